// The switch of a mutated build (tools/mutants.sh): the first lines of every file that has mutants include
// it. SMR_MUTANT is read once: a number switches that mutant on; a path makes each process append the ids
// that it reaches.
#pragma once
#pragma clang diagnostic ignored "-Weverything"

// The mutant that is on: 0 is none, -1 none and a trace of what is reached.
extern int smr_mutant;

// True if mutant `id` is on. In a trace, records `id` the first time that `differs` holds: the mutated
// expression has another value than the original one here.
int smr_mutant_on(int id, int differs);

#define SMR_MUTANT_ON(id, differs) (__builtin_expect(smr_mutant != 0, 0) && smr_mutant_on(id, differs))
