//===- whatif.c - what keeps a loop nest from being an idiom -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/whatif.h"
#include "graph/normalize/normalize.h"
#include "rewrite/rewrite_internal.h"
#include <stdlib.h>
#include <string.h>

//--- Notes ----------------------------------------------------------------------------

static bool is_loop(const SmrGraph *g, SmrOp op) {
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  return code == SMR_OP_FOR || code == SMR_OP_LOOP || code == SMR_OP_WHILE;
}

static bool in_loop(const SmrGraph *g, SmrOp op) {
  for (SmrOp up = smr_parent(g, op); up; up = smr_parent(g, up))
    if (is_loop(g, up))
      return true;
  return false;
}

static SmrLocData place(const SmrGraph *g, SmrOp op) {
  while (op && !smr_op(g, op)->loc)
    op = smr_parent(g, op);
  return op ? g->locs.data[smr_op(g, op)->loc] : (SmrLocData){0};
}

static void note(const SmrGraph *g, SmrWhatIf *w, SmrWhatIfKind kind, SmrOp op, SmrSym name) {
  SmrWhatIfNote n = {.kind = kind, .loc = place(g, op), .name = name, .first = w->around.size};
  for (SmrOp up = op; up; up = smr_parent(g, up))
    if (is_loop(g, up) && smr_op(g, up)->handle)
      smr_vec_push(&w->around, smr_op(g, up)->handle);
  n.count = w->around.size - n.first;
  smr_vec_push(&w->notes, n);
}

bool smr_whatif_concerns(const SmrWhatIf *w, const SmrWhatIfNote *n, const void *loop) {
  for (uint32_t k = 0; k < n->count; ++k)
    if (w->around.data[n->first + k] == loop)
      return true;
  return false;
}

void smr_whatif_free(SmrWhatIf *w) {
  smr_vec_free(&w->notes);
  smr_vec_free(&w->around);
}

static void put_name(const SmrIntern *symbols, SmrSym name, SmrStr *out) {
  SmrStr text = {0};
  if (name) {
    smr_demangle(smr_intern_text(symbols, name), &text);
    smr_str_printf(out, " `%s`", smr_str_get(&text));
  }
  smr_str_free(&text);
}

void smr_whatif_text(const SmrIntern *symbols, const SmrWhatIfNote *n, const SmrLocData *loop, SmrStr *out) {
  SmrStr where = {0};
  if (n->loc.line && loop && n->loc.file != loop->file)
    smr_str_printf(&where, " at %s:%u", smr_intern_text(symbols, n->loc.file), n->loc.line);
  else if (n->loc.line)
    smr_str_printf(&where, " at line %u", n->loc.line);
  const char *at = smr_str_get(&where);
  switch (n->kind) {
  case SMR_WHATIF_EXIT:
    smr_str_printf(out, "the loop can also be left%s", at);
    break;
  case SMR_WHATIF_CONDITION:
    smr_str_printf(out, "the condition%s is not part of it", at);
    break;
  case SMR_WHATIF_VOLATILE:
    smr_str_printf(out, "the access%s is volatile or atomic", at);
    break;
  case SMR_WHATIF_CALL:
    smr_str_puts(out, n->name ? "the call of" : "the call");
    put_name(symbols, n->name, out);
    smr_str_printf(out, "%s is not part of it", at);
    break;
  case SMR_WHATIF_STORE:
    smr_str_puts(out, n->name ? "the store to" : "the store");
    put_name(symbols, n->name, out);
    smr_str_printf(out, "%s is not part of it", at);
    break;
  case SMR_WHATIF_VALUE:
    smr_str_printf(out, "the value that is carried from one iteration to the next%s is not part of it", at);
    break;
  }
  smr_str_free(&where);
}

//--- Further exits, in blocks -------------------------------------------------------------

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
  for (uint32_t k = 0; k < count; ++k)
    args[k] = smr_operand(g, cbr, first + k);
  SmrOp br = smr_op_create(g, SMR_OP_BR, args, count, NULL, 0, 0);
  smr_op(g, br)->succ[0] = data.succ[keep];
  smr_op(g, br)->loc = data.loc;
  smr_op_insert_before(g, cbr, br);
  smr_op_unlink(g, cbr);
  free(args);
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
  for (uint32_t k = 1; k < b->loop.size; ++k) {
    SmrBlock block = b->loop.data[k];
    for (uint32_t p = b->first[block]; p < b->first[block + 1]; ++p)
      if (b->mark[b->preds[p]] != id) {
        b->mark[b->preds[p]] = id;
        smr_vec_push(&b->loop, b->preds[p]);
      }
  }
}

/// The loop keeps one exit: its header's, else its latch's.
static void one_exit(Blocks *b, SmrBlock header, SmrBlock latch, uint32_t id, SmrWhatIf *w) {
  SmrGraph *g = b->g;
  SmrBlock kept = 0;
  uint32_t exits = 0;
  for (uint32_t k = 0; k < b->loop.size; ++k) {
    uint32_t count;
    SmrBlock block = b->loop.data[k];
    SmrOp last = branch(g, block, &count);
    bool leaves = count == 2 &&
                  ((b->mark[smr_op(g, last)->succ[0]] == id) != (b->mark[smr_op(g, last)->succ[1]] == id));
    exits += leaves;
    if (leaves && (block == header || (block == latch && kept != header) || !kept))
      kept = block;
  }
  for (uint32_t k = 0; k < b->loop.size && exits > 1; ++k) {
    uint32_t count;
    SmrBlock block = b->loop.data[k];
    SmrOp last = branch(g, block, &count);
    if (count != 2 || block == kept)
      continue;
    bool stays[2] = {b->mark[smr_op(g, last)->succ[0]] == id, b->mark[smr_op(g, last)->succ[1]] == id};
    if (stays[0] == stays[1])
      continue;
    SmrWhatIfNote n = {.kind = SMR_WHATIF_EXIT, .loc = place(g, last), .first = w->around.size, .count = 1};
    smr_vec_push(&w->around, g->blocks.data[header].handle);
    smr_vec_push(&w->notes, n);
    make_br(g, last, stays[0] ? 0 : 1);
  }
}

static void list_preds(Blocks *b) {
  SmrGraph *g = b->g;
  uint32_t n = g->blocks.size, count;
  for (uint32_t k = 0; k < b->body->blocks.size; ++k) {
    SmrOp last = branch(g, b->body->blocks.data[k], &count);
    for (uint32_t s = 0; s < count; ++s)
      ++b->first[smr_op(g, last)->succ[s]];
  }
  for (uint32_t k = 1; k <= n; ++k) // the end of each block's list; filling moves it to the beginning
    b->first[k] += b->first[k - 1];
  for (uint32_t k = 0; k < b->body->blocks.size; ++k) {
    SmrOp last = branch(g, b->body->blocks.data[k], &count);
    for (uint32_t s = 0; s < count; ++s)
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
    for (uint32_t s = 0; s < count; ++s)
      if (!b->color[smr_op(g, last)->succ[s]]) {
        b->color[smr_op(g, last)->succ[s]] = 1;
        smr_vec_push(&b->stack, smr_op(g, last)->succ[s]);
      }
  }
  for (uint32_t k = 0; k < b->body->blocks.size; ++k) {
    uint32_t count;
    SmrBlock block = b->body->blocks.data[k];
    SmrOp last = branch(g, block, &count);
    if (b->color[block] || !count)
      continue;
    smr_op_unlink(g, last);
    smr_op_append(g, block, smr_op_create(g, SMR_OP_RETURN, NULL, 0, NULL, 0, 0));
  }
}

static void drop_exits(SmrGraph *g, SmrWhatIf *w) {
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
  enum { MOST = 4096 }; // deep nests of a huge function: collecting each would be quadratic
  for (uint32_t k = 0; k + 1 < back.size && k < MOST; k += 2) {
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

//--- Calls, conditions, volatile accesses ---------------------------------------------------

typedef SMR_VEC(SmrOp) Ops;

static void push_op(SmrGraph *g, SmrOp op, void *data) {
  (void)g;
  smr_vec_push((Ops *)data, op);
}

static void forget_results(SmrGraph *g, SmrOp op) {
  for (uint32_t k = 0; k < smr_op(g, op)->result_count; ++k) {
    SmrValue result = smr_result(g, op, k);
    SmrValue unknown =
        smr_build(g, smr_op(g, op)->block, op, SMR_OP_UNDEF, smr_value_type(g, result), NULL, 0, 0);
    smr_graph_replace(g, result, unknown);
  }
}

static bool only_yields(const SmrGraph *g, SmrBlock block) {
  SmrOp first = g->blocks.data[block].first;
  return !first || first == g->blocks.data[block].last;
}

/// The arm that does something stands for both.
static void open_condition(SmrGraph *g, SmrOp op) {
  SmrBlock arms[2] = {smr_body_block(g, op, 0), smr_body_block(g, op, 1)};
  SmrBlock arm = arms[0] && (!only_yields(g, arms[0]) || !arms[1]) ? arms[0] : arms[1];
  if (!arm)
    return;
  SmrOp last = g->blocks.data[arm].last;
  for (SmrOp inner = g->blocks.data[arm].first, next; inner && inner != last; inner = next) {
    next = smr_op(g, inner)->next;
    smr_op_unlink(g, inner);
    smr_op_insert_before(g, op, inner);
  }
  for (uint32_t k = 0; k < smr_op(g, op)->result_count; ++k)
    smr_graph_replace(g, smr_result(g, op, k), smr_operand(g, last, k));
  smr_op_unlink(g, op);
}

static void open_choice(SmrGraph *g, SmrOp op) {
  SmrOp yes = smr_def(g, smr_operand(g, op, 1)), no = smr_def(g, smr_operand(g, op, 2));
  bool computed = yes && smr_op(g, yes)->code != SMR_OP_CONST;
  smr_graph_replace(g, smr_result(g, op, 0), smr_operand(g, op, computed || !no ? 1 : 2));
  smr_op_unlink(g, op);
}

static void calm(SmrGraph *g, SmrOp op, SmrWhatIf *w) {
  SmrOpData *data = smr_op(g, op);
  if (!data->block || !in_loop(g, op))
    return;
  switch ((SmrOpcode)data->code) {
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    if ((data->flags & SMR_F_PURE) || data->region_count || op == g->blocks.data[data->block].last)
      return;
    note(g, w, SMR_WHATIF_CALL, op, data->code == SMR_OP_CALL ? data->name : 0);
    forget_results(g, op);
    smr_op_unlink(g, op);
    return;
  case SMR_OP_IF:
    note(g, w, SMR_WHATIF_CONDITION, op, 0);
    open_condition(g, op);
    return;
  case SMR_OP_SELECT:
    if (SMR_TYPE_KIND(smr_value_type(g, smr_result(g, op, 0))) != SMR_T_FLOAT)
      return;
    note(g, w, SMR_WHATIF_CONDITION, op, 0);
    open_choice(g, op);
    return;
  case SMR_OP_LOAD:
  case SMR_OP_STORE:
    if (data->flags & SMR_F_VOLATILE) {
      note(g, w, SMR_WHATIF_VOLATILE, op, 0);
      smr_op(g, op)->flags &= (uint16_t)~SMR_F_VOLATILE;
    }
    return;
  default:
    return;
  }
}

//--- Other results of a loop ------------------------------------------------------------------

static SmrSym name_of(const SmrGraph *g, SmrValue ptr) {
  SmrValue base = smr_base_of(g, ptr);
  for (int depth = 0; base && depth < 8; ++depth) {
    if (smr_value_data(g, base)->name)
      return smr_value_data(g, base)->name;
    SmrOp def = smr_def(g, base);
    if (!def || !smr_op(g, def)->operand_count)
      return def ? smr_op(g, def)->attrs : 0;
    base = smr_operand(g, def, 0); // the descriptor, the aggregate
  }
  return 0;
}

static void drop_carried(SmrGraph *g, SmrOp loop, uint32_t k, const SmrUses *uses, SmrWhatIf *w) {
  SmrValue result = smr_result(g, loop, k);
  SmrOp next = smr_def(g, smr_operand(g, g->blocks.data[smr_body_block(g, loop, 0)].last, k));
  for (uint32_t u = uses->first[result]; u < uses->first[result + 1]; ++u) {
    SmrOp user = uses->ops[u];
    if (smr_op(g, user)->block && smr_op(g, user)->code == SMR_OP_STORE &&
        (smr_op(g, user)->flags & SMR_F_SUNK)) {
      note(g, w, SMR_WHATIF_STORE, next && smr_inside(g, next, loop) ? next : loop,
           name_of(g, smr_operand(g, user, 1)));
      smr_op_unlink(g, user);
      next = 0;
    }
  }
  if (next)
    note(g, w, SMR_WHATIF_VALUE, smr_inside(g, next, loop) ? next : loop, 0);
  SmrValue unknown =
      smr_build(g, smr_op(g, loop)->block, loop, SMR_OP_UNDEF, smr_value_type(g, result), NULL, 0, 0);
  smr_graph_replace(g, result, unknown);
}

/// Of each loop's own results (stores and carried values) the one with this number stays.
static bool keep_one(SmrGraph *g, uint32_t number, SmrWhatIf *w) {
  Ops ops = {0};
  smr_graph_walk(g, push_op, &ops);
  SmrUses uses = smr_uses_compute(g);
  bool any = false;
  for (uint32_t i = 0; i < ops.size; ++i) {
    SmrOp loop = ops.data[i];
    if (smr_op(g, loop)->code != SMR_OP_LOOP || !smr_op(g, loop)->block)
      continue;
    SmrBlock body = smr_body_block(g, loop, 0);
    uint32_t results = 0, at = 0;
    for (SmrOp op = g->blocks.data[body].first; op; op = smr_op(g, op)->next)
      results += smr_op(g, op)->code == SMR_OP_STORE && !(smr_op(g, op)->flags & SMR_F_SUNK);
    results += smr_op(g, loop)->result_count;
    if (results < 2 || number >= results)
      continue;
    any = true;
    for (SmrOp op = g->blocks.data[body].first, next; op; op = next) {
      next = smr_op(g, op)->next;
      if (smr_op(g, op)->code != SMR_OP_STORE || (smr_op(g, op)->flags & SMR_F_SUNK) || at++ == number)
        continue;
      note(g, w, SMR_WHATIF_STORE, op, name_of(g, smr_operand(g, op, 1)));
      smr_op_unlink(g, op);
    }
    for (uint32_t k = 0; k < smr_op(g, loop)->result_count; ++k)
      if (at++ != number)
        drop_carried(g, loop, k, &uses, w);
  }
  smr_uses_free(&uses);
  smr_vec_free(&ops);
  return any;
}

bool smr_whatif(SmrGraph *g, uint32_t variation, SmrWhatIf *out) {
  drop_exits(g, out);
  smr_normalize_structure(g);
  Ops ops = {0};
  smr_graph_walk(g, push_op, &ops);
  for (uint32_t k = 0; k < ops.size; ++k)
    calm(g, ops.data[k], out);
  smr_vec_free(&ops);
  smr_normalize(g);
  if (variation == 0)
    return out->notes.size > 0;
  if (!keep_one(g, variation - 1, out))
    return false;
  smr_normalize(g);
  return true;
}
