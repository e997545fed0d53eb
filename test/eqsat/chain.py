"""Compares smr-eqsat's best order of matrix products with dynamic programming's, for chains of the given lengths."""
import json
import subprocess
import sys

bench, *lengths = sys.argv[1:]
for length in lengths:
    for seed in range(3):
        terms = subprocess.run([sys.executable, f"{bench}/chain.py", length, str(seed)],
                               check=True, text=True, capture_output=True).stdout
        cheapest = int(terms.splitlines()[0].split()[-1])
        run = subprocess.run(["smr-eqsat", f"--rules={bench}/chain.rules", "--terms=-", "--stats=json"],
                             input=terms, check=True, text=True, capture_output=True)
        stats = json.loads(run.stderr)
        if stats["phases"][0]["stop"] != "saturated" or stats["costs"] != [cheapest]:
            sys.exit(f"{length} matrices, seed {seed}: {stats['costs']}, not {cheapest}")
