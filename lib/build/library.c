//===- library.c - libraries for the matcher -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An SmrPfa seen as an SmrLibrary.
//===----------------------------------------------------------------------===//
#include "base/beside.h"
#include "base/link_name.h"
#include "build/internal.h"

/// Libraries that the pair names by paths are beside the pattern library, wherever that is now.
static bool find_links(SmrPair *pair, const char *file, SmrArena *arena, SmrDiag *diag) {
  const char **links = smr_arena_alloc(arena, pair->link_count * sizeof *links + 1);
  bool ok = true;
  for (uint32_t k = 0; k < pair->link_count; k++) {
    SmrStr path = {0};
    links[k] = pair->links[k];
    if (!strchr(links[k], '/')) // a name, which was checked when it was read
      continue;
    smr_beside(file, pair->links[k], &path);
    if (!smr_link_name_ok(smr_str_get(&path), path.size))
      ok = smr_error(diag, file, 0, 0, "pair \"%s\" links '%s', a path that linkers are not given",
                     pair->pattern.name, smr_str_get(&path));
    links[k] = smr_arena_strdup(arena, smr_str_get(&path));
    smr_str_free(&path);
  }
  pair->links = links;
  return ok;
}

static bool from_pfa(SmrIntern *symbols, const SmrPfa *pfa, const char *name, bool exact, SmrLibrary *out,
                     SmrDiag *diag) {
  if (pfa->dialects != smr_build_dialects())
    return smr_error(diag, name, 0, 0, "made with other dialect descriptions; build it again with smr-build");
  out->name = smr_arena_strdup(&out->arena, name);
  out->count = pfa->count;
  out->pairs = memcpy(smr_arena_alloc(&out->arena, pfa->count * sizeof *out->pairs), pfa->pairs,
                      pfa->count * sizeof *out->pairs);
  for (uint32_t k = 0; k < pfa->count; k++)
    if (!find_links(&out->pairs[k], name, &out->arena, diag))
      return false;
  out->bytes = (SmrAutomataBytes){pfa->automata, pfa->automata_size, pfa->automata_room,
                                  pfa->automata_checksum, symbols};
  return !exact || smr_library_open_automata(out, diag);
}

bool smr_library_from_pfa(SmrIntern *symbols, const SmrPfa *pfa, const char *name, SmrLibrary *out,
                          SmrDiag *diag) {
  return from_pfa(symbols, pfa, name, true, out, diag);
}

static bool from_bytes(SmrIntern *symbols, const void *bytes, size_t size, const char *name, bool exact,
                       SmrLibrary *out, SmrDiag *diag) {
  *out = (SmrLibrary){0};
  SmrPfa pfa;
  bool ok = smr_pfa_parse(bytes, size, name, symbols, &out->arena, &pfa, diag) &&
            from_pfa(symbols, &pfa, name, exact, out, diag);
  if (!ok)
    smr_library_close(out);
  return ok;
}

bool smr_library_from_bytes(SmrIntern *symbols, const void *bytes, size_t size, const char *name,
                            SmrLibrary *out, SmrDiag *diag) {
  return from_bytes(symbols, bytes, size, name, true, out, diag);
}

static void release_file(void *storage) {
  smr_pfa_file_close(storage);
  free(storage);
}

bool smr_library_open_pfa(SmrIntern *symbols, const char *path, bool exact, SmrLibrary *out, SmrDiag *diag) {
  SmrPfaFile *file = smr_xcalloc(1, sizeof *file);
  *out = (SmrLibrary){0};
  if (!smr_pfa_file_open(path, file, diag)) {
    free(file);
    return false;
  }
  if (!from_bytes(symbols, file->bytes, file->size, path, exact, out, diag)) {
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
