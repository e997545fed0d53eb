//===- lower_names.c - bound names as De Bruijn indices ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pattern variable stands for a term that may mention the variables bound around it on the left. Where it
// stands under other binders on the right, its free indices are shifted: binders that are gone must not be
// mentioned (not-free), new ones are stepped over. Never is a variable captured, nor one left dangling.
//===----------------------------------------------------------------------===//
#include "egraph/lower_internal.h"
#include "egraph/term_text.h"
#include <stdio.h>
#include <string.h>

#define error(w, at, ...) smr_sexp_error((w)->r->diag, (w)->s, at, __VA_ARGS__)

//===--- what is what ---===//

static const SmrRuleOperator *operator_named(const SmrRulesReader *r, const char *name) {
  for (uint32_t i = 0; i < r->rules->operators.size; i++)
    if (!strcmp(r->rules->operators.data[i].name, name))
      return &r->rules->operators.data[i];
  return NULL;
}

static bool is_bound_name(const SmrSexp *s, uint32_t node) {
  return smr_sexp_is_atom(s, node) && smr_text_is_name(smr_sexp_text(s, node));
}

// (x TYPE); not (quote …), which is a type itself.
static bool is_typed_name(const SmrSexp *s, uint32_t node) {
  return smr_sexp_is_list(s, node) && s->nodes.data[node].count == 2 && is_bound_name(s, node + 1) &&
         !smr_sexp_is_call(s, node, "quote");
}

const SmrRuleOperator *smr_lower_binder(const SmrRulesReader *r, const SmrSexp *s, uint32_t node) {
  if (!smr_sexp_is_list(s, node) || s->nodes.data[node].count < 2 || !smr_sexp_is_atom(s, node + 1))
    return NULL;
  const SmrRuleOperator *op = operator_named(r, smr_sexp_text(s, node + 1));
  uint32_t count = s->nodes.data[node].count - 1, name = smr_sexp_element(s, node, 1);
  if (!op)
    return NULL;
  bool named = op->flags & SMR_OPERATOR_NAMED && count == op->children + 1 && is_bound_name(s, name);
  bool typed = op->flags & SMR_OPERATOR_TYPED && count == op->children &&
               (is_bound_name(s, name) || is_typed_name(s, name));
  return named || typed ? op : NULL;
}

const char *smr_lower_variable_name(const SmrLower *w, uint32_t node) {
  size_t length;
  const char *sort;
  if (!smr_sexp_is_atom(w->s, node) || !smr_text_is_variable(smr_sexp_text(w->s, node), &length, &sort))
    return NULL;
  return smr_arena_strndup(w->texts, smr_sexp_text(w->s, node) + 1, length);
}

static const SmrLowerVariable *lower_variable(const SmrLower *w, const char *name) {
  for (uint32_t i = 0; i < w->variables.size; i++)
    if (!strcmp(w->variables.data[i].name, name))
      return &w->variables.data[i];
  return NULL;
}

// How many binders inwards of the innermost one of that name; -1: none has it.
static int index_of(const SmrLower *w, const char *name) {
  for (uint32_t i = 0; i < w->depth; i++)
    if (!strcmp(w->bound[w->depth - 1 - i].name, name))
      return (int)i;
  return -1;
}

// ?NAME, a suffix, and a number unless it is UINT32_MAX.
static const char *text_of(SmrLower *w, const char *suffix, const char *name, uint32_t number) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "?%s", name);
  smr_str_puts(&text, suffix);
  if (number != UINT32_MAX)
    smr_str_printf(&text, "%u", number);
  return smr_arena_strdup(w->texts, smr_str_get(&text));
}

//===--- binders ---===//

static bool push(SmrLower *w, uint32_t place, SmrLowerBound bound) {
  if (index_of(w, bound.name) >= 0)
    return error(w, place, "'%s' is bound twice, one inside of the other", bound.name);
  if (w->depth == SMR_LOWER_MAX_BINDERS)
    return error(w, place, "more than %d binders", SMR_LOWER_MAX_BINDERS);
  w->bound[w->depth++] = bound;
  return true;
}

static const SmrLowerBound *left_bound(const SmrLower *w, const char *name) {
  for (uint32_t i = 0; i < w->left.size; i++)
    if (!strcmp(w->left.data[i].name, name))
      return &w->left.data[i];
  return NULL;
}

static bool lower(SmrLower *w, uint32_t node) {
  return w->right ? smr_lower_term(w, node) : smr_lower_pattern(w, node);
}

// The type of a name that the left-hand side binds: a variable of its own, whose datum it is.
static bool left_type(SmrLower *w, SmrLowerBound *bound, uint32_t place) {
  uint32_t again = 0;
  for (uint32_t i = 0; i < w->left.size; i++)
    again += !strcmp(w->left.data[i].name, bound->name);
  const char *name = text_of(w, ".type", bound->name, again ? again + 1 : UINT32_MAX);
  bound->type_variable = name + 1;
  smr_sexp_atom(&w->b, w->s, place, name);
  return bound->type == UINT32_MAX ? smr_lower_subject(w, place, bound->type_variable)
                                   : smr_lower_typed(w, place, bound->type_variable, bound->type);
}

static bool right_type(SmrLower *w, SmrLowerBound *bound, uint32_t place) {
  if (bound->type != UINT32_MAX)
    return smr_lower_computed(w, place, SMR_DATA_QUOTE, 0, bound->type, NULL);
  const SmrLowerBound *left = left_bound(w, bound->name);
  if (!left || !left->type_variable)
    return error(w, place, "the type of '%s' is missing: write (%s TYPE)", bound->name, bound->name);
  bound->type_variable = left->type_variable;
  smr_sexp_atom(&w->b, w->s, place, text_of(w, "", left->type_variable, UINT32_MAX));
  return true;
}

// (lam x BODY), (lam (x TYPE) BODY): the name goes, its type becomes the first child.
static bool lower_binder(SmrLower *w, uint32_t node, const SmrRuleOperator *op) {
  const SmrSexp *s = w->s;
  uint32_t name = smr_sexp_element(s, node, 1), first = s->nodes.data[name].end, child = 0;
  bool typed = op->flags & SMR_OPERATOR_TYPED, list = smr_sexp_is_list(s, name);
  uint64_t binds = op->binds;
  SmrLowerBound bound = {.name = smr_sexp_text(s, list ? name + 1 : name),
                         .typed = typed,
                         .type = list ? smr_sexp_element(s, name, 1) : UINT32_MAX};
  smr_sexp_open(&w->b, s, node);
  smr_sexp_copy(&w->b, s, node + 1);
  bool ok = !typed || (w->right ? right_type : left_type)(w, &bound, name);
  if (!w->right && ok)
    smr_vec_push(&w->left, bound);
  child += typed;
  for (uint32_t i = first; ok && i < s->nodes.data[node].end; i = s->nodes.data[i].end, child++) {
    bool under = binds >> (4 * child) & 15;
    ok = (!under || push(w, name, bound)) && lower(w, i);
    w->depth -= ok && under;
  }
  smr_sexp_close(&w->b);
  return ok;
}

//===--- patterns ---===//

static bool note_variable(SmrLower *w, uint32_t node, const char *name) {
  SmrLowerVariable v = {.name = name, .count = w->depth};
  for (uint32_t i = 0; i < w->depth; i++)
    v.under[i] = w->bound[i].name;
  const SmrLowerVariable *have = lower_variable(w, name);
  if (!have) {
    smr_vec_push(&w->variables, v);
    return true;
  }
  bool same = have->count == v.count;
  for (uint32_t i = 0; same && i < v.count; i++)
    same = !strcmp(have->under[i], v.under[i]);
  return same || error(w, node, "?%s stands under different binders in the pattern", name);
}

// A bound name in a pattern. An index of any type: a variable of its own that must be that index.
static bool write_left_name(SmrLower *w, uint32_t node, uint32_t index) {
  const SmrLowerBound *bound = &w->bound[w->depth - 1 - index];
  char plain[16];
  snprintf(plain, sizeof plain, "%%%u", index);
  if (!bound->typed) {
    smr_sexp_atom(&w->b, w->s, node, plain);
    return true;
  }
  const char *base = bound->type_variable;
  const char *variable = text_of(w, "@", base, index); // ?x.type@0
  smr_sexp_atom(&w->b, w->s, node, variable);
  SMR_OWNED(SmrStr, smr_str_free) condition = {0};
  smr_str_printf(&condition, " (is-index %s %u)", variable, index);
  if (!strstr(smr_str_get(&w->indices), smr_str_get(&condition)))
    smr_str_puts(&w->indices, smr_str_get(&condition));
  return true;
}

static bool check_atom(SmrLower *w, uint32_t node) {
  const char *text = smr_sexp_text(w->s, node);
  return w->free_of_names || text[0] != '%' || !text[1] ||
         error(w, node, "a rule with bound names has no indices: %s", text);
}

// Any other list: its operator as it is, the rest each by itself; a value as it is.
static bool write_list(SmrLower *w, uint32_t node, bool (*write)(SmrLower *, uint32_t)) {
  const SmrSexp *s = w->s;
  if (smr_sexp_is_call(s, node, "quote") || !s->nodes.data[node].count) {
    smr_sexp_copy(&w->b, s, node);
    return true;
  }
  smr_sexp_open(&w->b, s, node);
  bool ok = true;
  for (uint32_t i = node + 1; ok && i < s->nodes.data[node].end; i = s->nodes.data[i].end)
    if (i == node + 1 && smr_sexp_is_atom(s, i)) {
      smr_sexp_copy(&w->b, s, i);
      ok = check_atom(w, i);
    } else {
      ok = write(w, i);
    }
  smr_sexp_close(&w->b);
  return ok;
}

bool smr_lower_pattern(SmrLower *w, uint32_t node) {
  const SmrSexp *s = w->s;
  const SmrRuleOperator *op = smr_lower_binder(w->r, s, node);
  if (op)
    return lower_binder(w, node, op);
  if (!smr_sexp_is_list(s, node)) {
    const char *name = smr_lower_variable_name(w, node);
    int index = smr_sexp_is_atom(s, node) ? index_of(w, smr_sexp_text(s, node)) : -1;
    if (index >= 0)
      return write_left_name(w, node, (uint32_t)index);
    smr_sexp_copy(&w->b, s, node);
    return check_atom(w, node) && (!name || note_variable(w, node, name));
  }
  if (smr_sexp_is_call(s, node, "::")) {
    const char *name =
        s->nodes.data[node].count == 3 ? smr_lower_variable_name(w, smr_sexp_element(s, node, 1)) : NULL;
    return name ? smr_lower_pattern(w, smr_sexp_element(s, node, 1)) &&
                      smr_lower_typed(w, node, name, smr_sexp_element(s, node, 2))
                : error(w, node, "expected (:: ?x TYPE)");
  }
  return write_list(w, node, smr_lower_pattern);
}

//===--- right-hand sides ---===//

static bool is_among(const char *name, const char *const *names, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!strcmp(names[i], name))
      return true;
  return false;
}

typedef struct {
  int d;
  uint32_t cutoff;
} Shift;

// The shifts that bring a term from under some binders (outermost first) to under others. False: the common
// ones are in another order.
static bool shifts_between(const char *const *from, uint32_t m, const char *const *to, uint32_t n, Shift *out,
                           uint32_t *count) {
  const char *left[SMR_LOWER_MAX_BINDERS];
  uint32_t kept = 0, position = 0;
  *count = 0;
  for (uint32_t i = m; i-- > 0;) { // innermost first
    if (is_among(from[i], to, n)) {
      left[kept++] = from[i];
      position++;
    } else if (*count && out[*count - 1].d < 0 &&
               out[*count - 1].cutoff + (uint32_t)out[*count - 1].d == position) {
      out[*count - 1].d--, out[*count - 1].cutoff++;
    } else {
      out[(*count)++] = (Shift){-1, position + 1};
    }
  }
  uint32_t used = 0, removed = *count;
  for (uint32_t i = n; i-- > 0;) {
    uint32_t q = n - 1 - i;
    if (used < kept && !strcmp(left[used], to[i]))
      used++;
    else if (*count && out[*count - 1].d < 0 && out[*count - 1].cutoff + (uint32_t)out[*count - 1].d == q) {
      // (A binder in the place of one that is gone: nothing moves.)
      if (++out[*count - 1].d == 0)
        removed = --*count;
    } else if (*count > removed && out[*count - 1].cutoff + (uint32_t)out[*count - 1].d == q)
      out[*count - 1].d++;
    else
      out[(*count)++] = (Shift){1, q};
  }
  return used == kept;
}

static bool says_not_free(const SmrLower *w, const char *variable, const char *name) {
  for (uint32_t k = 0; k < w->not_free.size; k++) {
    uint32_t list = w->not_free.data[k], v = smr_sexp_element(w->s, list, 1);
    if (strcmp(smr_sexp_text(w->s, v) + 1, variable))
      continue;
    for (uint32_t i = w->s->nodes.data[v].end; i < w->s->nodes.data[list].end; i = w->s->nodes.data[i].end)
      if (!strcmp(smr_sexp_text(w->s, i), name))
        return true;
  }
  return false;
}

// A pattern variable on the right, shifted to where it stands.
static bool write_variable(SmrLower *w, uint32_t node, const char *name) {
  const SmrLowerVariable *v = lower_variable(w, name);
  const char *here[SMR_LOWER_MAX_BINDERS];
  Shift shifts[2 * SMR_LOWER_MAX_BINDERS];
  uint32_t count, under = v ? v->count : 0;
  char number[16];
  for (uint32_t i = 0; i < w->scope.names.size && !v; i++)
    if (!strcmp(w->scope.names.data[i], name))
      return error(w, node, "?%s is no term but a value: write (!quote ?%s) or (!integer ?%s)", name, name,
                   name);
  for (uint32_t i = 0; i < w->depth; i++)
    here[i] = w->bound[i].name;
  for (uint32_t i = 0; i < under; i++)
    if (!is_among(v->under[i], here, w->depth) && !says_not_free(w, name, v->under[i]))
      return error(w, node, "?%s may mention '%s', which is not bound here: say :when (not-free ?%s %s)",
                   name, v->under[i], name, v->under[i]);
  if (!shifts_between(v ? v->under : NULL, under, here, w->depth, shifts, &count))
    return error(w, node, "the binders around ?%s are in another order on the left", name);
  for (uint32_t i = count; i-- > 0;) {
    smr_sexp_open(&w->b, w->s, node);
    smr_sexp_atom(&w->b, w->s, node, "!shift");
    snprintf(number, sizeof number, "%d", shifts[i].d);
    smr_sexp_atom(&w->b, w->s, node, number);
    snprintf(number, sizeof number, "%u", shifts[i].cutoff);
    smr_sexp_atom(&w->b, w->s, node, number);
  }
  smr_sexp_copy(&w->b, w->s, node);
  while (count--)
    smr_sexp_close(&w->b);
  return true;
}

static bool write_right_name(SmrLower *w, uint32_t node, uint32_t index) {
  const SmrLowerBound *bound = &w->bound[w->depth - 1 - index];
  char plain[16];
  snprintf(plain, sizeof plain, "%%%u", index);
  if (bound->typed)
    return smr_lower_computed(w, node, SMR_DATA_INDEX, index, bound->type, bound->type_variable);
  smr_sexp_atom(&w->b, w->s, node, plain);
  return true;
}

// (!subst x BODY VALUE): BODY stands under x, whose type is that of the indices that become VALUE.
static bool write_subst(SmrLower *w, uint32_t node) {
  const SmrSexp *s = w->s;
  uint32_t name = smr_sexp_element(s, node, 1), body = smr_sexp_element(s, node, 2);
  SmrLowerBound bound = {.name = smr_sexp_text(s, name), .type = UINT32_MAX};
  const SmrLowerBound *left = left_bound(w, bound.name);
  const char *type = left ? left->type_variable : NULL;
  smr_sexp_open(&w->b, s, node);
  smr_sexp_atom(&w->b, s, node + 1, type ? "!subst-typed" : "!subst");
  bool ok = push(w, name, bound) && smr_lower_term(w, body);
  w->depth -= ok;
  ok = ok && smr_lower_term(w, s->nodes.data[body].end);
  if (type)
    smr_sexp_atom(&w->b, s, name, text_of(w, "", type, UINT32_MAX));
  smr_sexp_close(&w->b);
  return ok;
}

// (!quote E), (!integer E), (!index K E).
static bool write_leaf(SmrLower *w, uint32_t node) {
  const SmrSexp *s = w->s;
  bool index = smr_sexp_is_call(s, node, "!index");
  uint32_t count = s->nodes.data[node].count;
  if (count != (index ? 3u : 2u))
    return error(w, node, index ? "expected (!index NUMBER TYPE)" : "expected (%s EXPRESSION)",
                 smr_sexp_text(s, node + 1));
  uint32_t number = 0;
  if (index) {
    const char *text = smr_sexp_text(s, smr_sexp_element(s, node, 1));
    if (!*text || strspn(text, "0123456789") != strlen(text) || strlen(text) > 4)
      return error(w, smr_sexp_element(s, node, 1), "expected the number of an index");
    number = (uint32_t)atoi(text);
  }
  return smr_lower_computed(w, node,
                            index                                 ? SMR_DATA_INDEX
                            : smr_sexp_is_call(s, node, "!quote") ? SMR_DATA_QUOTE
                                                                  : SMR_DATA_INTEGER,
                            number, smr_sexp_element(s, node, count - 1), NULL);
}

bool smr_lower_term(SmrLower *w, uint32_t node) {
  const SmrSexp *s = w->s;
  const SmrRuleOperator *op = smr_lower_binder(w->r, s, node);
  if (op)
    return lower_binder(w, node, op);
  if (!smr_sexp_is_list(s, node)) {
    const char *name = smr_lower_variable_name(w, node);
    int index = smr_sexp_is_atom(s, node) ? index_of(w, smr_sexp_text(s, node)) : -1;
    if (index >= 0)
      return write_right_name(w, node, (uint32_t)index);
    if (name)
      return write_variable(w, node, name);
    smr_sexp_copy(&w->b, s, node);
    return check_atom(w, node);
  }
  if (smr_sexp_is_call(s, node, "!quote") || smr_sexp_is_call(s, node, "!integer") ||
      smr_sexp_is_call(s, node, "!index"))
    return write_leaf(w, node);
  if (smr_sexp_is_call(s, node, "::"))
    return s->nodes.data[node].count == 3 ? smr_lower_term(w, smr_sexp_element(s, node, 1))
                                          : error(w, node, "expected (:: ?x TYPE)");
  if (!w->free_of_names && smr_sexp_is_call(s, node, "!subst") && s->nodes.data[node].count == 4)
    return write_subst(w, node);
  return write_list(w, node, smr_lower_term);
}

//===--- (not-free ?f x…) ---===//

bool smr_lower_not_free(SmrLower *w, uint32_t list) {
  const SmrSexp *s = w->s;
  uint32_t variable = smr_sexp_element(s, list, 1);
  const SmrLowerVariable *v = lower_variable(w, smr_sexp_text(s, variable) + 1);
  for (uint32_t i = s->nodes.data[variable].end; i < s->nodes.data[list].end; i = s->nodes.data[i].end) {
    const char *name = smr_sexp_text(s, i);
    uint32_t at = 0;
    while (v && at < v->count && strcmp(v->under[v->count - 1 - at], name))
      at++;
    if (!v || at == v->count)
      return error(w, i, "%s does not stand under '%s'", smr_sexp_text(s, variable), name);
    char number[16];
    snprintf(number, sizeof number, "%u", at);
    smr_sexp_atom(&w->b, s, list, ":when");
    smr_sexp_open(&w->b, s, list);
    smr_sexp_atom(&w->b, s, list + 1, "not-free");
    smr_sexp_copy(&w->b, s, variable);
    smr_sexp_atom(&w->b, s, i, number);
    smr_sexp_close(&w->b);
  }
  return true;
}
