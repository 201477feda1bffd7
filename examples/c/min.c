/* The smaller of two numbers. */
int min(int i, int j) {
  int result;
  int smaller;
  smaller = i;
  if (j < i) smaller = j;
  result = smaller;
  return result;
}
