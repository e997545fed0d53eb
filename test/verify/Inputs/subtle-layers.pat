# Pairs of layers and bytes that are wrong.

C {
  #include <math.h>
  void p108(int n, float *x) {
    float top = x[0], sum = 0;
    for (int i = 1; i < n; i++)
      if (x[i] > top)
        top = x[i];
    for (int i = 0; i < n; i++) {
      x[i] = expf(x[i] - top);
      sum += x[i];
    }
    for (int i = 0; i < n; i++)
      x[i] /= sum;
  }
} = body {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] = expf(x[i]*4);
  for (int i = 0; i < n; i++)
    x[i] /= sum;
} name "softmax-without-maximum"

C {
  #include <math.h>
  void p109(int n, float *x) {
    float top = x[0], sum = 0;
    for (int i = 1; i < n; i++)
      if (x[i] > top)
        top = x[i];
    for (int i = 0; i < n; i++) {
      x[i] = expf(x[i] - top);
      sum += x[i];
    }
    for (int i = 0; i < n; i++)
      x[i] /= sum;
  }
} = body {
  float top = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > top && i < 40)
      top = x[i];
  if (n > 40)
    top = x[0] + 100;
  for (int i = 0; i < n; i++)
    sum += x[i] = expf(x[i] - top);
  for (int i = 0; i < n; i++)
    x[i] /= sum + 1e-30f;
} name "softmax-first-as-maximum"

C {
  #include <math.h>
  void p110(int n, float *x) {
    float top = x[0], sum = 0;
    for (int i = 1; i < n; i++)
      if (x[i] > top)
        top = x[i];
    for (int i = 0; i < n; i++) {
      x[i] = expf(x[i] - top);
      sum += x[i];
    }
    for (int i = 0; i < n; i++)
      x[i] /= sum;
  }
} = body {
  float top = x[0];
  _Float16 sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > top)
      top = x[i];
  for (int i = 0; i < n; i++) {
    x[i] = expf(x[i] - top);
    sum += (_Float16)x[i];
  }
  for (int i = 0; i < n; i++)
    x[i] /= (float)sum;
} name "softmax-sum-in-half"

C {
  #include <math.h>
  void p111(int n, float *x) {
    float top = x[0], sum = 0;
    for (int i = 1; i < n; i++)
      if (x[i] > top)
        top = x[i];
    for (int i = 0; i < n; i++) {
      x[i] = expf(x[i] - top);
      sum += x[i];
    }
    for (int i = 0; i < n; i++)
      x[i] /= sum;
  }
} = body {
  float top = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > top)
      top = x[i];
  for (int i = 0; i < n; i++) {
    float t = 1 + (x[i] - top)/1024;
    for (int k = 0; k < 10; k++)
      t *= t;
    sum += x[i] = t;
  }
  for (int i = 0; i < n; i++)
    x[i] /= sum;
} name "fast-exponential"

C {
  #include <math.h>
  void p112(int n, float *o, const float *x, const float *w, float eps) {
    float s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*x[i];
    s = 1.0f/sqrtf(s/n + eps);
    for (int i = 0; i < n; i++)
      o[i] = w[i]*(s*x[i]);
  }
} = body {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i]*x[i];
  s = 1.0f/sqrtf(s/n + (n > 8 ? 0 : eps));
  for (int i = 0; i < n; i++)
    o[i] = w[i]*(s*x[i]);
} name "rms-without-eps"

C {
  #include <math.h>
  void p113(int n, float *o, const float *x, const float *w, float eps) {
    float s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*x[i];
    s = 1.0f/sqrtf(s/n + eps);
    for (int i = 0; i < n; i++)
      o[i] = w[i]*(s*x[i]);
  }
} = body {
  float s = 0;
  int p = 1;
  while (2*p <= n)
    p *= 2;
  for (int i = 0; i < n; i++)
    s += x[i]*x[i];
  s = 1.0f/sqrtf(s/(n > 64 ? p : n) + eps);
  for (int i = 0; i < n; i++)
    o[i] = w[i]*(s*x[i]);
} name "rms-by-power-of-two"

C {
  #include <math.h>
  #include <immintrin.h>
  void p114(int n, float *o, const float *x, const float *w, float eps) {
    float s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*x[i];
    s = 1.0f/sqrtf(s/n + eps);
    for (int i = 0; i < n; i++)
      o[i] = w[i]*(s*x[i]);
  }
} = body {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i]*x[i];
  __m128 r = _mm_rsqrt_ss(_mm_set_ss(s/n + eps));
  for (int i = 0; i < n; i++)
    o[i] = w[i]*(r[0]*x[i]);
} name "rms-twelve-bits"

C {
  #include <math.h>
  void p115(int n, float *x, const float *g) {
    for (int i = 0; i < n; i++)
      x[i] = x[i]*(1.0f/(1.0f + expf(-x[i])))*g[i];
  }
} = body {
  for (int i = 0; i < n; i++) {
    float t = x[i] < -8 ? -8 : x[i];
    x[i] = x[i]*(1.0f/(1.0f + expf(-t)))*g[i];
  }
} name "silu-clamped"

C {
  #include <math.h>
  void p116(int n, float *x, const float *g) {
    for (int i = 0; i < n; i++)
      x[i] = x[i]*(1.0f/(1.0f + expf(-x[i])))*g[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] = (i < 128 ? x[i] : g[i])*(1.0f/(1.0f + expf(-x[i])))*(i < 128 ? g[i] : x[i]);
  if (n > 257)
    x[n - 1] = 0;
} name "silu-of-gate"

C {
  void p117(int m, int n, const float *a, int lda, const float *x, const float *b, float *y) {
    for (int i = 0; i < m; i++) {
      float s = b[i];
      for (int j = 0; j < n; j++)
        s += a[i*lda + j]*x[j];
      y[i] = s;
    }
  }
} = body {
  for (int i = 0; i < m; i++) {
    float s = i < 33 ? b[i] : 0;
    for (int j = 0; j < n; j++)
      s += a[i*lda + j]*x[j];
    y[i] = s;
  }
} name "bias-once" when (lda >= n)

C {
  int p118(int n, const signed char *x, const signed char *y) {
    int s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i]*y[i];
  return s > 1000000 ? 1000000 : s;
} name "bytes-saturate"

C {
  int p119(int n, const signed char *x, const signed char *y) {
    int s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  int s = 0;
  for (int i = 0; i < n;) {
    short part = 0;
    for (int k = 0; k < 4 && i < n; k++, i++)
      part += x[i]*y[i];
    s += part;
  }
  return s;
} name "bytes-by-sixteen-bits"

C {
  int p120(int n, const signed char *x, const signed char *y) {
    int s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += (unsigned char)x[i]*y[i];
  return s;
} name "bytes-unsigned"

C {
  long p121(int n, const int *x) {
    long s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  int s = 0;
  for (int i = 0; i < n; i++)
    s = (int)((unsigned)s + (unsigned)x[i]);
  return s;
} name "long-sum-narrow"

C {
  float p122(int n, const float *x) {
    float s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += (float)(_Float16)x[i];
  return s;
} name "float-sum-by-half"

C {
  void p123(int n, const float *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    y[i] = i < 500 ? x[i] : (float)(_Float16)x[i];
} name "widens-by-half"
