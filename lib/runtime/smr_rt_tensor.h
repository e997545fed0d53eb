//===- smr_rt_tensor.h - kernels over tensors that replacements call ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What rules over tensor graphs put in the place of several ops: attention, matrix products with an epilog,
// convolutions with an epilog, norms, softmax, gelu. In libsmr_rt.a, and in libsmr_rt_tensor.so for who calls
// them by name (Python's ctypes).
//
// Every entry point takes one descriptor, plain data of pointers, sizes, strides and numbers, and gives a
// SmrRtStatus: where that is not SMR_RT_FINE nothing has been written. `smr_rt_NAME_f32` computes in floats,
// `_f64` in doubles; of `_bf16` every tensor is of bfloat16 (uint16_t, the upper half of a float), of `_f16`
// of halves (uint16_t, IEEE's binary16), sums and all that lies between input and output are floats, results
// are rounded to nearest, ties to even, once but where said. So what would be infinite as a half on the way
// (65520 and more) is a number here. Denormal halves are what they are, even where denormal floats count as
// zeros.
//
// Sizes and strides count elements; a size may be 0, a stride anything that stays inside the caller's memory:
// 0 broadcasts, a negative one runs backwards. Row-major tensors of sizes {b, h, l, d} have the strides
// {h*l*d, l*d, d, 1}; a transposed operand is one whose strides are swapped, so there are no flags for it. No
// entry point writes beside the elements of its output. An output overlaps no input, except where said, and
// no two of its elements (a stride of 0 there is refused).
//
// Matrix products are those of the BLAS that the process has or that SMR_RT_LIBRARY names, else of OpenBLAS
// (lib/runtime/find.c), and own loops with SMR_RT=off, without a BLAS, or with strides that BLAS does not
// know. No thread is started here (OpenBLAS may have its own), and no state is kept: who has threads gives
// each a part of the rows, heads or images, by pointer and sizes.
//
// Sums are taken in another order than loops would, products and sums may be fused, and exponentials are
// within 2 units in the last place; beyond that a result is what the formula beside the entry point gives,
// infinities and NaNs included.
//
// On a GPU, smr_rt_gpu_tensor.h takes the same descriptors: strides say whether an operand is transposed or
// batched, a step that adds with strides {0, 0, 0, 1} is a bias, and steps are few, so that it can tell what
// cuBLASLt has a routine for (bias, relu, gelu_tanh); the rest is made here.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_SMR_RT_TENSOR_H
#define SMR_RUNTIME_SMR_RT_TENSOR_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_RT_FINE = 0,
  SMR_RT_BAD_SIZE = 1,  // negative, sizes that contradict each other, or 2^62 elements and more
  SMR_RT_NO_DATA = 2,   // a NULL pointer where there are elements
  SMR_RT_OVERLAP = 3,   // an output's stride is 0 over more than one element
  SMR_RT_BAD_FLAG = 4,  // one that the entry point does not have
  SMR_RT_BAD_STEP = 5,  // an unknown code, or a step without its operand
  SMR_RT_NO_MEMORY = 6, // for the few blocks that are worked on
} SmrRtStatus;

/// In a few words, for messages.
const char *smr_rt_status_text(int status);

/// A tensor of up to four dimensions; at is NULL where there is none. Which sizes go with the strides stands
/// beside each use.
typedef struct {
  void *at;
  int64_t strides[4];
} SmrRtTensor;

/// What is done with each element x of a product before it is stored.
typedef enum {
  SMR_RT_RELU = 0,          // x < 0 ? 0 : x
  SMR_RT_GELU_ERF = 1,      // x * (1 + erf(x / sqrt(2))) / 2, within 4 roundings (2^-24, 2^-53) of |x|
  SMR_RT_GELU_TANH = 2,     // x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) / 2
  SMR_RT_SILU = 3,          // x / (1 + exp(-x))
  SMR_RT_TANH = 4,          //
  SMR_RT_SIGMOID = 5,       // 1 / (1 + exp(-x))
  SMR_RT_TIMES_NUMBER = 6,  // x * first
  SMR_RT_PLUS_NUMBER = 7,   // x + first
  SMR_RT_CLAMP = 8,         // x < first ? first : x > second ? second : x
  SMR_RT_TIMES = 9,         // x * the operand's element
  SMR_RT_PLUS = 10,         // x + the operand's element: a bias, a residual
  SMR_RT_GELU_SIGMOID = 11, // x / (1 + exp(-1.702 * x))
  SMR_RT_HARD_SIGMOID = 12, // x + 3 clamped to [0, 6], / 6
  SMR_RT_HARD_SWISH = 13,   // x * that
} SmrRtCode;

/// One of the steps, which run in their order. The operand's strides are over the dimensions of the output,
/// 0 where it is broadcast: {0, 0, 0, 1} is a bias over the columns of a product, {0, 1, 0, 0} one over the
/// channels of a convolution.
typedef struct {
  int64_t code; // SmrRtCode
  double first, second;
  SmrRtTensor operand;
} SmrRtStep;

/// c[i, j, r, s] = steps(Σ over p < k of a[i, j, r, p] * b[i, j, p, s]) for i < batch[0], j < batch[1],
/// r < m, s < n; the sum is 0 for k = 0. A linear layer whose weight is [n, k] has b with the strides
/// {0, 0, 1, k}.
typedef struct {
  int64_t batch[2], m, n, k;
  SmrRtTensor a, b, c;
  int64_t step_count;
  const SmrRtStep *steps;
} SmrRtProduct;

/// One product: a batch other than {1, 1} is refused.
int smr_rt_linear_f32(const SmrRtProduct *product);
int smr_rt_linear_f64(const SmrRtProduct *product);
int smr_rt_linear_bf16(const SmrRtProduct *product);
int smr_rt_linear_f16(const SmrRtProduct *product);
/// A batch of products.
int smr_rt_bmm_f32(const SmrRtProduct *product);
int smr_rt_bmm_f64(const SmrRtProduct *product);
int smr_rt_bmm_bf16(const SmrRtProduct *product);
int smr_rt_bmm_f16(const SmrRtProduct *product);

enum {
  SMR_RT_SAFE = 1,        // attention, softmax: a row of which all is -inf gives zeros, not NaNs
  SMR_RT_CAUSAL = 2,      // attention: of query i the keys up to i + offset alone are allowed
  SMR_RT_BY_TANH = 4,     // gelu: the form with tanh
  SMR_RT_OVER = 8,        // attention: scores are divided by the scale
  SMR_RT_BY_SIGMOID = 32, // gelu: the form with the logistic function
  SMR_RT_FILL = 16, // attention: what allow forbids has the score fill, as an element; not with SMR_RT_CAUSAL
};

/// out[b, h, i, :] = Σ over j < lk of p[j] * v[b, h / (heads / key_heads), j, :] for i < lq, where p is the
/// softmax of s[j], which is made in this order: scale * Σ over e < d of q[b, h, i, e] * k[b, h / (heads /
/// key_heads), j, e], or the sum over the scale; + mask[b, h, i, j]; -inf (or fill) where allow[b, h, i, j]
/// (bytes) is 0; + second[b, h, i, j]; -inf where the causal flag forbids j. key_heads divides heads. Strides
/// are over {b, h, i or j, e} in q, k, v and out, {b, h, i, j} in mask, allow and second, which may be
/// absent. offset: 0 aligns the corner at the top left (PyTorch's is_causal), lk - lq at the bottom right. A
/// query without an allowed key, or all of whose scores are -inf, gives NaNs, as the formula does (zeros with
/// SMR_RT_SAFE; times v, so that an infinite v makes NaN of it); lk = 0 gives zeros.
///
/// Where 1 / scale is a normal number of the type, SMR_RT_OVER multiplies by it.
///
/// Scores are never stored: memory is a few blocks, whatever lq and lk are. Sums of p[j] * v[j] are divided
/// at the end, so lk times the greatest |v| has to be in the type's range; a p[j] that is less than the
/// least normal number counts as 0 or not, as the blocks have it.
typedef struct {
  int64_t batch, heads, key_heads, lq, lk, d, dv;
  int64_t flags, offset;
  double scale, fill;
  SmrRtTensor q, k, v, mask, allow, second, out;
} SmrRtAttention;

int smr_rt_attention_f32(const SmrRtAttention *attention);
int smr_rt_attention_f64(const SmrRtAttention *attention);
int smr_rt_attention_bf16(const SmrRtAttention *attention);
int smr_rt_attention_f16(const SmrRtAttention *attention);

/// out[i, o, y, x] = steps(Σ over c < channels / groups, r < kernel[0], s < kernel[1] of
/// in[i, g * (channels / groups) + c, y * stride[0] + r * dilation[0] - padding[0],
/// x * stride[1] + s * dilation[1] - padding[1]] * weight[o, c, r, s]), where in is 0 outside and g is
/// o / (outputs / groups). groups divides channels and outputs. Strides are over {image, channel, row,
/// column} in in and out, {o, c, r, s} in weight. padding is top, left, bottom, right; out_size has to be
/// (size + padding before and behind - dilation * (kernel - 1) - 1) / stride + 1, 0 where nothing fits.
typedef struct {
  int64_t images, channels, size[2], outputs, kernel[2], out_size[2];
  int64_t groups, stride[2], padding[4], dilation[2];
  SmrRtTensor in, weight, out;
  int64_t step_count;
  const SmrRtStep *steps;
} SmrRtConv2d;

int smr_rt_conv2d_f32(const SmrRtConv2d *conv);
int smr_rt_conv2d_f64(const SmrRtConv2d *conv);
int smr_rt_conv2d_bf16(const SmrRtConv2d *conv);
int smr_rt_conv2d_f16(const SmrRtConv2d *conv);

/// Rows of n = sizes[3] elements x, to which add (absent or of the same sizes, broadcast by strides of 0) is
/// added first, rounded; sum, if there, receives x + add. weight and bias, which may be absent, have
/// strides[3] alone. out and sum may be x or add with the same strides, but not each other.
typedef struct {
  int64_t sizes[4];
  int64_t flags;
  double eps;
  SmrRtTensor x, add, sum, weight, bias, out;
} SmrRtRows;

/// (x - mean) / sqrt(variance + eps) * weight + bias over each row, the variance without Bessel's correction.
/// A norm over several dimensions that lie together is one over their product.
int smr_rt_layer_norm_f32(const SmrRtRows *rows);
int smr_rt_layer_norm_f64(const SmrRtRows *rows);
int smr_rt_layer_norm_bf16(const SmrRtRows *rows);
int smr_rt_layer_norm_f16(const SmrRtRows *rows);
/// weight * (x / sqrt(mean of x² + eps)), as LLaMA has it: _bf16 and _f16 round the quotient before the
/// product. There is no bias.
int smr_rt_rms_norm_f32(const SmrRtRows *rows);
int smr_rt_rms_norm_f64(const SmrRtRows *rows);
int smr_rt_rms_norm_bf16(const SmrRtRows *rows);
int smr_rt_rms_norm_f16(const SmrRtRows *rows);
/// Softmax over each row. There is no weight, bias or eps. A row of -inf is NaNs, with SMR_RT_SAFE zeros.
int smr_rt_softmax_f32(const SmrRtRows *rows);
int smr_rt_softmax_f64(const SmrRtRows *rows);
int smr_rt_softmax_bf16(const SmrRtRows *rows);
int smr_rt_softmax_f16(const SmrRtRows *rows);
/// gelu by erf, with SMR_RT_BY_TANH by tanh, with SMR_RT_BY_SIGMOID as that step has it, of each element.
/// There is no weight, bias or eps.
int smr_rt_gelu_f32(const SmrRtRows *rows);
int smr_rt_gelu_f64(const SmrRtRows *rows);
int smr_rt_gelu_bf16(const SmrRtRows *rows);
int smr_rt_gelu_f16(const SmrRtRows *rows);
/// x / (1 + exp(-x)) of each element. There is no weight, bias or eps.
int smr_rt_silu_f32(const SmrRtRows *rows);
int smr_rt_silu_f64(const SmrRtRows *rows);
int smr_rt_silu_bf16(const SmrRtRows *rows);
int smr_rt_silu_f16(const SmrRtRows *rows);

#ifdef __cplusplus
}
#endif
#endif
