//===- lower_store.c - arrays in memory ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: a buffer is written before it is read, in its own scope or one outside; but for accumulators
// (lower_ifold.c), no array changes once it is stored. Buffers belong to the function: a scope that is run
// again writes the same ones.
// (flatten A) and (split n m V) of arrays that are stored row by row are views of them. Of a description,
// they are descriptions: stored through a view of the destination that is shaped as the description is,
// summed by a loop for each dimension.
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

//===--- other shapes ---===//

// A view with dimensions `at` and at + 1 as one; NULL when they do not lie one behind the other.
static SmrLowerValue *merged(SmrLowering *l, const SmrLowerValue *v, uint32_t at, const SmrLowerType *type) {
  if (v->kind != SMR_LOWER_VALUE_VIEW || v->rank < at + 2 ||
      !smr_lower_same(v->strides[at],
                      smr_lower_arithmetic(l, SMR_A_MUL, v->dims[at + 1], v->strides[at + 1])))
    return NULL;
  SmrLowerValue *m = smr_lower_clone(l, v, type);
  m->rank--;
  m->dims[at] = smr_lower_arithmetic(l, SMR_A_MUL, v->dims[at], v->dims[at + 1]);
  for (uint32_t i = at; i < m->rank; i++)
    m->strides[i] = v->strides[i + 1], m->dims[i] = i == at ? m->dims[i] : v->dims[i + 1];
  return m;
}

// A view with its first dimension as two.
static SmrLowerValue *parted(SmrLowering *l, const SmrLowerValue *v, SmrLowerValue *n, SmrLowerValue *m,
                             const SmrLowerType *type) {
  if (v->kind != SMR_LOWER_VALUE_VIEW || v->rank < 1 || v->rank == SMR_ARRAY_TYPE_MAX_RANK)
    return NULL;
  SmrLowerValue *s = smr_lower_clone(l, v, type);
  s->rank++;
  for (uint32_t i = s->rank; i-- > 2;)
    s->dims[i] = v->dims[i - 1], s->strides[i] = v->strides[i - 1];
  s->dims[0] = n, s->dims[1] = m;
  s->strides[1] = v->strides[0];
  s->strides[0] = smr_lower_arithmetic(l, SMR_A_MUL, m, v->strides[0]);
  return s;
}

SmrLowerValue *smr_lower_flatten(SmrLowering *l, SmrLowerValue *v) {
  const SmrLowerType *type = smr_lower_ty_flatten(l, v->type);
  if (!type) {
    smr_lower_fail(l, "flatten of what is no array of arrays");
    return smr_lower_int(l, 0);
  }
  if (v->kind == SMR_LOWER_VALUE_CALL || v->kind == SMR_LOWER_VALUE_IFOLD)
    v = smr_lower_force(l, v);
  SmrLowerValue *view = merged(l, v->stored ? v->stored : v, 0, type);
  return view                               ? view
         : v->kind == SMR_LOWER_VALUE_SPLIT ? v->args[0]
                                            : smr_lower_described(l, SMR_LOWER_VALUE_FLATTEN, type, v, NULL);
}

SmrLowerValue *smr_lower_split(SmrLowering *l, SmrLowerValue *n, SmrLowerValue *m, SmrLowerValue *v) {
  if (v->type->kind != SMR_LOWER_TYPE_ARRAY || n->kind != SMR_LOWER_VALUE_NUMBER ||
      m->kind != SMR_LOWER_VALUE_NUMBER) {
    smr_lower_fail(l, "split of what is no array");
    return smr_lower_int(l, 0);
  }
  const SmrLowerType *type = smr_lower_ty_array(l, n, smr_lower_ty_array(l, m, v->type->a));
  SmrLowerValue *view = parted(l, v->stored ? v->stored : v, n, m, type);
  if (view)
    return view;
  if (v->kind == SMR_LOWER_VALUE_FLATTEN && smr_lower_same(v->args[0]->type->a->dim, m))
    return v->args[0];
  return smr_lower_described(l, SMR_LOWER_VALUE_SPLIT, type, v, NULL);
}

static SmrLowerValue *row_of(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *index) {
  SmrLowerValue *a = v->args[0], *m = a->type->a->dim;
  SmrLoopsIndex i = smr_lower_index(l, index);
  uint32_t level = index->level > m->level ? index->level : m->level;
  if (m->constant && m->value < 1)
    return smr_lower_int(l, 0); // (no element is ever asked for)
  l->no_lanes |= index->lanes;
  SmrLowerValue *row = smr_lower_integer(l, smr_loops_div(l->loops, i, m->index), level, false),
                *column = smr_lower_integer(l, smr_loops_mod(l->loops, i, m->index), level, false);
  return smr_lower_get(l, smr_lower_get(l, a, row), column);
}

// A product of a matrix that is described by parts, so that a part of it is a product, too.
static bool by_parts(const SmrLowerValue *v, const SmrLowerType *part) {
  return v->kind == SMR_LOWER_VALUE_ROWS && !v->stored && v->args[1]->kind == SMR_LOWER_VALUE_FLATTEN &&
         smr_lower_same(v->args[1]->args[0]->type->a->dim, part->dim);
}

static SmrLowerValue *slice(SmrLowering *l, SmrLowerValue *v, const SmrLowerType *type,
                            SmrLowerValue *index) {
  return smr_lower_described(l, SMR_LOWER_VALUE_SLICE, type, v,
                             smr_lower_arithmetic(l, SMR_A_MUL, index, type->dim));
}

static SmrLowerValue *part_of_rows(SmrLowering *l, SmrLowerValue *v, const SmrLowerType *type,
                                   SmrLowerValue *index) {
  SmrLowerValue *part = smr_lower_clone(l, v, type);
  part->args[1] = smr_lower_get(l, v->args[1]->args[0], index);
  part->args[4] = v->args[4] ? slice(l, v->args[4], type, index) : NULL;
  if (index->level > part->level)
    part->level = index->level;
  return part;
}

SmrLowerValue *smr_lower_reshaped_get(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *index) {
  SmrLowerValue *a = v->args[0];
  if (v->kind == SMR_LOWER_VALUE_FLATTEN)
    return row_of(l, v, index);
  if (v->kind == SMR_LOWER_VALUE_SLICE)
    return smr_lower_get(l, a, smr_lower_arithmetic(l, SMR_A_ADD, v->args[1], index));
  return by_parts(a, v->type->a) ? part_of_rows(l, a, v->type->a, index) : slice(l, a, v->type->a, index);
}

// X of (get X %0), where X does not mention %0; NULL.
static SmrLowerValue *row_source(SmrLowering *l, uint32_t node, const SmrLowerEnv *env) {
  const SmrTerm *t = l->term;
  if (smr_lower_op(l, node) != SMR_A_GET)
    return NULL;
  const uint32_t *c = smr_term_children(t, node);
  const SmrOperatorInfo *index = smr_operator_info(l->array->ops, t->nodes.data[c[1]].op);
  if (index->kind != SMR_OPERATOR_INDEX || index->integer != 0 || l->free_indices[c[0]] & 1)
    return NULL;
  SmrLowerEnv *inner = smr_lower_alloc(l, sizeof *inner);
  *inner = (SmrLowerEnv){smr_lower_int(l, 0), env};
  return smr_lower_eval(l, c[0], inner);
}

// The matrix X of (build n λ(split … (get X %0))) when it has yet to be stored, for nothing else; NULL.
static SmrLowerValue *rows_split(SmrLowering *l, const SmrLowerValue *v) {
  const SmrTerm *t = l->term;
  const uint32_t f = smr_term_children(t, v->node)[1];
  if (smr_lower_op(l, f) != SMR_A_LAM)
    return NULL;
  uint32_t body = smr_term_children(t, f)[0];
  if (smr_lower_op(l, body) != SMR_A_SPLIT)
    return NULL;
  SmrLowerValue *x = row_source(l, smr_term_children(t, body)[2], v->env);
  return x && x->kind == SMR_LOWER_VALUE_CALL && !x->stored && !x->shared && v->type->dim &&
                 smr_lower_same(x->type->dim, v->type->dim)
             ? x
             : NULL;
}

static bool reshaped_store(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  SmrLowerValue *a = v->args[0], *view = NULL;
  if (v->kind == SMR_LOWER_VALUE_FLATTEN)
    view = parted(l, dest, a->type->dim, a->type->a->dim, a->type);
  else if (v->kind == SMR_LOWER_VALUE_SPLIT && !by_parts(a, v->type->a))
    view = merged(l, dest, 0, a->type);
  else if (v->kind == SMR_LOWER_VALUE_BUILD && (a = rows_split(l, v)))
    view = merged(l, dest, 1, a->type);
  if (view)
    smr_lower_store(l, view, a, false);
  return view != NULL;
}

// An array as (n × m) of the shape of `like`; NULL: as it is.
static SmrLowerValue *unflattened(SmrLowering *l, SmrLowerValue *v, const SmrLowerType *like) {
  const SmrLowerType *type =
      v->type->kind == SMR_LOWER_TYPE_ARRAY
          ? smr_lower_ty_array(l, like->dim, smr_lower_ty_array(l, like->a->dim, v->type->a))
          : NULL;
  if (v->kind == SMR_LOWER_VALUE_FLATTEN && !v->stored &&
      smr_lower_same(v->args[0]->type->a->dim, like->a->dim))
    return v->args[0];
  return type ? parted(l, v->stored ? v->stored : v, like->dim, like->a->dim, type) : NULL;
}

bool smr_lower_unflatten(SmrLowering *l, SmrLowerValue **a, SmrLowerValue **b) {
  const SmrLowerValue *flat = (*a)->kind == SMR_LOWER_VALUE_FLATTEN && !(*a)->stored ? *a : *b;
  if (!flat || flat->kind != SMR_LOWER_VALUE_FLATTEN || flat->stored)
    return false;
  const SmrLowerType *like = flat->args[0]->type;
  SmrLowerValue *x = unflattened(l, *a, like), *y = *b ? unflattened(l, *b, like) : NULL;
  if (!x || (*b && !y))
    return false;
  *a = x, *b = y;
  return true;
}

// (build n λ(flatten … (get X %0))) of a view X, as a view.
SmrLowerValue *smr_lower_rows_view(SmrLowering *l, uint32_t body, const SmrLowerEnv *env,
                                   const SmrLowerType *type) {
  uint32_t count = 0;
  const SmrTerm *t = l->term;
  for (; smr_lower_op(l, body) == SMR_A_FLATTEN; count++)
    body = smr_term_children(t, body)[0];
  SmrLowerValue *v = count ? row_source(l, body, env) : NULL;
  if (!v)
    return NULL;
  v = v->stored ? v->stored : v;
  if (v->kind != SMR_LOWER_VALUE_VIEW || !v->rank || !type->dim || !smr_lower_same(v->dims[0], type->dim))
    return NULL;
  for (; v && count; count--)
    v = merged(l, v, 1, type);
  return v;
}

//===--- stores ---===//

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
  } else if (!reshaped_store(l, dest, from))
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
