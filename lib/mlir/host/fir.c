//===- fir.c - the host that is Flang's --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/std.h"
#include "mlir/host/type.h"
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

static MlirOperation call(SmrHostBuilder *b, MlirStringRef symbol, const MlirValue *operands, intptr_t count,
                          MlirType result) {
  return smr_std_call(b, "fir.call", symbol, operands, count, result);
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
                              .if_weights = "region_weights",
                              .type = smr_std_type,
                              .pointer = pointer,
                              .element_pointer = pointer,
                              .constant = smr_std_constant,
                              .compute = smr_std_compute,
                              .join = join,
                              .split = split,
                              .convert = convert,
                              .load = load,
                              .store = store,
                              .temporary = temporary,
                              .part = part,
                              .array = array,
                              .call = call};
