"""bazel.py: a small workspace of Bazel's, built in sandboxes, without, and from its cache, gives the objects that the
same commands give outside, and the same report. Nothing is downloaded: stand-ins for Bazel's rules are made here."""
import hashlib
import os
import re
import subprocess
import sys

LIBRARY, CONFIG = sys.argv[1:]  # a library, and options for .smr

RULES = {
    "cc": ["cc_binary", "cc_library", "cc_toolchain", "cc_toolchain_suite"],
    "java": ["java_binary", "java_import", "java_library", "java_proto_library", "java_runtime", "java_toolchain"],
    "proto": ["proto_library"],
}
OUTPUTS = ["kernel/kernel.o", "norm/norm.o", "program/main.o"]
START = ["bazel", "--output_user_root=" + os.path.abspath("root"), "--max_idle_secs=60"]


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make_workspace():
    for kind, names in RULES.items():
        write(f"rules/{kind}/WORKSPACE", "")
        write(f"rules/{kind}/{kind}/BUILD", "")
        write(f"rules/{kind}/{kind}/defs.bzl", "".join(f"{name} = native.{name}\n" for name in names))
    lines = [f"common --override_repository=rules_{kind}={os.path.abspath('rules/' + kind)}\n" for kind in RULES]
    # As the manual has it (A whole project).
    lines.append("build --repo_env=CC=smr-clang --copt=--smr-report --linkopt=--smr-report\n")
    write("work/.bazelrc", "".join(lines))
    write("work/WORKSPACE", "")
    write("work/src/.smr", CONFIG + "\n")
    write(
        "work/src/BUILD",
        'cc_library(name = "smr", textual_hdrs = [".smr", "mine.pfa"])\n'
        'cc_library(name = "kernel", srcs = ["kernel.c"], deps = [":smr"])\n'
        'cc_library(name = "norm", srcs = ["norm.cc"], deps = [":smr"])\n'
        'cc_binary(name = "program", srcs = ["main.c"], deps = [":kernel", ":norm", ":smr"])\n',
    )
    loop = "  double s = 0;\n  for (int i = 0; i < n; i++)\n    s += x[i] * y[i];\n  return s;\n}\n"
    write("work/src/kernel.c", "double dot(int n, const double *x, const double *y) {\n" + loop)
    write(
        "work/src/norm.cc",
        '#include <vector>\nextern "C" double norm(int n, const double *x);\nstatic double dot(int n, const double *x, '
        "const double *y) {\n" + loop + "double norm(int n, const double *x) {\n"
        "  std::vector<double> v(x, x + n);\n  return dot(n, v.data(), v.data());\n}\n",
    )
    write(
        "work/src/main.c",
        "#include <stdio.h>\ndouble dot(int n, const double *x, const double *y), norm(int n, const double *x);\n"
        'int main(void) {\n  double x[] = {1, 2, 3, 4};\n  printf("%g %g\\n", dot(4, x, x), norm(4, x));\n}\n',
    )
    copy(LIBRARY)


def copy(library):
    with open(library, "rb") as source, open("work/src/mine.pfa", "wb") as target:
        target.write(source.read())


def build(*options):
    command = [*START, "build", "-c", "opt", "//src:program", *options]
    done = subprocess.run(command, cwd="work", capture_output=True, text=True, errors="replace", timeout=400)
    return done.returncode, done.stdout + done.stderr


def clean():
    subprocess.run([*START, "clean"], cwd="work", capture_output=True, check=True, timeout=400)


def sums(folder):
    def of(name):
        with open(os.path.join(folder, name), "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    return [of(name) for name in OUTPUTS]


def report():
    command = ["smr-dump", "--report", "bazel-bin/src/program"]
    return subprocess.run(command, cwd="work", capture_output=True, text=True, check=True).stdout


def built(*options):
    code, text = build(*options)
    if code != 0:
        sys.exit(f"{options}: failed:\n{text}")
    run = subprocess.run(["work/bazel-bin/src/program"], capture_output=True, text=True, check=True)
    assert run.stdout == "30 30\n", run.stdout
    return (sums("work/bazel-bin/src/_objs"), report()), text


def same(what, one, other):
    assert one[0] == other[0], f"{what}: other objects: {one[0]} {other[0]}"
    assert one[1] == other[1], f"{what}: another report:\n{one[1]}\n{other[1]}"
    print(f"{what}: the same")


def outside(text):
    """The commands that Bazel ran, in the workspace itself."""
    commands = re.findall(r"^\s+(\S*smr-clang .* -c src/\S+ .*)\)$", text, re.MULTILINE)
    assert len(commands) == len(OUTPUTS), text
    for command in commands:
        command = command.replace("-MF bazel-out/", "-MF ../out/").replace("-o bazel-out/", "-o ../out/")
        folder = os.path.dirname(re.search(r"-o \.\./(\S+)", command).group(1))
        os.makedirs(folder, exist_ok=True)
        subprocess.run(command, cwd="work", shell=True, check=True)
    return sums(os.path.dirname(folder))


def check():
    first, text = built("-s", "--disk_cache=" + os.path.abspath("cache"))
    found = re.findall(r'"file":"([^"]*)","line":(\d+).*?"idiom":"(\w+)"', first[1])
    assert found == [
        (os.path.realpath("work/src/kernel.c"), "3", "mine"),
        (os.path.realpath("work/src/norm.cc"), "5", "mine"),
    ], first[1]
    print("the report has both loops")
    same("outside", (outside(text), first[1]), first)
    clean()
    second, text = built("--disk_cache=" + os.path.abspath("cache"))
    assert "4 remote cache hit" in text, text
    same("from the cache", second, first)
    clean()
    same("without a sandbox", built("--spawn_strategy=local")[0], first)
    return first


def check_changes(first, other):
    copy(other)
    changed, text = built("--disk_cache=" + os.path.abspath("cache"))
    assert changed[0][:2] != first[0][:2] and '"idiom":"other"' in changed[1] and '"mine"' not in changed[1], text
    print("a changed library is a miss")
    copy(LIBRARY)
    code, text = build("--copt=--smr-library=" + os.path.abspath(other))
    assert code != 0 and "undeclared inclusion(s) in rule" in text, text
    print("a library that no rule names is an error")


make_workspace()
try:
    check_changes(check(), "other.pfa")
finally:
    subprocess.run([*START, "shutdown"], cwd="work", capture_output=True, timeout=100, check=False)
