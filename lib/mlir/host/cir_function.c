//===- cir_function.c - functions of the LLVM dialect as ClangIR --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Replacements are kept in the LLVM dialect, whose functions ClangIR's calls cannot name. What a replacement
// does is compute a few numbers and call a library, so it is said again in ClangIR, one op at a time; one
// that does more is refused.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/cir_build.h"
#include "mlir/host/llvm.h"
#include "mlir/host/type.h"
#include "mlir/name.h"
#include <string.h>

typedef struct {
  SmrHostBuilder b;
  SmrMap values; // MLIR value → index into made
  SMR_VEC(MlirValue) made;
  SmrMap blocks; // MLIR block → index into targets
  SMR_VEC(MlirBlock) targets;
  const char *reason;
} Translation;

static bool refuse(Translation *t, const char *why) {
  if (!t->reason)
    t->reason = why;
  return false;
}

static bool known_type(MlirType type) {
  unsigned bits;
  bool is_unsigned;
  MlirType cir = smr_cir_type(type);
  if (mlirTypeIsNull(cir))
    return false;
  return smr_cir_is_int(cir, &bits, &is_unsigned) || smr_cir_is_pointer(cir) || mlirTypeIsAF32(type) ||
         mlirTypeIsAF64(type);
}

static void bind(Translation *t, MlirValue from, MlirValue to) {
  smr_map_set(&t->values, (uint64_t)(uintptr_t)from.ptr, t->made.size);
  smr_vec_push(&t->made, to);
}

static MlirValue value_of(const Translation *t, MlirValue value) {
  uint32_t at;
  return smr_map_get(&t->values, (uint64_t)(uintptr_t)value.ptr, &at) ? t->made.data[at] : (MlirValue){NULL};
}

//===----------------------------------------------------------------------===//
// Types of functions
//===----------------------------------------------------------------------===//

/// "!llvm.func<void (i32, ptr)>" as "!cir.func<(…)>": the types inside are read one by one.
static MlirType function_type(MlirContext context, MlirType llvm) {
  SmrStr text = {0}, out = {0};
  mlirTypePrint(llvm, smr_mlir_append, &text);
  const char *at = smr_str_get(&text);
  MlirType result = {NULL};
  bool ok = strncmp(at, "!llvm.func<", 11) == 0;
  SmrStr parts[64] = {{0}};
  uint32_t n = 0;
  // The result comes first, then the parameters in parentheses.
  const char *open = strrchr(at, '(');
  if (ok && open) {
    smr_str_append(&parts[n++], at + 11, (size_t)(open - at - 11));
    for (const char *from = open + 1; n < 64 && *from && *from != ')';) {
      size_t length = strcspn(from, ",)");
      smr_str_append(&parts[n++], from, length);
      from += length;
      from += strspn(from, ", ");
    }
    smr_str_puts(&out, "!cir.func<(");
    SmrStr returned = {0};
    for (uint32_t k = 0; k < n && ok; k++) {
      while (parts[k].size && parts[k].data[parts[k].size - 1] == ' ')
        parts[k].data[--parts[k].size] = 0;
      const char *word = smr_str_get(&parts[k]);
      if (k == 0 && !strcmp(word, "void"))
        continue;
      MlirType type = mlirTypeParseGet(context, smr_ref(!strcmp(word, "ptr") ? "!llvm.ptr" : word));
      ok = !mlirTypeIsNull(type) && known_type(type);
      if (ok) {
        if (k > 1)
          smr_str_puts(&out, ", ");
        mlirTypePrint(smr_cir_type(type), smr_mlir_append, k ? &out : &returned);
      }
    }
    smr_str_putc(&out, ')');
    if (returned.size)
      smr_str_printf(&out, " -> %s", smr_str_get(&returned));
    smr_str_putc(&out, '>');
    smr_str_free(&returned);
    if (ok && n < 64)
      result = mlirTypeParseGet(context, smr_ref(smr_str_get(&out)));
  }
  for (uint32_t k = 0; k < n; k++)
    smr_str_free(&parts[k]);
  smr_str_free(&text);
  smr_str_free(&out);
  return result;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static int64_t bytes_of(MlirType type) {
  if (mlirTypeIsAInteger(type))
    return (mlirIntegerTypeGetWidth(type) + 7) / 8;
  return mlirTypeIsAF64(type) ? 8 : mlirTypeIsAF32(type) ? 4 : 0;
}

/// Also of arrays of numbers: "!llvm.array<8 x f64>", "!llvm.array<4 x array<8 x f64>>".
static int64_t bytes_of_all(MlirType type) {
  static const char array[] = "!llvm.array<";
  enum { MOST = 1 << 24 };
  int64_t count = 1;
  for (;;) {
    SmrStr text = {0};
    mlirTypePrint(type, smr_mlir_append, &text);
    bool inner = !strncmp(smr_str_get(&text), array, strlen(array));
    int64_t more = inner ? strtoll(smr_str_get(&text) + strlen(array), NULL, 10) : 1;
    smr_str_free(&text);
    if (!inner)
      return count * bytes_of(type);
    if (more < 1 || more > MOST / count)
      return 0;
    count *= more;
    type = mlirLLVMArrayTypeGetElementType(type);
  }
}

/// An integer that is a constant.
static bool constant_of(MlirValue value, int64_t *out) {
  if (!mlirValueIsAOpResult(value) || !smr_mlir_named(mlirOpResultGetOwner(value), "llvm.mlir.constant"))
    return false;
  MlirAttribute number = smr_mlir_attribute(mlirOpResultGetOwner(value), "value");
  if (mlirAttributeIsNull(number) || !mlirAttributeIsAInteger(number))
    return false;
  *out = mlirIntegerAttrGetValueInt(number);
  return true;
}

/// base[index] of numbers.
static MlirValue element(Translation *t, MlirOperation op, const MlirValue *operands) {
  MlirAttribute type = smr_mlir_attribute(op, "elem_type"),
                indices = smr_mlir_attribute(op, "rawConstantIndices");
  int64_t bytes = mlirAttributeIsNull(type) ? 0 : bytes_of(mlirTypeAttrGetValue(type));
  if (!bytes || mlirAttributeIsNull(indices) || mlirDenseArrayGetNumElements(indices) != 1)
    return (MlirValue){NULL};
  int32_t fixed = mlirDenseI32ArrayGetElement(indices, 0);
  MlirType wide = smr_cir_type(mlirIntegerTypeGet(t->b.context, 64));
  MlirValue index = fixed != INT32_MIN ? smr_cir_int(&t->b, wide, fixed * bytes)
                                       : smr_cir_convert(&t->b, operands[1], wide);
  if (fixed == INT32_MIN) {
    MlirValue product[] = {index, smr_cir_int(&t->b, wide, bytes)};
    index = smr_cir_compute(&t->b, SMR_HOST_MUL, product, 2, wide, 0);
  }
  return smr_cir_offset(&t->b, operands[0], index, mlirValueGetType(operands[0]));
}

static MlirValue temporary(Translation *t, MlirOperation op) {
  MlirAttribute elements = smr_mlir_attribute(op, "elem_type"),
                alignment = smr_mlir_attribute(op, "alignment");
  int64_t count, bytes;
  if (mlirAttributeIsNull(elements) || !constant_of(mlirOperationGetOperand(op, 0), &count) || count != 1)
    return (MlirValue){NULL};
  MlirType type = mlirTypeAttrGetValue(elements);
  if (known_type(type))
    return smr_cir_alloca(&t->b, type);
  bytes = bytes_of_all(type);
  return bytes && !mlirAttributeIsNull(alignment)
             ? smr_cir_aligned_alloca(&t->b, smr_cir_bytes_type(t->b.context, bytes),
                                      mlirIntegerAttrGetValueInt(alignment))
             : (MlirValue){NULL};
}

/// A pointer to so many bytes as one value.
static MlirValue as_bytes(Translation *t, MlirValue pointer, int64_t bytes) {
  return smr_cir_convert(&t->b, pointer, smr_cir_pointer_type(smr_cir_bytes_type(t->b.context, bytes)));
}

static bool is_volatile(MlirOperation op) {
  MlirAttribute ordering = smr_mlir_attribute(op, "ordering"), flag = smr_mlir_attribute(op, "isVolatile");
  return !mlirAttributeIsNull(smr_mlir_attribute(op, "volatile_")) ||
         (!mlirAttributeIsNull(flag) && mlirBoolAttrGetValue(flag)) ||
         (!mlirAttributeIsNull(ordering) && mlirIntegerAttrGetValueInt(ordering) != 0);
}

/// Zeros, or a copy, of a number of bytes that is known.
static bool fill(Translation *t, MlirOperation op, const MlirValue *operands) {
  enum { MOST = 4096 };
  int64_t bytes, byte;
  if (is_volatile(op) || !constant_of(mlirOperationGetOperand(op, 2), &bytes) || bytes < 1 || bytes > MOST)
    return refuse(t, "it copies more than numbers");
  MlirValue both[] = {as_bytes(t, operands[0], bytes), {NULL}};
  if (smr_mlir_named(op, "llvm.intr.memcpy")) {
    both[1] = as_bytes(t, operands[1], bytes);
    smr_build_op(&t->b, "cir.copy", both, 2, NULL, 0, NULL, 0);
    return true;
  }
  if (!constant_of(mlirOperationGetOperand(op, 1), &byte) || byte)
    return refuse(t, "it fills memory with other than zeros");
  MlirValue zeros[] = {smr_cir_null(&t->b, smr_cir_bytes_type(t->b.context, bytes)), both[0]};
  smr_build_op(&t->b, "cir.store", zeros, 2, NULL, 0, NULL, 0);
  return true;
}

/// The address of a constant or a function.
static MlirValue address(Translation *t, MlirOperation op) {
  MlirOperation module = op;
  while (!mlirOperationIsNull(mlirOperationGetParentOperation(module)))
    module = mlirOperationGetParentOperation(module);
  MlirAttribute name = smr_mlir_attribute(op, "global_name");
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  MlirOperation global = mlirSymbolTableLookup(table, mlirFlatSymbolRefAttrGetValue(name));
  mlirSymbolTableDestroy(table);
  if (mlirOperationIsNull(global))
    return (MlirValue){NULL};
  MlirAttribute function = smr_mlir_attribute(global, "function_type");
  int64_t bytes = mlirAttributeIsNull(function) ? smr_cir_global_bytes(global) : 0;
  MlirType type = bytes ? smr_cir_bytes_type(t->b.context, bytes)
                  : mlirAttributeIsNull(function)
                      ? (MlirType){NULL}
                      : function_type(t->b.context, mlirTypeAttrGetValue(function));
  if (mlirTypeIsNull(type))
    return (MlirValue){NULL};
  MlirNamedAttribute attribute = smr_named(t->b.context, "name", name);
  return smr_build_value(&t->b, "cir.get_global", NULL, 0, smr_cir_pointer_type(type), &attribute, 1);
}

static MlirValue magnitude(Translation *t, MlirValue x) {
  MlirType type = mlirValueGetType(x);
  MlirValue zero = smr_cir_int(&t->b, type, 0);
  MlirValue minus = smr_cir_compute(&t->b, SMR_HOST_SUB, (MlirValue[]){zero, x}, 2, type, 0);
  return smr_cir_compute(&t->b, SMR_HOST_SMAX, (MlirValue[]){x, minus}, 2, type, 0);
}

/// Arguments of `!llvm.ptr` parameters are `void *` here, as the callee's parameters are.
static bool call(Translation *t, MlirOperation op, const MlirValue *operands, intptr_t count) {
  MlirAttribute callee = smr_mlir_attribute(op, "callee");
  if (mlirAttributeIsNull(callee))
    return refuse(t, "it calls through a pointer");
  MlirNamedAttribute attribute = smr_named(t->b.context, "callee", callee);
  MlirType result = mlirOperationGetNumResults(op)
                        ? smr_cir_type(mlirValueGetType(mlirOperationGetResult(op, 0)))
                        : (MlirType){NULL};
  MlirOperation made =
      smr_build_op(&t->b, "cir.call", operands, count, &result, !mlirTypeIsNull(result), &attribute, 1);
  if (!mlirTypeIsNull(result))
    bind(t, mlirOperationGetResult(op, 0), mlirOperationGetResult(made, 0));
  return true;
}

static MlirBlock target(const Translation *t, MlirOperation op, intptr_t k) {
  uint32_t at;
  return smr_map_get(&t->blocks, (uint64_t)(uintptr_t)mlirOperationGetSuccessor(op, k).ptr, &at)
             ? t->targets.data[at]
             : (MlirBlock){NULL};
}

static bool jump(Translation *t, MlirOperation op, const char *name, const MlirValue *operands,
                 intptr_t count) {
  MlirOperationState state = mlirOperationStateGet(smr_ref(name), t->b.loc);
  MlirBlock to[2];
  intptr_t n = mlirOperationGetNumSuccessors(op);
  for (intptr_t k = 0; k < n && k < 2; k++)
    to[k] = target(t, op, k);
  mlirOperationStateAddOperands(&state, count, operands);
  mlirOperationStateAddSuccessors(&state, n, to);
  MlirAttribute sizes = smr_mlir_attribute(op, "operandSegmentSizes");
  if (n == 2) {
    MlirNamedAttribute attribute = smr_named(t->b.context, "operandSegmentSizes", sizes);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  mlirBlockAppendOwnedOperation(t->b.block, mlirOperationCreate(&state));
  return true;
}

static bool translate(Translation *t, MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue operands[64], result = {NULL};
  if (count > 64 || mlirOperationGetNumResults(op) > 1 || mlirOperationGetNumRegions(op))
    return refuse(t, "it does more than compute numbers and call");
  for (intptr_t k = 0; k < count; k++) {
    operands[k] = value_of(t, mlirOperationGetOperand(op, k));
    if (!operands[k].ptr)
      return refuse(t, "it uses a value that ClangIR cannot express");
  }
  bool has_result = mlirOperationGetNumResults(op) == 1;
  MlirType type = has_result ? mlirValueGetType(mlirOperationGetResult(op, 0)) : (MlirType){NULL};
  t->b.loc = mlirOperationGetLocation(op);
  if (smr_mlir_named(op, "llvm.return")) {
    smr_build_op(&t->b, "cir.return", operands, count, NULL, 0, NULL, 0);
    return true;
  }
  if (smr_mlir_named(op, "llvm.call"))
    return call(t, op, operands, count);
  if (smr_mlir_named(op, "llvm.br"))
    return jump(t, op, "cir.br", operands, count);
  if (smr_mlir_named(op, "llvm.cond_br"))
    return jump(t, op, "cir.brcond", operands, count);
  if (smr_mlir_named(op, "llvm.store"))
    return (!is_volatile(op) && smr_cir_store(&t->b, operands[0], operands[1])) ||
           refuse(t, "it stores what ClangIR cannot");
  if (smr_mlir_named(op, "llvm.intr.memset") || smr_mlir_named(op, "llvm.intr.memcpy"))
    return fill(t, op, operands);
  if (smr_mlir_named(op, "llvm.intr.lifetime.start") || smr_mlir_named(op, "llvm.intr.lifetime.end") ||
      smr_mlir_named(op, "llvm.intr.experimental.noalias.scope.decl") ||
      smr_mlir_named(op, "llvm.intr.assume"))
    return true;
  if (has_result && known_type(type)) {
    if (smr_mlir_named(op, "llvm.mlir.zero"))
      result = smr_cir_null(&t->b, type);
    else if (smr_mlir_named(op, "llvm.mlir.constant"))
      result = smr_cir_constant(&t->b, smr_mlir_attribute(op, "value"));
    else if (smr_mlir_named(op, "llvm.load") && !is_volatile(op))
      result = smr_cir_load(&t->b, operands[0], type);
    else if (smr_mlir_named(op, "llvm.getelementptr"))
      result = element(t, op, operands);
    else if (smr_mlir_named(op, "llvm.alloca"))
      result = smr_cir_convert(&t->b, temporary(t, op), type);
    else if (smr_mlir_named(op, "llvm.mlir.addressof"))
      result = smr_cir_convert(&t->b, address(t, op), type);
    else if (smr_mlir_named(op, "llvm.intr.abs"))
      result = magnitude(t, operands[0]);
    else {
      MlirAttribute predicate = smr_mlir_attribute(op, "predicate");
      result = smr_cir_compute(&t->b, smr_llvm_meaning(op), operands, count, type,
                               mlirAttributeIsNull(predicate) ? 0 : mlirIntegerAttrGetValueInt(predicate));
    }
  }
  if (!result.ptr)
    return refuse(t, "it does more than compute numbers and call");
  bind(t, mlirOperationGetResult(op, 0), result);
  return true;
}

/// Blocks in an order in which definitions come before uses: that of the function's text is one for what
/// clang makes.
static bool translate_body(Translation *t, MlirRegion from, MlirRegion to) {
  for (MlirBlock block = mlirRegionGetFirstBlock(from); !mlirBlockIsNull(block);
       block = mlirBlockGetNextInRegion(block)) {
    MlirBlock made = mlirBlockCreate(0, NULL, NULL);
    mlirRegionAppendOwnedBlock(to, made);
    smr_map_set(&t->blocks, (uint64_t)(uintptr_t)block.ptr, t->targets.size);
    smr_vec_push(&t->targets, made);
    for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++) {
      MlirValue argument = mlirBlockGetArgument(block, a);
      MlirType type = mlirValueGetType(argument);
      if (!known_type(type))
        return refuse(t, "it has a parameter that ClangIR cannot express");
      bind(t, argument, mlirBlockAddArgument(made, smr_cir_type(type), t->b.loc));
    }
  }
  uint32_t next = 0;
  for (MlirBlock block = mlirRegionGetFirstBlock(from); !mlirBlockIsNull(block);
       block = mlirBlockGetNextInRegion(block)) {
    t->b.block = t->targets.data[next++];
    for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op))
      if (!translate(t, op))
        return false;
  }
  return true;
}

MlirOperation smr_cir_function(MlirOperation function, const char **reason) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute name = smr_mlir_attribute(function, "sym_name"),
                type = smr_mlir_attribute(function, "function_type");
  Translation t = {.b = {.context = context, .loc = mlirOperationGetLocation(function)}};
  MlirType translated = function_type(context, mlirTypeAttrGetValue(type));
  MlirRegion body = mlirRegionCreate(), from = mlirOperationGetRegion(function, 0);
  bool defined = !mlirBlockIsNull(mlirRegionGetFirstBlock(from));
  bool ok = !mlirTypeIsNull(translated) || refuse(&t, "its type has no counterpart in ClangIR");
  ok = ok && (!defined || translate_body(&t, from, body));
  MlirOperation result = {NULL};
  if (ok) {
    MlirOperationState state = mlirOperationStateGet(smr_ref("cir.func"), mlirOperationGetLocation(function));
    MlirNamedAttribute attributes[] = {
        smr_named(context, "sym_name", name),
        smr_named(context, "function_type", mlirTypeAttrGet(translated)),
        smr_named(context, "global_visibility",
                  mlirAttributeParseGet(context, smr_ref("#cir<visibility default>"))),
        smr_named(context, "linkage",
                  mlirIntegerAttrGet(mlirIntegerTypeGet(context, 32), defined ? 7 : 0)), // internal
        smr_named(context, "sym_visibility", mlirStringAttrGet(context, smr_ref("private"))),
        smr_named(context, "dso_local", mlirUnitAttrGet(context))};
    mlirOperationStateAddAttributes(&state, defined ? 6 : 5, attributes);
    mlirOperationStateAddOwnedRegions(&state, 1, &body);
    result = mlirOperationCreate(&state);
  } else {
    mlirRegionDestroy(body);
    *reason = t.reason;
  }
  smr_map_free(&t.values);
  smr_map_free(&t.blocks);
  smr_vec_free(&t.made);
  smr_vec_free(&t.targets);
  return result;
}
