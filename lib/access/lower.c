//===- lower.c - terms of access patterns become loops -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What is asked for is stored: views of what computes go over to the destination, turned round.
#include "access/lower_internal.h"

/// Computed on its own, then put where it is wanted.
static void store_apart(SmrAccessLowering *l, const SmrAccessView *dest, uint32_t node,
                        SmrAccessStore store) {
  smr_access_lower_copy(l, dest, smr_access_lower_view(l, node), store);
}

/// A list of sizes or a shape as the destination of what was reshaped.
static void store_reshaped(SmrAccessLowering *l, const SmrAccessView *dest, uint32_t node,
                           SmrAccessStore store) {
  uint32_t child = smr_access_lower_children(l, node)[0], accessed, here;
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK];
  SmrAccessView *outer = smr_access_view_copy(l, dest);
  smr_access_lower_shape(l, node, dims, &here);
  outer->accessed = here;
  uint32_t rank = smr_access_lower_shape(l, child, dims, &accessed);
  SmrAccessView *inner = smr_access_view_reshape(l, outer, rank, dims, accessed);
  if (inner)
    smr_access_lower_store(l, inner, child, store);
  else
    store_apart(l, dest, node, store);
}

static void store_concat(SmrAccessLowering *l, const SmrAccessView *dest, uint32_t node,
                         SmrAccessStore store) {
  const uint32_t *c = smr_access_lower_children(l, node);
  uint32_t d = (uint32_t)smr_access_lower_number(l, c[2]), accessed;
  SmrLoopsIndex one[SMR_ACCESS_MAX_RANK], other[SMR_ACCESS_MAX_RANK], zero = smr_loops_int(l->loops, 0);
  smr_access_lower_shape(l, c[0], one, &accessed);
  smr_access_lower_shape(l, c[1], other, &accessed);
  SmrAccessView *first = smr_access_view_slice(l, dest, d, zero, one[d]);
  SmrAccessView *second = smr_access_view_slice(l, dest, d, one[d], other[d]);
  if (first && second) {
    smr_access_lower_store(l, first, c[0], store);
    smr_access_lower_store(l, second, c[1], store);
  } else
    store_apart(l, dest, node, store);
}

static void store_transposed(SmrAccessLowering *l, const SmrAccessView *dest, uint32_t node,
                             SmrAccessStore store) {
  const uint32_t *c = smr_access_lower_children(l, node);
  SmrLoopsIndex list[SMR_ACCESS_MAX_RANK];
  uint32_t back[SMR_ACCESS_MAX_RANK] = {0}, first;
  int64_t p = 0;
  uint32_t rank = smr_access_lower_list(l, c[1], list, &first);
  for (uint32_t k = 0; k < rank; k++)
    if (smr_loops_is_int(list[k], &p) && p < SMR_ACCESS_MAX_RANK)
      back[p] = k;
  smr_access_lower_store(l, smr_access_view_permute(l, dest, back), c[0], store);
}

static bool is_matrix(SmrAccessLowering *l, const SmrAccessView *view) {
  (void)l;
  return view->dims == 2 && view->accessed == 1;
}

/// dest = or += a's rows times b's rows.
static void store_product(SmrAccessLowering *l, const SmrAccessView *dest, SmrAccessOperand pair,
                          uint32_t batch, SmrAccessStore store) {
  if (store != SMR_ACCESS_MAX && smr_access_lower_product(l, dest, pair.view, pair.other, batch, store))
    return;
  if (!batch && store != SMR_ACCESS_MAX) {
    smr_access_lower_reduce(l, dest, SMR_ACCESS_BY_DOT, pair, store);
    return;
  }
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK];
  for (uint32_t d = 0; d < dest->dims; d++)
    dims[d] = smr_access_view_size(l, dest, d);
  SmrAccessView *apart = smr_access_view_alloc(l, dest->dims, dims, dest->dims);
  if (!smr_access_lower_product(l, apart, pair.view, pair.other, batch, SMR_ACCESS_SET))
    smr_access_lower_reduce(l, apart, SMR_ACCESS_BY_DOT, pair, SMR_ACCESS_SET);
  smr_access_lower_copy(l, dest, apart, store);
}

static void store_matmul(SmrAccessLowering *l, const SmrAccessView *dest, uint32_t node,
                         SmrAccessStore store) {
  const uint32_t *c = smr_access_lower_children(l, node);
  SmrAccessOp op = smr_access_lower_op(l, node);
  uint32_t at = op == SMR_ACCESS_SYSTOLIC_ARRAY ? 2 : op == SMR_ACCESS_TILED_MATMUL;
  const SmrAccessView *a = smr_access_lower_view(l, c[at]), *b = smr_access_lower_view(l, c[at + 1]);
  if (op == SMR_ACCESS_SYSTOLIC_ARRAY) {
    SmrAccessView *turned = smr_access_view_permute(l, b, (uint32_t[]){1, 0});
    turned->accessed = 1;
    b = turned;
  }
  SmrLoopsIndex tile[SMR_ACCESS_MAX_RANK];
  uint32_t first;
  if (op == SMR_ACCESS_TILED_MATMUL && l->options->tile.callee &&
      smr_access_lower_list(l, c[0], tile, &first) == 3)
    smr_access_lower_tiles(l, dest, a, b, tile, store);
  else
    store_product(l, dest, (SmrAccessOperand){a, b, true}, op == SMR_ACCESS_BATCH_MATMUL, store);
}

/// The sum of two terms that are numbers each: one after the other.
static bool store_sum_of_pair(SmrAccessLowering *l, const SmrAccessView *dest, uint32_t pair,
                              SmrAccessStore store) {
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK];
  uint32_t accessed;
  if (smr_access_lower_op(l, pair) != SMR_ACCESS_PAIR || store == SMR_ACCESS_MAX ||
      smr_access_lower_shape(l, pair, dims, &accessed) != accessed + 1)
    return false;
  smr_access_lower_store(l, dest, smr_access_lower_children(l, pair)[0], store);
  smr_access_lower_store(l, dest, smr_access_lower_children(l, pair)[1], SMR_ACCESS_ADD);
  return true;
}

static void store_computed(SmrAccessLowering *l, const SmrAccessView *dest, uint32_t node,
                           SmrAccessStore store) {
  const uint32_t *c = smr_access_lower_children(l, node);
  SmrAccessOp function = smr_access_lower_op(l, c[0]);
  if (function == SMR_ACCESS_REDUCE_SUM && store_sum_of_pair(l, dest, c[1], store))
    return;
  SmrAccessOperand from = {NULL, NULL, false};
  if (function == SMR_ACCESS_DOT_PROD)
    from = smr_access_lower_operand(l, c[1]);
  else
    from.view = smr_access_lower_view(l, c[1]);
  bool product = function == SMR_ACCESS_DOT_PROD && from.other && from.cartesian && is_matrix(l, from.view) &&
                 is_matrix(l, from.other);
  if (product && !l->options->exact)
    store_product(l, dest, from, 0, store);
  else
    smr_access_lower_reduce(l, dest,
                            function == SMR_ACCESS_DOT_PROD     ? SMR_ACCESS_BY_DOT
                            : function == SMR_ACCESS_REDUCE_SUM ? SMR_ACCESS_BY_SUM
                                                                : SMR_ACCESS_BY_MAX,
                            from, store);
}

void smr_access_lower_store(SmrAccessLowering *l, const SmrAccessView *dest, uint32_t node,
                            SmrAccessStore store) {
  const uint32_t *c = smr_access_lower_children(l, node);
  switch (smr_access_lower_op(l, node)) {
  case SMR_ACCESS_ACCESS:
  case SMR_ACCESS_STORE: // (where it is stored anyway)
    smr_access_lower_store(l, dest, c[0], store);
    return;
  case SMR_ACCESS_TRANSPOSE:
    store_transposed(l, dest, node, store);
    return;
  case SMR_ACCESS_SQUEEZE: {
    uint32_t d = (uint32_t)smr_access_lower_number(l, c[1]);
    smr_access_lower_store(l, smr_access_view_with(l, dest, d, dest->accessed), c[0], store);
    return;
  }
  case SMR_ACCESS_INSERT_AXIS: {
    uint32_t d = (uint32_t)smr_access_lower_number(l, c[1]);
    smr_access_lower_store(l, smr_access_view_without(l, dest, d), c[0], store);
    return;
  }
  case SMR_ACCESS_RESHAPE:
  case SMR_ACCESS_FLATTEN:
    store_reshaped(l, dest, node, store);
    return;
  case SMR_ACCESS_CONCAT:
    store_concat(l, dest, node, store);
    return;
  case SMR_ACCESS_COMPUTE:
    store_computed(l, dest, node, store);
    return;
  case SMR_ACCESS_SYSTOLIC_ARRAY:
  case SMR_ACCESS_MATMUL:
  case SMR_ACCESS_BATCH_MATMUL:
  case SMR_ACCESS_TILED_MATMUL:
    store_matmul(l, dest, node, store);
    return;
  default:
    store_apart(l, dest, node, store);
  }
}

//===--- programs ---===//

SmrAccessPlace smr_access_lower_argument(SmrLoopsProgram *loops, const char *name, SmrAccessType type,
                                         uint32_t rank, const SmrLoopsIndex *sizes, bool written) {
  SmrAccessPlace place = {.rank = rank};
  SmrLoopsIndex stride = smr_loops_int(loops, 1);
  SmrLoopsType element = type == SMR_ACCESS_F64 ? SMR_LOOPS_F64 : SMR_LOOPS_F32;
  place.buffer = smr_loops_argument(loops, name, element, rank, sizes, NULL, NULL, written);
  for (uint32_t d = rank; d-- > 0;) {
    place.dims[d] = d;
    place.strides[d] = stride;
    stride = smr_loops_mul(loops, stride, sizes[d]);
  }
  for (uint32_t b = 0; b < SMR_ACCESS_MAX_BATCHES; b++)
    place.batch[b] = -1;
  return place;
}

static void lower_root(SmrAccessLowering *l, uint32_t root) {
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK], batch[SMR_ACCESS_MAX_BATCHES];
  uint32_t accessed;
  uint32_t rank = smr_access_lower_shape(l, root, dims, &accessed);
  for (uint32_t b = 0; b < l->options->batches; b++)
    batch[b] = smr_access_lower_for(l, l->options->batch[b]);
  l->batch = batch;
  smr_access_lower_store(l, smr_access_view_place(l, &l->options->result, rank, dims, batch), root,
                         l->options->store);
  for (uint32_t b = l->options->batches; b-- > 0;)
    smr_access_lower_end(l);
}

bool smr_access_lower(SmrAccess *access, const SmrTerm *term, uint32_t root, const SmrAccessLower *options,
                      SmrLoopsProgram *loops, SmrAccessFigures *figures, SmrDiag *diag) {
  SmrAccessLowering l = {.access = access, .term = term, .options = options, .loops = loops, .times = 1};
  uint32_t bad = 0;
  l.type = smr_access_element(access, term, root) == SMR_ACCESS_F64 ? SMR_LOOPS_F64 : SMR_LOOPS_F32;
  l.data = smr_arena_alloc(&l.arena, (root + 1) * sizeof *l.data);
  l.stored = smr_arena_alloc(&l.arena, (root + 1) * sizeof *l.stored);
  if (!smr_access_data(access, term, root, l.data, &bad))
    smr_access_lower_fail(&l, "a term without a shape");
  else
    lower_root(&l, root);
  smr_vec_free(&l.around);
  smr_arena_destroy(&l.arena);
  if (figures)
    *figures = l.figures;
  return !l.error || smr_error(diag, NULL, 0, 0, "access patterns cannot be lowered: %s", l.error);
}
