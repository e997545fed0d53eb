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

typedef void SeePair(Session *session, const SmrPair *pair, void *data);

/// All pairs of a library; what is wrong with the library is told by whoever matches with it.
static void each_pair(Session *session, const char *path, SeePair *see, void *data) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
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
}

static void add_name(Session *session, const SmrPair *pair, void *names) {
  smr_vec_push((Args *)names, smr_arena_strdup(&session->arena, pair->pattern.name));
}

/// What binds a number makes the code have one.
static void see_straight(Session *session, const SmrPair *pair, void *data) {
  (void)session;
  SmrStraight *straight = data;
  const SmrPattern *pattern = &pair->pattern;
  SmrStraight needs = SMR_STRAIGHT_ANY;
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (pattern->args[k].kind != SMR_ARG_UNUSED && smr_type_is_number(pattern->args[k].type))
      needs = SMR_STRAIGHT_FLOATS;
  if (!pattern->loop_count && needs > *straight)
    *straight = needs;
}

SmrStraight idioms_straight(Session *session) {
  const SmrSettings *options = &session->options;
  SmrStraight straight = options->pats.size ? SMR_STRAIGHT_ANY : 0;
  for (uint32_t k = 0; k < options->libraries.size && straight != SMR_STRAIGHT_ANY; k++)
    each_pair(session, options->libraries.data[k], see_straight, &straight);
  return straight;
}

static void add_libraries(Session *session, Args *names) {
  static const char *const standard[] = {SMR_STANDARD_LIBRARIES};
  const SmrNames *libraries = &session->options.libraries;
  for (uint32_t k = 0; k < libraries->size; k++)
    each_pair(session, libraries->data[k], add_name, names);
  for (size_t k = 0; !libraries->size && k < sizeof standard / sizeof *standard; k++)
    each_pair(session, smr_arena_printf(&session->arena, "%s/share/smr/%s", session->prefix, standard[k]),
              add_name, names);
}

bool idioms_check(Session *session) {
  const SmrSettings *options = &session->options;
  if ((!options->only.size && !options->disable.size) || options->pats.size || options->mode == SMR_MODE_OFF)
    return true;
  Args names = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  add_libraries(session, &names);
  bool ok = smr_idiom_choice_check(options, names.data, names.size, &diag);
  if (!ok)
    fprintf(stderr, "%s: error: --smr-%s\n", driver_name, diag.messages.data[0].text);
  smr_vec_free(&names);
  return ok;
}
