/* Sorts N numbers, each into those before it. */
#ifndef N
#define N 4
#endif

void insertion_sort(signed char *a) {
  for (int i = 1; i < N; i++) {
    signed char key = a[i];
    int j = i - 1;
    while (j >= 0 && a[j] > key) {
      a[j + 1] = a[j];
      j = j - 1;
    }
    a[j + 1] = key;
  }
}
