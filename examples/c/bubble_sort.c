/* Sorts N numbers by exchanging neighbours. */
#ifndef N
#define N 4
#endif

void bubble_sort(signed char *a) {
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < N - 1 - i; j++)
      if (a[j] > a[j + 1]) {
        signed char t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}
