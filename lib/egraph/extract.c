//===- extract.c - the best term of every class --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Sweeps over the nodes in the order of their numbers settle most classes, as children tend to be older than
// their users. What is left goes through a queue ordered by cost (Knuth, A Generalization of Dijkstra's
// Algorithm, 1977): as no node is cheaper than its children, each class leaves the queue at most once.
//
// Why choices have no cycle: a class' choice changes only to something strictly cheaper, at a new time, or to
// that of a class joined with it that comes first in the order (cost, time). So its children stay before it,
// and its users behind it.
//===----------------------------------------------------------------------===//
#include "egraph/extract.h"
#include "base/map.h"
#include "base/order.h"
#include "egraph/internal.h"
#include "egraph/queue.h"
#include <assert.h>
#include <float.h>
#include <math.h>

#define MAX_SWEEPS 4

struct SmrBest {
  SmrEgraph *g;
  SmrCost model;
  double *costs;     // by class number; INFINITY where there is no canonical class
  SmrNode *choice;   // where the cost is finite
  uint32_t *time;    // of the choice
  uint32_t capacity; // of the three
  uint32_t count;    // elements at the last update
  uint32_t step, clock;
  bool valid, rose; // rose: all has to be computed again
  SmrQueue queue;
  SMR_VEC(SmrNode) nodes;    // that the last update followed
  SMR_VEC(SmrClass) classes; // and theirs
  SmrNode wrong;             // a node that costs less than a child
  double wrong_cost, wrong_child;
  uint64_t looked_at;
};

SmrBest *smr_best_create(SmrEgraph *g, const SmrCost *cost) {
  SmrBest *b = smr_xcalloc(1, sizeof *b);
  b->g = g;
  b->model = *cost;
  b->wrong = SMR_NO_CLASS;
  return b;
}

void smr_best_destroy(SmrBest *b) {
  if (!b)
    return;
  free(b->costs), free(b->choice), free(b->time);
  smr_vec_free(&b->queue);
  smr_vec_free(&b->nodes);
  smr_vec_free(&b->classes);
  free(b);
}

SmrEgraph *smr_best_graph(const SmrBest *b) {
  return b->g;
}
const SmrCost *smr_best_model(const SmrBest *b) {
  return &b->model;
}
uint64_t smr_best_looked_at(const SmrBest *b) {
  return b->looked_at;
}
//===--- looking at nodes ---===//

static double called(SmrBest *b, SmrNode n, const SmrClass *args, uint32_t arity) {
  double children[SMR_MAX_ARITY], largest = -INFINITY;
  for (uint32_t i = 0; i < arity; i++) {
    children[i] = b->costs[args[i]];
    if (children[i] == INFINITY)
      return INFINITY;
    largest = fmax(largest, children[i]);
  }
  double cost = b->model.node(b->model.user, b->g, n, children);
  if (cost >= largest)
    return cost;
  if (b->wrong == SMR_NO_CLASS)
    b->wrong = n, b->wrong_cost = cost, b->wrong_child = largest;
  return isnan(cost) ? INFINITY : largest;
}

static inline double cost_of(SmrBest *b, SmrNode n) {
  SmrEgraph *g = b->g;
  uint32_t arity = smr_arity(g, g->elements[n].op & SMR_NODE_OPERATOR);
  const SmrClass *args = smr_args(g, n);
  b->looked_at++;
  if (b->model.kind == SMR_COST_CALL)
    return called(b, n, args, arity);
  double sum = 1, largest = 0;
  for (uint32_t i = 0; i < arity; i++) {
    double child = b->costs[args[i]];
    sum += child;
    largest = child > largest ? child : largest;
  }
  if (b->model.kind == SMR_COST_DEPTH)
    return 1 + largest;
  // (A term that shares a lot can be larger than a double holds, and still is a term.)
  return sum == INFINITY && largest < INFINITY ? DBL_MAX : sum;
}

// Lets a node compete for its class; whether it won.
static inline bool improve(SmrBest *b, SmrNode n) {
  double cost = cost_of(b, n);
  SmrClass c = smr_find(b->g, n);
  if (!(cost < b->costs[c]))
    return false;
  b->costs[c] = cost;
  b->choice[c] = n;
  b->time[c] = b->clock++;
  return true;
}

static void push(SmrBest *b, SmrClass c) {
  smr_queue_push(&b->queue, b->costs[c], c);
}

static bool improve_user(void *user, SmrNode n) {
  SmrBest *b = user;
  if (improve(b, n))
    push(b, smr_find(b->g, n));
  return true;
}

static void empty_queue(SmrBest *b) {
  while (b->queue.size) {
    SmrWaiting w = smr_queue_pop(&b->queue);
    if (b->costs[w.c] == w.cost)
      smr_egraph_uses(b->g, w.c, improve_user, b);
  }
}

static void update_all(SmrBest *b) {
  SmrEgraph *g = b->g;
  b->clock = 0;
  b->wrong = SMR_NO_CLASS;
  smr_vec_clear(&b->queue);
  for (uint32_t i = 0; i < g->count; i++)
    b->costs[i] = INFINITY;
  uint32_t start, improved;
  for (uint32_t sweep = 1;; sweep++) {
    start = b->clock;
    improved = 0;
    for (SmrNode n = 0; n < g->count; n++)
      if (!(g->elements[n].op & SMR_NODE_DEAD))
        improved += improve(b, n);
    if (improved < 64 || sweep == MAX_SWEEPS)
      break;
  }
  for (SmrClass c = 0; c < g->count; c++)
    if (b->costs[c] < INFINITY && b->time[c] >= start)
      smr_vec_push(&b->queue, (SmrWaiting){b->costs[c], c});
  smr_queue_order(&b->queue);
  empty_queue(b);
}

//===--- following a graph ---===//

// Gives what is known of a class that lost its number to that which it is part of now.
static void follow_union(SmrBest *b, SmrClass c) {
  double cost = b->costs[c];
  SmrClass now = cost < INFINITY ? smr_find(b->g, c) : c;
  if (now == c)
    return;
  b->costs[c] = INFINITY;
  if (cost < b->costs[now] || (cost == b->costs[now] && b->time[c] < b->time[now])) {
    bool cheaper = cost < b->costs[now];
    b->costs[now] = cost;
    b->choice[now] = b->choice[c];
    b->time[now] = b->time[c];
    if (cheaper)
      push(b, now);
  }
}

// Whether a node may be what a class chose at the time that stands there.
static bool may_be_choice(SmrBest *b, SmrClass c, SmrNode n) {
  SmrEgraph *g = b->g;
  uint32_t arity = smr_arity(g, g->elements[n].op & SMR_NODE_OPERATOR);
  for (uint32_t i = 0; i < arity; i++) {
    SmrClass child = smr_args(g, n)[i];
    if (b->costs[child] > b->costs[c] || (b->costs[child] == b->costs[c] && b->time[child] >= b->time[c]))
      return false;
  }
  return cost_of(b, n) <= b->costs[c];
}

// A chosen node may be gone (congruence keeps one that is equal), or its number stand for another one.
static void follow_choice(SmrBest *b, SmrClass c) {
  SmrEgraph *g = b->g;
  if (!(b->costs[c] < INFINITY))
    return;
  SmrNode n = b->choice[c];
  bool there = !(g->elements[n].op & SMR_NODE_DEAD) && smr_find(g, n) == c;
  if (there && (g->elements[n].stamp < b->step || may_be_choice(b, c, n)))
    return;
  for (n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n))
    if (may_be_choice(b, c, n))
      break;
  b->choice[c] = n;
  b->rose = n == SMR_NO_CLASS;
}

static void grow(SmrBest *b) {
  if (b->g->count > b->capacity) {
    b->capacity = b->g->capacity;
    b->costs = smr_xrealloc(b->costs, b->capacity * sizeof *b->costs);
    b->choice = smr_xrealloc(b->choice, b->capacity * sizeof *b->choice);
    b->time = smr_xrealloc(b->time, b->capacity * sizeof *b->time);
  }
  for (uint32_t i = b->count; i < b->g->count; i++)
    b->costs[i] = INFINITY;
}

static uint32_t sorted(uint32_t *list, uint32_t count) {
  uint32_t kept = 0;
  if (count)
    qsort(list, count, sizeof *list, smr_ascending);
  for (uint32_t i = 0; i < count; i++)
    if (!kept || list[kept - 1] != list[i])
      list[kept++] = list[i];
  return kept;
}

// What changed since the last update, and in which classes. False: it is not known, or so much that looking
// at everything in the order of numbers is faster.
static bool gather_changes(SmrBest *b) {
  const SmrEgraph *g = b->g;
  uint32_t first;
  smr_vec_clear(&b->nodes);
  smr_vec_clear(&b->classes);
  if (!smr_egraph_touched(g, b->step, &first))
    return false;
  for (uint32_t i = first; i < g->touched.size; i++)
    smr_vec_push(&b->nodes, g->touched.data[i] & ~SMR_TOUCHED_NEW);
  b->nodes.size = sorted(b->nodes.data, b->nodes.size);
  if (g->count > 4096 && b->nodes.size > g->count / 4)
    return false;
  for (uint32_t i = 0; i < b->nodes.size; i++)
    smr_vec_push(&b->classes, smr_find(b->g, b->nodes.data[i]));
  b->classes.size = sorted(b->classes.data, b->classes.size);
  return true;
}

static void follow(SmrBest *b) {
  SmrEgraph *g = b->g;
  for (uint32_t i = 0; i < b->nodes.size; i++)
    if (b->nodes.data[i] < b->count)
      follow_union(b, b->nodes.data[i]);
  for (uint32_t i = 0; i < b->classes.size && !b->rose; i++)
    follow_choice(b, b->classes.data[i]);
  for (uint32_t i = 0; i < b->nodes.size && !b->rose; i++) {
    SmrNode n = b->nodes.data[i];
    if (!(g->elements[n].op & SMR_NODE_DEAD) && improve(b, n))
      push(b, smr_find(g, n));
  }
  if (!b->rose)
    empty_queue(b);
}

void smr_best_update(SmrBest *b) {
  SmrEgraph *g = b->g;
  assert(!g->repairs.size && !g->changed.size && "the graph is not rebuilt");
  b->looked_at = 0;
  grow(b);
  b->rose = !b->valid || b->clock >= 1u << 31 || !gather_changes(b);
  if (!b->rose)
    follow(b);
  if (b->rose)
    update_all(b);
  b->valid = true;
  b->count = g->count;
  b->step = g->step;
}

//===--- reading ---===//

// A canonical class whose cost is finite, or SMR_NO_CLASS.
static SmrClass known_class(SmrBest *b, SmrClass c) {
  assert(b->valid && b->step == b->g->step && "the graph was rebuilt after the last update");
  c = smr_find(b->g, c);
  return c < b->count && b->costs[c] < INFINITY ? c : SMR_NO_CLASS;
}

double smr_best_cost(SmrBest *b, SmrClass c) {
  c = known_class(b, c);
  return c == SMR_NO_CLASS ? INFINITY : b->costs[c];
}

SmrNode smr_best_node(SmrBest *b, SmrClass c) {
  c = known_class(b, c);
  return c == SMR_NO_CLASS ? c : b->choice[c];
}

typedef struct {
  SmrClass c;
  uint32_t next; // child to go down to
} Frame;

// Depth first, without recursion: terms may be as deep as the graph is large.
static uint32_t build(SmrBest *b, SmrClass root, SmrTerm *into, SmrMap *built) {
  SmrEgraph *g = b->g;
  uint32_t index;
  if (smr_map_get(built, root, &index))
    return index;
  SMR_VEC(Frame) stack = {0};
  smr_vec_push(&stack, (Frame){root, 0});
  while (stack.size) {
    Frame *f = &smr_vec_last(&stack);
    SmrNode n = b->choice[f->c];
    SmrOperator op = g->elements[n].op & SMR_NODE_OPERATOR;
    uint32_t arity = smr_arity(g, op), children[SMR_MAX_ARITY];
    const SmrClass *args = smr_args(g, n);
    while (f->next < arity && smr_map_get(built, args[f->next], &index))
      f->next++;
    if (f->next < arity) {
      SmrClass child = args[f->next]; // (pushing moves *f)
      smr_vec_push(&stack, (Frame){child, 0});
      continue;
    }
    for (uint32_t i = 0; i < arity; i++)
      smr_map_get(built, args[i], &children[i]);
    index = smr_term_add(into, g->ops, op, children);
    smr_map_set(built, f->c, index);
    stack.size--;
  }
  smr_vec_free(&stack);
  return index;
}

bool smr_best_terms(SmrBest *b, const SmrClass *classes, uint32_t count, SmrTerm *into, uint32_t *roots) {
  for (uint32_t i = 0; i < count; i++)
    if (known_class(b, classes[i]) == SMR_NO_CLASS)
      return false;
  SmrMap built = {0};
  for (uint32_t i = 0; i < count; i++)
    roots[i] = build(b, known_class(b, classes[i]), into, &built);
  smr_map_free(&built);
  return true;
}

uint32_t smr_best_term(SmrBest *b, SmrClass c, SmrTerm *into) {
  uint32_t root;
  return smr_best_terms(b, &c, 1, into, &root) ? root : UINT32_MAX;
}

bool smr_best_report(SmrBest *b, SmrDiag *diag) {
  if (b->wrong == SMR_NO_CLASS)
    return true;
  const char *file = NULL;
  uint32_t line = 0, column = 0;
  if (b->model.place)
    b->model.place(b->model.user, b->g, b->wrong, &file, &line, &column);
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_operator_print(b->g->ops, smr_egraph_op(b->g, b->wrong), &name);
  if (isnan(b->wrong_cost))
    smr_error(diag, file, line, column, "the cost of %s is not a number", smr_str_get(&name));
  else
    smr_error(diag, file, line, column, "the cost of %s is %g, less than that of a child: %g",
              smr_str_get(&name), b->wrong_cost, b->wrong_child);
  return false;
}
