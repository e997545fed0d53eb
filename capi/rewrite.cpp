//===- rewrite.cpp - rewriting a module with the libraries of a run ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/rewrite.h"
#include "base/phase.h"
#include "capi/smr.h"
#include "match/choice.h"
#include "verify/verify.h"
#include <string_view>
#include <vector>

namespace {
struct Libraries {
  SmrIntern *symbols = smr_intern_create();
  std::vector<SmrLibrary> open;

  bool add(MlirContext context, bool source, const char *path, const SmrSettings &set, SmrDiag *diag) {
    SmrLibrary library;
    if (source ? !smr_library_from_pat(context, symbols, path, &smr_checked_build, &library, diag)
               : !smr_library_open_pfa(symbols, path, set.mode == SMR_MODE_EXACT, &library, diag))
      return false;
    std::string_view folder = smrGetShareDirectory(), whole = path;
    library.shipped = !source && whole.size() > folder.size() && whole.substr(0, folder.size()) == folder &&
                      whole.find('/', folder.size() + 1) == std::string_view::npos;
    open.push_back(library);
    return !set.costs || smr_library_set_costs(&open.back(), set.costs, diag);
  }

  /// Switches off the pairs that the user does not want.
  bool choose(const SmrSettings &set, SmrDiag *diag) {
    std::vector<const char *> names;
    for (SmrLibrary &library : open)
      for (uint32_t p = 0; p < library.count; p++) {
        names.push_back(library.pairs[p].pattern.name);
        library.pairs[p].off = !smr_idiom_chosen(&set, names.back());
      }
    return smr_idiom_choice_check(&set, names.data(), uint32_t(names.size()), diag);
  }

  ~Libraries() {
    for (SmrLibrary &library : open)
      smr_library_close(&library);
    smr_intern_destroy(symbols);
  }
};
} // namespace

bool smr_rewrite_module(MlirOperation module, const SmrRewriteOptions *options, SmrReport *report,
                        SmrDiag *diag) {
  const SmrSettings &set = options->set;
  if (set.mode == SMR_MODE_OFF)
    return true;
  SmrPhase before = smr_phase(SMR_PHASE_LIBRARY);
  bool ok = true;
  {
    Libraries libraries;
    MlirContext context = mlirOperationGetContext(module);
    for (uint32_t k = 0; k < set.libraries.size; k++)
      ok &= libraries.add(context, false, set.libraries.data[k], set, diag);
    for (uint32_t k = 0; k < set.pats.size; k++)
      ok &= libraries.add(context, true, set.pats.data[k], set, diag);
    ok = ok && libraries.choose(set, diag);
    smr_phase(before);
    ok = ok && smr_rewrite_with(module, options, libraries.open.data(), uint32_t(libraries.open.size()),
                                libraries.symbols, report, diag);
    before = smr_phase(SMR_PHASE_FINISH);
  }
  smr_phase(before);
  return ok;
}
