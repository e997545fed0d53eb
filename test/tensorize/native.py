"""Runs functions of linalg's ops, rewritten and not: native.py BUILD LLVM-BIN CC WORK

Each case is one function; what it leaves in the output is compared on random data with what the op leaves there as
linalg's loops, for several ways to rewrite it. With fp=exact it must be the same bits.
"""
import ctypes
import itertools
import math
import os
import random
import re
import subprocess
import sys

BUILD, LLVM, CC, WORK = sys.argv[1:5]
INPUTS = os.path.join(os.path.dirname(os.path.realpath(__file__)), "Inputs")
LIBRARY = os.path.join(BUILD, "lib", "libsmr.so")
PASSES = ("--convert-linalg-to-loops --convert-vector-to-llvm --expand-strided-metadata --lower-affine --finalize-memref-to-llvm "
          "--convert-scf-to-cf --arith-expand --convert-func-to-llvm --convert-arith-to-llvm --convert-index-to-llvm "
          "--convert-cf-to-llvm --reconcile-unrealized-casts").split()
ANY = -1  # a size or stride that the type does not say


class Memref:
    """A memref's type, and the sizes and strides that it has when the function runs."""

    def __init__(self, sizes, kind="f32", strides=None, shown=None, shown_strides=None):
        self.sizes, self.kind = list(sizes), kind
        self.strides = list(strides) if strides else [self.row(d) for d in range(len(sizes))]
        self.shown = list(shown) if shown else self.sizes
        self.strided = strides is not None or shown_strides is not None
        self.shown_strides = list(shown_strides) if shown_strides else self.strides

    def row(self, d):
        n = 1
        for size in self.sizes[d + 1:]:
            n *= size
        return n

    def type(self):
        text = "memref<" + "".join(f"{'?' if n == ANY else n}x" for n in self.shown) + self.kind
        if self.strided:
            text += ", strided<[" + ", ".join("?" if n == ANY else str(n) for n in self.shown_strides) + "]>"
        return text + ">"

    def elements(self):
        return 1 + sum((n - 1) * s for n, s in zip(self.sizes, self.strides)) if all(self.sizes) else 0

    def places(self):
        return [sum(i * s for i, s in zip(at, self.strides)) for at in itertools.product(*map(range, self.sizes))]


class Case:
    """left: the pass leaves it alone. over: the output begins so many elements behind that operand's first one."""

    def __init__(self, name, op, operands, attributes="", left=False, over=None):
        self.name, self.op, self.operands, self.attributes, self.left, self.over = name, op, operands, attributes, left, over

    def text(self):
        types = [o.type() for o in self.operands]
        return (f"func.func @{self.name}(%a: {types[0]}, %b: {types[1]}, %c: {types[2]}) attributes {{llvm.emit_c_interface}} {{\n"
                f"  {self.op} {self.attributes} ins(%a, %b : {types[0]}, {types[1]}) outs(%c : {types[2]})\n  return\n}}\n")


def window(strides, dilations=None):
    n = len(strides)
    return (f"{{strides = dense<[{', '.join(map(str, strides))}]> : vector<{n}xi64>, "
            f"dilations = dense<[{', '.join(map(str, dilations or [1] * n))}]> : vector<{n}xi64>}}")


def reach(out, kernel, stride, dilation, more=0):
    return (out - 1) * stride + (kernel - 1) * dilation + 1 + more


def shapes(layout, sizes):
    return [sizes[letter] for letter in layout]


def conv(name, op, layouts, sizes, strides=(1, 1), dilations=(1, 1), kind="f32", more=0, dynamic=False):
    """layouts: input, kernel, output; letters x, y: across, and the kernel's u, v; capital letters in the input."""
    sizes = dict(sizes)
    for across, inside, stride, dilation in zip("xyz", "uvw", strides, dilations):
        sizes[across.upper()] = reach(sizes[across], sizes[inside], stride, dilation, more)
    operands = []
    for layout in layouts:
        s = shapes(layout, sizes)
        operands.append(Memref(s, kind, shown=[ANY] * len(s) if dynamic else None))
    return Case(name, "linalg." + op, operands, window(strides, dilations))


NCHW, NHWC = ("ncXY", "fcuv", "nfxy"), ("nXYc", "uvcf", "nxyf")


def cases():
    s = dict(n=2, c=3, f=5, x=6, y=9, u=3, v=2)
    big = dict(n=1, c=4, f=9, x=11, y=40, u=3, v=3)
    one = dict(n=1, c=1, f=1, x=1, y=1, u=1, v=1)
    out = [
        conv("nchw", "conv_2d_nchw_fchw", NCHW, s),
        conv("nchw_big", "conv_2d_nchw_fchw", NCHW, big),
        conv("nchw_stride", "conv_2d_nchw_fchw", NCHW, s, strides=(2, 3)),
        conv("nchw_dilated", "conv_2d_nchw_fchw", NCHW, s, strides=(1, 2), dilations=(2, 3)),
        conv("nchw_f64", "conv_2d_nchw_fchw", NCHW, s, kind="f64"),
        conv("nchw_larger", "conv_2d_nchw_fchw", NCHW, s, strides=(2, 2), more=1),
        conv("nchw_1x1", "conv_2d_nchw_fchw", NCHW, dict(big, u=1, v=1)),
        conv("nchw_1x1_stride", "conv_2d_nchw_fchw", NCHW, dict(big, u=1, v=1), strides=(2, 2)),
        conv("nchw_one", "conv_2d_nchw_fchw", NCHW, one),
        conv("nchw_one_filter", "conv_2d_nchw_fchw", NCHW, dict(s, f=1)),
        conv("nchw_one_place", "conv_2d_nchw_fchw", NCHW, dict(s, x=1, y=1)),
        conv("nchw_dynamic", "conv_2d_nchw_fchw", NCHW, big, strides=(2, 1), dynamic=True),
        conv("nchw_dynamic_dilated", "conv_2d_nchw_fchw", NCHW, big, dilations=(2, 1), dynamic=True),
        conv("nchw_dynamic_one", "conv_2d_nchw_fchw", NCHW, one, dynamic=True),
        conv("nhwc", "conv_2d_nhwc_hwcf", NHWC, s),
        conv("nhwc_stride", "conv_2d_nhwc_hwcf", NHWC, big, strides=(2, 2)),
        conv("nhwc_dilated", "conv_2d_nhwc_hwcf", NHWC, s, dilations=(3, 2), kind="f64"),
        conv("nhwc_dynamic", "conv_2d_nhwc_hwcf", NHWC, big, dynamic=True),
        conv("nhwc_fhwc", "conv_2d_nhwc_fhwc", ("nXYc", "fuvc", "nxyf"), s, strides=(2, 1)),
        conv("ncw", "conv_1d_ncw_fcw", ("ncX", "fcu", "nfx"), dict(s, x=150), strides=(2,), dilations=(3,)),
        conv("nwc", "conv_1d_nwc_wcf", ("nXc", "ucf", "nxf"), dict(s, x=50), strides=(1,), dilations=(1,)),
        conv("plain_2d", "conv_2d", ("XY", "uv", "xy"), dict(s, x=20, y=21), dilations=(1, 1)),
        conv("volume", "conv_3d_ncdhw_fcdhw", ("ncXYZ", "fcuvw", "nfxyz"), dict(s, z=3, w=2), strides=(1, 2, 1), dilations=(2, 1, 1)),
        conv("groups_gf", "conv_2d_ngchw_gfchw", ("ngcXY", "gfcuv", "ngfxy"), dict(s, g=3)),
        conv("groups_fg", "conv_2d_ngchw_fgchw", ("ngcXY", "fgcuv", "ngfxy"), dict(s, g=2), strides=(2, 1)),
        conv("depthwise", "depthwise_conv_2d_nchw_chw", ("ncXY", "cuv", "ncxy"), dict(s, y=70)),
        conv("depthwise_stride", "depthwise_conv_2d_nchw_chw", ("ncXY", "cuv", "ncxy"), dict(s, y=70), strides=(2, 2), kind="f64"),
        conv("depthwise_last", "depthwise_conv_2d_nhwc_hwc", ("nXYc", "uvc", "nxyc"), dict(s, c=45), strides=(1, 2)),
        conv("depthwise_multi", "depthwise_conv_2d_nhwc_hwcm", ("nXYc", "uvcm", "nxycm"), dict(s, m=2)),
        conv("depthwise_dynamic", "depthwise_conv_2d_nhwc_hwc", ("nXYc", "uvc", "nxyc"), dict(s, c=45, y=30), dynamic=True),
    ]
    for kind in ("max", "sum"):
        out += [conv(f"pool_nchw_{kind}", f"pooling_nchw_{kind}", ("ncXY", "uv", "ncxy"), dict(s, y=41)),
                conv(f"pool_nchw_{kind}_stride", f"pooling_nchw_{kind}", ("ncXY", "uv", "ncxy"), s, strides=(2, 2), dilations=(1, 2)),
                conv(f"pool_nhwc_{kind}", f"pooling_nhwc_{kind}", ("nXYc", "uv", "nxyc"), dict(s, c=37), strides=(2, 1), kind="f64"),
                conv(f"pool_nhwc_{kind}_dynamic", f"pooling_nhwc_{kind}", ("nXYc", "uv", "nxyc"), dict(s, c=37, y=30), dynamic=True)]
    product = dict(m=17, n=35, k=23, b=3)
    for kind, dynamic in itertools.product(("f32", "f64"), (False, True)):
        def matrices(layouts, sizes):
            return [Memref(shapes(x, sizes), kind, shown=[ANY] * len(x) if dynamic else None) for x in layouts]
        name = kind + "_dynamic" * dynamic
        large = {letter: 2 * n for letter, n in product.items()}
        out += [Case("matmul_" + name, "linalg.matmul", matrices(("mk", "kn", "mn"), large if dynamic else product)),
                Case("batch_" + name, "linalg.batch_matmul", matrices(("bmk", "bkn", "bmn"), large if dynamic else product))]
    maps = "indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]"
    out.append(Case("matmul_maps", "linalg.matmul " + maps, [Memref([23, 17]), Memref([35, 23]), Memref([17, 35])]))
    out.append(Case("matvec", "linalg.matvec", [Memref([23, 17]), Memref([17]), Memref([23])], left=True))
    # Strides: a part of something larger, columns, what the type does not say.
    row = [60, 1]
    out += [
        Case("part", "linalg.matmul", [Memref([17, 23], strides=row), Memref([23, 35], strides=row), Memref([17, 35], strides=row)]),
        Case("columns", "linalg.matmul", [Memref([17, 23], strides=[1, 40]), Memref([23, 35], strides=[1, 40]), Memref([17, 35], strides=[1, 40])]),
        Case("apart", "linalg.matmul", [Memref([17, 23], strides=[60, 2]), Memref([23, 35], strides=[200, 3]), Memref([17, 35], strides=row)]),
        Case("apart_out", "linalg.matmul", [Memref([17, 23]), Memref([23, 35]), Memref([17, 35], strides=[100, 2])]),
        Case("unknown", "linalg.matmul", [Memref([17, 23], strides=row, shown_strides=[ANY, ANY]), Memref([23, 35], strides=row, shown_strides=[ANY, 1]),
                                          Memref([17, 35], strides=row, shown_strides=[ANY, ANY])]),
        Case("unknown_apart", "linalg.matmul", [Memref([17, 23], strides=[60, 2], shown_strides=[ANY, ANY]), Memref([23, 35]), Memref([17, 35])]),
        Case("unknown_out", "linalg.matmul", [Memref([17, 23]), Memref([23, 35]), Memref([17, 35], strides=[1, 17], shown_strides=[ANY, ANY])]),
        Case("strided_conv", "linalg.conv_2d_nchw_fchw",
             [Memref([2, 3, 8, 9], strides=[700, 200, 20, 1]), Memref([4, 3, 3, 2], strides=[40, 12, 4, 1]), Memref([2, 4, 6, 8], strides=[900, 200, 20, 1])],
             window((1, 1))),
        Case("strided_unknown", "linalg.conv_2d_nchw_fchw",
             [Memref([2, 3, 8, 9], strides=[700, 200, 20, 1], shown_strides=[ANY] * 4), Memref([4, 3, 3, 2]),
              Memref([2, 4, 6, 8], strides=[900, 200, 20, 1], shown_strides=[ANY] * 4)], window((1, 1))),
        Case("over_input", "linalg.matmul", [Memref([17, 23]), Memref([23, 23]), Memref([17, 23])], over=(0, 23)),
        Case("over_kernel", "linalg.matmul", [Memref([23, 23]), Memref([23, 17]), Memref([23, 17])], over=(1, 60)),
        Case("beside_input", "linalg.matmul", [Memref([17, 23]), Memref([23, 23]), Memref([17, 23])], over=(0, 17 * 23)),
        Case("over_conv", "linalg.conv_2d_nchw_fchw", [Memref([1, 3, 8, 9]), Memref([3, 3, 3, 3]), Memref([1, 3, 6, 7])], window((1, 1)), over=(0, 5)),
        Case("over_pool", "linalg.pooling_nchw_max", [Memref([1, 3, 8, 19]), Memref([3, 3]), Memref([1, 3, 6, 17])], window((1, 1)), over=(0, 2)),
        Case("nothing", "linalg.matmul", [Memref([4, 0], shown=[ANY, ANY]), Memref([0, 5], shown=[ANY, ANY]), Memref([4, 5], shown=[ANY, ANY])]),
        Case("nothing_known", "linalg.matmul", [Memref([4, 0]), Memref([0, 5]), Memref([4, 5])], left=True),
        Case("nothing_out", "linalg.matmul", [Memref([0, 3], shown=[ANY, ANY]), Memref([3, 5], shown=[ANY, ANY]), Memref([0, 5], shown=[ANY, ANY])]),
    ]
    return out


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr[:4000]}")
    return done.stdout


def build(name, source, passes, more=()):
    path = os.path.join(WORK, name)
    run([os.path.join(LLVM, "mlir-opt"), *passes, source, "-o", path + ".opt.mlir"])
    run([os.path.join(LLVM, "mlir-opt"), *PASSES, path + ".opt.mlir", "-o", path + ".llvm.mlir"])
    run([os.path.join(LLVM, "mlir-translate"), "--mlir-to-llvmir", path + ".llvm.mlir", "-o", path + ".ll"])
    run([CC, "-O0", "-shared", "-fPIC", "-Wno-override-module", path + ".ll", *more, "-o", path + ".so", "-lopenblas", "-lm"])
    return ctypes.CDLL(path + ".so"), open(path + ".opt.mlir").read()


def descriptor(memref, address):
    rank = len(memref.sizes)

    class Descriptor(ctypes.Structure):
        _fields_ = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p), ("offset", ctypes.c_int64),
                    ("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]

    return Descriptor(address, address, 0, (ctypes.c_int64 * rank)(*memref.sizes), (ctypes.c_int64 * rank)(*memref.strides))


def call(library, case, datas):
    addresses = [ctypes.addressof(d) for d in datas]
    if case.over:
        addresses[2] = addresses[case.over[0]] + case.over[1] * ctypes.sizeof(datas[0]._type_)
    getattr(library, "_mlir_ciface_" + case.name)(*[ctypes.byref(descriptor(m, a)) for m, a in zip(case.operands, addresses)])


def compare(case, plain, rewritten, exact):
    drawn = random.Random(case.name)
    ctype = ctypes.c_double if case.operands[0].kind == "f64" else ctypes.c_float
    datas = []
    for memref in case.operands:
        n = memref.elements() + 3 + (case.operands[2].elements() + case.over[1] if case.over else 0)
        datas.append((ctype * n)(*[drawn.uniform(-2, 2) for _ in range(n)]))
        if drawn.random() < 0.2:
            for special in (math.nan, math.inf, -math.inf, -0.0):
                datas[-1][drawn.randrange(n)] = special
    copies = [type(d).from_buffer_copy(d) for d in datas]
    call(plain, case, datas)
    call(rewritten, case, copies)
    for k, (one, other) in enumerate(zip(datas, copies)):
        for i, (x, y) in enumerate(zip(one, other)):
            tolerance = 0 if exact or (k < 2 and not case.over) else (1e-11 if case.operands[0].kind == "f64" else 2e-4) * max(1, abs(x))
            if not (abs(x - y) <= tolerance or x == y or (math.isnan(x) and math.isnan(y))):
                sys.exit(f"{case.name}: operand {k}, element {i}: {y} instead of {x}")


WAYS = {  # options; whether the same bits are expected; which cases (all: "")
    "products": ("costs={work}/products.costs", False, ""),
    "linalg": ("costs={work}/products.costs emit=linalg", False, "matmul|nchw"),
    "plain": ("costs={work}/products.costs emit=loops", False, "matmul|nhwc"),
    "tile": ("tile={inputs}/tile.pat emit=loops", False, "matmul|part|columns|apart|unknown|nchw|nhwc"),
    "exact": ("costs=none fp=exact", True, ""),
    "default": ("", False, ""),
}


def write(name, text):
    path = os.path.join(WORK, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def check(way, chosen, plain):
    options, exact, _ = WAYS[way]
    load = ["--load-pass-plugin=" + LIBRARY, "--smr-tensorize=" + options.format(work=WORK, inputs=INPUTS)]
    more = [os.path.join(INPUTS, "accel.c")] if way == "tile" else []
    rewritten, text = build(way, write(way + ".mlir", "".join(case.text() for case in chosen)), load, more)
    calls = set(re.findall(r"func.func @(\w+)\(.*\n.*call @smr_tensorize", text))
    for case in chosen:
        if way not in ("default", "exact", "tile") and (case.name in calls) == case.left:
            sys.exit(f"{way}: {case.name} was {'' if case.left else 'not '}rewritten")
        compare(case, plain, rewritten, exact)
    tiles = f", {ctypes.c_long.in_dll(rewritten, 'accel_calls').value} tiles" if way == "tile" else ""
    print(f"{way}: {len(calls)} of {len(chosen)} rewritten, {text.count('call @cblas_')} calls of CBLAS{tiles}")


def main():
    os.makedirs(WORK, exist_ok=True)
    all_cases = cases()
    write("products.costs", "f*-op 1e30\nf*-unrolled 1e30\nf*-pool 1e30\nf*-vector 1e9\nf*-scalar 1e9 # rather not\n")
    plain, _ = build("plain-ops", write("in.mlir", "".join(case.text() for case in all_cases)), [])
    for way, (_, _, names) in WAYS.items():
        check(way, [case for case in all_cases if re.search(names, case.name)], plain)


main()
