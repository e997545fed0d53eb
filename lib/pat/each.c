//===- each.c - variables of a PAT file ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `each ${T} = double, float; ${P} = d, s`: what follows, up to the next such line, is read once for every
// column, with that column's values in the variables' places. Made text has the lines of the file; its
// columns are mapped back.
//===----------------------------------------------------------------------===//
#include "pat/pat_internal.h"
#include <string.h>
#include <strings.h>

static bool blank(char c) {
  return c == ' ' || c == '\t';
}

/// Behind the name `${word}` at `at`, or `at` when there is none; its word is [*word, *word + *size).
static size_t name_end(const SmrPatReader *r, size_t at, const char **word, size_t *size) {
  size_t end = at + 2;
  if (end > r->n || r->text[at] != '$' || r->text[at + 1] != '{')
    return at;
  while (end < r->n && smr_pat_word_char(r->text[end]))
    end++;
  *word = r->text + at + 2, *size = end - at - 2;
  return *size && end < r->n && r->text[end] == '}' ? end + 1 : at;
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

static const SmrPatVariable *find(const SmrPatEach *each, const char *word, size_t size) {
  for (uint32_t k = 0; k < each->variables.size; k++)
    if (strlen(each->variables.data[k].name) == size && memcmp(each->variables.data[k].name, word, size) == 0)
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

/// `${P} = d, s`
static bool parse_variable(SmrPatReader *r, SmrPatEach *each) {
  const char *word;
  size_t size, start = r->at, end = name_end(r, start, &word, &size);
  if (end == start)
    return smr_pat_error(r, "expected a variable, ${name}");
  if (find(each, word, size))
    return smr_pat_error(r, "second ${%.*s}", (int)(size < 40 ? size : 40), word);
  smr_vec_push(&each->variables, (SmrPatVariable){.name = smr_arena_strndup(r->arena, word, size)});
  r->at = end;
  skip_blanks(r);
  if (smr_pat_peek(r, 0) != '=')
    return smr_pat_error(r, "expected '=' and the variable's values");
  r->at++;
  if (!parse_values(r, each))
    return false;
  const SmrPatVariable *first = each->variables.data, *last = &smr_vec_last(&each->variables);
  return last->values.size == first->values.size ||
         smr_pat_error(r, "${%s} has %u values, ${%s} has %u", last->name, last->values.size, first->name,
                       first->values.size);
}

bool smr_pat_parse_each(SmrPatReader *r, SmrPatEach *each) {
  r->at += strlen("each");
  for (;;) {
    skip_blanks(r);
    if (!parse_variable(r, each))
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

static size_t section_end(const SmrPatReader *r) {
  for (size_t at = r->at; at < r->n;) {
    if (each_at(r->text, r->n, at))
      return at;
    const char *newline = memchr(r->text + at, '\n', r->n - at);
    at = newline ? (size_t)(newline - r->text) + 1 : r->n;
  }
  return r->n;
}

static bool error_at(const SmrPatReader *r, size_t at, const char *format, const char *text, size_t size) {
  SmrPatReader place = *r;
  smr_pat_advance(&place, at);
  return smr_pat_error(&place, format, (int)(size < 40 ? size : 40), text);
}

/// `r` stands behind the directive, at a line's begin.
bool smr_pat_make(const SmrPatReader *r, const SmrPatEach *each, uint32_t column, SmrStr *text,
                  SmrPatValues *values, size_t *stop) {
  size_t end = section_end(r), done = r->at;
  const char *hit;
  while (done < end && (hit = memmem(r->text + done, end - done, "${", 2))) {
    const char *word = "";
    size_t at = (size_t)(hit - r->text), size = 0, after = name_end(r, at, &word, &size);
    const SmrPatVariable *variable = after > at ? find(each, word, size) : NULL;
    if (!variable)
      return error_at(r, at, "no variable ${%.*s} in the 'each' above", word, size);
    const char *value = variable->values.data[column];
    smr_str_append(text, r->text + done, at - done);
    smr_vec_push(values, (SmrPatValue){text->size, strlen(value), at - r->at, after - at});
    smr_str_puts(text, value);
    if (text->size > SMR_PAT_MAX_BYTES / each->columns)
      break;
    done = after;
  }
  smr_str_append(text, r->text + done, end - done);
  *stop = text->size;
  if (end < r->n) // what stands behind the last pair, for messages
    smr_str_append(text, r->text + end, strcspn(r->text + end, "$"));
  return text->size <= SMR_PAT_MAX_BYTES / each->columns ||
         error_at(r, r->at, "with its %.*s values this has more bytes than a file may have", "variables'",
                  10);
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
