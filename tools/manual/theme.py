"""Debian's build of the theme furo, made whole: it asks the web server's root for a style that need not be there, has
no dark colours unless somebody chooses them, and its script imports another that is no module."""
import os
import re

DARK = 'body[data-theme="dark"]'


def change(path, by):
    with open(path) as file:
        text = file.read()
    changed = by(text)
    if changed != text:
        with open(path, "w") as file:
            file.write(changed)


def whole_style(text):
    text = re.sub(r"@import url\(/javascript/[^)]*\);\s*", "", text)
    dark = re.search(re.escape(DARK) + r" \{([^}]*--color[^}]*)\}", text)
    if dark and "prefers-color-scheme" not in text:
        text += ("\n@media not print { @media (prefers-color-scheme: dark) {\n"
                 f'body:not([data-theme="light"]) {{{dark[1]}}} }} }}\n')
    return text


def mend(static):
    scripts = os.path.join(static, "scripts")
    other = os.path.join(scripts, "gumshoe-patched.js")
    if os.path.exists(other):
        with open(other) as file:
            gumshoe = file.read()
        change(os.path.join(scripts, "furo.js"),
               lambda text: re.sub(r'^import Gumshoe from "[^"]*";', lambda _: gumshoe, text))
    change(os.path.join(static, "styles", "furo.css"), whole_style)
