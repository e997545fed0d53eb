//===- apart.h - elements of one memory that lie apart, and what follows ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Equations speak of versions. Calls read and write memory, which has one content at a time: a call that
// stands for one equation must come before what overwrites that equation's reads, and may itself overwrite
// nothing that it reads by another parameter. Both are asked of elements, as raising asks (affine/view.h).
//
// Several arrays may lie in one memory (SmrRaisedArray.memory). Their equations make different elements, but
// an element that one of them makes may be read under the name of another: by a load that no store of the
// element comes before.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_APART_H
#define SMR_COVER_APART_H
#include "base/map.h"
#include "cover/canonical.h"
#include "cover/sums.h"

/// The elements at an offset, wherever the domain's rows hold.
typedef struct {
  SmrPoly offset;
  SmrDomain domain;
} SmrElements;

/// As those of equations.
typedef struct {
  SMR_VEC(SmrPoly) rows;
  SMR_VEC(SmrEither) eithers;
} SmrMoreNeeds;
void smr_more_needs_free(SmrMoreNeeds *more);

/// Does the row say that p is not 0, as p*p - 1 >= 0?
bool smr_row_not_0(SmrSums *s, SmrPoly row, SmrPoly *p);

/// Do the needs of `all`, and what is known, imply some case of `either`?
bool smr_needs_say(SmrSums *s, const SmrEquations *all, SmrEither either);

/// Answers of the two that follow, kept while the equations' needs, and what is known, stay as they are. To
/// be freed.
typedef struct SmrAnswers {
  SmrIndex places; // by hash
  SMR_VEC(struct {
    uint64_t question[2]; // a hash of it
    bool answer;
  })
  given;
  SMR_VEC(uint64_t) words; // of a question
} SmrAnswers;
void smr_answers_free(SmrAnswers *answers);

/// Do the two sets of elements, of `bytes` bytes each, share no byte? Of `all` the needs and what is known
/// hold, and what is in `more`. What has to hold beyond these is appended to it; NULL: nothing may.
bool smr_elements_apart(SmrSums *s, const SmrEquations *all, uint32_t bytes, const SmrElements *a,
                        const SmrElements *b, SmrMoreNeeds *more);

/// The same of the elements of a loop's round and those of every later one: `round` is the integer that tells
/// rounds apart, about which both have rows.
bool smr_rounds_apart(SmrSums *s, const SmrEquations *all, uint32_t bytes, const SmrElements *a,
                      const SmrElements *b, uint32_t round, SmrMoreNeeds *more);

/// Calls f for each load in the sum, with the domain around it (`around` and those of its terms); false as
/// soon as f is.
bool smr_loads_walk(SmrSums *s, const SmrSum *sum, const SmrDomain *around,
                    bool (*f)(const SmrFactor *load, const SmrDomain *domain, void *data), void *data);

/// Must what stands for a be done before what stands for b? Since b reads or goes on from what a makes, or
/// makes what a must read before. Both are of `all`.
bool smr_comes_before(SmrSums *s, const SmrEquations *all, const SmrRaisedEquation *a,
                      const SmrRaisedEquation *b);

/// The same of two equations of the canonical form, of which the loops do one: as the code does it, which
/// reads what the equations that it was made of read (and not what the canonical form found to be the same).
bool smr_comes_before_in_code(SmrSums *s, const SmrCanonical *canonical, uint32_t a, uint32_t b);
#endif
