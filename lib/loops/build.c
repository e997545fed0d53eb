//===- build.c - statements are appended ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "loops/internal.h"
#include <string.h>

static uint32_t new_block(SmrLoopsProgram *l) {
  smr_vec_push(&l->blocks,
               (SmrLoopsBlock){.parent = l->open.size ? smr_vec_last(&l->open).block : UINT32_MAX});
  return l->blocks.size - 1;
}

SmrLoopsProgram *smr_loops_create(void) {
  SmrLoopsProgram *l = smr_xcalloc(1, sizeof *l);
  uint32_t block = new_block(l);
  smr_vec_push(&l->open, (SmrLoopsOpen){UINT32_MAX, block, false});
  return l;
}

void smr_loops_destroy(SmrLoopsProgram *l) {
  if (!l)
    return;
  for (uint32_t i = 0; i < l->blocks.size; i++) {
    smr_vec_free(&l->blocks.data[i].statements);
    smr_vec_free(&l->blocks.data[i].buffers);
  }
  smr_vec_free(&l->atoms);
  smr_poly_pool_free(&l->polys);
  smr_vec_free(&l->sizes);
  smr_vec_free(&l->parameters);
  smr_vec_free(&l->buffers);
  smr_vec_free(&l->values);
  smr_vec_free(&l->variables);
  smr_vec_free(&l->statements);
  smr_vec_free(&l->blocks);
  smr_vec_free(&l->open);
  smr_vec_free(&l->suspended);
  smr_arena_destroy(&l->arena);
  free(l);
}

static const void *keep(SmrLoopsProgram *l, const void *data, size_t bytes) {
  void *copy = smr_arena_alloc(&l->arena, bytes);
  return bytes ? memcpy(copy, data, bytes) : copy;
}

static SmrLoopsValue new_value(SmrLoopsProgram *l, SmrLoopsType type) {
  smr_vec_push(&l->values, type);
  return l->values.size - 1;
}

static void append(SmrLoopsProgram *l, SmrLoopsStatement s) {
  smr_vec_push(&l->statements, s);
  smr_vec_push(&l->blocks.data[smr_vec_last(&l->open).block].statements, l->statements.size - 1);
}

static SmrLoopsValue append_value(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsStatement s) {
  s.result = new_value(l, type);
  append(l, s);
  return s.result;
}

//===--- blocks ---===//

uint32_t smr_loops_depth(const SmrLoopsProgram *l) {
  return l->open.size - 1;
}

uint32_t smr_loops_suspend(SmrLoopsProgram *l, uint32_t depth) {
  uint32_t count = 0;
  for (; smr_loops_depth(l) > depth; count++)
    smr_vec_push(&l->suspended, smr_vec_pop(&l->open));
  return count;
}

void smr_loops_resume(SmrLoopsProgram *l, uint32_t suspended) {
  for (; suspended > 0; suspended--)
    smr_vec_push(&l->open, smr_vec_pop(&l->suspended));
}

void smr_loops_drop(SmrLoopsProgram *l) {
  l->open.size--;
}

static void open_block(SmrLoopsProgram *l, uint32_t statement, bool other) {
  uint32_t block = new_block(l);
  smr_vec_push(&l->open, (SmrLoopsOpen){statement, block, other});
  SmrLoopsStatement *s = &l->statements.data[statement];
  *(other ? &s->other : &s->body) = block;
}

// Opens the statement's first block. It is appended when its last one is closed.
static void open_statement(SmrLoopsProgram *l, SmrLoopsStatement s) {
  s.other = UINT32_MAX;
  smr_vec_push(&l->statements, s);
  open_block(l, l->statements.size - 1, false);
}

static void close_statement(SmrLoopsProgram *l) {
  uint32_t statement = smr_vec_pop(&l->open).statement;
  smr_vec_push(&l->blocks.data[smr_vec_last(&l->open).block].statements, statement);
}

//===--- arguments ---===//

SmrLoopsValue smr_loops_number(SmrLoopsProgram *l, const char *name, SmrLoopsType type) {
  SmrLoopsValue v = new_value(l, type);
  if (type.lanes != 1)
    smr_loops_fail(l, "an argument is a vector");
  smr_vec_push(&l->parameters,
               (SmrLoopsParameter){SMR_LOOPS_ARGUMENT_NUMBER, smr_arena_strdup(&l->arena, name), v});
  return v;
}

static const SmrLoopsIndex *row_by_row(SmrLoopsProgram *l, uint32_t rank, const SmrLoopsIndex *sizes) {
  SmrLoopsIndex *strides = smr_arena_alloc(&l->arena, rank * sizeof *strides), stride = smr_loops_int(l, 1);
  for (uint32_t k = rank; k-- > 0;) {
    strides[k] = stride;
    stride = smr_loops_mul(l, stride, sizes[k]);
  }
  return strides;
}

static SmrLoopsBuffer new_buffer(SmrLoopsProgram *l, SmrLoopsBufferInfo info) {
  if (info.rank > SMR_LOOPS_MAX_RANK)
    smr_loops_fail(l, "an array has too many dimensions");
  if (info.type.lanes != 1)
    smr_loops_fail(l, "a buffer's elements are vectors");
  info.sizes = keep(l, info.sizes, info.rank * sizeof *info.sizes);
  info.strides = info.strides ? keep(l, info.strides, info.rank * sizeof *info.strides)
                              : row_by_row(l, info.rank, info.sizes);
  if (!info.offset)
    info.offset = smr_loops_int(l, 0);
  smr_vec_push(&l->buffers, info);
  return l->buffers.size - 1;
}

SmrLoopsBuffer smr_loops_argument(SmrLoopsProgram *l, const char *name, SmrLoopsType type, uint32_t rank,
                                  const SmrLoopsIndex *sizes, const SmrLoopsIndex *strides,
                                  SmrLoopsIndex offset, bool written) {
  const char *kept = smr_arena_strdup(&l->arena, name);
  SmrLoopsBuffer b = new_buffer(l, (SmrLoopsBufferInfo){.name = kept,
                                                        .type = type,
                                                        .rank = rank,
                                                        .sizes = sizes,
                                                        .strides = strides,
                                                        .offset = offset,
                                                        .written = written});
  smr_vec_push(&l->parameters, (SmrLoopsParameter){SMR_LOOPS_ARGUMENT_BUFFER, kept, b});
  return b;
}

// Whether what is allocated in a block may be allocated in front of what the block belongs to.
static bool may_leave(const SmrLoopsProgram *l, const SmrLoopsOpen *o, uint32_t rank,
                      const SmrLoopsIndex *sizes) {
  if (o->statement == UINT32_MAX)
    return false;
  const SmrLoopsStatement *s = &l->statements.data[o->statement];
  if (s->kind != SMR_LOOPS_FOR)
    return true;
  for (uint32_t k = 0; k < rank; k++)
    if (smr_loops_mentions(l, sizes[k], s->variable))
      return false;
  return s->order != SMR_LOOPS_PARALLEL;
}

SmrLoopsBuffer smr_loops_alloc(SmrLoopsProgram *l, SmrLoopsType type, uint32_t rank,
                               const SmrLoopsIndex *sizes) {
  uint32_t at = l->open.size - 1;
  while (may_leave(l, &l->open.data[at], rank, sizes))
    at--;
  uint32_t block = l->open.data[at].block;
  SmrLoopsBuffer b = new_buffer(
      l, (SmrLoopsBufferInfo){.type = type, .rank = rank, .sizes = sizes, .written = true, .block = block});
  smr_vec_push(&l->blocks.data[block].buffers, b);
  return b;
}

SmrLoopsIndex smr_loops_place(SmrLoopsProgram *l, const SmrLoopsStatement *access) {
  SmrLoopsBufferInfo b = l->buffers.data[access->buffer];
  if (access->flat)
    return smr_loops_add(l, b.offset, access->flat);
  SmrLoopsIndex place = b.offset;
  for (uint32_t k = 0; k < b.rank; k++)
    place = smr_loops_add(l, place, smr_loops_mul(l, access->index[k], b.strides[k]));
  return place;
}

//===--- values ---===//

SmrLoopsType smr_loops_type(const SmrLoopsProgram *l, SmrLoopsValue value) {
  return l->values.data[value];
}

SmrLoopsValue smr_loops_constant(SmrLoopsProgram *l, SmrLoopsType type, double value) {
  return append_value(l, type, (SmrLoopsStatement){.kind = SMR_LOOPS_CONSTANT, .number = value});
}

SmrLoopsValue smr_loops_load(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsBuffer buffer,
                             const SmrLoopsIndex *index) {
  const SmrLoopsIndex *kept = keep(l, index, l->buffers.data[buffer].rank * sizeof *index);
  return append_value(l, type, (SmrLoopsStatement){.kind = SMR_LOOPS_LOAD, .buffer = buffer, .index = kept});
}

SmrLoopsValue smr_loops_load_flat(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsBuffer buffer,
                                  SmrLoopsIndex element) {
  return append_value(l, type,
                      (SmrLoopsStatement){.kind = SMR_LOOPS_LOAD, .buffer = buffer, .flat = element});
}

void smr_loops_store_flat(SmrLoopsProgram *l, SmrLoopsBuffer buffer, SmrLoopsIndex element,
                          SmrLoopsValue value) {
  append(l, (SmrLoopsStatement){.kind = SMR_LOOPS_STORE, .a = value, .buffer = buffer, .flat = element});
}

void smr_loops_store(SmrLoopsProgram *l, SmrLoopsBuffer buffer, const SmrLoopsIndex *index,
                     SmrLoopsValue value, bool accumulate) {
  append(l, (SmrLoopsStatement){.kind = SMR_LOOPS_STORE,
                                .a = value,
                                .buffer = buffer,
                                .index = keep(l, index, l->buffers.data[buffer].rank * sizeof *index),
                                .accumulate = accumulate});
}

SmrLoopsValue smr_loops_broadcast(SmrLoopsProgram *l, SmrLoopsValue number, uint16_t lanes) {
  SmrLoopsType type = l->values.data[number];
  if (type.lanes != 1)
    smr_loops_fail(l, "a vector is broadcast");
  type.lanes = lanes;
  return append_value(l, type, (SmrLoopsStatement){.kind = SMR_LOOPS_BROADCAST, .a = number});
}

SmrLoopsValue smr_loops_arith(SmrLoopsProgram *l, SmrLoopsOp op, SmrLoopsValue a, SmrLoopsValue b) {
  SmrLoopsType ta = l->values.data[a], tb = l->values.data[b];
  if (!smr_loops_same_type(ta, tb))
    smr_loops_fail(l, "an operation's operands have different types");
  return append_value(l, op == SMR_LOOPS_LESS ? SMR_LOOPS_I64 : ta,
                      (SmrLoopsStatement){.kind = SMR_LOOPS_ARITH, .op = op, .a = a, .b = b});
}

SmrLoopsValue smr_loops_convert(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsValue number) {
  if (smr_loops_same_type(l->values.data[number], type))
    return number;
  return append_value(l, type, (SmrLoopsStatement){.kind = SMR_LOOPS_CONVERT, .a = number});
}

SmrLoopsValue smr_loops_of_index(SmrLoopsProgram *l, SmrLoopsIndex index) {
  return append_value(l, SMR_LOOPS_I64, (SmrLoopsStatement){.kind = SMR_LOOPS_OF_INDEX, .flat = index});
}

//===--- loops and conditionals ---===//

SmrLoopsIndex smr_loops_for_carried(SmrLoopsProgram *l, SmrLoopsIndex count, SmrLoopsOrder order,
                                    uint32_t carried, const SmrLoopsValue *inits, SmrLoopsValue *inside) {
  SmrLoopsIndex variable = smr_loops_variable(l, count);
  SmrLoopsStatement s = {.kind = SMR_LOOPS_FOR,
                         .variable = l->variables.size - 1,
                         .order = order,
                         .values = carried,
                         .inits = keep(l, inits, carried * sizeof *inits),
                         .inside = l->values.size};
  int64_t known;
  if (carried && order == SMR_LOOPS_PARALLEL)
    smr_loops_fail(l, "a parallel loop carries values");
  if (order == SMR_LOOPS_UNROLLED && !smr_loops_is_int(count, &known))
    smr_loops_fail(l, "the steps of an unrolled loop are not known");
  for (uint32_t k = 0; k < carried; k++)
    inside[k] = new_value(l, l->values.data[inits[k]]);
  s.result = l->values.size;
  for (uint32_t k = 0; k < carried; k++)
    new_value(l, l->values.data[inits[k]]);
  open_statement(l, s);
  return variable;
}

SmrLoopsIndex smr_loops_for(SmrLoopsProgram *l, SmrLoopsIndex count, SmrLoopsOrder order) {
  return smr_loops_for_carried(l, count, order, 0, NULL, NULL);
}

void smr_loops_if(SmrLoopsProgram *l, uint32_t count, const SmrLoopsTest *tests) {
  open_statement(l, (SmrLoopsStatement){.kind = SMR_LOOPS_IF,
                                        .count = count,
                                        .tests = keep(l, tests, count * sizeof *tests)});
}

static bool types_fit(const SmrLoopsProgram *l, uint32_t count, const SmrLoopsValue *values,
                      SmrLoopsValue first) {
  for (uint32_t k = 0; k < count; k++)
    if (!smr_loops_same_type(l->values.data[values[k]], l->values.data[first + k]))
      return false;
  return true;
}

void smr_loops_else(SmrLoopsProgram *l, uint32_t count, const SmrLoopsValue *values) {
  SmrLoopsOpen o = smr_vec_last(&l->open);
  if (o.statement == UINT32_MAX || o.other || l->statements.data[o.statement].kind != SMR_LOOPS_IF) {
    smr_loops_fail(l, "else without if");
    return;
  }
  l->open.size--;
  SmrLoopsStatement *s = &l->statements.data[o.statement];
  s->values = count;
  s->yields = keep(l, values, count * sizeof *values);
  s->result = l->values.size;
  for (uint32_t k = 0; k < count; k++)
    new_value(l, l->values.data[values[k]]);
  open_block(l, o.statement, true);
}

void smr_loops_end(SmrLoopsProgram *l, uint32_t count, const SmrLoopsValue *values, SmrLoopsValue *results) {
  SmrLoopsOpen o = smr_vec_last(&l->open);
  if (o.statement == UINT32_MAX) {
    smr_loops_fail(l, "an end without a loop or if");
    return;
  }
  close_statement(l);
  SmrLoopsStatement *s = &l->statements.data[o.statement];
  if (count != s->values || !types_fit(l, count, values, s->result)) {
    smr_loops_fail(l, "what is carried has another type");
    return;
  }
  const SmrLoopsValue *kept = keep(l, values, count * sizeof *values);
  *(o.other ? &s->other_yields : &s->yields) = kept;
  for (uint32_t k = 0; k < count; k++)
    results[k] = s->result + k;
}

//===--- products ---===//

static SmrLoopsIndex element(SmrLoopsProgram *l, const SmrLoopsMatrix *m, SmrLoopsIndex i, SmrLoopsIndex j) {
  SmrLoopsIndex at = smr_loops_add(l, m->offset, smr_loops_mul(l, i, m->row));
  return smr_loops_add(l, at, smr_loops_mul(l, j, m->column));
}

static SmrLoopsValue load(SmrLoopsProgram *l, const SmrLoopsMatrix *m, SmrLoopsIndex i, SmrLoopsIndex j) {
  return smr_loops_load_flat(l, l->buffers.data[m->buffer].type, m->buffer, element(l, m, i, j));
}

static void write_out(SmrLoopsProgram *l, const SmrLoopsProduct *g) {
  SmrLoopsIndex i = smr_loops_for(l, g->m, SMR_LOOPS_SEQUENTIAL),
                j = smr_loops_for(l, g->n, SMR_LOOPS_SEQUENTIAL);
  SmrLoopsValue sum = smr_loops_constant(l, g->type, 0), before;
  SmrLoopsIndex k = smr_loops_for_carried(l, g->k, SMR_LOOPS_SEQUENTIAL, 1, &sum, &before);
  SmrLoopsValue a = load(l, &g->a, i, k), b = load(l, &g->b, k, j);
  SmrLoopsValue next = smr_loops_arith(l, SMR_LOOPS_ADD, before, smr_loops_arith(l, SMR_LOOPS_MUL, a, b));
  smr_loops_end(l, 1, &next, &sum);
  if (g->alpha != SMR_LOOPS_ONE)
    sum = smr_loops_arith(l, SMR_LOOPS_MUL, g->alpha, sum);
  if (g->beta != 0) {
    SmrLoopsValue old = load(l, &g->c, i, j);
    if (g->beta != 1)
      old = smr_loops_arith(l, SMR_LOOPS_MUL, smr_loops_constant(l, g->type, g->beta), old);
    sum = smr_loops_arith(l, SMR_LOOPS_ADD, sum, old);
  }
  smr_loops_store_flat(l, g->c.buffer, element(l, &g->c, i, j), sum);
  smr_loops_end(l, 0, NULL, NULL);
  smr_loops_end(l, 0, NULL, NULL);
}

static void multiply(SmrLoopsProgram *l, SmrLoopsProduct product) {
  open_statement(l,
                 (SmrLoopsStatement){.kind = SMR_LOOPS_GEMM, .product = keep(l, &product, sizeof product)});
  write_out(l, &product);
  close_statement(l);
}

void smr_loops_gemm(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsIndex m, SmrLoopsIndex n, SmrLoopsIndex k,
                    SmrLoopsValue alpha, SmrLoopsMatrix a, SmrLoopsMatrix b, double beta, SmrLoopsMatrix c) {
  multiply(l, (SmrLoopsProduct){type, m, n, k, alpha, beta, a, b, c, {0}, 0});
}

void smr_loops_named(SmrLoopsProgram *l, SmrLoopsNamed what, SmrLoopsType type, SmrLoopsIndex m,
                     SmrLoopsIndex n, SmrLoopsValue number, SmrLoopsMatrix a, SmrLoopsMatrix b,
                     SmrLoopsMatrix c) {
  SmrLoopsProduct named = {type, m, n, NULL, number, 0, a, b, c, {0}, what};
  open_statement(l, (SmrLoopsStatement){.kind = SMR_LOOPS_NAMED, .product = keep(l, &named, sizeof named)});
}

void smr_loops_tile(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsIndex m, SmrLoopsIndex n, SmrLoopsIndex k,
                    SmrLoopsMatrix a, SmrLoopsMatrix b, SmrLoopsMatrix c, SmrLoopsTile by) {
  by.callee = smr_arena_strdup(&l->arena, by.callee);
  multiply(l, (SmrLoopsProduct){type, m, n, k, SMR_LOOPS_ONE, 1, a, b, c, by, 0});
}
