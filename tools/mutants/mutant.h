// The switch of a mutated build (tools/mutants.sh): the first lines of every file that has mutants include
// it.
#pragma once
#include <stdbool.h>
#pragma clang diagnostic ignored "-Weverything"

// Is there a mutant that is on, or a trace?
extern bool smr_mutants;

// True if mutant `id` is on. In a trace, records `id` the first time that `differs` holds: the mutated
// expression has another value than the original one here.
int smr_mutant_on(int id, int differs);

#define SMR_MUTANT_ON(id, differs) (__builtin_expect(smr_mutants, 0) && smr_mutant_on(id, differs))
