//===- run.h - equality saturation ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Iterations: search all rules, apply all that was found, rebuild; until nothing changes or a budget is
// spent. Budgets are hard: they stop inside an iteration, and the graph is rebuilt and usable afterwards.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_RUN_H
#define SMR_EGRAPH_RUN_H
#include "egraph/program.h"

typedef enum { SMR_SCHEDULER_SIMPLE, SMR_SCHEDULER_BACKOFF } SmrSchedulerKind;

typedef enum {
  SMR_STOP_SATURATED,
  SMR_STOP_ITERATIONS,
  SMR_STOP_NODES,
  SMR_STOP_TIME,
  SMR_STOP_MEMORY,
  SMR_STOP_GOAL, // the client's `goal` said so
} SmrStopReason;
const char *smr_stop_reason_text(SmrStopReason reason);

/// Whether the simple scheduler first applies the matches that only join what is there, then those that
/// create nodes. The result is the same; where most of what an iteration creates is joined within it, time
/// and memory are not.
typedef enum { SMR_JOINING_AUTO, SMR_JOINING_ALWAYS, SMR_JOINING_NEVER } SmrJoiningPass;

typedef struct {
  uint32_t iterations, nodes; // 0: no limit
  double milliseconds;        // 0: no limit
  double (*clock)(void *);    // what the time is, in milliseconds; NULL: the monotonic clock
  void *clock_data;
  size_t bytes; // 0: no limit
  SmrSchedulerKind scheduler;
  uint32_t match_limit, ban_length; // backoff; 0: 1000 and 5
  SmrJoiningPass joining;
  uint32_t recycle_slack; // dead nodes beyond half of the live ones that are kept before their numbers are
                          // used again; 0: 4096
  /// Asked after each iteration (and before the first): true stops with SMR_STOP_GOAL. May be NULL.
  bool (*goal)(void *user, SmrEgraph *g);
  void *user;
} SmrRunBudget;

typedef struct {
  uint64_t matches; // found
  size_t bytes;
  uint32_t nodes, classes, unions; // after the iteration; unions by rules and by congruence in it
  float search_ms, apply_ms, rebuild_ms;
  uint64_t by_rule; // for smr_run_matches
} SmrIteration;

/// Appends its members to an open JSON object.
void smr_iteration_json(const SmrIteration *iteration, SmrStr *out);

/// The time by a budget's clock.
double smr_run_now(const SmrRunBudget *budget);

/// A run: keeps what rules have seen already, so that a further call on the same graph goes on where the last
/// stopped. The graph may be changed by others between calls.
typedef struct SmrRun SmrRun;
SmrRun *smr_run_create(SmrEgraph *g, SmrProgram *program);
void smr_run_destroy(SmrRun *run);
SmrStopReason smr_run(SmrRun *run, const SmrRunBudget *budget);
uint32_t smr_run_iterations(const SmrRun *run);
const SmrIteration *smr_run_iteration(const SmrRun *run, uint32_t i);
/// Matches of a rule that an iteration found (and was not banned for); its conditions may have refused some.
uint64_t smr_run_matches(const SmrRun *run, uint32_t iteration, uint32_t rule);
#endif
