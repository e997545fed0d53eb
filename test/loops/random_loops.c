//===- random_loops.c - programs of loops by chance ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// All that a program can say, and nothing that goes wrong: indices are variables below the size or
// remainders, local arrays are filled before they are read, steps of parallel loops write their own rows.
//===----------------------------------------------------------------------===//
#include "loops/random_loops.h"
#include "base/vec.h"

typedef struct {
  SmrLoopsBuffer buffer;
  uint32_t rank;
  SmrLoopsIndex sizes[2];
} Array;

typedef struct {
  SmrLoopsProgram *l;
  SmrLoopsType type;
  uint64_t state;
  SmrLoopsIndex m, n;
  Array a, b, v, c;
  SmrLoopsValue alpha;
  SMR_VEC(Array) arrays;            // that may be read
  SMR_VEC(SmrLoopsValue) values;    // numbers in scope
  SMR_VEC(SmrLoopsIndex) variables; // and their counts
  SMR_VEC(SmrLoopsIndex) counts;
  SmrLoopsIndex own; // the variable of the parallel loop around, over m; NULL: none
} Random;

static uint32_t chance(Random *r, uint32_t below) {
  r->state = r->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(r->state >> 33) % below;
}

static SmrLoopsIndex any_integer(Random *r) {
  SmrLoopsIndex sum = smr_loops_int(r->l, chance(r, 9));
  for (uint32_t k = 0; k < r->variables.size; k++)
    if (chance(r, 2))
      sum = smr_loops_add(r->l, sum,
                          smr_loops_mul(r->l, r->variables.data[k], smr_loops_int(r->l, 1 + chance(r, 7))));
  if (!chance(r, 3))
    sum = smr_loops_div(r->l, sum, chance(r, 2) ? smr_loops_int(r->l, 2 + chance(r, 5)) : r->n);
  return sum;
}

static SmrLoopsIndex index_below(Random *r, SmrLoopsIndex size) {
  for (uint32_t k = r->variables.size; k-- > 0;)
    if (r->counts.data[k] == size && chance(r, 3))
      return r->variables.data[k];
  return smr_loops_mod(r->l, any_integer(r), size);
}

static SmrLoopsValue any_value(Random *r, int depth) {
  switch (depth > 0 ? chance(r, 8) : chance(r, 3)) {
  case 0:
    if (r->values.size)
      return r->values.data[chance(r, r->values.size)];
    return r->alpha;
  case 1:
    return smr_loops_constant(r->l, r->type, (double)chance(r, 7) - 3);
  case 2: {
    Array a = r->arrays.data[chance(r, r->arrays.size)];
    SmrLoopsIndex index[2];
    for (uint32_t k = 0; k < a.rank; k++)
      index[k] = index_below(r, a.sizes[k]);
    return smr_loops_load(r->l, r->type, a.buffer, index);
  }
  case 3: { // integers as values, and values as integers
    SmrLoopsIndex at = index_below(r, r->n);
    SmrLoopsValue v = smr_loops_load(r->l, r->type, r->b.buffer, &at), bound = smr_loops_of_index(r->l, at);
    v = smr_loops_arith(r->l, chance(r, 2) ? SMR_LOOPS_LESS : SMR_LOOPS_MIN_NUMBER,
                        smr_loops_convert(r->l, SMR_LOOPS_I64, v), bound);
    at = smr_loops_mod(r->l, smr_loops_to_index(r->l, v), r->n);
    return chance(r, 2) ? smr_loops_load(r->l, r->type, r->b.buffer, &at)
                        : smr_loops_convert(r->l, r->type, v);
  }
  case 4: {
    SmrLoopsValue a = any_value(r, depth - 1), b = any_value(r, depth - 1);
    if (chance(r, 2))
      return smr_loops_convert(r->l, r->type, smr_loops_arith(r->l, SMR_LOOPS_LESS, a, b));
    return smr_loops_arith(r->l, chance(r, 2) ? SMR_LOOPS_ABS : SMR_LOOPS_SQRT, a, a);
  }
  default: {
    SmrLoopsValue a = any_value(r, depth - 1), b = any_value(r, depth - 1);
    return smr_loops_arith(r->l, (SmrLoopsOp)chance(r, 8), a, b);
  }
  }
}

static void store(Random *r, Array to) {
  SmrLoopsIndex index[2];
  SmrLoopsValue value = any_value(r, 2);
  for (uint32_t k = 0; k < to.rank; k++)
    index[k] = r->own && to.buffer == r->c.buffer && !k ? r->own : index_below(r, to.sizes[k]);
  smr_loops_store(r->l, to.buffer, index, value, chance(r, 2));
}

static void statements(Random *r, int depth);

static void enter(Random *r, SmrLoopsIndex variable, SmrLoopsIndex count) {
  smr_vec_push(&r->variables, variable);
  smr_vec_push(&r->counts, count);
}

static void leave(Random *r, uint32_t arrays, uint32_t values) {
  r->variables.size--;
  r->counts.size--;
  r->arrays.size = arrays;
  r->values.size = values;
}

static SmrLoopsIndex any_count(Random *r, SmrLoopsOrder *order) {
  *order = chance(r, 4) ? SMR_LOOPS_SEQUENTIAL : SMR_LOOPS_UNROLLED;
  if (*order == SMR_LOOPS_UNROLLED)
    return smr_loops_int(r->l, chance(r, 4));
  switch (chance(r, 4)) {
  case 0:
    return r->m;
  case 1:
    return r->n;
  case 2:
    return smr_loops_div(r->l, r->n, smr_loops_int(r->l, 4));
  default:
    return smr_loops_int(r->l, chance(r, 5));
  }
}

static void loop(Random *r, int depth) {
  SmrLoopsOrder order;
  SmrLoopsIndex count = any_count(r, &order);
  uint32_t arrays = r->arrays.size, values = r->values.size, carried = chance(r, 3);
  SmrLoopsValue inits[2], inside[2], next[2], results[2];
  for (uint32_t k = 0; k < carried; k++)
    inits[k] = any_value(r, 1);
  enter(r, smr_loops_for_carried(r->l, count, order, carried, inits, inside), count);
  for (uint32_t k = 0; k < carried; k++)
    smr_vec_push(&r->values, inside[k]);
  statements(r, depth - 1);
  for (uint32_t k = 0; k < carried; k++)
    next[k] = chance(r, 4) ? any_value(r, 2) : inside[carried - 1 - k];
  smr_loops_end(r->l, carried, next, results);
  leave(r, arrays, values);
  for (uint32_t k = 0; k < carried; k++)
    smr_vec_push(&r->values, results[k]);
}

static void parallel(Random *r, int depth) {
  uint32_t arrays = r->arrays.size, values = r->values.size;
  r->own = smr_loops_for(r->l, r->m, SMR_LOOPS_PARALLEL);
  enter(r, r->own, r->m);
  statements(r, depth - 1);
  store(r, r->c);
  smr_loops_end(r->l, 0, NULL, NULL);
  leave(r, arrays, values);
  r->own = NULL;
}

static void condition(Random *r, int depth) {
  SmrLoopsTest tests[2];
  uint32_t count = 1 + chance(r, 2), arrays = r->arrays.size, values = r->values.size;
  for (uint32_t k = 0; k < count; k++)
    tests[k] = (SmrLoopsTest){smr_loops_sub(r->l, any_integer(r), smr_loops_int(r->l, 3)),
                              (SmrLoopsCompare)chance(r, 4), any_integer(r)};
  smr_loops_if(r->l, count, tests);
  statements(r, depth - 1);
  SmrLoopsValue value = any_value(r, 1);
  r->arrays.size = arrays, r->values.size = values;
  if (!chance(r, 3)) {
    smr_loops_end(r->l, 0, NULL, NULL);
    return;
  }
  smr_loops_else(r->l, 1, &value);
  statements(r, depth - 1);
  value = any_value(r, 1);
  r->arrays.size = arrays, r->values.size = values;
  smr_loops_end(r->l, 1, &value, &value);
  smr_vec_push(&r->values, value);
}

static void local(Random *r) {
  SmrLoopsIndex size = chance(r, 2) ? r->n : smr_loops_int(r->l, 1 + chance(r, 5));
  if (r->variables.size && chance(r, 2))
    size = smr_loops_add(r->l, size, smr_vec_last(&r->variables));
  Array a = {smr_loops_alloc(r->l, r->type, 1, &size), 1, {size, NULL}};
  uint32_t values = r->values.size, arrays = r->arrays.size;
  SmrLoopsIndex variable = smr_loops_for(r->l, size, SMR_LOOPS_SEQUENTIAL);
  enter(r, variable, size);
  smr_loops_store(r->l, a.buffer, &variable, any_value(r, 2), false);
  smr_loops_end(r->l, 0, NULL, NULL);
  leave(r, arrays, values);
  smr_vec_push(&r->arrays, a);
}

// A matrix product of what is read: integers, so that it is exact.
static void product(Random *r) {
  SmrLoopsIndex sizes[] = {r->m, smr_loops_int(r->l, 8)}, zero = smr_loops_int(r->l, 0),
                one = smr_loops_int(r->l, 1), ld = smr_loops_size(r->l, "ld", 1);
  Array p = {smr_loops_alloc(r->l, r->type, 2, sizes), 2, {sizes[0], sizes[1]}};
  SmrLoopsIndex i = smr_loops_for(r->l, sizes[0], SMR_LOOPS_SEQUENTIAL);
  SmrLoopsIndex j = smr_loops_for(r->l, sizes[1], SMR_LOOPS_SEQUENTIAL), at[] = {i, j};
  smr_loops_store(r->l, p.buffer, at, smr_loops_constant(r->l, r->type, 1), false);
  smr_loops_end(r->l, 0, NULL, NULL);
  smr_loops_end(r->l, 0, NULL, NULL);
  SmrLoopsMatrix c = {p.buffer, zero, sizes[1], one}, a = {r->a.buffer, zero, ld, one};
  SmrLoopsMatrix b = {r->b.buffer, zero, one, chance(r, 2) ? one : zero};
  if (b.column != zero) { // overlapping columns
    SmrLoopsIndex depth = smr_loops_sub(r->l, r->n, smr_loops_int(r->l, 3));
    smr_loops_gemm(r->l, r->type, r->m, smr_loops_int(r->l, 3), depth, smr_loops_constant(r->l, r->type, 2),
                   a, b, 1, c);
  } else if (chance(r, 2)) {
    SmrLoopsMatrix v = {r->v.buffer, zero, smr_loops_int(r->l, 8), one};
    SmrLoopsMatrix vt = {r->v.buffer, zero, one, smr_loops_int(r->l, 8)};
    SmrLoopsMatrix ct = {p.buffer, zero, one, smr_loops_int(r->l, 8)};
    smr_loops_gemm(r->l, r->type, one, smr_loops_int(r->l, 8), r->m, SMR_LOOPS_ONE, v, v, chance(r, 2), c);
    smr_loops_gemm(r->l, r->type, smr_loops_int(r->l, 8), one, r->m, smr_loops_constant(r->l, r->type, -1),
                   vt, v, 1, ct);
  } else {
    smr_loops_gemm(r->l, r->type, r->m, one, r->n, SMR_LOOPS_ONE, a, b, 0, c);
  }
  smr_vec_push(&r->arrays, p);
}

// An operation of linalg.
static void named(Random *r) {
  SmrLoopsIndex sizes[] = {r->m, r->m}, one = smr_loops_int(r->l, 1), zero = smr_loops_int(r->l, 0);
  SmrLoopsNamed what = (SmrLoopsNamed)chance(r, 5);
  if (what == SMR_LOOPS_REDUCE)
    sizes[0] = sizes[1] = one;
  Array p = {smr_loops_alloc(r->l, r->type, 2, sizes), 2, {sizes[0], sizes[1]}};
  SmrLoopsIndex eight = smr_loops_int(r->l, 8), at[2], m = what == SMR_LOOPS_REDUCE ? eight : r->m;
  SmrLoopsMatrix a = {r->v.buffer, zero, one, zero}, b = {r->v.buffer, zero, zero, eight},
                 c = {p.buffer, zero, sizes[1], one};
  SmrLoopsValue sum = smr_loops_constant(r->l, r->type, 0);
  if (what != SMR_LOOPS_REDUCE)
    a.row = eight;
  smr_loops_named(r->l, what, r->type, m, r->m, r->alpha, a, b, c);
  if (what == SMR_LOOPS_REDUCE) {
    SmrLoopsValue inside;
    SmrLoopsIndex i = smr_loops_for_carried(r->l, m, SMR_LOOPS_SEQUENTIAL, 1, &sum, &inside);
    sum = smr_loops_arith(r->l, SMR_LOOPS_ADD, smr_loops_load_flat(r->l, r->type, r->v.buffer, i), inside);
    smr_loops_end(r->l, 1, &sum, &sum);
    smr_loops_store_flat(r->l, p.buffer, zero, sum);
  } else {
    at[0] = smr_loops_for(r->l, r->m, SMR_LOOPS_SEQUENTIAL);
    at[1] = smr_loops_for(r->l, r->m, SMR_LOOPS_SEQUENTIAL);
    SmrLoopsValue x[2];
    for (int k = 0; k < 2; k++)
      x[k] = smr_loops_load_flat(r->l, r->type, r->v.buffer, smr_loops_mul(r->l, at[k], eight));
    smr_loops_store(r->l, p.buffer, at,
                    what == SMR_LOOPS_FILL        ? r->alpha
                    : what == SMR_LOOPS_SUM       ? smr_loops_arith(r->l, SMR_LOOPS_ADD, x[0], x[1])
                    : what == SMR_LOOPS_TRANSPOSE ? x[1]
                                                  : smr_loops_arith(r->l, SMR_LOOPS_MUL, r->alpha, x[0]),
                    false);
    smr_loops_end(r->l, 0, NULL, NULL);
    smr_loops_end(r->l, 0, NULL, NULL);
  }
  smr_loops_end(r->l, 0, NULL, NULL);
  smr_vec_push(&r->arrays, p);
}

// A value that is computed outside of loops that are open.
static void hoisted(Random *r) {
  uint32_t suspended = smr_loops_suspend(r->l, chance(r, smr_loops_depth(r->l) + 1));
  SmrLoopsIndex last = smr_loops_sub(r->l, r->n, smr_loops_int(r->l, 1));
  SmrLoopsValue v = smr_loops_load(r->l, r->type, r->b.buffer, &last);
  smr_vec_push(&r->values, smr_loops_arith(r->l, SMR_LOOPS_ADD, v, r->alpha));
  smr_loops_resume(r->l, suspended);
}

static void vectors(Random *r) {
  SmrLoopsType wide = r->type;
  wide.lanes = chance(r, 2) ? 4 : 8;
  SmrLoopsIndex size = smr_loops_int(r->l, 8);
  Array a = {smr_loops_alloc(r->l, r->type, 1, &size), 1, {size, NULL}};
  SmrLoopsIndex from[] = {index_below(r, r->m), smr_loops_int(r->l, 0)};
  SmrLoopsValue sum = smr_loops_broadcast(r->l, any_value(r, 1), wide.lanes);
  sum = smr_loops_arith(r->l, (SmrLoopsOp)chance(r, 6), sum, smr_loops_load(r->l, wide, r->v.buffer, from));
  SmrLoopsValue inside;
  smr_loops_for_carried(r->l, smr_loops_int(r->l, 2), SMR_LOOPS_SEQUENTIAL, 1, &sum, &inside);
  sum = smr_loops_arith(r->l, SMR_LOOPS_MUL, inside, smr_loops_constant(r->l, wide, 2));
  smr_loops_end(r->l, 1, &sum, &sum);
  for (uint32_t k = 0; k < 8 / wide.lanes; k++) {
    SmrLoopsIndex to = smr_loops_int(r->l, k * wide.lanes);
    smr_loops_store(r->l, a.buffer, &to, sum, false);
  }
  SmrLoopsIndex zero = smr_loops_int(r->l, 0);
  smr_loops_store(r->l, a.buffer, &zero, sum, true);
  smr_vec_push(&r->arrays, a);
}

static void statements(Random *r, int depth) {
  for (uint32_t k = 1 + chance(r, 3); k > 0; k--)
    switch (depth > 0 ? chance(r, 12) : 11) {
    case 0:
    case 1:
    case 2:
      loop(r, depth);
      break;
    case 3:
      condition(r, depth);
      break;
    case 4:
      local(r);
      break;
    case 5:
      vectors(r);
      break;
    case 6:
      if (!r->own && !r->variables.size)
        parallel(r, depth);
      break;
    case 7:
      if (!r->variables.size)
        product(r);
      break;
    case 8:
      if (!r->variables.size)
        named(r);
      break;
    case 9:
      hoisted(r);
      break;
    default:
      store(r, r->c);
    }
}

static Array argument(Random *r, const char *name, uint32_t rank, SmrLoopsIndex rows, SmrLoopsIndex columns,
                      const SmrLoopsIndex *strides, SmrLoopsIndex offset, bool written) {
  Array a = {0, rank, {rows, columns}};
  a.buffer = smr_loops_argument(r->l, name, r->type, rank, a.sizes, strides, offset, written);
  if (!written)
    smr_vec_push(&r->arrays, a);
  return a;
}

SmrLoopsProgram *random_loops(uint64_t seed, SmrLoopsType type) {
  SmrLoopsProgram *l = smr_loops_create();
  Random r = {.l = l, .type = type, .state = seed * 2654435761u + 1};
  r.m = smr_loops_size(l, "m", 1), r.n = smr_loops_size(l, "n", 4);
  SmrLoopsIndex wide[] = {smr_loops_size(l, "ld", 1), smr_loops_int(l, 1)}, two = smr_loops_int(l, 2);
  SmrLoopsIndex spread[] = {smr_loops_mul(l, r.n, two), two};
  r.alpha = smr_loops_number(l, "alpha", type);
  r.a = argument(&r, "A", 2, r.m, r.n, wide, NULL, false);
  r.b = argument(&r, "B", 1, r.n, NULL, NULL, NULL, false);
  r.v = argument(&r, "V", 2, r.m, smr_loops_int(l, 8), NULL, NULL, false);
  r.c = argument(&r, "C", 2, r.m, r.n, spread, smr_loops_int(l, 3), true);
  for (int k = 0; k < 3; k++)
    statements(&r, 3);
  smr_vec_free(&r.arrays);
  smr_vec_free(&r.values);
  smr_vec_free(&r.variables);
  smr_vec_free(&r.counts);
  return l;
}
