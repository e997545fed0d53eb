//===- pat_internal.h - what the files of lib/pat share ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_PAT_PAT_INTERNAL_H
#define SMR_PAT_PAT_INTERNAL_H
#include "base/map.h"
#include "pat/pat.h"

/// A variable's value in made text: [at, at + size) stands where the file's text has [source, source + name).
typedef struct {
  size_t at, size, source, name;
} SmrPatValue;
typedef SMR_VEC(SmrPatValue) SmrPatValues;

/// A cursor over the PAT file outside code; `line_start` is the offset of the current line's first byte.
/// Where variables hold, `text` is made: offsets are those of made text, lines the file's.
typedef struct {
  const char *path, *text;
  size_t n, at, line_start;
  const SmrPatValue *values; // in order; none: the text is the file's
  uint32_t value_count;
  uint32_t line;
  bool failed; // a comment without end was reported: one error is enough
  SmrArena *arena;
  SmrDiag *diag;
} SmrPatReader;

typedef SMR_VEC(SmrPatNode) SmrPatNodes;

/// each.c: where the file's text has what stands at `at`; inside a value, its variable.
size_t smr_pat_source(const SmrPatReader *r, size_t at);

static inline uint32_t smr_pat_column(const SmrPatReader *r) {
  return (uint32_t)(smr_pat_source(r, r->at) - smr_pat_source(r, r->line_start)) + 1;
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

/// The variables of an `each` or `for` directive, a value of each for every column.
typedef struct {
  const char *name;
  SMR_VEC(const char *) values;
} SmrPatVariable;
typedef struct {
  SMR_VEC(SmrPatVariable) variables;
  uint32_t columns, line, column;
} SmrPatEach;

/// What holds for one reading of a pair: a column of the `each` above it and one of its own `for`; NULL for
/// none.
typedef struct {
  const SmrPatEach *outer, *inner;
  uint32_t outer_column, inner_column;
} SmrPatScope;

typedef struct {
  const char *name;
  SmrPatPlace place;
} SmrPatLink;
typedef SMR_VEC(SmrPatLink) SmrPatLinks;

/// Pairs as they are read.
typedef struct {
  SmrPatReader r;
  SMR_VEC(SmrPatPair) pairs;
  SmrPatLinks links;
  SMR_VEC(SmrPatFlag) flags;
  SmrMap names; // hash of a name → index of its pair + 1
  size_t end;   // of the pair that was read last, without what follows its clauses
  size_t made;  // bytes of made text so far
  const char *costs;
  uint32_t costs_line, costs_column;
  bool equations, fp_exact, fp_finite;
} SmrPatFile;

/// pat.c: the pair at the cursor. False after an error.
bool smr_pat_parse_pair(SmrPatFile *f);
/// `behind_pair`: a clause could stand here as well.
bool smr_pat_parse_language(SmrPatReader *r, SmrLanguage *language, bool behind_pair);
/// Is the word at the cursor this one, in any case?
bool smr_pat_at_word(const SmrPatReader *r, const char *word);
/// words.c: reports the word at the cursor, and what was meant if one is near.
bool smr_pat_unknown_word(SmrPatReader *r, size_t length, bool behind_pair);
/// sections.c: `each` with the pairs behind it, or a pair for whose columns a `for` stands in front, or a
/// pair.
bool smr_pat_parse_section(SmrPatFile *f);

/// each.c: is an `each` directive at the cursor? Reads one, or (`alone`) a `for`, whose variables are none of
/// `outer`; false after an error. It ends at a line's end.
bool smr_pat_at_each(const SmrPatReader *r);
bool smr_pat_parse_each(SmrPatReader *r, SmrPatEach *each, const SmrPatEach *outer, bool alone);
void smr_pat_free_each(SmrPatEach *each);
/// each.c: where the next `each` directive begins, or the file's end.
size_t smr_pat_section_end(const SmrPatReader *r);
/// each.c: the text from the cursor to `stop` with values for variables, and in front of it what stands
/// before the cursor on its line. False after an error.
bool smr_pat_make(const SmrPatReader *r, const SmrPatScope *scope, size_t stop, SmrStr *text,
                  SmrPatValues *values);
/// types.c: a property of a floating-point type: its letter in BLAS (`blas`), the suffix of C's functions of
/// it
/// (`math`), the type of a complex number's parts (`real`). False: no such property; *out is NULL when `type`
/// is none.
bool smr_pat_property(const char *type, const char *property, size_t size, const char **out);
/// each.c: how many values begin in [from, to).
uint32_t smr_pat_values_in(const SmrPatReader *r, size_t from, size_t to);
/// each.c: the values in the block's code, [start, start + size) of the text.
void smr_pat_set_made(const SmrPatReader *r, size_t start, SmrPatBlock *block);

/// code.c: the offset of the `}` that closes the block whose code starts at `start`, or n when there is none.
size_t smr_pat_code_end(SmrLanguage language, const char *text, size_t n, size_t start);
/// code.c: the offset after the string, character literal or comment that starts at `at`, or `at` when none
/// does.
size_t smr_pat_skip_token(SmrLanguage language, const char *text, size_t n, size_t at);

/// wrapper.c: fills wrapper, module and arguments; false (no message) when the block defines no function, or
/// (C) none that is not static: then `wrapper` is the first.
bool smr_pat_find_wrapper(SmrPatBlock *block, SmrArena *arena);

/// wrapper.c: the size of what stands before the wrapper's body (in Fortran its declarations, too).
uint32_t smr_pat_head_size(const SmrPatBlock *block);

/// when.c: parses `( condition, … )` at the cursor and appends it to nodes, joined with what is there by &&.
bool smr_pat_parse_when(SmrPatReader *r, const SmrPatBlock *idiom, SmrPatNodes *nodes);
/// The same for `pays ( … )`; `( never )` and `( always )` stand alone.
bool smr_pat_parse_pays_clause(SmrPatReader *r, const SmrPatBlock *idiom, SmrPatNodes *nodes);
uint32_t smr_pat_stack_depth(const SmrPatNode *nodes, uint32_t count);
#endif
