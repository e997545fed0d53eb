//===- normalize.h - bring a graph into normal form ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_NORMALIZE_H
#define SMR_GRAPH_NORMALIZE_H
#include "graph/graph.h"
#include "graph/poly_op.h"

/// The forms that passes lead to; passes.def says which pass runs for which of them. In the plain form every
/// access stays what and where it is in the code.
typedef enum { SMR_FORM_BLOCKS = 1, SMR_FORM_PLAIN = 2, SMR_FORM_NORMAL = 4 } SmrForm;
/// Prints the table of passes and their order, as README.md shows them.
void smr_passes_print(SmrStr *out);

/// What passes give up, for a whole function: graph->limits has bit SMR_NORMAL_<name> where that happened.
// clang-format off
#define SMR_NORMAL_LIMITS(X)                                                                                \
  X(BLOCKS, "too many blocks: no loop was looked at")                                                       \
  X(MEMORY, "too many accesses: not all of them were compared with each other")                             \
  X(PARTS, "a sum or product has too many parts to be read as one")
// clang-format on
typedef enum {
#define X(name, text) SMR_NORMAL_##name,
  SMR_NORMAL_LIMITS(X)
#undef X
      SMR_NORMAL_COUNT
} SmrNormalLimit;
const char *smr_normal_limit_text(SmrNormalLimit limit);

/// Runs all passes; the result obeys README.md's N-rules. Never fails: what a pass cannot handle stays as it
/// is.
void smr_normalize(SmrGraph *graph);
/// The passes of a form (PLAIN: as smr_normalize_equations makes it), asking before each whether to go on;
/// false when it was told not to. The graph is then valid, but in no form.
bool smr_normalize_while(SmrGraph *graph, SmrForm form, bool (*go_on)(void *data), void *data);
/// The first of them alone: blocks become loops and conditions.
void smr_normalize_structure(SmrGraph *graph);

/// Loops and integers as in the normal form, memory as in the code: no access is forwarded, merged, dropped
/// or carried in a value (scalars of the function's own are, N-SLOT), nothing is assumed; a load stands
/// before a loop only when it is proved that the loop does not change what it reads.
void smr_normalize_plain(SmrGraph *graph);
/// The same, but addresses are polynomials as in the normal form: graph->ranges says what that takes.
void smr_normalize_equations(SmrGraph *graph);

/// May the two addresses name the same memory? `NO` is a proof for any two executions of them while neither
/// base is rebound; for equal bases it compares offsets as polynomials (same iteration only).
typedef enum { SMR_ALIAS_NO, SMR_ALIAS_MAY, SMR_ALIAS_MUST } SmrAlias;
/// The base object of a pointer: looks through addr; 0 if ptr is none. field, descr_addr, load results are
/// bases themselves.
SmrValue smr_base_of(const SmrGraph *graph, SmrValue ptr);
/// Base objects only: NO, MAY (partly or unknown), MUST (the same object).
SmrAlias smr_alias_bases(const SmrGraph *graph, SmrValue base_a, SmrValue base_b);
SmrAlias smr_alias(const SmrGraph *graph, SmrValue ptr_a, SmrValue ptr_b);
/// What two accesses' tags say (tags.c): true is a proof that they never touch the same memory.
bool smr_tags_apart(const SmrGraph *graph, SmrSym tag_a, SmrSym tag_b);
/// One object, or parts of one, or one that is chosen as the program runs: such accesses may well be meant to
/// meet.
bool smr_alias_related(const SmrGraph *graph, SmrValue base_a, SmrValue base_b);
/// Two LOAD or STORE ops by their base objects and tags: NO is a proof for any two executions of them.
SmrAlias smr_alias_objects(const SmrGraph *graph, SmrOp a, SmrOp b);
/// The sum of the offsets from a pointer's base; *ok becomes false when it overflows.
SmrPoly smr_access_offset(const SmrGraph *graph, SmrArena *arena, SmrValue ptr, bool *ok);

typedef SMR_VEC(SmrOp) SmrOpList;
/// Memory effects inside an op, itself included. Writes: STORE ops (in `stores`) or anything (`all`).
typedef struct {
  SmrOpList stores, loads;
  bool writes_all, reads_all;
} SmrEffects;
void smr_effects_collect(const SmrGraph *g, SmrOp op, SmrEffects *out); // appends; free with smr_effects_free
void smr_effects_free(SmrEffects *effects);
/// May one of the two write what the other one touches?
bool smr_effects_meet(const SmrGraph *g, const SmrEffects *a, const SmrEffects *b);

SmrValue smr_access_ptr(const SmrGraph *g, SmrOp op); // of a LOAD or STORE

/// The op in which the op stands in the code, 0: the function itself. That may be a loop before which it
/// stands in the graph. What a loop's trip count is made of is computed whenever that loop is reached, be it
/// in its header.
SmrOp smr_place_in_code(const SmrGraph *g, SmrOp op);
#endif
