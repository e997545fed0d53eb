//===- fuzz_normalize.c - any valid graph through the normaliser -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Whatever parses and is valid must be valid after smr_normalize, and again after normalising twice. Bytes
// alone seldom make a valid graph, so inputs are mutated by words: one word for another of the text, a line
// copied, moved or left out.
//===----------------------------------------------------------------------===//
#include "fuzz.h"
#include "graph/normalize/normalize.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static void require_valid(const SmrGraph *g, const char *when) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  if (!smr_graph_check(g, &diag)) {
    SmrStr text = {0};
    smr_graph_print(g, &text);
    fprintf(stderr, "fuzz_normalize: invalid %s\n%s", when, smr_str_get(&text));
    smr_diag_flush(&diag, stderr);
    abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrGraph *g = smr_graph_parse(symbols, "fuzz", (const char *)data, size, &diag);
  if (g && smr_graph_check(g, &diag)) {
    smr_normalize(g);
    require_valid(g, "after normalising");
    smr_normalize(g);
    require_valid(g, "after normalising twice");
  }
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
  return 0;
}

//--- Mutation by words ---------------------------------------------------------

typedef struct {
  size_t first, end;
} Span;

static uint32_t below(uint64_t *state, size_t n) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*state >> 33) % n);
}

static bool in_word(uint8_t byte) {
  return byte > ' ' && !strchr(",:()[]{}<>=*", byte);
}

/// A word (not empty) near a random place, or a whole line with its newline.
static Span pick(const uint8_t *data, size_t size, uint64_t *state, bool line) {
  Span s = {below(state, size), 0};
  if (!line)
    while (s.first + 1 < size && !in_word(data[s.first]))
      ++s.first;
  s.end = s.first;
  while (s.first && (line ? data[s.first - 1] != '\n' : in_word(data[s.first - 1])))
    --s.first;
  while (s.end < size && (line ? data[s.end] != '\n' : in_word(data[s.end])))
    ++s.end;
  s.end += line && s.end < size;
  return s;
}

/// text[to] = what; the same when it does not fit.
static size_t splice(uint8_t *data, size_t size, size_t most, Span to, const uint8_t *what, size_t length) {
  size_t whole = size - (to.end - to.first) + length;
  if (whole > most)
    return size;
  memmove(data + to.first + length, data + to.end, size - to.end);
  memcpy(data + to.first, what, length);
  return whole;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  static const char words[] =
      "0 1 -1 2 7 9223372036854775807 -9223372036854775808 i64 i32 i1 f64 ptr unique identified "
      "inclusive nsw volatile once cfg slt sle sgt sge ne add sub mul divs shl maxs mins select sext "
      "trunc fadd fsub fmul fneg fsum fprod fma load store addr undef loop for while if br cbr poly "
      "alloca global noreassoc descr_addr";
  uint64_t state = seed;
  if (!size)
    return 0;
  for (uint32_t times = 1 + below(&state, 4); times; --times) {
    bool line = below(&state, 4) == 0;
    Span from = pick(data, size, &state, line), to = pick(data, size, &state, line);
    size_t length = from.end - from.first;
    uint8_t *copy = malloc(length + 1);
    require(copy);
    memcpy(copy, data + from.first, length);
    uint32_t how = below(&state, 8);
    if (line && how < 4) // copy
      size = splice(data, size, most, (Span){to.first, to.first}, copy, length);
    else if (line && how < 6) // leave out
      size = splice(data, size, most, from, copy, 0);
    else if (!line && how < 3) {
      Span word = pick((const uint8_t *)words, sizeof words - 1, &state, false);
      size = splice(data, size, most, to, (const uint8_t *)words + word.first, word.end - word.first);
    } else
      size = splice(data, size, most, to, copy, length);
    free(copy);
    if (!size)
      return 0;
  }
  return size;
}
