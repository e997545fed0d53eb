//===- draw.h - blocks with what was matched in them, drawn --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Graphviz: a known op is a box, the first op of equal ones; an edge goes from a value to who uses it. The
// ops that a firing's pattern matched stand in a cluster under the rule's name; of two firings, in the first
// one's.
//===----------------------------------------------------------------------===//
#ifndef SMR_TENSOR_DRAW_H
#define SMR_TENSOR_DRAW_H
#include "tensor/tell.h"

/// Draws the block that the graph holds, before it is rewritten; *drawn: the terms.
void smr_tensor_draw_ops(SmrTensorTeller *tell, SmrPypmNumbers *drawn);
/// Then what fired in it: the rewriter's events from that one on.
void smr_tensor_draw_matches(SmrTensorTeller *tell, uint32_t first, const SmrPypmNumbers *drawn);
#endif
