//===- match.c - one idiom at its equations --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A search with few choices: which index is which, which term and which factor. What is still to be done is a
// list of tasks, what is known so far a state; both are copied where there is a choice. Everything that a
// choice leaves open (a stride that is not known yet) is an equation that is looked at again later.
//===----------------------------------------------------------------------===//
#include "cover/match.h"
#include "cover/matching.h"
#include "cover/old.h"

typedef enum { TASK_EQUATION, TASK_SUM, TASK_TERM, TASK_FACTORS } TaskKind;
typedef struct Task {
  TaskKind kind;
  uint32_t equation; // of the rule
  const SmrSum *rule_sum, *sum;
  const SmrRaisedTerm *rule_term, *term;
  uint32_t next;  // SUM: the rule's term; FACTORS: the rule's factor
  uint64_t taken; // SUM: the program's terms; FACTORS: its factors
  uint32_t pair;  // whose factors these are, or that is around
  bool top;
  const struct Task *then;
} Task;

//--- The search ------------------------------------------------------------------------------------

/// Something before it is still free: it is not the next one.
static bool is_skipping(uint64_t taken, uint32_t next) {
  return (taken & (((uint64_t)1 << next) - 1)) != ((uint64_t)1 << next) - 1;
}

static bool run(SmrMatcher *m, SmrMatchState *st, const Task *task);
static bool run_equation(SmrMatcher *m, SmrMatchState *st, const Task *task);

static const Task *push(SmrMatcher *m, Task task) {
  Task *kept = smr_arena_alloc(m->s.arena, sizeof *kept);
  *kept = task;
  return kept;
}

SmrMatchState *smr_match_state(SmrMatcher *m) {
  if (m->used == m->room->states.size)
    smr_vec_push(&m->room->states, smr_xmalloc(sizeof(SmrMatchState)));
  return m->room->states.data[m->used++];
}

void smr_match_copy_state(const SmrMatcher *m, SmrMatchState *to, const SmrMatchState *from) {
  memcpy(to, from, offsetof(SmrMatchState, args));
  memcpy(to->args, from->args, m->rule->arg_count * sizeof *to->args);
  memcpy(to->chains, from->chains, m->rule->canonical->arrays.size * sizeof *to->chains);
  memcpy(to->from, from->from, from->index_count * sizeof *to->from);
  memcpy(to->to, from->to, from->index_count * sizeof *to->to);
  memcpy(to->open, from->open, from->open_count * sizeof *to->open);
  memcpy(to->shift_of, from->shift_of, from->open_count * sizeof *to->shift_of);
  memcpy(to->pairs, from->pairs, from->pair_count * sizeof *to->pairs);
  memcpy(to->beside, from->beside, from->beside_count * sizeof *to->beside);
}

void smr_match_room_free(SmrMatchRoom *room) {
  for (uint32_t k = 0; k < room->states.size; k++)
    free(room->states.data[k]);
  smr_vec_free(&room->states);
  smr_system_free(&room->system);
}

/// `room`: of an earlier try, or NULL.
static SmrMatchState *copy_of(SmrMatcher *m, const SmrMatchState *st, SmrMatchState *room) {
  if (!room)
    room = smr_match_state(m);
  smr_match_copy_state(m, room, st);
  return room;
}

static SmrOp store_of(const SmrMatchState *st, const Task *task) {
  return st->program[task->equation]->store;
}

static bool run_sum(SmrMatcher *m, SmrMatchState *st, const Task *task) {
  if (task->next == task->rule_sum->term_count) {
    uint64_t all = task->sum->term_count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << task->sum->term_count) - 1;
    if (task->top)
      st->terms = task->taken;
    if (task->taken != all && !(task->top && m->partial))
      return smr_match_miss(m, 7, store_of(st, task));
    return run(m, st, task->then);
  }
  SmrMatchState *with = NULL;
  const uint32_t used = m->used;
  for (uint32_t t = 0; t < task->sum->term_count; t++) {
    const SmrRaisedTerm *rule_term = &task->rule_sum->terms[task->next], *term = &task->sum->terms[t];
    if (task->taken >> t & 1 || rule_term->domain.index_count != term->domain.index_count ||
        rule_term->factor_count > term->factor_count + 1)
      continue;
    if (task->top && smr_is_old(smr_match_idiom(m, task->equation), rule_term) !=
                         smr_is_old(st->program[task->equation], term))
      continue;
    Task rest = *task;
    ++rest.next;
    rest.taken |= (uint64_t)1 << t;
    with = copy_of(m, st, with);
    with->laws |= is_skipping(task->taken, t) ? 1u << SMR_COVER_LAW_AC : 0;
    if (run(m, with,
            push(m, (Task){.kind = TASK_TERM,
                           .equation = task->equation,
                           .rule_term = rule_term,
                           .term = term,
                           .pair = task->pair,
                           .then = push(m, rest)})))
      return true;
  }
  m->used = used;
  return smr_match_miss(m, 2, store_of(st, task));
}

static bool permute(SmrMatcher *m, SmrMatchState *st, const uint32_t *from, const uint32_t *to,
                    uint32_t count, uint32_t done, uint64_t taken, const Task *then,
                    bool (*go)(SmrMatcher *, SmrMatchState *, const Task *)) {
  if (done == count)
    return go(m, st, then);
  SmrMatchState *next = NULL;
  const uint32_t used = m->used;
  for (uint32_t k = 0; k < count; k++) {
    if (taken >> k & 1)
      continue;
    next = copy_of(m, st, next);
    next->from[next->index_count] = from[done];
    next->to[next->index_count++] = to[k];
    next->laws |= is_skipping(taken, k) ? 1u << SMR_COVER_LAW_ORDER : 0;
    if (permute(m, next, from, to, count, done + 1, taken | (uint64_t)1 << k, then, go))
      return true;
  }
  m->used = used;
  return false;
}

static bool run_term(SmrMatcher *m, SmrMatchState *st, const Task *task) {
  const SmrDomain *rule = &task->rule_term->domain, *program = &task->term->domain;
  if (st->index_count + rule->index_count > SMR_MATCH_MAX_INDICES || st->pair_count == SMR_MATCH_MAX_PAIRS)
    return false;
  st->pairs[st->pair_count] = (SmrMatchPair){task->rule_term, task->term, task->pair, task->equation};
  const Task *factors = push(m, (Task){.kind = TASK_FACTORS,
                                       .equation = task->equation,
                                       .rule_term = task->rule_term,
                                       .term = task->term,
                                       .pair = st->pair_count,
                                       .then = task->then});
  ++st->pair_count;
  return permute(m, st, rule->indices, program->indices, rule->index_count, 0, 0, factors, run);
}

/// Factor `rule` of the idiom is `factor` of the program; what is to be done then.
static bool match_factor(SmrMatcher *m, SmrMatchState *st, const SmrFactor *rule, const SmrFactor *factor,
                         const Task *of, const Task *then) {
  switch (rule->kind) {
  case SMR_FACTOR_LOAD:
    return smr_match_load(m, st, rule, factor) ? run(m, st, then) : smr_match_miss(m, 4, factor->load);
  case SMR_FACTOR_INTEGER:
    return smr_match_offsets(m, st, SMR_RULE_NO_ARG, rule->poly, factor->poly) ? run(m, st, then)
                                                                               : smr_match_miss(m, 4, 0);
  default:
    break;
  }
  if (rule->name != factor->name || rule->type != factor->type || rule->arg_count != factor->arg_count)
    return smr_match_miss(m, 4, 0);
  for (uint32_t k = 0; k < rule->arg_count; k++)
    then = push(m, (Task){.kind = TASK_SUM,
                          .equation = of->equation,
                          .rule_sum = &rule->args[k],
                          .sum = &factor->args[k],
                          .pair = of->pair,
                          .then = then});
  return run(m, st, then);
}

static bool run_factors(SmrMatcher *m, SmrMatchState *st, const Task *task) {
  const SmrRaisedTerm *rule_term = task->rule_term, *term = task->term;
  uint32_t at = task->next;
  while (at < rule_term->factor_count && rule_term->factors[at]->kind == SMR_FACTOR_SCALAR)
    ++at;
  if (at == rule_term->factor_count)
    return smr_match_number(m, st, rule_term, term, task->taken) ? run(m, st, task->then)
                                                                 : smr_match_miss(m, 5, store_of(st, task));
  SmrMatchState *with = NULL;
  const uint32_t used = m->used;
  for (uint32_t k = 0; k < term->factor_count && k < 64; k++) {
    if (task->taken >> k & 1 || term->factors[k]->kind != rule_term->factors[at]->kind)
      continue;
    Task rest = *task;
    rest.next = at + 1;
    rest.taken |= (uint64_t)1 << k;
    with = copy_of(m, st, with);
    with->laws |= is_skipping(task->taken, k) ? 1u << SMR_COVER_LAW_AC : 0;
    if (match_factor(m, with, rule_term->factors[at], term->factors[k], task, push(m, rest)))
      return true;
  }
  m->used = used;
  return smr_match_miss(m, 4, store_of(st, task));
}

static bool run(SmrMatcher *m, SmrMatchState *st, const Task *task) {
  if (++m->steps > SMR_MATCH_MAX_STEPS || m->s.failed)
    return false;
  if (!smr_match_settle(m, st, false))
    return smr_match_miss(m, 4, st->program[0] ? st->program[0]->store : 0);
  if (!task)
    return smr_match_end(m, st);
  switch (task->kind) {
  case TASK_EQUATION:
    return run_equation(m, st, task);
  case TASK_SUM:
    return run_sum(m, st, task);
  case TASK_TERM:
    return run_term(m, st, task);
  case TASK_FACTORS:
    return run_factors(m, st, task);
  }
  return false;
}

/// The target's indices are mapped: its offset, then the sum.
static bool run_target(SmrMatcher *m, SmrMatchState *st, const Task *task) {
  const SmrRaisedEquation *idiom = smr_match_idiom(m, task->equation), *e = st->program[task->equation];
  uint32_t arg = m->rule->array_arg[idiom->array];
  SmrArgKind kind = m->rule->args[arg].kind;
  if (!smr_match_bind_chain(m, st, idiom->array, idiom->version, e->array, e->version, false))
    return false;
  if (kind == SMR_ARG_ARRAY || kind == SMR_ARG_BOX) {
    if (!smr_match_offsets(m, st, arg, idiom->offset, e->offset))
      return smr_match_miss(m, 1, e->store);
  } else if (smr_equations_name_index(m->canonical->equations, e->offset)) {
    return smr_match_miss(m, 1, e->store);
  }
  return run(m, st, task);
}

//--- Before the search -----------------------------------------------------------------------

enum { FACTOR_KINDS = SMR_FACTOR_FUNCTION + 1 };

static void count_factors(const SmrRaisedTerm *term, uint32_t *counts) {
  for (uint32_t k = 0; k < term->factor_count; k++)
    ++counts[term->factors[k]->kind];
}

/// Each of the idiom's factors but numbers is one of the program's, of its kind; loads that go with the
/// program's indices are no numbers, so each is one of the idiom's (*moves: there is one more).
static bool may_be_term(const SmrMatcher *m, bool old, const SmrRaisedTerm *idiom, const SmrRaisedEquation *e,
                        const SmrRaisedTerm *program, bool *moves) {
  uint32_t wanted[FACTOR_KINDS] = {0}, there[FACTOR_KINDS] = {0}, moving = 0;
  if (idiom->domain.index_count != program->domain.index_count || old != smr_is_old(e, program))
    return false;
  count_factors(idiom, wanted);
  count_factors(program, there);
  for (uint32_t kind = 0; kind < FACTOR_KINDS; kind++)
    if (kind != SMR_FACTOR_SCALAR && wanted[kind] > there[kind])
      return false;
  for (uint32_t k = 0; k < program->factor_count; k++)
    moving += program->factors[k]->kind == SMR_FACTOR_LOAD &&
              smr_equations_name_index(m->canonical->equations, program->factors[k]->poly);
  *moves |= moving > wanted[SMR_FACTOR_LOAD];
  return moving <= wanted[SMR_FACTOR_LOAD];
}

/// What the search would find out at length: most rules fit no equation of a program by their terms alone.
/// False: *step is the one that fails.
static bool may_match(const SmrMatcher *m, const SmrRaisedEquation *idiom, const SmrRaisedEquation *e,
                      uint32_t *step) {
  for (uint32_t k = 0; k < idiom->sum.term_count; k++) {
    const SmrRaisedTerm *term = &idiom->sum.terms[k];
    bool any = false, moves = false, old = smr_is_old(idiom, term);
    for (uint32_t t = 0; t < e->sum.term_count && !any; t++)
      any = may_be_term(m, old, term, e, &e->sum.terms[t], &moves);
    *step = moves ? 5 : 2;
    if (!any)
      return false;
  }
  return true;
}

//--- Equations -------------------------------------------------------------------------------------

/// Results are no memory; forms.h has rules for both.
static bool may_be_made(const SmrMatcher *m, uint32_t arg, const SmrRaisedEquation *e) {
  const SmrRaisedArray *array = &m->canonical->equations->arrays.data[e->array];
  return m->rule->args[arg].kind == SMR_ARG_RESULT ? !array->base : !array->result;
}

/// What is known before the search: parameters that have one value.
static SmrMatchState *start(SmrMatcher *m) {
  SmrMatchState *st = smr_match_state(m);
  memset(st, 0, offsetof(SmrMatchState, args));
  memset(st->args, 0, m->rule->arg_count * sizeof *st->args);
  memset(st->chains, 0, m->rule->canonical->arrays.size * sizeof *st->chains);
  for (uint32_t k = 0; m->rule->fixed && k < m->rule->arg_count; k++)
    if (m->rule->fixed[k].is)
      st->args[k] = (SmrBound){.bound = true,
                               .divisor = 1,
                               .poly = smr_poly_const(m->s.arena, m->rule->fixed[k].value),
                               .number = {.coefficient = (double)m->rule->fixed[k].value}};
  return st;
}

/// The rule's equation is this one of the program; then `then`. `st` NULL: nothing is known yet.
static bool try_equation(SmrMatcher *m, const SmrMatchState *st, uint32_t equation,
                         const SmrRaisedEquation *e, uint32_t number, const Task *then) {
  const SmrRaisedEquation *idiom = smr_match_idiom(m, equation);
  uint32_t rank = idiom->domain.index_count, arg = m->rule->array_arg[idiom->array];
  uint32_t known = st ? st->index_count : 0;
  if (e->adds || idiom->adds || arg == SMR_RULE_NO_ARG || !may_be_made(m, arg, e) ||
      idiom->sum.type != e->sum.type || rank != e->domain.index_count ||
      known + rank > SMR_MATCH_MAX_INDICES || e->sum.term_count > SMR_MATCH_MAX_TERMS ||
      idiom->sum.term_count > e->sum.term_count)
    return false;
  uint32_t step;
  if (!may_match(m, idiom, e, &step))
    return smr_match_miss(m, step, e->store);
  const uint32_t used = m->used;
  if (!equation)
    m->out->sizes = 0;
  SmrMatchState *next = st ? copy_of(m, st, NULL) : start(m);
  next->first_index = known;
  next->program[equation] = e;
  next->places[equation] = number;
  const Task *sum = push(m, (Task){.kind = TASK_SUM,
                                   .equation = equation,
                                   .rule_sum = &idiom->sum,
                                   .sum = &e->sum,
                                   .pair = SMR_MATCH_NO_PAIR,
                                   .top = true,
                                   .then = then});
  if (permute(m, next, idiom->domain.indices, e->domain.indices, rank, 0, 0, sum, run_target))
    return true;
  m->used = used;
  return false;
}

/// An equation of a rule of several is one of the program's: of an array that is known, the one that makes
/// the same version.
static bool run_equation(SmrMatcher *m, SmrMatchState *st, const Task *task) {
  const SmrEquations *p = m->canonical->equations;
  const SmrRaisedEquation *idiom = smr_match_idiom(m, task->equation);
  const SmrMatchedArray *chain = &st->chains[idiom->array];
  for (uint32_t k = 0; k < p->equations.size && k < 64; k++) {
    const SmrRaisedEquation *e = &p->equations.data[k];
    bool taken = !(m->free >> k & 1);
    for (uint32_t q = 0; q < task->equation; q++)
      taken |= st->places[q] == k;
    if (taken || (chain->bound && (chain->array != e->array || chain->before + idiom->version != e->version)))
      continue;
    if (try_equation(m, st, task->equation, e, k, task->then))
      return true;
  }
  return false;
}

static SmrMatcher matcher(const SmrCoverRule *rule, const SmrCanonical *canonical, SmrMatchRoom *room,
                          SmrMatched *out, SmrMissed *missed) {
  return (SmrMatcher){.rule = rule,
                      .canonical = canonical,
                      .s = {.arena = room->arena, .system = room->system, .known = canonical->equations},
                      .room = room,
                      .out = out,
                      .missed = missed};
}

static void leave(SmrMatcher *m) {
  m->room->system = m->s.system;
  m->room->steps += m->steps;
}

bool smr_match_equation(const SmrCoverRule *rule, const SmrCanonical *canonical, const SmrRaisedEquation *e,
                        bool partial, SmrMatchRoom *room, SmrMatched *out, SmrMissed *missed) {
  SmrMatcher m = matcher(rule, canonical, room, out, missed);
  m.partial = partial;
  if (rule->equation_count != 1 || rule->arg_count > SMR_MATCH_MAX_ARGS)
    return false;
  bool ok = try_equation(&m, NULL, 0, e, 0, NULL);
  leave(&m);
  return ok && !m.s.failed;
}

bool smr_match_system(const SmrCoverRule *rule, const SmrCanonical *canonical, uint64_t free_equations,
                      SmrMatchRoom *room, SmrMatched *out, SmrMissed *missed) {
  SmrMatcher m = matcher(rule, canonical, room, out, missed);
  m.free = free_equations;
  if (rule->equation_count < 2 || rule->arg_count > SMR_MATCH_MAX_ARGS)
    return false;
  const Task *then = NULL;
  for (uint32_t q = rule->equation_count; q-- > 0;)
    then = push(&m, (Task){.kind = TASK_EQUATION, .equation = q, .then = then});
  SmrMatchState *st = start(&m);
  bool ok = run(&m, st, then);
  leave(&m);
  return ok && !m.s.failed;
}
