//===- pair.c - a pair, compiled -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/pair.h"
#include "base/bytes.h"

bool smr_replacement_intact(const SmrReplacement *replacement) {
  return !replacement->module_room ||
         smr_checksum(replacement->module, replacement->module_room) == replacement->checksum;
}

const SmrReplacement *smr_pair_replacement(const SmrPair *pair, SmrLanguage kind) {
  // In order of preference.
  static const int8_t choices[][SMR_LANGUAGE_COUNT] = {
      [SMR_LANGUAGE_FORTRAN] = {SMR_LANGUAGE_FORTRAN, SMR_LANGUAGE_C, SMR_LANGUAGE_MLIR},
      [SMR_LANGUAGE_C] = {SMR_LANGUAGE_C, SMR_LANGUAGE_MLIR, -1},
      [SMR_LANGUAGE_MLIR] = {SMR_LANGUAGE_MLIR, SMR_LANGUAGE_C, -1}};
  for (uint32_t c = 0; c < SMR_LANGUAGE_COUNT; c++)
    for (uint32_t k = 0; k < pair->replacement_count; k++)
      if ((int)pair->replacements[k].serves == choices[kind][c])
        return &pair->replacements[k];
  return NULL;
}

uint32_t smr_when_operands(SmrWhenOp op) {
  return op <= SMR_WHEN_TYPE || op == SMR_WHEN_WIDE || op == SMR_WHEN_ROUND ? 0 : op <= SMR_WHEN_NOT ? 1 : 2;
}

bool smr_when_check(const SmrWhen *when, uint32_t arg_count) {
  uint32_t depth = 0;
  for (uint32_t s = 0; s < when->count; s++) {
    const SmrWhenStep *step = &when->steps[s];
    if ((unsigned)step->op >= SMR_WHEN_COUNT || depth < smr_when_operands(step->op))
      return false;
    if (step->op != SMR_WHEN_CONST && step->op <= SMR_WHEN_TYPE && step->arg >= arg_count)
      return false;
    depth = depth - smr_when_operands(step->op) + 1;
    if (depth > SMR_WHEN_MAX_DEPTH)
      return false;
  }
  return depth == 1;
}
