//===- test_natural_loops.c - loops of blocks against their definition -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/natural_loops.h"
#include "graph/random_graph.h"

enum { BLOCKS = 16, EDGES = 3 };

typedef struct {
  uint32_t count, edges[BLOCKS][EDGES]; // blocks from 1; edge 0: none at this place
} Flow;

static uint32_t successor(const void *data, uint32_t block, uint32_t which) {
  return which < EDGES ? ((const Flow *)data)->edges[block][which] : SMR_NO_MORE_BLOCKS;
}

/// Is `to` reachable from `from` without passing through `without`?
static bool reaches(const Flow *f, uint32_t from, uint32_t to, uint32_t without, bool *seen) {
  if (from == without || seen[from])
    return false;
  seen[from] = true;
  bool found = from == to;
  for (uint32_t s = 0; s < EDGES && !found; s++)
    found = f->edges[from][s] && reaches(f, f->edges[from][s], to, without, seen);
  return found;
}

static bool leads(const Flow *f, uint32_t from, uint32_t to, uint32_t without) {
  bool seen[BLOCKS] = {false};
  return reaches(f, from, to, without, seen);
}

/// The loop of a header by its definition; false when it heads none.
static bool loop_of(const Flow *f, uint32_t header, bool *member) {
  bool heads = false;
  for (uint32_t latch = 1; latch < f->count; latch++) {
    bool back = false;
    for (uint32_t s = 0; s < EDGES; s++)
      back |= f->edges[latch][s] == header;
    if (!back || !leads(f, 1, latch, 0) || (latch != header && leads(f, 1, latch, header)))
      continue;
    heads = true;
    for (uint32_t b = 1; b < f->count; b++)
      member[b] |= b == header || (leads(f, 1, b, 0) && leads(f, b, latch, header));
  }
  member[header] = true;
  return heads;
}

static void check_flow(const Flow *f) {
  const SmrFlow flow = {f, f->count, successor};
  SmrDominance dominance = smr_dominance_create(f->count);
  smr_dominance_flow(&dominance, &flow, 1);
  SmrNaturalLoops loops = smr_natural_loops_create(&dominance, &flow);
  uint32_t outer[BLOCKS] = {0}, outer_size[BLOCKS] = {0};
  for (uint32_t header = 1; header < f->count; header++) {
    bool member[BLOCKS] = {false};
    uint32_t size = 0;
    bool heads = loop_of(f, header, member);
    assert_int_equal(loops.heads[header], heads);
    for (uint32_t b = 1; b < f->count; b++) {
      assert_int_equal(smr_natural_loop_has(&loops, header, b), member[b]);
      size += member[b];
    }
    for (uint32_t b = 1; b < f->count && heads; b++)
      if (member[b] && b != header && (!outer[b] || size < outer_size[b]))
        outer[b] = header, outer_size[b] = size;
    bool reachable = leads(f, 1, header, 0);
    assert_int_equal(loops.size[header], reachable ? size : 0);
    for (uint32_t k = 0; reachable && k < size; k++)
      assert_true(member[loops.order[loops.place[header] + k]]);
    if (reachable)
      assert_int_equal(loops.order[loops.place[header]], header);
  }
  for (uint32_t b = 1; b < f->count; b++)
    assert_int_equal(loops.outer[b], outer[b]);
  smr_natural_loops_free(&loops);
  smr_dominance_free(&dominance);
}

/// Nested, with several ways back, entered in their middle, unreachable: few edges give trees, many cycles.
TEST(test_random) {
  for (uint32_t seed = 0; seed < 3000; seed++) {
    SmrRandom random = {seed};
    Flow f = {.count = 2 + smr_random_below(&random, BLOCKS - 1)};
    uint32_t density = 1 + smr_random_below(&random, EDGES);
    for (uint32_t b = 1; b < f.count; b++)
      for (uint32_t s = 0; s < EDGES; s++)
        if (smr_random_below(&random, EDGES) < density)
          f.edges[b][s] = smr_random_below(&random, f.count); // (0: none)
    check_flow(&f);
  }
}

TEST(test_irreducible) {
  // 2 and 3 lead to each other and are both entered from 1; around them 1 is a loop. 4 leads in from nowhere.
  check_flow(&(Flow){.count = 5, .edges = {{0}, {2, 3}, {3}, {2, 0, 1}, {2}}});
}

/// Loops nested as deeply as there are blocks.
enum { DEEP = 2000 };

static uint32_t nested(const void *data, uint32_t block, uint32_t which) {
  (void)data;
  if (which == 0)
    return block < 2 * DEEP ? block + 1 : 0;
  return which == 1 && block > DEEP ? 2 * DEEP + 1 - block : SMR_NO_MORE_BLOCKS;
}

TEST(test_deep) {
  const SmrFlow flow = {NULL, 2 * DEEP + 1, nested};
  SmrDominance dominance = smr_dominance_create(flow.count);
  smr_dominance_flow(&dominance, &flow, 1);
  SmrNaturalLoops loops = smr_natural_loops_create(&dominance, &flow);
  for (uint32_t header = 1; header <= DEEP; header++) {
    assert_true(loops.heads[header]);
    assert_int_equal(loops.outer[header], header - 1);
    assert_int_equal(loops.size[header], 2 * (DEEP + 1 - header));
    assert_true(smr_natural_loop_has(&loops, header, 2 * DEEP + 1 - header));
    assert_false(header > 1 && smr_natural_loop_has(&loops, header, 2 * DEEP + 2 - header));
  }
  smr_natural_loops_free(&loops);
  smr_dominance_free(&dominance);
}
