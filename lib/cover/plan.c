//===- plan.c - calls for the equations of a nest ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/plan.h"
#include "cover/apart.h"
#include "cover/indices.h"
#include "cover/old.h"
#include "cover/within.h"

enum { MAX_EQUATIONS = 64, MAX_CALLS = 16, MAX_FAILED = 24 };

typedef struct {
  SmrCanonical *canonical;
  SmrCoverRule **rules; // the largest first
  uint32_t rule_count;
  SmrArena *arena;
  SmrSums s;
  SmrMissed *missed;
  uint64_t failed[MAX_FAILED]; // rests of this equation that no calls say (keys)
  uint32_t failed_count;
  SmrMatchRoom room;
  SmrAnswers apart;
  SmrCoverCall *tried;                // MAX_CALLS, for what is tried
  SmrCoverCall *calls[MAX_EQUATIONS]; // of each equation, in order; NULL: none
  uint32_t call_count[MAX_EQUATIONS];
  SmrCoverCall *systems[MAX_EQUATIONS]; // the call that says the equation and others, instead of those
  uint64_t together[MAX_EQUATIONS];     // … all that it says; else the equation alone
  uint64_t earlier[MAX_EQUATIONS];      // by equation: those that come before it
  uint64_t in_code[MAX_EQUATIONS];      // … where the loops do it or them
  uint64_t twins[MAX_EQUATIONS];        // … that come from the same store
  bool ordered, ordered_in_code;        // `earlier`, `in_code` are known
} Planner;

/// The larger one first; of two as large the one that takes fewer arrays, which says more of each.
static int by_size(const void *a, const void *b) {
  const SmrCoverRule *x = *(SmrCoverRule *const *)a, *y = *(SmrCoverRule *const *)b;
  if (x->depth != y->depth)
    return x->depth > y->depth ? -1 : 1;
  if (x->terms != y->terms)
    return x->terms > y->terms ? -1 : 1;
  if (x->factors != y->factors)
    return x->factors > y->factors ? -1 : 1;
  if (x->equations->arrays.size != y->equations->arrays.size)
    return x->equations->arrays.size < y->equations->arrays.size ? -1 : 1;
  if (x->library != y->library)
    return x->library < y->library ? -1 : 1;
  if (x->pair != y->pair)
    return x->pair < y->pair ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

typedef struct {
  uint32_t array, version;
  bool found;
} Read;

static bool reads_version(const SmrFactor *factor, void *data) {
  Read *r = data;
  r->found |= factor->kind == SMR_FACTOR_LOAD && factor->id == r->array && factor->version == r->version;
  return true;
}

static bool reads(const SmrRaisedEquation *e, uint32_t array, uint32_t version) {
  Read r = {array, version, false};
  smr_sum_walk(&e->sum, reads_version, &r);
  return r.found;
}

//--- One equation ----------------------------------------------------------------------------

static const SmrRaisedTerm *old_term(const SmrRaisedEquation *e, uint32_t *where) {
  for (uint32_t t = 0; t < e->sum.term_count; t++)
    if (smr_is_old(e, &e->sum.terms[t])) {
      *where = t;
      return &e->sum.terms[t];
    }
  return NULL;
}

static bool is_plain(const SmrRaisedTerm *term) {
  return term->coefficient == 1 && term->factor_count == 1 && !term->domain.row_count;
}

static SmrRaisedTerm plain_old(Planner *p, const SmrRaisedEquation *e) {
  SmrFactor *load = smr_arena_alloc(p->arena, sizeof *load);
  const SmrFactor **factors = smr_arena_alloc(p->arena, sizeof *factors);
  *load = (SmrFactor){.kind = SMR_FACTOR_LOAD,
                      .type = e->sum.type,
                      .id = e->array,
                      .version = e->version - 1,
                      .poly = e->offset};
  *factors = load;
  return (SmrRaisedTerm){.coefficient = 1, .factors = factors, .factor_count = 1};
}

/// What is there already, and all terms but the old one; those that read the array itself are not among them.
static SmrRaisedEquation added_part(Planner *p, const SmrRaisedEquation *e, uint64_t *places) {
  SmrRaisedTerm *terms = smr_arena_alloc(p->arena, (e->sum.term_count + 2) * sizeof *terms);
  uint32_t count = 0;
  terms[count] = plain_old(p, e);
  places[count++] = UINT64_MAX;
  for (uint32_t t = 0; t < e->sum.term_count; t++) {
    const SmrRaisedTerm *term = &e->sum.terms[t];
    bool itself = false;
    for (uint32_t k = 0; k < term->factor_count; k++)
      itself |= term->factors[k]->kind == SMR_FACTOR_LOAD && term->factors[k]->id == e->array;
    if (itself)
      continue;
    places[count] = t;
    terms[count++] = *term;
  }
  SmrRaisedEquation out = *e;
  out.sum.terms = terms, out.sum.term_count = count;
  return out;
}

static SmrRaisedEquation without(Planner *p, const SmrRaisedEquation *e, uint64_t taken) {
  SmrRaisedTerm *terms = smr_arena_alloc(p->arena, (e->sum.term_count + 1) * sizeof *terms);
  uint32_t count = 0;
  for (uint32_t t = 0; t < e->sum.term_count; t++)
    if (!(taken >> t & 1))
      terms[count++] = e->sum.terms[t];
  SmrRaisedEquation out = *e;
  out.sum.terms = terms, out.sum.term_count = count;
  return out;
}

/// A likeness that is worth telling: products of several elements, or sums of such.
static unsigned likeness_of(const SmrCoverRule *rule, const SmrRaisedEquation *e) {
  bool alike = false;
  for (uint32_t t = 0; t < e->sum.term_count; t++) {
    const SmrRaisedTerm *term = &e->sum.terms[t];
    uint32_t loads = 0;
    for (uint32_t k = 0; k < term->factor_count; k++)
      loads += term->factors[k]->kind == SMR_FACTOR_LOAD;
    alike |= loads >= rule->factors && term->domain.index_count == rule->depth - rule->rank;
  }
  alike &= rule->factors > 1 || rule->depth > rule->rank;
  return alike ? 1 + (rule->terms == e->sum.term_count) : 0;
}

static bool matches(Planner *p, const SmrCoverRule *rule, uint32_t number, const SmrRaisedEquation *e,
                    bool partial, SmrMatched *out) {
  SmrMissed missed = {0}, *known = &p->missed[number];
  if (rule->laws & SMR_LAW_EXPAND && !(smr_canonical_laws(p->canonical, number) & SMR_LAW_EXPAND))
    return false;
  bool ok = smr_match_equation(rule, p->canonical, e, partial, &p->room, out, &missed);
  missed.likeness = missed.step ? likeness_of(rule, e) : 0;
  if (missed.likeness != known->likeness ? missed.likeness > known->likeness : missed.step > known->step)
    *known = missed;
  return ok;
}

/// As it is, or counted from the other end.
static bool matches_whole(Planner *p, const SmrCoverRule *rule, uint32_t number, const SmrRaisedEquation *e,
                          SmrMatched *out) {
  if (matches(p, rule, number, e, false, out))
    return true;
  SmrRaisedEquation reflected = *e;
  uint32_t laws = 0;
  if (rule->rank != e->domain.index_count || rule->terms != e->sum.term_count ||
      !smr_indices_reflect(&p->s, &reflected, &laws) || p->s.failed)
    return false;
  if (!matches(p, rule, number, &reflected, false, out))
    return false;
  out->laws |= laws;
  return true;
}

//--- LAW-COPYIN ------------------------------------------------------------------------------------

/// The equation with what the array has already in the place of one load; false where the array's old content
/// is read, too, or the load is not of one element for each of the equation's.
static bool with_old_for(Planner *p, const SmrRaisedEquation *e, uint32_t t, uint32_t k,
                         SmrRaisedEquation *out) {
  const SmrRaisedTerm *term = &e->sum.terms[t];
  const SmrFactor *load = term->factors[k];
  if (load->kind != SMR_FACTOR_LOAD || load->id == e->array || load->type != e->sum.type ||
      term->domain.row_count || reads(e, e->array, e->version - 1))
    return false;
  for (uint32_t i = 0; i < e->domain.index_count; i++)
    if (!smr_poly_contains(load->poly, e->domain.indices[i]))
      return false;
  SmrRaisedTerm *terms = smr_arena_alloc(p->arena, e->sum.term_count * sizeof *terms);
  const SmrFactor **factors = smr_arena_alloc(p->arena, term->factor_count * sizeof *factors);
  memcpy(terms, e->sum.terms, e->sum.term_count * sizeof *terms);
  memcpy(factors, term->factors, term->factor_count * sizeof *factors);
  factors[k] = plain_old(p, e).factors[0];
  terms[t].factors = factors;
  *out = *e;
  out->sum.terms = terms;
  return true;
}

static bool cover(Planner *p, uint32_t number, const SmrRaisedEquation *e, SmrCoverCall *calls,
                  uint32_t *count);

/// What works in place (triangular solves) after a copy of what it begins with.
static bool copy_in(Planner *p, uint32_t number, const SmrRaisedEquation *e, SmrCoverCall *calls,
                    uint32_t *count) {
  enum { LEAST_DEPTH = 2 };
  SmrRaisedEquation place;
  for (uint32_t t = 0; t < e->sum.term_count; t++)
    for (uint32_t k = 0; k < e->sum.terms[t].factor_count; k++) {
      uint32_t laws = 0;
      if (!with_old_for(p, e, t, k, &place))
        continue;
      smr_canonical_shrink(&p->s, &place, &laws); // (what is copied already)
      SmrCoverCall *call = &calls[*count];
      for (uint32_t r = 0; r < p->rule_count && p->rules[r]->depth >= LEAST_DEPTH; r++) {
        if (!matches_whole(p, p->rules[r], number, &place, &call->matched))
          continue;
        SmrRaisedTerm copy = {.coefficient = 1, .factors = &e->sum.terms[t].factors[k], .factor_count = 1};
        SmrRaisedEquation first = *e;
        first.sum.terms = &copy, first.sum.term_count = 1;
        call->equation = number;
        call->matched.laws |= 1u << SMR_COVER_LAW_COPYIN;
        ++*count;
        if (cover(p, number, &first, calls, count))
          return true;
        --*count;
        break;
      }
    }
  return false;
}

/// A function's argument where its value goes, and the function in its place: of all that the equation says,
/// as the argument would be computed again for the rest.
static bool cover_within(Planner *p, uint32_t number, const SmrRaisedEquation *e, SmrCoverCall *calls,
                         uint32_t *count) {
  SmrRaisedEquation outer, inner;
  if (*count || e->sum.term_count != 1)
    return false;
  for (uint32_t negated = 0; negated < 2; negated++) {
    if (!smr_within(&p->s, e, plain_old(p, e).factors[0], negated, &outer, &inner))
      return false;
    SmrCoverCall *call = &calls[*count];
    for (uint32_t r = 0; r < p->rule_count; r++) {
      if (!matches_whole(p, p->rules[r], number, &outer, &call->matched))
        continue;
      call->equation = number;
      call->matched.laws |= 1u << SMR_COVER_LAW_WITHIN;
      ++*count;
      if (cover(p, number, &inner, calls, count))
        return true;
      --*count;
      break;
    }
  }
  return false;
}

/// Of what is left of an equation, by its terms.
static uint64_t key_of(const SmrRaisedEquation *e) {
  uint64_t key = e->sum.term_count;
  for (uint32_t t = 0; t < e->sum.term_count; t++) {
    const SmrRaisedTerm *term = &e->sum.terms[t];
    uint64_t coefficient;
    memcpy(&coefficient, &term->coefficient, sizeof coefficient);
    key = (key ^ coefficient) * 0x9e3779b97f4a7c15u;
    for (uint32_t k = 0; k < term->factor_count; k++)
      key = ((key ^ key >> 29) + (uintptr_t)term->factors[k]) * 0x9e3779b97f4a7c15u;
  }
  return key;
}

/// Calls take terms in any order, so the same rest comes by many ways: what failed is not tried again, and of
/// long sums not everything is tried.
static bool has_failed(const Planner *p, uint64_t key) {
  for (uint32_t k = 0; k < p->failed_count; k++)
    if (p->failed[k] == key)
      return true;
  return p->failed_count == MAX_FAILED;
}

static bool try_calls(Planner *p, uint32_t number, const SmrRaisedEquation *e, SmrCoverCall *calls,
                      uint32_t *count);

/// Adds calls that say e, the last one first; false when there are none.
static bool cover(Planner *p, uint32_t number, const SmrRaisedEquation *e, SmrCoverCall *calls,
                  uint32_t *count) {
  uint64_t key = key_of(e);
  if (has_failed(p, key))
    return false;
  bool ok = try_calls(p, number, e, calls, count);
  if (!ok && p->failed_count < MAX_FAILED)
    p->failed[p->failed_count++] = key;
  return ok;
}

static bool try_calls(Planner *p, uint32_t number, const SmrRaisedEquation *e, SmrCoverCall *calls,
                      uint32_t *count) {
  uint32_t where;
  const SmrRaisedTerm *old = old_term(e, &where);
  if (old && e->sum.term_count == 1 && is_plain(old) && *count)
    return true; // nothing is left to do
  if (*count == MAX_CALLS)
    return false;
  SmrCoverCall *call = &calls[*count];
  call->equation = number;
  for (uint32_t r = 0; r < p->rule_count; r++)
    if (matches_whole(p, p->rules[r], number, e, &call->matched)) {
      ++*count;
      return true;
    }
  uint64_t places[SMR_MATCH_MAX_TERMS + 1];
  if (e->sum.term_count > SMR_MATCH_MAX_TERMS - 1)
    return false;
  SmrRaisedEquation part = added_part(p, e, places);
  for (uint32_t r = 0; r < p->rule_count && part.sum.term_count > 1; r++) {
    if (!p->rules[r]->adds || !matches(p, p->rules[r], number, &part, true, &call->matched))
      continue;
    uint64_t taken = 0;
    for (uint32_t t = 1; t < part.sum.term_count; t++)
      taken |= call->matched.terms >> t & 1 ? (uint64_t)1 << places[t] : 0;
    SmrRaisedEquation rest = without(p, e, taken);
    if (!taken || !rest.sum.term_count)
      continue;
    uint32_t before = *count;
    call->matched.terms = taken;
    ++*count;
    if (cover(p, number, &rest, calls, count))
      return true;
    *count = before;
  }
  return cover_within(p, number, e, calls, count) || copy_in(p, number, e, calls, count);
}

static void cover_equation(Planner *p, uint32_t number) {
  p->together[number] = (uint64_t)1 << number;
  p->failed_count = 0;
  uint32_t count = 0;
  const SmrRaisedEquation *e = &p->canonical->equations->equations.data[number];
  if (e->adds || !cover(p, number, e, p->tried, &count))
    return;
  SmrCoverCall *calls = smr_arena_alloc(p->arena, count * sizeof *calls);
  for (uint32_t k = 0; k < count; k++) // the last one was found first
    calls[k] = p->tried[count - 1 - k];
  p->calls[number] = calls;
  p->call_count[number] = count;
}

//--- Several equations -----------------------------------------------------------------------------

/// Of the equations that the call says, one that takes the deepest loops.
static uint32_t deepest(const SmrMatched *matched) {
  const SmrEquations *e = matched->rule->canonical;
  uint32_t best = 0, most = 0;
  for (uint32_t q = 0; q < e->equations.size; q++)
    for (uint32_t t = 0; t < e->equations.data[q].sum.term_count; t++) {
      uint32_t depth =
          e->equations.data[q].domain.index_count + e->equations.data[q].sum.terms[t].domain.index_count;
      if (depth > most)
        most = depth, best = q;
    }
  return matched->equations[best];
}

/// Equations that one call says at once; none of them is said by another such call.
static void cover_systems(Planner *p) {
  uint32_t n = p->canonical->equations->equations.size;
  uint64_t left = n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
  for (uint32_t r = 0; r < p->rule_count; r++) {
    if (p->rules[r]->equation_count < 2 || p->rules[r]->equation_count > n)
      continue;
    SmrMissed missed = {0};
    while (smr_match_system(p->rules[r], p->canonical, left, &p->room, &p->tried->matched, &missed)) {
      SmrCoverCall *call = smr_arena_alloc(p->arena, sizeof *call);
      *call = *p->tried;
      uint64_t all = 0;
      for (uint32_t q = 0; q < p->rules[r]->equation_count; q++)
        all |= (uint64_t)1 << call->matched.equations[q];
      for (uint32_t k = 0; k < n; k++)
        if (all >> k & 1)
          p->systems[k] = call, p->together[k] = all;
      call->equation = deepest(&call->matched);
      left &= ~all;
    }
  }
}

static const SmrCoverCall *calls_for(const Planner *p, uint32_t k, uint32_t *count) {
  *count = p->systems[k] ? 1 : p->call_count[k];
  return p->systems[k] ? p->systems[k] : p->calls[k];
}

static bool is_served(const Planner *p, uint32_t k) {
  return p->systems[k] || p->calls[k];
}

/// A call of several equations is not made: what there is for each alone is.
static void take_apart(Planner *p, uint32_t k) {
  uint64_t all = p->together[k];
  for (uint32_t i = 0; i < MAX_EQUATIONS; i++)
    if (all >> i & 1)
      p->systems[i] = NULL, p->together[i] = (uint64_t)1 << i;
}

static void unserve(Planner *p, uint32_t k) {
  if (p->systems[k]) {
    take_apart(p, k);
    return;
  }
  p->calls[k] = NULL;
  p->call_count[k] = 0;
}

//--- The order ---------------------------------------------------------------------------------

/// Do both come from one store of the graph? (It runs where something is positive, or negative.)
static bool of_one_store(const Planner *p, uint32_t a, uint32_t b) {
  const SmrCanonical *c = p->canonical;
  for (uint32_t i = 0; i < c->origins.data[a].from_count; i++)
    for (uint32_t j = 0; j < c->origins.data[b].from_count; j++) {
      SmrOp store = c->source->equations.data[c->origins.data[a].from[i]].store;
      if (store && store == c->source->equations.data[c->origins.data[b].from[j]].store)
        return true;
    }
  return false;
}

static uint64_t left_of(const Planner *p) {
  uint64_t left = 0;
  for (uint32_t k = 0; k < p->canonical->equations->equations.size; k++)
    left |= (uint64_t)!is_served(p, k) << k;
  return left;
}

static bool is_any_served(const Planner *p) {
  bool any = false;
  for (uint32_t k = 0; k < p->canonical->equations->equations.size; k++)
    any |= is_served(p, k);
  return any;
}

/// What loops do of one store they do at once.
static void find_twins(Planner *p) {
  uint32_t n = p->canonical->equations->equations.size;
  for (uint32_t b = 0; b < n; b++)
    for (uint32_t a = 0; a < n; a++)
      p->twins[b] |= (uint64_t)(a != b && of_one_store(p, a, b)) << a;
}

/// Bit a of earlier[b]: what stands for a is done before what stands for b. The order in the code is asked
/// for where loops are left.
static void find_order(Planner *p) {
  const SmrEquations *e = p->canonical->equations;
  uint32_t n = e->equations.size;
  uint64_t left = left_of(p);
  for (uint32_t b = 0; b < n && !p->ordered; b++)
    for (uint32_t a = 0; a < n; a++)
      if (a != b)
        p->earlier[b] |= (uint64_t)smr_comes_before(&p->s, e, &e->equations.data[a], &e->equations.data[b])
                         << a;
  p->ordered = true;
  for (uint32_t b = 0; b < n && left && !p->ordered_in_code; b++)
    for (uint32_t a = 0; a < n; a++)
      if (a != b)
        p->in_code[b] |= (uint64_t)smr_comes_before_in_code(&p->s, p->canonical, a, b) << a;
  p->ordered_in_code |= left != 0;
}

/// What must come before k, and before what is said with it, as long as those are left to the loops.
static uint64_t before(const Planner *p, uint32_t k, uint64_t left) {
  if (!is_served(p, k))
    return p->earlier[k] | p->in_code[k] | p->twins[k];
  uint64_t all = 0;
  for (uint32_t i = 0; i < MAX_EQUATIONS; i++)
    if (p->together[k] >> i & 1)
      all |= p->earlier[i] | (p->in_code[i] & left);
  return p->together[k] == (uint64_t)1 << k ? all : all & ~p->together[k];
}

static uint32_t depth_of(const Planner *p, uint32_t k) {
  uint32_t count;
  return calls_for(p, k, &count)->matched.rule->depth;
}

/// A served equation that must come both before and after something; UINT32_MAX: there is none. (What is
/// said with it comes when it does.)
static uint32_t find_cycle(Planner *p, uint32_t n) {
  uint64_t reach[MAX_EQUATIONS], left = left_of(p);
  if (!is_any_served(p))
    return UINT32_MAX;
  find_order(p);
  for (uint32_t k = 0; k < n; k++)
    reach[k] = before(p, k, left);
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < n; i++)
      if (reach[i] & p->together[k])
        reach[i] |= reach[k];
  uint32_t worst = UINT32_MAX;
  for (uint32_t k = 0; k < n; k++)
    if (is_served(p, k) && (reach[k] & p->together[k]) &&
        (worst == UINT32_MAX || depth_of(p, k) <= depth_of(p, worst)))
      worst = k;
  return worst;
}

/// Of the equations that are left to the loops all that may be done now, at once: what must come before them
/// is done, or is done with them.
static uint64_t left_now(const Planner *p, uint32_t n, uint64_t done, uint64_t left) {
  uint64_t now = left & ~done;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < n; k++)
      if ((now >> k & 1) && (before(p, k, left) & ~(done | now)))
        now &= ~((uint64_t)1 << k), changed = true;
  }
  return now;
}

/// Steps as sets of equations: calls as soon as they may be, then the loops for all that they may do. There
/// is no cycle with a served equation.
static uint32_t sort(const Planner *p, uint64_t *steps) {
  uint32_t n = p->canonical->equations->equations.size, count = 0;
  uint64_t all = n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1, left = left_of(p);
  for (uint64_t done = 0, last = all; done != all && done != last;) {
    last = done;
    for (bool moved = true; moved;) {
      moved = false;
      for (uint32_t k = 0; k < n && !moved; k++)
        if (is_served(p, k) && !(done >> k & 1) && !(before(p, k, left) & ~done)) {
          steps[count++] = p->together[k];
          done |= p->together[k];
          moved = true;
        }
    }
    uint64_t now = left_now(p, n, done, left);
    if (now)
      steps[count++] = now;
    done |= now;
  }
  return count;
}

static SmrCoverStep step_of(const Planner *p, uint64_t set) {
  uint32_t *equations = smr_arena_alloc(p->arena, MAX_EQUATIONS * sizeof *equations);
  SmrCoverStep step = {.equations = equations};
  for (uint32_t k = 0; k < MAX_EQUATIONS; k++)
    if (set >> k & 1)
      equations[step.equation_count++] = k;
  step.calls = calls_for(p, equations[0], &step.call_count);
  return step;
}

static bool is_wanted(Planner *p, uint32_t k, uint64_t left, SmrCoverWanted wanted, void *data) {
  const SmrCoverStep step = step_of(p, p->together[k]);
  return wanted(&step, left, data);
}

/// A store is done by calls or by the loops.
static void choose_twins(Planner *p) {
  uint32_t n = p->canonical->equations->equations.size;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < n; k++)
      for (uint32_t i = 0; i < n; i++)
        if (!is_served(p, k) && (p->twins[k] >> i & 1) && is_served(p, i))
          unserve(p, i), changed = true;
  }
}

/// Takes calls away that are not wanted, as more and more is left to the loops.
static void choose(Planner *p, SmrCoverWanted wanted, void *data) {
  uint32_t n = p->canonical->equations->equations.size;
  for (bool changed = true; changed;) {
    changed = false;
    choose_twins(p);
    uint64_t left = left_of(p);
    for (uint32_t k = 0; k < n && wanted; k++)
      if (is_served(p, k) && !is_wanted(p, k, left, wanted, data))
        unserve(p, k), changed = true;
  }
}

static void make_steps(Planner *p, SmrCoverPlan *out) {
  uint64_t sets[MAX_EQUATIONS];
  uint32_t count = sort(p, sets);
  SmrCoverStep *steps = smr_arena_alloc(p->arena, (count + 1) * sizeof *steps);
  for (uint32_t s = 0; s < count; s++) {
    steps[s] = step_of(p, sets[s]);
    out->served += steps[s].call_count ? steps[s].equation_count : 0;
    out->left += steps[s].call_count ? 0 : steps[s].equation_count;
  }
  out->steps = steps;
  out->step_count = count;
}

bool smr_cover_plan(SmrCanonical *canonical, SmrCoverRule *const *rules, uint32_t rule_count, SmrArena *arena,
                    SmrCoverWanted wanted, void *data, SmrCoverPlan *out) {
  uint32_t n = canonical->equations->equations.size, culprit;
  Planner p = {.canonical = canonical,
               .rule_count = rule_count,
               .arena = arena,
               .s = {.arena = arena, .known = canonical->equations}};
  *out = (SmrCoverPlan){.canonical = canonical};
  p.missed = smr_arena_alloc(arena, (n + 1) * sizeof *p.missed);
  out->missed = p.missed;
  if (n > MAX_EQUATIONS || !n)
    return false;
  p.rules = smr_arena_alloc(arena, (rule_count + 1) * sizeof(SmrCoverRule *));
  if (rule_count)
    memcpy(p.rules, rules, rule_count * sizeof(SmrCoverRule *));
  qsort(p.rules, rule_count, sizeof(SmrCoverRule *), by_size);
  p.room.arena = arena;
  p.s.apart = &p.apart;
  p.tried = smr_xmalloc(MAX_CALLS * sizeof *p.tried);
  for (uint32_t k = 0; k < n; k++)
    cover_equation(&p, k);
  if (n > 1)
    cover_systems(&p);
  out->match_steps = p.room.steps;
  free(p.tried);
  smr_match_room_free(&p.room);
  if (is_any_served(&p))
    find_twins(&p);
  choose(&p, wanted, data);
  while ((culprit = find_cycle(&p, n)) != UINT32_MAX) {
    unserve(&p, culprit);
    choose(&p, wanted, data);
  }
  make_steps(&p, out);
  smr_system_free(&p.s.system);
  smr_answers_free(&p.apart);
  return out->served;
}
