"""`trainhub flash` onto the real MicroPython of a chip: what the compiled firmware calls things, only this can tell."""

import json

from trainhub.cli.main import main
from trainhub.deploy import comeback
from trainhub.link import client

BOOT_MS = 2500


def test_flash_updates_the_idle_slot_of_a_pico(image, power, tmp_path, capsys, monkeypatch):
    # An emulated chip is slower than a real one.
    monkeypatch.setattr(client, "GREETING", 20.0)
    monkeypatch.setattr(comeback, "RETURN_S", 120.0)
    monkeypatch.setattr(comeback.greeting, "__defaults__", ("", 120.0))
    monkeypatch.setenv("TRAINHUB_CONFIG", str(tmp_path / "config.toml"))
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    port = pico.do("go")["port"]
    code = main(["flash", "--port", f"socket://127.0.0.1:{port}", "--force", "--json", "--data", str(tmp_path)])
    pico.do("stay")
    out, err = capsys.readouterr()
    assert code == 0, out + err
    told = json.loads(out)
    assert (told["kind"], told["slot"], told["state"], told["board"]) == ("updated", "/b", "hub", "full")
