//===- cost_file.h - costs that were measured ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Costs as a rule file's `(cost NAME EXPR)` forms (egraph/rules_text.h), which tools/bench/liar/calibrate
// writes for a machine, in picoseconds. Names in expressions, of children: (rows $i), (columns $i),
// (length $i), which is rows, (volume $i), the number of elements, and (size $i), the value of a size. The
// other target's calls, and anything of unknown size, cost +infinity.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_COST_FILE_H
#define SMR_ARRAY_COST_FILE_H
#include "array/cost.h"

typedef struct SmrArrayCostFile SmrArrayCostFile;

/// Reads a file; NULL after a diagnostic. Borrows the language.
SmrArrayCostFile *smr_array_cost_file_read(SmrArray *array, SmrArrayTarget target, const char *path,
                                           SmrDiag *diag);
/// As a cost for extraction; borrows `file`.
SmrCost smr_array_cost_file_cost(SmrArrayCostFile *file);
void smr_array_cost_file_free(SmrArrayCostFile *file);
#endif
