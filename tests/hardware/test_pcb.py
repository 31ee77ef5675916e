"""The carrier board on disk: its pads carry the source's nets, its checks found nothing.

The Gerber and drill texts are read here by hand, and by gerbonara where that is installed.
"""

import re
from collections import Counter

import pytest
from hw.model import HARDWARE
from hw.nets import parts
from hw.sexpr import all_of, one, read

PCB = HARDWARE / "pcb"


@pytest.fixture(scope="module")
def board() -> list:
    return read((PCB / "trainhub_carrier.kicad_pcb").read_text())


def reference(footprint: list) -> str:
    return next(t[2] for t in all_of(footprint, "fp_text") if t[1] == "reference")


def test_every_pad_of_the_board_is_on_the_net_of_the_source(hub, board):
    found, want = {}, {}
    for footprint in all_of(board, "footprint"):
        for pad in all_of(footprint, "pad"):
            nets = all_of(pad, "net")
            if nets:
                found[reference(footprint), pad[1]] = nets[0][2]
    for ref, part in parts(hub).items():
        if part["place"] in ("board", "pad"):
            for pin, net in part["nets"].items():
                if net != "NC" and not net.startswith("SPK"):  # the breakout's own terminal
                    want[ref, pin] = net
    assert found == want


def test_both_hubs_fit_one_board(hub, board):
    placed = {reference(f) for f in all_of(board, "footprint")}
    wanted = {r for r, p in parts(hub).items() if p["place"] in ("board", "pad")}
    assert placed == wanted | {"H1", "H2", "H3", "H4"}


def test_supply_tracks_are_wide(hub, board):
    names = {net[1]: net[2] for net in all_of(board, "net")}
    rules = hub["pcb"]
    assert all_of(board, "segment")
    for track in all_of(board, "segment"):
        supply = names[one(track, "net")[1]] in rules["power_nets"]
        least = rules["power_track_mm"] if supply else rules["track_mm"]
        assert float(one(track, "width")[1]) == pytest.approx(least)


def test_ground_is_poured_on_both_sides(board):
    zones = all_of(board, "zone")
    assert {one(z, "layer")[1] for z in zones} == {"F.Cu", "B.Cu"}
    assert {one(z, "net_name")[1] for z in zones} == {"GND"}
    assert all(all_of(z, "filled_polygon") for z in zones)


def test_mounting_holes_are_where_the_case_has_its_posts(hub, board):
    found = sorted(tuple(float(v) for v in one(f, "at")[1:3]) for f in all_of(board, "footprint")
                   if reference(f).startswith("H"))
    want = sorted((100 + x, 60 + y) for x, y in hub["geometry"]["board_holes_mm"])
    assert found == [pytest.approx(w) for w in want]


def test_kicads_rule_check_found_nothing():
    report = (PCB / "drc.txt").read_text()
    assert [int(n) for n in re.findall(r"Found (\d+)", report)] == [0, 0, 0]


def test_pads_in_the_copper_gerbers_carry_their_nets(hub):
    """X2 attributes: .P names the pin, .N its net; both stay in force until deleted."""
    seen = {}
    for side in ("F", "B"):
        pin = net = None
        for line in (PCB / "gerber" / f"trainhub_carrier-{side}_Cu.gbr").read_text().splitlines():
            if match := re.match(r"%TO\.P,([^,*]+),([^,*]+)", line):
                pin = match.groups()
            elif match := re.match(r"%TO\.N,([^*]*)\*%", line):
                net = match.group(1)
            elif line == "%TD*%":
                pin = net = None
            elif line.endswith("D03*") and pin and net:
                seen[pin] = net
    want = {(ref, pin): net for ref, part in parts(hub).items()
            if part["place"] in ("board", "pad") for pin, net in part["nets"].items()
            if net != "NC" and not net.startswith("SPK")}
    assert {pin: net for pin, net in seen.items() if pin in want} == want


def test_drill_files_have_a_hole_for_every_pin(hub, board):
    count: Counter[float] = Counter()
    for kind in ("PTH", "NPTH"):  # each file numbers its own tools
        text = (PCB / "gerber" / f"trainhub_carrier-{kind}.drl").read_text()
        sizes = {t: float(size) for t, size in re.findall(r"^T(\d+)C([\d.]+)", text, re.M)}
        now = 0.0
        for line in text.splitlines():
            if match := re.fullmatch(r"T(\d+)", line):
                now = sizes.get(match.group(1), 0.0)
            elif line.startswith("X"):
                count[now] += 1
    pads = sum(bool(all_of(p, "drill")) for f in all_of(board, "footprint")
               for p in all_of(f, "pad"))
    assert sum(count.values()) == pads + len(all_of(board, "via"))
    assert count[hub["pcb"]["via_drill_mm"]] == len(all_of(board, "via"))
    assert count[hub["pcb"]["hole_mm"]] == 4


def test_gerbonara_reads_back_the_size_and_the_holes(hub):
    pytest.importorskip("gerbonara", reason="gerbonara is in hardware/requirements.txt only")
    from hw.pcb_read import read_back

    found = read_back(PCB / "gerber")
    size = hub["geometry"]["board_mm"]
    assert (found["width"], found["height"]) == pytest.approx(size, abs=0.11)
    assert found["holes"][hub["pcb"]["hole_mm"]] == 4
    assert len(found["layers"]) == 8


def test_pictures_of_both_sides_are_there():
    assert all((PCB / f"{side}.png").stat().st_size > 50_000 for side in ("top", "bottom"))
