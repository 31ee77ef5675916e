"""`python -m trainhub.simulator [FLASH]`: a simulated hub until Ctrl-C; prints its port and its bench."""

import argparse
import sys
from pathlib import Path

from trainhub.errors import TrainhubError
from trainhub.simulator.hub import Simulator
from trainhub.simulator.scratch import Scratch


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m trainhub.simulator", description="Run a simulated hub.")
    parser.add_argument("flash", nargs="?", type=Path, help="file of its flash (default: a new one)")
    parser.add_argument("--board", default="full", help="full or minimal")
    parser.add_argument("--port", choices=("pty", "socket"), help="kind of its serial port")
    parser.add_argument("--back-end", choices=("auto", "micropython", "cpython"), default="auto")
    options = parser.parse_args()
    with Scratch() as folder:
        flash = options.flash or folder / "flash"
        try:
            with Simulator(flash, options.board, port=options.port, back_end=options.back_end) as hub:
                print(f"port {hub.port}\n{hub.back_end}, flash {hub.flash}; Ctrl-C ends it", flush=True)
                status = hub.wait()
                print("\n".join([*hub.said, f"the simulated hub ended with status {status}"]), file=sys.stderr)
                return 1
        except KeyboardInterrupt:
            return 0
        except TrainhubError as error:
            print(error, file=sys.stderr)
            return error.exit_code


if __name__ == "__main__":
    sys.exit(main())
