//===- open.c - checking a block before it is used -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Checks A1-A4 of layout.h, so that the machines never index outside of the block and always end, whatever
// the bytes.
//===----------------------------------------------------------------------===//
#include "automata/layout.h"
#include <string.h>

typedef struct {
  const uint32_t *block;
  SmrAutomata *out;
  const char *reason;
} Check;

static const uint32_t width[] = {
#define X(name, words) words,
    SMR_SECTIONS(X)
#undef X
};

static bool no(Check *c, const char *reason) {
  c->reason = reason;
  return false;
}

static uint32_t count_of(const Check *c, int section) {
  return smr_section_count(c->block, section);
}
static const uint32_t *words_of(const Check *c, int section) {
  return smr_section(c->block, section);
}
static bool is_text(const Check *c, uint32_t at) {
  return at < count_of(c, SMR_SECTION_TEXT);
}

static bool check_sections(Check *c, size_t size) {
  if (size < sizeof(SmrAutomataHeader))
    return no(c, "the automata are cut short");
  const SmrAutomataHeader *h = (const SmrAutomataHeader *)c->block;
  if (h->magic != SMR_AUTOMATA_MAGIC)
    return no(c, "not an automata block");
  if (h->version != SMR_AUTOMATA_VERSION)
    return no(c, "the automata have another version");
  if ((uint64_t)h->words * 4 != size)
    return no(c, "the automata's length is wrong");
  for (uint32_t k = 0; k < SMR_SECTION_COUNT; k++) {
    uint64_t offset = h->sections[k].offset, count = h->sections[k].count;
    uint64_t words = k == SMR_SECTION_TEXT ? (count + 3) / 4 : count * width[k];
    if (offset < sizeof(SmrAutomataHeader) / 4 || offset > h->words || words > h->words - offset)
      return no(c, "a section of the automata is out of bounds");
  }
  uint32_t text = count_of(c, SMR_SECTION_TEXT);
  if (!text || ((const char *)words_of(c, SMR_SECTION_TEXT))[text - 1])
    return no(c, "the automata's texts do not end");
  return true;
}

static bool check_hash(Check *c, int section, uint32_t bound) {
  uint32_t count = count_of(c, section);
  const uint32_t *slots = words_of(c, section);
  bool empty = false;
  if (!count || (count & (count - 1)))
    return no(c, "a hash table of the automata has a wrong size");
  for (uint32_t k = 0; k < count; k++) {
    empty |= !slots[k];
    if (slots[k] > bound)
      return no(c, "a hash table of the automata is out of bounds");
  }
  return empty || no(c, "a hash table of the automata is full");
}

static bool check_labels(Check *c) {
  const uint32_t *symbols = words_of(c, SMR_SECTION_SYMBOLS), *labels = words_of(c, SMR_SECTION_LABELS);
  for (uint32_t k = 0; k < count_of(c, SMR_SECTION_SYMBOLS); k++)
    if (!is_text(c, symbols[k]))
      return no(c, "a symbol of the automata is out of bounds");
  uint32_t pool = count_of(c, SMR_SECTION_POOL);
  for (uint32_t k = 0; k < count_of(c, SMR_SECTION_LABELS); k++, labels += 4)
    if (labels[0] > pool || labels[1] > pool - labels[0] || !is_text(c, labels[2]))
      return no(c, "a label of the automata is out of bounds");
  return check_hash(c, SMR_SECTION_LABEL_HASH, count_of(c, SMR_SECTION_LABELS));
}

static bool check_tokens(Check *c) {
  const uint32_t *t = words_of(c, SMR_SECTION_TOKENS), *pool = words_of(c, SMR_SECTION_POOL);
  uint32_t count = count_of(c, SMR_SECTION_TOKENS), words = count_of(c, SMR_SECTION_POOL);
  c->out->polys = smr_arena_alloc(&c->out->arena, (count + 1) * sizeof *c->out->polys);
  for (uint32_t k = 0; k < count; k++, t += 5) {
    if (t[0] >= SMR_TOK_COUNT || (k && t[0] < t[-5]))
      return no(c, "the tokens of the automata are out of order");
    if ((t[0] == SMR_TOK_NODE && t[1] >= count_of(c, SMR_SECTION_LABELS)) ||
        (t[0] == SMR_TOK_ROOT && t[1] > count_of(c, SMR_SECTION_CONTROL_CLASSES)))
      return no(c, "a token of the automata is out of bounds");
    if (t[0] != SMR_TOK_CHECK && t[0] != SMR_TOK_SOLVE)
      continue;
    if (t[3] >= words || pool[t[3]] > SMR_POLY_MAX_DEGREE || words - t[3] - 1 < pool[t[3]] || t[4] >= words ||
        !smr_poly_decode(&c->out->arena, pool + t[4], words - t[4], &c->out->polys[k]))
      return no(c, "an equation of the automata is malformed");
  }
  return check_hash(c, SMR_SECTION_TOKEN_HASH, count);
}

static bool check_states(Check *c) {
  const uint32_t *states = words_of(c, SMR_SECTION_STATES), *edges = words_of(c, SMR_SECTION_EDGES);
  const uint32_t *tokens = words_of(c, SMR_SECTION_TOKENS);
  uint32_t count = count_of(c, SMR_SECTION_STATES), edge_count = count_of(c, SMR_SECTION_EDGES);
  for (uint32_t s = 0; s < count; s++) {
    const uint32_t *state = states + 4 * s;
    uint64_t total = state[3];
    if (state[0] > edge_count || state[1] > edge_count - state[0] || state[3] > 1)
      return no(c, "a state of the automata is out of bounds");
    for (uint32_t k = 0; k < state[1]; k++) {
      const uint32_t *e = edges + 3 * (state[0] + k);
      if (e[0] >= count_of(c, SMR_SECTION_TOKENS) || e[1] >= s || (k && e[0] <= e[-3]))
        return no(c, "an edge of the automata is out of bounds");
      if (e[2] != total)
        return no(c, "the ranks of the automata are wrong");
      total += states[4 * e[1] + 2];
      bool constant = tokens[5 * e[0]] == SMR_TOK_CONST;
      if (k && constant != (tokens[5 * e[-3]] == SMR_TOK_CONST))
        return no(c, "the edges of the automata are out of order");
    }
    if (total != state[2])
      return no(c, "the ranks of the automata are wrong");
  }
  if (c->out->header->start >= count ||
      states[4 * c->out->header->start + 2] != count_of(c, SMR_SECTION_RANKS))
    return no(c, "the automata's start state is wrong");
  return true;
}

static bool check_patterns(Check *c) {
  const uint32_t *r = words_of(c, SMR_SECTION_RANKS), *p = words_of(c, SMR_SECTION_PATTERNS);
  uint32_t patterns = count_of(c, SMR_SECTION_PATTERNS), listed = count_of(c, SMR_SECTION_RANK_PATTERNS);
  for (uint32_t k = 0; k < count_of(c, SMR_SECTION_RANKS); k++, r += 2)
    if (r[0] > listed || r[1] > listed - r[0] || !r[1])
      return no(c, "a rank of the automata is out of bounds");
  for (uint32_t k = 0; k < listed; k++)
    if (words_of(c, SMR_SECTION_RANK_PATTERNS)[k] >= patterns)
      return no(c, "a rank of the automata is out of bounds");
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  bool ok = true;
  for (uint32_t k = 0; k < patterns && ok; k++, p += 2) {
    SmrTables tables;
    ok = is_text(c, p[0]) && p[1] < count_of(c, SMR_SECTION_POOL) &&
         smr_tables_decode(&arena, words_of(c, SMR_SECTION_POOL) + p[1], count_of(c, SMR_SECTION_POOL) - p[1],
                           &tables);
  }
  return ok || no(c, "a pattern of the automata is malformed");
}

static bool check_control(Check *c) {
  const uint32_t *s = words_of(c, SMR_SECTION_CONTROL_STATES), *e = words_of(c, SMR_SECTION_CONTROL_EDGES);
  uint32_t states = count_of(c, SMR_SECTION_CONTROL_STATES), edges = count_of(c, SMR_SECTION_CONTROL_EDGES);
  uint32_t classes = count_of(c, SMR_SECTION_CONTROL_CLASSES);
  for (uint32_t k = 0; k < states; k++, s += 3)
    if (s[0] > edges || s[1] > edges - s[0] || s[2] > classes)
      return no(c, "a control state of the automata is out of bounds");
  for (uint32_t k = 0; k < edges; k++)
    if (e[2 * k + 1] >= states)
      return no(c, "a control edge of the automata is out of bounds");
  for (uint32_t k = 0; k < classes; k++)
    if (!is_text(c, words_of(c, SMR_SECTION_CONTROL_CLASSES)[2 * k + 1]))
      return no(c, "a control string of the automata is out of bounds");
  for (uint32_t k = 0; k < count_of(c, SMR_SECTION_CONTROL_OPS); k++)
    if (!is_text(c, words_of(c, SMR_SECTION_CONTROL_OPS)[k]))
      return no(c, "a control string of the automata is out of bounds");
  return true;
}

// Texts of the block become symbols of this process, once.
static void intern(SmrAutomata *a) {
  uint32_t count = smr_section_count(a->block, SMR_SECTION_SYMBOLS);
  const uint32_t *symbols = smr_section(a->block, SMR_SECTION_SYMBOLS);
  a->of_symbol = smr_arena_alloc(&a->arena, (count + 1) * sizeof *a->of_symbol);
  for (uint32_t k = 0; k < count; k++)
    a->of_symbol[k] = smr_intern(a->symbols, smr_block_text(a->block, symbols[k]));
  const uint32_t *ops = smr_section(a->block, SMR_SECTION_CONTROL_OPS);
  for (uint32_t k = 0; k < smr_section_count(a->block, SMR_SECTION_CONTROL_OPS); k++) {
    const char *name = smr_block_text(a->block, ops[k]);
    for (uint32_t code = 1; code < SMR_OP_COUNT; code++)
      if (!strcmp(name, smr_opcode_name((SmrOpcode)code)))
        a->op_control[code] = k + 1;
    smr_map_set(&a->opaque_control, smr_intern(a->symbols, name), k + 1);
  }
  a->to_count = smr_intern_count(a->symbols) + 1;
  a->to_symbol = smr_arena_alloc(&a->arena, (a->to_count + 1) * sizeof *a->to_symbol);
  for (uint32_t k = 0; k < count; k++)
    if (a->of_symbol[k] <= a->to_count)
      a->to_symbol[a->of_symbol[k]] = k + 1;
}

SmrAutomata *smr_automata_open(const void *block, size_t size, SmrIntern *symbols, const char **reason) {
  SmrAutomata *a = smr_xcalloc(1, sizeof *a);
  a->block = block;
  a->header = block;
  a->symbols = symbols;
  Check c = {.block = block, .out = a};
  static const uint32_t one = 1;
  bool ok =
      *(const unsigned char *)&one == 1 || no(&c, "the automata cannot be used on a big-endian machine");
  ok = ok && ((uintptr_t)block % 4 == 0 || no(&c, "the automata are not aligned to 4 bytes"));
  ok = ok && check_sections(&c, size) && check_labels(&c) && check_tokens(&c) && check_states(&c) &&
       check_patterns(&c) && check_control(&c);
  if (!ok) {
    *reason = c.reason;
    smr_automata_close(a);
    return NULL;
  }
  intern(a);
  return a;
}

void smr_automata_close(SmrAutomata *a) {
  if (!a)
    return;
  smr_map_free(&a->opaque_control);
  smr_arena_destroy(&a->arena);
  free(a);
}
