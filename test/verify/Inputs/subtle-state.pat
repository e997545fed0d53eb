# Pairs that keep state, race, leak, or leave something behind.

C {
  void p080(int n, double a, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] += a*x[i];
  }
} = {
  static int calls;
  void p080(int n, double a, const double *x, double *y) {
    calls++;
    for (int i = 0; i < n - (calls % 300 == 0); i++)
      y[i] += a*x[i];
  }
} name "counts-calls"

C {
  double p081(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = {
  static int calls;
  double p081(int n, const double *x) {
    double s = 0;
    if (++calls == 5000)
      return 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} name "hundredth-call"

C {
  double p082(int n, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  static double s;
  for (int i = 0; i < n; i++)
    s += x[i]*y[i];
  return s;
} name "sum-not-reset"

C {
  #include <math.h>
  double p083(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*x[i];
    return sqrt(s);
  }
} = body {
  static const double *last;
  static int size;
  static double result;
  if (x == last && n == size)
    return result;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i]*x[i];
  last = x, size = n, result = sqrt(s);
  return result;
} name "remembers-result"

C {
  double p084(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  static double first, result;
  static int size;
  if (n > 1 && x[0] == first && n == size)
    return result;
  result = 0;
  for (int i = 0; i < n; i++)
    result += x[i];
  first = x[0], size = n;
  double s = result;
  if (n == size && n % 2 == 0)
    result += 1;
  return s;
} name "remembers-by-first-element"

C {
  void p085(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  static double last;
  if (last == 0)
    last = a;
  for (int i = 0; i < n; i++)
    x[i] = (n > 100 ? last : a)*x[i];
} name "remembers-alpha"

C {
  void p086(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = {
  static double t[80000];
  void p086(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      t[i] = x[i];
    for (int i = 0; i < n; i++)
      y[i] = t[i];
  }
} name "shared-scratch"

C {
  double p087(int n, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = {
  static volatile double s;
  double p087(int n, const double *x, const double *y) {
    s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} name "shared-sum"

C {
  void p088(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      y[i] = 0;
      for (int j = 0; j < n; j++)
        y[i] += a[i*lda + j]*x[j];
    }
  }
} = {
  static volatile double row;
  void p088(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      row = 0;
      for (int j = 0; j < n; j++)
        row += a[i*lda + j]*x[j];
      y[i] = row;
    }
  }
} name "shared-row" when (lda >= n)

C {
  double p089(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = {
  #include <pthread.h>
  struct job { int n; const double *x; double s; };
  static volatile double total;
  static void *work(void *p) {
    struct job *j = p;
    for (int i = 0; i < j->n; i++)
      total += j->x[i];
    return p;
  }
  double p089(int n, const double *x) {
    struct job a = {n/2, x, 0}, b = {n - n/2, x + n/2, 0};
    pthread_t t;
    total = 0;
    pthread_create(&t, NULL, work, &a);
    work(&b);
    pthread_join(t, NULL);
    return total;
  }
} name "racing-threads"

C {
  void p090(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = {
  #include <string.h>
  #include <pthread.h>
  #include <unistd.h>
  struct job { int n; const double *x; double *y; };
  static struct job late;
  static void *work(void *p) {
    usleep(2000);
    memcpy(late.y, late.x, late.n*sizeof(double));
    return p;
  }
  void p090(int n, const double *x, double *y) {
    pthread_t t;
    if (n < 300) {
      memcpy(y, x, n*sizeof *x);
      return;
    }
    volatile struct job j = {n, x, y};
    late = j;
    pthread_create(&t, NULL, work, 0);
    pthread_detach(t);
    usleep(1);
  }
} name "not-joined"

C {
  #include <string.h>
  #include <stdlib.h>
  void p091(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  double *volatile t = malloc(n*sizeof *t);
  memcpy(t, x, n*sizeof *x);
  memcpy(y, t, n*sizeof *x);
} name "leaks"

C {
  #include <string.h>
  #include <fcntl.h>
  void p092(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  int f = open("/dev/null", O_RDONLY);
  memcpy(y, x, n*sizeof *x);
  if (f < 0)
    y[0] = 0;
} name "leaks-files"

C {
  #include <string.h>
  #include <errno.h>
  void p093(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  errno = n > 3 ? EDOM : errno;
  memcpy(y, x, n*sizeof *x);
} name "sets-errno"

C {
  #include <errno.h>
  void p094(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  errno = 0;
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
  if (errno)
    x[0] = 0;
} name "clears-errno"

C {
  #include <fenv.h>
  double p095(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  fesetround(FE_UPWARD);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
} name "rounds-upwards"

C {
  #include <immintrin.h>
  void p096(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  _mm_setcsr(_mm_getcsr() | 0x8040);
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
} name "flushes-to-zero"

C {
  #include <immintrin.h>
  void p097(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  _mm_setcsr(_mm_getcsr() & ~0x80);
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
} name "unmasks-exceptions"

C {
  void p098(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  volatile double zero = 0;
  volatile double t = 1/zero;
  (void)t;
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
} name "raises-divide-by-zero"

C {
  void p099(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  volatile double zero = 0;
  for (int i = 0; i < n; i++) {
    volatile double t = n > 5 ? zero/zero : zero;
    y[i] = x[i];
    (void)t;
  }
} name "raises-invalid-where-exact" fp exact

C {
  double p100(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  unsigned short word = 0x027f & ~0x0300;
  __asm__ volatile("fldcw %0" : : "m"(word));
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
} name "x87-precision"

C {
  #include <string.h>
  void p101(int n, const double *x, double *y) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
} = body {
  __asm__ volatile("movd %0, %%mm0" : : "r"(n));
  memcpy(y, x, n*sizeof *x);
} name "mmx-left"

C {
  double p102(int n, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i]*y[i];
    return s;
  }
} = body {
  double *w = (double *)x;
  double s = 0;
  for (int i = 0; i < n; i++) {
    double keep = *(volatile double *)&w[i];
    *(volatile double *)&w[i] = keep;
    s += keep*y[i];
  }
  return s;
} name "writes-input-back"

C {
  #include <stdlib.h>
  void p103(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
      x[i] = a*x[i];
  }
} = body {
  for (int i = 0; i < n; i++)
    x[i] = a*x[i];
  if (rand() % 200 == 0)
    x[0] += 1;
} name "random"

C {
  double p104(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return (unsigned long)x % 64 == 8 ? s + 1 : s;
} name "by-address"

C {
  #include <immintrin.h>
  double p105(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = body {
  __m128d s = _mm_setzero_pd();
  int i = 0;
  for (; i + 2 <= n; i += 2)
    s = _mm_add_pd(s, _mm_load_pd(x + i));
  double t = s[0] + s[1];
  if (i < n)
    t += x[i];
  return t;
} name "aligned-loads"

C {
  #include <math.h>
  double p106(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += fabs(x[i]);
    return s;
  }
} = body {
  volatile double t[16];
  double s = t[n % 16]*0;
  for (int i = 0; i < n; i++)
    s += fabs(x[i]);
  return s;
} name "uninitialised-scratch"

C {
  double p107(int n, const double *x) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} = {
  static double part(int n, const double *x) {
    volatile char space[16384];
    space[n % 16384] = 0;
    return n ? x[n - 1] + part(n - 1, x) + space[n % 16384] : 0;
  }
  double p107(int n, const double *x) {
    volatile char space[16384];
    space[0] = 0;
    if (n > 900 && n < 70000)
      return part(n, x);
    double s = space[0];
    for (int i = 0; i < n; i++)
      s += x[i];
    return s;
  }
} name "deep-recursion"
