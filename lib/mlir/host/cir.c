//===- cir.c - the splicer in ClangIR -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The splicer asks for ops of the LLVM dialect; here they become ClangIR's.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/cir_build.h"
#include "mlir/splice/internal.h"
#include <string.h>

static SmrCirBuilder builder(const SmrEmit *e) {
  return (SmrCirBuilder){.context = e->context, .loc = e->loc, .block = e->block};
}

static MlirValue checked(SmrEmit *e, MlirValue value, const char *what) {
  return value.ptr ? value : smr_emit_fail(e, "\"%s\" has no counterpart in ClangIR", what);
}

MlirValue smr_cir_emit(SmrEmit *e, const char *name, const MlirValue *operands, intptr_t count, MlirType type,
                       const MlirNamedAttribute *attributes, intptr_t attribute_count) {
  SmrCirBuilder b = builder(e);
  int64_t predicate = 0;
  for (intptr_t k = 0; k < attribute_count; ++k)
    if (mlirStringRefEqual(mlirIdentifierStr(attributes[k].name), smr_ref("predicate")))
      predicate = mlirIntegerAttrGetValueInt(attributes[k].attribute);
  return checked(e, smr_cir_compute(&b, name, operands, count, type, predicate), name);
}

MlirValue smr_cir_emit_constant(SmrEmit *e, MlirAttribute value) {
  SmrCirBuilder b = builder(e);
  return checked(e, smr_cir_constant(&b, value), "constant");
}

MlirValue smr_cir_emit_convert(SmrEmit *e, MlirValue value, MlirType type) {
  SmrCirBuilder b = builder(e);
  return checked(e, smr_cir_convert(&b, value, type), "conversion");
}

MlirValue smr_cir_emit_offset(SmrEmit *e, MlirValue pointer, MlirValue bytes, MlirType type) {
  SmrCirBuilder b = builder(e);
  if (!pointer.ptr || !bytes.ptr)
    return (MlirValue){NULL};
  return checked(e, smr_cir_offset(&b, pointer, bytes, type), "address");
}

MlirValue smr_cir_emit_load(SmrEmit *e, MlirValue pointer, MlirType type) {
  SmrCirBuilder b = builder(e);
  return checked(e, smr_cir_load(&b, pointer, type), "load");
}

void smr_cir_emit_store(SmrEmit *e, MlirValue value, MlirValue pointer) {
  SmrCirBuilder b = builder(e);
  smr_cir_store(&b, value, pointer);
}

MlirValue smr_cir_emit_temporary(SmrEmit *e, MlirType type) {
  SmrCirBuilder b = builder(e);
  b.block = e->entry;
  return smr_cir_alloca(&b, type);
}

/// The address of a global that the program defines or declares.
MlirValue smr_cir_emit_global(SmrEmit *e, const char *name) {
  SmrCirBuilder b = builder(e);
  MlirOperation module = mlirOperationGetParentOperation(e->s->function);
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  MlirOperation global = mlirSymbolTableLookup(table, smr_ref(name));
  mlirSymbolTableDestroy(table);
  MlirAttribute type = mlirOperationIsNull(global)
                           ? (MlirAttribute){NULL}
                           : mlirOperationGetAttributeByName(global, smr_ref("sym_type"));
  if (mlirAttributeIsNull(type))
    return smr_emit_fail(e, "the global \"%s\" is not at hand", name);
  MlirNamedAttribute attribute = smr_attr(e, "name", mlirFlatSymbolRefAttrGet(e->context, smr_ref(name)));
  return mlirOperationGetResult(smr_cir_op(&b, "cir.get_global", NULL, 0,
                                           smr_cir_pointer_type(mlirTypeAttrGetValue(type)), &attribute, 1),
                                0);
}

bool smr_cir_translate_module(MlirOperation module, MlirOperation *wrapper, const char **reason) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  SMR_VEC(MlirOperation) functions = {0};
  bool ok = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (smr_mlir_named(op, "llvm.func"))
      smr_vec_push(&functions, op);
    else if (!mlirAttributeIsNull(mlirOperationGetAttributeByName(op, smr_ref("sym_name")))) {
      *reason = "it needs data of its own";
      ok = false;
    }
  }
  SMR_VEC(MlirOperation) translated = {0};
  MlirOperation new_wrapper = {NULL};
  for (uint32_t k = 0; k < functions.size && ok; ++k) {
    MlirStringRef symbol =
        mlirStringAttrGetValue(mlirOperationGetAttributeByName(functions.data[k], smr_ref("sym_name")));
    if (symbol.length > 5 && !memcmp(symbol.data, "llvm.", 5)) // an intrinsic: its calls are ops
      continue;
    MlirOperation made = smr_cir_function(functions.data[k], reason);
    ok = made.ptr != NULL;
    if (!ok)
      break;
    smr_vec_push(&translated, made);
    MlirAttribute mark = mlirOperationGetAttributeByName(functions.data[k], smr_ref("smr.replacement"));
    if (!mlirAttributeIsNull(mark))
      mlirOperationSetDiscardableAttributeByName(made, smr_ref("smr.replacement"), mark);
    if (mlirOperationEqual(functions.data[k], *wrapper))
      new_wrapper = made;
  }
  for (uint32_t k = 0; k < translated.size; ++k)
    if (ok)
      mlirBlockAppendOwnedOperation(body, translated.data[k]);
    else
      mlirOperationDestroy(translated.data[k]);
  for (uint32_t k = 0; k < functions.size && ok; ++k)
    mlirOperationDestroy(functions.data[k]);
  if (ok)
    *wrapper = new_wrapper;
  smr_vec_free(&functions);
  smr_vec_free(&translated);
  return ok;
}
