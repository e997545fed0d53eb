//===- passed.h - what a call is given, and when it is made --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_PASSED_H
#define SMR_GRAPH_PASSED_H
#include "graph/expr.h"

typedef enum {
  SMR_PASS_INT,   // expr
  SMR_PASS_VALUE, // value
  SMR_PASS_ARRAY, // the memory at value + expr bytes
  SMR_PASS_BOX, // the descriptor `value`, when `expr` is NULL and its rank is the parameter's; else a new one
                // of the memory at value + expr bytes
  SMR_PASS_NUMBER, // number
  SMR_PASS_OUT,    // the initial value: number, or value, or neither; the new value is SmrAfter's ARG
  SMR_PASS_RESULT  // the call's result, which comes behind `number`, if there is one; with `value` it goes to
                   // the memory at value + expr bytes
} SmrPassKind;
typedef enum {
  SMR_NUMBER_VALUE,   // value, a floating-point number of any type
  SMR_NUMBER_LOAD,    // the number of type `type` in the memory at value + expr bytes (NULL: 0)
  SMR_NUMBER_INTEGER, // expr as a number
  SMR_NUMBER_PAIR     // the complex number of the parts re and im (NULL: 0)
} SmrNumberKind;
typedef struct {
  SmrNumberKind kind;
  SmrValue value;
  const SmrExpr *expr;
  const struct SmrNumber *re, *im;
  SmrType type;
  bool inverse;
  bool conjugate; // its conjugate is meant
} SmrNumberFactor;
/// coefficient * factors / inverse factors, computed in the type of what it is passed for (factors of other
/// types are converted to it first): the product of the factors, then by the coefficient unless that is 1 or
/// -1, then one division by the product of the inverse ones.
typedef struct SmrNumber {
  double coefficient;
  const SmrNumberFactor *factors;
  uint32_t factor_count;
} SmrNumber;

typedef struct {
  SmrPassKind kind;
  const SmrExpr *expr;
  SmrValue value;
  const SmrNumber *number;
  SmrType type;                                 // of the idiom's parameter, when that is a number
  bool adds;                                    // RESULT: … and is added to what is there
  const SmrExpr *const *extent, *const *stride; // BOX: SMR_BOX_MOST each; elements, bytes; NULL: not known
  const char *name;                             // for messages
} SmrPassed;

/// What has to hold for calls to take the place of code.
typedef struct {
  const SmrExpr *test;
  const char *text;      // for the report: "n >= 1", "a and c do not overlap"
  bool pays;             // without it the loop would be faster
  const char *or_copied; // of rows that may be copied where it does not hold: its text then; else NULL
} SmrGuard;
#endif
