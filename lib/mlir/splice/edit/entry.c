//===- entry.c - declarations of entries in a module ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An entry is native code in an archive (base/entries.h). Where the archive was not linked its address is
// null, and the program's loops run. A site with one call tests the address, and leaves the rest to
// `<entry>.try`. For other plans the module's own function `<entry>.bound` tests it before it asks
// `<entry>.may`.
//===----------------------------------------------------------------------===//
#include "mlir/host/entry.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/symbol.h"
#include "mlir/splice/edit/edit.h"
#include <string.h>

static MlirAttribute mark_of(MlirOperation op, const SmrEntryInfo *entry) {
  return mlirStringAttrGet(mlirOperationGetContext(op), smr_ref(entry->symbol));
}

/// One of the entry's functions; null if the module does not have it, or has something else of that name.
static MlirOperation part_of(MlirOperation module, const SmrEntryInfo *entry, const char *part) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_str_printf(&name, "%s%s", entry->symbol, part);
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  MlirOperation found = mlirSymbolTableLookup(table, smr_ref(smr_str_get(&name)));
  mlirSymbolTableDestroy(table);
  bool own =
      found.ptr && mlirAttributeEqual(smr_mlir_attribute(found, SMR_ATTR_REPLACEMENT), mark_of(found, entry));
  return own ? found : (MlirOperation){NULL};
}

/// Moves those functions of the text into the module whose names it does not have.
static void declare(MlirOperation module, const SmrEntryInfo *entry, const char *text, size_t size) {
  MlirModule parsed = mlirModuleCreateParse(mlirOperationGetContext(module), mlirStringRefCreate(text, size));
  if (mlirModuleIsNull(parsed))
    return;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0)),
            all = mlirModuleGetBody(parsed);
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  for (MlirOperation op; (op = mlirBlockGetFirstOperation(all)).ptr;) {
    mlirOperationRemoveFromParent(op);
    mlirOperationSetAttributeByName(op, smr_ref(SMR_ATTR_REPLACEMENT), mark_of(op, entry));
    if (mlirSymbolTableLookup(table, smr_symbol_name(op)).ptr)
      mlirOperationDestroy(op);
    else
      mlirBlockAppendOwnedOperation(body, op);
  }
  mlirSymbolTableDestroy(table);
  mlirModuleDestroy(parsed);
}

MlirOperation smr_entry_declare(MlirOperation module, const SmrEntryInfo *entry) {
  MlirOperation known = part_of(module, entry, ".try"); // of an earlier run
  if (!known.ptr)
    declare(module, entry, entry->tries, strlen(entry->tries));
  return known.ptr ? known : part_of(module, entry, ".try");
}

bool smr_entry_take_apart(MlirOperation module, const SmrEntryInfo *entry, MlirOperation *callee,
                          MlirOperation *bound) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (!part_of(module, entry, ".bound").ptr) {
    smr_entry_text(entry, &text);
    declare(module, entry, smr_str_get(&text), text.size);
  }
  *callee = part_of(module, entry, "");
  *bound = part_of(module, entry, ".bound");
  return callee->ptr && bound->ptr && part_of(module, entry, ".may").ptr;
}

MlirOperation smr_entry_declare_may(MlirOperation module, const SmrEntryInfo *entry) {
  MlirOperation known = part_of(module, entry, ".may");
  if (!known.ptr)
    declare(module, entry, entry->others, strlen(entry->others));
  return known.ptr ? known : part_of(module, entry, ".may");
}

bool smr_entry_is_possible(MlirOperation module, const SmrEntryInfo *entry) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  bool possible = !smr_other_language(module);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); possible && op.ptr && *entry->functions != '-';
       op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute symbol = smr_mlir_attribute(op, "sym_name");
    if (!smr_symbol_has_body(op) || mlirAttributeIsNull(symbol))
      continue;
    smr_link_name(mlirStringAttrGetValue(symbol), &name);
    possible = !smr_entry_lists(entry->functions, smr_str_get(&name));
  }
  return possible;
}

void smr_entry_drop(MlirOperation module, const SmrEntryInfo *entry) {
  static const char *const parts[] = {".bound", ".may", "", ".try"}; // users before what they use
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    MlirOperation part = part_of(module, entry, parts[k]);
    if (part.ptr)
      mlirOperationDestroy(part);
  }
}
