//===- rows.c - copies of rows that pointers lead to --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: of rows only the bytes that the site's loops read are read, and only those that they write are
// written. What is written overlaps nothing else: no row, no other memory of the site, no table. So it does
// not matter where rows are, and the loops on copies do what they do on the rows. (Rows that are only read
// may overlap each other, or be one.)
//===----------------------------------------------------------------------===//
#include "runtime/rows.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, PAGE = 4096, MOST_ROWS = 1 << 27, MOST_WIDTH = 1 << 27 };
static const uint64_t small_copies = 64 << 20; // bytes; what is larger may be a tenth of the operands

typedef struct {
  uintptr_t begin, end;
} Piece;

typedef struct {
  SmrRtRowTable *tables;
  const SmrRtBeside *beside;
  int32_t table_count, beside_count;
  Piece *written; // rows, in order
  size_t written_count;
} Request;

/// Precedes the copies.
typedef struct {
  int32_t count;
  struct {
    SmrRtRowTable rows;
    char *memory; // of the first row's copy; NULL: the rows are used where they are
  } tables[];
} Copy;

static int64_t count_of(const SmrRtRowTable *t) {
  return t->extent / t->step + 1;
}

static int64_t width_of(const SmrRtRowTable *t) {
  return t->high - t->low;
}

static uintptr_t pointer_of(const SmrRtRowTable *t, int64_t row) {
  uintptr_t pointer;
  memcpy(&pointer, (const char *)(uintptr_t)t->table + row * t->step, sizeof pointer);
  return pointer;
}

static Piece piece_of(const SmrRtRowTable *t, int64_t row) {
  uintptr_t begin = pointer_of(t, row) + (uintptr_t)t->low;
  return (Piece){begin, begin + (uintptr_t)width_of(t)};
}

static Piece memory_of(const SmrRtRowTable *t) {
  return (Piece){(uintptr_t)t->table, (uintptr_t)(t->table + t->extent) + sizeof(void *)};
}

//--- Whether they may be copied -------------------------------------------------------------

static bool is_plain(const SmrRtRowTable *t) {
  return t->step > 0 && t->extent >= 0 && t->extent % t->step == 0 && t->extent / t->step < MOST_ROWS &&
         t->low < t->high && t->low > -((int64_t)1 << 60) && t->high < (int64_t)1 << 60 &&
         width_of(t) <= MOST_WIDTH;
}

/// Sets first and distance; false: the rows are not equally spaced, or lie backwards.
static bool is_even(SmrRtRowTable *t) {
  t->first = (int64_t)pointer_of(t, 0);
  t->distance = count_of(t) > 1 ? (int64_t)(pointer_of(t, 1) - pointer_of(t, 0)) : 0;
  bool even = t->distance >= 0;
  for (int64_t k = 2; k < count_of(t) && even; k++)
    even = (int64_t)(pointer_of(t, k) - pointer_of(t, k - 1)) == t->distance;
  return even;
}

static int compare(const void *a, const void *b) {
  const Piece *x = a, *y = b;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

/// The written rows in order; false: some overlap, or memory is short.
static bool sort_written(Request *r) {
  size_t count = 0;
  bool sorted = true;
  for (int32_t t = 0; t < r->table_count; t++)
    count += r->tables[t].kind & SMR_RT_ROWS_WRITTEN ? (size_t)count_of(&r->tables[t]) : 0;
  r->written = malloc((count + 1) * sizeof *r->written);
  for (int32_t t = 0; t < r->table_count && r->written; t++)
    for (int64_t k = 0; r->tables[t].kind & SMR_RT_ROWS_WRITTEN && k < count_of(&r->tables[t]); k++)
      r->written[r->written_count++] = piece_of(&r->tables[t], k);
  for (size_t k = 1; k < r->written_count && sorted; k++)
    sorted = r->written[k - 1].begin <= r->written[k].begin;
  if (!sorted)
    qsort(r->written, r->written_count, sizeof *r->written, compare);
  bool apart = r->written != NULL;
  for (size_t k = 0; k < r->written_count && apart; k++)
    apart = r->written[k].begin < r->written[k].end && (!k || r->written[k - 1].end <= r->written[k].begin);
  return apart;
}

static bool meets_written(const Request *r, Piece piece) {
  size_t low = 0, high = r->written_count; // of the rows that begin before the piece ends
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (r->written[middle].begin < piece.end)
      low = middle + 1;
    else
      high = middle;
  }
  return low && r->written[low - 1].end > piece.begin;
}

static bool is_apart_from_written(const Request *r) {
  bool apart = true;
  for (int32_t t = 0; t < r->table_count && apart; t++) {
    const SmrRtRowTable *table = &r->tables[t];
    apart = !meets_written(r, memory_of(table));
    for (int64_t k = 0; !(table->kind & SMR_RT_ROWS_WRITTEN) && k < count_of(table) && apart; k++) {
      Piece row = piece_of(table, k);
      apart = row.begin < row.end && !meets_written(r, row);
    }
  }
  return apart;
}

/// (That other memory is apart from each other is a guard of the site.)
static bool is_apart_from_beside(const Request *r) {
  bool apart = true;
  for (int32_t b = 0; b < r->beside_count && apart; b++) {
    Piece piece = {(uintptr_t)r->beside[b].low, (uintptr_t)r->beside[b].high};
    if (piece.begin >= piece.end)
      continue;
    apart = !meets_written(r, piece);
    for (int32_t t = 0; r->beside[b].written && t < r->table_count && apart; t++) {
      Piece memory = memory_of(&r->tables[t]);
      apart = memory.end <= piece.begin || piece.end <= memory.begin;
      for (int64_t k = 0; k < count_of(&r->tables[t]) && apart; k++) {
        Piece row = piece_of(&r->tables[t], k);
        apart = row.end <= piece.begin || piece.end <= row.begin;
      }
    }
  }
  return apart;
}

//--- Copies -----------------------------------------------------------------------------------

/// From row to row of a copy: whole lines, but not pages, whose numbers would share lines of the cache.
static int64_t distance_of(const SmrRtRowTable *t) {
  int64_t distance = (width_of(t) + LINE - 1) / LINE * LINE;
  return distance + (distance % PAGE ? 0 : LINE);
}

static void move(const SmrRtRowTable *t, char *memory, bool back) {
  for (int64_t k = 0; k < count_of(t); k++) {
    char *row = (char *)piece_of(t, k).begin, *copy = memory + k * distance_of(t);
    memcpy(back ? row : copy, back ? copy : row, (size_t)width_of(t));
  }
}

/// Room for the copies of the tables in `uneven`; NULL: that is too much.
static Copy *find_room(const Request *r, const bool *uneven) {
  uint64_t copies = 0, operands = 0;
  size_t head = sizeof(Copy) + (size_t)r->table_count * sizeof *((Copy *)NULL)->tables;
  for (int32_t t = 0; t < r->table_count; t++) {
    uint64_t count = (uint64_t)count_of(&r->tables[t]);
    operands += count * (uint64_t)width_of(&r->tables[t]);
    copies += uneven[t] ? count * (uint64_t)distance_of(&r->tables[t]) : 0;
  }
  for (int32_t b = 0; b < r->beside_count; b++)
    operands += r->beside[b].high > r->beside[b].low ? (uint64_t)(r->beside[b].high - r->beside[b].low) : 0;
  if (copies > small_copies && copies - small_copies > operands / 10)
    return NULL;
  Copy *copy = malloc(head + LINE + copies);
  if (!copy)
    return NULL;
  char *memory = (char *)(((uintptr_t)copy + head + LINE - 1) / LINE * LINE);
  copy->count = r->table_count;
  for (int32_t t = 0; t < r->table_count; t++) {
    copy->tables[t].memory = uneven[t] ? memory : NULL;
    memory += uneven[t] ? count_of(&r->tables[t]) * distance_of(&r->tables[t]) : 0;
  }
  return copy;
}

static Copy *copy_tables(const Request *r, const bool *uneven) {
  Copy *copy = find_room(r, uneven);
  for (int32_t t = 0; t < r->table_count && copy; t++) {
    SmrRtRowTable *table = &r->tables[t];
    char *memory = copy->tables[t].memory;
    copy->tables[t].rows = *table;
    if (!memory)
      continue;
    if (table->kind & SMR_RT_ROWS_READ)
      move(table, memory, false);
    table->first = (int64_t)((uintptr_t)memory - (uintptr_t)table->low);
    table->distance = distance_of(table);
  }
  return copy;
}

/// Is there anything to copy?
static bool find_uneven(const Request *r, bool *uneven) {
  bool any = false;
  for (int32_t t = 0; t < r->table_count; t++) {
    if (!is_plain(&r->tables[t]))
      return false;
    uneven[t] = !is_even(&r->tables[t]);
    any |= uneven[t];
  }
  return any;
}

void *smr_rt_rows_copy(SmrRtRowTable *rows, int32_t tables, int32_t beside,
                       int32_t (*may)(int64_t, SmrRtSite *), int64_t gain, SmrRtSite *site, int32_t guard) {
  enum { MOST_TABLES = 64 };
  const int before = errno;
  Request request = {rows, (const SmrRtBeside *)(rows + tables), tables, beside, NULL, 0};
  bool uneven[MOST_TABLES], no = false;
  Copy *copy = NULL;
  if (may && tables <= MOST_TABLES && find_uneven(&request, uneven)) {
    no = !may(gain, site); // (the tests that take longer come after that)
    if (!no && sort_written(&request) && is_apart_from_written(&request) && is_apart_from_beside(&request))
      copy = copy_tables(&request, uneven);
  }
  free(request.written);
  if (!copy && !no && site && site->counters) // (whoever was asked has counted a no)
    smr_rt_refuse(site, guard);
  errno = before;
  return copy;
}

void smr_rt_rows_end(void *copied, int32_t did) {
  Copy *copy = copied;
  const int before = errno;
  for (int32_t t = 0; t < copy->count && did; t++)
    if (copy->tables[t].memory && (copy->tables[t].rows.kind & SMR_RT_ROWS_WRITTEN))
      move(&copy->tables[t].rows, copy->tables[t].memory, true);
  free(copy);
  errno = before;
}
