//===- lower_linalg.c - calls as linalg's named operations ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Views become memrefs with strides that are not known statically: one type for each rank, which rows,
// columns and transposes have, too. What mlir-opt's finalize-memref-to-llvm makes of a memref is the
// descriptor that is put together here, so that the casts between the two cancel.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"

static const char *memref_type(Lower *l, const Value *v) {
  const char *element = lower_mlir_type(v->number);
  switch (v->rank) {
  case 0:
    return lower_text(l, "memref<%s, strided<[], offset: ?>>", element);
  case 1:
    return lower_text(l, "memref<?x%s, strided<[?], offset: ?>>", element);
  case 2:
    return lower_text(l, "memref<?x?x%s, strided<[?, ?], offset: ?>>", element);
  default:
    lower_fail(l, "linalg of an array of more than two dimensions");
    return "";
  }
}

static const char *memref(Lower *l, Value *v) {
  uint32_t level = lower_depth(l);
  const char *type = memref_type(l, v);
  const char *structure =
      v->rank
          ? lower_text(l, "!llvm.struct<(ptr, ptr, i64, array<%u x i64>, array<%u x i64>)>", v->rank, v->rank)
          : "!llvm.struct<(ptr, ptr, i64)>";
  const char *zero = lower_ssa(l, lower_int(l, 0), N_INT), *address = lower_address(l, v);
  const char *d = lower_pure(l, level, "llvm.mlir.poison : %s", structure);
  d = lower_pure(l, level, "llvm.insertvalue %s, %s[0] : %s", address, d, structure);
  d = lower_pure(l, level, "llvm.insertvalue %s, %s[1] : %s", address, d, structure);
  d = lower_pure(l, level, "llvm.insertvalue %s, %s[2] : %s", zero, d, structure);
  for (uint32_t i = 0; i < v->rank; i++) {
    const char *dim = lower_ssa(l, v->dims[i], N_INT), *stride = lower_ssa(l, v->strides[i], N_INT);
    d = lower_pure(l, level, "llvm.insertvalue %s, %s[3, %u] : %s", dim, d, i, structure);
    d = lower_pure(l, level, "llvm.insertvalue %s, %s[4, %u] : %s", stride, d, i, structure);
  }
  return lower_pure(l, level, "builtin.unrealized_conversion_cast %s : %s to %s", d, structure, type);
}

void lower_linalg_fill(Lower *l, Value *dest, Value *number) {
  const char *n = lower_ssa(l, number, dest->number), *out = memref(l, dest);
  lower_line(l, "linalg.fill ins(%s : %s) outs(%s : %s)", n, lower_mlir_type(dest->number), out,
             memref_type(l, dest));
}

static void binary(Lower *l, const char *name, Value *a, Value *b, Value *dest) {
  const char *x = memref(l, a), *y = memref(l, b), *out = memref(l, dest);
  lower_line(l, "linalg.%s ins(%s, %s : %s, %s) outs(%s : %s)", name, x, y, memref_type(l, a),
             memref_type(l, b), out, memref_type(l, dest));
}

Value *lower_linalg_number(Lower *l, Value *a, Value *b, Number number) {
  uint32_t level = b && b->level > a->level ? b->level : a->level;
  Suspended s = lower_suspend(l, lower_safe_level(l, level), false);
  a = lower_in_memory(l, a, number);
  b = b ? lower_in_memory(l, b, number) : NULL;
  Value *cell = lower_storage(l, lower_depth(l), lower_ty_number(l, number)), *result = lower_int(l, 0);
  if (!l->error) {
    lower_linalg_fill(l, cell, lower_int(l, 0));
    if (b)
      binary(l, "dot", a, b, cell);
    else {
      const char *x = memref(l, a), *out = memref(l, cell);
      lower_line(l, "linalg.reduce { arith.addf } ins(%s : %s) outs(%s : %s) dimensions = [0]", x,
                 memref_type(l, a), out, memref_type(l, cell));
    }
    const char *name = lower_name(l);
    lower_line(l, "%s = llvm.load %s : !llvm.ptr -> %s", name, cell->base, lower_mlir_type(number));
    result = lower_number(l, number, lower_depth(l), name);
  }
  lower_resume(l, &s);
  return result;
}

static void scale(Lower *l, Value *dest, Value *factor, Value *v) {
  const char *map = v->rank == 1 ? "affine_map<(d0) -> (d0)>" : "affine_map<(d0, d1) -> (d0, d1)>",
             *kinds = v->rank == 1 ? "\"parallel\"" : "\"parallel\", \"parallel\"",
             *type = lower_mlir_type(v->number);
  const char *f = lower_ssa(l, factor, v->number), *x = memref(l, v), *out = memref(l, dest),
             *a = lower_name(l), *b = lower_name(l), *product = lower_name(l);
  lower_line(l,
             "linalg.generic {indexing_maps = [%s, %s], iterator_types = [%s]} ins(%s : %s) outs(%s : %s) {",
             map, map, kinds, x, memref_type(l, v), out, memref_type(l, dest));
  lower_line(l, "^bb0(%s: %s, %s: %s):", a, type, b, type);
  lower_line(l, "  %s = arith.mulf %s, %s : %s", product, f, a, type);
  lower_line(l, "  linalg.yield %s : %s", product, type);
  lower_line(l, "}");
}

void lower_linalg_into(Lower *l, Value *dest, Value *v) {
  Number number = dest->number;
  switch (v->op) {
  case SMR_A_T_TRANSPOSE: {
    Value *a = lower_in_memory(l, v->args[0], number);
    if (l->error)
      return;
    const char *x = memref(l, a), *out = memref(l, dest);
    lower_line(l, "linalg.transpose ins(%s : %s) outs(%s : %s) permutation = [1, 0]", x, memref_type(l, a),
               out, memref_type(l, dest));
    return;
  }
  case SMR_A_T_ADD: {
    Value *a = lower_in_memory(l, v->args[0], number), *b = lower_in_memory(l, v->args[1], number);
    if (!l->error)
      binary(l, "add", a, b, dest);
    return;
  }
  case SMR_A_T_MUL: {
    Value *a = lower_in_memory(l, v->args[1], number);
    if (!l->error)
      scale(l, dest, v->args[0], a);
    return;
  }
  default: { // A product; what is added to it, and factors, by loops.
    Value *a = lower_in_memory(l, v->args[1], number), *b = lower_in_memory(l, v->args[2], number),
          *c = v->args[4];
    bool alone = !c && lower_unit(v->args[0]);
    Value *into = alone ? dest : lower_storage(l, lower_depth(l), v->type);
    if (l->error)
      return;
    lower_linalg_fill(l, into, lower_int(l, 0));
    binary(l, v->op == SMR_A_GEMV_F ? "matvec" : "matmul", a, b, into);
    if (!alone)
      lower_store(l, dest, lower_sum_of(l, v->type, v->args[0], into, v->args[3], c), false);
    return;
  }
  }
}
