//===- replacement.h - replacements that a run brings in -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_REPLACEMENT_H
#define SMR_REWRITE_EDIT_REPLACEMENT_H
#include "mlir/splice/splice.h"
#include "rewrite/run.h"

/// A pair's replacement for functions of one kind, in the module.
typedef struct {
  MlirOperation wrapper, bound; // the function that tells whether its slots are filled, or null
  SmrReach *reach;              // when closed
  const char *reason;           // why the module cannot take it
  const SmrEntryInfo *entry;    // … SmrPlanStep.entry
  bool tried, used;
} SmrBrought;

/// `count` libraries.
SmrReplacements *smr_replacements_create(uint32_t count);
void smr_replacements_destroy(SmrReplacements *replacements);

/// The replacement of a pair for functions of this kind, brought in at first use. Without a wrapper `reason`
/// says why the module cannot take it, or is NULL after an error.
/// `apart`: every op of its own code rounds.
SmrBrought *smr_replacement_bring(SmrModuleRun *run, uint32_t library, uint32_t pair, SmrLanguage kind,
                                  bool apart);
/// Can it end up in the function? Earlier edits count.
bool smr_replacement_reaches(const SmrModuleRun *run, SmrBrought *replacement, MlirOperation function);
/// Notes that an edited function calls the pair's; the linker needs its entries.
void smr_replacement_use(SmrModuleRun *run, uint32_t library, uint32_t pair);
/// A replacement may be refused at the last moment; then its function goes again.
void smr_replacements_remove_unused(SmrModuleRun *run);
#endif
