"""The table card: three languages say the same things, about buttons the hub has."""

import re

import pytest
from hw import card
from hw.letters import lines, width
from hw.model import HARDWARE, variant

CARD = card.load_card()
LANGUAGES = ("en", "cs", "it")


def texts(node, found: list) -> list:
    """Every set of translations in the file."""
    if isinstance(node, dict):
        if any(language in node for language in LANGUAGES):
            found.append({k: v for k, v in node.items() if k in LANGUAGES})
        for value in node.values():
            texts(value, found)
    elif isinstance(node, list):
        for value in node:
            texts(value, found)
    return found


def test_every_text_is_there_in_all_languages():
    assert tuple(CARD["languages"]) == LANGUAGES
    for text in texts(CARD, []):
        assert set(text) == set(LANGUAGES), text
        assert all(value.strip() for value in text.values())


def test_every_button_of_the_full_hub_has_its_press_and_hold(hub):
    ids = [g["id"] for side in CARD["side"] for g in side["gesture"]]
    assert len(ids) == len(set(ids))
    names = [b.name for b in variant(hub, "full").buttons]
    for name in names:
        assert {f"{name}.press", f"{name}.hold"} <= set(ids)
    assert {"TURN+ROUND", "MARK+ROUND", "TURN.ask", "MARK.ask", "ROUND.ask"} <= set(ids)
    assert {part for i in ids for part in i.split(".")[0].split("+")} == set(names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("side", ["front", "back"])
def test_nothing_runs_out_of_the_page(language, side):
    svg = card.card_svg(language, side)
    for x, y, size, words in re.findall(
            r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>([^<]*)<', svg):
        assert float(y) < card.PAGE[1] - 2
        assert float(x) + width(words, float(size)) < card.PAGE[0] - 2, words


def test_too_much_text_is_an_error():
    longer = card.load_card()
    longer["side"][0]["gesture"][0]["cs"] *= 20
    with pytest.raises(ValueError, match="cs: text ends"):
        card.front(longer, "cs")


def test_lines_break_at_spaces_only():
    assert lines("one two three", 4, 1000) == ["one two three"]
    assert " ".join(lines("one two three", 4, 10)) == "one two three"


def test_pdfs_have_two_sides_of_a6():
    for language in LANGUAGES:
        pdf = (HARDWARE / "card" / f"{language}.pdf").read_bytes()
        boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
        assert pdf.startswith(b"%PDF")
        assert not boxes or {(round(float(w)), round(float(h))) for w, h in boxes} == {(298, 420)}
