//===- settings.c - options: one table, one reader, one writer ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/settings.h"
#include <stdlib.h>
#include <string.h>

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
  SmrStr name = {0};
  EACH(row, table, users) {
    smr_str_clear(&name);
    smr_str_printf(&name, "%s%s", prefix, row->name);
    smr_nearest_try(&best, word, smr_arena_strdup(arena, name.data), name.size);
  }
  smr_str_free(&name);
  return best;
}

bool smr_setting_is_list(const SmrSetting *row) {
  return row->kind == SMR_SETTING_LIST || row->kind == SMR_SETTING_INPUTS;
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

static bool read_number(const char *text, uint32_t most, uint32_t *out) {
  uint64_t number = 0;
  const char *at = text;
  for (; *at >= '0' && *at <= '9' && number <= most; at++)
    number = 10 * number + (uint64_t)(*at - '0');
  if (*at || !number || number > most)
    return false;
  *out = (uint32_t)number;
  return true;
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

bool smr_setting_put(const SmrSetting *row, const char *value, void *settings, SmrArena *arena) {
  void *field = (char *)settings + row->field;
  unsigned word;
  if (!value != (row->kind == SMR_SETTING_FLAG))
    return false;
  switch (row->kind) {
  case SMR_SETTING_FLAG:
    return *(bool *)field = true;
  case SMR_SETTING_CHOICE:
    if ((word = find_word(row->value, value)))
      *(unsigned *)field = word;
    return word != 0;
  case SMR_SETTING_NUMBER:
    return read_number(value, UINT32_MAX, field);
  case SMR_SETTING_PERCENT:
    return read_number(value, SMR_MOST_PERCENT, field);
  case SMR_SETTING_LIST:
  case SMR_SETTING_INPUTS:
    if (*value)
      smr_names_add(field, smr_arena_strdup(arena, value), arena);
    return *value;
  default:
    *(const char **)field = *value ? smr_arena_strdup(arena, value) : NULL;
    return true;
  }
}

bool smr_setting_is_given(const SmrSetting *row, const void *settings) {
  const void *field = (const char *)settings + row->field;
  switch (row->kind) {
  case SMR_SETTING_FLAG:
    return *(const bool *)field;
  case SMR_SETTING_CHOICE:
  case SMR_SETTING_NUMBER:
  case SMR_SETTING_PERCENT:
    return *(const uint32_t *)field;
  case SMR_SETTING_LIST:
  case SMR_SETTING_INPUTS:
    return ((const SmrNames *)field)->size;
  default:
    return *(const char *const *)field;
  }
}

/// Of a list one item.
static void put_value(const SmrSetting *row, const void *settings, uint32_t item, SmrStr *out) {
  const void *field = (const char *)settings + row->field;
  const char *word = row->value;
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
    smr_str_printf(out, "%u", *(const uint32_t *)field);
    break;
  case SMR_SETTING_LIST:
  case SMR_SETTING_INPUTS:
    smr_str_puts(out, ((const SmrNames *)field)->data[item]);
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
  if (!value || (smr_setting_is_list(row) && !*value))
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

SmrGpu smr_settings_gpu(const SmrSettings *settings) {
  return settings->gpu && !settings->check && settings->fp != SMR_FP_EXACT ? settings->gpu : SMR_USE_GPU_OFF;
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

void smr_settings_environment(const SmrSetting *table, unsigned users, void *settings, SmrArena *arena) {
  EACH(row, table, users) {
    const char *value = row->variable && !smr_setting_is_given(row, settings) ? getenv(row->variable) : NULL;
    if (value)
      smr_setting_put(row, value, settings, arena);
  }
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
  SmrStr value = {0};
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
  smr_str_free(&value);
}

void smr_settings_help(const SmrSetting *table, unsigned users, const char *prefix, unsigned column,
                       SmrStr *out) {
  EACH(row, table, users) {
    size_t start = out->size;
    smr_str_printf(out, row->value ? "  %s%s=<%s>" : "  %s%s", prefix, row->name, row->value);
    for (const char *line = row->help; *line; line += strcspn(line, "\n"), line += *line == '\n') {
      int pad = line == row->help ? (int)column - (int)(out->size - start) : (int)column;
      smr_str_printf(out, "%*s%.*s\n", pad > 0 ? pad : 0, "", (int)strcspn(line, "\n"), line);
    }
  }
}
