//===- slot.c - a library's routine behind a pointer ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/slot.h"
#include "base/blas_name.h"
#include "base/link_name.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/host.h"
#include "mlir/host/llvm.h"
#include "mlir/host/type.h"
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
  if (smr_is_blas_name(name)) // (strsm_ is none of string.h)
    return false;
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

enum { SIZES = 3 }; // of a call, at most

#define RECORD "!llvm.struct<(ptr, ptr, ptr, i64)>"

bool smr_slot_is_own(const char *name) {
  return !strncmp(name, "smr_rt_", 7);
}

void smr_slot_make_weak(MlirOperation declaration) {
  if (smr_host_of(declaration)->flat)
    mlirOperationSetAttributeByName(declaration, smr_ref("no_unwind"),
                                    mlirUnitAttrGet(mlirOperationGetContext(declaration)));
  mlirOperationSetAttributeByName(
      declaration, smr_ref(smr_host_of(declaration)->flat ? "linkage" : "llvm.linkage"),
      mlirAttributeParseGet(mlirOperationGetContext(declaration), smr_ref("#llvm.linkage<extern_weak>")));
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
static void put_escaped(const char *text, size_t size, SmrStr *out) {
  for (const char *end = text + size; text < end; text++)
    smr_str_printf(out, *text < ' ' || *text > '~' || *text == '"' || *text == '\\' ? "\\%02X" : "%c",
                   (unsigned char)*text);
}

static void escape(const char *text, SmrStr *out) {
  smr_str_clear(out);
  put_escaped(text, strlen(text), out);
}

void smr_check_text(const SmrStr *text, uint32_t line, SmrStr *out) {
  smr_str_puts(out, "llvm.mlir.global internal constant @text(\"");
  put_escaped(text->data, text->size, out);
  smr_str_printf(
      out,
      "\") {addr_space = 0 : i32}\n"
      "llvm.func @smr_rt_check_begin(!llvm.ptr, i64, i64) -> i64\n"
      "llvm.func @smr_rt_check_array(i64, i64, i64, i64, i64, i64)\n"
      "llvm.func @smr_rt_check_ready(i64) -> i64\n"
      "llvm.func @smr_rt_check_exchange(i64)\n"
      "llvm.func @smr_rt_check_end(i64)\n"
      "llvm.func @begin(%%terms: i64) -> i64 {\n"
      "  %%text = llvm.mlir.addressof @text : !llvm.ptr\n"
      "  %%line = llvm.mlir.constant(%u : i64) : i64\n"
      "  %%check = llvm.call @smr_rt_check_begin(%%text, %%line, %%terms) : (!llvm.ptr, i64, i64) -> "
      "i64\n"
      "  llvm.return %%check : i64\n}\n",
      line);
}

/// A record's SmrRtSlotKind.
static int kind_of(SmrGpu gpu, const char *name) {
  enum { AUTO = 1, ON, DUE, DUE_READ };
  return gpu == SMR_USE_GPU_AUTO     ? AUTO
         : gpu == SMR_USE_GPU_ON     ? ON
         : smr_blas_only_reads(name) ? DUE_READ
                                     : DUE;
}

/// Loads the slot's address and branches: to `yes` with a routine, else to `no`.
static void put_question(const char *name, uint32_t k, const char *yes, const char *no, SmrStr *out) {
  smr_str_printf(out,
                 "  %%s%u = llvm.mlir.addressof @\"slot.%s\" : !llvm.ptr\n"
                 "  %%a%u = llvm.load %%s%u : !llvm.ptr -> !llvm.ptr\n"
                 "  %%i%u = llvm.ptrtoint %%a%u : !llvm.ptr to i64\n"
                 "  %%c%u = llvm.icmp \"ugt\" %%i%u, %%one : i64\n"
                 "  llvm.cond_br %%c%u, %s, %s\n",
                 k, name, k, k, k, k, k, k, k, yes, no);
}

/// What the runtime has (lib/runtime/slots.h). Where it is not linked, no address is 1 and nobody calls
/// these. Answers about a slot read it and change nothing that the program can see, so code around them moves
/// as if they were not there; but they stay where they are, for each of them counts what the call would have
/// saved.
/// (`routines`, `marks`: functions of put_marks of that kind are there.)
static void put_runtime(bool routines, bool marked, SmrStr *out) {
  static const char reads[] =
      "memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = "
      "none, errnoMem = none, targetMem0 = none, targetMem1 = none>, convergent";
  static const char marks[] =
      "memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = "
      "readwrite, errnoMem = none, targetMem0 = none, targetMem1 = none>";
  const struct {
    const char *name, *type, *effects;
    bool used;
  } functions[] = {
      {"smr_rt_due", "(!llvm.ptr, i64, !llvm.ptr) -> i32", reads, true},
      {"smr_rt_routine", "(!llvm.ptr) -> !llvm.ptr", reads, routines},
      {"smr_rt_enter", "(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.ptr", marks, marked},
      {"smr_rt_leave", "(!llvm.ptr)", marks, marked}};
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
    if (functions[k].used)
      smr_str_printf(out,
                     "llvm.func extern_weak hidden @%s%s attributes {%s, no_unwind, will_return, passthrough "
                     "= [\"cold\"]}\n",
                     functions[k].name, functions[k].type, functions[k].effects);
}

/// @bound(gain, site): may all of the routines be called? The runtime is asked where that is not decided.
static void put_bound(const SmrStr *names, uint32_t count, bool due, SmrStr *out) {
  SmrStr name = {0}, yes = {0}, no = {0};
  smr_str_printf(
      out,
      "llvm.func internal @bound(%%gain: i64, %%site: !llvm.ptr) -> i1 attributes {always_inline} {\n"
      "  %%one = llvm.mlir.constant(%d : i64) : i64\n"
      "  %%zero = llvm.mlir.constant(0 : i32) : i32\n"
      "  %%yes = llvm.mlir.constant(true) : i1\n"
      "  %%no = llvm.mlir.constant(false) : i1\n",
      due ? 1 : 0);
  for (uint32_t k = 0; k < count; k++) {
    escape(smr_str_get(&names[k]), &name);
    smr_str_clear(&yes);
    smr_str_clear(&no);
    smr_str_printf(&yes, "^next%u", k);
    smr_str_printf(&no, due ? "^open%u" : "^no", k);
    put_question(smr_str_get(&name), k, smr_str_get(&yes), smr_str_get(&no), out);
    if (due)
      smr_str_printf(
          out,
          "^open%u:\n"
          "  %%o%u = llvm.icmp \"eq\" %%i%u, %%one : i64\n"
          "  llvm.cond_br %%o%u, ^ask%u, ^no\n"
          "^ask%u:\n"
          "  %%d%u = llvm.call @smr_rt_due(%%s%u, %%gain, %%site) : (!llvm.ptr, i64, !llvm.ptr) -> "
          "i32\n"
          "  %%g%u = llvm.icmp \"ne\" %%d%u, %%zero : i32\n"
          "  llvm.cond_br %%g%u, ^next%u, ^no\n",
          k, k, k, k, k, k, k, k, k, k, k, k);
    smr_str_printf(out, "^next%u:\n", k);
  }
  smr_str_puts(out, "  llvm.return %yes : i1\n^no:\n  llvm.return %no : i1\n}\n");
  smr_str_free(&name);
  smr_str_free(&yes);
  smr_str_free(&no);
}

/// Prints the functions around a call of the routine: @enter.NAME takes its sizes (smr_rt_enter) and returns
/// its address, @leave.NAME runs after the call. Or @routine.NAME, which returns its address without a mark.
static void put_marks(const char *symbol, SmrSlotUse use, SmrStr *out) {
  SmrStr name = {0};
  escape(symbol, &name);
  const char *text = smr_str_get(&name);
  static const char one[] = "  %one = llvm.mlir.constant(1 : i64) : i64\n";
  for (int marked = 0; marked <= 1; marked++) {
    if (!(marked ? use.marked : use.address))
      continue;
    smr_str_printf(out, "llvm.func internal @\"%s.%s\"(%s) -> !llvm.ptr attributes {always_inline} {\n%s",
                   marked ? "enter" : "routine", text,
                   marked ? "%m: !llvm.ptr, %n: !llvm.ptr, %k: !llvm.ptr" : "", one);
    put_question(text, 0, "^in(%a0 : !llvm.ptr)", "^ask", out);
    smr_str_printf(out,
                   "^ask:\n"
                   "  %%b = llvm.call @smr_rt_%s(%%s0%s) : (!llvm.ptr%s) -> !llvm.ptr\n"
                   "  llvm.br ^in(%%b : !llvm.ptr)\n"
                   "^in(%%r: !llvm.ptr):\n"
                   "  llvm.return %%r : !llvm.ptr\n}\n",
                   marked ? "enter" : "routine", marked ? ", %m, %n, %k" : "",
                   marked ? ", !llvm.ptr, !llvm.ptr, !llvm.ptr" : "");
  }
  if (use.marked) {
    smr_str_printf(out, "llvm.func internal @\"leave.%s\"() attributes {always_inline} {\n%s", text, one);
    put_question(text, 0, "^done", "^ask", out);
    smr_str_puts(out, "^ask:\n"
                      "  llvm.call @smr_rt_leave(%s0) : (!llvm.ptr) -> ()\n"
                      "  llvm.br ^done\n"
                      "^done:\n"
                      "  llvm.return\n}\n");
  }
  smr_str_free(&name);
}

void smr_slot_text(const SmrStr *names, const SmrSlotUse *uses, uint32_t count, const SmrSlots *slots,
                   SmrStr *out) {
  bool due = slots->gpu == SMR_USE_GPU_OFF;
  SmrStr escaped = {0}, from = {0}, linked = {0};
  escape(slots->libraries, &from);
  for (uint32_t k = 0; k < count; k++) {
    escape(smr_str_get(&names[k]), &escaped);
    const char *name = smr_str_get(&escaped);
    bool known = declare_linked(slots->libraries, smr_str_get(&names[k]), &linked, out);
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
                   kind_of(slots->gpu, smr_str_get(&names[k])), known ? 4 : 2);
  }
  bool routines = false, marked = false;
  for (uint32_t k = 0; k < count; k++)
    routines |= uses[k].address, marked |= uses[k].marked;
  if (due)
    put_runtime(routines, marked, out);
  put_bound(names, count, due, out);
  for (uint32_t k = 0; k < count && due; k++)
    if (uses[k].address || uses[k].marked)
      put_marks(smr_str_get(&names[k]), uses[k], out);
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

static MlirValue load_address(MlirOperation before, const char *name) {
  MlirContext context = mlirOperationGetContext(before);
  MlirType pointer = smr_llvm_pointer(context);
  SmrStr symbol = {0};
  smr_str_printf(&symbol, "slot.%s", name);
  MlirNamedAttribute global = {mlirIdentifierGet(context, smr_ref("global_name")),
                               mlirFlatSymbolRefAttrGet(context, smr_ref(smr_str_get(&symbol)))};
  smr_str_free(&symbol);
  MlirValue slot = mlirOperationGetResult(make(before, "llvm.mlir.addressof", NULL, pointer, &global), 0);
  return mlirOperationGetResult(make(before, "llvm.load", &slot, pointer, NULL), 0);
}

/// A call of a function of put_marks.
static MlirOperation call_mark(MlirOperation before, const char *mark, const char *name,
                               const MlirValue *operands, intptr_t count, bool result) {
  MlirContext context = mlirOperationGetContext(before);
  SmrHostBuilder b = {.context = context, .loc = mlirOperationGetLocation(before)};
  SmrStr symbol = {0};
  smr_str_printf(&symbol, "%s.%s", mark, name);
  b.block = mlirBlockCreate(0, NULL, NULL);
  MlirOperation call = smr_build_call(&smr_host_llvm, &b, smr_ref(smr_str_get(&symbol)), operands, count,
                                      result ? smr_llvm_pointer(context) : (MlirType){NULL});
  mlirOperationMoveBefore(call, before);
  mlirBlockDestroy(b.block);
  smr_str_free(&symbol);
  return call;
}

/// Sets which operands of a routine that may use several threads are its sizes; -1: it has fewer. Another
/// routine's are left as they are.
static void find_sizes(const char *name, intptr_t at[SIZES]) {
  static const struct {
    const char *name;
    int8_t at[SIZES];
  } routines[] = {{"gemm", {2, 3, 4}},  {"symm", {2, 3, -1}},  {"hemm", {2, 3, -1}},  {"syrk", {2, 2, 3}},
                  {"herk", {2, 2, 3}},  {"syr2k", {2, 2, 3}},  {"her2k", {2, 2, 3}},  {"trmm", {4, 5, -1}},
                  {"trsm", {4, 5, -1}}, {"getrf", {0, 1, -1}}, {"potrf", {1, -1, -1}}};
  bool c = !strncmp(name, "cblas_", 6);
  const char *plain = c ? name + 7 : name + 1; // after the letter of the type
  size_t length = strcspn(plain, "_6");        // of dgemm_64_ as well
  for (size_t k = 0; *name && k < sizeof routines / sizeof *routines; k++)
    if (strlen(routines[k].name) == length && !memcmp(plain, routines[k].name, length)) {
      for (uint32_t i = 0; i < SIZES; i++)
        at[i] = routines[k].at[i] < 0 ? -1 : routines[k].at[i] + c; // after the order of rows and columns
    }
}

/// The operand as a pointer: of an integer, its value; null: it has no size that is known here.
static MlirValue size_of(MlirOperation call, intptr_t at, bool by_value) {
  MlirType pointer = smr_llvm_pointer(mlirOperationGetContext(call));
  if (at < 0 || at >= mlirOperationGetNumOperands(call))
    return mlirOperationGetResult(make(call, "llvm.mlir.zero", NULL, pointer, NULL), 0);
  MlirValue size = mlirOperationGetOperand(call, at);
  MlirType type = mlirValueGetType(size);
  if (mlirTypeEqual(type, pointer))
    return size;
  if (mlirTypeIsAInteger(type) && by_value)
    return mlirOperationGetResult(make(call, "llvm.inttoptr", &size, pointer, NULL), 0);
  if (smr_mlir_is_fortran(type))
    return mlirOperationGetResult(make(call, "fir.convert", &size, pointer, NULL), 0);
  return size_of(call, -1, by_value);
}

static MlirOperation call_enter(MlirOperation call, const char *name) {
  intptr_t at[SIZES] = {-1, -1, -1};
  MlirValue sizes[SIZES];
  find_sizes(name, at);
  for (uint32_t k = 0; k < SIZES; k++)
    sizes[k] = size_of(call, at[k], !strncmp(name, "cblas_", 6));
  return call_mark(call, "enter", name, sizes, SIZES, true);
}

MlirValue smr_slot_address(MlirOperation before, const char *name, SmrGpu gpu, bool marked, MlirType type) {
  MlirValue value =
      gpu != SMR_USE_GPU_OFF
          ? load_address(before, name)
          : mlirOperationGetResult(
                marked ? call_enter(before, name) : call_mark(before, "routine", name, NULL, 0, true), 0);
  return mlirTypeEqual(smr_llvm_pointer(mlirOperationGetContext(before)), type)
             ? value
             : mlirOperationGetResult(make(before, "fir.convert", &value, type, NULL), 0);
}

bool smr_slot_is_marked(const char *name, SmrGpu gpu) {
  return gpu == SMR_USE_GPU_OFF && !smr_blas_only_reads(name);
}

void smr_slot_leave(MlirOperation call, const char *name) {
  MlirOperation mark = call_mark(call, "leave", name, NULL, 0, false);
  mlirOperationMoveAfter(mark, call);
}

void smr_slot_promise_blas(MlirOperation call, const char *name, SmrGpu gpu) {
  if (!smr_mlir_named(call, "llvm.call") || !smr_is_blas_name(name))
    return;
  MlirContext context = mlirOperationGetContext(call);
  SmrStr text = {0};
  smr_str_printf(&text,
                 "#llvm.memory_effects<other = none, argMem = %s, inaccessibleMem = %s, "
                 "errnoMem = none, targetMem0 = none, targetMem1 = none>",
                 smr_blas_only_reads(name) ? "read" : "readwrite",
                 gpu == SMR_USE_GPU_OFF ? "none" : "readwrite");
  MlirAttribute effects = mlirAttributeParseGet(context, smr_ref(smr_str_get(&text)));
  smr_str_free(&text);
  if (!mlirAttributeIsNull(effects) && mlirAttributeIsNull(smr_mlir_attribute(call, "memory_effects")))
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
  MlirAttribute section = smr_mlir_attribute(op, "section");
  return smr_mlir_named(op, "llvm.mlir.global") && !mlirAttributeIsNull(section) &&
         mlirAttributeIsAString(section) &&
         mlirStringRefEqual(mlirStringAttrGetValue(section), smr_ref("smr_rt_slots"));
}

bool smr_slot_is_used_list(MlirOperation op) {
  MlirAttribute name = smr_mlir_attribute(op, "sym_name");
  return smr_mlir_named(op, "llvm.mlir.global") &&
         mlirStringRefEqual(mlirStringAttrGetValue(name), smr_ref("llvm.compiler.used"));
}
