"""What the bench says about the question that the hub asks, on the real firmware."""

from trainhub.simulator.hub import Simulator

SEATS = 0b111111111110


def test_the_bench_tells_what_the_hub_asks(tmp_path, micropython):
    with Simulator(tmp_path / "flash", driven=True, seed=1, back_end="micropython") as hub:
        hub.bench.run(600)
        fresh = {"question": "Seats", "track": 1, "candidates": SEATS, "chosen": 0}
        assert hub.bench.request("asks") == fresh
        hub.bench.press("TURN")
        hub.bench.press("MARK")
        assert hub.bench.request("asks") == {**fresh, "track": 2, "chosen": 1 << 2}
        hub.bench.chord(("MARK", "ROUND"))
        assert hub.bench.request("asks")["question"] == "Menu"
        assert hub.said == []
