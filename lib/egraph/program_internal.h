//===- program_internal.h - the instructions -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For this folder alone. Register 0 is the class in which a match is rooted; binding an operator puts its
// children into the registers from `out` on. A chain is a list of alternatives, tried one after the other.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_PROGRAM_INTERNAL_H
#define SMR_EGRAPH_PROGRAM_INTERNAL_H
#include "egraph/internal.h"
#include "egraph/program.h"

#define SMR_MAX_REGISTERS 1024
#define SMR_MAX_VARIABLES 64
#define SMR_MAX_SUMS 16             // AC patterns in a rule
#define SMR_MAX_TAKES 16            // and subpatterns of one
#define SMR_NO_REGISTER 0xFFFFFFF0u // of what matching leaves to applying
#define SMR_BUILT 0x10000u // values of a right-hand side: below, a variable; from here on, a built node

enum {
  SMR_I_BIND,    // for each node of class `reg` with operator `operand`: children to `out` …
  SMR_I_SAME,    // go on if `reg` and register `operand` hold the same class
  SMR_I_GROUND,  // go on if `reg` holds the class of ground term `operand`
  SMR_I_SCAN,    // for each node with operator `operand` anywhere: class to `reg`, children to `out` …
  SMR_I_CLASSES, // for each class: to `reg`
  SMR_I_YIELD,   // a match of rule `operand`
  SMR_I_SUMS,    // for each sum of class `reg` of the AC family with binary operator `operand`: to slot `out`
  SMR_I_TAKE,    // for each child of slot `reg` that is not taken (operand 1: the first alone): to `out`
  SMR_I_KNOWN, // register `operand` takes an equal child of slot `reg`, or all that are left if it has their
               // sum
  SMR_I_HOLDS, // go on if condition `operand` of the program's tests holds of `reg`
  SMR_I_LEFT,  // go on if none (operand 0), or some (1), of the children of slot `reg` are left
};

typedef struct {
  uint8_t kind;
  uint16_t reg, out;
  uint32_t operand;
  // TAKE of what must be a node of this operator (of AC ones, the binary), that has the class of register
  // `hint` as a child, or all children of a sum of that class. SMR_NO_OPERATOR: nothing is known of it.
  SmrOperator hint_op;
  uint16_t hint;
  uint32_t chain;   // what follows
  uint32_t sibling; // the next alternative; 0: none
  uint32_t before;  // the instruction that it follows; 0: none
  uint32_t wanted;  // of the rules that end behind it, how many this search still wants
} SmrInstruction;

typedef struct {
  SmrSym name;
  uint32_t reg;
} SmrRuleVariable;

typedef struct {
  SmrOperator op;
  uint32_t first, count; // build_args
  const SmrCallback *callback;
} SmrBuild;

typedef struct {
  const SmrCallback *callback;
  uint32_t first, count; // condition_args
  uint32_t built;        // nodes that have to be known by then
} SmrCompiledCondition;

typedef struct {
  const SmrCallback *condition;
} SmrForallLoop;

// An AC pattern of which something is known only when the match is applied: what it leaves over.
typedef struct {
  SmrOperator family; // the binary operator
  uint8_t slot, takes;
  bool root;       // what is left is carried along
  uint32_t rest;   // the variable that stands for what is left; UINT32_MAX: none
  bool node;       // that variable needs a class: it stands elsewhere than in sums of the family
  uint32_t record; // of the match's words: the row, then the children that were taken, four in a word
} SmrSumPattern;

typedef struct {
  const SmrRule *source;
  SMR_VEC(SmrRuleVariable) variables; // matched ones, then the foralls'
  uint32_t matched;
  SMR_VEC(SmrBuild) build; // the conditions' nodes first
  SMR_VEC(uint32_t) build_args;
  SMR_VEC(SmrCompiledCondition) conditions;
  SMR_VEC(uint32_t) condition_args;
  SMR_VEC(SmrForallLoop) foralls;
  uint32_t condition_built; // how many nodes of `build` belong to conditions
  uint32_t result;
  uint32_t depth; // nodes on the longest path of the pattern; UINT32_MAX: has several parts
  bool full;      // also wants old matches
  bool ac;        // has AC operators
  bool ordered;   // matches on disjoint children of one sum are applied one after the other: after the first
                  // come only those that overlap it
  bool eager;     // not even those
  SMR_VEC(SmrSumPattern) sums;
  uint32_t end; // the instruction that reports a match; 0: the rule says nothing
  bool plain;   // nothing but nodes to build, a few: applied in batches
} SmrCompiledRule;

typedef struct {
  uint32_t node; // of ground_terms
  SmrClass class_id;
  uint32_t stamp; // the newest of its nodes: a match is new, too, when what a constant stands for is
} SmrGround;

struct SmrProgram {
  SmrOperators *ops;
  const SmrCallbacks *callbacks;
  SmrCompiledRule *rules;
  uint32_t rule_count;
  SMR_VEC(SmrInstruction) code;
  SMR_VEC(uint32_t) chains; // first instruction of each chain
  SMR_VEC(uint32_t) roots;  // by operator: a chain; 0: none
  uint32_t any_chain;       // patterns that are a variable or a constant
  uint32_t deepest;
  SMR_VEC(SmrGround) grounds;
  SmrTerm ground_terms;
  uint64_t grounds_serial;   // the snapshot in which the ground terms' classes are valid
  bool (*spent)(void *user); // a budget: asked now and then during searches and within a forall
  void *spent_user;
  uint32_t ticks, most_nodes; // (the number of nodes is asked every time; 0: no limit)
  // A filter (filter.c): whether a node that is not there yet, or a computed class, may take part. NULL: all
  // may.
  bool (*keeps)(void *user, SmrEgraph *g, SmrOperator op, const SmrClass *children, SmrClass computed);
  void *keeps_user;
  bool applying;
  uint32_t known_operators; // whose roots are known (AC: those of the binary one)
  bool every;               // searches report old matches, too, as such
  bool asks; // searching asks conditions, so that it may find something else when it is repeated
  SMR_VEC(const SmrCallback *) tests;
  SmrApplication application;
};

/// Whether the budget is spent; looks at it every few hundred calls.
static inline bool smr_program_spent(SmrProgram *p) {
  return ++p->ticks % 512 == 0 && p->spent && p->spent(p->spent_user);
}

// Where a search of what changed begins.
typedef struct {
  SmrClass c;
  uint32_t row;
} SmrRoot;

// See snapshot.c.
struct SmrSnapshot {
  uint64_t graph; // whose snapshot it is: its serial
  uint32_t step;  // of the graph: it shows what was done before
  uint32_t *rows;
  size_t size, capacity, waste; // words; of them in no class
  uint32_t *row_of;             // by class: its first part; 0: no class
  uint32_t row_of_capacity;
  SMR_VEC(SmrClass) classes; // canonical, ascending: see smr_snapshot_classes
  uint64_t classes_serial;
  uint32_t elements;
  uint64_t serial;   // of all snapshots ever taken
  uint8_t *distance; // by class: how many steps down to the nearest class with a node that changed;
                     // UINT8_MAX: far
  uint32_t distance_capacity;
  bool distances_everywhere; // else of the classes in `near` alone
  SMR_VEC(SmrClass) near;
  SMR_VEC(SmrNode) root_nodes;
  SMR_VEC(SmrRoot) roots;
  uint64_t roots_serial; // the snapshot that they are of
  bool roots_known;
  SMR_VEC(uint8_t) arities;
  SMR_VEC(uint8_t) families; // of the graph then (applying may make operators, and move the graph's own)
  // rows of one operator, for SCAN: positions in `rows` and their classes
  SMR_VEC(uint32_t) scan_rows;
  SMR_VEC(SmrClass) scan_classes;
  SMR_VEC(uint32_t) scan_first; // by operator: first position + 1; 0: not listed yet
  SMR_VEC(uint32_t) scan_count;
  SMR_VEC(uint64_t) keys; // of the class that is laid out
  uint32_t plain_sum;     // sums of fewer children are not indexed; 0: 8
  bool always_whole; // off switch: every snapshot is taken anew, every search sweeps over it, without indices
};

/// for (uint32_t part = s->row_of[c]; part; part = s->rows[part]): the rows of a part begin at
/// smr_first_row and end with SMR_NO_OPERATOR.
static inline const uint32_t *smr_first_row(const SmrSnapshot *s, uint32_t part) {
  return s->rows + part + 1;
}
static inline const uint32_t *smr_next_row(const SmrSnapshot *s, const uint32_t *row) {
  return row + 2 + s->arities.data[*row];
}

/// Writes s->classes.
void smr_snapshot_classes(SmrSnapshot *s);
/// Lists the rows of an operator.
void smr_snapshot_scan(SmrSnapshot *s, SmrOperator op);
/// Takes note of operators that were made since.
void smr_snapshot_learn_operators(SmrSnapshot *s, SmrEgraph *g);
/// Writes s->roots, in the order in which a sweep meets them: all nodes under which something changed since a
/// step, as far down as patterns of that depth look. False: that is not known, or too much. To be called
/// while the graph is as the snapshot shows it; asked again about the same snapshot, it says the same.
bool smr_snapshot_roots(SmrSnapshot *s, SmrProgram *p, SmrEgraph *g, uint32_t since, uint32_t depth);
/// Writes s->distance for all classes.
void smr_snapshot_distances(SmrSnapshot *s, uint32_t since, uint32_t deepest);

// A match in a buffer: rule (with SMR_NODE_DEAD when it is not fresh), root, variables.
static inline uint32_t smr_match_words(const SmrProgram *p, uint32_t rule) {
  return 2 + p->rules[rule].variables.size;
}
static inline SmrEmatch smr_match_read(const uint32_t *record) {
  return (SmrEmatch){record[0] & ~SMR_NODE_DEAD, (record[0] & SMR_NODE_DEAD) == 0, record[1], record + 2};
}
static inline void smr_match_write(const SmrProgram *p, uint32_t *record, const SmrEmatch *match) {
  record[0] = match->rule | (match->fresh ? 0 : SMR_NODE_DEAD);
  record[1] = match->root;
  for (uint32_t i = 0; i < p->rules[match->rule].matched; i++)
    record[2 + i] = match->variables[i];
}

/// Applies buffered matches in order (within a batch: plain ones first). Sets bit i of `applied` (may be
/// NULL) for the i-th when smr_program_apply would say true. Asks `spent` now and then; true ends it. Returns
/// how many matches it took.
uint32_t smr_program_apply_all(SmrProgram *p, SmrSnapshot *s, SmrEgraph *g, const uint32_t *records,
                               uint32_t words, bool create, bool (*spent)(void *user), void *user,
                               uint64_t *applied);

uint32_t smr_program_root(SmrProgram *p, SmrOperator op);

/// Within a search: it goes on without this rule, and without what it would do for this rule alone.
void smr_program_drop(SmrProgram *p, uint32_t rule);

/// Whether a match's conditions hold now. (Of a rule without rest variables in them.)
bool smr_program_holds(SmrProgram *p, SmrEgraph *g, const SmrEmatch *match);
static inline uint32_t smr_sum_words(uint32_t takes) {
  return 1 + (takes + 3) / 4;
}

// ac_rule.c, ac_apply.c

/// A copy of a rule with its AC applications flattened, and whether it says nothing. False: more children
/// than a node can have.
bool smr_ac_rule(SmrOperators *ops, const SmrRule *rule, SmrRule *copy, bool *trivial);
/// How often a variable occurs in the patterns.
uint32_t smr_ac_occurs(const SmrOperators *ops, const SmrRule *rule, SmrSym variable);
/// Whether a condition or a computed part looks at it.
bool smr_ac_watched(const SmrOperators *ops, const SmrRule *rule, SmrSym variable);
/// Whether the rule's result is the same, modulo AC, with two variables exchanged.
bool smr_ac_exchangeable(SmrOperators *ops, const SmrRule *rule, SmrSym a, SmrSym b);
/// Whether a variable is a child of an AC application that is a child of an AC application.
bool smr_ac_inside(const SmrOperators *ops, const SmrTerm *t, uint32_t node, SmrSym variable);
/// Sets `ordered`, `eager`, and which rest variables need a class.
void smr_ac_plan(SmrProgram *p, const SmrRule *rule, SmrCompiledRule *to);

/// Builds the right-hand side and joins it with the root, what the root's sum leaves over carried along.
bool smr_ac_apply(SmrProgram *p, SmrSnapshot *s, SmrEgraph *g, const SmrCompiledRule *r, SmrClass root,
                  SmrClass *variables, SmrClass *built);

#endif
