"""A compile server of icecc's on this machine, with SMR's environment: icecc.py ENVIRONMENT.sh LIBRARY

It works as root alone: a server goes into a root folder of its own.
"""
import contextlib
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time

from servers import check, free_port, read, run

script, library = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
run("bash", script, "smr-clang", "smr.tar.gz", library)

# (The daemons work as another user, who has to reach their folders.)
work = tempfile.mkdtemp(prefix="smr-icecc", dir="/tmp")
os.chmod(work, 0o755)
user = pwd.getpwnam("icecc")
scheduler, ports = free_port(), [free_port(), free_port()]
common = {"ICECC_TESTS": "1", "ICECC_TEST_SCHEDULER_PORTS": f"{scheduler}:{scheduler}"}


def folder(name):
    path = os.path.join(work, name)
    os.mkdir(path)
    os.chown(path, user.pw_uid, user.pw_gid)
    return path


def daemon(name, port, *more):
    base = folder(name)
    return (["iceccd", "-s", f"127.0.0.1:{scheduler}", "-n", "smr", "-N", name, "-p", str(port), "-b", base, "-vv", *more],
            {"ICECC_TEST_SOCKET": os.path.join(base, "socket")})


@contextlib.contextmanager
def running(commands):
    started = []
    try:
        for command, environment in commands:
            log = open(os.path.join(work, f"log{len(started)}"), "w")
            started.append(subprocess.Popen(command, env={**os.environ, **common, **environment}, stdout=log, stderr=log))
        yield
    finally:
        for one in reversed(started):
            one.terminate()
            one.wait()


def until(ready):
    end = time.monotonic() + 60
    while not ready():
        if time.monotonic() > end:
            raise SystemExit("the servers do not start: " + open(os.path.join(work, "log1")).read())
        time.sleep(0.1)


def remote(output, *flags):
    """Compiles there; where icecc did it here, it says why."""
    told = os.path.abspath("icecc.log")
    environment = {**common, "ICECC_VERSION": os.path.abspath("smr.tar.gz"), "ICECC_PREFERRED_HOST": "there", "ICECC_DEBUG": "info",
                   "ICECC_TEST_REMOTEBUILD": "1", "ICECC_TEST_SOCKET": os.path.join(work, "here", "socket"), "ICECC_LOGFILE": told}
    for _ in range(5):  # (the servers need a moment until they know each other)
        with contextlib.suppress(FileNotFoundError):
            os.remove(told)
        run("icecc", shutil.which("smr-clang"), "-O2", "-c", "dot.c", "-o", output, *flags, **environment)
        log = open(told).read()
        if "building_local" not in log and "<wait for cs>" in log:
            return
        time.sleep(3)
    raise SystemExit(f"{output}: not compiled there\n{log}")


try:
    os.environ["PATH"] += ":/usr/sbin"
    with running([(["icecc-scheduler", "-p", str(scheduler), "-n", "smr", "-vv"], {}),
                  daemon("here", ports[0], "--no-remote", "-m", "0"), daemon("there", ports[1], "-m", "2")]):
        until(lambda: all(os.path.exists(os.path.join(work, one, "socket")) for one in ("here", "there")))
        for name, flags in (("plain", []), ("told", ["--smr-report"]), ("own", [f"--smr-library={library}", "--smr-report"])):
            remote(f"{name}.there.o", *flags)
            run("smr-clang", "-O2", "-c", "dot.c", "-o", f"{name}.here.o", *flags)
            check(read(f"{name}.there.o") == read(f"{name}.here.o"), f"{name}: the object is the one that is made here")
        check('"idiom":"ddot"' in run("smr-dump", "--report", "told.there.o"), "a rewrite, and its report in the object")
finally:
    shutil.rmtree(work)
