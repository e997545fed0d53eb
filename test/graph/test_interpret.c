//===- test_interpret.c - the interpreter itself ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/ring.h"
#include "graph_text.h"
#include <math.h>

static SmrInterp in;
static char trap[160];

/// Parses, checks and runs; the first returned value. A trap is left in `trap`.
static SmrCell run(const char *text, const SmrCell *args, uint32_t count) {
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *g = graph_of_text(symbols, "t", text, strlen(text));
  bool ok = smr_interp_run(&in, g, args, count);
  memcpy(trap, in.trap, sizeof trap);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
  return ok && in.out.size ? in.out.data[0] : (SmrCell){0};
}

static int begin(void **state) {
  (void)state;
  in = (SmrInterp){0};
  return 0;
}
static int end(void **state) {
  (void)state;
  smr_interp_free(&in);
  return 0;
}

TEST_WITH(test_integers, begin, end) {
  static const struct {
    const char *text;
    int64_t a, b, expected;
  } cases[] = {
      {"%r = add %a, %b : i64", 5, 7, 12},
      {"%s = trunc %a : i8 %t = trunc %b : i8 %u = add %s, %t : i8 %r = sext %u : i64", 127, 1, -128},
      {"%s = trunc %a : i8 %t = trunc %b : i8 %u = divu %s, %t : i8 %r = zext %u : i64", 200, 3, 66},
      {"%r = divs %a, %b : i64", -7, 2, -3},
      {"%r = rems %a, %b : i64", -7, 2, -1},
      {"%r = shrs %a, %b : i64", -8, 1, -4},
      {"%r = shru %a, %b : i64", -1, 63, 1},
      {"%r = mins %a, %b : i64", -1, 1, -1},
      {"%r = minu %a, %b : i64", -1, 1, 1},
      {"%c = icmp ult %a, %b %r = sext %c : i64", 1, -1, -1},
      {"%c = icmp slt %a, %b %r = zext %c : i64", 1, -1, 0},
      {"%c = icmp sge %a, %b %r = select %c, %a, %b : i64", 1, -1, 1},
      {"%r = poly 3*%a*%a*%b - %b + 2", 5, 7, 520},
      {"%f = sitofp %a : f64 %r = fptosi %f : i64", -9, 0, -9},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    SmrStr text = {0};
    smr_str_printf(&text, "func @f(%%a: i64, %%b: i64) { %s\nreturn %%r }", cases[i].text);
    SmrCell value = run(text.data, (SmrCell[]){{.i = cases[i].a}, {.i = cases[i].b}}, 2);
    assert_string_equal(trap, "");
    assert_int_equal(value.i, cases[i].expected);
    smr_str_free(&text);
  }
}

TEST_WITH(test_comparisons, begin, end) {
  static const char *const names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                      "ueq",   "ugt", "uge", "ult", "ule", "une", "uno", "true"};
  const double points[] = {1, 2, NAN};
  for (int p = 0; p < 16; p++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        double a = points[i], b = points[j];
        bool unordered = isnan(a) || isnan(b);
        const bool expected[] = {false,
                                 a == b && !unordered,
                                 a > b,
                                 a >= b,
                                 a < b,
                                 a <= b,
                                 a != b && !unordered,
                                 !unordered,
                                 unordered || a == b,
                                 unordered || a > b,
                                 unordered || a >= b,
                                 unordered || a < b,
                                 unordered || a <= b,
                                 unordered || a != b,
                                 unordered,
                                 true};
        SmrStr text = {0};
        smr_str_printf(&text, "func @f(%%a: f64, %%b: f64) { %%r = fcmp %s %%a, %%b return %%r }", names[p]);
        assert_int_equal(run(text.data, (SmrCell[]){{.f = a}, {.f = b}}, 2).i, expected[p]);
        smr_str_free(&text);
      }
}

TEST_WITH(test_control, begin, end) {
  SmrCell n = {.i = 5};
  // sum of 0 … n-1; n, n-2, … down to 1 inclusive; doubling until it exceeds n; a loop of blocks
  assert_int_equal(
      run("func @f(%n: i64) { %z = const 0 : i64 %r = loop %n (%z) { ^(%i: i64, %a: i64): %s = add %a, %i "
          ": i64 yield %s } : i64 return %r }",
          &n, 1)
          .i,
      10);
  assert_int_equal(
      run("func @f(%n: i64) { %z = const 0 : i64 %o = const 1 : i64 %d = const -2 : i64\n%r = for<inclusive> "
          "%n, "
          "%o, %d (%z) { ^(%i: i64, %a: i64): %s = add %a, %i : i64 yield %s } : i64 return %r }",
          &n, 1)
          .i,
      9);
  assert_int_equal(run("func @f(%n: i64) { %o = const 1 : i64 %r = while (%o) { ^(%v: i64): %c = icmp sle "
                       "%v, %n condition %c (%v) } "
                       "do { ^(%w: i64): %t = add %w, %w : i64 yield %t } : i64 return %r }",
                       &n, 1)
                       .i,
                   8);
  assert_int_equal(run("func @f(%n: i64) { %z = const 0 : i64 %o = const 1 : i64 br ^h(%z, %o)\n^h(%i: i64, "
                       "%p: i64):\n %c = icmp slt %i, "
                       "%n cbr %c, ^b, ^e(%p)\n^b:\n %q = add %p, %p : i64 %j = add %i, %o : i64 br ^h(%j, "
                       "%q)\n^e(%r: i64):\n return %r }",
                       &n, 1)
                       .i,
                   32);
  // block arguments are assigned at once: a swap
  assert_int_equal(run("func @f(%n: i64) { %z = const 3 : i64 %o = const 4 : i64 %a, %b = loop %n (%z, %o) { "
                       "^(%i: i64, %p: i64, %q: i64): "
                       "yield %q, %p } : i64, i64 %h = const 10 : i64 %m = mul %a, %h : i64 %r = add %m, %b "
                       ": i64 return %r }",
                       &n, 1)
                       .i,
                   43);
  n.i = -3;
  assert_int_equal(run("func @f(%n: i64) { %z = const 7 : i64 %r = loop %n (%z) { ^(%i: i64, %a: i64): yield "
                       "%i } : i64 return %r }",
                       &n, 1)
                       .i,
                   7);
}

TEST_WITH(test_memory, begin, end) {
  double a[4] = {1, 2, 3, 4};
  float f = 0.5f;
  SmrCell args[3] = {
      {.i = smr_interp_memory(&in, a, sizeof a)}, {.i = smr_interp_memory(&in, &f, 4)}, {.i = 2}};
  const char *head = "func @f(%p: ptr, %q: ptr, %b: box) {\n";
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(
      &text,
      "%s%%o = const 16 : i64 %%e = addr %%p, %%o [%%o < ?] %%v = load %%e : f64 %%w = fadd %%v, %%v : f64 "
      "store %%w, %%e %%g = load %%q : f32 %%h = fpext %%g : f64 %%r = fprod %%w, %%h : f64 return %%r }",
      head);
  assert_true(run(text.data, args, 3).f == 3);
  assert_true(a[2] == 6);
  smr_str_clear(&text);
  smr_str_printf(&text,
                 "%s%%s = alloca 8\nstore %%b, %%s %%c = load %%s : box %%g = global \"g\" 8\n"
                 "store %%c, %%g %%h = global \"g\" 8\n%%y = load %%h : i64 return %%y }",
                 head);
  assert_int_equal(run(text.data, args, 3).i, 2);
}

static bool run_call(SmrInterp *interp, SmrOp op, void *host) {
  const SmrOpData *data = smr_op(interp->graph, op);
  assert_ptr_equal(host, trap);
  if (data->code != SMR_OP_CALL)
    return smr_interp_op(interp, op);
  interp->values[data->result_first].f = smr_interp_operand(interp, op, 0).f * data->operand_count;
  return !strcmp(smr_intern_text(interp->graph->symbols, data->name), "good") ||
         smr_interp_trap(interp, op, "the called function trapped");
}

/// A host runs what it likes.
TEST_WITH(test_host, begin, end) {
  SmrCell x = {.f = 3};
  const char *text = "func @f(%x: f64) { %r = call \"good\" %x, %x : f64 return %r }";
  run(text, &x, 1);
  assert_string_equal(trap, "call at line 0: no meaning here");
  in.run = run_call;
  in.host = trap;
  assert_true(run(text, &x, 1).f == 6);
  run("func @f(%x: f64) { %r = call \"bad\" %x : f64 return %r }", &x, 1);
  assert_string_equal(trap, "call at line 0: the called function trapped");
}

TEST_WITH(test_traps, begin, end) {
  double a[2] = {0};
  SmrCell args[2] = {{.i = smr_interp_memory(&in, a, sizeof a)}, {.i = 16}};
  const char *read =
      "func @f(%p: ptr, %o: i64) { %e = addr %p, %o %v = load %e : f64 @a.f90:7:1\n return %v }";
  run(read, args, 2);
  assert_string_equal(trap, "load at line 7: outside of every object");
  args[1].i = -1;
  run(read, args, 2);
  assert_string_equal(trap, "load at line 7: outside of every object");
  args[1].i = 9;
  run(read, args, 2);
  assert_string_equal(trap, "load at line 7: outside of every object");
  args[1].i = 8;
  run(read, args, 2);
  assert_string_equal(trap, "");
  run("func @f(%p: ptr, %o: i64) { free %p %v = load %p : f64 return %v }", args, 2);
  assert_string_equal(trap, "load at line 0: outside of every object");
  run("func @f(%p: ptr, %o: i64) { opaque \"x\" return }", args, 2);
  assert_string_equal(trap, "opaque at line 0: no meaning here");
  run("func @f(%p: ptr, %o: i64) { br ^b\n^b:\n br ^b }", args, 2);
  assert_string_equal(trap, "br at line 0: too many steps");
  run("func @f(%p: ptr, %o: i64) { %z = const 0 : i64 %q = divs %o, %z : i64 return }", args, 2);
  assert_string_equal(trap, "divs at line 0: division by zero, overflow, or a shift too far");
  run("func @f() { return }", args, 2);
  assert_string_equal(trap, "the function does not take 2 arguments");
}

/// In ring mode any association gives the same bits, and division keeps its operands apart.
TEST_WITH(test_ring, begin, end) {
  in.numbers = &smr_ring;
  SmrCell args[3] = {{.i = 0x7123456789abcdef}, {.i = -77}, {.i = 0x0fedcba987654321}};
  int64_t left = run("func @f(%a: f64, %b: f64, %c: f64) { %s = fadd %a, %b : f64 %t = fadd %s, %c : f64 %r "
                     "= fmul %t, %a : f64 return %r }",
                     args, 3)
                     .i;
  int64_t expanded = run("func @f(%a: f64, %b: f64, %c: f64) { %x = fprod %a, %b : f64 %y = fma %c, %a, %x : "
                         "f64 %z = fprod %a, %a : f64 "
                         "%r = fsum %y, %z : f64 return %r }",
                         args, 3)
                         .i;
  assert_true(left == expanded);
  int64_t quotient =
      run("func @f(%a: f64, %b: f64, %c: f64) { %r = fdiv %a, %b : f64 return %r }", args, 3).i;
  int64_t swapped = run("func @f(%a: f64, %b: f64, %c: f64) { %r = fdiv %b, %a : f64 return %r }", args, 3).i;
  assert_true(quotient != swapped);
  run("func @f(%a: f64, %b: f64, %c: f64) { %r = const 0.5 : f64 return %r }", args, 3);
  assert_string_equal(trap, "const at line 0: no such number here");
}

TEST_WITH(test_complex, begin, end) {
  static const struct {
    const char *text;
    double re, im;
  } cases[] = {
      {"%r = fmul %z, %w : c64", 2 * 5 - 3 * 7, 2 * 7 + 3 * 5},
      {"%r = fsub %z, %w : c64", -3, -4},
      {"%r = fneg %z : c64", -2, -3},
      {"%r = fsum %z, %w, %z : c64", 9, 13},
      {"%r = fprod %z, %w, %z : c64", -11 * 2 - 29 * 3, -11 * 3 + 29 * 2},
      {"%r = math \"conj\" %z : c64", 2, -3},
      {"%a = math \"re\" %z : f64 %b = math \"im\" %w : f64 %r = math \"complex\" %b, %a : c64", 7, 2},
      {"store %z, %p %a = load %p : c64 %r = fadd %a, %w : c64", 7, 10},
      {"store %z, %p %o = const 8 : i64 %q = addr %p, %o %a = load %q : f64 %r = math \"complex\" %a, %a : "
       "c64",
       3, 3},
      {"%q = fdiv %z, %w : c64 %r = fmul %q, %w : c64", 2, 3},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int ring = 0; ring < 2; ring++) {
      unsigned char memory[16];
      SmrStr text = {0};
      in.numbers = ring ? &smr_ring : &smr_floats;
      smr_str_printf(&text, "func @f(%%z: c64, %%w: c64, %%p: ptr) {\n%s\nreturn %%r\n}", cases[i].text);
      SmrCell args[3] = {{.f = 2, .im.f = 3}, {.f = 5, .im.f = 7}};
      for (int k = 0; k < 2 && ring; k++)
        args[k].i = (int64_t)args[k].f, args[k].im.i = (int64_t)args[k].im.f;
      args[2].i = smr_interp_memory(&in, memory, sizeof memory);
      SmrCell value = run(text.data, args, 3);
      assert_string_equal(trap, "");
      if (ring && !strstr(text.data, "fdiv")) { // (the inverse is no number there)
        assert_int_equal(value.i, (int64_t)cases[i].re);
        assert_int_equal(value.im.i, (int64_t)cases[i].im);
      } else if (!ring) {
        assert_true(fabs(value.f - cases[i].re) < 1e-12 && fabs(value.im.f - cases[i].im) < 1e-12);
      }
      smr_str_free(&text);
    }
}
