//===- fire.c - which rule fires at a term -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/rewrite_internal.h"

static uint32_t lookup(const void *cursor, uint32_t parameter) {
  return smr_pypm_cursor_value(cursor, parameter);
}

static void keep_numbers(SmrPypmRewriter *r, SmrPypmEvent *event, const uint32_t *numbers, uint32_t count) {
  event->first = r->numbers.size;
  event->count = count;
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(&r->numbers, numbers[k]);
}

static void keep_matched(SmrPypmRewriter *r, SmrPypmEvent *event) {
  uint32_t count;
  const uint32_t *matched = smr_pypm_cursor_matched(r->cursor, &count);
  keep_numbers(r, event, matched, count);
}

/// The pattern's rules on the match that the cursor stands at.
static bool try_rules(SmrPypmRewriter *r, SmrPypmEvent *event) {
  const SmrPypmEntry *entry = &r->library->entries.data[event->entry];
  event->alternate = smr_pypm_cursor_alternate(r->cursor);
  for (uint32_t k = 0; k < entry->rules.size; k++) {
    event->rule = entry->rules.data[k];
    const SmrPypmRule *rule = &r->library->file->rules.data[event->rule];
    for (event->branch = 0; event->branch < rule->branches.size; event->branch++) {
      event->verdict = smr_pypm_replace(r->library->file, rule, event->branch, event->term, lookup, r->cursor,
                                        &event->result);
      bool accepted = event->verdict == SMR_PYPM_ACCEPTED, rounds = r->options.fp_exact && !rule->exact;
      if (accepted && !rounds) {
        keep_matched(r, event);
        return true;
      }
      event->kind = SMR_PYPM_EVENT_REFUSED;
      event->verdict = accepted ? SMR_PYPM_MAY_ROUND : event->verdict;
      smr_vec_push(&r->events, *event);
      if (accepted) // it is the first
        break;
    }
  }
  return false;
}

bool smr_pypm_cursor_event(const SmrPypmRewriter *r, bool matched, SmrPypmEvent *event) {
  const SmrPypmNode *last;
  uint32_t unknown = smr_pypm_cursor_unknown(r->cursor, &last);
  if (event->status > SMR_PYPM_FAILURE) {
    event->kind = SMR_PYPM_EVENT_CUT_OFF;
    return true;
  }
  if (event->status != SMR_PYPM_FAILURE || !unknown || matched)
    return false;
  event->kind = SMR_PYPM_EVENT_UNDECIDED;
  event->node = (uint32_t)(last - r->library->entries.data[event->entry].program.code.nodes.data);
  return true;
}

/// Starts the machine, which has few steps when those of the function are spent: patterns that go on to their
/// limit everywhere do not keep a user waiting.
static void start(SmrPypmRewriter *r, uint32_t entry, uint32_t term) {
  SmrPypmLimits limits = r->options.machine;
  if (r->options.steps && r->steps >= r->options.steps)
    limits.steps = limits.steps / 100 + 1;
  smr_pypm_cursor_limit(r->cursor, limits);
  smr_pypm_cursor_start(r->cursor, &r->library->entries.data[entry].program, r->terms, term);
}

static bool matches(SmrPypmRewriter *r, SmrPypmEvent *event) {
  bool matched = false;
  start(r, event->entry, event->term);
  while ((event->status = smr_pypm_cursor_run(r->cursor)) == SMR_PYPM_SUCCESS) {
    matched = true;
    if (try_rules(r, event))
      return true;
    if (!r->options.all_matches)
      return false;
  }
  if (smr_pypm_cursor_event(r, matched, event))
    smr_vec_push(&r->events, *event);
  return false;
}

static bool try_pattern(SmrPypmRewriter *r, SmrPypmEvent *event) {
  bool fires = matches(r, event);
  r->steps += smr_pypm_cursor_steps(r->cursor);
  return fires;
}

const uint32_t *smr_pypm_rewriter_candidates(SmrPypmRewriter *r, uint32_t term, uint32_t *count) {
  if (r->automaton)
    return smr_pypm_candidates(r->automaton, term, count);
  while (r->all.size < r->library->entries.size)
    smr_vec_push(&r->all, r->all.size);
  *count = r->all.size;
  return r->all.data;
}

static bool is_asked_for(const SmrPypmRewriter *r, uint32_t entry) {
  return r->options.why_not && r->library->entries.data[entry].program.code.name == r->options.why_not;
}

/// Is that much of the pattern there that one wants to know why not all of it is?
static bool is_near(const SmrPypmRewriter *r, uint32_t entry, const SmrPypmMiss *miss) {
  if (is_asked_for(r, entry))
    return miss->count > 0;
  return r->options.near_misses &&
         (miss->count > 1 || (miss->count && miss->transition == SMR_PYPM_ST_CHECKGUARD_BACKTRACK));
}

/// Of all patterns, also those whose skeleton the term has not, the one that came nearest: most operators
/// matched, and the first of equals. The one that was asked for is told in any case.
static void tell_misses(SmrPypmRewriter *r, uint32_t term) {
  SmrPypmEvent event = {.kind = SMR_PYPM_EVENT_NEAR, .term = term};
  uint32_t nearest = SMR_PYPM_NONE;
  smr_pypm_cursor_explain(r->cursor, true);
  for (event.entry = 0; event.entry < r->library->entries.size; event.entry++) {
    start(r, event.entry, term);
    SmrPypmStatus status = smr_pypm_cursor_run(r->cursor);
    r->steps += smr_pypm_cursor_steps(r->cursor);
    if (status != SMR_PYPM_FAILURE || !smr_pypm_cursor_miss(r->cursor, &event.miss) ||
        !is_near(r, event.entry, &event.miss))
      continue;
    const bool asked_for = is_asked_for(r, event.entry), is_first = asked_for || nearest == SMR_PYPM_NONE;
    if (!is_first && event.miss.count <= r->events.data[nearest].miss.count)
      continue;
    event.node = event.miss.node;
    keep_numbers(r, &event, event.miss.matched, event.miss.count);
    event.miss.matched = NULL;
    if (is_first)
      smr_vec_push(&r->events, event);
    else
      r->events.data[nearest] = event;
    if (is_first && !asked_for)
      nearest = r->events.size - 1;
  }
  smr_pypm_cursor_explain(r->cursor, false);
}

bool smr_pypm_fire(SmrPypmRewriter *r, uint32_t term, SmrPypmEvent *event) {
  uint32_t count;
  const uint32_t *candidates = smr_pypm_rewriter_candidates(r, term, &count);
  for (uint32_t k = 0; k < count; k++) {
    *event = (SmrPypmEvent){.term = term, .entry = candidates[k]};
    r->tried++;
    if (try_pattern(r, event)) {
      event->kind = SMR_PYPM_EVENT_FIRED;
      return true;
    }
  }
  if (r->options.near_misses || r->options.why_not)
    tell_misses(r, term);
  return false;
}
