//===- test_oracle.c - the engine against a slow, obvious one ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The oracle keeps a plain list of nodes, closes it under congruence by comparing all pairs, and matches by
// trying every node. Random rules and terms: after every iteration both must have the same numbers of nodes
// and classes, and equate the same subterms; under backoff also with the bans of egg's scheduler, written
// down a second time. Also: analyses, budgets, numbers that are used again.
//===----------------------------------------------------------------------===//
#include "egraph/run.h"
#include "test.h"

//===--- the oracle ---===//

enum { NODES = 3000, VARIABLES = 4 };
typedef struct {
  SmrOperator op;
  uint32_t arity, args[2], cls;
} Node;
typedef struct {
  const SmrOperators *ops;
  Node nodes[NODES];
  uint32_t count, parent[NODES * 4], classes;
  bool full, changed;
} Oracle;

static uint32_t find(Oracle *o, uint32_t c) {
  while (o->parent[c] != c)
    c = o->parent[c];
  return c;
}

static bool same_node(Oracle *o, const Node *a, const Node *b) {
  if (a->op != b->op)
    return false;
  for (uint32_t i = 0; i < a->arity; i++)
    if (find(o, a->args[i]) != find(o, b->args[i]))
      return false;
  return true;
}

static uint32_t add(Oracle *o, SmrOperator op, const uint32_t *args) {
  Node n = {.op = op, .arity = smr_operator_info(o->ops, op)->arity};
  for (uint32_t i = 0; i < n.arity; i++)
    n.args[i] = find(o, args[i]);
  for (uint32_t i = 0; i < o->count; i++)
    if (same_node(o, &o->nodes[i], &n))
      return find(o, o->nodes[i].cls);
  if (o->count == NODES || o->classes == NODES * 4)
    return o->full = true, 0;
  n.cls = o->classes;
  o->parent[o->classes] = o->classes;
  o->classes++;
  o->nodes[o->count++] = n;
  o->changed = true;
  return n.cls;
}

static void close(Oracle *o) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < o->count; i++)
      for (uint32_t j = i + 1; j < o->count; j++)
        if (same_node(o, &o->nodes[i], &o->nodes[j])) {
          uint32_t a = find(o, o->nodes[i].cls), b = find(o, o->nodes[j].cls);
          o->parent[a > b ? a : b] = a > b ? b : a;
          o->nodes[j--] = o->nodes[--o->count];
          changed = true;
        }
  }
}

static uint32_t oracle_classes(Oracle *o) {
  uint32_t n = 0;
  for (uint32_t c = 0; c < o->classes; c++)
    n += o->parent[c] == c;
  return n;
}

typedef struct {
  uint32_t rule, root, vars[VARIABLES];
} Found;
typedef SMR_VEC(Found) Founds;

static uint32_t variable_number(const SmrOperators *ops, SmrOperator op) {
  return (uint32_t)(*smr_operator_name(ops, op) - 'w');
}

// All ways to match the goals (pattern node, class) left to match, as a continuation list.
typedef struct Goal {
  uint32_t node, cls;
  const struct Goal *rest;
} Goal;

static void match(Oracle *o, const SmrTerm *t, const Goal *goals, Found *f, Founds *out) {
  if (!goals) {
    smr_vec_push(out, *f);
    return;
  }
  SmrOperator op = t->nodes.data[goals->node].op;
  if (smr_operator_info(o->ops, op)->kind == SMR_OPERATOR_VARIABLE) {
    uint32_t v = variable_number(o->ops, op), before = f->vars[v];
    if (before == UINT32_MAX || before == goals->cls) {
      f->vars[v] = goals->cls;
      match(o, t, goals->rest, f, out);
      f->vars[v] = before;
    }
    return;
  }
  for (uint32_t i = 0; i < o->count; i++) {
    Node *n = &o->nodes[i];
    if (n->op != op || find(o, n->cls) != goals->cls)
      continue;
    Goal more[2];
    const Goal *rest = goals->rest;
    for (uint32_t k = n->arity; k-- > 0;) {
      more[k] = (Goal){smr_term_children(t, goals->node)[k], find(o, n->args[k]), rest};
      rest = &more[k];
    }
    match(o, t, rest, f, out);
  }
}

static uint32_t instantiate(Oracle *o, const SmrTerm *t, uint32_t node, const Found *f) {
  SmrOperator op = t->nodes.data[node].op;
  if (smr_operator_info(o->ops, op)->kind == SMR_OPERATOR_VARIABLE)
    return find(o, f->vars[variable_number(o->ops, op)]);
  uint32_t args[2];
  for (uint32_t k = 0; k < smr_operator_info(o->ops, op)->arity; k++)
    args[k] = instantiate(o, t, smr_term_children(t, node)[k], f);
  return add(o, op, args);
}

enum { RULES = 6, MATCH_LIMIT = 4, BAN_LENGTH = 2 };
typedef struct {
  bool on;
  uint64_t iteration, until[RULES];
  uint32_t times[RULES];
} Bans;

// Drops the matches of rules that have too many.
static void ban_rules(Bans *b, Founds *founds, uint32_t count) {
  for (uint32_t r = 0; r < count; r++) {
    uint64_t total = 0, limit = (uint64_t)MATCH_LIMIT << b->times[r];
    for (uint32_t i = 0; i < founds->size; i++)
      total += founds->data[i].rule == r;
    if (total <= limit)
      continue;
    b->until[r] = b->iteration + ((uint64_t)BAN_LENGTH << b->times[r]++);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < founds->size; i++)
      if (founds->data[i].rule != r)
        founds->data[kept++] = founds->data[i];
    founds->size = kept;
  }
}

// After an iteration that changed nothing: whether no rule is banned; if one is, the next gets free earlier.
static bool can_stop(Bans *b, uint32_t count) {
  uint64_t least = UINT64_MAX;
  for (uint32_t r = 0; r < count; r++)
    if (b->until[r] > b->iteration && b->until[r] < least)
      least = b->until[r];
  for (uint32_t r = 0; r < count && least != UINT64_MAX; r++)
    if (b->until[r] > b->iteration)
      b->until[r] -= least - b->iteration;
  return least == UINT64_MAX;
}

static void oracle_iterate(Oracle *o, const SmrRule *rules, uint32_t count, Bans *bans) {
  Founds founds = {0};
  for (uint32_t r = 0; r < count; r++)
    for (uint32_t c = 0; c < o->classes && bans->iteration >= bans->until[r]; c++)
      if (o->parent[c] == c) {
        Found f = {r, c, {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}};
        Goal goal = {rules[r].parts.data[0].node, c, NULL};
        match(o, &rules[r].terms, &goal, &f, &founds);
      }
  if (bans->on)
    ban_rules(bans, &founds, count);
  for (uint32_t i = 0; i < founds.size && !o->full; i++) {
    const SmrRule *rule = &rules[founds.data[i].rule];
    uint32_t a = find(o, instantiate(o, &rule->terms, rule->rhs, &founds.data[i])),
             b = find(o, founds.data[i].root);
    o->changed |= a != b;
    o->parent[a > b ? a : b] = a > b ? b : a;
  }
  smr_vec_free(&founds);
  close(o);
}

//===--- random rules and terms ---===//

static uint64_t seed;
static uint32_t random_below(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

typedef struct {
  SmrOperators *ops;
  SmrOperator f, g, h, leaf[3], var[VARIABLES];
} Language;

static uint32_t random_term(const Language *l, SmrTerm *t, uint32_t depth, uint32_t allowed) {
  uint32_t kind = random_below(depth ? 9 : 4), args[2];
  if (kind < 4) {
    if (allowed && kind < 3)
      for (;;) {
        uint32_t v = random_below(VARIABLES);
        if (allowed >> v & 1)
          return smr_term_add(t, l->ops, l->var[v], NULL);
      }
    return smr_term_add(t, l->ops, l->leaf[random_below(3)], NULL);
  }
  for (int i = 0; i < (kind == 8 ? 1 : 2); i++) // (no term that the root does not reach)
    args[i] = random_term(l, t, depth - 1, allowed);
  return smr_term_add(t, l->ops, kind < 6 ? l->f : kind < 8 ? l->h : l->g, args);
}

static uint32_t variables_of(const Language *l, const SmrTerm *t) {
  uint32_t set = 0;
  for (uint32_t i = 0; i < t->nodes.size; i++)
    if (smr_operator_info(l->ops, t->nodes.data[i].op)->kind == SMR_OPERATOR_VARIABLE)
      set |= 1u << variable_number(l->ops, t->nodes.data[i].op);
  return set;
}

static Language language(void) {
  Language l = {.ops = smr_operators_create()};
  l.f = smr_operator_plain(l.ops, "f", 2), l.h = smr_operator_plain(l.ops, "h", 2),
  l.g = smr_operator_plain(l.ops, "g", 1);
  for (uint32_t i = 0; i < 3; i++)
    l.leaf[i] = smr_operator_plain(l.ops, (const char *[]){"a", "b", "c"}[i], 0);
  for (uint32_t i = 0; i < VARIABLES; i++)
    l.var[i] = smr_operator(l.ops, SMR_OPERATOR_VARIABLE, (const char *[]){"w", "x", "y", "z"}[i], 0);
  return l;
}

static void check_invariant(SmrEgraph *g) {
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  if (!smr_egraph_check(g, &why))
    fail_msg("seed %llu: %s", (unsigned long long)seed, smr_str_get(&why));
}

static uint32_t one_case(uint64_t from, SmrSchedulerKind scheduler) {
  seed = from;
  Language l = language();
  SmrRule rules[RULES] = {0};
  const SmrRule *pointers[RULES];
  uint32_t count = 1 + random_below(RULES);
  Bans bans = {.on = scheduler == SMR_SCHEDULER_BACKOFF};
  for (uint32_t i = 0; i < count; i++) {
    rules[i].name = "r", rules[i].file = "test";
    smr_vec_push(&rules[i].parts,
                 (SmrRulePart){random_term(&l, &rules[i].terms, 1 + random_below(2), 15), 0});
    rules[i].rhs = random_term(&l, &rules[i].terms, random_below(3), variables_of(&l, &rules[i].terms));
    pointers[i] = &rules[i];
  }
  Oracle *o = calloc(1, sizeof *o);
  o->ops = l.ops;
  SmrEgraph *g = smr_egraph_create(l.ops);
  SmrClass mine[8];
  uint32_t theirs[8];
  for (uint32_t i = 0; i < 8; i++) {
    SmrTerm t = {0};
    uint32_t root = random_term(&l, &t, 3, 0);
    mine[i] = smr_egraph_add_term(g, &t, root);
    theirs[i] = instantiate(o, &t, root, NULL);
    smr_term_free(&t);
  }
  SmrDiag diag = {0};
  SmrProgram *p = smr_program_create(l.ops, pointers, count, NULL, &diag);
  smr_diag_flush(&diag, stderr);
  assert_non_null(p);
  SmrRun *run = smr_run_create(g, p);
  uint32_t iterations = 0;
  for (; iterations < (bans.on ? 40u : 8u) && o->count < 400; iterations++) {
    SmrRunBudget budget = {.iterations = 1,
                           .scheduler = scheduler,
                           .match_limit = MATCH_LIMIT,
                           .ban_length = BAN_LENGTH,
                           .joining = (SmrJoiningPass)(from % 3),
                           .recycle_slack = from % 2 ? 1 : 0};
    SmrStopReason why = smr_run(run, &budget);
    check_invariant(g);
    o->changed = false;
    oracle_iterate(o, rules, count, &bans);
    if (o->full)
      break;
    if (smr_egraph_nodes(g) != o->count || smr_egraph_classes(g) != oracle_classes(o))
      fail_msg("seed %llu, iteration %u: %u nodes, %u classes; the oracle has %u, %u",
               (unsigned long long)from, iterations, smr_egraph_nodes(g), smr_egraph_classes(g), o->count,
               oracle_classes(o));
    for (int i = 0; i < 8; i++)
      for (int k = 0; k < i; k++)
        assert_int_equal(smr_egraph_find(g, mine[i]) == smr_egraph_find(g, mine[k]),
                         find(o, theirs[i]) == find(o, theirs[k]));
    bool done = !o->changed && can_stop(&bans, count);
    assert_int_equal(why == SMR_STOP_SATURATED, done);
    bans.iteration++;
    if (done)
      break;
  }
  smr_run_destroy(run);
  smr_program_destroy(p);
  smr_egraph_destroy(g);
  for (uint32_t i = 0; i < count; i++)
    smr_rule_free(&rules[i]);
  smr_operators_destroy(l.ops);
  free(o);
  return iterations;
}

TEST(random_rules_simple) {
  uint32_t done = 0;
  for (uint64_t s = 1; s <= 4000; s++)
    done += one_case(s, SMR_SCHEDULER_SIMPLE);
  assert_true(done > 4000); // (the cases are not all empty)
}

TEST(random_rules_backoff) {
  uint32_t done = 0;
  for (uint64_t s = 1; s <= 2000; s++)
    done += one_case(s, SMR_SCHEDULER_BACKOFF);
  assert_true(done > 8000); // (they are banned, and come back)
}

// Random additions and unions without rules, rebuilt at random times.
TEST(random_unions) {
  for (uint64_t s = 1; s <= 200; s++) {
    seed = s;
    Language l = language();
    Oracle *o = calloc(1, sizeof *o);
    o->ops = l.ops;
    SmrEgraph *g = smr_egraph_create(l.ops);
    SmrClass mine[60];
    uint32_t theirs[60];
    for (uint32_t i = 0; i < 60; i++) {
      SmrTerm t = {0};
      uint32_t root = random_term(&l, &t, 2, 0);
      mine[i] = smr_egraph_add_term(g, &t, root);
      theirs[i] = instantiate(o, &t, root, NULL);
      smr_term_free(&t);
      if (i % 3 == 2) {
        uint32_t j = random_below(i), k = random_below(i);
        smr_egraph_union(g, mine[j], mine[k]);
        uint32_t a = find(o, theirs[j]), b = find(o, theirs[k]);
        o->parent[a > b ? a : b] = a > b ? b : a;
      }
      if (random_below(8) == 0) {
        smr_egraph_rebuild(g);
        check_invariant(g);
      }
      close(o);
    }
    smr_egraph_rebuild(g);
    check_invariant(g);
    assert_int_equal(smr_egraph_nodes(g), o->count);
    assert_int_equal(smr_egraph_classes(g), oracle_classes(o));
    for (int i = 0; i < 60; i++)
      for (int k = 0; k < i; k++)
        assert_int_equal(smr_egraph_find(g, mine[i]) == smr_egraph_find(g, mine[k]),
                         find(o, theirs[i]) == find(o, theirs[k]));
    smr_egraph_destroy(g);
    smr_operators_destroy(l.ops);
    free(o);
  }
}
