//===- machine_follow.c - following an edge -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/machine.h"

// Takes the value that the choice is about off the agenda.
static SmrValue take(SmrScratch *m, const SmrChoice *c, uint32_t *depth) {
  SmrItem top = *smr_top(m);
  SmrValue value = top.what;
  *depth = top.depth;
  smr_machine_pop(m);
  if (top.kind == SMR_ITEM_OPERANDS) {
    value = smr_operand(m->view.graph, top.what, c->operand);
    if (top.count > 1) {
      smr_machine_push(m, SMR_ITEM_OPERANDS, top.what, top.depth, 0, top.count - 1);
      smr_top(m)->mask = top.mask | 1ull << c->operand;
    }
  }
  return smr_facts_strip(&m->view, value);
}

static void take_node(SmrScratch *m, const SmrChoice *c) {
  SmrItem top = *smr_top(m);
  uint32_t depth = top.depth;
  if (top.kind == SMR_ITEM_VALUE || top.kind == SMR_ITEM_OPERANDS) {
    take(m, c, &depth);
  } else {
    smr_machine_pop(m);
    if (top.kind == SMR_ITEM_BLOCK && top.count > 1)
      smr_machine_push(m, SMR_ITEM_BLOCK, top.what, depth, 0, top.count - 1);
    if (top.kind == SMR_ITEM_ROOT)
      smr_vec_push(&m->roots, c->choice);
    m->taken[c->choice] = 1;
  }
  smr_machine_push_op(m, c->choice, depth);
}

static SmrPoly invariant_part(SmrScratch *m, SmrPoly p) {
  SmrMonomial *terms = smr_arena_alloc(&m->arena, (p.count + 1) * sizeof *terms);
  uint32_t count = 0;
  for (uint32_t t = 0; t < p.count; t++) {
    bool varies = false;
    for (uint32_t k = 0; k < p.terms[t].degree; k++)
      varies |= smr_machine_varies(m, p.terms[t].leaves[k], m->leaves.size, m->roots.size);
    if (!varies)
      terms[count++] = p.terms[t];
  }
  return (SmrPoly){terms, count};
}

static bool take_carry(SmrScratch *m, const SmrChoice *c, uint32_t own) {
  const SmrGraph *g = m->view.graph;
  SmrItem top = *smr_top(m);
  smr_machine_pop(m);
  if (top.count > 1)
    smr_machine_push(m, SMR_ITEM_CARRIES, top.what, top.depth, top.node, top.count - 1);
  if (!smr_machine_carry(m, top.node, own))
    smr_vec_push(&m->carries, (SmrCarry){top.node, own, c->choice});
  if (smr_op(g, top.what)->code == SMR_OP_LOOP)
    smr_machine_push_value(m, smr_operand(g, top.what, c->choice + 1), top.depth);
  for (uint32_t r = smr_op(g, top.what)->region_count; r-- > 0;)
    smr_machine_push_value(m, smr_operand(g, g->blocks.data[smr_body_block(g, top.what, r)].last, c->choice),
                           top.depth);
  return true;
}

static bool take_start(SmrScratch *m, uint32_t node, uint32_t result) {
  const SmrGraph *g = m->view.graph;
  if (node >= m->nodes.size)
    return false;
  SmrOp op = m->nodes.data[node];
  if (smr_op(g, op)->code == SMR_OP_LOOP || smr_op(g, op)->code == SMR_OP_IF) {
    result = smr_machine_carry(m, node, result);
    if (!result)
      return false;
    result--;
  }
  if (result >= smr_op(g, op)->result_count)
    return false;
  smr_machine_push(m, SMR_ITEM_CURRENT, smr_value(g, smr_result(g, op, result)), 0, 0, 0);
  return true;
}

static bool take_constant(SmrScratch *m, const SmrChoice *c, const uint32_t *token) {
  if (!c->choice)
    return true;
  // Descriptor strides against P: an equation for a guard.
  SmrPoly q, value;
  SmrEquation e;
  int64_t scale, constant = (int64_t)((uint64_t)token[2] << 32 | token[1]);
  if (!smr_machine_coefficient(m, m->check, &q) ||
      !smr_equation_value(&m->arena, m->unknowns.data, m->automata->polys[m->check], &value, &scale) ||
      __builtin_mul_overflow(constant, scale, &constant) ||
      !smr_poly_add(&m->arena, value, smr_poly_const(&m->arena, constant), &e.right) ||
      !smr_poly_scale(&m->arena, q, scale, &e.left) || !e.right.count)
    return false;
  smr_vec_push(&m->equations, e);
  return true;
}

bool smr_machine_follow(SmrScratch *m, const SmrChoice *c) {
  const uint32_t *t = smr_token(m, c->token);
  SmrValue value, address;
  uint32_t depth;
  SmrPoly q;
  m->length++;
  switch ((SmrTokenKind)t[0]) {
  case SMR_TOK_NODE:
    take_node(m, c);
    return true;
  case SMR_TOK_BACK:
  case SMR_TOK_BLOCKARG:
  case SMR_TOK_SCALAR:
  case SMR_TOK_BOX:
    take(m, c, &depth);
    return true;
  case SMR_TOK_CARRIED:
    value = take(m, c, &depth);
    if (!smr_machine_carry(m, t[1], t[2]))
      smr_vec_push(&m->carries, (SmrCarry){t[1], t[2], smr_value_data(m->view.graph, value)->index - 1});
    return true;
  case SMR_TOK_SCALAR_NEW:
    value = take(m, c, &depth);
    smr_vec_push(&m->scalars, value);
    return true;
  case SMR_TOK_BOX_NEW:
    value = take(m, c, &depth);
    smr_vec_push(&m->boxes, value);
    return true;
  case SMR_TOK_LEAF:
    value = take(m, c, &depth);
    smr_machine_push_value(m, value, depth); // it comes back when the leaf is done
    smr_machine_push_value(m, c->choice, depth);
    smr_vec_push(&m->leaves, c->choice);
    return true;
  case SMR_TOK_INT:
    value = take(m, c, &depth);
    smr_vec_push(&m->slots,
                 (SmrSlot){smr_facts_poly(&m->view, value), m->leaves.size, m->roots.size, 0, value});
    return true;
  case SMR_TOK_ARRAY:
  case SMR_TOK_ARRAY_NEW:
  case SMR_TOK_OFFSET:
    address = take(m, c, &depth);
    value = smr_facts_address(&m->view, address, &q);
    smr_vec_push(&m->slots,
                 (SmrSlot){q, m->leaves.size, m->roots.size, t[0] == SMR_TOK_ARRAY ? t[2] + 1 : 0, address});
    if (t[0] == SMR_TOK_ARRAY_NEW)
      smr_vec_push(&m->arrays, (SmrArrayBinding){value, invariant_part(m, q)});
    else if (t[0] == SMR_TOK_OFFSET)
      smr_machine_push_value(m, value, depth);
    return true;
  case SMR_TOK_CHECK:
    m->check = c->token;
    return true;
  case SMR_TOK_CONST:
    return take_constant(m, c, t);
  case SMR_TOK_SOLVE: {
    SmrUnknown unknown;
    if (!smr_machine_known(m, c->token) || !smr_machine_coefficient(m, c->token, &q) ||
        !smr_equation_solve(&m->arena, m->view.graph, m->unknowns.data, m->automata->polys[c->token], q,
                            t[2] + 1, &unknown))
      return false;
    smr_vec_push(&m->unknowns, unknown);
    return true;
  }
  case SMR_TOK_CARRY:
    return take_carry(m, c, t[1]);
  case SMR_TOK_ROOT:
    smr_machine_push(m, SMR_ITEM_ROOT, 0, 0, t[1], 0);
    return true;
  case SMR_TOK_START:
    return take_start(m, t[1], t[2]);
  case SMR_TOK_CLIMB:
    smr_machine_pop(m);
    smr_machine_push(m, SMR_ITEM_CURRENT, c->choice, 0, 0, 0);
    smr_machine_push_value(m, c->choice, 0);
    return true;
  case SMR_TOK_OUT:
    value = smr_top(m)->what;
    smr_machine_pop(m);
    smr_vec_push(&m->outs, value);
    return true;
  case SMR_TOK_COUNT:
    break;
  }
  return false;
}
