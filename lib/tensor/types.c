//===- types.c - MLIR's types as PyPM's ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/name.h"
#include <stdio.h>

void smr_tensor_types_free(SmrTensorTypes *t) {
  smr_map_free(&t->numbers);
  smr_map_free(&t->element_of);
  smr_vec_free(&t->types);
  smr_vec_free(&t->elements);
}

void smr_tensor_print_attribute(MlirAttribute attribute, SmrStr *out) {
  mlirAttributePrint(attribute, smr_mlir_append, out);
}

void smr_tensor_print_type(MlirType type, SmrStr *out) {
  mlirTypePrint(type, smr_mlir_append, out);
}

static SmrSym symbol_of_text(SmrTensorTypes *t, MlirType type) {
  SmrStr text = {0};
  mlirTypePrint(type, smr_mlir_append, &text);
  SmrSym symbol = smr_intern(t->terms->signature->symbols, smr_str_get(&text));
  smr_str_free(&text);
  return symbol;
}

/// `f32`, `i8`; PyPM calls MLIR's ui8 u8.
static SmrSym element_symbol(SmrTensorTypes *t, MlirType type) {
  SmrSym symbol = symbol_of_text(t, type);
  const char *text = smr_intern_text(t->terms->signature->symbols, symbol);
  if (smr_starts(text, "ui") && smr_pypm_element(text + 1))
    symbol = smr_intern(t->terms->signature->symbols, text + 1);
  uint32_t known;
  if (!smr_map_get(&t->element_of, symbol, &known)) {
    smr_map_set(&t->element_of, symbol, t->elements.size);
    smr_vec_push(&t->elements, type);
  }
  return symbol;
}

/// Fills element and shape of a shaped type; `dims` has room for MAX_OPERANDS.
static void read_shape(SmrTensorTypes *t, MlirType type, int64_t *dims, SmrPypmType *out) {
  out->element = element_symbol(t, mlirShapedTypeGetElementType(type));
  if (!mlirShapedTypeHasRank(type) || mlirShapedTypeGetRank(type) > SMR_PYPM_MAX_OPERANDS)
    return;
  out->ranked = true;
  out->rank = (uint32_t)mlirShapedTypeGetRank(type);
  out->dims = dims;
  for (uint32_t k = 0; k < out->rank; k++)
    dims[k] = mlirShapedTypeIsDynamicDim(type, k) ? SMR_PYPM_DYNAMIC : mlirShapedTypeGetDimSize(type, k);
}

/// `!torch.vtensor<[2,?],f32>`: the shape and element type that its text says, if it says that.
static void read_torch(SmrTensorTypes *t, const char *text, int64_t *dims, SmrPypmType *out) {
  uint32_t rank = 0;
  if (!smr_starts(text, "!torch.vtensor<["))
    return;
  text += strlen("!torch.vtensor<[");
  while (*text && *text != ']' && rank < SMR_PYPM_MAX_OPERANDS) {
    char *end = (char *)(uintptr_t)text + 1;
    dims[rank++] = *text == '?' ? SMR_PYPM_DYNAMIC : strtoll(text, &end, 10);
    text = *end == ',' ? end + 1 : end;
  }
  if (!smr_starts(text, "],"))
    return;
  text += 2;
  size_t length = strcspn(text, ",>");
  SmrSym element = smr_intern_n(t->terms->signature->symbols, text, length);
  if (!smr_pypm_element(smr_intern_text(t->terms->signature->symbols, element)))
    return;
  out->element = element;
  out->ranked = true;
  out->rank = rank;
  out->dims = dims;
}

static bool is_plain(MlirType type) {
  return mlirTypeIsAUnrankedTensor(type) ||
         (mlirTypeIsARankedTensor(type) && mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)));
}

static uint32_t read_new(SmrTensorTypes *t, MlirType type) {
  int64_t dims[SMR_PYPM_MAX_OPERANDS];
  SmrPypmType read = {0};
  if (mlirTypeIsATensor(type) || mlirTypeIsAVector(type)) {
    read_shape(t, type, dims, &read);
  } else if (mlirTypeIsAInteger(type) || mlirTypeIsAFloat(type) || mlirTypeIsAIndex(type)) {
    read.element = element_symbol(t, type);
    read.ranked = true;
  }
  bool whole = is_plain(type) && (read.ranked || !mlirShapedTypeHasRank(type));
  if (!whole)
    read.name = symbol_of_text(t, type);
  if (!whole && !read.element)
    read_torch(t, smr_intern_text(t->terms->signature->symbols, read.name), dims, &read);
  return smr_pypm_type(t->terms, read);
}

static void remember(SmrTensorTypes *t, uint32_t number, MlirType type) {
  while (t->types.size <= number)
    smr_vec_push(&t->types, (MlirType){0});
  t->types.data[number] = type;
}

uint32_t smr_tensor_type_read(SmrTensorTypes *t, MlirType type) {
  uint32_t number;
  if (smr_map_get(&t->numbers, smr_mlir_key(type.ptr), &number))
    return number;
  number = read_new(t, type);
  if (number < t->types.size && !mlirTypeIsNull(t->types.data[number])) // two that PyPM writes alike
    number = smr_pypm_type(t->terms, (SmrPypmType){.name = symbol_of_text(t, type)});
  remember(t, number, type);
  smr_map_set(&t->numbers, smr_mlir_key(type.ptr), number);
  return number;
}

static MlirType element_type(SmrTensorTypes *t, SmrSym symbol) {
  const char *text = smr_intern_text(t->terms->signature->symbols, symbol);
  char name[16];
  uint32_t known;
  if (smr_map_get(&t->element_of, symbol, &known))
    return t->elements.data[known];
  if (!smr_pypm_element(text))
    return (MlirType){0};
  snprintf(name, sizeof name, text[0] == 'u' ? "ui%s" : "%s", text + (text[0] == 'u'));
  return mlirTypeParseGet(t->context, smr_ref(name));
}

MlirType smr_tensor_type_make(SmrTensorTypes *t, uint32_t number) {
  if (number < t->types.size && !mlirTypeIsNull(t->types.data[number]))
    return t->types.data[number];
  const SmrPypmType type = t->terms->types.data[number];
  MlirType element = type.element && !type.name ? element_type(t, type.element) : (MlirType){0};
  if (mlirTypeIsNull(element))
    return element;
  MlirLocation location = mlirLocationUnknownGet(t->context);
  MlirType made = type.ranked ? mlirRankedTensorTypeGetChecked(location, type.rank, type.dims, element,
                                                               mlirAttributeGetNull())
                              : mlirUnrankedTensorTypeGetChecked(location, element);
  if (!mlirTypeIsNull(made)) {
    remember(t, number, made);
    smr_map_set(&t->numbers, smr_mlir_key(made.ptr), number);
  }
  return made;
}
