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

static MlirStringRef symbol_of(MlirOperation op) {
  return mlirStringAttrGetValue(smr_mlir_attribute(op, "sym_name"));
}

/// Moves the declarations into the module, unless it has one of their names.
static void move_declarations(MlirModule from, MlirOperation module, MlirSymbolTable table,
                              const char *pair) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0)), all = mlirModuleGetBody(from);
  for (MlirOperation op = mlirBlockGetFirstOperation(all); op.ptr; op = mlirOperationGetNextInBlock(op))
    if (mlirSymbolTableLookup(table, symbol_of(op)).ptr)
      return;
  for (MlirOperation op; (op = mlirBlockGetFirstOperation(all)).ptr;) {
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(body, op);
    mlirSymbolTableInsert(table, op);
    if (!smr_symbol_is_data(op))
      mark_own(op, pair);
  }
}

MlirOperation smr_entry_declare(MlirOperation module, const SmrEntryInfo *entry, MlirOperation *bound) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, name = {0};
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  smr_str_printf(&name, "%s.bound", entry->symbol);
  if (!mlirSymbolTableLookup(table, smr_ref(entry->symbol)).ptr) { // (else it is of an earlier run)
    smr_entry_text(entry, &text);
    MlirModule parsed = mlirModuleCreateParse(mlirOperationGetContext(module),
                                              mlirStringRefCreate(smr_str_get(&text), text.size));
    if (!mlirModuleIsNull(parsed)) {
      move_declarations(parsed, module, table, entry->symbol);
      mlirModuleDestroy(parsed);
    }
  }
  MlirOperation wrapper = mlirSymbolTableLookup(table, smr_ref(entry->symbol));
  *bound = mlirSymbolTableLookup(table, smr_ref(smr_str_get(&name)));
  mlirSymbolTableDestroy(table);
  return bound->ptr ? wrapper : (MlirOperation){NULL};
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
  MlirStringRef symbol = symbol_of(wrapper);
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
