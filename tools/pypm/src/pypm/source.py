"""The source of the user's functions, as syntax trees of whole files."""
import ast
import linecache

_definitions = {}  # by file: its definitions and lambdas by their first lines
_reads = 0


class reading:
    """`with reading():` what is done inside may read files, which a function that is traced may not."""

    def __enter__(self):
        global _reads
        _reads += 1

    def __exit__(self, *error):
        global _reads
        _reads -= 1


def reads():
    return _reads > 0


def lines(file):
    with reading():
        return linecache.getlines(file)


def definitions(file):
    """None where the file's source is not at hand."""
    if file not in _definitions:
        text = "".join(lines(file))
        try:
            nodes = ast.walk(ast.parse(text, file)) if text else None
        except SyntaxError:
            nodes = None
        found = _definitions[file] = None if nodes is None else {}
        for node in nodes or ():
            if isinstance(node, (ast.FunctionDef, ast.Lambda)):
                found.setdefault(first_line(node), []).append(node)
    return _definitions[file]


def first_line(node):
    """As co_firstlineno counts: from the first decorator."""
    return min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", ())])


def parameters(node):
    a = node.args
    return ([p.arg for p in getattr(a, "posonlyargs", []) + a.args], a.vararg and a.vararg.arg,
            [p.arg for p in a.kwonlyargs], a.kwarg and a.kwarg.arg)


def find(code):
    """The definition (or lambda) that a code object was made of; None where that is not clear."""
    nodes = (definitions(code.co_filename) or {}).get(code.co_firstlineno, ())
    found = [n for n in nodes if getattr(n, "name", "<lambda>") == code.co_name and names_fit(n, code)]
    return found[0] if len(found) == 1 else None


def names_fit(node, code):
    positional, rest, keyword, keywords = parameters(node)
    names = positional + keyword + [name for name in (rest, keywords) if name]
    return tuple(names) == code.co_varnames[:len(names)] and len(positional) == code.co_argcount
