"""Explanations of rewrites (--smr-explain), as text for build/test/cover-replay: `campaign.py explain`."""
import os
import subprocess


def nests_of(rewrites):
    """{what the nest's calls have in common: its name, its lines "laws|call"}"""
    nests = {}
    for entry in rewrites:
        if os.path.basename(entry["library"]) == "complex.pfa":  # cover-replay cannot name the parts of complex arguments
            continue
        told = entry.get("explanation")
        if not told:
            raise RuntimeError(f"{entry['file']}:{entry['line']}: {entry['idiom']} is not explained")
        key = entry["function"], *("\n".join(told[part]) + "\n" for part in ("equations", "canonical", "plan"))
        name = f"{os.path.basename(entry['file'])}:{entry['line']}: {entry['function']}"
        nests.setdefault(key, (name, []))[1].append(" ".join(told["laws"]) + "|" + told["call"])
    return nests


def text_of(nests):
    return "".join(f"{name}\n-- equations\n{key[1]}-- canonical\n{key[2]}-- plan\n{key[3]}-- told\n"
                   + "".join(line + "\n" for line in told) + "-- end\n" for key, (name, told) in nests.items())


def replay(build, libraries, text, folder):
    """Prints what is wrong and how many were replayed. Returns whether any is wrong."""
    told = os.path.join(folder, "told.txt")
    with open(told, "w", encoding="utf-8") as stream:
        stream.write(text)
    done = subprocess.run([os.path.join(build, "test", "cover-replay"), ",".join(libraries), told], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    print(done.stdout, end="")
    return done.returncode != 0
