//===- test_check.c - the checker accepts good graphs and names each defect -===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/dominance.h"
#include "graph/random_graph.h"

/// All messages, one a line, "" when the graph is valid. `body` stands in a function with usual arguments.
static void check_text(const char *body, SmrStr *out) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  smr_str_printf(
      &text,
      "func @f(%%n: i64, %%m: i32, %%c: i1, %%x: f64, %%y: f32, %%p: ptr, %%b: box, %%z: c64) {\n%s\n}",
      body);
  SmrGraph *g = smr_graph_parse(symbols, "t", text.data, text.size, &diag);
  if (!g)
    fail_msg("%s: %u: %s", body, diag.messages.data[0].column, diag.messages.data[0].text);
  bool ok = smr_graph_check(g, &diag);
  assert_int_equal(ok, diag.messages.size == 0);
  for (uint32_t i = 0; i < diag.messages.size; i++)
    smr_str_printf(out, "%s%s", i ? "\n" : "", diag.messages.data[i].text);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

static const char *const good[] = {
    "return",
    "%a = add %n, %n : i64 %e = sext %m : i64 %t = trunc %n : i1 %f = sitofp %m : f64 %g = fptrunc %x : f32 "
    "return %a",
    "%a = fadd %z, %z : c64 %s = select %c, %x, %x : f64 %q = fma %x, %x, %x : f64 return",
    "%a = math \"re\" %z : f64 %d = math \"complex\" %a, %x : c64 %e = math \"conj\" %d : c64 return",
    "%r, %s = loop %n (%x, %y) { ^(%i: i64, %a: f64, %d: f32): yield %a, %d } : f64, f32 return",
    "%r = for %m, %m, %m (%x) { ^(%i: i32, %a: f64): yield %a } : f64 return",
    "%r, %s = while (%n) { ^(%i: i64): condition %c (%x, %i) } do { ^(%a: f64, %i2: i64): yield %i2 } : f64, "
    "i64\nreturn",
    "%r, %s = while (%n) { ^(%i: i64): condition %c (%x, %i) } do { ^(%a: f64, %i2: i64): yield %i2 } : f64, "
    "i64 "
    "return",
    "%r = if %c { yield %x } else { %u = fneg %x : f64 yield %u } : f64 return %r",
    "cbr %c, ^b(%x), ^e\n^b(%a: f64):\n br ^e\n^e:\n return %x",
    "br ^h(%n)\n^h(%i: i64):\n cbr %c, ^b, ^e\n^b:\n %j = add %i, %n : i64 br ^h(%j)\n^e:\n return %i",
    "br ^e\n^dead:\n %w = fneg %v : f64 br ^e\n^e:\n %v = fneg %x : f64 return", // what is unreachable may
                                                                                 // use anything
    "opaque<regions 3> \"o\" { ^(%a: i64): br ^t\n^t:\n opaque \"o.end\" } {} { yield %x, %n }\n return",
    "opaque \"llvm.unreachable\"",
    "loop %n { ^(%i: i64): store %x, %p yield } exit [%p = %x]\nreturn",
};

static const struct {
  const char *body, *message;
} bad[] = {
    {"%a = math \"re\" %z : f32 return", "@f: math: is for complex numbers and their parts [G4]"},
    {"%a = math \"im\" %x : f64 return", "@f: math: is for complex numbers and their parts [G4]"},
    {"%a = math \"conj\" %x : f64 return", "@f: math: is for complex numbers and their parts [G4]"},
    {"%a = math \"complex\" %x, %y : c64 return", "@f: math: is for complex numbers and their parts [G4]"},
    {"%a = math \"complex\" %x : c64 return", "@f: math: has 1 operands instead of 2 [G4]"},
    {"%a = fadd %z, %x : c64 return", "@f: fadd: operand 2 has type f64 instead of c64 [G4]"},
    // G1
    {"%b2 = fneg %a : f64 %a = fneg %x : f64 return",
     "@f: fneg: operand 1 is not defined before its use [G1]"},
    {"%a = fneg %a : f64 return", "@f: fneg: operand 1 is not defined before its use [G1]"},
    {"loop %n { ^(%i: i64): %a = fneg %x : f64 yield }\nstore %a, %p return",
     "@f: store: operand 1 is not defined before its use [G1]"},
    {"%r = loop %n (%x) { ^(%i: i64, %a: f64): store %r, %p yield %a } : f64 return",
     "@f: store: operand 1 is not defined before its use [G1]"},
    {"if %c { %a = fneg %x : f64 yield } else { store %a, %p yield }\nreturn",
     "@f: store: operand 1 is not defined before its use [G1]"},
    {"cbr %c, ^b, ^e\n^b:\n %a = fneg %x : f64 br ^e\n^e:\n return %a",
     "@f: return: operand 1 is not defined before its use [G1]"},
    {"loop %n { ^(%i: i64): %a = fneg %x : f64 yield } exit [%p = %a]\nreturn",
     "@f: loop: an exit names a value that is not defined there [G1]"},
    // G2
    {"", "@f: a block does not end in a terminator [G2]"},
    {"%a = fneg %x : f64", "@f: fneg: a block does not end in a terminator [G2]"},
    {"return\nreturn", "@f: return: a terminator is not the last op of its block [G2]"},
    {"yield", "@f: yield: cannot end a block of the function [G2]"},
    {"loop %n { ^(%i: i64): return }\nreturn", "@f: return: cannot end a block of loop [G2]"},
    {"loop %n { ^(%i: i64): condition %c }\nreturn", "@f: condition: cannot end a block of loop [G2]"},
    {"while { yield } do { yield }\nreturn", "@f: yield: cannot end a block of while [G2]"},
    {"loop %n { ^(%i: i64): opaque \"end\" }\nreturn",
     "@f: opaque: a block does not end in a terminator [G2]"},
    {"if %c { yield } else { }\nreturn", "@f: if: region 2 has 0 blocks instead of one [G2]"},
    {"loop %n { ^(%i: i64): yield\n^b:\nyield }\nreturn",
     "@f: loop: region 1 has 2 blocks instead of one [G2]"},
    {"loop<regions 2> %n { ^(%i: i64): yield } { ^(%j: i64): yield }\nreturn",
     "@f: loop: has 2 regions instead of 1 [G2]"},
    {"%a = fneg<regions 1> %x { } : f64 return", "@f: fneg: has 1 regions instead of 0 [G2]"},
    // G3
    {"%r = loop %n (%x) { ^(%i: i64, %a: f64): yield } : f64 return",
     "@f: yield: has 0 values for 1 carried values [G3]"},
    {"%r = loop %n (%x) { ^(%i: i64): yield } : f64 return",
     "@f: loop: has 1 values for 0 carried values [G3]"},
    {"loop %n (%x) { ^(%i: i64, %a: f64): yield %a }\nreturn",
     "@f: loop: has 0 results for 1 carried values [G3]"},
    {"%r = if %c { yield %x } else { yield } : f64 return", "@f: yield: has 0 values for 1 results [G3]"},
    {"%r = while { condition %c (%x, %x) } do { ^(%a: f64): yield } : f64 return",
     "@f: condition: has 2 values for 1 arguments of the body [G3]"},
    {"while { condition %c (%x) } do { ^(%a: f64): yield }\nreturn",
     "@f: condition: has 1 values for 0 results [G3]"},
    {"while (%x) { ^(%a: f64): condition %c } do { yield }\nreturn",
     "@f: yield: has 0 values for 1 carried values [G3]"},
    {"br ^b(%x)\n^b:\n return", "@f: br: has 1 values for 0 arguments of a block [G3]"},
    // G4
    {"%a = add %n, %m : i64 return", "@f: add: operand 2 has type i32 instead of i64 [G4]"},
    {"%a = add %x, %x : f64 return", "@f: add: is for integers [G4]"},
    {"%a = fadd %n, %n : i64 return", "@f: fadd: is for floating-point numbers [G4]"},
    {"%a = add %n : i64 return", "@f: add: has 1 operands instead of 2 [G4]"},
    {"%a = fsum %x : f64 return", "@f: fsum: has 1 operands instead of at least 2 [G4]"},
    {"store %x, %x return", "@f: store: operand 2 has type f64 instead of ptr [G4]"},
    {"%a = store %x, %p : f64 return", "@f: store: has 1 results instead of 0 [G4]"},
    {"%a = load %n : f64 return", "@f: load: operand 1 has type i64 instead of ptr [G4]"},
    {"%a = icmp eq %n, %m return", "@f: icmp: operand 2 has type i32 instead of i64 [G4]"},
    {"%a = icmp eq %n, %n : i32 return", "@f: icmp: result 1 has type i32 instead of i1 [G4]"},
    {"%a = select %n, %x, %x : f64 return", "@f: select: operand 1 has type i64 instead of i1 [G4]"},
    {"%a = sext %n : i32 return", "@f: sext: operand 1 has type i64 instead of i32 [G4]"},
    {"%a = fpext %x : f32 return", "@f: fpext: operand 1 has type f64 instead of f32 [G4]"},
    {"%a = poly 2*%x return", "@f: poly: operand 1 is not an integer [G4]"},
    {"%a = poly 2*%n : i32 return", "@f: poly: result 1 has type i32 instead of i64 [G4]"},
    {"%a = addr %p, %m return", "@f: addr: operand 2 has type i32 instead of i64 [G4]"},
    {"%a = addr %p, %n [%n < %x] return", "@f: addr: operand 4 is not an integer [G4]"},
    {"%a = addr<imm 1> %p, %n return", "@f: addr: has 2 operands for 1 pairs of index and extent [G4]"},
    {"%a = descr_lb 0 %p return", "@f: descr_lb: operand 1 has type ptr instead of box [G4]"},
    {"%a = descr_lb -1 %b return", "@f: descr_lb: has no such dimension: -1 [G4]"},
    {"loop %m { ^(%i: i32): yield }\nreturn", "@f: loop: operand 1 has type i32 instead of i64 [G4]"},
    {"loop %n { yield }\nreturn", "@f: loop: its body has no argument for the induction variable [G4]"},
    {"loop %n { ^(%i: i32): yield }\nreturn", "@f: loop: argument 1 has type i32 instead of i64 [G4]"},
    {"for %n, %m, %n { ^(%i: i64): yield }\nreturn", "@f: for: operand 2 has type i32 instead of i64 [G4]"},
    {"for %x, %x, %x { ^(%i: f64): yield }\nreturn",
     "@f: for: the induction variable is not an integer [G4]"},
    {"%r = loop %n (%x) { ^(%i: i64, %a: f64): yield %a } : f32 return",
     "@f: loop: result 1 has type f32 instead of f64 [G4]"},
    {"%r = loop %n (%x) { ^(%i: i64, %a: f64): yield %n } : f64 return",
     "@f: yield: operand 1 has type i64 instead of f64 [G4]"},
    {"if %n { yield } else { yield }\nreturn", "@f: if: operand 1 has type i64 instead of i1 [G4]"},
    {"%a = math \"\" %x : f64 return", "@f: math: has no name [G4]"},
    {"call \"\"\nreturn", "@f: call: has no name [G4]"},
};

TEST(test_good) {
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    SmrStr out = {0};
    check_text(good[i], &out);
    if (out.size)
      fail_msg("%s: %s", good[i], out.data);
    smr_str_free(&out);
  }
}

TEST(test_bad) {
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    SmrStr out = {0};
    check_text(bad[i].body, &out);
    if (strcmp(smr_str_get(&out), bad[i].message))
      fail_msg("%s:\n  expected %s\n  got      %s", bad[i].body, bad[i].message, smr_str_get(&out));
    smr_str_free(&out);
  }
}

/// A defect is reported where the source says it is.
TEST(test_location) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  const char *text = "func @f(%x: f64) {\n  %a = add %x, %x : f64 @src.f90:12:7\n  return\n}";
  SmrGraph *g = smr_graph_parse(symbols, "t", text, strlen(text), &diag);
  assert_false(smr_graph_check(g, &diag));
  assert_string_equal(diag.messages.data[0].file, "src.f90");
  assert_int_equal(diag.messages.data[0].line, 12);
  assert_int_equal(diag.messages.data[0].column, 7);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

TEST(test_flood) {
  SMR_OWNED(SmrStr, smr_str_free) body = {0}, out = {0};
  for (int i = 0; i < 1000; i++)
    smr_str_printf(&body, "%%a%d = add %%x, %%x : f64\n", i);
  smr_str_puts(&body, "return");
  check_text(body.data, &out);
  uint32_t lines = 1;
  for (size_t i = 0; i < out.size; i++)
    lines += out.data[i] == '\n';
  assert_int_equal(lines, 20);
}

//--- Dominance against its definition ------------------------------------------

enum { BLOCKS = 12 };

/// Is `to` reachable from `from` without passing through `without`?
static bool reaches(const SmrGraph *g, SmrBlock from, SmrBlock to, SmrBlock without, bool *seen) {
  if (from == without || seen[from])
    return false;
  if (from == to)
    return true;
  seen[from] = true;
  const SmrOpData *last = smr_op(g, g->blocks.data[from].last);
  return (last->succ[0] && reaches(g, last->succ[0], to, without, seen)) ||
         (last->succ[1] && reaches(g, last->succ[1], to, without, seen));
}

TEST(test_dominance) {
  for (uint32_t seed = 0; seed < 300; seed++) {
    SmrIntern *symbols = smr_intern_create();
    SmrGraph *g = smr_graph_create(symbols, "f");
    SmrRandom random = {seed};
    SmrBlock first = smr_block_create(g, g->body);
    SmrValue condition = smr_block_add_arg(g, first, SMR_I1);
    uint32_t count = 2 + smr_random_below(&random, BLOCKS - 1);
    for (uint32_t i = 1; i < count; i++)
      smr_block_create(g, g->body);
    for (uint32_t i = 0; i < count; i++) {
      uint32_t kind = smr_random_below(&random, 4);
      SmrOpcode code = kind == 0 ? SMR_OP_RETURN : kind == 1 ? SMR_OP_BR : SMR_OP_CBR;
      SmrOp op = smr_op_create(g, code, &condition, code == SMR_OP_CBR, NULL, 0, 0);
      for (uint32_t s = 0; s < kind && s < 2; s++)
        smr_op(g, op)->succ[s] = first + 1 + smr_random_below(&random, count - 1);
      smr_op_append(g, first + i, op);
    }
    SmrDominance dominance = smr_dominance_create(g->blocks.size);
    smr_dominance_region(&dominance, g, g->body);
    for (SmrBlock a = first; a < first + count; a++)
      for (SmrBlock b = first; b < first + count; b++) {
        bool seen[BLOCKS + 4] = {false}, again[BLOCKS + 4] = {false};
        bool reachable = reaches(g, first, b, 0, seen), avoidable = a != b && reaches(g, first, b, a, again);
        assert_int_equal(smr_dominates(&dominance, a, b), !reachable || !avoidable);
      }
    smr_dominance_free(&dominance);
    smr_graph_destroy(g);
    smr_intern_destroy(symbols);
  }
}
