//===- entry.c - declarations of entries in a module ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An entry is native code in an archive (base/entries.h). Where the archive was not linked its address is
// null, and the program's loops run: the module's own function `<entry>.bound` tests that before it asks the
// entry whether its routines may be called.
//===----------------------------------------------------------------------===//
#include "mlir/host/entry.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/symbol.h"
#include "mlir/splice/edit/edit.h"
#include <string.h>

static MlirOperation symbol_in(MlirOperation module, const char *name) {
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  MlirOperation found = mlirSymbolTableLookup(table, smr_ref(name));
  mlirSymbolTableDestroy(table);
  return found;
}

static void mark_own(MlirOperation op, const char *pair) {
  mlirOperationSetAttributeByName(op, smr_ref(SMR_ATTR_REPLACEMENT),
                                  mlirStringAttrGet(mlirOperationGetContext(op), smr_ref(pair)));
}

MlirOperation smr_entry_declare(MlirOperation module, const SmrEntryInfo *entry, MlirOperation *bound) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, name = {0};
  MlirOperation known = symbol_in(module, entry->symbol);
  smr_str_printf(&name, "%s.bound", entry->symbol);
  *bound = symbol_in(module, smr_str_get(&name));
  if (known.ptr) // of an earlier run
    return bound->ptr ? known : (MlirOperation){NULL};
  smr_entry_text(entry, &text);
  MlirModule parsed = mlirModuleCreateParse(mlirOperationGetContext(module),
                                            mlirStringRefCreate(smr_str_get(&text), text.size));
  if (mlirModuleIsNull(parsed))
    return known;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  for (MlirOperation op; (op = mlirBlockGetFirstOperation(mlirModuleGetBody(parsed))).ptr;) {
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(body, op);
    if (!smr_symbol_is_data(op))
      mark_own(op, entry->symbol);
  }
  mlirModuleDestroy(parsed);
  *bound = symbol_in(module, smr_str_get(&name));
  return symbol_in(module, entry->symbol);
}

bool smr_entry_is_possible(MlirOperation module, const SmrEntryInfo *entry) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  bool possible = !smr_other_language(module);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); possible && op.ptr && *entry->functions != '-';
       op = mlirOperationGetNextInBlock(op)) {
    bool defined = mlirOperationGetNumRegions(op) &&
                   !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
    MlirAttribute symbol = smr_mlir_attribute(op, "sym_name");
    if (!defined || mlirAttributeIsNull(symbol))
      continue;
    smr_link_name(mlirStringAttrGetValue(symbol), &name);
    possible = !smr_entry_lists(entry->functions, smr_str_get(&name));
  }
  return possible;
}

void smr_entry_drop(MlirOperation module, MlirOperation wrapper, MlirOperation bound) {
  static const char *const others[] = {"may", "ready"};
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  MlirStringRef symbol = mlirStringAttrGetValue(smr_mlir_attribute(wrapper, "sym_name"));
  mlirOperationDestroy(bound);
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    smr_str_clear(&name);
    smr_str_printf(&name, "%.*s.%s", (int)symbol.length, symbol.data, others[k]);
    MlirOperation other = symbol_in(module, smr_str_get(&name));
    if (other.ptr)
      mlirOperationDestroy(other);
  }
  mlirOperationDestroy(wrapper);
}
