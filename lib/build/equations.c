//===- equations.c - idioms as array equations ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An idiom that is one nest has equations, which a program's nest can be compared with however it is written
// (lib/cover). A library keeps them as text, and for each parameter the name that it has in there.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "cover/forms.h"
#include "cover/lift.h"
#include "graph/normalize/normalize.h"
#include "raise/raise.h"

/// Is the value the parameter, or what is loaded from where it points to?
static bool stands_for(const SmrGraph *g, SmrValue value, SmrValue parameter) {
  SmrOp def = value ? smr_def(g, value) : 0;
  if (value && smr_value(g, value) == parameter)
    return true;
  return def && smr_op(g, def)->code == SMR_OP_LOAD && smr_operand(g, def, 0) == parameter;
}

/// The name of the parameter in the equations, "" for none. `parameter` 0: the function's result.
static const char *word_for(const SmrGraph *g, const SmrEquations *e, SmrValue parameter) {
  for (uint32_t k = 0; k < e->arrays.size; k++)
    if (parameter ? e->arrays.data[k].base && smr_value(g, e->arrays.data[k].base) == parameter
                  : e->arrays.data[k].result)
      return smr_intern_text(e->symbols, e->arrays.data[k].name);
  for (uint32_t k = 1; parameter && k < e->integers.size; k++)
    if (!e->integers.data[k].index && stands_for(g, e->integers.data[k].value, parameter))
      return smr_intern_text(e->symbols, e->integers.data[k].name);
  for (uint32_t k = 0; parameter && k < e->scalars.size; k++)
    if (stands_for(g, e->scalars.data[k].value, parameter))
      return smr_intern_text(e->symbols, e->scalars.data[k].name);
  return "";
}

static bool does_nothing(const SmrGraph *g, SmrOp op) {
  return !smr_op(g, op)->region_count &&
         (smr_opcode_pure((SmrOpcode)smr_op(g, op)->code) || smr_op(g, op)->code == SMR_OP_ALLOCA);
}

/// Is the nest all of the function but its return, and what is computed for it?
static bool is_whole(const SmrGraph *g, SmrNest nest) {
  const SmrBlockData *block = &g->blocks.data[smr_region_block(g, g->body)];
  if (g->regions.data[g->body].blocks.size != 1 || nest.block != smr_region_block(g, g->body))
    return false;
  for (SmrOp op = block->first; op != block->last; op = smr_op(g, op)->next)
    if ((smr_before(g, op, nest.first) || smr_before(g, nest.last, op)) && !does_nothing(g, op))
      return false;
  return nest.last != block->last;
}

/// The equations of the whole function, to be destroyed: of one nest, or of a loop whose rounds it is.
static SmrEquations *whole(const SmrGraph *g, const SmrRaisedNests *nests) {
  for (uint32_t k = 0; k < nests->size; k++) {
    const SmrRaisedNest *one = &nests->data[k];
    if (one->equations && is_whole(g, one->nest))
      return smr_equations_copy(one->equations);
    for (uint32_t levels = 1; one->equations && levels <= SMR_LIFT_MOST; levels++) {
      SmrNest loop;
      SmrEquations *lifted = smr_lift(g, one->nest, one->equations, levels, &loop);
      if (lifted && is_whole(g, loop))
        return lifted;
      smr_equations_destroy(lifted);
    }
  }
  return NULL;
}

/// What the library keeps of the equations: their canonical form, which who reads it need not make again.
/// Nothing where they are no rule: then the pair is found as it is written.
static void keep(SmrPair *pair, const SmrEquations *e, SmrArena *arena) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_equations_print(e, &text);
  SmrPair raw = *pair;
  raw.equations = smr_str_get(&text);
  SmrCoverRule *rule = smr_cover_rule_create(e->symbols, &raw, false, NULL);
  smr_str_clear(&text);
  if (rule) {
    smr_cover_rule_print(rule, &text);
    pair->equations = smr_arena_strdup(arena, smr_str_get(&text));
    SmrCoverRules forms = {0};
    smr_cover_rules_add(&forms, rule, 0, 0);
    pair->shape = UINT64_MAX;
    for (uint32_t k = 0; k < forms.size; k++)
      pair->shape &= smr_cover_rule_shape(forms.data[k]);
    smr_cover_rules_destroy(&forms);
  }
}

/// A call by equations is given no descriptor that says what was found, so none may be asked.
static bool asks_descriptor(const SmrGraph *g) {
  for (SmrOp op = 1; op < g->ops.size; op++) {
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    if (smr_op(g, op)->block &&
        (code == SMR_OP_DESCR_EXTENT || code == SMR_OP_DESCR_STRIDE || code == SMR_OP_DESCR_LB))
      return true;
  }
  return false;
}

void smr_build_equations(SmrBuildPair *pair, const SmrGraph *imported, SmrArena *arena, SmrDiag *diag) {
  SmrGraph *plain = smr_graph_copy(imported);
  SmrRaisedNests nests = {0};
  smr_normalize_equations(plain);
  smr_raise_function(plain, NULL, &nests);
  bool opened = plain->row_pointers.size || plain->collapsed.size; // (nobody asks for what that takes)
  SmrEquations *e = opened ? NULL : whole(plain, &nests);
  const SmrPattern *pattern = &pair->pair.pattern;
  const char **words = smr_arena_alloc(arena, (pattern->arg_count + 1) * sizeof *words);
  pair->pair.words = words;
  for (uint32_t k = 0; k < pattern->arg_count; k++) {
    bool result = pattern->args[k].kind == SMR_ARG_RESULT;
    SmrBlock block = smr_region_block(plain, plain->body);
    SmrValue parameter = result ? 0 : smr_value(plain, plain->blocks.data[block].args.data[k]);
    words[k] = e ? smr_arena_strdup(arena, word_for(plain, e, parameter)) : "";
  }
  bool asks = e && asks_descriptor(plain);
  if (asks)
    smr_report(
        diag, SMR_NOTE, pair->pat->path, pair->source->line, pair->source->column,
        "pair \"%s\" is found only as it is written, in spite of `mode auto`: the size or layout of an "
        "array is in its descriptor; with explicit bounds (a(lda,*)) it is found however it is written",
        pair->name);
  else if (e)
    keep(&pair->pair, e, arena);
  smr_equations_destroy(e);
  smr_raised_nests_free(&nests);
  smr_graph_destroy(plain);
}
