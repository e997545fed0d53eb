//===- flags.h - BLAS' letters as cuBLAS and CBLAS number them ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_FLAGS_H
#define SMR_RUNTIME_GPU_FLAGS_H
#include "runtime/gpu/call.h"

static inline char smr_gpu_letter(char flag) {
  return (char)(flag & ~0x20);
}

static inline SmrCublasForm smr_gpu_form(char flag) {
  char letter = smr_gpu_letter(flag);
  return letter == 'N' ? SMR_CUBLAS_PLAIN : letter == 'T' ? SMR_CUBLAS_TRANSPOSED : SMR_CUBLAS_ADJOINT;
}

static inline SmrCublasFill smr_gpu_fill(char flag) {
  return smr_gpu_letter(flag) == 'L' ? SMR_CUBLAS_LOWER : SMR_CUBLAS_UPPER;
}

static inline SmrCublasSide smr_gpu_side(char flag) {
  return smr_gpu_letter(flag) == 'L' ? SMR_CUBLAS_LEFT : SMR_CUBLAS_RIGHT;
}

static inline SmrCublasDiagonal smr_gpu_diagonal(char flag) {
  return smr_gpu_letter(flag) == 'U' ? SMR_CUBLAS_UNIT_DIAGONAL : SMR_CUBLAS_ANY_DIAGONAL;
}

/// CBLAS' numbers of what BLAS has letters for; the letter of a number that is none is 0, and the number of
/// that letter, too.
enum {
  SMR_GPU_ROW_MAJOR = 101,
  SMR_GPU_COLUMN_MAJOR = 102,
  SMR_GPU_CBLAS_FORMS = 111,
  SMR_GPU_CBLAS_FILLS = 121,
  SMR_GPU_CBLAS_DIAGONALS = 131,
  SMR_GPU_CBLAS_SIDES = 141
};

static inline char smr_gpu_cblas_letter(int number, int first, const char *letters) {
  for (int k = 0; letters[k]; k++)
    if (number == first + k)
      return letters[k];
  return 0;
}

static inline int smr_gpu_cblas_number(char letter, int first, const char *letters) {
  for (int k = 0; letters[k]; k++)
    if (letter == letters[k])
      return first + k;
  return 0;
}

// clang-format off
static inline char smr_gpu_form_letter(int form) { return smr_gpu_cblas_letter(form, SMR_GPU_CBLAS_FORMS, "NTC"); }
static inline char smr_gpu_fill_letter(int fill) { return smr_gpu_cblas_letter(fill, SMR_GPU_CBLAS_FILLS, "UL"); }
static inline char smr_gpu_side_letter(int side) { return smr_gpu_cblas_letter(side, SMR_GPU_CBLAS_SIDES, "LR"); }
static inline char smr_gpu_diagonal_letter(int d) { return smr_gpu_cblas_letter(d, SMR_GPU_CBLAS_DIAGONALS, "NU"); }
static inline int smr_gpu_cblas_form(char form) { return smr_gpu_cblas_number(form, SMR_GPU_CBLAS_FORMS, "NTC"); }
static inline int smr_gpu_cblas_fill(char fill) { return smr_gpu_cblas_number(fill, SMR_GPU_CBLAS_FILLS, "UL"); }
static inline int smr_gpu_cblas_side(char side) { return smr_gpu_cblas_number(side, SMR_GPU_CBLAS_SIDES, "LR"); }
static inline int smr_gpu_cblas_diagonal(char d) { return smr_gpu_cblas_number(d, SMR_GPU_CBLAS_DIAGONALS, "NU"); }
// clang-format on

/// (0 is what Fortran's calls have.)
static inline int smr_gpu_order(int order) {
  return order ? order : -1;
}

/// The other one of two letters; what is neither stays.
static inline char smr_gpu_other(char letter, char one, char two) {
  return letter == one ? two : letter == two ? one : letter;
}
#endif
