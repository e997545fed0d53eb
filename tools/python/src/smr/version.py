"""The package's version, which is SMR's."""
VERSION = "0.1.0"
