//===- lanes.c - vectors as their elements ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The graph knows numbers, not vectors. A vector of at most 16 floating-point numbers is read as its
// elements, its lanes, and what is computed elementwise is computed for each. So a loop that was vectorised
// by hand is the unrolled loop that it stands for. The code keeps its vectors: a lane has the handle of the
// whole op, and loads and stores of lanes have SMR_F_LANE, since none of them can be replaced without the
// others.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/import/internal.h"

SmrType smr_imp_lane_type(SmrImport *imp, MlirType vector) {
  return smr_imp_type(imp, mlirShapedTypeGetElementType(vector)).type;
}

const SmrValue *smr_imp_lanes(SmrImport *imp, MlirValue value) {
  SmrEntry *entry = smr_imp_entry(imp, value);
  return entry && entry->kind == SMR_E_LANES ? entry->is.lanes : NULL;
}

void smr_imp_bind_lanes(SmrImport *imp, MlirValue from, const SmrValue *lanes) {
  MlirType type = mlirValueGetType(from);
  SmrEntry entry = {.kind = SMR_E_LANES, .type = smr_imp_type_id(imp, type)};
  entry.count = smr_imp_lane_count(type);
  entry.is.lanes = smr_arena_copy(&imp->scratch, lanes, entry.count * sizeof *lanes);
  smr_imp_bind_entry(imp, from, entry);
}

/// One element of a vector of which nothing is known.
static SmrValue unknown_lane(SmrImport *imp, MlirValue vector, uint32_t k) {
  SmrValue operands[2] = {smr_imp_value(imp, vector), smr_imp_const(imp, k)};
  return smr_imp_pure(imp, SMR_OPAQUE_LANE, 0, smr_imp_lane_type(imp, mlirValueGetType(vector)), operands, 2);
}

uint32_t smr_imp_pass(SmrImport *imp, MlirValue value, SmrValue *out) {
  const uint32_t count = smr_imp_lane_count(mlirValueGetType(value));
  const SmrValue *lanes = count ? smr_imp_lanes(imp, value) : NULL;
  if (!count) {
    *out = smr_imp_value(imp, value);
    return 1;
  }
  for (uint32_t k = 0; k < count; k++) // (of a vector that came from elsewhere nothing is known)
    out[k] = lanes ? lanes[k] : unknown_lane(imp, value, k);
  return count;
}

static MlirValue result(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

bool smr_imp_has_lanes(MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 && smr_imp_lane_count(mlirValueGetType(result(op))) > 0;
}

bool smr_imp_same_lane(SmrImport *imp, MlirOperation op, SmrOpcode code, int64_t bits) {
  SmrValue lanes[SMR_IMP_MOST_LANES];
  SmrType type = smr_imp_lane_type(imp, mlirValueGetType(result(op)));
  lanes[0] = smr_imp_make(imp, op, code, type, NULL, 0);
  smr_op(imp->graph, smr_def(imp->graph, lanes[0]))->imm = bits;
  for (uint32_t k = 1; k < smr_imp_lane_count(mlirValueGetType(result(op))); k++)
    lanes[k] = lanes[0];
  smr_imp_bind_lanes(imp, result(op), lanes);
  return true;
}

bool smr_imp_constant_lanes(SmrImport *imp, MlirOperation op, MlirAttribute value) {
  SmrValue lanes[SMR_IMP_MOST_LANES];
  MlirType type = mlirValueGetType(result(op));
  uint32_t count = smr_imp_lane_count(type);
  if (!mlirAttributeIsADenseElements(value) || mlirElementsAttrGetNumElements(value) != (int64_t)count ||
      !mlirTypeEqual(mlirAttributeGetType(value), type))
    return false;
  SmrType lane = smr_imp_lane_type(imp, type);
  for (uint32_t k = 0; k < count; k++) {
    double number = lane == SMR_F64 ? mlirDenseElementsAttrGetDoubleValue(value, k)
                                    : (double)mlirDenseElementsAttrGetFloatValue(value, k);
    lanes[k] = smr_imp_make(imp, op, SMR_OP_CONST, lane, NULL, 0);
    memcpy(&smr_op(imp->graph, smr_def(imp->graph, lanes[k]))->imm, &number, sizeof number);
  }
  smr_imp_bind_lanes(imp, result(op), lanes);
  return true;
}

bool smr_imp_elementwise(SmrImport *imp, MlirOperation op, const SmrOpDesc *desc, const uint32_t *from,
                         uint32_t count, int64_t imm) {
  const SmrValue *operands[SMR_DESC_MAX_OPERANDS];
  SmrValue lanes[SMR_IMP_MOST_LANES];
  MlirType type = mlirValueGetType(result(op));
  for (uint32_t i = 0; i < count; i++) {
    MlirValue operand = mlirOperationGetOperand(op, from[i]);
    operands[i] = mlirTypeEqual(mlirValueGetType(operand), type) ? smr_imp_lanes(imp, operand) : NULL;
    if (!operands[i])
      return false;
  }
  for (uint32_t k = 0; k < smr_imp_lane_count(type); k++) {
    SmrValue given[SMR_DESC_MAX_OPERANDS];
    for (uint32_t i = 0; i < count; i++)
      given[i] = operands[i][k];
    lanes[k] = smr_imp_make(imp, op, desc->code, smr_imp_lane_type(imp, type), given, count);
    SmrOpData *data = smr_op(imp->graph, smr_def(imp->graph, lanes[k]));
    data->imm = imm;
    data->name = desc->math ? smr_intern(imp->symbols, desc->math) : 0;
    data->fast = smr_imp_fast(imp, op);
    data->flags |= desc->fused ? SMR_F_FUSED : 0;
    if (!smr_op_check(imp->graph, smr_def(imp->graph, lanes[k]))) // (the first one, or none)
      return smr_op_unlink(imp->graph, smr_def(imp->graph, lanes[k])), false;
  }
  smr_imp_bind_lanes(imp, result(op), lanes);
  return true;
}

//--- Lanes that change places ----------------------------------------------------------------------

/// The constant operand that names a lane of so many; else -1.
static int64_t place_at(SmrImport *imp, MlirOperation op, intptr_t operand, uint32_t count) {
  int64_t place;
  bool known = smr_const_int(imp->graph, smr_imp_operand(imp, op, operand), &place);
  return known && place >= 0 && place < (int64_t)count ? place : -1;
}

/// Makes the op the origin of a lane that was computed in the op's block, if it is the first to extract that
/// lane: a lane has no other scalar in the code. False: it is not the first, or the lane is from elsewhere.
static bool become_origin(SmrImport *imp, MlirOperation op, SmrValue lane) {
  const SmrOp made = smr_def(imp->graph, lane);
  SmrOpData *data = made ? smr_op(imp->graph, made) : NULL;
  MlirOperation computed = {data ? data->handle : NULL};
  if (!data || data->block != imp->block || !computed.ptr || imp->graph->values.data[lane].handle ||
      data->code == SMR_OP_CONST || data->code == SMR_OP_UNDEF || smr_is_access(imp->graph, made))
    return false;
  data->handle = op.ptr;
  smr_imp_bind(imp, result(op), lane);
  return true;
}

static bool extractelement(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirValue vector = mlirOperationGetOperand(op, 0);
  const SmrValue *lanes = smr_imp_lanes(imp, vector);
  int64_t place = lanes ? place_at(imp, op, 1, smr_imp_lane_count(mlirValueGetType(vector))) : -1;
  if (place >= 0 && !become_origin(imp, op, lanes[place]))
    smr_imp_alias(imp, result(op), lanes[place]);
  return place >= 0;
}

static bool insertelement(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  uint32_t count = smr_imp_lane_count(mlirValueGetType(result(op)));
  const SmrValue *lanes = smr_imp_lanes(imp, mlirOperationGetOperand(op, 0));
  int64_t place = lanes ? place_at(imp, op, 2, count) : -1;
  if (place < 0)
    return false;
  SmrValue changed[SMR_IMP_MOST_LANES];
  memcpy(changed, lanes, count * sizeof *changed);
  changed[place] = smr_imp_operand(imp, op, 1);
  smr_imp_bind_lanes(imp, result(op), changed);
  return true;
}

static bool shufflevector(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirAttribute mask = smr_mlir_attribute(op, "mask");
  uint32_t count = smr_imp_lane_count(mlirValueGetType(result(op))),
           each = smr_imp_lane_count(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  const SmrValue *from[2] = {smr_imp_lanes(imp, mlirOperationGetOperand(op, 0)),
                             smr_imp_lanes(imp, mlirOperationGetOperand(op, 1))};
  if (!count || !each || !from[0] || !from[1] || !mlirAttributeIsADenseI32Array(mask) ||
      mlirDenseArrayGetNumElements(mask) != (intptr_t)count)
    return false;
  SmrValue lanes[SMR_IMP_MOST_LANES], undefined = 0;
  for (uint32_t k = 0; k < count; k++) {
    int32_t place = mlirDenseI32ArrayGetElement(mask, k);
    if (place >= (int32_t)(2 * each))
      return false;
    if (place < 0 && !undefined)
      undefined = smr_imp_undef(imp, smr_imp_lane_type(imp, mlirValueGetType(result(op))));
    lanes[k] = place < 0 ? undefined : from[place >= (int32_t)each][place % (int32_t)each];
  }
  smr_imp_bind_lanes(imp, result(op), lanes);
  return true;
}

//--- Sums of lanes -----------------------------------------------------------------------------------

static SmrValue add(SmrImport *imp, MlirOperation op, SmrValue a, SmrValue b) {
  SmrValue sum = smr_imp_make(imp, op, SMR_OP_FADD, smr_value_type(imp->graph, a), (SmrValue[]){a, b}, 2);
  smr_op(imp->graph, smr_def(imp->graph, sum))->fast = smr_imp_fast(imp, op);
  return sum;
}

/// llvm.intr.vector.reduce.fadd: the first operand, and each lane after the other.
static bool reduce_add(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirValue vector = mlirOperationGetOperand(op, 1);
  const SmrValue *lanes = smr_imp_lanes(imp, vector);
  SmrValue sum = smr_imp_operand(imp, op, 0);
  for (uint32_t k = 0; lanes && k < smr_imp_lane_count(mlirValueGetType(vector)); k++)
    sum = add(imp, op, sum, lanes[k]);
  if (lanes)
    smr_imp_bind(imp, result(op), sum);
  return lanes != NULL;
}

static bool call_intrinsic(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  enum { PART = 16 };
  if (!smr_mlir_adds_neighbours(op) || mlirOperationGetNumOperands(op) != 2 || !smr_imp_has_lanes(op))
    return false;
  const SmrValue *from[2] = {smr_imp_lanes(imp, mlirOperationGetOperand(op, 0)),
                             smr_imp_lanes(imp, mlirOperationGetOperand(op, 1))};
  uint32_t count = smr_imp_lane_count(mlirValueGetType(result(op)));
  uint32_t part = PART / smr_type_bytes(smr_imp_lane_type(imp, mlirValueGetType(result(op))));
  SmrValue lanes[SMR_IMP_MOST_LANES];
  if (!from[0] || !from[1] || count % part)
    return false;
  for (uint32_t k = 0; k < count; k++) {
    uint32_t within = k % part, first = k - within + 2 * (within % (part / 2));
    const SmrValue *source = from[within >= part / 2];
    lanes[k] = add(imp, op, source[first], source[first + 1]);
  }
  smr_imp_bind_lanes(imp, result(op), lanes);
  return true;
}

const SmrHandlerEntry smr_imp_lane_handlers[] = {
    {SMR_HANDLER_LLVM_EXTRACTELEMENT, extractelement}, {SMR_HANDLER_LLVM_INSERTELEMENT, insertelement},
    {SMR_HANDLER_LLVM_SHUFFLEVECTOR, shufflevector},   {SMR_HANDLER_LLVM_REDUCE_FADD, reduce_add},
    {SMR_HANDLER_LLVM_CALL_INTRINSIC, call_intrinsic}, {SMR_HANDLER_NONE, NULL}};
