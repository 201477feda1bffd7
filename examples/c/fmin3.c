/* The smallest of three numbers. */
int fmin3(int a, int b, int c) {
  int bound = a;
  int result = bound;
  if (a < result) result = a;
  if (b < result) result = b;
  if (c < result) result = c;
  bound = result;
  return bound;
}
