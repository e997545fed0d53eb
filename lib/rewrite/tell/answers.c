//===- answers.c - an answer for every loop nest -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Who reads a report looks for his loop. Of nests that neither matched nor resemble an idiom one entry says
// what they are.
//===----------------------------------------------------------------------===//
#include "graph/number.h"
#include "rewrite/decide/find.h"
#include "rewrite/tell/cycles.h"
#include "rewrite/tell/near.h"
#include "rewrite/tell/told.h"
#include <stdlib.h>
#include <string.h>

/// What nests hold, by outermost loop.
typedef struct {
  SmrOp call, open; // the first call, the first loop that is not counted
  SmrOp off;        // the first that the source says to leave alone
  bool floats, loads, stores, told;
} Nest;

/// Blocks that lead to each other, where no loop op stands for them.
typedef struct {
  Nest nest;
  SmrOp first;        // in program order, of those with a place
  uint32_t low, high; // lines, in the file of the first
  uint32_t exits;
} Cycle;

typedef struct {
  const SmrFunctionRun *f;
  Nest *nests;
  uint32_t *order; // of the ops; [0]: how many
  Cycle *cycles;
  uint32_t *cycle_of; // by block
} State;

static bool is_float(const SmrGraph *g, SmrValue value) {
  return smr_type_is_number(smr_value_type(g, value));
}

static uint32_t cycle_around(const State *s, const SmrGraph *g, SmrOp op) {
  uint32_t cycle = 0;
  for (; op; op = smr_parent(g, op))
    cycle = s->cycle_of[smr_op(g, op)->block];
  return cycle;
}

/// Notes where the cycle is, and how often it can be left.
static void place_cycle(State *s, SmrGraph *g, SmrOp op, Cycle *cycle) {
  const SmrOpData *o = smr_op(g, op);
  SmrBlock next[2];
  if (op == g->blocks.data[o->block].last)
    for (uint32_t k = smr_successors(g, o->block, next); k-- > 0;)
      cycle->exits += s->cycle_of[next[k]] != s->cycle_of[o->block];
  const SmrLocData *place = o->loc ? &g->locs.data[o->loc] : NULL;
  if (!place || !place->line ||
      (cycle->first && place->file != g->locs.data[smr_op(g, cycle->first)->loc].file))
    return;
  if (!cycle->first || place->line < cycle->low)
    cycle->low = place->line;
  if (!cycle->first || place->line > cycle->high)
    cycle->high = place->line;
  if (!cycle->first)
    cycle->first = op;
}

static void look_at(State *s, SmrGraph *g, SmrOp op) {
  const SmrOpData *o = smr_op(g, op);
  s->order[op] = ++s->order[0];
  SmrOp loop = smr_outermost_loop(g, op, 0);
  uint32_t around = cycle_around(s, g, op);
  if (around && loop)
    s->cycles[around].nest.told = true; // that loop is what is spoken of
  else if (around)
    place_cycle(s, g, op, &s->cycles[around]);
  if (!loop && !around)
    return;
  Nest *nest = loop ? &s->nests[loop] : &s->cycles[around].nest;
  if (o->code == SMR_OP_CALL && !nest->call)
    nest->call = op;
  if (o->code == SMR_OP_WHILE && !nest->open)
    nest->open = op;
  if (o->code == SMR_OP_OPAQUE && !nest->off && !strcmp(smr_intern_text(g->symbols, o->name), SMR_OPAQUE_OFF))
    nest->off = op;
  nest->loads |= o->code == SMR_OP_LOAD;
  nest->stores |= o->code == SMR_OP_STORE;
  for (uint32_t k = 0; k < o->result_count; k++)
    nest->floats |= is_float(g, o->result_first + k);
  for (uint32_t k = 0; k < o->operand_count; k++)
    nest->floats |= is_float(g, smr_operand(g, op, k));
}

static void put_line(const SmrGraph *g, SmrOp op, SmrStr *out) {
  const SmrLocData *place = smr_place_of(g, op);
  if (place)
    smr_str_printf(out, " at line %u", place->line);
}

static const char *reason_of(SmrFunctionRun *f, SmrOp loop, const Nest *nest) {
  const SmrGraph *g = f->graph;
  const char *unread = loop ? smr_unread_reason(f, loop) : NULL;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (nest->call && smr_op(g, nest->call)->name) {
    SmrStr name = {0};
    smr_bare_name(smr_intern_text(g->symbols, smr_op(g, nest->call)->name), &name);
    bool fortran = strncmp(smr_str_get(&name), "_FortranA", 9) == 0;
    if (strncmp(smr_str_get(&name), "_FortranAio", 11) == 0)
      smr_str_puts(&text, "contains input or output");
    else
      smr_str_printf(&text, "contains a call of %s",
                     fortran ? "Fortran's run-time library" : smr_str_get(&name));
    put_line(g, nest->call, &text);
    smr_str_free(&name);
  } else if (nest->call) {
    smr_str_puts(&text, "contains a call");
    put_line(g, nest->call, &text);
  } else if (!nest->floats) {
    smr_str_puts(&text, "no floating-point work");
  } else if (!nest->loads) {
    smr_str_puts(&text, nest->stores ? "only sets what it does not read" : "reads no array");
  } else if (nest->open) {
    smr_str_puts(&text, "how often the loop");
    put_line(g, nest->open, &text);
    smr_str_puts(&text, " runs is not known before it");
  } else {
    smr_str_puts(&text, unread ? "not read as equations: " : "resembles no idiom of the libraries");
    smr_str_puts(&text, unread ? unread : "");
  }
  return smr_arena_strdup(&f->arena, smr_str_get(&text));
}

static int compare_place(const void *a, const void *b) {
  const SmrNear *x = a, *y = b;
  return x->place < y->place ? -1 : x->place > y->place;
}

/// Does a told entry stand at a line of the nest? (Explanations know their loop by its line alone, at times.)
static bool told_at(const SmrGraph *g, SmrOp loop, const SmrNear *told, uint32_t count) {
  const SmrLocData *place = smr_place_of(g, loop);
  for (uint32_t k = 0; place && k < count; k++)
    if (told[k].by_line && told[k].line == place->line &&
        !strcmp(told[k].file, smr_intern_text(g->symbols, place->file)))
      return true;
  return false;
}

static bool told_within(const SmrGraph *g, const Cycle *cycle, const SmrNear *told, uint32_t count) {
  const char *file = smr_intern_text(g->symbols, g->locs.data[smr_op(g, cycle->first)->loc].file);
  for (uint32_t k = 0; k < count; k++)
    if (told[k].line >= cycle->low && told[k].line <= cycle->high && !strcmp(told[k].file, file))
      return true;
  return false;
}

static const char *reason_of_cycle(SmrFunctionRun *f, const Cycle *cycle) {
  const Nest *nest = &cycle->nest;
  if (nest->call || !nest->floats || !nest->loads)
    return reason_of(f, 0, nest);
  return cycle->exits > 1 ? "the loop can be left in more than one place"
                          : "how often the loop runs is not known before it";
}

static State look(const SmrFunctionRun *f) {
  SmrGraph *g = f->graph;
  State s = {.f = f,
             .nests = smr_xcalloc(g->ops.size + 1, sizeof *s.nests),
             .order = smr_xcalloc(g->ops.size + 1, sizeof *s.order),
             .cycle_of = smr_xcalloc(g->blocks.size + 1, sizeof *s.cycle_of)};
  s.cycles = smr_xcalloc(smr_cycles(g, s.cycle_of) + 1, sizeof *s.cycles);
  for (SmrOp op = 0; (op = smr_next_op(g, op, 0));)
    look_at(&s, g, op);
  return s;
}

static void put_entry(const SmrGraph *g, const State *s, SmrOp op, const SmrLocData *place, uint32_t line,
                      const char *reason, SmrNear *out) {
  *out = (SmrNear){.rank = SMR_NEAR_PLAIN,
                   .root = op,
                   .place = s->order[op],
                   .line = line,
                   .column = place && line == place->line ? place->column
                             : line                       ? 1
                                                          : 0,
                   .file = place ? smr_intern_text(g->symbols, place->file) : "",
                   .idiom = "",
                   .reason = reason};
}

/// Of loops, by what is told of them or of something in them; of cycles of blocks, by what stands in them.
static void mark_told(State *s, const SmrGraph *g, const SmrToldNests *nests) {
  for (SmrOp op = 1; op < g->ops.size; op++) {
    if (!smr_op(g, op)->block || !smr_told_nests_within(nests, op))
      continue;
    SmrOp loop = smr_outermost_loop(g, op, 0);
    s->nests[loop].told = true;
    s->cycles[cycle_around(s, g, op)].nest.told = true;
  }
}

static uint32_t count_cycles(const State *s, const SmrGraph *g) {
  uint32_t cycles = 0;
  for (SmrBlock b = 0; b < g->blocks.size; b++)
    cycles = s->cycle_of[b] > cycles ? s->cycle_of[b] : cycles;
  return cycles;
}

static uint32_t count_loops(const SmrGraph *g) {
  uint32_t loops = 0;
  for (SmrOp op = 1; op < g->ops.size; op++)
    loops += smr_op(g, op)->block && smr_is_loop(g, op);
  return loops;
}

/// What the source says to leave alone is no missed idiom, whatever it is like.
static void tell_off(const State *s, SmrFunctionRun *f, SmrNear *all, uint32_t count) {
  const SmrGraph *g = f->graph;
  for (uint32_t k = 0; k < count; k++) {
    SmrOp loop = smr_outermost_loop(g, all[k].root, 0), off;
    off = loop ? s->nests[loop].off : all[k].root ? s->cycles[cycle_around(s, g, all[k].root)].nest.off : 0;
    if (!off)
      continue;
    SmrStr text = {0};
    smr_str_puts(&text, "left alone, as `smr off` says of the loop");
    put_line(g, off, &text);
    all[k].idiom = "";
    all[k].reason = smr_arena_strdup(&f->arena, smr_str_get(&text));
    smr_str_free(&text);
  }
}

/// The equations of each nest, where they were kept; of several the first ones.
static void tell_equations(const SmrFunctionRun *f, SmrNear *all, uint32_t count) {
  const SmrGraph *g = f->graph;
  for (uint32_t k = 0; k < count; k++) {
    SmrOp outermost = smr_outermost_loop(g, all[k].root, 0);
    for (SmrOp op = all[k].root; op && !all[k].explanation; op = op == outermost ? 0 : outermost)
      for (uint32_t n = 0; n < f->equations.size && !all[k].explanation; n++)
        if (f->equations.data[n].loop == smr_op(g, op)->handle)
          all[k].explanation = f->equations.data[n].explanation;
  }
}

uint32_t smr_answers_add(const SmrModuleRun *run, SmrFunctionRun *f, const SmrToldNests *nests,
                         const SmrNear *told, uint32_t told_count, const SmrNear **out) {
  SmrGraph *g = f->graph;
  State s = look(f);
  mark_told(&s, g, nests);
  uint32_t count = told_count, cycles = count_cycles(&s, g);
  SmrNear *all = smr_arena_alloc(&f->arena, (told_count + count_loops(g) + cycles + 1) * sizeof *all);
  if (told_count)
    memcpy(all, told, told_count * sizeof *all);
  for (SmrOp op = 1; op < g->ops.size; op++) {
    if (!smr_op(g, op)->block || !s.order[op] || smr_outermost_loop(g, op, 0) != op || s.nests[op].told ||
        told_at(g, op, told, told_count) || smr_other_branch(run, f, g, op))
      continue;
    const SmrLocData *place = smr_place_of(g, op);
    put_entry(g, &s, op, place, place ? place->line : 0, reason_of(f, op, &s.nests[op]), &all[count++]);
  }
  for (uint32_t k = 1; k <= cycles; k++) {
    const Cycle *cycle = &s.cycles[k];
    if (!cycle->first || cycle->nest.told || told_within(g, cycle, told, told_count))
      continue;
    put_entry(g, &s, cycle->first, &g->locs.data[smr_op(g, cycle->first)->loc], cycle->low,
              reason_of_cycle(f, cycle), &all[count++]);
  }
  tell_off(&s, f, all, count);
  tell_equations(f, all, count);
  if (count)
    qsort(all, count, sizeof *all, compare_place);
  free(s.nests);
  free(s.order);
  free(s.cycles);
  free(s.cycle_of);
  *out = all;
  return count;
}
