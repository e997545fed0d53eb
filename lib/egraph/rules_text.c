//===- rules_text.c - reading rule files ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Only the first error of an item is told, but that of every item.
//===----------------------------------------------------------------------===//
#include "egraph/rules_internal.h"
#include "egraph/term_text.h"
#include <string.h>

static bool parse_text(SmrRulesReader *r, const char *file, const char *text, size_t size);

static bool is_string(const SmrSexp *s, uint32_t node) {
  return s->nodes.data[node].kind == SMR_SEXP_STRING;
}

//===--- other items ---===//

static bool is_rule(const SmrSexp *s, uint32_t list) {
  return smr_sexp_is_call(s, list, "rewrite") || smr_sexp_is_call(s, list, "birewrite");
}

static bool read_set(SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  const char *name = smr_rules_name(r, s, list, "ruleset");
  if (!name)
    return false;
  // (Names of phases are joined with these on command lines.)
  if (strpbrk(name, ",+"))
    return smr_sexp_error(r->diag, s, list + 2, "a rule set's name has no ',' or '+'");
  smr_rules_set_named(r->rules, name);
  bool ok = true;
  for (uint32_t i = s->nodes.data[list + 2].end; i < s->nodes.data[list].end; i = s->nodes.data[i].end)
    ok &= is_rule(s, i) ? smr_rules_read_rules(r, s, i, name)
                        : smr_sexp_error(r->diag, s, i, "expected (rewrite …) or (birewrite …)");
  return ok;
}

static bool read_binds(SmrRulesReader *r, const SmrSexp *s, uint32_t list, SmrRuleOperator *op) {
  if (!smr_sexp_is_list(s, list) || !s->nodes.data[list].count || s->nodes.data[list].count > 16)
    return smr_sexp_error(r->diag, s, list, "expected how many variables each child binds, as in (0 1)");
  op->children = s->nodes.data[list].count;
  for (uint32_t i = list + 1, child = 0; i < s->nodes.data[list].end; i++, child++) {
    const char *text = smr_sexp_text(s, i);
    bool number = smr_sexp_is_atom(s, i) && strspn(text, "0123456789") == strlen(text) && strlen(text) < 3;
    if (!number || atoi(text) > 15)
      return smr_sexp_error(r->diag, s, i, "expected a number from 0 to 15");
    op->binds |= (uint64_t)atoi(text) << (4 * child);
  }
  return op->binds ? true : smr_sexp_error(r->diag, s, list, "a binder that binds nothing");
}

// What can be written with a name binds one variable, in some of its children; not in the type.
static bool check_names(SmrRulesReader *r, const SmrSexp *s, uint32_t list, const SmrRuleOperator *op) {
  unsigned names = op->flags & (SMR_OPERATOR_NAMED | SMR_OPERATOR_TYPED);
  if (names == (SMR_OPERATOR_NAMED | SMR_OPERATOR_TYPED))
    return smr_sexp_error(r->diag, s, list, "an operator is :named or :typed, not both");
  if (names && !(op->flags & SMR_OPERATOR_BINDER))
    return smr_sexp_error(r->diag, s, list, "only a :binder can be :named or :typed");
  for (uint32_t i = 0; names && i < op->children; i++)
    if ((op->binds >> (4 * i) & 15) > (names == SMR_OPERATOR_TYPED && !i ? 0u : 1u))
      return smr_sexp_error(r->diag, s, list, "a name stands for one variable%s",
                            i ? "" : ", and is not bound in its type");
  return true;
}

static bool read_operator(SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  const SmrSexpNode *at = &s->nodes.data[list];
  SmrRuleOperator op = {.file = s->file, .line = at->line, .column = at->column};
  if (!(op.name = smr_rules_name(r, s, list, "operator")))
    return false;
  if (is_string(s, list + 2))
    return smr_sexp_error(r->diag, s, list + 2, "expected the name of an operator");
  for (uint32_t i = list + 3; i < at->end; i = s->nodes.data[i].end) {
    if (smr_sexp_is_atom(s, i) && !strcmp(smr_sexp_text(s, i), ":ac")) {
      op.flags |= SMR_OPERATOR_AC;
    } else if (smr_sexp_is_atom(s, i) && !strcmp(smr_sexp_text(s, i), ":binder") && i + 1 < at->end) {
      if (op.flags & SMR_OPERATOR_BINDER || !read_binds(r, s, ++i, &op))
        return op.flags & SMR_OPERATOR_BINDER ? smr_sexp_error(r->diag, s, i, ":binder is there twice")
                                              : false;
      op.flags |= SMR_OPERATOR_BINDER;
    } else if (smr_sexp_is_atom(s, i) && !strcmp(smr_sexp_text(s, i), ":named")) {
      op.flags |= SMR_OPERATOR_NAMED;
    } else if (smr_sexp_is_atom(s, i) && !strcmp(smr_sexp_text(s, i), ":typed")) {
      op.flags |= SMR_OPERATOR_TYPED;
    } else {
      return smr_sexp_error(r->diag, s, i, "expected :ac, :binder (0 1 …), :named or :typed");
    }
  }
  if (!check_names(r, s, list, &op))
    return false;
  if (!op.flags)
    return smr_sexp_error(r->diag, s, list, "expected :ac or :binder (0 1 …)");
  for (uint32_t i = 0; i < r->rules->operators.size; i++) {
    const SmrRuleOperator *have = &r->rules->operators.data[i];
    if (strcmp(have->name, op.name))
      continue;
    if (have->flags == op.flags && have->binds == op.binds)
      return true;
    smr_sexp_error(r->diag, s, list, "the operator '%s' was declared otherwise", op.name);
    smr_report(r->diag, SMR_NOTE, have->file, have->line, have->column, "declared here");
    return false;
  }
  smr_vec_push(&r->rules->operators, op);
  return true;
}

// Arithmetic has its operands; other calls are of callbacks, which look at children.
static bool check_cost(SmrRulesReader *r, const SmrSexp *s, uint32_t at) {
  const char *text = smr_sexp_text(s, smr_sexp_is_list(s, at) && s->nodes.data[at].count ? at + 1 : at);
  if (text[0] == '%' || text[0] == '?' || text[0] == '!')
    return smr_sexp_error(r->diag, s, at, "'%s' cannot stand in a cost", text);
  if (text[0] == '$' && (strspn(text + 1, "0123456789") != strlen(text + 1) || !text[1] || strlen(text) > 4 ||
                         atoi(text + 1) >= SMR_MAX_ARITY || smr_sexp_is_list(s, at)))
    return smr_sexp_error(r->diag, s, at, "expected a child's cost: $0, $1 …");
  if (!smr_sexp_is_list(s, at))
    return true;
  uint32_t operands = s->nodes.data[at].count ? s->nodes.data[at].count - 1 : 0;
  if ((!strcmp(text, "-") || !strcmp(text, "/")) && operands != 2)
    return smr_sexp_error(r->diag, s, at, "'%s' takes two operands", text);
  bool known = text[0] && !text[1] && strchr("+-*/", text[0]);
  known |= !strcmp(text, "min") || !strcmp(text, "max");
  if (!operands)
    return smr_sexp_error(r->diag, s, at, "a call without operands");
  for (uint32_t i = s->nodes.data[at + 1].end; i < s->nodes.data[at].end; i = s->nodes.data[i].end) {
    if (!known && (!smr_sexp_is_atom(s, i) || smr_sexp_text(s, i)[0] != '$'))
      return smr_sexp_error(r->diag, s, i, "the callback '%s' takes children: $0, $1 …", text);
    if (!check_cost(r, s, i))
      return false;
  }
  return true;
}

static bool read_cost(SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  const SmrSexpNode *at = &s->nodes.data[list];
  SmrRuleCost cost = {.file = s->file, .line = at->line, .column = at->column};
  bool rest = smr_sexp_is_call(s, list, "cost-default");
  if (!rest && !(cost.name = smr_rules_name(r, s, list, "cost")))
    return false;
  if (at->count != (rest ? 2u : 3u))
    return smr_sexp_error(r->diag, s, list,
                          rest ? "expected (cost-default EXPR)" : "expected (cost NAME EXPR)");
  for (uint32_t i = 0; i < r->rules->costs.size; i++) {
    const SmrRuleCost *have = &r->rules->costs.data[i];
    if (rest ? have->name != NULL : !have->name || strcmp(have->name, cost.name))
      continue;
    smr_sexp_error(r->diag, s, list, "the cost of %s is given twice", rest ? "other nodes" : cost.name);
    smr_report(r->diag, SMR_NOTE, have->file, have->line, have->column, "given here");
    return false;
  }
  uint32_t expression = smr_sexp_element(s, list, rest ? 1 : 2), root;
  if (!check_cost(r, s, expression) ||
      !smr_term_read(r->ops, s, expression, 0, &cost.expression, &root, r->diag)) {
    smr_term_free(&cost.expression);
    return false;
  }
  smr_vec_push(&r->rules->costs, cost);
  return true;
}

//===--- files ---===//

// `path` as seen from the folder of `from`; `./` and `a/..` are left out, so that a file has one name.
static const char *resolve(SmrRulesReader *r, const char *from, const char *path) {
  SMR_OWNED(SmrStr, smr_str_free) joined = {0}, clean = {0};
  const char *slash = strrchr(from, '/');
  if (path[0] != '/' && slash)
    smr_str_append(&joined, from, (size_t)(slash - from) + 1);
  smr_str_puts(&joined, path);
  const char *at = smr_str_get(&joined);
  if (*at == '/')
    smr_str_putc(&clean, '/');
  while (*at) {
    size_t length = strcspn(at, "/");
    size_t last = clean.size;
    while (last && clean.data[last - 1] != '/')
      last--;
    bool up = length == 2 && !memcmp(at, "..", 2);
    if (up && last < clean.size && strcmp(clean.data + last, "..")) {
      // (The last folder goes, and the slash before it unless it is the root.)
      clean.size = last > 1 ? last - 1 : last;
      clean.data[clean.size] = 0;
    } else if (up && last && last == clean.size) {
      ; // above the root is the root
    } else if (length && !(length == 1 && *at == '.')) {
      if (clean.size && clean.data[clean.size - 1] != '/')
        smr_str_putc(&clean, '/');
      smr_str_append(&clean, at, length);
    }
    at += length + (at[length] == '/');
  }
  return smr_arena_strdup(&r->rules->texts, smr_str_get(&clean));
}

static bool load(SmrRulesReader *r, const char *path, SmrStr *text, const char **reason) {
  return r->load ? r->load(r->user, path, text, reason) : smr_read_file(path, text, reason);
}

static bool read_include(SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  if (s->nodes.data[list].count != 2 || !is_string(s, list + 2) || !*smr_sexp_text(s, list + 2))
    return smr_sexp_error(r->diag, s, list, "expected (include \"file\")");
  const char *path = resolve(r, s->file, smr_sexp_text(s, list + 2));
  for (uint32_t i = 0; i < r->including.size; i++) {
    if (strcmp(r->including.data[i], path))
      continue;
    SmrStr chain = {0};
    for (uint32_t k = i; k < r->including.size; k++)
      smr_str_printf(&chain, "%s includes ", r->including.data[k]);
    smr_sexp_error(r->diag, s, list + 2, "a file includes itself: %s%s", smr_str_get(&chain), path);
    smr_str_free(&chain);
    return false;
  }
  for (uint32_t i = 0; i < r->rules->files.size; i++)
    if (!strcmp(r->rules->files.data[i], path))
      return true;
  if (r->including.size == SMR_RULES_MAX_INCLUDES)
    return smr_sexp_error(r->diag, s, list + 2, "more than %d files include one another",
                          SMR_RULES_MAX_INCLUDES);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason = NULL;
  bool ok = load(r, path, &text, &reason) ||
            smr_sexp_error(r->diag, s, list + 2, "cannot read %s: %s", path, reason);
  ok = ok && parse_text(r, path, smr_str_get(&text), text.size);
  return ok;
}

static bool read_item(SmrRulesReader *r, const SmrSexp *s, uint32_t i) {
  if (is_rule(s, i))
    return smr_rules_read_rules(r, s, i, "default");
  if (smr_sexp_is_call(s, i, "ruleset"))
    return read_set(r, s, i);
  if (smr_sexp_is_call(s, i, "operator"))
    return read_operator(r, s, i);
  if (smr_sexp_is_call(s, i, "cost") || smr_sexp_is_call(s, i, "cost-default"))
    return read_cost(r, s, i);
  if (smr_rules_is_data(s, i))
    return smr_rules_read_data(r, s, i);
  if (smr_sexp_is_call(s, i, "include"))
    return read_include(r, s, i);
  bool ok = true;
  if (r->item && r->item(r->user, s, i, &ok))
    return ok;
  return smr_sexp_error(r->diag, s, i,
                        "expected (rewrite …), (birewrite …), (ruleset …), (operator …), (cost …), "
                        "(cost-default …), (size …), (function …), (data …), (filter …), (measure …), "
                        "(define …), (for …) or (include …)");
}

static bool parse_text(SmrRulesReader *r, const char *file, const char *text, size_t size) {
  SmrSexp s, out = {0};
  smr_vec_push(&r->rules->files, file);
  smr_vec_push(&r->including, file);
  bool ok = smr_sexp_read(file, text, size, &s, r->diag);
  if (ok) {
    for (uint32_t i = 0; i < s.nodes.size; i = s.nodes.data[i].end) {
      bool written = smr_macros_expand(&r->rules->macros, &s, i, &out, r->diag);
      ok &= written;
      for (uint32_t k = 0; written && k < out.nodes.size; k = out.nodes.data[k].end)
        ok &= read_item(r, &out, k);
      smr_sexp_free(&out);
    }
    smr_sexp_free(&s);
  }
  r->including.size--;
  return ok;
}

bool smr_rules_parse(SmrOperators *ops, const char *file, const char *text, size_t size,
                     SmrRulesLoadFn load_fn, void *user, SmrRules *rules, SmrDiag *diag) {
  return smr_rules_parse_more(ops, file, text, size, load_fn, NULL, user, rules, diag);
}

bool smr_rules_parse_more(SmrOperators *ops, const char *file, const char *text, size_t size,
                          SmrRulesLoadFn load_fn, SmrRulesItemFn item, void *user, SmrRules *rules,
                          SmrDiag *diag) {
  SmrRulesReader r = {.ops = ops, .rules = rules, .diag = diag, .load = load_fn, .item = item, .user = user};
  rules->data.code.values = smr_operators_values(ops);
  bool ok = parse_text(&r, resolve(&r, "", file), text, size);
  smr_vec_free(&r.including);
  if (!ok) {
    smr_rules_free(rules);
    return false;
  }
  for (uint32_t i = 0; i < rules->operators.size; i++) {
    const SmrRuleOperator *op = &rules->operators.data[i];
    smr_operators_declare(ops, op->name, op->flags, op->binds);
  }
  return true;
}

bool smr_rules_read(SmrOperators *ops, const char *path, SmrRules *rules, SmrDiag *diag) {
  SmrStr text = {0};
  const char *reason = NULL;
  bool ok = smr_read_file(path, &text, &reason) || smr_error(diag, path, 0, 0, "%s", reason);
  if (ok) {
    SmrRulesReader r = {.rules = rules};
    const char *name = resolve(&r, "", path);
    for (uint32_t i = 0; i < rules->files.size; i++)
      if (!strcmp(rules->files.data[i], name)) { // (an earlier file includes it)
        smr_str_free(&text);
        return true;
      }
    ok = smr_rules_parse(ops, path, smr_str_get(&text), text.size, NULL, NULL, rules, diag);
  } else {
    smr_rules_free(rules);
  }
  smr_str_free(&text);
  return ok;
}

void smr_rules_free(SmrRules *rules) {
  for (uint32_t i = 0; i < rules->list.size; i++) {
    SmrRule *rule = (SmrRule *)rules->list.data[i];
    smr_rule_free(rule);
    free(rule);
  }
  for (uint32_t i = 0; i < rules->sets.size; i++)
    smr_vec_free(&rules->sets.data[i].rules);
  for (uint32_t i = 0; i < rules->costs.size; i++)
    smr_term_free(&rules->costs.data[i].expression);
  smr_vec_free(&rules->list);
  smr_vec_free(&rules->set_of);
  smr_map_free(&rules->by_name);
  smr_vec_free(&rules->sets);
  smr_vec_free(&rules->operators);
  smr_vec_free(&rules->costs);
  smr_vec_free(&rules->files);
  smr_data_rules_free(&rules->data);
  smr_macros_free(&rules->macros);
  smr_arena_destroy(&rules->texts);
}

const SmrRuleSet *smr_rules_set(const SmrRules *rules, const char *name) {
  for (uint32_t i = 0; i < rules->sets.size; i++)
    if (!strcmp(rules->sets.data[i].name, name))
      return &rules->sets.data[i];
  return NULL;
}

bool smr_rules_select(const SmrRules *rules, const char *set, SmrRuleList *list) {
  const SmrRuleSet *found = smr_rules_set(rules, set);
  for (uint32_t i = 0; found && i < found->rules.size; i++)
    smr_vec_push(list, rules->list.data[found->rules.data[i]]);
  return found != NULL;
}
