//===- plan_rows.c - rows that pointers lead to -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A plan takes rows that pointers lead to for a matrix. Either they are equally spaced, or the plan runs on
// copies that are. README.md says when that is the same; here it is found out whether it is possible: the
// nest touches the same bytes of each row, all of them, in loops that surely run, and of all other memory it
// is known from where to where the nest touches it.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/rows.h"
#include "match/legality_blocks.h"

/// What copies cost, in picoseconds: each byte that is copied; each row; all of it. (Measured: products of
/// matrices of 24, 100 and 300 rows take 1.2, 11 and 300 microseconds longer if all rows are scattered.)
enum { COPIED_BYTE = 150, COPIED_ROW = 10000, COPIED = 1000000 };

enum { MOST_TABLES = 32, MOST_BESIDE = 64 };

typedef struct {
  SmrOp rows;
  SmrPoly low, high, last; // bytes of a row; the number of the last one
  bool read, written, is_object;
} Table;

struct SmrRowsFound {
  SmrDecision *d;
  const SmrExpr *test;
  Table tables[MOST_TABLES];
  SmrRowsBeside beside[MOST_BESIDE];
  uint32_t table_count, beside_count;
};

static const char *guard_text(SmrDecision *d, SmrOp rows, const char *more) {
  SmrStr text = {0};
  smr_legality_name(smr_result(d->graph, rows, 0), &text, (void *)(uintptr_t)d->graph);
  smr_str_printf(&text, " are equally spaced%s", more);
  return smr_keep_text(d, &text);
}

/// Tests whether the rows are equally spaced. That is the only guard `0 <= distance`.
static const SmrExpr *even_test(SmrDecision *d, SmrOp rows) {
  SmrPoly distance = smr_poly_leaf(d->arena, smr_result(d->graph, rows, 1));
  return smr_expr(d->arena, SMR_X_LE, smr_expr_const(d->arena, 0), smr_expr_poly(d->arena, distance));
}

bool smr_check_row_pointers(SmrDecision *d) {
  const SmrGraph *g = d->graph;
  for (uint32_t k = 0; k < g->row_pointers.size; k++) {
    const SmrRowPointer *pointer = &g->row_pointers.data[k];
    SmrPoly distance = smr_poly_leaf(d->arena, smr_result(g, pointer->rows, 1));
    if (!pointer->open || !smr_in_roots(d->match, pointer->load))
      continue;
    d->nest->rows = true;
    const char *text = guard_text(d, pointer->rows, "");
    if (!smr_poly_told(d, distance))
      return smr_refuse(d, "cannot show that %s", text);
    if (!smr_require(d, even_test(d, pointer->rows), text))
      return false;
    smr_known_add(&d->known, distance);
  }
  return true;
}

//--- Copies -------------------------------------------------------------------------------

SmrRowsFound *smr_rows_found(SmrDecision *d) {
  SmrRowsFound *found = smr_arena_alloc(d->arena, sizeof *found);
  *found = (SmrRowsFound){.d = d, .test = smr_expr_const(d->arena, 1)};
  return found;
}

/// All guards may be tested after this one, so it rests on none of them.
static bool require(SmrRowsFound *found, const SmrExpr *test) {
  found->test = smr_expr(found->d->arena, SMR_X_AND, found->test, test);
  return found->test;
}

static bool require_exact(SmrRowsFound *found, SmrPoly poly) {
  return smr_poly_told(found->d, poly) && require(found, smr_exact_test(found->d, poly));
}

/// The poly is a sum of one iv of these loops, times `by` or -by, and what does not change in them. Gives the
/// loop's trip count, and the poly's least value.
static bool is_along_one(SmrRowsFound *found, SmrPoly poly, int64_t by, const SmrOp *loops, uint32_t count,
                         SmrPoly *trip, SmrPoly *least) {
  SmrDecision *d = found->d;
  bool any = false;
  *least = poly;
  for (uint32_t k = 0; k < count; k++) {
    SmrPoly coefficient, back;
    uint32_t iv = smr_loop_iv(d->graph, loops[k]);
    int64_t step;
    if (!smr_poly_contains(*least, iv))
      continue;
    if (any || !smr_poly_split(d->arena, *least, iv, &coefficient, least) ||
        !smr_poly_is_const(coefficient, &step) || (step != by && step != -by))
      return false;
    any = true;
    *trip = smr_loop_trip(d->graph, d->arena, loops[k]);
    if (step < 0 &&
        (!smr_poly_sub(d->arena, *trip, smr_poly_const(d->arena, 1), &back) ||
         !smr_poly_scale(d->arena, back, by, &back) || !smr_poly_sub(d->arena, *least, back, least)))
      return false;
  }
  return any && smr_poly_told(d, *least);
}

/// The loops around the access are nothing but loops, whose trip counts do not change in the nest. They are
/// to run.
static bool require_to_run(SmrRowsFound *found, const SmrOp *loops, uint32_t count) {
  SmrDecision *d = found->d;
  for (uint32_t k = 0; k < count; k++) {
    SmrPoly trip = smr_loop_trip(d->graph, d->arena, loops[k]);
    if (!require_exact(found, trip) ||
        !require(found,
                 smr_expr(d->arena, SMR_X_LE, smr_expr_const(d->arena, 1), smr_expr_poly(d->arena, trip))))
      return false;
  }
  return true;
}

static Table *table_of(SmrRowsFound *found, SmrOp rows) {
  for (uint32_t k = 0; k < found->table_count; k++)
    if (found->tables[k].rows == rows)
      return &found->tables[k];
  return NULL;
}

/// The extent of the ROWS op in rows, if the number of the last one is this.
static bool is_last_row(const SmrDecision *d, SmrOp rows, SmrPoly last) {
  SmrPoly extent = smr_poly_of(d->graph, d->arena, smr_operand(d->graph, rows, 1)), bytes;
  return smr_poly_scale(d->arena, last, smr_op(d->graph, rows)->imm, &bytes) && smr_poly_equal(bytes, extent);
}

bool smr_rows_access(SmrRowsFound *found, SmrOp op, SmrPoly offset, uint32_t bytes) {
  SmrDecision *d = found->d;
  SmrOp loops[SMR_ROWS_MOST_LOOPS],
      rows = smr_def(d->graph, smr_base_of(d->graph, smr_access_ptr(d->graph, op)));
  uint32_t count;
  SmrPoly number, column, rounds, width, first;
  Table table = {.rows = rows};
  int64_t zero;
  if (!smr_nest_around(d, op, loops, &count) || !require_to_run(found, loops, count) ||
      !smr_poly_split(d->arena, offset, smr_result(d->graph, rows, 1), &number, &column) ||
      !is_along_one(found, number, 1, loops, count, &rounds, &first) || !smr_poly_is_const(first, &zero) ||
      zero || !smr_poly_sub(d->arena, rounds, smr_poly_const(d->arena, 1), &table.last) ||
      !is_last_row(d, rows, table.last) ||
      !is_along_one(found, column, bytes, loops, count, &width, &table.low) ||
      !smr_poly_scale(d->arena, width, bytes, &width) ||
      !smr_poly_add(d->arena, table.low, width, &table.high))
    return false;
  Table *known = table_of(found, rows);
  if (known)
    return smr_poly_equal(known->low, table.low) && smr_poly_equal(known->high, table.high);
  if (found->table_count == MOST_TABLES)
    return false;
  found->tables[found->table_count++] = table;
  return require_exact(found, table.low) && require_exact(found, table.high);
}

/// The calls touch nothing but what lies between the first row's first byte and the last row's last one.
static bool is_range_of(const SmrRowsFound *found, const Table *table, const SmrCorners *low,
                        const SmrCorners *high) {
  SmrDecision *d = found->d;
  SmrPoly end, distance = smr_poly_leaf(d->arena, smr_result(d->graph, table->rows, 1));
  return low->count == 1 && high->count == 1 && smr_poly_equal(low->polys[0], table->low) &&
         smr_poly_mul(d->arena, table->last, distance, &end) &&
         smr_poly_add(d->arena, end, table->high, &end) && smr_poly_equal(high->polys[0], end);
}

bool smr_rows_object(SmrRowsFound *found, SmrValue base, const SmrCorners *low, const SmrCorners *high,
                     bool read, bool written) {
  SmrDecision *d = found->d;
  if (smr_is_rows(d->graph, smr_def(d->graph, base))) {
    Table *table = table_of(found, smr_def(d->graph, base));
    if (!table || table->is_object || base != smr_result(d->graph, table->rows, 0) ||
        !is_range_of(found, table, low, high))
      return false;
    table->read = read;
    table->written = written;
    table->is_object = true;
    return true;
  }
  for (uint32_t k = 0; k < low->count + high->count; k++)
    if (!require_exact(found, k < low->count ? low->polys[k] : high->polys[k - low->count]))
      return false;
  if (found->beside_count == MOST_BESIDE || !smr_told(d, base))
    return false;
  SmrRowsBeside beside = {.low = smr_corners_expr(d, base, low, SMR_X_MIN),
                          .high = smr_corners_expr(d, base, high, SMR_X_MAX),
                          .written = written};
  found->beside[found->beside_count++] = beside;
  return beside.low && beside.high;
}

/// What the calls gain beyond what copies cost.
static const SmrExpr *copied_gain(const SmrRowsFound *found) {
  SmrDecision *d = found->d;
  SmrPoly cost = smr_poly_const(d->arena, COPIED);
  for (uint32_t k = 0; k < found->table_count; k++) {
    const Table *table = &found->tables[k];
    SmrPoly rows, row, bytes;
    if (!smr_poly_add(d->arena, table->last, smr_poly_const(d->arena, 1), &rows) ||
        !smr_poly_sub(d->arena, table->high, table->low, &bytes) ||
        !smr_poly_scale(d->arena, bytes, COPIED_BYTE * (table->read + table->written), &row) ||
        !smr_poly_add(d->arena, row, smr_poly_const(d->arena, COPIED_ROW), &row) ||
        !smr_poly_mul(d->arena, rows, row, &row) || !smr_poly_add(d->arena, cost, row, &cost))
      return NULL;
  }
  SmrPoly rest;
  if (d->gain && d->gain->op == SMR_X_POLY && smr_poly_sub(d->arena, d->gain->poly, cost, &rest))
    return smr_expr_poly(d->arena, rest);
  return d->gain ? smr_expr(d->arena, SMR_X_SUB, d->gain, smr_expr_poly(d->arena, cost)) : NULL;
}

/// Are all rows that the nest opens among the tables?
static bool are_all_found(SmrRowsFound *found) {
  const SmrDecision *d = found->d;
  const SmrGraph *g = d->graph;
  for (uint32_t k = 0; k < g->row_pointers.size; k++) {
    const SmrRowPointer *pointer = &g->row_pointers.data[k];
    const Table *table = table_of(found, pointer->rows);
    if (pointer->open && smr_in_roots(d->match, pointer->load) && !(table && table->is_object))
      return false;
  }
  return found->table_count > 0;
}

static void name_copies(SmrRowsFound *found, const SmrExpr *pays) {
  SmrDecision *d = found->d;
  int64_t least;
  uint32_t leaf;
  SmrStr more = {0};
  if (pays->op == SMR_X_LE && smr_expr_is_const(pays->a, &least) && pays->b->op == SMR_X_POLY &&
      smr_poly_is_leaf(pays->b->poly, &leaf))
    smr_str_printf(&more, ", or %s and", smr_test_text(d, pays));
  else
    smr_str_printf(&more, ", or sizes are large and");
  smr_str_puts(&more, " what is written overlaps nothing (by copying the rows)");
  for (uint32_t k = 0; k < found->table_count; k++) {
    SmrOp rows = found->tables[k].rows;
    const SmrExpr *even = even_test(d, rows);
    for (uint32_t i = 0; i < d->guards.size; i++)
      if (smr_expr_equal(d->guards.data[i].test, even))
        d->guards.data[i].or_copied = guard_text(d, rows, smr_str_get(&more));
  }
  smr_str_free(&more);
}

void smr_rows_keep(SmrRowsFound *found) {
  SmrDecision *d = found->d;
  const SmrExpr *gain = are_all_found(found) ? copied_gain(found) : NULL;
  const SmrExpr *pays = gain ? smr_gain_test(d, gain) : NULL;
  if (!pays || !require(found, pays))
    return;
  SmrRowsTable *tables = smr_arena_alloc(d->arena, found->table_count * sizeof *tables);
  for (uint32_t k = 0; k < found->table_count; k++) {
    const Table *table = &found->tables[k];
    tables[k] = (SmrRowsTable){.rows = table->rows,
                               .low = smr_expr_poly(d->arena, table->low),
                               .high = smr_expr_poly(d->arena, table->high),
                               .read = table->read,
                               .written = table->written};
  }
  SmrRowsCopy *copy = smr_arena_alloc(d->arena, sizeof *copy);
  *copy = (SmrRowsCopy){.test = found->test,
                        .tables = tables,
                        .beside = found->beside,
                        .table_count = found->table_count,
                        .beside_count = found->beside_count};
  d->nest->copy = copy;
  name_copies(found, pays);
}
