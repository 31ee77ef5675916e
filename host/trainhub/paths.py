"""Where trainhub keeps things: one folder, from --data, TRAINHUB_DATA or the system's place for user data."""

import os
from pathlib import Path

APP = "trainhub"


def data_dir(chosen: Path | None = None) -> Path:
    """The folder of the scores; `chosen` comes from --data. It is not created here."""
    if chosen is not None:
        return chosen.expanduser()
    named = os.environ.get("TRAINHUB_DATA")
    if named:
        return Path(named).expanduser()
    import platformdirs  # takes as long to load as Python itself, so only where it is needed

    return Path(platformdirs.user_data_dir(APP, appauthor=False))


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
        return Path(named).expanduser()
    import platformdirs

    return Path(platformdirs.user_config_dir(APP, appauthor=False)) / "config.toml"


def log_file(data: Path) -> Path:
    """What trainhub did, for bug reports; written with --verbose and on faults."""
    return data / "trainhub.log"
