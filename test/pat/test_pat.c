//===- test_pat.c - PAT files that parse ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "pat/pat.h"
#include "test.h"

typedef struct {
  SmrArena arena;
  SmrDiag diag;
  SmrPat pat;
} Parsed;

static void parse(const char *text, Parsed *out) {
  *out = (Parsed){0};
  if (!smr_pat_parse("a.pat", text, strlen(text), &out->arena, &out->pat, &out->diag))
    smr_diag_flush(&out->diag, stderr);
  assert_int_equal(out->diag.errors, 0);
}

static void done(Parsed *p) {
  smr_diag_free(&p->diag);
  smr_arena_destroy(&p->arena);
}

/// Joins a block's arguments for comparison.
static void expect_wrapper(const SmrPatBlock *block, const char *wrapper, const char *arguments) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (uint32_t i = 0; i < block->argument_count; i++)
    smr_str_printf(&text, "%s%s", i ? " " : "", block->arguments[i]);
  assert_string_equal(block->wrapper, wrapper);
  assert_string_equal(smr_str_get(&text), arguments);
}

/// The RFC's second listing, with the braces that its typesetting lost.
TEST(test_rfc_listing) {
  Parsed p;
  parse("C {\n"
        "  void dot(int N, float *x, int ix, float *y, int iy, float *out) {\n"
        "    for (int i = 0; i  <  N;  i++) \n"
        "      *out += x[i*ix] * y[i*iy];\n"
        "  }\n"
        "} = {\n"
        "  #include <cblas.h>\n"
        "  void dot(int M, float *p, int ip, float *q, int iq, float *out) {\n"
        "    *out += cblas_sdot(M, p, ip, q, iq);\n"
        "  }\n"
        "}\n",
        &p);
  assert_int_equal(p.pat.pair_count, 1);
  const SmrPatPair *pair = &p.pat.pairs[0];
  assert_string_equal(pair->name, "dot");
  assert_int_equal(pair->idiom.language, SMR_LANGUAGE_C);
  expect_wrapper(&pair->idiom, "dot", "N x ix y iy out");
  expect_wrapper(&pair->replacement, "dot", "M p ip q iq out");
  assert_int_equal(pair->idiom.line, 1);
  assert_int_equal(pair->idiom.column, 4);
  assert_int_equal(pair->replacement.line, 6);
  assert_int_equal(pair->replacement.column, 6);
  assert_true(strncmp(pair->replacement.code, "\n  #include <cblas.h>\n", 22) == 0);
  assert_int_equal(pair->when_count, 0);
  assert_int_equal(pair->link_count, 0);
  assert_false(pair->fp_exact);
  done(&p);
}

/// What stands between the parts does not matter, nor how the language is written.
TEST(test_spellings) {
  static const char *const languages[] = {"Fortran", "fortran", "FORTRAN", "f", "F", "f90", "F90", "f95"};
  static const char *const betweens[] = {
      "}={", "} = {", "}\n=\n{", "} // }\n = /* { */ {", "} ! {\n = # {\n{", "}\r\n=\r\n{", "} = f90 {"};
  for (size_t l = 0; l < sizeof languages / sizeof *languages; l++)
    for (size_t b = 0; b < sizeof betweens / sizeof *betweens; b++) {
      Parsed p;
      SmrStr text = {0};
      smr_str_printf(&text, "\xef\xbb\xbf # head {\n%s{ subroutine s(x)\nend %s subroutine s(y)\nend }",
                     languages[l], betweens[b]);
      parse(text.data, &p);
      assert_int_equal(p.pat.pair_count, 1);
      assert_int_equal(p.pat.pairs[0].idiom.language, SMR_LANGUAGE_FORTRAN);
      expect_wrapper(&p.pat.pairs[0].idiom, "s", "x");
      expect_wrapper(&p.pat.pairs[0].replacement, "s", "y");
      smr_str_free(&text);
      done(&p);
    }
}

/// Braces in literals and comments of the language.
TEST(test_braces) {
  Parsed p;
  parse(
      "c { void a(void) { char c = '}', d = '\\'', *s = \"}\\\"}\"; /* } */ // } \\\n }\n int n = 1'000; { } "
      "} }"
      " = {\n#define OPEN { \\\n {\n#include <x}.h> // }\n#error don't }\nvoid a(void) { } }\n"
      "f90 { subroutine b ! don't }\n print *, '}', \"it's }\", 'doubled''}', 'conti&\n  &nued }'\nend\n}"
      " = { subroutine b\nend }\n"
      "mlir { #map = affine_map<(d0) -> (d0)> // }\n func.func @c() attributes {a = \"}\\\"}\"} { return } }"
      " = { func.func private @x(i32)\n func.func @c() { } }\n",
      &p);
  assert_int_equal(p.pat.pair_count, 3);
  assert_string_equal(p.pat.pairs[0].name, "a");
  assert_string_equal(p.pat.pairs[1].name, "b");
  assert_string_equal(p.pat.pairs[2].name, "c");
  expect_wrapper(&p.pat.pairs[2].replacement, "c", "");
  done(&p);
}

TEST(test_wrappers) {
  static const struct {
    const char *language, *code, *wrapper, *arguments;
  } table[] = {
      {"f90", "subroutine S\nend", "s", ""},
      {"f90", "SUBROUTINE Gemm( N, &\n ! a comment\n & A,b )\nend", "gemm", "n a b"},
      {"f90", "pure real(kind=8) function f(x) result(r)\nend", "f", "x"},
      {"f90", "real*8 function f(x)\nend", "f", "x"},
      {"f90", "type(t) recursive function f(x)\nend", "f", "x"},
      {"f90", "interface\nsubroutine inner(q)\nend subroutine\nend interface\nsubroutine outer(w)\nend",
       "outer", "w"},
      {"f90", "abstract interface\nsubroutine inner(q)\nend\nendinterface\nsubroutine outer(w)\nend", "outer",
       "w"},
      {"f90", "module m\ncontains\nsubroutine inside(q)\nend\nend module\nsubroutine outside(w)\nend",
       "outside", "w"},
      {"f90", "module m\ncontains\nsubroutine inside(q)\nend\nend module", "inside", "q"},
      {"f90", "subroutine first(a)\nend\nsubroutine second(b)\nend", "first", "a"},
      {"f90", "subroutine s(n) bind(c, name='x')\nend", "s", "n"},
      {"f90", "#include \"x.h\"\nsubroutine s(n); integer :: function; end", "s", "n"},
      {"c", "static int help(int z) { return z; } void f(int n) { }", "f", "n"},
      {"c",
       "struct s { int a; }; int g(int); int (*p)(int) = 0; __attribute__((noinline)) float *f(struct s *p) "
       "{ }",
       "f", "p"},
      {"c",
       "void f(int n, float a[restrict static 2][n], float (*m)[3], void (*cb)(int), const char *const s) { "
       "}",
       "f", "n a m cb s"},
      {"c", "void f(void) { }", "f", ""},
      {"c", "void f() { }", "f", ""},
      {"c", "enum { A = sizeof(int) }; int x = (1); void f(int a) { }", "f", "a"},
      {"mlir",
       "func.func private @decl(i32) -> i32\nfunc.func public @f.g(%arg0: i32 {x.y = 1}, %b_1: i32) -> (i32) "
       "{}",
       "f.g", "arg0 b_1"},
      {"mlir", "module { llvm.func @f(%a: !llvm.ptr) attributes {k} { } }", "f", "a"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Parsed p;
    SmrStr text = {0};
    smr_str_printf(&text, "%s {%s} = {%s}", table[i].language, table[i].code, table[i].code);
    parse(text.data, &p);
    expect_wrapper(&p.pat.pairs[0].idiom, table[i].wrapper, table[i].arguments);
    smr_str_free(&text);
    done(&p);
  }
  Parsed p;
  parse("f { module m\ncontains\nsubroutine s\nend\nend module } = { subroutine s\nend }", &p);
  assert_string_equal(p.pat.pairs[0].idiom.module, "m");
  assert_null(p.pat.pairs[0].replacement.module);
  done(&p);
}

#define PAIR "f90 { subroutine f(n, M, x)\nend } = { subroutine g(a, b, c)\nend }"

/// What C's pointers point to; in doubt nothing is said.
TEST(test_pointees) {
  Parsed p;
  parse(
      "C { void f(int n, const float *restrict x, double a[n][n], unsigned char *const b, real *r,\n"
      "  float **rows, double (*m)[3], int (*g)(int), struct s *t, const int8_t q[static 4], float z) { } }\n"
      "= { void f(int n, float *x, double *a, char *b, real *r, float *u, double *m, int *g, int *t,\n"
      "  int8_t *q, float z) { } }\n",
      &p);
  // (A pointer to an array, to a function, or to what has a name of its own: in doubt.)
  static const char *const idiom[] = {"", "float", "double", "unsigned char", "", "float",
                                      "", "",      "",       "int8_t",        ""};
  const SmrPatBlock *block = &p.pat.pairs[0].idiom;
  expect_wrapper(block, "f", "n x a b r rows m g t q z");
  for (uint32_t k = 0; k < 11; k++)
    assert_string_equal(block->pointees[k], idiom[k]);
  done(&p);
}

TEST(test_conditions) {
  static const struct {
    const char *text, *postfix;
    uint32_t stack;
  } table[] = {
      {"n > 0", "n 0 >", 2},
      {"N>0, m<=n", "n 0 > m n <= &&", 3},
      {"n + 2*m - 1 == -m", "n 2 m * + 1 - m neg ==", 3},
      {"n/2%3 /= 1", "n 2 / 3 % 1 !=", 2},
      {"max(n, m, 1) >= min(n, m) /* c */", "n m max 1 max n m min >=", 3},
      {"mod(n, 8) .eq. 0 .and. .not. m .lt. 2", "n 8 % 0 == m 2 < ! &&", 3},
      {"!(n > 1 || m > 1) && n != m", "n 1 > m 1 > || ! n m != &&", 3},
      {"n > 1 || m > 1 && n > m", "n 1 > m 1 > n m > && ||", 4},
      {"type(x) == real(8)", "$2 type== real(8)", 1},
      {"copied(x) && n > 24", "copied(x) n 24 > &&", 3},
      {"type( X ) /= integer(kind = 4) , n > 0", "$2 type!= integer(kind = 4) n 0 > &&", 3},
      {"type(x) == !fir.ref<!fir.array<?x?xf64>> && n > 0",
       "$2 type== !fir.ref<!fir.array<?x?xf64>> n 0 > &&", 3},
      {"(type(x)==real(4))||(type(x).eq.real(8).or.n>0)", "$2 type== real(4) $2 type== real(8) n 0 > || ||",
       4},
      {"n\n > # a comment\n 9223372036854775807", "n 9223372036854775807 >", 2},
      {"1.lt.n", "1 n <", 2},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Parsed p;
    SmrStr text = {0}, printed = {0};
    smr_str_printf(&text, PAIR " when (%s)", table[i].text);
    parse(text.data, &p);
    const SmrPatPair *pair = &p.pat.pairs[0];
    smr_pat_print_when(pair->when, pair->when_count, &printed);
    assert_string_equal(printed.data, table[i].postfix);
    assert_int_equal(pair->when_stack, table[i].stack);
    smr_str_free(&text);
    smr_str_free(&printed);
    done(&p);
  }
}

TEST(test_pays) {
  static const char *const table[][2] = {
      {"pays (n >= 64, m > 4)", "n 64 >= m 4 > &&"},
      {"pays (always)", ""},
      {"pays (never)", "0 1 =="},
      {"pays (wide || n >= 4)", "wide n 4 >= ||"},
      {"pays (round/2*n >= 90*n + 7)", "round 2 / n * 90 n * 7 + >="},
      {"pays (n > 1) pays (m > 2)", "n 1 > m 2 > &&"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Parsed p;
    SmrStr text = {0}, printed = {0};
    smr_str_printf(&text, PAIR " %s when (n > 0)", table[i][0]);
    parse(text.data, &p);
    const SmrPatPair *pair = &p.pat.pairs[0];
    smr_pat_print_when(pair->pays, pair->pays_count, &printed);
    assert_string_equal(smr_str_get(&printed), table[i][1]);
    assert_int_equal(pair->when_count, 3);
    smr_str_free(&text);
    smr_str_free(&printed);
    done(&p);
  }
}

TEST(test_clauses) {
  Parsed p;
  parse("link \"m\" fp exact // for all\n" PAIR
        " name \"one \\\"1\\\"\" link \"openblas\" when (n > 0) fp reassoc\n"
        "   link \"/usr/lib/libx.a\" ! more\n when (m > 0)\n" PAIR "\n" PAIR "\n" PAIR " name \"f-2\"",
        &p);
  assert_int_equal(p.pat.pair_count, 4);
  const SmrPatPair *pair = &p.pat.pairs[0];
  assert_string_equal(pair->name, "one \"1\"");
  assert_int_equal(pair->link_count, 3);
  assert_string_equal(pair->links[0], "m");
  assert_string_equal(pair->links[1], "openblas");
  assert_string_equal(pair->links[2], "/usr/lib/libx.a");
  assert_false(pair->fp_exact);
  assert_int_equal(pair->when_count, 7);
  assert_int_equal(pair->line, 2);
  assert_int_equal(pair->column, 1);
  assert_true(p.pat.pairs[1].fp_exact);
  assert_int_equal(p.pat.pairs[1].link_count, 1);
  assert_string_equal(p.pat.pairs[1].name, "f");
  done(&p);
}

/// Names that nobody wrote make way for each other, and are unique.
TEST(test_names) {
  Parsed p;
  parse(PAIR " name \"f-2\"\n" PAIR "\n" PAIR "\n" PAIR, &p);
  static const char *const names[] = {"f-2", "f", "f-3", "f-4"};
  for (uint32_t i = 0; i < 4; i++)
    assert_string_equal(p.pat.pairs[i].name, names[i]);
  done(&p);
}

static void expect_made(const SmrPatBlock *block, const char *code, const char *places) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (uint32_t k = 0; k < block->made_count; k++)
    smr_str_printf(&text, "%s%u:%u", k ? " " : "", block->made[k].line, block->made[k].column);
  assert_string_equal(block->code, code);
  assert_string_equal(smr_str_get(&text), places);
}

/// A pair that mentions a variable is there for every column, another one once, wherever the words stand.
TEST(test_variables) {
  Parsed p;
  parse("costs \"x.costs\"\n" PAIR " name \"before\"\n"
        "each ${T} = real(8), real(4);\n  ${P} = d, single // kinds\n"
        "f { ${T} function ${P}dot(x)\nend } = { ${T} function ${P}(x)\nend }\nname \"${P}dot\" "
        "when (type(x) == ${T})\n// ${T}\n" PAIR " name \"once\"\n"
        "  each ${1} = a, b, c\n"
        "C { void ${1}(void) {} } = { void f(void) {} }\n",
        &p);
  static const char *const names[] = {"before", "ddot", "singledot", "once", "a", "b", "c"};
  assert_int_equal(p.pat.pair_count, 7);
  for (uint32_t k = 0; k < 7; k++)
    assert_string_equal(p.pat.pairs[k].name, names[k]);
  const SmrPatPair *pairs = p.pat.pairs;
  expect_made(&pairs[1].idiom, " real(8) function ddot(x)\nend ", "7:5 7:19");
  expect_made(&pairs[2].idiom, " real(4) function singledot(x)\nend ", "7:5 7:19");
  expect_made(&pairs[2].replacement, " real(4) function single(x)\nend ", "8:11 8:25");
  expect_wrapper(&pairs[2].idiom, "singledot", "x");
  assert_string_equal(pairs[2].when[0].text, "real(4)");
  assert_int_equal(pairs[2].line, 7);
  assert_int_equal(pairs[2].replacement.column, 10);
  assert_int_equal(pairs[3].line, 12);
  assert_int_equal(pairs[6].line, 16);
  assert_string_equal(p.pat.costs, "x.costs");
  assert_int_equal(p.pat.costs_column, 7);
  // A compiler's column is the file's: before, in and behind values longer or shorter than their names.
  static const uint32_t columns[][2] = {{4, 4},   {5, 5},   {11, 5},  {12, 9},
                                        {21, 18}, {22, 19}, {27, 19}, {28, 23}};
  for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
    assert_int_equal(smr_block_column(&pairs[2].idiom, 7, columns[k][0]), columns[k][1]);
  assert_int_equal(smr_block_column(&pairs[1].idiom, 7, 23), 23);
  assert_int_equal(smr_block_column(&pairs[1].idiom, 9, 24), 24);
  done(&p);
  parse("C { void f(void) { \"${x}\"; } } = { void f(void) {} }", &p); // no 'each': code as it is
  expect_made(&p.pat.pairs[0].idiom, " void f(void) { \"${x}\"; } ", "");
  done(&p);
}

/// A body stands at its own place, behind what its idiom's block begins with; a name is the replacement of
/// that pair.
TEST(test_bodies) {
  Parsed p;
  parse(
      "each ${T} = double, real; ${P} = d, s\n"
      "C {\n#include <math.h>\n  ${T} f(int n, ${T} (*x)[n]) {\n    return 0;\n  }\n"
      "} = body {\n  return ${P}f(n, x);\n}\nname \"${P}f\"\n"
      "C { ${T} g(int m, ${T} *y) { return 1; } } = \"${P}f\"\n"
      "f { ${T} function h(n, x) ! n\n  integer, intent(in) :: n; ${T} x(n)\n  interface\n    subroutine k\n"
      "      real :: y\n      y = 1\n    end subroutine\n  end interface\n\n  x(1) = 2\nend } = body { ${P} "
      "= x(n)\n}\n",
      &p);
  const SmrPatPair *pairs = p.pat.pairs;
  assert_int_equal(p.pat.pair_count, 6);
  expect_made(&pairs[0].replacement,
              "\n#include <math.h>\n  double f(int n, double (*x)[n]) {\n          \n  return df(n, x);\n\n}",
              "8:10");
  assert_int_equal(pairs[0].replacement.line, 4);
  expect_wrapper(&pairs[0].replacement, "f", "n x");
  for (uint32_t k = 2; k < 4; k++) {
    assert_string_equal(pairs[k].idiom.wrapper, "g");
    assert_string_equal(pairs[k].replacement.code, pairs[k - 2].replacement.code);
  }
  expect_made(&pairs[5].replacement,
              " real function h(n, x) ! n\n  integer, intent(in) :: n; real x(n)\n  interface\n"
              "    subroutine k\n      real :: y\n      y = 1\n    end subroutine\n  end interface\n\n  \n"
              "               s = x(n)\n\nend\n",
              "22:16");
  done(&p);
}

/// The text need not outlive the parse.
TEST(test_copies) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrPat pat;
  static const char text[] = PAIR " name \"x\" link \"y\" when (type(x) == real)";
  char *copy = strdup(text);
  assert_true(smr_pat_parse("a.pat", copy, strlen(copy), &arena, &pat, &diag));
  memset(copy, 'z', strlen(copy));
  free(copy);
  assert_string_equal(pat.pairs[0].idiom.code, " subroutine f(n, M, x)\nend ");
  assert_string_equal(pat.pairs[0].when[0].text, "real");
  assert_string_equal(pat.pairs[0].links[0], "y");
}

/// Ten thousand pairs, as in the paper's scalability test.
TEST(test_many) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (int i = 0; i < 10000; i++)
    smr_str_puts(&text, PAIR "\n");
  Parsed p;
  parse(text.data, &p);
  assert_int_equal(p.pat.pair_count, 10000);
  done(&p);
}
