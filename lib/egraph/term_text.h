//===- term_text.h - terms, patterns and sketches from text --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: smr_term_print and reading are inverse to one another: what is printed is read as an equal term.
//
//   (f a b)     operator f with two children       a, (a)      the operator a without children
//   7  -1       integers of 64 bits                2.5  1e-3   reals
//   %3          De Bruijn index                    ?x          pattern variable
//   !f, (!f a)  computed call
//   (quote V)   a leaf that carries a value (datum.h)    (%3 V)   an index whose type is V
//
// Alone, `?`, `%` and `!` are operators, as is what starts with `!` and goes on with neither a letter nor `_`
// (`!=`). Numbers in another spelling are the same operator: 007 is 7, 1.50 is 1.5.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_TERM_TEXT_H
#define SMR_EGRAPH_TERM_TEXT_H
#include "base/sexp.h"
#include "egraph/term.h"

/// What a term may hold besides operators, numbers and indices.
enum {
  SMR_TERM_VARIABLES = 1, // ?x
  SMR_TERM_COMPUTED = 2,  // !f
  SMR_TERM_SORTS = 4,     // ?x:sort, read as ?x: who wants the sorts looks at the s-expression
};

/// Where the nodes of a term stand that was read; of a definition's, where it is used. `file` is borrowed.
typedef struct {
  uint32_t line, column;
} SmrTermPlace;
typedef struct {
  const char *file;
  SMR_VEC(SmrTermPlace) nodes;
} SmrTermPlaces;
#define smr_term_error(diag, places, node, ...)                                                              \
  smr_error(diag, (places)->file, (places)->nodes.data[node].line, (places)->nodes.data[node].column,        \
            __VA_ARGS__)

/// Appends the term at a node of an s-expression to `into`; its root's index is left in *node. On an error
/// `into` may hold a part of it.
bool smr_term_read(SmrOperators *ops, const SmrSexp *sexp, uint32_t at, unsigned allow, SmrTerm *into,
                   uint32_t *node, SmrDiag *diag);
/// The same; a place for each node is appended to *places (may be NULL).
bool smr_term_read_placed(SmrOperators *ops, const SmrSexp *sexp, uint32_t at, unsigned allow, SmrTerm *into,
                          uint32_t *node, SmrTermPlaces *places, SmrDiag *diag);
/// Reads a text that is one term; on an error `out` is empty. Zero-initialise `out`.
bool smr_term_parse(SmrOperators *ops, const char *file, const char *text, size_t size, unsigned allow,
                    SmrTerm *out, SmrDiag *diag);
/// Reads any number of terms; their roots are appended to *roots. On an error both are empty.
typedef SMR_VEC(uint32_t) SmrTermRoots;
bool smr_terms_parse(SmrOperators *ops, const char *file, const char *text, size_t size, unsigned allow,
                     SmrTerm *out, SmrTermRoots *roots, SmrDiag *diag);

/// The operator that an atom means with that many children, SMR_NO_OPERATOR after an error.
SmrOperator smr_operator_read(SmrOperators *ops, const SmrSexp *sexp, uint32_t atom, uint32_t arity,
                              unsigned allow, SmrDiag *diag);
/// Leaves that are written as lists: (quote VALUE), (%3 TYPE). True when the node is such a list; *op is then
/// its operator, SMR_NO_OPERATOR after an error.
bool smr_operator_read_leaf(SmrOperators *ops, const SmrSexp *sexp, uint32_t at, SmrOperator *op,
                            SmrDiag *diag);
/// Whether a text can be the name of a condition or a sort: neither a number nor marked by ? % ! or :.
bool smr_text_is_name(const char *text);
/// Whether an atom is a pattern variable; then *length is that of its name without mark and sort, which
/// starts at text + 1, and *sort its sort or NULL.
bool smr_text_is_variable(const char *text, size_t *length, const char **sort);
#endif
