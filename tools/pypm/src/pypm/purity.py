"""Side effects are errors: a function that is traced runs many times, and what it changes outside would be changed by
all of its paths.

What is outside is what was there when tracing began. Input and output are caught where Python reports them (audit
events, standard output), whatever library they go through.
"""
import gc
import io
import sys

from pypm import source, trace

MUTATORS = {
    "append", "appendleft", "extend", "extendleft", "insert", "remove", "pop", "popleft", "popitem", "clear", "sort",
    "reverse", "rotate", "update", "setdefault", "add", "discard", "difference_update", "intersection_update",
    "symmetric_difference_update", "subtract", "move_to_end", "write", "writelines", "__setitem__", "__delitem__",
    "__setattr__", "__iadd__", "send", "throw",
}
MUTABLE = (list, dict, set, bytearray)
INPUT_OUTPUT = ("open", "os.", "subprocess.", "socket.", "shutil.", "urllib.", "http.", "builtins.input", "tempfile.")

_outside = {}


class Output(io.TextIOBase):
    """Standard output and error while functions are traced."""

    def write(self, text):
        trace.fail("this writes: a function that is traced has no side effects")


def begin():
    """What is there now is outside."""
    objects = gc.get_objects()
    everything = objects + gc.get_referents(*objects)
    _outside.clear()
    _outside.update((id(x), x) for x in everything)  # which keeps them, so that no number is given again


def end():
    _outside.clear()


def is_outside(x):
    return _outside.get(id(x)) is x


def check_change(x, how="this changes"):
    """x is about to be changed."""
    if is_outside(x):
        trace.fail(f"{how} a {type(x).__name__} from outside of the function: a function that is traced has no side effects")


def check_method(function):
    """A method of a builtin object is about to be called."""
    x = getattr(function, "__self__", None)
    if getattr(function, "__name__", None) in MUTATORS and x is not None and not isinstance(x, type(sys)):
        check_change(x)


def check_iterator(x):
    if hasattr(x, "__next__") and is_outside(x):
        trace.fail(f"this uses up a {type(x).__name__} from outside of the function: it is gone for the next path")


def _audit(event, arguments):
    if trace.active() and not source.reads() and event.startswith(INPUT_OUTPUT):
        trace.fail(f"this reads or writes ({event}): a function that is traced has no side effects")


_hooked = False


def watch():
    """From now on, for good: there is no way to take such a hook away. It does nothing while nothing is traced."""
    global _hooked
    if not _hooked:
        sys.addaudithook(_audit)
        _hooked = True
