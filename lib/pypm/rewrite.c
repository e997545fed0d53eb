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
  r->counting = smr_pypm_asks_for_uses(library);
  r->answer = smr_pypm_rewriter_uses;
  r->who = r;
  if (!options.one_by_one)
    r->automaton =
        smr_pypm_automaton_create(&library->skeletons, library->roots.data, library->roots.size, r->terms);
  return r;
}

void smr_pypm_rewriter_destroy(SmrPypmRewriter *r) {
  if (!r)
    return;
  if (r->terms->graph == r->who)
    r->terms->uses = NULL;
  smr_pypm_cursor_destroy(r->cursor);
  smr_pypm_automaton_destroy(r->automaton);
  smr_vec_free(&r->all);
  smr_vec_free(&r->facts);
  smr_vec_free(&r->frames);
  smr_vec_free(&r->path);
  smr_vec_free(&r->known);
  smr_vec_free(&r->events);
  smr_vec_free(&r->numbers);
  smr_vec_free(&r->uses);
  smr_vec_free(&r->roots);
  smr_vec_free(&r->changed);
  free(r);
}

const SmrPypmEvent *smr_pypm_rewriter_events(const SmrPypmRewriter *r, uint32_t *count) {
  *count = r->events.size;
  return r->events.data;
}

uint32_t smr_pypm_rewriter_source(const SmrPypmRewriter *r, uint32_t term) {
  return term < r->facts.size ? r->facts.data[term].source : 0;
}

void smr_pypm_rewriter_begin(SmrPypmRewriter *r) {
  r->fired = 0;
  r->steps = 0;
  r->spent = false;
}

SmrPypmCursor *smr_pypm_rewriter_cursor(SmrPypmRewriter *r) {
  return r->cursor;
}

uint64_t smr_pypm_rewriter_tried(const SmrPypmRewriter *r) {
  return r->tried;
}

const uint32_t *smr_pypm_rewriter_numbers(const SmrPypmRewriter *r, const SmrPypmEvent *event) {
  return r->numbers.data + event->first;
}

/// Gives the terms made since the last time a place for what is known of them.
static void cover(SmrPypmRewriter *r, uint32_t depth, uint32_t source) {
  while (r->facts.size < r->terms->terms.size)
    smr_vec_push(&r->facts, (SmrPypmFact){.depth = depth, .source = source});
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
    uint32_t term = smr_vec_pop(&r->path).term;
    if (r->facts.data[term].step > r->path.size)
      r->facts.data[term].step = 0;
    if (term < r->uses.size)
      r->uses.data[term].next = 0;
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

/// The last ones of a longer cycle.
#define MOST_NAMED 32

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

/// Where a round of a cycle begins: at its first rule in the file.
static uint32_t beginning(const uint32_t *rules, uint32_t count) {
  uint32_t first = 0;
  for (uint32_t k = 1; k < count; k++)
    if (rules[k] < rules[first])
      first = k;
  return first;
}

/// Reports rules that fired, once where they repeat themselves. Before those of a term that grows others may
/// have fired.
static void report_cycle(SmrPypmRewriter *r, SmrPypmEventKind kind, uint32_t term, bool grows,
                         SmrPypmNumbers *rules) {
  uint32_t count = period(rules, grows ? (rules->size + 1) / 2 : rules->size), first = r->numbers.size;
  if (count > MOST_NAMED)
    count = MOST_NAMED;
  const uint32_t *round = rules->data + rules->size - count;
  uint32_t begin = kind == SMR_PYPM_EVENT_CYCLE ? beginning(round, count) : 0;
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(&r->numbers, round[(begin + k) % count]);
  smr_vec_push(&r->events, (SmrPypmEvent){.kind = kind, .term = term, .first = first, .count = count});
}

/// The rules that fired since a step.
static void rules_since(const SmrPypmRewriter *r, uint32_t step, SmrPypmNumbers *rules) {
  for (; step < r->path.size; step++)
    if (r->path.data[step].rule != SMR_PYPM_NONE)
      smr_vec_push(rules, r->path.data[step].rule);
}

/// The first frame from that one on at whose root a rule fired since a step; frames.size: none.
static uint32_t first_fired(const SmrPypmRewriter *r, uint32_t k, uint32_t step) {
  while (step < r->path.size && r->path.data[step].rule == SMR_PYPM_NONE)
    step++;
  while (k + 1 < r->frames.size && r->frames.data[k + 1].path <= step)
    k++;
  return step < r->path.size ? k : r->frames.size;
}

/// The term of frame k stays as it was: what was done since then is undone, and it is rewritten below its
/// root alone.
static void give_up(SmrPypmRewriter *r, uint32_t k) {
  SmrPypmFrame frame = r->frames.data[k];
  cut_path(r, frame.path);
  while (r->known.size > frame.known) {
    SmrPypmFact *known = &r->facts.data[smr_vec_pop(&r->known)];
    known->result = 0;
    known->as_is = false;
  }
  r->counted = false;
  r->events.size = frame.events;
  r->frames.size = k;
  r->facts.data[frame.term].given_up = true;
}

/// The innermost frame that was begun at a term that no rule made.
static uint32_t origin(const SmrPypmRewriter *r) {
  uint32_t k = r->frames.size - 1;
  while (k && r->facts.data[r->frames.data[k].term].depth)
    k--;
  return k;
}

/// Rules fire without end, as far as one can tell, at what began in some frame.
static void give_up_growth(SmrPypmRewriter *r, SmrPypmEventKind kind) {
  uint32_t k = origin(r), step = r->frames.data[k].path;
  SmrPypmNumbers rules = {0};
  rules_since(r, kind == SMR_PYPM_EVENT_SPENT ? 0 : step, &rules);
  k = first_fired(r, k, step);
  uint32_t term = r->frames.data[k].term;
  give_up(r, k);
  report_cycle(r, kind, term, true, &rules);
  smr_vec_free(&rules);
  enter(r, term);
}

/// The frame in whose way that step is.
static uint32_t frame_of(const SmrPypmRewriter *r, uint32_t step) {
  uint32_t k = r->frames.size - 1;
  while (r->frames.data[k].path > step)
    k--;
  return k;
}

/// The frame's term is to become one that is being rewritten, and no rule of a frame is to blame, but rules
/// below: the term stays as it is.
static void give_up_operands(SmrPypmRewriter *r) {
  SmrPypmNumbers rules = {0};
  uint32_t term = top(r)->now;
  for (uint32_t k = top(r)->events; k < r->events.size; k++)
    if (r->events.data[k].kind == SMR_PYPM_EVENT_FIRED)
      smr_vec_push(&rules, r->events.data[k].rule);
  report_cycle(r, SMR_PYPM_EVENT_CYCLE, term, false, &rules);
  smr_vec_free(&rules);
  r->facts.data[term].as_is = true;
  r->counted = false;
  leave(r, term);
}

/// The term is being rewritten, and came out of its own rewriting.
static void give_up_around(SmrPypmRewriter *r, uint32_t term) {
  uint32_t step = r->facts.data[term].step - 1, k = first_fired(r, frame_of(r, step), step);
  SmrPypmNumbers rules = {0};
  if (k == r->frames.size) {
    give_up_operands(r);
    return;
  }
  rules_since(r, step, &rules);
  term = r->frames.data[k].term;
  give_up(r, k);
  report_cycle(r, SMR_PYPM_EVENT_CYCLE, term, false, &rules);
  smr_vec_free(&rules);
  enter(r, term);
}

// Steps.

/// The frame's term has become another one.
static void become(SmrPypmRewriter *r, uint32_t term) {
  if (!r->facts.data[term].result && r->facts.data[term].step) {
    give_up_around(r, term);
    return;
  }
  if (r->counting)
    smr_pypm_moved(r, top(r)->now, term);
  if (r->facts.data[term].result)
    leave(r, r->facts.data[term].result);
  else
    stand_at(r, term);
}

static void fired(SmrPypmRewriter *r, const SmrPypmEvent *event) {
  uint32_t depth = r->facts.data[event->term].depth + 1;
  smr_vec_last(&r->path).rule = event->rule;
  cover(r, depth, event->term);
  r->fired++;
  if (r->fired > r->options.firings) {
    r->spent = true;
    give_up_growth(r, SMR_PYPM_EVENT_SPENT);
  } else if (depth > r->options.depth) {
    give_up_growth(r, SMR_PYPM_EVENT_CYCLE);
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

/// The op of which the term is a result of several has new operands, and so have its other results.
static void rebuild_whole(SmrPypmRewriter *r, uint32_t from, uint32_t to) {
  uint32_t before = smr_pypm_whole(r, from), after = smr_pypm_whole(r, to);
  cover(r, 0, 0);
  if (before == from || r->facts.data[before].result)
    return;
  know(r, before, after);
  smr_pypm_moved(r, before, after);
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
  cover(r, r->facts.data[top(r)->now].depth, top(r)->now);
  if (r->counting)
    rebuild_whole(r, top(r)->now, term);
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
    cover(r, 0, 0); // what was made for branches that refused
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

/// (Several rewriters may share the terms.)
static void begin(SmrPypmRewriter *r, uint32_t term) {
  r->terms->uses = r->counting ? r->answer : NULL;
  r->terms->graph = r->who;
  r->terms->exact = r->options.fp_exact;
  if (r->counting && !smr_pypm_rewriter_uses(r, term))
    smr_pypm_rewriter_use(r, term, 1);
}

uint32_t smr_pypm_rewrite(SmrPypmRewriter *r, uint32_t term) {
  cover(r, 0, 0);
  if (r->facts.data[term].result)
    return r->facts.data[term].result;
  begin(r, term);
  enter(r, term);
  while (r->frames.size)
    step(r);
  return r->result;
}
