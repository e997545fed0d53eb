//===- structure.c - blocks to loops and ifs (N-LOOP) --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The function's blocks are reduced, innermost constructs first, by three rules until none applies: a block
// and its only successor are one; two arms that meet again are an IF; a header that tests and one block that
// branches back to it are a WHILE. A loop that tests at its end gets an empty block on its way back first: it
// is a WHILE whose `before` does all the work. What does not reduce (several exits, irreducible cycles) stays
// as blocks and is left alone, and so does what would nest too deeply.
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCKS = 1 << 20 }; // larger functions stay unstructured: nothing in them is matched

/// Who uses a value: a list of ops, some of which may not any more. Joined when one value replaces another,
/// and kept up to date while ops are made: computing uses anew for each loop would be quadratic.
typedef struct {
  SmrOp op;
  uint32_t next; // index + 1
} Use;

typedef struct {
  SmrGraph *g;
  uint32_t *preds; // edges into each block
  uint8_t *header; // blocks that a later one may branch back to
  uint8_t *gone;   // blocks that are no more
  uint32_t *depth; // of the constructs in each block
  SmrBlock entry;
  SMR_VEC(Use) uses;
  SMR_VEC(uint32_t) heads; // per value: index + 1 into uses
  SMR_VEC(uint32_t) tails;
} Cfg;

static void room_for(Cfg *c, SmrValue value) {
  while (c->heads.size <= value) {
    smr_vec_push(&c->heads, 0);
    smr_vec_push(&c->tails, 0);
  }
}

static void add_use(Cfg *c, SmrValue value, SmrOp op) {
  value = smr_value(c->g, value);
  room_for(c, value);
  smr_vec_push(&c->uses, (Use){op, 0});
  uint32_t *tail = &c->tails.data[value];
  *(*tail ? &c->uses.data[*tail - 1].next : &c->heads.data[value]) = c->uses.size;
  *tail = c->uses.size;
}

static void add_uses(Cfg *c, SmrOp op) {
  for (uint32_t k = 0; k < smr_op(c->g, op)->operand_count; k++)
    add_use(c, smr_operand(c->g, op, k), op);
}

static void replace(Cfg *c, SmrValue old, SmrValue by) {
  old = smr_value(c->g, old);
  by = smr_value(c->g, by);
  if (old == by)
    return;
  room_for(c, old);
  room_for(c, by);
  smr_graph_replace(c->g, old, by);
  if (!c->heads.data[old])
    return;
  uint32_t *tail = &c->tails.data[by];
  *(*tail ? &c->uses.data[*tail - 1].next : &c->heads.data[by]) = c->heads.data[old];
  *tail = c->tails.data[old];
  c->heads.data[old] = c->tails.data[old] = 0;
}

static bool has_operand(const SmrGraph *g, SmrOp op, SmrValue value) {
  for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++)
    if (smr_operand(g, op, k) == value)
      return true;
  return false;
}

/// The operands that a terminator passes to successor k.
static uint32_t edge(const SmrGraph *g, SmrOp last, uint32_t k, uint32_t *count) {
  const SmrOpData *data = smr_op(g, last);
  if (data->code == SMR_OP_BR) {
    *count = data->operand_count;
    return 0;
  }
  uint32_t first = k == 0 ? 1 : 1 + (uint32_t)data->imm;
  *count = k == 0 ? (uint32_t)data->imm : data->operand_count - first;
  return first;
}

static void bind_args(Cfg *c, SmrBlock block, SmrOp last, uint32_t k) {
  uint32_t count, first = edge(c->g, last, k, &count);
  for (uint32_t a = 0; a < count; a++)
    replace(c, c->g->blocks.data[block].args.data[a], smr_operand(c->g, last, first + a));
}

static SmrOp last_of(const SmrGraph *g, SmrBlock block, SmrOpcode code) {
  SmrOp last = g->blocks.data[block].last;
  return last && smr_op(g, last)->code == code ? last : 0;
}

static void deepen(Cfg *c, SmrBlock block, uint32_t depth) {
  if (c->depth[block] < depth)
    c->depth[block] = depth;
}

static bool merge_sequence(Cfg *c, SmrBlock block) {
  SmrGraph *g = c->g;
  SmrOp last = last_of(g, block, SMR_OP_BR);
  SmrBlock next = last ? smr_op(g, last)->succ[0] : 0;
  if (!next || next == block || next == c->entry || c->preds[next] != 1)
    return false;
  bind_args(c, next, last, 0);
  smr_op_unlink(g, last);
  smr_block_splice(g, block, next);
  c->gone[next] = 1;
  deepen(c, block, c->depth[next]);
  return true;
}

/// Takes in all that follows in sequence. Only the head of an arm, of a loop or of the function does, and
/// only when it is looked at, so that no op moves more than once for each construct around it.
static bool absorb(Cfg *c, SmrBlock block) {
  bool any = false;
  while (merge_sequence(c, block))
    any = true;
  return any;
}

static SmrOp terminator(Cfg *c, SmrOpcode code, const SmrValue *operands, uint32_t count) {
  SmrOp op = smr_op_create(c->g, code, operands, count, NULL, 0, 0);
  add_uses(c, op);
  return op;
}

/// One arm of an IF: its block (0 for an edge that goes straight to the join) and the values it brings to the
/// join.
typedef struct {
  SmrBlock block;
  SmrOp last;
  uint32_t first, count;
} Arm;

static bool arm_of(const Cfg *c, SmrOp cbr, uint32_t k, SmrBlock join, Arm *arm) {
  SmrBlock to = smr_op(c->g, cbr)->succ[k];
  if (to == join) {
    *arm = (Arm){.last = cbr};
    arm->first = edge(c->g, cbr, k, &arm->count);
    return true;
  }
  SmrOp last = last_of(c->g, to, SMR_OP_BR);
  if (c->preds[to] != 1 || to == c->entry || !last || smr_op(c->g, last)->succ[0] != join)
    return false;
  *arm = (Arm){.block = to, .last = last};
  arm->first = edge(c->g, last, 0, &arm->count);
  return true;
}

static bool make_if(Cfg *c, SmrBlock block) {
  SmrGraph *g = c->g;
  SmrOp cbr = last_of(g, block, SMR_OP_CBR);
  if (!cbr)
    return false;
  SmrBlock to[2] = {smr_op(g, cbr)->succ[0], smr_op(g, cbr)->succ[1]};
  if (to[0] == to[1] || to[0] == block || to[1] == block)
    return false;
  for (uint32_t k = 0; k < 2; k++)
    if (c->preds[to[k]] == 1)
      absorb(c, to[k]);
  SmrBlock joins[3] = {0, to[0], to[1]};
  SmrOp first = last_of(g, to[0], SMR_OP_BR);
  if (first)
    joins[0] = smr_op(g, first)->succ[0];
  Arm arms[2];
  SmrBlock join = 0;
  for (int j = 0; j < 3 && !join; j++)
    if (joins[j] && joins[j] != block && arm_of(c, cbr, 0, joins[j], &arms[0]) &&
        arm_of(c, cbr, 1, joins[j], &arms[1]))
      join = joins[j];
  if (!join || (!arms[0].block && !arms[1].block))
    return false;
  for (uint32_t k = 0; k < 2; k++)
    if (c->depth[arms[k].block] >= SMR_GRAPH_MAX_NESTING)
      return false;
  for (uint32_t k = 0; k < 2; k++)
    deepen(c, block, c->depth[arms[k].block] + 1);
  for (uint32_t k = 0; k < 2; k++)
    if (arms[k].block)
      bind_args(c, arms[k].block, cbr, k);
  uint32_t count = arms[0].count;
  SmrType *types = smr_xmalloc((count + 1) * sizeof *types);
  SmrValue *values = smr_xmalloc((count + 1) * sizeof *values);
  for (uint32_t a = 0; a < count; a++)
    types[a] = smr_value_type(g, g->blocks.data[join].args.data[a]);
  SmrValue condition = smr_operand(g, cbr, 0);
  SmrOp op = smr_op_create(g, SMR_OP_IF, &condition, 1, types, count, 2);
  add_uses(c, op);
  smr_op(g, op)->loc = smr_op(g, cbr)->loc;
  smr_op(g, op)->flags |= SMR_F_CFG;
  for (uint32_t k = 0; k < 2; k++) {
    SmrBlock body = smr_block_create(g, smr_op_region(g, op, k));
    for (uint32_t a = 0; a < count; a++)
      values[a] = smr_operand(g, arms[k].last, arms[k].first + a);
    if (arms[k].block) {
      smr_op_unlink(g, arms[k].last);
      smr_block_splice(g, body, arms[k].block);
      c->gone[arms[k].block] = 1;
    }
    smr_op_append(g, body, terminator(c, SMR_OP_YIELD, values, count));
  }
  smr_op_unlink(g, cbr);
  smr_op_append(g, block, op);
  for (uint32_t a = 0; a < count; a++)
    values[a] = smr_result(g, op, a);
  SmrOp br = terminator(c, SMR_OP_BR, values, count);
  smr_op(g, br)->succ[0] = join;
  smr_op_append(g, block, br);
  c->preds[join]--;
  free(types);
  free(values);
  return true;
}

/// The block of the function's body that an op lies in.
static SmrBlock body_block(const SmrGraph *g, SmrOp op) {
  for (SmrOp parent; (parent = smr_parent(g, op)); op = parent)
    ;
  return smr_op(g, op)->block;
}

/// Adds `value` to `out` when something outside of the header uses it.
static void collect_outside(Cfg *c, SmrBlock header, SmrValue value, bool always, SmrValueList *out) {
  const SmrGraph *g = c->g;
  bool outside = always;
  room_for(c, value);
  for (uint32_t u = c->heads.data[value]; !outside && u; u = c->uses.data[u - 1].next) {
    SmrOp user = c->uses.data[u - 1].op;
    outside = smr_op(g, user)->block && has_operand(g, user, value) && body_block(g, user) != header;
  }
  if (outside)
    smr_vec_push(out, value);
}

static void rewrite_uses(Cfg *c, SmrOp user, SmrValue from, SmrValue to) {
  SmrGraph *g = c->g;
  bool found = false;
  SmrOpData *data = smr_op(g, user);
  for (uint32_t k = 0; k < data->operand_count; k++)
    if (smr_operand(g, user, k) == from) {
      g->operands.data[data->operand_first + k] = to;
      found = true;
    }
  if (found)
    add_use(c, to, user);
}

/// Which successor of the header's CBR leads back to the header and nowhere else, 2 if none. Both are
/// followed in turns: what follows the loop may be long.
static uint32_t way_back(const Cfg *c, SmrOp cbr, SmrBlock header) {
  const SmrGraph *g = c->g;
  SmrBlock at[2] = {smr_op(g, cbr)->succ[0], smr_op(g, cbr)->succ[1]};
  while (at[0] || at[1])
    for (uint32_t k = 0; k < 2; k++) {
      SmrOp last = at[k] && at[k] != header && c->preds[at[k]] == 1 ? last_of(g, at[k], SMR_OP_BR) : 0;
      at[k] = last ? smr_op(g, last)->succ[0] : 0;
      if (at[k] == header)
        return k;
    }
  return 2;
}

static bool make_while(Cfg *c, SmrBlock header) {
  SmrGraph *g = c->g;
  if (header == c->entry || !c->header[header])
    return false;
  absorb(c, header);
  SmrOp cbr = last_of(g, header, SMR_OP_CBR);
  if (!cbr)
    return false;
  uint32_t in = way_back(c, cbr, header);
  if (in > 1)
    return false;
  SmrBlock body = smr_op(g, cbr)->succ[in], exit = smr_op(g, cbr)->succ[1 - in];
  if (exit == header || exit == body)
    return false;
  absorb(c, body);
  if (c->depth[header] >= SMR_GRAPH_MAX_NESTING || c->depth[body] >= SMR_GRAPH_MAX_NESTING)
    return false;
  deepen(c, header, c->depth[body]);
  c->depth[header]++;
  bind_args(c, body, cbr, in);
  SmrOp back = g->blocks.data[body].last;
  // The values that leave the header: everything that the body or the code behind the loop uses.
  SmrValueList leaving = {0};
  uint32_t exit_count, exit_first = edge(g, cbr, 1 - in, &exit_count);
  SmrMap on_exit = {0};
  for (uint32_t a = 0; a < exit_count; a++)
    smr_map_set(&on_exit, smr_operand(g, cbr, exit_first + a), 1);
  uint32_t args = g->blocks.data[header].args.size, unused;
  for (uint32_t a = 0; a < args; a++) {
    SmrValue arg = g->blocks.data[header].args.data[a];
    if (!g->values.data[arg].forward)
      collect_outside(c, header, arg, smr_map_get(&on_exit, arg, &unused), &leaving);
  }
  for (SmrOp op = g->blocks.data[header].first; op; op = smr_op(g, op)->next)
    for (uint32_t r = 0; r < smr_op(g, op)->result_count; r++) {
      SmrValue value = smr_result(g, op, r);
      if (!g->values.data[value].forward)
        collect_outside(c, header, value, smr_map_get(&on_exit, value, &unused), &leaving);
    }
  smr_map_free(&on_exit);
  // while (header's arguments) { header's ops; condition } do { body }
  SmrType *types = smr_xmalloc((leaving.size + 1) * sizeof *types);
  for (uint32_t v = 0; v < leaving.size; v++)
    types[v] = smr_value_type(g, leaving.data[v]);
  SmrValue *inits = smr_xmalloc((args + 1) * sizeof *inits);
  for (uint32_t a = 0; a < args; a++)
    inits[a] = g->blocks.data[header].args.data[a];
  SmrOp op = smr_op_create(g, SMR_OP_WHILE, inits, args, types, leaving.size, 2);
  add_uses(c, op);
  SmrOpData cbr_data = *smr_op(g, cbr);
  smr_op(g, op)->flags |= SMR_F_CFG;
  smr_op(g, op)->loc =
      g->blocks.data[header].first ? smr_op(g, g->blocks.data[header].first)->loc : cbr_data.loc;
  smr_op(g, op)->handle = g->blocks.data[header].handle;
  smr_op(g, op)->handle2 = g->blocks.data[exit].handle;
  SmrBlock before = smr_block_create(g, smr_op_region(g, op, 0)),
           after = smr_block_create(g, smr_op_region(g, op, 1));
  SmrValue condition = smr_operand(g, cbr, 0);
  if (in == 1) { // stays in the loop while the condition is false
    SmrOp compare = smr_def(g, condition);
    if (compare && smr_op(g, compare)->code == SMR_OP_ICMP) {
      SmrValue pair[2] = {smr_operand(g, compare, 0), smr_operand(g, compare, 1)};
      condition = smr_build(g, header, cbr, SMR_OP_ICMP, SMR_I1, pair, 2,
                            smr_icmp_inverse((SmrIcmp)smr_op(g, compare)->imm));
      add_uses(c, smr_def(g, condition));
    } else {
      SmrValue pair[2] = {condition, smr_build_const(g, header, cbr, SMR_I1, 1)};
      condition = smr_build(g, header, cbr, SMR_OP_XOR, SMR_I1, pair, 2, 0);
      add_uses(c, smr_def(g, condition));
    }
  }
  SmrValue *exit_values = smr_xmalloc((exit_count + 1) * sizeof *exit_values);
  for (uint32_t a = 0; a < exit_count; a++)
    exit_values[a] = smr_operand(g, cbr, exit_first + a);
  smr_op_unlink(g, cbr);
  SmrValueList forwarded = {0};
  smr_vec_push(&forwarded, condition);
  for (uint32_t v = 0; v < leaving.size; v++)
    smr_vec_push(&forwarded, leaving.data[v]);
  SmrOp test = terminator(c, SMR_OP_CONDITION, forwarded.data, forwarded.size);
  smr_op(g, test)->loc = cbr_data.loc;
  // Users outside first, while blocks still say where each op is.
  for (uint32_t v = 0; v < leaving.size; v++) {
    SmrValue value = leaving.data[v], inner = smr_block_add_arg(g, after, types[v]);
    g->values.data[inner].name = g->values.data[value].name;
    g->values.data[smr_result(g, op, v)].handle = g->values.data[value].handle;
    for (uint32_t u = c->heads.data[value]; u; u = c->uses.data[u - 1].next) {
      SmrOp user = c->uses.data[u - 1].op;
      if (user == cbr || user == test || user == op || !smr_op(g, user)->block)
        continue;
      SmrBlock in_block = body_block(g, user);
      if (in_block != header)
        rewrite_uses(c, user, value, in_block == body ? inner : smr_result(g, op, v));
    }
    for (uint32_t a = 0; a < exit_count; a++)
      if (smr_value(g, exit_values[a]) == value)
        exit_values[a] = smr_result(g, op, v);
  }
  smr_op_append(g, header, test);
  for (uint32_t a = 0; a < args; a++) { // what the header itself uses
    SmrValue old = g->blocks.data[header].args.data[a];
    SmrValue inner = smr_block_add_arg(g, before, g->values.data[old].type);
    if (g->values.data[old].forward)
      continue;
    for (uint32_t u = c->heads.data[old]; u; u = c->uses.data[u - 1].next) {
      SmrOp user = c->uses.data[u - 1].op; // `op` is not linked yet: its inits stay
      if (smr_op(g, user)->block && body_block(g, user) == header)
        rewrite_uses(c, user, old, inner);
    }
  }
  smr_block_splice(g, before, header);
  uint32_t back_count, back_first = edge(g, back, 0, &back_count);
  SmrValue *next = smr_xmalloc((back_count + 1) * sizeof *next);
  for (uint32_t a = 0; a < back_count; a++)
    next[a] = smr_operand(g, back, back_first + a);
  smr_op_unlink(g, back);
  smr_block_splice(g, after, body);
  smr_op_append(g, after, terminator(c, SMR_OP_YIELD, next, back_count));
  c->gone[body] = 1;
  smr_op_append(g, header, op);
  SmrOp br = terminator(c, SMR_OP_BR, exit_values, exit_count);
  smr_op(g, br)->succ[0] = exit;
  smr_op_append(g, header, br);
  c->preds[header]--;
  c->header[header] = 0;
  smr_vec_free(&leaving);
  smr_vec_free(&forwarded);
  free(types);
  free(inits);
  free(exit_values);
  free(next);
  return true;
}

/// Takes blocks that nothing reaches out of the region.
static void remove_unreachable(Cfg *c) {
  SmrGraph *g = c->g;
  uint8_t *seen = smr_xcalloc(g->blocks.size, 1);
  SMR_VEC(SmrBlock) work = {0};
  smr_vec_push(&work, c->entry);
  seen[c->entry] = 1;
  while (work.size) {
    SmrOp last = g->blocks.data[smr_vec_pop(&work)].last;
    for (uint32_t k = 0; last && k < 2; k++) {
      SmrBlock to = smr_op(g, last)->succ[k];
      if (to && !seen[to]) {
        seen[to] = 1;
        smr_vec_push(&work, to);
      }
    }
  }
  SmrRegionData *region = &g->regions.data[g->body];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < region->blocks.size; i++)
    if (seen[region->blocks.data[i]])
      region->blocks.data[kept++] = region->blocks.data[i];
  region->blocks.size = kept;
  smr_vec_free(&work);
  free(seen);
}

typedef SMR_VEC(SmrBlock) BlockList;

/// A conditional jump back to a header, with an empty block put on it.
typedef struct {
  SmrOp cbr;
  uint32_t k;
  SmrBlock block;
} Latch;
typedef SMR_VEC(Latch) LatchList;

/// The blocks in post-order (by an explicit stack: functions may have very many): those of a construct come
/// before the one that heads it. Headers are
/// marked, conditional jumps back to them are listed. Each of the last three may be NULL.
static void post_order(const SmrGraph *g, SmrBlock entry, uint8_t *header, BlockList *out,
                       LatchList *latches) {
  uint8_t *seen = smr_xcalloc(g->blocks.size, 1); // 1 + number of successors visited; 4: done
  BlockList stack = {0};
  smr_vec_push(&stack, entry);
  seen[entry] = 1;
  while (stack.size) {
    SmrBlock block = smr_vec_last(&stack);
    SmrOp last = g->blocks.data[block].last;
    uint32_t k = seen[block] - 1u;
    if (!last || k == 2) {
      seen[block] = 4;
      if (out)
        smr_vec_push(out, block);
      (void)smr_vec_pop(&stack);
      continue;
    }
    seen[block]++;
    SmrBlock to = smr_op(g, last)->succ[k];
    if (to && !seen[to]) {
      seen[to] = 1;
      smr_vec_push(&stack, to);
    } else if (to && seen[to] < 4) {
      if (header)
        header[to] = 1;
      if (latches && smr_op(g, last)->code == SMR_OP_CBR)
        smr_vec_push(latches, (Latch){last, k, 0});
    }
  }
  smr_vec_free(&stack);
  free(seen);
}

/// The operands of a CBR with those of successor k replaced.
static void set_edge(SmrGraph *g, SmrOp cbr, uint32_t k, const SmrValue *values, uint32_t count) {
  uint32_t was, first = edge(g, cbr, k, &was), all = smr_op(g, cbr)->operand_count;
  SmrValueList operands = {0};
  for (uint32_t o = 0; o < first; o++)
    smr_vec_push(&operands, smr_operand(g, cbr, o));
  for (uint32_t o = 0; o < count; o++)
    smr_vec_push(&operands, values[o]);
  for (uint32_t o = first + was; o < all; o++)
    smr_vec_push(&operands, smr_operand(g, cbr, o));
  smr_op_set_operands(g, cbr, operands.data, operands.size);
  if (k == 0)
    smr_op(g, cbr)->imm = count;
  smr_vec_free(&operands);
}

static void edge_values(const SmrGraph *g, SmrOp last, uint32_t k, SmrValueList *out) {
  uint32_t count, first = edge(g, last, k, &count);
  for (uint32_t a = 0; a < count; a++)
    smr_vec_push(out, smr_operand(g, last, first + a));
}

/// Puts a block on each conditional jump back.
static void split_latches(SmrGraph *g, SmrBlock entry, LatchList *out) {
  post_order(g, entry, NULL, NULL, out);
  for (uint32_t i = 0; i < out->size; i++) {
    Latch *latch = &out->data[i];
    SmrValueList values = {0};
    edge_values(g, latch->cbr, latch->k, &values);
    latch->block = smr_block_create(g, g->body);
    SmrOp br = smr_op_create(g, SMR_OP_BR, values.data, values.size, NULL, 0, 0);
    smr_op(g, br)->succ[0] = smr_op(g, latch->cbr)->succ[latch->k];
    smr_op(g, br)->loc = smr_op(g, latch->cbr)->loc;
    smr_op_append(g, latch->block, br);
    set_edge(g, latch->cbr, latch->k, NULL, 0);
    smr_op(g, latch->cbr)->succ[latch->k] = latch->block;
    smr_vec_free(&values);
  }
}

/// Takes the blocks out again that no WHILE took in.
static void join_latches(Cfg *c, const LatchList *latches) {
  SmrGraph *g = c->g;
  for (uint32_t i = 0; i < latches->size; i++) {
    const Latch *latch = &latches->data[i];
    SmrOp br = g->blocks.data[latch->block].first;
    if (c->gone[latch->block] || !smr_op(g, latch->cbr)->block || !br || smr_op(g, br)->code != SMR_OP_BR)
      continue;
    SmrValueList values = {0};
    edge_values(g, br, 0, &values);
    set_edge(g, latch->cbr, latch->k, values.data, values.size);
    smr_op(g, latch->cbr)->succ[latch->k] = smr_op(g, br)->succ[0];
    c->gone[latch->block] = 1;
    smr_vec_free(&values);
  }
}

void smr_pass_structure(SmrGraph *g, SmrForm form) {
  (void)form;
  SmrRegionData *region = &g->regions.data[g->body];
  if (region->blocks.size > MOST_BLOCKS)
    smr_normal_limit(g, SMR_NORMAL_BLOCKS);
  if (region->blocks.size < 2 || region->blocks.size > MOST_BLOCKS)
    return;
  Cfg c = {.g = g, .entry = region->blocks.data[0]};
  remove_unreachable(&c);
  LatchList latches = {0};
  split_latches(g, c.entry, &latches);
  region = &g->regions.data[g->body];
  uint32_t count = g->blocks.size;
  c.preds = smr_xcalloc(count, sizeof *c.preds);
  c.header = smr_xcalloc(count, 1);
  c.gone = smr_xcalloc(count, 1);
  c.depth = smr_xcalloc(count, sizeof *c.depth);
  for (uint32_t b = 0; b < region->blocks.size; b++) {
    SmrOp last = g->blocks.data[region->blocks.data[b]].last;
    for (uint32_t k = 0; last && k < 2; k++)
      if (smr_op(g, last)->succ[k])
        c.preds[smr_op(g, last)->succ[k]]++;
  }
  for (SmrOp op = 0; (op = smr_next_op(g, op, 0));)
    add_uses(&c, op);
  BlockList order = {0};
  post_order(g, c.entry, c.header, &order, NULL);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = 0; b < order.size; b++) {
      SmrBlock block = order.data[b];
      while (!c.gone[block] && (make_while(&c, block) || make_if(&c, block)))
        changed = true;
    }
    for (uint32_t b = order.size; b--;)
      if (!c.gone[order.data[b]])
        changed |= absorb(&c, order.data[b]);
  }
  join_latches(&c, &latches);
  smr_vec_free(&latches);
  region = &g->regions.data[g->body]; // new regions moved it
  uint32_t kept = 0;
  for (uint32_t b = 0; b < region->blocks.size; b++)
    if (!c.gone[region->blocks.data[b]])
      region->blocks.data[kept++] = region->blocks.data[b];
  region->blocks.size = kept;
  smr_vec_free(&order);
  smr_vec_free(&c.uses);
  smr_vec_free(&c.heads);
  smr_vec_free(&c.tails);
  free(c.preds);
  free(c.header);
  free(c.gone);
  free(c.depth);
}
