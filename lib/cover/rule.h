//===- rule.h - a pair's idiom as something that equations are matched with -//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A rule is the canonical form of an idiom whose integers, numbers and arrays are the pair's parameters.
// Rules are made from the text that libraries keep (SmrPair.equations), when a program has equations at all.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_RULE_H
#define SMR_COVER_RULE_H
#include "automata/pair.h"
#include "base/diag.h"
#include "cover/canonical.h"

enum { SMR_RULE_NO_ARG = UINT32_MAX, SMR_RULE_MAX_EQUATIONS = 8, SMR_RULE_MAX_ARRAYS = 32 };

/// What becomes of the one number that a pair's function gives (forms.h).
typedef enum { SMR_FORM_WRITTEN, SMR_FORM_FROM, SMR_FORM_STORED, SMR_FORM_ADDED, SMR_FORM_COUNT } SmrRuleForm;

/// A parameter that has one value in all matches: one that decides (forms.h), or that nothing is left of.
typedef struct {
  bool is;
  int64_t value;
} SmrFixed;

typedef struct {
  const char *name;          // the pair's
  const SmrPatternArg *args; // borrowed
  uint32_t arg_count;
  uint32_t library, pair;                         // for whoever made it
  SmrEquations *equations;                        // as read, numbers by reference being scalars
  SmrEquations *canonical;                        // the same, where what was read is canonical
  SmrCanonical *made;                             // owns it where it is not
  uint32_t *integer_arg, *scalar_arg, *array_arg; // by number: the parameter, or SMR_RULE_NO_ARG
  SmrRuleForm form;
  uint32_t number;       // in the list of rules
  const SmrFixed *fixed; // by parameter; NULL: none is
  uint32_t result;       // the parameter that is the pair's result, or SMR_RULE_NO_ARG
  uint32_t from;         // FROM: what it is added to, behind the pair's parameters
  bool shares;           // what it is made of is another rule's
  // What to know before matching.
  uint32_t equation_count; // of the canonical form; no index is in two of them
  uint32_t rank;           // most indices of an equation
  uint32_t terms;          // of all sums
  uint32_t depth;          // most indices around a product
  bool sums_first;         // functions' arguments sum: what is as deep runs at least twice
  uint32_t factors;        // loads of the largest product
  uint32_t laws;           // SMR_LAW_…, of all equations
  bool adds;               // ONE: one term is a number times the old value
  uint64_t shape;          // smr_cover_rule_shape
} SmrCoverRule;
typedef SMR_VEC(SmrCoverRule *) SmrCoverRules;

/// NULL if the pair has no equations, or after reporting why they are no rule (`diag` may be NULL). The
/// pair's name and arguments are borrowed. `is_canonical`: smr_cover_rule_print wrote the equations.
SmrCoverRule *smr_cover_rule_create(SmrIntern *symbols, const SmrPair *pair, bool is_canonical,
                                    SmrDiag *diag);
void smr_cover_rule_destroy(SmrCoverRule *rule);
/// What to know before matching, once more for equations that have changed.
void smr_cover_rule_summarise(SmrCoverRule *rule);

/// Appends the canonical form: what libraries keep of it.
void smr_cover_rule_print(SmrCoverRule *rule, SmrStr *out);

/// What equations have, as bits: the numbers of indices around sums and in them; terms that read an array, or
/// multiply two, summed or not; the functions that are called. Most rules have something that a program has
/// not, and need not be read.
#define SMR_COVER_SHAPE_NESTS                                                                                \
  (((uint64_t)1 << 30) - 1) // the bits of nests: rules without others may be alike
#define SMR_COVER_NOT_ELEMENTWISE                                                                            \
  ((uint64_t)1 << 43) // no term of the rule multiplies elements that go together, and sums nothing
uint64_t smr_cover_shape(const SmrEquations *equations);
/// … that a program's canonical equations must have, or the rule matches none of them (nor what plans make of
/// them, unless two of their loops become one on the way). Libraries keep it.
uint64_t smr_cover_rule_shape(const SmrCoverRule *rule);
/// Has each equation a term that no rule has whose shape is SMR_COVER_NOT_ELEMENTWISE? Then it has in every
/// form that these equations can be given: their elements are those from before the nest, loops more or other
/// indices leave them in one product, and what one equation puts into another multiplies that.
bool smr_cover_all_elementwise(const SmrEquations *equations);
#endif
