"""Who stands at a port where no hub answers: an edited line is asked for a fresh one, a running program left in peace."""

import pytest

from trainhub.link.stranger import who_answers


class Line:
    """A port behind which MicroPython's prompt waits."""

    name = "here"

    def __init__(self):
        self.written = b""

    def write(self, data):
        self.written += data

    def read(self, size, timeout):
        return b"\r\n>>> " if self.written else b""


@pytest.mark.parametrize("said", [b"l'l'=p\x1b[18D", b" 88(\x1b[K", b"\x1b[KMicroPython"])
def test_an_edited_line_is_a_prompt(said):
    line = Line()
    assert "is a board with MicroPython" in str(who_answers(line, said))
    assert line.written == b"\x03"


@pytest.mark.parametrize("said", [b"\x1b[31mred\x1b[0m", b"plain text", b"[18D", b""])
def test_a_program_is_not_disturbed(said):
    line = Line()
    assert "MicroPython" not in str(who_answers(line, said)) and line.written == b""
