"""The PC side of trainhub: finds a hub, keeps its score sheets, installs its firmware, simulates one.

`trainhub.Hub` is the library's front door (see `trainhub.api`). Importing this package does nothing else.
"""

from typing import TYPE_CHECKING, Any

from shared_rules import VERSION

if TYPE_CHECKING:
    from trainhub.api import Hub as Hub

__version__ = ".".join(str(part) for part in VERSION)


def __getattr__(name: str) -> Any:
    # Loaded on demand: a command line that only prints a sheet must start at once.
    if name == "Hub":
        from trainhub.api import Hub

        return Hub
    raise AttributeError(f"module 'trainhub' has no attribute {name!r}")
