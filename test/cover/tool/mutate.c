//===- mutate.c - graphs that are nearly the same --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/tool/mutate.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 2000, LONGEST = 400 };
typedef struct {
  SmrRandom *random;
  char (*line)[LONGEST];
  uint32_t count;
} Text;

static uint32_t below(Text *t, uint32_t limit) {
  return (uint32_t)smr_random_below(t->random, limit ? limit : 1);
}

static bool split(Text *t, const char *text) {
  for (t->count = 0; *text; text++) {
    const char *end = strchr(text, '\n');
    size_t size = end ? (size_t)(end - text) : strlen(text);
    if (t->count == MOST_LINES || size >= LONGEST)
      return false;
    memcpy(t->line[t->count], text, size);
    t->line[t->count++][size] = 0;
    if (!end)
      break;
    text = end;
  }
  return t->count > 3;
}

/// A place of the line where the word stands; NULL: nowhere.
static char *place_of(Text *t, uint32_t line, const char *word) {
  char *places[32], *at = t->line[line];
  uint32_t count = 0;
  while (count < 32 && (at = strstr(at, word)))
    places[count++] = at++;
  return count ? places[below(t, count)] : NULL;
}

static void replace(Text *t, uint32_t line, char *at, size_t length, const char *by) {
  char rest[LONGEST];
  snprintf(rest, sizeof rest, "%s", at + length);
  size_t room = LONGEST - (size_t)(at - t->line[line]);
  snprintf(at, room, "%s%s", by, rest);
}

static bool other_number(Text *t, uint32_t line) {
  static const char *const numbers[] = {"0", "1", "2", "3", "-1", "8", "16", "4", "-8"};
  char *at = place_of(t, line, "= const ");
  if (!at)
    return false;
  at += strlen("= const ");
  char *end = at;
  long value = strtol(at, &end, 0);
  char by[32];
  if (end == at || *end == '.')
    return false;
  snprintf(by, sizeof by, "%ld", value + (long)below(t, 3) - 1);
  replace(t, line, at, (size_t)(end - at), below(t, 2) ? by : numbers[below(t, 9)]);
  return true;
}

static size_t value_length(const char *at) {
  size_t length = 1;
  while (isalnum((unsigned char)at[length]))
    ++length;
  return length;
}

static bool other_operand(Text *t, uint32_t line) {
  char *at = place_of(t, line, "%"), by[32];
  uint32_t from = below(t, 3) ? (line + t->count - below(t, 12)) % t->count : below(t, t->count);
  char *other = place_of(t, from, "%");
  if (!at || !other || at == strchr(t->line[line], '%'))
    return false;
  size_t length = value_length(other);
  snprintf(by, sizeof by, "%.*s", (int)length, other);
  replace(t, line, at, value_length(at), by);
  return true;
}

static bool other_word(Text *t, uint32_t line) {
  static const char *const words[][2] = {
      {" slt ", " sle "},   {" sle ", " slt "},   {" sgt ", " sge "},   {" sgt ", " slt "},
      {" slt ", " sgt "},   {" ne ", " eq "},     {" eq ", " ne "},     {" ult ", " slt "},
      {" sge ", " sgt "},   {"= add", "= sub"},   {"= sub", "= add"},   {"= fadd", "= fsub"},
      {"= fsub", "= fadd"}, {"= fmul", "= fadd"}, {"= fadd", "= fmul"}, {"= mins", "= maxs"},
      {"= maxs", "= mins"}, {"<nsw>", ""},        {"= mul", "= add"}};
  enum { WORDS = sizeof words / sizeof *words };
  uint32_t start = below(t, WORDS);
  for (uint32_t k = 0; k < WORDS; k++) {
    const char *const *word = words[(start + k) % WORDS];
    char *at = place_of(t, line, word[0]);
    if (!at)
      continue;
    replace(t, line, at, strlen(word[0]), word[1]);
    return true;
  }
  return false;
}

static bool is_plain(const Text *t, uint32_t line) {
  const char *text = t->line[line];
  return line && line + 1 < t->count && !strchr(text, '{') && !strchr(text, '}') && !strstr(text, "yield");
}

/// A store left out, or a plain line somewhere else.
static bool move_line(Text *t, uint32_t line) {
  char kept[LONGEST];
  uint32_t to = (line + below(t, 17) + t->count - 8) % t->count;
  if (!is_plain(t, line) || !is_plain(t, to))
    return false;
  memcpy(kept, t->line[line], LONGEST);
  if (strstr(kept, "store ") && below(t, 2)) {
    memmove(t->line[line], t->line[line + 1], (t->count - line - 1) * sizeof *t->line);
    --t->count;
    return true;
  }
  if (to < line)
    memmove(t->line[to + 1], t->line[to], (line - to) * sizeof *t->line);
  else
    memmove(t->line[line], t->line[line + 1], (to - line) * sizeof *t->line);
  memcpy(t->line[to], kept, LONGEST);
  return to != line;
}

static bool slip(Text *t) {
  uint32_t line = 1 + below(t, t->count - 1);
  switch (below(t, 6)) {
  case 0:
  case 1:
    return other_number(t, line);
  case 2:
  case 3:
    return other_operand(t, line);
  case 4:
    return other_word(t, line);
  default:
    return move_line(t, line);
  }
}

void smr_mutate(SmrRandom *random, const char *text, SmrStr *out) {
  Text t = {random, smr_xmalloc(MOST_LINES * LONGEST), 0};
  smr_str_clear(out);
  if (split(&t, text)) {
    uint32_t wanted = 1 + below(&t, 3);
    for (uint32_t tries = 0; tries < 60 && wanted; tries++)
      wanted -= slip(&t);
    for (uint32_t k = 0; k < t.count; k++)
      smr_str_printf(out, "%s\n", t.line[k]);
  }
  free(t.line);
}
