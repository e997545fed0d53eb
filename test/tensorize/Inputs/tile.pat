# An accelerator that multiplies matrices of one size: 16 x 8, 4 deep.
C {
  void product(const float *a, const float *b, float *c) {
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 8; j++)
        for (int k = 0; k < 4; k++)
          c[8 * i + j] += a[4 * i + k] * b[8 * k + j];
  }
} = {
  void accel_tile(float *c, const float *a, const float *b);
  void tile(const float *a, const float *b, float *c) { accel_tile(c, a, b); }
}
mode auto
link "accel"
