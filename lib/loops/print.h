//===- print.h - loops as MLIR -------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A checked program becomes one func.func in MLIR's text form, of the dialects func, scf, arith, memref,
// vector (linalg and llvm where asked for), which stock mlir-opt lowers. Nothing of MLIR is linked.
//===----------------------------------------------------------------------===//
#ifndef SMR_LOOPS_PRINT_H
#define SMR_LOOPS_PRINT_H
#include "loops/loops.h"

typedef enum {
  SMR_LOOPS_GEMM_LOOPS,  // products of matrices are written out
  SMR_LOOPS_GEMM_CBLAS,  // they call CBLAS where a stride is 1
  SMR_LOOPS_GEMM_LINALG, // they are linalg.matmul where alpha is 1 and beta 0 or 1
} SmrLoopsGemm;

typedef struct {
  SmrLoopsGemm gemm;
  bool contract; // a product that is added may be computed with one rounding
  bool reassoc;  // sums may be computed in another order; the sign of a zero does not matter
  bool memrefs;  // buffers are strided memrefs, and sizes and strides that these have are no arguments;
                 // otherwise buffers are pointers, and sizes i64
  bool packed;   // (pointers) also NAME_packed(pointer to pointers to the arguments)
  bool internal; // the function is private to its module
} SmrLoopsPrint;

/// Appends the function to a module's text.
void smr_loops_print(SmrLoopsProgram *l, const char *name, const SmrLoopsPrint *options, SmrStr *out);
/// Whether a size's divisor is asked of the caller.
bool smr_loops_asks(const SmrLoopsProgram *l);
/// Appends a function of the same arguments (pointers) that calls `yes` when the divisors of l's sizes divide
/// them, `no` otherwise. Of the options `packed` and `internal` count.
void smr_loops_print_choice(const SmrLoopsProgram *l, const char *name, const char *yes, const char *no,
                            const SmrLoopsPrint *options, SmrStr *out);
/// A module: what the functions call is declared, then they follow.
void smr_loops_print_module(const SmrStr *functions, SmrStr *out);

/// What stock mlir-opt is to run on such a module before mlir-translate --mlir-to-llvmir. (What parallel
/// loops become holds a scope of allocations, which takes no control flow: it goes first. They need
/// -fopenmp.)
#define SMR_LOOPS_PASSES                                                                                     \
  "--convert-linalg-to-loops --convert-scf-to-openmp --convert-vector-to-llvm --expand-strided-metadata "    \
  "--lower-affine --finalize-memref-to-llvm --convert-scf-to-cf --arith-expand --convert-func-to-llvm "      \
  "--convert-arith-to-llvm --convert-index-to-llvm --convert-cf-to-llvm --convert-openmp-to-llvm "           \
  "--reconcile-unrealized-casts"
#endif
