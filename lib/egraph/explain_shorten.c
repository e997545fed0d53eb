//===- explain_shorten.c - proofs without detours ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An equation of the log holds for the terms that classes were made as; a proof that uses it for another term
// goes there inside of the rule's variables and afterwards back. Here a step inside of a variable changes
// places with the rule around it, which is then applied to the term as it is; what so becomes neighbours and
// each other's inverse goes away. Every step that is made is an instance of its rule by matching; the whole
// is checked at the end, and the proof stays as it was when that fails.
//===----------------------------------------------------------------------===//
#include "egraph/explain_check.h"
#include <string.h>

#define MAX_STEPS 2000
#define MAX_ROUNDS 8
#define MAX_ROW 64
#define MAX_REPLAYED 200 // leaving rows out takes cubic time
#define MAX_BOUND 64

typedef struct {
  SmrOperators *ops;
  const SmrProofCallback *callbacks;
  uint32_t count;
  SmrTermPool pool;
  SMR_VEC(SmrProofStep) steps; // their terms are the pool's
  SMR_VEC(uint32_t) positions;
  SMR_VEC(SmrProofBinding) bindings;
} Work;

static uint32_t arity_of(const Work *w, uint32_t n) {
  return smr_operator_info(w->ops, w->pool.term.nodes.data[n].op)->arity;
}
static uint32_t child_of(const Work *w, uint32_t n, uint32_t k) {
  return smr_term_children(&w->pool.term, n)[k];
}
static const uint32_t *position_of(const Work *w, const SmrProofStep *s) {
  return w->positions.data + s->position;
}

static uint32_t replaced(Work *w, uint32_t term, const uint32_t *position, uint32_t depth, uint32_t by) {
  if (!depth)
    return by;
  uint32_t children[SMR_MAX_ARITY], arity = arity_of(w, term);
  for (uint32_t k = 0; k < arity; k++)
    children[k] = child_of(w, term, k);
  children[*position] = replaced(w, children[*position], position + 1, depth - 1, by);
  return smr_term_pool_add(&w->pool, w->ops, w->pool.term.nodes.data[term].op, children);
}

static uint32_t at_position(const Work *w, uint32_t term, const SmrProofStep *s) {
  for (uint32_t i = 0; i < s->depth; i++)
    term = child_of(w, term, position_of(w, s)[i]);
  return term;
}

static bool match(const Work *w, const SmrRule *rule, uint32_t node, uint32_t term, SmrProofBinding *bound,
                  uint32_t count, uint64_t *set) {
  SmrOperator op = rule->terms.nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(w->ops, op);
  if (info->kind == SMR_OPERATOR_VARIABLE) {
    for (uint32_t i = 0; i < count; i++)
      if (bound[i].variable == info->name) {
        if (*set >> i & 1)
          return bound[i].term == term;
        *set |= 1ull << i;
        bound[i].term = term;
        return true;
      }
    return false;
  }
  if (info->kind == SMR_OPERATOR_COMPUTED || w->pool.term.nodes.data[term].op != op)
    return false;
  for (uint32_t k = 0; k < info->arity; k++)
    if (!match(w, rule, smr_term_children(&rule->terms, node)[k], child_of(w, term, k), bound, count, set))
      return false;
  return true;
}

// Applies a step's rule to another term: what it becomes, UINT32_MAX if it cannot. `bound` gets the
// variables.
static uint32_t applied(Work *w, const SmrProofStep *s, uint32_t term, SmrProofBinding *bound) {
  if (!s->rule || s->trusted || s->bindings > MAX_BOUND)
    return UINT32_MAX;
  uint32_t left = s->rule->parts.data[0].node, right = s->rule->rhs;
  uint64_t set = 0;
  if (s->bindings)
    memcpy(bound, w->bindings.data + s->binding, s->bindings * sizeof *bound);
  if (!match(w, s->rule, s->forward ? left : right, term, bound, s->bindings, &set))
    return UINT32_MAX;
  return smr_proof_instance(w->ops, &w->pool, s->rule, s->forward ? right : left, bound, s->bindings,
                            w->callbacks, w->count);
}

static SmrProofStep with_bindings(Work *w, SmrProofStep s, const SmrProofBinding *bound) {
  s.binding = w->bindings.size;
  for (uint32_t i = 0; i < s.bindings; i++)
    smr_vec_push(&w->bindings, bound[i]);
  return s;
}

static void drop(Work *w, uint32_t at, uint32_t count) {
  for (uint32_t i = at; i + count < w->steps.size; i++)
    w->steps.data[i] = w->steps.data[i + count];
  w->steps.size -= count;
}

// The way down to the one place where two terms differ, behind what `positions` holds; its length.
static uint32_t difference(Work *w, uint32_t x, uint32_t y) {
  for (uint32_t depth = 0;; depth++) {
    uint32_t differs = 0, count = 0;
    if (w->pool.term.nodes.data[x].op == w->pool.term.nodes.data[y].op)
      for (uint32_t k = 0; k < arity_of(w, x); k++)
        if (child_of(w, x, k) != child_of(w, y, k))
          differs = k, count++;
    if (count != 1)
      return depth;
    smr_vec_push(&w->positions, differs);
    x = child_of(w, x, differs);
    y = child_of(w, y, differs);
  }
}

static bool inside(const Work *w, const SmrProofStep *in, const uint32_t *position, uint32_t depth) {
  return in->depth >= depth && (!depth || !memcmp(position_of(w, in), position, depth * sizeof *position));
}

// Steps i .. j - 1 lie inside of step j: the other way round.
static bool exchange(Work *w, uint32_t i, uint32_t j) {
  SmrProofStep out = w->steps.data[j];
  SmrProofBinding bound[MAX_BOUND];
  uint32_t start = w->steps.data[i].before, end = w->steps.data[j - 1].after, mark = w->positions.size;
  uint32_t to = applied(w, &out, at_position(w, start, &out), bound);
  if (to == UINT32_MAX)
    return false;
  SmrProofStep first = with_bindings(w, out, bound);
  first.before = start;
  first.after = replaced(w, start, position_of(w, &out), out.depth, to);
  if (first.after == out.after) { // the variable is none of the other side
    w->steps.data[i] = first;
    drop(w, i + 1, j - i);
    return true;
  }
  // What the steps change together, before and now; the steps themselves may reach some levels above it.
  uint32_t was_depth = difference(w, start, end), now = w->positions.size;
  uint32_t now_depth = difference(w, first.after, out.after), common = was_depth;
  for (uint32_t k = i; k < j; k++)
    while (!inside(w, &w->steps.data[k], w->positions.data + mark, common))
      common--;
  if (common <= out.depth || was_depth - common > now_depth)
    goto no;
  now_depth -= was_depth - common;
  uint32_t term = first.after, size = w->steps.size;
  for (uint32_t k = i; k < j; k++) {
    SmrProofStep s = w->steps.data[k];
    uint32_t old = s.position, old_depth = s.depth;
    s.position = w->positions.size;
    s.depth = now_depth + old_depth - common;
    for (uint32_t n = 0; n < now_depth; n++)
      smr_vec_push(&w->positions, w->positions.data[now + n]);
    for (uint32_t n = common; n < old_depth; n++)
      smr_vec_push(&w->positions, w->positions.data[old + n]);
    s.before = term;
    uint32_t at = term;
    for (uint32_t n = 0; n < s.depth; n++) {
      uint32_t child = position_of(w, &s)[n];
      if (child >= arity_of(w, at))
        goto undo;
      at = child_of(w, at, child);
    }
    if ((at = applied(w, &s, at, bound)) == UINT32_MAX)
      goto undo;
    s = with_bindings(w, s, bound);
    s.after = term = replaced(w, term, position_of(w, &s), s.depth, at);
    smr_vec_push(&w->steps, s);
  }
  if (term != out.after)
    goto undo;
  for (uint32_t k = j; k > i; k--)
    w->steps.data[k] = w->steps.data[size + k - 1 - i];
  w->steps.data[i] = first;
  w->steps.size = size;
  return true;
undo:
  w->steps.size = size;
no:
  w->positions.size = mark;
  return false;
}

// Moves step j before the shortest row of steps inside of it for which that can be done.
static bool move_out(Work *w, uint32_t j) {
  SmrProofStep out = w->steps.data[j];
  for (uint32_t i = j; i-- > 0 && j - i <= MAX_ROW;) {
    const SmrProofStep *in = &w->steps.data[i];
    if (in->depth <= out.depth || !inside(w, in, position_of(w, &out), out.depth))
      return false;
    if (exchange(w, i, j))
      return true;
  }
  return false;
}

// Cuts out what lies between two equal terms.
static void cut_loops(Work *w) {
  SmrMap at = {0};
  for (uint32_t i = 0; i < w->steps.size; i++) {
    uint32_t first;
    smr_map_set(&at, w->steps.data[i].before, i);
    if (smr_map_get(&at, w->steps.data[i].after, &first) && first <= i &&
        w->steps.data[first].before == w->steps.data[i].after) {
      drop(w, first, i + 1 - first);
      smr_map_clear(&at);
      i = UINT32_MAX; // from the start: few are cut
    }
  }
  smr_map_free(&at);
}

static bool apart(const Work *w, const SmrProofStep *a, const SmrProofStep *b) {
  for (uint32_t i = 0; i < a->depth && i < b->depth; i++)
    if (position_of(w, a)[i] != position_of(w, b)[i])
      return true;
  return false;
}

// A step and one that undoes it, with none between them that touches the place, both go.
static bool cancel(Work *w, uint32_t i) {
  SmrProofStep a = w->steps.data[i];
  for (uint32_t k = i + 1; k < w->steps.size; k++) {
    SmrProofStep b = w->steps.data[k];
    bool same = a.depth == b.depth && !apart(w, &a, &b);
    if (same && at_position(w, b.after, &b) == at_position(w, a.before, &a)) {
      drop(w, k, 1);
      drop(w, i, 1);
      for (uint32_t n = i; n + 1 < k; n++) {
        SmrProofStep *s = &w->steps.data[n];
        s->before = n == i ? a.before : w->steps.data[n - 1].after;
        s->after = replaced(w, s->before, position_of(w, s), s->depth, at_position(w, s->after, s));
      }
      return true;
    }
    if (!apart(w, &a, &b))
      return false;
  }
  return false;
}

// Leaves out steps from i up to j, goes on with those behind that still apply, and joins the proof again
// where it can.
static bool leave_out(Work *w, const SmrMap *last, uint32_t i, uint32_t j) {
  uint32_t size = w->steps.size, term = w->steps.data[i].before, mark = w->bindings.size;
  SmrProofBinding bound[MAX_BOUND];
  for (uint32_t k = j; k < size && k < j + MAX_ROW; k++) {
    SmrProofStep s = w->steps.data[k];
    uint32_t at = term, depth = 0;
    for (; depth < s.depth && position_of(w, &s)[depth] < arity_of(w, at); depth++)
      at = child_of(w, at, position_of(w, &s)[depth]);
    if (depth < s.depth || (at = applied(w, &s, at, bound)) == UINT32_MAX)
      continue;
    s = with_bindings(w, s, bound);
    s.before = term;
    s.after = term = replaced(w, term, position_of(w, &s), s.depth, at);
    smr_vec_push(&w->steps, s);
    uint32_t meets, taken = w->steps.size - size;
    if (!smr_map_get(last, term, &meets) || meets < i || meets + 1 - i <= taken)
      continue;
    for (uint32_t n = 0; n < taken; n++)
      w->steps.data[i + n] = w->steps.data[size + n];
    w->steps.size = size;
    drop(w, i + taken, meets + 1 - i - taken);
    return true;
  }
  w->steps.size = size;
  w->bindings.size = mark;
  return false;
}

static void leave_out_rows(Work *w) {
  if (w->steps.size > MAX_REPLAYED)
    return;
  SmrMap last = {0};
  bool changed = true;
  for (uint32_t i = 0; i < w->steps.size; i += !changed) {
    if (changed) {
      smr_map_clear(&last);
      for (uint32_t k = 0; k < w->steps.size; k++)
        smr_map_set(&last, w->steps.data[k].after, k);
    }
    changed = false;
    for (uint32_t j = i + 1; j < w->steps.size && j <= i + MAX_ROW && !changed; j++)
      changed = leave_out(w, &last, i, j);
  }
  smr_map_free(&last);
}

static void turn(Work *w) {
  for (uint32_t i = 0, k = w->steps.size; i < k--; i++) {
    SmrProofStep t = w->steps.data[i];
    w->steps.data[i] = w->steps.data[k];
    w->steps.data[k] = t;
  }
  for (uint32_t i = 0; i < w->steps.size; i++) {
    SmrProofStep *s = &w->steps.data[i];
    uint32_t t = s->before;
    s->before = s->after;
    s->after = t;
    s->forward = !s->forward;
  }
}

static void pass(Work *w) {
  // (Each exchange moves a step past one around it for good: at most every pair once.)
  bool changed = true;
  for (uint32_t n = 0; n < w->steps.size && changed; n++) {
    changed = false;
    for (uint32_t j = 1; j < w->steps.size; j++)
      changed |= move_out(w, j);
  }
  cut_loops(w);
  for (uint32_t i = 0; i < w->steps.size;)
    if (cancel(w, i))
      i = 0;
    else
      i++;
}

static void write_back(Work *w, SmrProof *proof, uint32_t from, uint32_t to) {
  SmrProof out = {.from = from, .to = to};
  for (uint32_t i = 0; i < w->steps.size; i++) {
    SmrProofStep s = w->steps.data[i];
    uint32_t position = out.positions.size, binding = out.bindings.size;
    for (uint32_t k = 0; k < s.depth; k++)
      smr_vec_push(&out.positions, position_of(w, &s)[k]);
    for (uint32_t k = 0; k < s.bindings; k++)
      smr_vec_push(&out.bindings, w->bindings.data[s.binding + k]);
    s.position = position;
    s.binding = binding;
    smr_vec_push(&out.steps, s);
  }
  out.terms = w->pool.term;
  w->pool.term = (SmrTerm){0};
  *proof = out;
}

void smr_proof_shorten(SmrOperators *ops, SmrProof *proof, const SmrProofCallback *callbacks,
                       uint32_t count) {
  if (proof->steps.size < 3 || proof->steps.size > MAX_STEPS)
    return;
  Work w = {.ops = ops, .callbacks = callbacks, .count = count};
  uint32_t *at = smr_xmalloc(proof->terms.nodes.size * sizeof *at);
  smr_term_pool_take(&w.pool, ops, &proof->terms, at);
  for (uint32_t i = 0; i < proof->positions.size; i++)
    smr_vec_push(&w.positions, proof->positions.data[i]);
  for (uint32_t i = 0; i < proof->bindings.size; i++)
    smr_vec_push(&w.bindings,
                 (SmrProofBinding){proof->bindings.data[i].variable, at[proof->bindings.data[i].term]});
  for (uint32_t i = 0; i < proof->steps.size; i++) {
    SmrProofStep s = proof->steps.data[i];
    s.before = at[s.before];
    s.after = at[s.after];
    smr_vec_push(&w.steps, s);
  }
  for (uint32_t round = 0, length = UINT32_MAX; round < MAX_ROUNDS && w.steps.size < length; round++) {
    length = w.steps.size;
    pass(&w);
    leave_out_rows(&w);
    turn(&w);
    pass(&w);
    leave_out_rows(&w);
    turn(&w);
  }
  if (w.steps.size < proof->steps.size) {
    SmrProof shorter;
    SmrStr why = {0};
    write_back(&w, &shorter, at[proof->from], at[proof->to]);
    SmrProofVerdict now = smr_proof_check(ops, &shorter, callbacks, count, &why);
    SmrProofVerdict before = smr_proof_check(ops, proof, callbacks, count, &why);
    if (now.ok && now.trusted + now.unknown <= before.trusted + before.unknown) {
      SmrProof old = *proof;
      *proof = shorter;
      shorter = old;
    }
    smr_proof_free(&shorter);
    smr_str_free(&why);
  }
  free(at);
  smr_term_pool_free(&w.pool);
  smr_vec_free(&w.steps);
  smr_vec_free(&w.positions);
  smr_vec_free(&w.bindings);
}
