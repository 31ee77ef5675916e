"""Running commands as a person does, in this process or in one of their own."""

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from trainhub.cli.main import main

ROOT = Path(__file__).resolve().parents[2]


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


def run(*arguments):
    """One command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(argument) for argument in arguments])
    return Done(code, out.getvalue(), err.getvalue())


def environment(**more):
    path = os.pathsep.join([str(ROOT / "host"), str(ROOT)])
    return {**os.environ, "PYTHONPATH": path, **more}


def start(*arguments, stdout=subprocess.PIPE, **more):
    """A command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "trainhub.cli.main", *map(str, arguments)], stdout=stdout, stderr=subprocess.PIPE,
        env=environment(**more),
    )  # fmt: skip


def ok(*arguments):
    """One command that must succeed; its output."""
    done = run(*arguments)
    assert done.code == 0, done.err
    return done.out
