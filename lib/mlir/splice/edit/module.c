//===- module.c - bring replacement functions into a module -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Everything is decided on the replacement's own module; only then do its ops move over.
//===----------------------------------------------------------------------===//
#include "capi/shim/shim.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir/host/apart.h"
#include "mlir/host/symbol.h"
#include "mlir/name.h"
#include "mlir/splice/edit/edit.h"
#include <stdlib.h>
#include <string.h>

//--- Symbols ------------------------------------------------------------------------

static bool is_function(MlirOperation op) {
  return !mlirAttributeIsNull(smr_mlir_attribute(op, "function_type"));
}

static void print(MlirOperation op, bool generic, SmrStr *out) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  if (generic)
    mlirOpPrintingFlagsPrintGenericOpForm(flags);
  mlirOpPrintingFlagsUseLocalScope(flags);
  mlirOpPrintingFlagsEnableDebugInfo(flags, false, false); // whatever the command line says
  mlirOperationPrintWithFlags(op, flags, smr_mlir_append, out);
  mlirOpPrintingFlagsDestroy(flags);
}

static bool same_text(MlirOperation a, MlirOperation b) {
  SMR_OWNED(SmrStr, smr_str_free) x = {0}, y = {0};
  print(a, true, &x);
  print(b, true, &y);
  return x.size == y.size && !memcmp(smr_str_get(&x), smr_str_get(&y), x.size);
}

static MlirBlock body_of(MlirOperation module) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
}

//--- Reachability ---------------------------------------------------------------------

struct SmrReach {
  MlirSymbolTable table;
  SmrMap seen;
  SMR_VEC(MlirOperation) work;
  bool closed;
};

static void push_function(SmrReach *r, MlirOperation target) {
  uint32_t known;
  if (mlirOperationIsNull(target) || smr_map_get(&r->seen, smr_mlir_key(target.ptr), &known))
    return;
  smr_map_set(&r->seen, smr_mlir_key(target.ptr), 1);
  smr_vec_push(&r->work, target);
  r->closed &= !is_function(target) || !smr_symbol_has_body(target) ||
               !mlirAttributeIsNull(smr_mlir_attribute(target, SMR_ATTR_REPLACEMENT));
}

static MlirWalkResult push_references(MlirOperation op, void *data) {
  SmrReach *r = data;
  intptr_t count = mlirOperationGetNumAttributes(op);
  for (intptr_t k = 0; k < count; k++) {
    MlirAttribute attribute = mlirOperationGetAttribute(op, k).attribute;
    if (mlirAttributeIsAFlatSymbolRef(attribute))
      push_function(r, mlirSymbolTableLookup(r->table, mlirFlatSymbolRefAttrGetValue(attribute)));
    else if (mlirAttributeIsASymbolRef(attribute))
      push_function(r, mlirSymbolTableLookup(r->table, mlirSymbolRefAttrGetRootReference(attribute)));
  }
  return MlirWalkResultAdvance;
}

SmrReach *smr_reach_create(MlirOperation module, const MlirOperation *from, uint32_t count) {
  SmrReach *r = smr_xcalloc(1, sizeof *r);
  r->closed = true;
  r->table = mlirSymbolTableCreate(module);
  for (uint32_t k = 0; k < count; k++)
    push_function(r, from[k]);
  while (r->work.size)
    mlirOperationWalk(smr_vec_pop(&r->work), push_references, r, MlirWalkPreOrder);
  mlirSymbolTableDestroy(r->table);
  smr_vec_free(&r->work);
  return r;
}

bool smr_reach_has(const SmrReach *r, MlirOperation function) {
  uint32_t known;
  return smr_map_get(&r->seen, smr_mlir_key(function.ptr), &known);
}

bool smr_reach_closed(const SmrReach *r) {
  return r->closed;
}

void smr_reach_destroy(SmrReach *r) {
  if (!r)
    return;
  smr_map_free(&r->seen);
  free(r);
}

//--- Calls of an external that the module declares with another type ---------------------

typedef struct {
  MlirStringRef symbol;
  SMR_VEC(MlirOperation) calls;
  bool other_use;
} Uses;

static bool refers(MlirAttribute attribute, MlirStringRef symbol) {
  return mlirAttributeIsAFlatSymbolRef(attribute) &&
         mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(attribute), symbol);
}

static MlirWalkResult collect_uses(MlirOperation op, void *data) {
  Uses *uses = data;
  bool call = smr_symbol_calls(op);
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(op); k++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, k);
    if (!refers(attribute.attribute, uses->symbol))
      continue;
    if (call && mlirStringRefEqual(mlirIdentifierStr(attribute.name), smr_ref("callee")))
      smr_vec_push(&uses->calls, op);
    else
      uses->other_use = true;
  }
  return MlirWalkResultAdvance;
}

//--- Injection ------------------------------------------------------------------------------

static MlirModule parse(MlirContext context, const void *bytes, size_t size, const char *name,
                        const char *library, SmrDiag *diag) {
  // Bytecode wants alignment, text wants a NUL behind it.
  size_t room = (size + 1 + 63) / 64 * 64;
  char *copy = aligned_alloc(64, room);
  if (!copy)
    abort();
  memset(copy, 0, room);
  memcpy(copy, bytes, size);
  SmrStr text = {0};
  smrContextRegisterAll(context);
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, smr_mlir_catch, &text, NULL);
  MlirModule parsed = mlirModuleCreateParse(context, mlirStringRefCreate(copy, size));
  mlirContextDetachDiagnosticHandler(context, handler);
  if (mlirModuleIsNull(parsed))
    smr_error(diag, library, 0, 0, "the replacement of \"%s\" cannot be read here: %s", name,
              text.size ? smr_str_get(&text) : "malformed MLIR");
  smr_str_free(&text);
  free(copy);
  return parsed;
}

typedef struct {
  MlirOperation module, source;
  MlirSymbolTable table;
  SMR_VEC(MlirOperation) move, drop;
  const char *name, *library;
  SmrStr prefix; // what its own symbols begin with
  SmrDiag *diag;
  SmrStr *refusal;
  MlirModule again; // `source` after a trip through text, which may spell out what was left to defaults
} Injection;

/// The pair is not used; that is no error.
static bool clash(Injection *in, MlirStringRef symbol, const char *what) {
  smr_str_clear(in->refusal);
  smr_str_printf(in->refusal, "\"%.*s\", which the replacement calls, %s in this module", (int)symbol.length,
                 symbol.data, what);
  return false;
}

static void rename_symbol(MlirOperation source, MlirOperation op, const char *to) {
  MlirContext context = mlirOperationGetContext(op);
  MlirLogicalResult done = mlirSymbolTableReplaceAllSymbolUses(smr_symbol_name(op), smr_ref(to), source);
  (void)done;
  mlirOperationSetAttributeByName(op, smr_ref("sym_name"), mlirStringAttrGet(context, smr_ref(to)));
}

/// What nobody else calls by its name: functions with bodies, and globals that no other module sees.
static bool is_own(MlirOperation op) {
  return smr_symbol_name(op).data &&
         (smr_symbol_is_own_data(op) || (is_function(op) && smr_symbol_has_body(op)));
}

/// Own symbols get names that no program has: `from` (empty: no prefix yet) becomes the prefix.
static void rename_own(Injection *in, const char *from, const char *wrapper, MlirOperation *found) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  size_t skip = strlen(from);
  MlirAttribute mark = mlirStringAttrGet(mlirOperationGetContext(in->source), smr_ref(in->name));
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(in->source)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (!is_own(op))
      continue;
    MlirStringRef symbol = smr_symbol_name(op);
    bool is_wrapper = skip ? mlirOperationEqual(op, *found) : mlirStringRefEqual(symbol, smr_ref(wrapper));
    smr_str_clear(&name);
    smr_str_puts(&name, smr_str_get(&in->prefix));
    if (!is_wrapper)
      smr_str_printf(&name, ".%.*s", (int)(symbol.length - skip - (skip > 0)),
                     symbol.data + skip + (skip > 0));
    bool function = is_function(op);
    rename_symbol(in->source, op, smr_str_get(&name));
    if (function) {
      mlirOperationSetAttributeByName(op, smr_ref(SMR_ATTR_REPLACEMENT), mark);
      smr_symbol_make_own(op);
    }
    if (is_wrapper && function)
      *found = op;
  }
}

static MlirLogicalResult no_message(MlirDiagnostic diagnostic, void *data) {
  (void)diagnostic, (void)data;
  return mlirLogicalResultSuccess();
}

static void read_again(Injection *in) {
  MlirContext context = mlirOperationGetContext(in->source);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  print(in->source, false, &text);
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, no_message, NULL, NULL);
  in->again = mlirModuleCreateParse(context, mlirStringRefCreate(smr_str_get(&text), text.size));
  mlirContextDetachDiagnosticHandler(context, handler);
}

static void forget_again(Injection *in) {
  if (!mlirModuleIsNull(in->again))
    mlirModuleDestroy(in->again);
  in->again = (MlirModule){NULL};
}

/// What an earlier run brought in, perhaps read back from text since.
static bool same_op(Injection *in, MlirOperation op, MlirOperation known) {
  if (same_text(op, known))
    return true;
  if (mlirModuleIsNull(in->again))
    read_again(in);
  if (mlirModuleIsNull(in->again))
    return false;
  MlirSymbolTable table = mlirSymbolTableCreate(mlirModuleGetOperation(in->again));
  MlirOperation twin = mlirSymbolTableLookup(table, smr_symbol_name(op));
  mlirSymbolTableDestroy(table);
  return twin.ptr && same_text(twin, known);
}

/// None of the own symbols is one of another function in the module, say of an earlier run's with another
/// library.
static bool names_free(Injection *in) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(in->source)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    MlirOperation known =
        is_own(op) ? mlirSymbolTableLookup(in->table, smr_symbol_name(op)) : (MlirOperation){NULL};
    if (known.ptr && !same_op(in, op, known))
      return false;
  }
  return true;
}

static bool rename_functions(Injection *in, const char *wrapper, MlirOperation *found) {
  enum { MOST_NAMES = 100 };
  SMR_OWNED(SmrStr, smr_str_free) from = {0};
  smr_str_puts(&in->prefix, in->name);
  rename_own(in, "", wrapper, found);
  for (int number = 2; found->ptr && number < MOST_NAMES && !names_free(in); number++) {
    smr_str_clear(&from);
    smr_str_puts(&from, smr_str_get(&in->prefix));
    smr_str_clear(&in->prefix);
    smr_str_printf(&in->prefix, "%s.%d", in->name, number);
    forget_again(in);
    rename_own(in, smr_str_get(&from), wrapper, found);
  }
  return found->ptr || smr_error(in->diag, in->library, 0, 0,
                                 "the replacement of \"%s\" has no function \"%s\"", in->name, wrapper);
}

static bool place(Injection *in, MlirOperation op) {
  MlirStringRef symbol = smr_symbol_name(op);
  if (!symbol.data)
    return true; // nothing can refer to it
  MlirOperation known = mlirSymbolTableLookup(in->table, symbol);
  if (mlirOperationIsNull(known)) {
    smr_vec_push(&in->move, op);
    return true;
  }
  bool declaration = is_function(op) && !smr_symbol_has_body(op);
  if (!declaration) {
    if (!smr_symbol_same_data(op, known) && !same_op(in, op, known))
      return clash(in, symbol, "is another thing");
    smr_vec_push(&in->drop, op);
    return true;
  }
  if (!is_function(known))
    return clash(in, symbol, "is no function");
  smr_vec_push(&in->drop, op);
  MlirAttribute mine = smr_mlir_attribute(op, "function_type"),
                theirs = smr_mlir_attribute(known, "function_type");
  if (mlirAttributeEqual(mine, theirs))
    return true;
  if (smr_symbol_has_body(
          known)) // the program's own procedure, which only shares its name with the library's
    return clash(in, symbol, "has another type");
  Uses uses = {.symbol = symbol};
  mlirOperationWalk(in->source, collect_uses, &uses, MlirWalkPreOrder);
  bool pointers = !uses.other_use && smr_host_of(known)->function_pointers;
  for (uint32_t k = 0; pointers && k < uses.calls.size; k++)
    smr_call_indirectly(uses.calls.data[k], known, mlirTypeAttrGetValue(mine));
  smr_vec_free(&uses.calls);
  return pointers || clash(in, symbol, "has another type");
}

const SmrHost *smr_other_language(MlirOperation module) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(module)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (is_function(op) && smr_host_of(op)->translate)
      return smr_host_of(op);
  return NULL;
}

/// Of what moved into the module or was there already.
static MlirOperation bound_of(const Injection *in) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  MlirOperation found = {NULL};
  smr_str_printf(&name, "%s.bound", smr_str_get(&in->prefix));
  for (uint32_t k = 0; k < in->move.size && !found.ptr; k++)
    if (mlirStringRefEqual(smr_symbol_name(in->move.data[k]), smr_ref(smr_str_get(&name))))
      found = in->move.data[k];
  if (!found.ptr)
    found = mlirSymbolTableLookup(in->table, smr_ref(smr_str_get(&name)));
  return found;
}

/// Does the replacement itself name its wrapper?
static bool is_used(const Injection *in, MlirOperation wrapper) {
  Uses uses = {.symbol = smr_symbol_name(wrapper)};
  mlirOperationWalk(in->source, collect_uses, &uses, MlirWalkPreOrder);
  bool used = uses.other_use || uses.calls.size;
  smr_vec_free(&uses.calls);
  return used;
}

/// What is done to a replacement in its own module. False with a refusal, or after an error.
typedef struct {
  const char *wrapper;
  bool apart;
  const SmrSlots *slots; // or NULL
  const SmrType *numbers;
  uint32_t number_count;
  MlirOperation found; // the wrapper
  bool slotted;        // something goes through slots
  bool joins;          // code that was taken apart could have been rounded together
} Preparation;

static bool prepare(Injection *in, Preparation *p) {
  p->joins = p->apart && smr_take_apart(in->source);
  smr_symbol_forget_comdats(in->source); // nothing of a replacement is to be merged by the linker
  if (!p->slots)
    smr_slots_leave_out(in->source);
  p->slotted = p->slots && smr_slots_make(in->source, p->slots);
  bool ok = rename_functions(in, p->wrapper, &p->found);
  if (ok && p->number_count && !is_used(in, p->found))
    smr_take_by_value(p->found, p->numbers, p->number_count);
  return ok;
}

MlirModule smr_entry_module(MlirContext context, const void *bytes, size_t size, const char *wrapper,
                            const char *symbol, const char *library, const SmrSlots *slots,
                            const SmrType *numbers, uint32_t number_count, bool *joins, SmrDiag *diag) {
  MlirModule parsed = parse(context, bytes, size, symbol, library, diag);
  if (mlirModuleIsNull(parsed))
    return parsed;
  MlirModule empty = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  Injection in = {.source = mlirModuleGetOperation(parsed),
                  .table = mlirSymbolTableCreate(mlirModuleGetOperation(empty)),
                  .name = symbol,
                  .library = library,
                  .diag = diag};
  Preparation p = {wrapper, true, slots, numbers, number_count, {NULL}, false, false};
  bool ok = prepare(&in, &p) && p.slotted;
  *joins = p.joins;
  if (ok)
    smr_slots_keep(in.source);
  smr_str_free(&in.prefix);
  forget_again(&in);
  mlirSymbolTableDestroy(in.table);
  mlirModuleDestroy(empty);
  if (ok)
    return parsed;
  mlirModuleDestroy(parsed);
  return (MlirModule){NULL};
}

MlirOperation smr_inject_rows(MlirOperation function, SmrDiag *diag, SmrStr *refusal) {
  static const char name[] = "smr.rows";
  const SmrHost *host = smr_host_of(function);
  MlirOperation bound;
  if (host->rows)
    return smr_inject(mlirOperationGetParentOperation(function), host->rows, strlen(host->rows), "rows", name,
                      name, false, NULL, NULL, 0, &bound, diag, refusal);
  smr_str_printf(refusal, "pointers to rows are not checked in %s", host->title);
  return (MlirOperation){NULL};
}

MlirOperation smr_inject(MlirOperation module, const void *bytes, size_t size, const char *wrapper,
                         const char *name, const char *library, bool apart, const SmrSlots *slots_of,
                         const SmrType *numbers, uint32_t number_count, MlirOperation *bound, SmrDiag *diag,
                         SmrStr *refusal) {
  MlirOperation found = {NULL};
  *bound = found;
  MlirModule parsed = parse(mlirOperationGetContext(module), bytes, size, name, library, diag);
  if (mlirModuleIsNull(parsed))
    return found;
  Injection in = {.module = module,
                  .source = mlirModuleGetOperation(parsed),
                  .table = mlirSymbolTableCreate(module),
                  .name = name,
                  .library = library,
                  .diag = diag,
                  .refusal = refusal};
  const char *why = NULL;
  const SmrHost *other = smr_other_language(module);
  Preparation p = {wrapper, apart, other ? NULL : slots_of, numbers, number_count, {NULL}, false, false};
  bool ok = prepare(&in, &p);
  found = p.found;
  if (ok && other && !other->translate(in.source, &found, &why)) {
    ok = false;
    smr_str_printf(refusal, "the replacement cannot be used in %s: %s", other->title,
                   why ? why : "it does not translate");
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(in.source)); ok && op.ptr;
       op = mlirOperationGetNextInBlock(op))
    ok = place(&in, op);
  if (ok) {
    for (uint32_t k = 0; k < in.drop.size; k++)
      if (mlirOperationEqual(in.drop.data[k], found))
        found =
            mlirSymbolTableLookup(in.table, smr_ref(smr_str_get(&in.prefix))); // an earlier run brought it
    if (p.slotted)
      *bound = bound_of(&in);
    for (uint32_t k = 0; k < in.move.size; k++) {
      mlirOperationRemoveFromParent(in.move.data[k]);
      mlirBlockAppendOwnedOperation(body_of(module), in.move.data[k]);
    }
  } else {
    found = (MlirOperation){NULL};
  }
  smr_vec_free(&in.move);
  smr_vec_free(&in.drop);
  smr_str_free(&in.prefix);
  forget_again(&in);
  mlirSymbolTableDestroy(in.table);
  mlirModuleDestroy(parsed);
  return found;
}
