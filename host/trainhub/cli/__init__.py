"""The command `trainhub`: one file a command, each loaded only when it is called."""


def run() -> int:
    """Entry point of the installed command: Ctrl-C is quiet also while the rest is still being loaded."""
    try:
        from trainhub.cli.main import main

        return main()
    except KeyboardInterrupt:
        return 130
