//===- data_builtin.c - what code on values can call ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each returns SMR_NO_DATUM for arguments of the wrong kind, indices out of range, and what is not exact.
//===----------------------------------------------------------------------===//
#include "egraph/data_internal.h"
#include <string.h>

static bool list_of(const SmrDatums *v, SmrDatum at, const SmrDatum **elements, uint32_t *count) {
  *elements = smr_datum_elements(v, at, count);
  return at && smr_datum_kind(v, at) == SMR_DATUM_LIST;
}

// An integer from 0 to `most`.
static bool index_of(const SmrDatums *v, SmrDatum at, uint32_t most, uint32_t *index) {
  int64_t i;
  if (!smr_datum_is_integer(v, at, &i) || i < 0 || i > most)
    return false;
  *index = (uint32_t)i;
  return true;
}

//===--- arithmetic ---===//

static SmrDatum sum(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  SmrDatum total = args[0];
  for (uint32_t i = 1; total && i < count; i++)
    total = smr_datum_add(v, total, args[i]);
  return smr_datum_is_size(v, total) ? total : SMR_NO_DATUM;
}

static SmrDatum product(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  SmrDatum total = args[0];
  for (uint32_t i = 1; total && i < count; i++)
    total = smr_datum_multiply(v, total, args[i]);
  return smr_datum_is_size(v, total) ? total : SMR_NO_DATUM;
}

static SmrDatum difference(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  return count == 1 ? smr_datum_subtract(v, smr_datum_integer(v, 0), args[0])
                    : smr_datum_subtract(v, args[0], args[1]);
}

static SmrDatum divided(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  (void)count;
  return smr_datum_divide(v, args[0], args[1]);
}

static SmrDatum divided_floor(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  (void)count;
  return smr_datum_divide_floor(v, args[0], args[1]);
}

static SmrDatum divided_ceiling(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  (void)count;
  return smr_datum_divide_ceiling(v, args[0], args[1]);
}

static SmrDatum remainder_of(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  (void)count;
  return smr_datum_remainder(v, args[0], args[1]);
}

static SmrDatum extreme(SmrDatums *v, const SmrDatum *args, uint32_t count, bool largest) {
  SmrDatum best = args[0];
  for (uint32_t i = 1; i < count; i++) {
    SmrTruth less = smr_datum_less(v, args[i], best);
    if (less == SMR_UNKNOWN)
      return SMR_NO_DATUM;
    best = (less == SMR_YES) != largest ? args[i] : best;
  }
  return smr_datum_is_size(v, best) ? best : SMR_NO_DATUM;
}

static SmrDatum least(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  return extreme(v, args, count, false);
}

static SmrDatum greatest(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  return extreme(v, args, count, true);
}

//===--- lists ---===//

static SmrDatum length(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  const SmrDatum *list;
  (void)count;
  return list_of(v, args[0], &list, &count) ? smr_datum_integer(v, count) : SMR_NO_DATUM;
}

static SmrDatum nth(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  const SmrDatum *list;
  uint32_t i;
  return list_of(v, args[0], &list, &count) && count && index_of(v, args[1], count - 1, &i) ? list[i]
                                                                                            : SMR_NO_DATUM;
}

static SmrDatum append(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  SMR_VEC(SmrDatum) all = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < count; i++) {
    const SmrDatum *list;
    uint32_t n;
    ok = list_of(v, args[i], &list, &n) && all.size + n <= SMR_LONGEST_LIST;
    for (uint32_t k = 0; ok && k < n; k++)
      smr_vec_push(&all, list[k]);
  }
  SmrDatum made = ok ? smr_datum_list(v, all.data, all.size) : SMR_NO_DATUM;
  smr_vec_free(&all);
  return made;
}

static SmrDatum take(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  const SmrDatum *list;
  uint32_t n;
  return list_of(v, args[0], &list, &count) && index_of(v, args[1], count, &n) ? smr_datum_list(v, list, n)
                                                                               : SMR_NO_DATUM;
}

static SmrDatum drop(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  const SmrDatum *list;
  uint32_t n;
  return list_of(v, args[0], &list, &count) && index_of(v, args[1], count, &n)
             ? smr_datum_list(v, count ? list + n : NULL, count - n)
             : SMR_NO_DATUM;
}

// The permutation p of a list: element i is list[p[i]]; p names each index once.
static SmrDatum permute(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  const SmrDatum *list, *order;
  uint32_t n, i, at;
  if (!list_of(v, args[0], &list, &count) || !list_of(v, args[1], &order, &n) || n != count ||
      n > SMR_LONGEST_LIST)
    return SMR_NO_DATUM;
  SmrDatum *made = smr_xcalloc(n + 1, sizeof *made);
  bool *seen = smr_xcalloc(n + 1, sizeof *seen);
  bool ok = true;
  for (i = 0; ok && i < n; i++) {
    ok = index_of(v, order[i], n - 1, &at) && !seen[at];
    if (ok)
      made[i] = list[at], seen[at] = true;
  }
  SmrDatum result = ok ? smr_datum_list(v, made, n) : SMR_NO_DATUM;
  free(made);
  free(seen);
  return result;
}

// A list with `removed` elements at an index replaced by at most one.
static SmrDatum splice(SmrDatums *v, SmrDatum list_value, SmrDatum index, uint32_t removed,
                       SmrDatum inserted) {
  const SmrDatum *list;
  uint32_t n, i;
  if (!list_of(v, list_value, &list, &n) || n < removed || !index_of(v, index, n - removed, &i) ||
      n == SMR_LONGEST_LIST)
    return SMR_NO_DATUM;
  SmrDatum *made = smr_xmalloc((n + 2) * sizeof *made);
  uint32_t size = 0;
  for (uint32_t k = 0; k < i; k++)
    made[size++] = list[k];
  if (inserted)
    made[size++] = inserted;
  for (uint32_t k = i + removed; k < n; k++)
    made[size++] = list[k];
  SmrDatum result = smr_datum_list(v, made, size);
  free(made);
  return result;
}

static SmrDatum set(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  (void)count;
  return splice(v, args[0], args[1], 1, args[2]);
}

static SmrDatum insert(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  (void)count;
  return splice(v, args[0], args[1], 0, args[2]);
}

static SmrDatum without(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  (void)count;
  return splice(v, args[0], args[1], 1, SMR_NO_DATUM);
}

// The product of a list of sizes; of none: 1.
static SmrDatum product_of(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  const SmrDatum *list;
  if (!list_of(v, args[0], &list, &count))
    return SMR_NO_DATUM;
  SmrDatum total = smr_datum_integer(v, 1);
  for (uint32_t i = 0; total && i < count; i++) {
    list = smr_datum_elements(v, args[0], &count); // (the table may have moved)
    total = smr_datum_multiply(v, total, list[i]);
  }
  return total;
}

// (0 1 … n-1)
static SmrDatum range(SmrDatums *v, const SmrDatum *args, uint32_t count) {
  uint32_t n;
  if (!index_of(v, args[0], SMR_LONGEST_LIST, &n))
    return SMR_NO_DATUM;
  SmrDatum *made = smr_xmalloc((n + 1) * sizeof *made);
  for (count = 0; count < n; count++)
    made[count] = smr_datum_integer(v, count);
  SmrDatum result = smr_datum_list(v, made, n);
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
