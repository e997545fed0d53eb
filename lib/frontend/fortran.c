//===- fortran.c - Fortran blocks through flang --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The block goes to a file in a directory of its own (module files land there too) and flang's -fc1 gives
// FIR. That directory's name has to be turned back into the PAT file's, and columns behind what stands for
// variables; all else is right already.
//===----------------------------------------------------------------------===//
#include "frontend/frontend_internal.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/// Parses `:line:column` or `":line:column`; at least one digit each.
static bool parse_place(const char *at, uint32_t *line, uint32_t *column, const char **after) {
  char *end;
  if (*at == '"')
    at++;
  if (*at != ':' || !isdigit((unsigned char)at[1]))
    return false;
  *line = (uint32_t)strtoul(at + 1, &end, 10);
  if (*end != ':' || !isdigit((unsigned char)end[1]))
    return false;
  *column = (uint32_t)strtoul(end + 1, &end, 10);
  *after = end;
  return true;
}

typedef struct {
  uint32_t line, column;
  SmrStr text;
} Pending;

static void flush_pending(Pending *pending, const char *pat_path, SmrDiag *diag) {
  if (pending->text.size)
    smr_error(diag, pat_path, pending->line, pending->column, "%s", pending->text.data);
  smr_str_clear(&pending->text);
}

/// At a syntax error flang lists what it could have read, one line each; here they make one message.
static void add_error(Pending *pending, uint32_t line, uint32_t column, const char *text,
                      const char *pat_path, SmrDiag *diag) {
  static const char expected[] = "expected ";
  size_t length = sizeof expected - 1;
  if (pending->text.size && pending->line == line && pending->column == column &&
      strncmp(pending->text.data, expected, length) == 0 && strncmp(text, expected, length) == 0) {
    smr_str_printf(&pending->text, " or %s", text + length);
    return;
  }
  flush_pending(pending, pat_path, diag);
  pending->line = line, pending->column = column;
  smr_str_puts(&pending->text, text);
}

/// Flang writes `file:line:col: error: text`, and when lowering gives up `error: loc("file":line:col):
/// where.cpp:9: text`. Warnings, source lines and carets are left out. Returns false when there was no error
/// to report.
static bool report_errors(const char *stderr_text, const char *source, const SmrPatBlock *block,
                          const char *pat_path, SmrDiag *diag) {
  uint32_t errors = 0;
  Pending pending = {0};
  size_t source_length = strlen(source);
  for (const char *at = stderr_text; *at;) {
    size_t length = strcspn(at, "\n");
    char *line_text = strndup(at, length);
    uint32_t line, column;
    const char *after, *named = strstr(line_text, source), *text = strstr(line_text, "error: ");
    if (named && text && parse_place(named + source_length, &line, &column, &after)) {
      if (text < named) // the lowering's form: skip `): /long/path/file.cpp:12: `
        text = after + strspn(after, "): ");
      else
        text += strlen("error: ");
      const char *todo = strstr(text, "not yet implemented");
      column = smr_block_column(block, line, column);
      add_error(&pending, line, column, todo ? todo : text, pat_path, diag);
      errors++;
    } else if (text && text > line_text && !named) {
      // In a file that the block includes: `path:line:col: error: text` as it stands.
      const char *place = line_text;
      while ((place = strchr(place, ':')) && !parse_place(place, &line, &column, &after))
        place++;
      if (place && after < text) {
        flush_pending(&pending, pat_path, diag);
        char *file = strndup(line_text, (size_t)(place - line_text));
        smr_error(diag, file, line, column, "%s", text + strlen("error: "));
        free(file);
        errors++;
      }
    }
    free(line_text);
    at += length + (at[length] == '\n');
  }
  flush_pending(&pending, pat_path, diag);
  smr_str_free(&pending.text);
  // An error without a place (an unknown option, a crash's last words) belongs to the block as a whole.
  if (errors == 0) {
    const char *text = strstr(stderr_text, "error: ");
    text = text ? text + strlen("error: ") : stderr_text;
    size_t length = strcspn(text, "\n");
    if (length)
      errors = 1, smr_error(diag, pat_path, block->line, block->column, "flang: %.*s", (int)length, text);
  }
  return errors != 0;
}

/// Locations name the temporary file; the module handed out names the PAT file.
static void append_renamed(const char *text, const char *from, const SmrPatBlock *block, const char *to,
                           SmrStr *out) {
  SmrStr quoted = {0};
  smr_str_printf(&quoted, "\"%s\"", from);
  const char *at = text, *hit;
  while ((hit = strstr(at, quoted.data))) {
    smr_str_append(out, at, (size_t)(hit - at));
    smr_str_putc(out, '"');
    for (const char *c = to; *c; c++) { // as MLIR's printer escapes a string
      if (*c == '"' || *c == '\\' || (unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f)
        smr_str_printf(out, "\\%02X", (unsigned char)*c);
      else
        smr_str_putc(out, *c);
    }
    smr_str_putc(out, '"');
    at = hit + quoted.size;
    uint32_t line, column;
    if (block->made_count && parse_place(at, &line, &column, &at))
      smr_str_printf(out, ":%u:%u", line, smr_block_column(block, line, column));
  }
  smr_str_puts(out, at);
  smr_str_free(&quoted);
}

static void place(const SmrPatBlock *block, const char *pat_path, SmrStr *code) {
  (void)pat_path;
  smr_frontend_place(block, code);
}

static void keep(const SmrStr *output, const char *source, const SmrPatBlock *block, const char *pat_path,
                 SmrStr *out) {
  append_renamed(smr_str_get(output), source, block, pat_path, out);
}

static const char *const flags[] = {"-fc1", "-emit-fir", "-O2", "-mmlir", "-mlir-print-debuginfo", NULL};
static const SmrBlockCompiler flang = {.name = "flang",
                                       .variable = "SMR_FLANG",
                                       .file = "block.f90",
                                       .find = smr_frontend_find_flang,
                                       .place = place,
                                       .flags = flags,
                                       .directory_flag = "-module-dir",
                                       .report = report_errors,
                                       .keep = keep};

bool smr_frontend_fortran(const SmrPatBlock *block, const char *pat_path, const SmrFrontendOptions *options,
                          SmrStr *out, SmrDiag *diag) {
  return smr_frontend_run(&flang, options->flang, block, pat_path, options, out, diag);
}
