//===- traces.c - what a call leaves behind ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// errno, the floating-point flags that traps are taken for, and what every ABI wants unchanged: rounding
// mode, exception masks, flush-to-zero, an empty x87 stack, string operations going up.
//===----------------------------------------------------------------------===//
#include "verify/child.h"
#include <errno.h>
#include <fenv.h>

enum { FLAGS = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW };

typedef struct {
  int rounding;
  uint32_t vector_control, x87_control, x87_tags, direction;
} Control;

static Control begun;
static int begun_error;

static Control control_now(void) {
  Control now = {.rounding = fegetround(), .x87_tags = 0xffff};
#if defined(__x86_64__)
  uint32_t environment[7]; // storing it masks all exceptions, so it goes back at once
  __asm__ volatile("fnstenv %0\n\tfldenv %0" : "=m"(environment));
  now.x87_control = environment[0] & 0xffff;
  now.x87_tags = environment[2] & 0xffff;
  now.vector_control = __builtin_ia32_stmxcsr() & ~0x3fu;
  now.direction = (uint32_t)__builtin_ia32_readeflags_u64() & 0x400;
#endif
  return now;
}

void smr_verify_traces_begin(int error) {
  begun = control_now();
  feclearexcept(FE_ALL_EXCEPT);
  errno = begun_error = error;
}

static void reset(const Control *now) {
#if defined(__x86_64__)
  if (now->direction)
    __asm__ volatile("cld" ::: "cc");
  if (now->x87_tags != 0xffff || now->x87_control != begun.x87_control)
    __asm__ volatile("fninit");
  __builtin_ia32_ldmxcsr(begun.vector_control);
#endif
  if (now->rounding != begun.rounding)
    fesetround(begun.rounding);
}

SmrVerifyTraces smr_verify_traces_end(void) {
  SmrVerifyTraces traces = {.error = errno, .error_set = errno != begun_error, .flags = fetestexcept(FLAGS)};
  Control now = control_now();
  traces.odd = now.rounding != begun.rounding ? "leaves another rounding mode behind"
               : now.vector_control != begun.vector_control
                   ? "leaves other exception masks or denormals as zeros"
               : now.x87_control != begun.x87_control ? "leaves another x87 control word behind"
               : now.x87_tags != 0xffff               ? "leaves x87 or MMX registers in use"
               : now.direction                        ? "leaves the direction flag set"
                                                      : NULL;
  if (traces.odd)
    reset(&now);
  return traces;
}

const char *smr_verify_flag_name(int flags) {
  return flags & FE_INVALID ? "invalid" : flags & FE_DIVBYZERO ? "division by zero" : "overflow";
}
