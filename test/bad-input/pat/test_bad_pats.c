//===- test_bad_pats.c - every mistake in a PAT file and its message -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The golden table: each input gives exactly one message, this one, and no pairs.
//===----------------------------------------------------------------------===//
#include "pat/pat.h"
#include "test.h"

#define IDIOM "f90 { subroutine f(n, x)\nend }"
#define REPLACEMENT "{ subroutine g(n, x)\nend }"
#define PAIR IDIOM " = " REPLACEMENT

static const struct {
  const char *text, *message;
} table[] = {
    // The file.
    {"", "a.pat:1:1: error: no pair in this file"},
    {"# nothing\n", "a.pat:2:1: error: no pair in this file"},
    {"link \"openblas\"", "a.pat:1:16: error: no pair in this file"},
    {"/* open", "a.pat:1:1: error: comment is never closed"},
    {PAIR "\n  /* open", "a.pat:4:3: error: comment is never closed"},
    {"{ }", "a.pat:1:1: error: expected a language, found '{'"},
    {"= {}", "a.pat:1:1: error: expected a language, found '='"},
    {"\x01", "a.pat:1:1: error: expected a language, found byte 0x01"},
    {"fp exact fp exact", "a.pat:1:10: error: second 'fp' directive"},
    {"fp precise", "a.pat:1:4: error: expected 'exact', 'reassoc' or 'finite', found 'precise'"},
    {"link openblas", "a.pat:1:6: error: expected a string in double quotes, found 'openblas'"},
    // Languages.
    {"C++ { void f(void) {} }", "a.pat:1:1: error: unknown language 'C++' (known: C, Fortran, MLIR)"},
    {"\n  rust { fn f() {} }", "a.pat:2:3: error: unknown language 'rust' (known: C, Fortran, MLIR)"},
    {"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee {",
     "a.pat:1:1: error: unknown language 'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd' (known: C, Fortran, "
     "MLIR)"},
    {"Fortran", "a.pat:1:8: error: expected '{', found the end of the file"},
    {"Fortran subroutine", "a.pat:1:9: error: expected '{', found 'subroutine'"},
    {IDIOM " = cobol { }", "a.pat:2:9: error: unknown language 'cobol' (known: C, Fortran, MLIR)"},
    // Braces.
    {"C {\n void f(void) {", "a.pat:1:3: error: '{' is never closed"},
    {"C { void f(void) { char c = '}'; \"}\"; /* } */ // }\n", "a.pat:1:3: error: '{' is never closed"},
    {"C { void f(void) { /* } }", "a.pat:1:3: error: '{' is never closed"},
    {"f90 { subroutine f ! }\n print *, '}', \"}''}\"\n", "a.pat:1:5: error: '{' is never closed"},
    {"mlir { \"}\" // }\n", "a.pat:1:6: error: '{' is never closed"},
    {IDIOM "\n= {\n subroutine g(n, x)\n", "a.pat:3:3: error: '{' is never closed"},
    // Pairs.
    {IDIOM, "a.pat:2:6: error: expected '=' and the replacement, found the end of the file"},
    {IDIOM "\n{ }", "a.pat:3:1: error: expected '=' and the replacement, found '{'"},
    {IDIOM " =", "a.pat:2:8: error: expected '{', found the end of the file"},
    {IDIOM " == " REPLACEMENT, "a.pat:2:8: error: expected '{', found '='"},
    {"f90 { } = { }", "a.pat:1:5: error: empty idiom"},
    {IDIOM " = {\n }", "a.pat:2:9: error: empty replacement"},
    {"f90 { ! only a comment\n }", "a.pat:1:5: error: idiom defines no subroutine or function"},
    {"f90 { interface\nsubroutine f\nend\nend interface }",
     "a.pat:1:5: error: idiom defines no subroutine or function"},
    {"C { int x; }", "a.pat:1:3: error: idiom defines no function"},
    {"C { static int only(int z) { return z; } }",
     "a.pat:1:16: error: `only` is static: the function that stands for the block must not be"},
    {"MLIR { func.func private @f(i32) }", "a.pat:1:6: error: idiom defines no function"},
    {IDIOM " = { subroutine g(n)\nend }",
     "a.pat:2:22: error: replacement 'g' has 1 arguments, idiom 'f' has 2"},
    {IDIOM " = body", "a.pat:2:13: error: expected '{', found the end of the file"},
    {IDIOM " = body { }", "a.pat:2:14: error: empty replacement"},
    {IDIOM " = f90 body { }", "a.pat:2:13: error: expected '{', found 'body'"},
    {"f90 { module m\ncontains\nsubroutine f(n)\nend\nend } = body { n = 1 }",
     "a.pat:5:9: error: 'body' is for C, and for Fortran outside of modules"},
    {"mlir { func.func @f() { } } = body { return }",
     "a.pat:1:31: error: 'body' is for C, and for Fortran outside of modules"},
    {"C { void f(void) { } } = body { ; }", "a.pat:1:26: error: write the body on a line after the idiom's"},
    {IDIOM " = \"g\"", "a.pat:2:9: error: no pair before this one has the name 'g'"},
    {PAIR " name \"g\" f90 { subroutine f(n)\nend } = \"g\"",
     "a.pat:4:9: error: replacement 'g' has 2 arguments, idiom 'f' has 1"},
    {PAIR " junk", "a.pat:3:7: error: 'junk' is neither a language nor a clause (C, Fortran, MLIR; when, "
                   "pays, fp, mode, link, name, about, "
                   "optional)"},
    {PAIR " wehn (n > 0)",
     "a.pat:3:7: error: 'wehn' is neither a language nor a clause; did you mean 'when'?"},
    {PAIR " fortan { }",
     "a.pat:3:7: error: 'fortan' is neither a language nor a clause; did you mean 'fortran'?"},
    {"lnik \"m\"",
     "a.pat:1:1: error: unknown language 'lnik' (known: C, Fortran, MLIR); did you mean 'link'?"},
    {PAIR " fp", "a.pat:3:9: error: expected 'exact', 'reassoc' or 'finite', found the end of the file"},
    {PAIR " fp exact fp exact", "a.pat:3:16: error: second 'fp' clause of one pair"},
    {PAIR " name", "a.pat:3:11: error: expected a string in double quotes, found the end of the file"},
    {PAIR " name \"\"", "a.pat:3:12: error: empty name"},
    {PAIR " name \"a", "a.pat:3:12: error: string is never closed"},
    {PAIR " name \"a\nb\"", "a.pat:3:12: error: string is never closed"},
    {PAIR " name \"a\" name \"b\"", "a.pat:3:16: error: second 'name' clause of one pair"},
    {PAIR " about", "a.pat:3:12: error: expected a string in double quotes, found the end of the file"},
    {PAIR " about \"\"", "a.pat:3:13: error: empty text"},
    {PAIR " about \"a\" about \"b\"", "a.pat:3:17: error: second 'about' clause of one pair"},
    {PAIR " name \"a\"\n" PAIR " name \"a\"", "a.pat:6:12: error: a pair named 'a' was defined at line 1"},
    {PAIR " link \"\"", "a.pat:3:12: error: empty library name"},
    {PAIR " link \"-Wl,x\"",
     "a.pat:3:12: error: '-Wl,x' is an option: a library is a name (\"m\") or a path (\"./libm.a\")"},
    {PAIR " link \"a b\"", "a.pat:3:12: error: 'a b' is not a library name or path"},
    {PAIR " link \"@file\"", "a.pat:3:12: error: '@file' is not a library name or path"},
    {PAIR " link \":a.a\"", "a.pat:3:12: error: ':a.a' is not a library name or path"},
    {PAIR " link \"@/tmp/x\"", "a.pat:3:12: error: '@/tmp/x' is not a library name or path"},
    {PAIR " link \"-L/tmp\"",
     "a.pat:3:12: error: '-L/tmp' is an option: a library is a name (\"m\") or a path (\"./libm.a\")"},
    // Variables.
    {"each ${T} = float\n" PAIR " junk", "a.pat:4:7: error: 'junk' is neither a language nor a clause (C, "
                                         "Fortran, MLIR; when, pays, fp, mode, link, name, about, "
                                         "optional)"},
    {"each T = float\n" PAIR, "a.pat:1:1: error: unknown language 'each' (known: C, Fortran, MLIR)"},
    {"each ${T}\n" PAIR, "a.pat:1:10: error: expected '=' and the variable's values"},
    {"each ${T\n" PAIR, "a.pat:1:6: error: expected a variable, ${name}"},
    {"each ${} = a\n" PAIR, "a.pat:1:6: error: expected a variable, ${name}"},
    {"each ${T} =\n" PAIR, "a.pat:1:12: error: expected a value"},
    {"each ${T} = a, , b\n" PAIR, "a.pat:1:16: error: expected a value"},
    {"each ${T} = a,\n" PAIR, "a.pat:1:15: error: expected a value"},
    {"each ${T} = real(8\n" PAIR, "a.pat:1:19: error: '(' is never closed"},
    {"each ${T} = real)\n" PAIR, "a.pat:1:17: error: ')' without '('"},
    {"each ${T} = \"a\"\n" PAIR, "a.pat:1:13: error: a variable's value has no braces, quotes, '$' or '\\'"},
    {"each ${T} = ${T}\n" PAIR, "a.pat:1:13: error: a variable's value has no braces, quotes, '$' or '\\'"},
    {"each ${T} = a; ${T} = b\n" PAIR, "a.pat:1:16: error: second ${T}"},
    {"each ${T} = a, b; ${P} = d\n" PAIR, "a.pat:1:27: error: ${P} has 1 values, ${T} has 2"},
    {"each ${T} = a, b;\n" PAIR, "a.pat:2:1: error: expected a variable, ${name}"},
    {"each ${T} = a\nf90 { subroutine f(${P})\nend } = " REPLACEMENT,
     "a.pat:2:20: error: no variable ${P} in the 'each' or 'for' above"},
    {"each ${T} = a\n" PAIR "\n  each ${P} = b\nf90 { subroutine ${P}(x)\nend } = {\n${T} }",
     "a.pat:8:1: error: no variable ${T} in the 'each' or 'for' above"},
    {"each ${T} = a\nf90 { subroutine f(n)\n", "a.pat:2:5: error: '{' is never closed"},
    {"each ${T} = a\n" IDIOM "\neach ${T} = b\n" PAIR,
     "a.pat:4:1: error: expected '=' and the replacement, found 'each'"},
    // What follows a variable on its line is where the file has it, also when its value is longer or shorter.
    {"each ${T} = real, doubleprecision\n" PAIR " when (type(${x}) == real)",
     "a.pat:4:18: error: no variable ${x} in the 'each' or 'for' above"},
    {"each ${T} = real, doubleprecision\n" PAIR " when (type(n) == ${T}, m > 0)",
     "a.pat:4:30: error: 'm' is not an argument of 'f'\na.pat:1:1: note: with ${T} = real"},
    {"each ${n} = n, number\n" PAIR " when (${n} > 0, m > 0)",
     "a.pat:4:23: error: 'm' is not an argument of 'f'\na.pat:1:1: note: with ${n} = n"},
    {"each ${n} = n, number\n" PAIR " name \"${n}\" when (${n} > 0)",
     "a.pat:4:25: error: 'number' is not an argument of 'f'\na.pat:1:1: note: with ${n} = number"},
    {"each ${n} = a, b\n" PAIR " name \"x\" pays (${n} > 0)",
     "a.pat:4:22: error: 'a' is not an argument of 'f'\na.pat:1:1: note: with ${n} = a"},
    {"each ${n} = 1, 2\n" PAIR " name \"x\" pays (n > ${n})",
     "a.pat:4:12: error: a pair named 'x' was defined at line 2\na.pat:1:1: note: with ${n} = 2"},
    {"costs \"a\" costs \"b\"\n" PAIR, "a.pat:1:11: error: second 'costs' directive"},
    {"costs a\n" PAIR, "a.pat:1:7: error: expected a string in double quotes, found 'a'"},
    {PAIR " costs \"a\"", "a.pat:3:7: error: 'costs' is for the whole file and stands before its first pair"},
    // Conditions.
    {PAIR " when n > 0", "a.pat:3:12: error: expected '(' after 'when', found 'n'"},
    {PAIR " pays n > 0", "a.pat:3:12: error: expected '(' after 'pays', found 'n'"},
    {PAIR " pays (n)", "a.pat:3:13: error: condition is an integer, not a comparison"},
    {PAIR " when (wide)", "a.pat:3:13: error: 'wide' is not an argument of 'f'"},
    {PAIR " when (n > 0", "a.pat:3:18: error: expected ',' or ')', found the end of the file"},
    {PAIR " when ()", "a.pat:3:13: error: expected an integer, an argument or '(', found ')'"},
    {PAIR " when (n)", "a.pat:3:13: error: condition is an integer, not a comparison"},
    {PAIR " when (n > 0, n + 1)", "a.pat:3:20: error: condition is an integer, not a comparison"},
    {PAIR " when (m > 0)", "a.pat:3:13: error: 'm' is not an argument of 'f'"},
    {PAIR " when (n >)", "a.pat:3:16: error: expected an integer, an argument or '(', found ')'"},
    {PAIR " when (n > 0 n)", "a.pat:3:19: error: expected ',' or ')', found 'n'"},
    {PAIR " when (0 < n < 9)", "a.pat:3:20: error: comparisons do not chain; join them with &&"},
    {PAIR " when ((n > 0) + 1 > 0)", "a.pat:3:25: error: operand of '+' is not an integer"},
    {PAIR " when (-(n > 0) > 0)", "a.pat:3:21: error: operand of '-' is not an integer"},
    {PAIR " when (n > 0 && n)", "a.pat:3:23: error: operand of '&&' is not a condition"},
    {PAIR " when (!(n + 1))", "a.pat:3:21: error: operand of '!' is not a condition"},
    {PAIR " when (max(n) > 0)", "a.pat:3:19: error: 'max' takes at least two operands"},
    {PAIR " when (mod(n, 2, 3) > 0)", "a.pat:3:25: error: 'mod' takes two operands"},
    {PAIR " when (max(n > 0, 1) > 0)", "a.pat:3:22: error: operand of 'max' is not an integer"},
    {PAIR " when (sqrt(n) > 0)",
     "a.pat:3:13: error: unknown function 'sqrt' (known: max, min, mod, type, copied)"},
    {PAIR " when (copied n)", "a.pat:3:13: error: 'copied' is not an argument of 'f'"},
    {PAIR " when (copied(q))", "a.pat:3:20: error: 'q' is not an argument of 'f'"},
    {PAIR " when (n > 9223372036854775808)", "a.pat:3:17: error: integer does not fit 64 bits"},
    {PAIR " when (n > 1.5)", "a.pat:3:17: error: expected an integer"},
    {PAIR " when (n > 2x)", "a.pat:3:17: error: expected an integer"},
    {PAIR " when (type(n))", "a.pat:3:20: error: expected '==' or '!=' after 'type(…)', found ')'"},
    {PAIR " when (type(n) == )", "a.pat:3:24: error: expected a type"},
    {PAIR " when (type(m) == real)", "a.pat:3:18: error: 'm' is not an argument of 'f'"},
    // Flags, links, optional arguments.
    {"flags MLIR \"-Ix\"", "a.pat:1:7: error: no compiler runs for MLIR: 'flags' are for C or Fortran"},
    {"flags \"-Ix\"", "a.pat:1:7: error: expected a language, found '\"'"},
    {"flags C \"-DX -o x\"", "a.pat:1:9: error: '-o' is none of -Idir, -Dname, -Uname, -f…, -m… and -std=…"},
    {"flags C \"-I\"", "a.pat:1:9: error: '-I' is none of -Idir, -Dname, -Uname, -f…, -m… and -std=…"},
    {"link \"-L/x\"",
     "a.pat:1:6: error: '-L/x' is an option: a library is a name (\"m\") or a path (\"./libm.a\")"},
    {PAIR " optional", "a.pat:3:15: error: expected an argument's name, found the end of the file"},
    {PAIR " optional m = 1", "a.pat:3:16: error: 'm' is not an argument of 'f'"},
    {PAIR " optional n 1", "a.pat:3:18: error: expected '=' and the number that it is where it does not "
                           "stand in the code, found '1'"},
    {PAIR " optional n = x", "a.pat:3:20: error: expected a number, found 'x'"},
    {PAIR " optional n = 1.2.3", "a.pat:3:20: error: '1.2.3' is no number"},
    {PAIR " optional n = 0.1f", "a.pat:3:20: error: '0.1f' is no number"},
    {PAIR " optional n = 1e400", "a.pat:3:20: error: '1e400' is no number"},
    {PAIR " optional n = -", "a.pat:3:20: error: expected a number, found '-'"},
    {PAIR " optional n = 1, N = 2", "a.pat:3:23: error: second 'optional' for 'n'"},
    // for.
    {"for", "a.pat:1:4: error: expected a variable's name"},
    {"for T", "a.pat:1:6: error: expected 'in' and the variable's values"},
    {"for T = a", "a.pat:1:7: error: expected 'in' and the variable's values"},
    {"for T in", "a.pat:1:9: error: expected a value"},
    {"for T in a, b; P in c", "a.pat:1:22: error: ${P} has 1 values, ${T} has 2"},
    {"for T in a, b; T in c, d", "a.pat:1:16: error: second ${T}"},
    {"each ${T} = a\nfor T in b\n" PAIR, "a.pat:2:5: error: second ${T}"},
    {"for T in a\nfor U in b\n" PAIR,
     "a.pat:2:1: error: a second 'for' of one pair: write 'for T in float, double; P in s, d', or an 'each' "
     "line for all combinations"},
    {"for T in a\n", "a.pat:2:1: error: expected a language, found the end of the file"},
    {"for T in a\n" PAIR,
     "a.pat:1:1: error: the pair behind 'for' mentions none of its variables, such as ${T}"},
    {"for T in real\nf90 { subroutine f(x)\n${T} :: x\nend } = { subroutine f(x)\nend } when (type(m) == "
     "${T})",
     "a.pat:5:18: error: 'm' is not an argument of 'f'\na.pat:1:1: note: with ${T} = real"},
    {"for T in int\nC { ${T.blas} }",
     "a.pat:2:5: error: 'int' is no floating-point type, so it has no property"},
    {"for T in float\nC { ${T.size} }",
     "a.pat:2:5: error: no property 'size': a variable has .blas, .math and .real"},
    {"for T in a\nC { void f(${T} x) {} } = { void f(${T} x) {} }\nC { void g(${T} x) {} } = { void g(${T} "
     "x) {} }\n"
     "for U in a\n",
     "a.pat:5:1: error: expected a language, found the end of the file"},
    {PAIR " when (n /* open", "a.pat:3:15: error: comment is never closed"},
    {"MLIR { func.func @() { } }", "a.pat:1:6: error: idiom defines no function"},
    {PAIR " when (n > 0 /* open", "a.pat:3:19: error: comment is never closed"},
};

static unsigned differences;

static void check(const char *text, size_t n, const char *message) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrPat pat;
  char *copy = malloc(n + 1); // exactly as long as the input: a read past it is seen
  memcpy(copy, text, n);
  copy = realloc(copy, n ? n : 1);
  bool ok = smr_pat_parse("a.pat", copy, n, &arena, &pat, &diag);
  char *printed = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&printed, &size);
  uint32_t messages = diag.messages.size;
  smr_diag_flush(&diag, stream);
  fclose(stream);
  if (size && printed[size - 1] == '\n')
    printed[size - 1] = '\0';
  if (strcmp(printed, message) != 0) {
    print_message("expected %s\nfound    %s\n", message, printed);
    differences++;
  }
  assert_false(ok);
  assert_int_equal(messages, strstr(message, ": note: with ") ? 2 : 1);
  assert_int_equal(pat.pair_count, 0);
  free(printed);
  free(copy);
}

TEST(test_table) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    check(table[i].text, strlen(table[i].text), table[i].message);
  assert_int_equal(differences, 0);
}

TEST(test_nul) {
  static const char text[] = PAIR "\n \0";
  check(text, sizeof text, "a.pat:4:2: error: NUL byte in the file");
  assert_int_equal(differences, 0);
}

TEST(test_limits) {
  size_t n = SMR_PAT_MAX_BYTES + 1;
  char *blanks = malloc(n);
  memset(blanks, ' ', n);
  check(blanks, n, "a.pat: error: file has more than 67108864 bytes");
  free(blanks);

  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, PAIR " when (");
  for (uint32_t i = 0; i <= SMR_PAT_MAX_DEPTH; i++)
    smr_str_putc(&text, '(');
  check(text.data, text.size, "a.pat:3:78: error: condition nests deeper than 64");
  smr_str_clear(&text);
  smr_str_puts(&text, PAIR " when (");
  for (uint32_t i = 0; i <= SMR_PAT_MAX_DEPTH; i++)
    smr_str_puts(&text, "!");
  check(text.data, text.size, "a.pat:3:78: error: condition nests deeper than 64");
  smr_str_clear(&text);
  smr_str_puts(&text, PAIR " when (n == 0");
  for (uint32_t i = 0; i <= SMR_PAT_MAX_NODES; i++)
    smr_str_puts(&text, "\n+1");
  check(text.data, text.size, "a.pat:2051:3: error: condition has more than 4096 operators and operands");
  assert_int_equal(differences, 0);
}

TEST(test_missing_file) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrPat pat;
  assert_false(smr_pat_read("/nowhere/a.pat", &arena, &pat, &diag));
  assert_int_equal(diag.messages.size, 1);
  assert_string_equal(diag.messages.data[0].file, "/nowhere/a.pat");
  assert_string_equal(diag.messages.data[0].text, "No such file or directory");
}

/// A good file cut at any length gives one error or none, never more, and never reads past its end.
TEST(test_cut) {
  static const char text[] =
      "link \"m\"\nC { #define X '{'\n void f(int n) { } } = { void f(int n) { '}'; } } when (max(n, 1) > 2) "
      "/* c */\n"
      "f90 { subroutine f(n) ! }\n print *, '}' \n end } = { subroutine f(n)\n end } name \"x\" fp exact\n"
      "mlir { func.func @f(%n: i32) { } } = { func.func @f(%n: i32) { } }";
  for (size_t n = 0; n < sizeof text; n++) {
    SmrArena arena = {0};
    SmrDiag diag = {0};
    SmrPat pat;
    char *copy = malloc(n ? n : 1);
    memcpy(copy, text, n);
    bool ok = smr_pat_parse("a.pat", copy, n, &arena, &pat, &diag);
    assert_int_equal(diag.messages.size, ok ? 0 : 1);
    free(copy);
    smr_diag_free(&diag);
    smr_arena_destroy(&arena);
  }
}
