"""What calls of routines take on this machine, for `calibrate --routines`: c1*work + c2*edges + c0 picoseconds, put through the times of
sweep/routines.c's calls, above nearly all of them; and how much faster this machine's loops are than lib/match/rounds.c has them."""

# pairs, kernels that are that call, what is too thin, additions, edges. The sizes are the pairs'; of thin shapes of the kernels the
# larger is either.
FAMILIES = [
    ("?dot ?dot-from ?dot-add ?dot-set", "dot", "ix == 1, iy == 1", "n", ""),
    ("?nrm2 ?nrm2-set", "nrm2", "ix == 1", "n", ""),
    ("?asum ?asum-set ?asum-add", "asum", "ix == 1", "n", ""),
    ("?gemv ?gemv-set", "gemv_n gemv_m gemv_t gemv_s gemv_c gemv_b", "min(m, n) >= 4", "m*n", "(m + n)"),
    ("?ger", "ger ger_c", "min(m, n) >= 8", "m*n", "(m + n)"),
    ("?symv*", "symv symv_d", "n >= 64", "n*n", "n"),
    ("?syr2", "syr2", "n >= 64", "n*n", "n"),
    ("?tr[sm]v*", "trmv trmv_u trsv trsv_c trsv_u", "n >= 100", "n*n/2", "n"),
    ("?gemm ?gemm-set", "gemm_ijl gemm_ijm gemm_ilj gemm_nt gemm_tn gemm_tt gemm_pb", "min(m, n) >= 4", "m*n*k", "(m*n + n*k + m*k)"),
    ("?syrk*", "syrk syrk_r syrk_t", "min(n, k) >= 8", "n*n*k/2", "(n*n + n*k)"),
    ("?syr2k*", "syr2k syr2k_t", "min(n, k) >= 8", "n*n*k", "(n*n + n*k)"),
    ("?symm*", "symm", "min(m, n) >= 8", "m*m*n", "(m*m + m*n)"),
    ("?tr[sm]m*", "trmm trsm trsm_c", "min(m, n) >= 8", "m*m*n/2", "(m*m + m*n)"),
]
# kernels for each class of loops, and the picoseconds that an addition takes there: lib/match/rounds.c
CLASSES = [("dot gemv_n gemm_ijl trsv", {False: 600, True: 600}), ("gemv_c gemm_jli ger_c", {False: 450, True: 450}),
           ("gemv_t gemm_ilj gemm_lij", {False: 240, True: 90})]
WORK = {"dot": "n", "trsv": "n*n/2", **{kernel: "m*n" for kernel in "gemv_n gemv_c gemv_t ger_c".split()},
        **{kernel: "m*n*k" for kernel in "gemm_ijl gemm_jli gemm_ilj gemm_lij".split()}}
MARGIN, SHARE = 1.3, 0.98  # of the times that the formula is to lie above


def fit(points):
    """points: [([feature ...], time)] → coefficients >= 0 of least relative squares, by coordinates, above SHARE of all points"""
    rows = [[feature/time for feature in features] for features, time in points]
    count = len(rows[0])
    found = [0.0]*count
    for _ in range(300):
        for k in range(count):
            square = sum(row[k]*row[k] for row in rows)
            rest = sum(row[k]*(1 - sum(found[i]*row[i] for i in range(count) if i != k)) for row in rows)
            found[k] = max(0.0, rest/square) if square else 0.0
    over = sorted(1/max(sum(a*b for a, b in zip(found, row)), 1e-9) for row in rows)
    scale = MARGIN*max(1, over[int((len(over) - 1)*SHARE)])
    return [scale*value for value in found]


def value(expression, m, n, k):
    return eval(expression, {"m": m, "n": n, "k": k})  # (written above)


def faster_loops(rows, wide):
    """The most by which additions of a class take less here than rounds.c has it, at sizes that fit caches; at least 1."""
    worst = 1.0
    for kernels, assumed in CLASSES:
        times = [1000*first/value(WORK[name], m, n, k) for name, letter, m, n, k, first, _ in rows
                 if name in kernels.split() and letter == "d" and m == n == k and 48 <= n <= 333]
        if times:
            worst = max(worst, assumed[wide]/min(times))
    return worst


def wanted():
    return sorted({kernel for family in FAMILIES for kernel in family[1].split()} | set(WORK))


def lines(measured):
    """measured: {wide: [(kernel, letter, m, n, k, nanoseconds of the loops, of the call)]}"""
    scale = max(faster_loops(rows, wide) for wide, rows in measured.items())
    for pairs, kernels, thin, work, edges in FAMILIES:
        for letter in "ds":
            points = []
            for name, which, m, n, k, _, call in (row for rows in measured.values() for row in rows):
                if name in kernels.split() and which == letter and ("m" not in work or min(m, n) > 2):
                    points.append(([value(work, m, n, k)] + ([value(edges, m, n, k)] if edges else []) + [1], 1000*call))
            found = [scale*each for each in fit(points)]
            half = work.endswith("/2")  # … of what is rounded down, no polynomial is left
            product, unit = (work[:-2], "round/2") if half else (work, "round")
            terms = [f"{max(1, round(found[0]/(2 if half else 1)))}*{product}"] + ([f"{round(found[1])}*{edges}"] if edges else []) + [str(round(found[-1]))]
            for pair in pairs.split():
                yield f"{pair.replace('?', letter, 1):<24} {thin}, {unit}*{product} >= {' + '.join(terms)}"
