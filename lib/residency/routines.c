//===- routines.c - the routines of BLAS that a GPU may serve --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "residency/routines.h"
#include <string.h>

// clang-format off
static const struct {
  const char *name, *types, *uses; // of each array: r read, w written, b both
  unsigned char place[3];          // as Fortran calls it
  bool ordered;                    // CBLAS has an argument more in front
  unsigned char result;
} table[] = {
    {"gemm", "sdcz", "rrb", {6, 8, 11}, true, 0}, {"symm", "sd", "rrb", {5, 7, 10}, true, 0},
    {"syrk", "sd", "rb", {5, 8}, true, 0},        {"syr2k", "sd", "rrb", {5, 7, 10}, true, 0},
    {"trmm", "sd", "rb", {7, 9}, true, 0},        {"trsm", "sdcz", "rb", {7, 9}, true, 0},
    {"herk", "cz", "rb", {5, 8}, true, 0},        {"gemv", "sdcz", "rrb", {4, 6, 9}, true, 0},
    {"symv", "sd", "rrb", {3, 5, 8}, true, 0},    {"ger", "sd", "rrb", {3, 5, 7}, true, 0},
    {"geru", "cz", "rrb", {3, 5, 7}, true, 0},    {"gerc", "cz", "rrb", {3, 5, 7}, true, 0},
    {"syr2", "sd", "rrb", {3, 5, 7}, true, 0},    {"trmv", "sd", "rb", {4, 6}, true, 0},
    {"trsv", "sd", "rb", {4, 6}, true, 0},        {"axpy", "sdcz", "rb", {2, 4}, false, 0},
    {"scal", "sdcz", "b", {2}, false, 0},         {"copy", "sd", "rw", {1, 3}, false, 0},
    {"swap", "sd", "bb", {1, 3}, false, 0},       {"dot", "sd", "rr", {1, 3}, false, 0},
    {"asum", "sd", "r", {1}, false, 0},           {"rot", "sd", "bb", {1, 3}, false, 0},
    {"dotu_sub", "cz", "rr", {1, 3}, false, 5},   {"dotc_sub", "cz", "rr", {1, 3}, false, 5}};
// clang-format on

bool smr_stay_routine(const char *symbol, SmrStayRoutine *out) {
  bool c = !strncmp(symbol, "cblas_", 6);
  const char *name = c ? symbol + 6 : symbol;
  size_t length = strlen(name);
  if (length < 3 || (!c && name[--length] != '_'))
    return false;
  for (size_t r = 0; r < sizeof table / sizeof *table; r++) {
    if (strlen(table[r].name) != length - 1 || memcmp(table[r].name, name + 1, length - 1) != 0 ||
        !strchr(table[r].types, *name) || (!c && table[r].result))
      continue;
    *out = (SmrStayRoutine){.count = (unsigned)strlen(table[r].uses), .result = table[r].result};
    memcpy(out->name, name, length < sizeof out->name ? length : sizeof out->name - 1);
    for (unsigned k = 0; k < out->count; k++) {
      out->place[k] = table[r].place[k] + (c && table[r].ordered);
      out->reads[k] = table[r].uses[k] != 'w';
      out->writes[k] = table[r].uses[k] != 'r';
    }
    return true;
  }
  return false;
}
