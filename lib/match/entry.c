//===- entry.c - what an entry is made from -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/entry.h"
#include "base/beside.h"
#include "base/bytes.h"
#include <stdlib.h>

/// Changes whenever other code is made of the same replacement, or slots are laid out anew.
enum { ENTRY_VERSION = 2 };

//--- Names ------------------------------------------------------------------------------

uint32_t smr_replacement_numbers(const SmrPattern *pattern, SmrType *out) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < pattern->arg_count; k++) {
    const SmrPatternArg *arg = &pattern->args[k];
    bool number = arg->by_reference && (arg->kind == SMR_ARG_INT || arg->kind == SMR_ARG_FLOAT);
    if (arg->kind != SMR_ARG_RESULT)
      out[count++] = number ? arg->type : 0;
  }
  return count;
}

void smr_replacement_name(const char *library, const SmrPair *pair, SmrStr *out) {
  const char *base = smr_base_name(library);
  const char *dot = strrchr(base, '.');
  smr_str_printf(out, "smr.%.*s.%s", dot ? (int)(dot - base) : (int)strlen(base), base, pair->pattern.name);
}

void smr_replacement_links(const SmrPair *pair, SmrStr *out) {
  for (uint32_t k = 0; k < pair->link_count; k++)
    smr_str_printf(out, "%s%s", k ? "," : "", pair->links[k]);
}

//--- Hashes -----------------------------------------------------------------------------

const SmrReplacement *smr_entry_replacement(const SmrPair *pair) {
  const SmrReplacement *replacement = smr_pair_replacement(pair, SMR_LANGUAGE_C);
  return pair->link_count && replacement && replacement->serves == SMR_LANGUAGE_C ? replacement : NULL;
}

void smr_entry_links(const SmrPair *pair, const char *beside, SmrStr *out) {
  for (uint32_t k = 0; k < pair->link_count; k++) {
    SMR_OWNED(SmrStr, smr_str_free) path = {0};
    if (beside)
      smr_beside(beside, pair->links[k], &path);
    else
      smr_str_puts(&path, pair->links[k]);
    if (k)
      smr_str_putc(out, ',');
    smr_absolute(smr_str_get(&path), out);
  }
}

static void put_text(SmrBytes *all, const char *text) {
  smr_put_bytes(all, text, strlen(text) + 1);
}

uint64_t smr_entry_hash(const SmrPair *pair, const char *links) {
  const SmrReplacement *replacement = smr_entry_replacement(pair);
  SmrType *numbers = smr_xcalloc(pair->pattern.arg_count + 1, sizeof *numbers);
  uint32_t count = smr_replacement_numbers(&pair->pattern, numbers);
  SmrBytes all = {0};
  smr_put_u32(&all, ENTRY_VERSION);
  smr_put_u64(&all, smr_checksum(replacement->module, replacement->module_size));
  put_text(&all, pair->pattern.name);
  put_text(&all, replacement->wrapper);
  put_text(&all, links);
  for (uint32_t k = 0; k < count; k++) // (numbers are known by their widths: other types are symbols)
    smr_put_u32(&all, numbers[k]);
  uint64_t hash = smr_checksum(all.data, all.size);
  smr_vec_free(&all);
  free(numbers);
  return hash;
}
