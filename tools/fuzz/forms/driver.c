// driver.c - both twins of each function of forms.py, on whole numbers, at several sizes; what differs, and
// what is called
#include <complex.h>
#include <stdio.h>
#include <string.h>

enum { LD = 29, MATRIX = LD * LD, ALL = 3 * MATRIX + 3 * LD };
typedef TYPE Number; // of C, with -D
typedef void Function(int n, Number *a, Number *b, Number *c, Number *x, Number *y, Number *z);
typedef struct {
  const char *name;
  Function *plain, *smr;
} Pair;
extern const Pair pairs[];
extern const int pair_count;
long smr_fired(void) __attribute__((weak));

static void run(Function *f, int n, Number *d) {
  f(n, d, d + MATRIX, d + 2 * MATRIX, d + 3 * MATRIX, d + 3 * MATRIX + LD, d + 3 * MATRIX + 2 * LD);
}

int main(void) {
  static const int sizes[] = {LD, LD - 1, 24, 23};
  static Number data[3][ALL];
  const double least = sizeof(Number) == sizeof(float) ? 1e-5 : 1e-12;
  for (int p = 0; p < pair_count; p++)
    for (int s = 0; s < 4; s++) {
      unsigned state = (unsigned)s + 7;
      for (int i = 0; i < ALL; i++) {
        state = state * 1664525u + 1013904223u;
        int number = (int)(state >> 16) % 5 - 2;
        if (sizeof(Number) == sizeof(float)) // solves give larger ones than float has
          number /= 2;
        data[2][i] = number;
        if (i >= 3 * MATRIX && !number)
          data[2][i] = 1; // what leaves out zeros is called where there are none
      }
      for (int i = 0; i < LD; i++)
        data[2][i * (LD + 1)] = 1;
      for (int twin = 0; twin < 2; twin++)
        memcpy(data[twin], data[2], sizeof data[2]);
      long before = smr_fired ? smr_fired() : 0;
      run(pairs[p].plain, sizes[s], data[0]);
      run(pairs[p].smr, sizes[s], data[1]);
      int wrong = 0;
      for (int i = 0; i < ALL; i++)
        wrong += !(cabs(data[0][i] - data[1][i]) <= least * cabs(data[0][i]));
      printf("%s %d %ld %d\n", pairs[p].name, s, smr_fired ? smr_fired() - before : 0, wrong);
    }
  return 0;
}
