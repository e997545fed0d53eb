//===- uses.c - uses of a block's values from outside --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "mlir/name.h"
#include "tensor/graph.h"

/// Is the user an op of the block that stands for an operator, and is used itself? (One that nobody uses
/// stays as it is, and is no term's.)
static bool is_inside(const SmrTensorGraph *g, MlirOperation user) {
  uint32_t place;
  return smr_map_get(&g->place_of, smr_mlir_key(user.ptr), &place) && g->ops.data[place].known &&
         g->ops.data[place].used;
}

static void add_uses(const SmrTensorGraph *g, MlirValue value) {
  uint32_t count = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    count += !is_inside(g, mlirOpOperandGetOwner(use));
  smr_pypm_rewriter_use(g->rewriter, smr_tensor_term(g, value), count);
}

static bool is_known(const SmrTensorGraph *g, MlirValue value) {
  uint32_t place;
  return mlirValueIsAOpResult(value) &&
         smr_map_get(&g->place_of, smr_mlir_key(mlirOpResultGetOwner(value).ptr), &place) &&
         g->ops.data[place].known;
}

void smr_tensor_add_uses(const SmrTensorGraph *g) {
  if (!smr_pypm_rewriter_counts(g->rewriter))
    return;
  smr_pypm_rewriter_begin_graph(g->rewriter);
  for (uint32_t k = 0; k < g->ops.size; k++)
    for (intptr_t r = 0; g->ops.data[k].known && r < mlirOperationGetNumResults(g->ops.data[k].op); r++)
      add_uses(g, mlirOperationGetResult(g->ops.data[k].op, r));
  for (uint32_t k = 0; k < g->values.size; k++) // of others each is a term of its own
    if (!is_known(g, g->values.data[k].value))
      add_uses(g, g->values.data[k].value);
}
