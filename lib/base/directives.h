//===- directives.h - !$smr off and on in Fortran's text --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `!$smr off` leaves the loops and calls alone that follow, up to `!$smr on`, to `contains`, or to the end of
// the program unit that it stands in or in front of. flang takes such a line for a comment, so the text is
// read.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_DIRECTIVES_H
#define SMR_BASE_DIRECTIVES_H
#include "base/diag.h"

typedef struct {
  uint32_t first, last; // lines, both inside
} SmrOffLines;
typedef SMR_VEC(SmrOffLines) SmrOffRegions;

/// Adds what the text's directives leave alone. In fixed form they may begin with c or * in the first column.
/// False after an error for a word that is neither off nor on, an off in another one, an on without an off.
bool smr_directives_read(const char *text, const char *file, SmrOffRegions *out, SmrDiag *diag);
bool smr_directives_off(const SmrOffRegions *regions, uint32_t line);
#endif
