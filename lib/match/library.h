//===- library.h - a set of pairs, ready to match ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What the matcher, legality and the rewriter know of pairs, whether they came from a .pfa file or from raw
// PAT text. Everything an SmrLibrary points to lives in its arena, in the mapping that it owns, or for ever;
// it is immutable once opened (but for `off`, before any match), so matches may refer to it freely until
// smr_library_close.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_LIBRARY_H
#define SMR_MATCH_LIBRARY_H
#include "automata/automata.h"
#include "automata/pair.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *name; // for reports: the file that it came from, as the user gave it
  bool shipped;     // it is one of SMR's own, in share/smr
  SmrPair *pairs;
  uint32_t count;
  SmrAutomata *automata; // over all patterns, in the same numbering
  SmrArena arena;        // owns the arrays and texts above
  void *storage;         // the file's bytes or other private data; release frees it
  void (*release)(void *storage);
} SmrLibrary;

void smr_library_close(SmrLibrary *library);

#ifdef __cplusplus
}
#endif
#endif
