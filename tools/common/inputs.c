//===- inputs.c - the files that a compilation depends on besides its sources
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "inputs.h"
#include "base/json.h"
#include "base/link_name.h"
#include "compiler_plugin.h"
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static const char head[] = "\n# 1 \"<smr ";

static void add_names(const SmrNames *names, Args *out) {
  for (uint32_t k = 0; k < names->size; k++)
    smr_vec_push(out, names->data[k]);
}

/// Where results come from.
static void list_files(Session *session, Args *out) {
  SmrSettings all = session->options;
  smr_settings_environment(smr_settings, driver_user, &all, &session->arena, NULL);
  add_names(&all.libraries, out);
  for (uint32_t k = 0; k < all.libraries.size; k++) {
    const char *entries = smr_arena_printf(&session->arena, "%s" SMR_ENTRIES_ENDING, all.libraries.data[k]);
    if (access(entries, R_OK) == 0)
      smr_vec_push(out, entries);
  }
  add_names(&all.pats, out);
  if (all.costs && strcmp(all.costs, "none") != 0)
    smr_vec_push(out, all.costs);
}

/// Are all inputs named from the folder at hand?
static bool is_relative(const Session *session) {
  const Args *args = &session->line.args;
  bool relative = true;
  for (uint32_t k = 0; k < args->size; k++)
    relative &= !options_is_input(args, k) || args->data[k][0] != '/';
  return relative;
}

/// The path from a folder; a path with nothing in common is whole.
static const char *path_from(Session *session, const char *folder, const char *path) {
  size_t common = 0;
  for (size_t k = 0; folder[k] && path[k] == folder[k]; k++)
    if (folder[k + 1] == '/' || !folder[k + 1])
      common = path[k + 1] == '/' ? k + 1 : common;
  if (common == 0)
    return path;
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  for (const char *at = folder + common; *at; at++)
    smr_str_puts(&out, *at == '/' ? "../" : "");
  smr_str_puts(&out, path + common + 1);
  return smr_arena_strdup(&session->arena, smr_str_get(&out));
}

void inputs_list(Session *session, Args *out) {
  if (session->options.mode != SMR_MODE_OFF) // (which `.smr` may have said)
    list_files(session, out);
  if (!session->line.config)
    return;
  smr_vec_push(out, session->line.config);
  char *here = is_relative(session) ? getcwd(NULL, 0) : NULL;
  for (uint32_t k = 0; here && k < out->size; k++)
    if (out->data[k][0] == '/')
      out->data[k] = path_from(session, here, out->data[k]);
  free(here);
}

//--- For people, caches and servers -------------------------------------------------

static void print_real(const char *path) {
  char *real = realpath(path, NULL);
  if (real)
    puts(real);
  free(real);
}

static void print_shared(const Session *session) {
  struct dirent **entries = NULL;
  int count = scandir(session->share, &entries, NULL, alphasort);
  for (int k = 0; k < count; k++) {
    if (smr_ends(entries[k]->d_name, ".pfa") || smr_is_entries(entries[k]->d_name))
      printf("%s/%s\n", session->share, entries[k]->d_name);
    free(entries[k]);
  }
  free(entries);
}

void inputs_print(Session *session, const char *plugin, const char *other) {
  static const char *const beside[] = {"libsmr.so", "libsmr-llvm.so"};
  const char *residency = compiler_plugin_find(session, "SMR_RESIDENCY_PLUGIN", "libsmr-residency.so");
  Args files = {0};
  inputs_list(session, &files);
  print_real("/proc/self/exe");
  print_real(session->compiler);
  if (plugin) {
    print_real(plugin);
    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++)
      print_real(smr_arena_printf(&session->arena, "%.*s%s", (int)(strrchr(plugin, '/') + 1 - plugin), plugin,
                                  beside[k]));
  }
  if (other)
    print_real(other);
  if (residency)
    print_real(residency);
  if (!session->options.libraries.size && !session->options.pats.size)
    print_shared(session);
  for (uint32_t k = 0; k < files.size; k++)
    print_real(files.data[k]);
  smr_vec_free(&files);
}

static void put_file(SmrStr *out, const char *path) {
  struct stat about;
  if (path && stat(path, &about) == 0)
    smr_str_printf(out, "%jd %jd.%09ld\n", (intmax_t)about.st_size, (intmax_t)about.st_mtim.tv_sec,
                   about.st_mtim.tv_nsec);
}

void inputs_print_state(Session *session, const char *plugin) {
  SMR_OWNED(SmrStr, smr_str_free) all = {0};
  const char *flags = getenv("SMR_FLAGS"), *reason;
  smr_str_printf(&all, "%s\n%s\n", SMR_VERSION, flags ? flags : "");
  put_file(&all, "/proc/self/exe");
  put_file(&all, session->compiler);
  put_file(&all, plugin);
  smr_str_puts(&all, session->line.config ? "with .smr\n" : "without\n");
  if (session->line.config) // (its text: other trees' names are no difference)
    smr_read_file(session->line.config, &all, &reason);
  printf("%016" PRIx64 "\n", XXH3_64bits(smr_str_get(&all), all.size));
}

//--- From who preprocesses to who compiles ------------------------------------------

/// Of the files' bytes and of SMR's version.
static uint64_t hash_files(Session *session) {
  Args files = {0};
  SMR_OWNED(SmrStr, smr_str_free) all = {0};
  const char *reason;
  list_files(session, &files);
  smr_str_puts(&all, SMR_VERSION);
  for (uint32_t k = 0; k < files.size; k++)
    smr_read_file(files.data[k], &all, &reason);
  uint64_t hash = XXH3_64bits(smr_str_get(&all), all.size);
  smr_vec_free(&files);
  return hash;
}

/// As a word of a response file.
static void put_word(SmrStr *out, const char *word) {
  smr_str_putc(out, ' ');
  for (; *word; word++)
    smr_str_printf(out, strchr(" \t'\"\\", *word) ? "\\%c" : "%c", *word);
}

void inputs_markers(Session *session, SmrStr *out) {
  Args files = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, words = {0};
  inputs_list(session, &files);
  for (uint32_t k = 0; k < files.size; k++) {
    smr_str_puts(out, k ? "# 1 " : "\n# 1 ");
    smr_json_put(out, files.data[k]);
    smr_str_putc(out, '\n');
  }
  for (uint32_t k = 0; k < session->line.inherited.size; k++)
    put_word(&words, session->line.inherited.data[k]);
  smr_str_printf(&text, "<smr %016" PRIx64 "%s>", hash_files(session), smr_str_get(&words));
  if (files.size || words.size) {
    smr_str_puts(out, files.size ? "# 1 " : "\n# 1 ");
    smr_json_put(out, text.data);
    smr_str_putc(out, '\n');
  }
  smr_vec_free(&files);
}

/// The last marker of ours in the file, as it was before it was put there.
static bool find_marker(const char *path, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason, *last = NULL;
  if (smr_read_file(path, &text, &reason) && text.size)
    for (const char *at = text.data;
         (at = memmem(at, text.size - (size_t)(at - text.data), head, strlen(head))); at += strlen(head))
      last = at;
  if (last)
    smr_json_text(out, last + strlen("\n# 1 "));
  return out->size > 0;
}

static bool all_there(Session *session) {
  Args files = {0};
  bool ok = true;
  list_files(session, &files);
  for (uint32_t k = 0; k < files.size && ok; k++)
    if (access(files.data[k], R_OK) != 0) {
      fprintf(stderr, "%s: error: cannot read %s: %s\n", driver_name, files.data[k], strerror(errno));
      ok = false;
    }
  smr_vec_free(&files);
  return ok;
}

static bool take_over(Session *session, const char *path, SmrStr *marker) {
  char *rest;
  if (marker->data[marker->size - 1] != '>')
    return true; // (somebody else's file)
  marker->data[--marker->size] = '\0';
  uint64_t theirs = strtoull(marker->data + strlen("<smr "), &rest, 16);
  if (!options_inherit(&session->options, &session->line, rest, &session->arena))
    return false;
  if (!all_there(session))
    return false;
  if (theirs == hash_files(session))
    return true;
  fprintf(
      stderr,
      "%s: error: %s was preprocessed for other pattern libraries, or by another SMR, than there are here\n",
      driver_name, path);
  return false;
}

bool inputs_take_over(Session *session) {
  const Args *args = &session->line.args;
  bool ok = true;
  for (uint32_t i = 0; i < args->size && ok; i++) {
    SmrStr marker = {0};
    const char *path = args->data[i];
    if (options_is_preprocessed(args, i) && find_marker(path, &marker))
      ok = take_over(session, path, &marker);
    smr_str_free(&marker);
  }
  return ok;
}
