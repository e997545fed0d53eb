//===- twin.c - Fortran replacements for C programs ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A Fortran replacement is kept twice: as Flang's module, and lowered by flang to LLVM IR, so that the pair
// fires in C programs as well. There its arguments are what Fortran passes: addresses. A replacement that
// takes descriptors, or that calls Fortran's run-time library (which a C program is not linked with), has no
// twin; that is no mistake.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "capi/llvm/llvm.h"
#include "capi/shim/module.h"
#include "capi/shim/shim.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Support.h"

static bool reads(MlirContext context, SmrBuildText *text) {
  SMR_OWNED(SmrDiag, smr_diag_free) ignored = {0};
  if (mlirModuleIsNull(text->lowered_module) && text->lowered.size &&
      !smr_llvm_read(context, smr_str_get(&text->lowered), text->lowered.size, &text->lowered_module,
                     &ignored))
    text->lowered_module = (MlirModule){NULL};
  return !mlirModuleIsNull(text->lowered_module);
}

/// `_QPgemm` is the symbol gemm_ when flang is done; names in modules and those of bind(c) stay.
static const char *lowered_symbol(SmrArena *arena, const char *symbol) {
  if (strncmp(symbol, "_QP", 3) != 0)
    return symbol;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "%s_", symbol + 3);
  return smr_arena_strdup(arena, smr_str_get(&text));
}

static bool needs_fortran(MlirModule module) {
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute name = mlirOperationGetAttributeByName(op, mlirSymbolTableGetSymbolAttributeName());
    if (mlirAttributeIsNull(name))
      continue;
    MlirStringRef text = mlirStringAttrGetValue(name);
    if (text.length >= 8 && memcmp(text.data, "_Fortran", 8) == 0)
      return true;
  }
  return false;
}

/// The edited module of a side, lowered by itself.
static bool lower_alone(const SmrBuildPair *pair, const SmrBuildSide *side, const SmrBuildOptions *options,
                        SmrBuildText *out) {
  SmrStr text = {0};
  SmrDiag ignored = {0};
  smrModulePrint(mlirModuleGetOperation(side->module), false, &text);
  bool ok = smr_frontend_lower_fir(smr_str_get(&text), text.size, options->frontend.flang, pair->pat->path,
                                   &out->lowered, &ignored);
  smr_str_free(&text);
  smr_diag_free(&ignored);
  return ok;
}

/// What Flang says of accesses is true within one routine, of which a call and a few numbers are left: no use
/// to C's optimizer, and thirty lines of every MLIR module that the pair fires in.
static MlirWalkResult drop_access_paths(MlirOperation op, void *unused) {
  (void)unused;
  mlirOperationRemoveAttributeByName(op, mlirStringRefCreateFromCString("tbaa"));
  return MlirWalkResultAdvance;
}

bool smr_build_twin(MlirContext context, SmrBuildPair *pair, const SmrBuildSide *side,
                    const SmrBuildOptions *options, SmrDescribed *described, SmrArena *arena, SmrDiag *diag) {
  const SmrPattern *pattern = &pair->pair.pattern;
  bool edited = pair->form != 0, ok = true;
  for (uint32_t k = 0; k < pattern->arg_count; k++) {
    if (pattern->args[k].kind == SMR_ARG_BOX)
      return true;
    edited |= pattern->args[k].kind == SMR_ARG_OUT && !pattern->args[k].by_reference;
  }
  SmrBuildText alone = {0}, *text = edited ? &alone : pair->replacement;
  SmrBuildSide whole = {.symbol = lowered_symbol(arena, side->symbol)};
  if ((!edited || lower_alone(pair, side, options, &alone)) && reads(context, text)) {
    whole.module = text->lowered_module;
    MlirSymbolTable table = mlirSymbolTableCreate(mlirModuleGetOperation(whole.module));
    whole.wrapper = mlirSymbolTableLookup(table, mlirStringRefCreateFromCString(whole.symbol));
    mlirSymbolTableDestroy(table);
  }
  if (!mlirOperationIsNull(whole.wrapper)) {
    bool indirect;
    SmrBuildSide twin = smr_build_extract(&whole, described, &indirect);
    if (!needs_fortran(twin.module)) {
      mlirOperationWalk(mlirModuleGetOperation(twin.module), drop_access_paths, NULL, MlirWalkPreOrder);
      ok = smrModuleWriteBytecode(mlirModuleGetOperation(twin.module), &pair->twin, diag);
      pair->twin_wrapper = twin.symbol;
    }
    mlirModuleDestroy(twin.module);
  }
  smr_str_free(&alone.lowered);
  if (!mlirModuleIsNull(alone.lowered_module))
    mlirModuleDestroy(alone.lowered_module);
  return ok;
}
