//===- schedule.h - when guards and constraints are checked --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The load-time checks, and C4: a guard or constraint moves to the first point, from its own on, at which all
// its variables (a constraint's: the one that it constrains) are bound on every path. It does not leave an
// alternate or a recursive pattern's body. What a pattern has passed can be run: no machine is stuck, and
// none runs for ever.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_SCHEDULE_H
#define SMR_PYPM_SCHEDULE_H
#include "base/diag.h"
#include "pypm/pattern.h"

/// A set of a pattern's variables.
__extension__ typedef unsigned __int128 SmrPypmSet;

/// An alternate of the whole pattern, and the parameters that it binds.
typedef struct {
  SmrLocation location;
  uint32_t node; // scheduled
  SmrPypmSet bound;
} SmrPypmAlternate;

/// A pattern that can be run; immutable.
typedef struct {
  SmrPypmPattern code; // scheduled
  SmrPypmSet bound;    // the parameters that every match binds
  SMR_VEC(SmrPypmAlternate) alternates;
} SmrPypmProgram;

/// Checks and schedules a pattern. Errors, one: a guard or constraint that can never be evaluated, an
/// existential variable that is not bound on every path, a recursion that makes no progress. Warnings: a
/// pattern as an argument for a parameter that names the root of the recursive pattern, not a leaf (C7).
/// Zero-initialise `out`.
bool smr_pypm_schedule(const SmrPypmSignature *signature, const SmrPypmPattern *pattern, SmrPypmProgram *out,
                       SmrDiag *diag);
void smr_pypm_program_free(SmrPypmProgram *program);
/// C13: a parameter that a rule uses must be bound by every alternate of its pattern. Reports the first that
/// does not bind it, at the rule's place; false then.
bool smr_pypm_rule_uses(const SmrPypmSignature *signature, const SmrPypmProgram *program, uint32_t parameter,
                        SmrLocation location, SmrDiag *diag);
#endif
