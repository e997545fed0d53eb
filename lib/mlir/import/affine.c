//===- affine.c - affine loops, accesses and maps -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Affine maps are evaluated into integer arithmetic. Division and remainder by constants stay opaque (they
// round towards minus infinity, which no neutral op does).
//===----------------------------------------------------------------------===//
#include "mlir/import/affine.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/IntegerSet.h"
#include "mlir/import/control.h"

enum { MAX_INPUTS = 64, MAX_EXPR_DEPTH = 200 };

typedef struct {
  SmrValue inputs[MAX_INPUTS]; // dimensions, then symbols
  intptr_t dims, count;
  bool failed;
} Inputs;

/// An affine constraint on the values of an index type: the arithmetic does not wrap.
static SmrValue evaluate(SmrImport *imp, MlirAffineExpr expr, Inputs *in, int depth) {
  if (depth > MAX_EXPR_DEPTH || in->failed) {
    in->failed = true;
    return smr_imp_const(imp, 0);
  }
  if (mlirAffineExprIsAConstant(expr))
    return smr_imp_const(imp, mlirAffineConstantExprGetValue(expr));
  if (mlirAffineExprIsADim(expr) || mlirAffineExprIsASymbol(expr)) {
    intptr_t at = mlirAffineExprIsADim(expr) ? mlirAffineDimExprGetPosition(expr)
                                             : in->dims + mlirAffineSymbolExprGetPosition(expr);
    if (at < in->count)
      return in->inputs[at];
    in->failed = true;
    return smr_imp_const(imp, 0);
  }
  SmrValue a = evaluate(imp, mlirAffineBinaryOpExprGetLHS(expr), in, depth + 1);
  SmrValue b = evaluate(imp, mlirAffineBinaryOpExprGetRHS(expr), in, depth + 1);
  if (mlirAffineExprIsAAdd(expr))
    return smr_imp_arith(imp, SMR_OP_ADD, a, b);
  if (mlirAffineExprIsAMul(expr))
    return smr_imp_arith(imp, SMR_OP_MUL, a, b);
  const char *name = mlirAffineExprIsAMod(expr)        ? "affine.mod"
                     : mlirAffineExprIsAFloorDiv(expr) ? "affine.floordiv"
                                                       : "affine.ceildiv";
  return smr_imp_pure(imp, name, 0, SMR_I64, (SmrValue[]){a, b}, 2);
}

bool smr_imp_apply_map(SmrImport *imp, MlirAffineMap map, const SmrValue *dims, intptr_t count,
                       SmrValue *out) {
  Inputs in = {.dims = count, .count = count, .failed = count > MAX_INPUTS};
  for (intptr_t k = 0; k < count && !in.failed; k++)
    in.inputs[k] = dims[k];
  for (intptr_t k = 0; k < mlirAffineMapGetNumResults(map) && !in.failed; k++)
    out[k] = evaluate(imp, mlirAffineMapGetResult(map, k), &in, 0);
  return !in.failed;
}

static bool take_inputs(SmrImport *imp, MlirOperation op, intptr_t first, intptr_t dims, intptr_t count,
                        Inputs *in) {
  *in = (Inputs){.dims = dims, .count = count};
  if (count > MAX_INPUTS || first + count > mlirOperationGetNumOperands(op))
    return false;
  for (intptr_t k = 0; k < count; k++)
    in->inputs[k] = smr_imp_i64(imp, smr_imp_operand(imp, op, first + k));
  return true;
}

/// The map in attribute `name` applied to operands from `first` on; how many it took in *used.
static bool apply(SmrImport *imp, MlirOperation op, const char *name, intptr_t first, SmrValue *out,
                  intptr_t most, intptr_t *results, intptr_t *used) {
  MlirAttribute attr = smr_mlir_attribute(op, name);
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAAffineMap(attr))
    return false;
  MlirAffineMap map = mlirAffineMapAttrGetValue(attr);
  Inputs in;
  *results = mlirAffineMapGetNumResults(map);
  *used = mlirAffineMapGetNumInputs(map);
  if (*results > most || !take_inputs(imp, op, first, mlirAffineMapGetNumDims(map), *used, &in))
    return false;
  for (intptr_t k = 0; k < *results; k++)
    out[k] = evaluate(imp, mlirAffineMapGetResult(map, k), &in, 0);
  return !in.failed;
}

/// Lower bounds are the maximum of their results, upper bounds the minimum.
static SmrValue combine(SmrImport *imp, const SmrValue *values, intptr_t n, SmrOpcode code) {
  SmrValue all = values[0];
  for (intptr_t k = 1; k < n; k++)
    all = smr_build(imp->graph, imp->block, 0, code, SMR_I64, (SmrValue[]){all, values[k]}, 2, 0);
  return all;
}

static bool affine_for(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue lower[16], upper[16];
  intptr_t lowers, uppers, lower_used, upper_used;
  int64_t step;
  if (!smr_imp_attr_int(op, "step", &step) ||
      !apply(imp, op, "lowerBoundMap", 0, lower, 16, &lowers, &lower_used) || lowers < 1 ||
      !apply(imp, op, "upperBoundMap", lower_used, upper, 16, &uppers, &upper_used) || uppers < 1)
    return false;
  intptr_t first = lower_used + upper_used;
  SmrLoop loop = {.lower = combine(imp, lower, lowers, SMR_OP_MAXS),
                  .upper = combine(imp, upper, uppers, SMR_OP_MINS),
                  .step = smr_imp_const(imp, step),
                  .first_init = first,
                  .init_count = mlirOperationGetNumOperands(op) - first};
  return smr_imp_for(imp, op, &loop);
}

/// How many results of a bounds' map each dimension has, and what they are together.
static bool bounds(SmrImport *imp, MlirOperation op, const char *map, const char *groups, intptr_t first,
                   SmrOpcode code, SmrValue *out, intptr_t *depth, intptr_t *used) {
  SmrValue values[16];
  intptr_t count, at = 0;
  MlirAttribute sizes = smr_mlir_attribute(op, groups);
  if (!apply(imp, op, map, first, values, 16, &count, used) || mlirAttributeIsNull(sizes) ||
      !mlirAttributeIsADenseIntElements(sizes))
    return false;
  *depth = mlirElementsAttrGetNumElements(sizes);
  for (intptr_t d = 0; d < *depth; d++) {
    intptr_t size = mlirDenseElementsAttrGetInt32Value(sizes, d);
    if (size < 1 || size > count - at)
      return false;
    out[d] = combine(imp, values + at, size, code);
    at += size;
  }
  return at == count;
}

/// How each result is joined, by number.
static bool reductions(MlirOperation op, int64_t *kinds) {
  MlirAttribute list = smr_mlir_attribute(op, "reductions");
  intptr_t count = mlirOperationGetNumResults(op);
  if (count > SMR_LOOP_INITS || mlirAttributeIsNull(list) || !mlirAttributeIsAArray(list) ||
      mlirArrayAttrGetNumElements(list) != count)
    return false;
  for (intptr_t k = 0; k < count; k++) {
    if (!mlirAttributeIsAInteger(mlirArrayAttrGetElement(list, k)))
      return false;
    kinds[k] = mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(list, k));
  }
  return true;
}

static bool affine_parallel(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue lower[16], upper[16], step[16];
  intptr_t depth, uppers, lower_used, upper_used;
  int64_t kinds[SMR_LOOP_INITS];
  MlirAttribute steps = smr_mlir_attribute(op, "steps");
  if (!reductions(op, kinds) || mlirAttributeIsNull(steps) || !mlirAttributeIsAArray(steps) ||
      !bounds(imp, op, "lowerBoundsMap", "lowerBoundsGroups", 0, SMR_OP_MAXS, lower, &depth, &lower_used) ||
      !bounds(imp, op, "upperBoundsMap", "upperBoundsGroups", lower_used, SMR_OP_MINS, upper, &uppers,
              &upper_used) ||
      uppers != depth || mlirArrayAttrGetNumElements(steps) != depth)
    return false;
  for (intptr_t d = 0; d < depth; d++)
    step[d] = smr_imp_const(imp, mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(steps, d)));
  if (mlirOperationGetNumResults(op))
    return smr_imp_reductions(imp, op,
                              &(SmrImportNest){lower, upper, step, depth, mlirOperationGetNumResults(op), 0,
                                               kinds,
                                               mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))});
  return smr_imp_loop_nest(imp, op, depth, lower, upper, step, SMR_F_UNORDERED);
}

static SmrValue address(SmrImport *imp, MlirOperation op, intptr_t memref) {
  SmrValue index[16];
  intptr_t n, used;
  if (!apply(imp, op, "map", memref + 1, index, 15, &n, &used))
    return 0;
  return smr_imp_memref_address(imp, op, mlirOperationGetOperand(op, memref), index, (uint32_t)n);
}

static bool affine_load(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return smr_imp_memref_load(imp, op, address(imp, op, 0));
}

static bool affine_store(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return smr_imp_memref_store(imp, op, address(imp, op, 1));
}

static bool reduce(SmrImport *imp, MlirOperation op, SmrOpcode code) {
  SmrValue values[16];
  intptr_t n, used;
  if (!apply(imp, op, "map", 0, values, 16, &n, &used) || n < 1)
    return false;
  smr_imp_alias(imp, mlirOperationGetResult(op, 0), combine(imp, values, n, code));
  return true;
}
static bool affine_min(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return reduce(imp, op, SMR_OP_MINS);
}
static bool affine_max(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return reduce(imp, op, SMR_OP_MAXS);
}

static bool affine_if(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirAttribute attr = smr_mlir_attribute(op, "condition");
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAIntegerSet(attr))
    return false;
  MlirIntegerSet set = mlirIntegerSetAttrGetValue(attr);
  Inputs in;
  if (!take_inputs(imp, op, 0, mlirIntegerSetGetNumDims(set), mlirIntegerSetGetNumInputs(set), &in))
    return false;
  SmrValue condition = 0, zero = smr_imp_const(imp, 0);
  for (intptr_t k = 0; k < mlirIntegerSetGetNumConstraints(set); k++) {
    SmrValue value = evaluate(imp, mlirIntegerSetGetConstraint(set, k), &in, 0);
    SmrValue test = smr_imp_icmp(imp, mlirIntegerSetIsConstraintEq(set, k) ? SMR_EQ : SMR_SGE, value, zero);
    condition = condition ? smr_build(imp->graph, imp->block, 0, SMR_OP_AND, SMR_I1,
                                      (SmrValue[]){condition, test}, 2, 0)
                          : test;
  }
  if (!condition || in.failed)
    return false;
  return smr_imp_if_regions(imp, op, smr_imp_op(imp, op, SMR_OP_IF, &condition, 1, 2));
}

const SmrHandlerEntry smr_imp_affine_handlers[] = {{SMR_HANDLER_AFFINE_FOR, affine_for},
                                                   {SMR_HANDLER_AFFINE_LOAD, affine_load},
                                                   {SMR_HANDLER_AFFINE_STORE, affine_store},
                                                   {SMR_HANDLER_AFFINE_APPLY, affine_min},
                                                   {SMR_HANDLER_AFFINE_MIN, affine_min},
                                                   {SMR_HANDLER_AFFINE_MAX, affine_max},
                                                   {SMR_HANDLER_AFFINE_IF, affine_if},
                                                   {SMR_HANDLER_AFFINE_PARALLEL, affine_parallel},
                                                   {SMR_HANDLER_NONE, NULL}};
