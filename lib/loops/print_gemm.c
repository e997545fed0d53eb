//===- print_gemm.c - products of matrices as MLIR -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// CBLAS wants one stride of each matrix to be 1, the other one at least a row's length and 1, and all of it
// to have 32 bits: what is not known is asked at run time, and loops stand behind the answer no.
//===----------------------------------------------------------------------===//
#include "loops/print_internal.h"
#include <limits.h>

static SmrLoopsIndex origin(SmrLoopsPrinter *p, const SmrLoopsMatrix *m) {
  return smr_loops_add(p->l, p->l->buffers.data[m->buffer].offset, m->offset);
}

//===--- CBLAS ---===//

typedef struct {
  SmrLoopsMatrix matrix;
  SmrLoopsIndex rows, columns, leading;
  bool transposed;
} Operand;

static bool is_one(SmrLoopsIndex stride) {
  int64_t value;
  return smr_loops_is_int(stride, &value) && value == 1;
}

static bool operand(SmrLoopsMatrix m, SmrLoopsIndex rows, SmrLoopsIndex columns, Operand *out) {
  bool transposed = !is_one(m.column);
  *out = (Operand){m, rows, columns, transposed ? m.column : m.row, transposed};
  return !transposed || is_one(m.row);
}

static SmrLoopsMatrix flip(SmrLoopsMatrix m) {
  return (SmrLoopsMatrix){m.buffer, m.offset, m.column, m.row};
}

// Row by row; where C stands column by column, its transpose, the product of transposes the other way round.
static bool operands(const SmrLoopsProduct *g, Operand out[3]) {
  if (is_one(g->c.column))
    return operand(g->a, g->m, g->k, &out[0]) && operand(g->b, g->k, g->n, &out[1]) &&
           operand(g->c, g->m, g->n, &out[2]);
  return is_one(g->c.row) && operand(flip(g->b), g->n, g->k, &out[0]) &&
         operand(flip(g->a), g->k, g->m, &out[1]) && operand(flip(g->c), g->n, g->m, &out[2]);
}

typedef struct {
  SmrLoopsTest tests[16];
  uint32_t count;
} Tests;

static void ask(SmrLoopsPrinter *p, Tests *t, SmrLoopsIndex a, SmrLoopsIndex b) {
  if (!smr_loops_known_le(p->l, a, b))
    t->tests[t->count++] = (SmrLoopsTest){a, SMR_LOOPS_LE, b};
}

static void fits(SmrLoopsPrinter *p, Tests *t, SmrLoopsIndex size) {
  ask(p, t, size, smr_loops_int(p->l, INT_MAX));
}

static void is_matrix(SmrLoopsPrinter *p, Tests *t, const Operand *o) {
  fits(p, t, o->leading);
  ask(p, t, smr_loops_int(p->l, 1), o->leading);
  ask(p, t, o->transposed ? o->rows : o->columns, o->leading);
}

static void is_vector(SmrLoopsPrinter *p, Tests *t, SmrLoopsIndex stride) {
  fits(p, t, stride);
  ask(p, t, smr_loops_int(p->l, 1), stride);
}

static const char *narrow(SmrLoopsPrinter *p, SmrLoopsIndex index) {
  return smr_scopes_pure(&p->scopes, smr_scopes_level(&p->scopes), "arith.index_cast %s : index to i32",
                         smr_loops_index(p, index));
}

static const char *word(SmrLoopsPrinter *p, int value) {
  return smr_scopes_pure(&p->scopes, 0, "arith.constant %d : i32", value);
}

static const char *address(SmrLoopsPrinter *p, const SmrLoopsMatrix *m) {
  const SmrLoopsBufferInfo *b = &p->l->buffers.data[m->buffer];
  const char *at = smr_loops_index(p, origin(p, m)), *size = smr_loops_literal(p, b->type.bits / 8);
  uint32_t level = smr_scopes_level(&p->scopes);
  const char *start =
      smr_scopes_pure(&p->scopes, level, "memref.extract_aligned_pointer_as_index %s : %s -> index",
                      p->buffers[m->buffer], p->buffer_types[m->buffer]);
  if (p->origins[m->buffer])
    at = smr_scopes_pure(&p->scopes, level, "arith.addi %s, %s : index", at, p->origins[m->buffer]);
  at = smr_scopes_pure(&p->scopes, level, "arith.muli %s, %s : index", at, size);
  at = smr_scopes_pure(&p->scopes, level, "arith.addi %s, %s : index", start, at);
  at = smr_scopes_pure(&p->scopes, level, "arith.index_cast %s : index to i64", at);
  return smr_scopes_pure(&p->scopes, level, "llvm.inttoptr %s : i64 to !llvm.ptr", at);
}

static const char *alpha(SmrLoopsPrinter *p, const SmrLoopsProduct *g) {
  return g->alpha == SMR_LOOPS_ONE ? smr_loops_real(p, g->type, 1) : p->values[g->alpha];
}

static void call_gemm(SmrLoopsPrinter *p, const SmrLoopsProduct *g, const Operand *o) {
  const char *type = smr_loops_mlir_type(p, g->type), *pointers[3], *leading[3];
  for (int i = 0; i < 3; i++) {
    pointers[i] = address(p, &o[i].matrix);
    leading[i] = narrow(p, o[i].leading);
  }
  const char *rows = narrow(p, o[2].rows), *columns = narrow(p, o[2].columns),
             *depth = narrow(p, o[0].columns);
  const char *factor = alpha(p, g), *beta = smr_loops_real(p, g->type, g->beta);
  const char *order = word(p, 101), *ta = word(p, o[0].transposed ? 112 : 111),
             *tb = word(p, o[1].transposed ? 112 : 111);
  smr_scopes_line(
      &p->scopes,
      "func.call @cblas_%cgemm(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) : (i32, i32, i32, "
      "i32, i32, i32, %s, !llvm.ptr, i32, !llvm.ptr, i32, %s, !llvm.ptr, i32) -> ()",
      g->type.bits == 32 ? 's' : 'd', order, ta, tb, rows, columns, depth, factor, pointers[0], leading[0],
      pointers[1], leading[1], beta, pointers[2], leading[2], type, type);
}

static void call_gemv(SmrLoopsPrinter *p, const SmrLoopsProduct *g, const Operand *a) {
  const char *type = smr_loops_mlir_type(p, g->type), *matrix = address(p, &a->matrix),
             *leading = narrow(p, a->leading), *x = address(p, &g->b), *dx = narrow(p, g->b.row),
             *y = address(p, &g->c), *dy = narrow(p, g->c.row);
  const char *rows = narrow(p, a->transposed ? g->k : g->m),
             *columns = narrow(p, a->transposed ? g->m : g->k);
  const char *order = word(p, 101), *transposed = word(p, a->transposed ? 112 : 111), *factor = alpha(p, g),
             *beta = smr_loops_real(p, g->type, g->beta);
  smr_scopes_line(
      &p->scopes,
      "func.call @cblas_%cgemv(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) : (i32, i32, i32, i32, %s, "
      "!llvm.ptr, i32, !llvm.ptr, i32, %s, !llvm.ptr, i32) -> ()",
      g->type.bits == 32 ? 's' : 'd', order, transposed, rows, columns, factor, matrix, leading, x, dx, beta,
      y, dy, type, type);
}

static void call_dot(SmrLoopsPrinter *p, const SmrLoopsProduct *g) {
  const char *count = narrow(p, g->k), *x = address(p, &g->a), *dx = narrow(p, g->a.column),
             *y = address(p, &g->b), *dy = narrow(p, g->b.row), *type = smr_loops_mlir_type(p, g->type),
             *sum = smr_scopes_fresh(&p->scopes), *at = smr_loops_index(p, origin(p, &g->c));
  smr_scopes_line(
      &p->scopes,
      "%s = func.call @cblas_%cdot(%s, %s, %s, %s, %s) : (i32, !llvm.ptr, i32, !llvm.ptr, i32) -> %s", sum,
      g->type.bits == 32 ? 's' : 'd', count, x, dx, y, dy, type);
  smr_scopes_line(&p->scopes, "memref.store %s, %s[%s] : %s", sum, p->buffers[g->c.buffer], at,
                  p->buffer_types[g->c.buffer]);
}

typedef enum { NOTHING, DOT, GEMV, GEMM } Routine;

// (Routines for vectors that are empty may return without setting the result.)
static Routine routine(SmrLoopsPrinter *p, const SmrLoopsProduct *g, Operand o[3], Tests *t) {
  SmrLoopsIndex one = smr_loops_int(p->l, 1);
  if (is_one(g->m) && is_one(g->n) && g->alpha == SMR_LOOPS_ONE && g->beta == 0) {
    fits(p, t, g->k);
    is_vector(p, t, g->a.column);
    is_vector(p, t, g->b.row);
    return DOT;
  }
  if (is_one(g->n) && operand(g->a, g->m, g->k, &o[0])) {
    is_matrix(p, t, &o[0]);
    fits(p, t, o[0].transposed ? g->k : g->m);
    is_vector(p, t, g->b.row);
    is_vector(p, t, g->c.row);
    ask(p, t, one, g->k);
    return GEMV;
  }
  if (!operands(g, o))
    return NOTHING;
  for (int i = 0; i < 3; i++)
    is_matrix(p, t, &o[i]);
  fits(p, t, o[2].rows); // (columns are no more than what is between rows)
  fits(p, t, o[0].columns);
  return GEMM;
}

static void call(SmrLoopsPrinter *p, const SmrLoopsProduct *g, Routine routine, const Operand *o) {
  if (routine == DOT)
    call_dot(p, g);
  else if (routine == GEMV)
    call_gemv(p, g, o);
  else
    call_gemm(p, g, o);
}

static bool cblas(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  Operand o[3];
  Tests t = {.count = 0};
  Routine by = routine(p, s->product, o, &t);
  if (by == NOTHING)
    return false;
  if (!t.count) {
    call(p, s->product, by, o);
    return true;
  }
  const char *test = smr_loops_condition(p, t.count, t.tests);
  smr_loops_push_scope(p);
  call(p, s->product, by, o);
  const char *yes = smr_loops_pop_scope(p);
  smr_loops_push_scope(p);
  smr_loops_print_block(p, s->body);
  const char *no = smr_loops_pop_scope(p);
  smr_scopes_line(&p->scopes, "scf.if %s {", test);
  smr_str_puts(&smr_vec_last(&p->scopes.open)->text, yes);
  smr_scopes_line(&p->scopes, "} else {");
  smr_str_puts(&smr_vec_last(&p->scopes.open)->text, no);
  smr_scopes_line(&p->scopes, "}");
  return true;
}

//===--- linalg ---===//

typedef struct {
  const char *name, *type;
} View;

static const char *list(SmrLoopsPrinter *p, uint32_t rank, SmrLoopsIndex a, SmrLoopsIndex b) {
  const char *first = rank ? smr_loops_index(p, a) : "", *second = rank == 2 ? smr_loops_index(p, b) : "";
  return smr_scopes_text(&p->scopes, "%s%s%s", first, rank == 2 ? ", " : "", second);
}

// The first `rank` dimensions of the matrix: it has one element, or one column, otherwise.
static View view(SmrLoopsPrinter *p, SmrLoopsMatrix m, uint32_t rank, SmrLoopsIndex rows,
                 SmrLoopsIndex columns) {
  static const char *const shapes[] = {"", "?x", "?x?x"}, *const unknown[] = {"", "?", "?, ?"};
  uint32_t level = smr_scopes_level(&p->scopes);
  const char *at = smr_loops_index(p, origin(p, &m)), *sizes = list(p, rank, rows, columns),
             *strides = list(p, rank, m.row, m.column),
             *type =
                 smr_scopes_text(&p->scopes, "memref<%s%s, strided<[%s], offset: ?>>", shapes[rank],
                                 smr_loops_mlir_type(p, p->l->buffers.data[m.buffer].type), unknown[rank]);
  if (p->origins[m.buffer])
    at = smr_scopes_pure(&p->scopes, level, "arith.addi %s, %s : index", at, p->origins[m.buffer]);
  return (View){
      smr_scopes_pure(&p->scopes, level,
                      "memref.reinterpret_cast %s to offset: [%s], sizes: [%s], strides: [%s] : %s to %s",
                      p->buffers[m.buffer], at, sizes, strides, p->buffer_types[m.buffer], type),
      type};
}

static void fill(SmrLoopsPrinter *p, const char *number, SmrLoopsType type, View c) {
  smr_scopes_line(&p->scopes, "linalg.fill ins(%s : %s) outs(%s : %s)", number, smr_loops_mlir_type(p, type),
                  c.name, c.type);
}

static void binary(SmrLoopsPrinter *p, const char *name, View a, View b, View c) {
  smr_scopes_line(&p->scopes, "linalg.%s ins(%s, %s : %s, %s) outs(%s : %s)", name, a.name, b.name, a.type,
                  b.type, c.name, c.type);
}

static bool linalg(SmrLoopsPrinter *p, const SmrLoopsProduct *g) {
  if (g->alpha != SMR_LOOPS_ONE || (g->beta != 0 && g->beta != 1))
    return false;
  bool vector = is_one(g->n), dot = vector && is_one(g->m);
  View a = dot ? view(p, flip(g->a), 1, g->k, NULL) : view(p, g->a, 2, g->m, g->k),
       b = view(p, g->b, vector ? 1 : 2, g->k, g->n),
       c = view(p, g->c,
                dot      ? 0
                : vector ? 1
                         : 2,
                g->m, g->n);
  if (g->beta == 0)
    fill(p, smr_loops_real(p, g->type, 0), g->type, c);
  binary(p, dot ? "dot" : vector ? "matvec" : "matmul", a, b, c);
  return true;
}

static void scale(SmrLoopsPrinter *p, const SmrLoopsProduct *g, View a, View c) {
  const char *type = smr_loops_mlir_type(p, g->type), *x = smr_scopes_fresh(&p->scopes),
             *y = smr_scopes_fresh(&p->scopes), *product = smr_scopes_fresh(&p->scopes);
  smr_scopes_line(
      &p->scopes,
      "linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], "
      "iterator_types = [\"parallel\", \"parallel\"]} ins(%s : %s) outs(%s : %s) {",
      a.name, a.type, c.name, c.type);
  smr_scopes_line(&p->scopes, "^bb0(%s: %s, %s: %s):", x, type, y, type);
  smr_scopes_line(&p->scopes, "  %s = arith.mulf %s, %s : %s", product, p->values[g->alpha], x, type);
  smr_scopes_line(&p->scopes, "  linalg.yield %s : %s", product, type);
  smr_scopes_line(&p->scopes, "}");
}

void smr_loops_print_named(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  const SmrLoopsProduct *g = s->product;
  if (p->options->gemm != SMR_LOOPS_GEMM_LINALG) {
    smr_loops_print_block(p, s->body);
    return;
  }
  switch (g->what) {
  case SMR_LOOPS_FILL:
    fill(p, p->values[g->alpha], g->type, view(p, g->c, 2, g->m, g->n));
    break;
  case SMR_LOOPS_SUM:
    binary(p, "add", view(p, g->a, 2, g->m, g->n), view(p, g->b, 2, g->m, g->n),
           view(p, g->c, 2, g->m, g->n));
    break;
  case SMR_LOOPS_SCALE:
    scale(p, g, view(p, g->a, 2, g->m, g->n), view(p, g->c, 2, g->m, g->n));
    break;
  case SMR_LOOPS_TRANSPOSE: {
    View a = view(p, g->a, 2, g->n, g->m), c = view(p, g->c, 2, g->m, g->n);
    smr_scopes_line(&p->scopes, "linalg.transpose ins(%s : %s) outs(%s : %s) permutation = [1, 0]", a.name,
                    a.type, c.name, c.type);
    break;
  }
  case SMR_LOOPS_REDUCE: {
    View a = view(p, g->a, 1, g->m, NULL), c = view(p, g->c, 0, NULL, NULL);
    fill(p, smr_loops_real(p, g->type, 0), g->type, c);
    smr_scopes_line(&p->scopes, "linalg.reduce { arith.addf } ins(%s : %s) outs(%s : %s) dimensions = [0]",
                    a.name, a.type, c.name, c.type);
    break;
  }
  }
}

static void tile(SmrLoopsPrinter *p, const SmrLoopsProduct *g) {
  const SmrLoopsMatrix *const all[] = {&g->a, &g->b, &g->c};
  const char *pointers[3] = {"", "", ""};
  for (int i = 0; i < 3; i++)
    pointers[g->by.arguments[i]] = address(p, all[i]);
  smr_scopes_line(&p->scopes, "llvm.call @%s(%s, %s, %s) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()",
                  g->by.callee, pointers[0], pointers[1], pointers[2]);
}

void smr_loops_print_gemm(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  if (s->product->by.callee) {
    tile(p, s->product);
    return;
  }
  bool done = p->options->gemm == SMR_LOOPS_GEMM_CBLAS    ? cblas(p, s)
              : p->options->gemm == SMR_LOOPS_GEMM_LINALG ? linalg(p, s->product)
                                                          : false;
  if (!done)
    smr_loops_print_block(p, s->body);
}
