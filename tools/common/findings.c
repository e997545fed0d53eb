//===- findings.c - remarks as a compiler's own -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// SMR works on flang's MLIR, where LLVM's remarks do not exist yet; so the driver prints them, as flang
// would.
//===----------------------------------------------------------------------===//
#include "findings.h"
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const flags[] = {"-Rpass", "-Rpass-missed", "-Rpass-analysis"};
static const char *const tags[] = {"Passed", "Missed", "Analysis"};

static const char *last_value(const Job *job, const char *flag) {
  const char *value = NULL;
  size_t length = strlen(flag);
  for (uint32_t k = 0; k < job->argv.size; k++)
    if (smr_starts(job->argv.data[k], flag) && job->argv.data[k][length] == '=')
      value = job->argv.data[k] + length + 1;
  return value;
}

static const char *word_behind(const Job *job, const char *flag) {
  for (uint32_t k = 0; k + 1 < job->argv.size; k++)
    if (smr_equal(job->argv.data[k], flag))
      return job->argv.data[k + 1];
  return NULL;
}

static bool means_us(const char *pattern) {
  regex_t regex;
  if (!pattern || regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
    return false; // (flang has told what is wrong with it)
  bool fits = regexec(&regex, "smr", 0, NULL, 0) == 0;
  regfree(&regex);
  return fits;
}

/// The file of records, as YAML; NULL: there is none, or nothing of ours is to be in it.
static const char *record_file(const Job *job) {
  const char *passes = word_behind(job, "-opt-record-passes"),
             *format = word_behind(job, "-opt-record-format");
  bool ours = (!passes || means_us(passes)) && (!format || smr_equal(format, "yaml"));
  return ours ? word_behind(job, "-opt-record-file") : NULL;
}

bool findings_wanted(const Session *session, const Job *job) {
  const SmrSettings *options = &session->options;
  if (options->records || options->verbose || options->werror || record_file(job))
    return true;
  for (int kind = 0; kind < 3; kind++)
    if (means_us(last_value(job, flags[kind])))
      return true;
  return false;
}

//--- The remarks of a fact ---------------------------------------------------------

typedef struct {
  const SmrFinding *fact;
  bool wanted[3];
  SmrStr records;
} Teller;

static void put_yaml(SmrStr *out, const char *text) {
  smr_str_putc(out, '\'');
  for (const char *c = text; *c; c++)
    smr_str_printf(out, *c == '\'' ? "''" : "%c", *c);
  smr_str_putc(out, '\'');
}

static void put_record(const SmrFinding *fact, SmrFindingKind kind, const char *name,
                       const SmrFindingPart *parts, uint32_t count, SmrStr *out) {
  smr_str_printf(
      out, "--- !%s\nPass:            smr\nName:            %s\nDebugLoc:        { File: ", tags[kind], name);
  put_yaml(out, fact->file);
  smr_str_printf(out, ", Line: %u, Column: %u }\nFunction:        ", fact->line, fact->column);
  put_yaml(out, fact->function);
  smr_str_puts(out, "\nArgs:\n");
  for (uint32_t k = 0; k < count; k++) {
    smr_str_printf(out, "  - %s: ", parts[k].key ? parts[k].key : "String");
    put_yaml(out, parts[k].text);
    smr_str_putc(out, '\n');
  }
  smr_str_puts(out, "...\n");
}

static void tell(void *user, SmrFindingKind kind, const char *name, const SmrFindingPart *parts,
                 uint32_t count) {
  Teller *t = user;
  if (t->wanted[kind]) {
    fprintf(stderr, "%s:%u:%u: remark: ", t->fact->file, t->fact->line, t->fact->column);
    for (uint32_t k = 0; k < count; k++)
      fputs(parts[k].text, stderr);
    fprintf(stderr, " [%s=smr]\n", flags[kind]);
  }
  put_record(t->fact, kind, name, parts, count, &t->records);
}

static void append_records(const char *path, const SmrStr *records) {
  FILE *file = records->size ? fopen(path, "ab") : NULL;
  bool ok = file && fwrite(records->data, 1, records->size, file) == records->size;
  if ((file && fclose(file) != 0) || (records->size && !ok))
    fprintf(stderr, "%s: warning: cannot write records to %s\n", driver_name, path);
}

static bool tell_error(const SmrFinding *fact) {
  if (fact->rewrite || !*fact->idiom)
    return true;
  fprintf(stderr, "%s:%u:%u: error: %s not called: %s [--smr-werror=missed]\n", fact->file, fact->line,
          fact->column, fact->idiom, fact->reason);
  return false;
}

bool findings_tell(const Session *session, const Job *job, const char *json) {
  Teller teller = {0};
  SmrArena arena = {0};
  SmrFindings facts = {0};
  bool ok = true;
  for (int kind = 0; kind < 3; kind++)
    teller.wanted[kind] = means_us(last_value(job, flags[kind]));
  smr_findings_read(json, &arena, &facts);
  for (uint32_t k = 0; k < facts.size; k++) {
    const SmrFinding *fact = teller.fact = &facts.data[k];
    smr_finding_remarks(fact, tell, &teller);
    if (session->options.verbose && fact->rewrite)
      fprintf(stderr, "%s:%u:%u: %s called in %s (%s, %u check%s)\n", fact->file, fact->line, fact->column,
              fact->idiom, fact->function, fact->tier, fact->guards.size, fact->guards.size == 1 ? "" : "s");
    if (session->options.werror)
      ok &= tell_error(fact);
  }
  if (record_file(job))
    append_records(record_file(job), &teller.records);
  smr_str_free(&teller.records);
  smr_vec_free(&facts);
  smr_arena_destroy(&arena);
  return ok;
}

bool findings_leave(Session *session, Job *job, const char *json, const char *stays, Report *report) {
  job_tell(session, job, json, report);
  report_add_folder(report, session, stays);
  bool ok = findings_tell(session, job, json);
  if (!ok)
    job_break(session, job);
  return ok;
}
