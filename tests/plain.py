"""Runs test files that both interpreters share. As a program: `micropython tests/plain.py FILE.py …`.

Such a file defines `BOTH = True`, imports only what MicroPython has, and holds functions `test_*` without arguments that
use bare `assert` and `raises` from here. pytest runs it on CPython as it is; `test_both.py` runs it on MicroPython.
"""

import sys


class raises:
    """`with raises(Kind) as caught:` passes if the block raises that kind; the exception is `caught.error`."""

    def __init__(self, kind):
        self.kind = kind
        self.error = None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        assert kind is not None, "nothing was raised"
        self.error = error
        return issubclass(kind, self.kind)


def run_one(path, test):
    """Run one `test_*` function of a file."""
    names = {"__name__": "plain_test", "__file__": path}
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), names)
    names[test]()


def run(path):
    """Run every `test_*` function of the file, in order of name. Returns how many ran; exceptions pass through."""
    names = {"__name__": "plain_test", "__file__": path}
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), names)
    ran = 0
    for name in sorted(names):
        if name.startswith("test_"):
            try:
                names[name]()
            except Exception:
                print("FAILED %s: %s" % (path, name))
                raise
            ran += 1
    return ran


if __name__ == "__main__":
    total = 0
    for argument in sys.argv[1:]:
        total += run(argument)
    print("%d passed" % total)
    if not total:
        sys.exit(5)
