//===- library.c - a set of pairs, ready to match ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/library.h"
#include "base/bytes.h"

bool smr_replacement_intact(const SmrReplacement *replacement) {
  return !replacement->module_room ||
         smr_checksum(replacement->module, replacement->module_room) == replacement->checksum;
}

const SmrReplacement *smr_pair_replacement(const SmrPair *pair, SmrLanguage kind) {
  // In order of preference.
  static const int8_t choices[][SMR_LANGUAGE_COUNT] = {
      [SMR_LANGUAGE_FORTRAN] = {SMR_LANGUAGE_FORTRAN, SMR_LANGUAGE_C, SMR_LANGUAGE_MLIR},
      [SMR_LANGUAGE_C] = {SMR_LANGUAGE_C, SMR_LANGUAGE_MLIR, -1},
      [SMR_LANGUAGE_MLIR] = {SMR_LANGUAGE_MLIR, SMR_LANGUAGE_C, -1}};
  for (uint32_t c = 0; c < SMR_LANGUAGE_COUNT; c++)
    for (uint32_t k = 0; k < pair->replacement_count; k++)
      if ((int)pair->replacements[k].serves == choices[kind][c])
        return &pair->replacements[k];
  return NULL;
}

void smr_library_close(SmrLibrary *library) {
  if (library->automata)
    smr_automata_close(library->automata);
  if (library->release)
    library->release(library->storage);
  smr_arena_destroy(&library->arena);
  *library = (SmrLibrary){0};
}
