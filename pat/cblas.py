"""The C half of blas.pat, printed by blas.py.

Row-major CBLAS. One pair covers `a[i*lda + j]`, `a[i][j]` and variable length arrays: all are a base and a polynomial,
from which lda follows. Strided vectors cover contiguous ones, too. What C programs write less often has no pair here:
the Fortran pairs serve C programs as well, seen through their transposition.

R1 and R2 of blas.py hold, and a third rule, because pointers carry no extents:
 R3 leading dimensions and increments are what CBLAS accepts, by a condition on the pair.
"""

import costs

PAIRS = []


class Type:
    def __init__(self, name, letter, suffix):
        self.name, self.letter, self.suffix = name, letter, suffix

    def fill(self, text):
        return (text.replace("@@", self.letter).replace("@t", self.name).replace("#0", "0" + self.suffix)
                .replace("#1", "1" + self.suffix).replace("%f", self.suffix.replace(".0", "")))


DOUBLE, FLOAT = Type("double", "d", ".0"), Type("float", "s", ".0f")


def indent(text):
    """Two blanks for each brace that is open, and for the statement behind a loop without one."""
    out, level, hanging = [], 2, 0
    for line in text.strip("\n").splitlines():
        line = line.strip()
        if not line:
            continue
        if line.startswith("}"):
            level -= 1
        out.append("  " * (level + hanging) + line)
        hanging = hanging + 1 if line.startswith(("for ", "if ")) and not line.endswith(("{", ";")) else 0
        if line.endswith("{"):
            level += 1
    return "\n".join(out)


def pair(name, arguments, idiom, call, when, alpha=False, scale="", headers="", fp="reassoc"):
    PAIRS.append(dict(name=name, arguments=arguments, idiom=idiom, call=call, when=when, alpha=alpha, scale=scale,
                      headers=headers, fp=fp))


def render(entry, real):
    body = entry["call"]
    if entry["scale"]:
        body = f"@t factor = beta;\nif (!(beta < #0 || beta > #0)) {{\n{entry['scale']}\nfactor = #1;\n}}\n{body}"
    if entry["alpha"]:
        body = f"if (!(alpha < #0 || alpha > #0)) {{\n{entry['idiom']}\nreturn;\n}}\n{body}"
    function = f"void c@@{entry['name'].replace('-', '_')}({entry['arguments']})"
    text = ["C {"] + [f"#include {h}" for h in entry["headers"].split()]
    text += ["  " + function + " {", indent(entry["idiom"]), "  }", "} = {"]
    text += [f"#include {h}" for h in ("<cblas.h> " + entry["headers"]).split()]
    text += ["  " + function + " {", indent(body), "  }", "}",
             f'name "cblas_@@{entry["name"]}"' + (" fp exact" if entry["fp"] == "exact" else "")]
    text += [f"when ({', '.join(entry['when'])})"] if entry["when"] else []
    text += [costs.pays(real.fill(f"cblas_@@{entry['name']}"))]
    return real.fill("\n".join(text))


RANGE = {"i": "for (int i = 0; i < m; i++)", "j": "for (int j = 0; j < n; j++)", "l": "for (int l = 0; l < k; l++)"}


def nest(loops, body):
    if "\n" in body:
        return "\n".join(loops[:-1] + [loops[-1] + " {", body, "}"])
    return "\n".join(loops + [body])


# ---- Level 1 ---------------------------------------------------------------------------------------------------
ALONG = "for (int i = 0; i < n; i++)"
X, Y = "x[i * incx]", "y[i * incy]"
ONE, TWO = "const @t *x, int incx", "const @t *x, int incx, const @t *y, int incy"


def vector(name, arguments, body, call, **more):
    steps = [s for s in ("incx", "incy") if s in arguments]
    pair(name, "int n, " + arguments, nest([ALONG], body) if "for" not in body else body, call,
         [f"{s} >= 1" for s in steps] + more.pop("when", []), **more)


vector("dot", TWO + ", @t *s", f"*s += {X} * {Y};", "*s += cblas_@@dot(n, x, incx, y, incy);")
vector("dot-sub", TWO + ", @t *s", f"*s -= {X} * {Y};", "*s -= cblas_@@dot(n, x, incx, y, incy);")
vector("dot-self", ONE + ", @t *s", f"*s += {X} * {X};", "*s += cblas_@@dot(n, x, incx, x, incx);")
# The one backwards. (BLAS is told where the vector lies, and a negative increment that it starts at the end.)
vector("dot-back", "const @t *x, const @t *y, @t *s", "*s += x[n - 1 - i] * y[i];",
       "*s += cblas_@@dot(n, x, -1, y, 1);")
# The norm is taken as the loop takes it: nrm2 scales, so it would not overflow where the program does.
vector("nrm2", ONE + ", @t *s", f"*s = 0;\n{ALONG}\n*s += {X} * {X};\n*s = sqrt%f(*s);",
       "*s = sqrt%f(cblas_@@dot(n, x, incx, x, incx));", headers="<math.h>")
vector("asum", ONE + ", @t *s", f"*s += fabs%f({X});", "*s += cblas_@@asum(n, x, incx);", headers="<math.h>")
vector("axpy", "@t alpha, const @t *x, int incx, @t *y, int incy", f"{Y} += alpha * {X};",
       "cblas_@@axpy(n, alpha, x, incx, y, incy);", alpha=True)
vector("axpy-sub", "@t alpha, const @t *x, int incx, @t *y, int incy", f"{Y} -= alpha * {X};",
       "cblas_@@axpy(n, -alpha, x, incx, y, incy);", alpha=True)
vector("scal", "@t alpha, @t *x, int incx", f"{X} *= alpha;", "cblas_@@scal(n, alpha, x, incx);", alpha=True)
# (A contiguous copy is memcpy, which the compiler makes of it by itself.)
vector("copy", "const @t *x, int incx, @t *y, int incy", f"{Y} = {X};", "cblas_@@copy(n, x, incx, y, incy);",
       when=["incx + incy >= 3"], fp="exact")
vector("swap", "@t *x, int incx, @t *y, int incy", f"@t t = {X};\n{X} = {Y};\n{Y} = t;",
       "cblas_@@swap(n, x, incx, y, incy);", fp="exact")

# ---- Level 2 and 3: how an element e is formed from the product p, summed by the inner loop ----------------------
FORMS = {
    # name: (before, inside, behind, alpha, beta)
    "": ("", "<e> += <p>;", "", "#1", "#1"),
    "-sub": ("", "<e> -= <p>;", "", "-#1", "#1"),
    "-set": ("<e> = 0;", "<e> += <p>;", "", "#1", "#0"),
    "-alpha": ("", "<e> += alpha * <p>;", "", "alpha", "#1"),
    "-alpha-set": ("<e> = 0;", "<e> += alpha * <p>;", "", "alpha", "#0"),
    "-beta": ("<e> *= beta;", "<e> += <p>;", "", "#1", "beta"),
    "-alpha-beta": ("<e> *= beta;", "<e> += alpha * <p>;", "", "alpha", "beta"),
    "-sum": ("@t s = 0;", "s += <p>;", "<e> += s;", "#1", "#1"),
    "-sum-alpha": ("@t s = 0;", "s += <p>;", "<e> += alpha * s;", "alpha", "#1"),
    "-sum-alpha-set": ("@t s = 0;", "s += <p>;", "<e> = alpha * s;", "alpha", "#0"),
    "-sum-alpha-beta": ("@t s = 0;", "s += <p>;", "<e> = alpha * s + beta * <e>;", "alpha", "beta"),
}
MOST = ["", "-sub", "-set", "-alpha", "-alpha-set", "-beta", "-alpha-beta", "-sum-alpha-beta"]
FEW = ["", "-set", "-alpha-beta", "-sum-alpha-beta"]


def scalars_of(*names):
    return "".join(f"@t {s}, " for s in ("alpha", "beta") if s in names)


def product(name, form, outer, inner, element, term, arguments, call, scale, when):
    """A nest in dot form: `outer` over the elements, `inner` over the summed index."""
    before, inside, behind, alpha, beta = FORMS[form]
    body = "\n".join(part for part in (before, nest([inner], inside), behind) if part)
    body = nest(outer, body).replace("<e>", element).replace("<p>", term)
    pair(name + form, arguments.replace("<scalars>", scalars_of(alpha, beta)), body,
         call.replace("<alpha>", alpha).replace("<beta>", "factor" if beta == "beta" else beta), when,
         alpha=alpha == "alpha", scale=scale if beta == "beta" else "")


def update(name, body, call, arguments, when, alpha="#1", beta="#1", scale=""):
    pair(name, arguments.replace("<scalars>", scalars_of(alpha, beta)), body,
         call.replace("<alpha>", alpha).replace("<beta>", "factor" if beta == "beta" else beta), when,
         alpha=alpha == "alpha", scale=scale if beta == "beta" else "")


GEMV = "int m, int n, <scalars>const @t *a, int lda, const @t *x, @t *y"
for form in MOST:
    product("gemv-n", form, [RANGE["i"]], RANGE["j"], "y[i]", "a[i * lda + j] * x[j]", GEMV,
            "cblas_@@gemv(CblasRowMajor, CblasNoTrans, m, n, <alpha>, a, lda, x, 1, <beta>, y, 1);",
            nest([RANGE["i"]], "y[i] *= beta;"), ["lda >= n"])
    product("gemv-t", form, [RANGE["j"]], RANGE["i"], "y[j]", "a[i * lda + j] * x[i]", GEMV,
            "cblas_@@gemv(CblasRowMajor, CblasTrans, m, n, <alpha>, a, lda, x, 1, <beta>, y, 1);",
            nest([RANGE["j"]], "y[j] *= beta;"), ["lda >= n"])
ROWS = "cblas_@@gemv(CblasRowMajor, CblasTrans, m, n, <alpha>, a, lda, x, 1, <beta>, y, 1);"
BY_ROWS = [RANGE["i"], RANGE["j"]]
update("gemv-t-rows", nest(BY_ROWS, "y[j] += a[i * lda + j] * x[i];"), ROWS, GEMV, ["lda >= n"])
update("gemv-t-rows-sub", nest(BY_ROWS, "y[j] -= a[i * lda + j] * x[i];"), ROWS.replace("<alpha>", "-#1"), GEMV,
       ["lda >= n"])
update("gemv-t-rows-alpha", nest(BY_ROWS, "y[j] += alpha * a[i * lda + j] * x[i];"), ROWS, GEMV, ["lda >= n"],
       alpha="alpha")
update("gemv-t-rows-set", nest([RANGE["j"]], "y[j] = 0;") + "\n" +
       nest(BY_ROWS, "y[j] += a[i * lda + j] * x[i];"), ROWS, GEMV, ["lda >= n"], beta="#0")

GER = "int m, int n, <scalars>const @t *x, const @t *y, @t *a, int lda"
RANK_ONE = "cblas_@@ger(CblasRowMajor, m, n, <alpha>, x, 1, y, 1, a, lda);"
update("ger", nest(BY_ROWS, "a[i * lda + j] += x[i] * y[j];"), RANK_ONE, GER, ["lda >= n"])
update("ger-sub", nest(BY_ROWS, "a[i * lda + j] -= x[i] * y[j];"), RANK_ONE.replace("<alpha>", "-#1"), GER, ["lda >= n"])
update("ger-alpha", nest(BY_ROWS, "a[i * lda + j] += alpha * x[i] * y[j];"), RANK_ONE, GER, ["lda >= n"], alpha="alpha")

# Forward and backward substitution, from b into x or in place. (By a pointer to the row: compilers make i*(ldt + 1) of
# i*ldt + i, of which nobody knows any more that it does not overflow.)
TRSV = "int n, const @t *t, int ldt, const @t *b, @t *x"
ROW = "const @t *row = t + i * ldt;\n"
FORWARD, BACKWARD = "for (int i = 0; i < n; i++)", "for (int i = n - 1; i >= 0; i--)"
BELOW, ABOVE = "for (int j = 0; j < i; j++)", "for (int j = i + 1; j < n; j++)"
for uplo, outer, inner in (("Lower", FORWARD, BELOW), ("Upper", BACKWARD, ABOVE)):
    solve = f"cblas_@@trsv(CblasRowMajor, Cblas{uplo}, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);"
    for form, before, inside, behind in (
            ("", "x[i] = b[i];", "x[i] -= row[j] * x[j];", "x[i] = x[i] / row[i];"),
            ("-sum", "@t s = b[i];", "s -= row[j] * x[j];", "x[i] = s / row[i];")):
        pair(f"trsv-{uplo.lower()}{form}", TRSV, nest([outer], f"{ROW}{before}\n{nest([inner], inside)}\n{behind}"),
             "cblas_@@copy(n, b, 1, x, 1);\n" + solve, ["ldt >= n"])
    pair(f"trsv-{uplo.lower()}-place", TRSV.replace("const @t *b, ", ""),
         nest([outer], f"{ROW}{nest([inner], 'x[i] -= row[j] * x[j];')}\nx[i] = x[i] / row[i];"), solve,
         ["ldt >= n"])

# By the columns of the other triangle, as the rows of an LU factorisation are solved for.
COLUMN = "const @t *column = t + i;\n"
for uplo, outer, inner in (("Upper", FORWARD, BELOW), ("Lower", BACKWARD, ABOVE)):
    solve = f"cblas_@@trsv(CblasRowMajor, Cblas{uplo}, CblasTrans, CblasNonUnit, n, t, ldt, x, 1);"
    step, last = "x[i] -= column[j * ldt] * x[j];", "x[i] = x[i] / column[i * ldt];"
    pair(f"trsv-{uplo.lower()}-t", TRSV, nest([outer], f"{COLUMN}x[i] = b[i];\n{nest([inner], step)}\n{last}"),
         "cblas_@@copy(n, b, 1, x, 1);\n" + solve, ["ldt >= n"])
    pair(f"trsv-{uplo.lower()}-t-place", TRSV.replace("const @t *b, ", ""),
         nest([outer], f"{COLUMN}{nest([inner], step)}\n{last}"), solve, ["ldt >= n"])

GEMM = "int m, int n, int k, <scalars>const @t *a, int lda, const @t *b, int ldb, @t *c, int ldc"
C = "c[i * ldc + j]"
TERMS = {"nn": "a[i * lda + l] * b[l * ldb + j]", "nt": "a[i * lda + l] * b[j * ldb + l]",
         "tn": "a[l * lda + i] * b[l * ldb + j]", "tt": "a[l * lda + i] * b[j * ldb + l]"}
WIDTH = {"nn": ["lda >= k", "ldb >= n"], "nt": ["lda >= k", "ldb >= k"], "tn": ["lda >= m", "ldb >= n"],
         "tt": ["lda >= m", "ldb >= k"]}
SCALE_C = nest(BY_ROWS, f"{C} *= beta;")


def gemm_call(trans):
    names = {"n": "CblasNoTrans", "t": "CblasTrans"}
    return (f"cblas_@@gemm(CblasRowMajor, {names[trans[0]]}, {names[trans[1]]}, m, n, k, <alpha>, a, lda, b, ldb, "
            "<beta>, c, ldc);")


for trans, forms in (("nn", MOST), ("nt", MOST), ("tn", FEW), ("tt", FEW)):
    for form in forms:
        product(f"gemm-{trans}", form, BY_ROWS, RANGE["l"], C, TERMS[trans], GEMM, gemm_call(trans), SCALE_C,
                WIDTH[trans] + ["ldc >= n"])
for trans in ("nn", "tn"):
    call, when, term = gemm_call(trans), WIDTH[trans] + ["ldc >= n"], TERMS[trans]
    rows = [RANGE["i"], RANGE["l"], RANGE["j"]]
    update(f"gemm-{trans}-ilj", nest(rows, f"{C} += {term};"), call, GEMM, when)
    update(f"gemm-{trans}-ilj-alpha", nest(rows, f"{C} += alpha * {term};"), call, GEMM, when, alpha="alpha")
    # Row by row: set or scale a row, then add to it.
    inner = nest([RANGE["l"], RANGE["j"]], f"{C} += <alpha>{term};")
    update(f"gemm-{trans}-row-set", nest([RANGE["i"]], nest([RANGE["j"]], f"{C} = 0;") + "\n" +
                                        inner.replace("<alpha>", "")), call, GEMM, when, beta="#0")
    update(f"gemm-{trans}-row-alpha-beta", nest([RANGE["i"]], nest([RANGE["j"]], f"{C} *= beta;") + "\n" +
                                               inner.replace("<alpha>", "alpha * ")), call, GEMM, when, alpha="alpha",
           beta="beta", scale=SCALE_C)

SYRK = "int n, int k, <scalars>const @t *a, int lda, @t *c, int ldc"
for uplo, inner in (("Lower", "for (int j = 0; j <= i; j++)"), ("Upper", "for (int j = i; j < n; j++)")):
    outer = [FORWARD, inner]
    for trans, term, width in (("n", "a[i * lda + l] * a[j * lda + l]", "lda >= k"),
                               ("t", "a[l * lda + i] * a[l * lda + j]", "lda >= n")):
        call = (f"cblas_@@syrk(CblasRowMajor, Cblas{uplo}, Cblas{'NoTrans' if trans == 'n' else 'Trans'}, n, k, "
                "<alpha>, a, lda, <beta>, c, ldc);")
        scale, when = nest(outer, f"{C} *= beta;"), [width, "ldc >= n"]
        for form in FEW:
            product(f"syrk-{trans}-{uplo.lower()}", form, outer, RANGE["l"], C, term, SYRK, call, scale, when)
        if trans == "n":
            update(f"syrk-n-{uplo.lower()}-row-alpha-beta",
                   nest([FORWARD], nest([inner], f"{C} *= beta;") + "\n" +
                        nest([RANGE["l"], inner], f"{C} += alpha * {term};")), call, SYRK, when, alpha="alpha",
                   beta="beta", scale=scale)


def text():
    return "\n\n".join(render(entry, real) for real in (DOUBLE, FLOAT) for entry in PAIRS)
