//===- symbol.c - functions and globals by name ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/symbol.h"
#include "base/vec.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/cir_build.h"
#include "mlir/host/llvm.h"
#include "mlir/host/type.h"
#include "mlir/name.h"
#include <string.h>

bool smr_symbol_calls(MlirOperation op) {
  return smr_mlir_named(op, "fir.call") || smr_mlir_named(op, "llvm.call") || smr_mlir_named(op, "cir.call");
}

bool smr_symbol_gives_address(MlirOperation op) {
  return smr_mlir_named(op, "fir.address_of") || smr_mlir_named(op, "llvm.mlir.addressof");
}

MlirStringRef smr_symbol_name(MlirOperation op) {
  MlirAttribute name = smr_mlir_attribute(op, "sym_name");
  return mlirAttributeIsNull(name) || !mlirAttributeIsAString(name) ? (MlirStringRef){NULL, 0}
                                                                    : mlirStringAttrGetValue(name);
}

bool smr_symbol_has_body(MlirOperation op) {
  return mlirOperationGetNumRegions(op) &&
         !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
}

//--- Data -----------------------------------------------------------------------------

bool smr_symbol_is_data(MlirOperation op) {
  return smr_mlir_named(op, "llvm.mlir.global") || smr_mlir_named(op, "fir.global");
}

static bool has_linkage(MlirOperation op, const char *attribute, const char *linkage) {
  return mlirAttributeEqual(smr_mlir_attribute(op, attribute),
                            mlirAttributeParseGet(mlirOperationGetContext(op), smr_ref(linkage)));
}

/// The attribute says that no other module sees the symbol.
static bool is_own(MlirOperation op, const char *attribute) {
  return !mlirAttributeIsNull(smr_mlir_attribute(op, attribute)) &&
         (has_linkage(op, attribute, "#llvm.linkage<private>") ||
          has_linkage(op, attribute, "#llvm.linkage<internal>"));
}

bool smr_symbol_is_own_data(MlirOperation op) {
  return smr_mlir_named(op, "llvm.mlir.global") && is_own(op, "linkage");
}

bool smr_symbol_same_data(MlirOperation op, MlirOperation known) {
  return smr_mlir_named(op, "llvm.mlir.global") && smr_mlir_named(known, "llvm.mlir.global") &&
         mlirAttributeIsNull(smr_mlir_attribute(op, "value")) &&
         mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))) &&
         mlirAttributeEqual(smr_mlir_attribute(op, "global_type"),
                            smr_mlir_attribute(known, "global_type")) &&
         mlirAttributeEqual(smr_mlir_attribute(op, "addr_space"), smr_mlir_attribute(known, "addr_space")) &&
         mlirAttributeIsNull(smr_mlir_attribute(op, "thread_local_")) ==
             mlirAttributeIsNull(smr_mlir_attribute(known, "thread_local_"));
}

//--- Functions ------------------------------------------------------------------------

bool smr_symbol_is_own_function(MlirOperation function) {
  return is_own(function, smr_host_of(function)->flat ? "linkage" : "llvm.linkage");
}

static MlirWalkResult find_other_dialect(MlirOperation op, void *found) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool other = name.length < 5 || memcmp(name.data, "llvm.", 5);
  *(bool *)found |= other;
  return other ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool smr_symbol_is_llvm(MlirOperation function) {
  bool other = false;
  mlirOperationWalk(function, find_other_dialect, &other, MlirWalkPreOrder);
  return !other;
}

bool smr_symbol_is_alias(MlirOperation op) {
  return smr_mlir_named(op, "llvm.mlir.alias");
}

bool smr_symbol_may_lack(MlirOperation function, intptr_t argument) {
  MlirAttribute all = smr_mlir_attribute(function, "arg_attrs");
  if (mlirAttributeIsNull(all) || !mlirAttributeIsAArray(all) || argument >= mlirArrayAttrGetNumElements(all))
    return false;
  MlirAttribute one = mlirArrayAttrGetElement(all, argument);
  return mlirAttributeIsADictionary(one) &&
         !mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(one, smr_ref("fir.optional")));
}

MlirType smr_symbol_pointer(MlirOperation function) {
  if (smr_mlir_named(function, "cir.func"))
    return smr_cir_pointer_type(mlirTypeAttrGetValue(smr_mlir_attribute(function, "function_type")));
  return smr_host_of(function)->flat ? smr_llvm_pointer(mlirOperationGetContext(function))
                                     : mlirTypeAttrGetValue(smr_mlir_attribute(function, "function_type"));
}

void smr_symbol_make_own(MlirOperation op) {
  MlirContext context = mlirOperationGetContext(op);
  bool llvm = smr_host_of(op)->flat;
  if (!llvm)
    mlirOperationSetAttributeByName(op, smr_ref("sym_visibility"),
                                    mlirStringAttrGet(context, smr_ref("private")));
  MlirAttribute linkage = mlirAttributeParseGet(context, smr_ref("#llvm.linkage<internal>"));
  if (!mlirAttributeIsNull(linkage))
    mlirOperationSetAttributeByName(op, smr_ref(llvm ? "linkage" : "llvm.linkage"), linkage);
}

void smr_symbol_make_public(MlirOperation op, bool c_interface) {
  MlirContext context = mlirOperationGetContext(op);
  mlirOperationRemoveAttributeByName(op, mlirSymbolTableGetVisibilityAttributeName());
  mlirOperationRemoveAttributeByName(op, smr_ref("fir.bindc_name"));
  if (c_interface)
    mlirOperationSetAttributeByName(op, smr_ref("llvm.emit_c_interface"), mlirUnitAttrGet(context));
  MlirAttribute linkage = mlirAttributeParseGet(context, smr_ref("#llvm.linkage<external>"));
  if (smr_mlir_named(op, "llvm.func") && !mlirAttributeIsNull(linkage))
    mlirOperationSetAttributeByName(op, smr_ref("linkage"), linkage);
}

void smr_symbol_forget_comdats(MlirOperation module) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveAttributeByName(op, smr_ref("comdat"));
    if (smr_mlir_named(op, "llvm.comdat"))
      mlirOperationDestroy(op);
  }
}

//--- Calls through pointers -------------------------------------------------------------

static MlirOperation make_named(MlirLocation loc, MlirStringRef name, const MlirValue *operands,
                                intptr_t operand_count, const MlirType *results, intptr_t result_count,
                                const MlirNamedAttribute *attributes, intptr_t attribute_count) {
  MlirOperationState state = mlirOperationStateGet(name, loc);
  mlirOperationStateAddOperands(&state, operand_count, operands);
  mlirOperationStateAddResults(&state, result_count, results);
  mlirOperationStateAddAttributes(&state, attribute_count, attributes);
  return mlirOperationCreate(&state);
}

/// One operand at most, one result.
static MlirOperation make(MlirLocation loc, const char *name, const MlirValue *operand, MlirType result,
                          const MlirNamedAttribute *attribute) {
  return make_named(loc, smr_ref(name), operand, operand ? 1 : 0, &result, 1, attribute, attribute ? 1 : 0);
}

/// A pointer to the symbol, of the type that its declaration has.
static MlirValue address_of(MlirOperation call, MlirOperation known) {
  static const struct {
    const char *call, *op, *name;
  } ways[] = {{"llvm.call", "llvm.mlir.addressof", "global_name"},
              {"cir.call", "cir.get_global", "name"},
              {"fir.call", "fir.address_of", "symbol"}};
  MlirType type = smr_symbol_pointer(known);
  uint32_t way = 0;
  while (way < 2 && !smr_mlir_named(call, ways[way].call))
    way++;
  MlirNamedAttribute symbol =
      smr_named(mlirOperationGetContext(call), ways[way].name, smr_mlir_attribute(call, "callee"));
  MlirOperation address = make(mlirOperationGetLocation(call), ways[way].op, NULL, type, &symbol);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(call), call, address);
  return mlirOperationGetResult(address, 0);
}

void smr_call_indirectly(MlirOperation call, MlirOperation known, MlirType wanted) {
  MlirLocation loc = mlirOperationGetLocation(call);
  MlirValue pointer = address_of(call, known);
  bool cir = smr_mlir_named(call, "cir.call");
  if (smr_mlir_named(call, "llvm.call"))
    wanted = smr_llvm_pointer(mlirOperationGetContext(call));
  if (cir)
    wanted = smr_cir_pointer_type(wanted);
  if (!mlirTypeEqual(mlirValueGetType(pointer), wanted)) {
    MlirNamedAttribute bitcast = smr_cir_bitcast(mlirOperationGetContext(call));
    MlirOperation convert =
        make(loc, cir ? "cir.cast" : "fir.convert", &pointer, wanted, cir ? &bitcast : NULL);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(call), call, convert);
    pointer = mlirOperationGetResult(convert, 0);
  }
  smr_call_through(call, pointer);
}

void smr_call_through(MlirOperation call, MlirValue pointer) {
  MlirContext context = mlirOperationGetContext(call);
  MlirBlock block = mlirOperationGetBlock(call);
  bool llvm = smr_mlir_named(call, "llvm.call");
  SMR_VEC(MlirValue) operands = {0};
  SMR_VEC(MlirType) results = {0};
  SMR_VEC(MlirNamedAttribute) attributes = {0};
  smr_vec_push(&operands, pointer);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(call); k++)
    smr_vec_push(&operands, mlirOperationGetOperand(call, k));
  for (intptr_t k = 0; k < mlirOperationGetNumResults(call); k++)
    smr_vec_push(&results, mlirValueGetType(mlirOperationGetResult(call, k)));
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(call); k++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(call, k);
    MlirStringRef name = mlirIdentifierStr(attribute.name);
    if (llvm && mlirStringRefEqual(name, smr_ref("operandSegmentSizes"))) {
      const int32_t segments[] = {(int32_t)operands.size, 0};
      attribute.attribute = mlirDenseI32ArrayGet(context, 2, segments);
    }
    if (!mlirStringRefEqual(name, smr_ref("callee")))
      smr_vec_push(&attributes, attribute);
  }
  MlirOperation indirect =
      make_named(mlirOperationGetLocation(call), mlirIdentifierStr(mlirOperationGetName(call)), operands.data,
                 operands.size, results.data, results.size, attributes.data, attributes.size);
  mlirBlockInsertOwnedOperationBefore(block, call, indirect);
  for (uint32_t k = 0; k < results.size; k++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, k), mlirOperationGetResult(indirect, k));
  mlirOperationDestroy(call);
  smr_vec_free(&operands);
  smr_vec_free(&results);
  smr_vec_free(&attributes);
}

//--- Tail calls ------------------------------------------------------------------------

static const char tail_kind[] = "TailCallKind";

static MlirWalkResult find_must_tail(MlirOperation op, void *found) {
  MlirAttribute kind = smr_mlir_attribute(op, tail_kind);
  SmrStr text = {0};
  if (!mlirAttributeIsNull(kind))
    mlirAttributePrint(kind, smr_mlir_append, &text);
  *(bool *)found |= strstr(smr_str_get(&text), "must") != NULL;
  smr_str_free(&text);
  return MlirWalkResultAdvance;
}

bool smr_symbol_has_to_tail_call(MlirOperation function) {
  bool found = false;
  mlirOperationWalk(function, find_must_tail, &found, MlirWalkPreOrder);
  return found;
}

static MlirWalkResult forget_tail(MlirOperation op, void *unused) {
  (void)unused;
  MlirContext context = mlirOperationGetContext(op);
  if (!mlirAttributeIsNull(smr_mlir_attribute(op, tail_kind)))
    mlirOperationSetAttributeByName(op, smr_ref(tail_kind),
                                    mlirAttributeParseGet(context, smr_ref("#llvm.tailcallkind<none>")));
  return MlirWalkResultAdvance;
}

void smr_symbol_forget_tail_calls(MlirOperation function) {
  mlirOperationWalk(function, forget_tail, NULL, MlirWalkPreOrder);
}
