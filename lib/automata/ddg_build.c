//===- ddg_build.c - data strings: building the automaton ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// All data strings, sorted, become one minimal acyclic automaton: prefixes are shared as in a trie, suffixes
// by hash-consing states once no later string can pass through them. Strings are numbered by counting
// (layout.h, A4), so patterns that differ in one constant share everything behind it too.
//===----------------------------------------------------------------------===//
#include "automata/automata.h"
#include "automata/build.h"
#include <string.h>

typedef struct {
  SmrWords tokens;
  uint32_t pattern;
} String;

typedef struct {
  SmrBuilder b;
  SmrWordTable symbols; // text offset -> block symbol
  SmrWordTable labels, tokens, states;
  SMR_VEC(uint32_t) totals; // by state
  SMR_VEC(uint32_t) label_text, label_flags;
  SMR_VEC(String) strings;
  SmrGraph *graph; // of the pattern at hand
  SmrWords words;
} Build;

static uint32_t block_symbol(SmrSym sym, void *data) {
  Build *b = data;
  uint32_t text = smr_builder_text(&b->b, smr_intern_text(b->graph->symbols, sym));
  return smr_word_table_add(&b->symbols, &text, 1);
}

static uint32_t block_type(Build *b, SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_OPAQUE ? SMR_TYPE(SMR_T_OPAQUE, block_symbol(SMR_TYPE_PAYLOAD(type), b))
                                             : type;
}

static bool add_label(Build *b, SmrOp op, uint32_t *label) {
  smr_vec_clear(&b->words);
  if (!smr_label_words(b->graph, op, &b->words, block_symbol, b))
    return false;
  *label = smr_word_table_add(&b->labels, b->words.data, b->words.size);
  if (*label == b->label_text.size) {
    SmrStr text = {0};
    smr_label_text(b->graph, op, &text);
    smr_vec_push(&b->label_text, smr_builder_text(&b->b, smr_str_get(&text)));
    smr_vec_push(&b->label_flags, 0);
    smr_str_free(&text);
  }
  return true;
}

static bool add_token(Build *b, const SmrToken *t, uint32_t *number) {
  uint32_t a = t->a, second = t->b;
  switch (t->kind) {
  case SMR_TOK_NODE:
    if (!add_label(b, t->op, &a))
      return false;
    second = (t->b & 0xffff) | t->depth << 16;
    break;
  case SMR_TOK_SCALAR_NEW:
    a = block_type(b, t->a);
    break;
  case SMR_TOK_CARRY:
    second = block_type(b, t->b);
    break;
  case SMR_TOK_ROOT:
    a = smr_control_class(&b->b, b->graph, t->op);
    break;
  case SMR_TOK_CONST:
    a = (uint32_t)t->value;
    second = (uint32_t)((uint64_t)t->value >> 32);
    break;
  default:
    break;
  }
  smr_vec_clear(&b->words);
  smr_vec_push(&b->words, t->kind);
  smr_vec_push(&b->words, a);
  smr_vec_push(&b->words, second);
  if (t->kind == SMR_TOK_CHECK || t->kind == SMR_TOK_SOLVE) {
    smr_vec_push(&b->words, t->key_degree);
    for (uint32_t k = 0; k < t->key_degree; k++)
      smr_vec_push(&b->words, t->key[k]);
    smr_poly_encode(t->poly, &b->words);
  }
  *number = smr_word_table_add(&b->tokens, b->words.data, b->words.size);
  return true;
}

//--- Sorting -------------------------------------------------------------------

static int compare_tokens(const void *a, const void *b, void *data) {
  const SmrWordTable *sorting = data;
  uint32_t nx, ny;
  const uint32_t *x = smr_word_table_get(sorting, *(const uint32_t *)a, &nx);
  const uint32_t *y = smr_word_table_get(sorting, *(const uint32_t *)b, &ny);
  if (x[0] != y[0])
    return x[0] < y[0] ? -1 : 1;
  if (x[0] == SMR_TOK_CONST) {
    int64_t cx = (int64_t)((uint64_t)x[2] << 32 | x[1]), cy = (int64_t)((uint64_t)y[2] << 32 | y[1]);
    return cx < cy ? -1 : cx > cy;
  }
  for (uint32_t k = 1; k < nx && k < ny; k++)
    if (x[k] != y[k])
      return x[k] < y[k] ? -1 : 1;
  return nx < ny ? -1 : nx > ny;
}

static int compare_strings(const void *a, const void *b) {
  const String *x = a, *y = b;
  for (uint32_t k = 0; k < x->tokens.size && k < y->tokens.size; k++)
    if (x->tokens.data[k] != y->tokens.data[k])
      return x->tokens.data[k] < y->tokens.data[k] ? -1 : 1;
  if (x->tokens.size != y->tokens.size)
    return x->tokens.size < y->tokens.size ? -1 : 1;
  return x->pattern < y->pattern ? -1 : x->pattern > y->pattern;
}

static void put(Build *b, int section, uint32_t word) {
  smr_vec_push(&b->b.sections[section], word);
}

// Numbers tokens in sorted order and writes sections TOKENS and TOKEN_HASH.
static void finish_tokens(Build *b) {
  uint32_t count = b->tokens.count;
  uint32_t *order = smr_xcalloc(count + 1, sizeof *order), *number = smr_xcalloc(count + 1, sizeof *number);
  for (uint32_t k = 0; k < count; k++)
    order[k] = k;
  qsort_r(order, count, sizeof *order, compare_tokens, &b->tokens);
  uint32_t capacity = 16;
  while (capacity < 2 * count)
    capacity *= 2;
  uint32_t *hash = smr_xcalloc(capacity, sizeof *hash);
  SmrWords *pool = &b->b.sections[SMR_SECTION_POOL];
  for (uint32_t k = 0; k < count; k++) {
    uint32_t size;
    const uint32_t *w = smr_word_table_get(&b->tokens, order[k], &size);
    number[order[k]] = k;
    uint32_t key = pool->size, poly = key;
    if (size > 3) {
      poly = key + 1 + w[3];
      for (uint32_t i = 3; i < size; i++)
        smr_vec_push(pool, w[i]);
    }
    const uint32_t record[] = {w[0], w[1], w[2], key, poly};
    for (uint32_t i = 0; i < 5; i++)
      put(b, SMR_SECTION_TOKENS, record[i]);
    if (w[0] == SMR_TOK_NODE) {
      uint32_t at = smr_words_hash(w + 1, 2) & (capacity - 1);
      while (hash[at])
        at = (at + 1) & (capacity - 1);
      hash[at] = k + 1;
    }
  }
  for (uint32_t k = 0; k < capacity; k++)
    put(b, SMR_SECTION_TOKEN_HASH, hash[k]);
  for (uint32_t s = 0; s < b->strings.size; s++)
    for (uint32_t k = 0; k < b->strings.data[s].tokens.size; k++)
      b->strings.data[s].tokens.data[k] = number[b->strings.data[s].tokens.data[k]];
  free(order);
  free(number);
  free(hash);
}

static void finish_labels(Build *b) {
  uint32_t capacity = 16;
  while (capacity < 2 * b->labels.count)
    capacity *= 2;
  uint32_t *hash = smr_xcalloc(capacity, sizeof *hash);
  SmrWords *pool = &b->b.sections[SMR_SECTION_POOL];
  for (uint32_t k = 0; k < b->labels.count; k++) {
    uint32_t size, at;
    const uint32_t *w = smr_word_table_get(&b->labels, k, &size);
    put(b, SMR_SECTION_LABELS, pool->size);
    put(b, SMR_SECTION_LABELS, size);
    put(b, SMR_SECTION_LABELS, b->label_text.data[k]);
    put(b, SMR_SECTION_LABELS, b->label_flags.data[k]);
    for (uint32_t i = 0; i < size; i++)
      smr_vec_push(pool, w[i]);
    for (at = smr_words_hash(w, size) & (capacity - 1); hash[at];)
      at = (at + 1) & (capacity - 1);
    hash[at] = k + 1;
  }
  for (uint32_t k = 0; k < capacity; k++)
    put(b, SMR_SECTION_LABEL_HASH, hash[k]);
  free(hash);
  for (uint32_t k = 0; k < b->symbols.count; k++) {
    uint32_t size;
    put(b, SMR_SECTION_SYMBOLS, *smr_word_table_get(&b->symbols, k, &size));
  }
}

//--- The acyclic automaton -------------------------------------------------------

typedef struct {
  uint32_t token, target;
} Edge;
typedef struct {
  SMR_VEC(Edge) edges;
  bool final;
} Open; // a state that later strings may still extend

static uint32_t freeze(Build *b, Open *open) {
  smr_vec_clear(&b->words);
  smr_vec_push(&b->words, open->final);
  uint32_t total = open->final;
  for (uint32_t k = 0; k < open->edges.size; k++) {
    smr_vec_push(&b->words, open->edges.data[k].token);
    smr_vec_push(&b->words, open->edges.data[k].target);
    total += b->totals.data[open->edges.data[k].target];
  }
  uint32_t state = smr_word_table_add(&b->states, b->words.data, b->words.size);
  if (state == b->totals.size)
    smr_vec_push(&b->totals, total);
  smr_vec_clear(&open->edges);
  open->final = false;
  return state;
}

static uint32_t finish_states(Build *b) {
  if (b->strings.size)
    qsort(b->strings.data, b->strings.size, sizeof *b->strings.data, compare_strings);
  SMR_VEC(Open) path = {0}; // path.data[k]: the state after k tokens of the last string
  smr_vec_push(&path, (Open){0});
  uint32_t length = 0;
  for (uint32_t s = 0; s < b->strings.size; s++) {
    const String *string = &b->strings.data[s];
    uint32_t common = 0;
    if (s) {
      const String *last = &b->strings.data[s - 1];
      while (common < last->tokens.size && common < string->tokens.size &&
             last->tokens.data[common] == string->tokens.data[common])
        common++;
      for (; length > common; length--)
        smr_vec_last(&path.data[length - 1].edges).target = freeze(b, &path.data[length]);
    }
    for (; length < string->tokens.size; length++) {
      smr_vec_push(&path.data[length].edges, (Edge){string->tokens.data[length], 0});
      if (path.size == length + 1)
        smr_vec_push(&path, (Open){0});
    }
    bool again =
        s && compare_strings(&(String){string->tokens, 0}, &(String){b->strings.data[s - 1].tokens, 0}) == 0;
    path.data[length].final = true;
    uint32_t patterns = b->b.sections[SMR_SECTION_RANK_PATTERNS].size;
    SmrWords *ranks = &b->b.sections[SMR_SECTION_RANKS];
    if (again) {
      ranks->data[ranks->size - 1]++;
    } else {
      smr_vec_push(ranks, patterns);
      smr_vec_push(ranks, 1);
    }
    put(b, SMR_SECTION_RANK_PATTERNS, string->pattern);
  }
  for (; length; length--)
    smr_vec_last(&path.data[length - 1].edges).target = freeze(b, &path.data[length]);
  uint32_t start = freeze(b, &path.data[0]);
  for (uint32_t k = 0; k < path.size; k++)
    smr_vec_free(&path.data[k].edges);
  smr_vec_free(&path);
  for (uint32_t s = 0; s < b->states.count; s++) {
    uint32_t size;
    const uint32_t *w = smr_word_table_get(&b->states, s, &size);
    put(b, SMR_SECTION_STATES, b->b.sections[SMR_SECTION_EDGES].size / 3);
    put(b, SMR_SECTION_STATES, (size - 1) / 2);
    put(b, SMR_SECTION_STATES, b->totals.data[s]);
    put(b, SMR_SECTION_STATES, w[0]);
    uint32_t rank = w[0];
    for (uint32_t k = 1; k < size; k += 2) {
      put(b, SMR_SECTION_EDGES, w[k]);
      put(b, SMR_SECTION_EDGES, w[k + 1]);
      put(b, SMR_SECTION_EDGES, rank);
      rank += b->totals.data[w[k + 1]];
    }
  }
  return start;
}

//--- All together -----------------------------------------------------------------

static bool add_pattern(Build *b, const SmrPattern *pattern, SmrGraph *graph, uint32_t index, SmrDiag *diag) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrIdiom idiom;
  SmrDataString string = {0};
  String tokens = {.pattern = index};
  bool ok = smr_idiom_init(&idiom, &arena, graph, diag) && smr_data_string(&idiom, &string, diag);
  b->graph = graph;
  for (uint32_t k = 0; ok && k < string.tokens.size; k++) {
    uint32_t number;
    ok = add_token(b, &string.tokens.data[k], &number);
    if (!ok)
      smr_idiom_error(
          &idiom, diag, string.tokens.data[k].op,
          "the idiom uses an undefined value, a volatile access, or a sum of more than %d operands",
          SMR_MAX_COMMUTATIVE);
    smr_vec_push(&tokens.tokens, number);
  }
  if (ok) {
    uint32_t class = smr_control_class(&b->b, graph, idiom.roots[0]), label;
    if (class)
      smr_control_anchor(&b->b, class);
    else if (add_label(b, idiom.roots[0], &label))
      b->label_flags.data[label] |= SMR_CONTROL_ANCHOR;
    SmrTables tables = smr_tables_create(&arena, &idiom, &string);
    put(b, SMR_SECTION_PATTERNS, smr_builder_text(&b->b, pattern->name ? pattern->name : ""));
    put(b, SMR_SECTION_PATTERNS, b->b.sections[SMR_SECTION_POOL].size);
    smr_tables_encode(&tables, &b->b.sections[SMR_SECTION_POOL]);
    smr_vec_push(&b->strings, tokens);
  } else {
    smr_vec_free(&tokens.tokens);
  }
  smr_data_string_free(&string);
  smr_idiom_free(&idiom);
  return ok;
}

static void write_block(Build *b, uint32_t start, SmrBytes *out) {
  static const uint32_t width[] = {
#define X(name, words) words,
      SMR_SECTIONS(X)
#undef X
  };
  smr_put_align(&b->b.text, 4);
  uint32_t header = sizeof(SmrAutomataHeader) / 4, at = header;
  for (uint32_t k = 0; k < SMR_SECTION_COUNT; k++)
    at += k == SMR_SECTION_TEXT ? b->b.text.size / 4 : b->b.sections[k].size;
  smr_put_u32(out, SMR_AUTOMATA_MAGIC);
  smr_put_u32(out, SMR_AUTOMATA_VERSION);
  smr_put_u32(out, at);
  smr_put_u32(out, start);
  at = header;
  for (uint32_t k = 0; k < SMR_SECTION_COUNT; k++) {
    smr_put_u32(out, at);
    smr_put_u32(out, k == SMR_SECTION_TEXT ? b->b.text.size : b->b.sections[k].size / width[k]);
    at += k == SMR_SECTION_TEXT ? b->b.text.size / 4 : b->b.sections[k].size;
  }
  for (uint32_t k = 0; k < SMR_SECTION_COUNT; k++)
    if (k == SMR_SECTION_TEXT)
      smr_put_bytes(out, b->b.text.data, b->b.text.size);
    else
      for (uint32_t i = 0; i < b->b.sections[k].size; i++)
        smr_put_u32(out, b->b.sections[k].data[i]);
}

bool smr_automata_build(const SmrPattern *patterns, SmrGraph *const *graphs, uint32_t count, SmrBytes *out,
                        SmrDiag *diag) {
  Build b = {0};
  b.b.texts = smr_intern_create();
  smr_builder_text(&b.b, "");
  uint32_t empty = 0;
  smr_word_table_add(&b.symbols, &empty, 1); // symbol 0 is the empty text
  bool ok = true;
  for (uint32_t k = 0; k < count && ok; k++)
    ok = add_pattern(&b, &patterns[k], graphs[k], k, diag);
  if (ok) {
    finish_tokens(&b);
    finish_labels(&b);
    uint32_t start = finish_states(&b);
    smr_control_finish(&b.b);
    write_block(&b, start, out);
  }
  for (uint32_t k = 0; k < b.strings.size; k++)
    smr_vec_free(&b.strings.data[k].tokens);
  smr_vec_free(&b.strings);
  smr_word_table_free(&b.symbols);
  smr_word_table_free(&b.labels);
  smr_word_table_free(&b.tokens);
  smr_word_table_free(&b.states);
  smr_word_table_free(&b.b.control);
  smr_word_table_free(&b.b.control_ops);
  smr_vec_free(&b.totals);
  smr_vec_free(&b.label_text);
  smr_vec_free(&b.label_flags);
  smr_vec_free(&b.words);
  for (uint32_t k = 0; k < SMR_SECTION_COUNT; k++)
    smr_vec_free(&b.b.sections[k]);
  smr_vec_free(&b.b.text);
  smr_vec_free(&b.b.text_offset);
  smr_intern_destroy(b.b.texts);
  return ok;
}
