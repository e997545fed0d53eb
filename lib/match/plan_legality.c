//===- plan_legality.c - the decision about a plan -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The nest is put as a match whose roots are its ops, so that the rules are those of matches.
//===----------------------------------------------------------------------===//
#include "match/plan_legality.h"
#include "graph/normalize/normalize.h"
#include "match/legality_internal.h"
#include <string.h>

enum { MOST_OPS = 1 << 15 };

typedef struct {
  const SmrOffer *in;
  SmrDecision d;
  SmrMatch match;
  SmrNestState nest;
  SMR_VEC(SmrOp) loops, nodes;
} Plan;

//--- What is in the nest -----------------------------------------------------------------

/// L9. (Raising refuses all of this, too.)
static bool collect(Plan *p, SmrOp op) {
  const SmrGraph *g = p->d.graph;
  const SmrOpData *data = smr_op(g, op);
  const char *name = data->name ? smr_intern_text(g->symbols, data->name) : "";
  if (p->nodes.size == MOST_OPS)
    return smr_refuse(&p->d, "the code is too large");
  if (data->flags & SMR_F_VOLATILE)
    return smr_refuse(&p->d, "a volatile access stands inside");
  smr_vec_push(&p->nodes, op);
  switch ((SmrOpcode)data->code) {
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    if (!(data->flags & SMR_F_PURE))
      return smr_refuse(&p->d, "\"%s\" stands inside, whose effects are not known", name);
    break;
  case SMR_OP_HEAP:
  case SMR_OP_FREE:
    return smr_refuse(&p->d, "memory is allocated or freed inside");
  case SMR_OP_WHILE:
  case SMR_OP_FOR:
    return smr_refuse(&p->d, "a loop stands inside that may not end");
  case SMR_OP_BR:
  case SMR_OP_CBR:
  case SMR_OP_RETURN:
    return smr_refuse(&p->d, "control flow inside is not structured");
  case SMR_OP_LOOP:
    smr_vec_push(&p->loops, op);
    break;
  default:
    break;
  }
  for (uint32_t r = 0; r < data->region_count; r++)
    if (g->regions.data[smr_op_region(g, op, r)].blocks.size > 1)
      return smr_refuse(&p->d, "control flow inside is not structured");
  return true;
}

static bool open_plan(Plan *p, const SmrOffer *in, const SmrLegalityOptions *options, SmrArena *arena) {
  *p = (Plan){.in = in, .nest = {.plan = in}};
  p->match = (SmrMatch){.graph = in->graph, .root_count = in->root_count};
  p->nest.between = in->call_count <= 1; // parts with a call each have weaker guards of their own
  p->d = (SmrDecision){.match = &p->match,
                       .graph = in->graph,
                       .uses = in->uses,
                       .options = options,
                       .arena = arena,
                       .known = {.arena = arena, .graph = in->graph, .pairs = true},
                       .nest = &p->nest};
  p->nest.first = in->nest.first;
  if (!in->root_count)
    return smr_refuse(&p->d, "internal: a nest of no ops");
  p->match.roots = smr_arena_alloc(arena, in->root_count * sizeof *p->match.roots);
  memcpy(p->match.roots, in->roots, in->root_count * sizeof *p->match.roots);
  bool ok = true;
  for (uint32_t r = 0; r < in->root_count && ok; r++)
    for (SmrOp op = in->roots[r]; op && ok; op = smr_next_op(in->graph, op, in->roots[r]))
      ok = collect(p, op);
  p->match.loops = p->loops.data;
  p->match.loop_count = p->loops.size;
  p->match.nodes = p->nodes.data;
  p->match.node_count = p->nodes.size;
  return ok;
}

static void close_plan(Plan *p) {
  smr_vec_free(&p->loops);
  smr_vec_free(&p->nodes);
  smr_map_free(&p->nest.told);
  smr_vec_free(&p->nest.wanted);
  smr_vec_free(&p->nest.taken);
  smr_map_free(&p->nest.opened);
  smr_vec_free(&p->d.guards);
  smr_vec_free(&p->d.stores);
  smr_vec_free(&p->d.hulls);
  smr_known_free(&p->d.known);
}

//--- Alignment ------------------------------------------------------------------------------

/// L5. An access that need not be aligned is, if its base is and its offset from there is a multiple of its
/// size. (Loads of vectors say this of addresses that are all but always aligned to an element.)
static bool check_alignment(SmrDecision *d, SmrOp op) {
  const SmrGraph *g = d->graph;
  const SmrValue pointer = smr_access_ptr(g, op), base = smr_base_of(g, pointer);
  const bool store = smr_op(g, op)->code == SMR_OP_STORE;
  const int64_t size =
      smr_type_bytes(smr_value_type(g, store ? smr_operand(g, op, 0) : smr_result(g, op, 0)));
  bool multiple = true;
  SmrPoly offset = smr_access_offset(g, d->arena, pointer, &multiple);
  for (uint32_t t = 0; t < offset.count && multiple; t++)
    multiple = offset.terms[t].coef % size == 0;
  if (!multiple || !smr_told(d, base))
    return smr_refuse(d, "the data at line %u need not be aligned as a library expects of its arguments",
                      smr_op(g, op)->loc ? g->locs.data[smr_op(g, op)->loc].line : 0);
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, name = {0};
  smr_legality_name(base, &name, d->match->graph);
  smr_str_printf(&text, "the address of %s is a multiple of %lld", smr_str_get(&name), (long long)size);
  const SmrExpr *rest =
      smr_expr(d->arena, SMR_X_REM, smr_expr_address(d->arena, base), smr_expr_const(d->arena, size));
  return smr_require(d, smr_expr(d->arena, SMR_X_EQ, rest, smr_expr_const(d->arena, 0)), smr_str_get(&text));
}

static bool check_all_alignments(Plan *p) {
  for (uint32_t n = 0; n < p->nodes.size; n++)
    if (smr_op(p->d.graph, p->nodes.data[n])->flags & SMR_F_PACKED &&
        !check_alignment(&p->d, p->nodes.data[n]))
      return false;
  return true;
}

/// Lanes of one vector are loaded and stored together, so no copy of the loops can keep some of them.
static bool check_lanes(Plan *p) {
  bool lanes = false, copies = false;
  for (uint32_t n = 0; n < p->nodes.size; n++)
    lanes |= (smr_op(p->d.graph, p->nodes.data[n])->flags & SMR_F_LANE) != 0;
  for (uint32_t k = 0; k < p->in->step_count; k++)
    copies |= p->in->steps[k].call == SMR_OFFER_COPY;
  return !lanes || !copies ||
         smr_refuse(&p->d, "a part of loops over vectors cannot be kept without the rest");
}

//--- Calls ----------------------------------------------------------------------------------

/// A loop's rounds are paid for once: calls for it share them, but for those of fewer loops (copies of what
/// works in place), which have no part in them.
static int64_t share_of(const Plan *p, const SmrOfferCall *call) {
  uint32_t sharing = 0;
  for (uint32_t k = 0; k < p->in->call_count; k++) {
    const SmrOfferCall *other = &p->in->calls[k];
    if (other->loop == call->loop && other->depth > call->depth)
      return 0;
    sharing += other->loop == call->loop && other->depth == call->depth;
  }
  return smr_round_time(p->d.graph, call->loop, sharing, &p->d.options->compiled);
}

static void turn_to(Plan *p, uint32_t number) {
  const SmrOfferCall *call = &p->in->calls[number];
  p->d.library = call->library;
  p->d.pair = &call->library->pairs[call->pair];
  p->d.pattern = &call->library->pairs[call->pair].pattern;
  p->match.pattern = call->pair;
  p->match.arg_count = p->d.pattern->arg_count;
  p->match.args = smr_arena_alloc(p->d.arena, p->match.arg_count * sizeof *p->match.args);
  memcpy(p->match.args, call->args, p->match.arg_count * sizeof *p->match.args);
  p->d.round = share_of(p, call);
  p->d.sizes = (SmrSizes){call->sizes, call->size_count};
}

/// Libraries reject empty problems; the code does not. In a first round what can be told without reading in
/// the nest.
static bool check_sizes(Plan *p, const SmrOfferCall *call) {
  SmrDecision *d = &p->d;
  for (uint32_t k = 0; k < call->size_count; k++) {
    const SmrBinding *b = &p->match.args[call->sizes[k]];
    SmrPoly room;
    if (!b->bound)
      continue; // (L5 says so)
    bool told = smr_poly_told(d, b->poly);
    if (p->nest.sizes && (!told || smr_reads_late(d, smr_expr_poly(d->arena, b->poly))))
      continue;
    if (told && !smr_make_exact(d, b->poly))
      return false;
    if (!smr_poly_sub(d->arena, b->poly, smr_poly_const(d->arena, b->divisor > 1 ? b->divisor : 1), &room))
      return smr_refuse(d, "a size overflows");
    if (!smr_require_nonneg(d, room, "a call for no elements"))
      return false;
  }
  return true;
}

static bool check_all_sizes(Plan *p, bool first_round) {
  SmrGain gain = {0};
  p->nest.sizes = first_round;
  for (uint32_t k = 0; k < p->in->call_count; k++) {
    turn_to(p, k);
    if (!smr_check_pays_apart(&p->d, &gain))
      return false;
  }
  if (!smr_check_gain(&p->d, &gain)) // before sizes: what pays has elements
    return false;
  for (uint32_t k = 0; k < p->in->call_count; k++) {
    turn_to(p, k);
    if (!check_sizes(p, &p->in->calls[k]))
      return false;
  }
  return true;
}

/// L5. What the calls are given is computed in 64 bits.
static bool check_arguments(Plan *p) {
  for (uint32_t k = 0; k < p->d.pattern->arg_count; k++) {
    const SmrBinding *b = &p->match.args[k];
    if (p->d.pattern->args[k].kind != SMR_ARG_UNUSED && b->bound && smr_poly_told(&p->d, b->poly) &&
        !smr_make_exact(&p->d, b->poly))
      return false;
  }
  return smr_check_bindings(&p->d);
}

//--- L8 ---------------------------------------------------------------------------------------

unsigned smr_plan_allowed(const SmrGraph *g, SmrOp root, const SmrLegalityOptions *options) {
  unsigned own = SMR_FREEDOM_ALGEBRA, asked = options->fp_algebra  ? SMR_FREEDOM_ALGEBRA
                                              : !options->fp_exact ? SMR_FREEDOM_ORDER
                                                                   : SMR_FREEDOM_NONE;
  for (SmrOp at = root; at; at = smr_next_op(g, at, root)) {
    const SmrOpData *op = smr_op(g, at);
    if (!smr_is_float_arithmetic(op))
      continue;
    bool algebra = (op->fast & SMR_FAST_NSZ) && (op->code != SMR_OP_FDIV || (op->fast & SMR_FAST_ARCP));
    unsigned here = !(op->fast & SMR_FAST_REASSOC) ? SMR_FREEDOM_NONE
                    : !algebra                     ? SMR_FREEDOM_ORDER
                                                   : SMR_FREEDOM_ALGEBRA;
    own = here < own ? here : own;
  }
  return own > asked ? own : asked;
}

static bool check_freedom(Plan *p) {
  unsigned allowed = SMR_FREEDOM_ALGEBRA;
  for (uint32_t r = 0; r < p->in->root_count; r++) {
    unsigned one = smr_plan_allowed(p->d.graph, p->in->roots[r], p->d.options);
    allowed = one < allowed ? one : allowed;
  }
  for (uint32_t k = 0; k < p->in->call_count; k++) {
    unsigned freedom = p->in->calls[k].freedom;
    turn_to(p, k);
    if (!smr_check_floats(&p->d))
      return false;
    if (freedom <= allowed)
      continue;
    if (freedom == SMR_FREEDOM_ORDER)
      return smr_refuse(&p->d, "%s", smr_order_reason(p->d.options->ordered));
    return smr_refuse(&p->d, "a call multiplies sums out, or divides later than the code, and only "
                             "fp=algebra allows that");
  }
  return true;
}

//--- The decision -----------------------------------------------------------------------------

/// What is left of the case to be asked; false: it cannot hold, or cannot be asked.
static bool open_case(SmrDecision *d, SmrPolyCase one, SmrPoly *left, uint32_t *count) {
  *count = 0;
  for (uint32_t k = 0; k < one.count; k++) {
    SmrPoly poly = one.polys[k];
    int64_t value;
    smr_nest_by_twins(d, &poly);
    if (smr_poly_is_const(poly, &value) ? value < 0 : smr_known_most(&d->known, poly) < 0)
      return false;
    if (smr_known_nonneg(&d->known, poly))
      continue;
    if (!smr_poly_told(d, poly))
      return false;
    left[(*count)++] = poly;
  }
  return true;
}

/// A disjunction of the cases that are open.
static bool check_either(SmrDecision *d, SmrEither either) {
  SmrPolyCase *open = smr_arena_alloc(d->arena, (either.count + 1) * sizeof *open);
  uint32_t count = 0;
  for (uint32_t c = 0; c < either.count; c++) {
    SmrPoly *left = smr_arena_alloc(d->arena, (either.cases[c].count + 1) * sizeof *left);
    if (!open_case(d, either.cases[c], left, &open[count].count))
      continue;
    open[count].polys = left;
    if (!open[count++].count)
      return true;
  }
  return smr_require_either(d, (SmrEither){open, count}, "rows of an array may overlap");
}

static bool check_needs(Plan *p) {
  SmrDecision *d = &p->d;
  for (uint32_t k = 0; k < p->in->need_count; k++) {
    SmrPoly need = p->in->needs[k];
    smr_nest_by_twins(d, &need);
    if (smr_poly_told(d, need) && !smr_known_nonneg(&d->known, need) && !smr_make_exact(d, need))
      return false;
    if (!smr_require_nonneg(d, need, "rows of an array may overlap"))
      return false;
  }
  for (uint32_t k = 0; k < p->in->either_count; k++)
    if (!check_either(d, p->in->eithers[k]))
      return false;
  return true;
}

static bool check_values(Plan *p) {
  SmrDecision *d = &p->d;
  for (uint32_t k = 0; k < p->in->needed_count + p->in->read_count; k++) {
    bool read = k >= p->in->needed_count;
    SmrValue value = read ? smr_result(d->graph, p->in->reads[k - p->in->needed_count], 0) : p->in->needed[k];
    smr_vec_push(&p->nest.taken, value);
    if (smr_told(d, value))
      continue;
    SmrStr name = {0};
    smr_legality_name(value, &name, p->in->graph);
    smr_refuse(d, "%s cannot be read before the code runs", smr_str_get(&name));
    smr_str_free(&name);
    return false;
  }
  return true;
}

static bool decide(Plan *p, SmrVerdict *out) {
  SmrDecision *d = &p->d;
  if (!check_lanes(p) || !check_freedom(p) || !check_all_sizes(p, true))
    return false;
  out->size_count = d->guards.size;
  if (!smr_check_trips(d))
    return false;
  if (!check_all_sizes(p, false) || !smr_check_row_pointers(d) || !smr_check_exact(d))
    return false;
  smr_learn_facts(d); // (of exact integers)
  if (!check_needs(p) || !check_values(p))
    return false;
  for (uint32_t k = 0; k < p->in->call_count; k++) {
    turn_to(p, k);
    if (!check_arguments(p) || !smr_check_conditions(d))
      return false;
  }
  if (!smr_check_ranges(d) || !smr_check_objects(d) || !check_all_alignments(p) ||
      !smr_check_met(d, out->size_count))
    return false;
  for (uint32_t k = 0; k < p->in->call_count; k++) {
    turn_to(p, k);
    if (!smr_check_larger_met(d, out->size_count))
      return false;
  }
  if (!smr_check_rows(d))
    return false;
  smr_drop_implied(d, &out->size_count);
  return true;
}

static void keep_guards(Plan *p, SmrVerdict *out) {
  SmrDecision *d = &p->d;
  out->reason = d->reason;
  out->apart = d->apart;
  out->rows = p->nest.rows;
  out->copy = out->accepted ? p->nest.copy : NULL;
  out->gain = out->accepted ? smr_gain_from_memory(d, d->gain) : d->gain;
  if (!out->accepted || !d->guards.size)
    return;
  out->guards = smr_arena_alloc(d->arena, d->guards.size * sizeof *out->guards);
  memcpy(out->guards, d->guards.data, d->guards.size * sizeof *out->guards);
  out->guard_count = d->guards.size;
}

static void estimate(Plan *p, SmrVerdict *out) {
  out->estimates = smr_arena_alloc(p->d.arena, (p->in->call_count + 1) * sizeof *out->estimates);
  for (uint32_t k = 0; k < p->in->call_count; k++) {
    turn_to(p, k);
    out->estimates[k] = smr_estimate_call(&p->d);
  }
}

/// Asks that the loops run which a decision wanted to run; false: no more than were asked to.
static bool ask_to_run(Plan *p) {
  bool more = p->nest.wanted.size > p->nest.asked;
  p->nest.asked = p->nest.wanted.size;
  return more;
}

/// What is refused is decided anew with more loops that have to run, so that more is known before the nest.
static bool decide_anew(Plan *p, const SmrOffer *in, const SmrLegalityOptions *options, SmrArena *arena,
                        SmrVerdict *out) {
  SmrNestState before = p->nest;
  memset(&p->nest.wanted, 0, sizeof p->nest.wanted);
  close_plan(p);
  bool opened = open_plan(p, in, options, arena);
  p->nest.wanted = before.wanted;
  p->nest.asked = before.asked;
  return opened && decide(p, out);
}

bool smr_plan_legality(const SmrOffer *in, const SmrLegalityOptions *options, SmrArena *arena,
                       SmrVerdict *out) {
  Plan p;
  *out = (SmrVerdict){0};
  bool opened = open_plan(&p, in, options, arena);
  out->accepted = opened && decide(&p, out);
  while (!out->accepted && ask_to_run(&p))
    out->accepted = decide_anew(&p, in, options, arena, out);
  if (opened && options->estimate)
    estimate(&p, out);
  keep_guards(&p, out);
  smr_keep_hulls(&p.d, out);
  close_plan(&p);
  return out->accepted;
}
