// conv.pat - convolutions as products of matrices, over float and double.
//
// What is matched is what the nest computes, not how it is written (tier `equality`): every array has a stride for each
// loop, so a pair stands for all layouts (NCHW, NHWC, Fortran's), orders of loops, strides, dilations, flipped kernels,
// and for images and results that lie in larger ones. libsmr_rt gathers what the taps see (im2col) block by block and
// calls gemm, or, for kernels of one tap, gemm alone (lib/runtime/conv_body.inc).
//
// n image or group, f filter, z y x place of the result, c channel, r p q tap.

link "smr_rt"
mode auto
costs "conv.costs"
each ${T} = float, double; ${P} = s, d; ${B} = f32, f64

//--- One image ------------------------------------------------------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}conv(long F, long Y, long X, long C, long P, long Q, ${T} alpha, const ${T} *a, long ay, long ax,
                long ac, long ap, long aq, const ${T} *w, long wf, long wc, long wp, long wq, long adds,
                ${T} beta, ${T} *o, long of, long oy, long ox) {
    for (long f = 0; f < F; f++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = 0;
          for (long c = 0; c < C; c++)
            for (long p = 0; p < P; p++)
              for (long q = 0; q < Q; q++)
                s += a[y * ay + x * ax + c * ac + p * ap + q * aq] *
                     w[f * wf + c * wc + p * wp + q * wq];
          s = alpha * s;
          if (adds > 0)
            s = s + beta * o[f * of + y * oy + x * ox];
          o[f * of + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtConv c = {1, F, {1, Y, X}, C, {1, P, Q},
                 0, {0, ay, ax}, ac, {0, ap, aq},
                 0, wf, wc, {0, wp, wq},
                 0, of, {0, oy, ox}, 0};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv"
about "a convolution of an image"

//--- Several images, or groups of filters with weights of their own -------------------------------------------

C {
#include "smr_rt.h"
  void ${P}conv_batch(long N, long F, long Y, long X, long C, long P, long Q, ${T} alpha, const ${T} *a,
                      long an, long ay, long ax, long ac, long ap, long aq, const ${T} *w, long wn, long wf,
                      long wc, long wp, long wq, long adds, ${T} beta, ${T} *o, long on, long of, long oy,
                      long ox) {
    for (long n = 0; n < N; n++)
      for (long f = 0; f < F; f++)
        for (long y = 0; y < Y; y++)
          for (long x = 0; x < X; x++) {
            ${T} s = 0;
            for (long c = 0; c < C; c++)
              for (long p = 0; p < P; p++)
                for (long q = 0; q < Q; q++)
                  s += a[n * an + y * ay + x * ax + c * ac + p * ap + q * aq] *
                       w[n * wn + f * wf + c * wc + p * wp + q * wq];
            s = alpha * s;
            if (adds > 0)
              s = s + beta * o[n * on + f * of + y * oy + x * ox];
            o[n * on + f * of + y * oy + x * ox] = s;
          }
  }
} = body {
  SmrRtConv c = {N, F, {1, Y, X}, C, {1, P, Q},
                 an, {0, ay, ax}, ac, {0, ap, aq},
                 wn, wf, wc, {0, wp, wq},
                 on, of, {0, oy, ox}, 0};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv-batch"
about "convolutions of a batch of images"

//--- With a number for each filter ----------------------------------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}conv_bias(long F, long Y, long X, long C, long P, long Q, ${T} alpha, const ${T} *a, long ay,
                     long ax, long ac, long ap, long aq, const ${T} *w, long wf, long wc, long wp, long wq,
                     ${T} gamma, const ${T} *b, long bf, ${T} *o, long of, long oy, long ox) {
    for (long f = 0; f < F; f++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = 0;
          for (long c = 0; c < C; c++)
            for (long p = 0; p < P; p++)
              for (long q = 0; q < Q; q++)
                s += a[y * ay + x * ax + c * ac + p * ap + q * aq] *
                     w[f * wf + c * wc + p * wp + q * wq];
          o[f * of + y * oy + x * ox] = alpha * s + gamma * b[f * bf];
        }
  }
} = body {
  SmrRtConv c = {1, F, {1, Y, X}, C, {1, P, Q},
                 0, {0, ay, ax}, ac, {0, ap, aq},
                 0, wf, wc, {0, wp, wq},
                 0, of, {0, oy, ox}, bf};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, gamma, b, 0, 0, o);
}
name "${P}conv-bias"
about "a convolution of an image"

C {
#include "smr_rt.h"
  void ${P}conv_batch_bias(long N, long F, long Y, long X, long C, long P, long Q, ${T} alpha, const ${T} *a,
                           long an, long ay, long ax, long ac, long ap, long aq, const ${T} *w, long wn,
                           long wf, long wc, long wp, long wq, ${T} gamma, const ${T} *b, long bf, ${T} *o,
                           long on, long of, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long f = 0; f < F; f++)
        for (long y = 0; y < Y; y++)
          for (long x = 0; x < X; x++) {
            ${T} s = 0;
            for (long c = 0; c < C; c++)
              for (long p = 0; p < P; p++)
                for (long q = 0; q < Q; q++)
                  s += a[n * an + y * ay + x * ax + c * ac + p * ap + q * aq] *
                       w[n * wn + f * wf + c * wc + p * wp + q * wq];
            o[n * on + f * of + y * oy + x * ox] = alpha * s + gamma * b[f * bf];
          }
  }
} = body {
  SmrRtConv c = {N, F, {1, Y, X}, C, {1, P, Q},
                 an, {0, ay, ax}, ac, {0, ap, aq},
                 wn, wf, wc, {0, wp, wq},
                 on, of, {0, oy, ox}, bf};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, gamma, b, 0, 0, o);
}
name "${P}conv-batch-bias"
about "convolutions of a batch of images"

//--- Kernels of one tap; rows of taps that lie side by side, so that they are one loop; one dimension, three --

C {
#include "smr_rt.h"
  void ${P}conv_1x1(long F, long Y, long X, long C, ${T} alpha, const ${T} *a, long ay, long ax, long ac,
                    const ${T} *w, long wf, long wc, long adds, ${T} beta, ${T} *o, long of, long oy, long ox) {
    for (long f = 0; f < F; f++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = 0;
          for (long c = 0; c < C; c++)
            s += a[y * ay + x * ax + c * ac] *
                 w[f * wf + c * wc];
          s = alpha * s;
          if (adds > 0)
            s = s + beta * o[f * of + y * oy + x * ox];
          o[f * of + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtConv c = {1, F, {1, Y, X}, C, {1, 1, 1},
                 0, {0, ay, ax}, ac, {0, 0, 0},
                 0, wf, wc, {0, 0, 0},
                 0, of, {0, oy, ox}, 0};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv-1x1"
about "a convolution of an image"

C {
#include "smr_rt.h"
  void ${P}conv_joined(long F, long Y, long X, long C, long P, ${T} alpha, const ${T} *a, long ay, long ax,
                       long ac, long ap, const ${T} *w, long wf, long wc, long wp, long adds, ${T} beta,
                       ${T} *o, long of, long oy, long ox) {
    for (long f = 0; f < F; f++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = 0;
          for (long c = 0; c < C; c++)
            for (long p = 0; p < P; p++)
              s += a[y * ay + x * ax + c * ac + p * ap] *
                   w[f * wf + c * wc + p * wp];
          s = alpha * s;
          if (adds > 0)
            s = s + beta * o[f * of + y * oy + x * ox];
          o[f * of + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtConv c = {1, F, {1, Y, X}, C, {1, P, 1},
                 0, {0, ay, ax}, ac, {0, ap, 0},
                 0, wf, wc, {0, wp, 0},
                 0, of, {0, oy, ox}, 0};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv-joined"
about "a convolution of an image"

C {
#include "smr_rt.h"
  void ${P}conv_joined_bias(long F, long Y, long X, long C, long P, ${T} alpha, const ${T} *a, long ay, long ax,
                            long ac, long ap, const ${T} *w, long wf, long wc, long wp, ${T} gamma,
                            const ${T} *b, long bf, ${T} *o, long of, long oy, long ox) {
    for (long f = 0; f < F; f++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = 0;
          for (long c = 0; c < C; c++)
            for (long p = 0; p < P; p++)
              s += a[y * ay + x * ax + c * ac + p * ap] *
                   w[f * wf + c * wc + p * wp];
          o[f * of + y * oy + x * ox] = alpha * s + gamma * b[f * bf];
        }
  }
} = body {
  SmrRtConv c = {1, F, {1, Y, X}, C, {1, P, 1},
                 0, {0, ay, ax}, ac, {0, ap, 0},
                 0, wf, wc, {0, wp, 0},
                 0, of, {0, oy, ox}, bf};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, gamma, b, 0, 0, o);
}
name "${P}conv-joined-bias"
about "a convolution of an image"

C {
#include "smr_rt.h"
  void ${P}conv_joined_batch(long N, long F, long Y, long X, long C, long P, ${T} alpha, const ${T} *a, long an,
                             long ay, long ax, long ac, long ap, const ${T} *w, long wn, long wf, long wc,
                             long wp, long adds, ${T} beta, ${T} *o, long on, long of, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long f = 0; f < F; f++)
        for (long y = 0; y < Y; y++)
          for (long x = 0; x < X; x++) {
            ${T} s = 0;
            for (long c = 0; c < C; c++)
              for (long p = 0; p < P; p++)
                s += a[n * an + y * ay + x * ax + c * ac + p * ap] *
                     w[n * wn + f * wf + c * wc + p * wp];
            s = alpha * s;
            if (adds > 0)
              s = s + beta * o[n * on + f * of + y * oy + x * ox];
            o[n * on + f * of + y * oy + x * ox] = s;
          }
  }
} = body {
  SmrRtConv c = {N, F, {1, Y, X}, C, {1, P, 1},
                 an, {0, ay, ax}, ac, {0, ap, 0},
                 wn, wf, wc, {0, wp, 0},
                 on, of, {0, oy, ox}, 0};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv-joined-batch"
about "convolutions of a batch of images"

C {
#include "smr_rt.h"
  void ${P}conv_joined_batch_bias(long N, long F, long Y, long X, long C, long P, ${T} alpha, const ${T} *a,
                                  long an, long ay, long ax, long ac, long ap, const ${T} *w, long wn, long wf,
                                  long wc, long wp, ${T} gamma, const ${T} *b, long bf, ${T} *o, long on,
                                  long of, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long f = 0; f < F; f++)
        for (long y = 0; y < Y; y++)
          for (long x = 0; x < X; x++) {
            ${T} s = 0;
            for (long c = 0; c < C; c++)
              for (long p = 0; p < P; p++)
                s += a[n * an + y * ay + x * ax + c * ac + p * ap] *
                     w[n * wn + f * wf + c * wc + p * wp];
            o[n * on + f * of + y * oy + x * ox] = alpha * s + gamma * b[f * bf];
          }
  }
} = body {
  SmrRtConv c = {N, F, {1, Y, X}, C, {1, P, 1},
                 an, {0, ay, ax}, ac, {0, ap, 0},
                 wn, wf, wc, {0, wp, 0},
                 on, of, {0, oy, ox}, bf};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, gamma, b, 0, 0, o);
}
name "${P}conv-joined-batch-bias"
about "convolutions of a batch of images"

C {
#include "smr_rt.h"
  void ${P}conv_1d(long F, long X, long C, long Q, ${T} alpha, const ${T} *a, long ax, long ac, long aq,
                   const ${T} *w, long wf, long wc, long wq, long adds, ${T} beta, ${T} *o, long of, long ox) {
    for (long f = 0; f < F; f++)
      for (long x = 0; x < X; x++) {
        ${T} s = 0;
        for (long c = 0; c < C; c++)
          for (long q = 0; q < Q; q++)
            s += a[x * ax + c * ac + q * aq] *
                 w[f * wf + c * wc + q * wq];
        s = alpha * s;
        if (adds > 0)
          s = s + beta * o[f * of + x * ox];
        o[f * of + x * ox] = s;
      }
  }
} = body {
  SmrRtConv c = {1, F, {1, 1, X}, C, {1, 1, Q},
                 0, {0, 0, ax}, ac, {0, 0, aq},
                 0, wf, wc, {0, 0, wq},
                 0, of, {0, 0, ox}, 0};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv-1d"
about "a convolution of a line"

C {
#include "smr_rt.h"
  void ${P}conv_3d(long F, long Z, long Y, long X, long C, long R, long P, long Q, ${T} alpha, const ${T} *a,
                   long az, long ay, long ax, long ac, long ar, long ap, long aq, const ${T} *w, long wf,
                   long wc, long wr, long wp, long wq, long adds, ${T} beta, ${T} *o, long of, long oz, long oy,
                   long ox) {
    for (long f = 0; f < F; f++)
      for (long z = 0; z < Z; z++)
        for (long y = 0; y < Y; y++)
          for (long x = 0; x < X; x++) {
            ${T} s = 0;
            for (long c = 0; c < C; c++)
              for (long r = 0; r < R; r++)
                for (long p = 0; p < P; p++)
                  for (long q = 0; q < Q; q++)
                    s += a[z * az + y * ay + x * ax + c * ac + r * ar + p * ap + q * aq] *
                         w[f * wf + c * wc + r * wr + p * wp + q * wq];
            s = alpha * s;
            if (adds > 0)
              s = s + beta * o[f * of + z * oz + y * oy + x * ox];
            o[f * of + z * oz + y * oy + x * ox] = s;
          }
  }
} = body {
  SmrRtConv c = {1, F, {Z, Y, X}, C, {R, P, Q},
                 0, {az, ay, ax}, ac, {ar, ap, aq},
                 0, wf, wc, {wr, wp, wq},
                 0, of, {oz, oy, ox}, 0};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv-3d"
about "a convolution of a volume"

//--- Taps beside the image are left out (padding) -------------------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}conv_pad(long F, long Y, long X, long C, long P, long Q, ${T} alpha, const ${T} *a, long ay, long ax,
                    long ac, long ap, long aq, const ${T} *w, long wf, long wc, long wp, long wq, long sy,
                    long dy, long py, long H, long sx, long dx, long px, long W, long adds, ${T} beta, ${T} *o,
                    long of, long oy, long ox) {
    for (long f = 0; f < F; f++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = 0;
          for (long c = 0; c < C; c++)
            for (long p = 0; p < P; p++)
              for (long q = 0; q < Q; q++)
                if (y * sy + p * dy - py >= 0 && y * sy + p * dy - py < H && x * sx + q * dx - px >= 0 &&
                    x * sx + q * dx - px < W)
                  s += a[y * ay + x * ax + c * ac + p * ap + q * aq] *
                       w[f * wf + c * wc + p * wp + q * wq];
          s = alpha * s;
          if (adds > 0)
            s = s + beta * o[f * of + y * oy + x * ox];
          o[f * of + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtConv c = {1, F, {1, Y, X}, C, {1, P, Q},
                 0, {0, ay, ax}, ac, {0, ap, aq},
                 0, wf, wc, {0, wp, wq},
                 0, of, {0, oy, ox}, 0};
  SmrRtConvEdges edges = {{sy, sx}, {dy, dx}, {py, px}, {H, W}};
  smr_rt_conv_${B}(&c, &edges, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv-pad"
about "convolutions with a border of zeros"

C {
#include "smr_rt.h"
  void ${P}conv_pad_batch(long N, long F, long Y, long X, long C, long P, long Q, ${T} alpha, const ${T} *a,
                          long an, long ay, long ax, long ac, long ap, long aq, const ${T} *w, long wn, long wf,
                          long wc, long wp, long wq, long sy, long dy, long py, long H, long sx, long dx,
                          long px, long W, long adds, ${T} beta, ${T} *o, long on, long of, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long f = 0; f < F; f++)
        for (long y = 0; y < Y; y++)
          for (long x = 0; x < X; x++) {
            ${T} s = 0;
            for (long c = 0; c < C; c++)
              for (long p = 0; p < P; p++)
                for (long q = 0; q < Q; q++)
                  if (y * sy + p * dy - py >= 0 && y * sy + p * dy - py < H && x * sx + q * dx - px >= 0 &&
                      x * sx + q * dx - px < W)
                    s += a[n * an + y * ay + x * ax + c * ac + p * ap + q * aq] *
                         w[n * wn + f * wf + c * wc + p * wp + q * wq];
            s = alpha * s;
            if (adds > 0)
              s = s + beta * o[n * on + f * of + y * oy + x * ox];
            o[n * on + f * of + y * oy + x * ox] = s;
          }
  }
} = body {
  SmrRtConv c = {N, F, {1, Y, X}, C, {1, P, Q},
                 an, {0, ay, ax}, ac, {0, ap, aq},
                 wn, wf, wc, {0, wp, wq},
                 on, of, {0, oy, ox}, 0};
  SmrRtConvEdges edges = {{sy, sx}, {dy, dx}, {py, px}, {H, W}};
  smr_rt_conv_${B}(&c, &edges, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv-pad-batch"
about "convolutions with a border of zeros"

C {
#include "smr_rt.h"
  void ${P}conv_pad_bias(long F, long Y, long X, long C, long P, long Q, ${T} alpha, const ${T} *a, long ay,
                         long ax, long ac, long ap, long aq, const ${T} *w, long wf, long wc, long wp, long wq,
                         long sy, long dy, long py, long H, long sx, long dx, long px, long W, ${T} gamma,
                         const ${T} *b, long bf, ${T} *o, long of, long oy, long ox) {
    for (long f = 0; f < F; f++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = 0;
          for (long c = 0; c < C; c++)
            for (long p = 0; p < P; p++)
              for (long q = 0; q < Q; q++)
                if (y * sy + p * dy - py >= 0 && y * sy + p * dy - py < H && x * sx + q * dx - px >= 0 &&
                    x * sx + q * dx - px < W)
                  s += a[y * ay + x * ax + c * ac + p * ap + q * aq] *
                       w[f * wf + c * wc + p * wp + q * wq];
          o[f * of + y * oy + x * ox] = alpha * s + gamma * b[f * bf];
        }
  }
} = body {
  SmrRtConv c = {1, F, {1, Y, X}, C, {1, P, Q},
                 0, {0, ay, ax}, ac, {0, ap, aq},
                 0, wf, wc, {0, wp, wq},
                 0, of, {0, oy, ox}, bf};
  SmrRtConvEdges edges = {{sy, sx}, {dy, dx}, {py, px}, {H, W}};
  smr_rt_conv_${B}(&c, &edges, alpha, a, w, gamma, b, 0, 0, o);
}
name "${P}conv-pad-bias"
about "convolutions with a border of zeros"

C {
#include "smr_rt.h"
  void ${P}conv_pad_batch_bias(long N, long F, long Y, long X, long C, long P, long Q, ${T} alpha,
                               const ${T} *a, long an, long ay, long ax, long ac, long ap, long aq,
                               const ${T} *w, long wn, long wf, long wc, long wp, long wq, long sy, long dy,
                               long py, long H, long sx, long dx, long px, long W, ${T} gamma, const ${T} *b,
                               long bf, ${T} *o, long on, long of, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long f = 0; f < F; f++)
        for (long y = 0; y < Y; y++)
          for (long x = 0; x < X; x++) {
            ${T} s = 0;
            for (long c = 0; c < C; c++)
              for (long p = 0; p < P; p++)
                for (long q = 0; q < Q; q++)
                  if (y * sy + p * dy - py >= 0 && y * sy + p * dy - py < H && x * sx + q * dx - px >= 0 &&
                      x * sx + q * dx - px < W)
                    s += a[n * an + y * ay + x * ax + c * ac + p * ap + q * aq] *
                         w[n * wn + f * wf + c * wc + p * wp + q * wq];
            o[n * on + f * of + y * oy + x * ox] = alpha * s + gamma * b[f * bf];
          }
  }
} = body {
  SmrRtConv c = {N, F, {1, Y, X}, C, {1, P, Q},
                 an, {0, ay, ax}, ac, {0, ap, aq},
                 wn, wf, wc, {0, wp, wq},
                 on, of, {0, oy, ox}, bf};
  SmrRtConvEdges edges = {{sy, sx}, {dy, dx}, {py, px}, {H, W}};
  smr_rt_conv_${B}(&c, &edges, alpha, a, w, gamma, b, 0, 0, o);
}
name "${P}conv-pad-batch-bias"
about "convolutions with a border of zeros"

//--- One filter for each channel (depthwise): n is the channel ------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}conv_depthwise(long N, long Y, long X, long P, long Q, ${T} alpha, const ${T} *a, long an, long ay,
                          long ax, long ap, long aq, const ${T} *w, long wn, long wp, long wq, long adds,
                          ${T} beta, ${T} *o, long on, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = 0;
          for (long p = 0; p < P; p++)
            for (long q = 0; q < Q; q++)
              s += a[n * an + y * ay + x * ax + p * ap + q * aq] *
                   w[n * wn + p * wp + q * wq];
          s = alpha * s;
          if (adds > 0)
            s = s + beta * o[n * on + y * oy + x * ox];
          o[n * on + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtConv c = {N, 1, {1, Y, X}, 1, {1, P, Q},
                 an, {0, ay, ax}, 0, {0, ap, aq},
                 wn, 0, 0, {0, wp, wq},
                 on, 0, {0, oy, ox}, 0};
  smr_rt_conv_${B}(&c, 0, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv-depthwise"
about "a convolution of each channel alone"

C {
#include "smr_rt.h"
  void ${P}conv_pad_depthwise(long N, long Y, long X, long P, long Q, ${T} alpha, const ${T} *a, long an,
                              long ay, long ax, long ap, long aq, const ${T} *w, long wn, long wp, long wq,
                              long sy, long dy, long py, long H, long sx, long dx, long px, long W, long adds,
                              ${T} beta, ${T} *o, long on, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = 0;
          for (long p = 0; p < P; p++)
            for (long q = 0; q < Q; q++)
              if (y * sy + p * dy - py >= 0 && y * sy + p * dy - py < H && x * sx + q * dx - px >= 0 &&
                  x * sx + q * dx - px < W)
                s += a[n * an + y * ay + x * ax + p * ap + q * aq] *
                     w[n * wn + p * wp + q * wq];
          s = alpha * s;
          if (adds > 0)
            s = s + beta * o[n * on + y * oy + x * ox];
          o[n * on + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtConv c = {N, 1, {1, Y, X}, 1, {1, P, Q},
                 an, {0, ay, ax}, 0, {0, ap, aq},
                 wn, 0, 0, {0, wp, wq},
                 on, 0, {0, oy, ox}, 0};
  SmrRtConvEdges edges = {{sy, sx}, {dy, dx}, {py, px}, {H, W}};
  smr_rt_conv_${B}(&c, &edges, alpha, a, w, 0, 0, adds > 0, beta, o);
}
name "${P}conv-pad-depthwise"
about "a convolution of each channel alone"
