//===- check.c - the e-graph's invariant ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/ac_internal.h"
#include <string.h>

static bool broken(SmrStr *why, const char *what, uint32_t at) {
  smr_str_printf(why, "%s at %u", what, at);
  return false;
}

static const uint32_t *arg_at(const SmrEgraph *g, uint32_t slot) {
  return slot & SMR_SLOT_WIDE ? &g->wide_args[slot & ~SMR_SLOT_WIDE]
                              : &g->elements[slot / SMR_NARROW].args[slot % SMR_NARROW];
}

// Slots as numbers without gaps: narrow ones first.
static uint32_t number_of(const SmrEgraph *g, uint32_t slot) {
  return slot & SMR_SLOT_WIDE ? SMR_NARROW * g->count + (slot & ~SMR_SLOT_WIDE) : slot;
}

bool smr_egraph_check(SmrEgraph *g, SmrStr *why) {
  if (g->repairs.size || g->changed.size)
    return broken(why, "work is left to rebuild", g->repairs.size);
  uint32_t live = 0, classes = 0, arity;
  uint32_t *listed = smr_xcalloc(g->count + 1, sizeof *listed),
           *used = smr_xcalloc(SMR_NARROW * g->count + g->wides + 1, sizeof *used);
  bool ok = true;
  for (SmrClass c = 0; ok && c < g->count; c++) {
    if (g->parent[c] != c)
      continue;
    classes++;
    uint32_t length = 0;
    SmrNode n = c;
    do {
      listed[n]++;
      length++;
      if (smr_find(g, n) != c)
        ok = broken(why, "EG4: a class lists a node of another class", n);
    } while (ok && (n = g->elements[n].next) != c && length <= g->count);
    if (ok && length != g->elements[c].nodes)
      ok = broken(why, "EG4: a class' node count is wrong", c);
    uint32_t slot = g->uses[c].head;
    for (uint32_t i = 0; ok && i < g->uses[c].uses; i++, slot = *smr_slot_next(g, slot)) {
      used[number_of(g, slot)]++;
      if (smr_find(g, *arg_at(g, slot)) != c)
        ok = broken(why, "EG4: a class' use list holds a slot of another class", slot);
      else if (i + 1 == g->uses[c].uses && slot != g->uses[c].tail)
        ok = broken(why, "EG4: a class' use list ends somewhere else", slot);
    }
  }
  for (SmrNode n = 0; ok && n < g->count; n++) {
    if (g->elements[n].op & SMR_NODE_DEAD)
      continue;
    live++;
    arity = smr_arity(g, g->elements[n].op & SMR_NODE_OPERATOR);
    const uint32_t *args = smr_args(g, n);
    if (listed[n] != 1)
      ok = broken(why, "EG4: a live node is not listed once", n);
    for (uint32_t i = 0; ok && i < arity; i++) {
      if (g->parent[args[i]] != args[i])
        ok = broken(why, "EG1: a child is not canonical", n);
      else if (used[number_of(g, smr_slot(g, n, i))] != 1)
        ok = broken(why, "EG4: a use is not listed once", n);
      else if (g->elements[n].stamp >= g->step)
        ok = broken(why, "EG5: a stamp lies in the future", n);
    }
    bool ac = smr_is_ac(g, g->elements[n].op & SMR_NODE_OPERATOR);
    uint32_t hash = (ac ? smr_ac_hash : smr_node_hash)(g->elements[n].op & SMR_NODE_OPERATOR, args, arity),
             found = 0;
    uint32_t at = hash;
    for (SmrNode m; ok && (m = smr_index_next(&g->table, hash, &at)) != UINT32_MAX;) {
      if (m == n)
        found++;
      else if (((g->elements[m].op ^ g->elements[n].op) & (SMR_NODE_DEAD | SMR_NODE_OPERATOR)) == 0 &&
               (ac ? smr_ac_same(smr_args(g, m), args, arity)
                   : !memcmp(smr_args(g, m), args, arity * sizeof *args)))
        ok = broken(why, "EG2: two live nodes are the same", n);
    }
    if (ok && !found)
      ok = broken(why, "EG3: the hash-cons does not find a live node", n);
    SmrClass c = smr_find(g, n);
    for (uint32_t i = 0; ok && i < g->analyses.size; i++) {
      const SmrAnalysis *how = &g->analyses.data[i].how;
      unsigned char *data = smr_xmalloc(how->size);
      memset(g->scratch, 0, how->size);
      how->make(how->user, g, n, g->scratch);
      memcpy(data, g->analyses.data[i].data + (size_t)how->size * c, how->size);
      if (how->merge(how->user, g, data, g->scratch) & 1)
        ok = broken(why, "EG6: a class' data does not cover a node", n);
      free(data);
    }
  }
  if (ok && (live != smr_egraph_nodes(g) || classes != smr_egraph_classes(g)))
    ok = broken(why, "the counts of nodes or classes are wrong", live);
  free(listed);
  free(used);
  return ok && smr_ac_check(g, why);
}
