"""Reads what outputs.test wrote: JSON that is JSON, and says what it should."""
import json
import sys

folder = sys.argv[1]
graph, stats, proofs = (json.load(open(f"{folder}/{name}")) for name in ("json", "stats", "proofs"))
nodes = graph["nodes"]
assert len(nodes) == stats["nodes"] == 4, nodes  # a, 0, (+ a 0), (+ 0 a)
classes = {node["eclass"] for node in nodes.values()}
assert len(classes) == stats["classes"] == 2 and set(graph["root_eclasses"]) <= classes
assert all(child in nodes for node in nodes.values() for child in node["children"])
assert sorted(node["op"] for node in nodes.values()) == ["+", "+", "0", "a"]
assert all(node["cost"] == 1 for node in nodes.values())
assert stats["costs"] == [1] and stats["phases"][0]["iterations"][0]["rules"]["add-zero"] == 1
assert len(proofs) == 1 and proofs[0]["to"] == "a" and proofs[0]["steps"][0]["rule"] == "add-zero"
