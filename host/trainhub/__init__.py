"""The PC side of trainhub: finds a hub, keeps its score sheets, installs its firmware, simulates one."""

from shared_rules import VERSION

__version__ = ".".join(str(part) for part in VERSION)
