//===- objects.c - the objects of the process -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Reachability is decided by what the loader has bound: the names in dynamic sections and the definitions
// that it finds for undefined functions. What an object looks up itself (dlsym) or is handed as a pointer is
// not seen.
//===----------------------------------------------------------------------===//
#include "runtime/objects.h"
#ifdef __ELF__
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

// A program that is linked statically has no loader to ask; weak, these do not bring one in.
#pragma weak dlsym
#pragma weak dl_iterate_phdr

enum { MOST_OBJECTS = 512 };

static SmrRtObject objects[MOST_OBJECTS];
static int object_count;

static const ElfW(Phdr) * header_of(const SmrRtObject *o, int k) {
  return (const ElfW(Phdr) *)o->headers + k;
}

//--- The list ---------------------------------------------------------------------------------

/// Has it a note of ours (bind.c)?
static int holds_rewritten_code(const SmrRtObject *o) {
  for (int k = 0; k < o->header_count; k++) {
    if (header_of(o, k)->p_type != PT_NOTE)
      continue;
    const char *at = (const char *)(o->base + header_of(o, k)->p_vaddr), *end = at + header_of(o, k)->p_memsz;
    size_t align = header_of(o, k)->p_align == 8 ? 8 : 4;
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

const char *smr_rt_base_name(const char *path) {
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
    if (size && strlen(smr_rt_base_name(path)) == size && !memcmp(smr_rt_base_name(path), name, size))
      return 1;
    list += length;
    list += strspn(list, " :");
  }
  return 0;
}

static int add_object(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  (void)data;
  if (object_count == MOST_OBJECTS)
    return 1;
  SmrRtObject *o = &objects[object_count++];
  *o = (SmrRtObject){info->dlpi_name, info->dlpi_addr, info->dlpi_phdr, info->dlpi_phnum, 0, SMR_RT_NEVER};
  o->rewritten = holds_rewritten_code(o);
  if (object_count > 1 && *o->path && !o->rewritten)
    o->standing = is_preloaded(o->path) ? SMR_RT_PRELOADED : SMR_RT_MAYBE;
  return 0;
}

void smr_rt_list_objects(void) {
  object_count = 0;
  dl_iterate_phdr(add_object, NULL);
}

int smr_rt_object_count(void) {
  return object_count;
}

const SmrRtObject *smr_rt_object(int k) {
  return &objects[k];
}

const SmrRtObject *smr_rt_object_of(const void *address) {
  for (int k = 0; address && k < object_count; k++)
    for (int h = 0; h < objects[k].header_count; h++) {
      const ElfW(Phdr) *header = header_of(&objects[k], h);
      if (header->p_type == PT_LOAD &&
          (ElfW(Addr))address - (objects[k].base + header->p_vaddr) < header->p_memsz)
        return &objects[k];
    }
  return NULL;
}

//--- Dynamic sections -----------------------------------------------------------------------------

typedef struct {
  const ElfW(Dyn) * entries; // ends with DT_NULL; NULL: there is none
  const char *texts;
  const ElfW(Sym) * symbols;
  size_t undefined; // undefined symbols are among the first ones, so many
} Dynamic;

/// The loader has made addresses of most objects' entries; those of the others are offsets.
static const void *at(const SmrRtObject *o, ElfW(Addr) value) {
  return (const void *)(value < o->base ? value + o->base : value);
}

static Dynamic dynamic_of(const SmrRtObject *o) {
  Dynamic d = {0};
  for (int h = 0; h < o->header_count; h++)
    if (header_of(o, h)->p_type == PT_DYNAMIC)
      d.entries = (const ElfW(Dyn) *)(o->base + header_of(o, h)->p_vaddr);
  const uint32_t *gnu = NULL, *hash = NULL;
  for (const ElfW(Dyn) *e = d.entries; e && e->d_tag != DT_NULL; e++)
    switch (e->d_tag) {
    case DT_STRTAB:
      d.texts = at(o, e->d_un.d_ptr);
      break;
    case DT_SYMTAB:
      d.symbols = at(o, e->d_un.d_ptr);
      break;
    case DT_GNU_HASH:
      gnu = at(o, e->d_un.d_ptr);
      break;
    case DT_HASH:
      hash = at(o, e->d_un.d_ptr);
      break;
    default:
      break;
    }
  d.undefined = gnu    ? gnu[1]
                : hash ? hash[1]
                       : 0; // the second word: the first hashed symbol; how many there are
  return d;
}

/// Does the name of a DT_NEEDED entry mean this object?
static int is_named(const SmrRtObject *o, const char *name) {
  const char *base = smr_rt_base_name(name);
  if (!strcmp(smr_rt_base_name(o->path), base))
    return 1;
  Dynamic d = dynamic_of(o);
  for (const ElfW(Dyn) *e = d.entries; e && d.texts && e->d_tag != DT_NULL; e++)
    if (e->d_tag == DT_SONAME)
      return !strcmp(d.texts + e->d_un.d_val, base);
  return 0;
}

//--- Reaching -----------------------------------------------------------------------------------

static int starts(const char *text, const char *prefix) {
  return !strncmp(text, prefix, strlen(prefix));
}

static int starts_with_one(const char *text, const char *const *prefixes) {
  for (; *prefixes; prefixes++)
    if (starts(text, *prefixes))
      return 1;
  return 0;
}

/// The C library and the compilers' own: what they call of others is memory management and callbacks.
static int is_system(const SmrRtObject *o) {
  static const char *const names[] = {
      "libc.so",   "libm.so",     "libpthread.so", "libdl.so",       "librt.so",       "ld-linux",
      "ld-musl",   "libgcc_s.so", "libstdc++.so",  "libgfortran.so", "libquadmath.so", "libgomp.so",
      "libomp.so", "libiomp5.so", "libc++",        "libflang",       "linux-vdso",     "linux-gate",
      NULL};
  return starts_with_one(smr_rt_base_name(o->path), names);
}

/// Functions that programs often define themselves and that compute nothing: memory, and what a BLAS calls
/// after an error.
static int is_harmless(const char *name) {
  static const char *const names[] = {"malloc",        "calloc",       "realloc",  "reallocarray",
                                      "free",          "cfree",        "memalign", "posix_memalign",
                                      "aligned_alloc", "valloc",       "pvalloc",  "malloc_usable_size",
                                      "xerbla_",       "cblas_xerbla", NULL};
  for (int k = 0; names[k]; k++)
    if (!strcmp(name, names[k]))
      return 1;
  return starts(name, "_Zn") || starts(name, "_Zd"); // operator new and delete
}

typedef struct {
  const SmrRtObject *queue[MOST_OBJECTS];
  int count, flags;
} Reach;

static void add(Reach *r, const SmrRtObject *o) {
  for (int k = 0; k < r->count; k++)
    if (r->queue[k] == o)
      return;
  if (o->rewritten)
    r->flags |= SMR_RT_REACHES_REWRITTEN;
  if (!is_system(o))
    r->queue[r->count++] = o;
}

static void add_needed(Reach *r, const Dynamic *d) {
  for (const ElfW(Dyn) *e = d->entries; e && d->texts && e->d_tag != DT_NULL; e++)
    for (int k = 1; e->d_tag == DT_NEEDED && k < object_count; k++)
      if (is_named(&objects[k], d->texts + e->d_un.d_val))
        add(r, &objects[k]);
}

/// Is a function there, and not data?
static int is_code(const SmrRtObject *o, const void *address) {
  for (int h = 0; h < o->header_count; h++)
    if (header_of(o, h)->p_type == PT_LOAD &&
        (ElfW(Addr))address - (o->base + header_of(o, h)->p_vaddr) < header_of(o, h)->p_memsz)
      return (header_of(o, h)->p_flags & PF_X) != 0;
  return 0;
}

static void add_used(Reach *r, const Dynamic *d) {
  static const char *const lookups[] = {"dlopen", "dlmopen", "dlsym", "dlvsym", NULL};
  for (size_t k = 1; d->symbols && d->texts && k < d->undefined; k++) {
    const ElfW(Sym) *s = &d->symbols[k];
    unsigned type = s->st_info & 15;
    const char *name = d->texts + s->st_name;
    if (s->st_shndx != SHN_UNDEF || !*name || (type != STT_NOTYPE && type != STT_FUNC) || is_harmless(name))
      continue;
    for (int l = 0; lookups[l]; l++)
      if (!strcmp(name, lookups[l]))
        r->flags |= SMR_RT_LOOKS_UP;
    const void *address = dlsym(RTLD_DEFAULT, name);
    const SmrRtObject *definer = smr_rt_object_of(address);
    if (definer && is_code(definer, address))
      add(r, definer);
  }
}

int smr_rt_reach(const SmrRtObject *object) {
  static Reach reach;
  static ElfW(Addr) known_base; // mostly the same library is asked for one routine after the other
  static int known_count;
  if (known_count == object_count && known_base == object->base)
    return reach.flags;
  known_count = object_count, known_base = object->base;
  reach.count = reach.flags = 0;
  add(&reach, object);
  for (int k = 0; k < reach.count && !(reach.flags & SMR_RT_REACHES_REWRITTEN); k++) {
    Dynamic d = dynamic_of(reach.queue[k]);
    add_needed(&reach, &d);
    add_used(&reach, &d);
  }
  return reach.flags;
}
#endif
