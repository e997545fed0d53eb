//===- macro.h - abbreviations and templates in rule and guide files -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//   (define (NAME PARAMETER…) BODY)   from here on, in all files read together, (NAME ARGUMENT…) stands for
//   BODY (define NAME BODY)                and NAME, an atom, for BODY (for ((<T> VALUE…) …) ITEM…)      the
//   items once for each combination of values; <T> is replaced inside of
//                                     atoms, too: split-<T>. At the top level and in lists of items.
//
// Invariant: what is written out has no definition and no template left. What a definition's body says has
// the place of the call, so that messages name the user's line.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_MACRO_H
#define SMR_EGRAPH_MACRO_H
#include "base/sexp.h"

typedef struct {
  const char *name;
  SMR_VEC(const char *) parameters;
  bool call;    // written as a list
  SmrSexp body; // one node; its texts, name and parameters are its own
} SmrMacro;

/// Zero-initialise to create.
typedef struct {
  SMR_VEC(SmrMacro) list;
} SmrMacros;
void smr_macros_free(SmrMacros *macros);

/// Writes an item of a text out, behind what `out` has: nothing for a definition, several for a template.
/// False after an error at the place of a node of `in`. (One item after the other: an include between them
/// may define more.)
bool smr_macros_expand(SmrMacros *macros, const SmrSexp *in, uint32_t item, SmrSexp *out, SmrDiag *diag);
#endif
