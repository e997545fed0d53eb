//===- json.h - JSON, written and read -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_JSON_H
#define SMR_BASE_JSON_H
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

//--- Writing --------------------------------------------------------------------
// An object or list is opened, gets its members, and is closed by a plain '}' or ']'. The last byte written
// shows whether a comma is needed. `key` is NULL for an element of a list.

/// What goes before a value that others print: a comma where needed, and the key.
void smr_json_key(SmrStr *out, const char *key);
/// Opens an object ('{') or a list ('[').
void smr_json_open(SmrStr *out, const char *key, char bracket);
void smr_json_string(SmrStr *out, const char *key, const char *text);
void smr_json_bool(SmrStr *out, const char *key, bool value);
/// A value that the format makes JSON of: a number, or JSON from elsewhere.
void smr_json_value(SmrStr *out, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// A number with up to 15 digits; null if it is not finite.
void smr_json_finite(SmrStr *out, const char *key, double value);
/// A list of the parts of a text between separators.
void smr_json_split(SmrStr *out, const char *key, const char *text, char separator);
/// The next member begins a line, which begins with `indent`.
void smr_json_line(SmrStr *out, const char *indent);
/// Opens an object for something in a source file, as all entries of reports begin.
void smr_json_entry(SmrStr *out, const char *file, size_t length, unsigned line, unsigned column);
/// Opens a report and puts what was done and what was missed; the report stays open for more members.
void smr_json_report(SmrStr *out, const void *report,
                     void (*put)(SmrStr *out, const void *report, bool done));
/// Closes a list of lines: "]", on a line of its own if the list has elements.
void smr_json_close_lines(SmrStr *out);

/// The text in quotes. Bytes that are not UTF-8 become U+FFFD, so the result is always valid JSON.
void smr_json_put(SmrStr *out, const char *text);

//--- Reading --------------------------------------------------------------------

/// The length of the UTF-8 sequence there; 0 when it is malformed, overlong, a surrogate or above U+10FFFF.
/// Reads past the sequence only where a continuation byte may follow, so a zero stops it.
unsigned smr_utf8_length(const char *text);
/// Skips blanks.
const char *smr_json_start(const char *at);
/// The end of the JSON value at `at`, NULL when it is cut off. Looks at brackets and strings only.
const char *smr_json_end(const char *at);
/// Appends the text of the JSON string at `string`; nothing if that is NULL, no string or cut off.
void smr_json_text(SmrStr *out, const char *string);
/// The value of a key of the object at `object`; NULL when that is NULL, no object, or lacks the key.
const char *smr_json_member(const char *object, const char *key);
/// The number that is a key's value; 0 if there is none.
unsigned long smr_json_number(const char *object, const char *key);
/// The list that is a key's value; NULL if there is none or it is cut off.
const char *smr_json_list(const char *object, const char *key);
/// The first element of the list at `list`; NULL if that is NULL, no list, empty or cut off.
const char *smr_json_first(const char *list);
/// The element after this one of a list that is not cut off, or NULL.
const char *smr_json_next(const char *element);

#ifdef __cplusplus
}
#endif
#endif
