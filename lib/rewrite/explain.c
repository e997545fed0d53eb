//===- explain.c - loop nests that would be an idiom but for something ---===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Matches the variations of whatif.h. One entry for each outermost loop: the largest idiom that the nest
// would be, and the first thing that keeps it from being so. Loops that matched, or that were refused with a
// reason, are left out; so are smaller idioms than a match inside.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "rewrite/rewrite_internal.h"
#include "rewrite/whatif.h"
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
  const SmrExplainer *context;
  const SmrGraph *graph; // the variation
  const SmrFound *found;
  uint32_t found_count, library, variation;
  const SmrWhatIf *whatif;
  SmrMap matched; // handle of a root → 1 + its pattern's size when it is rewritten, 1 when it was refused
  SMR_VEC(Explained) best;
  SmrArena *arena;
} State;

static uint32_t size_of(const SmrExplainer *context, uint32_t library, uint32_t pattern) {
  const SmrPattern *p = &context->libraries[library].patterns[pattern];
  return p->loop_count + p->node_count;
}

static bool is_loop(const SmrGraph *g, SmrOp op) {
  return smr_op(g, op)->code == SMR_OP_LOOP && smr_op(g, op)->handle;
}

/// The largest rewritten idiom in the op's regions.
static uint32_t largest_inside(const State *s, SmrOp op) {
  const SmrGraph *g = s->graph;
  uint32_t largest = 0, known;
  for (SmrOp at = 1; at < g->ops.size; ++at)
    if (smr_op(g, at)->block && is_loop(g, at) &&
        smr_map_get(&s->matched, (uint64_t)(uintptr_t)smr_op(g, at)->handle, &known) && known > largest &&
        smr_inside(g, at, op))
      largest = known;
  return largest;
}

static bool note_match(const SmrMatch *match, void *data) {
  State *s = data;
  const SmrGraph *g = match->graph;
  SmrOp root = match->roots[0], nest = 0;
  uint32_t known, size = size_of(s->context, s->library, match->pattern);
  if (!is_loop(g, root))
    return true;
  for (SmrOp op = root; op; op = smr_parent(g, op)) {
    if (is_loop(g, op) && smr_map_get(&s->matched, (uint64_t)(uintptr_t)smr_op(g, op)->handle, &known) &&
        (op == root || known > 1))
      return true;
    nest = is_loop(g, op) ? op : nest;
  }
  void *loop = smr_op(g, root)->handle;
  const SmrWhatIfNote *first = NULL;
  for (uint32_t k = 0; k < s->whatif->notes.size; ++k) {
    const SmrWhatIfNote *n = &s->whatif->notes.data[k];
    if (smr_whatif_concerns(s->whatif, n, loop) && (!first || n->loc.line < first->loc.line))
      first = n;
  }
  if (!first || size + 1 <= largest_inside(s, root))
    return true;
  Explained *best = NULL;
  for (uint32_t k = 0; k < s->best.size && !best; ++k)
    best = s->best.data[k].nest == smr_op(g, nest)->handle ? &s->best.data[k] : NULL;
  bool foreign = smr_pair_foreign(&s->context->libraries[s->library].pairs[match->pattern], s->context->kind);
  if (best && best->variation < s->variation && best->size + 1 >= size)
    return true;
  if (best && best->variation == s->variation &&
      (best->size > size || (best->size == size && best->foreign <= foreign)))
    return true;
  SmrLocData at = first->loc;
  if (smr_op(g, root)->loc)
    at = g->locs.data[smr_op(g, root)->loc];
  SmrStr text = {0};
  smr_str_printf(&text, "like %s, but ", s->context->libraries[s->library].pairs[match->pattern].name);
  smr_whatif_text(g->symbols, first, &at, &text);
  Explained one = {loop,       smr_op(g, nest)->handle,
                   s->library, match->pattern,
                   size,       s->variation,
                   at,         smr_arena_strdup(s->arena, smr_str_get(&text)),
                   foreign};
  smr_str_free(&text);
  if (best)
    *best = one;
  else
    smr_vec_push(&s->best, one);
  return true;
}

typedef struct {
  const Explained *best;
  SmrNear *nears;
  uint32_t count, number;
} Places;

/// The report goes by places in the real graph: the loop's, or where its line begins.
static void find_places(SmrGraph *g, SmrOp op, void *data) {
  Places *p = data;
  ++p->number;
  for (uint32_t k = 0; k < p->count; ++k) {
    const SmrLocData *at = smr_op(g, op)->loc ? &g->locs.data[smr_op(g, op)->loc] : NULL;
    bool exact = smr_op(g, op)->handle == p->best[k].loop;
    bool near = !p->nears[k].root && at && at->file == p->best[k].at.file && at->line >= p->best[k].at.line;
    if (exact || near) {
      p->nears[k].root = op;
      p->nears[k].place = p->number;
    }
  }
}

/// Is there a loop that no match covers?
static bool open_loops(const State *s, const SmrGraph *g) {
  if (g->regions.data[g->body].blocks.size > 1)
    return true;
  uint32_t known;
  for (SmrOp op = 1; op < g->ops.size; ++op) {
    if (!smr_op(g, op)->block || (smr_op(g, op)->code != SMR_OP_LOAD && smr_op(g, op)->code != SMR_OP_STORE))
      continue;
    bool covered = false, looped = false;
    for (SmrOp up = smr_parent(g, op); up && !covered; up = smr_parent(g, up)) {
      looped |= smr_op(g, up)->code == SMR_OP_LOOP || smr_op(g, up)->code == SMR_OP_WHILE;
      covered = smr_op(g, up)->handle &&
                smr_map_get(&s->matched, (uint64_t)(uintptr_t)smr_op(g, up)->handle, &known) && known > 1;
    }
    if (looped && !covered)
      return true;
  }
  return false;
}

uint32_t smr_explain(const SmrExplainer *context, MlirOperation function, SmrGraph *graph,
                     const SmrFound *found, uint32_t found_count, SmrArena *arena, const SmrNear **out) {
  State s = {.context = context, .found = found, .found_count = found_count, .arena = arena};
  for (uint32_t k = 0; k < found_count; ++k)
    for (uint32_t i = 0; i < found[k].match.root_count; ++i) {
      const void *handle = smr_op(graph, found[k].match.roots[i])->handle;
      uint32_t *mark = smr_map_at(&s.matched, (uint64_t)(uintptr_t)handle, 0);
      uint32_t value = found[k].accepted ? 1 + size_of(context, found[k].library, found[k].match.pattern)
                                         : found[k].refused;
      *mark = *mark < value ? value : *mark;
    }
  bool worth = open_loops(&s, graph);
  for (uint32_t v = 0; v < SMR_WHATIF_VARIATIONS && worth; ++v) {
    SmrDiag silent = {0};
    SmrGraph *g = smr_import_function(context->importer, function, NULL, &silent);
    smr_diag_free(&silent);
    if (!g)
      break;
    SmrWhatIf whatif = {0};
    bool any = smr_whatif(g, v, &whatif);
    s.graph = g;
    s.variation = v;
    s.whatif = &whatif;
    for (uint32_t l = 0; l < context->count && any; ++l) {
      SmrRunStats stats = {0};
      s.library = l;
      context->find(&context->libraries[l], g, note_match, &s, &stats, context->find_context);
    }
    smr_whatif_free(&whatif);
    smr_graph_destroy(g);
    worth = any || v == 0;
  }
  SmrNear *nears = smr_arena_alloc(arena, (s.best.size + 1) * sizeof *nears);
  for (uint32_t k = 0; k < s.best.size; ++k)
    nears[k] =
        (SmrNear){.line = s.best.data[k].at.line,
                  .column = s.best.data[k].at.column,
                  .file = smr_intern_text(graph->symbols, s.best.data[k].at.file),
                  .idiom = context->libraries[s.best.data[k].library].pairs[s.best.data[k].pattern].name,
                  .reason = s.best.data[k].reason};
  Places places = {s.best.data, nears, s.best.size, 0};
  if (s.best.size)
    smr_graph_walk(graph, find_places, &places);
  uint32_t count = s.best.size;
  smr_vec_free(&s.best);
  smr_map_free(&s.matched);
  *out = nears;
  return count;
}

static int compare_place(const void *a, const void *b) {
  const SmrNear *x = a, *y = b;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static SmrOp outermost(const SmrGraph *g, SmrOp op) {
  SmrOp top = op;
  for (; op; op = smr_parent(g, op))
    top = op;
  return top;
}

uint32_t smr_near_join(const SmrGraph *g, const SmrNear *explained, uint32_t explained_count,
                       const SmrNear *near, uint32_t near_count, SmrArena *arena, const SmrNear **out) {
  SmrNear *all = smr_arena_alloc(arena, (explained_count + near_count + 1) * sizeof *all);
  uint32_t count = 0;
  for (uint32_t k = 0; k < explained_count; ++k)
    all[count++] = explained[k];
  for (uint32_t k = 0; k < near_count; ++k) {
    bool told = false;
    for (uint32_t i = 0; i < explained_count; ++i)
      told |= explained[i].root && outermost(g, explained[i].root) == outermost(g, near[k].root);
    if (!told)
      all[count++] = near[k];
  }
  if (count)
    qsort(all, count, sizeof *all, compare_place);
  *out = all;
  return count;
}
