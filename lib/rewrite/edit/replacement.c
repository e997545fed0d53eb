//===- replacement.c - replacements that a run brings in -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/edit/replacement.h"
#include "base/beside.h"
#include "base/link_name.h"
#include "match/entry.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/name.h"
#include "rewrite/context/target.h"
#include <stdlib.h>

enum { FORMS = 2 * SMR_LANGUAGE_COUNT };

struct SmrReplacements {
  uint32_t count;           // of libraries
  SmrMap known;             // library << 32 | pair → place in `of`
  SMR_VEC(SmrBrought *) of; // a pair's, by kind of function, behind them those that are apart
  SmrEntries **entries;     // by library; NULL: there are none that fit
  bool *looked;             // … is known
  SmrArena arena;           // of entries' texts
};

SmrReplacements *smr_replacements_create(uint32_t count) {
  SmrReplacements *r = smr_xcalloc(1, sizeof *r);
  *r = (SmrReplacements){.count = count,
                         .entries = smr_xcalloc(count + 1, sizeof *r->entries),
                         .looked = smr_xcalloc(count + 1, sizeof *r->looked)};
  return r;
}

void smr_replacements_destroy(SmrReplacements *r) {
  for (uint32_t p = 0; p < r->of.size; p++) {
    for (uint32_t k = 0; k < FORMS; k++)
      smr_reach_destroy(r->of.data[p][k].reach);
    free(r->of.data[p]);
  }
  for (uint32_t l = 0; l < r->count; l++)
    smr_entries_close(r->entries[l]);
  smr_vec_free(&r->of);
  smr_map_free(&r->known);
  free(r->entries);
  free(r->looked);
  smr_arena_destroy(&r->arena);
  free(r);
}

static SmrBrought *forms_of(SmrReplacements *r, uint32_t library, uint32_t pair) {
  uint32_t at = *smr_map_at(&r->known, (uint64_t)library << 32 | pair, r->of.size);
  if (at == r->of.size)
    smr_vec_push(&r->of, smr_xcalloc(FORMS, sizeof **r->of.data));
  return r->of.data[at];
}

/// One function may serve several kinds; where it cannot, the names differ.
static void share(SmrBrought *brought, const SmrPair *pair, SmrLanguage kind, SmrStr *name) {
  const SmrReplacement *replacement = smr_pair_replacement(pair, kind);
  for (uint32_t k = 0; k < SMR_LANGUAGE_COUNT && mlirOperationIsNull(brought[kind].wrapper); k++) {
    if (!brought[k].tried || brought[k].entry || k == kind)
      continue;
    if (smr_pair_replacement(pair, (SmrLanguage)k) == replacement)
      brought[kind].wrapper = brought[k].wrapper, brought[kind].bound = brought[k].bound;
    else // a module with functions of both languages
      smr_str_puts(name, kind == SMR_LANGUAGE_FORTRAN ? ".fortran" : ".c");
  }
}

//--- Entries ------------------------------------------------------------------------

/// As a library to link, from whatever folder.
static void put_archive(const SmrLibrary *library, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) path = {0};
  smr_str_printf(&path, "%s%s" SMR_ENTRIES_ENDING, library->shipped || strchr(library->name, '/') ? "" : "./",
                 library->shipped ? smr_base_name(library->name) : library->name);
  smr_absolute(smr_str_get(&path), out);
}

static bool can_link(const SmrLibrary *library) {
  SMR_OWNED(SmrStr, smr_str_free) archive = {0};
  put_archive(library, &archive);
  return smr_link_name_ok(smr_str_get(&archive), archive.size) && smr_is_entries(smr_str_get(&archive));
}

static SmrEntries *entries_of(SmrModuleRun *run, uint32_t library) {
  SmrReplacements *r = run->brought;
  if (r->looked[library])
    return r->entries[library];
  r->looked[library] = true;
  SMR_OWNED(SmrStr, smr_str_free) triple = {0};
  smr_target_triple(run->module, run->described, &triple);
  SmrEntries *entries =
      can_link(&run->libraries[library]) ? smr_entries_open(run->libraries[library].name) : NULL;
  if (entries && smr_entries_fit(entries, smr_str_get(&triple), triple.size))
    r->entries[library] = entries;
  else
    smr_entries_close(entries);
  return r->entries[library];
}

/// Fortran has a complex result as a number of its own, C's is a structure.
static bool has_complex_result(const SmrPattern *pattern) {
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (pattern->args[k].kind == SMR_ARG_RESULT && SMR_TYPE_KIND(pattern->args[k].type) == SMR_T_COMPLEX)
      return true;
  return false;
}

/// Calls go to native code if there is some for the pair that the module can call.
static void bring_entry(SmrModuleRun *run, uint32_t library, const SmrPair *pair, SmrLanguage kind,
                        bool apart, SmrBrought *out) {
  const SmrSettings *set = &run->options->set;
  SMR_OWNED(SmrStr, smr_str_free) links = {0};
  SmrEntryInfo *entry = smr_arena_alloc(&run->brought->arena, sizeof *entry);
  if (set->sites != SMR_SITES_ENTRIES || !set->slots || smr_settings_gpu(set) != SMR_USE_GPU_OFF ||
      kind == SMR_LANGUAGE_MLIR || !smr_entry_replacement(pair) ||
      (kind == SMR_LANGUAGE_FORTRAN && has_complex_result(&pair->pattern)))
    return;
  SmrEntries *entries = entries_of(run, library);
  smr_entry_links(pair, NULL, &links);
  if (!entries ||
      !smr_entries_find(entries, smr_entry_hash(pair, smr_str_get(&links)), &run->brought->arena, entry) ||
      !smr_entry_is_possible(run->module, entry) ||
      (entry->joins && !apart && pair->contract == SMR_CONTRACT_EXACT)) // then bits count
    return;
  out->wrapper = smr_entry_declare(run->module, entry);
  if (!mlirOperationIsNull(out->wrapper))
    out->entry = entry;
}

//--- Bringing -----------------------------------------------------------------------

SmrBrought *smr_replacement_bring(SmrModuleRun *run, uint32_t library, uint32_t number, SmrLanguage kind,
                                  bool apart) {
  SmrBrought *all = forms_of(run->brought, library, number) + (apart ? SMR_LANGUAGE_COUNT : 0);
  SmrBrought *known = &all[kind];
  if (known->tried)
    return known;
  known->tried = true;
  const SmrLibrary *lib = &run->libraries[library];
  const SmrPair *pair = &lib->pairs[number];
  SmrStr name = {0}, links = {0}, refusal = {0};
  bring_entry(run, library, pair, kind, apart, known);
  if (known->entry)
    return known;
  smr_replacement_name(lib->name, pair, &name);
  share(all, pair, kind, &name);
  smr_replacement_links(pair, &links);
  const SmrReplacement *replacement = smr_pair_replacement(pair, kind);
  const SmrSlots slots = {smr_str_get(&links), smr_settings_gpu(&run->options->set)};
  bool sound = !mlirOperationIsNull(known->wrapper) || smr_replacement_intact(replacement);
  if (!sound)
    smr_error(run->diag, lib->name, 0, 0, "the replacement of \"%s\" is damaged", pair->pattern.name);
  const SmrPattern *pattern = &lib->pairs[number].pattern;
  SmrType *numbers = smr_xcalloc(pattern->arg_count + 1, sizeof *numbers);
  uint32_t count = smr_replacement_numbers(pattern, numbers);
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
  SmrBrought *all = forms_of(run->brought, library, pair);
  MlirContext context = mlirOperationGetContext(run->module);
  SMR_OWNED(SmrStr, smr_str_free) archive = {0};
  all[0].used = true;
  put_archive(&run->libraries[library], &archive);
  for (uint32_t k = 0; k < FORMS; k++)
    if (all[k].entry) {
      smr_vec_push(&run->links, mlirStringAttrGet(context, smr_ref(all[k].entry->symbol)));
      smr_vec_push(&run->links, mlirStringAttrGet(context, smr_ref(smr_str_get(&archive))));
    }
}

static void drop(SmrModuleRun *run, const SmrBrought *one) {
  if (one->entry) {
    smr_entry_drop(run->module, one->entry);
    return;
  }
  if (!mlirOperationIsNull(one->bound))
    smr_slots_drop(run->module, one->wrapper, one->bound);
  mlirOperationDestroy(one->wrapper);
}

/// Several pairs (two copies of a library) and several kinds may share one wrapper.
void smr_replacements_remove_unused(SmrModuleRun *run) {
  SmrMap kept = {0}; // wrappers that are called or are of an earlier run, and those that are dropped
  for (uint32_t k = 0; k < run->replacements.size; k++)
    smr_map_set(&kept, smr_mlir_key(run->replacements.data[k].ptr), 1);
  for (int dropping = 0; dropping <= 1; dropping++)
    for (uint32_t p = 0; p < run->brought->of.size * FORMS; p++) {
      const SmrBrought *all = run->brought->of.data[p / FORMS], *one = &all[p % FORMS];
      uint32_t known;
      if (mlirOperationIsNull(one->wrapper) || smr_map_get(&kept, smr_mlir_key(one->wrapper.ptr), &known))
        continue;
      if (dropping)
        drop(run, one);
      if (dropping || all[0].used)
        smr_map_set(&kept, smr_mlir_key(one->wrapper.ptr), 1);
    }
  smr_map_free(&kept);
}
