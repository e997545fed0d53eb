//===- internal.h - what the files of lib/access share -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_ACCESS_INTERNAL_H
#define SMR_ACCESS_INTERNAL_H
#include "access/search.h"
#include "egraph/data.h"

struct SmrAccess {
  SmrArena texts;
  const char *directory; // of rule files
  SmrOperators *ops;
  SmrRules rules;
  uint32_t makes;  // clauses of shapes in them that are not its tensors'
  SmrRules search; // those of the last search, for that tile; empty before the first
  SmrAccessTile tile;
  SmrOperator known[SMR_ACCESS_COUNT];
  SMR_VEC(SmrAccessTensor) tensors;
  SMR_VEC(SmrOperator) leaves; // of the tensors
  SMR_VEC(SmrAccessTerm) terms;
};

/// Tells rules the shapes of the tensors from one on.
void smr_access_publish(SmrAccess *access, SmrRules *rules, uint32_t from);
/// How many clauses of shapes rules have, and back to as many: what was published since is forgotten.
uint32_t smr_access_makes(const SmrRules *rules);
void smr_access_withdraw(SmrRules *rules, uint32_t makes);

/// Whether an item of a program is a convolution, pooling or product (items.c), and the term that it adds.
bool smr_access_is_kernel(const SmrSexp *s, uint32_t item);
bool smr_access_read_kernel(SmrAccess *access, const SmrSexp *s, SmrDiag *diag);

#endif
