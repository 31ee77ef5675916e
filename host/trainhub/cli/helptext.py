"""How a help page looks: as the library draws it, with the few words that it adds itself in the user's language."""

from typing import TYPE_CHECKING

from trainhub.text import tr

if TYPE_CHECKING:
    from cyclopts.help import ColumnSpec, HelpEntry, HelpPanel, InlineText
    from rich.console import Console, ConsoleOptions
    from rich.text import Text


class Formatter:
    """A help formatter of cyclopts; what draws is loaded when somebody asks for help."""

    def __call__(self, console: "Console", options: "ConsoleOptions", panel: "HelpPanel") -> None:
        from cyclopts.help import DefaultFormatter

        DefaultFormatter(column_specs=_columns if panel.format == "parameter" else None)(console, options, panel)

    def render_usage(self, console: "Console", _options: "ConsoleOptions", usage: "Text | str | None") -> None:
        """The line that says how the command is called."""
        from rich.text import Text

        if usage:
            console.print(Text(tr("Usage: {command}", command=usage), style="bold"))

    def render_description(self, console: "Console", _options: "ConsoleOptions", description: object) -> None:
        """What the command does."""
        if description:
            console.print(description)


def _columns(console: "Console", options: "ConsoleOptions", entries: "list[HelpEntry]") -> "tuple[ColumnSpec, ...]":
    from cyclopts.help import ColumnSpec
    from cyclopts.help.specs import get_default_parameter_columns

    *names, description = get_default_parameter_columns(console, options, entries)
    return (*names, ColumnSpec(renderer=_described, header=description.header, justify="left", overflow="fold"))


def _described(entry: "HelpEntry") -> "InlineText":
    """A parameter's help and what may be said about its value."""
    from cyclopts.help import DescriptionRenderer, InlineText
    from rich.text import Text

    text = DescriptionRenderer()(entry.copy(choices=None, default=None, required=False))
    assert isinstance(text, InlineText)
    if entry.choices:
        text.append(Text(f"[{tr('choices: {names}', names=', '.join(entry.choices))}]", "cyclopts.choices"))
    if entry.default is not None:
        text.append(Text(f"[{tr('default: {value}', value=entry.default)}]", "cyclopts.default"))
    if entry.required:
        text.append(Text(f"[{tr('required')}]", "cyclopts.required"))
    return text
