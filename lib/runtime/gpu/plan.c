//===- plan.c - what a call reads and writes --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/flags.h"
#include "runtime/gpu/tensor.h"
#include <string.h>

typedef struct {
  const SmrGpuCall *call;
  SmrGpuPlan *plan;
  int size, right;
} Planner;

static int size_of(char type) {
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

/// The k-th array, a matrix.
static void matrix(Planner *p, int k, int64_t rows, int64_t columns, SmrGpuUse use, char part) {
  int64_t step = p->call->step[k];
  p->right &= rows > 0 && columns > 0 && step >= rows;
  p->plan->operands[k] = (SmrGpuOperand){{p->call->at[k], rows, columns, step, p->size, part}, use, 0};
  p->plan->count = k + 1;
}

/// The k-th array, a vector; one with a negative increment starts at the other end of the same memory.
static void vector(Planner *p, int k, int64_t n, SmrGpuUse use) {
  int64_t step = p->call->step[k], distance = step < 0 ? -step : step;
  SmrGpuShape shape = {p->call->at[k], 1, n, distance, p->size, 'F'};
  if (distance == 1)
    shape.rows = n, shape.columns = 1, shape.step = n;
  p->right &= n > 0 && step != 0;
  p->plan->operands[k] = (SmrGpuOperand){shape, use, step < 0 ? -1 : 1};
  p->plan->count = k + 1;
}

static char flag(Planner *p, int k, const char *allowed) {
  char upper = (char)(p->call->flag[k] & ~0x20);
  p->right &= upper && strchr(allowed, upper) != NULL;
  return upper;
}

/// The numbers that a factor of 0 would leave unread are the CPU's business.
static void factor(Planner *p, char type) {
  p->right &= !is_zero(&p->call->alpha, type);
}

static void plan_products(Planner *p, int64_t m, int64_t n, int64_t k, SmrGpuUse old) {
  SmrGpuKind kind = p->call->routine->kind;
  char type = p->call->routine->type;
  int is_pair = kind == SMR_GPU_SYRK || kind == SMR_GPU_SYR2K || kind == SMR_GPU_HERK;
  if (kind == SMR_GPU_GEMM) {
    int a = flag(p, 0, "NTC") == 'N', b = flag(p, 1, "NTC") == 'N';
    matrix(p, 0, a ? m : k, a ? k : m, SMR_GPU_READ, 'F');
    matrix(p, 1, b ? k : n, b ? n : k, SMR_GPU_READ, 'F');
    matrix(p, 2, m, n, old, 'F');
    p->plan->work = (double)m * (double)n * (double)k;
  } else if (is_pair) {
    n = m, k = p->call->size[1];
    char part = flag(p, 0, "LU");
    int plain = flag(p, 1, kind == SMR_GPU_HERK ? "NC" : type == 'c' || type == 'z' ? "NT" : "NTC") == 'N';
    int last = kind == SMR_GPU_SYR2K ? 2 : 1;
    for (int operand = 0; operand < last; operand++)
      matrix(p, operand, plain ? n : k, plain ? k : n, SMR_GPU_READ, 'F');
    matrix(p, last, n, n, old, part);
    p->plan->work = (double)n * (double)n * (double)k * last / 2;
  } else { // symm, trmm, trsm
    int64_t order = flag(p, 0, "LR") == 'L' ? m : n;
    flag(p, 1, "LU");
    if (kind != SMR_GPU_SYMM)
      flag(p, 2, "NTC"), flag(p, 3, "NU");
    matrix(p, 0, order, order, SMR_GPU_READ, 'F');
    matrix(p, 1, m, n, kind == SMR_GPU_SYMM ? SMR_GPU_READ : SMR_GPU_BOTH, 'F');
    if (kind == SMR_GPU_SYMM)
      matrix(p, 2, m, n, old, 'F');
    p->plan->work = (double)m * (double)n * (double)order / (kind == SMR_GPU_SYMM ? 1 : 2);
  }
}

static void plan_matrix_vector(Planner *p, int64_t m, int64_t n, SmrGpuUse old) {
  SmrGpuKind kind = p->call->routine->kind;
  p->plan->work = (double)m * (double)n;
  if (kind == SMR_GPU_GEMV) {
    int plain = flag(p, 0, "NTC") == 'N';
    matrix(p, 0, m, n, SMR_GPU_READ, 'F');
    vector(p, 1, plain ? n : m, SMR_GPU_READ);
    vector(p, 2, plain ? m : n, old);
    return;
  }
  if (kind == SMR_GPU_GER || kind == SMR_GPU_GERU || kind == SMR_GPU_GERC) {
    vector(p, 0, m, SMR_GPU_READ);
    vector(p, 1, n, SMR_GPU_READ);
    matrix(p, 2, m, n, SMR_GPU_BOTH, 'F');
    return;
  }
  char part = flag(p, 0, "LU");
  p->plan->work = (double)m * (double)m;
  if (kind == SMR_GPU_SYMV) {
    matrix(p, 0, m, m, SMR_GPU_READ, 'F');
    vector(p, 1, m, SMR_GPU_READ);
    vector(p, 2, m, old);
  } else if (kind == SMR_GPU_SYR2) {
    vector(p, 0, m, SMR_GPU_READ);
    vector(p, 1, m, SMR_GPU_READ);
    matrix(p, 2, m, m, SMR_GPU_BOTH, part);
  } else { // trmv, trsv
    flag(p, 1, "NTC"), flag(p, 2, "NU");
    matrix(p, 0, m, m, SMR_GPU_READ, 'F');
    vector(p, 1, m, SMR_GPU_BOTH);
    p->plan->work /= 2;
  }
}

static void plan_vectors(Planner *p, int64_t n) {
  SmrGpuKind kind = p->call->routine->kind;
  int both = kind == SMR_GPU_SCAL || kind == SMR_GPU_SWAP || kind == SMR_GPU_ROT;
  int only_reads = kind == SMR_GPU_DOT || kind == SMR_GPU_DOTU || kind == SMR_GPU_DOTC;
  vector(p, 0, n, both ? SMR_GPU_BOTH : SMR_GPU_READ);
  if (kind != SMR_GPU_SCAL && kind != SMR_GPU_ASUM)
    vector(p, 1, n, kind == SMR_GPU_COPY ? SMR_GPU_WRITE : only_reads ? SMR_GPU_READ : SMR_GPU_BOTH);
  if (kind == SMR_GPU_SCAL || kind == SMR_GPU_ASUM) // (a negative increment means nothing to do there)
    p->right &= p->call->step[0] > 0;
  p->plan->work = (double)n;
}

int smr_gpu_plan(const SmrGpuCall *call, SmrGpuPlan *plan) {
  if (call->tensor)
    return call->tensor->plan(call, plan);
  SmrGpuKind kind = call->routine->kind;
  char type = call->routine->type, factors = type;
  Planner p = {call, plan, size_of(type), call->order == 0 || call->order == SMR_GPU_COLUMN_MAJOR};
  memset(plan, 0, sizeof *plan);
  if (kind == SMR_GPU_HERK)
    factors = type == 'c' ? 's' : 'd';
  SmrGpuUse old = is_zero(&call->beta, factors) ? SMR_GPU_WRITE : SMR_GPU_BOTH;
  if (kind <= SMR_GPU_HERK)
    plan_products(&p, call->size[0], call->size[1], call->size[2], old);
  else if (kind <= SMR_GPU_TRSV)
    plan_matrix_vector(&p, call->size[0], call->size[1], old);
  else
    plan_vectors(&p, call->size[0]);
  int has_factor = kind != SMR_GPU_TRMV && kind != SMR_GPU_TRSV && (kind <= SMR_GPU_SCAL);
  if (has_factor)
    factor(&p, factors);
  return p.right;
}
