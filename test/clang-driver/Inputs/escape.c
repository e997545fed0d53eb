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
  puts((char *)x);
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

void told_in_print(int n, double a, double *restrict x) {
  char text[32];
  double *y;
  sprintf(text, "%p", (void *)x);
  sscanf(text, "%p", (void **)&y);
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
