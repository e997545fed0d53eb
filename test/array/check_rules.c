//===- check_rules.c - rules on random terms -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/check_rules.h"
#include "array/eval.h"
#include "array/random_term.h"
#include "array/renamed_term.h"
#include "array/rules.h"
#include "egraph/program.h"
#include <assert.h>
#include <math.h>
#include <string.h>

//===--- what shapes a pattern's variables have ---===//

typedef struct {
  SmrSym name;
  SmrRandomShape shape;
  SMR_VEC(SmrScopeEntry) scope; // the pattern's binders around it
  uint32_t node;                // the term that it stands for
} Variable;

typedef struct {
  SmrRandomTerms r;
  SmrOperators *ops;
  const SmrRule *rule;
  SMR_VEC(Variable) variables;
  uint32_t outer; // binders around the whole pattern
  bool fits;      // shapes agree so far
} Instance;

static Variable *variable(Instance *in, SmrSym name) {
  for (uint32_t i = 0; i < in->variables.size; i++)
    if (in->variables.data[i].name == name)
      return &in->variables.data[i];
  return NULL;
}

static void expect(Instance *in, SmrRandomShape x, SmrRandomShape y) {
  in->fits &= smr_random_shape_unify(&in->r, x, y);
}

static SmrRandomShape infer(Instance *in, uint32_t node);

static SmrRandomShape infer_variable(Instance *in, SmrSym name) {
  Variable *v = variable(in, name);
  if (v)
    return v->shape;
  Variable fresh = {.name = name, .shape = smr_random_shape_hole(&in->r)};
  for (uint32_t i = 0; i < in->r.scope.size; i++)
    smr_vec_push(&fresh.scope, in->r.scope.data[i]);
  smr_vec_push(&in->variables, fresh);
  return fresh.shape;
}

// A size in the pattern: an open one, or the number that stands there.
static uint32_t infer_size(Instance *in, uint32_t node) {
  SmrOperator op = in->rule->terms.nodes.data[node].op;
  if (smr_operator_info(in->ops, op)->kind == SMR_OPERATOR_INTEGER)
    return smr_random_shape_dim(&in->r, op);
  uint32_t dim = smr_random_shape_dim(&in->r, SMR_NO_OPERATOR);
  expect(in, infer(in, node), smr_random_shape(&in->r, SMR_RANDOM_SHAPE_SIZE, 0, 0, dim));
  return dim;
}

static SmrRandomShape function(Instance *in, SmrRandomShape from, SmrRandomShape to) {
  return smr_random_shape(&in->r, SMR_RANDOM_SHAPE_FUNCTION, from, to, 0);
}

static SmrRandomShape infer_operator(Instance *in, SmrArrayOp which, const uint32_t *c, uint32_t arity) {
  SmrRandomTerms *r = &in->r;
  SmrRandomShape t[SMR_MAX_ARITY], result;
  switch (which) {
  case SMR_A_LAM:
    t[0] = smr_random_shape_hole(r);
    smr_vec_push(&r->scope, (SmrScopeEntry){t[0], false});
    result = function(in, t[0], infer(in, c[0]));
    r->scope.size--;
    return result;
  case SMR_A_APP:
    result = smr_random_shape_hole(r);
    t[0] = infer(in, c[0]);
    expect(in, t[0], function(in, infer(in, c[1]), result));
    return result;
  case SMR_A_BUILD: {
    uint32_t dim = infer_size(in, c[0]);
    result = smr_random_shape_hole(r);
    expect(in, infer(in, c[1]), function(in, smr_random_shape(r, SMR_RANDOM_SHAPE_INDEX, 0, 0, dim), result));
    return smr_random_shape(r, SMR_RANDOM_SHAPE_ARRAY, result, 0, dim);
  }
  case SMR_A_GET: {
    // (A bound index need not fit: whether it does is for the rule's conditions to say.)
    uint32_t dim = smr_random_shape_dim(r, SMR_NO_OPERATOR);
    result = smr_random_shape_hole(r);
    expect(in, infer(in, c[0]), smr_random_shape(r, SMR_RANDOM_SHAPE_ARRAY, result, 0, dim));
    t[1] = infer(in, c[1]);
    if (smr_operator_info(in->ops, in->rule->terms.nodes.data[c[1]].op)->kind == SMR_OPERATOR_VARIABLE)
      expect(in, t[1], smr_random_shape(r, SMR_RANDOM_SHAPE_INDEX, 0, 0, dim));
    return result;
  }
  case SMR_A_IFOLD: {
    uint32_t dim = infer_size(in, c[0]);
    result = infer(in, c[1]);
    SmrRandomShape step = function(in, result, result);
    expect(in, infer(in, c[2]), function(in, smr_random_shape(r, SMR_RANDOM_SHAPE_INDEX, 0, 0, dim), step));
    return result;
  }
  case SMR_A_TUPLE:
    t[0] = infer(in, c[0]);
    return smr_random_shape(r, SMR_RANDOM_SHAPE_TUPLE, t[0], infer(in, c[1]), 0);
  case SMR_A_FST:
  case SMR_A_SND:
    t[0] = smr_random_shape_hole(r), t[1] = smr_random_shape_hole(r);
    expect(in, infer(in, c[0]), smr_random_shape(r, SMR_RANDOM_SHAPE_TUPLE, t[0], t[1], 0));
    return t[which == SMR_A_SND];
  default:
    if (!smr_random_shape_call(r, which, t, &result)) {
      in->fits = false;
      return smr_random_shape_hole(r);
    }
    for (uint32_t i = 0; i < arity; i++)
      expect(in, infer(in, c[i]), t[i]);
    return result;
  }
}

static SmrRandomShape infer(Instance *in, uint32_t node) {
  SmrOperator op = in->rule->terms.nodes.data[node].op;
  SmrOperatorInfo info = *smr_operator_info(in->ops, op);
  switch (info.kind) {
  case SMR_OPERATOR_VARIABLE:
    return infer_variable(in, info.name);
  case SMR_OPERATOR_INTEGER:
  case SMR_OPERATOR_REAL:
    return smr_random_shape(&in->r, SMR_RANDOM_SHAPE_SCALAR, 0, 0, 0);
  case SMR_OPERATOR_INDEX:
    if (info.integer < in->r.scope.size - in->outer)
      return in->r.scope.data[in->r.scope.size - 1 - (uint32_t)info.integer].shape;
    in->fits = false;
    return smr_random_shape_hole(&in->r);
  default:
    return infer_operator(in, smr_array_classify(in->r.array, op), smr_term_children(&in->rule->terms, node),
                          info.arity);
  }
}

// What conditions say about shapes and free indices is taken up, so that most instances pass them.
static void infer_condition(Instance *in, const SmrRuleCondition *condition) {
  SmrRandomTerms *r = &in->r;
  const char *name = smr_operators_text(in->ops, condition->name);
  const uint32_t *args = in->rule->condition_args.data + condition->first;
  SmrOperatorInfo first = *smr_operator_info(in->ops, in->rule->terms.nodes.data[args[0]].op);
  Variable *v = first.kind == SMR_OPERATOR_VARIABLE ? variable(in, first.name) : NULL;
  if (!v)
    return;
  SmrRandomShape shape = v->shape;
  uint32_t dim = smr_random_shape_dim(r, SMR_NO_OPERATOR), other = smr_random_shape_dim(r, SMR_NO_OPERATOR);
  if (!strcmp(name, "scalar"))
    expect(in, shape, smr_random_shape(r, SMR_RANDOM_SHAPE_SCALAR, 0, 0, 0));
  else if (!strcmp(name, "mixed") || !strcmp(name, "curved"))
    expect(in, shape, smr_random_shape(r, SMR_RANDOM_SHAPE_SCALAR, 0, 0, 0));
  else if (!strcmp(name, "vector"))
    expect(in, shape, smr_random_shape_vector(r, dim));
  else if (!strcmp(name, "matrix"))
    expect(in, shape, smr_random_shape_matrix(r, dim, other));
  else if (!strcmp(name, "array"))
    expect(in, shape, smr_random_shape(r, SMR_RANDOM_SHAPE_ARRAY, smr_random_shape_hole(r), 0, dim));
  else if (!strcmp(name, "cube")) {
    SmrRandomShape element = smr_random_shape(r, SMR_RANDOM_SHAPE_SCALAR, 0, 0, 0);
    for (uint32_t i = 3; i >= 1; i--)
      element = smr_random_shape(r, SMR_RANDOM_SHAPE_ARRAY, element, 0, infer_size(in, args[i]));
    expect(in, shape, element);
  } else if (!strcmp(name, "length") || !strcmp(name, "shape")) {
    SmrRandomShape element = smr_random_shape_hole(r);
    dim = infer_size(in, args[1]);
    if (!strcmp(name, "shape"))
      expect(
          in, element,
          smr_random_shape(r, SMR_RANDOM_SHAPE_ARRAY, smr_random_shape_hole(r), 0, infer_size(in, args[2])));
    expect(in, shape, smr_random_shape(r, SMR_RANDOM_SHAPE_ARRAY, element, 0, dim));
  } else if (!strcmp(name, "not-free") && smr_random_term_below(r, 16)) {
    SmrOperatorInfo index = *smr_operator_info(in->ops, in->rule->terms.nodes.data[args[1]].op);
    if (index.integer < v->scope.size)
      v->scope.data[v->scope.size - 1 - (uint32_t)index.integer].hidden = true;
  }
}

//===--- instances ---===//

static bool mentions(const SmrTerm *term, const SmrOperators *ops, uint32_t node, uint32_t index) {
  SmrOperator op = term->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(ops, op);
  if (info->kind == SMR_OPERATOR_INDEX)
    return info->integer == index;
  for (uint32_t i = 0; i < info->arity; i++)
    if (mentions(term, ops, smr_term_children(term, node)[i], index + smr_operator_binds(ops, op, i)))
      return true;
  return false;
}

// Whether the term has what the rule's `free` asks for.
static bool has_free(Instance *in, const Variable *v) {
  for (uint32_t i = 0; i < in->rule->conditions.size; i++) {
    const SmrRuleCondition *c = &in->rule->conditions.data[i];
    const uint32_t *args = in->rule->condition_args.data + c->first;
    const SmrOperatorInfo *first = smr_operator_info(in->ops, in->rule->terms.nodes.data[args[0]].op);
    if (strcmp(smr_operators_text(in->ops, c->name), "free") || first->kind != SMR_OPERATOR_VARIABLE ||
        first->name != v->name)
      continue;
    if (!mentions(&in->r.term, in->ops, v->node,
                  (uint32_t)smr_operator_info(in->ops, in->rule->terms.nodes.data[args[1]].op)->integer))
      return false;
  }
  return true;
}

// Whether the rule asks for a scalar that is computed from sums.
static bool is_mixed(const Instance *in, const Variable *v) {
  for (uint32_t i = 0; i < in->rule->conditions.size; i++) {
    const SmrRuleCondition *c = &in->rule->conditions.data[i];
    const char *name = smr_operators_text(in->ops, c->name);
    uint32_t first = in->rule->condition_args.data[c->first];
    if ((!strcmp(name, "mixed") || !strcmp(name, "curved")) &&
        smr_operator_info(in->ops, in->rule->terms.nodes.data[first].op)->name == v->name)
      return true;
  }
  return false;
}

static void generate_variable(Instance *in, uint32_t i) {
  Variable *v = &in->variables.data[i];
  uint32_t before = in->r.scope.size;
  for (uint32_t k = before; k < v->scope.size; k++)
    smr_vec_push(&in->r.scope, v->scope.data[k]);
  for (int attempt = 0; attempt < 12; attempt++) {
    uint32_t depth = smr_random_term_below(&in->r, 4);
    v->node = is_mixed(in, v) ? smr_random_mixed(&in->r, depth) : smr_random_term(&in->r, v->shape, depth);
    if (has_free(in, v))
      break;
  }
  in->r.scope.size = before;
}

//===--- terms that belong together ---===//
// What folds.c looks for has no random term: the variables of its rules are made of one body.

static bool computes(const Instance *in, const char *name) {
  for (uint32_t i = 0; i < in->rule->terms.nodes.size; i++) {
    const SmrOperatorInfo *info = smr_operator_info(in->ops, in->rule->terms.nodes.data[i].op);
    if (info->kind == SMR_OPERATOR_COMPUTED && !strcmp(smr_operators_text(in->ops, info->name), name))
      return true;
  }
  return false;
}

static Variable *named(Instance *in, const char *name) {
  return variable(in, smr_operators_symbol(in->ops, name));
}

// A random scalar under the binders around `v` but the innermost `inner`, and an index below `bound`.
static uint32_t body_of(Instance *in, const Variable *v, uint32_t inner, int64_t bound) {
  SmrRandomTerms *r = &in->r;
  uint32_t before = r->scope.size;
  for (uint32_t k = before; k + inner < v->scope.size; k++)
    smr_vec_push(&r->scope, v->scope.data[k]);
  uint32_t dim = smr_random_shape_dim(r, smr_operator_integer(in->ops, bound));
  smr_vec_push(&r->scope, (SmrScopeEntry){smr_random_shape(r, SMR_RANDOM_SHAPE_INDEX, 0, 0, dim), false});
  uint32_t body =
      smr_random_term(r, smr_random_shape(r, SMR_RANDOM_SHAPE_SCALAR, 0, 0, 0), smr_random_term_below(r, 4));
  r->scope.size = before;
  return body;
}

static SmrOperator size_leaf(Instance *in, const char *name, int64_t *value) {
  SmrOperator op = in->r.term.nodes.data[named(in, name)->node].op;
  bool known = smr_array_size(in->r.array, op, value);
  assert(known);
  return known ? op : SMR_NO_OPERATOR;
}

static uint32_t sum_of(Instance *in, uint32_t x, uint32_t y) {
  return smr_term_add(&in->r.term, in->ops, smr_array_op(in->r.array, SMR_A_ADD), (uint32_t[]){x, y});
}

// (Now and then a rest or an offset is wrong: the rule must not fire then, or be true all the same.)
static void tie_sums(Instance *in) {
  SmrRandomTerms *r = &in->r;
  int64_t m, n, wrong = smr_random_term_below(r, 8) == 0;
  if (computes(in, "rolled")) {
    uint32_t parts[4], factor = 2 + smr_random_term_below(r, 3), turn = smr_random_term_below(r, factor);
    size_leaf(in, "n", &n);
    uint32_t body = body_of(in, named(in, "a"), 1, n * factor + wrong);
    for (uint32_t i = 0; i < factor; i++) {
      SmrRename w = {SMR_RENAME_STRIDE, factor, (i + turn) % factor + (i == 1 ? wrong : 0), 0};
      parts[i] = smr_random_renamed(r, &w, body);
    }
    named(in, "a")->node = factor > 2 ? sum_of(in, parts[0], parts[2]) : parts[0];
    named(in, "b")->node = factor > 3 ? sum_of(in, parts[1], parts[3]) : parts[1];
  } else if (computes(in, "joined")) {
    SmrOperator size = size_leaf(in, "m", &m);
    SmrOperator second = size_leaf(in, "n", &n);
    named(in, "a")->node = body_of(in, named(in, "a"), 1, m + n + (wrong ? n : 0));
    SmrRename w = {SMR_RENAME_OFFSET, 0, 0, wrong ? second : size};
    named(in, "b")->node = smr_random_renamed(r, &w, named(in, "a")->node);
  } else if (computes(in, "untiled")) {
    SmrOperator outer = size_leaf(in, "n", &n), inner = size_leaf(in, "m", &m);
    bool strided = smr_random_term_below(r, 2);
    SmrRename w = {strided ? SMR_RENAME_TILED : SMR_RENAME_TILE, 0, 0,
                   strided != (wrong != 0) ? outer : inner};
    named(in, "e")->node =
        smr_random_renamed(r, &w, body_of(in, named(in, "e"), 2, wrong ? n * n + m * m + n + m : n * m));
  }
}

// A sum with the accumulator in it; functions of the parts of an accumulator.
static void tie_accumulators(Instance *in) {
  SmrRandomTerms *r = &in->r;
  if (computes(in, "accumulated")) {
    uint32_t acc = smr_term_add(&r->term, in->ops, smr_operator_index(in->ops, 0), NULL);
    Variable *v = named(in, smr_random_term_below(r, 2) ? "x" : "y");
    v->node = smr_random_term_below(r, 2) ? sum_of(in, v->node, acc) : sum_of(in, acc, v->node);
  }
  for (uint32_t i = 0; i < 2 && computes(in, "first"); i++) {
    Variable *v = named(in, i ? "g" : "f");
    uint32_t before = r->scope.size, last = v->scope.size - 1;
    for (uint32_t k = before; k <= last; k++)
      smr_vec_push(&r->scope, v->scope.data[k]);
    smr_vec_last(&r->scope).shape = v->shape;
    smr_vec_last(&r->scope).hidden = false;
    bool wrong =
        smr_random_term_below(r, 8) == 0 && smr_random_shape_unify(r, named(in, "f")->shape, v->shape);
    SmrRename w = {i != wrong ? SMR_RENAME_SECOND : SMR_RENAME_FIRST, 0, 0, 0};
    v->node = smr_random_renamed(r, &w, smr_random_term(r, v->shape, smr_random_term_below(r, 4)));
    r->scope.size = before;
  }
}

static uint32_t instantiate(Instance *in, uint32_t node) {
  SmrOperator op = in->rule->terms.nodes.data[node].op;
  SmrOperatorInfo info = *smr_operator_info(in->ops, op);
  if (info.kind == SMR_OPERATOR_VARIABLE)
    return variable(in, info.name)->node;
  uint32_t children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < info.arity; i++)
    children[i] = instantiate(in, smr_term_children(&in->rule->terms, node)[i]);
  return smr_term_add(&in->r.term, in->ops, op, children);
}

static uint32_t add2(Instance *in, SmrArrayOp which, uint32_t a, uint32_t b) {
  return smr_term_add(&in->r.term, in->ops, smr_array_op(in->r.array, which), (uint32_t[]){a, b});
}

// The left-hand side in a closed term; UINT32_MAX: the shapes contradict. *at: the left-hand side.
static uint32_t generate(Instance *in, uint32_t *at) {
  SmrRandomTerms *r = &in->r;
  in->fits = in->rule->parts.size == 1;
  in->outer = smr_random_term_below(r, 3);
  for (uint32_t i = 0; i < in->outer; i++)
    smr_vec_push(&r->scope, (SmrScopeEntry){smr_random_term_below(r, 2)
                                                ? smr_random_shape(r, SMR_RANDOM_SHAPE_INDEX, 0, 0,
                                                                   smr_random_shape_dim(r, SMR_NO_OPERATOR))
                                                : smr_random_shape_hole(r),
                                            false});
  SmrRandomShape shape = infer(in, in->rule->parts.data[0].node);
  for (uint32_t i = 0; i < in->rule->conditions.size; i++)
    infer_condition(in, &in->rule->conditions.data[i]);
  if (!in->fits)
    return UINT32_MAX;
  for (uint32_t i = 0; i < in->variables.size; i++)
    generate_variable(in, i);
  if (smr_random_term_below(r, 8)) {
    tie_sums(in);
    tie_accumulators(in);
  }
  uint32_t root = *at = instantiate(in, in->rule->parts.data[0].node);
  smr_random_shape_type(r, shape);
  while (smr_random_shape_info(r, shape).kind == SMR_RANDOM_SHAPE_FUNCTION) {
    root = add2(in, SMR_A_APP, root, smr_random_term(r, smr_random_shape_info(r, shape).a, 1));
    shape = smr_random_shape_info(r, shape).b;
  }
  while (r->scope.size) {
    SmrRandomShape bound = smr_vec_pop(&r->scope).shape;
    root = smr_term_add(&r->term, in->ops, smr_array_op(r->array, SMR_A_LAM), &root);
    SmrRandomShapeInfo info = smr_random_shape_info(r, bound);
    if (info.kind == SMR_RANDOM_SHAPE_INDEX)
      root = add2(in, SMR_A_BUILD,
                  smr_random_term(r, smr_random_shape(r, SMR_RANDOM_SHAPE_SIZE, 0, 0, info.dim), 0), root);
    else
      root = add2(in, SMR_A_APP, root, smr_random_term(r, bound, 1));
  }
  return root;
}

//===--- applying the rule ---===//

typedef SMR_VEC(SmrClass) Classes;

typedef struct {
  Instance *in;
  SmrEgraph *g;
  SmrProgram *program;
  Classes roots, variables; // of the matches
  Classes made;             // what the match's root was joined with
} Application;

static bool collect(void *user, const SmrEmatch *match) {
  Application *a = user;
  smr_vec_push(&a->roots, match->root);
  for (uint32_t i = 0; i < smr_program_variables(a->program, 0); i++)
    smr_vec_push(&a->variables, match->variables[i]);
  return a->roots.size < 64;
}

static void joined(void *user, SmrClass x, SmrClass y) {
  (void)x;
  smr_vec_push(&((Application *)user)->made, y);
}

// The term that an element was made as, with every `hole` in it replaced by node `filler` (UINT32_MAX: none).
// memo: by element.
static uint32_t element_term(Application *a, SmrNode element, SmrNode hole, uint32_t filler, SmrTerm *out,
                             uint32_t *memo) {
  if (element == hole && filler != UINT32_MAX)
    return filler;
  if (memo[element] != UINT32_MAX)
    return memo[element];
  SmrOperator op = smr_egraph_op(a->g, element);
  uint32_t children[SMR_MAX_ARITY], arity = smr_operator_info(a->in->ops, op)->arity;
  for (uint32_t i = 0; i < arity; i++)
    children[i] = element_term(a, smr_egraph_original(a->g, element)[i], hole, filler, out, memo);
  return memo[element] = smr_term_add(out, a->in->ops, op, children);
}

static bool exact(const SmrArrayValue *v) {
  if (v->kind == SMR_ARRAY_VALUE_NUMBER)
    return fabs(v->number) < 1e12;
  for (uint32_t i = 0; i < (v->kind == SMR_ARRAY_VALUE_FUNCTION ? 0 : v->count); i++)
    if (!exact(v->items[i]))
      return false;
  return v->kind != SMR_ARRAY_VALUE_FUNCTION;
}

// Whether some size is 0: matrices may have no rows.
static bool has_empty(SmrArray *array) {
  for (uint32_t i = 0; i < smr_array_inputs(array); i++) {
    SmrArrayType type;
    int64_t size;
    if (smr_array_size(array, smr_array_input(array, i, &type), &size) && size == 0)
      return true;
  }
  return false;
}

static void compare(Application *a, const SmrTerm *before, uint32_t x, const SmrTerm *after, uint32_t y,
                    SmrRuleCheck *result) {
  Instance *in = a->in;
  SmrArray *array = in->r.array;
  SmrArrayEvaluator e = {.array = array};
  for (uint32_t i = 0; i < smr_array_inputs(array); i++) {
    SmrArrayType type;
    int64_t size;
    SmrOperator op = smr_array_input(array, i, &type);
    if (!smr_array_size(array, op, &size))
      smr_array_eval_bind(&e, op, smr_array_value_random(&e, type, &in->r.seed));
  }
  const SmrArrayValue *v = smr_array_eval(&e, before, x, 100000), *w = NULL;
  if (v && exact(v)) {
    w = smr_array_eval(&e, after, y, 400000);
    bool excused = !w && (in->rule->foralls.size || has_empty(array) || !strcmp(e.error, "out of fuel"));
    result->compared += !excused;
    result->undefined += excused;
    if (!excused && (!w || !smr_array_value_equal(v, w, 1e-9))) {
      SmrStr *s = &result->example;
      if (!result->different++) {
        smr_str_printf(s, "%s\n  before ", in->rule->name);
        smr_term_print(in->ops, before, x, s);
        smr_str_puts(s, "\n  is     ");
        smr_array_value_print(v, s);
        smr_str_puts(s, "\n  after  ");
        smr_term_print(in->ops, after, y, s);
        smr_str_puts(s, "\n  is     ");
        if (w)
          smr_array_value_print(w, s);
        else
          smr_str_puts(s, e.error);
        for (int i = 0; i < 4; i++) {
          const char *name = (const char *[]){"n", "m", "k", "l"}[i];
          int64_t size = 0;
          smr_array_size(array, smr_operator_plain(in->ops, name, 0), &size);
          smr_str_printf(s, "%s%s = %d", i ? ", " : "\n  where ", name, (int)size);
        }
        smr_str_puts(s, "\n");
      }
    }
  }
  smr_array_eval_free(&e);
}

static void apply(Instance *in, uint32_t root, uint32_t at, SmrRuleCheck *result) {
  Application a = {.in = in, .g = smr_egraph_create(in->ops)};
  smr_egraph_keep_originals(a.g);
  SmrBinder *binder = smr_binder_create(a.g);
  smr_array_analyse(in->r.array, a.g);
  SmrCallbacks callbacks = {0};
  SmrArrayRules rules = {in->r.array, binder};
  smr_binder_callbacks(binder, &callbacks);
  smr_array_callbacks(&rules, &callbacks);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  a.program = smr_program_create(in->ops, &in->rule, 1, &callbacks, &diag);
  assert(a.program);
  SmrClass whole = smr_egraph_add_term(a.g, &in->r.term, root),
           lhs = smr_egraph_lookup_term(a.g, &in->r.term, at);
  smr_egraph_rebuild(a.g);
  SmrSnapshot *snapshot = smr_snapshot_create();
  smr_snapshot_take(snapshot, a.g);
  smr_program_search(a.program, snapshot, a.g, (uint32_t[]){0}, collect, &a);
  uint32_t count = a.roots.size, chosen = UINT32_MAX;
  for (uint32_t i = 0; i < count; i++)
    if (a.roots.data[i] == lhs)
      chosen = i;
  if (count && (chosen == UINT32_MAX || smr_random_term_below(&in->r, 4) == 0))
    chosen = smr_random_term_below(&in->r, count);
  if (chosen != UINT32_MAX) {
    SmrEmatch match = {0, true, a.roots.data[chosen],
                       a.variables.data + chosen * smr_program_variables(a.program, 0)};
    smr_egraph_set_log(a.g, joined, &a);
    smr_program_apply(a.program, snapshot, a.g, &match, true);
    smr_egraph_set_log(a.g, NULL, NULL);
    result->applied += a.made.size > 0;
    smr_egraph_rebuild(a.g);
    if (in->r.reals && a.made.size && !in->rule->foralls.size && smr_array_conflict(in->r.array) &&
        !result->different++)
      smr_str_printf(&result->example, "%s: types contradict one another\n", in->rule->name);
    for (uint32_t i = 0; i < a.made.size && i < 4; i++) {
      SmrClass made = a.made.data[a.made.size <= 4 ? i : smr_random_term_below(&in->r, a.made.size)];
      SmrTerm out = {0};
      uint32_t elements = smr_egraph_elements(a.g), *memo = smr_xmalloc(elements * sizeof *memo);
      memset(memo, 0xff, elements * sizeof *memo);
      uint32_t x = element_term(&a, whole, whole, UINT32_MAX, &out, memo),
               filler = element_term(&a, made, whole, UINT32_MAX, &out, memo);
      memset(memo, 0xff, elements * sizeof *memo);
      uint32_t y = element_term(&a, whole, match.root, filler, &out, memo);
      compare(&a, &out, x, &out, y, result);
      free(memo);
      smr_term_free(&out);
    }
  }
  smr_snapshot_destroy(snapshot);
  smr_program_destroy(a.program);
  smr_vec_free(&callbacks.list);
  smr_egraph_destroy(a.g);
  smr_binder_destroy(binder);
  smr_vec_free(&a.roots);
  smr_vec_free(&a.variables);
  smr_vec_free(&a.made);
}

void smr_rule_check(SmrOperators *ops, const SmrRule *rule, uint64_t seed, uint32_t wanted, uint32_t attempts,
                    SmrRuleCheck *result) {
  *result = (SmrRuleCheck){0};
  for (uint32_t i = 0; i < attempts && result->compared < wanted && !result->different; i++) {
    Instance in = {.ops = ops, .rule = rule};
    SmrArray *array = smr_array_create(ops);
    smr_random_open(&in.r, array, seed + i);
    in.r.reals = i % 2;
    uint32_t at, root = generate(&in, &at);
    result->tried++;
    if (root != UINT32_MAX)
      apply(&in, root, at, result);
    for (uint32_t k = 0; k < in.variables.size; k++)
      smr_vec_free(&in.variables.data[k].scope);
    smr_vec_free(&in.variables);
    smr_random_close(&in.r);
    smr_array_destroy(array);
  }
}

void smr_rule_check_free(SmrRuleCheck *result) {
  smr_str_free(&result->example);
}
