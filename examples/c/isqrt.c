/* The integer square root: the largest r with r * r <= n. */
unsigned isqrt(unsigned short n) {
  unsigned root = 0;
  for (unsigned bit = 128; bit > 0; bit = bit >> 1) {
    unsigned next = root + bit;
    if (next * next <= n) root = next;
  }
  return root;
}
