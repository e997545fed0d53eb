//===- main.c - smr-build: PAT files become a library --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "build/build.h"
#include "capi/smr.h"
#include "pfa/pfa.h"
#include "tools/common/hint.h"
#include "verify/verify.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: smr-build [options] file.pat… -o library.pfa\n"
    "       smr-build --list file.pat…\n"
    "Compiles pairs of idiom and replacement into a library for smr-clang, smr-flang and smr-rewrite, after "
    "it ran\n"
    "both sides of every pair on the same inputs.\n"
    "\n"
    "  -o FILE         write the library here (all or nothing)\n"
    "  -I DIR          where the front ends look for included files and modules; repeatable\n"
    "  -f FLAG         one more flag for the front ends, such as -f -fopenmp; repeatable (flags for one "
    "language\n"
    "                  stand in the PAT file: flags C \"-fopenmp\")\n"
    "  -L DIR          where the check looks for libraries that pairs link by name; repeatable (link "
    "\"./libx.a\"\n"
    "                  is beside the PAT file)\n"
    "  --dialect=FILE  a dialect description (or a folder of them) beside the built-in ones; repeatable\n"
    "  -j N            run N front ends at a time (default: one per processor)\n"
    "  --list          say which pairs the files have, with their places, and do nothing else\n"
    "  --calibrate     time the pairs here instead of checking them, and write a table of when they pay, "
    "for\n"
    "                  --smr-costs= (for pairs whose `pays` weighs `round`; the others keep what they say)\n"
    "  --no-verify     do not run idiom and replacement of every pair side by side\n"
    "  --verify-jobs=N check N pairs at a time (default: one per processor)\n"
    "  -v              say what became of each pair: arguments, control and data strings\n"
    "  --emit-mlir     print the MLIR of both sides of every pair\n"
    "  --emit-graph    print every idiom's graph as imported and in normal form\n"
    "  --help, --version\n"
    "\n"
    "A first pair:\n"
    "  C { double sum(int n, const double *x) {\n"
    "    double s = 0;\n"
    "    for (int i = 0; i < n; i++) s += x[i];\n"
    "    return s;\n"
    "  } } = {\n"
    "    double my_sum(int n, const double *x);    /* the call that is faster */\n"
    "    double sum(int n, const double *x) { return my_sum(n, x); }\n"
    "  } link \"./libmine.a\"\n"
    "\n"
    "Without -o nothing is written: the pairs are only checked, or the table is printed. The exit code is 0, "
    "or 1\n"
    "after an error.\n";

typedef struct {
  const char *output;
  SMR_VEC(const char *) inputs, flags, folders, dialects;
  SmrBuildOptions build;
  SmrVerifyOptions verify;
  bool verbose, emit_mlir, emit_graph, no_verify, calibrate, list;
} Options;

typedef enum { RUN, DONE, FAILED } Parsed;

static Parsed usage_error(const char *text, const char *what) {
  fprintf(stderr, "smr-build: error: %s%s%s%s\n", text, *what ? " " : "", what, usage_hint(help, what));
  return FAILED;
}

/// The value of `-o x`, `-ox` or `--dialect=x`; NULL when it is missing.
static const char *value_of(char **argv, int *at, size_t name_length) {
  if (argv[*at][name_length])
    return argv[*at] + name_length;
  return argv[*at + 1] ? argv[++*at] : NULL;
}

static bool parse_jobs(const char *text, uint32_t *out) {
  char *end;
  unsigned long jobs = strtoul(text, &end, 10);
  *out = (uint32_t)jobs;
  return *text && !*end && jobs && jobs <= 1024;
}

static Parsed parse_option(Options *o, char **argv, int *at) {
  const char *arg = argv[*at], *value;
  if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0) {
    fputs(help, stdout);
    return DONE;
  }
  if (strcmp(arg, "--version") == 0) {
    printf("smr-build %s (LLVM %s)\n", smrGetVersion(), smr_pfa_llvm_version());
    return DONE;
  }
  if (strcmp(arg, "-v") == 0) {
    o->verbose = true;
  } else if (strcmp(arg, "--emit-mlir") == 0) {
    o->emit_mlir = true;
  } else if (strcmp(arg, "--emit-graph") == 0) {
    o->emit_graph = true;
  } else if (strcmp(arg, "--list") == 0) {
    o->list = true;
  } else if (strcmp(arg, "--calibrate") == 0) {
    o->calibrate = true;
  } else if (strcmp(arg, "--no-verify") == 0) {
    o->no_verify = true;
  } else if (smr_starts(arg, "--verify-jobs=")) {
    if (!parse_jobs(arg + 14, &o->verify.jobs))
      return usage_error("not a number of jobs:", arg + 14);
  } else if (smr_starts(arg, "--dialect=")) {
    smr_vec_push(&o->dialects, arg + 10);
  } else if (arg[1] == 'o' || arg[1] == 'I' || arg[1] == 'f' || arg[1] == 'j' || arg[1] == 'L') {
    if (!(value = value_of(argv, at, 2)))
      return usage_error("a value is missing behind", arg);
    if (arg[1] == 'o' && o->output)
      return usage_error("more than one", "-o");
    if (arg[1] == 'o') {
      o->output = value;
    } else if (arg[1] == 'L') {
      smr_vec_push(&o->folders, value);
    } else if (arg[1] == 'j') {
      if (!parse_jobs(value, &o->build.jobs))
        return usage_error("not a number of jobs:", value);
    } else {
      if (arg[1] == 'I')
        smr_vec_push(&o->flags, "-I");
      smr_vec_push(&o->flags, value);
    }
  } else {
    return usage_error("unknown option", arg);
  }
  return RUN;
}

static Parsed parse_options(Options *o, int argc, char **argv) {
  bool options_end = false;
  usage_join_values(help, argc, argv);
  for (int at = 1; argv[at]; at++) {
    if (!options_end && strcmp(argv[at], "--") == 0) {
      options_end = true;
    } else if (options_end || argv[at][0] != '-' || !argv[at][1]) {
      smr_vec_push(&o->inputs, argv[at]);
    } else {
      Parsed parsed = parse_option(o, argv, &at);
      if (parsed != RUN)
        return parsed;
    }
  }
  if (o->calibrate && o->no_verify)
    return usage_error("--calibrate runs the pairs, and --no-verify does not", "");
  return o->inputs.size ? RUN : usage_error("no input files", "");
}

static void print(SmrStr *text) {
  fputs(smr_str_get(text), stdout);
  smr_str_free(text);
}

/// What the automata look like, from the bytes that were written.
static bool print_automata(const SmrBytes *bytes, const char *name, SmrDiag *diag) {
  SmrIntern *symbols = smr_intern_create();
  SmrLibrary library;
  bool ok = smr_library_from_bytes(symbols, bytes->data, bytes->size, name, &library, diag);
  if (ok) {
    SmrStr text = {0};
    smr_automata_dump(library.automata, &text);
    print(&text);
    smr_library_close(&library);
  }
  smr_intern_destroy(symbols);
  return ok;
}

static void put_head(const Options *o, SmrStr *out) {
  char line[256], *value = NULL;
  FILE *cpu = fopen("/proc/cpuinfo", "re");
  while (cpu && !value && fgets(line, sizeof line, cpu))
    value = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
  if (cpu)
    fclose(cpu);
  smr_str_puts(out, "# Measured by smr-build --calibrate, one thread, of");
  for (uint32_t k = 0; k < o->inputs.size; k++)
    smr_str_printf(out, " %s", o->inputs.data[k]);
  smr_str_printf(out, ". Processor%s", value ? value : ": unknown\n");
}

/// The files' pairs, a line each: place, name, languages, what holds for it.
static bool list(const Options *o, SmrDiag *diag) {
  static const char *const languages[] = {
      [SMR_LANGUAGE_FORTRAN] = "Fortran", [SMR_LANGUAGE_C] = "C", [SMR_LANGUAGE_MLIR] = "MLIR"};
  bool ok = true;
  for (uint32_t f = 0; f < o->inputs.size; f++) {
    SmrArena arena = {0};
    SmrPat pat;
    ok &= smr_pat_read(o->inputs.data[f], &arena, &pat, diag);
    for (uint32_t k = 0; k < pat.pair_count; k++) {
      const SmrPatPair *pair = &pat.pairs[k];
      printf("%s:%u: %s (%s", pat.path, pair->line, pair->name, languages[pair->idiom.language]);
      if (pair->replacement.language != pair->idiom.language)
        printf(" to %s", languages[pair->replacement.language]);
      printf(", mode %s, fp %s", pair->equations ? "auto" : "exact",
             pair->fp_exact    ? "exact"
             : pair->fp_finite ? "finite"
                               : "reassoc");
      for (uint32_t l = 0; l < pair->optional_count; l++)
        printf(", %s optional", pair->idiom.arguments[pair->optional[l].argument]);
      for (uint32_t l = 0; l < pair->link_count; l++)
        printf(", link %s", pair->links[l]);
      puts(")");
    }
    smr_arena_destroy(&arena);
  }
  return ok;
}

static bool run(Options *o, SmrDiag *diag) {
  SmrStr mlir = {0}, graphs = {0}, log = {0}, costs = {0};
  SmrBytes bytes = {0};
  const char *name = o->output ? o->output : "library", *reason;
  SmrDescriptions *descriptions = smr_descriptions_load(o->dialects.data, o->dialects.size, diag);
  if (!descriptions)
    return false;
  o->build.twins = true;
  o->build.frontend.flags = o->flags.data;
  o->build.frontend.flag_count = o->flags.size;
  o->build.descriptions = descriptions;
  o->build.mlir = o->emit_mlir ? &mlir : NULL;
  o->build.graphs = o->emit_graph ? &graphs : NULL;
  o->build.log = o->verbose ? &log : NULL;
  o->verify.log = o->verbose ? &log : NULL;
  o->build.check = o->no_verify ? NULL : smr_verify_pairs;
  o->build.check_data = &o->verify;
  o->build.trial = smr_verify_trial;
  o->build.output = o->output;
  o->verify.folders = o->folders.data;
  o->verify.folder_count = o->folders.size;
  if (o->calibrate) {
    put_head(o, &costs);
    o->verify.costs = &costs;
  }
  MlirContext context = smrContextCreate();
  mlirContextSetAllowUnregisteredDialects(context, true);
  bool ok = smr_build_library(context, name, o->inputs.data, o->inputs.size, &o->build, &bytes, diag);
  mlirContextDestroy(context);
  smr_descriptions_destroy(descriptions);
  print(&mlir);
  print(&graphs);
  print(&log);
  if (ok && o->calibrate) { // instead of the library
    smr_vec_clear(&bytes);
    smr_put_bytes(&bytes, smr_str_get(&costs), strlen(smr_str_get(&costs)));
    if (!o->output)
      fputs(smr_str_get(&costs), stdout);
  }
  smr_str_free(&costs);
  if (ok && o->verbose && !o->calibrate)
    ok = print_automata(&bytes, name, diag);
  if (ok && o->output && !smr_write_file(o->output, bytes.data, bytes.size, &reason))
    ok = smr_error(diag, o->output, 0, 0, "cannot write: %s", reason);
  smr_vec_free(&bytes);
  return ok;
}

int main(int argc, char **argv) {
  (void)argc;
  Options options = {0};
  SmrDiag diag = {0};
  Parsed parsed = parse_options(&options, argc, argv);
  bool ok =
      parsed == DONE || (parsed == RUN && (options.list ? list(&options, &diag) : run(&options, &diag)));
  smr_diag_flush_source(&diag, stderr);
  smr_diag_free(&diag);
  smr_vec_free(&options.inputs);
  smr_vec_free(&options.flags);
  smr_vec_free(&options.folders);
  smr_vec_free(&options.dialects);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    perror("smr-build");
    ok = false;
  }
  return ok ? 0 : 1;
}
