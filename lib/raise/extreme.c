//===- extreme.c - maxima and minima over points ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "raise/extreme.h"
#include <string.h>

static bool has_name(const SmrEquations *equations, const SmrFactor *factor, const char *a, const char *b) {
  const char *name = smr_intern_text(equations->symbols, factor->name);
  return !strcmp(name, a) || !strcmp(name, b);
}

bool smr_extreme_keeps_nan(const SmrEquations *equations, const SmrFactor *extreme) {
  return has_name(equations, extreme, SMR_EXTREME_GREATEST, SMR_EXTREME_LEAST);
}

bool smr_is_extreme(const SmrEquations *equations, const SmrFactor *factor) {
  return factor->kind == SMR_FACTOR_FUNCTION && factor->arg_count == 2 &&
         (smr_extreme_keeps_nan(equations, factor) ||
          has_name(equations, factor, SMR_EXTREME_GREATEST_NUMBER, SMR_EXTREME_LEAST_NUMBER));
}

SmrSym smr_extreme_of_numbers(const SmrEquations *equations, const SmrFactor *extreme) {
  bool greatest = has_name(equations, extreme, SMR_EXTREME_GREATEST, SMR_EXTREME_GREATEST_NUMBER);
  return smr_intern(equations->symbols, greatest ? SMR_EXTREME_GREATEST_NUMBER : SMR_EXTREME_LEAST_NUMBER);
}
