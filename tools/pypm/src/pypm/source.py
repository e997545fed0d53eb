"""The source of the user's functions, as syntax trees of whole files."""
import ast
import linecache

_trees = {}
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


def tree(file):
    """The file's syntax tree; None where its source is not at hand."""
    if file not in _trees:
        text = "".join(lines(file))
        try:
            _trees[file] = ast.parse(text, file) if text else None
        except SyntaxError:
            _trees[file] = None
    return _trees[file]


def first_line(node):
    """As co_firstlineno counts: from the first decorator."""
    return min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", ())])


def parameters(node):
    a = node.args
    return ([p.arg for p in getattr(a, "posonlyargs", []) + a.args], a.vararg and a.vararg.arg,
            [p.arg for p in a.kwonlyargs], a.kwarg and a.kwarg.arg)


def find(code):
    """The definition (or lambda) that a code object was made of; None where that is not clear."""
    whole = tree(code.co_filename)
    found = []
    for node in ast.walk(whole) if whole else ():
        if isinstance(node, (ast.FunctionDef, ast.Lambda)) and first_line(node) == code.co_firstlineno:
            if getattr(node, "name", "<lambda>") == code.co_name and names_fit(node, code):
                found.append(node)
    return found[0] if len(found) == 1 else None


def names_fit(node, code):
    positional, rest, keyword, keywords = parameters(node)
    names = positional + keyword + [name for name in (rest, keywords) if name]
    return tuple(names) == code.co_varnames[:len(names)] and len(positional) == code.co_argcount
