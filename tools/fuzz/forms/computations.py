"""What the pairs of blas.pat compute, as nests over square arrays a, b, c and vectors x, y, z, in every order of loops.

{a:i,j} stands for an element; loops are (index, low, high) with high not included. A nest is a list of loops around
statements, with `before` and `after` at depth of its outer loops where a form needs them.
"""
import itertools


def for_each(*loops, body):
    """Nested loops as a tree: ("loop", index, low, high, [nodes])."""
    nodes = list(body)
    for index, low, high in reversed(loops):
        nodes = [("loop", index, low, high, nodes)]
    return nodes


I, J, K = ("i", "0", "n"), ("j", "0", "n"), ("k", "0", "n")
LOWER = {"ij": [I, ("j", "0", "i + 1")], "ji": [J, ("i", "j", "n")]}  # i >= j
STRICT = {"ij": [I, ("j", "0", "i")], "ji": [J, ("i", "j + 1", "n")]}  # i > j


def orders(*loops):
    return {"".join(loop[0] for loop in order): list(order) for order in itertools.permutations(loops)}


def triangles(pairs, more=K):
    """Orders of a triangle's two loops with a third one in any place."""
    result = {}
    for name, loops in pairs.items():
        for place in range(3):
            result[name[:place] + more[0] + name[place:]] = loops[:place] + [more] + loops[place:]
    return result


def nests(loops, *body):
    return {name: for_each(*some, body=body) for name, some in loops.items()}


def summed(outer, inner, start, term, after):
    """A sum in a scalar."""
    return for_each(*outer, body=[f"s = {start}", *for_each(inner, body=[f"s = s + {term}"]), after])


VECTORS = {
    "dot": {"sum": ["s = 0.0", *for_each(I, body=["s = s + {x:i} * {y:i}"]), "{z:0} = s"]},
    "axpy": nests({"i": [I]}, "{y:i} = {y:i} + 2.0 * {x:i}"),
    "scal": nests({"i": [I]}, "{x:i} = 3.0 * {x:i}"),
    "copy": nests({"i": [I]}, "{y:i} = {x:i}"),
    "swap": nests({"i": [I]}, "s = {x:i}", "{x:i} = {y:i}", "{y:i} = s"),
    "rot": nests({"i": [I]}, "s = 2.0 * {x:i} + 3.0 * {y:i}", "{y:i} = 2.0 * {y:i} - 3.0 * {x:i}", "{x:i} = s"),
    "sum": {"sum": ["s = 0.0", *for_each(I, body=["s = s + {x:i}"]), "{z:0} = s"]},
    "asum": {"sum": ["s = 0.0", *for_each(I, body=["s = s + abs({x:i})"]), "{z:0} = s"]},
}
MATRICES = {
    "gemv": {**nests(orders(I, J), "{y:i} = {y:i} + {a:i,j} * {x:j}"),
             "sum": summed([I], J, "0.0", "{a:i,j} * {x:j}", "{y:i} = s"),
             "zero": for_each(I, body=["{y:i} = 0.0", *for_each(J, body=["{y:i} = {y:i} + {a:i,j} * {x:j}"])])},
    "ger": nests(orders(I, J), "{a:i,j} = {a:i,j} + {x:i} * {y:j}"),
    "symv": {"both": for_each(I, body=["{y:i} = {y:i} + {a:i,i} * {x:i}", *for_each(("j", "0", "i"), body=[
        "{y:i} = {y:i} + {a:i,j} * {x:j}", "{y:j} = {y:j} + {a:i,j} * {x:i}"])])},
    "syr2": nests(LOWER, "{a:i,j} = {a:i,j} + {x:i} * {y:j} + {y:i} * {x:j}"),
    "trmv": {"sum": summed([I], ("j", "i", "n"), "0.0", "{a:i,j} * {x:j}", "{x:i} = s")},
    "trsv": {"rows": summed([I], ("j", "0", "i"), "0.0", "{a:i,j} * {x:j}", "{x:i} = ({x:i} - s) / {a:i,i}"),
             "columns": for_each(J, body=["{x:j} = {x:j} / {a:j,j}", *for_each(("i", "j + 1", "n"), body=["{x:i} = {x:i} - {a:i,j} * {x:j}"])])},
    "trsv-unit": {"rows": nests({"ij": STRICT["ij"]}, "{x:i} = {x:i} - {a:i,j} * {x:j}")["ij"],
                  "columns": nests({"ji": STRICT["ji"]}, "{x:i} = {x:i} - {a:i,j} * {x:j}")["ji"]},
    "gemm": {**nests(orders(I, J, K), "{c:i,j} = {c:i,j} + {a:i,k} * {b:k,j}"),
             "sum": summed([I, J], K, "0.0", "{a:i,k} * {b:k,j}", "{c:i,j} = s")},
    "gemm-t": nests(orders(I, J, K), "{c:i,j} = {c:i,j} + {a:k,i} * {b:k,j}"),
    "syrk": {**nests(triangles(LOWER), "{c:i,j} = {c:i,j} + {a:i,k} * {a:j,k}"),
             "sum": summed(LOWER["ij"], K, "0.0", "{a:i,k} * {a:j,k}", "{c:i,j} = s")},
    "syr2k": nests(triangles(LOWER), "{c:i,j} = {c:i,j} + {a:i,k} * {b:j,k} + {b:i,k} * {a:j,k}"),
    "gemmt": nests(triangles(LOWER), "{c:i,j} = {c:i,j} + {a:i,k} * {b:k,j}"),
    "trmm": {"sum": summed([I, J], ("k", "i", "n"), "0.0", "{a:i,k} * {b:k,j}", "{b:i,j} = s")},
    "symm": {"both": for_each(I, J, body=["s = 0.0", *for_each(("k", "0", "i"), body=[
        "{c:k,j} = {c:k,j} + {b:i,j} * {a:i,k}", "s = s + {b:k,j} * {a:i,k}"]), "{c:i,j} = {c:i,j} + {b:i,j} * {a:i,i} + s"])},
    "trsm-unit": nests({"ikj": [I, ("k", "0", "i"), J], "jik": [J, I, ("k", "0", "i")], "ijk": [I, J, ("k", "0", "i")]},
                       "{b:i,j} = {b:i,j} - {a:i,k} * {b:k,j}"),
}
ALL = {**VECTORS, **MATRICES}
