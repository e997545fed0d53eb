//===- rewrite.c - rewriting a module ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/rewrite.h"
#include "base/phase.h"
#include "rewrite/driver/module.h"
#include <stdlib.h>

/// Switches off the pairs that the user does not want; false after an error.
static bool choose(SmrLibrary *libraries, uint32_t count, const SmrIdiomChoice *choice, SmrDiag *diag) {
  SMR_VEC(const char *) names = {0};
  for (uint32_t l = 0; l < count; l++)
    for (uint32_t p = 0; p < libraries[l].count; p++) {
      smr_vec_push(&names, libraries[l].pairs[p].name);
      libraries[l].pairs[p].off = !smr_idiom_chosen(choice, libraries[l].pairs[p].name);
    }
  bool ok = smr_idiom_choice_check(choice, names.data, names.size, diag);
  smr_vec_free(&names);
  return ok;
}

bool smr_rewrite_module(MlirOperation module, const SmrRewriteOptions *options, SmrReport *report,
                        SmrDiag *diag) {
  if ((unsigned)options->mode >= SMR_MODE_COUNT)
    return smr_error(diag, NULL, 0, 0, "there is no mode %d", (int)options->mode);
  if (options->mode == SMR_MODE_OFF)
    return true;
  SmrPhase before = smr_phase(SMR_PHASE_LIBRARY);
  SmrIntern *symbols = smr_intern_create();
  uint32_t total = options->library_count + options->pat_count, open = 0;
  SmrLibrary *libraries = smr_xcalloc(total + 1, sizeof *libraries);
  const char *costs = options->costs ? options->costs : getenv("SMR_COSTS");
  bool ok = true;
  for (uint32_t k = 0; k < total; k++) {
    bool pfa = k < options->library_count;
    const char *path = pfa ? options->libraries[k] : options->pats[k - options->library_count];
    bool opened = pfa ? smr_library_open_pfa(symbols, path, &libraries[open], diag)
                      : smr_library_from_pat_for(mlirOperationGetContext(module).ptr, symbols, path,
                                                 &libraries[open], diag);
    ok &= opened && (!costs || !*costs || smr_library_set_costs(&libraries[open], costs, diag));
    open += opened;
  }
  ok = ok && choose(libraries, open, &options->choice, diag);
  smr_phase(before);
  if (ok)
    ok = smr_rewrite_with(module, options, libraries, open, symbols, report, diag);
  before = smr_phase(SMR_PHASE_FINISH);
  for (uint32_t k = 0; k < open; k++)
    smr_library_close(&libraries[k]);
  free(libraries);
  smr_intern_destroy(symbols);
  smr_phase(before);
  return ok;
}
