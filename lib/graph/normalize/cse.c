//===- cse.c - equal ops and equal loads are one (N-CSE) -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Pure ops are numbered along the region tree (a value of an enclosing block is available inside). Loads are
// available until something may write there; a store makes its value available (forwarding), and a store
// whose element is written again before anything may read it is removed. In the body of a counted loop, what
// only may touch the same memory can be assumed not to (assume.c); such a doubt is recorded when something
// came of it.
//===----------------------------------------------------------------------===//
#include "base/order.h"
#include "graph/normalize/passes.h"
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 256 }; // loads and stores remembered at a time; older ones are forgotten, never wrongly kept

typedef struct {
  SmrOp op;
  uint64_t key;
  uint32_t previous; // entry of the same bucket, + 1
} Entry;

enum { MOST_DOUBTS = 6 };
typedef struct {
  struct {
    SmrOp loop, op;
  } list[MOST_DOUBTS];
  uint32_t count;
} Doubts;

typedef struct {
  SmrOp op; // LOAD or STORE
  SmrValue ptr, value;
  SmrType type;
  bool dead;
  bool unread; // a store that nothing may have read yet
  Doubts value_doubts, unread_doubts;
} Available;

typedef struct {
  SmrGraph *g;
  SmrForm form;
  uint32_t *heads;  // by the key's last bits: last entry + 1
  uint32_t buckets; // a power of 2
  SMR_VEC(Entry) entries;
  SMR_VEC(Available) memory;
  SmrOp around;        // the counted loop whose body we are in, 0: none
  uint32_t window_end; // entries below memory.size - WINDOW are dead
  uint64_t questions;  // about aliasing that may still be asked: linear in the function's size
} Cse;

static uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

/// The same sum of products of the same operands, as it is written down.
static bool written_alike(const SmrGraph *g, const SmrOpData *x, const SmrOpData *y) {
  const SmrPolyData *p = &g->polys.data[x->poly], *q = &g->polys.data[y->poly];
  if (p->count != q->count || x->operand_count != y->operand_count)
    return false;
  for (uint32_t k = 0; k < x->operand_count; k++)
    if (smr_value(g, g->operands.data[x->operand_first + k]) !=
        smr_value(g, g->operands.data[y->operand_first + k]))
      return false;
  for (uint32_t t = 0; t < p->count; t++) {
    const SmrTermData *a = &g->terms.data[p->first + t], *b = &g->terms.data[q->first + t];
    if (a->coef != b->coef || a->count != b->count)
      return false;
    for (uint32_t k = 0; k < a->count; k++)
      if (g->monomials.data[a->first + k] != g->monomials.data[b->first + k])
        return false;
  }
  return true;
}

/// Sorts operands of commutative ops by value id: deterministic, and what makes equal ops look equal.
static void order_operands(SmrGraph *g, SmrOp op) {
  SmrOpData *data = smr_op(g, op);
  if (!smr_opcode_commutative((SmrOpcode)data->code))
    return;
  for (uint32_t k = 0; k < data->operand_count; k++)
    g->operands.data[data->operand_first + k] = smr_operand(g, op, k);
  SmrValue *operands = g->operands.data + data->operand_first;
  if (data->operand_count != 2) {
    qsort(operands, data->operand_count, sizeof(SmrValue), smr_ascending);
  } else if (operands[0] > operands[1]) {
    SmrValue second = operands[0];
    operands[0] = operands[1];
    operands[1] = second;
  }
}

static uint64_t key_of(const SmrGraph *g, SmrOp op) {
  const SmrOpData *data = smr_op(g, op);
  uint64_t key = mix(data->code, (uint64_t)data->imm);
  key = mix(key, (uint64_t)data->name << 32 | data->attrs);
  key = mix(key, smr_value_type(g, smr_result(g, op, 0)));
  if (data->code == SMR_OP_POLY) {
    for (uint32_t t = 0; t < g->polys.data[data->poly].count; t++) {
      const SmrTermData *term = &g->terms.data[g->polys.data[data->poly].first + t];
      key = mix(key, (uint64_t)term->coef);
      uint64_t product = 0; // commutative: leaves of a monomial in any order
      for (uint32_t k = 0; k < term->count; k++)
        product += mix(1, smr_operand(g, op, g->monomials.data[term->first + k]));
      key += mix(7, product ^ (uint64_t)term->coef);
    }
    return key;
  }
  for (uint32_t k = 0; k < data->operand_count; k++)
    key = mix(key, smr_operand(g, op, k));
  return key;
}

static bool equal(Cse *s, SmrOp a, SmrOp b) {
  const SmrGraph *g = s->g;
  const SmrOpData *x = smr_op(g, a), *y = smr_op(g, b);
  if (x->code != y->code || x->name != y->name || x->attrs != y->attrs || x->result_count != y->result_count)
    return false;
  for (uint32_t k = 0; k < x->result_count; k++)
    if (smr_value_type(g, smr_result(g, a, k)) != smr_value_type(g, smr_result(g, b, k)))
      return false;
  if (x->code == SMR_OP_POLY) {
    if (written_alike(g, x, y))
      return true;
    SmrArena arena = {0};
    bool same = smr_poly_equal(smr_poly_of(g, &arena, smr_result(g, a, 0)),
                               smr_poly_of(g, &arena, smr_result(g, b, 0)));
    smr_arena_destroy(&arena);
    return same;
  }
  if (x->imm != y->imm || x->operand_count != y->operand_count || ((x->flags ^ y->flags) & SMR_F_FUSED) ||
      ((x->fast ^ y->fast) & SMR_FAST_JOINED))
    return false;
  for (uint32_t k = 0; k < x->operand_count; k++)
    if (smr_operand(g, a, k) != smr_operand(g, b, k))
      return false;
  return true;
}

static void use_instead(SmrGraph *g, SmrOp op, SmrOp kept) {
  smr_op(g, kept)->fast &= smr_op(g, op)->fast;
  smr_op(g, kept)->flags &= (uint16_t)~((SMR_F_NSW | SMR_F_NUW) & ~smr_op(g, op)->flags);
  for (uint32_t k = 0; k < smr_op(g, op)->result_count; k++) {
    SmrValue value = smr_result(g, kept, k), old = smr_result(g, op, k);
    if (!smr_value_data(g, value)->name)
      smr_value_data(g, value)->name = g->values.data[old].name;
    if (smr_value_data(g, value)->base < g->values.data[old].base) {
      smr_value_data(g, value)->base = g->values.data[old].base;
      smr_value_data(g, value)->time = g->values.data[old].time;
    }
    smr_graph_replace(g, old, value);
  }
  smr_op_unlink(g, op);
}

static void more_buckets(Cse *s) {
  free(s->heads);
  s->buckets = s->buckets ? 2 * s->buckets : 64;
  s->heads = smr_xcalloc(s->buckets, sizeof *s->heads);
  for (uint32_t e = 0; e < s->entries.size; e++) {
    uint32_t *head = &s->heads[s->entries.data[e].key & (s->buckets - 1)];
    s->entries.data[e].previous = *head;
    *head = e + 1;
  }
}

static void number(Cse *s, SmrOp op) {
  SmrGraph *g = s->g;
  order_operands(g, op);
  uint64_t key = key_of(g, op);
  if (s->entries.size >= s->buckets)
    more_buckets(s);
  uint32_t *head = &s->heads[key & (s->buckets - 1)];
  for (uint32_t e = *head; e; e = s->entries.data[e - 1].previous)
    if (s->entries.data[e - 1].key == key && equal(s, op, s->entries.data[e - 1].op)) {
      use_instead(g, op, s->entries.data[e - 1].op);
      return;
    }
  smr_vec_push(&s->entries, (Entry){op, key, *head});
  *head = s->entries.size;
}

static void leave_scope(Cse *s, uint32_t entries, uint32_t memory) {
  while (s->entries.size > entries) {
    Entry e = smr_vec_pop(&s->entries);
    s->heads[e.key & (s->buckets - 1)] = e.previous;
  }
  s->memory.size = memory < s->memory.size ? memory : s->memory.size;
}

static void remember(Cse *s, Available entry) {
  smr_vec_push(&s->memory, entry);
  if (s->memory.size > WINDOW)
    s->memory.data[s->memory.size - WINDOW - 1].dead = true;
}

static uint32_t oldest(const Cse *s) {
  return s->memory.size > WINDOW ? s->memory.size - WINDOW : 0;
}

/// The two may alias. May they be assumed not to, while `loop` runs?
static bool doubt(const SmrGraph *g, Doubts *doubts, SmrOp loop, SmrOp known, SmrOp other) {
  for (uint32_t i = 0; i < doubts->count; i++)
    if (doubts->list[i].loop == loop && doubts->list[i].op == other)
      return true;
  if (doubts->count == MOST_DOUBTS || !smr_may_assume(g, loop, known, other))
    return false;
  doubts->list[doubts->count].loop = loop;
  doubts->list[doubts->count++].op = other;
  return true;
}

static void rely_on(SmrGraph *g, SmrAssumeKind kind, SmrOp known, const Doubts *doubts, SmrValue value) {
  for (uint32_t i = 0; i < doubts->count; i++)
    smr_assume(g, kind, doubts->list[i].loop, known, doubts->list[i].op, value);
}

/// May the two alias? A function of deep nests, in which each access is asked about at every level, runs out
/// of questions: from then on everything may.
static bool may_alias(Cse *s, SmrOp a, SmrOp b, SmrOp loop) {
  if (!s->questions) {
    smr_normal_limit(s->g, SMR_NORMAL_MEMORY);
    return true;
  }
  --s->questions;
  return smr_alias_across(s->g, a, b, loop) != SMR_ALIAS_NO;
}

/// What an effect leaves of the remembered memory: `loop` says that it may happen in any iteration of it.
static void clobber(Cse *s, const SmrEffects *effects, SmrOp loop) {
  bool counted = loop && smr_op(s->g, loop)->code == SMR_OP_LOOP;
  for (uint32_t m = oldest(s); m < s->memory.size; m++) {
    Available *known = &s->memory.data[m];
    if (effects->reads_all)
      known->unread = false;
    for (uint32_t i = 0; known->unread && i < effects->loads.size; i++)
      if (may_alias(s, effects->loads.data[i], known->op, loop) &&
          !doubt(s->g, &known->unread_doubts, counted ? loop : s->around, known->op, effects->loads.data[i]))
        known->unread = false;
    if (effects->writes_all)
      known->dead = true;
    for (uint32_t i = 0; !known->dead && i < effects->stores.size; i++)
      if (may_alias(s, effects->stores.data[i], known->op, loop) &&
          (counted || s->form == SMR_FORM_PLAIN ||
           !doubt(s->g, &known->value_doubts, s->around, known->op, effects->stores.data[i])))
        known->dead = true;
  }
}

/// The same for a LOAD or STORE. (The plain form remembers no stores, so loads leave all of it.)
static void clobber_by_access(Cse *s, SmrOp op) {
  const SmrOpData *data = smr_op(s->g, op);
  bool any = data->flags & SMR_F_VOLATILE;
  SmrEffects self = {.reads_all = any, .writes_all = any};
  if (data->code == SMR_OP_STORE)
    self.stores.data = &op, self.stores.size = 1;
  else if (!any && s->form == SMR_FORM_PLAIN)
    return;
  else
    self.loads.data = &op, self.loads.size = 1;
  clobber(s, &self, 0);
}

/// In the plain form a load that left a loop stands for none that the code may make without it: for those of
/// that loop, and of loops in it.
static bool may_replace(const Cse *s, SmrOp known, SmrOp load) {
  const SmrOpData *from = smr_op(s->g, known), *to = smr_op(s->g, load);
  if (s->form != SMR_FORM_PLAIN || !(from->flags & SMR_F_HOISTED))
    return true;
  SmrOp place = smr_place_in_code(s->g, known);
  return (from->home && place == smr_parent(s->g, known)) ||
         (to->flags & SMR_F_HOISTED &&
          (from->home == to->home || (place && to->home && smr_inside(s->g, to->home, place))));
}

/// The plain form keeps accesses as they are, but for what sizes and addresses are made of.
static bool stays(const Cse *s, SmrOp access) {
  unsigned kind = SMR_TYPE_KIND(smr_access_type(s->g, access));
  return s->form == SMR_FORM_PLAIN && (smr_op(s->g, access)->code == SMR_OP_STORE ||
                                       (kind != SMR_T_INT && kind != SMR_T_PTR && kind != SMR_T_BOX));
}

static void load(Cse *s, SmrOp op) {
  SmrGraph *g = s->g;
  SmrValue ptr = smr_operand(g, op, 0);
  SmrType type = smr_access_type(g, op);
  if (smr_op(g, op)->flags & SMR_F_VOLATILE) {
    clobber_by_access(s, op);
    return;
  }
  for (uint32_t m = s->memory.size; m > oldest(s); --m) {
    Available *known = &s->memory.data[m - 1];
    if (!known->dead && known->ptr == ptr && known->type == type && may_replace(s, known->op, op)) {
      rely_on(g, SMR_ASSUME_HOIST, known->op, &known->value_doubts, smr_result(g, op, 0));
      if (smr_op(g, known->op)->code == SMR_OP_LOAD && smr_op(g, known->op)->tag != smr_op(g, op)->tag)
        smr_op(g, known->op)->tag = 0; // an access of either kind
      smr_graph_replace(g, smr_result(g, op, 0), known->value);
      smr_op_unlink(g, op);
      return;
    }
  }
  clobber_by_access(s, op);
  remember(s, (Available){op, ptr, smr_result(g, op, 0), type, false, false, {.count = 0}, {.count = 0}});
}

static void store(Cse *s, SmrOp op, uint32_t scope) {
  SmrGraph *g = s->g;
  SmrValue ptr = smr_operand(g, op, 1);
  SmrType type = smr_access_type(g, op);
  if (!(smr_op(g, op)->flags & SMR_F_VOLATILE))
    for (uint32_t m = s->memory.size; m > oldest(s) && m > scope; --m) {
      Available *known = &s->memory.data[m - 1];
      if (known->unread && known->ptr == ptr && known->type == type &&
          smr_op(g, known->op)->block == smr_op(g, op)->block && smr_record_sunk(g, known->op)) {
        rely_on(g, SMR_ASSUME_DROP, known->op, &known->unread_doubts, 0);
        smr_op_unlink(g, known->op); // overwritten, and nobody looked
        known->unread = false;
        known->dead = true;
      }
    }
  clobber_by_access(s, op);
  if (!(smr_op(g, op)->flags & SMR_F_VOLATILE))
    remember(s, (Available){op, ptr, smr_operand(g, op, 0), type, false, true, {.count = 0}, {.count = 0}});
}

static void block_ops(Cse *s, SmrBlock block);

static void region_op(Cse *s, SmrOp op) {
  SmrGraph *g = s->g;
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  SmrEffects effects = {0};
  smr_effects_collect(g, op, &effects);
  bool loop = code != SMR_OP_IF;
  SmrOp around = s->around;
  if (loop) {
    clobber(s, &effects, op);
    s->around = code == SMR_OP_LOOP ? op : 0;
  }
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
    SmrRegion region = smr_op_region(g, op, r);
    for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++) {
      uint32_t entries = s->entries.size, memory = s->memory.size;
      // Inside an op of unknown control flow, or a later block, nothing is known of memory.
      if (code == SMR_OP_OPAQUE || b > 0)
        for (uint32_t m = 0; m < s->memory.size; m++)
          s->memory.data[m].dead = true;
      block_ops(s, g->regions.data[region].blocks.data[b]);
      leave_scope(s, entries, memory);
    }
  }
  s->around = around;
  clobber(s, &effects, op);
  smr_effects_free(&effects);
}

static void block_ops(Cse *s, SmrBlock block) {
  SmrGraph *g = s->g;
  uint32_t scope = s->memory.size;
  for (SmrOp op = g->blocks.data[block].first, next; op; op = next) {
    next = smr_op(g, op)->next;
    const SmrOpData data = *smr_op(g, op);
    bool pure_opaque = data.code == SMR_OP_OPAQUE && (data.flags & SMR_F_PURE) && data.region_count == 0;
    bool access = data.code == SMR_OP_LOAD || data.code == SMR_OP_STORE;
    if (access && stays(s, op))
      clobber_by_access(s, op);
    else if (data.code == SMR_OP_LOAD)
      load(s, op);
    else if (data.code == SMR_OP_STORE)
      store(s, op, scope);
    else if (data.region_count)
      region_op(s, op);
    else if ((smr_opcode_pure((SmrOpcode)data.code) || pure_opaque) && data.code != SMR_OP_UNDEF &&
             data.result_count)
      number(s, op);
    else if (!smr_opcode_terminator((SmrOpcode)data.code)) {
      SmrEffects effects = {0};
      smr_effects_collect(g, op, &effects);
      clobber(s, &effects, 0);
      smr_effects_free(&effects);
    }
  }
}

void smr_pass_cse(SmrGraph *g, SmrForm form) {
  enum { LEAST_QUESTIONS = 1 << 18, QUESTIONS_PER_OP = 128 };
  const uint64_t questions = smr_questions(g, LEAST_QUESTIONS + (uint64_t)QUESTIONS_PER_OP * g->ops.size);
  Cse s = {.g = g, .form = form, .questions = questions};
  const SmrRegionData *body = &g->regions.data[g->body];
  for (uint32_t b = 0; b < body->blocks.size; b++) {
    uint32_t entries = s.entries.size;
    for (uint32_t m = 0; m < s.memory.size; m++)
      s.memory.data[m].dead = true, s.memory.data[m].unread = false;
    block_ops(&s, body->blocks.data[b]);
    if (b > 0) // the entry block dominates all others; of those nothing is known
      leave_scope(&s, entries, 0);
    s.memory.size = 0;
  }
  smr_questions_asked(g, questions - s.questions);
  free(s.heads);
  smr_vec_free(&s.entries);
  smr_vec_free(&s.memory);
}
