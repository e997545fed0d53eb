//===- try.c - one set of inputs, both sides ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "verify/child.h"
#include <math.h>

bool smr_verify_try(SmrVerifyChild *c, const SmrVerifyCase *inputs) {
  if (!smr_verify_prepare(c, inputs))
    return true;
  c->report->cases++;
  smr_verify_describe(c);
  for (int at_end = 1; at_end >= 0; at_end--) {
    smr_verify_call(c, 0, at_end);
    smr_verify_call(c, 1, at_end);
    if (!smr_verify_compare(c))
      return false;
  }
  return true;
}

double smr_verify_weight(const SmrVerifyCase *inputs) {
  double sum = 0;
  for (uint32_t k = 0; k < SMR_VERIFY_ARGS; k++) {
    sum += fabs((double)inputs->ints[k]) * (inputs->ints[k] < 0 ? 2 : 1);
    for (uint32_t d = 0; d < inputs->box[k].rank; d++)
      sum += (double)inputs->box[k].extent[d];
  }
  return sum;
}

void smr_verify_plain_scalars(const SmrVerifyChild *c, SmrVerifyCase *inputs) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    SmrType type = c->pattern->args[k].type;
    if (c->pattern->args[k].kind == SMR_ARG_FLOAT && smr_type_is_number(type) &&
        !(fabs(inputs->floats[k]) > 1e-3 && fabs(inputs->floats[k]) < 1e3))
      inputs->floats[k] = smr_float_round(smr_type_part(type), 0.7390851332151607 + 0.01 * k);
  }
}
