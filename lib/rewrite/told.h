//===- told.h - what the report says of functions and places ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_TOLD_H
#define SMR_REWRITE_TOLD_H
#include "graph/graph.h"
#include "rewrite/rewrite.h"

/// Of the op, of what stands first in it, or of what it stands in; NULL: unknown.
const SmrLocData *smr_place_of(const SmrGraph *graph, SmrOp op);
/// A missed entry that concerns the function as a whole.
void smr_tell_function(SmrReport *report, const SmrRewriteOptions *options, MlirOperation module,
                       MlirOperation function, const char *symbol, const char *reason);
/// Is the text among those?
bool smr_told_before(const char *const *texts, uint32_t count, const char *text);
/// Appends the function's symbol.
void smr_symbol_of(MlirOperation function, SmrStr *out);
/// `smr.link = ["openblas"]` on the module: what is there, and these.
void smr_note_links(MlirOperation module, const MlirAttribute *fresh, uint32_t count);
/// Is the function to be left alone, and why? NULL: it is not.
const SmrSkip *smr_skip_of(const SmrRewriteOptions *options, const char *symbol);

#endif
