//===- report_records.c - a report from records in objects ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/json.h"
#include "base/records.h"
#include "objects.h"
#include "report.h"
#include <dirent.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  Report *report;
  const Session *session;
  const char *object; // that holds the records; NULL: no file
  SmrStr root;        // the folder that the unit at hand was compiled in; empty: not known
} Adding;

//--- Names become whole again -------------------------------------------------------

/// Is there such a file in the folder, of which the first `length` characters count?
static bool lies_in(const char *folder, size_t length, const char *name) {
  SMR_OWNED(SmrStr, smr_str_free) path = {0};
  smr_str_append(&path, folder, length);
  smr_str_printf(&path, "/%s", name);
  return access(path.data, F_OK) == 0;
}

/// The innermost folder of the object's path, and above, that has such a file.
static bool find_above(const char *object, const char *name, SmrStr *root) {
  size_t length = strlen(object);
  bool found = false;
  while (length > 0 && !found) {
    while (length > 0 && object[--length] != '/')
      ;
    found = length > 0 && lies_in(object, length, name);
  }
  smr_str_clear(root);
  if (found)
    smr_str_append(root, object, length);
  return found;
}

/// The object's whole path as the user writes it (`here`: the real folder at hand); false where `..` comes
/// behind a name, which may be a link.
static bool spell(const char *object, const char *here, SmrStr *out) {
  size_t length = object[0] == '/' || !here[1] ? 0 : strlen(here);
  for (; smr_starts(object, "./") || smr_starts(object, "../"); object = strchr(object, '/') + 1)
    if (object[1] == '.')
      while (length > 0 && here[--length] != '/')
        ;
  smr_str_clear(out);
  smr_str_append(out, here, length);
  smr_str_printf(out, "%s%s", object[0] == '/' ? "" : "/", object);
  return !strstr(object, "..");
}

/// The folder that a relative name is relative to. A build's objects lie below the folder where its compilers
/// run, mostly, and the innermost folder that has such a source is the one: `make -C` runs in several. A link
/// to where objects really are (Bazel's) lies in the user's own folder: names by way of it come first.
static void find_root(const Adding *a, const char *name, SmrStr *root) {
  char *real = a->object ? realpath(a->object, NULL) : NULL, *here = getcwd(NULL, 0);
  SMR_OWNED(SmrStr, smr_str_free) spelled = {0};
  bool found = real && here && spell(a->object, here, &spelled) && find_above(spelled.data, name, root);
  found = found || (real && find_above(real, name, root));
  if (!found)
    smr_str_clear(root);
  if (!found && here && lies_in(here, strlen(here), name))
    smr_str_puts(root, here);
  free(real);
  free(here);
}

/// A file's name, in JSON, with its folder where that is known.
static void put_whole(const Adding *a, const char *file, bool is_unit, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0}, root = {0}, whole = {0};
  smr_json_text(&name, file);
  bool relative = name.size && name.data[0] != '/' && name.data[0] != '<';
  if (relative && !is_unit && a->root.size)
    smr_str_puts(&root, a->root.data);
  else if (relative)
    find_root(a, name.data, &root);
  smr_str_printf(&whole, "%s%s%s", smr_str_get(&root), root.size ? "/" : "", smr_str_get(&name));
  smr_json_put(out, smr_str_get(&whole));
}

static void begin_unit(Adding *a, const char *file) {
  Report *report = a->report;
  SMR_OWNED(SmrStr, smr_str_free) name = {0}, whole = {0};
  smr_json_text(&name, file);
  smr_str_clear(&a->root);
  if (name.size && name.data[0] != '/')
    find_root(a, name.data, &a->root);
  put_whole(a, file, true, &whole);
  smr_vec_push(&report->files, smr_arena_strdup(&report->arena, whole.data));
  report->units++;
}

static void put_library(const Adding *a, const char *library, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0}, whole = {0};
  smr_json_text(&name, library);
  bool own = smr_starts(smr_str_get(&name), "$SMR/") && a->session->share;
  smr_str_printf(&whole, "%s%s", own ? a->session->share : "",
                 smr_str_get(&name) + (own ? strlen("$SMR") : 0));
  smr_json_put(out, smr_str_get(&whole));
}

static void add_record(void *data, SmrRecordKind kind, const char *json) {
  Adding *a = data;
  if (kind == SMR_RECORD_UNIT) {
    begin_unit(a, json);
    return;
  }
  ReportEntries *list = kind == SMR_RECORD_REWRITE  ? &a->report->rewrites
                        : kind == SMR_RECORD_MISSED ? &a->report->missed
                                                    : &a->report->residency;
  const char *library = smr_json_member(json, "library");
  SMR_OWNED(SmrStr, smr_str_free) file = {0}, whole_library = {0}, once = {0}, twice = {0};
  put_whole(a, smr_json_member(json, "file"), false, &file);
  if (library && *library == '"')
    put_library(a, library, &whole_library);
  smr_json_replace(&once, json, "file", file.data);
  smr_json_replace(&twice, once.data, "library", whole_library.data);
  report_add_entry(list, twice.data, twice.size, &a->report->arena);
  list->data[list->size - 1].unit = a->report->units;
}

uint32_t report_add_records(Report *report, const Session *session, const void *bytes, size_t size,
                            const char *object) {
  Adding a = {.report = report, .session = session, .object = object};
  uint32_t strange = smr_records_read(bytes, size, add_record, &a);
  smr_str_free(&a.root);
  return strange;
}

void records_of_folder(const char *folder, SmrStr *out) {
  struct dirent **entries = NULL;
  int count = scandir(folder, &entries, NULL, versionsort);
  for (int k = 0; k < count; k++) {
    SmrStr path = {0};
    const char *reason;
    smr_str_printf(&path, "%s/%s", folder, entries[k]->d_name);
    if (entries[k]->d_name[0] != '.')
      smr_read_file(path.data, out, &reason);
    smr_str_free(&path);
    free(entries[k]);
  }
  free(entries);
}

void report_add_folder(Report *report, const Session *session, const char *folder) {
  SMR_OWNED(SmrStr, smr_str_free) records = {0};
  if (folder)
    records_of_folder(folder, &records);
  report_add_records(report, session, smr_str_get(&records), records.size, NULL);
}

//--- Objects ------------------------------------------------------------------------

static void append(void *data, const char *bytes, size_t size) {
  smr_str_append(data, bytes, size);
}

static void visit(void *data, const char *file, ObjectKind kind, Bytes bytes) {
  Elf elf;
  ElfSection section;
  (void)file;
  if (kind == OBJECT_BITCODE)
    bitcode_variables_in(bytes, SMR_RECORD_SECTION, append, data);
  else if (kind == OBJECT_ELF && elf_open(bytes, &elf))
    for (uint32_t k = 1; k < elf.count; k++)
      if (elf_section(&elf, k, &section) && section.type == SHT_PROGBITS &&
          strcmp(section.name, SMR_RECORD_SECTION) == 0)
        append(data, (const char *)bytes.data + section.offset, section.size);
}

void records_gather(Session *session, const char *path, SmrStr *out) {
  objects_visit(session, path, visit, out);
}

uint32_t report_add_file(Report *report, Session *session, const char *path) {
  SMR_OWNED(SmrStr, smr_str_free) bytes = {0};
  uint32_t before = report->units;
  records_gather(session, path, &bytes);
  report_add_records(report, session, smr_str_get(&bytes), bytes.size, path);
  return report->units - before;
}
