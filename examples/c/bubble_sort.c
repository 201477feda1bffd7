/* Sorts four numbers by exchanging neighbours. */
void bubble_sort(signed char *a) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3 - i; j++)
      if (a[j] > a[j + 1]) {
        signed char t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}
