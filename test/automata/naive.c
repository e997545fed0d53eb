//===- naive.c - the oracle ----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Plain backtracking over the two graphs at once: an agenda of pairs (pattern, input) that remain to be
// matched, a trail of what to undo. It shares with the automata how a value is to be visited (idiom.c), the
// arithmetic of equations and the final checks; not the data strings (only their numbering of nodes), not the
// machine.
//===----------------------------------------------------------------------===//
#include "automata/naive.h"
#include "automata/check.h"
#include "base/map.h"
#include <string.h>

enum { NAIVE_STEP_LIMIT = 2000000 };

typedef enum {
  CELL_VALUE,     // p, i: values
  CELL_STRUCTURE, // p, i: values, not looked through again
  CELL_LEAF,      // p: a leaf value of the pattern; i: the input integer or address in which to find it
  CELL_BLOCK,     // p: the next statement of the pattern's block; i: block
  CELL_OPERANDS,  // p, i: commutative ops; k: operand; mask: taken operands of the input
  CELL_CARRY,     // p, i: ops; k: carried value or if result
  CELL_ROOT,      // k
  CELL_OUT,       // k: argument
  CELL_CLIMB      // k: argument; i: the current value; mask: position in the path
} CellKind;

typedef struct Cell {
  CellKind kind;
  uint32_t p, i, k;
  uint64_t mask;
  const struct Cell *next;
} Cell;

typedef struct {
  SmrPoly p, q; // p over the idiom's unknown numbers + 1
  bool done;
} Equation;

typedef struct {
  void *where;
  uint32_t size, at;
} Undo;

typedef struct {
  SmrIdiom *idiom;
  SmrDataString string;
  SmrTables tables;
  SmrFacts view;
  SmrArena arena; // of one root
  SmrUses uses;
  SmrWords scratch_a, scratch_b;
  SmrOp *op_map;        // pattern op -> input op
  uint8_t *taken;       // input statement
  SmrValue *leaf_map;   // pattern value -> input value
  uint32_t *slot_map;   // pattern result value of a loop or if -> input's number + 1
  SmrUnknown *unknowns; // by the idiom's number
  SmrValue *scalars, *boxes, *outs;
  struct {
    bool bound;
    SmrValue base;
    SmrPoly p, q;
  } *arrays;
  SmrClimb *paths; // by argument
  SmrOp *roots;
  uint32_t root_count;
  SMR_VEC(SmrValue) images;    // of leaves
  SMR_VEC(Equation *) pending; // in the arena: the trail points into them
  SMR_VEC(SmrEquation) residual;
  SMR_VEC(Undo) trail;
  SMR_VEC(unsigned char) saved;
  uint64_t steps;
  SMR_VEC(SmrOp) reported; // root tuples, one after another
  bool (*found)(const SmrMatch *, void *);
  void *data;
} Naive;

typedef enum { GO_ON, STOP } Outcome;
static Outcome match(Naive *n, const Cell *agenda);

static void save(Naive *n, void *where, uint32_t size) {
  smr_vec_push(&n->trail, (Undo){where, size, n->saved.size});
  smr_vec_reserve(&n->saved, n->saved.size + size);
  memcpy(n->saved.data + n->saved.size, where, size);
  n->saved.size += size;
}
#define SET(n, place, value) (save(n, &(place), sizeof(place)), (place) = (value))

typedef struct {
  uint32_t trail, images, pending, residual;
} Mark;

static Mark mark(const Naive *n) {
  return (Mark){n->trail.size, n->images.size, n->pending.size, n->residual.size};
}

static void undo(Naive *n, Mark m) {
  // Entries of vectors that moved are undone through the vectors' sizes; what the trail holds never moves.
  while (n->trail.size > m.trail) {
    Undo u = smr_vec_pop(&n->trail);
    memcpy(u.where, n->saved.data + u.at, u.size);
    n->saved.size = u.at;
  }
  n->images.size = m.images;
  n->pending.size = m.pending;
  n->residual.size = m.residual;
}

static const Cell *cons(Naive *n, const Cell *next, CellKind kind, uint32_t p, uint32_t i, uint32_t k,
                        uint64_t bits) {
  Cell *c = smr_arena_alloc(&n->arena, sizeof *c);
  *c = (Cell){kind, p, i, k, bits, next};
  return c;
}

static uint32_t translate(SmrSym sym, void *data) {
  const Naive *n = data;
  if (n->idiom->graph->symbols == n->view.graph->symbols)
    return sym;
  SmrSym other = smr_intern_find(n->view.graph->symbols, smr_intern_text(n->idiom->graph->symbols, sym));
  return other ? other : UINT32_MAX;
}

static bool same_label(Naive *n, SmrOp p, SmrOp i) {
  smr_vec_clear(&n->scratch_a);
  smr_vec_clear(&n->scratch_b);
  if (smr_op(n->idiom->graph, p)->code != smr_op(n->view.graph, i)->code ||
      !smr_label_words(n->idiom->graph, p, &n->scratch_a, translate, n) ||
      !smr_label_words(n->view.graph, i, &n->scratch_b, NULL, NULL))
    return false;
  return n->scratch_a.size == n->scratch_b.size &&
         !memcmp(n->scratch_a.data, n->scratch_b.data, n->scratch_a.size * sizeof(uint32_t));
}

static bool variant(const Naive *n, SmrValue v) {
  return smr_facts_variant(&n->view, v, n->roots, n->root_count);
}

//--- Equations -------------------------------------------------------------------

static bool is_bound(uint32_t leaf, void *data) {
  const Naive *n = data;
  return n->unknowns[leaf - 1].bound;
}

static bool flush(Naive *n) {
  const SmrGraph *g = n->view.graph;
  for (uint32_t k = 0; k < n->pending.size; k++) {
    Equation *e = n->pending.data[k];
    uint32_t leaf;
    if (e->done)
      continue;
    SmrEqUse use = smr_equation_use(e->p, is_bound, n, &leaf);
    if (use == SMR_EQ_WAITS)
      continue;
    if (use == SMR_EQ_SOLVES) {
      SmrUnknown value;
      if (!smr_equation_solve(&n->arena, g, n->unknowns, e->p, e->q, leaf, &value))
        return false;
      SET(n, n->unknowns[leaf - 1], value);
    } else {
      SmrEquation rest;
      SmrEqResult r = smr_equation_check(&n->arena, g, n->unknowns, e->p, e->q, &rest.left, &rest.right);
      if (r == SMR_EQ_FAILS)
        return false;
      if (r == SMR_EQ_RESIDUAL)
        smr_vec_push(&n->residual, rest);
    }
    SET(n, e->done, true);
    k = UINT32_MAX; // from the first one again
  }
  return true;
}

static void queue(Naive *n, SmrPoly p, SmrPoly q) {
  Equation *e = smr_arena_alloc(&n->arena, sizeof *e);
  *e = (Equation){p, q, false};
  smr_vec_push(&n->pending, e);
}

static bool varies_in_input(uint32_t leaf, void *data) {
  const Naive *n = data;
  for (uint32_t k = 0; k < n->images.size; k++)
    if (n->images.data[k] == leaf)
      return true;
  return variant(n, leaf);
}

static SmrPoly over_unknowns(Naive *n, SmrPoly p) {
  SmrPoly sum = {0};
  for (uint32_t t = 0; t < p.count; t++) {
    SmrPoly term = smr_poly_const(&n->arena, p.terms[t].coef), next;
    for (uint32_t k = 0; k < p.terms[t].degree; k++, term = next)
      smr_poly_mul(&n->arena, term,
                   smr_poly_leaf(&n->arena, smr_idiom_unknown(n->idiom, p.terms[t].leaves[k]) + 1), &next);
    smr_poly_add(&n->arena, sum, term, &sum);
  }
  return sum;
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

// Splits both sides and queues one equation for each monomial that varies. *rest_p, *rest_q: the invariant
// parts.
static bool split(Naive *n, SmrPoly p, SmrPoly q, SmrPoly *rest_p, SmrPoly *rest_q) {
  SmrGroup ps[SMR_POLY_MAX_TERMS + 1], qs[SMR_POLY_MAX_TERMS + 1];
  uint32_t np = smr_equation_split(&n->arena, p, smr_leaf_varies, NULL, ps);
  uint32_t nq = smr_equation_split(&n->arena, q, varies_in_input, n, qs);
  if (np != nq)
    return false;
  for (uint32_t k = 0; k + 1 < np; k++) {
    uint32_t key[SMR_POLY_MAX_DEGREE];
    for (uint32_t i = 0; i < ps[k].degree; i++) {
      uint32_t id = ps[k].key[i] & 0xfffffff;
      if (SMR_LEAF_KIND(ps[k].key[i]) == 4) {
        key[i] = n->leaf_map[id];
      } else {
        SmrOp loop = n->op_map[n->idiom->loops[id]];
        key[i] = loop ? n->view.graph->blocks.data[smr_body_block(n->view.graph, loop, 0)].args.data[0] : 0;
      }
    }
    qsort(key, ps[k].degree, sizeof *key, ascending);
    uint32_t at = 0;
    while (at + 1 < nq &&
           (qs[at].degree != ps[k].degree || memcmp(qs[at].key, key, ps[k].degree * sizeof *key)))
      at++;
    if (at + 1 >= nq)
      return false;
    queue(n, over_unknowns(n, ps[k].coefficient), qs[at].coefficient);
  }
  *rest_p = over_unknowns(n, ps[np - 1].coefficient);
  *rest_q = qs[nq - 1].coefficient;
  return true;
}

//--- Values ----------------------------------------------------------------------

static const Cell *push_block(Naive *n, const Cell *agenda, SmrBlock p, SmrBlock i) {
  return p && i ? cons(n, agenda, CELL_BLOCK, n->idiom->graph->blocks.data[p].first, i, 0, 0) : agenda;
}

// The ops' labels agree: what remains is their operands and regions. Pushed in reverse.
static const Cell *push_op(Naive *n, const Cell *agenda, SmrOp p, SmrOp i) {
  SmrGraph *pg = n->idiom->graph, *ig = n->view.graph;
  const SmrOpData *o = smr_op(pg, p);
  SET(n, n->op_map[p], i);
  if (o->code == SMR_OP_LOOP) {
    for (uint32_t j = o->operand_count - 1; j-- > 0;)
      agenda = cons(n, agenda, CELL_CARRY, p, i, j, 0);
    agenda = push_block(n, agenda, smr_body_block(pg, p, 0), smr_body_block(ig, i, 0));
    return cons(n, agenda, CELL_VALUE, smr_operand(pg, p, 0), smr_operand(ig, i, 0), 0, 0);
  }
  if (o->code == SMR_OP_IF) {
    for (uint32_t j = o->result_count; j-- > 0;)
      agenda = cons(n, agenda, CELL_CARRY, p, i, j, 0);
    for (uint32_t r = o->region_count; r-- > 0;)
      agenda = push_block(n, agenda, smr_body_block(pg, p, r), smr_body_block(ig, i, r));
    return cons(n, agenda, CELL_VALUE, smr_operand(pg, p, 0), smr_operand(ig, i, 0), 0, 0);
  }
  for (uint32_t r = o->region_count; r-- > 0;) {
    SmrRegionData *pr = &pg->regions.data[smr_op_region(pg, p, r)],
                  *ir = &ig->regions.data[smr_op_region(ig, i, r)];
    for (uint32_t b = pr->blocks.size; b-- > 0;) {
      SmrOp pl = pg->blocks.data[pr->blocks.data[b]].last, il = ig->blocks.data[ir->blocks.data[b]].last;
      for (uint32_t k = pl ? smr_op(pg, pl)->operand_count : 0; k-- > 0;)
        agenda = cons(n, agenda, CELL_VALUE, smr_operand(pg, pl, k), smr_operand(ig, il, k), 0, 0);
      agenda = push_block(n, agenda, pr->blocks.data[b], ir->blocks.data[b]);
    }
  }
  if (o->code == SMR_OP_STORE) {
    agenda = cons(n, agenda, CELL_VALUE, smr_operand(pg, p, 0), smr_operand(ig, i, 0), 0, 0);
    return cons(n, agenda, CELL_VALUE, smr_operand(pg, p, 1), smr_operand(ig, i, 1), 0, 0);
  }
  if (smr_opcode_commutative((SmrOpcode)o->code) && o->operand_count)
    return cons(n, agenda, CELL_OPERANDS, p, i, 0, 0);
  for (uint32_t k = o->operand_count; k-- > 0;)
    agenda = cons(n, agenda, CELL_VALUE, smr_operand(pg, p, k), smr_operand(ig, i, k), 0, 0);
  return agenda;
}

// Decides (or checks) that slot j of pattern op p is slot at of the input's.
static bool map_slot(Naive *n, SmrOp p, uint32_t j, uint32_t at) {
  SmrGraph *pg = n->idiom->graph, *ig = n->view.graph;
  SmrOp i = n->op_map[p];
  SmrValue own = smr_result(pg, p, j);
  if (n->slot_map[own])
    return n->slot_map[own] == at + 1;
  if (smr_value_type(pg, own) != smr_value_type(ig, smr_result(ig, i, at)))
    return false;
  for (uint32_t k = 0; k < smr_op(pg, p)->result_count; k++)
    if (n->slot_map[smr_result(pg, p, k)] == at + 1)
      return false;
  SET(n, n->slot_map[own], at + 1);
  return true;
}

// The block of op's that has this argument, counted over all regions; UINT32_MAX when it is none of op's.
static uint32_t argument_number(const SmrGraph *g, SmrOp op, SmrValue value) {
  const SmrValueData *v = smr_value_data(g, value);
  uint32_t index = 0;
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
    const SmrRegionData *data = &g->regions.data[smr_op_region(g, op, r)];
    for (uint32_t b = 0; b < data->blocks.size; b++) {
      if (data->blocks.data[b] == v->block)
        return index + v->index;
      index += g->blocks.data[data->blocks.data[b]].args.size;
    }
  }
  return UINT32_MAX;
}

static Outcome match_structure(Naive *n, const Cell *agenda, SmrValue pv, SmrValue iv) {
  SmrGraph *pg = n->idiom->graph, *ig = n->view.graph;
  const SmrValueData *p = smr_value_data(pg, pv), *i = smr_value_data(ig, iv);
  if (!p->def) {
    SmrOp parent = smr_argument_owner(pg, pv);
    SmrOp image = parent ? n->op_map[parent] : 0;
    if (!image || smr_argument_owner(ig, iv) != image)
      return GO_ON;
    if (smr_op(pg, parent)->code == SMR_OP_LOOP)
      return i->index >= 1 && map_slot(n, parent, p->index - 1, i->index - 1) ? match(n, agenda) : GO_ON;
    return argument_number(pg, parent, pv) == argument_number(ig, image, iv) ? match(n, agenda) : GO_ON;
  }
  SmrOp image = n->op_map[p->def];
  if (image) {
    if (i->def != image)
      return GO_ON;
    uint16_t code = smr_op(pg, p->def)->code;
    uint32_t index = code == SMR_OP_LOOP || code == SMR_OP_IF ? n->slot_map[smr_value(pg, pv)] - 1 : p->index;
    return i->index == index ? match(n, agenda) : GO_ON;
  }
  if (!i->def || i->index != p->index || !same_label(n, p->def, i->def))
    return GO_ON;
  return match(n, push_op(n, agenda, p->def, i->def));
}

// The leaves of the pattern's polynomial that are values of their own must be found first.
static const Cell *push_leaves(Naive *n, const Cell *agenda, SmrPoly p, SmrValue iv) {
  SmrValue leaves[SMR_POLY_MAX_TERMS * SMR_POLY_MAX_DEGREE];
  uint32_t count = 0;
  for (uint32_t t = 0; t < p.count; t++)
    for (uint32_t k = 0; k < p.terms[t].degree; k++)
      if (SMR_LEAF_KIND(p.terms[t].leaves[k]) == 4 && !n->leaf_map[p.terms[t].leaves[k] & 0xfffffff])
        leaves[count++] = p.terms[t].leaves[k] & 0xfffffff;
  while (count)
    agenda = cons(n, agenda, CELL_LEAF, leaves[--count], iv, 0, 0);
  return agenda;
}

static SmrPoly input_poly(Naive *n, SmrValue iv) {
  SmrPoly q = {0};
  if (smr_type_is_pointer(smr_value_type(n->view.graph, iv)))
    smr_facts_address(&n->view, iv, &q);
  else
    q = smr_facts_poly(&n->view, iv);
  return q;
}

static bool all_leaves_known(const Naive *n, SmrPoly p) {
  for (uint32_t t = 0; t < p.count; t++)
    for (uint32_t k = 0; k < p.terms[t].degree; k++)
      if (SMR_LEAF_KIND(p.terms[t].leaves[k]) == 4 && !n->leaf_map[p.terms[t].leaves[k] & 0xfffffff])
        return false;
  return true;
}

static Outcome match_value(Naive *n, const Cell *agenda, SmrValue pv, SmrValue iv) {
  SmrGraph *pg = n->idiom->graph, *ig = n->view.graph;
  SmrValue value = pv;
  uint32_t arg = 0;
  SmrPoly p = {0}, rest_p, rest_q;
  SmrVisit visit = smr_idiom_visit(n->idiom, &value, &arg, &p);
  SmrType type = smr_value_type(pg, value);
  switch (visit) {
  case SMR_VISIT_SCALAR:
    iv = smr_facts_strip(&n->view, iv);
    if (smr_value_type(ig, iv) != type)
      return GO_ON;
    if (n->scalars[arg])
      return smr_facts_same(ig, n->scalars[arg], iv) ? match(n, agenda) : GO_ON;
    if (variant(n, iv))
      return GO_ON;
    SET(n, n->scalars[arg], iv);
    return match(n, agenda);
  case SMR_VISIT_BOX:
    if (smr_value_type(ig, iv) != SMR_BOX)
      return GO_ON;
    if (n->boxes[arg])
      return n->boxes[arg] == iv ? match(n, agenda) : GO_ON;
    if (variant(n, iv))
      return GO_ON;
    SET(n, n->boxes[arg], iv);
    return match(n, agenda);
  case SMR_VISIT_INT:
    if (!smr_type_is_int(smr_value_type(ig, iv)))
      return GO_ON;
    if (!all_leaves_known(n, p))
      return match(n, push_leaves(n, cons(n, agenda, CELL_VALUE, pv, iv, 0, 0), p, iv));
    if (!split(n, p, input_poly(n, iv), &rest_p, &rest_q))
      return GO_ON;
    queue(n, rest_p, rest_q);
    return flush(n) ? match(n, agenda) : GO_ON;
  case SMR_VISIT_ARRAY:
  case SMR_VISIT_OFFSET: {
    if (!smr_type_is_pointer(smr_value_type(ig, iv)))
      return GO_ON;
    if (!all_leaves_known(n, p))
      return match(n, push_leaves(n, cons(n, agenda, CELL_VALUE, pv, iv, 0, 0), p, iv));
    SmrPoly offset;
    SmrValue base = smr_facts_address(&n->view, iv, &offset);
    if (!split(n, p, offset, &rest_p, &rest_q))
      return GO_ON;
    if (visit == SMR_VISIT_OFFSET) {
      queue(n, rest_p, rest_q);
      return flush(n) ? match(n, cons(n, agenda, CELL_STRUCTURE, value, base, 0, 0)) : GO_ON;
    }
    if (!n->arrays[arg].bound) {
      if (variant(n, base))
        return GO_ON;
      save(n, &n->arrays[arg], sizeof n->arrays[arg]);
      n->arrays[arg].bound = true;
      n->arrays[arg].base = base;
      n->arrays[arg].p = rest_p;
      n->arrays[arg].q = rest_q;
    } else {
      // Relative to the first occurrence, so that an offset which no match can tell from the array's own
      // cancels out.
      SmrPoly dp, dq;
      if (n->arrays[arg].base != base || !smr_poly_sub(&n->arena, rest_p, n->arrays[arg].p, &dp) ||
          !smr_poly_sub(&n->arena, rest_q, n->arrays[arg].q, &dq))
        return GO_ON;
      queue(n, dp, dq);
    }
    return flush(n) ? match(n, agenda) : GO_ON;
  }
  case SMR_VISIT_OP:
    return match_structure(n, agenda, value, smr_facts_strip(&n->view, iv));
  }
  return GO_ON;
}

//--- Solutions -------------------------------------------------------------------

static bool reported(Naive *n) {
  uint32_t c = n->root_count;
  for (uint32_t k = 0; k + c <= n->reported.size; k += c)
    if (!memcmp(n->reported.data + k, n->roots, c * sizeof *n->roots))
      return true;
  return false;
}

static Outcome solution(Naive *n) {
  for (uint32_t k = 0; k < n->pending.size; k++)
    if (!n->pending.data[k]->done)
      return GO_ON;
  if (reported(n))
    return GO_ON;
  const SmrTables *t = &n->tables;
  SmrArena *a = &n->arena;
  SmrSolution s = {.roots = n->roots, .root_count = n->root_count};
  s.nodes = smr_arena_alloc(a, (t->node_count + 1) * sizeof *s.nodes);
  for (uint32_t k = 0; k < t->node_count; k++)
    s.nodes[k] = n->op_map[n->string.nodes.data[k]];
  s.unknowns = smr_arena_alloc(a, (t->unknown_count + 1) * sizeof *s.unknowns);
  for (uint32_t k = 0; k < t->unknown_count; k++)
    s.unknowns[k] = n->unknowns[smr_idiom_unknown(n->idiom, t->unknowns[k])];
  s.scalars = smr_arena_alloc(a, (t->scalar_count + 1) * sizeof *s.scalars);
  for (uint32_t k = 0; k < t->scalar_count; k++)
    s.scalars[k] = n->scalars[t->scalars[k]];
  s.boxes = smr_arena_alloc(a, (t->box_count + 1) * sizeof *s.boxes);
  for (uint32_t k = 0; k < t->box_count; k++)
    s.boxes[k] = n->boxes[t->boxes[k]];
  s.outs = smr_arena_alloc(a, (t->out_count + 1) * sizeof *s.outs);
  for (uint32_t k = 0; k < t->out_count; k++)
    s.outs[k] = n->outs[t->outs[k]];
  s.arrays = smr_arena_alloc(a, (t->array_count + 1) * sizeof *s.arrays);
  for (uint32_t k = 0; k < t->array_count; k++)
    s.arrays[k] = (SmrArrayBinding){n->arrays[t->arrays[k]].base, n->arrays[t->arrays[k]].q};
  s.equations = n->residual.data;
  s.equation_count = n->residual.size;
  SmrMatch m;
  if (!smr_match_finish(a, &n->view, t, &s, &m))
    return GO_ON;
  for (uint32_t k = 0; k < n->root_count; k++)
    smr_vec_push(&n->reported, n->roots[k]);
  return n->found(&m, n->data) ? GO_ON : STOP;
}

//--- The agenda ------------------------------------------------------------------

// One way on: does what `step` says, and takes it back. False: enough.
#define TRY(n, expression)                                                                                   \
  do {                                                                                                       \
    Mark mark_ = mark(n);                                                                                    \
    Outcome outcome_ = (expression);                                                                         \
    undo(n, mark_);                                                                                          \
    if (outcome_ == STOP)                                                                                    \
      return STOP;                                                                                           \
  } while (0)

static Outcome take_statement(Naive *n, const Cell *agenda, SmrOp p, SmrOp i) {
  SET(n, n->taken[i], 1);
  return match(n, push_op(n, agenda, p, i));
}

static Outcome take_root(Naive *n, const Cell *agenda, uint32_t r, SmrOp i) {
  SET(n, n->root_count, r + 1);
  n->roots[r] = i;
  return take_statement(n, agenda, n->idiom->roots[r], i);
}

static Outcome take_leaf(Naive *n, const Cell *agenda, SmrValue p, SmrValue i) {
  SET(n, n->leaf_map[p], i);
  smr_vec_push(&n->images, i);
  return match_value(n, agenda, p, i);
}

static Outcome take_slot(Naive *n, const Cell *agenda, SmrOp p, SmrOp i, uint32_t j, uint32_t at) {
  SmrGraph *pg = n->idiom->graph, *ig = n->view.graph;
  if (!map_slot(n, p, j, at))
    return GO_ON;
  if (smr_op(pg, p)->code == SMR_OP_LOOP)
    agenda = cons(n, agenda, CELL_VALUE, smr_operand(pg, p, j + 1), smr_operand(ig, i, at + 1), 0, 0);
  for (uint32_t r = smr_op(pg, p)->region_count; r-- > 0;) {
    SmrOp py = pg->blocks.data[smr_body_block(pg, p, r)].last,
          iy = ig->blocks.data[smr_body_block(ig, i, r)].last;
    agenda = cons(n, agenda, CELL_VALUE, smr_operand(pg, py, j), smr_operand(ig, iy, at), 0, 0);
  }
  return match(n, agenda);
}

static Outcome take_out(Naive *n, const Cell *agenda, uint32_t arg, SmrValue v) {
  SET(n, n->outs[arg], v);
  return match(n, agenda);
}

static Outcome match(Naive *n, const Cell *agenda) {
  SmrGraph *pg = n->idiom->graph, *ig = n->view.graph;
  if (++n->steps > NAIVE_STEP_LIMIT)
    return GO_ON;
  if (!agenda)
    return solution(n);
  const Cell c = *agenda;
  agenda = agenda->next;
  switch (c.kind) {
  case CELL_VALUE:
    TRY(n, match_value(n, agenda, c.p, c.i));
    return GO_ON;
  case CELL_STRUCTURE:
    TRY(n, match_structure(n, agenda, c.p, c.i));
    return GO_ON;
  case CELL_LEAF: {
    if (n->leaf_map[c.p])
      return match(n, agenda);
    SmrPoly q = input_poly(n, c.i);
    SmrValue *tried = smr_arena_alloc(&n->arena, SMR_POLY_MAX_TERMS * SMR_POLY_MAX_DEGREE * sizeof *tried);
    uint32_t count = 0;
    for (uint32_t t = 0; t < q.count; t++)
      for (uint32_t k = 0; k < q.terms[t].degree; k++) {
        SmrValue leaf = q.terms[t].leaves[k];
        bool known = false;
        for (uint32_t x = 0; x < count; x++)
          known |= tried[x] == leaf;
        for (uint32_t x = 0; x < n->images.size; x++)
          known |= n->images.data[x] == leaf;
        if (known)
          continue;
        tried[count++] = leaf;
        TRY(n, take_leaf(n, agenda, c.p, leaf));
      }
    return GO_ON;
  }
  case CELL_BLOCK: {
    SmrOp p = c.p;
    while (p && !smr_facts_statement(pg, p))
      p = smr_op(pg, p)->next;
    if (!p)
      return match(n, agenda); // the labels say that the numbers of statements agree
    agenda = cons(n, agenda, CELL_BLOCK, smr_op(pg, p)->next, c.i, 0, 0);
    for (SmrOp i = ig->blocks.data[c.i].first; i; i = smr_op(ig, i)->next)
      if (smr_facts_statement(ig, i) && !n->taken[i] && same_label(n, p, i))
        TRY(n, take_statement(n, agenda, p, i));
    return GO_ON;
  }
  case CELL_OPERANDS: {
    uint32_t count = smr_op(pg, c.p)->operand_count;
    SmrValue order[SMR_MAX_COMMUTATIVE];
    if (c.k == count)
      return match(n, agenda);
    smr_idiom_operands(n->idiom, c.p, order);
    for (uint32_t i = 0; i < count; i++) {
      bool known = c.mask >> i & 1;
      for (uint32_t x = 0; x < i; x++)
        known |= !(c.mask >> x & 1) && smr_operand(ig, c.i, x) == smr_operand(ig, c.i, i);
      if (known)
        continue;
      const Cell *rest = cons(n, agenda, CELL_OPERANDS, c.p, c.i, c.k + 1, c.mask | 1ull << i);
      TRY(n, match_value(n, rest, order[c.k], smr_operand(ig, c.i, i)));
    }
    return GO_ON;
  }
  case CELL_CARRY: {
    uint32_t at = n->slot_map[smr_result(pg, c.p, c.k)];
    for (uint32_t x = 0; x < smr_op(pg, c.p)->result_count; x++)
      if (!at || at == x + 1)
        TRY(n, take_slot(n, agenda, c.p, c.i, c.k, x));
    return GO_ON;
  }
  case CELL_ROOT:
    for (SmrOp i = ig->blocks.data[smr_op(ig, n->roots[0])->block].first; i; i = smr_op(ig, i)->next)
      if (smr_facts_statement(ig, i) && !n->taken[i] && same_label(n, n->idiom->roots[c.k], i))
        TRY(n, take_root(n, agenda, c.k, i));
    return GO_ON;
  case CELL_OUT: {
    const SmrClimb *path = &n->paths[c.k];
    SmrOp def = smr_def(pg, path->start), image = n->op_map[def];
    uint16_t code = smr_op(pg, def)->code;
    uint32_t index = code == SMR_OP_LOOP || code == SMR_OP_IF ? n->slot_map[path->start] - 1
                                                              : smr_value_data(pg, path->start)->index;
    return match(n, cons(n, agenda, CELL_CLIMB, 0, smr_value(ig, smr_result(ig, image, index)), c.k, 0));
  }
  case CELL_CLIMB: {
    const SmrClimb *path = &n->paths[c.k];
    if (c.mask == path->count) {
      TRY(n, take_out(n, agenda, c.k, c.i));
      return GO_ON;
    }
    SmrOp p = path->path[c.mask];
    for (uint32_t u = n->uses.first[c.i]; u < n->uses.first[c.i + 1]; u++) {
      SmrOp i = n->uses.ops[u];
      bool inside = u > n->uses.first[c.i] && n->uses.ops[u - 1] == i;
      for (uint32_t r = 0; r < n->root_count; r++)
        inside |= i == n->roots[r] || smr_facts_inside(&n->view, i, n->roots[r]);
      if (inside || !n->view.order[i] || !smr_op(ig, i)->result_count || smr_facts_statement(ig, i))
        continue;
      SmrValue up = smr_value(ig, smr_result(ig, i, 0));
      TRY(n, match_value(n, cons(n, agenda, CELL_CLIMB, 0, up, c.k, c.mask + 1), smr_result(pg, p, 0), up));
    }
    return GO_ON;
  }
  }
  return GO_ON;
}

static const Cell *first_agenda(Naive *n) {
  const Cell *agenda = NULL;
  for (uint32_t k = n->idiom->arg_count; k-- > 0;)
    if (n->idiom->out_values[k])
      agenda = cons(n, agenda, CELL_OUT, 0, 0, k, 0);
  for (uint32_t r = n->idiom->root_count; r-- > 1;)
    agenda = cons(n, agenda, CELL_ROOT, 0, 0, r, 0);
  return agenda;
}

// Ops in program order: the view's numbers, inverted.
static Outcome run(Naive *n) {
  const SmrGraph *g = n->view.graph;
  SmrOp *by_order = smr_xcalloc(g->ops.size + 1, sizeof *by_order);
  for (SmrOp op = 1; op < g->ops.size; op++)
    by_order[n->view.order[op]] = op;
  Outcome outcome = GO_ON;
  for (uint32_t k = 1; k <= g->ops.size && outcome == GO_ON; k++) {
    SmrOp op = by_order[k];
    if (!op || !same_label(n, n->idiom->roots[0], op))
      continue;
    Mark m = mark(n);
    n->steps = 0;
    outcome = take_root(n, first_agenda(n), 0, op);
    undo(n, m);
    smr_arena_destroy(&n->arena);
  }
  free(by_order);
  return outcome;
}

void smr_naive_run(const SmrPattern *pattern, SmrGraph *idiom, SmrGraph *graph,
                   bool (*found)(const SmrMatch *match, void *data), void *data) {
  (void)pattern;
  SmrArena arena = {0};
  SmrIdiom own;
  Naive n = {.idiom = &own, .found = found, .data = data};
  if (smr_idiom_init(&own, &arena, idiom, NULL) && smr_data_string(&own, &n.string, NULL)) {
    smr_facts_init(&n.view, graph);
    n.uses = smr_uses_compute(graph);
    n.tables = smr_tables_create(&arena, &own, &n.string);
    // The oracle's unknowns are the leaves themselves.
    SmrPoly *plain = smr_arena_alloc(&arena, (n.tables.unknown_count + 1) * sizeof *plain);
    for (uint32_t k = 0; k < n.tables.unknown_count; k++)
      plain[k] = smr_poly_leaf(&arena, k + 1);
    n.tables.unknown_values = plain;
    n.tables.array_first = n.string.array_plain.data;
    n.op_map = smr_arena_alloc(&arena, (idiom->ops.size + 1) * sizeof *n.op_map);
    n.taken = smr_arena_alloc(&arena, graph->ops.size + 1);
    n.leaf_map = smr_arena_alloc(&arena, (idiom->values.size + 1) * sizeof *n.leaf_map);
    n.slot_map = smr_arena_alloc(&arena, (idiom->values.size + 1) * sizeof *n.slot_map);
    n.unknowns = smr_arena_alloc(&arena, (idiom->values.size + own.arg_count + 1) * sizeof *n.unknowns);
    n.scalars = smr_arena_alloc(&arena, (own.arg_count + 1) * sizeof *n.scalars);
    n.boxes = smr_arena_alloc(&arena, (own.arg_count + 1) * sizeof *n.boxes);
    n.outs = smr_arena_alloc(&arena, (own.arg_count + 1) * sizeof *n.outs);
    n.arrays = smr_arena_alloc(&arena, (own.arg_count + 1) * sizeof *n.arrays);
    n.paths = smr_arena_alloc(&arena, (own.arg_count + 1) * sizeof *n.paths);
    n.roots = smr_arena_alloc(&arena, (own.root_count + 1) * sizeof *n.roots);
    for (uint32_t k = 0; k < own.arg_count; k++)
      if (own.out_values[k])
        smr_idiom_climb(&own, own.out_values[k], &n.paths[k]);
    run(&n);
    smr_uses_free(&n.uses);
    smr_facts_free(&n.view);
  }
  smr_vec_free(&n.images);
  smr_vec_free(&n.pending);
  smr_vec_free(&n.residual);
  smr_vec_free(&n.trail);
  smr_vec_free(&n.saved);
  smr_vec_free(&n.reported);
  smr_vec_free(&n.scratch_a);
  smr_vec_free(&n.scratch_b);
  smr_data_string_free(&n.string);
  smr_idiom_free(&own);
  smr_arena_destroy(&n.arena);
  smr_arena_destroy(&arena);
}
