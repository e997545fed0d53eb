//===- explain.c - loop nests that would be an idiom but for something ---===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Matches the variations of whatif.h. One entry for each outermost loop: the largest idiom that the nest
// would be, and the first thing that keeps it from being so. Loops that matched, or that were refused with a
// reason, are left out; so are smaller idioms than a match inside.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "rewrite/decide/idioms.h"
#include "rewrite/tell/near.h"
#include "rewrite/tell/whatif.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  void *loop; // the match's first root
  void *nest; // the outermost loop around it
  uint32_t library, pattern, size, variation;
  SmrLocData at; // of the loop
  char *reason;
  bool foreign; // written for the other language
} Explained;

typedef struct {
  SmrModuleRun *run;
  SmrFunctionRun *function;
  const SmrGraph *graph;       // the variation
  uint32_t library, variation; // library: whose automata run
  const SmrWhatIf *whatif;
  SmrMap matched; // handle of a root → 1 + its pattern's size when it is rewritten, 1 when it was refused
  SMR_VEC(Explained) best;
} State;

static uint64_t key_of(const SmrGraph *g, SmrOp op) {
  return (uint64_t)(uintptr_t)smr_op(g, op)->handle;
}

static bool is_loop(const SmrGraph *g, SmrOp op) {
  return smr_op(g, op)->code == SMR_OP_LOOP && smr_op(g, op)->handle;
}

/// The largest rewritten idiom in the op's regions.
static uint32_t largest_inside(const State *s, SmrOp op) {
  const SmrGraph *g = s->graph;
  uint32_t largest = 0, known;
  for (SmrOp at = 1; at < g->ops.size; at++)
    if (smr_op(g, at)->block && is_loop(g, at) && smr_map_get(&s->matched, key_of(g, at), &known) &&
        known > largest && smr_inside(g, at, op))
      largest = known;
  return largest;
}

/// The outermost loop around a match; 0: something there matched in the program itself.
static SmrOp nest_of(const State *s, SmrOp root) {
  const SmrGraph *g = s->graph;
  SmrOp nest = 0;
  uint32_t known;
  for (SmrOp op = root; op; op = smr_parent(g, op)) {
    if (is_loop(g, op) && smr_map_get(&s->matched, key_of(g, op), &known) && (op == root || known > 1))
      return 0;
    nest = is_loop(g, op) ? op : nest;
  }
  return nest;
}

/// What was taken away first, by lines, of what concerns the loop.
static const SmrWhatIfNote *first_note(const SmrWhatIf *whatif, const void *loop) {
  const SmrWhatIfNote *first = NULL;
  for (uint32_t k = 0; k < whatif->notes.size; k++) {
    const SmrWhatIfNote *n = &whatif->notes.data[k];
    if (smr_whatif_concerns(whatif, n, loop) && (!first || n->loc.line < first->loc.line))
      first = n;
  }
  return first;
}

/// What is known of a nest stays, unless the other is larger, or as large and of the program's own language.
static bool is_better(const Explained *one, const Explained *known) {
  if (known->variation < one->variation)
    return one->size > known->size + 1;
  return one->size > known->size || (one->size == known->size && known->foreign && !one->foreign);
}

static char *text_of(const State *s, const SmrPair *pair, const SmrWhatIfNote *note, const SmrLocData *at) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "like %s, but ", pair->pattern.name);
  smr_whatif_text(s->graph->symbols, note, at, &text);
  return smr_arena_strdup(&s->function->arena, smr_str_get(&text));
}

static void note_idiom(State *s, SmrOp root, uint32_t number, uint32_t pattern) {
  const SmrGraph *g = s->graph;
  const SmrLibrary *library = &s->run->libraries[number];
  const SmrPair *pair = &library->pairs[pattern];
  SmrOp nest = is_loop(g, root) ? nest_of(s, root) : 0;
  if (!nest)
    return;
  Explained one = {.loop = smr_op(g, root)->handle,
                   .nest = smr_op(g, nest)->handle,
                   .library = number,
                   .pattern = pattern,
                   .size = smr_pattern_size(&library->pairs[pattern].pattern),
                   .variation = s->variation,
                   .foreign = smr_pair_foreign(pair, s->function->kind)};
  const SmrWhatIfNote *first = first_note(s->whatif, one.loop);
  if (!first || one.size + 1 <= largest_inside(s, root))
    return;
  Explained *best = NULL;
  for (uint32_t k = 0; k < s->best.size && !best; k++)
    best = s->best.data[k].nest == one.nest ? &s->best.data[k] : NULL;
  if (best && !is_better(&one, best))
    return;
  one.at = smr_op(g, root)->loc ? g->locs.data[smr_op(g, root)->loc] : first->loc;
  one.reason = text_of(s, pair, first, &one.at);
  if (best)
    *best = one;
  else
    smr_vec_push(&s->best, one);
}

static bool note_match(const SmrMatch *match, void *data) {
  State *s = data;
  if (!s->run->libraries[s->library].pairs[match->pattern].off)
    note_idiom(s, match->roots[0], s->library, match->pattern);
  return true;
}

static void note_equations(const SmrGraph *graph, SmrOp loop, uint32_t library, uint32_t pair, void *data) {
  State *s = data;
  const SmrGraph *variation = s->graph;
  s->graph = graph;
  note_idiom(s, loop, library, pair);
  s->graph = variation;
}

/// The report goes by places in the real graph: the loop's, or where its line begins.
static void find_place(const SmrGraph *g, const Explained *best, SmrNear *near) {
  for (SmrOp op = 0; (op = smr_next_op(g, op, 0));) {
    const SmrLocData *at = smr_op(g, op)->loc ? &g->locs.data[smr_op(g, op)->loc] : NULL;
    bool exact = smr_op(g, op)->handle == best->loop;
    if (exact || (!near->root && at && at->file == best->at.file && at->line >= best->at.line)) {
      near->root = op;
      near->by_line = !exact;
    }
  }
}

/// Is there a loop that no match covers?
static bool open_loops(const State *s, const SmrGraph *g) {
  if (g->regions.data[g->body].blocks.size > 1)
    return true;
  uint32_t known;
  for (SmrOp op = 1; op < g->ops.size; op++) {
    if (!smr_op(g, op)->block || !smr_is_access(g, op))
      continue;
    bool covered = false, looped = false;
    for (SmrOp up = smr_parent(g, op); up && !covered; up = smr_parent(g, up)) {
      looped |= smr_op(g, up)->code == SMR_OP_LOOP || smr_op(g, up)->code == SMR_OP_WHILE;
      covered = smr_op(g, up)->handle && smr_map_get(&s->matched, key_of(g, up), &known) && known > 1;
    }
    if (looped && !covered)
      return true;
  }
  return false;
}

static void note_matched(State *s) {
  const SmrFunctionRun *f = s->function;
  for (SmrOp op = 1; op < f->graph->ops.size; op++) {
    uint32_t size;
    if (smr_map_get(&f->served, key_of(f->graph, op), &size))
      smr_map_set(&s->matched, key_of(f->graph, op), 1 + size);
  }
  for (uint32_t k = 0; k < f->found.size; k++) {
    const SmrOffer *found = &f->found.data[k];
    const SmrPattern *pattern = &smr_offer_pair(found)->pattern;
    uint32_t value = found->accepted ? 1 + smr_pattern_size(pattern) : found->refused;
    for (uint32_t i = 0; i < found->root_count; i++) {
      uint32_t *mark = smr_map_at(&s->matched, key_of(f->graph, found->roots[i]), 0);
      *mark = *mark < value ? value : *mark;
    }
  }
}

static void match(State *s, SmrGraph *g, uint32_t variation, const SmrWhatIf *whatif) {
  s->graph = g;
  s->variation = variation;
  s->whatif = whatif;
  uint64_t limits = 0;
  for (s->library = 0; s->library < s->run->library_count; s->library++) {
    if (!smr_open_automata(s->run, s->library, UINT64_MAX))
      continue;
    SmrRunStats stats = {0};
    smr_automata_run(s->run->libraries[s->library].automata, g, s->run->scratch, note_match, s, &stats);
    limits += stats.limits;
  }
  if (limits)
    smr_function_limit(s->function, "SMR's steps were over while explaining");
  if (s->run->options->set.mode != SMR_MODE_EXACT)
    smr_idioms_in(s->run, s->function, g, note_equations, s);
}

/// Matches the variations, until one has nothing to take away.
static void match_all(State *s) {
  SmrGraph *base = smr_graph_copy(s->function->imported);
  SmrWhatIf whatif = {0};
  if (smr_whatif(base, &whatif))
    match(s, base, 0, &whatif);
  if (whatif.limited)
    smr_function_limit(s->function, "SMR explains the first %d loops of blocks, and no more",
                       SMR_WHATIF_MOST_LOOPS);
  uint32_t notes = whatif.notes.size, around = whatif.around.size;
  bool any = true;
  for (uint32_t v = 1; v < SMR_WHATIF_VARIATIONS && any; v++) {
    whatif.notes.size = notes, whatif.around.size = around;
    SmrGraph *g = smr_graph_copy(base);
    any = smr_whatif_vary(g, v, &whatif);
    if (any)
      match(s, g, v, &whatif);
    smr_graph_destroy(g);
  }
  smr_graph_destroy(base);
  smr_whatif_free(&whatif);
}

static uint32_t put_nears(const State *s, const SmrNear **out) {
  SmrGraph *g = s->function->graph;
  SmrNear *nears = smr_arena_alloc(&s->function->arena, (s->best.size + 1) * sizeof *nears);
  for (uint32_t k = 0; k < s->best.size; k++) {
    const Explained *best = &s->best.data[k];
    nears[k] = (SmrNear){.rank = SMR_NEAR_EXPLAINED,
                         .line = best->at.line,
                         .column = best->at.column,
                         .file = smr_intern_text(g->symbols, best->at.file),
                         .idiom = s->run->libraries[best->library].pairs[best->pattern].pattern.name,
                         .reason = best->reason};
    find_place(g, best, &nears[k]);
  }
  *out = nears;
  return s->best.size;
}

uint32_t smr_explain(SmrModuleRun *run, SmrFunctionRun *f, const SmrNear **out) {
  State s = {.run = run, .function = f};
  note_matched(&s);
  smr_scratch_collect_misses(run->scratch, false);
  if (open_loops(&s, f->graph))
    match_all(&s);
  smr_scratch_collect_misses(run->scratch, true);
  uint32_t count = put_nears(&s, out);
  smr_vec_free(&s.best);
  smr_map_free(&s.matched);
  return count;
}
