"""The command line of a simulated hub, described in docs/bench.md; the same on MicroPython and CPython."""

import sys

_NUMBERS = ("bench", "serial", "seed", "start")


def parse(arguments):
    """The options as a dict; ValueError with the reason for anything else."""
    options = {
        "board": "full", "flash": None, "bench": 0, "serial": None, "driven": False, "seed": None, "down": "",
        "start": 0, "sounds": "sounds",
    }  # fmt: skip
    i = 0
    while i < len(arguments):
        name = arguments[i][2:]
        if arguments[i][:2] != "--" or name not in options:
            raise ValueError("unknown option: " + arguments[i])
        if name == "driven":
            options[name] = True
            i += 1
            continue
        if i + 1 == len(arguments):
            raise ValueError("a value is missing after " + arguments[i])
        options[name] = int(arguments[i + 1]) if name in _NUMBERS else arguments[i + 1]
        i += 2
    if options["flash"] is None:
        raise ValueError("--flash FILE is missing")
    options["down"] = options["down"].split(",") if options["down"] else []
    return options


OPTIONS = parse(sys.argv[1:])
