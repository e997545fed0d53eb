template <class T> T dot(int n, const T *x, const T *y) {
  T s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
