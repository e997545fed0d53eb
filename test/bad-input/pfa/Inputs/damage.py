"""Damages a library in the ways that damaged.test names."""
import sys

good = open(sys.argv[1], "rb").read()


def write(name, data):
    with open(name + ".pfa", "wb") as file:
        file.write(data)


def flipped(at, value):
    return good[:at] + bytes([value]) + good[at + 1 :]


write("cut", good[:512])
write("header", good[:20])
write("longer", good + b"abc")
write("flipped", flipped(1000, good[1000] ^ 1))
write("module", flipped(len(good) - 100, good[-100] ^ 1))
write("version", flipped(8, good[8] + 1))
write("empty", b"")
