"""Images for the emulated Pico, made once a run; everything here is skipped, with the reason, where it cannot be had."""

import pytest

from pico import firmware
from pico.pico import Pico, Unavailable, set_up


@pytest.fixture(scope="session")
def files():
    """The drive of a new full hub."""
    try:
        firmware.micropython_uf2()
        set_up()
    except Unavailable as reason:
        pytest.skip(str(reason))
    return firmware.drive("full")


@pytest.fixture(scope="session")
def image(files):
    """UF2 of a new full hub."""
    return firmware.combined(files, "new")


@pytest.fixture
def power(files):
    """`power(uf2=...)`: a Pico with power, switched off at the test's end."""
    boards = []

    def on(**options):
        boards.append(Pico(**options))
        return boards[-1]

    yield on
    for board in boards:
        board.close()
