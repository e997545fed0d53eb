//===- library.h - a set of pairs, ready to match ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What the matcher, legality and the rewriter know of pairs, whether they came from a .pfa file or from raw
// PAT text. Everything an SmrLibrary points to lives in its arena, in the mapping that it owns, or for ever;
// it is immutable once opened (but for `off`, before any match, and the automata), so matches may refer to it
// freely until smr_library_close.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_LIBRARY_H
#define SMR_MATCH_LIBRARY_H
#include "automata/automata.h"
#include "automata/pair.h"
#ifdef __cplusplus
extern "C" {
#endif

/// A block in a file, its room there, and the room's smr_checksum. `symbols` are the graphs' own.
typedef struct {
  const void *block;
  size_t size, room;
  uint64_t checksum;
  SmrIntern *symbols;
} SmrAutomataBytes;

typedef struct {
  const char *name; // for reports: the file that it came from, as the user gave it
  bool shipped;     // it is one of SMR's own, in share/smr
  SmrPair *pairs;
  uint32_t count;
  SmrAutomata *automata;  // over all patterns, in the same numbering; NULL: not open
  SmrAutomataBytes bytes; // … that they are opened from
  SmrArena arena;         // owns the arrays and texts above
  void *storage;          // the file's bytes or other private data; release frees it
  void (*release)(void *storage);
} SmrLibrary;

/// Opens the automata, which most programs need of few libraries, unless they are open. False after an error.
bool smr_library_open_automata(SmrLibrary *library, SmrDiag *diag);
void smr_library_close(SmrLibrary *library);

#ifdef __cplusplus
}
#endif
#endif
