"""Tracing: a function is run once for each way through its ifs.

A path is found by running the function again with the decisions of the path before it, the last one turned. The
function must go the same way when the same decisions are taken.
"""
from pypm.errors import Error, Refusal, here, of_exception

PATHS = 256

_active = None


class PathEnds(BaseException):
    """An assertion that is false whatever the graph: this path matches nothing."""


class Path:
    """One way through a function: what it requires, in order, and what it gives."""

    def __init__(self, goals, variables, result, position):
        self.goals = goals  # ("guard", condition, position) or ("constraint", variable, pattern, position)
        self.variables = variables  # of var() and Op()
        self.result = result
        self.position = position


class Trace:
    def __init__(self, definition, decisions):
        self.definition = definition
        self.decisions = decisions  # [condition's key, taken]
        self.next = 0
        self.facts = {}
        self.goals = []
        self.variables = []
        self.position = None
        self.refusal = None

    @property
    def kind(self):
        return self.definition.kind

    def where(self):
        return self.position or here()

    def fail(self, text, position=None):
        self.refusal = Refusal(position or self.where(), text)
        raise self.refusal

    def decide(self, condition):
        """Which way an if on a condition goes on this path; what was decided before on it holds."""
        plain, holds = condition.plain()
        key = plain.key()
        if key in self.facts:
            return self.facts[key] == holds
        if self.next == PATHS:
            self.fail(f"more than {PATHS} ways through '{self.definition.name}'")
        if self.next == len(self.decisions):
            self.decisions.append([key, True])
        if self.decisions[self.next][0] != key:
            self.fail("this goes another way each time it is run: patterns are made by what is there when they are read")
        taken = self.decisions[self.next][1]
        self.next += 1
        self.facts[key] = taken == holds
        self.goals.append(("guard", condition if taken else condition.negated(), self.where()))
        return taken

    def require(self, condition):
        plain, holds = condition.plain()
        if self.facts.get(plain.key(), holds) != holds:
            raise PathEnds
        self.facts[plain.key()] = holds
        self.goals.append(("guard", condition, self.where()))


def active():
    return _active


def fail(text):
    """An error at the user's line that is running."""
    if _active:
        _active.fail(text)
    raise Error((here(), text))


def inside(what, *kinds):
    """The trace at hand, of one of these kinds."""
    names = {"pattern": "a pattern", "rule": "a rule", "operator": "an operator's declaration"}
    if not _active:
        fail(f"{what} outside of {names[kinds[0]]}")
    if _active.kind not in kinds:
        _active.fail(f"{what} in {names[_active.kind]}: it belongs in {' or '.join(names[k] for k in kinds)}")
    return _active


def run(definition, function, decisions):
    """One path; None where it gives nothing."""
    global _active
    trace, before = Trace(definition, decisions), _active
    _active = trace
    try:
        trace.position = definition.position
        arguments = definition.arguments()
        trace.position = None
        given = function(*arguments)
        trace.position = definition.position
        result = definition.finish(given)
    except PathEnds:
        result = None
    except Refusal as refusal:
        raise refusal.error from None
    except Error:
        raise
    except Exception as exception:  # the user's
        _active = before
        raise (trace.refusal.error if trace.refusal else of_exception(exception)) from None
    finally:
        _active = before
    if trace.refusal:  # which the user's code has caught
        raise trace.refusal.error
    return None if result is None else Path(trace.goals, trace.variables, result, definition.position)


def paths(definition, function):
    """All paths through a definition's function that give something."""
    found, decisions, runs = [], [], 0
    while True:
        runs += 1
        if runs > PATHS:
            raise Error((definition.position, f"more than {PATHS} ways through '{definition.name}'"))
        path = run(definition, function, decisions)
        if path:
            found.append(path)
        while decisions and not decisions[-1][1]:
            decisions.pop()
        if not decisions:
            return found
        decisions[-1][1] = False
