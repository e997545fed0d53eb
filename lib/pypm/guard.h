//===- guard.h - guards, in three values ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// C16: expressions are integers, symbols and tuples of dimensions. What is not known stays unknown: a
// dimension that is dynamic or out of range, an attribute that the term's operator has not, a division by
// zero, an overflow, values of different kinds compared.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_GUARD_H
#define SMR_PYPM_GUARD_H
#include "pypm/pattern.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum { SMR_PYPM_FALSE, SMR_PYPM_TRUE, SMR_PYPM_MAYBE } SmrPypmTruth;

/// What a variable stands for: a term, or a function variable's head; 0: it is not bound.
typedef uint32_t (*SmrPypmLookup)(const void *self, uint32_t var);
/// The value of an expression that is no condition.
SmrPypmValue smr_pypm_value(const SmrPypmTerms *terms, const SmrPypmPattern *pattern, uint32_t expr,
                            SmrPypmLookup lookup, const void *self);
/// Unknown, but a number: what a dynamic dimension is, and what is computed with one.
static inline bool smr_pypm_is_dynamic(SmrPypmValue value) {
  return value.kind == SMR_PYPM_UNKNOWN && value.number;
}
SmrPypmTruth smr_pypm_guard(const SmrPypmTerms *terms, const SmrPypmPattern *pattern, uint32_t guard,
                            SmrPypmLookup lookup, const void *self);

#ifdef __cplusplus
}
#endif
#endif
