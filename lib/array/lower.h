//===- lower.h - terms become MLIR ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A closed term over declared inputs becomes one function in MLIR's text form, of the dialects func, scf,
// arith and llvm (and linalg, when asked for), which stock mlir-opt lowers. Nothing of MLIR is linked.
//
// Destination passing: what builds an array writes it where it is wanted. Loops and calls stand as far
// outside as what they mention allows, and once (subterms are shared, and values are numbered per scope).
// Functions are applied while the code is written; none is left.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_LOWER_H
#define SMR_ARRAY_LOWER_H
#include "array/array.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_CALLS_CBLAS,  // library calls call CBLAS
  SMR_CALLS_LOOPS,  // they are written out as what they mean
  SMR_CALLS_LINALG, // they are linalg's named operations on memrefs
} SmrArrayCalls;

typedef struct {
  SmrArrayCalls calls;
  bool symbolic;   // sizes are arguments; otherwise they have the values that they were declared with
  bool exact;      // no reassociation of floating-point sums
  uint32_t inputs; // how many of the declared names are arguments; 0: all
  bool packed;     // also NAME_packed(void **arguments): pointers to the arguments of NAME, in order
} SmrArrayLower;

/// Appends `func.func @NAME`, and the declarations it needs, to a module's text. Its arguments: with symbolic
/// sizes the size names (i64), then the inputs, both in the order of their declaration, then where the
/// results go. Scalars come by value, arrays as pointers to their elements row by row, tuples one part after
/// the other; results all by pointer. Arrays must not overlap results. Results are f32 when they are computed
/// from f32 alone, f64 otherwise. An index out of bounds is undefined behaviour. False after a diagnostic: a
/// term whose result is a function, or whose types cannot be found out.
bool smr_array_lower(SmrArray *array, const SmrTerm *term, uint32_t root, const char *name,
                     const SmrArrayLower *options, SmrStr *out, SmrDiag *diag);

/// How many numbers each of the function's results has, for the sizes' declared values; returns how many
/// results there are, at most `capacity`. 0 when the types cannot be found out.
uint32_t smr_array_lower_results(SmrArray *array, const SmrTerm *term, uint32_t root, int64_t *elements,
                                 uint32_t capacity);

/// What stock mlir-opt is to run on a module of such functions (smr_loops_print_module) before mlir-translate
/// --mlir-to-llvmir.
#define SMR_ARRAY_LOWER_PASSES                                                                               \
  "--convert-linalg-to-loops --convert-vector-to-llvm --convert-scf-to-cf --expand-strided-metadata "        \
  "--lower-affine "                                                                                          \
  "--finalize-memref-to-llvm --convert-func-to-llvm --convert-arith-to-llvm --convert-index-to-llvm "        \
  "--convert-cf-to-llvm --reconcile-unrealized-casts"

/// A PyTorch solution as text of the torch dialect (`torch.aten.mv` and so on, value semantics, tensors of
/// the declared sizes). False after a diagnostic for what that dialect has no operation for.
bool smr_array_print_torch(SmrArray *array, const SmrTerm *term, uint32_t root, const char *name, SmrStr *out,
                           SmrDiag *diag);

#ifdef __cplusplus
}
#endif
#endif
