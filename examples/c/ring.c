/* A ring buffer of four bytes. Each operation is a byte to put in, or 0 to take one out; the result
   is the sum of what was taken out, or -1 if it was empty or full. */
#ifndef N
#define N 6
#endif

static unsigned char buffer[4];
static unsigned head, count;

static int put(unsigned char byte) {
  if (count == 4) return 0;
  buffer[(head + count) % 4] = byte;
  count++;
  return 1;
}

static int take(unsigned char *byte) {
  if (count == 0) return 0;
  *byte = buffer[head];
  head = (head + 1) % 4;
  count--;
  return 1;
}

int ring(const unsigned char *operations) {
  int sum = 0;
  for (int i = 0; i < N; i++) {
    unsigned char byte = 0;
    if (operations[i] != 0) {
      if (!put(operations[i])) return -1;
    } else {
      if (!take(&byte)) return -1;
      sum += byte;
    }
  }
  return sum;
}
