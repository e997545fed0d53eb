//===- shim.h - what MLIR's C API lacks ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// C functions over C++ ones: locations, warnings, remarks, effects and dominance.
// Lib code that may use mlir-c (lib/mlir, lib/rewrite, lib/build) may include this header.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_SHIM_SHIM_H
#define SMR_CAPI_SHIM_SHIM_H
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// The first FileLineCol inside a location, looking through names, call sites (the callee's side), fusions
/// and opaque wrappers. False when there is none. `file` is borrowed from the context.
bool smrLocationGetFile(MlirLocation location, MlirStringRef *file, uint32_t *line, uint32_t *column);

/// MLIR diagnostics that mlir-c cannot emit (it has errors only).
void smrEmitWarning(MlirLocation location, const char *text);
void smrEmitNote(MlirLocation location, const char *text);

typedef enum { SMR_REMARK_PASSED, SMR_REMARK_MISSED, SMR_REMARK_ANALYSIS } SmrRemarkKind;

typedef struct {
  const char *key, *value;
} SmrRemarkArg;

/// Emits an optimisation remark: the category is the pass, as "smr-rewrite"; `function` may be NULL. Does
/// nothing when the host did not ask for remarks.
void smrEmitRemark(MlirLocation location, const char *category, SmrRemarkKind kind, const char *name,
                   const char *function, const SmrRemarkArg *args, uint32_t argCount);

/// True when the host collects remarks.
bool smrRemarksWanted(MlirContext context);

/// What an operation (with its regions) does to memory. UNKNOWN stands for "anything".
enum {
  SMR_EFFECT_READ = 1,
  SMR_EFFECT_WRITE = 2,
  SMR_EFFECT_ALLOCATE = 4,
  SMR_EFFECT_FREE = 8,
  SMR_EFFECT_UNKNOWN = 16
};
uint32_t smrOperationGetEffects(MlirOperation op);

/// What stands in <{…}> behind an op that is not registered, as MLIR's C API does not show it among the
/// attributes; null where that is nothing, and of a registered op, whose attributes are all there.
MlirAttribute smrOperationGetHiddenProperties(MlirOperation op);

/// The llvm dialect's overflow flags: bit 0 is nsw, bit 1 nuw. 0 for ops without.
uint32_t smrOperationGetOverflow(MlirOperation op);

/// True when `value` is defined wherever `op` executes. Costs a dominance analysis of op's function: not for
/// inner loops.
bool smrValueDominates(MlirValue value, MlirOperation op);

/// One step of the path that an access takes through the source's types (an #llvm.tbaa_tag): from the
/// outermost type named, with the offset in it, to the root, whose offset is 0. Types are equal when the
/// pointers are.
typedef struct {
  const void *type;
  MlirStringRef name;
  int64_t offset;
} SmrTypeStep;
/// The number of steps; 0 when the attribute is no such tag, is malformed, or has more than `most`.
uint32_t smrAttributeGetAccessPath(MlirAttribute attribute, SmrTypeStep *steps, uint32_t most);

/// Before a module is parsed that may have any operation of the context's dialects: registers those that are
/// left out until a program has them (capi/llvm/instead.cpp).
void smrContextRegisterAll(MlirContext context);

/// True when the dialect's name is registered or loaded in the context.
bool smrContextKnowsDialect(MlirContext context, const char *name);

#ifdef __cplusplus
}
#endif
#endif
