//===- library.c - libraries for the matcher -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An SmrPfa seen as an SmrLibrary: the automata are opened in place, conditions get their meaning, and what
// the two halves of a library say of each other is checked once, so that nobody downstream has to.
//===----------------------------------------------------------------------===//
#include "automata/layout.h"
#include "base/beside.h"
#include "base/link_name.h"
#include "build/internal.h"

static bool convert_condition(const SmrPfaCondition *from, const SmrPattern *pattern, SmrArena *arena,
                              SmrWhen *out) {
  SmrWhenStep *steps = smr_arena_alloc(arena, from->count * sizeof *steps);
  for (uint32_t k = 0; k < from->count; k++) {
    if (from->steps[k].op >= SMR_WHEN_COUNT)
      return false;
    steps[k] = (SmrWhenStep){(SmrWhenOp)from->steps[k].op, from->steps[k].arg, from->steps[k].imm};
  }
  *out = (SmrWhen){steps, from->count, from->text};
  return smr_when_check(out, pattern->arg_count);
}

static bool convert_conditions(const SmrPfaCondition *from, uint32_t count, const SmrPattern *pattern,
                               SmrArena *arena, const SmrWhen **out) {
  SmrWhen *conditions = smr_arena_alloc(arena, count * sizeof *conditions);
  *out = conditions;
  for (uint32_t k = 0; k < count; k++)
    if (!convert_condition(&from[k], pattern, arena, &conditions[k]))
      return false;
  return true;
}

static bool convert_pair(const SmrPfaPair *from, SmrArena *arena, SmrPattern *pattern, SmrPair *pair) {
  if (from->language > SMR_LANGUAGE_MLIR || from->contract > SMR_CONTRACT_FINITE)
    return false;
  *pattern = from->pattern;
  const SmrWhen *conditions, *pays;
  if (!convert_conditions(from->conditions, from->condition_count, pattern, arena, &conditions) ||
      !convert_conditions(from->pays, from->pays_count, pattern, arena, &pays))
    return false;
  SmrReplacement *replacements = smr_arena_alloc(arena, from->replacement_count * sizeof *replacements);
  for (uint32_t k = 0; k < from->replacement_count; k++) {
    const SmrPfaReplacement *replacement = &from->replacements[k];
    if (replacement->serves >= SMR_LANGUAGE_COUNT)
      return false;
    replacements[k] = (SmrReplacement){.serves = (SmrLanguage)replacement->serves,
                                       .module = replacement->module,
                                       .module_size = replacement->module_size,
                                       .module_room = replacement->module_room,
                                       .checksum = replacement->checksum,
                                       .wrapper = replacement->wrapper};
  }
  *pair = (SmrPair){.name = from->pattern.name,
                    .language = (SmrLanguage)from->language,
                    .contract = (SmrContract)from->contract,
                    .unverified = from->unverified,
                    .joined = from->joined,
                    .links = from->links,
                    .link_count = from->link_count,
                    .conditions = conditions,
                    .condition_count = from->condition_count,
                    .pays = pays,
                    .equations = *from->equations ? from->equations : NULL,
                    .equations_size = strlen(from->equations),
                    .shape = from->shape,
                    .words = from->words,
                    .pays_count = from->pays_count,
                    .replacements = replacements,
                    .replacement_count = from->replacement_count};
  return true;
}

/// Libraries that the pair names by paths are beside the pattern library, wherever that is now.
static bool find_links(SmrPair *pair, const char *file, SmrArena *arena, SmrDiag *diag) {
  const char **links = smr_arena_alloc(arena, pair->link_count * sizeof *links + 1);
  bool ok = true;
  for (uint32_t k = 0; k < pair->link_count; k++) {
    SmrStr path = {0};
    smr_beside(file, pair->links[k], &path);
    if (!smr_link_name_ok(smr_str_get(&path), path.size))
      ok = smr_error(diag, file, 0, 0, "pair \"%s\" links '%s', a path that linkers are not given",
                     pair->name, smr_str_get(&path));
    links[k] = smr_arena_strdup(arena, smr_str_get(&path));
    smr_str_free(&path);
  }
  pair->links = links;
  return ok;
}

/// A match is as large as the automata say; whoever reads it believes the pattern.
static bool automata_fit(const SmrAutomata *automata, const SmrPattern *patterns, uint32_t count) {
  if (smr_section_count(automata->block, SMR_SECTION_PATTERNS) != count)
    return false;
  for (uint32_t k = 0; k < count; k++)
    if (!smr_tables_fit(automata->block, k, &patterns[k]))
      return false;
  return true;
}

bool smr_library_from_bytes(SmrIntern *symbols, const void *bytes, size_t size, const char *name,
                            SmrLibrary *out, SmrDiag *diag) {
  *out = (SmrLibrary){0};
  SmrPfa pfa;
  bool ok = smr_pfa_parse(bytes, size, name, symbols, &out->arena, &pfa, diag);
  if (ok && pfa.dialects != smr_build_dialects())
    ok = smr_error(diag, name, 0, 0, "made with other dialect descriptions; build it again with smr-build");
  if (ok) {
    out->name = smr_arena_strdup(&out->arena, name);
    out->count = pfa.count;
    out->patterns = smr_arena_alloc(&out->arena, pfa.count * sizeof *out->patterns);
    out->pairs = smr_arena_alloc(&out->arena, pfa.count * sizeof *out->pairs);
    for (uint32_t k = 0; k < pfa.count && ok; k++)
      if (!convert_pair(&pfa.pairs[k], &out->arena, &out->patterns[k], &out->pairs[k]))
        ok = smr_error(diag, name, 0, 0, "malformed pair \"%s\"", pfa.pairs[k].pattern.name);
      else
        ok = find_links(&out->pairs[k], name, &out->arena, diag);
  }
  if (ok) {
    const char *reason = NULL;
    out->automata = smr_automata_open(pfa.automata, pfa.automata_size, symbols, &reason);
    if (!out->automata)
      ok = smr_error(diag, name, 0, 0, "%s", reason);
    else if (!automata_fit(out->automata, out->patterns, out->count))
      ok = smr_error(diag, name, 0, 0, "the automata do not fit the pairs");
  }
  if (!ok)
    smr_library_close(out);
  return ok;
}

static void release_file(void *storage) {
  smr_pfa_file_close(storage);
  free(storage);
}

bool smr_library_open_pfa(SmrIntern *symbols, const char *path, SmrLibrary *out, SmrDiag *diag) {
  SmrPfaFile *file = smr_xcalloc(1, sizeof *file);
  *out = (SmrLibrary){0};
  if (!smr_pfa_file_open(path, file, diag)) {
    free(file);
    return false;
  }
  if (!smr_library_from_bytes(symbols, file->bytes, file->size, path, out, diag)) {
    release_file(file);
    return false;
  }
  out->storage = file;
  out->release = release_file;
  return true;
}

static void release_bytes(void *storage) {
  SmrBytes *bytes = storage;
  smr_vec_free(bytes);
  free(bytes);
}

bool smr_library_from_pat(MlirContext context, SmrIntern *symbols, const char *path,
                          const SmrBuildOptions *options, SmrLibrary *out, SmrDiag *diag) {
  SmrBytes *bytes = smr_xcalloc(1, sizeof *bytes);
  *out = (SmrLibrary){0};
  if (!smr_build_library(context, path, &path, 1, options, bytes, diag) ||
      !smr_library_from_bytes(symbols, bytes->data, bytes->size, path, out, diag)) {
    release_bytes(bytes);
    return false;
  }
  out->storage = bytes;
  out->release = release_bytes;
  return true;
}
