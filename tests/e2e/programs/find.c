#define N 2
#include "../../../examples/c/binary_search.c"

/* Looks for a key in two elements. */
int find(const signed char *a, signed char key) {
  const int sorted[N] = {a[0], a[0] + 3};
  return binary_search(sorted, N, key);
}
