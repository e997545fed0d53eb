//===- idioms.h - the idioms of the equality tier ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_IDIOMS_H
#define SMR_REWRITE_DECIDE_IDIOMS_H
#include "raise/equations.h"
#include "rewrite/function.h"
#include "rewrite/run.h"

/// Is this pair looked for as it is written? (Else it is asked what it computes, decide/cover.h, or it is
/// off.)
bool smr_for_automata(const SmrModuleRun *run, uint32_t library, uint32_t pair);
/// Opens the automata of the library, whose pairs are to be matched with code of these signs; false: there is
/// none that may match, or the library is damaged (run->failed).
bool smr_open_automata(SmrModuleRun *run, uint32_t library, uint64_t signs);
/// Has code with these signs (automata/signs.h) what such a pair asks for? Such a pair of any library?
bool smr_may_match(const SmrModuleRun *run, uint32_t library, uint32_t pair, uint64_t signs);
bool smr_any_may_match(const SmrModuleRun *run, uint64_t signs);
/// The rules that may say one of the equations stand in run->rules: made when the first of their types and
/// nests comes (smr_cover_shape).
void smr_rules_for(SmrModuleRun *run, const SmrEquations *equations);

/// `loop`: the outermost one of the idiom. `graph`: the one in which it stands, a copy in the plain form.
typedef void (*SmrIdiomFound)(const SmrGraph *graph, SmrOp loop, uint32_t library, uint32_t pair, void *data);
/// The idioms that this graph's nests are by their equations, whatever it takes to call for them: for
/// messages alone.
void smr_idioms_in(SmrModuleRun *run, SmrFunctionRun *function, const SmrGraph *graph, SmrIdiomFound found,
                   void *data);
#endif
