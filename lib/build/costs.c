//===- costs.c - tables of costs -------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Lines of base/cost_lines.h: names of pairs, and what a `pays` clause holds. A PAT file names a table for
// the pairs that it has (`costs`), users one for libraries as they are opened.
//===----------------------------------------------------------------------===//
#include "base/cost_lines.h"
#include "base/str.h"
#include "build/internal.h"
#include <string.h>

typedef struct {
  const char *path; // in the arena, as all text
  SmrCostLines lines;
} Table;

/// `by` is the PAT file that names the table, if one does.
static bool read_table(Table *t, const char *path, const SmrPat *by, SmrArena *arena, SmrDiag *diag) {
  const char *unread;
  t->path = smr_arena_strdup(arena, path);
  bool ok = smr_cost_lines_read(t->path, arena, &t->lines, &unread, diag);
  if (unread && by)
    smr_error(diag, by->path, by->costs_line, by->costs_column, "%s: %s", path, unread);
  else if (unread)
    smr_error(diag, path, 0, 0, "%s", unread);
  return ok;
}

//--- Of a PAT file -----------------------------------------------------------------

static bool set_source(const Table *t, SmrPatPair *pair, SmrArena *arena, SmrDiag *diag) {
  const SmrCostLine *row = smr_cost_lines_find(&t->lines, pair->name);
  pair->pays_file = row ? t->path : NULL;
  return !row ||
         smr_pat_parse_pays(t->path, row->line, row->column, row->cost, pair->name, pair->idiom.arguments,
                            pair->idiom.argument_count, pair->idiom.language == SMR_LANGUAGE_FORTRAN, arena,
                            &pair->pays, &pair->pays_count, diag);
}

bool smr_build_costs(SmrPat *pat, SmrArena *arena, SmrDiag *diag) {
  if (!pat->costs)
    return true;
  SMR_OWNED(SmrStr, smr_str_free) path = {0};
  const char *slash = *pat->costs == '/' ? NULL : strrchr(pat->path, '/');
  if (slash)
    smr_str_append(&path, pat->path, (size_t)(slash - pat->path) + 1);
  smr_str_puts(&path, pat->costs);
  Table t = {0};
  bool ok = read_table(&t, smr_str_get(&path), pat, arena, diag);
  SmrPatPair *pairs = smr_arena_alloc(arena, pat->pair_count * sizeof *pairs + 1);
  for (uint32_t k = 0; k < pat->pair_count && ok; k++) {
    pairs[k] = pat->pairs[k];
    ok = pairs[k].pays_told || set_source(&t, &pairs[k], arena, diag);
  }
  if (ok)
    pat->pairs = pairs;
  smr_vec_free(&t.lines);
  return ok;
}

//--- Of the user -------------------------------------------------------------------

static bool set_pair(const Table *t, const SmrCostLine *row, SmrPair *pair, SmrArena *arena, SmrDiag *diag) {
  const SmrPattern *pattern = &pair->pattern;
  const char **names = smr_arena_alloc(arena, pattern->arg_count * sizeof *names + 1);
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    names[k] = pattern->args[k].name;
  const SmrPatNode *nodes;
  uint32_t node_count;
  SmrWhen *pays;
  SmrBuildPlace place = {pair->pattern.name, t->path, row->line, row->column, pattern->args,
                         pattern->arg_count, false};
  if (!smr_pat_parse_pays(t->path, row->line, row->column, row->cost, pair->pattern.name, names,
                          pattern->arg_count, pair->language == SMR_LANGUAGE_FORTRAN, arena, &nodes,
                          &node_count, diag) ||
      !smr_build_list(&place, nodes, node_count, 0, arena, &pays, &pair->pays_count, diag))
    return false;
  pair->pays = pays;
  return true;
}

static bool forget(SmrLibrary *library) {
  for (uint32_t k = 0; k < library->count; k++)
    library->pairs[k].pays_count = 0;
  return true;
}

bool smr_library_set_costs(SmrLibrary *library, const char *path, SmrDiag *diag) {
  if (strcmp(path, "none") == 0)
    return forget(library);
  Table t = {0};
  bool ok = read_table(&t, path, NULL, &library->arena, diag);
  for (uint32_t k = 0; k < library->count && ok; k++) {
    const SmrCostLine *row = smr_cost_lines_find(&t.lines, library->pairs[k].pattern.name);
    ok = !row || set_pair(&t, row, &library->pairs[k], &library->arena, diag);
  }
  smr_vec_free(&t.lines);
  return ok;
}
