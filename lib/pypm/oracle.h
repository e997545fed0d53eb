//===- oracle.h - the declarative semantics ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// figure 16 as it stands, by brute force: whether p @ <θ, φ> ≈ t for a given θ and φ, and whether any is,
// trying all subterms of t for each variable and all heads in t for each function variable. It is slow, and
// is there to be compared with; it reads the pattern as it was written, not as it is scheduled.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_ORACLE_H
#define SMR_PYPM_ORACLE_H
#include "pypm/pattern.h"

typedef enum { SMR_PYPM_NO, SMR_PYPM_YES, SMR_PYPM_GAVE_UP } SmrPypmAnswer;

/// Is p @ <θ, φ> ≈ t derivable? `values`: one for each of the pattern's parameters, 0 where θ and φ have
/// none. Judgments looked at are at most `budget`.
SmrPypmAnswer smr_pypm_derivable(const SmrPypmTerms *terms, const SmrPypmPattern *pattern, uint32_t term,
                                 const uint32_t *values, uint32_t budget);
/// Is it for any θ and φ? The budget is for all together.
SmrPypmAnswer smr_pypm_any_derivable(const SmrPypmTerms *terms, const SmrPypmPattern *pattern, uint32_t term,
                                     uint32_t budget);
#endif
