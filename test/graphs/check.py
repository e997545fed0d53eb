#!/usr/bin/env python3
"""What the libraries of pat/tensor find in the graphs, against graphs.json.

    check.py SMR-OPT PATTERNS GRAPHS [--update]

`found` counts the ops of libsmr_rt behind both runs, of which there is none with fp=exact, `present` what stands there to be found by what cannot be missed:
an attention has one softmax, a norm one layer_norm or rsqrt, a GELU one erf or tanh; `torch` the ops by name.
"""
import collections
import json
import os
import re
import subprocess
import sys


def run(smr_opt, graph, *options):
    done = subprocess.run([smr_opt, "--allow-unregistered-dialect", graph, *options], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{graph}: {done.stderr}")
    return collections.Counter(re.findall(r'"(torch\.aten\.[\w.]+|smr_rt\.\w+)"', done.stdout))


def rewritten(smr_opt, graph, patterns, option=""):
    return run(smr_opt, graph, *(f"--pypm-rewrite=patterns={os.path.join(patterns, library)}.mlirbc{option}"
                                 for library in ("models", "rest")))  # fmt: skip


def present(ops):
    def count(*names):
        return sum(n for name, n in ops.items() if name.removeprefix("torch.aten.") in names)

    return {
        "attention": count("softmax.int", "scaled_dot_product_attention", "_safe_softmax"),
        "norm": count("layer_norm", "rsqrt"),
        "linear": count("linear", "addmm"),
        "conv2d": count("conv2d"),
    }


def main():
    smr_opt, patterns, graphs = sys.argv[1:4]
    path = os.path.join(graphs, "graphs.json")
    with open(path) as file:
        expected = json.load(file)
    wrong = 0
    for name, entry in expected["graphs"].items():
        graph = os.path.join(graphs, name + ".mlirbc")
        before = run(smr_opt, graph)
        after = rewritten(smr_opt, graph, patterns)
        now = {
            "ops": sum(before.values()),
            "present": present(before),
            "found": {k.removeprefix("smr_rt."): n for k, n in sorted(after.items()) if k.startswith("smr_rt.")},
        }
        was = {k: entry.get(k) for k in now}
        entry.update(now)
        if was != now:
            print(f"{name}: {now}, expected {was}")
            wrong += 1
        exact = rewritten(smr_opt, graph, patterns, " fp=exact")
        if exact["torch.aten.dropout"] or any(k.startswith("smr_rt.") for k in exact):
            print(f"{name}: with fp=exact, {exact}")
            wrong += 1
        if now["found"].get("attention", 0) != now["present"]["attention"]:
            print(f"{name}: {now['found'].get('attention', 0)} of {now['present']['attention']} attentions")
            wrong += 1
    if "--update" in sys.argv:
        with open(path, "w") as file:
            json.dump(expected, file, indent=1)
            file.write("\n")
        return 0
    print(f"{len(expected['graphs'])} graphs, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
