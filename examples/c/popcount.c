/* How many bits are set: one by one, by clearing the lowest, and by adding neighbours. */
int count_each(unsigned char x) {
  int count = 0;
  for (int i = 0; i < 8; i++) count += (x >> i) & 1;
  return count;
}

int count_cleared(unsigned char x) {
  int count = 0;
  while (x != 0) {
    x = x & (x - 1);
    count++;
  }
  return count;
}

int count_parallel(unsigned x) {
  x = x - ((x >> 1) & 0x55555555u);
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0fu;
  x = x + (x >> 8);
  x = x + (x >> 16);
  return (int)(x & 0x3fu);
}
