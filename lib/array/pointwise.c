//===- pointwise.c - sums that a loop over elements computes with --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// (build n λe), where e computes with sums otherwise than by adding multiples of them, becomes a loop over
// the elements of arrays, each applied to the loop as a named array (let): every largest part of e that is a
// sum of multiples of sums is an array of the loop's indices that it mentions. Parts that are one class are
// one array. The sums are loops of their own then, and may be calls.
//
// What is looked at is the smallest term of each class, as with shifting (egraph/binder.h): the class that is
// returned holds a term that equals the loop.
//===----------------------------------------------------------------------===//
#include "array/internal.h"
#include "array/rules.h"

#define MAX_SUMS 6

typedef struct {
  SmrArrayRules *rules;
  SmrEgraph *g;
  uint32_t loops;          // 1 to 3: the indices %0 …
  const SmrClass *extents; // of the loops, outermost first
  SmrClass sums[MAX_SUMS];
  uint32_t mentioned[MAX_SUMS]; // of the indices, as bits
  uint32_t count;
} Naming;

static SmrClass add(Naming *w, SmrArrayOp which, SmrClass a, SmrClass b) {
  SmrClass c[2] = {a, b};
  return a == SMR_NO_CLASS || b == SMR_NO_CLASS
             ? SMR_NO_CLASS
             : smr_egraph_add(w->g, smr_array_op(w->rules->array, which), c);
}

static SmrClass function(Naming *w, SmrClass body) {
  return body == SMR_NO_CLASS ? body : smr_egraph_add(w->g, smr_array_op(w->rules->array, SMR_A_LAM), &body);
}

static SmrClass index_leaf(Naming *w, uint32_t i) {
  return smr_egraph_add(w->g, smr_operator_index(smr_egraph_ops(w->g), i), NULL);
}

// Which of %0, %1, %2 are free in a term, as bits.
static uint32_t free_in(const SmrOperators *ops, const SmrTerm *t, uint32_t node, uint32_t depth) {
  SmrOperator op = t->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(ops, op);
  if (info->kind == SMR_OPERATOR_INDEX)
    return info->integer >= depth && info->integer < (int64_t)depth + 3 ? 1u << (info->integer - depth) : 0;
  uint32_t found = 0;
  for (uint32_t i = 0; i < info->arity; i++)
    found |= free_in(ops, t, smr_term_children(t, node)[i], depth + smr_operator_binds(ops, op, i));
  return found;
}

static uint32_t indices(Naming *w, SmrClass c) {
  SmrTerm term = {0};
  uint32_t root = smr_binder_term(w->rules->binder, c, &term);
  uint32_t found = root == UINT32_MAX ? 7 : free_in(smr_egraph_ops(w->g), &term, root, 0);
  smr_term_free(&term);
  return found;
}

static uint32_t traits(Naming *w, SmrClass c) {
  return smr_array_class_traits(w->rules->array, w->g, c);
}

// The node of a class whose operands are to be looked at; SMR_NO_CLASS when there is none.
static SmrNode operation(Naming *w, SmrClass c) {
  SmrNode n = smr_binder_choice(w->rules->binder, c);
  return n != SMR_NO_CLASS &&
                 smr_array_is_pointwise(smr_array_classify(w->rules->array, smr_egraph_op(w->g, n)))
             ? n
             : SMR_NO_CLASS;
}

static uint32_t arity(Naming *w, SmrNode n) {
  return smr_operator_info(smr_egraph_ops(w->g), smr_egraph_op(w->g, n))->arity;
}

// Which of the sums it is; those found so far when it is none of them.
static uint32_t find(const Naming *w, SmrClass c) {
  uint32_t i = 0;
  while (i < w->count && w->sums[i] != c)
    i++;
  return i;
}

// Notes the sums in c. (Choices have smaller terms than their class: this ends.)
static bool collect(Naming *w, SmrClass c) {
  c = smr_egraph_find(w->g, c);
  uint32_t t = traits(w, c);
  if (!(t & SMR_ARRAY_SUM))
    return true;
  if (!(t & SMR_ARRAY_MIXED)) {
    if (find(w, c) < w->count)
      return true;
    if (w->count == MAX_SUMS)
      return false;
    w->mentioned[w->count] = indices(w, c);
    w->sums[w->count++] = c;
    return true;
  }
  SmrNode n = operation(w, c);
  bool ok = n != SMR_NO_CLASS;
  for (uint32_t i = 0; ok && i < arity(w, n); i++)
    ok = collect(w, smr_egraph_children(w->g, n)[i]);
  return ok;
}

// An element of the k-th array, where the loop's body stands: under all names, then under the loops.
static SmrClass element(Naming *w, uint32_t k) {
  SmrClass a = index_leaf(w, w->loops + w->count - 1 - k);
  for (uint32_t i = w->loops; i-- > 0;)
    if ((w->mentioned[k] >> i & 1))
      a = add(w, SMR_A_GET, a, index_leaf(w, i));
  return a;
}

static SmrClass body(Naming *w, SmrClass c) {
  c = smr_egraph_find(w->g, c);
  uint32_t k = find(w, c);
  if (k < w->count)
    return element(w, k);
  if (!(traits(w, c) & SMR_ARRAY_SUM))
    return smr_binder_shift(w->rules->binder, (int32_t)w->count, w->loops, c);
  SmrNode n = operation(w, c);
  SmrClass children[2];
  if (n == SMR_NO_CLASS || arity(w, n) > 2)
    return SMR_NO_CLASS;
  for (uint32_t i = 0; i < arity(w, n); i++)
    if ((children[i] = body(w, smr_egraph_children(w->g, n)[i])) == SMR_NO_CLASS)
      return SMR_NO_CLASS;
  return smr_egraph_add(w->g, smr_egraph_op(w->g, n), children);
}

// The k-th array, under the names before it.
static SmrClass array(Naming *w, uint32_t k) {
  SmrClass c = w->sums[k];
  // (Innermost first: a loop whose index is not mentioned is left out.)
  for (uint32_t i = 0; i < w->loops && c != SMR_NO_CLASS; i++)
    c = (w->mentioned[k] >> i & 1) ? add(w, SMR_A_BUILD, w->extents[w->loops - 1 - i], function(w, c))
                                   : smr_binder_shift(w->rules->binder, -1, 1, c);
  return c == SMR_NO_CLASS ? c : smr_binder_shift(w->rules->binder, (int32_t)k, 0, c);
}

static SmrClass name(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  Naming w = {.rules = user, .g = g, .loops = count - 1, .extents = args};
  if (!collect(&w, args[count - 1]) || !w.count)
    return SMR_NO_CLASS;
  SmrClass c = body(&w, args[count - 1]);
  for (uint32_t i = w.loops; i-- > 0;)
    c = add(&w, SMR_A_BUILD, args[i], function(&w, c));
  for (uint32_t k = w.count; k-- > 0;)
    c = add(&w, SMR_A_APP, function(&w, c), array(&w, k));
  return c;
}

static bool mixed(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return smr_array_class_traits(((SmrArrayRules *)user)->array, g, args[0]) & SMR_ARRAY_MIXED;
}

static bool curved(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return smr_array_class_traits(((SmrArrayRules *)user)->array, g, args[0]) & SMR_ARRAY_CURVED;
}

void smr_array_pointwise_callbacks(SmrArrayRules *rules, SmrCallbacks *callbacks) {
  static const SmrCallback all[] = {{"mixed", mixed, NULL, NULL, 1, true},
                                    {"curved", curved, NULL, NULL, 1, true},
                                    {"namevector", NULL, name, NULL, 2, false},
                                    {"namematrix", NULL, name, NULL, 3, false},
                                    {"namecube", NULL, name, NULL, 4, false}};
  smr_callbacks_add(callbacks, rules, sizeof all / sizeof *all, all);
}
