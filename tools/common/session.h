//===- session.h - one run of the driver: programs, temporaries, signals -===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Temporary files live in one directory that goes away at every exit, an interrupt included.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_SESSION_H
#define SMR_COMMON_SESSION_H
#include "frontend/process.h"
#include "options.h"

typedef struct {
  SmrArena arena;
  SmrSettings options;
  CommandLine line;
  const char *compiler, *smr_opt; // smr_opt is NULL when there is none
  const char *directory;          // the temporary directory, NULL until session_directory
  const char *plain;              // one with a plain name, where that is another
  const char *prefix;             // the folder above bin/
  const char *share;              // the folder of SMR's own libraries
  const char *aside;              // why nothing is rewritten (aside.h), or NULL
  bool broken;                    // a library or PAT that the user named cannot be used: nothing is compiled
  bool on_server; // compiling for another machine, which takes an error for a reason to do it itself
  bool echo;      // -v: print commands as they run
} Session;

/// Parses the command line, finds the programs and installs the signal handlers. `find` appends the
/// compiler's path or returns false; `what` and `variable` name it in the error message.
bool session_open(Session *session, int argc, char **argv, bool (*find)(SmrStr *out), const char *what,
                  const char *variable);
/// Of what session_open does, where SMR's own parts lie: around the program that runs.
void session_find_parts(Session *session);
/// The temporary directory, made when first asked for; NULL (with a warning) when that fails.
const char *session_directory(Session *session);
/// The same, or where TMPDIR's name has commas, quotes and the like, another one that has none: for paths
/// that stand in lists (-Wl,…, a pass' options).
const char *session_plain_directory(Session *session);
/// Removes temporaries; when a signal asked us to stop, dies by that signal.
void session_close(Session *session);
/// Does a message start with the name of a library or PAT that the user gave?
bool session_names(const Session *session, const char *message);
/// Did a signal ask us to stop?
bool session_interrupted(void);
/// Runs the compiler with these arguments in place of this process. Never returns.
_Noreturn void session_become_compiler(Session *session, const Args *args);
/// smr_process_run on a list without its NULL; false (a message printed) when the program cannot be started.
bool session_run(const Args *argv, SmrStr *output, SmrStr *errors, unsigned cpu_seconds,
                 SmrProcessStatus *status);
#endif
