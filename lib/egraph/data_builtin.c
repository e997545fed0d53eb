//===- data_builtin.c - what code on values can call ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each returns SMR_NO_VALUE for arguments of the wrong kind, indices out of range, and what is not exact.
//===----------------------------------------------------------------------===//
#include "egraph/data_internal.h"
#include <string.h>

static bool list_of(const SmrValues *v, SmrValue at, const SmrValue **elements, uint32_t *count) {
  *elements = smr_value_elements(v, at, count);
  return at && smr_value_kind(v, at) == SMR_VALUE_LIST;
}

// An integer from 0 to `most`.
static bool index_of(const SmrValues *v, SmrValue at, uint32_t most, uint32_t *index) {
  int64_t i;
  if (!smr_value_is_integer(v, at, &i) || i < 0 || i > most)
    return false;
  *index = (uint32_t)i;
  return true;
}

//===--- arithmetic ---===//

static SmrValue sum(SmrValues *v, const SmrValue *args, uint32_t count) {
  SmrValue total = args[0];
  for (uint32_t i = 1; total && i < count; i++)
    total = smr_value_add(v, total, args[i]);
  return smr_value_is_size(v, total) ? total : SMR_NO_VALUE;
}

static SmrValue product(SmrValues *v, const SmrValue *args, uint32_t count) {
  SmrValue total = args[0];
  for (uint32_t i = 1; total && i < count; i++)
    total = smr_value_multiply(v, total, args[i]);
  return smr_value_is_size(v, total) ? total : SMR_NO_VALUE;
}

static SmrValue difference(SmrValues *v, const SmrValue *args, uint32_t count) {
  return count == 1 ? smr_value_subtract(v, smr_value_integer(v, 0), args[0])
                    : smr_value_subtract(v, args[0], args[1]);
}

static SmrValue divided(SmrValues *v, const SmrValue *args, uint32_t count) {
  (void)count;
  return smr_value_divide(v, args[0], args[1]);
}

static SmrValue divided_floor(SmrValues *v, const SmrValue *args, uint32_t count) {
  (void)count;
  return smr_value_divide_floor(v, args[0], args[1]);
}

static SmrValue divided_ceiling(SmrValues *v, const SmrValue *args, uint32_t count) {
  (void)count;
  return smr_value_divide_ceiling(v, args[0], args[1]);
}

static SmrValue remainder_of(SmrValues *v, const SmrValue *args, uint32_t count) {
  (void)count;
  return smr_value_remainder(v, args[0], args[1]);
}

static SmrValue extreme(SmrValues *v, const SmrValue *args, uint32_t count, bool largest) {
  SmrValue best = args[0];
  for (uint32_t i = 1; i < count; i++) {
    SmrTruth less = smr_value_less(v, args[i], best);
    if (less == SMR_UNKNOWN)
      return SMR_NO_VALUE;
    best = (less == SMR_YES) != largest ? args[i] : best;
  }
  return smr_value_is_size(v, best) ? best : SMR_NO_VALUE;
}

static SmrValue least(SmrValues *v, const SmrValue *args, uint32_t count) {
  return extreme(v, args, count, false);
}

static SmrValue greatest(SmrValues *v, const SmrValue *args, uint32_t count) {
  return extreme(v, args, count, true);
}

//===--- lists ---===//

static SmrValue length(SmrValues *v, const SmrValue *args, uint32_t count) {
  const SmrValue *list;
  (void)count;
  return list_of(v, args[0], &list, &count) ? smr_value_integer(v, count) : SMR_NO_VALUE;
}

static SmrValue nth(SmrValues *v, const SmrValue *args, uint32_t count) {
  const SmrValue *list;
  uint32_t i;
  return list_of(v, args[0], &list, &count) && count && index_of(v, args[1], count - 1, &i) ? list[i]
                                                                                            : SMR_NO_VALUE;
}

static SmrValue append(SmrValues *v, const SmrValue *args, uint32_t count) {
  SMR_VEC(SmrValue) all = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < count; i++) {
    const SmrValue *list;
    uint32_t n;
    ok = list_of(v, args[i], &list, &n) && all.size + n <= SMR_LONGEST_LIST;
    for (uint32_t k = 0; ok && k < n; k++)
      smr_vec_push(&all, list[k]);
  }
  SmrValue made = ok ? smr_value_list(v, all.data, all.size) : SMR_NO_VALUE;
  smr_vec_free(&all);
  return made;
}

static SmrValue take(SmrValues *v, const SmrValue *args, uint32_t count) {
  const SmrValue *list;
  uint32_t n;
  return list_of(v, args[0], &list, &count) && index_of(v, args[1], count, &n) ? smr_value_list(v, list, n)
                                                                               : SMR_NO_VALUE;
}

static SmrValue drop(SmrValues *v, const SmrValue *args, uint32_t count) {
  const SmrValue *list;
  uint32_t n;
  return list_of(v, args[0], &list, &count) && index_of(v, args[1], count, &n)
             ? smr_value_list(v, count ? list + n : NULL, count - n)
             : SMR_NO_VALUE;
}

// The permutation p of a list: element i is list[p[i]]; p names each index once.
static SmrValue permute(SmrValues *v, const SmrValue *args, uint32_t count) {
  const SmrValue *list, *order;
  uint32_t n, i, at;
  if (!list_of(v, args[0], &list, &count) || !list_of(v, args[1], &order, &n) || n != count ||
      n > SMR_LONGEST_LIST)
    return SMR_NO_VALUE;
  SmrValue *made = smr_xcalloc(n + 1, sizeof *made);
  bool *seen = smr_xcalloc(n + 1, sizeof *seen);
  bool ok = true;
  for (i = 0; ok && i < n; i++) {
    ok = index_of(v, order[i], n - 1, &at) && !seen[at];
    if (ok)
      made[i] = list[at], seen[at] = true;
  }
  SmrValue result = ok ? smr_value_list(v, made, n) : SMR_NO_VALUE;
  free(made);
  free(seen);
  return result;
}

// A list with `removed` elements at an index replaced by at most one.
static SmrValue splice(SmrValues *v, SmrValue list_value, SmrValue index, uint32_t removed,
                       SmrValue inserted) {
  const SmrValue *list;
  uint32_t n, i;
  if (!list_of(v, list_value, &list, &n) || n < removed || !index_of(v, index, n - removed, &i) ||
      n == SMR_LONGEST_LIST)
    return SMR_NO_VALUE;
  SmrValue *made = smr_xmalloc((n + 2) * sizeof *made);
  uint32_t size = 0;
  for (uint32_t k = 0; k < i; k++)
    made[size++] = list[k];
  if (inserted)
    made[size++] = inserted;
  for (uint32_t k = i + removed; k < n; k++)
    made[size++] = list[k];
  SmrValue result = smr_value_list(v, made, size);
  free(made);
  return result;
}

static SmrValue set(SmrValues *v, const SmrValue *args, uint32_t count) {
  (void)count;
  return splice(v, args[0], args[1], 1, args[2]);
}

static SmrValue insert(SmrValues *v, const SmrValue *args, uint32_t count) {
  (void)count;
  return splice(v, args[0], args[1], 0, args[2]);
}

static SmrValue without(SmrValues *v, const SmrValue *args, uint32_t count) {
  (void)count;
  return splice(v, args[0], args[1], 1, SMR_NO_VALUE);
}

// The product of a list of sizes; of none: 1.
static SmrValue product_of(SmrValues *v, const SmrValue *args, uint32_t count) {
  const SmrValue *list;
  if (!list_of(v, args[0], &list, &count))
    return SMR_NO_VALUE;
  SmrValue total = smr_value_integer(v, 1);
  for (uint32_t i = 0; total && i < count; i++) {
    list = smr_value_elements(v, args[0], &count); // (the table may have moved)
    total = smr_value_multiply(v, total, list[i]);
  }
  return total;
}

// (0 1 … n-1)
static SmrValue range(SmrValues *v, const SmrValue *args, uint32_t count) {
  uint32_t n;
  if (!index_of(v, args[0], SMR_LONGEST_LIST, &n))
    return SMR_NO_VALUE;
  SmrValue *made = smr_xmalloc((n + 1) * sizeof *made);
  for (count = 0; count < n; count++)
    made[count] = smr_value_integer(v, count);
  SmrValue result = smr_value_list(v, made, n);
  free(made);
  return result;
}

const SmrDataBuiltin smr_data_builtins[] = {
    [SMR_DATA_MAP] = {"map", 2, 9, true, NULL},
    [SMR_DATA_FOLD] = {"fold", 3, 3, true, NULL},
    {"+", 1, 255, false, sum},
    {"-", 1, 2, false, difference},
    {"*", 1, 255, false, product},
    {"/", 2, 2, false, divided},
    {"floor-div", 2, 2, false, divided_floor},
    {"ceil-div", 2, 2, false, divided_ceiling},
    {"mod", 2, 2, false, remainder_of},
    {"min", 1, 255, false, least},
    {"max", 1, 255, false, greatest},
    {"length", 1, 1, false, length},
    {"nth", 2, 2, false, nth},
    {"append", 1, 255, false, append},
    {"take", 2, 2, false, take},
    {"drop", 2, 2, false, drop},
    {"permute", 2, 2, false, permute},
    {"set", 3, 3, false, set},
    {"insert", 3, 3, false, insert},
    {"remove", 2, 2, false, without},
    {"product", 1, 1, false, product_of},
    {"range", 1, 1, false, range},
};
const uint32_t smr_data_builtin_count = sizeof smr_data_builtins / sizeof *smr_data_builtins;
