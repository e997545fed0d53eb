//===- result.c - extraction and what is written about the graph ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/dag.h"
#include "egraph/dot.h"
#include "egraph/extract.h"
#include "egraph/gym.h"
#include "eqsat.h"
#include <math.h>
#include <string.h>

/// A term is printed as a tree: one with more nodes is an error, as shared subterms make it exponential.
#define MAX_PRINTED 10000000

static uint64_t tree_size(const Eqsat *e, const SmrTerm *t, uint32_t root) {
  uint64_t *sizes = smr_xcalloc(root + 1, sizeof *sizes);
  for (uint32_t i = 0; i <= root; i++) {
    sizes[i] = 1;
    for (uint32_t k = 0; k < smr_operator_info(e->ops, t->nodes.data[i].op)->arity; k++)
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

// As comments: a file of results with explanations is a file of terms.
static void print_proof(const Eqsat *e, const SmrProof *proof, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_proof_print(e->ops, proof, &text);
  for (const char *line = smr_str_get(&text); *line;) {
    size_t length = strcspn(line, "\n");
    smr_str_puts(out, "; ");
    smr_str_append(out, line, length);
    smr_str_putc(out, '\n');
    line += length + (line[length] == '\n');
  }
}

static bool check_proof(Eqsat *e, uint32_t number, const SmrProof *proof, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  uint32_t undecided = e->builtins ? smr_builtins_undecided(e->builtins) : 0;
  SmrProofVerdict v = smr_proof_check(e->ops, proof, e->proof_callbacks.data, e->proof_callbacks.size, &why);
  undecided = e->builtins ? smr_builtins_undecided(e->builtins) - undecided : 0;
  bool ok = v.ok || smr_error(&e->diag, NULL, 0, 0, "term %u: the explanation is wrong at step %u: %s",
                              number + 1, v.step + 1, smr_str_get(&why));
  if (ok)
    smr_str_printf(out, "; checked, steps: %u, trusted: %u, undecided: %u\n", proof->steps.size, v.trusted,
                   v.unknown + undecided);
  return ok;
}

bool eqsat_explain(Eqsat *e, uint32_t number, const SmrTerm *term, uint32_t node, SmrStr *out) {
  const SmrTerm *input = &e->inputs.data[number];
  SmrProof proof = {0};
  bool ok = true;
  switch (smr_explain_terms(e->explain, input, smr_term_root(input), term, node, &proof)) {
  case SMR_EXPLAINED:
    print_proof(e, &proof, out);
    smr_str_puts(&e->proofs, e->proofs.size ? ",\n" : "");
    smr_proof_print_json(e->ops, &proof, &e->proofs);
    if (e->options->check_explanation)
      ok = check_proof(e, number, &proof, out);
    break;
  case SMR_NOT_EQUAL:
    ok = smr_error(&e->diag, NULL, 0, 0, "term %u: what was logged does not explain the result", number + 1);
    break;
  case SMR_PROOF_TOO_LONG:
    ok = smr_error(&e->diag, NULL, 0, 0, "term %u: the explanation has more than %d steps", number + 1,
                   SMR_MAX_PROOF);
    break;
  }
  smr_proof_free(&proof);
  return ok;
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
      if (ok && e->explain && result.found)
        ok = eqsat_explain(e, i, &term, node, out);
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

void eqsat_proofs(Eqsat *e, SmrStr *out) {
  smr_str_printf(out, "[%s]\n", smr_str_get(&e->proofs));
}

void eqsat_stats(Eqsat *e, SmrStr *out) {
  stats_print(e->g, e->phases.data, e->phases.size, e->results.data, e->results.size, e->extract_ms,
              e->total_ms, out);
}
