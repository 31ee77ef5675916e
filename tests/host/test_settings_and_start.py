"""Flag, then environment, then file; the folders; and what a command may load before it begins."""

import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest
from helpers import environment, ok, run, start

from trainhub import config, paths
from trainhub.paths import config_file


def test_flag_then_environment_then_file(monkeypatch, tmp_path):
    ok("config", "rules", "cardinal-cs")
    assert "cardinal-cs" in run("new", "A", "B", "--no-hub").err  # two are too few for it
    monkeypatch.setenv("TRAINHUB_RULES", "chess")
    assert "chess" in run("new", "A", "B", "--no-hub").err
    ok("new", "A", "B", "--no-hub", "--rules", "cardinal-it")
    monkeypatch.delenv("TRAINHUB_RULES")
    ok("config", "port", str(tmp_path / "none"))
    assert "none" in run("sync").err
    monkeypatch.setenv("TRAINHUB_PORT", str(tmp_path / "other"))
    assert "other" in run("sync").err


def test_comments_in_the_file_stay_and_mistakes_are_named():
    config_file().write_text('# my table\nrules = "celko"  # as aunt Eva plays\n', encoding="utf-8")
    ok("config", "paper", "letter")
    assert "as aunt Eva plays" in config_file().read_text(encoding="utf-8")
    shown = run("config", "--json").json["settings"]
    assert (shown["rules"]["value"], shown["rules"]["from"]) == ("celko", "file")
    ok("config", "paper")
    assert "paper" not in config_file().read_text(encoding="utf-8")
    for text in ("rulez = 'x'", "set = 'twelve'", "= ="):
        config_file().write_text(text, encoding="utf-8")
        done = run("sync")
        assert done.code == 2
        assert str(config_file()) in done.err


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        (b"rulez = 'x'", "a setting rulez"),
        (b"set = 'twelve'", "set in"),
        (b"set = true", "must be a number"),
        (b"port = 3", "in quotes"),
        (b'rules = "celko"\nport\n', "Line 2 of"),
        (b'rules = "celko', "Line 1 of"),
        (b"\xff\xfe\x00", "UTF-8"),
        (None, "cannot be read"),  # a folder
    ],
)
def test_a_broken_file_is_named_in_words_with_the_next_step(contents, words):
    config_file().mkdir() if contents is None else config_file().write_bytes(contents)
    for arguments in (["sync"], ["config"], ["config", "paper", "a4"]) if words != "in quotes" else (["sync"],):
        error = run(*arguments, "--json")
        if error.code == 0:  # setting something else does not mind a setting of the wrong kind
            assert arguments[1:] == ["paper", "a4"] and words in ("a setting rulez", "set in", "must be a number")
            continue
        assert error.code == 2, error.err
        told = error.json["error"]
        assert words in told["cause"] and str(config_file()) in told["cause"]
        assert told["next"]
        assert "Errno" not in error.err and "codec" not in error.err
    if contents is not None and "Line" in words:
        assert config_file().read_bytes() == contents


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("TRAINHUB_DATA", "~nobody-we-know/x", "home folder"), ("TRAINHUB_CONFIG", "~nobody-we-know/x", "home folder"),
        ("TRAINHUB_DATA", __file__, "no folder"), ("TRAINHUB_DATA", __file__ + "/x", "cannot be used"),
        ("TRAINHUB_CONFIG", __file__ + "/x", "cannot be read"), ("TRAINHUB_SET", "twelve", "no number"),
    ],
)  # fmt: skip
def test_a_bad_environment_is_named_in_words_with_the_next_step(variable, value, words, monkeypatch):
    monkeypatch.setenv(variable, value)
    monkeypatch.delenv("TRAINHUB_LANG")  # so that the file is looked at
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    done = run("new", "A", "B", "--no-hub", "--json")
    assert done.code in (2, 10), done.err
    assert words in done.json["error"]["cause"]
    assert value.removesuffix("/x") in done.json["error"]["cause"]
    assert done.json["error"]["next"]
    assert "Errno" not in done.err and "itself failed" not in done.err


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("language", "xx", "en, cs, it"), ("paper", "A3", "a4, letter"), ("set", "7", "6, 9, 12, 15, 18"),
        ("set", "\u00b2", "is a number"), ("rules", "chess", "cardinal-it"), ("port", "", "cannot be empty"),
        ("data", __file__, "no folder"), ("data", "~nobody-we-know/x", "home folder"),
    ],
)  # fmt: skip
def test_what_no_command_could_use_is_not_set(key, value, words):
    done = run("config", key, value)
    assert (done.code in (2, 3), done.out) == (True, "")
    assert words in done.err
    assert not config_file().exists()


def test_settings_mean_the_same_wherever_a_command_is_given(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.toml").write_text('preset = "celko"\n', encoding="utf-8")
    ok("config", "rules", "ours.toml")
    ok("config", "data", "scores")
    ok("config", "paper", "Letter")
    written = {key: told["value"] for key, told in run("config", "--json").json["settings"].items()}
    assert (written["rules"], written["paper"]) == (str(tmp_path / "ours.toml"), "letter")
    assert str(tmp_path / "scores") in config_file().read_text(encoding="utf-8")
    monkeypatch.chdir("/")
    ok("new", "A", "B", "--no-hub")


def test_a_settings_file_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("TRAINHUB_CONFIG", str(tmp_path / "file" / "config.toml"))
    error = run("config", "paper", "a4", "--json").json["error"]
    assert error["exit_code"] == 2
    assert "TRAINHUB_CONFIG" in error["next"]


def test_language_from_the_file(monkeypatch):
    monkeypatch.delenv("TRAINHUB_LANG")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    ok("config", "language", "it")
    assert config.value("language") == "it"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs itself is asked")
@pytest.mark.parametrize("value", [None, "", "/somewhere", "relative"])
def test_folders_are_those_of_the_desktop(monkeypatch, value):
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False) if value is None else monkeypatch.setenv(name, value)
    monkeypatch.delenv("TRAINHUB_DATA")
    monkeypatch.delenv("TRAINHUB_CONFIG")
    if value != "relative":  # the specification says to ignore such a value
        assert paths.data_dir() == Path(platformdirs.user_data_dir("trainhub", appauthor=False))
        assert paths.config_file().parent == Path(platformdirs.user_config_dir("trainhub", appauthor=False))
    assert paths.data_dir().is_absolute()


HEAVY = {"peewee", "rich", "platformdirs", "serial", "mpremote", "tomllib", "gettext", "logging", "trainhub.link.session"}


@pytest.mark.parametrize("arguments", [["sheet", "--json"], ["games"], ["stats", "--json"]])
def test_a_reading_command_loads_only_what_it_needs(arguments):
    ok("new", "A", "B", "--no-hub")
    code = f"import sys; from trainhub.cli.main import main; main({arguments!r}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True)
    assert HEAVY & set(done.stderr.split()) == set()


def test_importing_the_package_does_no_work():
    code = "import sys; import trainhub; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True)
    assert {name for name in done.stdout.split() if name.startswith("trainhub.")} == set()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion(shell):
    assert "trainhub" in ok("completion", shell)


def test_a_fault_of_ours_is_written_down(monkeypatch):
    monkeypatch.setattr("trainhub.cli.sheet.find_row", lambda *_: 1 / 0)
    done = run("sheet")
    assert done.code == 1
    assert "Traceback" not in done.err
    log = paths.log_file(paths.data_dir())
    assert str(log) in done.err
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")


def test_debug_shows_the_traceback():
    process = start("sheet", "nope", "--debug")
    _, err = process.communicate(timeout=60)
    assert b"Traceback" in err
