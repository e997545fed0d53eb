//===- automaton.c - which patterns may match a term ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/automaton.h"
#include "base/order.h"

typedef struct {
  uint32_t first, count;                // in `members`: skeletons, sorted
  uint32_t candidates, candidate_count; // in `candidates`: patterns, sorted
} State;

/// An operand of an operator: what of its state the operator's state depends on.
typedef struct {
  SmrPypmNumbers relevant;  // skeletons, sorted
  SmrPypmNumbers projected; // by state: 1 + the number of the relevant ones in it; 0: not known yet
} Column;

struct SmrPypmAutomaton {
  const SmrPypmSkeletons *skeletons;
  const SmrPypmTerms *terms;
  SmrPypmNumbers always; // patterns of any term
  SmrPypmLists rooted;   // patterns by the skeleton of their root
  SMR_VEC(State) states; // 0: no skeletons
  SmrPypmNumbers members, candidates;
  SMR_VEC(Column) columns;
  SmrPypmNumbers columns_of; // by operator, the first
  SmrIntern *sets;           // states by their members, from 1
  SmrIntern *projections;    // sets of relevant skeletons
  SmrIntern *keys;           // transitions, from 1
  SmrPypmNumbers next;       // by transition: the state
  SmrPypmNumbers state_of;   // by term
  SmrPypmNumbers marks;      // by skeleton: the round in which the term was seen to have it
  SmrPypmNumbers found;      // skeletons of the term at hand
  uint32_t round;
};

// States.

static void push_candidates(SmrPypmAutomaton *a, const SmrPypmNumbers *patterns) {
  for (uint32_t k = 0; k < patterns->size; k++)
    smr_vec_push(&a->candidates, patterns->data[k]);
}

static void sort(uint32_t *numbers, uint32_t count) {
  if (count)
    qsort(numbers, count, sizeof *numbers, smr_ascending);
}

/// The state of the skeletons found, which are sorted.
static uint32_t state_of_found(SmrPypmAutomaton *a) {
  uint32_t id = smr_intern_n(a->sets, (const char *)a->found.data, a->found.size * sizeof(uint32_t));
  if (id < a->states.size)
    return id;
  State state = {a->members.size, a->found.size, a->candidates.size, 0};
  push_candidates(a, &a->always);
  for (uint32_t k = 0; k < a->found.size; k++) {
    smr_vec_push(&a->members, a->found.data[k]);
    push_candidates(a, &a->rooted.data[a->found.data[k]]);
  }
  state.candidate_count = a->candidates.size - state.candidates;
  sort(a->candidates.data + state.candidates, state.candidate_count);
  smr_vec_push(&a->states, state);
  return id;
}

static bool state_has(const SmrPypmAutomaton *a, uint32_t state, uint32_t skeleton) {
  const State *s = &a->states.data[state];
  return skeleton == SMR_PYPM_ANY || (s->count && bsearch(&skeleton, a->members.data + s->first, s->count,
                                                          sizeof skeleton, smr_ascending));
}

// The skeletons of a term whose operands' states are known.

static bool operands_have(const SmrPypmAutomaton *a, const SmrPypmSkeleton *s, uint32_t term, bool swapped) {
  for (uint32_t k = 0; k < s->count; k++) {
    uint32_t operand = smr_pypm_operand(a->terms, term, swapped ? s->count - 1 - k : k);
    if (!state_has(a, a->state_of.data[operand], a->skeletons->parts.data[s->first + k]))
      return false;
  }
  return true;
}

static void find(SmrPypmAutomaton *a, uint32_t skeleton) {
  if (a->marks.data[skeleton] == a->round)
    return;
  a->marks.data[skeleton] = a->round;
  smr_vec_push(&a->found, skeleton);
}

static void find_applied(SmrPypmAutomaton *a, const SmrPypmNumbers *skeletons, uint32_t term) {
  for (uint32_t k = 0; k < skeletons->size; k++) {
    const SmrPypmSkeleton *s = &a->skeletons->nodes.data[skeletons->data[k]];
    if (s->kind == SMR_PYPM_SKELETON_HEAD &&
        !smr_pypm_fits(a->terms, s->pattern, &s->pattern->nodes.data[s->node], term))
      continue;
    if (operands_have(a, s, term, false) || (s->commutative && operands_have(a, s, term, true)))
      find(a, skeletons->data[k]);
  }
}

/// An OR that has the part, and an AND all of whose parts the term has.
static void find_within(SmrPypmAutomaton *a, uint32_t part) {
  const SmrPypmNumbers *within = &a->skeletons->within.data[part];
  for (uint32_t k = 0; k < within->size; k++) {
    const SmrPypmSkeleton *s = &a->skeletons->nodes.data[within->data[k]];
    bool has = true;
    for (uint32_t i = 0; s->kind == SMR_PYPM_SKELETON_AND && i < s->count; i++)
      has &= a->marks.data[a->skeletons->parts.data[s->first + i]] == a->round;
    if (has)
      find(a, within->data[k]);
  }
}

static uint32_t compute_state(SmrPypmAutomaton *a, uint32_t term) {
  const SmrPypmTerm *t = smr_pypm_term_get(a->terms, term);
  const SmrPypmSkeletons *s = a->skeletons;
  uint32_t op = a->terms->heads.data[t->head].op;
  a->round++;
  smr_vec_clear(&a->found);
  if (op == SMR_PYPM_CONSTANT)
    find_applied(a, &s->literals, term);
  else if (op < s->of_op.size)
    find_applied(a, &s->of_op.data[op], term);
  if (t->count < s->of_arity.size)
    find_applied(a, &s->of_arity.data[t->count], term);
  for (uint32_t k = 0; k < a->found.size; k++)
    find_within(a, a->found.data[k]);
  sort(a->found.data, a->found.size);
  return state_of_found(a);
}

// Transitions.

static void add_parts(const SmrPypmSkeletons *skeletons, const SmrPypmNumbers *nodes, uint32_t k,
                      SmrPypmNumbers *out) {
  for (uint32_t i = 0; i < nodes->size; i++) {
    const SmrPypmSkeleton *s = &skeletons->nodes.data[nodes->data[i]];
    if (k < s->count)
      smr_vec_push(out, skeletons->parts.data[s->first + k]);
    if (k < s->count && s->commutative)
      smr_vec_push(out, skeletons->parts.data[s->first + s->count - 1 - k]);
  }
}

/// The columns of an operator.
static void add_columns(SmrPypmAutomaton *a, uint32_t number) {
  const SmrPypmOperator *op = &a->terms->signature->operators.data[number];
  const SmrPypmSkeletons *s = a->skeletons;
  uint32_t count = op->variadic ? SMR_PYPM_MAX_OPERANDS : op->arity;
  for (uint32_t k = 0; k < count; k++) {
    Column column = {0};
    if (number < s->of_op.size)
      add_parts(s, &s->of_op.data[number], k, &column.relevant);
    for (uint32_t arity = op->variadic ? 0 : count; arity <= count && arity < s->of_arity.size; arity++)
      add_parts(s, &s->of_arity.data[arity], k, &column.relevant);
    sort(column.relevant.data, column.relevant.size);
    smr_vec_push(&a->columns, column);
  }
}

/// The skeletons of a state that matter to a column, as a number.
static uint32_t compute_projection(SmrPypmAutomaton *a, const Column *column, uint32_t state) {
  const State *s = &a->states.data[state];
  smr_vec_clear(&a->found);
  for (uint32_t k = 0; column->relevant.size && k < s->count; k++) {
    uint32_t skeleton = a->members.data[s->first + k];
    if (bsearch(&skeleton, column->relevant.data, column->relevant.size, sizeof skeleton, smr_ascending))
      smr_vec_push(&a->found, skeleton);
  }
  return smr_intern_n(a->projections, (const char *)a->found.data, a->found.size * sizeof(uint32_t));
}

static uint32_t project(SmrPypmAutomaton *a, uint32_t column, uint32_t state) {
  Column *c = &a->columns.data[column];
  while (c->projected.size <= state)
    smr_vec_push(&c->projected, 0);
  if (!c->projected.data[state])
    c->projected.data[state] = 1 + compute_projection(a, c, state);
  return c->projected.data[state] - 1;
}

/// What a term's state depends on: its head, of a constant its type, its operands' states.
static uint32_t transition(SmrPypmAutomaton *a, uint32_t term) {
  const SmrPypmTerm *t = smr_pypm_term_get(a->terms, term);
  uint32_t op = a->terms->heads.data[t->head].op, key[2 + SMR_PYPM_MAX_OPERANDS];
  key[0] = t->head;
  key[1] = op == SMR_PYPM_CONSTANT ? t->type : 0;
  while (op != SMR_PYPM_CONSTANT && a->columns_of.size <= op) {
    smr_vec_push(&a->columns_of, a->columns.size);
    add_columns(a, a->columns_of.size - 1);
  }
  for (uint32_t k = 0; k < t->count; k++)
    key[2 + k] =
        project(a, a->columns_of.data[op] + k, a->state_of.data[smr_pypm_operand(a->terms, term, k)]);
  uint32_t id = smr_intern_n(a->keys, (const char *)key, (2 + t->count) * sizeof *key);
  if (id == a->next.size) {
    uint32_t state = compute_state(a, term);
    smr_vec_push(&a->next, state);
  }
  return a->next.data[id];
}

const uint32_t *smr_pypm_candidates(SmrPypmAutomaton *a, uint32_t term, uint32_t *count) {
  while (a->state_of.size <= term) { // operands have smaller numbers
    uint32_t state = transition(a, a->state_of.size);
    smr_vec_push(&a->state_of, state);
  }
  const State *state = &a->states.data[a->state_of.data[term]];
  *count = state->candidate_count;
  return a->candidates.data + state->candidates;
}

SmrPypmAutomaton *smr_pypm_automaton_create(const SmrPypmSkeletons *skeletons, const uint32_t *roots,
                                            uint32_t count, const SmrPypmTerms *terms) {
  SmrPypmAutomaton *a = smr_xcalloc(1, sizeof *a);
  a->skeletons = skeletons;
  a->terms = terms;
  a->sets = smr_intern_create();
  a->keys = smr_intern_create();
  a->projections = smr_intern_create();
  smr_vec_push(&a->next, 0);
  smr_vec_push(&a->state_of, 0);
  for (uint32_t k = 0; k < skeletons->nodes.size; k++) {
    smr_vec_push(&a->rooted, (SmrPypmNumbers){0});
    smr_vec_push(&a->marks, 0);
  }
  for (uint32_t k = 0; k < count; k++) {
    SmrPypmNumbers *list = roots[k] == SMR_PYPM_ANY ? &a->always : &a->rooted.data[roots[k]];
    smr_vec_push(list, k);
  }
  state_of_found(a); // of no skeletons: 0
  return a;
}

void smr_pypm_automaton_destroy(SmrPypmAutomaton *a) {
  if (!a)
    return;
  for (uint32_t k = 0; k < a->rooted.size; k++)
    smr_vec_free(&a->rooted.data[k]);
  for (uint32_t k = 0; k < a->columns.size; k++) {
    smr_vec_free(&a->columns.data[k].relevant);
    smr_vec_free(&a->columns.data[k].projected);
  }
  smr_vec_free(&a->columns);
  smr_vec_free(&a->columns_of);
  smr_intern_destroy(a->projections);
  smr_vec_free(&a->rooted);
  smr_vec_free(&a->always);
  smr_vec_free(&a->states);
  smr_vec_free(&a->members);
  smr_vec_free(&a->candidates);
  smr_vec_free(&a->next);
  smr_vec_free(&a->state_of);
  smr_vec_free(&a->marks);
  smr_vec_free(&a->found);
  smr_intern_destroy(a->sets);
  smr_intern_destroy(a->keys);
  free(a);
}
