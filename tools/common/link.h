//===- link.h - libraries that rewritten objects need --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_LINK_H
#define SMR_COMMON_LINK_H
#include "jobs.h"
#include "marks.h"

/// The linker's words for libraries that objects ask for.
void link_library_words(Session *session, const Marks *marks, Args *out);
/// Adds -l options (or paths) for what the inputs of a link ask for. True when it added any. `bold` gets the
/// command, if there is one, that also takes routines from archives (linked.h): should it fail, the job's own
/// is the one.
bool link_add_libraries(Session *session, Job *job, Args *bold);
/// After a link for which a report is wanted: the records of what was linked, and those of what this very
/// command compiled (`own`, or NULL), go into the report, and into the program or shared library at `output`.
void link_leave_records(Session *session, const Marks *marks, const SmrStr *own, const char *output,
                        Report *report);
/// The same of a job.
void link_job_leave_records(Session *session, const Job *job, Report *report);
#endif
