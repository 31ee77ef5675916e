"""Make the README's picture from the simulator: `make picture`."""

from pathlib import Path

from trainhub.demo.night import Plan
from trainhub.demo.still import svg

TARGET = Path(__file__).resolve().parent.parent / "docs" / "images" / "demo.svg"

if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(svg(Plan("cardinal-it", (1, 3, 6, 9), 3), rounds=2))
    print(TARGET)
