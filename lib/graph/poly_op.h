//===- poly_op.h - polynomials of graph values ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A POLY op is a polynomial over its operands. As SmrPoly, the leaves are the values' ids.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_POLY_OP_H
#define SMR_GRAPH_POLY_OP_H
#include "graph/graph.h"
#include "size/poly.h"
#ifdef __cplusplus
extern "C" {
#endif

/// The polynomial of an integer graph value: of a POLY op (operands that became POLY or CONST by replacement
/// are expanded), of a CONST, else the value itself as a leaf. Leaves are resolved value ids (smr_value).
SmrPoly smr_poly_of(const SmrGraph *graph, SmrArena *arena, SmrValue value);
/// A polynomial that is the value modulo 2^(the bits of its type), whatever its parts do; false when it is
/// too large.
bool smr_poly_modulo(const SmrGraph *graph, SmrArena *arena, SmrValue value, SmrPoly *out);
/// Is one of the leaves computed inside the op?
bool smr_poly_inside(const SmrGraph *graph, SmrPoly poly, SmrOp op);
/// Is the value what smr_poly_build would make of the polynomial?
bool smr_poly_is_built(const SmrGraph *graph, SmrValue value, SmrPoly poly);
/// The program's own quotient of the two: how often a loop over pointers runs is known to it as one. 0: it
/// has none.
SmrValue smr_poly_quotient(const SmrGraph *graph, SmrArena *arena, SmrPoly poly, int64_t divisor);
/// An i64 value for the polynomial: an i64 leaf's own value, a CONST, or a POLY op built before `where` (end
/// of block if 0).
SmrValue smr_poly_build(SmrGraph *graph, SmrBlock block, SmrOp where, SmrPoly poly);

#ifdef __cplusplus
}
#endif
#endif
