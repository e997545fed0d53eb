"""lit's test format, in a module of its own because lit sends it to its worker processes by name."""
import lit.formats


class RunLines(lit.formats.ShTest):
    """A file without a RUN line is some test's material, not a test."""

    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        for test in super().getTestsInDirectory(suite, path, lit_config, local_config):
            with open(test.getSourcePath(), "rb") as file:
                if b"RUN:" in file.read():
                    yield test
