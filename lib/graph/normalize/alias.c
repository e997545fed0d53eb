//===- alias.c - what may name the same memory ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// NO is always a proof. It rests on the base classes that the importer set from the source language's rules,
// and on the difference of two offsets from one base being a constant that keeps the accesses apart.
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"
#include <stdlib.h>
#include <string.h>

SmrValue smr_base_of(const SmrGraph *g, SmrValue ptr) {
  ptr = smr_value(g, ptr);
  for (SmrOp def = smr_def(g, ptr); def && smr_op(g, def)->code == SMR_OP_ADDR; def = smr_def(g, ptr))
    ptr = smr_operand(g, def, 0);
  return ptr;
}

/// The variable that holds the descriptor whose data `base` is; 0 when base is not such data.
static SmrValue descriptor_slot(const SmrGraph *g, SmrValue base) {
  SmrOp def = smr_def(g, base);
  if (!def || smr_op(g, def)->code != SMR_OP_DESCR_ADDR)
    return 0;
  SmrOp load = smr_def(g, smr_operand(g, def, 0));
  return load && smr_op(g, load)->code == SMR_OP_LOAD ? smr_base_of(g, smr_operand(g, load, 0)) : 0;
}

/// Looks through FIELD to the whole object.
static SmrValue whole(const SmrGraph *g, SmrValue base) {
  for (SmrOp def = smr_def(g, base); def && smr_op(g, def)->code == SMR_OP_FIELD; def = smr_def(g, base))
    base = smr_base_of(g, smr_operand(g, def, 0));
  return base;
}

/// A base's class and time: the better of what is known of a descriptor and of its data.
typedef struct {
  uint8_t class;
  uint32_t time;
} BaseFacts;

static BaseFacts base_facts(const SmrGraph *g, SmrValue base) {
  const SmrValueData *data = smr_value_data(g, base);
  SmrOp def = smr_def(g, base);
  if (def && smr_op(g, def)->code == SMR_OP_DESCR_ADDR) {
    const SmrValueData *box = smr_value_data(g, smr_operand(g, def, 0));
    if (box->base > data->base)
      data = box;
  }
  return (BaseFacts){data->base, data->time};
}

/// Nobody could know b's address when u came into being.
static bool came_before(BaseFacts u, BaseFacts b) {
  return u.class == SMR_BASE_UNKNOWN && b.class == SMR_BASE_IDENTIFIED && u.time && u.time < b.time;
}

/// A pointer that is one of several others, as the program runs (a pointer that a loop moves, a choice): not
/// an object of its own, whatever is known of those that it comes from.
static bool derived(const SmrGraph *g, SmrValue base) {
  const SmrValueData *data = smr_value_data(g, base);
  if (data->base != SMR_BASE_UNKNOWN)
    return false;
  if (!data->def)
    return data->block != smr_region_block(g, g->body);
  switch ((SmrOpcode)smr_op(g, data->def)->code) {
  case SMR_OP_SELECT:
  case SMR_OP_BITCAST:
  case SMR_OP_IF:
  case SMR_OP_FOR:
  case SMR_OP_LOOP:
  case SMR_OP_WHILE:
    return true;
  default:
    return false;
  }
}

enum { MOST_SOURCES = 16 };
typedef struct {
  SmrValue values[MOST_SOURCES]; // bases, seen once each
  uint32_t count;
  bool all; // nothing was left out
} Sources;

static void add_source(const SmrGraph *g, Sources *s, SmrValue ptr) {
  SmrValue base = smr_base_of(g, ptr);
  for (uint32_t i = 0; i < s->count; i++)
    if (s->values[i] == base)
      return;
  if (s->count == MOST_SOURCES)
    s->all = false;
  else
    s->values[s->count++] = base;
}

/// Operand k of what ends the block of a region.
static void add_yielded(const SmrGraph *g, Sources *s, SmrOp op, uint32_t region, uint32_t k) {
  SmrOp last = g->blocks.data[smr_body_block(g, op, region)].last;
  add_source(g, s, smr_operand(g, last, k));
}

/// One step back: where result or carried value `index` of a region op comes from.
static void add_carried(const SmrGraph *g, Sources *s, SmrOp op, uint32_t index) {
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  if (code == SMR_OP_IF) {
    add_yielded(g, s, op, 0, index);
    add_yielded(g, s, op, 1, index);
  } else if (code == SMR_OP_FOR || code == SMR_OP_LOOP) {
    add_source(g, s, smr_operand(g, op, index + (code == SMR_OP_FOR ? 3 : 1)));
    add_yielded(g, s, op, 0, index);
  } else {
    s->all = false;
  }
}

/// The bases that a derived pointer can come from.
static Sources sources_of(const SmrGraph *g, SmrValue base) {
  Sources s = {.all = true};
  add_source(g, &s, base);
  for (uint32_t i = 0; i < s.count && s.all; i++) {
    if (!derived(g, s.values[i]))
      continue;
    const SmrValueData *data = smr_value_data(g, s.values[i]);
    SmrOp op = smr_value_owner(g, s.values[i]);
    SmrOpcode code = op ? (SmrOpcode)smr_op(g, op)->code : SMR_OP_NONE;
    if (code == SMR_OP_SELECT) {
      add_source(g, &s, smr_operand(g, op, 1));
      add_source(g, &s, smr_operand(g, op, 2));
    } else if (code == SMR_OP_WHILE) {
      SmrBlock before = smr_body_block(g, op, 0);
      if (!data->def && data->block == before) {
        add_source(g, &s, smr_operand(g, op, data->index));
        add_yielded(g, &s, op, 1, data->index);
      } else {
        add_source(g, &s, smr_operand(g, g->blocks.data[before].last, data->index + 1));
      }
    } else if (code == SMR_OP_IF || code == SMR_OP_FOR || code == SMR_OP_LOOP) {
      if (data->def || data->index > 0)
        add_carried(g, &s, op, data->def ? data->index : data->index - 1);
    } else {
      s.all = false; // a block's argument, a cast
    }
  }
  return s;
}

static SmrAlias alias_derived(const SmrGraph *g, SmrValue a, SmrValue b) {
  Sources x = sources_of(g, a), y = sources_of(g, b);
  if (!x.all || !y.all)
    return SMR_ALIAS_MAY;
  for (uint32_t i = 0; i < x.count; i++)
    for (uint32_t j = 0; j < y.count; j++)
      if (!derived(g, x.values[i]) && !derived(g, y.values[j]) &&
          smr_alias_bases(g, x.values[i], y.values[j]) != SMR_ALIAS_NO)
        return SMR_ALIAS_MAY;
  return SMR_ALIAS_NO;
}

/// What the caller passed is older than what this call of the function made.
static bool is_param(const SmrGraph *g, SmrValue base) {
  const SmrValueData *data = smr_value_data(g, base);
  return !data->def && data->block == smr_region_block(g, g->body);
}

static bool is_fresh(const SmrGraph *g, SmrValue base) {
  SmrOp def = smr_def(g, base);
  return def && (smr_op(g, def)->code == SMR_OP_ALLOCA || smr_op(g, def)->code == SMR_OP_HEAP ||
                 (smr_op(g, def)->code == SMR_OP_CALL && smr_value_data(g, base)->base != SMR_BASE_UNKNOWN));
}

SmrAlias smr_alias_bases(const SmrGraph *g, SmrValue a, SmrValue b) {
  a = smr_value(g, a);
  b = smr_value(g, b);
  if (a == b)
    return SMR_ALIAS_MUST;
  if (derived(g, a) || derived(g, b))
    return alias_derived(g, a, b);
  SmrOp da = smr_def(g, a), db = smr_def(g, b);
  if (da && db) {
    const SmrOpData *oa = smr_op(g, da), *ob = smr_op(g, db);
    if (oa->code == SMR_OP_GLOBAL && ob->code == SMR_OP_GLOBAL && oa->name == ob->name)
      return SMR_ALIAS_MUST;
    if (oa->code == SMR_OP_DESCR_ADDR && ob->code == SMR_OP_DESCR_ADDR &&
        smr_operand(g, da, 0) == smr_operand(g, db, 0))
      return SMR_ALIAS_MUST;
    if (oa->code == SMR_OP_FIELD && ob->code == SMR_OP_FIELD) {
      SmrAlias parents = smr_alias(g, smr_operand(g, da, 0), smr_operand(g, db, 0));
      if (parents == SMR_ALIAS_MUST)
        return oa->name == ob->name ? SMR_ALIAS_MUST : SMR_ALIAS_NO;
    }
  }
  // Data behind descriptors: two reads of one variable's descriptor may give the same array; different
  // variables own different arrays when the language says so (allocatables).
  SmrValue slot_a = descriptor_slot(g, a), slot_b = descriptor_slot(g, b);
  if (slot_a && slot_b) {
    SmrAlias slots = smr_alias_bases(g, slot_a, slot_b);
    if (slots != SMR_ALIAS_NO)
      return SMR_ALIAS_MAY;
  }
  SmrValue root_a = whole(g, a), root_b = whole(g, b);
  if (root_a == root_b)
    return SMR_ALIAS_MAY; // an aggregate and its component, or two components that may be one
  if (root_a != a || root_b != b)
    return smr_alias_bases(g, root_a, root_b) == SMR_ALIAS_NO ? SMR_ALIAS_NO : SMR_ALIAS_MAY;
  if ((is_param(g, a) && is_fresh(g, b)) || (is_param(g, b) && is_fresh(g, a)))
    return SMR_ALIAS_NO;
  BaseFacts x = base_facts(g, a), y = base_facts(g, b);
  if (x.class == SMR_BASE_UNIQUE || y.class == SMR_BASE_UNIQUE)
    return SMR_ALIAS_NO;
  if (x.class == SMR_BASE_IDENTIFIED && y.class == SMR_BASE_IDENTIFIED)
    return SMR_ALIAS_NO;
  return came_before(x, y) || came_before(y, x) ? SMR_ALIAS_NO : SMR_ALIAS_MAY;
}

bool smr_alias_related(const SmrGraph *g, SmrValue a, SmrValue b) {
  a = smr_value(g, a);
  b = smr_value(g, b);
  SmrValue slot_a = descriptor_slot(g, a), slot_b = descriptor_slot(g, b);
  return derived(g, a) || derived(g, b) || smr_alias_bases(g, a, b) == SMR_ALIAS_MUST ||
         whole(g, a) == whole(g, b) ||
         (slot_a && slot_b && smr_alias_bases(g, slot_a, slot_b) == SMR_ALIAS_MUST);
}

/// Values of `loop`'s inside (any op's when loop is 0: none) make the difference unknown.
static bool varies_in(const SmrGraph *g, SmrPoly poly, SmrOp loop) {
  return loop && smr_poly_inside(g, poly, loop);
}

/// The bytes that an address may name, from its declaration: 0 <= index < extent makes offset = rest + sum of
/// stride * index an interval when rest, strides and extents are constants. Holds for every execution.
static bool declared_range(const SmrGraph *g, SmrArena *arena, SmrValue ptr, SmrPoly offset, uint32_t size,
                           int64_t *low, int64_t *high) {
  SmrOp def = smr_def(g, ptr);
  uint32_t facts = def && smr_op(g, def)->code == SMR_OP_ADDR ? (uint32_t)smr_op(g, def)->imm : 0;
  int64_t below = 0, above = 0, rest;
  for (uint32_t f = 0; f < facts; f++) {
    SmrPoly index = smr_poly_of(g, arena, smr_operand(g, def, 2 + 2 * f)), scaled;
    int64_t extent, stride = 0, reach;
    const SmrMonomial *lead = NULL;
    for (uint32_t t = 0; t < index.count && !lead; t++)
      if (index.terms[t].degree > 0)
        lead = &index.terms[t];
    for (uint32_t t = 0; lead && t < offset.count; t++)
      if (offset.terms[t].degree == lead->degree &&
          memcmp(offset.terms[t].leaves, lead->leaves, lead->degree * sizeof *lead->leaves) == 0 &&
          offset.terms[t].coef % lead->coef == 0)
        stride = offset.terms[t].coef / lead->coef;
    if (stride == 0)
      continue;
    if (!smr_const_int(g, smr_operand(g, def, 3 + 2 * f), &extent) || extent < 1 ||
        !smr_poly_scale(arena, index, stride, &scaled) || !smr_poly_sub(arena, offset, scaled, &offset) ||
        __builtin_mul_overflow(stride, extent - 1, &reach) ||
        (reach < 0 ? __builtin_add_overflow(below, reach, &below)
                   : __builtin_add_overflow(above, reach, &above)))
      return false;
  }
  return smr_poly_is_const(offset, &rest) && !__builtin_add_overflow(rest, below, low) &&
         !__builtin_add_overflow(rest, above, high) && !__builtin_add_overflow(*high, (int64_t)size, high);
}

/// `distance` bytes lie between the starts of the two.
static SmrAlias alias_apart(int64_t distance, uint32_t size_a, uint32_t size_b) {
  if (distance == 0)
    return SMR_ALIAS_MUST;
  bool apart = distance > 0 ? distance >= (int64_t)size_a : distance <= -(int64_t)size_b;
  return apart ? SMR_ALIAS_NO : SMR_ALIAS_MAY;
}

/// The offset when it is a constant; the commonest case by far for scalars.
static bool constant_offset(const SmrGraph *g, SmrValue ptr, SmrValue base, int64_t *offset) {
  *offset = 0;
  ptr = smr_value(g, ptr);
  SmrOp def = smr_def(g, ptr);
  return ptr == base || (smr_operand(g, def, 0) == base && smr_const_int(g, smr_operand(g, def, 1), offset));
}

/// The POLY op behind an address `base` + offset, when it is written in leaves that are no polynomials
/// themselves, each named once; 0 for others.
static SmrOp flat_offset(const SmrGraph *g, SmrValue ptr, SmrValue base) {
  enum { FEW = 8 };
  SmrOp address = smr_def(g, ptr);
  if (!address || smr_op(g, address)->code != SMR_OP_ADDR || smr_operand(g, address, 0) != base)
    return 0;
  SmrOp def = smr_def(g, smr_operand(g, address, 1));
  if (!def || smr_op(g, def)->code != SMR_OP_POLY || smr_op(g, def)->operand_count > FEW ||
      g->polys.data[smr_op(g, def)->poly].count > FEW)
    return 0;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count; k++) {
    SmrValue leaf = smr_operand(g, def, k);
    SmrOp made = smr_def(g, leaf);
    if (made && (smr_op(g, made)->code == SMR_OP_POLY || smr_op(g, made)->code == SMR_OP_CONST))
      return 0;
    for (uint32_t i = 0; i < k; i++)
      if (smr_operand(g, def, i) == leaf)
        return 0;
  }
  return def;
}

static bool same_term(const SmrGraph *g, SmrOp a, const SmrTermData *x, SmrOp b, const SmrTermData *y) {
  if (x->coef != y->coef || x->count != y->count || x->count > SMR_POLY_MAX_DEGREE)
    return false;
  for (uint32_t k = 0; k < x->count; k++)
    if (smr_operand(g, a, g->monomials.data[x->first + k]) !=
        smr_operand(g, b, g->monomials.data[y->first + k]))
      return false;
  return true;
}

/// The commonest case by far for arrays, told without building polynomials: two flat offsets that differ in
/// their constant parts alone, over leaves from outside `across`.
static bool flat_distance(const SmrGraph *g, SmrOp a, SmrOp b, SmrOp across, int64_t *distance) {
  const SmrPolyData *p = &g->polys.data[smr_op(g, a)->poly], *q = &g->polys.data[smr_op(g, b)->poly];
  int64_t constant_a = 0, constant_b = 0;
  uint32_t i = 0, j = 0; // the constant part comes first
  if (p->count && !g->terms.data[p->first].count)
    constant_a = g->terms.data[p->first + i++].coef;
  if (q->count && !g->terms.data[q->first].count)
    constant_b = g->terms.data[q->first + j++].coef;
  if (p->count - i != q->count - j || constant_a == INT64_MIN)
    return false;
  for (; i < p->count; i++, j++)
    if (!same_term(g, a, &g->terms.data[p->first + i], b, &g->terms.data[q->first + j]) ||
        g->terms.data[p->first + i].coef == INT64_MIN)
      return false;
  for (uint32_t k = 0; across && k < smr_op(g, a)->operand_count; k++)
    if (smr_value_inside(g, smr_operand(g, a, k), across))
      return false;
  return !__builtin_sub_overflow(constant_b, constant_a, distance);
}

static SmrAlias alias_sized(const SmrGraph *g, SmrValue a, uint32_t size_a, SmrValue b, uint32_t size_b,
                            SmrOp across) {
  SmrValue base_a = smr_base_of(g, a), base_b = smr_base_of(g, b);
  SmrAlias bases = smr_alias_bases(g, base_a, base_b);
  if (bases != SMR_ALIAS_MUST)
    return bases;
  if (across && (smr_value_inside(g, base_a, across) || smr_value_inside(g, base_b, across)))
    return SMR_ALIAS_MAY;
  int64_t constant_a, constant_b, between;
  if (constant_offset(g, a, base_a, &constant_a) && constant_offset(g, b, base_b, &constant_b) &&
      !__builtin_sub_overflow(constant_b, constant_a, &between))
    return alias_apart(between, size_a, size_b);
  SmrOp flat_a = flat_offset(g, a, base_a), flat_b = flat_a ? flat_offset(g, b, base_b) : 0;
  // (What is not apart by this may still be by what is declared.)
  if (flat_b && base_a == base_b && flat_distance(g, flat_a, flat_b, across, &between) &&
      alias_apart(between, size_a, size_b) != SMR_ALIAS_MAY)
    return alias_apart(between, size_a, size_b);
  SmrArena arena = {0};
  bool ok = true;
  SmrPoly offset_a = smr_access_offset(g, &arena, a, &ok), offset_b = smr_access_offset(g, &arena, b, &ok),
          difference;
  int64_t distance;
  SmrAlias result = SMR_ALIAS_MAY;
  if (ok && !varies_in(g, offset_a, across) && !varies_in(g, offset_b, across) &&
      smr_poly_sub(&arena, offset_b, offset_a, &difference) && smr_poly_is_const(difference, &distance))
    result = alias_apart(distance, size_a, size_b);
  int64_t low_a, high_a, low_b, high_b; // variables of one COMMON block, parts of one storage
  if (result == SMR_ALIAS_MAY && ok && declared_range(g, &arena, a, offset_a, size_a, &low_a, &high_a) &&
      declared_range(g, &arena, b, offset_b, size_b, &low_b, &high_b) && (high_a <= low_b || high_b <= low_a))
    result = SMR_ALIAS_NO;
  smr_arena_destroy(&arena);
  return result;
}

SmrAlias smr_alias(const SmrGraph *g, SmrValue a, SmrValue b) {
  return alias_sized(g, a, 16, b, 16, 0); // 16: the largest number in memory
}

SmrValue smr_access_ptr(const SmrGraph *g, SmrOp op) {
  return smr_operand(g, op, smr_op(g, op)->code == SMR_OP_STORE ? 1 : 0);
}

SmrType smr_access_type(const SmrGraph *g, SmrOp op) {
  return smr_op(g, op)->code == SMR_OP_STORE ? smr_value_type(g, smr_operand(g, op, 0))
                                             : smr_value_type(g, smr_result(g, op, 0));
}

static uint32_t access_size(const SmrGraph *g, SmrOp op) {
  uint32_t bytes = smr_type_bytes(smr_access_type(g, op));
  return bytes ? bytes : 1u << 20; // descriptors and other aggregates: more than any of them
}

SmrAlias smr_alias_across(const SmrGraph *g, SmrOp a, SmrOp b, SmrOp loop) {
  if (smr_tags_apart(g, smr_op(g, a)->tag, smr_op(g, b)->tag))
    return SMR_ALIAS_NO;
  return alias_sized(g, smr_access_ptr(g, a), access_size(g, a), smr_access_ptr(g, b), access_size(g, b),
                     loop);
}

SmrAlias smr_alias_objects(const SmrGraph *g, SmrOp a, SmrOp b) {
  if (smr_tags_apart(g, smr_op(g, a)->tag, smr_op(g, b)->tag))
    return SMR_ALIAS_NO;
  return smr_alias_bases(g, smr_base_of(g, smr_access_ptr(g, a)), smr_base_of(g, smr_access_ptr(g, b)));
}

enum { MOST_EFFECTS = 4096 }; // accesses; who has more may do anything

static void collect_effect(const SmrGraph *g, SmrOp op, SmrEffects *out) {
  const SmrOpData *data = smr_op(g, op);
  if (out->stores.size + out->loads.size > MOST_EFFECTS)
    out->reads_all = out->writes_all = true;
  if (out->reads_all && out->writes_all)
    return;
  switch (data->code) {
  case SMR_OP_LOAD:
    smr_vec_push(&out->loads, op);
    out->reads_all |= (data->flags & SMR_F_VOLATILE) != 0;
    out->writes_all |= (data->flags & SMR_F_VOLATILE) != 0;
    return;
  case SMR_OP_STORE:
    smr_vec_push(&out->stores, op);
    out->reads_all |= (data->flags & SMR_F_VOLATILE) != 0;
    out->writes_all |= (data->flags & SMR_F_VOLATILE) != 0;
    return;
  case SMR_OP_FREE:
    out->writes_all = out->reads_all = true;
    return;
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    if (!(data->flags & SMR_F_PURE)) {
      out->reads_all = true;
      out->writes_all |= !(data->flags & SMR_F_READONLY);
    }
    break;
  default:
    break;
  }
}

void smr_effects_collect(const SmrGraph *g, SmrOp root, SmrEffects *out) {
  for (SmrOp op = root; op; op = smr_next_op(g, op, root))
    if (op == root || !smr_opcode_pure((SmrOpcode)smr_op(g, op)->code))
      collect_effect(g, op, out);
}

void smr_effects_free(SmrEffects *effects) {
  smr_vec_free(&effects->stores);
  smr_vec_free(&effects->loads);
}

static bool touches(const SmrGraph *g, const SmrEffects *writer, const SmrEffects *other) {
  bool other_any = other->loads.size || other->stores.size || other->reads_all || other->writes_all;
  if ((writer->writes_all && other_any) || ((other->reads_all || other->writes_all) && writer->stores.size))
    return true;
  for (uint32_t i = 0; i < writer->stores.size; i++) {
    for (uint32_t j = 0; j < other->loads.size; j++)
      if (smr_alias_objects(g, writer->stores.data[i], other->loads.data[j]) != SMR_ALIAS_NO)
        return true;
    for (uint32_t j = 0; j < other->stores.size; j++)
      if (smr_alias_objects(g, writer->stores.data[i], other->stores.data[j]) != SMR_ALIAS_NO)
        return true;
  }
  return false;
}

bool smr_effects_meet(const SmrGraph *g, const SmrEffects *a, const SmrEffects *b) {
  return touches(g, a, b) || touches(g, b, a);
}
