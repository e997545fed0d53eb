// Loops that are replaced inside loops of many forms: addresses depend on what those count.
#include <stdio.h>
#include <string.h>
#define N 12
long smr_calls;
double a[N * N], b[N * N], c[N * N];

#define INNER(i)                                                                                             \
  do {                                                                                                       \
    double s = 0;                                                                                            \
    for (int l = 0; l < n; l++)                                                                              \
      s += x[(i) * N + l] * y[l];                                                                            \
    z[i] = s;                                                                                                \
  } while (0)

void last_values(int n, double *x, double *y, double *z) { // what an inner loop leaves flows around, too
  int i = 0, j = 0, l = 0;
  if (i < n)
    do {
      j = 0;
      if (j < n)
        do {
          double s = 0;
          l = 0;
          if (l < n)
            do
              s += x[i * N + l] * y[j * N + l];
            while (++l < n);
          z[i * N + j] = s;
        } while (++j < n);
    } while (++i < n);
  z[N * N - 1] = i + 10 * j + 100 * l;
}
void down(int n, double *x, double *y, double *z) {
  for (int i = n - 1; i >= 0; i--)
    INNER(i);
}
void down_keeps(int n, double *x, double *y, double *z) { // an order that matters
  double last = 0;
  for (int i = n - 1; i >= 0; i--) {
    INNER(i);
    z[i] += last;
    last = z[i] * 0.5;
  }
}
void down_while(int n, double *x, double *y, double *z) {
  int i = n;
  while (i-- > 0)
    INNER(i);
  z[N * N - 1] = i;
}
void down_do(int n, double *x, double *y, double *z) {
  int i = n;
  if (i > 0)
    do {
      --i;
      INNER(i);
    } while (i > 0);
}
void down_unsigned(unsigned n, double *x, double *y, double *z) {
  for (unsigned i = n; i-- > 0;) {
    double s = 0;
    for (unsigned l = 0; l < n; l++)
      s += x[i * N + l] * y[l];
    z[i] = s;
  }
}
void down_both(int n, double *x, double *y, double *z) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = n - 1; j >= 0; j--) {
      double s = 0;
      for (int l = 0; l < n; l++)
        s += x[i * N + l] * y[j * N + l];
      z[i * N + j] = s;
    }
}
void by_two(int n, double *x, double *y, double *z) {
  for (int i = 1; i < n; i += 2)
    INNER(i);
}
void down_two(int n, double *x, double *y, double *z) {
  for (int i = n - 1; i >= 0; i -= 2)
    INNER(i);
}
void not_equal(int n, double *x, double *y, double *z) {
  for (long i = 0; i != n; i++)
    INNER(i);
}
void from_one(int n, double *x, double *y, double *z) {
  for (int i = 1; i <= n; i++)
    INNER(i - 1);
}
void walk(int n, double *x, double *y, double *z) { // pointers for variables
  for (double *p = x; p < x + n * N; p += N) {
    double s = 0;
    for (int l = 0; l < n; l++)
      s += p[l] * y[l];
    *z++ = s;
  }
}
void walk_end(int n, double *x, double *y, double *z) {
  for (double *p = x, *end = x + n * N; p != end; p += N, z++) {
    double s = 0;
    for (int l = 0; l < n; l++)
      s += p[l] * y[l];
    *z = s;
  }
}
void walk_down(int n, double *x, double *y, double *z) {
  double *p = x + (n - 1) * N;
  for (int left = n; left > 0; --left, p -= N) {
    double s = 0;
    for (int l = 0; l < n; l++)
      s += p[l] * y[l];
    z[left - 1] = s;
  }
}
void two_variables(int n, double *x, double *y, double *z) {
  int j = n - 1;
  for (int i = 0; i < n; i++, j--) {
    double s = 0;
    for (int l = 0; l < n; l++)
      s += x[i * N + l] * y[j * N + l];
    z[i] = s;
  }
}
void swapped(int n, double *x, double *y, double *z) { // which buffer: no count at all
  double *from = x, *to = y;
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int l = 0; l < n; l++)
      s += from[l] * to[i * N + l];
    z[i] = s;
    double *t = from;
    from = to;
    to = t;
  }
}
void triangle(int n, double *x, double *y, double *z) {
  for (int i = n - 1; i >= 0; i--) {
    double s = y[i];
    for (int l = i + 1; l < n; l++)
      s += x[i * N + l] * z[l];
    z[i] = s;
  }
}
void triangle_do(int n, double *x, double *y, double *z) {
  int i = 0, l = 0;
  if (n > 0)
    do {
      double s = y[i];
      l = 0;
      if (l < i)
        do
          s += x[i * N + l] * z[l];
        while (++l < i);
      z[i] = s;
    } while (++i < n);
  z[N * N - 1] = l;
}
void updates(int n, double *x, double *y, double *z) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < i; j++)
      for (int l = 0; l < n; l++)
        z[j * N + l] += x[i * N + j] * y[i * N + l];
}

static void fill(void) {
  for (int i = 0; i < N * N; i++) {
    a[i] = (i * 7 % 13 - 6) * 0.25;
    b[i] = (i * 5 % 11 - 5) * 0.5;
    c[i] = i % 3;
  }
}
#define DO(f)                                                                                                \
  do {                                                                                                       \
    fill();                                                                                                  \
    f(n, a, b, c);                                                                                           \
    printf("%s %d:", #f, n);                                                                                 \
    for (int i_ = 0; i_ < N * N; i_++)                                                                       \
      printf(" %g", c[i_]);                                                                                  \
    printf("\n");                                                                                            \
  } while (0)
int main(void) {
  static const int sizes[] = {0, 1, 2, 5, 9};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    DO(last_values);
    DO(down);
    DO(down_keeps);
    DO(down_while);
    DO(down_do);
    DO(down_unsigned);
    DO(down_both);
    DO(by_two);
    DO(down_two);
    DO(not_equal);
    DO(from_one);
    DO(walk);
    DO(walk_end);
    DO(walk_down);
    DO(two_variables);
    DO(swapped);
    DO(triangle);
    DO(triangle_do);
    DO(updates);
  }
  fprintf(stderr, "%ld\n", smr_calls);
}
