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

static Value *multiply(Lower *l, Value *a, Value *b) {
  return lower_arithmetic(l, SMR_A_MUL, a, b);
}

bool lower_unit(const Value *v) {
  return v->constant && v->value == 1;
}

static Value *view(Lower *l, const char *base, uint32_t level, const Ty *type, uint32_t rank,
                   Value *const *dims) {
  if (type->kind == TY_ARRAY || type->kind == TY_NUMBER) {
    Value *v = lower_value(l, V_VIEW, level, type);
    v->base = base;
    v->rank = rank;
    v->offset = lower_int(l, 0);
    v->number = lower_stored(lower_ty_scalar(type));
    Value *stride = lower_int(l, 1);
    for (uint32_t i = rank; i-- > 0; stride = multiply(l, stride, dims[i]))
      v->dims[i] = dims[i], v->strides[i] = stride;
    return v;
  }
  lower_fail(l, "an array whose elements are of no known type");
  return lower_int(l, 0);
}

static uint32_t dims_of(Lower *l, const Ty *type, Value **dims, const Ty **innermost) {
  uint32_t rank = 0;
  for (; type->kind == TY_ARRAY && rank < SMR_ARRAY_TYPE_MAX_RANK; type = type->a) {
    if (!type->dim)
      lower_fail(l, "an array of a size that is not known");
    dims[rank++] = type->dim ? type->dim : lower_int(l, 0);
  }
  *innermost = type;
  return rank;
}

Value *lower_view(Lower *l, const char *base, uint32_t level, const Ty *type) {
  Value *dims[SMR_ARRAY_TYPE_MAX_RANK];
  const Ty *inner;
  uint32_t rank = dims_of(l, type, dims, &inner);
  return view(l, base, level, inner->kind == TY_NUMBER ? type : inner, rank, dims);
}

// A part of array elements that are tuples: its dimensions are those of the array and its own.
static const Ty *around(Lower *l, Value *const *dims, uint32_t rank, const Ty *part) {
  for (; rank > 0; rank--)
    part = lower_ty_array(l, dims[rank - 1], part);
  return part;
}

static void allocate(Lower *l, const char *name, Value *const *dims, uint32_t rank, Number number) {
  long long bytes = number == N_F32 ? 4 : 8;
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
    const char *size = lower_text(l, "%sc", name);
    smr_str_printf(out, "  %s = arith.constant %lld : i64\n", size, bytes);
    for (uint32_t i = 0; i < rank; i++)
      if (!dims[i]->constant) {
        smr_str_printf(out, "  %s_%u = arith.muli %s, %s : i64\n", name, i, size, dims[i]->ssa);
        size = lower_text(l, "%s_%u", name, i);
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

Value *lower_storage(Lower *l, uint32_t level, const Ty *type) {
  Value *dims[SMR_ARRAY_TYPE_MAX_RANK];
  const Ty *inner;
  uint32_t rank = dims_of(l, type, dims, &inner);
  if (inner->kind == TY_TUPLE) {
    Value *zip = lower_value(l, V_ZIP, level, type);
    zip->rank = rank;
    zip->args[0] = lower_storage(l, level, around(l, dims, rank, inner->a));
    zip->args[1] = lower_storage(l, level, around(l, dims, rank, inner->b));
    return zip;
  }
  if (inner->kind != TY_NUMBER)
    lower_fail(l, "an array whose elements are of no known type");
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i]->level != ROOT_LEVEL)
      lower_fail(l, "the size of an array depends on an index");
  if (l->error)
    return lower_int(l, 0);
  const char *name = lower_text(l, "%%m%u", l->next_name++);
  allocate(l, name, dims, rank, lower_stored(inner->number));
  return lower_view(l, name, level, type);
}

Value *lower_element(Lower *l, Value *v, Value *index) {
  Value *e = lower_value(l, v->kind, index->level > v->level ? index->level : v->level,
                         v->type->kind == TY_ARRAY ? v->type->a : v->type);
  if (v->kind == V_ZIP) {
    e->rank = v->rank - 1;
    e->args[0] = lower_element(l, v->args[0], index);
    e->args[1] = lower_element(l, v->args[1], index);
    return e;
  }
  if (v->kind != V_VIEW || v->rank == 0) {
    lower_fail(l, "an element of what is not an array");
    return v;
  }
  // (A view keeps its level: an accumulator's elements are not to be read outside its loop.)
  if (index->number != N_INT)
    index = lower_number(l, N_INT, index->level, lower_ssa(l, index, N_INT));
  e->base = v->base;
  e->number = v->number;
  e->rank = v->rank - 1;
  e->offset = lower_arithmetic(l, SMR_A_ADD, v->offset, multiply(l, index, v->strides[0]));
  for (uint32_t i = 0; i < e->rank; i++)
    e->dims[i] = v->dims[i + 1], e->strides[i] = v->strides[i + 1];
  return e;
}

static const char *address(Lower *l, Value *v) {
  if (v->offset->constant && v->offset->value == 0)
    return v->base;
  uint32_t level = v->offset->level > v->level ? v->offset->level : v->level;
  return lower_pure(l, level, "llvm.getelementptr inbounds %s[%s] : (!llvm.ptr, i64) -> !llvm.ptr, %s",
                    v->base, lower_ssa(l, v->offset, N_INT), lower_mlir_type(v->number));
}

const char *lower_address(Lower *l, Value *v) {
  if (v->offset->lanes) // (of the first one alone)
    l->no_lanes = true;
  return address(l, v);
}

// Notes that an array is read at several places in one step of a loop. Compilers then carry what they loaded
// from step to step, which costs more moves than it saves loads.
static void note(Lower *l, const Value *v) {
  if (v->offset->level != lower_depth(l) || lower_depth(l) == ROOT_LEVEL)
    return;
  Scope *s = smr_vec_last(&l->stack);
  for (uint32_t i = 0; i < s->loads.size; i++)
    if (s->loads.data[i]->base == v->base) {
      s->neighbours |= s->loads.data[i]->offset->ssa != v->offset->ssa;
      return;
    }
  smr_vec_push(&s->loads, v);
}

Value *lower_read(Lower *l, Value *v) {
  if (v->kind == V_ZIP && v->rank == 0) {
    Value *a = lower_read(l, v->args[0]), *b = lower_read(l, v->args[1]);
    Value *t = lower_value(l, V_TUPLE, a->level > b->level ? a->level : b->level, v->type);
    t->args[0] = a, t->args[1] = b;
    return t;
  }
  if (v->kind != V_VIEW || v->rank)
    return v;
  uint32_t level = lower_safe_level(l, v->level > v->offset->level ? v->level : v->offset->level);
  note(l, v);
  if (v->offset->lanes) {
    l->no_lanes |= v->number == N_INT;
    const char *type = lower_mlir_type(v->number), *from = address(l, v);
    Value *all =
        lower_number(l, v->number, level,
                     lower_pure(l, level, "llvm.load %s {alignment = %d : i64} : !llvm.ptr -> vector<%dx%s>",
                                from, v->number == N_F32 ? 4 : 8, LANES, type));
    all->lanes = true;
    return all;
  }
  const char *from = address(l, v);
  return lower_number(
      l, v->number, level,
      lower_pure(l, level, "llvm.load %s : !llvm.ptr -> %s", from, lower_mlir_type(v->number)));
}

static bool same_int(const Value *a, const Value *b) {
  return a == b || (a->constant && b->constant && a->value == b->value) || (a->ssa && a->ssa == b->ssa);
}

bool lower_contiguous(Lower *l, const Value *v) {
  if (v->kind != V_VIEW)
    return false;
  Value *stride = lower_int(l, 1);
  for (uint32_t i = v->rank; i-- > 0; stride = multiply(l, stride, v->dims[i]))
    if (!same_int(stride, v->strides[i]))
      return false;
  return true;
}

static bool same_place(const Value *a, const Value *b) {
  if (a->kind != V_VIEW || b->kind != V_VIEW || a->base != b->base || a->rank != b->rank ||
      !same_int(a->offset, b->offset))
    return false;
  for (uint32_t i = 0; i < a->rank; i++)
    if (!same_int(a->strides[i], b->strides[i]))
      return false;
  return true;
}

static void step(Lower *l, Value *dest, Value *v, Value *index, bool keep) {
  lower_store(l, lower_element(l, dest, index), lower_get(l, v, index), keep);
}

// A loop over numbers that reads an array at several places, written again for LANES numbers at a time.
static bool store_lanes(Lower *l, Value *dest, Value *v) {
  Value *count = lower_dim(l, dest), *whole = lower_int(l, (int64_t)count->value / LANES * LANES);
  Scope *one = lower_take(l);
  if (!count->constant) {
    const char *mask = lower_ssa(l, lower_int(l, -LANES), N_INT), *all = lower_ssa(l, count, N_INT);
    whole = lower_number(l, N_INT, count->level,
                         lower_pure(l, count->level, "arith.andi %s, %s : i64", all, mask));
  }
  Value *index = lower_loop_range(l, lower_int(l, 0), whole, LANES, 0, NULL, NULL, NULL);
  index->lanes = true;
  l->no_lanes = false;
  step(l, dest, v, index, false);
  if (l->no_lanes) {
    lower_drop(lower_take(l));
    lower_put_back(l, one);
    return false;
  }
  lower_drop(one);
  lower_end_loop(l, NULL, NULL, NULL);
  index = lower_loop_range(l, whole, count, 1, 0, NULL, NULL, NULL);
  step(l, dest, v, index, false);
  lower_end_loop(l, NULL, NULL, NULL);
  return true;
}

static void store_all(Lower *l, Value *dest, Value *v, bool keep) {
  step(l, dest, v, lower_loop(l, lower_dim(l, dest), 0, NULL, NULL, NULL), keep);
  if (smr_vec_last(&l->stack)->neighbours && dest->kind == V_VIEW && dest->rank == 1 &&
      lower_unit(dest->strides[0]) && lower_dim(l, dest)->value >= 2 * LANES && !l->error &&
      store_lanes(l, dest, v))
    return;
  lower_end_loop(l, NULL, NULL, NULL);
}

void lower_store(Lower *l, Value *dest, Value *v, bool keep) {
  if (l->error)
    return;
  if (v->kind == V_NUMBER) {
    if (dest->kind != V_VIEW || dest->rank) {
      lower_fail(l, "a number where an array is wanted");
      return;
    }
    if (dest->offset->lanes) {
      const char *all = lower_lanes(l, v, dest->number);
      lower_line(l, "llvm.store %s, %s {alignment = %d : i64} : vector<%dx%s>, !llvm.ptr", all,
                 address(l, dest), dest->number == N_F32 ? 4 : 8, LANES, lower_mlir_type(dest->number));
      return;
    }
    const char *number = lower_ssa(l, v, dest->number);
    lower_line(l, "llvm.store %s, %s : %s, !llvm.ptr", number, lower_address(l, dest),
               lower_mlir_type(dest->number));
    return;
  }
  if (v->kind == V_TUPLE) {
    for (int i = 0; i < 2; i++)
      if (dest->kind == V_ZIP && dest->rank == 0)
        lower_store(l, dest->args[i], v->args[i], keep);
      else
        lower_fail(l, "a tuple where there is none wanted");
    return;
  }
  if (v->type->kind != TY_ARRAY || (dest->kind != V_VIEW && dest->kind != V_ZIP) || !dest->rank) {
    lower_fail(l, "a value that cannot be stored");
    return;
  }
  // What stays the same in the loops around is computed outside of them.
  if (!v->stored && !v->storing && v->level < lower_depth(l) &&
      lower_trips(l, v->level, lower_depth(l)) > 1 && lower_costly(l, v))
    lower_force(l, v);
  Value *from = v->stored ? v->stored : v;
  if (same_place(from, dest))
    return;
  v->storing = true;
  if (from->kind == V_IFOLD)
    lower_ifold_into(l, dest, from);
  else if (from->kind == V_CALL)
    lower_call_into(l, dest, from);
  else if (from->kind == V_FILL && from->args[0]->kind == V_NUMBER && dest->kind == V_VIEW &&
           dest->rank == 1 && l->options->calls == SMR_CALLS_LINALG)
    lower_linalg_fill(l, dest, from->args[0]);
  else
    store_all(l, dest, from, keep);
  v->storing = false;
  if (keep && from == v && v->kind != V_VIEW && v->kind != V_ZIP && dest->level <= v->level &&
      (dest->kind == V_ZIP || dest->number == lower_stored(lower_ty_scalar(v->type))))
    v->stored = dest;
}

Value *lower_force(Lower *l, Value *v) {
  if (v->kind == V_VIEW || v->kind == V_ZIP)
    return v;
  if (v->stored)
    return v->stored;
  uint32_t level = v->level <= lower_depth(l) ? v->level : lower_depth(l);
  Suspended s = lower_suspend(l, level, true);
  Value *buffer = lower_storage(l, level, v->type);
  if (!l->error) {
    lower_store(l, buffer, v, false);
    v->stored = buffer;
  }
  lower_resume(l, &s);
  return buffer;
}
