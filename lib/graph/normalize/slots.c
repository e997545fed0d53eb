//===- slots.c - promote private scalars in memory to values (N-SLOT) ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A slot is an ALLOCA of the entry block that is executed once and whose address is only loaded from and
// stored to, with one type, and never inside an op whose control flow is unknown. Its loads disappear; loops
// that store to it carry it; graph->exits says what each loop finds and leaves in it. At joins of blocks
// every slot becomes a block argument first, then arguments that are always the same value are removed again.
//===----------------------------------------------------------------------===//
#include "base/order.h"
#include "graph/normalize/passes.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  SmrOp alloca_op;
  SmrValue ptr;
  SmrType type;
  bool bad;
} Slot;

typedef struct {
  uint32_t first, count;
} List;

typedef struct {
  SmrGraph *g;
  SmrMap slot_of; // ptr value -> slot index + 1
  SMR_VEC(Slot) slots;
  SmrMap stored; // region op -> list in `lists` + 1: the good slots that it stores to, ascending
  SMR_VEC(List) lists;
  SMR_VEC(uint32_t) pool; // of all lists
  uint32_t *seen;         // per slot: the last list that has it
  uint64_t initials;      // exits that may still be recorded for an initial value alone
} Slots;

static uint32_t slot_index(const Slots *s, SmrValue ptr) {
  uint32_t index = 0;
  return smr_map_get(&s->slot_of, smr_value(s->g, ptr), &index) ? index : 0;
}

static void disqualify(Slots *s, SmrValue value) {
  uint32_t index = slot_index(s, value);
  if (index)
    s->slots.data[index - 1].bad = true;
}

static void note_access(Slots *s, SmrValue ptr, SmrType type, bool bad) {
  uint32_t index = slot_index(s, ptr);
  if (!index)
    return;
  Slot *slot = &s->slots.data[index - 1];
  if (slot->type == 0)
    slot->type = type;
  slot->bad |= bad || slot->type != type;
}

static void find(Slots *s, SmrRegion region, bool known_control) {
  SmrGraph *g = s->g;
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++) {
    SmrBlock block = g->regions.data[region].blocks.data[b];
    for (SmrOp op = g->blocks.data[block].first; op; op = smr_op(g, op)->next) {
      SmrOpData data = *smr_op(g, op);
      bool bad = !known_control || (data.flags & SMR_F_VOLATILE);
      if (data.code == SMR_OP_ALLOCA && block == smr_region_block(g, g->body)) { // so it is executed once
        smr_vec_push(&s->slots, (Slot){op, smr_result(g, op, 0), 0, false});
        smr_map_set(&s->slot_of, smr_result(g, op, 0), s->slots.size);
      } else if (data.code == SMR_OP_LOAD) {
        note_access(s, smr_operand(g, op, 0), smr_value_type(g, smr_result(g, op, 0)), bad);
      } else if (data.code == SMR_OP_STORE) {
        disqualify(s, smr_operand(g, op, 0));
        note_access(s, smr_operand(g, op, 1), smr_value_type(g, smr_operand(g, op, 0)), bad);
      } else {
        for (uint32_t k = 0; k < data.operand_count; k++)
          disqualify(s, smr_operand(g, op, k));
      }
      bool inner = known_control && data.code != SMR_OP_OPAQUE && data.code != SMR_OP_CALL;
      for (uint32_t r = 0; r < data.region_count; r++)
        find(s, smr_op_region(g, op, r), inner);
    }
  }
}

typedef SMR_VEC(uint32_t) Indices;

/// Which slots each region op stores to; what an inner one does is copied to those around it.
static void collect(Slots *s, SmrRegion region, Indices *into) {
  SmrGraph *g = s->g;
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++) {
    SmrBlock block = g->regions.data[region].blocks.data[b];
    for (SmrOp op = g->blocks.data[block].first; op; op = smr_op(g, op)->next) {
      const SmrOpData data = *smr_op(g, op);
      if (data.code == SMR_OP_STORE && into) {
        uint32_t index = slot_index(s, smr_operand(g, op, 1));
        if (index)
          smr_vec_push(into, index - 1);
      }
      if (!data.region_count)
        continue;
      Indices own = {0};
      for (uint32_t r = 0; r < data.region_count; r++)
        collect(s, smr_op_region(g, op, r), &own);
      smr_vec_push(&s->lists, (List){s->pool.size, 0});
      List *list = &smr_vec_last(&s->lists);
      smr_map_set(&s->stored, op, s->lists.size);
      for (uint32_t i = 0; i < own.size; i++)
        if (s->seen[own.data[i]] != s->lists.size) {
          s->seen[own.data[i]] = s->lists.size;
          smr_vec_push(&s->pool, own.data[i]);
        }
      smr_vec_free(&own);
      list->count = s->pool.size - list->first;
      if (list->count)
        qsort(s->pool.data + list->first, list->count, sizeof(uint32_t), smr_ascending);
      for (uint32_t i = 0; into && i < list->count; i++)
        smr_vec_push(into, s->pool.data[list->first + i]);
    }
  }
}

static List stores_of(const Slots *s, SmrOp op) {
  uint32_t at;
  return smr_map_get(&s->stored, op, &at) ? s->lists.data[at - 1] : (List){0};
}

static bool stores_to(const Slots *s, List list, uint32_t slot) {
  return list.count && bsearch(&slot, s->pool.data + list.first, list.count, sizeof slot, smr_ascending);
}

/// Appends current[slot] for all slots of the list.
static void append_operands(Slots *s, SmrOp op, List list, const SmrValue *current) {
  SmrGraph *g = s->g;
  uint32_t count = smr_op(g, op)->operand_count;
  SmrValue *all = smr_xmalloc(((size_t)count + list.count + 1) * sizeof *all);
  for (uint32_t k = 0; k < count; k++)
    all[k] = smr_operand(g, op, k);
  for (uint32_t i = 0; i < list.count; i++)
    all[count + i] = current[s->pool.data[list.first + i]];
  smr_op_set_operands(g, op, all, count + list.count);
  free(all);
}

static void add_args(Slots *s, SmrBlock block, List list, SmrValue *current) {
  for (uint32_t i = 0; i < list.count; i++) {
    uint32_t slot = s->pool.data[list.first + i];
    current[slot] = smr_block_add_arg(s->g, block, s->slots.data[slot].type);
  }
}

/// The op's new results are what the slots hold behind it.
static void add_results(Slots *s, SmrOp op, List list, SmrValue *current) {
  for (uint32_t i = 0; i < list.count; i++) {
    uint32_t slot = s->pool.data[list.first + i];
    current[slot] = smr_op_add_result(s->g, op, s->slots.data[slot].type);
  }
}

static SmrValue *save(const Slots *s, List list, const SmrValue *current) {
  SmrValue *saved = smr_xmalloc(((size_t)list.count + 1) * sizeof *saved);
  for (uint32_t i = 0; i < list.count; i++)
    saved[i] = current[s->pool.data[list.first + i]];
  return saved;
}

/// What the loop finds in the slots that it stores to, and in others whose value is nowhere in MLIR. dead.c
/// drops what turns out not to be needed; without a record for the latter the loop just stays as it is.
static void record_entry(Slots *s, SmrOp op, List list, const SmrValue *current) {
  SmrGraph *g = s->g;
  for (uint32_t i = 0; i < list.count; i++) {
    uint32_t slot = s->pool.data[list.first + i];
    smr_vec_push(&g->exits, (SmrExit){.loop = op, .ptr = s->slots.data[slot].ptr, .initial = current[slot]});
  }
  if (s->initials < s->slots.size)
    return;
  s->initials -= s->slots.size;
  for (uint32_t i = 0; i < s->slots.size; i++) {
    SmrOp def = smr_def(g, current[i]);
    bool unknown = def && smr_op(g, def)->code == SMR_OP_UNDEF; // perhaps before its alloca, even
    if (!unknown && !smr_value_data(g, current[i])->handle && !stores_to(s, list, i))
      smr_vec_push(&g->exits, (SmrExit){.loop = op, .ptr = s->slots.data[i].ptr, .initial = current[i]});
  }
}

static void promote_block(Slots *s, SmrBlock block, SmrValue *current);

static void promote_loop(Slots *s, SmrOp op, SmrValue *current) {
  SmrGraph *g = s->g;
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  SmrBlock first = smr_body_block(g, op, 0), second = code == SMR_OP_WHILE ? smr_body_block(g, op, 1) : 0;
  List list = stores_of(s, op);
  uint32_t entered = g->exits.size;
  record_entry(s, op, list, current);
  append_operands(s, op, list, current);
  add_args(s, first, list, current);
  promote_block(s, first, current);
  if (second) { // the condition forwards the slots' values to the body and to the results
    append_operands(s, g->blocks.data[first].last, list, current);
    add_args(s, second, list, current);
    promote_block(s, second, current);
  }
  append_operands(s, g->blocks.data[second ? second : first].last, list, current);
  add_results(s, op, list, current);
  for (uint32_t i = 0; i < list.count; i++)
    g->exits.data[entered + i].value = current[s->pool.data[list.first + i]];
}

static void promote_if(Slots *s, SmrOp op, SmrValue *current) {
  SmrGraph *g = s->g;
  List list = stores_of(s, op);
  SmrValue *before = save(s, list, current);
  for (uint32_t r = 0; r < 2; r++) {
    for (uint32_t i = 0; i < list.count; i++)
      current[s->pool.data[list.first + i]] = before[i];
    promote_block(s, smr_body_block(g, op, r), current);
    append_operands(s, g->blocks.data[smr_body_block(g, op, r)].last, list, current);
  }
  free(before);
  add_results(s, op, list, current);
  for (uint32_t i = 0; i < list.count; i++) {
    uint32_t slot = s->pool.data[list.first + i];
    smr_vec_push(&g->exits, (SmrExit){.loop = op, .ptr = s->slots.data[slot].ptr, .value = current[slot]});
  }
}

static void promote_block(Slots *s, SmrBlock block, SmrValue *current) {
  SmrGraph *g = s->g;
  for (SmrOp op = g->blocks.data[block].first, next; op; op = next) {
    next = smr_op(g, op)->next;
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    uint32_t index = 0;
    if (code == SMR_OP_LOAD && (index = slot_index(s, smr_operand(g, op, 0)))) {
      SmrValueData *held = smr_value_data(g, current[index - 1]);
      if (smr_value_type(g, current[index - 1]) == SMR_BOX && !held->name) // what a Fortran pointer points to
        held->name = g->values.data[smr_result(g, op, 0)].name;
      smr_graph_replace(g, smr_result(g, op, 0), current[index - 1]);
      smr_op_unlink(g, op);
    } else if (code == SMR_OP_STORE && (index = slot_index(s, smr_operand(g, op, 1)))) {
      current[index - 1] = smr_operand(g, op, 0);
      smr_op_unlink(g, op);
    } else if (code == SMR_OP_FOR || code == SMR_OP_LOOP || code == SMR_OP_WHILE) {
      promote_loop(s, op, current);
    } else if (code == SMR_OP_IF) {
      promote_if(s, op, current);
    }
  }
}

//--- Several blocks -----------------------------------------------------------

typedef struct {
  SMR_VEC(SmrBlock) order; // reverse post-order
  uint32_t *preds;         // per block id: number of reachable predecessors
} Flow;

static void visit(SmrGraph *g, SmrBlock block, uint8_t *seen, Flow *flow) {
  // Iterative depth-first search: functions may have many thousands of blocks.
  SMR_VEC(struct {
    SmrBlock block;
    uint32_t next;
  })
  stack = {0};
  seen[block] = 1;
  smr_vec_reserve(&stack, 1);
  stack.data[stack.size].block = block;
  stack.data[stack.size++].next = 0;
  while (stack.size) {
    SmrBlock at = smr_vec_last(&stack).block;
    SmrOp last = g->blocks.data[at].last;
    uint32_t k = smr_vec_last(&stack).next;
    if (!last || k >= 2 || !smr_op(g, last)->succ[k]) {
      smr_vec_push(&flow->order, at);
      stack.size--;
      continue;
    }
    smr_vec_last(&stack).next++;
    SmrBlock to = smr_op(g, last)->succ[k];
    flow->preds[to]++;
    if (!seen[to]) {
      seen[to] = 1;
      smr_vec_reserve(&stack, stack.size + 1);
      stack.data[stack.size].block = to;
      stack.data[stack.size++].next = 0;
    }
  }
  smr_vec_free(&stack);
  for (uint32_t i = 0, j = flow->order.size; i + 1 < j; i++) {
    SmrBlock swap = flow->order.data[i];
    flow->order.data[i] = flow->order.data[--j];
    flow->order.data[j] = swap;
  }
}

/// Passes the slots' values on every edge from a block to those that take them as arguments.
static void pass_along(Slots *s, SmrOp last, bool first_takes, bool second_takes, List list,
                       const SmrValue *current) {
  SmrGraph *g = s->g;
  const SmrOpData data = *smr_op(g, last);
  uint32_t split = data.code == SMR_OP_CBR ? 1 + (uint32_t)data.imm : data.operand_count, kept = 0;
  SmrValue *all = smr_xmalloc(((size_t)data.operand_count + 2 * (size_t)list.count + 1) * sizeof *all);
  for (uint32_t k = 0; k < split; k++)
    all[kept++] = smr_operand(g, last, k);
  for (uint32_t i = 0; first_takes && i < list.count; i++)
    all[kept++] = current[s->pool.data[list.first + i]];
  for (uint32_t k = split; k < data.operand_count; k++)
    all[kept++] = smr_operand(g, last, k);
  for (uint32_t i = 0; second_takes && i < list.count; i++)
    all[kept++] = current[s->pool.data[list.first + i]];
  smr_op_set_operands(g, last, all, kept);
  if (data.code == SMR_OP_CBR && first_takes)
    smr_op(g, last)->imm += list.count;
  free(all);
}

typedef struct {
  SmrOp last;
  uint32_t successor;
} Edge;

/// Replaces the arguments of a block that are the same value on every edge into it.
static bool trivial_args(SmrGraph *g, SmrBlock block, const Edge *edges, uint32_t edge_count) {
  uint32_t count = g->blocks.data[block].args.size;
  bool changed = false;
  for (uint32_t a = 0; a < count; a++) {
    SmrValue arg = g->blocks.data[block].args.data[a], same = 0;
    bool differ = g->values.data[arg].forward != 0;
    for (uint32_t e = 0; e < edge_count && !differ; e++) {
      const SmrOpData *last = smr_op(g, edges[e].last);
      uint32_t first = last->code == SMR_OP_BR ? 0 : edges[e].successor == 0 ? 1 : 1 + (uint32_t)last->imm;
      SmrValue in = smr_operand(g, edges[e].last, first + a);
      if (in == arg)
        continue;
      differ = same && same != in;
      same = in;
    }
    if (same && !differ) {
      smr_graph_replace(g, arg, same);
      changed = true;
    }
  }
  return changed;
}

/// A block argument that is the same value on every edge is that value; repeated, since one may make another.
static void remove_trivial_args(SmrGraph *g, const Flow *flow) {
  uint32_t *first = smr_xcalloc((size_t)g->blocks.size + 1, sizeof *first), total = 0;
  for (uint32_t b = 0; b < g->blocks.size; b++) {
    first[b] = total;
    total += flow->preds[b];
  }
  Edge *edges = smr_xcalloc((size_t)total + 1, sizeof *edges);
  uint32_t *filled = smr_xcalloc(g->blocks.size, sizeof *filled);
  for (uint32_t b = 0; b < flow->order.size; b++) {
    SmrOp last = g->blocks.data[flow->order.data[b]].last;
    for (uint32_t k = 0; k < 2; k++) {
      SmrBlock to = smr_op(g, last)->succ[k];
      if (to)
        edges[first[to] + filled[to]++] = (Edge){last, k};
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = 1; b < flow->order.size; b++) {
      SmrBlock block = flow->order.data[b];
      changed |= trivial_args(g, block, edges + first[block], filled[block]);
    }
  }
  free(first);
  free(edges);
  free(filled);
}

static void promote_body(Slots *s, SmrValue *initial) {
  SmrGraph *g = s->g;
  Flow flow = {0};
  uint8_t *seen = smr_xcalloc(g->blocks.size, 1);
  flow.preds = smr_xcalloc(g->blocks.size, sizeof *flow.preds);
  visit(g, g->regions.data[g->body].blocks.data[0], seen, &flow);
  uint32_t n = s->slots.size;
  List list = {s->pool.size, n}; // all of them
  for (uint32_t i = 0; i < n; i++)
    smr_vec_push(&s->pool, i);
  SmrValue **out = smr_xcalloc(g->blocks.size, sizeof *out);
  uint8_t *takes = smr_xcalloc(g->blocks.size, 1);
  SmrBlock *single = smr_xcalloc(g->blocks.size, sizeof *single);
  for (uint32_t b = 0; b < flow.order.size; b++) {
    SmrOp last = g->blocks.data[flow.order.data[b]].last;
    for (uint32_t k = 0; k < 2; k++)
      if (smr_op(g, last)->succ[k])
        single[smr_op(g, last)->succ[k]] = flow.order.data[b];
  }
  for (uint32_t b = 0; b < flow.order.size; b++) {
    SmrBlock block = flow.order.data[b];
    SmrValue *current = smr_xmalloc(((size_t)n + 1) * sizeof *current);
    if (b == 0) {
      memcpy(current, initial, n * sizeof *current);
    } else if (flow.preds[block] == 1 && out[single[block]]) {
      memcpy(current, out[single[block]], n * sizeof *current);
    } else {
      takes[block] = 1;
      add_args(s, block, list, current);
    }
    promote_block(s, block, current);
    out[block] = current;
  }
  for (uint32_t b = 0; b < flow.order.size; b++) {
    SmrBlock from = flow.order.data[b];
    SmrOp last = g->blocks.data[from].last;
    SmrBlock to[2] = {smr_op(g, last)->succ[0], smr_op(g, last)->succ[1]};
    if (takes[to[0]] || takes[to[1]])
      pass_along(s, last, takes[to[0]], takes[to[1]], list, out[from]);
  }
  remove_trivial_args(g, &flow);
  for (uint32_t b = 0; b < g->blocks.size; b++)
    free(out[b]);
  free(out);
  free(takes);
  free(single);
  free(seen);
  free(flow.preds);
  smr_vec_free(&flow.order);
}

/// Forgets the slots that are none after all.
static void keep_good(Slots *s) {
  uint32_t good = 0;
  for (uint32_t i = 0; i < s->slots.size; i++) {
    Slot slot = s->slots.data[i];
    bool keep = !slot.bad && slot.type != 0;
    if (keep)
      s->slots.data[good++] = slot;
    smr_map_set(&s->slot_of, slot.ptr, keep ? good : 0);
  }
  s->slots.size = good;
}

void smr_pass_slots(SmrGraph *g, SmrForm form) {
  (void)form;
  Slots s = {.g = g};
  find(&s, g->body, true);
  keep_good(&s);
  uint32_t joins = g->regions.data[g->body].blocks.size - 1;
  enum {
    MOST_JOIN_ARGS = 1 << 18, // beyond this the function stays as it is: nothing is matched, nothing is lost
    INITIALS_PER_OP = 8
  };
  if (s.slots.size && (uint64_t)joins * s.slots.size <= MOST_JOIN_ARGS) {
    s.seen = smr_xcalloc(s.slots.size, sizeof *s.seen);
    s.initials = (uint64_t)INITIALS_PER_OP * g->ops.size;
    collect(&s, g->body, NULL);
    SmrValue *initial = smr_xcalloc(s.slots.size, sizeof *initial);
    for (uint32_t i = 0; i < s.slots.size; i++) {
      SmrOp where = s.slots.data[i].alloca_op;
      initial[i] =
          smr_build(g, smr_op(g, where)->block, where, SMR_OP_UNDEF, s.slots.data[i].type, NULL, 0, 0);
    }
    promote_body(&s, initial);
    free(initial);
    free(s.seen);
  }
  smr_map_free(&s.slot_of);
  smr_map_free(&s.stored);
  smr_vec_free(&s.slots);
  smr_vec_free(&s.lists);
  smr_vec_free(&s.pool);
}
