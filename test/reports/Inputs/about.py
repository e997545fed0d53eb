"""Each pair of the libraries in a folder says what it is: about.py FOLDER"""
import json
import pathlib
import subprocess
import sys

libraries = sorted(pathlib.Path(sys.argv[1]).glob("*.pfa"))
pairs = [pair for library in libraries
         for pair in json.loads(subprocess.check_output(["smr-dump", "--json", str(library)]))["pairs"]]
mute = [pair["name"] for pair in pairs if not pair.get("about")]
if mute or not pairs:
    sys.exit(f"of {len(pairs)} pairs these do not say what they are: {mute}")
