"""The comparison of a fresh generation with the committed files can fail."""

import json
import shutil

import pytest
from hw import compare
from hw.model import HARDWARE


@pytest.fixture
def fresh(tmp_path):
    """A copy of some outputs, as if newly generated."""
    for inside in ("netlist/full.net", "wiring/full.svg", "case/parts.json", "card/en-front.svg"):
        target = tmp_path / inside
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HARDWARE / inside, target)
    return tmp_path


def test_equal_files_pass(fresh, capsys):
    assert compare.main([str(fresh)]) == 0
    assert "4 files equal byte for byte" in capsys.readouterr().out


def test_a_changed_netlist_is_reported(fresh, capsys):
    path = fresh / "netlist" / "full.net"
    path.write_text(path.read_text().replace("LED_DIN", "LED_DOUT"))
    assert compare.main([str(fresh)]) == 1
    assert "netlist/full.net: differs" in capsys.readouterr().out


def test_a_drawing_may_move_but_not_change_its_words(fresh):
    path = fresh / "wiring" / "full.svg"
    text = path.read_text()
    path.write_text(text.replace("<svg ", '<svg data-moved="1" ', 1))
    assert compare.main([str(fresh)]) == 0
    path.write_text(text.replace(">W5<", ">W50<"))
    assert compare.main([str(fresh)]) == 1


@pytest.mark.parametrize(("more", "code"), [(1.0005, 0), (1.01, 1)])
def test_a_part_may_differ_by_a_thousandth(fresh, more, code):
    path = fresh / "case" / "parts.json"
    facts = json.loads(path.read_text())
    facts["body"]["cm3"] *= more
    path.write_text(json.dumps(facts))
    assert compare.main([str(fresh)]) == code


def test_an_output_nobody_committed_is_reported(fresh):
    (fresh / "card" / "de-front.svg").write_text("<svg/>")
    assert compare.main([str(fresh)]) == 1
