//===- access_test.h - what tests of access patterns share ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TEST_ACCESS_ACCESS_TEST_H
#define SMR_TEST_ACCESS_ACCESS_TEST_H
#include "access/eval.h"
#include "test.h"

#define RULES SMR_SOURCE_DIR "/pat"

static uint64_t seed;
static inline uint32_t below(uint32_t n) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (uint32_t)(seed % n);
}

// A program that has no mistakes.
static inline SmrAccess *program(const char *text) {
  SmrDiag diag = {0};
  SmrAccess *a = smr_access_parse(RULES, "t.access", text, strlen(text), &diag);
  smr_diag_flush(&diag, stderr);
  assert_non_null(a);
  smr_diag_free(&diag);
  return a;
}

// Small integers, so that sums are exact in any order; other ones for each tensor.
static inline double element(const char *name, int64_t i) {
  uint32_t hash = 5;
  for (; *name; name++)
    hash = hash * 31 + (unsigned char)*name;
  return (double)(((uint64_t)i * 7 + hash) % 11) - 3;
}

static inline void fill(void *user, const SmrAccessTensor *tensor, SmrAccessValue *value) {
  (void)user;
  for (int64_t i = 0; i < value->size; i++)
    value->data[i] = element(tensor->name, i);
}

static inline SmrAccessValue evaluate(SmrAccess *a, const char *name) {
  SmrAccessValue value;
  const SmrAccessTerm *t = smr_access_term_named(a, name);
  assert_non_null(t);
  assert_true(smr_access_eval(a, &t->term, t->root, fill, NULL, &value));
  return value;
}

// Whether a value has the shape that a datum says.
static inline bool has_shape(const SmrAccess *a, SmrDatum datum, const SmrAccessValue *value) {
  SmrAccessShape shape;
  int64_t dim;
  if (value->kind != SMR_ACCESS_IS_TENSOR)
    return true;
  if (!smr_access_shape(a, datum, &shape) || shape.rank != value->rank || shape.accessed != value->accessed)
    return false;
  for (uint32_t i = 0; i < shape.rank; i++)
    if (!smr_access_size(a, shape.dims[i], &dim) || dim != value->dims[i])
      return false;
  return true;
}

static inline bool same_value(const SmrAccessValue *a, const SmrAccessValue *b) {
  if (a->kind != b->kind)
    return false;
  if (a->kind != SMR_ACCESS_IS_TENSOR)
    return a->list == b->list && a->function == b->function;
  bool same = a->accessed == b->accessed && a->rank == b->rank &&
              !memcmp(a->dims, b->dims, a->rank * sizeof *a->dims);
  for (int64_t i = 0; same && i < a->size; i++)
    same = a->data[i] == b->data[i];
  return same;
}
#endif
