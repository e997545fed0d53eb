#include <stdio.h>
#ifdef __cplusplus
extern "C"
#endif
    double dot(int n, const double *a, const double *b);
int main(void) {
  double a[5] = {1, 2, 3, 4, 5}, b[5] = {2, 2, 2, 2, 2};
  printf("%g %g\n", dot(5, a, b), dot(0, a, b));
  return 0;
}
