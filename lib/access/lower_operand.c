//===- lower_operand.c - what is read ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An operator's view is its operand's with another index map; where that is no index map, or it computes, it
// is stored in a buffer of its own, once.
//
// A buffer is filled where its first reader stands: what reads it again stands in the same block or inside of
// it, since no store of a term opens a block around another one's.
#include "access/lower_internal.h"

static uint32_t child(const SmrAccessLowering *l, uint32_t node, uint32_t k) {
  return smr_access_lower_children(l, node)[k];
}

/// Stores a pair of operands: (… 2 …), the tuple's dimension behind the accessed ones.
static void store_pair(SmrAccessLowering *l, const SmrAccessView *dest, SmrAccessOperand pair,
                       uint32_t accessed) {
  const SmrAccessView *parts[2] = {pair.view, pair.other};
  SmrLoopsIndex one = smr_loops_int(l->loops, 1);
  for (uint32_t t = 0; t < 2; t++) {
    SmrAccessView *part = smr_access_view_slice(l, dest, accessed, smr_loops_int(l->loops, t), one);
    part = smr_access_view_without(l, part, accessed);
    const SmrAccessView *from = parts[t];
    for (uint32_t d = 0; pair.cartesian && d < parts[1 - t]->accessed; d++)
      from = smr_access_view_with(l, from, t ? d : from->accessed, from->accessed + 1);
    SmrLoopsIndex sizes[SMR_ACCESS_MAX_RANK];
    for (uint32_t d = 0; d < part->dims; d++)
      sizes[d] = smr_access_view_size(l, part, d);
    smr_access_lower_copy(l, part, smr_access_view_broadcast(l, from, sizes), SMR_ACCESS_SET);
  }
}

static const SmrAccessView *apart(SmrAccessLowering *l, uint32_t node) {
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK];
  uint32_t accessed;
  if (l->stored[node])
    return l->stored[node];
  uint32_t rank = smr_access_lower_shape(l, node, dims, &accessed);
  const SmrAccessView *view = smr_access_view_alloc(l, rank, dims, accessed);
  SmrAccessOp op = smr_access_lower_op(l, node);
  if (op == SMR_ACCESS_CART_PROD || op == SMR_ACCESS_PAIR)
    store_pair(l, view, smr_access_lower_operand(l, node), accessed);
  else
    smr_access_lower_store(l, view, node, SMR_ACCESS_SET);
  return l->stored[node] = view;
}

static const SmrAccessView *tensor(SmrAccessLowering *l, uint32_t node) {
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK];
  uint32_t accessed;
  uint32_t rank = smr_access_lower_shape(l, node, dims, &accessed);
  const SmrAccessTensor *wanted = smr_access_tensor_of(l->access, l->term->nodes.data[node].op);
  for (uint32_t i = 0; i < smr_access_tensors(l->access); i++)
    if (smr_access_tensor(l->access, i) == wanted)
      return smr_access_view_place(l, &l->options->tensors[i], rank, dims, l->batch);
  smr_access_lower_fail(l, "a tensor that is not declared");
  return smr_access_view_alloc(l, rank, dims, accessed);
}

static const SmrAccessView *transposed(SmrAccessLowering *l, uint32_t node, const SmrAccessView *x) {
  SmrLoopsIndex list[SMR_ACCESS_MAX_RANK];
  uint32_t order[SMR_ACCESS_MAX_RANK] = {0}, first;
  uint32_t rank = smr_access_lower_list(l, child(l, node, 1), list, &first);
  for (uint32_t k = 0; k < rank; k++) {
    int64_t p = 0;
    if (smr_loops_is_int(list[k], &p) && p < SMR_ACCESS_MAX_RANK)
      order[k] = (uint32_t)p;
  }
  return smr_access_view_permute(l, x, order);
}

static const SmrAccessView *windows(SmrAccessLowering *l, uint32_t node, const SmrAccessView *x) {
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK], sizes[SMR_ACCESS_MAX_RANK], steps[SMR_ACCESS_MAX_RANK];
  uint32_t accessed, first;
  smr_access_lower_shape(l, node, dims, &accessed);
  smr_access_lower_list(l, child(l, node, 1), sizes, &first);
  smr_access_lower_list(l, child(l, node, 2), steps, &first);
  SmrAccessView *v = smr_access_view_windows(l, x, dims + x->accessed, sizes, steps);
  return v;
}

static const SmrAccessView *sliced(SmrAccessLowering *l, uint32_t node, const SmrAccessView *x) {
  SmrLoopsIndex from = smr_access_lower_index(l, l->data[child(l, node, 2)]);
  SmrLoopsIndex to = smr_access_lower_index(l, l->data[child(l, node, 3)]);
  return smr_access_view_slice(l, x, (uint32_t)smr_access_lower_number(l, child(l, node, 1)), from,
                               smr_loops_sub(l->loops, to, from));
}

static const SmrAccessView *padded(SmrAccessLowering *l, uint32_t node, const SmrAccessView *x) {
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK];
  uint32_t accessed, d = (uint32_t)smr_access_lower_number(l, child(l, node, 1));
  smr_access_lower_shape(l, node, dims, &accessed);
  return smr_access_view_pad(l, x, d, smr_access_lower_index(l, l->data[child(l, node, 2)]), dims[d]);
}

static const SmrAccessView *accessed_at(SmrAccessLowering *l, const SmrAccessView *x, uint32_t accessed) {
  SmrAccessView *v = smr_access_view_copy(l, x);
  v->accessed = accessed;
  return v;
}

/// The index map of an operator in front of its operand's; NULL: it is none.
static const SmrAccessView *mapped(SmrAccessLowering *l, uint32_t node, const SmrAccessView *x) {
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK];
  uint32_t accessed, rank = smr_access_lower_shape(l, node, dims, &accessed);
  switch (smr_access_lower_op(l, node)) {
  case SMR_ACCESS_ACCESS:
    return accessed_at(l, x, accessed);
  case SMR_ACCESS_TRANSPOSE:
    return transposed(l, node, x);
  case SMR_ACCESS_WINDOWS:
    return windows(l, node, x);
  case SMR_ACCESS_SLICE:
    return sliced(l, node, x);
  case SMR_ACCESS_SQUEEZE:
    return smr_access_view_without(l, x, (uint32_t)smr_access_lower_number(l, child(l, node, 1)));
  case SMR_ACCESS_INSERT_AXIS:
    return smr_access_view_with(l, x, (uint32_t)smr_access_lower_number(l, child(l, node, 1)), accessed);
  case SMR_ACCESS_FLATTEN:
  case SMR_ACCESS_RESHAPE:
    return smr_access_view_reshape(l, x, rank, dims, accessed);
  case SMR_ACCESS_PAD:
    return padded(l, node, x);
  case SMR_ACCESS_BROADCAST:
    return smr_access_view_broadcast(l, x, dims);
  default:
    return NULL;
  }
}

static SmrLoopsIndex product(SmrAccessLowering *l, const SmrLoopsIndex *sizes, uint32_t from, uint32_t end) {
  SmrLoopsIndex all = smr_loops_int(l->loops, 1);
  for (uint32_t d = from; d < end; d++)
    all = smr_loops_mul(l->loops, all, sizes[d]);
  return all;
}

/// Stored row by row, then seen as rows of another length.
static const SmrAccessView *reshaped_apart(SmrAccessLowering *l, uint32_t node, const SmrAccessView *x) {
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK], flat[2];
  uint32_t accessed;
  for (uint32_t d = 0; d < x->dims; d++)
    dims[d] = smr_access_view_size(l, x, d);
  flat[0] = product(l, dims, 0, x->accessed);
  flat[1] = product(l, dims, x->accessed, x->dims);
  const SmrAccessView *buffer = smr_access_view_alloc(l, 2, flat, 1);
  smr_access_lower_copy(l, smr_access_view_flat(l, buffer, x->dims, dims, x->accessed), x, SMR_ACCESS_SET);
  uint32_t rank = smr_access_lower_shape(l, node, dims, &accessed);
  return smr_access_view_flat(l, buffer, rank, dims, accessed);
}

/// Stored as it stands, then mapped: a buffer of one digit for each dimension has every other index map.
static const SmrAccessView *mapped_apart(SmrAccessLowering *l, uint32_t node, const SmrAccessView *x) {
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK];
  SmrAccessOp op = smr_access_lower_op(l, node);
  if (op == SMR_ACCESS_RESHAPE || op == SMR_ACCESS_FLATTEN)
    return reshaped_apart(l, node, x);
  for (uint32_t d = 0; d < x->dims; d++)
    dims[d] = smr_access_view_size(l, x, d);
  SmrAccessView *copy = smr_access_view_alloc(l, x->dims, dims, x->accessed);
  smr_access_lower_copy(l, copy, x, SMR_ACCESS_SET);
  const SmrAccessView *v = mapped(l, node, copy);
  if (!v)
    smr_access_lower_fail(l, "a view of it is no index map");
  return v ? v : x;
}

static bool is_view(SmrAccessOp op) {
  return op == SMR_ACCESS_ACCESS || op == SMR_ACCESS_TRANSPOSE || op == SMR_ACCESS_WINDOWS ||
         op == SMR_ACCESS_SLICE || op == SMR_ACCESS_SQUEEZE || op == SMR_ACCESS_INSERT_AXIS ||
         op == SMR_ACCESS_FLATTEN || op == SMR_ACCESS_RESHAPE || op == SMR_ACCESS_PAD ||
         op == SMR_ACCESS_BROADCAST;
}

const SmrAccessView *smr_access_lower_view(SmrAccessLowering *l, uint32_t node) {
  SmrAccessOp op = smr_access_lower_op(l, node);
  if (op == SMR_ACCESS_TENSOR)
    return tensor(l, node);
  if (op == SMR_ACCESS_STORE) // a product copies what it cannot read, block by block
    return smr_access_lower_view(l, child(l, node, 0));
  if (!is_view(op))
    return apart(l, node);
  if (l->stored[node])
    return l->stored[node];
  const SmrAccessView *x = smr_access_lower_view(l, child(l, node, 0)), *v = mapped(l, node, x);
  return v ? v : (l->stored[node] = mapped_apart(l, node, x));
}

SmrAccessOperand smr_access_lower_operand(SmrAccessLowering *l, uint32_t node) {
  SmrAccessOp op = smr_access_lower_op(l, node);
  if (op != SMR_ACCESS_CART_PROD && op != SMR_ACCESS_PAIR)
    return (SmrAccessOperand){smr_access_lower_view(l, node), NULL, false};
  return (SmrAccessOperand){smr_access_lower_view(l, child(l, node, 0)),
                            smr_access_lower_view(l, child(l, node, 1)), op == SMR_ACCESS_CART_PROD};
}
