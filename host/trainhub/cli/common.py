"""What the commands share: options, output, the score file, the hub, finding a game or a player by what was typed."""

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from trainhub import naming, paths
from trainhub.errors import RequestRefused, UsageError
from trainhub.text import tr

if TYPE_CHECKING:
    from trainhub.link.client import Client
    from trainhub.scores.reader import Reader
    from trainhub.scores.store import Store

SCHEMA = 1  # of every JSON object; grows when a field changes its meaning or goes


@Parameter(name="*")
@dataclass(frozen=True)
class Common:
    """Options of every command."""

    data: Annotated[Path | None, Parameter(help=tr("Folder of the scores (else TRAINHUB_DATA, else the system's)."))] = None
    json: Annotated[
        bool, Parameter(help=tr("One JSON object on stdout; prose goes to stderr."), negative=(), show_default=False)
    ] = False
    quiet: Annotated[bool, Parameter(alias="-q", help=tr("Only results and errors."), negative=(), show_default=False)] = False
    debug: Annotated[bool, Parameter(help=tr("Show the traceback of an error."), negative=(), show_default=False)] = False

    @property
    def folder(self) -> Path:
        """The folder of the scores. It may be missing; what is no folder is refused."""
        folder = self.data
        if folder is None and not os.environ.get("TRAINHUB_DATA"):
            from trainhub import config

            written = config.value("data")
            folder = Path(written) if written else None
        folder = paths.data_dir(folder)
        if folder.exists() and not folder.is_dir():
            raise UsageError(
                tr("{folder} is no folder; scores are kept in one.", folder=folder),
                tr("Name a folder with --data, TRAINHUB_DATA or: trainhub config data FOLDER"),
            )
        return folder

    def store(self) -> "Store":
        """The score file, open."""
        from trainhub.scores.store import Store

        return Store(paths.scores_file(self.folder))

    def reader(self) -> "Reader":
        """The score file, to look at."""
        from trainhub.scores.reader import Reader

        return Reader(paths.scores_file(self.folder))

    def say(self, text: str) -> None:
        """Prose: something a person may like to know."""
        if not self.quiet:
            print(text, file=sys.stderr if self.json else sys.stdout)

    @property
    def somebody_answers(self) -> bool:
        """Is a person there who can be asked, and no program?"""
        return not self.json and sys.stdin is not None and sys.stdin.isatty()

    def ask(self, prompt: str) -> str:
        """A question for the person at the terminal; it is prose, too. Raises `EOFError` where nobody answers any more."""
        if sys.stdin is None:  # closed when the program began
            raise EOFError
        if self.json:
            print(prompt, end="", file=sys.stderr, flush=True)
            prompt = ""
        return input(prompt)

    def agreed(self, question: str) -> bool:
        """Ask until it is yes or no; nothing typed is neither. The end of the input stops the command as Ctrl-C does."""
        yes, no = tr("y"), tr("n")
        while True:
            try:
                said = self.ask(f"{question} [{yes}/{no}] ").strip().casefold()
            except EOFError as error:
                raise KeyboardInterrupt from error
            if said in (yes, no):
                return said == yes

    def result(self, fields: Mapping[str, Any], prose: Callable[[], str] | str = "") -> None:
        """What the command was called for: an object or text."""
        if self.json:
            print(as_json(fields), end="")
        else:
            text = prose if isinstance(prose, str) else prose()
            if text:
                print(text)


@Parameter(name="*")
@dataclass(frozen=True)
class HubCommon(Common):
    """Options of commands that talk to a hub."""

    port: Annotated[
        str | None, Parameter(alias="-p", help=tr("Port of the hub (else TRAINHUB_PORT, else the only hub there is)."))
    ] = None
    # Read by `cli.main`, which traces whatever port the command opens.
    verbose: Annotated[
        bool, Parameter(help=tr("Tell on stderr what passes over the line."), negative=(), show_default=False)
    ] = False

    def find_port(self, store: "Store") -> str:
        from trainhub.link import ports

        remembered = [row.serial_number for row in store.hubs()]
        return ports.choose(self.port, paths.simulators_dir(self.folder), remembered, _greets)

    def hub(self, store: "Store", subscribe: int = 0) -> "Client":
        """A hub, greeted. A simulated one is announced."""
        from trainhub.link.client import Client
        from trainhub.link.news import State

        port = self.find_port(store)
        client = Client.open(port, store, subscribe)
        _remember(store, port, client.hello.uid)
        if client.state == State.DEMO:
            self.say(tr("DEMO - a simulated hub at {port}", port=port))
        return client


def _greets(port: str) -> bool:
    from trainhub.link.book import MemoryBook
    from trainhub.link.client import Client

    with Client.open(port, MemoryBook()):
        return True


def _remember(store: "Store", port: str, uid: bytes) -> None:
    if "://" in port:
        return
    from trainhub.link import ports

    for found in ports.usb_ports():
        if found.name == port and found.serial_number:
            store.remember_port(uid, found.serial_number)


def as_json(fields: Mapping[str, Any]) -> str:
    """The one object that a command answers with, as a line."""
    return json.dumps({"schema": SCHEMA, **fields}, ensure_ascii=False) + "\n"


def game_name(log_id: int, aside: int = 0) -> str:
    """How a game is called in commands and JSON: its log id in hex, and ~n for a history that was set aside."""
    return f"{log_id:08x}" + (f"~{aside}" if aside else "")


def find_row(store: "Store | Reader", wanted: str | None) -> Any:
    """The game meant: its name or the beginning of it; None: the one used last."""
    rows = store.logs()
    if not rows:
        raise RequestRefused(tr("There is no game yet."), tr("Begin one with: trainhub new NAMES"))
    if wanted is None:
        return rows[0]
    names = {game_name(row.log_id, row.aside): row for row in rows}
    found = [row for name, row in names.items() if name.startswith(wanted.lower())]
    current = [row for row in found if not row.aside]
    found = [names[wanted.lower()]] if wanted.lower() in names else current or found
    if len(found) == 1:
        return found[0]
    if not found:
        raise RequestRefused(tr("There is no game {game}.", game=wanted), tr("See them with: trainhub games"))
    raise RequestRefused(tr("Several games begin with {game}.", game=wanted), tr("See them with: trainhub games"))


def only_one(*options: tuple[str, bool]) -> None:
    """Refuse two forms of output at once. options: name and whether it was given."""
    given = [name for name, wanted in options if wanted]
    if len(given) > 1:
        raise UsageError(
            tr("{one} and {other} exclude each other.", one=given[0], other=given[1]), tr("Leave one of them out.")
        )


def deliver(out: Path | None, text: str, common: Common) -> None:
    """Into the file, byte for byte and in UTF-8 whatever the terminal speaks; else to standard output."""
    if out is None:
        print(text, end="")
        return
    try:
        out.write_bytes(text.encode())
    except OSError as error:
        if not error.filename:
            raise  # a disk that is full
        raise RequestRefused(
            tr("{file} cannot be written: {reason}.", file=out, reason=error.strerror or error),
            tr("Name another file with --out."),
        ) from error
    common.say(tr("Written: {file}", file=out))


def find_game(store: "Store", wanted: str | None) -> int:
    """As `find_row`, for a game that can still be changed. Returns its log id."""
    row = find_row(store, wanted)
    if row.aside:
        raise RequestRefused(
            tr("Game {game} was set aside and stays as it is.", game=game_name(row.log_id, row.aside)),
            tr("See the others with: trainhub games"),
        )
    return int(row.log_id)


def find_seat(seats: Mapping[int, str], wanted: str) -> int:
    """The track of the player meant: a name, the beginning of one, or a track number."""
    if not wanted.strip():
        raise RequestRefused(tr("A player is missing."), tr("Players: {names}", names=_known(seats)))
    exact = [track for track, name in seats.items() if naming.same(name, wanted)]
    if len(exact) == 1:
        return exact[0]
    number = wanted.lstrip("#")
    if not exact and number.isascii() and number.isdigit() and int(number) in seats:
        return int(number)
    begins = exact or [track for track, name in seats.items() if naming.folded(name).startswith(naming.folded(wanted))]
    if len(begins) == 1:
        return begins[0]
    known = _known(seats)
    if not begins:
        raise RequestRefused(tr("Nobody called {name} plays in this game.", name=wanted), tr("Players: {names}", names=known))
    raise RequestRefused(tr("{name} could be several players.", name=wanted), tr("Say the track: {names}", names=known))


def _known(seats: Mapping[int, str]) -> str:
    return ", ".join(f"{name} ({track})" for track, name in seats.items())
