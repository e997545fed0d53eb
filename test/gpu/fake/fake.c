//===- fake.c - cudart and cuBLAS without a GPU -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Harsher than the real ones: device memory is a mapping that nobody else can touch, full of NaNs; copies and
// kernels happen when a stream or an event is waited for, and not before; an error stays, whoever calls after
// it is told off, and all copies to the host that have not come to their end have written NaNs by then.
// Kernels are the process' BLAS. Counts are printed at exit with FAKE_REPORT=1; what fails is said by
// FAKE_FAIL, FAKE_MEMORY, FAKE_DEVICES, FAKE_VERSION, or by `fake_control`. FAKE_OPEN=1 leaves device memory
// open to all, for programs with so many calls that opening and closing it takes most of their time.
//===----------------------------------------------------------------------===//
#include "inside.h"
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum {
  MOST_BLOCKS = 4096,
  MOST_RANGES = 64,
  MOST_OPS = 4096,
  MOST_STREAMS = 64,
  MOST_EVENTS = 1024,
  DEVICES = 4
};
enum { LAUNCH_FAILED = 719, INVALID = 1, EXECUTION_FAILED = 13 };
#define SPACE ((size_t)1 << 32) // of addresses, for all devices

static long is_always_open;
static FakeSettings settings = {0, (size_t)1 << 30, 1, 13000, SIZE_MAX, 0, 0};
static FakeCounts counts;
static int current;

typedef struct {
  char *at;
  size_t bytes;
  int device; // -1: pinned
} Block;
static Block blocks[MOST_BLOCKS];
static size_t used[DEVICES], pinned_used;
static char *space;
static size_t space_used;
static Block ranges[MOST_RANGES]; // what was registered

//--- Errors -------------------------------------------------------------------------------------

static void violation(const char *what) {
  counts.violations++;
  fprintf(stderr, "fake: %s\n", what);
}

static void lose_everything(void);
static _Atomic int is_gone; // the library's exit handlers have run
static long slowness;       // milliseconds that finding devices, and making a handle, take

/// At the start of each function: does it fail?
static int fails(const char *function) {
  counts.calls++;
  if (is_gone)
    violation("CUDA is called beside its exit handlers, or after them");
  if (counts.failed) {
    violation(function);
    return 1;
  }
  if (counts.calls == settings.fail_at) {
    counts.failed = 1;
    lose_everything();
    return 1;
  }
  return 0;
}

static void take_time(void) {
  nanosleep(&(struct timespec){slowness / 1000, slowness % 1000 * 1000000}, NULL);
}

#define CUDA_ENTRY                                                                                           \
  if (fails(__func__))                                                                                       \
  return LAUNCH_FAILED
#define CUBLAS_ENTRY                                                                                         \
  if (fails(__func__))                                                                                       \
  return EXECUTION_FAILED

//--- Memory -------------------------------------------------------------------------------------

static void fill(char *at, size_t bytes) {
  memset(at, 0xff, bytes); // NaNs of each type
}

/// (A page in front of what was given out, and one behind: OpenBLAS 0.3.21's zgemv reads beyond vectors.)
static void open_space(int open) {
  if (space && space_used)
    mprotect(space, space_used + 4096, open || is_always_open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

static Block *new_block(size_t bytes, int device) {
  for (int k = 0; k < MOST_BLOCKS; k++)
    if (!blocks[k].at) {
      blocks[k] = (Block){NULL, bytes, device};
      counts.live++;
      return &blocks[k];
    }
  abort();
}

static Block *block_of(const void *at) {
  for (int k = 0; k < MOST_BLOCKS; k++)
    if (blocks[k].at && (const char *)at >= blocks[k].at && (const char *)at < blocks[k].at + blocks[k].bytes)
      return &blocks[k];
  return NULL;
}

SmrCudaStatus cudaMalloc(void **at, size_t bytes) {
  CUDA_ENTRY;
  size_t pages = (bytes + 4095) & ~(size_t)4095;
  if (bytes > settings.memory - used[current] || used[current] > settings.memory)
    return SMR_CUDA_NO_MEMORY;
  if (!space) {
    space = mmap(NULL, SPACE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    space_used = 4096;
  }
  if (space == MAP_FAILED || space_used + pages + 4096 > SPACE)
    abort();
  Block *block = new_block(bytes, current);
  block->at = space + space_used; // never given out again: what was freed cannot be used unnoticed
  space_used += pages;
  used[current] += bytes;
  open_space(1);
  fill(block->at, pages);
  open_space(0);
  *at = block->at;
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaMallocHost(void **at, size_t bytes) {
  CUDA_ENTRY;
  if (bytes > settings.pinned_most - pinned_used)
    return SMR_CUDA_NO_MEMORY;
  Block *block = new_block(bytes, -1);
  block->at = malloc(bytes);
  pinned_used += bytes;
  fill(block->at, bytes);
  *at = block->at;
  return SMR_CUDA_OK;
}

static SmrCudaStatus give_back(void *at, int is_pinned) {
  Block *block = block_of(at);
  if (!block || block->at != at || (block->device < 0) != is_pinned) {
    violation("a block that there is not is freed");
    return INVALID;
  }
  if (is_pinned)
    free(at), pinned_used -= block->bytes;
  else
    used[block->device] -= block->bytes, madvise(at, block->bytes, MADV_DONTNEED);
  block->at = NULL;
  counts.live--;
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaFree(void *at) {
  CUDA_ENTRY;
  return give_back(at, 0);
}

SmrCudaStatus cudaFreeHost(void *at) {
  CUDA_ENTRY;
  return give_back(at, 1);
}

static Block *range_of(const char *at) {
  for (int k = 0; k < MOST_RANGES; k++)
    if (ranges[k].at && at >= ranges[k].at && at < ranges[k].at + ranges[k].bytes)
      return &ranges[k];
  return NULL;
}

/// The whole of a piece of pinned memory that holds the address, the program's or the runtime's.
static Block *pinned_at(const void *at) {
  Block *block = range_of(at);
  if (!block && (block = block_of(at)) && block->device >= 0)
    return NULL;
  return block;
}

static void pin(void *at, size_t bytes) {
  Block *range = ranges;
  while (range < ranges + MOST_RANGES && range->at)
    range++;
  if (range == ranges + MOST_RANGES)
    abort();
  *range = (Block){at, bytes, -1};
}

static void unpin(void *at) {
  Block *range = range_of(at);
  if (!range || range->at != at)
    violation("memory that is not registered is unregistered");
  else
    range->at = NULL;
}

/// (Programs of tests, too.)
void fake_pin(void *at, size_t bytes) {
  pin(at, bytes);
}

SmrCudaStatus cudaHostRegister(void *at, size_t bytes, unsigned flags) {
  CUDA_ENTRY;
  if (flags || range_of(at) || !bytes)
    return INVALID;
  if (bytes > settings.pinned_most - pinned_used)
    return SMR_CUDA_NO_MEMORY;
  pin(at, bytes);
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaHostUnregister(void *at) {
  CUDA_ENTRY;
  unpin(at);
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaPointerGetAttributes(SmrCudaPointer *where, const void *at) {
  CUDA_ENTRY;
  const Block *block = block_of(at);
  int pinned = pinned_at(at) != NULL;
  *where = (SmrCudaPointer){.type = pinned ? SMR_CUDA_PINNED : block ? 2 : 0, .device = current};
  return SMR_CUDA_OK;
}

//--- Streams: what is to be done, in order --------------------------------------------------------

typedef struct {
  void (*run)(void *data);
  char data[384];
} Op;

struct SmrCudaStreamState {
  int alive, first, end; // of `ops`
  Op ops[MOST_OPS];
};
struct SmrCudaEventState {
  int alive;
  SmrCudaStream stream; // NULL: never recorded
  int end;
};
static struct SmrCudaStreamState streams[MOST_STREAMS];
static struct SmrCudaEventState events[MOST_EVENTS];

/// `rows` pieces, so many bytes apart.
typedef struct {
  char *to;
  const char *from;
  size_t to_step, from_step, row, rows;
  int up;
} Copy;

static void run_copy(void *data) {
  const Copy *copy = data;
  for (size_t k = 0; k < copy->rows; k++)
    memcpy(copy->to + k * copy->to_step, copy->from + k * copy->from_step, copy->row);
}

/// A copy to the host that may have begun.
static void spoil(const Op *op) {
  Copy copy;
  memcpy(&copy, op->data, sizeof copy);
  for (size_t k = 0; op->run == run_copy && !copy.up && k < (copy.rows + 1) / 2; k++)
    fill(copy.to + k * copy.to_step, copy.rows > 1 ? copy.row : (copy.row + 1) / 2);
}

static void lose_everything(void) {
  for (int k = 0; k < MOST_STREAMS; k++)
    while (streams[k].first < streams[k].end)
      spoil(&streams[k].ops[streams[k].first++ % MOST_OPS]);
  if (space && space_used)
    madvise(space, space_used, MADV_DONTNEED);
}

static void drain(SmrCudaStream stream, int end) {
  while (stream->first < end && !counts.failed) {
    Op *op = &stream->ops[stream->first++ % MOST_OPS];
    open_space(1);
    op->run(op->data);
    open_space(0);
  }
}

static void enqueue(SmrCudaStream stream, void (*run)(void *), const void *data, size_t size) {
  if (size > sizeof stream->ops->data || stream->end - stream->first == MOST_OPS)
    abort();
  Op *op = &stream->ops[stream->end++ % MOST_OPS];
  op->run = run;
  memcpy(op->data, data, size);
  if (settings.eager)
    drain(stream, stream->end);
}

SmrCudaStatus cudaStreamCreateWithFlags(SmrCudaStream *stream, unsigned flags) {
  CUDA_ENTRY;
  if (flags != SMR_CUDA_STREAM_ALONE)
    violation("a stream that waits for others");
  for (int k = 0; k < MOST_STREAMS; k++)
    if (!streams[k].alive) {
      streams[k].alive = 1;
      counts.live++;
      *stream = &streams[k];
      return SMR_CUDA_OK;
    }
  abort();
}

SmrCudaStatus cudaStreamDestroy(SmrCudaStream stream) {
  CUDA_ENTRY;
  drain(stream, stream->end);
  counts.live -= stream->alive;
  stream->alive = 0;
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaStreamSynchronize(SmrCudaStream stream) {
  CUDA_ENTRY;
  drain(stream, stream->end);
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaEventCreateWithFlags(SmrCudaEvent *event, unsigned flags) {
  CUDA_ENTRY;
  (void)flags;
  for (int k = 0; k < MOST_EVENTS; k++)
    if (!events[k].alive) {
      events[k] = (struct SmrCudaEventState){1, NULL, 0};
      counts.live++;
      *event = &events[k];
      return SMR_CUDA_OK;
    }
  abort();
}

SmrCudaStatus cudaEventDestroy(SmrCudaEvent event) {
  CUDA_ENTRY;
  if (!event->alive)
    violation("an event that there is not is destroyed");
  counts.live -= event->alive;
  event->alive = 0;
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaEventRecord(SmrCudaEvent event, SmrCudaStream stream) {
  CUDA_ENTRY;
  event->stream = stream;
  event->end = stream->end;
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaEventQuery(SmrCudaEvent event) {
  CUDA_ENTRY;
  return !event->stream || event->stream->first >= event->end ? SMR_CUDA_OK : SMR_CUDA_NOT_READY;
}

SmrCudaStatus cudaEventSynchronize(SmrCudaEvent event) {
  CUDA_ENTRY;
  if (event->stream)
    drain(event->stream, event->end);
  return SMR_CUDA_OK;
}

typedef struct {
  SmrCudaStream stream;
  int end;
} Wait;

static void run_wait(void *data) {
  const Wait *wait = data;
  drain(wait->stream, wait->end);
  open_space(1);
}

SmrCudaStatus cudaStreamWaitEvent(SmrCudaStream stream, SmrCudaEvent event, unsigned flags) {
  CUDA_ENTRY;
  (void)flags;
  if (event->stream)
    enqueue(stream, run_wait, &(Wait){event->stream, event->end}, sizeof(Wait));
  return SMR_CUDA_OK;
}

static int lies_in_block(const void *at, size_t bytes, int device) {
  const Block *block = block_of(at);
  return block && block->device == device && (const char *)at + bytes <= block->at + block->bytes;
}

/// The host's side of a copy: in one piece of pinned memory, or in none.
static int is_mixed(const char *at, size_t step, size_t row, size_t rows) {
  const Block *first = pinned_at(at);
  for (size_t k = 0; k < rows; k++)
    if (pinned_at(at + k * step) != first || pinned_at(at + k * step + row - 1) != first)
      return 1;
  for (int k = 0; !first && k < MOST_RANGES; k++)
    if (ranges[k].at && ranges[k].at < at + (rows - 1) * step + row && at < ranges[k].at + ranges[k].bytes)
      return 1;
  return 0;
}

static SmrCudaStatus enqueue_copy(Copy copy, SmrCudaCopyKind kind, SmrCudaStream stream) {
  copy.up = kind == SMR_CUDA_UP;
  const char *there = copy.up ? copy.to : copy.from, *here = copy.up ? copy.from : copy.to;
  size_t there_step = copy.up ? copy.to_step : copy.from_step,
         here_step = copy.up ? copy.from_step : copy.to_step;
  size_t bytes = copy.row * copy.rows;
  if ((!copy.up && kind != SMR_CUDA_DOWN) || !bytes || copy.row > copy.to_step || copy.row > copy.from_step ||
      !lies_in_block(there, (copy.rows - 1) * there_step + copy.row, current))
    violation("a copy from or to where nothing is");
  if (is_mixed(here, here_step, copy.row, copy.rows))
    return INVALID;
  counts.direct += range_of(here) != NULL;
  counts.uploads += copy.up, counts.downloads += !copy.up;
  counts.bytes_up += copy.up ? bytes : 0, counts.bytes_down += copy.up ? 0 : bytes;
  enqueue(stream, run_copy, &copy, sizeof copy);
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaMemcpyAsync(void *to, const void *from, size_t bytes, SmrCudaCopyKind kind,
                              SmrCudaStream stream) {
  CUDA_ENTRY;
  return enqueue_copy((Copy){to, from, bytes, bytes, bytes, 1, 0}, kind, stream);
}

SmrCudaStatus cudaMemcpy2DAsync(void *to, size_t to_step, const void *from, size_t from_step, size_t row,
                                size_t rows, SmrCudaCopyKind kind, SmrCudaStream stream) {
  CUDA_ENTRY;
  return enqueue_copy((Copy){to, from, to_step, from_step, row, rows, 0}, kind, stream);
}

//--- Devices ------------------------------------------------------------------------------------

SmrCudaStatus cudaRuntimeGetVersion(int *version) {
  CUDA_ENTRY;
  *version = settings.version;
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaGetDeviceCount(int *count) {
  CUDA_ENTRY;
  take_time();
  *count = settings.devices;
  return settings.devices ? SMR_CUDA_OK : SMR_CUDA_NO_DEVICE;
}

SmrCudaStatus cudaGetDevice(int *device) {
  CUDA_ENTRY;
  *device = current;
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaSetDevice(int device) {
  CUDA_ENTRY;
  if (device < 0 || device >= settings.devices)
    return INVALID;
  current = device;
  return SMR_CUDA_OK;
}

/// The last device has the most.
SmrCudaStatus cudaMemGetInfo(size_t *free, size_t *total) {
  CUDA_ENTRY;
  *total = settings.memory + (size_t)current;
  *free = *total - used[current];
  return SMR_CUDA_OK;
}

SmrCudaStatus cudaGetLastError(void) {
  CUDA_ENTRY;
  return SMR_CUDA_OK;
}

const char *cudaGetErrorString(SmrCudaStatus status) { // (may be called after an error)
  static char text[32];
  snprintf(text, sizeof text, "fake error %d", status);
  return text;
}

//--- cuBLAS -------------------------------------------------------------------------------------

struct SmrCublasState {
  SmrCudaStream stream;
  SmrCublasMath math;
  int alive;
};
static struct SmrCublasState handles[64]; // a program has one, and each of its shared objects

SmrCublasStatus cublasCreate_v2(SmrCublas *handle) {
  CUBLAS_ENTRY;
  take_time();
  struct SmrCublasState *h = handles;
  while (h < handles + sizeof handles / sizeof *handles && h->alive)
    h++;
  if (h == handles + sizeof handles / sizeof *handles)
    abort();
  *h = (struct SmrCublasState){NULL, 0, 1};
  *handle = h;
  counts.live++;
  return SMR_CUBLAS_OK;
}

SmrCublasStatus cublasDestroy_v2(SmrCublas handle) {
  CUBLAS_ENTRY;
  if (!handle->alive)
    violation("a handle that there is not is destroyed");
  handle->alive = 0;
  counts.live--;
  return SMR_CUBLAS_OK;
}

SmrCublasStatus cublasGetVersion_v2(SmrCublas handle, int *version) {
  CUBLAS_ENTRY;
  (void)handle;
  *version = 130100;
  return SMR_CUBLAS_OK;
}

SmrCublasStatus cublasSetStream_v2(SmrCublas handle, SmrCudaStream stream) {
  CUBLAS_ENTRY;
  handle->stream = stream;
  return SMR_CUBLAS_OK;
}

SmrCublasStatus cublasSetMathMode(SmrCublas handle, SmrCublasMath math) {
  CUBLAS_ENTRY;
  handle->math = math;
  return SMR_CUBLAS_OK;
}

/// An argument of a kernel: what Fortran's routine gets the address of, or an address.
typedef struct {
  union {
    char flag;
    int size;
    float s;
    double d;
    SmrComplexF32 c;
    SmrComplexF64 z;
    const void *at;
  };
  int is_address;
} Argument;

enum { MOST_ARGUMENTS = 13 };
/// A routine of Fortran's and its arguments, as the kernel will find them.
typedef struct {
  char symbol[16];
  Argument arguments[MOST_ARGUMENTS];
} Kernel;

static void *blas(const char *symbol) {
  static void *library;
  if (!library)
    library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    library = dlopen("libblas.so.3", RTLD_NOW | RTLD_LOCAL);
  void *address = library ? dlsym(library, symbol) : NULL;
  if (!address) {
    fprintf(stderr, "fake: no BLAS with %s\n", symbol);
    abort();
  }
  return address;
}

static void find_pointers(const Kernel *k, const void *a[MOST_ARGUMENTS]) {
  for (int i = 0; i < MOST_ARGUMENTS; i++)
    a[i] = k->arguments[i].is_address ? k->arguments[i].at : &k->arguments[i];
}

/// All arguments are pointers; what comes after the last (the flags' lengths) does no harm.
static void run_kernel(void *data) {
  const Kernel *k = data;
  const void *a[MOST_ARGUMENTS];
  find_pointers(k, a);
  typedef void Routine(const void *, const void *, const void *, const void *, const void *, const void *,
                       const void *, const void *, const void *, const void *, const void *, const void *,
                       const void *, size_t, size_t, size_t, size_t);
  void *address = blas(k->symbol);
  Routine *routine;
  memcpy(&routine, &address, sizeof routine);
  routine(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], 1, 1, 1, 1);
}

static int is_number_64(char type) {
  return type == 'd' || type == 'z';
}

static SmrCublasStatus submit(SmrCublas h, Kernel *k) {
  for (int i = 0; i < MOST_ARGUMENTS; i++)
    if (k->arguments[i].is_address &&
        (!block_of(k->arguments[i].at) || block_of(k->arguments[i].at)->device != current))
      violation("a kernel on memory that is not the device's");
  if (is_number_64(k->symbol[0]) && h->math != SMR_CUBLAS_PEDANTIC)
    violation("doubles that may be emulated");
  if (++counts.kernels && settings.refuse && counts.kernels % settings.refuse == 0)
    return SMR_CUBLAS_NO_MEMORY;
  for (int s = 0; s < MOST_STREAMS; s++)
    if (&streams[s] != h->stream && streams[s].first < streams[s].end) {
      counts.overlaps++;
      break;
    }
  enqueue(h->stream, run_kernel, k, sizeof *k);
  return SMR_CUBLAS_OK;
}

/// What changes in place has to be one array.
static const void *one_array(const void *from, int64_t step, const void *to, int64_t to_step) {
  if (from != to || step != to_step)
    violation("trmm in two arrays");
  return to;
}

// clang-format off
/// The number of BLAS' flag letters is their place in a text.
#define LETTERS_form "NTC"
#define LETTERS_fill "LU"
#define LETTERS_side "LR"
#define LETTERS_diagonal "NU"
#define VALUE_FLAG(t, use, name, k) {.flag = LETTERS_##use[name]}
#define VALUE_SIZE(t, use, name, k) {.size = (int)name}
#define VALUE_FACTOR(t, use, name, k) {.PART_##use##_##t = *name}
#define VALUE_ARRAY(t, use, name, k) VALUE_##use(name)
#define VALUE_READ(name) {.at = name, .is_address = 1}, {.size = (int)s##name}
#define VALUE_WRITE VALUE_READ
#define VALUE_TWICE(name) {.at = one_array(name, s##name, to, sto), .is_address = 1}, {.size = (int)s##name}
#define PART_ITS_s s
#define PART_ITS_d d
#define PART_ITS_c c
#define PART_ITS_z z
#define PART_REAL_c s
#define PART_REAL_z d
#define VALUES(KIND, t) {SMR_GPU_ARGUMENTS_##KIND(SMR_GPU_FIRST, SMR_GPU_FIRST, SMR_GPU_NEXT, VALUE, t)}
// clang-format on

enum { GEMM_ALPHA = 5, GEMM_BETA = 10 };
/// All of it but the symbol and the factors.
static Kernel gemm_kernel(SmrCublasForm fa, SmrCublasForm fb, int64_t m, int64_t n, int64_t k, const void *a,
                          int64_t sa, const void *b, int64_t sb, void *x, int64_t sx) {
  const double zero = 0, *alpha = &zero, *beta = &zero;
  return (Kernel){"", VALUES(GEMM, d)};
}

SmrCublasStatus cublasGemmEx_64(SmrCublas h, SmrCublasForm ta, SmrCublasForm tb, int64_t m, int64_t n,
                                int64_t k, const void *alpha, const void *a, SmrCudaType at, int64_t lda,
                                const void *b, SmrCudaType bt, int64_t ldb, const void *beta, void *c,
                                SmrCudaType ct, int64_t ldc, SmrCublasCompute compute,
                                SmrCublasAlgorithm algorithm) {
  CUBLAS_ENTRY;
  int wide = ct == SMR_CUDA_F64 || ct == SMR_CUDA_C64, pair = ct == SMR_CUDA_C32 || ct == SMR_CUDA_C64;
  size_t bytes = (wide ? 8u : 4u) * (pair ? 2u : 1u);
  if (at != ct || bt != ct || algorithm != SMR_CUBLAS_ANY_ALGORITHM ||
      wide != (compute == SMR_CUBLAS_64F_PEDANTIC))
    violation("types that do not fit");
  Kernel kernel = gemm_kernel(ta, tb, m, n, k, a, lda, b, ldb, c, ldc);
  snprintf(kernel.symbol, sizeof kernel.symbol, "%cgemm_", pair ? (wide ? 'z' : 'c') : (wide ? 'd' : 's'));
  memcpy(&kernel.arguments[GEMM_ALPHA], alpha, bytes);
  memcpy(&kernel.arguments[GEMM_BETA], beta, bytes);
  return submit(h, &kernel);
}

#define KERNEL_VOID(KIND, name, t)                                                                           \
  Kernel kernel = {#t #name "_", VALUES(KIND, t)};                                                           \
  return submit(cublas, &kernel);
#define KERNEL_NUMBER(KIND, name, t)                                                                         \
  Kernel kernel = {#t #name "_", VALUES(KIND, t)};                                                           \
  SMR_GPU_ITS_##t (*sum)(const void *, const void *, const void *, const void *, const void *);              \
  const void *a[MOST_ARGUMENTS], *address = blas(kernel.symbol);                                             \
  find_pointers(&kernel, a);                                                                                 \
  memcpy(&sum, &address, sizeof sum);                                                                        \
  drain(cublas->stream, cublas->stream->end);                                                                \
  open_space(1);                                                                                             \
  *result = sum(a[0], a[1], a[2], a[3], a[4]);                                                               \
  open_space(0);                                                                                             \
  counts.kernels++;                                                                                          \
  return SMR_CUBLAS_OK;
#define SIGN_DOTU +
#define SIGN_DOTC -
/// (A loop: OpenBLAS 0.3.21 reads behind the ends of vectors here, where nothing is.)
#define KERNEL_PUT(KIND, name, t)                                                                            \
  drain(cublas->stream, cublas->stream->end);                                                                \
  open_space(1);                                                                                             \
  x += sx < 0 ? (1 - n) * sx : 0, y += sy < 0 ? (1 - n) * sy : 0;                                            \
  *result = (SMR_GPU_ITS_##t){0, 0};                                                                         \
  for (int64_t k = 0; k < n; k++) {                                                                          \
    SMR_GPU_ITS_##t a = x[k * sx], b = y[k * sy];                                                            \
    a.im = SIGN_##KIND a.im;                                                                                 \
    result->re += a.re * b.re - a.im * b.im;                                                                 \
    result->im += a.re * b.im + a.im * b.re;                                                                 \
  }                                                                                                          \
  open_space(0);                                                                                             \
  counts.kernels++;                                                                                          \
  return SMR_CUBLAS_OK;
#define ROUTINE(KIND, name, result, work, P, t)                                                              \
  SmrCublasStatus cublas##P##name##_v2_64 SMR_CUBLAS_PARAMETERS(KIND, result, t) {                           \
    CUBLAS_ENTRY;                                                                                            \
    KERNEL_##result(KIND, name, t)                                                                           \
  }
SMR_GPU_CUBLAS_REAL(ROUTINE, S, s)
SMR_GPU_CUBLAS_REAL(ROUTINE, D, d)
SMR_GPU_CUBLAS_COMPLEX(ROUTINE, C, c)
SMR_GPU_CUBLAS_COMPLEX(ROUTINE, Z, z)
SMR_GPU_CUBLAS_PUT(ROUTINE, C, c)
SMR_GPU_CUBLAS_PUT(ROUTINE, Z, z)

//--- cublasXt: in the host's memory -----------------------------------------------------------------

struct SmrCublasXtState {
  int devices;
};
static struct SmrCublasXtState the_tiles;

SmrCublasStatus cublasXtCreate(SmrCublasXt *handle) {
  CUBLAS_ENTRY;
  the_tiles.devices = 0;
  *handle = &the_tiles;
  counts.live++;
  return SMR_CUBLAS_OK;
}

SmrCublasStatus cublasXtDestroy(SmrCublasXt handle) {
  CUBLAS_ENTRY;
  if (handle != &the_tiles)
    violation("tiles that there are not are destroyed");
  counts.live--;
  return SMR_CUBLAS_OK;
}

SmrCublasStatus cublasXtDeviceSelect(SmrCublasXt handle, int count, int *devices) {
  CUBLAS_ENTRY;
  handle->devices = count;
  return count && devices[0] >= 0 ? SMR_CUBLAS_OK : EXECUTION_FAILED;
}

/// One that fails has begun to write the result.
#define TILED(P, p, T)                                                                                       \
  SmrCublasStatus cublasXt##P##gemm(SmrCublasXt handle, SmrCublasForm ta, SmrCublasForm tb, size_t m,        \
                                    size_t n, size_t k, const T *alpha, const T *a, size_t lda, const T *b,  \
                                    size_t ldb, const T *beta, T *c, size_t ldc) {                           \
    int failed = fails(__func__);                                                                            \
    if (failed || handle->devices != settings.devices) {                                                     \
      *c = (T)NAN;                                                                                           \
      return EXECUTION_FAILED;                                                                               \
    }                                                                                                        \
    Kernel kernel = gemm_kernel(ta, tb, (int64_t)m, (int64_t)n, (int64_t)k, a, (int64_t)lda, b,              \
                                (int64_t)ldb, c, (int64_t)ldc);                                              \
    strcpy(kernel.symbol, #p "gemm_");                                                                       \
    memcpy(&kernel.arguments[GEMM_ALPHA], alpha, sizeof *alpha);                                             \
    memcpy(&kernel.arguments[GEMM_BETA], beta, sizeof *beta);                                                \
    counts.tiled++;                                                                                          \
    run_kernel(&kernel);                                                                                     \
    return SMR_CUBLAS_OK;                                                                                    \
  }
TILED(S, s, float)
TILED(D, d, double)

//--- For the other libraries' parts ---------------------------------------------------------------

int fake_fails(const char *function) {
  return fails(function);
}

void fake_violation(const char *what) {
  violation(what);
}

void fake_enqueue(SmrCudaStream stream, void (*run)(void *data), const void *data, size_t size) {
  enqueue(stream, run, data, size);
}

int fake_is_there(const void *at, size_t bytes) {
  return lies_in_block(at, bytes, current);
}

int fake_refuses(void) {
  return ++counts.kernels && settings.refuse && counts.kernels % settings.refuse == 0;
}

void fake_lives(int more) {
  counts.live += more;
}

typedef struct Made {
  struct Made *next, **before;
  max_align_t data[];
} Made;
static Made *all_made;

void *fake_make(size_t size) {
  Made *made = calloc(1, sizeof *made + size);
  made->next = all_made, made->before = &all_made;
  if (all_made)
    all_made->before = &made->next;
  all_made = made;
  fake_lives(1);
  return made->data;
}

void fake_drop(void *at) {
  Made *made = (Made *)(void *)((char *)at - offsetof(Made, data));
  *made->before = made->next;
  if (made->next)
    made->next->before = made->before;
  free(made);
  fake_lives(-1);
}

//--- Control ------------------------------------------------------------------------------------

static void reset(const FakeSettings *to) {
  memset(handles, 0, sizeof handles);
  for (int k = 0; k < MOST_BLOCKS; k++)
    if (blocks[k].at && blocks[k].device < 0)
      free(blocks[k].at); // (what was given up)
  if (space)
    munmap(space, SPACE);
  space = NULL, space_used = 0, pinned_used = 0, current = 0;
  memset(blocks, 0, sizeof blocks);
  memset(used, 0, sizeof used);
  memset(ranges, 0, sizeof ranges);
  memset(events, 0, sizeof events);
  for (int k = 0; k < MOST_STREAMS; k++)
    streams[k].alive = streams[k].first = streams[k].end = 0;
  while (all_made)
    fake_drop(all_made->data);
  counts = (FakeCounts){0};
  settings = *to;
}

static FakeCounts get_counts(void) {
  return counts;
}

const FakeControl fake_control = {reset, get_counts, pin, unpin};

static long number(const char *variable, long otherwise) {
  const char *text = getenv(variable);
  return text ? atol(text) : otherwise;
}

static void go(void) {
  is_gone = 1;
}

__attribute__((constructor)) static void begin(void) {
  settings.fail_at = number("FAKE_FAIL", 0);
  settings.memory = (size_t)number("FAKE_MEMORY", 1 << 30);
  settings.devices = (int)number("FAKE_DEVICES", 1);
  settings.version = (int)number("FAKE_VERSION", 13000);
  slowness = number("FAKE_SLOW", 0);
  is_always_open = number("FAKE_OPEN", 0);
  atexit(go);
}

__attribute__((destructor)) static void report(void) {
  if (number("FAKE_REPORT", 0))
    fprintf(stderr, "fake: %ld up, %ld down, %ld kernels, %ld tiled, %ld violations, %ld calls\n",
            counts.uploads, counts.downloads, counts.kernels, counts.tiled, counts.violations, counts.calls);
}
