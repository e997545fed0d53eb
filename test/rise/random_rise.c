//===- random_rise.c - typed terms of RISE by chance ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// From the type to a term of it: each primitive that can make such a type may. Accumulators are read in any
// order, so that not all of them can be updated in place.
//===----------------------------------------------------------------------===//
#include "rise/random_rise.h"
#include "base/vec.h"
#include <string.h>

typedef enum { F32, ARRAY, TUPLE, VECTOR } Kind;
typedef struct Type {
  Kind kind;
  uint32_t n;
  const struct Type *a, *b;
} Type;

typedef struct {
  uint32_t name;
  const Type *type;
} Variable;

typedef struct {
  uint64_t state;
  uint32_t names;
  SmrArena arena;
  SMR_VEC(Variable) env;
} Random;

static const Type f32 = {F32, 0, NULL, NULL}, vec4 = {VECTOR, 4, NULL, NULL};

static uint32_t chance(Random *r, uint32_t below) {
  r->state = r->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(r->state >> 33) % below;
}

static const Type *make(Random *r, Kind kind, uint32_t n, const Type *a, const Type *b) {
  Type *t = smr_arena_alloc(&r->arena, sizeof *t);
  *t = (Type){kind, n, a, b};
  return t;
}

static const Type *array(Random *r, uint32_t n, const Type *a) {
  return make(r, ARRAY, n, a, NULL);
}

static bool same(const Type *x, const Type *y) {
  return x->kind == y->kind && x->n == y->n && (!x->a || same(x->a, y->a)) && (!x->b || same(x->b, y->b));
}

static const char *show(Random *r, const Type *t) {
  return t->kind == F32      ? "f32"
         : t->kind == VECTOR ? smr_arena_printf(&r->arena, "(vec %u f32)", t->n)
         : t->kind == TUPLE  ? smr_arena_printf(&r->arena, "(tuple %s %s)", show(r, t->a), show(r, t->b))
                             : smr_arena_printf(&r->arena, "(array %u %s)", t->n, show(r, t->a));
}

static const char *term(Random *r, const Type *t, int depth);

static uint32_t bind(Random *r, const Type *t) {
  smr_vec_push(&r->env, (Variable){++r->names, t});
  return r->names;
}

// A function of one argument.
static const char *function(Random *r, const Type *from, const Type *to, int depth) {
  uint32_t name = bind(r, from);
  const char *body = term(r, to, depth);
  r->env.size--;
  return smr_arena_printf(&r->arena, "(lam (v%u %s) %s)", name, show(r, from), body);
}

static const Type *element(Random *r, int depth) {
  switch (depth > 1 ? chance(r, 6) : 0) {
  case 3:
    return make(r, TUPLE, 0, &f32, &f32);
  case 4:
    return array(r, 2 + chance(r, 3), &f32);
  case 5:
    return &vec4;
  default:
    return &f32;
  }
}

//===--- leaves ---===//

static const char *known(Random *r, const Type *t) {
  uint32_t count = 0, at = 0;
  for (uint32_t i = 0; i < r->env.size; i++)
    count += same(r->env.data[i].type, t);
  if (!count || !chance(r, 12))
    return NULL;
  uint32_t pick = chance(r, 2) ? count : chance(r, count) + 1; // often the last
  while (pick)
    pick -= same(r->env.data[at++].type, t);
  return smr_arena_printf(&r->arena, "v%u", r->env.data[at - 1].name);
}

// A sum over the last array of numbers, a half of the last pair, or a constant.
static const char *reachable_number(Random *r) {
  for (uint32_t i = r->env.size; i-- > 0 && chance(r, 4);) {
    Variable v = r->env.data[i];
    if (v.type->kind == ARRAY && v.type->a->kind == F32)
      return smr_arena_printf(&r->arena, "(app3 (ReduceSeq %u f32 f32) add %u.0 v%u)", v.type->n,
                              chance(r, 2), v.name);
    if (v.type->kind == TUPLE && v.type->a->kind == F32 && v.type->b->kind == F32)
      return smr_arena_printf(&r->arena, "(app (%s f32 f32) v%u)", chance(r, 2) ? "Fst" : "Snd", v.name);
  }
  return smr_arena_printf(&r->arena, "%u.0", chance(r, 3));
}

static const char *of_other(Random *r, const Type *t);

static const char *leaf(Random *r, const Type *t) {
  const char *variable = known(r, t);
  if (variable)
    return variable;
  if (t->kind == F32)
    return reachable_number(r);
  if (t->kind == VECTOR)
    return smr_arena_printf(&r->arena, "(app (VectorFromScalar %u) %s)", t->n, leaf(r, &f32));
  if (t->kind == TUPLE)
    return smr_arena_printf(&r->arena, "(app2 (Pair %s %s) %s %s)", show(r, t->a), show(r, t->b),
                            leaf(r, t->a), leaf(r, t->b));
  const char *other = of_other(r, t);
  return other ? other
               : smr_arena_printf(&r->arena, "(app (Generate %u %s) (lam (v%u (index %u)) %s))", t->n,
                                  show(r, t->a), ++r->names, t->n, leaf(r, t->a));
}

// A map of an array in reach of that length.
static const char *of_other(Random *r, const Type *t) {
  for (uint32_t i = r->env.size; i-- > 0;) {
    Variable v = r->env.data[i];
    if (v.type->kind != ARRAY || v.type->n != t->n)
      continue;
    uint32_t name = bind(r, v.type->a);
    const char *body = leaf(r, t->a);
    r->env.size--;
    return smr_arena_printf(&r->arena, "(app2 (Map %u %s %s) (lam (v%u %s) %s) v%u)", t->n,
                            show(r, v.type->a), show(r, t->a), name, show(r, v.type->a), body, v.name);
  }
  return NULL;
}

//===--- reductions ---===//

// The next accumulator from one of numbers: element by element with others; in another order; or anything.
static const char *next(Random *r, const Type *t, uint32_t acc, int depth) {
  if (t->kind != ARRAY || t->a->kind != F32 || !chance(r, 3))
    return term(r, t, depth);
  const char *read = smr_arena_printf(&r->arena, "v%u", acc);
  if (t->n % 2 == 0 && chance(r, 2))
    read = smr_arena_printf(&r->arena,
                            "(app (Join 2 %u f32) (app (Transpose %u 2 f32) (app (Split %u 2 f32) %s)))",
                            t->n / 2, t->n / 2, t->n / 2, read);
  return smr_arena_printf(
      &r->arena,
      "(app2 (Map %u (tuple f32 f32) f32) (lam (z (tuple f32 f32)) (app2 %s (app (Fst f32 f32) z) (app (Snd "
      "f32 f32) z))) (app2 (Zip %u f32 f32) %s %s))",
      t->n, chance(r, 3) ? "add" : "mul", t->n, read, term(r, t, depth - 1));
}

static const char *reduction(Random *r, const Type *t, int depth) {
  static const char *const names[] = {"reduce", "reduceSeq", "reduceSeqUnroll"};
  const Type *a = element(r, depth), *xs = array(r, 1 + chance(r, 4), a);
  uint32_t acc = bind(r, t), y = bind(r, a);
  const char *step = next(r, t, acc, depth - 1);
  r->env.size -= 2;
  const char *b = show(r, t), *of = show(r, a);
  return smr_arena_printf(
      &r->arena,
      "(app3 (%s (!quote (fn (fn %s (fn %s %s)) (fn %s (fn %s %s))))) (lam (v%u %s) (lam (v%u %s) %s)) %s "
      "%s)",
      names[chance(r, 3)], b, of, b, b, show(r, xs), b, acc, b, y, of, step, term(r, t, depth - 1),
      term(r, xs, depth - 1));
}

static const char *named(Random *r, const Type *t, int depth) {
  const Type *a = array(r, 2 + chance(r, 3), element(r, depth));
  const char *x = term(r, a, depth - 1), *of = show(r, a), *to = show(r, t);
  if (chance(r, 2))
    x = smr_arena_printf(&r->arena, "(app (toMem (!quote (fn %s %s))) %s)", of, of, x);
  const char *f = function(r, a, t, depth - 1);
  return chance(r, 2) ? smr_arena_printf(&r->arena, "(app %s %s)", f, x)
                      : smr_arena_printf(&r->arena, "(app2 (let (!quote (fn %s (fn (fn %s %s) %s)))) %s %s)",
                                         of, of, to, to, x, f);
}

//===--- by type ---===//

static const char *number(Random *r, int depth) {
  const Type *pair = make(r, TUPLE, 0, &f32, &f32);
  switch (chance(r, 6)) {
  case 0:
    return smr_arena_printf(&r->arena, "(app (%s f32 f32) %s)", chance(r, 2) ? "Fst" : "Snd",
                            term(r, pair, depth - 1));
  case 1:
  case 2:
    return reduction(r, &f32, depth);
  case 3:
    return named(r, &f32, depth);
  default:
    return smr_arena_printf(&r->arena, "(app2 %s %s %s)", chance(r, 2) ? "add" : "mul",
                            term(r, &f32, depth - 1), term(r, &f32, depth - 1));
  }
}

static const char *vector(Random *r, const Type *t, int depth) {
  const char *of = show(r, t);
  switch (chance(r, 4)) {
  case 0:
    return smr_arena_printf(&r->arena, "(app (VectorFromScalar %u) %s)", t->n, term(r, &f32, depth - 1));
  case 1:
    return reduction(r, t, depth);
  case 2:
    return smr_arena_printf(
        &r->arena, "(app2 (Vectorise %u f32 f32) (lam (v%u f32) (app2 add v%u (app2 mul v%u 2.0))) %s)", t->n,
        r->names + 1, r->names + 1, r->names + 1, (r->names++, term(r, t, depth - 1)));
  default:
    return smr_arena_printf(&r->arena, "(app2 (%s (!quote (fn %s (fn %s %s)))) %s %s)",
                            chance(r, 2) ? "addVec" : "mulVec", of, of, of, term(r, t, depth - 1),
                            term(r, t, depth - 1));
  }
}

static const char *mapped(Random *r, const Type *t, int depth) {
  static const char *const names[] = {"map", "mapSeq", "mapPar", "map"};
  const Type *a = element(r, depth), *xs = array(r, t->n, a);
  const char *of = show(r, a), *to = show(r, t->a), *name = names[chance(r, 4)];
  const char *f = function(r, a, t->a, depth - 1);
  return smr_arena_printf(&r->arena, "(app2 (%s (!quote (fn (fn %s %s) (fn %s %s)))) %s %s)", name, of, to,
                          show(r, xs), show(r, t), f, term(r, xs, depth - 1));
}

static const char *rows(Random *r, const Type *t, int depth) {
  const Type *inner = t->a->a;
  const char *of = show(r, inner);
  switch (chance(r, 3)) {
  case 0:
    return smr_arena_printf(&r->arena, "(app (Transpose %u %u %s) %s)", t->a->n, t->n, of,
                            term(r, array(r, t->a->n, array(r, t->n, inner)), depth - 1));
  case 1:
    return smr_arena_printf(&r->arena, "(app (Split %u %u %s) %s)", t->n, t->a->n, of,
                            term(r, array(r, t->n * t->a->n, inner), depth - 1));
  default:
    return smr_arena_printf(&r->arena, "(app (Slide %u %u %s) %s)", t->n, t->a->n, of,
                            term(r, array(r, t->n + t->a->n - 1, inner), depth - 1));
  }
}

static const char *pairs(Random *r, const Type *t, int depth) {
  const Type *a = t->a->a, *b = t->a->b;
  return smr_arena_printf(&r->arena, "(app2 (Zip %u %s %s) %s %s)", t->n, show(r, a), show(r, b),
                          term(r, array(r, t->n, a), depth - 1), term(r, array(r, t->n, b), depth - 1));
}

static const char *halves(Random *r, const Type *t, int depth) {
  const Type *pair = make(r, TUPLE, 0, t->a, &f32), *all = array(r, t->n, pair);
  return smr_arena_printf(&r->arena, "(app (Fst %s (array %u f32)) (app (Unzip %u %s f32) %s))", show(r, t),
                          t->n, t->n, show(r, t->a), term(r, all, depth - 1));
}

static const char *elements(Random *r, const Type *t, int depth) {
  switch (chance(r, 9)) {
  case 0:
    return reduction(r, t, depth);
  case 1:
    return named(r, t, depth);
  case 2:
    return halves(r, t, depth);
  case 3:
    if (t->n % 2 == 0)
      return smr_arena_printf(&r->arena, "(app (Join %u 2 %s) %s)", t->n / 2, show(r, t->a),
                              term(r, array(r, t->n / 2, array(r, 2, t->a)), depth - 1));
    break;
  case 4:
    if (t->a->kind == F32 && t->n % 4 == 0)
      return smr_arena_printf(&r->arena, "(app (AsScalar %u 4) %s)", t->n / 4,
                              term(r, array(r, t->n / 4, &vec4), depth - 1));
    break;
  case 5:
  case 6:
    if (t->a->kind == ARRAY)
      return rows(r, t, depth);
    if (t->a->kind == TUPLE)
      return pairs(r, t, depth);
    if (t->a->kind == VECTOR)
      return smr_arena_printf(&r->arena, "(app (AsVector %u 4) %s)", t->n,
                              term(r, array(r, t->n * 4, &f32), depth - 1));
    break;
  default:
    break;
  }
  return mapped(r, t, depth);
}

static const char *term(Random *r, const Type *t, int depth) {
  if (depth <= 0 || !chance(r, 9))
    return leaf(r, t);
  switch (t->kind) {
  case F32:
    return number(r, depth);
  case VECTOR:
    return vector(r, t, depth);
  case TUPLE:
    return chance(r, 4) ? smr_arena_printf(&r->arena, "(app2 (Pair %s %s) %s %s)", show(r, t->a),
                                           show(r, t->b), term(r, t->a, depth - 1), term(r, t->b, depth - 1))
                        : reduction(r, t, depth);
  default:
    return elements(r, t, depth);
  }
}

void random_rise(uint64_t seed, SmrStr *out) {
  Random r = {.state = seed * 2654435761u + 1};
  static const uint32_t lengths[] = {2, 3, 4, 8};
  uint32_t n = lengths[chance(&r, 4)], m = 2 + chance(&r, 3);
  const Type *pair = make(&r, TUPLE, 0, &f32, &f32);
  const Type *parameters[] = {array(&r, n, &f32), array(&r, m, array(&r, n, &f32)), array(&r, n, pair), &f32,
                              pair};
  const Type *results[] = {array(&r, n, &f32),
                           array(&r, m, array(&r, n, &f32)),
                           array(&r, n, pair),
                           array(&r, m, &vec4),
                           &f32,
                           array(&r, n, array(&r, m, array(&r, 2, &f32)))};
  const Type *result = results[chance(&r, 6)];
  uint32_t names[5];
  for (int k = 0; k < 5; k++)
    names[k] = bind(&r, parameters[k]);
  const char *body = term(&r, result, 5);
  for (int k = 5; k-- > 0;)
    body = smr_arena_printf(&r.arena, "(lam (v%u %s) %s)", names[k], show(&r, parameters[k]), body);
  smr_str_puts(out, body);
  smr_arena_destroy(&r.arena);
  smr_vec_free(&r.env);
}
