// Loops that look like BLAS idioms but leave early, call, skip, jump, or keep more than the idiom's result.
#include "../harness.h"

#include <setjmp.h>
#include <signal.h>

static int notes;
static jmp_buf home;
static volatile sig_atomic_t stopped;

__attribute__((noinline)) static void help_note(double x) {
  notes += x > 0;
}

static double early_exit(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    if (x[i] < -0.9)
      break;
    s += x[i] * y[i];
  }
  return s;
}

static double early_return(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i] * y[i];
    if (s > 1.0)
      return s;
  }
  return -s;
}

static double two_exits(int count, const double *x, const double *y) {
  double s = 0;
  int i = 0;
  while (i < count && y[i] < 0.95) {
    s += x[i] * y[i];
    i++;
  }
  return s + i;
}

static double skipping(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    if (x[i] < 0)
      continue;
    s += x[i] * y[i];
  }
  return s;
}

static double masked(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += y[i] > 0 ? x[i] * y[i] : 0.5;
  return s;
}

static double calling(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i] * y[i];
    help_note(s);
  }
  return s;
}

static void calling_between(int rows, int cols, const double *a, const double *x, double *y) {
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int j = 0; j < cols; j++)
      sum += a[i * cols + j] * x[j];
    help_note(sum);
    y[i] = sum;
  }
}

static double printing(int count, const double *x, const double *y, FILE *log) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i] * y[i];
    if (log)
      fprintf(log, "%g\n", s);
  }
  return s;
}

static double jumping(int count, const double *x, const double *y) {
  double s = 0;
  int i = 0;
again:
  if (i < count) {
    if (i == 7)
      goto out;
    s += x[i] * y[i];
    i++;
    goto again;
  }
out:
  return s;
}

/// Two ways into the loop: not a natural one.
static double irreducible(int count, const double *x, const double *y, int where) {
  double s = 0;
  int i = 0;
  if (where)
    goto middle;
  while (i < count) {
    s += x[i] * y[i];
  middle:
    i++;
  }
  return s;
}

static double leaving(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i] * y[i];
    if (s > 2.0)
      longjmp(home, 1);
  }
  return s;
}

static double returning_twice(int count, const double *x, const double *y) {
  double s = 0;
  if (setjmp(home))
    return -1;
  for (int i = 0; i < count; i++)
    s += x[i] * y[i];
  if (s > 1e6)
    longjmp(home, 2);
  return s;
}

static double until_signal(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count && !stopped; i++)
    s += x[i] * y[i];
  return s;
}

static double running_sum(int count, const double *x, double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static double read_inside(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    s += x[i] * y[i] * (s > 0.25 ? 2 : 1);
  return s;
}

static double two_results(int count, const double *x, const double *y, double *last) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i] * y[i];
    if (last)
      *last = s;
  }
  return s;
}

static double until_large(int count, const double *x, const double *y) {
  double s = 0;
  int i = 0;
  do {
    if (count <= 0)
      break;
    s += x[i] * y[i];
    i++;
  } while (i < count && s < 1);
  return s;
}

static double bound_changes(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i] * y[i];
    if (i == 4)
      count -= 2;
  }
  return s;
}

static double index_changes(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i] * y[i];
    if (x[i] > 0.5)
      i++;
  }
  return s;
}

static double switching(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++)
    switch (i & 3) {
    case 0:
      s += x[i] * y[i];
      break;
    case 1:
      s -= x[i];
      break;
    default:
      s += 0.5;
    }
  return s;
}

static void store_between(int rows, int cols, const double *restrict a, const double *restrict x,
                          double *restrict y) {
  for (int i = 0; i < rows; i++) {
    y[i] = 0;
    for (int j = 0; j < cols; j++)
      y[i] += a[i * cols + j] * x[j];
    y[0] += 1;
  }
}

static double inline_assembly(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i] * y[i];
    __asm__ volatile("" : "+x"(s) : : "memory");
  }
  return s;
}

static double thread_fence(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i] * y[i];
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
  return s;
}

static double trapping(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    if (y[i] > 2)
      __builtin_trap();
    s += x[i] * y[i];
  }
  return s;
}

static double clearing(int count, double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    s += x[i] * y[i];
    x[i] = 0;
  }
  return s;
}

static double dynamic_stack(int count, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < count; i++) {
    double *room = __builtin_alloca(16);
    room[0] = x[i];
    help_note(room[0]);
    s += room[0] * y[i];
  }
  return s;
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  double *x = harness_fresh((size_t)(n + 1)), *y = harness_fresh((size_t)(n + 1)),
         *z = harness_fresh((size_t)(m + 1));
  double *a = harness_fresh((size_t)(m * n)), last = 0;
  harness_keep_number("early_exit", early_exit(n, x, y));
  harness_keep_number("early_return", early_return(n, x, y));
  harness_keep_number("two_exits", two_exits(n, x, y));
  harness_keep_number("skipping", skipping(n, x, y));
  harness_keep_number("masked", masked(n, x, y));
  harness_keep_number("calling", calling(n, x, y));
  calling_between(m, n, a, x, z);
  harness_keep("calling_between", z, (size_t)m);
  harness_keep_number("printing", printing(n, x, y, NULL));
  harness_keep_number("jumping", jumping(n, x, y));
  harness_keep_number("irreducible", irreducible(n, x, y, k & 1));
  harness_keep_number("leaving", setjmp(home) ? -1 : leaving(n, x, y));
  harness_keep_number("returning_twice", returning_twice(n, x, y));
  harness_keep_number("until_signal", until_signal(n, x, y));
  harness_keep_number("running_sum", running_sum(n, x, y));
  harness_keep("running_sum.y", y, (size_t)n);
  harness_keep_number("read_inside", read_inside(n, x, y));
  harness_keep_number("two_results", two_results(n, x, y, &last) + last);
  harness_keep_number("until_large", until_large(n, x, y));
  harness_keep_number("bound_changes", bound_changes(n, x, y));
  harness_keep_number("index_changes", index_changes(n, x, y));
  harness_keep_number("switching", switching(n, x, y));
  store_between(m, n, a, x, z);
  harness_keep("store_between", z, (size_t)m);
  harness_keep_number("inline_assembly", inline_assembly(n, x, y));
  harness_keep_number("thread_fence", thread_fence(n, x, y));
  harness_keep_number("trapping", trapping(n, y, x));
  harness_keep_number("dynamic_stack", dynamic_stack(n, x, y));
  harness_keep_number("clearing", clearing(n, x, y));
  harness_keep_number("notes", notes);
  free(x), free(y), free(z), free(a);
  return 0;
}
