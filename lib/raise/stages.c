//===- stages.c - R3: the versions of each array --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// "May an execution of store W come before one of access X that touches the same element?" is a question of
// emptiness for each loop that both are in. The answers order the writes of one array element by element:
// writes that have an order make one version after the other, writes that can come either way must all be
// sums, which commute, and make one version together. Then each read must see one version: no write of it may
// come after the read, and none of a later one before.
//
// Why that is right: take an element e. The writes of it that happen are, in time, those of version 1, of
// version 2, and so on (no question found any that is not). A read of e that sees version v happens after all
// writes of e that make versions up to v, and before all others; so it sees what they left. A sum that is its
// own element's reader reads and writes with nothing else of e between, so each of its executions adds what
// the rest of its value is.
//===----------------------------------------------------------------------===//
#include "raise/internal.h"
#include <stdlib.h>

typedef struct {
  SmrRaiser *r;
  SmrSystem *system;
  uint32_t object;
  uint32_t count;
  uint32_t store[SMR_RAISE_MAX_STORES];  // access numbers, in program order
  uint64_t before[SMR_RAISE_MAX_STORES]; // bit j of before[i]: an execution of i may come before one of j
  uint64_t reach[SMR_RAISE_MAX_STORES];  // the same over any number of steps
  uint32_t chain[SMR_RAISE_MAX_STORES];  // stores whose elements meet have one number: that of the first
  uint32_t array[SMR_RAISE_MAX_STORES];  // of chain k
  uint32_t made[SMR_RAISE_MAX_STORES];   // the version that a store makes
} Stages;

enum { MOST_APART = 4 };
typedef struct { // polynomials that are not 0, each with an instance's indices
  SmrPoly poly[MOST_APART];
  uint32_t instance[MOST_APART], count;
} Apart;

static const SmrRaisedAccess *access_at(const Stages *s, uint32_t k) {
  return &s->r->accesses.data[k];
}

//--- Questions -----------------------------------------------------------------------

static void add_scope(Stages *s, uint32_t scope, uint32_t instance) {
  const SmrScope *one = &s->r->scopes.data[scope];
  for (uint32_t k = 0; k < one->row_count; k++)
    smr_system_add(s->system, SMR_AFFINE_GE, s->r->rows.data[one->row + k], instance);
}

/// Rows of the scope and all around it in the nest for one of the two executions.
static void add_scopes(Stages *s, uint32_t scope, uint32_t instance) {
  for (; scope; scope = s->r->scopes.data[scope].parent)
    add_scope(s, scope, instance);
}

static void ask(Stages *s, const SmrRaisedAccess *a, const SmrRaisedAccess *b) {
  smr_system_reset(s->system);
  for (uint32_t k = 1; k < s->r->out->integers.size; k++)
    if (s->r->out->integers.data[k].index)
      smr_system_index(s->system, k);
  for (uint32_t k = 0; k < s->r->out->needs.size; k++)
    smr_system_add(s->system, SMR_AFFINE_GE, s->r->out->needs.data[k], 0);
  add_scope(s, 0, 0);
  add_scopes(s, a->scope, 0);
  add_scopes(s, b->scope, 1);
  for (uint32_t k = 0; k < s->r->objects.data[s->object].rank; k++)
    smr_system_add_between(s->system, SMR_AFFINE_EQ, a->element[k], 0, b->element[k], 1, 0);
}

static void add_facts(Stages *s, const SmrRaisedAccess *access, uint32_t instance) {
  for (uint32_t k = 0; k < access->fact_count; k++)
    smr_system_add(s->system, SMR_AFFINE_GE, access->facts[k], instance);
}

/// Collects what is not 0 in the scope and around it, as far as there is room.
static void collect_apart(const SmrRaiser *r, uint32_t scope, uint32_t instance, Apart *out) {
  for (; scope; scope = r->scopes.data[scope].parent)
    for (uint32_t k = 0; k < r->scopes.data[scope].apart_count && out->count < MOST_APART; k++) {
      out->poly[out->count] = r->apart.data[r->scopes.data[scope].apart + k];
      out->instance[out->count++] = instance;
    }
}

/// Do the rows contradict one another, whether each is positive or negative?
static bool contradict(Stages *s, const Apart *apart, uint32_t at) {
  if (at == apart->count)
    return smr_system_empty(s->system);
  for (uint32_t side = 0; side < 2; side++) {
    SmrPoly p = apart->poly[at], zero = {0};
    uint32_t instance = apart->instance[at];
    SmrSystemMark mark = smr_system_mark(s->system);
    smr_system_add_between(s->system, SMR_AFFINE_GE, side ? p : zero, instance, side ? zero : p, instance,
                           -1);
    bool empty = contradict(s, apart, at + 1);
    smr_system_rewind(s->system, mark);
    if (!empty)
      return false;
  }
  return true;
}

static bool is_empty(Stages *s, const SmrRaisedAccess *a, const SmrRaisedAccess *b) {
  Apart apart = {0};
  if (smr_system_empty(s->system))
    return true;
  collect_apart(s->r, a->scope, 0, &apart);
  collect_apart(s->r, b->scope, 1, &apart);
  return apart.count && contradict(s, &apart, 0);
}

static uint32_t loops_around(const SmrRaiser *r, uint32_t scope, uint32_t *loops) {
  uint32_t count = 0;
  for (uint32_t s = scope; s; s = r->scopes.data[s].parent)
    count += r->scopes.data[s].index != 0;
  uint32_t k = count;
  for (uint32_t s = scope; s; s = r->scopes.data[s].parent)
    if (r->scopes.data[s].index)
      loops[--k] = s;
  return count;
}

/// The loops that both are in, outermost first.
static uint32_t common_loops(const SmrRaiser *r, uint32_t a, uint32_t b, uint32_t *loops) {
  uint32_t other[SMR_RAISE_MAX_SCOPES], n = loops_around(r, a, loops), m = loops_around(r, b, other), k = 0;
  while (k < n && k < m && loops[k] == other[k])
    k++;
  return k;
}

/// The subscripts of the two, each within its own array's bounds, tell the elements apart: two arrays of one
/// common block are one object.
static bool apart_by_bounds(Stages *s, const SmrRaisedAccess *a, const SmrRaisedAccess *b) {
  if (!a->fact_count && !b->fact_count)
    return false;
  ask(s, a, b);
  add_facts(s, a, 0);
  add_facts(s, b, 1);
  return smr_system_empty(s->system);
}

/// Two numbers that no loop changes tell the elements apart: that these differ is a need, if it may be.
static bool assume_apart(Stages *s, const SmrRaisedAccess *a, const SmrRaisedAccess *b) {
  SmrRaiser *r = s->r;
  for (uint32_t k = 0; r->rows_apart && k < r->objects.data[s->object].rank; k++) {
    SmrPoly difference, square, need;
    int64_t constant;
    if (smr_equations_name_index(r->out, a->element[k]) || smr_equations_name_index(r->out, b->element[k]) ||
        !smr_poly_sub(r->arena, a->element[k], b->element[k], &difference) ||
        smr_poly_is_const(difference, &constant) ||
        !smr_poly_mul(r->arena, difference, difference, &square) ||
        !smr_poly_sub(r->arena, square, smr_poly_const(r->arena, 1), &need) || !smr_raise_need(r, need))
      continue;
    return r->other = true;
  }
  return false;
}

/// May an execution of a come before one of b that touches the same element? In the same iteration of all
/// common loops alone, if `together`.
static bool comes_before(Stages *s, const SmrRaisedAccess *a, const SmrRaisedAccess *b, bool together) {
  uint32_t loops[SMR_RAISE_MAX_SCOPES], count = common_loops(s->r, a->scope, b->scope, loops);
  bool found = false;
  ask(s, a, b);
  for (uint32_t k = 0; k <= count && !found; k++) {
    SmrPoly index = k < count ? smr_poly_leaf(s->r->arena, s->r->scopes.data[loops[k]].index) : (SmrPoly){0};
    if (k == count) {
      found = a->at < b->at && !is_empty(s, a, b);
    } else if (!together) {
      SmrSystemMark mark = smr_system_mark(s->system);
      smr_system_add_between(s->system, SMR_AFFINE_GE, index, 1, index, 0, -1);
      found = !is_empty(s, a, b);
      smr_system_rewind(s->system, mark);
    }
    if (k < count)
      smr_system_add_between(s->system, SMR_AFFINE_EQ, index, 0, index, 1, 0);
  }
  return found && !apart_by_bounds(s, a, b) && !assume_apart(s, a, b);
}

//--- Sums into memory ----------------------------------------------------------------

/// The term of a store's value that is its element itself, as it is read in the same scope; UINT32_MAX: none.
static uint32_t own_term(const Stages *s, const SmrRaisedAccess *store, const SmrSum *sum, uint32_t *load) {
  for (uint32_t k = 0; k < sum->term_count; k++) {
    const SmrRaisedTerm *term = &sum->terms[k];
    if (term->coefficient != 1 || term->factor_count != 1 || term->domain.row_count ||
        term->domain.index_count || term->factors[0]->kind != SMR_FACTOR_LOAD)
      continue;
    const SmrFactor *f = term->factors[0];
    if (!smr_map_get(&s->r->access_of, f->load, load))
      continue;
    const SmrRaisedAccess *l = access_at(s, *load);
    if (l->object == store->object && l->scope == store->scope && l->at < store->at &&
        smr_poly_equal(l->offset, store->offset))
      return k;
  }
  return UINT32_MAX;
}

/// Is the element written between the load and the store that adds to it?
static bool written_between(Stages *s, const SmrRaisedAccess *load, const SmrRaisedAccess *store) {
  for (uint32_t k = 0; k < s->count; k++) {
    const SmrRaisedAccess *other = access_at(s, s->store[k]);
    if (other != store && other->at > load->at && other->at < store->at && comes_before(s, load, other, true))
      return true;
  }
  return false;
}

static SmrSum *sum_of(Stages *s, uint32_t access) {
  for (uint32_t k = 0; k < s->r->sums.size; k++)
    if (!s->r->sums.data[k].value && s->r->sums.data[k].access == access)
      return &s->r->sums.data[k].sum;
  return NULL;
}

/// Makes a store one that adds; false when it is none.
static bool becomes_sum(Stages *s, uint32_t access) {
  SmrRaisedAccess *store = &s->r->accesses.data[access];
  SmrSum *sum = sum_of(s, access);
  uint32_t load, own = own_term(s, store, sum, &load);
  if (store->adds || own == UINT32_MAX)
    return store->adds;
  SmrRaisedTerm *rest = smr_arena_alloc(s->r->arena, sum->term_count * sizeof *rest);
  memcpy(rest, sum->terms, own * sizeof *rest);
  memcpy(rest + own, sum->terms + own + 1, (sum->term_count - own - 1) * sizeof *rest);
  SmrSum others = {sum->type, rest, sum->term_count - 1,
                   sum->laws | (sum->term_count > 2 ? SMR_LAW_ASSOC : 0)};
  if (smr_sum_loads(&others, access_at(s, load)->op) || written_between(s, access_at(s, load), store))
    return false;
  *sum = others;
  store->adds = true;
  return true;
}

//--- The order of writes ---------------------------------------------------------------

static bool collect_stores(Stages *s) {
  for (uint32_t k = 0; k < s->r->accesses.size; k++) {
    const SmrRaisedAccess *a = access_at(s, k);
    if (!a->store || a->object != s->object)
      continue;
    if (s->count == SMR_RAISE_MAX_STORES)
      return smr_raise_refuse(s->r, SMR_NOT_RAISED_LARGE, a->op);
    s->chain[s->count] = s->count;
    s->store[s->count++] = k;
  }
  return true;
}

static void join_chains(Stages *s, uint32_t a, uint32_t b) {
  uint32_t from = s->chain[a] > s->chain[b] ? s->chain[a] : s->chain[b],
           to = s->chain[a] > s->chain[b] ? s->chain[b] : s->chain[a];
  for (uint32_t k = 0; k < s->count; k++)
    if (s->chain[k] == from)
      s->chain[k] = to;
}

static bool order_stores(Stages *s) {
  for (uint32_t i = 0; i < s->count; i++)
    for (uint32_t j = 0; j < s->count; j++) {
      if (!comes_before(s, access_at(s, s->store[i]), access_at(s, s->store[j]), false))
        continue;
      if (i == j && !becomes_sum(s, s->store[i]))
        return smr_raise_refuse(s->r, SMR_NOT_RAISED_AGAIN, access_at(s, s->store[i])->op);
      s->before[i] |= (uint64_t)(i != j) << j;
      join_chains(s, i, j);
    }
  memcpy(s->reach, s->before, sizeof s->reach);
  for (uint32_t k = 0; k < s->count; k++)
    for (uint32_t i = 0; i < s->count; i++)
      if (s->reach[i] >> k & 1)
        s->reach[i] |= s->reach[k];
  return true;
}

static bool tied(const Stages *s, uint32_t i, uint32_t j) {
  return (s->reach[i] >> j & 1) && (s->reach[j] >> i & 1);
}

/// Numbers the versions of one chain: the first group of tied stores that all others left over come after.
static bool number_chain(Stages *s, uint32_t chain) {
  uint32_t version = 0;
  for (;;) {
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < s->count && first == UINT32_MAX; i++) {
      bool ready = s->chain[i] == chain && !s->made[i];
      for (uint32_t j = 0; j < s->count && ready; j++)
        ready = s->made[j] || !(s->reach[j] >> i & 1) || tied(s, i, j);
      first = ready ? i : UINT32_MAX;
    }
    if (first == UINT32_MAX)
      break;
    ++version;
    for (uint32_t j = 0; j < s->count; j++)
      if (j == first || tied(s, first, j)) {
        if (tied(s, first, j) && !becomes_sum(s, s->store[j]))
          return smr_raise_refuse(s->r, SMR_NOT_RAISED_ORDER, access_at(s, s->store[j])->op);
        s->made[j] = version;
        s->r->accesses.data[s->store[j]].version = version;
        s->r->accesses.data[s->store[j]].array = s->array[chain];
      }
  }
  s->r->out->arrays.data[s->array[chain]].versions = version;
  return true;
}

/// One array for each chain of stores (and one for each type as which an object that is only read is read).
static uint32_t add_array(SmrRaiser *r, uint32_t object, SmrType type, uint32_t memory) {
  SmrValue base = r->objects.data[object].base;
  uint32_t id = r->out->arrays.size;
  SmrSym unique = smr_raise_name(r, base, "a");
  smr_vec_push(&r->out->arrays,
               (SmrRaisedArray){
                   .name = unique, .type = type, .memory = memory == UINT32_MAX ? id : memory, .base = base});
  return id;
}

static bool number_stores(Stages *s) {
  uint32_t memory = UINT32_MAX;
  for (uint32_t k = 0; k < s->count; k++) {
    if (s->chain[k] != k)
      continue;
    s->array[k] = add_array(s->r, s->object, access_at(s, s->store[k])->type, memory);
    if (memory == UINT32_MAX)
      memory = s->array[k];
    if (!number_chain(s, k))
      return false;
  }
  return true;
}

//--- What reads see --------------------------------------------------------------------

/// The chain of a load that no write comes before: one that has the very element, if any.
static uint32_t chain_of_element(const Stages *s, const SmrRaisedAccess *load) {
  for (uint32_t k = 0; k < s->count; k++)
    if (access_at(s, s->store[k])->scope == load->scope &&
        smr_poly_equal(access_at(s, s->store[k])->offset, load->offset))
      return s->chain[k];
  return s->chain[0];
}

/// The version that the load sees: of the one chain whose writes may come before it, the highest; no write up
/// to it may come after.
static bool place_load(Stages *s, SmrRaisedAccess *load) {
  uint32_t version = 0, chain = UINT32_MAX;
  for (uint32_t k = 0; k < s->count; k++) {
    if (!comes_before(s, access_at(s, s->store[k]), load, false))
      continue;
    if (chain != UINT32_MAX && chain != s->chain[k])
      return smr_raise_refuse(s->r, SMR_NOT_RAISED_BETWEEN, load->op);
    chain = s->chain[k];
    version = s->made[k] > version ? s->made[k] : version;
  }
  chain = chain == UINT32_MAX ? chain_of_element(s, load) : chain;
  for (uint32_t k = 0; k < s->count; k++)
    if (s->chain[k] == chain && s->made[k] <= version &&
        comes_before(s, load, access_at(s, s->store[k]), false))
      return smr_raise_refuse(s->r, SMR_NOT_RAISED_BETWEEN, load->op);
  load->array = s->array[chain];
  load->version = version;
  return true;
}

/// Does the object have several arrays, by where their subscripts begin?
static bool has_parts(const Stages *s) {
  const SmrRaisedAccess *first = NULL;
  for (uint32_t k = 0; k < s->r->accesses.size; k++) {
    const SmrRaisedAccess *a = access_at(s, k);
    if (a->object != s->object || !a->fact_count)
      continue;
    if (first && !smr_poly_equal(a->start, first->start))
      return true;
    first = a;
  }
  return false;
}

/// That all subscripts are within bounds is asked of the sizes, so that whoever uses the equations sees it,
/// too. (Legality knows that it is so.)
static void need_bounds(Stages *s) {
  for (uint32_t k = 0; k < s->r->accesses.size; k++) {
    const SmrRaisedAccess *a = access_at(s, k);
    for (uint32_t f = 0; a->object == s->object && f < a->fact_count; f++)
      smr_raise_at_least_0(s->r, a->scope, a->facts[f], true);
  }
}

/// Does a sum still have the load? Not when it is but the old value of what is added to.
static bool is_read(const SmrRaiser *r, SmrOp load) {
  for (uint32_t k = 0; k < r->sums.size; k++)
    if (smr_sum_loads(&r->sums.data[k].sum, load))
      return true;
  return false;
}

static bool stage_object(SmrRaiser *r, SmrSystem *system, uint32_t object) {
  Stages *s = smr_xcalloc(1, sizeof *s);
  *s = (Stages){.r = r, .system = system, .object = object};
  bool ok = collect_stores(s) && order_stores(s) && number_stores(s);
  for (uint32_t k = 0; k < r->accesses.size && ok; k++) {
    SmrRaisedAccess *load = &r->accesses.data[k];
    if (load->used && !load->store && load->object == object && is_read(r, load->op))
      ok = place_load(s, load);
  }
  if (ok && has_parts(s))
    need_bounds(s);
  free(s);
  return ok;
}

static void place_unwritten(SmrRaiser *r, uint32_t object) {
  uint32_t memory = UINT32_MAX;
  for (uint32_t k = 0; k < r->accesses.size; k++) {
    SmrRaisedAccess *load = &r->accesses.data[k];
    if (!load->used || load->object != object)
      continue;
    uint32_t array = memory == UINT32_MAX ? 0 : memory;
    for (; memory != UINT32_MAX && array < r->out->arrays.size; array++)
      if (r->out->arrays.data[array].type == load->type)
        break;
    if (memory == UINT32_MAX || array == r->out->arrays.size)
      array = add_array(r, object, load->type, memory);
    memory = memory == UINT32_MAX ? array : memory;
    load->array = array;
  }
}

bool smr_raise_stages(SmrRaiser *r, SmrSystem *system) {
  for (uint32_t k = 0; k < r->objects.size; k++)
    if (!r->objects.data[k].written)
      place_unwritten(r, k);
    else if (!stage_object(r, system, k))
      return false;
  for (uint32_t k = 0; k < r->loads.size; k++) {
    uint32_t number;
    if (smr_map_get(&r->access_of, r->loads.data[k]->load, &number)) {
      if (r->accesses.data[number].adds) // (what one of its stores makes is not what the version has)
        return smr_raise_refuse(r, SMR_NOT_RAISED_BETWEEN, r->accesses.data[number].op);
      r->loads.data[k]->id = r->accesses.data[number].array;
      r->loads.data[k]->version = r->accesses.data[number].version;
    }
  }
  return true;
}
