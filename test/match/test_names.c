//===- test_names.c - what messages call a value ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each function stores values; a row says what messages call them, in the order of the stores.
//===----------------------------------------------------------------------===//
#include "test.h"
// after cmocka's
#include "graph_text.h"
#include "match/legality.h"

static void append_name(const SmrGraph *g, SmrOp op, SmrStr *out) {
  smr_str_puts(out, out->size ? "; " : "");
  smr_legality_name(smr_value(g, smr_operand(g, op, 0)), out, (void *)(uintptr_t)g);
}

static void expect(const char *parameters, const char *body, bool fortran, const char *wanted) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, names = {0};
  smr_str_printf(&text, "func @f(%%out: ptr \"out\", %s) {\n%s  return\n}\n", parameters, body);
  SmrGraph *g = graph_of_text(symbols, "graph", smr_str_get(&text), text.size);
  g->fortran = fortran;
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->code == SMR_OP_STORE)
      append_name(g, op, &names);
  assert_string_equal(smr_str_get(&names), wanted);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

#define INTEGERS "%n: i64 \"n\", %m: i64 \"m\", %i: i32 \"i\", %x: f64 \"x\", %c: i1 \"c\""
#define STORE(value, definition) "  %" value " = " definition "\n  store %" value ", %out\n"

TEST(arithmetic) {
  expect(INTEGERS, STORE("v1", "add %n, %m : i64"), false, "(n + m)");
  expect(INTEGERS, "  %s = sub %n, %m : i64\n" STORE("v2", "mul %s, %m : i64"), false, "(n - m)*m");
  expect(INTEGERS, "  %s = sub %n, %m : i64\n" STORE("v3", "add %s, %m : i64"), false, "(n - m + m)");
  expect(INTEGERS, "  %two = const 2 : i64\n" STORE("v4", "divs %n, %two : i64"), false, "n/2");
  expect(INTEGERS, "  %q = divs %n, %m : i64\n" STORE("v5", "mul %q, %m : i64"), false, "(n/m)*m");
  expect(INTEGERS, "  %q = divs %n, %m : i64\n" STORE("v6", "poly 3*%q + 1"), false, "(3*(n/m) + 1)");
  expect(INTEGERS, STORE("v7", "maxs %n, %m : i64") STORE("v8", "mins %n, %m : i64"), false,
         "max(n,m); min(n,m)");
  expect(INTEGERS, STORE("v9", "select %c, %n, %m : i64"), false, "either(n,m)");
  expect(INTEGERS, STORE("v10", "rems %n, %m : i64"), false, "n % m");
  expect(INTEGERS, STORE("v11", "rems %n, %m : i64"), true, "mod(n,m)");
  expect(INTEGERS,
         STORE("v12", "fptosi %x : i64") STORE("v13", "trunc %n : i32") STORE("v14", "sext %i : i64"), false,
         "int(x); int(n); i");
  // A quotient in an index makes no quotient of the element.
  expect("%v: i64 \"a[n/2]\", %m: i64 \"m\"", STORE("v1", "mul %v, %m : i64"), false, "a[n/2]*m");
}

/// Eight ops deep: what is below is called by where it comes from.
TEST(deep_names_end) {
#define MAX(to, from) "  %" to " = maxs %" from ", %m : i64\n"
#define SIX_MORE MAX("d", "c") MAX("e", "d") MAX("f", "e") MAX("g", "f") MAX("h", "g") MAX("i", "h")
  expect("%n: i64 \"n\", %m: i64 \"m\"",
         MAX("b", "n") MAX("c", "b") SIX_MORE "  store %i, %out\n" STORE("j", "sub %i, %n : i64"), false,
         "max(max(max(max(max(max(max(max(n,m),m),m),m),m),m),m),m); "
         "(max(max(max(max(max(max(max(a value,m),m),m),m),m),m),m) - n)");
  expect("%n: i64 \"n\", %m: i64 \"m\"",
         "  %b = sub %n, %m : i64\n  %c = sub %b, %m : i64\n" SIX_MORE STORE("j", "sub %i, %m : i64"), false,
         "(max(max(max(max(max(max(((a value) - m),m),m),m),m),m),m) - m)");
}

/// A shift right is a division's; together with one left it cuts out a bit field, which has no name.
TEST(shifts) {
  expect(INTEGERS,
         "  %k = const 3 : i64\n" STORE("v15", "shrs %n, %k : i64") STORE("v16", "shru %n, %k : i64"), false,
         "n >> 3; n >> 3");
  expect(INTEGERS, "  %k = const 3 : i64\n  %l = shl %n, %k : i64\n" STORE("v17", "shrs %l, %k : i64"), false,
         "a value");
}

/// Of a struct passed by value in words, one member each or several.
TEST(coerced_parameters) {
#define WORDS "%n: i64 \"n.coerce\", %w: i64 \"view.coerce1\""
  expect(WORDS,
         "  %k = const 32 : i64\n" STORE("v18", "trunc %w : i32") STORE("v19", "shru %w, %k : i64")
             STORE("v20", "add %n, %n : i64"),
         false, "a member of view; a member of view; (n + n)");
}

/// The distance between two pointers, divided by what an element takes.
TEST(elements_between_pointers) {
#define ENDS(first, last) "%p: ptr \"" first "\", %q: ptr \"" last "\", %n: i64 \"n\""
#define DISTANCE                                                                                             \
  "  %a = bitcast %p : i64\n  %b = bitcast %q : i64\n  %eight = const 8 : i64\n  %three = const 3 : i64\n"
  expect(ENDS("first", "last"),
         DISTANCE "  %d = sub %b, %a : i64\n" STORE("v21", "divs %d, %eight : i64")
             STORE("v22", "shrs %d, %three : i64"),
         false, "the number of elements from first to last; the number of elements from first to last");
  expect(ENDS("first", "last"), DISTANCE "  %d = poly %b - %a\n" STORE("v23", "divs %d, %eight : i64"), false,
         "the number of elements from first to last");
  expect(ENDS("first", "last"), DISTANCE "  %d = poly %b - %a + 7\n" STORE("v24", "divs %d, %eight : i64"),
         false, "the number of elements from first to last");
  // A whole element more is not the distance rounded up, nor is less of it.
  expect(ENDS("first", "last"), DISTANCE "  %d = poly %b - %a + 8\n" STORE("v25", "divs %d, %eight : i64"),
         false, "(last - first + 8)/8");
  expect(ENDS("first", "last"), DISTANCE "  %d = poly %b - %a - 1\n" STORE("v26", "divs %d, %eight : i64"),
         false, "(last - first - 1)/8");
  expect(ENDS("first", "last"), DISTANCE "  %d = poly %b + %a\n" STORE("v27", "divs %d, %eight : i64"), false,
         "(last + first)/8");
  expect(ENDS("v._M_impl._M_start", "v._M_impl._M_finish"),
         DISTANCE "  %d = poly %b - %a\n" STORE("v28", "divs %d, %eight : i64"), false, "v.size()");
  expect(ENDS("this->v.__begin_", "this->v.__end_"),
         DISTANCE "  %d = poly %b - %a\n" STORE("v29", "divs %d, %eight : i64"), false, "this->v.size()");
  expect(ENDS("v._M_impl._M_start", "w._M_impl._M_finish"),
         DISTANCE "  %d = poly %b - %a\n" STORE("v30", "divs %d, %eight : i64"), false,
         "the number of elements from v._M_impl._M_start to w._M_impl._M_finish");
  expect(ENDS("s", "word 1 of s"), DISTANCE "  %d = poly %b - %a\n" STORE("v31", "divs %d, %eight : i64"),
         false, "the number of elements of s");
  expect(ENDS("s.coerce", "t.coerce"), DISTANCE "  %d = poly %b - %a\n" STORE("v32", "divs %d, %eight : i64"),
         false, "the number of elements from s to t");
}

/// Fortran's descriptors: distances in elements, if an access shows how large these are.
TEST(descriptors) {
#define BOX "%a: box \"a\", %n: i64 \"n\""
  expect(BOX,
         STORE("v33", "descr_extent 0 %a") STORE("v34", "descr_lb 1 %a") STORE("v35", "descr_stride 1 %a"),
         true, "size(a,1); lbound(a,2); stride(a,2)");
  expect(BOX,
         "  %s = descr_stride 1 %a\n  %e = descr_extent 1 %a\n  %p = descr_addr %a\n  %o = load %p : f64\n"
         "  store %s, %out\n  store %e, %out\n",
         true, "8*stride(a,2); size(a,2)");
  expect(BOX,
         "  %l = descr_lb 0 %a\n  %e = descr_extent 0 %a\n  %one = const 1 : i64\n  %s = add %l, %e : i64\n"
         "  %u = sub %s, %one : i64\n" STORE("v36", "trunc %u : i32"),
         true, "ubound(a,1)");
}

TEST(memory) {
  expect("%p: ptr \"p\"", STORE("v37", "load %p : i64"), false, "*p");
  expect("%p: ptr \"p\"", STORE("v38", "load %p : i64"), true, "p");
  expect("%p: ptr \"p\"", "  %o = const 8 : i64\n  %at = addr %p, %o\n" STORE("v39", "load %at : i64"), false,
         "a value loaded");
  expect("%p: ptr \"p\"", "  %o = const 8 : i64\n  %at = addr %p, %o\n" STORE("v40", "load %at : i64"), true,
         "p(...)");
  expect("%p: ptr \"p\"", "  %g = global \"blk_\" 160\n" STORE("v41", "load %g : i64"), true,
         "a variable of /blk/");
  expect("%p: ptr \"p\", %n: i64", "  store %n, %out\n", false, "argument 3");
}
