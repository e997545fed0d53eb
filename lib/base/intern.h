//===- intern.h - strings as small integers ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Equal texts get equal ids, ids are dense from 1 in order of first use, 0 is the empty text.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_INTERN_H
#define SMR_BASE_INTERN_H
#include "base/arena.h"
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t SmrSym;
typedef struct SmrIntern SmrIntern;

SmrIntern *smr_intern_create(void);
void smr_intern_destroy(SmrIntern *table);
SmrSym smr_intern(SmrIntern *table, const char *text);
SmrSym smr_intern_n(SmrIntern *table, const char *text, size_t length);
/// Looks up without adding; 0 when absent.
SmrSym smr_intern_find(const SmrIntern *table, const char *text);
/// The text of an id; NUL-terminated; lives as long as the table.
const char *smr_intern_text(const SmrIntern *table, SmrSym id);
uint32_t smr_intern_count(const SmrIntern *table);
/// Memory held, in bytes.
size_t smr_intern_bytes(const SmrIntern *table);

#ifdef __cplusplus
}
#endif
#endif
