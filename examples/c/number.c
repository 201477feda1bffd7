/* Reads a decimal number of up to DIGITS digits with a sign; -1000 where there is none. */
#ifndef DIGITS
#define DIGITS 3
#endif

int read_number(const char *text) {
  int i = 0;
  int sign = 1;
  int value = 0;
  if (text[i] == '-') {
    sign = -1;
    i++;
  } else if (text[i] == '+') {
    i++;
  }
  int digits = 0;
  while (digits < DIGITS && text[i] >= '0' && text[i] <= '9') {
    value = value * 10 + (text[i] - '0');
    i++;
    digits++;
  }
  if (digits == 0 || text[i] != 0) return -1000;
  return sign * value;
}
