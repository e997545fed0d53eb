//===- terms.h - values while they are read as sums of products ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// terms.c reads the graph's values (R4); products.c adds and multiplies what it found, extremes.c reads
// maxima. Each function that may fail refuses the nest then.
//===----------------------------------------------------------------------===//
#ifndef SMR_RAISE_TERMS_H
#define SMR_RAISE_TERMS_H
#include "raise/internal.h"

/// Kind of a factor that is what an enclosing loop carries (`id`), while its body is read.
enum { SMR_FACTOR_OPEN = 100 };

typedef struct {
  SmrRaisedTerm *data;
  uint32_t count;
} SmrTerms;
typedef struct {
  SmrRaiser *r;
  SmrOp at; // the load, store or result whose value is read
  uint32_t depth, steps;
  uint32_t arguments;   // of functions that are being read
  SMR_VEC(SmrOp) loops; // whose bodies are being read
  uint32_t laws;        // that were needed so far
} SmrTermReader;

/// `op` 0: where the reader is. Always false.
bool smr_reader_refuse(SmrTermReader *t, SmrNotRaisedReason reason, SmrOp op);

//--- products.c ------------------------------------------------------------------------

SmrTerms smr_terms_new(SmrTermReader *t, uint32_t count);
/// The factor (NULL: 1) times a number.
SmrTerms smr_terms_one(SmrTermReader *t, double coefficient, const SmrFactor *factor);
SmrFactor *smr_terms_factor(SmrTermReader *t, SmrFactorKind kind, SmrType type);
SmrTerms smr_terms_copy(SmrTermReader *t, SmrTerms a);
/// Both lists; zero alone adds nothing.
bool smr_terms_join(SmrTermReader *t, SmrTerms a, SmrTerms b, SmrTerms *out);
SmrTerms smr_terms_scale(SmrTermReader *t, SmrTerms a, double factor);
/// a + b, in the program.
bool smr_terms_add(SmrTermReader *t, SmrTerms a, SmrTerms b, SmrTerms *out);
bool smr_terms_multiply(SmrTermReader *t, SmrTerms a, SmrTerms b, SmrTerms *out);
/// The terms as a sum of its own: takes the laws that they needed.
SmrSum smr_terms_as_sum(SmrTermReader *t, SmrType type, SmrTerms terms);
/// The terms, each summed over the domain as well (in front of its own).
void smr_terms_over(SmrTermReader *t, SmrTerms a, SmrDomain domain, SmrTerms *out);

//--- terms.c ---------------------------------------------------------------------------

/// A sum of its own.
bool smr_read_apart(SmrTermReader *t, SmrValue value, SmrSum *out);
/// The function of that name of all the op's operands.
bool smr_read_named(SmrTermReader *t, SmrOp op, const char *name, SmrTerms *out);
/// Is what a loop carries in there? 0: is anything that any loop carries?
bool smr_terms_carry(const SmrRaisedTerm *terms, uint32_t count, SmrValue carried);
/// Takes the one term out that is what the loop carries, and nothing but it.
bool smr_terms_take(SmrTerms *body, SmrValue carried);

//--- extremes.c ------------------------------------------------------------------------

/// What `condition ? yes : no` is of what a loop carries and another number (extreme.h). False, and nothing
/// is refused: it is something else.
bool smr_is_extreme_choice(const SmrTermReader *t, SmrValue condition, SmrValue yes, SmrValue no);
bool smr_read_extreme_choice(SmrTermReader *t, SmrValue condition, SmrValue yes, SmrValue no, SmrTerms *out);
/// fmax or fmin.
bool smr_read_larger(SmrTermReader *t, SmrOp op, SmrTerms *out);
/// A loop whose body makes greatest(carried, points) of what it carries: what it began with, and the points
/// of all its rounds. False, and nothing is refused: it makes something else.
bool smr_take_extreme(SmrTermReader *t, const SmrTerms *body, SmrValue carried, const SmrSum *initial,
                      SmrDomain domain, SmrTerms *out);

#endif
