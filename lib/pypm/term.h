//===- term.h - terms of PyPM --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Terms f(t…), hash-consed: equal terms have equal numbers, so that equality (P-VAR) is a comparison of
// numbers. A term is a head on operands, and has a type. A head is an operator with its attributes' values
// and the result that is meant, or a constant: it is what a function variable stands for. Numbers count from
// 1; 0 is none.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_TERM_H
#define SMR_PYPM_TERM_H
#include "base/map.h"
#include "base/str.h"
#include "pypm/operator.h"
#ifdef __cplusplus
extern "C" {
#endif

/// The operator of heads that are constants.
#define SMR_PYPM_CONSTANT UINT32_MAX

typedef struct {
  SmrSym name;    // 0: a tensor of these; else what it is called, whatever is known of it
  SmrSym element; // 0: not known
  bool ranked;
  uint32_t rank;
  const int64_t *dims;
} SmrPypmType;

typedef struct {
  uint32_t op, result;            // op SMR_PYPM_CONSTANT: a constant
  const SmrPypmValue *attributes; // in the order of the operator's declaration
  double constant;                // its value, every element's where it has a shape
} SmrPypmHead;

typedef struct {
  uint32_t head, type; // type 0: nothing is known
  uint32_t first, count;
} SmrPypmTerm;

typedef struct {
  SmrPypmSignature *signature; // borrowed
  SmrArena arena;
  SmrIntern *head_keys, *type_keys;
  SmrStr key;                 // of the head at hand
  SmrIndex by_parts;          // terms by head, type and operands
  SMR_VEC(SmrPypmHead) heads; // element 0 of these three is none
  SMR_VEC(SmrPypmType) types;
  SMR_VEC(SmrPypmTerm) terms;
  SMR_VEC(uint32_t) operands;
  uint32_t (*uses)(void *graph, uint32_t term); // how often a term is used (0: not known); NULL: nobody knows
  void *graph;
  bool exact; // numbers of patterns match what they are rounded to alone
} SmrPypmTerms;

/// The signature must outlive the terms.
SmrPypmTerms *smr_pypm_terms_create(SmrPypmSignature *signature);
void smr_pypm_terms_destroy(SmrPypmTerms *terms);
/// The number of a type; its dimensions are copied.
uint32_t smr_pypm_type(SmrPypmTerms *terms, SmrPypmType type);
/// The number of a head; its attributes' values, one for each that the operator declares, are copied.
uint32_t smr_pypm_head(SmrPypmTerms *terms, uint32_t op, uint32_t result, const SmrPypmValue *attributes);
uint32_t smr_pypm_constant(SmrPypmTerms *terms, double value);
/// The number of a term; the count of operands is the operator's arity (0 of a constant) unless it is
/// variadic. An operator that has effects makes a new term each time.
uint32_t smr_pypm_term(SmrPypmTerms *terms, uint32_t head, uint32_t type, const uint32_t *operands,
                       uint32_t count);

static inline const SmrPypmTerm *smr_pypm_term_get(const SmrPypmTerms *terms, uint32_t term) {
  return &terms->terms.data[term];
}
static inline uint32_t smr_pypm_operand(const SmrPypmTerms *terms, uint32_t term, uint32_t k) {
  return terms->operands.data[terms->terms.data[term].first + k];
}
/// The head's operator, or NULL of a constant.
const SmrPypmOperator *smr_pypm_head_operator(const SmrPypmTerms *terms, uint32_t head);
/// Are the values the same? Dimensions that are not known are the same as themselves here.
bool smr_pypm_value_equal(SmrPypmValue a, SmrPypmValue b);

typedef SMR_VEC(uint32_t) SmrPypmNumbers;
/// The term and all below it, each once, operands first.
void smr_pypm_subterms(const SmrPypmTerms *terms, uint32_t term, SmrPypmNumbers *out);

void smr_pypm_value_print(const SmrPypmSignature *signature, SmrPypmValue value, SmrStr *out);
void smr_pypm_head_print(const SmrPypmTerms *terms, uint32_t head, SmrStr *out);
/// As one expression, cut off with "..." below that depth.
void smr_pypm_term_print(const SmrPypmTerms *terms, uint32_t term, uint32_t depth, SmrStr *out);
/// A number as the text form writes it: `2.0`, `-inf`.
void smr_pypm_literal_print(double literal, SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
