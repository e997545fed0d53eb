//===- findings.h - who is told of a report's entries   ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_FINDINGS_H
#define SMR_COMMON_FINDINGS_H
#include "jobs.h"
#include "match/findings.h"

/// Has the compilation to say what it did, for a report or for any of these ways?
bool findings_wanted(const Session *session, const Job *job);
/// Tells of a compilation that is done: a line for each rewrite (--smr-verbose), remarks as the job's -Rpass…
/// ask for them, records in its -opt-record-file, errors (--smr-werror=missed). False: there was an error.
/// (clang's plugin does all this itself.)
bool findings_tell(const Session *session, const Job *job, const char *json);
/// Leaves a compilation's report in the job's output and in `report`, and prints it. False after an error.
/// `stays` is the folder where the pass of residency left its report, or NULL.
bool findings_leave(Session *session, Job *job, const char *json, const char *stays, Report *report);
#endif
