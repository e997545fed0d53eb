//===- sketch.c - finding and extracting what satisfies a sketch ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For every part of a sketch, in order, the classes that have a term in its set (found), or also the cost of
// the cheapest such term and how it begins (extract): the maps E(c, s, g) of the paper's section 3.4, case by
// case. For `contains` both go from classes to their users until nothing changes.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "egraph/internal.h"
#include "egraph/queue.h"
#include "egraph/sketch_internal.h"
#include <assert.h>
#include <math.h>
#include <string.h>

static bool holds(const SmrSketchPart *p, SmrEgraph *g, SmrClass c) {
  return p->callback->condition(p->callback->user, g, &c, 1);
}

//===--- found ---===//

typedef struct {
  SmrEgraph *g;
  unsigned char *set;
  SMR_VEC(SmrClass) work;
} Spread;

static bool spread_user(void *user, SmrNode n) {
  Spread *s = user;
  SmrClass c = smr_find(s->g, n);
  if (!s->set[c]) {
    s->set[c] = 1;
    smr_vec_push(&s->work, c);
  }
  return true;
}

// The set of a part; NULL stands for the empty set. `wanted`: stop when this class is in it.
static unsigned char *found_part(SmrSketch *s, SmrEgraph *g, uint32_t number, unsigned char **sets,
                                 SmrClass wanted) {
  const SmrSketchPart *p = &s->parts.data[number];
  const uint32_t *args = s->args.data + p->first;
  if (p->kind == SMR_SKETCH_NODE || p->kind == SMR_SKETCH_CONTAINS || p->kind == SMR_SKETCH_IS)
    for (uint32_t i = 0; i < p->count; i++)
      if (!sets[args[i]])
        return NULL;
  unsigned char *set = smr_xcalloc(g->count + 1u, 1);
  bool any = false;
  switch ((SmrSketchKind)p->kind) {
  case SMR_SKETCH_ANY:
    memset(set, 1, g->count + 1u);
    any = true;
    break;
  case SMR_SKETCH_NODE:
    for (SmrNode n = 0; n < g->count; n++) {
      if ((g->elements[n].op & (SMR_NODE_DEAD | SMR_NODE_OPERATOR)) != p->op)
        continue;
      bool all = true;
      for (uint32_t i = 0; all && i < p->count; i++)
        all = sets[args[i]][smr_args(g, n)[i]];
      if (all)
        set[smr_find(g, n)] = 1, any = true;
    }
    break;
  case SMR_SKETCH_OP:
    for (SmrNode n = 0; n < g->count; n++)
      if (!(g->elements[n].op & SMR_NODE_DEAD) &&
          smr_sketch_names(s, p, g->elements[n].op & SMR_NODE_OPERATOR))
        set[smr_find(g, n)] = 1, any = true;
    break;
  case SMR_SKETCH_CONTAINS: {
    Spread spread = {.g = g, .set = set};
    memcpy(set, sets[args[0]], g->count);
    // (Only a class has uses: the lists of numbers that lost theirs are anything.)
    for (SmrClass c = 0; c < g->count; c++)
      if (set[c] && g->parent[c] == c)
        smr_vec_push(&spread.work, c);
    while (spread.work.size && !(wanted != SMR_NO_CLASS && set[wanted]))
      smr_egraph_uses(g, smr_vec_pop(&spread.work), spread_user, &spread);
    smr_vec_free(&spread.work);
    any = true;
    break;
  }
  case SMR_SKETCH_OR:
    for (uint32_t i = 0; i < p->count; i++)
      for (SmrClass c = 0; sets[args[i]] && c < g->count; c++)
        any |= (set[c] |= sets[args[i]][c]);
    break;
  case SMR_SKETCH_IS:
    for (SmrClass c = 0; c < g->count; c++)
      if (g->parent[c] == c && sets[args[0]][c] && holds(p, g, c))
        set[c] = 1, any = true;
    break;
  }
  if (any)
    return set;
  free(set);
  return NULL;
}

// The set of the whole sketch; NULL: empty. As `found_part` for `wanted`.
static unsigned char *found_all(SmrSketch *s, SmrEgraph *g, SmrClass wanted) {
  assert(!g->repairs.size && "the graph is not rebuilt");
  uint32_t count = s->parts.size;
  unsigned char **sets = smr_xcalloc(count, sizeof *sets);
  for (uint32_t i = 0; i < count; i++)
    sets[i] = found_part(s, g, i, sets, i + 1 == count ? wanted : SMR_NO_CLASS);
  unsigned char *all = sets[count - 1];
  for (uint32_t i = 0; i + 1 < count; i++)
    free(sets[i]);
  free(sets);
  return all;
}

bool smr_sketch_found(SmrSketch *s, SmrEgraph *g, SmrClass c) {
  c = smr_find(g, c);
  unsigned char *set = found_all(s, g, c);
  bool found = set && set[c];
  free(set);
  return found;
}

void smr_sketch_classes(SmrSketch *s, SmrEgraph *g, unsigned char *holds) {
  unsigned char *set = found_all(s, g, SMR_NO_CLASS);
  memset(holds, 0, g->count);
  if (set)
    memcpy(holds, set, g->count);
  free(set);
}

//===--- extract ---===//

// By class: the cheapest term's cost, and how it begins. For `?` an SmrBest knows that.
typedef struct {
  double *costs;
  uint32_t
      *how; // NODE, OP: a node; OR, IS: a part; CONTAINS: a node, SMR_NO_CLASS where the inner part holds
  unsigned char *through; // CONTAINS: the child that contains it
} Cheapest;

typedef struct {
  SmrSketch *sketch;
  SmrBest *best;
  SmrEgraph *g;
  Cheapest *parts; // by part; without arrays for `?` and for empty sets
  SmrQueue queue;
  uint32_t spreading; // the part that `contains` spreads
  SmrClass from;
} Extraction;

static double cost_at(Extraction *x, uint32_t part, SmrClass c) {
  if (part == 0)
    return smr_best_cost(x->best, c);
  return x->parts[part].costs ? x->parts[part].costs[c] : INFINITY;
}

static bool offer(Extraction *x, uint32_t part, SmrClass c, double cost, uint32_t how, uint32_t through) {
  Cheapest *m = &x->parts[part];
  if (!(cost < cost_at(x, part, c)))
    return false;
  if (!m->costs) {
    m->costs = smr_xmalloc(x->g->count * sizeof *m->costs);
    m->how = smr_xmalloc(x->g->count * sizeof *m->how);
    m->through = smr_xmalloc(x->g->count);
    for (uint32_t i = 0; i < x->g->count; i++)
      m->costs[i] = INFINITY;
  }
  m->costs[c] = cost;
  m->how[c] = how;
  m->through[c] = (unsigned char)through;
  return true;
}

// What a node costs whose children cost that; never less than one of them.
static double node_cost(Extraction *x, SmrNode n, const double *children, uint32_t arity) {
  double largest = -INFINITY;
  for (uint32_t i = 0; i < arity; i++)
    largest = fmax(largest, children[i]);
  return largest == INFINITY ? INFINITY
                             : fmax(largest, smr_cost_of(smr_best_model(x->best), x->g, n, children));
}

static bool spread_cost(void *user, SmrNode n) {
  Extraction *x = user;
  uint32_t arity = smr_arity(x->g, smr_egraph_op(x->g, n));
  const SmrClass *args = smr_egraph_children(x->g, n);
  SmrClass c = smr_find(x->g, n);
  double children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < arity; i++)
    children[i] = smr_best_cost(x->best, args[i]);
  for (uint32_t j = 0; j < arity; j++)
    if (args[j] == x->from) {
      double other = children[j];
      children[j] = cost_at(x, x->spreading, x->from);
      double cost = node_cost(x, n, children, arity);
      children[j] = other;
      if (offer(x, x->spreading, c, cost, n, j))
        smr_queue_push(&x->queue, cost, c);
    }
  return true;
}

static void extract_part(Extraction *x, uint32_t number) {
  SmrSketch *s = x->sketch;
  SmrEgraph *g = x->g;
  const SmrSketchPart *p = &s->parts.data[number];
  const uint32_t *args = s->args.data + p->first;
  double children[SMR_MAX_ARITY];
  switch ((SmrSketchKind)p->kind) {
  case SMR_SKETCH_ANY:
    break;
  case SMR_SKETCH_NODE:
  case SMR_SKETCH_OP:
    for (SmrNode n = 0; n < g->count; n++) {
      if (g->elements[n].op & SMR_NODE_DEAD || !smr_sketch_names(s, p, g->elements[n].op & SMR_NODE_OPERATOR))
        continue;
      uint32_t arity = smr_arity(g, g->elements[n].op & SMR_NODE_OPERATOR);
      for (uint32_t i = 0; i < arity; i++)
        children[i] = cost_at(x, p->kind == SMR_SKETCH_NODE ? args[i] : 0, smr_args(g, n)[i]);
      offer(x, number, smr_find(g, n), node_cost(x, n, children, arity), n, 0);
    }
    break;
  case SMR_SKETCH_CONTAINS:
    for (SmrClass c = 0; c < g->count; c++) {
      double cost = g->parent[c] == c ? cost_at(x, args[0], c) : INFINITY;
      if (cost < INFINITY) {
        offer(x, number, c, cost, SMR_NO_CLASS, 0);
        smr_vec_push(&x->queue, (SmrWaiting){cost, c});
      }
    }
    smr_queue_order(&x->queue);
    x->spreading = number;
    while (x->queue.size) {
      SmrWaiting w = smr_queue_pop(&x->queue);
      x->from = w.c;
      if (w.cost == cost_at(x, number, w.c))
        smr_egraph_uses(g, w.c, spread_cost, x);
    }
    break;
  case SMR_SKETCH_OR:
    for (uint32_t i = 0; i < p->count; i++)
      for (SmrClass c = 0; c < g->count; c++)
        if (g->parent[c] == c)
          offer(x, number, c, cost_at(x, args[i], c), args[i], 0);
    break;
  case SMR_SKETCH_IS:
    for (SmrClass c = 0; c < g->count; c++)
      if (g->parent[c] == c && cost_at(x, args[0], c) < INFINITY && holds(p, g, c))
        offer(x, number, c, cost_at(x, args[0], c), args[0], 0);
    break;
  }
}

typedef struct {
  uint32_t part;
  SmrClass c;
  uint32_t next;
} Frame;

// The part by which a class' term begins: where alternatives, conditions and a contains that holds here lead.
static uint32_t resolve(const Extraction *x, uint32_t part, SmrClass c) {
  for (;;) {
    const SmrSketchPart *p = &x->sketch->parts.data[part];
    if (p->kind == SMR_SKETCH_OR || p->kind == SMR_SKETCH_IS)
      part = x->parts[part].how[c];
    else if (p->kind == SMR_SKETCH_CONTAINS && x->parts[part].how[c] == SMR_NO_CLASS)
      part = x->sketch->args.data[p->first];
    else
      return part;
  }
}

static uint64_t key_of(uint32_t part, SmrClass c) {
  return (uint64_t)part << 32 | c;
}

// The part that child i of the node that a class' term begins with has to satisfy.
static uint32_t child_part(const Extraction *x, uint32_t part, SmrClass c, uint32_t i) {
  const SmrSketchPart *p = &x->sketch->parts.data[part];
  if (p->kind == SMR_SKETCH_NODE)
    return x->sketch->args.data[p->first + i];
  return p->kind == SMR_SKETCH_CONTAINS && x->parts[part].through[c] == i ? part : 0;
}

static uint32_t build(Extraction *x, uint32_t part, SmrClass root, SmrTerm *into) {
  SmrEgraph *g = x->g;
  SmrMap built = {0};
  SMR_VEC(Frame) stack = {0};
  uint32_t index = UINT32_MAX;
  smr_vec_push(&stack, (Frame){resolve(x, part, root), root, 0});
  while (stack.size) {
    Frame f = smr_vec_last(&stack);
    SmrNode n = f.part ? x->parts[f.part].how[f.c] : smr_best_node(x->best, f.c);
    SmrOperator op = smr_egraph_op(g, n);
    uint32_t arity = smr_arity(g, op), children[SMR_MAX_ARITY];
    const SmrClass *args = smr_egraph_children(g, n);
    for (; f.next < arity; f.next++) {
      uint32_t of = resolve(x, child_part(x, f.part, f.c, f.next), args[f.next]);
      if (!smr_map_get(&built, key_of(of, args[f.next]), &children[f.next])) {
        smr_vec_last(&stack).next = f.next;
        smr_vec_push(&stack, (Frame){of, args[f.next], 0});
        break;
      }
    }
    if (f.next < arity)
      continue;
    for (uint32_t i = 0; i < arity; i++)
      smr_map_get(&built, key_of(resolve(x, child_part(x, f.part, f.c, i), args[i]), args[i]), &children[i]);
    index = smr_term_add(into, g->ops, op, children);
    smr_map_set(&built, key_of(f.part, f.c), index);
    stack.size--;
  }
  smr_vec_free(&stack);
  smr_map_free(&built);
  return index;
}

uint32_t smr_sketch_extract(SmrSketch *s, SmrBest *best, SmrClass c, SmrTerm *into, double *cost) {
  SmrEgraph *g = smr_best_graph(best);
  c = smr_find(g, c);
  uint32_t count = s->parts.size, root = UINT32_MAX;
  Extraction x = {.sketch = s, .best = best, .g = g, .parts = smr_xcalloc(count, sizeof *x.parts)};
  for (uint32_t i = 0; i < count; i++)
    extract_part(&x, i);
  double least = cost_at(&x, count - 1, c);
  if (least < INFINITY)
    root = build(&x, count - 1, c, into);
  if (cost)
    *cost = least;
  for (uint32_t i = 0; i < count; i++)
    free(x.parts[i].costs), free(x.parts[i].how), free(x.parts[i].through);
  free(x.parts);
  smr_vec_free(&x.queue);
  return root;
}
