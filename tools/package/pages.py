"""Manual pages and completion for shells, made of what each program says of itself.

usage: pages.py BIN OUT: runs the programs of programs.txt that are in BIN, and writes
  OUT/man/X.1.gz                 by help2man; none where that is not installed
  OUT/bash/X, OUT/zsh/_X, OUT/fish/X.fish
A program whose help cannot be had, or has no options, is an error: nothing else knows them.
"""
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = re.compile(r"file|table|guide|\.json|\.pfa|\.pat|\.costs|path", re.I)
FOLDERS = re.compile(r"^dir$", re.I)


def programs():
    with open(os.path.join(HERE, "programs.txt")) as stream:
        for line in stream:
            if line.strip() and not line.startswith("#"):
                yield line.split(maxsplit=2)


def call(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=dict(os.environ, COLUMNS="100"))
    if done.returncode != 0:
        sys.exit(f"pages.py: {' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def own_passes(text):
    """Of the help of an mlir-opt what is SMR's: its passes with their options."""
    lines, mine = ["usage: smr-opt [options] FILE.mlir", "mlir-opt with SMR's passes, and FIR's dialects.", ""], False
    for line in text.splitlines():
        head = re.match(r"( {6,8})(--\S+)\s+-\s+(.*)", line)
        if head and len(head[1]) == 6:
            mine = head[2].startswith(("--smr", "--pypm"))
            under = head[2]
            lines += [f"  {under}  {head[3]}"] if mine else []
        elif head and mine:
            lines.append(f"  {under}={head[2][2:].replace('<string>', 'TEXT')}  {head[3]}")
        elif mine and line.startswith(" " * 20):  # an option's text goes on
            lines[-1] += " " + line.strip()
    return "\n".join(lines + ["", "All of mlir-opt's options are there, too: smr-opt --help lists them.", ""])


def help_of(path, question):
    text = call(path, question)
    name = os.path.basename(path)
    if name == "smr-opt":
        text = own_passes(text)
    # The drivers tell their own options behind their compiler's.
    text = re.sub(r"^\n*SMR OPTIONS \((.*)\):\n", lambda head: f"usage: {name} [options] FILE…\n{head[1]}. "
                  "All options of the compiler pass through; SMR's own:\n\n", text)
    text = re.sub(rf"^ {{7}}(?={re.escape(name)} )", "  or:  ", text, flags=re.M)  # (as help2man knows it)
    return re.sub(r"^usage:", "Usage:", text.strip("\n") + "\n", flags=re.M)


def options_of(text):
    """(name, what stands between it and its value or "", value or "", what it does) of each option in a help text.
    Options stand at a line's start, several with commas between, and their meaning behind two blanks."""
    found = {}
    text = re.sub(r"^(  -\S+)\n +", r"\1  ", text, flags=re.M)  # a long option's meaning is on the next line
    shape = r"(?:<[^>]*>|[^\s,<]*)"
    option = rf"-[^\s,<]*{shape}(?: (?:[A-Z]+\b|<[^>]*>))?"
    for line in text.splitlines():
        head = re.match(rf"  ({option}(?:, {option})*)(?:\s{{2,}}(.*)| .*|)$", line)
        for name, space, value in re.findall(rf"(--?[A-Za-z][\w-]*)([= ]|)({shape})", head[1] if head else ""):
            found.setdefault(name, (space if value else "", value.strip("<>"), (head[2] or "").strip()))
    return [(name,) + rest for name, rest in found.items()]


def values_of(value):
    return value.split("|") if "|" in value else []


def bash(name, options):
    cases = "".join(f"    {o}) COMPREPLY=($(compgen -W '{' '.join(values_of(v))}' -- \"$word\")); return ;;\n"
                    for o, _, v, _ in options if values_of(v))
    folders = "|".join(o for o, _, v, _ in options if FOLDERS.search(v))
    cases += f"    {folders}) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n" if folders else ""
    # bash cuts words at '=': what is before it is two words back then.
    words = " ".join(o + space.strip() for o, space, _, _ in options)
    under = name.replace("-", "_").replace("+", "x")
    compiler = ""
    if "clang" in name:  # clang completes its own options
        compiler = ('  [[ $word == --smr* ]] || COMPREPLY+=($(compgen -W "$("$1" "--autocomplete=$word" 2>/dev/null |'
                    " cut -f1)\" -- \"$word\"))\n")
    return (f"# bash completion for {name}, made of its help\n_{under}() {{\n"
            f'  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}\n'
            f"  [[ $word == = ]] && word=\n"
            f"  [[ $before == = ]] && before=${{COMP_WORDS[COMP_CWORD - 2]}}\n"
            f"  case $before in\n{cases}    *) ;;\n  esac\n"
            f"  if [[ $word == -* ]]; then\n"
            f"    COMPREPLY=($(compgen -W '{words}' -- \"$word\"))\n"
            f"  {compiler}"
            f"    [[ ${{COMPREPLY[0]-}} == *= ]] && compopt -o nospace\n    return\n  fi\n"
            f"  COMPREPLY=($(compgen -f -- \"$word\"))\n}}\ncomplete -o filenames -F _{under} {name}\n")


def zsh(name, options):
    lines = []
    for option, space, value, help in options:
        help = help.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
        action = f"({' '.join(values_of(value))})" if values_of(value) else \
            "_files -/" if FOLDERS.search(value) else "_files" if FILES.search(value) else ""
        lines.append(f"  '*{option}{'=-' if space == '=' else ''}[{help}]" + (f":value:{action}" if value else "") + "'")
    return f"#compdef {name}\n# made of its help\n_arguments \\\n" + " \\\n".join(lines + ["  '*:file:_files'"]) + "\n"


def fish(name, options):
    lines = [f"# fish completion for {name}, made of its help"]
    for option, _, value, help in options:
        kind = f"-l {option[2:]}" if option.startswith("--") else \
            f"-s {option[1:]}" if len(option) == 2 else f"-o {option[1:]}"
        help = help.replace("\\", "\\\\").replace("'", "\\'")
        words = f" -x -a '{' '.join(values_of(value))}'" if values_of(value) else " -r" if value else ""
        lines.append(f"complete -c {name} {kind}{words} -d '{help}'")
    return "\n".join(lines) + "\n"


def page(name, text, version, about, out):
    """help2man runs what it describes: a script that says what we have."""
    with tempfile.TemporaryDirectory(prefix="smr-pages-") as folder:
        script = os.path.join(folder, name)
        with open(script, "w") as stream:
            stream.write("#!/bin/sh\ncase $1 in\n--version) cat <<'END'\n" + version +
                         "END\n;;\n*) cat <<'END'\n" + text.replace("…", "...") + "END\n;;\nesac\n")
        os.chmod(script, 0o755)
        done = subprocess.run(["help2man", "--no-info", "-n", about, "--manual=SMR", script], capture_output=True,
                              env=dict(os.environ, LC_ALL="C.UTF-8"))
    if done.returncode != 0:
        sys.exit(f"pages.py: help2man of {name}: {done.stderr.decode()}")
    roff = done.stdout + (b".SH \"SEE ALSO\"\n" + ", ".join(
        f".BR {other} (1)" for other, _, _ in programs() if other != name).replace(", ", ",\n").encode() + b"\n")
    with open(os.path.join(out, name + ".1.gz"), "wb") as stream:
        stream.write(gzip.compress(roff, 9, mtime=0))


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: pages.py BIN OUT")
    binaries, out = sys.argv[1:]
    for kind in "man", "bash", "zsh", "fish":
        shutil.rmtree(os.path.join(out, kind), ignore_errors=True)
        os.makedirs(os.path.join(out, kind))
    for name, question, about in programs():
        path = os.path.join(binaries, name)
        if not os.path.exists(path):
            continue
        text, about = help_of(path, question), about.strip()
        options = options_of(text)
        if not options:
            sys.exit(f"pages.py: {name} {question}: no option in it")
        if shutil.which("help2man"):
            version = re.search(r"\d+\.\d+\.\d+", call(path, question.replace("help", "version")))
            page(name, text, f"{name} (SMR) {version[0]}\n", about, os.path.join(out, "man"))
        for kind, file, write in ("bash", name, bash), ("zsh", "_" + name, zsh), ("fish", name + ".fish", fish):
            with open(os.path.join(out, kind, file), "w") as stream:
                stream.write(write(name, options))


if __name__ == "__main__":
    main()
