//===- number.h - what arithmetic means -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Wrapping, comparing and rounding of numbers of a given type, once for all that computes with them:
// constant folding, the interpreter and whoever proves bounds. Integers are held in an int64_t as their
// signed value, but i1 as 0 or 1; what is no integer (a pointer) counts as 64 bits. Floating-point numbers
// are held in a double, which has every value of the types of at most 64 bits.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_NUMBER_H
#define SMR_GRAPH_NUMBER_H
#include "graph/graph.h"

/// Its width in bits; at least 1.
uint32_t smr_int_width(SmrType type);
/// The number as a value of the type: modulo 2^width.
int64_t smr_int_wrap(SmrType type, int64_t value);
/// A value of the type as it is read with and without a sign. With one, true is -1.
int64_t smr_int_signed(SmrType type, int64_t value);
uint64_t smr_int_unsigned(SmrType type, int64_t value);
/// The range of signed numbers of `width` bits, 1 to 64.
int64_t smr_int_least(uint32_t width);
int64_t smr_int_most(uint32_t width);
/// The largest unsigned one.
uint64_t smr_int_mask(uint32_t width);

/// ADD to MAXU. False where the op has no value: division by 0 or of the least number by -1, a shift by the
/// width or more, an op that is none of these.
bool smr_int_op(SmrOpcode code, SmrType type, int64_t a, int64_t b, int64_t *out);
bool smr_int_compare(SmrIcmp predicate, SmrType type, int64_t a, int64_t b);
/// SEXT, ZEXT, TRUNC.
int64_t smr_int_cast(SmrOpcode code, SmrType from, SmrType to, int64_t value);
/// !(a p b) is a inverse(p) b; a p b is b swapped(p) a.
SmrIcmp smr_icmp_inverse(SmrIcmp predicate);
SmrIcmp smr_icmp_swapped(SmrIcmp predicate);

bool smr_type_is_float(SmrType type);
bool smr_type_is_complex(SmrType type);
/// One or the other: what FADD to FPROD compute with.
bool smr_type_is_number(SmrType type);
/// Of a complex number: the type of its real and of its imaginary part. Others are their own.
SmrType smr_type_part(SmrType type);
/// Rounds to what the type can hold; types of more than 64 bits are as double.
double smr_float_round(SmrType type, double value);
/// The distance of 1 to the next number.
double smr_float_epsilon(SmrType type);
/// FADD to FABS, of 1 to 3 operands; rounded once (FMA of fewer than 32 bits: by way of double). False for
/// any other op.
bool smr_float_op(SmrOpcode code, SmrType type, const double *operands, double *out);
/// The predicates of FCMP: false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true.
bool smr_float_compare(int64_t predicate, double a, double b);
/// SITOFP, UITOFP: rounded once.
double smr_float_of_int(SmrOpcode code, SmrType from, SmrType to, int64_t value);
/// FPTOSI, FPTOUI: towards zero. False where the type has no such number.
bool smr_float_to_int(SmrOpcode code, SmrType to, double value, int64_t *out);

/// A number in memory, of smr_type_bytes(type) bytes: integers of up to 64 bits and floats.
void smr_number_store(void *at, SmrType type, int64_t bits, double value);
void smr_number_load(const void *at, SmrType type, int64_t *bits, double *value);
#endif
