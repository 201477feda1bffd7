/* A number, kept inside the limits below and above it. */
int isl(int low, int value, int high) {
  int inside;
  if (low < value) {
    if (value < high)
      inside = value;
    else
      inside = high;
  } else {
    inside = low;
  }
  return inside;
}
