//===- bench_normalize.c - how smr_normalize's time grows ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// bench_normalize [shape [largest]]: makes graphs of 10^3 .. `largest` (10^6) ops in each shape and prints a
// table of times. The time per op should stay nearly the same down each shape.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ARRAYS = 8, LEVELS = 60 };

typedef struct {
  SmrGraph *g;
  SmrBlock block;
  SmrValue arrays[ARRAYS], n, x, zero, one, eight;
  uint64_t random;
} Gen;

static uint32_t below(Gen *s, uint32_t n) {
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(s->random >> 33) % n;
}

static SmrValue op(Gen *s, SmrOpcode code, SmrType type, SmrValue a, SmrValue b) {
  SmrValue operands[2] = {a, b};
  return smr_build(s->g, s->block, 0, code, type, operands, b ? 2 : 1, 0);
}

static void store(Gen *s, SmrValue value, SmrValue ptr) {
  SmrValue operands[2] = {value, ptr};
  smr_op_append(s->g, s->block, smr_op_create(s->g, SMR_OP_STORE, operands, 2, NULL, 0, 0));
}

static void end(Gen *s, SmrOpcode code) {
  smr_op_append(s->g, s->block, smr_op_create(s->g, code, NULL, 0, NULL, 0, 0));
}

static SmrValue element(Gen *s, SmrValue array, SmrValue i, SmrValue j) {
  SmrValue index = j ? op(s, SMR_OP_ADD, SMR_I64, op(s, SMR_OP_MUL, SMR_I64, j, s->n), i) : i;
  return op(s, SMR_OP_ADDR, SMR_PTR, array, op(s, SMR_OP_MUL, SMR_I64, index, s->eight));
}

/// Opens `for 1 .. n`; returns the induction variable from zero. Close with close_for.
static SmrValue open_for(Gen *s, SmrBlock *outer) {
  SmrValue operands[3] = {s->one, s->n, s->one};
  SmrOp loop = smr_op_create(s->g, SMR_OP_FOR, operands, 3, NULL, 0, 1);
  smr_op(s->g, loop)->flags = SMR_F_INCLUSIVE;
  smr_op_append(s->g, s->block, loop);
  *outer = s->block;
  s->block = smr_block_create(s->g, smr_op_region(s->g, loop, 0));
  return op(s, SMR_OP_SUB, SMR_I64, smr_block_add_arg(s->g, s->block, SMR_I64), s->one);
}

static void close_for(Gen *s, SmrBlock outer) {
  end(s, SMR_OP_YIELD);
  s->block = outer;
}

/// c(i,j) += a(i,k) * b(k,j), about 45 ops.
static void nest(Gen *s) {
  SmrBlock outer[3];
  SmrValue i = open_for(s, &outer[0]), j = open_for(s, &outer[1]), k = open_for(s, &outer[2]);
  SmrValue c = element(s, s->arrays[below(s, 4)], i, j);
  SmrValue a = op(s, SMR_OP_LOAD, SMR_F64, element(s, s->arrays[4 + below(s, 4)], i, k), 0);
  SmrValue b = op(s, SMR_OP_LOAD, SMR_F64, element(s, s->arrays[4 + below(s, 4)], k, j), 0);
  SmrValue sum =
      op(s, SMR_OP_FADD, SMR_F64, op(s, SMR_OP_LOAD, SMR_F64, c, 0), op(s, SMR_OP_FMUL, SMR_F64, a, b));
  store(s, sum, c);
  for (int l = 2; l >= 0; --l)
    close_for(s, outer[l]);
}

static void nests(Gen *s, uint32_t size) {
  while (s->g->ops.size < size)
    nest(s);
}

static void straight(Gen *s, uint32_t size) {
  SmrValue i = s->n, v = s->x, w = s->x;
  while (s->g->ops.size < size) {
    i = op(s, SMR_OP_ADD, SMR_I64, i, s->one);
    SmrValue p = element(s, s->arrays[below(s, ARRAYS)], i, 0),
             q = element(s, s->arrays[below(s, ARRAYS)], s->n, i);
    v = op(s, SMR_OP_FADD, SMR_F64, v, op(s, SMR_OP_LOAD, SMR_F64, p, 0));
    w = op(s, SMR_OP_FMUL, SMR_F64, w, op(s, SMR_OP_FSUB, SMR_F64, s->x, op(s, SMR_OP_LOAD, SMR_F64, q, 0)));
    if (below(s, 4) == 0)
      store(s, below(s, 2) ? v : w, q);
  }
  store(s, v, s->arrays[0]);
  store(s, w, s->arrays[1]);
}

static void deep(Gen *s, uint32_t size) {
  SmrBlock outer[LEVELS];
  SmrValue ivs[LEVELS];
  uint32_t per_level = size / LEVELS;
  for (uint32_t l = 0; l < LEVELS; l++) {
    ivs[l] = open_for(s, &outer[l]);
    for (uint32_t first = s->g->ops.size; s->g->ops.size < first + per_level;) {
      SmrValue p = element(s, s->arrays[below(s, ARRAYS)], ivs[l], ivs[below(s, l + 1)]);
      SmrValue v = op(s, SMR_OP_LOAD, SMR_F64, p, 0);
      store(s, op(s, SMR_OP_FADD, SMR_F64, v, s->x),
            element(s, s->arrays[below(s, ARRAYS)], ivs[below(s, l + 1)], 0));
    }
  }
  for (uint32_t l = LEVELS; l--;)
    close_for(s, outer[l]);
}

static SmrValue slot(Gen *s) {
  SmrValue v = smr_build(s->g, s->block, 0, SMR_OP_ALLOCA, SMR_PTR, NULL, 0, 8);
  smr_op(s->g, smr_def(s->g, v))->flags = SMR_F_ONCE;
  s->g->values.data[v].base = SMR_BASE_UNIQUE;
  return v;
}

/// One slot for every 40 ops, each used in two loops of its own and in one with seven others.
static void slots(Gen *s, uint32_t size) {
  uint32_t count = size / 40 + 8;
  SmrValue *all = smr_xcalloc(count, sizeof *all);
  for (uint32_t i = 0; i < count; i++) {
    all[i] = slot(s);
    store(s, s->x, all[i]);
  }
  for (uint32_t i = 0; i < count; i++) {
    SmrBlock outer;
    SmrValue iv = open_for(s, &outer);
    SmrValue v = op(s, SMR_OP_LOAD, SMR_F64, element(s, s->arrays[i % ARRAYS], iv, 0), 0);
    for (uint32_t k = 0; k < (i % 8 ? 1 : 8); k++) {
      SmrValue ptr = all[i + k < count ? i + k : i];
      store(s, op(s, SMR_OP_FADD, SMR_F64, op(s, SMR_OP_LOAD, SMR_F64, ptr, 0), v), ptr);
    }
    close_for(s, outer);
    store(s, op(s, SMR_OP_LOAD, SMR_F64, all[i], 0), element(s, s->arrays[i % ARRAYS], s->n, 0));
  }
  free(all);
}

/// All slots live through one loop that stores to each of them.
static void wide(Gen *s, uint32_t size) {
  uint32_t count = size / 8 + 1;
  SmrValue *all = smr_xcalloc(count, sizeof *all);
  for (uint32_t i = 0; i < count; i++) {
    all[i] = slot(s);
    store(s, s->x, all[i]);
  }
  SmrBlock outer;
  open_for(s, &outer);
  for (uint32_t i = 0; i < count; i++)
    store(s, op(s, SMR_OP_FADD, SMR_F64, op(s, SMR_OP_LOAD, SMR_F64, all[i], 0), s->x), all[i]);
  close_for(s, outer);
  for (uint32_t i = 0; i < count; i++)
    store(s, op(s, SMR_OP_LOAD, SMR_F64, all[i], 0), s->arrays[i % ARRAYS]);
  free(all);
}

static void branch(Gen *s, SmrValue condition, SmrBlock yes, SmrBlock no) {
  SmrOp made =
      smr_op_create(s->g, condition ? SMR_OP_CBR : SMR_OP_BR, &condition, condition != 0, NULL, 0, 0);
  smr_op(s->g, made)->succ[0] = yes;
  smr_op(s->g, made)->succ[1] = no;
  smr_op_append(s->g, s->block, made);
}

static SmrValue less(Gen *s, SmrValue i) {
  SmrValue operands[2] = {i, s->n};
  return smr_build(s->g, s->block, 0, SMR_OP_ICMP, SMR_I1, operands, 2, SMR_SLT);
}

/// Loops with an if in them, all as blocks: five blocks for about 30 ops; the scalars are slots.
static void blocks(Gen *s, uint32_t size) {
  SmrValue iv = slot(s), sum = slot(s);
  store(s, s->x, sum);
  while (s->g->ops.size < size) {
    SmrBlock b[5];
    for (uint32_t i = 0; i < 5; i++)
      b[i] = smr_block_create(s->g, s->g->body);
    store(s, s->zero, iv);
    branch(s, 0, b[0], 0);
    s->block = b[0];
    branch(s, less(s, op(s, SMR_OP_LOAD, SMR_I64, iv, 0)), b[1], b[4]);
    s->block = b[1];
    SmrValue i = op(s, SMR_OP_LOAD, SMR_I64, iv, 0);
    SmrValue p = element(s, s->arrays[below(s, ARRAYS)], i, 0);
    SmrValue v = op(s, SMR_OP_LOAD, SMR_F64, p, 0);
    branch(s, op(s, SMR_OP_FCMP, SMR_I1, v, s->x), b[2], b[3]);
    s->block = b[2];
    store(s, op(s, SMR_OP_FADD, SMR_F64, op(s, SMR_OP_LOAD, SMR_F64, sum, 0), v), sum);
    branch(s, 0, b[3], 0);
    s->block = b[3];
    store(s, op(s, SMR_OP_ADD, SMR_I64, i, s->one), iv);
    branch(s, 0, b[0], 0);
    s->block = b[4];
  }
  store(s, op(s, SMR_OP_LOAD, SMR_F64, sum, 0), s->arrays[0]);
}

/// The same with an early exit to the function's end in each loop: nothing becomes a loop.
static void exits(Gen *s, uint32_t size) {
  SmrBlock out = smr_block_create(s->g, s->g->body);
  SmrValue ivs[4];
  for (uint32_t i = 0; i < 4; i++)
    ivs[i] = slot(s);
  while (s->g->ops.size < size) {
    SmrValue iv = ivs[below(s, 4)];
    SmrBlock b[4];
    for (uint32_t i = 0; i < 4; i++)
      b[i] = smr_block_create(s->g, s->g->body);
    store(s, s->zero, iv);
    branch(s, 0, b[0], 0);
    s->block = b[0];
    branch(s, less(s, op(s, SMR_OP_LOAD, SMR_I64, iv, 0)), b[1], b[3]);
    s->block = b[1];
    SmrValue i = op(s, SMR_OP_LOAD, SMR_I64, iv, 0);
    SmrValue v = op(s, SMR_OP_LOAD, SMR_F64, element(s, s->arrays[below(s, ARRAYS)], i, 0), 0);
    branch(s, op(s, SMR_OP_FCMP, SMR_I1, v, s->x), out, b[2]);
    s->block = b[2];
    store(s, op(s, SMR_OP_ADD, SMR_I64, i, s->one), iv);
    branch(s, 0, b[0], 0);
    s->block = b[3];
  }
  branch(s, 0, out, 0);
  s->block = out;
}

/// One loop around many sums into scalars by reference and elements.
static void sums(Gen *s, uint32_t size) {
  SmrBlock outer;
  SmrValue iv = open_for(s, &outer);
  for (int64_t k = 0; s->g->ops.size < size; k++) {
    SmrValue offset = smr_build_const(s->g, s->block, 0, SMR_I64, 8 * (k / 4));
    SmrValue p = op(s, SMR_OP_ADDR, SMR_PTR, s->arrays[k % 4], offset);
    SmrValue v = op(s, SMR_OP_LOAD, SMR_F64, element(s, s->arrays[4 + k % 4], iv, 0), 0);
    store(s, op(s, SMR_OP_FADD, SMR_F64, op(s, SMR_OP_LOAD, SMR_F64, p, 0), v), p);
  }
  close_for(s, outer);
}

static const struct {
  const char *name;
  void (*make)(Gen *, uint32_t);
} shapes[] = {{"nests", nests}, {"straight", straight}, {"deep", deep},   {"slots", slots},
              {"wide", wide},   {"blocks", blocks},     {"exits", exits}, {"sums", sums}};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void measure(uint32_t shape, uint32_t size) {
  SmrIntern *symbols = smr_intern_create();
  Gen s = {.g = smr_graph_create(symbols, "f"), .random = size};
  s.block = smr_block_create(s.g, s.g->body);
  for (uint32_t i = 0; i < ARRAYS; i++) {
    s.arrays[i] = smr_block_add_arg(s.g, s.block, SMR_PTR);
    s.g->values.data[s.arrays[i]].base = SMR_BASE_UNIQUE;
  }
  s.n = smr_block_add_arg(s.g, s.block, SMR_I64);
  s.x = smr_block_add_arg(s.g, s.block, SMR_F64);
  s.zero = smr_build_const(s.g, s.block, 0, SMR_I64, 0);
  s.one = smr_build_const(s.g, s.block, 0, SMR_I64, 1);
  s.eight = smr_build_const(s.g, s.block, 0, SMR_I64, 8);
  shapes[shape].make(&s, size);
  end(&s, SMR_OP_RETURN);
  SmrDiag diag = {0};
  bool ok = smr_graph_check(s.g, &diag);
  uint32_t ops = s.g->ops.size, count = s.g->blocks.size;
  double start = now();
  smr_normalize(s.g);
  double ms = now() - start;
  ok = ok && smr_graph_check(s.g, &diag);
  smr_diag_flush(&diag, stderr);
  printf("%-10s %9u %9u %11.1f %9.0f %s\n", shapes[shape].name, ops, count - 1, ms, ms * 1e6 / ops,
         ok ? "" : "INVALID");
  fflush(stdout);
  smr_diag_free(&diag);
  smr_graph_destroy(s.g);
  smr_intern_destroy(symbols);
}

int main(int argc, char **argv) {
  uint32_t largest = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1000000;
  printf("%-10s %9s %9s %11s %9s\n", "shape", "ops", "blocks", "ms", "ns/op");
  for (uint32_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++)
    for (uint32_t size = 1000; size <= largest; size *= 10)
      if (argc < 2 || strcmp(argv[1], "all") == 0 || strcmp(argv[1], shapes[shape].name) == 0)
        measure(shape, size);
  return 0;
}
