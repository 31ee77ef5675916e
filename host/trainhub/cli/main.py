"""Entry point: which commands there are, and the one place where an error becomes a message and an exit code."""

import codecs
import contextlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trainhub import __version__, config, paths, text
from trainhub.errors import TrainhubError, UsageError, explain
from trainhub.text import tr

if TYPE_CHECKING:
    from cyclopts import App

INTERRUPTED = 130
PLAY, HUB, SCORES, HELP = range(4)


def commands() -> list[tuple[str, str, int, str]]:
    """(name, where its function is, group, what it does), in the order of the help."""
    return [
        ("demo", "trainhub.cli.demo:demo", PLAY, tr("Watch a short game between bots on a simulated hub.")),
        ("play", "trainhub.cli.play:play", PLAY, tr("Play against bots, here in the terminal.")),
        ("table", "trainhub.cli.table:table", PLAY, tr("Open the table in the browser: hub, score sheet, phones.")),
        ("sim", "trainhub.cli.sim:sim", PLAY, tr("Run a simulated hub and print its port.")),
        ("new", "trainhub.cli.new:new", SCORES, tr("Begin a game: who sits where, and by which rules.")),
        ("score", "trainhub.cli.score:score", SCORES, tr("Write one player's pips of one round, or correct them.")),
        ("round", "trainhub.cli.round:round_", SCORES, tr("Note a whole round, in a game without a hub.")),
        ("sheet", "trainhub.cli.sheet:sheet", SCORES, tr("Show the score sheet.")),
        ("games", "trainhub.cli.games:games", SCORES, tr("List the games kept on this PC.")),
        ("rules", "trainhub.cli.rules:rules", SCORES, tr("Rule sets: list, show, compare, check your own.")),
        ("stats", "trainhub.cli.stats:stats", SCORES, tr("All games together: wins, averages, who thinks longest.")),
        ("undo", "trainhub.cli.undo:undo", SCORES, tr("Take back what happened last at the table.")),
        ("redo", "trainhub.cli.undo:redo", SCORES, tr("Bring back what was undone last.")),
        ("join", "trainhub.cli.seats:join", SCORES, tr("Somebody comes late; he plays from the next round on.")),
        ("leave", "trainhub.cli.seats:leave", SCORES, tr("Somebody leaves; he stays on the sheet, unranked.")),
        ("rename", "trainhub.cli.seats:rename", SCORES, tr("Correct a player's name.")),
        ("end", "trainhub.cli.end:end", SCORES, tr("End the running game.")),
        ("sync", "trainhub.cli.sync:sync", HUB, tr("Bring PC and hub up to date.")),
        ("watch", "trainhub.cli.watch:watch", HUB, tr("Follow the game live, line by line.")),
        ("setup", "trainhub.cli.setup:setup", HUB, tr("Make a board a hub: blank, with MicroPython, or a hub already.")),
        ("flash", "trainhub.cli.flash:flash", HUB, tr("Install the firmware on a board that runs MicroPython.")),
        ("update", "trainhub.cli.update:update", HUB, tr("Bring a hub's firmware and rules to this version.")),
        (
            "selftest",
            "trainhub.cli.selftest:selftest",
            HUB,
            tr("Show every light and play every sound, and ask what is missing."),
        ),
        ("doctor", "trainhub.cli.doctor:doctor", HELP, tr("Find out what is wrong, and what to do.")),
        ("udev", "trainhub.cli.udev:udev", HELP, tr("Print the udev rule for hubs (Linux).")),
        ("backup", "trainhub.cli.backup:backup", HELP, tr("Copy all games into one file.")),
        ("restore", "trainhub.cli.backup:restore", HELP, tr("Bring all games back from such a file.")),
        ("config", "trainhub.cli.config:config", HELP, tr("Show or set what trainhub remembers for you.")),
        ("completion", "trainhub.cli.completion:completion", HELP, tr("Print the completion script of a shell.")),
        ("uninstall", "trainhub.cli.uninstall:uninstall", HELP, tr("Remove what trainhub keeps on this computer.")),
        ("devices", "trainhub.cli.devices:devices", HUB, tr("List hubs, boards and simulators.")),
    ]


def build() -> "App":
    """The application; no command's module is loaded yet."""
    from cyclopts import App, Group

    from trainhub.cli.helptext import Formatter

    groups = [
        Group(tr("Play and try"), sort_key=PLAY),
        Group(tr("Hub"), sort_key=HUB),
        Group(tr("Score sheet"), sort_key=SCORES),
        Group(tr("Help and upkeep"), sort_key=HELP),
    ]
    app = App(
        name="trainhub",
        help=tr("The PC side of trainhub, the open hub for the domino game Mexican Train."),
        version=__version__,
        suppress_keyboard_interrupt=False,
        help_format="plaintext",
        help_formatter=Formatter(),
        help_epilogue=tr("Languages: TRAINHUB_LANG=en|cs|it. Exit codes: docs/cli.md."),
    )
    app.group_commands = Group(tr("Commands"))
    app.group_arguments = Group(tr("Arguments"))
    app.group_parameters = Group(tr("Parameters"))
    app["--help"].help = tr("Show this help.")
    app["--version"].help = tr("Show the version.")
    app["--help"].group = groups[HELP]
    app["--version"].group = groups[HELP]
    for order, (name, where, group, what) in enumerate(commands()):
        app.command(where, name=name, group=groups[group], sort_key=order, help=what)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code; see `trainhub.errors`."""
    tokens = list(sys.argv[1:] if arguments is None else arguments)
    _prepare_streams("--json" in tokens)
    try:
        config.forget()
        text.use(text.short(config.value("language") or "") or None)
        with _traced() if "--verbose" in tokens else contextlib.nullcontext():
            code = _run(tokens)
        if sys.stdout:
            sys.stdout.flush()  # a disk that is full says so here, not when Python ends
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # the reader, `head` for example, has seen enough; rich ends a help then
        _drop_output()
        return 0
    except Exception as error:
        if "--debug" in tokens:
            raise
        told = explain(error)
        if told is not error and not isinstance(error, OSError):
            _write_down()
        return report(told, "--json" in tokens)


def _run(tokens: list[str]) -> int:
    from cyclopts import CycloptsError

    if tokens and tokens[0].startswith("-") and tokens[0] not in ("--help", "-h", "--version"):
        raise UsageError(
            tr("A command comes first, then its options; {option} is none.", option=tokens[0]),
            tr("For example: trainhub games --json. All commands: trainhub --help"),
        )
    try:
        result = build()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        from trainhub.cli.usage import sentence

        raise UsageError(sentence(error), tr("See: trainhub {command}--help", command=_command(tokens))) from error
    return result if isinstance(result, int) else 0


def _traced() -> contextlib.AbstractContextManager[None]:
    """--verbose: what passes over each port goes to stderr."""
    from trainhub.link import trace

    return trace.on(lambda line: print(line, file=sys.stderr, flush=True))


def report(error: TrainhubError, as_json: bool) -> int:
    """Say what went wrong: prose on stderr, and with --json one object on stdout."""
    if as_json:
        import json

        # The type is for whoever reads the lines of `watch`, of which this is the last.
        told = {"schema": 1, "type": "error", "error": error.as_json()}
        try:
            print(json.dumps(told, ensure_ascii=False), flush=True)
        except OSError:  # it may be what the error is about
            _drop_output()
    print(f"trainhub: {error.cause}", file=sys.stderr)
    if error.next_step:
        print(f"  -> {error.next_step}", file=sys.stderr)
    return error.exit_code


def _drop_output() -> None:
    """Nobody takes what is written from here on; Python must not try again when it ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write_down() -> None:
    """Keep the traceback of a fault of our own, for the report that the message asks for."""
    import traceback

    with contextlib.suppress(OSError, TrainhubError):
        file = paths.log_file(paths.data_dir())
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as log:
            log.write(f"trainhub {__version__} {' '.join(sys.argv[1:2])}\n{traceback.format_exc()}\n")
        print(tr("trainhub: details are in {file}", file=file), file=sys.stderr)


def _command(tokens: list[str]) -> str:
    known = {command[0] for command in commands()}
    return tokens[0] + " " if tokens and tokens[0] in known else ""


def _prepare_streams(as_json: bool) -> None:
    """A name in any script must not stop a command on a terminal that cannot show it, nor reach a program changed."""
    codecs.register_error("json", _escaped)
    for stream, errors in ((sys.stdout, "json" if as_json else "replace"), (sys.stderr, "replace")):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors=errors)  # type: ignore[union-attr]


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """What an encoding lacks, as JSON writes it in ASCII."""
    assert isinstance(error, UnicodeEncodeError)
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4)), error.end


if __name__ == "__main__":
    sys.exit(main())
