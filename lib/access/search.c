//===- search.c - from access patterns to products of matrices -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// One run of directed rules, then the cheapest term as a DAG: what is stored for several products is paid for
// once.
#include "access/search.h"
#include "access/internal.h"
#include "access/layout.h"
#include "egraph/dag.h"
#include "egraph/world.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct {
  SmrAccess *access;
  const SmrAccessOptions *options;
  SmrRules *rules; // the program's
  SmrWorld *world;
  SmrAccessLayouts layouts;
  SmrAccessResult *out;
  SmrDiag *diag;
} Search;

//===--- costs ---===//
// Nanoseconds, roughly, of one core.

static double default_product(void *user, double batch, double m, double n, double k) {
  (void)user;
  return batch * (500 + 0.04 * m * n * k);
}
// A tile is somebody's wish: better than a product, whatever its size.
static double default_tiles(void *user, double m, double n, double k, const SmrAccessTile *tile) {
  (void)user, (void)tile;
  return 0.02 * m * n * k;
}
static double default_copy(void *user, double elements) {
  (void)user;
  return 1 * elements;
}
static double default_loops(void *user, double items, double size) {
  (void)user;
  return items * (1 + 0.3 * size);
}

// A view costs next to nothing: the smaller of two terms is taken.
#define VIEW_COST 1e-3

// The product of dimensions from … to; INFINITY where a size has no value.
static double extent(const Search *s, const SmrAccessShape *shape, uint32_t from, uint32_t to) {
  double all = 1, one;
  for (uint32_t i = from; i < to; i++)
    all *= smr_datum_estimate(smr_access_values(s->access), shape->dims[i], &one) ? one : INFINITY;
  return all;
}

static bool shape_of(const Search *s, SmrClass c, SmrAccessShape *shape) {
  return smr_access_shape(s->access, smr_data_of(s->world->data, 0, c), shape);
}

static bool is_in_place(const Search *s, SmrEgraph *g, SmrClass c) {
  SmrAccessShape shape;
  return shape_of(s, c, &shape) &&
         smr_access_is_matrix(s->access, &shape, smr_access_layout_of(&s->layouts, g, c));
}

static bool has_node(const Search *s, SmrEgraph *g, SmrClass c, SmrAccessOp wanted) {
  c = smr_egraph_find(g, c);
  for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n))
    if (smr_access_classify(s->access, smr_egraph_op(g, n)) == wanted)
      return true;
  return false;
}

static double product_cost(const Search *s, SmrEgraph *g, SmrAccessOp op, const SmrClass *xy) {
  const SmrAccessCosts *costs = &s->options->costs;
  SmrAccessShape x, y;
  if (!is_in_place(s, g, xy[0]) || !is_in_place(s, g, xy[1]) || !shape_of(s, xy[0], &x) ||
      !shape_of(s, xy[1], &y))
    return INFINITY;
  double batch = extent(s, &x, 0, x.rank - 2), m = extent(s, &x, x.rank - 2, x.rank - 1);
  double k = extent(s, &x, x.rank - 1, x.rank), n = extent(s, &y, y.rank - 2, y.rank - 1);
  if (op == SMR_ACCESS_TILED_MATMUL)
    return (costs->tiles ? costs->tiles : default_tiles)(costs->user, m, n, k, &s->options->tile);
  return (costs->product ? costs->product : default_product)(costs->user, batch, m, n, k);
}

// The sum of two products is one that is added to the other: each element of it is written once more.
static bool is_accumulated(const Search *s, SmrEgraph *g, const SmrClass *c) {
  SmrClass both = smr_egraph_find(g, c[1]);
  if (!has_node(s, g, c[0], SMR_ACCESS_REDUCE_SUM))
    return false;
  for (SmrNode n = smr_egraph_first(g, both); n != SMR_NO_CLASS; n = smr_egraph_next(g, both, n))
    if (smr_access_classify(s->access, smr_egraph_op(g, n)) == SMR_ACCESS_PAIR &&
        has_node(s, g, smr_egraph_children(g, n)[0], SMR_ACCESS_MATMUL) &&
        has_node(s, g, smr_egraph_children(g, n)[1], SMR_ACCESS_MATMUL))
      return true;
  return false;
}

static double compute_cost(const Search *s, SmrEgraph *g, const SmrClass *c) {
  const SmrAccessCosts *costs = &s->options->costs;
  SmrAccessShape shape;
  if (!shape_of(s, c[1], &shape))
    return INFINITY;
  double items = extent(s, &shape, 0, shape.accessed), size = extent(s, &shape, shape.accessed, shape.rank);
  if (is_accumulated(s, g, c))
    return (costs->copy ? costs->copy : default_copy)(costs->user, items);
  return (costs->loops ? costs->loops : default_loops)(costs->user, items, size);
}

static double own_cost(const Search *s, SmrEgraph *g, SmrNode node) {
  const SmrAccessCosts *costs = &s->options->costs;
  const SmrClass *c = smr_egraph_children(g, node);
  SmrAccessShape shape;
  SmrAccessOp op = smr_access_classify(s->access, smr_egraph_op(g, node));
  switch (op) {
  case SMR_ACCESS_MATMUL:
  case SMR_ACCESS_BATCH_MATMUL:
    return product_cost(s, g, op, c);
  case SMR_ACCESS_TILED_MATMUL:
    return product_cost(s, g, op, c + 1);
  case SMR_ACCESS_STORE:
    if (!shape_of(s, node, &shape))
      return INFINITY;
    return (costs->copy ? costs->copy : default_copy)(costs->user, extent(s, &shape, 0, shape.rank));
  case SMR_ACCESS_COMPUTE:
    return compute_cost(s, g, c);
  default:
    return 0;
  }
}

static double node_cost(void *user, SmrEgraph *g, SmrNode node, const double *children) {
  const Search *s = user;
  double sum = own_cost(s, g, node) + VIEW_COST;
  for (uint32_t i = 0; i < smr_operator_info(smr_egraph_ops(g), smr_egraph_op(g, node))->arity; i++)
    sum += children[i];
  return sum;
}

//===--- the graph ---===//

static bool not_in_place(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  const Search *s = user;
  (void)count;
  return !is_in_place(s, g, args[0]) && !has_node(s, g, args[0], SMR_ACCESS_STORE);
}

static void more(void *user, SmrEgraph *g, SmrCallbacks *callbacks) {
  Search *s = user;
  smr_access_analyse(&s->layouts, g);
  smr_callbacks_add(callbacks, s, 1, &(SmrCallback){"not-in-place", not_in_place, NULL, NULL, 1, true});
}

// Those of the last search are still there; they depend on the tile alone.
static bool read_rules(Search *s) {
  const SmrAccessTile *t = &s->options->tile, *old = &s->access->tile;
  SmrStr text = {0};
  bool same = t->rows == old->rows && t->columns == old->columns && t->depth == old->depth;
  if (same && s->rules->list.size)
    return true;
  smr_rules_free(s->rules);
  s->access->tile = *t;
  if (t->rows)
    smr_str_printf(&text,
                   "(define tile-rows %" PRId64 ") (define tile-columns %" PRId64
                   ") (define tile-depth %" PRId64 ")",
                   t->rows, t->columns, t->depth);
  smr_str_printf(&text, "(include \"%s/access-search.rules\")", s->access->directory);
  bool ok =
      smr_rules_parse(s->access->ops, "search", smr_str_get(&text), text.size, NULL, NULL, s->rules, s->diag);
  smr_str_free(&text);
  return ok;
}

static bool add_set(Search *s, const char *name, SmrRuleList *list) {
  return smr_rules_select(s->rules, name, list) ||
         smr_error(s->diag, NULL, 0, 0, "there is no rule set '%s'", name);
}

static bool select_rules(Search *s, SmrRuleList *list) {
  static const char *const always[] = {"views", "im2col", "products", "store"};
  bool ok = true;
  for (size_t i = 0; ok && i < sizeof always / sizeof *always; i++)
    ok = add_set(s, always[i], list);
  if (ok && s->options->tile.rows)
    ok = add_set(s, "tiles", list) && (!s->options->reassoc || add_set(s, "tiles-reassoc", list));
  return ok;
}

static bool saturate(Search *s, const SmrRuleList *list) {
  const SmrAccessOptions *o = s->options;
  SmrWorld *w = s->world;
  SmrProgram *program = smr_program_create(w->ops, list->data, list->size, &w->callbacks, s->diag);
  if (!program)
    return false;
  smr_data_watch(w->data, program);
  SmrRun *run = smr_run_create(w->g, program);
  SmrRunBudget budget = {.nodes = o->nodes ? o->nodes : 20000,
                         .milliseconds = o->milliseconds > 0 ? o->milliseconds : 1000};
  s->out->stop = smr_run(run, &budget);
  s->out->iterations = smr_run_iterations(run);
  smr_run_destroy(run);
  smr_data_watch(w->data, NULL);
  smr_program_destroy(program);
  return smr_data_report(w->data, s->diag);
}

static bool extract(Search *s, SmrClass root, SmrTerm *into, uint32_t *at, double *total) {
  SmrCost cost = {.kind = SMR_COST_CALL, .node = node_cost, .user = s};
  SmrDag dag = {0};
  bool ok = smr_dag_greedy(s->world->g, &cost, &root, 1, &dag);
  *total = ok ? dag.cost : INFINITY;
  if (ok && into)
    *at = smr_dag_term(&dag, s->world->g, root, into);
  smr_dag_free(&dag);
  return ok;
}

static bool search(Search *s, const SmrTerm *term, uint32_t node) {
  SmrWorld *w = s->world;
  SmrRuleList list = {0};
  SmrClass root = smr_egraph_add_term(w->g, term, node);
  smr_egraph_rebuild(w->g);
  extract(s, root, NULL, NULL, &s->out->original);
  bool ok = select_rules(s, &list) && saturate(s, &list);
  if (ok && !extract(s, root, &s->out->term, &s->out->root, &s->out->cost))
    ok = smr_error(s->diag, NULL, 0, 0, "no equal term has a finite cost: is a size without a value?");
  s->out->nodes = smr_egraph_nodes(w->g);
  s->out->classes = smr_egraph_classes(w->g);
  s->out->bytes = smr_egraph_bytes(w->g);
  smr_vec_free(&list);
  return ok;
}

bool smr_access_search(SmrAccess *access, const SmrTerm *term, uint32_t node, const SmrAccessOptions *options,
                       SmrAccessResult *out, SmrDiag *diag) {
  static const SmrRunBudget clock;
  *out = (SmrAccessResult){0};
  double start = smr_run_now(&clock);
  Search s = {.access = access, .options = options, .rules = &access->search, .out = out, .diag = diag};
  const SmrAccessTile *t = &options->tile;
  if ((t->rows || t->columns || t->depth) && (t->rows < 1 || t->columns < 1 || t->depth < 1))
    return smr_error(diag, NULL, 0, 0, "a tile of %" PRId64 " x %" PRId64 " x %" PRId64 " is none", t->rows,
                     t->columns, t->depth);
  bool ok = read_rules(&s);
  if (ok) {
    uint32_t makes = smr_access_makes(s.rules);
    smr_access_publish(access, s.rules, 0);
    s.layouts.access = access;
    s.world = smr_world_create(access->ops, s.rules, &(SmrWorldOptions){.more = more, .user = &s});
    s.layouts.data = s.world->data;
    ok = search(&s, term, node);
    smr_world_destroy(s.world);
    smr_access_withdraw(s.rules, makes);
  }
  out->milliseconds = smr_run_now(&clock) - start;
  if (!ok)
    smr_access_result_free(out);
  return ok;
}

void smr_access_result_free(SmrAccessResult *result) {
  smr_term_free(&result->term);
}
