//===- lower_store.c - arrays in memory ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: a buffer is written before it is read, in its own scope or one outside; but for accumulators
// (lower_ifold.c), no array changes once it is stored. Buffers belong to the function: a scope that is run
// again writes the same ones.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"

/// Buffers of at most so many bytes are on the stack.
#define STACK_BYTES 4096

static SmrLowerValue *multiply(SmrLowering *l, SmrLowerValue *a, SmrLowerValue *b) {
  return smr_lower_arithmetic(l, SMR_A_MUL, a, b);
}

bool smr_lower_unit(const SmrLowerValue *v) {
  return v->constant && v->value == 1;
}

static SmrLowerValue *view(SmrLowering *l, const char *base, uint32_t level, const SmrLowerType *type,
                           uint32_t rank, SmrLowerValue *const *dims) {
  if (type->kind == SMR_LOWER_TYPE_ARRAY || type->kind == SMR_LOWER_TYPE_NUMBER) {
    SmrLowerValue *v = smr_lower_value(l, SMR_LOWER_VALUE_VIEW, level, type);
    v->base = base;
    v->rank = rank;
    v->offset = smr_lower_int(l, 0);
    v->number = smr_lower_stored(smr_lower_ty_scalar(type));
    SmrLowerValue *stride = smr_lower_int(l, 1);
    for (uint32_t i = rank; i-- > 0; stride = multiply(l, stride, dims[i]))
      v->dims[i] = dims[i], v->strides[i] = stride;
    return v;
  }
  smr_lower_fail(l, "an array whose elements are of no known type");
  return smr_lower_int(l, 0);
}

static uint32_t dims_of(SmrLowering *l, const SmrLowerType *type, SmrLowerValue **dims,
                        const SmrLowerType **innermost) {
  uint32_t rank = 0;
  for (; type->kind == SMR_LOWER_TYPE_ARRAY && rank < SMR_ARRAY_TYPE_MAX_RANK; type = type->a) {
    if (!type->dim)
      smr_lower_fail(l, "an array of a size that is not known");
    dims[rank++] = type->dim ? type->dim : smr_lower_int(l, 0);
  }
  *innermost = type;
  return rank;
}

SmrLowerValue *smr_lower_view(SmrLowering *l, const char *base, uint32_t level, const SmrLowerType *type) {
  SmrLowerValue *dims[SMR_ARRAY_TYPE_MAX_RANK];
  const SmrLowerType *inner;
  uint32_t rank = dims_of(l, type, dims, &inner);
  return view(l, base, level, inner->kind == SMR_LOWER_TYPE_NUMBER ? type : inner, rank, dims);
}

// A part of array elements that are tuples: its dimensions are those of the array and its own.
static const SmrLowerType *around(SmrLowering *l, SmrLowerValue *const *dims, uint32_t rank,
                                  const SmrLowerType *part) {
  for (; rank > 0; rank--)
    part = smr_lower_ty_array(l, dims[rank - 1], part);
  return part;
}

static void allocate(SmrLowering *l, const char *name, SmrLowerValue *const *dims, uint32_t rank,
                     SmrLowerNumber number) {
  long long bytes = number == SMR_LOWER_F32 ? 4 : 8;
  bool constant = true;
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i]->constant)
      bytes *= (long long)dims[i]->value;
    else
      constant = false;
  SmrStr *out = &l->entry;
  if (constant) {
    bytes = bytes ? (bytes + 63) / 64 * 64 : 64;
    smr_str_printf(out, "  %sb = arith.constant %lld : i64\n", name, bytes);
  } else {
    const char *size = smr_scopes_text(&l->scopes, "%sc", name);
    smr_str_printf(out, "  %s = arith.constant %lld : i64\n", size, bytes);
    for (uint32_t i = 0; i < rank; i++)
      if (!dims[i]->constant) {
        smr_str_printf(out, "  %s_%u = arith.muli %s, %s : i64\n", name, i, size, dims[i]->ssa);
        size = smr_scopes_text(&l->scopes, "%s_%u", name, i);
      }
    smr_str_printf(out, "  %sq = arith.constant 64 : i64\n", name);
    smr_str_printf(out, "  %su = arith.addi %s, %sq : i64\n  %sz = arith.constant -64 : i64\n", name, size,
                   name, name);
    smr_str_printf(out, "  %sb = arith.andi %su, %sz : i64\n", name, name, name);
  }
  if (constant && bytes <= STACK_BYTES) {
    smr_str_printf(out, "  %s = llvm.alloca %sb x i8 {alignment = 64 : i64} : (i64) -> !llvm.ptr\n", name,
                   name);
    return;
  }
  smr_str_printf(out, "  %sa = arith.constant 64 : i64\n", name);
  smr_str_printf(out, "  %s = func.call @aligned_alloc(%sa, %sb) : (i64, i64) -> !llvm.ptr\n", name, name,
                 name);
  smr_str_printf(&l->leave, "  func.call @free(%s) : (!llvm.ptr) -> ()\n", name);
}

SmrLowerValue *smr_lower_storage(SmrLowering *l, uint32_t level, const SmrLowerType *type) {
  SmrLowerValue *dims[SMR_ARRAY_TYPE_MAX_RANK];
  const SmrLowerType *inner;
  uint32_t rank = dims_of(l, type, dims, &inner);
  if (inner->kind == SMR_LOWER_TYPE_TUPLE) {
    SmrLowerValue *zip = smr_lower_value(l, SMR_LOWER_VALUE_ZIP, level, type);
    zip->rank = rank;
    zip->args[0] = smr_lower_storage(l, level, around(l, dims, rank, inner->a));
    zip->args[1] = smr_lower_storage(l, level, around(l, dims, rank, inner->b));
    return zip;
  }
  if (inner->kind != SMR_LOWER_TYPE_NUMBER)
    smr_lower_fail(l, "an array whose elements are of no known type");
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i]->level != SMR_LOWER_ROOT_LEVEL)
      smr_lower_fail(l, "the size of an array depends on an index");
  if (l->error)
    return smr_lower_int(l, 0);
  const char *name = smr_scopes_text(&l->scopes, "%%m%u", l->scopes.next++);
  allocate(l, name, dims, rank, smr_lower_stored(inner->number));
  return smr_lower_view(l, name, level, type);
}

SmrLowerValue *smr_lower_element(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *index) {
  SmrLowerValue *e = smr_lower_value(l, v->kind, index->level > v->level ? index->level : v->level,
                                     v->type->kind == SMR_LOWER_TYPE_ARRAY ? v->type->a : v->type);
  if (v->kind == SMR_LOWER_VALUE_ZIP) {
    e->rank = v->rank - 1;
    e->args[0] = smr_lower_element(l, v->args[0], index);
    e->args[1] = smr_lower_element(l, v->args[1], index);
    return e;
  }
  if (v->kind != SMR_LOWER_VALUE_VIEW || v->rank == 0) {
    smr_lower_fail(l, "an element of what is not an array");
    return v;
  }
  // (A view keeps its level: an accumulator's elements are not to be read outside its loop.)
  if (index->number != SMR_LOWER_INT)
    index = smr_lower_number(l, SMR_LOWER_INT, index->level, smr_lower_ssa(l, index, SMR_LOWER_INT));
  e->base = v->base;
  e->number = v->number;
  e->rank = v->rank - 1;
  e->offset = smr_lower_arithmetic(l, SMR_A_ADD, v->offset, multiply(l, index, v->strides[0]));
  for (uint32_t i = 0; i < e->rank; i++)
    e->dims[i] = v->dims[i + 1], e->strides[i] = v->strides[i + 1];
  return e;
}

static const char *address(SmrLowering *l, SmrLowerValue *v) {
  if (v->offset->constant && v->offset->value == 0)
    return v->base;
  uint32_t level = v->offset->level > v->level ? v->offset->level : v->level;
  return smr_scopes_pure(&l->scopes, level,
                         "llvm.getelementptr inbounds %s[%s] : (!llvm.ptr, i64) -> !llvm.ptr, %s", v->base,
                         smr_lower_ssa(l, v->offset, SMR_LOWER_INT), smr_lower_mlir_type(v->number));
}

const char *smr_lower_address(SmrLowering *l, SmrLowerValue *v) {
  if (v->offset->lanes) // (of the first one alone)
    l->no_lanes = true;
  return address(l, v);
}

// Notes that an array is read at several places in one step of a loop. Compilers then carry what they loaded
// from step to step, which costs more moves than it saves loads.
static void note(SmrLowering *l, const SmrLowerValue *v) {
  if (v->offset->level != smr_scopes_level(&l->scopes) ||
      smr_scopes_level(&l->scopes) == SMR_LOWER_ROOT_LEVEL)
    return;
  SmrLowerScope *s = smr_lower_scope(l, smr_scopes_level(&l->scopes));
  for (uint32_t i = 0; i < s->loads.size; i++)
    if (s->loads.data[i]->base == v->base) {
      s->neighbours |= s->loads.data[i]->offset->ssa != v->offset->ssa;
      return;
    }
  smr_vec_push(&s->loads, v);
}

SmrLowerValue *smr_lower_read(SmrLowering *l, SmrLowerValue *v) {
  if (v->kind == SMR_LOWER_VALUE_ZIP && v->rank == 0) {
    SmrLowerValue *a = smr_lower_read(l, v->args[0]), *b = smr_lower_read(l, v->args[1]);
    SmrLowerValue *t =
        smr_lower_value(l, SMR_LOWER_VALUE_TUPLE, a->level > b->level ? a->level : b->level, v->type);
    t->args[0] = a, t->args[1] = b;
    return t;
  }
  if (v->kind != SMR_LOWER_VALUE_VIEW || v->rank)
    return v;
  uint32_t level = smr_lower_safe_level(l, v->level > v->offset->level ? v->level : v->offset->level);
  note(l, v);
  if (v->offset->lanes) {
    l->no_lanes |= v->number == SMR_LOWER_INT;
    const char *type = smr_lower_mlir_type(v->number), *from = address(l, v);
    SmrLowerValue *all = smr_lower_number(
        l, v->number, level,
        smr_scopes_pure(&l->scopes, level, "llvm.load %s {alignment = %d : i64} : !llvm.ptr -> vector<%dx%s>",
                        from, v->number == SMR_LOWER_F32 ? 4 : 8, SMR_LOWER_LANES, type));
    all->lanes = true;
    return all;
  }
  const char *from = address(l, v);
  return smr_lower_number(l, v->number, level,
                          smr_scopes_pure(&l->scopes, level, "llvm.load %s : !llvm.ptr -> %s", from,
                                          smr_lower_mlir_type(v->number)));
}

static bool same_int(const SmrLowerValue *a, const SmrLowerValue *b) {
  return a == b || (a->constant && b->constant && a->value == b->value) || (a->ssa && a->ssa == b->ssa);
}

bool smr_lower_contiguous(SmrLowering *l, const SmrLowerValue *v) {
  if (v->kind != SMR_LOWER_VALUE_VIEW)
    return false;
  SmrLowerValue *stride = smr_lower_int(l, 1);
  for (uint32_t i = v->rank; i-- > 0; stride = multiply(l, stride, v->dims[i]))
    if (!same_int(stride, v->strides[i]))
      return false;
  return true;
}

static bool same_place(const SmrLowerValue *a, const SmrLowerValue *b) {
  if (a->kind != SMR_LOWER_VALUE_VIEW || b->kind != SMR_LOWER_VALUE_VIEW || a->base != b->base ||
      a->rank != b->rank || !same_int(a->offset, b->offset))
    return false;
  for (uint32_t i = 0; i < a->rank; i++)
    if (!same_int(a->strides[i], b->strides[i]))
      return false;
  return true;
}

static void step(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v, SmrLowerValue *index, bool keep) {
  smr_lower_store(l, smr_lower_element(l, dest, index), smr_lower_get(l, v, index), keep);
}

// A loop over numbers that reads an array at several places, written again for SMR_LOWER_LANES numbers at a
// time.
static bool store_lanes(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  SmrLowerValue *count = smr_lower_dim(l, dest),
                *whole = smr_lower_int(l, (int64_t)count->value / SMR_LOWER_LANES * SMR_LOWER_LANES);
  SmrLowerScope *one = smr_lower_take(l);
  if (!count->constant) {
    const char *mask = smr_lower_ssa(l, smr_lower_int(l, -SMR_LOWER_LANES), SMR_LOWER_INT),
               *all = smr_lower_ssa(l, count, SMR_LOWER_INT);
    whole = smr_lower_number(l, SMR_LOWER_INT, count->level,
                             smr_scopes_pure(&l->scopes, count->level, "arith.andi %s, %s : i64", all, mask));
  }
  SmrLowerValue *index =
      smr_lower_loop_range(l, smr_lower_int(l, 0), whole, SMR_LOWER_LANES, 0, NULL, NULL, NULL);
  index->lanes = true;
  l->no_lanes = false;
  step(l, dest, v, index, false);
  if (l->no_lanes) {
    smr_lower_drop(smr_lower_take(l));
    smr_lower_put_back(l, one);
    return false;
  }
  smr_lower_drop(one);
  smr_lower_end_loop(l, NULL, NULL, NULL);
  index = smr_lower_loop_range(l, whole, count, 1, 0, NULL, NULL, NULL);
  step(l, dest, v, index, false);
  smr_lower_end_loop(l, NULL, NULL, NULL);
  return true;
}

static void store_all(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v, bool keep) {
  step(l, dest, v, smr_lower_loop(l, smr_lower_dim(l, dest), 0, NULL, NULL, NULL), keep);
  if (smr_lower_scope(l, smr_scopes_level(&l->scopes))->neighbours && dest->kind == SMR_LOWER_VALUE_VIEW &&
      dest->rank == 1 && smr_lower_unit(dest->strides[0]) &&
      smr_lower_dim(l, dest)->value >= 2 * SMR_LOWER_LANES && !l->error && store_lanes(l, dest, v))
    return;
  smr_lower_end_loop(l, NULL, NULL, NULL);
}

void smr_lower_store(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v, bool keep) {
  if (l->error)
    return;
  if (v->kind == SMR_LOWER_VALUE_NUMBER) {
    if (dest->kind != SMR_LOWER_VALUE_VIEW || dest->rank) {
      smr_lower_fail(l, "a number where an array is wanted");
      return;
    }
    if (dest->offset->lanes) {
      const char *all = smr_lower_lanes(l, v, dest->number);
      smr_scopes_line(&l->scopes, "llvm.store %s, %s {alignment = %d : i64} : vector<%dx%s>, !llvm.ptr", all,
                      address(l, dest), dest->number == SMR_LOWER_F32 ? 4 : 8, SMR_LOWER_LANES,
                      smr_lower_mlir_type(dest->number));
      return;
    }
    const char *number = smr_lower_ssa(l, v, dest->number);
    smr_scopes_line(&l->scopes, "llvm.store %s, %s : %s, !llvm.ptr", number, smr_lower_address(l, dest),
                    smr_lower_mlir_type(dest->number));
    return;
  }
  if (v->kind == SMR_LOWER_VALUE_TUPLE) {
    for (int i = 0; i < 2; i++)
      if (dest->kind == SMR_LOWER_VALUE_ZIP && dest->rank == 0)
        smr_lower_store(l, dest->args[i], v->args[i], keep);
      else
        smr_lower_fail(l, "a tuple where there is none wanted");
    return;
  }
  if (v->type->kind != SMR_LOWER_TYPE_ARRAY ||
      (dest->kind != SMR_LOWER_VALUE_VIEW && dest->kind != SMR_LOWER_VALUE_ZIP) || !dest->rank) {
    smr_lower_fail(l, "a value that cannot be stored");
    return;
  }
  // What stays the same in the loops around is computed outside of them.
  if (!v->stored && !v->storing && v->level < smr_scopes_level(&l->scopes) &&
      smr_lower_trips(l, v->level, smr_scopes_level(&l->scopes)) > 1 && smr_lower_costly(l, v))
    smr_lower_force(l, v);
  SmrLowerValue *from = v->stored ? v->stored : v;
  if (same_place(from, dest))
    return;
  v->storing = true;
  if (from->kind == SMR_LOWER_VALUE_IFOLD)
    smr_lower_ifold_into(l, dest, from);
  else if (from->kind == SMR_LOWER_VALUE_CALL)
    smr_lower_call_into(l, dest, from);
  else if (from->kind == SMR_LOWER_VALUE_FILL && from->args[0]->kind == SMR_LOWER_VALUE_NUMBER &&
           dest->kind == SMR_LOWER_VALUE_VIEW && dest->rank == 1 && l->options->calls == SMR_CALLS_LINALG)
    smr_lower_linalg_fill(l, dest, from->args[0]);
  else if (!smr_lower_reshaped_store(l, dest, from))
    store_all(l, dest, from, keep);
  v->storing = false;
  if (keep && from == v && v->kind != SMR_LOWER_VALUE_VIEW && v->kind != SMR_LOWER_VALUE_ZIP &&
      dest->level <= v->level &&
      (dest->kind == SMR_LOWER_VALUE_ZIP || dest->number == smr_lower_stored(smr_lower_ty_scalar(v->type))))
    v->stored = dest;
}

SmrLowerValue *smr_lower_force(SmrLowering *l, SmrLowerValue *v) {
  if (v->kind == SMR_LOWER_VALUE_VIEW || v->kind == SMR_LOWER_VALUE_ZIP)
    return v;
  if (v->stored)
    return v->stored;
  uint32_t level = v->level <= smr_scopes_level(&l->scopes) ? v->level : smr_scopes_level(&l->scopes);
  SmrLowerSuspended s = smr_lower_suspend(l, level, true);
  SmrLowerValue *buffer = smr_lower_storage(l, level, v->type);
  if (!l->error) {
    smr_lower_store(l, buffer, v, false);
    v->stored = buffer;
  }
  smr_lower_resume(l, &s);
  return buffer;
}
