//===- nests.c - one answer for each loop nest -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Several have something to say of a loop nest: the matches, the equality tier, the automata, and what is
// found where something is taken away. The best of it is told, and of what is inside or around that loop
// nothing else.
//===----------------------------------------------------------------------===//
#include "match/estimate.h"
#include "rewrite/decide/find.h"
#include "rewrite/tell/near.h"
#include "rewrite/tell/told.h"
#include <stdlib.h>
#include <string.h>

enum { TAKEN = 1, AROUND = 2, AROUND_MADE = 4 }; // MADE: of rewrites alone

struct SmrToldNests {
  const SmrModuleRun *run;
  const SmrFunctionRun *f;
  uint8_t *marks; // by op
};

//--- What is told already ------------------------------------------------------------------------

static void take(SmrToldNests *told, SmrOp op, uint8_t around) {
  told->marks[op] |= TAKEN;
  for (; op; op = smr_parent(told->f->graph, op))
    told->marks[op] |= around;
}

bool smr_told_nests_within(const SmrToldNests *told, SmrOp op) {
  return told->marks[op] & (AROUND | AROUND_MADE);
}

/// Nothing is told of the op, of anything in it, or around it, and it is no other branch of a guard. `more`:
/// rewrites in it are less than what is to be told.
static bool is_free(const SmrToldNests *told, SmrOp op, bool more) {
  if (told->marks[op] & (more ? AROUND : AROUND | AROUND_MADE))
    return false;
  for (SmrOp up = op; up; up = smr_parent(told->f->graph, up))
    if (told->marks[up] & TAKEN)
      return false;
  return !smr_other_branch(told->run, told->f, told->f->graph, op);
}

static bool is_made(const SmrFunctionRun *f, SmrOp op) {
  bool made = smr_is_served(f, f->graph, op);
  for (uint32_t k = 0; k < f->found.size && !made; k++)
    made = f->found.data[k].accepted && smr_is_among(f->found.data[k].roots, f->found.data[k].root_count, op);
  return made;
}

/// Something of the loop's became a call, or of another that stands in the same place of the source, as one
/// that was split, or inlined beside it.
static bool is_rewritten(const SmrGraph *g, SmrOp op, const SmrOp *made, uint32_t count) {
  const SmrLocData *place = smr_is_loop(g, op) ? smr_place_of(g, op) : NULL, *other;
  for (uint32_t k = 0; k < count; k++)
    if (made[k] == op ||
        (place && (other = smr_place_of(g, made[k])) && !memcmp(place, other, sizeof *place)))
      return true;
  return false;
}

static SmrToldNests *told_nests(const SmrModuleRun *run, const SmrFunctionRun *f) {
  const SmrGraph *g = f->graph;
  SmrToldNests *told = smr_xcalloc(1, sizeof *told);
  SMR_VEC(SmrOp) made = {0};
  *told = (SmrToldNests){run, f, smr_xcalloc(g->ops.size + 1, 1)};
  for (uint32_t k = 0; k < f->found.size; k++)
    for (uint32_t i = 0; i < f->found.data[k].root_count; i++)
      if (f->found.data[k].accepted || smr_found_told(f, k))
        take(told, f->found.data[k].roots[i], f->found.data[k].accepted ? AROUND_MADE : AROUND);
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->block && smr_is_loop(g, op) && is_made(f, op))
      smr_vec_push(&made, op);
  for (SmrOp op = 1; op < g->ops.size && made.size; op++)
    if (smr_op(g, op)->block && is_rewritten(g, op, made.data, made.size))
      take(told, op, AROUND_MADE);
  smr_vec_free(&made);
  return told;
}

static void told_nests_free(SmrToldNests *told) {
  free(told->marks);
  free(told);
}

//--- The best for each ---------------------------------------------------------------------------

typedef SMR_VEC(SmrNear) Nears;

static void add_all(Nears *all, const SmrNear *more, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(all, more[k]);
}

static int by_rank(const void *a, const void *b) {
  const SmrNear *x = a, *y = b;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (x->likeness != y->likeness)
    return x->likeness > y->likeness ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

static bool is_told_at(const SmrNear *told, uint32_t count, const SmrNear *one) {
  for (uint32_t k = 0; k < count; k++)
    if (told[k].line == one->line && !strcmp(told[k].file, one->file))
      return true;
  return false;
}

/// (An explanation may have no place in the program itself: it counts by its line.)
static uint32_t choose(SmrToldNests *told, Nears *all) {
  SmrGraph *g = told->f->graph;
  uint32_t *order = smr_program_order(g), kept = 0;
  for (uint32_t k = 0; k < all->size; k++)
    all->data[k].place = all->data[k].root ? order[all->data[k].root] : 0;
  free(order);
  if (all->size)
    qsort(all->data, all->size, sizeof *all->data, by_rank);
  for (uint32_t k = 0; k < all->size; k++) {
    const SmrNear *one = &all->data[k];
    if (one->root ? !is_free(told, one->root, one->rank == SMR_NEAR_EXPLAINED)
                  : is_told_at(all->data, kept, one))
      continue;
    if (one->root)
      take(told, one->root, AROUND);
    all->data[kept++] = *one;
  }
  return kept;
}

/// What the loops take that an idiom is like: more than that no call gains.
static const SmrNear *with_estimates(SmrFunctionRun *f, const SmrNear *nears, uint32_t count) {
  SmrNear *all = smr_arena_alloc(&f->arena, (count + 1) * sizeof *all);
  if (count)
    memcpy(all, nears, count * sizeof *all);
  for (uint32_t k = 0; k < count; k++)
    if (!all[k].estimate && all[k].idiom && *all[k].idiom && all[k].root)
      all[k].estimate = smr_estimate_loops(f->graph, all[k].root, &f->compiled, &f->arena);
  return all;
}

uint32_t smr_nears(SmrModuleRun *run, SmrFunctionRun *f, const SmrNear **out) {
  const SmrNear *some;
  uint32_t count;
  Nears all = {0};
  *out = NULL;
  if (!run->options->set.near_misses)
    return 0;
  SmrToldNests *told = told_nests(run, f);
  count = smr_uncovered_nears(f, &some);
  add_all(&all, some, count);
  if (f->misses.size) {
    count = smr_near_choose(run, f, &some);
    add_all(&all, some, count);
  }
  if (smr_budget_left(f->budget, "explaining")) {
    count = smr_explain(run, f, &some);
    add_all(&all, some, count);
  }
  count = choose(told, &all);
  count = smr_answers_add(run, f, told, all.data, count, out);
  *out = with_estimates(f, *out, count);
  smr_vec_free(&all);
  told_nests_free(told);
  return count;
}
