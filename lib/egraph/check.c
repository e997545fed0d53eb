//===- check.c - the e-graph's invariant ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/ac_internal.h"
#include <string.h>

static bool broken(SmrStr *why, const char *what, uint32_t at) {
  smr_str_printf(why, "%s at %u", what, at);
  return false;
}

bool smr_egraph_check(SmrEgraph *g, SmrStr *why) {
  if (g->repairs.size || g->changed.size)
    return broken(why, "work is left to rebuild", g->repairs.size);
  uint32_t live = 0, classes = 0, arity;
  uint32_t *listed = smr_xcalloc(g->count + 1, sizeof *listed),
           *used = smr_xcalloc(g->slots + 1, sizeof *used);
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
        ok = broken(why, "E4: a class lists a node of another class", n);
    } while (ok && (n = g->next[n]) != c && length <= g->count);
    if (ok && length != g->lists[c].nodes)
      ok = broken(why, "E4: a class' node count is wrong", c);
    uint32_t slot = g->lists[c].uses ? g->slot_next[g->lists[c].use_tail] : 0;
    for (uint32_t i = 0; ok && i < g->lists[c].uses; i++, slot = g->slot_next[slot]) {
      used[slot]++;
      if (smr_find(g, g->args[slot]) != c)
        ok = broken(why, "E4: a class' use list holds a slot of another class", slot);
    }
  }
  for (SmrNode n = 0; ok && n < g->count; n++) {
    if (g->elements[n].op & SMR_NODE_DEAD)
      continue;
    live++;
    arity = smr_arity(g, g->elements[n].op & SMR_NODE_OPERATOR);
    const uint32_t *args = g->args + g->elements[n].first;
    if (listed[n] != 1)
      ok = broken(why, "E4: a live node is not listed once", n);
    for (uint32_t i = 0; ok && i < arity; i++) {
      if (g->parent[args[i]] != args[i])
        ok = broken(why, "E1: a child is not canonical", n);
      else if (used[g->elements[n].first + i] != 1)
        ok = broken(why, "E4: a use is not listed once", n);
      else if (g->stamp[n] >= g->step)
        ok = broken(why, "E5: a stamp lies in the future", n);
    }
    bool ac = smr_is_ac(g, g->elements[n].op & SMR_NODE_OPERATOR);
    uint32_t hash = (ac ? smr_ac_hash : smr_node_hash)(g->elements[n].op & SMR_NODE_OPERATOR, args, arity),
             found = 0;
    for (uint32_t i = hash & g->table_mask; ok && g->table[i]; i = (i + 1) & g->table_mask) {
      if (g->table[i] >> 32 != hash)
        continue;
      SmrNode m = (uint32_t)g->table[i] - 1;
      if (m == n)
        found++;
      else if (((g->elements[m].op ^ g->elements[n].op) & (SMR_NODE_DEAD | SMR_NODE_OPERATOR)) == 0 &&
               (ac ? smr_ac_same(g->args + g->elements[m].first, args, arity)
                   : !memcmp(g->args + g->elements[m].first, args, arity * sizeof *args)))
        ok = broken(why, "E2: two live nodes are the same", n);
    }
    if (ok && !found)
      ok = broken(why, "E3: the hash-cons does not find a live node", n);
    SmrClass c = smr_find(g, n);
    for (uint32_t i = 0; ok && i < g->analyses.size; i++) {
      const SmrAnalysis *how = &g->analyses.data[i].how;
      unsigned char *data = smr_xmalloc(how->size);
      memset(g->scratch, 0, how->size);
      how->make(how->user, g, n, g->scratch);
      memcpy(data, g->analyses.data[i].data + (size_t)how->size * c, how->size);
      if (how->merge(how->user, g, data, g->scratch) & 1)
        ok = broken(why, "E6: a class' data does not cover a node", n);
      free(data);
    }
  }
  if (ok && (live != smr_egraph_nodes(g) || classes != smr_egraph_classes(g)))
    ok = broken(why, "the counts of nodes or classes are wrong", live);
  free(listed);
  free(used);
  return ok && smr_ac_check(g, why);
}
