//===- run.c - solutions against C ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For each of LIAR's 16 kernels: finds the solution for BLAS, lowers it to MLIR, compiles it with stock
// mlir-opt, mlir-translate and clang, and times it against reference.c, which the same clang compiles with
// the same flags; the two take turns, and each one's best time counts. Their results are compared first.
//===----------------------------------------------------------------------===//
#include "../native.h"
#include "array/cost_file.h"
#include "array/lower.h"
#include "array/optimise.h"
#include <math.h>
#include <string.h>
#include <time.h>

static const char *const kernels[] = {"2mm",      "atax",     "doitgen",   "gemm", "gemver", "gesummv",
                                      "jacobi1d", "mvt",      "1mm",       "axpy", "blur1d", "gemv",
                                      "memset",   "slim-2mm", "stencil2d", "vsum"};
#define COUNT (sizeof kernels / sizeof *kernels)

static const struct {
  const char *kernel, *term;
} by_hand[] = {
    {"2mm", "(gemm:FF alpha (gemm:FF 1 A B 1 (build n (lam (memset m 0)))) C beta D)"},
    {"atax", "(gemv:T 1 A (gemv:F 1 A x 1 (memset n 0)) 1 (memset m 0))"},
    {"doitgen", "(build r (lam (gemm:FF 1 (get A %0) C 1 (build q (lam (memset p 0))))))"},
    {"gemm", "(gemm:FF alpha A B beta C)"},
    {"gemver", "(app (lam (app (lam (tuple %1 (tuple %0 (gemv:F alpha %1 %0 1 w)))) (gemv:T beta %0 y 1 "
               "(axpy 1 x z)))) "
               "(build n (lam (axpy (get u2 %0) v2 (axpy (get u1 %0) v1 (get A %0))))))"},
    {"gesummv", "(gemv:F alpha A x 1 (gemv:F beta B x 1 (memset n 0)))"},
    {"mvt", "(tuple (gemv:F 1 A y1 1 x1) (gemv:T 1 A y2 1 x2))"},
    {"1mm", "(gemm:FF 1 A B 1 (build n (lam (memset m 0))))"},
    {"axpy", "(axpy alpha x y)"},
    {"gemv", "(gemv:F alpha A x beta y)"},
    {"memset", "(memset n 0)"},
    {"slim-2mm",
     "(gemm:FF 1 (gemm:FF 1 A B 1 (build n (lam (memset m 0)))) C 1 (build n (lam (memset l 0))))"},
};

typedef struct {
  const char *folder, *rules, *flags, *costs, *only;
  bool hand, input, verbose;
  double seconds; // for each kernel
} Options;

typedef struct {
  void *arguments[32], *blocks[32];
  double *results[8];
  size_t sizes[8];
  uint32_t count, first_result, result_count;
} Data;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static size_t elements(SmrArray *a, SmrArrayType type) {
  size_t n = 1;
  int64_t dim;
  for (; smr_array_type_info(a, type)->kind == SMR_ARRAY_TYPE_ARRAY; type = smr_array_type_info(a, type)->a)
    n *= smr_array_size(a, smr_array_type_info(a, type)->dim, &dim) ? (size_t)dim : 0;
  return n;
}

static void add(Data *d, size_t count, uint64_t *seed, bool result) {
  // Each array begins at another place of its page: stores to one do not look like stores to what is being
  // loaded from another, which would be luck, good or bad.
  char *block = aligned_alloc(4096, (count * 8 + 8192) / 4096 * 4096 + 4096);
  d->blocks[d->count] = block;
  double *p = (double *)(block + d->count * 1344 % 4096);
  for (size_t i = 0; i < count; i++) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    p[i] = (double)(int64_t)(*seed >> 33) / 2147483648.0 - .5;
  }
  d->arguments[d->count++] = p;
  if (result) {
    d->sizes[d->result_count] = count;
    d->results[d->result_count++] = p;
  }
}

typedef void Function(void **);

static Function *find(void *library, const char *symbol) {
  Function *f;
  *(void **)&f = dlsym(library, symbol);
  if (!f)
    fprintf(stderr, "%s\n", dlerror());
  return f;
}

static double sample(Function *f, void **arguments, uint32_t calls) {
  double start = now();
  for (uint32_t i = 0; i < calls; i++) {
    f(arguments);
    __asm__ volatile("" ::: "memory");
  }
  return (now() - start) / calls;
}

static bool compare(Function *mine, Function *reference, Data *d, const char *kernel) {
  double *kept[8];
  reference(d->arguments);
  for (uint32_t r = 0; r < d->result_count; r++) {
    kept[r] = malloc(d->sizes[r] * 8 + 8);
    memcpy(kept[r], d->results[r], d->sizes[r] * 8);
    for (size_t i = 0; i < d->sizes[r]; i++)
      d->results[r][i] = NAN;
  }
  mine(d->arguments);
  bool ok = true;
  for (uint32_t r = 0; r < d->result_count; r++) {
    for (size_t i = 0; i < d->sizes[r] && ok; i++)
      if (!(fabs(kept[r][i] - d->results[r][i]) <= 1e-9 * fmax(1, fabs(kept[r][i])))) {
        fprintf(stderr, "%s: result %u, element %zu: %.17g instead of %.17g\n", kernel, r, i,
                d->results[r][i], kept[r][i]);
        ok = false;
      }
    free(kept[r]);
  }
  return ok;
}

typedef struct {
  double mine, reference;
  bool ok;
} Times;

static Times measure(Function *mine, Function *reference, Data *d, double seconds) {
  Times t = {INFINITY, INFINITY, true};
  uint32_t calls[2] = {1, 1};
  Function *f[2] = {reference, mine};
  for (int i = 0; i < 2; i++) // samples of about 50 µs: short enough that many are not interrupted
    while (calls[i] < 1u << 20 && sample(f[i], d->arguments, calls[i]) * calls[i] < 5e-5)
      calls[i] *= 2;
  double end = now() + seconds;
  for (uint32_t round = 0; round < 20 || now() < end; round++) {
    t.reference = fmin(t.reference, sample(reference, d->arguments, calls[0]));
    t.mine = fmin(t.mine, sample(mine, d->arguments, calls[1]));
  }
  return t;
}

static bool run(const Options *o, const char *kernel, void *reference, double *ratio) {
  SmrOperators *ops = smr_operators_create();
  SmrArray *a = smr_array_create(ops);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, path = {0}, functions = {0}, shown = {0};
  SmrArrayProgram program = {0};
  SmrArraySolution solution = {0};
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  Data data = {0};
  const char *reason = "";
  smr_str_printf(&path, "%s/%s.array", o->folder, kernel);
  bool ok = smr_read_file(smr_str_get(&path), &text, &reason);
  if (!ok)
    fprintf(stderr, "%s: %s\n", smr_str_get(&path), reason);
  ok = ok && smr_array_parse(a, smr_str_get(&path), text.data, text.size, &program, &diag);
  SmrArrayLower lower = {
      .print = {.gemm = SMR_LOOPS_GEMM_CBLAS, .contract = true, .reassoc = true, .packed = true},
      .inputs = smr_array_inputs(a)};
  SmrLoopsProgram *loops = NULL;
  int64_t results[8];
  uint32_t result_count = ok ? smr_array_lower_results(a, &program.term, program.root, results, 8) : 0;
  if (ok && o->hand) {
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++)
      if (!strcmp(by_hand[i].kernel, kernel)) {
        SmrStr form = {0};
        smr_str_printf(&form, "(term %s)", by_hand[i].term);
        smr_array_program_free(&program);
        ok = smr_array_parse(a, "term", form.data, form.size, &program, &diag);
        smr_str_free(&form);
      }
  }
  SmrArrayCostFile *costs = NULL;
  if (ok && o->costs)
    ok = (costs = smr_array_cost_file_read(a, SMR_TARGET_BLAS, o->costs, &diag)) != NULL;
  const SmrTerm *term = &program.term;
  uint32_t root = program.root;
  if (ok && !o->hand && !o->input) {
    for (const char *const *file = (const char *const[]){"array-lift.rules", "array-combine.rules", NULL};
         ok && *file; file++) {
      smr_str_clear(&path);
      smr_str_printf(&path, "%s/%s", o->rules, *file);
      ok = smr_rules_read(ops, smr_str_get(&path), &rules, &diag);
    }
    SmrCost cost = {0};
    if (costs)
      cost = smr_array_cost_file_cost(costs);
    SmrArrayOptions options = {.target = SMR_TARGET_BLAS, .rules = &rules, .cost = costs ? &cost : NULL};
    ok = ok && smr_array_optimise(a, &program, &options, &solution, &diag);
    term = &solution.term;
    root = solution.root;
  }
  ok = ok && (loops = smr_array_lower(a, term, root, "solution", &lower, &diag)) != NULL;
  if (ok)
    smr_loops_print(loops, "solution", &lower.print, &functions);
  smr_loops_destroy(loops);
  void *library = ok ? native_library(&functions, SMR_LOOPS_PASSES, kernel, o->flags) : NULL;
  char symbol[64] = "k";
  for (const char *p = kernel; *p; p++)
    if (*p != '-')
      strncat(symbol, p, 1);
  strcat(symbol, "_packed");
  Function *mine = library ? find(library, "solution_packed") : NULL, *theirs = find(reference, symbol);
  if (mine && theirs) {
    uint64_t seed = 7;
    for (uint32_t i = 0; i < lower.inputs; i++) {
      SmrArrayType t;
      int64_t size;
      if (!smr_array_size(a, smr_array_input(a, i, &t), &size))
        add(&data, elements(a, t), &seed, false);
    }
    for (uint32_t i = 0; i < result_count; i++)
      add(&data, (size_t)results[i], &seed, true);
    ok = compare(mine, theirs, &data, kernel);
    Times t = measure(mine, theirs, &data, o->seconds);
    *ratio = t.reference / t.mine;
    printf("%-10s %11.3f %11.3f %8.2f%s", kernel, t.reference * 1e6, t.mine * 1e6, *ratio,
           ok ? "" : " WRONG");
    if (o->verbose) {
      smr_term_print(ops, term, root, &shown);
      printf("  %s", smr_str_get(&shown));
    }
    printf("\n");
    fflush(stdout);
    for (uint32_t i = 0; i < data.count; i++)
      free(data.blocks[i]);
  } else
    ok = false;
  smr_diag_flush(&diag, stderr);
  smr_array_cost_file_free(costs);
  smr_array_solution_free(&solution);
  smr_array_program_free(&program);
  smr_array_destroy(a);
  smr_operators_destroy(ops);
  return ok;
}

static const char *value(const char *argument, const char *name) {
  size_t n = strlen(name);
  return !strncmp(argument, name, n) ? argument + n : NULL;
}

int main(int argc, char **argv) {
  Options o = {.folder = SMR_SOURCE_DIR "/tools/bench/liar",
               .rules = SMR_SOURCE_DIR "/pat",
               .flags = "-O3 -march=native",
               .seconds = .3};
  for (int i = 1; i < argc; i++) {
    const char *v;
    if ((v = value(argv[i], "--flags=")))
      o.flags = v;
    else if ((v = value(argv[i], "--costs=")))
      o.costs = v;
    else if ((v = value(argv[i], "--seconds=")))
      o.seconds = atof(v);
    else if ((v = value(argv[i], "--only=")))
      o.only = v;
    else if (!strcmp(argv[i], "--by-hand"))
      o.hand = true;
    else if (!strcmp(argv[i], "--input"))
      o.input = true;
    else if (!strcmp(argv[i], "--verbose"))
      o.verbose = true;
    else {
      fprintf(
          stderr,
          "usage: %s [--flags='-O3 …'] [--costs=FILE] [--only=KERNEL] [--by-hand | --input] [--seconds=S] "
          "[--verbose]\n",
          argv[0]);
      return 2;
    }
  }
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
  SMR_OWNED(SmrStr, smr_str_free) flags = {0};
  smr_str_printf(&flags, "-std=c17 %s", o.flags);
  if (!native_shell("@0/clang @1 -shared -fPIC @2/reference.c -o @3.so", SMR_LLVM_BIN, smr_str_get(&flags),
                    o.folder, native_scratch("reference")))
    return 1;
  void *reference = native_load(native_scratch("reference"));
  printf("clang %s on both sides; OPENBLAS_NUM_THREADS=%s; best of many, microseconds\n", o.flags,
         getenv("OPENBLAS_NUM_THREADS"));
  printf("%-10s %11s %11s %8s\n", "kernel", "C", "solution", "ratio");
  double logs = 0, least = INFINITY, ratio = 1;
  uint32_t count = 0;
  bool ok = reference != NULL;
  for (size_t i = 0; ok && i < COUNT; i++) {
    if (o.only && strcmp(o.only, kernels[i]))
      continue;
    ok = run(&o, kernels[i], reference, &ratio);
    logs += log(ratio);
    least = fmin(least, ratio);
    count++;
  }
  if (ok && count)
    printf("geometric mean %.2f, least %.2f\n", exp(logs / count), least);
  native_leave(NULL);
  return ok ? 0 : 1;
}
