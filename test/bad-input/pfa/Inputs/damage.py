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
write("flipped", flipped(len(good) // 2, good[len(good) // 2] ^ 1))
write("version", flipped(8, 9))
write("empty", b"")
