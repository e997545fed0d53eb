#include <stdio.h>
#include <string.h>
void hold(double *p);

void told_later(int n, double a, double *restrict x, double **places) {
  double *y = *places;
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
  hold(x);
}

void told_to_nobody(int n, double a, double *restrict x, double **places) {
  printf("%p\n", (void *)x);
  memset(x, 0, 8);
  double *y = *places;
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

void told_but_older(int n, double a, double *restrict x, double *y) {
  hold(x);
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

void told_before(int n, double a, double *restrict x, double **places) {
  hold(x);
  double *y = *places;
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
