//===- main.c - smr-flang, flang with library calls put in ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// flang's driver plans (`-###`), we run the plan. A Fortran job goes through SMR first; a link job gets the
// libraries that rewritten objects ask for. Whenever there is nothing of the kind to do, this process becomes
// flang, so that every other use (-E, -print-…, a mistake in the command line) is flang's own to the letter.
//===----------------------------------------------------------------------===//
#include "compile.h"
#include "frontend/frontend.h"
#include "link.h"
#include <stdio.h>
#include <string.h>

#ifndef SMR_VERSION
#define SMR_VERSION "0.1.0"
#endif

const char driver_name[] = "smr-flang";
const char *const driver_frontends[] = {NULL};

/// --help and --version say flang's text, then ours. True when the command line asks for one of them.
static bool answer_question(Session *session, int *exit_code) {
  bool help = session->options.help, version = session->options.version;
  const Args *args = &session->options.args;
  for (uint32_t i = 0; i < args->size; i++) {
    bool asks_help = strcmp(args->data[i], "--help") == 0 || strcmp(args->data[i], "-help") == 0;
    bool asks_version = strcmp(args->data[i], "--version") == 0;
    if (!asks_help && !asks_version)
      continue;
    Args argv = {0};
    SmrProcessStatus status = {0};
    smr_vec_push(&argv, session->compiler);
    for (uint32_t k = 0; k < args->size; k++)
      smr_vec_push(&argv, args->data[k]);
    if (session_run(&argv, NULL, NULL, 0, &status))
      *exit_code = status.exit_code;
    smr_vec_free(&argv);
    help = asks_help, version = asks_version;
    break;
  }
  if (version)
    puts("SMR version " SMR_VERSION);
  if (help)
    options_print_help("smr-flang is flang with library calls put in for hand-written loops",
                       "Environment: SMR_FLANG the flang to drive, SMR_OPT the smr-opt to run.");
  return help || version;
}

static bool has_work(const Session *session, const Jobs *jobs) {
  for (uint32_t i = 0; i < jobs->list.size; i++)
    if (jobs->list.data[i].kind == JOB_LINK ||
        (jobs->list.data[i].kind == JOB_FORTRAN && (!session->options.off || session->options.report)))
      return true;
  return false;
}

/// Does the job read what a failed job should have written?
static bool depends(const Job *job, const Args *failed) {
  for (uint32_t i = 0; i < job->argv.size; i++)
    for (uint32_t k = 0; k < failed->size; k++)
      if (strcmp(job->argv.data[i], failed->data[k]) == 0)
        return true;
  return false;
}

typedef enum { JOB_DONE, JOB_FAILED, JOB_CRASHED } Outcome;

static Outcome run_job(Session *session, Job *job, Report *report, int *exit_code) {
  SmrProcessStatus status = {0};
  if (session->echo)
    fprintf(stderr, "%s\n", job->text);
  if (job->kind == JOB_FORTRAN && session->options.off) // what an earlier compilation reported is no more
    report_note_file(report, job->argv.data[job->input]);
  if (job->kind == JOB_FORTRAN && !session->options.off && compile_rewritten(session, job, report))
    return JOB_DONE;
  if (session_interrupted())
    return JOB_FAILED;
  if (job->kind == JOB_LINK)
    link_add_libraries(session, job);
  fflush(NULL);
  if (!session_run(&job->argv, NULL, NULL, 0, &status))
    return JOB_CRASHED;
  if (status.signal && !session_interrupted())
    return JOB_CRASHED;
  if (status.signal || status.exit_code) {
    if (*exit_code == 0)
      *exit_code = status.exit_code ? status.exit_code : 1;
    return JOB_FAILED;
  }
  return JOB_DONE;
}

static int run_jobs(Session *session, Jobs *jobs) {
  Report report = {0};
  Args failed = {0};
  int exit_code = 0;
  bool compiled = false;
  fputs(jobs->header, stderr);
  for (uint32_t i = 0; i < jobs->list.size && !session_interrupted(); i++) {
    Job *job = &jobs->list.data[i];
    if (depends(job, &failed))
      continue;
    compiled = compiled || job->kind == JOB_FORTRAN;
    Outcome outcome = run_job(session, job, &report, &exit_code);
    if (outcome == JOB_CRASHED) // flang's driver knows what to do then: a report, a reproducer
      session_become_compiler(session, &session->options.args);
    for (uint32_t k = 0; outcome == JOB_FAILED && k + 1 < job->argv.size; k++)
      if (strcmp(job->argv.data[k], "-o") == 0)
        smr_vec_push(&failed, job->argv.data[k + 1]);
  }
  const char *reason;
  if (session->options.report && compiled && !session_interrupted() &&
      !report_write(&report, session->options.report, &reason)) {
    fprintf(stderr, "smr-flang: error: cannot write %s: %s\n", session->options.report, reason);
    exit_code = exit_code ? exit_code : 1;
  }
  report_free(&report);
  smr_vec_free(&failed);
  return exit_code;
}

int main(int argc, char **argv) {
  static Session session;
  Jobs jobs = {0};
  int exit_code = 0;
  if (!session_open(&session, argc, argv, smr_frontend_find_flang, "flang", "SMR_FLANG"))
    return 1;
  if (!answer_question(&session, &exit_code)) {
    if (!jobs_plan(&session, &jobs) || !has_work(&session, &jobs) || !jobs_move_temporaries(&session, &jobs))
      session_become_compiler(&session, &session.options.args);
    exit_code = run_jobs(&session, &jobs);
  }
  jobs_free(&jobs);
  session_close(&session);
  return exit_code;
}
