//===- finish.c - what becomes of a module's edits -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/edit/finish.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir/host/host.h"
#include "mlir/host/slot.h"
#include "mlir/host/type.h"
#include "mlir/name.h"
#include "mlir/splice/splice.h"
#include "rewrite/edit/replacement.h"
#include "rewrite/tell/told.h"
#include <stdlib.h>

void smr_note_use(SmrModuleRun *run, uint32_t library, uint32_t number) {
  MlirContext context = mlirOperationGetContext(run->module);
  const SmrPair *pair = &run->libraries[library].pairs[number];
  run->changed = true;
  smr_replacement_use(run, library, number);
  for (uint32_t l = 0; l < pair->link_count; l++)
    smr_vec_push(&run->links, mlirStringAttrGet(context, smr_ref(pair->links[l])));
  if ((run->options->set.slots && pair->link_count) || run->options->set.check)
    smr_vec_push(&run->links, mlirStringAttrGet(context, smr_ref("smr_rt")));
  if (run->options->set.slots && pair->link_count && smr_settings_gpu(&run->options->set) != SMR_USE_GPU_OFF)
    smr_vec_push(&run->links, mlirStringAttrGet(context, smr_ref("smr_rt_gpu")));
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

/// `message`: the verifier's first one.
static bool is_valid(MlirOperation op, SmrStr *message) {
  MlirContext context = mlirOperationGetContext(op);
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(context, smr_mlir_catch, message, NULL);
  bool ok = mlirOperationVerify(op);
  mlirContextDetachDiagnosticHandler(context, handler);
  return ok;
}

/// (Edited functions were verified when they were done; the rest is as it was.)
static bool verify_brought(const SmrModuleRun *run) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  bool ok = true;
  for (MlirOperation op = mlirOperationGetNextInBlock(run->last); ok && op.ptr;
       op = mlirOperationGetNextInBlock(op))
    ok = is_valid(op, &text);
  if (!ok)
    smr_error(run->diag, NULL, 0, 0, "internal error: the rewritten module is not valid: %s",
              smr_str_get(&text));
  return ok;
}

//--- One edit that is not valid ------------------------------------------------------

static bool is_same_place(const SmrLocData *a, const SmrLocData *b) {
  return a->file == b->file && a->line == b->line && a->column == b->column;
}

static SmrLocData place_of(const SmrGraph *graph, SmrOp root) {
  const SmrLocData *place = smr_place_of(graph, root);
  return place ? *place : (SmrLocData){0};
}

const char *smr_edit_refusal(const SmrModuleRun *run, const SmrGraph *graph, SmrOp root) {
  SmrLocData place = place_of(graph, root);
  for (uint32_t k = 0; k < run->invalid.size; k++)
    if (is_same_place(&run->invalid.data[k].place, &place))
      return run->invalid.data[k].reason;
  return NULL;
}

/// For tests: SMR_TEST_INVALID is the line of a nest whose edit leaves something that no verifier accepts.
static void spoil_for_test(MlirOperation function, const SmrLocData *place) {
  const char *line = getenv("SMR_TEST_INVALID");
  MlirContext context = mlirOperationGetContext(function);
  if (line && (uint32_t)atoi(line) == place->line)
    mlirOperationSetAttributeByName(function, smr_ref("sym_visibility"),
                                    mlirStringAttrGet(context, smr_ref("spoilt")));
}

bool smr_edit_verify(SmrModuleRun *run, const SmrFunctionRun *f, const SmrGraph *graph, SmrOp root) {
  SmrLocData place = place_of(graph, root);
  spoil_for_test(f->op, &place);
  SmrStr text = {0};
  if (!run->careful || is_valid(f->op, &text)) {
    smr_str_free(&text);
    return true;
  }
  SMR_OWNED(SmrStr, smr_str_free) reason = {0};
  smr_str_printf(&reason, "internal error: the code is not valid with the call (%s)", smr_str_get(&text));
  const char *kept = smr_intern_text(run->symbols, smr_intern(run->symbols, smr_str_get(&reason)));
  smr_vec_push(&run->invalid, (SmrInvalidEdit){place, kept});
  run->undone = true;
  smr_str_free(&text);
  return false;
}

bool smr_edits_are_valid(SmrModuleRun *run, const SmrFunctionRun *f) {
  if (run->options->disposable)
    return true;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  return !f->edited || mlirOperationIsNull(f->copy) || is_valid(f->op, &text);
}

void smr_put_function_back(const SmrFunctionRun *f) {
  MlirOperation as_it_was = mlirOperationClone(f->copy);
  for (intptr_t k = mlirOperationGetNumAttributes(f->op); k--;) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetAttribute(f->op, k).name);
    if (mlirAttributeIsNull(mlirOperationGetAttributeByName(as_it_was, name)))
      mlirOperationRemoveAttributeByName(f->op, name);
  }
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(as_it_was); k++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(as_it_was, k);
    mlirOperationSetAttributeByName(f->op, mlirIdentifierStr(attribute.name), attribute.attribute);
  }
  for (intptr_t k = 0; k < mlirOperationGetNumRegions(f->op); k++)
    mlirRegionTakeBody(mlirOperationGetRegion(f->op, k), mlirOperationGetRegion(as_it_was, k));
  mlirOperationDestroy(as_it_was);
}

//--- The module ----------------------------------------------------------------------

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
  if (!run->options->disposable && !run->options->set.last) // (who gets the module verifies it)
#endif
    ok = ok && verify_brought(run);
  if (!ok || !run->changed || run->options->set.dry_run) {
    put_back(run);
  } else {
    note_links(run->module, run->links.data, run->links.size);
    if (run->options->set.slots)
      smr_slots_keep(run->module);
  }
  for (uint32_t k = 0; k < run->edited.size && !run->options->set.last; k++)
    if (!mlirOperationIsNull(run->edited.data[k].copy))
      mlirOperationDestroy(run->edited.data[k].copy);
  return ok;
}
