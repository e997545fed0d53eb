//===- view.c - what both matchers ask a graph ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/facts.h"
#include <string.h>

typedef struct {
  SmrFacts *view;
  uint32_t next;
} Numbering;

static void number_region(Numbering *n, SmrRegion region);

static void number_op(Numbering *n, SmrOp op) {
  SmrGraph *g = n->view->graph;
  n->view->order[op] = n->next++;
  for (uint32_t k = 0; k < smr_op(g, op)->region_count; k++)
    number_region(n, smr_op_region(g, op, k));
  n->view->last[op] = n->next - 1;
}

static void number_region(Numbering *n, SmrRegion region) {
  SmrGraph *g = n->view->graph;
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++)
    for (SmrOp op = g->blocks.data[g->regions.data[region].blocks.data[b]].first; op;
         op = smr_op(g, op)->next)
      number_op(n, op);
}

void smr_facts_init(SmrFacts *view, SmrGraph *graph) {
  memset(view, 0, sizeof *view);
  view->graph = graph;
  view->order = smr_xcalloc(graph->ops.size + 1, sizeof *view->order);
  view->last = smr_xcalloc(graph->ops.size + 1, sizeof *view->last);
  view->polys = smr_xcalloc(graph->values.size + 1, sizeof *view->polys);
  view->known = smr_xcalloc(graph->values.size + 1, 1);
  Numbering n = {view, 1};
  number_region(&n, graph->body);
}

void smr_facts_free(SmrFacts *view) {
  free(view->order);
  free(view->last);
  free(view->polys);
  free(view->known);
  smr_arena_destroy(&view->arena);
  memset(view, 0, sizeof *view);
}

bool smr_facts_statement(const SmrGraph *g, SmrOp op) {
  const SmrOpData *o = smr_op(g, op);
  switch ((SmrOpcode)o->code) {
  case SMR_OP_FOR:
  case SMR_OP_LOOP:
  case SMR_OP_WHILE:
  case SMR_OP_IF:
  case SMR_OP_STORE:
  case SMR_OP_HEAP:
  case SMR_OP_FREE:
    return true;
  case SMR_OP_LOAD:
    return o->flags & SMR_F_VOLATILE;
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    return !(o->flags & SMR_F_PURE) || o->region_count;
  default:
    return false;
  }
}

uint32_t smr_facts_statement_count(const SmrGraph *g, SmrBlock block) {
  uint32_t n = 0;
  if (block)
    for (SmrOp op = g->blocks.data[block].first; op; op = smr_op(g, op)->next)
      n += smr_facts_statement(g, op);
  return n;
}

bool smr_facts_inside(const SmrFacts *view, SmrOp op, SmrOp root) {
  return op && view->order[op] > view->order[root] && view->order[op] <= view->last[root];
}

bool smr_facts_variant(const SmrFacts *view, SmrValue value, const SmrOp *roots, uint32_t root_count) {
  const SmrGraph *g = view->graph;
  SmrOp at = smr_value_owner(g, value);
  if (!at)
    return false;
  for (uint32_t k = 0; k < root_count; k++)
    if (at == roots[k] || smr_facts_inside(view, at, roots[k]))
      return true;
  return false;
}

SmrPoly smr_facts_poly(SmrFacts *view, SmrValue value) {
  SmrGraph *g = view->graph;
  value = smr_value(g, value);
  if (view->known[value])
    return view->polys[value];
  SmrPoly p = smr_poly_of(g, &view->arena, value);
  // A substitution can bring in new leaves; those are replaced by a recursive call, so one pass over the old
  // leaves is enough. A leaf whose substitution overflows stays as it is.
  for (uint32_t t = 0; t < p.count; t++)
    for (uint32_t k = 0; k < p.terms[t].degree; k++) {
      SmrValue leaf = p.terms[t].leaves[k];
      SmrOp def = smr_def(g, leaf);
      if (!def || (smr_op(g, def)->code != SMR_OP_SEXT && smr_op(g, def)->code != SMR_OP_POLY) ||
          leaf == value)
        continue;
      SmrPoly by = smr_facts_poly(view, smr_op(g, def)->code == SMR_OP_SEXT ? smr_operand(g, def, 0) : leaf),
              out;
      uint32_t same;
      if (!(smr_poly_is_leaf(by, &same) && same == leaf) &&
          smr_poly_substitute(&view->arena, p, leaf, by, &out)) {
        p = out;
        t = UINT32_MAX; // start again: the terms moved
        break;
      }
    }
  SmrOp def = smr_def(g, value);
  uint32_t leaf;
  if (def && smr_op(g, def)->code == SMR_OP_SEXT && smr_poly_is_leaf(p, &leaf) && leaf == value)
    p = smr_facts_poly(view, smr_operand(g, def, 0));
  view->known[value] = 1;
  view->polys[value] = p;
  return p;
}

SmrValue smr_facts_strip(SmrFacts *view, SmrValue value) {
  value = smr_value(view->graph, value);
  uint32_t leaf;
  if (smr_type_is_int(smr_value_type(view->graph, value)) &&
      smr_poly_is_leaf(smr_facts_poly(view, value), &leaf))
    return leaf;
  return value;
}

SmrValue smr_facts_address(SmrFacts *view, SmrValue pointer, SmrPoly *offset) {
  SmrGraph *g = view->graph;
  *offset = (SmrPoly){0};
  pointer = smr_value(g, pointer);
  for (SmrOp def; (def = smr_def(g, pointer)) && smr_op(g, def)->code == SMR_OP_ADDR;) {
    SmrPoly sum, part = smr_facts_poly(view, smr_operand(g, def, 1));
    if (!offset->count)
      sum = part;
    else if (!smr_poly_add(&view->arena, *offset, part, &sum))
      break; // too large: the inner address stands for itself
    *offset = sum;
    pointer = smr_operand(g, def, 0);
  }
  return pointer;
}

bool smr_facts_only_strides(const SmrGraph *g, SmrPoly poly) {
  bool any = false;
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);) {
    SmrOp def = smr_def(g, leaf);
    if (!def || smr_op(g, def)->code != SMR_OP_DESCR_STRIDE)
      return false;
    any = true;
  }
  return any;
}

bool smr_facts_same(const SmrGraph *g, SmrValue a, SmrValue b) {
  a = smr_value(g, a), b = smr_value(g, b);
  if (a == b)
    return true;
  SmrOp x = smr_def(g, a), y = smr_def(g, b);
  return x && y && smr_op(g, x)->code == SMR_OP_CONST && smr_op(g, y)->code == SMR_OP_CONST &&
         smr_op(g, x)->imm == smr_op(g, y)->imm && smr_value_type(g, a) == smr_value_type(g, b);
}
