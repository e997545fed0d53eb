//===- call.h - one call of a routine of BLAS ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A wrapper puts its arguments into a SmrGpuCall; from that record the call is made on the device, or on the
// host, at once or later (journal.c), always with the same arguments.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_CALL_H
#define SMR_RUNTIME_GPU_CALL_H
#include "runtime/gpu/api.h"

// clang-format off
#define SMR_GPU_KINDS(K)                                                                                     \
  K(GEMM) K(SYMM) K(SYRK) K(SYR2K) K(TRMM) K(TRSM) K(HERK)                                                   \
  K(GEMV) K(SYMV) K(GER) K(GERU) K(GERC) K(SYR2) K(TRMV) K(TRSV)                                             \
  K(AXPY) K(SCAL) K(COPY) K(SWAP) K(DOT) K(DOTU) K(DOTC) K(ASUM) K(ROT) K(TENSOR)
// clang-format on
#define SMR_GPU_KIND(name) SMR_GPU_##name,
typedef enum { SMR_GPU_KINDS(SMR_GPU_KIND) SMR_GPU_KIND_COUNT } SmrGpuKind;
#undef SMR_GPU_KIND

typedef union {
  float f;
  double d;
  SmrComplexF32 c;
  SmrComplexF64 z;
} SmrGpuNumber;

typedef struct SmrGpuCall SmrGpuCall;
typedef struct SmrGpuTensor SmrGpuTensor;

enum { SMR_GPU_MOST_OPERANDS = 5 };

typedef struct {
  const char *symbol; // dgemm_, cblas_dgemm
  SmrGpuKind kind;
  char type;     // s, d, c, z
  void *wrapper; // what a slot is bound to
  int (*device)(const SmrGpuCall *call, const SmrGpuApi *api, SmrCublas handle, SmrCublasCompute compute,
                void *const at[], const int64_t step[], SmrGpuNumber *result);
  void (*host)(SmrGpuCall *call);
  void *cpu; // the CPU's routine; smr_rt_gpu_wrap writes it
} SmrGpuRoutine;

struct SmrGpuCall {
  SmrGpuRoutine *routine;
  int order;                // CBLAS' number, if it is CBLAS' routine
  char flag[4];             // in the routine's order
  int size[3];              // m, n, k; of a square matrix or of vectors n alone
  void *at[3];              // arrays, in the routine's order
  int step[3];              // their leading dimensions or increments
  SmrGpuNumber alpha, beta; // of rot c and s
  SmrGpuNumber result;      // of dot and asum
  SmrGpuTensor *tensor;     // of a kernel over tensors all of that (tensor.h), else NULL
};

typedef enum { SMR_GPU_READ = 1, SMR_GPU_WRITE = 2, SMR_GPU_BOTH = 3 } SmrGpuUse;

/// An array as the call sees it: `rows` numbers next to each other, `columns` times, `step` numbers apart.
typedef struct {
  char *at;
  int64_t rows, columns, step;
  int size;  // bytes of a number
  char part; // 'F' all of it, 'L' or 'U' what a triangle's output writes
} SmrGpuShape;

typedef struct {
  SmrGpuShape shape;
  SmrGpuUse use;
  int64_t sign; // of a vector's increment; 0 of a matrix
} SmrGpuOperand;

/// What the call does, in numbers.
typedef struct {
  SmrGpuOperand operands[SMR_GPU_MOST_OPERANDS];
  int count;
  double work;    // multiplications with additions
  double checked; // bytes that the host looks through before it is made there
} SmrGpuPlan;

/// False when the arguments are not plainly right, or there is nothing to do, or (alpha = 0) arrays may not
/// be read: then the call is the CPU's.
int smr_gpu_plan(const SmrGpuCall *call, SmrGpuPlan *plan);
/// For code that was compiled for `mode`: reads settings and costs. False: the CPU makes all calls.
int smr_gpu_prepare(int mode);

/// What no call may pass by, however small it is.
enum {
  SMR_GPU_KEPT = 1, // something may be on the device from an earlier call
  SMR_GPU_ENDED = 2 // a thread that started the device has ended (smr_gpu_after_start)
};
extern int smr_gpu_watched __attribute__((visibility("hidden"))); // atomic

typedef enum {
  SMR_GPU_IN_F32,
  SMR_GPU_IN_F64,
  SMR_GPU_IN_C32,
  SMR_GPU_IN_C64,
  SMR_GPU_IN_CBLAS_F32,
  SMR_GPU_IN_CBLAS_F64,
  SMR_GPU_IN_CBLAS_C32,
  SMR_GPU_IN_CBLAS_C64,
  SMR_GPU_TABLES
} SmrGpuTable; // of routines, below
/// Of less work than that a call is the CPU's while nothing is watched. Atomic; smr_rt_gpu_wrap writes it.
extern double smr_gpu_small[SMR_GPU_TABLES][SMR_GPU_KIND_COUNT] __attribute__((visibility("hidden")));

/// `work`: multiplications with additions, or more. Each call starts here. The load acquires: when another
/// thread has brought this one's results back and cleared the last flag, the CPU must see what it wrote.
static inline int smr_gpu_is_small(SmrGpuTable table, SmrGpuKind kind, double work) {
  double small;
  __atomic_load(&smr_gpu_small[table][kind], &small, __ATOMIC_RELAXED);
  return (work < small) & !__atomic_load_n(&smr_gpu_watched, __ATOMIC_ACQUIRE);
}
/// Makes the call, somewhere; when it returns, the result is there (or, in a region, smr_rt_gpu.h).
void smr_gpu_call(SmrGpuCall *call);
/// Of all routines: 0, no call is small; infinite, the CPU makes all calls, as soon as nothing is watched.
void smr_gpu_set_small(double work);

/// The routines with wrappers, by their kinds; no symbol: there is none.
extern SmrGpuRoutine smr_gpu_routines_f32[SMR_GPU_KIND_COUNT], smr_gpu_routines_f64[SMR_GPU_KIND_COUNT],
    smr_gpu_routines_c32[SMR_GPU_KIND_COUNT], smr_gpu_routines_c64[SMR_GPU_KIND_COUNT],
    smr_gpu_cblas_f32[SMR_GPU_KIND_COUNT], smr_gpu_cblas_f64[SMR_GPU_KIND_COUNT],
    smr_gpu_cblas_c32[SMR_GPU_KIND_COUNT], smr_gpu_cblas_c64[SMR_GPU_KIND_COUNT];
#endif
