"""What can go wrong on the way to a board."""

from trainhub.errors import InstallFailed


class BuildError(InstallFailed):
    """The firmware tree cannot be assembled; the cause says why."""
