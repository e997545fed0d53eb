//===- library.c - patterns and rules that are ready to run --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/library.h"

/// C13.
static bool check_rule(const SmrPypmFile *file, const SmrPypmProgram *program, const SmrPypmRule *rule,
                       SmrDiag *diag) {
  for (uint32_t k = 0; k < rule->scope.p.parameters; k++) {
    const SmrPypmVariable *var = &rule->scope.p.vars.data[k];
    if (var->used.line && !smr_pypm_rule_uses(file->signature, program, k, var->used, diag))
      return false;
  }
  return true;
}

static bool is_wanted(const SmrPypmNumbers *patterns, const SmrPypmEntry *entry) {
  bool wanted = !patterns && entry->rules.size;
  for (uint32_t k = 0; patterns && !wanted && k < patterns->size; k++)
    wanted = patterns->data[k] == entry->pattern;
  return wanted;
}

/// Also a pattern that is not wanted is checked.
static bool add_pattern(const SmrPypmFile *file, const SmrPypmNumbers *patterns, uint32_t pattern,
                        SmrPypmLibrary *out, SmrDiag *diag) {
  SmrPypmEntry entry = {.pattern = pattern};
  if (!smr_pypm_schedule(file->signature, &file->patterns.data[pattern], &entry.program, diag))
    return false;
  bool ok = true;
  for (uint32_t k = 0; k < file->rules.size; k++)
    if (file->rules.data[k].pattern == pattern) {
      ok &= check_rule(file, &entry.program, &file->rules.data[k], diag);
      smr_vec_push(&entry.rules, k);
    }
  if (is_wanted(patterns, &entry)) {
    smr_vec_push(&out->entries, entry);
    return ok;
  }
  smr_pypm_program_free(&entry.program);
  smr_vec_free(&entry.rules);
  return ok;
}

bool smr_pypm_library_build_of(const SmrPypmFile *file, const SmrPypmNumbers *patterns, SmrPypmLibrary *out,
                               SmrDiag *diag) {
  bool ok = true;
  out->file = file;
  for (uint32_t k = 0; k < file->patterns.size; k++)
    ok &= add_pattern(file, patterns, k, out, diag);
  for (uint32_t k = 0; k < out->entries.size; k++) {
    uint32_t root =
        smr_pypm_skeletons_add(&out->skeletons, file->signature, &out->entries.data[k].program.code);
    smr_vec_push(&out->roots, root);
  }
  if (!ok)
    smr_pypm_library_free(out);
  return ok;
}

bool smr_pypm_library_build(const SmrPypmFile *file, SmrPypmLibrary *out, SmrDiag *diag) {
  return smr_pypm_library_build_of(file, NULL, out, diag);
}

void smr_pypm_library_free(SmrPypmLibrary *library) {
  for (uint32_t k = 0; k < library->entries.size; k++) {
    smr_pypm_program_free(&library->entries.data[k].program);
    smr_vec_free(&library->entries.data[k].rules);
  }
  smr_vec_free(&library->entries);
  smr_pypm_skeletons_free(&library->skeletons);
  smr_vec_free(&library->roots);
}
