//===- typing.h - the types that operators and rules give ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A type is written over variables: `x` (x's type), `x.elType[x.shape[0], 4]`, `f16[x.shape]`,
// `broadcast(x, y)`. An operator may have one for each of its results, over its operands; a rule, over what
// its pattern binds.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_TYPING_H
#define SMR_PYPM_TYPING_H
#include "pypm/guard.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_PYPM_TYPE_OF,       // x                 var
  SMR_PYPM_TYPE_MADE,     // f32[2, ?]         element, dims
  SMR_PYPM_TYPE_BROADCAST // broadcast(a, b)   a, b: types
} SmrPypmTypeKind;

typedef struct {
  SmrPypmTypeKind kind;
  uint32_t var, a, b;
  uint32_t element; // expression
  bool ranked;
  uint32_t first, count; // in `dims`: expressions; a tuple alone is the whole shape
} SmrPypmTypeExpr;

/// Variables, and expressions and types over them.
typedef struct {
  SmrPypmPattern p;               // its variables and expressions
  SMR_VEC(SmrPypmTypeExpr) types; // element 0 is none
  SMR_VEC(uint32_t) dims;
} SmrPypmScope;

/// An operator's.
typedef struct {
  uint32_t op;
  SmrPypmScope scope;      // its variables are the operands
  SMR_VEC(uint32_t) types; // one for each result
} SmrPypmTyping;

void smr_pypm_scope_free(SmrPypmScope *scope);
void smr_pypm_typing_free(SmrPypmTyping *typing);
/// The number of what a type is for these variables; false where it has no meaning: a dimension out of range,
/// shapes that do not fit together. A dimension that is dynamic stays so.
bool smr_pypm_scope_type(SmrPypmTerms *terms, const SmrPypmScope *scope, uint32_t type, SmrPypmLookup lookup,
                         const void *self, uint32_t *number);
void smr_pypm_type_expr_print(const SmrPypmSignature *signature, const SmrPypmScope *scope, uint32_t type,
                              SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
