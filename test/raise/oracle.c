//===- oracle.c - a function's equations against running it ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "raise/oracle.h"
#include "graph/interp.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "graph/random_graph.h"
#include "raise/eval.h"
#include <stdlib.h>

#define NEVER INT64_C(0x7e3a7e3a7e3a7e3a) // the value of an op that did not run
enum { BYTES = 1 << 14, ORIGIN = 1 << 12, MOST_ARGS = 64 };

SmrEquations *smr_oracle_raise(const SmrGraph *g, SmrNotRaised *why) {
  SmrBlock body = smr_region_block(g, g->body);
  SmrOp last = g->blocks.data[body].last;
  if (g->regions.data[g->body].blocks.size != 1 || last == g->blocks.data[body].first) {
    *why = (SmrNotRaised){SMR_NOT_RAISED_JUMP, last};
    return NULL;
  }
  SmrUses uses = smr_uses_compute(g);
  SmrNest nest = {body, g->blocks.data[body].first, smr_op(g, last)->prev};
  SmrEquations *e = smr_raise(g, &uses, nest, why);
  smr_uses_free(&uses);
  return e;
}

/// All of a call: what it is given, and memory twice.
typedef struct {
  const SmrGraph *g;
  SmrCell args[MOST_ARGS];
  uint32_t count;
  unsigned char *memory[MOST_ARGS], *copy[MOST_ARGS]; // of pointers
  SmrCell *values;                                    // of the graph, after the run
  SmrCell results[8];
  uint32_t result_count;
  struct {
    SmrValue value;
    unsigned char *memory, *copy;
  } globals[MOST_ARGS];
  uint32_t global_count;
} Call;

static void fill(SmrRandom *random, unsigned char *bytes) {
  for (uint32_t k = 0; k < BYTES; k += 8) {
    int64_t x = (int64_t)smr_random_below(random, 1000) - 500;
    memcpy(bytes + k, &x, 8);
  }
}

static void add_global(SmrGraph *g, SmrOp op, void *data) {
  Call *c = ((void **)data)[0];
  SmrInterp *in = ((void **)data)[1];
  SmrRandom *random = ((void **)data)[2];
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
  smr_graph_walk((SmrGraph *)(uintptr_t)c->g, add_global, (void *[]){c, in, &random});
  for (uint32_t k = 0; k < c->count; k++) {
    SmrType type = smr_value_type(c->g, entry->args.data[k]);
    if (type == SMR_PTR) {
      c->memory[k] = smr_xmalloc(BYTES);
      c->copy[k] = smr_xmalloc(BYTES);
      fill(&random, c->memory[k]);
      memcpy(c->copy[k], c->memory[k], BYTES);
      c->args[k].i = smr_interp_memory(in, c->memory[k], BYTES) + ORIGIN;
    } else if (SMR_TYPE_KIND(type) == SMR_T_INT) {
      uint32_t low = integers++ < 3 ? 0 : smr_random_below(&random, 2) * 4;
      c->args[k].i = low + smr_random_below(&random, 6 - low / 2);
    } else if (smr_type_is_float(type)) {
      c->args[k].i = (int64_t)smr_random_below(&random, 9) - 4;
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
  for (uint32_t k = 0; a && k < BYTES; k += 4)
    if (memcmp(a + k, b + k, 4)) {
      snprintf(why, 200, "%s %u differs at byte %d", what, number, (int)k - ORIGIN);
      return false;
    }
  return true;
}

static bool compare(Call *c, const SmrEquations *e, const SmrEval *eval, char why[200]) {
  for (uint32_t k = 0; k < c->count; k++)
    if (!is_equal(c->memory[k], c->copy[k], "argument", k, why))
      return false;
  for (uint32_t k = 0; k < c->global_count; k++)
    if (!is_equal(c->globals[k].memory, c->globals[k].copy, "global", k, why))
      return false;
  SmrOp last = c->g->blocks.data[smr_region_block(c->g, c->g->body)].last;
  for (uint32_t k = 0; k < e->arrays.size; k++)
    for (uint32_t n = 0; e->arrays.data[k].result && n < smr_op(c->g, last)->operand_count && n < 8; n++)
      if (smr_operand(c->g, last, n) == e->arrays.data[k].result &&
          (!eval->results[k].defined || c->results[n].i != eval->results[k].value.i)) {
        snprintf(why, 200, "result %u differs", n);
        return false;
      }
  return true;
}

static SmrOracleVerdict evaluate(Call *c, const SmrEquations *e, char why[200]) {
  SmrArena arena = {0};
  int64_t *integers = smr_arena_alloc(&arena, e->integers.size * sizeof *integers);
  SmrCell *scalars = smr_arena_alloc(&arena, e->scalars.size * sizeof *scalars);
  SmrEvalMemory *memories = smr_arena_alloc(&arena, e->arrays.size * sizeof *memories);
  for (uint32_t k = 1; k < e->integers.size; k++) {
    integers[k] = c->values[e->integers.data[k].value].i;
    if (integers[k] == NEVER && !e->integers.data[k].index) { // where another one that is the same did run
      snprintf(why, 200, "an integer is loaded under a condition");
      smr_arena_destroy(&arena);
      return SMR_ORACLE_SKIPPED;
    }
  }
  for (uint32_t k = 0; k < e->scalars.size; k++)
    scalars[k] = c->values[e->scalars.data[k].value];
  for (uint32_t k = 0; k < e->arrays.size; k++) {
    unsigned char *bytes = e->arrays.data[k].base ? copy_of(c, e->arrays.data[k].base) : NULL;
    memories[k] = (SmrEvalMemory){bytes, -ORIGIN, BYTES};
    if (e->arrays.data[k].base && !bytes) { // (of the function's own, or reached through a pointer in memory)
      snprintf(why, 200, "memory that no argument is");
      smr_arena_destroy(&arena);
      return SMR_ORACLE_SKIPPED;
    }
  }
  SmrEval eval = {.ring = true,
                  .integers = integers,
                  .scalars = scalars,
                  .memories = memories,
                  .results = smr_arena_alloc(&arena, e->arrays.size * sizeof(SmrEvalResult))};
  SmrOracleVerdict verdict = SMR_ORACLE_EQUAL;
  if (!smr_eval_needs(e, integers)) {
    verdict = SMR_ORACLE_NEEDS;
  } else if (!smr_eval(&eval, e)) {
    snprintf(why, 200, "%s", eval.trap);
    verdict = strstr(eval.trap, "integer") ? SMR_ORACLE_SKIPPED : SMR_ORACLE_DIFFERENT;
  } else if (!compare(c, e, &eval, why)) {
    verdict = SMR_ORACLE_DIFFERENT;
  }
  smr_arena_destroy(&arena);
  return verdict;
}

SmrOracleVerdict smr_oracle_run(const SmrGraph *g, const SmrEquations *e, uint64_t seed, char why[200]) {
  Call c = {.g = g};
  SmrInterp in = {.ring = true, .inverses = true};
  smr_interp_init(&in);
  SmrOracleVerdict verdict = SMR_ORACLE_SKIPPED;
  c.values = smr_xcalloc(g->values.size, sizeof *c.values);
  for (uint32_t k = 0; k < g->values.size; k++)
    c.values[k].i = NEVER;
  in.values = c.values;
  if (prepare(&c, &in, seed) && smr_interp_run(&in, g, c.args, c.count, c.results, &c.result_count))
    verdict = evaluate(&c, e, why);
  else
    snprintf(why, 200, "%s", in.trap);
  release(&c);
  smr_interp_free(&in);
  return verdict;
}
