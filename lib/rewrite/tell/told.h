//===- told.h - what the report says of functions and places ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_TELL_TOLD_H
#define SMR_REWRITE_TELL_TOLD_H
#include "rewrite/run.h"

/// Of the op, of what stands first in it, or of what it stands in; NULL: unknown.
const SmrLocData *smr_place_of(const SmrGraph *graph, SmrOp op);
/// Tells the entry the lines of the loops among the roots, where these stand at several lines. In the arena.
void smr_tell_lines(const SmrGraph *graph, const SmrOp *roots, uint32_t count, SmrArena *arena,
                    SmrReportEntry *entry);
/// Adds an entry to the report. It always has a place: its own, else the function's, else the module's, else
/// the start of what the module was made from.
void smr_tell(const SmrModuleRun *run, SmrReportEntry *entry, MlirOperation function);
/// A missed entry that concerns the function as a whole.
void smr_tell_function(const SmrModuleRun *run, MlirOperation function, const char *symbol,
                       const char *reason);
/// As smr_demangle, and of a C++ symbol the function's name alone, for a reason's text; reports give its
/// parameters, too.
void smr_bare_name(const char *symbol, SmrStr *out);
#endif
