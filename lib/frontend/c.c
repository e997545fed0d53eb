//===- c.c - C blocks through clang --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The block goes to a temporary file behind a `#line` that gives it its place in the PAT file. Clang leaves
// the code as it reads it (no passes), with what an optimising compilation would note (TBAA, lifetimes): the
// pipeline that every C program goes through comes when the bitcode is read.
//===----------------------------------------------------------------------===//
#include "frontend/frontend_internal.h"
#include "frontend/process.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/// Writes a file's name as a C string literal.
static void put_literal(SmrStr *out, const char *text) {
  smr_str_putc(out, '"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      smr_str_putc(out, '\\');
    smr_str_putc(out, *text);
  }
  smr_str_putc(out, '"');
}

static void place(const SmrPatBlock *block, const char *pat_path, SmrStr *out) {
  smr_str_printf(out, "#line %u ", block->line);
  put_literal(out, pat_path);
  smr_str_putc(out, '\n');
  for (uint32_t column = 1; column < block->column; column++)
    smr_str_putc(out, ' ');
  smr_str_append(out, block->code, block->size);
  smr_str_putc(out, '\n');
}

/// Reads `:line:column` backwards from `end`; *end becomes where it begins.
static bool parse_place(const char *begin, const char **end, uint32_t *line, uint32_t *column) {
  uint32_t *const numbers[] = {column, line};
  const char *at = *end;
  for (int k = 0; k < 2; k++) {
    const char *digits = at;
    while (digits > begin && isdigit((unsigned char)digits[-1]))
      digits--;
    if (digits == at || digits == begin || digits[-1] != ':')
      return false;
    *numbers[k] = (uint32_t)strtoul(digits, NULL, 10);
    at = digits - 1;
  }
  *end = at;
  return true;
}

/// Clang writes `file:line:col: error: text`; warnings, notes, source lines and carets are left out.
static void report_errors(const char *text, const SmrPatBlock *block, const char *pat_path, SmrDiag *diag) {
  uint32_t errors = 0;
  for (const char *at = text; *at;) {
    size_t length = strcspn(at, "\n");
    char *row = strndup(at, length), *hit = strstr(row, "error: ");
    const char *message = hit ? hit + strlen("error: ") : NULL, *end = hit;
    uint32_t line, column;
    if (hit && hit - row > 6 && strncmp(hit - 6, "fatal ", 6) == 0)
      end -= 6;
    if (hit && end - row > 2 && strncmp(end - 2, ": ", 2) == 0) {
      end -= 2;
      if (parse_place(row, &end, &line, &column)) {
        char *file = strndup(row, (size_t)(end - row));
        smr_error(diag, file, line, column, "%s", message);
        free(file);
        errors++;
      }
    }
    free(row);
    at += length + (at[length] == '\n');
  }
  // An error without a place (an unknown option, a crash's last words) belongs to the block as a whole.
  if (!errors) {
    const char *first = strstr(text, "error: ");
    first = first ? first + strlen("error: ") : text;
    smr_error(diag, pat_path, block->line, block->column, "clang: %.*s", (int)strcspn(first, "\n"), first);
  }
}

static bool run_clang(const SmrPatBlock *block, const char *pat_path, const SmrFrontendOptions *options,
                      const char *clang, const char *directory, SmrStr *out, SmrDiag *diag) {
  SmrStr source = {0}, code = {0}, output = {0}, errors = {0};
  const char *reason;
  SMR_VEC(const char *) argv = {0};
  SmrProcessStatus status;
  smr_str_printf(&source, "%s/block.c", directory);
  place(block, pat_path, &code);
  // (An empty compilation directory keeps the PAT file's name as the user gave it.)
  const char *const fixed[] = {clang,
                               "-x",
                               "c",
                               "-std=gnu17",
                               "-c",
                               "-emit-llvm",
                               "-O1",
                               "-Xclang",
                               "-disable-llvm-passes",
                               "-gline-tables-only",
                               "-Xclang",
                               "-fdebug-compilation-dir=",
                               "-fPIC",
                               "-fno-stack-protector",
                               "-fno-ident",
                               "-fno-color-diagnostics",
                               "-fno-caret-diagnostics",
                               "-ferror-limit=0",
                               "-w"};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    smr_vec_push(&argv, fixed[i]);
  for (uint32_t i = 0; i < options->flag_count; i++)
    smr_vec_push(&argv, options->flags[i]);
  smr_vec_push(&argv, "-o");
  smr_vec_push(&argv, "-");
  smr_vec_push(&argv, source.data);
  smr_vec_push(&argv, NULL);
  SmrProcessOptions process = {.output = &output, .errors = &errors, .no_input = true};
  bool ok = false;
  if (!smr_write_file(source.data, code.data, code.size, &reason)) {
    smr_error(diag, source.data, 0, 0, "%s", reason);
  } else if (!smr_process_run(argv.data, &process, &status, &reason)) {
    smr_error(diag, pat_path, block->line, block->column, "cannot run %s: %s", clang, reason);
  } else if (status.signal || status.exit_code) {
    if (errors.size)
      report_errors(smr_str_get(&errors), block, pat_path, diag);
    else
      smr_error(diag, pat_path, block->line, block->column, "clang failed with %s %d without a message",
                status.signal ? "signal" : "exit code", status.signal ? status.signal : status.exit_code);
  } else {
    smr_str_append(out, smr_str_get(&output), output.size);
    ok = true;
  }
  smr_vec_free(&argv);
  smr_str_free(&source);
  smr_str_free(&code);
  smr_str_free(&output);
  smr_str_free(&errors);
  return ok;
}

bool smr_frontend_c(const SmrPatBlock *block, const char *pat_path, const SmrFrontendOptions *options,
                    SmrStr *out, SmrDiag *diag) {
  SmrStr clang = {0}, directory = {0};
  bool ok = true;
  if (options->clang)
    smr_str_puts(&clang, options->clang);
  else if (!smr_frontend_find_clang(&clang))
    ok =
        smr_error(diag, pat_path, block->line, block->column, "cannot find clang; set SMR_CLANG to its path");
  if (ok && (ok = smr_frontend_make_directory(&directory, diag))) {
    ok = run_clang(block, pat_path, options, clang.data, directory.data, out, diag);
    smr_frontend_remove_directory(&directory);
  }
  smr_str_free(&clang);
  return ok;
}
