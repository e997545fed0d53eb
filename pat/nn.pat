// nn.pat - layers of neural networks over float and double, and products of bytes.
//
// What is matched is what the code computes, not how it is written (tier `equality`): the maximum by comparison or
// fmax, from x[0] or from a constant, the sum in a loop of its own or with the exponentials, which are stored or made
// twice, divided by it or multiplied by its inverse. libsmr_rt's exp is within 2 units in the last place.

link "smr_rt"
mode auto
each ${T} = float, double; ${P} = s, d; ${B} = f32, f64; ${exp} = expf, exp; ${sqrt} = sqrtf, sqrt

// ---- Softmax -----------------------------------------------------------------------------------------------------
// (A NaN in x makes all of the result NaN, whatever the maximum is: that is why a maximum which takes NaNs may stand
// here.)

C {
#include <math.h>
#include "smr_rt.h"
  void softmax(long n, ${T} start, const ${T} *x, ${T} *o) {
    ${T} top = start;
    for (long i = 0; i < n; i++)
      top = top > x[i] ? top : x[i];
    ${T} sum = 0;
    for (long i = 0; i < n; i++) {
      o[i] = ${exp}(x[i] - top);
      sum += o[i];
    }
    ${T} inverse = 1 / sum;
    for (long i = 0; i < n; i++)
      o[i] *= inverse;
  }
} = body {
  smr_rt_softmax_from_${B}(n, start, x, o);
}
name "${P}softmax"
about "exp(x) over the sum of all"
pays (n >= 64)

C {
#include <math.h>
#include "smr_rt.h"
  void softmax_place(long n, ${T} start, ${T} *x) {
    ${T} top = start;
    for (long i = 0; i < n; i++)
      top = top > x[i] ? top : x[i];
    ${T} sum = 0;
    for (long i = 0; i < n; i++) {
      x[i] = ${exp}(x[i] - top);
      sum += x[i];
    }
    ${T} inverse = 1 / sum;
    for (long i = 0; i < n; i++)
      x[i] *= inverse;
  }
} = body {
  smr_rt_softmax_from_${B}(n, start, x, x);
}
name "${P}softmax-place"
about "exp(x) over the sum of all"
pays (n >= 64)

// ---- Norms, gates ------------------------------------------------------------------------------------------------

C {
#include <math.h>
#include "smr_rt.h"
  void rmsnorm(long n, ${T} eps, const ${T} *x, const ${T} *w, ${T} *o) {
    ${T} ss = 0;
    for (long j = 0; j < n; j++)
      ss += x[j] * x[j];
    ss = 1 / ${sqrt}(ss / n + eps);
    for (long j = 0; j < n; j++)
      o[j] = w[j] * (ss * x[j]);
  }
} = body {
  smr_rt_scale_${B}(n, o, w, 1 / ${sqrt}(smr_rt_sumsq_${B}(n, x) / n + eps), x);
}
name "${P}rmsnorm"
about "x over the root of its mean square, times weights"
pays (n >= 64)

C {
#include <math.h>
#include "smr_rt.h"
  void rmsnorm_place(long n, ${T} eps, ${T} *x, const ${T} *w) {
    ${T} ss = 0;
    for (long j = 0; j < n; j++)
      ss += x[j] * x[j];
    ss = 1 / ${sqrt}(ss / n + eps);
    for (long j = 0; j < n; j++)
      x[j] = w[j] * (ss * x[j]);
  }
} = body {
  smr_rt_scale_${B}(n, x, w, 1 / ${sqrt}(smr_rt_sumsq_${B}(n, x) / n + eps), x);
}
name "${P}rmsnorm-place"
about "x over the root of its mean square, times weights"
pays (n >= 64)

// The same loop by loop: what is computed between and behind them, and sizes in structs, may be left to the code.

C {
#include <math.h>
#include "smr_rt.h"
  void rmsnorm(int n, ${T} *o, const ${T} *x, const ${T} *w, ${T} eps) {
    ${T} ss = 0;
    for (int j = 0; j < n; j++)
      ss += x[j] * x[j];
    ss /= n;
    ss += eps;
    ss = 1 / ${sqrt}(ss);
    for (int j = 0; j < n; j++)
      o[j] = w[j] * (ss * x[j]);
  }
} = body {
  smr_rt_scale_${B}(n, o, w, 1 / ${sqrt}(smr_rt_sumsq_${B}(n, x) / n + eps), x);
}
name "${P}rmsnorm-loops"
about "x over the root of its mean square, times weights"
mode exact
pays (n >= 64)

C {
#include <math.h>
#include "smr_rt.h"
  void rmsnorm_place(int n, ${T} *x, const ${T} *w, ${T} eps) {
    ${T} ss = 0;
    for (int j = 0; j < n; j++)
      ss += x[j] * x[j];
    ss /= n;
    ss += eps;
    ss = 1 / ${sqrt}(ss);
    for (int j = 0; j < n; j++)
      x[j] = w[j] * (ss * x[j]);
  }
} = body {
  smr_rt_scale_${B}(n, x, w, 1 / ${sqrt}(smr_rt_sumsq_${B}(n, x) / n + eps), x);
}
name "${P}rmsnorm-place-loops"
about "x over the root of its mean square, times weights"
mode exact
pays (n >= 64)

C {
#include <math.h>
#include <stddef.h>
#include "smr_rt.h"
  void rmsnorm_size(size_t n, ${T} *o, const ${T} *x, const ${T} *w, ${T} eps) {
    ${T} ss = 0;
    for (size_t j = 0; j < n; j++)
      ss += x[j] * x[j];
    ss /= n;
    ss += eps;
    ss = 1 / ${sqrt}(ss);
    for (size_t j = 0; j < n; j++)
      o[j] = w[j] * (ss * x[j]);
  }
} = body {
  smr_rt_scale_${B}(n, o, w, 1 / ${sqrt}(smr_rt_sumsq_${B}(n, x) / n + eps), x);
}
name "${P}rmsnorm-size-loops"
about "x over the root of its mean square, times weights"
mode exact
pays (n >= 64)

C {
#include <math.h>
#include <stddef.h>
#include "smr_rt.h"
  void rmsnorm_place_size(size_t n, ${T} *x, const ${T} *w, ${T} eps) {
    ${T} ss = 0;
    for (size_t j = 0; j < n; j++)
      ss += x[j] * x[j];
    ss /= n;
    ss += eps;
    ss = 1 / ${sqrt}(ss);
    for (size_t j = 0; j < n; j++)
      x[j] = w[j] * (ss * x[j]);
  }
} = body {
  smr_rt_scale_${B}(n, x, w, 1 / ${sqrt}(smr_rt_sumsq_${B}(n, x) / n + eps), x);
}
name "${P}rmsnorm-place-size-loops"
about "x over the root of its mean square, times weights"
mode exact
pays (n >= 64)

C {
#include <math.h>
#include "smr_rt.h"
  void layernorm(long n, ${T} eps, const ${T} *x, const ${T} *w, const ${T} *b, ${T} *o) {
    ${T} m = 0;
    for (long i = 0; i < n; i++)
      m += x[i];
    m = m / n;
    ${T} v = 0;
    for (long i = 0; i < n; i++) {
      ${T} d = x[i] - m;
      v += d * d;
    }
    v = v / n;
    ${T} s = 1 / ${sqrt}(v + eps);
    for (long i = 0; i < n; i++)
      o[i] = s * (x[i] - m) * w[i] + b[i];
  }
} = body {
  ${T} mean;
  smr_rt_layernorm_${B}(n, o, x, w, b, eps, &mean);
}
name "${P}layernorm"
about "x with mean 0 and variance 1, times weights, plus bias"
pays (n >= 64)

C {
#include <math.h>
#include "smr_rt.h"
  void layernorm_kept(long n, ${T} eps, const ${T} *x, const ${T} *w, const ${T} *b, ${T} *o, ${T} *mean, ${T} *scale) {
    ${T} m = 0;
    for (long i = 0; i < n; i++)
      m += x[i];
    m = m / n;
    ${T} v = 0;
    for (long i = 0; i < n; i++) {
      ${T} d = x[i] - m;
      v += d * d;
    }
    v = v / n;
    ${T} s = 1 / ${sqrt}(v + eps);
    for (long i = 0; i < n; i++)
      o[i] = s * (x[i] - m) * w[i] + b[i];
    *mean = m;
    *scale = s;
  }
} = body {
  *scale = smr_rt_layernorm_${B}(n, o, x, w, b, eps, mean);
}
name "${P}layernorm-kept"
about "x with mean 0 and variance 1, times weights, plus bias"
mode exact
pays (n >= 64)

C {
#include <math.h>
#include "smr_rt.h"
  void swiglu(long n, const ${T} *h, const ${T} *g, ${T} *o) {
    for (long i = 0; i < n; i++)
      o[i] = h[i] * (1 / (1 + ${exp}(-h[i]))) * g[i];
  }
} = body {
  smr_rt_swiglu_${B}(n, h, g, o);
}
name "${P}swiglu"
about "x times sigmoid(x) times y"
pays (n >= 40)

C {
#include <math.h>
#include "smr_rt.h"
  void swiglu_place(long n, ${T} *h, const ${T} *g) {
    for (long i = 0; i < n; i++)
      h[i] = h[i] * (1 / (1 + ${exp}(-h[i]))) * g[i];
  }
} = body {
  smr_rt_swiglu_${B}(n, h, g, h);
}
name "${P}swiglu-place"
about "x times sigmoid(x) times y"
pays (n >= 40)

// ---- Products of bytes -----------------------------------------------------------------------------------------

C {
#include <stdint.h>
#include "smr_rt.h"
  void dot_i8(int n, const int8_t *a, const int8_t *b, int32_t *s) {
    for (int i = 0; i < n; i++)
      *s += (int32_t)a[i] * (int32_t)b[i];
  }
} = body {
  *s = (int32_t)((uint32_t)*s + (uint32_t)smr_rt_dot_i8(n, a, b));
}
name "dot-i8"
about "a dot product of 8-bit integers"
fp exact
mode exact
pays (n >= 64, !wide)

C {
#include <stdint.h>
#include "smr_rt.h"
  void matvec_i8(int m, int n, const int8_t *a, int lda, const int8_t *x, int32_t *y) {
    for (int i = 0; i < m; i++) {
      int32_t s = 0;
      for (int j = 0; j < n; j++)
        s += (int32_t)a[i * lda + j] * (int32_t)x[j];
      y[i] = s;
    }
  }
} = body {
  smr_rt_matvec_i8(m, n, a, lda, x, y);
}
name "matvec-i8"
about "A x of 8-bit integers"
fp exact
mode exact
pays (n >= 64, !wide)
