//===- nest.h - loop nests in source text ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_NEST_H
#define SMR_COMMON_NEST_H
#include "base/str.h"
#include "base/vec.h"
#include <stdint.h>

typedef struct {
  SmrStr text;
  SMR_VEC(const char *) lines; // [0] is line 1; each ends with the text's '\n' or 0
} Source;

/// False: the file cannot be read, or is none (a device, a pipe).
bool source_read(const char *path, Source *out);
void source_free(Source *source);
size_t source_length(const Source *source, uint32_t line);

/// Is it a line on which a loop begins?
bool nest_begins(const Source *source, uint32_t line);

/// The last line of the nest that begins there, and how deep its loops stand in each other, as far as
/// indentation tells; where it tells nothing, the line itself and 1.
void nest_measure(const Source *source, uint32_t line, uint32_t *last, uint32_t *depth);
#endif
