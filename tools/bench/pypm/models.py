#!/usr/bin/env python3
"""Figures on models: pass time, what is found beside other systems, time before and after.

    models.py time  [SMR-OPT]   each graph of test/graphs and each library: time of the pass (no torch needed)
    models.py scale [SMR-OPT]   GPT-2 of more and more layers (torch)
    models.py peers [NAME…]     small models: attentions, norms and GELUs found by Inductor, ONNX Runtime, ONNX Script
    models.py run   [NAME…]     time, memory and difference before and after, by sequence length (torch, the kernels)
"""
import collections
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "tools", "pypm"))
SMR_OPT = os.path.join(ROOT, "build", "bin", "smr-opt")
PATTERNS = os.path.join(ROOT, "build", "share", "smr", "tensor")
LIBRARIES = ["ops", "norm", "attention", "linear", "conv", "transpose", "batched", "alone", "models", "rest"]


def pass_time(smr_opt, graph, library, runs=5):
    """Milliseconds (the median), and the pass's line of statistics."""
    option = os.path.join(PATTERNS, library + ".mlirbc")
    times = []
    for _ in range(runs):
        done = subprocess.run([smr_opt, "--allow-unregistered-dialect", graph, f"--pypm-rewrite=patterns={option} stats",
                               "--mlir-timing", "--mlir-timing-display=list", "--mlir-disable-threading", "-o",
                               os.devnull], capture_output=True, text=True, check=True)  # fmt: skip
        times.append(1000 * float(re.search(r"([\d.]+) \(.*\)\s+\S*(?:[Pp]ypm|pypm)\S*", done.stderr)[1]))
    return statistics.median(times), re.search(r"pypm-rewrite: .*", done.stderr)[0]


def timing(smr_opt=SMR_OPT):
    folder = os.path.join(ROOT, "test", "graphs")
    print("| model | ops | " + " | ".join(LIBRARIES) + " | firings |\n" + "|---" * (len(LIBRARIES) + 3) + "|")
    worst = 0
    for name in sorted(f for f in os.listdir(folder) if f.endswith(".mlirbc")):
        row, line = [], ""
        for library in LIBRARIES:
            ms, line = pass_time(smr_opt, os.path.join(folder, name), library)
            row.append(f"{ms:.1f}")
        ops, fired = int(re.search(r"(\d+) ops", line)[1]), re.search(r"(\d+) fired", line)[1]
        worst = max(worst, float(row[-1]))
        print(f"| {name.removesuffix('.mlirbc')} | {ops} | {' | '.join(row)} | {fired} |", flush=True)
    print(f"\nat most {worst:.1f} ms")


def scale(smr_opt=SMR_OPT):
    import export
    import zoo

    print("| GPT-2 layers | ops | models.mlirbc, ms | per 10,000 ops |\n|---|---|---|---|")
    for layers in (12, 48, 96, 240):
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(export.text(*zoo.build("gpt2-eager", over={"n_layer": layers})))
            file.flush()
            ms, line = pass_time(smr_opt, file.name, "models", 3)
        ops = int(re.search(r"(\d+) ops", line)[1])
        print(f"| {layers} | {ops} | {ms:.1f} | {1e4 * ms / ops:.0f} |", flush=True)


# Peers.


def ours(module, inputs):
    import export
    import formulas
    import run

    text, _ = export.function(export.program_of(module, inputs))
    start = time.perf_counter()
    after = run.rewrite(text, SMR_OPT, PATTERNS)
    taken = time.perf_counter() - start
    found = collections.Counter(re.findall(r'"smr_rt\.(\w+)"', after))
    difference, _, _ = run.compare(module, inputs, SMR_OPT, PATTERNS, formulas.OPS)
    return present(text), found, taken, difference


def present(text):
    return {"attention": len(re.findall(r"aten\.softmax\.int|scaled_dot_product", text)),
            "norm": len(re.findall(r'aten\.layer_norm"|aten\.rsqrt', text))}  # fmt: skip


def inductor(module, inputs):
    """The joint-graph passes; the graph that they leave is run as it is."""
    import run
    import torch
    from torch._dynamo.utils import counters
    from torch._inductor import compile_fx

    counters.clear()
    torch._dynamo.reset()
    spent = []
    passes = compile_fx._recursive_joint_graph_passes

    def timed(*a, **k):
        start = time.perf_counter()
        result = passes(*a, **k)
        spent.append(time.perf_counter() - start)
        return result

    compile_fx._recursive_joint_graph_passes = timed

    def backend(gm, example):
        return compile_fx.compile_fx(gm, example, inner_compile=lambda g, *a, **k: g)

    try:
        with torch.no_grad():
            expected = module(*inputs)
            got = torch.compile(module, backend=backend)(*inputs)
    finally:
        compile_fx._recursive_joint_graph_passes = passes
    return counters["inductor"]["fuse_attention"], sum(spent), run.difference(got, expected)


def onnx_of(module, inputs, path):
    import torch

    with torch.no_grad():
        return torch.onnx.export(module, tuple(inputs), dynamo=True, optimize=False, verbose=False).save(path)


def onnx_run(path, inputs):
    import onnxruntime
    import torch

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    given = {i.name: t.numpy() for i, t in zip(session.get_inputs(), inputs)}
    return [torch.from_numpy(r) for r in session.run(None, given)]


FUSED = {"attention": ("Attention", "MultiHeadAttention", "GroupQueryAttention"),
         "norm": ("LayerNormalization", "SkipLayerNormalization", "SimplifiedLayerNormalization",
                  "SkipSimplifiedLayerNormalization", "RMSNormalization")}  # fmt: skip


def counted(model, domains=None):
    ops = collections.Counter(n.op_type for n in model.graph.node)
    return {k: sum(ops[n] for n in names) for k, names in FUSED.items()}


def onnx_peers(name, module, inputs):
    """ONNX Runtime's transformer optimizer and ONNX Script's optimize_for_ort: found, seconds, difference."""
    import onnx
    import run
    import torch
    from onnxruntime.transformers import optimizer

    with torch.no_grad():
        expected = list(module(*inputs))
    results = []
    kind = {"gpt2": "gpt2", "t5": "t5", "clip": "clip", "vit": "vit", "swin": "swin"}.get(name.split("-")[0], "bert")
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "m.onnx"), os.path.join(folder, "o.onnx")
        onnx_of(module, inputs, path)

        def runtime():
            return optimizer.optimize_model(path, model_type=kind, num_heads=4, hidden_size=64, opt_level=0).model

        def script():
            import onnx_ir
            from onnxscript.rewriter.ort_fusions import optimize_for_ort

            model = onnx_ir.load(path)
            optimized = optimize_for_ort(model)
            optimized = optimized[0] if isinstance(optimized, tuple) else optimized
            return onnx_ir.to_proto(optimized)

        for work in (runtime, script):
            try:
                start = time.perf_counter()
                model = work()
                taken = time.perf_counter() - start
                onnx.save(model, out)
                try:
                    differs = f"{run.difference(onnx_run(out, inputs), expected):.0e}"
                except Exception as e:  # its own graph does not run: that is the finding
                    differs = f"does not run ({type(e).__name__})"
                results.append((counted(model), taken, differs))
            except Exception as e:
                results.append((f"{type(e).__name__}: {str(e)[:60]}", 0, ""))
    return results


def peers(*names):
    import torch
    import zoo

    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    print("found/present, ms, difference from PyTorch\n\n| model | attention: SMR | Inductor | ONNX Runtime | ONNX Script "
          "| norms: SMR | ONNX Runtime | ONNX Script |\n|---|---|---|---|---|---|---|---|")  # fmt: skip
    for name in names or [m for m in zoo.MODELS if m not in zoo.VISION]:
        module, inputs = zoo.build(name, small=True, length=32)
        there, found, taken, differs = ours(module, inputs)
        norms = sum(n for k, n in found.items() if k.endswith("_norm"))
        cells = [f"{found['attention']}/{there['attention']}, {1000 * taken:.0f}, {differs:.0e}"]
        try:
            n, seconds, differs = inductor(module, inputs)
            cells.append(f"{n}, {1000 * seconds:.0f}, {differs:.0e}")
        except Exception as e:
            cells.append(f"{type(e).__name__}: {str(e)[:60]}")
        try:
            both = onnx_peers(name, module, inputs)
        except Exception as e:
            both = [(f"no export: {type(e).__name__}", 0, "")] * 2
        for ops, seconds, differs in both:
            cells.append(ops if isinstance(ops, str) else f"{ops['attention']}, {1000 * seconds:.0f}, {differs}")
        cells.append(f"{norms}/{there['norm']}")
        cells += [ops["norm"] if isinstance(ops, dict) else "" for ops, _, _ in both]
        print(f"| {name} | " + " | ".join(str(c).replace("\n", " ") for c in cells) + " |", flush=True)


# Before and after.


def best(call, runs=3):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def peak(name, length, rewritten):
    """MiB that a process of its own has at most."""
    code = (f"import sys; sys.argv=['x']; sys.path[:0]=[{os.path.dirname(os.path.abspath(__file__))!r}]\nimport models\n"
            f"models.once({name!r}, {length}, {rewritten})")  # fmt: skip
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split()
    return int(out[-1]) if out else -1


def prepared(name, length, rewritten):
    import export
    import run
    import torch
    import zoo

    torch.manual_seed(0)
    torch.set_num_threads(1)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # (a second thread that has to wait for a core costs more than it gives)
    sizes = dict(num_hidden_layers=4) if not name.startswith("gpt2") else dict(n_layer=4)
    if name.startswith("llama"):
        sizes.update(hidden_size=512, intermediate_size=1376, num_attention_heads=8, vocab_size=1000)
    if not name.startswith("gpt2"):
        sizes.update(max_position_embeddings=2048)
    else:
        sizes.update(n_positions=2048)
    with torch.device("cpu"):
        module, inputs = zoo.hugging_face(*name.rsplit("-", 1), False, length, 1, sizes)
    program = export.program_of(module, inputs)
    text, kinds = export.function(program)
    text = run.rewrite(text, SMR_OPT, PATTERNS, ("models", "rest") if rewritten else ("ops",))
    return module, inputs, run.Graph(text), run.tensors_of(program, kinds, inputs)


def once(name, length, rewritten):
    _, _, graph, arguments = prepared(name, length, rewritten)
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # the peak begins here
    before = status("VmRSS")
    graph(arguments)
    print((status("VmHWM") - before) // 1024)


def status(name):
    with open("/proc/self/status") as file:
        return int(re.search(rf"{name}:\s+(\d+)", file.read())[1])


def run_all(*names):
    import run
    import torch

    print("| model, 4 layers | tokens | before, ms | after, ms | PyTorch, ms | differs | memory before | after, MiB |\n"
          "|---|---|---|---|---|---|---|---|")  # fmt: skip
    for name in names or ["bert-eager", "gpt2-eager", "llama-eager"]:
        for length in (128, 512, 2048):
            module, inputs, before, arguments = prepared(name, length, False)
            after = prepared(name, length, True)[2]
            with torch.no_grad():
                torch_time = best(lambda: module(*inputs))
                differs = run.difference(after(arguments), list(module(*inputs)))
            print(f"| {name} | {length} | {1000 * best(lambda: before(arguments)):.0f} | "
                  f"{1000 * best(lambda: after(arguments)):.0f} | {1000 * torch_time:.0f} | {differs:.0e} | "
                  f"{peak(name, length, False)} | {peak(name, length, True)} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in ("time", "scale", "peers", "run"):
        sys.exit(__doc__)
    {"time": timing, "scale": scale, "peers": peers, "run": run_all}[sys.argv[1]](*sys.argv[2:])
