"""The two app slots: which one starts, whatever happened to the drive. Also passes on MicroPython."""

import binascii
import hashlib

import launch
from plain import raises
from slots import TRIES, Slots

BOTH = True


class Node:
    """An open file: what is written is there once it is closed, as on littlefs."""

    def __init__(self, drive, path, mode):
        self.drive, self.path, self.mode = drive, path, mode
        self.data = b"" if mode == "wb" else drive.files[path]
        self.at = 0

    def read(self, size=-1):
        end = len(self.data) if size < 0 else self.at + size
        piece = self.data[self.at : end]
        self.at += len(piece)
        return piece

    def write(self, data):
        self.data += data

    def close(self):
        if self.mode == "wb":
            self.drive.change()
            self.drive.files[self.path] = self.data


class PowerCut(Exception):
    pass


class Drive:
    """Files in memory; the power goes before change number `left`."""

    def __init__(self, files):
        self.files = dict(files)
        self.left = -1
        self.changes = 0

    def change(self):
        if self.left == 0:
            raise PowerCut
        self.left -= 1
        self.changes += 1

    def open(self, path, mode):
        if mode == "rb" and path not in self.files:
            raise OSError(2)
        return Node(self, path, mode)

    def rename(self, old, new):
        self.change()
        self.files[new] = self.files.pop(old)

    def remove(self, path):
        self.change()
        del self.files[path]

    def rmdir(self, path):
        pass

    def stat(self, path):
        if path in self.files:
            return (0x8000, 0, 0, 0, 0, 0, len(self.files[path]))
        for name in self.files:
            if name.startswith(path + "/"):
                return (0x4000, 0, 0, 0, 0, 0, 0)
        raise OSError(2)

    def ilistdir(self, path):
        seen = []
        for name in self.files:
            if name.startswith(path + "/"):
                first = name[len(path) + 1 :].split("/")[0]
                if first not in seen:
                    seen.append(first)
        return [(name,) for name in seen]


class Chip:
    """Buttons, note and LED of a board."""

    def __init__(self, minutes=0, held=False):
        self.minutes, self.held_down, self.lit, self.restart_at = minutes, held, None, 0

    def take_note(self):
        minutes, self.minutes = self.minutes, 0
        return minutes

    def held(self):
        return self.held_down

    def light(self, on):
        self.lit = on

    def restart_in(self, minutes):
        self.restart_at = minutes


def slot(letter, version):
    """Files of a slot, with its manifest last."""
    files = {"app.pack": b"app " + version, "more.bin": version * 700}
    lines = ["%s %d %s\n" % (binascii.hexlify(hashlib.sha256(data).digest()).decode(), len(data), name)
             for name, data in sorted(files.items())]  # fmt: skip
    placed = {"/%s/%s" % (letter, name): data for name, data in files.items()}
    placed["/%s/manifest" % letter] = "".join(lines).encode()
    return placed


def board(*slots, **pointer):
    files = {"/data/tail": b"events"}
    for letter, version in slots:
        files.update(slot(letter, version))
    if pointer:
        files["/slot"] = pointer["pointer"]
    return Drive(files)


def starts(drive, count, healthy=()):
    """Folders chosen by so many starts; those with a number in `healthy` reach a healthy step."""
    chosen = []
    for n in range(count):
        slots = Slots(drive)
        chosen.append(slots.begin())
        if n in healthy:
            slots.healthy()
    return chosen


def upload(drive, files):
    """What the host does: clear the idle slot, write its files one by one, select it."""
    slots = Slots(drive)
    slots.begin()
    slots.healthy()
    folder = slots.idle()
    slots.clear(folder)
    for name, data in files.items():
        file = drive.open(name.replace("/x/", folder + "/"), "wb")
        file.write(data)
        file.close()
    return slots.select(folder)


def test_a_new_board_starts_from_its_slot():
    drive = board(("a", b"1"), pointer=b"a0")
    assert starts(drive, 5, (0, 1, 2, 3, 4)) == ["/a"] * 5
    assert drive.files["/slot"] == b"a0"


def test_a_healthy_step_costs_two_small_writes_a_start():
    drive = board(("a", b"1"), pointer=b"a0")
    slots = Slots(drive)
    slots.begin()
    for _ in range(10):
        slots.healthy()
    assert drive.changes == 2


def test_three_bad_starts_fall_back_to_the_other_slot():
    drive = board(("a", b"1"), ("b", b"2"), pointer=b"b0")
    assert starts(drive, TRIES) == ["/b"] * TRIES
    slots = Slots(drive)
    assert slots.begin() == "/a" and slots.fell_back() and slots.running() == "a"
    slots.healthy()
    assert drive.files["/slot"] == b"a0"
    assert starts(drive, 3, (0, 1, 2)) == ["/a"] * 3


def test_two_bad_starts_are_forgiven():
    drive = board(("a", b"1"), ("b", b"2"), pointer=b"b0")
    assert starts(drive, 9, (2, 5, 8)) == ["/b"] * 9


def test_when_both_are_bad_one_start_has_no_app():
    drive = board(("a", b"1"), ("b", b"2"), pointer=b"a0")
    assert starts(drive, 8) == ["/a"] * 3 + ["/b"] * 3 + ["", "/a"]


def test_with_one_slot_only_that_one_is_tried():
    drive = board(("a", b"1"), pointer=b"a0")
    assert starts(drive, 5) == ["/a"] * 3 + ["", "/a"]


def test_a_missing_or_damaged_pointer_starts_what_is_there():
    for pointer in (b"", b"zz", b"a", b"a0\n", b"b\xff", b"\x00\x00"):
        assert starts(board(("a", b"1"), pointer=pointer), 1) == ["/a"]
        assert starts(board(("b", b"1"), pointer=pointer), 1) == ["/b"]
    assert starts(board(("a", b"1"), ("b", b"2")), 1) == ["/a"]
    assert starts(board(), 2) == ["", ""]


def test_a_pointer_to_an_empty_slot_starts_the_other():
    assert starts(board(("a", b"1"), pointer=b"b0"), 1) == ["/a"]


def test_an_update_runs_from_the_next_start_on():
    drive = board(("a", b"1"), pointer=b"a0")
    assert upload(drive, slot("x", b"2")) == ""
    assert drive.files["/slot"] == b"b0" and drive.files["/a/app.pack"] == b"app 1"
    assert starts(drive, 1, (0,)) == ["/b"]
    assert upload(drive, slot("x", b"3")) == ""
    assert drive.files["/a/app.pack"] == b"app 3" and starts(drive, 1) == ["/a"]


def test_what_is_not_whole_is_not_selected():
    good = slot("x", b"2")
    for name in ("/x/app.pack", "/x/more.bin"):
        for wrong in (None, b"", good[name][:-1], b"y" + good[name][1:]):
            files = dict(good)
            files.pop(name)
            if wrong is not None:
                files[name] = wrong
            drive = board(("a", b"1"), pointer=b"a0")
            assert upload(drive, files) != ""
            assert starts(drive, 1) == ["/a"]
    files = dict(good)
    files.pop("/x/manifest")
    assert upload(board(("a", b"1"), pointer=b"a0"), files) == "no manifest"


def test_an_upload_cut_at_any_point_leaves_a_hub_that_starts():
    files = slot("x", b"2")
    whole = board(("a", b"1"), ("b", b"0"), pointer=b"a0")
    upload(whole, files)
    for left in range(whole.changes + 1):
        drive = board(("a", b"1"), ("b", b"0"), pointer=b"a0")
        drive.left = left
        try:
            upload(drive, files)
        except PowerCut:
            pass
        drive.left = -1
        chosen = starts(drive, 1, (0,))[0]
        assert chosen in ("/a", "/b")
        assert drive.files[chosen + "/app.pack"] == (b"app 1" if chosen == "/a" else b"app 2")
        assert drive.files["/data/tail"] == b"events"
        assert upload(drive, files) == "", left
    assert left == whole.changes


def test_the_running_slot_is_never_touched():
    slots = Slots(board(("a", b"1"), ("b", b"2"), pointer=b"b0"))
    assert slots.begin() == "/b" and slots.idle() == "/a"
    for folder in ("/b", "/", "", "/data", "/c"):
        with raises(ValueError):
            slots.clear(folder)
        with raises(ValueError):
            slots.select(folder)


def test_a_full_drive_still_starts():
    class Full(Drive):
        def open(self, path, mode):
            if mode == "wb":
                raise OSError(28)
            return Drive.open(self, path, mode)

    drive = Full(board(("a", b"1"), pointer=b"a0").files)
    assert starts(drive, 4, (0, 1, 2, 3)) == ["/a"] * 4


def choose(drive, chip):
    launch.slots = Slots(drive)
    return launch.choose(chip)


def test_round_held_at_power_up_starts_no_app():
    drive = board(("a", b"1"), pointer=b"a0")
    chip = Chip(held=True)
    assert choose(drive, chip) == "" and chip.lit
    assert drive.files["/slot"] == b"a0"  # no try was counted
    chip = Chip()
    assert choose(drive, chip) == "/a" and not chip.lit


def test_maintenance_starts_no_app_once_and_ends_by_itself():
    drive = board(("a", b"1"), pointer=b"a0")
    chip = Chip(minutes=7)
    assert choose(drive, chip) == "" and chip.lit and chip.restart_at == 7
    assert drive.files["/slot"] == b"a0"
    assert choose(drive, chip) == "/a"
