"""What RISE's rules find computes what they found it for.

    rise.py SMR_EQSAT GUIDE…            runs each guide: its input and its result, evaluated on random data, are equal
    rise.py SMR_EQSAT --rules RULES     each rule on a term of its own, towards a term that only it can have made
"""
import os
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

SIZES = {"m": 64, "n": 96, "k": 8}
LEAVES = {"weightsV": [1, 2, 1], "weightsH": [1, 3, 2]}
LEAVES["weights2d"] = [[v * h for h in LEAVES["weightsH"]] for v in LEAVES["weightsV"]]


def read(text):
    tokens = re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text))
    stack = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def size(value):
    """A size as an integer: 32, m, (!/ m 32), (!+ n 2)."""
    if isinstance(value, str):
        return SIZES[value] if value in SIZES else int(value)
    total, *rest = map(size, value[1:])
    for one in rest:
        total = {"!+": total + one, "!*": total * one, "!/": total // one}[value[0]]
    return total


def random_value(kind, number=int):
    if kind == "f32":
        return number(random.randint(-3, 3))
    if kind[0] in ("array", "vec"):
        return [random_value(kind[2], number) for _ in range(size(kind[1]))]
    if kind[0] == "tuple":
        return tuple(random_value(one, number) for one in kind[1:])
    # Functions that are told apart by what they do to numbers and to elements.
    factor, constant = random.randint(1, 3), random.randint(-2, 2)

    def function(x):
        return shape(kind[2], factor * total(x) + constant)
    return function


def total(x):
    return sum(map(total, x)) if isinstance(x, (list, tuple)) else x


def shape(kind, number):
    """A value of a type made of a number."""
    if kind == "f32":
        return number
    if kind[0] == "array":
        return [shape(kind[2], number + i) for i in range(size(kind[1]))]
    return tuple(shape(part, number) for part in kind[1:]) if kind[0] == "tuple" else lambda x: shape(kind[2], number + total(x))


def to_lanes(kind, values):
    """Values of a type as one in lanes: a vector, or a tuple of them."""
    return list(values) if kind == "f32" else tuple(to_lanes(part, [v[i] for v in values]) for i, part in enumerate(kind[1:]))


def from_lanes(kind, value):
    return list(value) if kind == "f32" else list(zip(*(from_lanes(part, value[i]) for i, part in enumerate(kind[1:]))))


def lane_primitive(name, kind):
    """What a primitive on vectors computes, or None."""
    if name == "asVector":
        width = int(kind[2][2][1])
        return lambda xs: [xs[i:i + width] for i in range(0, len(xs), width)]
    if name == "vectorise":
        (_, before, after), _ = kind[1:]
        return lambda f: lambda x: to_lanes(after, [f(one) for one in from_lanes(before, x)])
    if name in ("addVec", "mulVec"):
        return lambda x: lambda y: [a + b if name == "addVec" else a * b for a, b in zip(x, y, strict=True)]
    return {"asScalar": lambda xs: [x for row in xs for x in row], "vectorFromScalar": lambda x: [x] * int(kind[2][1])}.get(name)


def primitive(name, kind, step):
    """What a primitive of that type computes."""
    if name in ("map", "mapSeq", "mapPar"):
        return lambda f: lambda xs: [f(x) for x in xs]
    if lane_primitive(name, kind):
        return lane_primitive(name, kind)
    if name == "pair":
        return lambda x: lambda y: (x, y)
    if name == "let":
        return lambda x: lambda f: f(x)
    if name in ("reduce", "reduceSeq", "reduceSeqUnroll"):
        def reduce(f, value, xs):
            for x in xs:
                value = f(value)(x)
            return value
        return lambda f: lambda init: lambda xs: reduce(f, init, xs)
    if name == "generate":
        return lambda f: [f(i) for i in range(size(kind[2][1]))]
    if name == "split":
        block = size(kind[2][2][1])
        return lambda xs: [xs[i:i + block] for i in range(0, len(xs), block)]
    if name == "slide":
        width = size(kind[2][2][1])
        return lambda xs: [xs[i:i + width] for i in range(0, len(xs) - width + 1, step)]
    if name == "transpose":
        return lambda xs: [[row[j] for row in xs] for j in range(size(kind[2][1]))]
    return {"join": lambda xs: [x for row in xs for x in row], "unzip": lambda xs: tuple([x[i] for x in xs] for i in range(2)),
            "zip": lambda xs: lambda ys: list(zip(xs, ys)), "fst": lambda t: t[0], "snd": lambda t: t[1], "toMem": lambda x: x}[name]


def compiled(term):
    """What a term computes, as a function of its variables' values: the innermost first."""
    if isinstance(term, str):
        known = {"add": lambda x: lambda y: x + y, "mul": lambda x: lambda y: x * y, **LEAVES}
        value = known[term] if term in known else int(float(term)) if float(term).is_integer() else Fraction(term)
        return lambda env: value
    if term[0].startswith("%"):
        place = int(term[0][1:])
        return lambda env: env[place]
    if term[0] == "lam":
        body = compiled(term[2])
        return lambda env: lambda x: body([x] + env)
    if term[0] == "app":
        f, x = map(compiled, term[1:])
        return lambda env: f(env)(x(env))
    value = primitive(term[0], term[-1][1], int(term[1]) if term[0] == "slide" else 1)
    return lambda env: value


def evaluate(term, arguments):
    value = compiled(term)([])
    for argument in arguments:
        value = value(argument)
    return value


def parameters(term):
    """The types of what a term is a function of, as far as it is written as one."""
    kinds = []
    while term[0] == "lam":
        kinds.append(term[1][1])
        term = term[2]
    return kinds


def same(a, b, rounds=3):
    kinds = max(parameters(a), parameters(b), key=len)
    for number in range(rounds):
        random.seed(number)
        arguments = [random_value(kind) for kind in kinds]
        results = [evaluate(term, arguments) for term in (a, b)]
        if callable(results[0]) or results[0] != results[1]:
            return False
    return True


def run(eqsat, path):
    done = subprocess.run([eqsat, "--guide=" + path], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{path}: {done.stderr}")
    return read(done.stdout)[0]


def run_text(eqsat, text):
    with tempfile.NamedTemporaryFile("w", suffix=".guide") as file:
        file.write(text)
        file.flush()
        return run(eqsat, file.name)


def check_guide(eqsat, path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r'\(include "(.*?)"', lambda m: f'(include "{os.path.join(os.path.dirname(os.path.abspath(path)), m[1])}"', text)
    before = text[:min(i for i in (text.find("\n(phase"), text.find("\n(normalise")) if i > 0)] + "\n(phase input)"
    source, result = run_text(eqsat, before), run_text(eqsat, text)
    if source == result:
        sys.exit(f"{path}: nothing was done")
    if not same(source, result, 1):
        sys.exit(f"{path}: the result computes something else")
    print(f"{path.rsplit('/', 1)[1]}: equal")


F = "(fn f32 f32)"
# rule: its set, a term, and what only the rule makes of it
RULES = {
    "map-fusion": ("map", f"(lam (g {F}) (lam (x (array 8 f32)) (app2 (Map 8 f32 f32) g (app2 (Map 8 f32 f32) g x))))", "(contains (app2 (map ?) (lam ? ?) ?))"),
    "map-fission": ("map", f"(lam (g {F}) (lam (z (array 8 f32)) (app2 (Map 8 f32 f32) (lam (x f32) (app g (app2 add x x))) z)))", "(contains (lam ? (app2 (map ?) ? (app2 (map ?) ? ?))))"),
    "eliminate-map-identity": ("identity", "(lam (x (array 8 f32)) (app2 (Map 8 f32 f32) (lam (y f32) y) x))", "(contains (app (lam ? (%0 (array 8 f32))) ?))"),
    "transpose-transpose": ("identity", "(lam (x (array 2 (array 3 f32))) (app (Transpose 3 2 f32) (app (Transpose 2 3 f32) x)))", "(lam ? (%0 (array 2 (array 3 f32))))"),
    "split-join": ("identity", "(lam (x (array 2 (array 4 f32))) (app (Split 2 4 f32) (app (Join 2 4 f32) x)))", "(lam ? (%0 (array 2 (array 4 f32))))"),
    "join-split": ("identity", "(lam (x (array 8 f32)) (app (Join 2 4 f32) (app (Split 2 4 f32) x)))", "(lam ? (%0 (array 8 f32)))"),
    "map-split-4": ("split-4", f"(lam (g {F}) (lam (x (array 12 f32)) (app2 (Map 12 f32 f32) g x)))", "(contains (join ?))"),
    "map-split-32": ("split-32", f"(lam (g {F}) (lam (x (array 64 f32)) (app2 (Map 64 f32 f32) g x)))", "(contains (join ?))"),
    "reduce-seq": ("reduce", f"(lam (x (array 8 f32)) (app3 (Reduce 8 f32 f32) add 1.0 x))", "(contains (reduceSeq ?))"),
    "reduce-seq-map-fusion": ("reduce", f"(lam (g {F}) (lam (x (array 8 f32)) (app3 (ReduceSeq 8 f32 f32) add 1.0 (app2 (Map 8 f32 f32) g x))))", "(contains (app3 (reduceSeq ?) (lam ? (lam ? ?)) ? (%0 (array 8 f32))))"),
    "slide-before-map": ("slide", f"(lam (g {F}) (lam (x (array 8 f32)) (app (Slide 6 3 f32) (app2 (Map 8 f32 f32) g x))))", "(contains (app2 (map ?) (app (map ?) ?) (app (slide 1 ?) ?)))"),
    "slide-before-map-map": ("slide", f"(lam (g {F}) (lam (x (array 8 f32)) (app2 (Map 6 (array 3 f32) (array 3 f32)) (app (Map 3 f32 f32) g) (app (Slide 6 3 f32) x))))", "(contains (app (slide 1 ?) (app2 (map ?) ? ?)))"),
    "map-slide-before-transpose": ("slide", "(lam (x (array 2 (array 8 f32))) (app (Transpose 2 6 (array 3 f32)) (app2 (Map 2 (array 8 f32) (array 6 (array 3 f32))) (Slide 6 3 f32) x)))", "(contains (app2 (map ?) (transpose ?) (app (slide 1 ?) (app (transpose ?) ?))))"),
}
for group in ("split", "reorder"):
    for name, like in (("map-fission", "map-fission"), ("eliminate-map-identity", "eliminate-map-identity"), ("reduce-seq-map-fusion", "reduce-seq-map-fusion")):
        RULES[f"{group}-{name}"] = (group,) + RULES[like][1:]
    RULES[f"{group}-split-before-map"] = (group, f"(lam (g {F}) (lam (x (array 8 f32)) (app (Split 2 4 f32) (app2 (Map 8 f32 f32) g x))))", "(contains (app2 (map ?) (app (map ?) ?) (app (split ?) ?)))")
PAIR = "(tuple f32 (array 3 f32))"
SCALED = "(lam (acc f32) (lam (y f32) (app2 add acc (app2 mul y 2.0))))"


def added(op, init):
    """A map of what adds to a value a reduction of an array beside it."""
    return (f"(lam (in (array 2 {PAIR})) (app2 (Map 2 {PAIR} f32) (lam (x {PAIR}) (app2 add (app (Fst f32 (array 3 f32)) x) "
            f"(app3 (ReduceSeq 3 f32 f32) {op} {init} (app (Snd f32 (array 3 f32)) x)))) in))")


def blocked(n, op, init):
    return f"(lam (x (array {n} f32)) (app3 (Reduce {n} f32 f32) {op} {init} x))"


RULES |= {
    "split-reduce-seq": ("split",) + RULES["reduce-seq"][1:],
    "split-join-32": ("split",) + RULES["map-split-32"][1:],
    "split-join-2m-32": ("split", f"(lam (g {F}) (lam (x (array 2 (array 64 f32))) (app2 (Map 2 (array 64 f32) (array 64 f32)) (app (Map 64 f32 f32) g) x)))", "(contains (app (map ?) (join ?)))"),
    "blocked-reduce-4": ("split-reassoc", blocked(12, "add", "0.0"), "(contains (split ?))"),
    "reduce-seq-map-fission": ("reorder", f"(lam (g {F}) (lam (x (array 8 f32)) (app3 (ReduceSeq 8 f32 f32) (lam (acc f32) (lam (y f32) (app2 mul acc (app g y)))) 2.0 x)))", "(contains (app3 (reduceSeq ?) mul ? (app2 (map ?) ? ?)))"),
    "lift-reduce-seq": ("reorder", f"(lam (i f32) (lam (x (array 3 (array 5 f32))) (app2 (Map 3 (array 5 f32) f32) (app2 (ReduceSeq 5 f32 f32) {SCALED} i) x)))", "(contains (app3 (reduceSeq ?) ? (app (generate ?) ?) (app (transpose ?) ?)))"),
    "lift-reduce-seq-2": ("reorder-reassoc", added(SCALED, "0.0"), "(contains (app (fst ?) (app (unzip ?) ?)))"),
    "lift-reduce-seq-3": ("reorder", f"(lam (x (array 2 {PAIR})) (app2 (Map 2 {PAIR} f32) (lam (p {PAIR}) (app3 (ReduceSeq 3 f32 f32) {SCALED} (app (Fst f32 (array 3 f32)) p) (app (Snd f32 (array 3 f32)) p))) x))", "(contains (app (transpose ?) (app2 (map ?) ? ?)))"),
    "reorder-transpose-around-map-map-f-1m": ("reorder", f"(lam (g {F}) (lam (x (array 2 (array 3 (array 5 f32)))) (app2 (Map 2 (array 3 (array 5 f32)) (array 3 (array 5 f32))) (app (Map 3 (array 5 f32) (array 5 f32)) (app (Map 5 f32 f32) g)) x)))", "(contains (app2 (map ?) (transpose ?) ?))"),
}
def mapped(kind):
    """A function of what is mapped, in vectors."""
    return f"(lam (g (fn {kind} f32)) (lam (x (array 64 {kind})) (app (AsVector 2 32) (app2 (Map 64 {kind} f32) g x))))"


def in_lanes(kind, body, result="f32"):
    """A function of x, in four lanes."""
    before, after = (re.sub(r"\bf32\b", "(vec 4 f32)", one) for one in (kind, result))
    return f"(app (vectorise (!quote (fn (fn {kind} {result}) (fn {before} {after})))) (lam (x {kind}) {body}))"


def half_in_lanes(half):
    """A half of pairs of vectors, by what it is of pairs of numbers."""
    vector = "(vec 4 f32)"
    return (f"(lam (x (array 8 f32)) (lam (y (array 8 f32)) (app2 (Map 2 (tuple {vector} {vector}) {vector}) (app (Vectorise 4 (tuple f32 f32) f32) ({half} f32 f32)) "
            f"(app2 (Zip 2 {vector} {vector}) (app (AsVector 2 4) x) (app (AsVector 2 4) y)))))")


def halved(half):
    """Halves of what a map makes."""
    return f"(lam (g (fn f32 (tuple f32 f32))) (lam (x (array 4 f32)) ({half} 4 f32 f32 (app2 (Map 4 f32 (tuple f32 f32)) g x))))"


TRIPLE = "(tuple f32 (tuple f32 f32))"
BLOCK = "(array 2 (array 64 f32))"
RULES |= {
    "copy-transpose-around-map-map-f-1m": ("copy",) + RULES["reorder-transpose-around-map-map-f-1m"][1:],
    "store-to-mem": ("copy", f"(lam (x {BLOCK}) x)", "(contains (app2 (let ?) (app (toMem ?) ?) ?))"),
    "split-join2-32": ("copy", "(lam (x (array 64 f32)) x)", "(contains (app (join ?) (app (split ?) ?)))"),
    "map-array": ("copy", "(lam (x (array 3 f32)) x)", "(contains (app2 (map ?) ? ?))"),
    "lower-map-fusion": ("lower",) + RULES["map-fusion"][1:],
    "map-eta-abstraction": ("lower", "(lam (x (array 8 f32)) (app2 (Map 8 f32 f32) (app add 1.0) x))", "(contains (app (map ?) (lam ? (app2 add 1.0 ?))))"),
    "vec-32-after-map": ("lower", f"(lam (g {F}) (lam (x (array 64 f32)) (app2 (Map 64 f32 f32) g x)))", "(contains (app (asScalar ?) (app (asVector ?) ?)))"),
    "vec-32-after-map-f32xf32": ("lower", f"(lam (g (fn f32 (tuple f32 f32))) (lam (x (array 64 f32)) (app2 (Map 64 f32 (tuple f32 f32)) g x)))", "(contains (app2 (zip ?) (app (asScalar ?) (app (asVector ?) ?)) (app (asScalar ?) (app (asVector ?) ?))))"),
    "vec-32-after-map-f32xf32xf32": ("lower", f"(lam (g (fn f32 {TRIPLE})) (lam (x (array 64 f32)) (app2 (Map 64 f32 {TRIPLE}) g x)))", "(contains (app2 (zip ?) (app (asScalar ?) (app (asVector ?) ?)) (app2 (zip ?) (app (asScalar ?) (app (asVector ?) ?)) (app (asScalar ?) (app (asVector ?) ?)))))"),
    "vec-before-map-f32": ("lower", mapped("f32"), "(contains (app2 (map ?) (app (vectorise ?) ?) (app (asVector ?) ?)))"),
    "vec-before-map-f32xf32": ("lower", mapped("(tuple f32 f32)"), "(contains (app2 (map ?) (app (vectorise ?) ?) (app2 (zip ?) (app (asVector ?) ?) (app (asVector ?) ?))))"),
    "vec-before-map-f32xf32xf32": ("lower", mapped(TRIPLE), "(contains (app2 (map ?) (app (vectorise ?) ?) (app2 (zip ?) ? (app2 (zip ?) ? ?))))"),
    "reduce-seq-unroll": ("lower", "(lam (x (array 8 f32)) (app3 (ReduceSeq 8 f32 f32) add 1.0 x))", "(contains (reduceSeqUnroll ?))"),
    "map-par": ("lower", f"(lam (g {F}) (lam (x (array 8 f32)) (app2 (Map 8 f32 f32) g x)))", "(contains (mapPar ?))"),
    "lanes-variable": ("lanes", in_lanes("f32", "x"), "(lam ? (%0 (vec 4 f32)))"),
    "lanes-constant": ("lanes", f"(lam (y f32) {in_lanes('f32', 'y')})", "(lam ? (lam ? (app (vectorFromScalar ?) ?)))"),
    "lanes-add": ("lanes", in_lanes("f32", "(app2 add x 1.0)"), "(lam ? (app2 (addVec ?) ? ?))"),
    "lanes-mul": ("lanes", in_lanes("f32", "(app2 mul x x)"), "(lam ? (app2 (mulVec ?) ? ?))"),
    "lanes-fst": ("lanes", in_lanes(TRIPLE, "(app (Fst f32 (tuple f32 f32)) x)"), "(lam ? (app (fst ?) ?))"),
    "lanes-of-fst": ("lanes", half_in_lanes("Fst"), "(contains (app (map ?) (fst ?)))"),
    "lanes-of-snd": ("lanes", half_in_lanes("Snd"), "(contains (app (map ?) (snd ?)))"),
    "firsts-of-zip": ("halves", "(lam (x (array 3 f32)) (lam (y (array 3 f32)) (Firsts 3 f32 f32 (app2 (Zip 3 f32 f32) x y))))", "(lam ? (lam ? (%1 (array 3 f32))))"),
    "seconds-of-zip": ("halves", "(lam (x (array 3 f32)) (lam (y (array 3 f32)) (Seconds 3 f32 f32 (app2 (Zip 3 f32 f32) x y))))", "(lam ? (lam ? (%0 (array 3 f32))))"),
    "fst-pair": ("halves", "(lam (x f32) (app (Fst f32 f32) (app2 (Pair f32 f32) (app2 add x 1.0) x)))", "(lam ? (app2 add ? ?))"),
    "snd-pair": ("halves", "(lam (x f32) (app (Snd f32 f32) (app2 (Pair f32 f32) x (app2 mul x 2.0))))", "(lam ? (app2 mul ? ?))"),
    "firsts-of-map": ("halves", halved("Firsts"), "(contains (app2 (map ?) (lam ? (app (fst ?) ?)) ?))"),
    "seconds-of-map": ("halves", halved("Seconds"), "(contains (app2 (map ?) (lam ? (app (snd ?) ?)) ?))"),
    "lanes-snd": ("lanes", in_lanes(TRIPLE, "(app (Snd f32 (tuple f32 f32)) x)", "(tuple f32 f32)"), "(lam ? (app (snd ?) ?))"),
}
ROW = "(array 3 f32)"


def named(kind, value, body):
    """What is named c."""
    return f"(app2 (Let {kind} {kind}) {value} (lam (c {kind}) {body}))"


COPY = named(ROW, f"(app (toMem (!quote (fn {ROW} {ROW}))) z)", "c")
OUTSIDE = "(contains (app2 (let ?) ? (lam ? (contains {}))))"
RULES |= {
    "hoist-from-argument": ("hoist", f"(lam (z {ROW}) (app2 (Map 3 f32 f32) (app add 1.0) {COPY}))", OUTSIDE.format("(map ?)")),
    "hoist-from-function": ("hoist", f"(lam (z {F}) (app (app2 (Let {F} {F}) z (lam (c {F}) c)) 2.0))", OUTSIDE.format("(app ? 2.0)")),
}
for loop in ("map", "mapSeq", "mapPar"):
    RULES["hoist-from-" + loop] = ("hoist", f"(lam (z {ROW}) (lam (x {ROW}) (app2 ({loop} (!quote (MapType 3 f32 {ROW}))) (lam (y f32) {COPY}) x)))", OUTSIDE.format(f"({loop} ?)"))
for loop in ("reduceSeq", "reduceSeqUnroll"):
    step = f"(lam (acc {ROW}) (lam (y f32) {named(ROW, f'(app (toMem (!quote (fn {ROW} {ROW}))) z)', '(app2 (Map 3 f32 f32) (lam (v f32) (app2 mul v y)) c)')}))"
    RULES["hoist-from-" + loop] = ("hoist", f"(lam (z {ROW}) (lam (x {ROW}) (app3 ({loop} (!quote (ReduceType 3 f32 {ROW}))) {step} z x)))", OUTSIDE.format(f"({loop} ?)"))
# What a rule would make wrong, or what no type allows: its set, a term, and what it must not make of it.
NEVER = {
    "a block takes the first value again": ("split-reassoc", blocked(12, "add", "1.0"), "(contains (split ?))"),
    "a product from 0": ("split-reassoc", blocked(12, "mul", "0.0"), "(contains (split ?))"),
    "4 does not divide 10": ("split-reassoc", blocked(10, "add", "0.0"), "(contains (split ?))"),
    "32 does not divide 48": ("split", f"(lam (g {F}) (lam (x (array 48 f32)) (app2 (Map 48 f32 f32) g x)))", "(contains (join ?))"),
    "32 does not divide the inner 48": ("split", f"(lam (g {F}) (lam (x (array 2 (array 48 f32))) (app2 (Map 2 (array 48 f32) (array 48 f32)) (app (Map 48 f32 f32) g) x)))", "(contains (join ?))"),
    "a sum from 1": ("reorder-reassoc", added(SCALED, "1.0"), "(contains (unzip ?))"),
    "a step that multiplies what it is given": ("reorder-reassoc", added("(lam (acc f32) (lam (y f32) (app2 add (app2 mul acc 2.0) y)))", "0.0"), "(contains (unzip ?))"),
    "a step that adds to twice what it is given": ("reorder-reassoc", added("(lam (acc f32) (lam (y f32) (app2 add acc (app2 mul acc y))))", "0.0"), "(contains (unzip ?))"),
    "an operation that depends on what is mapped": ("reorder", "(lam (x (array 3 f32)) (app2 (Map 3 f32 f32) (lam (p f32) (app3 (ReduceSeq 5 f32 f32) (lam (acc f32) (lam (y f32) (app2 add (app2 mul acc p) y))) p (app (Generate 5 f32) (lam (i (index 5)) p)))) x))", "(contains (transpose ?))"),
    "32 does not divide what would be vectors": ("lower", f"(lam (g {F}) (lam (x (array 48 f32)) (app2 (Map 48 f32 f32) g x)))", "(contains (asVector ?))"),
    "32 does not divide what would be pairs of vectors": ("lower", "(lam (g (fn f32 (tuple f32 f32))) (lam (x (array 48 f32)) (app2 (Map 48 f32 (tuple f32 f32)) g x)))", "(contains (asVector ?))"),
    "32 does not divide what would be copied": ("copy", "(lam (x (array 48 f32)) x)", "(contains (split ?))"),
    "as many steps as nobody knows": ("lower", "(lam (x (array k f32)) (app3 (ReduceSeq k f32 f32) add 1.0 x))", "(contains (reduceSeqUnroll ?))"),
    "a copy of what a loop goes over": ("hoist", f"(lam (z (array 2 {ROW})) (app2 (Map 2 {ROW} {ROW}) (lam (y {ROW}) {COPY.replace(' z)', ' y)')}) z))", OUTSIDE.format("(map ?)")),
    "a copy of what a sum is so far": ("hoist", f"(lam (z {ROW}) (app3 (ReduceSeq 3 f32 {ROW}) (lam (acc {ROW}) (lam (y f32) {COPY.replace(' z)', ' acc)')})) z z))", OUTSIDE.format("(reduceSeq ?)")),
    "what other lanes have": ("lanes", f"(lam (g {F}) {in_lanes('f32', '(app g x)')})", "(contains (lam ? (app (vectorFromScalar ?) ?)))"),
}


def check_never(eqsat, rules):
    for name, (group, term, sketch) in NEVER.items():
        with tempfile.NamedTemporaryFile("w", suffix=".guide") as file:
            file.write(f'(include "{rules}")\n(size k)\n(term t {term})\n(phase p (rules {group}) (iterations 3) (sketch {sketch}))')
            file.flush()
            done = subprocess.run([eqsat, "--guide=" + file.name], capture_output=True, text=True)
        if done.returncode != 3 or "no term that equals" not in done.stderr:
            sys.exit(f"{name}: {done.stdout}{done.stderr}")
        print(f"never: {name}")


def check_rules(eqsat, rules):
    listed = subprocess.run([eqsat, "--rules=" + rules, "--print-rules"], capture_output=True, text=True, check=True).stdout
    names = set(re.findall(r"\(rewrite (\S+)", listed)) - {"beta", "eta"}
    if names != set(RULES):
        sys.exit(f"rules without a term: {sorted(names - set(RULES))}; terms without a rule: {sorted(set(RULES) - names)}")
    for name, (group, term, sketch) in RULES.items():
        head = f'(include "{rules}")\n(term t {term})\n'
        source = run_text(eqsat, head + "(phase input)")
        result = run_text(eqsat, head + f"(phase p (rules {group}) (iterations 2) (sketch {sketch}))")
        if source == result or not same(source, result):
            sys.exit(f"{name}: {source}\n{result}")
        print(f"{name}: equal")
    # S-§5.2: as many rules as the paper's sets have.
    sizes = {one: sum(group.removesuffix("-reassoc") == one for group, _, _ in RULES.values()) for one in ("split", "reorder", "copy", "lower")}
    print("sets: " + ", ".join(f"{one} {count}" for one, count in sizes.items()))
    # The comparison can fail: a rule that types allow, and that is wrong.
    wrong = f'(include "{rules}")\n(ruleset wrong (rewrite wrong (app (map (:: ?m (MapType ?n ?a ?a))) ?f) (lam (x (array ?n ?a)) x)))\n'
    wrong += f"(term t (lam (g {F}) (app (Map 4 f32 f32) g)))\n"
    if same(run_text(eqsat, wrong + "(phase input)"), run_text(eqsat, wrong + "(phase p (rules wrong) (sketch (lam ? (lam ? ?))))")):
        sys.exit("a wrong rule is not seen")


def main():
    if sys.argv[2] == "--rules":
        check_rules(sys.argv[1], sys.argv[3])
        check_never(sys.argv[1], sys.argv[3])
        return
    for guide in sys.argv[2:]:
        check_guide(sys.argv[1], guide)


if __name__ == "__main__":
    main()
