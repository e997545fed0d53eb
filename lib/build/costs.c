//===- costs.c - a table of costs over a library -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Text, a line for a set of pairs: a pattern for their names, as shells match file names, and what a `pays`
// clause holds. The first line that fits a pair counts.
//===----------------------------------------------------------------------===//
#include "base/str.h"
#include "build/internal.h"
#include <fnmatch.h>
#include <string.h>

typedef struct {
  const char *path;
  SmrLibrary *library;
  SmrDiag *diag;
  bool *done; // per pair: a line spoke of it
} Table;

/// The condition of one pair; `text` starts at that column.
static bool set_pair(Table *t, uint32_t number, uint32_t line, uint32_t column, const char *text) {
  SmrLibrary *library = t->library;
  const SmrPattern *pattern = &library->patterns[number];
  SmrPair *pair = &library->pairs[number];
  const char **names = smr_arena_alloc(&library->arena, pattern->arg_count * sizeof *names + 1);
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    names[k] = pattern->args[k].name ? pattern->args[k].name : "";
  const SmrPatNode *nodes;
  uint32_t node_count, count;
  SmrPfaCondition *list;
  SmrBuildPlace place = {pair->name, t->path, line, column, pattern->args, pattern->arg_count};
  if (!smr_pat_parse_pays(t->path, line, column, text, pair->name, names, pattern->arg_count,
                          pair->language == SMR_LANGUAGE_FORTRAN, &library->arena, &nodes, &node_count,
                          t->diag) ||
      !smr_build_list(&place, nodes, node_count, 0, &library->arena, &list, &count, t->diag))
    return false;
  SmrWhen *pays = smr_arena_alloc(&library->arena, count * sizeof *pays + 1);
  for (uint32_t k = 0; k < count; k++) {
    SmrWhenStep *steps = smr_arena_alloc(&library->arena, list[k].count * sizeof *steps);
    for (uint32_t s = 0; s < list[k].count; s++)
      steps[s] = (SmrWhenStep){(SmrWhenOp)list[k].steps[s].op, list[k].steps[s].arg, list[k].steps[s].imm};
    pays[k] = (SmrWhen){steps, list[k].count, list[k].text};
  }
  pair->pays = pays;
  pair->pays_count = count;
  t->done[number] = true;
  return true;
}

static bool read_line(Table *t, uint32_t line, char *text) {
  text[strcspn(text, "#\r")] = 0;
  size_t blank = strspn(text, " \t"), length = strcspn(text + blank, " \t");
  char *names = text + blank, *condition = names + length + strspn(names + length, " \t");
  if (!length)
    return true;
  uint32_t column = (uint32_t)(condition - text) + 1;
  if (!*condition)
    return smr_error(t->diag, t->path, line, column, "expected a condition behind '%s'", names);
  names[length] = 0;
  for (uint32_t k = 0; k < t->library->count; k++)
    if (!t->done[k] && fnmatch(names, t->library->pairs[k].name, 0) == 0 &&
        !set_pair(t, k, line, column, condition))
      return false;
  return true;
}

static bool forget(SmrLibrary *library) {
  for (uint32_t k = 0; k < library->count; k++)
    library->pairs[k].pays_count = 0;
  return true;
}

bool smr_library_set_costs(SmrLibrary *library, const char *path, SmrDiag *diag) {
  SmrStr text = {0};
  const char *reason;
  if (strcmp(path, "none") == 0)
    return forget(library);
  if (!smr_read_file(path, &text, &reason)) {
    smr_str_free(&text);
    return smr_error(diag, path, 0, 0, "%s", reason);
  }
  Table t = {path, library, diag, smr_xcalloc(library->count + 1, sizeof *t.done)};
  t.path = smr_arena_strdup(&library->arena, path);
  bool ok = true;
  uint32_t line = 1;
  for (char *at = text.data, *end = at + text.size; ok && at && at < end; line++) {
    char *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop ? stop : end;
    char *copy = smr_arena_strndup(&library->arena, at, (size_t)(stop - at));
    ok = read_line(&t, line, copy);
    at = stop + 1;
  }
  free(t.done);
  smr_str_free(&text);
  return ok;
}
