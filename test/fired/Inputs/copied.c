// Products of matrices of which no stride is 1: components of structs, every second number, rows and columns
// that lie backwards, as operands and as results. Each is called at several sizes, with an operand that
// overlaps the result, with one that is the result, and without memory for copies. Numbers are small whole
// ones, so that every order of sums gives the same; what lies between the elements must stay as it is.
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { N = 300, SIZE = 3 * N * (N + 5) };
#define ARGS long n, long ld, double *a, double *b, double *c
#define KERNEL(name) __attribute__((noinline)) static void name(ARGS)
#define EACH(x, n) for (long x = 0; x < n; x++)

struct point {
  double x, y, z;
};
#define POINTS(p) ((struct point *)(void *)p)

KERNEL(first) {
  EACH(i, n) EACH(j, n) EACH(k, n) c[i * ld + j] += a[2 * (i * ld + k)] * b[k * ld + j];
}

KERNEL(second) {
  EACH(i, n) EACH(j, n) {
    double sum = 0;
    EACH(k, n) sum += a[i * ld + k] * b[3 * (k * ld + j) + 1];
    c[i * ld + j] = sum;
  }
}

KERNEL(result) {
  EACH(i, n) EACH(k, n) EACH(j, n) c[2 * (i * ld + j)] += a[i * ld + k] * b[k * ld + j];
}

KERNEL(assigned) {
  EACH(j, n) EACH(i, n) {
    double sum = 0;
    EACH(k, n) sum += a[k * ld + i] * b[k * ld + j];
    c[3 * (j * ld + i)] = 2 * sum;
  }
}

KERNEL(structs) {
  EACH(i, n)
  EACH(j, n) EACH(k, n) POINTS(c)[i * ld + j].z -= POINTS(a)[i * ld + k].x * POINTS(b)[j * ld + k].y;
}

KERNEL(backwards) {
  EACH(i, n) EACH(j, n) EACH(k, n) c[i * ld + j] += a[(n - 1 - i) * ld + k] * b[(n - 1 - k) * ld + j];
}

KERNEL(mirrored) {
  EACH(i, n) EACH(j, n) EACH(k, n) c[i * ld + j] += a[i * ld + n - 1 - k] * b[k * ld + n - 1 - j];
}

KERNEL(lower) {
  (void)b;
  EACH(i, n)
  for (long j = 0; j <= i; j++)
    EACH(k, n) c[i * ld + j] += a[2 * (i * ld + k)] * a[2 * (j * ld + k)];
}

KERNEL(upper) {
  EACH(i, n) for (long j = i; j < n; j++) {
    double sum = 0;
    EACH(k, n) sum += a[i * ld + k] * b[2 * (j * ld + k)];
    c[3 * (i * ld + j)] = sum;
  }
}

__attribute__((noinline)) static void steps(long n, long step, double *a, double *b, double *c) {
  EACH(i, n) EACH(j, n) EACH(k, n) c[i * n + j] += a[(i * n + k) * step] * b[(k * n + j) * step];
}

KERNEL(any_step) {
  (void)ld;
  steps(n, 1 + (n & 1) * 2, a, b, c);
}

KERNEL(floats) {
  float *x = (void *)a, *y = (void *)b, *z = (void *)c;
  EACH(i, n) EACH(j, n) EACH(k, n) z[i * ld + j] += x[2 * (i * ld + k) + 1] * y[k * ld + j];
}

static void fill(double *x, bool floats, long seed) {
  for (long k = 0; k < SIZE; k++) {
    double number = (double)((k * 7 + k / 11 * 3 + seed) % 5 - 2);
    if (floats)
      ((float *)(void *)x)[2 * k] = (float)number, ((float *)(void *)x)[2 * k + 1] = (float)-number;
    else
      x[k] = number;
  }
}

int main(void) {
  static const struct {
    const char *name;
    void (*call)(ARGS);
  } kernels[] = {{"first", first},       {"second", second},   {"result", result},
                 {"assigned", assigned}, {"structs", structs}, {"backwards", backwards},
                 {"mirrored", mirrored}, {"lower", lower},     {"upper", upper},
                 {"any step", any_step}, {"floats", floats}};
  static const struct {
    long n, room;
  } sizes[] = {{0, 0}, {1, 0}, {2, 3}, {23, 0}, {24, 5}, {33, 0}, {130, 1}, {N, 5}};
  long (*fired)(void) = (long (*)(void))dlsym(RTLD_DEFAULT, "smr_fired");
  double *a = malloc(SIZE * sizeof *a), *b = malloc(SIZE * sizeof *b), *c = malloc(2 * SIZE * sizeof *c);
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    fprintf(stderr, "%s:", kernels[k].name);
    unsigned long hash = 1;
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int t = 0; t < SIZES + 3; t++) {
      long n = t < SIZES ? sizes[t].n : 40, ld = n + (t < SIZES ? sizes[t].room : 0);
      double *first_operand = t == SIZES ? c + 40 * 40 - 1 : a, *second_operand = t == SIZES + 1 ? c : b;
      fill(a, kernels[k].call == floats, 1), fill(b, kernels[k].call == floats, 2);
      fill(c, kernels[k].call == floats, 3), fill(c + SIZE, kernels[k].call == floats, 4);
      long before = fired ? fired() : 0;
      struct rlimit all, none = {0, 0};
      getrlimit(RLIMIT_AS, &all);
      void *rest[64];
      int count = 0;
      if (t == SIZES + 2) { // nothing can be allocated
        none.rlim_max = all.rlim_max;
        setrlimit(RLIMIT_AS, &none);
        for (size_t size = 1 << 20; size >= 64 && count < 64; size /= 2)
          while (count < 64 && (rest[count] = malloc(size)))
            count++;
      }
      kernels[k].call(n, ld, first_operand, second_operand, c);
      setrlimit(RLIMIT_AS, &all);
      while (count)
        free(rest[--count]);
      fprintf(stderr, " %d", fired && fired() > before);
      for (long at = 0; at < 2 * SIZE; at++) {
        unsigned long bits;
        memcpy(&bits, &c[at], sizeof bits);
        hash = (hash ^ bits) * 0x100000001b3 + (hash >> 40);
      }
    }
    fprintf(stderr, "\n");
    printf("%s %lx\n", kernels[k].name, hash);
  }
}
