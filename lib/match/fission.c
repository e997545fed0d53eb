//===- fission.c - which stores of a loop may get loops of their own -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The nodes are the loop's stores, and what it leaves in variables; each needs the loads that its value is
// computed from. An edge says that something of the one must run before something of the other. Strongly
// connected nodes stay together; the rest becomes loops in an order that all edges point along. Nothing here
// is guessed: two accesses are apart by proof, or by a test at run time, or meet only in one and the same
// iteration, or they tie their nodes together.
//===----------------------------------------------------------------------===//
#include "match/fission.h"
#include "graph/normalize/normalize.h"
#include "match/fission_meet.h"
#include <stdlib.h>

enum { MOST_NODES = 32, MOST_LOADS = 256, MOST_OPS = 4096, MOST_GUARDS = 32, MOST_PAIRS = 1 << 14 };

typedef struct {
  SmrMeet meet;
  SmrOp loop;
  bool ok;
  bool large; // than any limit here
  uint32_t op_count;
  SmrMeetAccess stores[MOST_NODES], loads[MOST_LOADS];
  uint32_t store_count, load_count;
  uint32_t node_count; // the stores, and perhaps what the loop leaves in variables
  bool leaves;         // … that is there, as the last node
  uint64_t reads[MOST_NODES + 1][MOST_LOADS / 64];
  uint64_t reach[MOST_NODES + 1]; // bit t: an edge, later a path, leads there
  uint32_t group[MOST_NODES + 1]; // nodes that stay together have one number
  SmrMap load_number;             // LOAD → its place in loads + 1
  SmrMap carried;                 // what a loop carries → the first node that needs it
  uint8_t *seen;
  SMR_VEC(SmrValue) work, visited; // visited: what is marked in seen
} Plan;

//--- What is in the loop -----------------------------------------------------------

static bool divides(SmrOpcode code) {
  return code == SMR_OP_DIVS || code == SMR_OP_DIVU || code == SMR_OP_REMS || code == SMR_OP_REMU;
}

static void collect(Plan *p, SmrOp op);

static void collect_body(Plan *p, SmrOp op) {
  const SmrGraph *g = p->meet.graph;
  SmrBlock body = smr_body_block(g, op, 0);
  SmrPoly trip = smr_poly_of(g, p->meet.arena, smr_operand(g, op, 0));
  p->ok = p->ok && (op == p->loop || smr_meet_told_before(&p->meet, trip));
  for (SmrOp in = g->blocks.data[body].first; in && p->ok; in = smr_op(g, in)->next)
    collect(p, in);
}

/// Only what can be done again, and what is split up; anything else and the loop stays as it is.
static void collect(Plan *p, SmrOp op) {
  const SmrGraph *g = p->meet.graph;
  const SmrOpData *data = smr_op(g, op);
  int64_t divisor;
  if (++p->op_count > MOST_OPS) {
    p->large = true;
    p->ok = false;
    return;
  }
  switch (data->code) {
  case SMR_OP_LOOP:
    collect_body(p, op);
    return;
  case SMR_OP_YIELD:
  case SMR_OP_ALLOCA:
    return;
  case SMR_OP_LOAD:
  case SMR_OP_STORE: {
    bool store = data->code == SMR_OP_STORE;
    SmrMeetAccess *into = store ? p->stores + p->store_count : p->loads + p->load_count;
    p->large |= store ? p->store_count == MOST_NODES - 1 : p->load_count == MOST_LOADS;
    p->ok = !p->large && !(data->flags & SMR_F_VOLATILE) && smr_meet_access(&p->meet, op, into);
    p->large |= !p->large && into->depth == SMR_MEET_DEPTH && !p->ok;
    if (p->ok && !store)
      smr_map_set(&p->load_number, op, p->load_count + 1);
    p->store_count += store;
    p->load_count += !store;
    return;
  }
  default:
    p->ok = (smr_opcode_pure((SmrOpcode)data->code) ||
             (data->code == SMR_OP_OPAQUE && (data->flags & SMR_F_PURE) && !data->region_count)) &&
            (!divides((SmrOpcode)data->code) ||
             (smr_const_int(g, smr_operand(g, op, 1), &divisor) && divisor != 0 && divisor != -1));
  }
}

//--- What a node needs ---------------------------------------------------------------

static void need(Plan *p, SmrValue value) {
  const SmrGraph *g = p->meet.graph;
  value = smr_value(g, value);
  if (p->seen[value] || !smr_value_inside(g, value, p->loop))
    return;
  p->seen[value] = 1;
  smr_vec_push(&p->work, value);
  smr_vec_push(&p->visited, value);
}

/// Nodes that need the same sum stay together: each copy of the loop would compute it anew.
static void need_carried(Plan *p, uint32_t node, SmrOp loop, uint32_t k) {
  const SmrGraph *g = p->meet.graph;
  uint32_t first = node;
  if (!smr_map_get(&p->carried, smr_result(g, loop, k), &first))
    smr_map_set(&p->carried, smr_result(g, loop, k), node);
  if (first != node) {
    p->reach[first] |= (uint64_t)1 << node;
    p->reach[node] |= (uint64_t)1 << first;
  }
  need(p, smr_operand(g, loop, 1 + k));
  need(p, smr_operand(g, g->blocks.data[smr_body_block(g, loop, 0)].last, k));
}

/// What the node's loads are, from what is in the work list; empties that.
static void trace(Plan *p, uint32_t node) {
  const SmrGraph *g = p->meet.graph;
  while (p->work.size) {
    SmrValue value = smr_vec_pop(&p->work);
    const SmrValueData *data = smr_value_data(g, value);
    uint32_t number;
    if (!data->def) {
      SmrOp loop = g->regions.data[g->blocks.data[data->block].region].parent;
      if (data->index)
        need_carried(p, node, loop, data->index - 1);
    } else if (smr_map_get(&p->load_number, data->def, &number)) {
      p->reads[node][(number - 1) / 64] |= (uint64_t)1 << (number - 1) % 64;
    } else if (smr_op(g, data->def)->code == SMR_OP_LOOP) {
      need_carried(p, node, data->def, data->index);
    } else {
      for (uint32_t k = 0; k < smr_op(g, data->def)->operand_count; k++)
        need(p, smr_operand(g, data->def, k));
    }
  }
  while (p->visited.size)
    p->seen[smr_vec_pop(&p->visited)] = 0;
}

static void find_needs(Plan *p, const SmrUses *uses) {
  const SmrGraph *g = p->meet.graph;
  p->node_count = p->store_count;
  for (uint32_t s = 0; s < p->store_count; s++) {
    need(p, smr_operand(g, p->stores[s].op, 0));
    trace(p, s);
  }
  for (uint32_t k = 0; k < smr_op(g, p->loop)->result_count; k++) {
    SmrValue result = smr_result(g, p->loop, k);
    if (uses->first[result] == uses->first[result + 1])
      continue;
    need_carried(p, p->store_count, p->loop, k);
    p->leaves = true;
  }
  if (p->leaves)
    trace(p, p->node_count++);
}

static bool reads(const Plan *p, uint32_t node, uint32_t load) {
  return p->reads[node][load / 64] >> load % 64 & 1;
}

//--- Edges ---------------------------------------------------------------------------

static void edges(Plan *p, uint32_t a, uint32_t b, unsigned order) {
  if (order & SMR_MEET_FIRST_BEFORE)
    p->reach[a] |= (uint64_t)1 << b;
  if (order & SMR_MEET_SECOND_BEFORE)
    p->reach[b] |= (uint64_t)1 << a;
}

/// Every two nodes, or those in different groups: pairs of their accesses of which one is a store.
static void look_at_pairs(Plan *p, bool separated) {
  for (uint32_t a = 0; a < p->store_count; a++)
    for (uint32_t b = 0; b < p->node_count; b++) {
      if (a == b || (separated && p->group[a] == p->group[b]))
        continue;
      if (a < b && b < p->store_count)
        edges(p, a, b, smr_meet(&p->meet, &p->stores[a], &p->stores[b]));
      for (uint32_t l = 0; l < p->load_count; l++)
        if (reads(p, b, l))
          edges(p, a, b, smr_meet(&p->meet, &p->stores[a], &p->loads[l]));
    }
}

static void close_paths(Plan *p) {
  for (uint32_t k = 0; k < p->node_count; k++)
    for (uint32_t a = 0; a < p->node_count; a++)
      if (p->reach[a] >> k & 1)
        p->reach[a] |= p->reach[k];
}

static void join(Plan *p, uint32_t a, uint32_t b) {
  uint32_t from = p->group[b], to = p->group[a];
  for (uint32_t k = 0; k < p->node_count; k++)
    if (p->group[k] == from)
      p->group[k] = to;
}

static bool leads(const Plan *p, uint32_t from, uint32_t to) {
  return p->reach[from] >> to & 1;
}

/// Does a path lead from group `a` to group `b` through a third one? (Any member reaches what the others do.)
static bool detour(const Plan *p, uint32_t a, uint32_t b) {
  for (uint32_t x = 0; x < p->node_count; x++)
    for (uint32_t c = 0; p->group[x] == p->group[a] && c < p->node_count; c++)
      for (uint32_t y = 0;
           leads(p, x, c) && p->group[c] != p->group[a] && p->group[c] != p->group[b] && y < p->node_count;
           ++y)
        if (p->group[y] == p->group[b] && leads(p, c, y))
          return true;
  return false;
}

static void find_groups(Plan *p) {
  for (uint32_t a = 0; a < p->node_count; a++)
    p->group[a] = a;
  for (uint32_t a = 0; a < p->node_count; a++)
    for (uint32_t b = 0; b < a; b++)
      if (leads(p, a, b) && leads(p, b, a))
        join(p, b, a);
  // What the loop leaves in variables is what its last copy leaves there.
  uint32_t last = p->node_count - 1;
  for (uint32_t b = 0; p->leaves && b < last; b++)
    if (leads(p, last, b))
      join(p, last, b);
  // An element that is set before a loop which goes on with it: idioms say so, too.
  for (uint32_t a = 0; a < p->store_count; a++)
    for (uint32_t b = 0; b < p->store_count; b++)
      if (p->group[a] != p->group[b] && p->stores[a].base == p->stores[b].base && leads(p, a, b) &&
          p->stores[a].depth < p->stores[b].depth &&
          smr_before(p->meet.graph, p->stores[a].op, p->stores[b].op) && !detour(p, a, b))
        join(p, a, b);
}

//--- The parts -----------------------------------------------------------------------

static bool ready(const Plan *p, uint32_t group, uint64_t done) {
  for (uint32_t a = 0; a < p->node_count; a++)
    for (uint32_t b = 0; p->group[a] != group && !(done >> a & 1) && b < p->node_count; b++)
      if (p->group[b] == group && leads(p, a, b))
        return false;
  return true;
}

/// Groups in an order that all edges point along, as they stand in the code otherwise; what the loop leaves
/// in variables comes last. False when there is no such order.
static bool number_parts(Plan *p, uint32_t *part_of, uint32_t *count) {
  uint64_t done = 0, all = ((uint64_t)1 << p->node_count) - 1;
  uint32_t last = p->leaves ? p->group[p->node_count - 1] : UINT32_MAX;
  for (*count = 0; done != all; ++*count) {
    uint32_t next = UINT32_MAX;
    for (uint32_t a = 0; a < p->node_count && next == UINT32_MAX; a++)
      if (!(done >> a & 1) && p->group[a] != last && ready(p, p->group[a], done))
        next = p->group[a];
    if (next == UINT32_MAX && last != UINT32_MAX && ready(p, last, done))
      next = last;
    if (next == UINT32_MAX)
      return false;
    for (uint32_t a = 0; a < p->node_count; a++)
      if (p->group[a] == next) {
        part_of[a] = *count;
        done |= (uint64_t)1 << a;
      }
    if (next == last && done != all)
      return false;
  }
  return true;
}

static bool plan_loop(Plan *p, const SmrUses *uses, SmrFission *out) {
  SmrArena *arena = p->meet.arena;
  p->ok = true;
  collect_body(p, p->loop);
  if (!p->ok || !p->store_count)
    return false;
  find_needs(p, uses);
  p->large = p->node_count * (p->store_count + p->load_count) > MOST_PAIRS;
  if (p->node_count < 2 || p->large)
    return false;
  look_at_pairs(p, false);
  close_paths(p);
  find_groups(p);
  uint32_t *part_of = smr_arena_alloc(arena, (MOST_NODES + 1) * sizeof *part_of), count;
  if (!number_parts(p, part_of, &count) || count < 2)
    return false;
  const SmrExpr **guards = smr_arena_alloc(arena, MOST_GUARDS * sizeof *guards);
  p->meet.guards = guards;
  p->meet.guard_room = MOST_GUARDS;
  look_at_pairs(p, true);
  p->meet.guards = NULL;
  if (p->meet.too_many)
    return false;
  SmrOp *stores = smr_arena_alloc(arena, p->store_count * sizeof *stores);
  for (uint32_t s = 0; s < p->store_count; s++)
    stores[s] = p->stores[s].op;
  *out = (SmrFission){.loop = p->loop,
                      .stores = stores,
                      .part_of = part_of,
                      .store_count = p->store_count,
                      .part_count = count,
                      .guards = guards,
                      .guard_count = p->meet.guard_count};
  return true;
}

typedef struct {
  const SmrGraph *graph;
  const SmrUses *uses;
  bool guards_static;
  SmrArena *arena;
  SmrFission *found;
  uint32_t count, tried;
  uint32_t limits;
} Search;

static bool try_loop(Search *s, SmrOp loop) {
  Plan *p = smr_xcalloc(1, sizeof *p);
  p->meet =
      (SmrMeet){.graph = s->graph, .loop = loop, .arena = s->arena, .guards_allowed = !s->guards_static};
  p->loop = loop;
  p->seen = smr_xcalloc(s->graph->values.size + 1, 1);
  bool ok = plan_loop(p, s->uses, &s->found[s->count]);
  s->count += ok;
  if (p->large || p->meet.too_many)
    s->limits |= SMR_FISSION_LARGE;
  smr_map_free(&p->load_number);
  smr_map_free(&p->carried);
  smr_vec_free(&p->work);
  smr_vec_free(&p->visited);
  free(p->seen);
  free(p);
  return ok;
}

/// Are there two stores at all, or a store and a value?
static uint32_t things_done(const SmrGraph *g, SmrOp op) {
  uint32_t count = 0;
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
    SmrBlock block = smr_body_block(g, op, r);
    for (SmrOp in = block ? g->blocks.data[block].first : 0; in; in = smr_op(g, in)->next)
      count += smr_op(g, in)->code == SMR_OP_STORE ? 1 : things_done(g, in);
  }
  return count;
}

static void search(Search *s, SmrBlock block) {
  const SmrGraph *g = s->graph;
  for (SmrOp op = g->blocks.data[block].first; op && !(s->limits & SMR_FISSION_MORE);
       op = smr_op(g, op)->next) {
    const SmrOpData *data = smr_op(g, op);
    if (data->code == SMR_OP_LOOP) {
      uint32_t done = things_done(g, op);
      if (done && done + data->result_count >= 2) {
        if (s->count == SMR_FISSION_MOST || s->tried == 4 * SMR_FISSION_MOST) {
          s->limits |= SMR_FISSION_MORE;
          return;
        }
        ++s->tried;
        if (try_loop(s, op))
          continue;
      }
    }
    for (uint32_t r = 0; r < data->region_count; r++) {
      const SmrRegionData *region = &g->regions.data[smr_op_region(g, op, r)];
      for (uint32_t b = 0; b < region->blocks.size; b++)
        search(s, region->blocks.data[b]);
    }
  }
}

uint32_t smr_fission_plan(const SmrGraph *plain, bool guards_static, SmrArena *arena, const SmrFission **out,
                          uint32_t *limits) {
  SmrUses uses = smr_uses_compute(plain);
  Search s = {.graph = plain, .uses = &uses, .guards_static = guards_static, .arena = arena};
  s.found = smr_arena_alloc(arena, SMR_FISSION_MOST * sizeof *s.found);
  const SmrRegionData *body = &plain->regions.data[plain->body];
  for (uint32_t b = 0; b < body->blocks.size; b++)
    search(&s, body->blocks.data[b]);
  smr_uses_free(&uses);
  *out = s.found;
  *limits = s.limits;
  return s.count;
}
