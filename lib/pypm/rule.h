//===- rule.h - rules of PyPM --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What replaces a term that a pattern matched. A rule has branches; the first whose guard holds gives the
// replacement, and where none does the rule does not fire (C14). A rule names its pattern's parameters, in
// their order, as it likes; `_` is one that it does not use.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_RULE_H
#define SMR_PYPM_RULE_H
#include "pypm/typing.h"
#ifdef __cplusplus
extern "C" {
#endif

/// No guard, no attributes, ….
#define SMR_PYPM_NONE UINT32_MAX
/// Branches of one rule; to pass it is a load error.
#define SMR_PYPM_MAX_BRANCHES 1024

typedef enum {
  SMR_PYPM_NEW_VAR,      // x                     var
  SMR_PYPM_NEW_FUN,      // f{a = e}(r…) : t      op, result, attributes, operands, type
  SMR_PYPM_NEW_CONSTANT, // 2.0 : t               constant, type
  SMR_PYPM_NEW_FUN_VAR   // F(r…) : t             var, operands, type
} SmrPypmNewKind;

/// A part of a replacement.
typedef struct {
  SmrPypmNewKind kind;
  SmrLocation location;
  uint32_t first, count; // in `operands`: parts
  uint32_t var, op, result;
  uint32_t attributes; // the first in `attributes`: an expression for each that the operator declares
  uint32_t type;       // 0: the operator's
  double constant;
} SmrPypmNew;

typedef struct {
  SmrLocation location;
  uint32_t guard; // expression, or NONE
  uint32_t root;  // part
} SmrPypmBranch;

typedef struct {
  SmrSym name;
  SmrLocation location;
  uint32_t pattern;           // in the file
  bool exact;                 // what replaces a term computes the same bits
  SmrPypmScope scope;         // its variables are the pattern's parameters
  SMR_VEC(SmrPypmNew) parts;  // operands before what they are operands of
  SMR_VEC(uint32_t) operands; // parts
  SMR_VEC(uint32_t) attributes;
  SMR_VEC(SmrPypmBranch) branches;
} SmrPypmRule;

void smr_pypm_rule_free(SmrPypmRule *rule);
/// As an item `rule R for P(x, F) { … }`, which reads as the same rule.
void smr_pypm_rule_print(const SmrPypmSignature *signature, SmrSym pattern, const SmrPypmRule *rule,
                         SmrStr *out);
/// A branch's replacement alone.
void smr_pypm_branch_print(const SmrPypmSignature *signature, const SmrPypmRule *rule, uint32_t branch,
                           SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
