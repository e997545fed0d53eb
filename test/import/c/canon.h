//===- canon.h - a normal form as text that spellings share ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_IMPORT_C_CANON_H
#define SMR_TEST_IMPORT_C_CANON_H
#include "base/map.h"
#include "graph/poly_op.h"

/// Statements in program order with the expressions that they use written out: no names, no casts of
/// integers, no facts; operands of commutative ops are sorted. Parameters are p0, i0, f0 … by kind and
/// position.
void canon_print(const SmrGraph *g, SmrStr *out);
#endif
