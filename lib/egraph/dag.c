//===- dag.c - cheap DAGs, greedily --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every class keeps a whole solution: the options that its cheapest DAG so far consists of. Joining
// children's solutions takes the first whole, and of each further one the classes that are not there yet:
// what comes from a further one leads to its own classes or to earlier ones, so no cycle arises and the order
// stays right.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "egraph/dag_internal.h"
#include "egraph/internal.h"
#include "egraph/queue.h"
#include <assert.h>
#include <math.h>
#include <string.h>

#define NONE UINT32_MAX
#define MOST_HELD 30000000u    // options in all solutions together
#define MOST_LOOKS 400000000u  // at options while joining
#define MOST_VISITS 100000000u // at classes while improving

void smr_dag_free(SmrDag *dag) {
  smr_vec_free(&dag->classes);
  smr_vec_free(&dag->nodes);
  *dag = (SmrDag){0};
}

void smr_dag_problem_free(SmrDagProblem *p) {
  smr_vec_free(&p->classes);
  smr_vec_free(&p->options);
  smr_vec_free(&p->first);
  smr_vec_free(&p->children);
  smr_vec_free(&p->roots);
  free(p->tree);
  *p = (SmrDagProblem){0};
}

//===--- the problem ---===//

// The options that have a class as a child, class after class.
typedef struct {
  uint32_t *first, *list;
} Users;

static Users users_of(const SmrDagProblem *p) {
  Users u = {smr_xcalloc(p->classes.size + 2u, sizeof *u.first),
             smr_xmalloc((p->children.size + 1u) * sizeof *u.list)};
  for (uint32_t o = 0; o < p->options.size; o++)
    for (uint32_t i = 0; i < p->options.data[o].count; i++)
      u.first[p->children.data[p->options.data[o].first + i] + 2]++;
  for (uint32_t c = 0; c < p->classes.size; c++)
    u.first[c + 2] += u.first[c + 1];
  for (uint32_t o = 0; o < p->options.size; o++)
    for (uint32_t i = 0; i < p->options.data[o].count; i++)
      u.list[u.first[p->children.data[p->options.data[o].first + i] + 1]++] = o;
  return u;
}

static void free_users(Users *u) {
  free(u->first), free(u->list);
}

static uint32_t number_of(SmrDagProblem *p, SmrMap *numbers, SmrClass c) {
  uint32_t *at = smr_map_at(numbers, c, p->classes.size);
  if (*at == p->classes.size)
    smr_vec_push(&p->classes, c);
  return *at;
}

// Everything that the roots reach, before options without terms are left out.
static void collect(SmrDagProblem *p, const SmrCost *cost, const SmrClass *roots, uint32_t count) {
  SmrEgraph *g = p->g;
  SmrMap numbers = {0};
  for (uint32_t i = 0; i < count; i++)
    smr_vec_push(&p->roots, number_of(p, &numbers, smr_find(g, roots[i])));
  for (uint32_t c = 0; c < p->classes.size; c++) {
    SmrClass of = p->classes.data[c];
    smr_vec_push(&p->first, p->options.size);
    for (SmrNode n = smr_egraph_first(g, of); n != SMR_NO_CLASS; n = smr_egraph_next(g, of, n)) {
      SmrDagOption o = {.node = n, .own = smr_cost_own(cost, g, n), .c = c, .first = p->children.size};
      uint32_t arity = smr_arity(g, smr_egraph_op(g, n));
      const SmrClass *args = smr_egraph_children(g, n);
      bool usable = o.own < INFINITY;
      for (uint32_t i = 0; i < arity; i++)
        usable &= args[i] != of;
      for (uint32_t i = 0; usable && i < arity; i++) {
        uint32_t k = 0;
        while (k < i && args[k] != args[i])
          k++;
        if (k < i)
          continue;
        uint32_t child = number_of(p, &numbers, args[i]);
        smr_vec_push(&p->children, child);
        o.count++;
      }
      if (usable)
        smr_vec_push(&p->options, o);
    }
  }
  smr_vec_push(&p->first, p->options.size);
  smr_map_free(&numbers);
}

// The cheapest trees: their costs, and p->tree.
static double *cheapest_trees(SmrDagProblem *p) {
  double *costs = smr_xmalloc((p->classes.size + 1u) * sizeof *costs);
  p->tree = smr_xmalloc((p->classes.size + 1u) * sizeof *p->tree);
  for (uint32_t c = 0; c < p->classes.size; c++)
    costs[c] = INFINITY, p->tree[c] = NONE;
  uint32_t *missing = smr_xmalloc((p->options.size + 1u) * sizeof *missing);
  double *sums = smr_xmalloc((p->options.size + 1u) * sizeof *sums);
  unsigned char *done = smr_xcalloc(p->classes.size + 1u, 1);
  Users users = users_of(p);
  SmrQueue queue = {0};
  for (uint32_t o = 0; o < p->options.size; o++) {
    SmrDagOption *option = &p->options.data[o];
    missing[o] = option->count;
    sums[o] = option->own;
    if (!option->count && option->own < costs[option->c]) {
      costs[option->c] = option->own, p->tree[option->c] = o;
      smr_queue_push(&queue, option->own, option->c);
    }
  }
  // An option is looked at when the last of its children is settled (Dijkstra).
  while (queue.size) {
    SmrWaiting w = smr_queue_pop(&queue);
    if (done[w.c])
      continue;
    done[w.c] = 1;
    for (uint32_t i = users.first[w.c]; i < users.first[w.c + 1]; i++) {
      uint32_t o = users.list[i], c = p->options.data[o].c;
      sums[o] = fmin(sums[o] + costs[w.c], 1e300);
      if (!--missing[o] && !done[c] && sums[o] < costs[c]) {
        costs[c] = sums[o], p->tree[c] = o;
        smr_queue_push(&queue, sums[o], c);
      }
    }
  }
  free(missing), free(sums), free(done);
  free_users(&users);
  smr_vec_free(&queue);
  return costs;
}

// Leaves options out that have a child without a term.
static void drop_endless(SmrDagProblem *p, const double *costs) {
  uint32_t kept = 0, at = 0;
  for (uint32_t c = 0; c < p->classes.size; c++) {
    uint32_t end = p->first.data[c + 1];
    p->first.data[c] = kept;
    for (; at < end; at++) {
      SmrDagOption *o = &p->options.data[at];
      bool all = true;
      for (uint32_t i = 0; i < o->count; i++)
        all &= costs[p->children.data[o->first + i]] < INFINITY;
      if (p->tree[c] == at)
        p->tree[c] = kept;
      if (all)
        p->options.data[kept++] = *o;
    }
  }
  p->first.data[p->classes.size] = p->options.size = kept;
}

bool smr_dag_problem(SmrEgraph *g, const SmrCost *cost, const SmrClass *roots, uint32_t count,
                     SmrDagProblem *p) {
  assert(!g->repairs.size && "the graph is not rebuilt");
  *p = (SmrDagProblem){.g = g};
  collect(p, cost, roots, count);
  double *costs = cheapest_trees(p);
  drop_endless(p, costs);
  bool all = true;
  for (uint32_t i = 0; i < count; i++)
    all &= costs[p->roots.data[i]] < INFINITY;
  free(costs);
  if (!all)
    smr_dag_problem_free(p);
  return all;
}

//===--- following choices ---===//

typedef struct {
  uint32_t c, next;
} Frame;

bool smr_dag_follow(const SmrDagProblem *p, const uint32_t *chosen, uint32_t *marks, SmrDagChoice *out) {
  enum { OPEN = 1, DONE = 2 };
  SMR_VEC(Frame) stack = {0};
  bool fine = true;
  smr_vec_clear(&out->options);
  out->cost = 0;
  for (uint32_t r = 0; fine && r < p->roots.size; r++) {
    if (marks[p->roots.data[r]] == DONE)
      continue;
    smr_vec_push(&stack, (Frame){p->roots.data[r], 0});
    while (fine && stack.size) {
      Frame *f = &smr_vec_last(&stack);
      marks[f->c] = OPEN;
      if (chosen[f->c] == NONE) {
        fine = false;
        break;
      }
      const SmrDagOption *o = &p->options.data[chosen[f->c]];
      const uint32_t *children = p->children.data + o->first;
      while (f->next < o->count && marks[children[f->next]] == DONE)
        f->next++;
      if (f->next < o->count) {
        fine = marks[children[f->next]] != OPEN;
        uint32_t child = children[f->next];
        smr_vec_push(&stack, (Frame){child, 0});
        continue;
      }
      marks[f->c] = DONE;
      out->cost += o->own;
      smr_vec_push(&out->options, chosen[f->c]);
      stack.size--;
    }
  }
  for (uint32_t i = 0; i < out->options.size; i++)
    marks[p->options.data[out->options.data[i]].c] = 0;
  for (uint32_t i = 0; i < stack.size; i++)
    marks[stack.data[i].c] = 0;
  smr_vec_free(&stack);
  return fine;
}

void smr_dag_result(const SmrDagProblem *p, const SmrDagChoice *choice, SmrDag *dag) {
  smr_vec_clear(&dag->classes);
  smr_vec_clear(&dag->nodes);
  dag->cost = 0;
  for (uint32_t i = 0; i < choice->options.size; i++) {
    const SmrDagOption *o = &p->options.data[choice->options.data[i]];
    smr_vec_push(&dag->classes, p->classes.data[o->c]);
    smr_vec_push(&dag->nodes, o->node);
    dag->cost += o->own;
  }
}

//===--- solutions of all classes ---===//

typedef struct {
  double cost;
  uint32_t size;
  uint32_t *options; // children first; NULL: none yet
} Solution;

typedef struct {
  const SmrDagProblem *p;
  Solution *of;    // by class
  uint32_t *marks; // by class: the joining that it was last seen in
  uint32_t epoch;
  SMR_VEC(uint32_t) joined;
  double cost;
  uint64_t held, looks;
} Greedy;

// Adds a class' solution to what is being joined.
static void join_solution(Greedy *x, uint32_t c) {
  const Solution *s = &x->of[c];
  x->looks += s->size;
  for (uint32_t i = 0; i < s->size; i++) {
    const SmrDagOption *o = &x->p->options.data[s->options[i]];
    if (x->marks[o->c] == x->epoch)
      continue;
    x->marks[o->c] = x->epoch;
    x->cost += o->own;
    smr_vec_push(&x->joined, s->options[i]);
  }
}

// Whether an option gives its class a cheaper solution; then it has that.
static bool try_option(Greedy *x, uint32_t number) {
  const SmrDagOption *o = &x->p->options.data[number];
  const uint32_t *children = x->p->children.data + o->first;
  Solution *s = &x->of[o->c];
  for (uint32_t i = 0; i < o->count; i++)
    if (!x->of[children[i]].options)
      return false;
  x->epoch++;
  x->cost = o->own;
  smr_vec_clear(&x->joined);
  for (uint32_t i = 0; i < o->count; i++) {
    join_solution(x, children[i]);
    if ((s->options && x->cost >= s->cost) || x->marks[o->c] == x->epoch)
      return false;
  }
  if (s->options && x->cost >= s->cost)
    return false;
  smr_vec_push(&x->joined, number);
  x->held += (uint64_t)x->joined.size - s->size;
  s->cost = x->cost;
  s->size = x->joined.size;
  s->options = smr_xrealloc(s->options, s->size * sizeof *s->options);
  memcpy(s->options, x->joined.data, s->size * sizeof *s->options);
  return true;
}

// Every class' solution, as far as memory and patience go; false when they ended before the roots had theirs.
static bool join_all(Greedy *x) {
  const SmrDagProblem *p = x->p;
  Users users = users_of(p);
  SMR_VEC(uint32_t) queue = {0}; // first in, first out
  unsigned char *queued = smr_xcalloc(p->classes.size + 1u, 1);
  for (uint32_t o = 0; o < p->options.size; o++)
    if (!p->options.data[o].count && try_option(x, o) && !queued[p->options.data[o].c]) {
      queued[p->options.data[o].c] = 1;
      smr_vec_push(&queue, p->options.data[o].c);
    }
  for (uint32_t at = 0; at < queue.size && x->held < MOST_HELD && x->looks < MOST_LOOKS; at++) {
    uint32_t c = queue.data[at];
    queued[c] = 0;
    for (uint32_t i = users.first[c]; i < users.first[c + 1]; i++) {
      uint32_t of = p->options.data[users.list[i]].c;
      if (try_option(x, users.list[i]) && !queued[of]) {
        queued[of] = 1;
        smr_vec_push(&queue, of);
      }
    }
    if (at > 1u << 20) { // forgets what is done
      memmove(queue.data, queue.data + at + 1, (queue.size - at - 1) * sizeof *queue.data);
      queue.size -= at + 1;
      at = UINT32_MAX;
    }
  }
  smr_vec_free(&queue);
  free(queued);
  free_users(&users);
  for (uint32_t i = 0; i < p->roots.size; i++)
    if (!x->of[p->roots.data[i]].options)
      return false;
  return true;
}

// Takes other options for single classes as long as that gains something.
static void improve(const SmrDagProblem *p, uint32_t *chosen, uint32_t *marks, SmrDagChoice *choice) {
  SmrDagChoice other = {0};
  uint64_t visits = 0;
  for (bool gained = true; gained;) {
    gained = false;
    for (uint32_t i = 0; i < choice->options.size; i++) {
      uint32_t now = choice->options.data[i], c = p->options.data[now].c;
      for (uint32_t o = p->first.data[c]; o < p->first.data[c + 1] && visits < MOST_VISITS; o++) {
        if (o == now || p->options.data[o].own >= choice->cost)
          continue;
        chosen[c] = o;
        bool fine = smr_dag_follow(p, chosen, marks, &other);
        visits += other.options.size + 1;
        if (fine && other.cost < choice->cost * (1 - 1e-12)) {
          SmrDagChoice t = *choice;
          *choice = other;
          other = t;
          gained = true;
          break;
        }
        chosen[c] = now;
      }
    }
  }
  smr_vec_free(&other.options);
}

void smr_dag_choose_greedily(const SmrDagProblem *p, SmrDagChoice *choice) {
  uint32_t count = p->classes.size;
  uint32_t *chosen = smr_xmalloc((count + 1u) * sizeof *chosen),
           *marks = smr_xcalloc(count + 1u, sizeof *marks);
  memcpy(chosen, p->tree, count * sizeof *chosen);
  bool fine = smr_dag_follow(p, chosen, marks, choice);
  assert(fine), (void)fine;
  Greedy x = {
      .p = p, .of = smr_xcalloc(count + 1u, sizeof *x.of), .marks = smr_xcalloc(count + 1u, sizeof *x.marks)};
  if (join_all(&x)) {
    x.epoch++;
    x.cost = 0;
    smr_vec_clear(&x.joined);
    for (uint32_t i = 0; i < p->roots.size; i++)
      join_solution(&x, p->roots.data[i]);
    if (x.cost < choice->cost) {
      for (uint32_t i = 0; i < x.joined.size; i++)
        chosen[p->options.data[x.joined.data[i]].c] = x.joined.data[i];
      fine = smr_dag_follow(p, chosen, marks, choice);
      assert(fine);
    }
  }
  for (uint32_t c = 0; c < count; c++)
    free(x.of[c].options);
  free(x.of), free(x.marks);
  smr_vec_free(&x.joined);
  improve(p, chosen, marks, choice);
  free(chosen), free(marks);
}

bool smr_dag_greedy(SmrEgraph *g, const SmrCost *cost, const SmrClass *roots, uint32_t count, SmrDag *dag) {
  SmrDagProblem p;
  if (!smr_dag_problem(g, cost, roots, count, &p))
    return false;
  SmrDagChoice choice = {0};
  smr_dag_choose_greedily(&p, &choice);
  smr_dag_result(&p, &choice, dag);
  dag->proved = false;
  dag->steps = 0;
  smr_vec_free(&choice.options);
  smr_dag_problem_free(&p);
  return true;
}

uint32_t smr_dag_term(const SmrDag *dag, SmrEgraph *g, SmrClass c, SmrTerm *into) {
  // (What the class needs stands before it.)
  SmrMap at = {0};
  c = smr_find(g, c);
  uint32_t end = 0, index = UINT32_MAX;
  while (end < dag->classes.size && dag->classes.data[end] != c)
    end++;
  assert(end < dag->classes.size && "the class is not in the DAG");
  unsigned char *needed = smr_xcalloc(end + 1u, 1);
  for (uint32_t i = 0; i <= end; i++)
    smr_map_set(&at, dag->classes.data[i], i);
  needed[end] = 1;
  for (uint32_t i = end + 1; i-- > 0;)
    for (uint32_t k = 0; needed[i] && k < smr_arity(g, smr_egraph_op(g, dag->nodes.data[i])); k++) {
      smr_map_get(&at, smr_egraph_children(g, dag->nodes.data[i])[k], &index);
      needed[index] = 1;
    }
  uint32_t *built = smr_xmalloc((end + 1u) * sizeof *built), children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i <= end; i++) {
    if (!needed[i])
      continue;
    SmrOperator op = smr_egraph_op(g, dag->nodes.data[i]);
    for (uint32_t k = 0; k < smr_arity(g, op); k++) {
      smr_map_get(&at, smr_egraph_children(g, dag->nodes.data[i])[k], &index);
      children[k] = built[index];
    }
    built[i] = smr_term_add(into, g->ops, op, children);
  }
  index = built[end];
  free(built), free(needed);
  smr_map_free(&at);
  return index;
}
