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
  const SmrFound *found = f->found.data;
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

/// Nests that the exact tier serves as well are left to it, if it serves all nests of the function as well:
/// what one tier has edited the other one sees less of.
void smr_choose(const SmrFunctionRun *f, SmrCovering *covering) {
  if (!f->found.size)
    return;
  Exact *exact = smr_xcalloc(covering->nests.size + 1, sizeof *exact);
  bool less = false;
  for (uint32_t n = 0; n < covering->nests.size; n++)
    if (covering->nests.data[n].accepted) {
      exact[n] = compare_with_exact(f, covering, &covering->nests.data[n]);
      less |= exact[n] == EXACT_LESS;
    }
  for (uint32_t n = 0; n < covering->nests.size; n++)
    covering->nests.data[n].accepted &= exact[n] < (less ? EXACT_MORE : EXACT_SAME);
  free(exact);
}
