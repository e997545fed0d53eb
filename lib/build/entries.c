//===- entries.c - the library's replacements as native code ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each pair that has an entry (match/entry.h) becomes an object of its own, so that a link takes only what is
// called. A pair whose replacement cannot be compiled has none, and its code is brought into modules.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "build/internal.h"
#include "match/entry.h"
#include "mlir/splice/splice.h"
#include <inttypes.h>

void smr_build_entry(MlirContext context, SmrBuildPair *pair, const SmrBuildOptions *options,
                     SmrArena *arena) {
  const SmrReplacement *replacement = smr_entry_replacement(&pair->pair);
  if (!replacement)
    return;
  SMR_OWNED(SmrStr, smr_str_free) links = {0}, name = {0}, symbol = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) ignored = {0};
  SmrBuildEntry *entry = &pair->entry;
  smr_entry_links(&pair->pair, options->output, &links);
  entry->hash = smr_entry_hash(&pair->pair, smr_str_get(&links));
  smr_replacement_name(options->output, &pair->pair, &name);
  smr_entry_name(smr_str_get(&name), &symbol);
  smr_str_printf(&symbol, ".%016" PRIx64, entry->hash);
  SmrType *numbers = smr_arena_alloc(arena, (pair->pair.pattern.arg_count + 1) * sizeof *numbers);
  uint32_t count = smr_replacement_numbers(&pair->pair.pattern, numbers);
  const SmrSlots slots = {smr_str_get(&links), SMR_USE_GPU_OFF};
  bool joins;
  MlirModule module =
      smr_entry_module(context, replacement->module, replacement->module_size, replacement->wrapper,
                       smr_str_get(&symbol), options->output, &slots, numbers, count, &joins, &ignored);
  if (mlirModuleIsNull(module))
    return;
  bool ok =
      options->objects->compile(mlirModuleGetOperation(module), smr_arena_strdup(arena, smr_str_get(&symbol)),
                                arena, &entry->info, &entry->object, &ignored);
  mlirModuleDestroy(module);
  entry->info.joins = joins;
  if (!ok || !*entry->info.tries || !*entry->info.others)
    smr_vec_free(&entry->object);
}

bool smr_build_entries(const SmrBuildPair *pairs, uint32_t count, const SmrBuildOptions *options,
                       SmrDiag *diag) {
  SMR_OWNED(SmrStr, smr_str_free) index = {0}, lines = {0};
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrBytes *objects = smr_arena_alloc(&arena, ((size_t)count + 1) * sizeof *objects), first = {0};
  const char **names = smr_arena_alloc(&arena, ((size_t)count + 1) * sizeof *names);
  uint32_t size = 1;
  for (uint32_t k = 0; k < count; k++)
    if (pairs[k].entry.object.size) {
      smr_entries_line(pairs[k].entry.hash, &pairs[k].entry.info, &lines);
      objects[size] = pairs[k].entry.object;
      names[size++] = smr_arena_printf(&arena, "%s.o", pairs[k].entry.info.symbol);
    }
  smr_entries_index(options->objects->triple(), &lines, &index);
  bool ok = options->objects->text(&index, &first, diag);
  objects[0] = first;
  names[0] = "entries.o";
  ok = ok && options->objects->archive(objects, names, size, options->entries, diag);
  smr_vec_free(&first);
  return ok;
}
