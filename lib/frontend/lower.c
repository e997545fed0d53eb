//===- lower.c - FIR through flang's back half ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A Fortran replacement that is called from C programs is needed as LLVM IR. The module has no `-O` to say
// so: what the callers are compiled with optimises it later.
//===----------------------------------------------------------------------===//
#include "frontend/frontend_internal.h"
#include "frontend/process.h"
#include <string.h>

bool smr_frontend_lower_fir(const char *mlir_text, size_t size, const char *flang, const char *name,
                            SmrStr *out, SmrDiag *diag) {
  SmrStr found = {0}, directory = {0}, source = {0}, output = {0}, errors = {0};
  const char *reason;
  bool ok = true;
  if (!flang && !(ok = smr_frontend_find_flang(&found)))
    smr_error(diag, name, 0, 0, "cannot find flang; set SMR_FLANG to its path");
  if (!ok || !(ok = smr_frontend_make_directory(&directory, diag))) {
    smr_str_free(&found);
    return false;
  }
  flang = flang ? flang : found.data;
  smr_str_printf(&source, "%s/block.mlir", directory.data);
  const char *const argv[] = {flang, "-fc1", "-emit-llvm-bc", "-O1", "-mrelocation-model", "pic",
                              "-o",  "-",    source.data,     NULL};
  SmrProcessOptions process = {.output = &output, .errors = &errors, .no_input = true};
  SmrProcessStatus status = {0};
  if (!smr_write_file(source.data, mlir_text, size, &reason))
    ok = smr_error(diag, source.data, 0, 0, "%s", reason);
  else if (!smr_process_run(argv, &process, &status, &reason))
    ok = smr_error(diag, name, 0, 0, "cannot run %s: %s", flang, reason);
  else if (status.signal || status.exit_code) {
    const char *text = strstr(smr_str_get(&errors), "error: ");
    text = text ? text + strlen("error: ") : smr_str_get(&errors);
    ok = smr_error(diag, name, 0, 0, "flang cannot lower this: %.*s", (int)strcspn(text, "\n"), text);
  } else {
    smr_str_append(out, smr_str_get(&output), output.size);
  }
  smr_frontend_remove_directory(&directory);
  smr_str_free(&found);
  smr_str_free(&source);
  smr_str_free(&output);
  smr_str_free(&errors);
  return ok;
}
