//===- memref.c - pairs in MLIR's own dialects ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Flang lowers FIR and LLVM's dialect; linalg, affine, scf and memref go through a stock mlir-opt before. The
// wrapper gets its C interface there, which takes a memref as the address of a descriptor; the stub makes
// that out of the descriptor that the check keeps for every array, row by row as the type's layout says.
//===----------------------------------------------------------------------===//
#include "verify/memref.h"
#include "frontend/frontend.h"
#include "frontend/process.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

#define REF(text) mlirStringRefCreateFromCString(text)

enum { FIRST_DIM = 24, DIM_BYTES = 24 }; // of SmrVerifyDescriptor: lower bound, extent, stride

bool smr_verify_is_mlir(const SmrBuildChecked *pair, int side) {
  const SmrPatBlock *block = side ? &pair->source->replacement : &pair->source->idiom;
  return block->language == SMR_LANGUAGE_MLIR &&
         !mlirTypeIsNull(smr_verify_mlir_input(pair, side, UINT32_MAX));
}

MlirType smr_verify_mlir_input(const SmrBuildChecked *pair, int side, uint32_t k) {
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(pair->modules[side]));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute name = mlirOperationGetAttributeByName(op, REF("sym_name"));
    if (smr_described(pair->described, op)->function != SMR_FUNCTION_PLAIN ||
        !mlirStringRefEqual(mlirStringAttrGetValue(name), REF(pair->wrappers[side])))
      continue;
    MlirType type = mlirTypeAttrGetValue(mlirOperationGetAttributeByName(op, REF("function_type")));
    return k == UINT32_MAX                          ? type
           : k < mlirFunctionTypeGetNumInputs(type) ? mlirFunctionTypeGetInput(type, k)
                                                    : (MlirType){NULL};
  }
  return (MlirType){NULL};
}

typedef struct {
  SmrDescribed *described;
  bool found;
} Upstream;

static MlirWalkResult find_upstream(MlirOperation op, void *data) {
  Upstream *u = data;
  unsigned handler = smr_described(u->described, op)->handler;
  u->found = handler == SMR_HANDLER_LINALG ||
             (handler >= SMR_HANDLER_SCF_FOR && handler <= SMR_HANDLER_SCF_EXECUTE_REGION) ||
             (handler >= SMR_HANDLER_MEMREF_ALLOC && handler <= SMR_HANDLER_AFFINE_IF);
  return u->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool smr_verify_needs_mlir_opt(const SmrBuildChecked *pair, int side) {
  const SmrPatBlock *block = side ? &pair->source->replacement : &pair->source->idiom;
  Upstream u = {pair->described, false};
  if (block->language == SMR_LANGUAGE_MLIR)
    mlirOperationWalk(mlirModuleGetOperation(pair->modules[side]), find_upstream, &u, MlirWalkPreOrder);
  return u.found;
}

/// As C lays out arrays, in ordinary memory.
static bool is_plain(MlirType type) {
  return mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) &&
         mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)) &&
         mlirShapedTypeGetRank(type) <= SMR_VERIFY_DIMS;
}

bool smr_verify_memref(MlirType type, bool boxed, uint32_t k, SmrStr *out) {
  if (!is_plain(type))
    return false;
  uint32_t rank = (uint32_t)mlirShapedTypeGetRank(type);
  smr_str_printf(out, "  %%m%u = alloca [%u x i64]\n", k, 3 + 2 * rank);
  if (boxed)
    smr_str_printf(out, "  %%m%u.at = load ptr, ptr %%q%u\n", k, k);
  for (int field = 0; field < 3; field++) {
    smr_str_printf(out, "  %%m%u.f%d = getelementptr i64, ptr %%m%u, i64 %d\n", k, field, k, field);
    if (field == 2)
      smr_str_printf(out, "  store i64 0, ptr %%m%u.f2\n", k);
    else
      smr_str_printf(out, "  store ptr %%%c%u%s, ptr %%m%u.f%d\n", boxed ? 'm' : 'q', k, boxed ? ".at" : "",
                     k, field);
  }
  smr_str_printf(out, "  %%m%u.t%u = add i64 0, 1\n", k, rank);
  for (uint32_t d = rank; d--;) {
    if (!mlirShapedTypeIsDynamicDim(type, d)) {
      smr_str_printf(out, "  %%m%u.n%u = add i64 0, %lld\n", k, d,
                     (long long)mlirShapedTypeGetDimSize(type, d));
    } else if (boxed) {
      smr_str_printf(out, "  %%m%u.e%u = getelementptr i8, ptr %%q%u, i64 %u\n", k, d, k,
                     FIRST_DIM + DIM_BYTES * d + 8);
      smr_str_printf(out, "  %%m%u.n%u = load i64, ptr %%m%u.e%u\n", k, d, k, d);
    } else {
      return false;
    }
    const uint32_t slots[] = {3 + d, 3 + rank + d};
    for (int s = 0; s < 2; s++) {
      smr_str_printf(out, "  %%m%u.%c%u = getelementptr i64, ptr %%m%u, i64 %u\n", k, s ? 'y' : 'x', d, k,
                     slots[s]);
      smr_str_printf(out, "  store i64 %%m%u.%c%u, ptr %%m%u.%c%u\n", k, s ? 't' : 'n', d + (s ? 1 : 0), k,
                     s ? 'y' : 'x', d);
    }
    smr_str_printf(out, "  %%m%u.t%u = mul i64 %%m%u.t%u, %%m%u.n%u\n", k, d, k, d + 1, k, d);
  }
  return true;
}

static bool run_mlir_opt(const char *const *passes, const char *source, const char *output, SmrStr *errors) {
  enum { MOST_WORDS = 32 };
  SMR_OWNED(SmrStr, smr_str_free) program = {0}, said = {0};
  const char *argv[MOST_WORDS] = {NULL, source, "-o", output};
  uint32_t count = 4;
  if (!smr_frontend_find_mlir_opt(&program))
    return false;
  argv[0] = smr_str_get(&program);
  while (*passes && count + 1 < MOST_WORDS)
    argv[count++] = *passes++;
  SmrProcessStatus status;
  const char *reason;
  bool ok =
      smr_process_run(
          argv, &(SmrProcessOptions){.output = &said, .errors = errors, .no_input = true, .cpu_seconds = 60},
          &status, &reason) &&
      !status.signal && !status.exit_code;
  return ok;
}

bool smr_verify_lower_mlir(const char *source, const char *output, SmrStr *errors) {
  static const char *const passes[] = {"--convert-linalg-to-loops",
                                       "--lower-affine",
                                       "--convert-scf-to-cf",
                                       "--expand-strided-metadata",
                                       "--lower-affine", // (which the one before makes more of)
                                       "--convert-complex-to-standard",
                                       "--convert-math-to-llvm",
                                       "--convert-math-to-libm",
                                       "--convert-complex-to-llvm",
                                       "--finalize-memref-to-llvm",
                                       "--convert-func-to-llvm",
                                       "--convert-arith-to-llvm",
                                       "--convert-index-to-llvm",
                                       "--convert-cf-to-llvm",
                                       "--reconcile-unrealized-casts",
                                       NULL};
  return run_mlir_opt(passes, source, output, errors);
}

bool smr_verify_bufferize_mlir(const char *source, const char *function, const char *output, SmrStr *errors) {
  SMR_OWNED(SmrStr, smr_str_free) rest = {0};
  smr_str_printf(&rest, "--symbol-privatize=exclude=%s", function);
  const char *const passes[] = {smr_str_get(&rest),
                                "--inline",
                                "--symbol-dce",
                                "--convert-elementwise-to-linalg",
                                "--linalg-fuse-elementwise-ops", // (constants become numbers)
                                "--eliminate-empty-tensors",
                                "--one-shot-bufferize=bufferize-function-boundaries",
                                "--buffer-deallocation-pipeline",
                                "--convert-bufferization-to-memref",
                                "--canonicalize",
                                "--cse",
                                NULL};
  return run_mlir_opt(passes, source, output, errors);
}
