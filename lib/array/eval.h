//===- eval.h - what a term computes -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The slow, obvious meaning of the language, library calls included: the oracle for rules and solutions.
// Values are trees.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_EVAL_H
#define SMR_ARRAY_EVAL_H
#include "array/array.h"

typedef enum {
  SMR_ARRAY_VALUE_NUMBER,
  SMR_ARRAY_VALUE_ARRAY,
  SMR_ARRAY_VALUE_TUPLE,
  SMR_ARRAY_VALUE_FUNCTION
} SmrArrayValueKind;
typedef struct SmrArrayEnvironment SmrArrayEnvironment;

typedef struct SmrArrayValue {
  SmrArrayValueKind kind;
  double number;
  uint32_t count;                     // elements of an array
  const struct SmrArrayValue **items; // them, or the two parts of a tuple
  uint32_t body;                      // of a function: a node of the term
  const SmrArrayEnvironment *environment;
} SmrArrayValue;

typedef struct {
  SmrArray *array;
  SmrArena arena; // owns all values
  SMR_VEC(struct {
    SmrOperator op;
    const SmrArrayValue *value;
  })
  inputs;
  const char *error; // why the last evaluation gave NULL: not a number, an index out of bounds, …
  uint64_t fuel;     // steps left; 0 when it ran out
} SmrArrayEvaluator;

/// Zero-initialise, set `array`; then bind the inputs.
void smr_array_eval_bind(SmrArrayEvaluator *e, SmrOperator input, const SmrArrayValue *value);
const SmrArrayValue *smr_array_value_number(SmrArrayEvaluator *e, double number);
SmrArrayValue *smr_array_value_array(SmrArrayEvaluator *e, uint32_t count); // items to be filled in
/// A random value of a type: whole numbers from -4 to 4, so that sums and products of a few are exact in any
/// order. NULL for types that hold something unknown.
const SmrArrayValue *smr_array_value_random(SmrArrayEvaluator *e, SmrArrayType type, uint64_t *seed);
/// The value of a closed term; NULL with `error` set when it has none. At most `fuel` steps.
const SmrArrayValue *smr_array_eval(SmrArrayEvaluator *e, const SmrTerm *term, uint32_t node, uint64_t fuel);
/// What a pointwise operator computes; a function does not look at y.
double smr_array_compute(SmrArrayOp which, double x, double y);
/// Equal up to a relative tolerance per number (0: bit for bit, but NaN equals NaN).
bool smr_array_value_equal(const SmrArrayValue *a, const SmrArrayValue *b, double tolerance);
void smr_array_value_print(const SmrArrayValue *value, SmrStr *out);
void smr_array_eval_free(SmrArrayEvaluator *e);
#endif
