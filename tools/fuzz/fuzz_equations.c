//===- fuzz_equations.c - any bytes through the text form of equations -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Whatever parses must print, parse again, and print the same; the checker must survive it, and say the same
// of both.
//===----------------------------------------------------------------------===//
#include "raise/equations.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool ok, const char *what) {
  if (ok)
    return;
  fprintf(stderr, "fuzz_equations: %s\n", what);
  abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SmrDiag diag = {0};
  SmrEquations *e = smr_equations_parse(symbols, "fuzz", (const char *)data, size, &diag);
  require(diag.errors == (e ? 0 : 1), "not one error for what does not parse, or one for what does");
  if (e) {
    SmrStr once = {0}, twice = {0};
    smr_equations_print(e, &once);
    SmrEquations *back = smr_equations_parse(symbols, "printed", once.data, once.size, &diag);
    if (!back)
      smr_diag_flush(&diag, stderr);
    require(back != NULL, "what is printed does not parse");
    smr_equations_print(back, &twice);
    require(strcmp(once.data, twice.data) == 0, "printing again gives another text");
    require(smr_equations_check(e, NULL) == smr_equations_check(back, &diag),
            "the checker judges what is printed otherwise");
    smr_str_free(&once);
    smr_str_free(&twice);
    smr_equations_destroy(back);
  } else {
    require(diag.messages.data[0].line && diag.messages.data[0].column, "an error without a place");
  }
  smr_equations_destroy(e);
  smr_diag_free(&diag);
  smr_intern_destroy(symbols);
  return 0;
}
