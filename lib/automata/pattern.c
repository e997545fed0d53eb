//===- pattern.c - a pair's idiom, as the exact tier matches it ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/datastring.h"
#include <string.h>

typedef enum { FACT_KEEP, FACT_DROP, FACT_BAD } FactUse;

typedef struct {
  const SmrIdiom *idiom;
  const SmrDataString *s;
} Nodes;

/// Values become nodes of the data string.
static bool node_leaf(uint32_t leaf, SmrPoly *out, void *data) {
  const Nodes *n = data;
  if (SMR_LEAF_KIND(leaf) == 4) {
    SmrOp def = smr_def(n->idiom->graph, leaf & 0xfffffff);
    if (!def || !n->s->node_of[def])
      return false;
    leaf = SMR_LEAF_VALUE(n->s->node_of[def] - 1);
  }
  *out = smr_poly_leaf(n->idiom->arena, leaf);
  return true;
}

// Brings a polynomial of a fact to the leaves of pattern.h. An argument that no match determines can be
// chosen so that the fact holds, so such a fact says nothing; but a descriptor's extent, which whoever builds
// the descriptor has to choose.
static FactUse convert(SmrIdiom *idiom, const SmrDataString *s, SmrValue value, bool extent, SmrPoly *out) {
  SmrPoly p = smr_idiom_poly(idiom, smr_facts_poly(&idiom->view, value));
  uint32_t only;
  if (extent && smr_poly_is_leaf(p, &only) && SMR_LEAF_KIND(only) == 3) {
    *out = p;
    return FACT_KEEP;
  }
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(p, &at, &leaf);) {
    if ((SMR_LEAF_KIND(leaf) == 1 || SMR_LEAF_KIND(leaf) == 3) &&
        !smr_is_among(s->unknowns.data, s->unknowns.size, leaf))
      return FACT_DROP;
  }
  return smr_poly_map(idiom->arena, p, node_leaf, &(Nodes){idiom, s}, out) ? FACT_KEEP : FACT_BAD;
}

/// The parameter (number + 1) whose descriptor, which is itself in memory, says the extent.
static uint32_t owner_of(const SmrIdiom *idiom, SmrValue extent) {
  const SmrGraph *g = idiom->graph;
  SmrOp field = smr_def(g, extent);
  SmrOp load =
      field && smr_op(g, field)->code == SMR_OP_DESCR_EXTENT ? smr_def(g, smr_operand(g, field, 0)) : 0;
  if (!load || smr_op(g, load)->code != SMR_OP_LOAD)
    return 0;
  const SmrValueData *from = smr_value_data(g, smr_operand(g, load, 0));
  return !from->def && from->block == smr_region_block(g, g->body) ? from->index + 1 : 0;
}

static bool bad_fact(SmrIdiom *idiom, SmrOp at, SmrValue extent, SmrDiag *diag) {
  uint32_t owner = owner_of(idiom, extent);
  return owner ? smr_idiom_error(idiom, diag, at,
                                 "%s is a pointer or allocatable: declare an array of assumed shape, %s(:), "
                                 "which stands for those of programs as well",
                                 idiom->args[owner - 1].name, idiom->args[owner - 1].name)
               : smr_idiom_error(idiom, diag, at,
                                 "an array bound of the idiom uses a value that the idiom does not match");
}

static bool collect_facts(SmrIdiom *idiom, const SmrDataString *s, SmrPattern *out, SmrDiag *diag) {
  SmrGraph *g = idiom->graph;
  SMR_VEC(SmrPatternFact) facts = {0};
  bool ok = true;
  for (SmrOp op = 1; op < g->ops.size && ok; op++) {
    if (!idiom->view.order[op] || smr_op(g, op)->code != SMR_OP_ADDR)
      continue;
    for (int64_t k = 0; k < smr_op(g, op)->imm && ok; k++) {
      SmrValue index = smr_operand(g, op, 2 + 2 * (uint32_t)k),
               extent = smr_operand(g, op, 3 + 2 * (uint32_t)k);
      SmrOp def = smr_def(g, extent);
      if (def && smr_op(g, def)->code == SMR_OP_UNDEF)
        continue;
      SmrPatternFact fact;
      FactUse use = convert(idiom, s, index, false, &fact.index);
      if (use == FACT_KEEP)
        use = convert(idiom, s, extent, true, &fact.extent);
      if (use == FACT_BAD)
        ok = bad_fact(idiom, op, extent, diag);
      bool known = use != FACT_KEEP;
      for (uint32_t i = 0; i < facts.size && !known; i++)
        known = smr_poly_equal(facts.data[i].index, fact.index) &&
                smr_poly_equal(facts.data[i].extent, fact.extent);
      if (!known)
        smr_vec_push(&facts, fact);
    }
  }
  out->fact_count = facts.size;
  out->facts = smr_arena_alloc(idiom->arena, (facts.size + 1) * sizeof *out->facts);
  if (facts.size)
    memcpy(out->facts, facts.data, facts.size * sizeof *out->facts);
  smr_vec_free(&facts);
  return ok;
}

// A parameter that appears only where no match looks (a declared extent, say) is as good as unused.
static void mark_unused(SmrIdiom *idiom, const SmrDataString *s) {
  for (uint32_t k = 0; k < idiom->arg_count; k++) {
    SmrPatternArg *arg = &idiom->args[k];
    bool found = smr_is_among(s->scalars.data, s->scalars.size, k) ||
                 smr_is_among(s->arrays.data, s->arrays.size, k) ||
                 smr_is_among(s->boxes.data, s->boxes.size, k) ||
                 smr_is_among(s->outs.data, s->outs.size, k) ||
                 smr_is_among(s->unknowns.data, s->unknowns.size, SMR_LEAF_ARG(k));
    if (!found)
      arg->kind = SMR_ARG_UNUSED;
    if (arg->kind == SMR_ARG_OUT)
      arg->read = smr_is_among(s->scalars.data, s->scalars.size, k);
  }
}

bool smr_pattern_create(SmrArena *arena, SmrGraph *graph, SmrPattern *out, SmrDiag *diag) {
  SmrIdiom idiom;
  SmrDataString string = {0};
  bool ok = smr_idiom_init(&idiom, arena, graph, diag) && smr_data_string(&idiom, &string, diag) &&
            collect_facts(&idiom, &string, out, diag);
  if (ok) {
    mark_unused(&idiom, &string);
    out->name = smr_arena_strdup(arena, smr_intern_text(graph->symbols, graph->name));
    out->args = idiom.args;
    out->arg_count = idiom.arg_count;
    out->root_count = idiom.root_count;
    out->node_count = string.node_count;
    out->loop_count = idiom.loop_count;
  }
  smr_data_string_free(&string);
  smr_idiom_free(&idiom);
  return ok;
}
