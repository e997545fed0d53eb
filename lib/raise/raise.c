//===- raise.c - a nest to array equations --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/number.h"
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
      bool region = smr_op(g, op)->region_count, number = smr_type_is_float(smr_value_type(g, value));
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

static bool add_stores(SmrRaiser *r) {
  for (uint32_t k = 0; k < r->accesses.size; k++) {
    SmrOp op = r->accesses.data[k].op;
    if (!r->accesses.data[k].store)
      continue;
    smr_vec_push(&r->sums, (__typeof__(*r->sums.data)){.access = k});
    if (!smr_raise_sum(r, smr_operand(r->graph, op, 0), op, &smr_vec_last(&r->sums).sum))
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

static int by_version(const void *a, const void *b) {
  const SmrRaisedEquation *x = a, *y = b;
  if (x->array != y->array)
    return x->array < y->array ? -1 : 1;
  if (x->version != y->version)
    return x->version < y->version ? -1 : 1;
  return x->store < y->store ? -1 : x->store > y->store;
}

static void add_equations(SmrRaiser *r) {
  for (uint32_t k = 0; k < r->sums.size; k++) {
    if (r->sums.data[k].value)
      continue;
    const SmrRaisedAccess *a = &r->accesses.data[r->sums.data[k].access];
    smr_vec_push(&r->out->equations, (SmrRaisedEquation){.array = a->array,
                                                         .version = a->version,
                                                         .adds = a->adds,
                                                         .offset = a->offset,
                                                         .domain = smr_raise_domain(r, a->scope, 0),
                                                         .sum = r->sums.data[k].sum,
                                                         .store = a->op});
  }
  if (r->out->equations.size)
    qsort(r->out->equations.data, r->out->equations.size, sizeof *r->out->equations.data, by_version);
  for (uint32_t k = 0; k < r->sums.size; k++)
    if (r->sums.data[k].value)
      add_result_equation(r, r->sums.data[k].value, r->sums.data[k].sum);
}

static bool raise(SmrRaiser *r, const SmrUses *uses, SmrSystem *system) {
  if (!smr_raise_read(r) || !add_stores(r) || !add_results(r, uses))
    return false;
  if (!r->sums.size)
    return smr_raise_refuse(r, SMR_NOT_RAISED_NOTHING, r->range.first);
  if (!smr_raise_elements(r, system) || !smr_raise_stages(r, system))
    return false;
  add_equations(r);
  return true;
}

static void raiser_free(SmrRaiser *r) {
  smr_vec_free(&r->scopes);
  smr_vec_free(&r->rows);
  smr_vec_free(&r->accesses);
  smr_vec_free(&r->objects);
  smr_vec_free(&r->loads);
  smr_vec_free(&r->sums);
  smr_vec_free(&r->fixed);
  smr_map_free(&r->scope_of);
  smr_map_free(&r->integer_of);
  smr_map_free(&r->scalar_of);
  smr_map_free(&r->access_of);
  smr_map_free(&r->same);
}

SmrEquations *smr_raise(const SmrGraph *graph, const SmrUses *uses, SmrNest nest, SmrNotRaised *why) {
  SmrEquations *out = smr_equations_create(graph->symbols, graph->name);
  SmrRaiser r = {.graph = graph, .range = nest, .out = out, .arena = &out->arena};
  SmrSystem system = {0};
  bool ok = raise(&r, uses, &system);
  smr_system_free(&system);
  if (!ok) {
    smr_equations_destroy(out);
    out = NULL;
  }
  *why = r.why;
  raiser_free(&r);
  assert(!out || smr_equations_check(out, NULL));
  return out;
}
