//===- test_raise.c - raising against running -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "cover/canonical.h"
#include "graph/normalize/normalize.h"
#include "graph/random_graph.h"
#include "graph_text.h"
#include "raise/oracle.h"

typedef struct {
  uint32_t raised, not_raised, equal, canonical, joined, lifted, rows, by_stores, divided, needs, skipped;
  uint32_t reasons[64];
} Tally;

static void say(const SmrGraph *g, const SmrRaisedNests *nests, const char *why, uint64_t seed) {
  SmrStr text = {0};
  for (uint32_t k = 0; k < nests->size; k++)
    if (nests->data[k].equations)
      smr_equations_print(nests->data[k].equations, &text);
  smr_graph_print(g, &text);
  fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, why, smr_str_get(&text));
}

/// The canonical form (lib/cover) says the same, wherever its needs hold.
static void check_canonical(SmrGraph *g, SmrRaisedNests *nests, uint64_t seed, uint32_t runs, Tally *tally) {
  char text[200] = "";
  SmrCanonical **all = smr_xcalloc(nests->size + 1, sizeof(SmrCanonical *));
  for (uint32_t k = 0; k < nests->size; k++)
    if (nests->data[k].equations && (all[k] = smr_canonical(nests->data[k].equations))) {
      smr_equations_name_indices(all[k]->equations);
      nests->data[k].equations = all[k]->equations;
      for (uint32_t e = 0; e < all[k]->origins.size; e++)
        tally->joined += all[k]->origins.data[e].laws >> SMR_COVER_LAW_JOIN & 1;
      SmrDiag diag = {0};
      if (!smr_equations_check(all[k]->equations, &diag))
        say(g, nests, diag.messages.data[0].text, seed);
    }
  SmrOracleVerdict *verdicts = smr_xcalloc(nests->size + 1, sizeof *verdicts);
  for (uint32_t run = 0; run < runs; run++) {
    if (smr_oracle_run(g, nests, seed * 31 + run, verdicts, text) == SMR_ORACLE_DIFFERENT)
      say(g, nests, text, seed);
    for (uint32_t k = 0; k < nests->size; k++)
      tally->canonical += verdicts[k] == SMR_ORACLE_EQUAL;
  }
  for (uint32_t k = 0; k < nests->size; k++)
    if (all[k]) {
      nests->data[k].equations = (SmrEquations *)(uintptr_t)all[k]->source;
      smr_canonical_destroy(all[k]);
    }
  free(all);
  free(verdicts);
}

/// Loops that are what their rounds are (cover/lift.h).
static void check_lifted(SmrGraph *g, SmrRaisedNests *nests, uint64_t seed, uint32_t runs, Tally *tally) {
  char text[200] = "";
  SmrOracleVerdict *verdicts = smr_xcalloc(nests->size + 1, sizeof *verdicts);
  for (uint32_t run = 0; run < runs; run++) {
    if (smr_oracle_run(g, nests, seed * 31 + run, verdicts, text) == SMR_ORACLE_DIFFERENT)
      say(g, nests, text, seed);
    for (uint32_t k = 0; k < nests->size; k++)
      tally->lifted += verdicts[k] == SMR_ORACLE_EQUAL;
  }
  SmrDiag diag = {0};
  for (uint32_t k = 0; k < nests->size; k++)
    if (nests->data[k].equations && !smr_equations_check(nests->data[k].equations, &diag))
      say(g, nests, diag.messages.data[0].text, seed);
  check_canonical(g, nests, seed, 1, tally);
  free(verdicts);
}

/// Nests by other equations: rows that no index chooses are different ones; what is stored is a factor; a sum
/// that is divided is an argument.
static void check_others(SmrGraph *g, SmrRaisedNests *nests, uint64_t seed, uint32_t runs, uint32_t way,
                         Tally *tally) {
  uint32_t *const equal[] = {&tally->by_stores, &tally->rows, &tally->divided};
  char text[200] = "";
  SmrUses uses = smr_uses_compute(g);
  SmrRaisedNests others = {0};
  for (uint32_t k = 0; k < nests->size; k++) {
    SmrRaisedNest one = nests->data[k];
    if (one.equations)
      one.equations = way == 0   ? smr_raise_by_stores(g, &uses, one.nest)
                      : way == 1 ? smr_raise_rows_apart(g, &uses, one.nest, one.equations)
                                 : smr_raise_divided(g, &uses, one.nest);
    smr_vec_push(&others, one);
  }
  SmrOracleVerdict *verdicts = smr_xcalloc(others.size + 1, sizeof *verdicts);
  for (uint32_t run = 0; run < runs; run++) {
    if (smr_oracle_run(g, &others, seed * 31 + run, verdicts, text) == SMR_ORACLE_DIFFERENT)
      say(g, &others, text, seed);
    for (uint32_t k = 0; k < others.size; k++)
      *equal[way] += others.data[k].equations && verdicts[k] == SMR_ORACLE_EQUAL;
  }
  check_canonical(g, &others, seed, 1, tally);
  free(verdicts);
  smr_raised_nests_free(&others);
  smr_uses_free(&uses);
}

static void check(SmrGraph *g, uint64_t seed, uint32_t runs, Tally *tally) {
  char text[200] = "";
  SmrRaisedNests nests = {0};
  smr_normalize_plain(g);
  smr_raise_function(g, NULL, &nests);
  for (uint32_t k = 0; k < nests.size; k++) {
    tally->raised += nests.data[k].equations != NULL;
    tally->not_raised += nests.data[k].equations == NULL;
    tally->reasons[nests.data[k].why.reason]++;
  }
  SmrOracleVerdict *verdicts = smr_xcalloc(nests.size + 1, sizeof *verdicts);
  for (uint32_t run = 0; run < runs; run++) {
    if (smr_oracle_run(g, &nests, seed * 31 + run, verdicts, text) == SMR_ORACLE_DIFFERENT)
      say(g, &nests, text, seed);
    for (uint32_t k = 0; k < nests.size; k++) {
      tally->equal += verdicts[k] == SMR_ORACLE_EQUAL;
      tally->needs += verdicts[k] == SMR_ORACLE_NEEDS;
      tally->skipped += verdicts[k] == SMR_ORACLE_SKIPPED && nests.data[k].equations;
    }
  }
  if (seed % 4 == 0)
    check_canonical(g, &nests, seed, 1, tally);
  check_others(g, &nests, seed, runs, seed % 2, tally);
  check_others(g, &nests, seed, runs, 2, tally);
  if (smr_oracle_lift(g, &nests))
    check_lifted(g, &nests, seed, runs, tally);
  free(verdicts);
  smr_raised_nests_free(&nests);
}

static void show(const char *what, const Tally *t) {
  if (!getenv("SMR_RAISE_SHOW"))
    return;
  printf("%s: raised %u, not %u; runs equal %u (canonical %u, %u joined; %u lifted; %u of rows apart, %u by "
         "stores, %u divided), needs "
         "%u, skipped %u\n",
         what, t->raised, t->not_raised, t->equal, t->canonical, t->joined, t->lifted, t->rows, t->by_stores,
         t->divided, t->needs, t->skipped);
  for (uint32_t k = 1; k < 64; k++)
    if (t->reasons[k])
      printf("  %6u %s\n", t->reasons[k], smr_not_raised_text((SmrNotRaisedReason)k));
}

TEST(test_random_graphs) {
  static const SmrRandomForm forms[] = {SMR_RANDOM_NORMAL, SMR_RANDOM_IMPORTED, SMR_RANDOM_CFG,
                                        SMR_RANDOM_NORMAL | SMR_RANDOM_COMPLEX,
                                        SMR_RANDOM_IMPORTED | SMR_RANDOM_COMPLEX};
  uint64_t first = 1 + test_seed();
  for (uint32_t f = 0; f < sizeof forms / sizeof *forms; f++) {
    Tally tally = {0};
    for (uint64_t seed = first; seed < first + test_rounds(300); seed++) {
      SmrIntern *symbols = smr_intern_create();
      SmrGraph *g = smr_random_graph(symbols, "f", forms[f], 3 + seed % 12, seed);
      check(g, seed, 2, &tally);
      smr_graph_destroy(g);
      smr_intern_destroy(symbols);
    }
    show("random graphs", &tally);
    assert_by_chance(tally.equal >= tally.raised / 2); // (of two runs each)
  }
}

//--- Nests biased to overlapping writes ----------------------------------------------------

typedef struct {
  SmrRandom random;
  SmrStr text;
  uint32_t values, depth, statements;
  bool scratch;    // rows that are made anew
  uint32_t stored; // a value of this block, or of one around it, that is stored as well; 0: none
  char loops[5][12];
  const char *sizes[4];
} Nest;

static uint32_t below(Nest *n, uint32_t limit) {
  return smr_random_below(&n->random, limit);
}

/// Something of 64 bits: an index or a size.
static const char *put_wide(Nest *n) {
  return n->depth && below(n, 3) ? n->loops[below(n, n->depth)] : n->sizes[below(n, 3)];
}

/// An integer of 32 bits made of indices and sizes as compilers make them; most results are small again.
static uint32_t put_narrow(Nest *n, uint32_t depth) {
  static const char *const ops[] = {"add", "sub", "mul", "add<nsw>", "mul<nsw>", "add"};
  uint32_t a, b, what = below(n, depth < 2 ? 10 : 3);
  if (what < 2 || !n->depth) {
    smr_str_printf(&n->text, "%%v%u = trunc<nsw> %s : i32\n", n->values, put_wide(n));
  } else if (what == 2) {
    smr_str_printf(&n->text, "%%v%u = add %s, %%k%u : i32\n", n->values, below(n, 2) ? "%p" : "%q",
                   below(n, 3));
  } else if (what == 3) {
    a = put_narrow(n, depth + 1);
    smr_str_printf(&n->text, "%%v%u = xor %%v%u, %%k3 : i32\n", n->values, a);
  } else if (what == 4) {
    a = put_narrow(n, depth + 1);
    smr_str_printf(&n->text, "%%v%u = shl %%v%u, %%k1 : i32\n%%v%u = or %%v%u, %%k1 : i32\n", n->values, a,
                   n->values + 1, n->values);
    n->values++;
  } else if (what == 5) { // wraps around twice
    a = put_narrow(n, depth + 1);
    smr_str_printf(&n->text, "%%v%u = add %%v%u, %%k4 : i32\n%%v%u = sub %%v%u, %%k4 : i32\n", n->values, a,
                   n->values + 1, n->values);
    n->values++;
  } else {
    a = put_narrow(n, depth + 1);
    b = put_narrow(n, depth + 1);
    smr_str_printf(&n->text, "%%v%u = %s %%v%u, %%v%u : i32\n", n->values, ops[below(n, 6)], a, b);
  }
  return n->values++;
}

/// The same as 64 bits.
static uint32_t put_widened(Nest *n) {
  uint32_t narrow = put_narrow(n, 0);
  smr_str_printf(&n->text, "%%v%u = %s %%v%u : i64\n", n->values, below(n, 2) ? "sext" : "zext", narrow);
  return n->values++;
}

/// An offset of a few strides; the same few again and again, so that accesses meet.
static void put_offset(Nest *n) {
  static const char *const strides[] = {"8", "8", "8*%ld", "8*%ld", "40", "8*%ld + 8", "16", "-8"};
  bool any = false;
  for (uint32_t k = 0; k < n->depth; k++) {
    if (below(n, 4) == 0)
      continue;
    const char *s = strides[below(n, below(n, 3) ? 4 : 8)];
    if (!strcmp(s, "8*%ld + 8"))
      smr_str_printf(&n->text, "%s8*%%ld*%s + 8*%s", any ? " + " : "", n->loops[k], n->loops[k]);
    else if (s[0] == '-')
      smr_str_printf(&n->text, "%s8*%s", any ? " - " : "-", n->loops[k]);
    else
      smr_str_printf(&n->text, "%s%s*%s", any ? " + " : "", s, n->loops[k]);
    any = true;
  }
  if (below(n, 4) == 0)
    smr_str_printf(&n->text, "%s%u", any ? " + " : "", 8 * (1 + below(n, 5))), any = true;
  if (below(n, 5) == 0) // a row that no index chooses
    smr_str_printf(&n->text, "%s%s*%s", any ? " + " : "", below(n, 3) ? "8*%ld" : "40",
                   n->sizes[below(n, 3)]),
        any = true;
  if (!any)
    smr_str_puts(&n->text, "0");
}

static uint32_t put_address(Nest *n) {
  static const char *const arrays[] = {"%a", "%a", "%b", "%c"};
  bool computed = below(n, 6) == 0;
  uint32_t widened = computed ? put_widened(n) : 0, offset = n->values++, address = n->values++;
  smr_str_printf(&n->text, "%%v%u = poly ", offset);
  if (computed)
    smr_str_printf(&n->text, "8*%%v%u", widened);
  else
    put_offset(n);
  smr_str_printf(&n->text, "\n%%v%u = addr %s, %%v%u\n", address, arrays[below(n, 4)], offset);
  return address;
}

static uint32_t put_load(Nest *n, uint32_t address) {
  smr_str_printf(&n->text, "%%v%u = load %%v%u : f64\n", n->values, address);
  return n->values++;
}

static uint32_t put_value(Nest *n) {
  uint32_t a = put_load(n, put_address(n)), b;
  if (n->stored && below(n, 3) == 0) {
    smr_str_printf(&n->text, "%%v%u = %s %%v%u, %%v%u : f64\n", n->values, below(n, 4) ? "fmul" : "fsub",
                   n->stored, a);
    return n->values++;
  }
  switch (below(n, 5)) {
  case 0:
    return a;
  case 1:
    smr_str_printf(&n->text, "%%v%u = fmul %%v%u, %%x : f64\n", n->values, a);
    return n->values++;
  case 2:
    b = put_load(n, put_address(n));
    smr_str_printf(&n->text, "%%v%u = fdiv %%v%u, %%v%u : f64\n", n->values, a, b);
    return n->values++;
  default:
    b = put_load(n, put_address(n));
    smr_str_printf(&n->text, "%%v%u = %s %%v%u, %%v%u : f64\n", n->values, below(n, 2) ? "fmul" : "fsub", a,
                   b);
    return n->values++;
  }
}

static void put_store(Nest *n) {
  uint32_t address = put_address(n);
  if (below(n, 2)) { // x += …
    uint32_t old = put_load(n, address), value = put_value(n);
    smr_str_printf(&n->text, "%%v%u = %s %%v%u, %%v%u : f64\n", n->values, below(n, 4) ? "fadd" : "fsub", old,
                   value);
    smr_str_printf(&n->text, "store %%v%u, %%v%u\n", n->values, address);
    n->stored = n->values++;
  } else {
    uint32_t value = put_value(n);
    smr_str_printf(&n->text, "store %%v%u, %%v%u\n", value, address);
  }
}

/// Tiles: at most 4, as many as there are; how many tiles.
static void put_tile_bound(Nest *n, uint32_t at) {
  uint32_t a = n->values++, b = n->values++, c = n->values++;
  const char *loop = n->depth ? n->loops[below(n, n->depth)] : NULL;
  if (!loop || below(n, 3) == 0)
    smr_str_printf(&n->text, "%%v%u = poly %s + 3\n%%v%u = divs %%v%u, %%four : i64\n", a,
                   n->sizes[below(n, 3)], at, a);
  else if (below(n, 2))
    smr_str_printf(&n->text,
                   "%%v%u = poly 4*%s\n%%v%u = trunc<nsw> %%v%u : i32\n%%v%u = add<nsw> %%v%u, %%k2 : i32\n"
                   "%%m%u = mins %%p, %%v%u : i32\n%%v%u = poly %%m%u - 4*%s\n",
                   a, loop, b, a, c, b, at, c, at, at, loop);
  else
    smr_str_printf(&n->text, "%%v%u = poly %s - 4*%s\n%%v%u = mins %%v%u, %%four : i64\n", a,
                   n->sizes[below(n, 3)], loop, at, a);
}

static void put_bound(Nest *n, uint32_t at) {
  if (below(n, 6) == 0)
    put_tile_bound(n, at);
  else if (below(n, 10) == 0)
    smr_str_printf(&n->text, "%%v%u = %s %s : i64\n", at, below(n, 2) ? "zext" : "sext",
                   below(n, 2)   ? "%p"
                   : below(n, 2) ? "%q"
                                 : "%s0");
  else if (n->depth && below(n, 3) == 0)
    smr_str_printf(&n->text, "%%v%u = poly %s%s\n", at, n->loops[below(n, n->depth)],
                   below(n, 2) ? " + 1" : "");
  else if (n->depth && below(n, 4) == 0)
    smr_str_printf(&n->text, "%%v%u = poly %%n - %s\n", at, n->loops[below(n, n->depth)]);
  else
    smr_str_printf(&n->text, "%%v%u = poly %s\n", at, n->sizes[below(n, 3)]);
}

static void put_statements(Nest *n, uint32_t level);
static uint32_t put_condition(Nest *n, uint32_t depth);

static void put_loop(Nest *n, uint32_t level) {
  uint32_t bound = n->values++, iv = n->values++;
  put_bound(n, bound);
  smr_str_printf(&n->text, "loop %%v%u () {\n^(%%v%u: i64):\n", bound, iv);
  snprintf(n->loops[n->depth++], sizeof n->loops[0], "%%v%u", iv);
  put_statements(n, level + 1);
  n->depth--;
  smr_str_puts(&n->text, "yield\n}\n");
}

/// A sum in a value, and a store of it.
static void put_sum(Nest *n) {
  uint32_t bound = n->values++, iv = n->values++, acc = n->values++, result = n->values++, first, next;
  put_bound(n, bound);
  if (below(n, 2)) {
    first = put_load(n, put_address(n));
  } else {
    first = n->values++;
    smr_str_printf(&n->text, "%%v%u = const 0.0 : f64\n", first);
  }
  smr_str_printf(&n->text, "%%v%u = loop %%v%u (%%v%u) {\n^(%%v%u: i64, %%v%u: f64):\n", result, bound, first,
                 iv, acc);
  snprintf(n->loops[n->depth++], sizeof n->loops[0], "%%v%u", iv);
  uint32_t value = put_value(n), condition = below(n, 4) ? 0 : put_condition(n, 0);
  n->depth--;
  next = n->values++;
  smr_str_printf(&n->text, "%%v%u = fadd %%v%u, %%v%u : f64\n", next, acc, value);
  if (condition) {
    uint32_t chosen = n->values++;
    smr_str_printf(&n->text, "%%v%u = select %%v%u, %%v%u, %%v%u : f64\n", chosen, condition,
                   below(n, 2) ? next : acc, below(n, 2) ? next : acc);
    next = chosen;
  }
  smr_str_printf(&n->text, "yield %%v%u\n} : f64\n", next);
  uint32_t address = put_address(n);
  smr_str_printf(&n->text, "store %%v%u, %%v%u\n", result, address);
}

/// a[at] * b[at] added to a value; `at` in elements. (Sometimes it is another element.)
static uint32_t put_term(Nest *n, uint32_t sum, const char *at, const char *row) {
  uint32_t offset = n->values++, address = n->values++, x, y, product = 0;
  const char *wrong = below(n, 12) ? "" : " + 8";
  smr_str_printf(&n->text, "%%v%u = poly %s%s%s\n%%v%u = addr %%a, %%v%u\n", offset, at, row, wrong, address,
                 offset);
  x = put_load(n, address);
  offset = n->values++, address = n->values++;
  smr_str_printf(&n->text, "%%v%u = poly %s\n%%v%u = addr %%b, %%v%u\n", offset, at, address, offset);
  y = put_load(n, address);
  product = n->values++;
  smr_str_printf(&n->text, "%%v%u = fmul %%v%u, %%v%u : f64\n", product, x, y);
  smr_str_printf(&n->text, "%%v%u = fadd %%v%u, %%v%u : f64\n", n->values, sum, product);
  return n->values++;
}

/// The count of rounds of c each that a loop to the size has, as programs compute it.
static uint32_t put_rounds(Nest *n, const char *size, uint32_t c) {
  uint32_t number = n->values++, whole = n->values++, left = n->values++, way = below(n, 4);
  smr_str_printf(&n->text, "%%v%u = const %u : i64\n", number, c);
  if (way == 0)
    smr_str_printf(&n->text, "%%v%u = rems %s, %%v%u : i64\n%%v%u = poly %s - %%v%u + %u\n", left, size,
                   number, whole, size, left, c - 1);
  else
    smr_str_printf(&n->text, "%%v%u = poly %s\n", whole, size);
  uint32_t rounds = n->values++, zero = n->values++;
  smr_str_printf(&n->text, "%%v%u = divs %%v%u, %%v%u : i64\n%%v%u = const 0 : i64\n", rounds, whole, number,
                 zero);
  if (way == 1)
    return rounds;
  smr_str_printf(&n->text, "%%v%u = maxs %%v%u, %%v%u : i64\n", n->values, rounds, zero);
  return n->values++;
}

/// The sum, or a quotient of it.
static uint32_t put_divided(Nest *n, uint32_t sum) {
  if (below(n, 4))
    return sum;
  smr_str_printf(&n->text, "%%v%u = fdiv %%v%u, %%x : f64\n", n->values, sum);
  return n->values++;
}

/// A sum in parts: unrolled, and what is left in a loop, or in a condition; or a triangle's row and its last
/// element.
static void put_parts(Nest *n) {
  uint32_t c = 2 + below(n, 3), bound = n->values++, result = n->values++, iv = n->values++,
           acc = n->values++;
  const char *size = n->sizes[below(n, 3)], *outer = n->depth ? n->loops[below(n, n->depth)] : NULL;
  char at[64], row[64] = "";
  if (outer && below(n, 2))
    snprintf(row, sizeof row, " + 8*%%ld*%s", outer);
  smr_str_printf(&n->text, "%%v%u = const 0.0 : f64\n", n->values);
  uint32_t sum = n->values++, rounds = 0;
  bool triangle = outer && below(n, 2);
  if (triangle) {
    smr_str_printf(&n->text, "%%v%u = poly %s\n", bound, outer);
    if (below(n, 2))
      snprintf(at, sizeof at, "8*%s", outer), sum = put_term(n, sum, at, row);
  } else {
    rounds = put_rounds(n, size, c);
    smr_str_printf(&n->text, "%%v%u = poly %%v%u\n", bound, rounds);
  }
  smr_str_printf(&n->text, "%%v%u = loop %%v%u (%%v%u) {\n^(%%v%u: i64, %%v%u: f64):\n", result, bound, sum,
                 iv, acc);
  uint32_t first = below(n, c);
  for (uint32_t r = 0; r < (triangle ? 1 : c); r++) {
    if (triangle)
      snprintf(at, sizeof at, "8*%%v%u", iv);
    else
      snprintf(at, sizeof at, "%u*%%v%u + %u", 8 * c, iv, 8 * ((first + r) % c));
    acc = put_term(n, acc, at, row);
  }
  smr_str_printf(&n->text, "yield %%v%u\n} : f64\n", acc);
  sum = result;
  if (triangle && below(n, 2)) {
    snprintf(at, sizeof at, "8*%s%s", outer, below(n, 4) ? "" : " + 8");
    sum = put_term(n, sum, at, row);
  } else if (!triangle && below(n, 4)) {
    uint32_t left = n->values++, one = n->values++, more = n->values++, all = n->values++;
    smr_str_printf(&n->text, "%%v%u = poly %s - %u*%%v%u\n", left, size, c, rounds);
    smr_str_printf(&n->text, "%%v%u = loop %%v%u (%%v%u) {\n^(%%v%u: i64, %%v%u: f64):\n", all, left, sum,
                   one, more);
    snprintf(at, sizeof at, "8*%%v%u + %u*%%v%u", one, 8 * c, rounds);
    smr_str_printf(&n->text, "yield %%v%u\n} : f64\n", put_term(n, more, at, row));
    sum = all;
  }
  sum = put_divided(n, sum);
  uint32_t address = put_address(n);
  smr_str_printf(&n->text, "store %%v%u, %%v%u\n", sum, address);
}

/// `address` at a polynomial in bytes.
static uint32_t put_at(Nest *n, const char *array, const char *offset) {
  smr_str_printf(&n->text, "%%v%u = poly %s\n%%v%u = addr %s, %%v%u\n", n->values, offset, n->values + 1,
                 array, n->values);
  n->values += 2;
  return n->values - 1;
}

/// A row that each round of the loop around makes anew in %c, and what reads it; now and then what another
/// round made is read, too.
static void put_scratch(Nest *n) {
  const char *outer = n->loops[n->depth - 1], *size = n->sizes[below(n, 3)];
  char at[96];
  uint32_t value, row = below(n, 8), count = n->values++;
  smr_str_printf(&n->text, "%%v%u = poly %s\nloop %%v%u () {\n^(%%v%u: i64):\n", count, size, count,
                 n->values);
  snprintf(n->loops[n->depth++], sizeof n->loops[0], "%%v%u", n->values++);
  if (n->depth < 4 && below(n, 2)) {
    put_sum(n);
  } else {
    value = put_value(n);
    snprintf(at, sizeof at, "8*%s%s", n->loops[n->depth - 1], below(n, 8) ? "" : " + 8");
    if (!row)
      snprintf(at + strlen(at), sizeof at - strlen(at), " + 8*%%ld*%s", outer);
    uint32_t address = put_at(n, "%c", at);
    smr_str_printf(&n->text, "store %%v%u, %%v%u\n", value, address);
  }
  n->depth--;
  count = n->values++;
  smr_str_printf(&n->text, "yield\n}\n%%v%u = poly %s\nloop %%v%u () {\n^(%%v%u: i64):\n", count,
                 below(n, 6) ? size : n->sizes[below(n, 3)], count, n->values);
  snprintf(n->loops[n->depth++], sizeof n->loops[0], "%%v%u", n->values++);
  snprintf(at, sizeof at, "8*%s", n->loops[n->depth - 1]);
  if (!row && below(n, 4))
    snprintf(at + strlen(at), sizeof at - strlen(at), " + 8*%%ld*%s", outer);
  value = put_load(n, put_at(n, "%c", at));
  if (below(n, 2)) {
    uint32_t other = put_value(n);
    smr_str_printf(&n->text, "%%v%u = %s %%v%u, %%v%u : f64\n", n->values, below(n, 2) ? "fmul" : "fadd",
                   value, other);
    value = n->values++;
  }
  snprintf(at, sizeof at, "8*%%ld*%s + 8*%s", outer, n->loops[n->depth - 1]);
  uint32_t address = below(n, 4) ? put_at(n, "%a", at) : put_address(n);
  smr_str_printf(&n->text, "store %%v%u, %%v%u\nyield\n}\n", value, address);
  n->depth--;
}

/// A comparison, or several joined.
static uint32_t put_condition(Nest *n, uint32_t depth) {
  static const char *const predicates[] = {"slt", "sle", "sgt", "sge", "eq",
                                           "ne",  "ult", "ule", "ugt", "uge"};
  static const char *const joins[] = {"and", "or", "xor"};
  if (depth < 2 && below(n, 4) == 0) {
    uint32_t a = put_condition(n, depth + 1), b = put_condition(n, depth + 1), what = below(n, 4);
    if (what == 3)
      smr_str_printf(&n->text, "%%v%u = xor %%v%u, %%true : i1\n", n->values, a);
    else
      smr_str_printf(&n->text, "%%v%u = %s %%v%u, %%v%u : i1\n", n->values, joins[what], a, b);
  } else if (below(n, 8) == 0) { // on data, some of which does not change
    uint32_t a = below(n, 2) ? put_load(n, put_address(n)) : 0;
    smr_str_printf(&n->text, "%%v%u = fcmp %s ", n->values, below(n, 2) ? "ogt" : "une");
    if (a)
      smr_str_printf(&n->text, "%%v%u, %%zero\n", a);
    else
      smr_str_puts(&n->text, "%x, %zero\n");
  } else if (below(n, 4) == 0) {
    uint32_t a = put_narrow(n, 1), b = put_narrow(n, 1);
    smr_str_printf(&n->text, "%%v%u = icmp %s %%v%u, %%v%u\n", n->values, predicates[below(n, 10)], a, b);
  } else {
    smr_str_printf(&n->text, "%%v%u = icmp %s %s, %s\n", n->values, predicates[below(n, 10)],
                   n->depth ? n->loops[below(n, n->depth)] : "%n",
                   n->depth && below(n, 2) ? n->loops[below(n, n->depth)] : "%m");
  }
  return n->values++;
}

static void put_if(Nest *n, uint32_t level) {
  if (!n->depth) {
    put_store(n);
    return;
  }
  uint32_t condition = put_condition(n, 0), stored = n->stored;
  smr_str_printf(&n->text, "if %%v%u {\n", condition);
  put_statements(n, level + 1);
  smr_str_puts(&n->text, "yield\n} else {\n");
  if (below(n, 3) == 0)
    put_store(n);
  n->stored = stored;
  smr_str_puts(&n->text, "yield\n}\n");
}

static void put_statements(Nest *n, uint32_t level) {
  uint32_t stored = n->stored;
  for (uint32_t k = 1 + below(n, 2); k--;) {
    uint32_t what = below(n, 10);
    if (++n->statements > 8)
      put_store(n);
    else if (n->scratch && n->depth && n->depth < 3)
      put_scratch(n);
    else if (n->depth < 3 && level < 4 && what < 5)
      put_loop(n, level);
    else if (what == 5 && level < 4)
      put_if(n, level);
    else if (what == 6 && n->depth < 3)
      put_sum(n);
    else if (what == 7 && n->depth < 3)
      put_parts(n);
    else
      put_store(n);
  }
  n->stored = stored;
}

static char *random_nest(uint64_t seed) {
  Nest n = {.random = {seed}, .scratch = seed % 3 == 0, .sizes = {"%n", "%m", "%l"}};
  smr_str_puts(
      &n.text,
      "func @f(%a: ptr unique \"a\", %b: ptr unique \"b\", %c: ptr unique \"c\", %n: i64 \"n\", "
      "%m: i64 \"m\", %l: i64 \"l\", %ld: i64 \"ld\", %x: f64 \"x\", %p: i32 \"p\", %q: i32 \"q\", "
      "%s: ptr unique \"sizes\") {\n%four = const 4 : i64\n%true = const 1 : i1\n%zero = const 0.0 : f64\n"
      "%k0 = const 0 : i32\n%k1 = const 1 : i32\n%k2 = const 4 : i32\n%k3 = const -1 : i32\n"
      "%k4 = const 2147483645 : i32\n%s0 = load %s : i32\n");
  put_loop(&n, 0);
  if (below(&n, 2))
    put_loop(&n, 0);
  smr_str_puts(&n.text, "return\n}\n");
  return n.text.data;
}

TEST(test_overlapping_nests) {
  Tally tally = {0};
  uint64_t first = 1 + test_seed();
  for (uint64_t seed = first; seed < first + test_rounds(2000); seed++) {
    char *text = random_nest(seed);
    SmrIntern *symbols = smr_intern_create();
    SmrGraph *g = graph_of_text(symbols, "nest", text, strlen(text));
    check(g, seed, 3, &tally);
    smr_graph_destroy(g);
    smr_intern_destroy(symbols);
    free(text);
  }
  show("overlapping nests", &tally);
  assert_by_chance(tally.equal > tally.raised);
  assert_by_chance(tally.joined > 0);
  assert_by_chance(tally.lifted > 0);
  assert_by_chance(tally.rows > 0);
  assert_by_chance(tally.by_stores > 0 && tally.divided > 0);
}
