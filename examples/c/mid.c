/* The one in the middle of three numbers. */
int mid(int x, int y, int z) {
  int middle = z;
  if (y < z) {
    if (x < y)
      middle = y;
    else if (x < z)
      middle = x;
  } else {
    if (x > y)
      middle = y;
    else if (x > z)
      middle = x;
  }
  return middle;
}
