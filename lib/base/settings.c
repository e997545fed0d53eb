//===- settings.c - options: one table, one reader, one writer ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/settings.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EACH(row, table, users)                                                                              \
  for (const SmrSetting *row = (table); row->name; row++)                                                    \
    if (row->users & (users))

const SmrSetting *smr_setting_find(const SmrSetting *table, unsigned users, const char *name, size_t length,
                                   bool valued) {
  const SmrSetting *other = NULL;
  EACH(row, table, users)
  if (strlen(row->name) == length && memcmp(row->name, name, length) == 0) {
    if (!row->value != valued)
      return row;
    other = row;
  }
  return other;
}

SmrNearest smr_setting_nearest(const SmrSetting *table, unsigned users, const char *prefix, const char *word,
                               SmrArena *arena) {
  SmrNearest best = {0};
  EACH(row, table, users) {
    const char *name = smr_arena_printf(arena, "%s%s", prefix, row->name);
    smr_nearest_try(&best, word, name, strlen(name));
  }
  return best;
}

bool smr_setting_is_list(const SmrSetting *row) {
  return row->kind >= SMR_SETTING_LIST && row->kind <= SMR_SETTING_LINES;
}

bool smr_setting_is_input(const SmrSetting *row) {
  return row->kind == SMR_SETTING_INPUT || row->kind == SMR_SETTING_INPUTS;
}

//--- Values -----------------------------------------------------------------------

/// Which of the words between '|' it is, from 1; 0: none.
static unsigned find_word(const char *words, const char *value) {
  size_t length = strlen(value);
  for (unsigned k = 1;; k++) {
    size_t size = strcspn(words, "|");
    if (size == length && memcmp(words, value, length) == 0)
      return k;
    if (!words[size])
      return 0;
    words += size + 1;
  }
}

/// A number within the bounds; `units`: with a letter for a power of 1024.
static bool read_number(const char *text, uint64_t least, uint64_t most, bool units, uint64_t *out) {
  static const char letters[] = "KMG";
  uint64_t number = 0;
  const char *at = text, *unit;
  for (; *at >= '0' && *at <= '9'; at++)
    if (__builtin_mul_overflow(number, 10, &number) || __builtin_add_overflow(number, *at - '0', &number))
      return false;
  if (at > text && units && *at && (unit = strchr(letters, *at))) {
    if (__builtin_mul_overflow(number, UINT64_C(1024) << 10 * (unit - letters), &number))
      return false;
    at++;
  }
  *out = number;
  return at > text && !*at && number >= least && number <= most;
}

static bool put_number(const char *text, uint32_t least, uint32_t most, uint32_t *field) {
  uint64_t number;
  bool ok = read_number(text, least, most, false, &number);
  if (ok)
    *field = (uint32_t)number;
  return ok;
}

void smr_names_add(SmrNames *names, const char *name, SmrArena *arena) {
  if ((names->size & (names->size - 1)) == 0) { // full: the room is a power of two
    const char **more = smr_arena_alloc(arena, (names->size ? 2 * names->size : 1) * sizeof *more);
    if (names->size)
      memcpy(more, names->data, names->size * sizeof *more);
    names->data = more;
  }
  names->data[names->size++] = name;
}

/// May the value be any text? An empty one is none, as is a list of nothing but commas.
static bool takes_text(const SmrSetting *row) {
  return (row->kind >= SMR_SETTING_TEXT && row->kind <= SMR_SETTING_OUTPUT) || row->kind >= SMR_SETTING_LIST;
}

/// Are commas between the items?
static bool has_commas(const SmrSetting *row) {
  return row->kind == SMR_SETTING_LIST || row->kind == SMR_SETTING_INPUTS;
}

bool smr_setting_put(const SmrSetting *row, const char *value, void *settings, SmrArena *arena) {
  void *field = (char *)settings + row->field;
  unsigned word;
  if (!value != (row->kind == SMR_SETTING_FLAG))
    return false;
  if (takes_text(row) && row->kind != SMR_SETTING_LINES && !value[has_commas(row) ? strspn(value, ",") : 0])
    return false;
  switch (row->kind) {
  case SMR_SETTING_FLAG:
    return *(bool *)field = true;
  case SMR_SETTING_CHOICE:
    if ((word = find_word(row->value, value)))
      *(unsigned *)field = word;
    return word != 0;
  case SMR_SETTING_NUMBER:
    return put_number(value, 1, UINT32_MAX, field);
  case SMR_SETTING_PERCENT:
    return put_number(value, 1, SMR_MOST_PERCENT, field);
  case SMR_SETTING_LIMIT:
    return put_number(value, 0, UINT32_MAX, field);
  case SMR_SETTING_BYTES:
    return read_number(value, 0, UINT64_MAX, true, field);
  case SMR_SETTING_LIST:
  case SMR_SETTING_INPUTS:
  case SMR_SETTING_TEXTS:
    smr_names_add(field, smr_arena_strdup(arena, value), arena);
    return true;
  case SMR_SETTING_LINES:
    smr_names_add(field, smr_arena_printf(arena, "%s=%s", row->name, value), arena);
    return true;
  default:
    *(const char **)field = smr_arena_strdup(arena, value);
    return true;
  }
}

bool smr_setting_is_given(const SmrSetting *row, const void *settings) {
  const void *field = (const char *)settings + row->field;
  if (smr_setting_is_list(row))
    return ((const SmrNames *)field)->size;
  switch (row->kind) {
  case SMR_SETTING_FLAG:
    return *(const bool *)field;
  case SMR_SETTING_CHOICE:
  case SMR_SETTING_NUMBER:
  case SMR_SETTING_PERCENT:
  case SMR_SETTING_LIMIT:
    return *(const uint32_t *)field;
  case SMR_SETTING_BYTES:
    return *(const uint64_t *)field;
  default:
    return *(const char *const *)field && **(const char *const *)field;
  }
}

/// Of a list one item.
static void put_value(const SmrSetting *row, const void *settings, uint32_t item, SmrStr *out) {
  const void *field = (const char *)settings + row->field;
  const char *word = row->value;
  if (smr_setting_is_list(row)) {
    smr_str_puts(out, ((const SmrNames *)field)->data[item]);
    return;
  }
  switch (row->kind) {
  case SMR_SETTING_FLAG:
    break;
  case SMR_SETTING_CHOICE:
    for (unsigned k = *(const unsigned *)field; k > 1; k--)
      word += strcspn(word, "|") + 1;
    smr_str_append(out, word, strcspn(word, "|"));
    break;
  case SMR_SETTING_NUMBER:
  case SMR_SETTING_PERCENT:
  case SMR_SETTING_LIMIT:
    smr_str_printf(out, "%u", *(const uint32_t *)field);
    break;
  case SMR_SETTING_BYTES:
    smr_str_printf(out, "%" PRIu64, *(const uint64_t *)field);
    break;
  default:
    smr_str_puts(out, *(const char *const *)field);
  }
}

static uint32_t count_items(const SmrSetting *row, const void *settings) {
  const void *field = (const char *)settings + row->field;
  return smr_setting_is_list(row) ? ((const SmrNames *)field)->size : smr_setting_is_given(row, settings);
}

void smr_setting_problem(const SmrSetting *row, const char *value, SmrStr *out) {
  smr_str_printf(out, "option '%s' ", row->name);
  if (!value || takes_text(row))
    smr_str_puts(out, "needs a value");
  else if (row->kind == SMR_SETTING_FLAG)
    smr_str_printf(out, "is true or false, not '%s'", value);
  else if (row->kind == SMR_SETTING_CHOICE)
    smr_str_printf(out, "is one of %s, not '%s'", row->value, value);
  else if (row->kind == SMR_SETTING_PERCENT)
    smr_str_printf(out, "is a percentage from 1 to %d, not '%s'", SMR_MOST_PERCENT, value);
  else
    smr_str_printf(out, "is a number of %s, not '%s'", row->value, value);
}

bool smr_settings_gains(const SmrSettings *s) {
  return s->gains && !s->costs && !s->only.size && !s->check && s->mode != SMR_MODE_EXACT;
}

SmrGpu smr_settings_gpu(const SmrSettings *settings) {
  return settings->gpu && !settings->check && settings->fp != SMR_FP_EXACT ? settings->gpu : SMR_USE_GPU_OFF;
}

//--- Command lines ------------------------------------------------------------------

static bool problem_is(SmrStr *problem, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool problem_is(SmrStr *problem, const char *format, ...) {
  va_list args;
  va_start(args, format);
  smr_str_vprintf(problem, format, args);
  va_end(args);
  return false;
}

static bool put_items(const SmrSetting *row, const char *value, void *settings, SmrArena *arena) {
  SmrNames *names = (SmrNames *)((char *)settings + row->field);
  bool some = false;
  for (size_t length; *value; value += length + (value[length] == ',')) {
    length = strcspn(value, ",");
    if (length)
      smr_names_add(names, smr_arena_strndup(arena, value, length), arena);
    some |= length;
  }
  return some;
}

static bool put_word(const SmrSetting *row, const char *prefix, const char *value, void *settings,
                     SmrArena *arena, SmrStr *problem) {
  if (row->kind == SMR_SETTING_INPUT && *value && strcmp(value, "none") != 0 && access(value, R_OK) != 0)
    return problem_is(problem, "%s: %s", value, strerror(errno));
  if ((has_commas(row) ? put_items : smr_setting_put)(row, value, settings, arena))
    return true;
  if (takes_text(row))
    return problem_is(problem, "%s%s needs a value", prefix, row->name);
  if (row->kind == SMR_SETTING_PERCENT)
    return problem_is(problem, "%s%s=%s: a percentage from 1 to %d is needed", prefix, row->name, value,
                      SMR_MOST_PERCENT);
  return problem_is(problem, "'%s' is not a value of %s%s (%s)", value, prefix, row->name, row->value);
}

/// The row that the word, up to its '=', names.
static const SmrSetting *find_word_row(const SmrSetting *table, unsigned users, const char *prefix,
                                       const char *word, size_t length, bool valued) {
  size_t size = strlen(prefix);
  return smr_starts(word, prefix) && length >= size
             ? smr_setting_find(table, users, word + size, length - size, valued)
             : NULL;
}

bool smr_settings_wants(const SmrSetting *table, unsigned users, const char *prefix, const char *word,
                        const char *next) {
  const SmrSetting *wants = find_word_row(table, users, prefix, word, strlen(word), true),
                   *alone = find_word_row(table, users, prefix, word, strlen(word), false);
  return wants && wants->value && alone->value && (next[0] != '-' || !next[1]);
}

bool smr_settings_word(const SmrSetting *table, unsigned users, const char *prefix, const char *word,
                       void *settings, SmrArena *arena, SmrStr *problem) {
  size_t length = strcspn(word, "=");
  const char *value = word[length] ? word + length + 1 : NULL;
  const SmrSetting *row = find_word_row(table, users, prefix, word, length, value != NULL);
  if (row && !row->value == !value)
    return put_word(row, prefix, value, settings, arena, problem);
  if (row && !row->value)
    return problem_is(problem, "%s%s takes no value", prefix, row->name);
  if (row)
    return problem_is(problem, "%s%s needs a value: %s%s=<%s>", prefix, row->name, prefix, row->name,
                      row->value);
  SmrNearest nearest = smr_setting_nearest(table, users, prefix, word, arena);
  if (nearest.name)
    return problem_is(problem, "unknown option '%s'; did you mean %s?", word, nearest.name);
  return problem_is(problem, "unknown option '%s' (see %shelp)", word, *prefix ? prefix : "--");
}

//--- Whole settings -----------------------------------------------------------------

static bool read_line(const SmrSetting *table, unsigned users, const char *line, void *settings,
                      SmrArena *arena, SmrStr *problem) {
  size_t length = strcspn(line, "=");
  const char *value = line[length] ? line + length + 1 : NULL;
  const SmrSetting *row = smr_setting_find(table, users, line, length, value != NULL);
  if (!row)
    smr_str_printf(problem, "unknown option '%.*s'", (int)length, line);
  else if (!smr_setting_put(row, value, settings, arena))
    smr_setting_problem(row, value, problem);
  else
    return true;
  return false;
}

bool smr_settings_read(const SmrSetting *table, unsigned users, const char *text, void *settings,
                       SmrArena *arena, SmrStr *problem) {
  SmrStr line = {0};
  bool ok = true;
  for (size_t length; *text && ok; text += length + (text[length] == '\n')) {
    length = strcspn(text, "\n");
    smr_str_clear(&line);
    smr_str_append(&line, text, length);
    ok = !length || read_line(table, users, line.data, settings, arena, problem);
  }
  smr_str_free(&line);
  return ok;
}

bool smr_settings_environment(const SmrSetting *table, unsigned users, void *settings, SmrArena *arena,
                              SmrStr *problem) {
  bool ok = true;
  EACH(row, table, users) {
    const char *value = row->variable && !smr_setting_is_given(row, settings) ? getenv(row->variable) : NULL;
    if (!value || !*value || smr_setting_put(row, value, settings, arena))
      continue;
    if (ok && problem) {
      smr_str_printf(problem, "%s: ", row->variable);
      smr_setting_problem(row, value, problem);
    }
    ok = false;
  }
  return ok;
}

void smr_settings_merge(const SmrSetting *table, unsigned users, void *to, const void *from,
                        SmrArena *arena) {
  SmrStr value = {0};
  EACH(row, table, users) {
    bool wanted = smr_setting_is_list(row) || !smr_setting_is_given(row, to);
    for (uint32_t k = 0; wanted && k < count_items(row, from); k++) {
      smr_str_clear(&value);
      put_value(row, from, k, &value);
      smr_setting_put(row, row->kind == SMR_SETTING_FLAG ? NULL : smr_str_get(&value), to, arena);
    }
  }
  smr_str_free(&value);
}

void smr_settings_write(const SmrSetting *table, unsigned users, const void *settings, SmrStr *out) {
  EACH(row, table, users)
  for (uint32_t k = 0; k < count_items(row, settings); k++) {
    smr_str_printf(out, "%s%s", row->name, row->kind == SMR_SETTING_FLAG ? "" : "=");
    put_value(row, settings, k, out);
    smr_str_putc(out, '\n');
  }
}

void smr_settings_write_pass(const SmrSetting *table, unsigned users, const void *settings, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) value = {0};
  EACH(row, table, users) {
    uint32_t count = count_items(row, settings);
    smr_str_clear(&value);
    for (uint32_t k = 0; k < count; k++) {
      smr_str_puts(&value, k ? "," : "");
      put_value(row, settings, k, &value);
    }
    const char *text = row->kind == SMR_SETTING_FLAG ? "true" : smr_str_get(&value);
    const char *quote = strpbrk(text, " {}'") ? "\"" : "";
    if (count)
      smr_str_printf(out, "%s%s=%s%s%s", out->size && out->data[out->size - 1] != '=' ? " " : "", row->name,
                     quote, text, quote);
  }
}

void smr_settings_help(const SmrSetting *table, unsigned users, const char *prefix, unsigned column,
                       SmrStr *out) {
  EACH(row, table, users) {
    size_t start = out->size;
    bool one_dash = row->name[0] == '-' && row->name[1] != '-';
    bool literal = row->kind == SMR_SETTING_CHOICE && !strchr(row->value, '|');
    smr_str_printf(out,
                   !row->value ? "  %s%s"
                   : literal   ? "  %s%s%s%s"
                               : "  %s%s%s<%s>",
                   prefix, row->name, one_dash ? " " : "=", row->value);
    if (out->size - start + 2 > column) { // (two blanks separate them)
      smr_str_putc(out, '\n');
      start = out->size;
    }
    for (const char *line = row->help; *line; line += strcspn(line, "\n"), line += *line == '\n') {
      int pad = line == row->help ? (int)column - (int)(out->size - start) : (int)column;
      smr_str_printf(out, "%*s%.*s\n", pad > 0 ? pad : 0, "", (int)strcspn(line, "\n"), line);
    }
  }
}
