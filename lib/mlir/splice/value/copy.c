//===- copy.c - ops of the code, said again elsewhere ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/symbol.h"
#include "mlir/splice/value/value.h"

//--- May what is there be used? ---------------------------------------------------------

bool smr_emit_usable(const SmrEmit *e, MlirValue value) {
  for (uint32_t k = 0; k < e->root_count; k++) // a root that stands before `at` is replaced, too
    if (!mlirOperationIsNull(e->roots[k]) && mlirValueIsAOpResult(value) &&
        mlirOperationEqual(mlirOpResultGetOwner(value), e->roots[k]))
      return false;
  for (uint32_t k = 0; k < e->held_op_count; k++)
    if (mlirValueIsAOpResult(value) && mlirOperationEqual(mlirOpResultGetOwner(value), e->held_ops[k]))
      return false;
  return !(e->chain && smr_chain_takes(e->chain, value)) && smr_mlir_dominates(e->s, value, e->at);
}

bool smr_emit_handle_usable(const SmrEmit *e, SmrValue value) {
  const SmrValueData *data = &e->g->values.data[value];
  if (!data->handle || smr_enters(e->s, value) || !smr_emit_usable(e, (MlirValue){data->handle}))
    return false;
  MlirBlock header = smr_left_by(e->s, value);
  if (mlirBlockIsNull(header) || mlirRegionIsNull(mlirBlockGetParentRegion(header)))
    return true;
  MlirOperation at = smr_mlir_op_in(mlirBlockGetParentRegion(header), e->at);
  return !at.ptr || !smr_block_loop_around_has(e->s, header, mlirOperationGetBlock(at));
}

//--- Arguments that may not be there ------------------------------------------------------

const char smr_absent[] = "a check would read an argument that may be absent";

/// An argument of the function that need not be there, or of another block, which may stand for one.
static bool optional_argument(MlirValue argument) {
  MlirBlock block = mlirBlockArgumentGetOwner(argument);
  MlirOperation function = mlirBlockGetParentOperation(block);
  if (mlirOperationIsNull(function) || mlirAttributeIsNull(smr_mlir_attribute(function, "function_type")) ||
      !mlirBlockEqual(block, mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0))))
    return true;
  return smr_symbol_may_lack(function, mlirBlockArgumentGetArgNumber(argument));
}

/// Fortran's OPTIONAL arguments, and a host's in an internal procedure.
bool smr_emit_may_be_absent(SmrEmit *e, MlirValue pointer) {
  enum { LONGEST = 1000 }; // in code that nothing reaches, a value may come from itself
  for (int k = 0; mlirValueIsAOpResult(pointer); k++) {
    MlirOperation op = mlirOpResultGetOwner(pointer);
    MlirAttribute attrs = smr_mlir_attribute(op, "fortran_attrs");
    if (!mlirAttributeIsNull(attrs)) {
      SmrStr text = {0};
      mlirAttributePrint(attrs, smr_mlir_append, &text);
      bool optional = strstr(smr_str_get(&text), "optional") != NULL;
      smr_str_free(&text);
      if (optional)
        return true;
    }
    if (smr_op_means(e->s, op)->absent || k == LONGEST)
      return true;
    if (mlirOperationGetNumOperands(op) == 0)
      return false;
    pointer = mlirOperationGetOperand(op, 0);
    MlirType type = mlirValueGetType(pointer);
    if (mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type))
      return false; // memory that is made here, of that size
  }
  return optional_argument(pointer);
}

/// The graph's value for an MLIR value that `user` reads, 0 when there is none.
static SmrValue operand_value(const SmrEmit *e, MlirValue operand, MlirOperation user) {
  for (SmrValue v = smr_splice_value(e->s, operand); v; v = e->s->same_handle[v]) {
    MlirBlock header = smr_left_by(e->s, v);
    if (smr_enters(e->s, v))
      continue;
    if (mlirBlockIsNull(header) || mlirRegionIsNull(mlirBlockGetParentRegion(header)))
      return v;
    MlirOperation at = smr_mlir_op_in(mlirBlockGetParentRegion(header), user);
    if (!at.ptr || !smr_block_loop_around_has(e->s, header, mlirOperationGetBlock(at)))
      return v;
  }
  return 0;
}

/// The op again with attributes without which it would be another; what it promises besides (no overflow, in
/// bounds) need not hold where the code would not have run.
static MlirOperation copy_without_promises(SmrEmit *e, MlirOperation op, const SmrOpDesc *desc,
                                           const MlirValue *operands, intptr_t count) {
  SMR_VEC(MlirNamedAttribute) attributes = {0};
  SMR_VEC(MlirType) types = {0};
  SmrHostBuilder b = smr_emit_builder(e);
  for (uint32_t k = 0; k < desc->keep_count; k++) {
    MlirAttribute attribute = smr_mlir_attribute(op, desc->keep[k]);
    if (!mlirAttributeIsNull(attribute))
      smr_vec_push(&attributes, smr_named(e->context, desc->keep[k], attribute));
  }
  for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++)
    smr_vec_push(&types, mlirValueGetType(mlirOperationGetResult(op, k)));
  MlirOperation copy =
      smr_build_op(&b, desc->name, operands, count, types.data, types.size, attributes.data, attributes.size);
  smr_vec_free(&attributes);
  smr_vec_free(&types);
  return copy;
}

static MlirOperation copy_with(SmrEmit *e, MlirOperation op, const SmrOpDesc *desc, const MlirValue *operands,
                               intptr_t count) {
  if (desc->keep_count)
    return copy_without_promises(e, op, desc, operands, count);
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t k = 0; k < count; k++)
    mlirOperationSetOperand(copy, k, operands[k]);
  mlirBlockAppendOwnedOperation(e->block, copy);
  return copy;
}

static MlirValue copy_op_at(SmrEmit *e, MlirOperation op, intptr_t index, int depth);

MlirValue smr_emit_copy(SmrEmit *e, MlirOperation op, intptr_t index, int depth) {
  if (!smr_emit_enter(e))
    return (MlirValue){NULL};
  MlirValue result = copy_op_at(e, op, index, depth);
  smr_emit_leave(e);
  return result;
}

static MlirValue copy_op_at(SmrEmit *e, MlirOperation op, intptr_t index, int depth) {
  const SmrOpDesc *desc = smr_op_means(e->s, op);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (depth > 64 || mlirOperationGetNumRegions(op))
    return smr_emit_fail(e, "a value inside the code cannot be computed before it");
  if (depth >= 0 && !desc->copy)
    return smr_emit_fail(e, "the result of \"%.*s\" inside the code cannot be computed before it",
                         (int)name.length, name.data);
  intptr_t count = mlirOperationGetNumOperands(op);
  if (e->speculative && count && desc->descriptor &&
      smr_emit_may_be_absent(e, mlirOperationGetOperand(op, 0)))
    return smr_emit_fail(e, "%s", smr_absent);
  SMR_VEC(MlirValue) operands = {0};
  for (intptr_t k = 0; k < count; k++) {
    MlirValue operand = mlirOperationGetOperand(op, k), here = operand;
    if (!smr_emit_usable(e, operand)) {
      SmrValue value = operand_value(e, operand, op);
      if (value) {
        here = smr_emit_value(e, value);
        if (here.ptr && !mlirTypeEqual(mlirValueGetType(here), mlirValueGetType(operand)))
          here = smr_emit_convert(e, here, mlirValueGetType(operand));
      } else if (mlirValueIsAOpResult(operand)) {
        here =
            smr_emit_copy(e, mlirOpResultGetOwner(operand), mlirOpResultGetResultNumber(operand), depth + 1);
      } else {
        here = smr_emit_fail(e, "a value inside the code cannot be computed before it");
      }
    }
    if (!here.ptr) {
      smr_vec_free(&operands);
      return here;
    }
    smr_vec_push(&operands, here);
  }
  MlirOperation copy = copy_with(e, op, desc, operands.data, count);
  smr_vec_free(&operands);
  return mlirOperationGetResult(copy, index);
}
