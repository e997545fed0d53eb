//===- json.h - texts in JSON --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_JSON_H
#define SMR_BASE_JSON_H
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

/// The text in quotes. Bytes that are not UTF-8 become U+FFFD, so the result is always valid JSON.
void smr_json_put(SmrStr *out, const char *text);
void smr_json_put_n(SmrStr *out, const char *text, size_t size);

/// The length of the UTF-8 sequence there; 0 when it is malformed, overlong, a surrogate or above U+10FFFF.
/// Text behind its end is looked at where that could continue it, a zero could not.
unsigned smr_utf8_length(const char *text);
/// Behind blanks.
const char *smr_json_start(const char *at);
/// The end of the JSON value at `at`, NULL when it is cut off. Brackets and strings only: deep checks are not
/// needed.
const char *smr_json_end(const char *at);
/// Adds what the JSON string at `string`, which is whole, says.
void smr_json_text(SmrStr *out, const char *string);
/// The value of a key of the object at `object`, NULL when it is absent or the object is no JSON.
const char *smr_json_member(const char *object, const char *key);

#ifdef __cplusplus
}
#endif
#endif
