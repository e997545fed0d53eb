//===- fuzz_equations.c - any bytes through the text form of equations -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Whatever parses must print, parse again, and print the same; the checker must survive it, and say the same
// of both.
//===----------------------------------------------------------------------===//
#include "fuzz.h"
#include "raise/equations.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrEquations *e = smr_equations_parse(symbols, "fuzz", (const char *)data, size, &diag);
  require(diag.errors == (e ? 0 : 1));
  if (e) {
    SmrStr once = {0}, twice = {0};
    smr_equations_print(e, &once);
    SmrEquations *back = smr_equations_parse(symbols, "printed", once.data, once.size, &diag);
    if (!back)
      smr_diag_flush(&diag, stderr);
    require(back);
    smr_equations_print(back, &twice);
    require_equal(&once, &twice);
    require(smr_equations_check(e, NULL) == smr_equations_check(back, &diag));
    smr_str_free(&once);
    smr_str_free(&twice);
    smr_equations_destroy(back);
  } else {
    require(diag.messages.data[0].line && diag.messages.data[0].column);
  }
  smr_equations_destroy(e);
  smr_intern_destroy(symbols);
  return 0;
}
