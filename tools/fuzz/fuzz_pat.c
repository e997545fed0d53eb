//===- fuzz_pat.c - fuzz target for PAT files ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "fuzz.h"
#include "pat/pat.h"

/// The block's code with variables where the file has them.
static void undo_variables(const SmrPatBlock *block, const char *file, SmrStr *out) {
  uint32_t line = block->line, column = block->column, value = 0;
  for (uint32_t at = 0; at < block->size;) {
    const SmrPatMade *made = value < block->made_count ? &block->made[value] : NULL;
    if (made && made->line == line && made->column == column) {
      smr_str_append(out, file + out->size, made->source);
      require(out->data[out->size - 1] == '}' && made->source > 3);
      at += made->made, column += made->source, value++;
      continue;
    }
    smr_str_putc(out, block->code[at]);
    column = block->code[at] == '\n' ? 1 : column + 1;
    line += block->code[at++] == '\n';
  }
  require(value == block->made_count);
}

/// A block's place must be where its code stands in the file: diagnostics rely on it.
static void check_block(SmrPatBlock block, const uint8_t *data, size_t size) {
  size_t at = 0;
  if (block.body_at) {
    smr_block_place(&block, block.body_at, &block.line, &block.column);
    block.code += block.body_at;
    block.size -= block.body_at + (block.language == SMR_LANGUAGE_C ? 2 : 5);
  }
  for (uint32_t line = 1; line < block.line; line++) {
    const uint8_t *newline = memchr(data + at, '\n', size - at);
    require(newline != NULL);
    at = (size_t)(newline - data) + 1;
  }
  at += block.column - 1;
  SMR_OWNED(SmrStr, smr_str_free) code = {0};
  undo_variables(&block, (const char *)data + at, &code);
  require(at + code.size < size && data[at - 1] == '{' && data[at + code.size] == '}');
  require(memcmp(data + at, code.data, code.size) == 0 && (block.body_at || block.code[block.size] == '\0'));
  require(block.wrapper && *block.wrapper);
  for (uint32_t i = 0; i < block.argument_count; i++)
    require(block.arguments[i] && *block.arguments[i]);
}

/// The contract: one error, perhaps with a note, or pairs whose conditions are well formed.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrPat pat;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  bool ok = smr_pat_parse("fuzz.pat", (const char *)data, size, &arena, &pat, &diag);
  require(diag.errors == (ok ? 0 : 1) && (ok || pat.pair_count == 0));
  // (A note says for which variables' values the error is.)
  require(diag.messages.size == diag.errors || (!ok && diag.messages.size == 2));
  for (uint32_t i = 0; i < pat.pair_count; i++) {
    const SmrPatPair *pair = &pat.pairs[i];
    check_block(pair->idiom, data, size);
    check_block(pair->replacement, data, size);
    require(pair->name && pair->idiom.argument_count == pair->replacement.argument_count);
    require((pair->when_count == 0) == (pair->when_stack == 0) && pair->when_stack <= pair->when_count);
    for (uint32_t k = 0; k < pair->optional_count; k++)
      require(pair->optional[k].argument < pair->idiom.argument_count);
    for (uint32_t k = 0; k < pair->when_count; k++)
      require(pair->when[k].argument < pair->idiom.argument_count || pair->when[k].argument == 0);
    smr_pat_print_when(pair->when, pair->when_count, &text);
  }
  return 0;
}
