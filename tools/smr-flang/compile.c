//===- compile.c - one Fortran file through SMR --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The first choice is flang with SMR inside (plugin.c). What follows here is the other way, in two steps, for
// a flang that cannot load the plugin: source to FIR, smr-opt, FIR to object.
//
// Invariant: until the rewritten module has become an object, nothing that the user sees has happened; so at
// any failure the job can still run as flang planned it. A file in which nothing fires is always compiled
// that way: its object is bit for bit flang's.
//===----------------------------------------------------------------------===//
#include "compile.h"
#include "base/demangle.h"
#include "base/directives.h"
#include "base/str.h"
#include "plugin.h"
#include "tools/common/compiler_plugin.h"
#include "tools/common/findings.h"
#include "tools/common/marks.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A hang of smr-opt must not hang a build.
#define SMR_OPT_CPU_SECONDS 600

typedef struct {
  Session *session;
  Job *job;
  const char *input;     // the source, as the user named it
  const char *directory; // of this job's temporaries
  SmrStr messages;       // what flang said to the source
  const char *stays;     // the folder of what the pass of residency tells, or NULL
} Compilation;

static bool __attribute__((format(printf, 2, 3))) fall_back(const Compilation *c, const char *format, ...) {
  va_list args;
  fprintf(stderr, "smr-flang: warning: %s is compiled without SMR: ", c->input);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  return false;
}

/// Device code and host code that embeds it are compiled as flang says; so is anything not recognised for
/// certain.
static bool leave_alone(const char *argument) {
  return strcmp(argument, "-fopenmp-is-target-device") == 0 ||
         smr_starts(argument, "-fembed-offload-object") ||
         smr_starts(argument, "-fopenmp-host-ir-file-path") || smr_starts(argument, "-fopenmp-targets") ||
         strcmp(argument, "-fsyntax-only") == 0 || strcmp(argument, "-E") == 0;
}

void compile_classify(Job *job) {
  Args *argv = &job->argv;
  for (uint32_t i = 2; i < argv->size; i++) {
    const char *argument = argv->data[i];
    // An argument of these options may look like anything.
    if ((strcmp(argument, "-mllvm") == 0 || strcmp(argument, "-mmlir") == 0 || strcmp(argument, "-D") == 0 ||
         strcmp(argument, "-U") == 0 || strcmp(argument, "-I") == 0 ||
         strcmp(argument, "-module-dir") == 0) &&
        i + 1 < argv->size) {
      i++;
    } else if (leave_alone(argument)) {
      return;
    } else if (job_is_action(argument)) {
      if (job->action)
        return;
      job->action = i;
    } else if (strcmp(argument, "-o") == 0 && i + 1 < argv->size) {
      job->output = ++i;
    } else if (strcmp(argument, "-x") == 0 && i + 1 < argv->size) {
      job->language = ++i;
    }
  }
  if (!job->action || !job->output || !job->language || job->language + 2 != argv->size)
    return;
  const char *language = argv->data[job->language];
  job->input = job->language + 1;
  if (strcmp(argv->data[job->input], "-") != 0 &&
      (strcmp(language, "f95") == 0 || strcmp(language, "f95-cpp-input") == 0))
    job->kind = JOB_COMPILE;
}

/// -O0 and -O1 leave array expressions and matmul unlowered that idioms, compiled at -O2, have as loops. The
/// level of code generation stays the user's: it belongs to the second half.
static bool low_level(const char *argument) {
  return strcmp(argument, "-O0") == 0 || strcmp(argument, "-O1") == 0;
}

static bool emit_fir(Compilation *c, const char *fir, SmrStr *text) {
  const Job *job = c->job;
  Args argv = {0};
  bool level = false, locations = false;
  for (uint32_t i = 0; i < job->argv.size; i++) {
    const char *argument = job->argv.data[i];
    if (i == job->language - 1) { // before -x <language> <input>
      if (!level)
        smr_vec_push(&argv, "-O2");
      if (!locations)
        args_add(&argv, "-mmlir", "-mlir-print-debuginfo", NULL);
    }
    if (low_level(argument))
      continue;
    level = level || (smr_starts(argument, "-O") && argument[2] != '\0');
    locations = locations || strstr(argument, "mlir-print-debuginfo");
    smr_vec_push(&argv, i == job->action ? "-emit-fir" : i == job->output ? fir : argument);
  }
  SmrProcessStatus status;
  SmrStr output = {0};
  const char *reason;
  bool ok = session_run(&argv, &output, &c->messages, 0, &status) && !status.signal && !status.exit_code &&
            smr_read_file(fir, text, &reason);
  smr_vec_free(&argv);
  smr_str_free(&output);
  return ok;
}

/// The standard library's idioms are loops and run-time calls; a user's own may be anything.
static bool worth_a_look(const Session *session, const char *fir) {
  static const char *const signs[] = {"do_loop", "iterate_while", "do_concurrent", " cf.",
                                      "scf.",    "hlfir.",        "_FortranA",     "omp."};
  if (session->options.libraries.size || session->options.pats.size)
    return true;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (strstr(fir, signs[i]))
      return true;
  return false;
}

enum { MOST_ATTEMPTS = 5 };

/// Which function smr-opt was in when it died; "" when that is not known.
static void culprit(const char *progress, SmrStr *symbol) {
  const char *reason;
  smr_str_clear(symbol);
  if (!smr_read_file(progress, symbol, &reason))
    smr_str_clear(symbol);
}

/// Why smr-opt failed, in a line.
static void failure(const SmrProcessStatus *status, const SmrStr *errors, char *line, size_t size) {
  // The first line that says what is wrong; a crash's stack dump has none.
  const char *text = smr_str_get(errors), *mark = strstr(text, "error: ");
  while (mark && mark > text && mark[-1] != '\n')
    mark--;
  if (status->signal == SIGXCPU)
    snprintf(line, size, "it took too long");
  else if (status->signal)
    snprintf(line, size, "signal %d (%s)", status->signal, strsignal(status->signal));
  else if (mark)
    snprintf(line, size, "%.*s", (int)strcspn(mark, "\n"), mark);
  else
    snprintf(line, size, "exit code %d", status->exit_code);
}

bool compile_wraps(const Job *job) {
  bool found = false;
  for (uint32_t i = 0; i < job->argv.size; i++)
    found |= smr_equal(job->argv.data[i], "-fwrapv");
  return found;
}

/// The pass with our options.
static void put_pass(const Compilation *c, const char *json, const char *progress, const char *skip,
                     SmrStr *out) {
  SmrSettings told = c->session->options;
  told.report = json;
  told.slots = told.directives = true;
  if (!told.sites)
    told.sites = SMR_SITES_ENTRIES;
  told.wraps = compile_wraps(c->job);
  told.progress = progress;
  told.skip_file = skip;
  smr_str_puts(out, "--smr-rewrite=");
  smr_settings_write_pass(smr_settings, SMR_SETTING_PASS, &told, out);
}

typedef struct {
  const char *progress, *skip; // files: the function being looked at; those to leave alone
  SmrStr errors, skips;        // of the last attempt; the lines of `skip`
  SmrProcessStatus status;
} Attempts;

/// A crash, or too long a time, in one function costs that function: it is left alone in another attempt.
/// False when smr-opt could not be run.
static bool attempt_all(const Args *argv, Attempts *a) {
  SmrStr output = {0}, symbol = {0};
  bool ok = true, again = true;
  for (unsigned attempt = 1; again; attempt++) {
    unsigned seconds = attempt == 1 ? SMR_OPT_CPU_SECONDS : SMR_OPT_CPU_SECONDS / (MOST_ATTEMPTS - 1);
    smr_str_clear(&a->errors);
    ok = session_run(argv, &output, &a->errors, seconds, &a->status);
    again = false;
    if (!ok || session_interrupted() || !a->status.signal || attempt == MOST_ATTEMPTS)
      break;
    culprit(a->progress, &symbol);
    if (symbol.size) {
      char line[512];
      const char *reason;
      failure(&a->status, &a->errors, line, sizeof line);
      smr_str_printf(&a->skips, "%s SMR failed here: %s\n", smr_str_get(&symbol), line);
      again = smr_write_file(a->skip, a->skips.data, a->skips.size, &reason);
    }
  }
  smr_str_free(&output);
  smr_str_free(&symbol);
  return ok;
}

/// A library or PAT that the user names is his mistake; else the file is compiled without SMR.
static bool tell_failure(Compilation *c, const Attempts *a) {
  char line[512];
  failure(&a->status, &a->errors, line, sizeof line);
  if (!session_names(c->session, line))
    return fall_back(c, "smr-opt: %s", line);
  char *nowhere = strstr(line, ":0:0: error: "); // of a library as a whole
  if (nowhere)
    memmove(nowhere + 1, nowhere + strlen(":0:0: error:"), strlen(nowhere + strlen(":0:0: error:")) + 1);
  fprintf(stderr, "smr-flang: error: %s\n", line);
  c->session->broken = true;
  return false;
}

void compile_print_skip(const char *input, const char *skip) {
  const char *reason = skip + strcspn(skip, " ") + 1;
  SmrStr function = {0}, mangled = {0};
  smr_str_append(&mangled, skip, (size_t)(reason - 1 - skip));
  smr_demangle(smr_str_get(&mangled), &function);
  fprintf(stderr, "smr-flang: warning: %s: %s is compiled without SMR: %.*s\n", input, smr_str_get(&function),
          (int)strcspn(reason, "\n"), reason);
  smr_str_free(&function);
  smr_str_free(&mangled);
}

void compile_print_rewrites(const Session *session, const char *input, unsigned rewrites) {
  bool reassociated = rewrites && session->options.fp != SMR_FP_EXACT;
  fprintf(stderr, "smr-flang: %s: %u rewrite%s%s\n", input, rewrites, rewrites == 1 ? "" : "s",
          reassociated ? " (sums in the library's order; --smr-fp=exact keeps the program's)" : "");
}

static bool run_smr(Compilation *c, const char *fir, const char *rewritten, const char *json) {
  Attempts a = {.progress = smr_arena_printf(&c->session->arena, "%s/progress", c->directory),
                .skip = smr_arena_printf(&c->session->arena, "%s/skip", c->directory)};
  SmrStr pass = {0};
  put_pass(c, json, a.progress, a.skip, &pass);
  Args argv = {0};
  args_add(&argv, c->session->smr_opt, pass.data, "--mlir-print-debuginfo", fir, "-o", rewritten, NULL);
  bool ok = attempt_all(&argv, &a);
  if (ok && c->session->options.verbose && a.errors.size)
    fputs(a.errors.data, stderr);
  ok = ok && !session_interrupted();
  if (ok && (a.status.signal || a.status.exit_code))
    ok = tell_failure(c, &a);
  for (const char *at = smr_str_get(&a.skips); ok && *at; at += strcspn(at, "\n") + 1)
    compile_print_skip(c->input, at);
  smr_str_free(&pass);
  smr_str_free(&a.errors);
  smr_str_free(&a.skips);
  smr_vec_free(&argv);
  return ok;
}

/// Turns the module's `smr.link = ["openblas", …]` into one symbol per library that the link step finds in
/// the object.
static bool mark_links(const char *text, SmrStr *out) {
  const char *module = smr_starts(text, "module") ? text : strstr(text, "\nmodule");
  if (!module)
    return false;
  module += *module == '\n';
  const char *line_end = module + strcspn(module, "\n");
  if (line_end[-1] != '{')
    return false;
  const char *mark = memmem(module, (size_t)(line_end - module), "smr.link = [", 12);
  if (!mark) {
    smr_str_puts(out, text);
    return true;
  }
  const char *list = mark + 12, *close = memchr(list, ']', (size_t)(line_end - list));
  if (!close)
    return false;
  const char *rest = close + 1, *start = mark;
  if (smr_starts(rest, ", "))
    rest += 2;
  else if (start[-1] == ' ' && start[-2] == ',')
    start -= 2;
  smr_str_append(out, text, (size_t)(start - text));
  smr_str_append(out, rest, (size_t)(line_end + 1 - rest));
  if (!marks_print(list, close, false, out))
    return false;
  smr_str_puts(out, line_end + 1);
  return true;
}

/// Flang names the debug information's unit after the file it reads, which now is ours. So ours gets the
/// source's base name, and its directory a spelling (with "/." repeated) that is at least as long as the
/// source's; in the output the one is then overwritten with an equally long spelling of the other.
typedef struct {
  SmrStr ours, theirs;
} Disguise;

/// Never with a '/' at the end, which the line table would drop. The size is at least 3 more than the path's.
static void pad_directory(SmrStr *path, size_t size) {
  if ((size - path->size) % 2)
    smr_str_puts(path, "//.");
  while (path->size < size)
    smr_str_puts(path, "/.");
}

static void disguise(const Compilation *c, Disguise *out) {
  size_t length = (size_t)(smr_base_name(c->input) - c->input);
  smr_str_puts(&out->ours, c->directory);
  if (length == 0)
    smr_str_puts(&out->theirs, ".");
  else
    smr_str_append(&out->theirs, c->input, length > 1 ? length - 1 : 1);
  size_t size = 3 + (out->ours.size > out->theirs.size ? out->ours.size : out->theirs.size);
  pad_directory(&out->ours, size);
  pad_directory(&out->theirs, size);
}

static void undisguise(const Disguise *d, SmrStr *bytes) {
  char *at = bytes->data, *end = bytes->data + bytes->size;
  while (at && (at = memmem(at, (size_t)(end - at), d->ours.data, d->ours.size))) {
    memcpy(at, d->theirs.data, d->ours.size);
    at += d->ours.size;
  }
}

/// Writes through the existing file: it may be a device, and it has the mode that flang gave it.
static bool write_through(const char *path, const SmrStr *bytes) {
  FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "r+b");
  bool ok = file && fwrite(smr_str_get(bytes), 1, bytes->size, file) == bytes->size;
  if (file && file != stdout)
    ok = fclose(file) == 0 && ok;
  else if (file)
    ok = fflush(file) == 0 && ok;
  return ok;
}

/// flang keeps places for debug information alone.
static bool asks_for_places(const Session *session, const Job *job) {
  bool debug = false;
  for (uint32_t i = 0; i < job->argv.size; i++)
    debug |= smr_starts(job->argv.data[i], "-debug-info-kind=");
  return session->options.records && !debug;
}

const char *compile_residency_folder(Session *session, const char *directory) {
  const char *folder = smr_arena_printf(&session->arena, "%s/stays", directory);
  bool told = session->options.records && compiler_plugin_residency_find(session);
  return told && mkdir(folder, 0700) == 0 ? folder : NULL;
}

void compile_residency_report(const Session *session, const Job *job, const char *folder) {
  SmrSettings report = {
      .report = folder, .source = job->argv.data[job->input], .strip = asks_for_places(session, job)};
  compiler_plugin_residency_report(session, &report);
}

void compile_residency(Session *session, const Job *job, Args *argv) {
  bool loaded = compiler_plugin_residency_find(session);
  compiler_plugin_residency(session, argv);
  if (loaded && asks_for_places(session, job))
    smr_vec_push(argv, "-debug-info-kind=line-tables-only");
}

/// The second half: the rewritten module to what the job was asked for.
static bool emit_output(Compilation *c, const char *module) {
  const Job *job = c->job;
  const char *output = job->argv.data[job->output], *reason;
  bool to_stdout = strcmp(output, "-") == 0, debug = false;
  Disguise names = {0};
  disguise(c, &names);
  Session *s = c->session;
  compile_residency_report(s, job, c->stays);
  const char *source = smr_arena_printf(&s->arena, "%s/%s", names.ours.data, smr_base_name(c->input));
  const char *target = to_stdout ? smr_arena_printf(&s->arena, "%s/output", c->directory) : output;
  bool ok = smr_write_file(source, module, strlen(module), &reason);
  Args argv = {0};
  for (uint32_t i = 0; i < job->argv.size; i++) {
    const char *argument = job->argv.data[i];
    debug = debug || (smr_starts(argument, "-debug-info-kind=") && !strstr(argument, "=none"));
    if (i == job->language - 1) // before -x <language> <input>
      compile_residency(s, job, &argv);
    smr_vec_push(&argv, i == job->language ? "mlir"
                        : i == job->input  ? source
                        : i == job->output ? target
                                           : argument);
  }
  SmrStr output_text = {0}, errors = {0}, bytes = {0};
  SmrProcessStatus status = {0};
  ok = ok && session_run(&argv, &output_text, &errors, 0, &status);
  if (ok && !session_interrupted() && (status.signal || status.exit_code)) {
    const char *mark = strstr(smr_str_get(&errors), "error: ");
    char line[512];
    snprintf(line, sizeof line, "%.*s", mark ? (int)strcspn(mark, "\n") : 9, mark ? mark : "it failed");
    ok = fall_back(c, "flang on the rewritten module: %s", line);
  }
  ok = ok && !session_interrupted();
  if (ok && (debug || to_stdout)) {
    ok = smr_read_file(target, &bytes, &reason);
    if (ok && debug)
      undisguise(&names, &bytes);
    ok = ok && write_through(output, &bytes);
    if (!ok)
      fall_back(c, "cannot write %s", output);
  }
  if (ok && errors.size) {
    smr_str_append(&c->messages, errors.data, errors.size);
  }
  smr_vec_free(&argv);
  smr_str_free(&names.ours);
  smr_str_free(&names.theirs);
  smr_str_free(&output_text);
  smr_str_free(&errors);
  smr_str_free(&bytes);
  return ok;
}

static bool compile(Compilation *c, Report *report) {
  Session *s = c->session;
  const char *fir = smr_arena_printf(&s->arena, "%s/fir.mlir", c->directory);
  const char *rewritten = smr_arena_printf(&s->arena, "%s/smr.mlir", c->directory);
  const char *plain = session_plain_directory(s), *reason;
  const char *json = smr_arena_printf(&s->arena, "%s/report-%s.json", plain, smr_base_name(c->directory));
  SmrStr text = {0}, marked = {0}, told = {0};
  uint32_t rewrites = 0;
  c->stays = compile_residency_folder(s, c->directory);
  // The source's own errors are shown by the job as planned.
  bool ok =
      plain && emit_fir(c, fir, &text) && worth_a_look(s, text.data) && run_smr(c, fir, rewritten, json);
  if (ok && (!smr_read_file(json, &told, &reason) || !report_count(smr_str_get(&told), &rewrites)))
    ok = fall_back(c, "smr-opt left no report");
  smr_str_clear(&text);
  if (ok && s->options.verbose)
    compile_print_rewrites(s, c->input, rewrites);
  if (ok && rewrites > 0) {
    if (!smr_read_file(rewritten, &text, &reason))
      ok = fall_back(c, "smr-opt's output: %s", reason);
    else if (!mark_links(smr_str_get(&text), &marked))
      ok = fall_back(c, "smr-opt's output is not a module");
    else
      ok = emit_output(c, marked.data);
  }
  ok = ok && findings_leave(s, c->job, told.data, c->stays, report);
  smr_str_free(&text);
  smr_str_free(&marked);
  smr_str_free(&told);
  return ok && rewrites > 0;
}

/// Directives are comments to flang, so nobody else says what is wrong with them, whatever else the file has.
/// (What it includes is read with the module.)
static bool check_directives(Compilation *c) {
  SmrStr text = {0};
  SmrOffRegions regions = {0};
  SmrDiag diag = {0};
  const char *reason;
  bool ok = !smr_read_file(c->input, &text, &reason) ||
            smr_directives_read(smr_str_get(&text), c->input, &regions, &diag);
  smr_diag_flush(&diag, stderr);
  if (!ok)
    job_break(c->session, c->job);
  smr_diag_free(&diag);
  smr_vec_free(&regions);
  smr_str_free(&text);
  return ok;
}

bool compile_rewritten(Session *session, Job *job, Report *report) {
  static unsigned count;
  Compilation c = {.session = session, .job = job, .input = job->argv.data[job->input]};
  const char *directory = session_directory(session);
  if (!directory)
    return false;
  if (!check_directives(&c))
    return false;
  report_note_file(report, c.input);
  c.directory = smr_arena_printf(&session->arena, "%s/%u", directory, count++);
  if (mkdir(c.directory, 0700) != 0)
    return false;
  PluginOutcome outcome = plugin_compile(session, job, c.directory, report);
  if (outcome != PLUGIN_NOT_RUN)
    return outcome == PLUGIN_WROTE;
  if (!session->smr_opt)
    return fall_back(&c, "smr-opt is not beside smr-flang (SMR_OPT names it)");
  bool ok = compile(&c, report);
  if (ok && c.messages.size)
    fputs(c.messages.data, stderr);
  smr_str_free(&c.messages);
  return ok;
}
