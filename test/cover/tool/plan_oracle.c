//===- plan_oracle.c - plans carried out on numbers ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//     plan-oracle [--mutants N] [--faults N] [--seed S] [--show] LIBRARY.pfa… FILE…
//
// Each FILE holds functions in the graph's text form. Of a function that is one nest a plan is made and
// carried out on memory: a call is what the routine's equations say, with what the plan gives it (all loads
// before all stores, then once more with what it wrote turned to something else where it reads by another
// parameter); what is left to the loops is the function itself without the other stores. What is in memory in
// the end must be what the function leaves there. Numbers are those of graph/ring.h, so every
// order of a sum gives the same. The same for N mutants of each function. Of each plan N copies with a fault
// are checked: one that is not refused is carried out, too. Exit 1 when something differs.
//===----------------------------------------------------------------------===//
#include "build/build.h"
#include "cover/check.h"
#include "cover/forms.h"
#include "cover/lift.h"
#include "cover/plan.h"
#include "cover/tool/mutate.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "graph/ring.h"
#include "graph_text.h"
#include "raise/eval.h"
#include "raise/raise.h"
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 14, ORIGIN = 1 << 12, MOST_ARGS = 24, RUNS = 10 };
static SmrIntern *symbols;
static SmrCoverRules rules;
static uint32_t functions, planned, runs, differ, rejected, mutants, odd, lifted;
static uint32_t faults, faulty, refused;
static bool show, whole_only;
enum { MOST_LIBRARIES = 4 };
static SmrLibrary libraries[MOST_LIBRARIES];
static uint32_t library_count;

typedef struct {
  const SmrGraph *g;
  const SmrCoverPlan *plan;
  SmrArena *arena;
  SmrCell args[MOST_ARGS];
  uint32_t count;
  unsigned char *first[MOST_ARGS], *after[MOST_ARGS], *memory[MOST_ARGS]; // by argument: before, by the
                                                                          // function, by the plan
  SmrCell *values, *left_values; // of the graph, after the function and after copies of its loops
  bool *left_out;
  int64_t *integers;
  SmrCell *scalars;
  SmrEvalResult *results;
  char why[240];
} Trial;

//--- Arguments ------------------------------------------------------------------------------------

static void fill(SmrRandom *random, unsigned char *bytes, bool sizes) {
  for (uint32_t k = 0; k < BYTES; k += 8) {
    int64_t x = sizes ? (int64_t)smr_random_below(random, 6) : (int64_t)smr_random_below(random, 1000) - 500;
    memcpy(bytes + k, &x, 8);
    if (sizes)
      memcpy(bytes + k + 4, &(int32_t){(int32_t)x}, 4);
  }
}

static bool is_named(const SmrGraph *g, SmrValue value, const char *name) {
  SmrSym symbol = smr_value_data(g, value)->name;
  return symbol && !strcmp(smr_intern_text(g->symbols, symbol), name);
}

static bool set_arguments(Trial *t, SmrRandom *random) {
  const SmrBlockData *entry = &t->g->blocks.data[smr_region_block(t->g, t->g->body)];
  t->count = entry->args.size;
  if (t->count > MOST_ARGS)
    return false;
  for (uint32_t k = 0; k < t->count; k++) {
    SmrType type = smr_value_type(t->g, entry->args.data[k]);
    if (type == SMR_PTR) {
      bool sizes = is_named(t->g, entry->args.data[k], "sizes");
      t->first[k] = smr_arena_alloc(t->arena, BYTES);
      t->after[k] = smr_arena_alloc(t->arena, BYTES);
      t->memory[k] = smr_arena_alloc(t->arena, BYTES);
      fill(random, t->first[k], sizes);
    } else if (SMR_TYPE_KIND(type) == SMR_T_INT) {
      t->args[k].i = (int64_t)smr_random_below(random, 6);
      if (is_named(t->g, entry->args.data[k], "ld"))
        t->args[k].i += 4;
    } else if (smr_type_is_float(type)) {
      t->args[k].i = (int64_t)smr_random_below(random, 9) - 4;
    } else {
      return false;
    }
  }
  return true;
}

static bool run_op(SmrInterp *in, SmrOp op, void *host) {
  const bool *left_out = host;
  return (left_out && left_out[op]) || smr_interp_op(in, op);
}

/// Runs the function on the memories, without some stores.
static bool run(Trial *t, unsigned char **memories, SmrCell *values, bool *left_out) {
  SmrInterp in = {
      .run = run_op, .numbers = &smr_ring_inverses, .host = left_out, .values = values, .max_steps = 200000};
  SmrCell args[MOST_ARGS];
  for (uint32_t k = 0; k < t->count; k++)
    args[k] = memories[k] ? (SmrCell){.i = smr_interp_memory(&in, memories[k], BYTES) + ORIGIN} : t->args[k];
  bool ok = smr_interp_run(&in, t->g, args, t->count) && !in.wild;
  if (!ok)
    snprintf(t->why, sizeof t->why, "%s", in.trap);
  smr_interp_free(&in);
  return ok;
}

//--- What equations and plans speak of ---------------------------------------------------------------

static void set_values(Trial *t, const SmrEquations *e) {
  t->integers = smr_arena_alloc(t->arena, (e->integers.size + 1) * sizeof *t->integers);
  t->scalars = smr_arena_alloc(t->arena, (e->scalars.size + 1) * sizeof *t->scalars);
  t->results = smr_arena_alloc(t->arena, (e->arrays.size + 1) * sizeof *t->results);
  for (uint32_t k = 1; k < e->integers.size; k++)
    t->integers[k] = e->integers.data[k].value ? t->values[e->integers.data[k].value].i : 0;
  for (uint32_t k = 0; k < e->scalars.size; k++)
    t->scalars[k] = t->values[e->scalars.data[k].value];
}

static unsigned char *memory_of(const Trial *t, SmrValue base, unsigned char *const *memories) {
  const SmrBlockData *entry = &t->g->blocks.data[smr_region_block(t->g, t->g->body)];
  for (uint32_t k = 0; k < t->count; k++)
    if (smr_value(t->g, entry->args.data[k]) == base)
      return memories[k];
  return NULL;
}

/// Do all guards hold? (A call is made for sizes of at least 1.)
static bool guards_hold(const Trial *t) {
  const SmrEquations *e = t->plan->canonical->equations;
  if (!smr_eval_needs(t->plan->canonical->source, t->integers) || !smr_eval_needs(e, t->integers))
    return false;
  for (uint32_t s = 0; s < t->plan->step_count; s++)
    for (uint32_t c = 0; c < t->plan->steps[s].call_count; c++) {
      const SmrMatched *m = &t->plan->steps[s].calls[c].matched;
      for (uint32_t k = 0; k < m->need_count; k++)
        if (smr_poly_at(m->needs[k], t->integers) < 0)
          return false;
      for (uint32_t k = 0; k < m->either_count; k++)
        if (!smr_eval_either(m->eithers[k], t->integers))
          return false;
      for (uint32_t k = 0; k < m->rule->arg_count; k++) {
        int64_t divisor = m->args[k].divisor ? m->args[k].divisor : 1,
                value = smr_poly_at(m->args[k].poly, t->integers);
        if (value % divisor || ((m->sizes >> k & 1) && value < divisor))
          return false;
      }
    }
  return true;
}

/// A number is computed before anything is written.
static bool number_at(Trial *t, const SmrProduct *number, SmrType type, SmrCell *out) {
  const SmrEquations *e = t->plan->canonical->equations;
  SmrEquations *one = smr_equations_create(e->symbols, e->name);
  for (uint32_t k = 1; k < e->integers.size; k++)
    smr_vec_push(&one->integers, e->integers.data[k]);
  SmrEvalMemory *memories = smr_arena_alloc(t->arena, (e->arrays.size + 1) * sizeof *memories);
  for (uint32_t k = 0; k < e->arrays.size; k++) {
    smr_vec_push(&one->arrays, e->arrays.data[k]);
    one->arrays.data[k].versions = 0;
    memories[k] = (SmrEvalMemory){memory_of(t, e->arrays.data[k].base, t->first), -ORIGIN, BYTES};
  }
  uint32_t result = one->arrays.size;
  smr_vec_push(&one->arrays, (SmrRaisedArray){.type = type, .memory = result, .versions = 1});
  memories[result] = (SmrEvalMemory){0};
  SmrRaisedTerm term = {
      .coefficient = number->coefficient, .factors = number->factors, .factor_count = number->factor_count};
  smr_vec_push(&one->equations, (SmrRaisedEquation){.array = result,
                                                    .version = 1,
                                                    .sum = {.type = type, .terms = &term, .term_count = 1}});
  SmrEvalResult *results = smr_arena_alloc(t->arena, (result + 1) * sizeof *results);
  SmrEval eval = {.numbers = &smr_ring_inverses,
                  .integers = t->integers,
                  .scalars = t->scalars,
                  .memories = memories,
                  .results = results};
  bool ok = smr_eval(&eval, one);
  if (!ok)
    snprintf(t->why, sizeof t->why, "a number: %s", eval.trap);
  *out = results[result].value;
  smr_equations_destroy(one);
  return ok;
}

//--- Steps --------------------------------------------------------------------------------------------

typedef struct {
  int64_t *integers;
  SmrCell *scalars;
  SmrEvalMemory *memories;
  SmrEvalResult *results;
  uint32_t made; // the rule's array that it makes
} CallRun;

static bool open_call(Trial *t, const SmrMatched *m, CallRun *c) {
  const SmrEquations *idiom = m->rule->equations, *e = t->plan->canonical->equations;
  c->integers = smr_arena_alloc(t->arena, (idiom->integers.size + 1) * sizeof *c->integers);
  c->scalars = smr_arena_alloc(t->arena, (idiom->scalars.size + 1) * sizeof *c->scalars);
  c->memories = smr_arena_alloc(t->arena, (idiom->arrays.size + 1) * sizeof *c->memories);
  c->results = smr_arena_alloc(t->arena, (idiom->arrays.size + 1) * sizeof *c->results);
  c->made = idiom->equations.data[0].array;
  for (uint32_t k = 1; k < idiom->integers.size; k++)
    if (!idiom->integers.data[k].index) {
      const SmrBound *b = &m->args[m->rule->integer_arg[k]];
      c->integers[k] = smr_poly_at(b->poly, t->integers) / b->divisor;
    }
  for (uint32_t k = 0; k < idiom->scalars.size; k++)
    if (!number_at(t, &m->args[m->rule->scalar_arg[k]].number, idiom->scalars.data[k].type, &c->scalars[k]))
      return false;
  for (uint32_t k = 0; k < idiom->arrays.size; k++) {
    if (m->rule->array_arg[k] == SMR_RULE_NO_ARG) // (a number by reference)
      continue;
    const SmrBound *b = &m->args[m->rule->array_arg[k]];
    c->memories[k] = (SmrEvalMemory){memory_of(t, e->arrays.data[b->array].base, t->memory),
                                     -ORIGIN - smr_poly_at(b->poly, t->integers), BYTES};
  }
  return true;
}

static bool evaluate(Trial *t, const SmrMatched *m, CallRun *c) {
  SmrEval eval = {.numbers = &smr_ring_inverses,
                  .integers = c->integers,
                  .scalars = c->scalars,
                  .memories = c->memories,
                  .results = c->results};
  if (smr_eval(&eval, m->rule->equations))
    return true;
  snprintf(t->why, sizeof t->why, "%s: %s", m->rule->name, eval.trap);
  return false;
}

/// Once more, where what it reads by other parameters of the memory that it writes has changed there.
static bool reads_what_it_writes(Trial *t, const SmrMatched *m, CallRun *c, const unsigned char *before) {
  const SmrEquations *idiom = m->rule->equations;
  unsigned char *made = c->memories[c->made].bytes, *other = smr_arena_alloc(t->arena, BYTES),
                *again = smr_arena_alloc(t->arena, BYTES);
  bool beside = false;
  memcpy(other, before, BYTES);
  memcpy(again, before, BYTES);
  for (uint32_t k = 0; k < BYTES; k++)
    if (made[k] != before[k])
      other[k] ^= 0x55;
  CallRun twice = *c;
  twice.memories = smr_arena_alloc(t->arena, (idiom->arrays.size + 1) * sizeof *twice.memories);
  for (uint32_t k = 0; k < idiom->arrays.size; k++) {
    twice.memories[k] = c->memories[k];
    if (c->memories[k].bytes == made)
      twice.memories[k].bytes = k == c->made ? again : other;
    beside |= c->memories[k].bytes == made && k != c->made;
  }
  if (!beside || !evaluate(t, m, &twice) || !memcmp(again, made, BYTES))
    return false;
  snprintf(t->why, sizeof t->why, "%s reads what it writes", m->rule->name);
  return true;
}

typedef enum { FINE, SKIPPED, WRONG } Outcome;

static Outcome do_call(Trial *t, const SmrMatched *m) {
  CallRun c;
  if (!open_call(t, m, &c))
    return SKIPPED;
  unsigned char *made = c.memories[c.made].bytes, *before = smr_arena_alloc(t->arena, BYTES);
  if (made)
    memcpy(before, made, BYTES);
  if (!evaluate(t, m, &c))
    return strstr(t->why, "is no integer") ? SKIPPED : WRONG;
  if (made && reads_what_it_writes(t, m, &c, before))
    return WRONG;
  if (!made)
    t->results[m->args[m->rule->array_arg[c.made]].array] = c.results[c.made];
  return FINE;
}

static bool makes(const SmrCanonical *c, const SmrCoverStep *step, SmrOp store) {
  for (uint32_t q = 0; q < step->equation_count; q++)
    for (uint32_t k = 0; k < c->origins.data[step->equations[q]].from_count; k++)
      if (c->source->equations.data[c->origins.data[step->equations[q]].from[k]].store == store)
        return true;
  return false;
}

/// The function without the stores of other steps.
static Outcome do_loops(Trial *t, const SmrCoverStep *step) {
  const SmrCanonical *c = t->plan->canonical;
  const SmrEquations *e = c->equations;
  for (uint32_t op = 1; op < t->g->ops.size; op++)
    t->left_out[op] = smr_op(t->g, op)->code == SMR_OP_STORE && !makes(c, step, op);
  if (!run(t, t->memory, t->left_values, t->left_out))
    return WRONG;
  for (uint32_t q = 0; q < step->equation_count; q++) {
    uint32_t array = e->equations.data[step->equations[q]].array;
    if (e->arrays.data[array].result)
      t->results[array] = (SmrEvalResult){t->left_values[e->arrays.data[array].result], true};
  }
  return FINE;
}

static Outcome compare(Trial *t) {
  const SmrEquations *e = t->plan->canonical->equations;
  for (uint32_t k = 0; k < t->count; k++)
    for (uint32_t i = 0; t->first[k] && i < BYTES; i += 4)
      if (memcmp(t->after[k] + i, t->memory[k] + i, 4)) {
        snprintf(t->why, sizeof t->why, "argument %u differs at byte %d", k, (int)i - ORIGIN);
        return WRONG;
      }
  for (uint32_t k = 0; k < e->arrays.size; k++)
    if (e->arrays.data[k].result && e->arrays.data[k].versions &&
        (!t->results[k].defined || t->results[k].value.i != t->values[e->arrays.data[k].result].i)) {
      snprintf(t->why, sizeof t->why, "result %u differs", k);
      return WRONG;
    }
  return FINE;
}

static Outcome try_plan(const SmrGraph *g, const SmrCoverPlan *plan, uint64_t seed, char why[240]) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrRandom random = {seed};
  Trial t = {.g = g, .plan = plan, .arena = &arena};
  t.values = smr_arena_alloc(&arena, (g->values.size + 1) * sizeof *t.values);
  t.left_values = smr_arena_alloc(&arena, (g->values.size + 1) * sizeof *t.left_values);
  t.left_out = smr_arena_alloc(&arena, (g->ops.size + 1) * sizeof *t.left_out);
  Outcome outcome = set_arguments(&t, &random) ? FINE : SKIPPED;
  for (uint32_t k = 0; k < t.count && outcome == FINE; k++)
    if (t.first[k]) {
      memcpy(t.after[k], t.first[k], BYTES);
      memcpy(t.memory[k], t.first[k], BYTES);
    }
  if (outcome == FINE && !run(&t, t.after, t.values, NULL))
    outcome = SKIPPED;
  if (outcome == FINE) {
    set_values(&t, plan->canonical->equations);
    outcome = guards_hold(&t) ? FINE : SKIPPED;
  }
  for (uint32_t s = 0; s < plan->step_count && outcome == FINE; s++) {
    const SmrCoverStep *step = &plan->steps[s];
    for (uint32_t c = 0; c < step->call_count && outcome == FINE; c++)
      outcome = do_call(&t, &step->calls[c].matched);
    if (!step->call_count)
      outcome = do_loops(&t, step);
  }
  if (outcome == FINE)
    outcome = compare(&t);
  memcpy(why, t.why, sizeof t.why);
  return outcome;
}

//--- Functions -----------------------------------------------------------------------------------------

static bool has_equation(const SmrEquations *e, SmrOp store) {
  for (uint32_t k = 0; k < e->equations.size; k++)
    if (e->equations.data[k].store == store)
      return true;
  return false;
}

static bool is_inside(const SmrGraph *g, SmrNest nest, SmrOp op) {
  while (op && smr_op(g, op)->block != nest.block)
    op = smr_parent(g, op);
  return op && !smr_before(g, op, nest.first) && !smr_before(g, nest.last, op);
}

/// What copies of the loops would read again outside of the nest must not change.
static bool is_unchanged(const SmrGraph *g, const SmrEquations *e, SmrOp load) {
  SmrValue base = smr_base_of(g, smr_operand(g, load, 0));
  for (uint32_t k = 0; k < e->arrays.size; k++)
    if (e->arrays.data[k].versions && e->arrays.data[k].base == base)
      return false;
  return true;
}

/// The nest that makes all of the function's stores and has no memory but that of arguments; NULL: none.
static const SmrRaisedNest *whole_of(SmrGraph *g, const SmrRaisedNests *nests) {
  for (uint32_t k = 0; k < nests->size; k++) {
    const SmrEquations *e = nests->data[k].equations;
    bool all = e && e->equations.size && nests->data[k].nest.block == smr_region_block(g, g->body);
    if (!all)
      continue;
    for (SmrOp op = 0; (op = smr_next_op(g, op, 0));) {
      SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
      all &= code != SMR_OP_STORE || has_equation(e, op);
      all &= code != SMR_OP_LOAD || is_inside(g, nests->data[k].nest, op) || is_unchanged(g, e, op);
    }
    for (uint32_t a = 0; a < e->arrays.size; a++)
      all &= !e->arrays.data[a].base || !smr_def(g, smr_value(g, e->arrays.data[a].base));
    if (all)
      return &nests->data[k];
  }
  return NULL;
}

static void tell(const char *text, const SmrCoverPlan *plan, const char *what) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_cover_plan_print(plan, true, &out);
  printf("%s\n%s", what, show ? text : "");
  smr_equations_print(plan->canonical->source, &out);
  smr_equations_print(plan->canonical->equations, &out);
  fputs(smr_str_get(&out), stdout);
  fflush(stdout);
}

/// Carries the plan out; how often that was possible.
static uint32_t try_seeds(const SmrGraph *g, const char *text, const SmrCoverPlan *plan, const char *what) {
  uint32_t fine = 0;
  Outcome outcome = FINE;
  char why[240] = "";
  for (uint64_t seed = 1; seed <= RUNS && outcome != WRONG; seed++) {
    outcome = try_plan(g, plan, seed, why);
    fine += outcome == FINE;
  }
  runs += fine;
  if (outcome == WRONG) {
    ++differ;
    printf("%s%s: ", what, smr_intern_text(symbols, g->name));
    tell(text, plan, why);
  }
  return fine;
}

/// A need less, or an argument that stands for something else: one more, one less, or what another one stands
/// for. False: this call has no such thing.
static bool put_fault(SmrRandom *random, SmrMatched *m, SmrArena *arena) {
  uint32_t count = m->rule->arg_count;
  SmrBound *a = &m->args[smr_random_below(random, count)], *b = &m->args[smr_random_below(random, count)];
  SmrBound old = *a;
  switch (smr_random_below(random, 4)) {
  case 0:
    *a = *b;
    *b = old;
    return a != b && a->bound && b->bound && a->divisor == b->divisor && !a->poly.count == !b->poly.count &&
           !a->number.factor_count == !b->number.factor_count && a->array == b->array;
  case 1:
    m->need_count -= m->need_count != 0;
    return m->need_count != 0;
  default: {
    int64_t one = smr_random_below(random, 2) ? 1 : -1;
    a->number.coefficient += (double)one;
    return a->bound &&
           smr_poly_add(arena, old.poly, smr_poly_const(arena, old.array ? 8 * one : one), &a->poly);
  }
  }
}

/// The check refuses a plan with a fault, or the fault does no harm.
static void try_fault(const SmrGraph *g, const char *text, const SmrCoverPlan *plan, uint64_t seed) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrRandom random = {seed};
  SmrCoverPlan wrong = *plan;
  SmrCoverStep *steps = smr_arena_alloc(&arena, plan->step_count * sizeof *steps);
  memcpy(steps, plan->steps, plan->step_count * sizeof *steps);
  SmrCoverStep *step = &steps[smr_random_below(&random, plan->step_count)];
  if (!step->call_count)
    return;
  SmrCoverCall *calls = smr_arena_alloc(&arena, step->call_count * sizeof *calls);
  memcpy(calls, step->calls, step->call_count * sizeof *calls);
  step->calls = calls;
  wrong.steps = steps;
  if (!put_fault(&random, &calls[smr_random_below(&random, step->call_count)].matched, &arena))
    return;
  ++faulty;
  if (smr_check_plan(&wrong, &arena))
    ++refused;
  else
    try_seeds(g, text, &wrong, "with a fault, ");
}

static void try_form(const SmrGraph *g, const char *text, SmrCanonical *canonical, bool known) {
  SMR_OWNED(SmrArena, smr_arena_destroy) scratch = {0};
  SmrCoverPlan plan;
  if (!canonical)
    return;
  smr_equations_name_indices(canonical->equations);
  if (smr_cover_plan(canonical, rules.data, rules.size, &scratch, NULL, NULL, &plan) &&
      !(whole_only && plan.left)) {
    const char *wrong = smr_check_plan(&plan, &scratch);
    if (wrong) {
      ++rejected;
      if (known)
        printf("%s: rejected: %s\n", smr_intern_text(symbols, g->name), wrong);
    } else {
      ++planned;
      odd += !try_seeds(g, text, &plan, "") && known;
      for (uint32_t k = 0; k < faults; k++)
        try_fault(g, text, &plan, planned * faults + k);
    }
  }
  smr_canonical_destroy(canonical);
}

/// LAW-EXPAND: loops around a nest whose equations are made of one round's.
static void try_lifted(SmrGraph *g, const char *text, const SmrRaisedNest *nest, bool known) {
  for (uint32_t levels = 1; levels <= SMR_LIFT_MOST; levels++) {
    SmrNest loop;
    SmrEquations *e = smr_lift(g, nest->nest, nest->equations, levels, &loop);
    bool all = e && loop.block == smr_region_block(g, g->body);
    for (SmrOp op = 0; all && (op = smr_next_op(g, op, 0));)
      all = smr_op(g, op)->code != SMR_OP_STORE || is_inside(g, loop, op);
    for (uint32_t a = 0; all && a < e->arrays.size; a++)
      all = !e->arrays.data[a].versions || !smr_def(g, smr_value(g, e->arrays.data[a].base));
    if (all) {
      ++lifted;
      whole_only = true;
      try_form(g, text, smr_lift_canonical(e), known);
      whole_only = false;
    }
    smr_equations_destroy(e);
  }
}

/// False: the text is no graph.
static bool try_text(const char *file, const char *text, bool known) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrGraph *g = smr_graph_parse(symbols, file, text, strlen(text), &diag);
  bool ok = g && smr_graph_check(g, &diag);
  if (ok) {
    SmrRaisedNests nests = {0};
    ++functions;
    smr_normalize_equations(g);
    smr_raise_function(g, NULL, &nests);
    const SmrRaisedNest *whole = whole_of(g, &nests);
    if (whole) {
      try_form(g, text, smr_canonical(whole->equations), known);
      try_form(g, text, smr_canonical_careful(whole->equations), known);
    }
    for (uint32_t k = 0; k < nests.size && !whole; k++)
      if (nests.data[k].equations)
        try_lifted(g, text, &nests.data[k], known);
    smr_raised_nests_free(&nests);
  }
  if (g)
    smr_graph_destroy(g);
  return ok;
}

static void try_function(const char *file, const char *text, size_t size, void *data) {
  uint64_t *seed = data;
  SMR_OWNED(SmrStr, smr_str_free) other = {0};
  (void)size;
  try_text(file, text, true);
  for (uint32_t k = 0; k < mutants; k++) {
    SmrRandom random = {++*seed};
    smr_mutate(&random, text, &other);
    if (other.size)
      try_text(file, smr_str_get(&other), false);
  }
}

static void add_rules(SmrLibrary *library, const char *file) {
  SmrDiag diag = {0};
  if (!smr_library_open_pfa(symbols, file, false, library, &diag)) {
    smr_diag_flush(&diag, stderr);
    exit(2);
  }
  for (uint32_t p = 0; p < library->count; p++) {
    SmrCoverRule *rule = smr_cover_rule_create(symbols, &library->pairs[p], true, &diag);
    smr_cover_rules_add(&rules, rule, 0, rules.size);
  }
}

int main(int argc, char **argv) {
  uint64_t seed = 1;
  int k = 1;
  symbols = smr_intern_create();
  for (; k < argc && argv[k][0] == '-'; k++) {
    if (!strcmp(argv[k], "--show"))
      show = true;
    else if (!strcmp(argv[k], "--mutants") && k + 1 < argc)
      mutants = (uint32_t)atoi(argv[++k]);
    else if (!strcmp(argv[k], "--faults") && k + 1 < argc)
      faults = (uint32_t)atoi(argv[++k]);
    else if (!strcmp(argv[k], "--seed") && k + 1 < argc)
      seed = (uint64_t)atoll(argv[++k]);
  }
  if (k == argc) {
    fprintf(stderr, "plan-oracle [--mutants N] [--faults N] [--seed S] [--show] LIBRARY.pfa... FILE...\n");
    return 2;
  }
  for (; k < argc; k++)
    if (strstr(argv[k], ".pfa") && library_count < MOST_LIBRARIES)
      add_rules(&libraries[library_count++], argv[k]);
    else
      for_each_text(argv[k], "func @", try_function, &seed);
  printf("%u functions, %u lifted, %u plans, %u runs, %u never run, %u rejected, %u of %u faults refused, %u "
         "differ\n",
         functions, lifted, planned, runs, odd, rejected, refused, faulty, differ);
  smr_cover_rules_destroy(&rules);
  for (uint32_t l = 0; l < library_count; l++)
    smr_library_close(&libraries[l]);
  smr_intern_destroy(symbols);
  return differ != 0;
}
