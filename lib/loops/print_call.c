//===- print_call.c - functions that call a program's --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "loops/print_internal.h"
#include <stdio.h>
#include <string.h>

static const char *kind_of(const SmrLoopsProgram *l, SmrLoopsParameter a) {
  return a.kind == SMR_LOOPS_ARGUMENT_SIZE     ? "i64"
         : a.kind == SMR_LOOPS_ARGUMENT_BUFFER ? "!llvm.ptr"
         : l->values.data[a.of].integer        ? "i64"
         : l->values.data[a.of].bits == 32     ? "f32"
                                               : "f64";
}

void smr_loops_print_packed(const SmrLoopsProgram *l, const char *name, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) call = {0}, kinds = {0};
  smr_str_printf(out, "func.func @%s_packed(%%all: !llvm.ptr) {\n", name);
  for (uint32_t i = 0; i < l->parameters.size; i++) {
    SmrLoopsParameter p = l->parameters.data[i];
    bool pointer = p.kind == SMR_LOOPS_ARGUMENT_BUFFER;
    smr_str_printf(out, "  %%at%u = llvm.getelementptr %%all[%u] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr\n", i,
                   i);
    smr_str_printf(out, "  %%to%u = llvm.load %%at%u : !llvm.ptr -> !llvm.ptr\n", i, i);
    if (!pointer)
      smr_str_printf(out, "  %%is%u = llvm.load %%to%u : !llvm.ptr -> %s\n", i, i, kind_of(l, p));
    smr_str_printf(&call, "%s%%%s%u", i ? ", " : "", pointer ? "to" : "is", i);
    smr_str_printf(&kinds, "%s%s", i ? ", " : "", kind_of(l, p));
  }
  smr_str_printf(out, "  func.call @%s(%s) : (%s) -> ()\n  return\n}\n", name, smr_str_get(&call),
                 smr_str_get(&kinds));
}

bool smr_loops_asks(const SmrLoopsProgram *l) {
  for (uint32_t i = 0; i < l->sizes.size; i++)
    if (l->sizes.data[i].divisor > 1)
      return true;
  return false;
}

static void signature(const SmrLoopsProgram *l, SmrStr *parameters, SmrStr *names, SmrStr *kinds) {
  for (uint32_t i = 0; i < l->parameters.size; i++) {
    SmrLoopsParameter a = l->parameters.data[i];
    const char *comma = i ? ", " : "", *kind = kind_of(l, a);
    smr_str_printf(parameters, "%s%%%s: %s%s", comma, a.name, kind,
                   a.kind == SMR_LOOPS_ARGUMENT_BUFFER ? " {llvm.noalias}" : "");
    smr_str_printf(names, "%s%%%s", comma, a.name);
    smr_str_printf(kinds, "%s%s", comma, kind);
  }
}

void smr_loops_print_choice(const SmrLoopsProgram *l, const char *name, const char *yes, const char *no,
                            const SmrLoopsPrint *options, SmrStr *out) {
  SmrStr parameters = {0}, names = {0}, kinds = {0};
  signature(l, &parameters, &names, &kinds);
  smr_str_printf(out, "func.func %s@%s(%s) {\n  %%zero = arith.constant 0 : i64\n",
                 options->internal ? "private " : "", name, smr_str_get(&parameters));
  smr_str_puts(out, "  %ask = arith.constant true\n");
  const char *last = "%ask";
  char all[32];
  for (uint32_t i = 0; i < l->sizes.size; i++) {
    if (l->sizes.data[i].divisor == 1)
      continue;
    smr_str_printf(out, "  %%by%u = arith.constant %lld : i64\n", i, (long long)l->sizes.data[i].divisor);
    smr_str_printf(out, "  %%rest%u = arith.remui %%%s, %%by%u : i64\n", i, l->sizes.data[i].name, i);
    smr_str_printf(out, "  %%whole%u = arith.cmpi eq, %%rest%u, %%zero : i64\n", i, i);
    smr_str_printf(out, "  %%all%u = arith.andi %s, %%whole%u : i1\n", i, last, i);
    snprintf(all, sizeof all, "%%all%u", i);
    last = all;
  }
  smr_str_printf(out, "  scf.if %s {\n", last);
  const char *const calls[] = {yes, no};
  for (int k = 0; k < 2; k++)
    smr_str_printf(out, "    func.call @%s(%s) : (%s) -> ()\n  %s\n", calls[k], smr_str_get(&names),
                   smr_str_get(&kinds), k ? "}" : "} else {");
  smr_str_puts(out, "  return\n}\n");
  smr_str_free(&parameters);
  smr_str_free(&names);
  smr_str_free(&kinds);
  if (options->packed)
    smr_loops_print_packed(l, name, out);
}
