//===- idiom.c - a pattern's graph, read through its wrapper -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/idiom.h"
#include "graph/normalize/normalize.h"
#include <string.h>

bool smr_idiom_error(SmrIdiom *idiom, SmrDiag *diag, SmrOp at, const char *format, ...) {
  if (!diag)
    return false;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  va_list args;
  va_start(args, format);
  smr_str_vprintf(&text, format, args);
  va_end(args);
  const SmrGraph *g = idiom->graph;
  SmrLoc loc = at ? smr_op(g, at)->loc : 0;
  for (SmrOp op = 1; !loc && op < g->ops.size; op++)
    loc = smr_op(g, op)->loc; // somewhere in the idiom is better than nowhere
  if (loc)
    smr_error(diag, smr_intern_text(g->symbols, g->locs.data[loc].file), g->locs.data[loc].line,
              g->locs.data[loc].column, "%s", smr_str_get(&text));
  else
    smr_error(diag, NULL, 0, 0, "%s", smr_str_get(&text));
  return false;
}

void smr_idiom_free(SmrIdiom *idiom) {
  smr_facts_free(&idiom->view);
  free(idiom->unknowns);
  idiom->unknowns = NULL;
}

// Parameter number + 1 of a value, 0 when it is none.
static uint32_t param_of(const SmrIdiom *idiom, SmrValue value) {
  const SmrGraph *g = idiom->graph;
  const SmrValueData *v = smr_value_data(g, value);
  return !v->def && v->block == smr_region_block(g, g->body) ? v->index + 1 : 0;
}

static bool scalar_type(SmrType type) {
  SmrTypeKind kind = SMR_TYPE_KIND(type);
  return kind == SMR_T_INT || kind == SMR_T_FLOAT || kind == SMR_T_BFLOAT || kind == SMR_T_COMPLEX;
}

static bool is_out_marker(const SmrGraph *g, SmrOp op) {
  const SmrOpData *o = smr_op(g, op);
  return o->code == SMR_OP_OPAQUE && o->name && !strcmp(smr_intern_text(g->symbols, o->name), SMR_OPAQUE_OUT);
}

// What the uses of one pointer parameter are, gathered over the whole function.
typedef struct {
  uint32_t loads, stores, others;
  bool mixed;            // more than one type, or not a scalar's
  SmrType type, element; // of direct accesses; of accesses through addr
  SmrOp store;           // the last direct store at the wrapper's level
  uint32_t top_stores;   // direct stores there
  uint32_t last_load;    // program order
  bool read, written;
} Uses;

static void note_access(Uses *u, SmrType type, bool write) {
  u->mixed |= (u->type && u->type != type) || !scalar_type(type);
  u->type = type;
  u->written |= write;
  u->read |= !write;
}

static void gather(SmrIdiom *idiom, Uses *uses) {
  SmrGraph *g = idiom->graph;
  for (SmrOp op = 1; op < g->ops.size; op++) {
    const SmrOpData *o = smr_op(g, op);
    if (!idiom->view.order[op])
      continue;
    for (uint32_t k = 0; k < o->operand_count; k++) {
      SmrValue v = smr_operand(g, op, k);
      uint32_t p = param_of(idiom, v);
      if (o->code == SMR_OP_LOAD || (o->code == SMR_OP_STORE && k == 1)) {
        SmrValue base = smr_base_of(g, v);
        SmrOp def = smr_def(g, base);
        if (def && smr_op(g, def)->code == SMR_OP_DESCR_ADDR)
          base = smr_operand(g, def, 0);
        uint32_t owner = param_of(idiom, base);
        SmrType type = o->code == SMR_OP_LOAD ? smr_value_type(g, smr_result(g, op, 0))
                                              : smr_value_type(g, smr_operand(g, op, 0));
        if (owner && !p) {
          Uses *u = &uses[owner - 1];
          u->element = type;
          u->read |= o->code == SMR_OP_LOAD;
          u->written |= o->code == SMR_OP_STORE;
        } else if (p && o->code == SMR_OP_LOAD) {
          Uses *u = &uses[p - 1];
          note_access(u, type, false);
          u->loads++;
          if (idiom->view.order[op] > u->last_load)
            u->last_load = idiom->view.order[op];
        } else if (p) {
          Uses *u = &uses[p - 1];
          note_access(u, type, true);
          u->stores++;
          if (!smr_parent(g, op))
            u->top_stores++, u->store = op;
        }
      } else if (p) {
        uses[p - 1].others++;
        if (o->code == SMR_OP_CALL || o->code == SMR_OP_OPAQUE)
          uses[p - 1].read = uses[p - 1].written = true;
      }
    }
  }
}

static void classify(SmrIdiom *idiom, const Uses *uses) {
  SmrGraph *g = idiom->graph;
  SmrBlock entry = smr_region_block(g, g->body);
  for (uint32_t k = 0; k < idiom->param_count; k++) {
    SmrValue v = g->blocks.data[entry].args.data[k];
    const Uses *u = &uses[k];
    SmrPatternArg *arg = &idiom->args[k];
    SmrSym name = smr_value_data(g, v)->name;
    SmrStr text = {0};
    smr_str_printf(&text, "argument %u", k + 1);
    arg->name = smr_arena_strdup(idiom->arena, name ? smr_intern_text(g->symbols, name) : smr_str_get(&text));
    smr_str_free(&text);
    SmrType type = smr_value_type(g, v);
    arg->type = type;
    arg->by_reference = smr_type_is_pointer(type) || SMR_TYPE_KIND(type) == SMR_T_BOX;
    arg->read = u->read;
    arg->written = u->written;
    if (!arg->by_reference) {
      arg->kind = !u->others && !u->stores && !u->loads && !idiom->out_values[k] ? SMR_ARG_UNUSED
                  : idiom->out_values[k]                                         ? SMR_ARG_OUT
                  : smr_type_is_int(type)                                        ? SMR_ARG_INT
                                                                                 : SMR_ARG_FLOAT;
      arg->read = u->others > (idiom->out_values[k] ? 1u : 0u) || (arg->kind != SMR_ARG_OUT && u->others);
      arg->written = arg->kind == SMR_ARG_OUT;
      continue;
    }
    if (SMR_TYPE_KIND(type) == SMR_T_BOX) {
      arg->kind = u->others ? SMR_ARG_BOX : SMR_ARG_UNUSED;
      arg->type = u->element;
      continue;
    }
    bool scalar = !u->others && !u->mixed;
    if (!u->loads && !u->stores && !u->others)
      arg->kind = SMR_ARG_UNUSED;
    else if (scalar && u->stores == 1 && u->top_stores == 1 && u->last_load < idiom->view.order[u->store]) {
      arg->kind = SMR_ARG_OUT;
      idiom->out_values[k] = smr_operand(g, u->store, 0);
    } else if (scalar && !u->stores)
      arg->kind = smr_type_is_int(u->type) ? SMR_ARG_INT : SMR_ARG_FLOAT;
    else
      arg->kind = SMR_ARG_ARRAY;
    arg->type = arg->kind == SMR_ARG_ARRAY ? (u->element ? u->element : u->type) : u->type;
  }
}

static void number_loops(SmrIdiom *idiom) {
  SmrGraph *g = idiom->graph;
  idiom->loops = smr_arena_alloc(idiom->arena, (g->ops.size + 1) * sizeof *idiom->loops);
  idiom->loop_number = smr_arena_alloc(idiom->arena, (g->ops.size + 1) * sizeof *idiom->loop_number);
  // Pre-order is the order of the numbers that the view gave; a bucket per number sorts.
  SmrOp *by_order = smr_xcalloc(g->ops.size + 1, sizeof *by_order);
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (idiom->view.order[op] && smr_op(g, op)->code == SMR_OP_LOOP)
      by_order[idiom->view.order[op]] = op;
  for (uint32_t r = 0; r < idiom->root_count; r++)
    for (uint32_t n = idiom->view.order[idiom->roots[r]]; n && n <= idiom->view.last[idiom->roots[r]]; n++)
      if (by_order[n]) {
        idiom->loops[idiom->loop_count] = by_order[n];
        idiom->loop_number[by_order[n]] = ++idiom->loop_count;
      }
  free(by_order);
}

/// Where the argument's last value comes from: what computes it, or what stores it.
static SmrOp origin_of(const SmrIdiom *idiom, uint32_t arg) {
  const SmrGraph *g = idiom->graph;
  SmrBlock entry = smr_region_block(g, g->body);
  SmrOp def = smr_def(g, idiom->out_values[arg]), stored = 0;
  for (SmrOp op = g->blocks.data[entry].first; op; op = smr_op(g, op)->next)
    if (smr_op(g, op)->code == SMR_OP_STORE && param_of(idiom, smr_operand(g, op, 1)) == arg + 1)
      stored = op;
  return stored ? stored : arg >= idiom->param_count ? g->blocks.data[entry].last : def;
}

/// There is neither a loop nor a store into an array; why the results are none to look for, either.
static bool nothing_to_match(SmrIdiom *idiom, SmrDiag *diag, uint32_t outs) {
  const SmrGraph *g = idiom->graph;
  SMR_OWNED(SmrStr, smr_str_free) names = {0};
  uint32_t last = 0;
  for (uint32_t k = 0; k < idiom->arg_count; k++)
    if (idiom->out_values[k]) {
      smr_str_printf(&names, "%s%s", names.size ? ", " : "", idiom->args[k].name);
      last = k;
    }
  SmrOp def = outs ? smr_def(g, smr_facts_strip(&idiom->view, idiom->out_values[last])) : 0;
  const char *what = !def                                   ? "an argument as it is"
                     : smr_op(g, def)->code == SMR_OP_CONST ? "a constant"
                     : smr_op(g, def)->code == SMR_OP_LOAD  ? "what is in memory already"
                                                            : "part of another's";
  if (!outs)
    smr_idiom_error(
        idiom, diag, 0,
        "the idiom has nothing to match: it returns nothing and stores nothing, so nothing is left of it");
  else if (outs > 1)
    smr_idiom_error(
        idiom, diag, origin_of(idiom, last),
        "the idiom has nothing to match: without a loop it is found by one result, and this one has "
        "%u (%s); make a pair of each, or take the loop around them into the idiom",
        outs, smr_str_get(&names));
  else
    smr_idiom_error(idiom, diag, origin_of(idiom, last),
                    "the idiom has nothing to match: its one result is %s, and no operation computes that",
                    what);
  return false;
}

bool smr_idiom_init(SmrIdiom *idiom, SmrArena *arena, SmrGraph *graph, SmrDiag *diag) {
  memset(idiom, 0, sizeof *idiom);
  idiom->arena = arena;
  idiom->graph = graph;
  smr_facts_init(&idiom->view, graph);
  SmrBlock entry = smr_region_block(graph, graph->body);
  if (!entry)
    return smr_idiom_error(idiom, diag, 0, "the idiom has no body");
  if (graph->regions.data[graph->body].blocks.size != 1)
    return smr_idiom_error(idiom, diag, graph->blocks.data[entry].last,
                           "the idiom has control flow that is not a counted loop or if");
  idiom->param_count = graph->blocks.data[entry].args.size;
  SmrOp terminator = graph->blocks.data[entry].last;
  uint32_t results = terminator ? smr_op(graph, terminator)->operand_count : 0;
  if (results > 1)
    return smr_idiom_error(idiom, diag, terminator, "the idiom's wrapper returns more than one value");
  idiom->arg_count = idiom->param_count + results;
  idiom->args = smr_arena_alloc(arena, (idiom->arg_count + 1) * sizeof *idiom->args);
  idiom->out_values = smr_arena_alloc(arena, (idiom->arg_count + 1) * sizeof *idiom->out_values);
  for (SmrOp op = graph->blocks.data[entry].first; op; op = smr_op(graph, op)->next)
    if (is_out_marker(graph, op) && smr_op(graph, op)->imm >= 0 &&
        smr_op(graph, op)->imm < idiom->param_count && smr_op(graph, op)->operand_count)
      idiom->out_values[smr_op(graph, op)->imm] = smr_operand(graph, op, 0);
  Uses *uses = smr_xcalloc(idiom->param_count + 1, sizeof *uses);
  gather(idiom, uses);
  classify(idiom, uses);
  free(uses);
  if (results) {
    SmrValue v = smr_operand(graph, terminator, 0);
    idiom->args[idiom->param_count] = (SmrPatternArg){
        .kind = SMR_ARG_RESULT, .type = smr_value_type(graph, v), .name = "result", .written = true};
    idiom->out_values[idiom->param_count] = v;
  }

  idiom->roots = smr_arena_alloc(arena, (graph->ops.size + 1) * sizeof *idiom->roots);
  for (SmrOp op = graph->blocks.data[entry].first; op; op = smr_op(graph, op)->next) {
    if (!smr_facts_statement(graph, op) || is_out_marker(graph, op))
      continue;
    if (smr_op(graph, op)->code == SMR_OP_STORE) {
      uint32_t p = param_of(idiom, smr_operand(graph, op, 1));
      if (p && idiom->args[p - 1].kind == SMR_ARG_OUT)
        continue;
    }
    idiom->roots[idiom->root_count++] = op;
  }
  uint32_t outs = 0, out = 0;
  for (uint32_t k = 0; k < idiom->arg_count; k++)
    if (idiom->out_values[k])
      outs++, out = k;
  if (!idiom->root_count && outs == 1) {
    SmrValue v = smr_facts_strip(&idiom->view, idiom->out_values[out]);
    SmrOp def = smr_def(graph, v);
    SmrPoly poly;
    uint32_t arg;
    if (def && smr_op(graph, def)->result_count == 1 && smr_op(graph, def)->code != SMR_OP_LOAD &&
        smr_op(graph, def)->code != SMR_OP_CONST && smr_idiom_visit(idiom, &v, &arg, &poly) == SMR_VISIT_OP) {
      idiom->roots[idiom->root_count++] = def;
      idiom->value_root = true;
    }
  }
  if (!idiom->root_count)
    return nothing_to_match(idiom, diag, outs);
  number_loops(idiom);
  return true;
}

//--- Integers ------------------------------------------------------------------

uint32_t smr_idiom_unknown(SmrIdiom *idiom, uint32_t leaf) {
  for (uint32_t k = 0; k < idiom->unknown_count; k++)
    if (idiom->unknowns[k] == leaf)
      return k;
  if (idiom->unknown_count == idiom->unknown_capacity) {
    idiom->unknown_capacity = idiom->unknown_capacity ? idiom->unknown_capacity * 2 : 16;
    idiom->unknowns = smr_xrealloc(idiom->unknowns, idiom->unknown_capacity * sizeof *idiom->unknowns);
  }
  idiom->unknowns[idiom->unknown_count] = leaf;
  return idiom->unknown_count++;
}

// The argument (number + 1) whose scalar value this is: a by-value parameter, or what is read through a
// reference.
static uint32_t scalar_of(const SmrIdiom *idiom, SmrValue value) {
  const SmrGraph *g = idiom->graph;
  SmrOp def = smr_def(g, value);
  if (def && smr_op(g, def)->code == SMR_OP_LOAD)
    value = smr_operand(g, def, 0);
  else if (def)
    return 0;
  uint32_t p = param_of(idiom, value);
  if (!p || idiom->args[p - 1].by_reference != (def != 0))
    return 0;
  SmrArgKind kind = idiom->args[p - 1].kind;
  return kind == SMR_ARG_INT || kind == SMR_ARG_FLOAT || kind == SMR_ARG_OUT ? p : 0;
}

static uint32_t leaf_of(const SmrIdiom *idiom, SmrValue value) {
  const SmrGraph *g = idiom->graph;
  const SmrValueData *v = smr_value_data(g, value);
  uint32_t p = scalar_of(idiom, value);
  if (p && idiom->args[p - 1].kind == SMR_ARG_INT)
    return SMR_LEAF_ARG(p - 1);
  if (v->def) {
    const SmrOpData *o = smr_op(g, v->def);
    uint32_t field = o->code == SMR_OP_DESCR_LB       ? 0
                     : o->code == SMR_OP_DESCR_EXTENT ? 1
                     : o->code == SMR_OP_DESCR_STRIDE ? 2
                                                      : 3;
    if (field < 3 && o->imm >= 0 && o->imm < 16 && (p = param_of(idiom, smr_operand(g, v->def, 0))))
      return SMR_LEAF_DESCR(p - 1, field, o->imm);
  } else {
    SmrOp loop = smr_loop_of_iv(g, value);
    if (loop && idiom->loop_number[loop])
      return SMR_LEAF_LOOP(idiom->loop_number[loop] - 1);
  }
  return SMR_LEAF_VALUE(smr_value(g, value));
}

static bool rename_leaf(uint32_t leaf, SmrPoly *out, void *data) {
  SmrIdiom *idiom = data;
  *out = smr_poly_leaf(idiom->arena, leaf_of(idiom, leaf));
  return true;
}

SmrPoly smr_idiom_poly(SmrIdiom *idiom, SmrPoly p) {
  SmrPoly renamed = {0};
  // Renaming leaves neither overflows nor adds terms.
  smr_poly_map(idiom->arena, p, rename_leaf, idiom, &renamed);
  return renamed;
}

//--- Visiting ------------------------------------------------------------------

SmrVisit smr_idiom_visit(SmrIdiom *idiom, SmrValue *value, uint32_t *arg, SmrPoly *poly) {
  SmrGraph *g = idiom->graph;
  *value = smr_facts_strip(&idiom->view, *value);
  SmrType type = smr_value_type(g, *value);
  uint32_t p = scalar_of(idiom, *value);
  if (p && (idiom->args[p - 1].kind == SMR_ARG_FLOAT || idiom->args[p - 1].kind == SMR_ARG_OUT)) {
    *arg = p - 1;
    return SMR_VISIT_SCALAR;
  }
  if (smr_type_is_int(type)) {
    uint32_t leaf;
    *poly = smr_idiom_poly(idiom, smr_facts_poly(&idiom->view, *value));
    return smr_poly_is_leaf(*poly, &leaf) && SMR_LEAF_KIND(leaf) == 4 ? SMR_VISIT_OP : SMR_VISIT_INT;
  }
  if (smr_type_is_pointer(type)) {
    SmrPoly offset;
    SmrValue base = smr_facts_address(&idiom->view, *value, &offset);
    *poly = smr_idiom_poly(idiom, offset);
    SmrOp def = smr_def(g, base);
    p = param_of(idiom, def && smr_op(g, def)->code == SMR_OP_DESCR_ADDR ? smr_operand(g, def, 0) : base);
    *value = base;
    if (!p)
      return SMR_VISIT_OFFSET;
    *arg = p - 1;
    return SMR_VISIT_ARRAY;
  }
  if (SMR_TYPE_KIND(type) == SMR_T_BOX && (p = param_of(idiom, *value))) {
    *arg = p - 1;
    return SMR_VISIT_BOX;
  }
  return SMR_VISIT_OP;
}

// Low numbers first: constants and ops prune at once, wildcards match almost anything.
static uint32_t eagerness(SmrIdiom *idiom, SmrValue value) {
  uint32_t arg;
  SmrPoly poly;
  switch (smr_idiom_visit(idiom, &value, &arg, &poly)) {
  case SMR_VISIT_SCALAR:
    return 1000;
  case SMR_VISIT_INT:
    return 900;
  case SMR_VISIT_OP: {
    SmrOp def = smr_def(idiom->graph, value);
    if (!def)
      return 0; // a carried value
    if (smr_op(idiom->graph, def)->code == SMR_OP_CONST)
      return 1;
    return smr_op(idiom->graph, def)->code == SMR_OP_LOAD ? 500 : 100 + smr_op(idiom->graph, def)->code;
  }
  default:
    return 800;
  }
}

void smr_idiom_operands(SmrIdiom *idiom, SmrOp op, SmrValue *operands) {
  uint32_t count = smr_op(idiom->graph, op)->operand_count;
  for (uint32_t k = 0; k < count; k++) {
    SmrValue v = smr_operand(idiom->graph, op, k);
    uint32_t e = eagerness(idiom, v), at = k;
    for (; at && eagerness(idiom, operands[at - 1]) > e; at--)
      operands[at] = operands[at - 1];
    operands[at] = v;
  }
}

// Depth first, from the value down to a root; ops are marked so that shared subexpressions cost once.
static bool climb(SmrIdiom *idiom, SmrValue value, uint8_t *seen, SmrClimb *out) {
  SmrGraph *g = idiom->graph;
  value = smr_facts_strip(&idiom->view, value);
  SmrOp def = smr_def(g, value);
  if (!def)
    return false;
  for (uint32_t r = 0; r < idiom->root_count; r++)
    if (idiom->roots[r] == def) {
      out->start = value;
      return true;
    }
  if (seen[def] || smr_op(g, def)->result_count != 1 || smr_op(g, def)->region_count ||
      smr_op(g, def)->code == SMR_OP_LOAD)
    return false;
  seen[def] = 1;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count; k++)
    if (climb(idiom, smr_operand(g, def, k), seen, out)) {
      out->path[out->count++] = def;
      return true;
    }
  return false;
}

bool smr_idiom_climb(SmrIdiom *idiom, SmrValue value, SmrClimb *out) {
  uint8_t *seen = smr_xcalloc(idiom->graph->ops.size + 1, 1);
  *out = (SmrClimb){.path = smr_arena_alloc(idiom->arena, (idiom->graph->ops.size + 1) * sizeof(SmrOp))};
  bool ok = climb(idiom, value, seen, out);
  free(seen);
  return ok;
}
