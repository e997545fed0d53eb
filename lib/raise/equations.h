//===- equations.h - array equations in index notation --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What a nest computes, without its loops. An array (its memory, by byte offset) has versions: version 0 is
// what the nest finds there, and each equation says what the next version has at the offsets that it names;
// everywhere else the next version is the one before. Values are sums of terms; a term is a coefficient times
// factors, summed over indices of its own.
//
//     C.2[8*i + 8*j*ldc] += alpha*A.0[8*i + 8*k*lda]*B.0[8*k + 8*j*ldb]
//       for 0 <= i < m, 0 <= j < n, 0 <= k < l
//
// clang-format off: a list
// Invariants (check.c verifies them, see smr_equations_check):
//  E1 every integer that a polynomial names is a parameter, or an index of a domain around it;
//  E2 an index belongs to one domain of what is around it, and every domain bounds its indices from below by 0
//     and from above;
//  E3 a load's version is at most the number of versions that equations make of its array;
//  E4 equations stand in the order of the versions that they make; all that make one version of an array add
//     to it, or no two of them (nor two points of one) name the same offset, given that the needs hold.
//  E5 names are distinct, and words that the text form allows (smr_equations_name makes such); a factor has its
//     sum's type, an equation's sum its array's, a load its array's, a scalar's its own.
// clang-format on
//
// E4's second half is what raising proves; the evaluator of test/raise checks it on concrete numbers.
// Everything lives in the equations' arena and is immutable once it is there.
//===----------------------------------------------------------------------===//
#ifndef SMR_RAISE_EQUATIONS_H
#define SMR_RAISE_EQUATIONS_H
#include "graph/poly_op.h"

/// A leaf of polynomials: a loop's index, or an integer that does not change in the nest. A truth value (i1)
/// that does not change is 0 where it is false; what it is where it is true is not told.
typedef struct {
  SmrSym name; // no two integers, scalars or arrays have the same one
  bool index;
  SmrValue value; // of the graph; 0: read from text
} SmrRaisedInteger;
/// A number that does not change in the nest.
typedef struct {
  SmrSym name;
  SmrType type;
  SmrValue value;
} SmrRaisedScalar;
/// Memory, or one number that the nest makes (`result`: its element stands at offset 0). Disjoint parts of
/// one object whose writes have no order of their own are several arrays with the same `memory`.
typedef struct {
  SmrSym name;
  SmrType type;    // of all elements that are accessed
  uint32_t memory; // number of the first array in the same memory, often itself
  uint32_t versions;
  SmrValue base;   // the object's base in the graph; 0: `result`, or read from text
  SmrValue result; // the graph's value that it stands for, or 0
} SmrRaisedArray;

/// All points of the indices (outer before inner) at which no row is negative.
typedef struct {
  const uint32_t *indices;
  const SmrPoly *rows;
  uint32_t index_count, row_count;
} SmrDomain;

typedef enum {
  SMR_FACTOR_LOAD,     // an array's version at an offset
  SMR_FACTOR_SCALAR,   // a number that does not change
  SMR_FACTOR_INTEGER,  // a polynomial as a floating-point number
  SMR_FACTOR_INVERSE,  // 1 / args[0]
  SMR_FACTOR_FUNCTION, // name(args…), of no side effects
} SmrFactorKind;

/// args[0] / args[1], of a sum over indices (smr_raise_divided).
#define SMR_QUOTIENT "fdiv"

/// What a floating-point program must allow for a sum to be what it computes, where the sum's own order is
/// kept: its factors multiplied and its terms added from left to right, a term's inverse divided by, a summed
/// term a sum of its own that begins with 0.
// clang-format off: a table
#define SMR_LAWS(X)                                                                                          \
  X(ASSOC, "assoc")     /* additions or multiplications in another order, factors moved over a loop's sum */ \
  X(DISTR, "distr")     /* a product with an explicit sum became a sum of products */                         \
  X(EXPAND, "expand")   /* … that is no number: `(a - b)*c`, where a and b may cancel */                      \
  X(INVERSE, "inverse") /* a division moved: out of a sum or product, or into one */                         \
  X(NANS, "nan")         /* NaNs among a maximum's points are left out, or are not (extreme.h) */
// clang-format on
enum {
#define X(name, text) SMR_LAW_NUMBER_##name,
  SMR_LAWS(X)
#undef X
      SMR_LAW_COUNT
};
enum {
#define X(name, text) SMR_LAW_##name = 1 << SMR_LAW_NUMBER_##name,
  SMR_LAWS(X)
#undef X
};
extern const char *const smr_law_names[SMR_LAW_COUNT];

struct SmrRaisedTerm;
typedef struct {
  SmrType type;
  const struct SmrRaisedTerm *terms;
  uint32_t term_count;
  uint32_t laws; // SMR_LAW_…; functions' arguments have their own
} SmrSum;

typedef struct {
  SmrFactorKind kind;
  SmrType type;
  uint32_t id;      // LOAD: the array; SCALAR: the scalar
  uint32_t version; // LOAD
  SmrPoly poly;     // LOAD: the offset in bytes; INTEGER: the number
  SmrSym name;      // FUNCTION
  const SmrSum *args;
  uint32_t arg_count;
  SmrOp load; // LOAD: the graph's op
} SmrFactor;

typedef struct SmrRaisedTerm {
  double coefficient;
  const SmrFactor *const *factors;
  uint32_t factor_count;
  SmrDomain domain; // summed over; without indices: nothing where a row is negative
} SmrRaisedTerm;

typedef struct {
  uint32_t array, version; // makes version `version` from the one before
  bool adds;               // what the sum says is added to what the version before has, in an order not told
  SmrPoly offset;
  SmrDomain domain;
  SmrSum sum;
  SmrOp store; // the graph's op; 0: a result
} SmrRaisedEquation;

/// Where `when`, a polynomial over parameters, is at least 1, the row is >= 0: of a quotient q = a/c that was
/// rounded towards 0, a - c*q where q is, c*q - a where -q is.
typedef struct {
  SmrPoly when;
  SmrPoly row;
} SmrKnownIf;
/// A polynomial over parameters that is a multiple of a number: n - n % c.
typedef struct {
  SmrPoly poly;
  int64_t of;
} SmrKnownMultiple;

typedef struct {
  SmrArena arena;
  SmrIntern *symbols; // borrowed
  SmrSym name;
  SMR_VEC(SmrRaisedInteger) integers; // [0] unused: a polynomial's leaf is a place in here
  SMR_VEC(SmrRaisedScalar) scalars;
  SMR_VEC(SmrRaisedArray) arrays;
  SMR_VEC(SmrRaisedEquation) equations;
  SMR_VEC(SmrPoly) needs; // over parameters; each must be >= 0 for the equations to be what the nest computes
  SMR_VEC(SmrEither) eithers; // besides, a case of each must hold
  SMR_VEC(SmrPoly) known; // each is >= 0 wherever the nest runs: what the loops around it say of parameters
  SMR_VEC(SmrKnownIf) known_if; // the same
  SMR_VEC(SmrKnownMultiple) multiples;
} SmrEquations;

/// Is the factor an SMR_QUOTIENT?
bool smr_is_quotient(const SmrEquations *equations, const SmrFactor *factor);

SmrEquations *smr_equations_create(SmrIntern *symbols, SmrSym name);
void smr_equations_destroy(SmrEquations *equations);
/// Unless it has no cases, or is there. Its polynomials stay where they are.
/// Does the polynomial name an index of a loop?
bool smr_equations_name_index(const SmrEquations *equations, SmrPoly poly);
/// Does something in the factor?
bool smr_equations_factor_moves(const SmrEquations *equations, const SmrFactor *factor);
void smr_equations_add_either(SmrEquations *equations, SmrEither either);
/// The same, in an arena of their own. To be destroyed.
SmrEquations *smr_equations_copy(const SmrEquations *equations);
/// The text form (README.md); parsing what was printed and printing it again gives the same bytes.
void smr_equations_print(const SmrEquations *equations, SmrStr *out);
/// NULL after reporting an error at file:line:column. Never crashes on any bytes.
SmrEquations *smr_equations_parse(SmrIntern *symbols, const char *file, const char *text, size_t size,
                                  SmrDiag *diag);
/// E1 to E3, the order of E4, E5 and E6; reports what is wrong (diag may be NULL) and returns false.
bool smr_equations_check(const SmrEquations *equations, SmrDiag *diag);

/// A word like `wanted` (NULL or "": like `other`) that E5 allows and that nothing in the equations has yet.
SmrSym smr_equations_name(const SmrEquations *equations, const char *wanted, const char *other);
/// Gives every index a name, as E5 wants it. (Nobody but readers of the text needs them.)
void smr_equations_name_indices(SmrEquations *equations);
#endif
