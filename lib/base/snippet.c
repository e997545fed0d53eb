//===- snippet.c - the source line that a message is about ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/snippet.h"
#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

enum {
  WIDEST = 160,
  BEFORE = 60
}; // bytes of a line that are shown; of them before the column in a long line

/// Pipes and devices cannot be read a second time.
static bool read(SmrSnippets *files, const char *path) {
  struct stat info;
  const char *reason;
  if (smr_equal(smr_str_get(&files->path), path))
    return true;
  smr_snippets_free(files);
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || !smr_read_file(path, &files->text, &reason))
    return false;
  smr_str_puts(&files->path, path);
  return true;
}

/// The line's first byte and its length; NULL when there is none.
static const char *line_of(const SmrStr *text, uint32_t number, size_t *length) {
  const char *at = smr_str_get(text), *end = at + text->size;
  for (uint32_t k = 1; k < number; k++) {
    at = memchr(at, '\n', (size_t)(end - at));
    if (!at)
      return NULL;
    at++;
  }
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  *length = (size_t)((newline ? newline : end) - at);
  if (*length && at[*length - 1] == '\r')
    --*length;
  return at < end ? at : NULL;
}

static bool is_inside(char c) {
  return ((unsigned char)c & 0xc0) == 0x80; // of a character of several bytes
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/// Behind what stands at `at`: a string, a variable, a word or number, else one character.
static size_t token_end(const char *line, size_t length, size_t at) {
  size_t end = at + 1;
  if (line[at] == '"') {
    while (end < length && line[end] != '"')
      end += line[end] == '\\' && end + 1 < length ? 2 : 1;
    return end < length ? end + 1 : length;
  }
  if (line[at] == '$' && end < length && line[end] == '{') {
    const char *close = memchr(line + end, '}', length - end);
    return close ? (size_t)(close - line) + 1 : length;
  }
  while (end < length && is_word(line[at]) && is_word(line[end]))
    end++;
  return end;
}

static void put_line(SmrStr *out, const char *line, size_t from, size_t to, size_t length) {
  smr_str_puts(out, from ? "..." : "");
  for (size_t k = from; k < to; k++) // (no line of a file may drive the terminal)
    smr_str_putc(out, iscntrl((unsigned char)line[k]) && line[k] != '\t' ? '?' : line[k]);
  smr_str_puts(out, to < length ? "...\n" : "\n");
}

void smr_snippet(SmrSnippets *files, const SmrMessage *message, SmrStr *out) {
  size_t length = 0;
  const char *line = NULL;
  if (message->file && message->line && message->column && read(files, message->file))
    line = line_of(&files->text, message->line, &length);
  if (!line || message->column > length + 1)
    return;
  size_t at = message->column - 1, from = 0, to = length;
  if (length > WIDEST) {
    from = at > BEFORE ? at - BEFORE : 0;
    to = length - from > WIDEST ? from + WIDEST : length;
  }
  while (from < at && is_inside(line[from]))
    from++;
  while (to < length && is_inside(line[to]))
    to++;
  put_line(out, line, from, to, length);
  smr_str_puts(out, from ? "   " : "");
  for (size_t k = from; k < at; k++)
    if (!is_inside(line[k]))
      smr_str_putc(out, line[k] == '\t' ? '\t' : ' ');
  smr_str_putc(out, '^');
  size_t end = at < length ? token_end(line, length, at) : at;
  for (size_t k = at + 1; k < end && k < to; k++)
    if (!is_inside(line[k]))
      smr_str_putc(out, '~');
  smr_str_putc(out, '\n');
}

void smr_snippets_free(SmrSnippets *files) {
  smr_str_free(&files->path);
  smr_str_free(&files->text);
}
