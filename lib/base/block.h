//===- block.h - a block of source code in a PAT file --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What the parser of PAT files hands to the front ends; it stands here because neither may see the other.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_BLOCK_H
#define SMR_BASE_BLOCK_H
#include "base/language.h"
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// Text that stands where the file has the name of a variable (lib/pat, `each`): its value is `made` bytes
/// long, the name `source`. The place is the name's.
typedef struct {
  uint32_t line, column, made, source;
} SmrPatMade;

/// One code block. The wrapper is the first function that the block defines outside modules and interfaces
/// (C: the first that is not static); names in Fortran are lower-cased, MLIR's lose their sigils.
typedef struct {
  SmrLanguage language;
  const char *code; // the bytes between the braces, then a NUL
  uint32_t size;
  uint32_t line, column; // of code[0], from 1, in bytes
  uint32_t body_at; // where code begins that stands there; before it, and at the end, is what a body lacks
  const SmrPatMade *made; // in order of their places
  uint32_t made_count;
  const char *wrapper;
  uint32_t wrapper_at; // its name's offset in the code
  const char *module;  // the Fortran module that contains the wrapper, or NULL
  const char *const *arguments;
  uint32_t argument_count;
  const char *const *pointees; // C: what an argument points to in C's own words ("float"), "" when that is
                               // unclear or it is no pointer; NULL in other languages
} SmrPatBlock;

/// The file's column for a column of the block's code as a compiler has it.
uint32_t smr_block_column(const SmrPatBlock *block, uint32_t line, uint32_t column);
/// The file's line and column for an offset in the block's code.
void smr_block_place(const SmrPatBlock *block, uint32_t offset, uint32_t *line, uint32_t *column);

#ifdef __cplusplus
}
#endif
#endif
