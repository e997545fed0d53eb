//===- each.c - variables of a PAT file ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `each ${T} = double, float; ${P} = d, s` holds for what follows, up to the next such line, `for T in
// double, float` for the pair behind it: that is read once for every column, with that column's values in the
// variables' places. Made text has the lines of the file; its columns are mapped back.
//===----------------------------------------------------------------------===//
#include "pat/pat_internal.h"
#include <string.h>
#include <strings.h>

static bool blank(char c) {
  return c == ' ' || c == '\t';
}

/// A part of the file's text.
typedef struct {
  const char *text;
  size_t size;
} Word;

static Word word_at(const SmrPatReader *r, size_t at) {
  size_t end = at;
  while (end < r->n && smr_pat_word_char(r->text[end]))
    end++;
  return (Word){r->text + at, end - at};
}

/// Behind the name `${word}` or `${word.property}` at `at`, or `at` when there is none.
static size_t name_end(const SmrPatReader *r, size_t at, Word *word, Word *property) {
  size_t end = at + 2;
  *property = (Word){"", 0};
  if (end > r->n || r->text[at] != '$' || r->text[at + 1] != '{')
    return at;
  *word = word_at(r, end);
  end += word->size;
  if (end < r->n && r->text[end] == '.') {
    *property = word_at(r, end + 1);
    end += 1 + property->size;
    if (!property->size)
      return at;
  }
  return word->size && end < r->n && r->text[end] == '}' ? end + 1 : at;
}

/// Does a directive begin here? (Code has no such line.)
static bool each_at(const char *text, size_t n, size_t at) {
  while (at < n && blank(text[at]))
    at++;
  if (n - at < 5 || strncasecmp(text + at, "each", 4) != 0 || !blank(text[at + 4]))
    return false;
  for (at += 4; at < n && blank(text[at]);)
    at++;
  return n - at >= 2 && text[at] == '$' && text[at + 1] == '{';
}

bool smr_pat_at_each(const SmrPatReader *r) {
  for (size_t at = r->line_start; at < r->at; at++)
    if (!blank(r->text[at]))
      return false;
  return each_at(r->text, r->n, r->at);
}

//--- The directive -----------------------------------------------------------------

static void skip_blanks(SmrPatReader *r) {
  while (r->at < r->n && (blank(r->text[r->at]) || r->text[r->at] == '\r'))
    r->at++;
}

static bool at_line_end(const SmrPatReader *r) {
  char c = smr_pat_peek(r, 0), next = smr_pat_peek(r, 1);
  return r->at >= r->n || c == '\n' || c == '#' || c == '!' || (c == '/' && next == '/');
}

/// A value ends at a ',' or ';' outside of its own parentheses, or with the line.
static bool parse_value(SmrPatReader *r, const char **out) {
  skip_blanks(r);
  size_t start = r->at, end = start;
  uint32_t depth = 0;
  for (; !at_line_end(r); r->at++) {
    char c = r->text[r->at];
    if (!depth && (c == ',' || c == ';'))
      break;
    if (strchr("{}\"'$\\", c) || (unsigned char)c < ' ')
      return smr_pat_error(r, "a variable's value has no braces, quotes, '$' or '\\'");
    if (c == ')' && !depth)
      return smr_pat_error(r, "')' without '('");
    depth += c == '(';
    depth -= c == ')';
    if (!blank(c))
      end = r->at + 1;
  }
  if (end == start)
    return smr_pat_error(r, "expected a value");
  if (depth)
    return smr_pat_error(r, "'(' is never closed");
  *out = smr_arena_strndup(r->arena, r->text + start, end - start);
  return true;
}

static const SmrPatVariable *find(const SmrPatEach *each, Word word) {
  for (uint32_t k = 0; each && k < each->variables.size; k++)
    if (strlen(each->variables.data[k].name) == word.size &&
        memcmp(each->variables.data[k].name, word.text, word.size) == 0)
      return &each->variables.data[k];
  return NULL;
}

static bool parse_values(SmrPatReader *r, SmrPatEach *each) {
  SmrPatVariable *variable = &smr_vec_last(&each->variables);
  do {
    const char *value;
    if (variable->values.size)
      r->at++;
    if (variable->values.size == SMR_PAT_MAX_COLUMNS)
      return smr_pat_error(r, "a variable has more than %u values", SMR_PAT_MAX_COLUMNS);
    if (!parse_value(r, &value))
      return false;
    smr_vec_push(&variable->values, value);
  } while (smr_pat_peek(r, 0) == ',');
  return true;
}

/// The sign between a variable and its values: `=`, or `in` of a `for`.
static bool parse_sign(SmrPatReader *r, bool alone) {
  Word word = word_at(r, r->at);
  skip_blanks(r);
  if (!alone && smr_pat_peek(r, 0) != '=')
    return smr_pat_error(r, "expected '=' and the variable's values");
  word = word_at(r, r->at);
  if (alone && !(word.size == 2 && strncasecmp(word.text, "in", 2) == 0))
    return smr_pat_error(r, "expected 'in' and the variable's values");
  r->at += alone ? 2 : 1;
  return true;
}

/// `${P} = d, s`, or behind `for`: `P in d, s`.
static bool parse_variable(SmrPatReader *r, SmrPatEach *each, const SmrPatEach *outer, bool alone) {
  Word word, property;
  size_t start = r->at, end = alone ? start : name_end(r, start, &word, &property);
  if (alone) {
    word = word_at(r, start), property.size = 0;
    end = start + word.size;
  }
  if (end == start || property.size)
    return smr_pat_error(r, alone ? "expected a variable's name" : "expected a variable, ${name}");
  if (find(each, word) || find(outer, word))
    return smr_pat_error(r, "second ${%.*s}", (int)(word.size < 40 ? word.size : 40), word.text);
  smr_vec_push(&each->variables, (SmrPatVariable){.name = smr_arena_strndup(r->arena, word.text, word.size)});
  r->at = end;
  if (!parse_sign(r, alone) || !parse_values(r, each))
    return false;
  const SmrPatVariable *first = each->variables.data, *last = &smr_vec_last(&each->variables);
  return last->values.size == first->values.size ||
         smr_pat_error(r, "${%s} has %u values, ${%s} has %u", last->name, last->values.size, first->name,
                       first->values.size);
}

bool smr_pat_parse_each(SmrPatReader *r, SmrPatEach *each, const SmrPatEach *outer, bool alone) {
  each->line = r->line, each->column = smr_pat_column(r);
  r->at += strlen(alone ? "for" : "each");
  for (;;) {
    skip_blanks(r);
    if (!parse_variable(r, each, outer, alone))
      return false;
    if (smr_pat_peek(r, 0) != ';')
      break;
    smr_pat_advance(r, r->at + 1);
    if (!smr_pat_skip(r, false)) // the next variable may stand on the next line
      return false;
  }
  each->columns = each->variables.data[0].values.size;
  const char *newline = r->at < r->n ? memchr(r->text + r->at, '\n', r->n - r->at) : NULL;
  smr_pat_advance(r, newline ? (size_t)(newline - r->text) + 1 : r->n);
  return true;
}

void smr_pat_free_each(SmrPatEach *each) {
  for (uint32_t k = 0; k < each->variables.size; k++)
    smr_vec_free(&each->variables.data[k].values);
  smr_vec_free(&each->variables);
}

//--- Made text ---------------------------------------------------------------------

size_t smr_pat_section_end(const SmrPatReader *r) {
  for (size_t at = r->line_start; at < r->n;) {
    if (at > r->at && each_at(r->text, r->n, at))
      return at;
    const char *newline = memchr(r->text + at, '\n', r->n - at);
    at = newline ? (size_t)(newline - r->text) + 1 : r->n;
  }
  return r->n;
}

static bool error_at(const SmrPatReader *r, size_t at, const char *format, Word word) {
  SmrPatReader place = *r;
  smr_pat_advance(&place, at);
  return smr_pat_error(&place, format, (int)(word.size < 40 ? word.size : 40), word.text);
}

/// What stands for the variable, or for a property of it; NULL after an error.
static const char *value_of(const SmrPatReader *r, size_t at, const SmrPatVariable *variable, uint32_t column,
                            Word property) {
  const char *value = variable->values.data[column % variable->values.size], *made;
  if (!property.size)
    return value;
  if (!smr_pat_property(value, property.text, property.size, &made))
    error_at(r, at, "no property '%.*s': a variable has .blas, .math and .real", property);
  else if (!made)
    error_at(r, at, "'%.*s' is no floating-point type, so it has no property", (Word){value, strlen(value)});
  else
    return made;
  return NULL;
}

bool smr_pat_make(const SmrPatReader *r, const SmrPatScope *scope, size_t stop, SmrStr *text,
                  SmrPatValues *values) {
  size_t done = r->line_start, from = r->at;
  const char *hit;
  for (; from < stop && (hit = memmem(r->text + from, stop - from, "${", 2)); from = done) {
    Word word = {"", 0}, property;
    size_t at = (size_t)(hit - r->text), after = name_end(r, at, &word, &property);
    const SmrPatVariable *variable = after > at ? find(scope->inner, word) : NULL;
    uint32_t column = scope->inner_column;
    if (after > at && !variable)
      variable = find(scope->outer, word), column = scope->outer_column;
    if (!variable)
      return error_at(r, at, "no variable ${%.*s} in the 'each' or 'for' above", word);
    const char *value = value_of(r, at, variable, column, property);
    if (!value)
      return false;
    smr_str_append(text, r->text + done, at - done);
    smr_vec_push(values, (SmrPatValue){text->size, strlen(value), at - r->line_start, after - at});
    smr_str_puts(text, value);
    if (text->size > SMR_PAT_MAX_BYTES)
      break;
    done = after;
  }
  smr_str_append(text, r->text + done, stop - done);
  return text->size <= SMR_PAT_MAX_BYTES ||
         error_at(r, r->at, "with its %.*s values this has more bytes than a file may have",
                  (Word){"variables'", 10});
}

/// The number of values that begin before `at`.
static uint32_t values_before(const SmrPatReader *r, size_t at) {
  uint32_t low = 0, high = r->value_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (r->values[middle].at < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

size_t smr_pat_source(const SmrPatReader *r, size_t at) {
  uint32_t count = values_before(r, at);
  if (!count)
    return at;
  const SmrPatValue *value = &r->values[count - 1];
  return at < value->at + value->size ? value->source
                                      : value->source + value->name + (at - value->at - value->size);
}

uint32_t smr_pat_values_in(const SmrPatReader *r, size_t from, size_t to) {
  return values_before(r, to) - values_before(r, from);
}

void smr_pat_set_made(const SmrPatReader *r, size_t start, SmrPatBlock *block) {
  uint32_t first = values_before(r, start), count = smr_pat_values_in(r, start, start + block->size);
  SmrPatMade *made = smr_arena_alloc(r->arena, count * sizeof *made + 1);
  SmrPatReader place = *r;
  for (uint32_t k = 0; k < count; k++) {
    const SmrPatValue *value = &r->values[first + k];
    smr_pat_advance(&place, value->at);
    made[k] = (SmrPatMade){place.line, smr_pat_column(&place), (uint32_t)value->size, (uint32_t)value->name};
  }
  block->made = made, block->made_count = count;
}
