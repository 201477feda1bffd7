/* Sum and difference that stay at the ends of their range. */
int saturating_add(int a, int b) {
  if (b > 0 && a > 2147483647 - b) return 2147483647;
  if (b < 0 && a < -2147483647 - 1 - b) return -2147483647 - 1;
  return a + b;
}

unsigned char saturating_sub(unsigned char a, unsigned char b) {
  return a > b ? (unsigned char)(a - b) : 0;
}
