//===- target.c - what a function is compiled for ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/context/target.h"
#include "base/str.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/type.h"
#include "mlir/name.h"
#include <string.h>

static bool names_one(const char *features, const char *const *names, unsigned count) {
  bool found = false;
  for (unsigned k = 0; k < count && !found; k++)
    found = strstr(features, names[k]) != NULL;
  return found;
}

/// Clang notes it at the function, Flang at the module: appends the attribute's text; false: there is none.
static bool find_text(MlirOperation function, SmrDescribed *described, const char *own, SmrAttributeSays what,
                      SmrStr *out) {
  MlirOperation module = mlirOperationGetParentOperation(function);
  MlirAttribute at_function = own ? smr_mlir_attribute(function, own) : (MlirAttribute){NULL};
  if (!mlirAttributeIsNull(at_function))
    mlirAttributePrint(at_function, smr_mlir_append, out);
  for (intptr_t k = 0; !out->size && module.ptr && k < mlirOperationGetNumAttributes(module); k++) {
    MlirNamedAttribute said = mlirOperationGetAttribute(module, k);
    if (smr_described_attribute(described, said.name) == what)
      mlirAttributePrint(said.attribute, smr_mlir_append, out);
  }
  return out->size > 0;
}

void smr_target_triple(MlirOperation module, SmrDescribed *described, SmrStr *out) {
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(module); k++) {
    MlirNamedAttribute said = mlirOperationGetAttribute(module, k);
    if (smr_described_attribute(described, said.name) != SMR_SAYS_TRIPLE ||
        !mlirAttributeIsAString(said.attribute))
      continue;
    MlirStringRef text = mlirStringAttrGetValue(said.attribute);
    smr_str_append(out, text.data, text.length);
    return;
  }
}

SmrCompiled smr_target_vectors(MlirOperation function, SmrDescribed *described) {
  static const char *const wide[] = {"+avx\"", "+avx,", "+avx2", "+avx512f", "+sve"};
  static const char *const scatters[] = {"+avx512f"};
  SMR_OWNED(SmrStr, smr_str_free) features = {0};
  SmrCompiled compiled = {0};
  if (find_text(function, described, "target_features", SMR_SAYS_FEATURES, &features)) {
    compiled.wide = names_one(smr_str_get(&features), wide, sizeof wide / sizeof *wide);
    compiled.scatters = names_one(smr_str_get(&features), scatters, sizeof scatters / sizeof *scatters);
  }
  return compiled;
}

/// Of x86 alone is it known here which processors cannot; others mostly can.
static bool is_x86(const char *triple) {
  triple += *triple == '"';
  return !strncmp(triple, "x86_64", 6) || (triple[0] == 'i' && !strncmp(triple + 2, "86", 2));
}

bool smr_target_joins(MlirOperation function, SmrDescribed *described) {
  static const char *const fma[] = {"+fma\"", "+fma,", "+fma4", "+avx512f"};
  static const char *const without[] = {"\"x86-64\"", "\"x86-64-v2\"", "\"generic\""};
  SMR_OWNED(SmrStr, smr_str_free) triple = {0}, features = {0}, cpu = {0};
  bool joins = true;
  if (find_text(function, described, NULL, SMR_SAYS_TRIPLE, &triple) && is_x86(smr_str_get(&triple))) {
    bool listed = find_text(function, described, "target_features", SMR_SAYS_FEATURES, &features);
    bool named = find_text(function, described, "target_cpu", SMR_SAYS_CPU, &cpu);
    joins = (listed && names_one(smr_str_get(&features), fma, sizeof fma / sizeof *fma)) ||
            (named ? !names_one(smr_str_get(&cpu), without, sizeof without / sizeof *without) : !listed);
  }
  return joins;
}
