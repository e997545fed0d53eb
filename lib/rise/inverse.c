//===- inverse.c - views turned back -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What is stored turned, joined, split or in lanes is stored as it is where that is turned back: nothing is
// ever copied to be looked at in another way.
//===----------------------------------------------------------------------===//
#include "rise/internal.h"

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

SmrRiseValue *smr_rise_inverse(SmrRiseLowering *r, const SmrRiseValue *v, SmrRiseValue *to) {
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
    return smr_rise_is_view(r, v->args[0]) ? unmapped(r, v, to) : NULL;
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
    return smr_rise_is_view(r, v->args[0]) && is_invertible(r, inner(v), hole);
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

bool smr_rise_is_view(SmrRiseLowering *r, SmrRiseValue *f) {
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
    to = smr_rise_inverse(r, v, to);
  return to;
}
