//===- raise.c - a nest to array equations --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/chosen.h"
#include "graph/collapsed.h"
#include "graph/number.h"
#include "graph/rows.h"
#include "raise/internal.h"
#include <assert.h>

const char *smr_not_raised_text(SmrNotRaisedReason reason) {
  static const char *const texts[] = {"",
#define X(name, text) text,
                                      SMR_NOT_RAISED(X)
#undef X
  };
  return texts[reason];
}

//--- What the nest leaves behind -------------------------------------------------------

static bool used_outside(const SmrRaiser *r, const SmrUses *uses, SmrValue value) {
  for (uint32_t k = uses->first[value]; k < uses->first[value + 1]; k++) {
    SmrOp user = uses->ops[k], top = user;
    for (SmrOp parent = smr_parent(r->graph, top); parent && smr_op(r->graph, top)->block != r->range.block;
         parent = smr_parent(r->graph, top))
      top = parent;
    bool inside = smr_op(r->graph, top)->block == r->range.block &&
                  !smr_before(r->graph, top, r->range.first) && !smr_before(r->graph, r->range.last, top);
    if (!inside)
      return true;
  }
  return false;
}

static bool add_results(SmrRaiser *r, const SmrUses *uses) {
  const SmrGraph *g = r->graph;
  for (SmrOp op = r->range.first; op; op = op == r->range.last ? 0 : smr_op(g, op)->next)
    for (uint32_t k = 0; k < smr_op(g, op)->result_count; k++) {
      SmrValue value = smr_result(g, op, k);
      bool region = smr_op(g, op)->region_count, number = smr_type_is_number(smr_value_type(g, value));
      if ((!region && !number) || smr_op(g, op)->code == SMR_OP_CONST || !used_outside(r, uses, value))
        continue;
      if (!number)
        return smr_raise_refuse(r, SMR_NOT_RAISED_CARRIED, op);
      smr_vec_push(&r->sums, (__typeof__(*r->sums.data)){.value = value});
      if (!smr_raise_sum(r, value, op, &smr_vec_last(&r->sums).sum))
        return false;
    }
  return true;
}

/// The term that is what the element has, read where it is stored; UINT32_MAX: none.
static uint32_t own_term(const SmrRaiser *r, const SmrRaisedAccess *store, const SmrSum *sum) {
  for (uint32_t k = 0; k < sum->term_count; k++) {
    const SmrRaisedTerm *term = &sum->terms[k];
    uint32_t load;
    if (term->coefficient != 1 || term->factor_count != 1 || term->domain.row_count ||
        term->factors[0]->kind != SMR_FACTOR_LOAD ||
        !smr_map_get(&r->access_of, term->factors[0]->load, &load))
      continue;
    const SmrRaisedAccess *a = &r->accesses.data[load];
    if (a->object == store->object && a->scope == store->scope && smr_poly_equal(a->offset, store->offset))
      return k;
  }
  return UINT32_MAX;
}

/// `if (t != 0) c += t*b` adds 0 where t is 0: as a store that always happens. Others are refused.
static bool add_skipping(SmrRaiser *r, uint32_t access, SmrOp op, SmrSum *sum) {
  const SmrRaisedAccess *store = &r->accesses.data[access];
  uint32_t own = own_term(r, store, sum);
  if (own == UINT32_MAX || sum->term_count < 2)
    return smr_raise_refuse(r, SMR_NOT_RAISED_CONDITION, store->skips);
  return smr_raise_skipping(r, store->skips, op, own, sum);
}

static bool add_stores(SmrRaiser *r) {
  for (uint32_t k = 0; k < r->accesses.size; k++) {
    SmrOp op = r->accesses.data[k].op;
    if (!r->accesses.data[k].store)
      continue;
    smr_vec_push(&r->sums, (__typeof__(*r->sums.data)){.access = k});
    if (!smr_raise_sum(r, smr_operand(r->graph, op, 0), op, &smr_vec_last(&r->sums).sum) ||
        (r->accesses.data[k].skips && !add_skipping(r, k, op, &smr_vec_last(&r->sums).sum)))
      return false;
  }
  return true;
}

//--- Equations ---------------------------------------------------------------------------

static void add_result_equation(SmrRaiser *r, SmrValue value, SmrSum sum) {
  uint32_t id = r->out->arrays.size;
  SmrSym unique = smr_raise_name(r, value, "r");
  smr_vec_push(
      &r->out->arrays,
      (SmrRaisedArray){.name = unique, .type = sum.type, .memory = id, .versions = 1, .result = value});
  smr_vec_push(&r->out->equations, (SmrRaisedEquation){.array = id, .version = 1, .sum = sum});
}

/// One equation of a store, or several where something around it is not 0: positive, or negative.
static bool add_store_equations(SmrRaiser *r, const SmrRaisedAccess *a, SmrSum sum) {
  SmrPoly apart[SMR_RAISE_MAX_APART];
  uint32_t count = 0;
  for (uint32_t s = a->scope; s; s = r->scopes.data[s].parent)
    for (uint32_t k = 0; k < r->scopes.data[s].apart_count; k++) {
      if (count == SMR_RAISE_MAX_APART)
        return smr_raise_refuse(r, SMR_NOT_RAISED_LARGE, a->op);
      apart[count++] = r->apart.data[r->scopes.data[s].apart + k];
    }
  SmrDomain around = smr_raise_domain(r, a->scope, 0);
  if (!smr_raise_squares(r, &around, apart, &count))
    return smr_raise_refuse(r, SMR_NOT_RAISED_LARGE, a->op);
  for (uint32_t which = 0; which < 1U << count; which++) {
    SmrDomain domain;
    if (!smr_raise_apart(r, around, apart, count, which, &domain))
      return smr_raise_refuse(r, SMR_NOT_RAISED_LARGE, a->op);
    smr_vec_push(&r->out->equations, (SmrRaisedEquation){.array = a->array,
                                                         .version = a->version,
                                                         .adds = a->adds,
                                                         .offset = a->offset,
                                                         .domain = domain,
                                                         .sum = sum,
                                                         .store = a->op});
  }
  return true;
}

/// Does the equation of sum a stand before that of sum b?
static bool is_before(const SmrRaiser *r, uint32_t a, uint32_t b) {
  const SmrRaisedAccess *x = &r->accesses.data[r->sums.data[a].access],
                        *y = &r->accesses.data[r->sums.data[b].access];
  if (r->sums.data[a].value || r->sums.data[b].value)
    return !r->sums.data[a].value && r->sums.data[b].value;
  if (x->array != y->array)
    return x->array < y->array;
  return x->version != y->version ? x->version < y->version : x->op < y->op;
}

/// By arrays and their versions; results last.
static void sort_sums(SmrRaiser *r) {
  for (uint32_t k = 1; k < r->sums.size; k++)
    for (uint32_t at = k; at && is_before(r, at, at - 1); at--) {
      __typeof__(*r->sums.data) moved = r->sums.data[at];
      r->sums.data[at] = r->sums.data[at - 1];
      r->sums.data[at - 1] = moved;
    }
}

static bool add_equations(SmrRaiser *r) {
  sort_sums(r);
  for (uint32_t k = 0; k < r->sums.size; k++)
    if (!r->sums.data[k].value &&
        !add_store_equations(r, &r->accesses.data[r->sums.data[k].access], r->sums.data[k].sum))
      return false;
  for (uint32_t k = 0; k < r->sums.size; k++)
    if (r->sums.data[k].value)
      add_result_equation(r, r->sums.data[k].value, r->sums.data[k].sum);
  return true;
}

/// A loop that is open as two is these, where both run, and together no more often than the code can count.
static bool need_digits(SmrRaiser *r, const SmrCollapsed *c) {
  SmrPoly needs[3] = {smr_poly_of(r->graph, r->arena, c->outer), smr_poly_of(r->graph, r->arena, c->inner)};
  bool ok = smr_collapsed_room(r->graph, r->arena, c, &needs[2]);
  for (uint32_t k = 0; k < 3 && ok; k++)
    ok = smr_raise_poly(r, needs[k], &needs[k]) && !smr_equations_name_index(r->out, needs[k]) &&
         smr_poly_sub(r->arena, needs[k], smr_poly_const(r->arena, k < 2), &needs[k]) &&
         smr_raise_need(r, needs[k]);
  return ok;
}

static bool need_collapsed(SmrRaiser *r) {
  const SmrGraph *g = r->graph;
  for (uint32_t k = 0; k < g->collapsed.size; k++) {
    const SmrCollapsed *c = &g->collapsed.data[k];
    if (c->open && c->first == r->range.first && c->last == r->range.last && !need_digits(r, c))
      return smr_raise_refuse(r, SMR_NOT_RAISED_BOUND, c->loop);
  }
  return true;
}

static bool raise(SmrRaiser *r, const SmrUses *uses, SmrSystem *system) {
  if (!smr_raise_read(r) || !need_collapsed(r) || !add_stores(r) || !add_results(r, uses))
    return false;
  if (!r->sums.size)
    return smr_raise_refuse(r, SMR_NOT_RAISED_NOTHING, r->range.first);
  if (!smr_raise_elements(r, system) || !smr_raise_stages(r, system) || !add_equations(r))
    return false;
  const SmrScope *around = &r->scopes.data[0];
  for (uint32_t k = 0; k < around->row_count; k++)
    smr_vec_push(&r->out->known, r->rows.data[around->row + k]);
  return true;
}

static void raiser_free(SmrRaiser *r) {
  smr_vec_free(&r->scopes);
  smr_vec_free(&r->rows);
  smr_vec_free(&r->apart);
  smr_vec_free(&r->accesses);
  smr_vec_free(&r->objects);
  smr_vec_free(&r->loads);
  smr_vec_free(&r->sums);
  smr_vec_free(&r->fixed);
  smr_vec_free(&r->unwritten);
  smr_map_free(&r->scope_of);
  smr_map_free(&r->integer_of);
  smr_map_free(&r->scalar_of);
  smr_map_free(&r->access_of);
  smr_map_free(&r->same);
}

typedef struct {
  bool split_rows, rows_apart, by_stores, quotients; // as SmrRaiser has them
  bool rows; // rows that no index chooses may be told apart, which might help
} Way;

static SmrEquations *raise_once(const SmrGraph *graph, const SmrUses *uses, SmrNest nest, Way *way,
                                SmrNotRaised *why) {
  SmrEquations *out = smr_equations_create(graph->symbols, graph->name);
  SmrRaiser r = {.graph = graph,
                 .range = nest,
                 .out = out,
                 .arena = &out->arena,
                 .split_rows = way->split_rows,
                 .rows_apart = way->rows_apart,
                 .by_stores = way->by_stores,
                 .quotients = way->quotients};
  SmrSystem system = {0};
  bool ok = raise(&r, uses, &system) && r.other == (way->rows_apart || way->by_stores || way->quotients);
  smr_system_free(&system);
  if (!ok) {
    smr_equations_destroy(out);
    out = NULL;
  }
  *why = r.why;
  way->rows = r.has_rows && !way->split_rows;
  raiser_free(&r);
  assert(!out || smr_equations_check(out, NULL));
  return out;
}

static SmrEquations *raise_either(const SmrGraph *graph, const SmrUses *uses, SmrNest nest,
                                  SmrNotRaised *why) {
  SmrNotRaised again;
  Way way = {.split_rows = false}, split = {.split_rows = true};
  SmrEquations *out = raise_once(graph, uses, nest, &way, why);
  if (!out && way.rows && (out = raise_once(graph, uses, nest, &split, &again)) != NULL)
    *why = again;
  return out;
}

/// With rows that are reached by pointers.
static SmrEquations *raise_rows(SmrGraph *graph, const SmrUses *uses, SmrNest nest, SmrNotRaised *why) {
  SmrEquations *out = raise_either(graph, uses, nest, why);
  if (out || why->reason != SMR_NOT_RAISED_BASE || !smr_rows_open(graph, nest.first, nest.last))
    return out;
  out = raise_either(graph, uses, nest, why);
  if (!out)
    smr_rows_close(graph, nest.first, nest.last);
  return out;
}

SmrEquations *smr_raise(SmrGraph *graph, const SmrUses *uses, SmrNest nest, SmrNotRaised *why) {
  SmrNotRaised opened;
  SmrEquations *out = raise_rows(graph, uses, nest, why);
  if (out)
    return out;
  const bool collapsed = smr_collapsed_open(graph, nest.first, nest.last),
             chosen = smr_chosen_open(graph, nest.first, nest.last);
  if (!collapsed && !chosen)
    return NULL;
  out = raise_rows(graph, uses, nest, &opened);
  if (out)
    *why = opened;
  else
    smr_raise_close(graph, nest);
  return out;
}

void smr_raise_close(SmrGraph *graph, SmrNest nest) {
  smr_rows_close(graph, nest.first, nest.last);
  smr_chosen_close(graph, nest.first, nest.last);
  smr_collapsed_close(graph, nest.first, nest.last);
}

/// Do two stores of the array write rows that no index tells apart?
static bool has_such_rows(const SmrEquations *e, SmrArena *scratch) {
  for (uint32_t a = 0; a < e->equations.size; a++)
    for (uint32_t b = 0; b < a; b++) {
      const SmrRaisedEquation *x = &e->equations.data[a], *y = &e->equations.data[b];
      SmrPoly difference;
      bool named = x->array != y->array || !smr_poly_sub(scratch, x->offset, y->offset, &difference) ||
                   !difference.count;
      if (!named && !smr_equations_name_index(e, difference) &&
          (difference.count > 1 || difference.terms[0].degree))
        return true;
    }
  return false;
}

SmrEquations *smr_raise_rows_apart(const SmrGraph *graph, const SmrUses *uses, SmrNest nest,
                                   const SmrEquations *equations) {
  SmrArena scratch = {0};
  SmrNotRaised why;
  Way way = {.split_rows = true, .rows_apart = true};
  bool worth = has_such_rows(equations, &scratch);
  smr_arena_destroy(&scratch);
  return worth ? raise_once(graph, uses, nest, &way, &why) : NULL;
}

/// Is a sum stored, and multiplied?
static bool has_stored_factor(const SmrGraph *g, const SmrUses *uses, SmrOp first, SmrOp last) {
  for (SmrOp op = first; op; op = op == last ? 0 : smr_op(g, op)->next) {
    SmrValue value = smr_op(g, op)->code == SMR_OP_STORE ? smr_value(g, smr_operand(g, op, 0)) : 0;
    for (uint32_t k = value ? uses->first[value] : 0; value && k < uses->first[value + 1]; k++) {
      SmrOpcode code = (SmrOpcode)smr_op(g, uses->ops[k])->code;
      if (code == SMR_OP_FMUL || code == SMR_OP_FPROD || code == SMR_OP_FMA || code == SMR_OP_FDIV ||
          code == SMR_OP_FNEG)
        return true;
    }
    for (uint32_t k = 0; k < smr_op(g, op)->region_count; k++) {
      SmrBlock body = smr_body_block(g, op, k);
      if (body && has_stored_factor(g, uses, g->blocks.data[body].first, g->blocks.data[body].last))
        return true;
    }
  }
  return false;
}

SmrEquations *smr_raise_by_stores(const SmrGraph *graph, const SmrUses *uses, SmrNest nest) {
  SmrNotRaised why;
  Way way = {.by_stores = true};
  return has_stored_factor(graph, uses, nest.first, nest.last) ? raise_once(graph, uses, nest, &way, &why)
                                                               : NULL;
}

/// A loop's result, or a sum or product with it, that nothing else uses: calls would compute it again.
static bool is_from_loop(const SmrGraph *g, const SmrUses *uses, SmrValue value, uint32_t depth) {
  SmrValue made = smr_value(g, value);
  SmrOp def = uses->first[made + 1] - uses->first[made] == 1 ? smr_def(g, made) : 0;
  bool any = def && smr_op(g, def)->region_count;
  for (uint32_t k = 0; def && depth && !any && k < smr_op(g, def)->operand_count; k++)
    any = smr_type_is_number(smr_value_type(g, smr_operand(g, def, k))) &&
          is_from_loop(g, uses, smr_operand(g, def, k), depth - 1);
  return any;
}

/// Is such a value divided?
static bool has_divided_sum(const SmrGraph *g, const SmrUses *uses, SmrOp first, SmrOp last) {
  for (SmrOp op = first; op; op = op == last ? 0 : smr_op(g, op)->next) {
    if (smr_op(g, op)->code == SMR_OP_FDIV && is_from_loop(g, uses, smr_operand(g, op, 0), 2))
      return true;
    for (uint32_t k = 0; k < smr_op(g, op)->region_count; k++) {
      SmrBlock body = smr_body_block(g, op, k);
      if (body && has_divided_sum(g, uses, g->blocks.data[body].first, g->blocks.data[body].last))
        return true;
    }
  }
  return false;
}

SmrEquations *smr_raise_divided(const SmrGraph *graph, const SmrUses *uses, SmrNest nest) {
  SmrNotRaised why;
  Way way = {.quotients = true};
  return has_divided_sum(graph, uses, nest.first, nest.last) ? raise_once(graph, uses, nest, &way, &why)
                                                             : NULL;
}
