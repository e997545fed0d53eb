#!/usr/bin/env python3
"""Random pairs over Fortran's descriptors, and programs that use them in right and slightly wrong ways.

    descriptors.py --build BUILD [--seed S] [--files N] [--programs P] [--minimum PERCENT] [--keep FOLDER]

A file has a few pairs and P procedures. A pair's parameters are arrays of assumed shape; its idiom is a loop nest over
them (sums, copies, updates, products, stencils, gathers) whose trip counts are extents or arguments, and its
replacement computes the same in another order and counts its calls. A procedure computes what an idiom of the file
does, or nearly: with its dimensions in another order, steps, shifts, reversed, rows of larger arrays, fewer trips,
indices that are sums, over arrays of assumed or explicit shape, pointers (which may overlap), allocatables, components
of a derived type, and arrays of one's component. Each is called with sizes from 0 on, with sections whose steps are
positive and negative, and extents that are equal or larger than needed. Numbers are small integers, so every order
gives the same. The program is compiled with SMR and without; both must leave the same bytes in all arrays. The last
line says how many procedures really called a replacement; --minimum: at least so many percent must.
"""
import argparse
import collections
import os
import random
import sys

from toolchain import run, stock, try_seeds, write

GATHERED = 3  # what indices that are read are at most
TYPES = {"d": "real(8)", "s": "real(4)", "i": "integer"}

# Loop variables, outer first, those of an inner nest in parentheses; arrays with their ranks, and ! where they are
# written; statements, in parentheses where they are the inner nest's. a[i,j] is an element; t is a number.
Idiom = collections.namedtuple("Idiom", "loops arrays body")
IDIOMS = {
    "scale": Idiom("i", "x1 y1!", ["y[i] = {c}*x[i] + {d}"]),
    "update": Idiom("i", "x1 z1 y1!", ["y[i] = y[i] + {c}*x[i]*z[i]"]),
    "differ": Idiom("i", "x1 y1!", ["y[i] = x[i+1] - {c}*x[i]"]),
    "add": Idiom("ji", "a2 b2!", ["b[i,j] = b[i,j] - {c}*a[i,j]"]),
    "turn": Idiom("ji", "a2 b2!", ["b[j,i] = a[i,j] + {c}"]),
    "outer": Idiom("ji", "x1 y1 b2!", ["b[i,j] = b[i,j] + {c}*x[i]*y[j]"]),
    "rows": Idiom("i(j)", "a2 s1!", ["s[i] = {d}", "(s[i] = s[i] + a[i,j])"]),
    "columns": Idiom("j(i)", "a2 s1!", ["s[j] = {d}", "(s[j] = s[j] + {c}*a[i,j])"]),
    "vector": Idiom("ij", "a2 x1 y1!", ["y[i] = y[i] + a[i,j]*x[j]"]),
    "product": Idiom("jik", "a2 b2 p2!", ["p[i,j] = p[i,j] + a[i,k]*b[k,j]"]),
    "smooth": Idiom("ji", "u2 v2!", ["v[i,j] = u[i,j] + {c}*u[i+2,j]"]),
    "cube": Idiom("kji", "q3 r3!", ["r[i,j,k] = {c}*q[i,j,k]"]),
    "slabs": Idiom("kj(i)", "q3 b2!", ["b[j,k] = 0", "(b[j,k] = b[j,k] + q[i,j,k])"]),
    "dot": Idiom("i", "x1 y1 t0!", ["t = t + x[i]*y[i]"]),
    "gather": Idiom("i", "n1 x1 y1!", ["y[i] = y[i] + x[n[i]]"]),
}


class Chooser(random.Random):
    def chance(self, probability):
        return self.random() < probability


def parse_arrays(text):
    return [(item[0], int(item[1]), item.endswith("!")) for item in text.split()]


class Nest:
    """An idiom's loops with a text for every element and trip count."""

    def __init__(self, idiom, constants):
        self.outer, _, self.inner = idiom.loops.partition("(")
        self.inner = self.inner.rstrip(")")
        self.variables = self.outer + self.inner
        self.body = [line.format(**constants) for line in idiom.body]

    def text(self, trips, element, order, down, indent="    "):
        """trips: by variable; element(name, indices) -> text; order: of the outer loops; down: which run backwards."""
        lines, close = [], []

        def loop(v, depth):
            lower, upper = trips[v]
            head = f"do {v} = {upper}, {lower}, -1" if v in down else f"do {v} = {lower}, {upper}"
            lines.append(indent + "  " * depth + head)

        for depth, v in enumerate(order):
            loop(v, depth)
        depth = len(order)
        for line in self.body:
            inner = line.startswith("(")
            if inner:
                for k, v in enumerate(self.inner):
                    loop(v, depth + k)
            more = len(self.inner) if inner else 0
            lines.append(indent + "  " * (depth + more) + self.elements(line.strip("()") if inner else line, element))
            for k in range(more):
                lines.append(indent + "  " * (depth + more - 1 - k) + "end do")
        for k in range(len(order)):
            lines.append(indent + "  " * (depth - 1 - k) + "end do")
        return "\n".join(lines)

    @staticmethod
    def elements(line, element):
        out, at = "", 0
        while at < len(line):
            if at + 1 < len(line) and line[at].isalpha() and line[at + 1] == "[":
                depth, end = 1, at + 2
                while depth:
                    depth += {"[": 1, "]": -1}.get(line[end], 0)
                    end += 1
                inside, parts, level, last = line[at + 2:end - 1], [], 0, 0
                for k, c in enumerate(inside + ","):
                    level += {"[": 1, "]": -1}.get(c, 0)
                    if c == "," and not level:
                        parts.append(inside[last:k])
                        last = k + 1
                out += element(line[at], [Nest.elements(p, element) if "[" in p else p for p in parts])
                at = end
            else:
                out += line[at]
                at += 1
        return out


def reach(idiom_name, array, dim):
    """The loop variable that the array's index follows, and by how far it goes beyond; None if there is not one."""
    most = None
    for line in IDIOMS[idiom_name].body:
        def note(name, parts):
            nonlocal most
            if name == array and len(parts[dim]) <= 4 and parts[dim][0] in "ijk" and "[" not in parts[dim]:
                shift = int(parts[dim][2:]) if len(parts[dim]) > 1 else 0
                most = (parts[dim][0], max(shift, most[1] if most else 0))
            return "0"
        Nest.elements(line.replace("{c}", "2").replace("{d}", "3"), note)
    return most


class Pair:
    def __init__(self, random_, number, kinds=sorted(IDIOMS), types="ddsi"):
        self.random, self.number = random_, number
        self.kind = random_.choice(kinds)
        self.type = random_.choice(types)
        self.idiom = IDIOMS[self.kind]
        self.constants = {"c": random_.randint(2, 5), "d": random_.randint(-3, 3)}
        self.arrays = parse_arrays(self.idiom.arrays)
        self.nest = Nest(self.idiom, self.constants)
        self.order = list(self.nest.outer)
        if not self.nest.inner and random_.chance(0.5):
            random_.shuffle(self.order)
        self.trips = {v: self.trip(v) for v in self.nest.variables}

    def trip(self, v):
        leaders = [(a, d, r) for a, rank, _ in self.arrays for d in range(rank) for r in [reach(self.kind, a, d)]
                   if r and r[0] == v]
        if self.random.chance(0.3):
            return ("argument", None, None)
        array, dim, (_, shift) = self.random.choice(leaders)
        return ("extent", (array, dim), shift)

    def trip_text(self, v):
        how, leader, shift = self.trips[v]
        if how == "argument":
            return f"n{v}"
        text = f"size({leader[0]}, {leader[1] + 1})"
        return f"{text} - {shift}" if shift else text

    def side(self, replaced):
        arguments = [f"n{v}" for v in self.nest.variables if self.trips[v][0] == "argument"]
        names = arguments + [a for a, _, _ in self.arrays]
        lines = [f"  subroutine f{self.number}({', '.join(names)})"]
        if arguments:
            lines.append(f"    integer, intent(in) :: {', '.join(arguments)}")
        for a, rank, written in self.arrays:
            shape = f"({', '.join(':' * rank)})" if rank else ""
            kind = "integer" if a == "n" else TYPES[self.type]
            lines.append(f"    {kind}, intent({'inout' if written else 'in'}) :: {a}{shape}")
        lines.append(f"    integer :: {', '.join(self.nest.variables)}")
        trips = {v: ("1", self.trip_text(v)) for v in self.nest.variables}
        order, down = self.order, ""
        if replaced:
            order = self.order[::-1] if not self.nest.inner else self.order
            down = "".join(v for v in self.nest.variables if self.random.chance(0.5))
        lines.append(self.nest.text(trips, lambda name, parts: f"{name}({', '.join(parts)})", order, down))
        if replaced:
            lines.append("    call count_call()")
        return "\n".join(lines + ["  end subroutine"])

    def text(self):
        return f"Fortran {{\n{self.side(False)}\n}} = {{\n{self.side(True)}\n}}\n"


class Access:
    """How a procedure's array stands for an idiom's."""

    def __init__(self, program, name, rank, written):
        r = program.random
        self.name, self.rank, self.written = name, rank, written
        self.type = "i" if name == "n" else program.pair.type
        self.perm = list(range(rank))
        if rank > 1 and r.chance(0.3):
            r.shuffle(self.perm)
        self.flat = rank == 2 and r.chance(0.15)  # one index, a sum
        self.place = []  # for each of the array's own dimensions: an idiom's dimension, or a constant
        if not self.flat:
            self.place = [("dim", d) for d in self.perm]
            while rank and len(self.place) < 3 and r.chance(0.15):
                self.place.insert(r.randint(0, len(self.place)), ("at", r.randint(1, 3)))
        own = 1 if self.flat else len(self.place)
        self.own_rank = own
        self.step = [r.choice([1, 1, 1, 1, 2, -1]) for _ in range(rank)]
        self.shift = [r.choice([0, 0, 0, 1, 2]) for _ in range(rank)]
        self.flat_steps = r.choice([(1, "ld"), ("ld", 1), (1, 1), (2, 1), (1, 2)]) if self.flat else None
        self.kind = r.choice(["assumed", "assumed", "pointer", "allocatable", "explicit", "component", "field",
                              "lower"])
        if self.own_rank == 0:
            self.kind = "scalar"
        if self.kind == "field" and self.type == "i":
            self.kind = "assumed"
        self.lower = [r.choice([0, 2, -1]) for _ in range(own)] if self.kind == "lower" else [1] * own

    def index(self, d, text, trip):
        """The idiom's index `text` (from 1 on) in dimension d, as the code's, from 1 on."""
        if self.step[d] == 1:
            return f"{text} + {self.shift[d]}" if self.shift[d] else text
        if self.step[d] == 2:
            return f"2*({text}) - {1 - self.shift[d]}" if self.shift[d] != 1 else f"2*({text})"
        return f"{trip} + {1 + self.shift[d]} - ({text})"

    def index_value(self, d, value, trip):
        if self.step[d] == 1:
            return value + self.shift[d]
        if self.step[d] == 2:
            return 2 * value - 1 + self.shift[d]
        return trip + 1 + self.shift[d] - value


class Program:
    """A procedure, and how it is called."""

    def __init__(self, random_, pair, number):
        self.random, self.pair, self.number = random_, pair, number
        constants = dict(pair.constants)
        if random_.chance(0.1):
            constants["c"] += 1
        self.nest = Nest(pair.idiom, constants)
        self.order = list(pair.order)
        if not self.nest.inner and random_.chance(0.4):
            random_.shuffle(self.order)
        self.accesses = {a: Access(self, a, rank, written) for a, rank, written in pair.arrays}
        if random_.chance(0.25):
            for access in self.accesses.values():
                access.step, access.shift = [1] * access.rank, [0] * access.rank
        ones = [a for a in self.accesses.values() if a.own_rank == 1 and a.type == pair.type and a.name != "n"]
        self.overlap = [a.name for a in ones] if len(ones) > 1 and random_.chance(0.1) else []
        for access in ones if self.overlap else []:
            access.kind, access.lower = "pointer", [1]
        self.prepare()
        self.over = {v: self.reach_of(v) for v in self.nest.variables}
        self.trips = {v: self.choose_trip(v) for v in self.nest.variables}
        self.first = {v: random_.choice([1, 1, 1, 0, 2]) for v in self.nest.variables}

    def prepare(self):
        """For those who pass other arrays: before trip counts name them."""

    def reach_of(self, v):
        """How far beyond its trip count the idiom's index of this variable reaches."""
        return max((r[1] for a, rank, _ in self.pair.arrays for d in range(rank) for r in [reach(self.pair.kind, a, d)]
                    if r and r[0] == v), default=0)

    def choose_trip(self, v):
        """(text, how an extent gives it): the count of the loop's iterations."""
        leaders = []
        for a, rank, _ in self.pair.arrays:
            access = self.accesses[a]
            for d in range(rank):
                r = reach(self.pair.kind, a, d)
                if r and r[0] == v and not access.flat and access.step[d] > 0:
                    leaders.append((access, d, r[1]))
        if not leaders or self.random.chance(0.25):
            return (f"n{v}", None)
        access, d, over = self.random.choice(leaders)
        own = access.place.index(("dim", d))
        text = self.extent_text(access, own)
        less = over + access.shift[d] + (1 if self.random.chance(0.15) else 0)
        if access.step[d] == 2:
            return (f"({text} - {2*over + 1})/2", (access, own, lambda t: 2 * t + 2*over + 1))
        return (f"{text} - {less}" if less else text, (access, own, lambda t: t + less))

    def extent_text(self, access, own):
        if access.kind == "explicit":
            return f"{access.name}e{own + 1}"
        return f"size({self.reference(access)}, {own + 1})"

    def reference(self, access):
        return f"w_{access.name}%{'ap'[self.part(access)]}{access.own_rank}" if access.kind == "component" else access.name

    def part(self, access):
        return (self.number + ord(access.name)) % 2

    def element(self, name, parts):
        access = self.accesses[name]
        values = []
        for d, text in enumerate(parts):
            trip = "0"
            r = reach(self.pair.kind, name, d)
            if r:
                trip = f"{self.trips[r[0]][0]} + {self.over[r[0]]}"
                v, shift = text[0], text[1:]
                delta = 1 - self.first[v] + (int(shift) if shift else 0)
                text = v if not delta else f"{v} {'+' if delta > 0 else '-'} {abs(delta)}"
                values.append(access.index(d, text, trip))
            else:
                values.append(text)
        if access.flat:
            p, q = access.flat_steps
            term = [f"({values[0]} - 1)" + ("" if p == 1 else f"*{name}{p}" if p == "ld" else f"*{p}"),
                    f"({values[1]} - 1)" + ("" if q == 1 else f"*{name}{q}" if q == "ld" else f"*{q}")]
            own = [f"1 + {term[0]} + {term[1]}"]
        else:
            own = [values[p[1]] if p[0] == "dim" else str(p[1]) for p in access.place]
        own = [f"{text} + {low - 1}" if low != 1 else text for text, low in zip(own, access.lower)]
        text = f"{self.reference(access)}({', '.join(own)})"
        return f"{text}%{'re' if self.part(access) else 'im'}" if access.kind == "field" else text

    def text(self):
        names, declared = [], []
        for v in self.nest.variables:
            names.append(f"n{v}")
        declared.append(f"    integer, intent(in) :: {', '.join(names)}")
        for access in self.accesses.values():
            a, r = access.name, access.own_rank
            kind = TYPES[access.type]
            colons = ", ".join([":"] * r)
            if access.flat:
                names.append(f"{a}ld")
                declared.append(f"    integer, intent(in) :: {a}ld")
            intent = f"intent({'inout' if access.written else 'in'})"
            if access.kind == "scalar":
                names.append(a)
                declared.append(f"    {kind}, {intent} :: {a}")
            elif access.kind == "component":
                names.append(f"w_{a}")
                declared.append(f"    type(parts_{access.type}), {intent} :: w_{a}")
            elif access.kind == "field":
                names.append(a)
                declared.append(f"    type(point_{access.type}), {intent} :: {a}({colons})")
            elif access.kind == "explicit":
                extents = [f"{a}e{k + 1}" for k in range(r)]
                names += extents + [a]
                declared.append(f"    integer, intent(in) :: {', '.join(extents)}")
                declared.append(f"    {kind}, {intent} :: {a}({', '.join(extents)})")
            elif access.kind == "lower":
                names.append(a)
                lower = ", ".join(f"{low}:" for low in access.lower)
                declared.append(f"    {kind}, {intent} :: {a}({lower})")
            else:
                names.append(a)
                attribute = {"pointer": ", pointer", "allocatable": ", allocatable"}.get(access.kind, "")
                if access.kind == "pointer":
                    intent = "intent(in)"
                declared.append(f"    {kind}{attribute}, {intent} :: {a}({colons})")
        self.names = names
        trips = {}
        for v in self.nest.variables:
            first = self.first[v]
            text = self.trips[v][0]
            trips[v] = (str(first), text if first == 1 else f"{text} {'+' if first > 1 else '-'} {abs(first - 1)}")
        body = self.nest.text(trips, self.element, self.order, "")
        return (f"  subroutine g{self.number}({', '.join(names)})\n" + "\n".join(declared) +
                f"\n    integer :: {', '.join(self.nest.variables)}\n" + body + "\n  end subroutine\n")

    def call(self):
        """A block of the main program that calls the procedure once."""
        r = self.random
        trip = {v: r.choice([0, 1, 1, 2, 3, 3, 4, 5, 7]) for v in self.nest.variables}
        lds = {a: r.choice([1, 2, 3, 5, 8]) for a in self.accesses}
        declared, before, after, values = [], [], [], {f"n{v}": str(trip[v]) for v in trip}
        exact = {}
        for v in self.nest.variables:
            if self.trips[v][1]:
                access, own, extent = self.trips[v][1]
                exact[(access.name, own)] = extent(trip[v])
        pool = None
        if self.overlap:
            kind = TYPES[self.pair.type]
            declared.append(f"    {kind}, target :: pool(400)")
            before.append("    call fill(pool, 3)")
            after.append("    call show(pool)")
            pool = "pool"
        for access in self.accesses.values():
            a, own = access.name, access.own_rank
            kind = TYPES[access.type]
            if access.kind == "scalar":
                declared.append(f"    {kind} :: {a}")
                before.append(f"    {a} = 3")
                after.append(f"    print '(a, i0)', '{a} ', int({a}, 8)")
                values[a] = a
                continue
            need = self.needs(access, trip, lds[a])
            extents = []
            for k in range(own):
                most = need[k]
                if (a, k) in exact:
                    extents.append(max(exact[(a, k)], 0))
                else:
                    extents.append(max(most, 0) + r.choice([0, 0, 1, 2]))
            values[f"{a}ld"] = str(lds[a])
            for k in range(own):
                values[f"{a}e{k + 1}"] = str(extents[k])
            shape = ", ".join(str(e) for e in extents)
            colons = ", ".join([":"] * own)
            seed = r.randint(0, 9)
            fill = f"    call fill_index(pool_{a}, {GATHERED})" if a == "n" else f"    call fill(pool_{a}, {seed})"
            if access.kind == "allocatable":
                declared.append(f"    {kind}, allocatable :: pool_{a}({colons})")
                before += [f"    allocate(pool_{a}({shape}))", fill]
                after.append(f"    call show(pool_{a})")
                values[a] = f"pool_{a}"
                continue
            steps = [r.choice([1, 1, 1, 2, -1, -2]) for _ in extents]
            if access.kind == "explicit" and r.chance(0.7):
                steps = [1] * own
            room = [max(abs(s) * (e - 1) + 1, 0) + r.choice([0, 0, 1, 3]) for s, e in zip(steps, extents)]
            room = [max(k, 1) for k in room]
            section = []
            for s, e, space in zip(steps, extents, room):
                span = abs(s) * (e - 1)
                start = r.randint(1, max(space - span, 1)) if e else 1
                section.append("2:1" if not e else f"{start}:{start + span}:{s}" if s > 0 else f"{start + span}:{start}:{s}")
            part = f"pool_{a}({', '.join(section)})"
            sizes = ", ".join(str(k) for k in room)
            if pool and a in self.overlap:
                start = r.randint(1, 8)
                s = r.choice([1, 1, 2, 3])
                declared.append(f"    {kind}, pointer :: {a}({colons})")
                before.append(f"    {a} => pool({start}:{start + s * (extents[0] - 1)}:{s})" if extents[0]
                              else f"    {a} => pool(2:1)")
                values[a] = a
                continue
            if access.kind == "field":
                declared.append(f"    type(point_{access.type}), target :: pool_{a}({sizes})")
                before += [f"    call fill(pool_{a}%re, {seed})", f"    call fill(pool_{a}%im, {seed + 1})"]
                after += [f"    call show(pool_{a}%re)", f"    call show(pool_{a}%im)"]
                values[a] = part
                continue
            declared.append(f"    {kind}, target :: pool_{a}({sizes})")
            before.append(fill)
            after.append(f"    call show(pool_{a})")
            if access.kind == "component":
                declared.append(f"    type(parts_{access.type}) :: w_{a}")
                if self.part(access):
                    before.append(f"    w_{a}%p{own} => {part}")
                else:
                    before.append(f"    w_{a}%a{own} = {part}")
                    after.append(f"    call show(w_{a}%a{own})")
                values[f"w_{a}"] = f"w_{a}"
            elif access.kind == "pointer":
                declared.append(f"    {kind}, pointer :: {a}({colons})")
                before.append(f"    {a} => {part}")
                values[a] = a
            else:
                values[a] = part
        arguments = ", ".join(values[n] for n in self.names)
        return "\n".join(["    block"] + declared + before + [f"    call g{self.number}({arguments})"] + after +
                         ["    end block"])

    def needs(self, access, trip, ld):
        """The largest index in each of the array's own dimensions, at least 0."""
        a = access.name
        spans = []
        for d in range(access.rank):
            r = reach(self.pair.kind, a, d)
            if not r:
                spans.append((1, GATHERED))
                continue
            t = trip[r[0]]
            if t == 0:
                spans.append((1, 0))
                continue
            full = t + self.over[r[0]]
            ends = [access.index_value(d, 1, full), access.index_value(d, t + r[1], full)]
            spans.append((min(ends), max(ends)))
        if access.flat:
            p, q = (ld if s == "ld" else s for s in access.flat_steps)
            if spans[0][1] == 0 or spans[1][1] == 0:
                return [0]
            return [1 + (spans[0][1] - 1) * p + (spans[1][1] - 1) * q]
        return [spans[p[1]][1] if p[0] == "dim" else p[1] for p in access.place]


def loops_over(rank, statement):
    """A statement about x(k1, …) for all elements, as lines."""
    return "".join([f"    do k{d + 1} = 1, size(x, {d + 1})\n" for d in reversed(range(rank))] +
                   [f"    {line}\n" for line in statement] + ["    end do\n"] * rank)


def support():
    """A module: derived types, and what fills arrays and prints what is in them."""
    types, names, routines = [], {"fill": [], "show": [], "fill_index": []}, []

    def routine(generic, suffix, kind, rank, more, before, statement, after=""):
        colons = ", ".join(":" * rank)
        name = f"{generic}_{suffix}{rank}"
        names[generic].append(f"    module procedure {name}\n")
        routines.append(f"  subroutine {name}(x{', n' if more else ''})\n    {kind}, intent(inout) :: x({colons})\n" +
                        (f"    integer, intent(in) :: n\n" if more else "") +
                        f"    integer :: k1, k2, k3\n    integer(8) :: at\n{before}{loops_over(rank, statement)}{after}"
                        f"  end subroutine\n")

    for letter, kind in TYPES.items():
        parts = [f"    {kind}, {how} :: {name}{rank}({', '.join(':' * rank)})\n" for rank in (1, 2, 3)
                 for name, how in (("a", "allocatable"), ("p", "pointer"))]
        types.append(f"  type parts_{letter}\n{''.join(parts)}  end type\n"
                     f"  type point_{letter}\n    {kind} :: re, im\n  end type\n")
        for rank in (1, 2, 3):
            element = f"x({', '.join(['k1', 'k2', 'k3'][:rank])})"
            routine("fill", letter, kind, rank, True, "    at = n\n",
                    ["at = mod(at*37 + 11, 101_8)", f"{element} = int(mod(at, 13_8)) - 5"])
            routine("show", letter, kind, rank, False, "    at = 7\n",
                    [f"at = mod(at*31 + int({element}, 8), 1000000007_8)"], f"    print '(a, i0)', '{letter}{rank} ', at\n")
    for rank in (1, 2, 3):
        names_of = ["k1", "k2", "k3"][:rank]
        total = " + ".join(f"{d + 2}*{k}" for d, k in enumerate(names_of))
        routine("fill_index", "", "integer", rank, True, "", [f"x({', '.join(names_of)}) = 1 + mod({total}, n)"])
    interfaces = "".join(f"  interface {generic}\n{''.join(list_)}  end interface\n" for generic, list_ in names.items())
    return f"module support\n  implicit none\n{''.join(types)}{interfaces}contains\n{''.join(routines)}end module\n"


COUNT = """#include <stdio.h>
static long calls, before;
void count_call_(void) { ++calls; }
void tell_calls_(const int *k) {
  fprintf(stderr, "%d %ld\\n", *k, calls - before);
  before = calls;
}
"""


def file_of(random_, programs):
    pairs = [Pair(random_, k) for k in range(max(1, programs // 3))]
    made = [Program(random_, pairs[k % len(pairs)], k) for k in range(programs)]
    unit = "module unit\n  use support\n  implicit none\ncontains\n" + "".join(p.text() for p in made) + "end module\n"
    main = ["program main", "  use support", "  use unit", "  implicit none"]
    for p in made:
        for k in range(4):
            main.append(p.call())
        main.append(f"    call tell_calls({p.number})")
    return "".join(p.text() for p in pairs), unit, "\n".join(main + ["end program", ""]), made


def check(build, seed, programs, folder):
    """([difference], counts)"""
    random_ = Chooser(seed)
    pat, unit, main, made = file_of(random_, programs)
    for name, text in (("pairs.pat", pat), ("unit.f90", unit), ("main.f90", main), ("support.f90", support()),
                       ("count.c", COUNT)):
        write(folder, name, text)
    smr_flang = [os.path.join(build, "bin", "smr-flang"), "-O2", "--smr-library=pairs.pfa", "--smr-report=report.json"]
    return compare(folder, programs, [
        [os.path.join(build, "bin", "smr-build"), "--no-verify", "pairs.pat", "-o", "pairs.pfa"],
        [stock("clang"), "-c", "count.c", "-o", "count.o"], [stock("flang"), "-c", "support.f90", "-o", "support.o"],
        [stock("flang"), "-O2", "-c", "unit.f90", "-o", "plain.o"], [stock("flang"), "-c", "main.f90", "-o", "main.o"],
        [stock("flang"), "main.o", "plain.o", "support.o", "count.o", "-o", "plain"], smr_flang + ["-c", "unit.f90", "-o", "smr.o"],
        [stock("flang"), "main.o", "smr.o", "support.o", "count.o", "-o", "smr"]])


def compare(folder, programs, steps):
    """Runs what makes ./plain and ./smr, and both."""
    counts = {"programs": programs}
    for step in steps:
        code, _, errors = run(step, folder)
        if code or "compiled without SMR" in errors:
            return [f"{' '.join(step)}: {errors[:2000]}"], counts
    (code, plain, errors), (smr_code, smr, called) = run(["./plain"], folder), run(["./smr"], folder)
    if code:
        return [f"the program itself ends with {code}: {errors[-500:]}"], counts
    counts["called"] = sum(not line.endswith(" 0") for line in called.splitlines())
    if smr_code:
        return [f"ends with {smr_code}"], counts
    return [first_difference(plain, smr)] if plain != smr else [], counts


def first_difference(plain, smr):
    for k, (a, b) in enumerate(zip(plain.splitlines(), smr.splitlines())):
        if a != b:
            return f"line {k + 1} of what it prints: {a} without SMR, {b} with it"
    return "output ends early"


def main(check_file, about):
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=1)
    parser.add_argument("--programs", type=int, default=60)
    parser.add_argument("--minimum", type=int, default=0)
    parser.add_argument("--keep")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    _, failures, counts = try_seeds(range(options.seed, options.seed + options.files),
                                    lambda seed, folder: check_file(build, seed, options.programs, folder), options.keep)
    print(f"{counts['programs']} programs, {counts['called']} of them called a replacement, {failures} files with differences")
    sys.exit(failures > 0 or 100 * counts["called"] < options.minimum * counts["programs"])


if __name__ == "__main__":
    main(check, __doc__)
