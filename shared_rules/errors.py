"""Exceptions of the core. Each one is meant to be caught by somebody (see docs/errors in design order:
the edge turns them into a wire code on the hub and into a message with cause and next step on the PC)."""

from shared_rules.constants import ERROR_NAMES


class CoreError(Exception):
    """Root of everything the core raises on purpose."""


class Refused(CoreError):
    """An event was refused whole; nothing changed.

    code: one of the `E_*` numbers of `constants`.
    """

    def __init__(self, code, detail=""):
        self.code = code
        self.detail = detail
        text = ERROR_NAMES[code] if 0 <= code < len(ERROR_NAMES) else "error %d" % code
        super().__init__("%s: %s" % (text, detail) if detail else text)


class Corrupt(CoreError):
    """Bytes that should be a log, a snapshot or a frame are not."""
