//===- print_internal.h - what the printer knows ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Only for print*.c. What has no effects is written as far outside as its operands allow.
//===----------------------------------------------------------------------===//
#ifndef SMR_LOOPS_PRINT_INTERNAL_H
#define SMR_LOOPS_PRINT_INTERNAL_H
#include "loops/internal.h"
#include "loops/print.h"
#include "loops/scopes.h"

typedef struct {
  const char *name;
  uint32_t level;
} SmrLoopsName; // of an integer, and the scope that it is known in

typedef struct {
  SmrLoopsProgram *l;
  const SmrLoopsPrint *options;
  SmrScopes scopes;
  SmrLoopsName *variables, *sizes; // sizes: divided by their divisors
  const char **values, **buffers, **buffer_types;
  const char **origins; // by buffer: what is behind its memref's base; NULL: nothing
} SmrLoopsPrinter;

// print_scope.c
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
void smr_loops_print_named(SmrLoopsPrinter *p, const SmrLoopsStatement *s);
#endif
