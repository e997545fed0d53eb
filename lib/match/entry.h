//===- entry.h - what an entry is made from -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For who compiles a pair's replacement to native code (base/entries.h), and who looks for it.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_ENTRY_H
#define SMR_MATCH_ENTRY_H
#include "match/library.h"

/// By parameter of the wrapper: the type of a number that is only passed in, and that a replacement takes by
/// value; 0 for others. `out` has an element for each of the pattern's arguments. Returns their number.
uint32_t smr_replacement_numbers(const SmrPattern *pattern, SmrType *out);
/// `smr.blas.ddot`: the library's file name without its ending, and the pair's name.
void smr_replacement_name(const char *library, const SmrPair *pair, SmrStr *out);
/// The pair's libraries, separated by commas.
void smr_replacement_links(const SmrPair *pair, SmrStr *out);

/// The replacement that an entry is made of: that for C programs, if it calls libraries. (What does not is
/// better compiled with the code around it.) NULL: there is none.
const SmrReplacement *smr_entry_replacement(const SmrPair *pair);
/// The pair's libraries as its entry looks for them, in whatever folder the program runs: separated by
/// commas, paths absolute. `beside`: the file that its paths are relative to, or NULL once it was opened
/// (library.h).
void smr_entry_links(const SmrPair *pair, const char *beside, SmrStr *out);
/// Of all that the entry's code is made from. `links`: of smr_entry_links.
uint64_t smr_entry_hash(const SmrPair *pair, const char *links);
#endif
