#include <pthread.h>
#include <signal.h>
#include <stddef.h>
static double values[1000];
volatile double result;

#define DOT(name)                                                                                            \
  __attribute__((noinline)) double name(int n, const double *x, const double *y) {                           \
    double s = 0;                                                                                            \
    for (int i = 0; i < n; i++)                                                                              \
      s += x[i] * y[i];                                                                                      \
    return s;                                                                                                \
  }

// Called by a handler's callee; by a handler whose address lies in a struct; at fork; from an OpenMP region.
static DOT(below_signal) static DOT(below_action) static DOT(below_fork) static DOT(below_parallel)
    // By main alone.
    DOT(ordinary)

        static void helper(void) {
  result = below_signal(1000, values, values);
}
static void on_signal(int number) {
  (void)number;
  helper();
}
static void on_action(int number, siginfo_t *information, void *context) {
  (void)number, (void)information, (void)context;
  result = below_action(1000, values, values);
}
static void before_fork(void) {
  result = below_fork(1000, values, values);
}

// Its loop is shared among the threads of whoever calls it.
void shared(int n, double *out) {
#pragma omp sections
  {
#pragma omp section
    {
      double s = 0;
      for (int i = 0; i < n; i++)
        s += values[i] * out[i];
      *out = s;
    }
#pragma omp section
    out[n] = 1;
  }
}

int main(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO};
  action.sa_sigaction = on_action;
  signal(SIGUSR1, on_signal);
  sigaction(SIGUSR2, &action, NULL);
  pthread_atfork(before_fork, NULL, NULL);
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    result = below_parallel(100, values, values + i);
  result = ordinary(1000, values, values);
  return 0;
}
