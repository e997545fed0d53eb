//===- rules.c - conditions and computed terms for rules -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/rules.h"
#include "array/internal.h"

static SmrArrayType type_of(void *user, SmrEgraph *g, SmrClass c) {
  return smr_array_class_type(((SmrArrayRules *)user)->array, g, c);
}

static bool scalar(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return smr_array_type_is_scalar(((SmrArrayRules *)user)->array, type_of(user, g, args[0]));
}

static bool vector(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return smr_array_type_rank(((SmrArrayRules *)user)->array, type_of(user, g, args[0])) == 1;
}

static bool matrix(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return smr_array_type_rank(((SmrArrayRules *)user)->array, type_of(user, g, args[0])) == 2;
}

static bool array(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return smr_array_type_rank(((SmrArrayRules *)user)->array, type_of(user, g, args[0])) >= 1;
}

static bool value(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  SmrArrayTypeKind kind =
      smr_array_type_info(((SmrArrayRules *)user)->array, type_of(user, g, args[0]))->kind;
  return kind != SMR_ARRAY_TYPE_UNKNOWN && kind != SMR_ARRAY_TYPE_FUNCTION;
}

static bool is_size(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return smr_array_class_size(((SmrArrayRules *)user)->array, g, args[0]) != SMR_NO_OPERATOR;
}

typedef struct {
  SmrArray *array;
  SmrEgraph *g;
  SmrClass size;
  bool found;
} Extent;

static bool is_extent_of(void *user, SmrNode node) {
  Extent *e = user;
  SmrArrayOp which = smr_array_classify(e->array, smr_egraph_op(e->g, node));
  e->found |=
      (which == SMR_A_BUILD || which == SMR_A_IFOLD || which == SMR_A_MEMSET || which == SMR_A_T_FULL) &&
      smr_egraph_find(e->g, smr_egraph_children(e->g, node)[0]) == e->size;
  return !e->found;
}

// (What stands for a number elsewhere is no length. An array without elements is worth nothing as one that is
// only indexed, and costs so little that it would be chosen.)
static bool is_extent(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  SmrArray *a = ((SmrArrayRules *)user)->array;
  SmrOperator leaf = smr_array_class_size(a, g, args[0]);
  int64_t n;
  if (!smr_array_size(a, leaf, &n) || n <= 0)
    return false;
  Extent e = {a, g, smr_egraph_find(g, args[0]), smr_array_classify(a, leaf) == SMR_A_INPUT};
  if (!e.found)
    smr_egraph_uses(g, e.size, is_extent_of, &e);
  return e.found;
}

static bool is_index(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  if (is_size(user, g, args, count))
    return true;
  SmrOperators *ops = smr_egraph_ops(g);
  for (SmrNode n = smr_egraph_first(g, args[0]); n != SMR_NO_CLASS; n = smr_egraph_next(g, args[0], n))
    if (smr_operator_info(ops, smr_egraph_op(g, n))->kind == SMR_OPERATOR_INDEX)
      return true;
  return false;
}

static bool holds_number(SmrEgraph *g, SmrClass c, double number) {
  SmrOperators *ops = smr_egraph_ops(g);
  for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)) {
    const SmrOperatorInfo *info = smr_operator_info(ops, smr_egraph_op(g, n));
    if ((info->kind == SMR_OPERATOR_INTEGER && (double)info->integer == number) ||
        (info->kind == SMR_OPERATOR_REAL && info->real == number))
      return true;
  }
  return false;
}

// Whether a class is known to be 0, or an array of zeros. (Classes may hold themselves: `depth` ends that.)
static bool is_zero(SmrArray *a, SmrEgraph *g, SmrClass c, uint32_t depth) {
  if (holds_number(g, c, 0))
    return true;
  for (SmrNode n = smr_egraph_first(g, c); depth && n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)) {
    SmrArrayOp which = smr_array_classify(a, smr_egraph_op(g, n));
    bool last =
        which == SMR_A_T_FULL || which == SMR_A_MEMSET || which == SMR_A_BUILD || which == SMR_A_T_MUL;
    if ((last || which == SMR_A_LAM) && is_zero(a, g, smr_egraph_children(g, n)[last], depth - 1))
      return true;
  }
  return false;
}

// (What once was not known to be zero has been used by then: nothing is missed when that changes.)
static bool nonzero(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return !is_zero(((SmrArrayRules *)user)->array, g, args[0], 6);
}

static bool notone(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)user, (void)count;
  return !holds_number(g, args[0], 1);
}

static bool is_free(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  SmrOperator index = smr_array_class_size(((SmrArrayRules *)user)->array, g, args[1]);
  int64_t i;
  return smr_array_size(((SmrArrayRules *)user)->array, index, &i) && i >= 0 && i < 63 &&
         (smr_binder_must(((SmrArrayRules *)user)->binder, args[0]) >> i & 1);
}

// Whether the class is the size of that dimension: the same leaf. (Two names may have one value and not be
// one size: code with symbolic sizes takes any.)
static bool same_size(SmrArray *a, SmrEgraph *g, SmrOperator dim, SmrClass size) {
  SmrOperator leaf = smr_array_class_size(a, g, size);
  return leaf != SMR_NO_OPERATOR && leaf == dim;
}

static bool length(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  SmrArray *a = ((SmrArrayRules *)user)->array;
  const SmrArrayTypeInfo *t = smr_array_type_info(a, type_of(user, g, args[0]));
  return t->kind == SMR_ARRAY_TYPE_ARRAY && same_size(a, g, t->dim, args[1]);
}

static bool shape(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  SmrArray *a = ((SmrArrayRules *)user)->array;
  SmrArrayTypeInfo t = *smr_array_type_info(a, type_of(user, g, args[0]));
  if (t.kind != SMR_ARRAY_TYPE_ARRAY)
    return false;
  SmrArrayTypeInfo row = *smr_array_type_info(a, t.a);
  return row.kind == SMR_ARRAY_TYPE_ARRAY && same_size(a, g, t.dim, args[1]) &&
         same_size(a, g, row.dim, args[2]);
}

static SmrClass zeros(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  SmrArray *a = ((SmrArrayRules *)user)->array;
  SmrOperators *ops = smr_egraph_ops(g);
  SmrArrayTypeInfo t = *smr_array_type_info(a, type_of(user, g, args[0]));
  int rank = smr_array_type_rank(a, type_of(user, g, args[0]));
  if (rank < 1 || rank > 2 || t.dim == SMR_NO_OPERATOR)
    return SMR_NO_CLASS;
  SmrOperator inner = rank == 2 ? smr_array_type_info(a, t.a)->dim : t.dim;
  if (inner == SMR_NO_OPERATOR)
    return SMR_NO_CLASS;
  SmrClass c[2] = {smr_egraph_add(g, inner, NULL), smr_egraph_add(g, smr_operator_integer(ops, 0), NULL)};
  SmrClass row = smr_egraph_add(g, smr_array_op(a, SMR_A_MEMSET), c);
  if (rank == 1)
    return row;
  c[1] = smr_egraph_add(g, smr_array_op(a, SMR_A_LAM), &row);
  c[0] = smr_egraph_add(g, t.dim, NULL);
  return smr_egraph_add(g, smr_array_op(a, SMR_A_BUILD), c);
}

// Whether c is n × m × l.
static bool cube(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  SmrArray *a = ((SmrArrayRules *)user)->array;
  SmrArrayType type = type_of(user, g, args[0]);
  if (smr_array_type_rank(a, type) != 3)
    return false;
  for (uint32_t i = 1; i <= 3; i++, type = smr_array_type_info(a, type)->a)
    if (!same_size(a, g, smr_array_type_info(a, type)->dim, args[i]))
      return false;
  return true;
}

static SmrClass length_leaf(void *user, SmrEgraph *g, SmrClass c) {
  const SmrArrayTypeInfo *t = smr_array_type_info(((SmrArrayRules *)user)->array, type_of(user, g, c));
  return t->kind == SMR_ARRAY_TYPE_ARRAY && t->dim != SMR_NO_OPERATOR ? smr_egraph_add(g, t->dim, NULL)
                                                                      : SMR_NO_CLASS;
}

static SmrClass length_of(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return length_leaf(user, g, args[0]);
}

static SmrClass ones(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  SmrClass c[2] = {length_leaf(user, g, args[0]),
                   smr_egraph_add(g, smr_operator_integer(smr_egraph_ops(g), 1), NULL)};
  return c[0] == SMR_NO_CLASS
             ? c[0]
             : smr_egraph_add(g, smr_array_op(((SmrArrayRules *)user)->array, SMR_A_T_FULL), c);
}

static SmrClass rows_of(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  SmrClass c[3] = {args[1], length_leaf(user, g, args[0]), args[2]};
  return c[1] == SMR_NO_CLASS
             ? c[1]
             : smr_egraph_add(g, smr_array_op(((SmrArrayRules *)user)->array, SMR_A_SPLIT), c);
}

void smr_array_callbacks(SmrArrayRules *rules, SmrCallbacks *callbacks) {
  static const SmrCallback all[] = {
      {"scalar", scalar, NULL, NULL, 1, true},     {"vector", vector, NULL, NULL, 1, true},
      {"matrix", matrix, NULL, NULL, 1, true},     {"array", array, NULL, NULL, 1, true},
      {"value", value, NULL, NULL, 1, true},       {"size", is_size, NULL, NULL, 1, true},
      {"extent", is_extent, NULL, NULL, 1, false}, {"index", is_index, NULL, NULL, 1, true},
      {"free", is_free, NULL, NULL, 2, true},      {"nonzero", nonzero, NULL, NULL, 1, true},
      {"notone", notone, NULL, NULL, 1, true},     {"length", length, NULL, NULL, 2, true},
      {"shape", shape, NULL, NULL, 3, true},       {"cube", cube, NULL, NULL, 4, true},
      {"zeros", NULL, zeros, NULL, 1, true},       {"lengthof", NULL, length_of, NULL, 1, true},
      {"ones", NULL, ones, NULL, 1, true},         {"rowsof", NULL, rows_of, NULL, 3, true}};
  smr_callbacks_add(callbacks, rules, sizeof all / sizeof *all, all);
  smr_array_pointwise_callbacks(rules, callbacks);
  smr_array_fold_callbacks(rules, callbacks);
}
