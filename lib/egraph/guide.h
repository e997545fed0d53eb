//===- guide.h - searches in phases, as a user writes them ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Koehler, Trinder, Steuwer: Sketch-Guided Equality Saturation, section 3.3: a list of phases, each with
// rules, a sketch, a cost and filters. A phase normalises the terms that the one before found, puts them into
// a fresh graph, and applies its rules until every term has a form that satisfies its sketch; the cheapest
// such forms go on. The text form is in the README: whatever a rule file may say, and
//
//   (term NAME TERM)                    an input
//   (normalise SET…)                    of phases that say nothing else
//   (phase NAME clause…)
//     (rules SET…)                      applied together; none: nothing is applied
//     (sketch S)  (sketch TERM-NAME S)  for all terms, for one
//     (cost size|depth|file)            default: file where the rules give costs
//     (filter NAME…)  (normalise SET…)
//     (iterations N) (nodes N) (time MS) (memory BYTES)
//     (count N in-term S)               N subterms of the results satisfy S
//     (count N in-graph RULE)           N matches of the rule in the last graph, its conditions hold
//
// In sketches (:: S P) is S with a type: the datum of its class (of the first declaration) matches the
// pattern P.
//
// Invariant: after a successful run each result satisfies the last phase's sketch, and equals its input by
// the rules.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_GUIDE_H
#define SMR_EGRAPH_GUIDE_H
#include "egraph/run.h"
#include "egraph/world.h"

typedef struct SmrGuide SmrGuide;

/// Reads a guide and what it includes. NULL after errors. Operators are borrowed.
SmrGuide *smr_guide_read(SmrOperators *ops, const char *path, SmrDiag *diag);
SmrGuide *smr_guide_parse(SmrOperators *ops, const char *file, const char *text, size_t size,
                          SmrRulesLoadFn load, void *user, SmrDiag *diag);
void smr_guide_destroy(SmrGuide *guide);

SmrRules *smr_guide_rules(SmrGuide *guide);
/// Adds an input; the name is copied, the term taken, and where it stands, if `places` is not NULL. False
/// when there is one of that name.
bool smr_guide_add_term(SmrGuide *guide, const char *name, SmrTerm *term, uint32_t root,
                        SmrTermPlaces *places);
uint32_t smr_guide_terms(const SmrGuide *guide);
const char *smr_guide_term_name(const SmrGuide *guide, uint32_t i);
uint32_t smr_guide_phases(const SmrGuide *guide);

/// Whether all phases can run: their sets, filters, sketches, costs and rules exist. Runs nothing.
bool smr_guide_check(SmrGuide *guide, const SmrWorldOptions *options, SmrDiag *diag);

typedef enum { SMR_GUIDE_DONE, SMR_GUIDE_NOT_FOUND, SMR_GUIDE_ERROR } SmrGuideEnd;

/// Runs the phases. `limits` (may be NULL) are what a phase that gives none of its own has, and the clock.
/// After SMR_GUIDE_NOT_FOUND, an error in `diag` says which phase stopped at which sketch, what of it was
/// found, and how large the graph was. The terms are then those with which that phase began.
SmrGuideEnd smr_guide_run(SmrGuide *guide, const SmrWorldOptions *options, const SmrRunBudget *limits,
                          SmrDiag *diag);

/// A term as it is now: an input, and after a run its result.
const SmrTerm *smr_guide_term(const SmrGuide *guide, uint32_t i, uint32_t *root);
/// An input as it was given, and where its nodes stand.
const SmrTerm *smr_guide_input(const SmrGuide *guide, uint32_t i, uint32_t *root);
const SmrTermPlaces *smr_guide_places(const SmrGuide *guide, uint32_t i);

/// What a phase did, after a run that came to it.
typedef struct {
  const char *name;
  bool ran, found;
  SmrStopReason stop;
  uint32_t normalised; // rounds
  SMR_VEC(SmrIteration) iterations;
  uint32_t nodes, classes; // at its end
  size_t bytes;
  uint64_t matches, dropped; // dropped: by filters
  SMR_VEC(uint64_t) by_filter;
  double milliseconds;
} SmrGuidePhase;
const SmrGuidePhase *smr_guide_phase(const SmrGuide *guide, uint32_t i);
/// {"phases": [{"name", "found", "stop", "normalised", "iterations": [{"nodes", "classes", "unions",
/// "matches", "search_ms", "apply_ms", "rebuild_ms", "bytes"}], "nodes", "classes", "bytes", "matches",
/// "dropped": {FILTER: n}, "ms"}], "terms": [{"name", "cost"}]}: phases that did not run are left out.
void smr_guide_json(const SmrGuide *guide, SmrStr *out);
#endif
