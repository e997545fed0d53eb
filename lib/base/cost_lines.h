//===- cost_lines.h - the file format of costs ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A line has names, as shells match file names, and what something of such a name costs, in picoseconds: a
// number
// (`f32-call 150000`) or the condition of a `pays` clause (`cblas_ddot* round*n >= 100*n + 32000`). The first
// line that fits a name counts. `#` begins a comment.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_COST_LINES_H
#define SMR_BASE_COST_LINES_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

typedef struct {
  const char *names, *cost;
  uint32_t line, column; // of the cost
} SmrCostLine;
typedef SMR_VEC(SmrCostLine) SmrCostLines;

/// Appends a file's lines; their texts live in the arena. False after an error, a line without a cost,
/// or with the reason why the file cannot be read, which the caller reports.
bool smr_cost_lines_read(const char *path, SmrArena *arena, SmrCostLines *out, const char **unread,
                         SmrDiag *diag);
/// NULL if no line fits.
const SmrCostLine *smr_cost_lines_find(const SmrCostLines *lines, const char *name);
#endif
