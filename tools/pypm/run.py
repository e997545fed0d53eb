#!/usr/bin/env python3
"""Runs the text of a graph that export.py made and smr-opt may have rewritten, op by op on torch's tensors.

    run.py [NAME…]     small models of zoo.py, rewritten and run, beside PyTorch's own result; NAME:bf16 in bfloat16,
                       NAME:f16 in halves
    graph = run.Graph(text); graph(arguments)

`torch.aten.*` are torch's ops; `smr_rt.*` (pat/tensor) are kernels of libsmr_rt_tensor.so
(kernels.py), or with --formulas what these have to give (formulas.py).
Exits with 77 where torch cannot be imported.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

try:
    import torch
    import torchvision  # noqa: F401
    import transformers  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

import export
import formulas
import kernels

DTYPES = {text: dtype for dtype, text in export.ELEMENTS.items()}
NAME = r"%[\w.$-]+"
OP = re.compile(rf'\s*(?:({NAME})(?::\d+)? = )?"([\w.]+)"\((.*?)\)\s*(?:<{{(.*)}}>)?\s*(?:{{(.*)}})? : \(')
CONSTANT = re.compile(rf"\s*({NAME}) = arith\.constant (?:dense<)?([^ >]+)>?(?: : (.*))?")


def constant(text, kind):
    if text in ("true", "false"):
        value = text == "true"
    elif text.startswith("0x"):
        value = {"0x7FF0000000000000": float("inf"), "0xFFF0000000000000": float("-inf")}.get(text, float("nan"))
    else:
        value = float(text) if kind.startswith(("f", "tensor<f")) else int(text)
    return value


def attributes(text):
    """{name = value, …} of strings, booleans, integers, arrays."""
    found = {}
    for name, value in re.findall(r'(\w+) = (array<i64[^>]*>|\[[^\]]*\]|"[^"]*"|[^,]+)', text or ""):
        if value.startswith("array"):
            found[name] = [int(v) for v in re.findall(r"-?\d+", value[len("array<i64") :])]
        elif value.startswith("["):
            found[name] = [attributes(f"x = {v.strip()}")["x"] for v in value[1:-1].split(",") if v.strip()]
        elif value.startswith('"'):
            found[name] = value[1:-1]
        elif value in ("true", "false"):
            found[name] = value == "true"
        else:
            number, _, kind = value.partition(" : ")  # MLIR leaves out f64
            found[name] = constant(number, kind or ("i64" if re.fullmatch(r"-?\d+", number) else "f64"))
    return found


class Aten:
    """One call of torch's op: which operands and attributes are which of its arguments."""

    def __init__(self, name, given, count):
        library, base, overload = f"{name}.".split(".", 4)[1:4]
        if base == "view" and not overload:  # of a tensor as a value: what made it contiguous may be gone
            base, given = "reshape", {"shape": given["size"]}
        self.op = getattr(getattr(getattr(torch.ops, library), base), overload or "default")
        schema = self.op._schema.arguments
        self.plan, self.keywords, left = [], {}, count
        wanted = [a for a in schema if export.takes_number(a) and not a.kwarg_only]
        self.keyword_operands = []
        for a in schema:
            if export.is_tensor_list(a):
                self.plan.append(("list", left - len(wanted)))
            elif export.takes_number(a):
                if a.kwarg_only:
                    self.keyword_operands.append(a.name)
                else:
                    self.plan.append(("operand", 1))
            elif a.kwarg_only or a.name in export.SAYS_NOTHING:
                if a.name in given:
                    self.keywords[a.name] = self.value(a.name, given[a.name])
            else:
                value = self.value(a.name, given[a.name]) if a.name in given else a.default_value
                self.plan.append(("value", value))

    @staticmethod
    def value(name, value):
        if name == "dtype":
            return DTYPES[value]
        return getattr(torch, value) if name == "memory_format" and isinstance(value, str) else value

    def __call__(self, operands):
        operands, arguments = list(operands), []
        for kind, what in self.plan:
            if kind == "list":
                arguments.append([operands.pop(0) for _ in range(what)])
            else:
                arguments.append(operands.pop(0) if kind == "operand" else what)
        keywords = dict(self.keywords, **dict(zip(self.keyword_operands, operands)))
        return self.op(*self.fitted(arguments), **keywords)

    def fitted(self, arguments):
        """Trailing arguments with a device in between are named, not counted."""
        named = [a for a in self.op._schema.arguments if not a.kwarg_only]
        if not any(a.name in export.SAYS_NOTHING for a in named):
            return arguments
        filled, given = [], iter(arguments)
        for a in named:
            filled.append(DEFAULTS.get(a.name, a.default_value) if a.name in export.SAYS_NOTHING else next(given))
        return filled


DEFAULTS = {"device": torch.device("cpu"), "cudnn_enable": False, "cudnn_enabled": False}


class Graph:
    """A function's ops, in order; a value goes where it is used for the last time."""

    def __init__(self, text, ops=kernels.OPS):
        self.ops = ops
        self.steps, self.arguments, self.results = [], [], []
        self.constants = {}
        for line in text.splitlines():
            self.read(line)
        last = {}
        for k, (_, operands, _) in enumerate(self.steps):
            last.update((o.partition("#")[0], k) for o in operands)
        self.dead = {}
        for name in set(last) - {r.partition("#")[0] for r in self.results} - set(self.constants):
            self.dead.setdefault(last[name], []).append(name)

    def read(self, line):
        op, number = OP.match(line), CONSTANT.match(line)
        if number:
            self.constants[number[1]] = constant(number[2], number[3] or "i1")
        elif op and op[2] == "torch.constant.none":
            self.constants[op[1]] = None
        elif op:
            operands = [o.strip() for o in op[3].split(",") if o.strip()]
            given = attributes(op[5] or op[4])
            if op[2] == "smr_rt.reshape":
                given["shape"] = [int(n) for n in re.findall(r"(\d+)x", line.rpartition("-> tensor<")[2])]
            call = self.ops[op[2].removeprefix("smr_rt.")](given) if op[2].startswith("smr_rt.") else Aten(
                op[2], given, len(operands))  # fmt: skip
            self.steps.append((call, operands, op[1]))
        elif "func.func" in line:
            self.arguments = re.findall(r"(%\w+): ", line)
        elif re.match(r"\s*return ", line):
            self.results = re.findall(rf"{NAME}(?:#\d+)?", line.partition(" : ")[0])
        elif line.strip() not in ("", "}", "module {") and not line.startswith("//"):
            raise ValueError(f"not read: {line}")

    def __call__(self, arguments):
        values = dict(self.constants, **dict(zip(self.arguments, arguments)))

        def value(name):
            base, _, result = name.partition("#")
            return values[base][int(result)] if result else values[base]

        with torch.no_grad():
            for k, (call, operands, name) in enumerate(self.steps):
                values[name] = call([value(o) for o in operands])
                if isinstance(values[name], (list, tuple)) and len(values[name]) == 1:
                    values[name] = values[name][0]
                for dead in self.dead.get(k, ()):
                    values.pop(dead, None)
            return [value(r) for r in self.results]


def tensors_of(program, kinds, inputs):
    """What the arguments of @main are."""
    inputs = iter(inputs)
    state = dict(program.state_dict, **program.constants)
    return [next(inputs) if kind == "input" else state[name] for kind, name in kinds]


def rewrite(text, smr_opt, patterns, libraries=("models", "rest"), gpu="off"):
    runs = [f"--pypm-rewrite=patterns={os.path.join(patterns, library)}.mlirbc gpu={gpu}" for library in libraries]
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        return subprocess.run([smr_opt, "--allow-unregistered-dialect", file.name, *runs],
                              check=True, capture_output=True, text=True).stdout  # fmt: skip


def kernels_in(text):
    return len(re.findall(r'"smr_rt\.(?!reshape)', text))


def difference(a, b):
    """The greatest difference by the greatest element."""
    return max((float((x - y).abs().max() / y.abs().max().clamp_min(1e-30))
                for x, y in ((x.double(), y.double()) for x, y in zip(a, b))), default=0.0)  # fmt: skip


def compare(module, inputs, smr_opt, patterns, ops=kernels.OPS, gpu="off"):
    """(rewritten against PyTorch, the graph as it was against PyTorch, kernels called)"""
    program = export.program_of(module, inputs)
    text, kinds = export.function(program)
    with torch.no_grad():
        expected = module(*inputs)
    expected = list(expected) if isinstance(expected, tuple) else [expected]
    if not all(e.isfinite().all() and e.any() for e in expected):
        raise ValueError("PyTorch's own result says nothing")
    arguments = tensors_of(program, kinds, inputs)
    after = rewrite(text, smr_opt, patterns, gpu=gpu)
    before = Graph(rewrite(text, smr_opt, patterns, ["ops"]))(arguments)
    return (difference(Graph(after, ops)(arguments), expected), difference(before, expected),
            kernels_in(after))  # fmt: skip


def main():
    import zoo

    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(here))
    parser = argparse.ArgumentParser(description="Runs rewritten models beside PyTorch's own")
    parser.add_argument("names", nargs="*", help="models of zoo.py, NAME:bf16 in bfloat16, NAME:f16 in halves; all")
    parser.add_argument("--smr-opt", default=os.path.join(root, "build", "bin", "smr-opt"))
    parser.add_argument("--patterns", default=os.path.join(root, "build", "share", "smr", "tensor"))
    parser.add_argument("--gpu", default="off", choices=["off", "auto", "on"], help="may kernels run on a GPU?")
    parser.add_argument("--formulas", action="store_true", help="kernels by their formulas in torch")
    parser.add_argument("--most", type=float, default=1e-4, help="the greatest relative difference that is well")
    parser.add_argument("--most-bf16", type=float, default=2e-2, help="the same for bfloat16, of which a step is 8e-3")
    parser.add_argument("--most-f16", type=float, default=3e-3, help="the same for halves, of which a step is 1e-3")
    arguments = parser.parse_args()
    torch.manual_seed(0)
    wrong = 0
    most = {"": arguments.most, "bf16": arguments.most_bf16, "f16": arguments.most_f16}
    for name in arguments.names or zoo.MODELS:
        if not zoo.is_model(name):
            parser.error(f"no model {name}: export.py --list names them")
        module, inputs = zoo.build(name, small=True, length=32)
        after, before, count = compare(module, inputs, arguments.smr_opt, arguments.patterns,
                                       formulas.OPS if arguments.formulas else kernels.OPS, arguments.gpu)  # fmt: skip
        wrong += not after <= most[name.partition(":")[2]]  # NaN is wrong, too
        print(f"{name:18} {count:3} kernels, differs by {after:.1e}; before {before:.1e}", flush=True)
    print(f"{wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
