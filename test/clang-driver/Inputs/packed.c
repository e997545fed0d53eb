#pragma pack(1)
struct packed {
  char c;
  double x[100], y[100];
};
#pragma pack()
typedef double __attribute__((aligned(1))) anywhere;

double in_packed(const struct packed *s) {
  double sum = 0;
  for (int i = 0; i < 100; i++)
    sum += s->x[i] * s->y[i];
  return sum;
}

void anywhere_stored(int n, double a, const double *restrict x, anywhere *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

#pragma pack(4)
struct by_four {
  int n;
  float x[100], y[100];
};
#pragma pack()

float aligned_all_the_same(const struct by_four *s) {
  float sum = 0;
  for (int i = 0; i < 100; i++)
    sum += s->x[i] * s->y[i];
  return sum;
}

#pragma pack(1)
struct parts {
  char c;
  int n;
  const double *x, *y;
};
#pragma pack()

double of_parts(const struct parts *p) {
  double sum = 0;
  for (int i = 0; i < p->n; i++)
    sum += p->x[i] * p->y[i];
  return sum;
}
