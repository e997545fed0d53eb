//===- select.c - which matches come first -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/context/fallback.h"
#include "rewrite/decide/found.h"
#include "rewrite/decide/gain.h"
#include <stdlib.h>
#include <string.h>

static SmrPoly copy_poly(SmrArena *arena, SmrPoly poly) {
  SmrPoly out;
  return smr_poly_scale(arena, poly, 1, &out) ? out : poly; // leaves are copied below
}

static SmrPoly deep_copy(SmrArena *arena, SmrPoly poly) {
  SmrPoly out = copy_poly(arena, poly);
  SmrMonomial *terms = smr_arena_alloc(arena, (out.count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < out.count; t++) {
    uint32_t *leaves = smr_arena_alloc(arena, (out.terms[t].degree + 1) * sizeof *leaves);
    if (out.terms[t].degree)
      memcpy(leaves, out.terms[t].leaves, out.terms[t].degree * sizeof *leaves);
    terms[t] = (SmrMonomial){out.terms[t].coef, out.terms[t].degree, leaves};
  }
  return (SmrPoly){terms, out.count};
}

static SmrMatch *copy_match(SmrArena *arena, const SmrMatch *match) {
  SmrMatch copy = *match;
  copy.roots = smr_arena_copy(arena, match->roots, match->root_count * sizeof *copy.roots);
  copy.args = smr_arena_copy(arena, match->args, match->arg_count * sizeof *copy.args);
  copy.loops = smr_arena_copy(arena, match->loops, match->loop_count * sizeof *copy.loops);
  copy.nodes = smr_arena_copy(arena, match->nodes, match->node_count * sizeof *copy.nodes);
  copy.equations = smr_arena_copy(arena, match->equations, match->equation_count * sizeof *copy.equations);
  copy.joined = smr_arena_copy(arena, match->joined, match->joined_count * sizeof *copy.joined);
  for (uint32_t k = 0; k < copy.arg_count; k++)
    copy.args[k].poly = deep_copy(arena, copy.args[k].poly);
  for (uint32_t k = 0; k < copy.equation_count; k++)
    copy.equations[k] =
        (SmrEquation){deep_copy(arena, copy.equations[k].left), deep_copy(arena, copy.equations[k].right)};
  return smr_arena_copy(arena, &copy, sizeof copy);
}

SmrOffer smr_found_offer(SmrArena *arena, const SmrLibrary *library, const SmrMatch *found) {
  const SmrMatch *match = copy_match(arena, found);
  const SmrOfferCall call = {.library = library,
                             .pair = match->pattern,
                             .args = match->args,
                             .arg_count = library->pairs[match->pattern].pattern.arg_count};
  return (SmrOffer){.graph = match->graph,
                    .match = match,
                    .roots = match->roots,
                    .root_count = match->root_count,
                    .loops = match->loops,
                    .loop_count = match->loop_count,
                    .calls = smr_arena_copy(arena, &call, sizeof call),
                    .call_count = 1,
                    .gain = smr_gain_match(match)};
}

void smr_found_refuse(SmrOffer *found, const char *reason) {
  found->accepted = false;
  found->refused = true;
  found->reason = reason;
}

bool smr_found_overlap(const SmrOffer *a, const SmrOffer *b) {
  for (uint32_t i = 0; i < a->root_count; i++)
    for (uint32_t j = 0; j < b->root_count; j++)
      if (smr_inside(a->graph, a->roots[i], b->roots[j]) || smr_inside(a->graph, b->roots[j], a->roots[i]))
        return true;
  return false;
}

bool smr_found_cover(const SmrGraph *g, const SmrOffer *found, uint32_t count, const void *loop) {
  for (SmrOp op = 1; op < g->ops.size; op++) {
    if (!smr_op(g, op)->block || smr_op(g, op)->code != SMR_OP_LOOP || smr_op(g, op)->handle != loop)
      continue;
    for (uint32_t k = 0; k < count; k++)
      if (found[k].accepted && smr_in_roots(found[k].match, op))
        return true;
  }
  return false;
}

/// Has an accepted match one of its roots in these loops? (A store that was sunk out of them may stand behind
/// them.)
static bool accepted_within(const SmrGraph *g, const SmrOffer *found, const void *const *loops,
                            uint32_t loop_count) {
  for (uint32_t r = 0; found->accepted && r < found->root_count; r++)
    if (smr_stands_in(g, found->roots[r], loops, loop_count))
      return true;
  return false;
}

uint64_t smr_found_gain(const SmrGraph *g, const SmrOffer *found, uint32_t count, const void *const *loops,
                        uint32_t loop_count) {
  uint64_t gain = 0;
  for (uint32_t k = 0; k < count; k++)
    if (accepted_within(g, &found[k], loops, loop_count))
      gain += found[k].gain;
  return gain;
}

uint32_t smr_pattern_size(const SmrPattern *pattern) {
  return pattern->loop_count + pattern->node_count;
}

bool smr_pair_foreign(const SmrPair *pair, SmrLanguage kind) {
  return (kind == SMR_LANGUAGE_FORTRAN && pair->language == SMR_LANGUAGE_C) ||
         (kind != SMR_LANGUAGE_FORTRAN && pair->language == SMR_LANGUAGE_FORTRAN);
}

/// Arrays for which the call needs a new descriptor: the pair whose idiom the code is has none.
static uint32_t new_descriptors(const SmrPattern *pattern, const SmrOffer *found) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < found->match->arg_count; k++)
    count += pattern->args[k].kind == SMR_ARG_BOX && !found->match->args[k].own;
  return count;
}

int smr_found_compare(SmrLanguage kind, const SmrOffer *a, const SmrOffer *b) {
  const SmrPair *x = smr_offer_pair(a), *y = smr_offer_pair(b);
  const SmrPattern *p = &x->pattern, *q = &y->pattern;
  uint64_t keys[][2] = {
      {smr_pattern_size(q), smr_pattern_size(p)},
      {q->root_count, p->root_count},
      {smr_pair_foreign(x, kind), smr_pair_foreign(y, kind)},
      {new_descriptors(p, a), new_descriptors(q, b)},
      {(uintptr_t)a->calls->library, (uintptr_t)b->calls->library}, // (of one array)
      {a->calls->pair, b->calls->pair},
      {a->place, b->place},
      {a->number, b->number},
  };
  for (unsigned k = 0; k < sizeof keys / sizeof *keys; k++)
    if (keys[k][0] != keys[k][1])
      return keys[k][0] < keys[k][1] ? -1 : 1;
  return 0;
}

int smr_found_compare_place(const void *a, const void *b) {
  const SmrOffer *x = a, *y = b;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

uint32_t *smr_program_order(SmrGraph *graph) {
  uint32_t *order = smr_xcalloc(graph->ops.size + 1, sizeof *order);
  uint32_t count = 0;
  for (SmrOp op = 0; (op = smr_next_op(graph, op, 0));)
    order[op] = ++count;
  return order;
}
