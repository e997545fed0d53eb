//===- plugin.c - one Fortran file through flang with SMR inside ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: what flang prints is shown only when its output is to stay. flang dies with SMR when SMR
// crashes; what the plugin had said by then names the function, and flang runs again without it.
//===----------------------------------------------------------------------===//
#include "plugin.h"
#include "capi/flang/answer.h"
#include "capi/smr.h"
#include "compile.h"
#include "tools/common/compiler_plugin.h"
#include "tools/common/findings.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A hang of SMR's must not hang a build; all further attempts together get as much time again as the first.
enum { CPU_SECONDS = 600, MOST_ATTEMPTS = 5 };

typedef struct {
  Session *session;
  const Job *job;
  const char *plugin, *path, *input; // libsmr-flang.so; its answer's file; the source
  SmrNames skips;                    // the functions that attempts died in, and why
  SmrStr output, errors;             // what flang printed
  SmrProcessStatus status;
  const char *stays; // the folder of what the pass of residency tells; NULL: it tells nothing
  // The answer.
  bool started, entered, done, unloaded;
  SmrStr function, report, records, times, failure, warnings;
  uint32_t rewrites;
} Run;

//--- Is it open? ------------------------------------------------------------------

/// What flang will optimise at: its last -O.
static char level(const Job *job) {
  char level = '0';
  for (uint32_t i = 0; i < job->argv.size; i++)
    if (smr_starts(job->argv.data[i], "-O") && job->argv.data[i][2])
      level = job->argv.data[i][2];
  return level;
}

/// Which OpenMP is compiled; 0: none.
static SmrOpenMP openmp(const Job *job) {
  SmrOpenMP found = 0;
  for (uint32_t i = 0; i < job->argv.size; i++)
    if (smr_equal(job->argv.data[i], "-fopenmp"))
      return SMR_OPENMP_FULL; // (with -fopenmp-simd beside it, too)
    else if (smr_equal(job->argv.data[i], "-fopenmp-simd"))
      found = SMR_OPENMP_SIMD;
  return found;
}

/// Why the job does not take this way, however much it is asked for; NULL: it can.
static const char *why_never(const Run *run) {
  for (uint32_t i = 0; i < run->job->argv.size; i++) {
    const char *argument = run->job->argv.data[i];
    if (smr_starts(argument, "-save-temps"))
      return "-save-temps takes two steps";
    if (strcmp(argument, "-plugin") == 0)
      return "another plugin is asked for";
  }
  return run->plugin ? NULL : "there is no libsmr-flang.so";
}

//--- There and back ---------------------------------------------------------------

static void set_environment(const Run *run, unsigned seconds) {
  const char *asked = getenv("SMR_FLANG_SECONDS");
  SmrSettings told = compiler_plugin_settings(run->session);
  told.action = run->job->argv.data[run->job->action];
  told.answer = run->path;
  told.seconds = asked && *asked ? (unsigned)atoi(asked) : seconds;
  told.at_O1 = level(run->job) < '2';
  told.at_O2 = level(run->job) < '3';
  told.openmp = openmp(run->job);
  told.near_misses = findings_wanted(run->session, run->job);
  told.no_report = !told.near_misses;
  told.gains = !told.libraries.size && !told.pats.size && !told.at && level(run->job) > '0';
  told.wraps = compile_wraps(run->job);
  told.skips = run->skips;
  compiler_plugin_tell("SMR_FLANG_OPTIONS", &told);
}

static void hear(Run *run, unsigned char kind, const char *text, size_t size) {
  SmrStr *only = kind == SMR_OUT_FUNCTION    ? &run->function
                 : kind == SMR_OUT_REPORT    ? &run->report
                 : kind == SMR_FLANG_RECORDS ? &run->records
                 : kind == SMR_OUT_TIMES     ? &run->times
                                             : NULL;
  if (only) {
    smr_str_clear(only);
    smr_str_append(only, text, size);
  } else if (kind == SMR_OUT_WARNING) {
    smr_str_printf(&run->warnings, "smr-flang: %s: %.*s\n", run->input, (int)size, text);
  } else if (kind == SMR_OUT_ERROR || (kind == SMR_FLANG_UNLOADED && !run->failure.size)) {
    smr_str_puts(&run->failure, kind != SMR_OUT_ERROR ? "libsmr.so: " : run->failure.size ? "\n" : "");
    smr_str_append(&run->failure, text, size);
  }
  run->started |= kind == SMR_FLANG_STARTED;
  run->entered |= kind == SMR_FLANG_ENTERED;
  run->done |= kind == SMR_FLANG_DONE;
  run->unloaded |= kind == SMR_FLANG_UNLOADED;
  run->rewrites += kind == SMR_OUT_REWRITTEN;
}

/// What the plugin has said; a record that is cut off it did not get to say.
static void read_answer(Run *run) {
  SmrStr text = {0};
  const char *reason;
  bool ok = smr_read_file(run->path, &text, &reason);
  for (size_t at = 0, size = 0; ok && text.size - at > sizeof(uint64_t); at += size) {
    uint64_t length;
    memcpy(&length, text.data + at + 1, sizeof length);
    if (length > text.size - at - 1 - sizeof length)
      break;
    hear(run, (unsigned char)text.data[at], text.data + at + 1 + sizeof length, (size_t)length);
    size = 1 + sizeof length + (size_t)length;
  }
  smr_str_free(&text);
}

static bool attempt(Run *run, unsigned seconds) {
  const Job *job = run->job;
  Args argv = {0};
  compile_residency_report(run->session, job, run->stays);
  for (uint32_t i = 0; i < job->argv.size; i++) {
    if (i == job->language - 1) { // before -x <language> <input>
      args_add(&argv, "-load", run->plugin, "-plugin", "smr", NULL);
      compile_residency(run->session, job, &argv);
    }
    smr_vec_push(&argv, job->argv.data[i]);
  }
  SmrStr *const texts[] = {&run->output,  &run->errors, &run->function, &run->report,
                           &run->records, &run->times,  &run->failure,  &run->warnings};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    smr_str_clear(texts[k]);
  run->started = run->entered = run->done = run->unloaded = false;
  run->rewrites = 0;
  unlink(run->path);
  set_environment(run, seconds);
  bool ok = session_run(&argv, &run->output, &run->errors, 0, &run->status);
  unsetenv("SMR_FLANG_OPTIONS");
  if (ok)
    read_answer(run);
  smr_vec_free(&argv);
  return ok && !session_interrupted();
}

/// Did flang end while SMR was at work in it?
static bool ended_in_smr(const Run *run) {
  return (run->status.signal || run->status.exit_code) && run->entered && !run->done;
}

/// Why flang failed, in a line.
static const char *failure(const Run *run) {
  const char *mark = strstr(smr_str_get(&run->errors), "error: ");
  if (run->status.signal == SIGXCPU && ended_in_smr(run))
    return "it took too long";
  if (run->status.signal)
    return smr_arena_printf(&run->session->arena, "signal %d (%s)", run->status.signal,
                            strsignal(run->status.signal));
  return mark ? smr_arena_printf(&run->session->arena, "%.*s", (int)strcspn(mark, "\n"), mark) : "it failed";
}

/// A crash, or too long a time, in one function costs that function: it is left alone in another attempt.
static bool attempt_all(Run *run) {
  unsigned seconds = CPU_SECONDS;
  for (unsigned count = 1; attempt(run, seconds); count++) {
    bool died = run->status.signal && ended_in_smr(run) && run->function.size;
    if (!died || count == MOST_ATTEMPTS)
      return true;
    smr_names_add(&run->skips,
                  smr_arena_printf(&run->session->arena, "%s SMR failed here: %s",
                                   smr_str_get(&run->function), failure(run)),
                  &run->session->arena);
    seconds = CPU_SECONDS / (MOST_ATTEMPTS - 1);
  }
  return false;
}

//--- What is told -----------------------------------------------------------------

static PluginOutcome fall_back(const Run *run, const char *who, const char *reason) {
  fprintf(stderr, "smr-flang: warning: %s is compiled without SMR: %s%s\n", run->input, who, reason);
  return PLUGIN_PLAIN;
}

/// An error that is the user's to repair: there is to be no object then.
static PluginOutcome tell_error(Run *run, const char *who, const char *reason) {
  fprintf(stderr, "smr-flang: error: %s%s\n", who, reason);
  job_break(run->session, run->job);
  return PLUGIN_PLAIN;
}

static void tell_verbose(const Run *run) {
  const SmrSettings *options = &run->session->options;
  if (run->times.size)
    fprintf(stderr, "smr-flang: %s: where SMR's time goes, in milliseconds\n%s", run->input, run->times.data);
  if (!options->verbose || !run->done)
    return;
  fputs(smr_str_get(&run->warnings), stderr);
  compile_print_rewrites(run->session, run->input, run->rewrites);
}

/// flang ran to its end, or did not. What it wrote stays when it is flang's or a whole rewriting's.
static PluginOutcome judge(Run *run, Report *report) {
  bool ok = !run->status.signal && !run->status.exit_code;
  // A library or PAT that the user names is his mistake; a mistake in the source is shown by the job as
  // planned.
  if (run->failure.size && session_names(run->session, run->failure.data))
    return tell_error(run, "", run->failure.data);
  if (!ok && !ended_in_smr(run) && !run->rewrites)
    return PLUGIN_PLAIN;
  if (!ok)
    return fall_back(run, ended_in_smr(run) ? "" : "flang on the rewritten module: ", failure(run));
  for (uint32_t k = 0; k < run->skips.size; k++)
    compile_print_skip(run->input, run->skips.data[k]);
  if (run->failure.size) // the module is as it was
    fall_back(run, "",
              smr_arena_printf(&run->session->arena, "%.*s", (int)strcspn(run->failure.data, "\n"),
                               run->failure.data));
  tell_verbose(run);
  report_add_records(report, run->session, smr_str_get(&run->records), run->records.size, NULL);
  report_add_folder(report, run->session, run->stays);
  fwrite(smr_str_get(&run->output), 1, run->output.size, stdout);
  fflush(stdout);
  fputs(smr_str_get(&run->errors), stderr);
  if (run->report.size && !findings_tell(run->session, run->job, run->report.data)) {
    job_break(run->session, run->job);
    return PLUGIN_PLAIN;
  }
  return PLUGIN_WROTE;
}

/// This way is not open: another one is taken, unless the user insists.
static PluginOutcome refuse(Run *run, const char *reason) {
  if (!run->session->options.flang_frontend)
    return PLUGIN_NOT_RUN;
  return tell_error(run, "--smr-frontend=plugin: ",
                    smr_arena_printf(&run->session->arena, "%.*s", (int)strcspn(reason, "\n"), reason));
}

PluginOutcome plugin_compile(Session *session, const Job *job, const char *directory, Report *report) {
  static bool refused; // by flang, for an earlier file of this command
  Run run = {.session = session, .job = job, .input = job->argv.data[job->input]};
  const char *smr_opt = getenv("SMR_OPT"), *never;
  bool insists = session->options.flang_frontend == SMR_FLANG_PLUGIN;
  if (session->options.flang_frontend && !insists)
    return PLUGIN_NOT_RUN;
  // Who names the smr-opt to run wants it to run.
  if (!insists && (refused || (smr_opt && *smr_opt) || level(job) == '0' || !compiler_plugin_fits(session)))
    return PLUGIN_NOT_RUN;
  run.plugin = compiler_plugin_find(session, "SMR_FLANG_PLUGIN", "libsmr-flang.so");
  if ((never = why_never(&run)))
    return refuse(&run, never);
  run.path = smr_arena_printf(&session->arena, "%s/answer", directory);
  run.stays = compile_residency_folder(session, directory);
  PluginOutcome outcome = PLUGIN_PLAIN;
  if (attempt_all(&run)) {
    refused = !run.started || run.unloaded;
    outcome = !refused ? judge(&run, report) : refuse(&run, run.unloaded ? run.failure.data : failure(&run));
  }
  SmrStr *const texts[] = {&run.output,  &run.errors, &run.function, &run.report,
                           &run.records, &run.times,  &run.failure,  &run.warnings};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    smr_str_free(texts[k]);
  return outcome;
}
