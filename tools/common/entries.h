//===- entries.h - native code that rewritten objects call ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A rewritten object refers to entries (base/entries.h) weakly, so no linker takes them from an archive by
// itself. It has a mark for each entry, and one for the archive: a path, or a file's name if the library is
// one of SMR's own. Only what an archive really has is asked for: the others' loops run.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_ENTRIES_H
#define SMR_COMMON_ENTRIES_H
#include "tools/common/marks.h"

/// Finds the entries that the marked libraries ask for, and what these want of other archives.
void entries_find(Session *session, Marks *marks);
/// The words that let a linker take them; before all other libraries, which they may call.
void entries_words(const Marks *marks, Args *out);
#endif
