//===- attributes.c - MLIR's attributes as PyPM's values -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/attributes.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/name.h"
#include <math.h>

/// A longer text stands in a table.
#define LONGEST 200
#define MOST_ELEMENTS 64

void smr_tensor_attributes_free(SmrTensorAttributes *a) {
  smr_map_free(&a->form_of);
  smr_map_free(&a->text_of);
  smr_map_free(&a->read_as);
  smr_vec_free(&a->forms);
  smr_vec_free(&a->others);
}

/// A symbol that is read as a string, as another attribute's text, or both.
enum { AS_STRING = 1, AS_TEXT = 2 };

static SmrPypmValue symbol(SmrTensorAttributes *a, const char *text, size_t length, uint32_t as) {
  SmrSym name = smr_intern_n(a->terms->signature->symbols, text, length);
  *smr_map_at(&a->read_as, name, 0) |= as;
  return (SmrPypmValue){.kind = SMR_PYPM_SYMBOL, .number = name};
}

static SmrPypmValue number(int64_t n) {
  return (SmrPypmValue){.kind = SMR_PYPM_INT, .number = n};
}

/// An integer attribute that fits, whatever its sign means.
static bool integer(MlirAttribute attribute, int64_t *n) {
  if (!mlirAttributeIsAInteger(attribute))
    return false;
  MlirType type = mlirAttributeGetType(attribute);
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) > 64)
    return false;
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsUnsigned(type)) {
    uint64_t u = mlirIntegerAttrGetValueUInt(attribute);
    *n = (int64_t)u;
    return u <= INT64_MAX;
  }
  *n = mlirTypeIsAInteger(type) && mlirIntegerTypeIsSigned(type) ? mlirIntegerAttrGetValueSInt(attribute)
                                                                 : mlirIntegerAttrGetValueInt(attribute);
  return true;
}

static SmrPypmValue tuple(SmrTensorAttributes *a, const int64_t *items, uint32_t count) {
  int64_t *copy = smr_arena_alloc(&a->terms->arena, count * sizeof *copy);
  if (count)
    memcpy(copy, items, count * sizeof *copy);
  return (SmrPypmValue){.kind = SMR_PYPM_TUPLE, .items = copy, .count = count};
}

static bool read_dense(SmrTensorAttributes *a, MlirAttribute attribute, SmrPypmValue *value,
                       SmrTensorForm *form) {
  int64_t items[MOST_ELEMENTS];
  bool wide = mlirAttributeIsADenseI64Array(attribute);
  if (!wide && !mlirAttributeIsADenseI32Array(attribute))
    return false;
  intptr_t count = mlirDenseArrayGetNumElements(attribute);
  if (count > MOST_ELEMENTS)
    return false;
  for (intptr_t k = 0; k < count; k++)
    items[k] = wide ? mlirDenseI64ArrayGetElement(attribute, k) : mlirDenseI32ArrayGetElement(attribute, k);
  form->kind = wide ? SMR_TENSOR_DENSE64 : SMR_TENSOR_DENSE32;
  *value = tuple(a, items, (uint32_t)count);
  return true;
}

/// A list of integers of one type; an empty one has no type.
static bool read_list(SmrTensorAttributes *a, MlirAttribute attribute, SmrPypmValue *value,
                      SmrTensorForm *form) {
  int64_t items[MOST_ELEMENTS];
  MlirType type = {0};
  if (!mlirAttributeIsAArray(attribute) || mlirArrayAttrGetNumElements(attribute) > MOST_ELEMENTS)
    return false;
  intptr_t count = mlirArrayAttrGetNumElements(attribute);
  for (intptr_t k = 0; k < count; k++) {
    MlirAttribute item = mlirArrayAttrGetElement(attribute, k);
    if (!integer(item, &items[k]) || (k && !mlirTypeEqual(type, mlirAttributeGetType(item))))
      return false;
    type = mlirAttributeGetType(item);
  }
  *form = (SmrTensorForm){SMR_TENSOR_LIST, type};
  *value = tuple(a, items, (uint32_t)count);
  return true;
}

/// Another attribute's text; of a long one a number.
static SmrPypmValue read_text(SmrTensorAttributes *a, MlirAttribute attribute) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  uint32_t other;
  bool elements = mlirAttributeIsAElements(attribute) && !mlirAttributeIsADenseElements(attribute);
  if (!elements && !(mlirAttributeIsADenseElements(attribute) && !mlirDenseElementsAttrIsSplat(attribute)))
    smr_tensor_print_attribute(attribute, &text);
  if (!text.size || text.size > LONGEST) {
    if (!smr_map_get(&a->text_of, smr_mlir_key(attribute.ptr), &other)) {
      other = a->others.size;
      smr_vec_push(&a->others, attribute);
      smr_map_set(&a->text_of, smr_mlir_key(attribute.ptr), other);
    }
    smr_str_clear(&text);
    smr_str_printf(&text, "%%%u", other); // no attribute is written so
  }
  return symbol(a, text.data, text.size, AS_TEXT);
}

static SmrPypmValue read_any(SmrTensorAttributes *a, MlirAttribute attribute, SmrTensorForm *form) {
  SmrPypmValue value;
  int64_t n;
  *form = (SmrTensorForm){SMR_TENSOR_TEXT, {0}};
  if (mlirAttributeIsABool(attribute)) {
    form->kind = SMR_TENSOR_BOOLEAN;
    return number(mlirBoolAttrGetValue(attribute));
  }
  if (integer(attribute, &n)) {
    *form = (SmrTensorForm){SMR_TENSOR_INTEGER, mlirAttributeGetType(attribute)};
    return number(n);
  }
  if (mlirAttributeIsAString(attribute)) {
    MlirStringRef text = mlirStringAttrGetValue(attribute);
    form->kind = SMR_TENSOR_STRING;
    return symbol(a, text.data, text.length, AS_STRING);
  }
  if (read_dense(a, attribute, &value, form) || read_list(a, attribute, &value, form))
    return value;
  return read_text(a, attribute);
}

static SmrTensorForm *form_at(SmrTensorAttributes *a, uint32_t op, uint32_t k) {
  uint64_t key = (uint64_t)op << 32 | k;
  uint32_t at;
  if (!smr_map_get(&a->form_of, key, &at)) {
    at = a->forms.size;
    smr_vec_push(&a->forms, (SmrTensorForm){0});
    smr_map_set(&a->form_of, key, at);
  }
  return &a->forms.data[at];
}

/// Both, where they are one: a list without items is of any type.
static bool unify(SmrTensorForm *one, const SmrTensorForm *other) {
  if (one->kind == SMR_TENSOR_UNSEEN)
    *one = *other;
  if (one->kind == SMR_TENSOR_LIST && other->kind == SMR_TENSOR_LIST && mlirTypeIsNull(one->type))
    one->type = other->type;
  return one->kind == other->kind &&
         (mlirTypeIsNull(one->type) || mlirTypeIsNull(other->type) || mlirTypeEqual(one->type, other->type));
}

bool smr_tensor_attribute_read(SmrTensorAttributes *a, uint32_t op, uint32_t k, MlirAttribute attribute,
                               SmrPypmValue *value) {
  SmrTensorForm form;
  *value = read_any(a, attribute, &form);
  return unify(form_at(a, op, k), &form);
}

/// Has an integer type room for the number, as signed or as unsigned?
static bool has_room(MlirType type, int64_t n) {
  unsigned width = mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : 64;
  return width >= 64 || (n >= -(INT64_C(1) << (width - 1)) && n < INT64_C(1) << width);
}

static MlirAttribute make_list(SmrTensorAttributes *a, const SmrTensorForm *form, SmrPypmValue value) {
  MlirAttribute items[MOST_ELEMENTS];
  int32_t narrow[MOST_ELEMENTS];
  MlirType type = mlirTypeIsNull(form->type) ? mlirIntegerTypeGet(a->context, 64) : form->type;
  if (value.count > MOST_ELEMENTS)
    return (MlirAttribute){0};
  for (uint32_t k = 0; k < value.count; k++) {
    if (value.items[k] == SMR_PYPM_DYNAMIC ||
        (form->kind == SMR_TENSOR_LIST && !has_room(type, value.items[k])))
      return (MlirAttribute){0};
    items[k] = mlirIntegerAttrGet(type, value.items[k]);
    narrow[k] = (int32_t)value.items[k];
    if (form->kind == SMR_TENSOR_DENSE32 && narrow[k] != value.items[k])
      return (MlirAttribute){0};
  }
  if (form->kind == SMR_TENSOR_LIST)
    return mlirArrayAttrGet(a->context, value.count, items);
  return form->kind == SMR_TENSOR_DENSE32 ? mlirDenseI32ArrayGet(a->context, value.count, narrow)
                                          : mlirDenseI64ArrayGet(a->context, value.count, value.items);
}

static bool is_word(const char *text) {
  return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")] == 0;
}

/// Is the symbol to be a string, another attribute, or is that not known? What a library says itself was
/// never read: a string, but where it begins as a dialect's attributes do. A word (f32) may be a library's
/// own.
static SmrTensorFormKind form_of_symbol(const SmrTensorAttributes *a, const SmrTensorForm *form, SmrSym name,
                                        const char *text) {
  uint32_t as = 0;
  smr_map_get(&a->read_as, name, &as);
  if (form->kind == SMR_TENSOR_UNSEEN) {
    if (as == (AS_STRING | AS_TEXT) || (as == AS_TEXT && is_word(text)))
      return SMR_TENSOR_UNSEEN;
    return as == AS_TEXT || (!as && *text == '#') ? SMR_TENSOR_TEXT : SMR_TENSOR_STRING;
  }
  if (form->kind == SMR_TENSOR_TEXT)
    return as == AS_STRING ? SMR_TENSOR_UNSEEN : SMR_TENSOR_TEXT;
  return as == AS_TEXT && !is_word(text) ? SMR_TENSOR_UNSEEN : SMR_TENSOR_STRING;
}

static MlirAttribute make_symbol(SmrTensorAttributes *a, const SmrTensorForm *form, SmrPypmValue value) {
  const char *text = smr_intern_text(a->terms->signature->symbols, (SmrSym)value.number);
  MlirStringRef ref = smr_ref(text);
  SmrTensorFormKind kind = form_of_symbol(a, form, (SmrSym)value.number, text);
  if (kind != SMR_TENSOR_TEXT)
    return kind == SMR_TENSOR_STRING ? mlirStringAttrGet(a->context, ref) : (MlirAttribute){0};
  char *end;
  unsigned long other = *text == '%' ? strtoul(text + 1, &end, 10) : a->others.size;
  return other < a->others.size ? a->others.data[other] : mlirAttributeParseGet(a->context, ref);
}

MlirAttribute smr_tensor_attribute_make(SmrTensorAttributes *a, uint32_t op, uint32_t k, SmrPypmValue value) {
  const SmrTensorForm *form = form_at(a, op, k);
  MlirType type = form->kind == SMR_TENSOR_INTEGER ? form->type : mlirIntegerTypeGet(a->context, 64);
  switch (value.kind) {
  case SMR_PYPM_INT:
    if (form->kind == SMR_TENSOR_BOOLEAN)
      return mlirBoolAttrGet(a->context, value.number != 0);
    return has_room(type, value.number) ? mlirIntegerAttrGet(type, value.number) : (MlirAttribute){0};
  case SMR_PYPM_SYMBOL:
    return make_symbol(a, form, value);
  case SMR_PYPM_TUPLE:
    return make_list(a, form, value);
  default:
    return (MlirAttribute){0};
  }
}

// Constants.

/// Beyond it not every integer is a double.
#define MOST_EXACT (INT64_C(1) << 53)

bool smr_tensor_constant_read(MlirAttribute attribute, double *value) {
  int64_t n;
  if (mlirAttributeIsADenseElements(attribute)) {
    if (!mlirDenseElementsAttrIsSplat(attribute))
      return false;
    attribute = mlirDenseElementsAttrGetSplatValue(attribute);
  }
  if (mlirAttributeIsAFloat(attribute)) {
    *value = mlirFloatAttrGetValueDouble(attribute);
    return true;
  }
  if (mlirAttributeIsABool(attribute))
    n = mlirBoolAttrGetValue(attribute);
  else if (!integer(attribute, &n) || n > MOST_EXACT || n < -MOST_EXACT)
    return false;
  *value = (double)n;
  return true;
}

MlirAttribute smr_tensor_constant_make(double value, MlirType type) {
  MlirAttribute none = {0};
  bool tensor = mlirTypeIsARankedTensor(type);
  MlirType element = tensor ? mlirShapedTypeGetElementType(type) : type;
  if (tensor && !mlirShapedTypeHasStaticShape(type))
    return none;
  MlirAttribute scalar = none;
  if (mlirTypeIsAFloat(element))
    scalar = mlirFloatAttrDoubleGet(mlirTypeGetContext(type), element, value);
  else if ((mlirTypeIsAInteger(element) || mlirTypeIsAIndex(element)) && value == rint(value) &&
           fabs(value) <= (double)MOST_EXACT && has_room(element, (int64_t)value))
    scalar = mlirIntegerAttrGet(element, (int64_t)value);
  return tensor && !mlirAttributeIsNull(scalar) ? mlirDenseElementsAttrSplatGet(type, scalar) : scalar;
}
