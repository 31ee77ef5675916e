"""What the build does to sources before it compiles them changes how fast they load, not what they do."""

import subprocess
import sys
from pathlib import Path

import pytest

from trainhub.deploy import inline, shorten

ROOT = Path(__file__).resolve().parents[2]


def inlined(**sources):
    found = inline.inline({f"{name.replace('__', '/')}.py": text.encode() for name, text in sources.items()})
    return {name: data.decode() for name, data in found.items()}


def shortened(text, **others):
    made = shorten.shorten({"m.py": text.encode()}, {f"{name}.py": other.encode() for name, other in others.items()})
    return made["m.py"].decode()


def run(text, name="result"):
    space = {}
    exec(text, space)
    return space[name]


CONST = "from micropython import const\n"


def test_constants_are_followed_through_imports():
    made = inlined(
        hub__a=CONST + "ONE = const(1)\nBOTH = const(ONE | 1 << 4)\n_OWN = const(-3)\ndef f():\n    return _OWN\n",
        hub__b="from hub import a\nfrom hub.a import BOTH as both\ndef g(x):\n    return a.ONE + both + x\n",
        hub____init__="",
    )
    assert made["hub/a.py"] == "pass\n\ndef f():\n    return -3" or "const" not in made["hub/a.py"]
    assert "return 1 + 17 + x" in made["hub/b.py"]
    assert "import" not in made["hub/b.py"]


def test_a_name_that_means_something_else_stays():
    made = inlined(
        hub__a=CONST + "ONE = const(1)\nTWO = const(2)\n",
        hub__b=(
            "from hub import a\nfrom hub.a import ONE, TWO\n"
            "def f(ONE):\n    return ONE\n"
            "def g():\n    TWO = 5\n    return TWO\n"
            "def h(a):\n    return a.ONE\n"
            "rows = [ONE for ONE in (7, 8)]\n"
            "def k():\n    return lambda TWO: TWO + ONE\n"
        ),
        hub____init__="",
    )["hub/b.py"]
    assert "def f(ONE):\n    return ONE" in made
    assert "TWO = 5\n    return TWO" in made
    assert "def h(a):\n    return a.ONE" in made
    assert "[ONE for ONE in (7, 8)]" in made
    assert "lambda TWO: TWO + 1" in made


def test_a_constant_that_is_reached_in_another_way_keeps_its_name():
    made = inlined(
        hub__a=CONST + "ONE = const(1)\nTWO = const(2)\n",
        hub__b="def f(m):\n    return m.ONE, getattr(m, 'TWO')\n",
    )
    assert "ONE = 1" in made["hub/a.py"] and "TWO = 2" in made["hub/a.py"]
    made = inlined(
        hub__a=CONST + "ONE = const(1)\ndef f():\n    global ONE\n    ONE = 2\n",
        hub__b="from hub.a import ONE\nx = ONE\n",
    )
    assert "x = ONE" in made["hub/b.py"] and "import ONE" in made["hub/b.py"]


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    def __init__(self, first, second=2):\n        self._kept = first\n        self._other = second\n"
        "    def _sum(self, more):\n        return self._kept + self._other + more\n"
        "def use(thing):\n    return thing._sum(3)\nresult = use(A(1)), use(A(1, 5))\n",
        "def outer(value, step):\n    def inner(number):\n        return number + step\n"
        "    return [inner(value) for value in range(3)] + [value]\nresult = outer(9, 2)\n",
        "def outer(name):\n    def inner():\n        name = 4\n        return name\n    return inner(), name\n"
        "result = outer(1)\n",
        "def f(alpha, *rest, beta=3, **more):\n    return alpha, rest, beta, more\nresult = f(1, 2, beta=5, gamma=6)\n",
        "def f(alpha, beta):\n    return beta - alpha\nresult = f(beta=1, alpha=5)\n",
        "def f(first):\n    try:\n        first()\n    except Exception as error:\n        return str(error), first\n"
        "result = f(None)[0]\n",
        "_table = (1, 2)\ndef f(key, a=_table):\n    return sorted(a, key=lambda entry: -entry)[key]\nresult = f(0), _table\n",
        "class A:\n    def __init__(self):\n        self._deep = self\n        self._n = 5\n"
        "    def far(self):\n        return self._deep._deep._n\nresult = A().far()\n",
        "def f(count):\n    def g():\n        nonlocal count\n        count += 1\n        return count\n"
        "    g()\n    return count\n"
        "result = f(1)\n",
        "def f(aa, bb):\n    return (lambda cc: (lambda dd: aa + bb + cc + dd))\nresult = f(1, 2)(3)(4)\n",
    ],
)
def test_shorter_names_mean_the_same(text):
    made = shortened(text)
    assert run(made) == run(text)
    assert len(made) <= len(text) + 4


def test_names_that_others_know_stay():
    assert "_machine" in shortened("import sys\nprint(sys.implementation._machine)\n")
    own = "class A:\n    def __init__(self, x):\n        self._pixels = x\n"
    assert "_pixels" in shortened(own, other="def f(a):\n    a._pixels\n") and "_pixels" not in shortened(own)
    assert "_gone" in shortened("class A:\n    def __init__(self, x):\n        self._gone = getattr(x, '_gone')\n")
    made = shorten.shorten(
        {
            "m.py": b"class A:\n    def __init__(self):\n        self._open = 1\n        self._own = 2\n",
            "n.py": b"class B:\n    def __init__(self, other):\n        self._own = other._open\n",
        },
        {},
    )
    assert b"_open" in made["m.py"] and b"_open" in made["n.py"] and b"_own" not in made["m.py"] + made["n.py"]


def test_a_class_with_a_base_elsewhere_shares_its_names():
    made = shorten.shorten(
        {
            "m.py": b"class A:\n    def __init__(self):\n        self._x1 = 1\n        self._x2 = 2\n",
            "n.py": b"from m import A\nclass B(A):\n    def f(self):\n        self._y1 = self._x1\n",
        },
        {},
    )
    assert b"_x1" in made["m.py"] and b"_x2" not in made["m.py"]
    assert b"_x1" in made["n.py"] and b"_y1" in made["n.py"]


PLAY = '''
"""A hub that is played at random: what it showed, sounded, stored and sent, as one number."""
import binascii
import bench_hub
import random_play as rp

def mix(crc, data):
    return binascii.crc32(data, crc)

def play(seed):
    rng = rp.Rng(seed)
    bench = bench_hub.Bench(lights=1 + seed % 2)
    crc = 0
    for _ in range(120):
        button = rng.below(4)
        bench.pins.change(button, 1)
        other = rng.below(4) if rng.chance(20) else button
        bench.pins.change(other, 1)
        bench.run(1200 if rng.chance(30) else 90)
        bench.pins.change(other, 0)
        bench.pins.change(button, 0)
        bench.run(60 + rng.below(900))
        crc = mix(crc, bench.strip.shown)
    for name in sorted(bench.files):
        crc = mix(mix(crc, name.encode()), bench.files[name])
    crc = mix(crc, str(bench.speaker.played).encode())
    return crc, len(bench.strip.frames), len(bench.speaker.played), bench.hub.journal.record.head

for seed in range(2):
    print(play(seed))
'''


def test_a_hub_played_at_random_does_the_same(tmp_path, micropython):
    paths = [path for folder in ("firmware/hub", "firmware/boards", "shared_rules") for path in (ROOT / folder).rglob("*.py")]
    paths = [path for path in paths if "hal" not in path.parts and "game" not in path.parts]
    sources = {str(path.relative_to(ROOT)).removeprefix("firmware/"): path.read_bytes() for path in paths}
    sources.update({f"{name}.py": (ROOT / "tests" / f"{name}.py").read_bytes() for name in ("bench_hub", "random_play")})
    sources["play.py"] = PLAY.encode()
    sources["hub_build.py"] = b"VERSION = (0, 1, 0)\nCORE_HASH = 1\n"
    made = shorten.shorten(inline.inline(sources), {})
    said = []
    for name, files in (("before", sources), ("after", made)):
        for path, data in files.items():
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_bytes(data)
        for command in ([sys.executable], [micropython, "-X", "heapsize=4m"]):
            done = subprocess.run([*command, "play.py"], cwd=tmp_path / name, capture_output=True, text=True, check=False)
            assert done.returncode == 0, (name, done.stdout + done.stderr)
            said.append(done.stdout)
    assert len(set(said)) == 1, said
    frames, sounds = [int(number) for number in said[0].split("\n")[0].strip("()").split(",")[1:3]]
    assert frames > 200 and sounds > 80
    assert sum(map(len, made.values())) < 0.9 * sum(map(len, sources.values()))
