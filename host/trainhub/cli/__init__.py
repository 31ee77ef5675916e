"""The command `trainhub`: one file a command, each loaded only when it is called."""
