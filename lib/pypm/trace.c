//===- trace.c - transitions as text -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/machine_internal.h"

/// Longer texts are cut off.
#define WIDTH 100
#define DEPTH 6

static void shorten(SmrStr *text, size_t from) {
  if (text->size - from <= WIDTH)
    return;
  text->size = from + WIDTH;
  text->data[text->size] = 0;
  smr_str_puts(text, "...");
}

static void print_match(const SmrPypmCursor *c, uint32_t node, uint32_t term, SmrStr *out) {
  smr_str_puts(out, "match(");
  size_t from = out->size;
  smr_pypm_node_print(c->terms->signature, &c->program->code, node, out);
  shorten(out, from);
  smr_str_puts(out, ", ");
  smr_pypm_term_print(c->terms, term, DEPTH, out);
  smr_str_putc(out, ')');
}

static const char *variable(const SmrPypmCursor *c, uint32_t var) {
  return smr_intern_text(c->terms->signature->symbols, c->program->code.vars.data[var].name);
}

static void print_action(const SmrPypmCursor *c, const SmrPypmAction *action, SmrStr *out) {
  const SmrPypmNode *node = &c->program->code.nodes.data[action->node];
  size_t from = out->size;
  switch (action->kind) {
  case SMR_PYPM_DO_GUARD:
    smr_str_puts(out, "guard(");
    smr_pypm_expr_print(c->terms->signature, &c->program->code, node->expr, out);
    shorten(out, from);
    smr_str_putc(out, ')');
    break;
  case SMR_PYPM_DO_CHECK_NAME:
    smr_str_printf(out, "checkName(%s)", variable(c, node->var));
    break;
  case SMR_PYPM_DO_MATCH_CONSTRAINT:
    smr_str_puts(out, "matchConstr(");
    smr_pypm_node_print(c->terms->signature, &c->program->code, node->b, out);
    shorten(out, from);
    smr_str_printf(out, ", %s)", variable(c, node->var));
    break;
  default:
    print_match(c, action->node, action->term, out);
    smr_str_puts(out, action->kind == SMR_PYPM_DO_SWAPPED ? " swapped" : "");
  }
}

/// θ and φ, of the parameters.
static void print_substitution(const SmrPypmCursor *c, SmrStr *out) {
  const char *separator = "{";
  for (uint32_t k = 0; k < c->program->code.parameters; k++) {
    uint32_t value = smr_pypm_cursor_value(c, k);
    if (!value)
      continue;
    smr_str_printf(out, "%s%s = ", separator, variable(c, k));
    if (c->program->code.vars.data[k].is_function)
      smr_pypm_head_print(c->terms, value, out);
    else
      smr_pypm_term_print(c->terms, value, DEPTH, out);
    separator = ", ";
  }
  smr_str_puts(out, *separator == '{' ? "{}" : "}");
}

void smr_pypm_trace_step(const SmrPypmCursor *c, SmrPypmTransition transition) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (c->continuation)
    print_action(c, &c->actions.data[c->continuation], &text);
  else
    print_substitution(c, &text);
  c->trace(c->trace_data, transition, smr_str_get(&text));
}
