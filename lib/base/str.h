//===- str.h - string builder --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_STR_H
#define SMR_BASE_STR_H
#include "base/owned.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif

/// A growing, always NUL-terminated text (data is NULL only while empty and untouched). Zero-initialise to
/// create.
typedef struct {
  char *data;
  size_t size, capacity;
} SmrStr;

void smr_str_append(SmrStr *str, const char *text, size_t length);
void smr_str_puts(SmrStr *str, const char *text);
void smr_str_putc(SmrStr *str, char c);
void smr_str_printf(SmrStr *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
void smr_str_vprintf(SmrStr *str, const char *format, va_list args);
void smr_str_clear(SmrStr *str);
void smr_str_free(SmrStr *str);
/// Appends a text that stands in quotes in Graphviz: quotes and backslashes escaped, control characters
/// blank.
void smr_str_escape(SmrStr *str, const char *text);
/// The text, never NULL; borrowed until the next change.
const char *smr_str_get(const SmrStr *str);

/// Are the texts the same?
static inline bool smr_equal(const char *one, const char *other) {
  return *one == *other && strcmp(one, other) == 0; // (most differ at once)
}
/// Does the text begin so?
bool smr_starts(const char *text, const char *prefix);
/// … end so?
bool smr_ends(const char *text, const char *suffix);
/// What follows the last slash of a path.
const char *smr_base_name(const char *path);
/// Is it one of these? The list ends with NULL.
bool smr_among(const char *text, const char *const *list);

/// Reads a whole file. Returns false and leaves a reason such as "No such file or directory" in *reason
/// (static text).
bool smr_read_file(const char *path, SmrStr *out, const char **reason);
/// Writes a whole file through a temporary beside it and a rename, so that no reader sees half of it. A link
/// stays a link, and what is no file (a pipe, /dev/stdout) is appended to.
bool smr_write_file(const char *path, const void *bytes, size_t size, const char **reason);

#ifdef __cplusplus
}
#endif
#endif
