//===- options.h - smr-eqsat's command line ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_EQSAT_OPTIONS_H
#define SMR_EQSAT_OPTIONS_H
#include "egraph/run.h"
#include "tools/common/tool.h"

enum { EXIT_USER_ERROR = 1, EXIT_USAGE = 2, EXIT_SKETCH = 3 };

typedef enum { EXTRACT_TREE = 1, EXTRACT_DAG, EXTRACT_DAG_EXACT, EXTRACT_NONE } Extraction;
typedef enum { COST_FILE = 1, COST_SIZE, COST_DEPTH } CostKind;
typedef enum { SCHEDULER_SIMPLE = 1, SCHEDULER_BACKOFF } SchedulerKind;
typedef enum { FRACTIONS = 1 } Fold;

typedef struct {
  SmrNames rules;
  SmrNames inputs;                     // "--term=TERM" or "--terms=FILE"
  const char *phases, *sketch, *guide; // NULL = not given
  const char *stats, *dot, *json, *output, *proofs;
  SmrRunBudget budget;
  uint32_t milliseconds;
  uint64_t bytes;
  SchedulerKind scheduler;
  Extraction extract;
  CostKind cost;
  Fold fractions;
  bool explain, check_explanation, fold, prune, print_rules;
} EqsatOptions;

extern const Tool eqsat_tool;

/// Returns -1, or the exit code of a run that ends here (--help, a mistake that was told).
int eqsat_options_read(int argc, char **argv, EqsatOptions *out);

/// Hands each input to `add`: its file ("--term" if it is a term of the command line) and its text. False
/// after an error of a file, or of `add`, which gets all inputs if it is to `go_on`.
typedef bool EqsatAdd(void *user, const char *file, const char *text, size_t size, bool one);
bool eqsat_each_input(const EqsatOptions *options, EqsatAdd *add, void *user, bool go_on, SmrDiag *diag);
/// Writes the statistics where --stats wants them.
bool eqsat_write_stats(const EqsatOptions *options, const SmrStr *text, SmrDiag *diag);
#endif
