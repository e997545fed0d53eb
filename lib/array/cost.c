//===- cost.c - the paper's costs ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/cost.h"
#include "array/internal.h"
#include <math.h>

static double dim(const SmrArray *a, SmrArrayType *type) {
  const SmrArrayTypeInfo *t = &a->types.data[*type];
  int64_t n;
  if (t->kind != SMR_ARRAY_TYPE_ARRAY || !smr_array_size(a, t->dim, &n))
    return INFINITY;
  *type = t->a;
  return (double)n;
}

// Number of elements; 1 for a scalar, infinity when it is not known.
static double volume(const SmrArray *a, SmrArrayType type) {
  double n = 1;
  while (a->types.data[type].kind == SMR_ARRAY_TYPE_ARRAY)
    n *= dim(a, &type);
  return smr_array_type_is_scalar(a, type) ? n : INFINITY;
}

static double node_cost(SmrArrayCost *m, SmrOperator op, const double *c, const SmrArrayType *t,
                        const SmrOperator *sizes, uint32_t arity) {
  const SmrArray *a = m->array;
  double sum = 0;
  for (uint32_t i = 0; i < arity; i++)
    sum += c[i];
  SmrArrayOp which = smr_array_classify(m->array, op);
  if (smr_array_is_call(which)) {
    SmrArrayTarget target = which >= SMR_A_T_DOT ? SMR_TARGET_TORCH : SMR_TARGET_BLAS;
    if (target != m->target)
      return INFINITY;
  }
  int64_t n = 0;
  bool sized = arity && smr_array_size(a, sizes[0], &n);
  switch (which) {
  case SMR_A_BUILD:
    return sized ? (double)n * c[1] + 1 : INFINITY;
  case SMR_A_IFOLD:
    return sized ? c[1] + (double)n * c[2] + 1 : INFINITY;
  case SMR_A_DOT:
  case SMR_A_T_DOT:
    return sum + .8 * volume(a, t[0]);
  case SMR_A_T_SUM:
    return sum + .8 * volume(a, t[0]);
  case SMR_A_AXPY:
    return sum + .8 * volume(a, t[1]);
  case SMR_A_GEMV_F:
  case SMR_A_GEMV_T:
    return sum + .7 * volume(a, t[1]);
  case SMR_A_GEMM_FF:
  case SMR_A_GEMM_FT:
  case SMR_A_GEMM_TF:
  case SMR_A_GEMM_TT: {
    SmrArrayType b = t[2];
    double rows = dim(a, &b), columns = dim(a, &b);
    return sum + .6 * volume(a, t[1]) * (which == SMR_A_GEMM_FT || which == SMR_A_GEMM_TT ? rows : columns);
  }
  case SMR_A_TRANSPOSE:
  case SMR_A_T_TRANSPOSE:
    return sum + .9 * volume(a, t[0]);
  case SMR_A_MEMSET:
  case SMR_A_T_FULL:
    return sized ? c[1] + .8 * (double)n + 1 : INFINITY;
  case SMR_A_T_ADD:
  case SMR_A_T_MUL:
    // (A factor is a scalar, known or not.)
    return sum + .4 * (which == SMR_A_T_MUL ? 1 : volume(a, t[0])) + .4 * volume(a, t[1]);
  case SMR_A_T_MV:
    return sum + .7 * volume(a, t[0]);
  case SMR_A_T_MM: {
    SmrArrayType b = t[1];
    dim(a, &b);
    return sum + .6 * volume(a, t[0]) * dim(a, &b);
  }
  default:
    return sum + 1;
  }
}

static double graph_cost(void *user, SmrEgraph *g, SmrNode node, const double *children) {
  SmrArrayCost *m = user;
  SmrOperator op = smr_egraph_op(g, node);
  uint32_t arity = smr_operator_info(smr_egraph_ops(g), op)->arity;
  SmrArrayType types[SMR_MAX_ARITY];
  SmrOperator sizes[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < arity; i++) {
    types[i] = smr_array_class_type(m->array, g, smr_egraph_children(g, node)[i]);
    sizes[i] = smr_array_class_size(m->array, g, smr_egraph_children(g, node)[i]);
  }
  return node_cost(m, op, children, types, sizes, arity);
}

SmrCost smr_array_paper_cost(SmrArrayCost *model) {
  return (SmrCost){.kind = SMR_COST_CALL, .node = graph_cost, .user = model};
}

double smr_array_term_cost(SmrArrayCost *m, const SmrTerm *term, uint32_t node) {
  double *costs = smr_xcalloc(node + 1, sizeof *costs), c[SMR_MAX_ARITY];
  SmrArrayType *types = smr_xcalloc(node + 1, sizeof *types), t[SMR_MAX_ARITY];
  SmrOperator sizes[SMR_MAX_ARITY];
  for (uint32_t i = 0; i <= node; i++) {
    SmrOperator op = term->nodes.data[i].op;
    uint32_t arity = smr_operator_info(m->array->ops, op)->arity;
    for (uint32_t k = 0; k < arity; k++) {
      uint32_t child = smr_term_children(term, i)[k];
      int64_t n;
      c[k] = costs[child];
      t[k] = types[child];
      sizes[k] = smr_array_size(m->array, term->nodes.data[child].op, &n) ? term->nodes.data[child].op
                                                                          : SMR_NO_OPERATOR;
    }
    types[i] = smr_array_node_type(m->array, op, t, sizes);
    costs[i] = node_cost(m, op, c, t, sizes, arity);
  }
  double cost = costs[node];
  free(costs);
  free(types);
  return cost;
}
