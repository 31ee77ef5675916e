"""Where trainhub keeps things: one folder, from --data, TRAINHUB_DATA or the system's place for user data."""

import os
import sys
from pathlib import Path

from trainhub.errors import UsageError
from trainhub.text import tr

APP = "trainhub"


def data_dir(chosen: Path | None = None) -> Path:
    """The folder of the scores; `chosen` comes from --data. It is not created here."""
    if chosen is not None:
        return expanded(chosen)
    named = os.environ.get("TRAINHUB_DATA")
    if named:
        return expanded(named)
    return _users("user_data_dir", "XDG_DATA_HOME", ".local/share")


def expanded(path: Path | str) -> Path:
    """With `~` as the home folder it stands for."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise UsageError(
            tr("{path} names the home folder of a user that this computer does not have.", path=path),
            tr("Write the whole path, or ~/ for your own home folder."),
        ) from error


def _users(kind: str, variable: str, usual: str) -> Path:
    """A folder of the user's. platformdirs knows them all, but loading it takes as long as starting Python.

    So the one rule of Linux, which every command needs, is written out here; a test compares the two.
    """
    if sys.platform == "linux":
        named = os.environ.get(variable, "")
        return (Path(named) if named.strip() and Path(named).is_absolute() else Path.home() / usual) / APP
    import platformdirs

    return Path(getattr(platformdirs, kind)(APP, appauthor=False))


def scores_file(data: Path) -> Path:
    """The SQLite file of all games."""
    return data / "scores.db"


def simulators_dir(data: Path) -> Path:
    """One small file for each running simulator, so that other commands find its port."""
    return data / "simulators"


def config_file() -> Path:
    """The user's configuration: TRAINHUB_CONFIG or the system's place for it."""
    named = os.environ.get("TRAINHUB_CONFIG")
    if named:
        return expanded(named)
    return _users("user_config_dir", "XDG_CONFIG_HOME", ".config") / "config.toml"


def log_file(data: Path) -> Path:
    """What trainhub did, for bug reports; written with --verbose and on faults."""
    return data / "trainhub.log"
