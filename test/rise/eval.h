//===- eval.h - what a term of RISE computes -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The slow oracle: lists, pairs and functions, each primitive as it is defined, one number after the other,
// rounded to f32. All sizes must be known.
//===----------------------------------------------------------------------===//
#ifndef SMR_RISE_EVAL_H
#define SMR_RISE_EVAL_H
#include "base/arena.h"
#include "rise/rise.h"

typedef enum {
  SMR_RISE_DATUM_NUMBER,
  SMR_RISE_DATUM_LIST,
  SMR_RISE_DATUM_PAIR,
  SMR_RISE_DATUM_FUNCTION
} SmrRiseDatumKind;

typedef struct SmrRiseDatum {
  SmrRiseDatumKind kind;
  double number;
  uint32_t count; // elements of an array or lanes of a vector; 2 for a pair; arguments that a primitive has
  const struct SmrRiseDatum **items;
  uint32_t node;              // of a function: its body, or the primitive
  const void *env;            // of a lambda
  SmrRisePrimitive primitive; // SMR_RISE_NONE: a lambda
} SmrRiseDatum;

typedef struct {
  const SmrRise *rise;
  SmrArena *arena; // of what is returned; borrowed
  /// What leaves are that are no primitives; may be NULL.
  const SmrRiseDatum *(*leaf)(void *user, SmrOperator op);
  void *user;
  const char *error; // the first: static text
} SmrRiseEval;

/// A subterm without free variables; an application. NULL after an error.
const SmrRiseDatum *smr_rise_eval(SmrRiseEval *e, uint32_t node);
const SmrRiseDatum *smr_rise_eval_apply(SmrRiseEval *e, const SmrRiseDatum *f, const SmrRiseDatum *x);
const SmrRiseDatum *smr_rise_datum_number(SmrArena *arena, double number);
SmrRiseDatum *smr_rise_datum_list(SmrArena *arena, SmrRiseDatumKind kind, uint32_t count);

#endif
