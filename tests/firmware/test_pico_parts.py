"""What the Pico's drivers are made of that needs no Pico: board checks, sound files, tones, parts that do nothing."""

import os

import boards.full
import boards.minimal
from hub.hal import board_check, null, pico_wav
from plain import raises

BOTH = True


class Data:
    """Board data with some of it changed."""

    def __init__(self, source, **changes):
        for key in dir(source):
            if key[0] != "_":
                setattr(self, key, getattr(source, key))
        for key in changes:
            setattr(self, key, changes[key])


BOARDS = (boards.full, boards.minimal)


def test_the_boards_are_right():
    for board in BOARDS:
        assert board_check.pins(board) == "" and board_check.sound(board) == ""
        assert board_check.lights(board) == (board.LED_COUNT, "")


def test_boot_reads_the_buttons_where_the_boards_have_them():
    text = open("firmware/hub/hal/pico_boot.py").read()
    for board in BOARDS:
        pins = dict(board.BUTTONS)
        assert "_TURN = const(%d)" % pins["TURN"] in text and "_ROUND = const(%d)" % pins["ROUND"] in text


def test_an_unknown_board_gets_the_smallest():
    assert board_check.find("full") is boards.full
    assert board_check.find("octagon") is boards.minimal
    shared = dict(boards.minimal.BUTTONS)
    for name, pin in boards.full.BUTTONS:
        assert shared.get(name, pin) == pin
    assert boards.full.LED_PIN == boards.minimal.LED_PIN


def test_wrong_lights_are_named_and_every_light_is_driven():
    assert board_check.lights(Data(boards.full, LED_COUNT=9)) == (24, "9 LEDs, but light 23 is used")
    assert board_check.lights(Data(boards.full, LED_COUNT=60)) == (60, "")
    assert board_check.lights(Data(boards.full, MARKER_LEDS=b"", TURN_LEDS=bytes(12)))[1] == "lights for 0 tracks"


def test_wrong_pins_are_named():
    assert board_check.pins(Data(boards.full, LED_PIN=2)) == "pin 2 is used twice"
    assert board_check.pins(Data(boards.full, I2S_WS=20)) == "I2S word select is not beside its clock"
    assert board_check.pins(Data(boards.minimal, BUZZER=None)) == "no pin None"
    assert board_check.pins(Data(boards.full, LED_PIN=44)) == "no pin 44"
    assert board_check.sound(Data(boards.full, SOUND="organ")) == "no driver for sound organ"


def header(size, rate=16000, channels=1):
    number = lambda value, n: bytes([value >> 8 * i & 255 for i in range(n)])  # noqa: E731
    return (
        b"RIFF" + number(36 + size, 4) + b"WAVEfmt " + number(16, 4) + number(1, 2) + number(channels, 2) + number(rate, 4)
        + number(2 * rate * channels, 4) + number(2 * channels, 2) + number(16, 2) + b"data" + number(size, 4)
    )  # fmt: skip


def make(folder):
    try:
        os.mkdir(folder)
    except OSError:
        return  # it is there


def test_sound_files():
    folder = "build"
    path = folder + "/bell.wav"
    make(folder)
    try:
        for head, size in ((header(70000), 70000), (header(4, 22050), -1), (header(4, 16000, 2), -1), (b"RIFF", -1)):
            with open(path, "wb") as file:
                file.write(head + b"\x01\x02\x03\x04")
            if size >= 0:
                file, found = pico_wav.samples(folder, 5)
                assert found == size and file.read() == b"\x01\x02\x03\x04"
                file.close()
            else:
                with raises(ValueError):
                    pico_wav.samples(folder, 5)
    finally:
        os.remove(path)
    with raises(OSError):
        pico_wav.samples(folder, 5)


def test_absent_sounds():
    there = lambda folder: ["bell.wav", "seat-3.wav", "tones.bin"]  # noqa: E731
    assert pico_wav.absent("/sounds", (1, 5, 19, 20), there) == ["click", "seat-4"]

    def nothing(folder):
        raise OSError(2)

    assert pico_wav.absent("/sounds", (5,), nothing) == ["bell"]


def test_parts_that_do_nothing_answer_every_call():
    buttons, strip, speaker, port, store = null.Buttons(), null.Strip(), null.Speaker(), null.Port(), null.Store()
    assert buttons.level(0) == 0 and buttons.edge() == -1 and not buttons.pending()
    strip.set(0, 1, 2, 3)
    strip.show()
    assert speaker.play(1, 3) == 0 and not speaker.busy()
    speaker.poll()
    speaker.stop()
    assert port.read() == -1 and not port.write(1) and not port.connected() and not port.waiting()
    assert store.read("x") is None and not store.write("x", b"") and not store.append("x", b"")
    assert not store.remove("x") and store.names() == [] and store.free() == 0
    for part in (buttons, strip, speaker):
        part.deinit()
