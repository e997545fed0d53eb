//===- store.c - values are written where they are wanted ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The inverse of a view of what is stored is a view of where it is stored: what is stored turned, joined,
// split or in lanes is stored as it is where that is turned back. Nothing is copied to be looked at in
// another way.
//===----------------------------------------------------------------------===//
#include "rise/internal.h"
#include <string.h>

//===--- views turned back ---===//

// Whether a function only looks at an array in another way, so that to store what it gives is to store its
// argument in memory that is looked at the other way round.
static bool is_view(SmrRiseLowering *r, SmrRiseValue *f);

static SmrRiseValue *unjoined(SmrRiseLowering *r, const SmrRiseValue *v, SmrRiseValue *to) {
  if (to->kind == SMR_RISE_JOINED && to->width == v->width)
    return to->args[0];
  SmrRiseValue *back = smr_rise_view(r, SMR_RISE_BLOCKS, smr_loops_div(r->l, v->size, v->width), to);
  back->width = back->step = v->width;
  return back;
}

static SmrRiseValue *unsplit(SmrRiseLowering *r, const SmrRiseValue *v, SmrRiseValue *to) {
  if (to->kind == SMR_RISE_BLOCKS && to->step == to->width && to->width == v->width)
    return to->args[0];
  SmrRiseValue *back = smr_rise_view(r, SMR_RISE_JOINED, smr_loops_mul(r->l, v->size, v->width), to);
  back->width = v->width;
  return back;
}

static SmrRiseValue *unturned(SmrRiseLowering *r, const SmrRiseValue *v, SmrRiseValue *to) {
  if (to->kind == SMR_RISE_TURNED)
    return to->args[0];
  SmrRiseValue *back = smr_rise_view(r, SMR_RISE_TURNED, v->width, to);
  back->width = v->size;
  return back;
}

static SmrRiseValue *in_vectors(SmrRiseLowering *r, const SmrRiseValue *v, SmrRiseValue *to) {
  if (to->kind == SMR_RISE_SCALARS && to->lanes == v->lanes)
    return to->args[0];
  SmrLoopsIndex lanes = smr_loops_int(r->l, v->lanes);
  SmrRiseValue *back = smr_rise_view(r, SMR_RISE_VECTORS, smr_loops_div(r->l, v->size, lanes), to);
  back->lanes = v->lanes;
  return back;
}

static SmrRiseValue *unmapped(SmrRiseLowering *r, const SmrRiseValue *v, SmrRiseValue *to) {
  if (to->kind == SMR_RISE_MAPPED && to->args[0] == v->args[0])
    return to->args[1];
  SmrRiseValue *back = smr_rise_view(r, SMR_RISE_UNMAPPED, v->size, v->args[0]);
  back->args[1] = to;
  return back;
}

static SmrRiseValue *inverse(SmrRiseLowering *r, const SmrRiseValue *v, SmrRiseValue *to) {
  switch (v->kind) {
  case SMR_RISE_JOINED:
    return unjoined(r, v, to);
  case SMR_RISE_BLOCKS:
    return v->step == v->width ? unsplit(r, v, to) : NULL;
  case SMR_RISE_TURNED:
    return unturned(r, v, to);
  case SMR_RISE_SCALARS:
    return in_vectors(r, v, to);
  case SMR_RISE_MAPPED:
    return is_view(r, v->args[0]) ? unmapped(r, v, to) : NULL;
  default:
    return NULL;
  }
}

static const SmrRiseValue *inner(const SmrRiseValue *v) {
  return v->args[v->kind == SMR_RISE_MAPPED];
}

// (Another hole is an argument of a function around.)
static bool is_invertible(SmrRiseLowering *r, const SmrRiseValue *v, const SmrRiseValue *hole) {
  switch (v->kind) {
  case SMR_RISE_HOLE:
    return v == hole;
  case SMR_RISE_BLOCKS:
    return v->step == v->width && is_invertible(r, inner(v), hole);
  case SMR_RISE_MAPPED:
    return is_view(r, v->args[0]) && is_invertible(r, inner(v), hole);
  case SMR_RISE_JOINED:
  case SMR_RISE_TURNED:
  case SMR_RISE_SCALARS:
    return is_invertible(r, inner(v), hole);
  default:
    return false;
  }
}

// fst of a hole is no view of it, and the hole of an array of functions is no function.
static bool is_view_function(const SmrRiseLowering *r, uint32_t node) {
  SmrOperator op = r->rise->term->nodes.data[node].op;
  SmrRisePrimitive p = smr_rise_primitive(r->rise->ops, op);
  if (p != SMR_RISE_NONE)
    return p <= SMR_RISE_MAP_PAR || (p >= SMR_RISE_SPLIT && p <= SMR_RISE_TRANSPOSE) ||
           p == SMR_RISE_AS_SCALAR || p == SMR_RISE_AS_VECTOR;
  const SmrOperatorInfo *info = smr_operator_info(r->rise->ops, op);
  if (info->kind != SMR_OPERATOR_PLAIN)
    return info->kind == SMR_OPERATOR_INDEX || info->kind == SMR_OPERATOR_DATA;
  for (uint32_t k = 0; k < info->arity; k++)
    if (!is_view_function(r, smr_term_children(r->rise->term, node)[k]))
      return false;
  return info->arity > 0;
}

static bool is_view(SmrRiseLowering *r, SmrRiseValue *f) {
  if (f->kind == SMR_RISE_CLOSURE ? !is_view_function(r, f->node)
                                  : f->kind != SMR_RISE_PARTIAL || !is_view_function(r, f->node))
    return false;
  if (smr_rise_works(r, f))
    return false;
  SmrRiseValue *hole = smr_rise_value(r, SMR_RISE_HOLE);
  return is_invertible(r, smr_rise_apply(r, f, hole), hole) && !r->error;
}

SmrRiseValue *smr_rise_before_view(SmrRiseLowering *r, SmrRiseValue *f, SmrRiseValue *to) {
  const SmrRiseValue *v = smr_rise_apply(r, f, smr_rise_value(r, SMR_RISE_HOLE));
  for (; v->kind != SMR_RISE_HOLE && to; v = inner(v))
    to = inverse(r, v, to);
  return to;
}

enum { MAX_ROW = 64 };

//===--- memory ---===//

static SmrRiseValue *cell(SmrRiseLowering *r, uint16_t lanes, uint32_t rank, const SmrLoopsIndex *outer,
                          const char *argument, bool written) {
  SmrLoopsIndex sizes[SMR_LOOPS_MAX_RANK + 1];
  SmrRiseValue *v = smr_rise_value(r, SMR_RISE_CELL);
  v->lanes = lanes;
  if (argument && !written && !rank && lanes == 1) {
    v->kind = SMR_RISE_NUMBER;
    v->known = smr_loops_number(r->l, argument, SMR_RISE_TYPE);
    v->block = 1;
    return v;
  }
  if (rank)
    memcpy(sizes, outer, rank * sizeof *sizes);
  if (lanes > 1)
    sizes[rank++] = smr_loops_int(r->l, lanes);
  v->buffer = argument ? smr_loops_argument(r->l, argument, SMR_RISE_TYPE, rank, sizes, NULL, NULL, written)
                       : smr_loops_alloc(r->l, SMR_RISE_TYPE, rank, sizes);
  return v;
}

static SmrRiseValue *memory_of_pair(SmrRiseLowering *r, SmrDatum type, uint32_t rank,
                                    const SmrLoopsIndex *outer, const char *argument, bool written) {
  SmrRiseValue *v = smr_rise_value(r, SMR_RISE_PAIR);
  for (uint32_t k = 0; k < 2; k++) {
    SmrStr name = {0};
    smr_str_printf(&name, "%s_%u", argument ? argument : "", k + 1);
    v->args[k] = smr_rise_memory(r, smr_rise_part(r->rise, type, k + 1), rank, outer,
                                 argument ? smr_str_get(&name) : NULL, written);
    smr_str_free(&name);
  }
  return v;
}

SmrRiseValue *smr_rise_memory(SmrRiseLowering *r, SmrDatum type, uint32_t rank, const SmrLoopsIndex *outer,
                              const char *argument, bool written) {
  SmrLoopsIndex sizes[SMR_LOOPS_MAX_RANK];
  if (smr_rise_is(r->rise, type, "array") && rank + 2 < SMR_LOOPS_MAX_RANK) {
    if (rank)
      memcpy(sizes, outer, rank * sizeof *sizes);
    sizes[rank] = smr_rise_extent(r, smr_rise_part(r->rise, type, 1));
    return smr_rise_view(
        r, SMR_RISE_STORED, sizes[rank],
        smr_rise_memory(r, smr_rise_part(r->rise, type, 2), rank + 1, sizes, argument, written));
  }
  if (smr_rise_is(r->rise, type, "tuple"))
    return memory_of_pair(r, type, rank, outer, argument, written);
  if (smr_rise_is(r->rise, type, "f32"))
    return cell(r, 1, rank, outer, argument, written);
  int64_t lanes;
  if (smr_rise_is(r->rise, type, "vec") &&
      smr_loops_is_int(smr_rise_extent(r, smr_rise_part(r->rise, type, 1)), &lanes) && lanes > 1 &&
      lanes <= SMR_LOOPS_MAX_LANES)
    return cell(r, (uint16_t)lanes, rank, outer, argument, written);
  smr_rise_fail(r,
                !smr_rise_is(r->rise, type, "fn") ? "%s is of a type that is not stored"
                : argument && !written            ? "parameter %s is a function"
                                                  : "%s is a function",
                argument ? argument : "what is stored");
  return smr_rise_value(r, SMR_RISE_CONSTANT);
}

// Memory in which a value's own order of elements is kept: what is computed row by row stands row by row.
static SmrRiseValue *like(SmrRiseLowering *r, SmrRiseValue *v, uint32_t rank, const SmrLoopsIndex *outer) {
  SmrLoopsIndex sizes[SMR_LOOPS_MAX_RANK];
  SmrRiseValue *m = smr_rise_value(r, v->kind);
  *m = *v;
  m->block = 0;
  switch (v->kind) {
  case SMR_RISE_JOINED:
  case SMR_RISE_TURNED:
  case SMR_RISE_SCALARS:
    m->args[0] = like(r, v->args[0], rank, outer);
    return m;
  case SMR_RISE_PAIR:
  case SMR_RISE_ZIPPED:
    m->args[0] = like(r, v->args[0], rank, outer);
    m->args[1] = like(r, v->args[1], rank, outer);
    return m;
  case SMR_RISE_FOLD:
    return smr_rise_memory(r, v->type, rank, outer, NULL, true);
  case SMR_RISE_MAPPED:
    if (!is_view(r, v->args[0]))
      break;
    m->args[1] = like(r, v->args[1], rank, outer);
    return m;
  default:
    break;
  }
  if (!smr_rise_is_array(v))
    return cell(r, v->lanes, rank, outer, NULL, true);
  if (rank + 2 >= SMR_LOOPS_MAX_RANK) {
    smr_rise_fail(r, "an array has too many dimensions");
    return m;
  }
  if (rank)
    memcpy(sizes, outer, rank * sizeof *sizes);
  sizes[rank] = v->size;
  bool works = (v->kind == SMR_RISE_MAPPED || v->kind == SMR_RISE_GENERATED) && smr_rise_costs(r, v);
  SmrRiseValue *element = works ? smr_rise_memory(r, v->type, rank + 1, sizes, NULL, true)
                                : like(r, smr_rise_element(r, v, smr_loops_int(r->l, 0)), rank + 1, sizes);
  return smr_rise_view(r, SMR_RISE_STORED, v->size, element);
}

SmrRiseValue *smr_rise_materialise(SmrRiseLowering *r, SmrRiseValue *v) {
  if (v->kind == SMR_RISE_FOLD)
    return smr_rise_fold(r, v, NULL);
  if (!smr_rise_is_array(v) && v->kind != SMR_RISE_PAIR) {
    smr_rise_number(r, v);
    return v;
  }
  if (!smr_rise_is_open(r, v->block)) {
    SmrRiseValue *to = like(r, v, 0, NULL);
    smr_rise_store(r, v, to);
    v->stored = to;
    v->block = smr_vec_last(&r->blocks);
  }
  return v->stored;
}

void smr_rise_prepare(SmrRiseLowering *r, SmrRiseValue *v) {
  if (v->kind == SMR_RISE_FOLD) {
    if (v->count)
      smr_rise_fold(r, v, NULL);
    return;
  }
  if (smr_rise_is_array(v))
    for (int k = 0; k < 2; k++)
      if (v->args[k] && smr_rise_is_array(v->args[k]))
        smr_rise_prepare(r, v->args[k]);
}

//===--- what may be read meanwhile ---===//

static bool holds_buffer(const SmrRiseValue *v, SmrLoopsBuffer buffer) {
  if (v->kind == SMR_RISE_CELL)
    return v->buffer == buffer;
  for (int k = 0; k < 3; k++)
    if (v->args[k] && holds_buffer(v->args[k], buffer))
      return true;
  return false;
}

// The cells of memory without a view around them: its common indices.
static const SmrRiseValue *plain(const SmrRiseValue *v, SmrLoopsBuffer buffer) {
  if (v->kind == SMR_RISE_CELL)
    return v->buffer == buffer ? v : NULL;
  if (v->kind == SMR_RISE_STORED)
    return plain(v->args[0], buffer);
  const SmrRiseValue *first = v->kind == SMR_RISE_PAIR ? plain(v->args[0], buffer) : NULL;
  return first || v->kind != SMR_RISE_PAIR ? first : plain(v->args[1], buffer);
}

static SmrRiseGuard *save(SmrRiseLowering *r) {
  SmrRiseGuard *copy = smr_arena_alloc(&r->arena, r->guards.size * sizeof *copy);
  return r->guards.size ? memcpy(copy, r->guards.data, r->guards.size * sizeof *copy) : copy;
}

static void restore(SmrRiseLowering *r, const SmrRiseGuard *saved) {
  if (r->guards.size)
    memcpy(r->guards.data, saved, r->guards.size * sizeof *saved);
}

// `to` is written next, all that `before` holds is written already (NULL: nothing).
static void narrow(SmrRiseLowering *r, const SmrRiseValue *to, const SmrRiseValue *before) {
  for (uint32_t k = 0; k < r->guards.size; k++) {
    SmrRiseGuard *g = &r->guards.data[k];
    const SmrRiseValue *part = plain(to, g->buffer);
    if (part) {
      g->known = true;
      g->rank = part->rank;
      memcpy(g->index, part->index, sizeof g->index);
    } else if (holds_buffer(to, g->buffer) || (before && holds_buffer(before, g->buffer))) {
      g->known = false;
    }
  }
}

//===--- stores ---===//

static void store_vector(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to) {
  SmrRiseValue *first = NULL;
  if (smr_rise_beside(r, to->args[0], to->offset, to->lanes, &first) == 1) {
    narrow(r, first, NULL);
    smr_loops_store(r->l, first->buffer, first->index, smr_rise_number(r, v), false);
    return;
  }
  SmrLoopsIndex size = smr_loops_int(r->l, to->lanes), zero = smr_loops_int(r->l, 0);
  SmrLoopsBuffer buffer = smr_loops_alloc(r->l, SMR_RISE_TYPE, 1, &size);
  smr_loops_store(r->l, buffer, &zero, smr_rise_number(r, v), false);
  bool is_loop;
  SmrLoopsIndex i = smr_rise_for(r, size, SMR_LOOPS_SEQUENTIAL, &is_loop);
  SmrRiseValue *element = smr_rise_element(r, to->args[0], smr_loops_add(r->l, to->offset, i));
  SmrRiseValue *lane = smr_rise_value(r, SMR_RISE_CELL);
  lane->buffer = buffer, lane->rank = 1, lane->index[0] = i;
  smr_rise_store(r, lane, element);
  smr_rise_end(r, SMR_LOOPS_SEQUENTIAL, is_loop);
}

static void store_number(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to) {
  if (to->kind == SMR_RISE_LANES) {
    store_vector(r, v, to);
    return;
  }
  SmrRiseValue at = *to;
  if (at.kind != SMR_RISE_CELL || v->lanes != at.lanes) {
    smr_rise_fail(r, "a number is stored in what is no place for it");
    return;
  }
  narrow(r, &at, NULL);
  SmrLoopsValue number = smr_rise_number(r, v);
  SmrLoopsIndex index[SMR_LOOPS_MAX_RANK + 1];
  memcpy(index, at.index, sizeof at.index);
  index[at.rank] = smr_loops_int(r->l, 0);
  smr_loops_store(r->l, at.buffer, index, number, false);
}

static void store_elements(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to) {
  bool is_loop, mapped = v->kind == SMR_RISE_MAPPED;
  SmrLoopsOrder order =
      mapped && v->primitive == SMR_RISE_MAP_PAR && !r->parallel ? SMR_LOOPS_PARALLEL : SMR_LOOPS_SEQUENTIAL;
  smr_rise_prepare(r, v);
  SmrLoopsIndex i = smr_rise_for(r, v->size, order, &is_loop);
  SmrRiseValue *place = smr_rise_element(r, to, i);
  SmrRiseGuard *saved = save(r);
  narrow(r, place, NULL);
  smr_rise_store(r, smr_rise_element(r, v, i), place);
  restore(r, saved);
  smr_rise_end(r, order, is_loop);
}

// Rows that stand side by side on both sides, as vectors.
static bool store_row(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to) {
  int64_t size;
  SmrRiseValue *first, *ends[] = {v, to};
  if (!smr_loops_is_int(v->size, &size) || size < 2 || size > MAX_ROW)
    return false;
  for (int k = 0; k < 2; k++) {
    SmrLoopsIndex zero = smr_loops_int(r->l, 0);
    int beside = smr_rise_beside(r, ends[k], zero, (uint16_t)size, &first);
    if (beside < k)
      return false;
    ends[k] = smr_rise_value(r, SMR_RISE_LANES);
    ends[k]->args[0] = k ? to : v;
    ends[k]->offset = zero;
    ends[k]->lanes = (uint16_t)size;
  }
  smr_rise_store(r, ends[0], ends[1]);
  return true;
}

static void store_pair(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to) {
  SmrRiseGuard *saved = save(r);
  for (uint32_t k = 0; k < 2; k++) {
    narrow(r, to->args[k], k ? to->args[0] : NULL);
    smr_rise_store(r, smr_rise_half(r, v, k), to->args[k]);
  }
  restore(r, saved);
}

void smr_rise_store(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to) {
  if (r->error)
    return;
  SmrRiseGuard *saved = save(r);
  if (v->kind == SMR_RISE_FOLD && v->count) {
    SmrRiseValue *result = smr_rise_fold(r, v, to);
    if (result != to)
      smr_rise_store(r, result, to);
  } else if (to->kind == SMR_RISE_PAIR) {
    store_pair(r, v, to);
  } else if (smr_rise_is_array(v)) {
    SmrRiseValue *back = inverse(r, v, to);
    if (back)
      smr_rise_store(r, v->args[v->kind == SMR_RISE_MAPPED], back);
    else if (!store_row(r, v, to))
      store_elements(r, v, to);
  } else {
    store_number(r, v, to);
  }
  restore(r, saved);
}
