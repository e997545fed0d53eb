//===- snippet.h - the source line that a message is about ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_SNIPPET_H
#define SMR_BASE_SNIPPET_H
#include "base/diag.h"
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

/// The file that was shown last; zero-initialise, free it at the end.
typedef struct {
  SmrStr path, text;
} SmrSnippets;

/// Appends two lines, each with its end: the line that the message names, and under it `^` at the column,
/// with
/// `~` up to the end of the word, number, variable or string there. Nothing where the message has no place or
/// the file no such line, or where it is no ordinary file.
void smr_snippet(SmrSnippets *files, const SmrMessage *message, SmrStr *out);
void smr_snippets_free(SmrSnippets *files);

#ifdef __cplusplus
}
#endif
#endif
