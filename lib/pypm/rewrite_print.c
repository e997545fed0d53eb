//===- rewrite_print.c - what a rewriter did, as text --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/rewrite_internal.h"

/// Terms are cut off below it.
#define DEPTH 4
/// Longer patterns are.
#define WIDTH 100

static const char *symbol(const SmrPypmRewriter *r, SmrSym name) {
  return smr_intern_text(r->library->file->signature->symbols, name);
}

static void print_rule(const SmrPypmRewriter *r, const SmrPypmEvent *event, SmrStr *out) {
  const SmrPypmRule *rule = &r->library->file->rules.data[event->rule];
  smr_str_puts(out, symbol(r, rule->name));
  if (rule->branches.size > 1)
    smr_str_printf(out, " (branch %u)", event->branch + 1);
}

static void print_pattern(const SmrPypmRewriter *r, const SmrPypmEvent *event, bool alternate, SmrStr *out) {
  const SmrPypmProgram *program = &r->library->entries.data[event->entry].program;
  if (alternate && program->alternates.size > 1)
    smr_str_printf(out, "alternate %u of ", event->alternate + 1);
  smr_str_puts(out, symbol(r, program->code.name));
}

static void print_cycle(const SmrPypmRewriter *r, const SmrPypmEvent *event, SmrStr *out) {
  for (uint32_t k = 0; k < event->count; k++) {
    const SmrPypmRule *rule = &r->library->file->rules.data[r->numbers.data[event->first + k]];
    smr_str_printf(out, "%s%s", k ? ", " : "", symbol(r, rule->name));
  }
}

static void print_term(const SmrPypmRewriter *r, uint32_t term, SmrStr *out) {
  smr_pypm_term_print(r->terms, term, DEPTH, out);
}

static void print_match(const SmrPypmRewriter *r, const SmrPypmEvent *event, const char *verb, SmrStr *out) {
  print_rule(r, event, out);
  smr_str_printf(out, " %s ", verb);
  print_term(r, event->term, out);
}

static void print_node(const SmrPypmRewriter *r, const SmrPypmEvent *event, SmrStr *out) {
  const SmrPypmPattern *code = &r->library->entries.data[event->entry].program.code;
  size_t from = out->size;
  smr_pypm_node_print(r->terms->signature, code, event->node, out);
  if (out->size > from + WIDTH) {
    out->size = from + WIDTH;
    smr_str_puts(out, "...");
  }
}

static void print_miss(const SmrPypmRewriter *r, const SmrPypmEvent *event, SmrStr *out) {
  const SmrPypmPattern *code = &r->library->entries.data[event->entry].program.code;
  const SmrPypmNode *node = &code->nodes.data[event->node];
  switch (event->miss.transition) {
  case SMR_PYPM_ST_CHECKGUARD_BACKTRACK:
    smr_str_puts(out, "guard(");
    smr_pypm_expr_print(r->terms->signature, code, node->expr, out);
    smr_str_puts(out, event->miss.unknown ? ") is not known to hold" : ") does not hold");
    return;
  case SMR_PYPM_ST_MATCH_VAR_CONFLICT:
    smr_str_printf(out, "'%s' is something else than ", symbol(r, code->vars.data[node->var].name));
    break;
  default:
    print_node(r, event, out);
    smr_str_puts(out, " is not ");
  }
  print_term(r, event->miss.term, out);
}

static void print_near(const SmrPypmRewriter *r, const SmrPypmEvent *event, SmrStr *out) {
  print_pattern(r, event, false, out);
  smr_str_puts(out, " almost matches ");
  print_term(r, event->term, out);
  smr_str_printf(out, ": after %u operator%s, ", event->count, event->count > 1 ? "s" : "");
  print_miss(r, event, out);
}

void smr_pypm_event_print(const SmrPypmRewriter *r, const SmrPypmEvent *event, SmrStr *out) {
  static const char *const limits[] = {[SMR_PYPM_OUT_OF_STEPS] = "steps",
                                       [SMR_PYPM_OUT_OF_MEMORY] = "memory"};
  const SmrPypmPattern *code = &r->library->entries.data[event->entry].program.code;
  switch (event->kind) {
  case SMR_PYPM_EVENT_FIRED:
    print_match(r, event, "replaces", out);
    smr_str_puts(out, " by ");
    print_term(r, event->result, out);
    smr_str_puts(out, ", matched by ");
    print_pattern(r, event, true, out);
    break;
  case SMR_PYPM_EVENT_REFUSED:
    print_match(r, event, "refuses", out);
    smr_str_puts(out, ", matched by ");
    print_pattern(r, event, true, out);
    smr_str_printf(out, ": %s", smr_pypm_verdict_text(event->verdict));
    break;
  case SMR_PYPM_EVENT_UNDECIDED:
    print_pattern(r, event, false, out);
    smr_str_puts(out, " does not match ");
    print_term(r, event->term, out);
    smr_str_puts(out, ": it is not known whether guard(");
    smr_pypm_expr_print(r->terms->signature, code, code->nodes.data[event->node].expr, out);
    smr_str_puts(out, ") holds");
    break;
  case SMR_PYPM_EVENT_NEAR:
    print_near(r, event, out);
    break;
  case SMR_PYPM_EVENT_CUT_OFF:
    print_pattern(r, event, false, out);
    smr_str_puts(out, " on ");
    print_term(r, event->term, out);
    smr_str_printf(out, ": out of %s", limits[event->status]);
    break;
  case SMR_PYPM_EVENT_CYCLE:
    print_term(r, event->term, out);
    smr_str_puts(out, " is left as it is: rules go round in a cycle: ");
    print_cycle(r, event, out);
    break;
  case SMR_PYPM_EVENT_SPENT:
    smr_str_printf(out, "no rule fires after %u firings; the last ones at ", r->options.firings);
    print_term(r, event->term, out);
    smr_str_puts(out, ": ");
    print_cycle(r, event, out);
    break;
  }
}
