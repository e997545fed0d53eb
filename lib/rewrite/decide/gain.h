//===- gain.h - what covering a nest gains ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_GAIN_H
#define SMR_REWRITE_DECIDE_GAIN_H
#include "cover/plan.h"
#include "graph/graph.h"

/// The loop of the code that does what the equation says: the deepest of those behind its stores. 0: none.
SmrOp smr_gain_loop(const SmrGraph *plain, const SmrCanonical *canonical, uint32_t equation);
#endif
