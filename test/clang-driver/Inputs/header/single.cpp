#include "dot.h"

float single_square(int n, const float *x) {
  return dot(n, x, x);
}
