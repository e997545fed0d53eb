//===- lower_store.c - arrays in memory ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: a buffer is written before it is read, in its own scope or one outside; but for accumulators
// (lower_ifold.c), no array changes once it is stored. Buffers belong to the function: a scope that is run
// again writes the same ones.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"

/// Buffers of at most so many bytes are on the stack.
static SmrLowerValue *multiply(SmrLowering *l, SmrLowerValue *a, SmrLowerValue *b) {
  return smr_lower_arithmetic(l, SMR_A_MUL, a, b);
}

bool smr_lower_unit(const SmrLowerValue *v) {
  return v->constant && v->value == 1;
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

// A part of array elements that are tuples: its dimensions are those of the array and its own.
static const SmrLowerType *around(SmrLowering *l, SmrLowerValue *const *dims, uint32_t rank,
                                  const SmrLowerType *part) {
  for (; rank > 0; rank--)
    part = smr_lower_ty_array(l, dims[rank - 1], part);
  return part;
}

SmrLowerValue *smr_lower_storage(SmrLowering *l, uint32_t level, const SmrLowerType *type, const char *name,
                                 bool written) {
  SmrLowerValue *dims[SMR_ARRAY_TYPE_MAX_RANK];
  SmrLoopsIndex sizes[SMR_ARRAY_TYPE_MAX_RANK];
  const SmrLowerType *inner;
  uint32_t rank = dims_of(l, type, dims, &inner);
  bool input = name && !written;
  if (inner->kind == SMR_LOWER_TYPE_TUPLE) {
    SmrLowerValue *parts =
        smr_lower_value(l, input && !rank ? SMR_LOWER_VALUE_TUPLE : SMR_LOWER_VALUE_ZIP, level, type);
    parts->rank = rank;
    for (int i = 0; i < 2; i++)
      parts->args[i] =
          smr_lower_storage(l, level, around(l, dims, rank, i ? inner->b : inner->a),
                            name ? smr_scopes_text(&l->scopes, "%s%c", name, "ab"[i]) : NULL, written);
    return parts;
  }
  if (inner->kind != SMR_LOWER_TYPE_NUMBER && name)
    smr_lower_fail(l, "%s is a function, or of an unknown type", written ? "the result" : "an input");
  else if (inner->kind != SMR_LOWER_TYPE_NUMBER)
    smr_lower_fail(l, "an array whose elements are of no known type");
  for (uint32_t i = 0; i < rank; i++) {
    if (dims[i]->level != SMR_LOWER_ROOT_LEVEL)
      smr_lower_fail(l, "the size of an array depends on an index");
    sizes[i] = dims[i]->index;
  }
  if (l->error)
    return smr_lower_int(l, 0);
  SmrLoopsType number = smr_lower_loops_type(inner->number);
  if (input && !rank)
    return smr_lower_scalar(l, inner->number, level, smr_loops_number(l->loops, name, number));
  SmrLowerValue *v = smr_lower_value(l, SMR_LOWER_VALUE_VIEW, level, type);
  v->buffer = name ? smr_loops_argument(l->loops, name, number, rank, sizes, NULL, NULL, written)
                   : smr_loops_alloc(l->loops, number, rank, sizes);
  v->rank = rank;
  v->offset = smr_lower_int(l, 0);
  v->number = smr_lower_stored(inner->number);
  SmrLowerValue *stride = smr_lower_int(l, 1);
  for (uint32_t i = rank; i-- > 0; stride = multiply(l, stride, dims[i]))
    v->dims[i] = dims[i], v->strides[i] = stride;
  return v;
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
    index = smr_lower_integer(l, smr_lower_index(l, index), index->level, false);
  e->buffer = v->buffer;
  e->number = v->number;
  e->rank = v->rank - 1;
  e->offset = smr_lower_arithmetic(l, SMR_A_ADD, v->offset, multiply(l, index, v->strides[0]));
  for (uint32_t i = 0; i < e->rank; i++)
    e->dims[i] = v->dims[i + 1], e->strides[i] = v->strides[i + 1];
  return e;
}

// Notes that an array is read at several places in one step of a loop. Compilers then carry what they loaded
// from step to step, which costs more moves than it saves loads.
static void note(SmrLowering *l, const SmrLowerValue *v) {
  if (v->offset->level != smr_scopes_level(&l->scopes) ||
      smr_scopes_level(&l->scopes) == SMR_LOWER_ROOT_LEVEL)
    return;
  SmrLowerScope *s = smr_lower_scope(l, smr_scopes_level(&l->scopes));
  for (uint32_t i = 0; i < s->loads.size; i++)
    if (s->loads.data[i]->buffer == v->buffer) {
      s->neighbours |= s->loads.data[i]->offset->index != v->offset->index;
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
  SmrLoopsType type = smr_lower_loops_type(v->number);
  if (v->offset->lanes) {
    l->no_lanes |= type.integer;
    type.lanes = type.integer ? 1 : SMR_LOWER_LANES;
  }
  uint32_t inner = smr_loops_suspend(l->loops, level);
  SmrLowerValue *cell =
      smr_lower_scalar(l, v->number, level, smr_loops_load_flat(l->loops, type, v->buffer, v->offset->index));
  smr_loops_resume(l->loops, inner);
  return cell;
}

bool smr_lower_contiguous(SmrLowering *l, const SmrLowerValue *v) {
  if (v->kind != SMR_LOWER_VALUE_VIEW)
    return false;
  SmrLowerValue *stride = smr_lower_int(l, 1);
  for (uint32_t i = v->rank; i-- > 0; stride = multiply(l, stride, v->dims[i]))
    if (!smr_lower_same(stride, v->strides[i]))
      return false;
  return true;
}

static bool same_place(const SmrLowerValue *a, const SmrLowerValue *b) {
  if (a->kind != SMR_LOWER_VALUE_VIEW || b->kind != SMR_LOWER_VALUE_VIEW || a->buffer != b->buffer ||
      a->rank != b->rank || !smr_lower_same(a->offset, b->offset))
    return false;
  for (uint32_t i = 0; i < a->rank; i++)
    if (!smr_lower_same(a->strides[i], b->strides[i]))
      return false;
  return true;
}

static void step(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v, SmrLowerValue *index, bool keep) {
  smr_lower_store(l, smr_lower_element(l, dest, index), smr_lower_get(l, v, index), keep);
}

// Several elements in a step, instead of the loop that is open: false if that cannot be.
static bool store_lanes(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  SmrLoopsIndex width = smr_loops_int(l->loops, SMR_LOWER_LANES), count = smr_lower_dim(l, dest)->index,
                steps = smr_loops_div(l->loops, count, width), whole = smr_loops_mul(l->loops, steps, width);
  uint32_t level = smr_scopes_level(&l->scopes);
  SmrLowerSuspended one = smr_lower_suspend(l, level - 1, false);
  SmrLowerValue *index =
      smr_lower_loop(l, smr_lower_integer(l, steps, SMR_LOWER_ROOT_LEVEL, false), 0, NULL, NULL);
  l->no_lanes = false;
  step(l, dest, v, smr_lower_integer(l, smr_loops_mul(l->loops, index->index, width), level, true), false);
  bool ok = !l->no_lanes;
  if (ok) {
    smr_lower_end(l, 0, NULL, NULL);
    SmrLowerValue *rest =
        smr_lower_integer(l, smr_loops_sub(l->loops, count, whole), SMR_LOWER_ROOT_LEVEL, false);
    index = smr_lower_loop(l, rest, 0, NULL, NULL);
    step(l, dest, v, smr_lower_integer(l, smr_loops_add(l->loops, whole, index->index), level, false), false);
    smr_lower_end(l, 0, NULL, NULL);
  } else {
    smr_loops_drop(l->loops);
    smr_lower_drop(l);
  }
  smr_lower_resume(l, &one);
  return ok;
}

static void store_all(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v, bool keep) {
  step(l, dest, v, smr_lower_loop(l, smr_lower_dim(l, dest), 0, NULL, NULL), keep);
  if (smr_lower_scope(l, smr_scopes_level(&l->scopes))->neighbours && dest->kind == SMR_LOWER_VALUE_VIEW &&
      dest->rank == 1 && smr_lower_unit(dest->strides[0]) &&
      smr_lower_dim(l, dest)->value >= 2 * SMR_LOWER_LANES && !l->error && store_lanes(l, dest, v)) {
    smr_loops_drop(l->loops);
    smr_lower_drop(l);
    return;
  }
  smr_lower_end(l, 0, NULL, NULL);
}

void smr_lower_store(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v, bool keep) {
  if (l->error)
    return;
  if (v->kind == SMR_LOWER_VALUE_NUMBER) {
    if (dest->kind != SMR_LOWER_VALUE_VIEW || dest->rank) {
      smr_lower_fail(l, "a number where an array is wanted");
      return;
    }
    smr_loops_store_flat(l->loops, dest->buffer, dest->offset->index,
                         dest->offset->lanes ? smr_lower_lanes(l, v, dest->number)
                                             : smr_lower_as(l, v, dest->number));
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
           dest->kind == SMR_LOWER_VALUE_VIEW && dest->rank == 1 &&
           l->options->print.gemm == SMR_LOOPS_GEMM_LINALG) {
    smr_lower_named(l, SMR_LOOPS_FILL, from->args[0], NULL, NULL, dest);
    store_all(l, dest, from, keep);
    smr_lower_end(l, 0, NULL, NULL);
  } else if (!smr_lower_reshaped_store(l, dest, from))
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
  SmrLowerValue *buffer = smr_lower_storage(l, level, v->type, NULL, true);
  if (!l->error) {
    smr_lower_store(l, buffer, v, false);
    v->stored = buffer;
  }
  smr_lower_resume(l, &s);
  return buffer;
}
