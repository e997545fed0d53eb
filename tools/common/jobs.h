//===- jobs.h - the commands that a compiler driver would run ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_JOBS_H
#define SMR_COMMON_JOBS_H
#include "report.h"
#include "session.h"

typedef enum { JOB_OTHER, JOB_COMPILE, JOB_LINK } JobKind;

/// One command line of `compiler -###`.
typedef struct {
  JobKind kind; // COMPILE: from source to an object, assembly or LLVM IR
  Args argv;
  const char *text; // as the driver printed it
  // COMPILE: indices into argv
  uint32_t action, output, language, input;
  const char *reports; // running it leaves records in this folder (records_of_folder); or NULL
  const char *records; // that are to go into the output beside those that the compiler put there; or NULL
} Job;

typedef struct {
  SMR_VEC(Job) list;
  const char *header; // what the driver printed that is no command: shown with -v
} Jobs;

/// Asks the driver (`mode`: NULL, or --driver-mode=…). `compilation` looks at a -fc1 or -cc1 command and
/// makes it a COMPILE job with its four indices, if it is one for us. False when it found a mistake in the
/// command line (it will say so when it runs for real) or printed something else than commands.
bool jobs_plan(Session *session, const char *mode, void (*compilation)(Job *), Jobs *out);
/// -emit-obj, -S and the like.
bool job_is_action(const char *argument);
bool jobs_has_work(const Session *session, const Jobs *jobs);
/// Gives files that pass from job to job a place in our temporary directory: their names are the driver's
/// guesses, made while planning, and nobody removes them.
bool jobs_move_temporaries(Session *session, Jobs *jobs);
/// The user's mistake: the job leaves no output, and no further one is run.
void job_break(Session *session, const Job *job);
/// Compiles one job rewritten; false: it is to be run, as planned or as it was changed.
typedef bool (*JobCompiler)(Session *session, Job *job, Report *report);
/// Tells what a report's JSON says of the job's source, in the report and, when the job is done, in its
/// object.
void job_tell(Session *session, Job *job, const char *json, Report *report);
/// A note to the whole of the source.
void job_tell_reason(Session *session, Job *job, const char *reason, Report *report);
/// Runs the jobs, writes the report; the exit code.
int jobs_run(Session *session, const char *mode, Jobs *jobs, JobCompiler compile);
_Noreturn void jobs_become_compiler(Session *session, const char *mode);
void jobs_free(Jobs *jobs);
#endif
