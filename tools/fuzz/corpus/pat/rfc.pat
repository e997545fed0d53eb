C {
  void dot(int N, float *x, int ix, float *y, int iy, float *out) {
    for (int i = 0; i  <  N;  i++)
      *out += x[i*ix] * y[i*iy];
  }
} = {
  #include <cblas.h>
  void dot(int M, float *p, int ip, float *q, int iq, float *out) {
    *out += cblas_sdot(M, p, ip, q, iq);
  }
}
