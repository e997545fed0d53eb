//===- machine_stacks.c - the agenda and the stacks -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/machine.h"

SmrMark smr_machine_mark(const SmrScratch *m) {
  return (SmrMark){m->agenda,         m->items.size,  m->nodes.size,    m->loops.size,
                   m->slots.size,     m->leaves.size, m->unknowns.size, m->scalars.size,
                   m->arrays.size,    m->boxes.size,  m->outs.size,     m->carries.size,
                   m->equations.size, m->roots.size,  m->check,         m->length};
}

void smr_machine_go_back(SmrScratch *m, const SmrMark *k) {
  while (m->nodes.size > k->nodes)
    m->taken[smr_vec_pop(&m->nodes)] = 0;
  m->agenda = k->agenda;
  m->items.size = k->items;
  m->loops.size = k->loops;
  m->slots.size = k->slots;
  m->leaves.size = k->leaves;
  m->unknowns.size = k->unknowns;
  m->scalars.size = k->scalars;
  m->arrays.size = k->arrays;
  m->boxes.size = k->boxes;
  m->outs.size = k->outs;
  m->carries.size = k->carries;
  m->equations.size = k->equations;
  m->roots.size = k->roots;
  m->check = k->check;
  m->length = k->length;
}

void smr_machine_push(SmrScratch *m, SmrItemKind kind, uint32_t what, uint32_t depth, uint32_t node,
                      uint32_t count) {
  smr_vec_push(
      &m->items,
      (SmrItem){.kind = kind, .what = what, .node = node, .count = count, .depth = depth, .next = m->agenda});
  m->agenda = m->items.size;
}

// Items are shared by choices: one is changed by pushing a copy.
void smr_machine_pop(SmrScratch *m) {
  m->agenda = smr_top(m)->next;
}

void smr_machine_push_value(SmrScratch *m, SmrValue value, uint32_t depth) {
  smr_machine_push(m, SMR_ITEM_VALUE, value, depth, 0, 0);
}

static void push_block(SmrScratch *m, SmrBlock block, uint32_t depth) {
  uint32_t count = smr_facts_statement_count(m->view.graph, block);
  if (count)
    smr_machine_push(m, SMR_ITEM_BLOCK, block, depth, 0, count);
}

// What a matched op leaves to do, in reverse.
void smr_machine_push_op(SmrScratch *m, SmrOp op, uint32_t depth) {
  const SmrGraph *g = m->view.graph;
  const SmrOpData *o = smr_op(g, op);
  uint32_t node = m->nodes.size;
  smr_vec_push(&m->nodes, op);
  if (o->code == SMR_OP_LOOP || o->code == SMR_OP_IF) {
    if (o->result_count)
      smr_machine_push(m, SMR_ITEM_CARRIES, op, depth + 1, node, o->result_count);
    for (uint32_t r = o->region_count; r-- > 0;)
      push_block(m, smr_body_block(g, op, r), depth + 1);
    if (o->code == SMR_OP_LOOP)
      smr_vec_push(&m->loops, op);
    smr_machine_push_value(m, smr_operand(g, op, 0), depth);
    return;
  }
  for (uint32_t r = o->region_count; r-- > 0;) {
    const SmrRegionData *region = &g->regions.data[smr_op_region(g, op, r)];
    for (uint32_t b = region->blocks.size; b-- > 0;) {
      SmrOp last = g->blocks.data[region->blocks.data[b]].last;
      for (uint32_t k = last ? smr_op(g, last)->operand_count : 0; k-- > 0;)
        smr_machine_push_value(m, smr_operand(g, last, k), depth + 1);
      push_block(m, region->blocks.data[b], depth + 1);
    }
  }
  if (o->code == SMR_OP_STORE) {
    smr_machine_push_value(m, smr_operand(g, op, 0), depth);
    smr_machine_push_value(m, smr_operand(g, op, 1), depth);
  } else if (smr_opcode_commutative((SmrOpcode)o->code) && o->operand_count) {
    smr_machine_push(m, SMR_ITEM_OPERANDS, op, depth, 0, o->operand_count);
  } else {
    for (uint32_t k = o->operand_count; k-- > 0;)
      smr_machine_push_value(m, smr_operand(g, op, k), depth);
  }
}
