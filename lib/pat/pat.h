//===- pat.h - PAT files: pairs of idiom and replacement -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Text → pairs, with the place of every code block in the file, so that whoever compiles a block can speak of
// the PAT file's own lines and columns. Nothing is compiled here; README.md holds the grammar.
//===----------------------------------------------------------------------===//
#ifndef SMR_PAT_PAT_H
#define SMR_PAT_PAT_H
#include "base/arena.h"
#include "base/block.h"
#include "base/diag.h"
#include "base/str.h"
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif

// Named limits; passing one is an error at the place where it happens.
#define SMR_PAT_MAX_BYTES (64u << 20)
#define SMR_PAT_MAX_DEPTH 64u   // nested parentheses in a condition
#define SMR_PAT_MAX_NODES 4096u // operators and operands of one pair's conditions
#define SMR_PAT_MAX_COLUMNS 64u // values of a variable
#define SMR_PAT_MAX_OPTIONAL 4u // optional arguments of a pair: each doubles its forms

/// The words of the grammar, each with what it is: KEYWORD(word) begins a directive or clause, CHOICE(word)
/// is one of those behind it, FUNCTION(word) stands in conditions. (Editors' grammars are checked against
/// this.)
#define SMR_PAT_WORDS(KEYWORD, CHOICE, FUNCTION)                                                             \
  KEYWORD("each")                                                                                            \
  KEYWORD("for")                                                                                             \
  KEYWORD("in")                                                                                              \
  KEYWORD("body")                                                                                            \
  KEYWORD("link")                                                                                            \
  KEYWORD("flags")                                                                                           \
  KEYWORD("fp")                                                                                              \
  KEYWORD("mode")                                                                                            \
  KEYWORD("costs")                                                                                           \
  KEYWORD("when")                                                                                            \
  KEYWORD("pays")                                                                                            \
  KEYWORD("about")                                                                                           \
  KEYWORD("name")                                                                                            \
  KEYWORD("optional")                                                                                        \
  CHOICE("exact")                                                                                            \
  CHOICE("reassoc")                                                                                          \
  CHOICE("finite")                                                                                           \
  CHOICE("auto")                                                                                             \
  CHOICE("never")                                                                                            \
  CHOICE("always")                                                                                           \
  FUNCTION("max")                                                                                            \
  FUNCTION("min")                                                                                            \
  FUNCTION("mod")                                                                                            \
  FUNCTION("type")                                                                                           \
  FUNCTION("round")                                                                                          \
  FUNCTION("wide")

/// The words for languages, in any case, and what they mean.
#define SMR_PAT_LANGUAGES(X)                                                                                 \
  X("c", C)                                                                                                  \
  X("fortran", FORTRAN)                                                                                      \
  X("f", FORTRAN)                                                                                            \
  X("f90", FORTRAN)                                                                                          \
  X("f95", FORTRAN)                                                                                          \
  X("f03", FORTRAN)                                                                                          \
  X("f08", FORTRAN)                                                                                          \
  X("f18", FORTRAN)                                                                                          \
  X("f23", FORTRAN)                                                                                          \
  X("mlir", MLIR)                                                                                            \
  X("fir", MLIR)

/// X(id, spelling, operands popped, pushes a truth value)
#define SMR_PAT_OPS(X)                                                                                       \
  X(INT, "int", 0, 0)                                                                                        \
  X(ARGUMENT, "argument", 0, 0)                                                                              \
  X(NEG, "neg", 1, 0)                                                                                        \
  X(ADD, "+", 2, 0)                                                                                          \
  X(SUB, "-", 2, 0)                                                                                          \
  X(MUL, "*", 2, 0)                                                                                          \
  X(DIV, "/", 2, 0)                                                                                          \
  X(MOD, "%", 2, 0)                                                                                          \
  X(MAX, "max", 2, 0)                                                                                        \
  X(MIN, "min", 2, 0)                                                                                        \
  X(EQ, "==", 2, 1)                                                                                          \
  X(NE, "!=", 2, 1)                                                                                          \
  X(LT, "<", 2, 1)                                                                                           \
  X(LE, "<=", 2, 1)                                                                                          \
  X(GT, ">", 2, 1)                                                                                           \
  X(GE, ">=", 2, 1)                                                                                          \
  X(AND, "&&", 2, 1)                                                                                         \
  X(OR, "||", 2, 1)                                                                                          \
  X(NOT, "!", 1, 1)                                                                                          \
  X(TYPE_EQ, "type==", 0, 1)                                                                                 \
  X(TYPE_NE, "type!=", 0, 1)                                                                                 \
  X(WIDE, "wide", 0, 1)                                                                                      \
  X(ROUND, "round", 0, 0)                                                                                    \
  X(COPIED, "copied", 0, 1)

typedef enum {
#define SMR_PAT_OP_ENUM(id, spelling, pops, truth) SMR_PAT_##id,
  SMR_PAT_OPS(SMR_PAT_OP_ENUM)
#undef SMR_PAT_OP_ENUM
      SMR_PAT_OP_COUNT
} SmrPatOp;

static inline bool smr_pat_names_argument(SmrPatOp op) {
  return op == SMR_PAT_ARGUMENT || op == SMR_PAT_COPIED || op == SMR_PAT_TYPE_EQ || op == SMR_PAT_TYPE_NE;
}

/// One element of a condition in postfix order. Division truncates, as in C and Fortran.
typedef struct {
  SmrPatOp op;
  uint32_t argument;     // if the op names one: index into the idiom's arguments
  int64_t value;         // INT
  const char *text;      // ARGUMENT, COPIED: the name; TYPE_*: the type as written, outer blanks removed
  uint32_t line, column; // of that text
} SmrPatNode;

/// `optional a = 1`: the idiom stands for code without the argument, too, which is this number there.
typedef struct {
  uint32_t argument;
  double value;
  const char *text;      // as written
  uint32_t line, column; // of the argument's name
} SmrPatOptional;

/// Where something stands.
typedef struct {
  uint32_t line, column;
} SmrPatPlace;

/// `flags C "-Iinclude"`: one flag for the compiler of the file's blocks in this language.
typedef struct {
  SmrLanguage language;
  const char *text;
} SmrPatFlag;

typedef struct {
  const char *name;                // unique in the file
  const char *about;               // what it is, in one line for people; or NULL
  uint32_t line, column;           // of the language word
  SmrPatBlock idiom, replacement;  // with equally many arguments
  const SmrPatNode *when;          // all conditions joined by &&; empty = always
  uint32_t when_count, when_stack; // nodes; the deepest stack that evaluating them needs
  const SmrPatNode *pays; // when the replacement is faster than the idiom, joined by &&; empty = always
  uint32_t pays_count;
  bool pays_told;        // by a clause, `always` included
  const char *pays_file; // the table that told it; NULL: none
  bool equations;        // matched by what it computes, too, however a program writes that
  bool fp_exact;         // bit for bit; false: the replacement may reassociate floating point
  bool fp_finite;        // right for finite values only: a factor 0 makes any product 0 (not with fp_exact)
  const char *const
      *links; // libraries to link when the pair fired: a name for -l, or a path when it has a '/'
  const SmrPatPlace *link_places;
  uint32_t link_count;
  const SmrPatOptional *optional;
  uint32_t optional_count;
  const char
      *column_text; // its variables' values, `${T} = float, ${P} = s`, where it mentions some; else NULL
  uint32_t column_line, column_column; // of the directive that has them
} SmrPatPair;

typedef struct {
  const char *path;
  const char *costs; // the table for pairs without a `pays` clause, as written, or NULL
  uint32_t costs_line, costs_column;
  const SmrPatFlag *flags;
  uint32_t flag_count;
  const SmrPatPair *pairs;
  uint32_t pair_count;
} SmrPat;

/// Parses a PAT file's text. `path` is only for messages. Everything in *out lives in the arena, copied from
/// `text`. On a mistake reports one error and returns false; *out is then empty.
bool smr_pat_parse(const char *path, const char *text, size_t n, SmrArena *arena, SmrPat *out, SmrDiag *diag);
/// Reads and parses; a file that cannot be read is an error without line.
bool smr_pat_read(const char *path, SmrArena *arena, SmrPat *out, SmrDiag *diag);

/// Parses the text of a `pays` clause without its parentheses, `n >= 64, incx == 1`, `never` or `always`,
/// over these arguments; a table of costs has one on each line. Messages name line and column; `column` is
/// that of the text's first character. False after an error. `always` gives no nodes.
bool smr_pat_parse_pays(const char *path, uint32_t line, uint32_t column, const char *text, const char *pair,
                        const char *const *arguments, uint32_t argument_count, bool without_case,
                        SmrArena *arena, const SmrPatNode **nodes, uint32_t *count, SmrDiag *diag);

const char *smr_pat_op_name(SmrPatOp op);
/// Appends conditions in postfix, blank separated: `n 0 > x type==real(8) &&`.
void smr_pat_print_when(const SmrPatNode *nodes, uint32_t count, SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
