//===- test_datum.c - hash-consed values and sizes -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/data_code.h"
#include "test.h"

// What a text is; "" when it has no value, the first message after an error in the text.
static void check(SmrDatums *v, const char *text, const char *wanted) {
  SmrSexp s = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  assert_true(smr_sexp_read("t", text, strlen(text), &s, &diag));
  SmrDatum value = smr_data_read_value(v, &s, 0, &diag);
  if (value)
    smr_datum_print(v, value, &out);
  else
    smr_str_puts(&out, diag.messages.data[0].text);
  if (strcmp(smr_str_get(&out), wanted))
    fail_msg("%s: %s, not %s", text, smr_str_get(&out), wanted);
  // What is printed reads as the same value.
  if (value) {
    SmrSexp again = {0};
    assert_true(smr_sexp_read("t", smr_str_get(&out), out.size, &again, &diag));
    assert_int_equal(smr_data_read_value(v, &again, 0, &diag), value);
    smr_sexp_free(&again);
  }
  smr_sexp_free(&s);
}

static const char none[] = "this has no value (is a quotient not known to be whole?)";

static SmrDatums *with_sizes(void) {
  SmrDatums *v = smr_datums_create();
  assert_true(smr_datum_declare_size(v, smr_datum_name(v, "m"), 32));
  assert_true(smr_datum_declare_size(v, smr_datum_name(v, "n"), 1));
  assert_true(smr_datum_declare_size(v, smr_datum_name(v, "k"), 6));
  assert_true(smr_datum_declare_size(v, smr_datum_name(v, "k"), 4)); // 12 divides it
  return v;
}

// S 4.4: m/32 only where 32 divides m.
TEST(S_divisibility) {
  SmrDatums *v = with_sizes();
  check(v, "(!/ m 32)", "(!/ m 32)");
  check(v, "(!* 32 (!/ m 32))", "m");
  check(v, "(!* (!/ m 32) 32 n)", "(!* m n)");
  check(v, "(!/ m 64)", none);
  check(v, "(!/ n 32)", none);
  check(v, "(!/ (!* n 32) 32)", "n");
  check(v, "(!/ (!* n m) n)", "m");
  check(v, "(!/ m n)", none);
  check(v, "(!/ k 12)", "(!/ k 12)");
  check(v, "(!/ k 24)", none);
  check(v, "(!/ (!* k m) 384)", "(!/ (!* k m) 384)");
  check(v, "(!/ (!* k m) 385)", none);
  check(v, "(!/ (!+ m k) 4)", "(!+ (!/ k 4) (!/ m 4))");
  check(v, "(!/ (!+ m n) 4)", none);
  check(v, "(!/ 7 2)", none);
  check(v, "(!/ 8 0)", none);
  check(v, "(!mod m 16)", "0");
  check(v, "(!mod n 16)", none);
  check(v, "(!ceil-div m 16)", "(!/ m 16)");
  check(v, "(!ceil-div (!- (!* 2 n) 1) 2)", "n");
  check(v, "(!floor-div (!- (!* 2 n) 1) 2)", "(!+ n -1)");
  check(v, "(!ceil-div (!+ n 1) 2)", none);
  check(v, "(!/ unknown 2)", none);
  smr_datums_destroy(v);
}

TEST(test_arithmetic) {
  SmrDatums *v = with_sizes();
  check(v, "(!+ n 1 n)", "(!+ (!* 2 n) 1)");
  check(v, "(!- (!+ n 1) n)", "1");
  check(v, "(!- n n)", "0");
  check(v, "(!* (!+ n 1) (!- n 1))", "(!+ (!* n n) -1)");
  check(v, "(!floor-div -7 2)", "-4");
  check(v, "(!ceil-div -7 2)", "-3");
  check(v, "(!mod -7 2)", "1");
  check(v, "(!min 3 1 2)", "1");
  check(v, "(!max n (!+ n 2) (!- n 1))", "(!+ n 2)");
  check(v, "(!max n m)", none);
  check(v, "(!+ 9223372036854775807 1)", none);
  check(v, "(!* 9223372036854775807 n 2)", none);
  check(v, "9223372036854775808", "not an integer of 64 bits: 9223372036854775808");
  smr_datums_destroy(v);
}

TEST(test_lists) {
  SmrDatums *v = with_sizes();
  check(v, "(a (b) ())", "(a (b) ())");
  check(v, "(!length (a b c))", "3");
  check(v, "(!length a)", none);
  check(v, "(!nth (a b c) 2)", "c");
  check(v, "(!nth (a b c) 3)", none);
  check(v, "(!nth () 0)", none);
  check(v, "(!append (a) () (b c))", "(a b c)");
  check(v, "(!take (a b c) 2)", "(a b)");
  check(v, "(!drop (a b c) 3)", "()");
  check(v, "(!drop (a b c) 4)", none);
  check(v, "(!permute (a b c) (2 0 1))", "(c a b)");
  check(v, "(!permute (a b c) (2 0 0))", none);
  check(v, "(!permute (a b c) (2 0))", none);
  check(v, "(!set (a b c) 1 x)", "(a x c)");
  check(v, "(!insert (a b) 2 x)", "(a b x)");
  check(v, "(!remove (a b c) 0)", "(b c)");
  check(v, "(!remove () 0)", none);
  check(v, "(!product (2 m 3))", "(!* 6 m)");
  check(v, "(!product ())", "1");
  check(v, "(!range 3)", "(0 1 2)");
  check(v, "(!map * (2 3) (5 7))", "(10 21)");
  check(v, "(!map * (2 3) (5))", none);
  check(v, "(!fold - 10 (1 2))", "7");
  check(v, "(!nosuch 1)", "there is no function 'nosuch'");
  check(v, "(!length a b)", "'!length' does not take 2 arguments");
  check(v, "(!map map (a))", "there is no function 'map' here");
  check(v, "?x", "?x is not bound");
  check(v, "_", "'_' can only stand in a pattern");
  smr_datums_destroy(v);
}

// Random arithmetic against plain integers: where there is a value, it is the right one for all sizes, and
// what is said of order, equality and divisibility holds.
static int64_t at_point(const SmrDatums *v, SmrDatum value, const int64_t *point);

static int64_t point_of(const char *name, const int64_t *point) {
  return *name == 'm' ? 32 * point[0] : *name == 'n' ? point[1] : 12 * point[2];
}

// Reads the printed form, so that the oracle knows nothing of how sizes are kept.
static int64_t value_of_text(const char **text, const int64_t *point) {
  while (**text == ' ')
    ++*text;
  if (**text != '(') {
    char *end;
    int64_t number = strtoll(*text, &end, 10);
    if (end == *text)
      number = point_of(*text, point), end++;
    *text = end;
    return number;
  }
  char op = (*text)[2];
  *text += 3;
  int64_t total = value_of_text(text, point);
  while (**text != ')') {
    int64_t next = value_of_text(text, point);
    if (op == '/') {
      assert_int_equal(total % next, 0);
      total /= next;
    } else {
      total = op == '+' ? total + next : total * next;
    }
  }
  ++*text;
  return total;
}

static int64_t at_point(const SmrDatums *v, SmrDatum value, const int64_t *point) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_datum_print(v, value, &out);
  const char *text = smr_str_get(&out);
  int64_t result = value_of_text(&text, point);
  return result;
}

// Sizes are positive, and as large as what divides them; with factors of both signs nothing is known.
TEST(test_order) {
  SmrDatums *v = with_sizes();
  SmrDatum m = smr_datum_name(v, "m"), n = smr_datum_name(v, "n"), one = smr_datum_integer(v, 1);
  SmrDatum many = smr_datum_integer(v, 32), most = smr_datum_integer(v, 33);
  assert_int_equal(smr_datum_less(v, m, many), SMR_NO);
  assert_int_equal(smr_datum_less(v, m, most), SMR_UNKNOWN);
  assert_int_equal(smr_datum_less(v, smr_datum_integer(v, 31), m), SMR_YES);
  assert_int_equal(smr_datum_less(v, many, m), SMR_UNKNOWN);
  assert_int_equal(smr_datum_less(v, n, one), SMR_NO);
  assert_int_equal(smr_datum_less(v, n, smr_datum_add(v, n, one)), SMR_YES);
  assert_int_equal(smr_datum_less(v, n, smr_datum_multiply(v, n, many)), SMR_YES);
  assert_int_equal(smr_datum_less(v, m, n), SMR_UNKNOWN);
  assert_int_equal(smr_datum_less(v, smr_datum_divide(v, m, many), one), SMR_NO);
  smr_datums_destroy(v);
}

static uint64_t seed;
static uint32_t below(uint32_t n) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (uint32_t)(seed % n);
}

TEST(test_random_arithmetic) {
  static const char *const names[] = {"m", "n", "k"};
  uint32_t quotients = 0, ordered = 0;
  seed = 88172645463325252u + test_seed();
  for (uint32_t round = 0; round < test_rounds(2000); round++) {
    SmrDatums *v = with_sizes();
    SmrDatum pool[24];
    int64_t points[3][3];
    for (int p = 0; p < 3; p++)
      for (int i = 0; i < 3; i++)
        points[p][i] = 1 + below(5);
    uint32_t size = 0;
    for (; size < 3; size++)
      pool[size] = smr_datum_name(v, names[size]);
    for (; size < 6; size++)
      pool[size] = smr_datum_integer(v, (int64_t)below(9) - 2);
    for (; size < 24; size++) {
      SmrDatum a = pool[below(size)], b = pool[below(size)];
      uint32_t op = below(6);
      SmrDatum c = op == 0   ? smr_datum_add(v, a, b)
                   : op == 1 ? smr_datum_subtract(v, a, b)
                   : op == 2 ? smr_datum_multiply(v, a, b)
                   : op == 3 ? smr_datum_divide(v, a, b)
                   : op == 4 ? smr_datum_divide_floor(v, a, b)
                             : smr_datum_divide_ceiling(v, a, b);
      for (int p = 0; p < 3; p++) {
        int64_t x = at_point(v, a, points[p]), y = at_point(v, b, points[p]);
        SmrTruth equal = smr_datum_equal(v, a, b), less = smr_datum_less(v, a, b);
        if (equal != SMR_UNKNOWN)
          assert_int_equal(x == y, equal == SMR_YES);
        if (less != SMR_UNKNOWN)
          assert_int_equal(x < y, less == SMR_YES), ordered++;
        if (smr_datum_divides(v, b, a) == SMR_YES && y > 0)
          assert_int_equal(x % y, 0);
        if (!c)
          continue;
        int64_t z = at_point(v, c, points[p]);
        if (op == 3)
          assert_int_equal(z * y, x), quotients++;
        else if (op > 3 && y > 0)
          assert_true(op == 4 ? z * y <= x && x < z * y + y : (z - 1) * y < x && x <= z * y);
        else if (op < 3)
          assert_int_equal(z, op == 0 ? x + y : op == 1 ? x - y : x * y);
      }
      pool[size] = c ? c : a;
      if (below(3) == 0)
        pool[size] = pool[below(6)]; // (small ones stay likely: no oracle's overflow)
    }
    smr_datums_destroy(v);
  }
  assert_by_chance(quotients > 1000 && ordered > 1000);
}
