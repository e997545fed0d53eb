//===- fuzz_term.c - fuzz target for terms -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/term_text.h"
#include "fuzz.h"

/// The contract: one error with a place in the text and nothing else, or terms that print as themselves.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned all = SMR_TERM_VARIABLES | SMR_TERM_COMPUTED | SMR_TERM_SORTS;
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrTerm, smr_term_free) term = {0}, again = {0};
  SmrTermRoots roots = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  bool ok = smr_terms_parse(ops, "fuzz", (const char *)data, size, all, &term, &roots, &diag);
  require(diag.errors == (ok ? 0 : 1) && diag.messages.size == diag.errors);
  require(ok ||
          (diag.messages.data[0].line && diag.messages.data[0].column && !term.nodes.size && !roots.size));
  for (uint32_t i = 0; i < roots.size; i++) {
    smr_str_clear(&text);
    smr_term_print(ops, &term, roots.data[i], &text);
    require(smr_term_parse(ops, "again", smr_str_get(&text), text.size, all, &again, &diag));
    require(smr_term_equal(ops, &term, roots.data[i], &again, smr_term_root(&again)));
    smr_term_clear(&again);
  }
  smr_vec_free(&roots);
  smr_operators_destroy(ops);
  return 0;
}
