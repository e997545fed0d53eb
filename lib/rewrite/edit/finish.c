//===- finish.c - what becomes of a module's edits -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/edit/finish.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir/host/host.h"
#include "mlir/host/slot.h"
#include "mlir/host/type.h"
#include "mlir/splice/splice.h"
#include "rewrite/edit/replacement.h"

void smr_note_use(SmrModuleRun *run, uint32_t library, uint32_t number) {
  MlirContext context = mlirOperationGetContext(run->module);
  const SmrPair *pair = &run->libraries[library].pairs[number];
  run->changed = true;
  smr_replacement_use(run, library, number);
  for (uint32_t l = 0; l < pair->link_count; l++)
    smr_vec_push(&run->links, mlirStringAttrGet(context, smr_ref(pair->links[l])));
  if ((run->options->slots && pair->link_count) || run->options->check)
    smr_vec_push(&run->links, mlirStringAttrGet(context, smr_ref("smr_rt")));
  if (run->options->slots && pair->link_count && smr_slot_kind())
    smr_vec_push(&run->links, mlirStringAttrGet(context, smr_ref("smr_rt_gpu")));
}

void smr_note_uses(SmrModuleRun *run, const SmrFunctionRun *f) {
  for (uint32_t k = 0; k < f->found.size; k++)
    if (f->found.data[k].accepted)
      smr_note_use(run, f->found.data[k].library, f->found.data[k].match.pattern);
}

/// `smr.link = ["openblas"]` on the module: what is there, and these.
static void note_links(MlirOperation module, const MlirAttribute *fresh, uint32_t count) {
  static const char attribute[] = SMR_ATTR_LINK;
  MlirStringRef name = smr_ref(attribute);
  MlirContext context = mlirOperationGetContext(module);
  MlirAttribute before = mlirOperationGetAttributeByName(module, name);
  SMR_VEC(MlirAttribute) links = {0};
  for (intptr_t k = 0; !mlirAttributeIsNull(before) && mlirAttributeIsAArray(before) &&
                       k < mlirArrayAttrGetNumElements(before);
       k++)
    smr_vec_push(&links, mlirArrayAttrGetElement(before, k));
  for (uint32_t l = 0; l < count; l++) {
    bool known = false;
    for (uint32_t k = 0; k < links.size && !known; k++)
      known = mlirAttributeEqual(links.data[k], fresh[l]);
    if (!known)
      smr_vec_push(&links, fresh[l]);
  }
  if (links.size)
    mlirOperationSetDiscardableAttributeByName(module, name,
                                               mlirArrayAttrGet(context, links.size, links.data));
  smr_vec_free(&links);
}

static MlirLogicalResult catch_message(MlirDiagnostic diagnostic, void *data) {
  if (!smr_str_get(data)[0])
    mlirDiagnosticPrint(diagnostic, smr_mlir_append, data);
  return mlirLogicalResultSuccess();
}

/// What was edited or brought in; the rest is as it was.
static bool verify(const SmrModuleRun *run) {
  SmrStr text = {0};
  MlirContext context = mlirOperationGetContext(run->module);
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, catch_message, &text, NULL);
  bool ok = true;
  for (uint32_t k = 0; k < run->edited.size && ok; k++)
    ok = mlirOperationVerify(run->edited.data[k].op);
  for (MlirOperation op = mlirOperationGetNextInBlock(run->last); ok && op.ptr;
       op = mlirOperationGetNextInBlock(op))
    ok = mlirOperationVerify(op);
  mlirContextDetachDiagnosticHandler(context, handler);
  if (!ok)
    smr_error(run->diag, NULL, 0, 0, "internal error: the rewritten module is not valid: %s",
              smr_str_get(&text));
  smr_str_free(&text);
  return ok;
}

/// What was brought in was appended.
static void put_back(SmrModuleRun *run) {
  MlirOperation last = run->last;
  for (uint32_t k = 0; k < run->edited.size; k++) {
    SmrEdited *f = &run->edited.data[k];
    if (mlirOperationIsNull(f->copy))
      continue;
    if (mlirOperationEqual(f->op, last))
      last = f->copy;
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(f->op), f->op, f->copy);
    mlirOperationDestroy(f->op);
    *f = (SmrEdited){f->copy, {NULL}};
  }
  for (MlirOperation op; (op = mlirOperationGetNextInBlock(last)).ptr;)
    mlirOperationDestroy(op);
}

bool smr_finish_module(SmrModuleRun *run, bool ok) {
  if (ok)
    smr_replacements_remove_unused(run);
#ifdef NDEBUG
  if (!run->options->disposable)
#endif
    ok = ok && verify(run);
  if (!ok || !run->changed || run->options->dry_run) {
    put_back(run);
  } else {
    note_links(run->module, run->links.data, run->links.size);
    if (run->options->slots)
      smr_slots_keep(run->module);
  }
  for (uint32_t k = 0; k < run->edited.size; k++)
    if (!mlirOperationIsNull(run->edited.data[k].copy))
      mlirOperationDestroy(run->edited.data[k].copy);
  return ok;
}
