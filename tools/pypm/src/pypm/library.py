"""Everything that is declared, traced, checked and written."""
import contextlib
import os
import sys

from pypm import bound, emit, purity
from pypm.declare import registry
from pypm.errors import Error, here


def ordered(patterns):
    """Patterns behind those that they call. Rules are tried in the order of their patterns, which is the file's: where
    that cannot be, it is an error, and so is a pattern that calls itself through another."""
    done, under_way, result = set(), [], []

    def visit(p):
        under_way.append(p)
        for callee, place in p.calls().items():
            if callee is p or callee in done:
                continue
            if callee in under_way:
                raise Error((place, f"'{callee.name}' calls itself through '{p.name}': patterns call themselves directly, or "
                                    "patterns that do not call them"))
            visit(callee)
        under_way.pop()
        done.add(p)
        result.append(p)

    for p in patterns:
        if p not in done:
            visit(p)
    place = {p: k for k, p in enumerate(patterns)}
    with_rules = [p for p in result if p.rules]
    for before, after in zip(with_rules, with_rules[1:]):
        if place[before] > place[after]:
            raise Error((before.position, f"'{before.name}' and '{after.name}' both have rules, and '{after.name}' calls "
                                          f"'{before.name}': define '{before.name}' first, since patterns are tried in the "
                                          "file's order"))
    return result


def traced():
    """All that is declared, each function traced; patterns in the order in which they are written."""
    purity.watch()
    purity.begin()
    try:
        with contextlib.redirect_stdout(purity.Output()), contextlib.redirect_stderr(purity.Output()):
            for group in (registry.operators, registry.patterns, registry.rules):
                for x in group.values():
                    x.trace()
    finally:
        purity.end()
    return ordered(list(registry.patterns.values()))


@contextlib.contextmanager
def recursion():
    """As deep as patterns and guards may be, a few calls for each level."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 5000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class Library:
    """What is declared so far, traced and checked."""

    def __init__(self, place=None):
        if not registry.patterns and not registry.operators:
            raise Error((place or here(), "nothing is declared: a file of patterns has @op, @pattern and @rule"))
        with recursion():
            self.operators, self.patterns = list(registry.operators.values()), traced()
        binds = bound.binds_of(self.patterns)
        bound.check_locals(self.patterns, binds)
        bound.check_goals(self.patterns, binds)
        bound.check_progress(self.patterns)
        for r in registry.rules.values():
            bound.check_rule(r, binds)

    def text(self, locations=False):
        """As a module of the pypm dialect."""
        with recursion():
            return "\n".join(self.lines(emit.Items(locations))) + "\n"

    def lines(self, items):
        lines = []
        for o in self.operators:
            lines += items.operator(o)
        for p in self.patterns:
            lines += items.pattern(p)
            for r in p.rules:
                lines += items.rule(r)
        return lines


def serialize(file=None):
    """What is declared so far, as text of the pypm dialect. Returned, and written where a file is named."""
    text = Library().text()
    if file is not None:
        with open(os.fspath(file), "w", encoding="ascii") as out:
            out.write(text)
    return text
