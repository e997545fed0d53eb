//===- cost_lines.c - the file format of costs ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/cost_lines.h"
#include "base/str.h"
#include <fnmatch.h>
#include <string.h>

static bool read_line(const char *path, uint32_t line, char *text, SmrCostLines *out, SmrDiag *diag) {
  text[strcspn(text, "#\r")] = 0;
  size_t blank = strspn(text, " \t"), length = strcspn(text + blank, " \t");
  char *names = text + blank, *cost = names + length + strspn(names + length, " \t");
  if (!length)
    return true;
  uint32_t column = (uint32_t)(cost - text) + 1;
  if (!*cost)
    return smr_error(diag, path, line, column, "expected what '%s' costs", names);
  names[length] = 0;
  smr_vec_push(out, ((SmrCostLine){names, cost, line, column}));
  return true;
}

bool smr_cost_lines_read(const char *path, SmrArena *arena, SmrCostLines *out, const char **unread,
                         SmrDiag *diag) {
  SmrStr text = {0};
  *unread = NULL;
  bool ok = smr_read_file(path, &text, unread);
  uint32_t line = 1;
  for (const char *at = text.data, *end = at + text.size; ok && at && at < end; line++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop ? stop : end;
    ok = read_line(path, line, smr_arena_strndup(arena, at, (size_t)(stop - at)), out, diag);
    at = stop + 1;
  }
  smr_str_free(&text);
  return ok;
}

const SmrCostLine *smr_cost_lines_find(const SmrCostLines *lines, const char *name) {
  for (uint32_t k = 0; k < lines->size; k++)
    if (fnmatch(lines->data[k].names, name, 0) == 0)
      return &lines->data[k];
  return NULL;
}
