//===- tbaa.c - the access paths of loads and stores --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// #llvm.tbaa_tag attributes become SmrOpData.tag, the text form of the path (graph/normalize/tags.c).
//===----------------------------------------------------------------------===//
#include "capi/shim/shim.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/import/internal.h"

/// Types are told apart by their number; the name is for people.
static void put_step(SmrImport *imp, const SmrTypeStep *step, SmrStr *out) {
  uint32_t *number = smr_map_at(&imp->access_types, (uint64_t)(uintptr_t)step->type, 0);
  if (!*number)
    *number = imp->access_types.size;
  for (size_t k = 0; k < step->name.length; k++) {
    char c = step->name.data[k];
    smr_str_putc(out, c == '@' || c == '>' ? '_' : c);
  }
  smr_str_printf(out, "#%u@%lld", *number, (long long)step->offset);
}

SmrSym smr_imp_access_tag(SmrImport *imp, MlirOperation op) {
  enum { MOST_STEPS = 32 };
  MlirAttribute tags = smr_mlir_attribute(op, "tbaa");
  if (mlirAttributeIsNull(tags) || !mlirAttributeIsAArray(tags) || mlirArrayAttrGetNumElements(tags) != 1)
    return 0; // several: what either allows
  MlirAttribute tag = mlirArrayAttrGetElement(tags, 0);
  uint32_t known;
  if (smr_map_get(&imp->access_paths, (uint64_t)(uintptr_t)tag.ptr, &known))
    return known;
  SmrTypeStep steps[MOST_STEPS];
  uint32_t count = smrAttributeGetAccessPath(tag, steps, MOST_STEPS);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (uint32_t k = 0; k < count; k++) {
    if (k)
      smr_str_putc(&text, '>');
    put_step(imp, &steps[k], &text);
  }
  SmrSym path = count ? smr_intern(imp->symbols, smr_str_get(&text)) : 0;
  smr_map_set(&imp->access_paths, (uint64_t)(uintptr_t)tag.ptr, path);
  return path;
}
