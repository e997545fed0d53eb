//===- type.c - types and shapes as an e-class analysis ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/internal.h"
#include <string.h>

typedef struct {
  SmrArrayType type;
  SmrOperator size; // the leaf that a class is as a size; SMR_NO_OPERATOR
  uint32_t traits;  // SMR_ARRAY_SUM, SMR_ARRAY_MIXED, and those below
} Data;

enum {
  VARIES = 8,     // mentions an index, or an element of an array
  INNERMOST = 16, // is %0
  KEPT = SMR_ARRAY_SUM | SMR_ARRAY_MIXED | SMR_ARRAY_CURVED | VARIES, // by arithmetic
  ADDS = 32, // adds to %0; further bits: so does a function with that body, and a function of two arguments
};

static SmrArrayType element(SmrArray *a, SmrArrayType type) {
  return a->types.data[type].kind == SMR_ARRAY_TYPE_ARRAY ? a->types.data[type].a : SMR_ARRAY_TYPE_UNKNOWN;
}

static SmrOperator dim(const SmrArray *a, SmrArrayType type) {
  return a->types.data[type].kind == SMR_ARRAY_TYPE_ARRAY ? a->types.data[type].dim : SMR_NO_OPERATOR;
}

static SmrArrayType result(const SmrArray *a, SmrArrayType type) {
  return a->types.data[type].kind == SMR_ARRAY_TYPE_FUNCTION ? a->types.data[type].a : SMR_ARRAY_TYPE_UNKNOWN;
}

static SmrArrayType scalar_of(SmrArray *a, SmrArrayType type) {
  while (a->types.data[type].kind == SMR_ARRAY_TYPE_ARRAY)
    type = a->types.data[type].a;
  return smr_array_type_is_scalar(a, type) ? type : SMR_ARRAY_TYPE_NUMBER;
}

static SmrArrayType matrix(SmrArray *a, SmrOperator rows, SmrOperator columns, SmrArrayType scalar) {
  return smr_array_type_of(a, rows, smr_array_type_of(a, columns, scalar));
}

static SmrArrayType function(SmrArray *a, SmrArrayType body) {
  return smr_array_type(
      a, (SmrArrayTypeInfo){.kind = SMR_ARRAY_TYPE_FUNCTION, .a = body, .dim = SMR_NO_OPERATOR});
}

SmrArrayType smr_array_node_type(SmrArray *a, SmrOperator op, const SmrArrayType *t,
                                 const SmrOperator *sizes) {
  bool conflict = false, is_size;
  SmrOperatorKind kind = (SmrOperatorKind)smr_operator_info(a->ops, op)->kind;
  if (kind == SMR_OPERATOR_INTEGER || kind == SMR_OPERATOR_REAL)
    return SMR_ARRAY_TYPE_NUMBER;
  SmrArrayOp which = smr_array_classify(a, op);
  switch (which) {
  case SMR_A_INPUT:
    return smr_array_leaf_type(a, op, &is_size);
  case SMR_A_LAM:
    return function(a, t[0]);
  case SMR_A_APP:
    return result(a, t[0]);
  case SMR_A_BUILD:
    return smr_array_type_of(a, sizes[0], result(a, t[1]));
  case SMR_A_GET:
    return element(a, t[0]);
  case SMR_A_IFOLD:
    return smr_array_type_join(a, t[1], result(a, result(a, t[2])), &conflict);
  case SMR_A_TUPLE:
    return smr_array_type(
        a, (SmrArrayTypeInfo){.kind = SMR_ARRAY_TYPE_TUPLE, .a = t[0], .b = t[1], .dim = SMR_NO_OPERATOR});
  case SMR_A_FST:
    return a->types.data[t[0]].kind == SMR_ARRAY_TYPE_TUPLE ? a->types.data[t[0]].a : SMR_ARRAY_TYPE_UNKNOWN;
  case SMR_A_SND:
    return a->types.data[t[0]].kind == SMR_ARRAY_TYPE_TUPLE ? a->types.data[t[0]].b : SMR_ARRAY_TYPE_UNKNOWN;
  case SMR_A_ADD:
  case SMR_A_SUB:
  case SMR_A_MUL:
  case SMR_A_DIV:
  case SMR_A_MAX:
  case SMR_A_MIN:
    // (Sizes and constants take part in arithmetic on floating-point numbers.)
    for (SmrArrayType type = SMR_ARRAY_TYPE_F64; type <= SMR_ARRAY_TYPE_F32; type++)
      if (t[0] == type || t[1] == type)
        return type;
    return which != SMR_A_DIV && t[0] == SMR_ARRAY_TYPE_I64 && t[1] == SMR_ARRAY_TYPE_I64
               ? SMR_ARRAY_TYPE_I64
               : SMR_ARRAY_TYPE_NUMBER;
  case SMR_A_GREATER:
  case SMR_A_LESS:
    return SMR_ARRAY_TYPE_I64;
  case SMR_A_ABS:
    return smr_array_type_is_scalar(a, t[0]) ? t[0] : SMR_ARRAY_TYPE_NUMBER;
  case SMR_A_FLATTEN:
    return smr_array_type_of(a, smr_array_size_combine(a, SMR_A_MUL, dim(a, t[0]), dim(a, element(a, t[0]))),
                             element(a, element(a, t[0])));
  case SMR_A_SPLIT:
    return matrix(a, sizes[0], sizes[1], element(a, t[2]));
  case SMR_A_EXP:
  case SMR_A_LOG:
  case SMR_A_SQRT:
  case SMR_A_TANH:
    return t[0] == SMR_ARRAY_TYPE_F64 || t[0] == SMR_ARRAY_TYPE_F32 ? t[0] : SMR_ARRAY_TYPE_NUMBER;
  case SMR_A_DOT:
  case SMR_A_T_DOT:
    return smr_array_type_join(a, scalar_of(a, t[0]), scalar_of(a, t[1]), &conflict);
  case SMR_A_T_SUM:
    return scalar_of(a, t[0]);
  case SMR_A_AXPY:
    return smr_array_type_join(a, t[1], t[2], &conflict);
  case SMR_A_GEMV_F:
  case SMR_A_GEMV_T:
    return smr_array_type_join(
        a, smr_array_type_of(a, dim(a, which == SMR_A_GEMV_F ? t[1] : element(a, t[1])), scalar_of(a, t[1])),
        t[4], &conflict);
  case SMR_A_GEMM_FF:
  case SMR_A_GEMM_FT:
  case SMR_A_GEMM_TF:
  case SMR_A_GEMM_TT: {
    bool first = which == SMR_A_GEMM_TF || which == SMR_A_GEMM_TT,
         second = which == SMR_A_GEMM_FT || which == SMR_A_GEMM_TT;
    return smr_array_type_join(a,
                               matrix(a, dim(a, first ? element(a, t[1]) : t[1]),
                                      dim(a, second ? t[2] : element(a, t[2])), scalar_of(a, t[1])),
                               t[4], &conflict);
  }
  case SMR_A_TRANSPOSE:
  case SMR_A_T_TRANSPOSE:
    return matrix(a, dim(a, element(a, t[0])), dim(a, t[0]), element(a, element(a, t[0])));
  case SMR_A_MEMSET:
  case SMR_A_T_FULL:
    return smr_array_type_of(a, sizes[0], t[1]);
  case SMR_A_T_MV:
    return smr_array_type_of(a, dim(a, t[0]), scalar_of(a, t[0]));
  case SMR_A_T_MM:
    return matrix(a, dim(a, t[0]), dim(a, element(a, t[1])), scalar_of(a, t[0]));
  case SMR_A_T_ADD:
    return smr_array_type_join(a, t[0], t[1], &conflict);
  case SMR_A_T_MUL:
    return t[1];
  default:
    return SMR_ARRAY_TYPE_UNKNOWN;
  }
}

static SmrOperator leaf_size(SmrArray *a, SmrOperator op) {
  bool is_size;
  const SmrOperatorInfo *info = smr_operator_info(a->ops, op);
  if (info->kind == SMR_OPERATOR_INTEGER)
    return op;
  if (info->arity == 0 && info->kind == SMR_OPERATOR_PLAIN && (smr_array_leaf_type(a, op, &is_size), is_size))
    return op;
  return SMR_NO_OPERATOR;
}

// A sum is (ifold n init λλ(+ e %0)), a dot product, a library's sum; a scalar that is computed from one and
// is no longer a sum of its multiples is mixed.
static uint32_t node_traits(SmrArray *a, SmrArrayOp which, SmrArrayType type, const uint32_t *t,
                            uint32_t arity) {
  uint32_t all = 0;
  for (uint32_t i = 0; i < arity; i++)
    all |= t[i];
  switch (which) {
  case SMR_A_LAM:
    return t[0] & (ADDS | ADDS << 1) ? (t[0] & (ADDS | ADDS << 1)) << 1 : 0;
  case SMR_A_GET:
    return VARIES;
  case SMR_A_IFOLD:
    return t[2] & ADDS << 2 && smr_array_type_is_scalar(a, type) ? SMR_ARRAY_SUM | VARIES : VARIES;
  case SMR_A_DOT:
  case SMR_A_T_DOT:
  case SMR_A_T_SUM:
    return SMR_ARRAY_SUM | VARIES;
  case SMR_A_ADD:
    return (all & KEPT) | (all & INNERMOST ? ADDS : 0);
  case SMR_A_SUB:
    return all & KEPT;
  case SMR_A_MUL:
  case SMR_A_DIV: {
    bool linear = which == SMR_A_MUL
                      ? !(t[0] & SMR_ARRAY_SUM && t[1] & VARIES) && !(t[1] & SMR_ARRAY_SUM && t[0] & VARIES)
                      : !(t[1] & VARIES);
    return (all & KEPT) | (all & SMR_ARRAY_SUM && !linear ? SMR_ARRAY_MIXED : 0) |
           (which == SMR_A_DIV && t[1] & SMR_ARRAY_SUM ? SMR_ARRAY_CURVED : 0);
  }
  default:
    return !smr_array_is_pointwise(which) ? VARIES : all & SMR_ARRAY_SUM ? KEPT : all & VARIES;
  }
}

static uint32_t leaf_traits(SmrArray *a, SmrOperator op) {
  const SmrOperatorInfo *info = smr_operator_info(a->ops, op);
  return info->kind != SMR_OPERATOR_INDEX ? 0 : info->integer == 0 ? VARIES | INNERMOST : VARIES;
}

static void make(void *user, SmrEgraph *g, SmrNode node, void *out) {
  SmrArray *a = user;
  SmrOperator op = smr_egraph_op(g, node);
  uint32_t arity = smr_operator_info(a->ops, op)->arity;
  SmrArrayType types[SMR_MAX_ARITY];
  SmrOperator sizes[SMR_MAX_ARITY];
  uint32_t traits[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < arity; i++) {
    Data *child = smr_egraph_data(g, a->analysis, smr_egraph_children(g, node)[i]);
    types[i] = child->type;
    sizes[i] = child->size;
    traits[i] = child->traits;
  }
  SmrArrayType type = smr_array_node_type(a, op, types, sizes);
  *(Data *)out =
      (Data){type, leaf_size(a, op),
             arity ? node_traits(a, smr_array_classify(a, op), type, traits, arity) : leaf_traits(a, op)};
}

static unsigned merge(void *user, SmrEgraph *g, void *into, const void *from) {
  SmrArray *a = user;
  (void)g;
  Data *x = into;
  const Data *y = from;
  Data joined = {smr_array_type_join(a, x->type, y->type, &a->conflict),
                 x->size < y->size ? x->size : y->size, x->traits | y->traits};
  unsigned changed = (joined.type != x->type || joined.size != x->size || joined.traits != x->traits) |
                     (joined.type != y->type || joined.size != y->size || joined.traits != y->traits) << 1;
  *x = joined;
  return changed;
}

uint32_t smr_array_analyse(SmrArray *a, SmrEgraph *g) {
  SmrAnalysis analysis = {"type", sizeof(Data), make, merge, NULL, a};
  return a->analysis = smr_egraph_analyse(g, &analysis);
}

SmrArrayType smr_array_class_type(const SmrArray *a, SmrEgraph *g, SmrClass c) {
  return ((Data *)smr_egraph_data(g, a->analysis, c))->type;
}
SmrOperator smr_array_class_size(const SmrArray *a, SmrEgraph *g, SmrClass c) {
  return ((Data *)smr_egraph_data(g, a->analysis, c))->size;
}
uint32_t smr_array_class_traits(const SmrArray *a, SmrEgraph *g, SmrClass c) {
  return ((Data *)smr_egraph_data(g, a->analysis, c))->traits &
         (SMR_ARRAY_SUM | SMR_ARRAY_MIXED | SMR_ARRAY_CURVED);
}
bool smr_array_conflict(const SmrArray *a) {
  return a->conflict;
}

SmrArrayType smr_array_term_type(SmrArray *a, const SmrTerm *term, uint32_t node) {
  SmrArrayType *types = smr_xcalloc(node + 1, sizeof *types), children[SMR_MAX_ARITY];
  SmrOperator *leaves = smr_xcalloc(node + 1, sizeof *leaves), sizes[SMR_MAX_ARITY];
  for (uint32_t i = 0; i <= node; i++) {
    SmrOperator op = term->nodes.data[i].op;
    for (uint32_t k = 0; k < smr_operator_info(a->ops, op)->arity; k++) {
      children[k] = types[smr_term_children(term, i)[k]];
      sizes[k] = leaves[smr_term_children(term, i)[k]];
    }
    types[i] = smr_array_node_type(a, op, children, sizes);
    leaves[i] = leaf_size(a, op);
  }
  SmrArrayType type = types[node];
  free(types);
  free(leaves);
  return type;
}
