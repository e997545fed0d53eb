"""Draws what the benchmarks wrote (build/bench/*.json) as SVG files beside them; python3-matplotlib does the drawing."""
import json
import math
import os
import sys

import matplotlib
matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "smr", "font.size": 9, "figure.figsize": (8, 4)})
import matplotlib.pyplot as plt  # noqa: E402


def load(folder, name):
    path = os.path.join(folder, name + ".json")
    if not os.path.exists(path):
        return None
    with open(path) as stream:
        return json.load(stream)


def save(figure, folder, name):
    figure.tight_layout()
    figure.savefig(os.path.join(folder, name + ".svg"), metadata={"Date": None})
    print(os.path.join(folder, name + ".svg"))
    plt.close(figure)


def run_time(folder):
    results = load(folder, "run-time")
    for language in dict.fromkeys(r["language"] for r in results or []):
        rows = [r for r in results if r["language"] == language]
        columns = [c for c in dict.fromkeys(c for r in rows for c in r["seconds"]) if c != rows[0]["base"]]
        figure, axes = plt.subplots()
        width = 0.8 / len(columns)
        for k, column in enumerate(columns):
            axes.bar([i + k * width for i in range(len(rows))],
                     [r["seconds"][r["base"]] / r["seconds"][column] if column in r["seconds"] else math.nan for r in rows],
                     width, label=column)
        axes.set_xticks([i + 0.4 - width / 2 for i in range(len(rows))], [r["program"] for r in rows], rotation=30)
        axes.set_yscale("log")
        axes.axhline(1, color="black", linewidth=0.8)
        axes.set_ylabel(f"speed-up over {rows[0]['base']} -O3")
        axes.legend()
        save(figure, folder, "run-time-" + language.split()[0].lower())


def pass_time(folder):
    results = load(folder, "pass-time")
    if not results:
        return
    figure, axes = plt.subplots()
    for kind in dict.fromkeys(r["module"] for r in results):
        rows = [r for r in results if r["module"] == kind]
        axes.plot([r["ops"] for r in rows], [r["parse"] for r in rows], "--o", label=f"{kind}: parser")
        axes.plot([r["ops"] for r in rows], [r["pass"] for r in rows], "-o", label=f"{kind}: --smr-rewrite")
    axes.set(xscale="log", yscale="log", xlabel="ops in the module", ylabel="seconds")
    axes.legend()
    save(figure, folder, "pass-time")


def match_time(folder):
    results = load(folder, "match-time")
    if not results:
        return
    figure, axes = plt.subplots()
    axes.plot([r["patterns"] for r in results], [r["run_ms"] for r in results], "-o", label="match 10,000 ops")
    axes.plot([r["patterns"] for r in results], [r["open_ms"] for r in results], "--o", label="open the library")
    axes.set(xscale="log", xlabel="patterns in the library", ylabel="milliseconds")
    axes.set_ylim(bottom=0)
    axes.legend()
    save(figure, folder, "match-time")


def compile_time(folder):
    results = load(folder, "compile-time")
    if not results:
        return
    figure, axes = plt.subplots()
    for language in dict.fromkeys(r["language"] for r in results):
        rows = [r for r in results if r["language"] == language]
        axes.scatter([r["plain"] for r in rows], [100 * (r["smr"] / r["plain"] - 1) for r in rows], label=language)
    axes.set(xscale="log", xlabel="seconds of the plain compiler, -O2", ylabel="SMR adds, per cent")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.legend()
    save(figure, folder, "compile-time")


if __name__ == "__main__":
    for draw in (run_time, pass_time, match_time, compile_time):
        draw(sys.argv[1])
