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
    for language, fortran in (("C and C++", False), ("Fortran", True)):
        rows = [r for r in results if r["Fortran"] == fortran]
        axes.scatter([r["plain"][0] for r in rows], [100 * (r["smr"][0] / r["plain"][0] - 1) for r in rows], label=language)
    axes.set(xscale="log", xlabel="seconds of the plain compiler, -O2", ylabel="SMR adds, per cent")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.legend()
    save(figure, folder, "compile-time")


if __name__ == "__main__":
    for draw in (run_time, pass_time, match_time, compile_time):
        draw(sys.argv[1])
