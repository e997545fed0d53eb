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
PRIMITIVES = ["map", "mapPar", "reduce", "reduceSeq", "reduceSeqUnroll", "split", "join", "transpose", "zip", "unzip", "fst", "snd", "generate", "toMem", "let", "asVector", "asScalar",
              "vectorise", "vectorFromScalar", "pair", "addVec", "mulVec", "add", "mul", "lam", "app"]
F32 = "f32"


def array(n, kind):
    return ("array", n, kind)


def pair(a, b):
    return ("tuple", a, b)


def text(kind):
    return kind if isinstance(kind, str) else "(" + " ".join(map(str, (kind[0], *(text(one) if isinstance(one, (str, tuple)) else one for one in kind[1:])))) + ")"


class Terms:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def name(self):
        self.names += 1
        return f"x{self.names}"

    def function(self, kinds, result, depth, env):
        """A function of what has these types."""
        names = [self.name() for _ in kinds]
        body = self.term(result, depth, env + list(zip(names, kinds)))
        for name, kind in zip(reversed(names), reversed(kinds)):
            body = f"(lam ({name} {text(kind)}) {body})"
        return body

    def element(self, depth):
        return self.random.choice([F32, F32, F32, pair(F32, F32), pair(F32, pair(F32, F32)), array(self.random.choice([2, 3, 4]), F32)] if depth > 1 else [F32])

    def leaf(self, kind, env):
        known = [name for name, one in env if one == kind]
        if known and self.random.random() < 0.9:
            return self.random.choice(known)
        if kind == F32:
            # What a pair in reach has, or a number.
            halves = [f"(app ({half} {text(one[1])} {text(one[2])}) {name})" for name, one in env if one[0] == "tuple" for half, part in (("Fst", 1), ("Snd", 2)) if one[part] == F32]
            return self.random.choice(halves + ["0.0", "1.0", "2.0"])
        return self.made(kind, env)

    def made(self, kind, env):
        """A value of a type from others, however little there is."""
        if kind[0] == "array":
            return f"(app (Generate {kind[1]} {text(kind[2])}) (lam ({self.name()} (index {kind[1]})) {self.leaf(kind[2], env)}))"
        if self.random.random() < 0.5:
            return f"(app2 (Pair {text(kind[1])} {text(kind[2])}) {self.leaf(kind[1], env)} {self.leaf(kind[2], env)})"
        parts = [f"(app (Generate 2 {text(part)}) (lam ({self.name()} (index 2)) {self.leaf(part, env)}))" for part in kind[1:]]
        # (The last of pairs.)
        return f"(app3 (Reduce 2 {text(kind)} {text(kind)}) (lam (p{self.names} {text(kind)}) (lam (q{self.names} {text(kind)}) q{self.names})) {self.pairless(kind, env)} (app2 (Zip 2 {text(kind[1])} {text(kind[2])}) {parts[0]} {parts[1]}))"

    def pairless(self, kind, env):
        known = [name for name, one in env if one == kind]
        if not known:
            raise LookupError(text(kind))
        return self.random.choice(known)

    def number(self, depth, env):
        if self.random.random() < 0.5:
            return f"(app2 {self.random.choice(['add', 'mul'])} {self.term(F32, depth - 1, env)} {self.term(F32, depth - 1, env)})"
        n = self.random.choice([3, 4, 8])
        if self.random.random() < 0.5:
            return f"(app3 (Reduce {n} f32 f32) add {self.random.choice(['0.0', '1.0'])} {self.term(array(n, F32), depth - 1, env)})"
        return self.reduction(n, self.element(depth), F32, depth, env)

    def reduction(self, n, kind, result, depth, env):
        acc, y = self.name(), self.name()
        inside = env + [(y, kind)]
        step = self.random.choice([f"(app2 add {acc} {self.term(F32, depth - 2, inside)})", f"(app2 mul {acc} {self.term(F32, depth - 2, inside)})", self.term(F32, depth - 2, inside + [(acc, F32)])])
        op = f"(lam ({acc} f32) (lam ({y} {text(kind)}) {step}))"
        return f"(app3 (ReduceSeq {n} {text(kind)} f32) {op} {self.random.choice(['0.0', self.term(F32, depth - 2, env)])} {self.term(array(n, kind), depth - 1, env)})"

    def term(self, kind, depth, env):
        if depth <= 0 or self.random.random() < 0.1:
            return self.leaf(kind, env)
        if kind == F32:
            return self.number(depth, env)
        if kind[0] == "tuple":
            return self.leaf(kind, env)
        return self.of_array(kind[1], kind[2], depth, env)

    def of_array(self, n, kind, depth, env):
        choices = ["map"] * 5 + ["join"] * (n % 2 == 0) + ["transpose", "transpose"] * (kind[0] == "array") + ["zip"] * (kind[0] == "tuple") * 9 + ["split"] * (kind[0] == "array")
        pick = self.random.choice(choices)
        if pick == "map":
            one = self.element(depth)
            return f"(app2 (Map {n} {text(one)} {text(kind)}) {self.function([one], kind, depth - 1, env)} {self.term(array(n, one), depth - 1, env)})"
        if pick == "join":
            return f"(app (Join {n // 2} 2 {text(kind)}) {self.term(array(n // 2, array(2, kind)), depth - 1, env)})"
        if pick == "zip":
            return f"(app2 (Zip {n} {text(kind[1])} {text(kind[2])}) {self.term(array(n, kind[1]), depth - 1, env)} {self.term(array(n, kind[2]), depth - 1, env)})"
        if pick == "split":
            return f"(app (Split {n} {kind[1]} {text(kind[2])}) {self.term(array(n * kind[1], kind[2]), depth - 1, env)})"
        return f"(app (Transpose {kind[1]} {n} {text(kind[2])}) {self.term(array(kind[1], array(n, kind[2])), depth - 1, env)})"

    def whole(self):
        n, m = self.random.choice([2, 3, 8, 12, 64]), self.random.choice([2, 3, 4])
        kinds = [array(n, F32), array(m, array(n, F32)), array(n, pair(F32, array(m, F32))), array(n, pair(F32, pair(F32, F32))), array(2, array(m, array(3, F32)))]
        kinds += [pair(F32, F32), pair(F32, pair(F32, F32)), pair(F32, array(m, F32))]
        return self.function(kinds, self.random.choice([array(n, F32), array(m, array(n, F32)), array(n, array(m, F32)), array(2, array(m, array(3, F32))), F32]), 4, [])


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


def some_terms(seed, count):
    terms = []
    while len(terms) < count:
        seed += 1
        try:
            terms.append(Terms(seed).whole())
        except LookupError:
            pass
    return terms


def main():
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    for group in SETS:
        changed = 0
        for batch in range(10):
            for number, (source, result) in enumerate(search(sys.argv[1], sys.argv[2], some_terms(1000 * (10 * seed + batch), 4), group, random.Random(seed + batch))):
                if not rise.same(source, result, 1):
                    sys.exit(f"{group}, batch {batch}, term {number}: another value\n{source}\n{result}")
                changed += source != result
        if changed < 10:
            sys.exit(f"{group}: only {changed} terms of 40 changed")
        print(f"{group}: equal")


if __name__ == "__main__":
    main()
