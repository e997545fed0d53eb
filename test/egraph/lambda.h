//===- lambda.h - lambda terms for tests ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Rules from texts, and lambda terms as plain trees with shifting, substitution
// and normal-order reduction: slow, obvious, and sharing no code with the engine.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_EGRAPH_LAMBDA_H
#define SMR_TEST_EGRAPH_LAMBDA_H
#include "egraph/binder.h"
#include "egraph/run.h"
#include "egraph/sexp_term.h"
#include "test.h"

//===--- reading ---===//

typedef struct {
  const char *name, *left, *right, *when; // `when`: (condition arg …) or NULL
} TextRule;

static inline void read_rule(SmrOperators *ops, const TextRule *from, SmrRule *to) {
  *to = rule_text(ops, from->name, from->left, from->right);
  if (from->when) {
    const char *s = from->when;
    uint32_t node = read_term(ops, &to->terms, &s),
             count = smr_operator_info(ops, to->terms.nodes.data[node].op)->arity;
    smr_vec_push(&to->conditions,
                 (SmrRuleCondition){smr_operator_info(ops, to->terms.nodes.data[node].op)->name,
                                    to->condition_args.size, count});
    for (uint32_t i = 0; i < count; i++)
      smr_vec_push(&to->condition_args, smr_term_children(&to->terms, node)[i]);
  }
}

static inline void declare_lambda(SmrOperators *ops) {
  smr_operators_declare(ops, "lam", SMR_OPERATOR_BINDER, 1);
}

//===--- an e-graph with rules ---===//

typedef struct {
  SmrOperators *ops;
  SmrEgraph *g;
  SmrBinder *b;
  SmrCallbacks callbacks;
  SmrRule rules[32];
  const SmrRule *pointers[32];
  SmrProgram *program;
  SmrRun *run;
} Lab;

static inline void lab_begin(Lab *lab) {
  memset(lab, 0, sizeof *lab);
  lab->ops = smr_operators_create();
  declare_lambda(lab->ops);
  lab->g = smr_egraph_create(lab->ops);
  lab->b = smr_binder_create(lab->g);
  smr_binder_callbacks(lab->b, &lab->callbacks);
}

static inline void lab_rules(Lab *lab, const TextRule *rules, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    read_rule(lab->ops, &rules[i], &lab->rules[i]);
    lab->pointers[i] = &lab->rules[i];
  }
  SmrDiag diag = {0};
  lab->program = smr_program_create(lab->ops, lab->pointers, count, &lab->callbacks, &diag);
  smr_diag_flush(&diag, stderr);
  smr_diag_free(&diag);
  assert_non_null(lab->program);
  lab->run = smr_run_create(lab->g, lab->program);
}

static inline void lab_open(Lab *lab, const TextRule *rules, uint32_t count) {
  lab_begin(lab);
  lab_rules(lab, rules, count);
}

static inline void lab_close(Lab *lab) {
  for (uint32_t i = 0; i < smr_program_rules(lab->program); i++)
    smr_rule_free(&lab->rules[i]);
  smr_run_destroy(lab->run);
  smr_program_destroy(lab->program);
  smr_vec_free(&lab->callbacks.list);
  smr_binder_destroy(lab->b);
  smr_egraph_destroy(lab->g);
  smr_operators_destroy(lab->ops);
}

//===--- lambda terms as trees ---===//

enum { TREE_INDEX, TREE_LAM, TREE_NODE };
typedef struct Tree Tree;
struct Tree {
  int kind;
  SmrOperator op;
  uint32_t index, count;
  Tree *child[4];
};
typedef struct {
  SmrOperators *ops;
  Tree *pool;
  uint32_t used, limit;
} Trees;

static inline void trees_open(Trees *t, SmrOperators *ops) {
  enum { limit = 6000 };
  *t = (Trees){ops, malloc(limit * sizeof(Tree)), 0, limit};
}
static inline void trees_close(Trees *t) {
  free(t->pool);
}

// NULL once the pool is empty: whoever normalises gives up.
static inline Tree *tree(Trees *t, Tree from) {
  if (t->used == t->limit)
    return NULL;
  for (uint32_t i = 0; i < from.count; i++)
    if (!from.child[i])
      return NULL;
  t->pool[t->used] = from;
  return &t->pool[t->used++];
}

static inline Tree *tree_of(Trees *t, const SmrTerm *term, uint32_t node) {
  SmrOperator op = term->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(t->ops, op);
  Tree r = {TREE_NODE, op, 0, info->arity, {0}};
  if (info->kind == SMR_OPERATOR_INDEX)
    r.kind = TREE_INDEX, r.index = (uint32_t)info->integer;
  if (info->kind == SMR_OPERATOR_PLAIN && !strcmp(smr_operator_name(t->ops, op), "lam"))
    r.kind = TREE_LAM;
  for (uint32_t i = 0; i < r.count; i++)
    if (!(r.child[i] = tree_of(t, term, smr_term_children(term, node)[i])))
      return NULL;
  return tree(t, r);
}

static inline Tree *tree_text(Trees *t, const char *text) {
  SmrTerm term = {0};
  uint32_t root = read_term(t->ops, &term, &text);
  Tree *r = tree_of(t, &term, root);
  smr_term_free(&term);
  return r;
}

static inline bool tree_equal(const Tree *a, const Tree *b) {
  if (a->kind != b->kind || a->index != b->index || (a->kind == TREE_NODE && a->op != b->op))
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!tree_equal(a->child[i], b->child[i]))
      return false;
  return true;
}

static inline bool tree_free(const Tree *a, uint32_t index) {
  if (a->kind == TREE_INDEX)
    return a->index == index;
  for (uint32_t i = 0; i < a->count; i++)
    if (tree_free(a->child[i], index + (a->kind == TREE_LAM)))
      return true;
  return false;
}

static inline Tree *tree_shift(Trees *t, Tree *a, int d, uint32_t cutoff) {
  if (!a)
    return NULL;
  Tree r = *a;
  if (r.kind == TREE_INDEX && r.index >= cutoff)
    r.index = (uint32_t)((int)r.index + d);
  for (uint32_t i = 0; i < r.count; i++)
    if (!(r.child[i] = tree_shift(t, a->child[i], d, cutoff + (a->kind == TREE_LAM))))
      return NULL;
  return tree(t, r);
}

static inline Tree *tree_subst(Trees *t, Tree *a, Tree *value, uint32_t depth) {
  if (!a)
    return NULL;
  if (a->kind == TREE_INDEX && a->index == depth)
    return tree_shift(t, value, (int)depth, 0);
  Tree r = *a;
  if (r.kind == TREE_INDEX && r.index > depth)
    r.index--;
  for (uint32_t i = 0; i < r.count; i++)
    if (!(r.child[i] = tree_subst(t, a->child[i], value, depth + (a->kind == TREE_LAM))))
      return NULL;
  return tree(t, r);
}

static inline bool is_app(const Trees *t, const Tree *a) {
  return a->kind == TREE_NODE && a->count == 2 && !strcmp(smr_operator_name(t->ops, a->op), "app");
}

// βη-normal form by normal order; NULL when the fuel or the pool runs out.
static inline Tree *tree_normal(Trees *t, Tree *a, uint32_t *fuel) {
  for (;;) {
    if (!a || !*fuel)
      return NULL;
    if (is_app(t, a)) {
      Tree *f = a->child[0];
      // (Heads first: reduce the function until it is a lambda or stuck.)
      if (f->kind != TREE_LAM && is_app(t, f)) {
        Tree *head = f;
        while (head && is_app(t, head) && head->child[0]->kind != TREE_LAM)
          head = head->child[0];
        if (is_app(t, head)) {
          // contract the leftmost redex on the spine
          (*fuel)--;
          Tree *spine[64], *done = tree_subst(t, head->child[0]->child[0], head->child[1], 0);
          uint32_t n = 0;
          for (Tree *at = a; at != head && n < 64; at = at->child[0])
            spine[n++] = at;
          if (n == 64)
            return NULL;
          while (n && done) {
            Tree r = *spine[--n];
            r.child[0] = done;
            done = tree(t, r);
          }
          a = done;
          continue;
        }
      }
      if (f->kind == TREE_LAM) {
        (*fuel)--;
        a = tree_subst(t, f->child[0], a->child[1], 0);
        continue;
      }
    }
    Tree r = *a;
    for (uint32_t i = 0; i < r.count; i++)
      if (!(r.child[i] = tree_normal(t, a->child[i], fuel)))
        return NULL;
    if (r.kind == TREE_LAM && is_app(t, r.child[0]) && r.child[0]->child[1]->kind == TREE_INDEX &&
        r.child[0]->child[1]->index == 0 && !tree_free(r.child[0]->child[0], 0))
      return tree_shift(t, r.child[0]->child[0], -1, 1);
    return tree(t, r);
  }
}

#endif
