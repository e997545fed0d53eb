//===- machine_values.c - what a token asks of a value ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Pure questions: nothing here changes the machine. Numbers in tokens are checked against the stacks
// (layout.h, A5).
//===----------------------------------------------------------------------===//
#include "automata/machine.h"
#include "base/order.h"
#include <string.h>

uint32_t smr_machine_type(const SmrScratch *m, SmrType type) {
  if (SMR_TYPE_KIND(type) != SMR_T_OPAQUE)
    return type;
  uint32_t sym = SMR_TYPE_PAYLOAD(type);
  uint32_t own = sym <= m->automata->to_count ? m->automata->to_symbol[sym] : 0;
  return own ? SMR_TYPE(SMR_T_OPAQUE, own - 1) : UINT32_MAX;
}

uint32_t smr_machine_carry(const SmrScratch *m, uint32_t node, uint32_t own) {
  for (uint32_t k = m->carries.size; k-- > 0;)
    if (m->carries.data[k].node == node && m->carries.data[k].own == own)
      return m->carries.data[k].input + 1;
  return 0;
}

static bool carry_taken(const SmrScratch *m, uint32_t node, uint32_t input) {
  for (uint32_t k = m->carries.size; k-- > 0;)
    if (m->carries.data[k].node == node && m->carries.data[k].input == input)
      return true;
  return false;
}

SmrPoly smr_machine_integer(SmrScratch *m, SmrValue value) {
  SmrPoly p = {0};
  if (smr_type_is_pointer(smr_value_type(m->view.graph, value)))
    smr_facts_address(&m->view, value, &p);
  else
    p = smr_facts_poly(&m->view, value);
  return p;
}

bool smr_machine_varies(const SmrScratch *m, SmrValue leaf, uint32_t leaves, uint32_t roots) {
  for (uint32_t k = 0; k < leaves; k++)
    if (m->leaves.data[k] == leaf)
      return true;
  return smr_facts_variant(&m->view, leaf, m->roots.data, roots);
}

// The varying leaves of a term, in order.
static uint32_t key_of(const SmrScratch *m, const SmrMonomial *term, uint32_t leaves, uint32_t roots,
                       uint32_t *key) {
  uint32_t degree = 0;
  for (uint32_t k = 0; k < term->degree; k++)
    if (smr_machine_varies(m, term->leaves[k], leaves, roots))
      key[degree++] = term->leaves[k];
  return degree;
}

static uint32_t varying_monomials(const SmrScratch *m, SmrPoly p) {
  uint32_t keys[SMR_POLY_MAX_TERMS][SMR_POLY_MAX_DEGREE], degrees[SMR_POLY_MAX_TERMS], count = 0;
  for (uint32_t t = 0; t < p.count; t++) {
    uint32_t degree = key_of(m, &p.terms[t], m->leaves.size, m->roots.size, keys[count]);
    bool known = !degree;
    for (uint32_t k = 0; k < count && !known; k++)
      known = degrees[k] == degree && !memcmp(keys[k], keys[count], degree * sizeof(uint32_t));
    if (!known)
      degrees[count++] = degree;
  }
  return count;
}

bool smr_machine_coefficient(SmrScratch *m, uint32_t token, SmrPoly *out) {
  const SmrGraph *g = m->view.graph;
  const uint32_t *t = smr_token(m, token), *pool = smr_section(m->automata->block, SMR_SECTION_POOL) + t[3];
  if ((t[0] != SMR_TOK_CHECK && t[0] != SMR_TOK_SOLVE) || t[1] >= m->slots.size)
    return false;
  const SmrSlot *slot = &m->slots.data[t[1]];
  uint32_t degree = pool[0], key[SMR_POLY_MAX_DEGREE];
  for (uint32_t k = 0; k < degree; k++) {
    uint32_t leaf = pool[1 + k], number = leaf & 0xfffffff;
    if (SMR_LEAF_KIND(leaf) == 2 && number < m->loops.size)
      key[k] = g->blocks.data[smr_body_block(g, m->loops.data[number], 0)].args.data[0];
    else if (SMR_LEAF_KIND(leaf) == 4 && number < m->leaves.size)
      key[k] = m->leaves.data[number];
    else
      return false;
  }
  qsort(key, degree, sizeof *key, smr_ascending);
  uint32_t count = 0;
  SmrMonomial terms[SMR_POLY_MAX_TERMS];
  for (uint32_t i = 0; i < slot->poly.count; i++) {
    const SmrMonomial *term = &slot->poly.terms[i];
    uint32_t own[SMR_POLY_MAX_DEGREE];
    if (key_of(m, term, slot->leaves, slot->roots, own) != degree || memcmp(own, key, degree * sizeof *key))
      continue;
    uint32_t rest = term->degree - degree, kept = 0;
    uint32_t *leaves = rest ? smr_arena_alloc(&m->arena, rest * sizeof *leaves) : NULL;
    for (uint32_t k = 0; k < term->degree && kept < rest; k++)
      if (!smr_machine_varies(m, term->leaves[k], slot->leaves, slot->roots))
        leaves[kept++] = term->leaves[k];
    terms[count++] = (SmrMonomial){term->coef, rest, leaves};
  }
  if (degree && !count)
    return false;
  SmrMonomial *copy = count ? smr_arena_alloc(&m->arena, count * sizeof *copy) : NULL;
  if (count)
    memcpy(copy, terms, count * sizeof *copy);
  *out = (SmrPoly){copy, count};
  return degree || !slot->array || smr_poly_sub(&m->arena, *out, m->arrays.data[slot->array - 1].offset, out);
}

bool smr_machine_known(const SmrScratch *m, uint32_t token) {
  const uint32_t *t = smr_token(m, token);
  SmrPoly p = m->automata->polys[token];
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(p, &at, &leaf);) {
    uint32_t number = leaf - 1;
    if (number >= m->unknowns.size && !(t[0] == SMR_TOK_SOLVE && number == t[2]))
      return false;
  }
  return t[0] != SMR_TOK_SOLVE || t[2] == m->unknowns.size;
}

// The number of a block argument among all of its op's; UINT32_MAX when it is none.
static uint32_t argument_number(const SmrGraph *g, SmrOp op, SmrValue value) {
  const SmrValueData *v = smr_value_data(g, value);
  uint32_t index = 0;
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
    const SmrRegionData *data = &g->regions.data[smr_op_region(g, op, r)];
    for (uint32_t b = 0; b < data->blocks.size; b++) {
      if (data->blocks.data[b] == v->block)
        return index + v->index;
      index += g->blocks.data[data->blocks.data[b]].args.size;
    }
  }
  return UINT32_MAX;
}

bool smr_machine_fits(SmrScratch *m, uint32_t token, SmrValue value) {
  const SmrGraph *g = m->view.graph;
  const uint32_t *t = smr_token(m, token);
  uint32_t a = t[1], b = t[2];
  const SmrValueData *v = smr_value_data(g, value);
  switch ((SmrTokenKind)t[0]) {
  case SMR_TOK_BACK: {
    if (a >= m->nodes.size || v->def != m->nodes.data[a])
      return false;
    uint16_t code = smr_op(g, v->def)->code;
    if (code == SMR_OP_LOOP || code == SMR_OP_IF)
      return smr_machine_carry(m, a, b) == v->index + 1;
    return v->index == b;
  }
  case SMR_TOK_CARRIED: {
    SmrOp parent = smr_argument_owner(g, value);
    if (a >= m->nodes.size || !parent || parent != m->nodes.data[a] ||
        smr_op(g, parent)->code != SMR_OP_LOOP || !v->index)
      return false;
    uint32_t known = smr_machine_carry(m, a, b);
    return known ? known == v->index : !carry_taken(m, a, v->index - 1);
  }
  case SMR_TOK_BLOCKARG: {
    SmrOp parent = smr_argument_owner(g, value);
    return a < m->nodes.size && parent && parent == m->nodes.data[a] &&
           argument_number(g, parent, value) == b;
  }
  case SMR_TOK_SCALAR:
    return a < m->scalars.size && smr_facts_same(g, m->scalars.data[a], value);
  case SMR_TOK_SCALAR_NEW:
    return smr_machine_type(m, v->type) == a &&
           !smr_facts_variant(&m->view, value, m->roots.data, m->roots.size);
  case SMR_TOK_INT:
    return smr_type_is_int(v->type) && varying_monomials(m, smr_machine_integer(m, value)) == a;
  case SMR_TOK_LEAF:
    return smr_type_is_int(v->type) || smr_type_is_pointer(v->type);
  case SMR_TOK_ARRAY:
  case SMR_TOK_ARRAY_NEW:
  case SMR_TOK_OFFSET: {
    SmrPoly offset;
    if (!smr_type_is_pointer(v->type))
      return false;
    SmrValue base = smr_facts_address(&m->view, value, &offset);
    if (t[0] == SMR_TOK_ARRAY && (b >= m->arrays.size || m->arrays.data[b].base != base))
      return false;
    if (t[0] == SMR_TOK_ARRAY_NEW && smr_facts_variant(&m->view, base, m->roots.data, m->roots.size))
      return false;
    return varying_monomials(m, offset) == a;
  }
  case SMR_TOK_BOX:
    return a < m->boxes.size && m->boxes.data[a] == value;
  case SMR_TOK_BOX_NEW:
    return v->type == SMR_BOX && !smr_facts_variant(&m->view, value, m->roots.data, m->roots.size);
  default:
    return false;
  }
}
