//===- skip.c - what stands between the words of a PAT file -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "pat/pat_internal.h"
#include <string.h>

void smr_pat_advance(SmrPatReader *r, size_t to) {
  const char *newline;
  while (r->at < to && (newline = memchr(r->text + r->at, '\n', to - r->at))) {
    r->at = (size_t)(newline - r->text) + 1;
    r->line_start = r->at;
    r->line++;
  }
  r->at = to;
}

bool smr_pat_skip(SmrPatReader *r, bool in_condition) {
  while (!r->failed && r->at < r->n) {
    char c = r->text[r->at], next = smr_pat_peek(r, 1);
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
      smr_pat_advance(r, r->at + 1);
    } else if (c == '#' || (c == '/' && next == '/') || (c == '!' && !in_condition)) {
      const char *newline = memchr(r->text + r->at, '\n', r->n - r->at);
      smr_pat_advance(r, newline ? (size_t)(newline - r->text) : r->n);
    } else if (c == '/' && next == '*') {
      const char *end = memmem(r->text + r->at + 2, r->n - r->at - 2, "*/", 2);
      if (!end) {
        smr_pat_error(r, "comment is never closed");
        r->failed = true;
        return false;
      }
      smr_pat_advance(r, (size_t)(end - r->text) + 2);
    } else {
      break;
    }
  }
  return !r->failed;
}
