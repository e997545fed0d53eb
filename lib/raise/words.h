//===- words.h - words of the equations' text form ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_RAISE_WORDS_H
#define SMR_RAISE_WORDS_H
#include "raise/equations.h"

enum {
  SMR_EQUATIONS_MAX_NESTING = 256,    // functions within functions' arguments
  SMR_EQUATIONS_MAX_INDICES = 256,    // of one domain
  SMR_EQUATIONS_MAX_TEXT = 1 << 24,   // bytes of text
  SMR_EQUATIONS_MAX_VERSION = 1 << 16 // of one array
};

/// The type of a number that a word names (f64, i32, …), SMR_T_NONE when it is no such word.
SmrType smr_equations_type(const char *word);
/// May it be the name of an integer, a scalar or an array: letters, digits and _, first no digit, and no word
/// of the text form?
bool smr_equations_is_name(const char *word);

/// The place of the row `index` >= 0 in the domain, row_count when there is none.
uint32_t smr_domain_lower(const SmrDomain *domain, uint32_t which);
/// The first row that says `index` <= p for a p that names neither the index nor a later one of the domain
/// (times: c*index <= p), row_count when there is none.
uint32_t smr_domain_upper(const SmrDomain *domain, uint32_t which, bool times);
#endif
