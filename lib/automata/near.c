//===- near.c - near misses ----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// While a candidate is searched only the facts of the furthest dead end are kept; they become text, in words
// that a programmer knows, when nothing matched.
//===----------------------------------------------------------------------===//
#include "automata/machine.h"
#include "graph/normalize/normalize.h"
#include <stdlib.h>
#include <string.h>

//--- Words --------------------------------------------------------------------------

/// What the ops of labels are called; an op that is not here is "the operation …".
static const struct {
  const char *op, *text;
} words[] = {
    {"fdiv", "a quotient"},
    {"fir.extract_value", "a part of a structure"},
    {"fsub", "a difference"},
    {"fadd", "a sum of 2 terms"},
    {"fmul", "a product of 2 factors"},
    {"fma", "a multiply-add"},
    {"frem", "a remainder"},
    {"fneg", "a negation"},
    {"fabs", "an absolute value"},
    {"fmin", "a minimum"},
    {"mins", "a minimum"},
    {"minu", "a minimum"},
    {"fmax", "a maximum"},
    {"maxs", "a maximum"},
    {"maxu", "a maximum"},
    {"fcmp", "a comparison"},
    {"icmp", "a comparison"},
    {"select", "a choice between two values"},
    {"noreassoc", "an expression in parentheses"},
    {"load", "an array element"},
    {"store", "a store"},
    {"loop", "a loop"},
    {"for", "a loop"},
    {"while", "a while loop"},
    {"if", "a conditional"},
    {"descr_extent", "an array's extent"},
    {"descr_stride", "an array's stride"},
    {"alloca", "a local variable"},
    {"heap", "an allocated array"},
    {"addr", "an address"},
    {"descr_addr", "an address"},
    {"sext", "a type conversion"},
    {"zext", "a type conversion"},
    {"trunc", "a type conversion"},
    {"sitofp", "a type conversion"},
    {"uitofp", "a type conversion"},
    {"fptosi", "a type conversion"},
    {"fptoui", "a type conversion"},
    {"fpext", "a type conversion"},
    {"fptrunc", "a type conversion"},
    {"poly", "an integer expression"},
    {"add", "an integer expression"},
    {"sub", "an integer expression"},
    {"mul", "an integer expression"},
    {"divs", "an integer expression"},
    {"rems", "an integer expression"},
};

static const char *type_words(const char *type) {
  return !strcmp(type, "f32") ? "real(4)" : !strcmp(type, "f64") ? "real(8)" : type;
}

/// A label's text ("fsum of 2 f64", see smr_label_text) in the words above.
static void readable(const char *label, bool typed, SmrStr *out) {
  size_t n = strcspn(label, " ");
  const char *rest = label[n] ? label + n + 1 : "", *last = strrchr(label, ' ');
  int name = (int)strcspn(rest, " ");
  bool sum = n == 4 && !strncmp(label, "fsum", n), product = n == 5 && !strncmp(label, "fprod", n);
  if (sum || product) {
    smr_str_printf(out, "a %s of %d %s", sum ? "sum" : "product", atoi(rest + strcspn(rest, "0123456789")),
                   sum ? "terms" : "factors");
  } else if (n == 5 && !strncmp(label, "const", n)) {
    smr_str_printf(out, "the constant %.*s", name, rest);
  } else if (n == 4 && !strncmp(label, "call", n)) {
    smr_str_printf(out, "a call of %.*s", name, rest);
  } else if (!strncmp(label, "math fpowi", 10)) {
    smr_str_puts(out, "a power");
  } else if (n == 4 && !strncmp(label, "math", n)) {
    bool part = !strncmp(rest, SMR_MATH_RE " ", 3) || !strncmp(rest, SMR_MATH_IM " ", 3);
    bool conj = !strncmp(rest, SMR_MATH_CONJ " ", 5);
    if (part || conj)
      smr_str_puts(out, part ? "a part of a complex number" : "a conjugate");
    else
      smr_str_printf(out, "the function %.*s", name, rest);
  } else if (n == 6 && !strncmp(label, "global", n)) {
    smr_str_printf(out, "the variable %.*s", name, rest);
  } else {
    const char *text = NULL;
    for (size_t k = 0; k < sizeof words / sizeof *words && !text; k++)
      if (strlen(words[k].op) == n && !strncmp(words[k].op, label, n))
        text = words[k].text;
    if (text)
      smr_str_puts(out, text);
    else
      smr_str_printf(out, "the operation %.*s", (int)n, label);
  }
  if (typed && last)
    smr_str_printf(out, " (%s)", type_words(last + 1));
}

static void describe(const SmrScratch *m, uint32_t token, bool typed, SmrStr *out) {
  const uint32_t *t = smr_token(m, token), *block = m->automata->block;
  switch ((SmrTokenKind)t[0]) {
  case SMR_TOK_NODE:
    readable(smr_block_text(block, smr_section(block, SMR_SECTION_LABELS)[4 * t[1] + 2]), typed, out);
    return;
  case SMR_TOK_CHECK:
  case SMR_TOK_CONST:
  case SMR_TOK_SOLVE:
    smr_str_puts(out, "indices, strides and bounds that fit each other");
    return;
  case SMR_TOK_SCALAR_NEW:
    smr_str_puts(out, "a value that does not change in the loops");
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
  if (rank >= smr_section_count(block, SMR_SECTION_RANKS))
    return 0;
  return smr_section(block, SMR_SECTION_RANK_PATTERNS)[smr_section(block, SMR_SECTION_RANKS)[2 * rank]];
}

//--- The furthest dead end ------------------------------------------------------------

// The operand that most likely is the odd one: one that no pattern has anywhere, else one that is computed.
static SmrValue odd_operand(SmrScratch *m, const SmrItem *item) {
  const SmrGraph *g = m->view.graph;
  SmrValue best = 0;
  int best_oddity = -1;
  for (uint32_t i = 0; i < smr_op(g, item->what)->operand_count; i++) {
    if (item->mask >> i & 1)
      continue;
    SmrValue value = smr_facts_strip(&m->view, smr_operand(g, item->what, i));
    SmrOp def = smr_def(g, value);
    int oddity = !def ? 0 : !m->labels[def] ? 3 : smr_op(g, def)->code != SMR_OP_LOAD ? 2 : 1;
    if (oddity > best_oddity) {
      best = value;
      best_oddity = oddity;
    }
  }
  return best;
}

static bool is_work(const SmrGraph *g, SmrOp op) {
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  return code == SMR_OP_LOAD || (code >= SMR_OP_FADD && code <= SMR_OP_MATH);
}

// The last op that was read, loops apart.
static SmrOp last_op(const SmrScratch *m) {
  for (uint32_t k = m->nodes.size; k--;)
    if (m->nodes.data[k] && !smr_op(m->view.graph, m->nodes.data[k])->region_count)
      return m->nodes.data[k];
  return m->roots.data[0];
}

/// What the slot of a CHECK, a SOLVE or the CHECK before a CONST was read for: a loop, a load, a store.
static SmrOp slot_owner(SmrScratch *m, uint32_t token) {
  const SmrGraph *g = m->view.graph;
  const uint32_t *t = smr_token(m, smr_token(m, token)[0] == SMR_TOK_CONST ? m->check : token);
  if (t[1] >= m->slots.size)
    return 0;
  for (uint32_t k = m->nodes.size; k--;)
    for (uint32_t i = 0; m->nodes.data[k] && i < smr_op(g, m->nodes.data[k])->operand_count; i++)
      if (smr_facts_strip(&m->view, smr_operand(g, m->nodes.data[k], i)) == m->slots.data[t[1]].value)
        return m->nodes.data[k];
  return 0;
}

void smr_machine_miss(SmrScratch *m, const uint32_t *tokens, uint32_t count, uint32_t rank, uint32_t ranks) {
  if (!m->collect || m->length <= m->best) // the first of equals
    return;
  const SmrGraph *g = m->view.graph;
  m->best = m->length;
  SmrDeadEnd *d = &m->dead_end;
  *d = (SmrDeadEnd){.rank = rank, .rank_count = ranks, .at = m->roots.data[0]};
  for (; d->count < count && d->count < 3; d->count++)
    d->tokens[d->count] = tokens[d->count];
  for (uint32_t k = 0; k < m->nodes.size; k++)
    d->work += is_work(g, m->nodes.data[k]);
  const SmrItem *top = smr_top(m);
  uint32_t kind = count ? smr_token(m, tokens[0])[0] : SMR_TOK_CHECK;
  if (!count || kind == SMR_TOK_CHECK || kind == SMR_TOK_CONST || kind == SMR_TOK_SOLVE) {
    d->what = SMR_DEAD_INDEX;
    d->access = count ? slot_owner(m, tokens[0]) : 0;
    d->at = d->access ? d->access : count ? last_op(m) : d->at;
    return;
  }
  SmrValue value = 0;
  if (!top || top->kind == SMR_ITEM_ROOT) {
    d->what = top ? SMR_DEAD_ROOT : SMR_DEAD_END;
  } else if (top->kind == SMR_ITEM_VALUE || top->kind == SMR_ITEM_CURRENT) {
    value = smr_facts_strip(&m->view, top->what);
  } else if (top->kind == SMR_ITEM_OPERANDS) {
    value = odd_operand(m, top);
  } else if (top->kind == SMR_ITEM_BLOCK) {
    for (SmrOp op = g->blocks.data[top->what].first; op; op = smr_op(g, op)->next)
      if (smr_facts_statement(g, op) && !m->taken[op]) {
        d->at = d->op = op;
        break;
      }
  } else {
    d->at = d->op = top->what;
  }
  if (value) {
    SmrBlock block = smr_value_data(g, value)->block;
    d->op = smr_def(g, value);
    d->what = d->op ? SMR_DEAD_OP : smr_block_parent(g, block) ? SMR_DEAD_LOOP_VALUE : SMR_DEAD_ARGUMENT;
    // What is computed before the loops has its line there: the user looks where it is used.
    bool inside = d->op && smr_op(g, d->op)->code != SMR_OP_CONST && smr_inside(g, d->op, m->roots.data[0]);
    d->at = inside ? d->op : top->kind == SMR_ITEM_OPERANDS ? top->what : last_op(m);
  }
}

static void found_text(const SmrScratch *m, bool typed, SmrStr *out) {
  static const char *const texts[] = {[SMR_DEAD_OP] = "nothing that fits",
                                      [SMR_DEAD_INDEX] = "others",
                                      [SMR_DEAD_ROOT] = "no such statement beside it",
                                      [SMR_DEAD_END] = "nothing more",
                                      [SMR_DEAD_LOOP_VALUE] = "a value of the loop",
                                      [SMR_DEAD_ARGUMENT] = "an argument"};
  const SmrDeadEnd *d = &m->dead_end;
  uint32_t kind = d->count ? smr_token(m, d->tokens[0])[0] : SMR_TOK_CHECK;
  bool array = kind == SMR_TOK_ARRAY || kind == SMR_TOK_ARRAY_NEW || kind == SMR_TOK_OFFSET;
  SmrOpcode code = d->op ? (SmrOpcode)smr_op(m->view.graph, d->op)->code : SMR_OP_UNDEF;
  if (array && (code == SMR_OP_ADDR || code == SMR_OP_DESCR_ADDR)) {
    SmrOp base = smr_def(m->view.graph, smr_base_of(m->view.graph, smr_result(m->view.graph, d->op, 0)));
    smr_str_puts(out, base && smr_op(m->view.graph, base)->code == SMR_OP_LOAD
                          ? "an element behind a pointer that is read in the loop"
                          : "an element with other indices");
    return;
  }
  if (!d->op) {
    smr_str_puts(out, array ? "an element that stays the same in the loops" : texts[d->what]);
    return;
  }
  SMR_OWNED(SmrStr, smr_str_free) label = {0};
  smr_label_text(m->view.graph, d->op, &label);
  readable(smr_str_get(&label), typed, out);
}

/// The expected texts, each once; true when one of them is `found`.
static bool expected_text(const SmrScratch *m, bool typed, const char *found, SmrStr *out) {
  const SmrDeadEnd *d = &m->dead_end;
  bool same = false;
  SMR_OWNED(SmrStr, smr_str_free) one = {0};
  for (uint32_t k = 0; k < d->count; k++) {
    smr_str_clear(&one);
    describe(m, d->tokens[k], typed, &one);
    same |= !strcmp(smr_str_get(&one), found);
    if (out->size && strstr(smr_str_get(out), smr_str_get(&one)))
      continue;
    smr_str_printf(out, "%s%s", out->size ? " or " : "", smr_str_get(&one));
  }
  if (!d->count)
    smr_str_puts(out, "indices and bounds that fit each other");
  return same;
}

/// The same operation but for its type or number of operands.
static bool same_kind(const SmrScratch *m) {
  const SmrDeadEnd *d = &m->dead_end;
  const uint32_t *block = m->automata->block;
  bool same = false;
  SMR_OWNED(SmrStr, smr_str_free) label = {0};
  if (d->op)
    smr_label_text(m->view.graph, d->op, &label);
  size_t n = strcspn(smr_str_get(&label), " ");
  for (uint32_t k = 0; d->op && is_work(m->view.graph, d->op) && k < d->count; k++) {
    const uint32_t *t = smr_token(m, d->tokens[k]);
    const char *text = t[0] == SMR_TOK_NODE
                           ? smr_block_text(block, smr_section(block, SMR_SECTION_LABELS)[4 * t[1] + 2])
                           : "";
    same |= strcspn(text, " ") == n && !strncmp(text, smr_str_get(&label), n);
  }
  return same;
}

/// Cut at the size of the field, but not within a word.
static void fill(char *to, size_t size, const SmrStr *text) {
  snprintf(to, size, "%s", smr_str_get(text));
  char *blank = text->size >= size ? strrchr(to, ' ') : NULL;
  if (blank)
    *blank = '\0';
}

void smr_machine_keep_miss(SmrScratch *m) {
  const SmrDeadEnd *d = &m->dead_end;
  SmrNearMiss miss = {.pattern = rank_pattern(m, d->rank),
                      .rank = d->rank,
                      .rank_count = d->rank_count,
                      .root = m->roots.data[0],
                      .at = d->at,
                      .index = d->what == SMR_DEAD_INDEX,
                      .access = d->access,
                      .length = m->best,
                      .work = d->work};
  SMR_OWNED(SmrStr, smr_str_free) expected = {0}, found = {0};
  miss.work += same_kind(m);
  found_text(m, false, &found);
  if (expected_text(m, false, smr_str_get(&found), &expected)) {
    smr_str_clear(&expected);
    smr_str_clear(&found);
    found_text(m, true, &found); // the same but for the type?
    if (expected_text(m, true, smr_str_get(&found), &expected))
      smr_str_puts(&found, d->op && smr_op(m->view.graph, d->op)->region_count ? " with other contents"
                                                                               : " of another kind");
  }
  fill(miss.expected, sizeof miss.expected, &expected);
  fill(miss.found, sizeof miss.found, &found);
  smr_vec_push(&m->misses, miss);
}

void smr_scratch_collect_misses(SmrScratch *scratch, bool on) {
  scratch->collect = on;
}

uint32_t smr_near_patterns(const SmrAutomata *automata, const SmrNearMiss *miss, uint32_t *patterns,
                           uint32_t capacity) {
  const uint32_t *block = automata->block, *ranks = smr_section(block, SMR_SECTION_RANKS);
  uint32_t count = 0, all = smr_section_count(block, SMR_SECTION_RANKS);
  for (uint32_t r = miss->rank; r < all && r - miss->rank < miss->rank_count; r++)
    for (uint32_t k = 0; k < ranks[2 * r + 1] && count < capacity; k++)
      patterns[count++] = smr_section(block, SMR_SECTION_RANK_PATTERNS)[ranks[2 * r] + k];
  return count;
}

const SmrNearMiss *smr_scratch_misses(const SmrScratch *scratch, uint32_t *count) {
  *count = scratch->misses.size;
  return scratch->misses.data;
}
