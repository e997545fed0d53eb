//===- ddg_run.c - data strings: matching at a candidate -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// At each state the machine asks which edges the top of its agenda admits: a NODE edge is looked up by the
// input op's label, so the number of patterns does not matter; the few others (an argument, a node seen
// before) are tried. Where more than one way is open (operands of a commutative op, statements of a block,
// several edges) the rest is kept as choices and the first is followed. One match is reported for each
// pattern and choice of roots: a subtree of the automaton all of whose patterns were reported is not entered
// again.
//===----------------------------------------------------------------------===//
#include "automata/automata.h"
#include "automata/machine.h"
#include <string.h>

//--- Stacks ----------------------------------------------------------------------

static SmrMark mark(const SmrScratch *m) {
  return (SmrMark){m->agenda,         m->items.size,  m->nodes.size,    m->loops.size,
                   m->slots.size,     m->leaves.size, m->unknowns.size, m->scalars.size,
                   m->arrays.size,    m->boxes.size,  m->outs.size,     m->carries.size,
                   m->equations.size, m->roots.size,  m->check,         m->length};
}

static void go_back(SmrScratch *m, const SmrMark *k) {
  while (m->nodes.size > k->nodes)
    m->taken[smr_vec_pop(&m->nodes)] = 0;
  m->agenda = k->agenda;
  m->items.size = k->items;
  m->loops.size = k->loops;
  m->slots.size = k->slots;
  m->leaves.size = k->leaves;
  m->unknowns.size = k->unknowns;
  m->scalars.size = k->scalars;
  m->arrays.size = k->arrays;
  m->boxes.size = k->boxes;
  m->outs.size = k->outs;
  m->carries.size = k->carries;
  m->equations.size = k->equations;
  m->roots.size = k->roots;
  m->check = k->check;
  m->length = k->length;
}

static void push(SmrScratch *m, SmrItemKind kind, uint32_t what, uint32_t depth, uint32_t node,
                 uint32_t count) {
  smr_vec_push(
      &m->items,
      (SmrItem){.kind = kind, .what = what, .node = node, .count = count, .depth = depth, .next = m->agenda});
  m->agenda = m->items.size;
}

// Items are shared by choices: one is changed by pushing a copy.
static void pop(SmrScratch *m) {
  m->agenda = smr_top(m)->next;
}

static void push_value(SmrScratch *m, SmrValue value, uint32_t depth) {
  push(m, SMR_ITEM_VALUE, value, depth, 0, 0);
}

static void push_block(SmrScratch *m, SmrBlock block, uint32_t depth) {
  uint32_t count = smr_view_statement_count(m->view.graph, block);
  if (count)
    push(m, SMR_ITEM_BLOCK, block, depth, 0, count);
}

// What a matched op leaves to do, in reverse.
static void push_op(SmrScratch *m, SmrOp op, uint32_t depth) {
  const SmrGraph *g = m->view.graph;
  const SmrOpData *o = smr_op(g, op);
  uint32_t node = m->nodes.size;
  smr_vec_push(&m->nodes, op);
  if (o->code == SMR_OP_LOOP || o->code == SMR_OP_IF) {
    if (o->result_count)
      push(m, SMR_ITEM_CARRIES, op, depth + 1, node, o->result_count);
    for (uint32_t r = o->region_count; r-- > 0;)
      push_block(m, smr_body_block(g, op, r), depth + 1);
    if (o->code == SMR_OP_LOOP)
      smr_vec_push(&m->loops, op);
    push_value(m, smr_operand(g, op, 0), depth);
    return;
  }
  for (uint32_t r = o->region_count; r-- > 0;) {
    const SmrRegionData *region = &g->regions.data[smr_op_region(g, op, r)];
    for (uint32_t b = region->blocks.size; b-- > 0;) {
      SmrOp last = g->blocks.data[region->blocks.data[b]].last;
      for (uint32_t k = last ? smr_op(g, last)->operand_count : 0; k-- > 0;)
        push_value(m, smr_operand(g, last, k), depth + 1);
      push_block(m, region->blocks.data[b], depth + 1);
    }
  }
  if (o->code == SMR_OP_STORE) {
    push_value(m, smr_operand(g, op, 0), depth);
    push_value(m, smr_operand(g, op, 1), depth);
  } else if (smr_opcode_commutative((SmrOpcode)o->code) && o->operand_count) {
    push(m, SMR_ITEM_OPERANDS, op, depth, 0, o->operand_count);
  } else {
    for (uint32_t k = o->operand_count; k-- > 0;)
      push_value(m, smr_operand(g, op, k), depth);
  }
}

//--- Finding edges ----------------------------------------------------------------

static uint32_t label_symbol(SmrSym sym, void *data) {
  const SmrScratch *m = data;
  uint32_t own = sym <= m->automata->to_count ? m->automata->to_symbol[sym] : 0;
  return own ? own - 1 : UINT32_MAX;
}

static uint32_t find_label(SmrScratch *m, SmrOp op) {
  const uint32_t *block = m->automata->block, *hash = smr_section(block, SECTION_LABEL_HASH);
  uint32_t slots = smr_section_count(block, SECTION_LABEL_HASH);
  smr_vec_clear(&m->words);
  if (!smr_label_words(m->view.graph, op, &m->words, label_symbol, m))
    return 0;
  for (uint32_t at = smr_words_hash(m->words.data, m->words.size) & (slots - 1); hash[at];
       at = (at + 1) & (slots - 1)) {
    const uint32_t *l = smr_section(block, SECTION_LABELS) + 4 * (hash[at] - 1);
    if (l[1] == m->words.size &&
        !memcmp(smr_section(block, SECTION_POOL) + l[0], m->words.data, m->words.size * sizeof(uint32_t)))
      return hash[at];
  }
  return 0;
}

// The NODE token for an op, as result `result` at this depth; + 1, 0 when there is none.
static uint32_t find_token(const SmrScratch *m, SmrOp op, uint32_t result, uint32_t depth) {
  const uint32_t *block = m->automata->block, *hash = smr_section(block, SECTION_TOKEN_HASH);
  uint32_t slots = smr_section_count(block, SECTION_TOKEN_HASH);
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
  value = smr_view_strip(&m->view, value);
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
    for (uint32_t t = 0; t < p.count; t++)
      for (uint32_t i = 0; i < p.terms[t].degree; i++) {
        SmrValue leaf = p.terms[t].leaves[i];
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
                !smr_op(g, op)->result_count || smr_view_statement(g, op);
    for (uint32_t r = 0; r < m->roots.size && !skip; r++)
      skip = op == m->roots.data[r] || smr_view_inside(&m->view, op, m->roots.data[r]);
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
        m->stats->limits++;
        return;
      }
      if (smr_view_statement(g, op) && !m->taken[op] && m->classes[op] == class)
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
    for (uint32_t k = 0; k < x->count && smr_view_only_strides(m->view.graph, q); k++)
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

static void expand(SmrScratch *m, uint32_t state, uint32_t rank) {
  const uint32_t *block = m->automata->block, *s = smr_section(block, SECTION_STATES) + 4 * state;
  const SmrGraph *g = m->view.graph;
  Expansion x = {m, smr_section(block, SECTION_EDGES) + 3 * s[0], s[1], 0, rank, m->frames.size};
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
          if (smr_view_statement(g, op) && !m->taken[op])
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
      smr_machine_miss(m, tokens, count, rank);
    }
    return;
  }
  smr_vec_push(&m->frames, mark(m));
  for (uint32_t i = first, k = m->choices.size - 1; i < k; i++, k--) {
    SmrChoice c = m->choices.data[i];
    m->choices.data[i] = m->choices.data[k];
    m->choices.data[k] = c;
  }
}

//--- Following an edge -------------------------------------------------------------

// Takes the value that the choice is about off the agenda.
static SmrValue take(SmrScratch *m, const SmrChoice *c, uint32_t *depth) {
  SmrItem top = *smr_top(m);
  SmrValue value = top.what;
  *depth = top.depth;
  pop(m);
  if (top.kind == SMR_ITEM_OPERANDS) {
    value = smr_operand(m->view.graph, top.what, c->operand);
    if (top.count > 1) {
      push(m, SMR_ITEM_OPERANDS, top.what, top.depth, 0, top.count - 1);
      smr_top(m)->mask = top.mask | 1ull << c->operand;
    }
  }
  return smr_view_strip(&m->view, value);
}

static void take_node(SmrScratch *m, const SmrChoice *c) {
  SmrItem top = *smr_top(m);
  uint32_t depth = top.depth;
  if (top.kind == SMR_ITEM_VALUE || top.kind == SMR_ITEM_OPERANDS) {
    take(m, c, &depth);
  } else {
    pop(m);
    if (top.kind == SMR_ITEM_BLOCK && top.count > 1)
      push(m, SMR_ITEM_BLOCK, top.what, depth, 0, top.count - 1);
    if (top.kind == SMR_ITEM_ROOT)
      smr_vec_push(&m->roots, c->choice);
    m->taken[c->choice] = 1;
  }
  push_op(m, c->choice, depth);
}

static SmrPoly invariant_part(SmrScratch *m, SmrPoly p) {
  SmrTerm *terms = smr_arena_alloc(&m->arena, (p.count + 1) * sizeof *terms);
  uint32_t count = 0;
  for (uint32_t t = 0; t < p.count; t++) {
    bool varies = false;
    for (uint32_t k = 0; k < p.terms[t].degree; k++)
      varies |= smr_machine_varies(m, p.terms[t].leaves[k], m->leaves.size, m->roots.size);
    if (!varies)
      terms[count++] = p.terms[t];
  }
  return (SmrPoly){terms, count};
}

static bool take_carry(SmrScratch *m, const SmrChoice *c, uint32_t own) {
  const SmrGraph *g = m->view.graph;
  SmrItem top = *smr_top(m);
  pop(m);
  if (top.count > 1)
    push(m, SMR_ITEM_CARRIES, top.what, top.depth, top.node, top.count - 1);
  if (!smr_machine_carry(m, top.node, own))
    smr_vec_push(&m->carries, (SmrCarry){top.node, own, c->choice});
  if (smr_op(g, top.what)->code == SMR_OP_LOOP)
    push_value(m, smr_operand(g, top.what, c->choice + 1), top.depth);
  for (uint32_t r = smr_op(g, top.what)->region_count; r-- > 0;)
    push_value(m, smr_operand(g, g->blocks.data[smr_body_block(g, top.what, r)].last, c->choice), top.depth);
  return true;
}

static bool take_start(SmrScratch *m, uint32_t node, uint32_t result) {
  const SmrGraph *g = m->view.graph;
  if (node >= m->nodes.size)
    return false;
  SmrOp op = m->nodes.data[node];
  if (smr_op(g, op)->code == SMR_OP_LOOP || smr_op(g, op)->code == SMR_OP_IF) {
    result = smr_machine_carry(m, node, result);
    if (!result)
      return false;
    result--;
  }
  if (result >= smr_op(g, op)->result_count)
    return false;
  push(m, SMR_ITEM_CURRENT, smr_value(g, smr_result(g, op, result)), 0, 0, 0);
  return true;
}

static bool take_constant(SmrScratch *m, const SmrChoice *c, const uint32_t *token) {
  if (!c->choice)
    return true;
  // Descriptor strides against P: an equation for a guard.
  SmrPoly q, value;
  SmrEquation e;
  int64_t scale, constant = (int64_t)((uint64_t)token[2] << 32 | token[1]);
  if (!smr_machine_coefficient(m, m->check, &q) ||
      !smr_equation_value(&m->arena, m->unknowns.data, m->automata->polys[m->check], &value, &scale) ||
      __builtin_mul_overflow(constant, scale, &constant) ||
      !smr_poly_add(&m->arena, value, smr_poly_const(&m->arena, constant), &e.right) ||
      !smr_poly_scale(&m->arena, q, scale, &e.left) || !e.right.count)
    return false;
  smr_vec_push(&m->equations, e);
  return true;
}

static bool follow(SmrScratch *m, const SmrChoice *c) {
  const uint32_t *t = smr_token(m, c->token);
  SmrValue value;
  uint32_t depth;
  SmrPoly q;
  m->length++;
  switch ((SmrTokenKind)t[0]) {
  case SMR_TOK_NODE:
    take_node(m, c);
    return true;
  case SMR_TOK_BACK:
  case SMR_TOK_BLOCKARG:
  case SMR_TOK_SCALAR:
  case SMR_TOK_BOX:
    take(m, c, &depth);
    return true;
  case SMR_TOK_CARRIED:
    value = take(m, c, &depth);
    if (!smr_machine_carry(m, t[1], t[2]))
      smr_vec_push(&m->carries, (SmrCarry){t[1], t[2], smr_value_data(m->view.graph, value)->index - 1});
    return true;
  case SMR_TOK_SCALAR_NEW:
    value = take(m, c, &depth);
    smr_vec_push(&m->scalars, value);
    return true;
  case SMR_TOK_BOX_NEW:
    value = take(m, c, &depth);
    smr_vec_push(&m->boxes, value);
    return true;
  case SMR_TOK_LEAF:
    value = take(m, c, &depth);
    push_value(m, value, depth); // it comes back when the leaf is done
    push_value(m, c->choice, depth);
    smr_vec_push(&m->leaves, c->choice);
    return true;
  case SMR_TOK_INT:
    value = take(m, c, &depth);
    smr_vec_push(&m->slots, (SmrSlot){smr_view_poly(&m->view, value), m->leaves.size, m->roots.size, 0});
    return true;
  case SMR_TOK_ARRAY:
  case SMR_TOK_ARRAY_NEW:
  case SMR_TOK_OFFSET:
    value = smr_view_address(&m->view, take(m, c, &depth), &q);
    smr_vec_push(&m->slots,
                 (SmrSlot){q, m->leaves.size, m->roots.size, t[0] == SMR_TOK_ARRAY ? t[2] + 1 : 0});
    if (t[0] == SMR_TOK_ARRAY_NEW)
      smr_vec_push(&m->arrays, (SmrArrayBinding){value, invariant_part(m, q)});
    else if (t[0] == SMR_TOK_OFFSET)
      push_value(m, value, depth);
    return true;
  case SMR_TOK_CHECK:
    m->check = c->token;
    return true;
  case SMR_TOK_CONST:
    return take_constant(m, c, t);
  case SMR_TOK_SOLVE: {
    SmrUnknown unknown;
    if (!smr_machine_known(m, c->token) || !smr_machine_coefficient(m, c->token, &q) ||
        !smr_equation_solve(&m->arena, m->view.graph, m->unknowns.data, m->automata->polys[c->token], q,
                            t[2] + 1, &unknown))
      return false;
    smr_vec_push(&m->unknowns, unknown);
    return true;
  }
  case SMR_TOK_CARRY:
    return take_carry(m, c, t[1]);
  case SMR_TOK_ROOT:
    push(m, SMR_ITEM_ROOT, 0, 0, t[1], 0);
    return true;
  case SMR_TOK_START:
    return take_start(m, t[1], t[2]);
  case SMR_TOK_CLIMB:
    pop(m);
    push(m, SMR_ITEM_CURRENT, c->choice, 0, 0, 0);
    push_value(m, c->choice, 0);
    return true;
  case SMR_TOK_OUT:
    value = smr_top(m)->what;
    pop(m);
    smr_vec_push(&m->outs, value);
    return true;
  case SMR_TOK_COUNT:
    break;
  }
  return false;
}

//--- Accepting -----------------------------------------------------------------------

static uint32_t roots_hash(const SmrScratch *m) {
  return smr_words_hash(m->roots.data, m->roots.size);
}

static bool all_done(const SmrScratch *m, uint32_t rank, uint32_t total) {
  uint32_t count = 0, hash = 0;
  for (uint32_t k = 0; k < m->done.size; k++) {
    const SmrDone *d = &m->done.data[k];
    if (d->pattern != UINT32_MAX || d->rank < rank || d->rank - rank >= total)
      continue;
    hash = hash ? hash : roots_hash(m);
    count += d->roots == hash;
  }
  return count == total;
}

static void *copy(SmrArena *arena, const void *data, size_t size) {
  void *out = smr_arena_alloc(arena, size + 1);
  if (size)
    memcpy(out, data, size);
  return out;
}

static void accept(SmrScratch *m, uint32_t rank) {
  const uint32_t *block = m->automata->block, *r = smr_section(block, SECTION_RANKS) + 2 * rank;
  uint32_t hash = roots_hash(m), reported = 0;
  for (uint32_t k = 0; k < r[1]; k++) {
    uint32_t pattern = smr_section(block, SECTION_RANK_PATTERNS)[r[0] + k];
    bool known = false;
    for (uint32_t d = 0; d < m->done.size && !known; d++)
      known = m->done.data[d].pattern == pattern && m->done.data[d].roots == hash;
    reported += known;
    if (known)
      continue;
    uint32_t at = smr_section(block, SECTION_PATTERNS)[2 * pattern + 1];
    SmrTables t;
    SmrMatch match;
    if (!smr_tables_decode(&m->arena, smr_section(block, SECTION_POOL) + at,
                           smr_section_count(block, SECTION_POOL) - at, &t) ||
        t.node_count != m->nodes.size || t.unknown_count != m->unknowns.size ||
        t.scalar_count != m->scalars.size || t.array_count != m->arrays.size ||
        t.box_count != m->boxes.size || t.out_count != m->outs.size)
      continue;
    t.pattern = pattern;
    SmrSolution s = {.roots = copy(&m->arena, m->roots.data, m->roots.size * sizeof(SmrOp)),
                     .root_count = m->roots.size,
                     .nodes = copy(&m->arena, m->nodes.data, m->nodes.size * sizeof(SmrOp)),
                     .unknowns = m->unknowns.data,
                     .scalars = m->scalars.data,
                     .boxes = m->boxes.data,
                     .outs = m->outs.data,
                     .arrays = m->arrays.data,
                     .equations = m->equations.data,
                     .equation_count = m->equations.size};
    if (!smr_match_finish(&m->arena, &m->view, &t, &s, &match))
      continue;
    smr_vec_push(&m->matches, match);
    smr_vec_push(&m->done, (SmrDone){rank, pattern, hash});
    reported++;
  }
  if (reported == r[1])
    smr_vec_push(&m->done, (SmrDone){rank, UINT32_MAX, hash});
}

static void search(SmrScratch *m, SmrOp root) {
  const uint32_t *block = m->automata->block, *states = smr_section(block, SECTION_STATES);
  SmrMark empty = {0};
  go_back(m, &empty);
  m->frames.size = m->choices.size = m->done.size = m->matches.size = 0;
  m->steps = 0;
  m->best = 0;
  smr_vec_push(&m->roots, root);
  push(m, SMR_ITEM_OP, root, 0, 0, 0);
  expand(m, m->automata->header->start, 0);
  while (m->choices.size) {
    if (m->steps > SMR_STEP_LIMIT) {
      m->stats->limits++;
      break;
    }
    SmrChoice c = smr_vec_pop(&m->choices);
    m->frames.size = c.frame + 1;
    go_back(m, &m->frames.data[c.frame]);
    if (m->done.size && all_done(m, c.rank, states[4 * c.state + 2]))
      continue;
    if (!follow(m, &c)) {
      m->length--;
      smr_machine_miss(m, &c.token, 1, c.rank);
      continue;
    }
    if (states[4 * c.state + 3] && !m->agenda)
      accept(m, c.rank);
    expand(m, c.state, c.rank);
  }
  m->stats->steps += m->steps;
  go_back(m, &empty);
}

//--- A run ------------------------------------------------------------------------

SmrScratch *smr_scratch_create(void) {
  return smr_xcalloc(1, sizeof(SmrScratch));
}

static void clear(SmrScratch *m) {
  if (m->view.graph)
    smr_view_free(&m->view);
  if (m->have_uses)
    smr_uses_free(&m->uses);
  m->have_uses = false;
  free(m->labels);
  free(m->classes);
  free(m->taken);
  m->labels = m->classes = NULL;
  m->taken = NULL;
  m->nodes.size = 0;
  smr_arena_destroy(&m->arena);
}

void smr_scratch_destroy(SmrScratch *m) {
  if (!m)
    return;
  clear(m);
  smr_vec_free(&m->words);
  smr_vec_free(&m->items);
  smr_vec_free(&m->nodes);
  smr_vec_free(&m->loops);
  smr_vec_free(&m->slots);
  smr_vec_free(&m->leaves);
  smr_vec_free(&m->unknowns);
  smr_vec_free(&m->scalars);
  smr_vec_free(&m->arrays);
  smr_vec_free(&m->boxes);
  smr_vec_free(&m->outs);
  smr_vec_free(&m->carries);
  smr_vec_free(&m->equations);
  smr_vec_free(&m->roots);
  smr_vec_free(&m->frames);
  smr_vec_free(&m->choices);
  smr_vec_free(&m->matches);
  smr_vec_free(&m->done);
  smr_vec_free(&m->misses);
  free(m);
}

// By pattern; the search's order decides between matches of one pattern (other choices of roots).
static void sort_matches(SmrScratch *m) {
  for (uint32_t k = 1; k < m->matches.size; k++) {
    SmrMatch match = m->matches.data[k];
    uint32_t at = k;
    for (; at && m->matches.data[at - 1].pattern > match.pattern; at--)
      m->matches.data[at] = m->matches.data[at - 1];
    m->matches.data[at] = match;
  }
}

void smr_automata_run(const SmrAutomata *automata, SmrGraph *graph, SmrScratch *m,
                      bool (*found)(const SmrMatch *match, void *data), void *data, SmrRunStats *stats) {
  SmrRunStats ignored = {0};
  clear(m);
  m->automata = automata;
  m->stats = stats ? stats : &ignored;
  smr_vec_clear(&m->misses);
  smr_view_init(&m->view, graph);
  m->labels = smr_xcalloc(graph->ops.size + 1, sizeof *m->labels);
  m->classes = smr_xcalloc(graph->ops.size + 1, sizeof *m->classes);
  m->taken = smr_xcalloc(graph->ops.size + 1, 1);
  SmrOp *by_order = smr_xcalloc(graph->ops.size + 1, sizeof *by_order);
  for (SmrOp op = 1; op < graph->ops.size; op++)
    if (m->view.order[op]) {
      by_order[m->view.order[op]] = op;
      m->labels[op] = find_label(m, op);
    }
  smr_control_run(automata, &m->view, m->classes, &m->stats->tokens);
  const uint32_t *classes = smr_section(automata->block, SECTION_CONTROL_CLASSES);
  const uint32_t *labels = smr_section(automata->block, SECTION_LABELS);
  bool more = true;
  for (uint32_t k = 1; k <= graph->ops.size && more; k++) {
    SmrOp op = by_order[k];
    if (!op || !(smr_op(graph, op)->region_count
                     ? m->classes[op] && (classes[2 * (m->classes[op] - 1)] & CONTROL_ANCHOR)
                     : m->labels[op] && (labels[4 * (m->labels[op] - 1) + 3] & CONTROL_ANCHOR)))
      continue;
    m->stats->candidates++;
    search(m, op);
    sort_matches(m);
    m->stats->matches += m->matches.size;
    for (uint32_t i = 0; i < m->matches.size && more; i++)
      more = found(&m->matches.data[i], data);
    if (!m->matches.size && m->best && m->collect)
      smr_vec_push(&m->misses, m->miss);
    if (m->arena.total > 1 << 20)
      smr_arena_destroy(&m->arena);
  }
  free(by_order);
}
