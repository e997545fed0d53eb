C {
  double cubes(int n, const double *x) {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += x[i] * x[i] * x[i];
    return sum;
  }
} = {
  double cubes(int n, const double *x) {
    double sum = 0;
    for (int i = n - 1; i >= 0; i--)
      sum += x[i] * x[i] * x[i];
    return sum;
  }
} name "cubes"
