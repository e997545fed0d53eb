//===- replacement.c - replacements that a run brings in -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/edit/replacement.h"
#include <stdlib.h>

struct SmrReplacements {
  const SmrLibrary *libraries;
  uint32_t count;
  SmrBrought **of; // [library][pair * FORMS + kind of function, behind them those that are apart]
};

enum { FORMS = 2 * SMR_LANGUAGE_COUNT };

SmrReplacements *smr_replacements_create(const SmrLibrary *libraries, uint32_t count) {
  SmrReplacements *r = smr_xcalloc(1, sizeof *r);
  *r = (SmrReplacements){libraries, count, smr_xcalloc(count + 1, sizeof *r->of)};
  for (uint32_t l = 0; l < count; l++)
    r->of[l] = smr_xcalloc(((size_t)libraries[l].count + 1) * FORMS, sizeof **r->of);
  return r;
}

void smr_replacements_destroy(SmrReplacements *r) {
  for (uint32_t l = 0; l < r->count; l++) {
    for (uint32_t p = 0; p < r->libraries[l].count * FORMS; p++)
      smr_reach_destroy(r->of[l][p].reach);
    free(r->of[l]);
  }
  free(r->of);
  free(r);
}

/// `smr.blas.ddot`: the library's file name without its ending, and the pair's name.
static void put_name(const SmrLibrary *library, uint32_t pair, SmrStr *out) {
  const char *base = smr_base_name(library->name);
  const char *dot = strrchr(base, '.');
  smr_str_printf(out, "smr.%.*s.%s", dot ? (int)(dot - base) : (int)strlen(base), base,
                 library->pairs[pair].pattern.name);
}

/// The libraries of a pair, separated by commas.
static void put_links(const SmrPair *pair, SmrStr *out) {
  for (uint32_t k = 0; k < pair->link_count; k++)
    smr_str_printf(out, "%s%s", k ? "," : "", pair->links[k]);
}

/// One function may serve several kinds; where it cannot, the names differ.
static void share(SmrBrought *brought, const SmrPair *pair, SmrLanguage kind, SmrStr *name) {
  const SmrReplacement *replacement = smr_pair_replacement(pair, kind);
  for (uint32_t k = 0; k < SMR_LANGUAGE_COUNT && mlirOperationIsNull(brought[kind].wrapper); k++) {
    if (!brought[k].tried || k == kind)
      continue;
    if (smr_pair_replacement(pair, (SmrLanguage)k) == replacement)
      brought[kind].wrapper = brought[k].wrapper, brought[kind].bound = brought[k].bound;
    else // a module with functions of both languages
      smr_str_puts(name, kind == SMR_LANGUAGE_FORTRAN ? ".fortran" : ".c");
  }
}

/// By parameter of the wrapper: the type of a number that is only passed in.
static uint32_t numbers_of(const SmrPattern *pattern, SmrType *out) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < pattern->arg_count; k++) {
    const SmrPatternArg *arg = &pattern->args[k];
    bool number = arg->by_reference && (arg->kind == SMR_ARG_INT || arg->kind == SMR_ARG_FLOAT);
    if (arg->kind != SMR_ARG_RESULT)
      out[count++] = number ? arg->type : 0;
  }
  return count;
}

SmrBrought *smr_replacement_bring(SmrModuleRun *run, uint32_t library, uint32_t number, SmrLanguage kind,
                                  bool apart) {
  SmrBrought *all = &run->brought->of[library][number * FORMS + (apart ? SMR_LANGUAGE_COUNT : 0)];
  SmrBrought *known = &all[kind];
  if (known->tried)
    return known;
  known->tried = true;
  const SmrLibrary *lib = &run->libraries[library];
  const SmrPair *pair = &lib->pairs[number];
  SmrStr name = {0}, links = {0}, refusal = {0};
  put_name(lib, number, &name);
  share(all, pair, kind, &name);
  put_links(pair, &links);
  const SmrReplacement *replacement = smr_pair_replacement(pair, kind);
  const SmrSlots slots = {smr_str_get(&links), smr_settings_gpu(&run->options->set)};
  bool sound = !mlirOperationIsNull(known->wrapper) || smr_replacement_intact(replacement);
  if (!sound)
    smr_error(run->diag, lib->name, 0, 0, "the replacement of \"%s\" is damaged", pair->pattern.name);
  const SmrPattern *pattern = &lib->pairs[number].pattern;
  SmrType *numbers = smr_xcalloc(pattern->arg_count + 1, sizeof *numbers);
  uint32_t count = numbers_of(pattern, numbers);
  if (sound && mlirOperationIsNull(known->wrapper))
    known->wrapper = smr_inject(run->module, replacement->module, replacement->module_size,
                                replacement->wrapper, smr_str_get(&name), lib->name, apart,
                                run->options->set.slots && links.size ? &slots : NULL, numbers, count,
                                &known->bound, run->diag, &refusal);
  free(numbers);
  if (refusal.size)
    known->reason = smr_intern_text(run->symbols, smr_intern(run->symbols, smr_str_get(&refusal)));
  smr_str_free(&links);
  smr_str_free(&refusal);
  smr_str_free(&name);
  return known;
}

bool smr_replacement_reaches(const SmrModuleRun *run, SmrBrought *replacement, MlirOperation function) {
  if (replacement->reach)
    return smr_reach_has(replacement->reach, function);
  SmrReach *reach = smr_reach_create(run->module, &replacement->wrapper, 1);
  bool found = smr_reach_has(reach, function);
  if (smr_reach_closed(reach))
    replacement->reach = reach;
  else
    smr_reach_destroy(reach);
  return found;
}

void smr_replacement_use(SmrModuleRun *run, uint32_t library, uint32_t pair) {
  run->brought->of[library][pair * FORMS].used = true;
}

/// Is the wrapper of a pair for one kind called, or another entry's, or there from an earlier run?
static bool is_kept(const SmrModuleRun *run, const SmrBrought *all, uint32_t kind) {
  MlirOperation wrapper = all[kind].wrapper;
  if (mlirOperationIsNull(wrapper) || all[0].used)
    return true;
  for (uint32_t k = 0; k < kind; k++)
    if (all[k].tried && mlirOperationEqual(all[k].wrapper, wrapper))
      return true;
  for (uint32_t k = 0; k < run->replacements.size; k++)
    if (mlirOperationEqual(run->replacements.data[k], wrapper))
      return true;
  return false;
}

void smr_replacements_remove_unused(SmrModuleRun *run) {
  for (uint32_t l = 0; l < run->library_count; l++)
    for (uint32_t p = 0; p < run->libraries[l].count * FORMS; p++) {
      SmrBrought *all = &run->brought->of[l][p - p % FORMS], *one = &run->brought->of[l][p];
      if (is_kept(run, all, p % FORMS))
        continue;
      if (!mlirOperationIsNull(one->bound))
        smr_slots_drop(run->module, one->wrapper, one->bound);
      mlirOperationDestroy(one->wrapper);
    }
}
