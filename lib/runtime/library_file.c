//===- library_file.c - may the loader be given this library? --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The file is looked for as the loader does (ld.so(8)): LD_LIBRARY_PATH, the run path of who asks,
// ld.so.cache, the system's folders. A copy in a folder glibc-hwcaps is seen where the cache has it. What is
// in the process already is not opened any more.
//===----------------------------------------------------------------------===//
#include "runtime/library_file.h"
#ifdef __ELF__
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// A program that is linked statically has no loader to ask; weak, these do not bring one in.
#pragma weak dlopen
#pragma weak dlclose
#pragma weak dlinfo
#pragma weak dladdr1

enum { MOST_PATH = 1024, MOST_NAME = 128, MOST_SEEN = 64, MOST_DEPTH = 8 };

typedef struct {
  char *reason;
  size_t size;
  const char *cache; // /etc/ld.so.cache, or NULL
  size_t cache_size;
  int knows_cache;
  int count; // of the libraries that were looked at
  char seen[MOST_SEEN][MOST_NAME];
} Look;

/// Who asks for a library: where it lies, and what it says about where others do.
typedef struct {
  char folder[MOST_PATH], run_path[MOST_PATH];
  int is_us; // the object that this code is in: the loader knows where that looks
} Asker;

//--- A file ---------------------------------------------------------------------------------

typedef struct {
  uint64_t at, size; // which bytes of the file
  char bytes[1024];  // (calls of look_at are nested, perhaps on a small stack)
} Block;

typedef struct {
  int fd;
  int waits; // a pipe or a device: to read it is to wait for who writes it, which the loader does
  uint64_t size;
  ElfW(Ehdr) head;
  Block first, last; // what was read at first: the headers; and last
} File;

/// Of this program; not there where a linker knows no such symbol.
extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

static int copy_from(const Block *b, void *to, size_t bytes, uint64_t at) {
  if (at < b->at || at - b->at > b->size || bytes > b->size - (at - b->at))
    return 0;
  memcpy(to, b->bytes + (at - b->at), bytes);
  return 1;
}

/// At most as many bytes as a block has. (What is read is small, and mostly next to what was read before.)
static int reads(File *f, void *to, size_t bytes, uint64_t at) {
  if (at > f->size || bytes > f->size - at)
    return 0;
  if (copy_from(&f->first, to, bytes, at) || copy_from(&f->last, to, bytes, at))
    return 1;
  Block *b = f->first.size ? &f->last : &f->first;
  ssize_t size = pread(f->fd, b->bytes, sizeof b->bytes, (off_t)at);
  b->at = at, b->size = size > 0 ? (uint64_t)size : 0;
  return copy_from(b, to, bytes, at);
}

/// Another machine's are passed over, as the loader does.
static int is_of_this_machine(const ElfW(Ehdr) * head) {
  return !memcmp(head->e_ident, ELFMAG, SELFMAG) &&
         head->e_ident[EI_CLASS] == (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) &&
         (!&__ehdr_start || head->e_machine == __ehdr_start.e_machine) &&
         head->e_phentsize == sizeof(ElfW(Phdr));
}

/// A library for this machine's loader, as far as its first bytes tell, or what the loader would wait at;
/// open.
static int open_library(const char *path, File *f) {
  struct stat status;
  *f = (File){.fd = -1};
  if (stat(path, &status) != 0 || S_ISDIR(status.st_mode))
    return 0;
  if ((f->waits = !S_ISREG(status.st_mode)))
    return 1;
  f->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (f->fd >= 0 && fstat(f->fd, &status) == 0 && S_ISREG(status.st_mode)) {
    f->size = (uint64_t)status.st_size;
    if (reads(f, &f->head, sizeof f->head, 0) && is_of_this_machine(&f->head))
      return 1;
  }
  if (f->fd >= 0)
    close(f->fd);
  return 0;
}

static int read_header(File *f, int k, ElfW(Phdr) * header) {
  return reads(f, header, sizeof *header, f->head.e_phoff + (uint64_t)k * sizeof *header);
}

/// Does the file end before what it says that it has?
static int is_cut(File *f) {
  ElfW(Phdr) header;
  for (int k = 0; k < f->head.e_phnum; k++) {
    if (!read_header(f, k, &header))
      return 1;
    if (header.p_type == PT_LOAD && header.p_filesz &&
        (header.p_filesz > f->size || header.p_offset > f->size - header.p_filesz))
      return 1;
  }
  return 0;
}

/// The file's byte that an address of it is; beyond its end: none.
static uint64_t place_of(File *f, uint64_t address) {
  ElfW(Phdr) header;
  for (int k = 0; k < f->head.e_phnum && read_header(f, k, &header); k++)
    if (header.p_type == PT_LOAD && address - header.p_vaddr < header.p_filesz)
      return address - header.p_vaddr + header.p_offset;
  return UINT64_MAX;
}

static void read_text(File *f, uint64_t at, char *text, size_t size) {
  size_t length = at < f->size && f->size - at < size - 1 ? (size_t)(f->size - at) : size - 1;
  text[reads(f, text, length, at) ? length : 0] = '\0';
}

typedef struct {
  uint64_t at, most;        // of its entries, the last of which is DT_NULL
  uint64_t texts, run_path; // where names stand; among them, or UINT64_MAX
  int has_texts, has_symbols;
} Dynamic;

static int read_entry(File *f, const Dynamic *d, uint64_t k, ElfW(Dyn) * entry) {
  return k < d->most && reads(f, entry, sizeof *entry, d->at + k * sizeof *entry) && entry->d_tag != DT_NULL;
}

/// False: it has none.
static int read_dynamic(File *f, Dynamic *d) {
  ElfW(Phdr) header;
  ElfW(Dyn) entry;
  int found = 0;
  *d = (Dynamic){.texts = UINT64_MAX, .run_path = UINT64_MAX};
  for (int k = 0; k < f->head.e_phnum && read_header(f, k, &header); k++)
    if (header.p_type == PT_DYNAMIC)
      found = 1, d->at = header.p_offset, d->most = header.p_filesz / sizeof entry;
  for (uint64_t k = 0; read_entry(f, d, k, &entry); k++) {
    if (entry.d_tag == DT_STRTAB)
      d->has_texts = 1, d->texts = place_of(f, entry.d_un.d_ptr);
    if (entry.d_tag == DT_RUNPATH || (entry.d_tag == DT_RPATH && d->run_path == UINT64_MAX))
      d->run_path = entry.d_un.d_val;
    d->has_symbols |= entry.d_tag == DT_SYMTAB;
  }
  return found;
}

/// What the loader would wait at or die of, or NULL. It takes names and symbols as given where there is a
/// dynamic section; where a file's room was reserved before it was copied, what did not arrive is zeros.
static const char *fault_of(File *f) {
  Dynamic d;
  if (f->waits)
    return "no regular file";
  if (is_cut(f))
    return "truncated";
  return read_dynamic(f, &d) && !(d.has_texts && d.has_symbols) ? "damaged: its dynamic section is empty"
                                                                : NULL;
}

//--- Which file the loader takes ----------------------------------------------------------------

/// A folder of a list, with what $ORIGIN stands for.
static int open_in(const char *folder, size_t length, const char *origin, const char *name, char *path,
                   File *f) {
  static const char *const marks[] = {"$ORIGIN", "${ORIGIN}"};
  const char *start = "";
  for (int k = 0; origin && k < 2; k++)
    if (length >= strlen(marks[k]) && !strncmp(folder, marks[k], strlen(marks[k])))
      start = origin, folder += strlen(marks[k]), length -= strlen(marks[k]);
  int size = snprintf(path, MOST_PATH, "%s%.*s/%s", start, (int)length, folder, name);
  return size > 0 && size < MOST_PATH && open_library(path, f);
}

static int open_listed(const char *list, const char *origin, const char *name, char *path, File *f) {
  while (list && *list) {
    size_t length = strcspn(list, ":;");
    if (open_in(length ? list : ".", length ? length : 1, origin, name, path, f))
      return 1;
    list += length + (list[length] != '\0');
  }
  return 0;
}

/// The object that this code is in, for dlinfo.
static struct link_map *find_us(void) {
  static const char here;
  struct link_map *us = NULL;
  Dl_info where;
  return dlinfo && dladdr1 && dladdr1(&here, &where, (void **)&us, RTLD_DL_LINKMAP) ? us : NULL;
}

/// Where the loader looks for what this object opens: all but its cache.
static int open_for_us(const char *name, char *path, File *f) {
  struct link_map *us = find_us();
  Dl_serinfo size, *all = NULL;
  int found = 0;
  if (us && dlinfo(us, RTLD_DI_SERINFOSIZE, &size) == 0 && (all = malloc(size.dls_size)) &&
      dlinfo(us, RTLD_DI_SERINFOSIZE, all) == 0 && dlinfo(us, RTLD_DI_SERINFO, all) == 0)
    for (unsigned k = 0; k < all->dls_cnt && !found; k++) {
      const char *folder = all->dls_serpath[k].dls_name;
      found = open_in(folder, strlen(folder), NULL, name, path, f);
    }
  free(all);
  return found;
}

/// As glibc's dl-cache.h lays it out.
typedef struct {
  char magic[20];
  uint32_t count, text_size, unused[5];
} CacheHead;
typedef struct {
  int32_t flags;
  uint32_t name, path, system;
  uint64_t processor;
} CacheEntry;

static const char *text_in(const char *cache, size_t size, uint32_t at) {
  return at < size && memchr(cache + at, '\0', size - at) ? cache + at : "";
}

static int open_in_cache(const char *cache, size_t size, const char *name, char *path, File *f) {
  CacheHead head;
  CacheEntry entry;
  if (size < sizeof head || memcmp(cache, "glibc-ld.so.cache1.1", sizeof head.magic) != 0)
    return 0;
  memcpy(&head, cache, sizeof head);
  for (size_t k = 0; k < head.count && (k + 1) * sizeof entry <= size - sizeof head; k++) {
    memcpy(&entry, cache + sizeof head + k * sizeof entry, sizeof entry);
    if (strcmp(text_in(cache, size, entry.name), name) != 0)
      continue;
    int length = snprintf(path, MOST_PATH, "%s", text_in(cache, size, entry.path));
    if (length > 0 && length < MOST_PATH && open_library(path, f))
      return 1;
  }
  return 0;
}

static void map_cache(Look *l) {
  int fd = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
  struct stat status;
  l->knows_cache = 1;
  if (fd >= 0 && fstat(fd, &status) == 0 && status.st_size > 0) {
    const char *cache = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (cache != MAP_FAILED)
      l->cache = cache, l->cache_size = (size_t)status.st_size;
  }
  if (fd >= 0)
    close(fd);
}

static int open_cached(Look *l, const char *name, char *path, File *f) {
  if (!l->knows_cache)
    map_cache(l);
  return l->cache && open_in_cache(l->cache, l->cache_size, name, path, f);
}

/// What $ORIGIN is to us: where the program lies, or the library that we are in. (RTLD_DI_ORIGIN crashes in a
/// program that never needed it.)
static const char *find_origin(char folder[PATH_MAX]) {
  const struct link_map *us = find_us();
  const char *file = us && *us->l_name ? us->l_name : "/proc/self/exe";
  char *slash = realpath(file, folder) ? strrchr(folder, '/') : folder;
  *slash = '\0';
  return folder;
}

/// A name with a folder in it is a path.
static int open_path(const char *name, const Asker *asker, char *path, File *f) {
  const char *base = strrchr(name, '/');
  char ours[PATH_MAX];
  const char *origin = asker->is_us && *name == '$' ? find_origin(ours) : asker->folder;
  return open_in(name, (size_t)(base - name), origin, base + 1, path, f);
}

static int open_found(Look *l, const char *name, const Asker *asker, char *path, File *f) {
  if (strchr(name, '/'))
    return open_path(name, asker, path, f);
  if (asker->is_us)
    return open_for_us(name, path, f) || open_cached(l, name, path, f);
  return open_listed(secure_getenv("LD_LIBRARY_PATH"), NULL, name, path, f) ||
         open_listed(asker->run_path, asker->folder, name, path, f) || open_cached(l, name, path, f) ||
         open_for_us(name, path, f);
}

//--- The library and what it needs ----------------------------------------------------------

static int is_loaded(const char *name) {
  void *handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
  if (handle)
    dlclose(handle);
  return handle != NULL;
}

static int is_new(Look *l, const char *name) {
  for (int k = 0; k < l->count; k++)
    if (!strncmp(l->seen[k], name, MOST_NAME - 1))
      return 0;
  if (l->count == MOST_SEEN) // (else those that need each other are looked at again and again)
    return 0;
  snprintf(l->seen[l->count++], MOST_NAME, "%s", name);
  return 1;
}

static int look_at(Look *l, const char *name, const Asker *asker, int depth);

static int look_at_needed(Look *l, File *f, const char *path, int depth) {
  Asker asker = {.folder = "."};
  Dynamic d;
  ElfW(Dyn) entry;
  char name[MOST_NAME];
  int whole = 1;
  if (depth == MOST_DEPTH || !read_dynamic(f, &d) || d.texts >= f->size)
    return 1;
  if (strchr(path, '/'))
    snprintf(asker.folder, sizeof asker.folder, "%.*s", (int)(strrchr(path, '/') - path), path);
  if (d.run_path != UINT64_MAX)
    read_text(f, d.texts + d.run_path, asker.run_path, sizeof asker.run_path);
  for (uint64_t k = 0; whole && read_entry(f, &d, k, &entry); k++)
    if (entry.d_tag == DT_NEEDED) {
      read_text(f, d.texts + entry.d_un.d_val, name, sizeof name);
      whole = !*name || look_at(l, name, &asker, depth + 1);
    }
  return whole;
}

/// Only what has a fault and what the loader does not wait at is it asked for: to look at one more file takes
/// less.
static int look_at(Look *l, const char *name, const Asker *asker, int depth) {
  char path[MOST_PATH];
  File f;
  if (!is_new(l, name) || !open_found(l, name, asker, path, &f))
    return 1;
  const char *fault = fault_of(&f);
  int is_there = fault && !f.waits && is_loaded(name);
  if (fault && !is_there)
    snprintf(l->reason, l->size, "%s: %s", path, fault);
  int whole = fault ? is_there : look_at_needed(l, &f, path, depth);
  if (!f.waits)
    close(f.fd);
  return whole;
}

int smr_rt_is_whole(const char *name, char *reason, size_t size) {
  static const Asker us = {.is_us = 1};
  Look look = {.reason = reason, .size = size};
  if (!dlopen || !dlclose)
    return 1;
  int whole = look_at(&look, name, &us, 0);
  if (look.cache)
    munmap((void *)(uintptr_t)look.cache, look.cache_size);
  return whole;
}
#endif
