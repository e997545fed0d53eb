//===- lower.h - terms of RISE become loops ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Destination passing: what builds an array writes it where it is wanted. split, join, transpose, zip, slide,
// asVector and asScalar are never copies: they are other ways to index what is read, or what is written.
// map and generate are loops where their result is stored, and nothing elsewhere: an element is computed when
// it is asked for. What a lambda names, and uses more than once, is computed once.
//===----------------------------------------------------------------------===//
#ifndef SMR_RISE_LOWER_H
#define SMR_RISE_LOWER_H
#include "loops/print.h"
#include "rise/rise.h"

/// The term as a program: its arguments are the sizes that are not known, in the order in which the types of
/// the term's parameters mention them; the parameters x1, x2, … (arrays of tuples as one array for each part,
/// x1_1, x1_2), then leaves that no rule knows, by their names; then the results, out (or out_1 …). NULL
/// after an error, told at `file`: what has no type, functions as parameters or results.
SmrLoopsProgram *smr_rise_lower(const SmrRise *rise, bool divisible, const char *file, SmrDiag *diag);

/// Appends functions to a module's text: NAME, and what it calls. `found`: terms that equal the input where
/// what they declare divides the sizes. NAME asks that of the first one, then of the next, and has the
/// input's loops for when it is true of none; of sizes that are known it is asked at once. `*fallback`: only
/// the input's loops are there.
bool smr_rise_print(const SmrRise *input, const SmrRise *found, uint32_t count, const char *name,
                    const SmrLoopsPrint *options, const char *file, SmrStr *out, bool *fallback,
                    SmrDiag *diag);
#endif
