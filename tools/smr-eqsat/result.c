//===- result.c - extraction and what is written about the graph ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/dag.h"
#include "egraph/dot.h"
#include "egraph/extract.h"
#include "egraph/gym.h"
#include "eqsat.h"
#include <math.h>

/// A term is printed as a tree: one with more nodes is an error, as shared subterms make it exponential.
#define MAX_PRINTED 10000000

static uint64_t tree_size(const Eqsat *e, const SmrTerm *t, uint32_t root) {
  uint64_t *sizes = smr_xcalloc(root + 1, sizeof *sizes);
  for (uint32_t i = 0; i <= root; i++) {
    sizes[i] = 1;
    for (uint32_t k = 0; k < smr_op_info(e->ops, t->nodes.data[i].op)->arity; k++)
      if (__builtin_add_overflow(sizes[i], sizes[smr_term_children(t, i)[k]], &sizes[i]))
        sizes[i] = UINT64_MAX;
  }
  uint64_t size = sizes[root];
  free(sizes);
  return size;
}

// The result for one root: its index in `term`, UINT32_MAX when there is none.
static uint32_t extract_one(Eqsat *e, SmrBest *best, SmrClass root, SmrTerm *term, double *cost) {
  if (e->sketch) {
    uint32_t node = smr_sketch_extract(e->sketch, best, root, term, cost);
    if (node != UINT32_MAX || smr_sketch_found(e->sketch, e->g, root))
      return node;
    e->unsatisfied = true;
    return UINT32_MAX;
  }
  if (e->options->extract == EXTRACT_TREE) {
    *cost = smr_best_cost(best, root);
    return smr_best_term(best, root, term);
  }
  SmrDag dag = {0};
  uint32_t node = UINT32_MAX;
  bool ok = e->options->extract == EXTRACT_DAG_EXACT ? smr_dag_exact(e->g, &e->cost, &root, 1, 0, &dag)
                                                     : smr_dag_greedy(e->g, &e->cost, &root, 1, &dag);
  if (ok) {
    *cost = dag.cost;
    node = smr_dag_term(&dag, e->g, root, term);
    if (e->options->extract == EXTRACT_DAG_EXACT && !dag.proved)
      smr_report(&e->diag, SMR_WARNING, NULL, 0, 0, "the search for the cheapest DAG was cut short");
  }
  smr_dag_free(&dag);
  return node;
}

static bool print_result(Eqsat *e, const SmrTerm *term, uint32_t node, uint32_t number, SmrStr *out) {
  if (node == UINT32_MAX) {
    bool sketch = e->sketch && !smr_sketch_found(e->sketch, e->g, e->roots.data[number]);
    smr_str_printf(out, "; term %u: %s\n", number + 1,
                   sketch ? "no equal term satisfies the sketch" : "every equal term has infinite cost");
    return sketch ||
           smr_error(&e->diag, NULL, 0, 0, "term %u: every equal term has infinite cost", number + 1);
  }
  if (tree_size(e, term, node) > MAX_PRINTED)
    return smr_error(&e->diag, NULL, 0, 0, "term %u: the result is too large to print", number + 1);
  smr_term_print(e->ops, term, node, out);
  smr_str_putc(out, '\n');
  return true;
}

bool eqsat_extract(Eqsat *e, SmrStr *out) {
  bool ok = true;
  double begun = eqsat_now_ms();
  if (e->options->extract != EXTRACT_NONE || e->sketch) {
    SmrBest *best = smr_best_create(e->g, &e->cost);
    smr_best_update(best);
    ok = smr_best_report(best, &e->diag);
    for (uint32_t i = 0; ok && i < e->roots.size; i++) {
      SmrTerm term = {0};
      Result result = {INFINITY, false};
      uint32_t node = extract_one(e, best, e->roots.data[i], &term, &result.cost);
      result.found = node != UINT32_MAX;
      smr_vec_push(&e->results, result);
      if (e->options->extract != EXTRACT_NONE)
        ok &= print_result(e, &term, node, i, out);
      smr_term_free(&term);
    }
    smr_best_destroy(best);
  }
  e->extract_ms = eqsat_now_ms() - begun;
  e->total_ms = eqsat_now_ms() - e->total_ms;
  return ok;
}

void eqsat_dot(Eqsat *e, SmrStr *out) {
  SmrDotOptions options = {.roots = e->roots.data, .root_count = e->roots.size};
  smr_egraph_dot(e->g, &options, out);
}

void eqsat_json(Eqsat *e, SmrStr *out) {
  smr_egraph_gym(e->g, &e->cost, e->roots.data, e->roots.size, out);
}

void eqsat_stats(Eqsat *e, SmrStr *out) {
  stats_print(e->g, e->phases.data, e->phases.size, e->results.data, e->results.size, e->extract_ms,
              e->total_ms, out);
}
