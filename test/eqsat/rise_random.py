"""RISE's rules on random typed terms: what a rule set makes of a term computes what the term does.

    rise_random.py SMR_EQSAT RULES [SEED]

Each set is applied to random terms a few times; random costs choose one of the terms that were found, which is evaluated
beside the one that it was made of. The terms are made of what the rules' left-hand sides ask for.
"""
import random
import subprocess
import sys
import tempfile

import rise

SETS = ["map identity beta-eta", "split split-reassoc beta-eta", "reorder reorder-reassoc beta-eta", "copy hoist beta-eta", "lower lanes halves beta-eta", "split-4 reduce beta-eta"]
PRIMITIVES = ["map", "mapSeq", "mapPar", "slide", "reduce", "reduceSeq", "reduceSeqUnroll", "split", "join", "transpose", "zip", "unzip", "fst", "snd", "generate", "toMem", "let", "asVector", "asScalar",
              "vectorise", "vectorFromScalar", "pair", "addVec", "mulVec", "add", "mul", "lam", "app"]
F32, VECTOR = "f32", ("vec", 4, "f32")
LOOPS = {"map": ["Map", "map", "mapSeq", "mapPar"], "reduce": ["Reduce", "ReduceSeq", "ReduceSeq", "reduceSeqUnroll"]}


def array(n, kind):
    return ("array", n, kind)


def pair(a, b):
    return ("tuple", a, b)


def text(kind):
    return "(" + " ".join(map(text, kind)) + ")" if isinstance(kind, tuple) else str(kind)


def typed(name, *kinds):
    """A primitive that takes and returns such values."""
    kind = kinds[-1]
    for one in reversed(kinds[:-1]):
        kind = ("fn", one, kind)
    return f"({name} (!quote {text(kind)}))"


class Terms:
    """From the type to a term of it: each primitive that can make such a type may."""

    def __init__(self, seed, depth=4, sizes=(2, 3, 8, 12, 64)):
        self.random = random.Random(seed)
        self.depth, self.sizes, self.names = depth, sizes, 0

    def name(self):
        self.names += 1
        return f"x{self.names}"

    def function(self, kinds, depth, env, body):
        """A function of what has these types; body(its names, depth, env)."""
        names = [self.name() for _ in kinds]
        made = body(names, depth, env + list(zip(names, kinds)))
        for name, kind in zip(reversed(names), reversed(kinds)):
            made = f"(lam ({name} {text(kind)}) {made})"
        return made

    def element(self, depth):
        some = [pair(F32, F32), pair(F32, pair(F32, F32)), array(self.random.choice([2, 3, 4]), F32), VECTOR]
        return self.random.choice([F32] * 4 + some if depth > 1 else [F32])

    def leaf(self, kind, env):
        known = [name for name, one in env if one == kind]
        if known and self.random.random() < 0.9:
            return self.random.choice([self.random.choice(known), known[-1]])
        if kind == F32:
            # A part of a pair in reach, the sum of an array, or a number.
            near = [f"(app ({half} {text(one[1])} {text(one[2])}) {name})" for name, one in env if one[0] == "tuple" for half, part in (("Fst", 1), ("Snd", 2)) if one[part] == F32]
            near += [f"(app3 (ReduceSeq {one[1]} f32 f32) add {start} {name})" for name, one in env[-2:] if one[0] == "array" and one[2] == F32 for start in ("0.0", "1.0")]
            return self.random.choice(near + ["0.0", "1.0", "2.0"])
        if kind[0] == "tuple":
            return f"(app2 (Pair {text(kind[1])} {text(kind[2])}) {self.leaf(kind[1], env)} {self.leaf(kind[2], env)})"
        if kind == VECTOR:
            return f"(app (VectorFromScalar 4) {self.leaf(F32, env)})"
        others = [(name, one) for name, one in env if one[0] == "array" and one[1] == kind[1]]
        if others and self.random.random() < 0.5:
            name, one = others[-1]
            return f"(app2 (Map {kind[1]} {text(one[2])} {text(kind[2])}) {self.function([one[2]], 0, env, lambda _, depth, inner: self.leaf(kind[2], inner))} {name})"
        return f"(app (Generate {kind[1]} {text(kind[2])}) (lam ({self.name()} (index {kind[1]})) {self.leaf(kind[2], env)}))"

    def number(self, depth, env):
        pick = self.random.random()
        if pick < 0.5:
            return f"(app2 {self.random.choice(['add', 'mul'])} {self.term(F32, depth - 1, env)} {self.term(F32, depth - 1, env)})"
        n = self.random.choice([3, 4, 8])
        if pick < 0.7:
            return f"(app3 (Reduce {n} f32 f32) add {self.random.choice(['0.0', '1.0'])} {self.term(array(n, F32), depth - 1, env)})"
        return self.reduction(n, F32, depth, env)

    def following(self, result, acc, depth, env):
        """The accumulator of the next step: of numbers often one operation on the one before; element by element, also in another order; or anything."""
        other, op = self.term(result[2] if result[0] == "array" else result, depth - 1, env), self.random.choice(["add", "mul"])
        if result == F32 and self.random.random() < 0.6:
            return f"(app2 {op} {acc} {self.term(F32, depth - 1, env)})"
        if result[0] != "array" or result[2] != F32 or self.random.random() < 0.3:
            return self.term(result, depth, env + [(acc, result)])
        n, half = result[1], result[1] // 2
        if n % 2 == 0 and self.random.random() < 0.5:
            acc = f"(app (Join 2 {half} f32) (app (Transpose {half} 2 f32) (app (Split {half} 2 f32) {acc})))"
        step = f"(lam (z (tuple f32 f32)) (app2 {op} (app (Fst f32 f32) z) (app (Snd f32 f32) z)))"
        return f"(app2 (Map {n} (tuple f32 f32) f32) {step} (app2 (Zip {n} f32 f32) {acc} {self.term(result, depth - 1, env)}))"

    def reduction(self, n, result, depth, env):
        kind = self.element(depth)
        loop = typed("reduceSeqUnroll", ("fn", result, ("fn", kind, result)), result, array(n, kind), result)
        name = self.random.choice(LOOPS["reduce"])
        op = self.function([result, kind], depth - 2, env, lambda names, inside, inner: self.following(result, names[0], inside, [one for one in inner if one[0] != names[0]]))
        start = self.random.choice(["0.0", self.term(F32, depth - 2, env)]) if result == F32 else self.term(result, depth - 1, env)
        return f"(app3 {loop if name[0] == 'r' else f'({name} {n} {text(kind)} {text(result)})'} {op} {start} {self.term(array(n, kind), depth - 1, env)})"

    def named(self, kind, depth, env):
        """A value that is named, in memory or not."""
        of = array(self.random.choice([2, 3, 4]), self.element(depth))
        value = self.term(of, depth - 1, env)
        if self.random.random() < 0.5:
            value = f"(app {typed('toMem', of, of)} {value})"
        function = self.function([of], depth - 1, env, lambda _, inside, inner: self.term(kind, inside, inner))
        return f"(app {function} {value})" if self.random.random() < 0.5 else f"(app2 {typed('let', of, ('fn', of, kind), kind)} {value} {function})"

    def vector(self, depth, env):
        pick = self.random.randrange(3)
        if pick == 0:
            return f"(app (VectorFromScalar 4) {self.term(F32, depth - 1, env)})"
        if pick == 1:
            return f"(app2 (Vectorise 4 f32 f32) (lam (z f32) (app2 add z (app2 mul z 2.0))) {self.term(VECTOR, depth - 1, env)})"
        return f"(app2 {typed(self.random.choice(['addVec', 'mulVec']), VECTOR, VECTOR, VECTOR)} {self.term(VECTOR, depth - 1, env)} {self.term(VECTOR, depth - 1, env)})"

    def term(self, kind, depth, env):
        if depth <= 0 or self.random.random() < 0.1 or kind[0] == "tuple" and self.random.random() < 0.7:
            return self.leaf(kind, env)
        if self.random.random() < 0.1:
            return self.named(kind, depth, env)
        if kind[0] == "tuple" or kind != F32 and self.random.random() < 0.15:
            return self.reduction(self.random.choice([1, 2, 3, 4]), kind, depth, env)
        if kind == F32:
            return self.number(depth, env)
        return self.vector(depth, env) if kind == VECTOR else self.of_array(kind[1], kind[2], depth, env)

    def of_array(self, n, kind, depth, env):
        choices = ["map"] * 5 + ["halves"] + ["join"] * (n % 2 == 0) + ["transpose", "transpose", "split", "slide"] * (kind[0] == "array") + ["zip"] * (kind[0] == "tuple") * 9
        choices += ["scalars"] * (kind == F32 and n % 4 == 0) + ["vectors", "vectors"] * (kind == VECTOR)
        pick = self.random.choice(choices)
        rest = lambda n, kind: self.term(array(n, kind), depth - 1, env)  # noqa: E731
        if pick == "map":
            one, name = self.element(depth), self.random.choice(LOOPS["map"])
            loop = f"(Map {n} {text(one)} {text(kind)})" if name == "Map" else typed(name, ("fn", one, kind), array(n, one), array(n, kind))
            return f"(app2 {loop} {self.function([one], depth - 1, env, lambda _, inside, inner: self.term(kind, inside, inner))} {rest(n, one)})"
        if pick == "halves":
            return f"(Firsts {n} {text(kind)} f32 {rest(n, pair(kind, F32))})"
        if pick == "join":
            return f"(app (Join {n // 2} 2 {text(kind)}) {rest(n // 2, array(2, kind))})"
        if pick == "scalars":
            return f"(app (AsScalar {n // 4} 4) {rest(n // 4, VECTOR)})"
        if pick == "vectors":
            return f"(app (AsVector {n} 4) {rest(n * 4, F32)})"
        if pick == "zip":
            return f"(app2 (Zip {n} {text(kind[1])} {text(kind[2])}) {rest(n, kind[1])} {rest(n, kind[2])})"
        if pick == "split":
            return f"(app (Split {n} {kind[1]} {text(kind[2])}) {rest(n * kind[1], kind[2])})"
        if pick == "slide":
            return f"(app (Slide {n} {kind[1]} {text(kind[2])}) {rest(n + kind[1] - 1, kind[2])})"
        return f"(app (Transpose {kind[1]} {n} {text(kind[2])}) {rest(kind[1], array(n, kind[2]))})"

    def whole(self):
        n, m = self.random.choice(self.sizes), self.random.choice([2, 3, 4])
        kinds = [array(n, F32), array(m, array(n, F32)), array(n, pair(F32, array(m, F32))), array(n, pair(F32, pair(F32, F32))), array(2, array(m, array(3, F32)))]
        kinds += [pair(F32, F32), pair(F32, pair(F32, F32)), pair(F32, array(m, F32))]
        result = self.random.choice([array(n, F32), array(m, array(n, F32)), array(n, array(m, F32)), array(n, pair(F32, F32)), array(m, VECTOR), array(2, array(m, array(3, F32))), F32])
        return self.function(kinds, self.depth, [], lambda _, depth, env: self.term(result, depth, env))


def search(eqsat, rules, terms, group, chosen):
    costs = "".join(f"(cost {name} (+ {chosen.choice([1, 10, 100, 1000])} sum))" for name in PRIMITIVES)
    head = f'(include "{rules}")\n{costs}\n' + "".join(f"(term t{i} {one})\n" for i, one in enumerate(terms))
    results = []
    for phase in ("(phase input)", f"(phase p (rules {group}) (cost file) (iterations 4) (nodes 20000) (filter dimensions-6 size-300))"):
        with tempfile.NamedTemporaryFile("w", suffix=".guide") as file:
            file.write(head + phase)
            file.flush()
            done = subprocess.run([eqsat, "--guide=" + file.name], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{group}: {done.stderr}\n{head}")
        results.append(rise.read(done.stdout))
    return zip(*results, strict=True)


def main():
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    for group in SETS:
        changed = 0
        for batch in range(10):
            for number, (source, result) in enumerate(search(sys.argv[1], sys.argv[2], [Terms(1000 * (10 * seed + batch) + i).whole() for i in range(4)], group, random.Random(seed + batch))):
                if not rise.same(source, result, 1):
                    sys.exit(f"{group}, batch {batch}, term {number}: another value\n{source}\n{result}")
                changed += source != result
        if changed < 10:
            sys.exit(f"{group}: only {changed} terms of 40 changed")
        print(f"{group}: equal")


if __name__ == "__main__":
    main()
