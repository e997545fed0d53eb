//===- main.c - smr-dump: what a library holds ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "build/build.h"
#include "capi/shim/module.h"
#include "capi/smr.h"
#include "dump.h"
#include "html.h"
#include "tools/common/hint.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: smr-dump [options] library.pfa…\n"
    "       smr-dump --list[=all] [library.pfa…]\n"
    "       smr-dump --html report.json -o report.html\n"
    "       smr-dump --report file…\n"
    "Shows pattern libraries and reports.\n"
    "\n"
    "  --list   what there is, by default in the libraries that ship with SMR: a line for each\n"
    "           idiom, its forms, the routine that it becomes, numbers, what it is\n"
    "  --list=all  the same with all pairs' names, and what they compute as equations\n"
    "  --html   a page of a report (JSON or SARIF) and the sources that it speaks of\n"
    "  -o FILE  where the page goes; without it, to the standard output\n"
    "  --report the reports in objects, archives, bitcode, programs and files, as one: to a terminal as\n"
    "           text (--text), else as JSON (--json), as --smr-report=FILE writes it\n"
    "  --mlir   with each pair's replacement as MLIR\n"
    "  --text, --json  as text, as JSON\n"
    "  --dot    the automata as a graph for Graphviz\n"
    "  --help, --version\n";

typedef enum { TEXT, JSON, DOT, LIST, LIST_ALL } Format;

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

static bool dump_file(const char *path, Format format, bool mlir, SmrDiag *diag) {
  SmrPfaFile file;
  if (!smr_pfa_file_open(path, &file, diag))
    return false;
  SmrIntern *symbols = smr_intern_create();
  SmrArena arena = {0};
  SmrStr out = {0};
  Dump dump = {.name = path, .size = file.size, .symbols = symbols};
  bool opened = smr_library_from_bytes(symbols, file.bytes, file.size, path, &dump.library, diag);
  bool ok = opened && smr_pfa_parse(file.bytes, file.size, path, symbols, &arena, &dump.pfa, diag) &&
            check_modules(&dump, diag) && (!mlir || print_modules(&dump, &arena, diag));
  if (ok && format == DOT)
    smr_automata_dot(dump.library.automata, &out);
  else if (ok)
    (format == JSON       ? dump_json
     : format == LIST     ? dump_list
     : format == LIST_ALL ? dump_list_all
                          : dump_text)(&dump, &out);
  if (out.size)
    fwrite(out.data, 1, out.size, stdout);
  if (opened)
    smr_library_close(&dump.library);
  smr_str_free(&out);
  smr_arena_destroy(&arena);
  smr_intern_destroy(symbols);
  smr_pfa_file_close(&file);
  return ok;
}

static bool is_list(Format format) {
  return format == LIST || format == LIST_ALL;
}

static bool dump_standard(Format format, SmrDiag *diag) {
  bool ok = true;
  for (unsigned k = 0; smrGetStandardLibrary(k, true); k++)
    ok &= dump_file(smrGetStandardLibrary(k, true), format, true, diag);
  return ok;
}

static bool print_report(char **files, int count, bool text) {
  SmrStr json = {0}, out = {0};
  bool ok = dump_report(files, count, &json);
  if (text)
    ok &= dump_report_text(smr_str_get(&json), &out);
  fputs(smr_str_get(text ? &out : &json), stdout);
  smr_str_free(&json);
  smr_str_free(&out);
  return ok;
}

/// `output`: NULL for the standard output.
static bool dump_html(const char *path, const char *output, SmrDiag *diag) {
  SmrStr report = {0}, page = {0};
  const char *reason = NULL;
  bool ok = smr_read_file(path, &report, &reason) && html_put(smr_str_get(&report), &page, &reason);
  if (!ok)
    smr_error(diag, path, 0, 0, "%s", reason);
  else if (!output)
    fwrite(page.data, 1, page.size, stdout);
  else if (!smr_write_file(output, page.data, page.size, &reason))
    ok = smr_error(diag, output, 0, 0, "cannot write the page: %s", reason);
  smr_str_free(&report);
  smr_str_free(&page);
  return ok;
}

static int usage_error(const char *text, const char *what) {
  fprintf(stderr, "smr-dump: error: %s%s%s%s\n", text, *what ? " " : "", what, usage_hint(help, what));
  return 1;
}

int main(int argc, char **argv) {
  Format format = TEXT;
  bool mlir = false, ok = true, html = false, report = false, text = isatty(STDOUT_FILENO);
  const char *output = NULL;
  int files = 0;
  for (int k = 1; k < argc; k++) {
    const char *arg = argv[k];
    if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0)
      return fputs(help, stdout), 0;
    if (strcmp(arg, "--version") == 0)
      return printf("smr-dump %s (LLVM %s)\n", smrGetVersion(), smr_pfa_llvm_version()), 0;
    if (strcmp(arg, "--mlir") == 0)
      mlir = true;
    else if (strcmp(arg, "--json") == 0)
      format = JSON, text = false;
    else if (strcmp(arg, "--text") == 0)
      format = TEXT, text = true;
    else if (strcmp(arg, "--dot") == 0)
      format = DOT;
    else if (strcmp(arg, "--list") == 0)
      format = LIST;
    else if (strcmp(arg, "--list=all") == 0)
      format = LIST_ALL;
    else if (strcmp(arg, "--report") == 0)
      report = true;
    else if (strcmp(arg, "--html") == 0)
      html = true;
    else if (strcmp(arg, "-o") == 0 && k + 1 < argc)
      output = argv[++k];
    else if (arg[0] == '-' && arg[1])
      return usage_error("unknown option", arg);
    else
      argv[files++] = argv[k];
  }
  if (!files && !is_list(format))
    return usage_error(report ? "no file" : html ? "no report" : "no library", "");
  if (html && (files != 1 || format != TEXT || mlir || report))
    return usage_error("--html takes one report, and nothing else", "");
  if (report && (mlir || format > JSON))
    return usage_error("--report is text or JSON", "");
  if (output && !html)
    return usage_error("-o is for --html", "");
  SmrDiag diag = {0};
  if (!files)
    ok = dump_standard(format, &diag);
  if (report)
    ok = print_report(argv, files, text);
  for (int k = 0; k < files && !report; k++)
    ok &=
        html ? dump_html(argv[k], output, &diag) : dump_file(argv[k], format, mlir || is_list(format), &diag);
  smr_diag_flush(&diag, stderr);
  smr_diag_free(&diag);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    perror("smr-dump");
    ok = false;
  }
  return ok ? 0 : 1;
}
