//===- marks.c - which files of a link are looked into -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "tools/common/marks.h"
#include "base/link_name.h"
#include "tools/common/entries.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The rest of an argument that starts with one of the prefixes, NULL when none fits.
static const char *rest_of(const char *argument, const char *const *prefixes) {
  for (; *prefixes; prefixes++)
    if (smr_starts(argument, *prefixes))
      return argument + strlen(*prefixes);
  return NULL;
}

/// One list of the linker's words from a driver's and a linker's.
static void flatten(Session *session, const Args *argv, Args *out) {
  for (uint32_t i = 0; i < argv->size; i++) {
    const char *argument = argv->data[i];
    if (smr_starts(argument, "-Wl,")) {
      for (const char *at = argument + 4; *at;) {
        size_t length = strcspn(at, ",");
        if (length)
          options_expand(smr_arena_strndup(&session->arena, at, length), &session->arena, out);
        at += length + (at[length] == ',');
      }
    } else if (smr_equal(argument, "-Xlinker")) {
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
static void find_folders(Session *session, Marks *m, const Args *words) {
  static const char *const usual[] = {"/usr/local/lib", "/lib/" SMR_MULTIARCH, "/usr/lib/" SMR_MULTIARCH,
                                      "/lib", "/usr/lib"};
  for (uint32_t i = 0; i < words->size; i++) {
    const char *folder = rest_of(words->data[i], folder_prefixes);
    if (smr_equal(words->data[i], "-L") || smr_equal(words->data[i], "--library-path"))
      folder = i + 1 < words->size ? words->data[i + 1] : NULL;
    if (folder && *folder)
      smr_vec_push(&m->folders, folder);
  }
  const char *path = getenv("LIBRARY_PATH");
  for (const char *at = path ? path : ""; *at;) {
    size_t length = strcspn(at, ":");
    if (length)
      smr_vec_push(&m->folders, smr_arena_strndup(&session->arena, at, length));
    at += length + (at[length] == ':');
  }
  for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
    smr_vec_push(&m->folders, usual[k]);
}

/// In each folder libname.so comes before libname.a; -l:file is a file of that name.
const char *marks_library(Session *session, const Marks *m, const char *name) {
  for (uint32_t i = 0; i < m->folders.size; i++) {
    const char *folder = m->folders.data[i];
    const char *shared = smr_arena_printf(&session->arena, "%s/lib%s.so", folder, name);
    const char *path = name[0] == ':' ? smr_arena_printf(&session->arena, "%s/%s", folder, name + 1)
                                      : smr_arena_printf(&session->arena, "%s/lib%s.a", folder, name);
    if (name[0] != ':' && !m->archives && access(shared, R_OK) == 0)
      return shared;
    if (access(path, R_OK) == 0)
      return path;
  }
  return NULL;
}

static void scan_file(Session *session, Marks *m, const char *path, bool named) {
  bool rewritten = marks_scan_file(session, path, m);
  smr_vec_push(&m->inputs, (LinkInput){path, rewritten, named});
}

static void scan_library(Session *session, Marks *m, const char *name) {
  const char *path = marks_library(session, m, name);
  if (path)
    scan_file(session, m, path, true);
  else
    m->unclear = smr_arena_printf(&session->arena, "-l%s", name);
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
  return smr_among(word, words);
}

/// Words after which a symbol may be another one.
static bool changes_symbols(const char *word) {
  static const char *const prefixes[] = {"--defsym", "-defsym", "--wrap",           "-wrap",
                                         "--script", "-T",      "--default-script", "--just-symbols",
                                         "-R",       NULL};
  return rest_of(word, prefixes) && !smr_starts(word, "-Ttext");
}

static void scan_word(Session *session, Marks *m, const Args *words, uint32_t *at) {
  const char *word = words->data[*at], *name = rest_of(word, name_prefixes);
  if (changes_symbols(word))
    m->unclear = word;
  if (smr_equal(word, "-l") || smr_equal(word, "--library")) {
    if (*at + 1 < words->size)
      scan_library(session, m, words->data[++*at]);
  } else if (takes_value(word)) {
    ++*at;
  } else if (smr_equal(word, "-r") || smr_equal(word, "--relocatable") || smr_equal(word, "-i")) {
    m->relocatable = true;
  } else if (smr_equal(word, "-shared") || smr_equal(word, "--shared") || smr_equal(word, "-Bshareable")) {
    m->shared = true;
  } else if (smr_equal(word, "-static") || smr_equal(word, "--static") || smr_equal(word, "-Bstatic") ||
             smr_equal(word, "-dn") || smr_equal(word, "-non_shared") || smr_equal(word, "-static-pie")) {
    m->archives = true;
  } else if (smr_equal(word, "-Bdynamic") || smr_equal(word, "-dy") || smr_equal(word, "-call_shared")) {
    m->archives = false;
  } else if (name && *name) {
    scan_library(session, m, name);
  } else if (word[0] != '-') {
    scan_file(session, m, word, false);
  }
}

void marks_find(Session *session, const Args *argv, Marks *m) {
  Args words = {0};
  flatten(session, argv, &words);
  find_folders(session, m, &words);
  for (uint32_t i = 0; i < words.size; i++)
    scan_word(session, m, &words, &i);
  entries_find(session, m);
  smr_vec_free(&words);
}

void marks_free(Marks *m) {
  smr_vec_free(&m->libraries);
  smr_vec_free(&m->entries);
  smr_vec_free(&m->entry_archives);
  smr_vec_free(&m->wants);
  smr_vec_free(&m->inputs);
  smr_vec_free(&m->folders);
}

const char *marks_option(Session *session, const char *library) {
  return strchr(library, '/') ? library : smr_arena_printf(&session->arena, "-l%s", library);
}

bool marks_print(const char *list, const char *end, bool ir, SmrStr *out) {
  // Weak and hidden: equal marks of several objects become one, none is exported, and dead code removal
  // leaves it.
  for (const char *at = list, *name; (name = memchr(at, '"', (size_t)(end - at)));) {
    name++;
    at = memchr(name, '"', (size_t)(end - name));
    int length = at ? (int)(at - name) : 0;
    if (!at || !smr_link_name_ok(name, (size_t)length))
      return false;
    if (ir)
      smr_str_printf(out,
                     "\n@\"" SMR_LINK_MARK "%.*s$\" = weak hidden constant [%d x i8] c\"%.*s\\00\", section "
                     "\"" SMR_LINK_SECTION "\"\n",
                     length, name, length + 1, length, name);
    else
      smr_str_printf(out,
                     "  llvm.mlir.global weak hidden constant @\"" SMR_LINK_MARK
                     "%.*s$\"(\"%.*s\\00\") {section = "
                     "\"" SMR_LINK_SECTION "\", addr_space = 0 : i32} : !llvm.array<%d x i8>\n",
                     length, name, length, name, length + 1);
    at++;
  }
  return true;
}
