//===- linked.h - routines that a link takes from archives ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Rewritten code calls routines through slots that are filled when the program starts, from shared objects. A
// routine in an archive becomes part of the program, where its name may be the program's own; so the slot has
// an address that only the link step can define, and this does so when nothing else in the link has that
// name, nor any other by which the library may call itself.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_LINKED_H
#define SMR_COMMON_LINKED_H
#include "tools/common/marks.h"

/// Is there an archive that may serve what the link's inputs want?
bool linked_possible(Session *session, const Marks *marks);
/// Is a BLAS among the link's inputs an archive?
bool linked_blas(Session *session, const Marks *marks);
/// The words for the linker. False when there are none; --smr-verbose says why.
bool linked_words(Session *session, const Marks *marks, Args *words);
#endif
