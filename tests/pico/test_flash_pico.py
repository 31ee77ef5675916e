"""`trainhub flash` onto the real MicroPython of a chip: what the compiled firmware calls things, only this can tell."""

import json
import subprocess
import sys

BOOT_MS = 2500


def test_flash_updates_the_idle_slot_of_a_pico(image, power, tmp_path):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    port = pico.do("go")["port"]
    command = [sys.executable, "-m", "trainhub.cli.main", "flash", "--port", f"socket://127.0.0.1:{port}", "--force"]
    done = subprocess.run(
        [*command, "--json", "--data", str(tmp_path)], capture_output=True, text=True, timeout=300, check=False
    )
    pico.do("stay")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert (told["kind"], told["slot"], told["state"], told["board"]) == ("updated", "/b", "hub", "full")
