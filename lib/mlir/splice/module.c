//===- module.c - bring replacement functions into a module -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Everything is decided on the replacement's own module; only then do its ops move over.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir/splice/internal.h"
#include <stdlib.h>
#include <string.h>

//--- Symbols ------------------------------------------------------------------------

static MlirAttribute attribute_of(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, smr_ref(name));
}

/// The symbol's name; NULL data when the op defines none.
static MlirStringRef symbol_of(MlirOperation op) {
  MlirAttribute name = attribute_of(op, "sym_name");
  return mlirAttributeIsNull(name) || !mlirAttributeIsAString(name) ? (MlirStringRef){NULL, 0}
                                                                    : mlirStringAttrGetValue(name);
}

static bool is_function(MlirOperation op) {
  return !mlirAttributeIsNull(attribute_of(op, "function_type"));
}

static bool has_body(MlirOperation op) {
  return mlirOperationGetNumRegions(op) > 0 &&
         !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
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
  SmrStr x = {0}, y = {0};
  print(a, true, &x);
  print(b, true, &y);
  bool same = x.size == y.size && !memcmp(smr_str_get(&x), smr_str_get(&y), x.size);
  smr_str_free(&x);
  smr_str_free(&y);
  return same;
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
  if (mlirOperationIsNull(target) || smr_map_get(&r->seen, (uint64_t)(uintptr_t)target.ptr, &known))
    return;
  smr_map_set(&r->seen, (uint64_t)(uintptr_t)target.ptr, 1);
  smr_vec_push(&r->work, target);
  r->closed &= !is_function(target) || !has_body(target) ||
               !mlirAttributeIsNull(mlirOperationGetAttributeByName(target, smr_ref("smr.replacement")));
}

static MlirWalkResult push_references(MlirOperation op, void *data) {
  SmrReach *r = data;
  intptr_t count = mlirOperationGetNumAttributes(op);
  for (intptr_t k = 0; k < count; ++k) {
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
  for (uint32_t k = 0; k < count; ++k)
    push_function(r, from[k]);
  while (r->work.size)
    mlirOperationWalk(smr_vec_pop(&r->work), push_references, r, MlirWalkPreOrder);
  mlirSymbolTableDestroy(r->table);
  smr_vec_free(&r->work);
  return r;
}

bool smr_reach_has(const SmrReach *r, MlirOperation function) {
  uint32_t known;
  return smr_map_get(&r->seen, (uint64_t)(uintptr_t)function.ptr, &known);
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
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool call = mlirStringRefEqual(name, smr_ref("fir.call")) || mlirStringRefEqual(name, smr_ref("llvm.call"));
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(op); ++k) {
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

static MlirOperation make(MlirLocation loc, const char *name, const MlirValue *operands,
                          intptr_t operand_count, const MlirType *results, intptr_t result_count,
                          const MlirNamedAttribute *attributes, intptr_t attribute_count) {
  MlirOperationState state = mlirOperationStateGet(smr_ref(name), loc);
  mlirOperationStateAddOperands(&state, operand_count, operands);
  mlirOperationStateAddResults(&state, result_count, results);
  mlirOperationStateAddAttributes(&state, attribute_count, attributes);
  return mlirOperationCreate(&state);
}

/// A pointer to the symbol, of the type that its declaration has.
static MlirValue address_of(MlirOperation call, MlirOperation known) {
  MlirContext context = mlirOperationGetContext(call);
  bool llvm = smr_mlir_named(known, "llvm.func");
  MlirType type = llvm ? mlirTypeParseGet(context, smr_ref("!llvm.ptr"))
                       : mlirTypeAttrGetValue(attribute_of(known, "function_type"));
  MlirNamedAttribute symbol = {mlirIdentifierGet(context, smr_ref(llvm ? "global_name" : "symbol")),
                               attribute_of(call, "callee")};
  MlirOperation address =
      make(mlirOperationGetLocation(call), llvm ? "llvm.mlir.addressof" : "fir.address_of", NULL, 0, &type, 1,
           &symbol, 1);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(call), call, address);
  return mlirOperationGetResult(address, 0);
}

/// As Flang does for implicit interfaces: take the address with the declared type, convert, call indirectly.
static void call_indirectly(MlirOperation call, MlirOperation known, MlirType wanted) {
  MlirContext context = mlirOperationGetContext(call);
  MlirLocation loc = mlirOperationGetLocation(call);
  MlirValue pointer = address_of(call, known);
  if (smr_mlir_named(call, "llvm.call"))
    wanted = mlirTypeParseGet(context, smr_ref("!llvm.ptr"));
  if (!mlirTypeEqual(mlirValueGetType(pointer), wanted)) {
    MlirOperation convert = make(loc, "fir.convert", &pointer, 1, &wanted, 1, NULL, 0);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(call), call, convert);
    pointer = mlirOperationGetResult(convert, 0);
  }
  smr_call_through(call, pointer);
}

void smr_call_through(MlirOperation call, MlirValue pointer) {
  MlirContext context = mlirOperationGetContext(call);
  MlirBlock block = mlirOperationGetBlock(call);
  bool llvm = smr_mlir_named(call, "llvm.call");
  SMR_VEC(MlirValue) operands = {0};
  SMR_VEC(MlirType) results = {0};
  SMR_VEC(MlirNamedAttribute) attributes = {0};
  smr_vec_push(&operands, pointer);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(call); ++k)
    smr_vec_push(&operands, mlirOperationGetOperand(call, k));
  for (intptr_t k = 0; k < mlirOperationGetNumResults(call); ++k)
    smr_vec_push(&results, mlirValueGetType(mlirOperationGetResult(call, k)));
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(call); ++k) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(call, k);
    MlirStringRef name = mlirIdentifierStr(attribute.name);
    if (llvm && mlirStringRefEqual(name, smr_ref("operandSegmentSizes"))) {
      const int32_t segments[] = {(int32_t)operands.size, 0};
      attribute.attribute = mlirDenseI32ArrayGet(context, 2, segments);
    }
    if (!mlirStringRefEqual(name, smr_ref("callee")))
      smr_vec_push(&attributes, attribute);
  }
  MlirOperation indirect =
      make(mlirOperationGetLocation(call), llvm ? "llvm.call" : "fir.call", operands.data, operands.size,
           results.data, results.size, attributes.data, attributes.size);
  mlirBlockInsertOwnedOperationBefore(block, call, indirect);
  for (uint32_t k = 0; k < results.size; ++k)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, k), mlirOperationGetResult(indirect, k));
  mlirOperationDestroy(call);
  smr_vec_free(&operands);
  smr_vec_free(&results);
  smr_vec_free(&attributes);
}

//--- Injection ------------------------------------------------------------------------------

static MlirLogicalResult catch_message(MlirDiagnostic diagnostic, void *data) {
  if (!smr_str_get(data)[0])
    mlirDiagnosticPrint(diagnostic, smr_mlir_append, data);
  return mlirLogicalResultSuccess();
}

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
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, catch_message, &text, NULL);
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
  bool fortran;     // the module is Flang's
  bool cir;         // it is ClangIR
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
  MlirLogicalResult done = mlirSymbolTableReplaceAllSymbolUses(symbol_of(op), smr_ref(to), source);
  (void)done;
  mlirOperationSetAttributeByName(op, smr_ref("sym_name"), mlirStringAttrGet(context, smr_ref(to)));
}

static void make_private(Injection *in, MlirOperation op) {
  MlirContext context = mlirOperationGetContext(op);
  mlirOperationSetAttributeByName(op, smr_ref("smr.replacement"),
                                  mlirStringAttrGet(context, smr_ref(in->name)));
  bool llvm = mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)), smr_ref("llvm.func"));
  if (!llvm)
    mlirOperationSetAttributeByName(op, smr_ref("sym_visibility"),
                                    mlirStringAttrGet(context, smr_ref("private")));
  MlirAttribute linkage = mlirAttributeParseGet(context, smr_ref("#llvm.linkage<internal>"));
  if (!mlirAttributeIsNull(linkage))
    mlirOperationSetAttributeByName(op, smr_ref(llvm ? "linkage" : "llvm.linkage"), linkage);
}

static bool is_local(MlirOperation op) {
  MlirAttribute linkage = attribute_of(op, "linkage");
  return !mlirAttributeIsNull(linkage) &&
         (mlirAttributeEqual(linkage, mlirAttributeParseGet(mlirOperationGetContext(op),
                                                            smr_ref("#llvm.linkage<private>"))) ||
          mlirAttributeEqual(linkage, mlirAttributeParseGet(mlirOperationGetContext(op),
                                                            smr_ref("#llvm.linkage<internal>"))));
}

/// What nobody else calls by its name: functions with bodies, and globals that no other module sees.
static bool is_own(MlirOperation op) {
  return symbol_of(op).data &&
         ((smr_mlir_named(op, "llvm.mlir.global") && is_local(op)) || (is_function(op) && has_body(op)));
}

/// Own symbols get names that no program has: `from` (empty: no prefix yet) becomes the prefix.
static void rename_own(Injection *in, const char *from, const char *wrapper, MlirOperation *found) {
  SmrStr name = {0};
  size_t skip = strlen(from);
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(in->source)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (!is_own(op))
      continue;
    MlirStringRef symbol = symbol_of(op);
    bool is_wrapper = skip ? mlirOperationEqual(op, *found) : mlirStringRefEqual(symbol, smr_ref(wrapper));
    smr_str_clear(&name);
    smr_str_puts(&name, smr_str_get(&in->prefix));
    if (!is_wrapper)
      smr_str_printf(&name, ".%.*s", (int)(symbol.length - skip - (skip > 0)),
                     symbol.data + skip + (skip > 0));
    bool function = is_function(op);
    rename_symbol(in->source, op, smr_str_get(&name));
    if (function)
      make_private(in, op);
    if (is_wrapper && function)
      *found = op;
  }
  smr_str_free(&name);
}

static MlirLogicalResult no_message(MlirDiagnostic diagnostic, void *data) {
  (void)diagnostic, (void)data;
  return mlirLogicalResultSuccess();
}

static void read_again(Injection *in) {
  MlirContext context = mlirOperationGetContext(in->source);
  SmrStr text = {0};
  print(in->source, false, &text);
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, no_message, NULL, NULL);
  in->again = mlirModuleCreateParse(context, mlirStringRefCreate(smr_str_get(&text), text.size));
  mlirContextDetachDiagnosticHandler(context, handler);
  smr_str_free(&text);
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
  MlirOperation twin = mlirSymbolTableLookup(table, symbol_of(op));
  mlirSymbolTableDestroy(table);
  return twin.ptr && same_text(twin, known);
}

/// None of the own symbols is one of another function in the module, say of an earlier run's with another
/// library.
static bool names_free(Injection *in) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(in->source)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    MlirOperation known =
        is_own(op) ? mlirSymbolTableLookup(in->table, symbol_of(op)) : (MlirOperation){NULL};
    if (known.ptr && !same_op(in, op, known))
      return false;
  }
  return true;
}

static bool rename_functions(Injection *in, const char *wrapper, MlirOperation *found) {
  enum { MOST_NAMES = 100 };
  SmrStr from = {0};
  smr_str_puts(&in->prefix, in->name);
  rename_own(in, "", wrapper, found);
  for (int number = 2; found->ptr && number < MOST_NAMES && !names_free(in); ++number) {
    smr_str_clear(&from);
    smr_str_puts(&from, smr_str_get(&in->prefix));
    smr_str_clear(&in->prefix);
    smr_str_printf(&in->prefix, "%s.%d", in->name, number);
    forget_again(in);
    rename_own(in, smr_str_get(&from), wrapper, found);
  }
  smr_str_free(&from);
  return found->ptr || smr_error(in->diag, in->library, 0, 0,
                                 "the replacement of \"%s\" has no function \"%s\"", in->name, wrapper);
}

/// A variable of another file, which both modules only declare, or one of the program's own.
static bool same_global(MlirOperation op, MlirOperation known) {
  return smr_mlir_named(op, "llvm.mlir.global") && smr_mlir_named(known, "llvm.mlir.global") &&
         mlirAttributeIsNull(attribute_of(op, "value")) && !has_body(op) &&
         mlirAttributeEqual(attribute_of(op, "global_type"), attribute_of(known, "global_type")) &&
         mlirAttributeEqual(attribute_of(op, "addr_space"), attribute_of(known, "addr_space")) &&
         mlirAttributeIsNull(attribute_of(op, "thread_local_")) ==
             mlirAttributeIsNull(attribute_of(known, "thread_local_"));
}

static bool place(Injection *in, MlirOperation op) {
  MlirStringRef symbol = symbol_of(op);
  if (!symbol.data)
    return true; // nothing can refer to it
  MlirOperation known = mlirSymbolTableLookup(in->table, symbol);
  if (mlirOperationIsNull(known)) {
    smr_vec_push(&in->move, op);
    return true;
  }
  bool declaration = is_function(op) && !has_body(op);
  if (!declaration) {
    if (!same_global(op, known) && !same_op(in, op, known))
      return clash(in, symbol, "is another thing");
    smr_vec_push(&in->drop, op);
    return true;
  }
  if (!is_function(known))
    return clash(in, symbol, "is no function");
  smr_vec_push(&in->drop, op);
  MlirAttribute mine = attribute_of(op, "function_type"), theirs = attribute_of(known, "function_type");
  if (mlirAttributeEqual(mine, theirs))
    return true;
  if (has_body(known)) // the program's own procedure, which only shares its name with the library's
    return clash(in, symbol, "has another type");
  Uses uses = {.symbol = symbol};
  mlirOperationWalk(in->source, collect_uses, &uses, MlirWalkPreOrder);
  // Fortran's calls and LLVM's can go through a pointer, where there is a way to make one.
  bool pointers = !uses.other_use && (smr_mlir_named(known, "llvm.func") || in->fortran);
  for (uint32_t k = 0; pointers && k < uses.calls.size; ++k)
    call_indirectly(uses.calls.data[k], known, mlirTypeAttrGetValue(mine));
  smr_vec_free(&uses.calls);
  return pointers || clash(in, symbol, "has another type");
}

static bool is_cir(MlirOperation module) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(module)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (smr_mlir_named(op, "cir.func"))
      return true;
  return false;
}

/// What a replacement brings is internal, and there is one of it: nothing is to be merged by the linker.
static void forget_comdats(MlirOperation source) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(source)), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveAttributeByName(op, smr_ref("comdat"));
    if (mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)), smr_ref("llvm.comdat")))
      mlirOperationDestroy(op);
  }
}

/// Of what moved into the module or was there already.
static MlirOperation bound_of(const Injection *in) {
  SmrStr name = {0};
  MlirOperation found = {NULL};
  smr_str_printf(&name, "%s.bound", smr_str_get(&in->prefix));
  for (uint32_t k = 0; k < in->move.size && !found.ptr; ++k)
    if (mlirStringRefEqual(symbol_of(in->move.data[k]), smr_ref(smr_str_get(&name))))
      found = in->move.data[k];
  if (!found.ptr)
    found = mlirSymbolTableLookup(in->table, smr_ref(smr_str_get(&name)));
  smr_str_free(&name);
  return found;
}

MlirOperation smr_inject(MlirOperation module, const void *bytes, size_t size, const char *wrapper,
                         const char *name, const char *library, const char *slots_of, MlirOperation *bound,
                         SmrDiag *diag, SmrStr *refusal) {
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
                  .refusal = refusal,
                  .fortran = !mlirAttributeIsNull(attribute_of(module, "fir.defaultkind"))};
  const char *why = NULL;
  forget_comdats(in.source);
  in.cir = is_cir(module);
  bool slots = slots_of && !in.cir && smr_slots_make(in.source, slots_of);
  bool ok = rename_functions(&in, wrapper, &found);
  if (ok && in.cir && !smr_cir_translate_module(in.source, &found, &why)) {
    ok = false;
    smr_str_printf(refusal, "the replacement cannot be used in ClangIR: %s",
                   why ? why : "it does not translate");
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(in.source)); ok && op.ptr;
       op = mlirOperationGetNextInBlock(op))
    ok = place(&in, op);
  if (ok) {
    for (uint32_t k = 0; k < in.drop.size; ++k)
      if (mlirOperationEqual(in.drop.data[k], found))
        found =
            mlirSymbolTableLookup(in.table, smr_ref(smr_str_get(&in.prefix))); // an earlier run brought it
    if (slots)
      *bound = bound_of(&in);
    for (uint32_t k = 0; k < in.move.size; ++k) {
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
