//===- forms.h - One kernel, five ways to hand over its matrices
//----------------------------------------------------------===//
//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------------------------------------------------------===//
//
// FORM=0  double a[41][43]            rows of fixed length, loops run to the sizes
// FORM=1  double a[m][n]              C99 variable length arrays
// FORM=2  double *restrict a          a[i*n + j], the caller promises that nothing overlaps
// FORM=3  double *a                   a[i*n + j], no promise
// FORM=4  double a[restrict 41][43]   as 0, with the promise
//
// A kernel takes MAT(a, m, n) and VEC(x) and reads AT(a, n, i, j). Sizes have the names m, n, k, l.
//
//===----------------------------------------------------------------------------------------------------------------------===//

#ifndef SMR_TEST_C_FORMS_H
#define SMR_TEST_C_FORMS_H

#include "../harness.h"

#ifndef FORM
#define FORM 0
#endif

enum { CAP_m = 41, CAP_n = 43, CAP_k = 47, CAP_l = 53 };

#if FORM == 0 || FORM == 4
#if FORM == 4
#define OUTER(rows) restrict rows
#define VEC(name) real *restrict name
#else
#define OUTER(rows) rows
#define VEC(name) real *name
#endif
#define MAT(name, rows, cols) real name[OUTER(CAP_##rows)][CAP_##cols]
#define CUBE(name, deep, rows, cols) real name[OUTER(CAP_##deep)][CAP_##rows][CAP_##cols]
#define AT(name, cols, i, j) name[i][j]
#define AT3(name, rows, cols, h, i, j) name[h][i][j]
#define COUNT(rows, cols) ((size_t)CAP_##rows * CAP_##cols)
#define COUNT3(deep, rows, cols) ((size_t)CAP_##deep * CAP_##rows * CAP_##cols)
#define WIDTH(cols) ((size_t)CAP_##cols)
#elif FORM == 1
#define MAT(name, rows, cols) real name[rows][cols]
#define CUBE(name, deep, rows, cols) real name[deep][rows][cols]
#define AT(name, cols, i, j) name[i][j]
#define AT3(name, rows, cols, h, i, j) name[h][i][j]
#define VEC(name) real *name
#else
#if FORM == 2
#define VEC(name) real *restrict name
#else
#define VEC(name) real *name
#endif
#define MAT(name, rows, cols) VEC(name)
#define CUBE(name, deep, rows, cols) VEC(name)
#define AT(name, cols, i, j) name[(i) * (cols) + (j)]
#define AT3(name, rows, cols, h, i, j) name[((h) * (rows) + (i)) * (cols) + (j)]
#endif
#ifndef COUNT
#define COUNT(rows, cols) ((size_t)(rows) * (size_t)(cols))
#define COUNT3(deep, rows, cols) ((size_t)(deep) * (size_t)(rows) * (size_t)(cols))
#define WIDTH(cols) ((size_t)(cols))
#endif

#endif // SMR_TEST_C_FORMS_H
