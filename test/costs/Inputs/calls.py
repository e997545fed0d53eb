"""A table of costs from made-up times: calls that take 0.1 ns for each addition, 0.5 ns for each edge and 100 ns; loops as rounds.c has them."""
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import calls  # noqa: E402

rows = []
for pairs, kernels, thin, work, edges in calls.FAMILIES:
    for kernel in kernels.split():
        for size in (3, 8, 20, 50, 100, 200):
            for m, n, k in {(size, size, size), (3, size, size), (size, 3, size), (size, size, 3)}:
                call = 0.1*calls.value(work, m, n, k) + (0.5*calls.value(edges, m, n, k) if edges else 0) + 100
                for letter in "ds":
                    rows.append((kernel, letter, m, n, k, 0.6*calls.value(work, m, n, k), call))
for line in calls.lines({False: rows}):
    print(line)
