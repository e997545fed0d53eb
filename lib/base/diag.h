//===- diag.h - diagnostics ----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The channel for the user's mistakes: one line each, `file:line:column: error: text`. Our own mistakes are
// assertions. A function that can fail takes an SmrDiag, reports at least one error there, and returns false.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_DIAG_H
#define SMR_BASE_DIAG_H
#include "base/vec.h"
#include <stdbool.h>
#include <stdio.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef enum { SMR_NOTE, SMR_WARNING, SMR_ERROR } SmrSeverity;

typedef struct {
  SmrSeverity severity;
  const char *file;      // NULL when there is none
  uint32_t line, column; // from 1; 0 = unknown and not printed
  const char *text;
} SmrMessage;

typedef struct {
  SmrArena arena;
  SMR_VEC(SmrMessage) messages;
  uint32_t errors;
} SmrDiag;

/// Zero-initialise an SmrDiag to create it.
void smr_diag_free(SmrDiag *diag);
/// Appends a message; texts are copied. Always returns false, so that a caller can `return smr_error(…)`.
bool smr_report(SmrDiag *diag, SmrSeverity severity, const char *file, uint32_t line, uint32_t column,
                const char *format, ...) __attribute__((format(printf, 6, 7)));
#define smr_error(diag, file, line, column, ...) smr_report(diag, SMR_ERROR, file, line, column, __VA_ARGS__)
/// Messages without a file are about this place (line 0: the file as a whole); its name is not copied.
void smr_diag_about(SmrDiag *diag, const char *file, uint32_t line, uint32_t column);
/// Prints all messages in order, one line each, and forgets them (the error count stays).
void smr_diag_flush(SmrDiag *diag, FILE *stream);
/// The same, with the source line under each message and a caret where it is about (snippet.h).
void smr_diag_flush_source(SmrDiag *diag, FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
