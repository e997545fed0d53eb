//===- chosen.c - elements of which a condition says which it is -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/chosen.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"

enum { MOST_CHOICES = 8, DEEPEST = 8 };

/// A choice that an address is made of: a SELECT, or the larger or the smaller of two numbers.
typedef struct {
  SmrGraph *g;
  SmrArena arena;
  SmrOp op, load;
  SmrOp all[MOST_CHOICES]; // that go the same way, `op` first
  uint32_t count;
  SmrOp test;    // an ICMP that was made, or 0
  uint32_t side; // 0: where the condition holds
} Choice;

static bool is_larger(SmrOpcode code) {
  return code == SMR_OP_MAXS || code == SMR_OP_MAXU;
}
static bool is_smaller(SmrOpcode code) {
  return code == SMR_OP_MINS || code == SMR_OP_MINU;
}
static bool is_choice(SmrOpcode code) {
  return code == SMR_OP_SELECT || is_larger(code) || is_smaller(code);
}
static bool has_sign(SmrOpcode code) {
  return code == SMR_OP_MAXS || code == SMR_OP_MINS;
}

/// Do the two go the same way, or the other one, at the same time?
static bool are_one_choice(const SmrGraph *g, SmrOp a, SmrOp b) {
  const SmrOpcode x = (SmrOpcode)smr_op(g, a)->code, y = (SmrOpcode)smr_op(g, b)->code;
  if (x == SMR_OP_SELECT || y == SMR_OP_SELECT)
    return x == y && smr_operand(g, a, 0) == smr_operand(g, b, 0);
  const SmrValue left = smr_operand(g, a, 0), right = smr_operand(g, a, 1);
  return has_sign(x) == has_sign(y) && ((smr_operand(g, b, 0) == left && smr_operand(g, b, 1) == right) ||
                                        (smr_operand(g, b, 0) == right && smr_operand(g, b, 1) == left));
}

/// What the other choice is on the side. The condition of a larger or smaller one of x and y is x >= y.
static SmrValue chosen(const Choice *c, SmrOp other) {
  const SmrGraph *g = c->g;
  const SmrOpcode code = (SmrOpcode)smr_op(g, other)->code;
  if (code == SMR_OP_SELECT)
    return smr_operand(g, other, 1 + c->side);
  return smr_operand(g, c->op, is_larger(code) == (c->side == 0) ? 0 : 1);
}

/// Integers of an address that are opened for the choices in them.
static bool is_opened(SmrOpcode code) {
  return code == SMR_OP_ZEXT || code == SMR_OP_SEXT || code == SMR_OP_TRUNC || code == SMR_OP_ADD ||
         code == SMR_OP_SUB || code == SMR_OP_MUL || code == SMR_OP_SHL || code == SMR_OP_POLY;
}

/// Choices that are made in the loop around the load: others are sizes.
static void collect(Choice *c, SmrValue value, SmrOp loop, uint32_t depth) {
  const SmrGraph *g = c->g;
  SmrOp def = smr_def(g, value);
  const SmrOpcode code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  if (depth == DEEPEST || !def || !smr_inside(g, def, loop) || smr_is_among(c->all, c->count, def))
    return;
  if (is_choice(code)) {
    if (c->count < MOST_CHOICES && (!c->count || are_one_choice(g, c->all[0], def)))
      c->all[c->count++] = def;
    return;
  }
  for (uint32_t k = 0; is_opened(code) && k < smr_op(g, def)->operand_count; k++)
    collect(c, smr_operand(g, def, k), loop, depth + 1);
}

/// Of a pointer that a SELECT or an IF gives, the one of the side; 0: it is another one.
static SmrValue side_of_pointer(const SmrGraph *g, SmrValue ptr, uint32_t side) {
  SmrOp def = smr_def(g, ptr);
  if (!def || (smr_op(g, def)->code != SMR_OP_SELECT && smr_op(g, def)->code != SMR_OP_IF))
    return 0;
  SmrValue value = smr_op(g, def)->code == SMR_OP_SELECT
                       ? smr_operand(g, def, 1 + side)
                       : smr_operand(g, g->blocks.data[smr_body_block(g, def, side)].last,
                                     ptr - smr_op(g, def)->result_first);
  SmrOp addr = smr_def(g, value);
  return addr && smr_op(g, addr)->code == SMR_OP_ADDR && !smr_inside(g, addr, def) ? value : 0;
}

static bool find_choices(Choice *c) {
  const SmrGraph *g = c->g;
  const SmrValue ptr = smr_operand(g, c->load, 0);
  SmrOp addr = smr_def(g, ptr), loop = smr_counted_loop(g, c->load);
  c->count = 0;
  if (!addr || !loop || !smr_inside(g, addr, loop))
    return false;
  if (side_of_pointer(g, ptr, 0) && side_of_pointer(g, ptr, 1))
    c->all[c->count++] = addr;
  else if (smr_op(g, addr)->code == SMR_OP_ADDR)
    collect(c, smr_operand(g, addr, 1), loop, 0);
  for (uint32_t k = 0; k < g->ranges.size; k++) // (what is checked of them is checked of this address)
    if (smr_value(g, g->ranges.data[k].address) == ptr)
      return false;
  c->op = c->all[0];
  return c->count != 0;
}

/// The value on the side, with ops of its own in the block as far as it is made of choices.
static SmrValue put_in(Choice *c, SmrValue value, SmrBlock block, uint32_t depth) {
  SmrGraph *g = c->g;
  value = smr_value(g, value);
  SmrOp def = smr_def(g, value);
  const SmrOpcode code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  if (def && smr_is_among(c->all, c->count, def))
    return chosen(c, def);
  if (!is_opened(code) || depth == DEEPEST)
    return value;
  const uint32_t count = smr_op(g, def)->operand_count;
  SmrValue *operands = smr_arena_alloc(&c->arena, count * sizeof *operands);
  bool changed = false;
  for (uint32_t k = 0; k < count; k++) {
    operands[k] = put_in(c, smr_operand(g, def, k), block, depth + 1);
    changed |= operands[k] != smr_operand(g, def, k);
  }
  if (!changed)
    return value;
  const SmrValue made =
      smr_build(g, block, 0, code, smr_value_type(g, value), operands, count, smr_op(g, def)->imm);
  smr_op(g, smr_def(g, made))->flags = smr_op(g, def)->flags;
  smr_op(g, smr_def(g, made))->poly = smr_op(g, def)->poly;
  return made;
}

/// The load of one side, in the block.
static void load_side(Choice *c, SmrBlock block) {
  SmrGraph *g = c->g;
  SmrValue ptr = side_of_pointer(g, smr_operand(g, c->load, 0), c->side);
  if (!ptr) {
    const SmrOp addr = smr_def(g, smr_operand(g, c->load, 0));
    const uint32_t count = smr_op(g, addr)->operand_count;
    SmrValue *operands = smr_arena_alloc(&c->arena, count * sizeof *operands);
    operands[0] = smr_operand(g, addr, 0);
    for (uint32_t k = 1; k < count; k++)
      operands[k] = put_in(c, smr_operand(g, addr, k), block, 0);
    ptr = smr_build(g, block, 0, SMR_OP_ADDR, SMR_PTR, operands, count, smr_op(g, addr)->imm);
  }
  const SmrValue value =
      smr_build(g, block, 0, SMR_OP_LOAD, smr_value_type(g, smr_result(g, c->load, 0)), &ptr, 1, 0);
  SmrOpData *made = smr_op(g, smr_def(g, value));
  made->flags = smr_op(g, c->load)->flags;
  made->tag = smr_op(g, c->load)->tag;
  made->loc = smr_op(g, c->load)->loc;
  smr_op_append(g, block, smr_op_create(g, SMR_OP_YIELD, &value, 1, NULL, 0, 0));
}

static SmrValue condition_of(Choice *c) {
  SmrGraph *g = c->g;
  const SmrOpcode code = (SmrOpcode)smr_op(g, c->op)->code;
  c->test = 0;
  if (code == SMR_OP_SELECT || code == SMR_OP_IF)
    return smr_operand(g, c->op, 0);
  const SmrValue sides[] = {smr_operand(g, c->op, 0), smr_operand(g, c->op, 1)};
  const SmrValue condition = smr_build(g, smr_op(g, c->load)->block, c->load, SMR_OP_ICMP, SMR_I1, sides, 2,
                                       has_sign(code) ? SMR_SGE : SMR_UGE);
  c->test = smr_def(g, condition);
  return condition;
}

/// An IF takes the load's place, and makes its value.
static void exchange(SmrGraph *g, SmrOp load, SmrOp choice) {
  const SmrValue value = smr_op(g, load)->result_first;
  smr_op(g, choice)->result_first = value;
  smr_op(g, choice)->result_count = 1;
  g->values.data[value].def = choice;
  smr_op_insert_before(g, load, choice);
  smr_op_unlink(g, load);
}

/// Returns the op from which to go on: the IF, whose loads may be chosen in turn, or the load.
static SmrOp open_load(Choice *c, SmrOp load, SmrOp first, SmrOp last) {
  SmrGraph *g = c->g;
  const SmrValue value = smr_result(g, load, 0);
  c->load = load;
  if (!smr_type_is_number(smr_value_type(g, value)) || g->values.data[value].forward ||
      (smr_op(g, load)->flags & (SMR_F_HOISTED | SMR_F_VOLATILE | SMR_F_LANE)) || !find_choices(c))
    return load;
  const SmrValue condition = condition_of(c);
  SmrOp choice = smr_op_create(g, SMR_OP_IF, &condition, 1, NULL, 0, 2);
  smr_op(g, choice)->imm = c->test;
  smr_op(g, choice)->loc = smr_op(g, load)->loc;
  for (c->side = 0; c->side < 2; c->side++)
    load_side(c, smr_block_create(g, smr_op_region(g, choice, c->side)));
  exchange(g, load, choice);
  smr_vec_push(&g->chosen, (SmrChosen){load, choice, first, last, true});
  return choice;
}

bool smr_chosen_open(SmrGraph *g, SmrOp first, SmrOp last) {
  Choice c = {.g = g};
  const uint32_t before = g->chosen.size;
  for (SmrOp top = first, next; top; top = next) {
    next = top == last ? 0 : smr_op(g, top)->next;
    for (SmrOp op = top; op; op = smr_next_op(g, op, top))
      if (smr_op(g, op)->code == SMR_OP_LOAD && op != top)
        op = open_load(&c, op, first, last);
  }
  smr_arena_destroy(&c.arena);
  smr_graph_nest(g);
  return g->chosen.size > before;
}

static void close_load(SmrGraph *g, SmrChosen *c) {
  const SmrOp condition = (SmrOp)smr_op(g, c->choice)->imm;
  c->open = false;
  smr_op_insert_before(g, c->choice, c->load);
  g->values.data[smr_op(g, c->load)->result_first].def = c->load;
  smr_op_unlink(g, c->choice);
  if (condition)
    smr_op_unlink(g, condition);
}

void smr_chosen_close(SmrGraph *g, SmrOp first, SmrOp last) {
  bool any = false;
  for (uint32_t k = g->chosen.size; k-- > 0;) { // what stands in a choice comes first
    SmrChosen *c = &g->chosen.data[k];
    if (!c->open || c->first != first || c->last != last)
      continue;
    close_load(g, c);
    any = true;
  }
  while (g->chosen.size && !smr_vec_last(&g->chosen).open)
    (void)smr_vec_pop(&g->chosen);
  if (any)
    smr_graph_nest(g);
}
