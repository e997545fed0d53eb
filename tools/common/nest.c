//===- nest.c - loop nests in source text ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "nest.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool source_read(const char *path, Source *out) {
  const char *reason;
  struct stat info;
  *out = (Source){0};
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || !smr_read_file(path, &out->text, &reason))
    return false;
  char *text = out->text.data;
  for (size_t k = 0; k < out->text.size; k++)
    if (!text[k]) // (a text ends at its first zero)
      text[k] = ' ';
    else if (text[k] == '\r' && text[k + 1] != '\n') // (a line's end, as clang counts lines)
      text[k] = '\n';
  for (const char *at = smr_str_get(&out->text); *at;) {
    smr_vec_push(&out->lines, at);
    at += strcspn(at, "\n");
    at += *at == '\n';
  }
  return true;
}

void source_free(Source *source) {
  smr_str_free(&source->text);
  smr_vec_free(&source->lines);
}

size_t source_length(const Source *source, uint32_t line) {
  return strcspn(source->lines.data[line - 1], "\n");
}

static uint32_t indentation(const char *line) {
  uint32_t columns = 0;
  for (; *line == ' ' || *line == '\t'; line++)
    columns = *line == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
  return columns;
}

static bool begins_loop(const char *line) {
  static const char *const words[] = {"for", "while", "do", "DO"};
  line += strspn(line, " \t}");
  while (isdigit((unsigned char)*line) || *line == ' ') // (a label)
    line++;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    size_t length = strlen(words[k]);
    if (!strncasecmp(line, words[k], length) && !isalnum((unsigned char)line[length]) && line[length] != '_')
      return true;
  }
  return false;
}

bool nest_begins(const Source *source, uint32_t line) {
  return line && line <= source->lines.size && begins_loop(source->lines.data[line - 1]);
}

static bool is_blank(const char *line) {
  line += strspn(line, " \t\r");
  return !*line || *line == '\n' || *line == '#' || *line == '!';
}

/// What closes a block at its beginning's column: a brace, an end of Fortran's.
static bool closes(const char *line) {
  line += strspn(line, " \t");
  return *line == '}' || !strncasecmp(line, "end", 3);
}

void nest_measure(const Source *source, uint32_t line, uint32_t *last, uint32_t *depth) {
  enum { DEEPEST = 16 };
  uint32_t columns[DEEPEST], open = 0, first;
  *last = line;
  *depth = 1;
  if (!line || line > source->lines.size)
    return;
  first = indentation(source->lines.data[line - 1]);
  columns[open++] = first;
  for (uint32_t k = line + 1; k <= source->lines.size; k++) {
    const char *text = source->lines.data[k - 1];
    uint32_t column = indentation(text);
    if (is_blank(text))
      continue;
    if (column <= first) {
      *last = column == first && closes(text) ? k : *last;
      return;
    }
    while (open > 1 && column <= columns[open - 1])
      open--;
    if (begins_loop(text) && open < DEEPEST)
      columns[open++] = column;
    *depth = open > *depth ? open : *depth;
    *last = k;
  }
}
