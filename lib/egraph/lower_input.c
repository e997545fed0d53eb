//===- lower_input.c - terms with bound names ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/lower_internal.h"
#include "egraph/term_text.h"
#include <stdio.h>
#include <string.h>

typedef struct {
  SmrRulesReader r;
  const SmrSexp *s;
  SmrSexpBuilder b;
  uint32_t depth;
  SmrLowerBound bound[SMR_LOWER_MAX_BINDERS];
} Writer;

static bool write(Writer *w, uint32_t node);

static void write_index(Writer *w, uint32_t node, uint32_t index) {
  const SmrLowerBound *bound = &w->bound[w->depth - 1 - index];
  char text[16];
  snprintf(text, sizeof text, "%%%u", index);
  if (bound->type == UINT32_MAX) {
    smr_sexp_atom(&w->b, w->s, node, text);
    return;
  }
  smr_sexp_open(&w->b, w->s, node);
  smr_sexp_atom(&w->b, w->s, node, text);
  smr_sexp_copy(&w->b, w->s, bound->type);
  smr_sexp_close(&w->b);
}

static bool write_binder(Writer *w, uint32_t node, const SmrRuleOperator *op) {
  const SmrSexp *s = w->s;
  uint32_t name = smr_sexp_element(s, node, 1), child = 0;
  bool typed = op->flags & SMR_OPERATOR_TYPED, list = smr_sexp_is_list(s, name), ok = true;
  SmrLowerBound bound = {.name = smr_sexp_text(s, list ? name + 1 : name),
                         .type = list ? smr_sexp_element(s, name, 1) : UINT32_MAX};
  if (typed && !list)
    return smr_sexp_error(w->r.diag, s, name, "the type of '%s' is missing: write (%s TYPE)", bound.name,
                          bound.name);
  if (w->depth == SMR_LOWER_MAX_BINDERS)
    return smr_sexp_error(w->r.diag, s, name, "more than %d binders", SMR_LOWER_MAX_BINDERS);
  smr_sexp_open(&w->b, s, node);
  smr_sexp_copy(&w->b, s, node + 1);
  if (typed) {
    smr_sexp_open(&w->b, s, name);
    smr_sexp_atom(&w->b, s, name, "quote");
    smr_sexp_copy(&w->b, s, bound.type);
    smr_sexp_close(&w->b);
    child++;
  }
  for (uint32_t i = s->nodes.data[name].end; ok && i < s->nodes.data[node].end;
       i = s->nodes.data[i].end, child++) {
    bool under = op->binds >> (4 * child) & 15;
    if (under)
      w->bound[w->depth++] = bound;
    ok = write(w, i);
    w->depth -= under;
  }
  smr_sexp_close(&w->b);
  return ok;
}

static bool write(Writer *w, uint32_t node) {
  const SmrSexp *s = w->s;
  const SmrRuleOperator *op = smr_lower_binder(&w->r, s, node);
  if (op)
    return write_binder(w, node, op);
  if (!smr_sexp_is_list(s, node)) {
    uint32_t i = 0;
    while (i < w->depth && strcmp(w->bound[w->depth - 1 - i].name, smr_sexp_text(s, node)))
      i++;
    if (smr_sexp_is_atom(s, node) && i < w->depth)
      write_index(w, node, i);
    else
      smr_sexp_copy(&w->b, s, node);
    return true;
  }
  // (A definition that rules and terms share says !quote: in a term the value is known.)
  if (smr_sexp_is_call(s, node, "!quote") || smr_sexp_is_call(s, node, "quote")) {
    smr_sexp_open(&w->b, s, node);
    smr_sexp_atom(&w->b, s, node + 1, "quote");
    for (uint32_t i = s->nodes.data[node + 1].end; i < s->nodes.data[node].end; i = s->nodes.data[i].end)
      smr_sexp_copy(&w->b, s, i);
    smr_sexp_close(&w->b);
    return true;
  }
  smr_sexp_open(&w->b, s, node);
  bool ok = true;
  for (uint32_t i = node + 1; ok && i < s->nodes.data[node].end; i = s->nodes.data[i].end)
    if (i == node + 1 && smr_sexp_is_atom(s, i))
      smr_sexp_copy(&w->b, s, i);
    else
      ok = write(w, i);
  smr_sexp_close(&w->b);
  return ok;
}

// Whether a term is read as it stands: it names no bound variable, and no macro is there.
static bool is_direct(const SmrRulesReader *r, const SmrSexp *s, uint32_t node) {
  bool direct = !r->rules->macros.list.size;
  for (uint32_t i = node; direct && i < s->nodes.data[node].end; i++)
    direct = !smr_lower_binder(r, s, i);
  return direct;
}

bool smr_rules_read_term(SmrOperators *ops, SmrRules *rules, const SmrSexp *s, uint32_t node, SmrTerm *into,
                         uint32_t *root, SmrDiag *diag) {
  if (is_direct(&(SmrRulesReader){.ops = ops, .rules = rules, .diag = diag}, s, node))
    return smr_term_read(ops, s, node, 0, into, root, diag);
  if (!smr_sexp_is_shallow(s, node, diag)) // (the passes recurse)
    return false;
  SmrSexp macros = {0}, out = {.file = s->file}, one = {.file = s->file};
  SmrSexpBuilder b = {.out = &one};
  smr_sexp_copy(&b, s, node);
  smr_sexp_builder_free(&b);
  bool ok = smr_macros_expand(&rules->macros, &one, 0, &macros, diag);
  Writer w = {.r = {.ops = ops, .rules = rules, .diag = diag}, .s = &macros, .b = {.out = &out}};
  ok = ok && write(&w, 0) && smr_term_read(ops, &out, 0, 0, into, root, diag);
  smr_sexp_builder_free(&w.b);
  smr_sexp_free(&one);
  smr_sexp_free(&macros);
  smr_sexp_free(&out);
  return ok;
}
