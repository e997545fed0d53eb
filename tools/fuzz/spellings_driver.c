//===- spellings_driver.c - both twins on one pool of whole numbers ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "spellings_driver.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 1 << 14, MARGIN = 1 << 12, LARGEST = 28 };
/// Zeros may differ in their signs: what is compared is values.
static double pool[POOL], start[POOL], expected[POOL];
static unsigned long state;

static unsigned draw(unsigned below) {
  state = state * 6364136223846793005UL + 1442695040888963407UL;
  return (unsigned)(state >> 33) % below;
}

/// Small sizes count most: 0 and 1 in a quarter of all trials each.
static long size(int is_signed) {
  switch (draw(is_signed ? 9 : 8)) {
  case 0:
    return 0;
  case 1:
  case 2:
    return 1;
  case 8:
    return -(long)draw(5);
  default:
    return 1 + draw(LARGEST);
  }
}

/// A row length for rows of up to so many elements.
static long row(long a, long b, long c) {
  long most = a > b ? a : b;
  most = most > c ? most : c;
  return draw(3) ? most + (draw(3) ? 0 : draw(4)) : a;
}

static void place(Call *e, int apart) {
  double *at[4];
  for (int k = 0; k < 4; k++)
    at[k] = pool + MARGIN + (apart || draw(4) ? k * ((POOL - 2 * MARGIN) / 4) : draw(2) * draw(2000));
  for (int k = 3; k > 0; k--) {
    int other = draw(k + 1);
    double *swap = at[k];
    at[k] = at[other];
    at[other] = swap;
  }
  e->a = at[0], e->b = at[1], e->c = at[2], e->v = at[3];
}

/// The sizes that the function has are those of its matrices, or it does what it does.
static void prepare(Call *e, const Pair *pair) {
  e->n = size(pair->is_signed), e->m = size(pair->is_signed), e->l = size(pair->is_signed);
  if (draw(3) == 0)
    e->m = e->n;
  if (draw(4) == 0)
    e->l = e->n;
  e->la = row(e->l, e->n, e->m), e->lb = row(e->m, e->l, e->n), e->lc = row(e->m, e->n, e->l);
  if (e->la < 1 && draw(2))
    e->la = 1;
  e->alpha = (int)draw(5) - 2;
  place(e, pair->apart);
  for (int k = 0; k < POOL; k++)
    start[k] = (int)draw(9) - 4;
}

/// Did numbers grow beyond what is exact in every order?
static int is_inexact(void) {
  for (int k = 0; k < POOL; k++)
    if (!(expected[k] > -1e15 && expected[k] < 1e15))
      return 1;
  return 0;
}

int main(int argc, char **argv) {
  const int trials = argc > 1 ? atoi(argv[1]) : 100;
  long ran = 0, inexact = 0;
  state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
  for (int f = 0; f < pair_count; f++)
    for (int t = 0; t < trials; t++) {
      Call e = {0};
      double results[2] = {0, 0};
      prepare(&e, &pairs[f]);
      memcpy(pool, start, sizeof pool);
      e.result = &results[0];
      pairs[f].plain(&e);
      memcpy(expected, pool, sizeof pool);
      if (is_inexact()) {
        inexact++;
        continue;
      }
      memcpy(pool, start, sizeof pool);
      e.result = &results[1];
      pairs[f].smr(&e);
      ran++;
      int k = 0;
      while (k < POOL && pool[k] == expected[k])
        k++;
      if (k == POOL && (results[0] == results[1] || (results[0] != results[0] && results[1] != results[1])))
        continue;
      printf("differs: f%d with n %ld m %ld l %ld la %ld lb %ld lc %ld alpha %g a %td b %td c %td v %td: at "
             "%d\n",
             f, e.n, e.m, e.l, e.la, e.lb, e.lc, e.alpha, e.a - pool, e.b - pool, e.c - pool, e.v - pool, k);
      break;
    }
  printf("%ld trials compared, %ld grew too large\n", ran, inexact);
  return 0;
}
