//===- schedule.c - when guards and constraints are checked --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// One walk in the machine's order carries what is bound, and where, against each enclosing recursive
// pattern's term, a variable was matched. What a recursive pattern binds, and what is bound where it begins,
// are greatest fixpoints: a match that ends has an innermost unfolding that calls nothing, so what every body
// keeps holds for all.
//===----------------------------------------------------------------------===//
#include "pypm/flow.h"

/// What a recursive pattern is known to do, in its own variables.
typedef struct {
  uint32_t level;
  bool called;
  SmrPypmSet entry, calls; // bound where it begins; … at all calls seen in this walk
  SmrPypmSet bound, within, same, below;
} Summary;

typedef struct {
  SmrLocation location;
  char text[300];
} Mistake;

typedef struct {
  const SmrPypmSignature *signature;
  const SmrPypmPattern *p;
  SmrPypmProgram *out;
  SMR_VEC(uint32_t) pending; // guards and constraints that wait, by node
  uint32_t barrier;          // the first that may be placed here
  Summary *mus;
  uint32_t level;  // recursive patterns around
  bool spine;      // every match passes here
  Mistake mistake; // line 0: none
  SMR_VEC(Mistake) warnings;
} Scheduler;

static void mistake(Scheduler *s, const SmrPypmNode *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// The first mistake counts.
static void mistake(Scheduler *s, const SmrPypmNode *node, const char *format, ...) {
  va_list args;
  if (s->mistake.location.line)
    return;
  s->mistake.location = node->location;
  va_start(args, format);
  vsnprintf(s->mistake.text, sizeof s->mistake.text, format, args);
  va_end(args);
}

static const char *variable(const Scheduler *s, uint32_t var) {
  return smr_intern_text(s->signature->symbols, s->p->vars.data[var].name);
}

static uint32_t emit(Scheduler *s, SmrPypmNode node) {
  smr_vec_push(&s->out->code.nodes, node);
  return s->out->code.nodes.size - 1;
}

/// The same with the operands, which are variables.
static uint32_t emit_call(Scheduler *s, SmrPypmNode node) {
  uint32_t first = s->out->code.operands.size;
  for (uint32_t k = 0; k < node.count; k++)
    smr_vec_push(&s->out->code.operands, s->p->operands.data[node.first + k]);
  node.first = first;
  return emit(s, node);
}

static uint32_t schedule(Scheduler *s, uint32_t node, SmrPypmFlow *flow, const SmrPypmPlaces *places);

// Guards and constraints.

static SmrPypmSet variables_of(const SmrPypmPattern *p, uint32_t expr) {
  const SmrPypmExpr *e = &p->exprs.data[expr];
  if (e->kind == SMR_PYPM_E_VALUE)
    return 0;
  if (e->kind < SMR_PYPM_E_INDEX)
    return smr_pypm_set_of(e->var);
  return variables_of(p, e->a) | variables_of(p, e->b);
}

static SmrPypmSet needs(const SmrPypmPattern *p, const SmrPypmNode *node) {
  return node->kind == SMR_PYPM_GUARD ? variables_of(p, node->expr) : smr_pypm_set_of(node->var);
}

/// Puts the waiting guard or constraint behind a node.
static uint32_t place(Scheduler *s, uint32_t goal, uint32_t behind, SmrPypmFlow *flow) {
  SmrPypmNode node = s->p->nodes.data[goal];
  node.a = behind;
  if (node.kind == SMR_PYPM_CONSTRAINT) {
    SmrPypmPlaces places = smr_pypm_flow_places(s->level, flow, node.var);
    bool spine = s->spine;
    s->spine = false;
    node.b = schedule(s, node.b, flow, &places);
    s->spine = spine;
  }
  return emit(s, node);
}

/// Puts what waits and is ready behind a node, in the order of the text.
static uint32_t flush(Scheduler *s, uint32_t node, SmrPypmFlow *flow) {
  for (uint32_t k = s->barrier; k < s->pending.size;) {
    uint32_t goal = s->pending.data[k];
    if (needs(s->p, &s->p->nodes.data[goal]) & ~flow->bound) {
      k++;
      continue;
    }
    memmove(s->pending.data + k, s->pending.data + k + 1, (s->pending.size - k - 1) * sizeof goal);
    s->pending.size--;
    node = place(s, goal, node, flow);
    k = s->barrier;
  }
  return node;
}

/// What still waits at the end of an alternate or a body can never be evaluated.
static void none_waits(Scheduler *s, const SmrPypmFlow *flow) {
  if (s->pending.size > s->barrier) {
    const SmrPypmNode *node = &s->p->nodes.data[s->pending.data[s->barrier]];
    SmrPypmSet missing = needs(s->p, node) & ~flow->bound;
    uint32_t var = 0;
    while (!(missing & smr_pypm_set_of(var)))
      var++;
    mistake(s, node, "the %s can never be evaluated: '%s' is not bound on every path here",
            node->kind == SMR_PYPM_GUARD ? "guard" : "constraint", variable(s, var));
  }
  s->pending.size = s->barrier;
}

/// A part from which nothing may leave.
static uint32_t schedule_closed(Scheduler *s, uint32_t node, SmrPypmFlow *flow, const SmrPypmPlaces *places) {
  uint32_t barrier = s->barrier;
  s->barrier = s->pending.size;
  node = schedule(s, node, flow, places);
  none_waits(s, flow);
  s->barrier = barrier;
  return node;
}

static uint32_t schedule_goal(Scheduler *s, uint32_t at, SmrPypmFlow *flow, const SmrPypmPlaces *places) {
  uint32_t node = schedule(s, s->p->nodes.data[at].a, flow, places);
  smr_vec_push(&s->pending, at);
  return node;
}

// Recursion.

/// A set in the variables around a recursive pattern, in its own, and back.
static SmrPypmSet enter(const SmrPypmPattern *p, const SmrPypmNode *node, SmrPypmSet set) {
  const SmrPypmMu *mu = &p->mus.data[node->mu];
  SmrPypmSet result = set & (smr_pypm_set_of(mu->first) - 1);
  for (uint32_t k = 0; k < mu->count; k++)
    result |= set & smr_pypm_set_of(p->operands.data[node->first + k]) ? smr_pypm_set_of(mu->first + k) : 0;
  return result;
}

static SmrPypmSet leave(const SmrPypmPattern *p, const SmrPypmNode *node, SmrPypmSet set) {
  const SmrPypmMu *mu = &p->mus.data[node->mu];
  SmrPypmSet result = set & (smr_pypm_set_of(mu->first) - 1);
  for (uint32_t k = 0; k < mu->count; k++)
    result |= set & smr_pypm_set_of(mu->first + k) ? smr_pypm_set_of(p->operands.data[node->first + k]) : 0;
  return result;
}

/// C7: a pattern was given for a parameter that names the root.
static void warn_of_root(Scheduler *s, const SmrPypmNode *node, const Summary *summary) {
  const SmrPypmMu *mu = &s->p->mus.data[node->mu];
  const char *name = smr_intern_text(s->signature->symbols, mu->name);
  for (uint32_t k = 0; k < mu->count; k++) {
    if (!s->p->vars.data[s->p->operands.data[node->first + k]].hidden ||
        !(summary->same & smr_pypm_set_of(mu->first + k)))
      continue;
    Mistake warning = {.location = node->location};
    snprintf(warning.text, sizeof warning.text,
             "'%s' names the root of what '%s' matches, not a leaf: '%s' of a pattern matches only what that "
             "pattern "
             "matches by itself",
             variable(s, mu->first + k), name, name);
    smr_vec_push(&s->warnings, warning);
  }
}

/// A recursive pattern was matched there.
static void apply(Scheduler *s, const SmrPypmNode *node, SmrPypmFlow *flow, const SmrPypmPlaces *places) {
  const Summary *m = &s->mus[node->mu];
  SmrPypmSet within = leave(s->p, node, m->within), same = leave(s->p, node, m->same),
             below = leave(s->p, node, m->below);
  SmrPypmPlaces loose = *places, deep = smr_pypm_places_inside(s->level, places);
  for (uint32_t k = 0; k < s->level; k++)
    if (loose.at[k] == SMR_PYPM_SAME)
      loose.at[k] = SMR_PYPM_WITHIN;
  for (uint32_t var = 0; var < s->p->vars.size; var++) {
    if (within & smr_pypm_set_of(var))
      smr_pypm_flow_mark(s->level, flow, var, &loose);
    if (same & smr_pypm_set_of(var))
      smr_pypm_flow_mark(s->level, flow, var, places);
    if (below & smr_pypm_set_of(var))
      smr_pypm_flow_mark(s->level, flow, var, &deep);
  }
  flow->bound |= leave(s->p, node, m->bound);
  warn_of_root(s, node, m);
}

static uint32_t schedule_call(Scheduler *s, const SmrPypmNode *node, SmrPypmFlow *flow,
                              const SmrPypmPlaces *places) {
  Summary *m = &s->mus[node->mu];
  m->called = true;
  m->calls &= enter(s->p, node, flow->bound);
  if (places->at[m->level] != SMR_PYPM_BELOW) {
    const char *name = smr_intern_text(s->signature->symbols, s->p->mus.data[node->mu].name);
    mistake(s, node, "the recursion makes no progress: '%s' is called on no smaller term", name);
  }
  apply(s, node, flow, places);
  return emit_call(s, *node);
}

/// One walk through a body with what is assumed so far; whether that holds (what is assumed is used at calls
/// alone).
static bool walk_body(Scheduler *s, const SmrPypmNode *node, const SmrPypmFlow *outer,
                      const SmrPypmPlaces *places, uint32_t *body) {
  Summary *m = &s->mus[node->mu];
  SmrPypmFlow flow = *outer;
  SmrPypmPlaces at = *places;
  uint32_t level = s->level++;
  flow.bound = m->calls = m->entry;
  m->called = false;
  flow.within[level] = flow.same[level] = flow.below[level] = 0;
  at.at[level] = SMR_PYPM_SAME;
  *body = schedule_closed(s, s->p->mus.data[node->mu].body, &flow, &at);
  s->level = level;
  bool holds = !m->called ||
               (m->calls == m->entry && !(m->bound & ~flow.bound) && !(m->within & ~flow.within[level]) &&
                !(m->same & ~flow.same[level]) && !(m->below & ~flow.below[level]));
  m->entry = m->calls;
  m->bound &= flow.bound;
  m->within &= flow.within[level];
  m->same &= flow.same[level];
  m->below &= flow.below[level];
  return holds;
}

static uint32_t schedule_mu(Scheduler *s, uint32_t at, SmrPypmFlow *flow, const SmrPypmPlaces *places) {
  SmrPypmNode node = s->p->nodes.data[at];
  Summary *m = &s->mus[node.mu];
  const Mistake before = s->mistake;
  const uint32_t nodes = s->out->code.nodes.size, operands = s->out->code.operands.size;
  const uint32_t alternates = s->out->alternates.size, warnings = s->warnings.size;
  const SmrPypmSet all = ~(SmrPypmSet)0;
  uint32_t body;
  *m = (Summary){s->level, false, enter(s->p, &node, flow->bound), 0, all, all, all, all};
  while (!walk_body(s, &node, flow, places, &body)) {
    s->out->code.nodes.size = nodes;
    s->out->code.operands.size = operands;
    s->out->alternates.size = alternates;
    s->warnings.size = warnings;
    s->mistake = before;
  }
  for (uint32_t k = alternates; k < s->out->alternates.size; k++)
    s->out->alternates.data[k].bound = leave(s->p, &node, s->out->alternates.data[k].bound);
  apply(s, &node, flow, places);
  node.a = body;
  s->out->code.mus.data[node.mu].body = body;
  return emit_call(s, node);
}

// The other nodes.

/// A commutative operator's operands, too: in either order the first pattern is matched first.
static uint32_t schedule_operands(Scheduler *s, SmrPypmNode node, SmrPypmFlow *flow,
                                  const SmrPypmPlaces *places) {
  SmrPypmPlaces deep = smr_pypm_places_inside(s->level, places);
  uint32_t operands[SMR_PYPM_MAX_OPERANDS];
  bool spine = s->spine;
  s->spine = false;
  for (uint32_t k = 0; k < node.count; k++)
    operands[k] = schedule(s, s->p->operands.data[node.first + k], flow, &deep);
  s->spine = spine;
  node.first = s->out->code.operands.size;
  for (uint32_t k = 0; k < node.count; k++)
    smr_vec_push(&s->out->code.operands, operands[k]);
  return emit(s, node);
}

static uint32_t schedule_branch(Scheduler *s, uint32_t at, SmrPypmFlow *flow, const SmrPypmPlaces *places) {
  uint32_t node = schedule_closed(s, at, flow, places);
  const SmrPypmNode *n = &s->p->nodes.data[at];
  if (s->spine && n->kind != SMR_PYPM_ALT)
    smr_vec_push(&s->out->alternates, (SmrPypmAlternate){n->location, node, flow->bound});
  return node;
}

static uint32_t schedule_alt(Scheduler *s, SmrPypmNode node, SmrPypmFlow *flow, const SmrPypmPlaces *places) {
  SmrPypmFlow other = *flow;
  node.a = schedule_branch(s, node.a, flow, places);
  node.b = schedule_branch(s, node.b, &other, places);
  smr_pypm_flow_meet(s->level, flow, &other);
  return emit(s, node);
}

static uint32_t schedule_exists(Scheduler *s, SmrPypmNode node, SmrPypmFlow *flow,
                                const SmrPypmPlaces *places) {
  node.a = schedule(s, node.a, flow, places);
  if (!(flow->bound & smr_pypm_set_of(node.var)))
    mistake(s, &node, "'%s' is not bound on every path of what it is declared for", variable(s, node.var));
  return emit(s, node);
}

static uint32_t schedule_one(Scheduler *s, uint32_t at, SmrPypmFlow *flow, const SmrPypmPlaces *places) {
  const SmrPypmNode *node = &s->p->nodes.data[at];
  switch (node->kind) {
  case SMR_PYPM_VAR:
    smr_pypm_flow_mark(s->level, flow, node->var, places);
    return emit(s, *node);
  case SMR_PYPM_LITERAL:
    return emit(s, *node);
  case SMR_PYPM_FUN_VAR:
    flow->bound |= smr_pypm_set_of(node->var);
    return schedule_operands(s, *node, flow, places);
  case SMR_PYPM_FUN:
    return schedule_operands(s, *node, flow, places);
  case SMR_PYPM_ALT:
    return schedule_alt(s, *node, flow, places);
  case SMR_PYPM_GUARD:
  case SMR_PYPM_CONSTRAINT:
    return schedule_goal(s, at, flow, places);
  case SMR_PYPM_EXISTS:
    return schedule_exists(s, *node, flow, places);
  case SMR_PYPM_MU:
    return schedule_mu(s, at, flow, places);
  case SMR_PYPM_CALL:
    return schedule_call(s, node, flow, places);
  }
  return 0;
}

static uint32_t schedule(Scheduler *s, uint32_t node, SmrPypmFlow *flow, const SmrPypmPlaces *places) {
  uint32_t result = schedule_one(s, node, flow, places);
  return flush(s, result, flow);
}

#define COPY(field)                                                                                          \
  for (uint32_t k_ = 0; k_ < from->field.size; k_++)                                                         \
  smr_vec_push(&to->field, from->field.data[k_])

static void copy_tables(const SmrPypmPattern *from, SmrPypmPattern *to) {
  *to = (SmrPypmPattern){
      .name = from->name, .location = from->location, .parameters = from->parameters, .frame = from->frame};
  COPY(vars);
  COPY(mus);
  COPY(exprs);
  COPY(values);
  smr_vec_push(&to->nodes, (SmrPypmNode){0});
}

static bool report(const Scheduler *s, SmrDiag *diag) {
  for (uint32_t k = 0; k < s->warnings.size; k++) {
    const Mistake *w = &s->warnings.data[k];
    smr_report(diag, SMR_WARNING, w->location.file, w->location.line, w->location.column, "%s", w->text);
  }
  const Mistake *m = &s->mistake;
  return !m->location.line ||
         smr_error(diag, m->location.file, m->location.line, m->location.column, "%s", m->text);
}

static void run(Scheduler *s) {
  SmrPypmPattern *code = &s->out->code;
  SmrPypmFlow flow = {0};
  SmrPypmPlaces places = {{0}};
  code->root = schedule_closed(s, s->p->root, &flow, &places);
  s->out->bound = flow.bound;
  if (!s->out->alternates.size)
    smr_vec_push(&s->out->alternates, (SmrPypmAlternate){s->p->location, code->root, flow.bound});
}

bool smr_pypm_schedule(const SmrPypmSignature *signature, const SmrPypmPattern *pattern, SmrPypmProgram *out,
                       SmrDiag *diag) {
  Scheduler s = {.signature = signature, .p = pattern, .out = out, .spine = true};
  s.mus = smr_xcalloc(pattern->mus.size + 1, sizeof *s.mus);
  copy_tables(pattern, &out->code);
  run(&s);
  bool ok = report(&s, diag);
  smr_vec_free(&s.pending);
  smr_vec_free(&s.warnings);
  free(s.mus);
  if (!ok)
    smr_pypm_program_free(out);
  return ok;
}

void smr_pypm_program_free(SmrPypmProgram *program) {
  smr_pypm_pattern_free(&program->code);
  smr_vec_free(&program->alternates);
  program->bound = 0;
}

bool smr_pypm_rule_uses(const SmrPypmSignature *signature, const SmrPypmProgram *program, uint32_t parameter,
                        SmrLocation location, SmrDiag *diag) {
  const SmrPypmPattern *p = &program->code;
  const char *of = smr_intern_text(signature->symbols, p->name),
             *text = smr_intern_text(signature->symbols, p->vars.data[parameter].name);
  if (program->bound & smr_pypm_set_of(parameter))
    return true;
  for (uint32_t k = 0; k < program->alternates.size; k++) {
    const SmrPypmAlternate *a = &program->alternates.data[k];
    if (!(a->bound & smr_pypm_set_of(parameter)))
      return smr_error(diag, location.file, location.line, location.column,
                       "alternate %u of '%s' (%s:%u:%u) does not bind '%s'", k + 1, of, a->location.file,
                       a->location.line, a->location.column, text);
  }
  return smr_error(diag, location.file, location.line, location.column, "'%s' does not bind '%s'", of, text);
}
