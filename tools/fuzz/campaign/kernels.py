"""Random kernels: textbook loop nests, varied without a change of meaning, and mutants that do change it.

A kernel is a Python syntax tree in a small subset of the language: `for i in m` counts from 0, `for j in (lo, hi)` from
lo, arrays are a[i, j] and x[i], s and t are numbers. Both emitters (emit_c.py, emit_fortran.py) print such trees.
Everything about a kernel follows from (seed, number), so that one kernel of a file can be made again on its own.
"""
import ast
import copy
import dataclasses
import random

# name: (source, shapes of the matrices, the sizes of the vectors are those of their loops)
NN = {"a": ("m", "k"), "b": ("k", "n"), "c": ("m", "n")}
NT = {"a": ("m", "k"), "b": ("n", "k"), "c": ("m", "n")}
TN = {"a": ("k", "m"), "b": ("k", "n"), "c": ("m", "n")}
TT = {"a": ("k", "m"), "b": ("n", "k"), "c": ("m", "n")}
MN = {"a": ("m", "n")}
SQ = {"a": ("n", "n")}


def product(terms, zero="c[i, j] = 0", after="", loops="ijl"):
    bound = {"i": "m", "j": "n", "l": "k"}
    lines, pad = [], ""
    for at, variable in enumerate(loops):
        if at == 2 and zero:
            lines.append(pad + zero)
        lines.append(f"{pad}for {variable} in {bound[variable]}:")
        pad += " "
    lines.append(pad + terms)
    if after:
        lines.append("  " + after)
    return "\n".join(lines)


BASES = {
    "dot": ("s = 0\nfor i in n:\n s += x[i]*y[i]", {}),
    "dot-more": ("for i in n:\n s += x[i]*y[i]", {}),
    "dot-minus": ("for i in n:\n s -= x[i]*y[i]", {}),
    "nrm2": ("s = 0\nfor i in n:\n s += x[i]*x[i]\ns = sqrt(s)", {}),
    "asum": ("s = 0\nfor i in n:\n s += fabs(x[i])", {}),
    "axpy": ("for i in n:\n y[i] += alpha*x[i]", {}),
    "axpy-one": ("for i in n:\n y[i] += x[i]", {}),
    "axpy-minus": ("for i in n:\n y[i] -= alpha*x[i]", {}),
    "scal": ("for i in n:\n x[i] = alpha*x[i]", {}),
    "copy": ("for i in n:\n y[i] = x[i]", {}),
    "swap": ("for i in n:\n t = x[i]\n x[i] = y[i]\n y[i] = t", {}),
    "gemv-n": ("for i in m:\n y[i] = 0\n for j in n:\n  y[i] += a[i, j]*x[j]", MN),
    "gemv-n-sum": ("for i in m:\n s = 0\n for j in n:\n  s += a[i, j]*x[j]\n y[i] = s", MN),
    "gemv-n-more": ("for i in m:\n for j in n:\n  y[i] += a[i, j]*x[j]", MN),
    "gemv-n-scaled": ("for i in m:\n s = 0\n for j in n:\n  s += a[i, j]*x[j]\n y[i] = alpha*s + beta*y[i]", MN),
    "gemv-n-two": ("for i in m:\n y[i] = 0\nfor i in m:\n for j in n:\n  y[i] += a[i, j]*x[j]", MN),
    "gemv-n-alpha": ("for i in m:\n y[i] = beta*y[i]\n for j in n:\n  y[i] += alpha*a[i, j]*x[j]", MN),
    "gemv-t": ("for j in n:\n y[j] = 0\nfor i in m:\n for j in n:\n  y[j] += a[i, j]*x[i]", MN),
    "gemv-t-cols": ("for j in n:\n y[j] = 0\n for i in m:\n  y[j] += a[i, j]*x[i]", MN),
    "gemv-t-more": ("for i in m:\n for j in n:\n  y[j] += a[i, j]*x[i]", MN),
    "gemv-t-sum": ("for j in n:\n s = 0\n for i in m:\n  s += a[i, j]*x[i]\n y[j] = s", MN),
    "atax": ("for j in n:\n y[j] = 0\nfor i in m:\n z[i] = 0\n for j in n:\n  z[i] += a[i, j]*x[j]\n for j in n:\n  y[j] += a[i, j]*z[i]", MN),
    "ger": ("for i in m:\n for j in n:\n  a[i, j] += alpha*x[i]*y[j]", MN),
    "ger-one": ("for i in m:\n for j in n:\n  a[i, j] += x[i]*y[j]", MN),
    "gemm-nn": (product("c[i, j] += a[i, l]*b[l, j]"), NN),
    "gemm-nn-sum": (product("s += a[i, l]*b[l, j]", "s = 0", "c[i, j] = s"), NN),
    "gemm-nn-more": (product("c[i, j] += a[i, l]*b[l, j]", ""), NN),
    "gemm-nn-full": (product("s += a[i, l]*b[l, j]", "s = 0", "c[i, j] = alpha*s + beta*c[i, j]"), NN),
    "gemm-nn-scaled": (product("c[i, j] += alpha*a[i, l]*b[l, j]", "c[i, j] *= beta"), NN),
    "gemm-nn-ilj": (product("c[i, j] += a[i, l]*b[l, j]", "", "", "ilj"), NN),
    "gemm-nn-two": ("for i in m:\n for j in n:\n  c[i, j] = 0\n" + product("c[i, j] += a[i, l]*b[l, j]", "", "", "ilj"), NN),
    "gemm-nt": (product("c[i, j] += a[i, l]*b[j, l]"), NT),
    "gemm-tn": (product("c[i, j] += a[l, i]*b[l, j]"), TN),
    "gemm-tt": (product("c[i, j] += a[l, i]*b[j, l]"), TT),
    "gemm-nt-full": (product("s += a[i, l]*b[j, l]", "s = 0", "c[i, j] = alpha*s + beta*c[i, j]"), NT),
    "gemm-tn-full": (product("s += a[l, i]*b[l, j]", "s = 0", "c[i, j] = alpha*s + beta*c[i, j]"), TN),
    "gemm-minus": (product("c[i, j] -= a[i, l]*b[l, j]", ""), NN),
    "syrk": (product("c[i, j] += a[i, l]*a[j, l]").replace("j in n", "j in m"), {"a": ("m", "k"), "c": ("m", "m")}),
    "syrk-lower": ("for i in m:\n for j in (0, i + 1):\n  for l in k:\n   c[i, j] += alpha*a[i, l]*a[j, l]",
                   {"a": ("m", "k"), "c": ("m", "m")}),
    "trsv": ("for i in n:\n s = x[i]\n for j in (0, i):\n  s -= a[i, j]*x[j]\n x[i] = s/a[i, i]", SQ),
    "softmax": ("s = x[0]\nfor i in (1, n):\n if x[i] > s:\n  s = x[i]\nt = 0\nfor i in n:\n x[i] = exp(x[i] - s)\n t += x[i]\n"
                "for i in n:\n x[i] = x[i]/t", {}),
    "rmsnorm": ("s = 0\nfor i in n:\n s += x[i]*x[i]\ns = 1/sqrt(s/8 + 0.5)\nfor i in n:\n y[i] = z[i]*(s*x[i])", {}),
    "rmsnorm-size": ("s = 0\nfor i in n:\n s += x[i]*x[i]\ns /= n\ns += 0.0625\ns = 1/sqrt(s)\nfor i in n:\n y[i] = z[i]*(s*x[i])", {}),
    "layernorm": ("s = 0\nfor i in n:\n s += x[i]\ns = s/n\nt = 0\nfor i in n:\n t += (x[i] - s)*(x[i] - s)\nt = 1/sqrt(t/n + 0.125)\n"
                  "for i in n:\n y[i] = t*(x[i] - s)*z[i] + z[i]", {}),
    "normalize": ("s = 0\nfor i in n:\n s += x[i]*x[i]\ns = sqrt(s)\nfor i in n:\n x[i] = x[i]/s", {}),
    "transpose": ("for i in m:\n for j in n:\n  c[j, i] = a[i, j]", {"a": ("m", "n"), "c": ("n", "m")}),
}
# Several textbook nests in one: each is a call of its own. Seeds from FUSED_SEEDS on draw from these.
FUSED = {
    "bicg": ("for i in m:\n z[i] = 0\n for j in n:\n  y[j] += a[i, j]*x[i]\n  z[i] += a[i, j]*x[j]", MN),
    "bicg-sum": ("for i in m:\n s = 0\n for j in n:\n  y[j] += a[i, j]*x[i]\n  s += a[i, j]*x[j]\n z[i] = s", MN),
    "gesummv": ("for i in n:\n z[i] = 0\n y[i] = 0\n for j in n:\n  z[i] += a[i, j]*x[j]\n  y[i] += b[i, j]*x[j]\n"
                " y[i] = alpha*z[i] + beta*y[i]", {"a": ("n", "n"), "b": ("n", "n")}),
    "atax": ("for i in m:\n z[i] = 0\n for j in n:\n  z[i] += a[i, j]*x[j]\n for j in n:\n  y[j] += a[i, j]*z[i]", MN),
    "atax-apart": ("for i in m:\n z[i] = 0\n for j in n:\n  z[i] += a[i, j]*x[j]\n y[i] += alpha*x[i]", MN),
    "two-axpy": ("for i in n:\n y[i] += alpha*x[i]\n z[i] += beta*x[i]", {}),
    "axpy-chain": ("for i in n:\n y[i] += alpha*x[i]\n z[i] += y[i]", {}),
    "axpy-back": ("for i in n:\n y[i + 1] += alpha*x[i]\n z[i] += y[i]", {}),
    "axpy-dot": ("s = 0\nfor i in n:\n y[i] += alpha*x[i]\n s += x[i]*z[i]", {}),
    "copy-scal": ("for i in n:\n y[i] = x[i]\n z[i] = alpha*z[i]", {}),
    "gemm-rows": ("for i in m:\n for j in n:\n  c[i, j] = 0\n  for l in k:\n   c[i, j] += a[i, l]*b[l, j]\n  y[i] += c[i, j]*x[j]", NN),
    "gemm-pair": ("for i in m:\n for l in k:\n  for j in n:\n   c[i, j] += a[i, l]*b[l, j]\n  y[i] += a[i, l]*x[l]", NN),
    "ger-gemv": ("for i in m:\n for j in n:\n  a[i, j] += alpha*x[i]*y[j]\n  z[i] += a[i, j]*x[j]", MN),
}
FUSED_SEEDS = 900000
# Triangles, symmetric matrices, solvers, means: what few programs write twice the same way. From DEEPER_SEEDS on.
MM = {"a": ("m", "m"), "b": ("m", "n"), "c": ("m", "n")}
NK = {"a": ("n", "k"), "b": ("n", "k"), "c": ("n", "n")}
DEEPER = {
    "symm": ("for i in m:\n for j in n:\n  t = 0\n  for l in (0, i):\n   c[l, j] += alpha*b[i, j]*a[i, l]\n   t += b[l, j]*a[i, l]\n"
             "  c[i, j] = beta*c[i, j] + alpha*b[i, j]*a[i, i] + alpha*t", MM),
    "symm-sum": ("for i in m:\n for j in n:\n  s = a[i, i]*b[i, j]\n  for l in (0, i):\n   s += a[i, l]*b[l, j]\n"
                 "  for l in (i + 1, m):\n   s += a[l, i]*b[l, j]\n  c[i, j] = s", MM),
    "trmm": ("for i in m:\n for j in n:\n  for l in (i + 1, m):\n   b[i, j] += a[l, i]*b[l, j]\n  b[i, j] = alpha*b[i, j]", MM),
    "trmm-apart": ("for i in m:\n for j in n:\n  c[i, j] = 0\n  for l in (0, i + 1):\n   c[i, j] += a[i, l]*b[l, j]", MM),
    "syr2k": ("for i in n:\n for j in (0, i + 1):\n  c[i, j] *= beta\n for l in k:\n  for j in (0, i + 1):\n"
              "   c[i, j] += a[j, l]*alpha*b[i, l] + b[j, l]*alpha*a[i, l]", NK),
    "syrk-upper": ("for i in n:\n for j in (i, n):\n  s = 0\n  for l in k:\n   s += a[i, l]*a[j, l]\n  c[i, j] = s\n  c[j, i] = s", NK),
    "trsv-cols": ("for j in n:\n x[j] = x[j]/a[j, j]\n for i in (j + 1, n):\n  x[i] -= a[i, j]*x[j]", SQ),
    "trsv-turned": ("for i in n:\n for j in (0, i):\n  x[i] -= a[j, i]*x[j]\n x[i] = x[i]/a[i, i]", SQ),
    "trsv-unit": ("for i in n:\n for j in (0, i):\n  x[i] -= a[i, j]*x[j]", SQ),
    "trsv-apart": ("for i in n:\n y[i] = z[i]\n for j in (0, i):\n  y[i] -= a[i, j]*y[j]\n y[i] = y[i]/a[i, i]", SQ),
    "trsm": ("for i in m:\n for l in (0, i):\n  for j in n:\n   b[i, j] -= a[i, l]*b[l, j]\n for j in n:\n  b[i, j] = b[i, j]/a[i, i]", MM),
    "trmv": ("for i in n:\n s = 0\n for j in (i, n):\n  s += a[i, j]*x[j]\n y[i] = s", SQ),
    "trmv-place": ("for i in n:\n x[i] = a[i, i]*x[i]\n for j in (i + 1, n):\n  x[i] += a[i, j]*x[j]", SQ),
    "symv": ("for i in n:\n y[i] += a[i, i]*x[i]\n for j in (0, i):\n  y[i] += a[i, j]*x[j]\n  y[j] += a[i, j]*x[i]", SQ),
    "syr": ("for i in n:\n for j in (0, i + 1):\n  a[i, j] += alpha*x[i]*x[j]", SQ),
    "syr2": ("for i in n:\n for j in (i, n):\n  a[i, j] += alpha*x[i]*y[j] + alpha*y[i]*x[j]", SQ),
    "covariance": ("for j in n:\n y[j] = 0\n for i in m:\n  y[j] += a[i, j]\n y[j] = y[j]/m\nfor i in m:\n for j in n:\n  a[i, j] -= y[j]\n"
                   "for i in n:\n for j in (i, n):\n  c[i, j] = 0\n  for l in m:\n   c[i, j] += a[l, i]*a[l, j]\n  c[j, i] = c[i, j]",
                   {"a": ("m", "n"), "c": ("n", "n")}),
    "doitgen": ("for i in m:\n for j in n:\n  x[j] = 0\n  for l in n:\n   x[j] += a[i, l]*b[l, j]\n for j in n:\n  a[i, j] = x[j]",
                {"a": ("m", "n"), "b": ("n", "n")}),
    "jacobi": ("for i in n:\n s = z[i]\n for j in n:\n  s -= a[i, j]*x[j]\n y[i] = x[i] + s/a[i, i]", SQ),
    "residual": ("for i in m:\n z[i] = y[i]\n for j in n:\n  z[i] -= a[i, j]*x[j]", MN),
    "gemv-bias": ("for i in m:\n s = z[i]\n for j in n:\n  s += a[i, j]*x[j]\n y[i] = s", MN),
    "gemm-bias": ("for i in m:\n for j in n:\n  c[i, j] = x[j]\n  for l in k:\n   c[i, j] += a[i, l]*b[l, j]", NN),
    "gemm-add": (product("c[i, j] += a[i, l]*b[l, j]", "c[i, j] = beta*c[i, j]", "y[i] += c[i, j]*x[j]"), NN),
    "axpby": ("for i in n:\n y[i] = alpha*x[i] + beta*y[i]", {}),
    "xpay": ("for i in n:\n y[i] = x[i] + beta*y[i]", {}),
    "sum-of-two": ("for i in n:\n z[i] = x[i] + y[i]", {}),
    "three-axpy": ("for i in n:\n z[i] = z[i] + alpha*x[i] - beta*y[i]", {}),
    "distance": ("s = 0\nfor i in n:\n s += (x[i] - y[i])*(x[i] - y[i])", {}),
    "mean": ("s = 0\nfor i in n:\n s += x[i]\ns = s/n\nfor i in n:\n y[i] = x[i] - s", {}),
    "column-sums": ("for j in n:\n y[j] = 0\n for i in m:\n  y[j] += a[i, j]", MN),
    "row-norms": ("for i in m:\n s = 0\n for j in n:\n  s += a[i, j]*a[i, j]\n y[i] = sqrt(s)", MN),
    "rows-swapped": ("for j in n:\n t = a[0, j]\n a[0, j] = a[1, j]\n a[1, j] = t", MN),
    "rotation": ("for i in n:\n t = alpha*x[i] + beta*y[i]\n y[i] = alpha*y[i] - beta*x[i]\n x[i] = t", {}),
    "scaled-rows": ("for i in m:\n for j in n:\n  c[i, j] = x[i]*a[i, j]", {"a": ("m", "n"), "c": ("m", "n")}),
    "power": ("for i in n:\n y[i] = 0\n for j in n:\n  y[i] += a[i, j]*x[j]\ns = 0\nfor i in n:\n s += y[i]*y[i]\n"
              "s = sqrt(s + 0.25)\nfor i in n:\n x[i] = y[i]/s", SQ),
}
DEEPER_SEEDS, DEEPER_LAST = 700000, 799999
# From these on, one array of a kernel is reached through a pointer that comes from another one's address, which went
# through a call, memory, a number ... (emit_c.py, emit_fortran.py).
ESCAPE_SEEDS = 800000
ESCAPES = {"c": ["call", "out", "global", "getter", "struct", "memory", "number", "bytes", "loop", "choice", "table", "late", "heap", "local"],
           "fortran": ["pointer", "module", "component", "function", "c_loc"]}
SIZES = "mnk"
WRAPS = 250  # where loops of 8-bit counters begin that pass their largest value
ROW = 24  # columns of a matrix with rows of fixed length
BELOW, ABOVE = 120, 880  # elements before and behind an array's first that driver.c has room for
LOOPS = "ijl"
OWN = {"i": "m", "j": "n", "l": "k"}

# What a kernel is varied by, with weights; the emitters say which of them apply to their language.
CHOICES = {
    "loop": {"for": 8, "le": 2, "ne": 1, "while": 2, "do": 2, "goto": 1, "down": 1, "walk": 2},
    "index": {"int": 8, "long": 2, "size_t": 3, "unsigned": 2, "short": 1, "unsigned short": 1, "signed char": 1, "unsigned char": 1},
    "size": {"int": 6, "long": 2, "size_t": 3, "unsigned": 1},
    "address": {"flat": 5, "static": 3, "vla": 3, "row": 2, "struct": 2, "swapped": 1, "offset": 1, "global": 1},
    "leading": {"natural": 3, "given": 2},
    "type": {"double": 3, "float": 2},
    "sum": {"local": 3, "memory": 1},
    "pointer": {"plain": 3, "restrict": 3},
    "assign": {"compound": 3, "first": 2, "last": 1},
    "operands": {"written": 3, "swapped": 1},
    "context": {"alone": 6, "conditional": 1, "repeated": 1, "used": 1, "inlined": 2, "called-twice": 1, "variables-used": 1},
}
EXTRAS = ["{e} = {f}", "{e} += 0.125", "t += {f}", "count += 1", "{e} = {f}*0.5", "s += {f}", "z[0] = {f}", "s = 0", "note({f})",
          "alpha *= 0.5", "if {f} > 0.25:\n t += 1", "if {f} > 0.875:\n break", "{e} = 0", "x[0] += s", "{e} = s", "count += {v}"]


@dataclasses.dataclass(frozen=True)
class Rates:
    """How many of the kernels are mutants, and how many are made so that arguments may overlap (others may be, too)."""
    mutants: float = 0.5
    overlapping: float = 0


DEFAULT = Rates()
MAY_OVERLAP = {"c": "flat", "fortran": "struct"}  # addresses; in Fortran assumed shapes, which may be TARGETs


def names(tree):
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def loops_of(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.For)]


def bounds(loop):
    """(lower, upper) of a loop as expressions."""
    if isinstance(loop.iter, ast.Tuple):
        return loop.iter.elts
    return ast.Constant(0), loop.iter


def indices(reference):
    return reference.slice.elts if isinstance(reference.slice, ast.Tuple) else [reference.slice]


def show(node):
    """A tree as one line; edits leave places without line numbers, which unparse wants."""
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())


def expression(text):
    return ast.parse(text, mode="eval").body


class Kernel:
    """One kernel: its tree, what it was varied by (`options`), which slips it suffered (`slips`)."""

    def __init__(self, seed, number, language, fixed=None, rates=DEFAULT):
        self.random = random.Random(f"{seed}/{number}/{language}")
        self.seed, self.number, self.language = seed, number, language
        self.fixed, self.rates = fixed, rates
        bases = FUSED if seed >= FUSED_SEEDS else DEEPER if DEEPER_SEEDS <= seed <= DEEPER_LAST else BASES
        self.base = self.random.choice(sorted(bases))
        source, self.shapes = bases[self.base]
        self.tree = ast.parse(source)
        self.options = {name: self.random.choices(list(weights), list(weights.values()))[0] for name, weights in CHOICES.items()}
        # Half of the kernels are in a usual style with one unusual choice: that is where idioms are found.
        if self.random.random() < 0.5:
            usual = {name: next(iter(weights)) for name, weights in CHOICES.items()}
            for name in self.random.sample(sorted(CHOICES), self.random.choice([1, 2, 3])):
                usual[name] = self.options[name]
            self.options = usual
        if random.Random(f"overlap/{seed}/{number}/{language}").random() < rates.overlapping:
            self.options["pointer"] = "plain"
            if language == "fortran" or self.options["address"] == "global":
                self.options["address"] = MAY_OVERLAP[language]
        self.options.update(fixed or {})
        self.signed = self.options["index"] in ("int", "long", "short", "signed char") and self.options["size"] in ("int", "long")
        if self.options["sum"] == "memory" and "s" not in names(self.tree):
            self.options["sum"] = "local"
        self.escape = None
        if ESCAPE_SEEDS <= seed < FUSED_SEEDS:
            draw = random.Random(f"escape/{seed}/{number}/{language}")
            self.escape = draw.choice(ESCAPES[language])
            # Where the language says that arguments are apart, or that they may not be.
            self.options["pointer"] = draw.choice(["restrict", "restrict", "plain"])
            if draw.random() < 0.7:
                self.options["address"] = "flat"
            self.options["context"] = "alone" if self.options["context"] == "inlined" else self.options["context"]
            self.options.update(fixed or {})
        self.slips = []
        self.vary()
        self.mutant = self.random.random() < rates.mutants
        wanted = self.random.choices([1, 2, 3], [5, 3, 1])[0] if self.mutant else 0
        for _ in range(wanted):
            for _ in range(6):
                slip = self.random.choice([self.slip_bound, self.slip_index, self.slip_index, self.slip_wrap, self.slip_sign, self.slip_operator,
                                           self.slip_extra, self.slip_extra, self.slip_drop, self.slip_swap_indices,
                                           self.slip_order, self.slip_array])
                before = copy.deepcopy(self.tree)
                text = slip()
                if text and self.in_memory():
                    self.slips.append(text)
                    break
                self.tree = before
        self.mutant = bool(self.slips)
        # A sum that nobody asks for afterwards is no part of what the kernel means.
        ends = {ast.unparse(s.target if isinstance(s, ast.AugAssign) else s.targets[0]) for s in ast.parse(source).body
                if isinstance(s, (ast.Assign, ast.AugAssign))}
        only_loop = self.base in ("dot-more", "dot-minus")
        self.keeps_sum = "s" in ends or only_loop or self.mutant and self.random.random() < 0.5
        ast.fix_missing_locations(self.tree)

    def again(self):
        """The same kernel anew: the emitters draw numbers from it, too."""
        return Kernel(self.seed, self.number, self.language, self.fixed, self.rates)

    # Variants.

    def vary(self):
        if self.options["operands"] == "swapped":
            for node in ast.walk(self.tree):
                if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Add)) and self.random.random() < 0.6:
                    node.left, node.right = node.right, node.left
        if self.options["assign"] != "compound":
            self.tree.body = [self.explicit(s) for s in self.tree.body]
        context = self.options["context"]
        body = self.tree.body
        if context == "conditional":
            self.tree.body = [ast.If(expression("flag > 0"), body, [])]
        elif context == "repeated":
            loop = ast.parse("for r in 2:\n pass").body[0]
            loop.body = body
            self.tree.body = [loop]
        elif context == "used":
            target = sorted(names(self.tree) & set("acyx"))
            self.tree.body = body + ast.parse({"a": "t += a[0, 0]", "c": "t += c[0, 0]", "y": "t += y[0]*2", "x": "t += x[1]"}[target[-1]]).body
        elif context == "variables-used":
            self.tree.body = body + ast.parse("\n".join(f"count += {v}*{w}" for v, w in zip("ijl", (1, 100, 10000))
                                                        if v in {l.target.id for l in loops_of(self.tree)})).body

    def explicit(self, statement):
        """y += e as y = y + e or y = e + y."""
        for field in ("body", "orelse"):
            if hasattr(statement, field):
                setattr(statement, field, [self.explicit(s) for s in getattr(statement, field)])
        if not isinstance(statement, ast.AugAssign):
            return statement
        old = copy.deepcopy(statement.target)
        old.ctx = ast.Load()
        commutes = isinstance(statement.op, (ast.Add, ast.Mult))
        pair = (statement.value, old) if commutes and self.options["assign"] == "last" else (old, statement.value)
        return ast.Assign([statement.target], ast.BinOp(pair[0], statement.op, pair[1]))

    # Mutants: each edit returns a text, or None when it does not apply.

    def blocks(self):
        """[(statement list, loop variables around it)]"""
        result = []

        def visit(body, around):
            result.append((body, around))
            for statement in body:
                if isinstance(statement, ast.For):
                    visit(statement.body, around + [statement.target.id])
                elif isinstance(statement, ast.If):
                    visit(statement.body, around)

        visit(self.tree.body, [])
        return result

    def references(self):
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.Subscript)]

    def element(self, around):
        array = self.random.choice(sorted(self.shapes) + ["x", "y", "x", "y", "z"])
        count = 2 if array in "abc" else 1
        usable = [v for v in around if v in LOOPS] or ["0"]
        chosen = [self.random.choice(usable + ["0"] * (self.random.random() < 0.2)) for _ in range(count)]
        if self.random.random() < 0.2:
            chosen[-1] += " + 1"
        return f"{array}[{', '.join(chosen)}]"

    def reach(self):
        """array: (lowest, highest) element that it may touch, at the sizes of driver.c."""
        size = (-2, 9)
        longest = 25 if self.language == "fortran" else ROW if self.options["address"] == "static" else 13
        found = {}

        def extent(node, ranges):
            if isinstance(node, ast.Constant):
                return node.value, node.value
            if isinstance(node, ast.Name):
                return ranges.get(node.id, size)
            if isinstance(node, ast.Call):
                return 0, 255  # uchar, whatever stands in it
            (a, b), (c, d) = extent(node.left, ranges), extent(node.right, ranges)
            if isinstance(node.op, ast.Add):
                return a + c, b + d
            if isinstance(node.op, ast.Sub):
                return a - d, b - c
            products = [a*c, a*d, b*c, b*d]
            return min(products), max(products)

        def visit(node, ranges):
            if isinstance(node, ast.For):
                low, high = (extent(e, ranges) for e in bounds(node))
                ranges = {**ranges, node.target.id: (0, 255) if low[0] >= WRAPS else (low[0], max(low[0], high[1] - 1))}
            if isinstance(node, ast.Subscript):
                parts = [extent(i, ranges) for i in indices(node)]
                if len(parts) == 1:
                    low, high = (end * (2 if self.language == "fortran" else 1) for end in parts[0])
                else:
                    low = min(parts[0][0] * longest, 0) + parts[1][0]
                    high = parts[0][1] * longest + parts[1][1]
                    if self.language == "fortran":  # either index may be the contiguous one
                        low = min(low, parts[1][0] * longest + parts[0][0])
                        high = max(high, parts[1][1] * longest + parts[0][1])
                old = found.get(node.value.id, (0, 0))
                found[node.value.id] = min(old[0], low), max(old[1], high)
            for child in ast.iter_child_nodes(node):
                visit(child, ranges)

        visit(self.tree, {})
        return found

    def in_memory(self):
        """No subscript leaves the room that driver.c gives an array."""
        return all(low > -BELOW and high < ABOVE for low, high in self.reach().values())

    def slip_bound(self):
        loops = [l for l in loops_of(self.tree) if l.target.id in LOOPS]
        if not loops:
            return None
        loop = self.random.choice(loops)
        low, high = bounds(loop)
        around = next((a for body, a in self.blocks() if loop in body), [])
        outer = [v for v in around if v in LOOPS and v != loop.target.id]
        kinds = ["low", "size"] + (["outer-low", "outer-high", "outer-high"] if outer else []) + (["short"] if self.signed else []) + ["more"]
        kind = self.random.choice(kinds)
        if kind == "low":
            low = ast.Constant(self.random.choice([1, 2]))
        elif kind == "size":
            high = ast.Name(self.random.choice([s for s in SIZES if s != show(high)]))
        elif kind == "outer-low":
            low = expression(self.random.choice([outer[-1], outer[-1] + " + 1"]))
        elif kind == "outer-high":
            high = expression(self.random.choice([outer[-1], outer[-1] + " + 1"]))
        else:
            high = expression(f"{show(high)} {'-' if kind == 'short' else '+'} 1")
        loop.iter = ast.Tuple([low, high], ast.Load())
        return f"bound:{loop.target.id} in {show(loop.iter)}"

    def slip_index(self):
        references = [r for r in self.references()]
        if not references:
            return None
        reference = self.random.choice(references)
        around = self.around(reference)
        position = self.random.randrange(len(indices(reference)))
        old = show(reference)
        new = indices(reference)
        usable = [v for v in around if v in LOOPS and v != show(new[position])]
        kinds = ["plus", "double", "constant"] + (["other"] * 3 if usable else []) + (["minus", "reverse"] if self.signed else [])
        kind = self.random.choice(kinds)
        was = show(new[position])
        if kind == "plus":
            text = was + self.random.choice([" + 1", " + 2"])
        elif kind == "minus":
            text = was + " - 1"
        elif kind == "double":
            text = f"2*({was})"
        elif kind == "constant":
            text = self.random.choice("012")
        elif kind == "reverse":
            text = f"8 - ({was})"
        else:
            text = self.random.choice(usable)
        elts = [expression(text) if i == position else e for i, e in enumerate(new)]
        reference.slice = elts[0] if len(elts) == 1 else ast.Tuple(elts, ast.Load())
        return f"index:{old} to {show(reference)}"

    def slip_wrap(self):
        """Indices that pass the largest value of their type, or come back into it: 8-bit ones, and unsigned ones less one."""
        if self.language != "c":
            return None
        loops = [l for l in loops_of(self.tree) if l.target.id in LOOPS]
        kind = self.random.choice(["cast", "times", "shift", "bound"])
        if kind == "bound":
            if not loops or self.options["index"] != "unsigned char":
                return None
            loop = self.random.choice(loops)
            loop.iter = ast.Tuple([ast.Constant(WRAPS), bounds(loop)[1]], ast.Load())
            return f"wrap:{loop.target.id} in {show(loop.iter)}"
        references = [r for r in self.references() if {l.target.id for l in loops} & names(r.slice)]
        if not references:
            return None
        reference = self.random.choice(references)
        old, new = show(reference), indices(reference)
        position = self.random.randrange(len(new))
        was = show(new[position])
        text = f"uchar({was} + {WRAPS})" if kind == "cast" else f"uchar(40*({was}))" if kind == "times" else was + " - 1"
        if kind == "shift":
            inside = [l for l in loops if l.target.id == was]
            if not inside:
                return None
            for loop in inside:
                loop.iter = ast.Tuple([ast.Constant(1), bounds(loop)[1]], ast.Load())
        elts = [expression(text) if i == position else e for i, e in enumerate(new)]
        reference.slice = elts[0] if len(elts) == 1 else ast.Tuple(elts, ast.Load())
        return f"wrap:{old} to {show(reference)}"

    def around(self, node):
        """The loop variables around a node."""
        found = []

        def visit(at, variables):
            if at is node:
                found.extend(variables)
                return
            inner = variables + [at.target.id] if isinstance(at, ast.For) else variables
            for child in ast.iter_child_nodes(at):
                visit(child, inner)

        visit(self.tree, [])
        return found

    def slip_sign(self):
        sums = [n for n in ast.walk(self.tree) if isinstance(n, (ast.AugAssign, ast.BinOp)) and isinstance(n.op, (ast.Add, ast.Sub))
                and not self.in_index(n)]
        if not sums:
            return None
        node = self.random.choice(sums)
        node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        return "sign:" + show(node)

    def slip_operator(self):
        products = [n for n in ast.walk(self.tree) if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Mult) and not self.in_index(n)]
        if not products:
            return None
        node = self.random.choice(products)
        if self.random.random() < 0.5:
            node.op = ast.Add()
        else:
            node.right = ast.BinOp(node.right, ast.Mult(), expression(self.element(self.around(node))))
        return "operator:" + show(node)

    def in_index(self, node):
        return any(node in ast.walk(r.slice) for r in self.references()) or \
            any(node in ast.walk(l.iter) for l in loops_of(self.tree))

    def slip_extra(self):
        body, around = self.random.choice(self.blocks())
        template = self.random.choice(EXTRAS)
        inside = [v for v in around if v in LOOPS]
        if "{v}" in template and not inside or "break" in template and not around:
            return None
        text = template.format(e=self.element(around), f=self.element(around), v=inside[-1] if inside else "")
        body.insert(self.random.randint(0, len(body)), ast.parse(text).body[0])
        return "extra:" + " ".join(text.split())

    def slip_drop(self):
        choices = [(body, s) for body, _ in self.blocks() for s in body
                   if isinstance(s, (ast.Assign, ast.AugAssign)) and len(self.blocks()) > 1]
        if len(choices) < 2:
            return None
        body, statement = self.random.choice(choices)
        if len(body) < 2:
            return None
        body.remove(statement)
        return "drop:" + show(statement)

    def slip_swap_indices(self):
        references = [r for r in self.references() if len(indices(r)) == 2]
        if not references:
            return None
        reference = self.random.choice(references)
        reference.slice = ast.Tuple(list(reversed(indices(reference))), ast.Load())
        return "swap:" + show(reference)

    def slip_order(self):
        choices = [body for body, _ in self.blocks() if len(body) > 1]
        if not choices:
            return None
        body = self.random.choice(choices)
        at = self.random.randrange(len(body) - 1)
        body[at], body[at + 1] = body[at + 1], body[at]
        return "order:" + show(body[at])

    def slip_array(self):
        references = self.references()
        if not references:
            return None
        reference = self.random.choice(references)
        others = [n for n in ("abc" if len(indices(reference)) == 2 else "xyz") if n != reference.value.id and (n in "xyz" or n in self.shapes)]
        if not others:
            return None
        old = show(reference)
        reference.value = ast.Name(self.random.choice(others))
        return f"array:{old} to {show(reference)}"

    # What the emitters ask.

    def arrays(self):
        used = names(self.tree)
        return [name for name in "abcxyz" if name in used]

    def written(self):
        result = set()
        for node in ast.walk(self.tree):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []:
                if isinstance(target, ast.Subscript):
                    result.add(target.value.id)
        return result

    def variables(self):
        return sorted({l.target.id for l in loops_of(self.tree)})

    def classes(self):
        return [f"{name}={value}" for name, value in self.options.items() if self.applies(name, value)] + (
            [f"escape={self.escape}"] if self.escape else [])

    def applies(self, name, value):
        from emit_fortran import APPLIES
        return self.language == "c" or name in APPLIES

    def describe(self):
        escape = f"escape={self.escape} " if self.escape else ""
        return f"{self.base} {escape}" + " ".join(f"{k}={v}" for k, v in self.options.items()) + "".join(f" [{s}]" for s in self.slips)
