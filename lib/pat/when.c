//===- when.c - conditions of a pair -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Recursive descent into postfix. Every level returns what its value is, so that `when (n)` and `a < b < c`
// are found here, with a place, and not when a library is built.
//===----------------------------------------------------------------------===//
#include "pat/pat_internal.h"
#include <limits.h>
#include <string.h>
#include <strings.h>

typedef enum { BAD, INTEGER, TRUTH } Kind;

typedef struct {
  SmrPatReader *r;
  const SmrPatBlock *idiom;
  SmrPatNodes *nodes;
  uint32_t depth;
  bool pays; // what the code is compiled for may be asked, too
} Parser;

/// What binds less comes first.
typedef enum { LEVEL_OR, LEVEL_AND, LEVEL_COMPARISON, LEVEL_SUM, LEVEL_TERM } Level;

static Kind parse_chain(Parser *p, Level level);

static Kind fail(bool reported) {
  (void)reported;
  return BAD;
}

static bool push(Parser *p, SmrPatNode node) {
  if (p->nodes->size >= SMR_PAT_MAX_NODES)
    return smr_pat_error(p->r, "condition has more than %u operators and operands", SMR_PAT_MAX_NODES);
  smr_vec_push(p->nodes, node);
  return true;
}

static Kind push_op(Parser *p, SmrPatOp op, Kind kind) {
  return push(p, (SmrPatNode){.op = op}) ? kind : BAD;
}

/// Takes `spelling` at the cursor (after blanks); letters compare without case.
static bool take(Parser *p, const char *spelling) {
  SmrPatReader *r = p->r;
  size_t length = strlen(spelling);
  if (!smr_pat_skip(r, true) || r->n - r->at < length || strncasecmp(r->text + r->at, spelling, length) != 0)
    return false;
  smr_pat_advance(r, r->at + length);
  return true;
}

static Kind unexpected(Parser *p, const char *wanted) {
  SmrPatReader *r = p->r;
  if (!smr_pat_skip(r, true))
    return BAD;
  unsigned char c = (unsigned char)smr_pat_peek(r, 0);
  if (r->at >= r->n)
    return fail(smr_pat_error(r, "expected %s, found the end of the file", wanted));
  if (c < 0x20 || c >= 0x7f)
    return fail(smr_pat_error(r, "expected %s, found byte 0x%02x", wanted, c));
  return fail(smr_pat_error(r, "expected %s, found '%c'", wanted, c));
}

static bool read_word(Parser *p, const char **word, size_t *length) {
  SmrPatReader *r = p->r;
  if (!smr_pat_skip(r, true))
    return false;
  size_t start = r->at, at = start;
  if (at < r->n && r->text[at] == '%' && p->idiom->language == SMR_LANGUAGE_MLIR)
    start = ++at;
  if (at >= r->n || !smr_pat_word_start(r->text[at]))
    return false;
  while (at < r->n && smr_pat_word_char(r->text[at]))
    at++;
  *word = r->text + start, *length = at - start;
  return true;
}

static bool find_argument(Parser *p, const char *word, size_t length, uint32_t *index) {
  const SmrPatBlock *idiom = p->idiom;
  for (uint32_t i = 0; i < idiom->argument_count; i++) {
    const char *name = idiom->arguments[i];
    bool same = idiom->language == SMR_LANGUAGE_FORTRAN ? strncasecmp(name, word, length) == 0
                                                        : strncmp(name, word, length) == 0;
    if (same && name[length] == '\0') {
      *index = i;
      return true;
    }
  }
  return smr_pat_error(p->r, "'%.*s' is not an argument of '%s'", (int)length, word, idiom->wrapper);
}

/// `max ( a , b … )`: n operands fold into n - 1 binary nodes.
static Kind parse_call(Parser *p, SmrPatOp op) {
  uint32_t operands = 0;
  if (++p->depth > SMR_PAT_MAX_DEPTH)
    return fail(smr_pat_error(p->r, "condition nests deeper than %u", SMR_PAT_MAX_DEPTH));
  do {
    Kind kind = parse_chain(p, LEVEL_OR);
    if (kind == BAD)
      return BAD;
    if (kind != INTEGER)
      return fail(smr_pat_error(p->r, "operand of '%s' is not an integer", smr_pat_op_name(op)));
    if (++operands > 1 && push_op(p, op, INTEGER) == BAD)
      return BAD;
  } while (take(p, ","));
  p->depth--;
  if (!take(p, ")"))
    return unexpected(p, "',' or ')'");
  bool two_only = op == SMR_PAT_MOD;
  if (operands < 2 || (two_only && operands > 2))
    return fail(smr_pat_error(p->r, "'%s' takes %stwo operands", two_only ? "mod" : smr_pat_op_name(op),
                              two_only ? "" : "at least "));
  return INTEGER;
}

/// `( a )`, a an argument of the idiom. `opening`: what is missing where there is no parenthesis.
static bool parse_argument(Parser *p, const char *opening, uint32_t *argument) {
  SmrPatReader *r = p->r;
  const char *word, *missing = NULL;
  size_t length;
  if (!take(p, "("))
    missing = opening;
  else if (!read_word(p, &word, &length))
    missing = "an argument";
  else if (!find_argument(p, word, length, argument))
    return false;
  else {
    smr_pat_advance(r, (size_t)(word - r->text) + length);
    missing = take(p, ")") ? NULL : "')'";
  }
  return !missing || unexpected(p, missing) != BAD;
}

static SmrPatNode argument_node(const Parser *p, SmrPatOp op, uint32_t argument) {
  return (SmrPatNode){.op = op,
                      .argument = argument,
                      .text = p->idiom->arguments[argument],
                      .line = p->r->line,
                      .column = smr_pat_column(p->r)};
}

/// `copied ( a )`
static Kind parse_copied(Parser *p) {
  uint32_t argument;
  if (!parse_argument(p, "'(' after 'copied'", &argument))
    return BAD;
  return push(p, argument_node(p, SMR_PAT_COPIED, argument)) ? TRUTH : BAD;
}

/// The type is taken as text: up to a ',', ')', '&&', '||', '.and.', '.or.' outside its own parentheses.
static Kind parse_type(Parser *p) {
  SmrPatReader *r = p->r;
  uint32_t argument;
  if (!parse_argument(p, "'(' after 'type'", &argument))
    return BAD;
  bool equal = take(p, "==") || take(p, ".eq.");
  if (!equal && !take(p, "!=") && !take(p, "/=") && !take(p, ".ne."))
    return unexpected(p, "'==' or '!=' after 'type(…)'");
  if (!smr_pat_skip(r, true))
    return BAD;
  size_t start = r->at, at = start;
  uint32_t line = r->line, column = smr_pat_column(r);
  int depth = 0;
  for (; at < r->n && r->text[at] != '\n'; at++) {
    const char *c = r->text + at;
    size_t left = r->n - at;
    if (*c == '(' || *c == '<' || *c == '[')
      depth++;
    else if (depth > 0 && (*c == ')' || *c == '>' || *c == ']'))
      depth--;
    else if (depth == 0 &&
             (*c == ',' || *c == ')' || (left > 1 && (!memcmp(c, "&&", 2) || !memcmp(c, "||", 2))) ||
              (left > 4 && (!strncasecmp(c, ".and.", 5) || !strncasecmp(c, ".or.", 4)))))
      break;
  }
  size_t end = at;
  while (end > start && (r->text[end - 1] == ' ' || r->text[end - 1] == '\t' || r->text[end - 1] == '\r'))
    end--;
  if (end == start)
    return fail(smr_pat_error(r, "expected a type"));
  SmrPatNode node = {.op = equal ? SMR_PAT_TYPE_EQ : SMR_PAT_TYPE_NE,
                     .argument = argument,
                     .text = smr_arena_strndup(r->arena, r->text + start, end - start),
                     .line = line,
                     .column = column};
  smr_pat_advance(r, at);
  return push(p, node) ? TRUTH : BAD;
}

static Kind parse_number(Parser *p) {
  SmrPatReader *r = p->r;
  int64_t value = 0;
  size_t at = r->at;
  for (; at < r->n && r->text[at] >= '0' && r->text[at] <= '9'; at++)
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, r->text[at] - '0', &value))
      return fail(smr_pat_error(r, "integer does not fit 64 bits"));
  // `1.eq.n` is an integer and an operator, `1.5` is neither.
  if (at < r->n && (smr_pat_word_start(r->text[at]) ||
                    (r->text[at] == '.' && !(at + 1 < r->n && smr_pat_word_start(r->text[at + 1])))))
    return fail(smr_pat_error(r, "expected an integer"));
  smr_pat_advance(r, at);
  return push(p, (SmrPatNode){.op = SMR_PAT_INT, .value = value}) ? INTEGER : BAD;
}

/// The word, unless an argument is called so.
static bool take_word(Parser *p, const char *wanted) {
  const char *word;
  size_t length;
  if (!read_word(p, &word, &length) || length != strlen(wanted) || strncmp(word, wanted, length) != 0)
    return false;
  for (uint32_t i = 0; i < p->idiom->argument_count; i++)
    if (strcmp(p->idiom->arguments[i], wanted) == 0)
      return false;
  smr_pat_advance(p->r, (size_t)(word - p->r->text) + length);
  return true;
}

static Kind parse_primary(Parser *p) {
  SmrPatReader *r = p->r;
  const char *word;
  size_t length;
  if (!smr_pat_skip(r, true))
    return BAD;
  char c = smr_pat_peek(r, 0);
  if (c >= '0' && c <= '9')
    return parse_number(p);
  if (take(p, "(")) {
    if (++p->depth > SMR_PAT_MAX_DEPTH)
      return fail(smr_pat_error(r, "condition nests deeper than %u", SMR_PAT_MAX_DEPTH));
    Kind kind = parse_chain(p, LEVEL_OR);
    p->depth--;
    if (kind == BAD)
      return BAD;
    return take(p, ")") ? kind : unexpected(p, "')'");
  }
  if (p->pays && take_word(p, "wide"))
    return push_op(p, SMR_PAT_WIDE, TRUTH);
  if (p->pays && take_word(p, "round"))
    return push_op(p, SMR_PAT_ROUND, INTEGER);
  if (!read_word(p, &word, &length))
    return unexpected(p, "an integer, an argument or '('");
  size_t after = (size_t)(word - r->text) + length, paren = after;
  while (paren < r->n && (r->text[paren] == ' ' || r->text[paren] == '\t'))
    paren++;
  if (paren < r->n && r->text[paren] == '(') {
    static const struct {
      const char *name;
      SmrPatOp op;
    } calls[] = {{"max", SMR_PAT_MAX}, {"min", SMR_PAT_MIN}, {"mod", SMR_PAT_MOD}};
    if (length == 4 && strncasecmp(word, "type", 4) == 0) {
      smr_pat_advance(r, after);
      return parse_type(p);
    }
    if (length == 6 && strncasecmp(word, "copied", 6) == 0) {
      smr_pat_advance(r, after);
      return parse_copied(p);
    }
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
      if (length == 3 && strncasecmp(word, calls[i].name, 3) == 0) {
        smr_pat_advance(r, paren + 1);
        return parse_call(p, calls[i].op);
      }
    return fail(
        smr_pat_error(r, "unknown function '%.*s' (known: max, min, mod, type, copied)", (int)length, word));
  }
  uint32_t argument;
  if (!find_argument(p, word, length, &argument))
    return BAD;
  SmrPatNode node = argument_node(p, SMR_PAT_ARGUMENT, argument);
  smr_pat_advance(r, after);
  return push(p, node) ? INTEGER : BAD;
}

static Kind operand_error(Parser *p, SmrPatOp op, const char *wanted) {
  return fail(smr_pat_error(p->r, "operand of '%s' is not %s", smr_pat_op_name(op), wanted));
}

static Kind parse_unary(Parser *p) {
  while (take(p, "+"))
    ;
  if (!take(p, "-"))
    return parse_primary(p);
  if (++p->depth > SMR_PAT_MAX_DEPTH)
    return fail(smr_pat_error(p->r, "condition nests deeper than %u", SMR_PAT_MAX_DEPTH));
  Kind kind = parse_unary(p);
  p->depth--;
  if (kind == BAD)
    return BAD;
  return kind == INTEGER ? push_op(p, SMR_PAT_NEG, INTEGER) : operand_error(p, SMR_PAT_SUB, "an integer");
}

/// Fortran's `/=` begins like a division.
static bool take_divide(Parser *p) {
  return smr_pat_skip(p->r, true) && smr_pat_peek(p->r, 0) == '/' && smr_pat_peek(p->r, 1) != '=' &&
         take(p, "/");
}

static bool take_operator(Parser *p, Level level, SmrPatOp *op) {
  static const struct {
    Level level;
    const char *spelling;
    SmrPatOp op;
  } table[] = {{LEVEL_OR, "||", SMR_PAT_OR},           {LEVEL_OR, ".or.", SMR_PAT_OR},
               {LEVEL_AND, "&&", SMR_PAT_AND},         {LEVEL_AND, ".and.", SMR_PAT_AND},
               {LEVEL_COMPARISON, "==", SMR_PAT_EQ},   {LEVEL_COMPARISON, "!=", SMR_PAT_NE},
               {LEVEL_COMPARISON, "/=", SMR_PAT_NE},   {LEVEL_COMPARISON, "<=", SMR_PAT_LE},
               {LEVEL_COMPARISON, ">=", SMR_PAT_GE},   {LEVEL_COMPARISON, "<", SMR_PAT_LT},
               {LEVEL_COMPARISON, ">", SMR_PAT_GT},    {LEVEL_COMPARISON, ".eq.", SMR_PAT_EQ},
               {LEVEL_COMPARISON, ".ne.", SMR_PAT_NE}, {LEVEL_COMPARISON, ".le.", SMR_PAT_LE},
               {LEVEL_COMPARISON, ".lt.", SMR_PAT_LT}, {LEVEL_COMPARISON, ".ge.", SMR_PAT_GE},
               {LEVEL_COMPARISON, ".gt.", SMR_PAT_GT}, {LEVEL_SUM, "+", SMR_PAT_ADD},
               {LEVEL_SUM, "-", SMR_PAT_SUB},          {LEVEL_TERM, "*", SMR_PAT_MUL},
               {LEVEL_TERM, "%", SMR_PAT_MOD},         {LEVEL_TERM, "/", SMR_PAT_DIV}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].level == level && (table[i].op == SMR_PAT_DIV ? take_divide(p) : take(p, table[i].spelling)))
      return *op = table[i].op, true;
  return false;
}

static Kind parse_not(Parser *p);

/// Operands joined from the left by the level's operators; comparisons are not joined.
static Kind parse_chain(Parser *p, Level level) {
  Kind wanted = level < LEVEL_COMPARISON ? TRUTH : INTEGER, kind = BAD;
  SmrPatOp op = SMR_PAT_INT;
  for (uint32_t k = 0; !k || take_operator(p, level, &op); k++) {
    Kind left = kind;
    if (k == 2 && level == LEVEL_COMPARISON)
      return fail(smr_pat_error(p->r, "comparisons do not chain; join them with &&"));
    kind = level == LEVEL_TERM  ? parse_unary(p)
           : level == LEVEL_AND ? parse_not(p)
                                : parse_chain(p, level + 1);
    if (k && kind != BAD)
      kind = left != wanted || kind != wanted
                 ? operand_error(p, op, wanted == TRUTH ? "a condition" : "an integer")
                 : push_op(p, op, level <= LEVEL_COMPARISON ? TRUTH : INTEGER);
    if (kind == BAD)
      return BAD;
  }
  return kind;
}

static Kind parse_not(Parser *p) {
  bool bang = smr_pat_skip(p->r, true) && smr_pat_peek(p->r, 0) == '!' && smr_pat_peek(p->r, 1) != '=';
  if (!(bang && take(p, "!")) && !take(p, ".not."))
    return parse_chain(p, LEVEL_COMPARISON);
  if (++p->depth > SMR_PAT_MAX_DEPTH)
    return fail(smr_pat_error(p->r, "condition nests deeper than %u", SMR_PAT_MAX_DEPTH));
  Kind kind = parse_not(p);
  p->depth--;
  if (kind == BAD)
    return BAD;
  return kind == TRUTH ? push_op(p, SMR_PAT_NOT, TRUTH) : operand_error(p, SMR_PAT_NOT, "a condition");
}

/// Conditions, joined with what is there by &&.
static bool parse_list(Parser *p) {
  SmrPatReader *r = p->r;
  do {
    if (!smr_pat_skip(r, true))
      return false;
    uint32_t line = r->line, column = smr_pat_column(r);
    bool joined = p->nodes->size > 0;
    Kind kind = parse_chain(p, LEVEL_OR);
    if (kind == BAD || r->failed)
      return false;
    if (kind != TRUTH)
      return smr_error(r->diag, r->path, line, column, "condition is an integer, not a comparison");
    if (joined && push_op(p, SMR_PAT_AND, TRUTH) == BAD)
      return false;
  } while (take(p, ","));
  return true;
}

bool smr_pat_parse_when(SmrPatReader *r, const SmrPatBlock *idiom, SmrPatNodes *nodes) {
  Parser p = {.r = r, .idiom = idiom, .nodes = nodes};
  if (!take(&p, "("))
    return unexpected(&p, "'(' after 'when'") != BAD;
  return parse_list(&p) && (take(&p, ")") || unexpected(&p, "',' or ')'") != BAD);
}

static bool parse_pays(Parser *p) {
  p->pays = true;
  if (take_word(p, "always"))
    return true;
  if (take_word(p, "never")) {
    bool joined = p->nodes->size > 0;
    return push(p, (SmrPatNode){.op = SMR_PAT_INT}) && push(p, (SmrPatNode){.op = SMR_PAT_INT, .value = 1}) &&
           push_op(p, SMR_PAT_EQ, TRUTH) != BAD && (!joined || push_op(p, SMR_PAT_AND, TRUTH) != BAD);
  }
  return parse_list(p);
}

bool smr_pat_parse_pays_clause(SmrPatReader *r, const SmrPatBlock *idiom, SmrPatNodes *nodes) {
  Parser p = {.r = r, .idiom = idiom, .nodes = nodes};
  if (!take(&p, "("))
    return unexpected(&p, "'(' after 'pays'") != BAD;
  return parse_pays(&p) && (take(&p, ")") || unexpected(&p, "',' or ')'") != BAD);
}

bool smr_pat_parse_pays(const char *path, uint32_t line, uint32_t column, const char *text, const char *pair,
                        const char *const *arguments, uint32_t argument_count, bool without_case,
                        SmrArena *arena, const SmrPatNode **nodes, uint32_t *count, SmrDiag *diag) {
  SmrPatReader r = {
      .path = path, .text = text, .n = strlen(text), .line = line, .arena = arena, .diag = diag};
  // Columns are counted from the line's start, which is not in the text.
  r.line_start = (size_t)0 - (column - 1);
  SmrPatBlock idiom = {.language = without_case ? SMR_LANGUAGE_FORTRAN : SMR_LANGUAGE_C,
                       .wrapper = pair,
                       .arguments = arguments,
                       .argument_count = argument_count};
  SmrPatNodes list = {0};
  Parser p = {.r = &r, .idiom = &idiom, .nodes = &list};
  bool ok = parse_pays(&p) && smr_pat_skip(&r, true);
  if (ok && r.at < r.n)
    ok = unexpected(&p, "',' or the end of the line") != BAD;
  SmrPatNode *kept = smr_arena_alloc(arena, list.size * sizeof *kept + 1);
  if (ok && list.size)
    memcpy(kept, list.data, list.size * sizeof *kept);
  *nodes = kept, *count = ok ? list.size : 0;
  smr_vec_free(&list);
  return ok;
}

uint32_t smr_pat_stack_depth(const SmrPatNode *nodes, uint32_t count) {
#define SMR_PAT_POPS(id, spelling, pops, truth) pops,
  static const uint8_t pops[] = {SMR_PAT_OPS(SMR_PAT_POPS)};
#undef SMR_PAT_POPS
  uint32_t depth = 0, deepest = 0;
  for (uint32_t i = 0; i < count; i++) {
    depth = depth - pops[nodes[i].op] + 1;
    if (depth > deepest)
      deepest = depth;
  }
  return deepest;
}

const char *smr_pat_op_name(SmrPatOp op) {
#define SMR_PAT_SPELLING(id, spelling, pops, truth) spelling,
  static const char *const names[] = {SMR_PAT_OPS(SMR_PAT_SPELLING)};
#undef SMR_PAT_SPELLING
  return names[op];
}

void smr_pat_print_when(const SmrPatNode *nodes, uint32_t count, SmrStr *out) {
  for (uint32_t i = 0; i < count; i++) {
    const SmrPatNode *node = &nodes[i];
    if (i)
      smr_str_putc(out, ' ');
    if (node->op == SMR_PAT_INT)
      smr_str_printf(out, "%lld", (long long)node->value);
    else if (node->op == SMR_PAT_ARGUMENT)
      smr_str_puts(out, node->text);
    else if (node->op == SMR_PAT_COPIED)
      smr_str_printf(out, "copied(%s)", node->text);
    else if (node->op == SMR_PAT_TYPE_EQ || node->op == SMR_PAT_TYPE_NE)
      smr_str_printf(out, "$%u %s %s", node->argument, smr_pat_op_name(node->op), node->text);
    else
      smr_str_puts(out, smr_pat_op_name(node->op));
  }
}
