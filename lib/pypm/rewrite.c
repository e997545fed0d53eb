//===- rewrite.c - rewriting to a fixpoint -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// One frame for each term being rewritten, each below an operand of the one before it; `path` holds what
// each of them was on its way so far, and the rules that fired. Nothing recurses in C.
//===----------------------------------------------------------------------===//
#include "pypm/rewrite_internal.h"

SmrPypmRewriter *smr_pypm_rewriter_create(const SmrPypmLibrary *library, SmrPypmRewriteOptions options) {
  SmrPypmRewriter *r = smr_xcalloc(1, sizeof *r);
  r->library = library;
  r->terms = library->file->terms;
  r->options = options;
  r->cursor = smr_pypm_cursor_create(options.machine);
  return r;
}

void smr_pypm_rewriter_destroy(SmrPypmRewriter *r) {
  if (!r)
    return;
  smr_pypm_cursor_destroy(r->cursor);
  smr_vec_free(&r->facts);
  smr_vec_free(&r->frames);
  smr_vec_free(&r->path);
  smr_vec_free(&r->known);
  smr_vec_free(&r->events);
  smr_vec_free(&r->cycles);
  free(r);
}

const SmrPypmEvent *smr_pypm_rewriter_events(const SmrPypmRewriter *r, uint32_t *count) {
  *count = r->events.size;
  return r->events.data;
}

const uint32_t *smr_pypm_rewriter_cycle(const SmrPypmRewriter *r, const SmrPypmEvent *event) {
  return r->cycles.data + event->first;
}

/// Gives the terms made since the last time a place for what is known of them.
static void cover(SmrPypmRewriter *r, uint32_t depth) {
  while (r->facts.size < r->terms->terms.size)
    smr_vec_push(&r->facts, (SmrPypmFact){.depth = depth});
}

static SmrPypmFrame *top(SmrPypmRewriter *r) {
  return &smr_vec_last(&r->frames);
}

/// The frame's term is that one now; `rule` is what fires at it next.
static void stand_at(SmrPypmRewriter *r, uint32_t term) {
  SmrPypmFrame *frame = top(r);
  frame->now = term;
  frame->tried = r->facts.data[frame->term].given_up;
  frame->operand = 0;
  smr_vec_push(&r->path, (SmrPypmStep){term, SMR_PYPM_NONE});
  if (!r->facts.data[term].step)
    r->facts.data[term].step = r->path.size;
}

static void enter(SmrPypmRewriter *r, uint32_t term) {
  smr_vec_push(
      &r->frames,
      (SmrPypmFrame){.term = term, .path = r->path.size, .known = r->known.size, .events = r->events.size});
  stand_at(r, term);
}

/// What the steps from there on were about is no longer being rewritten.
static void cut_path(SmrPypmRewriter *r, uint32_t from) {
  while (r->path.size > from) {
    SmrPypmFact *fact = &r->facts.data[smr_vec_pop(&r->path).term];
    if (fact->step > r->path.size)
      fact->step = 0;
  }
}

static void know(SmrPypmRewriter *r, uint32_t term, uint32_t result) {
  if (r->facts.data[term].result)
    return;
  r->facts.data[term].result = result;
  smr_vec_push(&r->known, term);
}

/// All that the frame's term was on its way becomes the result.
static void leave(SmrPypmRewriter *r, uint32_t result) {
  SmrPypmFrame frame = smr_vec_pop(&r->frames);
  for (uint32_t k = frame.path; k < r->path.size; k++)
    know(r, r->path.data[k].term, result);
  know(r, result, result);
  cut_path(r, frame.path);
  r->result = r->facts.data[frame.term].result;
}

// Cycles.

/// After how many rules the last `region` ones repeat themselves; all, where they do not.
static uint32_t period(const SmrPypmNumbers *rules, uint32_t region) {
  for (uint32_t p = 1; 2 * p <= region; p++) {
    uint32_t k = rules->size - region + p;
    while (k < rules->size && rules->data[k] == rules->data[k - p])
      k++;
    if (k == rules->size)
      return p;
  }
  return region;
}

/// Reports the rules that fired since a step, once where they repeat themselves. Before those of a term that
/// grows others may have fired.
static void report_cycle(SmrPypmRewriter *r, SmrPypmEventKind kind, uint32_t term, bool grows,
                         SmrPypmNumbers *rules) {
  uint32_t count = period(rules, grows ? rules->size / 2 : rules->size), first = r->cycles.size;
  for (uint32_t k = rules->size - count; k < rules->size; k++)
    smr_vec_push(&r->cycles, rules->data[k]);
  smr_vec_push(&r->events, (SmrPypmEvent){.kind = kind, .term = term, .first = first, .count = count});
}

/// The term of frame k stays as it was: what was done since then is undone, and it is rewritten below its
/// root alone.
static void give_up(SmrPypmRewriter *r, uint32_t k, uint32_t since, bool grows, SmrPypmEventKind kind) {
  SmrPypmFrame frame = r->frames.data[k];
  SmrPypmNumbers rules = {0};
  for (uint32_t s = since; s < r->path.size; s++)
    if (r->path.data[s].rule != SMR_PYPM_NONE)
      smr_vec_push(&rules, r->path.data[s].rule);
  cut_path(r, frame.path);
  while (r->known.size > frame.known)
    r->facts.data[smr_vec_pop(&r->known)].result = 0;
  r->events.size = frame.events;
  r->frames.size = k;
  report_cycle(r, kind, frame.term, grows, &rules);
  smr_vec_free(&rules);
  r->facts.data[frame.term].given_up = true;
  enter(r, frame.term);
}

/// The innermost frame that was begun at a term that no rule made.
static uint32_t origin(const SmrPypmRewriter *r) {
  uint32_t k = r->frames.size - 1;
  while (k && r->facts.data[r->frames.data[k].term].depth)
    k--;
  return k;
}

/// The frame in whose way that step is.
static uint32_t frame_of(const SmrPypmRewriter *r, uint32_t step) {
  uint32_t k = r->frames.size - 1;
  while (r->frames.data[k].path > step)
    k--;
  return k;
}

/// The term is being rewritten, and came out of its own rewriting.
static void give_up_around(SmrPypmRewriter *r, uint32_t term) {
  uint32_t step = r->facts.data[term].step - 1;
  give_up(r, frame_of(r, step), step, false, SMR_PYPM_EVENT_CYCLE);
}

// Steps.

/// The frame's term has become another one.
static void become(SmrPypmRewriter *r, uint32_t term) {
  if (r->facts.data[term].result)
    leave(r, r->facts.data[term].result);
  else if (r->facts.data[term].step)
    give_up_around(r, term);
  else
    stand_at(r, term);
}

static void fired(SmrPypmRewriter *r, const SmrPypmEvent *event) {
  uint32_t depth = r->facts.data[event->term].depth + 1;
  smr_vec_last(&r->path).rule = event->rule;
  cover(r, depth);
  r->fired++;
  if (r->fired > r->options.firings) {
    uint32_t k = origin(r);
    r->spent = true;
    give_up(r, k, r->frames.data[k].path, true, SMR_PYPM_EVENT_SPENT);
  } else if (depth > r->options.depth) {
    uint32_t k = origin(r);
    give_up(r, k, r->frames.data[k].path, true, SMR_PYPM_EVENT_CYCLE);
  } else {
    smr_vec_push(&r->events, *event);
    become(r, event->result);
  }
}

/// The next operand that was not rewritten yet; 0: none.
static uint32_t next_operand(SmrPypmRewriter *r) {
  SmrPypmFrame *frame = top(r);
  uint32_t count = smr_pypm_term_get(r->terms, frame->now)->count;
  for (; frame->operand < count; frame->operand++) {
    uint32_t operand = smr_pypm_operand(r->terms, frame->now, frame->operand);
    if (!r->facts.data[operand].result)
      return operand;
  }
  return 0;
}

/// The frame's term on what its operands became.
static uint32_t rebuild(SmrPypmRewriter *r) {
  uint32_t term = top(r)->now, operands[SMR_PYPM_MAX_OPERANDS];
  SmrPypmTerm t = *smr_pypm_term_get(r->terms, term);
  bool changed = false;
  for (uint32_t k = 0; k < t.count; k++) {
    uint32_t operand = smr_pypm_operand(r->terms, term, k);
    operands[k] = r->facts.data[operand].result;
    changed |= operands[k] != operand;
  }
  if (!changed)
    return term;
  term = smr_pypm_term(r->terms, t.head, t.type, operands, t.count);
  cover(r, r->facts.data[top(r)->now].depth);
  return term;
}

static void step(SmrPypmRewriter *r) {
  SmrPypmEvent event;
  uint32_t term = top(r)->now;
  if (!top(r)->tried && !r->spent) {
    top(r)->tried = true;
    if (smr_pypm_fire(r, term, &event)) {
      fired(r, &event);
      return;
    }
    cover(r, 0); // what was made for branches that refused
  }
  uint32_t operand = next_operand(r);
  if (operand && r->facts.data[operand].step) {
    give_up_around(r, operand);
    return;
  }
  if (operand) {
    enter(r, operand);
    return;
  }
  uint32_t built = rebuild(r);
  if (built == term)
    leave(r, term);
  else
    become(r, built);
}

uint32_t smr_pypm_rewrite(SmrPypmRewriter *r, uint32_t term) {
  cover(r, 0);
  if (!r->options.depth)
    r->options.depth = r->terms->terms.size + 100;
  if (r->facts.data[term].result)
    return r->facts.data[term].result;
  enter(r, term);
  while (r->frames.size)
    step(r);
  return r->result;
}
