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

typedef struct {
  MlirContext context;
  const SmrBuildOptions *options;
  const char *output; // the library
  SmrArena arena;
  SmrStr lines;
  SMR_VEC(SmrBytes) objects;
  SMR_VEC(const char *) names;
} Entries;

static bool compile(Entries *e, const SmrPair *pair, const char *links, uint64_t hash, SmrEntryInfo *out,
                    SmrBytes *object) {
  const SmrReplacement *replacement = smr_entry_replacement(pair);
  SMR_OWNED(SmrStr, smr_str_free) name = {0}, symbol = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) ignored = {0};
  smr_replacement_name(e->output, pair, &name);
  smr_entry_name(smr_str_get(&name), &symbol);
  smr_str_printf(&symbol, ".%016" PRIx64, hash);
  SmrType *numbers = smr_arena_alloc(&e->arena, (pair->pattern.arg_count + 1) * sizeof *numbers);
  uint32_t count = smr_replacement_numbers(&pair->pattern, numbers);
  const SmrSlots slots = {links, SMR_USE_GPU_OFF};
  bool joins;
  MlirModule module =
      smr_entry_module(e->context, replacement->module, replacement->module_size, replacement->wrapper,
                       smr_str_get(&symbol), e->output, &slots, numbers, count, &joins, &ignored);
  if (mlirModuleIsNull(module))
    return false;
  bool ok = e->options->objects->compile(mlirModuleGetOperation(module),
                                         smr_arena_strdup(&e->arena, smr_str_get(&symbol)), &e->arena, out,
                                         object, &ignored);
  mlirModuleDestroy(module);
  out->joins = joins;
  return ok && *out->tries && *out->others;
}

static void add_pair(Entries *e, const SmrPair *pair) {
  if (!smr_entry_replacement(pair))
    return;
  SMR_OWNED(SmrStr, smr_str_free) links = {0};
  SmrBytes object = {0};
  SmrEntryInfo entry;
  smr_entry_links(pair, e->output, &links);
  uint64_t hash = smr_entry_hash(pair, smr_str_get(&links));
  if (!compile(e, pair, smr_str_get(&links), hash, &entry, &object)) {
    smr_vec_free(&object);
    return;
  }
  smr_entries_line(hash, &entry, &e->lines);
  smr_vec_push(&e->objects, object);
  smr_vec_push(&e->names, smr_arena_printf(&e->arena, "%s.o", entry.symbol));
}

bool smr_build_entries(MlirContext context, const SmrPair *pairs, uint32_t count,
                       const SmrBuildOptions *options, SmrDiag *diag) {
  Entries e = {.context = context, .options = options, .output = options->output};
  SMR_OWNED(SmrStr, smr_str_free) index = {0};
  smr_vec_push(&e.objects, (SmrBytes){0}); // the index, once it is known
  smr_vec_push(&e.names, "entries.o");
  for (uint32_t k = 0; k < count; k++)
    add_pair(&e, &pairs[k]);
  smr_entries_index(options->objects->triple(), &e.lines, &index);
  bool ok = options->objects->text(&index, &e.objects.data[0], diag) &&
            options->objects->archive(e.objects.data, e.names.data, e.objects.size, options->entries, diag);
  for (uint32_t k = 0; k < e.objects.size; k++)
    smr_vec_free(&e.objects.data[k]);
  smr_vec_free(&e.objects);
  smr_vec_free(&e.names);
  smr_str_free(&e.lines);
  smr_arena_destroy(&e.arena);
  return ok;
}
