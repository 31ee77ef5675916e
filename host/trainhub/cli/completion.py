"""`trainhub completion`: the script by which a shell completes commands and options."""

from typing import Annotated, Literal

from cyclopts import Parameter

from trainhub.cli.common import Common
from trainhub.text import tr


def completion(
    shell: Annotated[
        Literal["bash", "zsh", "fish", "powershell"] | None, Parameter(help=tr("Which; else the one this runs in."))
    ] = None,
    /,
    *,
    install: Annotated[
        bool, Parameter(help=tr("Write it where the shell finds it, instead of printing it."), negative=(), show_default=False)
    ] = False,
    common: Common = Common(),  # noqa: B008
) -> None:
    from cyclopts import completion as scripts

    from trainhub.cli.main import build
    from trainhub.errors import UsageError

    app = build()
    try:
        if install:
            file = app.install_completion(shell=shell, add_to_startup=False)
            common.result({"file": str(file)}, tr("Written: {file}", file=file))
        else:
            print(app.generate_completion(prog_name="trainhub", shell=shell))
    except getattr(scripts, "ShellDetectionError", RuntimeError) as error:
        raise UsageError(tr("Which shell is this?"), "trainhub completion bash | zsh | fish | powershell") from error
