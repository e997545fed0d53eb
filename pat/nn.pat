// nn.pat - loops as inference codes write them: layers of neural networks over float, and products of bytes.
//
// What has a BLAS goes there (matrix-vector products without a bias are in blas.pat), the rest to libsmr_rt: its exp is within 2 units in
// the last place, its sums are in another order.

// ---- Matrix-vector products with a bias ------------------------------------------------------------------------

C {
  void linear(int m, int n, const float *a, int lda, const float *x, const float *b, float *y) {
    for (int i = 0; i < m; i++) {
      float s = b[i];
      for (int j = 0; j < n; j++)
        s += a[i * lda + j] * x[j];
      y[i] = s;
    }
  }
} = {
#include <cblas.h>
  void linear(int m, int n, const float *a, int lda, const float *x, const float *b, float *y) {
    cblas_scopy(m, b, 1, y, 1);
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0f, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "linear"
link "openblas"
when (lda >= n)
pays (m*n >= 1024, n >= 32, m >= 4)

C {
  void linear_late(int m, int n, const float *a, int lda, const float *x, const float *b, float *y) {
    for (int i = 0; i < m; i++) {
      float s = 0.0f;
      for (int j = 0; j < n; j++)
        s += a[i * lda + j] * x[j];
      y[i] = s + b[i];
    }
  }
} = {
#include <cblas.h>
  void linear_late(int m, int n, const float *a, int lda, const float *x, const float *b, float *y) {
    cblas_scopy(m, b, 1, y, 1);
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0f, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "linear-late"
link "openblas"
when (lda >= n)
pays (m*n >= 1024, n >= 32, m >= 4)

// ---- Softmax, in place: the maximum by comparison or by fmaxf, the sum divided by or inverted ---------------------

C {
#include <math.h>
  void softmax(int n, float *x) {
    float top = x[0];
    for (int i = 1; i < n; i++)
      if (x[i] > top)
        top = x[i];
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
      x[i] = expf(x[i] - top);
      sum += x[i];
    }
    for (int i = 0; i < n; i++)
      x[i] /= sum;
  }
} = {
  void smr_rt_softmax_f32(long n, float *x);
  void softmax(int n, float *x) { smr_rt_softmax_f32(n, x); }
}
name "softmax"
link "smr_rt"
pays (n >= 64)

C {
#include <math.h>
  void softmax_inverse(int n, float *x) {
    float top = x[0];
    for (int i = 1; i < n; i++)
      if (x[i] > top)
        top = x[i];
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
      x[i] = expf(x[i] - top);
      sum += x[i];
    }
    float inverse = 1.0f / sum;
    for (int i = 0; i < n; i++)
      x[i] *= inverse;
  }
} = {
  void smr_rt_softmax_f32(long n, float *x);
  void softmax_inverse(int n, float *x) { smr_rt_softmax_f32(n, x); }
}
name "softmax-inverse"
link "smr_rt"
pays (n >= 64)

// ---- Norms, gates ----------------------------------------------------------------------------------------------

C {
#include <math.h>
  void rmsnorm(int n, float *o, const float *x, const float *w, float eps) {
    float ss = 0.0f;
    for (int j = 0; j < n; j++)
      ss += x[j] * x[j];
    ss /= n;
    ss += eps;
    ss = 1.0f / sqrtf(ss);
    for (int j = 0; j < n; j++)
      o[j] = w[j] * (ss * x[j]);
  }
} = {
#include <math.h>
  float smr_rt_sumsq_f32(long n, const float *x);
  void smr_rt_scale_f32(long n, float *o, const float *w, float scale, const float *x);
  void rmsnorm(int n, float *o, const float *x, const float *w, float eps) {
    smr_rt_scale_f32(n, o, w, 1.0f / sqrtf(smr_rt_sumsq_f32(n, x) / n + eps), x);
  }
}
name "rmsnorm"
link "smr_rt"
pays (n >= 112)

C {
#include <math.h>
  void rmsnorm_place(int n, float *x, const float *w, float eps) {
    float ss = 0.0f;
    for (int j = 0; j < n; j++)
      ss += x[j] * x[j];
    ss /= n;
    ss += eps;
    ss = 1.0f / sqrtf(ss);
    for (int j = 0; j < n; j++)
      x[j] = w[j] * (ss * x[j]);
  }
} = {
#include <math.h>
  float smr_rt_sumsq_f32(long n, const float *x);
  void smr_rt_scale_f32(long n, float *o, const float *w, float scale, const float *x);
  void rmsnorm_place(int n, float *x, const float *w, float eps) {
    smr_rt_scale_f32(n, x, w, 1.0f / sqrtf(smr_rt_sumsq_f32(n, x) / n + eps), x);
  }
}
name "rmsnorm-place"
link "smr_rt"
pays (n >= 112)

C {
#include <math.h>
#include <stddef.h>
  void rmsnorm_size(size_t n, float *o, const float *x, const float *w, float eps) {
    float ss = 0.0f;
    for (size_t j = 0; j < n; j++)
      ss += x[j] * x[j];
    ss /= n;
    ss += eps;
    ss = 1.0f / sqrtf(ss);
    for (size_t j = 0; j < n; j++)
      o[j] = w[j] * (ss * x[j]);
  }
} = {
#include <math.h>
#include <stddef.h>
  float smr_rt_sumsq_f32(long n, const float *x);
  void smr_rt_scale_f32(long n, float *o, const float *w, float scale, const float *x);
  void rmsnorm_size(size_t n, float *o, const float *x, const float *w, float eps) {
    smr_rt_scale_f32(n, o, w, 1.0f / sqrtf(smr_rt_sumsq_f32(n, x) / n + eps), x);
  }
}
name "rmsnorm-size"
link "smr_rt"
pays (n >= 112)

C {
#include <math.h>
#include <stddef.h>
  void rmsnorm_place_size(size_t n, float *x, const float *w, float eps) {
    float ss = 0.0f;
    for (size_t j = 0; j < n; j++)
      ss += x[j] * x[j];
    ss /= n;
    ss += eps;
    ss = 1.0f / sqrtf(ss);
    for (size_t j = 0; j < n; j++)
      x[j] = w[j] * (ss * x[j]);
  }
} = {
#include <math.h>
#include <stddef.h>
  float smr_rt_sumsq_f32(long n, const float *x);
  void smr_rt_scale_f32(long n, float *o, const float *w, float scale, const float *x);
  void rmsnorm_place_size(size_t n, float *x, const float *w, float eps) {
    smr_rt_scale_f32(n, x, w, 1.0f / sqrtf(smr_rt_sumsq_f32(n, x) / n + eps), x);
  }
}
name "rmsnorm-place-size"
link "smr_rt"
pays (n >= 112)

C {
#include <math.h>
  void layernorm(int n, float *o, const float *x, const float *w, const float *b, float eps, float *mean,
                 float *scale) {
    float m = 0.0f;
    for (int i = 0; i < n; i++)
      m += x[i];
    m = m / n;
    float v = 0.0f;
    for (int i = 0; i < n; i++) {
      float d = x[i] - m;
      v += d * d;
    }
    v = v / n;
    float s = 1.0f / sqrtf(v + eps);
    for (int i = 0; i < n; i++)
      o[i] = s * (x[i] - m) * w[i] + b[i];
    *mean = m;
    *scale = s;
  }
} = {
  float smr_rt_layernorm_f32(long n, float *o, const float *x, const float *w, const float *b, float eps,
                             float *mean);
  void layernorm(int n, float *o, const float *x, const float *w, const float *b, float eps, float *mean,
                 float *scale) {
    *scale = smr_rt_layernorm_f32(n, o, x, w, b, eps, mean);
  }
}
name "layernorm"
link "smr_rt"
pays (n >= 112)

C {
#include <math.h>
  void swiglu(int n, float *h, const float *g) {
    for (int i = 0; i < n; i++) {
      float v = h[i];
      v *= 1.0f / (1.0f + expf(-v));
      v *= g[i];
      h[i] = v;
    }
  }
} = {
  void smr_rt_silu_mul_f32(long n, float *h, const float *g);
  void swiglu(int n, float *h, const float *g) { smr_rt_silu_mul_f32(n, h, g); }
}
name "swiglu"
link "smr_rt"
pays (n >= 40)

C {
#include <math.h>
  void swiglu_quotient(int n, float *h, const float *g) {
    for (int i = 0; i < n; i++)
      h[i] = h[i] / (1.0f + expf(-h[i])) * g[i];
  }
} = {
  void smr_rt_silu_mul_f32(long n, float *h, const float *g);
  void swiglu_quotient(int n, float *h, const float *g) { smr_rt_silu_mul_f32(n, h, g); }
}
name "swiglu-quotient"
link "smr_rt"
pays (n >= 40)

// ---- Products of bytes -----------------------------------------------------------------------------------------

C {
#include <stdint.h>
  void dot_i8(int n, const int8_t *a, const int8_t *b, int32_t *s) {
    for (int i = 0; i < n; i++)
      *s += (int32_t)a[i] * (int32_t)b[i];
  }
} = {
#include <stdint.h>
  int32_t smr_rt_dot_i8(int64_t n, const int8_t *a, const int8_t *b);
  void dot_i8(int n, const int8_t *a, const int8_t *b, int32_t *s) {
    *s = (int32_t)((uint32_t)*s + (uint32_t)smr_rt_dot_i8(n, a, b));
  }
}
name "dot-i8"
link "smr_rt"
fp exact
pays (n >= 64, !wide)

C {
#include <stdint.h>
  void matvec_i8(int m, int n, const int8_t *a, int lda, const int8_t *x, int32_t *y) {
    for (int i = 0; i < m; i++) {
      int32_t s = 0;
      for (int j = 0; j < n; j++)
        s += (int32_t)a[i * lda + j] * (int32_t)x[j];
      y[i] = s;
    }
  }
} = {
#include <stdint.h>
  void smr_rt_matvec_i8(int64_t m, int64_t n, const int8_t *a, int64_t lda, const int8_t *x, int32_t *y);
  void matvec_i8(int m, int n, const int8_t *a, int lda, const int8_t *x, int32_t *y) {
    smr_rt_matvec_i8(m, n, a, lda, x, y);
  }
}
name "matvec-i8"
link "smr_rt"
fp exact
pays (n >= 64, !wide)
