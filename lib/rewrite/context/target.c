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

/// Clang notes it at the function, Flang at the module: the attribute's text; "": there is none.
static const char *find_text(MlirOperation function, SmrDescribed *described, const char *own,
                             SmrAttributeSays what) {
  MlirOperation module = mlirOperationGetParentOperation(function);
  MlirAttribute attribute = own ? smr_mlir_attribute(function, own) : (MlirAttribute){NULL};
  for (intptr_t k = 0;
       mlirAttributeIsNull(attribute) && module.ptr && k < mlirOperationGetNumAttributes(module); k++) {
    MlirNamedAttribute said = mlirOperationGetAttribute(module, k);
    if (smr_described_attribute(described, said.name) == what)
      attribute = said.attribute;
  }
  return smr_described_text(described, attribute);
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
  const char *features = find_text(function, described, "target_features", SMR_SAYS_FEATURES);
  return (SmrCompiled){.wide = names_one(features, wide, sizeof wide / sizeof *wide),
                       .scatters = names_one(features, scatters, sizeof scatters / sizeof *scatters)};
}

/// Of x86 alone is it known here which processors cannot; others mostly can.
static bool is_x86(const char *triple) {
  triple += *triple == '"';
  return !strncmp(triple, "x86_64", 6) || (triple[0] == 'i' && !strncmp(triple + 2, "86", 2));
}

bool smr_target_joins(MlirOperation function, SmrDescribed *described) {
  static const char *const fma[] = {"+fma\"", "+fma,", "+fma4", "+avx512f"};
  static const char *const without[] = {"\"x86-64\"", "\"x86-64-v2\"", "\"generic\""};
  if (!is_x86(find_text(function, described, NULL, SMR_SAYS_TRIPLE)))
    return true;
  const char *features = find_text(function, described, "target_features", SMR_SAYS_FEATURES);
  const char *cpu = find_text(function, described, "target_cpu", SMR_SAYS_CPU);
  return names_one(features, fma, sizeof fma / sizeof *fma) ||
         (*cpu ? !names_one(cpu, without, sizeof without / sizeof *without) : !*features);
}
