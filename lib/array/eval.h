//===- eval.h - what a term computes -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The slow, obvious meaning of the language, library calls included: the oracle for rules and solutions.
// Values are trees.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_EVAL_H
#define SMR_ARRAY_EVAL_H
#include "array/array.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum { SMR_VALUE_NUMBER, SMR_VALUE_ARRAY, SMR_VALUE_TUPLE, SMR_VALUE_FUNCTION } SmrValueKind;
typedef struct SmrEnvironment SmrEnvironment;

typedef struct SmrValue {
  SmrValueKind kind;
  double number;
  uint32_t count;                // elements of an array
  const struct SmrValue **items; // them, or the two parts of a tuple
  uint32_t body;                 // of a function: a node of the term
  const SmrEnvironment *environment;
} SmrValue;

typedef struct {
  SmrArray *array;
  SmrArena arena; // owns all values
  SMR_VEC(struct {
    SmrOp op;
    const SmrValue *value;
  })
  inputs;
  const char *error; // why the last evaluation gave NULL: not a number, an index out of bounds, …
  uint64_t fuel;     // steps left; 0 when it ran out
} SmrEvaluator;

/// Zero-initialise, set `array`; then bind the inputs.
void smr_eval_bind(SmrEvaluator *e, SmrOp input, const SmrValue *value);
const SmrValue *smr_value_number(SmrEvaluator *e, double number);
SmrValue *smr_value_array(SmrEvaluator *e, uint32_t count); // items to be filled in
/// A random value of a type: whole numbers from -4 to 4, so that sums and products of a few are exact in any
/// order. NULL for types that hold something unknown.
const SmrValue *smr_value_random(SmrEvaluator *e, SmrArrayType type, uint64_t *seed);
/// The value of a closed term; NULL with `error` set when it has none. At most `fuel` steps.
const SmrValue *smr_eval(SmrEvaluator *e, const SmrTerm *term, uint32_t node, uint64_t fuel);
/// Equal up to a relative tolerance per number (0: bit for bit, but NaN equals NaN).
bool smr_value_equal(const SmrValue *a, const SmrValue *b, double tolerance);
void smr_value_print(const SmrValue *value, SmrStr *out);
void smr_eval_free(SmrEvaluator *e);

#ifdef __cplusplus
}
#endif
#endif
