//===- extract.c - what a replacement needs of its module ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A front end's module may hold more than one replacement, and declarations that nothing uses. A library
// keeps for each pair a module with the wrapper and what it reaches through symbols, in the original order.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Support.h"

typedef struct {
  SmrDescribed *described;
  MlirSymbolTable table;
  SMR_VEC(MlirOperation) keep; // those from `done` on were not looked into yet
  uint32_t done;
  bool indirect;
} Reach;

static bool kept(const Reach *reach, MlirOperation op) {
  for (uint32_t k = 0; k < reach->keep.size; k++)
    if (mlirOperationEqual(reach->keep.data[k], op))
      return true;
  return false;
}

static void reach_symbol(Reach *reach, MlirStringRef name, bool address) {
  MlirOperation op = mlirSymbolTableLookup(reach->table, name);
  if (mlirOperationIsNull(op))
    return;
  reach->indirect |= address && smr_described(reach->described, op)->function != SMR_FUNCTION_NONE;
  if (!kept(reach, op))
    smr_vec_push(&reach->keep, op);
}

static void reach_attribute(Reach *reach, MlirAttribute attribute, bool address) {
  if (mlirAttributeIsASymbolRef(attribute)) {
    reach_symbol(reach, mlirSymbolRefAttrGetRootReference(attribute), address);
  } else if (mlirAttributeIsAArray(attribute)) {
    for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(attribute); k++)
      reach_attribute(reach, mlirArrayAttrGetElement(attribute, k), address);
  } else if (mlirAttributeIsADictionary(attribute)) {
    for (intptr_t k = 0; k < mlirDictionaryAttrGetNumElements(attribute); k++)
      reach_attribute(reach, mlirDictionaryAttrGetElement(attribute, k).attribute, address);
  }
}

static MlirWalkResult reach_op(MlirOperation op, void *data) {
  bool address = smr_described(((Reach *)data)->described, op)->address;
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(op); k++)
    reach_attribute(data, mlirOperationGetAttribute(op, k).attribute, address);
  return MlirWalkResultAdvance;
}

/// A place without a line is the front end's: the file that it was given, with a name of its own each time.
static MlirLocation without_files(MlirLocation at) {
  bool nowhere = mlirLocationIsAFileLineColRange(at) && !mlirLocationFileLineColRangeGetStartLine(at);
  return nowhere ? mlirLocationUnknownGet(mlirLocationGetContext(at)) : at;
}

static MlirWalkResult forget_files(MlirOperation op, void *data) {
  (void)data;
  mlirOperationSetLocation(op, without_files(mlirOperationGetLocation(op)));
  return MlirWalkResultAdvance;
}

SmrBuildSide smr_build_extract(const SmrBuildSide *side, SmrDescribed *described, bool *indirect) {
  MlirOperation from = mlirModuleGetOperation(side->module);
  Reach reach = {.described = described, .table = mlirSymbolTableCreate(from)};
  smr_vec_push(&reach.keep, side->wrapper);
  while (reach.done < reach.keep.size)
    mlirOperationWalk(reach.keep.data[reach.done++], reach_op, &reach, MlirWalkPreOrder);
  mlirSymbolTableDestroy(reach.table);
  *indirect = reach.indirect;

  SmrBuildSide result = {.module = mlirModuleCreateEmpty(without_files(mlirOperationGetLocation(from))),
                         .symbol = side->symbol};
  MlirOperation to = mlirModuleGetOperation(result.module);
  MlirStringRef symbol = mlirSymbolTableGetSymbolAttributeName();
  // Only the functions ever leave this module; layout, kinds and the like are those of the module they get
  // into.
  for (intptr_t k = 0; k < mlirOperationGetNumDiscardableAttributes(from); k++) {
    MlirNamedAttribute said = mlirOperationGetDiscardableAttribute(from, k);
    if (smr_described_attribute(described, said.name) == SMR_SAYS_TRIPLE)
      mlirOperationSetDiscardableAttributeByName(to, mlirIdentifierStr(said.name), said.attribute);
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(side->module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    bool named = !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, symbol));
    if ((named && !kept(&reach, op)) || smr_described(described, op)->note)
      continue;
    MlirOperation copy = mlirOperationClone(op);
    mlirOperationWalk(copy, forget_files, NULL, MlirWalkPreOrder);
    mlirBlockAppendOwnedOperation(mlirModuleGetBody(result.module), copy);
    if (mlirOperationEqual(op, side->wrapper))
      result.wrapper = copy;
  }
  smr_vec_free(&reach.keep);
  return result;
}
