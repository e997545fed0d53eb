//===- datum.h - hash-consed trees of integers, names and lists ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A datum is what a class may carry besides terms: a shape, a type, a size. No rule rewrites a datum, and
// no sketch succeeds inside of one.
//
// A size is an integer or a polynomial over declared names with rational coefficients, in normal form: m, 32
// m, m/32 + 1. A quotient exists only where it was proved to be whole, so that exact arithmetic on quotients
// is exact: 32 (m/32) is m.
//
// Invariant: equal data have one number; for sizes, equal means equal for all values of the names.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_DATUM_H
#define SMR_EGRAPH_DATUM_H
#include "base/sexp.h"
#include "base/str.h"
#include "size/poly.h"

typedef uint32_t SmrDatum;
#define SMR_NO_DATUM 0u

typedef enum {
  SMR_DATUM_INTEGER,
  SMR_DATUM_NAME,
  SMR_DATUM_LIST,
  SMR_DATUM_SIZE, // neither an integer nor a name alone
} SmrDatumKind;

typedef struct SmrDatums SmrDatums;
SmrDatums *smr_datums_create(void);
void smr_datums_destroy(SmrDatums *values);
/// Memory held, in bytes.
size_t smr_datums_bytes(const SmrDatums *values);

SmrDatum smr_datum_integer(SmrDatums *values, int64_t integer);
SmrDatum smr_datum_name(SmrDatums *values, const char *name);
/// SMR_NO_DATUM when lists would be nested too deeply.
#define SMR_DATUM_MAX_DEPTH 1000
SmrDatum smr_datum_list(SmrDatums *values, const SmrDatum *elements, uint32_t count);

SmrDatumKind smr_datum_kind(const SmrDatums *values, SmrDatum v);
/// The integer; false when it is none.
bool smr_datum_is_integer(const SmrDatums *values, SmrDatum v, int64_t *integer);
/// The text of a name; NULL when it is none.
const char *smr_datum_name_of(const SmrDatums *values, SmrDatum v);
/// The elements of a list (valid until the next value is made); NULL and 0 when it is none, or empty.
const SmrDatum *smr_datum_elements(const SmrDatums *values, SmrDatum v, uint32_t *count);
/// As text that reads as the same value: 3, f32, (array (!/ m 32) f32).
void smr_datum_print(const SmrDatums *values, SmrDatum v, SmrStr *out);

//===--- sizes (datum_size.c) ---===//

/// Declares that a name is a size, an integer that `divisor` (at least 1) divides. Declared again, both hold.
/// False when their least common multiple is no integer of 64 bits.
bool smr_datum_declare_size(SmrDatums *values, SmrDatum name, int64_t divisor);
/// About how large a declared size is, for costs; and what a size is then. False: not said of one of its
/// names, or no size.
void smr_datum_set_estimate(SmrDatums *values, SmrDatum name, double estimate);
bool smr_datum_estimate(const SmrDatums *values, SmrDatum v, double *estimate);
/// The declared divisor; 0: the name is no size.
int64_t smr_datum_divisor(const SmrDatums *values, SmrDatum name);
/// Whether a value is an integer, a declared name, or arithmetic on such.
bool smr_datum_is_size(const SmrDatums *values, SmrDatum v);

/// A size as a fraction: a polynomial over the names, divided by an integer. It may lie in the arena. False:
/// v is not a size.
bool smr_datum_fraction(const SmrDatums *values, SmrArena *arena, SmrDatum v, SmrFraction *out);

/// Exact arithmetic; SMR_NO_DATUM where an operand is no size, the result is not known to be whole, or a
/// coefficient leaves 64 bits. Quotients and remainders of negative integers round as `floor`.
SmrDatum smr_datum_add(SmrDatums *values, SmrDatum a, SmrDatum b);
SmrDatum smr_datum_subtract(SmrDatums *values, SmrDatum a, SmrDatum b);
SmrDatum smr_datum_multiply(SmrDatums *values, SmrDatum a, SmrDatum b);
SmrDatum smr_datum_divide(SmrDatums *values, SmrDatum a, SmrDatum b);
SmrDatum smr_datum_divide_floor(SmrDatums *values, SmrDatum a, SmrDatum b);
SmrDatum smr_datum_divide_ceiling(SmrDatums *values, SmrDatum a, SmrDatum b);
SmrDatum smr_datum_remainder(SmrDatums *values, SmrDatum a, SmrDatum b);

typedef enum { SMR_NO, SMR_YES, SMR_UNKNOWN } SmrTruth;
/// Whether two values are equal. Different sizes over names may be equal for some of their values: unknown.
SmrTruth smr_datum_equal(SmrDatums *values, SmrDatum a, SmrDatum b);
/// Whether a < b, declared sizes being at least their divisors; unknown for what is no size, and where the
/// difference does not grow with all of its names.
SmrTruth smr_datum_less(SmrDatums *values, SmrDatum a, SmrDatum b);
/// Whether d divides n (d > 0). Yes only when it does for all values that the declarations allow.
SmrTruth smr_datum_divides(SmrDatums *values, SmrDatum d, SmrDatum n);
#endif
