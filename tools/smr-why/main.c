//===- main.c - smr-why: where a match stopped -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The file is compiled with that idiom alone, so that what is told of the loop nest is told of it; and only
// the function around the line goes through SMR (the compilers' plugins are told by SMR_WHY_AT). Exit code 0:
// it is called there; 1: it is not; 2: the question has no answer.
//===----------------------------------------------------------------------===//
#include "base/directory.h"
#include "capi/smr.h"
#include "frontend/process.h"
#include "steps.h"
#include "tools/common/nest.h"
#include "tools/common/options.h"
#include "tools/common/tool.h"
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char driver_name[] = "smr-why";

enum { CALLED, NOT_CALLED, NO_ANSWER };

static const SmrSetting rows[] = {{0}};

static const Tool tool = {
    "smr-why",
    "usage: smr-why IDIOM FILE:LINE [-- compiler's flags]\n"
    "Shows step by step how far the loop nest at that line is the idiom (smr-dump --list names them).\n"
    "The flags are those that the file is compiled with (without any: -O2), --smr-library= and the like\n"
    "included. A line of a header is asked about with the source that includes it behind `--`.\n",
    "Exit code: 0 the idiom is called there; 1 it is not; 2 there is no such file, line or idiom.\n",
    rows,
    NO_ANSWER,
    NULL};

typedef struct {
  const char *idiom;
  char file[PATH_MAX];
  uint32_t line;
  char **flags;
  int flag_count;
} Question;

static int complain(const char *text, const char *what) {
  fprintf(stderr, "smr-why: error: %s%s%s\n", text, *what ? " " : "", what);
  return NO_ANSWER;
}

/// FILE:LINE; a column behind it is for editors.
static bool read_place(const char *text, Question *q) {
  const char *colon = strrchr(text, ':');
  char *end;
  unsigned long number = colon ? strtoul(colon + 1, &end, 10) : 0;
  if (!colon || colon == text || !number || *end || number > UINT32_MAX || strlen(text) >= sizeof q->file)
    return false;
  snprintf(q->file, sizeof q->file, "%.*s", (int)(colon - text), text);
  q->line = (uint32_t)number;
  Question outer = *q; // (FILE:LINE:COLUMN)
  if (access(q->file, R_OK) != 0 && read_place(q->file, &outer))
    *q = outer;
  return true;
}

static const char *driver_for(const char *file) {
  static const char *const names[][2] = {
      {".c", "smr-clang"},     {".i", "smr-clang"},     {".cc", "smr-clang++"}, {".cpp", "smr-clang++"},
      {".cxx", "smr-clang++"}, {".c++", "smr-clang++"}, {".C", "smr-clang++"},  {".ii", "smr-clang++"},
      {".f", "smr-flang"},     {".F", "smr-flang"},     {".for", "smr-flang"},  {".FOR", "smr-flang"},
      {".f77", "smr-flang"},   {".f90", "smr-flang"},   {".F90", "smr-flang"},  {".f95", "smr-flang"},
      {".F95", "smr-flang"},   {".f03", "smr-flang"},   {".F03", "smr-flang"},  {".f08", "smr-flang"},
      {".F08", "smr-flang"},   {".f18", "smr-flang"},   {".F18", "smr-flang"}};
  const char *suffix = strrchr(file, '.');
  for (size_t k = 0; suffix && k < sizeof names / sizeof *names; k++)
    if (smr_equal(suffix, names[k][0]))
      return names[k][1];
  return NULL;
}

/// Where our own programs are.
static bool beside_us(const char *name, SmrStr *out) {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0)
    return false;
  path[length] = 0;
  smr_str_printf(out, "%s/%s", dirname(path), name);
  return access(out->data, X_OK) == 0;
}

static bool same_file(const char *a, const char *b) {
  char *x = realpath(a, NULL), *y = realpath(b, NULL);
  bool same = x && y && smr_equal(x, y);
  free(x);
  free(y);
  return same;
}

/// What is compiled: the file itself, or what the flags name for one that is included.
static const char *source_of(const Question *q) {
  for (int k = 0; !driver_for(q->file) && k < q->flag_count; k++)
    if (q->flags[k][0] != '-' && driver_for(q->flags[k]) && access(q->flags[k], R_OK) == 0)
      return q->flags[k];
  return q->file;
}

/// Is it a flag that only says what else is written? `words`: with what stands behind it.
static bool is_of_outputs(const char *flag, int *words) {
  static const char *const with_word[] = {"-o", "-MF", "-MT", "-MQ", "-MJ"};
  static const char *const heads[] = {"-M", "-Wp,-M", "-save-temps", "--save-temps",
                                      "-foptimization-record-file="};
  *words = 1;
  for (size_t k = 0; k < sizeof with_word / sizeof *with_word; k++)
    if (smr_equal(flag, with_word[k]))
      return *words = 2;
  for (size_t k = 0; k < sizeof heads / sizeof *heads; k++)
    if (smr_starts(flag, heads[k]))
      return true;
  return smr_equal(flag, "-c");
}

/// Where modules are written to is where others are read from; NULL: no such flag.
static const char *module_folder(const Question *q, int *k) {
  static const char *const heads[] = {"-module-dir", "-J"};
  const char *flag = q->flags[*k];
  for (size_t h = 0; h < sizeof heads / sizeof *heads; h++)
    if (smr_starts(flag, heads[h]))
      return flag[strlen(heads[h])]   ? flag + strlen(heads[h])
             : *k + 1 < q->flag_count ? q->flags[++*k]
                                      : NULL;
  return NULL;
}

/// The user's flags without what they make of the file: that is our choice here.
static void add_flags(const Question *q, const char *source, const char *folder, SmrArena *arena,
                      Args *argv) {
  bool fortran = smr_equal(driver_for(source), "smr-flang");
  for (int k = 0, words; k < q->flag_count; k++) {
    const char *modules = fortran ? module_folder(q, &k) : NULL;
    if (modules) {
      smr_vec_push(argv, "-I");
      smr_vec_push(argv, modules);
    } else if (is_of_outputs(q->flags[k], &words)) {
      k += words - 1;
    } else if (q->flags[k][0] == '-' || !same_file(q->flags[k], source)) {
      smr_vec_push(argv, q->flags[k]);
    }
  }
  if (!q->flag_count)
    smr_vec_push(argv, "-O2");
  if (fortran) {
    smr_vec_push(argv, "-module-dir");
    smr_vec_push(argv, smr_arena_strdup(arena, folder));
  }
}

/// The compilers' plugins look at the function around the line alone, or, where that has no nest, at all.
static void set_place(const Question *q, bool alone) {
  char *path = realpath(q->file, NULL);
  SmrStr place = {0};
  smr_str_printf(&place, "%s:%u", path ? path : q->file, q->line);
  if (alone)
    setenv("SMR_WHY_AT", place.data, 1);
  else
    unsetenv("SMR_WHY_AT");
  smr_str_free(&place);
  free(path);
}

/// What is wrong with the idiom is told of the idiom, not of the option that we made of it.
static void put_errors(const char *errors, const char *idiom) {
  SmrStr option = {0};
  smr_str_printf(&option, ": error: --smr-only=%s: ", idiom);
  const char *own = strstr(errors, smr_str_get(&option));
  if (own && smr_starts(errors, "smr-"))
    fprintf(stderr, "smr-why: error: %s: %s", idiom, own + option.size);
  else
    fputs(errors, stderr);
  smr_str_free(&option);
}

/// Compiles; `report` is JSON. False after a message.
static bool compile(const Question *q, const char *folder, SmrArena *arena, SmrStr *report) {
  SmrStr driver = {0}, only = {0}, out = {0}, object = {0}, errors = {0};
  const char *source = source_of(q), *name = driver_for(source), *reason = NULL;
  Args argv = {0};
  SmrProcessStatus status = {0};
  bool ok = name && beside_us(name, &driver);
  if (!ok)
    complain(name ? "there is no compiler driver beside smr-why:" : "neither C, C++ nor Fortran:",
             name ? name : q->file);
  smr_str_printf(&only, "--smr-only=%s", q->idiom);
  smr_str_printf(&out, "--smr-report=%s/report.json", folder);
  smr_str_printf(&object, "%s/object.o", folder);
  const char *const words[] = {smr_str_get(&driver), "-c",      source,   "-o",
                               object.data,          only.data, out.data, "--smr-explain"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    smr_vec_push(&argv, smr_arena_strdup(arena, words[k]));
  if (name)
    add_flags(q, source, folder, arena, &argv);
  smr_vec_push(&argv, NULL);
  SmrProcessOptions options = {.errors = &errors};
  ok = ok && smr_process_run(argv.data, &options, &status, &reason);
  if (reason)
    complain("cannot run the compiler driver:", reason);
  if (ok && (status.signal || status.exit_code)) {
    put_errors(smr_str_get(&errors), q->idiom);
    ok = false;
  }
  for (const char *at = smr_str_get(&errors); ok && *at;
       at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != 0))
    if (smr_starts(at, "smr-")) // a warning that SMR could not do its work
      fprintf(stderr, "%.*s\n", (int)strcspn(at, "\n"), at);
  ok = ok && smr_read_file(out.data + strlen("--smr-report="), report, &reason);
  SmrStr *const texts[] = {&driver, &only, &out, &object, &errors};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    smr_str_free(texts[k]);
  smr_vec_free(&argv);
  return ok;
}

//--- The entry that speaks of the line --------------------------------------------------

/// Is it a nest in the loop that begins on the line, or a call that stands for that loop as well? (A softmax
/// is told of its last loop.)
static bool is_behind(const Question *q, const Source *source, const SmrFinding *fact) {
  uint32_t last, depth;
  nest_measure(source, q->line, &last, &depth);
  for (uint32_t k = 0; k < fact->loop_count; k++)
    if (fact->loops[k] == q->line)
      return true;
  return nest_begins(source, q->line) && q->line < fact->line && fact->line <= last;
}

/// The innermost nest around the line; of one nest's, a call. Where there is none, the first behind its loop.
static const SmrFinding *fact_at(const Question *q, const Source *source, const SmrFindings *facts) {
  const SmrFinding *best = NULL, *behind = NULL;
  for (uint32_t k = 0; k < facts->size; k++) {
    const SmrFinding *fact = &facts->data[k];
    uint32_t last, depth;
    if (!fact->line || !same_file(fact->file, q->file))
      continue;
    nest_measure(source, fact->line, &last, &depth);
    bool around = fact->line <= q->line && q->line <= last;
    bool better =
        !best || fact->line > best->line || (fact->line == best->line && fact->rewrite && !best->rewrite);
    if (around && better)
      best = fact;
    if ((!behind || fact->line < behind->line) && is_behind(q, source, fact))
      behind = fact;
  }
  return best ? best : behind;
}

/// The nests' lines in order, of many those around the one asked for.
static void put_lines(const Question *q, const SmrFindings *facts) {
  enum { MOST = 12 };
  SMR_VEC(uint32_t) lines = {0};
  uint32_t first = 0;
  for (uint32_t k = 0; k < facts->size; k++) {
    uint32_t line = facts->data[k].line, at = 0;
    if (!line || !same_file(facts->data[k].file, q->file))
      continue;
    while (at < lines.size && lines.data[at] < line)
      at++;
    if (at < lines.size && lines.data[at] == line)
      continue;
    smr_vec_push(&lines, line);
    for (uint32_t move = lines.size - 1; move > at; move--)
      lines.data[move] = lines.data[move - 1];
    lines.data[at] = line;
  }
  while (first + MOST < lines.size && lines.data[first + MOST / 2] < q->line)
    first++;
  for (uint32_t k = first; k < lines.size && k < first + MOST; k++)
    fprintf(stderr, "%s%u", k > first ? ", " : "; there are some at lines ", lines.data[k]);
  fputs(!lines.size ? ", and none elsewhere\n" : lines.size > MOST ? " and elsewhere\n" : "\n", stderr);
  smr_vec_free(&lines);
}

static int no_nest(const Question *q, const SmrFindings *facts) {
  for (uint32_t k = 0; k < facts->size; k++)
    if (smr_starts(facts->data[k].reason, "SMR stands aside")) {
      fprintf(stderr, "smr-why: error: %s:%u: %s\n", q->file, q->line, facts->data[k].reason);
      return NO_ANSWER;
    }
  fprintf(stderr, "smr-why: error: %s:%u: no loop nest is there", q->file, q->line);
  put_lines(q, facts);
  return NO_ANSWER;
}

enum { ASK_AGAIN = -1 };

/// ASK_AGAIN: nothing is told of the line, and `alone` nothing but its function was looked at.
static int answer(const Question *q, const Source *source, const char *report, bool alone) {
  SmrArena arena = {0};
  SmrFindings facts = {0};
  int code = NO_ANSWER;
  if (!smr_findings_read(report, &arena, &facts)) {
    complain("the compiler driver left no report", "");
  } else {
    const SmrFinding *fact = fact_at(q, source, &facts);
    if (fact) {
      steps_print(q->idiom, fact, q->flags, q->flag_count);
      code = fact->rewrite ? CALLED : NOT_CALLED;
    } else if (steps_print_straight(q->idiom, q->file, q->line, q->flags, q->flag_count)) {
      code = NOT_CALLED;
    } else {
      code = alone ? ASK_AGAIN : no_nest(q, &facts);
    }
  }
  smr_vec_free(&facts);
  smr_arena_destroy(&arena);
  return code;
}

static int ask(const Question *q, const Source *source, const char *folder, bool alone) {
  SmrArena arena = {0};
  SmrStr report = {0};
  set_place(q, alone);
  int code = compile(q, folder, &arena, &report) ? answer(q, source, smr_str_get(&report), alone) : NO_ANSWER;
  smr_str_free(&report);
  smr_arena_destroy(&arena);
  return code;
}

static int run(const Question *q) {
  Source source;
  SmrStr folder = {0};
  int code = NO_ANSWER;
  if (!source_read(q->file, &source))
    return complain("cannot read", q->file);
  if (q->line > source.lines.size)
    fprintf(stderr, "smr-why: error: %s has %u lines\n", q->file, source.lines.size);
  else if (!smr_directory_create(smr_temporary_folder(), "smr-why", &folder))
    complain("cannot make a temporary directory in", smr_temporary_folder());
  else if ((code = ask(q, &source, folder.data, true)) == ASK_AGAIN)
    code = ask(q, &source, folder.data, false);
  if (folder.size)
    smr_directory_remove(folder.data);
  smr_str_free(&folder);
  source_free(&source);
  return code;
}

int main(int argc, char **argv) {
  static Question q;
  SmrNames words = {0};
  int own = 1; // words in front of `--`
  while (own < argc && !smr_equal(argv[own], "--"))
    own++;
  int code = tool_read(&tool, own, argv, NULL, &words);
  if (code >= 0)
    return code;
  if (words.size > 2 || (words.size == 2 && !read_place(words.data[1], &q)))
    return tool_misuse(&tool, "FILE:LINE is needed, not %s", words.data[words.size - 1]);
  if (words.size != 2)
    return tool_misuse(&tool, "an idiom and FILE:LINE are needed");
  q.idiom = words.data[0];
  if (own < argc) {
    q.flags = argv + own + 1;
    q.flag_count = argc - own - 1;
  }
  return tool_end(&tool, run(&q));
}
