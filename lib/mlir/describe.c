//===- describe.c - dialect descriptions --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A file is parsed into a staging list first and published only when all of it is valid.
//===----------------------------------------------------------------------===//
#include "mlir/describe.h"
#include "base/intern.h"
#include "mlir/describe_file.h"
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

struct SmrDescriptions {
  SmrArena arena;
  SmrIntern *names;
  SmrMap index; // name → position in ops
  SMR_VEC(SmrOpDesc *) ops;
  SmrMap attributes;   // name → SmrAttributeSays
  SmrMap callee_index; // name → position in callees
  SMR_VEC(SmrCalleeDesc *) callees;
  SMR_VEC(uint32_t) beginnings; // those whose names end with a *
  bool builtin;    // … descriptions are there, too, each parsed when an op of its dialect is first looked up
  uint32_t parsed; // a bit for each
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
  smr_vec_free(&d->beginnings);
  free(d);
}

/// With `below`, what is there already stays.
static bool taken(const SmrMap *index, SmrSym name, bool below) {
  uint32_t known;
  return below && smr_map_get(index, name, &known);
}

static void publish(SmrDescriptions *d, const SmrDescFile *file, bool below) {
  for (uint32_t k = 0; k < file->ops.size; k++) {
    SmrSym name = smr_intern(d->names, file->ops.data[k]->name);
    if (taken(&d->index, name, below))
      continue;
    file->ops.data[k]->users = !below;
    smr_map_set(&d->index, name, d->ops.size);
    smr_vec_push(&d->ops, file->ops.data[k]);
  }
  for (uint32_t k = 0; k < file->attributes.size; k++) {
    SmrSym name = smr_intern(d->names, file->attributes.data[k].name);
    if (!taken(&d->attributes, name, below))
      smr_map_set(&d->attributes, name, file->attributes.data[k].says);
  }
  for (uint32_t k = 0; k < file->callees.size; k++) {
    SmrSym name = smr_intern(d->names, file->callees.data[k]->name);
    if (taken(&d->callee_index, name, below))
      continue;
    smr_map_set(&d->callee_index, name, d->callees.size);
    if (strchr(file->callees.data[k]->name, '*'))
      smr_vec_push(&d->beginnings, d->callees.size);
    smr_vec_push(&d->callees, file->callees.data[k]);
  }
}

static bool parse(SmrDescriptions *d, const char *file, const char *text, size_t size, bool below,
                  SmrDiag *diag) {
  SmrDescFile staged = {0};
  bool ok = smr_describe_read(&d->arena, file, text, size, &staged, diag);
  if (ok)
    publish(d, &staged, below);
  smr_describe_file_free(&staged);
  return ok;
}

bool smr_descriptions_parse(SmrDescriptions *d, const char *file, const char *text, size_t size,
                            SmrDiag *diag) {
  return parse(d, file, text, size, false, diag);
}

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

/// Built-in number k, whose file is dialect/NAME.yaml, unless it is another dialect's (`dialect` NULL: any).
static void parse_builtin(SmrDescriptions *d, uint32_t k, const char *dialect, size_t length) {
  const SmrBuiltinDescription *b = &smr_builtin_descriptions[k];
  const char *name = strrchr(b->file, '/') + 1;
  if ((d->parsed >> k & 1) || (dialect && (strncmp(name, dialect, length) != 0 || name[length] != '.')))
    return;
  d->parsed |= UINT32_C(1) << k;
  SmrDiag diag = {0};
  if (!parse(d, b->file, b->text, strlen(b->text), true, &diag))
    smr_diag_flush(&diag, stderr); // our own mistake, which a test would have found
  smr_diag_free(&diag);
}

static void parse_builtins(SmrDescriptions *d, const char *dialect, size_t length) {
  for (uint32_t k = 0; d->builtin && smr_builtin_descriptions[k].file; k++)
    parse_builtin(d, k, dialect, length);
}

static uint32_t find(const SmrDescriptions *d, const SmrMap *index, const char *name) {
  SmrSym known = smr_intern_find(d->names, name);
  uint32_t at;
  return known && smr_map_get(index, known, &at) ? at : UINT32_MAX;
}

/// What is said of a dialect's ops that have no description of their own.
static uint32_t find_others(const SmrDescriptions *d, const char *op_name, size_t dialect) {
  SmrStr name = {0};
  smr_str_append(&name, op_name, dialect);
  smr_str_puts(&name, ".*");
  uint32_t at = find(d, &d->index, smr_str_get(&name));
  smr_str_free(&name);
  return at;
}

const SmrOpDesc *smr_descriptions_find(SmrDescriptions *d, const char *op_name) {
  uint32_t at = find(d, &d->index, op_name);
  size_t dialect = strcspn(op_name, ".");
  if (at == UINT32_MAX) {
    parse_builtins(d, op_name, dialect);
    at = find(d, &d->index, op_name);
  }
  if (at == UINT32_MAX)
    at = find_others(d, op_name, dialect);
  return at == UINT32_MAX ? NULL : d->ops.data[at];
}

SmrAttributeSays smr_descriptions_attribute(SmrDescriptions *d, const char *name) {
  size_t dialect = strcspn(name, ".");
  if (!name[dialect])
    return SMR_SAYS_NOTHING;
  uint32_t says = find(d, &d->attributes, name);
  if (says == UINT32_MAX) {
    parse_builtins(d, name, dialect);
    says = find(d, &d->attributes, name);
  }
  return says == UINT32_MAX ? SMR_SAYS_NOTHING : (SmrAttributeSays)says;
}

const SmrCalleeDesc *smr_descriptions_callee(SmrDescriptions *d, const char *name) {
  parse_builtins(d, "libc", 4);
  uint32_t at = find(d, &d->callee_index, name);
  for (uint32_t k = d->beginnings.size; at == UINT32_MAX && k-- > 0;) {
    const char *begin = d->callees.data[d->beginnings.data[k]]->name;
    if (strncmp(name, begin, strlen(begin) - 1) == 0)
      at = d->beginnings.data[k];
  }
  return at == UINT32_MAX ? NULL : d->callees.data[at];
}

uint32_t smr_descriptions_count(SmrDescriptions *d) {
  parse_builtins(d, NULL, 0);
  return d->index.size;
}

const SmrOpDesc *smr_described(SmrDescribed *d, MlirOperation op) {
  static const SmrOpDesc nothing = {.name = ""};
  MlirIdentifier name = mlirOperationGetName(op);
  uint32_t at;
  if (smr_map_get(&d->known, (uintptr_t)name.ptr, &at))
    return d->found.data[at];
  SmrStr text = {0};
  smr_str_append(&text, mlirIdentifierStr(name).data, mlirIdentifierStr(name).length);
  const SmrOpDesc *found = smr_descriptions_find(d->descriptions, smr_str_get(&text));
  smr_str_free(&text);
  smr_map_set(&d->known, (uintptr_t)name.ptr, d->found.size);
  smr_vec_push(&d->found, found ? found : &nothing);
  return smr_vec_last(&d->found);
}

SmrAttributeSays smr_described_attribute(SmrDescribed *d, MlirIdentifier name) {
  uint32_t known;
  if (smr_map_get(&d->said, (uintptr_t)name.ptr, &known))
    return (SmrAttributeSays)known;
  SmrStr text = {0};
  smr_str_append(&text, mlirIdentifierStr(name).data, mlirIdentifierStr(name).length);
  SmrAttributeSays said = smr_descriptions_attribute(d->descriptions, smr_str_get(&text));
  smr_str_free(&text);
  smr_map_set(&d->said, (uintptr_t)name.ptr, said);
  return said;
}

void smr_described_free(SmrDescribed *d) {
  smr_map_free(&d->said);
  smr_map_free(&d->known);
  smr_vec_free(&d->found);
}

//===----------------------------------------------------------------------===//
// Files and folders
//===----------------------------------------------------------------------===//

static bool load_file(SmrDescriptions *d, const char *path, SmrDiag *diag) {
  SmrStr text = {0};
  const char *reason;
  bool ok = smr_read_file(path, &text, &reason)
                ? smr_descriptions_parse(d, path, smr_str_get(&text), text.size, diag)
                : smr_error(diag, path, 0, 0, "%s", reason);
  smr_str_free(&text);
  return ok;
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
