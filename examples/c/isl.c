/* Whether a number lies strictly between two others, as 0 or 1. */
int isl(int low, int value, int high) {
  int inside = low;
  if (low < value && value < high)
    inside = value;
  else
    inside = high;
  return inside;
}
