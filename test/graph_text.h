//===- graph_text.h - graphs of tests, read from text ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_GRAPH_TEXT_H
#define SMR_TEST_GRAPH_TEXT_H
#include "base/str.h"
#include "graph/graph.h"
#include <stdlib.h>
#include <string.h>

/// A valid graph; the process ends with status 2 and messages if the text is none.
static inline SmrGraph *graph_of_text(SmrIntern *symbols, const char *file, const char *text, size_t size) {
  SmrDiag diag = {0};
  SmrGraph *g = smr_graph_parse(symbols, file, text, size, &diag);
  if (!g || !smr_graph_check(g, &diag)) {
    fprintf(stderr, "%.*s\n", (int)size, text);
    smr_diag_flush(&diag, stderr);
    exit(2);
  }
  smr_diag_free(&diag);
  return g;
}

typedef void TextFunction(const char *file, const char *text, size_t size, void *data);

/// Calls f for each part of a file that begins with a line `begin…` and ends with a line "}", as
/// SMR_DUMP_GRAPH=import prints them. Status 2 if the file cannot be read.
static inline void for_each_text(const char *file, const char *begin, TextFunction *f, void *data) {
  SmrStr text = {0};
  const char *reason;
  if (!smr_read_file(file, &text, &reason)) {
    fprintf(stderr, "%s: %s\n", file, reason);
    exit(2);
  }
  const char *at = smr_str_get(&text), *end;
  while ((at = strstr(at, begin)) && (end = strstr(at, "\n}\n"))) {
    char *one = strndup(at, (size_t)(end + 3 - at));
    if (at == text.data || at[-1] == '\n')
      f(file, one, strlen(one), data);
    at = at == text.data || at[-1] == '\n' ? end + 3 : at + 1;
    free(one);
  }
  smr_str_free(&text);
}
#endif
