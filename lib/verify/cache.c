//===- cache.c - pairs that passed before --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A compiler that is given a PAT file meets the same pairs in every run. An empty file, named by a hash of
// all that the verdict depends on, says that a pair passed: both sides' modules, conditions, contract, the
// libraries it links, SMR itself. $XDG_CACHE_HOME/smr, else a folder of the user's own in $TMPDIR. Nothing
// fails for want of a cache, and no folder is believed that somebody else can write to.
//===----------------------------------------------------------------------===//
#include "capi/module.h"
#include "verify/verify_internal.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#define EDITION "4" // of the check: counts when it learns something

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

static void name_of(const SmrBuildChecked *pair, SmrStr *out) {
  SmrStr text = {0};
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
    add_library(source->links[k], &text);
  XXH128_hash_t hash = XXH3_128bits(smr_str_get(&text), text.size);
  smr_str_printf(out, "%016llx%016llx", (unsigned long long)hash.high64, (unsigned long long)hash.low64);
  smr_str_free(&text);
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

static bool is_entry(const char *name) {
  return strlen(name) == 32 && strspn(name, "0123456789abcdef") == 32;
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

//--- The check ------------------------------------------------------------------------

typedef struct {
  SmrStr path;
  bool passed;
} Entry;

static void look_up(const SmrBuildChecked *pair, const char *folder, Entry *out) {
  struct stat info;
  smr_str_printf(&out->path, "%s/", folder);
  name_of(pair, &out->path);
  out->passed =
      lstat(smr_str_get(&out->path), &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid();
}

bool smr_verify_pairs_once(void *unused, const SmrBuildChecked *pairs, uint32_t count, SmrDiag *diag) {
  (void)unused;
  SmrStr folder = {0}, flang = {0};
  bool cached = find_folder(&folder), ok = true;
  Entry *entries = smr_xcalloc(count, sizeof *entries);
  SMR_VEC(SmrBuildChecked) left = {0};
  for (uint32_t k = 0; k < count; k++) {
    if (cached)
      look_up(&pairs[k], smr_str_get(&folder), &entries[k]);
    *pairs[k].verified = entries[k].passed;
    if (!entries[k].passed)
      smr_vec_push(&left, pairs[k]);
  }
  SmrVerifyOptions options = {.lenient = true};
  if (left.size && smr_frontend_find_flang(&flang))
    ok = smr_verify_pairs(&options, left.data, left.size, diag);
  for (uint32_t k = 0; k < count; k++) {
    int file = cached && !entries[k].passed && *pairs[k].verified
                   ? open(smr_str_get(&entries[k].path), O_CREAT | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0600)
                   : -1;
    if (file >= 0)
      close(file);
    smr_str_free(&entries[k].path);
  }
  if (cached && left.size)
    bound(smr_str_get(&folder));
  free(entries);
  smr_vec_free(&left);
  smr_str_free(&folder);
  smr_str_free(&flang);
  return ok;
}
