//===- entries.c - native code that rewritten objects call ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "tools/common/entries.h"
#include "base/link_name.h"
#include "tools/common/objects.h"
#include <stdio.h>
#include <string.h>

typedef struct {
  Session *session;
  Marks *marks;
  const char *path; // of the archive
  bool used;        // the member at hand is
  bool any;         // … one of the archive
} Search;

static bool has(const Args *args, const char *name) {
  for (uint32_t k = 0; k < args->size; k++)
    if (smr_equal(args->data[k], name))
      return true;
  return false;
}

static void look_at_definition(void *data, const char *name, size_t length, bool defined) {
  Search *search = data;
  const Args *libraries = &search->marks->libraries;
  for (uint32_t k = 0; k < libraries->size && defined; k++) {
    const char *entry = libraries->data[k];
    if (strlen(entry) != length || memcmp(entry, name, length) != 0 || !smr_is_entry(entry) ||
        has(&search->marks->entries, entry))
      continue;
    smr_vec_push(&search->marks->entries, entry);
    search->used = search->any = true;
  }
}

static void look_at_member(void *data, const char *file, ObjectKind kind, Bytes bytes) {
  Search *search = data;
  (void)file;
  search->used = false;
  if (kind == OBJECT_ELF)
    object_symbols(kind, bytes, look_at_definition, search);
  if (search->used)
    marks_add_wants(search->session, search->marks, kind, bytes);
}

void entries_find(Session *session, Marks *marks) {
  for (uint32_t k = 0; k < marks->libraries.size; k++) {
    const char *name = marks->libraries.data[k];
    if (!smr_is_entries(name))
      continue;
    Search search = {.session = session, .marks = marks, .path = name};
    if (!strchr(name, '/'))
      search.path = smr_arena_printf(&session->arena, "%s/%s", session->share, name);
    objects_visit(session, search.path, look_at_member, &search);
    if (search.any)
      smr_vec_push(&marks->entry_archives, search.path);
  }
  const char *missing = NULL;
  for (uint32_t k = 0; k < marks->libraries.size && !missing; k++)
    if (smr_is_entry(marks->libraries.data[k]) && !has(&marks->entries, marks->libraries.data[k]))
      missing = marks->libraries.data[k];
  if (missing && !marks->relocatable)
    fprintf(
        stderr,
        "%s: warning: loops run in code that another version of SMR or of a library compiled (there is no "
        "%s here): compile it again\n",
        driver_name, missing);
}

void entries_words(const Marks *marks, Args *out) {
  for (uint32_t k = 0; k < marks->entries.size; k++) {
    smr_vec_push(out, "-u");
    smr_vec_push(out, marks->entries.data[k]);
  }
  args_add_all(out, &marks->entry_archives);
}
