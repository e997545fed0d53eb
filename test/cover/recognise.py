"""Which routines a function's equations are found to be, and which it wants: `campaign.py recognise`.

A function is served when each of its nests is said by calls as a whole and these are the wanted ones at least; `but for loops` where the wanted
ones are found in nests that keep some of their loops. Names
are those of BLAS without the type and without what the pair says of the old content: dsgemm-set is gemm, as is
zgemm_c; axpby stands
for scal, axpy and copy.
"""
import collections
import os
import re
import subprocess

SUFFIXES = ("-set", "-add", "-from", "-unit", "-ones", "-rows", "-form", "-distance", "-skip", "-scaled", "-fill", "-triangle", "-jacobi", "-place", "-diagonal", "-gram", "-updates")
SCALED = ("scal", "axpy", "copy", "axpby")

# Of a function: names, those of nests in nests that are not said as a whole, is all said, what is not.
Found = collections.namedtuple("Found", "calls inside whole why")


def base_names(pair):
    """dsgemm-set → gemm, dsdot → dot, dgemv-gemv → gemv gemv"""
    while pair.endswith(SUFFIXES):
        pair = pair[:pair.rindex("-")]
    if pair[0] in "cz": # what is conjugated
        pair = re.sub(r"^(.gem[mv]|.herk)(?:_c|cc?)$", r"\1", pair)
    return re.sub(r"^ds(?=dot|gemv|gemm)|^[cz](?=dot|axpy|scal|ge|he)|^[sd]", "", pair).split("-")


def serves(found, wanted):
    """Are the wanted routines among those found?"""
    left = collections.Counter("axpby" if name in SCALED else name for name in found)
    left.subtract("axpby" if name in SCALED else name for name in wanted)
    return all(count >= 0 for count in left.values())


def read_plans(text):
    """{function: Found} of what cover-plan prints."""
    result = {}
    for block in re.split(r"(?m)^(?=\w+: (?:inside, )?(?:all of it|in part|nothing|not raised|no canonical))", text):
        head = re.match(r"(\w+): (.*)\n", block)
        if not head:
            continue
        name, status = head.group(1).removeprefix("_QP"), head.group(2)
        one = result.get(name, Found([], [], True, []))
        calls = [name for call in re.findall(r"(?m)^([a-z][\w-]*)\(", block) for name in base_names(call)]
        if status.startswith("inside, "):
            result[name] = one._replace(inside=one.inside + calls, why=one.why + ["WRONG"] * ("WRONG" in block))
            continue
        why = []
        if status != "all of it":
            missed = re.findall(r"(?m)^  equation (\d+): (.*), U(\d)$", block)
            why = [f"{'-'.join(base_names(rule))} U{step}" for _, rule, step in missed] or [status.replace("not raised: ", "")]
        if "WRONG" in block:
            why.append("WRONG")
        result[name] = Found(one.calls + calls, one.inside, one.whole and status == "all of it", one.why + why)
    return result


def plans(build, rules, graphs):
    done = subprocess.run([os.path.join(build, "test", "cover-plan"), *rules, graphs], capture_output=True, text=True,
                          check=True, timeout=600)
    return done.stdout


def verdict(found, wanted):
    """One line for a function; `wanted` None: it is a near miss."""
    calls = " ".join(sorted(found.calls) + [f"({name})" for name in sorted(found.inside)])
    if "WRONG" in found.why:
        return "WRONG"
    if wanted is None:
        return "served " + calls if found.whole and found.calls else "in part " + calls if calls else "nothing"
    if found.whole and serves(found.calls, wanted):
        return "served"
    if serves(found.calls + found.inside, wanted):
        return "served but for loops"
    return f"wanted {' '.join(sorted(wanted))}; found {calls or 'nothing'}; {', '.join(sorted(set(found.why))) or 'all'}"


def show(rows):
    """rows: [(place, function, verdict, wanted)]; figures per file, per routine and per reason."""
    def share(title, some):
        counts = collections.Counter(row[2] for row in some)
        print(f"{title:28}{counts['served']:4} and {counts['served but for loops']:3} but for loops, of {len(some)}")
    wanting = [row for row in rows if row[3] is not None]
    for place in sorted({row[0] for row in wanting}):
        share(place, [row for row in wanting if row[0] == place])
    for routine in sorted({name for row in wanting for name in row[3]}):
        share(routine, [row for row in wanting if routine in row[3]])
    for language in ("c/", "fortran/"):
        share(language, [row for row in wanting if row[0].startswith(language)])
    share("all", wanting)
    misses = [row for row in rows if row[3] is None]
    print(f"{'near misses served':28} {sum(row[2].startswith('served') for row in misses):4} of {len(misses)}")


def idioms(build, rules, library, folder):
    """[(idiom, verdict)] of all pairs of a library's source."""
    done = subprocess.run([os.path.join(build, "bin", "smr-build"), "--no-verify", "--emit-graph", library],
                          cwd=folder, capture_output=True, text=True, check=True, timeout=600)
    graphs = os.path.join(folder, "idioms.txt")
    names = []
    with open(graphs, "w", encoding="utf-8") as stream:
        for name, graph in re.findall(r'(?ms)imported idiom of "([^"]*)"[^\n]*\n(^func @.*?^\}$)', done.stdout + done.stderr):
            stream.write(re.sub(r"^func @\w+", f"func @i{len(names)}", graph) + "\n")
            names.append(name)
    found = read_plans(plans(build, rules, graphs))
    result = []
    for number, name in enumerate(names):
        one = found.get(f"i{number}", Found([], [], False, ["no nest"]))
        result.append((name, "served " + " ".join(one.calls) if one.whole and one.calls
                       else f"not served; found {' '.join(one.calls) or 'nothing'}; {', '.join(one.why)}"))
    return result
