"""The tests of a build as ctest lists them, a folder of lit's as its single files; and one run of one of them."""
import contextlib
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time

MEMORY = 8 << 30  # a mutant that allocates without end must not take the machine with it
WRITTEN = 1 << 30


def cases(source, build):
    """[{name, command, folder, environment, nightly, skip}]: what the quick check runs, then what the nightly check runs in
    another way. house/* is left out: it reads sources, and runs nothing of lib/."""
    listed, found = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, check=True), []
    for entry in json.loads(listed.stdout)["tests"]:
        properties = {item["name"]: item["value"] for item in entry.get("properties", [])}
        name, command = entry["name"], entry.get("command", [])
        case = {"name": name, "command": command, "folder": properties.get("WORKING_DIRECTORY", build),
                "environment": dict(item.split("=", 1) for item in properties.get("ENVIRONMENT", [])),
                "nightly": "nightly" in properties.get("LABELS", []), "skip": properties.get("SKIP_RETURN_CODE"), "longer": True}
        if command and os.path.basename(command[0]) == "lit":
            files = subprocess.run([*command, "--show-tests"], capture_output=True, text=True, check=True,
                                   env={**os.environ, **case["environment"]}).stdout
            for file in re.findall(r"^ *SMR :: (\S+)", files, re.MULTILINE):
                single = [*command[:-1], os.path.join(build, "test", file)]
                with open(os.path.join(source, "test", file), encoding="latin-1") as text:
                    longer = case["nightly"] or bool(re.search("nightly|%quick|%fewer", text.read()))
                found.append({**case, "name": f"{name}: {file}", "command": single, "longer": longer})
        elif command and not name.startswith("house/"):
            found.append(case)
    quick = [case for case in found if not case["nightly"]]
    return [in_check(case, False) for case in quick] + [in_check(case, True) for case in found if case["longer"]]


def in_check(case, nightly):
    """The test as tools/check.sh runs it: all but --nightly run a tenth of the random tests' rounds."""
    environment = {"SMR_SEED": "1", "SMR_ROUNDS": "100" if nightly else "10", **case["environment"]}
    return {**case, "name": case["name"] + " (nightly)" * nightly, "environment": environment, "nightly": nightly}


def run(case, switch, processor, wall):
    """Runs a test with SMR_MUTANT=switch. Returns whether it passes (one that is skipped does), its processor seconds, and
    its wall seconds. Stops it after `wall` seconds, and each process in it after `processor` seconds. It does not see
    the caches of other runs."""
    def limits():
        os.setsid()
        for kind, most in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_FSIZE, WRITTEN), (resource.RLIMIT_CORE, 0),
                           (resource.RLIMIT_CPU, int(processor) + 1)):
            resource.setrlimit(kind, (most, most))

    start, status, before = time.monotonic(), None, resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, **case["environment"], "SMR_MUTANT": switch, "XDG_CACHE_HOME": cache}
        process = subprocess.Popen(case["command"], cwd=case["folder"], env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limits)
        try:
            status = process.wait(wall)
        except subprocess.TimeoutExpired:
            pass
        finally:  # what it started, too, also when this program is stopped
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return status is not None and status in (0, case["skip"]), used, time.monotonic() - start
