//===- near.c - near misses ----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/machine.h"
#include <string.h>

static void describe(const SmrScratch *m, uint32_t token, SmrStr *out) {
  const uint32_t *t = smr_token(m, token), *block = m->automata->block;
  switch ((SmrTokenKind)t[0]) {
  case SMR_TOK_NODE:
    smr_str_puts(out, smr_block_text(block, smr_section(block, SECTION_LABELS)[4 * t[1] + 2]));
    return;
  case SMR_TOK_CHECK:
  case SMR_TOK_CONST:
  case SMR_TOK_SOLVE:
    smr_str_puts(out, "an index or bound that fits the others");
    return;
  case SMR_TOK_SCALAR_NEW:
    smr_str_puts(out, "an invariant ");
    if (SMR_TYPE_KIND(t[1]) == SMR_T_OPAQUE)
      smr_str_puts(out, "value");
    else
      smr_type_text(t[1], NULL, out);
    return;
  case SMR_TOK_SCALAR:
    smr_str_puts(out, "the same scalar as before");
    return;
  case SMR_TOK_BACK:
    smr_str_puts(out, "the same value as before");
    return;
  case SMR_TOK_CARRIED:
    smr_str_puts(out, "the accumulated value");
    return;
  case SMR_TOK_INT:
  case SMR_TOK_LEAF:
    smr_str_puts(out, "an integer of the same form");
    return;
  case SMR_TOK_ARRAY:
    smr_str_puts(out, "an element of the same array");
    return;
  case SMR_TOK_ARRAY_NEW:
  case SMR_TOK_OFFSET:
    smr_str_puts(out, "an array element with as many indices");
    return;
  case SMR_TOK_ROOT:
    smr_str_puts(out, "another statement");
    return;
  case SMR_TOK_CLIMB:
    smr_str_puts(out, "a use of the result");
    return;
  default:
    smr_str_puts(out, "something else");
    return;
  }
}

static uint32_t rank_pattern(const SmrScratch *m, uint32_t rank) {
  const uint32_t *block = m->automata->block;
  if (rank >= smr_section_count(block, SECTION_RANKS))
    return 0;
  return smr_section(block, SECTION_RANK_PATTERNS)[smr_section(block, SECTION_RANKS)[2 * rank]];
}

void smr_machine_miss(SmrScratch *m, const uint32_t *tokens, uint32_t count, uint32_t rank) {
  if (!m->collect || (m->best && m->length < m->best) || !count)
    return;
  const SmrGraph *g = m->view.graph;
  if (m->best && m->length == m->best)
    return; // the first of equals
  m->best = m->length;
  SmrStr expected = {0}, found = {0};
  for (uint32_t k = 0; k < count && k < 3; k++) {
    smr_str_puts(&expected, k ? " or " : "");
    describe(m, tokens[k], &expected);
  }
  const SmrItem *top = smr_top(m);
  SmrOp at = m->roots.data[0];
  SmrValue value = 0;
  if (!top) {
    smr_str_puts(&found, "nothing that fits");
  } else if (top->kind == SMR_ITEM_VALUE || top->kind == SMR_ITEM_CURRENT) {
    value = top->what;
  } else if (top->kind == SMR_ITEM_BLOCK) {
    for (SmrOp op = g->blocks.data[top->what].first; op; op = smr_op(g, op)->next)
      if (smr_view_statement(g, op) && !m->taken[op]) {
        at = op;
        break;
      }
    smr_label_text(g, at, &found);
  } else if (top->kind == SMR_ITEM_ROOT) {
    smr_str_puts(&found, "no such statement beside it");
  } else {
    at = top->what;
    smr_label_text(g, at, &found);
  }
  if (value) {
    SmrOp def = smr_def(g, value);
    SmrBlock block = def ? 0 : smr_value_data(g, value)->block;
    SmrOp parent = def ? def : g->regions.data[g->blocks.data[block].region].parent;
    at = parent ? parent : at;
    if (def)
      smr_label_text(g, def, &found);
    else
      smr_str_puts(&found, parent ? "a value of the loop" : "an argument");
  }
  m->miss = (SmrNearMiss){.pattern = rank_pattern(m, rank), .root = m->roots.data[0], .at = at};
  snprintf(m->miss.expected, sizeof m->miss.expected, "%s", smr_str_get(&expected));
  snprintf(m->miss.found, sizeof m->miss.found, "%s", smr_str_get(&found));
  smr_str_free(&expected);
  smr_str_free(&found);
}

void smr_scratch_collect_misses(SmrScratch *scratch, bool on) {
  scratch->collect = on;
}

const SmrNearMiss *smr_scratch_misses(const SmrScratch *scratch, uint32_t *count) {
  *count = scratch->misses.size;
  return scratch->misses.data;
}
