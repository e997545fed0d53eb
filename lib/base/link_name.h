//===- link_name.h - names of libraries to link --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pair says which library its replacement needs; the name travels through pattern libraries and objects to
// a linker's command line. At every station the same rule holds, so that none of them can be made to carry an
// option, a response file or a list of several words.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_LINK_NAME_H
#define SMR_BASE_LINK_NAME_H
#include "base/str.h"
#include <stdbool.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

enum { SMR_MAX_LINK_NAME = 1024 };

/// A plain library name (`openblas`: letters, digits, `_ . + -`, a letter, a digit or `_` first), or a path:
/// the same characters, `/`, `~`, blanks and parentheses, with at least one `/`, and `/`, `.` or one of the
/// first set in front. (Commas separate names in slots, `$` ends one in an object.)
bool smr_link_name_ok(const char *name, size_t length);

/// A slot's `linked` field (runtime/slots.h) is the address of a weak hidden symbol that no file defines, so
/// nothing, unless the link step defines it: `__smr_linked.`, the slot's libraries, `..`, the routine. In the
/// libraries what is no letter, digit or `_` is written as `.` and two hexadecimal digits.
#define SMR_LINKED_MARK "__smr_linked."
/// Appends that symbol. False when the routine's name is not of letters, digits, `_` and `.` alone (a linker
/// would read an expression): it has none.
bool smr_linked_symbol(const char *libraries, const char *routine, SmrStr *out);
/// Back again; false when it is no such symbol.
bool smr_linked_parse(const char *symbol, size_t length, SmrStr *libraries, SmrStr *routine);

/// What a library's archive of entries (match/entry.h) is called after it: blas.pfa.a. As a library to link,
/// a name without a '/' is one in share/smr.
#define SMR_ENTRIES_ENDING ".a"
bool smr_is_entries(const char *library);
/// An entry as a library to link: `smr.`, what it is, `.`, and 16 hexadecimal digits. The linker is to take
/// it from an archive of entries.
bool smr_is_entry(const char *library);
/// Appends a text with all other characters than those of an entry's name written as '_'.
void smr_entry_name(const char *text, SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
