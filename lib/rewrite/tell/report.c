//===- report.c - what happened to a function, as report entries ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/tell/report.h"
#include "base/demangle.h"
#include "rewrite/tell/told.h"
#include <stdlib.h>
#include <string.h>

static bool told_before(const char *const *texts, uint32_t count, const char *text) {
  for (uint32_t k = 0; k < count; k++)
    if (!strcmp(texts[k], text))
      return true;
  return false;
}

static bool same_place(const SmrGraph *g, SmrOp a, SmrOp b) {
  const SmrLocData *x = smr_place_of(g, a), *y = smr_place_of(g, b);
  return x && y && x->line && x->file == y->file && x->line == y->line && x->column == y->column;
}

static bool has_root_at(const SmrGraph *g, const SmrOffer *found, SmrOp root) {
  for (uint32_t r = 0; r < found->root_count; r++)
    if (same_place(g, root, found->roots[r]))
      return true;
  return false;
}

/// Is the root told of by a match that is made? (A copy of a loop stands where that stood.)
static bool is_made_at(const SmrFunctionRun *f, SmrOp root) {
  for (uint32_t i = 0; i < f->found.size; i++)
    if (f->found.data[i].accepted && has_root_at(f->graph, &f->found.data[i], root))
      return true;
  return false;
}

/// The roots of a match of which no other entry speaks; of one that is made, all. How many.
static uint32_t open_roots(const SmrFunctionRun *f, uint32_t k, SmrOp *out) {
  const SmrOffer *found = &f->found.data[k];
  uint32_t count = 0;
  for (uint32_t r = 0; r < found->root_count; r++)
    if (found->accepted || !is_made_at(f, found->roots[r]))
      out[count++] = found->roots[r];
  return count;
}

/// What is told of a call, of a match or an offer, but for what became of it.
static SmrReportEntry entry_of(const SmrGraph *g, SmrOp at, const SmrLibrary *library, uint32_t pair,
                               const char *function) {
  const SmrLocData *loc = smr_place_of(g, at);
  return (SmrReportEntry){.file = loc ? smr_intern_text(g->symbols, loc->file) : "",
                          .line = loc ? loc->line : 0,
                          .column = loc ? loc->column : 0,
                          .function = function,
                          .idiom = library->pairs[pair].pattern.name,
                          .library = library->name,
                          .unverified = library->pairs[pair].unverified};
}

void smr_report_made(const SmrModuleRun *run, SmrFunctionRun *f, const SmrOffer *offer) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_demangle(smr_intern_text(run->symbols, f->name), &name);
  const SmrVerdict *verdict = &offer->verdict;
  const char **guards = smr_xcalloc(verdict->guard_count + 1, sizeof *guards);
  uint32_t count = 0;
  for (uint32_t k = 0; k < verdict->guard_count; k++)
    if (!told_before(guards, count, verdict->guards[k].text))
      guards[count++] = verdict->guards[k].text;
  for (uint32_t k = 0; k < offer->call_count; k++) {
    const SmrOfferCall *call = &offer->calls[k];
    SmrReportEntry entry = entry_of(offer->graph, call->at, call->library, call->pair, smr_str_get(&name));
    entry.kind = SMR_REPORT_REWRITE;
    entry.tier = offer->match ? "exact" : "equality";
    entry.rounds = !offer->match || call->library->pairs[call->pair].contract != SMR_CONTRACT_EXACT;
    entry.guards = guards, entry.guard_count = count;
    entry.explanation = call->explanation;
    entry.estimate = verdict->estimates ? verdict->estimates[k] : NULL;
    smr_tell_lines(offer->graph, offer->roots, offer->root_count, &f->arena, &entry);
    smr_tell(run, &entry, f->op);
  }
  free(guards);
}

static void report_refused(const SmrModuleRun *run, SmrFunctionRun *f, uint32_t number,
                           const char *function) {
  const SmrOffer *found = &f->found.data[number];
  const SmrGraph *g = f->graph;
  SmrOp *roots = smr_arena_alloc(&f->arena, (found->root_count + 1) * sizeof *roots);
  uint32_t root_count = open_roots(f, number, roots);
  SmrOp first = roots[0];
  for (uint32_t k = 1; k < root_count; k++)
    if (smr_before(g, roots[k], first))
      first = roots[k];
  SmrReportEntry entry = entry_of(g, first, found->calls->library, found->calls->pair, function);
  entry.kind = SMR_REPORT_MISSED;
  entry.tier = "exact";
  entry.rounds = smr_offer_pair(found)->contract != SMR_CONTRACT_EXACT;
  entry.reason = found->reason;
  entry.estimate = found->verdict.estimates ? found->verdict.estimates[0] : NULL;
  smr_tell_lines(g, roots, root_count, &f->arena, &entry);
  smr_tell(run, &entry, f->op);
}

static uint32_t size_of(const SmrOffer *found) {
  return smr_pattern_size(&smr_offer_pair(found)->pattern);
}

/// What was refused is told unless another match, at least as large, took the code; of those that share code
/// the largest, one of the program's own language.
bool smr_found_told(const SmrFunctionRun *f, uint32_t k) {
  const SmrOffer *found = &f->found.data[k];
  SmrOp *open = smr_xcalloc(found->root_count + 1, sizeof *open);
  bool any = open_roots(f, k, open);
  free(open);
  if (!found->refused || !any)
    return false;
  for (uint32_t i = 0; i < f->found.size; i++) {
    const SmrOffer *other = &f->found.data[i];
    bool overlap = other->place == found->place || smr_found_overlap(other, found) ||
                   has_root_at(f->graph, other, found->roots[0]);
    if (other->accepted && size_of(other) >= size_of(found) && overlap)
      return false;
    if (i == k || !other->refused || !overlap)
      continue;
    uint32_t theirs = size_of(other), ours = size_of(found);
    bool other_foreign = smr_pair_foreign(smr_offer_pair(other), f->kind),
         found_foreign = smr_pair_foreign(smr_offer_pair(found), f->kind);
    if (theirs != ours ? theirs > ours : other_foreign != found_foreign ? found_foreign : i < k)
      return false;
  }
  return true;
}

static void report_near(const SmrModuleRun *run, const SmrFunctionRun *f, const SmrNear *near,
                        const char *function) {
  SmrReportEntry entry = {.kind = SMR_REPORT_MISSED,
                          .file = near->file,
                          .line = near->line,
                          .column = near->column,
                          .function = function,
                          .idiom = near->idiom,
                          .reason = near->reason,
                          .explanation = near->explanation,
                          .estimate = near->estimate};
  smr_tell(run, &entry, f->op);
  run->report->near_misses++;
}

void smr_report_function(const SmrModuleRun *run, SmrFunctionRun *f, const SmrNear *nears, uint32_t count) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_demangle(smr_intern_text(run->symbols, f->name), &name);
  if (f->found.size)
    qsort(f->found.data, f->found.size, sizeof *f->found.data, smr_found_compare_place);
  uint32_t near = 0;
  for (uint32_t k = 0; k < f->found.size; k++) {
    for (; near < count && nears[near].place < f->found.data[k].place; near++)
      report_near(run, f, &nears[near], smr_str_get(&name));
    if (f->found.data[k].made)
      smr_report_made(run, f, &f->found.data[k]);
    else if (smr_found_told(f, k))
      report_refused(run, f, k, smr_str_get(&name));
  }
  for (; near < count; near++)
    report_near(run, f, &nears[near], smr_str_get(&name));
}
