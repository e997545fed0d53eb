//===- library.c - a set of pairs, ready to match ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/library.h"

void smr_library_close(SmrLibrary *library) {
  if (library->automata)
    smr_automata_close(library->automata);
  if (library->release)
    library->release(library->storage);
  smr_arena_destroy(&library->arena);
  *library = (SmrLibrary){0};
}
