/* The place of a key in a sorted array of up to N elements, or -1. */
#ifndef N
#define N 8
#endif

int binary_search(const int *a, int n, int key) {
  int low = 0;
  int high = n - 1;
  if (n < 0 || n > N) return -1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == key) return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
