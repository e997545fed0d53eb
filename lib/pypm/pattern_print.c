//===- pattern_print.c - patterns of PyPM as text ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/pattern.h"

typedef struct {
  const SmrPypmSignature *signature;
  const SmrPypmPattern *p;
  SmrStr *out;
} Printer;

void smr_pypm_pattern_free(SmrPypmPattern *pattern) {
  smr_vec_free(&pattern->nodes);
  smr_vec_free(&pattern->operands);
  smr_vec_free(&pattern->vars);
  smr_vec_free(&pattern->mus);
  smr_vec_free(&pattern->exprs);
  smr_vec_free(&pattern->values);
}

static const char *symbol(const Printer *w, SmrSym name) {
  return smr_intern_text(w->signature->symbols, name);
}

static const char *variable(const Printer *w, uint32_t var) {
  return symbol(w, w->p->vars.data[var].name);
}

static void print_binder(const Printer *w, uint32_t var) {
  const SmrPypmVariable *v = &w->p->vars.data[var];
  smr_str_puts(w->out, symbol(w, v->name));
  if (v->is_function)
    smr_str_printf(w->out, "/%u", v->arity);
}

static void print_binders(const Printer *w, uint32_t first, uint32_t count) {
  smr_str_putc(w->out, '(');
  for (uint32_t k = 0; k < count; k++) {
    smr_str_puts(w->out, k ? ", " : "");
    print_binder(w, first + k);
  }
  smr_str_putc(w->out, ')');
}

static void print_variables(const Printer *w, const SmrPypmNode *node, const char *brackets) {
  smr_str_putc(w->out, brackets[0]);
  for (uint32_t k = 0; k < node->count; k++)
    smr_str_printf(w->out, "%s%s", k ? ", " : "", variable(w, w->p->operands.data[node->first + k]));
  smr_str_putc(w->out, brackets[1]);
}

static void print(const Printer *w, uint32_t node, int tight);

static void print_operands(const Printer *w, const SmrPypmNode *node) {
  smr_str_putc(w->out, '(');
  for (uint32_t k = 0; k < node->count; k++) {
    smr_str_puts(w->out, k ? ", " : "");
    print(w, w->p->operands.data[node->first + k], 0);
  }
  smr_str_putc(w->out, ')');
}

static void print_fun(const Printer *w, const SmrPypmNode *node) {
  const SmrPypmOperator *op = &w->signature->operators.data[node->op];
  smr_str_puts(w->out, symbol(w, op->name));
  if (op->results > 1)
    smr_str_printf(w->out, "#%u", node->result);
  const char *separator = "{";
  for (uint32_t k = 0; k < op->attribute_count; k++) {
    SmrPypmValue value = w->p->values.data[node->values + k];
    if (smr_pypm_operator_only(op, k).kind != SMR_PYPM_UNKNOWN)
      continue;
    smr_str_printf(w->out, "%s%s = ", separator, symbol(w, op->attributes[k]));
    separator = ", ";
    if (value.kind == SMR_PYPM_UNKNOWN)
      smr_str_putc(w->out, '_');
    else
      smr_pypm_value_print(w->signature, value, w->out);
  }
  smr_str_puts(w->out, *separator == ',' ? "}" : "");
  if (node->count)
    print_operands(w, node);
}

static void print_mu(const Printer *w, const SmrPypmNode *node) {
  const SmrPypmMu *mu = &w->p->mus.data[node->mu];
  smr_str_printf(w->out, "mu %s", symbol(w, mu->name));
  print_binders(w, mu->first, mu->count);
  print_variables(w, node, "[]");
  smr_str_puts(w->out, ". ");
  print(w, mu->body, 0);
}

static void print_open(const Printer *w, const SmrPypmNode *node) {
  switch (node->kind) {
  case SMR_PYPM_ALT:
    print(w, node->a, 1);
    smr_str_puts(w->out, " || ");
    print(w, node->b, w->p->nodes.data[node->b].kind == SMR_PYPM_ALT ? 0 : 1);
    break;
  case SMR_PYPM_GUARD:
    print(w, node->a, 2);
    smr_str_puts(w->out, "; guard(");
    smr_pypm_expr_print(w->signature, w->p, node->expr, w->out);
    smr_str_putc(w->out, ')');
    break;
  case SMR_PYPM_CONSTRAINT:
    print(w, node->a, 2);
    smr_str_puts(w->out, "; (");
    print(w, node->b, 1);
    smr_str_printf(w->out, " ~ %s)", variable(w, node->var));
    break;
  case SMR_PYPM_EXISTS:
    smr_str_puts(w->out, "exists ");
    print_binder(w, node->var);
    smr_str_puts(w->out, ". ");
    print(w, node->a, 0);
    break;
  default:
    print_mu(w, node);
  }
}

/// tight 0: anything may stand here; 1: no alternates, and nothing that reaches to the end; 2: as 1, and
/// guards and constraints may stand.
static void print(const Printer *w, uint32_t at, int tight) {
  const SmrPypmNode *node = &w->p->nodes.data[at];
  bool listed = node->kind == SMR_PYPM_GUARD || node->kind == SMR_PYPM_CONSTRAINT;
  switch (node->kind) {
  case SMR_PYPM_VAR:
    smr_str_puts(w->out, variable(w, node->var));
    break;
  case SMR_PYPM_LITERAL:
    smr_pypm_literal_print(node->literal, w->out);
    break;
  case SMR_PYPM_FUN:
    print_fun(w, node);
    break;
  case SMR_PYPM_FUN_VAR:
    smr_str_puts(w->out, variable(w, node->var));
    print_operands(w, node);
    break;
  case SMR_PYPM_CALL:
    smr_str_puts(w->out, symbol(w, w->p->mus.data[node->mu].name));
    print_variables(w, node, "()");
    break;
  default:
    smr_str_puts(w->out, tight && !listed ? "(" : "");
    print_open(w, node);
    smr_str_puts(w->out, tight && !listed ? ")" : "");
  }
}

void smr_pypm_node_print(const SmrPypmSignature *signature, const SmrPypmPattern *p, uint32_t node,
                         SmrStr *out) {
  print(&(Printer){signature, p, out}, node, 0);
}

void smr_pypm_pattern_print(const SmrPypmSignature *signature, const SmrPypmPattern *p, SmrStr *out) {
  Printer w = {signature, p, out};
  smr_str_printf(out, "pattern %s", symbol(&w, p->name));
  print_binders(&w, 0, p->parameters);
  smr_str_puts(out, " = ");
  print(&w, p->root, 0);
}

static const char *const operators[] = {
    [SMR_PYPM_E_ADD] = "+", [SMR_PYPM_E_SUB] = "-",  [SMR_PYPM_E_MUL] = "*", [SMR_PYPM_E_DIV] = "/",
    [SMR_PYPM_E_MOD] = "%", [SMR_PYPM_G_EQ] = "=",   [SMR_PYPM_G_NE] = "!=", [SMR_PYPM_G_LT] = "<",
    [SMR_PYPM_G_LE] = "<=", [SMR_PYPM_G_AND] = "&&", [SMR_PYPM_G_OR] = "||",
};

/// Inside of another expression, what has operands of its own stands in parentheses.
static void print_expr(const Printer *w, uint32_t at, bool inside) {
  const SmrPypmExpr *e = &w->p->exprs.data[at];
  switch (e->kind) {
  case SMR_PYPM_E_VALUE:
    smr_pypm_value_print(w->signature, e->value, w->out);
    return;
  case SMR_PYPM_E_TERM:
  case SMR_PYPM_E_HEAD:
    smr_str_printf(w->out, "%s.%s", variable(w, e->var), symbol(w, e->symbol));
    return;
  case SMR_PYPM_E_INDEX:
    print_expr(w, e->a, true);
    smr_str_putc(w->out, '[');
    print_expr(w, e->b, false);
    smr_str_putc(w->out, ']');
    return;
  case SMR_PYPM_G_NOT:
    smr_str_putc(w->out, '!');
    print_expr(w, e->a, true);
    return;
  default:
    smr_str_puts(w->out, inside ? "(" : "");
    print_expr(w, e->a, true);
    smr_str_printf(w->out, " %s ", operators[e->kind]);
    print_expr(w, e->b, true);
    smr_str_puts(w->out, inside ? ")" : "");
  }
}

void smr_pypm_expr_print(const SmrPypmSignature *signature, const SmrPypmPattern *p, uint32_t expr,
                         SmrStr *out) {
  print_expr(&(Printer){signature, p, out}, expr, false);
}
