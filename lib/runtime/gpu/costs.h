//===- costs.h - what calls and copies cost on this machine ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// smr-gpu-calibrate measures them, and writes the file that SMR_GPU_COSTS names, or
// $XDG_CACHE_HOME/smr/gpu.costs, ~/.cache/smr/gpu.costs; without a file, cautious numbers are built in. Lines
// of the file, after the first, `smr-gpu-costs 2`:
//
//   start SECONDS                                  opening the libraries, the first call
//   up|down pageable|pinned DELAY BYTES_PER_SECOND copies of one array, as the runtime makes them
//   pin DELAY BYTES_PER_SECOND                     cudaHostRegister and -Unregister: for who writes programs
//   cpu|gpu TYPE ROUTINE WORK SECONDS
//
// TYPE is f32, f64, c32, c64, bf16 or f16 (which costs what bf16 does where it has no lines), ROUTINE a name
// of BLAS' without its letter, or linear (a product of tensors). WORK is multiplications with additions; up
// to 16 lines of a kind, WORK ascending. A call's own delay is in its seconds. f32 and f64 have axpy, gemv
// and gemm at least; other routines without lines cost what a related one does. Version 1, which is read,
// too, has lines `up RATE`, `down RATE`, and the level 1, 2 or 3 in the place of the routine.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_COSTS_H
#define SMR_RUNTIME_GPU_COSTS_H
#include "runtime/gpu/call.h"

enum { SMR_GPU_COSTS_VERSION = 2, SMR_GPU_MOST_POINTS = 16, SMR_GPU_MOST_COSTS_PATH = 1024 };

// clang-format off
/// X(NAME, name, letter of the routines)
#define SMR_GPU_COST_TYPES(X) X(F32, f32, 's') X(F64, f64, 'd') X(C32, c32, 'c') X(C64, c64, 'z') X(BF16, bf16, 'b') \
  X(F16, f16, 'h')
/// X(KIND, name, what it costs as much as where it was not measured)
#define SMR_GPU_COST_ROUTINES(X)                                                                             \
  X(GEMM, gemm, GEMM) X(SYMM, symm, GEMM) X(SYRK, syrk, GEMM) X(SYR2K, syr2k, SYRK) X(TRMM, trmm, GEMM)      \
  X(TRSM, trsm, TRMM) X(HERK, herk, SYRK)                                                                    \
  X(GEMV, gemv, GEMV) X(SYMV, symv, GEMV) X(GER, ger, GEMV) X(GERU, geru, GER) X(GERC, gerc, GERU)           \
  X(SYR2, syr2, GER) X(TRMV, trmv, GEMV) X(TRSV, trsv, TRMV)                                                 \
  X(AXPY, axpy, AXPY) X(SCAL, scal, AXPY) X(COPY, copy, AXPY) X(SWAP, swap, AXPY) X(DOT, dot, AXPY)          \
  X(DOTU, dotu, DOT) X(DOTC, dotc, DOTU) X(ASUM, asum, DOT) X(ROT, rot, AXPY) X(TENSOR, linear, GEMM)
// clang-format on
#define SMR_GPU_COST_TYPE(NAME, name, letter) SMR_GPU_COST_##NAME,
typedef enum { SMR_GPU_COST_TYPES(SMR_GPU_COST_TYPE) SMR_GPU_COST_TYPE_COUNT } SmrGpuCostType;
#undef SMR_GPU_COST_TYPE

typedef struct {
  int count;
  double work[SMR_GPU_MOST_POINTS], seconds[SMR_GPU_MOST_POINTS];
} SmrGpuSeries;

/// Of copies.
typedef struct {
  double delay, rate; // seconds for each array, bytes a second
} SmrGpuWay;

typedef struct {
  int version;
  double start;
  SmrGpuWay up[2], down[2]; // pageable, pinned
  SmrGpuWay pin;
  SmrGpuSeries series[2][SMR_GPU_COST_TYPE_COUNT][SMR_GPU_KIND_COUNT]; // CPU, GPU
} SmrGpuCosts;

void smr_gpu_costs_built_in(SmrGpuCosts *costs);
/// Reads a file's text. False: `reason` says where and why not (LINE:COLUMN: what), and `costs` are as
/// before.
int smr_gpu_costs_parse(const char *text, SmrGpuCosts *costs, char *reason, size_t size);
/// The file that is read; its length, or 0.
size_t smr_gpu_costs_path(char *path, size_t size);
/// Reads the file, once, if there is one. (Called by constructors, before a program has set its locale.)
void smr_gpu_costs_load(SmrGpuCosts *costs);

double smr_gpu_seconds(const SmrGpuSeries *series, double work);
/// Seconds that a routine of the type (its letter) takes on the CPU, on the GPU: of the nearest relative that
/// was measured. A product of complex numbers is four real ones.
double smr_gpu_cost(const SmrGpuCosts *costs, int gpu, char type, SmrGpuKind kind, double work);
/// Names in the file.
const char *smr_gpu_cost_type_name(SmrGpuCostType type);
const char *smr_gpu_cost_routine_name(SmrGpuKind kind);
SmrGpuCostType smr_gpu_cost_type(char letter);
#endif
