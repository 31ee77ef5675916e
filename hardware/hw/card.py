"""The A6 table card from card/gestures.toml: `python -m hw.card OUTDIR` adds PDFs.

SVG texts are made with the standard library and belong to the light outputs; PDF needs
rsvg-convert. Too much text for a side is an error, not a smaller font.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

from .letters import lines, width
from .model import HARDWARE

SOURCE = HARDWARE / "card" / "gestures.toml"
PAGE = (105.0, 148.0)           # A6, millimetres
MARGIN = 6.0
INK, SOFT, NAVY = "#1b2a3a", "#5b6b78", "#1f3140"
CAPS = {"TURN": "#1f9d57", "MARK": "#d2463b", "ROUND": "#2f6fc4", "DRAW": "#d99a16"}


def load_card() -> dict:
    with open(SOURCE, "rb") as stream:
        return tomllib.load(stream)


class Page:
    def __init__(self, card: dict, language: str):
        self.card, self.language = card, language
        self.out = [f'<rect width="{PAGE[0]}" height="{PAGE[1]}" fill="#fff"/>']
        self.y = 0.0

    def say(self, texts: dict) -> str:
        return texts[self.language]

    def text(self, x: float, y: float, words: str, size: float, colour: str = INK,
             bold: bool = False, anchor: str = "start") -> None:
        weight = ' font-weight="bold"' if bold else ""
        self.out.append(f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" fill="{colour}" '
                        f'text-anchor="{anchor}"{weight}>{escape(words)}</text>')

    def cap(self, x: float, y: float, name: str, r: float = 3.9) -> None:
        """A button as it feels: plain, bar, ring or plus."""
        self.out.append(f'<circle cx="{x}" cy="{y:.2f}" r="{r}" fill="{CAPS[name]}"/>')
        shape = {
            "TURN": f'<circle cx="{x}" cy="{y:.2f}" r="{r * 0.68:.2f}" fill="none" stroke="#fff" '
                    'stroke-width="0.25" stroke-opacity="0.7"/>',
            "MARK": f'<rect x="{x - r * 0.62:.2f}" y="{y - r * 0.16:.2f}" '
                    f'width="{r * 1.24:.2f}" height="{r * 0.32:.2f}" rx="0.5" fill="#fff"/>',
            "ROUND": f'<circle cx="{x}" cy="{y:.2f}" r="{r * 0.5:.2f}" fill="none" stroke="#fff" '
                     f'stroke-width="{r * 0.26:.2f}"/>',
            "DRAW": f'<path d="M{x - r * 0.56:.2f} {y:.2f}h{r * 1.12:.2f}'
                    f'M{x} {y - r * 0.56:.2f}v{r * 1.12:.2f}" stroke="#fff" '
                    f'stroke-width="{r * 0.3:.2f}"/>',
        }
        self.out.append(shape[name])

    def sign(self, x: float, y: float, kind: str) -> None:
        """Dot for a press, bar for a hold: the same signs as on the deck."""
        if kind == "press":
            self.out.append(f'<circle cx="{x}" cy="{y:.2f}" r="0.9" fill="{INK}"/>')
        elif kind == "hold":
            self.out.append(f'<rect x="{x - 0.7:.2f}" y="{y - 1.9:.2f}" width="1.4" height="3.8" '
                            f'rx="0.3" fill="{INK}"/>')

    def header(self, words: str, below: str) -> None:
        self.out.append(f'<rect width="{PAGE[0]}" height="15" fill="{NAVY}"/>')
        size = min(6.0, 6.0 * (PAGE[0] - MARGIN - 28) / width(words, 6.0, bold=True))
        self.text(MARGIN, 9.9, words, round(size, 2), "#fff", bold=True)
        self.out.append(TRAIN)
        self.y = 19.6
        for line in lines(below, 3.0, PAGE[0] - 2 * MARGIN):
            self.text(MARGIN, self.y, line, 3.0, SOFT)
            self.y += 4.0
        self.y += 1.0

    def paragraph(self, words: str, x: float, size: float, step: float, colour: str = INK,
                  bold: bool = False) -> None:
        for line in lines(words, size, PAGE[0] - MARGIN - x, bold):
            self.text(x, self.y, line, size, colour, bold)
            self.y += step

    def rule(self) -> None:
        self.out.append(f'<path d="M{MARGIN} {self.y:.2f}H{PAGE[0] - MARGIN}" stroke="#cfd8df" '
                        'stroke-width="0.3"/>')

    def done(self) -> str:
        if self.y > PAGE[1] - 3:
            raise ValueError(f"{self.language}: text ends at {self.y:.0f} of {PAGE[1]:.0f} mm")
        body = "\n".join(self.out)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{PAGE[0]}mm" '
                f'height="{PAGE[1]}mm" viewBox="0 0 {PAGE[0]} {PAGE[1]}" '
                f'font-family="DejaVu Sans, Verdana, sans-serif" lang="{self.language}">\n'
                f"{body}\n</svg>\n")


TRAIN = (f'<g transform="translate({PAGE[0] - 25},4)" fill="#fff"><path d="M0 0h5v1.2h-.6v4.4H.6'
         'V1.2H0zM5 2.4h8v3.2H5zM10.6 0h2.6v1h-.5v1.6h-1.6V1h-.5zM0 5.6h15l2.2 2.8h-3.6'
         'l-1-1.4H0z"/><circle cx="2.4" cy="7.6" r="1.6"/><circle cx="6.9" cy="7.6" r="1.6"/>'
         '<circle cx="11.2" cy="7.6" r="1.6"/></g>')


def front(card: dict, language: str) -> str:
    page, side = Page(card, language), card["side"][0]
    page.header(page.say(card["title"]), page.say(card["how"]))
    by_button: dict[str, list] = {}
    for gesture in side["gesture"]:
        by_button.setdefault(gesture["id"].split(".")[0], []).append(gesture)
    for button, gestures in by_button.items():
        page.rule()
        top = page.y
        page.y += 5.4
        names = button.split("+")
        for gesture in gestures:
            kind = gesture["id"].split(".")[1] if "." in gesture["id"] else ""
            page.sign(35.2, page.y - 1.2, kind)
            page.paragraph(page.say(gesture), 38, 3.55, 4.45)
            page.y += 0.8
        page.y = max(page.y - 2.6, top + (14.0 if len(names) == 1 else 10.5))
        middle = (top + page.y) / 2
        if len(names) == 1:
            page.cap(MARGIN + 4, middle, button)
            page.text(MARGIN + 9.6, middle + 1.4, button, 3.9, bold=True)
            if button == "DRAW":
                page.text(MARGIN, middle + 6.1, page.say(card["optional"]), 2.2, SOFT)
        else:
            for place, name in enumerate(names):
                page.cap(MARGIN + 4 + 9.4 * place, middle, name, 3.6)
            page.text(MARGIN + 8.7, middle + 1.1, "+", 3.4, bold=True, anchor="middle")
    return page.done()


def back(card: dict, language: str) -> str:
    page, side = Page(card, language), card["side"][1]
    notes = side["note"]
    page.header(page.say(side["heading"]), page.say(notes[0]))
    for gesture in side["gesture"]:
        button = gesture["id"].split(".")[0]
        page.rule()
        page.cap(MARGIN + 4, page.y + 6.2, button)
        page.text(MARGIN + 9.6, page.y + 7.6, button, 3.9, bold=True)
        page.y += 7.5
        page.paragraph(page.say(gesture), 36, 3.6, 4.6)
        page.y += 0.6
    page.rule()
    for note in notes[1:]:
        page.y += 6.6
        page.paragraph(page.say(note["title"]), MARGIN, 3.7, 4.9, NAVY, bold=True)
        page.paragraph(page.say(note), MARGIN, 3.35, 4.5)
        page.y -= 2.2
    page.y += 3
    return page.done()


def card_svg(language: str, side: str) -> str:
    return (front if side == "front" else back)(load_card(), language)


def main(args: list[str]) -> int:
    out = Path(args[0]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    for language in load_card()["languages"]:
        pages = []
        for side in ("front", "back"):
            pages.append(out / f"{language}-{side}.svg")
            pages[-1].write_text(card_svg(language, side))
        # One moment for all: the file is the same on every day.
        subprocess.run(["rsvg-convert", "-f", "pdf", "-o", out / f"{language}.pdf", *pages],
                       check=True, env=os.environ | {"SOURCE_DATE_EPOCH": "1767225600"})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
