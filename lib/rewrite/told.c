//===- told.c - what the report says of functions and places ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/told.h"
#include "mlir-c/BuiltinAttributes.h"
#include "rewrite/answers.h"
#include "rewrite/rewrite_internal.h"
#include <string.h>

const SmrLocData *smr_place_of(const SmrGraph *g, SmrOp op) {
  for (SmrOp up = op; up; up = smr_parent(g, up)) {
    if (smr_op(g, up)->loc && g->locs.data[smr_op(g, up)->loc].line)
      return &g->locs.data[smr_op(g, up)->loc];
    for (uint32_t r = 0; r < smr_op(g, up)->region_count; ++r) {
      SmrBlock block = smr_body_block(g, up, r);
      for (SmrOp in = block ? g->blocks.data[block].first : 0; in; in = smr_op(g, in)->next)
        if (smr_op(g, in)->loc && g->locs.data[smr_op(g, in)->loc].line)
          return &g->locs.data[smr_op(g, in)->loc];
    }
  }
  return NULL;
}

void smr_tell_function(SmrReport *report, const SmrRewriteOptions *options, MlirOperation module,
                       MlirOperation function, const char *symbol, const char *reason) {
  SmrStr name = {0};
  smr_demangle(symbol, &name);
  SmrReportEntry entry = {
      .kind = SMR_REPORT_MISSED, .function = smr_str_get(&name), .idiom = "", .reason = reason};
  smr_tell(report, &entry, function, module, options->source);
  report->near_misses++; // no match was refused
  smr_str_free(&name);
}

bool smr_told_before(const char *const *texts, uint32_t count, const char *text) {
  for (uint32_t k = 0; k < count; ++k)
    if (!strcmp(texts[k], text))
      return true;
  return false;
}

void smr_symbol_of(MlirOperation function, SmrStr *out) {
  MlirAttribute name = mlirOperationGetAttributeByName(function, mlirStringRefCreateFromCString("sym_name"));
  if (!mlirAttributeIsNull(name) && mlirAttributeIsAString(name))
    smr_str_append(out, mlirStringAttrGetValue(name).data, mlirStringAttrGetValue(name).length);
}

const SmrSkip *smr_skip_of(const SmrRewriteOptions *options, const char *symbol) {
  for (uint32_t k = 0; k < options->skip_count; ++k)
    if (!strcmp(options->skips[k].symbol, symbol))
      return &options->skips[k];
  return NULL;
}

void smr_note_links(MlirOperation module, const MlirAttribute *fresh, uint32_t count) {
  static const char attribute[] = "smr.link";
  MlirStringRef name = mlirStringRefCreateFromCString(attribute);
  MlirContext context = mlirOperationGetContext(module);
  MlirAttribute before = mlirOperationGetAttributeByName(module, name);
  SMR_VEC(MlirAttribute) links = {0};
  for (intptr_t k = 0; !mlirAttributeIsNull(before) && mlirAttributeIsAArray(before) &&
                       k < mlirArrayAttrGetNumElements(before);
       ++k)
    smr_vec_push(&links, mlirArrayAttrGetElement(before, k));
  for (uint32_t l = 0; l < count; ++l) {
    bool known = false;
    for (uint32_t k = 0; k < links.size && !known; ++k)
      known = mlirAttributeEqual(links.data[k], fresh[l]);
    if (!known)
      smr_vec_push(&links, fresh[l]);
  }
  if (links.size)
    mlirOperationSetDiscardableAttributeByName(module, name,
                                               mlirArrayAttrGet(context, links.size, links.data));
  smr_vec_free(&links);
}
