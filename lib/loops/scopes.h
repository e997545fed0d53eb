//===- scopes.h - MLIR's text in nested scopes -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A scope is the body of a function or loop whose text is being written. What has no effects is written once
// per scope, and may be appended to an outer scope, in front of the loops that are being written.
//
// Invariant: a scope's text only mentions what is defined in it or in scopes around it.
//===----------------------------------------------------------------------===//
#ifndef SMR_LOOPS_SCOPES_H
#define SMR_LOOPS_SCOPES_H
#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

typedef struct {
  const char *key;
  uint64_t hash;
  void *value;
} SmrScopeMemo;
typedef struct {
  SmrStr text;
  SMR_VEC(SmrScopeMemo) memo;
} SmrTextScope;

typedef struct {
  SmrArena arena;               // of names and texts
  SMR_VEC(SmrTextScope *) open; // borrowed; outermost first
  uint32_t next;
} SmrScopes;

/// Frees what the scope holds.
void smr_scope_free(SmrTextScope *scope);
uint32_t smr_scopes_level(const SmrScopes *scopes); // of the innermost
const char *smr_scopes_text(SmrScopes *scopes, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *smr_scopes_fresh(SmrScopes *scopes); // a name: %17
/// In the innermost scope.
void smr_scopes_line(SmrScopes *scopes, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// An operation without effects, once per scope; its name.
const char *smr_scopes_pure(SmrScopes *scopes, uint32_t level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// What was remembered in that scope under a key (copied); NULL: nothing.
void *smr_scopes_recall(const SmrScopes *scopes, uint32_t level, const char *key);
void smr_scopes_remember(SmrScopes *scopes, uint32_t level, const char *key, void *value);
#endif
