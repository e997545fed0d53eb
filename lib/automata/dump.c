//===- dump.c - the automata as text and DOT -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/automata.h"
#include "automata/layout.h"

static void put_leaf(uint32_t leaf, SmrStr *out, void *data) {
  (void)data;
  smr_str_printf(out, "u%u", leaf - 1);
}

static void put_key(const uint32_t *pool, SmrStr *out) {
  if (!pool[0])
    smr_str_puts(out, "1");
  for (uint32_t k = 0; k < pool[0]; k++)
    smr_str_printf(out, "%s%s%u", k ? "*" : "", SMR_LEAF_KIND(pool[1 + k]) == 2 ? "i" : "leaf",
                   pool[1 + k] & 0xfffffff);
}

static void put_type(const SmrAutomata *a, SmrType type, SmrStr *out) {
  const uint32_t *symbols = smr_section(a->block, SMR_SECTION_SYMBOLS);
  if (SMR_TYPE_KIND(type) != SMR_T_OPAQUE)
    smr_type_text(type, NULL, out);
  else if (SMR_TYPE_PAYLOAD(type) < smr_section_count(a->block, SMR_SECTION_SYMBOLS))
    smr_str_puts(out, smr_block_text(a->block, symbols[SMR_TYPE_PAYLOAD(type)]));
}

/// Of most tokens, with their two numbers.
static const char *const token_texts[SMR_TOK_COUNT] = {[SMR_TOK_CARRIED] = "carried%u.%u",
                                                       [SMR_TOK_BLOCKARG] = "blockarg%u.%u",
                                                       [SMR_TOK_SCALAR] = "scalar%u",
                                                       [SMR_TOK_LEAF] = "leaf",
                                                       [SMR_TOK_INT] = "int/%u",
                                                       [SMR_TOK_ARRAY] = "array%2$u/%1$u",
                                                       [SMR_TOK_ARRAY_NEW] = "array/%u",
                                                       [SMR_TOK_OFFSET] = "offset/%u",
                                                       [SMR_TOK_BOX] = "box%u",
                                                       [SMR_TOK_BOX_NEW] = "box",
                                                       [SMR_TOK_ROOT] = "root",
                                                       [SMR_TOK_CLIMB] = "user",
                                                       [SMR_TOK_OUT] = "out"};

// One token: nodes as colour_label, everything else as a short word.
static void put_token(const SmrAutomata *a, uint32_t token, SmrStr *out) {
  const uint32_t *t = smr_section(a->block, SMR_SECTION_TOKENS) + 5 * token;
  const uint32_t *pool = smr_section(a->block, SMR_SECTION_POOL);
  switch ((SmrTokenKind)t[0]) {
  case SMR_TOK_NODE:
    smr_str_printf(out, "%u_%s", t[2] >> 16,
                   smr_block_text(a->block, smr_section(a->block, SMR_SECTION_LABELS)[4 * t[1] + 2]));
    if (t[2] & 0xffff)
      smr_str_printf(out, "#%u", t[2] & 0xffff);
    return;
  case SMR_TOK_BACK:
  case SMR_TOK_START:
    smr_str_printf(out, "%s@%u", t[0] == SMR_TOK_BACK ? "" : "from", t[1]);
    if (t[2])
      smr_str_printf(out, "#%u", t[2]);
    return;
  case SMR_TOK_SCALAR_NEW:
    smr_str_puts(out, "scalar:");
    put_type(a, t[1], out);
    return;
  case SMR_TOK_CHECK:
  case SMR_TOK_SOLVE:
    smr_str_printf(out, "%s(s%u.", t[0] == SMR_TOK_CHECK ? "check" : "solve", t[1]);
    put_key(pool + t[3], out);
    smr_str_puts(out, "=");
    smr_poly_print(a->polys[token], out, put_leaf, NULL);
    if (t[0] == SMR_TOK_CHECK)
      smr_str_puts(out, "+c");
    else
      smr_str_printf(out, ";u%u", t[2]);
    smr_str_puts(out, ")");
    return;
  case SMR_TOK_CARRY:
    smr_str_printf(out, "carry%u:", t[1]);
    put_type(a, t[2], out);
    return;
  case SMR_TOK_CONST:
    smr_str_printf(out, "c=%lld", (long long)((uint64_t)t[2] << 32 | t[1]));
    return;
  default:
    smr_str_printf(out, token_texts[t[0]], t[1], t[2]);
  }
}

// The walk that ends in `rank`: at each state the last edge that starts at or below it.
static void put_string(const SmrAutomata *a, uint32_t rank, SmrStr *out) {
  const uint32_t *states = smr_section(a->block, SMR_SECTION_STATES),
                 *edges = smr_section(a->block, SMR_SECTION_EDGES);
  uint32_t state = a->header->start;
  bool first = true;
  for (;;) {
    const uint32_t *s = states + 4 * state;
    if (s[3] && !rank)
      return;
    uint32_t k = s[1];
    while (k && edges[3 * (s[0] + k - 1) + 2] > rank)
      k--;
    if (!k)
      return;
    const uint32_t *e = edges + 3 * (s[0] + k - 1);
    smr_str_puts(out, first ? "" : "->");
    first = false;
    put_token(a, e[0], out);
    rank -= e[2];
    state = e[1];
  }
}

void smr_automata_dump(const SmrAutomata *a, SmrStr *out) {
  const uint32_t *block = a->block, *classes = smr_section(block, SMR_SECTION_CONTROL_CLASSES);
  smr_str_printf(out, "control strings: %u, states: %u\n",
                 smr_section_count(block, SMR_SECTION_CONTROL_CLASSES),
                 smr_section_count(block, SMR_SECTION_CONTROL_STATES));
  for (uint32_t k = 0; k < smr_section_count(block, SMR_SECTION_CONTROL_CLASSES); k++)
    smr_str_printf(out, "  %u%s: %s\n", k + 1, classes[2 * k] & SMR_CONTROL_ANCHOR ? "*" : "",
                   smr_block_text(block, classes[2 * k + 1]));
  smr_str_printf(out, "data strings: %u, states: %u, edges: %u, tokens: %u\n",
                 smr_section_count(block, SMR_SECTION_RANKS), smr_section_count(block, SMR_SECTION_STATES),
                 smr_section_count(block, SMR_SECTION_EDGES), smr_section_count(block, SMR_SECTION_TOKENS));
  const uint32_t *ranks = smr_section(block, SMR_SECTION_RANKS),
                 *patterns = smr_section(block, SMR_SECTION_PATTERNS);
  for (uint32_t r = 0; r < smr_section_count(block, SMR_SECTION_RANKS); r++) {
    smr_str_puts(out, "  ");
    for (uint32_t k = 0; k < ranks[2 * r + 1]; k++) {
      uint32_t pattern = smr_section(block, SMR_SECTION_RANK_PATTERNS)[ranks[2 * r] + k];
      smr_str_printf(out, "%s%u %s", k ? ", " : "", pattern, smr_block_text(block, patterns[2 * pattern]));
    }
    smr_str_puts(out, ": ");
    put_string(a, r, out);
    smr_str_putc(out, '\n');
  }
}

static void put_quoted(const SmrStr *text, SmrStr *out) {
  const char *s = smr_str_get(text);
  smr_str_putc(out, '"');
  for (; *s; s++) {
    if (*s == '"' || *s == '\\')
      smr_str_putc(out, '\\');
    if (*s == '\n')
      smr_str_puts(out, "\\n");
    else
      smr_str_putc(out, *s);
  }
  smr_str_putc(out, '"');
}

static void put_control_token(const SmrAutomata *a, uint32_t token, SmrStr *out) {
  const uint32_t *ops = smr_section(a->block, SMR_SECTION_CONTROL_OPS);
  if (token >= SMR_CONTROL_CLASS)
    smr_str_printf(out, "class %u", token - SMR_CONTROL_CLASS);
  else if (token >= SMR_CONTROL_OP &&
           token - SMR_CONTROL_OP < smr_section_count(a->block, SMR_SECTION_CONTROL_OPS))
    smr_str_puts(out, smr_block_text(a->block, ops[token - SMR_CONTROL_OP]));
  else
    smr_str_puts(out, token == SMR_CONTROL_OPEN ? "{" : token == SMR_CONTROL_CLOSE ? "}" : "|");
}

void smr_automata_dot(const SmrAutomata *a, SmrStr *out) {
  const uint32_t *block = a->block;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(out, "digraph automata {\n  rankdir=LR;\n  node [shape=circle, label=\"\"];\n"
                    "  subgraph cluster_control {\n    label=\"control strings\";\n");
  const uint32_t *s = smr_section(block, SMR_SECTION_CONTROL_STATES),
                 *e = smr_section(block, SMR_SECTION_CONTROL_EDGES);
  for (uint32_t k = 0; k < smr_section_count(block, SMR_SECTION_CONTROL_STATES); k++) {
    if (s[3 * k + 2])
      smr_str_printf(out, "    c%u [shape=doublecircle, label=\"%u\"];\n", k, s[3 * k + 2]);
    for (uint32_t i = 0; i < s[3 * k + 1]; i++) {
      const uint32_t *edge = e + 2 * (s[3 * k] + i);
      smr_str_clear(&text);
      put_control_token(a, edge[0], &text);
      smr_str_printf(out, "    c%u -> c%u [label=", k, edge[1]);
      put_quoted(&text, out);
      smr_str_puts(out, "];\n");
    }
  }
  smr_str_puts(out, "  }\n  subgraph cluster_data {\n    label=\"data strings\";\n");
  s = smr_section(block, SMR_SECTION_STATES), e = smr_section(block, SMR_SECTION_EDGES);
  for (uint32_t k = 0; k < smr_section_count(block, SMR_SECTION_STATES); k++) {
    smr_str_printf(out, "    d%u%s;\n", k, s[4 * k + 3] ? " [shape=doublecircle]" : "");
    for (uint32_t i = 0; i < s[4 * k + 1]; i++) {
      const uint32_t *edge = e + 3 * (s[4 * k] + i);
      smr_str_clear(&text);
      put_token(a, edge[0], &text);
      smr_str_printf(out, "    d%u -> d%u [label=", k, edge[1]);
      put_quoted(&text, out);
      smr_str_puts(out, "];\n");
    }
  }
  smr_str_printf(out, "  }\n  start [shape=point];\n  start -> d%u;\n}\n", a->header->start);
}
