//===- test_passes.c - the table of passes, and what README.md says of it --===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/interpret.h"
#include "graph/normalize/normalize.h"
#include "graph/random_graph.h"
#include "graph_text.h"
#include "test.h"

static const char readme[] = SMR_SOURCE_DIR "/lib/graph/normalize/README.md";

/// SMR_UPDATE=1 in the environment writes the table anew.
TEST(readme_shows_the_table) {
  static const char head[] = "## The passes and their order\n", fence[] = "```\n";
  SMR_OWNED(SmrStr, smr_str_free) table = {0}, text = {0};
  const char *reason;
  smr_passes_print(&table);
  assert_true(smr_read_file(readme, &text, &reason));
  char *section = strstr(text.data, head);
  assert_non_null(section);
  char *begin = strstr(section, fence);
  assert_non_null(begin);
  begin += sizeof fence - 1;
  char *end = strstr(begin, fence);
  assert_non_null(end);
  if (getenv("SMR_UPDATE")) {
    SmrStr updated = {0};
    smr_str_append(&updated, text.data, (size_t)(begin - text.data));
    smr_str_puts(&updated, smr_str_get(&table));
    smr_str_puts(&updated, end);
    assert_true(smr_write_file(readme, updated.data, updated.size, &reason));
    smr_str_free(&updated);
  } else {
    *end = 0;
    assert_string_equal(begin, smr_str_get(&table));
  }
  for (const char *line = smr_str_get(&table), *next; *line; line = next) {
    next = strchr(line, '\n') + 1;
    assert_true(next - line <= 121);
  }
}

/// The plain form takes nothing for granted and leaves each access of an array what and where it is.
TEST(plain_keeps_accesses) {
  static const char source[] = "func @f wraps(%a: ptr, %b: ptr, %n: i64, %k: i32, %s: ptr) {\n"
                               "  loop %n () {\n"
                               "  ^(%i: i64):\n"
                               "    %t = trunc %i : i32\n"
                               "    %u = add %t, %k : i32\n"
                               "    %w = zext %u : i64\n"
                               "    %o = shl %w, %two : i64\n"
                               "    %p = addr %a, %o\n"
                               "    %x = load %p : f32\n"
                               "    %y = load %s : f32\n"
                               "    %z = fmul %x, %y : f32\n"
                               "    %q = addr %b, %o\n"
                               "    store %z, %q\n"
                               "    yield\n"
                               "  }\n"
                               "  return\n"
                               "}\n";
  for (int plain = 0; plain < 2; plain++) {
    SmrIntern *symbols = smr_intern_create();
    SmrStr text = {0};
    smr_str_puts(&text, source);
    char *where = strstr(text.data, "  loop");
    SmrStr whole = {0};
    smr_str_append(&whole, text.data, (size_t)(where - text.data));
    smr_str_puts(&whole, "  %two = const 2 : i64\n");
    smr_str_puts(&whole, where);
    SmrGraph *g = graph_of_text(symbols, "plain", whole.data, whole.size);
    if (plain)
      smr_normalize_plain(g);
    else
      smr_normalize(g);
    uint32_t loads = 0, stores = 0;
    for (SmrOp op = 0; (op = smr_next_op(g, op, 0));) {
      loads += smr_op(g, op)->code == SMR_OP_LOAD;
      stores += smr_op(g, op)->code == SMR_OP_STORE;
    }
    assert_int_equal(loads, 2);
    assert_int_equal(stores, 1);
    assert_int_equal(g->ranges.size == 0, plain);
    assert_int_equal(g->assumptions.size == 0, plain);
    smr_graph_destroy(g);
    smr_str_free(&text);
    smr_str_free(&whole);
    smr_intern_destroy(symbols);
  }
}

/// How many conditions the plain form has of a product of x and y, whose parts are `re` and `im`, that looks
/// again by `call`; `extra` stands beside the call.
static uint32_t second_looks(const char *re, const char *im, const char *call, const char *extra) {
  static const char head[] =
      "func @f(%a: f64, %b: f64, %c: f64, %d: f64, %p: ptr unique, %q: ptr unique) {\n"
      "%zero = const 0.0 : f64 %ac = fmul %a, %c : f64 %bd = fmul %b, %d : f64 %ad = fmul %a, %d : f64\n"
      "%bc = fmul %b, %c : f64 %minus = fneg %b : f64 %mc = fmul %minus, %c : f64\n";
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  uint32_t count = 0;
  smr_str_printf(
      &text,
      "%s%%re = %s\n%%im = %s\n%%t = fcmp uno %%re, %%zero\n%%u = fcmp uno %%im, %%im\n"
      "%%x, %%y = if %%t {\n  %%v, %%w = if %%u {\n    %%z = call \"%s : !\"pair\"\n    %s\n"
      "    %%z0 = opaque<pure attrs \"position = array<i64: 0>\"> \"llvm.extractvalue\" %%z : f64\n"
      "    %%z1 = opaque<pure attrs \"position = array<i64: 1>\"> \"llvm.extractvalue\" %%z : f64\n"
      "    yield %%z0, %%z1\n  } else {\n    yield %%re, %%im\n  } : f64, f64\n  yield %%v, %%w\n"
      "} else {\n  yield %%re, %%im\n} : f64, f64\nstore %%x, %%p store %%y, %%q return\n}\n",
      head, re, im, call, extra);
  SmrGraph *g = graph_of_text(symbols, "look", text.data, text.size);
  smr_normalize_plain(g);
  assert_true(smr_graph_check(g, NULL));
  for (SmrOp op = 0; (op = smr_next_op(g, op, 0));)
    count += smr_op(g, op)->code == SMR_OP_IF;
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
  return count;
}

TEST(N_COMPLEX_second_look) {
  static const char re[] = "fsub %ac, %bd : f64", im[] = "fadd %ad, %bc : f64",
                    call[] = "__muldc3\" %a, %b, %c, %d";
  assert_int_equal(second_looks(re, im, call, ""), 0);
  assert_int_equal(second_looks(re, "fadd %bc, %ad : f64", "__muldc3\" %c, %d, %a, %b", ""), 0);
  // Of a conjugate, whose sign is in the sums.
  assert_int_equal(
      second_looks("fadd %ac, %bd : f64", "fsub %ad, %bc : f64", "__muldc3\" %a, %minus, %c, %d", ""), 0);
  assert_int_equal(
      second_looks("fadd %ac, %bd : f64", "fadd %ad, %mc : f64", "__muldc3\" %a, %minus, %c, %d", ""), 0);
  // Another formula, another function, other numbers, an effect.
  assert_int_equal(second_looks("fadd %ac, %bd : f64", im, call, ""), 2);
  assert_int_equal(second_looks(re, "fsub %ad, %bc : f64", call, ""), 2);
  assert_int_equal(second_looks("fsub %bd, %ac : f64", im, call, ""), 2);
  assert_int_equal(second_looks(re, im, "__divdc3\" %a, %b, %c, %d", ""), 2);
  assert_int_equal(second_looks(re, im, "__muldc3\" %a, %b, %d, %c", ""), 2);
  assert_int_equal(second_looks(re, im, "__muldc3\" %a, %minus, %c, %d", ""), 2);
  assert_int_equal(second_looks(re, im, call, "store %zero, %p"), 2);
}
