//===- builtins.c - integers of classes, and callbacks on them -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/builtins.h"
#include "base/map.h"
#include "egraph/internal.h"
#include <string.h>

// An exact rational in lowest terms. Merging goes up: not known, known, different ones became equal.
typedef struct {
  int64_t value;  // the numerator; 0 unless known
  uint64_t below; // the denominator
} Rational;
#define UNKNOWN 0u
#define CONFLICT UINT64_MAX

__extension__ typedef __int128 Wide;

struct SmrBuiltins {
  SmrEgraph *g;
  uint32_t analysis, conflicts, undecided;
  bool fold, fractions, prune;
  struct SmrBuiltinUser *users; // one per builtin
};

static bool is_known(Rational r) {
  return r.below != UNKNOWN && r.below != CONFLICT;
}

// In lowest terms. False: out of range. (No sum or product of two of 63 bits leaves 127.)
static bool reduced(Wide value, Wide below, Rational *out) {
  if (below < 0)
    value = -value, below = -below;
  Wide x = value < 0 ? -value : value, y = below;
  while (y) {
    Wide rest = x % y;
    x = y, y = rest;
  }
  if (!below || value / x > INT64_MAX || value / x < INT64_MIN || below / x > INT64_MAX)
    return false;
  *out = (Rational){(int64_t)(value / x), (uint64_t)(below / x)};
  return true;
}

static bool arithmetic(char op, Rational a, Rational b, Rational *out) {
  Wide x = a.value, p = (Wide)a.below, y = b.value, q = (Wide)b.below;
  switch (op) {
  case '+':
    return reduced(x * q + y * p, p * q, out);
  case '-':
    return reduced(x * q - y * p, p * q, out);
  case '*':
    return reduced(x * y, p * q, out);
  default:
    return y && reduced(x * q, p * y, out);
  }
}

static bool integers_only(char op, int64_t a, int64_t b, int64_t *out) {
  Rational r;
  bool ok = arithmetic(op, (Rational){a, 1}, (Rational){b, 1}, &r) && r.below == 1;
  if (ok)
    *out = r.value;
  return ok;
}

static Rational rational_of(const SmrBuiltins *b, SmrClass c) {
  return *(const Rational *)smr_egraph_data(b->g, b->analysis, c);
}

bool smr_builtins_integer(SmrBuiltins *b, SmrClass c, int64_t *value) {
  Rational r = rational_of(b, smr_egraph_find(b->g, c));
  if (r.below == 1)
    *value = r.value;
  return r.below == 1;
}

bool smr_builtins_fraction(SmrBuiltins *b, SmrClass c, int64_t *numerator, int64_t *denominator) {
  Rational r = rational_of(b, smr_egraph_find(b->g, c));
  if (is_known(r))
    *numerator = r.value, *denominator = (int64_t)r.below;
  return is_known(r);
}

// One of + - * / or 0.
static char folded(const SmrOperators *ops, const SmrOperatorInfo *info) {
  const char *name = smr_operators_text(ops, info->name);
  if (info->kind != SMR_OPERATOR_PLAIN || !name[0] || name[1] || !strchr("+-*/", name[0]))
    return 0;
  bool any = name[0] == '+' || name[0] == '*';
  return (any && info->arity) || info->arity == 2 || (name[0] == '-' && info->arity == 1) ? name[0] : 0;
}

// What an operator folds its operands to.
static bool fold_all(const SmrBuiltins *b, char op, const Rational *operands, uint32_t count, Rational *out) {
  Rational value = operands[0];
  bool ok = is_known(value);
  if (ok && op == '-' && count == 1)
    ok = arithmetic('-', (Rational){0, 1}, value, &value);
  for (uint32_t i = 1; ok && i < count; i++)
    ok = is_known(operands[i]) && arithmetic(op, value, operands[i], &value) &&
         (b->fractions || value.below == 1);
  if (ok)
    *out = value;
  return ok;
}

static void make(void *user, SmrEgraph *g, SmrNode node, void *out) {
  SmrBuiltins *b = user;
  const SmrOperators *ops = smr_egraph_ops(g);
  const SmrOperatorInfo *info = smr_operator_info(ops, smr_egraph_op(g, node));
  Rational result = {0, UNKNOWN}, operands[SMR_MAX_ARITY];
  char op = b->fold ? folded(ops, info) : 0;
  if (info->kind == SMR_OPERATOR_INTEGER)
    result = (Rational){info->integer, 1};
  for (uint32_t i = 0; op && i < info->arity; i++)
    operands[i] = rational_of(b, smr_egraph_children(g, node)[i]);
  if (op)
    fold_all(b, op, operands, info->arity, &result);
  memcpy(out, &result, sizeof result);
}

static unsigned merge(void *user, SmrEgraph *g, void *into, const void *from) {
  (void)g;
  SmrBuiltins *b = user;
  Rational a, c, result;
  memcpy(&a, into, sizeof a);
  memcpy(&c, from, sizeof c);
  result = a.below == CONFLICT || c.below == UNKNOWN ? a : c;
  if (is_known(a) && is_known(c) && memcmp(&a, &c, sizeof a)) {
    result = (Rational){0, CONFLICT};
    b->conflicts++;
  }
  memcpy(into, &result, sizeof result);
  return (memcmp(&result, &a, sizeof a) ? 1u : 0) | (memcmp(&result, &c, sizeof c) ? 2u : 0);
}

// The node that a constant is written as: a literal, or a division of two.
static SmrNode constant(SmrBuiltins *b, Rational r, SmrClass c) {
  SmrEgraph *g = b->g;
  SmrOperators *ops = smr_egraph_ops(g);
  SmrOperator op = smr_operator_integer(ops, r.value);
  SmrClass parts[2] = {0, 0};
  if (r.below != 1) {
    parts[0] = smr_egraph_add(g, op, NULL);
    parts[1] = smr_egraph_add(g, smr_operator_integer(ops, (int64_t)r.below), NULL);
    op = smr_operator_plain(ops, "/", 2);
  }
  SmrClass there = smr_egraph_lookup(g, op, parts);
  if (there == SMR_NO_CLASS || smr_egraph_find(g, there) != smr_egraph_find(g, c))
    smr_egraph_add_to(g, op, parts, c);
  return smr_egraph_node(g, op, parts);
}

// Leaves stay: what is said of a name is known nowhere else.
static void prune(SmrEgraph *g, SmrClass c, SmrNode keep) {
  SMR_VEC(SmrNode) nodes = {0};
  c = smr_egraph_find(g, c);
  for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n))
    if (n != keep && smr_operator_info(smr_egraph_ops(g), smr_egraph_op(g, n))->arity)
      smr_vec_push(&nodes, n);
  for (uint32_t i = 0; i < nodes.size; i++)
    smr_egraph_drop(g, nodes.data[i]);
  smr_vec_free(&nodes);
}

static void modify(void *user, SmrEgraph *g, SmrClass c) {
  SmrBuiltins *b = user;
  Rational r = rational_of(b, c);
  if (!b->fold || !is_known(r))
    return;
  SmrNode node = constant(b, r, c);
  // (A node that is not found is one that a repair will give its present children: not now.)
  if (b->prune && node != SMR_NO_CLASS && smr_egraph_find(g, node) == smr_egraph_find(g, c))
    prune(g, c, node);
}

//===--- callbacks ---===//

typedef bool (*Predicate)(int64_t a, int64_t b);
typedef struct {
  const char *name;
  uint32_t arguments;
  Predicate holds; // a condition
  char op;         // or a computed operator; 'n' negates
} Builtin;

static bool any_integer(int64_t a, int64_t b) {
  (void)a, (void)b;
  return true;
}
static bool not_zero(int64_t a, int64_t b) {
  (void)b;
  return a != 0;
}
static bool positive(int64_t a, int64_t b) {
  (void)b;
  return a > 0;
}
static bool power_of_two(int64_t a, int64_t b) {
  (void)b;
  return a > 0 && (a & (a - 1)) == 0;
}
static bool less(int64_t a, int64_t b) {
  return a < b;
}

static const Builtin builtins[] = {
    {"is-integer", 1, any_integer, 0},
    {"is-not-zero", 1, not_zero, 0},
    {"is-positive", 1, positive, 0},
    {"is-power-of-two", 1, power_of_two, 0},
    {"less", 2, less, 0},
    {"add", 2, NULL, '+'},
    {"sub", 2, NULL, '-'},
    {"mul", 2, NULL, '*'},
    {"div", 2, NULL, '/'},
    {"neg", 1, NULL, 'n'},
};
#define BUILTINS (sizeof builtins / sizeof *builtins)

// What a callback gets as its user: which one it is, and the analysis.
struct SmrBuiltinUser {
  SmrBuiltins *b;
  const Builtin *which;
};

static bool result_of(const Builtin *which, const int64_t *v, int64_t *out) {
  return which->op == 'n' ? integers_only('-', 0, v[0], out) : integers_only(which->op, v[0], v[1], out);
}

static bool integers(SmrBuiltins *b, const SmrClass *args, uint32_t count, int64_t *values) {
  for (uint32_t i = 0; i < count; i++)
    if (!smr_builtins_integer(b, args[i], &values[i]))
      return false;
  return true;
}

static bool condition(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)g;
  const struct SmrBuiltinUser *u = user;
  int64_t v[2] = {0, 0};
  return integers(u->b, args, count, v) && u->which->holds(v[0], v[1]);
}

static SmrClass compute(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  const struct SmrBuiltinUser *u = user;
  int64_t v[2], value;
  if (!integers(u->b, args, count, v) || !result_of(u->which, v, &value))
    return SMR_NO_CLASS;
  return smr_egraph_add(g, smr_operator_integer(smr_egraph_ops(g), value), NULL);
}

void smr_builtins_callbacks(SmrBuiltins *b, SmrCallbacks *callbacks) {
  // Pure: when a class gets its integer, that is a change of its analysis data.
  for (size_t i = 0; i < BUILTINS; i++) {
    SmrCallback callback = {
        .name = builtins[i].name, .user = &b->users[i], .arguments = builtins[i].arguments, .pure = true};
    if (builtins[i].holds)
      callback.condition = condition;
    else
      callback.compute = compute;
    smr_vec_push(&callbacks->list, callback);
  }
}

//===--- on terms ---===//

// Children before parents, without recursion: terms may be deep.
static bool term_integer(const SmrBuiltins *b, const SmrOperators *ops, const SmrTerm *t, uint32_t node,
                         int64_t *value) {
  SmrMap at = {0}; // node → number of its value
  SMR_VEC(Rational) values = {0};
  SMR_VEC(uint32_t) todo = {0};
  Rational operands[SMR_MAX_ARITY], result = {0, UNKNOWN};
  smr_vec_push(&todo, node);
  while (todo.size) {
    uint32_t n = smr_vec_last(&todo), waiting = todo.size, known;
    const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[n].op);
    char op = b->fold ? folded(ops, info) : 0;
    for (uint32_t i = 0; op && i < info->arity; i++)
      if (smr_map_get(&at, smr_term_children(t, n)[i], &known))
        operands[i] = values.data[known];
      else
        smr_vec_push(&todo, smr_term_children(t, n)[i]);
    if (todo.size > waiting)
      continue;
    todo.size--;
    result = info->kind == SMR_OPERATOR_INTEGER ? (Rational){info->integer, 1} : (Rational){0, UNKNOWN};
    if (op)
      fold_all(b, op, operands, info->arity, &result);
    smr_map_set(&at, n, values.size);
    smr_vec_push(&values, result);
  }
  smr_map_free(&at);
  smr_vec_free(&values);
  smr_vec_free(&todo);
  *value = result.value;
  return result.below == 1;
}

static bool term_integers(const SmrBuiltins *b, const SmrOperators *ops, const SmrTerm *t,
                          const uint32_t *args, uint32_t count, int64_t *values) {
  for (uint32_t i = 0; i < count; i++)
    if (!term_integer(b, ops, t, args[i], &values[i]))
      return false;
  return true;
}

static bool term_condition(void *user, SmrOperators *ops, const SmrTerm *t, const uint32_t *args,
                           uint32_t count) {
  const struct SmrBuiltinUser *u = user;
  int64_t v[2] = {0, 0};
  if (count != u->which->arguments)
    return false;
  if (term_integers(u->b, ops, t, args, count, v))
    return u->which->holds(v[0], v[1]);
  u->b->undecided++;
  return true;
}

static uint32_t term_compute(void *user, SmrOperators *ops, SmrTerm *t, const uint32_t *args,
                             uint32_t count) {
  const struct SmrBuiltinUser *u = user;
  int64_t v[2], value;
  if (count != u->which->arguments || !term_integers(u->b, ops, t, args, count, v) ||
      !result_of(u->which, v, &value))
    return UINT32_MAX;
  return smr_term_add(t, ops, smr_operator_integer(ops, value), NULL);
}

void smr_builtins_proof_callbacks(SmrBuiltins *b, SmrProofCallbacks *callbacks) {
  for (size_t i = 0; i < BUILTINS; i++) {
    SmrProofCallback callback = {.name = builtins[i].name, .user = &b->users[i]};
    if (builtins[i].holds)
      callback.condition = term_condition;
    else
      callback.compute = term_compute;
    smr_vec_push(callbacks, callback);
  }
}

uint32_t smr_builtins_undecided(const SmrBuiltins *b) {
  return b->undecided;
}

//===--- life ---===//

SmrBuiltins *smr_builtins_create(SmrEgraph *g, bool fold) {
  SmrBuiltins *b = smr_xcalloc(1, sizeof *b);
  b->g = g;
  b->fold = fold;
  b->users = smr_xcalloc(BUILTINS, sizeof *b->users);
  for (size_t i = 0; i < BUILTINS; i++)
    b->users[i] = (struct SmrBuiltinUser){b, &builtins[i]};
  SmrAnalysis how = {"integer", sizeof(Rational), make, merge, fold ? modify : NULL, b};
  b->analysis = smr_egraph_analyse(g, &how);
  return b;
}

void smr_builtins_fold_fractions(SmrBuiltins *b) {
  b->fractions = true;
}
void smr_builtins_prune(SmrBuiltins *b) {
  b->prune = true;
}

void smr_builtins_destroy(SmrBuiltins *b) {
  if (!b)
    return;
  free(b->users);
  free(b);
}

uint32_t smr_builtins_conflicts(const SmrBuiltins *b) {
  return b->conflicts;
}
