//===- text.c - printing graphs ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: everything that parse.c can read is printed here, so that printing what was parsed from a print
// gives the same text. Values, blocks and labels are numbered in program order, whatever their ids are.
//===----------------------------------------------------------------------===//
#include "graph/syntax.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const smr_flag_names[SMR_SYNTAX_FLAGS] = {
    "nsw",     "nuw",      "inclusive", "unordered", "pure",   "readonly", "cfg",   "sunk", "hoisted",
    "argonly", "volatile", "once",      "reversed",  "turned", "packed",   "fused", "lane"};
const char *const smr_fast_names[SMR_SYNTAX_FASTS] = {"reassoc", "nnan",     "ninf", "nsz",
                                                      "arcp",    "contract", "afn",  "joined"};
const char *const smr_icmp_names[SMR_SYNTAX_ICMPS] = {"eq",  "ne",  "slt", "sle", "sgt",
                                                      "sge", "ult", "ule", "ugt", "uge"};
const char *const smr_fcmp_names[SMR_SYNTAX_FCMPS] = {"false", "oeq", "ogt", "oge", "olt", "ole",
                                                      "one",   "ord", "ueq", "ugt", "uge", "ult",
                                                      "ule",   "une", "uno", "true"};

bool smr_syntax_named(SmrOpcode code) {
  return code == SMR_OP_MATH || code == SMR_OP_GLOBAL || code == SMR_OP_FIELD || code == SMR_OP_CALL ||
         code == SMR_OP_OPAQUE;
}

bool smr_syntax_counted(SmrOpcode code) {
  return code == SMR_OP_ALLOCA || code == SMR_OP_GLOBAL || code == SMR_OP_DESCR_LB ||
         code == SMR_OP_DESCR_EXTENT || code == SMR_OP_DESCR_STRIDE;
}

SmrType smr_syntax_default_type(SmrOpcode code) {
  switch (code) {
  case SMR_OP_POLY:
  case SMR_OP_DESCR_LB:
  case SMR_OP_DESCR_EXTENT:
  case SMR_OP_DESCR_STRIDE:
    return SMR_I64;
  case SMR_OP_ICMP:
  case SMR_OP_FCMP:
    return SMR_I1;
  case SMR_OP_ALLOCA:
  case SMR_OP_GLOBAL:
  case SMR_OP_HEAP:
  case SMR_OP_FIELD:
  case SMR_OP_ADDR:
  case SMR_OP_DESCR_ADDR:
    return SMR_PTR;
  default:
    return SMR_T_NONE;
  }
}

uint32_t smr_syntax_default_regions(SmrOpcode code) {
  return code == SMR_OP_FOR || code == SMR_OP_LOOP ? 1 : code == SMR_OP_WHILE || code == SMR_OP_IF ? 2 : 0;
}

static bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (c && strchr("_.$/+-", c));
}

bool smr_syntax_read_symbol(SmrLexer *lexer, SmrIntern *symbols, SmrSym *out) {
  size_t start = lexer->at;
  if (start < lexer->size && lexer->text[start] == '"') {
    if (!smr_lex_string(lexer))
      return false;
  } else {
    while (lexer->at < lexer->size && is_bare(lexer->text[lexer->at]))
      ++lexer->at;
    if (lexer->at == start)
      return smr_lex_error(lexer, start, "expected a name or a string after '@'");
    smr_lex_take(lexer, SMR_LEXEME_WORD, start, 0);
  }
  return smr_lex_text(lexer, lexer->token, symbols, out) && smr_lex(lexer);
}

//--- Words -------------------------------------------------------------------

void smr_syntax_string(const char *text, SmrStr *out) {
  smr_str_putc(out, '"');
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      smr_str_printf(out, "\\%c", c);
    else if (c < ' ' || c == 127)
      smr_str_printf(out, "\\x%02x", c);
    else
      smr_str_putc(out, (char)c);
  }
  smr_str_putc(out, '"');
}

void smr_syntax_symbol(const char *text, SmrStr *out) {
  bool bare = *text;
  for (const char *c = text; *c; c++)
    bare = bare && is_bare(*c);
  if (bare)
    smr_str_puts(out, text);
  else
    smr_syntax_string(text, out);
}

void smr_type_print(const SmrIntern *symbols, SmrType type, SmrStr *out) {
  uint32_t width = SMR_TYPE_PAYLOAD(type);
  switch (SMR_TYPE_KIND(type)) {
  case SMR_T_INT:
    smr_str_printf(out, "i%u", width);
    return;
  case SMR_T_FLOAT:
    smr_str_printf(out, "f%u", width);
    return;
  case SMR_T_BFLOAT:
    smr_str_puts(out, "bf16");
    return;
  case SMR_T_COMPLEX:
    smr_str_printf(out, "c%u", width);
    return;
  case SMR_T_PTR:
    smr_str_puts(out, "ptr");
    return;
  case SMR_T_BOX:
    smr_str_puts(out, "box");
    return;
  case SMR_T_OPAQUE:
    smr_str_putc(out, '!');
    smr_syntax_string(smr_intern_text(symbols, width), out);
    return;
  default:
    smr_str_puts(out, "none");
  }
}

void smr_syntax_decimal(double finite, SmrStr *out) {
  char text[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, finite);
    if (strtod(text, NULL) == finite)
      break;
  }
  smr_str_puts(out, text);
}

/// NaN and Inf as bits.
static void print_float(SmrStr *out, int64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  if (!isfinite(value)) {
    smr_str_printf(out, "0x%016llx", (unsigned long long)bits);
    return;
  }
  size_t start = out->size;
  smr_syntax_decimal(value, out);
  if (!strpbrk(smr_str_get(out) + start, ".e"))
    smr_str_puts(out, ".0");
}

//--- Graph -------------------------------------------------------------------

typedef struct {
  const SmrGraph *graph;
  SmrStr *out;
  uint32_t *values, *blocks, *labels; // printed number + 1 by id; labels: of owners and homes
  uint32_t *exit_first, *exit_next;   // exits of an op, in order: index + 1
  uint32_t *assume_first, *assume_next;
  uint32_t value_count, block_count, label_count;
} Printer;

static void number_region(Printer *p, SmrRegion region) {
  const SmrGraph *g = p->graph;
  for (uint32_t i = 0; i < g->regions.data[region].blocks.size; i++) {
    SmrBlock block = g->regions.data[region].blocks.data[i];
    p->blocks[block] = ++p->block_count;
    for (uint32_t k = 0; k < g->blocks.data[block].args.size; k++)
      p->values[g->blocks.data[block].args.data[k]] = ++p->value_count;
    for (SmrOp op = g->blocks.data[block].first; op; op = smr_op(g, op)->next) {
      const SmrOpData *data = smr_op(g, op);
      for (uint32_t k = 0; k < data->result_count; k++)
        p->values[smr_result(g, op, k)] = ++p->value_count;
      for (uint32_t k = 0; k < data->region_count; k++)
        number_region(p, data->region_first + k);
    }
  }
}

/// Labels in order of the labelled ops, given to linked owners only; run after `wanted` is marked.
static void number_labels(Printer *p, SmrRegion region, bool mark) {
  const SmrGraph *g = p->graph;
  for (uint32_t i = 0; i < g->regions.data[region].blocks.size; i++)
    for (SmrOp op = g->blocks.data[g->regions.data[region].blocks.data[i]].first; op;
         op = smr_op(g, op)->next) {
      const SmrOpData *data = smr_op(g, op);
      if (mark && data->owner)
        p->labels[data->owner] = 1;
      if (mark && data->home)
        p->labels[data->home] = 1;
      if (!mark && p->labels[op])
        p->labels[op] = ++p->label_count;
      for (uint32_t k = 0; k < data->region_count; k++)
        number_labels(p, data->region_first + k, mark);
    }
}

static void print_value(Printer *p, SmrValue value) {
  value = smr_value(p->graph, value);
  if (p->values[value])
    smr_str_printf(p->out, "%%%u", p->values[value] - 1);
  else
    smr_str_printf(p->out, "%%dead%u", value); // not defined by any linked op: G1 is broken
}

static void print_values(Printer *p, SmrOp op, uint32_t from, uint32_t to) {
  for (uint32_t k = from; k < to; k++) {
    smr_str_puts(p->out, k > from ? ", " : "");
    print_value(p, smr_operand(p->graph, op, k));
  }
}

static void print_facts(Printer *p, SmrValue value) {
  const SmrValueData *data = &p->graph->values.data[value];
  if (data->base != SMR_BASE_UNKNOWN)
    smr_str_puts(p->out, data->base == SMR_BASE_UNIQUE ? " unique" : " identified");
  if (data->time && data->base != SMR_BASE_UNIQUE)
    smr_str_printf(p->out, data->base == SMR_BASE_UNKNOWN ? " by %u" : " since %u", data->time);
  if (data->name) {
    smr_str_putc(p->out, ' ');
    smr_syntax_string(smr_intern_text(p->graph->symbols, data->name), p->out);
  }
}

static void print_args(Printer *p, SmrBlock block) {
  const SmrBlockData *data = &p->graph->blocks.data[block];
  smr_str_putc(p->out, '(');
  for (uint32_t k = 0; k < data->args.size; k++) {
    SmrValue arg = data->args.data[k];
    smr_str_printf(p->out, "%s%%%u: ", k ? ", " : "", p->values[arg] - 1);
    smr_type_print(p->graph->symbols, p->graph->values.data[arg].type, p->out);
    print_facts(p, arg);
  }
  smr_str_putc(p->out, ')');
}

static void print_loc(Printer *p, SmrLoc loc) {
  if (!loc)
    return;
  const SmrLocData *data = &p->graph->locs.data[loc];
  smr_str_puts(p->out, " @");
  smr_syntax_symbol(smr_intern_text(p->graph->symbols, data->file), p->out);
  smr_str_printf(p->out, ":%u:%u", data->line, data->column);
}

static void modifier(Printer *p, bool *any) {
  smr_str_putc(p->out, *any ? ' ' : '<');
  *any = true;
}

static void print_modifiers(Printer *p, SmrOp op) {
  const SmrOpData *data = smr_op(p->graph, op);
  bool any = false,
       addr = data->code == SMR_OP_ADDR && data->imm >= 0 && data->operand_count == 2 + 2 * data->imm;
  bool written = data->code == SMR_OP_CONST || data->code == SMR_OP_ICMP || data->code == SMR_OP_FCMP ||
                 data->code == SMR_OP_CBR || addr || smr_syntax_counted(data->code);
  for (int bit = 0; bit < SMR_SYNTAX_FLAGS; bit++)
    if (data->flags >> bit & 1)
      modifier(p, &any), smr_str_puts(p->out, smr_flag_names[bit]);
  for (int bit = 0; bit < SMR_SYNTAX_FASTS; bit++)
    if (data->fast >> bit & 1)
      modifier(p, &any), smr_str_puts(p->out, smr_fast_names[bit]);
  if (data->imm && !written)
    modifier(p, &any), smr_str_printf(p->out, "imm %lld", (long long)data->imm);
  if (data->name && !smr_syntax_named(data->code)) {
    modifier(p, &any), smr_str_puts(p->out, "name ");
    smr_syntax_string(smr_intern_text(p->graph->symbols, data->name), p->out);
  }
  if (data->attrs) {
    modifier(p, &any), smr_str_puts(p->out, "attrs ");
    smr_syntax_string(smr_intern_text(p->graph->symbols, data->attrs), p->out);
  }
  if (data->tag) {
    modifier(p, &any), smr_str_puts(p->out, "tag ");
    smr_syntax_string(smr_intern_text(p->graph->symbols, data->tag), p->out);
  }
  if (data->region_count != smr_syntax_default_regions(data->code))
    modifier(p, &any), smr_str_printf(p->out, "regions %u", data->region_count);
  if (p->labels[op])
    modifier(p, &any), smr_str_printf(p->out, "label #%u", p->labels[op] - 1);
  if (data->owner && p->blocks[smr_op(p->graph, data->owner)->block])
    modifier(p, &any), smr_str_printf(p->out, "owner #%u", p->labels[data->owner] - 1);
  if (data->home && p->blocks[smr_op(p->graph, data->home)->block])
    modifier(p, &any), smr_str_printf(p->out, "home #%u", p->labels[data->home] - 1);
  if (any)
    smr_str_putc(p->out, '>');
}

/// Leaves of a monomial are printed by first appearance in the text: that is the operand order the parser
/// gives them.
static void print_poly(Printer *p, SmrOp op) {
  const SmrGraph *g = p->graph;
  const SmrPolyData *poly = &g->polys.data[smr_op(g, op)->poly];
  uint32_t count = smr_op(g, op)->operand_count, seen = 0;
  SmrValue *order = smr_xcalloc(count, sizeof *order);
  if (!poly->count)
    smr_str_puts(p->out, " 0");
  for (uint32_t t = poly->count; t--;) {
    const SmrTermData *term = &g->terms.data[poly->first + t];
    bool negative = term->coef < 0, first = t + 1 == poly->count;
    uint64_t magnitude = negative ? 0 - (uint64_t)term->coef : (uint64_t)term->coef;
    smr_str_puts(p->out, first ? (negative ? " -" : " ") : negative ? " - " : " + ");
    if (magnitude != 1 || !term->count)
      smr_str_printf(p->out, "%llu%s", (unsigned long long)magnitude, term->count ? "*" : "");
    for (uint32_t i = 0; i < term->count; i++) {
      SmrValue leaf = smr_operand(g, op, g->monomials.data[term->first + i]);
      if (!smr_is_among(order, seen, leaf))
        order[seen++] = leaf;
    }
    for (uint32_t k = 0, done = 0; k < seen; k++)
      for (uint32_t i = 0; i < term->count; i++)
        if (smr_operand(g, op, g->monomials.data[term->first + i]) == order[k]) {
          smr_str_puts(p->out, done++ ? "*" : "");
          print_value(p, order[k]);
        }
  }
  free(order);
}

static void print_successor(Printer *p, SmrOp op, uint32_t which, uint32_t from, uint32_t to) {
  SmrBlock block = smr_op(p->graph, op)->succ[which];
  smr_str_printf(p->out, "^b%u", p->blocks[block] - 1);
  if (from < to) {
    smr_str_putc(p->out, '(');
    print_values(p, op, from, to);
    smr_str_putc(p->out, ')');
  }
}

/// Operands, the first `plain` of them free, the others (initial or forwarded values) in parentheses.
static void print_operands(Printer *p, SmrOp op, uint32_t plain) {
  uint32_t count = smr_op(p->graph, op)->operand_count;
  if (plain > count)
    plain = count;
  if (plain)
    smr_str_putc(p->out, ' ');
  print_values(p, op, 0, plain);
  if (plain < count) {
    smr_str_puts(p->out, " (");
    print_values(p, op, plain, count);
    smr_str_putc(p->out, ')');
  }
}

static void print_body(Printer *p, SmrOp op) {
  const SmrGraph *g = p->graph;
  const SmrOpData *data = smr_op(g, op);
  uint32_t count = data->operand_count;
  switch ((SmrOpcode)data->code) {
  case SMR_OP_CONST: {
    SmrTypeKind kind =
        data->result_count ? SMR_TYPE_KIND(g->values.data[data->result_first].type) : SMR_T_NONE;
    smr_str_putc(p->out, ' ');
    if (kind == SMR_T_FLOAT || kind == SMR_T_BFLOAT)
      print_float(p->out, data->imm);
    else
      smr_str_printf(p->out, "%lld", (long long)data->imm);
    print_operands(p, op, count);
    return;
  }
  case SMR_OP_ICMP:
  case SMR_OP_FCMP: {
    bool integer = data->code == SMR_OP_ICMP;
    int64_t names = integer ? SMR_SYNTAX_ICMPS : SMR_SYNTAX_FCMPS;
    if (data->imm >= 0 && data->imm < names)
      smr_str_printf(p->out, " %s", (integer ? smr_icmp_names : smr_fcmp_names)[data->imm]);
    print_operands(p, op, count);
    return;
  }
  case SMR_OP_POLY:
    print_poly(p, op);
    return;
  case SMR_OP_ADDR:
    if (data->imm <= 0 || count != 2 + 2 * data->imm)
      break;
    smr_str_putc(p->out, ' ');
    print_values(p, op, 0, 2);
    for (uint32_t k = 2; k < count; k += 2) {
      smr_str_puts(p->out, k == 2 ? " [" : ", ");
      print_values(p, op, k, k + 1);
      smr_str_puts(p->out, " < ");
      print_values(p, op, k + 1, k + 2);
    }
    smr_str_putc(p->out, ']');
    return;
  case SMR_OP_BR:
    smr_str_putc(p->out, ' ');
    print_successor(p, op, 0, 0, count);
    return;
  case SMR_OP_CBR: {
    uint32_t split = data->imm >= 0 && data->imm < count ? (uint32_t)data->imm + 1 : count;
    smr_str_putc(p->out, ' ');
    print_values(p, op, 0, count ? 1 : 0);
    smr_str_puts(p->out, ", ");
    print_successor(p, op, 0, 1, split);
    smr_str_puts(p->out, ", ");
    print_successor(p, op, 1, split, count);
    return;
  }
  case SMR_OP_LOOP:
  case SMR_OP_CONDITION:
    print_operands(p, op, 1);
    return;
  case SMR_OP_FOR:
    print_operands(p, op, 3);
    return;
  case SMR_OP_WHILE:
    print_operands(p, op, 0);
    return;
  default:
    break;
  }
  if (smr_syntax_named(data->code)) {
    smr_str_putc(p->out, ' ');
    smr_syntax_string(smr_intern_text(g->symbols, data->name), p->out);
  }
  if (smr_syntax_counted(data->code)) {
    if (data->imm == -1)
      smr_str_puts(p->out, " ?");
    else
      smr_str_printf(p->out, " %lld", (long long)data->imm);
  }
  print_operands(p, op, count);
}

static void print_region(Printer *p, SmrRegion region, uint32_t indent);

static void print_op(Printer *p, SmrOp op, uint32_t indent) {
  const SmrGraph *g = p->graph;
  const SmrOpData *data = smr_op(g, op);
  smr_str_printf(p->out, "%*s", (int)indent, "");
  for (uint32_t k = 0; k < data->result_count; k++) {
    smr_str_printf(p->out, "%s%%%u", k ? ", " : "", p->values[data->result_first + k] - 1);
    print_facts(p, data->result_first + k);
  }
  smr_str_puts(p->out, data->result_count ? " = " : "");
  smr_str_puts(p->out, smr_opcode_name(data->code));
  print_modifiers(p, op);
  print_body(p, op);
  for (uint32_t k = 0; k < data->region_count; k++) {
    smr_str_puts(p->out, k && data->code == SMR_OP_IF      ? " else {"
                         : k && data->code == SMR_OP_WHILE ? " do {"
                                                           : " {");
    print_region(p, data->region_first + k, indent + 2);
    smr_str_printf(p->out, "%*s}", g->regions.data[data->region_first + k].blocks.size ? (int)indent : 0, "");
  }
  SmrType implied = smr_syntax_default_type(data->code);
  if (data->result_count &&
      (data->result_count > 1 || !implied || g->values.data[data->result_first].type != implied))
    for (uint32_t k = 0; k < data->result_count; k++) {
      smr_str_puts(p->out, k ? ", " : " : ");
      smr_type_print(g->symbols, g->values.data[data->result_first + k].type, p->out);
    }
  for (uint32_t e = p->exit_first[op], k = 0; e; e = p->exit_next[e - 1], k++) {
    smr_str_puts(p->out, k ? ", " : " exit [");
    const SmrExit *entry = &g->exits.data[e - 1];
    print_value(p, entry->ptr);
    if (entry->value) {
      smr_str_puts(p->out, " = ");
      print_value(p, entry->value);
    }
    if (entry->initial) {
      smr_str_puts(p->out, " from ");
      print_value(p, entry->initial);
    }
    smr_str_puts(p->out, p->exit_next[e - 1] ? "" : "]");
  }
  for (uint32_t e = p->assume_first[op], k = 0; e; e = p->assume_next[e - 1], k++) {
    static const char *const kinds[] = {"hoist", "carry", "drop"};
    const SmrAssumption *entry = &g->assumptions.data[e - 1];
    smr_str_puts(p->out, k ? ", " : " assume [");
    print_value(p, entry->a);
    smr_str_printf(p->out, " %u apart ", entry->bytes_a);
    print_value(p, entry->b);
    smr_str_printf(p->out, " %u %s", entry->bytes_b, kinds[entry->kind]);
    if (entry->value) {
      smr_str_putc(p->out, ' ');
      print_value(p, entry->value);
    }
    smr_str_puts(p->out, p->assume_next[e - 1] ? "" : "]");
  }
  print_loc(p, data->loc);
  smr_str_putc(p->out, '\n');
}

/// From after the opening brace to before the closing one. The entry block's header is left out when the
/// function's header shows its arguments, or when it has none.
static void print_region(Printer *p, SmrRegion region, uint32_t indent) {
  const SmrGraph *g = p->graph;
  const SmrRegionData *data = &g->regions.data[region];
  smr_str_puts(p->out, data->blocks.size ? "\n" : "");
  for (uint32_t i = 0; i < data->blocks.size; i++) {
    SmrBlock block = data->blocks.data[i];
    const SmrBlockData *b = &g->blocks.data[block];
    bool function = region == g->body;
    if (i || !b->first || (!function && b->args.size)) {
      smr_str_printf(p->out, "%*s^", (int)indent - 2, "");
      if (i)
        smr_str_printf(p->out, "b%u", p->blocks[block] - 1);
      if (function && !i)
        smr_str_puts(p->out, "()");
      else if (!i || b->args.size)
        print_args(p, block);
      smr_str_puts(p->out, ":\n");
    }
    for (SmrOp op = b->first; op; op = smr_op(g, op)->next)
      print_op(p, op, indent);
  }
}

/// Of addresses that are still there.
static void print_ranges(Printer *p) {
  const SmrGraph *g = p->graph;
  uint32_t count = 0;
  for (uint32_t k = 0; k < g->ranges.size; k++) {
    const SmrRange *range = &g->ranges.data[k];
    if (!p->values[smr_value(g, range->address)] || !p->values[smr_value(g, range->poly)])
      continue;
    smr_str_puts(p->out, count++ ? ",\n  " : " ranges [\n  ");
    print_value(p, range->address);
    smr_str_puts(p->out, ": ");
    print_value(p, range->poly);
    smr_str_printf(p->out, " from %lld to %lld", (long long)range->low, (long long)range->high);
  }
  smr_str_puts(p->out, count ? "\n]" : "");
}

void smr_graph_print(const SmrGraph *graph, SmrStr *out) {
  Printer p = {graph, out, .values = smr_xcalloc(graph->values.size, sizeof(uint32_t))};
  p.blocks = smr_xcalloc(graph->blocks.size, sizeof(uint32_t));
  p.labels = smr_xcalloc(graph->ops.size, sizeof(uint32_t));
  p.exit_first = smr_xcalloc(graph->ops.size, sizeof(uint32_t));
  p.exit_next = smr_xcalloc(graph->exits.size, sizeof(uint32_t));
  number_region(&p, graph->body);
  number_labels(&p, graph->body, true);
  number_labels(&p, graph->body, false);
  for (uint32_t e = graph->exits.size; e; --e) {
    SmrOp loop = graph->exits.data[e - 1].loop;
    p.exit_next[e - 1] = p.exit_first[loop];
    p.exit_first[loop] = e;
  }
  p.assume_first = smr_xcalloc(graph->ops.size, sizeof(uint32_t));
  p.assume_next = smr_xcalloc(graph->assumptions.size, sizeof(uint32_t));
  for (uint32_t e = graph->assumptions.size; e; --e) {
    SmrOp loop = graph->assumptions.data[e - 1].loop;
    p.assume_next[e - 1] = p.assume_first[loop];
    p.assume_first[loop] = e;
  }
  smr_str_puts(out, "func @");
  smr_syntax_symbol(smr_intern_text(graph->symbols, graph->name), out);
  smr_str_puts(out, graph->wraps && graph->fortran ? " fortran" : "");
  smr_str_puts(out, graph->wraps ? " wraps" : "");
  SmrBlock entry = smr_region_block(graph, graph->body);
  if (entry)
    print_args(&p, entry);
  else
    smr_str_puts(out, "()");
  smr_str_puts(out, " {");
  print_region(&p, graph->body, 2);
  smr_str_putc(out, '}');
  print_ranges(&p);
  smr_str_putc(out, '\n');
  free(p.values);
  free(p.blocks);
  free(p.labels);
  free(p.exit_first);
  free(p.exit_next);
  free(p.assume_first);
  free(p.assume_next);
}
