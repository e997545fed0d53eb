//===- typing.c - the types that operators and rules give ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/typing.h"

typedef struct {
  SmrPypmTerms *terms;
  const SmrPypmScope *scope;
  SmrPypmLookup lookup;
  const void *self;
} Context;

void smr_pypm_scope_free(SmrPypmScope *scope) {
  smr_pypm_pattern_free(&scope->p);
  smr_vec_free(&scope->types);
  smr_vec_free(&scope->dims);
}

void smr_pypm_typing_free(SmrPypmTyping *typing) {
  smr_pypm_scope_free(&typing->scope);
  smr_vec_free(&typing->types);
}

static SmrPypmValue value(const Context *c, uint32_t expr) {
  return smr_pypm_value(c->terms, &c->scope->p, expr, c->lookup, c->self);
}

/// `[x.shape]`, or dimensions; false where one is none. `dims` has room for all that stand there.
static bool dimensions(const Context *c, const SmrPypmTypeExpr *e, int64_t *dims, SmrPypmType *type) {
  SmrPypmValue all = e->count == 1 ? value(c, c->scope->dims.data[e->first]) : (SmrPypmValue){0};
  type->ranked = true;
  if (all.kind == SMR_PYPM_TUPLE) {
    type->rank = all.count;
    type->dims = all.items;
    return true;
  }
  for (uint32_t k = 0; k < e->count; k++) {
    SmrPypmValue dim = value(c, c->scope->dims.data[e->first + k]);
    if (!smr_pypm_is_dynamic(dim) && (dim.kind != SMR_PYPM_INT || dim.number < 0))
      return false;
    dims[k] = dim.kind == SMR_PYPM_INT ? dim.number : SMR_PYPM_DYNAMIC;
  }
  type->rank = e->count;
  type->dims = dims;
  return true;
}

static bool made(const Context *c, const SmrPypmTypeExpr *e, uint32_t *number) {
  int64_t dims[SMR_PYPM_MAX_OPERANDS];
  SmrPypmType type = {0};
  SmrPypmValue element = value(c, e->element);
  if (element.kind == SMR_PYPM_SYMBOL)
    type.element = (SmrSym)element.number;
  if (e->ranked && !dimensions(c, e, dims, &type))
    return false;
  *number = smr_pypm_type(c->terms, type);
  return true;
}

/// One dimension of two shapes brought together; a dynamic one is 1 or the other.
static bool join(int64_t a, int64_t b, int64_t *dim) {
  *dim = a == 1 ? b : b == 1 || a != SMR_PYPM_DYNAMIC ? a : b;
  return a == b || a == 1 || b == 1 || a == SMR_PYPM_DYNAMIC || b == SMR_PYPM_DYNAMIC;
}

/// Shapes are aligned at their ends.
static bool broadcast(SmrPypmTerms *terms, uint32_t one, uint32_t other, uint32_t *number) {
  SmrPypmType a = terms->types.data[one], b = terms->types.data[other], type = {.element = a.element};
  int64_t dims[SMR_PYPM_MAX_OPERANDS];
  if (a.name || b.name) {
    *number = one;
    return one == other;
  }
  if (a.element != b.element)
    return false;
  type.ranked = a.ranked && b.ranked;
  type.rank = a.rank > b.rank ? a.rank : b.rank;
  if (type.rank > SMR_PYPM_MAX_OPERANDS)
    return false;
  for (uint32_t k = 1; type.ranked && k <= type.rank; k++)
    if (!join(k <= a.rank ? a.dims[a.rank - k] : 1, k <= b.rank ? b.dims[b.rank - k] : 1,
              &dims[type.rank - k]))
      return false;
  type.dims = dims;
  if (!type.ranked)
    type.rank = 0;
  *number = smr_pypm_type(terms, type);
  return true;
}

static bool evaluate(const Context *c, uint32_t type, uint32_t *number) {
  const SmrPypmTypeExpr *e = &c->scope->types.data[type];
  uint32_t a, b;
  if (e->kind == SMR_PYPM_TYPE_MADE)
    return made(c, e, number);
  if (e->kind == SMR_PYPM_TYPE_BROADCAST)
    return evaluate(c, e->a, &a) && evaluate(c, e->b, &b) && broadcast(c->terms, a, b, number);
  *number = smr_pypm_term_get(c->terms, c->lookup(c->self, e->var))->type;
  return true;
}

bool smr_pypm_scope_type(SmrPypmTerms *terms, const SmrPypmScope *scope, uint32_t type, SmrPypmLookup lookup,
                         const void *self, uint32_t *number) {
  return evaluate(&(Context){terms, scope, lookup, self}, type, number);
}

static void print_dim(const SmrPypmSignature *signature, const SmrPypmScope *scope, uint32_t expr,
                      SmrStr *out) {
  smr_pypm_expr_print(signature, &scope->p, expr, out);
}

void smr_pypm_type_expr_print(const SmrPypmSignature *signature, const SmrPypmScope *scope, uint32_t type,
                              SmrStr *out) {
  const SmrPypmTypeExpr *e = &scope->types.data[type];
  if (e->kind == SMR_PYPM_TYPE_OF) {
    smr_str_puts(out, smr_intern_text(signature->symbols, scope->p.vars.data[e->var].name));
  } else if (e->kind == SMR_PYPM_TYPE_BROADCAST) {
    smr_str_puts(out, "broadcast(");
    smr_pypm_type_expr_print(signature, scope, e->a, out);
    smr_str_puts(out, ", ");
    smr_pypm_type_expr_print(signature, scope, e->b, out);
    smr_str_putc(out, ')');
  } else {
    print_dim(signature, scope, e->element, out);
    for (uint32_t k = 0; k < e->count; k++) {
      smr_str_puts(out, k ? ", " : "[");
      print_dim(signature, scope, scope->dims.data[e->first + k], out);
    }
    smr_str_puts(out, !e->ranked ? "" : e->count ? "]" : "[]");
  }
}
