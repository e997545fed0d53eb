//===- choose.c - one call of two that serve the same loops ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/choose.h"
#include "rewrite/decide/gain.h"
#include <stdlib.h>

/// Of two gains (decide/gain.h) that are not the same but for what small calls add.
static bool is_deeper(uint64_t a, uint64_t b) {
  return a / 2 >= b;
}

typedef enum { EXACT_LESS, EXACT_SAME, EXACT_MORE } Exact;

/// What the exact tier does for these loops beside what is gained: it serves all of them by calls as deep, or
/// has them as a part of something larger.
static Exact exact_serves(const SmrFunctionRun *f, const void *const *loops, uint32_t count, uint64_t gain) {
  const SmrOffer *found = f->found.data;
  uint64_t exact = smr_found_gain(f->graph, found, f->found.size, loops, count);
  bool all = count > 0;
  for (uint32_t l = 0; l < count; l++)
    all &= smr_found_cover(f->graph, found, f->found.size, loops[l]);
  for (uint32_t k = 0; k < f->found.size && all; k++)
    for (uint32_t l = 0; l < count; l++)
      if (smr_found_cover(f->graph, &found[k], 1, loops[l]) &&
          !smr_found_gain(f->graph, &found[k], 1, loops, count))
        return EXACT_MORE;
  if (is_deeper(exact, gain))
    return EXACT_MORE;
  return exact >= gain || (all && !is_deeper(gain, exact)) ? EXACT_SAME : EXACT_LESS;
}

static Exact compare_with_exact(const SmrFunctionRun *f, const SmrCovering *covering, const SmrOffer *nest) {
  const void **loops = smr_xcalloc(nest->root_count + 1, sizeof *loops);
  uint32_t count = 0;
  for (uint32_t k = 0; k < nest->root_count; k++) {
    const SmrOpData *root = smr_op(covering->plain, nest->roots[k]);
    if (root->code == SMR_OP_LOOP && root->handle)
      loops[count++] = root->handle;
  }
  Exact exact = exact_serves(f, loops, count, nest->gain);
  free(loops);
  return exact;
}

static bool has_handle(const SmrGraph *g, const SmrOp *ops, uint32_t count, const void *handle) {
  for (uint32_t k = 0; k < count; k++)
    if (handle && smr_op(g, ops[k])->handle == handle)
      return true;
  return false;
}

static bool share_code(const SmrFunctionRun *f, const SmrOffer *match, const SmrOffer *nest) {
  for (uint32_t k = 0; k < match->root_count + match->loop_count; k++) {
    SmrOp op = k < match->root_count ? match->roots[k] : match->loops[k - match->root_count];
    const void *handle = op ? smr_op(f->graph, op)->handle : NULL;
    if (has_handle(nest->graph, nest->roots, nest->root_count, handle) ||
        has_handle(nest->graph, nest->loops, nest->loop_count, handle))
      return true;
  }
  return false;
}

/// Does a match that serves the one nest reach into the other?
static bool is_needed(const SmrFunctionRun *f, const SmrOffer *left, const SmrOffer *taken) {
  for (uint32_t k = 0; k < f->found.size; k++)
    if (f->found.data[k].accepted && share_code(f, &f->found.data[k], left) &&
        share_code(f, &f->found.data[k], taken))
      return true;
  return false;
}

void smr_choose(const SmrFunctionRun *f, SmrCovering *covering) {
  if (!f->found.size)
    return;
  SmrOffer *nests = covering->nests.data;
  uint32_t count = covering->nests.size;
  bool *left = smr_xcalloc(count + 1, sizeof *left), again = true;
  for (uint32_t n = 0; n < count; n++)
    left[n] = nests[n].accepted && compare_with_exact(f, covering, &nests[n]) != EXACT_LESS;
  while (again) {
    again = false;
    for (uint32_t n = 0; n < count; n++)
      for (uint32_t k = 0; k < count && left[n]; k++)
        if (nests[k].accepted && !left[k] && is_needed(f, &nests[n], &nests[k]))
          left[n] = false, again = true;
  }
  for (uint32_t n = 0; n < count; n++)
    nests[n].accepted &= !left[n];
  free(left);
}
