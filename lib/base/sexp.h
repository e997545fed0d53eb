//===- sexp.h - s-expressions with places --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: nodes stand in the order of the text; a list's elements follow it and end at its `end`. So
//
//   for (uint32_t i = 0; i < s.nodes.size; i = s.nodes.data[i].end)                     top level
//   for (uint32_t i = l + 1; i < s.nodes.data[l].end; i = s.nodes.data[i].end)          elements of list l
//
// Text form: lists in parentheses; `;` starts a comment up to the end of the line; strings in double quotes
// with \" \\ \n \t; everything else between blanks, parentheses, quotes and semicolons is an atom.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_SEXP_H
#define SMR_BASE_SEXP_H
#include "base/diag.h"
#include "base/str.h"

/// Lists nested deeper are an error, so that readers of the result may recurse.
#define SMR_SEXP_MAX_DEPTH 2000

typedef enum { SMR_SEXP_LIST, SMR_SEXP_ATOM, SMR_SEXP_STRING } SmrSexpKind;

typedef struct {
  uint8_t kind;          // SmrSexpKind
  uint32_t line, column; // from 1; columns count bytes
  uint32_t count;        // elements of a list
  uint32_t end;          // index behind it and all it holds
  const char *text;      // of an atom, or of a string without quotes and escapes; "" for a list
} SmrSexpNode;

typedef struct {
  const char *file;
  SMR_VEC(SmrSexpNode) nodes;
  SmrArena texts;
} SmrSexp;

/// Reads all expressions of a text. On an error `out` stays empty. Zero-initialise `out`, free it with
/// smr_sexp_free.
bool smr_sexp_read(const char *file, const char *text, size_t size, SmrSexp *out, SmrDiag *diag);
/// The same without a limit of depth: for readers that do not recurse.
bool smr_sexp_read_deep(const char *file, const char *text, size_t size, SmrSexp *out, SmrDiag *diag);
/// Whether a node has no more than SMR_SEXP_MAX_DEPTH lists inside one another; an error at the first if not.
bool smr_sexp_is_shallow(const SmrSexp *s, uint32_t node, SmrDiag *diag);
void smr_sexp_free(SmrSexp *sexp);

static inline bool smr_sexp_is_list(const SmrSexp *s, uint32_t node) {
  return s->nodes.data[node].kind == SMR_SEXP_LIST;
}
static inline bool smr_sexp_is_atom(const SmrSexp *s, uint32_t node) {
  return s->nodes.data[node].kind == SMR_SEXP_ATOM;
}
static inline const char *smr_sexp_text(const SmrSexp *s, uint32_t node) {
  return s->nodes.data[node].text;
}
/// Whether a node is a list whose first element is that atom.
bool smr_sexp_is_call(const SmrSexp *s, uint32_t node, const char *name);
/// Element i of a list that has more than i.
uint32_t smr_sexp_element(const SmrSexp *s, uint32_t list, uint32_t i);
/// Reports an error at a node; false.
#define smr_sexp_error(diag, s, node, ...)                                                                   \
  smr_error(diag, (s)->file, (s)->nodes.data[node].line, (s)->nodes.data[node].column, __VA_ARGS__)
#endif
