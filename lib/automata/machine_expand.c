//===- machine_expand.c - which edges the agenda admits -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A NODE edge is looked up by the input op's label, so the number of patterns does not matter; the few others
// are tried.
//===----------------------------------------------------------------------===//
#include "automata/machine.h"
#include <string.h>

static uint32_t label_symbol(SmrSym sym, void *data) {
  const SmrScratch *m = data;
  uint32_t own = sym <= m->automata->to_count ? m->automata->to_symbol[sym] : 0;
  return own ? own - 1 : UINT32_MAX;
}

uint32_t smr_machine_label(SmrScratch *m, SmrOp op) {
  const uint32_t *block = m->automata->block, *hash = smr_section(block, SMR_SECTION_LABEL_HASH);
  uint32_t slots = smr_section_count(block, SMR_SECTION_LABEL_HASH);
  smr_vec_clear(&m->words);
  if (!smr_label_words(m->view.graph, op, &m->words, label_symbol, m))
    return 0;
  for (uint32_t at = smr_words_hash(m->words.data, m->words.size) & (slots - 1); hash[at];
       at = (at + 1) & (slots - 1)) {
    const uint32_t *l = smr_section(block, SMR_SECTION_LABELS) + 4 * (hash[at] - 1);
    if (l[1] == m->words.size &&
        !memcmp(smr_section(block, SMR_SECTION_POOL) + l[0], m->words.data, m->words.size * sizeof(uint32_t)))
      return hash[at];
  }
  return 0;
}

// The NODE token for an op, as result `result` at this depth; + 1, 0 when there is none.
static uint32_t find_token(const SmrScratch *m, SmrOp op, uint32_t result, uint32_t depth) {
  const uint32_t *block = m->automata->block, *hash = smr_section(block, SMR_SECTION_TOKEN_HASH);
  uint32_t slots = smr_section_count(block, SMR_SECTION_TOKEN_HASH);
  if (!m->labels[op])
    return 0;
  uint32_t key[2] = {m->labels[op] - 1, (result & 0xffff) | depth << 16};
  for (uint32_t at = smr_words_hash(key, 2) & (slots - 1); hash[at]; at = (at + 1) & (slots - 1)) {
    const uint32_t *t = smr_token(m, hash[at] - 1);
    if (t[0] == SMR_TOK_NODE && t[1] == key[0] && t[2] == key[1])
      return hash[at];
  }
  return 0;
}

static const uint32_t *find_edge(const uint32_t *edges, uint32_t count, uint32_t token) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (edges[3 * middle] < token)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && edges[3 * low] == token ? edges + 3 * low : NULL;
}

typedef struct {
  SmrScratch *m;
  const uint32_t *edges; // of the state, and how many of them come before the NODE edges
  uint32_t count, plain, rank, frame;
} Expansion;

static void choose(Expansion *x, const uint32_t *edge, uint32_t operand, uint32_t choice) {
  x->m->steps++;
  smr_vec_push(&x->m->choices, (SmrChoice){edge[1], x->rank + edge[2], edge[0], operand, choice, x->frame});
}

static void choose_node(Expansion *x, SmrOp op, uint32_t result, uint32_t depth, uint32_t operand) {
  uint32_t token = find_token(x->m, op, result, depth);
  const uint32_t *edge = token ? find_edge(x->edges + 3 * x->plain, x->count - x->plain, token - 1) : NULL;
  if (edge)
    choose(x, edge, operand, op);
}

static void expand_value(Expansion *x, SmrValue value, uint32_t depth, uint32_t operand) {
  SmrScratch *m = x->m;
  const SmrGraph *g = m->view.graph;
  value = smr_facts_strip(&m->view, value);
  for (uint32_t k = 0; k < x->plain; k++) {
    const uint32_t *edge = x->edges + 3 * k;
    if (!smr_machine_fits(m, edge[0], value))
      continue;
    if (smr_token(m, edge[0])[0] != SMR_TOK_LEAF) {
      choose(x, edge, operand, 0);
      continue;
    }
    SmrPoly p = smr_machine_integer(m, value);
    uint32_t first = m->choices.size;
    uint32_t leaf;
    for (SmrLeafPlace at = {0}; smr_poly_next_leaf(p, &at, &leaf);) {
      bool known = false;
      for (uint32_t c = first; c < m->choices.size; c++)
        known |= m->choices.data[c].choice == leaf;
      for (uint32_t c = 0; c < m->leaves.size; c++)
        known |= m->leaves.data[c] == leaf;
      if (!known)
        choose(x, edge, operand, leaf);
    }
  }
  SmrOp def = smr_def(g, value);
  if (def)
    choose_node(x, def, smr_value_data(g, value)->index, depth, operand);
}

static void expand_users(Expansion *x, const uint32_t *edge, SmrValue value) {
  SmrScratch *m = x->m;
  const SmrGraph *g = m->view.graph;
  if (!m->have_uses) {
    m->uses = smr_uses_compute(g);
    m->have_uses = true;
  }
  for (uint32_t u = m->uses.first[value]; u < m->uses.first[value + 1]; u++) {
    SmrOp op = m->uses.ops[u];
    bool skip = (u > m->uses.first[value] && m->uses.ops[u - 1] == op) || !m->view.order[op] ||
                !smr_op(g, op)->result_count || smr_facts_statement(g, op);
    for (uint32_t r = 0; r < m->roots.size && !skip; r++)
      skip = op == m->roots.data[r] || smr_facts_inside(&m->view, op, m->roots.data[r]);
    if (!skip)
      choose(x, edge, 0, smr_value(g, smr_result(g, op, 0)));
  }
}

// Another root: a statement of the first one's block with the same control flow, nearest first behind, then
// before.
static void expand_roots(Expansion *x, uint32_t class) {
  SmrScratch *m = x->m;
  const SmrGraph *g = m->view.graph;
  uint32_t seen = 0;
  for (int back = 0; back < 2; back++)
    for (SmrOp op = m->roots.data[0]; (op = back ? smr_op(g, op)->prev : smr_op(g, op)->next);) {
      if (++seen > SMR_ROOT_WINDOW) {
        smr_machine_limit(m, SMR_LIMIT_ROOTS, m->roots.data[0]);
        return;
      }
      if (smr_facts_statement(g, op) && !m->taken[op] && m->classes[op] == class)
        choose_node(x, op, 0, 0, 0);
    }
}

// P's constant term is what is missing to Q.
static void expand_constants(Expansion *x) {
  SmrScratch *m = x->m;
  SmrPoly q, left, right, difference;
  int64_t scale, constant;
  if (!smr_machine_known(m, m->check) || !smr_machine_coefficient(m, m->check, &q) ||
      !smr_equation_value(&m->arena, m->unknowns.data, m->automata->polys[m->check], &right, &scale) ||
      !smr_poly_scale(&m->arena, q, scale, &left) || !smr_poly_sub(&m->arena, left, right, &difference))
    return;
  if (!smr_poly_is_const(difference, &constant)) {
    for (uint32_t k = 0; k < x->count && smr_facts_only_strides(m->view.graph, q); k++)
      choose(x, x->edges + 3 * k, 0, 1);
    return;
  }
  if (constant % scale)
    return;
  constant /= scale;
  uint32_t low = 0, high = x->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    const uint32_t *t = smr_token(m, x->edges[3 * middle]);
    int64_t value = (int64_t)((uint64_t)t[2] << 32 | t[1]);
    if (value == constant) {
      choose(x, x->edges + 3 * middle, 0, 0);
      return;
    }
    if (value < constant)
      low = middle + 1;
    else
      high = middle;
  }
}

void smr_machine_expand(SmrScratch *m, uint32_t state, uint32_t rank) {
  const uint32_t *block = m->automata->block, *s = smr_section(block, SMR_SECTION_STATES) + 4 * state;
  const SmrGraph *g = m->view.graph;
  Expansion x = {m, smr_section(block, SMR_SECTION_EDGES) + 3 * s[0], s[1], 0, rank, m->frames.size};
  uint32_t first = m->choices.size;
  m->steps++;
  if (!x.count)
    return;
  while (x.plain < x.count && smr_token(m, x.edges[3 * x.plain])[0] < SMR_TOK_NODE)
    x.plain++;
  const SmrItem *t = smr_top(m);
  SmrItem top = t ? *t : (SmrItem){.kind = SMR_ITEM_ROOT};
  if (smr_token(m, x.edges[0])[0] == SMR_TOK_CONST) {
    expand_constants(&x);
  } else {
    for (uint32_t k = 0; k < x.plain; k++) {
      const uint32_t *edge = x.edges + 3 * k, *token = smr_token(m, edge[0]);
      switch ((SmrTokenKind)token[0]) {
      case SMR_TOK_CHECK:
      case SMR_TOK_SOLVE:
        choose(&x, edge, 0, 0);
        break;
      case SMR_TOK_ROOT:
      case SMR_TOK_START:
        if (!t)
          choose(&x, edge, 0, 0);
        break;
      case SMR_TOK_OUT:
        if (t && top.kind == SMR_ITEM_CURRENT)
          choose(&x, edge, 0, 0);
        break;
      case SMR_TOK_CLIMB:
        if (t && top.kind == SMR_ITEM_CURRENT)
          expand_users(&x, edge, top.what);
        break;
      case SMR_TOK_CARRY:
        if (t && top.kind == SMR_ITEM_CARRIES) {
          uint32_t known = smr_machine_carry(m, top.node, token[1]);
          for (uint32_t j = 0; j < smr_op(g, top.what)->result_count; j++) {
            bool taken = false;
            for (uint32_t c = 0; c < m->carries.size && !known; c++)
              taken |= m->carries.data[c].node == top.node && m->carries.data[c].input == j;
            if ((known ? known == j + 1 : !taken) &&
                smr_machine_type(m, smr_value_type(g, smr_result(g, top.what, j))) == token[2])
              choose(&x, edge, 0, j);
          }
        }
        break;
      default:
        break;
      }
    }
    if (t)
      switch (top.kind) {
      case SMR_ITEM_OP:
        choose_node(&x, top.what, 0, top.depth, 0);
        break;
      case SMR_ITEM_VALUE:
        expand_value(&x, top.what, top.depth, 0);
        break;
      case SMR_ITEM_OPERANDS:
        for (uint32_t i = 0; i < smr_op(g, top.what)->operand_count; i++) {
          bool known = top.mask >> i & 1;
          for (uint32_t k = 0; k < i; k++)
            known |= !(top.mask >> k & 1) && smr_operand(g, top.what, k) == smr_operand(g, top.what, i);
          if (!known)
            expand_value(&x, smr_operand(g, top.what, i), top.depth, i);
        }
        break;
      case SMR_ITEM_BLOCK:
        for (SmrOp op = g->blocks.data[top.what].first; op; op = smr_op(g, op)->next)
          if (smr_facts_statement(g, op) && !m->taken[op])
            choose_node(&x, op, 0, top.depth, 0);
        break;
      case SMR_ITEM_ROOT:
        expand_roots(&x, top.node);
        break;
      default:
        break;
      }
  }
  if (m->choices.size == first) {
    if (m->collect) {
      uint32_t tokens[3], count = 0;
      for (; count < 3 && count < x.count; count++)
        tokens[count] = x.edges[3 * count];
      smr_machine_miss(m, tokens, count, rank, s[2]);
    }
    return;
  }
  smr_vec_push(&m->frames, smr_machine_mark(m));
  for (uint32_t i = first, k = m->choices.size - 1; i < k; i++, k--) {
    SmrChoice c = m->choices.data[i];
    m->choices.data[i] = m->choices.data[k];
    m->choices.data[k] = c;
  }
}
