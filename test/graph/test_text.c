//===- test_text.c - the text form: round trips and a table of bad inputs --===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/graph.h"

static char message[512];

static SmrGraph *parse(SmrIntern *symbols, const char *text, size_t size) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrGraph *g = smr_graph_parse(symbols, "t", text, size, &diag);
  assert_int_equal(diag.errors, g ? 0 : 1); // one error, and only when it failed
  message[0] = 0;
  if (!g) {
    const SmrMessage *m = &diag.messages.data[0];
    assert_string_equal(m->file, "t");
    snprintf(message, sizeof message, "%u:%u: %s", m->line, m->column, m->text);
  }
  return g;
}

/// Parses, prints, parses and prints: the two prints are equal, and equal to `expected` unless that is NULL.
static void round_trip(const char *text, const char *expected) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) once = {0}, twice = {0};
  SmrGraph *g = parse(symbols, text, strlen(text));
  if (!g)
    fail_msg("%s", message);
  smr_graph_print(g, &once);
  SmrGraph *back = parse(symbols, once.data, once.size);
  if (!back)
    fail_msg("%s\n%s", message, once.data);
  smr_graph_print(back, &twice);
  assert_string_equal(once.data, twice.data);
  if (expected)
    assert_string_equal(once.data, expected);
  smr_graph_destroy(g);
  smr_graph_destroy(back);
  smr_intern_destroy(symbols);
}

TEST(test_round_trips) {
  round_trip("func @f() {}", "func @f() {}\n");
  round_trip("func @f() { ^(): }", "func @f() {\n^():\n}\n");
  round_trip("func @f(%x: i64) { }", "func @f(%0: i64) {\n^():\n}\n");
  round_trip("func @\"a b\\\"\\\\\\x01\" wraps() {\nreturn\n}",
             "func @\"a b\\\"\\\\\\x01\" wraps() {\n  return\n}\n");
  round_trip(
      "func @f(%p: ptr identified \"p\", %q: box unique, %o: !\"!x<\\\"y\\\">\") {\n  return @a.f90:1:2\n}",
      "func @f(%0: ptr identified \"p\", %1: box unique, %2: !\"!x<\\\"y\\\">\") {\n  return "
      "@a.f90:1:2\n}\n");
  round_trip(
      "func @f(%p: ptr identified since 7 \"p\", %u: ptr by 3) { %l by 12 \"l\" = load %p : ptr return }",
      "func @f(%0: ptr identified since 7 \"p\", %1: ptr by 3) {\n  %2 by 12 \"l\" = load %0 : ptr\n  "
      "return\n}\n");
  round_trip("func @f() { %a = const 0.1 : f64 %b = const -0.0 : f64 %c = const 1.0e300 : f64 %d = const "
             "4.9406564584124654e-324 : f64\n%e = const 0xfff0000000000000 : f32 %g = const -5 : i32 %h = "
             "const 2.5 : bf16\n"
             "%k = const 9223372036854775807 : i64 %z = const 0 : !\"x\" return }",
             "func @f() {\n  %0 = const 0.1 : f64\n  %1 = const -0.0 : f64\n  %2 = const 1e+300 : f64\n"
             "  %3 = const 4.94065645841247e-324 : f64\n  %4 = const 0xfff0000000000000 : f32\n  %5 = const "
             "-5 : i32\n"
             "  %6 = const 2.5 : bf16\n  %7 = const 9223372036854775807 : i64\n  %8 = const 0 : !\"x\"\n  "
             "return\n}\n");
  round_trip("func @f(%i: i64, %n: i64) {\n%a = poly %n*%i + %i*%i*3 - 9223372036854775808\n%b = poly 0\n"
             "%c = poly -%i\n %d = poly -2*%i*3\n return }",
             "func @f(%0: i64, %1: i64) {\n  %2 = poly %1*%0 + 3*%0*%0 - 9223372036854775808\n  %3 = poly 0\n"
             "  %4 = poly -%0\n  %5 = poly -6*%0\n  return\n}\n");
  round_trip(
      "func @f(%c: i1, %x: f64) {\n cbr %c, ^a(%x, %x), ^b\n^a(%p: f64, %q: f64):\n br ^b\n^b:\n return %x, "
      "%c }",
      "func @f(%0: i1, %1: f64) {\n  cbr %0, ^b1(%1, %1), ^b2\n^b1(%2: f64, %3: f64):\n  br ^b2\n^b2:\n"
      "  return %1, %0\n}\n");
  round_trip(
      "func @f(%n: i64, %p: ptr, %v: f32) {\n"
      "%r \"s\" = for<inclusive unordered label #3> %n, %n, %n (%v) { ^(%i: i64, %a: f32): yield %a } : f32 "
      "exit [%p = %r, %p = %v]\n store<sunk volatile owner #3> %r, %p\n return }",
      "func @f(%0: i64, %1: ptr, %2: f32) {\n"
      "  %3 \"s\" = for<inclusive unordered label #0> %0, %0, %0 (%2) {\n  ^(%4: i64, %5: f32):\n    yield "
      "%5\n"
      "  } : f32 exit [%1 = %3, %1 = %2]\n  store<sunk volatile owner #0> %3, %1\n  return\n}\n");
  round_trip(
      "func @f(%p: ptr, %n: i64) {\n %v = load<hoisted packed home #7> %p : f64\n"
      " loop<turned label #7> %n () {\n ^(%i: i64): %q = addr %p, %i store %v, %q yield\n } exit [%p]\n"
      " return } ranges [%q: %i from -8 to 0x7fffffffffffffff, %p: %n from -9223372036854775808 to -1]",
      "func @f(%0: ptr, %1: i64) {\n  %2 = load<hoisted packed home #0> %0 : f64\n"
      "  loop<turned label #0> %1 {\n  ^(%3: i64):\n    %4 = addr %0, %3\n    store %2, %4\n"
      "    yield\n  } exit [%0]\n  return\n} ranges [\n  %4: %3 from -8 to 9223372036854775807,\n"
      "  %0: %1 from -9223372036854775808 to -1\n]\n");
  round_trip("func @f(%p: ptr, %q: ptr, %n: i64) {\n loop %n { ^(%i: i64): yield\n } assume [%p 8 apart %q 4 "
             "hoist, %q 8 "
             "apart %p 8 hoist %n, %p 1 apart %q 1 drop]\n return }",
             "func @f(%0: ptr, %1: ptr, %2: i64) {\n  loop %2 {\n  ^(%3: i64):\n    yield\n  } assume [%0 8 "
             "apart %1 4 "
             "hoist, %1 8 apart %0 8 hoist %2, %0 1 apart %1 1 drop]\n  return\n}\n");
  round_trip("func @f(%x: f64) {\n%y = fadd<reassoc nnan ninf nsz arcp contract afn> %x, %x : f64\n"
             "%z = call<pure readonly argonly imm -7 attrs \"{a}\"> \"g\" %x : f64\n%h = heap\n%i = heap %x\n"
             "%u, %w = opaque<name \"n\" regions 1> \"d.op\" { } : i1, none\n return }",
             NULL);
  round_trip(
      "func @f(%b: box, %p: ptr) { %e = descr_extent 3 %b %q = field \"c\" %p %g = global \"g\" 80\n"
      "%a = alloca<once> ?\n%s = addr %p, %e [%e < ?, %e < %e] %w = addr<imm 5> %p, %e return }",
      "func @f(%0: box, %1: ptr) {\n  %2 = descr_extent 3 %0\n  %3 = field \"c\" %1\n  %4 = global \"g\" 80\n"
      "  %5 = alloca<once> ?\n  %6 = undef : i64\n  %7 = addr %1, %2 [%2 < %6, %2 < %2]\n"
      "  %8 = addr<imm 5> %1, %2\n  return\n}\n");
}

/// Fields that the text carries, one by one.
TEST(test_fields) {
  SmrIntern *symbols = smr_intern_create();
  const char *text = "func @f wraps(%p: ptr unique \"p\", %v: f64) {\n"
                     "  store<sunk owner #1> %v, %p @\"x y.f\":7:9\n"
                     "  loop<label #1> %n { ^(%i: i64): yield } exit [%p = %v]\n"
                     "  %n = const -3 : i64\n  return\n}\n";
  SmrGraph *g = parse(symbols, text, strlen(text));
  assert_non_null(g);
  SmrBlock entry = smr_region_block(g, g->body);
  SmrOp store = g->blocks.data[entry].first, loop = smr_op(g, store)->next;
  assert_true(g->wraps);
  assert_string_equal(smr_intern_text(symbols, g->name), "f");
  SmrValue p = g->blocks.data[entry].args.data[0];
  assert_int_equal(g->values.data[p].base, SMR_BASE_UNIQUE);
  assert_string_equal(smr_intern_text(symbols, g->values.data[p].name), "p");
  assert_int_equal(smr_op(g, store)->flags, SMR_F_SUNK);
  assert_int_equal(smr_op(g, store)->owner, loop);
  const SmrLocData *loc = &g->locs.data[smr_op(g, store)->loc];
  assert_string_equal(smr_intern_text(symbols, loc->file), "x y.f");
  assert_int_equal(loc->line, 7);
  assert_int_equal(loc->column, 9);
  assert_int_equal(g->exits.size, 1);
  assert_int_equal(g->exits.data[0].loop, loop);
  assert_int_equal(g->exits.data[0].ptr, p);
  int64_t n; // used before its definition: the text is no valid graph, but it parses
  assert_true(smr_const_int(g, smr_operand(g, loop, 0), &n));
  assert_int_equal(n, -3);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

static const struct {
  const char *text, *message;
} bad_inputs[] = {
    {"", "1:1: expected 'func', found the end of the text"},
    {"module", "1:1: expected 'func', found 'module'"},
    {"func f", "1:6: expected '@' and the function's name, found 'f'"},
    {"func @(", "1:7: expected a name or a string after '@'"},
    {"func @f", "1:8: expected '(', found the end of the text"},
    {"func @f(x)", "1:9: expected an argument such as %n: i64, found 'x'"},
    {"func @f(%x)", "1:11: expected ':', found ')'"},
    {"func @f(%x: int)", "1:13: expected a type (i64, f64, bf16, c64, ptr, box or !\"...\"), found 'int'"},
    {"func @f(%x: i0)", "1:13: expected a type (i64, f64, bf16, c64, ptr, box or !\"...\"), found 'i0'"},
    {"func @f(%x: f63)", "1:13: expected a type (i64, f64, bf16, c64, ptr, box or !\"...\"), found 'f63'"},
    {"func @f(%x: i65536)",
     "1:13: expected a type (i64, f64, bf16, c64, ptr, box or !\"...\"), found 'i65536'"},
    {"func @f(%x: !y)", "1:14: expected a string, found 'y'"},
    {"func @f(%x: i64, %x: i64)", "1:18: value %x is defined twice"},
    {"func @f(%: i64)", "1:9: expected a value name after '%'"},
    {"func @f() {", "1:12: expected an op or '}', found the end of the text"},
    {"func @f() {} x", "1:14: expected the end of the text, found 'x'"},
    {"func @f() {\n  frob\n}", "2:3: unknown op 'frob'"},
    {"func @f() {\n  ;\n}", "2:3: unexpected ';'"},
    {"func @f() {\n  \x01\n}", "2:3: unexpected byte 0x01"},
    {"func @f() {\n  \xff\n}", "2:3: unexpected byte 0xff"},
    {"func @f() {\n  @\n}", "2:3: expected an op or '}', found '@'"},
    {"func @f() {\n  %x add\n}", "2:6: expected '=', found 'add'"},
    {"func @f() {\n  %x, = undef : i64\n}", "2:7: expected a value, found '='"},
    {"func @f() {\n  %x = 5\n}", "2:8: expected an op, found '5'"},
    {"func @f() {\n  %x = undef\n}", "3:1: expected ':' and the type of each result, found '}'"},
    {"func @f() {\n  %x, %y = undef : i64\n}", "3:1: expected ',', found '}'"},
    {"func @f() {\n  %x = undef : i64 %x = undef : i64\n}", "2:20: value %x is defined twice"},
    {"func @f() {\n  return %y\n}", "2:10: value %y is used but never defined"},
    {"func @f() {\n  return %y,\n}", "3:1: expected a value, found '}'"},
    {"func @f() {\n  br ^\n}", "2:6: expected a block name such as ^b1, found '^'"},
    {"func @f() {\n  br ^b\n}", "2:6: block ^b is never defined"},
    {"func @f() {\n  return\n^b:\n^b:\n}", "4:1: block ^b is defined twice"},
    {"func @f() {\n  return\n^:\n}", "3:1: a block after the first needs a name"},
    {"func @f(%c: i1) {\n  if %c {\n ^b: yield } else { yield }\n}",
     "3:2: the first block of a region has no name"},
    {"func @f(%c: i1) {\n  if %c { yield }\n}", "3:1: expected '{', found '}'"},
    {"func @f(%c: i1) {\n  cbr %c ^b, ^b\n}", "2:10: expected ',', found '^b'"},
    {"func @f() {\n  %x = const : i64\n}", "2:14: expected a number, found ':'"},
    {"func @f() {\n  %x = const 1.5 : i64\n}", "2:14: '1.5' is no constant of the result's type"},
    {"func @f() {\n  %x = const 9223372036854775808 : i64\n}",
     "2:14: '9223372036854775808' is no constant of the result's type"},
    {"func @f() {\n  %x = const 1e999 : f64\n}", "2:14: '1e999' is no constant of the result's type"},
    {"func @f() {\n  %x = const 0xfffffffffffffffff : i64\n}",
     "2:14: '0xfffffffffffffffff' is no constant of the result's type"},
    {"func @f(%a: i64) {\n  %x = icmp lt %a, %a\n}", "2:13: expected a comparison such as slt, found 'lt'"},
    {"func @f(%a: f64) {\n  %x = fcmp slt %a, %a\n}", "2:13: expected a comparison such as olt, found 'slt'"},
    {"func @f(%a: i64) {\n  %x = add<fast> %a, %a : i64\n}", "2:12: expected a flag, found 'fast'"},
    {"func @f(%a: i64) {\n  %x = add<imm x> %a, %a : i64\n}", "2:16: expected an integer, found 'x'"},
    {"func @f(%a: i64) {\n  %x = add<label 1> %a, %a : i64\n}",
     "2:18: expected a label such as #0, found '1'"},
    {"func @f(%a: i64) {\n  %x = add<label #x> %a, %a : i64\n}", "2:18: a label is # and a small number"},
    {"func @f(%a: i64) {\n  %x = add<label #1> %a, %a : i64 %y = add<label #1> %a, %a : i64\n}",
     "2:44: label #1 is defined twice"},
    {"func @f(%a: ptr) {\n  store<owner #4> %a, %a\n}", "2:9: label #4 is never defined"},
    {"func @f() {\n  opaque<regions 257> \"x\"\n}",
     "2:18: a number of regions is not an integer from 0 to 256"},
    {"func @f() {\n  call foo\n}", "2:8: expected a string, found 'foo'"},
    {"func @f() {\n  call \"foo\n}", "2:8: string is not closed on its line"},
    {"func @f() {\n  call \"a\tb\"\n}", "2:10: control character in a string"},
    {"func @f() {\n  call \"\\q\"\n}", "2:8: bad escape in a string (known: \\\" \\\\ \\x01 to \\xff)"},
    {"func @f() {\n  call \"\\x00\"\n}", "2:8: bad escape in a string (known: \\\" \\\\ \\x01 to \\xff)"},
    {"func @f() {\n  %a = alloca x\n}", "2:15: expected an integer or ?, found 'x'"},
    {"func @f(%i: i64) {\n  %a = poly\n}", "3:1: expected a coefficient or a value, found '}'"},
    {"func @f(%i: i64) {\n  %a = poly 2 * * 3\n}", "2:17: expected a coefficient or a value, found '*'"},
    {"func @f(%i: i64) {\n  %a = poly 9223372036854775808\n}",
     "2:13: a coefficient or a value is not an integer from 0 to 9223372036854775807"},
    {"func @f(%i: i64) {\n  %a = poly 4294967296*4294967296\n}", "2:24: coefficient does not fit in 64 bits"},
    {"func @f(%i: i64) {\n  %a = poly %i*%i*%i*%i*%i*%i*%i*%i*%i\n}",
     "2:37: a monomial has at most 8 factors"},
    {"func @f(%p: ptr, %i: i64) {\n  %a = addr %p, %i [%i]\n}", "2:23: expected '<', found ']'"},
    {"func @f(%p: ptr, %i: i64) {\n  %a = addr %p, %i [%i < 5]\n}", "2:26: expected a value, found '5'"},
    {"func @f() {\n  return @x\n}", "3:1: expected ':', found '}'"},
    {"func @f() {\n  return @x:1:y\n}", "2:15: expected a column number, found 'y'"},
    {"func @f() {\n  return @x:99999999999:1\n}",
     "2:13: a line number is not an integer from 0 to 4294967295"},
    {"func @f() {\n  return exit [%x]\n}", "2:16: value %x is used but never defined"},
    {"func @f(%a: ptr) {\n  store<home #4> %a, %a\n}", "2:9: label #4 is never defined"},
    {"func @f() {\n  return\n} ranges", "3:9: expected '[', found the end of the text"},
    {"func @f(%a: ptr) {\n  return\n} ranges [%a]", "3:13: expected ':', found ']'"},
    {"func @f(%a: ptr) {\n  return\n} ranges [%a: %a 1]", "3:18: expected \"from\", found '1'"},
    {"func @f(%a: ptr) {\n  return\n} ranges [%a: %a from 1]", "3:24: expected \"to\", found ']'"},
    {"func @f() {\n  return #\n}", "2:10: expected a label number after '#'"},
};

TEST(test_bad_inputs) {
  SmrIntern *symbols = smr_intern_create();
  for (size_t i = 0; i < sizeof bad_inputs / sizeof *bad_inputs; i++) {
    SmrGraph *g = parse(symbols, bad_inputs[i].text, strlen(bad_inputs[i].text));
    if (g)
      fail_msg("accepted: %s", bad_inputs[i].text);
    assert_string_equal(message, bad_inputs[i].message);
  }
  smr_intern_destroy(symbols);
}

TEST(test_limits) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, "func @f(%c: i1) {\n");
  for (int i = 0; i <= SMR_GRAPH_MAX_NESTING; i++)
    smr_str_puts(&text, "if %c {\n");
  assert_null(parse(symbols, text.data, text.size));
  assert_string_equal(message, "402:7: regions nest more than 400 deep");
  smr_str_clear(&text);
  smr_str_puts(&text, "func @f(%i: i64) { %a = poly %i");
  for (int i = 0; i < 64; i++)
    smr_str_puts(&text, "+%i");
  assert_null(parse(symbols, text.data, text.size));
  assert_string_equal(message, "1:222: a polynomial has at most 64 terms");
  smr_str_clear(&text);
  for (int i = 0; i < (1 << 26) + 1; i++)
    smr_str_putc(&text, ' ');
  assert_null(parse(symbols, text.data, text.size));
  assert_string_equal(message, "1:1: text is longer than 67108864 bytes");
  smr_intern_destroy(symbols);
}

/// README.md's example, cut at every length and with every byte changed: an error or a graph, never a crash.
TEST(test_readme_example) {
  SMR_OWNED(SmrStr, smr_str_free) readme = {0};
  const char *reason = "", *path = SMR_SOURCE_DIR "/lib/graph/README.md";
  if (!smr_read_file(path, &readme, &reason))
    fail_msg("%s: %s", path, reason);
  char *begin = strstr(readme.data, "```\nfunc "), *end = begin ? strstr(begin + 4, "```") : NULL;
  assert_non_null(end);
  *end = 0;
  begin += 4;
  round_trip(begin, NULL);
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *g = parse(symbols, begin, strlen(begin));
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_true(smr_graph_check(g, &diag));
  smr_graph_destroy(g);

  size_t size = strlen(begin), whole = size;
  while (whole && begin[whole - 1] != '}') // only blanks behind the last brace
    --whole;
  for (size_t cut = 0; cut < size; cut++) {
    char *exact = malloc(cut + !cut);
    memcpy(exact, begin, cut);
    g = parse(symbols, exact, cut);
    assert_int_equal(g != NULL, cut >= whole);
    smr_graph_destroy(g);
    free(exact);
  }
  for (size_t at = 0; at < size; at++) {
    char saved = begin[at];
    for (int change = 1; change < 256; change *= 2) {
      begin[at] = (char)(saved ^ change);
      smr_graph_destroy(parse(symbols, begin, size));
    }
    begin[at] = saved;
  }
  smr_intern_destroy(symbols);
}
