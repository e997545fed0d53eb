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

//--- Accepting -----------------------------------------------------------------------

static bool same_roots(const SmrScratch *m, const SmrDone *d) {
  return d->root_count == m->roots.size && !memcmp(d->roots, m->roots.data, d->root_count * sizeof(SmrOp));
}

static bool all_done(const SmrScratch *m, uint32_t rank, uint32_t total) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < m->done.size; k++) {
    const SmrDone *d = &m->done.data[k];
    count += d->pattern == UINT32_MAX && d->rank >= rank && d->rank - rank < total && same_roots(m, d);
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
  const uint32_t *block = m->automata->block, *r = smr_section(block, SMR_SECTION_RANKS) + 2 * rank;
  uint32_t reported = 0;
  SmrOp *roots = copy(&m->arena, m->roots.data, m->roots.size * sizeof(SmrOp));
  for (uint32_t k = 0; k < r[1]; k++) {
    uint32_t pattern = smr_section(block, SMR_SECTION_RANK_PATTERNS)[r[0] + k];
    bool known = false;
    for (uint32_t d = 0; d < m->done.size && !known; d++)
      known = m->done.data[d].pattern == pattern && same_roots(m, &m->done.data[d]);
    reported += known;
    if (known)
      continue;
    uint32_t at = smr_section(block, SMR_SECTION_PATTERNS)[2 * pattern + 1];
    SmrTables t;
    SmrMatch match;
    if (!smr_tables_decode(&m->arena, smr_section(block, SMR_SECTION_POOL) + at,
                           smr_section_count(block, SMR_SECTION_POOL) - at, &t) ||
        t.node_count != m->nodes.size || t.unknown_count != m->unknowns.size ||
        t.scalar_count != m->scalars.size || t.array_count != m->arrays.size ||
        t.box_count != m->boxes.size || t.out_count != m->outs.size)
      continue;
    t.pattern = pattern;
    SmrSolution s = {.roots = roots,
                     .root_count = m->roots.size,
                     .nodes = copy(&m->arena, m->nodes.data, m->nodes.size * sizeof(SmrOp)),
                     .unknowns = m->unknowns.data,
                     .scalars = m->scalars.data,
                     .boxes = m->boxes.data,
                     .outs = m->outs.data,
                     .arrays = m->arrays.data,
                     .equations = m->equations.data,
                     .equation_count = m->equations.size};
    if (!smr_match_finish(&m->arena, &m->view, &t, &s, &match)) {
      smr_machine_miss(m, NULL, 0, rank, 1);
      continue;
    }
    smr_vec_push(&m->matches, match);
    smr_vec_push(&m->done, (SmrDone){rank, pattern, m->roots.size, roots});
    reported++;
  }
  if (reported == r[1])
    smr_vec_push(&m->done, (SmrDone){rank, UINT32_MAX, m->roots.size, roots});
}

void smr_machine_limit(SmrScratch *m, SmrLimitKind kind, SmrOp at) {
  m->stats->limits++;
  for (uint32_t k = m->limits.size; k && m->limits.data[k - 1].at == at; k--)
    if (m->limits.data[k - 1].kind == kind)
      return;
  smr_vec_push(&m->limits, (SmrLimit){kind, at});
}

const SmrLimit *smr_scratch_limits(const SmrScratch *scratch, uint32_t *count) {
  *count = scratch->limits.size;
  return scratch->limits.data;
}

const char *smr_limit_text(SmrLimitKind kind) {
  static const char *const texts[] = {
      [SMR_LIMIT_STEPS] = "there are too many ways to read this code as an idiom: not all were tried",
      [SMR_LIMIT_ROOTS] =
          "too many statements stand around this one: not all were tried as parts of an idiom",
      [SMR_LIMIT_OPERANDS] = "a sum or product of more than 64 operands is not looked at"};
  _Static_assert(SMR_MAX_COMMUTATIVE == 64, "the text says so");
  return texts[kind];
}

static void search(SmrScratch *m, SmrOp root) {
  const uint32_t *block = m->automata->block, *states = smr_section(block, SMR_SECTION_STATES);
  SmrMark empty = {0};
  smr_machine_go_back(m, &empty);
  m->frames.size = m->choices.size = m->done.size = m->matches.size = 0;
  m->steps = 0;
  m->best = 0;
  smr_vec_push(&m->roots, root);
  smr_machine_push(m, SMR_ITEM_OP, root, 0, 0, 0);
  smr_machine_expand(m, m->automata->header->start, 0);
  while (m->choices.size) {
    if (m->steps > SMR_STEP_LIMIT) {
      smr_machine_limit(m, SMR_LIMIT_STEPS, root);
      break;
    }
    SmrChoice c = smr_vec_pop(&m->choices);
    m->frames.size = c.frame + 1;
    smr_machine_go_back(m, &m->frames.data[c.frame]);
    if (m->done.size && all_done(m, c.rank, states[4 * c.state + 2]))
      continue;
    if (!smr_machine_follow(m, &c)) {
      m->length--;
      smr_machine_miss(m, &c.token, 1, c.rank, states[4 * c.state + 2]);
      continue;
    }
    if (states[4 * c.state + 3] && !m->agenda)
      accept(m, c.rank);
    smr_machine_expand(m, c.state, c.rank);
  }
  m->stats->steps += m->steps;
  if (!m->matches.size && m->best && m->collect)
    smr_machine_keep_miss(m);
  smr_machine_go_back(m, &empty);
}

//--- A run ------------------------------------------------------------------------

SmrScratch *smr_scratch_create(void) {
  return smr_xcalloc(1, sizeof(SmrScratch));
}

static void clear(SmrScratch *m) {
  if (m->view.graph)
    smr_facts_free(&m->view);
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
  smr_vec_free(&m->limits);
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
  smr_vec_clear(&m->limits);
  smr_facts_init(&m->view, graph);
  m->labels = smr_xcalloc(graph->ops.size + 1, sizeof *m->labels);
  m->classes = smr_xcalloc(graph->ops.size + 1, sizeof *m->classes);
  m->taken = smr_xcalloc(graph->ops.size + 1, 1);
  SmrOp *by_order = smr_xcalloc(graph->ops.size + 1, sizeof *by_order);
  for (SmrOp op = 1; op < graph->ops.size; op++)
    if (m->view.order[op]) {
      by_order[m->view.order[op]] = op;
      m->labels[op] = smr_machine_label(m, op);
      if (smr_opcode_commutative((SmrOpcode)smr_op(graph, op)->code) && smr_parent(graph, op) &&
          smr_op(graph, op)->operand_count > SMR_MAX_COMMUTATIVE)
        smr_machine_limit(m, SMR_LIMIT_OPERANDS, op);
    }
  smr_control_run(automata, &m->view, m->classes, &m->stats->tokens);
  const uint32_t *classes = smr_section(automata->block, SMR_SECTION_CONTROL_CLASSES);
  const uint32_t *labels = smr_section(automata->block, SMR_SECTION_LABELS);
  bool more = true;
  for (uint32_t k = 1; k <= graph->ops.size && more; k++) {
    SmrOp op = by_order[k];
    if (!op || !(smr_op(graph, op)->region_count
                     ? m->classes[op] && (classes[2 * (m->classes[op] - 1)] & SMR_CONTROL_ANCHOR)
                     : m->labels[op] && (labels[4 * (m->labels[op] - 1) + 3] & SMR_CONTROL_ANCHOR)))
      continue;
    m->stats->candidates++;
    search(m, op);
    sort_matches(m);
    m->stats->matches += m->matches.size;
    for (uint32_t i = 0; i < m->matches.size && more; i++)
      more = found(&m->matches.data[i], data);
    if (m->arena.total > 1 << 20)
      smr_arena_destroy(&m->arena);
  }
  free(by_order);
}
