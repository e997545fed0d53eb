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

enum { SMR_GPU_ROW_MAJOR = 101, SMR_GPU_COLUMN_MAJOR = 102, SMR_GPU_CBLAS_FORMS = 111 };

/// CBLAS' CblasNoTrans, CblasTrans, CblasConjTrans; 0: none of them.
static inline char smr_gpu_form_letter(int form) {
  return form >= SMR_GPU_CBLAS_FORMS && form <= SMR_GPU_CBLAS_FORMS + 2 ? "NTC"[form - SMR_GPU_CBLAS_FORMS]
                                                                        : 0;
}

static inline int smr_gpu_cblas_form(char letter) {
  return letter ? SMR_GPU_CBLAS_FORMS + (letter == 'N' ? 0 : letter == 'T' ? 1 : 2) : 0;
}
#endif
