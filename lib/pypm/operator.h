//===- operator.h - operators of PyPM terms ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// CorePyPM's Σ: what a term may be made of. An operator has an arity (a variadic one any), one or more
// results, declared attributes, perhaps a class, and may be commutative; one that has effects is equal to
// nothing but itself.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_OPERATOR_H
#define SMR_PYPM_OPERATOR_H
#include "base/intern.h"
#include "base/lex.h"
#include "base/map.h"
#include "base/vec.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Operands of an operator, and attributes that one may declare.
#define SMR_PYPM_MAX_OPERANDS 64

/// A dimension that is not known.
#define SMR_PYPM_DYNAMIC INT64_MIN

typedef enum { SMR_PYPM_UNKNOWN, SMR_PYPM_INT, SMR_PYPM_SYMBOL, SMR_PYPM_TUPLE } SmrPypmValueKind;

/// A value of guards and attributes (C16).
typedef struct {
  SmrPypmValueKind kind;
  int64_t number;       // INT; the SYMBOL's number
  const int64_t *items; // TUPLE, dimensions: SMR_PYPM_DYNAMIC is one that is not known
  uint32_t count;
} SmrPypmValue;

typedef struct {
  SmrSym name, op_class; // class 0: none
  SmrSym stands_for;     // the op of a graph, such as "torch.aten.mm"; 0: none
  SmrLocation location;
  uint32_t arity, results;
  bool variadic;    // takes any number of operands, arity is 0
  bool commutative; // of arity 2: a pattern's operands are tried in both orders
  bool effects;     // two terms are never equal, however alike
  const SmrSym *attributes;
  const SmrPypmValue
      *only; // by attribute: the value that it has wherever the operator stands, or UNKNOWN; NULL: no one
  uint32_t attribute_count;
} SmrPypmOperator;

typedef struct {
  SmrIntern *symbols;
  SmrArena arena;
  SMR_VEC(SmrPypmOperator) operators;
  SmrMap by_name;
} SmrPypmSignature;

SmrPypmSignature *smr_pypm_signature_create(void);
void smr_pypm_signature_destroy(SmrPypmSignature *signature);
/// Adds an operator of a new name; its attributes' names are copied. The operator's number.
uint32_t smr_pypm_operator_add(SmrPypmSignature *signature, SmrPypmOperator op);
/// Looks an operator up by name.
bool smr_pypm_operator_find(const SmrPypmSignature *signature, SmrSym name, uint32_t *op);
/// The value that an attribute has wherever the operator stands; UNKNOWN: any.
SmrPypmValue smr_pypm_operator_only(const SmrPypmOperator *op, uint32_t attribute);
/// Which of the operator's attributes has that name; -1 where none has.
int smr_pypm_operator_attribute(const SmrPypmOperator *op, SmrSym name);
/// Does any operator declare the attribute, is any of the class?
bool smr_pypm_signature_attribute(const SmrPypmSignature *signature, SmrSym name);
bool smr_pypm_signature_class(const SmrPypmSignature *signature, SmrSym name);

/// What an element type's values look like.
typedef struct {
  const char *name;
  int digits;   // significant bits of a floating-point type, with the hidden one; 0 of others
  int smallest; // the exponent of its smallest subnormal number
} SmrPypmElement;
/// The element type of a name, or NULL.
const SmrPypmElement *smr_pypm_element(const char *name);
/// C9: is a constant of that element type the literal? Within one unit in the last place of the literal as
/// the type rounds it, or `exact`, that alone; zeros, infinities and integers are exact, and zero's sign
/// counts.
bool smr_pypm_literal_is(double literal, const SmrPypmElement *element, double constant, bool exact);

#ifdef __cplusplus
}
#endif
#endif
