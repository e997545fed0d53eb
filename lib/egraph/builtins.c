//===- builtins.c - integers of classes, and callbacks on them -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/builtins.h"
#include <string.h>

typedef enum { UNKNOWN, KNOWN, CONFLICT } State; // a chain: merging goes up

typedef struct {
  int64_t value; // 0 unless KNOWN
  uint64_t state;
} Integer;

struct SmrBuiltins {
  SmrEgraph *g;
  uint32_t analysis, conflicts, undecided;
  bool fold;
  struct SmrBuiltinUser *users; // one per builtin
};

static bool arithmetic(char op, int64_t a, int64_t b, int64_t *out) {
  switch (op) {
  case '+':
    return !__builtin_add_overflow(a, b, out);
  case '-':
    return !__builtin_sub_overflow(a, b, out);
  case '*':
    return !__builtin_mul_overflow(a, b, out);
  default:
    if (!b || (a == INT64_MIN && b == -1) || a % b)
      return false;
    *out = a / b;
    return true;
  }
}

static Integer *integer_of(const SmrBuiltins *b, SmrClass c) {
  return smr_egraph_data(b->g, b->analysis, c);
}

bool smr_builtins_integer(SmrBuiltins *b, SmrClass c, int64_t *value) {
  const Integer *i = integer_of(b, smr_egraph_find(b->g, c));
  if (i->state == KNOWN)
    *value = i->value;
  return i->state == KNOWN;
}

// One of + - * / or 0.
static char folded(const SmrOperators *ops, const SmrOperatorInfo *info) {
  const char *name = smr_operators_text(ops, info->name);
  if (info->kind != SMR_OPERATOR_PLAIN || !name[0] || name[1] || !strchr("+-*/", name[0]))
    return 0;
  bool any = name[0] == '+' || name[0] == '*';
  return (any && info->arity) || info->arity == 2 || (name[0] == '-' && info->arity == 1) ? name[0] : 0;
}

static void make(void *user, SmrEgraph *g, SmrNode node, void *out) {
  SmrBuiltins *b = user;
  const SmrOperators *ops = smr_egraph_ops(g);
  const SmrOperatorInfo *info = smr_operator_info(ops, smr_egraph_op(g, node));
  Integer result = {0, UNKNOWN};
  char op = b->fold ? folded(ops, info) : 0;
  if (info->kind == SMR_OPERATOR_INTEGER) {
    result = (Integer){info->integer, KNOWN};
  } else if (op) {
    const SmrClass *children = smr_egraph_children(g, node);
    int64_t value, next;
    bool ok = smr_builtins_integer(b, children[0], &value);
    if (ok && op == '-' && info->arity == 1)
      ok = arithmetic('-', 0, value, &value);
    for (uint32_t i = 1; ok && i < info->arity; i++)
      ok = smr_builtins_integer(b, children[i], &next) && arithmetic(op, value, next, &value);
    if (ok)
      result = (Integer){value, KNOWN};
  }
  memcpy(out, &result, sizeof result);
}

static unsigned merge(void *user, SmrEgraph *g, void *into, const void *from) {
  (void)g;
  SmrBuiltins *b = user;
  Integer a, c, result;
  memcpy(&a, into, sizeof a);
  memcpy(&c, from, sizeof c);
  result = a.state >= c.state ? a : c;
  if (a.state == KNOWN && c.state == KNOWN && a.value != c.value) {
    result = (Integer){0, CONFLICT};
    b->conflicts++;
  }
  memcpy(into, &result, sizeof result);
  return (memcmp(&result, &a, sizeof a) ? 1u : 0) | (memcmp(&result, &c, sizeof c) ? 2u : 0);
}

static void modify(void *user, SmrEgraph *g, SmrClass c) {
  SmrBuiltins *b = user;
  int64_t value;
  if (b->fold && smr_builtins_integer(b, c, &value)) {
    SmrOperator op = smr_operator_integer(smr_egraph_ops(g), value);
    SmrClass there = smr_egraph_lookup(g, op, NULL);
    if (there == SMR_NO_CLASS || smr_egraph_find(g, there) != smr_egraph_find(g, c))
      smr_egraph_add_to(g, op, NULL, c);
  }
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
  return which->op == 'n' ? arithmetic('-', 0, v[0], out) : arithmetic(which->op, v[0], v[1], out);
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

static bool term_integer(const SmrBuiltins *b, const SmrOperators *ops, const SmrTerm *t, uint32_t node,
                         int64_t *value) {
  const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[node].op);
  if (info->kind == SMR_OPERATOR_INTEGER) {
    *value = info->integer;
    return true;
  }
  char op = b->fold ? folded(ops, info) : 0;
  int64_t next;
  if (!op || !term_integer(b, ops, t, smr_term_children(t, node)[0], value))
    return false;
  if (info->arity == 1)
    return op != '-' || arithmetic('-', 0, *value, value);
  for (uint32_t i = 1; i < info->arity; i++)
    if (!term_integer(b, ops, t, smr_term_children(t, node)[i], &next) ||
        !arithmetic(op, *value, next, value))
      return false;
  return true;
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
  SmrAnalysis how = {"integer", sizeof(Integer), make, merge, fold ? modify : NULL, b};
  b->analysis = smr_egraph_analyse(g, &how);
  return b;
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
