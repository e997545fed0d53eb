//===- value.h - hash-consed trees of integers, names and lists ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What classes may carry besides terms: shapes, types, sizes. Values are no terms: no rule rewrites them, and
// no sketch succeeds inside of one.
//
// A size is an integer or a polynomial over declared names with rational coefficients, in normal form: m, 32
// m, m/32 + 1. A quotient exists only where it was proved to be whole, so that exact arithmetic on quotients
// is exact: 32 (m/32) is m.
//
// Invariant: equal values have one number; for sizes, equal means equal for all values of the names.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_VALUE_H
#define SMR_EGRAPH_VALUE_H
#include "base/sexp.h"
#include "base/str.h"
#include "size/poly.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t SmrValue;
#define SMR_NO_VALUE 0u

typedef enum {
  SMR_VALUE_INTEGER,
  SMR_VALUE_NAME,
  SMR_VALUE_LIST,
  SMR_VALUE_SIZE, // neither an integer nor a name alone
} SmrValueKind;

typedef struct SmrValues SmrValues;
SmrValues *smr_values_create(void);
void smr_values_destroy(SmrValues *values);
/// Memory held, in bytes.
size_t smr_values_bytes(const SmrValues *values);

SmrValue smr_value_integer(SmrValues *values, int64_t integer);
SmrValue smr_value_name(SmrValues *values, const char *name);
/// SMR_NO_VALUE when lists would be nested too deeply.
#define SMR_VALUE_MAX_DEPTH 1000
SmrValue smr_value_list(SmrValues *values, const SmrValue *elements, uint32_t count);

SmrValueKind smr_value_kind(const SmrValues *values, SmrValue v);
/// The integer; false when it is none.
bool smr_value_is_integer(const SmrValues *values, SmrValue v, int64_t *integer);
/// The text of a name; NULL when it is none.
const char *smr_value_name_of(const SmrValues *values, SmrValue v);
/// The elements of a list (valid until the next value is made); NULL and 0 when it is none, or empty.
const SmrValue *smr_value_elements(const SmrValues *values, SmrValue v, uint32_t *count);
/// As text that reads as the same value: 3, f32, (array (!/ m 32) f32).
void smr_value_print(const SmrValues *values, SmrValue v, SmrStr *out);

//===--- sizes (value_size.c) ---===//

/// Declares that a name is a size, an integer that `divisor` (at least 1) divides. Declared again, both hold.
/// False when their least common multiple is no integer of 64 bits.
bool smr_value_declare_size(SmrValues *values, SmrValue name, int64_t divisor);
/// About how large a declared size is, for costs; and what a size is then. False: not said of one of its
/// names, or no size.
void smr_value_set_estimate(SmrValues *values, SmrValue name, double estimate);
bool smr_value_estimate(const SmrValues *values, SmrValue v, double *estimate);
/// The declared divisor; 0: the name is no size.
int64_t smr_value_divisor(const SmrValues *values, SmrValue name);
/// Whether a value is an integer, a declared name, or arithmetic on such.
bool smr_value_is_size(const SmrValues *values, SmrValue v);

/// A size as a fraction: a polynomial over the names, divided by an integer. It may lie in the arena. False:
/// v is not a size.
bool smr_value_fraction(const SmrValues *values, SmrArena *arena, SmrValue v, SmrFraction *out);

/// Exact arithmetic; SMR_NO_VALUE where an operand is no size, the result is not known to be whole, or a
/// coefficient leaves 64 bits. Quotients and remainders of negative integers round as `floor`.
SmrValue smr_value_add(SmrValues *values, SmrValue a, SmrValue b);
SmrValue smr_value_subtract(SmrValues *values, SmrValue a, SmrValue b);
SmrValue smr_value_multiply(SmrValues *values, SmrValue a, SmrValue b);
SmrValue smr_value_divide(SmrValues *values, SmrValue a, SmrValue b);
SmrValue smr_value_divide_floor(SmrValues *values, SmrValue a, SmrValue b);
SmrValue smr_value_divide_ceiling(SmrValues *values, SmrValue a, SmrValue b);
SmrValue smr_value_remainder(SmrValues *values, SmrValue a, SmrValue b);

typedef enum { SMR_NO, SMR_YES, SMR_UNKNOWN } SmrTruth;
/// Whether two values are equal. Different sizes over names may be equal for some of their values: unknown.
SmrTruth smr_value_equal(SmrValues *values, SmrValue a, SmrValue b);
/// Whether a < b, declared sizes being at least their divisors; unknown for what is no size, and where the
/// difference does not grow with all of its names.
SmrTruth smr_value_less(SmrValues *values, SmrValue a, SmrValue b);
/// Whether d divides n (d > 0). Yes only when it does for all values that the declarations allow.
SmrTruth smr_value_divides(SmrValues *values, SmrValue d, SmrValue n);

#ifdef __cplusplus
}
#endif
#endif
