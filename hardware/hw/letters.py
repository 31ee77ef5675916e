"""Widths of DejaVu Sans, so that text can be broken into lines without a font library.

Thousandths of the font size, measured once from DejaVuSans.ttf 2.37 and DejaVuSans-Bold.ttf.
"""

from __future__ import annotations

_PLAIN = {
    275: "'", 278: "ijlíì", 295: "IJÍÌ", 318: " ,.’·", 337: "/:;\\|", 352: "f", 361: "-",
    390: "()[]", 392: "tť", 401: "!", 411: "rř", 460: '"', 500: "*_`–°", 518: "„“”", 521: "sš",
    525: "zž", 531: "?", 550: "cč", 557: "L", 575: "F", 579: "k", 592: "vxyý", 603: "P",
    611: "TYŤÝ", 612: "oóò«»", 613: "aáà", 615: "eéěè", 632: "EÉĚÈ", 634: "hnuňúůù",
    635: "SbdgpqďŠ", 636: "$0123456789{}", 656: "K", 684: "AVÁÀ", 685: "XZŽ", 686: "B",
    695: "RŘ", 698: "CČ", 732: "UÚŮÙ", 748: "NŇ", 752: "H", 770: "DĎ", 775: "G", 780: "&",
    787: "OQÓÒ", 818: "w", 838: "#+<=>^~→×", 863: "M", 950: "%", 974: "m", 989: "W", 1000: "@…",
}
_WIDTHS = {letter: width for width, letters in _PLAIN.items() for letter in letters}
BOLD = 1.13  # bold is wider by 8-13 %


def width(text: str, size: float, bold: bool = False) -> float:
    """Width of a line in the unit of `size`."""
    total = sum(_WIDTHS.get(letter, 640) for letter in text) * size / 1000
    return total * BOLD if bold else total


def lines(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """`text` broken at spaces so that no line is wider than `room`."""
    done, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size, bold) > room:
            done.append(line)
            line = word
        else:
            line = longer
    return [*done, line] if line else done
