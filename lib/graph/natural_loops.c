//===- natural_loops.c - which blocks are a loop --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/natural_loops.h"

typedef struct {
  const SmrDominance *dominance;
  const SmrFlow *flow;
  uint32_t *by_number;            // reachable blocks in reverse post-order, from 1
  uint32_t reachable;             // how many
  uint32_t *first, *predecessors; // of block b: from first[b] to first[b + 1]
  uint32_t *rep;                  // towards the header of the outermost loop found around it; itself: none
} Finder;

static uint32_t successor(const Finder *f, uint32_t block, uint32_t which) {
  return f->flow->successor(f->flow->data, block, which);
}

static void list_predecessors(Finder *f) {
  uint32_t to, edges = 0;
  f->first = smr_xcalloc(f->flow->count + 2, sizeof *f->first);
  for (uint32_t n = 1; n <= f->reachable; n++)
    for (uint32_t s = 0; (to = successor(f, f->by_number[n], s)) != SMR_NO_MORE_BLOCKS; s++)
      if (to)
        ++f->first[to + 2], ++edges;
  for (uint32_t b = 1; b < f->flow->count; b++)
    f->first[b + 1] += f->first[b];
  f->predecessors = smr_xcalloc(edges + 1, sizeof *f->predecessors);
  for (uint32_t n = 1; n <= f->reachable; n++)
    for (uint32_t s = 0; (to = successor(f, f->by_number[n], s)) != SMR_NO_MORE_BLOCKS; s++)
      if (to)
        f->predecessors[f->first[to + 1]++] = f->by_number[n];
}

static uint32_t find(uint32_t *rep, uint32_t block) {
  while (rep[block] != block)
    block = rep[block] = rep[rep[block]];
  return block;
}

/// Inner headers come first, so a loop that is met here is taken in as a whole, by its header.
static void find_loop(Finder *f, SmrNaturalLoops *l, uint32_t header, uint32_t *work) {
  uint32_t size = 0;
  for (uint32_t p = f->first[header]; p < f->first[header + 1]; p++)
    if (smr_dominates(f->dominance, header, f->predecessors[p])) {
      l->heads[header] = true;
      work[size++] = f->predecessors[p];
    }
  while (size) {
    uint32_t block = find(f->rep, work[--size]);
    if (block == header)
      continue;
    f->rep[block] = l->outer[block] = header;
    for (uint32_t p = f->first[block]; p < f->first[block + 1]; p++)
      work[size++] = f->predecessors[p];
  }
}

/// Sizes from the inside out, then places from the outside in: a header's number is below those of its loop.
static void put_in_order(const Finder *f, SmrNaturalLoops *l) {
  uint32_t *next = smr_xcalloc(f->flow->count, sizeof *next);
  for (uint32_t n = f->reachable; n; n--) {
    uint32_t block = f->by_number[n];
    l->size[block] += 1;
    l->size[l->outer[block]] += l->size[block]; // (of 0: what stands in no loop)
  }
  l->size[0] = 0;
  for (uint32_t n = 1; n <= f->reachable; n++) {
    uint32_t block = f->by_number[n], outer = l->outer[block];
    l->place[block] = next[outer];
    l->order[next[outer]] = block;
    next[outer] += l->size[block];
    next[block] = l->place[block] + 1;
  }
  free(next);
}

SmrNaturalLoops smr_natural_loops_create(const SmrDominance *dominance, const SmrFlow *flow) {
  uint32_t count = flow->count;
  SmrNaturalLoops l = {smr_xcalloc(count, sizeof *l.heads), smr_xcalloc(count, 4), smr_xcalloc(count, 4),
                       smr_xcalloc(count, 4), smr_xcalloc(count, 4)};
  Finder f = {.dominance = dominance, .flow = flow};
  f.by_number = smr_xcalloc(count + 1, sizeof *f.by_number);
  f.rep = smr_xcalloc(count, sizeof *f.rep);
  for (uint32_t b = 1; b < count; b++) {
    f.rep[b] = b;
    f.reachable += dominance->number[b] != 0;
    f.by_number[dominance->number[b]] = b; // (0: of no interest)
  }
  list_predecessors(&f);
  // Each edge into a block is looked at for the loop that it heads and for the one that it is in.
  uint32_t *work = smr_xcalloc(2 * (size_t)f.first[count] + 1, sizeof *work);
  for (uint32_t n = f.reachable; n; n--)
    find_loop(&f, &l, f.by_number[n], work);
  put_in_order(&f, &l);
  free(work);
  free(f.rep);
  free(f.first);
  free(f.predecessors);
  free(f.by_number);
  return l;
}

void smr_natural_loops_free(SmrNaturalLoops *loops) {
  free(loops->heads);
  free(loops->outer);
  free(loops->order);
  free(loops->place);
  free(loops->size);
  *loops = (SmrNaturalLoops){0};
}

bool smr_natural_loop_has(const SmrNaturalLoops *l, uint32_t header, uint32_t block) {
  return block == header || (l->size[block] && l->place[block] > l->place[header] &&
                             l->place[block] - l->place[header] < l->size[header]);
}
