/* The smallest of five numbers. */
int fmin5(int a, int b, int c, int d, int e) {
  int bound = a;
  int result = bound;
  if (a < result) result = a;
  if (b < result) result = b;
  if (c < result) result = c;
  if (d < result) result = d;
  if (e < result) result = e;
  bound = result;
  return bound;
}
