//===- main.c - smr-dump: what a library holds ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "build/build.h"
#include "capi/shim/module.h"
#include "capi/smr.h"
#include "counts.h"
#include "dump.h"
#include "html.h"
#include "tools/common/tool.h"
#include <unistd.h>

enum { EXIT_ERROR = 1 };

typedef enum { ALL = 1 } ListAll;

typedef struct {
  bool list, html, report, mlir, text, json, dot;
  ListAll list_all;
  const char *output, *counts;
  SmrNames files;
} Options;

static const SmrSetting rows[] = {
    TOOL_OPTION(FLAG, "--list", list, NULL,
                "what there is, by default in the libraries that ship with SMR: a line for each idiom,\n"
                "its forms, the routine that it becomes, numbers, what it is"),
    TOOL_OPTION(CHOICE, "--list", list_all, "all",
                "the same with all pairs' names, and what they compute as equations"),
    TOOL_OPTION(FLAG, "--html", html, NULL,
                "a page of a report (JSON or SARIF) and the sources that it is about"),
    TOOL_OPTION(TEXT, "-o", output, "file", "where the page goes; without it, to the standard output"),
    TOOL_OPTION(FLAG, "--report", report, NULL,
                "the reports in objects, archives, bitcode, programs and files, as one: to a terminal as\n"
                "text (--text), else as JSON (--json), as --smr-report=<file> writes it"),
    TOOL_OPTION(TEXT, "--counts", counts, "file",
                "with --html or --report --text: what a program wrote that ran with SMR_RT=count=file"),
    TOOL_OPTION(FLAG, "--mlir", mlir, NULL, "with each pair's replacement as MLIR"),
    TOOL_OPTION(FLAG, "--text", text, NULL, "as text"),
    TOOL_OPTION(FLAG, "--json", json, NULL, "as JSON"),
    TOOL_OPTION(FLAG, "--dot", dot, NULL, "the automata as a graph for Graphviz"),
    {0}};

static const Tool tool = {"smr-dump",
                          "usage: smr-dump [options] library.pfa…\n"
                          "       smr-dump --list[=all] [library.pfa…]\n"
                          "       smr-dump --html report.json -o report.html\n"
                          "       smr-dump --report file…\n"
                          "Shows pattern libraries and reports.\n",
                          "",
                          rows,
                          EXIT_ERROR,
                          smr_pfa_llvm_version};

static void dump_dot(const Dump *dump, SmrStr *out) {
  smr_automata_dot(dump->library.automata, out);
}

/// Nobody has looked at the modules yet.
static bool check_modules(const Dump *dump, SmrDiag *diag) {
  for (uint32_t k = 0; k < dump->pfa.count; k++)
    for (uint32_t r = 0; r < dump->pfa.pairs[k].replacement_count; r++)
      if (!smr_replacement_intact(&dump->pfa.pairs[k].replacements[r]))
        return smr_error(diag, dump->name, 0, 0, "the replacement of \"%s\" is damaged",
                         dump->pfa.pairs[k].pattern.name);
  return true;
}

/// The replacements as text; false when one of them is damaged.
static bool print_modules(Dump *dump, SmrArena *arena, SmrDiag *diag) {
  MlirContext context = smrContextCreate();
  mlirContextSetAllowUnregisteredDialects(context, true);
  dump->modules = smr_arena_alloc(arena, dump->pfa.count * sizeof *dump->modules);
  bool ok = true;
  for (uint32_t k = 0; k < dump->pfa.count && ok; k++) {
    const SmrPair *pair = &dump->pfa.pairs[k];
    SmrStr text = {0};
    for (uint32_t r = 0; r < pair->replacement_count && ok; r++) {
      const SmrReplacement *replacement = &pair->replacements[r];
      MlirModule module =
          smrModuleParse(context, replacement->module, replacement->module_size, dump->name, diag);
      ok = !mlirModuleIsNull(module);
      if (!ok)
        break;
      smrModulePrint(mlirModuleGetOperation(module), false, &text);
      mlirModuleDestroy(module);
    }
    dump->modules[k] = smr_arena_strdup(arena, smr_str_get(&text));
    smr_str_free(&text);
  }
  mlirContextDestroy(context);
  return ok;
}

static bool dump_file(const char *path, const Options *o, SmrDiag *diag) {
  SmrPfaFile file;
  if (!smr_pfa_file_open(path, &file, diag))
    return false;
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  Dump dump = {.name = path, .size = file.size, .symbols = symbols, .entries = smr_entries_open(path)};
  bool mlir = o->mlir || o->list || o->list_all;
  bool ok = smr_pfa_parse(file.bytes, file.size, path, symbols, &arena, &dump.pfa, diag) &&
            smr_library_from_pfa(symbols, &dump.pfa, path, &dump.library, diag) &&
            check_modules(&dump, diag) && (!mlir || print_modules(&dump, &arena, diag));
  if (ok)
    (o->dot        ? dump_dot
     : o->list_all ? dump_list_all
     : o->list     ? dump_list
     : o->json     ? dump_json
                   : dump_text)(&dump, &out);
  fputs(smr_str_get(&out), stdout);
  smr_library_close(&dump.library);
  smr_entries_close(dump.entries);
  smr_intern_destroy(symbols);
  smr_pfa_file_close(&file);
  return ok;
}

static bool dump_standard(const Options *o, SmrDiag *diag) {
  bool ok = true;
  for (unsigned k = 0; smrGetStandardLibrary(k, true); k++)
    ok &= dump_file(smrGetStandardLibrary(k, true), o, diag);
  return ok;
}

/// What was counted at run time; true, and nothing, where no file is given.
static bool read_counts(const char *path, SmrStr *out, SmrDiag *diag) {
  const char *reason = "this is not what SMR_RT=count=FILE writes";
  bool ok = !path || (smr_read_file(path, out, &reason) && counts_are(smr_str_get(out)));
  return ok || smr_error(diag, path, 0, 0, "%s", reason);
}

static bool print_report(const Options *o, const char *counts) {
  SMR_OWNED(SmrStr, smr_str_free) json = {0}, out = {0};
  bool text = o->text || o->counts || (!o->json && isatty(STDOUT_FILENO)), ok = dump_report(&o->files, &json);
  if (text)
    ok &= dump_report_text(smr_str_get(&json), counts, &out);
  fputs(smr_str_get(text ? &out : &json), stdout);
  return ok;
}

/// `output`: NULL for the standard output.
static bool dump_html(const char *path, const char *counts, const char *output, SmrDiag *diag) {
  SMR_OWNED(SmrStr, smr_str_free) report = {0}, page = {0};
  const char *reason = NULL;
  bool ok = smr_read_file(path, &report, &reason) && html_put(smr_str_get(&report), counts, &page, &reason);
  ok = ok ? tool_write(output, stdout, &page, diag) : smr_error(diag, path, 0, 0, "%s", reason);
  return ok;
}

int main(int argc, char **argv) {
  Options o = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) counts = {0};
  bool ok = true;
  int code = tool_read(&tool, argc, argv, &o, &o.files);
  if (code >= 0)
    return code;
  bool list = o.list || o.list_all;
  if (!o.files.size && !list)
    return tool_misuse(&tool, "%s", o.report ? "no file" : o.html ? "no report" : "no library");
  if (o.html && (o.files.size != 1 || o.json || o.dot || list || o.mlir || o.report))
    return tool_misuse(&tool, "--html takes one report, and nothing else");
  if (o.report && (o.mlir || o.dot || list))
    return tool_misuse(&tool, "--report is text or JSON");
  if (o.text + o.json + o.dot + list > 1)
    return tool_misuse(&tool, "only one of --text, --json, --dot and --list");
  if (o.output && !o.html)
    return tool_misuse(&tool, "-o is for --html");
  if (o.counts && (o.json || !(o.html || o.report)))
    return tool_misuse(&tool, "--counts is for --html and --report --text");
  ok = read_counts(o.counts, &counts, &diag);
  const char *counted = o.counts ? smr_str_get(&counts) : NULL;
  if (ok && !o.files.size)
    ok = dump_standard(&o, &diag);
  else if (ok && o.report)
    ok = print_report(&o, counted);
  for (uint32_t k = 0; k < o.files.size && !o.report && (ok || !o.counts); k++)
    ok &=
        o.html ? dump_html(o.files.data[k], counted, o.output, &diag) : dump_file(o.files.data[k], &o, &diag);
  smr_diag_flush(&diag, stderr);
  return tool_end(&tool, ok ? 0 : EXIT_ERROR);
}
