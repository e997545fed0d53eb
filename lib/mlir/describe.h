//===- describe.h - dialect descriptions ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What the importer knows of a dialect is data: one YAML file per dialect says which neutral op each of its
// ops is. The files of dialect/ are part of the library; users add their own. README.md has the format. A
// later description of an op replaces an earlier one.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_DESCRIBE_H
#define SMR_MLIR_DESCRIBE_H
#include "base/diag.h"
#include "graph/graph.h"
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

typedef enum { SMR_EFFECTS_ALL, SMR_EFFECTS_WRITE, SMR_EFFECTS_READ, SMR_EFFECTS_NONE } SmrDescEffects;

enum { SMR_DESC_MAX_OPERANDS = 8 };

typedef struct {
  const char *name; // the dialect's op name
  SmrDescAction action;
  SmrOpcode code;      // NEUTRAL
  const char *handler; // HANDLER
  const char *math;    // NEUTRAL, MATH: the function's name
  const char *imm;     // the attribute whose integer becomes SmrOpData.imm, or NULL
  SmrDescEffects effects;
  bool commutative; // OPAQUE: operands may be exchanged (imm = 1 says so on the op)
  bool forgets;     // OPAQUE: keeps no address that it is given, and gives none back (import/capture.c)
  bool match_only;  // OPAQUE: only the attributes of `match` count
  const char **match, **ignore;
  uint32_t match_count, ignore_count;
  uint8_t operands[SMR_DESC_MAX_OPERANDS]; // NEUTRAL: which operands, in which order; THROUGH: [0]
  uint8_t operand_count;                   // 0: all, in order
} SmrOpDesc;

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
uint32_t smr_descriptions_count(SmrDescriptions *descriptions);

/// The texts of dialect/*.yaml (describe_builtin.c, made by cmake/embed.cmake in the build tree).
typedef struct {
  const char *file, *text;
} SmrBuiltinDescription;
extern const SmrBuiltinDescription smr_builtin_descriptions[]; // ends with a NULL file

#ifdef __cplusplus
}
#endif
#endif
