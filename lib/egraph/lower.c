//===- lower.c - one rule of a file as plain rules -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A rule that uses nothing of all this is left as it is, mistakes included: rules_rule.c tells those.
//===----------------------------------------------------------------------===//
#include "egraph/lower_internal.h"
#include "egraph/term_text.h"
#include <string.h>

#define error(w, at, ...) smr_sexp_error((w)->r->diag, (w)->s, at, __VA_ARGS__)

// A side of a rule: what stands there is written, or what is found there is only noted.
typedef struct {
  uint32_t left, right;
  const char *name;
} Sides;

static bool is_key(const SmrSexp *s, uint32_t node, const char *key) {
  return smr_sexp_is_atom(s, node) && !strcmp(smr_sexp_text(s, node), key);
}

// Whether a multi-pattern has a part that is a variable.
static bool has_variable_part(const SmrSexp *s, uint32_t pattern) {
  if (!smr_sexp_is_call(s, pattern, "and"))
    return false;
  for (uint32_t i = pattern + 2; i < s->nodes.data[pattern].end; i = s->nodes.data[i].end)
    if (smr_sexp_is_atom(s, i) && smr_sexp_text(s, i)[0] == '?' && smr_sexp_text(s, i)[1])
      return true;
  return false;
}

static bool has_names(const SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  for (uint32_t i = list + 1; i < s->nodes.data[list].end; i++)
    if (smr_lower_binder(r, s, i))
      return true;
  return false;
}

static bool is_plain(const SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  static const char *const heads[] = {"::", "!quote", "!integer", "!index", "!data", NULL};
  if (s->nodes.data[list].count < 4)
    return true;
  uint32_t behind = s->nodes.data[smr_sexp_element(s, list, 3)].end, end = s->nodes.data[list].end;
  for (uint32_t i = list + 1; i < end; i++)
    if (smr_sexp_is_list(s, i) && s->nodes.data[i].count && smr_sexp_is_atom(s, i + 1) &&
        smr_among(smr_sexp_text(s, i + 1), heads))
      return false;
  for (uint32_t i = behind; i < end; i = s->nodes.data[i].end)
    if (is_key(s, i, ":also") || (is_key(s, i, ":when") && i + 1 < end && smr_lower_is_condition(s, i + 1)))
      return false;
  return !has_names(r, s, list) && !has_variable_part(s, smr_sexp_element(s, list, 2));
}

//===--- clauses ---===//

// (not-free ?f x…) with names.
static bool is_not_free(const SmrLower *w, uint32_t node) {
  const SmrSexp *s = w->s;
  if (w->free_of_names || !smr_sexp_is_call(s, node, "not-free") || s->nodes.data[node].count < 3 ||
      !smr_lower_variable_name(w, smr_sexp_element(s, node, 1)))
    return false;
  for (uint32_t i = s->nodes.data[smr_sexp_element(s, node, 1)].end; i < s->nodes.data[node].end;
       i = s->nodes.data[i].end)
    if (!smr_sexp_is_atom(s, i) || !smr_text_is_name(smr_sexp_text(s, i)))
      return false;
  return true;
}

// Notes what the clauses say of data and of names.
static bool note_clauses(SmrLower *w) {
  const SmrSexp *s = w->s;
  uint32_t end = s->nodes.data[w->list].end;
  for (uint32_t i = s->nodes.data[smr_sexp_element(s, w->list, 3)].end; i < end; i = s->nodes.data[i].end) {
    uint32_t value = s->nodes.data[i].end;
    if (!smr_sexp_is_atom(s, i) || value >= end)
      return error(w, i, smr_sexp_is_atom(s, i) ? "%s says nothing" : "expected :when, :also or :forall",
                   smr_sexp_text(s, i));
    if (is_key(s, i, ":when") && is_not_free(w, value))
      smr_vec_push(&w->not_free, value);
    else if (is_key(s, i, ":when") && smr_lower_is_condition(s, value) && !smr_lower_condition(w, value))
      return false;
    i = value;
  }
  return true;
}

// The other clauses, as they are.
static bool write_clauses(SmrLower *w) {
  const SmrSexp *s = w->s;
  for (uint32_t i = s->nodes.data[smr_sexp_element(s, w->list, 3)].end; i < s->nodes.data[w->list].end;) {
    uint32_t value = s->nodes.data[i].end;
    bool data = is_key(s, i, ":when") && smr_lower_is_condition(s, value);
    if (is_key(s, i, ":when") && is_not_free(w, value)) {
      if (!smr_lower_not_free(w, value))
        return false;
    } else if (!data && !is_key(s, i, ":also")) {
      smr_sexp_copy(&w->b, s, i);
      smr_sexp_copy(&w->b, s, value);
    }
    i = s->nodes.data[value].end;
  }
  return true;
}

// Conditions of typed indices, " (is-index ?x 0) …".
static bool write_indices(SmrLower *w) {
  SmrSexp s = {0};
  if (!w->indices.size)
    return true;
  bool ok = smr_sexp_read(w->s->file, smr_str_get(&w->indices), w->indices.size, &s, w->r->diag);
  for (uint32_t i = 0; ok && i < s.nodes.size; i = s.nodes.data[i].end) {
    smr_sexp_atom(&w->b, w->s, w->list, ":when");
    smr_sexp_open(&w->b, w->s, w->list);
    for (uint32_t k = i + 1; k < s.nodes.data[i].end; k++)
      smr_sexp_atom(&w->b, w->s, w->list, smr_sexp_text(&s, k));
    smr_sexp_close(&w->b);
  }
  smr_sexp_free(&s);
  return ok;
}

//===--- patterns of several parts ---===//

static bool mentions(const SmrSexp *s, uint32_t from, uint32_t to, const char *variable) {
  size_t length, wanted = strlen(variable);
  const char *sort;
  for (uint32_t i = from; i < to; i++)
    if (smr_sexp_is_atom(s, i) && smr_text_is_variable(smr_sexp_text(s, i), &length, &sort) &&
        length == wanted && !memcmp(smr_sexp_text(s, i) + 1, variable, length))
      return true;
  return false;
}

// A variable alone as a part: it stands for every class, unless another part binds it.
static bool write_parts(SmrLower *w, uint32_t pattern) {
  const SmrSexp *s = w->s;
  uint32_t end = s->nodes.data[pattern].end, kept = 0;
  smr_sexp_open(&w->b, s, pattern);
  smr_sexp_copy(&w->b, s, pattern + 1);
  for (uint32_t i = pattern + 2; i < end; i = s->nodes.data[i].end) {
    if (smr_lower_variable_name(w, i))
      continue;
    kept++;
    if (!smr_sexp_is_call(s, i, "=") || s->nodes.data[i].count != 3) {
      if (!smr_lower_pattern(w, i))
        return false;
      continue;
    }
    smr_sexp_open(&w->b, s, i);
    smr_sexp_copy(&w->b, s, i + 1);
    bool ok = smr_lower_pattern(w, i + 2) && smr_lower_pattern(w, smr_sexp_element(s, i, 2));
    smr_sexp_close(&w->b);
    if (!ok)
      return false;
  }
  smr_sexp_close(&w->b);
  return kept || error(w, pattern, "a multi-pattern needs a part that is no variable");
}

static void write_forall_parts(SmrLower *w, uint32_t pattern) {
  const SmrSexp *s = w->s;
  if (!has_variable_part(s, pattern))
    return;
  uint32_t end = s->nodes.data[pattern].end;
  for (uint32_t i = pattern + 2; i < end; i = s->nodes.data[i].end) {
    const char *name = smr_lower_variable_name(w, i);
    if (!name || mentions(s, pattern + 2, i, name) || mentions(s, s->nodes.data[i].end, end, name))
      continue;
    smr_sexp_atom(&w->b, s, i, ":forall");
    smr_sexp_copy(&w->b, s, i);
  }
}

static bool write_left(SmrLower *w, uint32_t pattern) {
  return smr_sexp_is_call(w->s, pattern, "and") ? write_parts(w, pattern) : smr_lower_pattern(w, pattern);
}

//===--- rules ---===//

// Types that the right-hand side of a birewrite gives hold in this direction, too.
static bool note_right_types(SmrLower *w, uint32_t right) {
  const SmrSexp *s = w->s;
  for (uint32_t i = right; i < s->nodes.data[right].end; i++) {
    if (!smr_sexp_is_call(s, i, "::") || s->nodes.data[i].count != 3)
      continue;
    const char *name = smr_lower_variable_name(w, smr_sexp_element(s, i, 1));
    if (!smr_sexp_is_call(s, w->list, "birewrite"))
      return error(w, i, "a type can only stand on the left of a rule");
    if (!name)
      return error(w, i, "expected (:: ?x TYPE)");
    if (!smr_lower_typed(w, i, name, smr_sexp_element(s, i, 2)))
      return false;
  }
  return true;
}

static bool write_rule(SmrLower *w, Sides sides) {
  const SmrSexp *s = w->s;
  smr_sexp_open(&w->b, s, w->list);
  smr_sexp_atom(&w->b, s, w->list + 1, "rewrite");
  smr_sexp_atom(&w->b, s, w->list + 2, sides.name);
  bool ok = write_left(w, sides.left) && note_right_types(w, sides.right) && note_clauses(w) &&
            smr_lower_compile(w);
  w->right = true;
  ok = ok && smr_lower_term(w, sides.right) && smr_lower_write_conditions(w) && write_clauses(w) &&
       write_indices(w);
  if (ok)
    write_forall_parts(w, sides.left);
  smr_sexp_close(&w->b);
  return ok;
}

static bool lower_rule(SmrRulesReader *r, const SmrSexp *s, uint32_t list, Sides sides, SmrSexp *out) {
  SMR_OWNED(SmrArena, smr_arena_destroy) texts = {0};
  SmrLower w = {.r = r, .s = s, .b = {.out = out}, .list = list, .texts = &texts};
  w.free_of_names = !has_names(r, s, list);
  w.conditions.file = s->file;
  w.cb.out = &w.conditions;
  bool ok = write_rule(&w, sides);
  smr_vec_free(&w.left);
  smr_vec_free(&w.variables);
  smr_vec_free(&w.not_free);
  smr_vec_free(&w.subjects);
  smr_vec_free(&w.scope.names);
  smr_str_free(&w.indices);
  smr_str_free(&w.text);
  smr_sexp_free(&w.conditions);
  smr_sexp_builder_free(&w.b);
  smr_sexp_builder_free(&w.cb);
  return ok;
}

// One rule for each direction and each term that is equated: NAME, NAME-2 …, NAME-rev.
static bool lower_rules(SmrRulesReader *r, const SmrSexp *s, uint32_t list, SmrSexp *out) {
  bool both = smr_sexp_is_call(s, list, "birewrite"), ok = true;
  uint32_t left = smr_sexp_element(s, list, 2), right = smr_sexp_element(s, list, 3),
           end = s->nodes.data[list].end;
  if (smr_sexp_is_list(s, list + 2))
    return smr_sexp_error(r->diag, s, list, "expected (%s NAME …)", both ? "birewrite" : "rewrite");
  const char *name = smr_sexp_text(s, list + 2);
  SMR_OWNED(SmrStr, smr_str_free) other = {0};
  ok = lower_rule(r, s, list, (Sides){left, right, name}, out);
  if (ok && both) {
    smr_str_printf(&other, "%s-rev", name);
    ok = lower_rule(r, s, list, (Sides){right, left, smr_str_get(&other)}, out);
  }
  uint32_t number = 1;
  for (uint32_t i = s->nodes.data[right].end; ok && i < end; i = s->nodes.data[i].end) {
    if ((is_key(s, i, ":also") || is_key(s, i, ":forall")) && both)
      ok = smr_sexp_error(r->diag, s, i, "a birewrite with names or data has no %s", smr_sexp_text(s, i));
    if (!is_key(s, i, ":also") || s->nodes.data[i].end >= end)
      continue;
    smr_str_clear(&other);
    smr_str_printf(&other, "%s-%u", name, ++number);
    ok = ok && lower_rule(r, s, list, (Sides){left, s->nodes.data[i].end, smr_str_get(&other)}, out);
  }
  return ok;
}

bool smr_rules_read_rules(SmrRulesReader *r, const SmrSexp *s, uint32_t list, const char *set) {
  if (is_plain(r, s, list))
    return smr_rules_read_rule(r, s, list, set);
  SmrSexp out = {.file = s->file};
  bool ok = lower_rules(r, s, list, &out);
  for (uint32_t i = 0; ok && i < out.nodes.size; i = out.nodes.data[i].end)
    ok = smr_rules_read_rule(r, &out, i, set);
  smr_sexp_free(&out);
  return ok;
}
