//===- automaton.h - which patterns may match a term ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A tree automaton over the skeletons of all patterns, bottom-up: a term's state is the set of skeletons that
// it has, and follows from its head and its operands' states. States and transitions are made when a term
// needs them; afterwards a term costs one look-up, however many patterns there are.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_AUTOMATON_H
#define SMR_PYPM_AUTOMATON_H
#include "pypm/skeleton.h"

typedef struct SmrPypmAutomaton SmrPypmAutomaton;

/// `roots[k]` is the skeleton of pattern k. All are borrowed.
SmrPypmAutomaton *smr_pypm_automaton_create(const SmrPypmSkeletons *skeletons, const uint32_t *roots,
                                            uint32_t count, const SmrPypmTerms *terms);
void smr_pypm_automaton_destroy(SmrPypmAutomaton *automaton);
/// The patterns whose skeleton the term has, in their order; they stay until the next question.
const uint32_t *smr_pypm_candidates(SmrPypmAutomaton *automaton, uint32_t term, uint32_t *count);
#endif
