//===- print_internal.h - text in scopes ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For print*.c alone. A scope is a block whose text is being written; what has no effects is written once per
// scope, as far outside as its operands allow.
//===----------------------------------------------------------------------===//
#ifndef SMR_LOOPS_PRINT_INTERNAL_H
#define SMR_LOOPS_PRINT_INTERNAL_H
#include "loops/internal.h"
#include "loops/print.h"

typedef struct {
  const char *key, *name;
} SmrLoopsMemo;

typedef struct {
  SmrStr text;
  SMR_VEC(SmrLoopsMemo) memo;
} SmrLoopsScope;

typedef struct {
  const char *name;
  uint32_t level;
} SmrLoopsName; // of an integer, and the scope that it is known in

typedef struct {
  SmrLoopsProgram *l;
  const SmrLoopsPrint *options;
  SmrArena arena;
  SMR_VEC(SmrLoopsScope) scopes;
  SmrLoopsName *variables, *sizes; // sizes: divided by their divisors
  const char **values, **buffers, **buffer_types;
  const char **origins; // by buffer: what is behind its memref's base; NULL: nothing
  uint32_t next;
} SmrLoopsPrinter;

// print_scope.c
const char *smr_loops_text(SmrLoopsPrinter *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *smr_loops_fresh(SmrLoopsPrinter *p);
uint32_t smr_loops_level(const SmrLoopsPrinter *p); // of the innermost scope
void smr_loops_line(SmrLoopsPrinter *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *smr_loops_pure(SmrLoopsPrinter *p, uint32_t level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void smr_loops_push_scope(SmrLoopsPrinter *p);
const char *smr_loops_pop_scope(SmrLoopsPrinter *p); // its text
const char *smr_loops_literal(SmrLoopsPrinter *p, int64_t value);
const char *smr_loops_index(SmrLoopsPrinter *p, SmrLoopsIndex index);
const char *smr_loops_mlir_type(SmrLoopsPrinter *p, SmrLoopsType type);
const char *smr_loops_real(SmrLoopsPrinter *p, SmrLoopsType type, double value); // a constant
const char *smr_loops_fast(const SmrLoopsPrinter *p);                            // flags of arithmetic

// print.c
void smr_loops_print_block(SmrLoopsPrinter *p, uint32_t block);
const char *smr_loops_condition(SmrLoopsPrinter *p, uint32_t count, const SmrLoopsTest *tests);

// print_call.c
void smr_loops_print_packed(const SmrLoopsProgram *l, const char *name, SmrStr *out);

// print_gemm.c
void smr_loops_print_gemm(SmrLoopsPrinter *p, const SmrLoopsStatement *s);
#endif
