//===- legality_boxes.c - the descriptors that calls are given -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A match says where the idiom's array begins, and of each dimension that the idiom uses how many elements it
// has and how far apart they are. The code's own descriptor is passed where it says exactly this (SmrBinding,
// `own`). Else the call gets a new descriptor: of a section, of a transposed array, of an array that has
// none. An extent that the idiom does not use is the least that holds all its indices. Two elements of a new
// descriptor that the call writes through must be two places in memory, as they are of every array.
//===----------------------------------------------------------------------===//
#include "match/legality_internal.h"

bool smr_found_descr(const SmrMatch *m, uint32_t arg, uint32_t field, uint32_t dim, SmrPoly *out,
                     int64_t *divisor) {
  for (uint32_t k = 0; arg < m->arg_count && k < m->args[arg].descr_count; k++) {
    const SmrDescrBinding *found = &m->args[arg].descr[k];
    if (found->field == field && found->dim == dim) {
      *out = found->poly;
      *divisor = found->divisor;
      return true;
    }
  }
  return false;
}

/// What the code's own descriptor says, where the code asks it.
static bool own_field(SmrDecision *d, uint32_t arg, uint32_t field, uint32_t dim, SmrPoly *out) {
  static const SmrOpcode codes[] = {SMR_OP_DESCR_LB, SMR_OP_DESCR_EXTENT, SMR_OP_DESCR_STRIDE};
  const SmrGraph *g = d->graph;
  if (!d->match->args[arg].own)
    return false;
  SmrValue box = smr_value(g, d->match->args[arg].value);
  for (uint32_t u = d->uses->first[box]; u < d->uses->first[box + 1]; u++) {
    const SmrOpData *op = smr_op(g, d->uses->ops[u]);
    if (op->code == codes[field] && op->imm == (int64_t)dim && op->block) {
      *out = smr_poly_leaf(d->arena, smr_value(g, smr_result(g, d->uses->ops[u], 0)));
      return smr_poly_told(d, *out);
    }
  }
  return false;
}

/// One more than the largest index of the dimension; NULL: it cannot be told before the code runs.
static const SmrExpr *least_extent(SmrDecision *d, uint32_t arg, uint32_t dim) {
  const SmrExpr *most = NULL;
  for (uint32_t f = 0; f < d->pattern->fact_count; f++) {
    const SmrPatternFact *fact = &d->pattern->facts[f];
    SmrPoly index, end;
    SmrCorners corners;
    uint32_t leaf;
    int64_t scale;
    if (!smr_poly_is_leaf(fact->extent, &leaf) || leaf != SMR_LEAF_DESCR(arg, 1, dim))
      continue;
    if (!smr_bind_poly(d, fact->index, &index, &scale) || scale != 1 ||
        !smr_known_corners(&d->known, d->match->loops, d->match->loop_count, index, true, &corners))
      return NULL;
    for (uint32_t k = 0; k < corners.count; k++) {
      if (!smr_poly_told(d, corners.polys[k]) ||
          !smr_poly_add(d->arena, corners.polys[k], smr_poly_const(d->arena, 1), &end))
        return NULL;
      const SmrExpr *one = smr_expr_poly(d->arena, end);
      if (!most || !smr_expr_equal(most, one))
        most = most ? smr_expr(d->arena, SMR_X_MAX, most, one) : one;
    }
  }
  return most;
}

/// A BOX argument's extent (field 1, elements) or stride (2, bytes), as the call finds it; NULL: not known.
static const SmrExpr *box_field(SmrDecision *d, uint32_t arg, uint32_t field, uint32_t dim) {
  SmrPoly value;
  int64_t divisor = 1;
  if (smr_found_descr(d->match, arg, field, dim, &value, &divisor) || own_field(d, arg, field, dim, &value)) {
    const SmrExpr *whole = smr_poly_told(d, value) ? smr_expr_poly(d->arena, value) : NULL;
    return divisor == 1 ? whole : smr_expr(d->arena, SMR_X_DIV, whole, smr_expr_const(d->arena, divisor));
  }
  return field == 1 && !d->match->args[arg].own ? least_extent(d, arg, dim) : NULL;
}

//--- Elements that are written are different places ------------------------------------

typedef struct {
  SmrPoly stride, extent; // bytes; elements
  int64_t divisor;        // of the stride
  bool sized;             // the extent is known as a polynomial
} Dim;

/// What the idiom's index goes through: dimensions of more than one element whose index varies.
static uint32_t varying_dims(SmrDecision *d, uint32_t arg, Dim *dims) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < SMR_BOX_MOST; k++) {
    Dim *dim = &dims[count];
    int64_t number = 0;
    const SmrExpr *extent = d->boxes[arg].extent[k];
    if (!smr_found_descr(d->match, arg, 2, k, &dim->stride, &dim->divisor) ||
        (extent && smr_expr_is_const(extent, &number) && number == 1))
      continue;
    dim->sized = extent && extent->op == SMR_X_POLY;
    dim->extent = dim->sized ? extent->poly : (SmrPoly){NULL, 0};
    ++count;
  }
  return count;
}

/// True if the idiom walks a dimension whose stride its type fixes. (SMR_BOX_MOST dimensions are asked: the
/// elements are contiguous, or laid out as in the idiom.)
static bool has_fixed_stride(SmrDecision *d, uint32_t arg) {
  for (uint32_t k = 0; k < SMR_BOX_MOST; k++) {
    const SmrExpr *extent = d->boxes[arg].extent[k];
    int64_t number;
    if (extent && !d->boxes[arg].stride[k] && !(smr_expr_is_const(extent, &number) && number == 1))
      return true;
  }
  return false;
}

/// Each dimension goes through another one of the code's own descriptor: a descriptor has no element twice,
/// and the code's indices are within it.
static bool through_own(const SmrDecision *d, uint32_t arg, const Dim *dims, uint32_t count) {
  const SmrGraph *g = d->graph;
  SmrOp own[SMR_BOX_MOST];
  for (uint32_t k = 0; k < count; k++) {
    SmrPoly stride = dims[k].stride;
    own[k] = stride.count == 1 && stride.terms[0].degree == 1 ? smr_def(g, stride.terms[0].leaves[0]) : 0;
    if (!own[k] || smr_op(g, own[k])->code != SMR_OP_DESCR_STRIDE ||
        smr_operand(g, own[k], 0) != smr_value(g, d->match->args[arg].value))
      return false;
    for (uint32_t i = 0; i < k; i++)
      if (own[i] == own[k])
        return false;
  }
  return true;
}

static bool is_shorter(SmrDecision *d, SmrPoly a, SmrPoly b) {
  SmrPoly difference;
  int64_t less;
  if (smr_poly_degree(a) != smr_poly_degree(b))
    return smr_poly_degree(a) < smr_poly_degree(b);
  return smr_poly_sub(d->arena, a, b, &difference) &&
         (smr_poly_is_const(difference, &less) ? less < 0 : smr_known_most(&d->known, difference) < 0);
}

/// Strides made positive where they are negative, the shortest first, as far as their form tells.
static bool order_dims(SmrDecision *d, Dim *dims, uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    bool negative = dims[k].stride.count > 0;
    for (uint32_t t = 0; t < dims[k].stride.count; t++)
      negative &= dims[k].stride.terms[t].coef < 0;
    if (negative && !smr_poly_scale(d->arena, dims[k].stride, -1, &dims[k].stride))
      return false;
    for (uint32_t at = k; at && is_shorter(d, dims[at].stride, dims[at - 1].stride); at--) {
      Dim moved = dims[at];
      dims[at] = dims[at - 1];
      dims[at - 1] = moved;
    }
  }
  return true;
}

/// Each dimension's stride is as long as an element and what the dimensions before it reach, the sum of
/// (extent - 1)*stride.
static bool require_apart(SmrDecision *d, uint32_t arg) {
  const char *name = d->pattern->args[arg].name;
  uint32_t bytes = smr_type_bytes(d->pattern->args[arg].type);
  Dim dims[SMR_BOX_MOST];
  uint32_t count = varying_dims(d, arg, dims);
  if (count && has_fixed_stride(d, arg))
    return smr_refuse(
        d,
        "the type of the idiom's \"%s\" fixes a stride; another array takes its place only where "
        "the code has a descriptor of it",
        name);
  if (through_own(d, arg, dims, count))
    return true;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "two elements of the idiom's \"%s\" would be one here", name);
  const char *what = smr_arena_strdup(d->arena, smr_str_get(&text));
  SmrPoly reach = smr_poly_const(d->arena, bytes ? bytes : 1), room, last, span;
  bool ok = order_dims(d, dims, count);
  for (uint32_t k = 0; k < count && ok; k++) {
    if ((count > 1 && dims[k].divisor != 1) ||
        (k && smr_poly_equal(dims[k].stride, dims[k - 1].stride))) // where the one before has one element
      return smr_refuse(d, "%s", what);
    ok = smr_poly_sub(d->arena, dims[k].stride, reach, &room);
    if (ok && !smr_require_nonneg(d, room, what))
      return false;
    if (!ok || k + 1 == count)
      continue;
    if (!dims[k].sized)
      return smr_refuse(d, "%s", what);
    ok = smr_poly_sub(d->arena, dims[k].extent, smr_poly_const(d->arena, 1), &last) &&
         smr_poly_mul(d->arena, last, dims[k].stride, &span) && smr_poly_add(d->arena, reach, span, &reach);
  }
  return ok || smr_refuse(d, "a stride overflows");
}

//--- The decision ------------------------------------------------------------------------

/// A quotient is a whole number of elements.
static bool require_whole(SmrDecision *d, SmrPoly value, int64_t divisor, int64_t unit) {
  if (divisor == 1)
    return true;
  if (__builtin_mul_overflow(divisor, unit, &divisor))
    return smr_refuse(d, "a stride overflows");
  const SmrExpr *rest =
      smr_expr(d->arena, SMR_X_REM, smr_expr_poly(d->arena, value), smr_expr_const(d->arena, divisor));
  return smr_require(d, smr_expr(d->arena, SMR_X_EQ, rest, smr_expr_const(d->arena, 0)),
                     smr_multiple_text(d, value, divisor));
}

bool smr_check_box(SmrDecision *d, uint32_t arg) {
  const SmrBinding *b = &d->match->args[arg];
  const SmrPatternArg *parameter = &d->pattern->args[arg];
  const char *name = parameter->name ? parameter->name : "?";
  int64_t bytes = smr_type_bytes(parameter->type);
  if (d->nest)
    return true; // idioms by equations ask no descriptor (build/equations.c)
  if (!d->boxes)
    d->boxes = smr_arena_alloc(d->arena, (d->match->arg_count + 1) * sizeof *d->boxes);
  SmrBoxPassed *passed = &d->boxes[arg];
  passed->own = b->own;
  for (uint32_t dim = 0; dim < SMR_BOX_MOST; dim++) {
    SmrPoly value;
    int64_t divisor;
    passed->extent[dim] = box_field(d, arg, 1, dim);
    passed->stride[dim] = box_field(d, arg, 2, dim);
    if (b->own)
      continue;
    for (uint32_t field = 1; field <= 2; field++)
      if (smr_found_descr(d->match, arg, field, dim, &value, &divisor) &&
          !require_whole(d, value, divisor, field == 2 && bytes ? bytes : 1))
        return false;
    if (smr_found_descr(d->match, arg, 0, dim, &value, &divisor))
      return smr_refuse(d, "the idiom asks for a lower bound of \"%s\", which is another one here", name);
    if (passed->stride[dim] && !passed->extent[dim])
      return smr_refuse(d, "how many elements the idiom's \"%s\" has here is not known before the code runs",
                        name);
  }
  return b->own || !parameter->written || require_apart(d, arg);
}
