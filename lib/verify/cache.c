//===- cache.c - pairs that passed before --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A compiler that is given a PAT file meets the same pairs in every run. An empty file, named by a hash of
// all that the verdict depends on, says that a pair passed: both sides' modules, conditions, contract, the
// libraries it links, SMR itself. $XDG_CACHE_HOME/smr, else a folder of the user's own in $TMPDIR. Nothing
// fails for want of a cache, and no folder is believed that somebody else can write to. A build starts many
// compilers at once: one checks, the others wait for it.
//===----------------------------------------------------------------------===//
#include "base/beside.h"
#include "capi/shim/module.h"
#include "verify/verify_internal.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#define EDITION "5" // of the check: counts when it learns something

enum { MOST_ENTRIES = 4096 };

//--- What a verdict depends on --------------------------------------------------------

/// Another file, or the same one changed.
static void add_file(const char *path, SmrStr *out) {
  struct stat info;
  if (stat(path, &info) == 0)
    smr_str_printf(out, "%s %lld %lld %lld\n", path, (long long)info.st_ino, (long long)info.st_size,
                   (long long)info.st_mtime);
}

static void add_library(const char *name, SmrStr *out) {
  static const char *const folders[] = {"/usr/local/lib", "/usr/lib/x86_64-linux-gnu",
                                        "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"};
  smr_str_printf(out, "link %s\n", name);
  if (strchr(name, '/'))
    add_file(name, out);
  for (size_t k = 0; k < sizeof folders / sizeof *folders && !strchr(name, '/'); k++) {
    SmrStr path = {0};
    smr_str_printf(&path, "%s/lib%s.so", folders[k], name);
    add_file(smr_str_get(&path), out);
    smr_str_free(&path);
  }
}

static void add_link(const SmrBuildChecked *pair, const char *link, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) path = {0};
  smr_beside(pair->file, link, &path);
  add_library(smr_str_get(&path), out);
}

static void name_of(const SmrBuildChecked *pair, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const SmrPatPair *source = pair->source;
  smr_str_puts(&text, "SMR " SMR_VERSION " check " EDITION "\n");
  add_file("/proc/self/exe", &text);
  for (int s = 0; s < 2; s++) {
    smr_str_printf(&text, "%s\n", pair->wrappers[s]);
    smrModulePrint(mlirModuleGetOperation(pair->modules[s]), false, &text);
  }
  for (uint32_t k = 0; k < pair->pair->condition_count; k++)
    smr_str_printf(&text, "when %s\n", pair->pair->conditions[k].text);
  smr_str_printf(&text, "exact %d finite %d\n", source->fp_exact, source->fp_finite);
  for (uint32_t k = 0; k < source->link_count; k++)
    add_link(pair, source->links[k], &text);
  XXH128_hash_t hash = XXH3_128bits(smr_str_get(&text), text.size);
  smr_str_printf(out, "%016llx%016llx", (unsigned long long)hash.high64, (unsigned long long)hash.low64);
}

//--- The folder -----------------------------------------------------------------------

/// Makes it if need be. False: there is none that could be believed.
static bool find_folder(SmrStr *out) {
  const char *cache = getenv("XDG_CACHE_HOME"), *tmp = getenv("TMPDIR");
  if (cache && *cache == '/') {
    mkdir(cache, 0700);
    smr_str_printf(out, "%s/smr", cache);
  } else {
    smr_str_printf(out, "%s/smr-checked-%u", tmp && *tmp ? tmp : "/tmp", (unsigned)geteuid());
  }
  struct stat info;
  if (mkdir(smr_str_get(out), 0700) != 0 && errno != EEXIST)
    return false;
  return lstat(smr_str_get(out), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid() &&
         !(info.st_mode & 022);
}

#define LOCK ".lock"

/// A pair's, or a lock that somebody left who died.
static bool is_entry(const char *name) {
  return strspn(name, "0123456789abcdef") == 32 && (!name[32] || strcmp(name + 32, LOCK) == 0);
}

/// Empties a folder that has grown too large.
static void bound(const char *folder) {
  DIR *directory = opendir(folder);
  if (!directory)
    return;
  unsigned count = 0;
  const struct dirent *entry;
  while ((entry = readdir(directory)))
    count += is_entry(entry->d_name);
  rewinddir(directory);
  while (count > MOST_ENTRIES && (entry = readdir(directory)))
    if (is_entry(entry->d_name))
      unlinkat(dirfd(directory), entry->d_name, 0);
  closedir(directory);
}

//--- One checks, the others wait ------------------------------------------------------

typedef struct {
  SmrStr path;
  bool passed, joined; // the latter: the file is not empty
} Entry;

enum { MOST_SECONDS = 300, FIRST_PAUSE = 10000000, LONGEST_PAUSE = 160000000 }; // (pauses in nanoseconds)

/// The file that those lock who check these very pairs; -1: there is none.
static int open_lock(const char *folder, const Entry *entries, uint32_t count, SmrStr *path) {
  SMR_OWNED(SmrStr, smr_str_free) names = {0};
  for (uint32_t k = 0; k < count; k++)
    if (!entries[k].passed)
      smr_str_printf(&names, "%s\n", smr_str_get(&entries[k].path));
  XXH128_hash_t hash = XXH3_128bits(smr_str_get(&names), names.size);
  smr_str_printf(path, "%s/%016llx%016llx" LOCK, folder, (unsigned long long)hash.high64,
                 (unsigned long long)hash.low64);
  return open(smr_str_get(path), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/// Waits for whoever has the lock, not for ever. True: it is ours, and nobody has come to an end with it: who
/// does removes the file, who dies leaves it.
static bool take_lock(int file) {
  struct stat info;
  struct timespec pause = {.tv_nsec = FIRST_PAUSE};
  double waited = 0;
  while (flock(file, LOCK_EX | LOCK_NB) != 0) {
    if ((errno != EWOULDBLOCK && errno != EINTR) || waited > MOST_SECONDS)
      return false;
    nanosleep(&pause, NULL);
    waited += (double)pause.tv_nsec * 1e-9;
    pause.tv_nsec = pause.tv_nsec < LONGEST_PAUSE ? 2 * pause.tv_nsec : LONGEST_PAUSE;
  }
  return fstat(file, &info) == 0 && info.st_nlink > 0;
}

/// (Children of the check may still hold the file open: closing it alone would not do.)
static void leave_lock(int file, const SmrStr *path, bool ours) {
  if (ours) {
    unlink(smr_str_get(path));
    flock(file, LOCK_UN);
  }
  if (file >= 0)
    close(file);
}

//--- The check ------------------------------------------------------------------------

static uint32_t look_up(Entry *entries, uint32_t count) {
  uint32_t left = 0;
  struct stat info;
  for (uint32_t k = 0; k < count; k++) {
    const char *path = smr_str_get(&entries[k].path);
    entries[k].passed = *path && lstat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid();
    entries[k].joined = entries[k].passed && info.st_size > 0;
    left += !entries[k].passed;
  }
  return left;
}

static bool check_left(const SmrBuildChecked *pairs, const Entry *entries, uint32_t count, SmrDiag *diag) {
  SMR_VEC(SmrBuildChecked) left = {0};
  SMR_OWNED(SmrStr, smr_str_free) flang = {0};
  SmrVerifyOptions options = {.lenient = true};
  for (uint32_t k = 0; k < count; k++)
    if (!entries[k].passed)
      smr_vec_push(&left, pairs[k]);
  bool ok = !smr_frontend_find_flang(&flang) || smr_verify_pairs(&options, left.data, left.size, diag);
  for (uint32_t k = 0; k < count; k++) {
    const char *path = smr_str_get(&entries[k].path);
    int file = *path && !entries[k].passed && *pairs[k].verified
                   ? open(path, O_CREAT | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0600)
                   : -1;
    if (file >= 0 && *pairs[k].joined && write(file, "j", 1) != 1)
      unlink(path);
    if (file >= 0)
      close(file);
  }
  smr_vec_free(&left);
  return ok;
}

static bool verify_pairs_once(void *unused, const SmrBuildChecked *pairs, uint32_t count, SmrDiag *diag) {
  (void)unused;
  SMR_OWNED(SmrStr, smr_str_free) folder = {0}, lock = {0};
  bool cached = find_folder(&folder), ok = true, ours = false;
  Entry *entries = smr_xcalloc(count, sizeof *entries);
  for (uint32_t k = 0; k < count && cached; k++) {
    smr_str_printf(&entries[k].path, "%s/", smr_str_get(&folder));
    name_of(&pairs[k], &entries[k].path);
  }
  uint32_t left = look_up(entries, count);
  int file = cached && left ? open_lock(smr_str_get(&folder), entries, count, &lock) : -1;
  if (file >= 0) {
    ours = take_lock(file);
    left = look_up(entries, count);
  }
  for (uint32_t k = 0; k < count; k++)
    *pairs[k].verified = entries[k].passed, *pairs[k].joined = entries[k].joined;
  if (left)
    ok = check_left(pairs, entries, count, diag);
  leave_lock(file, &lock, ours);
  if (cached && left)
    bound(smr_str_get(&folder));
  for (uint32_t k = 0; k < count; k++)
    smr_str_free(&entries[k].path);
  free(entries);
  return ok;
}

const SmrBuildOptions smr_checked_build = {.check = verify_pairs_once, .trial = smr_verify_trial};
