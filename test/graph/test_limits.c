//===- test_limits.c - a limit of normalising that is hit is told ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For each limit a function that is just within it, of which nothing is told, and one that is not.
//===----------------------------------------------------------------------===//
#include "test.h"
// after cmocka's
#include "graph/normalize/normalize.h"
#include "graph_text.h"

/// Normalises a function and gives its limits.
static uint32_t limits_of(const char *body) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "func @f(%%p: ptr, %%q: ptr, %%n: i64, %%x: f64) {\n%s}\n", body);
  SmrGraph *g = graph_of_text(symbols, "f", smr_str_get(&text), text.size);
  smr_normalize(g);
  uint32_t limits = g->limits;
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
  return limits;
}

static void expect(SmrStr *body, uint32_t limits) {
  assert_int_equal(limits_of(smr_str_get(body)), limits);
  smr_str_free(body);
}

static SmrStr chain_of_blocks(uint32_t count) {
  SmrStr body = {0};
  smr_str_puts(&body, "  br ^b1\n");
  for (uint32_t k = 1; k + 1 < count; k++)
    smr_str_printf(&body, "^b%u:\n  br ^b%u\n", k, k + 1);
  smr_str_printf(&body, "^b%u:\n  return\n", count - 1);
  return body;
}

TEST(blocks) {
  SmrStr few = chain_of_blocks(1000), many = chain_of_blocks((1 << 20) + 1);
  expect(&few, 0);
  expect(&many, 1u << SMR_NORMAL_BLOCKS);
}

/// Loads of what stays where it is in p, and stores that move through q, which may be one array with it.
static SmrStr loops_of_accesses(uint32_t loops, uint32_t accesses) {
  SmrStr body = {0};
  for (uint32_t l = 0; l < loops; l++) {
    smr_str_printf(&body, "  loop %%n () {\n  ^(%%i%u: i64):\n", l);
    for (uint32_t k = 0; k < accesses; k++) {
      smr_str_printf(&body, "    %%c%u_%u = const %u : i64\n    %%a%u_%u = addr %%p, %%c%u_%u\n", l, k, 8 * k,
                     l, k, l, k);
      smr_str_printf(&body, "    %%o%u_%u = poly 8*%%i%u + %u\n    %%b%u_%u = addr %%q, %%o%u_%u\n", l, k, l,
                     8 * k, l, k, l, k);
      smr_str_printf(&body, "    %%v%u_%u = load %%a%u_%u : f64\n    store %%v%u_%u, %%b%u_%u\n", l, k, l, k,
                     l, k, l, k);
    }
    smr_str_puts(&body, "    yield\n  }\n");
  }
  smr_str_puts(&body, "  return\n");
  return body;
}

TEST(memory) {
  SmrStr few = loops_of_accesses(2, 20), many = loops_of_accesses(3, 2000);
  expect(&few, 0);
  expect(&many, 1u << SMR_NORMAL_MEMORY);
}

static SmrStr sum(uint32_t parts) {
  SmrStr body = {0};
  smr_str_puts(&body, "  %s1 = load %p : f64\n");
  for (uint32_t k = 2; k <= parts; k++)
    smr_str_printf(&body, "  %%s%u = fadd<reassoc> %%s%u, %%x : f64\n", k, k - 1);
  smr_str_printf(&body, "  return %%s%u\n", parts);
  return body;
}

TEST(parts) {
  SmrStr few = sum(128), many = sum(130);
  expect(&few, 0);
  expect(&many, 1u << SMR_NORMAL_PARTS);
}

TEST(texts) {
  for (uint32_t k = 0; k < SMR_NORMAL_COUNT; k++)
    for (uint32_t i = 0; i < k; i++)
      assert_string_not_equal(smr_normal_limit_text((SmrNormalLimit)k),
                              smr_normal_limit_text((SmrNormalLimit)i));
}
