//===- process.h - run a program and wait --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// No shell: the argument vector goes to posix_spawn as it is. Several threads may run programs at once.
//===----------------------------------------------------------------------===//
#ifndef SMR_FRONTEND_PROCESS_H
#define SMR_FRONTEND_PROCESS_H
#include "base/str.h"
#include <sys/types.h>

typedef struct {
  SmrStr *output, *errors;    // append the child's stdout / stderr here; NULL = it inherits ours
  bool no_input;              // stdin is /dev/null
  unsigned cpu_seconds;       // 0 = no limit
  const char *unset_variable; // leave this one out of the child's environment, or NULL
} SmrProcessOptions;

typedef struct {
  int exit_code; // when signal is 0
  int signal;    // the signal that ended it, or 0
} SmrProcessStatus;

/// argv is NULL-terminated; argv[0] is looked up in PATH when it has no '/'. Returns false, with a reason in
/// *reason (static text), only when the program could not be started.
bool smr_process_run(const char *const *argv, const SmrProcessOptions *options, SmrProcessStatus *status,
                     const char **reason);
/// The child started last, 0 when it ended; safe in a signal handler, and for programs that run one child at
/// a time.
pid_t smr_process_child(void);
#endif
