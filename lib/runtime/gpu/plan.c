//===- plan.c - what a call reads and writes --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/flags.h"
#include "runtime/gpu/tensor.h"
#include <string.h>

/// What the routines read and write. An operand is a matrix (M; P: the output's part that the first flag
/// names) or a vector (V); its two sizes, rows and columns, of which a vector has the first: 0, 1, 2 of the
/// call, or s, the order of what lies on the side that the first flag names; the flag that exchanges them
/// unless it is N; and whether it is read (r), written (w), both (b), or an old value times beta is added
/// (o). The work is a product of sizes.
static const struct {
  const char *flags[4]; // letters that they may be
  const char *operands[3];
  const char *work;
  double share; // of that product
} routines[SMR_GPU_KIND_COUNT] = {
    // clang-format off
    [SMR_GPU_GEMM] = {{"NTC", "NTC"}, {"M020r", "M211r", "M01-o"}, "012", 1},
    [SMR_GPU_SYMM] = {{"LR", "LU"}, {"Mss-r", "M01-r", "M01-o"}, "01s", 1},
    [SMR_GPU_SYRK] = {{"LU", "NTC"}, {"M011r", "P00-o"}, "001", 0.5},
    [SMR_GPU_HERK] = {{"LU", "NC"}, {"M011r", "P00-o"}, "001", 0.5},
    [SMR_GPU_SYR2K] = {{"LU", "NTC"}, {"M011r", "M011r", "P00-o"}, "001", 1},
    [SMR_GPU_TRMM] = {{"LR", "LU", "NTC", "NU"}, {"Mss-r", "M01-b"}, "01s", 0.5},
    [SMR_GPU_TRSM] = {{"LR", "LU", "NTC", "NU"}, {"Mss-r", "M01-b"}, "01s", 0.5},
    [SMR_GPU_GEMV] = {{"NTC"}, {"M01-r", "V100r", "V010o"}, "01", 1},
    [SMR_GPU_SYMV] = {{"LU"}, {"M00-r", "V00-r", "V00-o"}, "00", 1},
    [SMR_GPU_GER] = {{NULL}, {"V00-r", "V11-r", "M01-b"}, "01", 1},
    [SMR_GPU_GERU] = {{NULL}, {"V00-r", "V11-r", "M01-b"}, "01", 1},
    [SMR_GPU_GERC] = {{NULL}, {"V00-r", "V11-r", "M01-b"}, "01", 1},
    [SMR_GPU_SYR2] = {{"LU"}, {"V00-r", "V00-r", "P00-b"}, "00", 1},
    [SMR_GPU_TRMV] = {{"LU", "NTC", "NU"}, {"M00-r", "V00-b"}, "00", 0.5},
    [SMR_GPU_TRSV] = {{"LU", "NTC", "NU"}, {"M00-r", "V00-b"}, "00", 0.5},
    [SMR_GPU_AXPY] = {{NULL}, {"V00-r", "V00-b"}, "0", 1},
    [SMR_GPU_SCAL] = {{NULL}, {"V00-b"}, "0", 1},
    [SMR_GPU_COPY] = {{NULL}, {"V00-r", "V00-w"}, "0", 1},
    [SMR_GPU_SWAP] = {{NULL}, {"V00-b", "V00-b"}, "0", 1},
    [SMR_GPU_DOT] = {{NULL}, {"V00-r", "V00-r"}, "0", 1},
    [SMR_GPU_DOTU] = {{NULL}, {"V00-r", "V00-r"}, "0", 1},
    [SMR_GPU_DOTC] = {{NULL}, {"V00-r", "V00-r"}, "0", 1},
    [SMR_GPU_ASUM] = {{NULL}, {"V00-r"}, "0", 1},
    [SMR_GPU_ROT] = {{NULL}, {"V00-b", "V00-b"}, "0", 1},
    // clang-format on
};

static int element_size(char type) {
  return type == 's' ? 4 : type == 'z' ? 16 : 8;
}

static int is_zero(const SmrGpuNumber *number, char type) {
  switch (type) {
  case 's':
    return number->f == 0;
  case 'd':
    return number->d == 0;
  case 'c':
    return number->c.re == 0 && number->c.im == 0;
  default:
    return number->z.re == 0 && number->z.im == 0;
  }
}

static int64_t size_of(const SmrGpuCall *call, char which) {
  return call->size[which == 's' ? smr_gpu_letter(call->flag[0]) != 'L' : which - '0'];
}

/// False: the array cannot lie so. A vector with a negative increment starts at the other end of the same
/// memory.
static int plan_operand(const SmrGpuCall *call, int k, const char *text, SmrGpuUse old, SmrGpuOperand *o) {
  int turned = text[3] != '-' && smr_gpu_letter(call->flag[text[3] - '0']) != 'N';
  int64_t rows = size_of(call, text[1 + turned]), columns = size_of(call, text[2 - turned]),
          step = call->step[k];
  int64_t distance = step < 0 ? -step : step;
  *o = (SmrGpuOperand){{call->at[k], rows, columns, step, element_size(call->routine->type), 'F'},
                       text[4] == 'r'   ? SMR_GPU_READ
                       : text[4] == 'w' ? SMR_GPU_WRITE
                       : text[4] == 'b' ? SMR_GPU_BOTH
                                        : old,
                       0};
  if (*text == 'P')
    o->shape.part = smr_gpu_letter(call->flag[0]);
  if (*text != 'V')
    return rows > 0 && columns > 0 && step >= rows;
  o->sign = step < 0 ? -1 : 1;
  o->shape.rows = distance == 1 ? rows : 1;
  o->shape.columns = distance == 1 ? 1 : rows;
  o->shape.step = distance == 1 ? rows : distance;
  return rows > 0 && step != 0;
}

int smr_gpu_plan(const SmrGpuCall *call, SmrGpuPlan *plan) {
  if (call->tensor)
    return call->tensor->plan(call, plan);
  SmrGpuKind kind = call->routine->kind;
  char type = call->routine->type;
  char factors = kind != SMR_GPU_HERK ? type : type == 'c' ? 's' : 'd';
  SmrGpuUse old = is_zero(&call->beta, factors) ? SMR_GPU_WRITE : SMR_GPU_BOTH;
  int right = call->order == 0 || call->order == SMR_GPU_COLUMN_MAJOR;
  memset(plan, 0, sizeof *plan);
  for (int k = 0; k < 4 && routines[kind].flags[k]; k++) {
    char letter = smr_gpu_letter(call->flag[k]);
    right &= letter && strchr(routines[kind].flags[k], letter);
  }
  for (int k = 0; k < 3 && routines[kind].operands[k]; k++)
    right &= plan_operand(call, k, routines[kind].operands[k], old, &plan->operands[plan->count++]);
  plan->work = routines[kind].share;
  for (const char *at = routines[kind].work; *at; at++)
    plan->work *= (double)size_of(call, *at);
  if (kind == SMR_GPU_SCAL || kind == SMR_GPU_ASUM) // (a negative increment means nothing to do there)
    right &= call->step[0] > 0;
  // The numbers that a factor of 0 would leave unread are the CPU's business.
  if (kind <= SMR_GPU_SCAL && kind != SMR_GPU_TRMV && kind != SMR_GPU_TRSV)
    right &= !is_zero(&call->alpha, factors);
  return right;
}
