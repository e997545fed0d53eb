//===- check.c - the rules of well-formed graphs --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Verifies G1 (dominance), G2 (blocks and terminators) and G3 (yields) of graph.h; check_types.c has G4. Time
// is linear in operands times nesting depth. Requires ids in range (anything else is an assertion's
// business).
//===----------------------------------------------------------------------===//
#include "graph/check.h"
#include "graph/dominance.h"
#include "graph/syntax.h"
#include <stdarg.h>

enum { MAX_REPORTS = 20 };

typedef struct {
  SmrCheck base;
  SmrDominance dominance;
  uint32_t *position; // of linked ops, in a pre-order walk, from 1
} Checker;

bool smr_check_fail(SmrCheck *c, SmrOp op, const char *format, ...) {
  c->ok = false;
  if (!c->diag || c->reports++ >= MAX_REPORTS)
    return false;
  const SmrGraph *g = c->graph;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  va_list args;
  va_start(args, format);
  smr_str_vprintf(&text, format, args);
  va_end(args);
  SmrLoc loc = op ? smr_op(g, op)->loc : 0;
  const SmrLocData *where = &g->locs.data[loc];
  const char *file = loc && where->file ? smr_intern_text(g->symbols, where->file) : NULL;
  smr_error(c->diag, file, where->line, where->column, "@%s: %s%s%s", smr_intern_text(g->symbols, g->name),
            op ? smr_opcode_name(smr_op(g, op)->code) : "", op ? ": " : "", smr_str_get(&text));
  return false;
}

static void number_ops(Checker *c, SmrRegion region, uint32_t *next) {
  const SmrGraph *g = c->base.graph;
  const SmrRegionData *data = &g->regions.data[region];
  if (data->blocks.size > 1)
    smr_dominance_region(&c->dominance, g, region);
  for (uint32_t i = 0; i < data->blocks.size; i++)
    for (SmrOp op = g->blocks.data[data->blocks.data[i]].first; op; op = smr_op(g, op)->next) {
      c->position[op] = ++*next;
      for (uint32_t k = 0; k < smr_op(g, op)->region_count; k++)
        number_ops(c, smr_op_region(g, op, k), next);
    }
}

/// G1: can `op` read `value`? `after`: also the results of op itself (for its exits).
static bool visible(const Checker *c, SmrValue value, SmrOp op, bool after) {
  const SmrGraph *g = c->base.graph;
  const SmrValueData *data = &g->values.data[value];
  SmrBlock home = data->def ? smr_op(g, data->def)->block : data->block;
  if (!home || (data->def && !c->position[data->def]))
    return false;
  SmrOp at = op;
  while (at && g->blocks.data[smr_op(g, at)->block].region != g->blocks.data[home].region)
    at = smr_parent(g, at);
  if (!at)
    return false;
  SmrBlock here = smr_op(g, at)->block;
  if (here != home)
    return smr_dominates(&c->dominance, home, here);
  return !data->def || c->position[data->def] < c->position[at] || (after && data->def == op && at == op);
}

static void check_operands(Checker *c, SmrOp op) {
  const SmrGraph *g = c->base.graph;
  for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++)
    if (!visible(c, smr_operand(g, op, k), op, false))
      smr_check_fail(&c->base, op, "operand %u is not defined before its use [G1]", k + 1);
}

/// G2 for the last op of a block.
static void check_end(Checker *c, SmrBlock block, SmrOp parent) {
  const SmrGraph *g = c->base.graph;
  SmrOp last = g->blocks.data[block].last;
  SmrOpcode outer = parent ? smr_op(g, parent)->code : SMR_OP_NONE;
  SmrOpcode code = last ? smr_op(g, last)->code : SMR_OP_NONE;
  bool loose = !parent || outer == SMR_OP_OPAQUE;
  bool allowed;
  if (!last || !(smr_opcode_terminator(code) || (loose && code == SMR_OP_OPAQUE))) {
    smr_check_fail(&c->base, last ? last : parent, "a block does not end in a terminator [G2]");
    return;
  }
  switch (code) {
  case SMR_OP_YIELD:
    allowed =
        parent && (outer != SMR_OP_WHILE || g->blocks.data[block].region == smr_op_region(g, parent, 1));
    break;
  case SMR_OP_CONDITION:
    allowed = outer == SMR_OP_WHILE && g->blocks.data[block].region == smr_op_region(g, parent, 0);
    break;
  default: // RETURN, BR, CBR, OPAQUE
    allowed = loose;
  }
  if (!allowed)
    smr_check_fail(&c->base, last, "cannot end a block of %s [G2]",
                   parent ? smr_opcode_name(outer) : "the function");
}

static void check_region(Checker *c, SmrRegion region, SmrOp parent);

static void check_op(Checker *c, SmrOp op) {
  const SmrGraph *g = c->base.graph;
  const SmrOpData *data = smr_op(g, op);
  check_operands(c, op);
  if (data->next && smr_opcode_terminator(data->code))
    smr_check_fail(&c->base, op, "a terminator is not the last op of its block [G2]");
  uint32_t regions = smr_syntax_default_regions(data->code);
  if (data->code != SMR_OP_OPAQUE && data->region_count != regions) {
    smr_check_fail(&c->base, op, "has %u regions instead of %u [G2]", data->region_count, regions);
    return;
  }
  for (uint32_t k = 0; k < regions; k++) {
    uint32_t blocks = g->regions.data[data->region_first + k].blocks.size;
    if (blocks != 1) {
      smr_check_fail(&c->base, op, "region %u has %u blocks instead of one [G2]", k + 1, blocks);
      return;
    }
  }
  for (uint32_t k = 0; k < data->region_count; k++)
    check_region(c, data->region_first + k, op);
  smr_check_types(&c->base, op);
}

static void check_region(Checker *c, SmrRegion region, SmrOp parent) {
  const SmrGraph *g = c->base.graph;
  const SmrRegionData *data = &g->regions.data[region];
  for (uint32_t i = 0; i < data->blocks.size; i++) {
    SmrBlock block = data->blocks.data[i];
    for (SmrOp op = g->blocks.data[block].first; op; op = smr_op(g, op)->next)
      check_op(c, op);
    check_end(c, block, parent);
  }
}

/// A final value may also be computed from the loop's results, behind it.
static bool at_exit(Checker *c, SmrValue value, SmrOp loop) {
  SmrOp def = smr_def(c->base.graph, value);
  return visible(c, value, loop, true) ||
         (def && c->position[def] && smr_op(c->base.graph, def)->block == smr_op(c->base.graph, loop)->block);
}

static void check_exits(Checker *c) {
  const SmrGraph *g = c->base.graph;
  for (uint32_t e = 0; e < g->exits.size; e++) {
    const SmrExit *entry = &g->exits.data[e];
    if (!c->position[entry->loop])
      continue; // the loop is dead, and the entry with it
    if (!visible(c, smr_value(g, entry->ptr), entry->loop, true) ||
        (entry->value && !at_exit(c, smr_value(g, entry->value), entry->loop)) ||
        (entry->initial && !visible(c, smr_value(g, entry->initial), entry->loop, false)))
      smr_check_fail(&c->base, entry->loop, "an exit names a value that is not defined there [G1]");
    else if (smr_value_type(g, entry->ptr) != SMR_PTR)
      smr_check_fail(&c->base, entry->loop, "an exit's slot is not a ptr [G4]");
  }
}

/// Both addresses are pointers that dominate the loop or stand in it, and so are the loops around them.
static void check_assumptions(Checker *c) {
  const SmrGraph *g = c->base.graph;
  for (uint32_t k = 0; k < g->assumptions.size; k++) {
    const SmrAssumption *entry = &g->assumptions.data[k];
    if (!c->position[entry->loop])
      continue; // dead
    bool ok = smr_op(g, entry->loop)->code == SMR_OP_LOOP && entry->bytes_a && entry->bytes_b;
    for (uint32_t side = 0; ok && side < 2; side++) {
      SmrValue ptr = smr_value(g, side ? entry->b : entry->a);
      SmrOp def = smr_def(g, ptr);
      ok =
          smr_value_type(g, ptr) == SMR_PTR && (visible(c, ptr, entry->loop, false) ||
                                                (def && c->position[def] && smr_inside(g, def, entry->loop)));
    }
    if (!ok)
      smr_check_fail(&c->base, entry->loop, "an assumption names an address that is not defined there [G1]");
  }
}

/// A pointer and an integer; both may be dead.
static void check_ranges(Checker *c) {
  const SmrGraph *g = c->base.graph;
  for (uint32_t k = 0; k < g->ranges.size; k++) {
    const SmrRange *range = &g->ranges.data[k];
    if (smr_value_type(g, range->address) != SMR_PTR ||
        SMR_TYPE_KIND(smr_value_type(g, range->poly)) != SMR_T_INT)
      smr_check_fail(&c->base, 0, "a range is not of an address and an integer [G4]");
  }
}

bool smr_graph_check(const SmrGraph *graph, SmrDiag *diag) {
  Checker c = {.base = {graph, diag, true, 0}, .dominance = smr_dominance_create(graph->blocks.size)};
  c.position = smr_xcalloc(graph->ops.size, sizeof *c.position);
  uint32_t next = 0;
  number_ops(&c, graph->body, &next);
  if (!smr_region_block(graph, graph->body))
    smr_check_fail(&c.base, 0, "the function has no block [G2]");
  check_region(&c, graph->body, 0);
  check_exits(&c);
  check_assumptions(&c);
  check_ranges(&c);
  free(c.position);
  smr_dominance_free(&c.dominance);
  return c.base.ok;
}
