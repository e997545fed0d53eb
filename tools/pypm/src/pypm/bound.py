"""Which variables an alternate binds (C13, P-EXISTS): what rules and `var()` are checked with.

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


def used(rule):
    """Numbers of the parameters that a rule's branches use."""
    found, seen = set(), set()
    stack = [part for path in rule.branches for part in [path.result] + [goal[1] for goal in path.goals]]
    while stack:
        at = stack.pop()
        if isinstance(at, Variable):
            found.add(at._number)
        elif id(at) not in seen:
            seen.add(id(at))
            stack += parts(at)
    return found


def check_rule(rule, binds):
    for number in sorted(used(rule) - binds[rule.pattern]):
        for k, path in enumerate(rule.pattern.alternates, 1):
            if number not in of_path(path, binds):
                raise Error((rule.places[number], f"alternate {k} of '{rule.pattern.name}' ({path.position}) does not bind "
                                                  f"'{rule.parameters[number]}', which '{rule.name}' uses"))
