//===- smr_rt.h - what replacements call ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// libsmr_rt.a: vectorised versions of loops that no BLAS has, linked into users' programs when a pair of
// nn.pat, conv.pat or pool.pat fired. It depends on nothing but the C library, starts no thread, keeps no
// state but which vector instructions the processor has, and sets no errno. Lengths may be 0 or negative:
// then nothing happens.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_SMR_RT_H
#define SMR_RUNTIME_SMR_RT_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

// Of floats (_f32) and doubles (_f64):

/// o[i] = exp(x[i] - top) / Σ exp(x[j] - top), where top is the greatest of start and all of x; o may be x
/// itself, but not overlap it otherwise. Each exponential is within 2 units in the last place of the true
/// one, denormal ones included. A NaN in x makes the sum, so all of o, NaN (the maximum leaves it out).
void smr_rt_softmax_from_f32(int64_t n, float start, const float *x, float *o);
void smr_rt_softmax_from_f64(int64_t n, double start, const double *x, double *o);

/// The sum of squares of x.
float smr_rt_sumsq_f32(int64_t n, const float *x);
double smr_rt_sumsq_f64(int64_t n, const double *x);
/// o[i] = w[i] * (scale * x[i]), scale * x[i] where w is NULL; o may be x or w itself, but not overlap them
/// otherwise.
void smr_rt_scale_f32(int64_t n, float *o, const float *w, float scale, const float *x);
void smr_rt_scale_f64(int64_t n, double *o, const double *w, double scale, const double *x);

/// o[i] = s * (x[i] - mean) * w[i] + b[i], where *mean = Σ x[i] / n and s, which is returned, is
/// 1 / sqrt(Σ (x[i] - mean)² / n + eps). Without w and b (NULL) they are ones and zeros. o may be x, w or b
/// itself, but not overlap them otherwise. For n <= 0 *mean is 0 and the result 1 / sqrt(eps).
float smr_rt_layernorm_f32(int64_t n, float *o, const float *x, const float *w, const float *b, float eps,
                           float *mean);
double smr_rt_layernorm_f64(int64_t n, double *o, const double *x, const double *w, const double *b,
                            double eps, double *mean);

/// o[i] = h[i] / (1 + exp(-h[i])) * g[i]; o may be h or g itself, but not overlap them otherwise.
void smr_rt_swiglu_f32(int64_t n, const float *h, const float *g, float *o);
void smr_rt_swiglu_f64(int64_t n, const double *h, const double *g, double *o);

/// Σ a[i] * b[i] modulo 2³².
int32_t smr_rt_dot_i8(int64_t n, const int8_t *a, const int8_t *b);
/// y[i] = Σ a[i*lda + j] * x[j] modulo 2³², for i < m, j < n.
void smr_rt_matvec_i8(int64_t m, int64_t n, const int8_t *a, int64_t lda, const int8_t *x, int32_t *y);

/// A convolution over one to three dimensions. All strides are in elements, and may be anything: of the image
/// by place and by tap, so that stride, dilation and layout are in them. Of fewer dimensions the first ones
/// have size 1.
typedef struct {
  int64_t batch, filters, places[3], channels, kernel[3];
  int64_t in_batch, in_place[3], in_channel, in_kernel[3];
  int64_t w_batch, w_filter, w_channel, w_kernel[3];
  int64_t out_batch, out_filter, out_place[3];
  int64_t bias_filter;
} SmrRtConv;

/// Of the last two dimensions: a tap is left out unless 0 <= place * step + tap * dilation - padding < size.
typedef struct {
  int64_t step[2], dilation[2], padding[2], size[2];
} SmrRtConvEdges;

/// out = alpha * (the sum over taps of image times weight), with a bias gamma * bias[filter] more, with
/// `adds` beta * out; edges and bias may be NULL. out overlaps nothing else. What it computes is that sum
/// whatever memory there is: products of matrices (of the process' BLAS, see smr_rt_tensor.h) over blocks of
/// 2 MiB or so, or loops where there is no memory, and where a weight that is not finite may lie beside the
/// image.
void smr_rt_conv_f32(const SmrRtConv *c, const SmrRtConvEdges *edges, float alpha, const float *in,
                     const float *w, float gamma, const float *bias, int adds, float beta, float *out);
void smr_rt_conv_f64(const SmrRtConv *c, const SmrRtConvEdges *edges, double alpha, const double *in,
                     const double *w, double gamma, const double *bias, int adds, double beta, double *out);

/// Windows of images (pooling). All strides are in elements, and may be anything: of the image by place and
/// by tap, and of the result by place. A place begins with `start`, or with its first tap (from_first), and
/// takes one tap after the other, the last dimension first.
typedef struct {
  int64_t places[3], window[2], in_place[3], in_tap[2], out_place[3];
  int64_t how, from_first;
} SmrRtPool;

/// had + tap; tap > had ? tap : had; had > tap ? had : tap (which a NaN and an equal zero take the place of).
enum {
  SMR_RT_POOL_SUM,
  SMR_RT_POOL_GREATER,
  SMR_RT_POOL_UNLESS_GREATER,
  SMR_RT_POOL_LESS,
  SMR_RT_POOL_UNLESS_LESS
};

/// The same bits as by one place after the other; a sum is multiplied and then divided. out does not overlap
/// in.
void smr_rt_pool_f32(const SmrRtPool *p, float start, float times, float over, const float *in, float *out);
void smr_rt_pool_f64(const SmrRtPool *p, double start, double times, double over, const double *in,
                     double *out);

typedef enum { SMR_RT_F32, SMR_RT_F64, SMR_RT_C32, SMR_RT_C64 } SmrRtNumber;
/// How a matrix is multiplied: as it is stored by columns, transposed, or transposed and conjugated.
enum { SMR_RT_FORM_PLAIN, SMR_RT_FORM_TRANSPOSED, SMR_RT_FORM_CONJUGATED };
/// BLAS's gemm, with numbers (SMR_RT_FORM_…) in place of letters.
typedef void SmrRtGemm(const int32_t *a_form, const int32_t *b_form, const int32_t *m, const int32_t *n,
                       const int32_t *k, const void *alpha, const void *a, const int32_t *lda, const void *b,
                       const int32_t *ldb, const void *beta, void *c, const int32_t *ldc);
/// C = alpha A B + beta C (with `adds`; else C is not read) for matrices of any strides, as calls of gemm on
/// copies of at most 13 MB. Element (i, j) of A is at i*a_row + j*a_column elements, conjugated if
/// a_conjugated is not 0. With `triangle` only elements (i, j) of C with i >= j are read and written.
/// `number`: an SmrRtNumber. As Fortran calls it. Returns 0 if elements of C may be the same ones or there is
/// no memory; nothing was written then.
int32_t smr_rt_product_(SmrRtGemm *gemm, const int32_t *number, const int32_t *triangle, const int32_t *m,
                        const int32_t *n, const int32_t *k, const void *alpha, const void *a,
                        const int32_t *a_row, const int32_t *a_column, const int32_t *a_conjugated,
                        const void *b, const int32_t *b_row, const int32_t *b_column,
                        const int32_t *b_conjugated, const int32_t *adds, const void *beta, void *c,
                        const int32_t *c_row, const int32_t *c_column);
/// C = alpha (A - U) (B - V) + beta C of real numbers, and V = 0 unless `both`. The difference is rounded as
/// it is where the code subtracts. Else as above; the strides of U and V may be 0.
int32_t smr_rt_centred_(SmrRtGemm *gemm, const int32_t *number, const int32_t *triangle, const int32_t *m,
                        const int32_t *n, const int32_t *k, const void *alpha, const void *a,
                        const int32_t *a_row, const int32_t *a_column, const void *u, const int32_t *u_row,
                        const int32_t *u_column, const void *b, const int32_t *b_row, const int32_t *b_column,
                        const int32_t *both, const void *v, const int32_t *v_row, const int32_t *v_column,
                        const int32_t *adds, const void *beta, void *c, const int32_t *c_row,
                        const int32_t *c_column);

#ifdef __cplusplus
}
#endif
#endif
