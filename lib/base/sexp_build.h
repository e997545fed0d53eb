//===- sexp_build.h - making s-expressions from others -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For passes that rewrite text before it is read: what they make keeps the places of what it was made from,
// so that messages name the user's lines. Texts are copied: the result lives without its source.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_SEXP_BUILD_H
#define SMR_BASE_SEXP_BUILD_H
#include "base/sexp.h"

typedef struct {
  SmrSexp *out;
  SMR_VEC(uint32_t) open; // lists that are not closed yet
} SmrSexpBuilder;

void smr_sexp_builder_free(SmrSexpBuilder *b);
/// Opens a list at the place of a node of `from`.
void smr_sexp_open(SmrSexpBuilder *b, const SmrSexp *from, uint32_t node);
void smr_sexp_close(SmrSexpBuilder *b);
/// An atom at the place of a node.
void smr_sexp_atom(SmrSexpBuilder *b, const SmrSexp *from, uint32_t node, const char *text);
/// A node and all it holds.
void smr_sexp_copy(SmrSexpBuilder *b, const SmrSexp *from, uint32_t node);
/// As text on one line.
void smr_sexp_print(const SmrSexp *s, uint32_t node, SmrStr *out);
#endif
