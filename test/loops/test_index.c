//===- test_index.c - integers in normal form beside arithmetic ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Formulas by chance over sizes and loop variables, as trees and as polynomials: under all that sizes and
// variables may be, the polynomial is what the tree is, between its bounds, and a <= b where that is known.
//===----------------------------------------------------------------------===//
#include "loops/internal.h"
#include "test.h"

enum { SIZES = 3, VARIABLES = 4, FORMULAS = 6, NODES = 4096 };

typedef enum { NUMBER, SIZE, VARIABLE, ADD, SUB, MUL, DIV, MOD } Kind;
typedef struct Tree {
  Kind kind;
  int64_t number;
  uint32_t of;
  const struct Tree *a, *b;
} Tree;

typedef struct {
  uint64_t state;
  SmrLoopsProgram *l;
  SmrLoopsIndex sizes[SIZES], variables[VARIABLES];
  const Tree *counts[VARIABLES]; // how often each variable's loop runs
  uint32_t variable_count;
  int64_t size[SIZES], variable[VARIABLES]; // what they are now
  Tree nodes[NODES];
  uint32_t used;
} Random;

static uint32_t below(Random *r, uint32_t n) {
  r->state = r->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(r->state >> 33) % n;
}

static const Tree *node(Random *r, Tree tree) {
  assert_true(r->used < NODES);
  r->nodes[r->used] = tree;
  return &r->nodes[r->used++];
}

static const Tree *a_size(Random *r) {
  return node(r, (Tree){.kind = SIZE, .of = below(r, SIZES)});
}

static const Tree *number(Random *r, int64_t value) {
  return node(r, (Tree){.kind = NUMBER, .number = value});
}

/// What divides: a number, a size, a size and some.
static const Tree *divisor(Random *r) {
  switch (below(r, 4)) {
  case 0:
    return a_size(r);
  case 1: {
    const Tree *size = a_size(r);
    return node(r, (Tree){.kind = ADD, .a = size, .b = number(r, 1 + below(r, 4))});
  }
  default:
    return number(r, below(r, 5) ? 1 + below(r, 6) : 32);
  }
}

static const Tree *formula(Random *r, uint32_t depth) {
  Kind kind = below(r, depth ? MOD + 1 : ADD);
  if (kind == NUMBER)
    return number(r, below(r, 5) ? (int64_t)below(r, 9) - 2 : 32);
  if (kind == SIZE || (kind == VARIABLE && !r->variable_count))
    return a_size(r);
  if (kind == VARIABLE)
    return node(r, (Tree){.kind = VARIABLE, .of = below(r, r->variable_count)});
  const Tree *a = formula(r, depth - 1);
  return node(r, (Tree){.kind = kind, .a = a, .b = kind >= DIV ? divisor(r) : formula(r, depth - 1)});
}

static int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b < 0);
}

/// False: something is divided by what is not positive.
static bool value(const Random *r, const Tree *t, int64_t *out) {
  int64_t a = 0, b = 0;
  if (t->a && (!value(r, t->a, &a) || !value(r, t->b, &b)))
    return false;
  if (t->kind >= DIV && b <= 0)
    return false;
  switch (t->kind) {
  case NUMBER:
    return *out = t->number, true;
  case SIZE:
    return *out = r->size[t->of], true;
  case VARIABLE:
    return *out = r->variable[t->of], true;
  case ADD:
    return *out = a + b, true;
  case SUB:
    return *out = a - b, true;
  case MUL:
    return *out = a * b, true;
  case DIV:
    return *out = floor_div(a, b), true;
  default:
    return *out = a - b * floor_div(a, b), true;
  }
}

static SmrLoopsIndex build(Random *r, const Tree *t) {
  static SmrLoopsIndex (*const how[])(SmrLoopsProgram *, SmrLoopsIndex,
                                      SmrLoopsIndex) = {[ADD] = smr_loops_add,
                                                        [SUB] = smr_loops_sub,
                                                        [MUL] = smr_loops_mul,
                                                        [DIV] = smr_loops_div,
                                                        [MOD] = smr_loops_mod};
  switch (t->kind) {
  case NUMBER:
    return smr_loops_int(r->l, t->number);
  case SIZE:
    return r->sizes[t->of];
  case VARIABLE:
    return r->variables[t->of];
  default: {
    SmrLoopsIndex a = build(r, t->a);
    return how[t->kind](r->l, a, build(r, t->b));
  }
  }
}

static int64_t polynomial(const Random *r, SmrLoopsIndex p) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < p->count; i++) {
    int64_t product = p->terms[i].coef;
    for (uint32_t k = 0; k < p->terms[i].degree; k++) {
      const SmrLoopsAtom *atom = &r->l->atoms.data[p->terms[i].leaves[k]];
      if (atom->kind == SMR_LOOPS_ATOM_SIZE) {
        product *= r->size[atom->of] / r->l->sizes.data[atom->of].divisor;
      } else if (atom->kind == SMR_LOOPS_ATOM_VARIABLE) {
        product *= r->variable[atom->of];
      } else {
        int64_t by = polynomial(r, atom->by);
        product *= by > 0 ? floor_div(polynomial(r, atom->over), by) : 0;
      }
    }
    sum += product;
  }
  return sum;
}

/// Sizes from 0 to 6 (or 24 by fours), variables of loops that run. False: one does not.
static bool choose(Random *r) {
  for (uint32_t k = 0; k < SIZES; k++)
    r->size[k] = (int64_t)below(r, 7) * (k == 1 ? 4 : 1);
  for (uint32_t k = 0; k < r->variable_count; k++) {
    int64_t count;
    if (!value(r, r->counts[k], &count) || count <= 0 || count > 100000)
      return false;
    r->variable[k] = below(r, 3) ? below(r, (uint32_t)count) : below(r, 2) ? count - 1 : 0;
  }
  return true;
}

typedef struct {
  const Tree *tree;
  SmrLoopsIndex p, least, greatest;
  int64_t value;
  bool has_value;
} Formula;

static void show(const Random *r, uint64_t seed, const char *what, const Formula *f, const Formula *other) {
  SmrStr text = {0};
  smr_loops_index_dump(r->l, f->p, &text);
  smr_str_puts(&text, " and ");
  smr_loops_index_dump(r->l, other->p, &text);
  fail_msg("seed %llu, %s: %s; %lld and %lld with n = %lld, m = %lld, k = %lld", (unsigned long long)seed,
           what, smr_str_get(&text), (long long)f->value, (long long)other->value, (long long)r->size[0],
           (long long)r->size[1], (long long)r->size[2]);
}

static void compare(Random *r, uint64_t seed, Formula *f, bool known[FORMULAS][FORMULAS],
                    uint32_t tested[2]) {
  for (uint32_t i = 0; i < FORMULAS; i++)
    f[i].has_value = value(r, f[i].tree, &f[i].value);
  for (uint32_t i = 0; i < FORMULAS; i++) {
    if (!f[i].has_value)
      continue;
    tested[0]++;
    if (polynomial(r, f[i].p) != f[i].value)
      show(r, seed, "value", &f[i], &f[i]);
    if (polynomial(r, f[i].least) > f[i].value || polynomial(r, f[i].greatest) < f[i].value)
      show(r, seed, "bounds", &f[i], &f[i]);
    for (uint32_t k = 0; k < FORMULAS; k++) {
      if (!f[k].has_value || !known[i][k])
        continue;
      tested[1]++;
      if (f[i].value > f[k].value)
        show(r, seed, "known to be at most", &f[i], &f[k]);
    }
  }
}

static void one_program(uint64_t seed, uint32_t tested[2]) {
  static Random r;
  r = (Random){.state = seed * 0x9E3779B97F4A7C15u + 7, .l = smr_loops_create()};
  r.sizes[0] = smr_loops_size(r.l, "n", 1);
  r.sizes[1] = smr_loops_size(r.l, "m", 4);
  r.sizes[2] = smr_loops_size(r.l, "k", 1);
  for (uint32_t wanted = below(&r, VARIABLES + 1); r.variable_count < wanted; r.variable_count++) {
    const Tree *count = r.counts[r.variable_count] = formula(&r, below(&r, 3));
    r.variables[r.variable_count] = smr_loops_variable(r.l, build(&r, count));
  }
  Formula f[FORMULAS];
  bool known[FORMULAS][FORMULAS];
  for (uint32_t i = 0; i < FORMULAS; i++) {
    f[i].tree = formula(&r, 1 + below(&r, 3));
    f[i].p = build(&r, f[i].tree);
    f[i].least = smr_loops_least(r.l, f[i].p);
    f[i].greatest = smr_loops_greatest(r.l, f[i].p);
  }
  for (uint32_t i = 0; i < FORMULAS * FORMULAS; i++)
    known[i / FORMULAS][i % FORMULAS] = smr_loops_known_le(r.l, f[i / FORMULAS].p, f[i % FORMULAS].p);
  for (uint32_t round = 0; round < 60 && !r.l->error; round++)
    if (choose(&r))
      compare(&r, seed, f, known, tested);
  smr_loops_destroy(r.l);
}

TEST(test_indices) {
  uint32_t tested[2] = {0};
  for (uint64_t seed = 1; seed <= test_rounds(4000); seed++)
    one_program(seed + test_seed(), tested);
  assert_by_chance(tested[0] > test_rounds(400000) && tested[1] > test_rounds(400000));
}
