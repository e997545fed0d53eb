//===- gpu.c - which kernels of a graph may run on a GPU ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What an op's attributes and types say; strides, sizes and numbers are looked at when it is called
// (runtime/gpu/product.c, attention.c, where the same reasons stand).
//===----------------------------------------------------------------------===//
#include "tensor/gpu.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/name.h"
#include "tensor/graph.h"
#include "tensor/types.h"

typedef struct {
  SmrTensorGpu gpu;
  bool exact;
  SmrTensorReport *report;
} Marker;

//--- What an op says ----------------------------------------------------------------------

static bool says(MlirOperation op, const char *name, const char *text) {
  MlirAttribute a = smr_mlir_attribute(op, name);
  return !mlirAttributeIsNull(a) && mlirAttributeIsAString(a) &&
         mlirStringRefEqual(mlirStringAttrGetValue(a), smr_ref(text));
}

/// An integer that is there and not 0.
static bool has(MlirOperation op, const char *name) {
  MlirAttribute a = smr_mlir_attribute(op, name);
  return !mlirAttributeIsNull(a) && mlirAttributeIsAInteger(a) && mlirIntegerAttrGetValueInt(a) != 0;
}

/// Are the result's elements of that type, as MLIR and torch-mlir print it?
static bool is_of(MlirOperation op, const char *element) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  bool found = false;
  smr_tensor_print_type(mlirValueGetType(mlirOperationGetResult(op, 0)), &text);
  const char *all = smr_str_get(&text), *at = strstr(all, element);
  for (; at && !found; at = strstr(at + 1, element)) {
    char before = at > all ? at[-1] : 0, behind = at[strlen(element)];
    found = (before == 'x' || before == ',' || before == '<') && (behind == '>' || behind == ',');
  }
  return found;
}

//--- Reasons ------------------------------------------------------------------------------

/// NULL: cuBLASLt has the activation.
static const char *activation(MlirOperation op) {
  if (says(op, "act", "none") || says(op, "act", "relu") || says(op, "act", "gelu_tanh"))
    return NULL;
  if (says(op, "act", "gelu_erf"))
    return "gelu by erf: cuBLASLt's is the form with tanh";
  if (says(op, "act", "gelu_sigmoid"))
    return "gelu by the logistic function: cuBLASLt's is the form with tanh";
  return "an activation that cuBLASLt does not have";
}

static const char *product(MlirOperation op, const char *behind) {
  const char *reason = activation(op);
  if (!reason && has(op, behind) && !says(op, "act", "none"))
    reason = "a sum behind the activation: cuBLASLt's is the last";
  if (!reason && !is_of(op, "f32") && !is_of(op, "f64") && !is_of(op, "bf16") && !is_of(op, "f16"))
    reason = "elements that no kernel has";
  return reason;
}

static const char *attention(MlirOperation op) {
  if (!is_of(op, "bf16") && !is_of(op, "f16"))
    return "attention of floats or doubles: cuDNN's has 16 bits";
  return has(op, "causal") ? "a causal mask: cuDNN's operation has none before version 9.21" : NULL;
}

/// Why the CPU makes it; NULL: the library may, that *library names.
static const char *reason_of(MlirOperation op, MlirStringRef name, const char **library) {
  *library = "cuBLASLt";
  if (mlirStringRefEqual(name, smr_ref("smr_rt.linear")))
    return product(op, "rest");
  if (mlirStringRefEqual(name, smr_ref("smr_rt.bmm")))
    return product(op, "after");
  *library = says(op, "masks", "none") ? "cuDNN" : "cuDNN, where its mask forbids and adds nothing";
  if (mlirStringRefEqual(name, smr_ref("smr_rt.attention")))
    return attention(op);
  if (mlirStringRefEqual(name, smr_ref("smr_rt.conv2d")))
    return "a convolution: none is made there";
  return "rows that are passed once: copying them takes longer";
}

//--- Marks --------------------------------------------------------------------------------

static bool is_kernel(MlirStringRef name) {
  static const char dialect[] = "smr_rt.";
  return name.length > sizeof dialect - 1 && !memcmp(name.data, dialect, sizeof dialect - 1) &&
         !mlirStringRefEqual(name, smr_ref("smr_rt.reshape"));
}

static void note(Marker *m, MlirOperation op, MlirOperation function, bool may, const SmrStr *text) {
  SmrTensorNote n = {.kind = may ? SMR_TENSOR_OFFLOADED : SMR_TENSOR_STAYS, .rule = "", .pattern = ""};
  m->report->counts[n.kind]++;
  if (m->report->quiet)
    return;
  n.location = mlirOperationGetLocation(op);
  n.function = smr_tensor_name(function, &m->report->arena);
  n.text = smr_arena_strdup(&m->report->arena, smr_str_get(text));
  smr_vec_push(&m->report->notes, n);
}

static void mark(Marker *m, MlirOperation op, MlirOperation function) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (!is_kernel(name) || mlirOperationGetNumResults(op) != 1 ||
      !mlirAttributeIsNull(smr_mlir_attribute(op, SMR_TENSOR_GPU)))
    return;
  const char *library = "", *reason = reason_of(op, name, &library);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (m->exact)
    reason = "fp=exact: nothing is offloaded";
  const char *how = reason ? "off" : m->gpu == SMR_TENSOR_GPU_ON ? "on" : "auto";
  if (reason)
    smr_str_printf(&text, "%.*s stays on the CPU: %s", (int)name.length, name.data, reason);
  else
    smr_str_printf(&text, "%.*s may run on a GPU: %s", (int)name.length, name.data, library);
  mlirOperationSetAttributeByName(op, smr_ref(SMR_TENSOR_GPU),
                                  mlirStringAttrGet(mlirOperationGetContext(op), smr_ref(how)));
  note(m, op, function, !reason, &text);
}

static void visit(void *self, MlirBlock block, MlirOperation function) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    mark(self, op, function);
}

void smr_tensor_gpu(MlirOperation op, SmrTensorGpu gpu, bool exact, SmrTensorReport *report) {
  Marker marker = {gpu, exact, report};
  if (gpu != SMR_TENSOR_GPU_OFF)
    smr_tensor_walk(op, visit, &marker);
}
