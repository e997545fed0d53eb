//===- options.h - smr-eqsat's command line ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_EQSAT_OPTIONS_H
#define SMR_EQSAT_OPTIONS_H
#include "base/str.h"
#include "egraph/run.h"

enum { EXIT_USER_ERROR = 1, EXIT_USAGE = 2, EXIT_SKETCH = 3 };

typedef enum { EXTRACT_TREE, EXTRACT_DAG, EXTRACT_DAG_EXACT, EXTRACT_NONE } Extraction;
typedef enum { COST_AUTO, COST_FILE, COST_SIZE, COST_DEPTH } CostKind;

typedef struct {
  const char *text; // a term, or a file of terms
  bool is_file;
} Input;

typedef struct {
  SMR_VEC(const char *) rules;
  SMR_VEC(Input) inputs;
  const char *phases, *sketch, *guide; // NULL = not given
  const char *stats, *dot, *json, *output, *proofs;
  SmrRunBudget budget;
  Extraction extract;
  CostKind cost;
  bool explain, check_explanation, fold, fractions, prune, print_rules;
} EqsatOptions;

/// Returns -1, or the exit code of a run that ends here (--help, a mistake that was told).
int eqsat_options_parse(int argc, char **argv, EqsatOptions *out);
void eqsat_options_free(EqsatOptions *options);
#endif
