"""Reads blas.costs for blas.py and cblas.py: a pair's `pays` clause by its name."""

import fnmatch
import os


def _read():
    rules = []
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "blas.costs"), encoding="utf-8") as file:
        for line in file:
            line = line.partition("#")[0].strip()
            if line:
                names, condition = line.split(None, 1)
                rules.append((names, condition))
    return rules


_RULES = _read()


def pays(name):
    """The clause's line, or "" for a pair that always pays."""
    for names, condition in _RULES:
        if fnmatch.fnmatchcase(name, names):
            return f"pays ({condition})"
    raise KeyError(f"blas.costs says nothing of {name}")
