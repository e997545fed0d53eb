//===- whatif_internal.h - the steps of what if --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_TELL_WHATIF_INTERNAL_H
#define SMR_REWRITE_TELL_WHATIF_INTERNAL_H
#include "rewrite/tell/whatif.h"

/// Of the op, or of the nearest op around it that has one.
SmrLocData smr_whatif_place(const SmrGraph *graph, SmrOp op);
/// Every loop of an imported graph keeps one exit (whatif_exits.c); notes the others.
void smr_whatif_exits(SmrGraph *graph, SmrWhatIf *out);
#endif
