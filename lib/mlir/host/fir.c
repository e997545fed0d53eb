//===- fir.c - the host that is Flang's --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/llvm.h"
#include "mlir/host/std.h"
#include "mlir/host/type.h"
#include <limits.h>
#include <string.h>

static MlirType pointer(MlirContext context, MlirType element) {
  SmrStr text = {0};
  if (mlirTypeIsNull(element))
    return element;
  smr_str_puts(&text, "!fir.ref<");
  mlirTypePrint(element, smr_mlir_append, &text);
  smr_str_putc(&text, '>');
  MlirType type = mlirTypeParseGet(context, mlirStringRefCreate(text.data, text.size));
  smr_str_free(&text);
  return type;
}

static MlirValue convert(SmrHostBuilder *b, MlirValue value, MlirType type) {
  if (!value.ptr || mlirTypeIsNull(type))
    return (MlirValue){NULL};
  return mlirTypeEqual(mlirValueGetType(value), type)
             ? value
             : smr_build_value(b, "fir.convert", &value, 1, type, NULL, 0);
}

/// What describes an array for other ops is no value while the program runs.
static bool can_pass(MlirType type) {
  static const char *const abstract[] = {"!fir.shape", "!fir.shift", "!fir.slice", "!fir.field", "!fir.len"};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_mlir_type_text(type, &text);
  bool can = true;
  for (size_t k = 0; k < sizeof abstract / sizeof *abstract; k++)
    can &= strncmp(smr_str_get(&text), abstract[k], strlen(abstract[k])) != 0;
  return can;
}

static MlirValue undefined(SmrHostBuilder *b, MlirType type) {
  return smr_build_value(b, "fir.undefined", NULL, 0, type, NULL, 0);
}

static MlirValue load(SmrHostBuilder *b, MlirValue from, MlirType type) {
  return smr_build_value(b, "fir.load", &from, 1, type, NULL, 0);
}

static void store(SmrHostBuilder *b, MlirValue value, MlirValue to) {
  MlirValue operands[] = {value, to};
  smr_build_op(b, "fir.store", operands, 2, NULL, 0, NULL, 0);
}

static MlirValue temporary(SmrHostBuilder *b, MlirType type) {
  const int32_t none[] = {0, 0};
  MlirNamedAttribute attributes[] = {
      smr_named(b->context, "in_type", mlirTypeAttrGet(type)),
      smr_named(b->context, "operandSegmentSizes", mlirDenseI32ArrayGet(b->context, 2, none))};
  return smr_build_value(b, "fir.alloca", NULL, 0, pointer(b->context, type), attributes, 2);
}

//--- Complex numbers ------------------------------------------------------------------

static MlirNamedAttribute place(SmrHostBuilder *b, bool im) {
  MlirAttribute index = mlirIntegerAttrGet(mlirIndexTypeGet(b->context), im);
  return smr_named(b->context, "coor", mlirArrayAttrGet(b->context, 1, &index));
}

static MlirValue join(SmrHostBuilder *b, MlirValue re, MlirValue im, MlirType type) {
  MlirValue operands[] = {smr_build_value(b, "fir.undefined", NULL, 0, type, NULL, 0), re};
  MlirNamedAttribute first = place(b, false), second = place(b, true);
  operands[0] = smr_build_value(b, "fir.insert_value", operands, 2, type, &first, 1);
  operands[1] = im;
  return smr_build_value(b, "fir.insert_value", operands, 2, type, &second, 1);
}

static MlirValue split(SmrHostBuilder *b, MlirValue value, bool im, MlirType part) {
  MlirNamedAttribute attribute = place(b, im);
  return smr_build_value(b, "fir.extract_value", &value, 1, part, &attribute, 1);
}

//--- Descriptors ----------------------------------------------------------------------

/// "!fir.box<!fir.heap<T>>" → "!fir.heap<T>", "!fir.box<T>" → "!fir.ref<T>"; null when it is none.
static MlirType type_of_data(MlirContext context, MlirType box) {
  SmrStr text = {0}, type = {0};
  smr_mlir_type_text(box, &text);
  const char *open = strchr(smr_str_get(&text), '<');
  MlirType result = {NULL};
  if (open && text.size) {
    int length = (int)(text.size - (size_t)(open + 1 - text.data) - 1);
    bool says = !strncmp(open + 1, "!fir.heap<", 10) || !strncmp(open + 1, "!fir.ptr<", 9);
    smr_str_printf(&type, says ? "%.*s" : "!fir.ref<%.*s>", length, open + 1);
    result = mlirTypeParseGet(context, smr_ref(smr_str_get(&type)));
  }
  smr_str_free(&text);
  smr_str_free(&type);
  return result;
}

static MlirValue part(SmrHostBuilder *b, SmrHostPart which, MlirValue box, int64_t dimension) {
  MlirType index = mlirIndexTypeGet(b->context), results[] = {index, index, index};
  if (which == SMR_HOST_ADDRESS) {
    MlirType type = type_of_data(b->context, mlirValueGetType(box));
    if (mlirTypeIsNull(type))
      b->reason = "a descriptor has a type that is not understood";
    return mlirTypeIsNull(type) ? (MlirValue){NULL}
                                : smr_build_value(b, "fir.box_addr", &box, 1, type, NULL, 0);
  }
  MlirValue operands[] = {box, smr_std_constant(b, mlirIntegerAttrGet(index, dimension))};
  MlirOperation dims = smr_build_op(b, "fir.box_dims", operands, 2, results, 3, NULL, 0);
  return mlirOperationGetResult(dims, which == SMR_HOST_LOWER ? 0 : which == SMR_HOST_EXTENT ? 1 : 2);
}

/// Equal but for what a descriptor says anyway: heap or not, known extents.
static MlirValue array(SmrHostBuilder *b, MlirValue box, MlirType type) {
  const int32_t segments[] = {1, 0, 0}; // no shape, no slice
  MlirNamedAttribute attribute =
      smr_named(b->context, "operandSegmentSizes", mlirDenseI32ArrayGet(b->context, 3, segments));
  return mlirTypeEqual(mlirValueGetType(box), type)
             ? box
             : smr_build_value(b, "fir.rebox", &box, 1, type, &attribute, 1);
}

/// "!fir.box<!fir.array<?x3xf64>>", perhaps with a heap or ptr in it → where its dimensions begin, in its
/// text.
static const char *dimensions(const char *type) {
  static const char *const wrappers[] = {"!fir.box<", "!fir.heap<", "!fir.ptr<"};
  for (unsigned k = 0; k < sizeof wrappers / sizeof *wrappers; k++)
    if (!strncmp(type, wrappers[k], strlen(wrappers[k])))
      type += strlen(wrappers[k]);
    else if (!k)
      return NULL;
  return strncmp(type, "!fir.array<", 11) ? NULL : type + 11;
}

/// Skips the dimensions and returns their count.
static intptr_t skip_dimensions(const char **at) {
  intptr_t count = 0;
  for (size_t length; (length = strspn(*at, "?0123456789")) && (*at)[length] == 'x'; ++count)
    *at += length + 1;
  return count;
}

static intptr_t rank(MlirType type) {
  SmrStr text = {0};
  smr_mlir_type_text(type, &text);
  const char *at = dimensions(smr_str_get(&text));
  intptr_t count = at ? skip_dimensions(&at) : 0;
  smr_str_free(&text);
  return count ? count : -1;
}

static size_t element_length(const char *text) {
  size_t length = 0;
  for (unsigned depth = 0; text[length] && (depth || (text[length] != '>' && text[length] != ',')); length++)
    depth += text[length] == '<' ? 1u : text[length] == '>' ? UINT_MAX : 0u;
  return length;
}

static bool alike(MlirType a, MlirType b) {
  SmrStr texts[2] = {{0}, {0}};
  smr_mlir_type_text(a, &texts[0]);
  smr_mlir_type_text(b, &texts[1]);
  const char *x = dimensions(smr_str_get(&texts[0])), *y = dimensions(smr_str_get(&texts[1]));
  bool same = x && y && skip_dimensions(&x) == skip_dimensions(&y) &&
              element_length(x) == element_length(y) && !strncmp(x, y, element_length(x));
  smr_str_free(&texts[0]);
  smr_str_free(&texts[1]);
  return same;
}

/// No op makes a descriptor of any strides: a contiguous one is stored, and its strides (in Fortran's
/// standard descriptor, CFI_cdesc_t) are set in memory.
static MlirValue descriptor(SmrHostBuilder *b, MlirBlock entry, MlirValue from, MlirValue offset,
                            const MlirValue *extents, const MlirValue *strides, MlirType type) {
  enum { HEADER = 24, LOWER_EXTENT = 16, DIMENSION = 24 }; // bytes
  MlirContext context = b->context;
  MlirType i64 = mlirIntegerTypeGet(context, 64), plain = smr_llvm_pointer(context);
  MlirType data_type = type_of_data(context, type);
  intptr_t count = rank(type);
  if (rank(mlirValueGetType(from)) >= 0)
    from = part(b, SMR_HOST_ADDRESS, from, 0);
  if (from.ptr) {
    MlirValue sum[] = {convert(b, from, i64), offset};
    from = smr_std_compute(b, SMR_HOST_ADD, sum, 2, i64, 0);
  }
  if (!from.ptr || mlirTypeIsNull(data_type) || mlirTypeIsNull(plain))
    return (MlirValue){NULL};
  SmrStr shape_type = {0};
  smr_str_printf(&shape_type, "!fir.shape<%d>", (int)count);
  MlirValue shape = smr_build_value(b, "fir.shape", extents, count,
                                    mlirTypeParseGet(context, smr_ref(smr_str_get(&shape_type))), NULL, 0);
  smr_str_free(&shape_type);
  const int32_t segments[] = {1, 1, 0, 0, 0}; // memory, shape
  MlirNamedAttribute attribute =
      smr_named(context, "operandSegmentSizes", mlirDenseI32ArrayGet(context, 5, segments));
  MlirValue operands[] = {convert(b, from, data_type), shape};
  MlirValue box = smr_build_value(b, "fir.embox", operands, 2, type, &attribute, 1);
  SmrHostBuilder variables = *b;
  variables.block = entry;
  MlirValue place = temporary(&variables, type);
  store(b, box, place);
  MlirValue fields = convert(b, place, plain);
  for (intptr_t d = 0; d < count; d++)
    if (strides[d].ptr) {
      MlirAttribute at = mlirIntegerAttrGet(i64, HEADER + d * DIMENSION + LOWER_EXTENT);
      smr_host_llvm.store(b, strides[d], smr_host_llvm.offset(b, fields, smr_std_constant(b, at), plain));
    }
  return load(b, place, type);
}

const SmrHost smr_host_fir = {.title = "FIR",
                              .boxes = true,
                              .counts = true,
                              .calls_llvm = true,
                              .function_pointers = true,
                              .calls_fortran = true,
                              .if_op = "fir.if",
                              .if_results = true,
                              .yield_op = "fir.result",
                              .jump_op = "cf.br",
                              .branch_op = "cf.cond_br",
                              .function_op = "func.func",
                              .passes_parts = true, // (Flang rewrites them in procedures, not in func.call)
                              .may_overlap = "fir.target", // (it takes other dummies for disjoint)
                              .can_pass = can_pass,
                              .if_weights = "region_weights",
                              .type = smr_std_type,
                              .pointer = pointer,
                              .element_pointer = pointer,
                              .constant = smr_std_constant,
                              .undefined = undefined,
                              .compute = smr_std_compute,
                              .join = join,
                              .split = split,
                              .convert = convert,
                              .load = load,
                              .store = store,
                              .temporary = temporary,
                              .part = part,
                              .array = array,
                              .rank = rank,
                              .alike = alike,
                              .descriptor = descriptor,
                              .keep_whole = smr_llvm_keep_whole,
                              .call_op = "fir.call"};
