//===- depend.c - dependency files for Fortran ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "depend.h"
#include "tools/common/inputs.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

//--- The command line ---------------------------------------------------------------------

/// A name as make reads it; `all`: with what has a meaning in targets, too (-MQ), where backslashes in front
/// count.
static void put_name(SmrStr *out, const char *name, bool all) {
  size_t slashes = 0;
  for (; *name; name++) {
    bool special = strchr(" \t#:", *name) != NULL;
    for (size_t k = 0; all && special && k <= slashes; k++)
      smr_str_putc(out, '\\');
    if (all && *name == '$')
      smr_str_putc(out, '$');
    slashes = *name == '\\' ? slashes + 1 : 0;
    smr_str_putc(out, *name);
  }
}

static bool add_target(Session *session, Depend *out, const char *name, bool quoted) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (out->targets)
    smr_str_printf(&text, "%s ", out->targets);
  put_name(&text, name, quoted);
  out->targets = smr_arena_strdup(&session->arena, smr_str_get(&text));
  return true;
}

/// The option's value, behind it or the next argument; NULL: there is none.
static const char *value_of(const Args *args, uint32_t *k) {
  const char *own = args->data[*k] + strlen("-MF");
  return *own ? own : *k + 1 < args->size ? args->data[++*k] : NULL;
}

bool depend_take(Session *session, Depend *out) {
  Args *args = &session->line.args;
  uint32_t kept = 0;
  for (uint32_t k = 0; k < args->size; k++) {
    const char *argument = args->data[k], *value = argument;
    if (smr_equal(argument, "-MD") || smr_equal(argument, "-MMD")) {
      out->wanted = true;
    } else if (smr_equal(argument, "-MP")) {
      out->phony = true;
    } else if (smr_starts(argument, "-MF")) {
      value = out->file = value_of(args, &k);
    } else if (smr_starts(argument, "-MT") || smr_starts(argument, "-MQ")) {
      value = value_of(args, &k);
      if (value)
        add_target(session, out, value, argument[2] == 'Q');
    } else {
      args->data[kept++] = argument;
    }
    if (!value) {
      fprintf(stderr, "%s: error: %s needs a name\n", driver_name, argument);
      return false;
    }
  }
  args->size = kept;
  if (!out->wanted && (out->phony || out->file || out->targets)) {
    fprintf(stderr, "%s: error: -MF, -MT, -MQ and -MP need -MD or -MMD beside them\n", driver_name);
    return false;
  }
  return true;
}

//--- What the compilation reads -----------------------------------------------------------

static void add_file(const char *path, Args *out) {
  while (smr_starts(path, "./"))
    path += 2;
  for (uint32_t k = 0; k < out->size; k++)
    if (smr_equal(out->data[k], path))
      return;
  smr_vec_push(out, path);
}

/// What flang prints for this compilation with other actions; false: it finds a mistake.
static bool ask(const Job *job, const char *const *actions, SmrStr *output) {
  Args argv = {0};
  for (uint32_t k = 0; k < job->argv.size; k++)
    if (k == job->action)
      for (; *actions; actions++)
        smr_vec_push(&argv, *actions);
    else if (k != job->output && k + 1 != job->output)
      smr_vec_push(&argv, job->argv.data[k]);
  SmrProcessStatus status;
  SMR_OWNED(SmrStr, smr_str_free) errors = {0};
  bool ok = session_run(&argv, output, &errors, 0, &status) && !status.signal && !status.exit_code;
  smr_vec_free(&argv);
  return ok;
}

/// The source and what it includes, as flang says it: SourceFile 'path'.
static bool find_sources(Session *session, const Job *job, Args *out) {
  static const char word[] = "\nSourceFile '", end[] = "'\n";
  static const char *const actions[] = {"-fdebug-dump-provenance", NULL};
  SMR_OWNED(SmrStr, smr_str_free) output = {0};
  bool ok = ask(job, actions, &output);
  const char *last;
  for (const char *at = smr_str_get(&output);
       ok && (at = strstr(at, word)) && (last = strstr(at + strlen(word), end)); at = last) {
    at += strlen(word);
    add_file(smr_arena_strndup(&session->arena, at, (size_t)(last - at)), out);
  }
  return ok;
}

typedef struct {
  Session *session;
  bool fixed; // blanks mean nothing, and flang has dropped some
  Args used, own;
} Modules;

/// Behind the word, if the statement begins with it; else NULL.
static const char *behind(const Modules *m, const char *at, const char *word) {
  size_t length = strlen(word);
  if (strncasecmp(at, word, length) != 0 ||
      (!m->fixed && (isalnum((unsigned char)at[length]) || at[length] == '_')))
    return NULL;
  return at + length + strspn(at + length, " \t");
}

/// The name that begins there, in small letters, behind a prefix of its own; *at moves behind it. NULL: none
/// does.
static const char *name_at(const Modules *m, const char *before, const char **at) {
  size_t length = 0;
  while (isalnum((unsigned char)(*at)[length]) || (*at)[length] == '_')
    length++;
  char *name = (char *)(uintptr_t)smr_arena_printf(&m->session->arena, "%s%.*s", before, (int)length, *at);
  for (char *c = name; *c; c++)
    *c = (char)tolower((unsigned char)*c);
  *at += length + strspn(*at + length, " \t");
  return length ? name : NULL;
}

/// `submodule (a) c`, `submodule (a:b) c`: flang keeps b as a-b, and this one as a-c.
static void note_submodule(Modules *m, const char *at) {
  at += *at == '(' ? 1 + strspn(at + 1, " \t") : 0;
  const char *first = name_at(m, "", &at), *name;
  if (!first)
    return;
  const char *before = smr_arena_printf(&m->session->arena, "%s-", first);
  add_file(first, &m->used);
  if (*at == ':') {
    at += 1 + strspn(at + 1, " \t");
    if ((name = name_at(m, before, &at)))
      add_file(name, &m->used);
  }
  at += *at == ')' ? 1 + strspn(at + 1, " \t") : 0;
  if ((name = name_at(m, before, &at)))
    add_file(name, &m->own);
}

/// `use a`, `use, non_intrinsic :: a`, `module a`.
static void note_statement(Modules *m, const char *at) {
  const char *rest, *name;
  at += strspn(at, " \t0123456789"); // (a label)
  if ((rest = behind(m, at, "submodule"))) {
    note_submodule(m, rest);
  } else if ((rest = behind(m, at, "use"))) {
    const char *colons = *rest == ',' || *rest == ':' ? strstr(rest, "::") : NULL;
    rest = colons ? colons + 2 + strspn(colons + 2, " \t") : rest;
    if ((name = name_at(m, "", &rest)))
      add_file(name, &m->used);
  } else if ((rest = behind(m, at, "module")) && !behind(m, rest, "procedure") &&
             !behind(m, rest, "function") && !behind(m, rest, "subroutine")) {
    if ((name = name_at(m, "", &rest)))
      add_file(name, &m->own);
  }
}

/// The modules that a text uses, and those that it defines.
static void scan(Modules *m, const char *at) {
  while (*at) {
    at += strspn(at, " \t;\n\r");
    note_statement(m, at);
    at += strcspn(at, ";\n!");
    if (*at == '!')
      at += strcspn(at, "\n");
  }
}

static bool is_fixed(const Job *job) {
  static const char *const ends[] = {".f", ".F", ".for", ".FOR", ".ftn", ".fpp", ".FPP"};
  bool fixed = false;
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
    fixed |= smr_ends(job->argv.data[job->input], ends[k]);
  for (uint32_t k = 0; k < job->argv.size; k++)
    if (smr_equal(job->argv.data[k], "-ffixed-form") || smr_equal(job->argv.data[k], "-ffree-form"))
      fixed = job->argv.data[k][3] == 'i';
  return fixed;
}

/// … of the source as flang has preprocessed it, with continued lines made one, and of what it includes.
static void scan_all(Modules *m, const Job *job, const Args *files) {
  static const char *const actions[] = {"-E", "-fno-reformat", NULL};
  for (uint32_t k = 0; k < files->size; k++) {
    SmrStr text = {0};
    const char *reason;
    if (k == 0 ? ask(job, actions, &text) : smr_read_file(files->data[k], &text, &reason))
      scan(m, smr_str_get(&text));
    smr_str_free(&text);
  }
}

/// Where flang keeps and looks for modules.
static void find_folders(const Job *job, Args *out) {
  smr_vec_push(out, ".");
  for (uint32_t k = 1; k < job->argv.size; k++) {
    const char *argument = job->argv.data[k];
    bool folder =
        smr_equal(argument, "-I") || smr_equal(argument, "-module-dir") || smr_equal(argument, "-J");
    if (folder && k + 1 < job->argv.size)
      smr_vec_push(out, job->argv.data[++k]);
    else if ((smr_starts(argument, "-I") || smr_starts(argument, "-J")) && argument[2])
      smr_vec_push(out, argument + 2);
  }
}

/// Adds the modules that are used and not defined here; false when one is not found.
static bool add_modules(Session *session, const Job *job, Args *files) {
  bool all = true;
  Modules m = {.session = session, .fixed = is_fixed(job)};
  Args folders = {0};
  scan_all(&m, job, files);
  find_folders(job, &folders);
  for (uint32_t k = 0; k < m.used.size; k++) {
    bool here = false;
    for (uint32_t i = 0; i < m.own.size && !here; i++)
      here = smr_equal(m.own.data[i], m.used.data[k]);
    for (uint32_t i = 0; i < folders.size && !here; i++) {
      const char *path = smr_arena_printf(&session->arena, "%s/%s.mod", folders.data[i], m.used.data[k]);
      here = access(path, R_OK) == 0;
      if (here)
        add_file(path, files);
    }
    all &= here;
  }
  smr_vec_free(&m.used);
  smr_vec_free(&m.own);
  smr_vec_free(&folders);
  return all;
}

//--- The file -----------------------------------------------------------------------------

static const Job *compilation(const Jobs *jobs) {
  const Job *one = NULL;
  for (uint32_t k = 0; k < jobs->list.size; k++)
    if (jobs->list.data[k].kind != JOB_OTHER) {
      if (one || jobs->list.data[k].kind == JOB_LINK)
        return NULL;
      one = &jobs->list.data[k];
    }
  return one;
}

/// As clang names it: the output with .d in place of its suffix.
static const char *file_name(Session *session, const char *output) {
  const char *slash = strrchr(output, '/'), *dot = strrchr(slash ? slash : output, '.');
  return smr_arena_printf(&session->arena, "%.*s.d", dot ? (int)(dot - output) : (int)strlen(output), output);
}

static void put_rules(const Depend *depend, const char *output, const Args *files, SmrStr *out) {
  if (depend->targets)
    smr_str_puts(out, depend->targets);
  else
    put_name(out, output, true);
  smr_str_putc(out, ':');
  for (uint32_t k = 0; k < files->size; k++) {
    smr_str_puts(out, " \\\n  ");
    put_name(out, files->data[k], true);
  }
  smr_str_putc(out, '\n');
  for (uint32_t k = 1; depend->phony && k < files->size; k++) {
    put_name(out, files->data[k], true);
    smr_str_puts(out, ":\n");
  }
}

static void take_away(const char *path) {
  struct stat about;
  if (path && lstat(path, &about) == 0 && S_ISREG(about.st_mode))
    unlink(path);
}

/// To the file, or for `-` to the standard output.
static bool put_text(const char *path, const SmrStr *text) {
  const char *reason = NULL;
  bool ok = path ? smr_write_file(path, smr_str_get(text), text->size, &reason)
                 : fwrite(smr_str_get(text), 1, text->size, stdout) == text->size && fflush(stdout) == 0;
  if (!ok)
    fprintf(stderr, "%s: error: cannot write %s: %s\n", driver_name, path ? path : "the dependencies",
            reason ? reason : strerror(errno));
  return ok;
}

bool depend_write(Session *session, Depend *depend, const Jobs *jobs) {
  const Job *job = compilation(jobs);
  Args files = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  bool ok = true;
  if (!job) {
    fprintf(stderr,
            "%s: error: -MD and -MMD are for the compilation of one Fortran file, without a link (-c)\n",
            driver_name);
    return false;
  }
  const char *output = job->argv.data[job->output];
  const char *path = depend->file ? depend->file : file_name(session, output);
  depend->written = smr_equal(path, "-") ? NULL : path;
  if (find_sources(session, job, &files)) {
    depend->incomplete = !add_modules(session, job, &files);
    inputs_list(session, &files);
    put_rules(depend, output, &files, &text);
    ok = put_text(depend->written, &text);
  } else { // (flang will say what is wrong)
    take_away(depend->written);
  }
  smr_vec_free(&files);
  return ok;
}

void depend_failed(const Depend *depend) {
  if (depend->incomplete)
    take_away(depend->written);
}
