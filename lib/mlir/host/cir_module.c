//===- cir_module.c - modules of the LLVM dialect as ClangIR ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A replacement's module: its functions (cir_function.c), those that it calls, and texts that it passes on.
//===----------------------------------------------------------------------===//
#include "base/str.h"
#include "base/vec.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/cir_build.h"
#include "mlir/host/type.h"
#include "mlir/name.h"
#include <string.h>

//--- Data -----------------------------------------------------------------------------

int64_t smr_cir_global_bytes(MlirOperation global) {
  MlirAttribute value = smr_mlir_attribute(global, "value");
  bool text = !mlirAttributeIsNull(value) && mlirAttributeIsAString(value) &&
              !mlirAttributeIsNull(smr_mlir_attribute(global, "constant"));
  return text ? (int64_t)mlirStringAttrGetValue(value).length : 0;
}

/// The constant that an llvm.mlir.global is, in ClangIR; null when it is no text, or may change.
static MlirOperation cir_global(MlirOperation global) {
  MlirContext context = mlirOperationGetContext(global);
  int64_t bytes = smr_cir_global_bytes(global);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (!bytes)
    return (MlirOperation){NULL};
  MlirType type = smr_cir_bytes_type(context, bytes);
  MlirStringRef value = mlirStringAttrGetValue(smr_mlir_attribute(global, "value"));
  smr_str_puts(&text, "#cir.const_array<[");
  for (size_t k = 0; k < value.length; k++)
    smr_str_printf(&text, "%s#cir.int<%u> : !cir.int<u, 8>", k ? ", " : "", (unsigned char)value.data[k]);
  smr_str_puts(&text, "]> : ");
  mlirTypePrint(type, smr_mlir_append, &text);
  MlirNamedAttribute attributes[] = {
      smr_named(context, "sym_name", smr_mlir_attribute(global, "sym_name")),
      smr_named(context, "sym_type", mlirTypeAttrGet(type)),
      smr_named(context, "initial_value", mlirAttributeParseGet(context, smr_ref(smr_str_get(&text)))),
      smr_named(context, "constant", mlirUnitAttrGet(context)),
      smr_named(context, "global_visibility",
                mlirAttributeParseGet(context, smr_ref("#cir<visibility default>"))),
      smr_named(context, "linkage", mlirIntegerAttrGet(mlirIntegerTypeGet(context, 32), 7)), // internal
      smr_named(context, "sym_visibility", mlirStringAttrGet(context, smr_ref("private"))),
      smr_named(context, "dso_local", mlirUnitAttrGet(context)),
      smr_named(context, "alignment", mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), 1))};
  MlirOperationState state = mlirOperationStateGet(smr_ref("cir.global"), mlirOperationGetLocation(global));
  MlirRegion regions[] = {mlirRegionCreate(), mlirRegionCreate()}; // code before and behind main
  mlirOperationStateAddAttributes(&state, sizeof attributes / sizeof *attributes, attributes);
  mlirOperationStateAddOwnedRegions(&state, 2, regions);
  return mlirOperationCreate(&state);
}

//--- Modules --------------------------------------------------------------------------

/// An intrinsic's calls are ops, so its declaration says nothing.
static bool is_intrinsic(MlirOperation function) {
  MlirStringRef symbol = mlirStringAttrGetValue(smr_mlir_attribute(function, "sym_name"));
  return symbol.length > 5 && !memcmp(symbol.data, "llvm.", 5);
}

static MlirOperation translate(MlirOperation op, const char **reason) {
  if (smr_mlir_named(op, "llvm.func"))
    return smr_cir_function(op, reason);
  MlirOperation made = smr_mlir_named(op, "llvm.mlir.global") ? cir_global(op) : (MlirOperation){NULL};
  if (!made.ptr)
    *reason = "it needs data of its own";
  return made;
}

bool smr_cir_translate_module(MlirOperation module, MlirOperation *wrapper, const char **reason) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  SMR_VEC(MlirOperation) old = {0};
  SMR_VEC(MlirOperation) translated = {0};
  MlirOperation new_wrapper = {NULL};
  bool ok = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr; op = mlirOperationGetNextInBlock(op))
    if (!mlirAttributeIsNull(smr_mlir_attribute(op, "sym_name")))
      smr_vec_push(&old, op);
  for (uint32_t k = 0; k < old.size && ok; k++) {
    if (is_intrinsic(old.data[k]))
      continue;
    MlirOperation made = translate(old.data[k], reason);
    ok = made.ptr != NULL;
    if (!ok)
      break;
    smr_vec_push(&translated, made);
    MlirAttribute mark = smr_mlir_attribute(old.data[k], SMR_ATTR_REPLACEMENT);
    if (!mlirAttributeIsNull(mark))
      mlirOperationSetDiscardableAttributeByName(made, smr_ref(SMR_ATTR_REPLACEMENT), mark);
    if (mlirOperationEqual(old.data[k], *wrapper))
      new_wrapper = made;
  }
  for (uint32_t k = 0; k < translated.size; k++)
    if (ok)
      mlirBlockAppendOwnedOperation(body, translated.data[k]);
    else
      mlirOperationDestroy(translated.data[k]);
  for (uint32_t k = 0; k < old.size && ok; k++)
    mlirOperationDestroy(old.data[k]);
  if (ok)
    *wrapper = new_wrapper;
  smr_vec_free(&old);
  smr_vec_free(&translated);
  return ok;
}
