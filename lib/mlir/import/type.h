//===- type.h - reading types from their text ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What the files that know one dialect's types share. `at` moves behind what was read.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_IMPORT_TYPE_H
#define SMR_MLIR_IMPORT_TYPE_H
#include "mlir/import/internal.h"

typedef struct {
  SmrImport *imp;
  const char *at;
  unsigned depth;
} SmrTypeText;

/// Reads one type; its id.
uint32_t smr_type_text_read(SmrTypeText *text);
/// Moves behind `word` if that is what comes next.
bool smr_type_text_eat(SmrTypeText *text, const char *word);
/// Moves to the next , > ) ] } at this nesting level, or to the end.
void smr_type_text_skip(SmrTypeText *text);
SmrTypeInfo smr_type_text_number(SmrType type, int64_t bytes);

/// A struct with the fields types[0 … count), naturally aligned unless packed; its size is unknown when a
/// field's is.
SmrTypeInfo smr_type_text_struct(SmrTypeText *text, const uint32_t *types, uint32_t count, bool packed);

/// The rest of a type behind "!cir." (import/cir_type.c); false: not known.
bool smr_type_text_cir(SmrTypeText *text, SmrTypeInfo *info);
#endif
