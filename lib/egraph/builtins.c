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
  uint32_t analysis, conflicts;
  bool fold;
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
static char folded(const SmrOps *ops, const SmrOpInfo *info) {
  const char *name = smr_ops_text(ops, info->name);
  if (info->kind != SMR_OP_PLAIN || !name[0] || name[1] || !strchr("+-*/", name[0]))
    return 0;
  bool any = name[0] == '+' || name[0] == '*';
  return (any && info->arity) || info->arity == 2 || (name[0] == '-' && info->arity == 1) ? name[0] : 0;
}

static void make(void *user, SmrEgraph *g, SmrNode node, void *out) {
  SmrBuiltins *b = user;
  const SmrOps *ops = smr_egraph_ops(g);
  const SmrOpInfo *info = smr_op_info(ops, smr_egraph_op(g, node));
  Integer result = {0, UNKNOWN};
  char op = b->fold ? folded(ops, info) : 0;
  if (info->kind == SMR_OP_INTEGER) {
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
    SmrOp op = smr_op_integer(smr_egraph_ops(g), value);
    SmrClass there = smr_egraph_lookup(g, op, NULL);
    if (there == SMR_NO_CLASS || smr_egraph_find(g, there) != smr_egraph_find(g, c))
      smr_egraph_add_to(g, op, NULL, c);
  }
}

SmrBuiltins *smr_builtins_create(SmrEgraph *g, bool fold) {
  SmrBuiltins *b = smr_xcalloc(1, sizeof *b);
  b->g = g;
  b->fold = fold;
  SmrAnalysis how = {"integer", sizeof(Integer), make, merge, fold ? modify : NULL, b};
  b->analysis = smr_egraph_analyse(g, &how);
  return b;
}

void smr_builtins_destroy(SmrBuiltins *b) {
  free(b);
}

uint32_t smr_builtins_conflicts(const SmrBuiltins *b) {
  return b->conflicts;
}

//===--- callbacks ---===//

static bool is_integer(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)g, (void)count;
  int64_t value;
  return smr_builtins_integer(user, args[0], &value);
}

static bool is_not_zero(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)g, (void)count;
  int64_t value;
  return smr_builtins_integer(user, args[0], &value) && value != 0;
}

static bool is_positive(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)g, (void)count;
  int64_t value;
  return smr_builtins_integer(user, args[0], &value) && value > 0;
}

static bool is_power_of_two(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)g, (void)count;
  int64_t value;
  return smr_builtins_integer(user, args[0], &value) && value > 0 && (value & (value - 1)) == 0;
}

static bool less(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)g, (void)count;
  int64_t a, b;
  return smr_builtins_integer(user, args[0], &a) && smr_builtins_integer(user, args[1], &b) && a < b;
}

static SmrClass compute(SmrBuiltins *b, SmrEgraph *g, const SmrClass *args, char op) {
  int64_t x, y, value;
  if (!smr_builtins_integer(b, args[0], &x) || !smr_builtins_integer(b, args[1], &y) ||
      !arithmetic(op, x, y, &value))
    return SMR_NO_CLASS;
  return smr_egraph_add(g, smr_op_integer(smr_egraph_ops(g), value), NULL);
}

static SmrClass add(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return compute(user, g, args, '+');
}

static SmrClass sub(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return compute(user, g, args, '-');
}

static SmrClass mul(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return compute(user, g, args, '*');
}

static SmrClass divide(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return compute(user, g, args, '/');
}

static SmrClass negate(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  int64_t x, value;
  if (!smr_builtins_integer(user, args[0], &x) || !arithmetic('-', 0, x, &value))
    return SMR_NO_CLASS;
  return smr_egraph_add(g, smr_op_integer(smr_egraph_ops(g), value), NULL);
}

void smr_builtins_callbacks(SmrBuiltins *b, SmrCallbacks *callbacks) {
  // Pure: when a class gets its integer, that is a change of its analysis data.
  const SmrCallback all[] = {
      {.name = "is-integer", .condition = is_integer, .arguments = 1},
      {.name = "is-not-zero", .condition = is_not_zero, .arguments = 1},
      {.name = "is-positive", .condition = is_positive, .arguments = 1},
      {.name = "is-power-of-two", .condition = is_power_of_two, .arguments = 1},
      {.name = "less", .condition = less, .arguments = 2},
      {.name = "add", .compute = add, .arguments = 2},
      {.name = "sub", .compute = sub, .arguments = 2},
      {.name = "mul", .compute = mul, .arguments = 2},
      {.name = "div", .compute = divide, .arguments = 2},
      {.name = "neg", .compute = negate, .arguments = 1},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    SmrCallback callback = all[i];
    callback.user = b;
    callback.pure = true;
    smr_vec_push(&callbacks->list, callback);
  }
}
