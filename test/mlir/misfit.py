"""Descriptions that need not fit: every handler and every neutral op, for ops of every form.

misfit.py SMR_OPT HANDLERS OPS PAT [COUNT]: writes COUNT random descriptions (always the same ones), each of a dialect of its
own, rewrites the code of many dialects at once, and looks for signals, endless runs and failures without a reason.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

TOGETHER = 60  # descriptions in one run
LIMIT = 60  # seconds for one run
CODE = """
func.func @factor{n}(%n: index, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {{
    %f = "m{n}.factor"(%a) {{kind = 1 : i32}} : (f64) -> f64
    %u = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %y[%i] : memref<?xf64>
    %w = arith.mulf %f, %u : f64
    %z = arith.addf %v, %w : f64
    memref.store %z, %y[%i] : memref<?xf64>
  }}
  return
}}
func.func @loop{n}(%n: index, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "m{n}.for"(%c0, %n, %c1) ({{
  ^bb0(%i: index):
    %u = "m{n}.get"(%x, %i) : (memref<?xf64>, index) -> f64
    %v = "m{n}.get"(%y, %i) : (memref<?xf64>, index) -> f64
    %w = arith.mulf %a, %u : f64
    %z = arith.addf %v, %w : f64
    "m{n}.put"(%z, %y, %i) : (f64, memref<?xf64>, index) -> ()
    "m{n}.yield"() : () -> ()
  }}) {{operandSegmentSizes = array<i32: 1, 1, 1, 0>}} : (index, index, index) -> ()
  return
}}
func.func @odd{n}(%n: index, %p: !llvm.ptr, %t: i1) -> i64 {{
  %none = "m{n}.none"() : () -> i64
  %two:2 = "m{n}.two"(%n, %p, %t) {{predicate = 99 : i64, kind = 7 : i32,
    operandSegmentSizes = array<i32: 1, -1, 5>}} : (index, !llvm.ptr, i1) -> (i64, !llvm.ptr)
  "m{n}.two_regions"(%t) ({{ "m{n}.nothing"() : () -> () }}, {{}}) : (i1) -> ()
  "m{n}.empty"() ({{}}, {{}}, {{}}) : () -> ()
  %r = "m{n}.carried"(%n, %n, %n, %none) ({{
  ^bb0(%i: index, %j: i64):
    %k = "m{n}.none"() : () -> i64
    "m{n}.yield"(%k, %t) : (i64, i1) -> ()
  }}) {{finalValue, case_tags = [unit, unit]}} : (index, index, index, i64) -> i64
  %c = "m{n}.compare"(%t, %r, %none) {{predicate = 2 : i64, kind = 2 : i32}} : (i1, i64, i64) -> i1
  "m{n}.jump"(%c)[^bb1, ^bb2] {{operandSegmentSizes = array<i32: 1, 0, 0>}} : (i1) -> ()
^bb1:
  "m{n}.go"()[^bb2] : () -> ()
^bb2:
  return %r : i64
}}
"""
OPS = "factor for get put yield none two two_regions nothing empty carried compare jump go".split()
FITTING = {"for": "handler: scf_for, counted: true", "yield": "handler: yield", "get": "handler: memref_load",
           "put": "handler: memref_store", "jump": "handler: cond_branch, jump: test", "go": "handler: branch, jump: one"}
BUILT_IN = ["scf.for", "scf.yield", "memref.load", "memref.store", "arith.mulf", "arith.constant", "func.return"]
FIELDS = ["loads: 7", "stores: [6, 7]", "copy: true", "counted: true", "renames: true", "local: true", "address: true",
          "descriptor: true", "framed: true", "jump: many", "jump: test", "function: c", "function: llvm", "lifetime: start",
          "lifetime: end", "absent: true", "threads: true", "own_stack: true", "note: true", "effects: none"]


def names(path, macro):
    with open(path, encoding="utf-8") as file:
        return re.findall(r'^%s\(\w+, "(\w+)"' % macro, file.read(), re.M)


def meanings(handlers, ops):
    neutral = [f"op: {name}" for name in names(ops, "SMR_OP") if name not in UNDESCRIBABLE]
    neutral += ["op: math, name: sqrt", "op: icmp, imm: kind", "op: icmp, imm: predicate", "op: fcmp, imm: kind",
                "op: sub, operands: [7, 0]", "op: through", "op: through, operands: [5]", "op: skip", "op: opaque"]
    return [f"handler: {name}" for name in names(handlers, "SMR_HANDLER")] + neutral


UNDESCRIBABLE = set("poly fsum fprod global field addr const descr_lb descr_extent descr_stride math alloca heap free load "
                    "store for loop while if yield condition return br cbr call opaque".split())


def describe(rng, every, number, dialect, ops):
    """The first ones go through all meanings, so that each is there."""
    lines = [f"dialect: {dialect}", "ops:"]
    odd = rng.sample(ops, min(rng.choice([1, 1, 2, len(OPS)]), len(ops)))
    for name in ops:
        if name in odd:
            meaning = every[number % len(every)] if name == odd[0] else rng.choice(every)
            extra = {field.split(":")[0]: field for field in rng.sample(FIELDS, rng.choice([0, 0, 3, 8]))}
            lines.append("  %s: {%s}" % (name, ", ".join([meaning, *extra.values()])))
        elif name.split(".")[1] in FITTING and dialect[1:].isdigit():  # (not of a built-in one)
            lines.append("  %s: {%s}" % (name, FITTING[name.split(".")[1]]))
    return "\n".join(lines) + "\n"


def fault(command, folder, dialects, code):
    """What is wrong with this run, or None."""
    path = os.path.join(folder, "code.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(code)
    environment = dict(os.environ, SMR_DIALECTS=":".join(dialects))
    try:
        done = subprocess.run([*command, path], env=environment, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "no end"
    told = re.search(r"^\S+:\d+:\d+: error: .", done.stderr, re.M)  # of an idiom that its description spoils
    if done.returncode not in (0, 1) or (done.returncode and not told) or "Sanitizer" in done.stderr:
        return "exit status %d\n%s" % (done.returncode, done.stderr)
    return None


def main():
    smr_opt, handlers, ops, pat = sys.argv[1:5]
    count = int(sys.argv[5]) if len(sys.argv) > 5 else 300
    command = [smr_opt, "--allow-unregistered-dialect", "--smr-rewrite=pat=" + pat]
    every, rng, found = meanings(handlers, ops), random.Random(22), 0
    with tempfile.TemporaryDirectory() as folder:
        cases = []
        for n in range(count):
            dialect = f"m{n}"
            path = os.path.join(folder, dialect + ".yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(describe(rng, every, n, dialect, [f"{dialect}.{op}" for op in OPS]))
            cases.append((path, CODE.format(n=n)))
        runs = [cases[k:k + TOGETHER] for k in range(0, count, TOGETHER)]
        for n in range(count // 40):  # ops of dialects that are built in
            dialect = rng.choice(["scf", "memref", "arith", "func"])
            path = os.path.join(folder, f"{dialect}-{n}.yaml")
            with open(path, "w", encoding="utf-8") as file:
                own = [op for op in BUILT_IN if op.startswith(dialect)]
                file.write(describe(rng, every, rng.randrange(len(every)), dialect, own))
            runs.append([(path, CODE.format(n=n))])
        for run in runs:
            if fault(command, folder, [path for path, _ in run], "".join(code for _, code in run)):
                for path, code in run:  # which one?
                    wrong = fault(command, folder, [path], code)
                    if wrong:
                        found += 1
                        with open(path, encoding="utf-8") as file:
                            print(f"{file.read()}{wrong}\n")
    print(f"{count} descriptions, {found} faults")
    return found > 0


if __name__ == "__main__":
    sys.exit(main())
