//===- jobs.h - the commands that flang's driver would run ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_FLANG_JOBS_H
#define SMR_FLANG_JOBS_H
#include "tools/common/session.h"

typedef enum { JOB_OTHER, JOB_FORTRAN, JOB_LINK } JobKind;

/// One command line of `flang -###`.
typedef struct {
  JobKind kind; // FORTRAN: -fc1 from Fortran source to an object, assembly or LLVM IR
  Args argv;
  const char *text; // as flang printed it
  // FORTRAN: indices into argv
  uint32_t action, output, language, input;
} Job;

typedef struct {
  SMR_VEC(Job) list;
  const char *header; // what flang printed that is no command: shown with -v
} Jobs;

/// Asks flang's driver. False when it found a mistake in the command line (it will say so when it runs for
/// real) or printed something else than commands.
bool jobs_plan(Session *session, Jobs *out);
/// Gives files that pass from job to job a place in our temporary directory: their names are flang's guesses,
/// made while planning, and nobody removes them.
bool jobs_move_temporaries(Session *session, Jobs *jobs);
void jobs_free(Jobs *jobs);
#endif
