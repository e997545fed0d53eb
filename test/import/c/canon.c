//===- canon.c - a normal form as text that spellings share ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "canon.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 64, DEEPEST = 60 };

typedef struct {
  const SmrGraph *g;
  SmrMap statements; // op with regions -> number
  uint32_t count;
  uint32_t depth; // of the expression at hand
} Canon;

static char *expression(Canon *c, SmrValue value);

static char *take(SmrStr *s) {
  char *text = strdup(smr_str_get(s));
  smr_str_free(s);
  return text;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void join(SmrStr *out, char **parts, uint32_t count, const char *between, bool sort) {
  if (sort)
    qsort(parts, count, sizeof *parts, by_text);
  for (uint32_t k = 0; k < count; k++) {
    smr_str_printf(out, "%s%s", k ? between : "", parts[k]);
    free(parts[k]);
  }
}

static uint32_t nesting(const SmrGraph *g, SmrBlock block) {
  uint32_t depth = 0;
  for (SmrOp op = smr_block_parent(g, block); op; op = smr_parent(g, op))
    ++depth;
  return depth;
}

static char *argument(Canon *c, SmrValue value) {
  const SmrGraph *g = c->g;
  const SmrValueData *data = &g->values.data[value];
  SmrStr s = {0};
  if (data->block == smr_region_block(g, g->body)) {
    SmrTypeKind kind = SMR_TYPE_KIND(data->type);
    uint32_t before = 0;
    for (uint32_t a = 0; a < data->index; a++)
      before += SMR_TYPE_KIND(g->values.data[g->blocks.data[data->block].args.data[a]].type) == kind;
    smr_str_printf(&s, "%c%u", kind == SMR_T_PTR ? 'p' : kind == SMR_T_INT ? 'i' : 'f', before);
  } else {
    smr_str_printf(&s, "%s%u.%u", data->index ? "c" : "iv", nesting(g, data->block), data->index);
  }
  return take(&s);
}

static char *poly(Canon *c, SmrOp op) {
  const SmrGraph *g = c->g;
  SmrArena arena = {0};
  SmrPoly p = smr_poly_of(g, &arena, smr_result(g, op, 0));
  char *terms[MOST_PARTS];
  for (uint32_t t = 0; t < p.count; t++) {
    char *leaves[SMR_POLY_MAX_DEGREE];
    for (uint32_t k = 0; k < p.terms[t].degree; k++)
      leaves[k] = expression(c, p.terms[t].leaves[k]);
    SmrStr s = {0};
    smr_str_printf(&s, "%lld%s", (long long)p.terms[t].coef, p.terms[t].degree ? "*" : "");
    join(&s, leaves, p.terms[t].degree, "*", true);
    terms[t] = take(&s);
  }
  SmrStr s = {0};
  if (p.count == 1 && p.terms[0].coef == 1 && p.terms[0].degree == 1) {
    free(terms[0]);
    char *leaf = expression(c, p.terms[0].leaves[0]);
    smr_arena_destroy(&arena);
    return leaf;
  }
  smr_str_puts(&s, "{");
  join(&s, terms, p.count, " + ", true);
  smr_str_puts(&s, "}");
  smr_arena_destroy(&arena);
  return take(&s);
}

static char *expression(Canon *c, SmrValue value) {
  const SmrGraph *g = c->g;
  value = smr_value(g, value);
  SmrOp def = smr_def(g, value);
  if (!def)
    return argument(c, value);
  const SmrOpData *data = smr_op(g, def);
  SmrStr s = {0};
  uint32_t number;
  if (smr_map_get(&c->statements, def, &number)) {
    smr_str_printf(&s, "r%u.%u", number, value - data->result_first);
    return take(&s);
  }
  if (data->code == SMR_OP_SEXT && SMR_TYPE_PAYLOAD(smr_value_type(g, smr_operand(g, def, 0))) >= 32)
    return expression(c, smr_operand(g, def, 0));
  if (data->code == SMR_OP_POLY)
    return poly(c, def);
  if (data->code == SMR_OP_CONST) {
    smr_str_printf(&s, "%lld", (long long)data->imm);
    return take(&s);
  }
  if (++c->depth > DEEPEST || data->operand_count > MOST_PARTS) {
    --c->depth;
    smr_str_puts(&s, "…");
    return take(&s);
  }
  uint32_t count = data->code == SMR_OP_ADDR ? 2 : data->operand_count;
  char *parts[MOST_PARTS];
  for (uint32_t k = 0; k < count; k++)
    parts[k] = expression(c, smr_operand(g, def, k));
  smr_str_puts(&s, smr_opcode_name((SmrOpcode)data->code));
  if (data->code != SMR_OP_ADDR && data->imm)
    smr_str_printf(&s, " %lld", (long long)data->imm);
  if (data->name)
    smr_str_printf(&s, " %s", smr_intern_text(g->symbols, data->name));
  if (data->code == SMR_OP_LOAD) {
    smr_str_printf(&s, " %u%s ", nesting(g, data->block), data->flags & SMR_F_VOLATILE ? " volatile" : "");
    smr_type_print(g->symbols, smr_value_type(g, value), &s);
  }
  smr_str_puts(&s, "(");
  join(&s, parts, count, ", ", smr_opcode_commutative((SmrOpcode)data->code));
  smr_str_puts(&s, ")");
  --c->depth;
  return take(&s);
}

static void block(Canon *c, SmrBlock at, uint32_t indent, SmrStr *out);

static void statement(Canon *c, SmrOp op, uint32_t indent, SmrStr *out) {
  const SmrGraph *g = c->g;
  const SmrOpData *data = smr_op(g, op);
  SmrOpcode code = (SmrOpcode)data->code;
  bool effect = code == SMR_OP_STORE || code == SMR_OP_CALL || code == SMR_OP_FREE || code == SMR_OP_HEAP ||
                code == SMR_OP_ALLOCA || (code == SMR_OP_LOAD && (data->flags & SMR_F_VOLATILE)) ||
                (code == SMR_OP_OPAQUE && !(data->flags & SMR_F_PURE));
  if (!effect && !data->region_count && !smr_opcode_terminator(code))
    return;
  char *parts[MOST_PARTS];
  uint32_t count = data->operand_count < MOST_PARTS ? data->operand_count : MOST_PARTS;
  for (uint32_t k = 0; k < count; k++)
    parts[k] = expression(c, smr_operand(g, op, k));
  smr_str_printf(out, "%*s", (int)(2 * indent), "");
  if (data->region_count || (effect && code != SMR_OP_STORE)) {
    smr_map_set(&c->statements, op, ++c->count);
    smr_str_printf(out, "r%u = ", c->count);
  }
  smr_str_printf(out, "%s%s%s ", smr_opcode_name(code), data->name ? " " : "",
                 data->name ? smr_intern_text(g->symbols, data->name) : "");
  join(out, parts, count, ", ", false);
  for (uint32_t k = 0; k < 2; k++)
    if (data->succ[k])
      smr_str_printf(out, " ^%u", data->succ[k]);
  smr_str_puts(out, "\n");
  for (uint32_t r = 0; r < data->region_count; r++) {
    const SmrRegionData *region = &g->regions.data[smr_op_region(g, op, r)];
    if (r)
      smr_str_printf(out, "%*selse\n", (int)(2 * indent), "");
    for (uint32_t b = 0; b < region->blocks.size; b++)
      block(c, region->blocks.data[b], indent + 1, out);
  }
}

static void block(Canon *c, SmrBlock at, uint32_t indent, SmrStr *out) {
  for (SmrOp op = c->g->blocks.data[at].first; op; op = smr_op(c->g, op)->next)
    statement(c, op, indent, out);
}

void canon_print(const SmrGraph *g, SmrStr *out) {
  Canon c = {.g = g};
  const SmrRegionData *body = &g->regions.data[g->body];
  for (uint32_t b = 0; b < body->blocks.size; b++) {
    if (b)
      smr_str_printf(out, "^%u:\n", body->blocks.data[b]);
    block(&c, body->blocks.data[b], 0, out);
  }
  for (uint32_t r = 0; r < g->ranges.size; r++) { // what a form holds under is part of it
    char *text = expression(&c, smr_value(g, g->ranges.data[r].poly));
    smr_str_printf(out, "%lld <= %s <= %lld\n", (long long)g->ranges.data[r].low, text,
                   (long long)g->ranges.data[r].high);
    free(text);
  }
  smr_map_free(&c.statements);
}
