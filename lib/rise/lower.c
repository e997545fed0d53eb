//===- lower.c - a term becomes a program --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rise/lower.h"
#include "rise/internal.h"
#include <string.h>

// Sizes become arguments in the order in which they are mentioned.
static void mention_sizes(SmrRiseLowering *r, SmrDatum type) {
  if (smr_rise_is(r->rise, type, "array"))
    smr_rise_extent(r, smr_rise_part(r->rise, type, 1));
  for (uint32_t k = 1; smr_rise_part(r->rise, type, k) != SMR_NO_DATUM; k++)
    mention_sizes(r, smr_rise_part(r->rise, type, k));
}

static void add_leaf(SmrRiseLowering *r, uint32_t node) {
  SmrOperator op = r->rise->term->nodes.data[node].op;
  SmrOperatorInfo info = *smr_operator_info(r->rise->ops, op);
  if (info.kind != SMR_OPERATOR_PLAIN || info.arity || smr_rise_primitive(r->rise->ops, op) != SMR_RISE_NONE)
    return;
  for (uint32_t i = 0; i < r->leaf_nodes.size; i++)
    if (r->rise->term->nodes.data[r->leaf_nodes.data[i]].op == op)
      return;
  SmrDatum type = smr_rise_type(r->rise, node);
  const char *name = smr_operator_name(r->rise->ops, op);
  uint32_t outside = r->at;
  r->at = node;
  if (type == SMR_NO_DATUM) {
    smr_rise_fail(r, "%s has no type", name);
    return;
  }
  SmrRiseValue *memory = smr_rise_memory(r, type, 0, NULL, name, false);
  smr_vec_push(&r->leaves, memory);
  smr_vec_push(&r->leaf_nodes, node);
  r->at = outside;
}

// Of the term's nodes (subterms are shared) those that are part of it.
static void leaves(SmrRiseLowering *r) {
  uint32_t count = r->rise->root + 1;
  bool *part = smr_arena_alloc(&r->arena, count * sizeof *part);
  part[r->rise->root] = true;
  for (uint32_t node = count; node-- > 0;) {
    uint32_t arity = smr_operator_info(r->rise->ops, r->rise->term->nodes.data[node].op)->arity;
    for (uint32_t k = 0; part[node] && k < arity; k++)
      part[smr_term_children(r->rise->term, node)[k]] = true;
  }
  for (uint32_t node = 0; node < count; node++)
    if (part[node])
      add_leaf(r, node);
}

// A parameter is looked at where its lambda stands, the result where the last one's body does.
static void look_behind(SmrRiseLowering *r) {
  SmrOperator op = r->rise->term->nodes.data[r->at].op;
  if (smr_operator_info(r->rise->ops, op)->arity == 2 && !strcmp(smr_operator_name(r->rise->ops, op), "lam"))
    r->at = smr_term_children(r->rise->term, r->at)[1];
}

static void function(SmrRiseLowering *r, SmrDatum type) {
  SmrDatum result = type;
  r->at = r->rise->root;
  for (; smr_rise_is(r->rise, result, "fn"); result = smr_rise_part(r->rise, result, 2)) {
    mention_sizes(r, smr_rise_part(r->rise, result, 1));
    look_behind(r);
  }
  mention_sizes(r, result);
  r->at = r->rise->root;
  SMR_VEC(SmrRiseValue *) parameters = {0};
  for (result = type; smr_rise_is(r->rise, result, "fn"); result = smr_rise_part(r->rise, result, 2)) {
    char name[16];
    snprintf(name, sizeof name, "x%u", parameters.size + 1);
    SmrRiseValue *x = smr_rise_memory(r, smr_rise_part(r->rise, result, 1), 0, NULL, name, false);
    smr_vec_push(&parameters, x);
    look_behind(r);
  }
  leaves(r);
  SmrRiseValue *out = smr_rise_memory(r, result, 0, NULL, "out", true);
  SmrRiseValue *v = r->error ? NULL : smr_rise_symbolic(r, r->rise->root, NULL);
  for (uint32_t i = 0; i < parameters.size && !r->error; i++)
    v = smr_rise_apply(r, v, parameters.data[i]);
  if (!r->error)
    smr_rise_store(r, v, out);
  smr_vec_free(&parameters);
}

static void clear(SmrRiseLowering *r) {
  smr_vec_free(&r->blocks);
  smr_vec_free(&r->guards);
  smr_vec_free(&r->leaves);
  smr_vec_free(&r->leaf_nodes);
  smr_arena_destroy(&r->arena);
}

static void cannot_lower(const SmrRise *rise, uint32_t node, const char *file, const char *why,
                         SmrDiag *diag) {
  const SmrTermPlaces *places = rise->places;
  SmrTermPlace at = {0};
  if (places && node < places->nodes.size)
    at = places->nodes.data[node], file = places->file;
  smr_error(diag, file, at.line, at.column, "the term cannot be lowered: %s", why);
}

// Each time with one more reduction that is not done in place, until all that are may be.
static SmrLoopsProgram *attempt(const SmrRise *rise, bool divisible, bool *copied, SmrDatum type, bool *again,
                                const char *file, SmrDiag *diag) {
  SmrRiseLowering r = {.rise = rise, .l = smr_loops_create(), .divisible = divisible, .copied = copied};
  smr_rise_open(&r);
  function(&r, type);
  SmrStr why = {0};
  if (r.error)
    cannot_lower(rise, r.failed, file, r.error, diag);
  else if (!r.again && !smr_loops_check(r.l, &why))
    cannot_lower(rise, rise->root, file, smr_str_get(&why), diag);
  *again = r.again && !r.error;
  bool ok = !r.error && !why.size && !r.again;
  smr_str_free(&why);
  if (!ok)
    smr_loops_destroy(r.l);
  SmrLoopsProgram *l = ok ? r.l : NULL;
  clear(&r);
  return l;
}

// The part that does not fit: it has no type, what it is made of has one.
static void tell_untyped(const SmrRise *rise, const char *file, SmrDiag *diag) {
  uint32_t node = rise->root, next = node;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  do {
    uint32_t arity = smr_operator_info(rise->ops, rise->term->nodes.data[node = next].op)->arity;
    for (uint32_t k = 0; k < arity && next == node; k++)
      if (smr_rise_type(rise, smr_term_children(rise->term, node)[k]) == SMR_NO_DATUM)
        next = smr_term_children(rise->term, node)[k];
  } while (next != node);
  smr_term_print(rise->ops, rise->term, node, &text);
  smr_str_puts(&text, " has no type");
  cannot_lower(rise, node, file, smr_str_get(&text), diag);
}

SmrLoopsProgram *smr_rise_lower(const SmrRise *rise, bool divisible, const char *file, SmrDiag *diag) {
  SmrDatum type = smr_rise_type(rise, rise->root);
  if (type == SMR_NO_DATUM) {
    tell_untyped(rise, file, diag);
    return NULL;
  }
  bool *copied = smr_xcalloc(rise->term->nodes.size + 1, sizeof *copied), again = true;
  SmrLoopsProgram *l = NULL;
  while (again)
    l = attempt(rise, divisible, copied, type, &again, file, diag);
  free(copied);
  return l;
}

//===--- with a way back ---===//

// NAME, NAME_2, …: functions of which each asks whether its divisors fit, and calls the next one if not.
static const char *link_name(SmrStr *text, const char *name, const char *what, uint32_t number) {
  smr_str_clear(text);
  smr_str_printf(text, "%s%s", name, what);
  if (number)
    smr_str_printf(text, "_%u", number + 1);
  return smr_str_get(text);
}

typedef struct {
  const char *name, *file;
  const SmrLoopsPrint *options;
  uint32_t links; // that were written
  SmrStr *out;
  SmrDiag *diag;
} Chain;

// What is written last is called for all sizes that come to it.
static void print_link(const Chain *c, SmrLoopsProgram *l) {
  SmrLoopsPrint options = *c->options;
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  if (c->links) {
    options.packed = false;
    options.internal = true;
  }
  smr_loops_print(l, link_name(&name, c->name, "", c->links), &options, c->out);
}

static void print_choice(Chain *c, SmrLoopsProgram *l) {
  SmrLoopsPrint inner = *c->options;
  SMR_OWNED(SmrStr, smr_str_free) name = {0}, yes = {0}, no = {0};
  inner.packed = false;
  inner.internal = true;
  smr_loops_print(l, link_name(&yes, c->name, "_divisible", c->links), &inner, c->out);
  link_name(&no, c->name, "", c->links + 1);
  inner.packed = c->options->packed && !c->links;
  inner.internal = c->options->internal || c->links;
  smr_loops_print_choice(l, link_name(&name, c->name, "", c->links), smr_str_get(&yes), smr_str_get(&no),
                         &inner, c->out);
  c->links++;
}

// Whether no other one is needed behind it.
static bool print_found(Chain *c, const SmrRise *found, bool divisible, bool *ok) {
  SmrLoopsProgram *l = smr_rise_lower(found, divisible, c->file, c->diag);
  *ok = l != NULL;
  bool last = !l || !smr_loops_asks(l);
  if (l && last)
    print_link(c, l);
  else if (l)
    print_choice(c, l);
  smr_loops_destroy(l);
  return last;
}

bool smr_rise_print(const SmrRise *input, const SmrRise *found, uint32_t count, const char *name,
                    const SmrLoopsPrint *options, const char *file, SmrStr *out, bool *fallback,
                    SmrDiag *diag) {
  Chain c = {.name = name, .file = file, .options = options, .out = out, .diag = diag};
  bool ok = true, last = false;
  for (uint32_t i = 0; i < count && !last; i++) {
    const SmrRiseSize *bad;
    int64_t divisor;
    if (smr_rise_divides(&found[i], &bad, &divisor))
      last = print_found(&c, &found[i], true, &ok);
  }
  *fallback = !last && !c.links;
  if (!last)
    print_found(&c, input, false, &ok);
  return ok;
}
