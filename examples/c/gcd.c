/* The greatest common divisor, by Euclid. */
unsigned char gcd(unsigned char a, unsigned char b) {
  while (b != 0) {
    unsigned char rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
