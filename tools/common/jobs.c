//===- jobs.c - the commands that a compiler driver would run ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "jobs.h"
#include "aside.h"
#include "attach.h"
#include "base/json.h"
#include "base/records.h"
#include "link.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// ` "a" "b c" -d`: what needs no quotes has none; a backslash escapes '"', '\' and '$' inside quotes.
static void split_command(const char *line, size_t n, SmrArena *arena, Args *out) {
  SmrStr word = {0};
  for (size_t at = 0; at < n;) {
    if (line[at] == ' ') {
      at++;
      continue;
    }
    smr_str_clear(&word);
    bool quoted = line[at] == '"';
    for (at += quoted; at < n && line[at] != (quoted ? '"' : ' '); at++) {
      if (quoted && line[at] == '\\' && at + 1 < n)
        at++;
      smr_str_putc(&word, line[at]);
    }
    at += quoted;
    smr_vec_push(out, smr_arena_strdup(arena, smr_str_get(&word)));
  }
  smr_str_free(&word);
}

/// Up to the end of the line, or of the line on which the last word ends: a name may hold line breaks.
static size_t command_length(const char *text) {
  bool quoted = false;
  size_t n = 0;
  for (; text[n] && (quoted || text[n] != '\n'); n++) {
    quoted ^= text[n] == '"';
    n += quoted && text[n] == '\\' && text[n + 1];
  }
  return quoted ? strcspn(text, "\n") : n;
}

static void classify(Job *job, void (*compilation)(Job *)) {
  if (job->argv.size < 2)
    return;
  if (strcmp(job->argv.data[1], "-fc1") == 0 || strcmp(job->argv.data[1], "-cc1") == 0) {
    compilation(job);
    return;
  }
  const char *slash = strrchr(job->argv.data[0], '/'), *program = slash ? slash + 1 : job->argv.data[0];
  if (smr_starts(program, "ld") || strcmp(program, "lld") == 0 || strcmp(program, "mold") == 0 ||
      strcmp(program, "gold") == 0)
    job->kind = JOB_LINK;
}

bool job_is_action(const char *argument) {
  static const char *const actions[] = {"-emit-obj", "-S", "-emit-llvm", "-emit-llvm-bc"};
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
    if (strcmp(argument, actions[i]) == 0)
      return true;
  return false;
}

/// An output that a failed job did not write is an older one, which would pass for new.
static void take_away(const char *output) {
  struct stat about;
  if (lstat(output, &about) == 0 && S_ISREG(about.st_mode) && access(output, W_OK) == 0)
    unlink(output);
}

void job_break(Session *session, const Job *job) {
  session->broken = true;
  take_away(job->argv.data[job->output]);
}

bool jobs_plan(Session *session, const char *mode, void (*compilation)(Job *), Jobs *out) {
  Args argv = {0};
  SmrStr output = {0}, text = {0}, header = {0};
  SmrProcessStatus status = {0};
  bool colour = isatty(STDERR_FILENO), plan_only = false;
  *out = (Jobs){0};
  smr_vec_push(&argv, session->compiler);
  if (mode)
    smr_vec_push(&argv, mode);
  smr_vec_push(&argv, "-###");
  for (uint32_t i = 0; i < session->line.args.size; i++) {
    const char *argument = session->line.args.data[i];
    colour = colour && !strstr(argument, "color-diagnostics");
    plan_only = plan_only || strcmp(argument, "-###") == 0 || strcmp(argument, "-fdriver-only") == 0;
    session->echo = session->echo || strcmp(argument, "-v") == 0;
    smr_vec_push(&argv, argument);
  }
  // The driver colours by whether its stderr is a terminal; while planning it is a pipe.
  if (colour)
    smr_vec_push(&argv, "-fcolor-diagnostics");
  session->aside = aside_reason(session);
  bool ok = !plan_only && session_run(&argv, &output, &text, 0, &status) && status.signal == 0 &&
            status.exit_code == 0 && output.size == 0;
  for (const char *at = smr_str_get(&text); ok && *at;) {
    bool command = smr_starts(at, " \"");
    size_t length = command ? command_length(at) : strcspn(at, "\n");
    if (command) {
      Job job = {.text = smr_arena_strndup(&session->arena, at, length)};
      split_command(at, length, &session->arena, &job.argv);
      classify(&job, compilation);
      smr_vec_push(&out->list, job);
    } else if (length && (session->echo || memmem(at, length, ": warning: ", 11) ||
                          memmem(at, length, ": note: ", 8))) {
      smr_str_printf(&header, "%.*s\n", (int)length, at);
    }
    at += length + (at[length] == '\n');
  }
  out->header = smr_arena_strdup(&session->arena, smr_str_get(&header));
  smr_vec_free(&argv);
  smr_str_free(&output);
  smr_str_free(&text);
  smr_str_free(&header);
  return ok;
}

/// Do the driver's temporaries lie in the current folder? (As LLVM looks for theirs.)
static bool temporaries_are_here(void) {
  static const char *const names[] = {"TMPDIR", "TMP", "TEMP", "TEMPDIR"};
  const char *folder = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !folder; i++)
    folder = getenv(names[i]);
  return folder && !*folder;
}

static bool given_by_user(const Session *session, const char *path) {
  for (uint32_t i = 0; i < session->line.args.size; i++)
    if (strstr(session->line.args.data[i], path) || smr_starts(session->line.args.data[i], "-save-temps"))
      return true;
  return false;
}

bool jobs_move_temporaries(Session *session, Jobs *jobs) {
  for (uint32_t i = 0; i + 1 < jobs->list.size; i++) {
    Args *argv = &jobs->list.data[i].argv;
    for (uint32_t k = 0; k + 1 < argv->size; k++) {
      if (strcmp(argv->data[k], "-o") != 0)
        continue;
      const char *path = argv->data[k + 1], *slash = strrchr(path, '/');
      bool used = false;
      for (uint32_t later = i + 1; later < jobs->list.size && !used; later++)
        for (uint32_t m = 0; m < jobs->list.data[later].argv.size && !used; m++)
          used = strcmp(jobs->list.data[later].argv.data[m], path) == 0;
      if (!used || (!slash && !temporaries_are_here()) || given_by_user(session, path))
        continue;
      const char *directory = session_directory(session);
      if (!directory)
        return false;
      const char *moved =
          smr_arena_printf(&session->arena, "%s/%u-%s", directory, i, slash ? slash + 1 : path);
      for (uint32_t later = i; later < jobs->list.size; later++)
        for (uint32_t m = 0; m < jobs->list.data[later].argv.size; m++)
          if (strcmp(jobs->list.data[later].argv.data[m], path) == 0)
            jobs->list.data[later].argv.data[m] = moved;
    }
  }
  return true;
}

bool jobs_has_work(const Session *session, const Jobs *jobs) {
  for (uint32_t i = 0; i < jobs->list.size; i++)
    if (jobs->list.data[i].kind == JOB_LINK ||
        (jobs->list.data[i].kind == JOB_COMPILE &&
         ((session->options.mode != SMR_MODE_OFF && (!session->aside || session->options.verbose)) ||
          session->options.records)))
      return true;
  return false;
}

/// As the compilers' own drivers: its outputs go, and what reads them is not run.
static void note_failure(const Session *session, const Job *job, Args *failed) {
  bool kept = false;
  for (uint32_t i = 0; i < session->line.args.size; i++)
    kept |= smr_starts(session->line.args.data[i], "-save-temps");
  for (uint32_t k = 0; k + 1 < job->argv.size; k++)
    if (strcmp(job->argv.data[k], "-o") == 0) {
      smr_vec_push(failed, job->argv.data[k + 1]);
      if (!kept && !session_interrupted())
        take_away(job->argv.data[k + 1]);
    }
}

/// Does the job read what a failed job should have written?
static bool depends(const Job *job, const Args *failed) {
  for (uint32_t i = 0; i < job->argv.size; i++)
    for (uint32_t k = 0; k < failed->size; k++)
      if (strcmp(job->argv.data[i], failed->data[k]) == 0)
        return true;
  return false;
}

void job_tell(Session *session, Job *job, const char *json, Report *report) {
  const char *source = job->argv.data[job->input];
  char *here = getcwd(NULL, 0);
  SmrRecordNames names = {.directory = here, .share = session->share};
  SmrStr text = {0};
  smr_str_puts(&text, job->records ? job->records : "");
  size_t old = text.size;
  smr_records_unit(&text, source, &names);
  smr_records_put(&text, json, &names);
  report_add_records(report, session, text.data + old, text.size - old, NULL);
  job->records = smr_arena_strdup(&session->arena, text.data);
  smr_str_free(&text);
  free(here);
}

void job_tell_reason(Session *session, Job *job, const char *reason, Report *report) {
  SmrStr json = {0};
  const char *file = job->argv.data[job->input];
  smr_str_puts(&json, "{\"rewrites\":[],\"missed\":[");
  smr_json_entry(&json, file, strlen(file), 1, 1);
  smr_json_string(&json, "function", "");
  smr_json_string(&json, "idiom", "");
  smr_json_string(&json, "reason", reason);
  smr_str_puts(&json, "}]}");
  job_tell(session, job, json.data, report);
  smr_str_free(&json);
}

/// Where the compiler writes no records of ours, they are added to the object that it wrote.
static void attach_records(Session *session, const Job *job) {
  const char *output = job->argv.data[job->output], *reason;
  SmrStr all = {0};
  records_gather(session, output, &all);
  smr_str_puts(&all, job->records);
  if (!elf_attach(output, SMR_RECORD_SECTION, all.data, all.size, true, &reason) && session->options.verbose)
    fprintf(stderr, "%s: %s does not get its report: %s\n", driver_name, output, reason);
  smr_str_free(&all);
}

static void stand_aside(Session *session, Job *job, Report *report) {
  const char *source = job->argv.data[job->input];
  if (session->options.records)
    job_tell_reason(session, job, smr_arena_printf(&session->arena, "SMR stands aside %s", session->aside),
                    report);
  if (session->options.verbose)
    fprintf(stderr, "%s: %s: SMR stands aside %s\n", driver_name, source, session->aside);
}

/// A link that takes routines from archives; false: it does not work, for one that needs a further library.
static bool link_boldly(Session *session, Args *bold) {
  SmrProcessStatus status = {0};
  SmrStr output = {0}, errors = {0};
  bool ok =
      bold->size && session_run(bold, &output, &errors, 0, &status) && !status.signal && !status.exit_code;
  if (ok) {
    fputs(smr_str_get(&output), stdout);
    fputs(smr_str_get(&errors), stderr);
  } else if (bold->size && session->options.verbose) {
    fprintf(stderr, "%s: archives are not called, for the link would fail:\n%s", driver_name,
            smr_str_get(&errors));
  }
  smr_vec_free(bold);
  smr_str_free(&output);
  smr_str_free(&errors);
  return ok;
}

typedef enum { JOB_DONE, JOB_FAILED, JOB_CRASHED } Outcome;

static Outcome run_job(Session *session, Job *job, JobCompiler compile, Report *report, int *exit_code) {
  SmrProcessStatus status = {0};
  if (session->echo)
    fprintf(stderr, "%s\n", job->text);
  if (job->kind == JOB_COMPILE &&
      session->options.mode == SMR_MODE_OFF) // what an earlier compilation reported is no more
    report_note_file(report, job->argv.data[job->input]);
  if (job->kind == JOB_COMPILE && session->options.mode != SMR_MODE_OFF && session->aside)
    stand_aside(session, job, report);
  else if (job->kind == JOB_COMPILE && session->options.mode != SMR_MODE_OFF && compile(session, job, report))
    return JOB_DONE;
  if (session->broken)
    *exit_code = 1;
  if (session->broken || session_interrupted())
    return JOB_FAILED;
  Args bold = {0};
  if (job->kind == JOB_LINK)
    link_add_libraries(session, job, &bold);
  fflush(NULL);
  if (link_boldly(session, &bold))
    return JOB_DONE;
  if (!session_run(&job->argv, NULL, NULL, 0, &status))
    return JOB_CRASHED;
  if (job->reports)
    report_add_folder(report, session, job->reports);
  if (status.signal && !session_interrupted())
    return JOB_CRASHED;
  if (status.signal || status.exit_code) {
    if (*exit_code == 0)
      *exit_code = status.exit_code ? status.exit_code : 1;
    return JOB_FAILED;
  }
  return JOB_DONE;
}

int jobs_run(Session *session, const char *mode, Jobs *jobs, JobCompiler compile) {
  Report report = {0};
  Args failed = {0};
  int exit_code = 0;
  bool worked = false;
  fputs(jobs->header, stderr);
  for (uint32_t i = 0; i < jobs->list.size && !session_interrupted(); i++) {
    Job *job = &jobs->list.data[i];
    if (depends(job, &failed))
      continue;
    worked = worked || job->kind != JOB_OTHER;
    Outcome outcome = run_job(session, job, compile, &report, &exit_code);
    if (outcome == JOB_DONE && job->kind == JOB_COMPILE && job->records && session->options.records)
      attach_records(session, job);
    if (outcome == JOB_DONE && job->kind == JOB_LINK && session->options.records)
      link_job_leave_records(session, job, &report);
    if (outcome == JOB_CRASHED) // the driver itself knows what to do then: a report, a reproducer
      jobs_become_compiler(session, mode);
    if (outcome == JOB_FAILED)
      note_failure(session, job, &failed);
  }
  const char *reason;
  if (session->options.report && worked && !session_interrupted() &&
      !report_write(&report, session->options.report, &reason)) {
    fprintf(stderr, "%s: error: cannot write %s: %s\n", driver_name, session->options.report, reason);
    exit_code = exit_code ? exit_code : 1;
  }
  report_free(&report);
  smr_vec_free(&failed);
  return exit_code;
}

_Noreturn void jobs_become_compiler(Session *session, const char *mode) {
  Args argv = {0};
  if (mode)
    smr_vec_push(&argv, mode);
  args_add_all(&argv, &session->line.args);
  session_become_compiler(session, &argv);
}

void jobs_free(Jobs *jobs) {
  for (uint32_t i = 0; i < jobs->list.size; i++)
    smr_vec_free(&jobs->list.data[i].argv);
  smr_vec_free(&jobs->list);
}
