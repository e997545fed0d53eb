//===- layout.c - where the elements of access patterns lie --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access/layout.h"
#include <string.h>

typedef SmrAccessLayout Layout;
typedef SmrAccessShape Shape;

static bool is_integer(const SmrDatums *v, SmrDatum value, int64_t wanted) {
  int64_t n;
  return smr_datum_is_integer(v, value, &n) && n == wanted;
}

static Layout finish(SmrDatums *v, const Shape *shape, Layout out) {
  out.state = SMR_ACCESS_VIEW;
  out.rank = shape->rank;
  for (uint32_t i = 0; i < out.rank; i++) {
    if (is_integer(v, shape->dims[i], 1))
      out.strides[i] = smr_datum_integer(v, 0);
    if (!out.strides[i]) // (a product that is too large)
      return (Layout){0};
  }
  return out;
}

static Layout row_major(SmrDatums *v, const Shape *shape) {
  Layout out = {0};
  SmrDatum stride = smr_datum_integer(v, 1);
  for (uint32_t i = shape->rank; i-- > 0;) {
    out.strides[i] = stride;
    stride = stride ? smr_datum_multiply(v, stride, shape->dims[i]) : SMR_NO_DATUM;
  }
  return finish(v, shape, out);
}

//===--- reshaping ---===//

// The stride of dimensions from … to as one, SMR_NO_DATUM where they do not lie behind each other.
static SmrDatum merged(SmrDatums *v, const Shape *shape, const Layout *layout, uint32_t from, uint32_t to) {
  SmrDatum inner = SMR_NO_DATUM, next = SMR_NO_DATUM;
  for (uint32_t i = to; i-- > from;) {
    if (is_integer(v, shape->dims[i], 1))
      continue;
    if (inner && smr_datum_equal(v, layout->strides[i], next) != SMR_YES)
      return SMR_NO_DATUM;
    inner = inner ? inner : layout->strides[i];
    next = smr_datum_multiply(v, layout->strides[i], shape->dims[i]);
  }
  return inner ? inner : smr_datum_integer(v, 0);
}

// The same but for dimensions of 1: their strides.
static bool same_without_ones(SmrDatums *v, const Shape *x, const Layout *of, uint32_t from, uint32_t to,
                              const Shape *shape, uint32_t first, uint32_t last, Layout *out) {
  for (uint32_t i = first; i < last; i++) {
    if (is_integer(v, shape->dims[i], 1))
      continue;
    while (from < to && is_integer(v, x->dims[from], 1))
      from++;
    if (from == to || smr_datum_equal(v, x->dims[from], shape->dims[i]) != SMR_YES)
      return false;
    out->strides[i] = of->strides[from++];
  }
  return true;
}

static bool reshape_part(SmrDatums *v, const Shape *x, const Layout *of, uint32_t from, uint32_t to,
                         const Shape *shape, uint32_t first, uint32_t last, Layout *out) {
  if (same_without_ones(v, x, of, from, to, shape, first, last, out))
    return true;
  SmrDatum stride = merged(v, x, of, from, to);
  for (uint32_t i = last; stride && i-- > first;) {
    out->strides[i] = stride;
    stride = smr_datum_multiply(v, stride, shape->dims[i]);
  }
  return stride != SMR_NO_DATUM;
}

static Layout reshape(SmrDatums *v, const Shape *x, const Layout *of, const Shape *shape) {
  Layout out = {0};
  for (uint32_t i = 0; i < shape->rank; i++)
    out.strides[i] = smr_datum_integer(v, 0);
  if (!reshape_part(v, x, of, 0, x->accessed, shape, 0, shape->accessed, &out) ||
      !reshape_part(v, x, of, x->accessed, x->rank, shape, shape->accessed, shape->rank, &out))
    return (Layout){0};
  return finish(v, shape, out);
}

//===--- nodes ---===//

// Dimension d was inserted (or left out).
static Layout axis(SmrDatums *v, const Layout *of, const Shape *shape, uint32_t d, bool insert) {
  Layout out = {0};
  for (uint32_t i = 0; i < shape->rank; i++)
    out.strides[i] = insert && i == d ? smr_datum_integer(v, 0)
                     : insert         ? of->strides[i - (i > d)]
                                      : of->strides[i + (i >= d)];
  return finish(v, shape, out);
}

static Layout windows(SmrDatums *v, const Shape *x, const Layout *of, const Shape *shape,
                      const SmrDatum *steps) {
  Layout out = {0};
  uint32_t n = x->rank - x->accessed;
  memcpy(out.strides, of->strides, x->accessed * sizeof *out.strides);
  for (uint32_t i = 0; i < n; i++) {
    SmrDatum stride = of->strides[x->accessed + i];
    out.strides[x->accessed + i] = smr_datum_multiply(v, stride, steps[i]);
    out.strides[x->accessed + n + i] = stride;
  }
  return finish(v, shape, out);
}

static Layout permuted(SmrDatums *v, const Layout *of, const Shape *shape, const SmrDatum *order) {
  Layout out = {0};
  int64_t from;
  for (uint32_t i = 0; i < shape->rank; i++)
    if (smr_datum_is_integer(v, order[i], &from))
      out.strides[i] = of->strides[from];
  return finish(v, shape, out);
}

Layout smr_access_layout(const SmrAccess *a, SmrAccessOp op, const Shape *shape, const Shape *child,
                         const Layout *of, SmrDatum list, SmrDatum other) {
  SmrDatums *v = smr_access_values(a);
  SmrDatum numbers[SMR_ACCESS_MAX_RANK];
  uint32_t ignored;
  int64_t d = 0;
  if (op == SMR_ACCESS_TENSOR || op == SMR_ACCESS_STORE)
    return row_major(v, shape);
  if (!of || of->state != SMR_ACCESS_VIEW)
    return (Layout){0};
  switch (op) {
  case SMR_ACCESS_ACCESS:
  case SMR_ACCESS_SLICE:
  case SMR_ACCESS_BROADCAST: // (a dimension of 1 has stride 0)
    return finish(v, shape, *of);
  case SMR_ACCESS_TRANSPOSE:
    return smr_access_list(a, list, numbers, &ignored) == shape->rank ? permuted(v, of, shape, numbers)
                                                                      : (Layout){0};
  case SMR_ACCESS_WINDOWS:
    return smr_access_list(a, other, numbers, &ignored) == child->rank - child->accessed
               ? windows(v, child, of, shape, numbers)
               : (Layout){0};
  case SMR_ACCESS_SQUEEZE:
  case SMR_ACCESS_INSERT_AXIS:
    return smr_datum_is_integer(v, list, &d) ? axis(v, of, shape, (uint32_t)d, op != SMR_ACCESS_SQUEEZE)
                                             : (Layout){0};
  case SMR_ACCESS_FLATTEN:
  case SMR_ACCESS_RESHAPE:
    return reshape(v, child, of, shape);
  default:
    return (Layout){0};
  }
}

//===--- matrices ---===//

// Elements of a row lie side by side, rows behind each other.
static bool by_rows(SmrDatums *v, SmrDatum rows, SmrDatum columns, SmrDatum row, SmrDatum column) {
  bool unit = is_integer(v, columns, 1) || is_integer(v, column, 1);
  return unit && (is_integer(v, rows, 1) || smr_datum_less(v, row, columns) == SMR_NO);
}

bool smr_access_is_matrix(const SmrAccess *a, const Shape *shape, const Layout *layout) {
  SmrDatums *v = smr_access_values(a);
  if (layout->state != SMR_ACCESS_VIEW || shape->rank < 2 || layout->rank != shape->rank)
    return false;
  const SmrDatum *dims = shape->dims + shape->rank - 2, *strides = layout->strides + shape->rank - 2;
  return by_rows(v, dims[0], dims[1], strides[0], strides[1]) ||
         by_rows(v, dims[1], dims[0], strides[1], strides[0]);
}

//===--- the analysis ---===//

static void make(void *user, SmrEgraph *g, SmrNode node, void *out) {
  const SmrAccessLayouts *l = user;
  SmrOperator op = smr_egraph_op(g, node);
  SmrAccessOp which = smr_access_classify(l->access, op);
  uint32_t arity = smr_operator_info(smr_egraph_ops(g), op)->arity;
  const SmrClass *c = smr_egraph_children(g, node);
  Shape shape, child = {0};
  Layout of = {0};
  if (!smr_access_shape(l->access, smr_data_of(l->data, 0, node), &shape))
    return;
  if (arity && smr_access_shape(l->access, smr_data_of(l->data, 0, c[0]), &child))
    of = *smr_access_layout_of(l, g, c[0]);
  Layout made = smr_access_layout(l->access, which, &shape, &child, &of,
                                  arity > 1 ? smr_data_of(l->data, 0, c[1]) : SMR_NO_DATUM,
                                  arity > 2 ? smr_data_of(l->data, 0, c[2]) : SMR_NO_DATUM);
  memcpy(out, &made, sizeof made);
}

static unsigned merge(void *user, SmrEgraph *g, void *into, const void *from) {
  Layout *x = into;
  const Layout *y = from;
  (void)user, (void)g;
  bool same =
      x->state == y->state && x->rank == y->rank && !memcmp(x->strides, y->strides, sizeof x->strides);
  if (same)
    return 0;
  if (x->state == SMR_ACCESS_NO_VIEW || y->state == SMR_ACCESS_VIEWS_DIFFER) {
    *x = *y;
    return 1;
  }
  if (y->state == SMR_ACCESS_NO_VIEW || x->state == SMR_ACCESS_VIEWS_DIFFER)
    return 2;
  *x = (Layout){.state = SMR_ACCESS_VIEWS_DIFFER};
  return 3;
}

void smr_access_analyse(SmrAccessLayouts *layouts, SmrEgraph *g) {
  layouts->number = smr_egraph_analyse(
      g, &(SmrAnalysis){
             .name = "layout", .size = sizeof(Layout), .make = make, .merge = merge, .user = layouts});
}

const Layout *smr_access_layout_of(const SmrAccessLayouts *layouts, SmrEgraph *g, SmrClass c) {
  return smr_egraph_data(g, layouts->number, c);
}
