//===- plugin.h - one Fortran file through flang with SMR inside ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_FLANG_PLUGIN_H
#define SMR_FLANG_PLUGIN_H
#include "tools/common/jobs.h"
#include "tools/common/report.h"

typedef enum {
  PLUGIN_WROTE,  // the job's output was written, with or without library calls in it
  PLUGIN_PLAIN,  // it was not; the job must run as flang planned it (what went wrong was told)
  PLUGIN_NOT_RUN // this way is not open for the job: nothing happened
} PluginOutcome;

/// Runs the job's flang once, with libsmr-flang.so in it. `directory`: of this job's temporaries. With
/// --smr-frontend=plugin a way that is not open is an error, which breaks the session.
PluginOutcome plugin_compile(Session *session, const Job *job, const char *directory, Report *report);
#endif
