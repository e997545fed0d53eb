//===- explain_check.c - replaying proofs --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Written to be obvious. Everything is taken into one pool, where equal terms have one number.
//===----------------------------------------------------------------------===//
#include "egraph/explain_check.h"
#include "base/json.h"
#include "egraph/term_pool.h"

void smr_proof_free(SmrProof *proof) {
  smr_term_free(&proof->terms);
  smr_vec_free(&proof->steps);
  smr_vec_free(&proof->positions);
  smr_vec_free(&proof->bindings);
}

typedef struct {
  SmrOperators *ops;
  const SmrProof *proof;
  const SmrProofBinding *bindings; // of the step; `at` maps their terms
  const SmrProofCallback *callbacks;
  uint32_t count;
  SmrTermPool *pool;
  uint32_t *at; // by node of the proof's terms: its number in the pool
  bool unknown; // the step uses a callback that nobody knows
  SmrMap memo;
} Checker;

static SmrTermNode node_of(const Checker *c, uint32_t n) {
  return c->pool->term.nodes.data[n];
}
static uint32_t arity_of(const Checker *c, uint32_t n) {
  return smr_operator_info(c->ops, node_of(c, n).op)->arity;
}
static uint32_t child_of(const Checker *c, uint32_t n, uint32_t k) {
  return smr_term_children(&c->pool->term, n)[k];
}

//===--- shifting, substitution, freeness on terms ---===//

// Replaces each index i that is free in a term: below `depth` it is bound inside and stays.
typedef struct {
  bool subst;
  int64_t d, cutoff;
  uint32_t value;
  SmrDatum type; // of what is substituted; SMR_NO_DATUM: any
} Renaming;

static uint32_t renamed(Checker *c, const Renaming *r, uint32_t n, uint32_t depth);

static uint32_t shifted(Checker *c, uint32_t n, int64_t d, int64_t cutoff) {
  SmrMap outer = c->memo;
  c->memo = (SmrMap){0};
  Renaming r = {false, d, cutoff, 0, SMR_NO_DATUM};
  uint32_t result = renamed(c, &r, n, 0);
  smr_map_free(&c->memo);
  c->memo = outer;
  return result;
}

static uint32_t renamed_index(Checker *c, const Renaming *r, uint32_t n, uint32_t depth) {
  int64_t index = smr_operator_info(c->ops, node_of(c, n).op)->integer, i = index - depth;
  SmrDatum type = smr_operator_info(c->ops, node_of(c, n).op)->value;
  if (i < 0)
    return n;
  if (r->subst && i == 0)
    return r->type && type && type != r->type ? UINT32_MAX : shifted(c, r->value, depth, 0);
  int64_t to = r->subst ? i - 1 : i;
  if (!r->subst && i >= r->cutoff)
    to = i + r->d;
  else if (!r->subst && i >= r->cutoff + r->d)
    return UINT32_MAX; // (d < 0: of a removed binder)
  if (to < 0)
    return UINT32_MAX;
  SmrOperator op = smr_operator_typed_index(c->ops, (uint32_t)(to + depth), type);
  return smr_term_pool_add(c->pool, c->ops, op, NULL);
}

// A term on the way: under how many binders, and its next child.
typedef struct {
  uint32_t n, depth, next;
} Place;

static uint64_t place_key(uint32_t n, uint32_t depth) {
  return (uint64_t)n << 32 | depth;
}

// The child that is not known yet, on top of the stack; false: all are.
static bool open_child(Checker *c, Place *p, Place *child) {
  uint32_t known;
  for (; p->next < arity_of(c, p->n); p->next++) {
    *child = (Place){child_of(c, p->n, p->next),
                     p->depth + smr_operator_binds(c->ops, node_of(c, p->n).op, p->next), 0};
    if (!smr_map_get(&c->memo, place_key(child->n, child->depth), &known))
      return true;
  }
  return false;
}

static uint32_t renamed_node(Checker *c, const Renaming *r, const Place *p) {
  SmrOperator op = node_of(c, p->n).op;
  uint32_t children[SMR_MAX_ARITY];
  if (smr_operator_info(c->ops, op)->kind == SMR_OPERATOR_INDEX)
    return renamed_index(c, r, p->n, p->depth);
  for (uint32_t k = 0; k < arity_of(c, p->n); k++) {
    uint32_t depth = p->depth + smr_operator_binds(c->ops, op, k);
    if (!smr_map_get(&c->memo, place_key(child_of(c, p->n, k), depth), &children[k]) ||
        children[k] == UINT32_MAX)
      return UINT32_MAX;
  }
  return smr_term_pool_add(c->pool, c->ops, op, children);
}

static uint32_t renamed(Checker *c, const Renaming *r, uint32_t n, uint32_t depth) {
  SMR_VEC(Place) stack = {0};
  uint32_t result = UINT32_MAX;
  Place child;
  smr_vec_push(&stack, (Place){n, depth, 0});
  while (stack.size) {
    if (open_child(c, &smr_vec_last(&stack), &child)) {
      smr_vec_push(&stack, child);
      continue;
    }
    Place p = smr_vec_pop(&stack);
    result = renamed_node(c, r, &p);
    smr_map_set(&c->memo, place_key(p.n, p.depth), result);
  }
  smr_vec_free(&stack);
  return result;
}

static bool is_index(const Checker *c, const Place *p, uint32_t index) {
  const SmrOperatorInfo *info = smr_operator_info(c->ops, node_of(c, p->n).op);
  int64_t i = info->integer - (int64_t)p->depth;
  return info->kind == SMR_OPERATOR_INDEX && (index == UINT32_MAX ? i >= 0 : i == index);
}

// `index` UINT32_MAX: any. (The memo says which places were looked at.)
static bool is_free(Checker *c, uint32_t n, uint32_t index, uint32_t depth) {
  SMR_VEC(Place) stack = {0};
  bool found = false;
  Place child;
  smr_vec_push(&stack, (Place){n, depth, 0});
  while (stack.size && !found) {
    Place *p = &smr_vec_last(&stack);
    found = is_index(c, p, index);
    smr_map_set(&c->memo, place_key(p->n, p->depth), 0);
    if (open_child(c, p, &child))
      smr_vec_push(&stack, child);
    else
      stack.size--;
  }
  smr_vec_free(&stack);
  return found;
}

static bool literal(const Checker *c, uint32_t n, int64_t *value) {
  const SmrOperatorInfo *info = smr_operator_info(c->ops, node_of(c, n).op);
  *value = info->integer;
  return info->kind == SMR_OPERATOR_INTEGER || info->kind == SMR_OPERATOR_INDEX;
}

//===--- callbacks ---===//

static const SmrProofCallback *callback_of(const Checker *c, const char *name, bool condition) {
  for (uint32_t i = 0; i < c->count; i++)
    if (!strcmp(c->callbacks[i].name, name) &&
        (condition ? c->callbacks[i].condition != NULL : c->callbacks[i].compute != NULL))
      return &c->callbacks[i];
  return NULL;
}

static uint32_t compute(Checker *c, const char *name, const uint32_t *args, uint32_t count) {
  const SmrProofCallback *given = callback_of(c, name, false);
  int64_t d, cutoff;
  if (given) {
    // (It adds to a plain term: take that in again, as what it adds may be there.)
    SmrTerm scratch = {0};
    uint32_t copies[SMR_MAX_ARITY];
    for (uint32_t k = 0; k < count; k++)
      copies[k] = smr_term_copy(c->ops, &scratch, &c->pool->term, args[k]);
    uint32_t result = given->compute(given->user, c->ops, &scratch, copies, count);
    if (result != UINT32_MAX) {
      uint32_t *at = smr_xmalloc(scratch.nodes.size * sizeof *at);
      smr_term_pool_take(c->pool, c->ops, &scratch, at);
      result = at[result];
      free(at);
    }
    smr_term_free(&scratch);
    return result;
  }
  if (!strcmp(name, "shift") && count == 3)
    return literal(c, args[0], &d) && literal(c, args[1], &cutoff) ? shifted(c, args[2], d, cutoff)
                                                                   : UINT32_MAX;
  if ((!strcmp(name, "subst") && count == 2) || (!strcmp(name, "subst-typed") && count == 3)) {
    SmrDatum type = count == 3 ? smr_operator_info(c->ops, node_of(c, args[2]).op)->value : SMR_NO_DATUM;
    smr_map_clear(&c->memo);
    return renamed(c, &(Renaming){true, 0, 0, args[1], type}, args[0], 0);
  }
  c->unknown = true;
  return UINT32_MAX;
}

static bool condition_holds(Checker *c, const char *name, const uint32_t *args, uint32_t count) {
  const SmrProofCallback *given = callback_of(c, name, true);
  int64_t index;
  if (given)
    return given->condition(given->user, c->ops, &c->pool->term, args, count);
  smr_map_clear(&c->memo);
  if (!strcmp(name, "not-free") && count == 2)
    return literal(c, args[1], &index) && !is_free(c, args[0], (uint32_t)index, 0);
  if (!strcmp(name, "closed") && count == 1)
    return !is_free(c, args[0], UINT32_MAX, 0);
  c->unknown = true;
  return true;
}

//===--- steps ---===//

static uint32_t instance(Checker *c, const SmrProofStep *s, uint32_t node) {
  const SmrTerm *t = &s->rule->terms;
  SmrOperator op = t->nodes.data[node].op;
  const SmrOperatorInfo info = *smr_operator_info(c->ops, op);
  if (info.kind == SMR_OPERATOR_VARIABLE) {
    for (uint32_t i = 0; i < s->bindings; i++)
      if (c->bindings[i].variable == info.name)
        return c->at ? c->at[c->bindings[i].term] : c->bindings[i].term;
    return UINT32_MAX;
  }
  uint32_t children[SMR_MAX_ARITY];
  for (uint32_t k = 0; k < info.arity; k++)
    if ((children[k] = instance(c, s, smr_term_children(t, node)[k])) == UINT32_MAX)
      return UINT32_MAX;
  if (info.kind == SMR_OPERATOR_COMPUTED)
    return compute(c, smr_operator_name(c->ops, op), children, info.arity);
  return smr_term_pool_add(c->pool, c->ops, op, children);
}

static const char *check_rule(Checker *c, const SmrProofStep *s, uint32_t left, uint32_t right) {
  const SmrRule *rule = s->rule;
  uint32_t args[SMR_MAX_ARITY];
  if (instance(c, s, rule->parts.data[0].node) != left)
    return "the term is no instance of the rule's left-hand side";
  for (uint32_t i = 0; i < rule->parts.size; i++) {
    SmrSym variable = rule->parts.data[i].variable;
    if (!variable)
      continue;
    uint32_t part = instance(c, s, rule->parts.data[i].node);
    for (uint32_t k = 0; k < s->bindings; k++)
      if (c->bindings[k].variable == variable && c->at[c->bindings[k].term] != part)
        return "a variable is no instance of its pattern";
  }
  for (uint32_t i = 0; i < rule->conditions.size; i++) {
    const SmrRuleCondition *condition = &rule->conditions.data[i];
    for (uint32_t k = 0; k < condition->count; k++)
      if ((args[k] = instance(c, s, rule->condition_args.data[condition->first + k])) == UINT32_MAX)
        return c->unknown ? NULL : "an argument of a condition has no value";
    if (!condition_holds(c, smr_operators_text(c->ops, condition->name), args, condition->count))
      return "a condition does not hold";
  }
  for (uint32_t i = 0; i < rule->foralls.size; i++) {
    for (uint32_t k = 0; rule->foralls.data[i].condition && k < s->bindings; k++) {
      const SmrProofBinding *binding = &c->bindings[k];
      if (binding->variable == rule->foralls.data[i].variable &&
          !condition_holds(c, smr_operators_text(c->ops, rule->foralls.data[i].condition),
                           &c->at[binding->term], 1))
        return "a condition does not hold";
    }
  }
  if (instance(c, s, rule->rhs) != right && !c->unknown)
    return "the next term is no instance of the rule's right-hand side";
  return NULL;
}

static const char *check_step(Checker *c, const SmrProofStep *s) {
  uint32_t a = c->at[s->before], b = c->at[s->after];
  for (uint32_t i = 0; i < s->depth; i++) {
    uint32_t k = c->proof->positions.data[s->position + i];
    if (node_of(c, a).op != node_of(c, b).op || k >= arity_of(c, a))
      return "there is no such position";
    for (uint32_t other = 0; other < arity_of(c, a); other++)
      if (other != k && child_of(c, a, other) != child_of(c, b, other))
        return "something changes elsewhere";
    a = child_of(c, a, k);
    b = child_of(c, b, k);
  }
  if (s->trusted)
    return NULL;
  if (!s->rule)
    return "there is no rule";
  c->bindings = c->proof->bindings.data + s->binding;
  return s->forward ? check_rule(c, s, a, b) : check_rule(c, s, b, a);
}

uint32_t smr_proof_instance(SmrOperators *ops, SmrTermPool *pool, const SmrRule *rule, uint32_t node,
                            const SmrProofBinding *bindings, uint32_t bound,
                            const SmrProofCallback *callbacks, uint32_t count) {
  Checker c = {.ops = ops, .callbacks = callbacks, .count = count, .pool = pool, .bindings = bindings};
  uint32_t result = instance(&c, &(SmrProofStep){.rule = rule, .bindings = bound}, node);
  smr_map_free(&c.memo);
  return result;
}

SmrProofVerdict smr_proof_check(SmrOperators *ops, const SmrProof *proof, const SmrProofCallback *callbacks,
                                uint32_t count, SmrStr *why) {
  SmrTermPool pool = {0};
  Checker c = {.ops = ops, .proof = proof, .callbacks = callbacks, .count = count, .pool = &pool};
  SmrProofVerdict verdict = {.ok = true};
  c.at = smr_xmalloc((proof->terms.nodes.size + 1) * sizeof *c.at);
  smr_term_pool_take(&pool, ops, &proof->terms, c.at);
  uint32_t now = proof->terms.nodes.size ? c.at[proof->from] : 0;
  for (uint32_t i = 0; i < proof->steps.size && verdict.ok; i++) {
    const SmrProofStep *s = &proof->steps.data[i];
    c.unknown = false;
    const char *wrong =
        c.at[s->before] == now ? check_step(&c, s) : "it does not begin where the one before ends";
    verdict.trusted += s->trusted;
    verdict.unknown += c.unknown;
    if (wrong) {
      verdict.ok = false;
      verdict.step = i;
      smr_str_printf(why, "step %u (%s): %s", i + 1, s->label ? s->label : "?", wrong);
    }
    now = c.at[s->after];
  }
  if (verdict.ok && proof->terms.nodes.size && now != c.at[proof->to]) {
    verdict = (SmrProofVerdict){.step = proof->steps.size};
    smr_str_puts(why, "the proof ends at another term");
  }
  smr_map_free(&c.memo);
  smr_term_pool_free(&pool);
  free(c.at);
  return verdict;
}

//===--- printing ---===//

static void print_position(const SmrProof *proof, const SmrProofStep *s, const char *separator, SmrStr *out) {
  for (uint32_t k = 0; k < s->depth; k++)
    smr_str_printf(out, "%s%u", k ? separator : "", proof->positions.data[s->position + k]);
}

void smr_proof_print(const SmrOperators *ops, const SmrProof *proof, SmrStr *out) {
  smr_str_puts(out, "  ");
  smr_term_print(ops, &proof->terms, proof->from, out);
  smr_str_puts(out, "\n");
  for (uint32_t i = 0; i < proof->steps.size; i++) {
    const SmrProofStep *s = &proof->steps.data[i];
    smr_str_printf(out, "= %s%s%s", s->forward ? "" : "backwards ", s->label, s->trusted ? " (trusted)" : "");
    if (s->depth) {
      smr_str_puts(out, " at ");
      print_position(proof, s, ".", out);
    }
    for (uint32_t k = 0; k < s->bindings; k++) {
      const SmrProofBinding *b = &proof->bindings.data[s->binding + k];
      smr_str_printf(out, "%s?%s := ", k ? ", " : ": ", smr_operators_text(ops, b->variable));
      smr_term_print(ops, &proof->terms, b->term, out);
    }
    smr_str_puts(out, "\n  ");
    smr_term_print(ops, &proof->terms, s->after, out);
    smr_str_puts(out, "\n");
  }
}

static void json_term(const SmrOperators *ops, const SmrProof *proof, const char *key, uint32_t node,
                      SmrStr *out) {
  SmrStr text = {0};
  smr_term_print(ops, &proof->terms, node, &text);
  smr_json_string(out, key, smr_str_get(&text));
  smr_str_free(&text);
}

void smr_proof_print_json(const SmrOperators *ops, const SmrProof *proof, SmrStr *out) {
  smr_json_open(out, NULL, '{');
  json_term(ops, proof, "from", proof->from, out);
  json_term(ops, proof, "to", proof->to, out);
  smr_json_open(out, "steps", '[');
  for (uint32_t i = 0; i < proof->steps.size; i++) {
    const SmrProofStep *s = &proof->steps.data[i];
    smr_json_line(out, "  ");
    smr_json_open(out, NULL, '{');
    smr_json_string(out, "rule", s->label);
    smr_json_string(out, "direction", s->forward ? "forward" : "backward");
    smr_json_open(out, "position", '[');
    print_position(proof, s, ",", out);
    smr_str_putc(out, ']');
    smr_json_open(out, "substitution", '{');
    for (uint32_t k = 0; k < s->bindings; k++) {
      const SmrProofBinding *b = &proof->bindings.data[s->binding + k];
      json_term(ops, proof, smr_operators_text(ops, b->variable), b->term, out);
    }
    smr_str_putc(out, '}');
    smr_json_bool(out, "trusted", s->trusted);
    json_term(ops, proof, "term", s->after, out);
    smr_str_putc(out, '}');
  }
  smr_json_close_lines(out);
  smr_str_puts(out, "}\n");
}
