//===- folds.c - folds over tuples, unrolled, tiled and split sums -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Terms that rules compute by renaming what an index is used as: every place that mentions the index must
// have one form (U·i + r, i + n, m·i + j, fst t), or there is no such term. The smallest term of a class is
// what is looked at, as with shifting (egraph/binder.h).
//
// Invariant: terms are copied with equal subterms shared and the operands of + and * in one order, so that
// two copies in one place are equal as numbers of nodes if they are equal up to the order of operands.
//===----------------------------------------------------------------------===//
#include "array/internal.h"
#include "array/rules.h"

#define NONE UINT32_MAX
#define MAX_NODES 400
#define MAX_ADDENDS 8

typedef enum {
  PLAIN,  // nothing is renamed
  STRIDE, // factor · %0 + rest becomes %0
  OFFSET, // %0 + size becomes %0
  TILE,   // size · %1 + %0 becomes %0, and the indices from %2 on are lowered
  TILED,  // the same of size · %0 + %1
  FIRST,  // (fst %0) becomes %0
  SECOND, // (snd %0)
} Renaming;

typedef struct {
  SmrArrayRules *rules;
  SmrEgraph *g;
  SmrOperators *ops;
  SmrTerm from, into;
  // of a copy
  Renaming what;
  int64_t factor, rest;
  SmrOperator size;
} Copier;

static SmrOperator op_of(const Copier *c, uint32_t node) {
  return c->from.nodes.data[node].op;
}
static SmrArrayOp which(const Copier *c, uint32_t node) {
  return smr_array_classify(c->rules->array, op_of(c, node));
}
static const uint32_t *args(const Copier *c, uint32_t node) {
  return smr_term_children(&c->from, node);
}

static bool is_index(const Copier *c, uint32_t node, uint32_t index) {
  const SmrOperatorInfo *info = smr_operator_info(c->ops, op_of(c, node));
  return info->kind == SMR_OPERATOR_INDEX && info->integer == index;
}

static bool is_number(const Copier *c, uint32_t node, int64_t number) {
  const SmrOperatorInfo *info = smr_operator_info(c->ops, op_of(c, node));
  return info->kind == SMR_OPERATOR_INTEGER && info->integer == number;
}

// Whether a node is a size: its leaf, or what it is computed from.
static bool is_size(const Copier *c, uint32_t node, SmrOperator size) {
  SmrArrayOp how;
  SmrOperator x, y;
  if (op_of(c, node) == size)
    return true;
  if (!smr_array_size_parts(c->rules->array, size, &how, &x, &y) || which(c, node) != how)
    return false;
  const uint32_t *a = args(c, node);
  return (is_size(c, a[0], x) && is_size(c, a[1], y)) || (is_size(c, a[0], y) && is_size(c, a[1], x));
}

// Whether a node is %index times a number, or a size.
static bool is_multiple(const Copier *c, uint32_t node, uint32_t index) {
  if (which(c, node) != SMR_A_MUL)
    return false;
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t other = args(c, node)[!i];
    if (is_index(c, args(c, node)[i], index) &&
        (c->what == STRIDE ? is_number(c, other, c->factor) : is_size(c, other, c->size)))
      return true;
  }
  return false;
}

// Whether a node `depth` binders inside is what becomes the index.
static bool is_renamed(const Copier *c, uint32_t node, uint32_t depth) {
  SmrArrayOp op = which(c, node);
  if (c->what == FIRST || c->what == SECOND)
    return op == (c->what == FIRST ? SMR_A_FST : SMR_A_SND) && is_index(c, args(c, node)[0], depth);
  if (c->what == STRIDE && c->rest == 0 && is_multiple(c, node, depth))
    return true;
  for (uint32_t i = 0; op == SMR_A_ADD && i < 2; i++) {
    uint32_t x = args(c, node)[i], y = args(c, node)[!i];
    if (c->what == STRIDE   ? is_multiple(c, x, depth) && is_number(c, y, c->rest)
        : c->what == OFFSET ? is_index(c, x, depth) && is_size(c, y, c->size)
        : c->what == TILE   ? is_multiple(c, x, depth + 1) && is_index(c, y, depth)
        : c->what == TILED  ? is_multiple(c, x, depth) && is_index(c, y, depth + 1)
                            : false)
      return true;
  }
  return false;
}

static uint32_t put(Copier *c, SmrOperator op, const uint32_t *children) {
  uint32_t arity = smr_operator_info(c->ops, op)->arity, sorted[SMR_MAX_ARITY];
  SmrArrayOp known = smr_array_classify(c->rules->array, op);
  bool swap = (known == SMR_A_ADD || known == SMR_A_MUL) && children[0] > children[1];
  for (uint32_t i = 0; i < arity; i++)
    sorted[i] = children[swap ? !i : i];
  for (uint32_t n = 0; n < c->into.nodes.size; n++) {
    bool same = c->into.nodes.data[n].op == op;
    for (uint32_t i = 0; same && i < arity; i++)
      same = smr_term_children(&c->into, n)[i] == sorted[i];
    if (same)
      return n;
  }
  return c->into.nodes.size < MAX_NODES ? smr_term_add(&c->into, c->ops, op, sorted) : NONE;
}

static uint32_t put_index(Copier *c, uint32_t index) {
  return put(c, smr_operator_index(c->ops, index), NULL);
}

// A subterm `depth` binders inside; NONE when an index is mentioned in another form.
static uint32_t copy(Copier *c, uint32_t node, uint32_t depth) {
  bool two = c->what == TILE || c->what == TILED;
  if (c->what != PLAIN && is_renamed(c, node, depth))
    return put_index(c, depth);
  const SmrOperatorInfo info = *smr_operator_info(c->ops, op_of(c, node));
  if (info.kind == SMR_OPERATOR_INDEX) {
    if (c->what != PLAIN && info.integer >= depth && info.integer <= (int64_t)depth + two)
      return NONE;
    return put_index(c, (uint32_t)info.integer - (two && info.integer > depth));
  }
  uint32_t children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < info.arity; i++)
    if ((children[i] = copy(c, args(c, node)[i], depth + smr_operator_binds(c->ops, op_of(c, node), i))) ==
        NONE)
      return NONE;
  return put(c, op_of(c, node), children);
}

static Copier copier(void *user, SmrEgraph *g) {
  return (Copier){.rules = user, .g = g, .ops = smr_egraph_ops(g)};
}

static SmrClass finish(Copier *c, uint32_t node) {
  SmrClass result = node == NONE ? SMR_NO_CLASS : smr_egraph_add_term(c->g, &c->into, node);
  smr_term_free(&c->from);
  smr_term_free(&c->into);
  return result;
}

static uint32_t term_of(Copier *c, SmrClass class) {
  uint32_t root = smr_binder_term(c->rules->binder, class, &c->from);
  return root != NONE && c->from.nodes.size <= MAX_NODES ? root : NONE;
}

static uint32_t put1(Copier *c, SmrArrayOp op, uint32_t x) {
  return x == NONE ? NONE : put(c, smr_array_op(c->rules->array, op), &x);
}

static uint32_t put2(Copier *c, SmrArrayOp op, uint32_t x, uint32_t y) {
  return x == NONE || y == NONE ? NONE : put(c, smr_array_op(c->rules->array, op), (uint32_t[]){x, y});
}

// (build size λbody)
static uint32_t loop(Copier *c, SmrOperator size, uint32_t body) {
  return size == SMR_NO_OPERATOR || body == NONE
             ? NONE
             : put2(c, SMR_A_BUILD, put(c, size, NULL), put1(c, SMR_A_LAM, body));
}

static SmrOperator size_of(const Copier *c, SmrClass class) {
  return smr_array_class_size(c->rules->array, c->g, class);
}

//===--- sums ---===//

typedef struct {
  uint32_t nodes[MAX_ADDENDS];
  uint32_t count;
} Addends;

static bool addends(const Copier *c, uint32_t node, Addends *out) {
  if (which(c, node) == SMR_A_ADD)
    return addends(c, args(c, node)[0], out) && addends(c, args(c, node)[1], out);
  if (out->count == MAX_ADDENDS)
    return false;
  out->nodes[out->count++] = node;
  return true;
}

// What each addend is of U·%0 + rest, for the rests 0 to U-1: one term for all, each rest once.
static uint32_t rolled_body(Copier *c, const Addends *a) {
  uint32_t body = NONE, used = 0;
  c->what = STRIDE;
  c->factor = a->count;
  for (uint32_t first = 0; first < a->count && body == NONE; first++) {
    c->rest = first;
    uint32_t candidate = copy(c, a->nodes[0], 0), rests = 1u << first;
    for (uint32_t i = 1; i < a->count && candidate != NONE; i++) {
      uint32_t rest = 0;
      for (; rest < a->count; rest++) {
        c->rest = rest;
        if (!(rests >> rest & 1) && copy(c, a->nodes[i], 0) == candidate)
          break;
      }
      if (rest == a->count)
        candidate = NONE;
      else
        rests |= 1u << rest;
    }
    body = candidate, used = rests;
  }
  return body != NONE && used == (1u << a->count) - 1 ? body : NONE;
}

// (build m+n λbody) or (build m·n λbody); NONE: there is no such body.
static SmrClass combined(Copier *c, SmrArrayOp how, SmrOperator m, SmrOperator n, uint32_t body) {
  return finish(c, body == NONE ? NONE : loop(c, smr_array_size_combine(c->rules->array, how, m, n), body));
}

// (!rolled n a b): (build U·n λe) with the sum of (build n λ(a + b)): a + b is e at U·i, …, U·i + U-1.
static SmrClass rolled(void *user, SmrEgraph *g, const SmrClass *classes, uint32_t count) {
  (void)count;
  Copier c = copier(user, g);
  Addends a = {0};
  uint32_t x = term_of(&c, classes[1]), y = x == NONE ? NONE : term_of(&c, classes[2]);
  bool ok =
      y != NONE && addends(&c, x, &a) && addends(&c, y, &a) && size_of(&c, classes[0]) != SMR_NO_OPERATOR;
  uint32_t body = ok ? rolled_body(&c, &a) : NONE;
  return combined(&c, SMR_A_MUL, size_of(&c, classes[0]), smr_operator_integer(c.ops, a.count), body);
}

// (!joined m a n b): (build m+n λa), where b is a at m + i.
static SmrClass joined(void *user, SmrEgraph *g, const SmrClass *classes, uint32_t count) {
  (void)count;
  Copier c = copier(user, g);
  uint32_t a = term_of(&c, classes[1]), b = a == NONE ? NONE : term_of(&c, classes[3]), body = NONE;
  SmrOperator m = size_of(&c, classes[0]), n = size_of(&c, classes[2]);
  if (b != NONE && m != SMR_NO_OPERATOR && n != SMR_NO_OPERATOR) {
    c.what = OFFSET, c.size = m;
    uint32_t second = copy(&c, b, 0);
    c.what = PLAIN;
    body = second == NONE || copy(&c, a, 0) != second ? NONE : second;
  }
  return combined(&c, SMR_A_ADD, m, n, body);
}

// (!untiled n m e): (build n·m λe'), where e, under the indices of n and m, mentions them as m·i + j alone,
// or as n·j + i (a sum's order does not matter).
static SmrClass untiled(void *user, SmrEgraph *g, const SmrClass *classes, uint32_t count) {
  (void)count;
  Copier c = copier(user, g);
  SmrOperator n = size_of(&c, classes[0]), m = size_of(&c, classes[1]);
  uint32_t e = n == SMR_NO_OPERATOR || m == SMR_NO_OPERATOR ? NONE : term_of(&c, classes[2]), body = NONE;
  if (e != NONE) {
    c.what = TILE, c.size = m;
    body = copy(&c, e, 0);
    if (body == NONE) {
      c.what = TILED, c.size = n;
      body = copy(&c, e, 0);
    }
  }
  return combined(&c, SMR_A_MUL, n, m, body);
}

// (!blocks n m e): (build n·m λe'), where e mentions the indices of n and m as m·i + j alone.
static SmrClass blocks(void *user, SmrEgraph *g, const SmrClass *classes, uint32_t count) {
  (void)count;
  Copier c = copier(user, g);
  SmrOperator n = size_of(&c, classes[0]), m = size_of(&c, classes[1]);
  uint32_t e = n == SMR_NO_OPERATOR || m == SMR_NO_OPERATOR ? NONE : term_of(&c, classes[2]);
  c.what = TILE, c.size = m;
  uint32_t body = e == NONE ? NONE : copy(&c, e, 0);
  return combined(&c, SMR_A_MUL, n, m, body);
}

//===--- accumulators ---===//

// The addends of a sum with one accumulator, the others into a sum, those that are subtracted times -1. NONE
// when the accumulator is mentioned otherwise.
static bool gather(Copier *c, uint32_t node, bool minus, uint32_t *sum, uint32_t *accumulators) {
  SmrArrayOp op = which(c, node);
  if (op == SMR_A_ADD || op == SMR_A_SUB)
    return gather(c, args(c, node)[0], minus, sum, accumulators) &&
           gather(c, args(c, node)[1], minus != (op == SMR_A_SUB), sum, accumulators);
  if (is_index(c, node, 0))
    return !minus && ++*accumulators;
  c->what = FIRST; // (no (fst %0) is here, as %0 is a number: any mention of it is refused)
  uint32_t addend = copy(c, node, 0);
  if (addend != NONE && minus)
    addend = put2(c, SMR_A_MUL, put(c, smr_operator_integer(c->ops, -1), NULL), addend);
  if (addend == NONE)
    return false;
  *sum = *sum == NONE ? addend : put2(c, SMR_A_ADD, *sum, addend);
  return *sum != NONE;
}

// (!accumulated s): λλ(e + %0) where s is a sum of e's addends and, somewhere among them, %0. None when it is
// one of two.
static SmrClass accumulated(void *user, SmrEgraph *g, const SmrClass *classes, uint32_t count) {
  (void)count;
  Copier c = copier(user, g);
  uint32_t s = term_of(&c, classes[0]), sum = NONE, accumulators = 0, result = NONE;
  bool two = s != NONE && smr_operator_info(c.ops, op_of(&c, s))->arity == 2 &&
             (is_index(&c, args(&c, s)[0], 0) || is_index(&c, args(&c, s)[1], 0));
  if (s != NONE && !two && gather(&c, s, false, &sum, &accumulators) && accumulators == 1 && sum != NONE) {
    // (Not sorted: the accumulator is to stand last.)
    uint32_t zero = put_index(&c, 0);
    result = zero == NONE ? NONE
                          : smr_term_add(&c.into, c.ops, smr_array_op(c.rules->array, SMR_A_ADD),
                                         (uint32_t[]){sum, zero});
    result = put1(&c, SMR_A_LAM, put1(&c, SMR_A_LAM, result));
  }
  return finish(&c, result);
}

// (!first f), (!second f): f, where the accumulator %0 is mentioned as (fst %0), (snd %0) alone, of that
// part.
static SmrClass part(Renaming what, void *user, SmrEgraph *g, const SmrClass *classes) {
  Copier c = copier(user, g);
  uint32_t f = term_of(&c, classes[0]);
  c.what = what;
  return finish(&c, f == NONE ? NONE : copy(&c, f, 0));
}

static SmrClass first(void *user, SmrEgraph *g, const SmrClass *classes, uint32_t count) {
  (void)count;
  return part(FIRST, user, g, classes);
}

static SmrClass second(void *user, SmrEgraph *g, const SmrClass *classes, uint32_t count) {
  (void)count;
  return part(SECOND, user, g, classes);
}

void smr_array_fold_callbacks(SmrArrayRules *rules, SmrCallbacks *callbacks) {
  static const SmrCallback all[] = {{"rolled", NULL, rolled, NULL, 3, true},
                                    {"joined", NULL, joined, NULL, 4, true},
                                    {"untiled", NULL, untiled, NULL, 3, true},
                                    {"blocks", NULL, blocks, NULL, 3, true},
                                    {"accumulated", NULL, accumulated, NULL, 1, true},
                                    {"first", NULL, first, NULL, 1, true},
                                    {"second", NULL, second, NULL, 1, true}};
  smr_callbacks_add(callbacks, rules, sizeof all / sizeof *all, all);
}
