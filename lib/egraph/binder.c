//===- binder.c - free indices, shifting, substitution -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: a class' choice is a node whose children have smaller sizes than the class' own, also between
// rebuilds, when sizes are upper bounds: walks along choices end.
//===----------------------------------------------------------------------===//
#include "egraph/binder.h"
#include "base/map.h"
#include "egraph/internal.h"
#include <assert.h>
#include <string.h>

#define TOP (1ull << 63)
#define TOO_LARGE UINT64_MAX
#define MAX_SHIFT 0x7FFF // keys of the memo hold 16 bits each for the distance and the depth

typedef struct {
  uint64_t may, must, size;
} Data;

// A walk's position: the smallest term of `c` under `depth` more binders than the walk began with.
typedef struct {
  SmrClass c;
  uint32_t depth;
  SmrNode node;
  uint32_t child; // those before it are known
  bool others;    // the smallest term has no result: the class' other nodes are tried
} Frame;

typedef struct {
  uint64_t size; // of the class then: a smaller term makes the result old
  SmrClass result;
} Entry;

typedef struct {
  bool subst;
  int32_t d;      // shift: what is added from `depth` on
  SmrClass value; // subst: what index `depth` becomes
  SmrDatum type;  // and the type that it has; SMR_NO_DATUM: any
} Job;

struct SmrBinder {
  SmrEgraph *g;
  uint32_t analysis;
  SMR_VEC(SmrNode) choices; // by class
  SMR_VEC(Frame) stack;
  SmrMap shifted; // class, distance, depth → entry
  SMR_VEC(Entry) entries;
  SmrMap substituted; // of this call: class, depth → class
};

//===--- the analysis ---===//

static uint64_t may_outside(uint64_t may, uint32_t binds) {
  uint64_t out = may >> binds;
  if (may & TOP && binds)
    out |= ~0ull << (63 - binds);
  return out;
}

static void make(void *user, SmrEgraph *g, SmrNode node, void *out) {
  SmrBinder *b = user;
  Data *data = out;
  SmrOperator op = smr_egraph_op(g, node);
  const SmrOperatorInfo *info = smr_operator_info(g->ops, op);
  data->size = 1;
  if (info->kind == SMR_OPERATOR_INDEX) {
    data->may = info->integer < 63 ? 1ull << info->integer : TOP;
    data->must = data->may & ~TOP;
  }
  const SmrClass *children = smr_egraph_children(g, node);
  for (uint32_t i = 0; i < info->arity; i++) {
    const Data *child = smr_egraph_data(g, b->analysis, children[i]);
    uint32_t binds = info->flags & SMR_OPERATOR_BINDER ? smr_operator_binds(g->ops, op, i) : 0;
    data->may |= may_outside(child->may, binds);
    data->must |= child->must >> binds;
    data->size = data->size > TOO_LARGE - child->size ? TOO_LARGE : data->size + child->size;
  }
}

static unsigned merge(void *user, SmrEgraph *g, void *into, const void *from) {
  (void)user, (void)g;
  Data *a = into, all;
  const Data *b = from;
  all = (Data){a->may | b->may, a->must & b->must, a->size < b->size ? a->size : b->size};
  unsigned changed = (memcmp(a, &all, sizeof all) != 0) | (memcmp(b, &all, sizeof all) != 0) << 1;
  *a = all;
  return changed;
}

static size_t bytes_held(const void *user) {
  const SmrBinder *b = user;
  return sizeof *b + b->choices.capacity * sizeof *b->choices.data +
         b->stack.capacity * sizeof *b->stack.data + b->entries.capacity * sizeof *b->entries.data +
         smr_map_bytes(&b->shifted) + smr_map_bytes(&b->substituted);
}

SmrBinder *smr_binder_create(SmrEgraph *g) {
  SmrBinder *b = smr_xcalloc(1, sizeof *b);
  b->g = g;
  b->analysis = smr_egraph_analyse(
      g, &(SmrAnalysis){.name = "binder", .size = sizeof(Data), .make = make, .merge = merge, .user = b});
  smr_egraph_count_bytes(g, bytes_held, b);
  return b;
}

void smr_binder_destroy(SmrBinder *b) {
  if (!b)
    return;
  smr_vec_free(&b->choices);
  smr_vec_free(&b->stack);
  smr_vec_free(&b->entries);
  smr_map_free(&b->shifted);
  smr_map_free(&b->substituted);
  free(b);
}

static const Data *data_of(SmrBinder *b, SmrClass c) {
  return smr_egraph_data(b->g, b->analysis, c);
}
uint64_t smr_binder_may(SmrBinder *b, SmrClass c) {
  return data_of(b, c)->may;
}
uint64_t smr_binder_must(SmrBinder *b, SmrClass c) {
  return data_of(b, c)->must;
}
uint64_t smr_binder_size(SmrBinder *b, SmrClass c) {
  return data_of(b, c)->size;
}
bool smr_binder_not_free(SmrBinder *b, SmrClass c, uint32_t index) {
  return !(data_of(b, c)->may >> (index < 63 ? index : 63) & 1);
}

// Whether the job leaves every term of the class as it is, `depth` binders down. Lowering removes the -d
// binders below `depth`: their indices are not left alone but refused.
static bool untouched(SmrBinder *b, const Job *job, SmrClass c, uint32_t depth) {
  uint32_t low = job->subst || job->d > 0 ? depth : (uint32_t)((int32_t)depth + job->d);
  return !(data_of(b, c)->may >> (low < 63 ? low : 63));
}

//===--- the smallest term ---===//

static uint64_t size_of(SmrBinder *b, SmrNode n) {
  uint64_t size = 1;
  const SmrClass *children = smr_egraph_children(b->g, n);
  for (uint32_t i = smr_arity(b->g, smr_egraph_op(b->g, n)); i--;) {
    uint64_t child = data_of(b, children[i])->size;
    size = size > TOO_LARGE - child ? TOO_LARGE : size + child;
  }
  return size;
}

SmrNode smr_binder_choice(SmrBinder *b, SmrClass c) {
  SmrEgraph *g = b->g;
  c = smr_find(g, c);
  while (b->choices.size < g->count)
    smr_vec_push(&b->choices, SMR_NO_CLASS);
  // (What was chosen before stays while it is as small as the smallest: of several, the oldest.)
  uint64_t size = data_of(b, c)->size;
  SmrNode best = b->choices.data[c];
  if (best != SMR_NO_CLASS && smr_egraph_is_live(g, best) && smr_find(g, best) == c &&
      size_of(b, best) <= size)
    return best;
  uint64_t least = TOO_LARGE;
  best = SMR_NO_CLASS;
  for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)) {
    uint64_t s = size_of(b, n);
    if (s < least || (s == least && n < best)) {
      least = s;
      best = n;
    }
  }
  return b->choices.data[c] = best;
}

uint32_t smr_binder_term(SmrBinder *b, SmrClass c, SmrTerm *term) {
  SmrEgraph *g = b->g;
  if (data_of(b, c)->size == TOO_LARGE)
    return UINT32_MAX;
  SmrMap built = {0};
  uint32_t base = b->stack.size, root = 0, children[SMR_MAX_ARITY];
  smr_vec_push(&b->stack, (Frame){smr_find(g, c), 0, smr_binder_choice(b, c), 0, false});
  while (b->stack.size > base) {
    Frame *f = &smr_vec_last(&b->stack);
    SmrOperator op = smr_egraph_op(g, f->node);
    uint32_t arity = smr_arity(g, op);
    SmrClass child = SMR_NO_CLASS;
    while (f->child < arity &&
           smr_map_get(&built, child = smr_find(g, smr_egraph_children(g, f->node)[f->child]), &children[0]))
      f->child++;
    if (f->child < arity) {
      smr_vec_push(&b->stack, (Frame){child, 0, smr_binder_choice(b, child), 0, false});
      continue;
    }
    for (uint32_t i = 0; i < arity; i++)
      smr_map_get(&built, smr_find(g, smr_egraph_children(g, f->node)[i]), &children[i]);
    root = smr_term_add(term, g->ops, op, children);
    smr_map_set(&built, f->c, root);
    b->stack.size--;
  }
  smr_map_free(&built);
  return root;
}

//===--- shifting and substitution along choices ---===//

static uint64_t shift_key(SmrClass c, int32_t d, uint32_t depth) {
  return (uint64_t)c << 32 | (uint64_t)(d & 0xFFFF) << 16 | depth;
}

// What is known of a class without a walk.
static bool known(SmrBinder *b, const Job *job, SmrClass c, uint32_t depth, SmrClass *out) {
  c = smr_find(b->g, c);
  *out = c;
  if (untouched(b, job, c, depth))
    return true;
  uint64_t size = data_of(b, c)->size;
  if (depth > MAX_SHIFT || size == TOO_LARGE)
    return *out = SMR_NO_CLASS, true;
  if (job->subst)
    return smr_map_get(&b->substituted, (uint64_t)c << 32 | depth, out);
  uint32_t entry;
  if (!smr_map_get(&b->shifted, shift_key(c, job->d, depth), &entry) || b->entries.data[entry].size != size)
    return false;
  *out = b->entries.data[entry].result;
  return true;
}

static void remember(SmrBinder *b, const Job *job, SmrClass c, uint32_t depth, SmrClass result) {
  if (job->subst) {
    smr_map_set(&b->substituted, (uint64_t)c << 32 | depth, result);
    return;
  }
  // (The memo outlives this call: the numbers in it must keep their meaning.)
  b->g->elements[c].op |= SMR_NODE_PINNED;
  if (result != SMR_NO_CLASS)
    b->g->elements[result].op |= SMR_NODE_PINNED;
  uint32_t *entry = smr_map_at(&b->shifted, shift_key(c, job->d, depth), b->entries.size);
  if (*entry == b->entries.size)
    smr_vec_push(&b->entries, (Entry){0});
  b->entries.data[*entry] = (Entry){data_of(b, c)->size, result};
}

static SmrClass walk(SmrBinder *b, const Job *job, SmrClass c, uint32_t depth);

// A term whose value does not depend on a variable may stand under a binder of another type, when it equals
// one that does not mention it: what is substituted does not fit there.
static bool fits(const Job *job, const SmrOperatorInfo *index) {
  return !job->type || !index->value || index->value == job->type;
}

static SmrClass index_result(SmrBinder *b, const Job *job, SmrClass c, SmrOperator op, uint32_t depth) {
  int64_t index = smr_operator_info(b->g->ops, op)->integer;
  if (index < depth)
    return job->subst || job->d > 0 || index < (int64_t)depth + job->d ? c : SMR_NO_CLASS;
  if (job->subst && index == depth) {
    SmrClass whole;
    Job up = {false, (int32_t)depth, SMR_NO_CLASS, SMR_NO_DATUM};
    if (!fits(job, smr_operator_info(b->g->ops, op)))
      return SMR_NO_CLASS;
    return depth == 0                             ? smr_find(b->g, job->value)
           : known(b, &up, job->value, 0, &whole) ? whole
                                                  : walk(b, &up, job->value, 0);
  }
  int64_t to = index + (job->subst ? -1 : job->d);
  if (to >= UINT32_MAX)
    return SMR_NO_CLASS;
  SmrDatum type = smr_operator_info(b->g->ops, op)->value;
  return smr_egraph_add(b->g, smr_operator_typed_index(b->g->ops, (uint32_t)to, type), NULL);
}

// Goes on with another node of the class, when the walk's result is typed and no proof asks for the smallest
// term. (Meanwhile the class has no result: a cycle of nodes ends.)
static bool other_node(SmrBinder *b, const Job *job, Frame *f) {
  SmrEgraph *g = b->g;
  if (!job->type || g->log)
    return false;
  SmrNode choice = smr_binder_choice(b, f->c);
  SmrNode n = f->others ? smr_egraph_next(g, f->c, f->node) : smr_egraph_first(g, f->c);
  if (n == choice)
    n = smr_egraph_next(g, f->c, n);
  if (n == SMR_NO_CLASS)
    return false;
  f->node = n;
  f->child = 0;
  f->others = true;
  return true;
}

// A position's result; false: another node of its class is tried.
static bool finish(SmrBinder *b, const Job *job, SmrClass result) {
  Frame *f = &smr_vec_last(&b->stack);
  remember(b, job, f->c, f->depth, result);
  if (result == SMR_NO_CLASS && other_node(b, job, f))
    return false;
  b->stack.size--;
  return true;
}

static SmrClass walk(SmrBinder *b, const Job *job, SmrClass c, uint32_t depth) {
  SmrEgraph *g = b->g;
  SmrClass children[SMR_MAX_ARITY], result;
  if (known(b, job, c, depth, &result))
    return result;
  uint32_t base = b->stack.size;
  smr_vec_push(&b->stack, (Frame){smr_find(g, c), depth, smr_binder_choice(b, c), 0, false});
  while (b->stack.size > base) {
    Frame *f = &smr_vec_last(&b->stack);
    SmrOperator op = smr_egraph_op(g, f->node);
    const SmrOperatorInfo info = *smr_operator_info(g->ops, op);
    const SmrClass *args = smr_egraph_children(g, f->node);
    if (info.kind == SMR_OPERATOR_INDEX) {
      Frame at = *f; // (a walk within this one may move the stack)
      result = index_result(b, job, at.c, op, at.depth);
      finish(b, job, result);
      continue;
    }
    bool binder = info.flags & SMR_OPERATOR_BINDER;
    uint32_t under = f->depth;
    result = f->c;
    while (f->child < info.arity) {
      under = f->depth + (binder ? smr_operator_binds(g->ops, op, f->child) : 0);
      if (!known(b, job, args[f->child], under, &result))
        break;
      if (result == SMR_NO_CLASS)
        f->child = info.arity;
      else
        f->child++;
    }
    if (f->child < info.arity) {
      SmrClass child = smr_find(g, args[f->child]);
      smr_vec_push(&b->stack, (Frame){child, under, smr_binder_choice(b, child), 0, false});
      continue;
    }
    if (result != SMR_NO_CLASS) {
      for (uint32_t i = 0; i < info.arity; i++)
        known(b, job, args[i], f->depth + (binder ? smr_operator_binds(g->ops, op, i) : 0), &children[i]);
      result = smr_egraph_add(g, op, children);
    }
    finish(b, job, result);
  }
  return result;
}

// A proof says what was shifted: the term that is smallest now, not one that was as small before.
static void forget_when_logged(SmrBinder *b) {
  if (b->g->log) {
    smr_map_clear(&b->shifted);
    smr_vec_clear(&b->entries);
  }
}

SmrClass smr_binder_shift(SmrBinder *b, int32_t d, uint32_t cutoff, SmrClass c) {
  if (d == 0)
    return smr_find(b->g, c);
  if (d > MAX_SHIFT || d < -MAX_SHIFT || cutoff > MAX_SHIFT || (int32_t)cutoff + d < 0)
    return SMR_NO_CLASS;
  Job job = {false, d, SMR_NO_CLASS, SMR_NO_DATUM};
  forget_when_logged(b);
  return walk(b, &job, c, cutoff);
}

/// Substitutes %0 of the type `type`. If the smallest term mentions a %0 of another type (its value does not
/// depend on that, as an equal term shows), other terms are tried, but not all, and none with a log:
/// SMR_NO_CLASS then.
static SmrClass binder_subst_typed(SmrBinder *b, SmrClass body, SmrClass value, SmrDatum type) {
  smr_map_clear(&b->substituted);
  forget_when_logged(b);
  Job job = {true, 0, value, type};
  return walk(b, &job, body, 0);
}

SmrClass smr_binder_subst(SmrBinder *b, SmrClass body, SmrClass value) {
  return binder_subst_typed(b, body, value, SMR_NO_DATUM);
}

//===--- callbacks ---===//

static bool literal(SmrEgraph *g, SmrClass c, int64_t *value) {
  c = smr_find(g, c);
  for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)) {
    const SmrOperatorInfo *info = smr_operator_info(g->ops, smr_egraph_op(g, n));
    if (info->kind == SMR_OPERATOR_INTEGER || info->kind == SMR_OPERATOR_INDEX) {
      *value = info->integer;
      return true;
    }
  }
  return false;
}

static SmrClass compute_shift(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  int64_t d, cutoff;
  (void)count;
  if (!literal(g, args[0], &d) || !literal(g, args[1], &cutoff) || d < -MAX_SHIFT || d > MAX_SHIFT ||
      cutoff < 0 || cutoff > MAX_SHIFT)
    return SMR_NO_CLASS;
  return smr_binder_shift(user, (int32_t)d, (uint32_t)cutoff, args[2]);
}

static SmrClass compute_subst(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)g, (void)count;
  return smr_binder_subst(user, args[0], args[1]);
}

static SmrDatum data_leaf(SmrEgraph *g, SmrClass c) {
  c = smr_find(g, c);
  for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)) {
    const SmrOperatorInfo *info = smr_operator_info(g->ops, smr_egraph_op(g, n));
    if (info->kind == SMR_OPERATOR_DATA)
      return info->value;
  }
  return SMR_NO_DATUM;
}

static SmrClass compute_subst_typed(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)count;
  return binder_subst_typed(user, args[0], args[1], data_leaf(g, args[2]));
}

static bool condition_not_free(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  int64_t index;
  (void)count;
  return literal(g, args[1], &index) && index >= 0 && index < UINT32_MAX &&
         smr_binder_not_free(user, args[0], (uint32_t)index);
}

static bool condition_is_index(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  int64_t index;
  (void)user, (void)count;
  if (!literal(g, args[1], &index))
    return false;
  SmrClass c = smr_find(g, args[0]);
  for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)) {
    const SmrOperatorInfo *info = smr_operator_info(g->ops, smr_egraph_op(g, n));
    if (info->kind == SMR_OPERATOR_INDEX && info->integer == index)
      return true;
  }
  return false;
}

static bool condition_closed(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)g, (void)count;
  return smr_binder_may(user, args[0]) == 0;
}

void smr_binder_callbacks(SmrBinder *b, SmrCallbacks *callbacks) {
  static const SmrCallback all[] = {{"shift", NULL, compute_shift, NULL, 3, true},
                                    {"subst", NULL, compute_subst, NULL, 2, true},
                                    {"subst-typed", NULL, compute_subst_typed, NULL, 3, true},
                                    {"not-free", condition_not_free, NULL, NULL, 2, true},
                                    {"is-index", condition_is_index, NULL, NULL, 2, true},
                                    {"closed", condition_closed, NULL, NULL, 1, true}};
  smr_callbacks_add(callbacks, b, sizeof all / sizeof *all, all);
}
