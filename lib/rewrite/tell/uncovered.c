//===- uncovered.c - why calls that cover a nest were not made --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The equality tier knows what a nest computes: what it has to say of one is told instead of what resembles
// it. Of a nest that has calls in it now nothing more is told.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/host.h"
#include "rewrite/decide/find.h"
#include "rewrite/tell/near.h"
#include <stdlib.h>

bool smr_is_covering_call(const SmrFunctionRun *f, SmrOp op) {
  const SmrOpData *call = smr_op(f->graph, op);
  if (!call->name)
    return false;
  MlirStringRef callee = smr_ref(smr_intern_text(f->graph->symbols, call->name));
  for (uint32_t k = 0; k < f->covering.size; k++) {
    MlirAttribute name = mlirOperationGetAttributeByName(f->covering.data[k], smr_ref("sym_name"));
    if (!mlirAttributeIsNull(name) && mlirStringRefEqual(callee, mlirStringAttrGetValue(name)))
      return true;
  }
  return false;
}

static SmrOp outermost(const SmrGraph *g, SmrOp op) {
  SmrOp top = op;
  for (; op; op = smr_parent(g, op))
    top = smr_op(g, op)->code == SMR_OP_LOOP || smr_op(g, op)->code == SMR_OP_WHILE ? op : top;
  return top;
}

static int compare_place(const void *a, const void *b) {
  const SmrNear *x = a, *y = b;
  return x->place < y->place ? -1 : x->place > y->place;
}

enum { OPEN, COVERED, TOLD };

/// By outermost loop: has it calls that cover a part of it?
static uint8_t *mark(const SmrFunctionRun *f) {
  const SmrGraph *g = f->graph;
  uint8_t *marks = smr_xcalloc(g->ops.size + 1, 1);
  for (SmrOp op = 1; op < g->ops.size && f->covering.size; op++)
    if (smr_op(g, op)->block && smr_op(g, op)->code == SMR_OP_CALL && smr_is_covering_call(f, op))
      marks[outermost(g, op)] = COVERED;
  for (uint32_t k = 0; k < f->found.size; k++)
    marks[outermost(g, f->found.data[k].match.roots[0])] = COVERED;
  return marks;
}

static SmrOp op_of(const SmrGraph *g, const void *handle) {
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->block && smr_op(g, op)->handle == handle)
      return op;
  return 0;
}

uint32_t smr_uncovered_join(SmrFunctionRun *f, const SmrNear *told, uint32_t told_count,
                            const SmrNear **out) {
  SmrGraph *g = f->graph;
  uint8_t *marks = mark(f);
  uint32_t *order = smr_program_order(g), count = 0;
  SmrNear *all = smr_arena_alloc(&f->arena, (told_count + f->uncovered.size + 1) * sizeof *all);
  for (uint32_t k = 0; k < f->uncovered.size; k++) {
    const SmrUncovered *nest = &f->uncovered.data[k];
    SmrOp root = op_of(g, nest->loop);
    if (!root || marks[outermost(g, root)] == COVERED)
      continue;
    marks[outermost(g, root)] = TOLD;
    all[count++] = (SmrNear){.root = root,
                             .place = order[root],
                             .line = nest->line,
                             .column = nest->column,
                             .file = nest->file,
                             .idiom = nest->idiom,
                             .reason = nest->reason};
  }
  for (uint32_t k = 0; k < told_count; k++)
    if (!told[k].root || marks[outermost(g, told[k].root)] == OPEN)
      all[count++] = told[k];
  if (count)
    qsort(all, count, sizeof *all, compare_place);
  free(order);
  free(marks);
  *out = all;
  return count;
}
