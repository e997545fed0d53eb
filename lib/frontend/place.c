//===- place.c - a block's code at its own line and column --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "frontend/frontend_internal.h"

void smr_frontend_place(const SmrPatBlock *block, SmrStr *out) {
  for (uint32_t line = 1; line < block->line; line++)
    smr_str_putc(out, '\n');
  for (uint32_t column = 1; column < block->column; column++)
    smr_str_putc(out, ' ');
  smr_str_append(out, block->code, block->size);
  smr_str_putc(out, '\n');
}
