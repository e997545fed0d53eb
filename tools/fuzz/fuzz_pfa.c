//===- fuzz_pfa.c - fuzz target for library files ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each input is read twice: as it is, and with its header made right (length, versions, fingerprint,
// checksum), because hardly any mutation would get past those. What then opens as a library is also run and
// dumped.
//===----------------------------------------------------------------------===//
#include "build/build.h"
#include "pfa/pfa.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put(uint8_t *at, uint64_t value, int size) {
  for (int i = 0; i < size; i++)
    at[i] = (uint8_t)(value >> (8 * i));
}

static void repair(uint8_t *bytes, size_t size) {
  if (size < 64)
    return;
  memcpy(bytes, "SMRPFA\0\n", 8);
  put(bytes + 8, 1, 4);
  put(bytes + 16, size, 8);
  memset(bytes + 32, 0, 16);
  strncpy((char *)bytes + 32, smr_pfa_llvm_version(), 15);
  put(bytes + 48, smr_build_dialects(), 8);
  smr_pfa_seal(bytes, size);
}

/// The contract: one error, or a library.
static void open_library(const uint8_t *bytes, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SmrDiag diag = {0};
  SmrLibrary library;
  bool ok = smr_library_from_bytes(symbols, bytes, size, "fuzz.pfa", &library, &diag);
  if (diag.errors != (ok ? 0 : 1) || diag.messages.size != diag.errors)
    abort();
  if (ok) {
    SmrStr text = {0};
    smr_automata_dump(library.automata, &text);
    smr_str_free(&text);
    smr_library_close(&library);
  }
  smr_diag_free(&diag);
  smr_intern_destroy(symbols);
}

/// What parses is written back and parsed again, to the same bytes.
static void round_trip(const uint8_t *bytes, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SmrArena arena = {0};
  SmrDiag diag = {0};
  SmrBytes once = {0}, twice = {0};
  SmrPfa pfa;
  if (smr_pfa_parse(bytes, size, "fuzz.pfa", symbols, &arena, &pfa, &diag)) {
    if (!smr_pfa_write(&pfa, symbols, "fuzz.pfa", &once, &diag) ||
        !smr_pfa_parse(once.data, once.size, "fuzz.pfa", symbols, &arena, &pfa, &diag) ||
        !smr_pfa_write(&pfa, symbols, "fuzz.pfa", &twice, &diag) || once.size != twice.size ||
        memcmp(once.data, twice.data, once.size) != 0)
      abort();
  }
  smr_vec_free(&once);
  smr_vec_free(&twice);
  smr_diag_free(&diag);
  smr_arena_destroy(&arena);
  smr_intern_destroy(symbols);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint8_t *copy = malloc(size ? size : 1);
  if (!copy)
    return 0;
  memcpy(copy, data, size);
  open_library(copy, size);
  repair(copy, size);
  open_library(copy, size);
  round_trip(copy, size);
  free(copy);
  return 0;
}
