//===- pat_internal.h - what the files of lib/pat share ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_PAT_PAT_INTERNAL_H
#define SMR_PAT_PAT_INTERNAL_H
#include "pat/pat.h"
#ifdef __cplusplus
extern "C" {
#endif

/// A cursor over the PAT file outside code; `line_start` is the offset of the current line's first byte.
typedef struct {
  const char *path, *text;
  size_t n, at, line_start;
  uint32_t line;
  bool failed; // a comment without end was reported: one error is enough
  SmrArena *arena;
  SmrDiag *diag;
} SmrPatReader;

typedef SMR_VEC(SmrPatNode) SmrPatNodes;

static inline uint32_t smr_pat_column(const SmrPatReader *r) {
  return (uint32_t)(r->at - r->line_start) + 1;
}
static inline char smr_pat_peek(const SmrPatReader *r, size_t ahead) {
  return r->at + ahead < r->n ? r->text[r->at + ahead] : '\0';
}
static inline bool smr_pat_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static inline bool smr_pat_word_char(char c) {
  return smr_pat_word_start(c) || (c >= '0' && c <= '9');
}

/// Moves to offset `to`, counting lines.
void smr_pat_advance(SmrPatReader *r, size_t to);
/// Skips blanks and comments; inside a condition `!` is an operator, not a comment. False: a comment never
/// ends.
bool smr_pat_skip(SmrPatReader *r, bool in_condition);
/// An error at the cursor, unless the one error of this file was reported already.
#define smr_pat_error(r, ...)                                                                                \
  ((r)->failed ? false : smr_error((r)->diag, (r)->path, (r)->line, smr_pat_column(r), __VA_ARGS__))

/// code.c: the offset of the `}` that closes the block whose code starts at `start`, or n when there is none.
size_t smr_pat_code_end(SmrLanguage language, const char *text, size_t n, size_t start);
/// code.c: the offset after the string, character literal or comment that starts at `at`, or `at` when none
/// does.
size_t smr_pat_skip_token(SmrLanguage language, const char *text, size_t n, size_t at);

/// wrapper.c: fills wrapper, module and arguments; false (no message) when the block defines no function.
bool smr_pat_find_wrapper(SmrPatBlock *block, SmrArena *arena);

/// when.c: parses `( condition, … )` at the cursor and appends it to nodes, joined with what is there by &&.
bool smr_pat_parse_when(SmrPatReader *r, const SmrPatBlock *idiom, SmrPatNodes *nodes);
/// The same for `pays ( … )`; `( never )` and `( always )` stand alone.
bool smr_pat_parse_pays_clause(SmrPatReader *r, const SmrPatBlock *idiom, SmrPatNodes *nodes);
uint32_t smr_pat_stack_depth(const SmrPatNode *nodes, uint32_t count);

#ifdef __cplusplus
}
#endif
#endif
