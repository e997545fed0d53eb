"""Writes blas.pat: `blas.py FILE`, which the build does (share/smr/pat/blas.pat in the build tree).

One entry per idiom: a loop nest as people write it and the BLAS call that stands for it. What the exact tier's
normal form makes equal anyway (names, commuted operands, index kinds, scalar or memory accumulators, lower
bounds, offsets, hoisted invariants, do while) has no entry of its own; loop order, alpha, beta and where the
result starts from do.

Two rules keep a replacement right for every value of its arguments:
 R1 BLAS does not read A, B or x when alpha is 0, so a NaN there would be lost: for alpha = 0 the loops stay.
 R2 BLAS does not read C or y when beta is 0: then it is scaled by the loops and BLAS adds to it.
    Some libraries take a NaN there, in single precision, for 0: so both rules ask whether the factor is not NaN, too.
SMR itself guards that every loop runs, that indices are within the declared dimensions (so lda >= m), that
sizes fit integer(4) and that what is written overlaps nothing else.
"""

import sys

import cblas
import costs

PAIRS = []


class Real:
    def __init__(self, kind):
        self.kind, self.letter, self.suffix = kind, "d" if kind == 8 else "s", "d0" if kind == 8 else ""

    def fill(self, text):
        return (text.replace("@real", f"real({self.kind})").replace("@", self.letter)
                .replace("#0", "0.0" + self.suffix).replace("#1", "1.0" + self.suffix))


def indent(text, depth=4):
    out, level = [], 0
    for line in text.strip("\n").splitlines():
        line = line.strip()
        if not line:
            continue
        if line.startswith(("end do", "end if", "else")):
            level -= 1
        out.append(" " * (depth + 2 * level) + line)
        if line.startswith(("do ", "else")) or line.endswith("then"):
            level += 1
    return "\n".join(out)


def pair(name, arguments, declarations, idiom, call, locals_idiom="", locals_call="", alpha=False,
         scale="", single=False, fp="reassoc", when=""):
    """alpha: apply R1. scale: the loops of R2; the call then names `factor` instead of beta."""
    PAIRS.append(dict(name=name, arguments=arguments, declarations=declarations, idiom=idiom, call=call,
                      locals_idiom=locals_idiom, locals_call=locals_call, alpha=alpha, scale=scale,
                      single=single, fp=fp, when=when))


def render(entry, real):
    body = entry["call"]
    declared = entry["locals_call"]
    if entry["scale"]:
        body = f"factor = beta\nif (.not. abs(beta) > #0) then\n{entry['scale']}\nfactor = #1\nend if\n{body}"
        declared += "\n@real :: factor"
    if entry["alpha"]:
        body = f"if (.not. abs(alpha) > #0) then\n{entry['idiom']}\nelse\n{body}\nend if"
    if entry["alpha"]:
        declared = entry["locals_idiom"] + "\n" + declared
    elif entry["scale"]:
        used = [v for v in "ij" if f"do {v} =" in entry["scale"]]
        declared = f"integer :: {', '.join(used)}\n" + declared
    head = f"subroutine {real.letter}{entry['name'].replace('-', '_')}_idiom({entry['arguments']})"
    text = [
        "Fortran {",
        "  " + head,
        indent(entry["declarations"] + "\n" + entry["locals_idiom"]),
        indent(entry["idiom"]),
        "  end subroutine",
        "} = {",
        "  " + head,
        indent(entry["declarations"] + "\n" + declared),
        indent(body),
        "  end subroutine",
        "}",
        f'name "{real.letter}{entry["name"]}"' + (" fp exact" if entry["fp"] == "exact" else "") +
        (f"\nwhen ({entry['when']})" if entry["when"] else ""),
        costs.pays(real.letter + entry["name"]),
    ]
    return real.fill("\n".join(t for t in text if t.strip()))


# ---- Level 1 ---------------------------------------------------------------------------------------------------
def stepped(x, strided):
    """(declaration, element, increment argument) of a vector with unit or any stride."""
    if strided:
        return f"{x}(inc{x}, *)", f"{x}(1, i)", f"inc{x}"
    return f"{x}(*)", f"{x}(i)", "1"


def level1(name, scalars, vectors, strides, body, call, **more):
    """One pair per entry of strides: a string of u (unit) and s (strided), one letter per vector."""
    for code in strides:
        parts = [stepped(v, c == "s") for v, c in zip(vectors, code)]
        steps = [f"inc{v}" for v, c in zip(vectors, code) if c == "s"]
        arguments = ["n"] + scalars
        for v, c in zip(vectors, code):
            arguments += [v] + ([f"inc{v}"] if c == "s" else [])
        reals = scalars + [p[0] for p in parts]
        text, target = body, call
        for v, p in zip(vectors, parts):
            text = text.replace(f"<{v}>", p[1])
            target = target.replace(f"inc<{v}>", p[2])
        suffix = "" if "s" not in code else "-inc" if len(code) == 1 or set(code) == {"s"} else \
            "-inc" + vectors[code.index("s")]
        pair(name + suffix, ", ".join(arguments),
             f"integer :: {', '.join(['n'] + steps)}\n@real :: {', '.join(reals)}",
             f"do i = 1, n\n{text}\nend do", target, "integer :: i" + more.get("local", ""),
             more.get("external", ""), alpha=more.get("alpha", False),
             single=more.get("single", False) and code in (strides[0], strides[-1]),
             fp=more.get("fp", "reassoc"), when=f"{' + '.join(steps)} > {len(steps)}" if more.get("stepped") else "")


DOT = dict(external="@real, external :: @dot", single=True)
level1("dot", ["s"], ["x", "y"], ["uu", "su", "ss"], "s = s + <x>*<y>",
       "s = s + @dot(n, x, inc<x>, y, inc<y>)", **DOT)
level1("dot-sub", ["s"], ["x", "y"], ["uu", "su", "ss"], "s = s - <x>*<y>",
       "s = s - @dot(n, x, inc<x>, y, inc<y>)", **DOT)
level1("dot-self", ["s"], ["x"], ["u", "s"], "s = s + <x>*<x>", "s = s + @dot(n, x, inc<x>, x, inc<x>)", **DOT)
level1("dot-square", ["s"], ["x"], ["u", "s"], "s = s + <x>**2", "s = s + @dot(n, x, inc<x>, x, inc<x>)", **DOT)
# The norm is taken as the loop takes it: dnrm2 scales, so it would not overflow where the program does; and OpenBLAS's
# takes four times as long as the product.
for suffix, x, element, step in (("", "x(*)", "x(i)", "1"), ("-inc", "x(incx, *)", "x(1, i)", "incx")):
    for form, square in (("", f"{element}*{element}"), ("-square", f"{element}**2")):
        more = ", incx" if suffix else ""
        pair("nrm2" + form + suffix, f"n, x{more}, r", f"integer :: n{more}\n@real :: {x}, r",
             f"r = #0\ndo i = 1, n\nr = r + {square}\nend do\nr = sqrt(r)", f"r = sqrt(@dot(n, x, {step}, x, {step}))",
             "integer :: i", "@real, external :: @dot", single=True)
level1("asum", ["s"], ["x"], ["u", "s"], "s = s + abs(<x>)", "s = s + @asum(n, x, inc<x>)",
       external="@real, external :: @asum", single=True)
level1("axpy", ["alpha"], ["x", "y"], ["uu", "su", "us", "ss"], "<y> = <y> + alpha*<x>",
       "call @axpy(n, alpha, x, inc<x>, y, inc<y>)", alpha=True, single=True)
level1("axpy-sub", ["alpha"], ["x", "y"], ["uu", "ss"], "<y> = <y> - alpha*<x>",
       "call @axpy(n, -alpha, x, inc<x>, y, inc<y>)", alpha=True, single=True)
level1("scal", ["alpha"], ["x"], ["u", "s"], "<x> = alpha*<x>", "call @scal(n, alpha, x, inc<x>)", alpha=True,
       single=True)
# (A contiguous copy is memcpy, which the compiler makes of it by itself.)
level1("copy", [], ["x", "y"], ["su", "us", "ss"], "<y> = <x>", "call @copy(n, x, inc<x>, y, inc<y>)", single=True,
       fp="exact", stepped=True)
level1("swap", [], ["x", "y"], ["uu", "ss"], "t = <x>\n<x> = <y>\n<y> = t", "call @swap(n, x, inc<x>, y, inc<y>)",
       local="\n@real :: t", single=True, fp="exact")
level1("rot", ["c", "s"], ["x", "y"], ["uu", "ss"], "t = c*<x> + s*<y>\n<y> = c*<y> - s*<x>\n<x> = t",
       "call @rot(n, x, inc<x>, y, inc<y>, c, s)", local="\n@real :: t")


# ---- Level 2 ---------------------------------------------------------------------------------------------------
def nest(loops, body):
    """loops: outermost first, 'variable = bounds'."""
    return "".join(f"do {l}\n" for l in loops) + body + "\nend do" * len(loops)


RANGE = {"i": "i = 1, m", "j": "j = 1, n", "l": "l = 1, k"}
# How the element e is formed from the product p, summed by the loop <sum> into e or into a local s.
FORMS = {
    # name: (before, inside, behind, alpha, beta)
    "": ("", "<e> = <e> + <p>", "", "#1", "#1"),
    "-sub": ("", "<e> = <e> - <p>", "", "-#1", "#1"),
    "-set": ("<e> = #0", "<e> = <e> + <p>", "", "#1", "#0"),
    "-alpha": ("", "<e> = <e> + alpha*<p>", "", "alpha", "#1"),
    "-alpha-set": ("<e> = #0", "<e> = <e> + alpha*<p>", "", "alpha", "#0"),
    "-beta": ("<e> = beta*<e>", "<e> = <e> + <p>", "", "#1", "beta"),
    "-alpha-beta": ("<e> = beta*<e>", "<e> = <e> + alpha*<p>", "", "alpha", "beta"),
    "-sum": ("s = #0", "s = s + <p>", "<e> = <e> + s", "#1", "#1"),
    "-sum-alpha": ("s = #0", "s = s + <p>", "<e> = <e> + alpha*s", "alpha", "#1"),
    "-sum-alpha-set": ("s = #0", "s = s + <p>", "<e> = alpha*s", "alpha", "#0"),
    "-sum-alpha-beta": ("s = #0", "s = s + <p>", "<e> = alpha*s + beta*<e>", "alpha", "beta"),
}


def product(name, form, outer, inner, element, term, arguments, declarations, call, scale, single=False):
    """A nest in dot form: `outer` over the elements, `inner` over the summed index."""
    before, inside, behind, alpha, beta = FORMS[form]
    body = "\n".join(part for part in (before, nest([inner], inside), behind) if part)
    body = nest(outer, body).replace("<e>", element).replace("<p>", term)
    scalars = [s for s in ("alpha", "beta") if s in (alpha, beta)]
    used = sorted({l.split()[0] for l in outer + [inner]})
    shown = arguments.replace("<scalars>", "".join(f", {s}" for s in scalars))
    text = declarations + (f"\n@real :: {', '.join(scalars)}" if scalars else "")
    pair(name + form, shown, text, body,
         call.replace("<alpha>", alpha).replace("<beta>", "factor" if beta == "beta" else beta),
         f"integer :: {', '.join(used)}" + ("\n@real :: s" if before.startswith("s ") else ""),
         alpha=alpha == "alpha", scale=scale if beta == "beta" else "", single=single)


MATRIX_VECTOR = "integer :: m, n, lda\n@real :: a(lda, *), x(*), y(*)"
for form in FORMS:
    single = form in ("", "-set", "-alpha-beta", "-sum-alpha-beta")
    product("gemv-n", form, [RANGE["i"]], RANGE["j"], "y(i)", "a(i, j)*x(j)", "m, n, a, lda, x, y<scalars>",
            MATRIX_VECTOR, "call @gemv('N', m, n, <alpha>, a, lda, x, 1, <beta>, y, 1)",
            "do i = 1, m\ny(i) = beta*y(i)\nend do", single)
    product("gemv-t", form, [RANGE["j"]], RANGE["i"], "y(j)", "a(i, j)*x(i)", "m, n, a, lda, x, y<scalars>",
            MATRIX_VECTOR, "call @gemv('T', m, n, <alpha>, a, lda, x, 1, <beta>, y, 1)",
            "do j = 1, n\ny(j) = beta*y(j)\nend do", single)


def update(name, loops, inside, call, arguments, declarations, alpha=False, single=False, head="", scale=""):
    """A nest in axpy form, after an optional loop that sets or scales the result."""
    body = (head + "\n" if head else "") + nest(loops, inside)
    used = sorted({l.split()[0] for l in loops})
    pair(name, arguments, declarations, body, call, f"integer :: {', '.join(used)}", alpha=alpha, scale=scale,
         single=single)


for letter, outer, inner, result, vector, size in (("n", "j", "i", "y(i)", "x(j)", "m"),
                                                   ("t", "i", "j", "y(j)", "x(i)", "n")):
    loops = [RANGE[outer], RANGE[inner]]
    blas = f"call @gemv('{letter.upper()}', m, n, <alpha>, a, lda, x, 1, <beta>, y, 1)"

    def gemv(alpha, beta):
        return blas.replace("<alpha>", alpha).replace("<beta>", beta)

    plain, scaled = "m, n, a, lda, x, y", MATRIX_VECTOR + "\n@real :: alpha"
    update(f"gemv-{letter}-cols", loops, f"{result} = {result} + a(i, j)*{vector}", gemv("#1", "#1"), plain,
           MATRIX_VECTOR, single=True)
    update(f"gemv-{letter}-cols-sub", loops, f"{result} = {result} - a(i, j)*{vector}", gemv("-#1", "#1"), plain,
           MATRIX_VECTOR)
    update(f"gemv-{letter}-cols-alpha", loops, f"{result} = {result} + alpha*a(i, j)*{vector}",
           gemv("alpha", "#1"), plain + ", alpha", scaled, alpha=True, single=True)
    update(f"gemv-{letter}-cols-set", loops, f"{result} = {result} + a(i, j)*{vector}", gemv("#1", "#0"), plain,
           MATRIX_VECTOR, head=nest([RANGE[inner]], f"{result} = #0"), single=True)
    update(f"gemv-{letter}-cols-alpha-beta", loops, f"{result} = {result} + alpha*a(i, j)*{vector}",
           gemv("alpha", "factor"), plain + ", alpha, beta", MATRIX_VECTOR + "\n@real :: alpha, beta", alpha=True,
           head=nest([RANGE[inner]], f"{result} = beta*{result}"),
           scale=nest([RANGE[inner]], f"{result} = beta*{result}"), single=True)

RANK_ONE = "integer :: m, n, lda\n@real :: x(*), y(*), a(lda, *)"
for suffix, loops in (("", ["j", "i"]), ("-rows", ["i", "j"])):
    ranges = [RANGE[v] for v in loops]
    update("ger" + suffix, ranges, "a(i, j) = a(i, j) + x(i)*y(j)", "call @ger(m, n, #1, x, 1, y, 1, a, lda)",
           "m, n, x, y, a, lda", RANK_ONE, single=not suffix)
    update("ger-sub" + suffix, ranges, "a(i, j) = a(i, j) - x(i)*y(j)", "call @ger(m, n, -#1, x, 1, y, 1, a, lda)",
           "m, n, x, y, a, lda", RANK_ONE)
    update("ger-alpha" + suffix, ranges, "a(i, j) = a(i, j) + alpha*x(i)*y(j)",
           "call @ger(m, n, alpha, x, 1, y, 1, a, lda)", "m, n, x, y, a, lda, alpha", RANK_ONE + "\n@real :: alpha",
           alpha=True, single=not suffix)

# ---- Level 3 ---------------------------------------------------------------------------------------------------
MATRICES = "integer :: m, n, k, lda, ldb, ldc\n@real :: a(lda, *), b(ldb, *), c(ldc, *)"
GEMM = "m, n, k, a, lda, b, ldb, c, ldc<scalars>"
TERM = {"nn": "a(i, l)*b(l, j)", "nt": "a(i, l)*b(j, l)", "tn": "a(l, i)*b(l, j)", "tt": "a(l, i)*b(j, l)"}
SCALE_C = nest([RANGE["j"], RANGE["i"]], "c(i, j) = beta*c(i, j)")


def gemm_call(trans):
    return (f"call @gemm('{trans[0].upper()}', '{trans[1].upper()}', m, n, k, <alpha>, a, lda, b, ldb, <beta>, c, ldc)")


MOST = ["", "-sub", "-set", "-alpha-beta", "-sum-alpha-beta"]
for trans, by_columns, by_rows in (("nn", list(FORMS), list(FORMS)), ("nt", MOST, ["", "-set"]),
                                   ("tn", MOST, ["", "-set"]), ("tt", ["", "-set"], ["-set"])):
    for order, forms in (("ji", by_columns), ("ij", by_rows)):
        for form in forms:
            product(f"gemm-{trans}-{order}", form, [RANGE[v] for v in order], RANGE["l"], "c(i, j)", TERM[trans],
                    GEMM, MATRICES, gemm_call(trans), SCALE_C,
                    single=trans == "nn" and form in ("", "-set", "-alpha-beta", "-sum-alpha-beta"))

for trans in ("nn", "nt"):
    call = gemm_call(trans)
    for order in ("jli", "lji") + (("ilj",) if trans == "nn" else ()):
        loops = [RANGE[v] for v in order]
        term, single = TERM[trans], trans == "nn" and order != "ilj"
        update(f"gemm-{trans}-{order}", loops, f"c(i, j) = c(i, j) + {term}",
               call.replace("<alpha>", "#1").replace("<beta>", "#1"), GEMM.replace("<scalars>", ""), MATRICES,
               single=single)
        update(f"gemm-{trans}-{order}-alpha", loops, f"c(i, j) = c(i, j) + alpha*{term}",
               call.replace("<alpha>", "alpha").replace("<beta>", "#1"), GEMM.replace("<scalars>", ", alpha"),
               MATRICES + "\n@real :: alpha", alpha=True, single=single)
    update(f"gemm-{trans}-jli-sub", [RANGE[v] for v in "jli"], f"c(i, j) = c(i, j) - {TERM[trans]}",
           call.replace("<alpha>", "-#1").replace("<beta>", "#1"), GEMM.replace("<scalars>", ""), MATRICES)


def column_gemm(name, set_column, inside, call, scalars, alpha, scale, single):
    body = nest([RANGE["j"]], nest([RANGE["i"]], set_column) + "\n" + nest([RANGE["l"], RANGE["i"]], inside))
    pair(name, GEMM.replace("<scalars>", "".join(f", {s}" for s in scalars)),
         MATRICES + (f"\n@real :: {', '.join(scalars)}" if scalars else ""), body, call, "integer :: i, j, l",
         alpha=alpha, scale=scale, single=single)


# The column-by-column order of the reference BLAS: set or scale a column, then add to it.
for trans in ("nn", "nt"):
    call, term = gemm_call(trans), TERM[trans]
    column_gemm(f"gemm-{trans}-col-set", "c(i, j) = #0", f"c(i, j) = c(i, j) + {term}",
                call.replace("<alpha>", "#1").replace("<beta>", "#0"), [], False, "", trans == "nn")
    column_gemm(f"gemm-{trans}-col-alpha-beta", "c(i, j) = beta*c(i, j)", f"c(i, j) = c(i, j) + alpha*{term}",
                call.replace("<alpha>", "alpha").replace("<beta>", "factor"), ["alpha", "beta"], True, SCALE_C,
                trans == "nn")
# What flang makes of c = matmul(a, b).
update("gemm-nn-matmul", [RANGE[v] for v in "lji"], "c(i, j) = c(i, j) + a(i, l)*b(l, j)",
       gemm_call("nn").replace("<alpha>", "#1").replace("<beta>", "#0"), GEMM.replace("<scalars>", ""), MATRICES,
       head=nest([RANGE["j"], RANGE["i"]], "c(i, j) = #0"), single=True)

SYMMETRIC = "integer :: n, k, lda, ldc\n@real :: a(lda, *), c(ldc, *)"
TRIANGLES = {"l-ji": ("L", ["j = 1, n", "i = j, n"]), "u-ji": ("U", ["j = 1, n", "i = 1, j"]),
             "l-ij": ("L", ["i = 1, n", "j = 1, i"]), "u-ij": ("U", ["i = 1, n", "j = i, n"])}
for triangle, (uplo, ranges) in TRIANGLES.items():
    for trans, term, forms in (("n", "a(i, l)*a(j, l)", ["", "-set", "-sub", "-alpha", "-alpha-beta", "-sum-alpha-beta"]),
                               ("t", "a(l, i)*a(l, j)", ["", "-set", "-alpha-beta", "-sum-alpha-beta"])):
        for form in forms:
            product(f"syrk-{trans}-{triangle}", form, ranges, RANGE["l"], "c(i, j)", term,
                    "n, k, a, lda, c, ldc<scalars>", SYMMETRIC,
                    f"call @syrk('{uplo}', '{trans.upper()}', n, k, <alpha>, a, lda, <beta>, c, ldc)",
                    nest(ranges, "c(i, j) = beta*c(i, j)"), single=form in ("", "-set", "-alpha-beta") and triangle == "l-ji")

HEADER = '''\
// blas.pat - loop nests that are BLAS operations. Written by blas.py; edit that.
//
// Every pair holds for any size, leading dimension, alpha and beta. For alpha = 0 BLAS would not read its inputs,
// and for beta = 0 not the result, so that a NaN could vanish: those cases keep the loops, and so do factors that are
// NaN themselves. dot-form idioms are named by the order of the outer loops (ji, ij), axpy-form ones by all three.

link "openblas"
'''


def main():
    out = [render(entry, Real(8)) for entry in PAIRS]
    out += [render(entry, Real(4)) for entry in PAIRS if entry["single"]]
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        print(HEADER, "\n\n".join(out + [cblas.text()]), sep="\n", file=file)


if __name__ == "__main__":
    main()
