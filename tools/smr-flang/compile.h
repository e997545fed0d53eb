//===- compile.h - one Fortran file through SMR --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_FLANG_COMPILE_H
#define SMR_FLANG_COMPILE_H
#include "tools/common/jobs.h"
#include "tools/common/report.h"

/// Makes a -fc1 command that compiles Fortran source a COMPILE job.
void compile_classify(Job *job);

/// Is the source compiled with -fwrapv? (Flang's driver resolves -fno-wrapv.)
bool compile_wraps(const Job *job);

/// In flang's one process, or source → FIR → smr-opt → object. True: the job's output was written. False: it
/// was not, because nothing was rewritten or something failed (then a warning was printed); the job must run
/// as flang planned it. In both cases the entries of the file's report were added.
bool compile_rewritten(Session *session, Job *job, Report *report);

/// The folder in `directory` for what the pass of residency tells; NULL: it is not asked.
const char *compile_residency_folder(Session *session, const char *directory);
/// Tells the pass of residency where to leave its records, of which the folder is one.
void compile_residency_report(const Session *session, const Job *job, const char *folder);
/// Appends what loads that pass and, for its report, keeps places.
void compile_residency(Session *session, const Job *job, Args *argv);
/// Warns of a function that was left alone: its symbol, a blank, the reason, up to the end of the line.
void compile_print_skip(const char *input, const char *skip);
/// Prints how many calls were inserted.
void compile_print_rewrites(const Session *session, const char *input, unsigned rewrites);
#endif
