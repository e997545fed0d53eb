//===- hint.c - what helps who mistyped an option -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "hint.h"
#include "base/nearest.h"
#include <stdio.h>

const char *usage_hint(const char *help, const char *what) {
  static char text[80];
  SmrNearest nearest = *what == '-' ? smr_nearest_in(help, what) : (SmrNearest){0};
  if (!nearest.name)
    return " (see --help)";
  snprintf(text, sizeof text, "; did you mean %.*s?", (int)nearest.length, nearest.name);
  return text;
}
