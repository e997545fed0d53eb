/* What the accelerator of tile.pat computes, and how often it was asked. */
long accel_calls;

void accel_tile(float *c, const float *a, const float *b) {
  accel_calls++;
  for (int i = 0; i < 16; i++)
    for (int k = 0; k < 4; k++)
      for (int j = 0; j < 8; j++)
        c[8 * i + j] += a[4 * i + k] * b[8 * k + j];
}
