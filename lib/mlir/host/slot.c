//===- slot.c - a library's routine behind a pointer ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/slot.h"
#include "base/blas_name.h"
#include "base/link_name.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/llvm.h"
#include <stdlib.h>
#include <string.h>

bool smr_slot_needless(const char *name) {
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
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
    if (!strncmp(name, prefixes[k], strlen(prefixes[k])))
      return true;
  size_t length = strlen(name);
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
    size_t known = strlen(functions[k]); // sqrt, sqrtf, sqrtl
    if (!strncmp(name, functions[k], known) &&
        (length == known || (length == known + 1 && (name[known] == 'f' || name[known] == 'l'))))
      return true;
  }
  return false;
}

int smr_slot_kind(void) {
  const char *wish = getenv("SMR_GPU_SLOTS");
  return !wish ? 0 : !strcmp(wish, "auto") ? 1 : !strcmp(wish, "on") ? 2 : 0;
}

#define RECORD "!llvm.struct<(ptr, ptr, ptr, i64)>"

bool smr_slot_is_own(const char *name) {
  return !strncmp(name, "smr_rt_", 7);
}

/// The global whose address is the slot's `linked`, declared in `out`; false: there is none.
static bool declare_linked(const char *libraries, const char *name, SmrStr *symbol, SmrStr *out) {
  smr_str_clear(symbol);
  if (smr_slot_is_own(name)) {
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
  for (; *text; text++)
    smr_str_printf(out, *text < ' ' || *text > '~' || *text == '"' || *text == '\\' ? "\\%02X" : "%c",
                   (unsigned char)*text);
}

void smr_slot_text(const SmrStr *names, uint32_t count, const char *libraries, SmrStr *out) {
  SmrStr escaped = {0}, from = {0}, linked = {0};
  escape(libraries, &from);
  for (uint32_t k = 0; k < count; k++) {
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
    smr_str_printf(out,
                   "  %%5 = llvm.mlir.constant(%d : i64) : i64\n"
                   "  %%6 = llvm.insertvalue %%5, %%%d[3] : " RECORD "\n"
                   "  llvm.return %%6 : " RECORD "\n}\n",
                   smr_slot_kind(), known ? 4 : 2);
  }
  smr_str_puts(out, "llvm.func internal @bound() -> i1 attributes {always_inline} {\n"
                    "  %none = llvm.mlir.zero : !llvm.ptr\n");
  for (uint32_t k = 0; k < count; k++) {
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

MlirValue smr_slot_load(MlirOperation before, const char *name, MlirType type) {
  MlirContext context = mlirOperationGetContext(before);
  MlirType pointer = smr_llvm_pointer(context);
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

void smr_slot_keep_promises(MlirOperation declaration, MlirOperation call) {
  static const char *const promises[] = {"memory_effects", "no_unwind", "will_return"};
  for (size_t k = 0; smr_mlir_named(call, "llvm.call") && k < sizeof promises / sizeof *promises; k++) {
    MlirAttribute promise = mlirOperationGetAttributeByName(declaration, smr_ref(promises[k]));
    if (!mlirAttributeIsNull(promise) &&
        mlirAttributeIsNull(mlirOperationGetAttributeByName(call, smr_ref(promises[k]))))
      mlirOperationSetAttributeByName(call, smr_ref(promises[k]), promise);
  }
}

void smr_slot_promise_blas(MlirOperation call, const char *name) {
  if (!smr_mlir_named(call, "llvm.call") || !smr_is_blas_name(name))
    return;
  MlirContext context = mlirOperationGetContext(call);
  SmrStr text = {0};
  smr_str_printf(&text,
                 "#llvm.memory_effects<other = none, argMem = %s, inaccessibleMem = %s, "
                 "errnoMem = none, targetMem0 = none, targetMem1 = none>",
                 smr_blas_only_reads(name) ? "read" : "readwrite", smr_slot_kind() ? "readwrite" : "none");
  MlirAttribute effects = mlirAttributeParseGet(context, smr_ref(smr_str_get(&text)));
  smr_str_free(&text);
  if (!mlirAttributeIsNull(effects) &&
      mlirAttributeIsNull(mlirOperationGetAttributeByName(call, smr_ref("memory_effects"))))
    mlirOperationSetAttributeByName(call, smr_ref("memory_effects"), effects);
  mlirOperationSetAttributeByName(call, smr_ref("no_unwind"), mlirUnitAttrGet(context));
  mlirOperationSetAttributeByName(call, smr_ref("will_return"), mlirUnitAttrGet(context));
}

void smr_slot_used_text(const MlirAttribute *names, uint32_t count, SmrStr *out) {
  smr_str_printf(
      out,
      "llvm.mlir.global appending @llvm.compiler.used() {addr_space = 0 : i32, section = "
      "\"llvm.metadata\"} : !llvm.array<%u x ptr> {\n  %%v0 = llvm.mlir.zero : !llvm.array<%u x ptr>\n",
      count, count);
  for (uint32_t k = 0; k < count; k++) {
    MlirStringRef name = mlirFlatSymbolRefAttrGetValue(names[k]);
    smr_str_printf(out,
                   "  %%a%u = llvm.mlir.addressof @\"%.*s\" : !llvm.ptr\n"
                   "  %%v%u = llvm.insertvalue %%a%u, %%v%u[%u] : !llvm.array<%u x ptr>\n",
                   k, (int)name.length, name.data, k + 1, k, k, k, count);
  }
  smr_str_printf(out, "  llvm.return %%v%u : !llvm.array<%u x ptr>\n}\n", count, count);
  for (uint32_t k = 0; k < count; k++) {
    MlirStringRef name = mlirFlatSymbolRefAttrGetValue(names[k]);
    smr_str_printf(out, "llvm.mlir.global external @\"%.*s\"() {addr_space = 0 : i32} : i8\n",
                   (int)name.length, name.data);
  }
}

bool smr_slot_is(MlirOperation op) {
  MlirAttribute section = mlirOperationGetAttributeByName(op, smr_ref("section"));
  return smr_mlir_named(op, "llvm.mlir.global") && !mlirAttributeIsNull(section) &&
         mlirAttributeIsAString(section) &&
         mlirStringRefEqual(mlirStringAttrGetValue(section), smr_ref("smr_rt_slots"));
}

bool smr_slot_is_used_list(MlirOperation op) {
  MlirAttribute name = mlirOperationGetAttributeByName(op, smr_ref("sym_name"));
  return smr_mlir_named(op, "llvm.mlir.global") &&
         mlirStringRefEqual(mlirStringAttrGetValue(name), smr_ref("llvm.compiler.used"));
}
