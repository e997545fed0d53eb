//===- whatif_exits.c - loops with one exit each -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/tell/whatif_internal.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  SmrGraph *g;
  const SmrRegionData *body;
  uint32_t *number; // by block: position in the region + 1
  uint32_t *first, *preds;
  uint8_t *color; // 1: open, 2: done
  uint32_t *mark; // of the loop that was collected last
  SMR_VEC(SmrBlock) stack, loop;
} Blocks;

static SmrOp branch(const SmrGraph *g, SmrBlock block, uint32_t *count) {
  SmrOp last = g->blocks.data[block].last;
  SmrOpcode code = last ? (SmrOpcode)smr_op(g, last)->code : SMR_OP_NONE;
  *count = code == SMR_OP_BR ? 1 : code == SMR_OP_CBR ? 2 : 0;
  return last;
}

static void make_br(SmrGraph *g, SmrOp cbr, uint32_t keep) {
  SmrOpData data = *smr_op(g, cbr);
  uint32_t first = keep ? 1 + (uint32_t)data.imm : 1;
  uint32_t count = keep ? data.operand_count - first : (uint32_t)data.imm;
  SmrValue *args = smr_xcalloc(count + 1, sizeof *args);
  for (uint32_t k = 0; k < count; k++)
    args[k] = smr_operand(g, cbr, first + k);
  SmrOp br = smr_op_create(g, SMR_OP_BR, args, count, NULL, 0, 0);
  smr_op(g, br)->succ[0] = data.succ[keep];
  smr_op(g, br)->loc = data.loc;
  smr_op_insert_before(g, cbr, br);
  smr_op_unlink(g, cbr);
  free(args);
}

static SmrOp as_code(const SmrGraph *g, SmrValue value, SmrOpcode code) {
  SmrOp def = smr_def(g, value);
  return def && smr_op(g, def)->code == code ? def : 0;
}

static bool changes(const Blocks *b, uint32_t id, SmrValue value) {
  SmrOp def = smr_def(b->g, value);
  SmrBlock block = def ? smr_op(b->g, def)->block : smr_value_data(b->g, value)->block;
  return block && b->mark[block] == id;
}

/// How much a condition is like the end of a counted loop.
static int likeness(const Blocks *b, uint32_t id, SmrValue condition) {
  const SmrGraph *g = b->g;
  SmrOp compare = as_code(g, condition, SMR_OP_ICMP);
  if (!compare ||
      (!changes(b, id, smr_operand(g, compare, 0)) && !changes(b, id, smr_operand(g, compare, 1))))
    return as_code(g, condition, SMR_OP_OPAQUE) ? 0 : 1;
  return smr_op(g, compare)->imm == SMR_EQ ? 2 : smr_op(g, compare)->imm == SMR_NE ? 3 : 4;
}

static bool is_bool(const SmrGraph *g, SmrValue value, bool wanted) {
  int64_t number;
  return smr_const_int(g, value, &number) && (number != 0) == wanted;
}

/// "a and b", or "a or b" where that leaves: the one that counts stays.
static void one_condition(Blocks *b, uint32_t id, SmrOp cbr, bool leaves_when, void *header, SmrWhatIf *w) {
  SmrGraph *g = b->g;
  for (;;) {
    SmrValue condition = smr_operand(g, cbr, 0), parts[2] = {0};
    SmrOp both = as_code(g, condition, leaves_when ? SMR_OP_OR : SMR_OP_AND),
          choice = as_code(g, condition, SMR_OP_SELECT);
    if (both) {
      parts[0] = smr_operand(g, both, 0);
      parts[1] = smr_operand(g, both, 1);
    } else if (choice && is_bool(g, smr_operand(g, choice, leaves_when ? 1 : 2), leaves_when)) {
      parts[0] = smr_operand(g, choice, 0);
      parts[1] = smr_operand(g, choice, leaves_when ? 2 : 1);
    } else {
      return;
    }
    int kept = likeness(b, id, parts[1]) > likeness(b, id, parts[0]);
    SmrOp dropped = smr_def(g, parts[!kept]);
    for (uint32_t k = 0; dropped && !smr_op(g, dropped)->loc && k < smr_op(g, dropped)->operand_count; k++)
      if (smr_def(g, smr_operand(g, dropped, k)) && smr_op(g, smr_def(g, smr_operand(g, dropped, k)))->loc)
        dropped = smr_def(g, smr_operand(g, dropped, k));
    SmrWhatIfNote n = {.kind = SMR_WHATIF_EXIT,
                       .loc = smr_whatif_place(g, dropped && smr_op(g, dropped)->loc ? dropped : cbr),
                       .first = w->around.size,
                       .count = 1};
    smr_vec_push(&w->around, header);
    smr_vec_push(&w->notes, n);
    SmrOpData data = *smr_op(g, cbr);
    SmrValue *operands = smr_xcalloc(data.operand_count, sizeof *operands);
    for (uint32_t k = 0; k < data.operand_count; k++)
      operands[k] = k ? smr_operand(g, cbr, k) : parts[kept];
    smr_op_set_operands(g, cbr, operands, data.operand_count);
    free(operands);
  }
}

/// The blocks of the loop with this header and latch.
static void collect_loop(Blocks *b, SmrBlock header, SmrBlock latch, uint32_t id) {
  smr_vec_clear(&b->loop);
  b->mark[header] = id;
  smr_vec_push(&b->loop, header);
  if (b->mark[latch] != id) {
    b->mark[latch] = id;
    smr_vec_push(&b->loop, latch);
  }
  for (uint32_t k = 1; k < b->loop.size; k++) {
    SmrBlock block = b->loop.data[k];
    for (uint32_t p = b->first[block]; p < b->first[block + 1]; p++)
      if (b->mark[b->preds[p]] != id) {
        b->mark[b->preds[p]] = id;
        smr_vec_push(&b->loop, b->preds[p]);
      }
  }
}

/// The exit that counts most plainly stays; of equals the header's, else the latch's.
static void one_exit(Blocks *b, SmrBlock header, SmrBlock latch, uint32_t id, SmrWhatIf *w) {
  SmrGraph *g = b->g;
  SmrBlock kept = 0;
  uint32_t exits = 0;
  int best = -1;
  for (uint32_t k = 0; k < b->loop.size; k++) {
    uint32_t count;
    SmrBlock block = b->loop.data[k];
    SmrOp last = branch(g, block, &count);
    bool leaves = count == 2 &&
                  ((b->mark[smr_op(g, last)->succ[0]] == id) != (b->mark[smr_op(g, last)->succ[1]] == id));
    exits += leaves;
    if (!leaves)
      continue;
    one_condition(b, id, last, b->mark[smr_op(g, last)->succ[0]] != id, g->blocks.data[header].handle, w);
    int score = 4 * likeness(b, id, smr_operand(g, last, 0)) + 2 * (block == header) + (block == latch);
    if (score > best) {
      best = score;
      kept = block;
    }
  }
  for (uint32_t k = 0; k < b->loop.size && exits > 1; k++) {
    uint32_t count;
    SmrBlock block = b->loop.data[k];
    SmrOp last = branch(g, block, &count);
    if (count != 2 || block == kept)
      continue;
    bool stays[2] = {b->mark[smr_op(g, last)->succ[0]] == id, b->mark[smr_op(g, last)->succ[1]] == id};
    if (stays[0] == stays[1])
      continue;
    SmrOp test = as_code(g, smr_operand(g, last, 0), SMR_OP_OPAQUE);
    bool unwinds = test && !strcmp(smr_intern_text(g->symbols, smr_op(g, test)->name), SMR_OPAQUE_UNWINDS);
    SmrWhatIfNote n = {.kind = unwinds ? SMR_WHATIF_THROW : SMR_WHATIF_EXIT,
                       .loc = smr_whatif_place(g, last),
                       .first = w->around.size,
                       .count = 1};
    smr_vec_push(&w->around, g->blocks.data[header].handle);
    smr_vec_push(&w->notes, n);
    make_br(g, last, stays[0] ? 0 : 1);
  }
}

static void list_preds(Blocks *b) {
  SmrGraph *g = b->g;
  uint32_t n = g->blocks.size, count;
  for (uint32_t k = 0; k < b->body->blocks.size; k++) {
    SmrOp last = branch(g, b->body->blocks.data[k], &count);
    for (uint32_t s = 0; s < count; s++)
      ++b->first[smr_op(g, last)->succ[s]];
  }
  for (uint32_t k = 1; k <= n; k++) // the end of each block's list; filling moves it to the beginning
    b->first[k] += b->first[k - 1];
  for (uint32_t k = 0; k < b->body->blocks.size; k++) {
    SmrOp last = branch(g, b->body->blocks.data[k], &count);
    for (uint32_t s = 0; s < count; s++)
      b->preds[--b->first[smr_op(g, last)->succ[s]]] = b->body->blocks.data[k];
  }
}

/// Blocks that nothing reaches any more end in nothing that leads back.
static void cut_unreachable(Blocks *b) {
  SmrGraph *g = b->g;
  memset(b->color, 0, g->blocks.size + 1);
  smr_vec_clear(&b->stack);
  smr_vec_push(&b->stack, b->body->blocks.data[0]);
  b->color[b->body->blocks.data[0]] = 1;
  while (b->stack.size) {
    uint32_t count;
    SmrOp last = branch(g, smr_vec_pop(&b->stack), &count);
    for (uint32_t s = 0; s < count; s++)
      if (!b->color[smr_op(g, last)->succ[s]]) {
        b->color[smr_op(g, last)->succ[s]] = 1;
        smr_vec_push(&b->stack, smr_op(g, last)->succ[s]);
      }
  }
  for (uint32_t k = 0; k < b->body->blocks.size; k++) {
    uint32_t count;
    SmrBlock block = b->body->blocks.data[k];
    SmrOp last = branch(g, block, &count);
    if (b->color[block] || !count)
      continue;
    smr_op_unlink(g, last);
    smr_op_append(g, block, smr_op_create(g, SMR_OP_RETURN, NULL, 0, NULL, 0, 0));
  }
}

void smr_whatif_exits(SmrGraph *g, SmrWhatIf *w) {
  Blocks b = {.g = g, .body = &g->regions.data[g->body]};
  uint32_t n = g->blocks.size;
  if (b.body->blocks.size < 2)
    return;
  b.first = smr_xcalloc(n + 2, sizeof *b.first);
  b.preds = smr_xcalloc(2 * (size_t)n + 1, sizeof *b.preds);
  b.color = smr_xcalloc(n + 1, 1);
  b.mark = smr_xcalloc(n + 1, sizeof *b.mark);
  uint32_t *next = smr_xcalloc(n + 1, sizeof *next), before = w->notes.size;
  list_preds(&b);
  SMR_VEC(uint32_t) back = {0}; // pairs header, latch
  smr_vec_push(&b.stack, b.body->blocks.data[0]);
  b.color[b.body->blocks.data[0]] = 1;
  while (b.stack.size) {
    SmrBlock block = b.stack.data[b.stack.size - 1];
    uint32_t count;
    SmrOp last = branch(g, block, &count);
    if (next[block] >= count) {
      b.color[block] = 2;
      --b.stack.size;
      continue;
    }
    SmrBlock to = smr_op(g, last)->succ[next[block]++];
    if (b.color[to] == 1) {
      smr_vec_push(&back, to);
      smr_vec_push(&back, block);
    } else if (!b.color[to]) {
      b.color[to] = 1;
      smr_vec_push(&b.stack, to);
    }
  }
  w->limited = back.size > 2 * SMR_WHATIF_MOST_LOOPS;
  for (uint32_t k = 0; k + 1 < back.size && k < 2 * SMR_WHATIF_MOST_LOOPS; k += 2) {
    collect_loop(&b, back.data[k], back.data[k + 1], k + 1);
    one_exit(&b, back.data[k], back.data[k + 1], k + 1, w);
  }
  if (w->notes.size > before)
    cut_unreachable(&b);
  smr_vec_free(&back);
  smr_vec_free(&b.stack);
  smr_vec_free(&b.loop);
  free(b.first);
  free(b.preds);
  free(b.color);
  free(b.mark);
  free(next);
}
