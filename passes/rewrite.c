//===- rewrite.c - the smr-rewrite pass ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Options in, smr_rewrite_module, then the report out: as remarks, as JSON, as statistics. When the rewriting
// fails, the errors are MLIR diagnostics and the pass fails.
//===----------------------------------------------------------------------===//
#include "capi/rewrite.h"
#include "base/percent.h"
#include "capi/smr.h"
#include "mlir-c/Diagnostics.h"
#include "passes/passes.h"
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { LIBRARY, PAT, MODE, REPORT, FP, GUARDS, SLOTS };
enum {
  EXPLAIN = SLOTS + 1,
  DRY_RUN,
  STATS,
  COSTS,
  BUDGET,
  TIME,
  PROGRESS,
  SKIP,
  ONLY,
  DISABLE,
  DIRECTIVES,
  WRAPS,
  CHECK
};

static const SmrPassOption options[] = {
    {"library", SMR_OPTION_LIST, NULL, NULL, "Pattern libraries (.pfa); without any, the one for BLAS"},
    {"pat", SMR_OPTION_LIST, NULL, NULL, "Pattern sources (.pat), compiled on the spot"},
    {"mode", SMR_OPTION_CHOICE, "auto", "auto|exact|equality|off",
     "Which tiers run: auto, exact, equality or off"},
    {"report", SMR_OPTION_TEXT, NULL, NULL, "File for the JSON report"},
    {"fp", SMR_OPTION_CHOICE, "reassoc", "reassoc|exact|algebra",
     "reassoc: a rewrite may reorder floating-point sums; exact: it may not; algebra: it may multiply sums "
     "out"},
    {"guards", SMR_OPTION_CHOICE, "auto", "auto|static",
     "auto: a rewrite may need a run-time check; static: it may not"},
    {"slots", SMR_OPTION_FLAG, NULL, NULL,
     "Call libraries through slots that libsmr_rt fills when the program starts, with the loops as the other "
     "branch; without it, by their names"},
    {"explain", SMR_OPTION_FLAG, NULL, NULL,
     "Report by which laws the equations of a loop nest became calls"},
    {"dry-run", SMR_OPTION_FLAG, NULL, NULL, "Report what would be rewritten and change nothing"},
    {"stats", SMR_OPTION_FLAG, NULL, NULL,
     "Print the statistics as one line, also where MLIR has them compiled out"},
    {"costs", SMR_OPTION_TEXT, NULL, NULL,
     "Table of the sizes from which calls are faster than loops; none: calls always pay"},
    {"budget", SMR_OPTION_TEXT, NULL, NULL,
     "Work for one function, in percent of what compiling the file takes (2; never less than 1 ms)"},
    {"function-ms", SMR_OPTION_TEXT, NULL, NULL,
     "The last resort: CPU time for one function, in milliseconds (1000, and in proportion for its size)"},
    {"progress", SMR_OPTION_TEXT, NULL, NULL, "File that names the function being looked at"},
    {"skip", SMR_OPTION_TEXT, NULL, NULL,
     "File of functions to leave alone, one a line: its symbol, a blank, the reason for the report"},
    {"only", SMR_OPTION_LIST, NULL, NULL, "Idioms to look for, as shells match file names; without any, all"},
    {"disable", SMR_OPTION_LIST, NULL, NULL, "Idioms not to look for"},
    {"directives", SMR_OPTION_FLAG, NULL, NULL,
     "Read the Fortran sources that locations name: !$smr off leaves loops alone"},
    {"wraps", SMR_OPTION_FLAG, NULL, NULL,
     "The module was made from Fortran with -fwrapv: integers wrap around"},
    {"check", SMR_OPTION_FLAG, NULL, NULL,
     "Run the loops beside each call and compare (with libsmr_rt): the program goes on with the loops' "
     "results"},
    {0},
};

enum { CANDIDATES, MATCHES, REWRITES, REFUSED };

static const SmrPassStatistic statistics[] = {
    {"candidates", "Places where a pattern's loops fit"},
    {"matches", "Places where all of a pattern fits"},
    {"rewrites", "Matches replaced"},
    {"refused", "Matches left alone, with a reason"},
    {0},
};

/// Copies a list option into an array that the caller frees.
static const char **copy_list(const SmrPassRun *run, unsigned option, uint32_t *count) {
  *count = smrPassGetListSize(run, option);
  const char **items = smr_xcalloc(*count + 1, sizeof *items);
  for (uint32_t i = 0; i < *count; i++)
    items[i] = smrPassGetListItem(run, option, i);
  return items;
}

/// `runtime`: the program is linked with libsmr_rt.
static const char **standard_libraries(bool runtime, uint32_t *count) {
  for (*count = 0; smrGetStandardLibrary(*count, runtime);)
    ++*count;
  const char **items = smr_xcalloc(*count + 1, sizeof *items);
  for (uint32_t i = 0; i < *count; i++)
    items[i] = smrGetStandardLibrary(i, runtime);
  return items;
}

/// Once a module: who compares results bit for bit learns here why they differ.
static void emit_rounding(MlirLocation location, const SmrReportEntry *e) {
  SmrRemarkArg args[] = {{"Remark", "results may be rounded otherwise, a library sums in its own order; "
                                    "fp=exact leaves such code as it is"}};
  smrEmitRemark(location, smr_pass_rewrite.argument, SMR_REMARK_ANALYSIS, "FloatingPoint", e->function, args,
                1);
}

static void emit_explanation(MlirLocation location, const SmrReportEntry *e) {
  const SmrExplanation *told = e->explanation;
  SmrStr text = {0};
  smr_str_printf(&text, "how %s was found", e->idiom);
  SmrRemarkArg args[] = {{"Remark", smr_str_get(&text)}, {"Laws", told->laws},
                         {"Call", told->call},           {"Plan", told->plan},
                         {"Equations", told->equations}, {"Canonical", told->canonical}};
  smrEmitRemark(location, smr_pass_rewrite.argument, SMR_REMARK_ANALYSIS, "Explained", e->function, args, 6);
  smr_str_free(&text);
}

static void emit_remarks(MlirOperation module, const SmrReport *report, const SmrRewriteOptions *asked) {
  SmrStr text = {0}, guards = {0};
  bool told = false;
  for (uint32_t i = 0; i < report->entries.size; i++) {
    const SmrReportEntry *e = &report->entries.data[i];
    MlirLocation location = smr_pass_locate(module, e->file, e->line, e->column);
    smr_str_clear(&text);
    if (e->kind == SMR_REPORT_MISSED) {
      smr_str_printf(&text, "%s not rewritten", *e->idiom ? e->idiom : "loop nest");
      SmrRemarkArg args[] = {{"Remark", smr_str_get(&text)}, {"Idiom", e->idiom}, {"Reason", e->reason}};
      smrEmitRemark(location, smr_pass_rewrite.argument, SMR_REMARK_MISSED, "Missed", e->function, args, 3);
      continue;
    }
    if (e->rounds && !told && !asked->fp_exact) {
      emit_rounding(location, e);
      told = true;
    }
    smr_str_clear(&guards);
    for (uint32_t g = 0; g < e->guard_count; g++)
      smr_str_printf(&guards, "%s%s", g ? "; " : "", e->guards[g]);
    smr_str_printf(&text, "%s %s", e->idiom, asked->dry_run ? "would be rewritten" : "rewritten");
    // Who asks for a library asks for its summation order, and is told so.
    SmrRemarkArg args[7] = {{"Remark", smr_str_get(&text)},
                            {"Idiom", e->idiom},
                            {"Library", e->library},
                            {"Tier", e->tier},
                            {"FloatingPoint", e->rounds ? "the library's summation order" : "exact"}};
    uint32_t count = 5;
    if (e->unverified)
      args[count++] = (SmrRemarkArg){"Verified", "no"};
    if (e->guard_count)
      args[count++] = (SmrRemarkArg){"Guards", smr_str_get(&guards)};
    smrEmitRemark(location, smr_pass_rewrite.argument, SMR_REMARK_PASSED, "Rewritten", e->function, args,
                  count);
    if (e->explanation)
      emit_explanation(location, e);
  }
  smr_str_free(&text);
  smr_str_free(&guards);
}

//--- What a caller does about crashes -----------------------------------------------

/// The function is told before anything is done with it, so that what remains after a crash names the
/// culprit.
static void note_function(void *path, const char *symbol) {
  const char *reason, *test = getenv("SMR_TEST_CRASH");
  if (*(const char *)path)
    smr_write_file(path, symbol, strlen(symbol), &reason);
  if (test && !strncmp(test, "crash:", 6) && !strcmp(test + 6, symbol))
    raise(SIGSEGV); // a test asks for it
}

typedef SMR_VEC(SmrSkip) SkipList;

/// The lines of the file, cut up in place; a file that is not there has none.
static void read_skips(const char *path, SmrStr *text, SkipList *out) {
  const char *reason;
  if (!*path || !smr_read_file(path, text, &reason) || !text->size)
    return;
  char *rest = text->data, *line;
  while ((line = strtok_r(rest, "\n", &rest))) {
    char *blank = strchr(line, ' ');
    if (!blank)
      continue;
    *blank = 0;
    smr_vec_push(out, ((SmrSkip){line, blank + 1}));
  }
}

/// Remarks, statistics and the report's file.
static void tell(MlirOperation module, SmrPassRun *run, const SmrReport *report,
                 const SmrRewriteOptions *asked, SmrDiag *diag) {
  uint32_t rewrites = smr_report_count(report, SMR_REPORT_REWRITE);
  uint32_t refused = smr_report_count(report, SMR_REPORT_MISSED) - report->near_misses;
  emit_remarks(module, report, asked);
  smrPassCount(run, CANDIDATES, report->candidates);
  smrPassCount(run, MATCHES, report->matches);
  smrPassCount(run, REWRITES, rewrites);
  smrPassCount(run, REFUSED, refused);
  if (smrPassGetFlag(run, STATS))
    fprintf(stderr, "smr-rewrite: %llu candidates, %llu matches, %u rewrites, %u refused\n",
            (unsigned long long)report->candidates, (unsigned long long)report->matches, rewrites, refused);
  const char *path = smrPassGetText(run, REPORT), *reason = NULL;
  // The module is rewritten by now: a report that cannot be written must not make it look broken.
  if (*path && !smr_report_write(report, path, &reason))
    smr_report(diag, SMR_WARNING, path, 0, 0, "cannot write the report: %s", reason);
}

/// 0 when the option is not given.
static bool read_time(const char *text, uint32_t *ms, SmrDiag *diag) {
  char *end = NULL;
  errno = 0;
  unsigned long number = *text ? strtoul(text, &end, 10) : 0;
  *ms = (uint32_t)number;
  if (!*text || (isdigit((unsigned char)*text) && !*end && !errno && number && number <= UINT32_MAX))
    return true;
  return smr_error(diag, NULL, 0, 0,
                   "smr-rewrite: option 'function-ms' is a number of milliseconds, not '%s'", text);
}

static bool read_budget(const char *text, uint32_t *percent, SmrDiag *diag) {
  if (!*text || smr_percent(text, percent))
    return true;
  return smr_error(diag, NULL, 0, 0, "smr-rewrite: option 'budget' is a percentage from 1 to %d, not '%s'",
                   SMR_MOST_PERCENT, text);
}

static bool run_rewrite(MlirOperation module, SmrPassRun *run) {
  SmrRewriteOptions o = {.mode = (SmrMode)smrPassGetChoice(run, MODE),
                         .fp_exact = smrPassGetChoice(run, FP) == 1,
                         .fp_algebra = smrPassGetChoice(run, FP) == 2,
                         .guards_static = smrPassGetChoice(run, GUARDS) == 1,
                         .slots = smrPassGetFlag(run, SLOTS),
                         .directives = smrPassGetFlag(run, DIRECTIVES),
                         .wraps = smrPassGetFlag(run, WRAPS),
                         .check = smrPassGetFlag(run, CHECK),
                         .dry_run = smrPassGetFlag(run, DRY_RUN),
                         .explain = smrPassGetFlag(run, EXPLAIN),
                         .costs = *smrPassGetText(run, COSTS) ? smrPassGetText(run, COSTS) : NULL,
                         .disposable = true, // pass managers verify, and stop at the first failure
                         // They cost a little: only for who will see them.
                         .near_misses = *smrPassGetText(run, REPORT) ||
                                        smrRemarksWanted(mlirOperationGetContext(module))};
  SmrStr skip_text = {0};
  SkipList skips = {0};
  read_skips(smrPassGetText(run, SKIP), &skip_text, &skips);
  o.skips = skips.data;
  o.skip_count = skips.size;
  o.entering = note_function;
  o.entering_data = (void *)(uintptr_t)smrPassGetText(run, PROGRESS);
  const char **pats = copy_list(run, PAT, &o.pat_count);
  const char **libraries = copy_list(run, LIBRARY, &o.library_count);
  const char **only = copy_list(run, ONLY, &o.choice.only_count);
  const char **disabled = copy_list(run, DISABLE, &o.choice.disabled_count);
  o.choice.only = only;
  o.choice.disabled = disabled;
  if (!o.library_count && !o.pat_count) {
    free(libraries);
    libraries = standard_libraries(smrPassGetFlag(run, SLOTS), &o.library_count);
  }
  o.libraries = libraries;
  o.pats = pats;

  SmrReport report = {0};
  SmrDiag diag = {0};
  bool ok = read_time(smrPassGetText(run, TIME), &o.function_ms, &diag) &&
            read_budget(smrPassGetText(run, BUDGET), &o.budget_percent, &diag) &&
            (o.mode == SMR_MODE_OFF || smr_rewrite_module(module, &o, &report, &diag));
  note_function(o.entering_data, "");
  if (ok)
    tell(module, run, &report, &o, &diag);
  smr_pass_diagnose(module, &diag, 0);
  smr_report_free(&report);
  smr_diag_free(&diag);
  smr_str_free(&skip_text);
  smr_vec_free(&skips);
  free(libraries);
  free(pats);
  free(only);
  free(disabled);
  return ok;
}

const SmrPass smr_pass_rewrite = {"smr-rewrite",    "Replace known computations by library calls",
                                  "builtin.module", options,
                                  statistics,       run_rewrite};
