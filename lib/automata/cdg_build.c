//===- cdg_build.c - control strings: building the automaton -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A class is a distinct control string. Inside a string, a nested region-defining op is one token, its class,
// and the classes of one block stand in ascending order. All strings go into one trie (cdg_run.c says how it
// is read).
//===----------------------------------------------------------------------===//
#include "automata/build.h"
#include "base/order.h"
#include <string.h>

uint32_t smr_builder_text(SmrBuilder *b, const char *text) {
  SmrSym id = smr_intern(b->texts, text);
  while (b->text_offset.size <= id)
    smr_vec_push(&b->text_offset, 0);
  if (!b->text_offset.data[id]) {
    b->text_offset.data[id] = b->text.size + 1;
    smr_put_bytes(&b->text, text, strlen(text) + 1);
  }
  return b->text_offset.data[id] - 1;
}

static uint32_t control_op(SmrBuilder *b, const SmrGraph *g, SmrOp op) {
  SmrWords *ops = &b->sections[SMR_SECTION_CONTROL_OPS];
  uint32_t text = smr_builder_text(b, smr_control_name(g, op));
  uint32_t number = smr_word_table_add(&b->control_ops, &text, 1);
  if (number == ops->size)
    smr_vec_push(ops, text);
  return number;
}

// The control string in words, for dumps.
static uint32_t text_of(SmrBuilder *b, const uint32_t *tokens, uint32_t count) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (uint32_t k = 0; k < count; k++) {
    if (tokens[k] >= SMR_CONTROL_CLASS) {
      uint32_t inner =
          b->sections[SMR_SECTION_CONTROL_CLASSES].data[2 * (tokens[k] - SMR_CONTROL_CLASS - 1) + 1];
      smr_str_printf(&text, "%s%s", k && tokens[k - 1] >= SMR_CONTROL_CLASS ? " " : "",
                     (char *)b->text.data + inner);
    } else if (tokens[k] >= SMR_CONTROL_OP) {
      smr_str_printf(&text, "%s ",
                     (char *)b->text.data +
                         b->sections[SMR_SECTION_CONTROL_OPS].data[tokens[k] - SMR_CONTROL_OP]);
    } else {
      smr_str_puts(&text, tokens[k] == SMR_CONTROL_OPEN ? "{" : tokens[k] == SMR_CONTROL_CLOSE ? "}" : " | ");
    }
  }
  return smr_builder_text(b, smr_str_get(&text));
}

uint32_t smr_control_class(SmrBuilder *b, const SmrGraph *g, SmrOp op) {
  if (!smr_op(g, op)->region_count)
    return 0;
  SmrWords tokens = {0};
  smr_vec_push(&tokens, SMR_CONTROL_OP + control_op(b, g, op));
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
    const SmrRegionData *region = &g->regions.data[smr_op_region(g, op, r)];
    smr_vec_push(&tokens, SMR_CONTROL_OPEN);
    for (uint32_t k = 0; k < region->blocks.size; k++) {
      if (k)
        smr_vec_push(&tokens, SMR_CONTROL_BLOCK);
      uint32_t base = tokens.size;
      for (SmrOp inner = g->blocks.data[region->blocks.data[k]].first; inner; inner = smr_op(g, inner)->next)
        if (smr_op(g, inner)->region_count) {
          uint32_t class = smr_control_class(b, g, inner);
          smr_vec_push(&tokens, SMR_CONTROL_CLASS + class);
        }
      if (tokens.size > base + 1)
        qsort(tokens.data + base, tokens.size - base, sizeof(uint32_t), smr_ascending);
    }
    smr_vec_push(&tokens, SMR_CONTROL_CLOSE);
  }
  uint32_t before = b->control.count, number = smr_word_table_add(&b->control, tokens.data, tokens.size);
  if (number == before) {
    uint32_t text = text_of(b, tokens.data, tokens.size);
    smr_vec_push(&b->sections[SMR_SECTION_CONTROL_CLASSES], 0);
    smr_vec_push(&b->sections[SMR_SECTION_CONTROL_CLASSES], text);
  }
  smr_vec_free(&tokens);
  return number + 1;
}

void smr_control_anchor(SmrBuilder *b, uint32_t class) {
  b->sections[SMR_SECTION_CONTROL_CLASSES].data[2 * (class - 1)] |= SMR_CONTROL_ANCHOR;
}

typedef struct {
  uint32_t parent, token, state;
} TrieEdge;

static int by_parent(const void *a, const void *b) {
  const TrieEdge *x = a, *y = b;
  if (x->parent != y->parent)
    return x->parent < y->parent ? -1 : 1;
  return x->token < y->token ? -1 : x->token > y->token;
}

void smr_control_finish(SmrBuilder *b) {
  SmrWordTable states = {0}; // (parent, token) -> state - 1
  SMR_VEC(TrieEdge) edges = {0};
  SMR_VEC(uint32_t) final = {0};
  smr_vec_push(&final, 0);
  for (uint32_t class = 0; class < b->control.count; class++) {
    uint32_t count, state = 0;
    const uint32_t *tokens = smr_word_table_get(&b->control, class, &count);
    for (uint32_t k = 0; k < count; k++) {
      uint32_t key[2] = {state, tokens[k]}, before = states.count;
      uint32_t next = smr_word_table_add(&states, key, 2) + 1;
      if (next > before) {
        smr_vec_push(&edges, (TrieEdge){state, tokens[k], next});
        smr_vec_push(&final, 0);
      }
      state = next;
    }
    final.data[state] = class + 1;
  }
  if (edges.size)
    qsort(edges.data, edges.size, sizeof *edges.data, by_parent);
  uint32_t at = 0;
  for (uint32_t s = 0; s < final.size; s++) {
    uint32_t first = at;
    for (; at < edges.size && edges.data[at].parent == s; at++) {
      smr_vec_push(&b->sections[SMR_SECTION_CONTROL_EDGES], edges.data[at].token);
      smr_vec_push(&b->sections[SMR_SECTION_CONTROL_EDGES], edges.data[at].state);
    }
    smr_vec_push(&b->sections[SMR_SECTION_CONTROL_STATES], first);
    smr_vec_push(&b->sections[SMR_SECTION_CONTROL_STATES], at - first);
    smr_vec_push(&b->sections[SMR_SECTION_CONTROL_STATES], final.data[s]);
  }
  smr_word_table_free(&states);
  smr_vec_free(&edges);
  smr_vec_free(&final);
}
