#!/usr/bin/env python3
"""Is every pair of some PAT files rejected as wrong? rejected.py smr-build file.pat…; `# undetected: name` in a
file excuses a pair. Prints the share; fails when a pair gets through, or one that was excused does not."""
import re
import subprocess
import sys

builder, *files = sys.argv[1:]
total = rejected = 0
surprises = []
for file in files:
    text = open(file).read()
    names = re.findall(r'^} name "([^"]+)"', text, re.M)
    excused = set(re.findall(r'^# undetected: (\S+)', text, re.M))
    run = subprocess.run([builder, file], capture_output=True, text=True)
    wrong = set(re.findall(r'pair "([^"]+)" is wrong', run.stderr))
    total += len(names)
    rejected += len(wrong)
    surprises += [f'{file}: {name}' for name in names if (name in wrong) == (name in excused)]
print(f'{rejected} of {total} rejected')
for surprise in surprises:
    print(surprise, 'came out otherwise than expected')
sys.exit(bool(surprises) or not total)
