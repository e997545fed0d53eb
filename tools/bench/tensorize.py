#!/usr/bin/env python3
"""Times smr-tensorize on layers of ResNet-50 (--small: on small ops), rewritten and not.

--costs: what the steps of the table of costs take here (lib/tensorize/costs.h), as such a table. One thread.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from harness import LLVM, ROOT, processor  # noqa: E402

os.environ.setdefault("OPENBLAS_CORETYPE", "SkylakeX")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

PASSES = ("--convert-linalg-to-loops --convert-vector-to-llvm --expand-strided-metadata --lower-affine --finalize-memref-to-llvm "
          "--convert-scf-to-cf --arith-expand --convert-func-to-llvm --convert-arith-to-llvm --convert-index-to-llvm "
          "--convert-cf-to-llvm --reconcile-unrealized-casts").split()


def conv(n, c, x, y, f, u, v, stride, kind="f32"):
    h, w = (x - 1) * stride + u, (y - 1) * stride + v
    return ("linalg.conv_2d_nchw_fchw", f"{{strides = dense<{stride}> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}}",
            (n, c, h, w), (f, c, u, v), (n, f, x, y), kind, n * f * x * y * c * u * v)


def last(n, c, x, y, f, u, v, stride, kind="f32"):
    h, w = (x - 1) * stride + u, (y - 1) * stride + v
    return ("linalg.conv_2d_nhwc_hwcf", f"{{strides = dense<{stride}> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}}",
            (n, h, w, c), (u, v, c, f), (n, x, y, f), kind, n * f * x * y * c * u * v)


def depthwise(n, c, x, y, u, v, stride, kind="f32"):
    h, w = (x - 1) * stride + u, (y - 1) * stride + v
    return ("linalg.depthwise_conv_2d_nchw_chw", f"{{strides = dense<{stride}> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}}",
            (n, c, h, w), (c, u, v), (n, c, x, y), kind, n * c * x * y * u * v)


def pool(op, n, c, x, y, u, stride, kind="f32"):
    h = (x - 1) * stride + u
    w = (y - 1) * stride + u
    return (f"linalg.pooling_nchw_{op}", f"{{strides = dense<{stride}> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}}",
            (n, c, h, w), (u, u), (n, c, x, y), kind, n * c * x * y * u * u)


def matmul(m, n, k, kind="f32"):
    return ("linalg.matmul", "", (m, k), (k, n), (m, n), kind, m * n * k)


DRIVER = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
void f(DESCRIPTORS);
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}
int main(void) {
  BUFFERS
  double best = 1e9;
  long count = 1;
  for (int round = 0; round < ROUNDS; round++) {
    double start = now(), took;
    for (long i = 0; i < count; i++) f(ARGUMENTS);
    took = now() - start;
    if (took < 0.004 && round < 20) count *= 2, round -= count < 1 << 24;
    else if (took / count < best) best = took / count;
  }
  printf("%.9g\\n", best * 1e9);
}
"""


def dynamic(op):
    """The same, of a type that says no sizes."""
    return op + (True,)


def memref(sizes, kind, unknown):
    return "memref<" + "".join(f"{'?' if unknown else n}x" for n in sizes) + kind + ">"


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr[:3000]}")
    return done.stdout


def driver(shapes, kind, rounds):
    c = {"f32": "float", "f64": "double"}[kind]
    descriptors, buffers, arguments = [], [], []
    for k, sizes in enumerate(shapes):
        total = 1
        strides = []
        for n in reversed(sizes):
            strides.insert(0, total)
            total *= n
        descriptors.append(", ".join(["void *, void *, int64_t"] + ["int64_t"] * 2 * len(sizes)))
        buffers.append(f"{c} *b{k} = aligned_alloc(64, ({total} * sizeof(*b{k}) + 63) / 64 * 64); "
                       f"for (long i = 0; i < {total}; i++) b{k}[i] = {0 if k == 2 else 'i % 7 * 0.01'};")
        arguments.append(", ".join([f"b{k}, b{k}, 0"] + [str(n) for n in sizes] + [str(n) for n in strides]))
    return (DRIVER.replace("DESCRIPTORS", ", ".join(descriptors)).replace("BUFFERS", "\n  ".join(buffers))
            .replace("ARGUMENTS", ", ".join(arguments)).replace("ROUNDS", str(rounds)))


LAYERS = {
    "1x1, 64 to 256 channels, 56x56": conv(1, 64, 56, 56, 256, 1, 1, 1),
    "3x3, 64 to 64 channels, 56x56": conv(1, 64, 56, 56, 64, 3, 3, 1),
    "3x3 stride 2, 128 to 128 channels, 28x28": conv(1, 128, 28, 28, 128, 3, 3, 2),
    "7x7 stride 2, 3 to 64 channels, 112x112": conv(1, 3, 112, 112, 64, 7, 7, 2),
    "depthwise 3x3, 64 channels, 56x56": depthwise(1, 64, 56, 56, 3, 3, 1),
    "channels last 3x3, 64 to 64 channels, 56x56": last(1, 64, 56, 56, 64, 3, 3, 1),
    "sizes unknown: 3x3, 64 to 64 channels, 56x56": dynamic(conv(1, 64, 56, 56, 64, 3, 3, 1)),
    "sizes unknown: channels last 3x3, 64 to 64 channels, 56x56": dynamic(last(1, 64, 56, 56, 64, 3, 3, 1)),
    "max pooling 3x3 stride 2, 64 channels, 56x56": pool("max", 1, 64, 56, 56, 3, 2),
}
SMALL = {
    "matmul 4": matmul(4, 4, 4),
    "matmul 8": matmul(8, 8, 8),
    "matmul 16": matmul(16, 16, 16),
    "matmul 24": matmul(24, 24, 24),
    "matmul 64x2x64": matmul(64, 2, 64),
    "matmul 64x64x2": matmul(64, 64, 2),
    "matmul 100, f64": matmul(100, 100, 100, "f64"),
    "sizes unknown: matmul 8": dynamic(matmul(8, 8, 8)),
    "sizes unknown: matmul 24": dynamic(matmul(24, 24, 24)),
    "sizes unknown: matmul 48": dynamic(matmul(48, 48, 48)),
    "sizes unknown: conv 1 to 1 channels, 3x3, 100x100": dynamic(conv(1, 1, 100, 100, 1, 3, 3, 1)),
    "sizes unknown: matmul 1000x2x1000": dynamic(matmul(1000, 2, 1000)),
    "sizes unknown: matmul 2x1000x1000": dynamic(matmul(2, 1000, 1000)),
    "conv 1 to 1 channels, 3x3, 28x28": conv(1, 1, 28, 28, 1, 3, 3, 1),
    "conv 3 to 2 channels, 5x5, 14x14": conv(1, 3, 14, 14, 2, 5, 5, 1),
    "conv 8 to 8 channels, 3x3, 7x7": conv(1, 8, 7, 7, 8, 3, 3, 1),
    "conv 4 to 4 channels, 1x1, 3x3": conv(1, 4, 3, 3, 4, 1, 1, 1),
    "depthwise 3x3, 2 channels, 5x5": depthwise(1, 2, 5, 5, 3, 3, 1),
    "max pooling 2x2, 2 channels, 4x4": pool("max", 1, 2, 4, 4, 2, 2),
    "sum pooling 3x3, 16 channels, 14x14": pool("sum", 1, 16, 14, 14, 3, 1),
}

class Bench:
    def __init__(self, build, work, rounds):
        self.build, self.work, self.rounds = os.path.abspath(build), work, rounds

    def source(self, op):
        name, attributes, a, b, c, kind, _ = op[:7]
        types = [memref(s, kind, len(op) > 7) for s in (a, b, c)]
        path = os.path.join(self.work, "in.mlir")
        with open(path, "w") as file:
            file.write(f"func.func @f(%a: {types[0]}, %b: {types[1]}, %c: {types[2]}) {{\n  {name} {attributes} "
                       f"ins(%a, %b : {types[0]}, {types[1]}) outs(%c : {types[2]})\n  return\n}}\n")
        return path

    def rewrite(self, op, options):
        report = os.path.join(self.work, "report.json")
        run([f"{LLVM}/mlir-opt", f"--load-pass-plugin={self.build}/lib/libsmr.so",
             f"--smr-tensorize=report={report} {options}", self.source(op), "-o", os.path.join(self.work, "out.mlir")])
        with open(report) as file:
            return json.load(file)

    def time(self, op, options):
        """Nanoseconds of the op, and the report; options None: not rewritten."""
        path = os.path.join(self.work, "x")
        report = self.rewrite(op, options) if options is not None else None
        source = os.path.join(self.work, "out.mlir") if report else self.source(op)
        run([f"{LLVM}/mlir-opt", *PASSES, source, "-o", path + ".mlir"])
        run([f"{LLVM}/mlir-translate", "--mlir-to-llvmir", path + ".mlir", "-o", path + ".ll"])
        with open(path + ".c", "w") as file:
            file.write(driver(op[2:5], op[5], self.rounds))
        run([f"{LLVM}/clang", "-O3", "-march=native", "-Wno-override-module", path + ".ll", path + ".c", "-o", path, "-lopenblas", "-lm"])
        return float(run([path])), report


def table(bench, ops):
    print(f"{processor()}, OPENBLAS_CORETYPE={os.environ['OPENBLAS_CORETYPE']}, one thread\n")
    print("| op | as it is | rewritten | times faster | Gflop/s | found in | what |\n|---|---|---|---|---|---|---|")
    for name, op in ops.items():
        before, _ = bench.time(op, None)
        after, report = bench.time(op, "")
        done = report["rewrites"]
        what = done[0]["what"] if done else "left: " + report["missed"][0]["reason"]
        found = f"{done[0]['milliseconds']:.1f} ms" if done else ""
        print(f"| {name} | {before / 1e3:.4g} us | {after / 1e3:.4g} us | {before / after:.3g} | {2 * op[6] / after:.3g} | {found} | {what} |", flush=True)


def costs(bench):
    """Each cost from an op that is mostly it."""
    products = os.path.join(bench.work, "products.costs")
    with open(products, "w") as file:
        file.write("f*-op 1e30\nf*-unrolled 1e30\nf*-pool 1e30\nf*-vector 1e9\nf*-scalar 1e9\n")
    product = f"costs={products}"
    for kind in ("f32", "f64"):
        big, small = matmul(500, 500, 500, kind), matmul(2, 2, 2, kind)
        call = bench.time(small, product)[0]
        multiply = (bench.time(big, product)[0] - call) / big[6]
        layer = conv(1, 64, 56, 56, 1, 3, 3, 1, kind)
        copied = bench.time(layer, product)[0]
        loops = depthwise(1, 64, 56, 56, 3, 3, 1, kind)
        strided = depthwise(1, 64, 56, 56, 3, 3, 2, kind)
        plain = matmul(100, 100, 100, kind)
        tell = lambda name, ns: print(f"{kind}-{name} {1000 * ns:.4g}", flush=True)
        tell("call", call)
        tell("multiply", multiply)
        tell("copy", (copied - multiply * layer[6]) / layer[6])
        tell("vector", bench.time(loops, "costs=none")[0] / loops[6])
        tell("scalar", bench.time(strided, "costs=none")[0] / strided[6])
        tell("op", min(bench.time(o, None)[0] / o[6] for o in (plain, loops, conv(1, 16, 28, 28, 16, 3, 3, 1, kind))))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--costs", action="store_true")
    parser.add_argument("--small", action="store_true", help="small ops: what should be left alone")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(options.build, work, options.rounds)
        costs(bench) if options.costs else table(bench, SMALL if options.small else LAYERS)


main()
