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

static Tests conditions(SmrLoopsPrinter *p, const Operand *o) {
  Tests t = {.count = 0};
  SmrLoopsIndex most = smr_loops_int(p->l, INT_MAX), one = smr_loops_int(p->l, 1);
  for (int i = 0; i < 3; i++) {
    ask(p, &t, o[i].leading, most);
    ask(p, &t, one, o[i].leading);
    ask(p, &t, o[i].transposed ? o[i].rows : o[i].columns, o[i].leading);
  }
  ask(p, &t, o[2].rows, most); // (columns are no more than what is between rows)
  ask(p, &t, o[0].columns, most);
  return t;
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

static void call(SmrLoopsPrinter *p, const SmrLoopsProduct *g, const Operand *o) {
  const char *type = smr_loops_mlir_type(p, g->type), *pointers[3], *leading[3];
  for (int i = 0; i < 3; i++) {
    pointers[i] = address(p, &o[i].matrix);
    leading[i] = narrow(p, o[i].leading);
  }
  const char *rows = narrow(p, o[2].rows), *columns = narrow(p, o[2].columns),
             *depth = narrow(p, o[0].columns);
  const char *alpha = smr_loops_real(p, g->type, g->alpha), *beta = smr_loops_real(p, g->type, g->beta);
  const char *order = word(p, 101), *ta = word(p, o[0].transposed ? 112 : 111),
             *tb = word(p, o[1].transposed ? 112 : 111);
  smr_scopes_line(
      &p->scopes,
      "func.call @cblas_%cgemm(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) : (i32, i32, i32, "
      "i32, i32, i32, %s, !llvm.ptr, i32, !llvm.ptr, i32, %s, !llvm.ptr, i32) -> ()",
      g->type.bits == 32 ? 's' : 'd', order, ta, tb, rows, columns, depth, alpha, pointers[0], leading[0],
      pointers[1], leading[1], beta, pointers[2], leading[2], type, type);
}

static bool cblas(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  Operand o[3];
  if (!operands(s->product, o))
    return false;
  Tests t = conditions(p, o);
  if (!t.count) {
    call(p, s->product, o);
    return true;
  }
  const char *test = smr_loops_condition(p, t.count, t.tests);
  smr_loops_push_scope(p);
  call(p, s->product, o);
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

static const char *view(SmrLoopsPrinter *p, const SmrLoopsMatrix *m, SmrLoopsIndex rows,
                        SmrLoopsIndex columns, const char *type) {
  const char *at = smr_loops_index(p, origin(p, m)), *r = smr_loops_index(p, rows),
             *c = smr_loops_index(p, columns), *row = smr_loops_index(p, m->row),
             *column = smr_loops_index(p, m->column);
  uint32_t level = smr_scopes_level(&p->scopes);
  if (p->origins[m->buffer])
    at = smr_scopes_pure(&p->scopes, level, "arith.addi %s, %s : index", at, p->origins[m->buffer]);
  return smr_scopes_pure(
      &p->scopes, level,
      "memref.reinterpret_cast %s to offset: [%s], sizes: [%s, %s], strides: [%s, %s] : %s to %s",
      p->buffers[m->buffer], at, r, c, row, column, p->buffer_types[m->buffer], type);
}

static bool linalg(SmrLoopsPrinter *p, const SmrLoopsProduct *g) {
  if (g->alpha != 1 || (g->beta != 0 && g->beta != 1))
    return false;
  const char *number = smr_loops_mlir_type(p, g->type);
  const char *type = smr_scopes_text(&p->scopes, "memref<?x?x%s, strided<[?, ?], offset: ?>>", number);
  const char *a = view(p, &g->a, g->m, g->k, type), *b = view(p, &g->b, g->k, g->n, type),
             *c = view(p, &g->c, g->m, g->n, type);
  if (g->beta == 0)
    smr_scopes_line(&p->scopes, "linalg.fill ins(%s : %s) outs(%s : %s)", smr_loops_real(p, g->type, 0),
                    number, c, type);
  smr_scopes_line(&p->scopes, "linalg.matmul ins(%s, %s : %s, %s) outs(%s : %s)", a, b, type, type, c, type);
  return true;
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
