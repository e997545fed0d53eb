//===- perturb.c - a different graph that means the same -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Copies block by block, in a random order that keeps definitions before uses and conflicting memory accesses
// in their order. Two accesses conflict when one writes and their bases are the same or not both UNIQUE.
//===----------------------------------------------------------------------===//
#include "graph/poly_op.h"
#include "graph/random_graph.h"
#include <assert.h>
#include <string.h>

typedef struct {
  const SmrGraph *from;
  SmrGraph *to;
  SmrRandom random;
  uint32_t what;
  SmrArena arena;
  SmrValue *values; // by old id, resolved
  SmrOp *ops;
  SmrBlock *blocks;
} Copy;

/// What an op and its regions touch: bits of a hash of the base, all bits when it may be anything.
typedef struct {
  uint64_t reads, writes;
} Effects;

static uint64_t base_bits(const SmrGraph *g, SmrValue pointer) {
  pointer = smr_value(g, pointer);
  SmrOp def;
  while ((def = smr_def(g, pointer)) && smr_op(g, def)->code == SMR_OP_ADDR)
    pointer = smr_operand(g, def, 0);
  return smr_value_data(g, pointer)->base == SMR_BASE_UNIQUE ? (uint64_t)1 << pointer % 64 : UINT64_MAX;
}

static void add_effects(const SmrGraph *g, SmrOp op, Effects *out) {
  const SmrOpData *data = smr_op(g, op);
  switch ((SmrOpcode)data->code) {
  case SMR_OP_LOAD:
    out->reads |= base_bits(g, smr_operand(g, op, 0));
    if (data->flags & SMR_F_VOLATILE)
      out->writes = UINT64_MAX;
    break;
  case SMR_OP_STORE:
    out->writes |= data->flags & SMR_F_VOLATILE ? UINT64_MAX : base_bits(g, smr_operand(g, op, 1));
    break;
  case SMR_OP_FREE:
    out->writes = UINT64_MAX;
    break;
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    if (!(data->flags & SMR_F_PURE))
      out->reads = UINT64_MAX;
    if (!(data->flags & (SMR_F_PURE | SMR_F_READONLY)))
      out->writes = UINT64_MAX;
    break;
  default:
    break;
  }
  for (uint32_t r = 0; r < data->region_count; r++) {
    const SmrRegionData *region = &g->regions.data[data->region_first + r];
    for (uint32_t b = 0; b < region->blocks.size; b++)
      for (SmrOp inner = g->blocks.data[region->blocks.data[b]].first; inner; inner = smr_op(g, inner)->next)
        add_effects(g, inner, out);
  }
}

static SmrSym renamed(Copy *c, SmrSym name) {
  if (!name || !(c->what & SMR_PERTURB_RENAME))
    return name;
  char text[32];
  snprintf(text, sizeof text, "r%u", smr_random_below(&c->random, 1000000));
  return smr_intern(c->to->symbols, text);
}

static void map_value(Copy *c, SmrValue from, SmrValue to) {
  const SmrValueData *data = &c->from->values.data[from];
  c->values[from] = to;
  SmrValueData *copy = smr_value_data(c->to, to);
  copy->base = data->base;
  copy->handle = data->handle;
  copy->name = renamed(c, data->name);
}

static SmrValue mapped(const Copy *c, SmrValue value) {
  value = smr_value(c->from, value);
  assert(c->values[value] && "used before its definition");
  return c->values[value];
}

static SmrLoc copy_loc(Copy *c, SmrLoc loc) {
  if (!loc)
    return 0;
  const SmrLocData *data = &c->from->locs.data[loc];
  return smr_loc_create(c->to, data->file, data->line, data->column);
}

static void copy_region(Copy *c, SmrRegion from, SmrRegion to);

static void copy_poly(Copy *c, SmrOp op, SmrBlock block) {
  SmrPoly old = smr_poly_of(c->from, &c->arena, smr_result(c->from, op, 0)), sum = {NULL, 0};
  for (uint32_t t = 0; t < old.count; t++) {
    SmrPoly product = smr_poly_const(&c->arena, old.terms[t].coef);
    for (uint32_t i = 0; i < old.terms[t].degree; i++)
      smr_poly_mul(&c->arena, product, smr_poly_leaf(&c->arena, mapped(c, old.terms[t].leaves[i])), &product);
    smr_poly_add(&c->arena, sum, product, &sum);
  }
  SmrValue built = smr_poly_build(c->to, block, 0, sum);
  c->values[smr_result(c->from, op, 0)] = built;
  c->ops[op] = smr_def(c->to, built);
}

static void copy_op(Copy *c, SmrOp op, SmrBlock block) {
  const SmrGraph *from = c->from;
  SmrGraph *to = c->to;
  const SmrOpData *data = smr_op(from, op);
  if (data->code == SMR_OP_POLY) {
    copy_poly(c, op, block);
    return;
  }
  uint32_t count = data->operand_count;
  SmrValue *operands = smr_xcalloc(count, sizeof *operands);
  for (uint32_t k = 0; k < count; k++)
    operands[k] = mapped(c, smr_operand(from, op, k));
  if (smr_opcode_commutative(data->code) && c->what & SMR_PERTURB_COMMUTE)
    for (uint32_t k = count; k > 1; --k) {
      uint32_t j = smr_random_below(&c->random, k);
      SmrValue swap = operands[k - 1];
      operands[k - 1] = operands[j];
      operands[j] = swap;
    }
  SmrType *types = smr_xcalloc(data->result_count, sizeof *types);
  for (uint32_t k = 0; k < data->result_count; k++)
    types[k] = from->values.data[data->result_first + k].type;
  SmrOp copy = smr_op_create(to, data->code, operands, count, types, data->result_count, data->region_count);
  free(operands);
  free(types);
  smr_op_append(to, block, copy);
  c->ops[op] = copy;
  for (uint32_t k = 0; k < data->result_count; k++)
    map_value(c, data->result_first + k, smr_result(to, copy, k));
  SmrLoc loc = copy_loc(c, data->loc);
  SmrOpData *out = smr_op(to, copy);
  out->flags = data->flags;
  out->fast = data->fast;
  out->name = data->name;
  out->attrs = data->attrs;
  out->imm = data->imm;
  out->handle = data->handle;
  out->handle2 = data->handle2;
  out->loc = loc;
  out->owner = data->owner; // old ids, until all ops are copied
  for (uint32_t s = 0; s < 2; s++)
    out->succ[s] = data->succ[s] ? c->blocks[data->succ[s]] : 0;
  for (uint32_t r = 0; r < data->region_count; r++)
    copy_region(c, data->region_first + r, smr_op_region(to, copy, r));
}

static bool uses_result(const SmrGraph *g, SmrOp user, SmrOp def) {
  const SmrOpData *data = smr_op(g, user);
  for (uint32_t k = 0; k < data->operand_count; k++)
    if (smr_def(g, smr_operand(g, user, k)) == def)
      return true;
  for (uint32_t r = 0; r < data->region_count; r++) {
    const SmrRegionData *region = &g->regions.data[data->region_first + r];
    for (uint32_t b = 0; b < region->blocks.size; b++)
      for (SmrOp op = g->blocks.data[region->blocks.data[b]].first; op; op = smr_op(g, op)->next)
        if (uses_result(g, op, def))
          return true;
  }
  return false;
}

static bool is_statement(const SmrGraph *g, SmrOp op) {
  SmrOpcode code = smr_op(g, op)->code;
  return !smr_opcode_pure(code) && code != SMR_OP_LOAD && code != SMR_OP_ALLOCA;
}

static bool must_follow(Copy *c, SmrOp first, SmrOp second, Effects a, Effects b) {
  const SmrGraph *g = c->from;
  bool statements = is_statement(g, first) && is_statement(g, second);
  if (statements ? !(c->what & SMR_PERTURB_STATEMENTS) : !(c->what & SMR_PERTURB_FLOAT))
    return true;
  return (a.writes & (b.reads | b.writes)) || (a.reads & b.writes) || uses_result(g, second, first);
}

static void copy_ops(Copy *c, SmrBlock from, SmrBlock to) {
  SMR_VEC(SmrOp) ops = {0};
  for (SmrOp op = c->from->blocks.data[from].first; op; op = smr_op(c->from, op)->next)
    smr_vec_push(&ops, op);
  uint32_t n = ops.size, body = n ? n - 1 : 0; // the terminator stays last
  bool *before = smr_xcalloc((size_t)n * n, sizeof *before), *done = smr_xcalloc(n, sizeof *done);
  Effects *effects = smr_xcalloc(n, sizeof *effects);
  for (uint32_t i = 0; i < n; i++)
    add_effects(c->from, ops.data[i], &effects[i]);
  for (uint32_t j = 0; j < body; j++)
    for (uint32_t i = 0; i < j; i++)
      before[j * n + i] = must_follow(c, ops.data[i], ops.data[j], effects[i], effects[j]);
  uint32_t *ready = smr_xcalloc(n, sizeof *ready);
  for (uint32_t step = 0; step < body; step++) {
    uint32_t count = 0;
    for (uint32_t j = 0; j < body; j++) {
      bool free_to_go = !done[j];
      for (uint32_t i = 0; i < j && free_to_go; i++)
        free_to_go = done[i] || !before[j * n + i];
      if (free_to_go)
        ready[count++] = j;
    }
    uint32_t pick = ready[smr_random_below(&c->random, count)];
    done[pick] = true;
    copy_op(c, ops.data[pick], to);
  }
  if (n)
    copy_op(c, ops.data[n - 1], to);
  free(ready);
  free(before);
  free(done);
  free(effects);
  smr_vec_free(&ops);
}

static void copy_region(Copy *c, SmrRegion from, SmrRegion to) {
  const SmrRegionData *data = &c->from->regions.data[from];
  for (uint32_t i = 0; i < data->blocks.size; i++) { // all blocks first: branches go forward too
    SmrBlock old = data->blocks.data[i], block = smr_block_create(c->to, to);
    c->blocks[old] = block;
    c->to->blocks.data[block].handle = c->from->blocks.data[old].handle;
    for (uint32_t k = 0; k < c->from->blocks.data[old].args.size; k++) {
      SmrValue arg = c->from->blocks.data[old].args.data[k];
      map_value(c, arg, smr_block_add_arg(c->to, block, c->from->values.data[arg].type));
    }
  }
  for (uint32_t i = 0; i < data->blocks.size; i++)
    copy_ops(c, data->blocks.data[i], c->blocks[data->blocks.data[i]]);
}

SmrGraph *smr_random_perturb(const SmrGraph *graph, uint32_t what, uint64_t seed) {
  Copy c = {.from = graph, .random = {seed}, .what = what};
  c.to = smr_graph_create(graph->symbols, smr_intern_text(graph->symbols, graph->name));
  c.to->wraps = graph->wraps;
  c.to->fortran = graph->fortran;
  c.to->handle = graph->handle;
  c.values = smr_xcalloc(graph->values.size, sizeof *c.values);
  c.ops = smr_xcalloc(graph->ops.size, sizeof *c.ops);
  c.blocks = smr_xcalloc(graph->blocks.size, sizeof *c.blocks);
  copy_region(&c, graph->body, c.to->body);
  for (SmrOp op = 0; (op = smr_next_op(c.to, op, 0));)
    smr_op(c.to, op)->owner = smr_op(c.to, op)->owner ? c.ops[smr_op(c.to, op)->owner] : 0;
  for (uint32_t e = 0; e < graph->exits.size; e++) {
    const SmrExit *old = &graph->exits.data[e];
    SmrValue ptr = c.values[smr_value(graph, old->ptr)], value = c.values[smr_value(graph, old->value)];
    SmrValue initial = c.values[smr_value(graph, old->initial)];
    if (c.ops[old->loop] && ptr && (value || initial))
      smr_vec_push(&c.to->exits,
                   (SmrExit){.loop = c.ops[old->loop], .ptr = ptr, .initial = initial, .value = value});
  }
  free(c.values);
  free(c.ops);
  free(c.blocks);
  smr_arena_destroy(&c.arena);
  return c.to;
}
