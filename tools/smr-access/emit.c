//===- emit.c - terms as functions of MLIR ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "emit.h"
#include "access/lower.h"

static bool uses(const SmrAccess *a, const SmrTerm *term, uint32_t root, const SmrAccessTensor *tensor) {
  SmrOperator op = term->nodes.data[root].op;
  if (smr_access_tensor_of(a, op) == tensor)
    return true;
  for (uint32_t i = 0; i < smr_operator_info(smr_access_ops(a), op)->arity; i++)
    if (uses(a, term, smr_term_children(term, root)[i], tensor))
      return true;
  return false;
}

static void sizes_of(SmrAccess *a, SmrLoopsProgram *l, const SmrDatum *dims, uint32_t rank,
                     SmrLoopsIndex *out) {
  for (uint32_t i = 0; i < rank; i++)
    out[i] = smr_access_lower_size(a, l, dims[i]);
}

bool emit_term(SmrAccess *a, const SmrTerm *term, uint32_t root, const char *name, const SmrLoopsPrint *print,
               bool exact, SmrStr *functions, SmrDiag *diag) {
  SmrLoopsProgram *l = smr_loops_create();
  SmrAccessPlace *places = smr_xcalloc(smr_access_tensors(a) + 1, sizeof *places);
  SmrLoopsIndex sizes[SMR_ACCESS_MAX_RANK];
  SmrAccessShape shape;
  SmrStr why = {0};
  for (uint32_t i = 0; i < smr_access_tensors(a); i++) {
    const SmrAccessTensor *t = smr_access_tensor(a, i);
    if (!uses(a, term, root, t))
      continue;
    sizes_of(a, l, t->dims, t->rank, sizes);
    places[i] = smr_access_lower_argument(l, t->name, t->type, t->rank, sizes, false);
  }
  SmrAccessLower options = {.tensors = places, .exact = exact};
  bool ok = smr_access_shape_of(a, term, root, &shape);
  if (ok) {
    sizes_of(a, l, shape.dims, shape.rank, sizes);
    options.result =
        smr_access_lower_argument(l, "result", smr_access_element(a, term, root), shape.rank, sizes, true);
    ok = smr_access_lower(a, term, root, &options, l, NULL, diag);
  }
  if (ok && !smr_loops_check(l, &why))
    ok = smr_error(diag, NULL, 0, 0, "%s: %s", name, smr_str_get(&why));
  if (ok)
    smr_loops_print(l, name, print, functions);
  smr_str_free(&why);
  free(places);
  smr_loops_destroy(l);
  return ok;
}
