//===- driver.h - What a file of random kernels shares with the campaign's driver
//------------------------------------------===//
//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------------------------------------------------------===//
//
// Each file of kernels is compiled twice, by the plain compiler and with SMR, into two tables of the same
// kernels. The driver runs both twins of a kernel on two copies of the same data and compares everything that
// they could have written.
//
//===----------------------------------------------------------------------------------------------------------------------===//

#ifndef SMR_CAMPAIGN_DRIVER_H
#define SMR_CAMPAIGN_DRIVER_H

#include <stddef.h>

/// The arguments of a kernel. The arrays are of the kernel's own type, all within one pool.
struct env {
  long m, n, k, ld;
  double alpha, beta;
  void *a, *b, *c, *x, *y, *z, *s;
  double *sums; // what it returns, 6 numbers
  long flag;
};

struct kernel {
  void (*run)(struct env *e);
  int number;
  int single;   // its arrays are float
  int overlap;  // its arrays may overlap
  int negative; // its sizes may be negative
};

void campaign_note(double value);
void campaign_copy(void *to, const void *from, size_t size);

#endif // SMR_CAMPAIGN_DRIVER_H
