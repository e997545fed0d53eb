/* The inner loop runs at least once in every round of the outer one, by no guard: its trip count says so. So
   what it reads once, c[…], may be read in front of it. */
void down(long n, double *a, const double *b, const double *c) {
  for (long i = n - 1; i-- > 0;)
    for (long j = i; j < n; j++)
      a[j - i] += b[j] * c[n - i - 1];
}
