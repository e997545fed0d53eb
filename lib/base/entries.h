//===- entries.h - archives of replacements as native code -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// smr-build compiles the replacements of a library once more, to native code: `p.pfa.a`, an archive beside
// `p.pfa` with a member for each pair. A module that uses a pair then only declares its entry, a weak symbol.
// An entry's name ends in a hash of all that its code was made from (match/entry.h), so a library finds an
// entry only in an archive that fits it, and objects and archives of different versions never meet.
//
// The archive's first member holds a text, the index, that says what there is:
//
//   smr-entries 2 <checksum of the lines that follow> <their size>
//   <target: architecture-system-environment>
//   <hash> <symbol> <routines it calls through slots> <functions it calls by name> <facts> <declarations>
//
// Names are separated by commas, "-" stands for none. `facts` is 1 if the same code elsewhere may round
// products together with sums, else 0. The declarations are those that a module of the LLVM dialect needs: of
// `<symbol>.try`, then, after a tab, of the others. An entry is three functions:
//
// clang-format off: a list
//   <symbol>       calls the routines
//   <symbol>.may   takes what the call gains (picoseconds) and the site's record, and returns whether the
//                  routines may be called
//   <symbol>.try   takes both (the record's address as a number) and the arguments, makes the call if it may,
//                  and returns whether it did
// clang-format on
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_ENTRIES_H
#define SMR_BASE_ENTRIES_H
#include "base/arena.h"
#include "base/bytes.h"
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *symbol, *routines, *functions;
  const char *tries, *others; // declarations
  bool joins;
} SmrEntryInfo;

typedef struct SmrEntries SmrEntries;
/// Opens the archive beside a library. NULL: there is none, or it is damaged.
SmrEntries *smr_entries_open(const char *library);
void smr_entries_close(SmrEntries *entries); // NULL is fine
/// Is it for the target of this triple?
bool smr_entries_fit(const SmrEntries *entries, const char *triple, size_t length);
/// Appends what it is for, such as `x86_64-linux-gnu`.
void smr_entries_target(const SmrEntries *entries, SmrStr *out);
/// Texts of *out are made in the arena.
bool smr_entries_find(const SmrEntries *entries, uint64_t hash, SmrArena *arena, SmrEntryInfo *out);

/// Is the name in such a list?
bool smr_entry_lists(const char *names, const char *name);

/// The index's text: of its lines, each ended by a newline.
void smr_entries_index(const char *triple, const SmrStr *lines, SmrStr *out);
/// A line of it.
void smr_entries_line(uint64_t hash, const SmrEntryInfo *entry, SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
