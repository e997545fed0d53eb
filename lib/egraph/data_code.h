//===- data_code.h - patterns, expressions and conditions on values ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The small language in which rule files say what class data are: first-match clauses over values, no
// assignment, no loops but recursion of functions, which is bounded.
//
//   pattern     3, f32 (itself), _ (anything), ?x (anything, bound; again: the same), (p… ?rest...), (!f e…)
//   expression  3, f32, ?x, (e… ?xs... e…), (!f e…)
//   condition   (= a b) (!= a b) (< a b) (<= a b) (divides d n) (is-integer e) (is-size e) (is-name e)
//   (is-list e)
//               (same a b) (known e) (match e p) (let ?x e) (not c) (and c…) (or c…)
//
// A condition has three results: what depends on a value that is not known, or on sizes that may or may not
// be equal, is unknown, and so is its negation; only what holds counts.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_DATA_CODE_H
#define SMR_EGRAPH_DATA_CODE_H
#include "base/intern.h"
#include "base/sexp.h"
#include "egraph/datum.h"

#define SMR_DATA_SLOTS 64 // variables of a clause

typedef enum {
  SMR_CODE_LITERAL,  // `of`: the value
  SMR_CODE_ANY,      // in patterns
  SMR_CODE_VARIABLE, // `of`: the slot; in patterns: binds it when it is empty
  SMR_CODE_LIST,     // args
  SMR_CODE_BUILTIN,  // `of`: which one; args
  SMR_CODE_CALL,     // `of`: the function; args
  SMR_CODE_NAMED,    // `of`: a function; the first argument of (!map f …) and (!fold f …): a name alone
  SMR_CODE_TEST,     // `of`: which one; args
} SmrCodeKind;

typedef struct {
  uint8_t kind;
  bool spread; // ?x... in a list
  uint32_t of;
  uint32_t first, count; // args
} SmrCode;

/// One case: applies when the inputs match and the conditions hold.
typedef struct {
  uint32_t inputs, input_count;         // args: patterns
  bool rest;                            // the last input takes all that are left, as a list
  uint32_t conditions, condition_count; // args
  uint32_t result;                      // code; UINT32_MAX: a condition alone
  uint32_t slots;
  const char *file;
  uint32_t line, column;
} SmrDataClause;

typedef struct {
  const char *name;
  uint32_t arguments; // of each clause
  bool rest;
  SMR_VEC(uint32_t) clauses;
} SmrDataFunction;

/// Clauses and functions, as arrays. Zero-initialise but for `values`, which is borrowed.
typedef struct {
  SmrDatums *values;
  SmrArena texts;
  SMR_VEC(SmrCode) code;
  SMR_VEC(uint32_t) args;
  SMR_VEC(SmrDataClause) clauses;
  SMR_VEC(SmrDataFunction) functions;
} SmrDataCode;

void smr_data_code_free(SmrDataCode *code);

//===--- reading (data_text.c) ---===//

/// The variables in scope, by slot.
typedef struct {
  SMR_VEC(const char *) names;
  uint32_t most; // slots ever in use
} SmrDataScope;

/// Each returns a number in `code`, UINT32_MAX after an error. A pattern's new variables come into scope, as
/// do those that a condition binds.
uint32_t smr_data_read_expression(SmrDataCode *code, SmrDataScope *scope, const SmrSexp *s, uint32_t at,
                                  SmrDiag *diag);
uint32_t smr_data_read_condition(SmrDataCode *code, SmrDataScope *scope, const SmrSexp *s, uint32_t at,
                                 SmrDiag *diag);
/// Reads `(inputs…)` patterns from element `from` of a list up to node `until`, into a clause that has no
/// result yet.
bool smr_data_read_inputs(SmrDataCode *code, SmrDataScope *scope, const SmrSexp *s, uint32_t from,
                          uint32_t until, SmrDataClause *clause, SmrDiag *diag);
/// Reads `:when condition …` from a node to another.
bool smr_data_read_whens(SmrDataCode *code, SmrDataScope *scope, const SmrSexp *s, uint32_t from,
                         uint32_t until, SmrDataClause *clause, SmrDiag *diag);
/// What an expression without variables says; SMR_NO_DATUM after an error.
SmrDatum smr_data_evaluate(SmrDataCode *code, const SmrSexp *s, uint32_t at, SmrDiag *diag);
/// The same where there are no functions.
SmrDatum smr_data_read_value(SmrDatums *values, const SmrSexp *s, uint32_t at, SmrDiag *diag);
/// The function of that name, UINT32_MAX when there is none.
uint32_t smr_data_function(const SmrDataCode *code, const char *name);
/// Names of calls and tests, for who checks that a name is free.
bool smr_data_is_word(const char *name);

//===--- evaluation (data_eval.c, data_builtin.c) ---===//

/// Whether a clause applies to inputs (SMR_NO_DATUM: not known; only `_` takes that). *result is what it says
/// when it does, SMR_NO_DATUM for a condition alone; a clause whose result has no value may apply: unknown.
/// Of several clauses the first that applies counts, unless one before it is unknown.
SmrTruth smr_data_apply(SmrDataCode *code, const SmrDataClause *clause, const SmrDatum *inputs,
                        uint32_t count, SmrDatum *result);
/// The same for a clause without inputs whose first slots are bound already; SMR_NO_DATUM: to what is not
/// known.
SmrTruth smr_data_check(SmrDataCode *code, const SmrDataClause *clause, const SmrDatum *bound, uint32_t count,
                        SmrDatum *result);
#endif
