"""What can go wrong, as one small tree, and the one function that turns anything into words and an exit code.

Every error says its cause and the next step in one sentence each. A class exists where somebody catches it or where the
exit code differs; nothing else. Exit codes are a closed list, documented in docs/cli.md and never reused:

    0 done · 1 a fault in trainhub itself · 2 command line not understood · 3 refused: impossible, nothing changed
    4 no hub, or the port does not exist · 5 port busy · 6 no permission for the port · 7 not a hub
    8 unplugged · 9 two histories of one game, a choice is needed · 10 score file damaged or too new
    11 the hub did not answer or could not store it · 12 installing failed · 130 stopped by Ctrl-C
"""

import errno

from trainhub.text import tr


class TrainhubError(Exception):
    """Root of everything this package raises on purpose.

    cause: what happened · next_step: what to do now · both are whole sentences in the user's language.
    """

    exit_code = 1
    kind = "error"

    def __init__(self, cause: str, next_step: str = "") -> None:
        super().__init__(cause)
        self.cause = cause
        self.next_step = next_step

    def __str__(self) -> str:
        return f"{self.cause} {self.next_step}".strip()

    def as_json(self) -> dict[str, str | int]:
        """For programs: the kind and the exit code are the same in every language."""
        return {"kind": self.kind, "cause": self.cause, "next": self.next_step, "exit_code": self.exit_code}


class UsageError(TrainhubError):
    """The command line cannot be understood."""

    exit_code = 2
    kind = "usage"


class RequestRefused(TrainhubError):
    """The request is impossible by the rules or in this state; nothing changed. `code`: an `E_*` number, or 0."""

    exit_code = 3
    kind = "refused"

    def __init__(self, cause: str, next_step: str = "", code: int = 0) -> None:
        super().__init__(cause, next_step)
        self.code = code


class PortError(TrainhubError):
    """The port cannot be used. `port` names it."""

    kind = "port"

    def __init__(self, port: str, cause: str, next_step: str = "") -> None:
        super().__init__(cause, next_step)
        self.port = port


class NoHub(PortError):
    """No hub was found, or the named port does not exist."""

    exit_code = 4
    kind = "missing"


class PortBusy(PortError):
    """Another program holds the port."""

    exit_code = 5
    kind = "busy"


class PortDenied(PortError):
    """The user may not open the port."""

    exit_code = 6
    kind = "denied"


class NotAHub(PortError):
    """Whatever is at the port does not speak the hub's language."""

    exit_code = 7
    kind = "not-a-hub"


class Unplugged(PortError):
    """The port went away while it was in use."""

    exit_code = 8
    kind = "unplugged"


class HistoriesDiffer(TrainhubError):
    """Hub and PC hold different histories of one game. `log_id` names it; `common`: events both agree on."""

    exit_code = 9
    kind = "diverged"

    def __init__(self, log_id: int, common: int, cause: str, next_step: str) -> None:
        super().__init__(cause, next_step)
        self.log_id = log_id
        self.common = common


class StoreError(TrainhubError):
    """The score file cannot be used: damaged, or written by a newer trainhub."""

    exit_code = 10
    kind = "scores"


class HubFailed(TrainhubError):
    """The hub did not answer in time, or could not store what it was told."""

    exit_code = 11
    kind = "hub"


class InstallFailed(TrainhubError):
    """Putting the firmware onto a board failed; the board keeps what it had."""

    exit_code = 12
    kind = "install"


def explain(error: BaseException) -> TrainhubError:
    """Any exception as one of ours: the one edge between code and people."""
    if isinstance(error, TrainhubError):
        return error
    if isinstance(error, PermissionError) and error.filename:
        return StoreError(
            tr("{file} may not be read or written by you.", file=error.filename),
            tr("Give yourself access to it, or name another folder with --data."),
        )
    if isinstance(error, OSError) and error.filename:
        return StoreError(
            tr("{file} cannot be used: {reason}.", file=error.filename, reason=error.strerror or error),
            tr("Check the disk, or name another folder with --data."),
        )
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):  # no file's name: standard output
        return TrainhubError(
            tr("The output cannot be written: {reason}.", reason=error.strerror),
            tr("Make room on the disk, then repeat the command."),
        )
    return TrainhubError(
        tr("trainhub itself failed: {kind}: {text}.", kind=type(error).__name__, text=error),
        tr("Please report it with the output of the same command and --debug."),
    )
