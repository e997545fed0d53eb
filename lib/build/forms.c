//===- forms.c - pairs with optional arguments ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `optional a = 1`: what a library has is the pair as it is written, and one without the argument, whose
// idiom is what remains when `a` is 1 (the normal form drops a factor that is 1). Both sides get the number
// where they took the argument, so that the second form is a pair like any other, and is checked like any
// other.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/host.h"
#include "mlir/host/type.h"
#include <math.h>
#include <string.h>

#define REF(text) mlirStringRefCreateFromCString(text)

//--- The pair ----------------------------------------------------------------------

/// Which form leaves out the argument, and as what; NULL: none.
static const SmrPatOptional *absent(const SmrPatPair *source, uint32_t form, uint32_t argument) {
  for (uint32_t k = 0; k < source->optional_count; k++)
    if (source->optional[k].argument == argument)
      return form >> k & 1 ? &source->optional[k] : NULL;
  return NULL;
}

static void take_out(const SmrPatPair *source, uint32_t form, SmrArena *arena, SmrPatBlock *block) {
  const char **names = smr_arena_alloc(arena, block->argument_count * sizeof *names + 1);
  const char **pointees = smr_arena_alloc(arena, block->argument_count * sizeof *pointees + 1);
  uint32_t count = 0;
  for (uint32_t k = 0; k < block->argument_count; k++) {
    if (absent(source, form, k))
      continue;
    names[count] = block->arguments[k];
    pointees[count++] = block->pointees ? block->pointees[k] : NULL;
  }
  block->pointees = block->pointees ? pointees : NULL;
  block->arguments = names;
  block->argument_count = count;
}

/// The condition over the arguments that are left; an argument that is not has its number.
static const SmrPatNode *without(const SmrPatPair *source, uint32_t form, SmrArena *arena,
                                 const SmrPatNode *nodes, uint32_t count) {
  SmrPatNode *out = smr_arena_alloc(arena, count * sizeof *out + 1);
  for (uint32_t k = 0; k < count; k++) {
    out[k] = nodes[k];
    if (!smr_pat_names_argument(nodes[k].op))
      continue;
    const SmrPatOptional *number = absent(source, form, nodes[k].argument);
    if (number)
      out[k] = (SmrPatNode){.op = SMR_PAT_INT, .value = (int64_t)number->value, .text = number->text};
    for (uint32_t a = 0; !number && a < nodes[k].argument; a++)
      out[k].argument -= absent(source, form, a) != NULL;
  }
  return out;
}

SmrPatPair *smr_build_form(const SmrPatPair *source, uint32_t form, SmrArena *arena) {
  SmrPatPair *out = smr_arena_alloc(arena, sizeof *out);
  SMR_OWNED(SmrStr, smr_str_free) name = {0}, title = {0};
  *out = *source;
  smr_str_printf(&name, "%s[", source->name);
  smr_str_puts(&title, source->column_text ? source->column_text : "");
  for (uint32_t k = 0, any = 0; k < source->optional_count; k++) {
    const SmrPatOptional *one = &source->optional[k];
    if (!(form >> k & 1))
      continue;
    smr_str_printf(&name, "%s%s=%s", any++ ? "," : "", source->idiom.arguments[one->argument], one->text);
    smr_str_printf(&title, "%s%s = %s", title.size ? ", " : "", source->idiom.arguments[one->argument],
                   one->text);
    out->column_line = one->line, out->column_column = one->column;
  }
  smr_str_puts(&name, "]");
  out->name = smr_arena_strdup(arena, smr_str_get(&name));
  out->column_text = smr_arena_strdup(arena, smr_str_get(&title));
  out->equations = false; // (the form with all arguments stands for this one there)
  out->when = without(source, form, arena, source->when, source->when_count);
  out->pays = without(source, form, arena, source->pays, source->pays_count);
  take_out(source, form, arena, &out->idiom);
  take_out(source, form, arena, &out->replacement);
  return out;
}

//--- Its modules -------------------------------------------------------------------

/// The number as an attribute of the type; null when it is none of it.
static MlirAttribute number_of(MlirType type, double value) {
  if (mlirTypeIsAFloat(type))
    return mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type, value);
  if ((mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type)) && value == trunc(value) && fabs(value) < 0x1p31)
    return mlirIntegerAttrGet(type, (int64_t)value);
  return (MlirAttribute){NULL};
}

/// The function's type and its arguments' attributes without the argument.
static void drop_input(MlirOperation wrapper, intptr_t number) {
  MlirType type = mlirTypeAttrGetValue(mlirOperationGetAttributeByName(wrapper, REF("function_type")));
  bool plain = mlirTypeIsAFunction(type);
  intptr_t count = plain ? mlirFunctionTypeGetNumInputs(type) : mlirLLVMFunctionTypeGetNumInputs(type);
  SMR_VEC(MlirType) inputs = {0}, results = {0};
  for (intptr_t k = 0; k < count; k++)
    if (k != number)
      smr_vec_push(&inputs,
                   plain ? mlirFunctionTypeGetInput(type, k) : mlirLLVMFunctionTypeGetInput(type, k));
  for (intptr_t k = 0; plain && k < mlirFunctionTypeGetNumResults(type); k++)
    smr_vec_push(&results, mlirFunctionTypeGetResult(type, k));
  type = plain ? mlirFunctionTypeGet(mlirTypeGetContext(type), inputs.size, inputs.data, results.size,
                                     results.data)
               : mlirLLVMFunctionTypeGet(mlirLLVMFunctionTypeGetReturnType(type), inputs.size, inputs.data,
                                         false);
  mlirOperationSetAttributeByName(wrapper, REF("function_type"), mlirTypeAttrGet(type));
  smr_vec_free(&inputs);
  smr_vec_free(&results);
  MlirAttribute said = mlirOperationGetAttributeByName(wrapper, REF("arg_attrs"));
  if (mlirAttributeIsNull(said) || !mlirAttributeIsAArray(said))
    return;
  SMR_VEC(MlirAttribute) kept = {0};
  for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(said); k++)
    if (k != number)
      smr_vec_push(&kept, mlirArrayAttrGetElement(said, k));
  mlirOperationSetAttributeByName(wrapper, REF("arg_attrs"),
                                  mlirArrayAttrGet(mlirOperationGetContext(wrapper), kept.size, kept.data));
  smr_vec_free(&kept);
}

/// Null: there is none, or an array.
static MlirType input(MlirOperation wrapper, uint32_t number) {
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(wrapper, 0));
  if (mlirBlockIsNull(entry) || number >= (uint32_t)mlirBlockGetNumArguments(entry))
    return (MlirType){NULL};
  MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, number));
  return mlirTypeIsAMemRef(type) ? (MlirType){NULL} : type;
}

/// The type of the number that the idiom takes by value or by reference; null when it takes none.
static MlirType number_type(MlirOperation idiom, uint32_t number) {
  MlirType type = input(idiom, number), element = mlirTypeIsNull(type) ? type : smr_mlir_pointee(type);
  return mlirTypeIsNull(element) ? type : element;
}

/// The number, or where it is, stands where the argument did.
static void fix(MlirOperation wrapper, bool fortran, uint32_t number, MlirAttribute constant, MlirType type) {
  const SmrHost *host = fortran ? &smr_host_fir : smr_host_of(wrapper);
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(wrapper, 0));
  MlirValue argument = mlirBlockGetArgument(entry, number);
  SmrHostBuilder b = {.context = mlirOperationGetContext(wrapper),
                      .loc = mlirOperationGetLocation(wrapper),
                      .block = mlirBlockCreate(0, NULL, NULL)};
  MlirValue made = host->constant(&b, constant);
  if (!mlirTypeEqual(mlirValueGetType(argument), type)) {
    MlirValue slot = host->temporary(&b, type);
    host->store(&b, made, slot);
    made = slot;
  }
  MlirOperation before = mlirBlockGetFirstOperation(entry);
  for (MlirOperation op; op = mlirBlockGetFirstOperation(b.block), !mlirOperationIsNull(op);) {
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationBefore(entry, before, op);
  }
  mlirBlockDestroy(b.block);
  mlirValueReplaceAllUsesOfWith(argument, made);
  mlirBlockEraseArgument(entry, number);
  drop_input(wrapper, number);
}

/// Can this side be given the number where it takes the argument?
static bool takes(MlirOperation wrapper, uint32_t number, MlirType type) {
  MlirType own = input(wrapper, number);
  return !mlirTypeIsNull(own) && (mlirTypeEqual(own, type) || mlirTypeIsALLVMPointerType(own) ||
                                  mlirTypeEqual(smr_mlir_pointee(own), type));
}

bool smr_build_fix_absent(const SmrBuildPair *pair, const SmrBuildSide *idiom,
                          const SmrBuildSide *replacement, SmrDiag *diag) {
  const SmrPatPair *source = pair->written;
  for (uint32_t k = source->idiom.argument_count; pair->form && k--;) {
    const SmrPatOptional *one = absent(source, pair->form, k);
    if (!one)
      continue;
    MlirType type = number_type(idiom->wrapper, k);
    MlirAttribute constant = mlirTypeIsNull(type) ? (MlirAttribute){NULL} : number_of(type, one->value);
    if (mlirAttributeIsNull(constant) || !takes(replacement->wrapper, k, type))
      return smr_error(diag, pair->pat->path, one->line, one->column,
                       "argument `%s` cannot be %s: it is no number of a type that has that",
                       source->idiom.arguments[k], one->text);
    fix(idiom->wrapper, source->idiom.language == SMR_LANGUAGE_FORTRAN, k, constant, type);
    fix(replacement->wrapper, source->replacement.language == SMR_LANGUAGE_FORTRAN, k, constant, type);
  }
  return true;
}
