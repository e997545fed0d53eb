//===- apply.c - conditions, right-hand sides, unions --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Applying is bound by memory: a look-up touches the hash-cons, a node and its children, each somewhere else.
// Matches of plain rules are applied some at a time, one build instruction after the other for all of them,
// each behind two sweeps that fetch what it will touch.
//===----------------------------------------------------------------------===//
#include "egraph/program_internal.h"
#include <string.h>

typedef struct {
  SmrClass variables[SMR_MAX_VARIABLES];
  SmrClass *built;
} Values;

static inline SmrClass value(const Values *v, uint32_t i) {
  return i < SMR_BUILT ? v->variables[i] : v->built[i - SMR_BUILT];
}

// A number or an index as an argument of a condition says something to it: it need not be in the graph.
static bool is_literal(SmrEgraph *g, const SmrBuild *b) {
  unsigned kind = b->count ? SMR_OPERATOR_PLAIN : smr_operator_info(g->ops, b->op)->kind;
  return kind == SMR_OPERATOR_INTEGER || kind == SMR_OPERATOR_INDEX;
}

// Whether a filter lets a node be added (it is there already, or nobody minds).
static bool is_kept(SmrProgram *p, SmrEgraph *g, SmrOperator op, const SmrClass *args) {
  return !p->keeps || smr_egraph_lookup(g, op, args) != SMR_NO_CLASS ||
         p->keeps(p->keeps_user, g, op, args, SMR_NO_CLASS);
}

static bool build(SmrProgram *p, SmrEgraph *g, const SmrCompiledRule *r, Values *v, uint32_t from,
                  uint32_t to, bool add) {
  SmrClass args[SMR_MAX_ARITY];
  for (uint32_t i = from; i < to; i++) {
    const SmrBuild *b = &r->build.data[i];
    const uint32_t *refs = r->build_args.data + b->first;
    for (uint32_t k = 0; k < b->count; k++)
      args[k] = value(v, refs[k]);
    if (add && !b->callback && !is_kept(p, g, b->op, args))
      return false;
    if (b->callback)
      v->built[i] = b->callback->compute(b->callback->user, g, args, b->count);
    else
      v->built[i] =
          add || is_literal(g, b) ? smr_egraph_add(g, b->op, args) : smr_egraph_lookup(g, b->op, args);
    if (v->built[i] == SMR_NO_CLASS)
      return false;
    if (b->callback && p->keeps && !p->keeps(p->keeps_user, g, b->op, args, smr_find(g, v->built[i])))
      return false;
  }
  return true;
}

static bool holds(SmrProgram *p, SmrEgraph *g, const SmrCompiledRule *r, Values *v) {
  SmrClass args[SMR_MAX_ARITY];
  uint32_t done = 0;
  for (uint32_t i = 0; i < r->conditions.size; i++) {
    const SmrCompiledCondition *c = &r->conditions.data[i];
    if (!build(p, g, r, v, done, c->built, false))
      return false;
    done = c->built;
    for (uint32_t k = 0; k < c->count; k++)
      args[k] = smr_find(g, value(v, r->condition_args.data[c->first + k]));
    if (!c->callback->condition(c->callback->user, g, args, c->count))
      return false;
  }
  return true;
}

bool smr_program_holds(SmrProgram *p, SmrEgraph *g, const SmrEmatch *match) {
  const SmrCompiledRule *r = &p->rules[match->rule];
  Values v;
  memcpy(v.variables, match->variables, r->matched * sizeof *v.variables);
  v.built = smr_xmalloc((r->build.size + 1) * sizeof *v.built);
  bool ok = holds(p, g, r, &v);
  free(v.built);
  return ok;
}

static bool apply_once(SmrProgram *p, SmrSnapshot *s, SmrEgraph *g, const SmrCompiledRule *r, SmrClass root,
                       Values *v, bool create) {
  SmrClass args[SMR_MAX_ARITY];
  if (!holds(p, g, r, v))
    return false;
  p->application = (SmrApplication){(uint32_t)(r - p->rules), v->variables};
  p->applying = true;
  if (r->ac) {
    bool applied = smr_ac_apply(p, s, g, r, root, v->variables, v->built);
    p->applying = false;
    return applied;
  }
  // (A condition's nodes exist already, so that those the result shares with it need not be added.)
  uint32_t last = r->build.size;
  bool there = false;
  // The result itself goes straight into the root's class.
  bool direct =
      r->result == SMR_BUILT + last - 1 && last > r->condition_built && !r->build.data[last - 1].callback;
  if (build(p, g, r, v, r->condition_built, last - direct, create)) {
    if (direct) {
      const SmrBuild *b = &r->build.data[last - 1];
      for (uint32_t k = 0; k < b->count; k++)
        args[k] = value(v, r->build_args.data[b->first + k]);
      SmrClass same = SMR_NO_CLASS;
      if (create && !is_kept(p, g, b->op, args))
        create = false;
      else if (create)
        smr_egraph_add_to(g, b->op, args, root);
      else if ((same = smr_egraph_lookup(g, b->op, args)) != SMR_NO_CLASS)
        smr_egraph_union(g, root, same);
      there = create || same != SMR_NO_CLASS;
    } else {
      smr_egraph_union(g, root, value(v, r->result));
      there = true;
    }
  }
  p->applying = false;
  return there;
}

static bool apply_foralls(SmrProgram *p, SmrSnapshot *s, SmrEgraph *g, const SmrCompiledRule *r,
                          SmrClass root, Values *v, uint32_t level) {
  if (level == r->foralls.size)
    return apply_once(p, s, g, r, root, v, true);
  const SmrCallback *condition = r->foralls.data[level].condition;
  smr_snapshot_classes(s);
  for (uint32_t i = 0; i < s->classes.size && !smr_program_spent(p); i++) {
    if (p->most_nodes && smr_egraph_nodes(g) > p->most_nodes)
      break;
    SmrClass c = smr_find(g, s->classes.data[i]);
    if (c != s->classes.data[i] || (condition && !condition->condition(condition->user, g, &c, 1)))
      continue;
    v->variables[r->matched + level] = c;
    apply_foralls(p, s, g, r, root, v, level + 1);
  }
  return true;
}

bool smr_program_apply(SmrProgram *p, SmrSnapshot *s, SmrEgraph *g, const SmrEmatch *match, bool create) {
  const SmrCompiledRule *r = &p->rules[match->rule];
  if (!create && (r->full || r->ac))
    return false;
  SmrClass built[64];
  Values v;
  memcpy(v.variables, match->variables, r->matched * sizeof *v.variables);
  v.built = r->build.size <= 64 ? built : smr_xmalloc(r->build.size * sizeof *v.built);
  bool there = r->foralls.size ? apply_foralls(p, s, g, r, match->root, &v, 0)
                               : apply_once(p, s, g, r, match->root, &v, create);
  if (v.built != built)
    free(v.built);
  return there;
}

#define BATCH 48
#define BATCH_BUILDS 8
#define BATCH_ARITY 6

typedef struct {
  const SmrCompiledRule *rule;
  SmrEmatch match;
  bool plain, there;
  SmrNode candidate;   // the first node with the hash of what is looked up
  uint32_t hash, free; // and a place of the hash-cons behind all of that hash, if there is none
  uint32_t tables;     // its number of tables then
  uint64_t joined;     // the graph's unions when `args` were made canonical
  SmrClass args[BATCH_ARITY];
  SmrClass built[BATCH_BUILDS];
} Lane;

static inline SmrClass lane_value(const Lane *lane, uint32_t i) {
  return i < SMR_BUILT ? lane->match.variables[i] : lane->built[i - SMR_BUILT];
}

static inline void lane_args(const Lane *lane, const SmrBuild *b, SmrClass *args) {
  const uint32_t *refs = lane->rule->build_args.data + b->first;
  for (uint32_t k = 0; k < b->count; k++)
    args[k] = lane_value(lane, refs[k]);
}

// Fetches what the build instruction of one level will touch, for all lanes.
static void fetch_level(SmrEgraph *g, Lane *lanes, uint32_t count, uint32_t level, bool create) {
  SmrClass args[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < count; i++) {
    Lane *lane = &lanes[i];
    lane->candidate = SMR_NO_CLASS;
    if (!lane->plain || !lane->there || level >= lane->rule->build.size)
      continue;
    const SmrBuild *b = &lane->rule->build.data[level];
    lane_args(lane, b, args);
    for (uint32_t k = 0; k < b->count; k++) {
      args[k] = smr_find(g, args[k]);
      if (k < BATCH_ARITY)
        lane->args[k] = args[k];
    }
    lane->joined = g->joined;
    lane->hash = smr_node_hash(b->op, args, b->count);
    __builtin_prefetch(smr_index_slot(&g->table, lane->hash));
    lane->candidate = 0;
  }
  for (uint32_t i = 0; i < count; i++) {
    Lane *lane = &lanes[i];
    if (lane->candidate == SMR_NO_CLASS)
      continue;
    lane->free = lane->hash;
    lane->candidate = smr_index_next(&g->table, lane->hash, &lane->free); // (none: SMR_NO_CLASS)
    lane->tables = g->tables;
    if (lane->candidate != SMR_NO_CLASS) {
      __builtin_prefetch(&g->elements[lane->candidate]);
      __builtin_prefetch(&g->parent[lane->candidate]);
    } else if (create) {
      for (uint32_t k = 0; k < lane->rule->build.data[level].count && k < BATCH_ARITY; k++)
        __builtin_prefetch(&g->uses[lane->args[k]], 1);
    }
  }
}

// The class of what a lane looks up, when its candidate is it and no union came in between; SMR_NO_CLASS:
// look it up.
static inline SmrClass foreseen(SmrEgraph *g, const Lane *lane, const SmrBuild *b) {
  if (lane->candidate == SMR_NO_CLASS || lane->joined != g->joined || b->count > BATCH_ARITY)
    return SMR_NO_CLASS;
  if ((g->elements[lane->candidate].op & (SMR_NODE_DEAD | SMR_NODE_OPERATOR)) != b->op)
    return SMR_NO_CLASS;
  const uint32_t *args = smr_args(g, lane->candidate);
  for (uint32_t k = 0; k < b->count; k++)
    if (args[k] != lane->args[k])
      return SMR_NO_CLASS;
  return smr_find(g, lane->candidate);
}

// Whether what a lane looks up was not there, and nothing came in between that could be it.
static inline bool is_absent(const SmrEgraph *g, const Lane *lane, const SmrBuild *b) {
  return lane->candidate == SMR_NO_CLASS && lane->joined == g->joined && lane->tables == g->tables &&
         !*smr_index_slot(&g->table, lane->free) && b->count <= BATCH_ARITY && !g->ac && !g->log;
}

static void apply_lanes(SmrProgram *p, SmrSnapshot *s, SmrEgraph *g, Lane *lanes, uint32_t count,
                        bool create) {
  SmrClass args[SMR_MAX_ARITY];
  uint32_t levels = 0;
  for (uint32_t i = 0; i < count; i++)
    if (lanes[i].plain && lanes[i].rule->build.size > levels)
      levels = lanes[i].rule->build.size;
  for (uint32_t level = 0; level < levels; level++) {
    fetch_level(g, lanes, count, level, create);
    for (uint32_t i = 0; i < count; i++) {
      Lane *lane = &lanes[i];
      if (!lane->plain || level >= lane->rule->build.size || !lane->there)
        continue;
      const SmrBuild *b = &lane->rule->build.data[level];
      SmrClass there = foreseen(g, lane, b);
      if (there != SMR_NO_CLASS && level + 1 < lane->rule->build.size) {
        lane->built[level] = there;
        continue;
      }
      if (there != SMR_NO_CLASS && there == smr_find(g, lane->match.root))
        continue;
      lane_args(lane, b, args);
      if (level + 1 < lane->rule->build.size) {
        lane->built[level] =
            create && is_absent(g, lane, b)
                ? smr_egraph_new_node(g, lane->hash, b->op, lane->args, args, b->count, SMR_NO_CLASS)
            : create ? smr_egraph_add(g, b->op, args)
                     : smr_egraph_lookup(g, b->op, args);
        lane->there = lane->built[level] != SMR_NO_CLASS;
        continue;
      }
      p->application = (SmrApplication){lane->match.rule, lane->match.variables};
      p->applying = true;
      SmrClass same = SMR_NO_CLASS, root = lane->match.root;
      if (create && is_absent(g, lane, b))
        smr_egraph_new_node(g, lane->hash, b->op, lane->args, args, b->count, smr_find(g, root));
      else if (create)
        smr_egraph_add_to(g, b->op, args, root);
      else if ((same = smr_egraph_lookup(g, b->op, args)) != SMR_NO_CLASS)
        smr_egraph_union(g, root, same);
      else
        lane->there = false;
      p->applying = false;
    }
  }
  for (uint32_t i = 0; i < count; i++)
    if (!lanes[i].plain)
      lanes[i].there = smr_program_apply(p, s, g, &lanes[i].match, create);
}

uint32_t smr_program_apply_all(SmrProgram *p, SmrSnapshot *s, SmrEgraph *g, const uint32_t *records,
                               uint32_t words, bool create, bool (*spent)(void *user), void *user,
                               uint64_t *applied) {
  static const uint32_t ahead = BATCH;
  Lane *lanes = smr_xmalloc(ahead * sizeof *lanes);
  uint32_t number = 0;
  for (uint32_t at = 0; at < words;) {
    uint32_t count = 0;
    for (; count < ahead && at < words; count++) {
      Lane *lane = &lanes[count];
      lane->match = smr_match_read(records + at);
      lane->rule = &p->rules[lane->match.rule];
      lane->plain = lane->rule->plain && !p->keeps && (create || !lane->rule->full);
      lane->there = true;
      at += smr_match_words(p, lane->match.rule);
    }
    // What the next batch looks up first: its classes' union-find entries (a word that is no class fetches in
    // vain).
    for (uint32_t i = at, end = at + BATCH * 6 < words ? at + BATCH * 6 : words; i < end; i++)
      if (records[i] < g->count)
        __builtin_prefetch(&g->parent[records[i]]);
    apply_lanes(p, s, g, lanes, count, create);
    for (uint32_t i = 0; i < count; i++, number++)
      if (applied && lanes[i].there)
        applied[number / 64] |= 1ull << number % 64;
    if (spent(user))
      break;
  }
  free(lanes);
  return number;
}
