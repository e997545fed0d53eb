//===- off.h - loops that the source says to leave alone -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_CONTEXT_OFF_H
#define SMR_REWRITE_CONTEXT_OFF_H
#include "rewrite/function.h"
#include "rewrite/run.h"

/// The files whose directives were read, by name.
typedef struct SmrOffFiles SmrOffFiles;
SmrOffFiles *smr_off_files_create(void);
void smr_off_files_destroy(SmrOffFiles *files);

/// Puts an op that nothing matches (SMR_OPAQUE_OFF) into every loop of the imported graph that is off:
/// marked by clang's plugin (base/off_mark.h), or, with the option `directives`, at a line of Fortran's that
/// is (base/directives.h). Calls at such lines become such ops. Sets `ordered` of a function that has a loop
/// with the mark for that. False after an error in a directive.
bool smr_off_mark(SmrModuleRun *run, SmrFunctionRun *function);
#endif
