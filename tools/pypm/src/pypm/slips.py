"""What is not Python, but is written so in papers: named, with what to write instead (C8)."""
import io
import re
import tokenize

from pypm.errors import Position


def tokens(lines):
    """As many as there are up to what cannot be read at all."""
    result = []
    try:
        for token in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
            result.append(token)
    except (tokenize.TokenError, SyntaxError):
        pass
    return result


def of_line(line):
    """The tokens of one line, whatever stands around it."""
    return [t for t in tokens([line.strip() + "\n"]) if t.string.strip()]


def decorators(file, number, line):
    """`@op Trans(x):`, `@pattern P(x):`, `@rule(P) r(x):`"""
    found = re.match(r"(\s*)@(op|pattern|rule)\b\s*(\([^()]*(?:\([^()]*\)[^()]*)*\))?\s+(\w+)\s*\((.*)\)\s*:", line)
    if found:
        blank, name, arguments, function, parameters = found.groups()
        yield (Position(file, number, len(blank) + 1),
               f"a decorator stands on a line of its own: write '@{name}{arguments or ''}', and below it "
               f"'def {function}({parameters}):'")


WORDS = {"&&": "and", "||": "or", "!": "not"}


def operators(file, number, line):
    """`&&`, `||`, `!`, `1.41...`"""
    indent = len(line) - len(line.lstrip())
    found = of_line(line)
    for first, second in zip(found, found[1:]):
        near = first.end == second.start
        place = Position(file, number, indent + first.start[1] + 1)
        if near and first.string + second.string in WORDS:
            yield place, f"'{first.string + second.string}' is no Python: write '{WORDS[first.string + second.string]}'"
        elif first.string == "!" and second.string != "=":
            yield place, "'!' is no Python: write 'not'"
        elif near and second.string in ("...", ".") and re.fullmatch(r"\d+\.\d*", first.string):
            yield place, f"'{first.string}...' is no number: write all its digits, as in 1.4142135623730951"


def continued(file, number, line, before):
    """An assertion over two lines without parentheses."""
    starts = re.match(r"\s*(\|\||&&|or\b|and\b)", line)
    if starts and re.match(r"\s*assert\b", before) and not before.rstrip().endswith(("\\", "(")):
        yield (Position(file, number - 1, len(before) - len(before.lstrip()) + 1),
               "an assertion over several lines stands in parentheses: write 'assert (…)'")


def find(file, text):
    """[(position, text)] of the slips in a file that Python cannot read."""
    found, before = [], ""
    for number, line in enumerate(text.split("\n"), 1):
        for what in (decorators(file, number, line), operators(file, number, line),
                     continued(file, number, line, before)):
            found += what
        before = line
    return sorted(set(found))
