//===- op.c - reductions of linalg, as loops and indices ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensorize/op.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "mlir/name.h"
#include <string.h>

static bool refuse(SmrStr *reason, const char *why) {
  smr_str_puts(reason, why);
  return false;
}

//===--- what the body computes ---===//

/// The op that gives a value inside of the body; null for the body's arguments and what comes from outside.
static MlirOperation giver(MlirValue value) {
  return mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){0};
}

static bool is_of(MlirOperation op, const char *name, MlirValue one, MlirValue other) {
  if (mlirOperationIsNull(op) || !smr_mlir_named(op, name) || mlirOperationGetNumOperands(op) != 2)
    return false;
  MlirValue a = mlirOperationGetOperand(op, 0), b = mlirOperationGetOperand(op, 1);
  return (mlirValueEqual(a, one) && mlirValueEqual(b, other)) ||
         (mlirValueEqual(a, other) && mlirValueEqual(b, one));
}

static bool is_multiply_add(MlirOperation sum, MlirBlock body) {
  MlirValue out = mlirBlockGetArgument(body, 2);
  for (int k = 0; k < 2 && smr_mlir_named(sum, "arith.addf"); k++) {
    MlirOperation product = giver(mlirOperationGetOperand(sum, k));
    if (mlirValueEqual(mlirOperationGetOperand(sum, 1 - k), out) &&
        is_of(product, "arith.mulf", mlirBlockGetArgument(body, 0), mlirBlockGetArgument(body, 1)))
      return true;
  }
  return false;
}

/// (A body may do more than compute what it yields: call, store.)
static uint32_t number_of_ops(MlirBlock body) {
  uint32_t count = 0;
  for (MlirOperation o = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(o);
       o = mlirOperationGetNextInBlock(o))
    count++;
  return count;
}

static bool read_body(SmrTensorizeOp *o) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(o->op, 0));
  MlirOperation yield = mlirBlockIsNull(body) ? (MlirOperation){0} : mlirBlockGetTerminator(body);
  if (mlirOperationIsNull(yield) || mlirOperationGetNumOperands(yield) != 1 ||
      mlirBlockGetNumArguments(body) != 3)
    return false;
  MlirOperation last = giver(mlirOperationGetOperand(yield, 0));
  MlirValue in = mlirBlockGetArgument(body, 0), out = mlirBlockGetArgument(body, 2);
  if (mlirOperationIsNull(last))
    return false;
  if (is_of(last, "arith.addf", in, out))
    o->kind = SMR_TENSORIZE_SUM;
  else if (is_of(last, "arith.maximumf", in, out))
    o->kind = SMR_TENSORIZE_MAX;
  else if (is_multiply_add(last, body))
    o->kind = SMR_TENSORIZE_PRODUCT;
  else
    return false;
  return number_of_ops(body) == (o->kind == SMR_TENSORIZE_PRODUCT ? 3 : 2);
}

//===--- loops and indices ---===//

/// Adds a term scale · loop of an index.
static bool add_term(SmrTensorizeIndex *index, int64_t loop, int64_t scale) {
  if (scale < 1 || scale > INT32_MAX || loop == index->loop || index->other >= 0)
    return false;
  int32_t *at = index->loop < 0 ? &index->loop : &index->other;
  *(index->loop < 0 ? &index->scale : &index->other_scale) = scale;
  *at = (int32_t)loop;
  return true;
}

static bool read_index(MlirAffineExpr e, SmrTensorizeIndex *index) {
  if (mlirAffineExprIsADim(e))
    return add_term(index, mlirAffineDimExprGetPosition(e), 1);
  if (!mlirAffineExprIsABinary(e))
    return false;
  MlirAffineExpr a = mlirAffineBinaryOpExprGetLHS(e), b = mlirAffineBinaryOpExprGetRHS(e);
  if (mlirAffineExprIsAAdd(e))
    return read_index(a, index) && read_index(b, index);
  return mlirAffineExprIsAMul(e) && mlirAffineExprIsADim(a) && mlirAffineExprIsAConstant(b) &&
         add_term(index, mlirAffineDimExprGetPosition(a), mlirAffineConstantExprGetValue(b));
}

static bool read_map(SmrTensorizeOp *o, uint32_t k, MlirAffineMap map) {
  SmrTensorizeOperand *operand = &o->operands[k];
  o->loop_count = (uint32_t)mlirAffineMapGetNumDims(map);
  if (o->loop_count > SMR_TENSORIZE_MAX_LOOPS || mlirAffineMapGetNumSymbols(map) ||
      mlirAffineMapGetNumResults(map) != operand->rank)
    return false;
  for (uint32_t d = 0; d < operand->rank; d++) {
    SmrTensorizeIndex *index = &operand->indices[d];
    *index = (SmrTensorizeIndex){.loop = -1, .other = -1};
    if (!read_index(mlirAffineMapGetResult(map, d), index))
      return false;
    bool plain = index->other < 0 && index->scale == 1;
    if (!plain && k != SMR_TENSORIZE_INPUT)
      return false;
    int32_t used[2] = {index->loop, index->other};
    for (int u = 0; u < 2 && used[u] >= 0; u++) {
      if (o->loops[used[u]].in[k]) // a diagonal
        return false;
      o->loops[used[u]].in[k] = true;
    }
  }
  return true;
}

/// Of the two loops of an index of the input one is parallel and the other a reduction that the kernel has.
static bool order_windows(SmrTensorizeOp *o) {
  SmrTensorizeOperand *input = &o->operands[SMR_TENSORIZE_INPUT];
  for (uint32_t d = 0; d < input->rank; d++) {
    SmrTensorizeIndex i = input->indices[d];
    if (i.other < 0 && i.scale != 1)
      return false;
    if (i.other < 0)
      continue;
    if (!o->loops[i.loop].parallel)
      input->indices[d] = (SmrTensorizeIndex){i.other, i.loop, i.other_scale, i.scale};
    const SmrTensorizeLoop *across = &o->loops[input->indices[d].loop],
                           *in = &o->loops[input->indices[d].other];
    if (!across->parallel || in->parallel || across->in[SMR_TENSORIZE_KERNEL] ||
        !in->in[SMR_TENSORIZE_KERNEL])
      return false;
  }
  return true;
}

/// A size that is written down beats one that is not, the output's those of others.
static bool find_size(SmrTensorizeOp *o, uint32_t loop) {
  SmrTensorizeLoop *l = &o->loops[loop];
  bool found = false;
  for (uint32_t k = 3; k-- > 0;)
    for (uint32_t d = 0; d < o->operands[k].rank; d++) {
      const SmrTensorizeIndex *index = &o->operands[k].indices[d];
      if (index->loop != (int32_t)loop || index->other >= 0 ||
          (found && (l->size >= 0 || o->operands[k].sizes[d] < 0)))
        continue;
      l->size = o->operands[k].sizes[d];
      l->operand = k;
      l->dim = d;
      found = true;
    }
  return found;
}

/// What is added up is indexed by all loops; of two factors, by the reductions both, by the others one.
static bool is_supported(const SmrTensorizeOp *o, const SmrTensorizeLoop *l) {
  bool input = l->in[SMR_TENSORIZE_INPUT], kernel = l->in[SMR_TENSORIZE_KERNEL];
  return o->kind != SMR_TENSORIZE_PRODUCT ? input : l->parallel ? input || kernel : input && kernel;
}

static bool read_loops(SmrTensorizeOp *o) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(o->op);
  if (mlirAttributeIsNull(maps) || mlirArrayAttrGetNumElements(maps) != 3)
    return false;
  for (uint32_t k = 0; k < 3; k++)
    if (!read_map(o, k, mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, k))))
      return false;
  for (uint32_t l = 0; l < o->loop_count; l++) {
    o->loops[l].parallel = o->loops[l].in[SMR_TENSORIZE_OUTPUT];
    if (!is_supported(o, &o->loops[l]) || !find_size(o, l))
      return false;
  }
  return order_windows(o);
}

//===--- operands ---===//

static bool read_strides(SmrTensorizeOperand *operand, MlirType type) {
  int64_t offset, strides[SMR_TENSORIZE_MAX_RANK] = {0};
  if (mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return false;
  operand->row_by_row = mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
  for (uint32_t d = 0; d < operand->rank; d++) {
    bool dynamic = mlirShapedTypeIsDynamicStrideOrOffset(strides[d]);
    if (!dynamic && strides[d] < 0)
      return false;
    operand->strides[d] = dynamic ? SMR_TENSORIZE_DYNAMIC : strides[d];
  }
  return true;
}

/// Less than 2^31 elements and strides, so that what is computed of them is a number.
static bool is_countable(const SmrTensorizeOperand *operand) {
  int64_t elements = 1;
  for (uint32_t d = 0; d < operand->rank; d++) {
    if (operand->sizes[d] > INT32_MAX || operand->strides[d] > INT32_MAX)
      return false;
    elements *= operand->sizes[d] > 1 ? operand->sizes[d] : 1;
    if (elements > INT32_MAX)
      return false;
  }
  return true;
}

static bool read_operand(SmrTensorizeOp *o, uint32_t k, SmrStr *reason) {
  SmrTensorizeOperand *operand = &o->operands[k];
  operand->value = mlirOperationGetOperand(o->op, k);
  MlirType type = mlirValueGetType(operand->value);
  if (mlirTypeIsARankedTensor(type))
    return refuse(reason, "its operands are tensors: run --one-shot-bufferize first");
  if (!mlirTypeIsAMemRef(type))
    return refuse(reason, "an operand is no memref");
  MlirType element = mlirShapedTypeGetElementType(type);
  o->f64 = mlirTypeIsAF64(element);
  if (!o->f64 && !mlirTypeIsAF32(element))
    return refuse(reason, "its elements are neither f32 nor f64");
  if (k && !mlirTypeEqual(element, mlirShapedTypeGetElementType(mlirValueGetType(o->operands[0].value))))
    return refuse(reason, "its operands have different element types");
  MlirAttribute space = mlirMemRefTypeGetMemorySpace(type);
  if (!mlirAttributeIsNull(space) && !(mlirAttributeIsAInteger(space) && !mlirIntegerAttrGetValueInt(space)))
    return refuse(reason, "an operand lies in another memory space");
  int64_t rank = mlirShapedTypeGetRank(type);
  if (rank > SMR_TENSORIZE_MAX_RANK)
    return refuse(reason, "an operand has too many dimensions");
  operand->rank = (uint32_t)rank;
  for (uint32_t d = 0; d < operand->rank; d++)
    operand->sizes[d] =
        mlirShapedTypeIsDynamicDim(type, d) ? SMR_TENSORIZE_DYNAMIC : mlirShapedTypeGetDimSize(type, d);
  if (!read_strides(operand, type))
    return refuse(reason, "an operand's layout has no strides, or negative ones");
  return is_countable(operand) || refuse(reason, "an operand is too large");
}

/// Is it one of the ops that the pass is about? Of others nothing is told.
static bool is_candidate(MlirOperation op) {
  static const char *const prefixes[] = {"linalg.conv_",   "linalg.depthwise_conv_", "linalg.matmul",
                                         "linalg.batch_",  "linalg.pooling_",        "linalg.generic",
                                         "linalg.contract"};
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
    if (name.length >= strlen(prefixes[k]) && !memcmp(name.data, prefixes[k], strlen(prefixes[k])))
      return mlirOperationGetNumRegions(op) == 1;
  return false;
}

static bool has_reduction(const SmrTensorizeOp *o) {
  for (uint32_t l = 0; l < o->loop_count; l++)
    if (!o->loops[l].parallel)
      return true;
  return false;
}

double smr_tensorize_about(const SmrTensorizeOp *op, uint32_t loop) {
  const SmrTensorizeOperand *input = &op->operands[SMR_TENSORIZE_INPUT];
  if (op->loops[loop].size != SMR_TENSORIZE_DYNAMIC)
    return (double)op->loops[loop].size;
  for (uint32_t d = 0; d < input->rank; d++)
    if (input->indices[d].other == (int32_t)loop)
      return 3;
  return 32;
}

bool smr_tensorize_read(MlirOperation op, SmrTensorizeOp *out, SmrStr *reason) {
  *out = (SmrTensorizeOp){.op = op};
  if (!is_candidate(op))
    return false;
  bool generic = smr_mlir_named(op, "linalg.generic") || smr_mlir_named(op, "linalg.contract");
  if (mlirOperationGetNumOperands(op) != 3)
    return !generic && refuse(reason, "it has not two inputs and one output");
  if (!read_body(out))
    return !generic && refuse(reason, "it is no sum of products, sum or maximum of floating-point numbers");
  for (uint32_t k = 0; k < 3; k++)
    if (!read_operand(out, k, reason))
      return false;
  if (!read_loops(out) || !has_reduction(out))
    return !generic && refuse(reason, "its indices are not those of a convolution, a product or a pooling");
  return true;
}
