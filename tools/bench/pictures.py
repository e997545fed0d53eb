"""Draws the pictures of the README: manual/pictures/how.svg, and gains.svg from what was measured.

usage: pictures.py [RUN-TIME.json MACHINE]   with run_time.py's results: gains.json is written anew before it is drawn
"""
import json
import math
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.join(ROOT, "manual", "pictures")
INK, SOFT, PAPER = "#1f2933", "#5b6b7b", "#ffffff"
COLOURS = {"flang": "#6b4fa0", "clang": "#1f77a8"}
FONT = "font-family=\"system-ui, 'DejaVu Sans', sans-serif\""


def text(x, y, words, size=13, anchor="start", colour=INK, weight="normal"):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
            f'font-weight="{weight}">{words}</text>')


def box(x, y, width, height, fill=PAPER, edge=SOFT):
    return (f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{fill}" '
            f'stroke="{edge}" stroke-width="1.2"/>')


def arrow(x, y, to_x, to_y):
    return f'<path d="M{x:g} {y:g} L{to_x:g} {to_y:g}" stroke="{SOFT}" stroke-width="1.6" marker-end="url(#head)"/>'


def write(name, width, height, title, parts):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'{FONT} role="img" aria-label="{title}">\n<title>{title}</title>\n'
            f'<defs><marker id="head" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto">'
            f'<path d="M0 0 L6 3 L0 6 z" fill="{SOFT}"/></marker></defs>\n'
            f'<rect width="{width}" height="{height}" rx="8" fill="#f6f8fa"/>\n')
    with open(os.path.join(HERE, name), "w") as file:
        file.write(head + "\n".join(parts) + "\n</svg>\n")


def card(x, y, width, title, lines, fill=PAPER):
    height = 30 + 17 * len(lines)
    return [box(x, y, width, height, fill), text(x + 12, y + 21, title, 13, weight="600")] + [
        text(x + 12, y + 40 + 17 * k, line, 12, colour=SOFT) for k, line in enumerate(lines)]


def how():
    parts = card(20, 24, 190, "Your program", ["C, C++: clang", "Fortran: flang", "MLIR: mlir-opt"])
    parts += card(20, 190, 190, "Patterns", ["idiom = replacement,", "both plain C or Fortran;", "run side by side once"])
    parts += card(262, 24, 215, "Exact tier", ["normal form of the code,", "matched by automata"], "#eef4fb")
    parts += card(262, 118, 215, "Equality tier", ["what a loop nest computes,", "covered by what calls compute"], "#eef4fb")
    parts += card(262, 212, 215, "Rules, guides, sketches", ["all equal forms in one graph,", "the cheapest is taken"], "#eef4fb")
    parts += card(526, 70, 200, "Is it legal? Does it pay?", ["a proof, or a check at run", "time; measured costs"], "#eef7ee")
    parts += card(526, 190, 200, "The program that runs", ["if (check) call BLAS, GPU, …", "else the loops as they were", "and a report: why, why not"], "#eef7ee")
    parts += [arrow(210, 64, 260, 56), arrow(210, 90, 260, 142), arrow(210, 225, 260, 168), arrow(210, 212, 260, 80),
              arrow(210, 250, 260, 244), arrow(477, 60, 524, 96), arrow(477, 150, 524, 118), arrow(477, 240, 524, 134),
              arrow(625, 136, 625, 188)]
    write("how.svg", 740, 300, "How SMR works", parts)


def gains():
    with open(os.path.join(HERE, "gains.json")) as file:
        data = json.load(file)
    rows = sorted(data["rows"], key=lambda row: -row[2])
    left, width, step, top = 84, 560, 22, 62
    height = top + step * len(rows) + 46
    scale = width / math.log10(100)

    def at(gain):
        return left + scale * math.log10(max(gain, 1))
    mean = math.exp(sum(math.log(gain) for _, _, gain in rows) / len(rows))
    parts = [text(20, 28, f"The demo's programs: {mean:.0f} times as fast in the geometric mean", 15, weight="600"),
             text(20, 47, data["machine"], 11, colour=SOFT)]
    for tick in (1, 2, 5, 10, 20, 50, 100):
        parts += [f'<path d="M{at(tick):.1f} {top} V{height - 40}" stroke="#d5dce3" stroke-width="1"/>',
                  text(at(tick), height - 24, f"{tick}x", 11, "middle", SOFT)]
    for k, (name, compiler, gain) in enumerate(rows):
        y = top + step * k
        parts += [text(left - 8, y + 15, name, 12, "end"),
                  f'<rect x="{left}" y="{y + 4}" width="{at(gain) - left:.1f}" height="14" rx="2" '
                  f'fill="{COLOURS[compiler]}"/>', text(at(gain) + 6, y + 15, f"{gain:g}", 11, colour=SOFT)]
    for k, compiler in enumerate(COLOURS):
        x = left + 210 * k
        parts += [f'<rect x="{x}" y="{height - 15}" width="10" height="10" fill="{COLOURS[compiler]}"/>',
                  text(x + 15, height - 6, f"time of {compiler} -O3 / time with SMR", 11, colour=SOFT)]
    write("gains.svg", 700, height, "What SMR gains", parts)


def measured(path, machine):
    with open(path) as file:
        results = json.load(file)
    rows = []
    for row in results:
        seconds = row["seconds"]
        gain = seconds[row["base"]] / seconds["smr"]
        rows.append([row["program"], "flang" if row["language"] == "Fortran" else "clang", float(f"{gain:.2g}")])
    with open(os.path.join(HERE, "gains.json"), "w") as file:
        json.dump({"machine": machine, "rows": rows}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measured(sys.argv[1], sys.argv[2])
    elif len(sys.argv) != 1:
        sys.exit("usage: pictures.py [RUN-TIME.json MACHINE]")
    how()
    gains()
