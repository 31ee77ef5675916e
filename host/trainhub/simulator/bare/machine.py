"""The one thing of `machine` that mpremote's users call on any board: start anew."""

import os


def reset():
    """The process dies on the spot; whoever runs it starts another."""
    os.system("kill -9 $PPID")
