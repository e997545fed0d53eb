//===- fuzz_pfa.c - fuzz target for library files ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each input is read twice: as it is, and with its header made right (length, versions, fingerprint,
// checksum), because hardly any mutation would get past those. What then opens as a library is also run and
// dumped.
//===----------------------------------------------------------------------===//
#include "build/build.h"
#include "fuzz.h"
#include "pfa/format.h"
#include "pfa/pfa.h"

static void put(uint8_t *at, uint64_t value, int size) {
  for (int i = 0; i < size; i++)
    at[i] = (uint8_t)(value >> (8 * i));
}

static void repair(uint8_t *bytes, size_t size) {
  if (size < 64)
    return;
  memcpy(bytes, "SMRPFA\0\n", 8);
  put(bytes + 8, SMR_PFA_VERSION, 4);
  put(bytes + 16, size, 8);
  memset(bytes + 32, 0, 16);
  strncpy((char *)bytes + 32, smr_pfa_llvm_version(), 15);
  put(bytes + 48, smr_build_dialects(), 8);
  smr_pfa_seal(bytes, size);
}

/// Two inputs in normal form, a dot product and a scaling, for the automata to run on.
static const char *const inputs[] = {
    "func @dot(%0: ptr unique, %1: ptr unique, %2: ptr unique, %3: ptr unique) {\n"
    "  %4 = undef : i64\n"
    "  %5 = load %0 : i32\n"
    "  %6 = poly %5\n"
    "  %7 = load<hoisted> %1 : f64\n"
    "  %8 = loop<label #0> %6 (%7) {\n"
    "  ^(%9: i64, %10: f64):\n"
    "    %11 = poly 8*%9\n"
    "    %12 = addr %2, %11 [%9 < %4]\n"
    "    %13 = load %12 : f64\n"
    "    %14 = addr %3, %11 [%9 < %4]\n"
    "    %15 = load %14 : f64\n"
    "    %16 = fprod<contract> %13, %15 : f64\n"
    "    %17 = fsum<contract> %16, %10 : f64\n"
    "    yield %17\n"
    "  } : f64\n"
    "  store<sunk owner #0> %8, %1\n"
    "  return\n"
    "}\n",
    "func @scale(%0: ptr unique, %1: ptr unique, %2: ptr unique) {\n"
    "  %3 = undef : i64\n"
    "  %4 = load %0 : i32\n"
    "  %5 = load<hoisted> %1 : f64\n"
    "  %6 = poly %4\n"
    "  loop %6 {\n"
    "  ^(%7: i64):\n"
    "    %8 = poly 8*%7\n"
    "    %9 = addr %2, %8 [%7 < %3]\n"
    "    %10 = load %9 : f64\n"
    "    %11 = fprod<contract> %5, %10 : f64\n"
    "    store %11, %9\n"
    "    yield\n"
    "  }\n"
    "  return\n"
    "}\n",
};

/// Whatever the bytes, a match has the shape that its pattern promises.
static bool found(const SmrMatch *match, void *data) {
  const SmrLibrary *library = data;
  require(match->pattern < library->count);
  const SmrPattern *pattern = &library->pairs[match->pattern].pattern;
  require(match->arg_count == pattern->arg_count && match->node_count == pattern->node_count &&
          match->loop_count == pattern->loop_count);
  for (uint32_t k = 0; k < match->root_count; k++)
    require(match->roots[k] < match->graph->ops.size);
  for (uint32_t k = 0; k < match->node_count; k++)
    require(match->nodes[k] < match->graph->ops.size);
  return true;
}

static void run_on_inputs(SmrLibrary *library, SmrIntern *symbols) {
  SmrScratch *scratch = smr_scratch_create();
  smr_scratch_collect_misses(scratch, true);
  for (size_t k = 0; k < sizeof inputs / sizeof *inputs; k++) {
    SmrDiag diag = {0};
    SmrRunStats stats = {0};
    SmrGraph *graph = smr_graph_parse(symbols, "input", inputs[k], strlen(inputs[k]), &diag);
    require(graph);
    smr_automata_run(library->automata, graph, scratch, found, library, &stats);
    smr_graph_destroy(graph);
    smr_diag_free(&diag);
  }
  smr_scratch_destroy(scratch);
}

/// The contract: one error, or a library.
static void open_library(const uint8_t *bytes, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrLibrary library;
  bool ok = smr_library_from_bytes(symbols, bytes, size, "fuzz.pfa", &library, &diag);
  require(diag.errors == (ok ? 0 : 1) && diag.messages.size == diag.errors);
  if (ok) {
    SmrStr text = {0};
    smr_automata_dump(library.automata, &text);
    smr_str_free(&text);
    run_on_inputs(&library, symbols);
    smr_library_close(&library);
  }
  smr_intern_destroy(symbols);
}

/// What parses is written back and parsed again, to the same bytes.
static void round_trip(const uint8_t *bytes, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrBytes once = {0}, twice = {0};
  SmrPfa pfa;
  if (smr_pfa_parse(bytes, size, "fuzz.pfa", symbols, &arena, &pfa, &diag)) {
    require(smr_pfa_write(&pfa, symbols, "fuzz.pfa", &once, &diag) &&
            smr_pfa_parse(once.data, once.size, "fuzz.pfa", symbols, &arena, &pfa, &diag) &&
            smr_pfa_write(&pfa, symbols, "fuzz.pfa", &twice, &diag));
    require(once.size == twice.size && !memcmp(once.data, twice.data, once.size));
  }
  smr_vec_free(&once);
  smr_vec_free(&twice);
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
