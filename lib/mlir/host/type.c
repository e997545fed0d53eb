//===- type.c - what the hosts' types say -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/type.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/cir_build.h"
#include <string.h>

void smr_mlir_type_text(MlirType type, SmrStr *out) {
  mlirTypePrint(type, smr_mlir_append, out);
}

/// False when the type's text (which takes long to make) does not start with "!dialect." for certain.
static bool mlir_may_be_of(MlirType type, const char *dialect) {
  return mlirTypeIsAOpaque(type) || mlirStringRefEqual(mlirDialectGetNamespace(mlirTypeGetDialect(type)),
                                                       mlirStringRefCreateFromCString(dialect));
}

MlirType smr_mlir_pointee(MlirType type) {
  static const char *const wrappers[] = {"!fir.ref<", "!fir.heap<", "!fir.ptr<", "!fir.llvm_ptr<",
                                         "!cir.ptr<"};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  MlirType result = {NULL};
  if (mlirTypeIsAMemRef(type) && mlirShapedTypeGetRank(type) == 0)
    return mlirShapedTypeGetElementType(type);
  if (!mlir_may_be_of(type, "fir") && !mlir_may_be_of(type, "cir"))
    return result;
  smr_mlir_type_text(type, &text);
  for (unsigned k = 0; k < sizeof wrappers / sizeof *wrappers; k++) {
    size_t length = strlen(wrappers[k]);
    if (text.size > length + 1 && !strncmp(text.data, wrappers[k], length) &&
        strcmp(text.data, "!cir.ptr<!cir.void>"))
      result = mlirTypeParseGet(mlirTypeGetContext(type),
                                mlirStringRefCreate(text.data + length, text.size - length - 1));
  }
  return result;
}

static bool starts(MlirType type, const char *dialect, const char *prefix) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (!mlir_may_be_of(type, dialect))
    return false;
  smr_mlir_type_text(type, &text);
  return !strncmp(smr_str_get(&text), prefix, strlen(prefix));
}

bool smr_mlir_is_plain_pointer(MlirType type) {
  return mlirTypeIsALLVMPointerType(type) || starts(type, "llvm", "!llvm.ptr") ||
         starts(type, "cir", "!cir.ptr<!cir.void>");
}

bool smr_mlir_is_fortran(MlirType type) {
  return starts(type, "fir", "!fir.");
}

bool smr_mlir_is_integer(MlirType type) {
  unsigned bits;
  bool is_unsigned;
  return mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type) || smr_cir_is_int(type, &bits, &is_unsigned);
}

bool smr_mlir_is_c_pointer(MlirType type) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_mlir_type_text(type, &text);
  return !strcmp(smr_str_get(&text), "!llvm.ptr") || !strncmp(smr_str_get(&text), "!cir.ptr<", 9);
}

bool smr_mlir_is_scalar(MlirType type) {
  static const char *const scalars[] = {"!fir.logical<", "!fir.int<",   "!fir.real<",
                                        "!cir.int<",     "!cir.double", "!cir.float",
                                        "!llvm.ptr",     "!cir.ptr<",   "!cir.bool"};
  if (mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type) || mlirTypeIsAFloat(type))
    return true;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_mlir_type_text(type, &text);
  bool known = false;
  for (unsigned k = 0; k < sizeof scalars / sizeof *scalars; k++)
    known |= !strncmp(smr_str_get(&text), scalars[k], strlen(scalars[k]));
  return known;
}

//--- Address spaces --------------------------------------------------------------------

static bool is_zero(MlirAttribute space) {
  return mlirAttributeIsNull(space) ||
         (mlirAttributeIsAInteger(space) && mlirIntegerAttrGetValueInt(space) == 0);
}

bool smr_mlir_points_elsewhere(MlirType type) {
  if (mlirTypeIsAMemRef(type))
    return !is_zero(mlirMemRefTypeGetMemorySpace(type));
  if (mlirTypeIsAUnrankedMemRef(type))
    return !is_zero(mlirUnrankedMemrefGetMemorySpace(type));
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  mlirTypePrint(type, smr_mlir_append, &text);
  const char *printed = smr_str_get(&text);
  return !strncmp(printed, "!llvm.ptr<", 10) ||
         (!strncmp(printed, "!cir.ptr<", 9) && strstr(printed, "addrspace("));
}
