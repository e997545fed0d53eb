//===- depend.h - dependency files for Fortran ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// flang knows no -MD. What is included it says (-fdebug-dump-provenance); modules that are used are looked
// for where it would look (-I, -module-dir, the folder of the compilation); its own are left out, as headers
// of the system are by -MMD.
//===----------------------------------------------------------------------===//
#ifndef SMR_FLANG_DEPEND_H
#define SMR_FLANG_DEPEND_H
#include "tools/common/jobs.h"

typedef struct {
  bool wanted, phony;         // -MD or -MMD; -MP: a rule without a recipe for each file, for when one goes
  const char *file, *targets; // -MF; -MT and -MQ as make reads them; NULL: from the output's name
  const char *written;        // the file, or where there would be one; NULL: the standard output
  bool incomplete;            // a module that is used was not found: it may be one of flang's own, or missing
} Depend;

/// Takes -MD, -MMD, -MP, -MF, -MT and -MQ off the command line. False after an error.
bool depend_take(Session *session, Depend *out);
/// Writes the file for the plan's compilation, or takes an older one away when something that is included is
/// missing. False after an error, such as more than one compilation.
bool depend_write(Session *session, Depend *depend, const Jobs *jobs);
/// After a compilation that failed: as clang, which leaves the file, but for one that lacks what is missing.
void depend_failed(const Depend *depend);
#endif
