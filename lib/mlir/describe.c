//===- describe.c - dialect descriptions --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Users' files are parsed, into a staging list first, and published only when all of one is valid; the tables
// that are built in are searched after them.
//===----------------------------------------------------------------------===//
#include "mlir/describe.h"
#include "base/intern.h"
#include "mlir/describe_builtin.h"
#include "mlir/name.h"
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

struct SmrDescriptions {
  SmrArena arena;
  SmrIntern *names;
  SmrMap index; // name → position in ops
  SMR_VEC(const SmrOpDesc *) ops;
  SmrMap attributes;   // name → SmrAttributeSays
  SmrMap callee_index; // name → position in callees
  SMR_VEC(const SmrCalleeDesc *) callees;
  bool builtin; // … descriptions are there, too
};

SmrDescriptions *smr_descriptions_create(void) {
  SmrDescriptions *d = smr_xcalloc(1, sizeof *d);
  d->names = smr_intern_create();
  return d;
}

void smr_descriptions_destroy(SmrDescriptions *d) {
  if (!d)
    return;
  smr_arena_destroy(&d->arena);
  smr_intern_destroy(d->names);
  smr_map_free(&d->index);
  smr_vec_free(&d->ops);
  smr_map_free(&d->attributes);
  smr_map_free(&d->callee_index);
  smr_vec_free(&d->callees);
  free(d);
}

static void publish(SmrDescriptions *d, const SmrDescFile *file) {
  for (uint32_t k = 0; k < file->ops.size; k++) {
    file->ops.data[k]->users = true;
    smr_map_set(&d->index, smr_intern(d->names, file->ops.data[k]->name), d->ops.size);
    smr_vec_push(&d->ops, file->ops.data[k]);
  }
  for (uint32_t k = 0; k < file->attributes.size; k++)
    smr_map_set(&d->attributes, smr_intern(d->names, file->attributes.data[k].name),
                file->attributes.data[k].says);
  for (uint32_t k = 0; k < file->callees.size; k++) {
    smr_map_set(&d->callee_index, smr_intern(d->names, file->callees.data[k]->name), d->callees.size);
    smr_vec_push(&d->callees, file->callees.data[k]);
  }
}

bool smr_descriptions_parse(SmrDescriptions *d, const char *file, const char *text, size_t size,
                            SmrDiag *diag) {
  SmrDescFile staged = {0};
  bool ok = smr_describe_read(&d->arena, file, text, size, &staged, diag);
  if (ok)
    publish(d, &staged);
  smr_describe_file_free(&staged);
  return ok;
}

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

/// What is built in of a dialect; NULL: nothing.
static const SmrBuiltinDescription *builtin_of(const SmrDescriptions *d, const char *dialect, size_t length) {
  for (const SmrBuiltinDescription *b = smr_builtin_descriptions; d->builtin && b->dialect; b++)
    if (strncmp(b->dialect, dialect, length) == 0 && !b->dialect[length])
      return b;
  return NULL;
}

static int by_name(const void *name, const void *row) {
  return strcmp(name, *(const char *const *)row);
}
/// The row of that name; a dialect that says nothing of a kind has no table of it.
static const void *find_row(const char *name, const void *rows, size_t count, size_t size) {
  return count ? bsearch(name, rows, count, size, by_name) : NULL;
}
static const SmrOpDesc *builtin_op(const SmrBuiltinDescription *b, const char *name) {
  return b ? find_row(name, b->ops, b->op_count, sizeof *b->ops) : NULL;
}
static const SmrCalleeDesc *builtin_callee(const SmrBuiltinDescription *b, const char *name) {
  return b ? find_row(name, b->callees, b->callee_count, sizeof *b->callees) : NULL;
}

static uint32_t find(const SmrDescriptions *d, const SmrMap *index, const char *name) {
  SmrSym known = smr_intern_find(d->names, name);
  uint32_t at;
  return known && smr_map_get(index, known, &at) ? at : UINT32_MAX;
}

static const SmrOpDesc *find_op(const SmrDescriptions *d, const SmrBuiltinDescription *b, const char *name) {
  uint32_t at = find(d, &d->index, name);
  return at == UINT32_MAX ? builtin_op(b, name) : d->ops.data[at];
}

const SmrOpDesc *smr_descriptions_find(SmrDescriptions *d, const char *op_name) {
  size_t dialect = strcspn(op_name, ".");
  const SmrBuiltinDescription *b = builtin_of(d, op_name, dialect);
  const SmrOpDesc *found = find_op(d, b, op_name);
  if (!found) { // what is said of a dialect's ops that have no description of their own
    SmrStr name = {0};
    smr_str_append(&name, op_name, dialect);
    smr_str_puts(&name, ".*");
    found = find_op(d, b, smr_str_get(&name));
    smr_str_free(&name);
  }
  return found;
}

SmrAttributeSays smr_descriptions_attribute(SmrDescriptions *d, const char *name) {
  size_t dialect = strcspn(name, ".");
  if (!name[dialect])
    return SMR_SAYS_NOTHING;
  uint32_t says = find(d, &d->attributes, name);
  if (says != UINT32_MAX)
    return (SmrAttributeSays)says;
  const SmrBuiltinDescription *b = builtin_of(d, name, dialect);
  const SmrAttributeDesc *found =
      b ? find_row(name, b->attributes, b->attribute_count, sizeof *b->attributes) : NULL;
  return found ? (SmrAttributeSays)found->says : SMR_SAYS_NOTHING;
}

/// Does the description speak of all names that begin as this one does?
static bool begins(const SmrCalleeDesc *desc, const char *name) {
  size_t length = strcspn(desc->name, "*");
  return desc->name[length] && strncmp(name, desc->name, length) == 0;
}

const SmrCalleeDesc *smr_descriptions_callee(SmrDescriptions *d, const char *name) {
  const SmrBuiltinDescription *libc = builtin_of(d, "libc", 4);
  uint32_t at = find(d, &d->callee_index, name);
  const SmrCalleeDesc *found = at == UINT32_MAX ? builtin_callee(libc, name) : d->callees.data[at];
  for (uint32_t k = d->callees.size; !found && k-- > 0;)
    found = begins(d->callees.data[k], name) ? d->callees.data[k] : NULL;
  for (uint32_t k = libc ? libc->callee_count : 0; !found && k-- > 0;)
    found = begins(&libc->callees[k], name) ? &libc->callees[k] : NULL;
  return found;
}

uint32_t smr_descriptions_count(SmrDescriptions *d) {
  uint32_t count = d->index.size;
  for (const SmrBuiltinDescription *b = smr_builtin_descriptions; d->builtin && b->dialect; b++)
    for (uint32_t k = 0; k < b->op_count; k++)
      count += find(d, &d->index, b->ops[k].name) == UINT32_MAX;
  return count;
}

const SmrOpDesc *smr_described(SmrDescribed *d, MlirOperation op) {
  static const SmrOpDesc nothing = {.name = ""};
  MlirIdentifier name = mlirOperationGetName(op);
  uint32_t at;
  if (smr_map_get(&d->known, (uintptr_t)name.ptr, &at))
    return d->found.data[at];
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_append(&text, mlirIdentifierStr(name).data, mlirIdentifierStr(name).length);
  const SmrOpDesc *found = smr_descriptions_find(d->descriptions, smr_str_get(&text));
  smr_map_set(&d->known, (uintptr_t)name.ptr, d->found.size);
  smr_vec_push(&d->found, found ? found : &nothing);
  return smr_vec_last(&d->found);
}

SmrAttributeSays smr_described_attribute(SmrDescribed *d, MlirIdentifier name) {
  uint32_t known;
  if (smr_map_get(&d->said, (uintptr_t)name.ptr, &known))
    return (SmrAttributeSays)known;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_append(&text, mlirIdentifierStr(name).data, mlirIdentifierStr(name).length);
  SmrAttributeSays said = smr_descriptions_attribute(d->descriptions, smr_str_get(&text));
  smr_map_set(&d->said, (uintptr_t)name.ptr, said);
  return said;
}

const char *smr_described_text(SmrDescribed *d, MlirAttribute attribute) {
  uint32_t at;
  if (mlirAttributeIsNull(attribute))
    return "";
  if (smr_map_get(&d->printed, (uintptr_t)attribute.ptr, &at))
    return d->texts.data[at];
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  mlirAttributePrint(attribute, smr_mlir_append, &text);
  smr_map_set(&d->printed, (uintptr_t)attribute.ptr, d->texts.size);
  smr_vec_push(&d->texts, smr_arena_strndup(&d->arena, smr_str_get(&text), text.size));
  return smr_vec_last(&d->texts);
}

void smr_described_free(SmrDescribed *d) {
  smr_arena_destroy(&d->arena);
  smr_vec_free(&d->texts);
  smr_map_free(&d->printed);
  smr_map_free(&d->said);
  smr_map_free(&d->known);
  smr_vec_free(&d->found);
}

//===----------------------------------------------------------------------===//
// Files and folders
//===----------------------------------------------------------------------===//

static bool load_file(SmrDescriptions *d, const char *path, SmrDiag *diag) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason;
  return smr_read_file(path, &text, &reason)
             ? smr_descriptions_parse(d, path, smr_str_get(&text), text.size, diag)
             : smr_error(diag, path, 0, 0, "%s", reason);
}

static int is_yaml(const struct dirent *entry) {
  size_t n = strlen(entry->d_name);
  return n > 5 && strcmp(entry->d_name + n - 5, ".yaml") == 0;
}

static bool load_path(SmrDescriptions *d, const char *path, SmrDiag *diag) {
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
    return load_file(d, path, diag);
  struct dirent **entries;
  int n = scandir(path, &entries, is_yaml, alphasort);
  if (n < 0)
    return smr_error(diag, path, 0, 0, "the folder cannot be read");
  bool ok = true;
  for (int k = 0; k < n; k++) {
    SmrStr full = {0};
    smr_str_printf(&full, "%s/%s", path, entries[k]->d_name);
    ok = ok && load_file(d, smr_str_get(&full), diag);
    smr_str_free(&full);
    free(entries[k]);
  }
  free(entries);
  return ok;
}

static bool load_environment(SmrDescriptions *d, SmrDiag *diag) {
  const char *list = getenv("SMR_DIALECTS");
  bool ok = true;
  while (ok && list && *list) {
    size_t n = strcspn(list, ":");
    if (n)
      ok = load_path(d, smr_arena_strndup(&d->arena, list, n), diag);
    list += n + (list[n] == ':');
  }
  return ok;
}

SmrDescriptions *smr_descriptions_load(const char *const *paths, uint32_t count, SmrDiag *diag) {
  SmrDescriptions *d = smr_descriptions_create();
  bool ok = true;
  d->builtin = true;
  for (uint32_t k = 0; ok && k < count; k++)
    ok = load_path(d, paths[k], diag);
  ok = ok && load_environment(d, diag);
  if (ok)
    return d;
  smr_descriptions_destroy(d);
  return NULL;
}
