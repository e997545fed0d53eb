//===- types.c - what variables know of floating-point types --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "pat/pat_internal.h"
#include <string.h>
#include <strings.h>

/// X(spelling, letter in BLAS, suffix of C's functions, type of the parts)
#define TYPES(X)                                                                                             \
  X("float", "s", "f", "float")                                                                              \
  X("double", "d", "", "double")                                                                             \
  X("float _Complex", "c", "f", "float")                                                                     \
  X("_Complex float", "c", "f", "float")                                                                     \
  X("float complex", "c", "f", "float")                                                                      \
  X("complex float", "c", "f", "float")                                                                      \
  X("double _Complex", "z", "", "double")                                                                    \
  X("_Complex double", "z", "", "double")                                                                    \
  X("double complex", "z", "", "double")                                                                     \
  X("complex double", "z", "", "double")                                                                     \
  X("real", "s", "f", "real")                                                                                \
  X("real(4)", "s", "f", "real(4)")                                                                          \
  X("real(8)", "d", "", "real(8)")                                                                           \
  X("double precision", "d", "", "double precision")                                                         \
  X("complex", "c", "f", "real")                                                                             \
  X("complex(4)", "c", "f", "real(4)")                                                                       \
  X("complex(8)", "z", "", "real(8)")                                                                        \
  X("f32", "s", "f", "f32")                                                                                  \
  X("f64", "d", "", "f64")

static const struct {
  const char *spelling, *properties[3];
} types[] = {
#define ROW(spelling, blas, math, real) {spelling, {blas, math, real}},
    TYPES(ROW)
#undef ROW
};

bool smr_pat_property(const char *type, const char *property, size_t size, const char **out) {
  static const char *const names[] = {"blas", "math", "real"};
  for (uint32_t p = 0; p < 3; p++) {
    if (size != 4 || memcmp(property, names[p], 4) != 0)
      continue;
    *out = NULL;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
      if (strcasecmp(type, types[k].spelling) == 0)
        *out = types[k].properties[p];
    return true;
  }
  return false;
}
