#!/usr/bin/env python3
"""Exports a torch model to MLIR: `torch.export`'s graph as generic ops on builtin tensor types.

    export.py NAME… -o FOLDER     models of zoo.py (--list names them), one FOLDER/NAME.mlir each;
                                  NAME:bf16, NAME:f16 in bfloat16, in halves (FOLDER/NAME-f16.mlir)
    export.text(module, inputs)   any module's graph as text

An op is `"torch.aten.NAME.OVERLOAD"` (no `.default`). Its operands are its tensors and the numbers that it computes
with (Tensor, Scalar and float in its schema: constants, so that patterns' numbers match them); what shapes it (int,
bool, str, dtypes, lists) is an attribute under the schema's name. Defaults are filled in, so that an op has one form,
but for keyword-only operands (`beta`, `alpha`) behind the last that is not its default, and attributes that are None;
an operand that is None is `"torch.constant.none"`; an einsum's letters are a, b, c, … as they appear. Ops that draw numbers have the attribute `draw`: no two are equal. Parameters, buffers and constant tensors are arguments of @main, behind them the inputs.
An op in place is the op that computes a new tensor, and later uses are of that; where another view of the tensor
could see the difference, PyTorch makes the graph functional (slices become scatters). Refused are models that change
their inputs, and those that read a tensor by other strides than its own.
"""
import argparse
import math
import operator
import os
import re
import sys

import torch
from torch.export.graph_signature import InputKind, OutputKind

ELEMENTS = {
    torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16",
    torch.int64: "i64", torch.int32: "i32", torch.int16: "i16", torch.int8: "i8", torch.uint8: "ui8",
    torch.bool: "i1", torch.complex64: "complex<f32>",
}  # fmt: skip
NUMBERS = {bool: "i1", int: "i64", float: "f64"}
# Their results depend on what is no part of a value: how it lies in memory.
STRIDED = {"as_strided", "as_strided_", "as_strided_copy", "as_strided_scatter", "resize_", "resize_as_", "set_"}
# What tracing leaves behind: checks without results, and copies of constants.
CHECKS = {"_assert_tensor_metadata", "_assert_scalar", "_assert_async", "sym_constrain_range_for_size"}
COPIES = {"lift_fresh_copy", "lift_fresh", "detach_", "alias"}


class Refused(Exception):
    """The graph has no such text."""


def type_of(value):
    if isinstance(value, torch.Tensor):
        if value.dtype not in ELEMENTS:
            raise Refused(f"no element type for {value.dtype}")
        return "tensor<" + "".join(f"{int(d)}x" for d in value.shape) + ELEMENTS[value.dtype] + ">"
    if type(value) not in NUMBERS:
        raise Refused(f"no type for {type(value).__name__}, which is computed when the model runs")
    return NUMBERS[type(value)]


def number(value):
    """A Python number as an MLIR literal with its type."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value} : i64"
    if math.isfinite(value):
        return f"{value:.17e} : f64"
    return {math.inf: "0x7FF0000000000000", -math.inf: "0xFFF0000000000000"}.get(value, "0x7FF8000000000000") + " : f64"


def attribute(value):
    """What shapes an op, as an attribute."""
    if isinstance(value, (bool, int, float)):
        return number(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, torch.dtype):
        return f'"{ELEMENTS[value]}"'
    if isinstance(value, torch.memory_format):
        return f'"{str(value).removeprefix("torch.")}"'
    if isinstance(value, (list, tuple)) and all(type(v) is int for v in value):
        return "array<i64" + (": " if value else "") + ", ".join(map(str, value)) + ">"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(attribute(v) for v in value) + "]"
    raise Refused(f"no attribute for {value!r}")


def canonical(equation):
    """An einsum with the letters a, b, c, … as they appear, and no spaces."""
    letters = {}
    return "".join(letters.setdefault(c, chr(ord("a") + len(letters))) if c.isalpha() else c
                   for c in equation if c != " ")  # fmt: skip


def takes_number(argument):
    """Is the schema's argument something that is computed with?"""
    return re.sub(r"^Optional\[(.*)\]$", r"\1", str(argument.type)) in ("Tensor", "number", "float")


def is_torchs_own(argument, value):
    """A default that says nothing, or a dtype in a schema, which is a number only inside of torch."""
    return (argument.name == "memory_format" and value == argument.default_value) or (
        type(value) is int and "ScalarType" in str(argument.real_type))


def keywords_given(node, schema):
    """How many arguments stand before those keyword-only operands that are at their defaults."""
    return max((k + 1 for k, a in enumerate(schema.arguments)
                if a.kwarg_only and takes_number(a) and node.kwargs.get(a.name, a.default_value) != a.default_value), default=0)


def draws(node, target):
    """Does the op draw random numbers? Dropout of inference does not, nor attention without dropout."""
    if torch.Tag.nondeterministic_seeded not in target.tags:
        return False
    given = {a.name: node.args[k] if k < len(node.args) else node.kwargs.get(a.name, a.default_value)
             for k, a in enumerate(target._schema.arguments)}
    return given.get("train") is not False and given.get("training") is not False and given.get("dropout_p") != 0


def storages(node):
    """What holds the node's tensors: two nodes with one of them in common are views of one tensor."""
    values = node.meta.get("val")
    values = values if isinstance(values, (list, tuple)) else [values]
    return {v.untyped_storage()._cdata for v in values if isinstance(v, torch.Tensor)}


def is_tensor_list(argument):
    return str(argument.type) in ("List[Tensor]", "List[Optional[Tensor]]")


SAYS_NOTHING = {"device", "layout", "pin_memory", "non_blocking", "generator", "cudnn_enable", "cudnn_enabled"}


class Writer:
    """Writes one graph, submodules (of no_grad, autocast) in place."""

    def __init__(self):
        self.lines = []
        self.constants = {}  # text → name
        self.names = {}  # node → name, or the names of its results
        self.aliases = {}  # storage → the nodes whose tensors lie in it
        self.seen = set()
        self.drawn = 0  # times
        self.count = 0

    def fresh(self):
        self.count += 1
        return f"%{self.count - 1}"

    def constant(self, text):
        if text not in self.constants:
            self.constants[text] = self.fresh()
        return self.constants[text]

    def constant_lines(self):
        for text, name in self.constants.items():
            none = text == "none"
            yield f'  {name} = "torch.constant.none"() : () -> none' if none else f"  {name} = arith.constant {text}"

    def operand(self, value):
        """Its name and type."""
        if value is None:
            return self.constant("none"), "none"
        if isinstance(value, torch.fx.Node):
            return self.names[value], type_of(value.meta["val"])
        if isinstance(value, (bool, int, float)):
            return self.constant(number(value)), type_of(value)
        raise Refused(f"no operand for {value!r}")

    def arguments(self, node, schema):
        """The operands and attributes of a call."""
        operands, attributes = [], []
        for k, argument in enumerate(schema.arguments):
            value = node.args[k] if k < len(node.args) else node.kwargs.get(argument.name, argument.default_value)
            if argument.name in SAYS_NOTHING:
                continue
            if is_tensor_list(argument):
                operands += [self.operand(v) for v in value]
            elif takes_number(argument):
                if not argument.kwarg_only or k < keywords_given(node, schema):
                    operands.append(self.operand(value))
            elif argument.name == "equation":
                attributes.append(f"equation = {attribute(canonical(value))}")
            elif value is not None and not is_torchs_own(argument, value):
                attributes.append(f"{argument.name} = {self.shape(argument, value)}")
        return operands, attributes

    @staticmethod
    def shape(argument, value):
        """Symbolic sizes are none here."""
        if isinstance(value, torch.fx.Node) or (isinstance(value, (list, tuple)) and any(
                isinstance(v, (torch.fx.Node, torch.SymInt)) for v in value)):
            raise Refused(f"{argument.name} is computed")
        return attribute(value)

    def emit(self, name, operands, attributes, results):
        """`results`: None, a value or several."""
        several = isinstance(results, (list, tuple))
        values = results if several else [results]
        base = self.fresh()
        given = " {" + ", ".join(attributes) + "}" if attributes else ""
        types = ", ".join(type_of(v) for v in values)
        left = f"{base}:{len(values)}" if len(values) > 1 else base
        right = f"({types})" if len(values) > 1 else types
        self.lines.append(f'  {left} = "torch.{name}"({", ".join(n for n, _ in operands)}){given} : '
                          f'({", ".join(t for _, t in operands)}) -> {right}')
        if not several:
            return base
        return [f"{base}#{k}" for k in range(len(values))] if len(values) > 1 else [base]

    def note_aliases(self, node):
        for storage in storages(node):
            self.aliases.setdefault(storage, []).append(node)

    def in_place(self, node, target):
        """The op that makes a new tensor instead; later uses of the old one are of the new one."""
        changed = node.args[0]
        others = {o for s in storages(changed) for o in self.aliases[s]}
        same = {o for o in others if self.names[o] == self.names[changed]}
        if any(o.op == "placeholder" for o in others | {changed}) or any(
                u not in self.seen for o in others - same for u in o.users if u is not node):
            raise Refused(f"{target} changes a tensor that is seen elsewhere, too")
        base = target._schema.name.split("::")[1].removesuffix("_")
        plain = getattr(getattr(torch.ops.aten, base), target._overloadname)
        if type_of(self.result_of(plain, node)) != type_of(node.meta["val"]):
            raise Refused(f"{target} casts its result")
        if node.meta["val"].stride() != changed.meta["val"].stride():
            raise Refused(f"{target} changes what a tensor sees")
        operands, attributes = self.arguments(node, plain._schema)
        attributes += self.draw(node, target)
        name = self.emit(name_of(plain), operands, attributes, node.meta["val"])
        for one in same | {node}:
            self.names[one] = name

    @staticmethod
    def result_of(target, node):
        """A tensor as the op gives it for the node's arguments."""
        with node.meta["val"].fake_mode:
            return target(*torch.fx.node.map_arg(node.args, lambda n: n.meta["val"]),
                          **torch.fx.node.map_arg(node.kwargs, lambda n: n.meta["val"]))

    def draw(self, node, target):
        """What tells one draw of random numbers from another."""
        self.drawn += draws(node, target)
        return [f"draw = {self.drawn} : i64"] if draws(node, target) else []

    def call(self, node):
        target = node.target
        if target is operator.getitem:
            self.names[node] = self.names[node.args[0]][node.args[1]]
            return
        if isinstance(target, torch._ops.HigherOrderOperator):
            self.inline(node)
            return
        if not isinstance(target, torch._ops.OpOverload):
            raise Refused(f"no op for {target}")
        schema = target._schema
        base = schema.name.split("::")[1]
        if base in CHECKS:
            return
        if base in STRIDED:
            raise Refused(f"{target} is of memory, not of values")
        if base in COPIES:
            self.names[node] = self.names[node.args[0]]
            return
        if any(a.alias_info is not None and a.alias_info.is_write for a in schema.arguments):
            if not base.endswith("_") or len([a for a in schema.arguments if a.alias_info]) != 1:
                raise Refused(f"{target} changes its operands")
            self.in_place(node, target)
            return
        operands, attributes = self.arguments(node, schema)
        attributes += self.draw(node, target)
        self.names[node] = self.emit(name_of(target), operands, attributes, node.meta["val"])

    def inline(self, node):
        """wrap_with_set_grad_enabled(mode, graph, …), wrap_with_autocast(device, dtype, on, cache, graph, …)."""
        graphs = [a for a in node.args if isinstance(a, torch.fx.Node) and a.op == "get_attr"]
        if node.target.name() not in ("wrap_with_set_grad_enabled", "wrap_with_autocast") or len(graphs) != 1:
            raise Refused(f"no op for {node.target.name()}")
        if node.target.name() == "wrap_with_autocast" and node.args[2]:
            raise Refused("autocast is on")
        inner = getattr(node.graph.owning_module, graphs[0].target)
        given = list(node.args[node.args.index(graphs[0]) + 1 :])
        for inside in inner.graph.nodes:
            if inside.op == "placeholder":
                outside = given.pop(0)
                self.names[inside] = self.names[outside]
            elif inside.op == "output":
                outputs = inside.args[0] if isinstance(inside.args[0], (list, tuple)) else [inside.args[0]]
                self.names[node] = [self.names[o] for o in outputs]
                self.seen.add(inside)
            else:
                self.node(inside)

    def node(self, node):
        if node.op == "call_function":
            self.call(node)
        elif node.op != "get_attr":
            raise Refused(f"no op for {node.op}")
        self.note_aliases(node)
        self.seen.add(node)


def name_of(target):
    base = target._schema.name.replace("::", ".")
    return base + ("" if target._overloadname == "default" else f".{target._overloadname}")


def function(program, origin=""):
    """The text of an exported program, and which of its tensors are arguments: (text, [(kind, name)])."""
    writer, arguments, kinds, results = Writer(), [], [], []
    program.graph.eliminate_dead_code()  # weights of attention that nobody asked for
    inputs = {s.arg.name: s for s in program.graph_signature.input_specs}
    for node in program.graph.nodes:
        if node.op == "placeholder":
            spec = inputs[node.name]
            if not isinstance(node.meta["val"], torch.Tensor):
                continue  # a None, or a number that the graph is specialised for
            writer.names[node] = f"%a{len(arguments)}"
            writer.note_aliases(node)
            arguments.append(f"%a{len(arguments)}: {type_of(node.meta['val'])}")
            kinds.append(("input" if spec.kind == InputKind.USER_INPUT else spec.kind.name.lower(),
                          spec.target or node.name))
        elif node.op == "output":
            results = [n for n in node.args[0] if isinstance(n, torch.fx.Node)]
        else:
            writer.node(node)
    types = ", ".join(type_of(n.meta["val"]) for n in results)
    head = f"// {origin}\n" if origin else ""
    return head + "\n".join([
        f"func.func @main({', '.join(arguments)}) -> ({types}) {{", *writer.constant_lines(), *writer.lines,
        f"  return {', '.join(writer.names[n] for n in results)} : {types}", "}\n"]), kinds  # fmt: skip


def changes_hidden_views(graph):
    """Does an op change a tensor of which one before it made a view that its schema does not tell of? PyTorch misses
    that when it makes a graph functional."""
    hidden = set()
    for node in graph.nodes:
        if node.op != "call_function" or not isinstance(node.target, torch._ops.OpOverload):
            continue
        given = [a for a in node.all_input_nodes if "val" in a.meta]
        for argument, value in zip(node.target._schema.arguments, node.args):
            if argument.alias_info is not None and argument.alias_info.is_write and storages(value) & hidden:
                return True
        if all(r.alias_info is None for r in node.target._schema.returns):
            hidden |= storages(node) & {s for a in given for s in storages(a)}
    return False


def program_of(module, inputs):
    """As exported, or functional where it has no text so."""
    with torch.no_grad():
        program = torch.export.export(module, tuple(inputs), strict=False)
        try:
            function(program)
        except Refused as reason:
            if changes_hidden_views(program.graph):
                raise
            functional = program.run_decompositions({})
            if any(s.kind != OutputKind.USER_OUTPUT for s in functional.graph_signature.output_specs):
                raise reason
            return functional
        return program


def text(module, inputs, origin=""):
    return function(program_of(module, inputs), origin)[0]


def main():
    import zoo

    parser = argparse.ArgumentParser(description="Exports torch models as MLIR")
    parser.add_argument("names", nargs="*", help="models, NAME:bf16 or NAME:f16 in these, or all")
    parser.add_argument("-o", default=".", metavar="FOLDER")
    parser.add_argument("--list", action="store_true", help="names the models")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(zoo.MODELS))
        return 0
    failed = 0
    for name in zoo.MODELS if arguments.names == ["all"] else arguments.names:
        if not zoo.is_model(name):
            parser.error(f"no model {name}: see --list")
        try:
            with open(os.path.join(arguments.o, name.replace(":", "-") + ".mlir"), "w") as out:
                out.write(text(*zoo.build(name), origin=zoo.describe(name)))
        except Refused as reason:
            print(f"{name}: {reason}", file=sys.stderr)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
