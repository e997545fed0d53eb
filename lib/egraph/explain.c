//===- explain.c - the log, the closure, the proof -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A number of the graph stands for one term: its operator on the terms of the children that it was made with.
// A logged application with its variables as such terms is an equation between two terms; as the graph holds
// nothing but what follows from them by congruence, neither does the closure hold less.
//===----------------------------------------------------------------------===//
#include "egraph/explain.h"
#include "egraph/explain_closure.h"
#include "egraph/internal.h"
#include <assert.h>

#define ATTEMPTS 3

typedef struct {
  const SmrProgram *program; // NULL: no rule
  uint32_t rule;
  const char *label; // who asked when no rule did
  SmrClass a, b;
  uint32_t first; // variables: elements, and behind them the terms that stood for them (UINT32_MAX: the
                  // element's own)
} LogEntry;

typedef struct {
  uint32_t left, right; // terms of the pool
  uint32_t entry;
  uint32_t binding, bindings;
  bool trusted;
} Equation;

struct SmrExplain {
  SmrEgraph *g;
  SmrBinder *binder;
  const SmrProgram *program;
  const SmrProofCallback *callbacks;
  uint32_t callback_count;
  SMR_VEC(LogEntry) log;
  SMR_VEC(uint32_t) variables;
  SmrTermPool pool;
  SMR_VEC(uint32_t) term_of; // by element; UINT32_MAX: not made yet
  SMR_VEC(Equation) equations;
  SMR_VEC(SmrProofBinding) bindings;
  uint32_t read; // log entries that are equations by now
  SmrClosure closures[ATTEMPTS];
  bool closed[ATTEMPTS];
};

//===--- the log ---===//

static bool has_computed(const SmrOperators *ops, const SmrRule *rule, uint32_t node) {
  const SmrOperatorInfo *info = smr_operator_info(ops, rule->terms.nodes.data[node].op);
  if (info->kind == SMR_OPERATOR_COMPUTED)
    return true;
  for (uint32_t i = 0; i < info->arity; i++)
    if (has_computed(ops, rule, smr_term_children(&rule->terms, node)[i]))
      return true;
  return false;
}

// The term that a computed part saw.
static uint32_t smallest_term(SmrExplain *e, SmrClass c) {
  SmrTerm t = {0};
  uint32_t root = smr_binder_term(e->binder, c, &t);
  if (root != UINT32_MAX) {
    uint32_t *at = smr_xmalloc(t.nodes.size * sizeof *at);
    smr_term_pool_take(&e->pool, e->g->ops, &t, at);
    root = at[root];
    free(at);
  }
  smr_term_free(&t);
  return root;
}

static void log_union(void *user, SmrClass a, SmrClass b) {
  SmrExplain *e = user;
  const SmrApplication *application = e->program ? smr_program_application(e->program) : NULL;
  LogEntry entry = {.program = application ? e->program : NULL,
                    .rule = application ? application->rule : 0,
                    .label = e->g->modifying ? e->g->modifying : "given",
                    .a = a,
                    .b = b,
                    .first = e->variables.size};
  if (application) {
    const SmrRule *rule = smr_program_rule(e->program, application->rule);
    uint32_t n = smr_program_variables(e->program, application->rule);
    // (Of a class that is an integer, the integer is what conditions saw, too.)
    bool computed = e->binder && (rule->conditions.size || has_computed(e->g->ops, rule, rule->rhs));
    for (uint32_t i = 0; i < n; i++)
      smr_vec_push(&e->variables, application->variables[i]);
    for (uint32_t i = 0; i < n; i++)
      smr_vec_push(&e->variables, computed ? smallest_term(e, application->variables[i]) : UINT32_MAX);
  }
  smr_vec_push(&e->log, entry);
}

void smr_explain_program(SmrExplain *e, const SmrProgram *program) {
  e->program = program;
}
void smr_explain_callbacks(SmrExplain *e, const SmrProofCallback *callbacks, uint32_t count) {
  e->callbacks = callbacks;
  e->callback_count = count;
}

//===--- equations ---===//

// The term that an element was made as. (Its children have smaller numbers.)
static uint32_t element_term(SmrExplain *e, SmrNode n) {
  SmrEgraph *g = e->g;
  SMR_VEC(SmrNode) todo = {0};
  uint32_t children[SMR_MAX_ARITY];
  while (e->term_of.size < g->count)
    smr_vec_push(&e->term_of, UINT32_MAX);
  smr_vec_push(&todo, n);
  while (todo.size) {
    SmrNode at = smr_vec_last(&todo);
    SmrOperator op = smr_egraph_op(g, at);
    const SmrClass *originals = smr_egraph_original(g, at);
    uint32_t arity = smr_arity(g, op), missing = 0;
    for (uint32_t k = 0; k < arity; k++)
      if ((children[k] = e->term_of.data[originals[k]]) == UINT32_MAX) {
        smr_vec_push(&todo, originals[k]);
        missing++;
      }
    if (missing)
      continue;
    todo.size--;
    e->term_of.data[at] = smr_term_pool_add(&e->pool, g->ops, op, children);
  }
  smr_vec_free(&todo);
  return e->term_of.data[n];
}

static uint32_t side(SmrExplain *e, const SmrRule *rule, uint32_t node, const Equation *q) {
  return smr_proof_instance(e->g->ops, &e->pool, rule, node, e->bindings.data + q->binding, q->bindings,
                            e->callbacks, e->callback_count);
}

static SmrProofBinding *binding_of(SmrExplain *e, const Equation *q, SmrSym variable) {
  for (uint32_t i = 0; variable && i < q->bindings; i++)
    if (e->bindings.data[q->binding + i].variable == variable)
      return &e->bindings.data[q->binding + i];
  return NULL;
}

// A pattern part that names a variable: the variable stands for the pattern's instance. False when it cannot.
static bool bind_parts(SmrExplain *e, const SmrRule *rule, Equation *q) {
  for (uint32_t i = rule->parts.size; i-- > 0;) {
    SmrProofBinding *b = binding_of(e, q, rule->parts.data[i].variable);
    if (b)
      b->term = side(e, rule, rule->parts.data[i].node, q);
  }
  for (uint32_t i = 0; i < rule->parts.size; i++) {
    SmrProofBinding *b = binding_of(e, q, rule->parts.data[i].variable);
    if (b && (b->term == UINT32_MAX || b->term != side(e, rule, rule->parts.data[i].node, q)))
      return false;
  }
  return true;
}

static void read_log(SmrExplain *e) {
  if (e->read == e->log.size)
    return;
  e->equations.size = e->read; // (without what earlier closures took on trust)
  for (; e->read < e->log.size; e->read++) {
    LogEntry entry = e->log.data[e->read];
    Equation q = {.entry = e->read, .binding = e->bindings.size, .trusted = true};
    if (entry.program) {
      const SmrRule *rule = smr_program_rule(entry.program, entry.rule);
      q.bindings = smr_program_variables(entry.program, entry.rule);
      for (uint32_t i = 0; i < q.bindings; i++) {
        uint32_t seen = e->variables.data[entry.first + q.bindings + i];
        if (seen == UINT32_MAX)
          seen = element_term(e, e->variables.data[entry.first + i]);
        smr_vec_push(&e->bindings,
                     (SmrProofBinding){smr_program_variable(entry.program, entry.rule, i), seen});
      }
      if (bind_parts(e, rule, &q)) {
        q.left = side(e, rule, rule->parts.data[0].node, &q);
        q.right = side(e, rule, rule->rhs, &q);
        q.trusted = q.left == UINT32_MAX || q.right == UINT32_MAX;
      }
    }
    if (q.trusted) {
      q.left = element_term(e, entry.a);
      q.right = element_term(e, entry.b);
      q.bindings = 0;
    } else {
      element_term(e, entry.a);
      element_term(e, entry.b);
    }
    smr_vec_push(&e->equations, q);
  }
}

//===--- closures ---===//

// Attempt 0 merges in the log's order, 1 backwards, 2 the short equations first: each gives another forest.
static void close_equations(SmrClosure *c, SmrExplain *e, uint32_t attempt) {
  uint32_t n = e->equations.size;
  smr_closure_take(c, e->g->ops, &e->pool);
  for (uint32_t pass = 0; pass < (attempt == 2 ? 2u : 1u); pass++)
    for (uint32_t i = 0; i < n; i++) {
      uint32_t at = attempt == 1 ? n - 1 - i : i;
      const Equation *q = &e->equations.data[at];
      if (attempt == 2 && (q->bindings > 1) != (pass == 1))
        continue;
      smr_closure_merge(c, e->g->ops, &e->pool, q->left, q->right, at);
    }
  // What a union joined and its equation does not (a callback that joined classes itself) is taken on trust.
  for (uint32_t i = 0; i < e->log.size; i++) {
    uint32_t a = element_term(e, e->log.data[i].a), b = element_term(e, e->log.data[i].b);
    if (smr_closure_find(c, a) == smr_closure_find(c, b))
      continue;
    uint32_t extra = e->read;
    while (extra < e->equations.size &&
           (e->equations.data[extra].left != a || e->equations.data[extra].right != b))
      extra++;
    if (extra == e->equations.size)
      smr_vec_push(&e->equations, (Equation){.left = a, .right = b, .entry = i, .trusted = true});
    smr_closure_merge(c, e->g->ops, &e->pool, a, b, extra);
  }
}

static size_t bytes_held(const void *user) {
  const SmrExplain *e = user;
  return sizeof *e + e->log.capacity * sizeof *e->log.data +
         e->variables.capacity * sizeof *e->variables.data + smr_term_pool_bytes(&e->pool) +
         (e->term_of.capacity * sizeof *e->term_of.data) + e->equations.capacity * sizeof *e->equations.data +
         e->bindings.capacity * sizeof *e->bindings.data;
}

SmrExplain *smr_explain_create(SmrEgraph *g, SmrBinder *binder) {
  SmrExplain *e = smr_xcalloc(1, sizeof *e);
  e->g = g;
  e->binder = binder;
  smr_egraph_keep_originals(g);
  smr_egraph_set_log(g, log_union, e);
  smr_egraph_count_bytes(g, bytes_held, e);
  return e;
}

void smr_explain_destroy(SmrExplain *e) {
  if (!e)
    return;
  smr_vec_free(&e->log);
  smr_vec_free(&e->variables);
  smr_term_pool_free(&e->pool);
  smr_vec_free(&e->term_of);
  smr_vec_free(&e->equations);
  smr_vec_free(&e->bindings);
  for (uint32_t i = 0; i < ATTEMPTS; i++)
    smr_closure_free(&e->closures[i]);
  free(e);
}

//===--- writing a proof out ---===//

typedef struct {
  uint32_t equation;
  bool forward;
  uint32_t position, depth;
} Move;

typedef struct {
  SmrExplain *e;
  SmrClosure *c;
  SMR_VEC(Move) moves;
  SMR_VEC(uint32_t) positions;
  SMR_VEC(uint32_t) here; // the position that the walk is at
  SMR_VEC(uint32_t) ways; // stacks of ways: terms
  bool too_long;
} Walk;

static uint32_t depth_of(const SmrClosure *c, uint32_t n) {
  uint32_t depth = 0;
  while ((n = c->forest.data[n]) != UINT32_MAX)
    depth++;
  return depth;
}

static void walk_between(Walk *w, uint32_t a, uint32_t b);

static void walk_edge(Walk *w, uint32_t from, uint32_t to, uint32_t reason) {
  const SmrTerm *t = &w->e->pool.term;
  if (w->too_long)
    return;
  if (reason != SMR_CONGRUENCE) {
    Move m = {reason, w->e->equations.data[reason].left == from, w->positions.size, w->here.size};
    for (uint32_t i = 0; i < w->here.size; i++)
      smr_vec_push(&w->positions, w->here.data[i]);
    smr_vec_push(&w->moves, m);
    w->too_long = w->moves.size > SMR_MAX_PROOF || w->positions.size > 50 * SMR_MAX_PROOF;
    return;
  }
  for (uint32_t k = 0; k < smr_operator_info(w->e->g->ops, t->nodes.data[from].op)->arity; k++) {
    smr_vec_push(&w->here, k);
    walk_between(w, smr_term_children(t, from)[k], smr_term_children(t, to)[k]);
    w->here.size--;
  }
}

static void walk_between(Walk *w, uint32_t a, uint32_t b) {
  if (a == b || w->too_long)
    return;
  const SmrClosure *c = w->c;
  uint32_t base = w->ways.size, x = a, y = b, dx = depth_of(c, a), dy = depth_of(c, b);
  // Up from both to where they meet: first the way from a, then the way to b turned round.
  for (; dx > dy; dx--)
    x = c->forest.data[x];
  for (; dy > dx; dy--) {
    smr_vec_push(&w->ways, y);
    y = c->forest.data[y];
  }
  while (x != y) {
    x = c->forest.data[x];
    smr_vec_push(&w->ways, y);
    y = c->forest.data[y];
  }
  for (uint32_t n = a; n != x; n = c->forest.data[n])
    walk_edge(w, n, c->forest.data[n], c->reason.data[n]);
  uint32_t end = w->ways.size;
  for (uint32_t i = end; i-- > base;)
    walk_edge(w, c->forest.data[w->ways.data[i]], w->ways.data[i], c->reason.data[w->ways.data[i]]);
  w->ways.size = base;
}

// The term with the subterm at a position replaced.
static uint32_t replaced(SmrExplain *e, uint32_t term, const uint32_t *position, uint32_t depth,
                         uint32_t by) {
  SMR_VEC(uint32_t) spine = {0};
  uint32_t children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < depth; i++) {
    smr_vec_push(&spine, term);
    term = smr_term_children(&e->pool.term, term)[position[i]];
  }
  for (uint32_t i = depth; i-- > 0;) {
    SmrOperator op = e->pool.term.nodes.data[spine.data[i]].op;
    uint32_t arity = smr_operator_info(e->g->ops, op)->arity;
    for (uint32_t k = 0; k < arity; k++)
      children[k] = k == position[i] ? by : smr_term_children(&e->pool.term, spine.data[i])[k];
    by = smr_term_pool_add(&e->pool, e->g->ops, op, children);
  }
  smr_vec_free(&spine);
  return by;
}

static uint32_t copied(SmrExplain *e, SmrProof *proof, uint32_t *at, uint32_t node) {
  if (at[node] != UINT32_MAX)
    return at[node];
  SMR_VEC(uint32_t) todo = {0};
  uint32_t children[SMR_MAX_ARITY];
  smr_vec_push(&todo, node);
  while (todo.size) {
    uint32_t n = smr_vec_last(&todo), missing = 0;
    SmrOperator op = e->pool.term.nodes.data[n].op;
    for (uint32_t k = 0; k < smr_operator_info(e->g->ops, op)->arity; k++)
      if ((children[k] = at[smr_term_children(&e->pool.term, n)[k]]) == UINT32_MAX) {
        smr_vec_push(&todo, smr_term_children(&e->pool.term, n)[k]);
        missing++;
      }
    if (missing)
      continue;
    todo.size--;
    if (at[n] == UINT32_MAX)
      at[n] = smr_term_add(&proof->terms, e->g->ops, op, children);
  }
  smr_vec_free(&todo);
  return at[node];
}

// Replays the moves on whole terms and leaves out what comes back to a term that was there. `kept`: term
// before, move, term after.
static void shorten(Walk *w, uint32_t from, uint32_t **kept, uint32_t *count) {
  SmrExplain *e = w->e;
  SmrMap met = {0};
  SMR_VEC(uint32_t) way = {0};
  uint32_t now = from;
  smr_map_set(&met, from, 0);
  for (uint32_t i = 0; i < w->moves.size; i++) {
    const Move *m = &w->moves.data[i];
    const Equation *q = &e->equations.data[m->equation];
    uint32_t next =
                 replaced(e, now, w->positions.data + m->position, m->depth, m->forward ? q->right : q->left),
             length;
    if (smr_map_get(&met, next, &length) && length <= way.size &&
        (length == 0 ? next == from : way.data[length - 1] == next))
      way.size = length;
    else {
      smr_vec_push(&way, now);
      smr_vec_push(&way, i);
      smr_vec_push(&way, next);
      smr_map_set(&met, next, way.size);
    }
    now = next;
  }
  smr_map_free(&met);
  *kept = way.data;
  *count = way.size / 3;
}

static void write_proof(SmrExplain *e, const Walk *w, const uint32_t *kept, uint32_t count, uint32_t from,
                        uint32_t to, SmrProof *proof) {
  uint32_t *at = smr_xmalloc(e->pool.term.nodes.size * sizeof *at);
  memset(at, 0xFF, e->pool.term.nodes.size * sizeof *at);
  *proof = (SmrProof){0};
  proof->from = copied(e, proof, at, from);
  proof->to = copied(e, proof, at, to);
  for (uint32_t i = 0; i < count; i++) {
    const Move *m = &w->moves.data[kept[3 * i + 1]];
    const Equation *q = &e->equations.data[m->equation];
    const LogEntry *entry = &e->log.data[q->entry];
    const SmrRule *rule = entry->program ? smr_program_rule(entry->program, entry->rule) : NULL;
    SmrProofStep step = {.rule = rule,
                         .label = rule ? rule->name : entry->label,
                         .forward = m->forward,
                         .trusted = q->trusted,
                         .before = copied(e, proof, at, kept[3 * i]),
                         .after = copied(e, proof, at, kept[3 * i + 2]),
                         .position = proof->positions.size,
                         .depth = m->depth,
                         .binding = proof->bindings.size,
                         .bindings = q->bindings};
    for (uint32_t k = 0; k < m->depth; k++)
      smr_vec_push(&proof->positions, w->positions.data[m->position + k]);
    for (uint32_t k = 0; k < q->bindings; k++) {
      SmrProofBinding b = e->bindings.data[q->binding + k];
      smr_vec_push(&proof->bindings, (SmrProofBinding){b.variable, copied(e, proof, at, b.term)});
    }
    smr_vec_push(&proof->steps, step);
  }
  free(at);
}

// What was logged since the last proof ends the closures that stand.
static void prepare(SmrExplain *e) {
  for (uint32_t i = 0; e->read < e->log.size && i < ATTEMPTS; i++) {
    smr_closure_free(&e->closures[i]);
    e->closed[i] = false;
  }
  read_log(e);
}

static SmrExplainResult explain(SmrExplain *e, uint32_t from, uint32_t to, SmrProof *proof) {
  SmrExplainResult result = SMR_NOT_EQUAL;
  uint32_t shortest = UINT32_MAX;
  *proof = (SmrProof){0};
  for (uint32_t attempt = 0; attempt < ATTEMPTS; attempt++) {
    SmrClosure *c = &e->closures[attempt];
    if (e->closed[attempt])
      smr_closure_take(c, e->g->ops, &e->pool);
    else
      close_equations(c, e, attempt);
    e->closed[attempt] = true;
    if (smr_closure_find(c, from) != smr_closure_find(c, to))
      break;
    Walk w = {.e = e, .c = c};
    walk_between(&w, from, to);
    if (w.too_long)
      result = result == SMR_EXPLAINED ? result : SMR_PROOF_TOO_LONG;
    else {
      uint32_t *kept, count;
      shorten(&w, from, &kept, &count);
      if (count < shortest) {
        smr_proof_free(proof);
        write_proof(e, &w, kept, count, from, to, proof);
        shortest = count;
      }
      free(kept);
      result = SMR_EXPLAINED;
    }
    smr_vec_free(&w.moves);
    smr_vec_free(&w.positions);
    smr_vec_free(&w.here);
    smr_vec_free(&w.ways);
  }
  if (result == SMR_EXPLAINED)
    smr_proof_shorten(e->g->ops, proof, e->callbacks, e->callback_count);
  return result;
}

SmrExplainResult smr_explain_terms(SmrExplain *e, const SmrTerm *a, uint32_t i, const SmrTerm *b, uint32_t j,
                                   SmrProof *proof) {
  prepare(e);
  uint32_t *at = smr_xmalloc((a->nodes.size + b->nodes.size) * sizeof *at);
  smr_term_pool_take(&e->pool, e->g->ops, a, at);
  uint32_t from = at[i];
  smr_term_pool_take(&e->pool, e->g->ops, b, at);
  uint32_t to = at[j];
  free(at);
  return explain(e, from, to, proof);
}

SmrExplainResult smr_explain_elements(SmrExplain *e, SmrNode a, SmrNode b, SmrProof *proof) {
  prepare(e);
  return explain(e, element_term(e, a), element_term(e, b), proof);
}
