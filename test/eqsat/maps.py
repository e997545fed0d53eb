"""S: reorder_3d, tile_2d, tile_3d: orders and tiles of nested maps, as sketch-guided equality saturation's prototype asks for them.

    maps.py SMR_EQSAT FOLDER

For each guide of the folder: what its sketches find has the size of the programs that are known to be smallest, and computes
what the nest does; with the programs themselves as the last phase's sketches, they are found, so both are equal by the rules.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

# For each term a smallest program; compositions may associate in any way, and another may be as small.
GOALS = {
    "reorder_3d": {
        "t132": "(o (m n1 T) (o (m n1 (m n3 (m n2 f))) (m n1 T)))",
        "t213": "(o T (o (m n2 (m n1 (m n3 f))) T))",
        "t231": "(o T (o (m n2 T) (o (m n2 (m n3 (m n1 f))) (o (m n2 T) T))))",
        "t321": "(o T (o (m n2 T) (o T (o (m n3 (m n2 (m n1 f))) (o T (o (m n2 T) T))))))",
        "t312": "(o (m n1 T) (o T (o (m n3 (m n1 (m n2 f))) (o T (m n1 T)))))"},
    "tile_2d": {
        "a": "(o j (o (m n1 (m 32 (m (* n2 32) f))) (s 32)))",
        "b": "(o (m (* n1 32) j) (o (m (* n1 32) (m n2 (m 32 f))) (m (* n1 32) (s 32))))",
        "c": "(o j (o (m n1 (m 32 (o j (o (m n2 (m 32 f)) (s 32))))) (s 32)))",
        "d": "(o j (o (m n1 (o (m 32 j) (o T (o (m n2 (m 32 (m 32 f))) (o T (m 32 (s 32))))))) (s 32)))"},
    "tile_3d": {
        "a": "(o j (o (m n1 (m 32 (m (* n2 32) (m (* n3 32) f)))) (s 32)))",
        "b": "(o (m (* n1 32) j) (o (m (* n1 32) (m n2 (m 32 (m (* n3 32) f)))) (m (* n1 32) (s 32))))",
        "c": "(o (m (* n1 32) (m (* n2 32) j)) (o (m (* n1 32) (m (* n2 32) (m n3 (m 32 f)))) (m (* n1 32) (m (* n2 32) (s 32)))))",
        "d": "(o j (o (m n1 (o (m 32 j) (o T (o (m n2 (m 32 (m 32 (m (* n3 32) f)))) (o T (m 32 (s 32))))))) (s 32)))",
        "e": "(m (* n1 32) (o j (o (m n2 (o (m 32 j) (o T (o (m n3 (m 32 (m 32 f))) (o T (m 32 (s 32))))))) (s 32))))",
        "g": "(o j (o (m n1 (o (o (o (m 32 j) T) (o (m n2 (o (m 32 (o (m 32 j) T)) (o (o T (o (m n3 (m 32 (m 32 (m 32 f)))) T)) (m 32 (o T (m 32 (s 32)))))))"
             " T)) (m 32 (s 32)))) (s 32)))"}}
# (Small lengths do: rules hold for all.)
SIZES = {"n1": 2, "n2": 3, "n3": 1, "32": 2}


def read(text):
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def size(term):
    return 1 if isinstance(term, str) else 1 + sum(map(size, term[1:]))


def length(term):
    return SIZES[term] if isinstance(term, str) else length(term[1]) * length(term[2])


def apply(term, value):
    """What a program computes; a map over another number of elements than it says is an error."""
    if term == "T":
        return [list(row) for row in zip(*value)]
    if term == "j":
        return [x for row in value for x in row]
    if term == "f":
        return 3 * value + 1
    if term[0] == "o":
        return apply(term[1], apply(term[2], value))
    if term[0] == "s":
        block = length(term[1])
        return [value[i:i + block] for i in range(0, len(value), block)]
    assert len(value) == length(term[1]), term
    return [apply(term[2], x) for x in value]


def nested(lengths, first=0):
    return [nested(lengths[1:], 10 * first + i) for i in range(lengths[0])] if lengths else first


def run(eqsat, text):
    with tempfile.TemporaryDirectory() as work:
        guide, stats = os.path.join(work, "t.guide"), os.path.join(work, "stats.json")
        with open(guide, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([eqsat, "--guide=" + guide, "--stats=json:" + stats], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        with open(stats, encoding="utf-8") as file:
            return read(done.stdout), json.load(file)["phases"]


def check(eqsat, folder, name):
    with open(f"{folder}/{name}.guide", encoding="utf-8") as file:
        text = file.read().replace('(include "', f'(include "{os.path.abspath(folder)}/')
    nest = read(re.search(r"\(define nest (.*)\)\n", text)[1])[0]
    lengths, inner = [], nest
    while inner != "f":
        lengths.append(length(inner[1]))
        inner = inner[2]
    value = nested(lengths)
    wanted = apply(nest, value)
    results, phases = run(eqsat, text)
    for (term, goal), result in zip(GOALS[name].items(), results, strict=True):
        goal = read(goal)[0]
        if size(result) != size(goal):
            sys.exit(f"{name}: {term} has size {size(result)}, not {size(goal)}: {result}")
        if apply(result, value) != wanted or apply(goal, value) != wanted:
            sys.exit(f"{name}: {term} computes something else: {result}")
    before, last = text.rsplit("(phase ", 1)
    for term, goal in GOALS[name].items():
        last, count = re.subn(rf"\(sketch {term} .*\n", f"(sketch {term} {goal})\n", last)
        assert count == 1, term
    run(eqsat, before + "(phase " + last)
    print(f"{name}: {len(results)} goals, " + "; ".join(f"{p['name']}: {len(p['iterations'])} iterations, {p['nodes']} nodes" for p in phases))


def main():
    for name in GOALS:
        check(sys.argv[1], sys.argv[2], name)


if __name__ == "__main__":
    main()
