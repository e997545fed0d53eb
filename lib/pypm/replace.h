//===- replace.h - what a rule makes of a match --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A branch fires if its guard holds, all attributes of the replacement have values, all its types have a
// meaning, and it has the type of what it replaces. A type that is written, or that the operator declares, is
// checked against that of the root; the root itself then has the type of what it replaces.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_REPLACE_H
#define SMR_PYPM_REPLACE_H
#include "pypm/file.h"

/// Why a branch does not fire: V(name, text).
#define SMR_PYPM_VERDICTS(V)                                                                                 \
  V(SMR_PYPM_ACCEPTED, "accepted")                                                                           \
  V(SMR_PYPM_GUARD_FALSE, "its guard is false")                                                              \
  V(SMR_PYPM_GUARD_UNKNOWN, "its guard is not known to be true")                                             \
  V(SMR_PYPM_ATTRIBUTE_UNKNOWN, "an attribute of the replacement has no known value")                        \
  V(SMR_PYPM_TYPE_MEANINGLESS, "a type of the replacement has no meaning here")                              \
  V(SMR_PYPM_TYPE_DIFFERS, "the replacement has another type")                                               \
  V(SMR_PYPM_NOTHING_NEW, "the replacement is what is there")                                                \
  V(SMR_PYPM_MAY_ROUND, "the rule may change rounding, and fp=exact rules that out")

typedef enum {
#define V(name, text) name,
  SMR_PYPM_VERDICTS(V)
#undef V
} SmrPypmVerdict;

const char *smr_pypm_verdict_text(SmrPypmVerdict verdict);
/// The branch's replacement of a term that the rule's pattern matched; `lookup` gives what each of the rule's
/// variables is bound to.
SmrPypmVerdict smr_pypm_replace(const SmrPypmFile *file, const SmrPypmRule *rule, uint32_t branch,
                                uint32_t term, SmrPypmLookup lookup, const void *self, uint32_t *replacement);
#endif
