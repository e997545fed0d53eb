//===- library.c - a set of pairs, ready to match ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/library.h"
#include "automata/layout.h"

/// A match is as large as the automata say; code that reads it believes the pattern.
static bool automata_fit(const SmrLibrary *library) {
  const uint32_t *block = library->bytes.block;
  if (smr_section_count(block, SMR_SECTION_PATTERNS) != library->count)
    return false;
  for (uint32_t k = 0; k < library->count; k++)
    if (!smr_tables_fit(block, k, &library->pairs[k].pattern))
      return false;
  return true;
}

bool smr_library_open_automata(SmrLibrary *library, SmrDiag *diag) {
  const SmrAutomataBytes *bytes = &library->bytes;
  const char *reason = NULL;
  if (library->automata)
    return true;
  if (smr_checksum(bytes->block, bytes->room) != bytes->checksum)
    return smr_error(diag, library->name, 0, 0, "checksum mismatch: the automata are damaged");
  library->automata = smr_automata_open(bytes->block, bytes->size, bytes->symbols, &reason);
  if (!library->automata)
    return smr_error(diag, library->name, 0, 0, "%s", reason);
  if (automata_fit(library))
    return true;
  smr_automata_close(library->automata);
  library->automata = NULL;
  return smr_error(diag, library->name, 0, 0, "the automata do not fit the pairs");
}

void smr_library_close(SmrLibrary *library) {
  if (library->automata)
    smr_automata_close(library->automata);
  if (library->release)
    library->release(library->storage);
  smr_arena_destroy(&library->arena);
  *library = (SmrLibrary){0};
}
