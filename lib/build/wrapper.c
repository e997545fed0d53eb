//===- wrapper.c - the wrapper functions of a pair -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What the two sides of a pair have in common is their wrappers' signature: names do not matter, order and
// types do. Types are compared as their dialect prints them, because Flang's have no C API; arrays passed by
// address may differ in their declared shape (sequence association: a(lda,*) here, a(*) there), and C's
// pointers carry no type at all.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "capi/llvm/llvm.h"
#include "capi/shim/module.h"
#include "capi/shim/shim.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Support.h"
#include "mlir/name.h"
#include <ctype.h>

//--- Finding -----------------------------------------------------------------------

static bool is_replacement(const SmrBuildPair *pair, const SmrPatBlock *block) {
  return block == &pair->source->replacement;
}

/// Messages of the reader have no place: they are about the block.
static MlirModule read_bitcode(MlirContext context, const SmrBuildPair *pair, const SmrPatBlock *block,
                               const SmrStr *bitcode, SmrDiag *diag) {
  MlirModule module = {NULL};
  SmrDiag own = {0};
  bool ok = (is_replacement(pair, block) ? smr_llvm_read_as_written : smr_llvm_read)(
      context, smr_str_get(bitcode), bitcode->size, &module, &own);
  for (uint32_t m = 0; m < own.messages.size; m++)
    smr_report(diag, own.messages.data[m].severity, pair->pat->path, block->line, block->column, "%s",
               own.messages.data[m].text);
  smr_diag_free(&own);
  return ok ? module : (MlirModule){NULL};
}

bool smr_build_parse(MlirContext context, const SmrBuildPair *pair, const SmrPatBlock *block,
                     SmrBuildText *text, SmrDescribed *described, SmrArena *arena, SmrBuildSide *out,
                     SmrDiag *diag) {
  SmrStr symbol = {0};
  *out = (SmrBuildSide){0};
  if (!smr_frontend_wrapper_symbol(block, smr_str_get(&text->text), &symbol)) {
    smr_str_free(&symbol);
    return smr_error(diag, pair->pat->path, block->line, block->column,
                     "the compiled code has no function `%s`", block->wrapper);
  }
  out->symbol = smr_arena_strdup(arena, smr_str_get(&symbol));
  smr_str_free(&symbol);
  if (mlirModuleIsNull(text->module)) {
    text->module = block->language == SMR_LANGUAGE_C ? read_bitcode(context, pair, block, &text->text, diag)
                                                     : smrModuleParse(context, smr_str_get(&text->text),
                                                                      text->text.size, pair->pat->path, diag);
    if (mlirModuleIsNull(text->module))
      return false;
    if (is_replacement(pair, block))
      smr_build_widen(text->module, text->wraps, described);
  }
  out->module = text->module;
  MlirSymbolTable table = mlirSymbolTableCreate(mlirModuleGetOperation(out->module));
  out->wrapper = mlirSymbolTableLookup(table, mlirStringRefCreateFromCString(out->symbol));
  mlirSymbolTableDestroy(table);
  return !mlirOperationIsNull(out->wrapper) || smr_error(diag, pair->pat->path, block->line, block->column,
                                                         "the module has no function `%s`", out->symbol);
}

//--- Comparing ---------------------------------------------------------------------

typedef struct {
  SmrStr text; // as printed
  bool reference, pointer, array;
  SmrStr element; // of a reference
} Parameter;

static void describe(MlirType type, Parameter *out) {
  *out = (Parameter){0};
  mlirTypePrint(type, smr_mlir_append, &out->text);
  const char *text = smr_str_get(&out->text);
  out->pointer = strncmp(text, "!llvm.ptr", 9) == 0;
  if (strncmp(text, "!fir.ref<", 9) != 0)
    return;
  out->reference = true;
  const char *at = text + 9, *end = text + out->text.size - 1;
  if (strncmp(at, "!fir.array<", 11) == 0) {
    out->array = true;
    at += 11;
    end--;
    if (strncmp(at, "*:", 2) == 0)
      at += 2;
    for (;;) { // the extents: ?x or 10x
      const char *after = at;
      if (*after == '?')
        after++;
      else
        while (isdigit((unsigned char)*after))
          after++;
      if (after == at || *after != 'x')
        break;
      at = after + 1;
    }
  }
  if (at < end)
    smr_str_append(&out->element, at, (size_t)(end - at));
}

static void release(Parameter *parameter) {
  smr_str_free(&parameter->text);
  smr_str_free(&parameter->element);
}

static bool compatible(const Parameter *a, const Parameter *b) {
  if (strcmp(smr_str_get(&a->text), smr_str_get(&b->text)) == 0)
    return true;
  if ((a->pointer || a->reference) && (b->pointer || b->reference) && (a->pointer || b->pointer))
    return true;
  return a->reference && b->reference && a->array == b->array &&
         strcmp(smr_str_get(&a->element), smr_str_get(&b->element)) == 0;
}

/// The type for messages.
static void print_parameter(const Parameter *parameter, SmrStr *out) {
  if (parameter->reference)
    smr_str_printf(out, "%s%s by reference", parameter->array ? "array of " : "",
                   smr_str_get(&parameter->element));
  else
    smr_str_puts(out, smr_str_get(&parameter->text));
}

static bool function_type(const SmrBuildSide *side, MlirType *out) {
  MlirAttribute attribute = smr_mlir_attribute(side->wrapper, "function_type");
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAType(attribute))
    return false;
  *out = mlirTypeAttrGetValue(attribute);
  return true;
}

/// The types of a func.func or llvm.func; a void result counts as none.
static intptr_t input_count(MlirType type) {
  return mlirTypeIsAFunction(type) ? mlirFunctionTypeGetNumInputs(type)
                                   : mlirLLVMFunctionTypeGetNumInputs(type);
}

static MlirType input(MlirType type, intptr_t k) {
  return mlirTypeIsAFunction(type) ? mlirFunctionTypeGetInput(type, k)
                                   : mlirLLVMFunctionTypeGetInput(type, k);
}

static intptr_t result_count(MlirType type) {
  if (mlirTypeIsAFunction(type))
    return mlirFunctionTypeGetNumResults(type);
  return mlirTypeEqual(mlirLLVMFunctionTypeGetReturnType(type), mlirLLVMVoidTypeGet(mlirTypeGetContext(type)))
             ? 0
             : 1;
}

static MlirType result(MlirType type, intptr_t k) {
  return mlirTypeIsAFunction(type) ? mlirFunctionTypeGetResult(type, k)
                                   : mlirLLVMFunctionTypeGetReturnType(type);
}

static bool check_one(const char *what, MlirType idiom, MlirType replacement, const SmrBuildPair *pair,
                      uint32_t line, uint32_t column, SmrDiag *diag) {
  Parameter a, b;
  describe(idiom, &a);
  describe(replacement, &b);
  bool ok = compatible(&a, &b);
  if (!ok) {
    SmrStr left = {0}, right = {0};
    print_parameter(&a, &left);
    print_parameter(&b, &right);
    smr_error(diag, pair->pat->path, line, column, "%s is %s in the idiom, %s in the replacement", what,
              smr_str_get(&left), smr_str_get(&right));
    smr_str_free(&left);
    smr_str_free(&right);
  }
  release(&a);
  release(&b);
  return ok;
}

/// LLVM's pointers have lost their types.
static bool check_pointees(const SmrBuildPair *pair, uint32_t line, uint32_t column, SmrDiag *diag) {
  const SmrPatBlock *a = &pair->source->idiom, *b = &pair->source->replacement;
  bool ok = true;
  for (uint32_t k = 0; a->pointees && b->pointees && k < a->argument_count && k < b->argument_count; k++)
    if (*a->pointees[k] && *b->pointees[k] && strcmp(a->pointees[k], b->pointees[k]) != 0)
      ok = smr_error(diag, pair->pat->path, line, column,
                     "argument %u (`%s`) points to %s in the idiom, %s in the replacement", k + 1,
                     a->arguments[k], a->pointees[k], b->pointees[k]);
  return ok;
}

/// C passes a complex number of floats by value, and returns any, in ways that no pattern has.
static bool check_complex(const SmrBuildPair *pair, MlirType type, SmrDiag *diag) {
  const SmrPatBlock *block = &pair->source->idiom;
  bool ok = true;
  for (intptr_t k = 0; k < input_count(type) + result_count(type); k++) {
    bool returned = k >= input_count(type);
    MlirType one = returned ? result(type, 0) : input(type, k);
    if (!mlirTypeIsAVector(one) && !mlirTypeIsALLVMStructType(one))
      continue;
    const char *name = !returned && (uint32_t)k < block->argument_count ? block->arguments[k] : "";
    ok = smr_error(diag, pair->pat->path, block->line, block->column,
                   returned
                       ? "`%s` returns a structure or complex number: give it back through a pointer%s%s%s"
                       : "`%s` takes a structure or complex number by value: take a pointer%s%s%s",
                   block->wrapper, *name ? " (`" : "", name, *name ? "`)" : "");
  }
  return ok;
}

bool smr_build_same_signature(const SmrBuildPair *pair, const SmrBuildSide *idiom,
                              const SmrBuildSide *replacement, SmrDiag *diag) {
  const SmrPatBlock *block = &pair->source->replacement;
  MlirStringRef file;
  uint32_t line, column;
  MlirType a, b;
  if (!smrLocationGetFile(mlirOperationGetLocation(replacement->wrapper), &file, &line, &column) || !column)
    smr_block_place(block, block->wrapper_at, &line, &column); // LLVM's functions have a line only
  if (!function_type(idiom, &a) || !function_type(replacement, &b))
    return smr_error(diag, pair->pat->path, line, column, "`%s` is not a function", block->wrapper);
  intptr_t inputs = input_count(a), results = result_count(a);
  if (input_count(b) != inputs)
    return smr_error(diag, pair->pat->path, line, column, "the idiom takes %d arguments, the replacement %d",
                     (int)inputs, (int)input_count(b));
  if (result_count(b) != results)
    return smr_error(diag, pair->pat->path, line, column, "the idiom gives %d results, the replacement %d",
                     (int)results, (int)result_count(b));
  if (pair->source->idiom.language == SMR_LANGUAGE_C && !check_complex(pair, a, diag))
    return false;
  bool ok = true;
  SmrStr what = {0};
  for (intptr_t k = 0; k < inputs; k++) {
    smr_str_clear(&what);
    smr_str_printf(&what, "argument %d", (int)k + 1);
    if ((uint32_t)k < pair->source->idiom.argument_count)
      smr_str_printf(&what, " (`%s`)", pair->source->idiom.arguments[k]);
    ok &= check_one(smr_str_get(&what), input(a, k), input(b, k), pair, line, column, diag);
  }
  smr_str_free(&what);
  for (intptr_t k = 0; k < results; k++)
    ok &= check_one("the result", result(a, k), result(b, k), pair, line, column, diag);
  return ok && check_pointees(pair, line, column, diag);
}
