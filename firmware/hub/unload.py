"""Gives back the memory of a module that was needed for a while; whoever needs it again imports it anew."""

import sys


def unload(names):
    """`names`: modules of this package. What somebody still holds of them stays as it is."""
    package = sys.modules["hub"]
    for name in names:
        if sys.modules.pop("hub." + name, None) is not None and hasattr(package, name):
            delattr(package, name)
