//===- linked.c - routines that a link takes from archives ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: a slot gets a routine's address only when the archive is the one file of the link that defines
// the routine, when every file is known, and when no other file defines what the archive's code may call by a
// name of the archive (of a BLAS: the names of BLAS). An archive with rewritten code never serves, for its
// routine may be what calls us.
//===----------------------------------------------------------------------===//
#include "tools/common/linked.h"
#include "base/blas_name.h"
#include "base/intern.h"
#include "base/link_name.h"
#include "base/str.h"
#include "runtime/blas_files.h"
#include "tools/common/objects.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// An archive that may serve.
typedef struct {
  const char *path; // resolved
  SmrIntern *defined;
  bool blas, used;
  const char *refused; // why not, or NULL
} Server;

typedef struct {
  const char *symbol;
  const char *libraries, *routine;
  uint32_t server; // index + 1; 0: none has it
} Want;

typedef struct {
  Session *session;
  const Marks *marks;
  SMR_VEC(Server) servers;
  SMR_VEC(Want) wants;
  const char *unclear; // an input that cannot be read, or NULL
  SmrStr name;         // of the symbol that is looked at
} Plan;

static const char *resolved(Session *session, const char *path) {
  char *real = realpath(path, NULL);
  const char *copy = real ? smr_arena_strdup(&session->arena, real) : path;
  free(real);
  return copy;
}

//--- Wants -----------------------------------------------------------------------------

static void read_wants(Plan *p) {
  SMR_OWNED(SmrStr, smr_str_free) libraries = {0}, routine = {0};
  for (uint32_t k = 0; k < p->marks->wants.size; k++) {
    const char *symbol = p->marks->wants.data[k];
    if (!smr_linked_parse(symbol, strlen(symbol), &libraries, &routine))
      continue;
    SmrArena *arena = &p->session->arena;
    smr_vec_push(&p->wants, (Want){symbol, smr_arena_strdup(arena, smr_str_get(&libraries)),
                                   smr_arena_strdup(arena, smr_str_get(&routine)), 0});
  }
}

static bool wants_blas(const Want *want) {
  bool blas = false;
  for (const char *at = want->libraries; *at && !blas; at += strcspn(at, ","), at += *at == ',')
    blas = smr_is_blas_file(at);
  return blas;
}

/// Is the file one that the want names (`x`: libx.a; a path), or a BLAS where a BLAS is wanted?
static bool fits(Session *session, const Want *want, const char *path) {
  const char *name = smr_base_name(path);
  if (wants_blas(want) && smr_is_blas_file(name))
    return !smr_is_wide_file(name, ".a");
  for (const char *at = want->libraries; *at; at += strcspn(at, ","), at += *at == ',') {
    int length = (int)strcspn(at, ",");
    const char *library = smr_arena_printf(&session->arena, "%.*s", length, at);
    if (strchr(library, '/') ? strcmp(resolved(session, library), resolved(session, path)) == 0
                             : strcmp(smr_arena_printf(&session->arena, "lib%s.a", library), name) == 0)
      return true;
  }
  return false;
}

//--- Archives that may serve --------------------------------------------------------------

static void look_at_kind(void *data, const char *file, ObjectKind kind, Bytes bytes) {
  (void)file, (void)bytes;
  ObjectKind *outermost = data;
  if (*outermost == OBJECT_UNREADABLE)
    *outermost = kind;
}

static bool is_archive(Session *session, const char *path) {
  ObjectKind kind = OBJECT_UNREADABLE;
  objects_visit(session, path, look_at_kind, &kind);
  return kind == OBJECT_ARCHIVE || kind == OBJECT_THIN_ARCHIVE;
}

static void add_defined(void *data, const char *name, size_t length, bool defined) {
  if (defined)
    smr_intern_n(((Server *)data)->defined, name, length);
}

static void read_server(void *data, const char *file, ObjectKind kind, Bytes bytes) {
  (void)file;
  object_symbols(kind, bytes, add_defined, data);
}

static const Server *server_at(const Plan *p, const char *path) {
  for (uint32_t k = 0; k < p->servers.size; k++)
    if (strcmp(p->servers.data[k].path, path) == 0)
      return &p->servers.data[k];
  return NULL;
}

static void add_server(Plan *p, const char *given) {
  const char *path = resolved(p->session, given);
  bool wanted = false, blas = false;
  for (uint32_t k = 0; k < p->wants.size; k++)
    if (fits(p->session, &p->wants.data[k], given)) {
      wanted = true;
      blas |= wants_blas(&p->wants.data[k]);
    }
  if (!wanted || server_at(p, path) || !is_archive(p->session, path))
    return;
  Server server = {.path = path, .defined = smr_intern_create(), .blas = blas};
  objects_visit(p->session, path, read_server, &server);
  smr_vec_push(&p->servers, server);
}

/// What the link names itself comes before what SMR adds to it.
static void find_servers(Plan *p) {
  for (uint32_t k = 0; k < p->marks->inputs.size; k++)
    if (!p->marks->inputs.data[k].rewritten)
      add_server(p, p->marks->inputs.data[k].path);
  for (uint32_t k = 0; k < p->marks->libraries.size; k++) {
    const char *name = p->marks->libraries.data[k];
    if (smr_is_entries(name)) // it serves no routines
      continue;
    const char *path = strchr(name, '/') ? name : marks_library(p->session, p->marks, name);
    Marks none = {0};
    if (path && !smr_starts(name, "smr") && is_archive(p->session, path) &&
        !marks_scan_file(p->session, path, &none))
      add_server(p, path);
    marks_free(&none);
  }
}

static void choose_servers(Plan *p) {
  for (uint32_t w = 0; w < p->wants.size; w++)
    for (uint32_t k = 0; k < p->servers.size && !p->wants.data[w].server; k++)
      if (fits(p->session, &p->wants.data[w], p->servers.data[k].path) &&
          smr_intern_find(p->servers.data[k].defined, p->wants.data[w].routine)) {
        p->wants.data[w].server = k + 1;
        p->servers.data[k].used = true;
      }
}

//--- All other files ------------------------------------------------------------------------

typedef struct {
  Plan *plan;
  const char *file;
} Other;

static bool is_routine(const Plan *p, const char *name) {
  for (uint32_t k = 0; k < p->wants.size; k++)
    if (strcmp(p->wants.data[k].routine, name) == 0)
      return true;
  return false;
}

static void look_at_symbol(void *data, const char *text, size_t length, bool defined) {
  Other *other = data;
  Plan *p = other->plan;
  if (!defined)
    return;
  smr_str_clear(&p->name);
  smr_str_append(&p->name, text, length);
  const char *name = smr_str_get(&p->name);
  for (uint32_t k = 0; k < p->servers.size; k++) {
    Server *s = &p->servers.data[k];
    bool shared =
        s->blas ? smr_is_blas_name(name) || is_routine(p, name) : smr_intern_find(s->defined, name) != 0;
    if (s->used && !s->refused && shared)
      s->refused =
          smr_arena_printf(&p->session->arena, "%s defines %s as well", smr_base_name(other->file), name);
  }
}

/// The C library's texts (libm.a is one) name its own files.
static bool is_of_the_system(const char *path) {
  return smr_starts(path, "/usr/lib/") || smr_starts(path, "/lib/");
}

static void look_at_file(void *data, const char *file, ObjectKind kind, Bytes bytes) {
  Other *other = data;
  if (kind == OBJECT_UNREADABLE || kind == OBJECT_OTHER) {
    if (!is_of_the_system(resolved(other->plan->session, file)) && bytes.size)
      other->plan->unclear = file;
    return;
  }
  object_symbols(kind, bytes, look_at_symbol, data);
}

static void look_at_others(Plan *p) {
  for (uint32_t k = 0; k < p->marks->inputs.size && !p->unclear; k++) {
    Other other = {p, p->marks->inputs.data[k].path};
    if (!server_at(p, resolved(p->session, other.file)))
      objects_visit(p->session, other.file, look_at_file, &other);
  }
}

//--- Together -----------------------------------------------------------------------------------

static void add_definition(Plan *p, const char *symbol, const char *routine, Args *words) {
  smr_vec_push(words, "-u");
  smr_vec_push(words, routine);
  smr_vec_push(words, smr_arena_printf(&p->session->arena, "--defsym=%s=%s", symbol, routine));
}

/// Why the want is not served; NULL when it is.
static const char *refusal(const Plan *p, const Want *want) {
  if (!want->server)
    return p->marks->archives ? "no archive of the link has it" : NULL; // (else shared objects are asked)
  if (p->marks->shared)
    return "an archive's routine in a shared object may be replaced by the program's";
  if (p->unclear)
    return smr_arena_printf(&p->session->arena, "%s may define it", p->unclear);
  return p->servers.data[want->server - 1].refused;
}

static void add_words(Plan *p, Args *words) {
  bool blas = false;
  for (uint32_t k = 0; k < p->wants.size; k++) {
    const Want *want = &p->wants.data[k];
    const char *why = refusal(p, want);
    if (why && p->session->options.verbose)
      fprintf(stderr, "%s: %s: loops run: %s\n", driver_name, want->routine, why);
    if (why || !want->server)
      continue;
    const Server *s = &p->servers.data[want->server - 1];
    add_definition(p, want->symbol, want->routine, words);
    if (p->session->options.verbose)
      fprintf(stderr, "%s: %s: of %s\n", driver_name, want->routine, s->path);
    if (s->blas && !blas && smr_intern_find(s->defined, "openblas_get_config"))
      add_definition(p, SMR_LINKED_MARK "config", "openblas_get_config", words);
    if (s->blas && !blas && smr_intern_find(s->defined, "bli_info_get_blas_int_type_size"))
      add_definition(p, SMR_LINKED_MARK "bits", "bli_info_get_blas_int_type_size", words);
    blas |= s->blas;
  }
}

bool linked_blas(Session *session, const Marks *marks) {
  for (uint32_t k = 0; k < marks->inputs.size; k++) {
    const LinkInput *input = &marks->inputs.data[k];
    const char *name = smr_base_name(input->path);
    if (!input->rewritten && smr_is_blas_file(name) && !smr_is_wide_file(name, ".a") &&
        is_archive(session, input->path))
      return true;
  }
  return false;
}

static Plan plan(Session *session, const Marks *marks) {
  Plan p = {.session = session, .marks = marks, .unclear = marks->unclear};
  read_wants(&p);
  if (p.wants.size)
    find_servers(&p);
  return p;
}

static void plan_free(Plan *p) {
  for (uint32_t k = 0; k < p->servers.size; k++)
    smr_intern_destroy(p->servers.data[k].defined);
  smr_vec_free(&p->servers);
  smr_vec_free(&p->wants);
  smr_str_free(&p->name);
}

bool linked_possible(Session *session, const Marks *marks) {
  Plan p = plan(session, marks);
  bool possible = p.servers.size > 0;
  plan_free(&p);
  return possible;
}

bool linked_words(Session *session, const Marks *marks, Args *words) {
  Plan p = plan(session, marks);
  choose_servers(&p);
  bool any = false;
  for (uint32_t k = 0; k < p.servers.size; k++)
    any |= p.servers.data[k].used;
  if (any && !marks->shared)
    look_at_others(&p);
  add_words(&p, words);
  plan_free(&p);
  return words->size > 0;
}
