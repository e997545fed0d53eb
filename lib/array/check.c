//===- check.c - two terms on random data --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/check.h"
#include "array/eval.h"
#include "array/internal.h"
#include <stdio.h>

#define FUEL 20000000

const char *smr_array_check_equal(SmrArray *array, const SmrTerm *a, uint32_t i, const SmrTerm *b, uint32_t j,
                                  uint32_t rounds) {
  static char text[200];
  static const int64_t small[] = {3, 5, 4, 7, 2, 6, 1, 8};
  const char *why = NULL;
  uint64_t seed = 12345;
  int64_t *sizes = smr_xcalloc(array->declared.size + 1, sizeof *sizes);
  for (uint32_t k = 0; k < array->declared.size; k++)
    sizes[k] = array->declared.data[k].size;
  uint32_t compared = 0;
  for (uint32_t round = 0; !why && round < rounds; round++) {
    // The third round has all sizes 1, the fourth all 0; the others different ones.
    uint32_t named = 0;
    for (uint32_t k = 0; k < array->declared.size; k++)
      if (array->declared.data[k].is_size)
        array->declared.data[k].size = round == 2 ? 1 : round == 3 ? 0 : small[(named++ + round) % 8];
    SmrArrayEvaluator e = {.array = array};
    for (uint32_t k = 0; k < array->declared.size; k++)
      if (!array->declared.data[k].is_size) {
        const SmrArrayValue *value = smr_array_value_random(&e, array->declared.data[k].type, &seed);
        if (value)
          smr_array_eval_bind(&e, array->declared.data[k].op, value);
      }
    const SmrArrayValue *x = smr_array_eval(&e, a, i, FUEL);
    if (x) {
      const SmrArrayValue *y = smr_array_eval(&e, b, j, FUEL);
      compared += y || round != 3;
      // (A matrix without rows has no width here: what does not fit then is not held against a call.)
      if (!y && round == 3)
        ;
      else if (!y) {
        snprintf(text, sizeof text, "the second has no value: %s", e.error);
        why = text;
      } else if (!smr_array_value_equal(x, y, 1e-9))
        why = "their values differ";
    }
    smr_array_eval_free(&e);
  }
  for (uint32_t k = 0; k < array->declared.size; k++)
    array->declared.data[k].size = sizes[k];
  free(sizes);
  return why ? why : compared ? NULL : "the first has no value on small data";
}
