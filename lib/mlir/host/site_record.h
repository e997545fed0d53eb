//===- site_record.h - what a site function counts ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A site's record is a global in the section smr_rt_sites (lib/runtime/count.h has its layout): a pointer to
// counters, which is null unless the program is counting, and a text. Code that asks whether it may call
// passes the record. Where a guard fails, the site tests the pointer, and calls the runtime if it is not
// null. LLVM is told that this call reads and writes nothing that the program sees, so a function that calls
// a site has the attributes that it would have without counting. The call's result is used, so the call
// stays.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_SITE_RECORD_H
#define SMR_MLIR_HOST_SITE_RECORD_H
#include "mlir/host/host.h"

/// Appends the site's record and its text to b->block, a module's body.
void smr_record_create(SmrHostBuilder *b, MlirStringRef site, MlirStringRef text);
/// Is the op (or null) one that smr_record_create has added?
bool smr_record_is(MlirOperation op);
/// Its address; `site` without data: null.
MlirValue smr_record_address(SmrHostBuilder *b, MlirStringRef site);
/// The address as a number (i64).
MlirValue smr_record_number(SmrHostBuilder *b, MlirValue record);
/// Is the program counting (i1)?
MlirValue smr_record_counts(SmrHostBuilder *b, MlirValue record);
/// A guard failed, that of this number (i32): false (i1). Declares the runtime's function in the module's
/// body if it has none.
MlirValue smr_record_refuse(SmrHostBuilder *b, MlirBlock module, MlirValue record, MlirValue number);
/// Declares a function of libsmr_rt in the module's body, unless it has it: cold, null where the library is
/// not linked. `effects`: on memory, an attribute of MLIR's.
void smr_runtime_declare(SmrHostBuilder *b, MlirBlock module, const char *name, MlirType type,
                         const char *effects);
#endif
