"""Reads blas.costs for the programs that write blas.pat: a pair's `pays` clause by its name."""

import fnmatch
import os


class Costs:
    def __init__(self, name):
        self.name = name
        self.rules = []
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), encoding="utf-8") as file:
            for line in file:
                line = line.partition("#")[0].strip()
                if line:
                    names, condition = line.split(None, 1)
                    self.rules.append((names, condition))

    def pays(self, name):
        """The clause's line."""
        for names, condition in self.rules:
            if fnmatch.fnmatchcase(name, names):
                return f"pays ({condition})"
        raise KeyError(f"{self.name} says nothing of {name}")


_BLAS = Costs("blas.costs")


def pays(name):
    return _BLAS.pays(name)
