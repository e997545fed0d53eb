//===- cir.c - the way over ClangIR --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// clang's driver plans (`-###`). For each C or C++ compilation: a clang with ClangIR emits CIR (and the
// dependency file, and messages), cir-opt rewrites it, cir-translate takes it down to LLVM IR, and the clang
// that we drive makes of that what the job was asked for, with its own optimiser and code generator. Until
// then nothing that the user sees has happened, so at any failure the job runs as planned, with the plugin
// that rewrites LLVM IR; when nothing was rewritten it runs as planned. ClangIR is young: what it cannot do
// it ends with a crash, which is a failure like any other, and what it is known to leave out is not given to
// it.
//===----------------------------------------------------------------------===//
#include "cir.h"
#include "plugin.h"
#include "tools/common/compiler_plugin.h"
#include "tools/common/findings.h"
#include "tools/common/jobs.h"
#include "tools/common/marks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEP_SECONDS = 600 }; // a hang must not hang a build

typedef struct {
  const char *clang, *opt, *translate, *plugin;
} Tools;

typedef struct {
  Session *session;
  Job *job;
  const char *input, *directory;
  const char *stays; // the folder of what the pass of residency tells, or NULL
  SmrStr messages;   // what clang said to the source
  SmrStr failure;    // why it does not go this way, in one line
  bool expected;     // … which is ClangIR's business and not ours
} Compilation;

static Tools tools;

static bool __attribute__((format(printf, 2, 3))) fail(Compilation *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  smr_str_clear(&c->failure);
  smr_str_vprintf(&c->failure, format, args);
  va_end(args);
  return false;
}

//===----------------------------------------------------------------------===//
// Which programs
//===----------------------------------------------------------------------===//

static bool in_folder(Session *s, const char *folder, size_t length) {
  Tools found = {.clang = smr_arena_printf(&s->arena, "%.*s/clang", (int)length, folder),
                 .opt = smr_arena_printf(&s->arena, "%.*s/cir-opt", (int)length, folder),
                 .translate = smr_arena_printf(&s->arena, "%.*s/cir-translate", (int)length, folder)};
  if (access(found.clang, X_OK) != 0 || access(found.opt, X_OK) != 0 || access(found.translate, X_OK) != 0)
    return false;
  tools.clang = found.clang, tools.opt = found.opt, tools.translate = found.translate;
  return true;
}

/// SMR_CLANG_CIR, else a folder of PATH, else where tools/clang-cir installs; cir-opt and cir-translate
/// beside clang tell that it has ClangIR.
static bool find_tools(Session *s) {
  const char *chosen = getenv("SMR_CLANG_CIR"), *path = getenv("PATH"), *home = getenv("HOME");
  const char *cache = getenv("XDG_CACHE_HOME");
  if (chosen && *chosen) {
    const char *slash = strrchr(chosen, '/');
    if (!slash || !in_folder(s, chosen, (size_t)(slash - chosen)) || access(chosen, X_OK) != 0)
      return false;
    tools.clang = chosen;
    return true;
  }
  for (const char *at = path ? path : ""; *at;) {
    size_t length = strcspn(at, ":");
    if (length && in_folder(s, at, length))
      return true;
    at += length + (at[length] == ':');
  }
  if (!cache || !*cache)
    cache = smr_arena_printf(&s->arena, "%s/.cache", home ? home : "");
  cache = smr_arena_printf(&s->arena, "%s/smr/clang-cir/bin", cache);
  return in_folder(s, cache, strlen(cache));
}

static bool find_plugin(Session *s) {
  const char *chosen = getenv("SMR_LIBSMR");
  tools.plugin = chosen && *chosen ? chosen : smr_arena_printf(&s->arena, "%s/lib/libsmr.so", s->prefix);
  if (access(tools.plugin, R_OK) != 0)
    tools.plugin = smr_arena_printf(&s->arena, "%s/lib/%s/libsmr.so", s->prefix, SMR_MULTIARCH);
  return access(tools.plugin, R_OK) == 0;
}

//===----------------------------------------------------------------------===//
// Which jobs
//===----------------------------------------------------------------------===//

/// What ClangIR would quietly not do.
static bool leave_alone(const char *argument) {
  static const char *const prefixes[] = {"-fsanitize",
                                         "-ftrapv",
                                         "-fopenmp",
                                         "-fprofile",
                                         "-fcoverage-mapping",
                                         "-finstrument",
                                         "-fcuda",
                                         "-fxray",
                                         "-femulated-tls",
                                         "-ftrivial-auto",
                                         "-fbounds",
                                         "-fstrict-float",
                                         "-ffp-exception",
                                         "-frounding-math",
                                         "-mstack-",
                                         "-fsplit-stack",
                                         "-fpatchable",
                                         "-pg",
                                         "-include-pch",
                                         "-emit-pch",
                                         "-fmodules",
                                         "-fembed-bitcode",
                                         "-fopenacc",
                                         "-fno-builtin"};
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
    if (smr_starts(argument, prefixes[k]))
      return true;
  return false;
}

/// clang -cc1 -triple … -emit-obj … -o OUTPUT -x LANGUAGE INPUT
static void classify(Job *job) {
  static const char *const languages[] = {"c", "c++", "cpp-output", "c++-cpp-output"};
  const Args *argv = &job->argv;
  if (argv->size < 6 || strcmp(argv->data[argv->size - 3], "-x") != 0)
    return;
  bool known = false;
  for (size_t k = 0; k < sizeof languages / sizeof *languages; k++)
    known |= strcmp(argv->data[argv->size - 2], languages[k]) == 0;
  for (uint32_t i = 2; i < argv->size && known; i++) {
    if (job_is_action(argv->data[i]) && !job->action)
      job->action = i;
    else if (strcmp(argv->data[i], "-o") == 0 && i + 1 < argv->size)
      job->output = ++i;
  }
  job->language = argv->size - 2;
  job->input = argv->size - 1;
  if (known && job->action && job->output)
    job->kind = JOB_COMPILE;
}

static bool is_for_cir(Compilation *c) {
  c->expected = true;
  if (strcmp(c->input, "-") == 0)
    return fail(c, "the source comes through a pipe");
  if (strcmp(c->job->argv.data[c->job->output], "-") == 0)
    return fail(c, "the output goes to the standard output");
  for (uint32_t i = 2; i < c->job->argv.size; i++)
    if (leave_alone(c->job->argv.data[i]))
      return fail(c, "ClangIR does not do what %s asks for", c->job->argv.data[i]);
  return true;
}

//===----------------------------------------------------------------------===//
// The steps
//===----------------------------------------------------------------------===//

/// Of what a program said, the line that says why it failed.
static void why(SmrStr *out, const char *text, int signal) {
  const char *mark = strstr(text, "error: ");
  mark = mark ? mark : strstr(text, "NYI");
  while (mark && mark > text && mark[-1] != '\n')
    mark--;
  if (mark)
    smr_str_append(out, mark, strcspn(mark, "\n"));
  else
    smr_str_puts(out, signal ? "it crashed" : "it failed");
}

static bool step(Compilation *c, const Args *argv, const char *what, SmrStr *errors) {
  SmrProcessStatus status = {0};
  SmrStr output = {0}, own = {0}, message = {0};
  if (!errors)
    errors = &own;
  bool ok = session_run(argv, &output, errors, STEP_SECONDS, &status);
  if (!ok)
    fail(c, "%s cannot be started", what);
  if (ok && !session_interrupted() && (status.signal || status.exit_code)) {
    why(&message, smr_str_get(errors), status.signal);
    ok = fail(c, "%s: %s", what, smr_str_get(&message));
  }
  smr_str_free(&output);
  smr_str_free(&own);
  smr_str_free(&message);
  return ok && !session_interrupted();
}

/// The source's own mistakes are shown by the job as planned.
static bool emit_cir(Compilation *c, const char *cir) {
  const Job *job = c->job;
  Args argv = {0};
  smr_vec_push(&argv, tools.clang);
  for (uint32_t i = 1; i < job->argv.size; i++) {
    if (i == job->action)
      smr_vec_push(&argv, "-fclangir");
    smr_vec_push(&argv, i == job->action ? "-emit-cir" : i == job->output ? cir : job->argv.data[i]);
  }
  bool ok = step(c, &argv, "ClangIR", &c->messages);
  smr_vec_free(&argv);
  return ok;
}

static bool rewrite(Compilation *c, const char *cir, const char *rewritten, const char *json) {
  SmrSettings told = c->session->options;
  told.report = json;
  told.slots = true; // (as far as there are any: libsmr_rt is linked)
  SmrStr pass = {0};
  smr_str_puts(&pass, "--smr-rewrite=");
  smr_settings_write_pass(smr_settings, SMR_SETTING_PASS, &told, &pass);
  Args argv = {0};
  args_add(&argv, tools.opt, smr_arena_printf(&c->session->arena, "--load-pass-plugin=%s", tools.plugin),
           smr_str_get(&pass), cir, "-o", rewritten, NULL);
  SmrStr errors = {0};
  bool ok = step(c, &argv, "cir-opt", &errors);
  if (ok && told.verbose && errors.size)
    fputs(errors.data, stderr);
  smr_str_free(&errors);
  smr_str_free(&pass);
  smr_vec_free(&argv);
  return ok;
}

static bool lower(Compilation *c, const char *rewritten, const char *ir) {
  Args argv = {0};
  args_add(&argv, tools.translate, "-cir-to-llvmir", rewritten, "-o", ir, NULL);
  bool ok = step(c, &argv, "cir-translate", NULL);
  smr_vec_free(&argv);
  return ok;
}

/// One symbol for each library in the module's `smr.link = ["openblas", …]`, which the link step finds.
static bool mark_links(const char *module, const char *ir, SmrStr *out) {
  const char *reason, *mark = strstr(module, "smr.link = [");
  if (!smr_read_file(ir, out, &reason))
    return false;
  const char *close = mark ? strchr(mark, ']') : NULL;
  return !close || marks_print(mark, close, true, out);
}

/// Options of the first half that would overwrite what it made.
static uint32_t only_first(const char *argument) {
  static const char *const alone[] = {"-sys-header-deps",      "-MV", "-MG", "-MP", "-H",
                                      "-show-skipped-includes"};
  static const char *const with_value[] = {"-dependency-file",
                                           "-MT",
                                           "-MQ",
                                           "-header-include-file",
                                           "-module-dependency-dir",
                                           "-dependency-dot",
                                           "-include",
                                           "-diagnostic-log-file",
                                           "-serialize-diagnostic-file"};
  for (size_t k = 0; k < sizeof with_value / sizeof *with_value; k++)
    if (strcmp(argument, with_value[k]) == 0)
      return 2;
  for (size_t k = 0; k < sizeof alone / sizeof *alone; k++)
    if (strcmp(argument, alone[k]) == 0)
      return 1;
  return 0;
}

static bool emit_output(Compilation *c, const char *ir) {
  const Job *job = c->job;
  Args argv = {0};
  for (uint32_t i = 0; i < job->argv.size; i++) {
    uint32_t dropped = only_first(job->argv.data[i]);
    if (dropped) {
      i += dropped - 1;
      continue;
    }
    smr_vec_push(&argv, i == job->language ? "ir" : i == job->input ? ir : job->argv.data[i]);
    if (i == 1) // behind -cc1
      compiler_plugin_residency(c->session, &argv);
  }
  compiler_plugin_residency_report(c->session, &(SmrSettings){.report = c->stays, .source = c->input});
  bool ok = step(c, &argv, "clang on the rewritten module", NULL);
  smr_vec_free(&argv);
  return ok;
}

typedef enum { FAILED, NOTHING_TO_DO, REWRITTEN } Outcome;

static bool finish(Compilation *c, const char *rewritten) {
  const char *lowered = smr_arena_printf(&c->session->arena, "%s/low.ll", c->directory);
  const char *ir = smr_arena_printf(&c->session->arena, "%s/smr.ll", c->directory), *reason;
  SmrStr text = {0}, marked = {0};
  bool ok = lower(c, rewritten, lowered);
  if (ok && (!smr_read_file(rewritten, &text, &reason) || !mark_links(smr_str_get(&text), lowered, &marked) ||
             !smr_write_file(ir, smr_str_get(&marked), marked.size, &reason)))
    ok = fail(c, "the rewritten module cannot be marked");
  ok = ok && emit_output(c, ir);
  smr_str_free(&text);
  smr_str_free(&marked);
  return ok;
}

static Outcome compile(Compilation *c, Report *report) {
  Session *s = c->session;
  const char *stays = smr_arena_printf(&s->arena, "%s/stays", c->directory);
  if (s->options.records && mkdir(stays, 0700) == 0)
    c->stays = stays;
  const char *cir = smr_arena_printf(&s->arena, "%s/x.cir", c->directory);
  const char *rewritten = smr_arena_printf(&s->arena, "%s/smr.cir", c->directory), *reason;
  const char *json = smr_arena_printf(&s->arena, "%s/report-%s.json", session_plain_directory(s),
                                      strrchr(c->directory, '/') + 1);
  SmrStr text = {0};
  uint32_t rewrites = 0;
  if (!is_for_cir(c) || !emit_cir(c, cir))
    return FAILED;
  c->expected = false;
  bool ok = rewrite(c, cir, rewritten, json);
  if (ok && (!smr_read_file(json, &text, &reason) || !report_count(smr_str_get(&text), &rewrites)))
    ok = fail(c, "cir-opt left no report");
  ok = ok && (!rewrites || finish(c, rewritten));
  if (ok && s->options.verbose)
    fprintf(stderr, "smr-clang: %s: %u rewrite%s\n", c->input, rewrites, rewrites == 1 ? "" : "s");
  if (ok)
    findings_leave(s, c->job, text.data, c->stays, report);
  smr_str_free(&text);
  return !ok ? FAILED : rewrites ? REWRITTEN : NOTHING_TO_DO;
}

//===----------------------------------------------------------------------===//
// Over LLVM IR instead
//===----------------------------------------------------------------------===//

static bool starts_any(const Args *argv, const char *prefix) {
  for (uint32_t i = 0; i < argv->size; i++)
    if (smr_starts(argv->data[i], prefix))
      return true;
  return false;
}

/// Gives the job's command the plugin, and what a report needs.
static void add_plugin(Session *s, Job *job, const char *plugin) {
  bool strip = s->options.records && !starts_any(&job->argv, "-debug-info-kind=");
  bool unname = s->options.records && starts_any(&job->argv, "-discard-value-names");
  Args argv = {0};
  for (uint32_t i = 0; i < job->argv.size; i++) {
    if (!unname || strcmp(job->argv.data[i], "-discard-value-names") != 0)
      smr_vec_push(&argv, job->argv.data[i]);
    if (i != 1) // behind -cc1
      continue;
    smr_vec_push(&argv, smr_arena_printf(&s->arena, "-fpass-plugin=%s", plugin));
    compiler_plugin_residency(s, &argv);
    if (plugin_pragma(s, plugin))
      args_add(&argv, "-load", plugin_pragma(s, plugin), NULL);
    if (strip)
      args_add(&argv, "-debug-info-kind=line-tables-only", "-dwarf-version=5", NULL);
  }
  smr_vec_free(&job->argv);
  job->argv = argv;
  SmrSettings last = {.report = job->reports, .strip = strip, .unname = unname};
  bool is_last = !compiler_plugin_residency_find(s);
  plugin_set_environment(s, job->reports, NULL, is_last && strip, is_last && unname);
  if (!is_last)
    compiler_plugin_residency_report(s, &last);
}

static void go_over_llvm(Compilation *c, Job *job, Report *report) {
  static const char *plugin;
  static bool asked;
  Session *s = c->session;
  const char *reason = smr_str_get(&c->failure);
  if (!asked)
    plugin = plugin_find(s);
  asked = true;
  if (s->options.verbose || !c->expected)
    fprintf(stderr, "smr-clang: %s%s goes over LLVM IR: %s\n", c->expected ? "" : "warning: ", c->input,
            reason);
  if (s->options.records)
    job_tell_reason(
        s, job, smr_arena_printf(&s->arena, "compiled over LLVM IR instead of ClangIR: %s", reason), report);
  if (!plugin)
    return;
  const char *folder = smr_arena_printf(&s->arena, "%s/reports", c->directory);
  if (s->options.report && mkdir(folder, 0700) == 0)
    job->reports = folder;
  add_plugin(s, job, plugin);
}

static bool compile_job(Session *session, Job *job, Report *report) {
  static unsigned count;
  Compilation c = {.session = session, .job = job, .input = job->argv.data[job->input]};
  const char *directory = session_directory(session);
  if (!directory || !session_plain_directory(session))
    return false;
  report_note_file(report, c.input);
  c.directory = smr_arena_printf(&session->arena, "%s/%u", directory, count++);
  if (mkdir(c.directory, 0700) != 0)
    return false;
  Outcome outcome = compile(&c, report);
  if (outcome == FAILED && !session_interrupted())
    go_over_llvm(&c, job, report);
  if (outcome == REWRITTEN && c.messages.size && !session->broken)
    fputs(c.messages.data, stderr);
  smr_str_free(&c.messages);
  smr_str_free(&c.failure);
  return outcome == REWRITTEN && !session->broken;
}

/// Whoever asked for ClangIR is not given another front end instead.
static bool without(Session *session) {
  session->options.mode = SMR_MODE_OFF;
  return false;
}

bool smr_clang_compile_cir(Session *session, bool cxx, int *exit_code) {
  const char *mode = cxx ? "--driver-mode=g++" : NULL;
  Jobs jobs = {0};
  if (!find_tools(session)) {
    fprintf(stderr, "smr-clang: warning: compiling without SMR: no clang with ClangIR (set SMR_CLANG_CIR; "
                    "tools/clang-cir builds one)\n");
    return without(session);
  }
  if (!find_plugin(session)) {
    fprintf(stderr, "smr-clang: warning: compiling without SMR: libsmr.so is not in %s/lib\n",
            session->prefix);
    return without(session);
  }
  if (!jobs_plan(session, mode, classify, &jobs) || !jobs_has_work(session, &jobs) ||
      !jobs_move_temporaries(session, &jobs))
    jobs_become_compiler(session, mode);
  *exit_code = jobs_run(session, mode, &jobs, compile_job);
  jobs_free(&jobs);
  return true;
}
