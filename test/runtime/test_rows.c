//===- test_rows.c - copies of rows that pointers lead to -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each row is allocated on its own, so a sanitizer sees what is touched beside it; what lies in a row beside
// its window must stay, and copies must have the rows' numbers, in order.
//===----------------------------------------------------------------------===//
#include "runtime/rows.h"
#include "test.h"
#include <sys/resource.h>

enum { MOST = 64, PITCH = 40, READ = SMR_RT_ROWS_READ, WRITTEN = SMR_RT_ROWS_WRITTEN };

typedef struct {
  char *rows[MOST];
  int count;
} Matrix;

static uint64_t state_of_chance = 88172645463325252u;
static int chance(int below) {
  state_of_chance = state_of_chance * 6364136223846793005u + 1442695040888963407u;
  return (int)((state_of_chance >> 33) % (uint64_t)below);
}

static bool may_call = true;
static int asked;
static int32_t may(int64_t gain, SmrRtSite *site) {
  assert_int_equal(gain, 7);
  assert_null(site);
  ++asked;
  return may_call;
}

/// Rows in any order, from lowest to highest address or not.
static Matrix make(int count) {
  Matrix m = {.count = count};
  for (int k = 0; k < count; k++) {
    m.rows[k] = malloc(PITCH);
    for (int b = 0; b < PITCH; b++)
      m.rows[k][b] = (char)(k * 3 + b);
  }
  for (int k = count - 1; k > 0; k--) {
    int other = chance(k + 1);
    char *swap = m.rows[k];
    m.rows[k] = m.rows[other], m.rows[other] = swap;
  }
  return m;
}

static void destroy(const Matrix *m) {
  for (int k = 0; k < m->count; k++)
    free(m->rows[k]);
}

static SmrRtRowTable table_of(const Matrix *m, int64_t low, int64_t high, int64_t kind) {
  return (SmrRtRowTable){(int64_t)(uintptr_t)m->rows,
                         (m->count - 1) * (int64_t)sizeof(char *),
                         sizeof(char *),
                         low,
                         high,
                         kind,
                         0,
                         0};
}

static void *copy(SmrRtRowTable *tables, int count) {
  return smr_rt_rows_copy(tables, count, 0, may, 7, NULL, 0);
}

static char *place(const SmrRtRowTable *t, int row, int64_t byte) {
  return (char *)(uintptr_t)(t->first + row * t->distance + byte);
}

/// A and B in any order, if two rows at least are there for it.
static void mix(Matrix *m) {
  if (m->count > 2 && m->rows[0] < m->rows[1] && m->rows[1] < m->rows[2]) {
    char *swap = m->rows[0];
    m->rows[0] = m->rows[1], m->rows[1] = swap;
  }
}

TEST(copies_and_puts_back) {
  for (int round = 0; round < 300; round++) {
    Matrix a = make(3 + chance(MOST - 3)), c = make(3 + chance(MOST - 3));
    mix(&a), mix(&c);
    int64_t low = chance(20), high = low + 1 + chance(20);
    bool did = chance(3), read = chance(2);
    SmrRtRowTable tables[] = {table_of(&a, low, high, READ),
                              table_of(&c, low, high, WRITTEN | (read ? READ : 0))};
    void *made = copy(tables, 2);
    assert_non_null(made);
    for (int k = 0; k < a.count; k++)
      assert_memory_equal(place(&tables[0], k, low), a.rows[k] + low, (size_t)(high - low));
    for (int k = 0; k < c.count; k++) {
      if (read)
        assert_memory_equal(place(&tables[1], k, low), c.rows[k] + low, (size_t)(high - low));
      memset(place(&tables[1], k, low), 100, (size_t)(high - low));
    }
    char before[MOST][PITCH];
    for (int k = 0; k < c.count; k++)
      memcpy(before[k], c.rows[k], PITCH);
    smr_rt_rows_end(made, did);
    for (int k = 0; k < c.count; k++)
      for (int b = 0; b < PITCH; b++)
        assert_int_equal(c.rows[k][b], did && b >= low && b < high ? 100 : before[k][b]);
    destroy(&a), destroy(&c);
  }
}

TEST(even_rows_stay) {
  static char block[10][PITCH];
  Matrix even = {.count = 10}, odd = make(10);
  mix(&odd);
  for (int k = 0; k < 10; k++)
    even.rows[k] = block[k];
  SmrRtRowTable both[] = {table_of(&even, 0, 8, WRITTEN), table_of(&odd, 0, 8, READ)};
  void *made = copy(both, 2);
  assert_non_null(made);
  assert_ptr_equal(place(&both[0], 3, 0), block[3]);
  smr_rt_rows_end(made, true);
  SmrRtRowTable alone[] = {table_of(&even, 0, 8, READ)};
  assert_null(copy(alone, 1)); // nothing to do
  for (int k = 0; k < 10; k++)
    even.rows[k] = block[9 - k];
  SmrRtRowTable backwards[] = {table_of(&even, 0, 8, WRITTEN | READ)};
  made = copy(backwards, 1);
  assert_non_null(made);
  assert_true(backwards[0].distance > 0);
  smr_rt_rows_end(made, true);
  destroy(&odd);
}

static void refuses(SmrRtRowTable *tables, int count) {
  assert_null(copy(tables, count));
}

TEST(refuses_overlaps) {
  Matrix a = make(12), c = make(12);
  mix(&a), mix(&c);
  SmrRtRowTable tables[] = {table_of(&a, 0, 16, READ), table_of(&c, 0, 16, WRITTEN)};
  void *made = copy(tables, 2);
  assert_non_null(made);
  smr_rt_rows_end(made, false);
  char *kept = c.rows[5];
  c.rows[5] = c.rows[7]; // a row twice
  refuses(tables, 2);
  c.rows[5] = c.rows[7] + 15; // by one byte
  refuses(tables, 2);
  c.rows[5] = c.rows[7] + 16; // beside it
  assert_non_null(made = copy(tables, 2));
  smr_rt_rows_end(made, false);
  c.rows[5] = a.rows[3] + 15;
  refuses(tables, 2);
  c.rows[5] = a.rows[3] + 16;
  assert_non_null(made = copy(tables, 2));
  smr_rt_rows_end(made, false);
  c.rows[5] = (char *)&a.rows[4]; // a table
  refuses(tables, 2);
  c.rows[5] = (char *)&c.rows[11];
  refuses(tables, 2);
  c.rows[5] = kept;
  kept = a.rows[5];
  a.rows[5] = a.rows[6]; // what is only read may be one row
  assert_non_null(made = copy(tables, 2));
  smr_rt_rows_end(made, false);
  a.rows[5] = (char *)(uintptr_t)-8; // the end of the address space
  refuses(tables, 2);
  a.rows[5] = kept;
  destroy(&a), destroy(&c);
}

TEST(refuses_what_lies_beside) {
  Matrix a = make(12), c = make(12);
  mix(&a), mix(&c);
  static char array[100];
  for (int what = 0; what < 5; what++)
    for (int written = 0; written < 2; written++) {
      struct {
        SmrRtRowTable tables[2];
        SmrRtBeside beside[1];
      } all = {{table_of(&a, 4, 16, READ), table_of(&c, 4, 16, WRITTEN)}, {{0, 0, written}}};
      const char *at = what == 0   ? array
                       : what == 1 ? a.rows[3] + 15
                       : what == 2 ? c.rows[3]
                       : what == 3 ? (char *)&a.rows[2]
                                   : a.rows[3] + 16;
      all.beside[0].low = (int64_t)(uintptr_t)at;
      all.beside[0].high = (int64_t)(uintptr_t)at + 5;
      void *made = smr_rt_rows_copy(all.tables, 2, 1, may, 7, NULL, 0);
      bool meets = what == 2 || (written && (what == 1 || what == 3));
      assert_int_equal(made == NULL, meets);
      if (made)
        smr_rt_rows_end(made, false);
    }
  destroy(&a), destroy(&c);
}

TEST(refuses_what_is_no_matrix) {
  Matrix a = make(12);
  mix(&a);
  SmrRtRowTable good = table_of(&a, 0, 8, READ), bad[] = {good, good, good, good, good, good};
  bad[0].extent = -8;
  bad[1].step = 0;
  bad[2].low = 8;
  bad[3].low = 9;
  bad[4].extent += 4;
  bad[5].high = (int64_t)1 << 40;
  const int before = asked;
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    refuses(&bad[k], 1);
  assert_int_equal(asked, before); // nobody is asked in vain
  may_call = false;
  assert_null(copy(&good, 1));
  assert_int_equal(asked, before + 1);
  may_call = true;
  assert_null(smr_rt_rows_copy(&good, 1, 0, NULL, 7, NULL, 0)); // no entry was linked
  destroy(&a);
}

/// Two rows, over and over.
TEST(keeps_to_its_memory) {
  enum { ROWS = 1 << 11, WIDTH = 1 << 15 };
  static char *table[ROWS];
  char *rows = calloc(2, WIDTH);
  for (int k = 0; k < ROWS; k++)
    table[k] = rows + k % 2 * WIDTH;
  SmrRtRowTable all = {(int64_t)(uintptr_t)table, (ROWS - 1) * 8, 8, 0, WIDTH, READ, 0, 0};
  void *made = copy(&all, 1); // 64 MiB, and a line for each row
  assert_non_null(made);
  smr_rt_rows_end(made, false);
  all.high = WIDTH - 8;
  static char *twice[2 * ROWS];
  memcpy(twice, table, sizeof table), memcpy(twice + ROWS, table, sizeof table);
  all.table = (int64_t)(uintptr_t)twice, all.extent = (2 * ROWS - 1) * 8;
  assert_null(copy(&all, 1)); // 128 MiB
#ifndef __SANITIZE_ADDRESS__
#if !__has_feature(address_sanitizer)
  struct rlimit limit, low;
  all.extent = (ROWS - 1) * 8;
  getrlimit(RLIMIT_AS, &limit);
  low = limit, low.rlim_cur = 1 << 20;
  setrlimit(RLIMIT_AS, &low);
  made = copy(&all, 1);
  setrlimit(RLIMIT_AS, &limit);
  assert_null(made);
#endif
#endif
  free(rows);
}
