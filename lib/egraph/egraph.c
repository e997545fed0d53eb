//===- egraph.c - union-find, hash-cons, rebuilding ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A union gives the smaller class' number up at once and remembers its uses; rebuilding hashes those nodes
// again, which finds the duplicates that congruence makes one. Each element changes its number O(log n)
// times.
//===----------------------------------------------------------------------===//
#include "egraph/ac_internal.h"
#include <assert.h>
#include <string.h>

//===--- touched nodes ---===//

/// Drops what was recorded; recording goes on with the next step.
static void forget_touched(SmrEgraph *g) {
  smr_vec_clear(&g->touched);
  smr_vec_clear(&g->touched_steps);
  g->touched_from = g->step + 1;
}

static void touched(SmrEgraph *g, SmrNode n, uint32_t how) {
  if (g->touched_from > g->step)
    return;
  if (__builtin_expect(g->touched.size > g->count / 4 + 1024, 0))
    forget_touched(g);
  else
    smr_vec_push(&g->touched, n | how);
}

static void touch_node(SmrEgraph *g, SmrNode n, uint32_t how) {
  if (g->elements[n].stamp == g->step)
    return;
  g->elements[n].stamp = g->step;
  touched(g, n, how);
}

SmrEgraph *smr_egraph_create(SmrOperators *ops) {
  SmrEgraph *g = smr_xcalloc(1, sizeof *g);
  g->ops = ops;
  g->step = 1;
  g->touched_from = 1;
  static _Atomic uint64_t created;
  g->serial = ++created;
  smr_index_resize(&g->table, 1024);
  smr_vec_push(&g->touched_steps, (SmrTouchedStep){1, 0});
  g->repairing = SMR_NO_CLASS;
  return g;
}

void smr_egraph_destroy(SmrEgraph *g) {
  if (!g)
    return;
  smr_ac_destroy(g);
  free(g->elements_block), free(g->parent), free(g->uses), free(g->originals);
  free(g->wide_args), free(g->wide_next), free(g->wide_node), free(g->wide_originals);
  smr_index_free(&g->table), free(g->scratch), free(g->queued);
  for (uint32_t i = 0; i < g->analyses.size; i++)
    free(g->analyses.data[i].data);
  smr_vec_free(&g->repairs);
  smr_vec_free(&g->analyses);
  smr_vec_free(&g->holders);
  smr_vec_free(&g->joins);
  smr_vec_free(&g->touched);
  smr_vec_free(&g->touched_steps);
  smr_vec_free(&g->changed);
  smr_vec_free(&g->modified);
  smr_vec_free(&g->arities);
  smr_vec_free(&g->families);
  smr_vec_free(&g->free_by_room);
  free(g);
}

SmrOperators *smr_egraph_ops(const SmrEgraph *g) {
  return g->ops;
}
SmrClass smr_egraph_find(SmrEgraph *g, SmrClass c) {
  return smr_find(g, c);
}
uint32_t smr_egraph_nodes(const SmrEgraph *g) {
  return g->count - g->dead;
}
uint32_t smr_egraph_classes(const SmrEgraph *g) {
  return g->count - g->unions;
}
uint32_t smr_egraph_elements(const SmrEgraph *g) {
  return g->count;
}
uint32_t smr_egraph_step(const SmrEgraph *g) {
  return g->step;
}
bool smr_egraph_is_live(const SmrEgraph *g, SmrNode node) {
  return !(g->elements[node].op & SMR_NODE_DEAD);
}
SmrOperator smr_egraph_op(const SmrEgraph *g, SmrNode node) {
  return g->elements[node].op & SMR_NODE_OPERATOR;
}
const SmrClass *smr_egraph_children(const SmrEgraph *g, SmrNode node) {
  return smr_args(g, node);
}
const SmrClass *smr_egraph_original(const SmrEgraph *g, SmrNode node) {
  uint32_t slot = smr_slot(g, node, 0);
  return slot & SMR_SLOT_WIDE ? g->wide_originals + (slot & ~SMR_SLOT_WIDE) : g->originals + slot;
}

void smr_egraph_keep_originals(SmrEgraph *g) {
  assert(g->count == 0);
  g->keep_originals = true;
}

void smr_egraph_set_log(SmrEgraph *g, void (*log)(void *user, SmrClass a, SmrClass b), void *user) {
  g->log = log;
  g->log_user = user;
}

size_t smr_egraph_bytes(const SmrEgraph *g) {
  size_t original = g->keep_originals ? sizeof *g->originals : 0;
  size_t per_element = sizeof *g->elements + sizeof *g->parent + sizeof *g->uses + SMR_NARROW * original;
  size_t per_slot = sizeof *g->wide_args + sizeof *g->wide_next + sizeof *g->wide_node + original;
  for (uint32_t i = 0; i < g->analyses.size; i++)
    per_element += g->analyses.data[i].how.size;
  size_t held = 0;
  for (uint32_t i = 0; i < g->holders.size; i++)
    held += g->holders.data[i].bytes(g->holders.data[i].user);
  held += g->joins.capacity * sizeof *g->joins.data;
  return per_element * g->capacity + per_slot * g->wide_capacity +
         g->table.capacity * sizeof *g->table.entries + g->repairs.capacity * sizeof *g->repairs.data +
         g->changed.capacity * sizeof *g->changed.data + g->modified.capacity * sizeof *g->modified.data +
         g->touched.capacity * sizeof *g->touched.data +
         g->touched_steps.capacity * sizeof *g->touched_steps.data + g->arities.capacity +
         g->families.capacity + (g->queued ? g->capacity : 0) + smr_ac_bytes(g) + held + sizeof *g;
}

void smr_egraph_count_bytes(SmrEgraph *g, size_t (*bytes)(const void *user), const void *user) {
  smr_vec_push(&g->holders, (SmrHolder){bytes, user});
}

//===--- analyses ---===//

uint32_t smr_egraph_analyse(SmrEgraph *g, const SmrAnalysis *analysis) {
  assert(g->count == 0 && analysis->size > 0);
  smr_vec_push(&g->analyses, (SmrAnalysisData){.how = *analysis});
  uint32_t largest = 0;
  for (uint32_t i = 0; i < g->analyses.size; i++)
    if (g->analyses.data[i].how.size > largest)
      largest = g->analyses.data[i].how.size;
  g->scratch = smr_xrealloc(g->scratch, largest);
  return g->analyses.size - 1;
}

static unsigned char *data_of(SmrEgraph *g, uint32_t analysis, SmrClass c) {
  SmrAnalysisData *a = &g->analyses.data[analysis];
  return a->data + (size_t)a->how.size * c;
}

void *smr_egraph_data(SmrEgraph *g, uint32_t analysis, SmrClass c) {
  return data_of(g, analysis, smr_find(g, c));
}

static bool touch_user(void *user, SmrNode node) {
  touch_node(user, node, 0);
  return true;
}

void smr_egraph_touch(SmrEgraph *g, SmrClass c) {
  c = smr_find(g, c);
  SmrNode n = c;
  do
    touch_node(g, n, 0);
  while ((n = g->elements[n].next) != c);
  smr_egraph_uses(g, c, touch_user, g);
}

// (A class waits once in each queue, however often it changes until its turn.)
static void data_changed(SmrEgraph *g, SmrClass c) {
  if (!(g->queued[c] & 1))
    smr_vec_push(&g->changed, c);
  if (!(g->queued[c] & 2))
    smr_vec_push(&g->modified, c);
  g->queued[c] = 3;
}

static void modify_later(SmrEgraph *g, SmrClass c) {
  if (!(g->queued[c] & 2))
    smr_vec_push(&g->modified, c);
  g->queued[c] |= 2;
}

// Folds the data of an element that joined class `a` into the class'. (What its own users see changed, too: a
// repair makes them again.)
static void merge_data(SmrEgraph *g, SmrClass a, SmrClass b) {
  unsigned changed = 0;
  for (uint32_t i = 0; i < g->analyses.size; i++)
    changed |=
        g->analyses.data[i].how.merge(g->analyses.data[i].how.user, g, data_of(g, i, a), data_of(g, i, b));
  if (changed & 1)
    data_changed(g, a);
  else
    modify_later(g, a);
}

// Makes a node's data again and folds it into its class'.
static void remake(SmrEgraph *g, SmrNode node) {
  bool changed = false;
  SmrClass c = smr_find(g, node);
  g->repairing = node;
  for (uint32_t i = 0; i < g->analyses.size; i++) {
    memset(g->scratch, 0, g->analyses.data[i].how.size);
    g->analyses.data[i].how.make(g->analyses.data[i].how.user, g, node, g->scratch);
    changed |=
        g->analyses.data[i].how.merge(g->analyses.data[i].how.user, g, data_of(g, i, c), g->scratch) & 1;
  }
  g->repairing = SMR_NO_CLASS;
  if (changed)
    data_changed(g, c);
}

//===--- nodes ---===//

void smr_egraph_learn_arities(SmrEgraph *g, SmrOperator upto) {
  for (SmrOperator op = g->arities.size; op <= upto; op++) {
    smr_vec_push(&g->arities, (uint8_t)smr_operator_info(g->ops, op)->arity);
    smr_ac_note(g, op);
  }
}

// The records' block, at a multiple of their size.
static void grow_records(SmrEgraph *g, uint32_t n) {
  size_t offset = g->elements ? (size_t)((char *)g->elements - (char *)g->elements_block) : 0;
  g->elements_block = smr_xrealloc(g->elements_block, (n + 1) * sizeof *g->elements);
  size_t past = (uintptr_t)g->elements_block % sizeof *g->elements;
  size_t now = past ? sizeof *g->elements - past : 0;
  g->elements = (SmrElement *)((char *)g->elements_block + now);
  if (now != offset)
    memmove(g->elements, (char *)g->elements_block + offset, g->count * sizeof *g->elements);
  smr_advise_huge(g->elements, n * sizeof *g->elements);
}

static void grow_elements(SmrEgraph *g) {
  uint32_t n = g->capacity < 512 ? 512 : g->capacity + g->capacity / 2;
  assert(n < SMR_SLOT_WIDE / SMR_NARROW);
  grow_records(g, n);
  g->parent = smr_xrealloc(g->parent, n * sizeof *g->parent);
  g->uses = smr_xrealloc(g->uses, n * sizeof *g->uses);
  smr_advise_huge(g->parent, n * sizeof *g->parent);
  smr_advise_huge(g->uses, n * sizeof *g->uses);
  if (g->keep_originals)
    g->originals = smr_xrealloc(g->originals, SMR_NARROW * (size_t)n * sizeof *g->originals);
  for (uint32_t i = 0; i < g->analyses.size; i++) {
    SmrAnalysisData *a = &g->analyses.data[i];
    a->data = smr_xrealloc(a->data, (size_t)n * a->how.size);
  }
  if (g->analyses.size) {
    g->queued = smr_xrealloc(g->queued, n);
    memset(g->queued + g->capacity, 0, n - g->capacity);
  }
  g->capacity = n;
}

// Room for the children of one more wide node.
static uint32_t wide_room(SmrEgraph *g, uint32_t arity) {
  uint32_t at = g->wides, n = g->wide_capacity < 1024 ? 1024 : g->wide_capacity + g->wide_capacity / 2;
  g->wides += arity;
  if (g->wides <= g->wide_capacity)
    return at;
  n = n < g->wides ? g->wides : n;
  assert(n < SMR_SLOT_WIDE);
  g->wide_args = smr_xrealloc(g->wide_args, n * sizeof *g->wide_args);
  g->wide_next = smr_xrealloc(g->wide_next, n * sizeof *g->wide_next);
  g->wide_node = smr_xrealloc(g->wide_node, n * sizeof *g->wide_node);
  if (g->keep_originals)
    g->wide_originals = smr_xrealloc(g->wide_originals, n * sizeof *g->wide_originals);
  g->wide_capacity = n;
  return at;
}

static inline uint32_t hash_node(const SmrEgraph *g, SmrOperator op, const SmrClass *children,
                                 uint32_t arity) {
  return smr_is_ac(g, op) ? smr_ac_hash(op, children, arity) : smr_node_hash(op, children, arity);
}

static uint32_t hash_of(SmrEgraph *g, SmrNode node) {
  SmrOperator op = g->elements[node].op & SMR_NODE_OPERATOR;
  return hash_node(g, op, smr_args(g, node), g->arities.data[op]);
}

// When live nodes fill the table its entries go into a larger one as they are, those of old keys, too: that
// reads and writes in order, and looks at no node. Else those of old keys are dropped, and present keys are
// entered: true.
static bool table_resize(SmrEgraph *g) {
  uint32_t old = g->table.capacity, size = old;
  while ((uint64_t)(g->count - g->dead) * 2 >= size)
    size *= 2;
  if (size == old)
    smr_index_free(&g->table);
  smr_index_resize(&g->table, size);
  g->tables++;
  for (SmrNode n = 0; size == old && n < g->count; n++)
    if (!(g->elements[n].op & SMR_NODE_DEAD))
      smr_index_add(&g->table, hash_of(g, n), n);
  return size == old;
}

static SmrNode table_find(const SmrEgraph *g, uint32_t hash, SmrOperator op, const SmrClass *children,
                          uint32_t arity) {
  uint32_t at = hash;
  for (SmrNode n; (n = smr_index_next(&g->table, hash, &at)) != UINT32_MAX;) {
    if ((g->elements[n].op & (SMR_NODE_DEAD | SMR_NODE_OPERATOR)) != op)
      continue;
    const uint32_t *args = smr_args(g, n);
    uint32_t k = 0;
    while (k < arity && args[k] == children[k])
      k++;
    if (k == arity || (smr_is_ac(g, op) && smr_ac_same(args, children, arity)))
      return n;
  }
  return SMR_NO_CLASS;
}

// A number for a node of so many children: of a dead one with as much room, or a new one.
static SmrNode take_number(SmrEgraph *g, uint32_t arity) {
  uint32_t room = arity <= SMR_NARROW ? 0 : arity;
  if (room < g->free_by_room.size && g->free_by_room.data[room] != SMR_NO_CLASS) {
    SmrNode n = g->free_by_room.data[room];
    g->free_by_room.data[room] = g->elements[n].next;
    g->freed--, g->dead--, g->unions--;
    return n;
  }
  if (g->count == g->capacity)
    grow_elements(g);
  if (room)
    g->elements[g->count].args[0] = wide_room(g, arity);
  return g->count++;
}

// Child k of a node is noted, in front of what else mentions its class.
static void note_use(SmrEgraph *g, SmrNode n, uint32_t k, SmrClass child, SmrClass original) {
  uint32_t slot = smr_slot(g, n, k);
  SmrUseList *used = &g->uses[child];
  if (slot & SMR_SLOT_WIDE) {
    g->wide_args[slot & ~SMR_SLOT_WIDE] = child;
    g->wide_node[slot & ~SMR_SLOT_WIDE] = n;
  } else {
    g->elements[n].args[k] = child;
  }
  if (g->keep_originals)
    *(slot & SMR_SLOT_WIDE ? &g->wide_originals[slot & ~SMR_SLOT_WIDE] : &g->originals[slot]) = original;
  if (used->uses++)
    *smr_slot_next(g, slot) = used->head;
  else
    used->tail = slot;
  used->head = slot;
}

SmrNode smr_egraph_new_node(SmrEgraph *g, uint32_t hash, SmrOperator op, const SmrClass *children,
                            const SmrClass *originals, uint32_t arity, SmrClass into) {
  if (smr_index_is_full(&g->table))
    table_resize(g);
  SmrNode n = take_number(g, arity);
  SmrElement *e = &g->elements[n];
  e->op = op | (g->recycle ? 0 : SMR_NODE_PINNED) | (arity > SMR_NARROW ? SMR_NODE_WIDE : 0);
  g->created++;
  e->stamp = g->step;
  touched(g, n, SMR_TOUCHED_NEW);
  if (g->ac)
    smr_ac_fresh(g, n);
  g->uses[n].uses = 0;
  if (into == SMR_NO_CLASS) {
    g->parent[n] = n;
    e->next = n;
    e->nodes = 1;
  } else {
    g->parent[n] = into;
    e->next = g->elements[into].next;
    g->elements[into].next = n;
    g->elements[into].nodes++;
    g->unions++, g->joined++;
  }
  for (uint32_t i = 0; i < arity; i++)
    note_use(g, n, i, children[i], originals[i]);
  smr_index_add(&g->table, hash, n);
  if (g->analyses.size) {
    for (uint32_t i = 0; i < g->analyses.size; i++) {
      memset(data_of(g, i, n), 0, g->analyses.data[i].how.size);
      g->analyses.data[i].how.make(g->analyses.data[i].how.user, g, n, data_of(g, i, n));
    }
    if (into == SMR_NO_CLASS)
      modify_later(g, n);
    else
      merge_data(g, into, n);
  }
  return n;
}

SmrNode smr_egraph_find_node(SmrEgraph *g, SmrOperator op, const SmrClass *children, uint32_t arity) {
  return table_find(g, hash_node(g, op, children, arity), op, children, arity);
}

SmrClass smr_egraph_insert(SmrEgraph *g, SmrOperator op, const SmrClass *children, uint32_t arity,
                           SmrClass into) {
  uint32_t hash = hash_node(g, op, children, arity);
  SmrNode n = table_find(g, hash, op, children, arity);
  if (n == SMR_NO_CLASS) {
    if (into == SMR_NO_CLASS || !g->log)
      return smr_find(g, smr_egraph_new_node(g, hash, op, children, children, arity,
                                             into == SMR_NO_CLASS ? into : smr_find(g, into)));
    n = smr_egraph_new_node(g, hash, op, children, children, arity, SMR_NO_CLASS);
  }
  if (into != SMR_NO_CLASS)
    smr_egraph_union(g, into, n);
  return smr_find(g, n);
}

SmrNode smr_egraph_node(SmrEgraph *g, SmrOperator op, const SmrClass *children) {
  SmrClass canonical[SMR_MAX_ARITY];
  uint32_t arity = smr_arity(g, op);
  if (smr_is_ac(g, op))
    return smr_ac_node(g, op, children, arity);
  for (uint32_t i = 0; i < arity; i++)
    canonical[i] = smr_find(g, children[i]);
  return table_find(g, smr_node_hash(op, canonical, arity), op, canonical, arity);
}

SmrClass smr_egraph_lookup(SmrEgraph *g, SmrOperator op, const SmrClass *children) {
  SmrNode n = smr_egraph_node(g, op, children);
  return n == SMR_NO_CLASS ? n : smr_find(g, n);
}

SmrClass smr_egraph_add(SmrEgraph *g, SmrOperator op, const SmrClass *children) {
  SmrClass canonical[SMR_MAX_ARITY];
  uint32_t arity = smr_arity(g, op);
  if (smr_is_ac(g, op))
    return smr_ac_add(g, op, children, arity, SMR_NO_CLASS);
  for (uint32_t i = 0; i < arity; i++)
    canonical[i] = smr_find(g, children[i]);
  uint32_t hash = smr_node_hash(op, canonical, arity);
  SmrNode n = table_find(g, hash, op, canonical, arity);
  return n == SMR_NO_CLASS ? smr_egraph_new_node(g, hash, op, canonical, children, arity, n) : smr_find(g, n);
}

bool smr_egraph_add_to(SmrEgraph *g, SmrOperator op, const SmrClass *children, SmrClass c) {
  SmrClass canonical[SMR_MAX_ARITY];
  uint32_t arity = smr_arity(g, op);
  if (smr_is_ac(g, op)) {
    uint64_t before = g->created + g->joined;
    smr_ac_add(g, op, children, arity, c);
    return before != g->created + g->joined;
  }
  for (uint32_t i = 0; i < arity; i++)
    canonical[i] = smr_find(g, children[i]);
  uint32_t hash = smr_node_hash(op, canonical, arity);
  SmrNode n = table_find(g, hash, op, canonical, arity);
  if (n != SMR_NO_CLASS)
    return smr_egraph_union(g, c, n);
  if (g->log) { // (the log wants a class that exists)
    n = smr_egraph_new_node(g, hash, op, canonical, children, arity, SMR_NO_CLASS);
    return smr_egraph_union(g, c, n);
  }
  smr_egraph_new_node(g, hash, op, canonical, children, arity, smr_find(g, c));
  return true;
}

SmrClass smr_egraph_add_term(SmrEgraph *g, const SmrTerm *term, uint32_t node) {
  // (Children precede their parents; what the root does not reach is added too only when it is the term's
  // last node.)
  SmrClass *at = smr_xmalloc((node + 1) * sizeof *at), children[SMR_MAX_ARITY];
  unsigned char *needed = smr_xcalloc(node + 1, 1);
  needed[node] = 1;
  for (uint32_t i = node + 1; i-- > 0;)
    if (needed[i])
      for (uint32_t k = 0; k < smr_arity(g, term->nodes.data[i].op); k++)
        needed[smr_term_children(term, i)[k]] = 1;
  for (uint32_t i = 0; i <= node; i++)
    if (needed[i]) {
      for (uint32_t k = 0; k < smr_arity(g, term->nodes.data[i].op); k++)
        children[k] = at[smr_term_children(term, i)[k]];
      at[i] = smr_egraph_add(g, term->nodes.data[i].op, children);
    }
  SmrClass root = at[node];
  free(at);
  free(needed);
  return root;
}

SmrClass smr_egraph_lookup_term(SmrEgraph *g, const SmrTerm *term, uint32_t node) {
  SmrClass *at = smr_xmalloc((node + 1) * sizeof *at), children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i <= node; i++) {
    at[i] = 0;
    for (uint32_t k = 0; k < smr_arity(g, term->nodes.data[i].op) && at[i] != SMR_NO_CLASS; k++)
      if ((children[k] = at[smr_term_children(term, i)[k]]) == SMR_NO_CLASS)
        at[i] = SMR_NO_CLASS;
    if (at[i] != SMR_NO_CLASS)
      at[i] = smr_egraph_lookup(g, term->nodes.data[i].op, children);
  }
  SmrClass root = at[node];
  free(at);
  return root;
}

//===--- unions and rebuilding ---===//

static bool join(SmrEgraph *g, SmrClass a, SmrClass b, uint32_t reason) {
  SmrJoin ends = {a, b, reason};
  a = smr_find(g, a);
  b = smr_find(g, b);
  if (a == b)
    return false;
  if (g->keep_originals)
    smr_vec_push(&g->joins, ends);
  uint64_t weight_a = (uint64_t)g->uses[a].uses + g->elements[a].nodes;
  uint64_t weight_b = (uint64_t)g->uses[b].uses + g->elements[b].nodes;
  if (weight_a < weight_b || (weight_a == weight_b && a > b)) {
    SmrClass t = a;
    a = b;
    b = t;
  }
  g->parent[b] = a;
  g->unions++, g->joined++;
  SmrNode n = b;
  do {
    touch_node(g, n, SMR_TOUCHED_NEW);
    if (g->ac)
      smr_ac_touch(g, n);
  } while ((n = g->elements[n].next) != b);
  uint32_t t = g->elements[a].next;
  g->elements[a].next = g->elements[b].next;
  g->elements[b].next = t;
  g->elements[a].nodes += g->elements[b].nodes;
  SmrUseList *winner = &g->uses[a], *loser = &g->uses[b];
  if (loser->uses) {
    smr_vec_push(&g->repairs, (SmrRepair){loser->head, loser->uses});
    if (winner->uses)
      *smr_slot_next(g, loser->tail) = winner->head;
    else
      winner->tail = loser->tail;
    winner->head = loser->head;
    winner->uses += loser->uses;
  }
  if (g->ac)
    smr_ac_joined(g, a, b);
  if (g->analyses.size)
    merge_data(g, a, b);
  return true;
}

bool smr_egraph_union(SmrEgraph *g, SmrClass a, SmrClass b) {
  if (g->log && smr_find(g, a) != smr_find(g, b))
    g->log(g->log_user, a, b);
  return join(g, a, b, g->reason);
}

// Brings a node's children and its entry in the hash-cons up to date; joins it with the node that it now
// equals.
static void repair(SmrEgraph *g, SmrNode n) {
  SmrElement *e = &g->elements[n];
  if (e->op & SMR_NODE_DEAD)
    return;
  SmrOperator op = e->op & SMR_NODE_OPERATOR;
  uint32_t arity = g->arities.data[op], *args = smr_args(g, n);
  bool changed = false;
  for (uint32_t i = 0; i < arity; i++) {
    SmrClass c = smr_find(g, args[i]);
    changed |= c != args[i];
    args[i] = c;
  }
  if (!changed)
    return;
  touch_node(g, n, 0);
  if (g->ac)
    smr_ac_touch(g, n);
  uint32_t hash = hash_node(g, op, args, arity);
  SmrNode same = table_find(g, hash, op, args, arity);
  if (same != SMR_NO_CLASS && same != n) {
    e->op |= SMR_NODE_DEAD;
    g->dead++;
    // (The survivor keeps its stamp: what it says of numbers was true before.)
    g->repairing = n;
    join(g, n, same, SMR_BY_CONGRUENCE);
    g->repairing = SMR_NO_CLASS;
    return;
  }
  if (same == SMR_NO_CLASS) {
    if (!smr_index_is_full(&g->table) || !table_resize(g))
      smr_index_add(&g->table, hash, n);
  }
  if (g->analyses.size)
    remake(g, n);
}

// The nodes of some parts, in order: what they touch is fetched for all of them before the first is repaired.
enum { AHEAD = 64 };

static void fetch(SmrEgraph *g, const SmrNode *nodes, uint32_t count) {
  uint32_t hashes[AHEAD], children[SMR_NARROW];
  for (uint32_t i = 0; i < count; i++)
    __builtin_prefetch(&g->elements[nodes[i]], 1);
  for (uint32_t i = 0; i < count; i++) {
    const SmrElement *e = &g->elements[nodes[i]];
    if (e->op & (SMR_NODE_DEAD | SMR_NODE_WIDE))
      continue;
    for (uint32_t k = 0; k < g->arities.data[e->op & SMR_NODE_OPERATOR]; k++)
      __builtin_prefetch(&g->parent[e->args[k]]);
  }
  // (Unions on the way make some of these hashes old: then it was fetched in vain.)
  for (uint32_t i = 0; i < count; i++) {
    const SmrElement *e = &g->elements[nodes[i]];
    if (e->op & (SMR_NODE_DEAD | SMR_NODE_WIDE))
      continue;
    uint32_t arity = g->arities.data[e->op & SMR_NODE_OPERATOR];
    for (uint32_t k = 0; k < arity; k++)
      children[k] = smr_find(g, e->args[k]);
    hashes[i] = smr_node_hash(e->op & SMR_NODE_OPERATOR, children, arity);
    __builtin_prefetch(smr_index_slot(&g->table, hashes[i]));
  }
  for (uint32_t i = 0; i < count; i++) {
    if (g->elements[nodes[i]].op & (SMR_NODE_DEAD | SMR_NODE_WIDE))
      continue;
    uint64_t entry = *smr_index_slot(&g->table, hashes[i]);
    if (entry >> 32 == hashes[i])
      __builtin_prefetch(&g->elements[(uint32_t)entry - 1]);
  }
}

// The first slot of a part that will be walked soon.
static void fetch_part(const SmrEgraph *g, uint32_t part) {
  uint32_t slot = part < g->repairs.size ? g->repairs.data[part].slot : SMR_SLOT_WIDE;
  if (!(slot & SMR_SLOT_WIDE))
    __builtin_prefetch(&g->elements[slot / SMR_NARROW], 1);
}

void smr_egraph_repair(SmrEgraph *g) {
  SmrNode nodes[AHEAD];
  uint32_t done = 0;
  while (done < g->repairs.size) {
    uint32_t count = 0;
    // (What comes to a list comes in front of a part or behind it, never inside.)
    while (count < AHEAD && done < g->repairs.size) {
      SmrRepair *r = &g->repairs.data[done];
      nodes[count++] = smr_slot_node(g, r->slot);
      r->slot = *smr_slot_next(g, r->slot);
      if (!--r->count)
        fetch_part(g, ++done + 16);
    }
    fetch(g, nodes, count);
    for (uint32_t i = 0; i < count; i++)
      repair(g, nodes[i]);
  }
  smr_vec_clear(&g->repairs);
}

static bool remake_user(void *user, SmrNode node) {
  remake(user, node);
  return true;
}

//===--- what steps touched ---===//

bool smr_egraph_touched(const SmrEgraph *g, uint32_t since, uint32_t *first) {
  if (since < g->touched_from)
    return false;
  *first = g->touched.size;
  for (uint32_t i = g->touched_steps.size; i && g->touched_steps.data[i - 1].step >= since; i--)
    *first = g->touched_steps.data[i - 1].first;
  return true;
}

// (Marks of steps that touch nothing are one mark. Who lags behind more than a step, while there is a lot to
// record, looks at everything.)
static void begin_touched_step(SmrEgraph *g) {
  uint32_t marks = g->touched_steps.size;
  if (g->touched.size > g->count / 8 + 512 && marks > 1) {
    SmrTouchedStep last = g->touched_steps.data[marks - 1];
    g->touched.size -= last.first;
    memmove(g->touched.data, g->touched.data + last.first, g->touched.size * sizeof *g->touched.data);
    g->touched_steps.data[0] = (SmrTouchedStep){last.step, 0};
    g->touched_steps.size = 1;
    g->touched_from = last.step;
  }
  if (g->touched_steps.size && smr_vec_last(&g->touched_steps).first == g->touched.size)
    smr_vec_last(&g->touched_steps).step = g->step;
  else
    smr_vec_push(&g->touched_steps, (SmrTouchedStep){g->step, g->touched.size});
}

uint32_t smr_egraph_rebuild(SmrEgraph *g) {
  uint64_t before = g->joined;
  uint32_t next = 0; // in `changed`, which is first in, first out
  for (;;) {
    if (g->repairs.size) {
      smr_egraph_repair(g);
    } else if (g->changed.size) {
      if (next == g->changed.size) {
        smr_vec_clear(&g->changed);
        next = 0;
        continue;
      }
      SmrClass c = g->changed.data[next++];
      g->queued[c] &= (uint8_t)~1u;
      smr_egraph_touch(g, c);
      smr_egraph_uses(g, smr_find(g, c), remake_user, g);
    } else if (g->modified.size) {
      SmrClass c = smr_vec_pop(&g->modified);
      g->queued[c] &= (uint8_t)~2u;
      c = smr_find(g, c);
      for (uint32_t i = 0; i < g->analyses.size; i++)
        if (g->analyses.data[i].how.modify) {
          g->modifying = g->analyses.data[i].how.name;
          g->analyses.data[i].how.modify(g->analyses.data[i].how.user, g, smr_find(g, c));
        }
      g->modifying = NULL;
    } else if (!g->ac || !smr_ac_close(g))
      break;
  }
  g->step++;
  begin_touched_step(g);
  return (uint32_t)(g->joined - before);
}

static void drop_dead_nodes(SmrEgraph *g, SmrClass c) {
  SmrNode last = c;
  for (SmrNode n = g->elements[c].next; n != c; n = g->elements[n].next)
    if (g->elements[n].op & SMR_NODE_DEAD)
      g->elements[c].nodes--;
    else {
      g->elements[last].next = n;
      last = n;
    }
  g->elements[last].next = c;
}

static void drop_dead_uses(SmrEgraph *g, SmrClass c) {
  SmrUseList *l = &g->uses[c];
  uint32_t kept = 0;
  for (uint32_t slot = l->head, i = l->uses, following; i--; slot = following) {
    following = *smr_slot_next(g, slot);
    if (g->elements[smr_slot_node(g, slot)].op & SMR_NODE_DEAD)
      continue;
    if (kept++)
      *smr_slot_next(g, l->tail) = slot;
    else
      l->head = slot;
    l->tail = slot;
  }
  l->uses = kept;
}

// Takes dead nodes out of the lists, and makes the numbers that nobody can hold ready for reuse.
void smr_egraph_recycle(SmrEgraph *g) {
  if (g->keep_originals || g->repairs.size)
    return;
  if (g->ac)
    g->ac->all = true;
  forget_touched(g); // (a number that is used again would lead to its new class alone)
  for (uint32_t i = 0; i < g->count; i++)
    g->parent[i] = smr_find(g, i);
  for (SmrClass c = 0; c < g->count; c++) {
    if (g->parent[c] != c)
      continue;
    drop_dead_nodes(g, c);
    drop_dead_uses(g, c);
  }
  for (uint32_t i = 0; i < g->count; i++) {
    uint32_t op = g->elements[i].op;
    if (op == SMR_NODE_FREE || !(op & SMR_NODE_DEAD) || op & (SMR_NODE_PINNED | SMR_NODE_HELD) ||
        g->parent[i] == i)
      continue;
    uint32_t room = op & SMR_NODE_WIDE ? g->arities.data[op & SMR_NODE_OPERATOR] : 0;
    while (g->free_by_room.size <= room)
      smr_vec_push(&g->free_by_room, SMR_NO_CLASS);
    g->elements[i].next = g->free_by_room.data[room];
    g->free_by_room.data[room] = i;
    g->elements[i].op = SMR_NODE_FREE;
    g->freed++;
  }
}

void smr_egraph_drop(SmrEgraph *g, SmrNode node) {
  touch_node(g, node, 0);
  if (g->ac)
    smr_ac_touch(g, node);
  g->elements[node].op |= SMR_NODE_DEAD;
  g->dead++;
}

//===--- reading ---===//

SmrNode smr_egraph_next(const SmrEgraph *g, SmrClass c, SmrNode node) {
  for (SmrNode n = g->elements[node].next; n != c; n = g->elements[n].next)
    if (!(g->elements[n].op & SMR_NODE_DEAD))
      return n;
  return SMR_NO_CLASS;
}

SmrNode smr_egraph_first(const SmrEgraph *g, SmrClass c) {
  return g->elements[c].op & SMR_NODE_DEAD ? smr_egraph_next(g, c, c) : c;
}

void smr_egraph_uses(const SmrEgraph *g, SmrClass c, bool (*fn)(void *user, SmrNode node), void *user) {
  uint32_t count = g->uses[c].uses;
  for (uint32_t slot = g->uses[c].head; count--;) {
    uint32_t following = *smr_slot_next(g, slot);
    SmrNode n = smr_slot_node(g, slot);
    if (!(g->elements[n].op & SMR_NODE_DEAD) && !fn(user, n))
      return;
    slot = following;
  }
}
