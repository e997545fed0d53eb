"""Errors at a place of the user's files, and where that place is."""
import os
import sys
import sysconfig
import traceback
from typing import NamedTuple

from pypm import source

PACKAGE = os.path.dirname(source.lines.__code__.co_filename) + os.sep
LIBRARIES = tuple({os.path.normpath(path) + os.sep for name, path in sysconfig.get_paths().items()
                   if name in ("stdlib", "platstdlib", "purelib", "platlib")})


class Position(NamedTuple):
    """Line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self):
        return f"{shown(self.file)}:{self.line}:{self.column}"


class Error(Exception):
    """What is wrong with a file of patterns: its text is one line `file:line:column: error: …` for each mistake."""

    def __init__(self, *mistakes):
        super().__init__("\n".join(f"{position}: error: {text}" for position, text in mistakes))
        self.mistakes = mistakes


class Refusal(BaseException):
    """An error on its way out of the user's code, which may catch exceptions of its own."""

    def __init__(self, position, text):
        super().__init__(text)
        self.error = Error((position, text))


def shown(file):
    """The file as messages name it: relative where it is below the current folder."""
    here = os.getcwd() + os.sep
    return file[len(here):] if file.startswith(here) else file


def is_users(file):
    return not file.startswith((PACKAGE, "<frozen")) and not os.path.abspath(file).startswith(LIBRARIES)


def first_column(file, line):
    text = source.lines(file)[line - 1:line]
    return len(text[0]) - len(text[0].lstrip()) + 1 if text else 1


def decorator_of(function):
    """Where a function's definition begins."""
    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    return Position(file, line, first_column(file, line))


def here():
    """The user's line that is running."""
    frame = sys._getframe(1)
    while frame.f_back and not is_users(frame.f_code.co_filename):
        frame = frame.f_back
    file, line = frame.f_code.co_filename, frame.f_lineno
    return Position(file, line, first_column(file, line))


def of_exception(exception, file="pypm"):
    """An exception that the user's code raised, as an error at its innermost line; of `file`, where that is none."""
    if isinstance(exception, SyntaxError) and exception.filename and exception.lineno:
        return Error((Position(exception.filename, exception.lineno, exception.offset or 1), exception.msg))
    places = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(exception.__traceback__)
              if not frame.f_code.co_filename.startswith(PACKAGE)]
    users = [place for place in places if is_users(place[0])] or places
    text = " ".join(traceback.format_exception_only(type(exception), exception)[-1].split())
    if not users:
        return Error((Position(file, 1, 1), text))
    file, line = users[-1]
    return Error((Position(file, line, first_column(file, line)), text))


def print_errors_as_lines():
    """An Error that nobody catches is its lines, without Python's traceback."""
    before = sys.excepthook

    def hook(kind, exception, trace):
        if issubclass(kind, Error):
            print(exception, file=sys.stderr)
        else:
            before(kind, exception, trace)

    sys.excepthook = hook
