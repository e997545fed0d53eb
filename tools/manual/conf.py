"""Sphinx' configuration: the pages are the Markdown files that manual/README.md names, where they lie."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tools", "package"))
sys.path.insert(0, os.path.join(ROOT, "tools", "manual"))
from pages import call, programs  # noqa: E402
from theme import mend  # noqa: E402
INDEX = os.path.join("manual", "README.md")

project, author, copyright = "SMR", "the SMR developers", "the SMR developers"
extensions = ["myst_parser"]
root_doc = "manual/README"
html_theme = "furo"
html_title = "SMR"
html_static_path, html_css_files = ["static"], ["site.css"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # a page may begin with a heading of any level
highlight_options = {}


def chapters():
    """The sections of the index: (title, [page])."""
    with open(os.path.join(ROOT, INDEX)) as file:
        for title, body in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", file.read(), re.M | re.S):
            yield title, [os.path.normpath(os.path.join("manual", link)) for link in re.findall(r"\]\(([^)#]+\.md)", body)]


pages = [INDEX] + [page for _, found in chapters() for page in found]
include_patterns = pages  # (Sphinx 5.1)
# Sphinx walks through all other folders, and follows links: build folders have some that lead to themselves.
exclude_patterns = sorted({name for name in os.listdir(ROOT) if os.path.isdir(os.path.join(ROOT, name))}
                          - {page.split("/")[0] for page in pages})


def help_texts():
    """What the programs that are built say of themselves; smr-opt's is all of mlir-opt's."""
    for name, question, _ in programs():
        path = os.path.join(os.environ.get("SMR_BUILD", ""), "bin", name)
        if name != "smr-opt" and os.path.exists(path):
            yield f"\n## {name}\n```text\n{call(path, question).strip()}\n```\n"


def read(app, name, source):
    text = source[0]
    folder = os.path.dirname(name)
    if name == root_doc:
        for title, found in chapters():
            links = "\n".join("/" + page[:-3] for page in found)
            text += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{links}\n```\n"
    if name == "manual/reference/options":
        text += "".join(help_texts())
    # A fence ```LANGUAGE FILE names its file, and languages that the highlighter does not know are text.
    text = re.sub(r"^```(\w+) ?([\w.]*)$", lambda m: (f"`{m[2]}`:\n\n" if m[2] else "") +
                  f"```{m[1] if m[1] in ('c', 'fortran', 'python', 'console', 'make', 'json', 'text') else 'text'}",
                  text, flags=re.M)

    # Links to folders, sources and pages that are not chapters are names here.
    def link(match):
        target = match[2].split("#")[0]
        if not target or re.match(r"\w+:", target):
            return match[0]
        path = os.path.normpath(os.path.join(folder, target))
        if os.path.isdir(os.path.join(ROOT, path)) and os.path.join(path, "README.md") in pages:
            return f"[{match[1]}](/{path}/README.md)"
        return match[0] if path in pages or path.endswith(".svg") else match[1]
    source[0] = re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", link, text)


def finish(app, error):
    if not error:
        mend(os.path.join(app.outdir, "_static"))
        with open(os.path.join(app.outdir, "index.html"), "w") as file:
            file.write('<!doctype html><meta charset="utf-8"><title>SMR</title>'
                       '<meta http-equiv="refresh" content="0; url=manual/README.html">')


def setup(app):
    app.connect("source-read", read)
    app.connect("build-finished", finish)
