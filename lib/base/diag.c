//===- diag.c - diagnostics ----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/diag.h"
#include "base/snippet.h"
#include "base/str.h"

bool smr_report(SmrDiag *diag, SmrSeverity severity, const char *file, uint32_t line, uint32_t column,
                const char *format, ...) {
  SmrStr text = {0};
  va_list args;
  va_start(args, format);
  smr_str_vprintf(&text, format, args);
  va_end(args);
  SmrMessage message = {severity, file ? smr_arena_strdup(&diag->arena, file) : NULL, line, column,
                        smr_arena_strdup(&diag->arena, smr_str_get(&text))};
  smr_str_free(&text);
  smr_vec_push(&diag->messages, message);
  diag->errors += severity == SMR_ERROR;
  return false;
}

void smr_diag_about(SmrDiag *diag, const char *file, uint32_t line, uint32_t column) {
  for (uint32_t i = 0; i < diag->messages.size; i++) {
    SmrMessage *m = &diag->messages.data[i];
    if (!m->file)
      m->file = file, m->line = line, m->column = column;
  }
}

static void flush(SmrDiag *diag, FILE *stream, bool with_source) {
  static const char *const names[] = {"note", "warning", "error"};
  SmrSnippets files = {0};
  SMR_OWNED(SmrStr, smr_str_free) source = {0};
  for (uint32_t i = 0; i < diag->messages.size; i++) {
    const SmrMessage *m = &diag->messages.data[i];
    if (m->file)
      fprintf(stream, "%s:", m->file);
    if (m->file && m->line)
      fprintf(stream, "%u:", m->line);
    if (m->file && m->line && m->column)
      fprintf(stream, "%u:", m->column);
    fprintf(stream, "%s%s: %s\n", m->file ? " " : "", names[m->severity], m->text);
    smr_str_clear(&source);
    if (with_source)
      smr_snippet(&files, m, &source);
    fputs(smr_str_get(&source), stream);
  }
  smr_snippets_free(&files);
  smr_vec_clear(&diag->messages);
}

void smr_diag_flush(SmrDiag *diag, FILE *stream) {
  flush(diag, stream, false);
}

void smr_diag_flush_source(SmrDiag *diag, FILE *stream) {
  flush(diag, stream, true);
}

void smr_diag_free(SmrDiag *diag) {
  smr_vec_free(&diag->messages);
  smr_arena_destroy(&diag->arena);
  diag->errors = 0;
}
