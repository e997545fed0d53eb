//===- forms.h - what one pair stands for besides its own equation ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pair is a rule for each of its forms:
//
//  - A pair whose function gives one number r serves whoever makes r (`WRITTEN`), adds r to a number
//  (`FROM`), puts
//    it into memory (`STORED`) or adds it to what is in memory there (`ADDED`). The pair is called for r, and
//    what becomes of r stands behind the call.
//
// A form's equations say all of that, so that whoever matches, checks or carries out a plan knows nothing of
// forms.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_FORMS_H
#define SMR_COVER_FORMS_H
#include "cover/rule.h"

/// Appends the pair's rule (NULL: nothing), and then those of its other forms; all of them are the caller's,
/// who is to destroy them together.
void smr_cover_rules_add(SmrCoverRules *rules, SmrCoverRule *rule, uint32_t library, uint32_t pair);
void smr_cover_rules_destroy(SmrCoverRules *rules);
#endif
