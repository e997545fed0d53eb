//===- find.c - a routine in the library that the user chose --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// In this order: what SMR_RT_LIBRARY names, preloaded objects, libraries of the process in the order in which
// they were loaded (so the one that the program was linked with, or that Debian's alternatives stand for),
// and what the pair's `link "…"` names, loaded now. Never the program itself nor objects with rewritten code:
// their routine may be what calls us. A BLAS is known by its file's name, and passed over when its integers
// have 64 bits.
//===----------------------------------------------------------------------===//
#include "runtime/blas_files.h"
#include "runtime/library_file.h"
#include "runtime/openblas.h"
#include "runtime/slots.h"
#ifdef __ELF__
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A program that is linked statically has no loader to ask; weak, these do not bring one in.
#pragma weak dlopen
#pragma weak dlclose
#pragma weak dlsym
#pragma weak dlerror
#pragma weak dl_iterate_phdr

enum { MOST_OBJECTS = 512, MOST_NAME = 512 };

typedef enum { NEVER, MAYBE, PRELOADED } Standing;

typedef struct {
  const char *path;
  ElfW(Addr) base;
  const ElfW(Phdr) * headers;
  int header_count;
  Standing standing;
} Object;

static Object objects[MOST_OBJECTS];
static int object_count;

//--- The objects of the process -----------------------------------------------------------

/// Has it a note of ours (bind.c)?
static int holds_rewritten_code(const Object *o) {
  for (int k = 0; k < o->header_count; k++) {
    if (o->headers[k].p_type != PT_NOTE)
      continue;
    const char *at = (const char *)(o->base + o->headers[k].p_vaddr), *end = at + o->headers[k].p_memsz;
    size_t align = o->headers[k].p_align == 8 ? 8 : 4;
    while ((size_t)(end - at) >= sizeof(ElfW(Nhdr))) {
      const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
      const char *name = at + sizeof *note;
      size_t size = ((sizeof *note + note->n_namesz + align - 1) & -align) + note->n_descsz;
      size = (size + align - 1) & -align;
      if (size > (size_t)(end - at))
        break;
      if (note->n_namesz == 4 && !memcmp(name, "SMR", 4))
        return 1;
      at += size;
    }
  }
  return 0;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static int is_preloaded(const char *path) {
  const char *list = getenv("LD_PRELOAD");
  while (list && *list) {
    size_t length = strcspn(list, " :");
    const char *slash = memrchr(list, '/', length);
    const char *name = slash ? slash + 1 : list;
    size_t size = (size_t)(list + length - name);
    if (size && strlen(base_name(path)) == size && !memcmp(base_name(path), name, size))
      return 1;
    list += length;
    list += strspn(list, " :");
  }
  return 0;
}

static int add_object(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  int *first = data;
  if (object_count == MOST_OBJECTS)
    return 1;
  Object *o = &objects[object_count++];
  *o = (Object){info->dlpi_name, info->dlpi_addr, info->dlpi_phdr, info->dlpi_phnum, NEVER};
  if (!*first && *o->path && !holds_rewritten_code(o)) // the first one is the program
    o->standing = is_preloaded(o->path) ? PRELOADED : MAYBE;
  *first = 0;
  return 0;
}

static void look_around(void) {
  int first = 1;
  object_count = 0;
  dl_iterate_phdr(add_object, &first);
}

/// The object that an address lies in, NULL when that may not serve.
static const Object *owner_of(const void *address) {
  for (int k = 0; k < object_count; k++)
    for (int h = 0; h < objects[k].header_count; h++) {
      const ElfW(Phdr) *header = &objects[k].headers[h];
      if (header->p_type == PT_LOAD &&
          (ElfW(Addr))address - (objects[k].base + header->p_vaddr) < header->p_memsz)
        return objects[k].standing == NEVER ? NULL : &objects[k];
    }
  return NULL;
}

//--- BLAS ----------------------------------------------------------------------------------

static int starts(const char *text, const char *prefix) {
  return !strncmp(text, prefix, strlen(prefix));
}

/// What OpenBLAS says of itself; NULL of another library.
static const char *openblas_config(void *handle) {
  void *symbol = dlsym(handle, "openblas_get_config");
  char *(*config)(void);
  memcpy(&config, &symbol, sizeof config);
  return symbol ? config() : NULL;
}

/// Are the integers of its interface of 64 bits?
static int is_ilp64(void *handle, const char *path) {
  const char *name = base_name(path), *config = openblas_config(handle);
  if (smr_is_wide_file(name, ".so"))
    return 1;
  if (config)
    return strstr(config, "USE64BITINT") != NULL;
  void *symbol = dlsym(handle, "bli_info_get_blas_int_type_size");
  if (symbol) {
    int64_t (*bits)(void);
    memcpy(&bits, &symbol, sizeof bits);
    return bits() == 64;
  }
  const char *layer = getenv("MKL_INTERFACE_LAYER");
  return starts(name, "libmkl_rt") && layer && strstr(layer, "ILP64") && !strstr(layer, "LP64,");
}

/// Known to call nothing of its own by names that a program could define.
static int is_self_contained(void *handle, const char *path) {
  return dlsym(handle, "openblas_get_config") || dlsym(handle, "bli_info_get_blas_int_type_size") ||
         starts(base_name(path), "libmkl_");
}

static int captured_name(const char *name) {
  void *address = dlsym(RTLD_DEFAULT, name);
  for (int k = 0; address && k < object_count; k++)
    for (int h = 0; h < objects[k].header_count; h++) {
      const ElfW(Phdr) *header = &objects[k].headers[h];
      if (header->p_type == PT_LOAD && objects[k].standing == NEVER &&
          (ElfW(Addr))address - (objects[k].base + header->p_vaddr) < header->p_memsz)
        return 1;
    }
  return 0;
}

/// The reference BLAS' cblas_ddot calls ddot_, which the dynamic linker takes from the program where that has
/// one; and that may be, or call, what calls us.
static int is_captured(void *handle, const char *path, const char *symbol) {
  char twin[MOST_NAME];
  if (!starts(symbol, "cblas_") || !smr_is_blas_file(base_name(path)) || is_self_contained(handle, path))
    return 0;
  snprintf(twin, sizeof twin, "%s_", symbol + 6);
  if (captured_name(twin))
    return 1;
  snprintf(twin, sizeof twin, "%ssub_", symbol + 6);
  return captured_name(twin);
}

//--- Looking -------------------------------------------------------------------------------

static const char *better_core;

const char *smr_rt_better_core(void) {
  return better_core;
}

static int is_known_wrong(void *handle, const char *symbol) {
  const char *config = openblas_config(handle);
  const char *better = config ? smr_openblas_better(config) : NULL;
  if (better)
    better_core = better;
  return config && smr_openblas_is_wrong(config, symbol);
}

/// What a handle's library gives, when it (or one that it needs) may serve.
static void *ask(void *handle, const char *symbol, const char **path) {
  void *address = handle ? dlsym(handle, symbol) : NULL;
  const Object *owner = address ? owner_of(address) : NULL;
  if (!owner || is_ilp64(handle, owner->path) || is_captured(handle, owner->path, symbol) ||
      is_known_wrong(handle, symbol))
    return NULL;
  *path = owner->path;
  return address;
}

static void *ask_object(const Object *o, const char *symbol, const char **path) {
  void *handle = dlopen(o->path, RTLD_LAZY | RTLD_NOLOAD);
  void *address = ask(handle, symbol, path);
  if (handle)
    dlclose(handle); // (the process had it before)
  return address;
}

/// A file that is cut short is told once, however many routines are looked for.
static int may_load(const char *file, const char *variable) {
  static char told[2 * MOST_NAME];
  char reason[2 * MOST_NAME];
  if (smr_rt_is_whole(file, reason, sizeof reason))
    return 1;
  if (strcmp(told, reason) != 0)
    fprintf(stderr, "smr_rt: %s%s\n", variable, reason);
  snprintf(told, sizeof told, "%s", reason);
  return 0;
}

/// Loads a library; an OpenBLAS that does not know this processor once more, and tells it.
static void *load(const char *file) {
  void *handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  const char *config = handle ? openblas_config(handle) : NULL;
  const char *better = config ? smr_openblas_better(config) : NULL;
  if (!better)
    return handle;
  dlclose(handle);
  setenv("OPENBLAS_CORETYPE", better, 0);
  handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  unsetenv("OPENBLAS_CORETYPE");
  return handle;
}

/// Loads a library for good.
static void *ask_file(const char *file, const char *symbol, const char **path) {
  void *handle = may_load(file, "") ? load(file) : NULL;
  if (!handle)
    return NULL;
  look_around();
  return ask(handle, symbol, path);
}

/// "openblas" as the file libopenblas.so…
static int is_file_of(const char *path, const char *library, size_t length) {
  const char *name = base_name(path), *slash = memrchr(library, '/', length);
  if (slash) {
    length -= (size_t)(slash + 1 - library);
    return !strncmp(name, slash + 1, length) && (!name[length] || name[length] == '.');
  }
  return starts(name, "lib") && !strncmp(name + 3, library, length) && starts(name + 3 + length, ".so");
}

static void *ask_named(const char *library, size_t length, const char *symbol, const char **path) {
  static const char *const forms[] = {"lib%.*s.so.0", "lib%.*s.so.3", "lib%.*s.so"};
  char file[MOST_NAME];
  void *address = NULL;
  if (length >= MOST_NAME / 2)
    return NULL;
  if (memchr(library, '/', length)) {
    snprintf(file, sizeof file, "%.*s", (int)length, library);
    return ask_file(file, symbol, path);
  }
  for (size_t k = 0; k < sizeof forms / sizeof *forms && !address; k++) {
    snprintf(file, sizeof file, forms[k], (int)length, library);
    address = ask_file(file, symbol, path);
  }
  return address;
}

static void *ask_chosen(const char *symbol, const char **path) {
  const char *chosen = secure_getenv("SMR_RT_LIBRARY");
  if (!chosen || !*chosen)
    return NULL;
  int may = may_load(chosen, "SMR_RT_LIBRARY: ");
  void *handle = may ? load(chosen) : NULL;
  static int told;
  if (may && !handle && !told++)
    fprintf(stderr, "smr_rt: SMR_RT_LIBRARY: %s\n", dlerror());
  look_around();
  return ask(handle, symbol, path);
}

static int can_look(void) {
  return dlopen && dlsym && dlclose && dlerror && dl_iterate_phdr;
}

void *smr_rt_find_chosen(const char *symbol, const char **path) {
  if (!can_look())
    return NULL;
  void *address = ask_chosen(symbol, path);
  look_around();
  for (int k = 0; k < object_count && !address; k++)
    if (objects[k].standing == PRELOADED)
      address = ask_object(&objects[k], symbol, path);
  return address;
}

void *smr_rt_find(const char *libraries, const char *symbol, const char **path) {
  if (!can_look())
    return NULL;
  void *address = smr_rt_find_chosen(symbol, path);
  int blas = 0;
  for (const char *at = libraries; *at && !blas; at += strcspn(at, ","), at += *at == ',')
    blas = smr_is_blas_file(at);
  for (int k = 0; k < object_count && !address; k++) {
    int fits = blas && smr_is_blas_file(base_name(objects[k].path));
    for (const char *at = libraries; *at && !fits; at += strcspn(at, ","), at += *at == ',')
      fits = is_file_of(objects[k].path, at, strcspn(at, ","));
    if (fits && objects[k].standing == MAYBE)
      address = ask_object(&objects[k], symbol, path);
  }
  for (const char *at = libraries; *at && !address; at += strcspn(at, ","), at += *at == ',')
    address = ask_named(at, strcspn(at, ","), symbol, path);
  if (!address && blas)
    address = ask_named("blas", 4, symbol, path);
  return address;
}
#endif
