//===- calls.c - wrappers of BLAS' routines, for each type of numbers --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/call.h"
#include "runtime/gpu/flags.h"
#include "runtime/gpu/smr_rt_gpu.h"

/// A wrapper gives a small call to the CPU's routine at once, as it came. What makes a record of a call is a
/// function of its own; without a branch compilers jump to either, and move no argument.
#if defined __clang__ && (defined __x86_64__ || defined __aarch64__)
#define TAIL __attribute__((musttail))
#else
#define TAIL
#endif

static void exchange(SmrGpuCall *call, int k, int other) {
  void *at = call->at[k];
  int step = call->step[k];
  call->at[k] = call->at[other], call->step[k] = call->step[other];
  call->at[other] = at, call->step[other] = step;
}

static void exchange_sizes(SmrGpuCall *call) {
  int m = call->size[0];
  call->size[0] = call->size[1], call->size[1] = m;
}

static void other_fill(char *fill) {
  *fill = smr_gpu_other(*fill, 'L', 'U');
}

static void other_form(char *form, char transposed) {
  *form = *form == 'N' ? transposed : *form ? 'N' : 0;
}

/// A row-major matrix is the transposed of a column-major one: operands change places, triangles and sides
/// change, or forms do, and the record holds that call for column-major matrices. Numbers are added in the
/// same order. What no routine for column-major matrices does (a matrix conjugated but not transposed) stays
/// as it came, and is the CPU's.
static void turn(SmrGpuCall *call) {
  SmrGpuKind kind = call->routine->kind;
  int is_pair = call->routine->type == 'c' || call->routine->type == 'z';
  char *flag = call->flag;
  if (call->order != SMR_GPU_ROW_MAJOR || kind == SMR_GPU_GERC ||
      (kind == SMR_GPU_GEMV && is_pair && flag[0] == 'C'))
    return;
  call->order = SMR_GPU_COLUMN_MAJOR;
  if (kind == SMR_GPU_GEMM || kind == SMR_GPU_GEMV || kind == SMR_GPU_GER || kind == SMR_GPU_GERU)
    exchange_sizes(call);
  if (kind == SMR_GPU_GEMM || kind == SMR_GPU_GER || kind == SMR_GPU_GERU)
    exchange(call, 0, 1);
  switch (kind) {
  case SMR_GPU_GEMM: {
    char first = flag[0];
    flag[0] = flag[1], flag[1] = first;
    break;
  }
  case SMR_GPU_SYMM:
  case SMR_GPU_TRMM:
  case SMR_GPU_TRSM:
    flag[0] = smr_gpu_other(flag[0], 'L', 'R');
    other_fill(&flag[1]);
    exchange_sizes(call);
    break;
  case SMR_GPU_SYRK:
  case SMR_GPU_SYR2K:
  case SMR_GPU_HERK:
  case SMR_GPU_TRMV:
  case SMR_GPU_TRSV:
    other_fill(&flag[0]);
    other_form(&flag[1], kind == SMR_GPU_HERK ? 'C' : 'T');
    break;
  case SMR_GPU_GEMV:
    other_form(&flag[0], 'T');
    break;
  case SMR_GPU_SYMV:
  case SMR_GPU_SYR2:
    other_fill(&flag[0]);
    break;
  default:
    break;
  }
}

// The arguments of routines.def: as Fortran passes them (lengths of characters come last; a C program may
// leave them out, so they are not looked at), as CBLAS does, as the record has them, as cuBLAS takes them.
// clang-format off
#define EACH_ARGUMENT(KIND, O, F, X, c, t) SMR_GPU_ARGUMENTS_##KIND(SMR_GPU_##O, SMR_GPU_##F, SMR_GPU_##X, c, t)
#define PLAIN(KIND, context, t) EACH_ARGUMENT(KIND, FIRST, FIRST, FIRST, context, t)
#define LIST(KIND, context) EACH_ARGUMENT(KIND, FIRST, FIRST, NEXT, context, )
#define ORDERED(KIND, context) EACH_ARGUMENT(KIND, ORDERED, FIRST, NEXT, context, )
#define REST(KIND, context) EACH_ARGUMENT(KIND, NEXT, NEXT, NEXT, context, )

#define F_PARAMETER_FLAG(t, use, name, k) const char *name
#define F_PARAMETER_SIZE(t, use, name, k) const int *name
#define F_PARAMETER_FACTOR(t, use, name, k) const TYPE_##use *name
#define F_PARAMETER_ARRAY(t, use, name, k) T *name, const int *s##name
#define F_RECORD_FLAG(t, use, name, k) .flag[k] = *name
#define F_RECORD_SIZE(t, use, name, k) .size[k] = *name
#define F_RECORD_FACTOR(t, use, name, k) .name.IN_##use = *name
#define F_RECORD_ARRAY(t, use, name, k) .at[k] = name, .step[k] = *s##name
#define F_CALL_FLAG(t, use, name, k) &call->flag[k]
#define F_CALL_SIZE(t, use, name, k) &call->size[k]
#define F_CALL_FACTOR(t, use, name, k) &call->name.IN_##use
#define F_CALL_ARRAY(t, use, name, k) (T *)call->at[k], &call->step[k]

#define C_PARAMETER_ORDER int order
#define C_PARAMETER_FLAG(t, use, name, k) int name
#define C_PARAMETER_SIZE(t, use, name, k) int name
#define C_PARAMETER_FACTOR(t, use, name, k) FACTOR_##use name
#define C_PARAMETER_ARRAY(t, use, name, k) T *name, int s##name
#define C_RECORD_ORDER .order = smr_gpu_order(order)
#define C_RECORD_FLAG(t, use, name, k) .flag[k] = smr_gpu_##use##_letter(name)
#define C_RECORD_SIZE(t, use, name, k) .size[k] = name
#define C_RECORD_FACTOR(t, use, name, k) .name.IN_##use = VALUE_##use(name)
#define C_RECORD_ARRAY(t, use, name, k) .at[k] = name, .step[k] = s##name
#define C_CALL_ORDER call->order
#define C_CALL_FLAG(t, use, name, k) smr_gpu_cblas_##use(call->flag[k])
#define C_CALL_SIZE(t, use, name, k) call->size[k]
#define C_CALL_FACTOR(t, use, name, k) PASS_##use(call->name.IN_##use)
#define C_CALL_ARRAY(t, use, name, k) (T *)call->at[k], call->step[k]

#define NAME_ORDER order
#define NAME_FLAG(t, use, name, k) name
#define NAME_SIZE(t, use, name, k) name
#define NAME_FACTOR(t, use, name, k) name
#define NAME_ARRAY(t, use, name, k) name, s##name
#define LENGTH_FLAG(t, use, name, k) , t length##k
#define LENGTH_SIZE(t, use, name, k)
#define LENGTH_FACTOR(t, use, name, k)
#define LENGTH_ARRAY(t, use, name, k)
#define ONE_FLAG(t, use, name, k) , 1
#define ONE_SIZE LENGTH_SIZE
#define ONE_FACTOR LENGTH_FACTOR
#define ONE_ARRAY LENGTH_ARRAY

#define DEVICE_FLAG(t, use, name, k) smr_gpu_##use(call->flag[k])
#define DEVICE_SIZE(t, use, name, k) call->size[k]
#define DEVICE_FACTOR(t, use, name, k) &call->name.IN_##use
#define DEVICE_ARRAY(t, use, name, k) DEVICE_##use(k)
#define DEVICE_READ(k) (const T *)at[k], step[k]
#define DEVICE_WRITE(k) (T *)at[k], step[k]
#define DEVICE_TWICE(k) DEVICE_READ(k), DEVICE_WRITE(k)

#define TYPE_ITS T
#define TYPE_REAL R
#define IN_ITS N
#define IN_REAL RN
#define FACTOR_REAL R
#define VALUE_REAL(factor) (factor)
#define PASS_REAL(factor) (factor)

#define RESULT_VOID void
#define RESULT_NUMBER T
#define RESULT_PUT void
#define PARAMETER_VOID
#define PARAMETER_NUMBER
#define PARAMETER_PUT , T *result
#define NAME_VOID
#define NAME_NUMBER
#define NAME_PUT , result
#define GIVE_VOID
#define GIVE_NUMBER return call.result.N;
#define GIVE_PUT F(_put)(result, call.result.N);
#define TAKE_VOID
#define TAKE_NUMBER call->result.N =
#define TAKE_PUT
#define CALL_VOID
#define CALL_NUMBER
#define CALL_PUT , &call->result.N
#define DEVICE_VOID
#define DEVICE_NUMBER , &result->N
#define DEVICE_PUT , &result->N
#define SUFFIX_VOID
#define SUFFIX_NUMBER
#define SUFFIX_PUT "_sub"

#define PRODUCT(m, n, k) ((double)(m) * (double)(n) * (double)(k))
#define WORK_MNK(V, is_left) PRODUCT(V m, V n, V k)
#define WORK_NNK(V, is_left) PRODUCT(V n, V n, V k)
#define WORK_MNS(V, is_left) PRODUCT(V m, V n, (is_left) ? V m : V n)
#define WORK_MN(V, is_left) PRODUCT(V m, V n, 1)
#define WORK_NN(V, is_left) PRODUCT(V n, V n, 1)
#define WORK_N(V, is_left) V n
// clang-format on

#define PASTE(a, b) PASTED(a, b)
#define PASTED(a, b) a##b
#define TEXT(name) TEXT_OF(name)
#define TEXT_OF(name) #name
#define F(name) PASTE(LETTER, name)
#define C(name) PASTE(PASTE(cblas_, LETTER), name)
#define V(name) PASTE(PASTE(cublas, CUBLAS), name##_v2_64)
/// The CPU's routine, which has the wrapper's type.
#define BOUND(entry, wrapper)                                                                                \
  (((union {                                                                                                 \
     void *address;                                                                                          \
     __typeof__(&wrapper) routine;                                                                           \
   }){.address = (entry)->cpu})                                                                              \
       .routine)
#define WRAPPER(table, entry, KIND, result, name, record, work, parameters, arguments, ...)                  \
  static __attribute__((noinline)) RESULT_##result record parameters;                                        \
  static RESULT_##result name parameters {                                                                   \
    RESULT_##result(*to) parameters =                                                                        \
        smr_gpu_is_small(table, SMR_GPU_##KIND, work) ? BOUND(entry, name) : record;                         \
    TAIL return to arguments;                                                                                \
  }                                                                                                          \
  static RESULT_##result record parameters {                                                                 \
    SmrGpuCall call = {.routine = entry, __VA_ARGS__};                                                       \
    turn(&call);                                                                                             \
    smr_gpu_call(&call);                                                                                     \
    GIVE_##result                                                                                            \
  }
#define F_WRAPPER(KIND, name, result, work, ...)                                                             \
  WRAPPER(TABLE, (&ROUTINES[SMR_GPU_##KIND]), KIND, result, F(name), F(name##_record),                       \
          WORK_##work(*, smr_gpu_letter(*side) == 'L'),                                                      \
          (LIST(KIND, F_PARAMETER) PLAIN(KIND, LENGTH, __attribute__((unused)) size_t)),                     \
          (LIST(KIND, NAME) PLAIN(KIND, LENGTH, )), LIST(KIND, F_RECORD))
#define C_WRAPPER(KIND, name, result, work, ...)                                                             \
  WRAPPER(CBLAS_TABLE, (&CBLAS_ROUTINES[SMR_GPU_##KIND]), KIND, result, C(name), C(name##_record),           \
          WORK_##work(, side == SMR_GPU_CBLAS_SIDES), (ORDERED(KIND, C_PARAMETER) PARAMETER_##result),       \
          (ORDERED(KIND, NAME) NAME_##result), ORDERED(KIND, C_RECORD))
#define DEVICE_CASE(KIND, name, kind, work, ...)                                                             \
  case SMR_GPU_##KIND:                                                                                       \
    return api->V(name)(handle REST(KIND, DEVICE) DEVICE_##kind);
#define F_CASE(KIND, name, result, work, ...)                                                                \
  case SMR_GPU_##KIND:                                                                                       \
    TAKE_##result BOUND(call->routine, F(name))(LIST(KIND, F_CALL) PLAIN(KIND, ONE, ));                      \
    break;
#define C_CASE(KIND, name, result, work, ...)                                                                \
  case SMR_GPU_##KIND:                                                                                       \
    TAKE_##result BOUND(call->routine, C(name))(ORDERED(KIND, C_CALL) CALL_##result);                        \
    break;
#define F_ENTRY(KIND, name, result, work, ...)                                                               \
  [SMR_GPU_##KIND] = {TEXT(F(name)) "_", SMR_GPU_##KIND, CODE, (void *)F(name), F(device), F(host), NULL},
#define C_ENTRY(KIND, name, result, work, ...)                                                               \
  [SMR_GPU_##KIND] = {                                                                                       \
      TEXT(C(name)) SUFFIX_##result, SMR_GPU_##KIND, CODE, (void *)C(name), F(device), C(host), NULL},

#define T float
#define N f
#define LETTER s
#define CODE 's'
#define CUDA_TYPE SMR_CUDA_F32
#define CUBLAS S
#define SIZED(name) name##f32
#define TABLE SMR_GPU_IN_F32
#define CBLAS_TABLE SMR_GPU_IN_CBLAS_F32
#include "runtime/gpu/calls_body.inc"

#define T double
#define N d
#define LETTER d
#define CODE 'd'
#define CUDA_TYPE SMR_CUDA_F64
#define CUBLAS D
#define SIZED(name) name##f64
#define TABLE SMR_GPU_IN_F64
#define CBLAS_TABLE SMR_GPU_IN_CBLAS_F64
#include "runtime/gpu/calls_body.inc"

#define T SmrComplexF32
#define N c
#define R float
#define RN f
#define LETTER c
#define CODE 'c'
#define CUDA_TYPE SMR_CUDA_C32
#define CUBLAS C
#define SIZED(name) name##c32
#define TABLE SMR_GPU_IN_C32
#define CBLAS_TABLE SMR_GPU_IN_CBLAS_C32
#include "runtime/gpu/calls_body.inc"

#define T SmrComplexF64
#define N z
#define R double
#define RN d
#define LETTER z
#define CODE 'z'
#define CUDA_TYPE SMR_CUDA_C64
#define CUBLAS Z
#define SIZED(name) name##c64
#define TABLE SMR_GPU_IN_C64
#define CBLAS_TABLE SMR_GPU_IN_CBLAS_C64
#include "runtime/gpu/calls_body.inc"
