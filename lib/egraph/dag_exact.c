//===- dag_exact.c - the cheapest DAG ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Branch and bound over the classes that are needed so far. A class' needs, the classes that all of its terms
// go through, are needed as soon as it is: they make the bound, the sum over the needed classes of their
// cheapest option (or of the one that was taken), sharp.
//===----------------------------------------------------------------------===//
#include "egraph/dag_internal.h"
#include <assert.h>
#include <math.h>
#include <string.h>

#define NONE UINT32_MAX
#define MOST_CLASSES 8192 // needs are a bit matrix
#define DEFAULT_STEPS 10000000u

typedef struct {
  uint32_t c, option; // the class that is decided here, and its option that comes next
  uint32_t trail;     // needed classes before it
  double bound;
} Level;

typedef struct {
  const SmrDagProblem *p;
  uint32_t words;
  uint64_t *needs;          // by class, a row of bits
  SMR_VEC(uint32_t) order;  // options, class after class, the promising ones first
  uint32_t *first;          // by class: order[first[c] … first[c + 1])
  double *least;            // by class: its cheapest option
  uint32_t *chosen, *marks; // by class
  unsigned char *needed;
  SMR_VEC(uint32_t) trail; // the needed classes
  SMR_VEC(Level) levels;
  SMR_VEC(uint32_t) walk;
  uint32_t epoch;
  double bound;
  uint64_t steps, limit;
} Search;

static uint64_t *row(const Search *s, uint32_t c) {
  return s->needs + (size_t)c * s->words;
}

static bool needs(const Search *s, uint32_t c, uint32_t other) {
  return row(s, c)[other / 64] >> other % 64 & 1;
}

// needs(c) = {c} ∪ ⋂ over options ⋃ over children needs(child): the largest solution, from above.
static void compute_needs(Search *s) {
  const SmrDagProblem *p = s->p;
  uint32_t count = p->classes.size;
  s->words = count / 64 + 1;
  s->needs = smr_xmalloc((size_t)count * s->words * sizeof *s->needs);
  memset(s->needs, 0xff, (size_t)count * s->words * sizeof *s->needs);
  uint64_t *all = smr_xmalloc(s->words * sizeof *all), *one = smr_xmalloc(s->words * sizeof *one);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t c = count; c-- > 0;) {
      memset(all, 0xff, s->words * sizeof *all);
      for (uint32_t o = p->first.data[c]; o < p->first.data[c + 1]; o++) {
        memset(one, 0, s->words * sizeof *one);
        for (uint32_t i = 0; i < p->options.data[o].count; i++) {
          const uint64_t *child = row(s, p->children.data[p->options.data[o].first + i]);
          for (uint32_t w = 0; w < s->words; w++)
            one[w] |= child[w];
        }
        for (uint32_t w = 0; w < s->words; w++)
          all[w] &= one[w];
      }
      all[c / 64] |= (uint64_t)1 << c % 64;
      if (memcmp(all, row(s, c), s->words * sizeof *all)) {
        memcpy(row(s, c), all, s->words * sizeof *all);
        changed = true;
      }
    }
  }
  free(all), free(one);
}

static bool has_child(const SmrDagProblem *p, const SmrDagOption *o, uint32_t child) {
  for (uint32_t i = 0; i < o->count; i++)
    if (p->children.data[o->first + i] == child)
      return true;
  return false;
}

// Whether an option can do nothing that another of the class cannot do as cheaply, or leads back to the
// class.
static bool useless(const Search *s, uint32_t number) {
  const SmrDagProblem *p = s->p;
  const SmrDagOption *o = &p->options.data[number];
  for (uint32_t i = 0; i < o->count; i++)
    if (needs(s, p->children.data[o->first + i], o->c))
      return true;
  for (uint32_t k = p->first.data[o->c]; k < p->first.data[o->c + 1]; k++) {
    const SmrDagOption *other = &p->options.data[k];
    if (k == number || other->own > o->own || other->count > o->count)
      continue;
    if (other->own == o->own && other->count == o->count && k > number)
      continue; // (of two that are the same the first stays)
    uint32_t i = 0;
    while (i < other->count && has_child(p, o, p->children.data[other->first + i]))
      i++;
    if (i == other->count)
      return true;
  }
  return false;
}

// What an option adds at least, if nothing but what is needed were there: to try promising ones first.
static double promise(const Search *s, uint32_t number) {
  const SmrDagOption *o = &s->p->options.data[number];
  double sum = o->own;
  for (uint32_t i = 0; i < o->count; i++) {
    uint32_t child = s->p->children.data[o->first + i];
    for (uint32_t w = 0; w < s->words; w++)
      for (uint64_t bits = row(s, child)[w]; bits; bits &= bits - 1) {
        uint32_t c = w * 64 + (uint32_t)__builtin_ctzll(bits);
        sum += c < s->p->classes.size ? s->least[c] : 0;
      }
  }
  return sum;
}

static void order_options(Search *s) {
  const SmrDagProblem *p = s->p;
  uint32_t count = p->classes.size;
  s->first = smr_xmalloc((count + 1u) * sizeof *s->first);
  s->least = smr_xmalloc((count + 1u) * sizeof *s->least);
  for (uint32_t c = 0; c < count; c++) {
    s->least[c] = INFINITY;
    for (uint32_t o = p->first.data[c]; o < p->first.data[c + 1]; o++)
      s->least[c] = fmin(s->least[c], p->options.data[o].own);
    if (s->least[c] == INFINITY)
      s->least[c] = 0; // (it has no term, and nothing leads to it)
  }
  SMR_VEC(double) promises = {0};
  for (uint32_t c = 0; c < count; c++) {
    uint32_t start = s->first[c] = s->order.size;
    smr_vec_clear(&promises);
    for (uint32_t o = p->first.data[c]; o < p->first.data[c + 1]; o++) {
      if (useless(s, o))
        continue;
      double value = promise(s, o);
      smr_vec_push(&promises, value);
      smr_vec_push(&s->order, o);
      for (uint32_t i = s->order.size - 1; i > start && promises.data[i - start - 1] > value; i--) {
        promises.data[i - start] = promises.data[i - start - 1];
        promises.data[i - start - 1] = value;
        s->order.data[i] = s->order.data[i - 1];
        s->order.data[i - 1] = o;
      }
    }
  }
  s->first[count] = s->order.size;
  smr_vec_free(&promises);
}

// A class, and all that it needs.
static void need(Search *s, uint32_t c) {
  if (s->needed[c])
    return;
  for (uint32_t w = 0; w < s->words; w++)
    for (uint64_t bits = row(s, c)[w]; bits; bits &= bits - 1) {
      uint32_t other = w * 64 + (uint32_t)__builtin_ctzll(bits);
      if (s->needed[other])
        continue;
      s->needed[other] = 1;
      s->bound += s->least[other];
      smr_vec_push(&s->trail, other);
    }
}

// Whether an option's children lead back to its class through what was chosen.
static bool closes_cycle(Search *s, const SmrDagOption *o) {
  const SmrDagProblem *p = s->p;
  s->epoch++;
  smr_vec_clear(&s->walk);
  for (uint32_t i = 0; i < o->count; i++)
    smr_vec_push(&s->walk, p->children.data[o->first + i]);
  while (s->walk.size) {
    uint32_t c = smr_vec_pop(&s->walk);
    if (c == o->c)
      return true;
    if (s->marks[c] == s->epoch || s->chosen[c] == NONE)
      continue;
    s->marks[c] = s->epoch;
    const SmrDagOption *next = &p->options.data[s->chosen[c]];
    for (uint32_t i = 0; i < next->count; i++)
      smr_vec_push(&s->walk, p->children.data[next->first + i]);
  }
  return false;
}

// The needed class without a choice that has the fewest options; NONE when all have one.
static uint32_t next_class(const Search *s) {
  uint32_t best = NONE, fewest = NONE;
  for (uint32_t i = s->trail.size; i-- > 0 && fewest > 1;) {
    uint32_t c = s->trail.data[i], options = s->first[c + 1] - s->first[c];
    if (s->chosen[c] == NONE && options < fewest)
      best = c, fewest = options;
  }
  return best;
}

static void back_to(Search *s, const Level *level) {
  while (s->trail.size > level->trail)
    s->needed[smr_vec_pop(&s->trail)] = 0;
  s->chosen[level->c] = NONE;
  s->bound = level->bound;
}

static void open_level(Search *s, uint32_t c) {
  Level level = {c, s->first[c], s->trail.size, s->bound};
  smr_vec_push(&s->levels, level);
}

// False when it gave up.
static bool search(Search *s, SmrDagChoice *best) {
  const SmrDagProblem *p = s->p;
  SmrDagChoice found = {0};
  uint32_t *marks = smr_xcalloc(p->classes.size + 1u, sizeof *marks);
  for (uint32_t i = 0; i < p->roots.size; i++)
    need(s, p->roots.data[i]);
  if (p->roots.size && s->bound < best->cost)
    open_level(s, next_class(s));
  while (s->levels.size && s->steps < s->limit) {
    Level *level = &smr_vec_last(&s->levels);
    back_to(s, level);
    if (level->option == s->first[level->c + 1]) {
      s->levels.size--;
      continue;
    }
    uint32_t number = s->order.data[level->option++], c = level->c;
    const SmrDagOption *o = &p->options.data[number];
    s->steps++;
    s->bound += o->own - s->least[c];
    // (Sums in different orders differ a little: what gains less than that is no gain.)
    double enough = best->cost * (1 - 1e-12);
    if (s->bound >= enough || closes_cycle(s, o))
      continue;
    s->chosen[c] = number;
    for (uint32_t i = 0; i < o->count; i++)
      need(s, p->children.data[o->first + i]);
    if (s->bound >= enough)
      continue;
    uint32_t next = next_class(s);
    if (next != NONE) {
      open_level(s, next);
      continue;
    }
    bool fine = smr_dag_follow(p, s->chosen, marks, &found);
    assert(fine), (void)fine;
    if (found.cost < best->cost) {
      SmrDagChoice t = *best;
      *best = found;
      found = t;
    }
  }
  free(marks);
  smr_vec_free(&found.options);
  return !s->levels.size;
}

bool smr_dag_search(const SmrDagProblem *p, uint64_t limit, SmrDagChoice *best, uint64_t *steps) {
  if (p->classes.size > MOST_CLASSES)
    return false;
  Search s = {.p = p, .limit = limit};
  compute_needs(&s);
  // (A class without a term needs everything; no option leads to it.)
  order_options(&s);
  s.chosen = smr_xmalloc((p->classes.size + 1u) * sizeof *s.chosen);
  memset(s.chosen, 0xff, (p->classes.size + 1u) * sizeof *s.chosen);
  s.marks = smr_xcalloc(p->classes.size + 1u, sizeof *s.marks);
  s.needed = smr_xcalloc(p->classes.size + 1u, 1);
  bool proved = search(&s, best);
  *steps += s.steps;
  free(s.needs), free(s.first), free(s.least), free(s.chosen), free(s.marks), free(s.needed);
  smr_vec_free(&s.order);
  smr_vec_free(&s.trail);
  smr_vec_free(&s.levels);
  smr_vec_free(&s.walk);
  return proved;
}

bool smr_dag_exact(SmrEgraph *g, const SmrCost *cost, const SmrClass *roots, uint32_t count,
                   uint64_t step_limit, SmrDag *dag) {
  SmrDagProblem p;
  if (!smr_dag_problem(g, cost, roots, count, &p))
    return false;
  SmrDagChoice choice = {0};
  smr_dag_choose_greedily(&p, &choice);
  dag->steps = 0;
  dag->proved = smr_dag_search(&p, step_limit ? step_limit : DEFAULT_STEPS, &choice, &dag->steps);
  smr_dag_result(&p, &choice, dag);
  smr_vec_free(&choice.options);
  smr_dag_problem_free(&p);
  return true;
}
