//===- same.h - declarations that say the same ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Two files may declare one operator, pattern or rule, as libraries do that were compiled from the same
// sources: where both say the same, whatever they call variables, it is one.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_SAME_H
#define SMR_PYPM_SAME_H
#include "pypm/file.h"

/// Each of these is as it was afterwards. (A typing is NULL where the operator has none.)
bool smr_pypm_same_operator(SmrPypmFile *file, uint32_t op, const SmrPypmOperator *other,
                            SmrPypmTyping *typing);
bool smr_pypm_same_pattern(SmrPypmFile *file, SmrPypmPattern *one, SmrPypmPattern *other);
bool smr_pypm_same_rule(SmrPypmFile *file, SmrPypmRule *one, SmrPypmRule *other);
#endif
