//===- test_words.c - which blocks may share a compiler run --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "test.h"

static bool clash(SmrLanguage language, const char *a, const char *b) {
  SmrIntern *names = smr_intern_create();
  SmrPatBlock x = {.language = language, .code = a, .size = (uint32_t)strlen(a)};
  SmrPatBlock y = {.language = language, .code = b, .size = (uint32_t)strlen(b)};
  SmrBuildWords left, right;
  smr_build_words(&x, names, &left);
  smr_build_words(&y, names, &right);
  bool result = smr_build_words_clash(&left, &right), other = smr_build_words_clash(&right, &left);
  assert_int_equal(result, other);
  smr_build_words_free(&left);
  smr_build_words_free(&right);
  smr_intern_destroy(names);
  return result;
}

TEST(test_words) {
  static const struct {
    bool clash;
    const char *a, *b;
  } table[] = {
      {false, "subroutine f(x)\nreal :: x\nend", "subroutine g(x)\nreal :: x\nend"},
      {true, "subroutine f(x)\nend", "SUBROUTINE F(x)\nend"},
      {true, "subroutine f(x)\nend", "subroutine g(x)\ncall f(x)\nend"},
      {true, "subroutine f(x)\nend", "subroutine g(f)\nend"},
      {false, "subroutine f(x)\ncall h(x)\nend", "subroutine g(x)\ncall h(x)\nend"},
      {true, "real function f(x)\nend", "subroutine g(x)\ncall f(x)\nend"},
      {true, "subroutine f\nend\nsubroutine h\nend", "subroutine g\ncall h\nend"},
      {true, "subroutine f\nentry h\nend", "subroutine g\ncall h\nend"},
      {true, "module m\nend module", "subroutine g\nend"},
      {true, "subroutine f\nuse m\nend", "module m\nend module"},
      {true, "subroutine f\ncommon /c/ x\nend", "subroutine g\nend"},
      {true, "subroutine f() bind(c, name='g')\nend", "subroutine h\nend"},
      {true, "#define x y\nsubroutine f\nend", "subroutine g\nend"},
      {true, "!DIR$ fixed\n      subroutine f\n      end", "subroutine g\nend"},
      {true, "subroutine f\ninclude 'x.inc'\nend", "subroutine g\nend"},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (clash(SMR_LANGUAGE_FORTRAN, table[k].a, table[k].b) != table[k].clash)
      fail_msg("case %zu", k);
  static const struct {
    bool clash;
    const char *a, *b;
  } c[] = {
      {false, "void f(int n) { g(n); }", "void h(int n) { g(n); }"},
      {true, "void f(int n) { }", "void f(int n) { }"},
      {true, "void f(int n) { }", "void g(int n) { f(n); }"},
      {true, "static int h(int n) { return n; }\nvoid f(int n) { h(n); }", "void g(int h) { }"},
      {false, "static inline size_t h(int n) { return n; }", "void g(size_t n) { }"},
      {false, "#include <math.h>\nvoid f(void) { }", "#include <math.h>\nvoid g(void) { }"},
      {true, "#include <math.h>\nvoid f(void) { }", "void g(void) { }"},
      {true, "#define x y\nvoid f(void) { }", "void g(void) { }"},
      {true, "typedef struct { int x; } t;\nvoid f(void) { }", "void g(void) { }"},
      {true, "enum { A };\nvoid f(void) { }", "void g(void) { }"},
      {true, "int limit = 3;\nvoid f(void) { }", "void g(int n) { n = limit; }"},
      {false, "void f(void) { /* } g */ char c = '}'; int k; } ", "void g(int k) { }"},
      {true, "void f(void) { \"}\"; }\nint k;", "void g(int k) { }"},
  };
  for (size_t k = 0; k < sizeof c / sizeof *c; k++)
    if (clash(SMR_LANGUAGE_C, c[k].a, c[k].b) != c[k].clash)
      fail_msg("C case %zu", k);
  assert_true(clash(SMR_LANGUAGE_MLIR, "func.func @f() { return }", "func.func @g() { return }"));
}
