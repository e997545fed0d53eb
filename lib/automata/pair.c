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

static const uint8_t operands[SMR_WHEN_COUNT] = {
    [SMR_WHEN_NEG] = 1, [SMR_WHEN_NOT] = 1, [SMR_WHEN_ADD] = 2, [SMR_WHEN_SUB] = 2, [SMR_WHEN_MUL] = 2,
    [SMR_WHEN_DIV] = 2, [SMR_WHEN_REM] = 2, [SMR_WHEN_MIN] = 2, [SMR_WHEN_MAX] = 2, [SMR_WHEN_EQ] = 2,
    [SMR_WHEN_NE] = 2,  [SMR_WHEN_LT] = 2,  [SMR_WHEN_LE] = 2,  [SMR_WHEN_GT] = 2,  [SMR_WHEN_GE] = 2,
    [SMR_WHEN_AND] = 2, [SMR_WHEN_OR] = 2};

uint32_t smr_when_operands(SmrWhenOp op) {
  return (unsigned)op < SMR_WHEN_COUNT ? operands[op] : 0;
}

SmrExprOp smr_when_op(SmrWhenOp op, bool *swapped) {
  static const SmrExprOp ops[SMR_WHEN_COUNT] = {
      [SMR_WHEN_NEG] = SMR_X_SUB, [SMR_WHEN_NOT] = SMR_X_NOT, [SMR_WHEN_ADD] = SMR_X_ADD,
      [SMR_WHEN_SUB] = SMR_X_SUB, [SMR_WHEN_MUL] = SMR_X_MUL, [SMR_WHEN_DIV] = SMR_X_DIV,
      [SMR_WHEN_REM] = SMR_X_REM, [SMR_WHEN_MIN] = SMR_X_MIN, [SMR_WHEN_MAX] = SMR_X_MAX,
      [SMR_WHEN_EQ] = SMR_X_EQ,   [SMR_WHEN_NE] = SMR_X_NE,   [SMR_WHEN_LT] = SMR_X_LT,
      [SMR_WHEN_LE] = SMR_X_LE,   [SMR_WHEN_GT] = SMR_X_LT,   [SMR_WHEN_GE] = SMR_X_LE,
      [SMR_WHEN_AND] = SMR_X_AND, [SMR_WHEN_OR] = SMR_X_OR,
  };
  *swapped = op == SMR_WHEN_GT || op == SMR_WHEN_GE;
  return ops[op];
}

bool smr_when_check(const SmrWhen *when, uint32_t arg_count) {
  const uint32_t named = 1u << SMR_WHEN_ARG | 1u << SMR_WHEN_TYPE | 1u << SMR_WHEN_COPIED;
  uint32_t depth = 0;
  for (const SmrWhenStep *step = when->steps, *end = step + when->count; step < end; step++) {
    unsigned op = step->op;
    if (op >= SMR_WHEN_COUNT || depth < operands[op] || ((named >> op & 1) && step->arg >= arg_count))
      return false;
    depth = depth - operands[op] + 1;
    if (depth > SMR_WHEN_MAX_DEPTH)
      return false;
  }
  return depth == 1;
}
