// Layers timed in one program: clang's loops, SMR's calls, oneDNN where it was found (ONEDNN). The least of
// several rounds in turn; a line for each layer, in microseconds, with clang's time over SMR's and oneDNN's
// over SMR's.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef ONEDNN
#include <dnnl.h>
#endif

typedef void Layer(int f, int c, int h, int w, int k, int s, int pad, const float *in, const float *wt,
                   float *out);
#define SIDES(name) Layer clang_##name, smr_##name;
SIDES(padded)
SIDES(bordered)
SIDES(by_rows)
SIDES(depthwise)

typedef struct {
  const char *name;
  Layer *clang, *smr;
  int f, c, size, k, s, pad, groups;
} Case;
#define CASE(text, name, f, c, size, k, s, pad, groups)                                                      \
  {text, clang_##name, smr_##name, f, c, size, k, s, pad, groups}
static const Case cases[] = {
    CASE("ResNet 1x1, 256 to 64, 56x56", padded, 64, 256, 56, 1, 1, 0, 1),
    CASE("ResNet 3x3, 64 to 64, 56x56", padded, 64, 64, 56, 3, 1, 1, 1),
    CASE("ResNet 3x3 / 2, 128 to 128, 56x56", padded, 128, 128, 56, 3, 2, 1, 1),
    CASE("ResNet 7x7 / 2, 3 to 64, 224x224", padded, 64, 3, 224, 7, 2, 3, 1),
    CASE("MobileNet depthwise 3x3, 32, 112x112", depthwise, 32, 32, 112, 3, 1, 1, 32),
    CASE("bordered 3x3, 64 to 64, 58x58", bordered, 64, 64, 58, 3, 1, 0, 1),
    CASE("by rows 3x3, 64 to 64, 58x58", by_rows, 64, 64, 58, 3, 1, 0, 1),
    CASE("LeNet 5x5, 1 to 6, 28x28", bordered, 6, 1, 28, 5, 1, 0, 1),
    CASE("LeNet 5x5, 6 to 16, 14x14", bordered, 16, 6, 14, 5, 1, 0, 1),
    CASE("3x3, 4 to 8, 16x16", padded, 8, 4, 16, 3, 1, 1, 1),
    CASE("3x3, 2 to 2, 8x8", padded, 2, 2, 8, 3, 1, 1, 1),
    CASE("3x3, 1 to 1, 64x64", bordered, 1, 1, 64, 3, 1, 0, 1),
    CASE("3x3, 3 to 1, 5x5", bordered, 1, 3, 5, 3, 1, 0, 1),
    CASE("by rows 3x3, 4 to 4, 16x16", by_rows, 4, 4, 16, 3, 1, 0, 1),
    CASE("by rows 3x3, 16 to 16, 32x32", by_rows, 16, 16, 32, 3, 1, 0, 1),
    CASE("1x1, 16 to 4, 7x7", padded, 4, 16, 7, 1, 1, 0, 1),
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); // (other programs run beside us)
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static float *fresh(size_t count) {
  float *data = malloc((count + 1) * sizeof *data);
  for (size_t k = 0; k < count; k++)
    data[k] = (float)(rand() % 2001 - 1000) / 1000;
  return data;
}

#ifdef ONEDNN
typedef struct {
  dnnl_primitive_t primitive;
  dnnl_stream_t stream;
  dnnl_exec_arg_t arguments[3], reorders[3][2];
  dnnl_primitive_t reorder[3];
} Dnn;

static void must(dnnl_status_t status, const char *what) {
  if (status != dnnl_success) {
    fprintf(stderr, "oneDNN: %s: %d\n", what, status);
    exit(1);
  }
}

/// Memory of the primitive's own layout, and for the program's layout how it gets there: weights beforehand.
static dnnl_memory_t own(Dnn *d, dnnl_engine_t engine, const_dnnl_primitive_desc_t desc, dnnl_query_t which,
                         int argument, const dnnl_memory_desc_t *plain, float *data) {
  const dnnl_memory_desc_t *wanted = dnnl_primitive_desc_query_md(desc, which, argument);
  dnnl_memory_t memory, user;
  dnnl_primitive_desc_t move;
  dnnl_primitive_t reorder;
  must(dnnl_memory_create(&user, plain, engine, data), "memory");
  if (dnnl_memory_desc_equal(wanted, plain))
    return user;
  must(dnnl_memory_create(&memory, wanted, engine, DNNL_MEMORY_ALLOCATE), "memory");
  must(dnnl_reorder_primitive_desc_create(&move, plain, engine, wanted, engine, NULL), "reorder");
  must(dnnl_primitive_create(&reorder, move), "reorder");
  dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, user}, {DNNL_ARG_TO, memory}};
  must(dnnl_primitive_execute(reorder, d->stream, 2, arguments), "reorder");
  must(dnnl_stream_wait(d->stream), "wait");
  return memory;
}

/// With layouts of its own choice, which the program's data have before the clock starts.
static void prepare(Dnn *d, const Case *k, int o, float *in, float *wt, float *out) {
  dnnl_engine_t engine;
  dnnl_dim_t image[] = {1, k->c, k->size, k->size}, result[] = {1, k->f, o, o};
  dnnl_dim_t weights[] = {k->groups, k->f / k->groups, k->c / k->groups, k->k, k->k};
  dnnl_dim_t strides[] = {k->s, k->s}, padding[] = {k->pad, k->pad};
  dnnl_memory_desc_t plain[3], any[3];
  dnnl_convolution_desc_t conv;
  dnnl_primitive_desc_t desc;
  int grouped = k->groups > 1;
  must(dnnl_engine_create(&engine, dnnl_cpu, 0), "engine");
  must(dnnl_stream_create(&d->stream, engine, dnnl_stream_default_flags), "stream");
  for (int m = 0; m < 2; m++) {
    dnnl_memory_desc_t *to = m ? any : plain;
    dnnl_memory_desc_init_by_tag(&to[0], 4, image, dnnl_f32, m ? dnnl_format_tag_any : dnnl_nchw);
    dnnl_memory_desc_init_by_tag(&to[1], grouped ? 5 : 4, grouped ? weights : weights + 1, dnnl_f32,
                                 m         ? dnnl_format_tag_any
                                 : grouped ? dnnl_goihw
                                           : dnnl_oihw);
    dnnl_memory_desc_init_by_tag(&to[2], 4, result, dnnl_f32, m ? dnnl_format_tag_any : dnnl_nchw);
  }
  must(dnnl_convolution_forward_desc_init(&conv, dnnl_forward_inference, dnnl_convolution_auto, &any[0],
                                          &any[1], NULL, &any[2], strides, padding, padding),
       "convolution");
  must(dnnl_primitive_desc_create(&desc, &conv, NULL, engine, NULL), "convolution");
  must(dnnl_primitive_create(&d->primitive, desc), "convolution");
  d->arguments[0] =
      (dnnl_exec_arg_t){DNNL_ARG_SRC, own(d, engine, desc, dnnl_query_src_md, 0, &plain[0], in)};
  d->arguments[1] =
      (dnnl_exec_arg_t){DNNL_ARG_WEIGHTS, own(d, engine, desc, dnnl_query_weights_md, 0, &plain[1], wt)};
  d->arguments[2] =
      (dnnl_exec_arg_t){DNNL_ARG_DST, own(d, engine, desc, dnnl_query_dst_md, 0, &plain[2], out)};
}

static void run_dnn(Dnn *d) {
  must(dnnl_primitive_execute(d->primitive, d->stream, 3, d->arguments), "run");
  must(dnnl_stream_wait(d->stream), "wait");
}
#endif

/// Seconds for one run, of `times` in a row.
static void least(double *best, double begin, int times) {
  double took = (now() - begin) / times;
  if (took < *best)
    *best = took;
}

static void run_case(const Case *k) {
  int o = (k->size + 2 * k->pad - k->k) / k->s + 1, n = k->size;
  size_t outs = (size_t)k->f * (size_t)(o * o), taps = (size_t)(k->c / k->groups * k->k * k->k);
  float *in = fresh((size_t)(k->c * n * n)), *wt = fresh((size_t)k->f * taps), *a = fresh(outs),
        *b = fresh(outs);
  double macs = (double)outs * (double)taps, best[3] = {1e9, 1e9, 1e9}, difference = 0;
  int times = macs < 2e5 ? (int)(2e5 / macs) + 1 : 1, rounds = macs < 1e6 ? 400 : 8;
#ifdef ONEDNN
  Dnn d;
  prepare(&d, k, o, in, wt, fresh(outs));
#endif
  for (int r = 0; r < rounds; r++) {
    double begin = now();
    for (int t = 0; t < times; t++)
      k->clang(k->f, k->c, n, n, k->k, k->s, k->pad, in, wt, a);
    least(&best[0], begin, times);
    begin = now();
    for (int t = 0; t < times; t++)
      k->smr(k->f, k->c, n, n, k->k, k->s, k->pad, in, wt, b);
    least(&best[1], begin, times);
#ifdef ONEDNN
    begin = now();
    for (int t = 0; t < times; t++)
      run_dnn(&d);
    least(&best[2], begin, times);
#endif
  }
  for (size_t i = 0; i < outs; i++)
    difference = fmax(difference, fabs((double)a[i] - (double)b[i]));
  printf("| %s | %.4g | %.4g | ", k->name, best[0] * 1e6, best[1] * 1e6);
  if (best[2] < 1e8)
    printf("%.4g | ", best[2] * 1e6);
  else
    printf(" | ");
  printf("%.2f | %.0f | %.0e |\n", best[0] / best[1], 2e-9 * macs / best[1], difference);
  fflush(stdout);
}

int main(void) {
  printf("| layer | clang, us | SMR, us | oneDNN, us | clang / SMR | SMR, GFLOP/s | difference |\n");
  printf("|---|---|---|---|---|---|---|\n");
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    run_case(&cases[k]);
  return 0;
}
