//===- form.c - does an op have the form that its description says? -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A description is a user's, and may name a reader for any op. What a reader takes for granted stands in
// handlers.def and is checked here, once: readers are asked of no other op.
//===----------------------------------------------------------------------===//
#include "mlir/import/internal.h"

enum { ANY = 255 };

typedef struct {
  const char *spelling;
  uint8_t operands, results, most_results, regions, blocks, arguments, successors;
} Form;

static const Form forms[SMR_HANDLER_COUNT] = {
#define SMR_HANDLER(code, ...) [SMR_HANDLER_##code] = {__VA_ARGS__},
#include "mlir/handlers.def"
#undef SMR_HANDLER
};

static bool has_regions(MlirOperation op, const Form *form) {
  intptr_t n = mlirOperationGetNumRegions(op);
  if (n > form->regions || n < form->blocks)
    return false;
  for (intptr_t k = 0; k < form->blocks; k++) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, k));
    if (mlirBlockIsNull(block) || (k == 0 && mlirBlockGetNumArguments(block) < form->arguments))
      return false;
  }
  return true;
}

static bool has_form(MlirOperation op, const Form *form) {
  intptr_t results = mlirOperationGetNumResults(op), successors = mlirOperationGetNumSuccessors(op);
  return mlirOperationGetNumOperands(op) >= form->operands && results >= form->results &&
         (form->most_results == ANY || results <= form->most_results) &&
         (form->successors == ANY ? successors > 0 : successors == form->successors) && has_regions(op, form);
}

bool smr_imp_fits(MlirOperation op, const SmrOpDesc *desc) {
  switch (desc->action) {
  case SMR_DESC_HANDLER:
    return has_form(op, &forms[desc->handler]);
  case SMR_DESC_NEUTRAL: // operands and types: smr_op_check
    return mlirOperationGetNumResults(op) == 1 && !mlirOperationGetNumRegions(op) &&
           !mlirOperationGetNumSuccessors(op);
  case SMR_DESC_THROUGH:
    return !mlirOperationGetNumRegions(op) && !mlirOperationGetNumSuccessors(op);
  case SMR_DESC_SKIP:
    return !mlirOperationGetNumSuccessors(op);
  case SMR_DESC_OPAQUE:
    break;
  }
  return true;
}

void smr_imp_tell_misfit(SmrImport *imp, MlirOperation op, SmrImportOp *info) {
  const SmrOpDesc *desc = info->desc;
  if (info->told)
    return;
  info->told = true;
  SmrLoc loc = smr_imp_loc(imp, op);
  const SmrLocData *at = loc ? &imp->graph->locs.data[loc] : NULL;
  smr_report(imp->diag, SMR_NOTE, at ? smr_intern_text(imp->symbols, at->file) : NULL, at ? at->line : 0,
             at ? at->column : 0, SMR_IMPORT_MISFIT "op '%s' does not have the form that %s reads",
             smr_intern_text(imp->symbols, info->name),
             desc->action == SMR_DESC_HANDLER   ? forms[desc->handler].spelling
             : desc->action == SMR_DESC_NEUTRAL ? smr_opcode_name(desc->code)
             : desc->action == SMR_DESC_THROUGH ? "through"
                                                : "skip");
}
