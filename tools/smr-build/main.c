//===- main.c - smr-build: PAT files become a library --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "build/build.h"
#include "capi/llvm/object.h"
#include "capi/smr.h"
#include "pfa/pfa.h"
#include "tools/common/tool.h"
#include "verify/verify.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_ERROR = 1, MOST_JOBS = 1024 };

typedef struct {
  SmrNames outputs, front_end, folders, dialects, inputs;
  SmrBuildOptions build;
  SmrVerifyOptions verify;
  bool verbose, emit_mlir, emit_graph, no_verify, calibrate, list;
} Options;

static const SmrSetting rows[] = {
    TOOL_OPTION(TEXTS, "-o", outputs, "file",
                "write the library here (all or nothing), and beside file.pfa its replacements as\nnative "
                "code, file.pfa.a"),
    TOOL_OPTION(LINES, "-I", front_end, "dir",
                "where the front ends look for included files and modules (repeatable)"),
    TOOL_OPTION(LINES, "-f", front_end, "flag",
                "one more flag for the front ends, such as -f -fopenmp (repeatable; flags for one\n"
                "language are in the PAT file: flags C \"-fopenmp\")"),
    TOOL_OPTION(TEXTS, "-L", folders, "dir",
                "where the check looks for libraries that pairs link by name (repeatable; link\n"
                "\"./libx.a\" is beside the PAT file)"),
    TOOL_OPTION(TEXTS, "--dialect", dialects, "file",
                "a dialect description (or a folder of them) beside the built-in ones (repeatable)"),
    TOOL_OPTION(NUMBER, "-j", build.jobs, "number",
                "run so many front ends at a time (default: one per processor)"),
    TOOL_OPTION(FLAG, "--list", list, NULL,
                "list the pairs of the files, with their places, and do nothing else"),
    TOOL_OPTION(FLAG, "--calibrate", calibrate, NULL,
                "time the pairs here instead of checking them, and write a table of when they pay, for\n"
                "--smr-costs= (for pairs whose `pays` weighs `round`; the others keep theirs)"),
    TOOL_OPTION(FLAG, "--no-verify", no_verify, NULL,
                "do not run idiom and replacement of every pair side by side"),
    TOOL_OPTION(NUMBER, "--verify-jobs", verify.jobs, "number",
                "check so many pairs at a time (default: one per processor)"),
    TOOL_OPTION(FLAG, "-v", verbose, NULL,
                "print what became of each pair: arguments, control and data strings"),
    TOOL_OPTION(FLAG, "--emit-mlir", emit_mlir, NULL, "print the MLIR of both sides of every pair"),
    TOOL_OPTION(FLAG, "--emit-graph", emit_graph, NULL,
                "print every idiom's graph as imported and in normal form"),
    {0}};

static const Tool tool = {"smr-build",
                          "usage: smr-build [options] file.pat… -o library.pfa\n"
                          "       smr-build --list file.pat…\n"
                          "Compiles pairs of idiom and replacement into a library for smr-clang, smr-flang "
                          "and smr-rewrite, after it\n"
                          "ran both sides of every pair on the same inputs.\n",
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
                          "Without -o nothing is written: the pairs are only checked, or the table is "
                          "printed. The exit code is 0, or 1\n"
                          "after an error.\n",
                          rows,
                          EXIT_ERROR,
                          smr_pfa_llvm_version};

static const SmrBuildObjects objects = {smr_object_triple, smr_object_compile, smr_object_of_text,
                                        smr_object_archive};

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

static bool write_file(const char *path, const SmrBytes *bytes, SmrDiag *diag) {
  const char *reason;
  return smr_write_file(path, bytes->data, bytes->size, &reason) ||
         smr_error(diag, path, 0, 0, "cannot write: %s", reason);
}

static bool run(Options *o, SmrDiag *diag) {
  SmrStr mlir = {0}, graphs = {0}, log = {0}, costs = {0};
  SmrBytes bytes = {0}, entries = {0};
  SMR_VEC(const char *) flags = {0};
  const char *output = o->outputs.size ? o->outputs.data[0] : NULL, *name = output ? output : "library";
  SmrDescriptions *descriptions = smr_descriptions_load(o->dialects.data, o->dialects.size, diag);
  if (!descriptions)
    return false;
  o->build.twins = true;
  for (uint32_t k = 0; k < o->front_end.size; k++) { // "-I=dir", "-f=flag"
    if (smr_starts(o->front_end.data[k], "-I"))
      smr_vec_push(&flags, "-I");
    smr_vec_push(&flags, o->front_end.data[k] + strlen("-f="));
  }
  o->build.frontend.flags = flags.data;
  o->build.frontend.flag_count = flags.size;
  o->build.descriptions = descriptions;
  o->build.mlir = o->emit_mlir ? &mlir : NULL;
  o->build.graphs = o->emit_graph ? &graphs : NULL;
  o->build.log = o->verbose ? &log : NULL;
  o->verify.log = o->verbose ? &log : NULL;
  o->build.check = o->no_verify ? NULL : smr_verify_pairs;
  o->build.check_data = &o->verify;
  o->build.trial = smr_verify_trial;
  o->build.output = output;
  o->verify.folders = o->folders.data;
  o->verify.folder_count = o->folders.size;
  if (output && smr_ends(output, ".pfa") && !o->calibrate) { // (no device or pipe)
    o->build.objects = &objects;
    o->build.entries = &entries;
  }
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
    if (!output)
      fputs(smr_str_get(&costs), stdout);
  }
  smr_str_free(&costs);
  if (ok && o->verbose && !o->calibrate)
    ok = print_automata(&bytes, name, diag);
  ok = ok && (!output || write_file(output, &bytes, diag));
  if (ok && o->build.entries) {
    SMR_OWNED(SmrStr, smr_str_free) path = {0};
    smr_str_printf(&path, "%s" SMR_ENTRIES_ENDING, output);
    ok = write_file(smr_str_get(&path), &entries, diag);
  }
  smr_vec_free(&entries);
  smr_vec_free(&bytes);
  smr_vec_free(&flags);
  return ok;
}

int main(int argc, char **argv) {
  Options o = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  int code = tool_read(&tool, argc, argv, &o, &o.inputs);
  if (code >= 0)
    return code;
  if (o.outputs.size > 1)
    return tool_misuse(&tool, "more than one -o");
  if (o.build.jobs > MOST_JOBS || o.verify.jobs > MOST_JOBS)
    return tool_misuse(&tool, "more than %d jobs", MOST_JOBS);
  if (o.calibrate && o.no_verify)
    return tool_misuse(&tool, "--calibrate runs the pairs, and --no-verify does not");
  if (!o.inputs.size)
    return tool_misuse(&tool, "no input files");
  bool ok = o.list ? list(&o, &diag) : run(&o, &diag);
  smr_diag_flush_source(&diag, stderr);
  return tool_end(&tool, ok ? 0 : EXIT_ERROR);
}
