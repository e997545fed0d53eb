//===- slots.c - calls of libraries through slots -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A program may define `cblas_ddot` itself: a replacement that calls the name would be captured by it, and
// may end up in the code that it replaces. So the replacement loads the routine's address from a slot, a
// record in the section smr_rt_slots that libsmr_rt fills when the program starts (lib/runtime/bind.c has its
// layout). A slot that is not filled sends the program to its loops.
//===----------------------------------------------------------------------===//
#include "base/blas_name.h"
#include "base/link_name.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/splice/internal.h"
#include <assert.h>
#include <string.h>

#define RECORD "!llvm.struct<(ptr, ptr, ptr, i64)>"

//--- What goes through a slot -----------------------------------------------------------

/// The C library's and the compilers' own functions: the program has them anyway.
static bool belongs_to_the_compiler(const char *name) {
  static const char *const prefixes[] = {"llvm.", "_Fortran", "__", "mem", "str", "omp_"};
  static const char *const functions[] = {
      "malloc",   "calloc", "realloc", "free",      "abort",   "exit",   "printf", "fprintf",
      "snprintf", "puts",   "fputs",   "fputc",     "putchar", "fwrite", "getenv", "abs",
      "labs",     "frexp",  "ldexp",   "modf",      "sqrt",    "cbrt",   "exp",    "exp2",
      "expm1",    "log",    "log2",    "log10",     "log1p",   "pow",    "sin",    "cos",
      "tan",      "asin",   "acos",    "atan",      "atan2",   "sinh",   "cosh",   "tanh",
      "asinh",    "acosh",  "atanh",   "erf",       "erfc",    "gamma",  "tgamma", "lgamma",
      "hypot",    "fabs",   "fmin",    "fmax",      "fma",     "fmod",   "floor",  "ceil",
      "round",    "trunc",  "rint",    "nearbyint", "lrint",   "llrint", "lround", "llround"};
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; ++k)
    if (!strncmp(name, prefixes[k], strlen(prefixes[k])))
      return true;
  size_t length = strlen(name);
  for (size_t k = 0; k < sizeof functions / sizeof *functions; ++k) {
    size_t known = strlen(functions[k]); // sqrt, sqrtf, sqrtl
    if (!strncmp(name, functions[k], known) &&
        (length == known || (length == known + 1 && (name[known] == 'f' || name[known] == 'l'))))
      return true;
  }
  return false;
}

void smr_link_name(MlirStringRef symbol, SmrStr *out) {
  smr_str_clear(out);
  if (symbol.length && symbol.data[0] == '\1') // clang's asm labels
    ++symbol.data, --symbol.length;
  bool fortran = symbol.length > 3 && !memcmp(symbol.data, "_QP", 3);
  smr_str_printf(out, fortran ? "%.*s_" : "%.*s", (int)(symbol.length - (fortran ? 3 : 0)),
                 symbol.data + (fortran ? 3 : 0));
}

typedef struct {
  MlirOperation declaration;
  MlirStringRef symbol;
  SMR_VEC(MlirOperation) calls, addresses;
  bool other_use;
} Callee;

static bool refers(MlirNamedAttribute attribute, MlirStringRef symbol) {
  return mlirAttributeIsAFlatSymbolRef(attribute.attribute) &&
         mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(attribute.attribute), symbol);
}

static MlirWalkResult collect(MlirOperation op, void *data) {
  Callee *callee = data;
  bool call = smr_mlir_named(op, "fir.call") || smr_mlir_named(op, "llvm.call");
  bool address = smr_mlir_named(op, "fir.address_of") || smr_mlir_named(op, "llvm.mlir.addressof");
  MlirOperation parent = mlirOperationGetParentOperation(op);
  bool global =
      parent.ptr && (smr_mlir_named(parent, "llvm.mlir.global") || smr_mlir_named(parent, "fir.global"));
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(op); ++k) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, k);
    if (!refers(attribute, callee->symbol))
      continue;
    if (call && mlirStringRefEqual(mlirIdentifierStr(attribute.name), smr_ref("callee")))
      smr_vec_push(&callee->calls, op);
    else if (address && !global)
      smr_vec_push(&callee->addresses, op);
    else
      callee->other_use = true;
  }
  return MlirWalkResultAdvance;
}

static bool is_declaration(MlirOperation op) {
  return !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, smr_ref("function_type"))) &&
         (!mlirOperationGetNumRegions(op) ||
          mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))));
}

//--- Building -----------------------------------------------------------------------------

/// libsmr_rt's own functions, whose names no program defines, are called by them; their slots only tell
/// whether the user wants them.
static bool is_own(const char *name) {
  return !strncmp(name, "smr_rt_", 7);
}

/// The global whose address is the slot's `linked`, declared in `out`; false: there is none.
static bool declare_linked(const char *libraries, const char *name, SmrStr *symbol, SmrStr *out) {
  smr_str_clear(symbol);
  if (is_own(name)) {
    smr_str_puts(symbol, name);
    smr_str_printf(out, "llvm.func @%s()\n", name);
    return true;
  }
  if (!smr_linked_symbol(libraries, name, symbol))
    return false;
  smr_str_printf(out, "llvm.mlir.global extern_weak hidden @%s() {addr_space = 0 : i32} : i8\n",
                 smr_str_get(symbol));
  return true;
}

/// In a text literal of MLIR.
static void escape(const char *text, SmrStr *out) {
  smr_str_clear(out);
  for (; *text; ++text)
    smr_str_printf(out, *text < ' ' || *text > '~' || *text == '"' || *text == '\\' ? "\\%02X" : "%c",
                   (unsigned char)*text);
}

/// The slots and the function that asks whether all of them are filled, as text: what the records hold is
/// plain data.
static void describe(const SmrStr *names, uint32_t count, const char *libraries, SmrStr *out) {
  SmrStr escaped = {0}, from = {0}, linked = {0};
  escape(libraries, &from);
  for (uint32_t k = 0; k < count; ++k) {
    escape(smr_str_get(&names[k]), &escaped);
    const char *name = smr_str_get(&escaped);
    bool known = declare_linked(libraries, smr_str_get(&names[k]), &linked, out);
    smr_str_printf(
        out,
        "llvm.mlir.global internal constant @\"text.%s\"(\"%s\\00%s\\00\") {addr_space = 0 : i32}\n"
        "llvm.mlir.global internal @\"slot.%s\"() {addr_space = 0 : i32, alignment = 8 : i64, "
        "section = \"smr_rt_slots\"} : " RECORD " {\n"
        "  %%0 = llvm.mlir.zero : " RECORD "\n"
        "  %%1 = llvm.mlir.addressof @\"text.%s\" : !llvm.ptr\n"
        "  %%2 = llvm.insertvalue %%1, %%0[2] : " RECORD "\n",
        name, smr_str_get(&from), name, name, name);
    if (known)
      smr_str_printf(out,
                     "  %%3 = llvm.mlir.addressof @%s : !llvm.ptr\n"
                     "  %%4 = llvm.insertvalue %%3, %%2[1] : " RECORD "\n",
                     smr_str_get(&linked));
    smr_str_printf(out, "  llvm.return %%%d : " RECORD "\n}\n", known ? 4 : 2);
  }
  smr_str_puts(out, "llvm.func internal @bound() -> i1 attributes {always_inline} {\n"
                    "  %none = llvm.mlir.zero : !llvm.ptr\n");
  for (uint32_t k = 0; k < count; ++k) {
    escape(smr_str_get(&names[k]), &escaped);
    smr_str_printf(out,
                   "  %%s%u = llvm.mlir.addressof @\"slot.%s\" : !llvm.ptr\n"
                   "  %%a%u = llvm.load %%s%u : !llvm.ptr -> !llvm.ptr\n"
                   "  %%c%u = llvm.icmp \"ne\" %%a%u, %%none : !llvm.ptr\n",
                   k, smr_str_get(&escaped), k, k, k, k);
    if (k)
      smr_str_printf(out, "  %%b%u = llvm.and %%%s%u, %%c%u : i1\n", k, k == 1 ? "c" : "b", k - 1, k);
  }
  smr_str_printf(out, "  llvm.return %%%s%u : i1\n}\n", count == 1 ? "c" : "b", count - 1);
  smr_str_free(&escaped);
  smr_str_free(&from);
  smr_str_free(&linked);
}

static MlirOperation make(MlirOperation before, const char *name, const MlirValue *operand, MlirType type,
                          const MlirNamedAttribute *attribute) {
  MlirOperationState state = mlirOperationStateGet(smr_ref(name), mlirOperationGetLocation(before));
  mlirOperationStateAddOperands(&state, operand ? 1 : 0, operand);
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddAttributes(&state, attribute ? 1 : 0, attribute);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before, op);
  return op;
}

/// What the slot holds, as a value of the type, before the op.
static MlirValue load_slot(MlirOperation before, const char *name, MlirType type) {
  MlirContext context = mlirOperationGetContext(before);
  MlirType pointer = mlirTypeParseGet(context, smr_ref("!llvm.ptr"));
  SmrStr symbol = {0};
  smr_str_printf(&symbol, "slot.%s", name);
  MlirNamedAttribute global = {mlirIdentifierGet(context, smr_ref("global_name")),
                               mlirFlatSymbolRefAttrGet(context, smr_ref(smr_str_get(&symbol)))};
  smr_str_free(&symbol);
  MlirValue slot = mlirOperationGetResult(make(before, "llvm.mlir.addressof", NULL, pointer, &global), 0);
  MlirValue value = mlirOperationGetResult(make(before, "llvm.load", &slot, pointer, NULL), 0);
  return mlirTypeEqual(pointer, type)
             ? value
             : mlirOperationGetResult(make(before, "fir.convert", &value, type, NULL), 0);
}

/// What the declaration promises, the call must say itself now.
static void keep_promises(MlirOperation declaration, MlirOperation call) {
  static const char *const promises[] = {"memory_effects", "no_unwind", "will_return"};
  for (size_t k = 0; smr_mlir_named(call, "llvm.call") && k < sizeof promises / sizeof *promises; ++k) {
    MlirAttribute promise = mlirOperationGetAttributeByName(declaration, smr_ref(promises[k]));
    if (!mlirAttributeIsNull(promise) &&
        mlirAttributeIsNull(mlirOperationGetAttributeByName(call, smr_ref(promises[k]))))
      mlirOperationSetAttributeByName(call, smr_ref(promises[k]), promise);
  }
}

/// What any BLAS does, whatever its header says: it reads and writes what it is given, returns, and nothing
/// that the program can see depends on how often it was asked (its threads and buffers are its own). So what
/// the code knows of other memory it knows behind the call.
static void promise_blas(MlirOperation call, const char *name) {
  static const char *const only_read[] = {"sdot", "ddot", "snrm2", "dnrm2", "sasum", "dasum"};
  bool reads = false;
  if (!smr_mlir_named(call, "llvm.call") || !smr_is_blas_name(name))
    return;
  for (size_t k = 0; k < sizeof only_read / sizeof *only_read; ++k) {
    const char *rest = strncmp(name, "cblas_", 6) == 0 ? name + 6 : name;
    size_t length = strlen(only_read[k]);
    reads |= strncmp(rest, only_read[k], length) == 0 && (!rest[length] || strcmp(rest + length, "_") == 0);
  }
  MlirContext context = mlirOperationGetContext(call);
  SmrStr text = {0};
  smr_str_printf(&text,
                 "#llvm.memory_effects<other = none, argMem = %s, inaccessibleMem = none, "
                 "errnoMem = none, targetMem0 = none, targetMem1 = none>",
                 reads ? "read" : "readwrite");
  MlirAttribute effects = mlirAttributeParseGet(context, smr_ref(smr_str_get(&text)));
  smr_str_free(&text);
  if (!mlirAttributeIsNull(effects) &&
      mlirAttributeIsNull(mlirOperationGetAttributeByName(call, smr_ref("memory_effects"))))
    mlirOperationSetAttributeByName(call, smr_ref("memory_effects"), effects);
  mlirOperationSetAttributeByName(call, smr_ref("no_unwind"), mlirUnitAttrGet(context));
  mlirOperationSetAttributeByName(call, smr_ref("will_return"), mlirUnitAttrGet(context));
}

static void redirect(Callee *callee, const char *name) {
  MlirContext context = mlirOperationGetContext(callee->declaration);
  bool llvm = smr_mlir_named(callee->declaration, "llvm.func");
  MlirType type = llvm ? mlirTypeParseGet(context, smr_ref("!llvm.ptr"))
                       : mlirTypeAttrGetValue(
                             mlirOperationGetAttributeByName(callee->declaration, smr_ref("function_type")));
  for (uint32_t k = 0; k < callee->calls.size; ++k) {
    keep_promises(callee->declaration, callee->calls.data[k]);
    promise_blas(callee->calls.data[k], name);
    smr_call_through(callee->calls.data[k], load_slot(callee->calls.data[k], name, type));
  }
  for (uint32_t k = 0; k < callee->addresses.size; ++k) {
    MlirOperation op = callee->addresses.data[k];
    MlirValue old = mlirOperationGetResult(op, 0);
    mlirValueReplaceAllUsesOfWith(old, load_slot(op, name, mlirValueGetType(old)));
    mlirOperationDestroy(op);
  }
  mlirOperationDestroy(callee->declaration);
}

bool smr_slots_make(MlirOperation source, const char *libraries) {
  SMR_VEC(Callee) callees = {0};
  SMR_VEC(SmrStr) names = {0};
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(source, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (!is_declaration(op))
      continue;
    SmrStr name = {0};
    Callee callee = {.declaration = op};
    callee.symbol = mlirStringAttrGetValue(mlirOperationGetAttributeByName(op, smr_ref("sym_name")));
    smr_link_name(callee.symbol, &name);
    if (!belongs_to_the_compiler(smr_str_get(&name)))
      mlirOperationWalk(source, collect, &callee, MlirWalkPreOrder);
    if (callee.calls.size + callee.addresses.size && !callee.other_use &&
        (smr_mlir_named(op, "llvm.func") ||
         (smr_mlir_named(op, "func.func") && !is_own(smr_str_get(&name))))) {
      smr_vec_push(&callees, callee);
      smr_vec_push(&names, name);
      continue;
    }
    smr_vec_free(&callee.calls);
    smr_vec_free(&callee.addresses);
    smr_str_free(&name);
  }
  bool made = callees.size > 0;
  if (made) {
    SmrStr text = {0};
    describe(names.data, names.size, libraries, &text);
    MlirModule parsed = mlirModuleCreateParse(mlirOperationGetContext(source),
                                              mlirStringRefCreate(smr_str_get(&text), text.size));
    assert(!mlirModuleIsNull(parsed));
    for (uint32_t k = 0; k < callees.size; ++k)
      if (!is_own(smr_str_get(&names.data[k])))
        redirect(&callees.data[k], smr_str_get(&names.data[k]));
    for (MlirOperation op; (op = mlirBlockGetFirstOperation(mlirModuleGetBody(parsed))).ptr;) {
      mlirOperationRemoveFromParent(op);
      if (is_declaration(op)) // the source has it already
        mlirOperationDestroy(op);
      else
        mlirBlockAppendOwnedOperation(body, op);
    }
    mlirModuleDestroy(parsed);
    smr_str_free(&text);
  }
  for (uint32_t k = 0; k < callees.size; ++k) {
    smr_vec_free(&callees.data[k].calls);
    smr_vec_free(&callees.data[k].addresses);
    smr_str_free(&names.data[k]);
  }
  smr_vec_free(&callees);
  smr_vec_free(&names);
  return made;
}

//--- What is left of them ------------------------------------------------------------------

static bool is_slot(MlirOperation op) {
  MlirAttribute section = mlirOperationGetAttributeByName(op, smr_ref("section"));
  return smr_mlir_named(op, "llvm.mlir.global") && !mlirAttributeIsNull(section) &&
         mlirAttributeIsAString(section) &&
         mlirStringRefEqual(mlirStringAttrGetValue(section), smr_ref("smr_rt_slots"));
}

void smr_slots_drop(MlirOperation module, MlirOperation wrapper, MlirOperation bound) {
  MlirStringRef pair = mlirStringAttrGetValue(mlirOperationGetAttributeByName(wrapper, smr_ref("sym_name")));
  SmrStr prefix = {0};
  smr_str_printf(&prefix, "%.*s.slot.", (int)pair.length, pair.data);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirAttribute name = mlirOperationGetAttributeByName(op, smr_ref("sym_name"));
    if (is_slot(op) && mlirStringAttrGetValue(name).length > prefix.size &&
        !memcmp(mlirStringAttrGetValue(name).data, smr_str_get(&prefix), prefix.size))
      mlirOperationDestroy(op);
  }
  mlirOperationDestroy(bound);
  smr_str_free(&prefix);
}

typedef SMR_VEC(MlirAttribute) Names;

static void add_name(Names *names, MlirAttribute name) {
  for (uint32_t k = 0; k < names->size; ++k)
    if (mlirAttributeEqual(names->data[k], name))
      return;
  smr_vec_push(names, name);
}

static MlirWalkResult add_address(MlirOperation op, void *names) {
  MlirAttribute name = mlirOperationGetAttributeByName(op, smr_ref("global_name"));
  if (!mlirAttributeIsNull(name))
    add_name(names, name);
  return MlirWalkResultAdvance;
}

/// The list of what the optimiser may not take for unused or constant, after declarations of what is in it.
static void describe_used(const Names *names, SmrStr *out) {
  uint32_t count = names->size;
  smr_str_printf(
      out,
      "llvm.mlir.global appending @llvm.compiler.used() {addr_space = 0 : i32, section = "
      "\"llvm.metadata\"} : !llvm.array<%u x ptr> {\n  %%v0 = llvm.mlir.zero : !llvm.array<%u x ptr>\n",
      count, count);
  for (uint32_t k = 0; k < count; ++k) {
    MlirStringRef name = mlirFlatSymbolRefAttrGetValue(names->data[k]);
    smr_str_printf(out,
                   "  %%a%u = llvm.mlir.addressof @\"%.*s\" : !llvm.ptr\n"
                   "  %%v%u = llvm.insertvalue %%a%u, %%v%u[%u] : !llvm.array<%u x ptr>\n",
                   k, (int)name.length, name.data, k + 1, k, k, k, count);
  }
  smr_str_printf(out, "  llvm.return %%v%u : !llvm.array<%u x ptr>\n}\n", count, count);
  for (uint32_t k = 0; k < count; ++k) {
    MlirStringRef name = mlirFlatSymbolRefAttrGetValue(names->data[k]);
    smr_str_printf(out, "llvm.mlir.global external @\"%.*s\"() {addr_space = 0 : i32} : i8\n",
                   (int)name.length, name.data);
  }
}

void smr_slots_keep(MlirOperation module) {
  MlirContext context = mlirOperationGetContext(module);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  MlirOperation old = {NULL};
  Names names = {0}, slots = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (!smr_mlir_named(op, "llvm.mlir.global"))
      continue;
    MlirStringRef name = mlirStringAttrGetValue(mlirOperationGetAttributeByName(op, smr_ref("sym_name")));
    if (is_slot(op))
      smr_vec_push(&slots, mlirFlatSymbolRefAttrGet(context, name));
    else if (mlirStringRefEqual(name, smr_ref("llvm.compiler.used")))
      old = op;
  }
  if (slots.size && old.ptr) // the module's own, or that of an earlier run
    mlirOperationWalk(old, add_address, &names, MlirWalkPreOrder);
  uint32_t known = names.size;
  for (uint32_t k = 0; k < slots.size; ++k)
    add_name(&names, slots.data[k]);
  if (names.size > known) {
    SmrStr text = {0};
    describe_used(&names, &text);
    MlirModule parsed = mlirModuleCreateParse(context, mlirStringRefCreate(smr_str_get(&text), text.size));
    assert(!mlirModuleIsNull(parsed));
    MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(parsed));
    mlirOperationRemoveFromParent(op);
    if (old.ptr)
      mlirOperationDestroy(old);
    mlirBlockAppendOwnedOperation(body, op);
    mlirModuleDestroy(parsed);
    smr_str_free(&text);
  }
  smr_vec_free(&names);
  smr_vec_free(&slots);
}
