//===- guard.c - guards, in three values ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/guard.h"

typedef struct {
  const SmrPypmTerms *terms;
  const SmrPypmPattern *p;
  SmrPypmLookup lookup;
  const void *self;
} Context;

static const SmrPypmValue unknown = {0}, dynamic = {.number = 1};

static SmrPypmValue number(int64_t n) {
  return (SmrPypmValue){.kind = SMR_PYPM_INT, .number = n};
}

static SmrPypmValue symbol(SmrSym name) {
  return name ? (SmrPypmValue){.kind = SMR_PYPM_SYMBOL, .number = name} : unknown;
}

/// An attribute that the operator declares.
static SmrPypmValue declared(const Context *c, uint32_t head, SmrSym name) {
  const SmrPypmOperator *op = smr_pypm_head_operator(c->terms, head);
  int k = op ? smr_pypm_operator_attribute(op, name) : -1;
  return k < 0 ? unknown : c->terms->heads.data[head].attributes[k];
}

static SmrPypmValue of_term(const Context *c, uint32_t term, SmrSym name) {
  const char *text = smr_intern_text(c->terms->signature->symbols, name);
  if (!term)
    return unknown;
  if (smr_equal(text, "uses")) {
    uint32_t uses = c->terms->uses ? c->terms->uses(c->terms->graph, term) : 0;
    return uses ? number(uses) : unknown;
  }
  const SmrPypmTerm *t = smr_pypm_term_get(c->terms, term);
  const SmrPypmType *type = &c->terms->types.data[t->type];
  if (smr_equal(text, "rank"))
    return type->ranked ? number(type->rank) : unknown;
  if (smr_equal(text, "elType"))
    return symbol(type->element);
  if (smr_equal(text, "shape"))
    return type->ranked ? (SmrPypmValue){.kind = SMR_PYPM_TUPLE, .items = type->dims, .count = type->rank}
                        : unknown;
  return declared(c, t->head, name);
}

static SmrPypmValue of_head(const Context *c, uint32_t head, SmrSym name) {
  const char *text = smr_intern_text(c->terms->signature->symbols, name);
  if (!head)
    return unknown;
  const SmrPypmOperator *op = smr_pypm_head_operator(c->terms, head);
  if (smr_equal(text, "arity"))
    return op && op->variadic ? unknown : number(op ? op->arity : 0);
  if (smr_equal(text, "results"))
    return number(op ? op->results : 1);
  if (smr_equal(text, "op_class"))
    return (SmrPypmValue){.kind = SMR_PYPM_SYMBOL, .number = op ? op->op_class : 0}; // 0: it is of no class
  return declared(c, head, name);
}

/// Division that rounds towards minus infinity.
static SmrPypmValue divide(int64_t a, int64_t b, bool remainder) {
  if (!b || (a == INT64_MIN && b == -1))
    return unknown;
  int64_t quotient = a / b - (a % b && (a < 0) != (b < 0));
  return number(remainder ? a - quotient * b : quotient);
}

static SmrPypmValue arithmetic(SmrPypmExprKind kind, SmrPypmValue a, SmrPypmValue b) {
  int64_t result;
  bool numbers = a.kind == SMR_PYPM_INT && b.kind == SMR_PYPM_INT;
  if (!numbers && (a.kind == SMR_PYPM_INT || smr_pypm_is_dynamic(a)) &&
      (b.kind == SMR_PYPM_INT || smr_pypm_is_dynamic(b)))
    return b.kind == SMR_PYPM_INT && !b.number && kind >= SMR_PYPM_E_DIV ? unknown : dynamic;
  if (!numbers)
    return unknown;
  if (kind == SMR_PYPM_E_DIV || kind == SMR_PYPM_E_MOD)
    return divide(a.number, b.number, kind == SMR_PYPM_E_MOD);
  bool overflow = kind == SMR_PYPM_E_ADD   ? __builtin_add_overflow(a.number, b.number, &result)
                  : kind == SMR_PYPM_E_SUB ? __builtin_sub_overflow(a.number, b.number, &result)
                                           : __builtin_mul_overflow(a.number, b.number, &result);
  return overflow ? unknown : number(result);
}

/// A dimension; negative indices count from the end.
static SmrPypmValue item(SmrPypmValue tuple, SmrPypmValue index) {
  if (tuple.kind != SMR_PYPM_TUPLE || index.kind != SMR_PYPM_INT)
    return unknown;
  int64_t k = index.number < 0 ? index.number + tuple.count : index.number;
  if (k < 0 || k >= tuple.count)
    return unknown;
  return tuple.items[k] == SMR_PYPM_DYNAMIC ? dynamic : number(tuple.items[k]);
}

static SmrPypmValue evaluate(const Context *c, uint32_t at) {
  const SmrPypmExpr *e = &c->p->exprs.data[at];
  switch (e->kind) {
  case SMR_PYPM_E_VALUE:
    return e->value;
  case SMR_PYPM_E_TERM:
    return of_term(c, c->lookup(c->self, e->var), e->symbol);
  case SMR_PYPM_E_HEAD:
    return of_head(c, c->lookup(c->self, e->var), e->symbol);
  case SMR_PYPM_E_INDEX:
    return item(evaluate(c, e->a), evaluate(c, e->b));
  default:
    return arithmetic(e->kind, evaluate(c, e->a), evaluate(c, e->b));
  }
}

/// Tuples of one length are equal if all dimensions are; a known difference decides.
static SmrPypmTruth equal_tuples(SmrPypmValue a, SmrPypmValue b) {
  SmrPypmTruth result = a.count == b.count ? SMR_PYPM_TRUE : SMR_PYPM_FALSE;
  for (uint32_t k = 0; result && k < a.count; k++)
    if (a.items[k] == SMR_PYPM_DYNAMIC || b.items[k] == SMR_PYPM_DYNAMIC)
      result = SMR_PYPM_MAYBE;
    else if (a.items[k] != b.items[k])
      result = SMR_PYPM_FALSE;
  return result;
}

static SmrPypmTruth equal(SmrPypmValue a, SmrPypmValue b) {
  if (a.kind != b.kind || a.kind == SMR_PYPM_UNKNOWN)
    return SMR_PYPM_MAYBE;
  if (a.kind == SMR_PYPM_TUPLE)
    return equal_tuples(a, b);
  return a.number == b.number ? SMR_PYPM_TRUE : SMR_PYPM_FALSE;
}

static SmrPypmTruth order(SmrPypmValue a, SmrPypmValue b, bool or_equal) {
  if (a.kind != SMR_PYPM_INT || b.kind != SMR_PYPM_INT)
    return SMR_PYPM_MAYBE;
  return a.number < b.number || (or_equal && a.number == b.number) ? SMR_PYPM_TRUE : SMR_PYPM_FALSE;
}

static SmrPypmTruth negate(SmrPypmTruth truth) {
  return truth == SMR_PYPM_MAYBE ? truth : truth == SMR_PYPM_TRUE ? SMR_PYPM_FALSE : SMR_PYPM_TRUE;
}

static SmrPypmTruth decide(const Context *c, uint32_t at);

/// One operand that decides is enough, whatever is unknown beside it.
static SmrPypmTruth connect(const Context *c, const SmrPypmExpr *e, SmrPypmTruth decides) {
  SmrPypmTruth a = decide(c, e->a);
  if (a == decides)
    return a;
  SmrPypmTruth b = decide(c, e->b);
  return b == decides || a != SMR_PYPM_MAYBE ? b : a;
}

static SmrPypmTruth decide(const Context *c, uint32_t at) {
  const SmrPypmExpr *e = &c->p->exprs.data[at];
  switch (e->kind) {
  case SMR_PYPM_G_EQ:
    return equal(evaluate(c, e->a), evaluate(c, e->b));
  case SMR_PYPM_G_NE:
    return negate(equal(evaluate(c, e->a), evaluate(c, e->b)));
  case SMR_PYPM_G_LT:
  case SMR_PYPM_G_LE:
    return order(evaluate(c, e->a), evaluate(c, e->b), e->kind == SMR_PYPM_G_LE);
  case SMR_PYPM_G_AND:
    return connect(c, e, SMR_PYPM_FALSE);
  case SMR_PYPM_G_OR:
    return connect(c, e, SMR_PYPM_TRUE);
  default:
    return negate(decide(c, e->a));
  }
}

SmrPypmTruth smr_pypm_guard(const SmrPypmTerms *terms, const SmrPypmPattern *pattern, uint32_t guard,
                            SmrPypmLookup lookup, const void *self) {
  return decide(&(Context){terms, pattern, lookup, self}, guard);
}

SmrPypmValue smr_pypm_value(const SmrPypmTerms *terms, const SmrPypmPattern *pattern, uint32_t expr,
                            SmrPypmLookup lookup, const void *self) {
  return evaluate(&(Context){terms, pattern, lookup, self}, expr);
}
