"""Which variables an alternate binds (C13, P-EXISTS): what rules, `var()`, guards and constraints are checked with; and
whether recursion makes progress (lib/pypm/README.md), as far as one pattern says it.

What a call binds is assumed to be all, then corrected until nothing changes (a greatest fixpoint), so that no recursive
pattern is refused that the loader accepts.
"""
from pypm.errors import Error
from pypm.kinds import Kind
from pypm.terms import Apply, Call, Constant, HeadApply, Variable
from pypm.values import Condition, Value


def occurrences(node, binds, named=None):
    """Variables that matching the pattern binds; `named`: the one that the pattern is given for, which is not."""
    stack, found, seen = [node], set(), set()
    while stack:
        at = stack.pop()
        if id(at) in seen:
            continue
        seen.add(id(at))
        if isinstance(at, Variable):
            found.add(at._number)
        elif isinstance(at, HeadApply):
            found.add(at._head._number)
            stack += at._operands
        elif isinstance(at, Apply):
            stack += at._operands
        elif isinstance(at, Call):
            stack += [x for k, x in enumerate(at._arguments) if k in binds[at._pattern] or not isinstance(x, Variable)]
        if at._alias is not None and at._alias is not named:
            found.add(at._alias._number)
    return found


def of_path(path, binds):
    found = occurrences(path.result, binds)
    for goal in path.goals:
        if goal[0] == "constraint":
            found |= occurrences(goal[2], binds, goal[1])
    return found


def binds_of(patterns):
    """Of each pattern, the parameters that all its alternates bind."""
    binds = {p: set(range(len(p.roles))) for p in patterns}
    changed = True
    while changed:
        changed = False
        for p in patterns:
            now = binds[p].intersection(*(of_path(path, binds) for path in p.alternates))
            changed |= now != binds[p]
            binds[p] = now
    return binds


def check_locals(patterns, binds):
    for p in patterns:
        for path in p.alternates:
            found = of_path(path, binds)
            for variable in path.variables:
                if variable._number not in found:
                    name = f"'{variable._hint}'" if variable._hint else "this variable"
                    raise Error((variable._position, f"{name} is never bound: neither what '{p.name}' returns nor a "
                                                     "match constraint has it"))


def bound_in(path, binds):
    """What is bound when all is matched, and the constraints whose variables never are."""
    found = occurrences(path.result, binds)
    waiting = [goal for goal in path.goals if goal[0] == "constraint"]
    while True:
        ready = [goal for goal in waiting if goal[1]._number in found]
        if not ready:
            return found, waiting
        waiting = [goal for goal in waiting if goal[1]._number not in found]
        for goal in ready:
            found |= occurrences(goal[2], binds, goal[1])


def never(what, variable, position):
    name = f"'{variable._name or variable._hint}'" if variable._name or variable._hint else "a variable"
    return Error((position, f"the {what} can never be evaluated: {name} is not bound on every path here"))


def check_goals(patterns, binds):
    """Each guard and constraint has its variables bound in its own alternate (C4)."""
    for p in patterns:
        for path in p.alternates:
            found, waiting = bound_in(path, binds)
            for goal in path.goals:
                if goal[0] == "guard":
                    missing = [v for v in variables_of(goal[1]) if v._number not in found]
                    if missing:
                        raise never("guard", missing[0], goal[2])
                elif any(goal is other for other in waiting):
                    raise never("constraint", goal[1], goal[3])


ROOT, BELOW, SOMEWHERE = "root", "below", "somewhere"  # against the term that the pattern is unfolded on


class Progress:
    """Where a path's variables are matched, and whether it calls its own pattern on the term itself."""

    def __init__(self, pattern, path):
        self.pattern, self.places = pattern, {}
        self.walk(path.result, ROOT)
        waiting = [goal for goal in path.goals if goal[0] == "constraint"]
        while waiting:
            ready = [goal for goal in waiting if goal[1]._number in self.places]
            if not ready:
                return
            waiting = [goal for goal in waiting if not any(goal is other for other in ready)]
            for _, variable, matched, _ in ready:
                self.walk(matched, self.places[variable._number], variable)

    def mark(self, variable, place):
        if self.places.get(variable._number) != BELOW:
            self.places[variable._number] = place

    def walk(self, node, place, named=None):
        stack = [(node, place)]
        while stack:
            at, place = stack.pop()
            if at._alias is not None and at._alias is not named:
                self.mark(at._alias, place)
            elif isinstance(at, Variable):
                self.mark(at, place)
            elif isinstance(at, Call):
                if at._pattern is self.pattern and place == ROOT:
                    raise Error((at._position, f"the recursion makes no progress: '{self.pattern.name}' is called on no "
                                               "smaller term"))
                stack += [(x, BELOW if place == BELOW else SOMEWHERE) for x in at._arguments]
            elif not isinstance(at, Constant):
                stack += [(x, BELOW if place != SOMEWHERE else SOMEWHERE) for x in at._operands]


def check_progress(patterns):
    for p in patterns:
        for path in p.alternates:
            Progress(p, path)


def parts(x):
    """What a new term, a type, a value or a condition is made of."""
    if isinstance(x, Kind):
        return x.args
    if isinstance(x, (Value, Condition)):
        return x._args
    if isinstance(x, Apply):
        return [*x._operands, *x._computed.values(), x._kind]
    if isinstance(x, HeadApply):
        return [x._head, *x._operands, x._kind]
    return [x._kind] if isinstance(x, Constant) else []


def variables_of(*all_parts):
    """The variables in them, each once, by number."""
    found, seen, stack = {}, set(), list(all_parts)
    while stack:
        at = stack.pop()
        if isinstance(at, Variable):
            found[at._number] = at
        elif id(at) not in seen:
            seen.add(id(at))
            stack += parts(at)
    return [found[number] for number in sorted(found)]


def used(rule):
    """Numbers of the parameters that a rule's branches use."""
    return {v._number for path in rule.branches for v in variables_of(path.result, *[goal[1] for goal in path.goals])}


def check_rule(rule, binds):
    for number in sorted(used(rule) - binds[rule.pattern]):
        for k, path in enumerate(rule.pattern.alternates, 1):
            if number not in of_path(path, binds):
                raise Error((rule.places[number], f"alternate {k} of '{rule.pattern.name}' ({path.position}) does not bind "
                                                  f"'{rule.parameters[number]}', which '{rule.name}' uses"))
