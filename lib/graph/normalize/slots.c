//===- slots.c - promote private scalars in memory to values (N-SLOT) ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Requires: structured region ops; a function body that may still have several blocks. Keeps: everything
// observable. A slot is an ALLOCA of the entry block that is executed once and whose address is only loaded
// from and stored to, with one type, and never inside an op whose control flow is unknown. Its loads
// disappear; loops that store to it carry it; graph->exits says what each loop finds and leaves in it. At
// joins of blocks every slot becomes a block argument first, then arguments that are always the same value
// are removed again.
//===----------------------------------------------------------------------===//
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
  SmrGraph *g;
  SmrMap slot_of; // ptr value -> slot index + 1
  SMR_VEC(Slot) slots;
  uint32_t words; // of a bit set over slots
  SmrMap stored;  // region op -> row in `rows` + 1
  SMR_VEC(uint64_t) rows;
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
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; ++b) {
    SmrBlock block = g->regions.data[region].blocks.data[b];
    for (SmrOp op = g->blocks.data[block].first; op; op = smr_op(g, op)->next) {
      SmrOpData data = *smr_op(g, op);
      bool bad = !known_control || (data.flags & SMR_F_VOLATILE);
      if (data.code == SMR_OP_ALLOCA && (data.flags & SMR_F_ONCE) && block == smr_region_block(g, g->body)) {
        smr_vec_push(&s->slots, (Slot){op, smr_result(g, op, 0), 0, false});
        smr_map_set(&s->slot_of, smr_result(g, op, 0), s->slots.size);
      } else if (data.code == SMR_OP_LOAD) {
        note_access(s, smr_operand(g, op, 0), smr_value_type(g, smr_result(g, op, 0)), bad);
      } else if (data.code == SMR_OP_STORE) {
        disqualify(s, smr_operand(g, op, 0));
        note_access(s, smr_operand(g, op, 1), smr_value_type(g, smr_operand(g, op, 0)), bad);
      } else {
        for (uint32_t k = 0; k < data.operand_count; ++k)
          disqualify(s, smr_operand(g, op, k));
      }
      bool inner = known_control && data.code != SMR_OP_OPAQUE && data.code != SMR_OP_CALL;
      for (uint32_t r = 0; r < data.region_count; ++r)
        find(s, smr_op_region(g, op, r), inner);
    }
  }
}

/// Which slots each region op stores to.
static void collect_stores(Slots *s, SmrRegion region, uint64_t *into) {
  SmrGraph *g = s->g;
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; ++b) {
    SmrBlock block = g->regions.data[region].blocks.data[b];
    for (SmrOp op = g->blocks.data[block].first; op; op = smr_op(g, op)->next) {
      const SmrOpData data = *smr_op(g, op);
      if (data.code == SMR_OP_STORE) {
        uint32_t index = slot_index(s, smr_operand(g, op, 1));
        if (index && into)
          into[(index - 1) / 64] |= (uint64_t)1 << ((index - 1) % 64);
      }
      if (!data.region_count)
        continue;
      uint64_t *own = smr_xcalloc(s->words, sizeof *own);
      for (uint32_t r = 0; r < data.region_count; ++r)
        collect_stores(s, smr_op_region(g, op, r), own);
      smr_map_set(&s->stored, op, s->rows.size / s->words + 1);
      for (uint32_t w = 0; w < s->words; ++w) {
        smr_vec_push(&s->rows, own[w]);
        if (into)
          into[w] |= own[w];
      }
      free(own);
    }
  }
}

static bool stores_to(const Slots *s, SmrOp op, uint32_t slot) {
  uint32_t row;
  return smr_map_get(&s->stored, op, &row) &&
         (s->rows.data[(size_t)(row - 1) * s->words + slot / 64] >> (slot % 64) & 1);
}

static void append_operand(SmrGraph *g, SmrOp op, SmrValue value) {
  uint32_t count = smr_op(g, op)->operand_count;
  SmrValue *all = smr_xmalloc((count + 1) * sizeof *all);
  for (uint32_t k = 0; k < count; ++k)
    all[k] = smr_operand(g, op, k);
  all[count] = value;
  smr_op_set_operands(g, op, all, count + 1);
  free(all);
}

static void promote_block(Slots *s, SmrBlock block, SmrValue *current);

static void promote_loop(Slots *s, SmrOp op, SmrValue *current) {
  SmrGraph *g = s->g;
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  SmrBlock first = smr_body_block(g, op, 0), second = code == SMR_OP_WHILE ? smr_body_block(g, op, 1) : 0;
  SmrValue *inside = smr_xmalloc(s->slots.size * sizeof *inside);
  memcpy(inside, current, s->slots.size * sizeof *inside);
  uint32_t entered = g->exits.size;
  for (uint32_t i = 0; i < s->slots.size; ++i) // dead.c drops what turns out not to be needed
    if (!s->slots.data[i].bad && (stores_to(s, op, i) || !smr_value_data(g, current[i])->handle))
      smr_vec_push(&g->exits, (SmrExit){.loop = op, .ptr = s->slots.data[i].ptr, .initial = current[i]});
  for (uint32_t i = 0; i < s->slots.size; ++i)
    if (!s->slots.data[i].bad && stores_to(s, op, i)) {
      append_operand(g, op, current[i]);
      inside[i] = smr_block_add_arg(g, first, s->slots.data[i].type);
    }
  promote_block(s, first, inside);
  if (second) { // the condition forwards the slots' values to the body and to the results
    SmrOp condition = g->blocks.data[first].last;
    for (uint32_t i = 0; i < s->slots.size; ++i)
      if (!s->slots.data[i].bad && stores_to(s, op, i)) {
        append_operand(g, condition, inside[i]);
        inside[i] = smr_block_add_arg(g, second, s->slots.data[i].type);
      }
    promote_block(s, second, inside);
  }
  SmrOp yield = g->blocks.data[second ? second : first].last;
  for (uint32_t i = 0; i < s->slots.size; ++i)
    if (!s->slots.data[i].bad && stores_to(s, op, i)) {
      append_operand(g, yield, inside[i]);
      current[i] = smr_op_add_result(g, op, s->slots.data[i].type);
      while (g->exits.data[entered].ptr != s->slots.data[i].ptr)
        ++entered;
      g->exits.data[entered].value = current[i];
    }
  free(inside);
}

static void promote_if(Slots *s, SmrOp op, SmrValue *current) {
  SmrGraph *g = s->g;
  SmrValue *arms[2];
  for (int r = 0; r < 2; ++r) {
    arms[r] = smr_xmalloc(s->slots.size * sizeof **arms);
    memcpy(arms[r], current, s->slots.size * sizeof **arms);
    promote_block(s, smr_body_block(g, op, (uint32_t)r), arms[r]);
  }
  for (uint32_t i = 0; i < s->slots.size; ++i)
    if (!s->slots.data[i].bad && stores_to(s, op, i)) {
      for (uint32_t r = 0; r < 2; ++r)
        append_operand(g, g->blocks.data[smr_body_block(g, op, r)].last, arms[r][i]);
      current[i] = smr_op_add_result(g, op, s->slots.data[i].type);
      smr_vec_push(&g->exits, (SmrExit){.loop = op, .ptr = s->slots.data[i].ptr, .value = current[i]});
    }
  free(arms[0]);
  free(arms[1]);
}

static void promote_block(Slots *s, SmrBlock block, SmrValue *current) {
  SmrGraph *g = s->g;
  for (SmrOp op = g->blocks.data[block].first, next; op; op = next) {
    next = smr_op(g, op)->next;
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    uint32_t index = 0;
    if (code == SMR_OP_LOAD && (index = slot_index(s, smr_operand(g, op, 0))) &&
        !s->slots.data[index - 1].bad) {
      smr_graph_replace(g, smr_result(g, op, 0), current[index - 1]);
      smr_op_unlink(g, op);
    } else if (code == SMR_OP_STORE && (index = slot_index(s, smr_operand(g, op, 1))) &&
               !s->slots.data[index - 1].bad) {
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
  for (uint32_t i = 0, j = flow->order.size; i + 1 < j; ++i) {
    SmrBlock swap = flow->order.data[i];
    flow->order.data[i] = flow->order.data[--j];
    flow->order.data[j] = swap;
  }
}

/// Adds a block argument's value on every edge from `from` to `to`.
static void pass_along(SmrGraph *g, SmrBlock from, SmrBlock to, SmrValue value) {
  SmrOp last = g->blocks.data[from].last;
  SmrOpData data = *smr_op(g, last);
  if (data.code == SMR_OP_BR) {
    append_operand(g, last, value);
    return;
  }
  for (uint32_t k = 0; k < 2; ++k)
    if (data.succ[k] == to) {
      if (k == 1) {
        append_operand(g, last, value);
        continue;
      }
      uint32_t count = smr_op(g, last)->operand_count, split = 1 + (uint32_t)smr_op(g, last)->imm;
      SmrValue *all = smr_xmalloc((count + 1) * sizeof *all);
      for (uint32_t i = 0; i < count; ++i)
        all[i < split ? i : i + 1] = smr_operand(g, last, i);
      all[split] = value;
      smr_op_set_operands(g, last, all, count + 1);
      smr_op(g, last)->imm++;
      free(all);
    }
}

/// A block argument that is the same value on every edge is that value.
static void remove_trivial_args(SmrGraph *g, Flow *flow) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = 1; b < flow->order.size; ++b) {
      SmrBlock block = flow->order.data[b];
      uint32_t count = g->blocks.data[block].args.size;
      SmrValue *same = smr_xcalloc(count, sizeof *same);
      uint8_t *differ = smr_xcalloc(count, 1);
      for (uint32_t p = 0; p < flow->order.size; ++p) {
        SmrOp last = g->blocks.data[flow->order.data[p]].last;
        SmrOpData data = *smr_op(g, last);
        for (uint32_t k = 0; k < 2; ++k) {
          if (data.succ[k] != block)
            continue;
          uint32_t first = data.code == SMR_OP_BR ? 0 : k == 0 ? 1 : 1 + (uint32_t)data.imm;
          for (uint32_t a = 0; a < count; ++a) {
            SmrValue in = smr_operand(g, last, first + a),
                     arg = smr_value(g, g->blocks.data[block].args.data[a]);
            if (in == arg)
              continue;
            if (same[a] && same[a] != in)
              differ[a] = 1;
            same[a] = in;
          }
        }
      }
      for (uint32_t a = 0; a < count; ++a) {
        SmrValue arg = g->blocks.data[block].args.data[a];
        if (!g->values.data[arg].forward && same[a] && !differ[a]) {
          smr_graph_replace(g, arg, same[a]);
          changed = true;
        }
      }
      free(same);
      free(differ);
    }
  }
}

static void promote_body(Slots *s, SmrValue *initial) {
  SmrGraph *g = s->g;
  Flow flow = {0};
  uint8_t *seen = smr_xcalloc(g->blocks.size, 1);
  flow.preds = smr_xcalloc(g->blocks.size, sizeof *flow.preds);
  visit(g, g->regions.data[g->body].blocks.data[0], seen, &flow);
  uint32_t n = s->slots.size;
  SmrValue **out = smr_xcalloc(g->blocks.size, sizeof *out), **in = smr_xcalloc(g->blocks.size, sizeof *in);
  SmrBlock *single = smr_xcalloc(g->blocks.size, sizeof *single);
  for (uint32_t b = 0; b < flow.order.size; ++b) {
    SmrOp last = g->blocks.data[flow.order.data[b]].last;
    for (uint32_t k = 0; k < 2; ++k)
      if (smr_op(g, last)->succ[k])
        single[smr_op(g, last)->succ[k]] = flow.order.data[b];
  }
  for (uint32_t b = 0; b < flow.order.size; ++b) {
    SmrBlock block = flow.order.data[b];
    SmrValue *current = smr_xmalloc((n + 1) * sizeof *current);
    if (b == 0)
      memcpy(current, initial, n * sizeof *current);
    else if (flow.preds[block] == 1 && out[single[block]])
      memcpy(current, out[single[block]], n * sizeof *current);
    else {
      in[block] = smr_xcalloc(n + 1, sizeof **in);
      for (uint32_t i = 0; i < n; ++i)
        if (!s->slots.data[i].bad)
          in[block][i] = current[i] = smr_block_add_arg(g, block, s->slots.data[i].type);
    }
    promote_block(s, block, current);
    out[block] = current;
  }
  for (uint32_t b = 0; b < flow.order.size; ++b) {
    SmrBlock from = flow.order.data[b];
    SmrOp last = g->blocks.data[from].last;
    SmrBlock to[2] = {smr_op(g, last)->succ[0], smr_op(g, last)->succ[1]};
    for (uint32_t k = 0; k < 2; ++k)
      if (to[k] && in[to[k]] && !(k == 1 && to[0] == to[1]))
        for (uint32_t i = 0; i < n; ++i)
          if (!s->slots.data[i].bad)
            pass_along(g, from, to[k], out[from][i]);
  }
  remove_trivial_args(g, &flow);
  for (uint32_t b = 0; b < g->blocks.size; ++b) {
    free(out[b]);
    free(in[b]);
  }
  free(out);
  free(in);
  free(single);
  free(seen);
  free(flow.preds);
  smr_vec_free(&flow.order);
}

void smr_pass_slots(SmrGraph *g) {
  Slots s = {.g = g};
  find(&s, g->body, true);
  uint32_t good = 0;
  for (uint32_t i = 0; i < s.slots.size; ++i) {
    s.slots.data[i].bad |= s.slots.data[i].type == 0;
    good += !s.slots.data[i].bad;
  }
  uint32_t joins = g->regions.data[g->body].blocks.size - 1;
  enum {
    MOST_JOIN_ARGS = 1 << 18
  }; // beyond this the function stays as it is: nothing is matched, nothing is lost
  if (good && (uint64_t)joins * good <= MOST_JOIN_ARGS) {
    s.words = (s.slots.size + 63) / 64;
    collect_stores(&s, g->body, NULL);
    SmrValue *initial = smr_xcalloc(s.slots.size, sizeof *initial);
    for (uint32_t i = 0; i < s.slots.size; ++i)
      if (!s.slots.data[i].bad) {
        SmrOp where = s.slots.data[i].alloca_op;
        initial[i] =
            smr_build(g, smr_op(g, where)->block, where, SMR_OP_UNDEF, s.slots.data[i].type, NULL, 0, 0);
      }
    promote_body(&s, initial);
    free(initial);
  }
  smr_map_free(&s.slot_of);
  smr_map_free(&s.stored);
  smr_vec_free(&s.slots);
  smr_vec_free(&s.rows);
}
