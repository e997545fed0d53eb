//===- encode.c - polynomials and tables as words ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/layout.h"
#include <string.h>

static void put_all(SmrWords *out, const uint32_t *words, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(out, words[k]);
}

void smr_poly_encode(SmrPoly p, SmrWords *out) {
  smr_vec_push(out, p.count);
  for (uint32_t t = 0; t < p.count; t++) {
    smr_vec_push(out, (uint32_t)p.terms[t].coef);
    smr_vec_push(out, (uint32_t)((uint64_t)p.terms[t].coef >> 32));
    smr_vec_push(out, p.terms[t].degree);
    put_all(out, p.terms[t].leaves, p.terms[t].degree);
  }
}

uint32_t smr_poly_decode(SmrArena *arena, const uint32_t *words, uint32_t limit, SmrPoly *out) {
  if (!limit || words[0] > SMR_POLY_MAX_TERMS)
    return 0;
  uint32_t at = 1, count = words[0];
  SmrMonomial *terms = smr_arena_alloc(arena, (count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < count; t++) {
    if (limit - at < 3 || words[at + 2] > SMR_POLY_MAX_DEGREE || limit - at - 3 < words[at + 2])
      return 0;
    int64_t coef = (int64_t)((uint64_t)words[at + 1] << 32 | words[at]);
    uint32_t degree = words[at + 2];
    uint32_t *leaves = smr_arena_alloc(arena, (degree + 1) * sizeof *leaves);
    memcpy(leaves, words + at + 3, degree * sizeof *leaves);
    for (uint32_t k = 0; k < degree; k++)
      if (!leaves[k] || (k && leaves[k] < leaves[k - 1]))
        return 0; // leaves are numbers + 1, ascending
    terms[t] = (SmrMonomial){coef, degree, leaves};
    at += 3 + degree;
  }
  // Canonical: through the arithmetic, which sorts and drops zeros.
  SmrPoly raw = {terms, count}, same;
  if (!smr_poly_add(arena, raw, (SmrPoly){0}, &same) || !smr_poly_equal(raw, same))
    return 0;
  *out = raw;
  return at;
}

enum { COUNTS = 10 }; // at the tables' beginning

void smr_tables_encode(const SmrTables *t, SmrWords *out) {
  const uint32_t counts[] = {t->arg_count,   t->node_count, t->loop_count, t->unknown_count, t->scalar_count,
                             t->array_count, t->box_count,  t->out_count,  t->access_count,  t->joined_count};
  put_all(out, counts, COUNTS);
  for (uint32_t k = 0; k < t->arg_count; k++)
    smr_vec_push(out, t->kinds[k]);
  put_all(out, t->loops, t->loop_count);
  put_all(out, t->unknowns, t->unknown_count);
  put_all(out, t->scalars, t->scalar_count);
  put_all(out, t->arrays, t->array_count);
  put_all(out, t->boxes, t->box_count);
  put_all(out, t->outs, t->out_count);
  for (uint32_t k = 0; k < t->access_count; k++) {
    smr_vec_push(out, t->accesses[k].node);
    smr_vec_push(out, t->accesses[k].flags);
    smr_vec_push(out, t->accesses[k].order);
    smr_vec_push(out, t->accesses[k].home);
  }
  put_all(out, t->joined, t->joined_count);
  for (uint32_t k = 0; k < t->unknown_count; k++)
    smr_poly_encode(t->unknown_values[k], out);
  for (uint32_t k = 0; k < t->array_count; k++)
    smr_poly_encode(t->array_first[k], out);
}

static bool below(const uint32_t *words, uint32_t count, uint32_t bound) {
  for (uint32_t k = 0; k < count; k++)
    if (words[k] >= bound)
      return false;
  return true;
}

bool smr_tables_decode(SmrArena *arena, const uint32_t *w, uint32_t limit, SmrTables *t) {
  if (limit < COUNTS)
    return false;
  *t = (SmrTables){.arg_count = w[0],
                   .node_count = w[1],
                   .loop_count = w[2],
                   .unknown_count = w[3],
                   .scalar_count = w[4],
                   .array_count = w[5],
                   .box_count = w[6],
                   .out_count = w[7],
                   .access_count = w[8],
                   .joined_count = w[9]};
  uint64_t need = COUNTS + (uint64_t)t->joined_count;
  for (uint32_t k = 0; k < 8; k++)
    need += k == 1 ? 0 : w[k];
  need += 4ull * t->access_count;
  if (need > limit)
    return false;
  uint8_t *kinds = smr_arena_alloc(arena, t->arg_count + 1);
  uint32_t at = COUNTS;
  for (uint32_t k = 0; k < t->arg_count; k++) {
    if (w[at] > SMR_ARG_RESULT)
      return false;
    kinds[k] = (uint8_t)w[at++];
  }
  t->kinds = kinds;
  t->loops = w + at, at += t->loop_count;
  t->unknowns = w + at, at += t->unknown_count;
  t->scalars = w + at, at += t->scalar_count;
  t->arrays = w + at, at += t->array_count;
  t->boxes = w + at, at += t->box_count;
  t->outs = w + at, at += t->out_count;
  if (!below(t->loops, t->loop_count, t->node_count) || !below(t->scalars, t->scalar_count, t->arg_count) ||
      !below(t->arrays, t->array_count, t->arg_count) || !below(t->boxes, t->box_count, t->arg_count) ||
      !below(t->outs, t->out_count, t->arg_count))
    return false;
  for (uint32_t k = 0; k < t->unknown_count; k++) {
    uint32_t leaf = t->unknowns[k], arg = leaf & 0xfffffff;
    if (SMR_LEAF_KIND(leaf) == 3)
      arg >>= 8;
    else if (SMR_LEAF_KIND(leaf) != 1)
      return false;
    if (arg >= t->arg_count)
      return false;
  }
  SmrIdiomAccess *accesses = smr_arena_alloc(arena, (t->access_count + 1) * sizeof *accesses);
  for (uint32_t k = 0; k < t->access_count; k++, at += 4) {
    accesses[k] = (SmrIdiomAccess){w[at], w[at + 1], w[at + 2], w[at + 3]};
    if (w[at] >= t->node_count || w[at + 3] >> 8 > t->node_count || (w[at + 3] && !(w[at + 3] >> 8)))
      return false;
  }
  t->accesses = accesses;
  t->joined = w + at, at += t->joined_count;
  for (uint32_t k = 0; k < t->joined_count; k++)
    if (t->joined[k] >> 1 >= t->node_count || (k && t->joined[k] >> 1 <= t->joined[k - 1] >> 1))
      return false;
  SmrPoly *polys = smr_arena_alloc(arena, ((size_t)t->unknown_count + t->array_count + 1) * sizeof *polys);
  for (uint32_t k = 0; k < t->unknown_count + t->array_count; k++) {
    uint32_t used = smr_poly_decode(arena, w + at, limit - at, &polys[k]);
    if (!used)
      return false;
    for (uint32_t i = 0; i < polys[k].count; i++)
      if (!below(polys[k].terms[i].leaves, polys[k].terms[i].degree, t->unknown_count + 1))
        return false;
    at += used;
  }
  t->unknown_values = polys;
  t->array_first = polys + t->unknown_count;
  return true;
}

bool smr_tables_fit(const uint32_t *block, uint32_t number, const SmrPattern *pattern) {
  const uint32_t *record = smr_section(block, SMR_SECTION_PATTERNS) + 2 * number;
  const uint32_t *words = smr_section(block, SMR_SECTION_POOL) + record[1];
  bool fit =
      words[0] == pattern->arg_count && words[1] == pattern->node_count && words[2] == pattern->loop_count;
  for (uint32_t k = 0; fit && k < pattern->arg_count; k++)
    fit = words[COUNTS + k] == (uint32_t)pattern->args[k].kind;
  return fit;
}
