//===- marks.c - which files of a link are looked into -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "tools/common/marks.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  Session *session;
  Args *libraries;
  Args folders;  // of -L, in order, then where linkers look anyway
  bool archives; // -static, -Bstatic: from here on
  bool relocatable;
} Search;

static bool is(const char *argument, const char *name) {
  return strcmp(argument, name) == 0;
}

/// The rest of an argument that starts with one of the prefixes, NULL when none fits.
static const char *rest_of(const char *argument, const char *const *prefixes) {
  for (; *prefixes; prefixes++)
    if (strncmp(argument, *prefixes, strlen(*prefixes)) == 0)
      return argument + strlen(*prefixes);
  return NULL;
}

/// One list of the linker's words from a driver's and a linker's.
static void flatten(Session *session, const Args *argv, Args *out) {
  for (uint32_t i = 0; i < argv->size; i++) {
    const char *argument = argv->data[i];
    if (strncmp(argument, "-Wl,", 4) == 0) {
      for (const char *at = argument + 4; *at;) {
        size_t length = strcspn(at, ",");
        if (length)
          options_expand(smr_arena_strndup(&session->arena, at, length), &session->arena, out);
        at += length + (at[length] == ',');
      }
    } else if (is(argument, "-Xlinker")) {
      if (i + 1 < argv->size)
        options_expand(argv->data[++i], &session->arena, out);
    } else {
      options_expand(argument, &session->arena, out);
    }
  }
}

static const char *const folder_prefixes[] = {"--library-path=", "-library-path=", "-L", NULL};
static const char *const name_prefixes[] = {"--library=", "-library=", "-l", NULL};

/// -L counts for every -l, before it or behind it.
static void find_folders(Search *s, const Args *words) {
  static const char *const usual[] = {"/usr/local/lib", "/lib/" SMR_MULTIARCH, "/usr/lib/" SMR_MULTIARCH,
                                      "/lib", "/usr/lib"};
  for (uint32_t i = 0; i < words->size; i++) {
    const char *folder = rest_of(words->data[i], folder_prefixes);
    if (is(words->data[i], "-L") || is(words->data[i], "--library-path"))
      folder = i + 1 < words->size ? words->data[i + 1] : NULL;
    if (folder && *folder)
      smr_vec_push(&s->folders, folder);
  }
  const char *path = getenv("LIBRARY_PATH");
  for (const char *at = path ? path : ""; *at;) {
    size_t length = strcspn(at, ":");
    if (length)
      smr_vec_push(&s->folders, smr_arena_strndup(&s->session->arena, at, length));
    at += length + (at[length] == ':');
  }
  for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
    smr_vec_push(&s->folders, usual[k]);
}

/// -lname: in each folder libname.so comes before libname.a; -l:file is a file of that name. Only an archive
/// or an object can carry marks.
static void scan_library(Search *s, const char *name) {
  for (uint32_t i = 0; i < s->folders.size; i++) {
    const char *folder = s->folders.data[i];
    const char *path = name[0] == ':' ? session_format(s->session, "%s/%s", folder, name + 1)
                                      : session_format(s->session, "%s/lib%s.a", folder, name);
    if (name[0] != ':' && !s->archives &&
        access(session_format(s->session, "%s/lib%s.so", folder, name), R_OK) == 0)
      return;
    if (access(path, R_OK) == 0) {
      marks_scan_file(s->session, path, s->libraries);
      return;
    }
  }
}

/// Words whose next word belongs to them and is no input.
static bool takes_value(const char *word) {
  static const char *const words[] = {"-o",
                                      "--output",
                                      "-T",
                                      "--script",
                                      "-z",
                                      "-e",
                                      "--entry",
                                      "-u",
                                      "--undefined",
                                      "-Map",
                                      "-rpath",
                                      "--rpath",
                                      "-soname",
                                      "--soname",
                                      "-h",
                                      "-dynamic-linker",
                                      "--dynamic-linker",
                                      "-plugin",
                                      "--plugin",
                                      "-plugin-opt",
                                      "--plugin-opt",
                                      "--version-script",
                                      "-m",
                                      "-L",
                                      "--library-path",
                                      NULL};
  for (const char *const *at = words; *at; at++)
    if (is(word, *at))
      return true;
  return false;
}

static void scan_word(Search *s, const Args *words, uint32_t *at) {
  const char *word = words->data[*at], *name = rest_of(word, name_prefixes);
  if (is(word, "-l") || is(word, "--library")) {
    if (*at + 1 < words->size)
      scan_library(s, words->data[++*at]);
  } else if (takes_value(word)) {
    ++*at;
  } else if (is(word, "-r") || is(word, "--relocatable") || is(word, "-i")) {
    s->relocatable = true;
  } else if (is(word, "-static") || is(word, "--static") || is(word, "-Bstatic") || is(word, "-dn") ||
             is(word, "-non_shared") || is(word, "-static-pie")) {
    s->archives = true;
  } else if (is(word, "-Bdynamic") || is(word, "-dy") || is(word, "-call_shared")) {
    s->archives = false;
  } else if (name && *name) {
    scan_library(s, name);
  } else if (word[0] != '-') {
    marks_scan_file(s->session, word, s->libraries);
  }
}

bool marks_find(Session *session, const Args *argv, Args *libraries) {
  Search s = {.session = session, .libraries = libraries};
  Args words = {0};
  flatten(session, argv, &words);
  find_folders(&s, &words);
  for (uint32_t i = 0; i < words.size; i++)
    scan_word(&s, &words, &i);
  smr_vec_free(&words);
  smr_vec_free(&s.folders);
  return !s.relocatable;
}

const char *marks_option(Session *session, const char *library) {
  return strchr(library, '/') ? library : session_format(session, "-l%s", library);
}
