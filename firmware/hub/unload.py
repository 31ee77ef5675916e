"""Gives back the memory of a module that was needed for a while; whoever needs it again imports it anew."""

import sys


def unload(names):
    """`names`: modules of this package. What somebody still holds of them stays as it is."""
    for name in names:
        above, _, last = ("hub." + name).rpartition(".")
        package = sys.modules.get(above)
        if sys.modules.pop("hub." + name, None) is not None and hasattr(package, last):
            delattr(package, last)
