/* The smallest of ten numbers. */
int fmin10(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
  int bound = a;
  int result = bound;
  if (a < result) result = a;
  if (b < result) result = b;
  if (c < result) result = c;
  if (d < result) result = d;
  if (e < result) result = e;
  if (f < result) result = f;
  if (g < result) result = g;
  if (h < result) result = h;
  if (i < result) result = i;
  if (j < result) result = j;
  bound = result;
  return bound;
}
