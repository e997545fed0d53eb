//===- lower_tile.c - products in a user's tiles ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Blocking (figure 7 of the paper) as loops: the parts of both factors are copied row by row, the function
// adds their product to a buffer, and that goes to the destination when all parts of a row were there.
#include "access/lower_internal.h"

typedef struct {
  SmrAccessLowering *l;
  const SmrAccessView *a, *b, *product; // buffers
  const SmrLoopsIndex *size;            // rows, columns, depth
} Tile;

static SmrAccessView *buffer(SmrAccessLowering *l, SmrLoopsIndex rows, SmrLoopsIndex columns) {
  return smr_access_view_alloc(l, 2, (SmrLoopsIndex[]){rows, columns}, 1);
}

static SmrLoopsIndex behind(SmrAccessLowering *l, SmrLoopsIndex tile, SmrLoopsIndex size, SmrLoopsIndex i) {
  return smr_loops_add(l->loops, smr_loops_mul(l->loops, tile, size), i);
}

/// to[x][y] = from[tile of rows, x][tile of columns, y]; the other way round where `turned`.
static void take(const Tile *t, const SmrAccessView *to, const SmrAccessView *from,
                 const SmrLoopsIndex *tiles, bool turned) {
  SmrAccessLowering *l = t->l;
  SmrLoopsIndex sizes[2] = {smr_access_view_size(l, to, 0), smr_access_view_size(l, to, 1)}, at[2], there[2];
  at[0] = smr_access_lower_for(l, sizes[0]);
  at[1] = smr_access_lower_for(l, sizes[1]);
  for (int d = 0; d < 2; d++)
    there[turned ? 1 - d : d] = behind(l, tiles[d], sizes[d], at[d]);
  smr_access_lower_put(l, to, at, smr_access_lower_load(l, from, there, 1), SMR_ACCESS_SET);
  l->figures.copied += l->times;
  smr_access_lower_end(l);
  smr_access_lower_end(l);
}

/// Zeros for the product, or the product to where it goes.
static void give(const Tile *t, const SmrAccessView *dest, const SmrLoopsIndex *tiles, SmrAccessStore store) {
  SmrAccessLowering *l = t->l;
  SmrLoopsIndex at[2], there[2];
  for (int d = 0; d < 2; d++)
    at[d] = smr_access_lower_for(l, t->size[d]);
  for (int d = 0; d < 2; d++)
    there[d] = behind(l, tiles[d], t->size[d], at[d]);
  SmrLoopsValue value =
      dest ? smr_access_lower_load(l, t->product, at, 1) : smr_loops_constant(l->loops, l->type, 0);
  smr_access_lower_put(l, dest ? dest : t->product, dest ? there : at, value, store);
  for (int d = 2; d-- > 0;)
    smr_access_lower_end(l);
}

static SmrLoopsMatrix matrix(const Tile *t, const SmrAccessView *v) {
  SmrLoopsProgram *loops = t->l->loops;
  return (SmrLoopsMatrix){v->buffer, smr_loops_int(loops, 0), smr_access_view_size(t->l, v, 1),
                          smr_loops_int(loops, 1)};
}

void smr_access_lower_tiles(SmrAccessLowering *l, const SmrAccessView *dest, const SmrAccessView *a,
                            const SmrAccessView *b, const SmrLoopsIndex *tile, SmrAccessStore store) {
  Tile t = {l, buffer(l, tile[0], tile[2]), buffer(l, tile[2], tile[1]), buffer(l, tile[0], tile[1]), tile};
  SmrLoopsIndex all[] = {smr_access_view_size(l, dest, 0), smr_access_view_size(l, dest, 1),
                         smr_access_view_size(l, a, a->accessed)};
  SmrLoopsIndex steps[3], counts[3];
  for (int d = 0; d < 3; d++)
    counts[d] = smr_loops_div(l->loops, all[d], tile[d]);
  steps[0] = smr_access_lower_for(l, counts[0]);
  steps[1] = smr_access_lower_for(l, counts[1]);
  give(&t, NULL, steps, SMR_ACCESS_SET);
  steps[2] = smr_access_lower_for(l, counts[2]);
  take(&t, t.a, a, (SmrLoopsIndex[]){steps[0], steps[2]}, false);
  take(&t, t.b, b, (SmrLoopsIndex[]){steps[2], steps[1]}, true);
  smr_loops_tile(l->loops, l->type, tile[0], tile[1], tile[2], matrix(&t, t.a), matrix(&t, t.b),
                 matrix(&t, t.product), l->options->tile);
  l->figures.tiles += l->times;
  smr_access_lower_end(l);
  give(&t, dest, steps, store);
  smr_access_lower_end(l);
  smr_access_lower_end(l);
}
