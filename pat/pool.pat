// pool.pat - pooling: the maximum, minimum, sum or mean of an image's windows, over float and double.
//
// Pairs are of mode `exact`: taps are taken in the code's own order by its own comparison, so that what comes out has
// the same bits where there are NaNs, zeros of both signs or rounding. Strides stand for all layouts and for loops over
// places in any order (lib/runtime/pool_body.inc).
//
// n image or channel, y x place of the result, p q tap.

link "smr_rt"
mode exact
fp exact
costs "pool.costs"

// Each comparison as it may be written. ${I} and ${J}: how the kernel takes the two kinds.
each ${T} = float, double, float, double, float, double, float, double; ${P} = s, d, s, d, s, d, s, d; ${B} = f32, f64, f32, f64, f32, f64, f32, f64; ${M} = max, max, max, max, min, min, min, min; ${V} = nan, nan, nan, nan, nanmin, nanmin, nanmin, nanmin; ${I} = 1, 1, 1, 1, 3, 3, 3, 3; ${J} = 2, 2, 2, 2, 4, 4, 4, 4; ${K} = gt, gt, lt, lt, gt, gt, lt, lt; ${G} = v > s, v > s, s < v, s < v, s > v, s > v, v < s, v < s; ${N} = s > v, s > v, v < s, v < s, v > s, v > s, s < v, s < v

//--- The greatest or least tap, or what was before: a NaN is left out ------------------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}${M}pool_${K}(long N, long Y, long X, long P, long Q, ${T} start, const ${T} *a, long an,
                      long ay, long ax, long ap, long aq, ${T} *o, long on, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = start;
          for (long p = 0; p < P; p++)
            for (long q = 0; q < Q; q++) {
              ${T} v = a[n * an + y * ay + x * ax + p * ap + q * aq];
              s = ${G} ? v : s;
            }
          o[n * on + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtPool p = {{N, Y, X}, {P, Q}, {an, ay, ax}, {ap, aq}, {on, oy, ox}, ${I}, 0};
  smr_rt_pool_${B}(&p, start, 1, 1, a, o);
}
name "${P}${M}pool-${K}"
about "the greatest or least of each window"

//--- The same from the first tap: if that is a NaN it stays ----------------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}${M}pool_${K}_first(long N, long Y, long X, long P, long Q, const ${T} *a, long an,
                            long ay, long ax, long ap, long aq, ${T} *o, long on, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = a[n * an + y * ay + x * ax];
          for (long p = 0; p < P; p++)
            for (long q = 0; q < Q; q++) {
              ${T} v = a[n * an + y * ay + x * ax + p * ap + q * aq];
              s = ${G} ? v : s;
            }
          o[n * on + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtPool p = {{N, Y, X}, {P, Q}, {an, ay, ax}, {ap, aq}, {on, oy, ox}, ${I}, 1};
  smr_rt_pool_${B}(&p, 0, 1, 1, a, o);
}
name "${P}${M}pool-${K}-first"
about "the greatest or least of each window"

//--- The same, but a NaN takes the place of what was before ------------------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}${V}pool_${K}(long N, long Y, long X, long P, long Q, ${T} start, const ${T} *a, long an,
                      long ay, long ax, long ap, long aq, ${T} *o, long on, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = start;
          for (long p = 0; p < P; p++)
            for (long q = 0; q < Q; q++) {
              ${T} v = a[n * an + y * ay + x * ax + p * ap + q * aq];
              s = ${N} ? s : v;
            }
          o[n * on + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtPool p = {{N, Y, X}, {P, Q}, {an, ay, ax}, {ap, aq}, {on, oy, ox}, ${J}, 0};
  smr_rt_pool_${B}(&p, start, 1, 1, a, o);
}
name "${P}${V}pool-${K}"
about "the greatest or least of each window, or its NaN"

//--- From the first tap ----------------------------------------------------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}${V}pool_${K}_first(long N, long Y, long X, long P, long Q, const ${T} *a, long an,
                            long ay, long ax, long ap, long aq, ${T} *o, long on, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = a[n * an + y * ay + x * ax];
          for (long p = 0; p < P; p++)
            for (long q = 0; q < Q; q++) {
              ${T} v = a[n * an + y * ay + x * ax + p * ap + q * aq];
              s = ${N} ? s : v;
            }
          o[n * on + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtPool p = {{N, Y, X}, {P, Q}, {an, ay, ax}, {ap, aq}, {on, oy, ox}, ${J}, 1};
  smr_rt_pool_${B}(&p, 0, 1, 1, a, o);
}
name "${P}${V}pool-${K}-first"
about "the greatest or least of each window, or its NaN"

each ${T} = float, double; ${P} = s, d; ${B} = f32, f64

//--- Sums ------------------------------------------------------------------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}sumpool(long N, long Y, long X, long P, long Q, ${T} start, const ${T} *a, long an,
                      long ay, long ax, long ap, long aq, ${T} *o, long on, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = start;
          for (long p = 0; p < P; p++)
            for (long q = 0; q < Q; q++) {
              ${T} v = a[n * an + y * ay + x * ax + p * ap + q * aq];
              s += v;
            }
          o[n * on + y * oy + x * ox] = s;
        }
  }
} = body {
  SmrRtPool p = {{N, Y, X}, {P, Q}, {an, ay, ax}, {ap, aq}, {on, oy, ox}, 0, 0};
  smr_rt_pool_${B}(&p, start, 1, 1, a, o);
}
name "${P}sumpool"
about "the sum of each window"

//--- Means: by a factor, or by a divisor -----------------------------------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}meanpool_times(long N, long Y, long X, long P, long Q, ${T} start, ${T} factor, const ${T} *a, long an,
                             long ay, long ax, long ap, long aq, ${T} *o, long on, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = start;
          for (long p = 0; p < P; p++)
            for (long q = 0; q < Q; q++) {
              ${T} v = a[n * an + y * ay + x * ax + p * ap + q * aq];
              s += v;
            }
          o[n * on + y * oy + x * ox] = s * factor;
        }
  }
} = body {
  SmrRtPool p = {{N, Y, X}, {P, Q}, {an, ay, ax}, {ap, aq}, {on, oy, ox}, 0, 0};
  smr_rt_pool_${B}(&p, start, factor, 1, a, o);
}
name "${P}meanpool-times"
about "the mean of each window"

//--- And divided -----------------------------------------------------------------------------------------------------

C {
#include "smr_rt.h"
  void ${P}meanpool_over(long N, long Y, long X, long P, long Q, ${T} start, ${T} divisor, const ${T} *a, long an,
                            long ay, long ax, long ap, long aq, ${T} *o, long on, long oy, long ox) {
    for (long n = 0; n < N; n++)
      for (long y = 0; y < Y; y++)
        for (long x = 0; x < X; x++) {
          ${T} s = start;
          for (long p = 0; p < P; p++)
            for (long q = 0; q < Q; q++) {
              ${T} v = a[n * an + y * ay + x * ax + p * ap + q * aq];
              s += v;
            }
          o[n * on + y * oy + x * ox] = s / divisor;
        }
  }
} = body {
  SmrRtPool p = {{N, Y, X}, {P, Q}, {an, ay, ax}, {ap, aq}, {on, oy, ox}, 0, 0};
  smr_rt_pool_${B}(&p, start, 1, divisor, a, o);
}
name "${P}meanpool-over"
about "the mean of each window"
