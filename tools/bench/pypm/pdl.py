"""Flat chains: --pypm-rewrite beside PDL, and how both grow.

  python3 tools/bench/pypm/pdl.py [BUILD [ROUNDS]]

Graphs of unary ops of 40 kinds in chains of 25; patterns are random chains of three, each replaced by one op. Both sides get
the same patterns and the same graph, in turns; of each the fastest round counts. Times are of compiling the patterns
and of rewriting the module that has been parsed, in milliseconds. What is left differs by a few ops: where chains overlap,
PyPM takes the match at the larger root, PDL's driver the one that it meets first.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

LLVM = "/usr/lib/llvm-22"
HERE = os.path.dirname(os.path.abspath(__file__))
KINDS, CHAIN = 40, 25


def graph(rng, ops):
    lines, results = ["func.func @f(%x: tensor<4xf32>) {"], 0
    for k in range(ops):
        value = "%x" if k % CHAIN == 0 else f"%v{k - 1}"
        lines.append(f'%v{k} = "t.o{rng.randrange(KINDS)}"({value}) : (tensor<4xf32>) -> tensor<4xf32>')
        if (k + 1) % CHAIN == 0:
            lines.append(f'"t.use"(%v{k}) : (tensor<4xf32>) -> ()')
            results += 1
    return "\n".join(lines + ["return", "}"]) + "\n"


def patterns(rng, count):
    """Different chains, root first."""
    chains = {}
    while len(chains) < count:
        chains[tuple(rng.randrange(KINDS) for _ in range(3))] = None
    return list(chains)


def pypm_text(chains):
    out = [f'op o{k}(x) : x for "t.o{k}"' for k in range(KINDS)] + ['op k{n}(x) : x for "t.k"']
    for n, (a, b, c) in enumerate(chains):
        out += [f"pattern P{n}(x) = o{a}(o{b}(o{c}(x)))", f"rule R{n} for P{n}(x) {{ => k{{n = {n}}}(x) }}"]
    return "\n".join(out) + "\n"


def pdl_text(chains):
    out = []
    for n, chain in enumerate(chains):
        out += [f"pdl.pattern @P{n} : benefit(1) {{", "%x = pdl.operand", "%t = pdl.type"]
        value = "%x"
        for k, kind in enumerate(reversed(chain)):
            out.append(f'%{k} = pdl.operation "t.o{kind}"({value} : !pdl.value) -> (%t : !pdl.type)')
            if k < 2:
                out.append(f"%r{k} = pdl.result 0 of %{k}")
            value = f"%r{k}"
        out += ["pdl.rewrite %2 {", f"%a = pdl.attribute = {n} : i64",
                '%n = pdl.operation "t.k"(%x : !pdl.value) {"n" = %a} -> (%t : !pdl.type)',
                "pdl.replace %2 with %n", "pdl.erase %1", "pdl.erase %0", "}", "}"]
    return "\n".join(out) + "\n"


def build_driver(folder):
    binary = os.path.join(folder, "pdl")
    subprocess.run([f"{LLVM}/bin/clang++", "-std=c++17", "-O2", "-fno-rtti", "-DNDEBUG", f"-I{LLVM}/include", f"{HERE}/pdl.cpp",
                    "-o", binary, f"-L{LLVM}/lib", f"-Wl,-rpath,{LLVM}/lib", "-lMLIR", "-lLLVM"], check=True)
    return binary


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def run_pypm(build, folder):
    # (The report would have the near misses: every pattern would be tried everywhere.)
    done = subprocess.run([f"{build}/bin/smr-opt", "--allow-unregistered-dialect", "--mlir-disable-threading",
                           f"--pypm-rewrite=patterns={folder}/p.pypm time stats", f"{folder}/g.mlir", "-o", f"{folder}/out.mlir"],
                          check=True, capture_output=True, text=True)
    times = json.loads(re.search(r"\{.*\}", done.stderr).group(0))
    with open(f"{folder}/out.mlir", encoding="utf-8") as file:
        return times["patterns"], times["rewrite"], file.read().count("= \"t.")


def run_pdl(driver, folder, uses):
    done = subprocess.run([driver, f"{folder}/p.mlir", f"{folder}/g.mlir"], check=True, capture_output=True, text=True)
    compiled, applied, ops = done.stdout.split()
    return float(compiled), float(applied), int(ops) - uses - 3


def best(rounds):
    return min(r[0] for r in rounds), min(r[1] for r in rounds), rounds[0][2]


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print("| ops | patterns | left | pypm: patterns | pypm: rewrite | PDL: patterns | PDL: rewrite | rewrite, PDL/pypm | both, PDL/pypm |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        driver = build_driver(folder)
        for ops, count in [(10000, 10), (10000, 100), (10000, 1000), (1000, 1000), (100000, 1000)]:
            rng = random.Random(ops + count)
            chains = patterns(rng, count)
            write(folder, "g.mlir", graph(rng, ops))
            write(folder, "p.pypm", pypm_text(chains))
            write(folder, "p.mlir", pdl_text(chains))
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(run_pypm(build, folder))
                theirs.append(run_pdl(driver, folder, ops // CHAIN))
            (a, b, left), (c, d, other) = best(ours), best(theirs)
            left = str(left) if left == other else f"{left} and {other}"
            print(f"| {ops} | {count} | {left} | {a:.1f} | {b:.1f} | {c:.1f} | {d:.1f} | {d / b:.1f} | {(c + d) / (a + b):.1f} |", flush=True)


main()
