/* The smaller of two numbers. */
int min(int i, int j) {
  int smaller;
  int result;
  if (j < i) {
    smaller = j;
    result = smaller;
  } else {
    smaller = i;
    result = smaller;
  }
  return result;
}
