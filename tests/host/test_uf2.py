"""The file for a blank board: MicroPython and a filled drive in one UF2; anything else is refused with its reason."""

import struct

import pytest
from littlefs import LittleFS

from trainhub.deploy import image, packing, uf2
from trainhub.deploy.errors import BuildError

ABOUT = b"MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040\0"
FAMILY = {"rp2040": 0xE48BFF56, "rp2350": 0xE48BFF59}


def blocks(pages, family):
    """A UF2 file of these pages (address -> 256 bytes), written the long way."""
    out = b""
    for number, (address, page) in enumerate(sorted(pages.items())):
        out += struct.pack("<IIIIIIII", 0x0A324655, 0x9E5D5157, 0x2000, address, 256, number, len(pages), family)
        out += page + bytes(220) + struct.pack("<I", 0x0AB16F30)
    return out


def micropython(chip="rp2040", about=ABOUT, pages=20):
    flash = (b"\x11" * 700 + about).ljust(pages * 256, b"\x22")
    return blocks({uf2.FLASH + i * 256: flash[i * 256 : i * 256 + 256] for i in range(pages)}, FAMILY[chip])


def flash_of(data):
    """Address -> byte of a UF2 file, and the set of its families."""
    flash, families, numbers = {}, set(), []
    for offset in range(0, len(data), 512):
        head = struct.unpack_from("<8I", data, offset)
        assert head[:2] == (0x0A324655, 0x9E5D5157) and data[offset + 508 : offset + 512] == b"\x30\x6f\xb1\x0a"
        flash[head[3]] = data[offset + 32 : offset + 32 + head[4]]
        families.add(head[7])
        numbers.append((head[5], head[6]))
    return flash, families, numbers


def drive_from(flash, chip):
    """The files in the filesystem of a flash."""
    size = chip.fs_blocks * 4096
    raw = bytearray(b"\xff" * size)
    for address, page in flash.items():
        if address >= chip.fs_base:
            raw[address - chip.fs_base : address - chip.fs_base + 256] = page
    drive = LittleFS(block_size=4096, block_count=chip.fs_blocks, prog_size=256, read_size=32, cache_size=1024,
                     lookahead_size=32, mount=False)  # fmt: skip
    drive.context.buffer = raw
    drive.mount()
    return {
        f"{folder.strip('/')}/{name}".lstrip("/"): drive.open(f"{folder}/{name}", "rb").read()
        for folder, _, names in drive.walk("/")
        for name in names
    }


FILES = {"boot.py": b"import x\n", "a/app.pack": bytes(range(256)) * 40, "a/manifest": b"m", "sounds/bell.wav": b"w" * 5000}


@pytest.mark.parametrize("name", ["rp2040", "rp2350"])
def test_one_file_holds_micropython_and_the_drive(name):
    found = uf2.read(micropython(name))
    assert (found.chip.name, found.version) == (name, "1.28.0")
    made = uf2.write(found, image.filesystem(FILES, found.chip))
    flash, families, numbers = flash_of(made)
    assert families == {FAMILY[name]}
    assert numbers == [(i, len(flash)) for i in range(len(flash))]
    assert {a: p for a, p in flash.items() if a < found.chip.fs_base} == found.pages
    assert drive_from(flash, found.chip) == FILES


def test_sectors_are_written_whole():
    chip = uf2.CHIPS["rp2040"]
    flash, _, _ = flash_of(uf2.write(uf2.read(micropython()), image.filesystem(FILES, chip)))
    for address in flash:
        if address >= chip.fs_base:
            sector = address // 4096 * 4096
            assert all(sector + page in flash for page in range(0, 4096, 256))


def test_the_block_of_the_chips_erratum_is_kept():
    lead = blocks({0x10FFFF00: b"\xef" * 256}, 0xE48BFF57)
    found = uf2.read(lead + micropython("rp2350"))
    assert uf2.write(found, b"").startswith(lead)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no multiple of 512"),
        (b"hello", "no multiple of 512"),
        (b"\0" * 512, "no UF2 mark"),
        (micropython()[:-1] + b"\0", "no UF2 mark"),
        (blocks({0x10000000: b"x" * 256}, 0x16573617), "another chip"),
        (micropython() + blocks({0x10010000: b"x" * 256}, FAMILY["rp2350"]), "2 kinds of chip"),
        (micropython(about=b"CircuitPython 10.0 on 2026-01-01"), "no MicroPython"),
        (micropython(about=b"MicroPython v1.19.1 on 2022-06-18; Raspberry Pi Pico with RP2040"), "1.24.0"),
    ],
)
def test_what_is_refused(data, reason):
    with pytest.raises(BuildError, match=reason):
        uf2.read(data)


def test_files_that_do_not_fit_are_refused():
    with pytest.raises(BuildError, match="do not fit"):
        image.filesystem({"big": bytes(2_000_000)}, uf2.CHIPS["rp2040"])


def test_an_image_that_reaches_into_the_drive_is_refused():
    found = uf2.read(micropython())
    found.pages[found.chip.fs_base] = bytes(256)
    with pytest.raises(BuildError, match="larger"):
        uf2.write(found, b"")


TREE = {
    "boot.py": b"b", "start.py": b"s", "launch.mpy": b"l", "slots.mpy": b"sl", "pack.mpy": b"p", "main.mpy": b"m",
    "hub/__init__.mpy": b"", "hub/app.mpy": b"app" * 300, "hub/hal/pico_boot.mpy": b"pb", "sounds/bell.wav": b"w",
}  # fmt: skip


def test_the_drive_of_a_new_board():
    files = image.drive_files(TREE)
    assert sorted(files) == [
        "a/app.pack", "a/manifest", "boot.py", "launch.mpy", "main.py", "pack.mpy", "pico_boot.mpy", "slot", "slots.mpy",
        "sounds/bell.wav",
    ]  # fmt: skip
    assert files["main.py"] == b"s" and files["slot"] == b"a0"
    with pytest.raises(BuildError, match="slots.mpy"):
        image.drive_files({name: data for name, data in TREE.items() if name != "slots.mpy"})


def test_the_slots_on_a_board_accept_the_manifest(tmp_path):
    import os

    from slots import Slots

    class Folder:
        """A folder of this computer as the drive of a board."""

        def open(self, path, mode):
            return open(f"{tmp_path}{path}", mode)

        def stat(self, path):
            return tuple(os.stat(f"{tmp_path}{path}"))

        def rename(self, old, new):
            os.replace(f"{tmp_path}{old}", f"{tmp_path}{new}")

    for name, data in image.drive_files(TREE).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    slots = Slots(Folder())
    assert slots.check("/a") == "" and slots.begin() == "/a"


def test_a_pack_gives_every_module_back(tmp_path):
    import pack

    modules = {"main.mpy": b"main", "hub/__init__.mpy": b"", "hub/app.mpy": b"app" * 200, "hub/hal/x.mpy": b"x"}
    (tmp_path / "app.pack").write_bytes(packing.pack(modules))
    with open(tmp_path / "app.pack", "rb") as file:
        drive = pack.Pack(file)
        for name, data in modules.items():
            assert drive.stat(f"/{name}")[0] == 0x8000
            piece = bytearray(len(data))
            assert drive.open(f"/{name}", "rb").readinto(piece) == len(data) and piece == data
        assert drive.stat("/hub")[0] == drive.stat("/hub/hal")[0] == 0x4000
        for absent in ("/hub/app.py", "/hub/app", "/ub", "/hub/hal/x"):
            with pytest.raises(OSError):
                drive.stat(absent)
        with pytest.raises(OSError):
            drive.open("/hub", "rb")
