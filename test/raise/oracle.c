//===- oracle.c - nests' equations against running them -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "raise/oracle.h"
#include "cover/lift.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "graph/random_graph.h"
#include "graph/ring.h"
#include "raise/eval.h"
#include <stdlib.h>

#define NEVER INT64_C(0x7e3a7e3a7e3a7e3a) // the value of an op that did not run
enum { BYTES = 1 << 14, ORIGIN = 1 << 12, MOST_ARGS = 64, FEW_SEEDS = 15 };

/// All of a call: what it is given, and memory twice.
typedef struct {
  const SmrGraph *g;
  const SmrInterp *in;
  SmrCell args[MOST_ARGS];
  uint32_t count;
  unsigned char *memory[MOST_ARGS], *copy[MOST_ARGS]; // of pointers
  SmrCell *values;                                    // of the graph, after the run
  struct {
    SmrValue value;
    unsigned char *memory, *copy;
  } globals[MOST_ARGS];
  uint32_t global_count;
  const SmrRaisedNests *nests;
  SmrOracleVerdict *verdicts; // of the nests
  uint32_t inside;            // number + 1 of the nest that runs
  uint32_t entered;           // how often nests were
  SmrArena arena;
  SmrEvalResult *expected; // its results
  char *why;
} Call;

static void fill(SmrRandom *random, unsigned char *bytes) {
  for (uint32_t k = 0; k < BYTES; k += 8) {
    int64_t x = (int64_t)smr_random_below(random, 1000) - 500;
    memcpy(bytes + k, &x, 8);
  }
}

/// Of integers that programs load.
static void fill_sizes(SmrRandom *random, unsigned char *bytes) {
  for (uint32_t k = 0; k < BYTES; k += 4) {
    int32_t x = (int32_t)smr_random_below(random, 7) - 1;
    memcpy(bytes + k, &x, 4);
  }
}

static bool is_named(const SmrGraph *g, SmrValue value, const char *name) {
  SmrSym symbol = smr_value_data(g, value)->name;
  return symbol && smr_equal(smr_intern_text(g->symbols, symbol), name);
}

static void add_global(Call *c, SmrOp op, SmrInterp *in, SmrRandom *random) {
  const SmrGraph *g = c->g;
  if (smr_op(g, op)->code != SMR_OP_GLOBAL || c->global_count == MOST_ARGS)
    return;
  unsigned char *memory = smr_xmalloc(BYTES), *copy = smr_xmalloc(BYTES);
  fill(random, memory);
  memcpy(copy, memory, BYTES);
  smr_interp_global(in, smr_intern_text(g->symbols, smr_op(g, op)->name),
                    smr_interp_memory(in, memory, BYTES) + ORIGIN);
  c->globals[c->global_count].value = smr_result(g, op, 0);
  c->globals[c->global_count].memory = memory;
  c->globals[c->global_count++].copy = copy;
}

static bool prepare(Call *c, SmrInterp *in, uint64_t seed) {
  SmrRandom random = {seed};
  const SmrBlockData *entry = &c->g->blocks.data[smr_region_block(c->g, c->g->body)];
  c->count = entry->args.size;
  if (c->count > MOST_ARGS)
    return false;
  uint32_t integers = 0;
  for (SmrOp op = 0; (op = smr_next_op(c->g, op, 0));)
    add_global(c, op, in, &random);
  for (uint32_t k = 0; k < c->count; k++) {
    SmrType type = smr_value_type(c->g, entry->args.data[k]);
    if (type == SMR_PTR) {
      c->memory[k] = smr_xmalloc(BYTES);
      c->copy[k] = smr_xmalloc(BYTES);
      (is_named(c->g, entry->args.data[k], "sizes") ? fill_sizes : fill)(&random, c->memory[k]);
      memcpy(c->copy[k], c->memory[k], BYTES);
      c->args[k].i = smr_interp_memory(in, c->memory[k], BYTES) + ORIGIN;
    } else if (SMR_TYPE_KIND(type) == SMR_T_INT) {
      uint32_t low = integers++ < 3 ? 0 : smr_random_below(&random, 2) * 4;
      c->args[k].i = low + smr_random_below(&random, 6 - low / 2);
      if (seed > FEW_SEEDS && smr_random_below(&random, 12) == 0)
        c->args[k].i = -c->args[k].i;
    } else if (smr_type_is_number(type)) {
      c->args[k].i = (int64_t)smr_random_below(&random, 9) - 4;
      if (smr_type_is_complex(type))
        c->args[k].im.i = (int64_t)smr_random_below(&random, 9) - 4;
    } else {
      return false;
    }
  }
  return true;
}

static void release(Call *c) {
  for (uint32_t k = 0; k < c->count; k++) {
    free(c->memory[k]);
    free(c->copy[k]);
  }
  for (uint32_t k = 0; k < c->global_count; k++) {
    free(c->globals[k].memory);
    free(c->globals[k].copy);
  }
  free(c->values);
}

/// What stands for the base's memory, by the equations' array.
static unsigned char *copy_of(Call *c, SmrValue base) {
  const SmrBlockData *entry = &c->g->blocks.data[smr_region_block(c->g, c->g->body)];
  for (uint32_t k = 0; k < c->count; k++)
    if (smr_value(c->g, entry->args.data[k]) == base && c->copy[k])
      return c->copy[k];
  for (uint32_t k = 0; k < c->global_count; k++)
    if (c->globals[k].value == base)
      return c->globals[k].copy;
  return NULL;
}

static bool is_equal(const unsigned char *a, const unsigned char *b, const char *what, uint32_t number,
                     char why[200]) {
  if (!a || !memcmp(a, b, BYTES))
    return true;
  for (uint32_t k = 0; k < BYTES; k += 4)
    if (memcmp(a + k, b + k, 4)) {
      snprintf(why, 200, "%s %u differs at byte %d", what, number, (int)k - ORIGIN);
      return false;
    }
  return true;
}

static void judge(Call *c, uint32_t nest, SmrOracleVerdict verdict) {
  if (verdict > c->verdicts[nest])
    c->verdicts[nest] = verdict;
}

static bool compare(Call *c, const SmrEquations *e) {
  for (uint32_t k = 0; k < c->count; k++)
    if (!is_equal(c->memory[k], c->copy[k], "argument", k, c->why))
      return false;
  for (uint32_t k = 0; k < c->global_count; k++)
    if (!is_equal(c->globals[k].memory, c->globals[k].copy, "global", k, c->why))
      return false;
  for (uint32_t k = 0; k < e->arrays.size; k++)
    if (e->arrays.data[k].result &&
        (!c->expected[k].defined || c->expected[k].value.i != c->values[e->arrays.data[k].result].i ||
         c->expected[k].value.im.i != c->values[e->arrays.data[k].result].im.i)) {
      snprintf(c->why, 200, "result %s differs", smr_intern_text(e->symbols, e->arrays.data[k].name));
      return false;
    }
  return true;
}

/// What the equations need to know at this moment; false when they need something that never ran, or memory
/// of the function's own.
static bool set_values(Call *c, const SmrEquations *e, int64_t *integers, SmrCell *scalars,
                       SmrEvalMemory *memories) {
  for (uint32_t k = 1; k < e->integers.size; k++) {
    integers[k] = c->values[e->integers.data[k].value].i;
    if (integers[k] == NEVER && !e->integers.data[k].index)
      return false;
  }
  for (uint32_t k = 0; k < e->scalars.size; k++)
    scalars[k] = c->values[e->scalars.data[k].value];
  for (uint32_t k = 0; k < e->arrays.size; k++) {
    unsigned char *bytes = e->arrays.data[k].base ? copy_of(c, e->arrays.data[k].base) : NULL;
    memories[k] = (SmrEvalMemory){bytes, -ORIGIN, BYTES};
    if (e->arrays.data[k].base && !bytes)
      return false;
  }
  return true;
}

static SmrOracleVerdict evaluate(Call *c, const SmrEquations *e) {
  int64_t *integers = smr_arena_alloc(&c->arena, e->integers.size * sizeof *integers);
  SmrCell *scalars = smr_arena_alloc(&c->arena, e->scalars.size * sizeof *scalars);
  SmrEvalMemory *memories = smr_arena_alloc(&c->arena, e->arrays.size * sizeof *memories);
  c->expected = smr_arena_alloc(&c->arena, e->arrays.size * sizeof *c->expected);
  if (!set_values(c, e, integers, scalars, memories))
    return SMR_ORACLE_SKIPPED;
  SmrEval eval = {.numbers = &smr_ring_inverses,
                  .integers = integers,
                  .scalars = scalars,
                  .memories = memories,
                  .results = c->expected};
  if (!smr_eval_needs(e, integers))
    return SMR_ORACLE_NEEDS;
  if (smr_eval(&eval, e))
    return SMR_ORACLE_EQUAL;
  if (strstr(eval.trap, "is no integer") || strstr(eval.trap, "too many points") ||
      (c->in->wild && strstr(eval.trap, "is outside of the memory")))
    return SMR_ORACLE_SKIPPED;
  snprintf(c->why, 200, "%s", eval.trap);
  return SMR_ORACLE_DIFFERENT;
}

/// Is the value made by an op of the nest?
static bool made_inside(const SmrGraph *g, SmrNest nest, SmrValue value) {
  SmrOp op = smr_def(g, value);
  while (op && smr_op(g, op)->block != nest.block)
    op = smr_parent(g, op);
  return op && !smr_before(g, op, nest.first) && !smr_before(g, nest.last, op);
}

static void enter(Call *c, uint32_t nest) {
  const SmrEquations *e = c->nests->data[nest].equations;
  for (uint32_t k = 0; k < c->count; k++)
    if (c->copy[k])
      memcpy(c->copy[k], c->memory[k], BYTES);
  for (uint32_t k = 0; k < c->global_count; k++)
    memcpy(c->globals[k].copy, c->globals[k].memory, BYTES);
  for (uint32_t k = 1; k < e->integers.size; k++) // (of an earlier time)
    if (made_inside(c->g, c->nests->data[nest].nest, e->integers.data[k].value))
      c->values[e->integers.data[k].value].i = NEVER;
  c->inside = nest + 1;
}

/// Evaluated only now: some of the integers are computed in the nest.
static void leave(Call *c) {
  uint32_t nest = c->inside - 1;
  const SmrEquations *e = c->nests->data[nest].equations;
  c->inside = 0;
  c->entered++;
  SmrOracleVerdict verdict = evaluate(c, e);
  judge(c, nest, verdict == SMR_ORACLE_EQUAL && !compare(c, e) ? SMR_ORACLE_DIFFERENT : verdict);
}

static bool run_op(SmrInterp *in, SmrOp op, void *host) {
  enum { MOST = 64 }; // a nest in loops is entered thousands of times: the first ones tell
  Call *c = host;
  for (uint32_t k = 0; k < c->nests->size && !c->inside && c->entered < MOST; k++)
    if (c->nests->data[k].equations && c->nests->data[k].nest.first == op)
      enter(c, k);
  if (!smr_interp_op(in, op))
    return false;
  if (c->inside && c->nests->data[c->inside - 1].nest.last == op)
    leave(c);
  return true;
}

SmrOracleVerdict smr_oracle_run(const SmrGraph *g, const SmrRaisedNests *nests, uint64_t seed,
                                SmrOracleVerdict *verdicts, char why[200]) {
  SmrInterp in = {.run = run_op, .numbers = &smr_ring_inverses};
  Call c = {.g = g, .in = &in, .nests = nests, .why = why};
  in.host = &c;
  SmrOracleVerdict worst = SMR_ORACLE_SKIPPED;
  c.values = smr_xcalloc(g->values.size, sizeof *c.values);
  c.verdicts = smr_xcalloc(nests->size + 1, sizeof *c.verdicts);
  for (uint32_t k = 0; k < g->values.size; k++)
    c.values[k].i = NEVER;
  in.values = c.values;
  if (!prepare(&c, &in, seed) || !smr_interp_run(&in, g, c.args, c.count))
    snprintf(why, 200, "%s", c.why[0] ? c.why : in.trap);
  for (uint32_t k = 0; k < nests->size; k++) {
    worst = c.verdicts[k] > worst ? c.verdicts[k] : worst;
    if (verdicts)
      verdicts[k] = c.verdicts[k];
  }
  free(c.verdicts);
  smr_arena_destroy(&c.arena);
  release(&c);
  smr_interp_free(&in);
  return worst;
}

uint32_t smr_oracle_lift(const SmrGraph *g, SmrRaisedNests *nests) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < nests->size; k++) {
    SmrRaisedNest *one = &nests->data[k], outer = *one;
    for (uint32_t levels = SMR_LIFT_MOST; levels && one->equations; levels--) {
      SmrEquations *lifted = smr_lift(g, one->nest, one->equations, levels, &outer.nest);
      if (!lifted)
        continue;
      smr_equations_destroy(one->equations);
      one->equations = lifted, one->nest = outer.nest;
      ++count;
      break;
    }
  }
  return count;
}
