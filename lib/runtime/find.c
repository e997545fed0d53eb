//===- find.c - a routine in the library that the user chose --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// In this order: what SMR_RT_LIBRARY names, preloaded objects, libraries of the process in the order in which
// they were loaded (so the one that the program was linked with, or that Debian's alternatives stand for),
// and what the pair's `link "…"` names, loaded now. Never the program itself, objects with rewritten code,
// nor libraries that need such an object (objects.c): their routine may be what calls us. A BLAS is known by
// its file's name, and passed over when its integers have 64 bits.
//===----------------------------------------------------------------------===//
#include "runtime/blas_files.h"
#include "runtime/library_file.h"
#include "runtime/objects.h"
#include "runtime/openblas.h"
#include "runtime/slots.h"
#include "runtime/threads.h"
#ifdef __ELF__
#include <dlfcn.h>
#include <fenv.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// A program that is linked statically has no loader to ask; weak, these do not bring one in.
#pragma weak dlopen
#pragma weak dlclose
#pragma weak dlsym
#pragma weak dlerror
#pragma weak dlinfo
#pragma weak dl_iterate_phdr
#pragma weak fegetenv
#pragma weak fesetenv

enum { MOST_NAME = 512 };

/// The object that an address lies in, NULL when that may not serve.
static const SmrRtObject *owner_of(const void *address) {
  const SmrRtObject *owner = smr_rt_object_of(address);
  return owner && owner->standing != SMR_RT_NEVER ? owner : NULL;
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
  const char *name = smr_rt_base_name(path), *config = openblas_config(handle);
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
         starts(smr_rt_base_name(path), "libmkl_");
}

static int captured_name(const char *name) {
  const SmrRtObject *definer = smr_rt_object_of(dlsym(RTLD_DEFAULT, name));
  return definer && definer->standing == SMR_RT_NEVER;
}

/// The reference BLAS' cblas_ddot calls ddot_, which the dynamic linker takes from the program where that has
/// one; and that may be, or call, what calls us.
static int is_captured(void *handle, const char *path, const char *symbol) {
  char twin[MOST_NAME];
  if (!starts(symbol, "cblas_") || !smr_is_blas_file(smr_rt_base_name(path)) ||
      is_self_contained(handle, path))
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
  const SmrRtObject *owner = address ? owner_of(address) : NULL;
  if (!owner || smr_rt_reach(owner) & SMR_RT_REACHES_REWRITTEN || is_ilp64(handle, owner->path) ||
      is_captured(handle, owner->path, symbol) || is_known_wrong(handle, symbol))
    return NULL;
  *path = owner->path;
  return address;
}

static void *ask_object(const SmrRtObject *o, const char *symbol, const char **path) {
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

static const void *loaded; // a function of the library that was loaded with one thread

/// dlopen with further variables in the environment, which only this call sees: other threads may be reading
/// what there was, so that is not changed.
static void *open_with(const char *file, const char *core, int threads) {
  enum { MOST_KEPT = 16 };
  static char **kept[MOST_KEPT]; // environments that somebody may still be reading
  static int kept_count;
  static char texts[2][64];
  char **before = environ, **mine;
  size_t count = 0, added = 0;
  while (before && before[count])
    count++;
  if ((!core && !threads) || !(mine = malloc((count + 3) * sizeof *mine)))
    return dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (core)
    snprintf(texts[added], sizeof texts[0], "OPENBLAS_CORETYPE=%s", core), mine[added] = texts[added],
                                                                           added++;
  if (threads)
    snprintf(texts[added], sizeof texts[0], "OPENBLAS_NUM_THREADS=%d", threads), mine[added] = texts[added],
                                                                                 added++;
  memcpy(mine + added, before, count * sizeof *mine);
  mine[added + count] = NULL;
  environ = mine;
  void *handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (environ == mine && !mine[added + count] && !memcmp(mine + added, before, count * sizeof *mine)) {
    environ = before;
  } else { // the library has changed it, or another thread
    if (core)
      unsetenv("OPENBLAS_CORETYPE");
    if (threads)
      unsetenv("OPENBLAS_NUM_THREADS");
  }
  kept[kept_count] = mine;
  kept_count += kept_count + 1 < MOST_KEPT;
  return handle;
}

static int is_in_process(const char *file) {
  void *handle = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
  if (handle)
    dlclose(handle);
  return handle != NULL;
}

static void note_threads(void *handle, int threads) {
  void *parallel_at = dlsym(handle, "openblas_get_parallel"),
       *set_at = dlsym(handle, "openblas_set_num_threads");
  int (*parallel)(void);
  void (*set)(int);
  memcpy(&parallel, &parallel_at, sizeof parallel);
  memcpy(&set, &set_at, sizeof set);
  if (threads == 1 && set_at && parallel_at && parallel() == 1) { // threads of its own, not OpenMP's
    loaded = set_at;
    smr_rt_threads_loaded(set);
  }
}

/// OpenBLAS frees its tables and stops its threads when the process exits, though other threads may be in the
/// middle of a call: they would crash, or exit would wait for them. So the loader is told that there is
/// nothing to do at the end; what was not freed goes with the process.
static void stay_at_exit(void *handle) {
  struct link_map *map = NULL;
  if (!dlinfo || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !map)
    return;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_FINI_ARRAYSZ) {
      uintptr_t from = (uintptr_t)entry & -page, to = ((uintptr_t)(entry + 1) + page - 1) & -page;
      if (mprotect((void *)from, to - from, PROT_READ | PROT_WRITE) == 0)
        entry->d_un.d_val = 0;
    }
}

/// OpenBLAS takes 128 MB of addresses for each thread that calls it, and where it does not get them it tries
/// again without end.
static int has_room(const char *file) {
  const size_t needed = (size_t)512 << 20;
  if (!smr_is_blas_file(smr_rt_base_name(file)))
    return 1;
  void *room = mmap(NULL, needed, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return room != MAP_FAILED && munmap(room, needed) == 0;
}

/// Loads a library; an OpenBLAS that does not know this processor once more, and tells it. What its
/// constructors do to the rounding mode and the flags of floating-point arithmetic is undone.
static void *load(const char *file) {
  fenv_t floats;
  int is_new = !is_in_process(file), threads = is_new ? smr_rt_threads_at_load() : 0;
  if (is_new && !has_room(file))
    return NULL;
  int keeps = fegetenv && fesetenv && fegetenv(&floats) == 0;
  void *handle = open_with(file, NULL, threads);
  const char *config = handle ? openblas_config(handle) : NULL;
  const char *better = config ? smr_openblas_better(config) : NULL;
  if (better) {
    dlclose(handle);
    handle = open_with(file, better, threads);
  }
  if (handle && is_new) {
    note_threads(handle, threads);
    if (config)
      stay_at_exit(handle);
  }
  if (keeps)
    fesetenv(&floats);
  return handle;
}

/// Loads a library for good.
static void *ask_file(const char *file, const char *symbol, const char **path) {
  void *handle = may_load(file, "") ? load(file) : NULL;
  if (!handle)
    return NULL;
  smr_rt_list_objects();
  return ask(handle, symbol, path);
}

/// "openblas" as the file libopenblas.so…
static int is_file_of(const char *path, const char *library, size_t length) {
  const char *name = smr_rt_base_name(path), *slash = memrchr(library, '/', length);
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
  if (may && !handle && !told++) {
    const char *reason = dlerror();
    fprintf(stderr, "smr_rt: SMR_RT_LIBRARY: %s\n", reason ? reason : "too little memory is left for it");
  }
  smr_rt_list_objects();
  return ask(handle, symbol, path);
}

static int can_look(void) {
  return dlopen && dlsym && dlclose && dlerror && dl_iterate_phdr;
}

static int is_looking;

int smr_rt_find_begin(void) {
  return !__atomic_exchange_n(&is_looking, 1, __ATOMIC_ACQUIRE);
}

void smr_rt_find_end(void) {
  __atomic_store_n(&is_looking, 0, __ATOMIC_RELEASE);
}

int smr_rt_is_loaded_by_us(const void *address) {
  const SmrRtObject *owner = loaded ? smr_rt_object_of(address) : NULL;
  return owner && owner == smr_rt_object_of(loaded);
}

int smr_rt_may_come_back(const void *address) {
  const SmrRtObject *owner = smr_rt_object_of(address);
  return owner && smr_rt_reach(owner) & SMR_RT_LOOKS_UP && !starts(smr_rt_base_name(owner->path), "libmkl_");
}

void *smr_rt_find_chosen(const char *symbol, const char **path) {
  if (!can_look())
    return NULL;
  void *address = ask_chosen(symbol, path);
  smr_rt_list_objects();
  for (int k = 0; k < smr_rt_object_count() && !address; k++)
    if (smr_rt_object(k)->standing == SMR_RT_PRELOADED)
      address = ask_object(smr_rt_object(k), symbol, path);
  return address;
}

static int names_blas(const char *libraries) {
  int blas = 0;
  for (const char *at = libraries; *at && !blas; at += strcspn(at, ","), at += *at == ',')
    blas = smr_is_blas_file(at);
  return blas;
}

/// Is the object's name that of one of the libraries, or, if a BLAS is among these, that of any BLAS?
static int has_name_of(const SmrRtObject *o, const char *libraries) {
  int fits = names_blas(libraries) && smr_is_blas_file(smr_rt_base_name(o->path));
  for (const char *at = libraries; *at && !fits; at += strcspn(at, ","), at += *at == ',')
    fits = is_file_of(o->path, at, strcspn(at, ","));
  return fits;
}

int smr_rt_may_be_present(const char *libraries) {
  const char *chosen = secure_getenv("SMR_RT_LIBRARY");
  int may = chosen && *chosen;
  if (!can_look())
    return 0;
  smr_rt_list_objects();
  for (int k = 0; k < smr_rt_object_count() && !may; k++) {
    SmrRtStanding standing = smr_rt_object(k)->standing;
    may = standing == SMR_RT_PRELOADED ||
          (standing == SMR_RT_MAYBE && has_name_of(smr_rt_object(k), libraries));
  }
  return may;
}

void *smr_rt_find_present(const char *libraries, const char *symbol, const char **path) {
  if (!can_look())
    return NULL;
  void *address = smr_rt_find_chosen(symbol, path);
  for (int k = 0; k < smr_rt_object_count() && !address; k++)
    if (smr_rt_object(k)->standing == SMR_RT_MAYBE && has_name_of(smr_rt_object(k), libraries))
      address = ask_object(smr_rt_object(k), symbol, path);
  return address;
}

void *smr_rt_find(const char *libraries, const char *symbol, const char **path) {
  if (!can_look())
    return NULL;
  void *address = smr_rt_find_present(libraries, symbol, path);
  for (const char *at = libraries; *at && !address; at += strcspn(at, ","), at += *at == ',')
    address = ask_named(at, strcspn(at, ","), symbol, path);
  if (!address && names_blas(libraries))
    address = ask_named("blas", 4, symbol, path);
  return address;
}
#endif
