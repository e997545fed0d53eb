//===- sample.c - a small hand-made library for the tests ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "sample.h"
#include "base/language.h"
#include "graph/poly_op.h"
#include <assert.h>

#define NEW(arena, count, type) ((type *)smr_arena_alloc(arena, (count) * sizeof(type)))

static SmrPair make_dot(SmrArena *arena, SmrIntern *symbols) {
  SmrPair pair = {.language = SMR_LANGUAGE_FORTRAN, .file = "sample.pat", .line = 3, .column = 1};
  SmrReplacement *replacements = NEW(arena, 2, SmrReplacement);
  replacements[0] = (SmrReplacement){
      .serves = SMR_LANGUAGE_C, .wrapper = "dot_", .module = "ML\xefR other bytes", .module_size = 16};
  replacements[1] = (SmrReplacement){.serves = SMR_LANGUAGE_FORTRAN,
                                     .wrapper = "_QPdot",
                                     .module = "ML\xefR made-up bytes",
                                     .module_size = 18};
  pair.replacements = replacements;
  pair.replacement_count = 2;
  SmrPattern *p = &pair.pattern;
  *p = (SmrPattern){
      .name = "dot", .arg_count = 4, .fact_count = 2, .root_count = 1, .node_count = 9, .loop_count = 1};
  p->args = NEW(arena, 4, SmrPatternArg);
  p->args[0] = (SmrPatternArg){SMR_ARG_INT, SMR_I32, "n", true, true, false};
  p->args[1] = (SmrPatternArg){SMR_ARG_ARRAY, SMR_F64, "x", true, true, false};
  p->args[2] = (SmrPatternArg){
      SMR_ARG_BOX, SMR_TYPE(SMR_T_OPAQUE, smr_intern(symbols, "!my.type<7>")), "y", false, true, false};
  p->args[3] = (SmrPatternArg){SMR_ARG_RESULT, SMR_F64, "", false, false, true};
  p->facts = NEW(arena, 2, SmrPatternFact);
  p->facts[0].index = smr_poly_leaf(arena, SMR_LEAF_LOOP(0));
  p->facts[0].extent = smr_poly_leaf(arena, SMR_LEAF_ARG(0));
  p->facts[1].index = smr_poly_leaf(arena, SMR_LEAF_VALUE(8));
  SmrPoly product, extent = smr_poly_leaf(arena, SMR_LEAF_DESCR(2, 1, 0));
  bool ok = smr_poly_mul(arena, extent, p->facts[0].extent, &product) &&
            smr_poly_scale(arena, product, -3, &product) &&
            smr_poly_add(arena, product, smr_poly_const(arena, 7), &p->facts[1].extent);
  assert(ok);
  (void)ok;
  static const char *const words[] = {"n", "x", "", "r"};
  pair.about = "a product of vectors";
  pair.equations = "equations @dot {\n}\n";
  pair.shape = 0x0123456789abcdef;
  pair.words = words;
  pair.condition_count = 1;
  SmrWhen *condition = NEW(arena, 1, SmrWhen);
  SmrWhenStep *steps = NEW(arena, 3, SmrWhenStep);
  steps[0] = (SmrWhenStep){1, 0, 0};
  steps[1] = (SmrWhenStep){0, 0, 16};
  steps[2] = (SmrWhenStep){17, 0, 0};
  *condition = (SmrWhen){steps, 3, "n > 16"};
  pair.conditions = condition;
  const char **links = NEW(arena, 2, const char *);
  links[0] = "openblas";
  links[1] = "./libmine.a";
  pair.links = links;
  pair.link_count = 2;
  return pair;
}

SmrPfa sample_make(SmrArena *arena, SmrIntern *symbols) {
  SmrPair *pairs = NEW(arena, 2, SmrPair);
  SmrReplacement *fence = NEW(arena, 1, SmrReplacement);
  fence[0] = (SmrReplacement){.serves = 2, .wrapper = "fence", .module = "module {}", .module_size = 9};
  pairs[0] = make_dot(arena, symbols);
  pairs[1] = (SmrPair){.pattern = {.name = "fence", .root_count = 1, .node_count = 1},
                       .language = 2,
                       .contract = 1,
                       .file = "sample.pat",
                       .line = 20,
                       .column = 5,
                       .replacements = fence,
                       .replacement_count = 1};
  static const unsigned char automata[40] = {'A', 'U', 'T', 'O'};
  return (SmrPfa){pairs,
                  2,
                  automata,
                  sizeof automata,
                  sizeof automata,
                  0,
                  smr_pfa_llvm_version(),
                  UINT64_C(0x0123456789abcdef)};
}

SmrBytes sample_bytes(void) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrPfa pfa = sample_make(&arena, symbols);
  SmrBytes bytes = {0};
  bool ok = smr_pfa_write(&pfa, symbols, "sample.pfa", &bytes, &diag);
  assert(ok && !diag.errors);
  (void)ok;
  smr_intern_destroy(symbols);
  return bytes;
}
