// A direct convolution, conjugate gradients (dense and sparse), k-means, blur, power iteration, normal
// equations.
#include "../harness.h"

/// NCHW, no padding, stride 1.
static void conv2d(const float *input, const float *kernel, const float *bias, float *output, int channels,
                   int height, int width, int filters, int kh, int kw) {
  int oh = height - kh + 1, ow = width - kw + 1;
  for (int f = 0; f < filters; f++)
    for (int y = 0; y < oh; y++)
      for (int x = 0; x < ow; x++) {
        float sum = bias[f];
        for (int c = 0; c < channels; c++)
          for (int i = 0; i < kh; i++)
            for (int j = 0; j < kw; j++)
              sum += input[(c * height + y + i) * width + x + j] *
                     kernel[((f * channels + c) * kh + i) * kw + j];
        output[(f * oh + y) * ow + x] = sum;
      }
}

static double dot(int count, const double *x, const double *y) {
  double sum = 0.0;
  for (int i = 0; i < count; ++i)
    sum += x[i] * y[i];
  return sum;
}

static void axpy(int count, double alpha, const double *x, double *y) {
  for (int i = 0; i < count; ++i)
    y[i] += alpha * x[i];
}

static void dense_product(int count, const double *a, const double *x, double *y) {
  for (int i = 0; i < count; ++i) {
    y[i] = 0.0;
    for (int j = 0; j < count; ++j)
      y[i] += a[i * count + j] * x[j];
  }
}

static void sparse_product(int count, const int *start, const int *column, const double *value,
                           const double *x, double *y) {
  for (int i = 0; i < count; ++i) {
    double sum = 0.0;
    for (int e = start[i]; e < start[i + 1]; ++e)
      sum += value[e] * x[column[e]];
    y[i] = sum;
  }
}

static int conjugate_gradients(int count, const double *a, const double *b, double *x, double *r, double *p,
                               double *q, int steps) {
  for (int i = 0; i < count; ++i) {
    x[i] = 0.0;
    r[i] = b[i];
    p[i] = b[i];
  }
  double rho = dot(count, r, r);
  int step = 0;
  for (; step < steps && rho > 1e-20; ++step) {
    dense_product(count, a, p, q);
    double alpha = rho / dot(count, p, q);
    axpy(count, alpha, p, x);
    axpy(count, -alpha, q, r);
    double next = dot(count, r, r), beta = next / rho;
    for (int i = 0; i < count; ++i)
      p[i] = r[i] + beta * p[i];
    rho = next;
  }
  return step;
}

/// Lloyd's steps over `count` points of `dim` coordinates.
static void kmeans(int count, int dim, int clusters, const double *points, double *centres, double *sums,
                   int *sizes, int *labels) {
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < count; ++i) {
      double best = 1e300;
      for (int c = 0; c < clusters; ++c) {
        double distance = 0.0;
        for (int d = 0; d < dim; ++d) {
          double difference = points[i * dim + d] - centres[c * dim + d];
          distance += difference * difference;
        }
        if (distance < best) {
          best = distance;
          labels[i] = c;
        }
      }
    }
    for (int c = 0; c < clusters; ++c) {
      sizes[c] = 0;
      for (int d = 0; d < dim; ++d)
        sums[c * dim + d] = 0.0;
    }
    for (int i = 0; i < count; ++i) {
      ++sizes[labels[i]];
      for (int d = 0; d < dim; ++d)
        sums[labels[i] * dim + d] += points[i * dim + d];
    }
    for (int c = 0; c < clusters; ++c)
      for (int d = 0; d < dim && sizes[c] > 0; ++d)
        centres[c * dim + d] = sums[c * dim + d] / sizes[c];
  }
}

static void blur(int height, int width, const unsigned char *in, unsigned char *out) {
  for (int y = 1; y < height - 1; ++y)
    for (int x = 1; x < width - 1; ++x) {
      int sum = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          sum += in[(y + dy) * width + x + dx];
      out[y * width + x] = (unsigned char)(sum / 9);
    }
}

static double power_iteration(int count, const double *a, double *v, double *w, int steps) {
  double lambda = 0.0;
  for (int step = 0; step < steps; ++step) {
    dense_product(count, a, v, w);
    double norm = sqrt(dot(count, w, w));
    if (norm == 0.0)
      return 0.0;
    lambda = dot(count, v, w);
    for (int i = 0; i < count; ++i)
      v[i] = w[i] / norm;
  }
  return lambda;
}

/// ata = a' a and atb = a' b of a least squares problem.
static void normal_equations(int rows, int cols, const double *a, const double *b, double *ata, double *atb) {
  for (int i = 0; i < cols; ++i) {
    for (int j = 0; j < cols; ++j) {
      double sum = 0.0;
      for (int r = 0; r < rows; ++r)
        sum += a[r * cols + i] * a[r * cols + j];
      ata[i * cols + j] = sum;
    }
    double sum = 0.0;
    for (int r = 0; r < rows; ++r)
      sum += a[r * cols + i] * b[r];
    atb[i] = sum;
  }
}

static void transpose(int rows, int cols, const double *a, double *b) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      b[j * rows + i] = a[i * cols + j];
}

static double frobenius(int rows, int cols, const double *a) {
  double sum = 0.0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      sum += a[i * cols + j] * a[i * cols + j];
  return sqrt(sum);
}

static void histogram(int count, const unsigned char *in, int *bins) {
  for (int i = 0; i < count; ++i)
    bins[in[i]]++;
}

static double polynomial(int degree, const double *c, double x) {
  double y = 0.0;
  for (int i = degree; i >= 0; --i)
    y = y * x + c[i];
  return y;
}

static void keep_floats(const char *name, const float *data, size_t count) {
  double *copy = malloc((count + 1) * sizeof *copy);
  for (size_t i = 0; i < count; ++i)
    copy[i] = (double)data[i];
  harness_keep(name, copy, count);
  free(copy);
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  {
    int height = m + 3, width = n + 3, channels = k % 5, filters = l % 5;
    size_t in = (size_t)(channels * height * width), ker = (size_t)(filters * channels * 9),
           out = (size_t)(filters * (m + 1) * (n + 1));
    double *source = harness_fresh(in + ker + 5);
    float *data = malloc((in + ker + 5 + out) * sizeof *data);
    for (size_t i = 0; i < in + ker + 5; ++i)
      data[i] = (float)source[i];
    conv2d(data, data + in, data + in + ker, data + in + ker + 5, channels, height, width, filters, 3, 3);
    keep_floats("conv2d.float", data + in + ker + 5, out);
    free(source), free(data);
  }
  size_t nn = (size_t)n * (size_t)n;
  double *a = harness_fresh(nn), *b = harness_fresh((size_t)n), *x = harness_fresh((size_t)n),
         *r = harness_fresh((size_t)n);
  double *p = harness_fresh((size_t)n), *q = harness_fresh((size_t)n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      a[i * n + j] = a[j * n + i];
    a[i * n + i] += n + 1;
  }
  conjugate_gradients(n, a, b, x, r, p, q, 5);
  harness_keep("cg", x, (size_t)n);
  harness_keep_number("power", power_iteration(n, a, b, q, 4));
  harness_keep_number("frobenius", frobenius(n, n, a));
  harness_keep_number("polynomial", polynomial(n - 1, b, 0.7));
  int *start = malloc(((size_t)n + 1) * sizeof *start),
      *column = malloc((size_t)(3 * n + 1) * sizeof *column);
  double *value = harness_fresh((size_t)(3 * n));
  start[0] = 0;
  for (int i = 0; i < n; ++i) {
    start[i + 1] = start[i] + i % 4;
    for (int e = start[i]; e < start[i + 1]; ++e)
      column[e] = (e * 7 + i) % n;
  }
  sparse_product(n, start, column, value, b, q);
  harness_keep("sparse", q, (size_t)n);
  free(a), free(b), free(x), free(r), free(p), free(q), free(start), free(column), free(value);
  {
    double *points = harness_fresh((size_t)(m * k)), *centres = harness_fresh((size_t)(3 * k)),
           *sums = harness_fresh((size_t)(3 * k));
    int sizes[3], *labels = calloc((size_t)m + 1, sizeof *labels);
    kmeans(m, k, 3, points, centres, sums, sizes, labels);
    harness_keep("kmeans", centres, (size_t)(3 * k));
    double *ata = harness_fresh((size_t)(k * k)), *atb = harness_fresh((size_t)k),
           *rhs = harness_fresh((size_t)m);
    normal_equations(m, k, points, rhs, ata, atb);
    harness_keep("ata", ata, (size_t)(k * k));
    harness_keep("atb", atb, (size_t)k);
    double *turned = harness_fresh((size_t)(m * k));
    transpose(m, k, points, turned);
    harness_keep("transpose", turned, (size_t)(m * k));
    free(points), free(centres), free(sums), free(labels), free(ata), free(atb), free(rhs), free(turned);
  }
  {
    size_t size = (size_t)(m * n);
    unsigned char *in = malloc(size + 1), *out = calloc(size + 1, 1);
    for (size_t i = 0; i < size; ++i)
      in[i] = (unsigned char)(i * i * 31 + i * 7);
    blur(m, n, in, out);
    int bins[256] = {0};
    histogram((int)size, out, bins);
    double *copy = malloc((size + 256) * sizeof *copy);
    for (size_t i = 0; i < size; ++i)
      copy[i] = out[i];
    for (size_t i = 0; i < 256; ++i)
      copy[size + i] = bins[i];
    harness_keep("blur", copy, size + 256);
    free(in), free(out), free(copy);
  }
  return 0;
}
