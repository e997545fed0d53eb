//===- near.c - loop nests that almost are an idiom ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// One entry for a nest: the automata tell for every candidate loop how far the furthest data string came, and
// the furthest of a nest is told. A nest is an outermost loop; where that contains a match, the largest loops
// in it that do not.
//===----------------------------------------------------------------------===//
#include "rewrite/tell/near.h"
#include "rewrite/tell/told.h"
#include "rewrite/tell/whatif.h"
#include <stdlib.h>
#include <string.h>

enum { IS_ROOT = 1, CONTAINS_ROOT = 2, CONTAINS_LOAD = 4 };

static void mark_up(const SmrGraph *g, SmrOp op, uint8_t mark, uint8_t *marks) {
  for (; op && !(marks[op] & mark); op = smr_parent(g, op))
    marks[op] |= mark;
}

static uint8_t *mark_ops(const SmrGraph *g, const SmrOffer *found, uint32_t found_count) {
  uint8_t *marks = smr_xcalloc(g->ops.size + 1, 1);
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->code == SMR_OP_LOAD && smr_op(g, op)->block)
      mark_up(g, op, CONTAINS_LOAD, marks);
  for (uint32_t k = 0; k < found_count; k++)
    for (uint32_t i = 0; i < found[k].root_count; i++) {
      SmrOp op = found[k].roots[i];
      marks[op] |= IS_ROOT;
      mark_up(g, op, CONTAINS_ROOT, marks);
    }
  return marks;
}

/// The nest that a loop belongs to; 0 when the loop overlaps a match.
static SmrOp nest_of(const SmrGraph *g, const uint8_t *marks, SmrOp loop) {
  SmrOp nest = 0;
  bool whole = true;
  for (SmrOp op = loop; op; op = smr_parent(g, op)) {
    if (marks[op] & IS_ROOT)
      return 0;
    whole &= !(marks[op] & CONTAINS_ROOT);
    if (whole && smr_op(g, op)->code == SMR_OP_LOOP)
      nest = op;
  }
  return nest;
}

/// What the patterns that came so far have in common in their names, up to a hyphen; else the shortest of the
/// names. Those written for programs of this kind count, if there are any.
static const char *family(const SmrLibrary *library, const SmrNearMiss *miss, SmrLanguage kind,
                          SmrArena *arena) {
  uint32_t *patterns, count, capacity = 64, own = 0;
  do {
    capacity *= 2;
    patterns = smr_arena_alloc(arena, capacity * sizeof *patterns);
    count = smr_near_patterns(library->automata, miss, patterns, capacity);
  } while (count == capacity);
  for (uint32_t k = 0; k < count; k++)
    own += !library->pairs[patterns[k]].off && !smr_pair_foreign(&library->pairs[patterns[k]], kind);
  const char *shortest = NULL;
  size_t common = 0;
  for (uint32_t k = 0; k < count; k++) {
    const char *name = library->pairs[patterns[k]].pattern.name;
    if (library->pairs[patterns[k]].off || (own && smr_pair_foreign(&library->pairs[patterns[k]], kind)))
      continue;
    if (!shortest) {
      shortest = name;
      common = strlen(name);
      continue;
    }
    size_t same = 0, length = strlen(name);
    while (same < common && shortest[same] == name[same])
      ++same;
    bool whole = (same == length || name[same] == '-') && (!shortest[same] || shortest[same] == '-');
    while (!whole && same && shortest[--same] != '-')
      ;
    common = same;
    shortest = length < strlen(shortest) ? name : shortest;
  }
  if (!shortest)
    return library->pairs[miss->pattern].pattern.name;
  char *text = smr_arena_strdup(arena, shortest);
  if (common)
    text[common] = '\0';
  return text;
}

static void put_place(const SmrGraph *g, const SmrLocData *loop, const SmrLocData *at, SmrStr *out) {
  if (at && loop && at->file != loop->file)
    smr_str_printf(out, " at %s:%u", smr_intern_text(g->symbols, at->file), at->line);
  else if (at && at->line)
    smr_str_printf(out, " at line %u", at->line);
}

static SmrNear describe(const SmrGraph *g, const SmrLibrary *libraries, const SmrKeptMiss *kept,
                        SmrLanguage kind, SmrArena *arena) {
  const SmrNearMiss *miss = &kept->miss;
  const SmrLocData *loop = smr_place_of(g, miss->root), *at = smr_place_of(g, miss->at);
  SmrNear near = {.rank = SMR_NEAR_STRING,
                  .root = miss->root,
                  .idiom = family(&libraries[kept->library], miss, kind, arena),
                  .file = ""};
  if (loop) {
    near.file = smr_intern_text(g->symbols, loop->file);
    near.line = loop->line;
    near.column = loop->column;
  }
  SmrStr text = {0};
  smr_str_printf(&text, "like %s, but ", near.idiom);
  SmrOpcode code = miss->access ? (SmrOpcode)smr_op(g, miss->access)->code : SMR_OP_NONE;
  if (smr_is_access(g, miss->access)) {
    SmrSym array = smr_whatif_name(g, smr_operand(g, miss->access, code == SMR_OP_STORE));
    smr_str_puts(&text, "the indices");
    smr_whatif_put_name(g->symbols, array, array ? " of" : " of the array", &text);
    put_place(g, loop, at, &text);
    smr_str_puts(&text, " do not run as in it");
  } else if (code == SMR_OP_LOOP) {
    smr_str_puts(&text, "the bounds of the loop");
    put_place(g, loop, at, &text);
    smr_str_puts(&text, " are not as in it");
  } else if (miss->index) {
    smr_str_puts(&text, "the bounds, indices or exponents");
    put_place(g, loop, at, &text);
    smr_str_puts(&text, " are not as in it");
  } else {
    smr_str_puts(&text, miss->found);
    put_place(g, loop, at, &text);
    smr_str_printf(&text, " stands where it has %s", miss->expected);
  }
  near.reason = smr_arena_strdup(arena, smr_str_get(&text));
  smr_str_free(&text);
  return near;
}

uint32_t smr_near_choose(const SmrModuleRun *run, SmrFunctionRun *f, const SmrNear **out) {
  SmrGraph *g = f->graph;
  const SmrKeptMiss *misses = f->misses.data;
  uint8_t *marks = mark_ops(g, f->found.data, f->found.size);
  uint32_t *best = smr_xcalloc(g->ops.size + 1, sizeof *best), chosen = 0; // by nest: number of the miss + 1
  for (uint32_t k = 0; k < f->misses.size; k++) {
    const SmrNearMiss *miss = &misses[k].miss;
    // Loops and stores alone are in every initialisation: that is no likeness.
    if (!miss->work || !(marks[miss->root] & CONTAINS_LOAD) || smr_op(g, miss->root)->code != SMR_OP_LOOP)
      continue;
    SmrOp nest = nest_of(g, marks, miss->root);
    if (!nest || (best[nest] && misses[best[nest] - 1].miss.length >= miss->length))
      continue;
    chosen += !best[nest];
    best[nest] = k + 1;
  }
  SmrNear *nears = smr_arena_alloc(&f->arena, (chosen + 1) * sizeof *nears);
  chosen = 0;
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (best[op])
      nears[chosen++] = describe(g, run->libraries, &misses[best[op] - 1], f->kind, &f->arena);
  free(best);
  free(marks);
  *out = nears;
  return chosen;
}
