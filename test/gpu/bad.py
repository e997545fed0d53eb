#!/usr/bin/env python3
"""Programs whose GPU, whose libraries or whose environment is broken.

usage: bad.py PROGRAM FAKE FOLDER            each case: output and exit code are those without a GPU, and one line says why
       bad.py --every-call PROGRAM... FAKE   the same with a fault at every call of CUDA
       bad.py --lazy PROGRAM FAKE COSTS      SMR_GPU=lazy with a fault at every call: right, or stopped with one line"""
import os
import pathlib
import re
import shutil
import subprocess
import sys


def run(program, **more):
    unset = ("SMR_GPU", "SMR_RT", "SMR_CUDA_LIBRARIES", "SMR_GPU_COSTS", "SMR_GPU_F32", "CUDA_HOME")
    environment = {k: v for k, v in os.environ.items() if k not in unset} | {"XDG_CACHE_HOME": "/nowhere"} | more
    done = subprocess.run([program], capture_output=True, text=True, env=environment, timeout=60)
    return done.stdout, done.returncode, done.stderr


def cut_libraries(fake, folder):
    """A library that was cut short, one that needs such a one, and a CUDA that has one."""
    whole = pathlib.Path(fake).read_bytes()
    cut, needs, home = folder / "libcut.so", folder / "libneeds.so", folder / "home"
    subprocess.run(["clang", "-shared", "-fPIC", "-x", "c", "/dev/null", "-o", cut, "-Wl,-soname,libcut.so"], check=True)
    subprocess.run(["clang", "-shared", "-fPIC", "-Wl,--no-as-needed", "-x", "c", "/dev/null", f"-L{folder}", "-lcut",
                    "-Wl,-rpath,$ORIGIN", "-o", needs], check=True)
    cut.write_bytes(whole[:len(whole) // 2])
    (home / "lib64").mkdir(parents=True)
    (home / "lib64" / "libcudart.so.13").write_bytes(whole[:len(whole) // 2])
    return cut, needs, home


def pipe_and_many(folder):
    """A folder with a pipe in it by the name of a library; one of many libraries that need each other."""
    pipes, many = folder / "pipes", folder / "many"
    pipes.mkdir()
    os.mkfifo(pipes / "libcudart.so.13")
    many.mkdir()
    names = [f"part{k}" for k in range(80)]
    for link in [[], [f"-L{many}", "-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN", *(f"-l{name}" for name in names)]]:
        subprocess.run(["clang", "-shared", "-fPIC", "-x", "c", "/dev/null", *link, "-o", folder / "part"], check=True)
        for name in names:
            shutil.copy(folder / "part", many / f"lib{name}.so")
    return pipes, many / "libpart0.so"


def cases(program, fake, folder):
    text, empty = folder / "text.so", folder / "empty.so"
    text.write_text("no library\n")
    subprocess.run(["clang", "-shared", "-fPIC", "-x", "c", "/dev/null", "-o", empty], check=True)
    cut, needs, home = cut_libraries(fake, folder)
    pipes, many = pipe_and_many(folder)
    table = folder / "nonsense.costs"
    table.write_text("smr-gpu-costs 1\nstart never\n")
    broken = {
        "a text file": {"SMR_CUDA_LIBRARIES": str(text)},
        "no symbols": {"SMR_CUDA_LIBRARIES": str(empty)},
        "a folder": {"SMR_CUDA_LIBRARIES": str(folder)},
        "not there": {"SMR_CUDA_LIBRARIES": str(folder / "none.so")},
        "truncated": {"SMR_CUDA_LIBRARIES": str(cut)},
        "needs a truncated one": {"SMR_CUDA_LIBRARIES": str(needs)},
        "a search finds a truncated one": {"LD_LIBRARY_PATH": str(home / "lib64")},
        "a truncated one below CUDA_HOME": {"CUDA_HOME": str(home)},
        "a search finds a pipe": {"LD_LIBRARY_PATH": str(pipes)},
        "many that need each other": {"SMR_CUDA_LIBRARIES": str(many)},
        "too many": {"SMR_CUDA_LIBRARIES": ":".join([fake] * 9)},
        "a long path": {"SMR_CUDA_LIBRARIES": "x" * 2000},
        "version 11.8": {"SMR_CUDA_LIBRARIES": fake, "FAKE_VERSION": "11080"},
        "no device": {"SMR_CUDA_LIBRARIES": fake, "FAKE_DEVICES": "0"},
        "lost": {"SMR_CUDA_LIBRARIES": fake, "FAKE_FAIL": "40"},
        "SMR_GPU": {"SMR_CUDA_LIBRARIES": fake, "SMR_GPU": "1"},
        "SMR_GPU_F32": {"SMR_CUDA_LIBRARIES": fake, "SMR_GPU_F32": "half"},
        "SMR_GPU_CHECK": {"SMR_CUDA_LIBRARIES": fake, "SMR_GPU_CHECK": "yes"},
        "SMR_GPU_STATS": {"SMR_CUDA_LIBRARIES": fake, "SMR_GPU_STATS": "2"},
        "SMR_GPU_COSTS": {"SMR_CUDA_LIBRARIES": fake, "SMR_GPU_COSTS": str(table)},
        "no costs": {"SMR_CUDA_LIBRARIES": fake, "SMR_GPU_COSTS": "/nowhere/costs"},
        "costs are a folder": {"SMR_CUDA_LIBRARIES": fake, "SMR_GPU_COSTS": str(folder)},
        "costs are a pipe": {"SMR_CUDA_LIBRARIES": fake, "SMR_GPU_COSTS": str(pipes / "libcudart.so.13")},
    }
    right = run(program, SMR_GPU="off")
    for name, environment in broken.items():
        out, code, errors = run(program, **{"SMR_GPU": "on"} | environment)
        ok = (out, code) == right[:2] and errors.count("\n") == 1
        print(f"{name}: {'' if ok else 'WRONG: '}{errors}", end="" if errors else "\n")


def every_call(program, fake):
    right = run(program, SMR_GPU="off")
    calls = int(re.search(r", (\d+) calls", run(program, SMR_CUDA_LIBRARIES=fake, FAKE_REPORT="1")[2])[1])
    wrong = 0
    for fail in range(1, calls + 1):
        out, code, errors = run(program, SMR_CUDA_LIBRARIES=fake, FAKE_REPORT="1", FAKE_FAIL=str(fail))
        if (out, code) != right[:2] or " 0 violations" not in errors:
            wrong += 1
            print(f"{pathlib.Path(program).name}: wrong with a fault at call {fail}: {code} {errors}")
    print(f"{pathlib.Path(program).name}: {calls} calls, {wrong} wrong")


def lazy(program, fake, costs):
    common = {"SMR_GPU": "lazy", "SMR_CUDA_LIBRARIES": fake, "SMR_GPU_COSTS": costs}
    right = run(program, SMR_GPU="off")
    calls = int(re.search(r", (\d+) calls", run(program, FAKE_REPORT="1", **common)[2])[1])
    stopped, lines = 0, set()
    for fail in range(1, calls + 1):
        out, code, errors = run(program, FAKE_FAIL=str(fail), **common)
        if (out, code) == right[:2]:
            continue
        stopped += 1
        lines.add(errors if code == 1 and not out else f"WRONG at call {fail}: exit code {code}, {errors}\n")
    print(f"stopped: {stopped > 0}")
    print("".join(sorted(lines)), end="")


if sys.argv[1] == "--every-call":
    for each in sys.argv[2:-1]:
        every_call(each, sys.argv[-1])
elif sys.argv[1] == "--lazy":
    lazy(*sys.argv[2:])
else:
    cases(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]))
