//===- directives.c - !$smr off and on in Fortran's text --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/directives.h"
#include "base/str.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct {
  const char *file;
  uint32_t line, opened; // opened: the line of the off that holds, 0: none does
  bool interface;        // in an interface block, whose units have no code
  bool unit_over;        // the last statement ended a unit that was off
  SmrOffRegions *out;
  SmrDiag *diag;
} Reader;

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return at;
}

/// Behind the word, in any case, when the text begins with it and it ends there; else NULL.
static const char *behind(const char *at, const char *end, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(end - at) < length || strncasecmp(at, word, length) != 0)
    return NULL;
  at += length;
  return at < end && (isalnum((unsigned char)*at) || *at == '_') ? NULL : at;
}

static bool is_over(const char *at, const char *end) {
  at = skip_blanks(at, end);
  return at == end || *at == '!' || *at == ';' || *at == '\r';
}

/// Two words, with or without blanks between; NULL: it is something else.
static const char *behind_end_of(const char *at, const char *end, const char *what) {
  if (end - at < 3 || strncasecmp(at, "end", 3) != 0)
    return NULL;
  return behind(skip_blanks(at + 3, end), end, what);
}

static bool ends_unit(const char *at, const char *end) {
  static const char *const units[] = {"subroutine", "function", "program",
                                      "procedure",  "module",   "submodule"};
  const char *alone = behind(at, end, "end");
  if (alone && is_over(alone, end))
    return true;
  for (size_t k = 0; k < sizeof units / sizeof *units; k++)
    if (behind_end_of(at, end, units[k]))
      return true;
  alone = behind(at, end, "contains");
  return alone && is_over(alone, end);
}

static void close_region(Reader *r, uint32_t last) {
  if (r->opened)
    smr_vec_push(r->out, ((SmrOffLines){r->opened, last}));
  r->opened = 0;
}

static bool switch_to(Reader *r, bool on, uint32_t column) {
  if (!on && r->opened)
    return smr_error(r->diag, r->file, r->line, column, "'!$smr off' stands in that of line %u", r->opened);
  if (on && !r->opened && r->unit_over) { // (which says what is so already)
    r->unit_over = false;
    return true;
  }
  if (on && !r->opened)
    return smr_error(r->diag, r->file, r->line, column,
                     "'!$smr on' without an '!$smr off' in the program unit before it");
  if (on)
    close_region(r, r->line);
  else
    r->opened = r->line;
  return true;
}

/// Behind `!$smr`, or NULL.
static const char *directive(const char *line, const char *end) {
  const char *at = skip_blanks(line, end);
  bool fixed = at == line && at < end && strchr("cC*", *at);
  return at < end && (*at == '!' || fixed) ? behind(at + 1, end, "$smr") : NULL;
}

static bool read_line(Reader *r, const char *line, const char *end) {
  const char *word = directive(line, end), *at;
  if (word) {
    word = skip_blanks(word, end);
    uint32_t column = (uint32_t)(word - line) + 1;
    if ((at = behind(word, end, "off")) && is_over(at, end))
      return switch_to(r, false, column);
    if ((at = behind(word, end, "on")) && is_over(at, end))
      return switch_to(r, true, column);
    return smr_error(r->diag, r->file, r->line, column, "'!$smr' is followed by 'off' or 'on'");
  }
  at = line;
  while (at < end && (isdigit((unsigned char)*at) || *at == ' ' || *at == '\t')) // (a label)
    at++;
  if (at == end || *at == '!' || *at == '\r')
    return true;
  r->unit_over = false;
  const char *abstract = behind(at, end, "abstract");
  if (behind(abstract ? skip_blanks(abstract, end) : at, end, "interface"))
    r->interface = true;
  else if (behind_end_of(at, end, "interface"))
    r->interface = false;
  else if (!r->interface && ends_unit(at, end)) {
    r->unit_over = r->opened != 0;
    close_region(r, r->line);
  }
  return true;
}

bool smr_directives_read(const char *text, const char *file, SmrOffRegions *out, SmrDiag *diag) {
  Reader reader = {.file = file, .out = out, .diag = diag};
  for (const char *at = text; *at;) {
    const char *end = at + strcspn(at, "\n");
    reader.line++;
    if (!read_line(&reader, at, end))
      return false;
    at = *end ? end + 1 : end;
  }
  close_region(&reader, UINT32_MAX);
  return true;
}

bool smr_directives_off(const SmrOffRegions *regions, uint32_t line) {
  for (uint32_t k = 0; k < regions->size; k++)
    if (line >= regions->data[k].first && line <= regions->data[k].last)
      return true;
  return false;
}
