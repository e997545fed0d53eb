//===- place.c - where no library may be called ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/context/place.h"
#include "base/str.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/host.h"
#include "mlir/host/type.h"
#include "mlir/name.h"
#include <string.h>

static MlirStringRef name_of(MlirOperation op) {
  return mlirIdentifierStr(mlirOperationGetName(op));
}

//--- Functions and modules ------------------------------------------------------------

static const char device_code[] = "the code runs on a device, which has no library of the host's";

/// A triple's first part.
static bool is_device_triple(const char *triple) {
  static const char *const families[] = {"nvptx", "amdgcn", "amdil", "r600", "spir", "dxil", "bpf", "hsail"};
  for (size_t k = 0; k < sizeof families / sizeof *families; k++)
    if (!strncmp(triple, families[k], strlen(families[k])))
      return true;
  return false;
}

/// What a module, or an op around one, is for.
static const char *purpose_refuses(MlirOperation module, SmrDescribed *described) {
  static const char *const marks[] = {"omp.is_target_device", "omp.is_gpu"};
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(module); k++) {
    MlirNamedAttribute said = mlirOperationGetAttribute(module, k);
    if (smr_described_attribute(described, said.name) != SMR_SAYS_TRIPLE)
      continue;
    const char *triple = smr_described_text(described, said.attribute);
    if (is_device_triple(*triple == '"' ? triple + 1 : triple))
      return "the module is for a device, which has no library of the host's";
  }
  for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
    if (smr_equal(smr_described_text(described, smr_mlir_attribute(module, marks[k])), "true"))
      return "the module is for a device, which has no library of the host's";
  }
  return NULL;
}

const char *smr_place_refuses_module(MlirOperation module, SmrDescribed *described) {
  const char *reason = purpose_refuses(module, described);
  for (MlirOperation up = mlirOperationGetParentOperation(module); !reason && up.ptr;
       up = mlirOperationGetParentOperation(up))
    reason = smr_described(described, up)->device ? device_code : purpose_refuses(up, described);
  return reason;
}

/// An attribute whose presence, or a word in whose text, says it. (What the presence of a dialect's attribute
/// says stands in its description.)
typedef struct {
  const char *attribute, *word, *reason;
} Rule;

static const Rule function_rules[] = {
    {"cuf.proc_attr", "global", device_code},
    {"cuf.proc_attr", "device", device_code},
    {"omp.declare_target", "nohost", device_code},
    {"CConv", "ptx_", device_code},
    {"CConv", "amdgpu_", device_code},
    {"CConv", "spir_", device_code},
    {"no_implicit_float", "", "the function may not use floating-point registers"},
    {"passthrough", "\"strictfp\"", "the function runs under strict rules for floating-point numbers"},
    {"passthrough", "\"noimplicitfloat\"", "the function may not use floating-point registers"},
    {"passthrough", "[\"use-soft-float\", \"true\"]", "the function may not use floating-point registers"},
    {"target_features", "\"-sse2\"", "the function may not use floating-point registers"},
    {"target_features", "\"+soft-float\"", "the function may not use floating-point registers"},
    {"target_features", "\"-fp-armv8\"", "the function may not use floating-point registers"},
};

static bool is_for_device(MlirOperation function, SmrDescribed *described) {
  // (A dialect's attributes are discardable ones; MLIR makes a dictionary of the others each time it is
  // asked.)
  for (intptr_t k = 0, n = mlirOperationGetNumDiscardableAttributes(function); k < n; k++)
    if (smr_described_attribute(described, mlirOperationGetDiscardableAttribute(function, k).name) ==
        SMR_SAYS_DEVICE)
      return true;
  return false;
}

const char *smr_place_refuses_function(MlirOperation function, SmrDescribed *described) {
  const char *reason = is_for_device(function, described) ? device_code : NULL;
  for (size_t k = 0; !reason && k < sizeof function_rules / sizeof *function_rules; k++) {
    const Rule *rule = &function_rules[k];
    MlirAttribute attribute = smr_mlir_attribute(function, rule->attribute);
    if (!mlirAttributeIsNull(attribute) && strstr(smr_described_text(described, attribute), rule->word))
      reason = rule->reason;
  }
  return reason;
}

//--- Matches --------------------------------------------------------------------------

static bool is_symbol_table(MlirOperation op) {
  MlirSymbolTable table = mlirSymbolTableCreate(op);
  bool is = !mlirSymbolTableIsNull(table);
  if (is)
    mlirSymbolTableDestroy(table);
  return is;
}

/// What stands between an op and its function.
static const char *surroundings_refuse(MlirOperation function, MlirOperation op, SmrDescribed *described) {
  for (MlirOperation up = op; up.ptr && !mlirOperationEqual(up, function);
       up = mlirOperationGetParentOperation(up)) {
    if (smr_described(described, up)->device)
      return device_code;
    if (mlirOperationGetNumRegions(up) == 0)
      continue;
    if (is_symbol_table(up))
      return "it stands in an op that has symbols of its own";
  }
  return NULL;
}

static bool works_elsewhere(MlirOperation op) {
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    if (smr_mlir_points_elsewhere(mlirValueGetType(mlirOperationGetOperand(op, k))))
      return true;
  return false;
}

static bool accesses_elsewhere(const SmrGraph *g, SmrOp op) {
  return smr_is_access(g, op) && smr_op(g, op)->handle &&
         works_elsewhere((MlirOperation){smr_op(g, op)->handle});
}

static bool memory_is_elsewhere(const SmrOffer *offer) {
  const SmrGraph *g = offer->graph;
  for (uint32_t k = 0; offer->match && k < offer->match->node_count; k++)
    if (accesses_elsewhere(g, offer->match->nodes[k]))
      return true;
  for (uint32_t k = 0; k < offer->root_count; k++)
    for (SmrOp op = offer->roots[k]; op; op = smr_next_op(g, op, offer->roots[k]))
      if (accesses_elsewhere(g, op))
        return true;
  for (uint32_t c = 0; c < offer->call_count; c++)
    for (uint32_t k = 0; k < offer->calls[c].arg_count; k++) {
      SmrValue value = offer->calls[c].args[k].value;
      void *handle = value ? smr_value_data(g, value)->handle : NULL;
      if (handle && smr_mlir_points_elsewhere(mlirValueGetType((MlirValue){handle})))
        return true;
    }
  return false;
}

/// An op with regions that neither the context nor a dialect description knows.
static bool is_unknown(const SmrOpData *data) {
  MlirOperation op = {data->handle};
  return data->code == SMR_OP_OPAQUE && data->region_count && op.ptr &&
         !mlirContextIsRegisteredOperation(mlirOperationGetContext(op), name_of(op));
}

static bool in_unknown_op(const SmrGraph *g, SmrOp op) {
  for (op = smr_parent(g, op); op; op = smr_parent(g, op))
    if (is_unknown(smr_op(g, op)))
      return true;
  return false;
}

const char *smr_place_refuses_offer(MlirOperation function, const SmrOffer *offer, SmrDescribed *described) {
  const SmrGraph *g = offer->graph;
  for (uint32_t k = 0; k < offer->root_count; k++) {
    if (in_unknown_op(g, offer->roots[k]))
      return "it stands in an op of an unknown dialect, which may have symbols of its own";
    for (SmrOp op = offer->roots[k]; op; op = smr_parent(g, op)) {
      const SmrOpData *data = smr_op(g, op);
      if (!data->handle)
        continue;
      const char *reason =
          surroundings_refuse(function,
                              data->flags & SMR_F_CFG ? mlirBlockGetParentOperation((MlirBlock){data->handle})
                                                      : (MlirOperation){data->handle},
                              described);
      if (reason)
        return reason;
      break;
    }
  }
  return memory_is_elsewhere(offer) ? "it works on memory of another address space" : NULL;
}
