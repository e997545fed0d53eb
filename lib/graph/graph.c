//===- graph.c - building, reading and editing graphs --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: an op's operands are one slice of the operand pool, its results and its regions are consecutive
// ids; a slice that must grow is copied to the pool's end, results that must grow move to new ids and leave
// forwards behind.
//===----------------------------------------------------------------------===//
#include "graph/graph.h"
#include <assert.h>
#include <string.h>

enum { PURE = 1, COMMUTATIVE = 2, TERMINATOR = 4, REGIONS = 8, MEMORY = 16 };
enum { ORDER_STEP = 16 };

static const struct {
  const char *name;
  unsigned flags;
} opcodes[SMR_OP_COUNT] = {
    {"none", 0},
#define P PURE
#define C COMMUTATIVE
#define T TERMINATOR
#define R REGIONS
#define M MEMORY
#define SMR_OP(code, spelling, flags) {spelling, flags},
#include "graph/ops.def"
#undef SMR_OP
#undef P
#undef C
#undef T
#undef R
#undef M
};

const char *smr_opcode_name(SmrOpcode code) {
  return opcodes[code].name;
}
bool smr_opcode_pure(SmrOpcode code) {
  return opcodes[code].flags & PURE;
}
bool smr_opcode_commutative(SmrOpcode code) {
  return opcodes[code].flags & COMMUTATIVE;
}
bool smr_opcode_terminator(SmrOpcode code) {
  return opcodes[code].flags & TERMINATOR;
}

uint32_t smr_type_bytes(SmrType type) {
  uint32_t width = SMR_TYPE_PAYLOAD(type);
  switch (SMR_TYPE_KIND(type)) {
  case SMR_T_INT:
    return width <= 8 ? 1 : width == 16 || width == 32 || width == 64 || width == 128 ? width / 8 : 0;
  case SMR_T_FLOAT:
    return width == 80 ? 16 : width / 8;
  case SMR_T_BFLOAT:
    return 2;
  case SMR_T_COMPLEX:
    return width == 80 ? 32 : width / 4;
  case SMR_T_PTR:
    return 8;
  default:
    return 0;
  }
}

//--- Construction ------------------------------------------------------------

static SmrRegion region_create(SmrGraph *graph, SmrOp parent) {
  SmrRegionData data = {.parent = parent};
  smr_vec_push(&graph->regions, data);
  graph->nested = false;
  return graph->regions.size - 1;
}

static SmrValue value_create(SmrGraph *graph, SmrType type, SmrOp def, SmrBlock block, uint32_t index) {
  smr_vec_push(&graph->values, (SmrValueData){.type = type, .def = def, .block = block, .index = index});
  return graph->values.size - 1;
}

SmrGraph *smr_graph_create(SmrIntern *symbols, const char *name) {
  SmrGraph *graph = smr_xcalloc(1, sizeof *graph);
  graph->symbols = symbols;
  graph->name = smr_intern(symbols, name);
  enum { SOME = 512 }; // few functions need less, and growing copies
  smr_vec_reserve(&graph->ops, SOME);
  smr_vec_reserve(&graph->values, SOME);
  smr_vec_reserve(&graph->operands, 2 * SOME);
  smr_vec_reserve(&graph->terms, SOME);
  smr_vec_reserve(&graph->monomials, SOME);
  smr_vec_push(&graph->ops, (SmrOpData){0});
  smr_vec_push(&graph->values, (SmrValueData){0});
  region_create(graph, 0);
  smr_vec_push(&graph->blocks, (SmrBlockData){0});
  smr_vec_push(&graph->locs, (SmrLocData){0});
  smr_vec_push(&graph->polys, (SmrPolyData){0});
  graph->body = region_create(graph, 0);
  return graph;
}

void smr_graph_destroy(SmrGraph *graph) {
  if (!graph)
    return;
  for (uint32_t r = 0; r < graph->regions.size; r++)
    smr_vec_free(&graph->regions.data[r].blocks);
  for (uint32_t b = 0; b < graph->blocks.size; b++)
    smr_vec_free(&graph->blocks.data[b].args);
  smr_vec_free(&graph->ops);
  smr_vec_free(&graph->values);
  smr_vec_free(&graph->regions);
  smr_vec_free(&graph->blocks);
  smr_vec_free(&graph->locs);
  smr_vec_free(&graph->operands);
  smr_vec_free(&graph->polys);
  smr_vec_free(&graph->terms);
  smr_vec_free(&graph->monomials);
  smr_vec_free(&graph->exits);
  smr_vec_free(&graph->assumptions);
  smr_vec_free(&graph->ranges);
  smr_vec_free(&graph->row_pointers);
  smr_vec_free(&graph->collapsed);
  smr_vec_free(&graph->digits);
  smr_vec_free(&graph->chosen);
  smr_vec_free(&graph->layouts);
  free(graph);
}

#define COPY(name)                                                                                           \
  do {                                                                                                       \
    memset(&copy->name, 0, sizeof copy->name);                                                               \
    smr_vec_reserve(&copy->name, graph->name.size);                                                          \
    copy->name.size = graph->name.size;                                                                      \
    if (graph->name.size)                                                                                    \
      memcpy(copy->name.data, graph->name.data, graph->name.size * sizeof *graph->name.data);                \
  } while (0)

SmrGraph *smr_graph_copy(const SmrGraph *graph) {
  SmrGraph *copy = smr_xmalloc(sizeof *copy);
  *copy = *graph;
  COPY(ops);
  COPY(values);
  COPY(regions);
  for (SmrRegion r = 0; r < graph->regions.size; r++)
    COPY(regions.data[r].blocks);
  COPY(blocks);
  for (SmrBlock b = 0; b < graph->blocks.size; b++)
    COPY(blocks.data[b].args);
  COPY(locs);
  COPY(operands);
  COPY(polys);
  COPY(terms);
  COPY(monomials);
  COPY(exits);
  COPY(assumptions);
  COPY(ranges);
  COPY(row_pointers);
  COPY(collapsed);
  COPY(digits);
  COPY(chosen);
  COPY(layouts);
  return copy;
}
#undef COPY

SmrBlock smr_block_create(SmrGraph *graph, SmrRegion region) {
  SmrBlockData data = {.region = region, .ordered = true};
  smr_vec_push(&graph->blocks, data);
  SmrBlock block = graph->blocks.size - 1;
  smr_vec_push(&graph->regions.data[region].blocks, block);
  return block;
}

SmrValue smr_block_add_arg(SmrGraph *graph, SmrBlock block, SmrType type) {
  SmrBlockData *data = &graph->blocks.data[block];
  SmrValue value = value_create(graph, type, 0, block, data->args.size);
  ++graph->edits;
  smr_vec_push(&data->args, value);
  return value;
}

SmrLoc smr_loc_create(SmrGraph *graph, SmrSym file, uint32_t line, uint32_t column) {
  SmrLocData loc = {file, line, column};
  const SmrLocData *last = &smr_vec_last(&graph->locs);
  if (graph->locs.size > 1 && last->file == loc.file && last->line == line && last->column == column)
    return graph->locs.size - 1; // neighbours often share a location
  smr_vec_push(&graph->locs, loc);
  return graph->locs.size - 1;
}

/// Copies to the end of the operand pool; `operands` may point into the pool itself.
static uint32_t pool_operands(SmrGraph *graph, const SmrValue *operands, uint32_t count) {
  uint32_t first = graph->operands.size;
  const SmrValue *pool = graph->operands.data;
  bool inside = pool && operands >= pool && operands < pool + first;
  size_t offset = inside ? (size_t)(operands - pool) : 0;
  smr_vec_reserve(&graph->operands, (size_t)first + count);
  if (inside)
    operands = graph->operands.data + offset;
  if (count)
    memmove(graph->operands.data + first, operands, count * sizeof *operands);
  graph->operands.size += count;
  return first;
}

SmrOp smr_op_create(SmrGraph *graph, SmrOpcode code, const SmrValue *operands, uint32_t operand_count,
                    const SmrType *result_types, uint32_t result_count, uint32_t regions) {
  SmrOp op = graph->ops.size;
  SmrOpData data = {.code = (uint16_t)code,
                    .operand_first = pool_operands(graph, operands, operand_count),
                    .operand_count = operand_count,
                    .result_first = graph->values.size,
                    .result_count = result_count,
                    .region_first = graph->regions.size,
                    .region_count = regions};
  smr_vec_push(&graph->ops, data);
  for (uint32_t k = 0; k < result_count; k++)
    value_create(graph, result_types[k], op, 0, k);
  for (uint32_t k = 0; k < regions; k++)
    region_create(graph, op);
  return op;
}

/// Links `op` between two neighbours (0: the block's end).
static void link_between(SmrGraph *graph, SmrBlock block, SmrOp prev, SmrOp next, SmrOp op) {
  SmrOpData *ops = graph->ops.data;
  SmrBlockData *data = &graph->blocks.data[block];
  assert(!ops[op].block && "op is already linked");
  ++graph->edits;
  graph->nested &= !ops[op].region_count;
  ops[op].block = block;
  ops[op].prev = prev;
  ops[op].next = next;
  *(prev ? &ops[prev].next : &data->first) = op;
  *(next ? &ops[next].prev : &data->last) = op;
  uint32_t low = prev ? ops[prev].order : 0;
  uint32_t high = next ? ops[next].order : low < UINT32_MAX - 2 * ORDER_STEP ? low + 2 * ORDER_STEP : low;
  ops[op].order = low + (high - low) / 2;
  if (high < low || ops[op].order == low)
    data->ordered = false;
}

void smr_op_append(SmrGraph *graph, SmrBlock block, SmrOp op) {
  link_between(graph, block, graph->blocks.data[block].last, 0, op);
}
void smr_op_insert_before(SmrGraph *graph, SmrOp where, SmrOp op) {
  link_between(graph, smr_op(graph, where)->block, smr_op(graph, where)->prev, where, op);
}
void smr_op_insert_after(SmrGraph *graph, SmrOp where, SmrOp op) {
  link_between(graph, smr_op(graph, where)->block, where, smr_op(graph, where)->next, op);
}

void smr_op_unlink(SmrGraph *graph, SmrOp op) {
  SmrOpData *ops = graph->ops.data;
  if (!ops[op].block)
    return;
  SmrBlockData *data = &graph->blocks.data[ops[op].block];
  ++graph->edits;
  graph->nested &= !ops[op].region_count;
  *(ops[op].prev ? &ops[ops[op].prev].next : &data->first) = ops[op].next;
  *(ops[op].next ? &ops[ops[op].next].prev : &data->last) = ops[op].prev;
  ops[op].block = ops[op].prev = ops[op].next = 0;
}

void smr_op_set_operands(SmrGraph *graph, SmrOp op, const SmrValue *operands, uint32_t count) {
  SmrOpData *data = smr_op(graph, op);
  ++graph->edits;
  if (count > data->operand_count)
    data->operand_first = pool_operands(graph, operands, count);
  else if (count)
    memmove(graph->operands.data + data->operand_first, operands, count * sizeof *operands);
  data->operand_count = count;
}

SmrValue smr_op_add_result(SmrGraph *graph, SmrOp op, SmrType type) {
  SmrOpData *data = smr_op(graph, op);
  uint32_t first = data->result_first, count = data->result_count;
  if (first + count != graph->values.size) {
    data->result_first = graph->values.size;
    for (uint32_t k = 0; k < count; k++) {
      SmrValueData moved = graph->values.data[first + k]; // with its forward, if it was replaced
      smr_vec_push(&graph->values, moved);
      graph->values.data[first + k].forward = graph->values.size - 1;
    }
  }
  data->result_count = count + 1;
  ++graph->edits;
  return value_create(graph, type, op, 0, count);
}

void smr_block_splice(SmrGraph *graph, SmrBlock to, SmrBlock from) {
  SmrBlockData *source = &graph->blocks.data[from], *target = &graph->blocks.data[to];
  if (to == from || !source->first)
    return;
  for (SmrOp op = source->first; op; op = smr_op(graph, op)->next) {
    smr_op(graph, op)->block = to;
    graph->nested &= !smr_op(graph, op)->region_count;
  }
  ++graph->edits;
  target->ordered = target->last ? false : source->ordered;
  smr_op(graph, source->first)->prev = target->last;
  *(target->last ? &smr_op(graph, target->last)->next : &target->first) = source->first;
  target->last = source->last;
  source->first = source->last = 0;
  source->ordered = true;
}

SmrValue smr_build(SmrGraph *graph, SmrBlock block, SmrOp where, SmrOpcode code, SmrType type,
                   const SmrValue *operands, uint32_t operand_count, int64_t imm) {
  SmrOp op = smr_op_create(graph, code, operands, operand_count, &type, 1, 0);
  smr_op(graph, op)->imm = imm;
  if (where) {
    smr_op(graph, op)->loc = smr_op(graph, where)->loc;
    smr_op_insert_before(graph, where, op);
  } else {
    smr_op_append(graph, block, op);
  }
  return smr_result(graph, op, 0);
}

SmrValue smr_build_const(SmrGraph *graph, SmrBlock block, SmrOp where, SmrType type, int64_t imm) {
  return smr_build(graph, block, where, SMR_OP_CONST, type, NULL, 0, imm);
}

//--- Reading -----------------------------------------------------------------

/// The region that the op of this region stands in; 0 for a body, and where the op stands nowhere.
static SmrRegion region_around(const SmrGraph *graph, SmrRegion region) {
  SmrOp parent = graph->regions.data[region].parent;
  SmrBlock block = parent ? smr_op(graph, parent)->block : 0;
  return block ? graph->blocks.data[block].region : 0;
}

void smr_graph_nest(SmrGraph *graph) {
  uint32_t count = graph->regions.size, clock = 0;
  if (graph->nested)
    return;
  uint32_t *child = smr_xcalloc(count, sizeof *child), *sibling = smr_xcalloc(count, sizeof *sibling);
  for (SmrRegion r = count; --r;) { // [0] is the root of all; those of one op stay side by side
    SmrRegion around = region_around(graph, r);
    sibling[r] = child[around];
    child[around] = r;
  }
  for (SmrRegion r = child[0]; r;) {
    graph->regions.data[r].enter = ++clock;
    if (child[r]) {
      r = child[r];
      continue;
    }
    for (; r; r = region_around(graph, r)) {
      graph->regions.data[r].leave = clock;
      if (sibling[r])
        break;
    }
    r = sibling[r];
  }
  free(child);
  free(sibling);
  graph->nested = true;
}

/// Does the region lie in one of the op's, or is it one?
static bool region_inside(const SmrGraph *graph, SmrRegion region, SmrOp op) {
  const SmrOpData *data = smr_op(graph, op);
  if (!graph->nested) {
    while (region && graph->regions.data[region].parent != op)
      region = region_around(graph, region);
    return region;
  }
  const SmrRegionData *regions = graph->regions.data;
  return data->region_count && regions[region].enter >= regions[data->region_first].enter &&
         regions[region].enter <= regions[data->region_first + data->region_count - 1].leave;
}

static bool block_inside(const SmrGraph *graph, SmrBlock block, SmrOp op) {
  if (!op) // the function as a whole
    return smr_block_parent(graph, block);
  return block && region_inside(graph, graph->blocks.data[block].region, op);
}

bool smr_inside(const SmrGraph *graph, SmrOp op, SmrOp ancestor) {
  return op == ancestor || !ancestor || block_inside(graph, smr_op(graph, op)->block, ancestor);
}

bool smr_value_inside(const SmrGraph *graph, SmrValue value, SmrOp op) {
  const SmrValueData *data = smr_value_data(graph, value);
  return block_inside(graph, data->def ? smr_op(graph, data->def)->block : data->block, op);
}

static uint32_t depth_of(const SmrGraph *graph, SmrOp op) {
  uint32_t depth = 0;
  while ((op = smr_parent(graph, op)))
    ++depth;
  return depth;
}

static void number_block(const SmrGraph *graph, SmrBlock block) {
  uint32_t order = 0;
  for (SmrOp op = graph->blocks.data[block].first; op; op = smr_op(graph, op)->next)
    smr_op(graph, op)->order = order += ORDER_STEP;
  graph->blocks.data[block].ordered = true;
}

bool smr_before(const SmrGraph *graph, SmrOp a, SmrOp b) {
  uint32_t depth_a = depth_of(graph, a), depth_b = depth_of(graph, b);
  SmrOp x = a, y = b;
  for (; depth_a > depth_b; --depth_a)
    x = smr_parent(graph, x);
  for (; depth_b > depth_a; --depth_b)
    y = smr_parent(graph, y);
  if (x == y) // one contains the other, or they are the same
    return x == a && a != b;
  for (SmrOp px, py; (px = smr_parent(graph, x)) != (py = smr_parent(graph, y)); x = px, y = py)
    ;
  SmrBlock bx = smr_op(graph, x)->block, by = smr_op(graph, y)->block;
  if (bx == by) {
    if (!graph->blocks.data[bx].ordered)
      number_block(graph, bx);
    return smr_op(graph, x)->order < smr_op(graph, y)->order;
  }
  SmrRegion rx = graph->blocks.data[bx].region, ry = graph->blocks.data[by].region;
  return rx != ry ? rx < ry : bx < by;
}

bool smr_const_int(const SmrGraph *graph, SmrValue value, int64_t *out) {
  SmrOp def = smr_def(graph, value);
  if (!def || smr_op(graph, def)->code != SMR_OP_CONST ||
      SMR_TYPE_KIND(smr_value_type(graph, value)) != SMR_T_INT)
    return false;
  *out = smr_op(graph, def)->imm;
  return true;
}

double smr_const_float(const SmrGraph *graph, SmrOp op) {
  double value;
  memcpy(&value, &smr_op(graph, op)->imm, sizeof value);
  return value;
}

void smr_graph_replace(SmrGraph *graph, SmrValue old_value, SmrValue new_value) {
  old_value = smr_value(graph, old_value);
  new_value = smr_value(graph, new_value);
  if (old_value == new_value)
    return;
  graph->values.data[old_value].forward = new_value;
  ++graph->edits;
}

/// The first op in the blocks after `after` of the region, or in the next regions of the same op.
static SmrOp first_op(const SmrGraph *graph, SmrRegion region, SmrBlock after) {
  SmrOp parent = graph->regions.data[region].parent;
  do {
    const SmrRegionData *in = &graph->regions.data[region];
    uint32_t low = 0, high = in->blocks.size;
    while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      bool before = in->blocks.data[middle] <= after;
      low = before ? middle + 1 : low;
      high = before ? high : middle;
    }
    for (; low < in->blocks.size; low++)
      if (graph->blocks.data[in->blocks.data[low]].first)
        return graph->blocks.data[in->blocks.data[low]].first;
    after = 0;
  } while (parent && ++region < smr_op(graph, parent)->region_first + smr_op(graph, parent)->region_count);
  return 0;
}

SmrOp smr_next_op(const SmrGraph *graph, SmrOp op, SmrOp root) {
  const SmrOpData *data = smr_op(graph, op);
  SmrRegion inside = op ? data->region_first : graph->body;
  SmrOp next = !op || data->region_count ? first_op(graph, inside, 0) : 0;
  for (; !next && op != root; op = smr_parent(graph, op)) {
    data = smr_op(graph, op);
    next = data->next ? data->next : first_op(graph, graph->blocks.data[data->block].region, data->block);
  }
  return next;
}

SmrOp smr_outermost_loop(const SmrGraph *graph, SmrOp op, SmrBlock block) {
  SmrOp loop = 0;
  for (; op; op = smr_parent(graph, op)) {
    loop = smr_is_loop(graph, op) ? op : loop;
    if (smr_op(graph, op)->block == block)
      return loop;
  }
  return block ? 0 : loop;
}

/// Counts the uses of value v in at[v]; or, with `ops`, puts them where at[v] points.
static void visit_uses(const SmrGraph *graph, SmrRegion region, uint32_t *at, SmrOp *ops) {
  const SmrRegionData *in = &graph->regions.data[region];
  for (uint32_t i = 0; i < in->blocks.size; i++)
    for (SmrOp op = graph->blocks.data[in->blocks.data[i]].first; op; op = smr_op(graph, op)->next) {
      const SmrOpData *data = smr_op(graph, op);
      const SmrValue *operands = graph->operands.data + data->operand_first;
      if (ops)
        for (uint32_t k = 0; k < data->operand_count; k++)
          ops[at[smr_value(graph, operands[k])]++] = op;
      else
        for (uint32_t k = 0; k < data->operand_count; k++)
          at[smr_value(graph, operands[k])]++;
      for (uint32_t k = 0; k < data->region_count; k++)
        visit_uses(graph, data->region_first + k, at, ops);
    }
}

SmrUses smr_uses_compute(const SmrGraph *graph) {
  // at[v] is first[v + 1]: where v's slice starts, and once it is filled, where the next one does.
  SmrUses uses = {smr_xcalloc((size_t)graph->values.size + 2, sizeof *uses.first), NULL};
  uint32_t *at = uses.first + 1, total = 0;
  visit_uses(graph, graph->body, at, NULL);
  for (uint32_t v = 0; v <= graph->values.size; v++) {
    uint32_t count = at[v];
    at[v] = total;
    total += count;
  }
  uses.ops = smr_xmalloc((total + 1) * sizeof *uses.ops);
  visit_uses(graph, graph->body, at, uses.ops);
  return uses;
}

uint32_t *smr_uses_count(const SmrGraph *graph) {
  uint32_t *counts = smr_xcalloc((size_t)graph->values.size + 1, sizeof *counts);
  visit_uses(graph, graph->body, counts, NULL);
  return counts;
}

void smr_uses_free(SmrUses *uses) {
  free(uses->first);
  free(uses->ops);
  *uses = (SmrUses){0};
}
