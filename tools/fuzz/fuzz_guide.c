//===- fuzz_guide.c - fuzz target for guides -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/guide.h"
#include "fuzz.h"

// Every include is the same short file, so that nothing outside is read.
static bool load(void *user, const char *path, SmrStr *text, const char **reason) {
  (void)user, (void)path, (void)reason;
  smr_str_puts(text,
               "(operator lam :binder (1) :named)(ruleset included (rewrite included (lam x ?b) (lam y ?b) "
               ":when (not-free ?b x)))");
  return true;
}

/// The contract: errors, each with a place, and nothing; or a guide whose phases can be checked, and run for
/// a moment, with errors that have places.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrWorldOptions options = {0};
  SmrRunBudget limits = {.iterations = 2, .nodes = 2000};
  SmrGuide *guide = smr_guide_parse(ops, "dir/fuzz.guide", (const char *)data, size, load, NULL, &diag);
  require((guide != NULL) == (diag.errors == 0));
  require_places(&diag);
  if (guide && smr_guide_check(guide, &options, &diag)) {
    require(!diag.errors);
    SmrGuideEnd end = smr_guide_run(guide, &options, &limits, &diag);
    require((end == SMR_GUIDE_DONE) == (diag.errors == 0));
  } else if (guide) {
    require(diag.errors);
  }
  require_places(&diag);
  smr_guide_destroy(guide);
  smr_operators_destroy(ops);
  return 0;
}
