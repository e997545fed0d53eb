//===- parse.c - reading the text form -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A recursive descent parser with one token of lookahead; it stops at the first error. It accepts any text of
// the grammar in README.md and leaves types, terminators and dominance to check.c. A value may be used before
// its definition: a placeholder stands for it and is replaced when the definition comes.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "graph/lex.h"
#include "graph/poly.h"
#include "graph/syntax.h"
#include <errno.h>
#include <limits.h>
#include <string.h>

typedef struct {
  SmrSym name;
  SmrValue value;
  size_t at;
} Placeholder;
typedef struct {
  SmrOp op;
  uint32_t label;
  bool home; // the op's home, else its owner
  size_t at;
} LabelUse;
typedef struct {
  SmrSym name;
  SmrOp op;
  uint32_t which;
  size_t at;
} BlockUse;
typedef SMR_VEC(SmrValue) Values;

typedef struct {
  SmrLexer lexer;
  SmrLexeme token;
  SmrGraph *graph;
  SmrIntern *names; // of values and blocks: they don't outlive the parse
  SmrMap values, defined, blocks, labels;
  SMR_VEC(Placeholder) placeholders;
  SMR_VEC(LabelUse) label_uses;
  SMR_VEC(BlockUse) block_uses;
  uint32_t nesting;
} Parser;

//--- Tokens ------------------------------------------------------------------

static bool advance(Parser *p) {
  p->token = smr_lex(&p->lexer);
  return p->token.kind != SMR_LEXEME_BAD;
}

static bool is_punct(const Parser *p, char c) {
  return p->token.kind == SMR_LEXEME_PUNCT && p->token.text[0] == c;
}

static bool is_word(const Parser *p, const char *word) {
  return p->token.kind == SMR_LEXEME_WORD && p->token.length == strlen(word) &&
         memcmp(p->token.text, word, p->token.length) == 0;
}

static bool fail(Parser *p, const char *what) {
  return smr_lex_error(&p->lexer, p->token.at, "%s", what);
}

static bool fail_expected(Parser *p, const char *what) {
  if (p->token.kind == SMR_LEXEME_BAD)
    return false;
  if (p->token.kind == SMR_LEXEME_END)
    return smr_lex_error(&p->lexer, p->token.at, "expected %s, found the end of the text", what);
  size_t from = p->token.at, end = p->lexer.at - from > 40 ? from + 40 : p->lexer.at;
  return smr_lex_error(&p->lexer, from, "expected %s, found '%.*s'", what, (int)(end - from),
                       p->lexer.text + from);
}

static bool expect(Parser *p, char c) {
  const char quoted[] = {'\'', c, '\'', 0};
  return is_punct(p, c) ? advance(p) : fail_expected(p, quoted);
}

static bool accept(Parser *p, char c, bool *ok) {
  if (!is_punct(p, c))
    return false;
  *ok = advance(p);
  return true;
}

/// The text of a STRING or WORD token.
static bool symbol_text(Parser *p, SmrLexeme token, SmrSym *out) {
  return smr_lex_text(&p->lexer, token, p->graph->symbols, out);
}

static bool parse_string(Parser *p, SmrSym *out) {
  if (p->token.kind != SMR_LEXEME_STRING)
    return fail_expected(p, "a string");
  return symbol_text(p, p->token, out) && advance(p);
}

static bool parse_uint(Parser *p, uint64_t limit, const char *what, uint64_t *out) {
  if (p->token.kind != SMR_LEXEME_NUMBER)
    return fail_expected(p, what);
  char text[32];
  bool ok = p->token.length < sizeof text && !memchr(p->token.text, '.', p->token.length);
  if (ok) {
    memcpy(text, p->token.text, p->token.length);
    text[p->token.length] = 0;
    bool hex = p->token.length > 2 && text[1] == 'x';
    char *end;
    errno = 0;
    *out = strtoull(text, &end, hex ? 16 : 10);
    ok = !*end && !errno && *out <= limit;
  }
  if (!ok)
    return smr_lex_error(&p->lexer, p->token.at, "%s is not an integer from 0 to %llu", what,
                         (unsigned long long)limit);
  return advance(p);
}

static bool parse_u32(Parser *p, const char *what, uint32_t *out) {
  uint64_t value;
  if (!parse_uint(p, UINT32_MAX, what, &value))
    return false;
  *out = (uint32_t)value;
  return true;
}

/// A signed decimal, or the bits of one in hexadecimal.
static bool parse_int(Parser *p, const char *what, int64_t *out) {
  bool ok = true, negative = accept(p, '-', &ok), hex = p->token.length > 2 && p->token.text[1] == 'x';
  uint64_t value, limit = hex && !negative ? UINT64_MAX : (uint64_t)INT64_MAX + negative;
  if (!ok || !parse_uint(p, limit, what, &value))
    return false;
  *out = (int64_t)(negative ? 0 - value : value);
  return true;
}

//--- Types, locations, values -------------------------------------------------

static bool parse_type(Parser *p, SmrType *out) {
  bool ok = true;
  if (accept(p, '!', &ok)) {
    SmrSym symbol;
    if (!ok || !parse_string(p, &symbol))
      return false;
    *out = SMR_TYPE(SMR_T_OPAQUE, symbol);
    return true;
  }
  static const struct {
    const char *word;
    SmrType type;
  } words[] = {{"ptr", SMR_PTR}, {"box", SMR_BOX}, {"bf16", SMR_BF16}, {"none", SMR_T_NONE}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is_word(p, words[i].word)) {
      *out = words[i].type;
      return advance(p);
    }
  static const struct {
    char letter;
    SmrTypeKind kind;
  } kinds[] = {{'i', SMR_T_INT}, {'f', SMR_T_FLOAT}, {'c', SMR_T_COMPLEX}};
  if (p->token.kind == SMR_LEXEME_WORD && p->token.length > 1 && p->token.length < 8 &&
      p->token.text[1] != '0') {
    uint32_t width = 0;
    for (size_t i = 1; i < p->token.length; i++) {
      unsigned digit = (unsigned)p->token.text[i] - '0';
      width = digit < 10 && width < 100000 ? width * 10 + digit : 100000;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
      bool known = kinds[i].kind == SMR_T_INT
                       ? width <= 65535
                       : width == 16 || width == 32 || width == 64 || width == 80 || width == 128;
      if (p->token.text[0] == kinds[i].letter && known) {
        *out = SMR_TYPE(kinds[i].kind, width);
        return advance(p);
      }
    }
  }
  return fail_expected(p, "a type (i64, f64, bf16, c64, ptr, box or !\"...\")");
}

static bool parse_loc(Parser *p, SmrLoc *out) {
  if (!is_punct(p, '@'))
    return true;
  SmrSym file;
  uint32_t line, column;
  if (!symbol_text(p, smr_lex_symbol(&p->lexer), &file) || !advance(p) || !expect(p, ':') ||
      !parse_u32(p, "a line number", &line) || !expect(p, ':') || !parse_u32(p, "a column number", &column))
    return false;
  *out = smr_loc_create(p->graph, file, line, column);
  return true;
}

/// Base class and source name behind a value's definition.
static bool parse_facts(Parser *p, SmrValue value) {
  SmrValueData *data = &p->graph->values.data[value];
  bool unique = is_word(p, "unique");
  if (unique || is_word(p, "identified")) {
    data->base = unique ? SMR_BASE_UNIQUE : SMR_BASE_IDENTIFIED;
    if (!advance(p))
      return false;
  }
  if (!unique && is_word(p, data->base == SMR_BASE_UNKNOWN ? "by" : "since") &&
      (!advance(p) || !parse_u32(p, "a time", &data->time)))
    return false;
  return p->token.kind != SMR_LEXEME_STRING || parse_string(p, &data->name);
}

static bool define_value(Parser *p, SmrLexeme token, SmrValue value) {
  SmrSym name = smr_intern_n(p->names, token.text, token.length);
  uint32_t before;
  if (smr_map_get(&p->defined, name, &before))
    return smr_lex_error(&p->lexer, token.at, "value %%%.*s is defined twice", (int)token.length, token.text);
  smr_map_set(&p->defined, name, value);
  if (smr_map_get(&p->values, name, &before))
    smr_graph_replace(p->graph, before, value);
  smr_map_set(&p->values, name, value);
  return true;
}

static bool parse_value(Parser *p, SmrValue *out) {
  if (p->token.kind != SMR_LEXEME_VALUE)
    return fail_expected(p, "a value");
  SmrSym name = smr_intern_n(p->names, p->token.text, p->token.length);
  if (!smr_map_get(&p->values, name, out)) {
    smr_vec_push(&p->graph->values, (SmrValueData){0});
    *out = p->graph->values.size - 1;
    smr_map_set(&p->values, name, *out);
    smr_vec_push(&p->placeholders, (Placeholder){name, *out, p->token.at});
  }
  return advance(p);
}

static bool parse_values(Parser *p, Values *out) {
  bool ok = true;
  do {
    SmrValue value;
    if (!ok || !parse_value(p, &value))
      return false;
    smr_vec_push(out, value);
  } while (accept(p, ',', &ok));
  return ok;
}

/// "(" [ values ] ")" when there is one.
static bool parse_group(Parser *p, Values *out) {
  bool ok = true;
  if (!accept(p, '(', &ok))
    return true;
  if (!ok || (!is_punct(p, ')') && !parse_values(p, out)))
    return false;
  return expect(p, ')');
}

/// An op's operands start on its line, so that `return` does not swallow the next line's result.
static bool parse_operands(Parser *p, Values *out) {
  if (p->token.kind == SMR_LEXEME_VALUE && !p->token.line_start && !parse_values(p, out))
    return false;
  return parse_group(p, out);
}

//--- Ops ---------------------------------------------------------------------

typedef struct {
  SmrOpcode code;
  size_t at;
  Values operands;
  SmrLexeme constant; // CONST's literal, read once the type is known
  bool negative;
  uint32_t poly, regions;
  int64_t imm;
  uint16_t flags;
  uint8_t fast;
  SmrSym name, attrs, tag;
  bool has_label, has_owner, has_home;
  uint64_t label, owner, home;
  size_t owner_at, home_at, label_at;
  SmrSym succ[2];
  size_t succ_at[2];
} OpText;

static int find_word(const Parser *p, const char *const *words, int count) {
  for (int i = 0; i < count; i++)
    if (is_word(p, words[i]))
      return i;
  return -1;
}

static bool parse_label(Parser *p, uint64_t *out) {
  if (p->token.kind != SMR_LEXEME_LABEL)
    return fail_expected(p, "a label such as #0");
  *out = 0;
  for (size_t i = 0; i < p->token.length; i++) {
    unsigned digit = (unsigned)p->token.text[i] - '0';
    if (digit > 9 || *out > UINT32_MAX / 16)
      return fail(p, "a label is # and a small number");
    *out = *out * 10 + digit;
  }
  return advance(p);
}

static bool parse_modifier(Parser *p, OpText *t) {
  int flag = find_word(p, smr_flag_names, SMR_SYNTAX_FLAGS),
      fast = find_word(p, smr_fast_names, SMR_SYNTAX_FASTS);
  if (flag >= 0) {
    t->flags |= (uint16_t)(1u << flag);
    return advance(p);
  }
  if (fast >= 0) {
    t->fast |= (uint8_t)(1u << fast);
    return advance(p);
  }
  if (is_word(p, "imm"))
    return advance(p) && parse_int(p, "an integer", &t->imm);
  if (is_word(p, "name"))
    return advance(p) && parse_string(p, &t->name);
  if (is_word(p, "attrs"))
    return advance(p) && parse_string(p, &t->attrs);
  if (is_word(p, "tag"))
    return advance(p) && parse_string(p, &t->tag);
  if (is_word(p, "label")) {
    t->has_label = true;
    t->label_at = p->token.at;
    return advance(p) && parse_label(p, &t->label);
  }
  if (is_word(p, "owner")) {
    t->has_owner = true;
    t->owner_at = p->token.at;
    return advance(p) && parse_label(p, &t->owner);
  }
  if (is_word(p, "home")) {
    t->has_home = true;
    t->home_at = p->token.at;
    return advance(p) && parse_label(p, &t->home);
  }
  if (is_word(p, "regions")) {
    uint64_t regions;
    if (!advance(p) || !parse_uint(p, SMR_GRAPH_MAX_REGIONS, "a number of regions", &regions))
      return false;
    t->regions = (uint32_t)regions;
    return true;
  }
  return fail_expected(p, "a flag");
}

/// One term: factors joined by '*', each a number or a value.
static bool parse_term(Parser *p, OpText *t, bool negative, SmrTermData *out) {
  SmrGraph *g = p->graph;
  bool ok = true;
  *out = (SmrTermData){negative ? -1 : 1, g->monomials.size, 0};
  do {
    size_t at = p->token.at;
    if (!ok)
      return false;
    if (p->token.kind == SMR_LEXEME_VALUE) {
      SmrValue leaf;
      uint32_t k = 0;
      if (!parse_value(p, &leaf))
        return false;
      while (k < t->operands.size && t->operands.data[k] != leaf)
        ++k;
      if (k == t->operands.size)
        smr_vec_push(&t->operands, leaf);
      if (++out->count > SMR_POLY_MAX_DEGREE)
        return smr_lex_error(&p->lexer, at, "a monomial has at most %d factors", SMR_POLY_MAX_DEGREE);
      smr_vec_push(&g->monomials, k);
    } else {
      uint64_t factor;
      if (!parse_uint(p, (uint64_t)INT64_MAX + negative, "a coefficient or a value", &factor))
        return false;
      // -1 * 2^63 is the one product that a negated factor alone would not reach.
      int64_t part = (int64_t)factor;
      if (negative && factor == (uint64_t)INT64_MAX + 1 && out->coef == -1)
        out->coef = INT64_MIN;
      else if (part < 0 || __builtin_mul_overflow(out->coef, part, &out->coef))
        return smr_lex_error(&p->lexer, at, "coefficient does not fit in 64 bits");
    }
  } while (accept(p, '*', &ok));
  for (uint32_t i = out->first + 1; ok && i < g->monomials.size; i++) // operand numbers ascend
    for (uint32_t j = i; j > out->first && g->monomials.data[j - 1] > g->monomials.data[j]; --j) {
      uint32_t swap = g->monomials.data[j];
      g->monomials.data[j] = g->monomials.data[j - 1];
      g->monomials.data[j - 1] = swap;
    }
  return ok;
}

/// Terms are written highest first and stored constant first.
static bool parse_poly(Parser *p, OpText *t) {
  SmrTermData terms[SMR_POLY_MAX_TERMS];
  uint32_t count = 0;
  bool ok = true, negative = accept(p, '-', &ok), more = true;
  while (ok && more) {
    if (count == SMR_POLY_MAX_TERMS) {
      smr_lex_error(&p->lexer, p->token.at, "a polynomial has at most %d terms", SMR_POLY_MAX_TERMS);
      return false;
    }
    if (!parse_term(p, t, negative, &terms[count]))
      return false;
    if (terms[count].coef)
      ++count;
    negative = is_punct(p, '-');
    more = accept(p, negative ? '-' : '+', &ok);
  }
  SmrGraph *g = p->graph;
  t->poly = g->polys.size;
  smr_vec_push(&g->polys, (SmrPolyData){g->terms.size, count});
  while (count)
    smr_vec_push(&g->terms, terms[--count]);
  return ok;
}

static bool parse_successor(Parser *p, OpText *t, uint32_t which) {
  if (p->token.kind != SMR_LEXEME_BLOCK || !p->token.length)
    return fail_expected(p, "a block name such as ^b1");
  t->succ[which] = smr_intern_n(p->names, p->token.text, p->token.length);
  t->succ_at[which] = p->token.at;
  return advance(p) && parse_group(p, &t->operands);
}

/// addr's facts: "[" index "<" extent { "," … } "]"; an extent of ? makes its own UNDEF before the op.
static bool parse_pairs(Parser *p, OpText *t, SmrBlock block) {
  bool ok = true;
  if (!accept(p, '[', &ok))
    return true;
  t->imm = 0;
  do {
    SmrValue index, extent;
    if (!ok || !parse_value(p, &index) || !expect(p, '<'))
      return false;
    if (accept(p, '?', &ok))
      extent = smr_build(p->graph, block, 0, SMR_OP_UNDEF, SMR_I64, NULL, 0, 0);
    else if (!parse_value(p, &extent))
      return false;
    smr_vec_push(&t->operands, index);
    smr_vec_push(&t->operands, extent);
    ++t->imm;
  } while (ok && accept(p, ',', &ok));
  return ok && expect(p, ']');
}

/// Everything between the opcode and the regions.
static bool parse_details(Parser *p, OpText *t, SmrBlock block) {
  bool ok = true;
  if (accept(p, '<', &ok)) {
    if (!ok)
      return false;
    while (!is_punct(p, '>'))
      if (!parse_modifier(p, t))
        return false;
    if (!advance(p))
      return false;
  }
  switch (t->code) {
  case SMR_OP_CONST:
    t->negative = accept(p, '-', &ok);
    t->constant = p->token;
    if (!ok || p->token.kind != SMR_LEXEME_NUMBER)
      return fail_expected(p, "a number");
    return advance(p) && parse_operands(p, &t->operands);
  case SMR_OP_ICMP:
  case SMR_OP_FCMP: {
    bool integer = t->code == SMR_OP_ICMP;
    int word = integer ? find_word(p, smr_icmp_names, SMR_SYNTAX_ICMPS)
                       : find_word(p, smr_fcmp_names, SMR_SYNTAX_FCMPS);
    if (word < 0)
      return fail_expected(p, integer ? "a comparison such as slt" : "a comparison such as olt");
    t->imm = word;
    return advance(p) && parse_operands(p, &t->operands);
  }
  case SMR_OP_POLY:
    return parse_poly(p, t);
  case SMR_OP_ADDR:
    return parse_operands(p, &t->operands) && parse_pairs(p, t, block);
  case SMR_OP_BR:
    return parse_successor(p, t, 0);
  case SMR_OP_CBR: {
    SmrValue condition;
    if (!parse_value(p, &condition))
      return false;
    smr_vec_push(&t->operands, condition);
    if (!expect(p, ',') || !parse_successor(p, t, 0))
      return false;
    t->imm = (int64_t)t->operands.size - 1;
    return expect(p, ',') && parse_successor(p, t, 1);
  }
  default:
    break;
  }
  if (smr_syntax_named(t->code) && !parse_string(p, &t->name))
    return false;
  if (smr_syntax_counted(t->code)) {
    t->imm = -1;
    if (!accept(p, '?', &ok) && !parse_int(p, "an integer or ?", &t->imm))
      return false;
  }
  return ok && parse_operands(p, &t->operands);
}

static bool parse_region(Parser *p, SmrRegion region, SmrBlock entry);

/// CONST's literal, by the type of the result.
static bool set_constant(Parser *p, OpText *t, SmrOp op) {
  SmrOpData *data = smr_op(p->graph, op);
  SmrTypeKind kind =
      data->result_count ? SMR_TYPE_KIND(p->graph->values.data[data->result_first].type) : SMR_T_NONE;
  SmrStr text = {0};
  smr_str_puts(&text, t->negative ? "-" : "");
  smr_str_append(&text, t->constant.text, t->constant.length);
  bool hex = t->constant.length > 2 && t->constant.text[1] == 'x', ok;
  char *end = text.data;
  errno = 0;
  if (hex) {
    data->imm = (int64_t)strtoull(text.data, &end, 16);
    ok = !t->negative;
  } else if (kind == SMR_T_FLOAT || kind == SMR_T_BFLOAT) {
    double value = strtod(text.data, &end);
    memcpy(&data->imm, &value, sizeof value);
    if (errno == ERANGE && value > -1 && value < 1)
      errno = 0; // subnormal: rounded, not wrong
    ok = true;
  } else {
    data->imm = strtoll(text.data, &end, 10);
    ok = true;
  }
  ok = ok && !*end && !errno;
  if (!ok)
    smr_lex_error(&p->lexer, t->constant.at, "'%.60s' is no constant of the result's type", text.data);
  smr_str_free(&text);
  return ok;
}

static bool parse_types(Parser *p, SmrOp op) {
  SmrOpData *data = smr_op(p->graph, op);
  uint32_t first = data->result_first, count = data->result_count;
  SmrType implied = smr_syntax_default_type(data->code);
  if (!count)
    return true;
  if (count == 1 && implied && !is_punct(p, ':')) {
    p->graph->values.data[first].type = implied;
    return true;
  }
  if (!is_punct(p, ':'))
    return fail_expected(p, "':' and the type of each result");
  for (uint32_t k = 0; k < count; k++) {
    SmrType type;
    if (!expect(p, k ? ',' : ':') || !parse_type(p, &type))
      return false;
    p->graph->values.data[first + k].type = type;
  }
  return true;
}

static bool parse_exits(Parser *p, SmrOp op) {
  bool ok = true;
  if (!is_word(p, "exit"))
    return true;
  if (!advance(p) || !expect(p, '['))
    return false;
  do {
    SmrExit entry = {.loop = op};
    if (!ok || !parse_value(p, &entry.ptr))
      return false;
    if (is_punct(p, '=') && (!advance(p) || !parse_value(p, &entry.value)))
      return false;
    if (is_word(p, "from") && (!advance(p) || !parse_value(p, &entry.initial)))
      return false;
    smr_vec_push(&p->graph->exits, entry);
  } while (accept(p, ',', &ok));
  return ok && expect(p, ']');
}

static bool parse_assumptions(Parser *p, SmrOp op) {
  static const char *const kinds[] = {"hoist", "carry", "drop"};
  bool ok = true;
  if (!is_word(p, "assume"))
    return true;
  if (!advance(p) || !expect(p, '['))
    return false;
  do {
    SmrAssumption entry = {.loop = op};
    uint64_t bytes_a, bytes_b;
    if (!ok || !parse_value(p, &entry.a) || !parse_uint(p, UINT32_MAX, "a number of bytes", &bytes_a))
      return false;
    if (!is_word(p, "apart"))
      return fail_expected(p, "\"apart\"");
    if (!advance(p) || !parse_value(p, &entry.b) || !parse_uint(p, UINT32_MAX, "a number of bytes", &bytes_b))
      return false;
    int kind = find_word(p, kinds, 3);
    if (kind < 0)
      return fail_expected(p, "\"hoist\", \"carry\" or \"drop\"");
    if (!advance(p) || (kind != SMR_ASSUME_DROP && !parse_value(p, &entry.value)))
      return false;
    entry.kind = (uint8_t)kind;
    entry.bytes_a = (uint32_t)bytes_a;
    entry.bytes_b = (uint32_t)bytes_b;
    smr_vec_push(&p->graph->assumptions, entry);
  } while (accept(p, ',', &ok));
  return ok && expect(p, ']');
}

/// The op and what follows its details: regions, types, exits, assumptions, location.
static bool finish_op(Parser *p, OpText *t, SmrBlock block, const SmrLexeme *names, uint32_t count,
                      SmrOp op) {
  SmrGraph *g = p->graph;
  SmrOpData *data = smr_op(g, op);
  data->imm = t->imm;
  data->flags = t->flags;
  data->fast = t->fast;
  data->name = t->name;
  data->attrs = t->attrs;
  data->tag = t->tag;
  data->poly = t->poly;
  smr_op_append(g, block, op);
  if (t->has_label) {
    uint32_t before;
    if (smr_map_get(&p->labels, t->label, &before))
      return smr_lex_error(&p->lexer, t->label_at, "label #%llu is defined twice",
                           (unsigned long long)t->label);
    smr_map_set(&p->labels, t->label, op);
  }
  if (t->has_owner)
    smr_vec_push(&p->label_uses, (LabelUse){op, (uint32_t)t->owner, false, t->owner_at});
  if (t->has_home)
    smr_vec_push(&p->label_uses, (LabelUse){op, (uint32_t)t->home, true, t->home_at});
  for (uint32_t s = 0; s < 2; s++)
    if (t->succ[s])
      smr_vec_push(&p->block_uses, (BlockUse){t->succ[s], op, s, t->succ_at[s]});
  for (uint32_t k = 0; k < count; k++)
    if (!define_value(p, names[k], data->result_first + k))
      return false;
  SmrRegion first = data->region_first;
  for (uint32_t k = 0; k < t->regions; k++) {
    if (k && (is_word(p, "else") || is_word(p, "do")) && !advance(p))
      return false;
    if (!is_punct(p, '{'))
      return fail_expected(p, "'{'");
    if (p->nesting == SMR_GRAPH_MAX_NESTING)
      return smr_lex_error(&p->lexer, p->token.at, "regions nest more than %d deep", SMR_GRAPH_MAX_NESTING);
    ++p->nesting;
    if (!advance(p) || !parse_region(p, first + k, 0))
      return false;
    --p->nesting;
  }
  if (!parse_types(p, op) || (t->code == SMR_OP_CONST && !set_constant(p, t, op)) || !parse_exits(p, op) ||
      !parse_assumptions(p, op))
    return false;
  SmrLoc loc = 0;
  if (!parse_loc(p, &loc))
    return false;
  smr_op(g, op)->loc = loc;
  return true;
}

static SmrOpcode find_opcode(const Parser *p) {
  for (int code = SMR_OP_NONE + 1; p->token.kind == SMR_LEXEME_WORD && code < SMR_OP_COUNT; code++)
    if (is_word(p, smr_opcode_name((SmrOpcode)code)))
      return (SmrOpcode)code;
  return SMR_OP_NONE;
}

static bool parse_op(Parser *p, SmrBlock block) {
  SMR_VEC(SmrLexeme) names = {0};
  SMR_VEC(SmrValueData) facts = {0}; // base and name of the results, until they exist
  OpText t = {0};
  bool ok = true;
  while (p->token.kind == SMR_LEXEME_VALUE) {
    smr_vec_push(&names, p->token);
    smr_vec_push(&p->graph->values, (SmrValueData){0}); // a scratch value for parse_facts
    ok = advance(p) && parse_facts(p, p->graph->values.size - 1);
    smr_vec_push(&facts, smr_vec_pop(&p->graph->values));
    if (!ok || !accept(p, ',', &ok))
      break;
    if (p->token.kind != SMR_LEXEME_VALUE)
      ok = ok && fail_expected(p, "a value");
  }
  ok = ok && (!names.size || expect(p, '='));
  t.code = ok ? find_opcode(p) : SMR_OP_NONE;
  if (ok && !t.code)
    ok = p->token.kind == SMR_LEXEME_WORD
             ? smr_lex_error(&p->lexer, p->token.at, "unknown op '%.*s'",
                             (int)(p->token.length > 40 ? 40 : p->token.length), p->token.text)
             : fail_expected(p, "an op");
  t.regions = smr_syntax_default_regions(t.code);
  ok = ok && advance(p) && parse_details(p, &t, block);
  if (ok) {
    SmrType *types = smr_xcalloc(names.size, sizeof *types);
    SmrOp op =
        smr_op_create(p->graph, t.code, t.operands.data, t.operands.size, types, names.size, t.regions);
    free(types);
    for (uint32_t k = 0; k < names.size; k++) {
      SmrValueData *data = &p->graph->values.data[smr_result(p->graph, op, k)];
      data->base = facts.data[k].base;
      data->time = facts.data[k].time;
      data->name = facts.data[k].name;
    }
    smr_vec_free(&t.operands);
    ok = finish_op(p, &t, block, names.data, names.size, op);
  }
  smr_vec_free(&t.operands);
  smr_vec_free(&names);
  smr_vec_free(&facts);
  return ok;
}

//--- Blocks, regions, the function ---------------------------------------------

static bool parse_args(Parser *p, SmrBlock block) {
  bool ok = true;
  if (!expect(p, '('))
    return false;
  while (ok && !is_punct(p, ')')) {
    SmrLexeme name = p->token;
    SmrType type;
    if (name.kind != SMR_LEXEME_VALUE)
      return fail_expected(p, "an argument such as %n: i64");
    if (!advance(p) || !expect(p, ':') || !parse_type(p, &type))
      return false;
    SmrValue arg = smr_block_add_arg(p->graph, block, type);
    if (!define_value(p, name, arg) || !parse_facts(p, arg))
      return false;
    if (!accept(p, ',', &ok))
      break;
  }
  return ok && expect(p, ')');
}

/// "^name(args):" - only a region's first block is nameless.
static bool parse_header(Parser *p, SmrRegion region, SmrBlock *block) {
  SmrLexeme name = p->token;
  bool first = !p->graph->regions.data[region].blocks.size;
  if (!name.length != first)
    return fail(p,
                first ? "the first block of a region has no name" : "a block after the first needs a name");
  *block = smr_block_create(p->graph, region);
  if (name.length) {
    SmrSym symbol = smr_intern_n(p->names, name.text, name.length);
    uint32_t before;
    if (smr_map_get(&p->blocks, symbol, &before))
      return smr_lex_error(&p->lexer, name.at, "block ^%.*s is defined twice", (int)name.length, name.text);
    smr_map_set(&p->blocks, symbol, *block);
  }
  return advance(p) && (!is_punct(p, '(') || parse_args(p, *block)) && expect(p, ':');
}

/// From after the opening brace to after the closing one. `entry`: the function's entry block, made already;
/// its header is an optional `^():`, since the function's shows its arguments.
static bool parse_region(Parser *p, SmrRegion region, SmrBlock entry) {
  SmrBlock block = entry;
  if (entry && p->token.kind == SMR_LEXEME_BLOCK && !p->token.length)
    if (!advance(p) || !expect(p, '(') || !expect(p, ')') || !expect(p, ':'))
      return false;
  while (!is_punct(p, '}')) {
    if (p->token.kind == SMR_LEXEME_BLOCK) {
      if (!parse_header(p, region, &block))
        return false;
      continue;
    }
    if (p->token.kind == SMR_LEXEME_END || p->token.kind == SMR_LEXEME_PUNCT)
      return fail_expected(p, "an op or '}'");
    if (!block)
      block = smr_block_create(p->graph, region);
    if (!parse_op(p, block))
      return false;
  }
  return advance(p);
}

/// SmrGraph.ranges, behind the body.
static bool parse_ranges(Parser *p) {
  bool ok = true;
  if (!is_word(p, "ranges"))
    return true;
  if (!advance(p) || !expect(p, '['))
    return false;
  do {
    SmrRange range = {0};
    if (!ok || !parse_value(p, &range.address) || !expect(p, ':') || !parse_value(p, &range.poly))
      return false;
    if (!is_word(p, "from"))
      return fail_expected(p, "\"from\"");
    if (!advance(p) || !parse_int(p, "the least number", &range.low))
      return false;
    if (!is_word(p, "to"))
      return fail_expected(p, "\"to\"");
    if (!advance(p) || !parse_int(p, "the largest number", &range.high))
      return false;
    smr_vec_push(&p->graph->ranges, range);
  } while (accept(p, ',', &ok));
  return ok && expect(p, ']');
}

static bool parse_function(Parser *p) {
  if (!advance(p))
    return false;
  if (!is_word(p, "func"))
    return fail_expected(p, "'func'");
  if (!advance(p))
    return false;
  if (!is_punct(p, '@'))
    return fail_expected(p, "'@' and the function's name");
  if (!symbol_text(p, smr_lex_symbol(&p->lexer), &p->graph->name) || !advance(p))
    return false;
  if (is_word(p, "wraps")) {
    p->graph->wraps = true;
    if (!advance(p))
      return false;
  }
  // `func @f() {}` has no blocks at all; anything else has an entry block.
  SmrBlock entry = smr_block_create(p->graph, p->graph->body);
  if (!parse_args(p, entry) || !expect(p, '{'))
    return false;
  if (is_punct(p, '}') && !p->graph->blocks.data[entry].args.size)
    smr_vec_clear(&p->graph->regions.data[p->graph->body].blocks);
  if (!parse_region(p, p->graph->body, entry) || !parse_ranges(p))
    return false;
  if (p->token.kind != SMR_LEXEME_END)
    return fail_expected(p, "the end of the text");
  return true;
}

static bool resolve(Parser *p) {
  SmrGraph *g = p->graph;
  for (uint32_t i = 0; i < p->placeholders.size; i++) {
    const Placeholder *use = &p->placeholders.data[i];
    if (!g->values.data[use->value].forward)
      return smr_lex_error(&p->lexer, use->at, "value %%%s is used but never defined",
                           smr_intern_text(p->names, use->name));
  }
  for (uint32_t i = 0; i < p->block_uses.size; i++) {
    const BlockUse *use = &p->block_uses.data[i];
    uint32_t block;
    if (!smr_map_get(&p->blocks, use->name, &block))
      return smr_lex_error(&p->lexer, use->at, "block ^%s is never defined",
                           smr_intern_text(p->names, use->name));
    smr_op(g, use->op)->succ[use->which] = block;
  }
  for (uint32_t i = 0; i < p->label_uses.size; i++) {
    const LabelUse *use = &p->label_uses.data[i];
    SmrOpData *op = smr_op(g, use->op);
    if (!smr_map_get(&p->labels, use->label, use->home ? &op->home : &op->owner))
      return smr_lex_error(&p->lexer, use->at, "label #%u is never defined", use->label);
  }
  return true;
}

SmrGraph *smr_graph_parse(SmrIntern *symbols, const char *file, const char *text, size_t size,
                          SmrDiag *diag) {
  if (size > SMR_GRAPH_MAX_TEXT) {
    smr_error(diag, file, 1, 1, "text is longer than %d bytes", SMR_GRAPH_MAX_TEXT);
    return NULL;
  }
  Parser p = {.lexer = {file, text, size, 0, diag}, .graph = smr_graph_create(symbols, "")};
  p.names = smr_intern_create();
  bool ok = parse_function(&p) && resolve(&p);
  smr_intern_destroy(p.names);
  smr_map_free(&p.values);
  smr_map_free(&p.defined);
  smr_map_free(&p.blocks);
  smr_map_free(&p.labels);
  smr_vec_free(&p.placeholders);
  smr_vec_free(&p.label_uses);
  smr_vec_free(&p.block_uses);
  if (ok)
    return p.graph;
  smr_graph_destroy(p.graph);
  return NULL;
}
