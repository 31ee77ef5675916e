"""A board in its bootloader: which drive is meant, which image it gets, and what happens when either goes wrong.

The drive is a folder with a bootloader's file in it, and a thread that behaves like the boot ROM behind it.
"""

import hashlib
import http.server
import shutil
import struct
import threading

import pytest
from board_rig import CHIP, contents, files, flashed, needs_board, start_or_skip
from helpers import run
from test_uf2 import flash_of, micropython

from trainhub.deploy import bootsel, comeback, pinned, uf2
from trainhub.deploy import drives as firmware
from trainhub.errors import InstallFailed, NoHub, RequestRefused
from trainhub.upkeep import drives

INFO = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {}\n"


def quiet(what, done, total):
    pass


class BootRom:
    """The drive of a chip in its bootloader: takes whole UF2 files of its own family, and goes away.

    `then(data)` is what the chip does after its restart.
    """

    def __init__(self, folder, label="RPI-RP2", families=(0xE48BFF56,), then=None):
        self.folder = folder
        self._then = then
        self.taken = b""
        self._families = families
        folder.mkdir()
        (folder / drives.INFO).write_text(INFO.format(label))
        self._off = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self):
        self._thread.start()
        return drives.Drive(self.folder, drives.chip_of(self.folder))

    def __exit__(self, *_):
        self._off.set()
        self._thread.join()

    def _watch(self):
        while not self._off.wait(0.01):
            for file in self.folder.glob("*.uf2"):
                data = file.read_bytes()
                if len(data) >= 512 and self._whole(data):
                    self.taken = data
                    shutil.rmtree(self.folder)
                    if self._then:
                        self._then(data)
                    return

    def _whole(self, data):
        """As the boot ROM does it: count the blocks of its own family, ignore all others without a word."""
        blocks = [struct.unpack_from("<8I", data, at) for at in range(0, len(data) - 511, 512)]
        mine = [block for block in blocks if block[7] in self._families]
        return mine and len({block[5] for block in mine}) == mine[0][6]


def test_a_drive_takes_the_file_and_goes_away(tmp_path):
    rom = BootRom(tmp_path / "RPI-RP2")
    data = micropython(pages=300)
    steps = []
    with rom as drive:
        bootsel.copy(drive, data, lambda what, done, total: steps.append((done, total)))
    assert rom.taken == data
    assert steps[-1] == (len(data), len(data)) and len(steps) > 2
    assert not drive.path.exists()


def test_a_file_that_the_boot_rom_ignores_is_told(tmp_path):
    with BootRom(tmp_path / "RPI-RP2", families=(0xE48BFF59,)) as drive:
        with pytest.raises(InstallFailed, match="has not restarted"):
            bootsel.copy(drive, micropython(), quiet, patience=0.3)


def test_a_drive_pulled_out_or_full_is_told(tmp_path):
    drive = drives.Drive(tmp_path / "gone", "RP2040")
    with pytest.raises(InstallFailed, match="took 0 of"):
        bootsel.copy(drive, micropython(), quiet)
    full = drives.Drive(tmp_path, "RP2040")
    (tmp_path / bootsel.FILE).symlink_to("/dev/full")
    with pytest.raises(InstallFailed, match="No space left"):
        bootsel.copy(full, micropython(), quiet)


@pytest.mark.parametrize("chip, other", [("RP2040", "rp2350"), ("RP2350", "rp2040")])
def test_an_image_for_the_other_chip_is_refused(chip, other, tmp_path):
    drive = drives.Drive(tmp_path, chip)
    bootsel.right_chip(drive, uf2.read(micropython(chip.lower())))
    with pytest.raises(InstallFailed, match=f"is for {other.upper()}, the board has {chip}") as caught:
        bootsel.right_chip(drive, uf2.read(micropython(other)))
    assert ("RPI_PICO2" in caught.value.next_step) == (chip == "RP2350")


def test_which_drive_is_meant(tmp_path, monkeypatch):
    labels = tmp_path / "labels"
    labels.mkdir()
    monkeypatch.setattr(drives, "_candidates", lambda: drives._below([tmp_path / "media"]))
    with pytest.raises(NoHub, match="Hold the button BOOTSEL"):
        bootsel.find(labels=labels)
    (labels / "RP2350").touch()
    with pytest.raises(NoHub, match="udisksctl mount -b .*RP2350"):
        bootsel.find(labels=labels)
    for name, label in (("one", "RPI-RP2"), ("two", "RP2350")):
        (tmp_path / "media" / name).mkdir(parents=True)
        (tmp_path / "media" / name / drives.INFO).write_text(INFO.format(label))
        found = bootsel.find(tmp_path / "media" / name)
        assert bootsel.chip(found).name == {"one": "rp2040", "two": "rp2350"}[name]
    with pytest.raises(RequestRefused, match="several boards"):
        bootsel.find(labels=labels)
    shutil.rmtree(tmp_path / "media" / "two")
    assert bootsel.find(labels=labels).path == tmp_path / "media" / "one"
    with pytest.raises(NoHub, match="is not the drive of a board"):
        bootsel.find(labels)


# downloads


@pytest.fixture
def image():
    data = micropython(pages=400)
    return pinned.Pinned("RPI_PICO-1.uf2", hashlib.sha256(data).hexdigest()), data


@pytest.fixture
def server(tmp_path):
    """A web server on this computer whose folder is `tmp_path/www`; yields its address and what was asked for."""
    (tmp_path / "www").mkdir()
    asked = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=str(tmp_path / "www"))

        def log_message(self, form, *values):
            asked.append(self.path)

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as served:
        thread = threading.Thread(target=served.serve_forever, args=(0.02,))
        thread.start()
        yield f"http://127.0.0.1:{served.server_port}/", asked
        served.shutdown()
        thread.join()


def test_an_image_is_downloaded_once(tmp_path, image, server):
    wanted, data = image
    address, asked = server
    (tmp_path / "www" / wanted.name).write_bytes(data)
    steps = []
    kept = pinned.fetch(wanted, tmp_path / "kept", lambda what, done, total: steps.append((done, total)), address)
    assert kept.read_bytes() == data
    assert steps[-1] == (len(data), len(data))
    assert pinned.fetch(wanted, tmp_path / "kept", quiet, address) == kept
    assert len(asked) == 1
    kept.write_bytes(data[:1000])  # damaged meanwhile: fetched anew
    assert pinned.fetch(wanted, tmp_path / "kept", quiet, address).read_bytes() == data


def test_a_file_url_serves_too(tmp_path, image, monkeypatch):
    wanted, data = image
    (tmp_path / wanted.name).write_bytes(data)
    monkeypatch.setenv("TRAINHUB_UF2_SOURCE", tmp_path.as_uri())
    assert pinned.fetch(wanted, tmp_path / "kept", quiet).read_bytes() == data


def test_an_image_that_is_not_the_tested_one_is_refused(tmp_path, image, server):
    wanted, data = image
    (tmp_path / "www" / wanted.name).write_bytes(data[:-1] + b"?")
    with pytest.raises(InstallFailed, match="is not the file that was tested"):
        pinned.fetch(wanted, tmp_path / "kept", quiet, server[0])
    assert not (tmp_path / "kept").exists()


def test_offline_says_where_to_get_the_file(tmp_path, image, server):
    wanted, _ = image
    for source in (server[0], "http://127.0.0.1:1/", (tmp_path / "none").as_uri(), "no address at all"):
        with pytest.raises(InstallFailed, match="cannot be downloaded from") as caught:
            pinned.fetch(wanted, tmp_path / "kept", quiet, source)
        assert f"micropython.org/resources/firmware/{wanted.name}" in caught.value.next_step
        assert "--uf2 FILE" in caught.value.next_step
        assert caught.value.exit_code == 12


def test_every_chip_has_a_pinned_image():
    for chip in uf2.CHIPS.values():
        found = pinned.image_for(chip)
        assert found.name.startswith(chip.board + "-") and pinned.VERSION in found.name
        assert len(bytes.fromhex(found.sha256)) == 32


# the command


class Pico:
    """A chip whose boot ROM fills its flash and then starts a simulated board on it, whose port turns up at `port`."""

    def __init__(self, tmp_path):
        self.drive = tmp_path / "flash"
        self.port = tmp_path / "port"
        self.board = None
        self.rom = BootRom(tmp_path / "RPI-RP2", then=self._start)

    def _start(self, data):
        flash = bytearray(self.drive.read_bytes() if self.drive.exists() else b"\xff" * (352 * 4096))
        for address, page in flash_of(data)[0].items():
            at = address - CHIP.fs_base
            if at >= 0:
                flash[at : at + 256] = page
        self.drive.write_bytes(flash)
        self.board = start_or_skip(self.drive)
        self.port.symlink_to(self.board.port)

    def __enter__(self):
        self.rom.__enter__()
        return self

    def __exit__(self, *_):
        self.rom.__exit__()
        if self.board:
            self.board.close()


@pytest.fixture
def pico(tmp_path, monkeypatch):
    monkeypatch.setattr(firmware, "simulated", files)
    with Pico(tmp_path) as made:
        yield made


@pytest.fixture
def plain(tmp_path):
    path = tmp_path / "RPI_PICO.uf2"
    path.write_bytes(micropython())
    return path


def setup(pico, *arguments):
    return run("setup", "--drive", pico.rom.folder, "--port", pico.port, "--board", "simulated", "--json", *arguments)


@needs_board
def test_setup_makes_a_hub_of_a_blank_chip(pico, plain):
    done = setup(pico, "--uf2", plain, "--yes")
    assert done.code == 0, done.err
    assert (done.json["kind"], done.json["state"], done.json["firmware"]) == ("blank", "DEMO", "0.1.0")
    assert "vanishes" in done.err


@needs_board
def test_setup_downloads_what_it_needs(pico, plain, tmp_path, monkeypatch):
    data = plain.read_bytes()
    name = pinned.image_for(CHIP).name
    monkeypatch.setattr(uf2, "RELEASES", {hashlib.sha256(data).hexdigest(): name})
    monkeypatch.setenv("TRAINHUB_UF2_SOURCE", (tmp_path / "nowhere").as_uri())
    offline = setup(pico, "--yes")
    assert offline.code == 12 and "cannot be downloaded" in offline.err and "--uf2 FILE" in offline.err
    plain.rename(tmp_path / name)
    monkeypatch.setenv("TRAINHUB_UF2_SOURCE", tmp_path.as_uri())
    assert setup(pico, "--yes").json["kind"] == "blank"


@needs_board
def test_setup_keep_renews_micropython_and_nothing_else(pico, plain):
    flashed(pico.drive, {"data/old/kept": b"a game"})
    done = setup(pico, "--uf2", plain, "--keep")
    assert done.code == 0, done.err
    assert done.json["kind"] == "current"
    assert contents(pico.drive)["/data/old/kept"] == b"a game"


def test_setup_asks_before_everything_is_replaced(pico, plain, tmp_path):
    refused = setup(pico, "--uf2", plain)
    assert refused.code == 3
    assert "games of a hub" in refused.err and "--keep" in refused.err
    other = tmp_path / "other.uf2"
    other.write_bytes(micropython("rp2350"))
    assert setup(pico, "--uf2", other, "--yes").code == 12
    other.write_bytes(b"no UF2 at all")
    assert setup(pico, "--uf2", other, "--yes").code == 12
    assert setup(pico, "--uf2", tmp_path / "none.uf2", "--yes").code == 12
    assert [path.name for path in pico.rom.folder.iterdir()] == [drives.INFO]
    assert run("setup", "--board", "huge").code == 2


def test_setup_takes_a_yes_alone_for_a_yes(pico, plain, monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for typed, code in ((["", "  ", "yn", "n"], 3), (["", None], 130)):  # None: the input ends
        answers = iter(typed)

        def ask(prompt, answers=answers):
            answer = next(answers)
            if answer is None:
                raise EOFError
            return answer

        monkeypatch.setattr("builtins.input", ask)
        done = run("setup", "--drive", pico.rom.folder, "--uf2", plain)
        assert (done.code, "Traceback" in done.err) == (code, False), done.err
        assert next(answers, "all asked") == "all asked"
        assert [path.name for path in pico.rom.folder.iterdir()] == [drives.INFO]


def test_setup_without_any_board_says_how_to_get_one(monkeypatch):
    monkeypatch.setattr(drives, "_candidates", list)
    done = run("setup")
    assert done.code == 4
    assert "BOOTSEL" in done.err and "data cable" in done.err


@needs_board
def test_setup_finds_a_board_with_micropython_at_its_port(tmp_path, monkeypatch):
    monkeypatch.setattr(drives, "_candidates", list)
    monkeypatch.setattr(firmware, "simulated", files)
    with start_or_skip(flashed(tmp_path / "flash")) as board:
        comeback.greeting(board.port)
        assert run("setup", "--port", board.port, "--json").json["kind"] == "current"
