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

#ifdef __cplusplus
}
#endif
#endif
