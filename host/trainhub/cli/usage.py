"""What is wrong with a command line, in the user's language: the library that reads it knows only English."""

import re
from typing import get_args

from cyclopts import CycloptsError
from cyclopts import exceptions as found

from trainhub.text import tr


def sentence(error: CycloptsError) -> str:
    """The cause, as a whole sentence."""
    name = error.argument.name if error.argument else ""
    match error:
        case found.UnknownCommandError():
            return tr("There is no command {name}.", name=_first(error)) + _meant(error)
        case found.UnknownOptionError():
            return tr("There is no option {name}.", name=error.token.value) + _meant(error)
        case found.MissingArgumentError(keyword=str(option)):
            return tr("{name} needs a value.", name=option)
        case found.MissingArgumentError() if name:
            return tr("{name} is missing.", name=name)
        case found.CoercionError(token=token, target_type=kind) if token and name:
            if kind is int:
                return tr("{name} must be a number, not {value}.", name=name, value=token.value)
            known = ", ".join(map(str, get_args(kind)))
            cause = tr("{key} cannot be {value}.", key=name, value=token.value)
            return cause + (" " + tr("Known: {names}", names=known) if known else "")
        case found.RepeatArgumentError(token=token) if token.keyword:
            return tr("{name} is given twice.", name=token.keyword)
        case found.UnusedCliTokensError():
            return tr("{name} is too much here.", name=_first(error))
    return str(error).strip()


def _first(error: CycloptsError) -> str:
    return (error.unused_tokens or [""])[0]


def _meant(error: CycloptsError) -> str:
    """What the library thinks was meant, if it has an idea."""
    similar = re.search(r'Did you mean "?([^"?]+)"?\?', str(error))
    return " " + tr("Did you mean {name}?", name=similar[1]) if similar else ""
