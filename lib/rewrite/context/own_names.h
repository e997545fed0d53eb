//===- own_names.h - functions that a library has, too -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_CONTEXT_OWN_NAMES_H
#define SMR_REWRITE_CONTEXT_OWN_NAMES_H
#include "mlir-c/IR.h"
#include <stdbool.h>

/// The other names of a module's functions, collected once.
typedef struct SmrAliases SmrAliases;
SmrAliases *smr_aliases_create(MlirOperation module);
void smr_aliases_destroy(SmrAliases *aliases);
/// Why the function is left alone when others can call it by the name of a routine in BLAS or of one that has
/// a slot; else NULL. `bound`: the function that asks for the slots, or null. `routines`: those that an entry
/// has slots for, separated by commas, or NULL.
const char *smr_name_refusal(const SmrAliases *aliases, MlirOperation function, MlirOperation bound,
                             const char *routines);
/// Is the program's BLAS one whose integers have 64 bits? It says so where it declares or defines routines,
/// or by Flang's -fdefault-integer-8.
bool smr_wide_blas(MlirOperation module);
#endif
