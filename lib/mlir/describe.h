//===- describe.h - dialect descriptions ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What the importer knows of a dialect is data: one YAML file per dialect says which neutral op each of its
// ops is, and what who edits the code must know of it. This is the one place that says what an op means. The
// files of dialect/ are part of the library; users add their own. README.md has the format. A later
// description of an op replaces an earlier one.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_DESCRIBE_H
#define SMR_MLIR_DESCRIBE_H
#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"
#include "graph/graph.h"
#include "mlir-c/IR.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_DESC_NEUTRAL, // one neutral op with the same operands
  SMR_DESC_OPAQUE,  // keeps its name; attributes and effects as described
  SMR_DESC_THROUGH, // its result is one of its operands
  SMR_DESC_SKIP,    // means nothing to SMR
  SMR_DESC_HANDLER  // structured: a built-in importer
} SmrDescAction;

/// Which built-in importer reads it (the import folder has one for each).
typedef enum {
  SMR_HANDLER_NONE,
#define SMR_HANDLER(code, ...) SMR_HANDLER_##code,
#include "mlir/handlers.def"
#undef SMR_HANDLER
  SMR_HANDLER_COUNT
} SmrDescHandler;

/// What it does to memory: operand `pointer` says where, operand `value` is what a store puts there.
typedef enum { SMR_DESC_NONE, SMR_DESC_LOAD, SMR_DESC_STORE } SmrDescAccess;
/// Ends a block; its operands are passed along its edges. TEST: operandSegmentSizes says how many go along
/// each of its two edges, behind the condition. CALL: may also leave by unwinding.
typedef enum { SMR_JUMP_NONE, SMR_JUMP_ONE, SMR_JUMP_TEST, SMR_JUMP_MANY, SMR_JUMP_CALL } SmrDescJump;
typedef enum { SMR_LIFETIME_NONE, SMR_LIFETIME_START, SMR_LIFETIME_END } SmrDescLifetime;

/// A function: Fortran's or upstream's; one that has C's rules; one that has LLVM's attributes, too.
typedef enum { SMR_FUNCTION_NONE, SMR_FUNCTION_PLAIN, SMR_FUNCTION_C, SMR_FUNCTION_LLVM } SmrDescFunction;

typedef enum { SMR_EFFECTS_ALL, SMR_EFFECTS_WRITE, SMR_EFFECTS_READ, SMR_EFFECTS_NONE } SmrDescEffects;

enum { SMR_DESC_MAX_OPERANDS = 8 };

typedef struct {
  const char *name; // the dialect's op name; "mine.*": of all its ops that are not described otherwise
  SmrDescAction action;
  SmrOpcode code;         // NEUTRAL
  SmrDescHandler handler; // HANDLER
  const char *math;       // NEUTRAL, MATH: the function's name
  const char *imm;        // the attribute whose integer becomes SmrOpData.imm, or NULL
  SmrDescEffects effects;
  bool commutative; // OPAQUE: operands may be exchanged (imm = 1 says so on the op)
  bool fused;       // FMA: rounds once wherever it runs
  bool forgets;     // OPAQUE: keeps no address that it is given, and gives none back (import/capture.c)
  bool match_only;  // OPAQUE: only the attributes of `match` count
  const char *const *match, *const *ignore;
  uint32_t match_count, ignore_count;
  uint8_t operands[SMR_DESC_MAX_OPERANDS]; // NEUTRAL: which operands, in which order; THROUGH: [0]
  uint8_t operand_count;                   // 0: all, in order
  // For who edits the code.
  bool copy;       // what it computes may be computed again elsewhere, also where the program would not have
  bool renames;    // its result is another name for operand `renamed`
  bool local;      // makes a variable that only its function knows, unless it is passed on
  bool absent;     // its result may stand for an argument that is not there
  bool descriptor; // reads the descriptor of operand 0, which an absent argument has not
  bool counted;    // a loop in one op; a copy of it with fewer stores runs as often
  bool framed;     // all that its parent op is there for
  bool note;       // says something about the code as it stands, and stays when that moves
  bool own_stack;  // each time its region runs it has a stack of its own
  bool device;     // its region runs where no library of the host's is
  bool threads;    // with a region: several threads run it
  bool fortran;    // is of Fortran, whose integers do not overflow
  bool address;    // gives the address of the symbol that it names
  bool users;      // a user's file says so: it may not fit
  uint8_t access, pointer, value; // SmrDescAccess
  uint8_t jump, lifetime;         // SmrDescJump, SmrDescLifetime
  uint8_t function;               // SmrDescFunction
  uint8_t renamed;
  const char *variable_type; // local: the attribute that says of what type, NULL: its result's type says it
  const char *const *keep;   // attributes without which a copy would be another op; the others are promises
  uint32_t keep_count;       // 0: a copy has all attributes
} SmrOpDesc;

/// What an attribute with a dialect's name says of a function, or of one of its arguments or results.
typedef enum {
  SMR_SAYS_NOTHING,
  SMR_SAYS_TARGET,       // pointers may point to it
  SMR_SAYS_VOLATILE,     // it changes by itself
  SMR_SAYS_NOALIAS,      // what it points to is reached through it alone
  SMR_SAYS_BY_VALUE,     // … and is the call's own copy
  SMR_SAYS_FORGETS,      // its address is not kept
  SMR_SAYS_HOST_FRAME,   // the variables of the host procedure, which stay where they are
  SMR_SAYS_FORTRAN_NAME, // a dummy argument of this name
  SMR_SAYS_RUNTIME,      // a function of the language's run-time system
  SMR_SAYS_TRIPLE,       // of a module: the machine it is for
  SMR_SAYS_FEATURES,     // … and what that can do
  SMR_SAYS_CPU,          // … and its processor
  SMR_SAYS_DEVICE        // runs where no library of the host's is
} SmrAttributeSays;

/// A function that programs only declare: its name says what it does.
typedef struct {
  const char *name; // a * at its end: of all that begin so
  bool allocates;   // gives memory that nothing else has an address of
  bool frees;       // ends the life of what argument 0 points to
  bool forgets;     // keeps no address that it is given, and gives none back
  bool has_format;  // … of the arguments up to `format`: what that prints may be read back
  bool numbers;     // computes a number, when it is given numbers only
  bool handler;     // a function that it is given, or that is in memory, is called at any time
  bool record;      // … in memory
  uint8_t format;
} SmrCalleeDesc;

typedef struct SmrDescriptions SmrDescriptions;

/// The built-in descriptions, then those of the given files (a folder stands for its *.yaml files in
/// alphabetical order), then those that the environment's SMR_DIALECTS names (separated by colons). NULL
/// after an error.
SmrDescriptions *smr_descriptions_load(const char *const *paths, uint32_t count, SmrDiag *diag);
/// No descriptions at all: every op is opaque.
SmrDescriptions *smr_descriptions_create(void);
/// Adds one file's text; never crashes on any bytes. On an error nothing of it is added.
bool smr_descriptions_parse(SmrDescriptions *descriptions, const char *file, const char *text, size_t size,
                            SmrDiag *diag);
void smr_descriptions_destroy(SmrDescriptions *descriptions);
/// NULL when no description names the op.
const SmrOpDesc *smr_descriptions_find(SmrDescriptions *descriptions, const char *op_name);
SmrAttributeSays smr_descriptions_attribute(SmrDescriptions *descriptions, const char *name);
/// By the linker's name; NULL when nothing describes it. Holds only where the program has no body for it.
const SmrCalleeDesc *smr_descriptions_callee(SmrDescriptions *descriptions, const char *name);
uint32_t smr_descriptions_count(SmrDescriptions *descriptions);

/// Descriptions of ops and attributes that are at hand: each name of one context is looked up once.
typedef struct {
  SmrDescriptions *descriptions; // borrowed
  SmrMap known;                  // MlirIdentifier → place in found
  SMR_VEC(const SmrOpDesc *) found;
  SmrMap said;    // MlirIdentifier → SmrAttributeSays
  SmrMap printed; // MlirAttribute → place in texts
  SMR_VEC(const char *) texts;
  SmrArena arena; // of the texts
} SmrDescribed;
/// Never NULL: of an op that no description names nothing is known.
const SmrOpDesc *smr_described(SmrDescribed *described, MlirOperation op);
SmrAttributeSays smr_described_attribute(SmrDescribed *described, MlirIdentifier name);
/// The attribute as it is printed, which is done once for each; "" for null. Lives as long as `described`.
const char *smr_described_text(SmrDescribed *described, MlirAttribute attribute);
void smr_described_free(SmrDescribed *described);

#ifdef __cplusplus
}
#endif
#endif
