//===- block.c - places in code that was made of variables ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/block.h"

uint32_t smr_block_column(const SmrPatBlock *block, uint32_t line, uint32_t column) {
  uint32_t made = 0, source = 0; // lengths of the line's values and names so far
  for (uint32_t k = 0; k < block->made_count; k++) {
    const SmrPatMade *value = &block->made[k];
    if (value->line != line)
      continue;
    uint32_t first = value->column + made - source;
    if (column < first)
      break;
    if (column < first + value->made)
      return value->column;
    made += value->made, source += value->source;
  }
  return column + source - made;
}

void smr_block_place(const SmrPatBlock *block, uint32_t offset, uint32_t *line, uint32_t *column) {
  *line = block->line, *column = block->column;
  for (uint32_t k = 0; k < offset && k < block->size; k++)
    if (block->code[k] == '\n')
      ++*line, *column = 1;
    else
      ++*column;
  *column = smr_block_column(block, *line, *column);
}
