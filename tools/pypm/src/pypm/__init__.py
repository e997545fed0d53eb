"""PyPM: patterns over graphs of tensor operations, written in Python, for `--pypm-rewrite` (see README.md)."""
from pypm.declare import op, pattern, rule
from pypm.errors import Error, print_errors_as_lines
from pypm.kinds import broadcast, tensor
from pypm.library import serialize
from pypm.terms import const, var
from pypm.terms import function_variable as Op
from pypm.values import ELEMENTS, Symbol, opclass
from pypm.version import VERSION

__version__ = VERSION
__all__ = ["op", "pattern", "rule", "var", "Op", "opclass", "const", "tensor", "broadcast", "serialize", *ELEMENTS]

globals().update((name, Symbol(name)) for name in ELEMENTS)
print_errors_as_lines()
