//===- edit.c - functions come in, ops become calls ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensorize/edit.h"
#include "loops/print.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir/name.h"

#define MARK "tensorize"

static MlirBlock body_of(MlirOperation module) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
}

static bool has_body(MlirOperation function) {
  return mlirOperationGetNumRegions(function) &&
         !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)));
}

static MlirOperation lookup(MlirOperation module, const char *name) {
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  MlirOperation found = mlirSymbolTableLookup(table, smr_ref(name));
  mlirSymbolTableDestroy(table);
  return found;
}

bool smr_tensorize_is_own(MlirOperation function) {
  MlirAttribute mark = smr_mlir_attribute(function, SMR_ATTR_REPLACEMENT);
  return !mlirAttributeIsNull(mark) && mlirAttributeIsAString(mark) &&
         mlirStringRefEqual(mlirStringAttrGetValue(mark), smr_ref(MARK));
}

void smr_tensorize_free_name(MlirOperation module, uint32_t *next, SmrStr *name) {
  for (bool taken = true; taken; ++*next) {
    smr_str_clear(name);
    smr_str_printf(name, "smr_tensorize_%u_loops", *next);
    taken = !mlirOperationIsNull(lookup(module, smr_str_get(name)));
    smr_str_clear(name);
    smr_str_printf(name, "smr_tensorize_%u", *next);
    taken |= !mlirOperationIsNull(lookup(module, smr_str_get(name)));
  }
}

//===--- texts ---===//

static MlirModule parse(MlirContext context, const SmrStr *functions, SmrStr *why) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_loops_print_module(functions, &text);
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, smr_mlir_catch, why, NULL);
  MlirModule parsed = mlirModuleCreateParse(context, mlirStringRefCreate(smr_str_get(&text), text.size));
  mlirContextDetachDiagnosticHandler(context, handler);
  return parsed;
}

bool smr_tensorize_can_declare(MlirOperation module, SmrStr *reason) {
  static const char *const calls[] = {"cblas_sgemm", "cblas_dgemm"};
  SMR_OWNED(SmrStr, smr_str_free) mention = {0}, why = {0};
  smr_str_puts(&mention, "// @cblas_sgemm( @cblas_dgemm(\n"); // whoever mentions a call gets its declaration
  MlirModule parsed = parse(mlirOperationGetContext(module), &mention, &why);
  bool ok = !mlirModuleIsNull(parsed);
  for (int k = 0; ok && k < 2; k++) {
    MlirOperation there = lookup(module, calls[k]), wanted = lookup(mlirModuleGetOperation(parsed), calls[k]);
    if (mlirOperationIsNull(there))
      continue;
    ok = !has_body(there) && smr_mlir_named(there, "func.func") && !mlirOperationIsNull(wanted) &&
         mlirAttributeEqual(smr_mlir_attribute(there, "function_type"),
                            smr_mlir_attribute(wanted, "function_type"));
    if (!ok)
      smr_str_printf(reason, "%s is something else in this module", calls[k]);
  }
  if (!mlirModuleIsNull(parsed))
    mlirModuleDestroy(parsed);
  return ok;
}

//===--- edits ---===//

/// The op's copy, on the function's arguments, into the else region of its last scf.if.
static void fill_else(MlirOperation function, MlirOperation op) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirOperation branch = {0};
  for (MlirOperation o = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(o);
       o = mlirOperationGetNextInBlock(o))
    if (smr_mlir_named(o, "scf.if"))
      branch = o;
  if (mlirOperationIsNull(branch))
    return;
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(copy); k++)
    mlirOperationSetOperand(copy, k, mlirBlockGetArgument(body, k));
  MlirBlock other = mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, 1));
  mlirBlockInsertOwnedOperationBefore(other, mlirBlockGetTerminator(other), copy);
}

/// Nobody else calls it: its name is no other file's business.
static void make_own(MlirOperation function) {
  MlirContext context = mlirOperationGetContext(function);
  mlirOperationSetAttributeByName(function, smr_ref(SMR_ATTR_REPLACEMENT),
                                  mlirStringAttrGet(context, smr_ref(MARK)));
  mlirOperationSetAttributeByName(function, smr_ref("llvm.linkage"),
                                  mlirAttributeParseGet(context, smr_ref("#llvm.linkage<internal>")));
}

void smr_tensorize_put_call(MlirOperation op, const char *name) {
  MlirContext context = mlirOperationGetContext(op);
  MlirNamedAttribute callee = mlirNamedAttributeGet(mlirIdentifierGet(context, smr_ref("callee")),
                                                    mlirFlatSymbolRefAttrGet(context, smr_ref(name)));
  MlirOperationState state = mlirOperationStateGet(smr_ref("func.call"), mlirOperationGetLocation(op));
  mlirOperationStateAddAttributes(&state, 1, &callee);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++) {
    MlirValue operand = mlirOperationGetOperand(op, k);
    mlirOperationStateAddOperands(&state, 1, &operand);
  }
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, mlirOperationCreate(&state));
  mlirOperationDestroy(op);
}

bool smr_tensorize_splice(MlirOperation module, MlirOperation op, const char *name, const SmrStr *functions,
                          SmrDiag *diag) {
  SmrStr why = {0};
  MlirModule parsed = parse(mlirOperationGetContext(module), functions, &why);
  if (mlirModuleIsNull(parsed)) {
    smr_error(diag, NULL, 0, 0, "%s is no MLIR: %s", name, smr_str_get(&why));
    smr_str_free(&why);
    return false;
  }
  MlirOperation next, f = mlirBlockGetFirstOperation(mlirModuleGetBody(parsed));
  for (; !mlirOperationIsNull(f); f = next) {
    next = mlirOperationGetNextInBlock(f);
    MlirStringRef symbol = mlirStringAttrGetValue(smr_mlir_attribute(f, "sym_name"));
    if (!has_body(f)) {
      SmrStr text = {0};
      smr_str_append(&text, symbol.data, symbol.length);
      bool there = !mlirOperationIsNull(lookup(module, smr_str_get(&text)));
      smr_str_free(&text);
      if (there)
        continue;
    } else
      make_own(f);
    if (mlirStringRefEqual(symbol, smr_ref(name)))
      fill_else(f, op);
    mlirOperationRemoveFromParent(f);
    mlirBlockAppendOwnedOperation(body_of(module), f);
  }
  smr_tensorize_put_call(op, name);
  mlirModuleDestroy(parsed);
  smr_str_free(&why);
  return true;
}
