"""The guide points at files that exist; the bring-up sheet claims nothing before it is filled."""

import re

import pytest
from hw.model import ROOT
from hw.nets import net_of

GUIDES = ("build.md", "bring-up.md")


@pytest.mark.parametrize("name", GUIDES)
def test_links_lead_somewhere(name):
    text = (ROOT / "docs" / name).read_text()
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_the_bring_up_sheet_is_blank_or_dated():
    text = (ROOT / "docs" / "bring-up.md").read_text()
    if "Date: ________" not in text:
        return  # somebody built a hub and filled it in
    rows = [line for line in text.splitlines() if re.match(r"\| [^-]", line)]
    filled, head = [], None
    for line in rows:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[-1] in ("Measured", "Result", "File", "Pico 2", "Change (commit)"):
            head = cells
        elif head and cells[-1]:
            filled.append(line)
    assert rows and not filled


def test_the_guide_says_that_nothing_was_built():
    for name in GUIDES:
        start = (ROOT / "docs" / name).read_text()[:600]
        assert re.search(r"No hub has been built|Nothing here has been done", start)


def test_the_guide_names_the_values_of_the_source(hub):
    text = (ROOT / "docs" / "build.md").read_text()
    assert f"R1 is {hub['parts']['R1']['value']}" in text
    assert net_of(hub, "A1", 25) == "AMP_MUTE" and "| GP19 | 25 | AMP_MUTE |" in text
    without = re.search(r"Minimal hub: leave out (.*?)\. Full", text, re.S).group(1)
    board = {r for r, p in hub["parts"].items() if p["place"] in ("board", "pad")}
    absent = {r for r in board if "minimal" not in hub["parts"][r]["variants"]}
    assert set(re.findall(r"[A-Z]+\d", without)) == absent
