//===- whatif.h - what keeps a loop nest from being an idiom -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// To tell why a loop is no idiom, take away what the user's idioms never have (further exits, calls,
// conditions, volatile accesses, other results of the same loop) and match again: what then matches names the
// idiom, and what was taken away is the reason. Such graphs compute something else, so they serve for
// messages alone.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_TELL_WHATIF_H
#define SMR_REWRITE_TELL_WHATIF_H
#include "graph/graph.h"

enum {
  SMR_WHATIF_VARIATIONS = 4,
  SMR_WHATIF_MOST_LOOPS = 2048 // of blocks; in deep nests of a huge function collecting each is quadratic
};

typedef enum {
  SMR_WHATIF_EXIT,
  SMR_WHATIF_THROW,
  SMR_WHATIF_BOUND,
  SMR_WHATIF_CALL,
  SMR_WHATIF_CONDITION,
  SMR_WHATIF_VOLATILE,
  SMR_WHATIF_STORE,
  SMR_WHATIF_VALUE
} SmrWhatIfKind;

/// Something that was taken away.
typedef struct {
  SmrWhatIfKind kind;
  SmrLocData loc;
  SmrSym name;           // the callee, the array; 0: unknown
  uint32_t first, count; // the loops around it: a slice of `around`
} SmrWhatIfNote;

typedef struct {
  SMR_VEC(SmrWhatIfNote) notes;
  SMR_VEC(void *) around; // handles of loops
  bool limited;           // there are more loops of blocks than are looked at
} SmrWhatIf;

/// Takes an imported graph to the normal form of variation 0 and notes what went. False when nothing did.
bool smr_whatif(SmrGraph *imported, SmrWhatIf *out);
/// Takes a copy of variation 0 to variation 1 … SMR_WHATIF_VARIATIONS - 1, and adds what went. False when
/// there is nothing to take away that an earlier variation did not.
bool smr_whatif_vary(SmrGraph *graph, uint32_t variation, SmrWhatIf *out);
void smr_whatif_free(SmrWhatIf *whatif);
/// Does the note concern the loop with this handle?
bool smr_whatif_concerns(const SmrWhatIf *whatif, const SmrWhatIfNote *note, const void *loop);
/// The name of the array that an address points into; 0: unknown.
SmrSym smr_whatif_name(const SmrGraph *graph, SmrValue address);
/// `before`, then the name in backquotes when there is one.
void smr_whatif_put_name(const SmrIntern *symbols, SmrSym name, const char *before, SmrStr *out);
/// "the store to `z` at line 7 is not part of it"; `loop` is where the reader is.
void smr_whatif_text(const SmrIntern *symbols, const SmrWhatIfNote *note, const SmrLocData *loop,
                     SmrStr *out);
#endif
