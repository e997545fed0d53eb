//===- session.c - one run of the driver: programs, temporaries, signals -===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "session.h"
#include "base/directory.h"
#include "idioms.h"
#include "inputs.h"
#include "match/choice.h"
#include "match/report_file.h"
#include "report.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  pid_t child = smr_process_child();
  interrupted = number;
  if (child > 0)
    kill(child, number);
}

bool session_interrupted(void) {
  return interrupted != 0;
}

static void install_handlers(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction old;
    // What our parent ignores (nohup, a job in the background) stays ignored.
    if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
      sigaction(signals[i], &action, NULL);
  }
}

void session_find_parts(Session *session) {
  char self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  const char *chosen = getenv("SMR_OPT");
  session->prefix = "/usr";
  if (length > 0) {
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    *slash = '\0';
    session->prefix = smr_arena_printf(&session->arena, "%s/..", self);
    session->smr_opt = smr_arena_printf(&session->arena, "%s/smr-opt", self);
  }
  char *real = realpath(session->prefix, NULL);
  session->share = smr_arena_printf(&session->arena, "%s/share/smr", real ? real : session->prefix);
  free(real);
  if (chosen && *chosen)
    session->smr_opt = chosen;
  if (session->smr_opt && access(session->smr_opt, X_OK) != 0)
    session->smr_opt = NULL;
}

/// Is it there, and a library? (What is wrong inside is told by whoever reads it.)
static bool check_named(const char *path, bool library) {
  char head[6] = {0};
  FILE *file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "%s: error: cannot read %s: %s\n", driver_name, path, strerror(errno));
    return false;
  }
  bool ok = !library || (fread(head, 1, sizeof head, file) == sizeof head && !memcmp(head, "SMRPFA", 6));
  fclose(file);
  if (!ok)
    fprintf(stderr, "%s: error: %s: not a pattern library (smr-build makes them)\n", driver_name, path);
  return ok;
}

static bool check_list(const SmrNames *list, bool library) {
  for (uint32_t k = 0; k < list->size; k++)
    if (!check_named(list->data[k], library))
      return false;
  return true;
}

bool session_names(const Session *session, const char *message) {
  if (smr_idiom_choice_names(message))
    return true;
  const SmrNames *const lists[] = {&session->options.libraries, &session->options.pats};
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < lists[k]->size; i++)
      if (smr_starts(message, lists[k]->data[i]) && message[strlen(lists[k]->data[i])] == ':')
        return true;
  return false;
}

/// distcc's server compiles what its client has preprocessed, in a folder for temporary files.
static bool is_on_server(const Session *session) {
  const Args *args = &session->line.args;
  for (uint32_t i = 0; i < args->size && getenv("_DISTCC_SAFEGUARD"); i++)
    if (args->data[i][0] != '-' && strstr(args->data[i], "/distccd_"))
      return true;
  return false;
}

bool session_open(Session *session, int argc, char **argv, bool (*find)(SmrStr *out), const char *what,
                  const char *variable) {
  *session = (Session){0};
  if (!options_parse(argc, argv, &session->arena, &session->options, &session->line) ||
      !inputs_take_over(session))
    return false;
  session->on_server = is_on_server(session);
  if (session->on_server) // the file would lie there, where nobody looks; the object has it
    session->options.report = NULL;
  const char *report = session->options.report, *reason;
  if (report && !smr_report_can_write(report, &reason)) {
    fprintf(stderr, "%s: error: cannot write the report %s: %s\n", driver_name, report, reason);
    return false;
  }
  if (session->options.explain && !session->options.records) {
    fprintf(stderr, "%s: error: --smr-explain explains in the report: --smr-report=<file> is needed\n",
            driver_name);
    return false;
  }
  if (session->options.mode != SMR_MODE_OFF &&
      !(check_list(&session->options.libraries, true) && check_list(&session->options.pats, false)))
    return false;
  SmrStr compiler = {0};
  if (!find(&compiler)) {
    fprintf(stderr, "%s: error: cannot find %s; set %s to its path\n", driver_name, what, variable);
    return false;
  }
  session->compiler = smr_arena_strdup(&session->arena, compiler.data);
  smr_str_free(&compiler);
  session_find_parts(session);
  install_handlers();
  return idioms_check(session);
}

/// A new directory in `folder`, NULL when there can be none.
static const char *make_directory(Session *session, const char *folder) {
  SmrStr path = {0};
  bool ok = smr_directory_create(folder, driver_name, &path);
  const char *copy = ok ? smr_arena_strdup(&session->arena, path.data) : NULL;
  int reason = errno;
  smr_str_free(&path);
  errno = reason;
  return copy;
}

const char *session_directory(Session *session) {
  if (!session->directory)
    session->directory = make_directory(session, smr_temporary_folder());
  if (!session->directory)
    fprintf(stderr, "%s: warning: cannot make a temporary directory in %s: %s\n", driver_name,
            smr_temporary_folder(), strerror(errno));
  return session->directory;
}

/// Would the name survive every list and quotation that it may be put into?
static bool is_plain(const char *path) {
  return path[strcspn(path, " ,;'\"\\{}()$&`\t\n")] == '\0';
}

const char *session_plain_directory(Session *session) {
  static const char *const folders[] = {"/tmp", "/var/tmp", "/dev/shm"};
  if (!session->plain && is_plain(smr_temporary_folder()))
    return session_directory(session);
  for (size_t i = 0; i < sizeof folders / sizeof *folders && !session->plain; i++)
    session->plain = make_directory(session, folders[i]);
  if (!session->plain)
    fprintf(stderr,
            "%s: warning: cannot make a temporary directory whose name is without commas and quotes\n",
            driver_name);
  return session->plain;
}

void session_close(Session *session) {
  if (session->directory)
    smr_directory_remove(session->directory);
  if (session->plain)
    smr_directory_remove(session->plain);
  options_free(&session->line);
  smr_arena_destroy(&session->arena);
  if (interrupted) {
    signal(interrupted, SIG_DFL);
    raise(interrupted);
  }
}

bool session_run(const Args *argv, SmrStr *output, SmrStr *errors, unsigned cpu_seconds,
                 SmrProcessStatus *status) {
  Args list = {0};
  const char *reason = NULL;
  args_add_all(&list, argv);
  smr_vec_push(&list, NULL);
  SmrProcessOptions options = {.output = output, .errors = errors, .cpu_seconds = cpu_seconds};
  bool ok = smr_process_run(list.data, &options, status, &reason);
  if (!ok)
    fprintf(stderr, "%s: error: cannot run %s: %s\n", driver_name, argv->data[0], reason);
  smr_vec_free(&list);
  return ok;
}

_Noreturn void session_become_compiler(Session *session, const Args *args) {
  Args list = {0};
  smr_vec_push(&list, session->compiler);
  args_add_all(&list, args);
  smr_vec_push(&list, NULL);
  if (session->directory)
    smr_directory_remove(session->directory);
  if (session->plain)
    smr_directory_remove(session->plain);
  if (interrupted) {
    signal(interrupted, SIG_DFL);
    raise(interrupted);
  }
  fflush(NULL);
  execv(session->compiler, (char *const *)list.data);
  fprintf(stderr, "%s: error: cannot run %s: %s\n", driver_name, session->compiler, strerror(errno));
  exit(1);
}
