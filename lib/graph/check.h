//===- check.h - what the checker's two files share -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_CHECK_H
#define SMR_GRAPH_CHECK_H
#include "graph/graph.h"

typedef struct {
  const SmrGraph *graph;
  SmrDiag *diag; // NULL: only the result counts
  bool ok;
  uint32_t reports;
} SmrCheck;

/// Reports at the op's location, naming function and op; false. After some reports only the result is kept.
bool smr_check_fail(SmrCheck *check, SmrOp op, const char *format, ...) __attribute__((format(printf, 3, 4)));
/// G3 and G4 for one op whose regions obey G2's block counts.
void smr_check_types(SmrCheck *check, SmrOp op);
#endif
