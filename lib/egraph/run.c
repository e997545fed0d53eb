//===- run.c - equality saturation ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Under the simple scheduler matches go through a small buffer from search to application (a search sees a
// snapshot, so the result is that of searching everything first).
//
// Under backoff (that of Willsey et al., egg, POPL 2021) all matches of a rule are counted, old ones too; one
// more than its limit ends its search and bans it, and the limit and the next ban double. Its new matches
// wait until then. A run is saturated only when no rule is banned.
//===----------------------------------------------------------------------===//
#include "egraph/run.h"
#include "egraph/program_internal.h"
#include <string.h>
#include <time.h>

#define BUFFER_WORDS 16384

typedef struct {
  uint32_t since; // the step of the last search whose matches were applied
  uint32_t bans;
  uint64_t banned_until;     // the first iteration that searches it again
  uint64_t matches;          // in this iteration
  uint64_t counted, limit;   // backoff: old ones too; how many do not ban it
  SMR_VEC(uint32_t) waiting; // backoff: root, fresh, variables …
} RuleState;

struct SmrRun {
  SmrEgraph *g;
  SmrProgram *program;
  SmrSnapshot *snapshot;
  RuleState *rules;
  uint32_t *since;
  SMR_VEC(SmrIteration) iterations;
  SMR_VEC(uint8_t) matches; // per iteration: see write_matches
  const SmrRunBudget *budget;
  double start, search_ms, apply_ms, mark;
  uint32_t buffer[BUFFER_WORDS + 2 + 64];
  uint32_t fill;
  bool stopped;
  bool wasteful, two_passes;
  uint32_t number, flushed;   // of matches that were found, and applied, in this pass
  SMR_VEC(uint64_t) resolved; // one bit per match of the first pass: its right-hand side was there
  bool only_join;             // this search's matches may join classes, not create nodes
  SmrStopReason reason;
};

double smr_run_now(const SmrRunBudget *budget) {
  if (budget->clock)
    return budget->clock(budget->clock_data);
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

const char *smr_stop_reason_text(SmrStopReason reason) {
  static const char *const texts[] = {"saturated", "iterations", "nodes", "time", "memory", "goal"};
  return texts[reason];
}

SmrRun *smr_run_create(SmrEgraph *g, SmrProgram *program) {
  SmrRun *run = smr_xcalloc(1, sizeof *run);
  run->g = g;
  run->program = program;
  run->snapshot = smr_snapshot_create();
  run->rules = smr_xcalloc(smr_program_rules(program) + 1, sizeof *run->rules);
  run->since = smr_xcalloc(smr_program_rules(program) + 1, sizeof *run->since);
  return run;
}

void smr_run_destroy(SmrRun *run) {
  if (!run)
    return;
  for (uint32_t i = 0; i < smr_program_rules(run->program); i++)
    smr_vec_free(&run->rules[i].waiting);
  free(run->rules);
  free(run->since);
  smr_vec_free(&run->iterations);
  smr_vec_free(&run->matches);
  smr_vec_free(&run->resolved);
  smr_snapshot_destroy(run->snapshot);
  free(run);
}

uint32_t smr_run_iterations(const SmrRun *run) {
  return run->iterations.size;
}
const SmrIteration *smr_run_iteration(const SmrRun *run, uint32_t i) {
  return &run->iterations.data[i];
}

// The low seven bits first; the eighth says that there are more.
static void write_number(SmrRun *run, uint64_t value) {
  for (; value > 127; value >>= 7)
    smr_vec_push(&run->matches, (uint8_t)(value | 128));
  smr_vec_push(&run->matches, (uint8_t)value);
}

// Of each rule with matches: how far it is from the one before, and how many; 0 ends it. Returns all.
static uint64_t write_matches(SmrRun *run) {
  uint64_t all = 0;
  uint32_t last = 0; // + 1
  for (uint32_t i = 0; i < smr_program_rules(run->program); i++) {
    all += run->rules[i].matches;
    if (!run->rules[i].matches)
      continue;
    write_number(run, i + 1 - last);
    write_number(run, run->rules[i].matches);
    last = i + 1;
  }
  write_number(run, 0);
  return all;
}

static uint64_t read_number(const uint8_t **at) {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = *(*at)++;
    value |= (uint64_t)(byte & 127) << shift;
    if (byte < 128)
      return value;
  }
}

uint64_t smr_run_matches(const SmrRun *run, uint32_t iteration, uint32_t rule) {
  const uint8_t *at = run->matches.data + run->iterations.data[iteration].by_rule;
  uint64_t at_rule = 0; // + 1
  for (uint64_t step; (step = read_number(&at));) {
    uint64_t matches = read_number(&at);
    if ((at_rule += step) == rule + 1)
      return matches;
  }
  return 0;
}

// All that grows.
static size_t bytes_held(const SmrRun *run) {
  size_t bytes = smr_egraph_bytes(run->g) + smr_operators_bytes(smr_egraph_ops(run->g)) +
                 smr_snapshot_bytes(run->snapshot) + sizeof *run +
                 run->iterations.capacity * sizeof *run->iterations.data + run->matches.capacity +
                 run->resolved.capacity * sizeof *run->resolved.data;
  for (uint32_t i = 0; i < smr_program_rules(run->program); i++)
    bytes += sizeof *run->rules + run->rules[i].waiting.capacity * sizeof *run->rules[i].waiting.data;
  return bytes;
}

static bool stop(SmrRun *run, SmrStopReason reason) {
  run->stopped = true;
  run->reason = reason;
  return true;
}

// Whether a budget is spent; the clock is looked at now and then.
static bool spent(SmrRun *run, bool look) {
  const SmrRunBudget *b = run->budget;
  if (run->stopped)
    return true;
  if (b->nodes && smr_egraph_nodes(run->g) > b->nodes)
    return stop(run, SMR_STOP_NODES);
  if (!look)
    return false;
  if (b->milliseconds > 0 && smr_run_now(run->budget) - run->start > b->milliseconds)
    return stop(run, SMR_STOP_TIME);
  if (b->bytes && bytes_held(run) > b->bytes)
    return stop(run, SMR_STOP_MEMORY);
  return false;
}

static bool apply_match(SmrRun *run, const SmrEmatch *match) {
  return smr_program_apply(run->program, run->snapshot, run->g, match, !run->only_join);
}

static bool spent_now(void *user) {
  return spent(user, false);
}

static bool spent_look(void *user) {
  return spent(user, true);
}

static void flush(SmrRun *run) {
  double begun = smr_run_now(run->budget);
  run->search_ms += begun - run->mark;
  uint64_t applied[BUFFER_WORDS / 128 + 2] = {0};
  uint32_t count = smr_program_apply_all(run->program, run->snapshot, run->g, run->buffer, run->fill,
                                         !run->only_join, spent_now, run, run->only_join ? applied : NULL);
  if (run->only_join)
    for (uint32_t i = 0; i < count; i++, run->flushed++) {
      if (run->flushed % 64 == 0)
        smr_vec_push(&run->resolved, 0);
      smr_vec_last(&run->resolved) |= (applied[i / 64] >> i % 64 & 1) << run->flushed % 64;
    }
  run->fill = 0;
  smr_egraph_repair(run->g);
  if (run->g->dead - run->g->freed >
      smr_egraph_nodes(run->g) / 2 + (run->budget->recycle_slack ? run->budget->recycle_slack : 4096))
    smr_egraph_recycle(run->g);
  spent(run, true);
  run->mark = smr_run_now(run->budget);
  run->apply_ms += run->mark - begun;
}

static bool found_simple(void *user, const SmrEmatch *match) {
  SmrRun *run = user;
  RuleState *r = &run->rules[match->rule];
  r->matches++;
  if (run->two_passes && !run->only_join) {
    uint32_t number = run->number++;
    if (run->resolved.data[number / 64] >> number % 64 & 1)
      return true;
  }
  smr_match_write(run->program, run->buffer + run->fill, match);
  run->fill += smr_match_words(run->program, match->rule);
  if (run->fill >= BUFFER_WORDS)
    flush(run);
  return !run->stopped;
}

static uint64_t doubled(uint32_t value, uint32_t times) {
  return (uint64_t)value << (times < 31 ? times : 31);
}

static bool found_backoff(void *user, const SmrEmatch *match) {
  SmrRun *run = user;
  RuleState *r = &run->rules[match->rule];
  if (++r->counted > r->limit) {
    smr_program_drop(run->program, match->rule);
    return true;
  }
  if (r->counted % 512 == 0 && spent(run, true))
    return false;
  if (!match->fresh && !run->program->rules[match->rule].full)
    return true;
  uint32_t n = smr_program_variables(run->program, match->rule);
  r->matches++;
  smr_vec_push(&r->waiting, match->root);
  smr_vec_push(&r->waiting, match->fresh);
  for (uint32_t i = 0; i < n; i++)
    smr_vec_push(&r->waiting, match->variables[i]);
  return true;
}

static void ban(SmrRun *run, uint32_t rule, uint64_t iteration, uint32_t ban_length) {
  RuleState *r = &run->rules[rule];
  r->banned_until = iteration + doubled(ban_length, r->bans);
  r->bans++;
  r->matches = 0;
  run->since[rule] = UINT32_MAX;
}

// Bans rules with too many matches, applies the others' in the rules' order.
static void apply_waiting(SmrRun *run, uint64_t iteration, uint32_t ban_length) {
  uint32_t looks = 0;
  for (uint32_t i = 0; i < smr_program_rules(run->program); i++) {
    RuleState *r = &run->rules[i];
    if (r->counted > r->limit)
      ban(run, i, iteration, ban_length);
    uint32_t n = smr_program_variables(run->program, i);
    for (uint32_t at = 0;
         run->since[i] != UINT32_MAX && at < r->waiting.size && !spent(run, ++looks % 256 == 0);
         at += 2 + n) {
      SmrEmatch match = {i, r->waiting.data[at + 1] != 0, r->waiting.data[at], r->waiting.data + at + 2};
      apply_match(run, &match);
    }
    smr_vec_clear(&r->waiting);
  }
}

static void iterate(SmrRun *run) {
  SmrProgram *p = run->program;
  const SmrRunBudget *b = run->budget;
  uint32_t count = smr_program_rules(p), iteration = run->iterations.size, step = smr_egraph_step(run->g);
  uint64_t before = run->g->joined;
  bool backoff = b->scheduler == SMR_SCHEDULER_BACKOFF;
  run->search_ms = run->apply_ms = 0;
  run->fill = 0;
  run->mark = smr_run_now(run->budget);
  for (uint32_t i = 0; i < count; i++) {
    RuleState *r = &run->rules[i];
    r->matches = r->counted = 0;
    r->limit = doubled(b->match_limit ? b->match_limit : 1000, r->bans);
    run->since[i] = backoff && iteration < r->banned_until ? UINT32_MAX : r->since;
  }
  smr_snapshot_take(run->snapshot, run->g);
  // Where much of what an iteration creates is joined within it, a first pass joins what is there already;
  // the second creates what is then still missing. Both see the same snapshot, so their matches have the same
  // numbers.
  run->number = run->flushed = 0;
  run->two_passes = !backoff && !p->asks &&
                    (b->joining == SMR_JOINING_AUTO ? run->wasteful : b->joining == SMR_JOINING_ALWAYS);
  if (run->two_passes) {
    smr_vec_clear(&run->resolved);
    run->only_join = true;
    smr_program_search(p, run->snapshot, run->g, run->since, found_simple, run);
    flush(run);
    run->only_join = false;
    run->number = run->flushed = 0;
    for (uint32_t i = 0; i < count; i++)
      run->rules[i].matches = 0;
  }
  uint64_t created = run->g->created;
  uint32_t nodes = smr_egraph_nodes(run->g);
  p->every = backoff;
  if (!run->stopped)
    smr_program_search(p, run->snapshot, run->g, run->since, backoff ? found_backoff : found_simple, run);
  p->every = false;
  flush(run);
  if (backoff) {
    apply_waiting(run, iteration, b->ban_length ? b->ban_length : 5);
    double end = smr_run_now(run->budget);
    run->apply_ms += end - run->mark;
    run->mark = end;
  }
  smr_egraph_rebuild(run->g);
  created = run->g->created - created;
  run->wasteful =
      run->two_passes
          ? run->wasteful
          : created > 1000 && (int64_t)created > 2 * ((int64_t)smr_egraph_nodes(run->g) - (int64_t)nodes);
  for (uint32_t i = 0; i < count; i++) {
    if (!run->stopped && run->since[i] != UINT32_MAX)
      run->rules[i].since = step;
  }
  SmrIteration it = {.nodes = smr_egraph_nodes(run->g),
                     .classes = smr_egraph_classes(run->g),
                     .unions = (uint32_t)(run->g->joined - before),
                     .search_ms = (float)run->search_ms,
                     .apply_ms = (float)run->apply_ms,
                     .rebuild_ms = (float)(smr_run_now(run->budget) - run->mark),
                     .bytes = bytes_held(run),
                     .by_rule = run->matches.size};
  it.matches = write_matches(run);
  smr_vec_push(&run->iterations, it);
}

// After an iteration that changed nothing: ends the shortest ban, the others so much earlier. False: there is
// none.
static bool lift_bans(SmrRun *run) {
  uint64_t now = run->iterations.size - 1, earliest = UINT64_MAX;
  for (uint32_t i = 0; i < smr_program_rules(run->program); i++) {
    uint64_t until = run->rules[i].banned_until;
    earliest = until > now && until < earliest ? until : earliest;
  }
  for (uint32_t i = 0; earliest != UINT64_MAX && i < smr_program_rules(run->program); i++)
    if (run->rules[i].banned_until > now)
      run->rules[i].banned_until -= earliest - now;
  return earliest != UINT64_MAX;
}

SmrStopReason smr_run(SmrRun *run, const SmrRunBudget *budget) {
  run->budget = budget;
  run->program->spent = spent_look;
  run->program->spent_user = run;
  run->program->most_nodes = budget->nodes;
  run->stopped = false;
  run->start = smr_run_now(run->budget);
  smr_egraph_rebuild(run->g);
  for (uint32_t done = 0;; done++) {
    if (budget->goal && budget->goal(budget->user, run->g))
      return SMR_STOP_GOAL;
    if (budget->iterations && done == budget->iterations)
      return SMR_STOP_ITERATIONS;
    if (spent(run, true))
      return run->reason;
    uint64_t created = run->g->created, joined = run->g->joined;
    run->g->recycle = true;
    iterate(run);
    run->g->recycle = false;
    if (run->stopped)
      return run->reason;
    if (created == run->g->created && joined == run->g->joined && !lift_bans(run)) {
      if (budget->goal && budget->goal(budget->user, run->g))
        return SMR_STOP_GOAL;
      return SMR_STOP_SATURATED;
    }
  }
}
