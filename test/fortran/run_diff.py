"""The differential test: every program here, compiled by plain flang and by smr-flang, must print the same.

  python3 run_diff.py [--build DIR] [--levels O0,O2] [--only TEXT] [--plain DIR] [--keep]
                       [file.f90 ...]

variants/NAME.json says for each procedure which idioms may be reported for it, one of which must be (at -O2).
nearmiss/NAME.json says for each procedure which idioms must not be reported ("forbid", default: any); with
"guard" a forbidden idiom may be reported if the rewrite carries a guard; "missed" is a part of the reason that the
report must give (at -O2), where "line +3" is the third line after the procedure's first; "far" says why there is none. In both, what is printed must agree with
the unrewritten program at every level. At -O2 every rewrite of variants/ that is reported has to be called
(test/fired), unless --library is given. Exits with 1 on any violation. "known" in a variant's list, e.g.
["ddot", "known: why it is missed"], marks a miss that is accepted and counted apart.
"""
import argparse
import concurrent.futures
import fcntl
import fnmatch
import glob
import hashlib
import json
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "test", "fired"))
import calls  # noqa: E402

TOLERANCE = {"single": 1e-4}  # by the label in front of the numbers
DEFAULT_TOLERANCE = 1e-11


def run(command, cwd, variables=None):
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **(variables or {})}, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def number(word):
    try:
        return float(word)
    except ValueError:
        return None


def first_difference(expected, actual):
    """None, or a text. Numbers agree within a tolerance relative to the line's largest magnitude."""
    a, b = expected.splitlines(), actual.splitlines()
    label = "(start)"
    for line, (x, y) in enumerate(zip(a, b), 1):
        words_x, words_y = x.split(), y.split()
        if words_x and number(words_x[0]) is None:
            label = words_x[0]
        if len(words_x) != len(words_y):
            return f"line {line} after '{label}': '{x}' became '{y}'"
        values = [number(w) for w in words_x]
        scale = max([1.0] + [abs(v) for v in values if v is not None and math.isfinite(v)])
        for word_x, word_y, u in zip(words_x, words_y, values):
            v = number(word_y)
            if word_x == word_y:
                continue
            if u is None or v is None or not (math.isfinite(u) and math.isfinite(v)) or \
                    abs(u - v) > TOLERANCE.get(label, DEFAULT_TOLERANCE) * scale:
                return f"line {line} after '{label}': {word_x} became {word_y}"
    if len(a) != len(b):
        return f"{len(a)} lines became {len(b)}"
    return None


def procedure(function):
    """The Fortran name in flang's mangled one (_QMmodFhostPname, _QPname) or in a plain one."""
    return function.rsplit("P", 1)[-1].lower() if function.startswith("_Q") else function.lower()


def matches(idiom, patterns):
    return any(fnmatch.fnmatchcase(idiom, pattern) for pattern in patterns)


def first_lines(source):
    """procedure → its first line"""
    result = {}
    with open(source) as stream:
        for number, line in enumerate(stream, 1):
            match = re.match(r"\s*(?!end\b)(?:[a-z][\w()]*\s+)*?(?:subroutine|function)\s+(\w+)", line, re.I)
            if match:
                result.setdefault(match.group(1).lower(), number)
    return result


def check_report(kind, wanted, report, lines, problems, known):
    found = {}
    for rewrite in report["rewrites"]:
        found.setdefault(procedure(rewrite["function"]), []).append(rewrite)
    why = {}
    for miss in report["missed"]:
        why.setdefault(procedure(miss["function"]), []).append(f"{miss['idiom']}: {miss['reason']}")
    count = 0
    for name, expectation in wanted.items():
        rewrites = found.get(name, [])
        idioms = [r["idiom"] for r in rewrites]
        if kind == "variants":
            patterns = [p for p in expectation if not p.startswith("known:")]
            if any(matches(i, patterns) for i in idioms):
                count += 1
                continue
            reasons = [p for p in expectation if p.startswith("known:")]
            text = f"{name}: wanted {' or '.join(patterns)}, found {', '.join(idioms) or 'nothing'}"
            if reasons:
                known.append(text + f" ({reasons[0]})")
            else:
                problems.append(text + "".join(f"\n      refused: {w}" for w in why.get(name, [])[:4]))
        else:
            forbidden = expectation.get("forbid", ["*"])
            bad = [r["idiom"] for r in rewrites
                   if matches(r["idiom"], forbidden) and not ("guard" in expectation and r["guards"])]
            if bad:
                problems.append(f"{name}: rewritten to {', '.join(bad)} "
                                f"({expectation.get('reason', 'forbidden')})")
                continue
            told = why.get(name, [])
            missed = re.sub(r"line \+(\d+)", lambda m: f"line {lines.get(name, 0) + int(m.group(1))}", expectation.get("missed", ""))
            if not any(missed in text for text in told) and missed:
                problems.append(f"{name}: the report does not say '{missed}'" + "".join(f"\n      says {w}" for w in told[:3]))
            elif not {"missed", "far", "guard", "forbid"} & set(expectation):
                problems.append(f"{name}: neither a reason nor why there is none")
            else:
                count += 1
    return count


def plain_key(flang, level, source):
    """All that what a plain program prints depends on."""
    digest = hashlib.sha256()
    for path in [source] + sorted(glob.glob(os.path.join(HERE, "*.inc"))):
        with open(path, "rb") as stream:
            digest.update(stream.read())
    state = os.stat(flang)
    digest.update(f"{flang} {state.st_mtime_ns} {state.st_size} {level}".encode())
    return digest.hexdigest()


def build_and_run(command, source, program, variables=None):
    """(what it prints, or None; what is wrong, or what the compiler said)"""
    place = os.path.dirname(program)
    code, _, said = run(command + [source, "-o", program], place)
    if code != 0:
        return None, "does not compile:\n      " + "\n      ".join(said.splitlines()[:6])
    code, out, err = run([program], place, variables)
    if code != 0:
        return None, f"program exits with {code}: {err.strip()[:200]}"
    return out, said


def run_plain(flang, level, source, program, kept):
    """The same, from the folder `kept` where another run of this script (smr-flang's other way) has been there before."""
    if not kept:
        return build_and_run([flang, f"-{level}"], source, program)
    os.makedirs(kept, exist_ok=True)
    with open(os.path.join(kept, plain_key(flang, level, source)), "a+", encoding="utf-8") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        stream.seek(0)
        out = stream.read()
        if out:
            return out, ""
        out, said = build_and_run([flang, f"-{level}"], source, program)
        stream.write(out or "")
        return out, said


def examine(source, options, flang, smr, work, gate):
    kind, name = os.path.basename(os.path.dirname(source)), os.path.basename(source)[:-4]
    with open(source[:-4] + ".json") as stream:
        wanted = json.load(stream)
    problems, known, count, rewritten = [], [], 0, 0
    gate = gate if kind == "variants" else None
    for level in options.levels.split(","):
        folder = os.path.join(work, f"{kind}-{name}-{level}")
        outputs = []
        for tool in ("plain", "smr"):
            place = os.path.join(folder, tool)
            os.makedirs(place)
            program, report_path = os.path.join(place, name), os.path.join(place, "report.json")
            if tool == "plain":
                out, said = run_plain(flang, level, source, program, options.plain)
            else:
                flags, variables, log = [f"-{level}", f"--smr-report={report_path}"], {}, os.path.join(place, "log")
                if options.library:
                    flags.append(f"--smr-library={os.path.abspath(options.library)}")
                if gate and level == "O2":
                    flags += [*calls.LINES, *calls.flags(options.build)]
                    variables = calls.environment(options.build, log)
                out, said = build_and_run([smr, *flags], source, program, variables)
            if out is None:
                problems.append(f"-{level}: {tool} {said}")
                break
            if tool == "smr" and "warning" in said:
                problems.append(f"-{level}: smr-flang warns: {said.splitlines()[0]}")
            outputs.append(out)
        if len(outputs) < 2:
            continue
        difference = first_difference(*outputs)
        if difference:
            problems.append(f"-{level}: RESULTS DIFFER: {difference}")
        if level == "O2":
            try:
                with open(report_path) as stream:
                    report = json.load(stream)
            except (OSError, ValueError) as error:
                problems.append(f"-{level}: report: {error}")
                continue
            rewritten = len(report["rewrites"])
            count = check_report(kind, wanted, report, first_lines(source), problems, known)
            problems += gate.violations(f"fortran/{name}", report_path, log) if gate else []
    return kind, name, len(wanted), count, rewritten, problems, known


os.environ["SMR_FLAGS"] = "--smr-at-O0"  # every level is tried
os.environ["SMR_RT"] = "now"  # short programs call, too


def main():
    parser = argparse.ArgumentParser(description="compare flang and smr-flang on the test programs")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--build", type=os.path.abspath, default=os.path.join(ROOT, "build"))
    parser.add_argument("--library", default="", help="a .pfa file instead of the one that ships with SMR")
    parser.add_argument("--levels", default="O0,O2")
    parser.add_argument("--only", default="", help="files whose path contains this")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--plain", default="", help="a folder that keeps what the plain programs print, for the next run")
    parser.add_argument("--keep", action="store_true", help="keep the work folder and say where it is")
    options = parser.parse_args()
    flang = os.environ.get("FLANG", "/usr/lib/llvm-22/bin/flang")
    smr = os.path.join(options.build, "bin", "smr-flang")
    if not os.path.exists(smr):
        print(f"{smr}: not built", file=sys.stderr)
        return 1
    sources = [os.path.abspath(f) for f in options.files] or \
        sorted(glob.glob(os.path.join(HERE, "variants", "*.f90")) + glob.glob(os.path.join(HERE, "nearmiss", "*.f90")))
    sources = [s for s in sources if options.only in s]
    work = tempfile.mkdtemp(prefix="smr-diff-")
    failed, totals, known_all = 0, {}, []
    gate = None if options.library or "O2" not in options.levels else calls.Gate(options.build)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for kind, name, wanted, count, rewritten, problems, known in pool.map(
                lambda s: examine(s, options, flang, smr, work, gate), sources):
            total = totals.setdefault(kind, [0, 0])
            total[0] += wanted
            total[1] += count
            known_all += [f"{name}: {k}" for k in known]
            print(f"{kind + '/' + name:<22} {count:>3} of {wanted:>3} as expected, {rewritten:>3} rewrites"
                  + (f", {len(problems)} PROBLEMS" if problems else ""))
            for problem in problems:
                print("    " + problem)
            failed += len(problems)
    for text in gate.unused() if gate else []:
        failed += 1
        print(text)
    for line in known_all:
        print("known miss: " + line)
    for kind, (wanted, count) in sorted(totals.items()):
        print(f"{kind}: {count} of {wanted} procedures as expected")
    if gate:
        print(f"{gate.total} rewrites with a routine, {gate.lost} of them not called")
    print("no violations" if not failed else f"{failed} violations")
    if options.keep:
        print(f"work folder: {work}")
    else:
        subprocess.run(["rm", "-rf", work], check=False)
    return 1 if failed or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
