//===- lower_linalg.c - calls as linalg's named operations ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Views become memrefs with strides that are not known statically: one type for each rank, which rows,
// columns and transposes have, too. What mlir-opt's finalize-memref-to-llvm makes of a memref is the
// descriptor that is put together here, so that the casts between the two cancel.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"

static const char *memref_type(SmrLowering *l, const SmrLowerValue *v) {
  const char *element = smr_lower_mlir_type(v->number);
  switch (v->rank) {
  case 0:
    return smr_scopes_text(&l->scopes, "memref<%s, strided<[], offset: ?>>", element);
  case 1:
    return smr_scopes_text(&l->scopes, "memref<?x%s, strided<[?], offset: ?>>", element);
  case 2:
    return smr_scopes_text(&l->scopes, "memref<?x?x%s, strided<[?, ?], offset: ?>>", element);
  default:
    smr_lower_fail(l, "linalg of an array of more than two dimensions");
    return "";
  }
}

static const char *memref(SmrLowering *l, SmrLowerValue *v) {
  uint32_t level = smr_scopes_level(&l->scopes);
  const char *type = memref_type(l, v);
  const char *structure =
      v->rank ? smr_scopes_text(&l->scopes, "!llvm.struct<(ptr, ptr, i64, array<%u x i64>, array<%u x i64>)>",
                                v->rank, v->rank)
              : "!llvm.struct<(ptr, ptr, i64)>";
  const char *zero = smr_lower_ssa(l, smr_lower_int(l, 0), SMR_LOWER_INT), *address = smr_lower_address(l, v);
  const char *d = smr_scopes_pure(&l->scopes, level, "llvm.mlir.poison : %s", structure);
  d = smr_scopes_pure(&l->scopes, level, "llvm.insertvalue %s, %s[0] : %s", address, d, structure);
  d = smr_scopes_pure(&l->scopes, level, "llvm.insertvalue %s, %s[1] : %s", address, d, structure);
  d = smr_scopes_pure(&l->scopes, level, "llvm.insertvalue %s, %s[2] : %s", zero, d, structure);
  for (uint32_t i = 0; i < v->rank; i++) {
    const char *dim = smr_lower_ssa(l, v->dims[i], SMR_LOWER_INT),
               *stride = smr_lower_ssa(l, v->strides[i], SMR_LOWER_INT);
    d = smr_scopes_pure(&l->scopes, level, "llvm.insertvalue %s, %s[3, %u] : %s", dim, d, i, structure);
    d = smr_scopes_pure(&l->scopes, level, "llvm.insertvalue %s, %s[4, %u] : %s", stride, d, i, structure);
  }
  return smr_scopes_pure(&l->scopes, level, "builtin.unrealized_conversion_cast %s : %s to %s", d, structure,
                         type);
}

void smr_lower_linalg_fill(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *number) {
  const char *n = smr_lower_ssa(l, number, dest->number), *out = memref(l, dest);
  smr_scopes_line(&l->scopes, "linalg.fill ins(%s : %s) outs(%s : %s)", n, smr_lower_mlir_type(dest->number),
                  out, memref_type(l, dest));
}

static void binary(SmrLowering *l, const char *name, SmrLowerValue *a, SmrLowerValue *b,
                   SmrLowerValue *dest) {
  const char *x = memref(l, a), *y = memref(l, b), *out = memref(l, dest);
  smr_scopes_line(&l->scopes, "linalg.%s ins(%s, %s : %s, %s) outs(%s : %s)", name, x, y, memref_type(l, a),
                  memref_type(l, b), out, memref_type(l, dest));
}

SmrLowerValue *smr_lower_linalg_number(SmrLowering *l, SmrLowerValue *a, SmrLowerValue *b,
                                       SmrLowerNumber number) {
  uint32_t level = b && b->level > a->level ? b->level : a->level;
  SmrLowerSuspended s = smr_lower_suspend(l, smr_lower_safe_level(l, level), false);
  a = smr_lower_in_memory(l, a, number);
  b = b ? smr_lower_in_memory(l, b, number) : NULL;
  SmrLowerValue *cell = smr_lower_storage(l, smr_scopes_level(&l->scopes), smr_lower_ty_number(l, number)),
                *result = smr_lower_int(l, 0);
  if (!l->error) {
    smr_lower_linalg_fill(l, cell, smr_lower_int(l, 0));
    if (b)
      binary(l, "dot", a, b, cell);
    else {
      const char *x = memref(l, a), *out = memref(l, cell);
      smr_scopes_line(&l->scopes, "linalg.reduce { arith.addf } ins(%s : %s) outs(%s : %s) dimensions = [0]",
                      x, memref_type(l, a), out, memref_type(l, cell));
    }
    const char *name = smr_scopes_fresh(&l->scopes);
    smr_scopes_line(&l->scopes, "%s = llvm.load %s : !llvm.ptr -> %s", name, cell->base,
                    smr_lower_mlir_type(number));
    result = smr_lower_number(l, number, smr_scopes_level(&l->scopes), name);
  }
  smr_lower_resume(l, &s);
  return result;
}

static void scale(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *factor, SmrLowerValue *v) {
  const char *map = v->rank == 1 ? "affine_map<(d0) -> (d0)>" : "affine_map<(d0, d1) -> (d0, d1)>",
             *kinds = v->rank == 1 ? "\"parallel\"" : "\"parallel\", \"parallel\"",
             *type = smr_lower_mlir_type(v->number);
  const char *f = smr_lower_ssa(l, factor, v->number), *x = memref(l, v), *out = memref(l, dest),
             *a = smr_scopes_fresh(&l->scopes), *b = smr_scopes_fresh(&l->scopes),
             *product = smr_scopes_fresh(&l->scopes);
  smr_scopes_line(
      &l->scopes,
      "linalg.generic {indexing_maps = [%s, %s], iterator_types = [%s]} ins(%s : %s) outs(%s : %s) {", map,
      map, kinds, x, memref_type(l, v), out, memref_type(l, dest));
  smr_scopes_line(&l->scopes, "^bb0(%s: %s, %s: %s):", a, type, b, type);
  smr_scopes_line(&l->scopes, "  %s = arith.mulf %s, %s : %s", product, f, a, type);
  smr_scopes_line(&l->scopes, "  linalg.yield %s : %s", product, type);
  smr_scopes_line(&l->scopes, "}");
}

void smr_lower_linalg_into(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  SmrLowerNumber number = dest->number;
  switch (v->op) {
  case SMR_A_T_TRANSPOSE: {
    SmrLowerValue *a = smr_lower_in_memory(l, v->args[0], number);
    if (l->error)
      return;
    const char *x = memref(l, a), *out = memref(l, dest);
    smr_scopes_line(&l->scopes, "linalg.transpose ins(%s : %s) outs(%s : %s) permutation = [1, 0]", x,
                    memref_type(l, a), out, memref_type(l, dest));
    return;
  }
  case SMR_A_T_ADD: {
    SmrLowerValue *a = smr_lower_in_memory(l, v->args[0], number),
                  *b = smr_lower_in_memory(l, v->args[1], number);
    if (!l->error)
      binary(l, "add", a, b, dest);
    return;
  }
  case SMR_A_T_MUL: {
    SmrLowerValue *a = smr_lower_in_memory(l, v->args[1], number);
    if (!l->error)
      scale(l, dest, v->args[0], a);
    return;
  }
  default: { // A product; what is added to it, and factors, by loops.
    SmrLowerValue *a = smr_lower_in_memory(l, v->args[1], number),
                  *b = smr_lower_in_memory(l, v->args[2], number), *c = v->args[4];
    bool alone = !c && smr_lower_unit(v->args[0]);
    SmrLowerValue *into = alone ? dest : smr_lower_storage(l, smr_scopes_level(&l->scopes), v->type);
    if (l->error)
      return;
    smr_lower_linalg_fill(l, into, smr_lower_int(l, 0));
    binary(l, v->op == SMR_A_GEMV_F ? "matvec" : "matmul", a, b, into);
    if (!alone)
      smr_lower_store(l, dest, smr_lower_sum_of(l, v->type, v->args[0], into, v->args[3], c), false);
    return;
  }
  }
}
