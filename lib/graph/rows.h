//===- rows.h - matrices whose rows are reached by pointers ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `double **a`, an array of row pointers, a vector of vectors: the base of an element is a pointer that a
// loop loads from a table. A ROWS op (SMR_OPAQUE_ROWS) stands before a nest. It gives the pointer `first` at
// the lowest place of the table that the nest reads, and the `distance` in bytes from each row to the next.
// While the nest is open, each load of such a pointer is the address first + k*distance, where k is the
// number of its place.
//
// Invariant: in every execution in which the distance of each ROWS op of the nest is not SMR_ROWS_UNEVEN, and
// the nest does not write the tables, the open graph computes what the closed one does. Whoever uses an open
// nest asks for that (match/README.md, "Why rows are sound").
// Oracle: programs run before and after (test/rows).
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_ROWS_H
#define SMR_GRAPH_ROWS_H
#include "graph/expr.h"
#include "graph/poly_op.h"

/// The distance where rows are not equally spaced: a negative number, which callers refuse.
#define SMR_ROWS_UNEVEN INT64_MIN

/// A ROWS op: operands are the address of the lowest place and the bytes from there to the highest one; imm
/// is the bytes from one place to the next. Results are the first row's pointer, and the distance (0 of one
/// row).
bool smr_is_rows(const SmrGraph *graph, SmrOp op);
/// The table's address, of a row pointer; the value itself for others.
SmrValue smr_rows_table(const SmrGraph *graph, SmrValue value);
/// Opens the nest of the ops first … last of one block. False if no pointers in it are read as rows. A nest
/// that sums nothing stays closed: what it may become (copies, an update of rank 1) is no faster than its
/// loops, and looking for it takes a compiler's time.
bool smr_rows_open(SmrGraph *graph, SmrOp first, SmrOp last);
/// Afterwards, loads give pointers again. The ROWS ops stay where they are.
void smr_rows_close(SmrGraph *graph, SmrOp first, SmrOp last);

/// Rows that are not equally spaced may be copied, so that they are (match/README.md, "Why copies of rows are
/// sound"). Of each row of a table the nest touches the bytes from `low` to below `high`, counted from the
/// row's pointer, all of them. If it writes any it writes them all.
typedef struct {
  SmrOp rows;
  const SmrExpr *low, *high;
  bool read, written;
} SmrRowsTable;
/// Other memory that the nest touches, from its lowest address to above its highest one.
typedef struct {
  const SmrExpr *low, *high;
  bool written;
} SmrRowsBeside;
typedef struct {
  const SmrExpr *test; // where it holds, all of this is exact, all rows are read, and copying them pays
  const SmrRowsTable *tables; // all that are opened in the nest
  const SmrRowsBeside *beside;
  uint32_t table_count, beside_count;
} SmrRowsCopy;

enum { SMR_ROWS_MOST_LOOPS = 32 };
/// Where the load reads its lowest place (or its highest), as a polynomial without the loops' ivs; they stand
/// outer before inner. ends[k]: the iteration of loop k. False if that is not known.
typedef enum { SMR_ROWS_FIRST, SMR_ROWS_LAST, SMR_ROWS_ANY } SmrRowsEnd;
bool smr_rows_end(const SmrGraph *graph, SmrArena *arena, SmrOp load, const SmrOp *loops, uint32_t count,
                  bool highest, SmrPoly *place, SmrRowsEnd *ends);
#endif
