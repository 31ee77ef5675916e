"""Opens a page in a browser with windows. A browser of characters would take the terminal over."""

import os
import sys
import webbrowser
from collections.abc import Mapping


def has_windows(environ: Mapping[str, str], platform: str) -> bool:
    """Can this session show a window?"""
    return platform in ("win32", "darwin") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def open_browser(url: str) -> bool:
    """Open `url` if there is somewhere to open it. Returns whether a browser was asked to."""
    return has_windows(os.environ, sys.platform) and webbrowser.open(url)
