"""What the pairs of blas.pat compute, as nests over square arrays a, b, c and vectors x, y, z, in every order of loops.

{a:i,j} stands for an element. A nest is a list of nodes: a statement, ("loop", index, low, high, step, nodes) with high not
included and step 1 or -1, or ("if", condition, nodes).
"""
import itertools


def for_each(*loops, body):
    """Nested loops as a tree."""
    nodes = list(body)
    for index, low, high, *step in reversed(loops):
        nodes = [("loop", index, low, high, step[0] if step else 1, nodes)]
    return nodes


I, J, K = ("i", "0", "n"), ("j", "0", "n"), ("k", "0", "n")
LOWER = {"ij": [I, ("j", "0", "i + 1")], "ji": [J, ("i", "j", "n")]}  # i >= j


def down(loop):
    return (*loop, -1)


def orders(*loops):
    return {"".join(loop[0] for loop in order): list(order) for order in itertools.permutations(loops)}


def triangles(pairs, more=K):
    """Orders of a triangle's two loops with a third one in any place."""
    result = {}
    for name, loops in pairs.items():
        for place in range(3):
            result[name[:place] + more[0] + name[place:]] = loops[:place] + [more] + loops[place:]
    return result


def below(row, column):
    """Both orders of the loops over column < row."""
    return {row + column: [(row, "0", "n"), (column, "0", row)],
            column + row: [(column, "0", "n"), (row, f"{column} + 1", "n")]}


def nests(loops, *body):
    return {name: for_each(*some, body=body) for name, some in loops.items()}


def summed(outer, inner, start, term, after):
    """A sum in a scalar."""
    return for_each(*outer, body=[f"s = {start}", *for_each(*inner, body=[f"s = s + {term}"]), after])


def number(loops, term, after="{z:0} = s"):
    """A sum over all loops."""
    return {name: summed([], some, "0.0", term, after) for name, some in loops.items()}


def renamed(some, more):
    return {name + more: nest for name, nest in some.items()}


VECTORS = {
    "dot": number({"i": [I]}, "{x:i} * {y:i}"),
    "axpy": nests({"i": [I]}, "{y:i} = {y:i} + 2.0 * {x:i}"),
    "scal": nests({"i": [I]}, "{x:i} = 3.0 * {x:i}"),
    "copy": nests({"i": [I], "down": [down(I)]}, "{y:i} = {x:i}"),
    "copy-scaled": nests({"i": [I]}, "{y:i} = 2.0 * {x:i}"),
    "copy-fill": nests({"i": [I]}, "{y:i} = 2.0"),
    "axpy-ones": nests({"i": [I]}, "{y:i} = {y:i} + 2.0"),
    "swap": nests({"i": [I]}, "s = {x:i}", "{x:i} = {y:i}", "{y:i} = s"),
    "rot": nests({"i": [I]}, "s = 2.0 * {x:i} + 3.0 * {y:i}", "{y:i} = 2.0 * {y:i} - 3.0 * {x:i}", "{x:i} = s"),
    "nrm2": number({"i": [I]}, "{x:i} * {x:i}", "{z:0} = sqrt(s)"),
    "sum": number({"i": [I]}, "{x:i}"),
    "asum": number({"i": [I]}, "abs({x:i})"),
    "dot-distance": number({"i": [I]}, "({x:i} - {y:i}) * ({x:i} - {y:i})"),
}
ELEMENTS = {
    "sum-rows": number(orders(I, J), "{a:i,j}"),
    "dot-rows": number(orders(I, J), "{a:i,j} * {b:i,j}"),
    "gemv-form": {**number(orders(I, J), "{x:i} * {a:i,j} * {y:j}"),
                  "sums": ["t = 0.0", *for_each(I, body=["s = 0.0", *for_each(J, body=["s = s + {a:i,j} * {y:j}"]),
                                                         "t = t + {x:i} * s"]), "{z:0} = t"]},
    "axpy-rows": nests(orders(I, J), "{b:i,j} = {b:i,j} + 2.0 * {a:i,j}"),
    "axpy-t": nests(orders(I, J), "{b:i,j} = {b:i,j} + 2.0 * {a:j,i}"),
    "copy-rows": nests(orders(I, J), "{b:i,j} = {a:i,j}"),
    "copy-t": nests(orders(I, J), "{b:i,j} = {a:j,i}"),
    "scal-rows": nests(orders(I, J), "{a:i,j} = 3.0 * {a:i,j}"),
    "copy-fill-rows": nests(orders(I, J), "{a:i,j} = 2.0"),
    "copy-triangle": nests(LOWER, "{b:i,j} = {a:i,j}"),
    "scal-triangle": nests(LOWER, "{a:i,j} = 3.0 * {a:i,j}"),
}
ROWS = {
    "gemv": {**nests(orders(I, J), "{y:i} = {y:i} + {a:i,j} * {x:j}"),
             "sum": summed([I], [J], "0.0", "{a:i,j} * {x:j}", "{y:i} = s"),
             "zero": for_each(I, body=["{y:i} = 0.0", *for_each(J, body=["{y:i} = {y:i} + {a:i,j} * {x:j}"])]),
             "beta": summed([I], [J], "0.0", "{a:i,j} * {x:j}", "{y:i} = 3.0 * s + 2.0 * {y:i}")},
    "gemv-ones": {**nests(orders(I, J), "{y:i} = {y:i} + {a:i,j}"),
                  "sum": summed([I], [J], "0.0", "{a:i,j}", "{y:i} = s")},
    "gemv-gemv": {"sums": for_each(I, body=["t = 0.0", *for_each(K, body=["s = 0.0", *for_each(J, body=["s = s + {b:k,j} * {x:j}"]),
                                                                        "t = t + {a:i,k} * s"]), "{y:i} = {y:i} + t"])},
    "gemv-jacobi": {"if": for_each(I, body=["s = {z:i}", *for_each(J, body=[("if", "j != i", ["s = s - {a:i,j} * {x:j}"])]),
                                            "{y:i} = s / {a:i,i}"]),
                    "two": for_each(I, body=["s = {z:i}", *for_each(("j", "0", "i"), body=["s = s - {a:i,j} * {x:j}"]),
                                             *for_each(("j", "i + 1", "n"), body=["s = s - {a:i,j} * {x:j}"]), "{y:i} = s / {a:i,i}"])},
    "gemv-skip": {"ji": for_each(J, body=[("if", "{x:j} != 0.0", for_each(I, body=["{y:i} = {y:i} + {x:j} * {a:i,j}"]))])},
    "ger": nests(orders(I, J), "{a:i,j} = {a:i,j} + {x:i} * {y:j}"),
    "symv": {"both": for_each(I, body=["{y:i} = {y:i} + {a:i,i} * {x:i}", *for_each(("j", "0", "i"), body=[
        "{y:i} = {y:i} + {a:i,j} * {x:j}", "{y:j} = {y:j} + {a:i,j} * {x:i}"])]),
             "sum": for_each(I, body=["s = 0.0", *for_each(("j", "0", "i"), body=[
                 "{y:j} = {y:j} + {x:i} * {a:i,j}", "s = s + {a:i,j} * {x:j}"]), "{y:i} = {y:i} + {x:i} * {a:i,i} + s"])},
    "syr": nests(LOWER, "{a:i,j} = {a:i,j} + {x:i} * {x:j}"),
    "syr2": nests(LOWER, "{a:i,j} = {a:i,j} + {x:i} * {y:j} + {y:i} * {x:j}"),
    "trmv": {"sum": summed([I], [("j", "i", "n")], "0.0", "{a:i,j} * {x:j}", "{x:i} = s"),
             "down": summed([down(I)], [("j", "0", "i + 1")], "0.0", "{a:i,j} * {x:j}", "{x:i} = s"),
             "columns": for_each(J, body=[*for_each(("i", "0", "j"), body=["{x:i} = {x:i} + {a:i,j} * {x:j}"]), "{x:j} = {a:j,j} * {x:j}"])},
    "trmv-unit": {**nests(below("j", "i"), "{x:i} = {x:i} + {a:i,j} * {x:j}"),
                  "down": for_each(down(I), ("j", "0", "i"), body=["{x:i} = {x:i} + {a:i,j} * {x:j}"])},
    "trmv-set": {"sum": summed([I], [("j", "i", "n")], "0.0", "{a:i,j} * {x:j}", "{y:i} = s"),
                 "lower": summed([I], [("j", "0", "i + 1")], "0.0", "{a:i,j} * {x:j}", "{y:i} = s"),
                 "added": nests(LOWER, "{y:i} = {y:i} + {a:i,j} * {x:j}")["ij"]},
    "trsv": {"rows": summed([I], [("j", "0", "i")], "0.0", "{a:i,j} * {x:j}", "{x:i} = ({x:i} - s) / {a:i,i}"),
             "memory": for_each(I, body=[*for_each(("j", "0", "i"), body=["{x:i} = {x:i} - {a:i,j} * {x:j}"]), "{x:i} = {x:i} / {a:i,i}"]),
             "columns": for_each(J, body=["{x:j} = {x:j} / {a:j,j}", *for_each(("i", "j + 1", "n"), body=["{x:i} = {x:i} - {a:i,j} * {x:j}"])]),
             "rows-down": summed([down(I)], [("j", "i + 1", "n")], "0.0", "{a:i,j} * {x:j}", "{x:i} = ({x:i} - s) / {a:i,i}"),
             "columns-down": for_each(down(J), body=["{x:j} = {x:j} / {a:j,j}", *for_each(("i", "0", "j"), body=[
                 "{x:i} = {x:i} - {a:i,j} * {x:j}"])])},
    "trsv-unit": {**nests(below("i", "j"), "{x:i} = {x:i} - {a:i,j} * {x:j}"),
                  "rows-down": for_each(down(I), ("j", "i + 1", "n"), body=["{x:i} = {x:i} - {a:i,j} * {x:j}"]),
                  "columns-down": for_each(down(J), ("i", "0", "j"), body=["{x:i} = {x:i} - {a:i,j} * {x:j}"])},
}
PRODUCTS = {
    "gemm": {**nests(orders(I, J, K), "{c:i,j} = {c:i,j} + {a:i,k} * {b:k,j}"),
             **{name + "-sum": summed(some, [K], "0.0", "{a:i,k} * {b:k,j}", "{c:i,j} = s") for name, some in orders(I, J).items()},
             "beta": summed([I, J], [K], "0.0", "{a:i,k} * {b:k,j}", "{c:i,j} = 2.0 * {c:i,j} + 3.0 * s"),
             "beta-rows": for_each(I, body=[*for_each(J, body=["{c:i,j} = 2.0 * {c:i,j}"]), *for_each(K, J, body=[
                 "{c:i,j} = {c:i,j} + 3.0 * {a:i,k} * {b:k,j}"])])},
    "gemm-tn": nests(orders(I, J, K), "{c:i,j} = {c:i,j} + {a:k,i} * {b:k,j}"),
    "gemm-nt": nests(orders(I, J, K), "{c:i,j} = {c:i,j} + {a:i,k} * {b:j,k}"),
    "gemm-tt": nests(orders(I, J, K), "{c:i,j} = {c:i,j} + {a:k,i} * {b:j,k}"),
    "gemm-skip": {"jk": for_each(J, K, body=[("if", "{b:k,j} != 0.0", for_each(I, body=["{c:i,j} = {c:i,j} + {b:k,j} * {a:i,k}"]))])},
    "gemm-distance-set": {name: summed(some, [K], "0.0", "({a:i,k} - {b:j,k}) * ({a:i,k} - {b:j,k})", "{c:i,j} = s")
                          for name, some in orders(I, J).items()},
    "syrk": {**nests(triangles(LOWER), "{c:i,j} = {c:i,j} + {a:i,k} * {a:j,k}"),
             **{name + "-sum": summed(some, [K], "0.0", "{a:i,k} * {a:j,k}", "{c:i,j} = s") for name, some in LOWER.items()}},
    "syrk-t": nests(triangles(LOWER), "{c:i,j} = {c:i,j} + {a:k,i} * {a:k,j}"),
    "syr2k": nests(triangles(LOWER), "{c:i,j} = {c:i,j} + {a:i,k} * {b:j,k} + {b:i,k} * {a:j,k}"),
    "gemmt": nests(triangles(LOWER), "{c:i,j} = {c:i,j} + {a:i,k} * {b:k,j}"),
    "symm": {**{name: for_each(*some, body=["s = 0.0", *for_each(("k", "0", "i"), body=[
        "{c:k,j} = {c:k,j} + {b:i,j} * {a:i,k}", "s = s + {b:k,j} * {a:i,k}"]), "{c:i,j} = {c:i,j} + {b:i,j} * {a:i,i} + s"])
                for name, some in orders(I, J).items()},
             **{name + "-right": for_each(*some, body=["s = 0.0", *for_each(("k", "0", "j"), body=[
                 "{c:i,k} = {c:i,k} + {b:i,j} * {a:j,k}", "s = s + {b:i,k} * {a:j,k}"]), "{c:i,j} = {c:i,j} + {b:i,j} * {a:j,j} + s"])
                for name, some in orders(I, J).items()}},
    "trmm": {**{name: summed(some, [("k", "i", "n")], "0.0", "{a:i,k} * {b:k,j}", "{b:i,j} = s") for name, some in orders(I, J).items()},
             **{name + "-down": summed(some, [("k", "0", "i + 1")], "0.0", "{a:i,k} * {b:k,j}", "{b:i,j} = s")
                for name, some in orders(down(I), J).items()},
             **{name + "-right": summed(some, [("k", "0", "j + 1")], "0.0", "{b:i,k} * {a:k,j}", "{b:i,j} = s")
                for name, some in orders(I, down(J)).items()},
             "ikj": for_each(I, body=[*for_each(J, body=["{b:i,j} = {a:i,i} * {b:i,j}"]), *for_each(("k", "i + 1", "n"), J, body=[
                 "{b:i,j} = {b:i,j} + {a:i,k} * {b:k,j}"])])},
    "trmm-unit": {**nests(triangles(below("k", "i"), J), "{b:i,j} = {b:i,j} + {a:i,k} * {b:k,j}"),
                  **renamed(nests(triangles(below("k", "j"), I), "{b:i,j} = {b:i,j} + {b:i,k} * {a:k,j}"), "-right")},
    "trmm-set": {**{name: summed(some, [("k", "i", "n")], "0.0", "{a:i,k} * {b:k,j}", "{c:i,j} = s") for name, some in orders(I, J).items()},
                 **{name + "-right": summed(some, [("k", "0", "j + 1")], "0.0", "{b:i,k} * {a:k,j}", "{c:i,j} = s")
                    for name, some in orders(I, J).items()}},
    "trsm": {**{name: summed(some, [("k", "0", "i")], "{b:i,j}", "(-{a:i,k}) * {b:k,j}", "{b:i,j} = s / {a:i,i}")
                for name, some in orders(I, J).items()},
             **{name + "-down": summed(some, [("k", "i + 1", "n")], "{b:i,j}", "(-{a:i,k}) * {b:k,j}", "{b:i,j} = s / {a:i,i}")
                for name, some in orders(down(I), J).items()},
             **{name + "-right": summed(some, [("k", "0", "j")], "{b:i,j}", "(-{b:i,k}) * {a:k,j}", "{b:i,j} = s / {a:j,j}")
                for name, some in orders(I, J).items()},
             "kij": for_each(K, body=[*for_each(J, body=["{b:k,j} = {b:k,j} / {a:k,k}"]), *for_each(("i", "k + 1", "n"), J, body=[
                 "{b:i,j} = {b:i,j} - {a:i,k} * {b:k,j}"])]),
             "jki": for_each(J, K, body=["{b:k,j} = {b:k,j} / {a:k,k}", *for_each(("i", "k + 1", "n"), body=[
                 "{b:i,j} = {b:i,j} - {a:i,k} * {b:k,j}"])])},
    "trsm-unit": {**nests(triangles(below("i", "k"), J), "{b:i,j} = {b:i,j} - {a:i,k} * {b:k,j}"),
                  **renamed(nests(triangles(below("j", "k"), I), "{b:i,j} = {b:i,j} - {b:i,k} * {a:k,j}"), "-right")},
}
MATRICES = {**ELEMENTS, **ROWS, **PRODUCTS}
ALL = {**VECTORS, **MATRICES}
