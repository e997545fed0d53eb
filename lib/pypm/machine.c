//===- machine.c - the machine -------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A step chooses the transition whose premises hold for the head of the continuation, and makes it. The
// premises are in `premise_…`, what a transition does in `st_…`, under the ids of figures 17 and 18;
// transitions.def is the table.
//===----------------------------------------------------------------------===//
#include "pypm/guard.h"
#include "pypm/machine_internal.h"

const char *smr_pypm_transition_id(SmrPypmTransition transition) {
  static const char *const ids[] = {
#define T(name, id, function) id,
#include "pypm/transitions.def"
#undef T
  };
  return ids[transition];
}

SmrPypmCursor *smr_pypm_cursor_create(SmrPypmLimits limits) {
  SmrPypmCursor *c = smr_xcalloc(1, sizeof *c);
  c->limits = limits;
  c->status = SMR_PYPM_FAILURE;
  return c;
}

void smr_pypm_cursor_limit(SmrPypmCursor *c, SmrPypmLimits limits) {
  c->limits = limits;
}

void smr_pypm_cursor_destroy(SmrPypmCursor *c) {
  if (!c)
    return;
  smr_vec_free(&c->actions);
  smr_vec_free(&c->choices);
  smr_vec_free(&c->places);
  smr_vec_free(&c->cells);
  smr_vec_free(&c->trail);
  smr_vec_free(&c->matched);
  smr_vec_free(&c->deepest);
  free(c);
}

void smr_pypm_cursor_trace(SmrPypmCursor *c, SmrPypmTrace trace, void *data) {
  c->trace = trace;
  c->trace_data = data;
}

static const SmrPypmNode *node_of(const SmrPypmCursor *c, const SmrPypmAction *action) {
  return &c->program->code.nodes.data[action->node];
}

/// The cell of a variable in a frame.
static uint32_t *pypm_cell(const SmrPypmCursor *c, uint32_t frame, uint32_t var) {
  return &c->cells.data[c->places.data[frame + c->program->code.vars.data[var].slot]];
}

static uint32_t new_cell(SmrPypmCursor *c) {
  smr_vec_push(&c->cells, 0);
  return c->cells.size - 1;
}

/// Puts an action at the head of the continuation.
static void push(SmrPypmCursor *c, SmrPypmAction action) {
  action.next = c->continuation;
  c->continuation = c->actions.size;
  smr_vec_push(&c->actions, action);
}

/// Takes the head off; where nothing stands above it, its place is free again. (What a choice shares is never
/// on top: the choice's own action stands above it.)
static SmrPypmAction pop(SmrPypmCursor *c) {
  SmrPypmAction action = c->actions.data[c->continuation];
  if (c->continuation + 1 == c->actions.size)
    c->actions.size--;
  c->continuation = action.next;
  return action;
}

static void bind(SmrPypmCursor *c, uint32_t frame, uint32_t var, uint32_t value) {
  uint32_t *cell = pypm_cell(c, frame, var);
  *cell = value;
  smr_vec_push(&c->trail, (uint32_t)(cell - c->cells.data));
}

/// backtrack(stk)
static void backtrack(SmrPypmCursor *c) {
  if (!c->choices.size) {
    c->status = SMR_PYPM_FAILURE;
    return;
  }
  SmrPypmChoice choice = smr_vec_pop(&c->choices);
  while (c->trail.size > choice.trail)
    c->cells.data[smr_vec_pop(&c->trail)] = 0;
  c->continuation = choice.continuation;
  c->actions.size = choice.actions;
  c->places.size = choice.places;
  c->cells.size = choice.cells;
  c->matched.size = choice.matched;
}

/// Keeps the state, with that action before the continuation, to come back to.
static void choose_later(SmrPypmCursor *c, SmrPypmAction action) {
  uint32_t rest = c->continuation;
  push(c, action);
  smr_vec_push(&c->choices, (SmrPypmChoice){c->continuation, c->actions.size, c->trail.size, c->places.size,
                                            c->cells.size, c->matched.size});
  c->continuation = rest;
}

/// match(pᵢ, tᵢ) for all operands, the first at the head; the term's own head is matched.
static void match_operands(SmrPypmCursor *c, const SmrPypmAction *action, bool swapped) {
  const SmrPypmNode *node = node_of(c, action);
  smr_vec_push(&c->matched, action->term);
  for (uint32_t k = node->count; k; k--) {
    uint32_t pattern = c->program->code.operands.data[node->first + k - 1];
    uint32_t operand = swapped ? node->count - k : k - 1;
    push(c, (SmrPypmAction){SMR_PYPM_DO_MATCH, pattern, smr_pypm_operand(c->terms, action->term, operand),
                            action->frame, 0});
  }
}

static void match(SmrPypmCursor *c, uint32_t node, const SmrPypmAction *like) {
  push(c, (SmrPypmAction){SMR_PYPM_DO_MATCH, node, like->term, like->frame, 0});
}

static void st_success(SmrPypmCursor *c) {
  c->status = SMR_PYPM_SUCCESS;
}

static void st_match_var_bind(SmrPypmCursor *c) {
  SmrPypmAction action = pop(c);
  bind(c, action.frame, node_of(c, &action)->var, action.term);
}

static void st_match_var_bound(SmrPypmCursor *c) {
  pop(c);
}

static void st_match_var_conflict(SmrPypmCursor *c) {
  backtrack(c);
}

static void st_match_fun(SmrPypmCursor *c) {
  SmrPypmAction action = pop(c);
  match_operands(c, &action, action.kind == SMR_PYPM_DO_SWAPPED);
}

static void st_match_fun_conflict(SmrPypmCursor *c) {
  backtrack(c);
}

/// p || p'; and f(p, q) of a commutative f: with the term's operands as they stand, then swapped.
static void st_match_alt(SmrPypmCursor *c) {
  SmrPypmAction action = pop(c), other = action;
  const SmrPypmNode *node = node_of(c, &action);
  if (node->kind == SMR_PYPM_ALT) {
    action.node = node->a;
    other.node = node->b;
  } else {
    action.kind = SMR_PYPM_DO_ORDERED;
    other.kind = SMR_PYPM_DO_SWAPPED;
  }
  choose_later(c, other);
  push(c, action);
}

static void st_match_guard(SmrPypmCursor *c) {
  SmrPypmAction action = pop(c), guard = action;
  guard.kind = SMR_PYPM_DO_GUARD;
  push(c, guard);
  match(c, node_of(c, &action)->a, &action);
}

static void st_checkguard_continue(SmrPypmCursor *c) {
  pop(c);
}

static void st_checkguard_backtrack(SmrPypmCursor *c) {
  backtrack(c);
}

static void st_checkname(SmrPypmCursor *c) {
  pop(c);
}

static void st_matchconstr(SmrPypmCursor *c) {
  SmrPypmAction action = pop(c);
  const SmrPypmNode *node = node_of(c, &action);
  action.term = *pypm_cell(c, action.frame, node->var);
  match(c, node->b, &action);
}

/// The variable's cell is fresh since its frame was made (C5).
static void st_match_exists(SmrPypmCursor *c) {
  SmrPypmAction action = pop(c), check = action;
  check.kind = SMR_PYPM_DO_CHECK_NAME;
  push(c, check);
  match(c, node_of(c, &action)->a, &action);
}

static void st_match_matchconstr(SmrPypmCursor *c) {
  SmrPypmAction action = pop(c), constraint = action;
  constraint.kind = SMR_PYPM_DO_MATCH_CONSTRAINT;
  push(c, constraint);
  match(c, node_of(c, &action)->a, &action);
}

static void st_match_fun_var_bind(SmrPypmCursor *c) {
  SmrPypmAction action = pop(c);
  bind(c, action.frame, node_of(c, &action)->var, smr_pypm_term_get(c->terms, action.term)->head);
  match_operands(c, &action, false);
}

static void st_match_fun_var_bound(SmrPypmCursor *c) {
  SmrPypmAction action = pop(c);
  match_operands(c, &action, false);
}

static void st_match_fun_var_conflict(SmrPypmCursor *c) {
  backtrack(c);
}

/// A frame for one unfolding: what is visible from outside, the actual variables, fresh cells (C5).
static void st_match_mu(SmrPypmCursor *c) {
  SmrPypmAction action = pop(c);
  const SmrPypmPattern *code = &c->program->code;
  const SmrPypmNode *node = node_of(c, &action);
  const SmrPypmMu *mu = &code->mus.data[node->mu];
  uint32_t frame = c->places.size;
  for (uint32_t k = 0; k < mu->outer; k++)
    smr_vec_push(&c->places, c->places.data[action.frame + k]);
  for (uint32_t k = 0; k < node->count; k++) {
    uint32_t slot = code->vars.data[code->operands.data[node->first + k]].slot;
    smr_vec_push(&c->places, c->places.data[action.frame + slot]);
  }
  for (uint32_t k = mu->outer + mu->count; k < mu->frame; k++)
    smr_vec_push(&c->places, new_cell(c));
  action.frame = frame;
  match(c, mu->body, &action);
}

static SmrPypmTransition premise_var(const SmrPypmCursor *c, const SmrPypmAction *action,
                                     const SmrPypmNode *node) {
  uint32_t bound = *pypm_cell(c, action->frame, node->var);
  return !bound                  ? SMR_PYPM_ST_MATCH_VAR_BIND
         : bound == action->term ? SMR_PYPM_ST_MATCH_VAR_BOUND
                                 : SMR_PYPM_ST_MATCH_VAR_CONFLICT;
}

static SmrPypmTransition premise_fun(const SmrPypmCursor *c, const SmrPypmAction *action,
                                     const SmrPypmNode *node) {
  if (!smr_pypm_fits(c->terms, &c->program->code, node, action->term))
    return SMR_PYPM_ST_MATCH_FUN_CONFLICT;
  bool both = node->kind == SMR_PYPM_FUN && c->terms->signature->operators.data[node->op].commutative;
  return both && action->kind == SMR_PYPM_DO_MATCH ? SMR_PYPM_ST_MATCH_ALT : SMR_PYPM_ST_MATCH_FUN;
}

static SmrPypmTransition premise_fun_var(const SmrPypmCursor *c, const SmrPypmAction *action,
                                         const SmrPypmNode *node) {
  uint32_t bound = *pypm_cell(c, action->frame, node->var);
  const SmrPypmTerm *term = smr_pypm_term_get(c->terms, action->term);
  if (term->count != node->count || (bound && bound != term->head))
    return SMR_PYPM_ST_MATCH_FUN_VAR_CONFLICT;
  return bound ? SMR_PYPM_ST_MATCH_FUN_VAR_BOUND : SMR_PYPM_ST_MATCH_FUN_VAR_BIND;
}

static SmrPypmTransition premise_match(const SmrPypmCursor *c, const SmrPypmAction *action) {
  const SmrPypmNode *node = node_of(c, action);
  switch (node->kind) {
  case SMR_PYPM_VAR:
    return premise_var(c, action, node);
  case SMR_PYPM_FUN:
  case SMR_PYPM_LITERAL:
    return premise_fun(c, action, node);
  case SMR_PYPM_FUN_VAR:
    return premise_fun_var(c, action, node);
  case SMR_PYPM_ALT:
    return SMR_PYPM_ST_MATCH_ALT;
  case SMR_PYPM_GUARD:
    return SMR_PYPM_ST_MATCH_GUARD;
  case SMR_PYPM_EXISTS:
    return SMR_PYPM_ST_MATCH_EXISTS;
  case SMR_PYPM_CONSTRAINT:
    return SMR_PYPM_ST_MATCH_MATCHCONSTR;
  default:
    return SMR_PYPM_ST_MATCH_MU;
  }
}

typedef struct {
  const SmrPypmCursor *cursor;
  uint32_t frame;
} Scope;

/// No transition is for a variable that is not bound (C3): scheduling saw to it that it is.
static uint32_t require_bound(uint32_t value) {
  if (!value)
    abort();
  return value;
}

static uint32_t lookup(const void *self, uint32_t var) {
  const Scope *scope = self;
  uint32_t value = *pypm_cell(scope->cursor, scope->frame, var);
  return require_bound(value);
}

static SmrPypmTransition premise_guard(SmrPypmCursor *c, const SmrPypmAction *action) {
  Scope scope = {c, action->frame};
  SmrPypmTruth truth = smr_pypm_guard(c->terms, &c->program->code, node_of(c, action)->expr, lookup, &scope);
  if (truth == SMR_PYPM_MAYBE) {
    c->unknown++;
    c->unknown_node = action->node;
  }
  return truth == SMR_PYPM_TRUE ? SMR_PYPM_ST_CHECKGUARD_CONTINUE : SMR_PYPM_ST_CHECKGUARD_BACKTRACK;
}

static SmrPypmTransition premise(SmrPypmCursor *c) {
  if (!c->continuation)
    return SMR_PYPM_ST_SUCCESS;
  SmrPypmAction action = c->actions.data[c->continuation];
  if (action.kind <= SMR_PYPM_DO_SWAPPED)
    return premise_match(c, &action);
  if (action.kind == SMR_PYPM_DO_GUARD)
    return premise_guard(c, &action);
  require_bound(*pypm_cell(c, action.frame, node_of(c, &action)->var));
  return action.kind == SMR_PYPM_DO_CHECK_NAME ? SMR_PYPM_ST_CHECKNAME : SMR_PYPM_ST_MATCHCONSTR;
}

void smr_pypm_cursor_start(SmrPypmCursor *c, const SmrPypmProgram *program, const SmrPypmTerms *terms,
                           uint32_t term) {
  c->program = program;
  c->terms = terms;
  c->root = term;
  c->status = SMR_PYPM_RUNNING;
  c->steps = c->bytes = c->unknown = c->unknown_node = c->continuation = 0;
  smr_vec_clear(&c->actions);
  smr_vec_clear(&c->choices);
  smr_vec_clear(&c->places);
  smr_vec_clear(&c->cells);
  smr_vec_clear(&c->trail);
  smr_vec_clear(&c->matched);
  c->miss.node = 0;
  smr_vec_push(&c->actions, (SmrPypmAction){0});
  for (uint32_t k = 0; k < program->code.frame; k++)
    smr_vec_push(&c->places, new_cell(c));
  push(c, (SmrPypmAction){SMR_PYPM_DO_MATCH, program->code.root, term, 0, 0});
}

void smr_pypm_cursor_bind(SmrPypmCursor *c, uint32_t parameter, uint32_t value) {
  *pypm_cell(c, 0, parameter) = value;
}

static size_t bytes_of(const SmrPypmCursor *c) {
  return (size_t)c->actions.size * sizeof *c->actions.data +
         (size_t)c->choices.size * sizeof *c->choices.data +
         ((size_t)c->places.size + c->cells.size + c->trail.size + c->matched.size) * sizeof(uint32_t);
}

static bool within_limits(SmrPypmCursor *c) {
  size_t bytes = bytes_of(c);
  c->bytes = bytes > c->bytes ? bytes : c->bytes;
  if (bytes > c->limits.bytes)
    c->status = SMR_PYPM_OUT_OF_MEMORY;
  else if (c->steps >= c->limits.steps)
    c->status = SMR_PYPM_OUT_OF_STEPS;
  return c->status == SMR_PYPM_RUNNING;
}

static bool turns_back(SmrPypmTransition transition) {
  return transition == SMR_PYPM_ST_MATCH_VAR_CONFLICT || transition == SMR_PYPM_ST_MATCH_FUN_CONFLICT ||
         transition == SMR_PYPM_ST_MATCH_FUN_VAR_CONFLICT || transition == SMR_PYPM_ST_CHECKGUARD_BACKTRACK;
}

static void note_miss(SmrPypmCursor *c, SmrPypmTransition transition, bool unknown) {
  if (!turns_back(transition) || (c->miss.node && c->matched.size <= c->deepest.size))
    return;
  const SmrPypmAction *action = &c->actions.data[c->continuation];
  smr_vec_clear(&c->deepest);
  for (uint32_t k = 0; k < c->matched.size; k++)
    smr_vec_push(&c->deepest, c->matched.data[k]);
  c->miss = (SmrPypmMiss){transition, unknown, action->node, action->term, c->deepest.data, c->deepest.size};
}

static void step(SmrPypmCursor *c) {
  static void (*const table[])(SmrPypmCursor *) = {
#define T(name, id, function) function,
#include "pypm/transitions.def"
#undef T
  };
  uint32_t unknown = c->unknown;
  SmrPypmTransition transition = premise(c);
  if (c->explain)
    note_miss(c, transition, c->unknown > unknown);
  if (c->trace)
    smr_pypm_trace_step(c, transition);
  c->steps++;
  table[transition](c);
}

SmrPypmStatus smr_pypm_cursor_run(SmrPypmCursor *c) {
  if (c->status == SMR_PYPM_SUCCESS) {
    c->status = SMR_PYPM_RUNNING;
    backtrack(c);
  }
  while (c->status == SMR_PYPM_RUNNING && within_limits(c))
    step(c);
  return c->status;
}

uint32_t smr_pypm_cursor_value(const SmrPypmCursor *c, uint32_t parameter) {
  return *pypm_cell(c, 0, parameter);
}

void smr_pypm_cursor_explain(SmrPypmCursor *c, bool explain) {
  c->explain = explain;
}

bool smr_pypm_cursor_miss(const SmrPypmCursor *c, SmrPypmMiss *miss) {
  *miss = c->miss;
  return c->status == SMR_PYPM_FAILURE && c->miss.node;
}

const uint32_t *smr_pypm_cursor_matched(const SmrPypmCursor *c, uint32_t *count) {
  *count = c->matched.size;
  return c->matched.data;
}

/// Is that node, an alternate for the root, still to be tried? (On the root no pattern's node is matched
/// twice: recursion makes progress.)
static bool waits(const SmrPypmCursor *c, uint32_t node) {
  for (uint32_t k = 0; k < c->choices.size; k++) {
    const SmrPypmAction *action = &c->actions.data[c->choices.data[k].continuation];
    if (action->kind == SMR_PYPM_DO_MATCH && action->node == node && action->term == c->root)
      return true;
  }
  return false;
}

/// The innermost alternate around which the match went: of p || p', p where p' is still to be tried.
static uint32_t taken(const SmrPypmCursor *c) {
  const SmrPypmPattern *code = &c->program->code;
  uint32_t at = code->root, last = at;
  for (;;) {
    const SmrPypmNode *node = &code->nodes.data[at];
    if (node->kind == SMR_PYPM_ALT)
      at = last = waits(c, node->b) ? node->a : node->b;
    else if (node->kind == SMR_PYPM_GUARD || node->kind == SMR_PYPM_CONSTRAINT ||
             node->kind == SMR_PYPM_EXISTS || node->kind == SMR_PYPM_MU)
      at = node->a;
    else
      return last;
  }
}

uint32_t smr_pypm_cursor_alternate(const SmrPypmCursor *c) {
  uint32_t node = taken(c), k = c->program->alternates.size - 1;
  while (k && c->program->alternates.data[k].node != node)
    k--;
  return k;
}

uint64_t smr_pypm_cursor_steps(const SmrPypmCursor *c) {
  return c->steps;
}

uint32_t smr_pypm_cursor_unknown(const SmrPypmCursor *c, const SmrPypmNode **last) {
  if (last)
    *last = c->unknown ? &c->program->code.nodes.data[c->unknown_node] : NULL;
  return c->unknown;
}

size_t smr_pypm_cursor_bytes(const SmrPypmCursor *c) {
  return c->bytes;
}
