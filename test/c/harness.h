//===- harness.h - Data, sizes and results of the C test programs
//---------------------------------------------------------===//
//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------------------------------------------------------===//
//
// A program is started as `program out.bin m n k l`. It fills its arrays with random, asymmetric data (its
// own generator, the same on every run), calls its kernels and keeps every array they wrote: a checksum goes
// to the standard output, the elements go to out.bin, so that two builds of one program can be compared
// within a tolerance.
//
//===----------------------------------------------------------------------------------------------------------------------===//

#ifndef SMR_TEST_C_HARNESS_H
#define SMR_TEST_C_HARNESS_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef REAL
#define REAL double
#endif
typedef REAL real;

static FILE *harness_out;
static uint64_t harness_state = 88172645463325252u;
static int m, n, k, l; // the sizes of this run

/// A number in (-1, 1), never 0.
static inline double harness_random(void) {
  harness_state = harness_state * 6364136223846793005u + 1442695040888963407u;
  return ((double)(harness_state >> 42) - 2097151.5) / 2097152.0;
}

/// `count` numbers of type `real`; the caller frees.
static inline void *harness_fresh(size_t count) {
  real *data = (real *)malloc((count + (count == 0)) * sizeof *data);
  for (size_t i = 0; i < count; ++i)
    data[i] = (real)harness_random();
  return data;
}

/// Writes `count` elements of `data` out under a name of one word.
static inline void harness_keep(const char *name, const void *data, size_t count) {
  const real *elements = (const real *)data;
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    double weight = 1.0 + (double)(i * 37 % 101) / 101.0;
    sum += (double)elements[i] * weight;
  }
  printf("%s %zu %.6e\n", name, count, sum);
  fprintf(harness_out, "%s %zu\n", name, count);
  for (size_t i = 0; i < count; ++i) {
    double element = (double)elements[i];
    fwrite(&element, sizeof element, 1, harness_out);
  }
  fflush(harness_out);
}

/// The same for one number.
static inline void harness_keep_number(const char *name, double value) {
  printf("%s 1 %.6e\n", name, value);
  fprintf(harness_out, "%s 1\n", name);
  fwrite(&value, sizeof value, 1, harness_out);
  fflush(harness_out);
}

/// Reads the command line; exits when it is not as described above.
static inline void harness_start(int argc, char **argv) {
  int *sizes[4] = {&m, &n, &k, &l};
  if (argc != 6) {
    fprintf(stderr, "usage: %s out.bin m n k l\n", argv[0]);
    exit(2);
  }
  harness_out = fopen(argv[1], "wb");
  if (!harness_out) {
    perror(argv[1]);
    exit(2);
  }
  for (int i = 0; i < 4; ++i)
    *sizes[i] = atoi(argv[2 + i]);
}

#endif // SMR_TEST_C_HARNESS_H
