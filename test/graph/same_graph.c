//===- same_graph.c - two graphs that are equal but for ids and handles ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Both are walked side by side, twice: what is defined is paired first, then everything is compared.
//===----------------------------------------------------------------------===//
#include "graph/same_graph.h"
#include "graph/normalize/normalize.h"
#include "graph/poly_op.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  const SmrGraph *a, *b;
  uint32_t *values, *ops, *blocks; // of a -> of b, 0: not seen
  bool *seen, *reached;            // values and ops of b
  SmrArena arena;
  SmrStr *why;
  bool same, normal;
} Pair;

static void differ(Pair *p, SmrOp op, const char *what) {
  if (p->same)
    smr_str_printf(p->why, "%s of %s (op %u)", what,
                   op ? smr_opcode_name(smr_op(p->a, op)->code) : "function", op);
  p->same = false;
}

#define SAME(condition, op, what) ((condition) || (differ(p, op, what), false))

static void pair_values(Pair *p, SmrValue x, SmrValue y) {
  p->values[x] = y;
  p->seen[y] = true;
}

static void pair_region(Pair *p, SmrRegion r, SmrRegion s, SmrOp parent) {
  const SmrRegionData *x = &p->a->regions.data[r], *y = &p->b->regions.data[s];
  if (!SAME(x->blocks.size == y->blocks.size, parent, "number of blocks"))
    return;
  for (uint32_t k = 0; k < x->blocks.size && p->same; k++) {
    SmrBlock m = x->blocks.data[k], n = y->blocks.data[k];
    const SmrBlockData *u = &p->a->blocks.data[m], *v = &p->b->blocks.data[n];
    p->blocks[m] = n;
    if (!SAME(u->args.size == v->args.size, parent, "number of arguments"))
      return;
    for (uint32_t i = 0; i < u->args.size; i++)
      pair_values(p, u->args.data[i], v->args.data[i]);
    SmrOp o = u->first, q = v->first;
    for (; o && q && p->same; o = smr_op(p->a, o)->next, q = smr_op(p->b, q)->next) {
      const SmrOpData *c = smr_op(p->a, o), *d = smr_op(p->b, q);
      p->ops[o] = q;
      p->reached[q] = true;
      if (!SAME(c->code == d->code, o, "opcode") ||
          !SAME(c->result_count == d->result_count, o, "number of results") ||
          !SAME(c->region_count == d->region_count, o, "number of regions"))
        return;
      for (uint32_t i = 0; i < c->result_count; i++)
        pair_values(p, c->result_first + i, d->result_first + i);
      for (uint32_t i = 0; i < c->region_count; i++)
        pair_region(p, c->region_first + i, d->region_first + i, o);
    }
    SAME(!p->same || (!o && !q), parent, "number of ops");
  }
}

/// 0 and what is not linked are alike.
static bool same_value(const Pair *p, SmrValue x, SmrValue y) {
  return !x || !y ? x == y : p->values[smr_value(p->a, x)] == smr_value(p->b, y);
}

static void compare_value(Pair *p, SmrOp op, SmrValue v) {
  const SmrValueData *x = &p->a->values.data[v], *y = &p->b->values.data[p->values[v]];
  SAME(x->type == y->type && x->index == y->index, op, "type");
  SAME(x->base == y->base && (x->base == SMR_BASE_UNIQUE || x->time == y->time), op, "base class");
  SAME(x->name == y->name, op, "name of a value");
}

static bool same_poly(Pair *p, SmrOp x, SmrOp y) {
  SmrPoly a = smr_poly_of(p->a, &p->arena, smr_result(p->a, x, 0)), image = smr_poly_const(&p->arena, 0);
  for (uint32_t t = 0; t < a.count; t++) {
    SmrPoly term = smr_poly_const(&p->arena, a.terms[t].coef);
    for (uint32_t k = 0; k < a.terms[t].degree; k++)
      if (!smr_poly_mul(&p->arena, term, smr_poly_leaf(&p->arena, p->values[a.terms[t].leaves[k]]), &term))
        return false;
    if (!smr_poly_add(&p->arena, image, term, &image))
      return false;
  }
  return smr_poly_equal(image, smr_poly_of(p->b, &p->arena, smr_result(p->b, y, 0)));
}

/// Those of a commutative op in any order: normalising sorts them by their ids (N-ORDER).
static bool same_operands(const Pair *p, SmrOp o, SmrOp q) {
  uint32_t count = smr_op(p->a, o)->operand_count, found = 0;
  bool commutative = p->normal && smr_opcode_commutative((SmrOpcode)smr_op(p->a, o)->code);
  if (count != smr_op(p->b, q)->operand_count)
    return false;
  bool *taken = calloc(count + 1, sizeof *taken);
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t i = commutative ? 0 : k; i < (commutative ? count : k + 1); i++)
      if (!taken[i] && same_value(p, smr_operand(p->a, o, k), smr_operand(p->b, q, i))) {
        taken[i] = true;
        ++found;
        break;
      }
  free(taken);
  return found == count;
}

static void compare_op(Pair *p, SmrOp o) {
  SmrOp q = p->ops[o];
  const SmrOpData *x = smr_op(p->a, o), *y = smr_op(p->b, q);
  SAME(x->flags == y->flags, o, "flags");
  SAME(x->fast == y->fast, o, "fast-math flags");
  SAME(x->name == y->name && x->attrs == y->attrs && x->tag == y->tag, o, "name, attributes or tag");
  SAME(x->imm == y->imm, o, "number");
  SAME(p->ops[x->owner] == (p->reached[y->owner] ? y->owner : 0), o, "owner");
  SAME(p->ops[x->home] == (p->reached[y->home] ? y->home : 0), o, "home");
  for (uint32_t k = 0; k < 2; k++)
    SAME(p->blocks[x->succ[k]] == y->succ[k], o, "successor");
  const SmrLocData *l = &p->a->locs.data[x->loc], *m = &p->b->locs.data[y->loc];
  SAME(!x->loc == !y->loc && l->file == m->file && l->line == m->line && l->column == m->column, o,
       "location");
  if (x->code == SMR_OP_POLY) {
    SAME(same_poly(p, o, q), o, "polynomial");
  } else {
    SAME(same_operands(p, o, q), o, "operands");
  }
  for (uint32_t k = 0; k < x->result_count; k++)
    compare_value(p, o, x->result_first + k);
  for (uint32_t r = 0; r < x->region_count; r++) {
    const SmrRegionData *region = &p->a->regions.data[x->region_first + r];
    for (uint32_t b = 0; b < region->blocks.size; b++)
      for (uint32_t k = 0; k < p->a->blocks.data[region->blocks.data[b]].args.size; k++)
        compare_value(p, o, p->a->blocks.data[region->blocks.data[b]].args.data[k]);
  }
}

static bool same_exit(const Pair *p, const SmrExit *x, const SmrExit *y) {
  return same_value(p, x->ptr, y->ptr) && same_value(p, x->initial, y->initial) &&
         same_value(p, x->value, y->value);
}

static bool same_assumption(const Pair *p, const SmrAssumption *x, const SmrAssumption *y) {
  return x->kind == y->kind && x->bytes_a == y->bytes_a && x->bytes_b == y->bytes_b &&
         same_value(p, x->a, y->a) && same_value(p, x->b, y->b) && same_value(p, x->value, y->value);
}

/// Those of linked loops, in their order, loop by loop.
static void compare_records(Pair *p) {
  const SmrGraph *a = p->a, *b = p->b;
  for (SmrOp loop = 1; loop < a->ops.size && p->same; loop++) {
    if (!p->ops[loop])
      continue;
    uint32_t x = 0, y = 0;
    for (;; x++, y++) {
      while (x < a->exits.size && a->exits.data[x].loop != loop)
        ++x;
      while (y < b->exits.size && b->exits.data[y].loop != p->ops[loop])
        ++y;
      if (x == a->exits.size || y == b->exits.size)
        break;
      SAME(same_exit(p, &a->exits.data[x], &b->exits.data[y]), loop, "exit");
    }
    SAME(x == a->exits.size && y == b->exits.size, loop, "number of exits");
    for (x = 0, y = 0;; x++, y++) {
      while (x < a->assumptions.size && a->assumptions.data[x].loop != loop)
        ++x;
      while (y < b->assumptions.size && b->assumptions.data[y].loop != p->ops[loop])
        ++y;
      if (x == a->assumptions.size || y == b->assumptions.size)
        break;
      SAME(same_assumption(p, &a->assumptions.data[x], &b->assumptions.data[y]), loop, "assumption");
    }
    SAME(x == a->assumptions.size && y == b->assumptions.size, loop, "number of assumptions");
  }
}

static bool same_range(const Pair *p, const SmrRange *x, const SmrRange *y) {
  return same_value(p, x->address, y->address) && same_value(p, x->poly, y->poly) && x->low == y->low &&
         x->high == y->high;
}

/// In any order: it is that of the terms of polynomials, and these are sorted by ids.
static void compare_ranges(Pair *p) {
  uint32_t count = p->b->ranges.size, left = 0;
  bool *taken = calloc(count + 1, sizeof *taken);
  for (uint32_t y = 0; y < count; y++) {
    const SmrRange *range = &p->b->ranges.data[y];
    taken[y] = !p->seen[smr_value(p->b, range->address)] || !p->seen[smr_value(p->b, range->poly)];
    left += !taken[y];
  }
  for (uint32_t x = 0; x < p->a->ranges.size; x++) {
    const SmrRange *range = &p->a->ranges.data[x];
    uint32_t y = 0;
    if (!p->values[smr_value(p->a, range->address)] || !p->values[smr_value(p->a, range->poly)])
      continue; // of what is dead
    while (y < count && (taken[y] || !same_range(p, range, &p->b->ranges.data[y])))
      ++y;
    if (!SAME(y < count, 0, "range"))
      break;
    taken[y] = true;
    --left;
  }
  SAME(!left, 0, "number of ranges");
  free(taken);
}

bool same_graph(const SmrGraph *a, const SmrGraph *b, bool normal, SmrStr *why) {
  Pair pair = {.a = a, .b = b, .why = why, .same = true, .normal = normal}, *p = &pair;
  p->values = calloc(a->values.size + 1, sizeof *p->values);
  p->seen = calloc(b->values.size + 1, sizeof *p->seen);
  p->ops = calloc(a->ops.size + 1, sizeof *p->ops);
  p->reached = calloc(b->ops.size + 1, sizeof *p->reached);
  p->blocks = calloc(a->blocks.size + 1, sizeof *p->blocks);
  SAME(a->name == b->name && a->wraps == b->wraps && a->fortran == b->fortran, 0, "name, wraps or fortran");
  pair_region(p, a->body, b->body, 0);
  if (p->same && smr_region_block(a, a->body))
    for (uint32_t k = 0; k < a->blocks.data[smr_region_block(a, a->body)].args.size; k++)
      compare_value(p, 0, a->blocks.data[smr_region_block(a, a->body)].args.data[k]);
  for (SmrOp op = 1; op < a->ops.size && p->same; op++)
    if (p->ops[op])
      compare_op(p, op);
  if (p->same)
    compare_records(p);
  if (p->same)
    compare_ranges(p);
  free(p->values);
  free(p->seen);
  free(p->reached);
  free(p->ops);
  free(p->blocks);
  smr_arena_destroy(&p->arena);
  return p->same;
}

static void erase_handles(SmrGraph *g) {
  for (uint32_t k = 0; k < g->ops.size; k++)
    g->ops.data[k].handle = g->ops.data[k].handle2 = NULL;
  for (uint32_t k = 0; k < g->values.size; k++)
    g->values.data[k].handle = NULL;
  for (uint32_t k = 0; k < g->blocks.size; k++)
    g->blocks.data[k].handle = NULL;
  g->handle = NULL;
}

/// The graph as its text says, NULL when text or graph are not the same as the original's.
static SmrGraph *through_text(const SmrGraph *g, SmrStr *why) {
  SMR_OWNED(SmrStr, smr_str_free) once = {0}, twice = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  smr_graph_print(g, &once);
  SmrGraph *back = smr_graph_parse(g->symbols, "text", once.data, once.size, &diag);
  if (back)
    smr_graph_print(back, &twice);
  else
    smr_str_printf(why, "cannot be parsed: %s", diag.messages.data[0].text);
  bool same = back && same_graph(g, back, false, why);
  if (same && strcmp(smr_str_get(&once), smr_str_get(&twice)) != 0) {
    smr_str_printf(why, "prints differently:\n%s\n%s", once.data, twice.data);
    same = false;
  }
  if (!same) {
    smr_str_printf(why, "\n%s", once.data);
    smr_graph_destroy(back);
    back = NULL;
  }
  return back;
}

bool survives_text(SmrGraph *graph, bool plain, SmrStr *why) {
  erase_handles(graph);
  SmrGraph *back = through_text(graph, why);
  if (!back)
    return false;
  SMR_OWNED(SmrStr, smr_str_free) before = {0};
  smr_graph_print(graph, &before);
  (plain ? smr_normalize_plain : smr_normalize)(graph);
  (plain ? smr_normalize_plain : smr_normalize)(back);
  bool same = same_graph(graph, back, true, why);
  if (same) {
    SmrGraph *again = through_text(graph, why);
    same = again != NULL;
    smr_graph_destroy(again);
  } else {
    smr_str_puts(why, " differs in the normal forms:\n");
    smr_str_puts(why, smr_str_get(&before));
    smr_graph_print(graph, why);
    smr_graph_print(back, why);
  }
  smr_graph_destroy(back);
  return same;
}
