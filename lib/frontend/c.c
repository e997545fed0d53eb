//===- c.c - C blocks through clang --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The block goes to a temporary file behind a `#line` that gives it its place in the PAT file. Clang leaves
// the code as it reads it (no passes), with what an optimising compilation would note (TBAA, lifetimes): the
// pipeline that every C program goes through comes when the bitcode is read.
//===----------------------------------------------------------------------===//
#include "frontend/frontend_internal.h"
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
static bool report_errors(const char *text, const char *source, const SmrPatBlock *block,
                          const char *pat_path, SmrDiag *diag) {
  (void)source; // has a #line
  if (!*text)
    return false;
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
        if (strcmp(file, pat_path) == 0)
          column = smr_block_column(block, line, column);
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
  return true;
}

static void keep(const SmrStr *output, const char *source, const SmrPatBlock *block, const char *pat_path,
                 SmrStr *out) {
  (void)source, (void)block, (void)pat_path;
  smr_str_append(out, output->data, output->size);
}

// (A product of complex numbers is the plain formula, not annex G's, which asks each time whether it is
// finite. An empty compilation directory keeps the PAT file's name as the user gave it.)
static const char *const flags[] = {"-x",
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
                                    "-fcx-limited-range",
                                    "-fno-color-diagnostics",
                                    "-fno-caret-diagnostics",
                                    "-ferror-limit=0",
                                    "-w",
                                    NULL};
static const SmrBlockCompiler clang = {.name = "clang",
                                       .variable = "SMR_CLANG",
                                       .file = "block.c",
                                       .find = smr_frontend_find_clang,
                                       .place = place,
                                       .flags = flags,
                                       .report = report_errors,
                                       .keep = keep};

bool smr_frontend_c(const SmrPatBlock *block, const char *pat_path, const SmrFrontendOptions *options,
                    SmrStr *out, SmrDiag *diag) {
  return smr_frontend_run(&clang, options->clang, block, pat_path, options, out, diag);
}
