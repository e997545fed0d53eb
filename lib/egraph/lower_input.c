//===- lower_input.c - terms with bound names ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/lower_internal.h"
#include "egraph/term_text.h"
#include <stdio.h>
#include <string.h>

//===--- data ---===//

static bool calls_function(const SmrDataCode *code, const SmrSexp *s, uint32_t node) {
  for (uint32_t i = node; code->functions.size && i < s->nodes.data[node].end; i++)
    if (smr_sexp_is_atom(s, i) && smr_sexp_text(s, i)[0] == '!' &&
        smr_data_function(code, smr_sexp_text(s, i) + 1) != UINT32_MAX)
      return true;
  return false;
}

// A printed value again as nodes, all at one place.
static void write_printed(SmrSexpBuilder *b, const SmrSexp *s, uint32_t place, const SmrSexp *printed) {
  SMR_VEC(uint32_t) ends = {0};
  for (uint32_t i = 0; i < printed->nodes.size; i++) {
    for (; ends.size && smr_vec_last(&ends) == i; ends.size--)
      smr_sexp_close(b);
    if (smr_sexp_is_list(printed, i)) {
      smr_sexp_open(b, s, place);
      smr_vec_push(&ends, printed->nodes.data[i].end);
    } else {
      smr_sexp_atom(b, s, place, smr_sexp_text(printed, i));
    }
  }
  for (; ends.size; ends.size--)
    smr_sexp_close(b);
  smr_vec_free(&ends);
}

/// Writes data of a term or a sketch: where they call functions, what those say.
static bool lower_datum(const SmrRulesReader *r, SmrSexpBuilder *b, const SmrSexp *s, uint32_t node) {
  SmrDataCode *code = &r->rules->data.code;
  if (!calls_function(code, s, node)) {
    smr_sexp_copy(b, s, node);
    return true;
  }
  SmrDatum value = smr_data_evaluate(code, s, node, r->diag);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SmrSexp printed = {0};
  if (value)
    smr_datum_print(code->values, value, &text);
  bool ok = value && smr_sexp_read(s->file, smr_str_get(&text), text.size, &printed, r->diag);
  if (ok)
    write_printed(b, s, node, &printed);
  smr_sexp_free(&printed);
  return ok;
}

// (quote V) or (%0 V), whose first element is written as `head`.
static bool write_leaf(const SmrRulesReader *r, SmrSexpBuilder *b, const SmrSexp *s, uint32_t node,
                       const char *head) {
  bool ok = true;
  smr_sexp_open(b, s, node);
  smr_sexp_atom(b, s, node + 1, head);
  for (uint32_t i = s->nodes.data[node + 1].end; ok && i < s->nodes.data[node].end; i = s->nodes.data[i].end)
    ok = lower_datum(r, b, s, i);
  smr_sexp_close(b);
  return ok;
}

bool smr_lower_leaf(const SmrRulesReader *r, SmrSexpBuilder *b, const SmrSexp *s, uint32_t node, bool *ok) {
  // (A definition that rules and terms share says !quote: in a term the value is known.)
  bool quote = smr_sexp_is_call(s, node, "!quote") || smr_sexp_is_call(s, node, "quote");
  bool list = smr_sexp_is_list(s, node) && s->nodes.data[node].count && smr_sexp_is_atom(s, node + 1);
  if (!quote && !(list && smr_sexp_text(s, node + 1)[0] == '%' && smr_sexp_text(s, node + 1)[1]))
    return false;
  *ok = write_leaf(r, b, s, node, quote ? "quote" : smr_sexp_text(s, node + 1));
  return true;
}

//===--- names ---===//

typedef struct {
  SmrRulesReader r;
  const SmrSexp *s;
  SmrSexpBuilder b;
  uint32_t depth;
  SmrLowerBound bound[SMR_LOWER_MAX_BINDERS];
} Writer;

static bool write(Writer *w, uint32_t node);

static bool write_index(Writer *w, uint32_t node, uint32_t index) {
  const SmrLowerBound *bound = &w->bound[w->depth - 1 - index];
  char text[16];
  snprintf(text, sizeof text, "%%%u", index);
  if (bound->type == UINT32_MAX) {
    smr_sexp_atom(&w->b, w->s, node, text);
    return true;
  }
  smr_sexp_open(&w->b, w->s, node);
  smr_sexp_atom(&w->b, w->s, node, text);
  bool ok = lower_datum(&w->r, &w->b, w->s, bound->type);
  smr_sexp_close(&w->b);
  return ok;
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
    ok = lower_datum(&w->r, &w->b, s, bound.type);
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
      return write_index(w, node, i);
    smr_sexp_copy(&w->b, s, node);
    return true;
  }
  bool ok = true;
  if (smr_lower_leaf(&w->r, &w->b, s, node, &ok))
    return ok;
  smr_sexp_open(&w->b, s, node);
  for (uint32_t i = node + 1; ok && i < s->nodes.data[node].end; i = s->nodes.data[i].end)
    if (i == node + 1 && smr_sexp_is_atom(s, i))
      smr_sexp_copy(&w->b, s, i);
    else
      ok = write(w, i);
  smr_sexp_close(&w->b);
  return ok;
}

// Whether a term is read as it stands: it names no bound variable, and neither macros nor
// functions are there.
static bool is_direct(const SmrRulesReader *r, const SmrSexp *s, uint32_t node) {
  bool direct = !r->rules->macros.list.size && !calls_function(&r->rules->data.code, s, node);
  for (uint32_t i = node; direct && i < s->nodes.data[node].end; i++)
    direct = !smr_lower_binder(r, s, i);
  return direct;
}

bool smr_rules_read_term(SmrOperators *ops, SmrRules *rules, const SmrSexp *s, uint32_t node, SmrTerm *into,
                         uint32_t *root, SmrTermPlaces *places, SmrDiag *diag) {
  if (is_direct(&(SmrRulesReader){.ops = ops, .rules = rules, .diag = diag}, s, node))
    return smr_term_read_placed(ops, s, node, 0, into, root, places, diag);
  if (!smr_sexp_is_shallow(s, node, diag)) // (the passes recurse)
    return false;
  SmrSexp macros = {0}, out = {.file = s->file}, one = {.file = s->file};
  SmrSexpBuilder b = {.out = &one};
  smr_sexp_copy(&b, s, node);
  smr_sexp_builder_free(&b);
  bool ok = smr_macros_expand(&rules->macros, &one, 0, &macros, diag);
  Writer w = {.r = {.ops = ops, .rules = rules, .diag = diag}, .s = &macros, .b = {.out = &out}};
  ok = ok && write(&w, 0) && smr_term_read_placed(ops, &out, 0, 0, into, root, places, diag);
  smr_sexp_builder_free(&w.b);
  smr_sexp_free(&one);
  smr_sexp_free(&macros);
  smr_sexp_free(&out);
  return ok;
}
