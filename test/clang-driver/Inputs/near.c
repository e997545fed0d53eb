/* Loops with floating-point numbers that are no idiom: they go to the child and come back as they were. */
double product(int n, const double *a) {
  double p = 1;
  for (int i = 0; i < n; i++)
    p = p * a[i] + i;
  return p;
}
static int calls;
double steps(double x) {
  while (x > 1) {
    x = x / 2 - 0.25;
    calls++;
  }
  return x + calls;
}
const char *name(int i) {
  static const char *const names[] = {"a", "b"};
  return names[i & 1];
}
