/* Sorts four numbers, each into those before it. */
void insertion_sort(signed char *a) {
  for (int i = 1; i < 4; i++) {
    signed char key = a[i];
    int j = i - 1;
    while (j >= 0 && a[j] > key) {
      a[j + 1] = a[j];
      j = j - 1;
    }
    a[j + 1] = key;
  }
}
