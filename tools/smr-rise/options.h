//===- options.h - smr-rise's command line -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_RISE_OPTIONS_H
#define SMR_RISE_OPTIONS_H
#include "base/vec.h"
#include "rise/rise.h"
#include "tools/common/tool.h"

enum { RISE_EXIT_ERROR = 1, RISE_EXIT_USAGE = 2, RISE_EXIT_NOT_FOUND = 3 };

typedef enum { RISE_EMIT_MLIR = 1, RISE_EMIT_LOOPS, RISE_EMIT_TERM } RiseEmit;

typedef struct {
  SmrNames guides, size_texts;
  const char *term, *function, *output;
  RiseEmit emit;
  bool as_it_is, exact, packed;
  SMR_VEC(SmrRiseSize) sizes;
} RiseOptions;

extern const Tool rise_tool;

/// The exit code, or -1: go on.
int rise_options_read(int argc, char **argv, RiseOptions *o);
bool rise_is_name(const char *text); // of a function
#endif
