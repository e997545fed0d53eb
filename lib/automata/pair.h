//===- pair.h - a pair, compiled -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What SMR knows of a pair once it is compiled: what a match of its idiom binds and requires, when its
// replacement may be called and pays, and the replacement itself. lib/build makes it of a pair as the PAT
// file has it (pat/pat.h); lib/pfa writes and reads it; the matcher, legality and the rewriter use it.
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_PAIR_H
#define SMR_AUTOMATA_PAIR_H
#include "automata/pattern.h"
#include "base/language.h"
#include "graph/expr.h"
#ifdef __cplusplus
extern "C" {
#endif

/// How a condition's next step changes the stack of 64-bit integers; booleans are 0 and 1.
typedef enum {
  SMR_WHEN_CONST, // push imm
  SMR_WHEN_ARG,   // push the integer value that argument `arg` is bound to
  SMR_WHEN_TYPE,  // push 1 when argument `arg` has SmrType imm, else 0
  SMR_WHEN_NEG,   // one operand
  SMR_WHEN_NOT,
  SMR_WHEN_ADD, // two operands, the left one pushed first
  SMR_WHEN_SUB,
  SMR_WHEN_MUL,
  SMR_WHEN_DIV, // towards zero; by zero: the condition is false
  SMR_WHEN_REM,
  SMR_WHEN_MIN,
  SMR_WHEN_MAX,
  SMR_WHEN_EQ,
  SMR_WHEN_NE,
  SMR_WHEN_LT,
  SMR_WHEN_LE,
  SMR_WHEN_GT,
  SMR_WHEN_GE,
  SMR_WHEN_AND,
  SMR_WHEN_OR,
  SMR_WHEN_WIDE,   // push 1 where the code is compiled for vectors of 256 bits or more (`pays` only)
  SMR_WHEN_ROUND,  // push the picoseconds that a step of the code's innermost loop takes (`pays` only)
  SMR_WHEN_COPIED, // push 1: then the replacement works on a copy of the array `arg` (for messages)
  SMR_WHEN_COUNT
} SmrWhenOp;

typedef struct {
  SmrWhenOp op;
  uint32_t arg; // number of the argument, in the wrapper's order
  int64_t imm;
} SmrWhenStep;

/// One `when` condition in postfix order; leaves exactly one value, true when not 0.
typedef struct {
  const SmrWhenStep *steps;
  uint32_t count;
  const char *text; // as the PAT file spells it, for messages
} SmrWhen;

typedef enum {
  SMR_CONTRACT_REASSOC, // the replacement may sum in another order (the default)
  SMR_CONTRACT_EXACT,   // the replacement gives the idiom's result bit for bit
  SMR_CONTRACT_FINITE   // as REASSOC, for finite values only: a factor 0 makes any product 0
} SmrContract;

typedef struct {
  SmrLanguage serves; // the functions that can call it; one pair has at most one replacement for each
  const void *module; // an MLIR module (a builtin.module), bytecode or text
  size_t module_size;
  size_t module_room;  // with what fills it up in its file; 0: it comes from none
  uint64_t checksum;   // of these bytes
  const char *wrapper; // symbol of the wrapper function in it; its parameters are the pattern's arguments in
                       // order, without the RESULT, which is its result
} SmrReplacement;

/// Texts and arrays live as long as the file's bytes or the arena that it was made in.
typedef struct {
  SmrPattern pattern;   // args, facts and counts; its name is unique in the library
  SmrLanguage language; // of the replacement
  SmrContract contract;
  bool unverified; // nobody ran both sides on the same inputs: see lib/verify
  bool joined; // EXACT: also where both sides are compiled for a machine that rounds products with their sums
  bool off;    // the user does not want it (match/choice.h): it is not looked for
  const char *file; // where the pair was written
  uint32_t line, column;
  const char *about;        // what it is, in one line for people; "": nobody said
  const char *const *links; // libraries that the replacement needs, without "-l", for example "openblas"
  uint32_t link_count;
  const SmrWhen *conditions; // all must hold
  uint32_t condition_count;
  const SmrWhen *pays; // all hold where a call is faster than the code that it replaces
  uint32_t pays_count;
  const char *equations; // of the idiom, canonical, as lib/raise prints them; NULL: it has none
  uint64_t shape;        // what code must have: smr_cover_rule_shape; where there are no equations, smr_signs
  const char *const *words;           // by argument: its name in there, "" for none
  const SmrReplacement *replacements; // at least one; `serves` ascends
  uint32_t replacement_count;
} SmrPair;

/// Is the module as it was written? Nobody has looked at it before.
bool smr_replacement_intact(const SmrReplacement *replacement);
/// The replacement to call from a function of that kind (SMR_LANGUAGE_MLIR: of neither of the others); NULL
/// when none can be.
const SmrReplacement *smr_pair_replacement(const SmrPair *pair, SmrLanguage serves);

/// How many values the step takes from the stack.
uint32_t smr_when_operands(SmrWhenOp op);
/// An op with operands as one of expressions, whose operands may be the other way round; -x is 0 - x.
SmrExprOp smr_when_op(SmrWhenOp op, bool *swapped);
/// True when the condition's steps are well formed: known ops, arguments below `arg_count`, one value left,
/// and no deeper than SMR_WHEN_MAX_DEPTH.
enum { SMR_WHEN_MAX_DEPTH = 64 };
bool smr_when_check(const SmrWhen *when, uint32_t arg_count);

#ifdef __cplusplus
}
#endif
#endif
