//===- main.c - smr-flang, flang with library calls put in ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// flang's driver plans (`-###`), we run the plan. A Fortran job goes through SMR first; a link job gets the
// libraries that rewritten objects ask for. Whenever there is nothing of the kind to do, this process becomes
// flang, so that every other use (-E, -print-…, a mistake in the command line) is flang's own to the letter.
//===----------------------------------------------------------------------===//
#include "compile.h"
#include "depend.h"
#include "frontend/frontend.h"
#include "tools/common/aside.h"
#include "tools/common/compiler_plugin.h"
#include "tools/common/inputs.h"
#include <stdio.h>
#include <string.h>

#ifndef SMR_VERSION
#define SMR_VERSION "0.1.0"
#endif

const char driver_name[] = "smr-flang";
const unsigned driver_user = SMR_SETTING_FLANG;

/// flang does it all, and we have to see how it ends.
static int run_flang(Session *session) {
  Args argv = {0};
  SmrProcessStatus status = {0};
  smr_vec_push(&argv, session->compiler);
  args_add_all(&argv, &session->line.args);
  fflush(NULL);
  bool ok = session_run(&argv, NULL, NULL, 0, &status);
  smr_vec_free(&argv);
  return !ok ? 1 : status.signal ? 128 + status.signal : status.exit_code;
}

/// --help and --version say flang's text, then ours. True when the command line asks for one of them.
static bool answer_question(Session *session, int *exit_code) {
  bool help = session->options.help, version = session->options.version;
  const Args *args = &session->line.args;
  for (uint32_t i = 0; i < args->size; i++) {
    bool asks_help = strcmp(args->data[i], "--help") == 0 || strcmp(args->data[i], "-help") == 0;
    bool asks_version = strcmp(args->data[i], "--version") == 0;
    if (!asks_help && !asks_version)
      continue;
    *exit_code = run_flang(session);
    help = asks_help, version = asks_version;
    break;
  }
  if (version)
    puts("SMR version " SMR_VERSION);
  if (help)
    options_print_help(
        "smr-flang is flang with library calls put in for hand-written loops",
        "Environment: SMR_FLANG the flang to drive, SMR_FLANG_PLUGIN the plugin to load, SMR_OPT the "
        "smr-opt to run (in two steps).");
  return help || version;
}

/// Does the command line say that there is no link? A word that belongs to the option in front of it says
/// nothing.
static bool stops_before_link(const Args *args) {
  static const char *const ends[] = {"-c", "-S", "-E", "-fsyntax-only", NULL};
  static const char *const with_value[] = {
      "-o",        "-x",      "-I",          "-D",       "-U",          "-J",
      "-L",        "-l",      "-T",          "-u",       "-z",          "-e",
      "-B",        "-Xflang", "-Xclang",     "-Xlinker", "-Xassembler", "-Xpreprocessor",
      "-mllvm",    "-mmlir",  "-module-dir", "-target",  "-arch",       "-isysroot",
      "--sysroot", "--param", NULL};
  for (uint32_t i = 0; i < args->size && strcmp(args->data[i], "--") != 0; i++) {
    if (smr_among(args->data[i], ends))
      return true;
    i += smr_among(args->data[i], with_value);
  }
  return false;
}

/// Is all that is left to do flang's? Then not even a plan is made, which costs a run of flang. (A link may
/// have objects that were rewritten earlier.)
static bool is_flangs(Session *session) {
  const SmrSettings *options = &session->options;
  session->aside = aside_reason(session);
  return !options->records && (options->mode == SMR_MODE_OFF || (session->aside && !options->verbose)) &&
         stops_before_link(&session->line.args);
}

/// Each source is read several times; one on the standard input is there once. Is there one, and somebody who
/// would like to know?
static bool misses_standard_input(const Session *session, const Jobs *jobs) {
  bool found = false;
  for (uint32_t k = 0; k < jobs->list.size; k++) {
    const Job *job = &jobs->list.data[k];
    found |= job->action && job->input && strcmp(job->argv.data[job->input], "-") == 0;
  }
  return found && session->options.mode != SMR_MODE_OFF &&
         (session->options.records || session->options.verbose);
}

/// Leaves the report with what it has of other files.
static int compile_standard_input(Session *session) {
  Report report = {0};
  const char *reason;
  int exit_code = run_flang(session);
  if (session->options.report && !report_write(&report, session->options.report, &reason)) {
    fprintf(stderr, "smr-flang: error: cannot write %s: %s\n", session->options.report, reason);
    exit_code = exit_code ? exit_code : 1;
  }
  report_free(&report);
  return exit_code;
}

static int compile_all(Session *session, Depend *depend, Jobs *jobs) {
  if (is_flangs(session) && !depend->wanted)
    jobs_become_compiler(session, NULL);
  bool planned = jobs_plan(session, NULL, compile_classify, jobs);
  if (planned && depend->wanted && !depend_write(session, depend, jobs))
    return 1;
  bool flangs = !planned || is_flangs(session) || !jobs_has_work(session, jobs) ||
                !jobs_move_temporaries(session, jobs);
  bool unseen = misses_standard_input(session, jobs);
  if (unseen)
    fputs(
        "smr-flang: warning: what stands on the standard input is compiled without SMR, which reads files\n",
        stderr);
  if (flangs && unseen)
    return compile_standard_input(session);
  if (flangs && !depend->wanted)
    jobs_become_compiler(session, NULL);
  int exit_code = flangs ? run_flang(session) : jobs_run(session, NULL, jobs, compile_rewritten);
  if (exit_code)
    depend_failed(depend);
  return exit_code;
}

int main(int argc, char **argv) {
  static Session session;
  Jobs jobs = {0};
  Depend depend = {0};
  int exit_code = 0;
  if (!session_open(&session, argc, argv, smr_frontend_find_flang, "flang", "SMR_FLANG"))
    return 1;
  if (!depend_take(&session, &depend)) {
    exit_code = 1;
  } else if (session.options.print_files) {
    inputs_print(&session, compiler_plugin_find(&session, "SMR_FLANG_PLUGIN", "libsmr-flang.so"),
                 session.smr_opt);
  } else if (session.options.print_state) {
    inputs_print_state(&session, compiler_plugin_find(&session, "SMR_FLANG_PLUGIN", "libsmr-flang.so"));
  } else if (!answer_question(&session, &exit_code)) {
    exit_code = compile_all(&session, &depend, &jobs);
  }
  jobs_free(&jobs);
  session_close(&session);
  return exit_code;
}
