//===- vec.h - growable arrays -------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// SMR_VEC(T) is a struct {T *data; uint32_t size, capacity;}. Zero-initialise it to create one, free it with
// smr_vec_free. Growing moves the data: hold indices, not pointers, across a push.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_VEC_H
#define SMR_BASE_VEC_H
#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define SMR_VEC(T)                                                                                           \
  struct {                                                                                                   \
    T *data;                                                                                                 \
    uint32_t size, capacity;                                                                                 \
  }

/// Makes room for at least n elements in all.
#define smr_vec_reserve(v, n)                                                                                \
  do {                                                                                                       \
    uint32_t want_ = (uint32_t)(n);                                                                          \
    if (want_ > (v)->capacity) {                                                                             \
      uint32_t cap_ = (v)->capacity ? (v)->capacity : 8;                                                     \
      while (cap_ < want_)                                                                                   \
        cap_ *= 2;                                                                                           \
      (v)->data = (__typeof__((v)->data))smr_xrealloc((v)->data, (size_t)cap_ * sizeof *(v)->data);          \
      (v)->capacity = cap_;                                                                                  \
    }                                                                                                        \
  } while (0)

/// (The value is whole before the vector changes: it may be made of what is in the vector, or add to it.)
#define smr_vec_push(v, ...)                                                                                 \
  do {                                                                                                       \
    __typeof__(*(v)->data) pushed_ = (__VA_ARGS__);                                                          \
    smr_vec_reserve(v, (v)->size + 1);                                                                       \
    (v)->data[(v)->size++] = pushed_;                                                                        \
  } while (0)

/// The first place of the number; `count`: it is not there.
static inline uint32_t smr_find_number(const uint32_t *numbers, uint32_t count, uint32_t number) {
  uint32_t k = 0;
  while (k < count && numbers[k] != number)
    ++k;
  return k;
}
static inline bool smr_is_among(const uint32_t *numbers, uint32_t count, uint32_t number) {
  return smr_find_number(numbers, count, number) < count;
}

#define smr_vec_pop(v) ((v)->data[--(v)->size])
#define smr_vec_last(v) ((v)->data[(v)->size - 1])
#define smr_vec_clear(v) ((void)((v)->size = 0))
#define smr_vec_free(v) (free((v)->data), (v)->data = NULL, (v)->size = (v)->capacity = 0)
#endif
