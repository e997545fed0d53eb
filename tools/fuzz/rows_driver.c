//===- rows_driver.c - both twins of every function, on rows that lie anywhere ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//   rows_driver TRIALS SEED
//
// Numbers are small and whole, so sums are exact in every order. All memory is compared, what lies between
// rows too. Where each row ends at a page's end, the page after it cannot be read.
//===----------------------------------------------------------------------===//
#include "rows_driver.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef enum { EVEN, SPACED, SHUFFLED, BACKWARDS, PAGES, ODD_ONE, SHIFTED, LAYOUTS } Layout;
typedef enum { APART, SHARED_READ, SHARED_WRITTEN, OVERLAPPING, EQUAL, SAME_TABLE, SPECIALS } Special;

enum { ROW_BYTES = 768, PAGE = 4096, TABLE_BYTES = ROWS * 2 * PAGE, POOL = 3 * TABLE_BYTES };
static char *pool;
static _Alignas(8) char before[POOL], after_plain[POOL];
static uint64_t state;
long smr_fired(void) __attribute__((weak));

static int draw(int below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned)below);
}

static int element_bytes(const Pair *pair) {
  return pair->is_float ? 4 : 8;
}

static void protect(bool close) {
  for (int row = 0; row < 3 * ROWS; row++)
    mprotect(pool + row * 2 * PAGE + PAGE, PAGE, close ? PROT_NONE : PROT_READ | PROT_WRITE);
}

/// Where the rows of table t are; each has so many bytes.
static void place(char **table, int t, Layout layout, int bytes) {
  char *own = pool + t * TABLE_BYTES;
  int order[ROWS];
  for (int k = 0; k < ROWS; k++)
    order[k] = k;
  for (int k = ROWS - 1; k > 0 && (layout == SHUFFLED || layout == PAGES); k--) {
    int other = draw(k + 1), swap = order[k];
    order[k] = order[other], order[other] = swap;
  }
  for (int k = 0; k < ROWS; k++) {
    int at = layout == BACKWARDS ? ROWS - 1 - k : order[k];
    int distance = layout == SPACED ? ROW_BYTES : layout == SHIFTED ? ROW_BYTES + 4 * (k % 2) : bytes;
    table[k] = layout == PAGES ? own + at * 2 * PAGE + PAGE - bytes
                               : own + at * (layout == SHIFTED ? ROW_BYTES : distance);
    table[k] += layout == SHIFTED ? 8 * (k * k % 3) : 0;
  }
  if (layout == ODD_ONE)
    table[draw(ROWS)] += TABLE_BYTES / 2;
}

static void mix(char *tables[3][ROWS], Special special, int bytes, int element) {
  int from = draw(40), to = draw(40);
  if (special == SHARED_READ)
    tables[1][to] = tables[0][from];
  if (special == SHARED_WRITTEN)
    tables[draw(2)][to] = tables[2][from] + (draw(2) ? 0 : element * (1 - draw(3)));
  if (special == OVERLAPPING)
    tables[2][to] = tables[2][from] + bytes - element * (1 + draw(bytes / element - 1));
  if (special == EQUAL)
    tables[2][to] = tables[2][from];
}

static void fill(int element) {
  for (int k = 0; k < POOL / element; k++)
    if (element == 4)
      ((float *)(void *)pool)[k] = (float)(draw(7) - 3);
    else
      ((double *)(void *)pool)[k] = draw(7) - 3;
}

static double number(const char *memory, int element, int k) {
  return element == 4 ? ((const float *)(const void *)memory)[k] : ((const double *)(const void *)memory)[k];
}

/// Zeros have no sign here. (Where an operand is the result, numbers may grow beyond what is exact.)
static bool is_same(int element) {
  const double exact = element == 4 ? 0x1p20 : 0x1p48;
  bool same = true;
  for (int k = 0; k < POOL / element; k++) {
    double mine = number(pool, element, k), other = number(after_plain, element, k);
    if (!(other < exact && other > -exact))
      return true;
    same &= mine == other;
  }
  return same;
}

int main(int argc, char **argv) {
  static const long sizes[] = {0, 1, 2, 5, 21, 22, 23, 24, 25, 31, 32, 40, 41, 64, 65};
  int trials = argc > 1 ? atoi(argv[1]) : 10, differ = 0;
  long calls = 0, scattered = 0;
  state = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
  pool = mmap(NULL, POOL + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int f = 0; f < pair_count; f++)
    for (int trial = 0; trial < trials; trial++) {
      static char *tables[3][ROWS];
      const Pair *pair = &pairs[f];
      const int element = element_bytes(pair);
      Layout layout = (Layout)draw(LAYOUTS), own[3];
      Special special = draw(2) ? APART : (Special)draw(SPECIALS);
      Call call = {.q = draw(3), .alpha = draw(3) - 1, .beta = draw(4) - 1};
      bool equal = draw(2), one = draw(2);
      call.m = sizes[equal ? 7 + draw(8) : draw(15)];
      call.n = one ? call.m : sizes[equal ? 7 + draw(8) : draw(15)];
      call.p = one ? call.m : sizes[equal ? 7 + draw(8) : draw(15)];
      int columns = 2 + (int)(call.m > call.n ? call.m : call.n);
      columns = 2 + call.p > columns ? 2 + (int)call.p : columns;
      int bytes = columns * element;
      for (int t = 0; t < 3; t++) {
        own[t] = pair->has_blocks ? EVEN : draw(3) ? layout : (Layout)draw(LAYOUTS);
        call.table[t] = (void **)tables[t];
      }
      call.ld = columns;
      for (int t = 0; t < 3; t++)
        place(tables[t], t, own[t], bytes);
      if (pair->has_blocks) // the first row stays
        for (int t = 0; t < 3; t++)
          if (draw(2))
            for (int k = ROWS - 1; k > 1; k--) {
              int other = 1 + draw(k);
              char *swap = tables[t][k];
              tables[t][k] = tables[t][other], tables[t][other] = swap;
            }
      mix(tables, special, bytes, element);
      if (special == SAME_TABLE)
        call.table[1] = call.table[draw(2) * 2];
      fill(element);
      memcpy(before, pool, POOL);
      bool closed = own[0] == PAGES && own[1] == PAGES && own[2] == PAGES && special != SHARED_WRITTEN &&
                    special != OVERLAPPING;
      if (closed)
        protect(true);
      pair->plain(&call);
      if (closed)
        protect(false);
      memcpy(after_plain, pool, POOL);
      memcpy(pool, before, POOL);
      if (closed)
        protect(true);
      long fired = smr_fired ? smr_fired() : 0;
      pair->smr(&call);
      fired = smr_fired ? smr_fired() - fired : 0;
      if (closed)
        protect(false);
      calls += fired > 0;
      scattered += fired > 0 && (own[2] == SHUFFLED || own[2] == PAGES) && special == APART;
      if (memcmp(pool, after_plain, POOL) && !is_same(element)) {
        differ++;
        printf("differs: f%d layouts %d %d %d special %d m %ld n %ld p %ld q %ld\n", f, own[0], own[1],
               own[2], special, call.m, call.n, call.p, call.q);
      }
    }
  printf("%d functions, %d trials each: %d differ, %ld called, of these with scattered results %ld\n",
         pair_count, trials, differ, calls, scattered);
  return 0;
}
