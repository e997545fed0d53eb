//===- idioms.c - what a driver asks its libraries --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "idioms.h"
#include "base/standard.h"
#include "graph/number.h"
#include "match/choice.h"
#include "pfa/pfa.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void idioms_split(Session *session, const SmrStr *list, Args *out) {
  for (const char *at = smr_str_get(list); *at;) {
    size_t length = strcspn(at, ",");
    if (length)
      smr_vec_push(out, smr_arena_strndup(&session->arena, at, length));
    at += length + (at[length] == ',');
  }
}

typedef void SeePair(Session *session, const SmrPair *pair, void *data);

/// All pairs of a library; what is wrong with the library is told by whoever matches with it.
static void each_pair(Session *session, const char *path, SeePair *see, void *data) {
  SmrDiag diag = {0};
  SmrPfaFile file;
  if (smr_pfa_file_open(path, &file, &diag)) {
    SmrIntern *symbols = smr_intern_create();
    SmrArena arena = {0};
    SmrPfa pfa;
    if (smr_pfa_parse(file.bytes, file.size, path, symbols, &arena, &pfa, &diag))
      for (uint32_t k = 0; k < pfa.count; k++)
        see(session, &pfa.pairs[k], data);
    smr_arena_destroy(&arena);
    smr_intern_destroy(symbols);
    smr_pfa_file_close(&file);
  }
  smr_diag_free(&diag);
}

static void add_name(Session *session, const SmrPair *pair, void *names) {
  smr_vec_push((Args *)names, smr_arena_strdup(&session->arena, pair->pattern.name));
}

/// What binds a number makes the code have one.
static void see_straight(Session *session, const SmrPair *pair, void *data) {
  (void)session;
  IdiomsStraight *straight = data;
  const SmrPattern *pattern = &pair->pattern;
  IdiomsStraight needs = IDIOMS_STRAIGHT_ANY;
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (pattern->args[k].kind != SMR_ARG_UNUSED && smr_type_is_number(pattern->args[k].type))
      needs = IDIOMS_STRAIGHT_FLOATS;
  if (!pattern->loop_count && needs > *straight)
    *straight = needs;
}

IdiomsStraight idioms_straight(Session *session) {
  const Options *options = &session->options;
  IdiomsStraight straight = options->pats.size ? IDIOMS_STRAIGHT_ANY : IDIOMS_STRAIGHT_NONE;
  Args paths = {0};
  idioms_split(session, &options->libraries, &paths);
  for (uint32_t k = 0; k < paths.size && straight != IDIOMS_STRAIGHT_ANY; k++)
    each_pair(session, paths.data[k], see_straight, &straight);
  smr_vec_free(&paths);
  return straight;
}

static void add_libraries(Session *session, Args *names) {
  static const char *const standard[] = {SMR_STANDARD_LIBRARIES};
  Args paths = {0};
  idioms_split(session, &session->options.libraries, &paths);
  for (size_t k = 0; !session->options.libraries.size && k < sizeof standard / sizeof *standard; k++)
    smr_vec_push(&paths, session_format(session, "%s/share/smr/%s", session->prefix, standard[k]));
  for (uint32_t k = 0; k < paths.size; k++)
    if (access(paths.data[k], R_OK) == 0)
      each_pair(session, paths.data[k], add_name, names);
  smr_vec_free(&paths);
}

bool idioms_check(Session *session) {
  const Options *options = &session->options;
  if ((!options->only.size && !options->disable.size) || options->pats.size || options->off)
    return true;
  Args only = {0}, disabled = {0}, names = {0};
  SmrDiag diag = {0};
  idioms_split(session, &options->only, &only);
  idioms_split(session, &options->disable, &disabled);
  add_libraries(session, &names);
  const SmrIdiomChoice choice = {only.data, only.size, disabled.data, disabled.size};
  bool ok = smr_idiom_choice_check(&choice, names.data, names.size, &diag);
  if (!ok)
    fprintf(stderr, "%s: error: --smr-%s\n", driver_name, diag.messages.data[0].text);
  smr_diag_free(&diag);
  smr_vec_free(&only);
  smr_vec_free(&disabled);
  smr_vec_free(&names);
  return ok;
}
