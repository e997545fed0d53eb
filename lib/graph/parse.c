//===- parse.c - reading the text form -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A recursive descent parser with one token of lookahead; it stops at the first error. It accepts any text of
// the grammar in README.md and leaves types, terminators and dominance to check.c. A value may be used before
// its definition: a placeholder stands for it and is replaced when the definition comes.
//===----------------------------------------------------------------------===//
#include "base/lex.h"
#include "base/map.h"
#include "graph/poly_op.h"
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
  SmrLexer at;
  SmrGraph *graph;
  SmrIntern *names; // of values and blocks: they don't outlive the parse
  SmrMap values, defined, blocks, labels;
  SMR_VEC(Placeholder) placeholders;
  SMR_VEC(LabelUse) label_uses;
  SMR_VEC(BlockUse) block_uses;
  uint32_t nesting;
} Parser;

//--- Tokens ------------------------------------------------------------------

static bool fail(Parser *p, const char *what) {
  return smr_lex_error(&p->at, p->at.token.at, "%s", what);
}

/// The text of a STRING or WORD token.
static bool symbol_text(Parser *p, SmrLexeme token, SmrSym *out) {
  return smr_lex_text(&p->at, token, p->graph->symbols, out);
}

static bool parse_string(Parser *p, SmrSym *out) {
  if (p->at.token.kind != SMR_LEXEME_STRING)
    return smr_lex_expected(&p->at, "a string");
  return symbol_text(p, p->at.token, out) && smr_lex(&p->at);
}

static bool parse_uint(Parser *p, uint64_t limit, const char *what, uint64_t *out) {
  if (p->at.token.kind != SMR_LEXEME_NUMBER)
    return smr_lex_expected(&p->at, what);
  char text[32];
  bool ok = p->at.token.length < sizeof text && !memchr(p->at.token.text, '.', p->at.token.length);
  if (ok) {
    memcpy(text, p->at.token.text, p->at.token.length);
    text[p->at.token.length] = 0;
    bool hex = p->at.token.length > 2 && text[1] == 'x';
    char *end;
    errno = 0;
    *out = strtoull(text, &end, hex ? 16 : 10);
    ok = !*end && !errno && *out <= limit;
  }
  if (!ok)
    return smr_lex_error(&p->at, p->at.token.at, "%s is not an integer from 0 to %llu", what,
                         (unsigned long long)limit);
  return smr_lex(&p->at);
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
  bool ok = true, negative = smr_lex_accept(&p->at, "-", &ok),
       hex = p->at.token.length > 2 && p->at.token.text[1] == 'x';
  uint64_t value, limit = hex && !negative ? UINT64_MAX : (uint64_t)INT64_MAX + negative;
  if (!ok || !parse_uint(p, limit, what, &value))
    return false;
  *out = (int64_t)(negative ? 0 - value : value);
  return true;
}

//--- Types, locations, values -------------------------------------------------

static bool parse_type(Parser *p, SmrType *out) {
  bool ok = true;
  if (smr_lex_accept(&p->at, "!", &ok)) {
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
    if (smr_lex_is(&p->at, words[i].word)) {
      *out = words[i].type;
      return smr_lex(&p->at);
    }
  static const struct {
    char letter;
    SmrTypeKind kind;
  } kinds[] = {{'i', SMR_T_INT}, {'f', SMR_T_FLOAT}, {'c', SMR_T_COMPLEX}};
  if (p->at.token.kind == SMR_LEXEME_WORD && p->at.token.length > 1 && p->at.token.length < 8 &&
      p->at.token.text[1] != '0') {
    uint32_t width = 0;
    for (size_t i = 1; i < p->at.token.length; i++) {
      unsigned digit = (unsigned)p->at.token.text[i] - '0';
      width = digit < 10 && width < 100000 ? width * 10 + digit : 100000;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
      bool known = kinds[i].kind == SMR_T_INT
                       ? width <= 65535
                       : width == 16 || width == 32 || width == 64 || width == 80 || width == 128;
      if (p->at.token.text[0] == kinds[i].letter && known) {
        *out = SMR_TYPE(kinds[i].kind, width);
        return smr_lex(&p->at);
      }
    }
  }
  return smr_lex_expected(&p->at, "a type (i64, f64, bf16, c64, ptr, box or !\"...\")");
}

static bool parse_loc(Parser *p, SmrLoc *out) {
  if (!smr_lex_is(&p->at, "@"))
    return true;
  SmrSym file;
  uint32_t line, column;
  if (!smr_syntax_read_symbol(&p->at, p->graph->symbols, &file) || !smr_lex_expect(&p->at, ":") ||
      !parse_u32(p, "a line number", &line) || !smr_lex_expect(&p->at, ":") ||
      !parse_u32(p, "a column number", &column))
    return false;
  *out = smr_loc_create(p->graph, file, line, column);
  return true;
}

/// Base class and source name behind a value's definition.
static bool parse_facts(Parser *p, SmrValue value) {
  SmrValueData *data = &p->graph->values.data[value];
  bool unique = smr_lex_is(&p->at, "unique");
  if (unique || smr_lex_is(&p->at, "identified")) {
    data->base = unique ? SMR_BASE_UNIQUE : SMR_BASE_IDENTIFIED;
    if (!smr_lex(&p->at))
      return false;
  }
  if (!unique && smr_lex_is(&p->at, data->base == SMR_BASE_UNKNOWN ? "by" : "since") &&
      (!smr_lex(&p->at) || !parse_u32(p, "a time", &data->time)))
    return false;
  return p->at.token.kind != SMR_LEXEME_STRING || parse_string(p, &data->name);
}

static bool define_value(Parser *p, SmrLexeme token, SmrValue value) {
  SmrSym name = smr_intern_n(p->names, token.text, token.length);
  uint32_t before;
  if (smr_map_get(&p->defined, name, &before))
    return smr_lex_error(&p->at, token.at, "value %%%.*s is defined twice", (int)token.length, token.text);
  smr_map_set(&p->defined, name, value);
  if (smr_map_get(&p->values, name, &before))
    smr_graph_replace(p->graph, before, value);
  smr_map_set(&p->values, name, value);
  return true;
}

static bool parse_value(Parser *p, SmrValue *out) {
  if (p->at.token.kind != SMR_LEXEME_VALUE)
    return smr_lex_expected(&p->at, "a value");
  SmrSym name = smr_intern_n(p->names, p->at.token.text, p->at.token.length);
  if (!smr_map_get(&p->values, name, out)) {
    smr_vec_push(&p->graph->values, (SmrValueData){0});
    *out = p->graph->values.size - 1;
    smr_map_set(&p->values, name, *out);
    smr_vec_push(&p->placeholders, (Placeholder){name, *out, p->at.token.at});
  }
  return smr_lex(&p->at);
}

static bool parse_values(Parser *p, Values *out) {
  bool ok = true;
  do {
    SmrValue value;
    if (!ok || !parse_value(p, &value))
      return false;
    smr_vec_push(out, value);
  } while (smr_lex_accept(&p->at, ",", &ok));
  return ok;
}

/// "(" [ values ] ")" when there is one.
static bool parse_group(Parser *p, Values *out) {
  bool ok = true;
  if (!smr_lex_accept(&p->at, "(", &ok))
    return true;
  if (!ok || (!smr_lex_is(&p->at, ")") && !parse_values(p, out)))
    return false;
  return smr_lex_expect(&p->at, ")");
}

/// An op's operands start on its line, so that `return` does not swallow the next line's result.
static bool parse_operands(Parser *p, Values *out) {
  if (p->at.token.kind == SMR_LEXEME_VALUE && !p->at.token.line_start && !parse_values(p, out))
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
  uint32_t flags;
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
    if (smr_lex_is(&p->at, words[i]))
      return i;
  return -1;
}

static bool parse_label(Parser *p, uint64_t *out) {
  if (p->at.token.kind != SMR_LEXEME_LABEL)
    return smr_lex_expected(&p->at, "a label such as #0");
  *out = 0;
  for (size_t i = 0; i < p->at.token.length; i++) {
    unsigned digit = (unsigned)p->at.token.text[i] - '0';
    if (digit > 9 || *out > UINT32_MAX / 16)
      return fail(p, "a label is # and a small number");
    *out = *out * 10 + digit;
  }
  return smr_lex(&p->at);
}

static bool parse_modifier(Parser *p, OpText *t) {
  int flag = find_word(p, smr_flag_names, SMR_SYNTAX_FLAGS),
      fast = find_word(p, smr_fast_names, SMR_SYNTAX_FASTS);
  if (flag >= 0) {
    t->flags |= (uint16_t)(1u << flag);
    return smr_lex(&p->at);
  }
  if (fast >= 0) {
    t->fast |= (uint8_t)(1u << fast);
    return smr_lex(&p->at);
  }
  if (smr_lex_is(&p->at, "imm"))
    return smr_lex(&p->at) && parse_int(p, "an integer", &t->imm);
  if (smr_lex_is(&p->at, "name"))
    return smr_lex(&p->at) && parse_string(p, &t->name);
  if (smr_lex_is(&p->at, "attrs"))
    return smr_lex(&p->at) && parse_string(p, &t->attrs);
  if (smr_lex_is(&p->at, "tag"))
    return smr_lex(&p->at) && parse_string(p, &t->tag);
  if (smr_lex_is(&p->at, "label")) {
    t->has_label = true;
    t->label_at = p->at.token.at;
    return smr_lex(&p->at) && parse_label(p, &t->label);
  }
  if (smr_lex_is(&p->at, "owner")) {
    t->has_owner = true;
    t->owner_at = p->at.token.at;
    return smr_lex(&p->at) && parse_label(p, &t->owner);
  }
  if (smr_lex_is(&p->at, "home")) {
    t->has_home = true;
    t->home_at = p->at.token.at;
    return smr_lex(&p->at) && parse_label(p, &t->home);
  }
  if (smr_lex_is(&p->at, "regions")) {
    uint64_t regions;
    if (!smr_lex(&p->at) || !parse_uint(p, SMR_GRAPH_MAX_REGIONS, "a number of regions", &regions))
      return false;
    t->regions = (uint32_t)regions;
    return true;
  }
  return smr_lex_expected(&p->at, "a flag");
}

/// One term: factors joined by '*', each a number or a value.
static bool parse_term(Parser *p, OpText *t, bool negative, SmrTermData *out) {
  SmrGraph *g = p->graph;
  bool ok = true;
  *out = (SmrTermData){negative ? -1 : 1, g->monomials.size, 0};
  do {
    size_t at = p->at.token.at;
    if (!ok)
      return false;
    if (p->at.token.kind == SMR_LEXEME_VALUE) {
      SmrValue leaf;
      if (!parse_value(p, &leaf))
        return false;
      uint32_t k = smr_find_number(t->operands.data, t->operands.size, leaf);
      if (k == t->operands.size)
        smr_vec_push(&t->operands, leaf);
      if (++out->count > SMR_POLY_MAX_DEGREE)
        return smr_lex_error(&p->at, at, "a monomial has at most %d factors", SMR_POLY_MAX_DEGREE);
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
        return smr_lex_error(&p->at, at, "coefficient does not fit in 64 bits");
    }
  } while (smr_lex_accept(&p->at, "*", &ok));
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
  bool ok = true, negative = smr_lex_accept(&p->at, "-", &ok), more = true;
  while (ok && more) {
    if (count == SMR_POLY_MAX_TERMS) {
      smr_lex_error(&p->at, p->at.token.at, "a polynomial has at most %d terms", SMR_POLY_MAX_TERMS);
      return false;
    }
    if (!parse_term(p, t, negative, &terms[count]))
      return false;
    if (terms[count].coef)
      ++count;
    negative = smr_lex_is(&p->at, "-");
    more = smr_lex_accept(&p->at, negative ? "-" : "+", &ok);
  }
  SmrGraph *g = p->graph;
  t->poly = g->polys.size;
  smr_vec_push(&g->polys, (SmrPolyData){g->terms.size, count});
  while (count)
    smr_vec_push(&g->terms, terms[--count]);
  return ok;
}

static bool parse_successor(Parser *p, OpText *t, uint32_t which) {
  if (p->at.token.kind != SMR_LEXEME_BLOCK || !p->at.token.length)
    return smr_lex_expected(&p->at, "a block name such as ^b1");
  t->succ[which] = smr_intern_n(p->names, p->at.token.text, p->at.token.length);
  t->succ_at[which] = p->at.token.at;
  return smr_lex(&p->at) && parse_group(p, &t->operands);
}

/// addr's facts: "[" index "<" extent { "," … } "]"; an extent of ? makes its own UNDEF before the op.
static bool parse_pairs(Parser *p, OpText *t, SmrBlock block) {
  bool ok = true;
  if (!smr_lex_accept(&p->at, "[", &ok))
    return true;
  t->imm = 0;
  do {
    SmrValue index, extent;
    if (!ok || !parse_value(p, &index) || !smr_lex_expect(&p->at, "<"))
      return false;
    if (smr_lex_accept(&p->at, "?", &ok))
      extent = smr_build(p->graph, block, 0, SMR_OP_UNDEF, SMR_I64, NULL, 0, 0);
    else if (!parse_value(p, &extent))
      return false;
    smr_vec_push(&t->operands, index);
    smr_vec_push(&t->operands, extent);
    ++t->imm;
  } while (ok && smr_lex_accept(&p->at, ",", &ok));
  return ok && smr_lex_expect(&p->at, "]");
}

/// Everything between the opcode and the regions.
static bool parse_details(Parser *p, OpText *t, SmrBlock block) {
  bool ok = true;
  if (smr_lex_accept(&p->at, "<", &ok)) {
    if (!ok)
      return false;
    while (!smr_lex_is(&p->at, ">"))
      if (!parse_modifier(p, t))
        return false;
    if (!smr_lex(&p->at))
      return false;
  }
  switch (t->code) {
  case SMR_OP_CONST:
    t->negative = smr_lex_accept(&p->at, "-", &ok);
    t->constant = p->at.token;
    if (!ok || p->at.token.kind != SMR_LEXEME_NUMBER)
      return smr_lex_expected(&p->at, "a number");
    return smr_lex(&p->at) && parse_operands(p, &t->operands);
  case SMR_OP_ICMP:
  case SMR_OP_FCMP: {
    bool integer = t->code == SMR_OP_ICMP;
    int word = integer ? find_word(p, smr_icmp_names, SMR_SYNTAX_ICMPS)
                       : find_word(p, smr_fcmp_names, SMR_SYNTAX_FCMPS);
    if (word < 0)
      return smr_lex_expected(&p->at, integer ? "a comparison such as slt" : "a comparison such as olt");
    t->imm = word;
    return smr_lex(&p->at) && parse_operands(p, &t->operands);
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
    if (!smr_lex_expect(&p->at, ",") || !parse_successor(p, t, 0))
      return false;
    t->imm = (int64_t)t->operands.size - 1;
    return smr_lex_expect(&p->at, ",") && parse_successor(p, t, 1);
  }
  default:
    break;
  }
  if (smr_syntax_named(t->code) && !parse_string(p, &t->name))
    return false;
  if (smr_syntax_counted(t->code)) {
    t->imm = -1;
    if (!smr_lex_accept(&p->at, "?", &ok) && !parse_int(p, "an integer or ?", &t->imm))
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
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
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
    smr_lex_error(&p->at, t->constant.at, "'%.60s' is no constant of the result's type", text.data);
  return ok;
}

static bool parse_types(Parser *p, SmrOp op) {
  SmrOpData *data = smr_op(p->graph, op);
  uint32_t first = data->result_first, count = data->result_count;
  SmrType implied = smr_syntax_default_type(data->code);
  if (!count)
    return true;
  if (count == 1 && implied && !smr_lex_is(&p->at, ":")) {
    p->graph->values.data[first].type = implied;
    return true;
  }
  if (!smr_lex_is(&p->at, ":"))
    return smr_lex_expected(&p->at, "':' and the type of each result");
  for (uint32_t k = 0; k < count; k++) {
    SmrType type;
    if (!smr_lex_expect(&p->at, k ? "," : ":") || !parse_type(p, &type))
      return false;
    p->graph->values.data[first + k].type = type;
  }
  return true;
}

static bool parse_exits(Parser *p, SmrOp op) {
  bool ok = true;
  if (!smr_lex_is(&p->at, "exit"))
    return true;
  if (!smr_lex(&p->at) || !smr_lex_expect(&p->at, "["))
    return false;
  do {
    SmrExit entry = {.loop = op};
    if (!ok || !parse_value(p, &entry.ptr))
      return false;
    if (smr_lex_is(&p->at, "=") && (!smr_lex(&p->at) || !parse_value(p, &entry.value)))
      return false;
    if (smr_lex_is(&p->at, "from") && (!smr_lex(&p->at) || !parse_value(p, &entry.initial)))
      return false;
    smr_vec_push(&p->graph->exits, entry);
  } while (smr_lex_accept(&p->at, ",", &ok));
  return ok && smr_lex_expect(&p->at, "]");
}

static bool parse_assumptions(Parser *p, SmrOp op) {
  static const char *const kinds[] = {"hoist", "carry", "drop"};
  bool ok = true;
  if (!smr_lex_is(&p->at, "assume"))
    return true;
  if (!smr_lex(&p->at) || !smr_lex_expect(&p->at, "["))
    return false;
  do {
    SmrAssumption entry = {.loop = op};
    uint64_t bytes_a, bytes_b;
    if (!ok || !parse_value(p, &entry.a) || !parse_uint(p, UINT32_MAX, "a number of bytes", &bytes_a))
      return false;
    if (!smr_lex_is(&p->at, "apart"))
      return smr_lex_expected(&p->at, "\"apart\"");
    if (!smr_lex(&p->at) || !parse_value(p, &entry.b) ||
        !parse_uint(p, UINT32_MAX, "a number of bytes", &bytes_b))
      return false;
    int kind = find_word(p, kinds, 3);
    if (kind < 0)
      return smr_lex_expected(&p->at, "\"hoist\", \"carry\" or \"drop\"");
    if (!smr_lex(&p->at))
      return false;
    bool has_value = kind == SMR_ASSUME_CARRY || p->at.token.kind == SMR_LEXEME_VALUE;
    if (kind != SMR_ASSUME_DROP && has_value && !parse_value(p, &entry.value))
      return false;
    entry.kind = (uint8_t)kind;
    entry.bytes_a = (uint32_t)bytes_a;
    entry.bytes_b = (uint32_t)bytes_b;
    smr_vec_push(&p->graph->assumptions, entry);
  } while (smr_lex_accept(&p->at, ",", &ok));
  return ok && smr_lex_expect(&p->at, "]");
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
      return smr_lex_error(&p->at, t->label_at, "label #%llu is defined twice", (unsigned long long)t->label);
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
    if (k && (smr_lex_is(&p->at, "else") || smr_lex_is(&p->at, "do")) && !smr_lex(&p->at))
      return false;
    if (!smr_lex_is(&p->at, "{"))
      return smr_lex_expected(&p->at, "'{'");
    if (p->nesting == SMR_GRAPH_MAX_NESTING)
      return smr_lex_error(&p->at, p->at.token.at, "regions nest more than %d deep", SMR_GRAPH_MAX_NESTING);
    ++p->nesting;
    if (!smr_lex(&p->at) || !parse_region(p, first + k, 0))
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
  for (int code = SMR_OP_NONE + 1; p->at.token.kind == SMR_LEXEME_WORD && code < SMR_OP_COUNT; code++)
    if (smr_lex_is(&p->at, smr_opcode_name((SmrOpcode)code)))
      return (SmrOpcode)code;
  return SMR_OP_NONE;
}

static bool parse_op(Parser *p, SmrBlock block) {
  SMR_VEC(SmrLexeme) names = {0};
  SMR_VEC(SmrValueData) facts = {0}; // base and name of the results, until they exist
  OpText t = {0};
  bool ok = true;
  while (p->at.token.kind == SMR_LEXEME_VALUE) {
    smr_vec_push(&names, p->at.token);
    smr_vec_push(&p->graph->values, (SmrValueData){0}); // a scratch value for parse_facts
    ok = smr_lex(&p->at) && parse_facts(p, p->graph->values.size - 1);
    smr_vec_push(&facts, smr_vec_pop(&p->graph->values));
    if (!ok || !smr_lex_accept(&p->at, ",", &ok))
      break;
    if (p->at.token.kind != SMR_LEXEME_VALUE)
      ok = ok && smr_lex_expected(&p->at, "a value");
  }
  ok = ok && (!names.size || smr_lex_expect(&p->at, "="));
  t.code = ok ? find_opcode(p) : SMR_OP_NONE;
  if (ok && !t.code)
    ok = p->at.token.kind == SMR_LEXEME_WORD
             ? smr_lex_error(&p->at, p->at.token.at, "unknown op '%.*s'",
                             (int)(p->at.token.length > 40 ? 40 : p->at.token.length), p->at.token.text)
             : smr_lex_expected(&p->at, "an op");
  t.regions = smr_syntax_default_regions(t.code);
  ok = ok && smr_lex(&p->at) && parse_details(p, &t, block);
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
  if (!smr_lex_expect(&p->at, "("))
    return false;
  while (ok && !smr_lex_is(&p->at, ")")) {
    SmrLexeme name = p->at.token;
    SmrType type;
    if (name.kind != SMR_LEXEME_VALUE)
      return smr_lex_expected(&p->at, "an argument such as %n: i64");
    if (!smr_lex(&p->at) || !smr_lex_expect(&p->at, ":") || !parse_type(p, &type))
      return false;
    SmrValue arg = smr_block_add_arg(p->graph, block, type);
    if (!define_value(p, name, arg) || !parse_facts(p, arg))
      return false;
    if (!smr_lex_accept(&p->at, ",", &ok))
      break;
  }
  return ok && smr_lex_expect(&p->at, ")");
}

/// "^name(args):" - only a region's first block is nameless.
static bool parse_header(Parser *p, SmrRegion region, SmrBlock *block) {
  SmrLexeme name = p->at.token;
  bool first = !p->graph->regions.data[region].blocks.size;
  if (!name.length != first)
    return fail(p,
                first ? "the first block of a region has no name" : "a block after the first needs a name");
  *block = smr_block_create(p->graph, region);
  if (name.length) {
    SmrSym symbol = smr_intern_n(p->names, name.text, name.length);
    uint32_t before;
    if (smr_map_get(&p->blocks, symbol, &before))
      return smr_lex_error(&p->at, name.at, "block ^%.*s is defined twice", (int)name.length, name.text);
    smr_map_set(&p->blocks, symbol, *block);
  }
  return smr_lex(&p->at) && (!smr_lex_is(&p->at, "(") || parse_args(p, *block)) &&
         smr_lex_expect(&p->at, ":");
}

/// From after the opening brace to after the closing one. `entry`: the function's entry block, made already;
/// its header is an optional `^():`, since the function's shows its arguments.
static bool parse_region(Parser *p, SmrRegion region, SmrBlock entry) {
  SmrBlock block = entry;
  if (entry && p->at.token.kind == SMR_LEXEME_BLOCK && !p->at.token.length)
    if (!smr_lex(&p->at) || !smr_lex_expect(&p->at, "(") || !smr_lex_expect(&p->at, ")") ||
        !smr_lex_expect(&p->at, ":"))
      return false;
  while (!smr_lex_is(&p->at, "}")) {
    if (p->at.token.kind == SMR_LEXEME_BLOCK) {
      if (!parse_header(p, region, &block))
        return false;
      continue;
    }
    if (p->at.token.kind == SMR_LEXEME_END || p->at.token.kind == SMR_LEXEME_PUNCT)
      return smr_lex_expected(&p->at, "an op or '}'");
    if (!block)
      block = smr_block_create(p->graph, region);
    if (!parse_op(p, block))
      return false;
  }
  return smr_lex(&p->at);
}

/// SmrGraph.ranges, behind the body.
static bool parse_ranges(Parser *p) {
  bool ok = true;
  if (!smr_lex_is(&p->at, "ranges"))
    return true;
  if (!smr_lex(&p->at) || !smr_lex_expect(&p->at, "["))
    return false;
  do {
    SmrRange range = {0};
    if (!ok || !parse_value(p, &range.address) || !smr_lex_expect(&p->at, ":") ||
        !parse_value(p, &range.poly))
      return false;
    if (!smr_lex_is(&p->at, "from"))
      return smr_lex_expected(&p->at, "\"from\"");
    if (!smr_lex(&p->at) || !parse_int(p, "the least number", &range.low))
      return false;
    if (!smr_lex_is(&p->at, "to"))
      return smr_lex_expected(&p->at, "\"to\"");
    if (!smr_lex(&p->at) || !parse_int(p, "the largest number", &range.high))
      return false;
    smr_vec_push(&p->graph->ranges, range);
  } while (smr_lex_accept(&p->at, ",", &ok));
  return ok && smr_lex_expect(&p->at, "]");
}

static bool parse_function(Parser *p) {
  if (!smr_lex(&p->at))
    return false;
  if (!smr_lex_is(&p->at, "func"))
    return smr_lex_expected(&p->at, "'func'");
  if (!smr_lex(&p->at))
    return false;
  if (!smr_lex_is(&p->at, "@"))
    return smr_lex_expected(&p->at, "'@' and the function's name");
  if (!smr_syntax_read_symbol(&p->at, p->graph->symbols, &p->graph->name))
    return false;
  bool fortran = smr_lex_is(&p->at, "fortran");
  if (fortran && !smr_lex(&p->at))
    return false;
  p->graph->wraps = smr_lex_is(&p->at, "wraps");
  if (p->graph->wraps && !smr_lex(&p->at))
    return false;
  p->graph->fortran = fortran || !p->graph->wraps;
  // `func @f() {}` has no blocks at all; anything else has an entry block.
  SmrBlock entry = smr_block_create(p->graph, p->graph->body);
  if (!parse_args(p, entry) || !smr_lex_expect(&p->at, "{"))
    return false;
  if (smr_lex_is(&p->at, "}") && !p->graph->blocks.data[entry].args.size)
    smr_vec_clear(&p->graph->regions.data[p->graph->body].blocks);
  if (!parse_region(p, p->graph->body, entry) || !parse_ranges(p))
    return false;
  if (p->at.token.kind != SMR_LEXEME_END)
    return smr_lex_expected(&p->at, "the end of the text");
  return true;
}

static bool resolve(Parser *p) {
  SmrGraph *g = p->graph;
  for (uint32_t i = 0; i < p->placeholders.size; i++) {
    const Placeholder *use = &p->placeholders.data[i];
    if (!g->values.data[use->value].forward)
      return smr_lex_error(&p->at, use->at, "value %%%s is used but never defined",
                           smr_intern_text(p->names, use->name));
  }
  for (uint32_t i = 0; i < p->block_uses.size; i++) {
    const BlockUse *use = &p->block_uses.data[i];
    uint32_t block;
    if (!smr_map_get(&p->blocks, use->name, &block))
      return smr_lex_error(&p->at, use->at, "block ^%s is never defined",
                           smr_intern_text(p->names, use->name));
    smr_op(g, use->op)->succ[use->which] = block;
  }
  for (uint32_t i = 0; i < p->label_uses.size; i++) {
    const LabelUse *use = &p->label_uses.data[i];
    SmrOpData *op = smr_op(g, use->op);
    if (!smr_map_get(&p->labels, use->label, use->home ? &op->home : &op->owner))
      return smr_lex_error(&p->at, use->at, "label #%u is never defined", use->label);
  }
  return true;
}

SmrGraph *smr_graph_parse(SmrIntern *symbols, const char *file, const char *text, size_t size,
                          SmrDiag *diag) {
  if (size > SMR_GRAPH_MAX_TEXT) {
    smr_error(diag, file, 1, 1, "text is longer than %d bytes", SMR_GRAPH_MAX_TEXT);
    return NULL;
  }
  static const SmrLexicon lexicon = {"$.", SMR_SYNTAX_PUNCTUATION, "", true};
  Parser p = {.at = {&lexicon, file, text, size, .diag = diag}, .graph = smr_graph_create(symbols, "")};
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
