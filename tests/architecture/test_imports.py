"""The dependency directions of the house, checked on the import graph."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = {"machine", "rp2", "neopixel", "time", "utime", "_rp2", "adafruit_pixelbuf", "neopixel_write", "digitalio", "board"}
CORE = {"shared_rules", "struct", "binascii", "array", "micropython"}
FIRMWARE_LIBRARY = {"struct", "binascii", "array", "micropython", "gc", "sys"}


def imports(path: Path) -> set[str]:
    """Dotted names that a module imports, wherever in the file."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def tops(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


def modules(folder: str) -> list[Path]:
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found, f"nothing under {folder}"
    return found


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", modules("shared_rules"), ids=name)
def test_the_core_is_pure(path):
    assert tops(path) <= CORE


@pytest.mark.parametrize("path", [p for p in modules("firmware/hub") if "hal" not in p.parts], ids=name)
def test_the_hub_knows_no_hardware(path):
    assert tops(path) <= FIRMWARE_LIBRARY | {"shared_rules", "hub", "hub_build", "hub_board"}
    assert not any(n.startswith(("hub.hal.", "shared_rules.game", "shared_rules.ruletext")) for n in imports(path))


@pytest.mark.parametrize("path", modules("firmware/hub/hal"), ids=name)
def test_drivers_know_no_game(path):
    game = {f"shared_rules.{m}" for m in ("table", "gate", "reducer", "record", "sheet", "ruleset", "events")}
    assert not imports(path) & game
    assert not any(n.startswith("hub.") and not n.startswith("hub.hal") for n in imports(path))


@pytest.mark.parametrize("path", modules("firmware/boards"), ids=name)
def test_boards_are_data(path):
    assert not imports(path)


@pytest.mark.parametrize("path", [p for p in modules("host/trainhub") if not {"stand_ins", "bare"} & set(p.parts)], ids=name)
def test_the_host_never_imports_firmware(path):
    assert not tops(path) & {"firmware", "hub", "boards", "hub_build", "hub_board", "hub_platform"} - HARDWARE


@pytest.mark.parametrize("path", [p for p in modules("firmware") if p.parts[-2] != "hal"], ids=name)
def test_only_drivers_touch_hardware(path):
    assert not tops(path) & HARDWARE


def test_the_composition_root_is_small():
    lines = (ROOT / "firmware/main.py").read_text().splitlines()
    assert len(lines) <= 30
