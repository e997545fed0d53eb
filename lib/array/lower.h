//===- lower.h - terms become MLIR ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A closed term over declared inputs becomes a program of lib/loops.
//
// Destination passing: what builds an array writes it to its destination. Loops and calls are placed as far
// outside as their operands allow, and once (subterms are shared, and values are numbered per scope).
// Functions are applied during the lowering; the program has none.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_LOWER_H
#define SMR_ARRAY_LOWER_H
#include "array/array.h"
#include "loops/print.h"

typedef struct {
  SmrLoopsPrint
      print;       // how the program will be printed: what calls become, and whether sums keep their order
  bool symbolic;   // sizes are arguments; otherwise they have the values that they were declared with
  uint32_t inputs; // how many of the declared names are arguments; 0: all
} SmrArrayLower;

/// The caller owns the program. Its arguments: with symbolic sizes the size names, then the inputs, both in
/// the order of their declaration, then the results. Scalars are numbers, arrays are stored row by row, a
/// tuple is one argument for each part; all results are buffers. Arrays must not overlap results. Results are
/// f32 if they are computed only from f32, f64 otherwise. An index out of bounds is undefined behaviour. NULL
/// after a diagnostic, which calls the term `name`: the result is a function, or types cannot be found out.
SmrLoopsProgram *smr_array_lower(SmrArray *array, const SmrTerm *term, uint32_t root, const char *name,
                                 const SmrArrayLower *options, SmrDiag *diag);

/// How many numbers each of the program's results has, for the sizes' declared values; returns how many
/// results there are, at most `capacity`. 0 when the types cannot be found out.
uint32_t smr_array_lower_results(SmrArray *array, const SmrTerm *term, uint32_t root, int64_t *elements,
                                 uint32_t capacity);

/// A PyTorch solution as text of the torch dialect (`torch.aten.mv` and so on, value semantics, tensors of
/// the declared sizes). False after a diagnostic for what that dialect has no operation for.
bool smr_array_print_torch(SmrArray *array, const SmrTerm *term, uint32_t root, const char *name, SmrStr *out,
                           SmrDiag *diag);
#endif
