//===- legality.c - the order of the decision ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/legality.h"
#include "match/legality_internal.h"
#include <string.h>

//--- L3, L4, L5, L7, L8 -------------------------------------------------------------

static bool varies_with_roots(SmrDecision *d, SmrPoly poly) {
  if (d->nest)
    return !smr_poly_told(d, poly);
  for (uint32_t r = 0; r < d->match->root_count; r++)
    if (smr_poly_inside(d->graph, poly, d->match->roots[r]))
      return true;
  return false;
}

/// Of a sum of more than two numbers: each is far from the ends of 64 bits, so that the sum is exact.
static bool require_small(SmrDecision *d, SmrPoly sum) {
  enum { SMALL = 60 };
  uint32_t terms[2] = {0, 0};
  for (uint32_t t = 0; t < sum.count; t++)
    terms[sum.terms[t].coef < 0] += sum.terms[t].degree > 0;
  if ((terms[0] <= 1 && terms[1] <= 1) || smr_known_exact(&d->known, sum))
    return true;
  for (uint32_t t = 0; t < sum.count; t++) {
    SmrPoly leaf;
    if (sum.terms[t].degree != 1)
      continue;
    leaf = smr_poly_leaf(d->arena, sum.terms[t].leaves[0]);
    if (smr_known_fits(&d->known, leaf, SMALL))
      continue;
    const SmrExpr *value = smr_expr_poly(d->arena, leaf);
    SmrStr text = {0};
    smr_str_printf(&text, "%s fits %u bits", smr_poly_text(d, leaf), SMALL);
    if (!smr_require(d, smr_expr(d->arena, SMR_X_EQ, smr_expr_sext(d->arena, value, SMALL), value),
                     smr_keep_text(d, &text)))
      return false;
  }
  return true;
}

/// What a trip count is a constant fraction of, at least once that constant; else the trip count less 1.
static SmrPoly distance_left(SmrDecision *d, SmrPoly trip, SmrPoly last) {
  const SmrGraph *g = d->graph;
  uint32_t leaf;
  int64_t step;
  SmrPoly distance;
  SmrOp def = smr_poly_is_leaf(trip, &leaf) ? smr_def(g, leaf) : 0;
  if (!def || smr_op(g, def)->code != SMR_OP_DIVS || !smr_const_int(g, smr_operand(g, def, 1), &step) ||
      step < 1 ||
      !smr_poly_sub(d->arena, smr_poly_of(g, d->arena, smr_operand(g, def, 0)),
                    smr_poly_const(d->arena, step), &distance) ||
      !smr_poly_told(d, distance))
    return last;
  return distance;
}

/// A loop that may be empty does no harm: it touches nothing and adds nothing. In a nest it has to run only
/// where something that is loaded in it is needed before.
static bool may_be_empty(const SmrDecision *d, SmrPoly last) {
  bool asked = !d->nest;
  for (uint32_t k = 0; !asked && k < d->nest->asked; k++)
    asked = smr_poly_equal(d->nest->wanted.data[k], last);
  return !asked;
}

/// Iterations of triangles that have to run.
static bool check_wanted(SmrDecision *d) {
  for (uint32_t k = 0; d->nest && k < d->nest->asked; k++) {
    SmrPoly last = d->nest->wanted.data[k];
    if (!smr_poly_told(d, last) || smr_known_nonneg(&d->known, last))
      continue;
    if (!smr_make_exact(d, last) || !require_small(d, last) ||
        !smr_require_nonneg(d, last, "a loop that never runs"))
      return false;
    smr_known_add(&d->known, last);
  }
  return true;
}

bool smr_check_trips(SmrDecision *d) {
  for (uint32_t k = 0; k < d->match->loop_count; k++) {
    SmrOp loop = d->match->loops[k];
    if (!loop || smr_op(d->graph, loop)->code != SMR_OP_LOOP)
      continue;
    SmrPoly last, trip = smr_loop_trip(d->graph, d->arena, loop);
    if (varies_with_roots(d, trip))
      continue; // triangular: some rows may be empty
    if (d->nest && !smr_make_exact(d, trip))
      return false;
    if (!smr_poly_sub(d->arena, trip, smr_poly_const(d->arena, 1), &last))
      return smr_refuse(d, "a trip count overflows");
    SmrPoly left = distance_left(d, trip, last);
    if (may_be_empty(d, last) && !smr_known_nonneg(&d->known, left))
      continue;
    if (!require_small(d, left) || !smr_require_nonneg(d, left, "a loop that never runs"))
      return false;
    smr_known_add(&d->known, last);
  }
  return check_wanted(d);
}

/// `at`, and what is around it up to a root, are loops that surely run.
static bool loops_run(SmrDecision *d, SmrOp at) {
  const SmrGraph *g = d->graph;
  for (; at && smr_op(g, at)->block; at = smr_parent(g, at)) {
    SmrPoly last;
    if (smr_op(g, at)->code != SMR_OP_LOOP ||
        !smr_poly_sub(d->arena, smr_loop_trip(g, d->arena, at), smr_poly_const(d->arena, 1), &last) ||
        !smr_known_nonneg(&d->known, last))
      return false;
    if (smr_is_among(d->match->roots, d->match->root_count, at))
      return true;
  }
  return false; // hoisted out of the roots
}

/// Only loops that surely run stand between the op and the root that contains it.
static bool surely_executes(SmrDecision *d, SmrOp op) {
  const SmrOpData *data = smr_op(d->graph, op);
  if ((data->flags & SMR_F_HOISTED) && data->home && !loops_run(d, data->home))
    return false; // the code has it in there
  return smr_is_among(d->match->roots, d->match->root_count, op) || loops_run(d, smr_parent(d->graph, op));
}

/// A fact of every iteration holds in the first and the last.
static void learn_corners(SmrDecision *d, SmrPoly fact) {
  SmrCorners corners;
  if (!smr_known_corners(&d->known, d->match->loops, d->match->loop_count, fact, false, &corners))
    return;
  for (uint32_t i = 0; i < corners.count; i++)
    smr_known_add(&d->known, corners.polys[i]);
}

/// What the input's own array accesses guarantee, where they surely execute in every iteration of their
/// loops.
void smr_learn_facts(SmrDecision *d) {
  const SmrGraph *g = d->graph;
  d->first_fact = d->known.nonneg.size;
  for (uint32_t n = 0; n < d->match->node_count; n++) {
    SmrOp op = d->match->nodes[n];
    if (!op || !smr_is_access(g, op))
      continue;
    bool certain = surely_executes(d, op);
    SmrOp addr = smr_def(g, smr_operand(g, op, smr_op(g, op)->code == SMR_OP_STORE));
    if (!certain || !addr || smr_op(g, addr)->code != SMR_OP_ADDR)
      continue;
    for (uint32_t k = 0; k < (uint32_t)smr_op(g, addr)->imm; k++) {
      SmrPoly index = smr_poly_of(g, d->arena, smr_operand(g, addr, 2 + 2 * k)), rest;
      SmrValue extent_value = smr_operand(g, addr, 3 + 2 * k);
      smr_known_add(&d->known, index);
      SmrOp def = smr_def(g, extent_value);
      if (def && smr_op(g, def)->code == SMR_OP_UNDEF)
        continue;
      SmrPoly extent = smr_poly_of(g, d->arena, extent_value), less;
      if (smr_poly_sub(d->arena, extent, smr_poly_const(d->arena, 1), &less)) {
        smr_known_add(&d->known, less);
        if (smr_poly_sub(d->arena, less, index, &rest)) {
          smr_known_add(&d->known, rest);
          learn_corners(d, rest);
        }
      }
    }
  }
  d->end_fact = d->known.nonneg.size;
}

/// poly >= 0 in every iteration of the matched loops.
static bool require_everywhere(SmrDecision *d, SmrPoly poly, const char *what) {
  if (smr_known_nonneg(&d->known, poly))
    return true;
  SmrCorners corners;
  bool affine = smr_known_corners(&d->known, d->match->loops, d->match->loop_count, poly, false, &corners);
  for (uint32_t i = 0; affine && i < corners.count; i++)
    affine = smr_poly_told(d, corners.polys[i]);
  if (affine) {
    for (uint32_t i = 0; i < corners.count; i++)
      if (!smr_require_nonneg(d, corners.polys[i], what))
        return false;
    return true;
  }
  // A loop-variant index such as col(k): only the input's own declarations bound it.
  uint32_t n = d->known.nonneg.size;
  for (uint32_t i = 0; i < n; i++) {
    SmrPoly rest;
    if (smr_poly_sub(d->arena, poly, d->known.nonneg.data[i], &rest) && smr_poly_told(d, rest))
      return smr_require_nonneg(d, rest, what);
  }
  return smr_refuse(d, "%s: \"%s\" cannot be checked before the code runs", what,
                    smr_inequality_text(d, poly));
}

static bool check_facts(SmrDecision *d) {
  for (uint32_t f = 0; f < d->pattern->fact_count; f++) {
    const SmrPatternFact *fact = &d->pattern->facts[f];
    SmrPoly index, room, difference;
    int64_t scale;
    uint32_t leaf;
    if (smr_poly_is_leaf(fact->extent, &leaf) && SMR_LEAF_KIND(leaf) == 3 &&
        !smr_found_descr(d->match, (leaf & 0x0FFFFFFFu) >> 8, leaf >> 4 & 15, leaf & 15, &room, &scale))
      continue; // the code's own descriptor is as large as its accesses, a new one is made so
    // An extent that is a multiple of a denominator: extent - 1 - index >= 0 and (extent - index) * scale >=
    // scale agree.
    if (!smr_bind_poly(d, fact->index, &index, &scale) ||
        !smr_poly_sub(d->arena, fact->extent, fact->index, &difference) ||
        !smr_bind_poly(d, difference, &room, &scale) ||
        !smr_poly_sub(d->arena, room, smr_poly_const(d->arena, scale), &room))
      return smr_refuse(d, "an array bound of the idiom cannot be expressed here");
    if (!require_everywhere(d, index, "an index below the idiom's array bound") ||
        !require_everywhere(d, room, "an index above the idiom's array bound"))
      return false;
  }
  return true;
}

/// A call is given what is known before the code. In a nest, that is also what it loads, if it surely does.
static bool refuse_late(SmrDecision *d, const char *what, const char *name) {
  return smr_refuse(
      d,
      d->nest ? "the %s for the idiom's \"%s\" is read or made inside the code, where it may change or may "
                "not be reached"
              : "the %s for the idiom's \"%s\" changes inside the code",
      what, name);
}

bool smr_check_bindings(SmrDecision *d) {
  for (uint32_t k = 0; k < d->pattern->arg_count; k++) {
    const SmrPatternArg *arg = &d->pattern->args[k];
    const SmrBinding *b = &d->match->args[k];
    if (arg->kind == SMR_ARG_UNUSED)
      continue;
    if (!b->bound)
      return smr_refuse(d, "nothing in the code is the idiom's \"%s\"", arg->name);
    if (arg->kind == SMR_ARG_FLOAT && d->nest && !b->value)
      continue; // computed for the call
    if (arg->kind == SMR_ARG_FLOAT) {
      if (!smr_told(d, b->value))
        return refuse_late(d, "value", arg->name);
      if (smr_value_type(d->graph, b->value) != arg->type)
        return smr_refuse(d, "the value for the idiom's \"%s\" has another type", arg->name);
      continue;
    }
    bool stored = arg->kind == SMR_ARG_RESULT && d->nest && b->value; // a result that goes to memory
    if (arg->kind == SMR_ARG_ARRAY || arg->kind == SMR_ARG_BOX || stored) {
      if (!smr_told(d, b->value) || !smr_poly_told(d, b->poly))
        return refuse_late(d, "array", arg->name);
      if (arg->kind == SMR_ARG_BOX && !smr_check_box(d, k))
        return false;
      continue;
    }
    if (arg->kind == SMR_ARG_OUT || arg->kind == SMR_ARG_RESULT) {
      if (arg->read && b->value && !smr_told(d, b->value))
        return refuse_late(d, "initial value", arg->name);
      continue;
    }
    if (!smr_poly_told(d, b->poly))
      return refuse_late(d, "value", arg->name);
    int64_t divisor = b->divisor;
    const SmrExpr *value = smr_expr_poly(d->arena, b->poly);
    if (divisor != 1) {
      const SmrExpr *by = smr_expr_const(d->arena, divisor);
      const SmrExpr *rest = smr_expr(d->arena, SMR_X_REM, value, by);
      if (!smr_require(d, smr_expr(d->arena, SMR_X_EQ, rest, smr_expr_const(d->arena, 0)),
                       smr_multiple_text(d, b->poly, divisor)))
        return false;
      value = smr_expr(d->arena, SMR_X_DIV, value, by);
    }
    uint32_t bits = SMR_TYPE_KIND(arg->type) == SMR_T_INT ? SMR_TYPE_PAYLOAD(arg->type) : 64;
    if (smr_known_fits(&d->known, b->poly, bits)) // a quotient fits when its dividend does
      continue;
    SmrStr text = {0};
    smr_str_printf(&text, "%s fits %u bits", smr_quotient_text(d, b->poly, divisor), bits);
    if (!smr_require(d, smr_expr(d->arena, SMR_X_EQ, smr_expr_sext(d->arena, value, bits), value),
                     smr_keep_text(d, &text)))
      return false;
  }
  return true;
}

/// A multiple of a descriptor's stride that would have to be less than the multiple of one element: elements
/// do not overlap, and one guard more would be a promise that nobody keeps.
static bool impossible_stride(const SmrDecision *d, SmrPoly stride, SmrPoly constant) {
  const SmrGraph *g = d->graph;
  int64_t value, room;
  if (stride.count != 1 || stride.terms[0].degree != 1 || !smr_poly_is_const(constant, &value) ||
      value == INT64_MIN || stride.terms[0].coef == INT64_MIN)
    return false;
  SmrOp def = smr_def(g, stride.terms[0].leaves[0]);
  int64_t times = stride.terms[0].coef;
  times = times < 0 ? -times : times;
  value = value < 0 ? -value : value;
  if (!def || smr_op(g, def)->code != SMR_OP_DESCR_STRIDE)
    return false;
  for (uint32_t k = 0; k < g->layouts.size; k++)
    if (smr_value(g, g->layouts.data[k].box) == smr_operand(g, def, 0))
      return !__builtin_mul_overflow(times, g->layouts.data[k].bytes, &room) && value < room;
  return false;
}

/// A descriptor's distance between columns that would have to be a constant, such as one element: true of no
/// array that anyone would call this with. Without the refusal, a transposed idiom would take the place of
/// the right one.
static bool unlikely_stride(const SmrDecision *d, SmrPoly stride, SmrPoly constant) {
  uint32_t leaf;
  int64_t value;
  if (!smr_poly_is_leaf(stride, &leaf) || !smr_poly_is_const(constant, &value))
    return false;
  SmrOp def = smr_def(d->graph, leaf);
  return def && smr_op(d->graph, def)->code == SMR_OP_DESCR_STRIDE && smr_op(d->graph, def)->imm > 0;
}

static bool check_equations(SmrDecision *d) {
  for (uint32_t e = 0; e < d->match->equation_count; e++) {
    SmrPoly left = d->match->equations[e].left, right = d->match->equations[e].right, difference;
    if (!smr_poly_sub(d->arena, left, right, &difference))
      return smr_refuse(d, "a stride overflows");
    const char *kept = smr_equation_text(d, left, right);
    if (unlikely_stride(d, left, right) || unlikely_stride(d, right, left) ||
        impossible_stride(d, left, right) || impossible_stride(d, right, left))
      return smr_refuse(d, "the array is not laid out as the idiom's: \"%s\" would have to hold", kept);
    if (!smr_poly_told(d, difference))
      return smr_refuse(d, "\"%s\" cannot be checked before the code runs", kept);
    const SmrExpr *test =
        smr_expr(d->arena, SMR_X_EQ, smr_expr_poly(d->arena, left), smr_expr_poly(d->arena, right));
    if (test && !smr_known_learn(&d->known, test))
      return smr_refuse(d, "\"%s\" cannot hold where the other checks do", kept);
    if (!smr_require(d, test, kept))
      return false;
  }
  return true;
}

#define PRAGMA "a pragma (reassociate(off) or float_control)"

const char *smr_order_reason(bool ordered) {
  return ordered ? "a call sums in another order than the code, and " PRAGMA " forbids that"
                 : "a call sums in another order than the code, and fp=exact forbids that";
}

static bool refuse_order(SmrDecision *d, const char *what) {
  return smr_refuse(d, "%s, and %s forbids that", what, d->options->ordered ? PRAGMA : "fp=exact");
}

bool smr_check_floats(SmrDecision *d) {
  if (!smr_check_rounding(d))
    return false;
  for (uint32_t n = 0; n < d->match->node_count && d->pair->contract == SMR_CONTRACT_FINITE; n++) {
    const SmrOpData *op = d->match->nodes[n] ? smr_op(d->graph, d->match->nodes[n]) : NULL;
    uint8_t finite = SMR_FAST_NNAN | SMR_FAST_NINF;
    if (op && smr_is_float_arithmetic(op) && (op->fast & finite) != finite)
      return smr_refuse(d,
                        "the replacement is right for finite values only, and the code does not promise them "
                        "(-ffinite-math-only)");
  }
  if (!d->options->fp_exact)
    return true;
  bool all_free = true, regrouped = false; // or turned round
  for (uint32_t n = 0; n < d->match->node_count; n++) {
    const SmrOpData *op = d->match->nodes[n] ? smr_op(d->graph, d->match->nodes[n]) : NULL;
    regrouped |= op && op->code == SMR_OP_LOOP && (op->flags & SMR_F_REVERSED);
    if (!op || !smr_is_float_arithmetic(op) || (op->fast & SMR_FAST_REASSOC))
      continue;
    all_free = false;
    regrouped |= (op->code == SMR_OP_FSUM || op->code == SMR_OP_FPROD) && op->operand_count > 2;
  }
  if (all_free)
    return true;
  if (d->pair->contract != SMR_CONTRACT_EXACT)
    return refuse_order(d, "the replacement may round differently");
  return !regrouped || refuse_order(d, "the code sums in another order than the idiom");
}

bool smr_legality(const SmrLibrary *library, const SmrMatch *match, const SmrUses *uses,
                  const SmrLegalityOptions *options, SmrArena *arena, SmrVerdict *out) {
  SmrDecision d = {.library = library,
                   .pair = &library->pairs[match->pattern],
                   .pattern = &library->pairs[match->pattern].pattern,
                   .match = match,
                   .graph = match->graph,
                   .uses = uses,
                   .options = options,
                   .arena = arena,
                   .known = {.arena = arena, .graph = match->graph, .pairs = true}};
  *out = (SmrVerdict){0};
  bool ok = (match->root_count && match->arg_count == d.pattern->arg_count) ||
            smr_refuse(&d, "internal: a match without roots or arguments");
  // Whether the call pays is asked first, so that its guard is the first: small sizes meet no other.
  if (d.pair->pays_count && match->root_count)
    d.round = smr_round_time(d.graph, smr_round_loop(d.graph, match->roots[0]), 1, &options->compiled);
  ok = ok && smr_check_effects(&d) && smr_check_floats(&d) && smr_check_pays(&d);
  out->size_count = d.guards.size;
  ok = ok && smr_check_trips(&d);
  if (ok)
    smr_learn_facts(&d);
  ok = ok && check_facts(&d) && smr_check_bindings(&d) && check_equations(&d) && smr_check_conditions(&d) &&
       smr_check_assumptions(&d) && smr_check_ranges(&d) && smr_check_alias(&d) &&
       smr_check_met(&d, out->size_count) && smr_check_rows(&d);
  if (ok)
    smr_drop_implied(&d, &out->size_count);
  out->accepted = ok;
  out->reason = d.reason;
  out->apart = d.apart;
  out->boxes = d.boxes;
  out->gain = d.gain;
  if (options->estimate) {
    out->estimates = smr_arena_alloc(arena, sizeof *out->estimates);
    out->estimates[0] = d.pair->pays_count && match->root_count ? smr_estimate_call(&d) : NULL;
  }
  if (ok && d.guards.size) {
    out->guards = smr_arena_alloc(arena, d.guards.size * sizeof *out->guards);
    memcpy(out->guards, d.guards.data, d.guards.size * sizeof *out->guards);
    out->guard_count = d.guards.size;
  }
  if (ok && d.stores.size) {
    out->stores = smr_arena_alloc(arena, d.stores.size * sizeof *out->stores);
    memcpy(out->stores, d.stores.data, d.stores.size * sizeof *out->stores);
    out->store_count = d.stores.size;
  }
  smr_keep_hulls(&d, out);
  smr_vec_free(&d.guards);
  smr_vec_free(&d.stores);
  smr_vec_free(&d.hulls);
  smr_known_free(&d.known);
  return ok;
}
